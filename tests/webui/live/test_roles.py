"""Who may do what: strangers, spectators, players and hosts, with real requests against every address."""

import re
import time
from io import BytesIO

import pytest
from msgspec.structs import replace

from tests.some import some
from webui.access.guard import COOKIE as FORM_COOKIE
from webui.access.guard import SAFE_METHODS
from webui.access.roles import COOKIE, ROLES
from webui.app import create_app
from webui.context import Context

PAGE = {"Accept": "text/html"}
STREAMS = ("/api/events", "/news")
BUTTONS = {
    "confirm": "player",
    "next": "player",
    "dismiss": "player",
    "undo": "player",
    "keep": "player",
    "pause": "player",
    "resume": "player",
    "correct": "player",
    "declare": "player",
    "end": "host",
    "hands_free": "host",
    "by_hand": "host",
    "new": "host",
}


@pytest.fixture
def shown_photo(host, photo):
    """Score the photograph and give the address of its page once it is read."""
    fields = {"game": "carcassonne", "prints": "My box", "photo": (BytesIO(photo), "table.jpg")}
    address = host.post("/photos", data={"form_token": token_of(host), **fields}).location
    while host.get(f"/api{address}").json["state"] != "read":
        time.sleep(0.02)
    return address


def routes(app, *, changing):
    """Give each address with something in its gaps, and from which role on it answers."""
    for rule in app.url_map.iter_rules():
        if bool(set(rule.methods) - set(SAFE_METHODS)) == changing:
            yield re.sub("<[^>]*>", "1", rule.rule), getattr(app.view_functions[rule.endpoint], "needs", None)


def token_of(phone):
    """Give the token that the phone's forms carry."""
    phone.get("/join")
    return phone.get_cookie(FORM_COOKIE).value


def press(phone, address, **fields):
    """Press a button of the host's page."""
    answer = phone.post(address, data={"form_token": token_of(phone), **fields}, headers=PAGE)
    assert (answer.status_code, answer.location) == (303, "/host")


def tap(phone, button, desk, **more):
    return phone.post(f"/api/{button}", json={"version": desk.now.version, **more})


# --- every address ---------------------------------------------------------------------------------


def test_every_address_that_changes_something_says_who_may(table_app):
    silent = [address for address, needed in routes(table_app, changing=True) if needed not in ROLES]
    assert silent == []


@pytest.mark.parametrize("role", ["spectator", "player", "host"])
def test_a_role_reaches_the_addresses_that_are_for_it_and_no_others(table_app, phones, role):
    wrong = []
    for address, needed in routes(table_app, changing=True):
        if needed == "stranger":
            continue  # the doors; what comes of them is told below
        status = phones[role].post(address, json={}).status_code
        may = ROLES.index(role) >= ROLES.index(needed)
        if status >= 500 or (status == 403) == may:
            wrong.append((address, needed, status))
    assert wrong == []


@pytest.mark.parametrize(("button", "needed"), BUTTONS.items())
def test_players_play_and_the_host_looks_after_the_table(table_app, button, needed):
    address = f"/api/{button}"
    assert dict(routes(table_app, changing=True))[address] == needed


def test_a_spectator_who_taps_is_told_how_to_join(spectator, desk):
    answer = tap(spectator, "confirm", desk)
    assert answer.status_code == 403
    assert "Join the table first" in answer.json["error"]
    assert desk.taps == []


def test_a_player_who_wants_to_end_is_asked_for_the_pin(player, desk):
    token = token_of(player)
    fields = {"form_token": token, "version": desk.now.version}
    answer = player.post("/api/end", data=fields, headers=PAGE)
    assert answer.status_code == 403
    assert "Only the host can do that." in answer.text
    assert 'name="pin"' in answer.text
    assert desk.taps == []


def test_the_page_shows_nobody_a_button_that_is_not_theirs(phones):
    shown = {
        role: set(re.findall(r'action="/api/([a-z_]+)"', phone.get("/").text))
        for role, phone in phones.items()
    }
    assert shown["spectator"] == set()
    assert {"confirm", "undo", "pause"} <= shown["player"]
    assert not shown["player"] & {"end", "hands_free"}
    assert {"confirm", "end", "hands_free"} <= shown["host"]


def test_no_page_holds_a_form_that_is_not_its_readers(table_app, phones, shown_photo):
    needed_by, seen = dict(routes(table_app, changing=True)), {role: set() for role in phones}
    for role, phone in some(phones.items()):
        for address, _ in routes(table_app, changing=False):
            if address not in STREAMS:
                page = phone.get(address.replace("/photos/1", shown_photo)).data.decode(errors="replace")
                forms = re.findall(r'<form[^>]* action="([^"?]+)"', page.replace("My%20box", "1"))
                seen[role] |= {form.replace(shown_photo, "/photos/1") for form in forms}
        too_much = {form for form in seen[role] if ROLES.index(needed_by[form]) > ROLES.index(role)}
        assert too_much == set()
    assert "/photos/1/settings" in seen["player"] - seen["spectator"]
    assert {"/photos/1/remove", "/prints/sets/1/remove", "/prints/add", "/host/pin"} <= seen["host"] - seen[
        "player"
    ]


def test_the_host_alone_takes_a_print_set_away(phones):
    found = {role: phone.get("/prints/sets/My box/export").status_code for role, phone in phones.items()}
    assert found == {"spectator": 403, "player": 403, "host": 200}
    shown = {role for role, phone in phones.items() if "/prints/sets/" in phone.get("/prints").text}
    assert shown == {"host"}


# --- the doors -------------------------------------------------------------------------------------


def test_scanning_shows_a_page_with_the_code_and_changes_nothing(spectator, keys):
    page = spectator.get(f"/join?code={keys.code}")
    assert f'value="{keys.code}"' in page.text
    assert spectator.get_cookie(COOKIE) is None
    assert 'action="/api/confirm"' not in spectator.get("/").text


def test_the_scanned_page_joins_with_one_tap_on_the_seat(spectator, keys, desk):
    page = spectator.get(f"/join?code={keys.code}")
    assert "Ann" in page.text
    answer = spectator.post(
        "/join", data={"form_token": token_of(spectator), "code": keys.code, "colour": "red"}, headers=PAGE
    )
    assert (answer.status_code, answer.location) == (303, "/")
    assert tap(spectator, "confirm", desk).status_code == 200
    assert desk.by == ["Ann (phone)"]


def test_whoever_joins_without_a_seat_is_a_phone_and_the_host_is_the_host(spectator, host, keys, desk):
    spectator.post("/api/join", json={"code": keys.code})
    tap(spectator, "next", desk)
    tap(host, "next", desk)
    assert desk.by == ["a phone", "the host"]


def test_a_player_takes_another_seat_without_the_code(player, desk):
    assert player.post("/api/join", json={"colour": "blue"}).status_code == 200
    tap(player, "next", desk)
    assert desk.by == ["Ben (phone)"]


def test_in_the_next_game_a_phone_is_of_the_same_player_whatever_colour_that_has(player, desk):
    def seated(game, *names):
        seats = [replace(seat, name=name) for seat, name in zip(desk.seats(), names, strict=True)]
        desk.publish(game=game, seats=tuple(seats))
        tap(player, "next", desk)
        return desk.by[-1]

    desk.publish(game="1")
    player.post("/api/join", json={"colour": "red"})
    assert seated("1", "Ann", "Ben") == "Ann (phone)"
    assert seated("1", "Anna", "Ben") == "Anna (phone)", "she is called otherwise now"
    assert seated("2", "Ben", "Ann") == "Ann (phone)"
    assert seated("3", "Dan", "Ben") == "a phone", "Dan has her colour, and not her phone"


def test_whoever_leaves_only_watches(host, desk):
    assert host.post("/api/leave", json={}).json == {"role": "spectator"}
    assert tap(host, "confirm", desk).status_code == 403


def test_the_machine_itself_is_the_host(table_app, desk):
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        client = table_app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        assert tap(client, "hands_free", desk, hands_free=True).status_code == 200
    assert desk.by == ["the host"] * 3


def test_no_header_makes_a_phone_the_machine_itself(spectator, desk):
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"):
        headers = {name: "for=127.0.0.1" if name == "Forwarded" else "127.0.0.1"}
        answer = spectator.post("/api/confirm", json={"version": desk.now.version}, headers=headers)
        assert answer.status_code == 403


def test_a_table_without_keys_obeys_only_its_own_machine(photos, lessons, desk):
    client = create_app(Context(photos, lessons, desk)).test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.31"
    assert client.get("/").status_code == 200
    assert client.post("/api/join", json={"code": ""}).status_code == 403
    assert tap(client, "confirm", desk).status_code == 403


# --- what the host changes -------------------------------------------------------------------------


def test_a_new_code_sends_all_players_out(player, host, desk, keys):
    press(host, "/host/code")
    assert tap(player, "confirm", desk).status_code == 403
    assert tap(host, "confirm", desk).status_code == 200


def test_a_new_pin_sends_all_other_hosts_out(host, phone_at, desk, keys):
    other = phone_at("192.168.1.34")
    other.post("/api/host", json={"pin": keys.pin})
    press(host, "/host/pin")
    assert tap(other, "end", desk).status_code == 403
    assert tap(host, "end", desk).status_code == 200
    assert keys.pin in host.get("/host").text


def test_a_hidden_table_shows_strangers_only_its_doors(table_app, spectator, player, host, desk):
    press(host, "/host/watching", watching="false")
    opened = {"/static/1", "/healthz", "/join", "/host", "/manifest.webmanifest", "/network/welcome"}
    for address, _ in some(routes(table_app, changing=False)):
        if address not in opened:
            answer = spectator.get(address)
            assert answer.status_code == 403, address
            assert b"Ann" not in answer.data
    assert "scan its code" in spectator.get("/").text
    assert 'name="code"' in spectator.get("/").text
    assert spectator.get("/api/table").json == {"error": spectator.get("/api/events").json["error"]}
    assert "Ann" not in spectator.get("/join").text
    assert player.get("/").status_code == 200
    press(host, "/host/watching", watching="true")
    assert spectator.get("/").status_code == 200


def test_a_stranger_joins_a_hidden_table_with_the_code(spectator, keys):
    keys.let_strangers_watch(False)
    answer = spectator.post("/join", data={"form_token": token_of(spectator), "code": keys.code})
    assert answer.status_code == 303
    assert "Ann" in spectator.get("/join").text


def test_a_stranger_who_follows_is_let_go_when_the_table_is_hidden(spectator, player, keys, desk):
    with spectator.get("/api/events") as watched, player.get("/api/events") as played:
        stream, other = watched.iter_encoded(), played.iter_encoded()
        for each in (stream, other):
            assert b"retry" in next(each)
            assert b"tablekeeper.table/1" in next(each)
        keys.let_strangers_watch(False)
        assert list(stream) == []
        desk.publish()
        assert b"tablekeeper.table/1" in next(other)
