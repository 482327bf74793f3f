"""What is asked about a turn of The Castles of Tuscany by hand: nothing is chosen before somebody has."""

from msgspec.structs import replace

from scoring.documents.values import Document
from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.moves import ActionTurn, LaidTile, PlaceAction, TakeAction
from scoring.games.tuscany.engine.state import TuscanyState, faces_of
from scoring.games.tuscany.land.tiles import KIND_OF, UNKNOWN
from scoring.geometry.hexes import neighbours
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.contracts.turns import EntryRequest
from scoring.referee.entry import entry_of
from scoring.referee.state import TableState
from tests.scoring.tuscany.tuscany_notation import begun, given
from webui.live.entry import Entering


def entering(state: TuscanyState, move: Document) -> Entering:
    entry = entry_of(TableState(state.setup, state), RULES, EntryRequest(hand=(), move=move))
    return Entering(Snapshot(1, "waiting", ""), entry, 1)


def test_an_answer_that_one_more_action_may_follow_is_a_step_that_shows_as_chosen() -> None:
    state = replace(given(begun(2), "red", store=(None,), marble=1), display=begun(2).display)
    take = ActionTurn("red", (TakeAction(faces_of(state)[0], 0, (UNKNOWN,)),))
    asked = entering(state, RULES.dump_move(take))
    assert asked.preview is not None
    assert asked.preview.goes_on
    assert asked.preview.closing is not None
    assert asked.chosen_of(asked.preview.closing) is None
    assert asked.left_open
    answered = entering(state, asked.preview.closing.choices[0].value)
    assert answered.preview is not None
    assert answered.preview.closing is not None
    assert answered.chosen_of(answered.preview.closing) == asked.preview.closing.choices[0].value
    assert not answered.left_open


def test_no_tile_is_chosen_for_a_castle_before_somebody_has_said_so() -> None:
    state = replace(given(begun(2), "red", store=("castle",)), display=begun(2).display)
    realm = state.realms["red"]
    free = (cell for cell in realm.fields if cell not in realm.covered)
    castle = next(cell for cell in free if KIND_OF[realm.fields[cell]] == "castle")
    beside = {cell: "village" for cell in neighbours(castle) if cell in realm.fields}
    state = given(state, "red", covered={**realm.covered, **beside})
    laid = RULES.preview(state, ActionTurn("red", (PlaceAction(LaidTile("castle", castle), 0),)))
    assert [question.chosen for question in laid.questions if question.name == "castle1"] == [None]
