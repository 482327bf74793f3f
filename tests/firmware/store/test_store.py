"""The store: what is kept is read back in order, whatever the disk, the power or the file do."""

import json
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.errors import StoreError
from firmware.store.backups import KEEP, back_up, backups
from firmware.store.database import open_games
from firmware.store.history import played_games
from firmware.store.store import open_store, read_store
from scoring import games as rules_of
from scoring.referee.record.events import last_on_the_table
from scoring.referee.store import Event
from tests.firmware.kept_turns import eventually

ROOT = Path(__file__).parents[3]
START = Event("game_started", {"game": "carcassonne", "players": ["Ann", "Ben"]})
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
EVENTS = st.lists(st.builds(Event, st.text(min_size=1), st.dictionaries(st.text(), JSON)), max_size=6)


def turn(number):
    return Event("turn_confirmed", {"move": {"face": "D", "cell": [number, 0], "says": "ä" * 200}})


@pytest.fixture
def played(tmp_path):
    """A data folder with a game of three turns, closed as a program that ends closes it."""
    with open_store(tmp_path) as store:
        game = store.begin(START)
        store.append(game, [turn(number) for number in range(3)])
    return tmp_path


def test_a_new_folder_holds_no_game_and_nothing_is_wrong(tmp_path):
    with open_store(tmp_path) as store:
        assert store.games() == ()
        assert store.says == ""


def test_a_game_is_there_when_the_program_starts_again(played):
    with open_store(played) as store:
        assert store.games() == ("1",)
        assert store.events("1") == (START, turn(0), turn(1), turn(2))


@settings(max_examples=50)
@given(batches=st.lists(EVENTS, max_size=4))
def test_events_come_back_as_they_were_appended_and_in_order(batches, tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    with open_store(folder) as store:
        game = store.begin(START)
        for batch in batches:
            store.append(game, batch)
    with open_store(folder) as store:
        assert store.events(game) == (START, *(event for batch in batches for event in batch))
        assert store.says == ""


def test_games_are_named_oldest_first_and_know_nothing_of_each_other(tmp_path):
    with open_store(tmp_path) as store:
        names = [store.begin(Event("game_started", {"number": number})) for number in range(12)]
        store.append(names[0], [turn(7)])
        assert store.games() == tuple(names)
        assert store.events(names[0])[1:] == (turn(7),)
        assert store.events(names[1]) == (Event("game_started", {"number": 1}),)


def test_a_game_that_is_deleted_leaves_the_others_and_the_newest_backup(tmp_path):
    with open_store(tmp_path) as store:
        first, second = store.begin(START), store.begin(START)
        store.append(first, [turn(1)])
        store.remember(second, {"turns": 0})
        store.back_up()
        store.remove(second)
        assert (store.games(), store.events(second), store.draft(second)) == ((first,), (), None)
        assert store.events(first) == (START, turn(1))
    assert next(backups(tmp_path)).extent.games == 1
    with read_store(tmp_path) as store:
        assert store.games() == (first,)


def test_the_clock_on_the_wall_decides_nothing(tmp_path):
    with open_store(tmp_path, wall_clock=iter(range(1000, 0, -100)).__next__) as store:
        first, second = store.begin(START), store.begin(START)
        store.append(first, [turn(0), turn(1)])
        assert store.games() == (first, second)
        assert [store.begun_s(game) for game in store.games()] == [1000, 900]
        assert store.events(first) == (START, turn(0), turn(1))


def test_events_of_one_append_are_kept_together_or_not_at_all(played):
    with open_store(played) as store:
        with pytest.raises(TypeError):
            store.append("1", [turn(3), Event("turn_confirmed", {"move": object()})])
        assert len(store.events("1")) == 4
        store.append("1", [turn(3)])
        assert len(store.events("1")) == 5


def test_nothing_is_appended_to_a_game_that_never_began(played):
    with open_store(played) as store, pytest.raises(KeyError):
        store.append("2", [turn(0)])


def test_a_game_nobody_played_has_no_events(played):
    with open_store(played) as store:
        assert store.events("nonsense") == ()


def test_the_draft_is_the_last_one_remembered_and_outlives_the_program(played):
    with open_store(played) as store:
        assert store.draft("1") is None
        store.remember("1", {"proposal": 1})
        store.remember("1", {"proposal": 2})
    with open_store(played) as store:
        assert store.draft("1") == {"proposal": 2}


def test_a_turn_and_what_is_proposed_after_it_are_kept_together_or_not_at_all(played):
    with open_store(played) as store:
        store.append("1", [turn(3)], {"proposal": 4})
        with pytest.raises(TypeError):
            store.append("1", [turn(4)], {"proposal": object()})
        assert store.draft("1") == {"proposal": 4}
        assert len(store.events("1")) == 5
        store.append("1", [turn(4)])
        assert store.draft("1") == {"proposal": 4}


def test_what_is_committed_is_on_the_disk(played):
    with closing(open_games(played / "games.sqlite", write=True)) as games:
        assert games.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert games.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_pages_read_whole_turns_while_another_thread_keeps_them(tmp_path):
    with open_store(tmp_path) as store:
        game = store.begin(START)
        counts = []

        def read():
            while len(counts) < 200:
                counts.append(len(store.events(game)))

        reader = threading.Thread(target=read)
        reader.start()
        for number in range(100):
            store.append(game, [turn(number), turn(number)])
        reader.join()
        assert counts == sorted(counts)
        assert all(count % 2 for count in counts)  # the first event, then two a turn
        assert len(store.events(game)) == 201


def test_another_process_reads_while_the_game_goes_on(played):
    with open_store(played) as store, read_store(played) as reader:
        store.append("1", [turn(3)])
        assert reader.events("1") == store.events("1")
        with pytest.raises(StoreError, match="can only be read"):
            reader.append("1", [turn(4)])


def test_there_is_nothing_to_read_before_the_first_game(tmp_path):
    with pytest.raises(StoreError, match="No game has been played"):
        read_store(tmp_path)


def extents(data):
    """Give how many games each backup holds, newest first."""
    return [backup.extent.games for backup in backups(data)]


def test_a_turn_is_kept_while_a_backup_is_made(tmp_path, monkeypatch):
    making, go_on = threading.Event(), threading.Event()

    def make_slowly(games, data):
        making.set()
        assert go_on.wait(10)
        back_up(games, data)

    with open_store(tmp_path) as store:
        game = store.begin(START)
        monkeypatch.setattr("firmware.store.store.back_up", make_slowly)
        store.append(game, [turn(0), Event("game_ended", {})])
        assert making.wait(10)
        store.append(store.begin(START), [turn(1)])
        assert len(store.events("2")) == 2
        go_on.set()
    assert extents(tmp_path)[:1] == [2]


def test_a_draft_is_not_synced_and_the_turn_after_it_is(played):
    with open_store(played) as store:
        store.remember("1", {"proposal": 1})
        assert store._games.execute("PRAGMA synchronous").fetchone() == (1,)  # NORMAL
        store.append("1", [turn(3)])
        assert store._games.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_every_ended_game_is_backed_up_and_only_the_last_backups_stay(tmp_path):
    with open_store(tmp_path) as store:
        for number in range(KEEP + 3):
            store.append(store.begin(START), [Event("game_ended", {})])
            newest = tmp_path / "backups" / f"games-{number + 1:04}.sqlite"
            eventually(newest.exists)
    assert extents(tmp_path) == list(range(KEEP + 3, 3, -1))


@pytest.mark.parametrize("clock", [lambda: 0.0, iter(range(10_000, 0, -1)).__next__], ids=["1970", "back"])
def test_games_keep_their_order_whatever_the_clock_says(tmp_path, clock):
    with open_store(tmp_path, clock) as store:
        for number in range(12):
            store.append(store.begin(START), [turn(number), Event("game_ended", {})])
        names = tuple(str(number) for number in range(1, 13))
        assert store.games() == tuple(store.starts()) == tuple(store.marks()) == names
        assert [store.events(game)[1] for game in names] == [turn(number) for number in range(12)]
    with open_store(tmp_path, clock) as store:
        assert store.begin(START) == "13"
        assert [game.game for game in played_games(store, rules_of.load)][:2] == ["13", "12"]
        assert last_on_the_table(store) == "13"


def test_starting_again_without_a_new_turn_makes_no_new_backup(played):
    for _ in range(3):
        open_store(played).close()
    assert len(list(backups(played))) == 1


def test_no_confirmed_event_is_lost_to_a_kill():
    words = [sys.executable, "-m", "tests.firmware.kill_store", "60"]
    ended = subprocess.run(words, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    told = json.loads(ended.stdout)
    assert told["wrong"] == []
    assert told["while_keeping"] >= 10
