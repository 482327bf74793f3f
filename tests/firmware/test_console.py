"""The page of text on a connected screen: where the table is, how to join, and how it is."""

import re
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import cv2
import numpy as np
import pytest

from firmware import console
from firmware.access_keys import open_keys
from firmware.console import WELL, Shown, blocks, draw, health, look, words_of
from firmware.serving.addresses import Addresses
from scoring.referee.contracts.diagnostics import NetworkState
from tests.some import some

HOME = "http://192.168.1.7:8000"
SHOWN = Shown(HOME, "http://tablekeeper.local:8000", "BCDFG", "492713", WELL)
POINT = NetworkState("tablekeeper-BCDF", "abcd-efgh-jkmn", is_open=True)
LARGE, SMALL = (240, 67), (80, 25)


def lit(lines, px=6):
    """Light up a screen: a block of text is two squares high."""
    upper = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [
        row for line in lines for row in zip(*(upper.get(letter, (0, 0)) for letter in line), strict=True)
    ]
    picture = np.array(rows, np.uint8) * 255
    return cv2.resize(picture, None, fx=px, fy=px, interpolation=cv2.INTER_NEAREST)


def test_a_phone_reads_the_code_off_the_screen():
    drawn = blocks(f"{HOME}/join?code=BCDFG")
    picture = cv2.copyMakeBorder(lit(drawn), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=0)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == f"{HOME}/join?code=BCDFG"


@pytest.mark.parametrize("size", [LARGE, (100, 37)])
def test_it_says_where_the_table_is_in_numbers_and_by_name(size):
    page = draw(SHOWN, size)
    for says in (HOME, "http://tablekeeper.local:8000", "BCDFG", "492713", "All is well."):
        assert says in page
    lines = page.splitlines()
    assert len(lines) <= size[1]
    assert max(map(len, some(lines))) <= size[0]
    assert "█" in page


def test_on_a_small_screen_words_come_before_codes():
    page = draw(SHOWN, (80, 20))
    assert HOME in page
    assert "█" not in page


def test_its_own_wifi_is_told_with_its_password_and_a_code_for_each():
    page = draw(SHOWN._replace(address="http://10.42.0.1:8000", network=POINT), LARGE)
    for says in ("tablekeeper-BCDF", "abcd-efgh-jkmn", "http://10.42.0.1:8000"):
        assert says in page
    widest = max(map(len, some(line for line in page.splitlines() if "█" in line)))
    assert widest > len(blocks("WIFI:T:WPA;S:tablekeeper-BCDF;P:abcd-efgh-jkmn;;")[0]) * 1.5
    narrow = draw(SHOWN._replace(address="http://10.42.0.1:8000", network=POINT), (60, 40))
    assert "█" in narrow


def test_the_access_point_is_told_of_only_while_it_is_up():
    page = draw(SHOWN._replace(network=NetworkState("tablekeeper-BCDF", "abcd-efgh-jkmn")), LARGE)
    assert "tablekeeper-BCDF" not in page


def test_without_a_network_it_says_what_to_do():
    page = draw(SHOWN._replace(address="", local=""), LARGE)
    assert "Plug in a cable" in page
    assert "█" not in page


def test_it_speaks_the_languages_of_the_pages():
    for language in ("de", "fr", "it"):
        words = words_of(language)
        assert len(words) == 9, language
        page = draw(SHOWN._replace(network=POINT), LARGE, words)
        assert "All is well." not in page
        assert "tablekeeper-BCDF" in page
        placeholders = [
            (set(re.findall(r"{\w+}", each)), set(re.findall(r"{\w+}", told))) for each, told in words.items()
        ]
        assert all(before == after for before, after in some(placeholders))
    assert words_of("xx") == {}


def answer(status, body):
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return HTTPServer(("127.0.0.1", 0), Answer)


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (200, b'{"status": "ok"}', WELL),
        (503, b'{"status": "trouble", "says": "The disk is full."}', "The disk is full."),
        (500, b"what?", console.STARTING),
    ],
)
def test_it_says_how_the_table_is(monkeypatch, status, body, says):
    server = answer(status, body)
    monkeypatch.setattr(console, "PORT", server.server_address[1])
    thread = Thread(target=server.handle_request)
    thread.start()
    assert health() == says
    thread.join()
    server.server_close()
    assert health() == console.STARTING


def test_it_looks_at_what_is_kept_each_time(tmp_path):
    addresses = Addresses("127.0.0.1", 8000)
    assert look(tmp_path, addresses).code == ""
    keys = open_keys(tmp_path, writes_pin=True, pin="492713")
    shown = look(tmp_path, addresses)
    assert (shown.code, shown.pin, shown.address) == (keys.code, "492713", "")
    keys.renew_code()
    assert look(tmp_path, addresses).code == keys.code
