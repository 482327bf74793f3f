"""What version 0.27 has kept opens in this one, with the same moves and sums."""

import json
import shutil
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware.access_keys import open_keys
from firmware.data_folder import clear_places
from firmware.desks.games import StoredGames
from firmware.desks.photos import PhotoFolder
from firmware.desks.prints import LessonFolder
from firmware.recording.session import read_session, recorded
from firmware.store.history import played_turn
from firmware.store.players import StoredPlayers
from firmware.store.quarantine import Aside
from firmware.store.store import open_store
from scoring.games import load
from tests.running import running
from vision import games as readers_of

OLD = Path(__file__).parents[2] / "old" / "0.27"
KEPT = json.loads((OLD / "expected.json").read_text())
DOCUMENTS = sorted(OLD.glob("*_*.json"))


@pytest.fixture
def data(tmp_path):
    """A data folder as it was left, with the games in it."""
    return shutil.copytree(OLD / "data", tmp_path / "data")


@pytest.fixture
def aside(data):
    return Aside(data)


@pytest.fixture
def store(data):
    with open_store(data) as store:
        yield store


@pytest.fixture
def worker():
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
def lessons(data, worker, aside):
    return LessonFolder(data, worker, aside=aside)


def test_every_game_in_an_old_store_is_there_with_its_moves_and_points(store, data):
    games = StoredGames(store, load, data / "recordings", str)
    assert [*KEPT] == [*store.games()]
    for game, was in KEPT.items():
        record = games.record(game)
        assert record.about.rules == was["game"]
        assert (len(record.turns), record.about.ended) == (was["moves"], was["ended"])
        assert record.standing_after(was["moves"]) == was["points"]
        assert [str(line.points) for line in record.final] == was["lines"]


def test_an_old_game_goes_on_where_it_stood(store):
    for game, was in KEPT.items():
        turn, rules = played_turn(store, game, load)
        assert turn.stage == ("ended" if was["ended"] else "waiting")
        assert dict(rules.points(turn.state)) == was["points"]
        assert any(done.how == "declared" and done.by for done in turn.done)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_an_old_document_replays_to_the_same_points_and_is_written_the_same(file):
    document = json.loads(file.read_text())
    rules = load(document["game"])
    sheet = rules.replay(document)
    was = next(
        each
        for each in KEPT.values()
        if (each["game"], each["ended"]) == (document["game"], document["ended"])
    )
    assert sheet["after"][-1]["points"] == was["points"]
    moves = [rules.load_move(move) for move in document["moves"]]
    again = rules.dump_game(rules.load_setup(document), moves, ended=document["ended"])
    assert json.loads(json.dumps(again)) == document


def test_an_old_data_folder_is_shown_by_the_program_and_nothing_in_it_is_set_aside(data):
    words = ["firmware", "play", "--port", "0", "--host", "127.0.0.1", "--data", data]
    with running(words) as (_, address), urllib.request.urlopen(f"{address}/games") as page:
        assert "Änne" in page.read().decode()
    assert not (data / "set-aside").exists()


def test_the_keys_of_old_open_the_table(data, aside):
    clear_places(data, aside)
    was = json.loads((OLD / "data" / "keys.json").read_text())
    keys = open_keys(data, aside=aside)
    assert (keys.fits_code(was["code"]), keys.pin, keys.strangers_watch) == (True, "", False)
    assert (json.loads((data / "keys.json").read_text()), aside.said) == (was, [])


def test_players_are_called_as_they_were_last(store):
    profiles = {each.name: (each.others, each.games) for each in StoredPlayers(store).players()}
    assert profiles == {"Änne": (("Ann",), 4), "Ben": ((), 4)}


@pytest.mark.parametrize(
    ("game", "name", "faces"), [("carcassonne", "Painted box", 6), ("cornwall", "Painted land", 3)]
)
def test_an_old_print_set_is_known_and_read_with(lessons, game, name, faces):
    (known,) = lessons.print_sets(game)
    assert (known.name, known.says) == (name, f"{faces} faces from {faces} pictures")
    described = readers_of.load(game).describe(lessons.find_prints(name))
    assert (len(described), {*described.values()}) == (faces, {1})


def test_pictures_of_old_that_are_being_labelled_are_still(lessons, aside):
    (lesson,) = lessons.lessons()
    assert (lesson.game, lesson.name, lesson.state) == ("carcassonne", "Second box", "labelling")
    assert [label and (label.face, label.turns) for label in lesson.labels] == [("A", 2), ("B", 0), None]
    assert lessons.picture(lesson.id, 2).startswith(b"\xff\xd8")
    assert aside.said == []


def test_an_old_photograph_is_there_as_it_was_set_right(lessons, data, worker, aside):
    photos = PhotoFolder(data / "photos", lessons.find_prints, worker, aside=aside)
    (ticket,) = photos.tickets()
    table = photos.table(ticket.id)
    assert (ticket.state, ticket.prints) == ("read", "Painted box")
    assert (table.version, table.rules) == (1, "leaflet-001")
    assert [(seat.colour, seat.name, seat.track) for seat in table.seats] == [
        ("red", "Ann", 12),
        ("blue", "Ben", 7),
    ]
    assert len(load("carcassonne").load_board(table.board).tiles) == 5
    assert photos.photo(ticket.id).startswith(b"\xff\xd8")
    assert aside.said == []


@pytest.mark.parametrize(
    ("folder", "game", "shows", "frames"),
    [("0001", "carcassonne", "views", 10), ("0002", "cornwall", "frames", 3)],
)
def test_an_old_recording_is_read_with_what_was_played(data, aside, folder, game, shows, frames):
    session = read_session(data / "recordings" / folder)
    assert (session.about.game, session.about.shows, len(session.frames)) == (game, shows, frames)
    assert session == recorded(data / "recordings" / folder, aside)
    assert len(session.truth["moves"]) == frames - 1
    assert session.about.setup == load(game).load_setup(session.truth)
    assert aside.said == []


def test_old_recordings_show_the_table_after_each_turn(store, data, aside):
    games = StoredGames(store, load, data / "recordings", str, aside=aside)
    assert [games.has_photo("2", turns) for turns in (1, 9)] == [True, True]
    assert games.has_photo("4", 2)
    assert games.photo("2", 9).startswith(b"\xff\xd8")
    assert not games.has_photo("1", 5), "of that game there is no recording"
