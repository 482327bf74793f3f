"""Recorded sessions followed by the command line: prepared frames, and a real table's where they are."""

import json
from pathlib import Path

import cv2
import pytest
from msgspec.structs import replace

from firmware.build import Parts
from firmware.cli.command_line import run
from firmware.cli.pictures.watch import say_move
from firmware.recording.session import About, SessionWriter
from scoring import games as rules_of
from scoring.documents.document import as_json
from scoring.games.carcassonne.land.catalogue import faces
from tests.firmware.told import MOVES, RULES, SETUP, STEP_S, ToldReader, played

SESSIONS = Path(__file__).parents[5] / "shared/realdata/carcassonne"


class Reader(ToldReader):
    """Also knows one set of prints."""

    def describe(self, prints):
        return {"A": 1}


def record(folder, images, truth=MOVES, prints="./prints"):
    about = About(
        game="carcassonne",
        rules=SETUP.rules,
        options=SETUP.options,
        players=SETUP.players,
        size_px=(320, 180),
        prints=prints,
    )
    with SessionWriter(folder, about) as writer:
        for number, image in enumerate(images):
            writer.add(cv2.imencode(".jpg", image)[1].tobytes(), number * STEP_S)
        writer.tell(RULES.dump_game(SETUP, truth, ended=True))
    (folder / "prints").mkdir()
    (folder / "prints/prints.msgpack").write_bytes(b"prints")
    return folder


def documents(moves):
    return as_json([RULES.dump_move(move) for move in moves])


@pytest.fixture
def watch(capsys):
    def call(folder, *words, reader=None):
        reader = reader or Reader()
        parts = Parts(rules_of.names, rules_of.load, lambda game: reader, lambda game: reader)
        status = run(["watch", str(folder), *words], parts)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_every_turn_is_followed_and_the_sheet_is_the_games(watch, tmp_path):
    status, out, err = watch(record(tmp_path / "session", played(len(MOVES))), "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert document["format"] == "tablekeeper.watch/1"
    assert [turn["move"] for turn in document["turns"]] == documents(MOVES)
    assert document["final"] == as_json(RULES.replay(RULES.dump_game(SETUP, MOVES, ended=True))["final"])


def test_a_session_whose_prints_are_gone_is_followed_without_them(watch, tmp_path):
    folder = record(tmp_path / "session", played(3))
    (folder / "prints/prints.msgpack").unlink()
    (folder / "prints").rmdir()
    status, out, err = watch(folder, "--json", "--data", tmp_path / "data")
    assert (status, len(json.loads(out)["turns"])) == (0, 3)
    assert "recorded with is not here: ./prints." in err
    assert "by what all boxes have in common" in err


def test_a_session_that_names_a_set_learned_elsewhere_is_followed_without_it(watch, tmp_path):
    folder = record(tmp_path / "session", played(3), prints="mum's box")
    status, out, err = watch(folder, "--json", "--data", tmp_path / "data")
    assert (status, len(json.loads(out)["turns"])) == (0, 3)
    assert "recorded with is not here: mum's box." in err


def test_the_set_that_is_taken_unasked_is_named(watch, tmp_path):
    learned = tmp_path / "data/prints/attic box"
    learned.mkdir(parents=True)
    (learned / "prints.msgpack").write_bytes(b"prints")
    _, _, err = watch(record(tmp_path / "session", played(3), prints=None), "--data", tmp_path / "data")
    assert err == "Read with the only print set that is learned: attic box.\n"


def test_a_session_can_be_followed_as_a_box_nobody_has_learned(watch, tmp_path):
    status, _, err = watch(record(tmp_path / "session", played(3)), "--any-box")
    assert status == 0
    assert "by what all boxes have in common" in err


def test_each_turn_tells_the_frame_it_was_read_on(watch, tmp_path):
    _, out, _ = watch(record(tmp_path / "session", played(3)), "--json")
    assert [turn["frame"] for turn in json.loads(out)["turns"]] == [8, 13, 18]
    assert not any(turn["prompted"] for turn in json.loads(out)["turns"])
    assert all(turn["ready_s"] > 0 for turn in json.loads(out)["turns"])


def test_what_is_less_than_sure_would_have_been_asked(watch, tmp_path):
    folder = record(tmp_path / "session", played(3))
    _, out, _ = watch(folder, "--json", reader=Reader(confidence=0.6))
    turns = json.loads(out)["turns"]
    assert len(turns) == 3
    assert all(turn["prompted"] and turn["confidence"] == 0.6 for turn in turns)


def test_a_turn_against_the_rules_is_followed_as_it_lies_and_would_have_been_asked(watch, tmp_path):
    turned = MOVES[1].__class__(MOVES[1].player, MOVES[1].face, (MOVES[1].turns + 1) % 4, MOVES[1].cell)
    wrong = (MOVES[0], turned, *MOVES[2:4])
    _, out, _ = watch(record(tmp_path / "session", played(4)), "--json", reader=Reader(wrong))
    turns = json.loads(out)["turns"]
    assert [turn["move"] for turn in turns] == documents(wrong)
    assert [turn["prompted"] for turn in turns][1]


def test_the_turns_that_are_right_are_counted(watch, tmp_path):
    _, out, _ = watch(record(tmp_path / "session", played(4), MOVES[:4]))
    assert "4 of 4 turns are right." in out


def test_a_tile_that_looks_the_same_upside_down_is_right_either_way(watch, tmp_path):
    number = next(n for n, move in enumerate(MOVES) if faces()[move.face].symmetry == 2)
    truth = [*MOVES[:number], replace(MOVES[number], turns=(MOVES[number].turns + 2) % 4)]
    _, out, _ = watch(record(tmp_path / "session", played(len(truth)), truth))
    assert f"{len(truth)} of {len(truth)} turns are right." in out


def test_the_turns_that_are_wrong_are_not_counted(watch, tmp_path):
    folder = record(tmp_path / "session", played(3), MOVES[:4])
    _, out, _ = watch(folder)
    assert "3 of 4 turns are right." in out


def test_the_same_session_is_followed_the_same_way_twice(watch, tmp_path):
    folder = record(tmp_path / "session", played(6))
    first, second = (json.loads(watch(folder, "--json")[1]) for _ in range(2))
    for turn in (*first["turns"], *second["turns"]):
        del turn["ready_s"]
    assert first == second


def test_a_move_of_fields_and_figures_is_said_in_a_few_words():
    start = {
        "player": "red",
        "start": [{"cell": [0, 0], "terrain": "moor"}, {"cell": [1, 0], "terrain": "forest"}],
    }
    assert say_move(start) == "player=red start=(0,0 moor),(1,0 forest)"
    turn = {"cell": [1, 0], "figures": [{"cell": [1, -1], "kind": "tall"}], "pub": ["red"]}
    assert say_move(turn) == "cell=1,0 figures=(1,-1 tall) pub=red"


def test_a_folder_that_is_no_session_is_a_sentence(watch, tmp_path):
    status, out, err = watch(tmp_path)
    assert (status, out) == (2, "")
    assert err == f"{tmp_path} is not a recorded session: it holds no session.json.\n"


def test_a_folder_that_is_not_there_is_a_sentence(watch, tmp_path):
    status, out, err = watch(tmp_path / "gone")
    assert (status, out) == (2, "")
    assert err == f"There is no folder {tmp_path / 'gone'}: the folder of a recorded session was expected.\n"


@pytest.mark.slow
@pytest.mark.skipif(
    not (SESSIONS / "live").exists(), reason="the recorded sessions are not part of the program"
)
@pytest.mark.parametrize(("session", "prints"), [("c1_digital_12", "C1_digital")])
def test_a_real_recorded_session_is_read_without_a_mistake(program, session, prints):
    folder = SESSIONS / "live" / session
    ended = program("watch", folder, "--prints", SESSIONS / "prints" / prints, "--json")
    assert ended.status == 0
    truth = json.loads((folder / "truth.json").read_text())
    assert ended.document["final"]["points"] == truth["points_final"]
    assert len(ended.document["turns"]) == len(truth["moves"])
    for turn, played_turn in zip(ended.document["turns"], truth["moves"], strict=True):
        move = turn["move"]
        assert [move[key] for key in ("player", "face", "cell")] == [
            played_turn[key] for key in ("player", "face", "cell")
        ]
        assert played_turn["shown_from"] <= turn["frame"] <= played_turn["shown_to"]


@pytest.mark.slow
def test_what_shows_on_no_table_is_told_where_the_session_says_it(program, tmp_path):
    session = tmp_path / "session"
    program("render", "--game", "smuggler", "--turns", "2", "--seed", "7", "--out", session)
    followed = program("watch", session, "--json").document
    moves = [turn["move"]["do"] for turn in followed["turns"]]
    begun = moves.count("begin")
    assert begun >= 2
    assert "begin" not in moves[begun:]
    assert len(moves) == begun + 2
