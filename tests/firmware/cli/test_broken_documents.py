"""Whatever is wrong with a document that somebody gives, it is said as people speak and breaks nothing."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.errors import InputError
from firmware.labels import read_labels
from firmware.recording.session import read_session
from firmware.store.history import look_up
from scoring import games
from scoring.errors import ScoringError
from scoring.referee.store import Event
from tests.some import some

GAMES = Path(__file__).parents[2] / "games"
JARGON = re.compile(
    r"\$|`|\[\.\.\.\]|msgspec|\b(int|str|float|bool|array|null|none|codec|object|dict|list index|bytes?)\b",
    re.IGNORECASE,
)
QUOTED = re.compile(r"'[^']*'")
SPOILS = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from(
        [-1, 0, 1.5, 10**18, 10**400, -(10**400), float("inf"), float("nan"), "", "x", "9" * 5000]
    )
    | st.text("xyz0-\n\u0661", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xy", max_size=2), inner, max_size=2),
    max_leaves=6,
)
SEARCH = settings(
    max_examples=120,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def game_document(name):
    files = sorted((GAMES / name).glob("*.json"))
    found = json.loads(some(files)[0].read_text())
    return found.get("document", found)


def board_document(name):
    board = {"format": "tablekeeper.board/1", "game": name, "doubts": [], "image_size_px": [40, 30]}
    if name == "carcassonne":
        tile = {"cell": [0, 0], "face": "D", "turns": 0, "quad_px": [[0, 0], [9, 0], [9, 9], [0, 9]]}
        figure = {"cell": [0, 0], "colour": "red", "feature": "road", "sides": ["E"], "at_px": [1, 2]}
        board |= {"tiles": [tile], "meeples": [figure]}
    elif name == "tuscany":
        field = {"cell": [0, 0], "colour": "beige", "alternatives": [{"name": "grey", "confidence": 0.3}]}
        board |= {"regions": [{"player": "red"}], "fields": [field], "phase": 2}
        board |= {"covers": [{"cell": [0, 0], "face": "carriage"}], "display": [{"number": 1, "face": ""}]}
        board |= {"store": [{"number": 0, "face": "quarry", "region": 0}]}
        board |= {"counts": [{"what": "green", "player": "red", "count": 14}]}
    elif name == "smuggler":
        board |= {"pieces": [{"kind": "marker", "place": "newlyn", "player": "red", "rival": "pink"}]}
        board["pieces"] += [{"kind": "ship", "place": "lands_end", "player": "red"}]
        board["pieces"] += [{"kind": "officer", "place": "st_ives"}, {"kind": "officer", "place": "track:3"}]
        board |= {"goods": [{"squares": 3, "place": "merchant_north"}, {"squares": 2, "place": "newlyn"}]}
        board |= {"wheel": {"number": 1}, "turn": {"first": "red"}, "beside": [{"player": "red"}]}
        board["doubts"] = [{"kind": "hidden", "says": "No marker.", "spot": "track"}]
    else:
        board |= {"fields": [{"cell": [0, 0], "terrain": "forest", "tile": 1}], "coins": [[1, 2]]}
        board["figures"] = [{"cell": [0, 0], "colour": "red", "kind": "tall"}]
    games.load(name).load_board(board)
    return board


def places(value, path=()):
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def without(value, path):
    if len(path) == 1 and isinstance(value, dict):
        return {key: entry for key, entry in value.items() if key != path[0]}
    if len(path) <= 1:
        return []
    return replaced(value, path[:1], without(value[path[0]], path[1:]))


def spoiled(document, data):
    where = data.draw(st.sampled_from(list(places(document))))
    return (
        without(document, where) if data.draw(st.booleans()) else replaced(document, where, data.draw(SPOILS))
    )


def check_is_plain(says):
    assert says.endswith(".")
    assert len(says) < 400
    assert not JARGON.search(QUOTED.sub("", says)), says


@pytest.mark.parametrize("name", games.names())
@SEARCH
@given(data=st.data())
def test_a_spoiled_game_is_played_or_refused_as_people_speak(name, data):
    document, rules = spoiled(game_document(name), data), games.load(name)
    for given_as in (document, json.dumps(document), ("\ufeff" + json.dumps(document)).encode()):
        if given_as is document and not isinstance(document, dict):
            continue
        try:
            sheet = rules.replay(given_as)
        except ScoringError as error:
            check_is_plain(str(error))
        else:
            assert sheet["format"] == "tablekeeper.sheet/1"


@pytest.mark.parametrize("name", [name for name in games.names() if hasattr(games.load(name), "load_board")])
@SEARCH
@given(data=st.data())
def test_a_spoiled_board_is_scored_or_refused_as_people_speak(name, data):
    document, rules = spoiled(board_document(name), data), games.load(name)
    if isinstance(document, dict):
        try:
            board = rules.load_board(document)
        except ScoringError as error:
            check_is_plain(str(error))
        else:
            assert rules.picture_board(board).box_mm
            assert "" not in rules.list_board(board)


@SEARCH
@given(data=st.data())
def test_a_spoiled_session_is_read_or_refused_as_people_speak(data, tmp_path):
    about = {
        "game": "carcassonne",
        "rules": "leaflet-001",
        "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
        "size_px": [64, 48],
        "shows": "frames",
    }
    (tmp_path / "session.json").write_text(json.dumps(spoiled(about, data)))
    at_s = data.draw(st.sampled_from(["0", "1e400", "nan", "soon", "9" * 5000]))
    (tmp_path / "frames.csv").write_text(f"file,at_s\n000000.jpg,{at_s}\n")
    try:
        session = read_session(tmp_path)
    except InputError as error:
        check_is_plain(str(error).replace(str(tmp_path), ""))
    else:
        assert abs(session.frames[0].at_s) <= 2**53


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("turns", ["one", "", "-1", "1.5", "9" * 5000, "\u0661\u0662", "1e400", "77"])
def test_a_spoiled_list_of_labels_is_refused_as_people_speak(turns, encoding, tmp_path):
    (tmp_path / "labels.csv").write_bytes(f"file,face,turns\ntäg.jpg,D,{turns}\n".encode(encoding, "replace"))
    with pytest.raises(InputError) as caught:
        read_labels(tmp_path / "labels.csv", tmp_path, games.load("carcassonne"))
    check_is_plain(re.sub(r"'9+\S*'", "''", str(caught.value).replace(str(tmp_path), "")))


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (
            {"player": "red", "face": "C", "cell": [0, 1], "discard": "C"},
            "lays a tile or discards one, not both",
        ),
        (
            {"player": "green", "face": "C", "cell": [0, 1]},
            "Nobody in this game plays green; playing are red and",
        ),
        (
            {"player": "red", "face": "C", "cell": [0, 1000]},
            "move 1, cell, entry 2 must be a whole number of at",
        ),
        ({"player": "red", "face": "C"}, "Move 1: A move needs a face and a cell"),
    ],
)
def test_what_is_wrong_with_a_move_is_named_and_counted_from_one(move, says):
    players = [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
    with pytest.raises(ScoringError, match=says):
        games.load("carcassonne").replay({"rules": "leaflet-001", "players": players, "moves": [move]})


@pytest.mark.parametrize("count", [-1, 1000, 10**18, 10**309, 1.5, True, "9" * 5000])
def test_nobody_has_more_coins_than_a_table_has_room_for(count):
    with pytest.raises(ScoringError) as caught:
        games.load("cornwall").load_move({"player": "red", "coins": {"red": count}})
    check_is_plain(str(caught.value))
    assert "coins" in str(caught.value)


class OneGame:
    """A store with one game in it."""

    def __init__(self, events):
        self._events = events

    def games(self):
        return ("1",)

    def begun_s(self, game):
        return 1_750_000_000.0

    def noted(self, game):
        return {}

    def events(self, game):
        return self._events


@pytest.mark.parametrize("name", games.names())
@SEARCH
@given(data=st.data())
def test_a_kept_game_with_anything_in_it_is_put_together_or_set_aside_in_a_sentence(name, data):
    document = game_document(name)
    setup = {**document, "moves": []}
    told = [["game_started", {"game": name, "prints": "", "hands_free": False, "setup": setup}]]
    told += [
        ["turn_confirmed", {"move": move, "how": "seen", "confidence": 1.0, "forced": False}]
        for move in document["moves"]
    ]
    told += [
        ["turn_revised", {"back": 1, "move": document["moves"][-1], "forced": True}],
        ["turn_undone", {}],
    ]
    broken = spoiled(told, data)
    events = []
    with suppress(TypeError, ValueError):
        events = [Event(str(kind), body) for kind, body in broken]
    if not events:
        return
    played = look_up(OneGame(events), "1", games.load)
    if played.says:
        check_is_plain(played.says)
    else:
        assert [seat.name for seat in played.players]
