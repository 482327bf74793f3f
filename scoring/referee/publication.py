"""How the table tells the players where the turn stands: the snapshot for the pages, the light."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.game import Piece, Player, Question
from scoring.hand import LAY, START
from scoring.marks import Discrepancy
from scoring.referee.contracts.snapshot import DiscrepancyNotice, LiveSeat, Snapshot
from scoring.referee.inputs import Corrected
from scoring.referee.machine import TABLE, may
from scoring.referee.state import Stage, TableState, name_of, say_openly
from scoring.referee.transitions.proposals import MORE_LIES, TILE_GONE
from scoring.roles import AnyObservation, AnyRules, AnyTurns
from scoring.roles.observation import EVERYBODY
from scoring.sentence import as_sentence, joined, sentence
from scoring.sheet import total

ERROR_COLOUR = "red"
FIRST_VERSIONS = range(1, 2**52, 2**20)
"""One of these is the first version of a table, so that a tap from before a restart never meets its number
again. It is drawn by lot: a Pi may not know the date, and what it keeps may be an older backup."""
PUT_RIGHT = sentence(
    "Put the table right, or set the turn right under “Turns so far”; or keep the game as it is."
)

PATTERNS: Mapping[Stage, str] = {
    "waiting": "steady",
    "proposal": "breathing",
    "unsure": "blinking",
    "unseen": "blinking",
    "doubt": "blinking",
    "missing": "blinking",
    "otherwise": "blinking",
    "illegal": "flashing",
    "comparing": "breathing",
    "differs": "blinking",
    "ended": "off",
}
"""How the light shines in the colour of the player whose turn it is."""


def light_of(turn: TableState, rules: AnyTurns) -> tuple[str, str]:
    """Give the light's colour and pattern: whose turn it is, and what the table waits for."""
    if turn.lost and turn.stage != "ended":
        return ERROR_COLOUR, "flashing"
    pattern = "off" if turn.paused else PATTERNS[turn.stage]
    return rules.player(turn.state), pattern


def snapshot(turn: TableState, rules: AnyRules, game: str = "", camera: str = "") -> Snapshot:
    """Give the table as anybody may see it, and beside it what each player alone may see.

    Args:
        turn: How the table stands.
        rules: The game's.
        game: The game's id in the store.
        camera: What looks at the table, in a few words; empty where no camera is there.
    """
    way, seen = turn.way, rules.view(turn.state, EVERYBODY)
    last = rules.dump_move(rules.view_move(turn.done[-1].move, EVERYBODY)) if turn.done else {}
    return Snapshot(
        version=turn.version,
        phase=turn.phase,
        says=says(turn, rules),
        game=game,
        title=rules.info.title,
        camera=camera,
        seats=_seats(turn, rules),
        picture=rules.picture(seen, _viewed((way.move, *way.later) if way else (), rules)),
        proposal=say_openly(turn.state, way.move, rules) if way else "",
        confidence=way.confidence if way else 0.0,
        others=max(len(turn.ways) - 1, 0),
        questions=questions(turn, rules),
        give_back=turn.give_back,
        remarks=tuple(_notice(one, rules) for one in turn.remarks),
        lines=turn.lines,
        log=turn.log,
        may=may(turn, rules),
        hands_free=turn.hands_free,
        by_hand=turn.is_by_hand,
        more_lies=MORE_LIES in turn.doubts,
        turns=len(turn.done),
        rules=rules.info.name,
        view=seen,
        views=_views(turn, seen, rules),
        last=tuple(last["cell"]) if "cell" in last else None,
        face=rules.dump_move(way.move).get("face", "") if way else "",
        track=rules.info.track,
    )


def _notice(one: Discrepancy[Any], rules: AnyRules) -> DiscrepancyNotice:
    return DiscrepancyNotice(one.says, rules.dump_move(rules.view_move(one.move, EVERYBODY)))


def _viewed(moves: Sequence[Any], rules: AnyObservation) -> tuple[Any, ...]:
    return tuple(rules.view_move(move, EVERYBODY) for move in moves)


def _views(turn: TableState, seen: object, rules: AnyObservation) -> dict[Player, Any]:
    """Give what each player sees, where that is more than everybody does."""
    views = {seat.colour: rules.view(turn.state, seat.colour) for seat in turn.setup.players}
    return {colour: view for colour, view in views.items() if view is not seen}


def _seats(turn: TableState, rules: AnyRules) -> tuple[LiveSeat, ...]:
    points = rules.points(rules.view(turn.state, EVERYBODY))
    is_ended = turn.stage == "ended"
    shown = total(turn.lines, points) if is_ended else points
    on_turn = "" if is_ended else rules.player(turn.state)
    won = rules.winners(turn.state) if is_ended and turn.was_played else ()
    return tuple(
        LiveSeat(
            seat.name, seat.colour, shown.get(seat.colour, 0), seat.colour == on_turn, seat.colour in won
        )
        for seat in turn.setup.players
    )


def questions(turn: TableState, rules: AnyRules) -> tuple[Question, ...]:
    """List what a player may set about the proposal, or must answer."""
    if turn.way is None or (turn.stage, Corrected) not in TABLE:
        return ()
    others = [way.move for way in turn.ways if way is not turn.way]
    first, *rest = _viewed((turn.way.move, *others), rules)
    return tuple(rules.ask(rules.view(turn.state, EVERYBODY), first, rest))


ASKING: tuple[Stage, ...] = ("unsure", "unseen", "doubt", "missing", "otherwise", "differs")


# --- in one plain sentence -------------------------------------------------------------------------

SENTENCES: Mapping[str, str] = {
    "hand": sentence("A hand is over the table."),
    "paused": sentence("Paused: nothing is read."),
    "unseen": sentence("Was a figure put there and taken back at once?"),
    "comparing": sentence("The whole board is being read once more before the last scoring."),
}
"""What is always said in the same words, by phase or stage."""


def says(turn: TableState, rules: AnyRules) -> str:
    """Say in one plain sentence what the table is doing or waiting for."""
    asks = turn.phase == "hand" and turn.stage in ASKING  # a hand in view does not take the question away
    words = (turn.stage,) if asks else (turn.phase, turn.stage)
    word = next(word for word in words if word in SENTENCES or word in _SAYING)
    return SENTENCES[word] if word in SENTENCES else _SAYING[word](turn, rules)


def _say_lost(turn: TableState, rules: AnyRules) -> str:
    return joined([as_sentence(turn.lost), sentence("Until it is back, turns are entered on a phone.")])


def _say_ended(turn: TableState, rules: AnyRules) -> str:
    return joined(list(reversed(turn.log[:2])))


def _say_waiting(turn: TableState, rules: AnyRules) -> str:
    name = name_of(turn, rules.player(turn.state))
    may = {action.name for action in rules.actions(rules.view(turn.state, EVERYBODY))}
    if START in may:
        by_hand = sentence("Lay the start tile and enter it on a phone; {name} begins.", name=name)
        return by_hand if turn.is_by_hand else sentence("Lay the start tile; {name} begins.", name=name)
    if may and LAY not in may:
        return sentence("It is {name}'s turn.", name=name)
    by_hand = sentence("{name} lays a tile; it is entered on a phone.", name=name)
    return by_hand if turn.is_by_hand else sentence("The camera waits for {name}'s tile.", name=name)


def _say_returning(turn: TableState, rules: AnyRules) -> str:
    pieces = [piece.says or _name_piece(turn, piece) for piece in turn.give_back]
    return sentence("Please take back: {pieces}.", pieces=joined(pieces, by=", "))


def _name_piece(turn: TableState, piece: Piece) -> str:
    return sentence("{name}'s figure", name=name_of(turn, piece.player))


def _say_proposal(turn: TableState, rules: AnyRules) -> str:
    if turn.passes_on:
        return sentence("This counts as soon as the next turn begins.")
    return sentence("Is that the turn? Then confirm it.")


def _say_unsure(turn: TableState, rules: AnyRules) -> str:
    if turn.way is not None and turn.way.confidence >= turn.bar:  # unsure only because it was undone
        return sentence("This was taken back. Is it the turn after all?")
    return sentence("This is not certain. Is that the turn?")


def _say_illegal(turn: TableState, rules: AnyRules) -> str:
    return turn.why


def _say_doubt(turn: TableState, rules: AnyRules) -> str:
    return joined([as_sentence(doubt) for doubt in turn.doubts])


def _say_missing(turn: TableState, rules: AnyRules) -> str:
    last_gone = sentence("The last tile is gone. Confirm to take that turn back.")
    return last_gone if turn.last_gone else TILE_GONE


def _say_otherwise(turn: TableState, rules: AnyRules) -> str:
    return joined([*map(as_sentence, turn.otherwise), PUT_RIGHT])


def _say_differs(turn: TableState, rules: AnyRules) -> str:
    doubts = [as_sentence(doubt) for doubt in turn.doubts]
    return joined([*doubts, sentence("End the game all the same?")])


_SAYING: Mapping[str, Callable[[TableState, AnyRules], str]] = {
    "lost": _say_lost,
    "ended": _say_ended,
    "returning": _say_returning,
    "waiting": _say_waiting,
    "proposal": _say_proposal,
    "unsure": _say_unsure,
    "illegal": _say_illegal,
    "doubt": _say_doubt,
    "missing": _say_missing,
    "otherwise": _say_otherwise,
    "differs": _say_differs,
}
"""What depends on the turn, by phase or stage."""
