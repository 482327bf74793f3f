"""A game followed at a real table: moves forced, said, given back, not seen, and written down."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.documents.games import NOTATION
from scoring.games.carcassonne.engine.followers import meeples
from scoring.games.carcassonne.engine.moves import Discard, Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.options import OPTIONS
from scoring.games.carcassonne.engine.play import points_after
from scoring.games.carcassonne.engine.sentences import face_words
from scoring.games.carcassonne.engine.state import CarcassonneState, SegmentFigure, remaining
from scoring.games.carcassonne.land.catalogue import HALF_EDGES, SIDES, faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from tests.scoring.carcassonne.notation import move_written, played, table
from tests.some import some

EASY = settings(max_examples=25)
options = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from([v.value for v in option.values]) for option in OPTIONS}
)


@st.composite
def courses(draw: st.DrawFn) -> tuple[Setup, list[tuple[CarcassonneState, Move]]]:
    """Give a game played by chance as its moves, each with the state before it."""
    setup = table(
        draw(st.sampled_from(["leaflet-001", "leaflet-004"])), draw(st.integers(2, 5)), **draw(options)
    )
    game, _ = random_game(setup, Random(draw(st.integers(0, 2**32))), draw(st.integers(1, 84)))
    state, course = start(setup), []
    for move in game.moves:
        course.append((state, move))
        state, _ = RULES.apply(state, move)
    return setup, course


def standing(state: CarcassonneState) -> Counter[tuple[str, str, Any]]:
    return Counter((figure.player, figure.kind, figure.part[0]) for figure in state.figures)


def after(before: list[str], move: str, player: str = "", **options: Any) -> tuple[CarcassonneState, Move]:
    state = played(table(**options), before)
    return state, move_written(move, player or state.player)


@EASY
@given(courses())
def test_forcing_a_legal_move_is_doing_it(course: tuple[Setup, list[tuple[CarcassonneState, Move]]]) -> None:
    for state, move in some(course[1]):
        assert RULES.force(state, move) == RULES.apply(state, move)


@EASY
@given(courses())
def test_what_is_given_back_is_what_no_longer_stands(
    course: tuple[Setup, list[tuple[CarcassonneState, Move]]],
) -> None:
    for state, move in some(course[1]):
        then, _ = RULES.apply(state, move)
        back = RULES.returned_pieces(state, move)
        placed = Counter[tuple[str, str, Any]]()
        if isinstance(move, TilePlacement) and move.meeple:
            placed[move.player, move.meeple.kind, move.cell] += 1
        returned = Counter((piece.player, piece.kind, piece.cell) for piece in back)
        assert standing(state) + placed == standing(then) + returned


@EASY
@given(courses())
def test_an_unseen_figure_leaves_the_table_alike_and_pays(
    course: tuple[Setup, list[tuple[CarcassonneState, Move]]],
) -> None:
    for state, move in some(course[1]):
        if isinstance(move, Discard):
            continue
        bare = replace(move, meeple=None, recall_abbot=False)
        plain, _ = RULES.apply(state, bare)
        paying = set()
        for meeple in meeples(state, move.cell, lay_face(move.face, move.turns, move.garden)):
            then, lines = RULES.apply(state, replace(bare, meeple=meeple))
            if then.figures == plain.figures and then.points[move.player] > plain.points[move.player]:
                paying.add(lines)
        offered = [RULES.apply(state, variant) for variant in RULES.unseen(state, bare)]
        assert {lines for _, lines in offered} == paying
        assert all((then.figures, then.land) == (plain.figures, plain.land) for then, _ in offered)
        if move != bare:
            assert RULES.unseen(state, move) == ()


@EASY
@given(courses())
def test_a_move_written_and_read_again_is_the_same(
    course: tuple[Setup, list[tuple[CarcassonneState, Move]]],
) -> None:
    for _, move in some(course[1]):
        assert RULES.load_move(json.loads(json.dumps(RULES.dump_move(move)))) == move


@EASY
@given(courses(), st.data())
def test_a_dumped_game_replays_to_the_same_points(
    course: tuple[Setup, list[tuple[CarcassonneState, Move]]], data: st.DataObject
) -> None:
    setup, moves = course[0], [move for _, move in course[1]]
    forced = data.draw(st.sets(st.integers(0, len(moves) - 1)))
    document = json.loads(json.dumps(RULES.dump_game(setup, moves, forced=forced, ended=True)))
    last, _ = RULES.apply(*course[1][-1])
    assert RULES.replay(document)["final"]["points"] == points_after(last)
    assert [index for index, move in enumerate(document["moves"]) if move.get("house_rule")] == sorted(forced)
    assert RULES.start(RULES.load_setup(document)).options == last.options


@EASY
@given(courses())
def test_every_move_is_said_in_one_sentence_with_its_player(
    course: tuple[Setup, list[tuple[CarcassonneState, Move]]],
) -> None:
    names = {seat.colour: seat.name for seat in course[0].players}
    for state, move in some(course[1]):
        says = RULES.say(state, move)
        assert says.startswith(names[move.player] + " ")
        assert says.endswith(".")
        assert "_" not in says


# Each: what it proves, the moves before, the move that breaks a rule, and that rule.
KEPT = [
    ("edges that do not match", [], "B0@0,-1 cloister", "edges_do_not_match"),
    ("a tile beside nothing", [], "B0@5,5", "not_adjacent"),
    ("a figure on an occupied road", ["U1@1,0 road:W"], "U1@-1,0 road:E", "feature_is_occupied"),
    (
        "a fifth of a face of which the box holds four",
        ["B0@0,1", "B0@0,2", "B0@0,3", "B0@0,4"],
        "B0@0,5",
        "too_many_of_face",
    ),
    ("a discard that fits", [], "discard B", "discard_fits"),
    ("an abbot though none are played", [], "B0@0,1 abbot cloister", "abbot_is_off"),
]


@pytest.mark.parametrize(("says", "before", "broken", "rule"), KEPT, ids=[entry[0] for entry in KEPT])
def test_a_move_against_the_rules_is_kept_as_a_house_rule(
    says: str, before: list[str], broken: str, rule: str
) -> None:
    state, move = after(before, broken)
    with pytest.raises(IllegalMoveError) as caught:
        RULES.check(state, move)
    assert caught.value.rule == rule, says
    then, _ = RULES.force(state, move)
    if isinstance(move, TilePlacement):
        assert move.cell in then.land.tiles
        assert then.player != state.player
        assert len(then.figures) == len(state.figures) + bool(move.meeple)
    assert min(remaining(then).values()) >= 0
    RULES.final(then)


# Each: what makes no sense, the move, and the name of the refusal.
SENSELESS = [
    ("a tile on a tile", TilePlacement("red", "B", 0, (0, 0)), "cell_is_taken"),
    (
        "a figure on a road that is not there",
        TilePlacement("red", "B", 0, (0, 1), Meeple("road")),
        "no_such_segment",
    ),
    (
        "a figure of no kind",
        TilePlacement("red", "B", 0, (0, 1), Meeple("cloister", (), "king")),
        "no_such_kind",
    ),
    ("a face of no box", TilePlacement("red", "Z", 0, (0, 1)), "unknown_face"),
    ("a discard of a face of no box", Discard("red", "Z"), "unknown_face"),
    ("five turns", TilePlacement("red", "B", 5, (0, 1)), "turns"),
    (
        "an abbot taken back from nowhere",
        TilePlacement("red", "B", 0, (0, 1), recall_abbot=True),
        "no_abbot_to_recall",
    ),
    ("a player who is not there", TilePlacement("green", "B", 0, (0, 1)), "not_a_player"),
]


@pytest.mark.parametrize(("says", "move", "rule"), SENSELESS, ids=[entry[0] for entry in SENSELESS])
def test_what_makes_no_sense_is_refused_even_as_a_house_rule(says: str, move: Move, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        RULES.force(start(table()), move)
    assert caught.value.rule == rule, says


cells = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
sides = st.lists(st.sampled_from([*SIDES, *HALF_EDGES]), max_size=2).map(tuple)
features = st.sampled_from(["road", "city", "field", "cloister", "garden", "river"])
figures = st.none() | st.builds(Meeple, features, sides, st.sampled_from(["follower", "abbot", "king"]))
colours = st.sampled_from(["red", "red", "blue", "green"])
some_face = st.sampled_from(list(faces()))
any_placement = st.builds(
    TilePlacement, colours, some_face, st.integers(0, 4), cells, figures, st.booleans(), st.booleans()
)
any_move = any_placement | st.builds(Discard, colours, some_face)


@settings(EASY, max_examples=100)
@given(options, st.lists(any_move, min_size=1, max_size=30))
def test_whatever_is_laid_the_game_goes_on_or_it_is_refused(
    chosen: dict[str, Any], moves: list[Move]
) -> None:
    setup = table("leaflet-001", **chosen)
    state, kept = start(setup), []
    for move in some(moves):
        assert RULES.say(state, move).endswith(".")
        assert RULES.picture(state, [move]).placed
        try:
            then, _ = RULES.force(state, move)
        except IllegalMoveError:
            continue
        gone = len(state.figures) + has_figure(move) - len(then.figures)
        assert len(RULES.returned_pieces(state, move)) == gone
        assert {question.name for question in RULES.ask(state, move)} >= {"face"}
        state = then
        kept.append(move)
    document = json.loads(json.dumps(RULES.dump_game(setup, kept, forced=range(len(kept)), ended=True)))
    assert RULES.replay(document)["final"]["points"] == points_after(state)


def test_a_tile_of_the_box_that_was_laid_among_the_rivers_is_itself_again_in_a_document() -> None:
    setup = table("leaflet-001", river=True)
    move = TilePlacement("red", "A", 0, (0, 1), Meeple("road"))
    document = RULES.dump_game(setup, [move], forced=[0])
    assert NOTATION.load_game(document).moves == (move,)


def has_figure(move: Move) -> bool:
    return isinstance(move, TilePlacement) and move.meeple is not None


def test_edges_that_do_not_match_do_not_join() -> None:
    state, move = after([], "B0@0,-1")
    then, lines = RULES.force(state, move)
    assert lines == ()
    city = then.land.region_at(((0, 0), 0))
    assert (city.feature, city.cells, city.open_edges) == ("city", ((0, 0),), 1)


def test_two_figures_forced_onto_one_road_share_it() -> None:
    state, move = after(["U1@1,0 road:W"], "U1@-1,0 road:E")
    then, _ = RULES.force(state, move)
    (line,) = RULES.final(then)
    assert line.players == ("blue", "red")


def test_after_a_move_out_of_turn_it_goes_on_with_the_next_player() -> None:
    state = start(table(players=3))
    then, _ = RULES.force(state, move_written("B0@0,1 cloister", "blue"))
    assert [figure.player for figure in then.figures] == ["blue"]
    assert RULES.player(then) == "yellow"


def test_an_abbot_may_be_taken_back_and_a_figure_placed_by_house_rule() -> None:
    state, move = after(["B0@0,1 abbot cloister", "B0@0,2"], "B0@0,3 cloister", abbot=True)
    then, lines = RULES.force(state, replace(move, recall_abbot=True))
    assert [(line.feature, line.players) for line in lines] == [("cloister", ("red",))]
    assert then.figures == (SegmentFigure("red", "follower", ((0, 3), 1)),)


def house_rule_document(mark: bool) -> dict[str, Any]:
    setup = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
    moves = [TilePlacement("red", "E", 2, (0, -1), Meeple("city")), TilePlacement("blue", "E", 1, (0, -2))]
    moves.append(TilePlacement("red", "B", 0, (1, 0), Meeple("cloister")))
    return RULES.dump_game(setup, moves, forced=[2] if mark else [])


def test_replay_takes_an_illegal_move_only_with_the_mark_of_a_house_rule() -> None:
    sheet = RULES.replay(house_rule_document(True))
    assert sheet["final"]["points"] == {"red": 2, "blue": 0}
    assert [entry.get("house_rule", False) for entry in sheet["after"]] == [False, False, True]
    with pytest.raises(IllegalMoveError, match="Move 3: The west side"):
        RULES.replay(house_rule_document(False))


def test_replay_refuses_what_makes_no_sense_even_with_the_mark() -> None:
    document = house_rule_document(True)
    document["moves"][2]["cell"] = [0, 0]
    with pytest.raises(IllegalMoveError, match="Move 3: There is already a tile"):
        RULES.replay(document)


def test_a_sessions_document_tells_who_plays_by_which_rules() -> None:
    session = {
        "format": "tablekeeper.session/1",
        "game": "carcassonne",
        "rules": "leaflet-004",
        "options": {"river": True},
        "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
        "camera": {"size_px": [2304, 1296]},
    }
    setup = RULES.load_setup(json.dumps(session))
    assert setup == Setup(
        "leaflet-004", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")), {"river": True}
    )


@pytest.mark.parametrize(
    "wrong", [{"format": "tablekeeper.board/1"}, {"rules": "leaflet-009"}, {"players": []}]
)
def test_a_document_that_names_no_table_is_refused(wrong: dict[str, Any]) -> None:
    document = {"rules": "leaflet-001", "players": [{"colour": "red"}, {"colour": "blue"}], **wrong}
    with pytest.raises(UnreadableError, match=r"\.$"):
        RULES.load_setup(document)


@pytest.mark.parametrize(
    "wrong", [{"player": "red"}, {"player": "red", "face": "Z", "cell": [0, 1]}, {"face": "B"}]
)
def test_a_move_without_a_face_or_a_place_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError, match=r"\.$"):
        RULES.load_move(wrong)


SAID = [
    ([], "V0@1,0 road:W", "Red lays a bend 1 east of the start tile and puts a figure on the road."),
    ([], "B0@0,1", "Red lays a cloister 1 south of the start tile."),
    (
        [],
        "W0@-1,0 field:NL",
        (
            "Red lays a crossing of three roads 1 west of the start tile "
            "and puts a figure in the field to the north-west and north-east."
        ),
    ),
    ([], "discard C", "Red puts a city on all sides with a shield back into the box: it fits nowhere."),
    (
        ["B0@0,1 abbot cloister", "B0@0,2"],
        "B0@0,3 recall",
        "Red lays a cloister 3 south of the start tile and takes the abbot back.",
    ),
    (
        [],
        "U1g@1,0 abbot garden",
        "Red lays a straight road with a garden 1 east of the start tile and puts an abbot in the garden.",
    ),
]


@pytest.mark.parametrize(("before", "move", "says"), SAID)
def test_a_move_is_said_as_people_would(before: list[str], move: str, says: str) -> None:
    assert RULES.say(*after(before, move, abbot=True)) == says


def test_faces_that_look_different_to_a_player_are_named_differently_but_for_their_details() -> None:
    named: dict[str, list[str]] = {}
    for face in faces():
        named.setdefault(face_words(face), []).append(face)
    alike = [names for names in named.values() if len(names) > 1]
    assert alike == [["H", "I"], ["J", "K"], ["river_D", "river_F"], ["river_G", "river_J"]]


def test_figures_given_back_are_named_with_their_owner_and_place() -> None:
    state, move = after(["E2@0,-1 city"], "B0@0,1")
    assert RULES.returned_pieces(state, move) == ()
    state, move = after([], "E2@0,-1 city")
    (piece,) = RULES.returned_pieces(state, move)
    assert (piece.player, piece.kind, piece.cell) == ("red", "follower", (0, -1))
    assert piece.says == "Red's figure in the city of the new tile"


def test_an_abbot_called_back_is_given_back() -> None:
    (piece,) = RULES.returned_pieces(*after(["B0@0,1 abbot cloister", "B0@0,2"], "B0@0,3 recall", abbot=True))
    assert piece.says == "Red's abbot on the cloister, 1 south of the start tile"


def test_a_city_finished_in_one_turn_may_have_paid_a_follower_nobody_saw() -> None:
    (variant,) = RULES.unseen(*after([], "E2@0,-1"))
    assert isinstance(variant, TilePlacement)
    assert variant.meeple == Meeple("city", ("S",))


def test_nothing_is_unseen_where_somebody_stands_already() -> None:
    assert RULES.unseen(*after(["D2@0,-1 road:E"], "B0@0,1")) == ()
    assert RULES.unseen(*after(["G1@0,-1 city:S"], "E2@0,-2")) == ()
    assert len(RULES.unseen(*after(["G1@0,-1"], "E2@0,-2"))) == 1


def test_the_turn_and_the_points_are_those_of_the_game() -> None:
    state = played(table(), ["E2@0,-1 city"])
    assert RULES.player(state) == "blue"
    assert RULES.points(state) == {"red": 4, "blue": 0}
    assert not RULES.is_over(state)
