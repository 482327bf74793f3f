"""What one player alone may know reaches no other phone, log or export: two tables differ in that alone."""

import io
import json
import logging
import re
import zipfile
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from firmware.access_keys import open_keys
from firmware.build import Staged, camera_checks, live_table, real_parts, stored_games
from firmware.cameras.absent import NoCamera
from firmware.desks.diagnostics import Diagnostics
from firmware.desks.support import remembered_log
from firmware.store.players import StoredPlayers
from firmware.store.store import open_store
from scoring import games as rules_of
from scoring.game import PlayerSeat, Setup
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.engine.moves import ToldHand
from scoring.games.tuscany.land.box import sample_box
from scoring.referee.contracts.table import NewGame
from tests.some import some
from tests.webui.conftest import Phone, serve
from webui.app import create_app
from webui.context import Context

PACKAGES = (*rules_of.HERE, "tests.games.further")
SEATS = (("Ann", "red"), ("Ben", "blue"), ("Cleo", "green"))
SETUP = Setup("rulebook-002", tuple(PlayerSeat(*seat) for seat in SEATS), {"hands": "followed"})
TURNS = 40
"""So many moves of a game by chance are played at a table whose hands are told."""


class Secretive(NamedTuple):
    """A game in which players hide something, and two games of it that differ in what Ann alone knows.

    Attributes:
        moves: Gives the moves of a game, for one of the secrets; "undo" takes the last one back.
        asks: Addresses of what can be looked up in it.
    """

    rules: str
    options: dict[str, str]
    secrets: tuple[Any, Any]
    moves: Callable[[Any], list[Any]]
    asks: tuple[str, ...]


def harbour_moves(secret):
    """Give some turns, of which nobody but Ann knows all; one of them is taken back and played again."""
    named, drawn = secret
    return [
        {"player": "red", **named},
        {"player": "red", "cast": 4},
        {"player": "red", **drawn},
        "undo",
        {"player": "red", **drawn},
        {"player": "blue", "cast": 6},
        {"player": "blue", "face": "spice", "cell": [0, 0]},
        {"player": "green", "cast": 6},
        {"player": "green", "draw": ""},
        {"player": "red", "cast": 5},
        {"player": "red", "face": "pearl", "cell": [1, 0]},
        {"player": "blue", "cast": 2},
    ]


def tuscany_moves(secret):
    """Give a game by chance in which Ann tells again and again how many cards she holds."""
    rules = rules_of.load("tuscany")
    game, _ = random_game(SETUP, Random(5), sample_box())
    moves = [rules.dump_move(move) for move in game.moves if not isinstance(move, ToldHand)][:TURNS]
    told = {"player": "red", "hand": secret}
    return [*moves[:20], told, "undo", told, *moves[20:], told]


GAMES = {
    "harbour": Secretive(
        "made-up",
        {},
        (
            ({"cards": ["amber", "pearl"]}, {"draw": "whale", "coins": 3}),
            ({"cards": ["whale", "spice"]}, {"draw": "amber", "coins": 0}),
        ),
        harbour_moves,
        ("/?hand=pearl", "/enter?hand=whale", "/api/entry?hand=amber", "/api/places?face=amber"),
    ),
    "tuscany": Secretive(
        "rulebook-002",
        {"hands": "followed"},
        (17, 4),
        tuscany_moves,
        ("/?hand=quarry", "/api/entry?hand=village", "/api/places?face=city", "/?board=red", "/?board="),
    ),
}
FORMS = ("json", "csv", "bgstats", "png")
STREAMS = ("/api/events", "/news")
TIMED = "/diagnostics"
"""It shows how long everything has taken; what else it tells is in the support bundle."""


def play(table, moves):
    """Play some moves, all of them entered on Ann's phone."""
    for move in some(moves):
        version = table.snapshot().version
        if move == "undo":
            table.press("undo", version, by="Ann (phone)")
        else:
            table.declare(move, version, by="Ann (phone)")


def addresses(app, game, asks):
    """Give every address of the pages that can be asked for, with those of the game and of its turns."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods]
    yield from (rule.rule for rule in rules if not rule.arguments and rule.rule not in (*STREAMS, TIMED))
    yield from (f"/games/{game}{end}" for end in ("", "/replay", "/replay?step=3", "/sheet"))
    yield from (f"/api/games/{game}", f"/games/{game}/3.jpg")
    yield from (f"/games/{game}/export/{form}" for form in FORMS)
    yield from (f"/turns/{number}" for number in range(1, 11))
    yield from ("/?look=box", "/?look=regions", "/?hand=", "/api/left", "/?board=blue", *asks)


def plain(data):
    """Give what was sent without what differs between any two tables: times, versions, tokens, ids."""
    text = data.decode("utf-8", "replace")
    text = re.sub(r" · \d+ min\b|,?\s*\"duration(_s|Min)\":\s*\d+", "", text)
    return re.sub(r"[\w-]{20,}|\d{5,}|\d+\.\d+|\d+:\d\d(:\d\d)?", "0", text)


def unpacked(data):
    """Give the files of a support bundle, without how long everything has taken."""
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    diagnosis = json.loads(files["diagnosis.json"])
    files["diagnosis.json"] = json.dumps({**diagnosis, "stages": []}).encode()
    return {name: plain(data) for name, data in files.items()}


def refusals(client):
    """Have a phone try out to set each turn right as it was seen, and to play out of turn."""
    turns = client.get("/api/turns").json
    for turn in some(turns["turns"]):
        tried = {"back": turn["back"], "move": turn["move"], "version": turns["version"], "check": True}
        yield f"revise {turn['back']}", client.post("/api/revise", json=tried)
    for player in ("red", "green"):
        wrong = {
            "version": turns["version"],
            "move": {"player": player, "actions": [{"draw": 99}], "draw": ""},
        }
        yield f"declare {player}", client.post("/api/declare", json=wrong)


def hear(client, app, game, asks):
    """Have a phone ask for everything, and give what it was sent."""
    heard = {what: (answer.status_code, plain(answer.data)) for what, answer in refusals(client)}
    for address in addresses(app, game, asks):
        answer = client.get(address)
        heard[address.replace(game, "…")] = answer.status_code, plain(answer.data)
    for address in STREAMS:
        answer = client.get(address)
        parts = iter(answer.response)
        heard[address] = (
            [plain(next(parts)) for _ in range(2)] if answer.status_code == 200 else answer.status_code
        )
        answer.close()
    return heard


@contextmanager
def table_of(name, folder, keys, photos, lessons):
    """Seat three players at a new table; give it with its pages and what a support bundle is made by."""
    parts = real_parts()._replace(
        games=partial(rules_of.names, PACKAGES), rules=partial(rules_of.load, packages=PACKAGES)
    )
    folder.mkdir()
    store = open_store(folder)
    staged = Staged(NoCamera(), folder, store, lambda name: None, None)
    with remembered_log() as logged, live_table(staged, None, parts, lambda says: None) as table:
        table.start(NewGame(name, GAMES[name].rules, "", SEATS, GAMES[name].options, by_hand=True))
        diagnostics = Diagnostics(table.gauges, table, folder, lambda: logged)
        pages = Context(
            photos,
            lessons,
            table,
            games={name: parts.rules(name) for name in parts.games()},
            history=stored_games(staged, parts, table),
            camera=camera_checks(table),
            players=StoredPlayers(store, table.read_anew),
            keys=keys,
            diagnostics=diagnostics,
        )
        yield table, create_app(pages), diagnostics, logged


@pytest.fixture
def listened(tmp_path, photos, lessons, caplog):
    """Plays at a table with a secret, and gives what each phone heard, the log and the support bundle."""
    caplog.set_level(logging.DEBUG)
    keys = open_keys(tmp_path)  # both tables have these

    def listen(number, name="harbour"):
        secretive = GAMES[name]
        caplog.clear()
        with table_of(name, tmp_path / str(number), keys, photos, lessons) as (
            table,
            app,
            diagnostics,
            logged,
        ):
            play(table, secretive.moves(secretive.secrets[number]))
            heard = {
                who: hear(phone, app, table.snapshot().game, secretive.asks)
                for who, phone in phones(app, keys).items()
            }
            heard["bundle"] = unpacked(diagnostics.bundle(with_pictures=False))
            heard["log"] = plain("\n".join([*caplog.messages, *logged]).encode())
            return heard

    return listen


def overhear(app):
    """Have the pages answer phones of the home network; keep what each, by its name, is sent from where."""
    heard: dict[str, dict[str, bytes]] = {}
    answer = app.wsgi_app

    def keep(environ, start):
        sent, where = heard.setdefault(environ["HTTP_X_PHONE"], {}), environ["PATH_INFO"]
        unpacked = {"HTTP_ACCEPT_ENCODING": "identity", "REMOTE_ADDR": "192.168.1.7"}
        parts = answer({**environ, **unpacked}, start)
        try:
            for part in parts:
                sent[where] = sent.get(where, b"") + part
                yield part
        finally:
            parts.close()

    app.wsgi_app = keep
    return heard


@pytest.fixture
def overheard(browser, tmp_path, photos, lessons):
    """Has Ann tell by taps how many cards she holds, and gives what her phone and the others' were sent."""
    keys = open_keys(tmp_path)

    def join(phone, name):
        phone.page.goto(f"/join?code={keys.code}")
        phone.page.get_by_role("button", name=name).click()
        phone.page.wait_for_url("**/")

    def listen(hand):
        moves = tuscany_moves(hand)
        with table_of("tuscany", tmp_path / str(hand), keys, photos, lessons) as (table, app, *_):
            play(table, moves[:20])
            heard = overhear(app)
            with serve(app) as url:
                names = ("Ann", "Ben", "nobody")
                ann, ben, nobody = all_three = [
                    Phone(browser, url, extra_http_headers={"X-Phone": name}) for name in names
                ]
                join(ann, "Ann")
                join(ben, "Ben")
                nobody.page.goto("/")
                before = table.snapshot().version
                own = ann.page.locator("form:has([data-key=own-told-red])")
                own.get_by_role("spinbutton").fill(str(hand))
                own.get_by_role("button").click()
                table.wait(before, 10)
                for move in (None, *moves[23:26]):
                    if move:
                        play(table, [move])
                    for phone in all_three:
                        phone.page.wait_for_selector(f'main[data-version="{table.snapshot().version}"]')
                for phone in all_three:
                    phone.look()
                    phone.context.close()
        return {who: {where: plain(all_of) for where, all_of in sent.items()} for who, sent in heard.items()}

    return listen


def difference(one, other):
    """Show where two things that were heard begin to differ; empty where they do not."""
    one, other = str(one), str(other)
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return "" if one == other else f"{one[at - 60 : at + 60]} | {other[at - 60 : at + 60]}"


def phones(app, keys):
    """Give a phone to each player, one to somebody who watches, and one to the host."""
    found = {}
    for who, colour in (("Ann", "red"), ("Ben", "blue"), ("Cleo", "green"), ("somebody", ""), ("host", "")):
        found[who] = phone = app.test_client()
        phone.environ_base["REMOTE_ADDR"] = "127.0.0.1" if who == "host" else "192.168.1.7"
        if colour:
            joined = phone.post("/api/join", json={"code": keys.code, "colour": colour})
            assert joined.status_code < 300
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_one_player_alone_knows_reaches_nobody_else(listened, name):
    one, other = (listened(number, name) for number in range(2))
    assert one.keys() == other.keys()
    for who in some(one.keys() - {"Ann", "log"}):
        assert len(one[who]) > 2
        for what, heard in one[who].items():
            assert difference(heard, other[who][what]) == "", (who, what)
    assert one["log"] == other["log"]
    assert one["Ann"] != other["Ann"]


def test_whoever_hides_something_sees_it_on_their_own_phone(listened):
    heard = listened(0)
    left = {who: json.loads(heard[who]["/api/left"][1])["figures"] for who in ("Ann", "Ben", "somebody")}
    hers = {(each["kind"], each["left"]) for each in left["Ann"] if each["player"] == "red"}
    assert hers == {("hand", 2), ("amber", 1), ("whale", 1), ("coins", 4)}
    for who in ("Ben", "somebody"):
        assert [each["kind"] for each in left[who] if each["player"] == "red"] == ["hand"]
    assert "whale" in heard["Ann"]["/"][1]


def test_what_is_told_by_taps_is_sent_to_no_other_phone_as_it_shows_the_game(overheard):
    one, other = (overheard(hand) for hand in GAMES["tuscany"].secrets)
    for who in ("Ben", "nobody"):
        assert {"/", "/news"} < one[who].keys()
        for where, heard in one[who].items():
            assert difference(heard, other[who][where]) == "", (who, where)
    assert one["Ann"] != other["Ann"]


def test_on_the_own_phone_alone_is_told_and_asked_what_nobody_else_may_know(listened):
    heard = listened(0, "tuscany")
    assert "Only on your phone" in heard["Ann"]["/"][1]
    assert "Hand cards: <strong>17" in heard["Ann"]["/"][1]
    for who in ("Ben", "Cleo", "somebody", "host"):
        assert "Hand cards: <strong>17" not in heard[who]["/"][1]
    offered = {who: json.loads(heard[who]["/api/entry"][1])["actions"] for who in ("Ann", "Ben")}
    told = {who: [each["name"] for each in those if "told" in each["name"]] for who, those in offered.items()}
    assert told == {"Ann": ["told-red"], "Ben": ["told-blue"]}


def test_what_lays_nothing_is_offered_on_the_page_and_to_programs(listened):
    heard = listened(0)
    assert "Draw a card" in heard["Ben"]["/"][1]
    offered = json.loads(heard["Ben"]["/api/entry"][1])["actions"]
    assert [(each["name"], each["move"]) for each in offered] == [
        ("draw", {"player": "blue", "draw": ""}),
        ("lay", None),
        ("name-blue", None),
    ]
