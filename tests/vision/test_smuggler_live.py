"""A table of Cornish Smuggler followed from look to look: what is told, asked, doubted and remarked."""

import numpy as np
import pytest

from scoring.errors import IllegalMoveError
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import legal
from scoring.games.smuggler.engine.play import apply, check
from scoring.games.smuggler.engine.state import ABOARD, start, with_goods, with_household
from scoring.games.smuggler.land.box import dump_box, sample_box
from tests.some import some
from tests.vision.smugglertop import PLAYERS, begin
from vision.errors import NoTableError, PrintsError
from vision.games import load, load_live
from vision.games.smuggler.prints import load_prints
from vision.print_set import with_box
from vision.reader import Sample
from vision.simulator.games.smuggler.states import GameTable

READER, LIVE = load("smuggler"), load_live("smuggler")
SEED = 9601


@pytest.fixture(scope="module")
def begun():
    return begin()


@pytest.fixture(scope="module")
def table(begun):
    return GameTable(begun, SEED)


@pytest.fixture(scope="module")
def known(table):
    daylight = np.random.default_rng(1).normal(0.93 * table.ground, 2.0)
    board = np.asarray(np.clip(daylight, 0, 255), np.uint8)
    return LIVE.get_ready(READER.learn([Sample(board, "board", 0)]), PLAYERS)


@pytest.fixture(scope="module")
def photographed(table, begun):
    """Photograph the table as it stands in a game, each time once."""
    taken = {}

    def photograph(state, forgotten=()):
        key = (repr(state), forgotten)
        if key not in taken:
            table.show(begun)
            table.show(state, forgotten)
            taken[key] = table.photograph()
        return taken[key]

    return photograph


@pytest.fixture
def first(photographed, known, begun):
    sight, memory = LIVE.look(photographed(begun), known, begun, None)
    assert sight.best.moves == ()
    return memory


def test_a_ship_that_sails_is_told_with_every_currency_that_may_pay_for_it_and_so_is_asked(
    photographed, known, begun, first
):
    after, _ = apply(begun, m.Sail("red", "western_deep"))
    sight, _ = LIVE.look(photographed(after), known, begun, first, 1)
    ways = [each.moves for each in sight.proposals]
    assert ways == [(m.Sail("red", "western_deep", pays),) for pays in ("influence", "gold")]
    assert sight.best.confidence < 0.9
    assert set(sight.quads_px) >= {f"cell:{at},0" for at in range(len(begun.box.places))}


def test_nothing_is_new_once_what_was_told_is_confirmed(photographed, known, begun, first):
    after, _ = apply(begun, m.Sail("red", "western_deep"))
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    sight, _ = LIVE.look(photographed(after), known, after, memory)
    assert (sight.best.moves, sight.doubts, sight.remarks) == ((), (), ())


def test_who_did_something_that_does_not_show_is_asked_about_it(photographed, known, begun, first):
    after, _ = apply(apply(begun, m.Pass("red"))[0], m.Buy("blue", "g1"))
    sight, _ = LIVE.look(photographed(after), known, begun, first, 1)
    assert m.Buy("blue", "g1") in sight.best.moves
    assert {each.moves[0].player for each in some(sight.proposals)} == {"red"}
    assert all(each.confidence < 0.9 for each in sight.proposals)


def test_goods_that_are_off_at_the_first_look_are_no_purchase_of_who_has_not_the_turn(
    photographed, known, begun
):
    after, _ = apply(apply(begun, m.Pass("red"))[0], m.Buy("blue", "g1"))
    sight, memory = LIVE.look(photographed(after), known, begun, None)
    assert (sight.best.moves, sight.doubts) == ((), ())
    sails, _ = apply(apply(begun, m.Sail("red", "western_deep"))[0], m.Buy("blue", "g1"))
    sight, _ = LIVE.look(photographed(sails), known, begun, memory, 1)
    assert sight.best.moves == (m.Sail("red", "western_deep", "influence"),)


def test_what_players_say_lay_there_is_taken_for_what_was_seen(photographed, known, begun, first):
    """They say a piece is larger than it was read: from then on it counts as they say."""
    after, _ = apply(apply(begun, m.Pass("red"))[0], m.Buy("blue", "g1"))
    said, _ = apply(apply(begun, m.Pass("red"))[0], m.Buy("blue", "g3"))
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    sight, memory = LIVE.look(photographed(after), known, said, memory)
    assert sight.best.moves == ()
    sails, _ = apply(after, m.Sail("blue", "north_coast"))
    sight, _ = LIVE.look(photographed(sails), known, said, memory, 1)
    assert sight.best.moves[-1] == m.Sail("blue", "north_coast", "influence")


def test_a_marker_that_was_forgotten_is_remarked_at_the_second_look(photographed, known, begun, first):
    sold, _ = apply(begun, m.Sell("red", "g6", 1))
    image = photographed(sold, ("wheel",))
    sight, memory = LIVE.look(image, known, begun, first, 1)
    assert isinstance(sight.best.moves[0], m.Sell)
    said = sold
    for _ in range(2):
        sight, memory = LIVE.look(image, known, said, memory)
    assert [str(each.says) for each in some(sight.remarks)] == [
        f"The gold marker stands 0 beyond START, but by the game it should be {said.wheel}."
    ]


def test_what_no_action_explains_is_doubted_when_it_stays(photographed, known, begun, first):
    moved = with_goods(begun, ("g1", "g9", "g17"), where="customs")
    sight, memory = LIVE.look(photographed(moved), known, begun, first, 1)
    assert (sight.best.moves, sight.doubts) == ((), ())
    sight, memory = LIVE.look(photographed(moved), known, begun, memory, 1)
    assert len(sight.doubts) == 1
    faults = LIVE.compare(photographed(moved), known, begun, memory)
    assert faults == ()  # stocks are no places, and nothing else is otherwise


def test_what_a_purse_cannot_pay_by_what_was_said_of_it_is_told_and_refused_in_a_sentence(
    photographed, known, begun, first
):
    poor = with_household(begun, "red", gold=0, influence=0, reputation=0)
    sailed, _ = apply(begun, m.Sail("red", "western_deep"))
    sight, memory = LIVE.look(photographed(sailed), known, poor, first, 1)
    assert (sight.best.moves, sight.doubts) == ((), ())
    sight, _ = LIVE.look(photographed(sailed), known, poor, memory, 1)
    assert sight.best.moves == (m.Sail("red", "western_deep"),)
    with pytest.raises(IllegalMoveError, match="Anna has 0 influence, and that costs 1"):
        check(poor, sight.best.moves[0])
    counted, _ = apply(poor, m.CountAll("red", {"red": m.Purse(influence=1)}))
    sight, _ = LIVE.look(photographed(sailed), known, counted, memory, 1)
    assert (sight.best.moves, sight.doubts) == ((m.Sail("red", "western_deep"),), ())
    check(counted, sight.best.moves[0])


def test_a_turn_that_waits_stays_told_once_an_earlier_one_is_set_right(photographed, known, begun, first):
    """Red's ship was taken to sail elsewhere than it did; blue has bought since."""
    wrong, right, *_ = (apply(begun, move)[0] for move in legal(begun, "ship") if move.pays == "influence")
    sight, memory = LIVE.look(photographed(wrong), known, wrong, first, 1)
    assert sight.best.moves == ()
    bought, _ = apply(wrong, m.Buy("blue", "g1"))
    sight, memory = LIVE.look(photographed(bought), known, wrong, memory, 1)
    assert sight.best.moves == (m.Buy("blue", "g1"),)
    for state in (right, wrong, right):
        sight, memory = LIVE.look(photographed(bought), known, state, memory)
        assert (sight.best.moves, sight.doubts) == ((m.Buy("blue", "g1"),), ())


def test_what_is_explained_in_part_is_asked_with_what_explains_it_once_it_stays(
    photographed, known, begun, first
):
    sailed, _ = apply(begun, m.Sail("red", "western_deep"))
    moved = with_goods(sailed, ("g9", "g17"), where="customs")
    sight, memory = LIVE.look(photographed(moved), known, begun, first, 1)
    assert (sight.best.moves, sight.doubts) == ((), ())
    sight, memory = LIVE.look(photographed(moved), known, begun, memory, 1)
    assert len(sight.doubts) == 1
    assert sight.best.moves[0] == m.Sail("red", "western_deep")
    assert sight.best.confidence < 0.9
    sight, memory = LIVE.look(photographed(moved), known, sailed, memory)
    assert (sight.best.moves, len(sight.doubts)) == ((), 1)
    passed, _ = apply(sailed, m.Pass("blue"))
    sight, _ = LIVE.look(photographed(moved), known, passed, memory)
    assert (sight.best.moves, sight.doubts) == ((), ())  # they were asked, and have told nothing of it


def test_who_alone_goes_on_is_followed_from_one_action_to_the_next(photographed, known, begun):
    """Red lands a piece and sells it before a look shows that the landing counts."""
    alone = with_household(begun, "blue", passed=True)
    alone = with_household(alone, "red", ship="mullion", markers=("mullion",), influence=9)
    alone = with_goods(alone, ("g1",), where=ABOARD, owner="red")
    landed, _ = apply(alone, m.LandGoods("red", "mullion", ("g1",)))
    sold, _ = apply(landed, m.Sell("red", "g1"))
    _, memory = LIVE.look(photographed(alone), known, alone, None)
    sight, memory = LIVE.look(photographed(landed), known, alone, memory, 1)
    assert isinstance(sight.best.moves[0], m.LandGoods)
    for state, told in ((alone, [m.LandGoods, m.Sell]), (landed, [m.Sell])):
        sight, memory = LIVE.look(photographed(sold, ("wheel",)), known, state, memory, 1)
        assert [type(move) for move in sight.best.moves] == told


def test_what_was_told_stays_told_when_what_comes_after_it_is_puzzling(photographed, known, begun, first):
    bought, _ = apply(begun, m.Pass("red"))
    bought, _ = apply(bought, m.Buy("blue", "g1"))
    passed, _ = apply(begun, m.Pass("red"))
    _, memory = LIVE.look(photographed(begun), known, passed, first)
    sight, memory = LIVE.look(photographed(bought), known, passed, memory, 1)
    assert sight.best.moves == (m.Buy("blue", "g1"),)
    moved = with_goods(bought, ("g9",), where="customs")
    sight, _ = LIVE.look(photographed(moved), known, passed, memory, 1)
    assert (sight.best.moves, sight.doubts) == ((m.Buy("blue", "g1"),), ())
    assert sight.best.confidence > 0.9


def test_players_who_tell_what_came_before_leave_the_rest_to_be_told(photographed, known, begun, first):
    """Red has sailed, blue as well; red says first that it did something else before."""
    told, _ = apply(begun, m.Carry("red", ("helston", "gunwalloe")))
    after, _ = apply(told, m.Sail("blue", "north_coast"))
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    sight, _ = LIVE.look(photographed(after), known, told, memory)
    assert sight.best.moves == (m.Sail("blue", "north_coast"),)


def test_what_players_say_was_done_that_no_look_has_shown_leaves_the_rest_as_told(
    photographed, known, begun, first
):
    """Blue has bought after red, who did nothing that was seen: red says that it had sailed."""
    after, _ = apply(apply(begun, m.Pass("red"))[0], m.Buy("blue", "g1"))
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    said, _ = apply(begun, m.Sail("red", "western_deep"))
    sight, memory = LIVE.look(photographed(after), known, said, memory)
    assert (sight.best.moves, sight.doubts) == ((m.Buy("blue", "g1"),), ())
    bought, _ = apply(said, m.Buy("blue", "g1"))
    sight, _ = LIVE.look(photographed(after), known, bought, memory)
    assert (sight.best.moves, sight.doubts) == ((), ())


def test_what_was_dismissed_and_is_said_after_all_is_known_to_have_been_seen(
    photographed, known, begun, first
):
    sailed, _ = apply(begun, m.Sail("red", "western_deep"))
    puzzling = with_goods(sailed, ("g9",), where="customs")
    _, memory = LIVE.look(photographed(sailed), known, begun, first, 1)
    memory = LIVE.dismiss(memory, m.Sail("red", "western_deep"))
    for _ in range(2):
        sight, memory = LIVE.look(photographed(puzzling), known, begun, memory, 1)
    assert sight.doubts
    sight, _ = LIVE.look(photographed(puzzling), known, sailed, memory)
    assert not any(isinstance(move, m.Sail) for each in some(sight.proposals) for move in each.moves)


def test_what_is_taken_back_is_seen_again(photographed, known, begun, first):
    after, _ = apply(begun, m.Sail("red", "western_deep"))
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    _, memory = LIVE.look(photographed(after), known, after, memory)
    sight, memory = LIVE.look(photographed(after), known, begun, memory)
    assert sight.best.moves == (m.Sail("red", "western_deep"),)
    sight, _ = LIVE.look(photographed(begun), known, begun, memory, 1)
    assert sight.best.moves == ()


def test_a_new_marker_is_never_taken_for_sure_since_the_character_does_not_show(
    photographed, known, begun, first
):
    hire = next(move for move in legal(begun, "hire") if move.marker == "gunwalloe")
    hired, _ = apply(begun, hire)
    after, _ = apply(hired, m.Sail("blue", "north_coast"))
    sight, _ = LIVE.look(photographed(after), known, begun, first, 1)
    assert isinstance(sight.best.moves[0], m.Hire)
    assert all(each.confidence < 0.9 for each in some(sight.proposals))


def test_a_place_where_other_pieces_stand_is_named_when_the_board_is_compared(
    photographed, known, begun, first
):
    after, _ = apply(begun, m.Carry("red", ("helston", "gunwalloe")))
    faults = LIVE.compare(photographed(after), known, begun, first)
    said = {str(fault.says).partition(" other ")[0] for fault in some(faults)}
    assert {each.casefold() for each in said} == {"at helston", "at gunwalloe"}


def test_what_players_have_dismissed_is_not_told_until_they_reconsider(photographed, known, begun, first):
    after, _ = apply(begun, m.Sail("red", "western_deep"))
    wrong = m.Sail("red", "western_deep", "gold")
    _, memory = LIVE.look(photographed(after), known, begun, first, 1)
    sight, memory = LIVE.look(photographed(after), known, begun, LIVE.dismiss(memory, wrong))
    assert sight.best.moves == ()
    memory = LIVE.reconsider(memory, wrong)
    sight, _ = LIVE.look(photographed(after), known, begun, memory)
    assert sight.best.moves == (m.Sail("red", "western_deep"),)


def test_nothing_is_told_while_the_table_is_set_up(photographed, known, begun):
    setting_up = start(begun.setup)
    sight, memory = LIVE.look(photographed(begun), known, setting_up, None)
    assert sight.best.moves == ()
    sight, _ = LIVE.look(photographed(begun), known, begun, memory)
    assert (sight.best.moves, sight.doubts) == ((), ())


def test_a_table_without_the_board_is_said(known, begun):
    with pytest.raises(NoTableError, match="board was not found"):
        LIVE.look(np.full((648, 1152, 3), 90, np.uint8), known, begun, None)


# --- prints ------------------------------------------------------------------------------------------


def test_prints_of_a_taught_board_carry_its_box(table):
    prints = READER.learn([Sample(table.ground, "board", 0)])
    assert load_prints(prints).box == sample_box()
    taught = {**dump_box(sample_box()), "name": "Ours"}
    assert load_prints(with_box(prints, taught)).box.name == "Ours"
    assert READER.describe(prints) == {"board": 1}


@pytest.mark.parametrize(
    ("samples", "says"),
    [
        ([], "No picture of the bare board"),
        ([Sample(np.zeros((99, 200, 3), np.uint8), "board", 0)], "too small"),
        ([Sample(np.zeros((400, 500, 3), np.uint8), "ship", 0)], "said to show ship"),
    ],
)
def test_what_is_no_picture_of_a_board_is_refused(samples, says):
    with pytest.raises(PrintsError, match=says):
        READER.learn(samples)


def test_a_box_that_is_none_is_refused(table):
    prints = READER.learn([Sample(table.ground, "board", 0)])
    with pytest.raises(PrintsError):
        load_prints(with_box(prints, {"ways": ["nowhere-at_all"]}))
