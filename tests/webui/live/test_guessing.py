"""Guessing, forging, other sites: how nobody becomes what they are not, and nobody is kept out by others."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from firmware.access_keys import open_keys
from tests.some import some
from tests.webui.live.test_roles import STREAMS, routes, tap, token_of
from webui.access.guard import COOKIE as FORM_COOKIE
from webui.access.roles import COOKIE, OF_PROXIES
from webui.app import create_app
from webui.attempts import EACH, FEW, MANY, WINDOW_S, Tries
from webui.context import Context


def test_a_wrong_code_and_a_wrong_pin_are_told_nothing(spectator):
    for door, field, guesses in (
        ("join", "code", ("BBBBB", "", "!")),
        ("host", "pin", ("000000x", "1", "ä")),
    ):
        told = [spectator.post(f"/api/{door}", json={field: guess}) for guess in guesses]
        assert [answer.status_code for answer in told] == [403, 403, 403]
        assert told[0].json == told[1].json == told[2].json


@pytest.mark.parametrize(("door", "field"), [("/api/join", "code"), ("/api/host", "pin")])
def test_after_too_many_wrong_tries_even_the_right_one_is_not_looked_at(phone_at, keys, door, field):
    guesser, other = phone_at("192.168.1.66"), phone_at("192.168.1.67")
    right = {"code": keys.code, "pin": keys.pin}[field]
    for _ in range(EACH):
        assert guesser.post(door, json={field: "wrong"}).status_code == 403
    assert guesser.post(door, json={field: right}).status_code == 429
    assert other.post(door, json={field: right}).status_code == 200


@pytest.mark.parametrize(("door", "field"), [("/api/join", "code"), ("/api/host", "pin")])
def test_whoever_knows_it_comes_in_however_many_guess(phone_at, keys, door, field):
    guessers = [phone_at(f"192.168.2.{number}") for number in range(40)]
    told = [each.post(door, json={field: "wrong"}).status_code for _ in range(EACH) for each in guessers]
    assert told.count(403) <= MANY + len(guessers) * FEW
    right = {"code": keys.code, "pin": keys.pin}[field]
    assert phone_at("192.168.1.70").post(door, json={field: right}).status_code == 200


def test_neither_a_joined_phone_nor_the_host_is_kept_out_by_its_own_wrong_tries(player, host, keys):
    for _ in range(2 * EACH):
        assert player.post("/api/join", json={"code": "wrong"}).status_code == 200
        assert host.post("/api/host", json={"pin": "wrong"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.local"},
        {"Host": "evil.local:8000"},
        {"Host": "192.168.1.20:8000"},
        *({name: "127.0.0.1"} for name in OF_PROXIES),
    ],
)
def test_neither_a_name_of_theirs_nor_a_proxy_on_this_machine_makes_anybody_host(table_app, headers):
    client = table_app.test_client()
    assert client.get("/api/diagnostics").status_code != 403
    assert client.post("/api/end", json={"version": 1}, headers=headers).status_code == 403


def test_a_right_try_wipes_the_slate_and_time_does(keys):
    now_s = [0.0]
    tries = Tries(lambda: now_s[0])
    assert [tries.take("code", "a") for _ in range(EACH + 1)] == [True] * EACH + [False]
    now_s[0] = WINDOW_S
    assert tries.take("code", "a")
    for _ in range(3 * EACH):
        tries.forgive("code", "a")
        assert tries.take("code", "a")


def test_many_tries_at_once_are_no_way_around_the_limit():
    tries = Tries()
    with ThreadPoolExecutor(16) as many:
        let_in = list(many.map(lambda _: tries.take("pin", "a"), range(200)))
    assert sum(let_in) == EACH


def test_a_cookie_that_somebody_else_has_signed_counts_for_nothing(table_app, spectator, keys, desk):
    sign = SecureCookieSessionInterface().get_signing_serializer
    forger = Flask("forger")
    forger.secret_key = "guessed"
    forged = sign(forger).dumps({"code": keys.code, "pin": keys.pin_mark, "colour": "red"})
    spectator.set_cookie(COOKIE, forged)
    assert tap(spectator, "confirm", desk).status_code == 403
    honest = sign(table_app).dumps({"code": keys.code})
    spectator.set_cookie(COOKIE, honest[:-1] + ("A" if honest[-1] != "A" else "E") * 2)
    assert tap(spectator, "confirm", desk).status_code == 403


def test_whoever_joined_or_is_host_still_is_after_a_restart(player, host, photos, lessons, desk, tmp_path):
    again = create_app(Context(photos, lessons, desk, keys=open_keys(tmp_path)))

    def phone(before):
        client = again.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.168.1.32"
        client.set_cookie(COOKIE, before.get_cookie(COOKIE).value)
        return client

    assert tap(phone(player), "confirm", desk).status_code == 200
    assert phone(host).get("/new").status_code == 200
    assert phone(player).get("/new").status_code == 403


def test_a_new_pin_or_code_throws_out_whoever_had_the_old_one_after_a_restart_too(
    player, host, photos, lessons, desk, tmp_path
):
    open_keys(tmp_path).renew_code()
    again = create_app(Context(photos, lessons, desk, keys=open_keys(tmp_path, new_pin=True)))
    for before in (player, host):
        client = again.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.168.1.32"
        client.set_cookie(COOKIE, before.get_cookie(COOKIE).value)
        assert tap(client, "confirm", desk).status_code == 403


def test_no_script_and_no_other_site_ever_sees_the_cookies(player):
    player.get("/")
    for name in (COOKIE, FORM_COOKIE):
        cookie = player.get_cookie(name)
        assert cookie.http_only
        assert cookie.same_site == "Strict"


@pytest.mark.slow(but=4)
@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
@pytest.mark.parametrize("door", ["/join", "/host", "/leave", "/host/pin", "/host/code", "/host/watching"])
def test_another_site_opens_no_door(host, keys, door, headers):
    before = keys.code, keys.pin_mark, keys.strangers_watch
    fields = {"form_token": token_of(host), "code": keys.code, "pin": keys.pin}
    assert host.post(door, data=fields, headers=headers).status_code == 403
    assert (keys.code, keys.pin_mark, keys.strangers_watch) == before
    assert 'action="/host/pin"' in host.get("/host").text


def test_a_form_without_its_token_opens_no_door(spectator, keys):
    spectator.get("/join")
    assert spectator.post("/join", data={"code": keys.code}).status_code == 403


def test_only_those_who_know_them_are_shown_code_and_pin(table_app, phones, keys):
    secrets = {"spectator": (keys.code, keys.pin), "player": (keys.pin,)}
    for role, hidden in some(secrets.items()):
        for address, _ in some(routes(table_app, changing=False)):
            if address not in STREAMS:
                text = phones[role].get(address).get_data()
                assert not [each for each in some(hidden) if each.encode() in text], (role, address)
    assert keys.code in phones["player"].get("/share").text
    assert keys.code in phones["host"].get("/host").text
    assert keys.pin in phones["host"].get("/host").text
