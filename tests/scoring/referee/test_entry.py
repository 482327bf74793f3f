"""A turn as a player is entering it: what it would be, and what would come of it, before anything counts."""

import msgspec
import pytest

from scoring.games.carcassonne.engine.moves import Discard
from scoring.referee.contracts.refusals import RefusedError
from scoring.referee.contracts.turns import EntryRequest
from scoring.referee.entry import entry_of, past_turns, placed_faces
from scoring.referee.inputs import Declared, Pressed, Revised
from tests.scoring.referee.tables import (
    BEND,
    CITY,
    LORD,
    NEXT,
    ROAD,
    RULES,
    THIEF,
    THIRD,
    UNSURE,
    WRONG,
    Table,
    proposal,
    tile,
)


def written(move):
    return msgspec.json.decode(msgspec.json.encode(RULES.dump_move(move)))


def entry(table, **asked):
    return entry_of(table.turn, RULES, EntryRequest(**asked))


def asked_for(shown, name):
    return next(question for question in shown.questions if question.name == name)


def test_the_turns_are_listed_the_last_one_first(table):
    table.lay(ROAD, NEXT)
    last, first = past_turns(table.turn, RULES)
    assert (last.back, last.number, last.player, last.move) == (1, 2, "blue", written(NEXT))
    assert (first.back, first.number, first.how, first.is_house_rule) == (2, 1, "seen", False)


def test_a_past_turn_tells_what_it_scored_who_confirmed_it_and_whether_it_was_set_right(table):
    table.see(LORD)
    table.give(Pressed("confirm", table.turn.version, "Ann (phone)"))
    (turn,) = past_turns(table.turn, RULES)
    assert (turn.lines, turn.by, turn.is_set_right) == (table.turn.lines, "Ann (phone)", False)
    assert (turn.turn, turn.says, turn.picture) == (
        1,
        RULES.say(table.turn.done[0].before, LORD),
        RULES.draw_move(LORD),
    )
    table.give(Revised(1, RULES.dump_move(CITY), table.turn.version))
    (turn,) = past_turns(table.turn, RULES)
    assert (turn.move, turn.how, turn.is_set_right) == (written(CITY), "declared", True)


def test_the_proposal_is_entered_with_what_else_was_seen_first(table):
    table.look(proposal(ROAD, sure=UNSURE), proposal(BEND, sure=0.3))
    shown = entry(table)
    assert (shown.move, shown.says, shown.breaks) == (written(ROAD), RULES.say(table.turn.state, ROAD), "")
    assert (shown.version, shown.back, shown.may_keep) == (table.turn.version, 0, False)
    assert (shown.picture, shown.palette) == (RULES.draw_move(ROAD), RULES.picture(table.turn.state).palette)
    values = [choice.value for choice in asked_for(shown, "move").choices]
    assert values[:2] == [written(ROAD), written(BEND)]


def test_answers_add_up_over_entries_and_change_nothing(table):
    table.see(ROAD)
    before = table.turn
    shown = entry(table, answers={"face": "V"})
    shown = entry(table, move=shown.move, answers={"stands_on": "road:N"})
    assert (shown.move["face"], shown.move["meeple"]["sides"]) == ("V", ["N"])
    assert table.turn == before


def test_a_rule_that_would_be_broken_is_told_at_once_and_may_be_kept(table):
    table.see(ROAD)
    shown = entry(table, move=RULES.dump_move(WRONG))
    assert "does not match" in shown.breaks
    assert shown.may_keep
    senseless = entry(table, move=RULES.dump_move(tile("red", "E", 0, (0, 0))))
    assert (bool(senseless.breaks), senseless.may_keep) == (True, False)


def test_without_a_proposal_there_is_nothing_to_correct(table):
    with pytest.raises(RefusedError, match="no turn on the table"):
        entry(table)


def test_a_turn_nobody_saw_is_asked_for_its_tile_then_for_its_place(table):
    blank = entry(table, hand=())
    assert (blank.move, blank.hand.held, blank.hand.landings) == (None, (), ())
    assert len(blank.hand.palette) > 0
    shown = entry(table, hand=("V",))
    moves = [move for landing in shown.hand.landings for move in landing.moves]
    decoded = [msgspec.json.decode(msgspec.json.encode(move)) for move in moves]
    assert written(tile("red", "V", 0, (1, 0))) in decoded


def test_with_no_tile_in_hand_yet_all_that_may_be_done_is_offered(table):
    blank = entry(table, hand=())
    assert (blank.version, blank.back, blank.palette) == (table.turn.version, 0, {})
    assert (
        [action.name for action in blank.actions] == [a.name for a in RULES.actions(table.turn.state)] != []
    )


def test_a_tile_in_hand_is_laid_where_a_player_tapped_with_all_that_can_be_added(table):
    shown = entry(table, hand=("U",), move=RULES.dump_move(ROAD))
    assert (shown.version, shown.back, shown.palette) == (table.turn.version, 0, {})
    assert (shown.move, shown.says) == (written(ROAD), RULES.say(table.turn.state, ROAD))
    assert (shown.breaks, shown.may_keep, shown.hand.held) == ("", False, ("U",))
    assert shown.preview == RULES.preview(table.turn.state, ROAD)


def test_a_tile_in_hand_may_be_laid_against_a_rule_but_not_against_sense(table):
    allowed, anywhere = entry(table, hand=("E",)), entry(table, hand=("E",), anywhere=True)
    assert 0 < len(allowed.hand.landings) < len(anywhere.hand.landings)
    shown = entry(table, hand=("E",), move=RULES.dump_move(WRONG), anywhere=True)
    assert "does not match" in shown.breaks
    assert shown.may_keep
    with pytest.raises(RefusedError):
        entry(table, hand=("E",), move=RULES.dump_move(tile("red", "E", 0, (0, 0))), anywhere=True)


class Boxed:
    """Rules of a box that no catalogue knows; they hear what earlier games have shown of it."""

    def __init__(self):
        self.box = None

    def __getattr__(self, name):
        return getattr(RULES, name)

    def in_hand(self, state, held=(), *, anywhere=False, box=None, begun=None):
        self.box = box
        return RULES.in_hand(state, held, anywhere=anywhere)


def test_of_a_box_that_nobody_knows_the_tiles_of_earlier_games_are_offered_less_those_laid(table):
    table.lay(ROAD, NEXT)
    put_back = {**RULES.dump_move(Discard("red", "V")), "house_rule": True}
    table.give(Declared(put_back, table.turn.version))
    rules = Boxed()
    entry_of(table.turn, rules, EntryRequest(hand=()), {"U": 1, "V": 2})
    assert rules.box == {"U": 0, "V": 2}
    entry_of(table.turn, rules, EntryRequest(hand=()))
    assert rules.box == {}


def test_only_what_lies_on_a_board_is_a_tile_that_was_laid():
    moves = [{"face": "U", "cell": [0, 0]}, {"face": "V"}, {"cell": [1, 0]}, {"face": "U", "cell": [2, 0]}]
    assert placed_faces(moves) == {"U": 2}


def test_hands_free_a_turn_that_nobody_saw_is_asked_about_after_the_one_on_the_table():
    table = Table(hands_free=True)
    table.see(ROAD)
    shown = entry(table, is_new=True, move=RULES.dump_move(NEXT), answers={"stands_on": "road:E"})
    assert (shown.breaks, shown.move["meeple"]["sides"]) == ("", ["E"])
    assert entry(table, is_new=False, move=RULES.dump_move(NEXT)).breaks


def test_a_tile_that_fits_somewhere_is_not_put_back(table):
    shown = entry(table, move=RULES.dump_move(Discard("red", "C")), hand=("C",))
    assert "may not be discarded" in shown.breaks


def test_hands_free_a_turn_nobody_saw_comes_after_the_one_on_the_table():
    table = Table(hands_free=True)
    table.see(ROAD)
    moves = [move for landing in entry(table, hand=("U",)).hand.landings for move in landing.moves]
    assert {move["player"] for move in moves} == {"blue"}


def test_an_earlier_turn_shows_points_and_sums_before_and_after(table):
    table.lay(CITY, tile("blue", "U", 1, (1, 0)))
    assert entry(table, back=2).effect is None
    shown = entry(table, back=2, move=RULES.dump_move(LORD))
    assert shown.effect.points == (("red", 0, 2), ("blue", 0, 0))
    (change,) = shown.effect.changes
    assert (change.number, change.gone, [line.points for line in change.new]) == (1, (), [2])
    assert (shown.breaks, shown.effect.breaks, shown.may_keep) == ("", (), False)
    assert (shown.back, shown.turn) == (2, 1)
    assert entry(table, back=1).turn == 2


def test_only_sums_that_differ_and_pay_somebody_are_shown_before_and_after(table):
    table.lay(LORD, tile("blue", "U", 1, (1, 0), "road", "E"))
    (change,) = entry(table, back=2, move=RULES.dump_move(CITY)).effect.changes
    assert (change.number, [line.points for line in change.gone], change.new) == (1, [2], ())
    assert entry(table, back=1, move=RULES.dump_move(tile("blue", "U", 1, (1, 0)))).effect.changes == ()


def test_a_house_rule_as_it_stands_is_no_question_any_more(table):
    table.see(WRONG)
    table.press("keep")
    shown = entry(table, back=1)
    assert (shown.breaks, shown.may_keep, shown.effect) == ("", False, None)


def test_what_makes_no_sense_with_a_later_turn_cannot_be_kept_and_all_up_to_there_is_shown(table):
    table.lay(ROAD, NEXT, THIRD)
    shown = entry(table, back=3, move=RULES.dump_move(tile("red", "U", 1, (2, 0))))
    assert (shown.may_keep, shown.effect.points) == (False, (("red", 0, 0), ("blue", 0, 0)))
    assert shown.breaks


def test_a_later_turn_that_would_break_a_rule_is_named_with_its_words(table):
    table.lay(ROAD, NEXT, THIRD)
    shown = entry(table, back=3, move=RULES.dump_move(BEND))
    (broken,) = shown.effect.breaks
    assert (broken.number, broken.turn) == (2, RULES.say(table.turn.done[1].before, NEXT))
    assert shown.breaks.startswith("Turn 2 would break a rule: ")
    assert shown.may_keep


def test_the_rule_that_the_turn_set_right_breaks_is_said_once(table):
    table.lay(ROAD, NEXT)
    shown = entry(table, back=2, move=RULES.dump_move(WRONG))
    assert "does not match" in shown.breaks
    assert 1 not in [broken.number for broken in shown.effect.breaks]


def test_a_turn_set_right_offers_what_it_was_before(table):
    table.lay(ROAD, NEXT)
    values = [
        choice.value
        for choice in asked_for(entry(table, back=2, move=RULES.dump_move(THIEF)), "move").choices
    ]
    assert values[:2] == [written(THIEF), written(ROAD)]
    table.give(Revised(2, RULES.dump_move(THIEF), table.turn.version))
    shown = entry(table, back=2, move=RULES.dump_move(BEND))
    values = [choice.value for choice in asked_for(shown, "move").choices]
    assert values[:3] == [written(BEND), written(THIEF), written(ROAD)]


@pytest.mark.parametrize(
    "asked",
    [
        {"back": 9},
        {"back": -1},
        {"move": {"hat": 1}},
        {"move": {"player": "green", "face": "V", "cell": [1, 0]}},
        {"move": {"player": "red", "face": "V", "cell": [1, 0], "turns": 9}},
        {"hand": ("hat",)},
        {"hand": ("V", "V")},
        {"answers": {"hat": 1}},
    ],
)
def test_nonsense_is_refused_in_a_sentence_or_shown_as_breaking_a_rule(table, asked):
    table.see(ROAD)
    try:
        shown = entry(table, **asked)
    except RefusedError as error:
        says = str(error)
    else:
        says = shown.breaks
    assert says.endswith(".")
