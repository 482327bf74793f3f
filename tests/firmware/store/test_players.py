"""Players are called otherwise, merged and hidden; no game changes by it, and it can all be taken back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.store.names import names_in
from firmware.store.players import PLAYERS, PlayerBook, StoredPlayers
from firmware.store.store import open_store
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.referee.contracts.refusals import NotHereError, RefusedError
from scoring.referee.record.events import game_started
from scoring.setups import name_key
from tests.some import some

RULES = load("carcassonne")
COLOURS = ("red", "blue", "green")


def begin(store, *names):
    seats = tuple(PlayerSeat(name, colour) for name, colour in zip(names, COLOURS, strict=False))
    return store.begin(game_started(Setup("leaflet-001", seats), RULES, ""))


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path) as store:
        begin(store, "Ann", "Ben")
        begin(store, "ann", "Robert")
        begin(store, "Cleo", "Ben")
        yield store


@pytest.fixture
def told():
    return []


@pytest.fixture
def people(store, told):
    return StoredPlayers(store, lambda: told.append(1))


def names(store, game):
    return [player["name"] for player in store.events(game)[0].body["setup"]["players"]]


def shown(people):
    return {each.name: each.games for each in people.players()}


def test_everybody_is_listed_once_however_their_name_is_written(people):
    assert shown(people) == {"ann": 2, "Ben": 2, "Cleo": 1, "Robert": 1}


def test_a_new_name_shows_in_every_game_and_the_rows_on_disk_stay(people, store, told, tmp_path):
    with open_store(tmp_path) as other:
        rows = list(other._games.rows())
        people.rename("Ann", "Anna")
        assert list(other._games.rows()) == rows
    assert [names(store, game) for game in "123"] == [["Anna", "Ben"], ["Anna", "Robert"], ["Cleo", "Ben"]]
    assert names_in(store) == ("Cleo", "Ben", "Anna", "Robert")
    assert people.known_as("ANN") == "Anna"
    assert told == [1]
    with open_store(tmp_path) as again:
        assert names(again, "1") == ["Anna", "Ben"], "it is kept"
    people.rename("Anna", "ann")
    assert names(store, "1") == ["ann", "Ben"]


def test_a_player_stays_the_same_for_other_programs_whatever_they_are_called(people, store):
    before = store.book.source_of("Ann")
    people.rename("Ann", "Anna")
    people.rename("Anna", "Queen Anna")
    assert store.book.source_of("Queen Anna") == before
    people.merge("Robert", "Cleo")
    assert store.book.source_of("Cleo") == "cleo"
    assert len({store.book.source_of(each.name) for each in people.players()}) == len(people.players())


def test_two_players_become_one_and_two_again(people, store):
    people.merge("Robert", "Ben")
    assert shown(people) == {"ann": 2, "Ben": 3, "Cleo": 1}
    assert names(store, "2") == ["ann", "Ben"]
    assert people.players()[0].others == ("Robert",)
    people.separate("Ben", "robert")
    assert shown(people) == {"ann": 2, "Ben": 2, "Cleo": 1, "Robert": 1}
    with pytest.raises(NotHereError):
        people.separate("Ben", "Robert")


def test_those_who_played_against_each_other_are_two_people(people, store):
    with pytest.raises(RefusedError, match="played against each other"):
        people.merge("Ben", "Cleo")
    people.merge("Robert", "Ben")
    with pytest.raises(RefusedError, match="played against each other"):
        people.merge("Ben", "Ann")
    with pytest.raises(RefusedError):
        people.merge("Ben", "ben")


@pytest.mark.parametrize("to", ["Ben", " BEN", "Robert"])
def test_nobody_is_given_a_name_that_is_somebodys_or_was(people, to):
    people.merge("Robert", "Ben")
    with pytest.raises(RefusedError, match="There is a player Ben already"):
        people.rename("Ann", to)
    with pytest.raises(RefusedError):
        people.rename("Ann", "  ")
    with pytest.raises(NotHereError):
        people.rename("Zo\u00eb", "Zoe")


def test_who_is_hidden_is_offered_no_more_and_stays_in_the_games(people, store, told):
    people.hide("Ben", True)
    assert names_in(store) == ("Cleo", "ann", "Robert")
    assert people.players()[-1].hidden
    assert names(store, "1") == ["Ann", "Ben"]
    people.hide("Ben", False)
    assert "Ben" in names_in(store)
    assert told == []


def test_a_change_that_cannot_be_kept_changes_nothing(people, store, monkeypatch):
    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.store.players.write_whole", full)
    with pytest.raises(RefusedError, match="could not be kept"):
        people.rename("Ann", "Anna")
    assert names(store, "1") == ["Ann", "Ben"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "x/9"}', '{"players": [{"name": 3}]}'])
def test_a_damaged_file_calls_nobody_otherwise_and_loses_no_game(tmp_path, text):
    (tmp_path / PLAYERS).write_text(text)
    with open_store(tmp_path) as store:
        begin(store, "Ann", "Ben")
        assert names(store, "1") == ["Ann", "Ben"]


@given(st.lists(st.tuples(st.sampled_from("rms"), st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_whatever_is_done_each_name_is_one_player_and_no_game_has_one_twice(steps):
    class Games:
        book = PlayerBook()
        games = (("Ann", "Ben"), ("ann", "Robert"), ("Cleo", "Ben"), ("Dora", "Emil"))

        def starts(self):
            seats = [[{"name": n, "colour": c} for n, c in zip(g, COLOURS, strict=False)] for g in self.games]
            return {str(n): self.book.named({"setup": {"players": each}}) for n, each in enumerate(seats)}

    games = Games()
    games.book = PlayerBook()
    people = StoredPlayers(games)
    for what, one, other in steps:
        known = [each.name for each in people.players()]
        name, second = known[one % len(known)], known[other % len(known)]
        try:
            if what == "r":
                people.rename(name, f"{second}{one}")
            elif what == "m":
                people.merge(name, second)
            else:
                people.separate(name, next(iter(people.players()[one % len(known)].others), "x"))
        except (RefusedError, NotHereError):
            continue
    keys = [name_key(each.name) for each in people.players()]
    assert len(set(keys)) == len(keys)
    for started in some(games.starts().values()):
        called = [name_key(player["name"]) for player in started["setup"]["players"]]
        assert len(set(called)) == len(called)
        assert set(called) <= set(keys)
    assert sum(each.games for each in people.players()) == sum(map(len, games.games))
    assert json.dumps([each.name for each in people.players()])
