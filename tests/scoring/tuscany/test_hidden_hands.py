"""Two tables of The Castles of Tuscany that differ in Anna's cards alone tell everybody else the same."""

import json
from typing import Any

import msgspec

from scoring.games.tuscany import RULES
from scoring.referee.contracts.snapshot import Snapshot
from scoring.referee.inputs import Declared, Revised
from scoring.referee.machine import step
from scoring.referee.publication import snapshot
from scoring.referee.record.history import document_of
from scoring.referee.state import TableState
from scoring.referee.transitions.confirmation import begin
from scoring.roles.observation import EVERYBODY
from tests.scoring.tuscany.tuscany_notation import opening, table


def played_at_a_table(cards: int) -> TableState:
    """Play to Anna's second turn; in between she tells how many cards she holds, for herself alone."""
    now = begin(table(2, hands="followed"), RULES)
    moves: list[dict[str, Any]] = [
        *opening(2),
        {"player": "red", "actions": [{"draw": True}]},
        {"player": "red", "hand": cards},
        {"player": "blue", "actions": [{"take": "city", "store": 0, "refill": ["city"]}]},
        {"player": "red", "actions": [{"take": "quarry", "store": 0, "refill": ["city"]}]},
    ]
    for move in moves:
        now, _ = step(now, Declared(move, now.version), RULES)
    assert len(now.done) == len(moves)
    return now


def told(published: Snapshot) -> dict[str, Any]:
    """Give all that a page gets, but for what each player alone may see."""
    fields = msgspec.structs.asdict(published)
    return {name: each for name, each in fields.items() if name != "views"}


def test_nobody_else_is_told_how_many_cards_somebody_holds() -> None:
    few, many = played_at_a_table(1), played_at_a_table(17)
    shown = [snapshot(table, RULES) for table in (few, many)]
    assert told(shown[0]) == told(shown[1])
    assert shown[0].views["blue"] == shown[1].views["blue"]
    assert shown[0].views["red"] != shown[1].views["red"]
    hands = [each.views["red"].realms["red"].hand for each in shown]
    assert hands == [1, 17]
    assert [each.views["blue"].realms["blue"].hand for each in shown] == [5, 5]


def test_what_is_kept_and_handed_out_to_everybody_is_the_same_at_both_tables() -> None:
    few, many = played_at_a_table(1), played_at_a_table(17)
    public = [
        [RULES.dump_move(RULES.view_move(done.move, EVERYBODY)) for done in table.done]
        for table in (few, many)
    ]
    assert public[0] == public[1]
    assert json.dumps(document_of(few, RULES)) == json.dumps(document_of(many, RULES))


def test_a_hand_stays_as_it_was_told_when_somebody_else_sets_that_move_right() -> None:
    table = played_at_a_table(17)
    was = table.done[-3].move
    seen = RULES.dump_move(RULES.view_move(was, "blue"))
    assert seen == {"player": "red", "told": True}
    now, _ = step(table, Revised(3, seen, table.version, by="Benno"), RULES)
    assert now.done[-3].move == was
    assert now.state.realms["red"].hand == 17
