"""What version 0.27 has kept opens in this one, with the same moves and sums."""

import json
import shutil
from pathlib import Path

import pytest

from firmware.desks.games import StoredGames
from firmware.store.history import played_turn
from firmware.store.store import open_store
from scoring.games import load

OLD = Path(__file__).parents[2] / "old" / "0.27"
KEPT = json.loads((OLD / "expected.json").read_text())
DOCUMENTS = sorted(OLD.glob("*_*.json"))


@pytest.fixture
def store(tmp_path):
    shutil.copy(OLD / "games.sqlite", tmp_path)
    with open_store(tmp_path) as store:
        yield store


def test_every_game_in_an_old_store_is_there_with_its_moves_and_points(store, tmp_path):
    games = StoredGames(store, load, tmp_path / "recordings", str)
    assert [*KEPT] == [*store.games()]
    for game, was in KEPT.items():
        record = games.record(game)
        assert record.about.rules == was["game"]
        assert (len(record.turns), record.about.ended) == (was["moves"], was["ended"])
        assert record.points_after(was["moves"]) == was["points"]
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
