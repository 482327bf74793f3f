"""A game that begins in the middle goes on as the whole game did, whichever game it is."""

import json

import msgspec
import pytest

from scoring.errors import UnreadableError
from scoring.game import Setup
from scoring.sheet import total
from tests.some import perhaps, some


def through_json(document):
    return json.loads(msgspec.json.encode(document))


def figures_of(board):
    """Give the name under which a board document has figures; nothing where the game has none."""
    are_figures = {
        name: isinstance(things, list) and any({"colour", "kind"} <= {*one} for one in things)
        for name, things in board.items()
    }
    return next((name for name, is_one in are_figures.items() if is_one), "")


def moments(played):
    """Give moments of a game at which tiles lie, the last among them."""
    return [
        played.laying[0] + 1,
        len(played.moves) // 3,
        len(played.moves) // 2,
        len(played.moves) - 3,
        len(played.moves),
    ]


def test_begun_in_the_middle_every_later_line_and_the_end_are_those_of_the_whole_game(played):
    rules = played.rules
    for at in some(moments(played)):
        setup = played.begun(at)
        state, then = rules.start(setup), played.states[at]
        assert rules.player(state) == rules.player(then)
        nothing = dict.fromkeys(rules.points(then), 0)
        assert rules.points(state) == rules.points(then) == total(rules.carried(setup), nothing)
        assert rules.supplies(state) == rules.supplies(then)
        for move, before, after in perhaps(
            zip(played.moves[at:], played.states[at:], played.states[at + 1 :], strict=False)
        ):
            assert rules.apply(state, move)[1] == rules.apply(before, move)[1]
            state = rules.apply(state, move)[0]
            assert rules.points(state) == rules.points(after)
        assert rules.final(state) == rules.final(played.states[-1])
        assert rules.winners(state) == rules.winners(played.states[-1])
        assert rules.is_over(state) == rules.is_over(played.states[-1])


def test_the_document_says_where_the_game_began_and_its_sheet_counts_from_there(played):
    at = len(played.moves) // 2
    setup = played.begun(at)
    document = through_json(played.rules.dump_game(setup, played.moves[at:], ended=True))
    again = played.rules.load_setup(document)
    assert again.begins == document["begins"]
    assert through_json(played.rules.dump_game(again, played.moves[at:], ended=True)) == document
    whole = played.rules.replay(played.rules.dump_game(played.setup, played.moves, ended=True))
    sheet = played.rules.replay(document)
    assert sheet["begins"]["points"] == played.rules.points(played.states[at])
    assert [each["points"] for each in sheet["after"]] == [each["points"] for each in whole["after"][at:]]
    assert sheet["final"] == whole["final"]
    assert "begins" not in whole


def test_a_game_begun_in_the_middle_and_not_gone_on_scores_as_its_board_does(played):
    at = len(played.moves) // 2
    setup = played.begun(at)
    state = played.rules.start(setup)
    board = played.rules.load_board(setup.begins["board"])
    of_board = [line for line in played.rules.score_board(board, setup) if line.pays and not line.currency]
    assert set(of_board) <= set(played.rules.final(state))


def test_where_no_game_can_begin_is_said_in_a_sentence(played):
    setup = played.begun(len(played.moves) // 2)
    begins = setup.begins
    stranger = next(c for c in played.rules.info.colours if c not in {s.colour for s in setup.players})
    owners = figures_of(begins["board"])
    things = begins["board"].get(owners, ())
    wrong = [
        {**begins, "board": {}},
        {**begins, "board": "a table"},
        {key: value for key, value in begins.items() if key != "board"},
        {**begins, "turn": stranger},
        {**begins, "points": {stranger: 3}},
        {**begins, "points": {setup.players[0].colour: -1}},
        {**begins, "points": {setup.players[0].colour: 10**400}},
        *({**begins, name: {stranger: 1}} for name in played.rules.balances(played.states[0])),
        *(
            {**begins, "board": {**begins["board"], owners: [{**one, "colour": stranger}]}}
            for one in things[:1]
        ),
        *(
            {**begins, "board": {**begins["board"], owners: [{**one, "cell": [300, 300]}]}}
            for one in things[:1]
        ),
    ]
    for begin in wrong:
        with pytest.raises(UnreadableError, match=r"[.]$"):
            played.rules.start(Setup(setup.rules, setup.players, setup.options, begin))


def test_more_figures_and_tiles_than_a_box_holds_may_be_played_on_from(played):
    """A table may break rules: of what there is too much of nothing is left, and nothing breaks."""
    setup = played.begun(len(played.moves))
    board = setup.begins["board"]
    owners = figures_of(board)
    if not owners:
        pytest.skip("has no figures")
    crowd = {**board, owners: board[owners] * 20}
    state = played.rules.start(
        Setup(setup.rules, setup.players, setup.options, {**setup.begins, "board": crowd})
    )
    assert min(each.left for each in played.rules.supplies(state)) == 0
    assert played.rules.picture(state).placed
    list(played.rules.final(state))
