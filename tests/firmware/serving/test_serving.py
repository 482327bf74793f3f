"""The server: what a connection may have, what it must not wait for, and how it ends."""

import asyncio
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from flask import Flask, request

from firmware.serving import bridge, line, server
from firmware.serving import gate as gate_of
from firmware.serving.gate import Gate, Limits
from firmware.serving.server import PageServer, serving
from tests.some import some
from webui.access import uploads
from webui.live.stream import LOOK_S
from webui.server import PACE

PHONE, OTHER = "192.168.1.7", "192.168.1.8"


@pytest.fixture
def app():
    app = Flask(__name__)
    uploads.install(app)
    app.heard = []
    app.changed = []

    @app.post("/form")
    def form():
        app.heard.append(len(request.get_data()))
        return f"{app.heard[-1]} bytes"

    @app.post("/photo")
    @uploads.takes(5_000_000)
    def photo():
        return f"{len(request.get_data())} bytes"

    @app.get("/large")
    def large():
        return app.response_class(bytes(100_000) for _ in range(200))

    @app.get("/news")
    def news():
        def parts():
            yield b"first\n"
            while True:
                yield b"news\n" if app.changed and app.changed.pop() else b""

        def listen(tell):
            app.tell = tell
            return lambda: setattr(app, "is_forgotten", True)

        return app.response_class(parts()) if request.environ[PACE](listen, LOOK_S) else ("too many", 503)

    return app


@contextmanager
def at(app, **trusted):
    with serving(PageServer(app, socket.create_server(("127.0.0.1", 0)), **trusted)) as url:
        yield url


@pytest.fixture
def url(app):
    with at(app) as url:
        yield url


def connect(url):
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), 20)


def head(method, path, *headers):
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def hear(line, end=b"\r\n\r\n"):
    heard = b""
    while end not in heard and (got := line.recv(65536)):
        heard += got
    return heard


def heard_of(line):
    """Tell how much of an answer still comes."""
    size = 0
    with suppress(ConnectionError):
        while got := line.recv(1 << 20):
            size += len(got)
    return size


def send(url, data):
    try:
        with urlopen(Request(url, data=data, method="POST"), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


# --- what is sent ---------------------------------------------------------------------------------


def test_a_form_and_an_upload_arrive_whole(url):
    assert send(f"{url}/form", b"x" * 100_000) == (200, "100000 bytes")
    assert send(f"{url}/photo", b"x" * 4_999_999) == (200, "4999999 bytes")


def test_a_body_in_chunks_arrives_whole_and_one_of_too_many_is_refused(url, app):
    chunk = b"2710\r\n" + b"x" * 10_000 + b"\r\n"
    with connect(url) as line:
        line.sendall(head("POST", "/form", "Transfer-Encoding: chunked") + 10 * chunk + b"0\r\n\r\n")
        assert b"100000 bytes" in hear(line, b"bytes")
    with connect(url) as line:
        line.sendall(head("POST", "/form", "Transfer-Encoding: chunked") + 11 * chunk + b"0\r\n\r\n")
        assert b" 413 " in hear(line)
    assert app.heard == [100_000]


def test_what_is_too_large_is_refused_before_it_is_read_and_its_sender_sees_why(url, app):
    with connect(url) as line:
        line.sendall(head("POST", "/form", "Content-Length: 39000000", "Expect: 100-continue"))
        line.settimeout(3)
        assert b" 413 " in hear(line)
    assert send(f"{url}/form", b"x" * 3_000_000)[0] == 413
    assert app.heard == []


def test_a_form_that_never_comes_to_its_end_holds_no_thread_and_is_let_go(app, monkeypatch):
    monkeypatch.setattr(bridge, "FORM_S", 0.3)
    with at(app) as url:
        lines = [connect(url) for _ in range(3 * bridge.THREADS)]
        for each in lines:
            each.sendall(head("POST", "/form", "Content-Length: 1000") + b"x")
        assert send(f"{url}/form", b"xyz") == (200, "3 bytes")
        assert [each for each in lines if b" 408 " not in hear(each)] == []
        for each in lines:
            each.close()


def test_names_with_underscores_cannot_stand_for_a_header_of_ours():
    head = {"method": "GET", "raw_path": b"/", "query_string": b"", "scheme": "http", "http_version": "1.1"}
    asked = bridge.environ_of(
        {
            **head,
            "headers": [(b"x_forwarded_for", b"127.0.0.1"), (b"cookie", b"a=1"), (b"cookie", b"b=2")],
            "client": None,
            "server": None,
        }
    )
    assert "HTTP_X_FORWARDED_FOR" not in asked
    assert asked["HTTP_COOKIE"] == "a=1; b=2"


# --- connections that wait ------------------------------------------------------------------------


def test_a_head_that_never_comes_to_its_end_ends_its_connection(app, monkeypatch):
    monkeypatch.setattr(line, "ASKS_S", 0.5)
    monkeypatch.setattr(server, "MIND_TICKS", 2)
    with at(app) as url, connect(url) as slow:
        slow.settimeout(10)
        slow.sendall(b"GET /")
        assert heard_of(slow) == 0


def test_whoever_reads_nothing_of_an_answer_is_let_go(app, monkeypatch):
    monkeypatch.setattr(line, "READS_S", 0.5)
    monkeypatch.setattr(server, "MIND_TICKS", 2)
    with at(app) as url, connect(url) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(head("GET", "/large"))
        time.sleep(2)
        deaf.settimeout(10)
        assert heard_of(deaf) < 20_000_000  # what was on the way, and no more


def test_a_large_answer_reaches_whoever_reads_it_slowly(url):
    with urlopen(f"{url}/large", timeout=30) as answer:
        size = 0
        while part := answer.read(2_000_000):
            size += len(part)
            time.sleep(0.1)
    assert size == 20_000_000


# --- streams --------------------------------------------------------------------------------------


def test_a_stream_has_what_is_new_at_once_and_is_forgotten_when_its_phone_leaves(url, app):
    with connect(url) as phone:
        phone.sendall(head("GET", "/news"))
        assert b"first" in hear(phone, b"first\n")
        for _ in range(3):
            app.changed.append(True)
            app.tell()
            phone.settimeout(0.9 * LOOK_S)
            assert b"news" in hear(phone, b"news\n")
    give_up_s = time.monotonic() + 10
    while not getattr(app, "is_forgotten", False):
        assert time.monotonic() < give_up_s
        time.sleep(0.02)


def test_streams_that_end_in_whatever_way_give_their_place_back(app, monkeypatch):
    monkeypatch.setattr(gate_of, "ALL_STREAMS", 2)

    @app.get("/broken")
    def broken():
        request.environ[PACE](lambda _tell: lambda: None, LOOK_S)
        raise ValueError

    with at(app) as url:
        for _ in range(4):
            with connect(url) as phone:
                phone.sendall(head("GET", "/broken"))
                assert b" 500 " in hear(phone)
        with connect(url) as one, connect(url) as another, connect(url) as third:
            for phone in (one, another, third):
                phone.sendall(head("GET", "/news"))
            answers = [hear(phone) for phone in (one, another, third)]
        assert sorted(answer[9:12] for answer in answers) == [b"200", b"200", b"503"]


def test_a_stream_that_fails_ends_alone_and_all_others_have_what_is_new(app):
    told = []

    @app.get("/follow/<name>")
    def follow(name):
        def parts():
            yield b"first\n"
            while True:
                if len(told) > 7 and name == "b":
                    raise ValueError
                yield b"news\n" if len(told) > 7 else b""

        request.environ[PACE](lambda tell: told.append(tell) or (lambda: None), LOOK_S)
        return app.response_class(parts())

    with at(app) as url, ExitStack() as held:
        phones = [(name, held.enter_context(connect(url))) for name in "aaabaaaa"]
        for name, phone in some(phones):
            phone.sendall(head("GET", f"/follow/{name}"))
            assert b"first" in hear(phone, b"first\n")
        for tell in told:
            tell()
        for name, phone in some(phones):
            assert (b"news" in hear(phone, b"news\n")) == (name != "b")


def test_the_server_ends_at_once_although_phones_follow_and_somebody_still_sends(app):
    with at(app) as url:
        phones = [connect(url) for _ in range(5)]
        for phone in phones[1:]:
            phone.sendall(head("GET", "/news"))
            hear(phone, b"first\n")
        phones[0].sendall(head("POST", "/form", "Content-Length: 1000"))
    assert not any(thread.name == "server" for thread in some(threading.enumerate()))
    for phone in phones:
        phone.close()


# --- what an address may have ---------------------------------------------------------------------


def test_an_address_has_so_many_connections_and_others_have_theirs():
    gate = Gate(limits=Limits(connections=2))
    assert [gate.enter(PHONE) for _ in range(3)] == [True, True, False]
    assert gate.enter(OTHER)
    gate.leave(PHONE)
    assert gate.enter(PHONE)


def test_whoever_asks_too_often_must_wait_and_may_ask_again_then():
    now = [0.0]
    least_s = gate_of.LEAST_S
    gate = Gate(limits=Limits(work=2 * least_s, burst_s=5 * least_s), clock=lambda: now[0])
    assert [gate.wait_s(PHONE) for _ in range(6)] == [0.0] * 5 + [pytest.approx(0.5)]
    assert gate.enter(PHONE)
    assert gate.wait_s(OTHER) == 0.0
    now[0] = 1.0001
    assert [gate.wait_s(PHONE) == 0.0 for _ in range(3)] == [True, True, False]


def test_whoever_has_much_worked_at_for_them_waits_the_longer():
    now = [0.0]
    gate = Gate(limits=Limits(work=0.1, burst_s=1.0), clock=lambda: now[0])
    assert gate.wait_s(PHONE) == 0.0
    gate.worked(PHONE, 30.0)
    assert gate.wait_s(PHONE) == pytest.approx(10.0, abs=0.1)
    assert gate.wait_s(OTHER) == 0.0
    now[0] = 9.5
    assert gate.wait_s(PHONE) == pytest.approx(0.5, abs=0.1)
    now[0] = 10.5
    assert gate.wait_s(PHONE) == 0.0


def test_whatever_one_answer_has_cost_the_next_is_only_waited_for():
    gate = Gate()
    gate.worked(PHONE, 1000.0)
    assert 0.0 < gate.wait_s(PHONE) < gate_of.PATIENCE_S


@pytest.fixture
def slow_url(app, monkeypatch):
    """Pages of which each takes more of the machine than one address may have at once."""

    @app.get("/slow")
    def slow():
        begun_s = time.thread_time()
        while time.thread_time() - begun_s < 0.2:
            pass
        return "at last"

    monkeypatch.setattr(gate_of, "whose", lambda address: address)  # else this machine has no limits
    monkeypatch.setattr(server, "Gate", partial(Gate, limits=Limits(work=0.4, burst_s=0.1)))
    with at(app) as url:
        yield url


def test_of_a_machine_so_slow_that_a_page_is_too_much_the_next_is_waited_for(slow_url):
    begun_s = time.monotonic()
    for _ in range(3):
        with urlopen(f"{slow_url}/slow", timeout=20) as answer:
            assert answer.read() == b"at last"
    assert time.monotonic() - begun_s > 0.4


def test_whoever_would_wait_too_long_is_told(slow_url, monkeypatch):
    monkeypatch.setattr(gate_of, "PATIENCE_S", 0.1)
    with connect(slow_url) as line:
        for said in (b" 200 ", b" 429 "):
            line.sendall(head("GET", "/slow"))
            assert said in hear(line)


def test_a_network_of_ipv6_counts_as_one_and_the_machine_itself_has_no_limits():
    gate = Gate(limits=Limits(connections=1))
    assert [gate.enter("fd00::1"), gate.enter("fd00::2"), gate.enter("fd00:0:0:1::1")] == [True, False, True]
    assert [gate.enter("::ffff:192.168.1.7"), gate.enter(PHONE)] == [True, False]
    assert all(gate.enter(each) for each in ("127.0.0.1", "127.0.0.1", "::1", "::1"))


def test_nothing_is_remembered_of_addresses_that_are_gone():
    found = Gate()
    for number in range(3 * gate_of.MOST_KNOWN):
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        assert found.enter(address)
        found.leave(address)
        found.turns(address, "answers")
    kept = [vars(found)[name] for name in ("_connections", "_streams", "_turns", "_paces")]
    assert max(map(len, kept)) <= gate_of.MOST_KNOWN + 1


def test_one_address_takes_not_all_the_threads():
    async def most():
        turns = Gate(limits=Limits(answers=2)).turns(PHONE, "answers")
        await turns.acquire()
        await turns.acquire()
        return turns.locked()

    with ThreadPoolExecutor(1) as apart:  # a browser's loop may be running in this thread
        assert apart.submit(lambda: asyncio.run(most())).result()


# --- proxies --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trusted", "seen"), [((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.9")])
def test_a_proxy_is_believed_only_where_the_settings_say_so(app, trusted, seen):
    @app.get("/me")
    def me():
        return {"address": request.remote_addr}

    with at(app, trusted=trusted) as url:
        asked = Request(f"{url}/me", headers={"X-Forwarded-For": "203.0.113.9"})
        with urlopen(asked, timeout=10) as answer:
            assert json.load(answer)["address"] == seen


def test_whoever_is_refused_waits_for_it_and_takes_nobodys_place(app, monkeypatch):
    monkeypatch.setattr(gate_of.Gate, "enter", lambda *_: False)
    monkeypatch.setattr(server, "MOST_REFUSED", 5)
    monkeypatch.setattr(server, "REFUSED_S", 20.0)
    with at(app) as url:
        lines = [connect(url) for _ in range(8)]
        assert [heard_of(each) for each in lines[:3]] == [0, 0, 0]
        lines[-1].setblocking(False)
        with pytest.raises(BlockingIOError):
            lines[-1].recv(1)
        for each in lines:
            each.close()
