"""How the table tells the players where the turn stands: the snapshot for the pages, the light."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.documents.values import Written
from scoring.game import Cell, Piece, Player, Question
from scoring.hand import LAY, START
from scoring.marks import Discrepancy
from scoring.referee.contracts.snapshot import (
    CauseNotice,
    DiscrepancyNotice,
    LiveSeat,
    MarkerMove,
    Snapshot,
)
from scoring.referee.inputs import Corrected
from scoring.referee.machine import TABLE, may
from scoring.referee.state import Stage, TableState, name_of, say_openly
from scoring.referee.transitions.proposals import MORE_LIES, TILE_GONE
from scoring.roles import AnyObservation, AnyRules, AnyTurns
from scoring.roles.observation import EVERYBODY
from scoring.sentence import as_sentence, joined, listed, marked, sentence
from scoring.sheet import total

ERROR_COLOUR = "red"
FIRST_VERSIONS = range(1, 2**52, 2**20)
"""One of these is the first version of a table, so that a tap from before a restart never meets its number
again. It is drawn by lot: a Pi may not know the date, and what it keeps may be an older backup."""
PUT_RIGHT = sentence(
    "Put the table right, or set the turn right under “Turns so far”; or keep the game as it is."
)
UNSURE = marked("This is not certain. Is that the turn?")

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


def light_of(table: TableState, rules: AnyTurns) -> tuple[str, str]:
    """Give the light's colour and pattern: whose turn it is, and what the table waits for."""
    if table.lost and table.stage != "ended":
        return ERROR_COLOUR, "flashing"
    pattern = "off" if table.paused else PATTERNS[table.stage]
    return rules.player(table.state), pattern


def snapshot(table: TableState, rules: AnyRules, game: str = "", camera: str = "") -> Snapshot:
    """Give the table as anybody may see it, and beside it what each player alone may see.

    Args:
        table: How the table stands.
        rules: The game's.
        game: The game's id in the store.
        camera: What looks at the table, in a few words; empty where no camera is there.
    """
    candidate, seen = table.candidate, rules.view(table.state, EVERYBODY)
    return Snapshot(
        version=table.version,
        phase=table.phase,
        says=says(table, rules),
        game=game,
        title=rules.info.title,
        camera=camera,
        seats=_seats(table, rules),
        picture=rules.picture(seen, _viewed((candidate.move, *candidate.later) if candidate else (), rules)),
        proposal=say_openly(table.state, candidate.move, rules) if candidate else "",
        confidence=candidate.confidence if candidate else 0.0,
        others=max(len(table.candidates) - 1, 0),
        questions=questions(table, rules),
        give_back=table.give_back,
        remarks=tuple(_notice(remark, rules) for remark in table.remarks),
        lines=table.lines,
        log=table.log,
        may=may(table, rules),
        hands_free=table.hands_free,
        by_hand=table.is_by_hand,
        is_told=rules.info.is_told,
        more_lies=MORE_LIES in table.doubts,
        moves=len(table.done),
        rules=rules.info.name,
        view=seen,
        views=_views(table, seen, rules),
        last=_last(table, rules),
        face=rules.face_of(candidate.move) if candidate else "",
        tracks=rules.info.tracks,
        moved=_moved(table, rules),
        standing=rules.info.standing,
        closing=_closing(table, rules),
        left_out=rules.uncounted(table.state) if table.stage == "ended" else "",
        asked=asked_of(table, rules),
        currencies=rules.info.currencies,
        box=rules.note_box(seen),
    )


def _last(table: TableState, rules: AnyRules) -> tuple[Cell, ...]:
    """Give where the last move shows, as anybody may know it."""
    if not table.done:
        return ()
    done = table.done[-1]
    return rules.where(rules.view(done.before, EVERYBODY), rules.view_move(done.move, EVERYBODY))


def _closing(table: TableState, rules: AnyRules) -> Written | None:
    """Write the move after which is asked what has to be told before an early end; None where nothing has."""
    move = None if table.stage == "ended" else rules.closing(table.state)
    return None if move is None else rules.dump_move(move)


def _moved(table: TableState, rules: AnyRules) -> tuple[MarkerMove, ...]:
    """Tell how the last move has moved the markers that belong to nobody."""
    shared = [track for track in rules.info.tracks if track.is_common]
    if not (shared and table.done) or table.stage == "ended":
        return ()
    was, now = (
        {mark.what: mark.count for mark in rules.expected(state) if not mark.player}
        for state in (table.done[-1].before, table.state)
    )
    return tuple(
        MarkerMove(track, was[track.name], now[track.name])
        for track in shared
        if was[track.name] != now[track.name]
    )


def asked_of(table: TableState, rules: AnyRules) -> tuple[Player, ...]:
    """Name whose answer or choice the table waits for before the game goes on; nobody in a plain turn."""
    if table.stage != "waiting":
        return ()
    asked = {action.by for action in rules.actions(rules.view(table.state, EVERYBODY))}
    return tuple(seat.colour for seat in table.setup.players if seat.colour in asked)


def _notice(discrepancy: Discrepancy[Any], rules: AnyRules) -> DiscrepancyNotice:
    causes = (
        CauseNotice(each.says, None if each.move is None else _for_all(each.move, rules))
        for each in discrepancy.causes
    )
    return DiscrepancyNotice(discrepancy.says, _for_all(discrepancy.move, rules), tuple(causes))


def _for_all(move: object, rules: AnyRules) -> Written:
    return rules.dump_move(rules.view_move(move, EVERYBODY))


def _viewed(moves: Sequence[Any], rules: AnyObservation) -> tuple[Any, ...]:
    return tuple(rules.view_move(move, EVERYBODY) for move in moves)


def _views(table: TableState, seen: object, rules: AnyObservation) -> dict[Player, Any]:
    """Give what each player sees, where that is more than everybody does."""
    views = {seat.colour: rules.view(table.state, seat.colour) for seat in table.setup.players}
    return {colour: view for colour, view in views.items() if view is not seen}


def _seats(table: TableState, rules: AnyRules) -> tuple[LiveSeat, ...]:
    seen = rules.view(table.state, EVERYBODY)
    points, balances, standing = rules.points(seen), rules.balances(seen), rules.standing(seen)
    is_ended = table.stage == "ended"
    if is_ended:
        points = standing = total(table.lines, points)
    player = rules.player(table.state)
    won = rules.winners(table.state) if is_ended and table.was_played else ()
    return tuple(
        LiveSeat(
            seat.name,
            seat.colour,
            points[seat.colour],
            not is_ended and seat.colour == player,
            seat.colour in won,
            {name: each[seat.colour] for name, each in balances.items() if seat.colour in each},
            standing[seat.colour],
        )
        for seat in table.setup.players
    )


def questions(table: TableState, rules: AnyRules) -> tuple[Question, ...]:
    """List what a player may set about the proposal, or must answer."""
    if table.candidate is None or (table.stage, Corrected) not in TABLE:
        return ()
    others = [candidate.move for candidate in table.candidates if candidate is not table.candidate]
    first, *rest = _viewed((table.candidate.move, *others), rules)
    return tuple(rules.ask(rules.view(table.state, EVERYBODY), first, rest))


ASKING: tuple[Stage, ...] = ("unsure", "unseen", "doubt", "missing", "otherwise", "differs")


# --- in one plain sentence -------------------------------------------------------------------------

SENTENCES: Mapping[str, str] = {
    "hand": sentence("A hand is over the table."),
    "paused": sentence("Paused: nothing is read."),
    "unseen": sentence("Was a figure put there and taken back at once?"),
    "comparing": sentence("The whole board is being read once more before the last scoring."),
}
"""What is always said in the same words, by phase or stage."""


def says(table: TableState, rules: AnyRules) -> str:
    """Say in one plain sentence what the table is doing or waiting for."""
    asks = table.phase == "hand" and table.stage in ASKING  # a hand in view does not take the question away
    words = (table.stage,) if asks else (table.phase, table.stage)
    word = next(word for word in words if word in SENTENCES or word in _SAYING)
    return SENTENCES[word] if word in SENTENCES else _SAYING[word](table, rules)


def _say_lost(table: TableState, rules: AnyRules) -> str:
    return joined([as_sentence(table.lost), sentence("Until it is back, turns are entered on a phone.")])


def _say_ended(table: TableState, rules: AnyRules) -> str:
    return joined(list(reversed(table.log[:2])))


def _say_waiting(table: TableState, rules: AnyRules) -> str:
    name = name_of(table, rules.player(table.state))
    may = {action.name for action in rules.actions(rules.view(table.state, EVERYBODY))}
    if START in may:
        by_hand = sentence("Lay the start tile and enter it on a phone; {name} begins.", name=name)
        return by_hand if table.is_by_hand else sentence("Lay the start tile; {name} begins.", name=name)
    if asked := asked_of(table, rules):
        return say_asked([name_of(table, colour) for colour in asked])
    if rules.info.is_printed or (may and LAY not in may):
        return sentence("It is {name}'s turn.", name=name)
    by_hand = sentence("{name} lays a tile; it is entered on a phone.", name=name)
    return by_hand if table.is_by_hand else sentence("The camera waits for {name}'s tile.", name=name)


def say_asked(names: Sequence[str]) -> str:
    """Say whose answer is waited for."""
    words = marked("{names} is asked.") if len(names) == 1 else marked("{names} are asked.")
    return sentence(words, names=listed(names))


def _say_returning(table: TableState, rules: AnyRules) -> str:
    pieces = [piece.says or _name_piece(table, piece) for piece in table.give_back]
    return sentence("Please take back: {pieces}.", pieces=joined(pieces, by=", "))


def _name_piece(table: TableState, piece: Piece) -> str:
    return sentence("{name}'s figure", name=name_of(table, piece.player))


def _say_proposal(table: TableState, rules: AnyRules) -> str:
    if table.passes_on:
        return sentence("This counts as soon as the next turn begins.")
    return sentence("Is that the turn? Then confirm it.")


def _say_unsure(table: TableState, rules: AnyRules) -> str:
    if (
        table.candidate is not None and table.candidate.confidence >= table.bar
    ):  # unsure only because it was undone
        return sentence("This was taken back. Is it the turn after all?")
    return sentence(UNSURE)


def _say_illegal(table: TableState, rules: AnyRules) -> str:
    return table.why


def _say_doubt(table: TableState, rules: AnyRules) -> str:
    return joined([as_sentence(doubt) for doubt in table.doubts])


def _say_missing(table: TableState, rules: AnyRules) -> str:
    last_gone = sentence("The last tile is gone. Confirm to take that turn back.")
    return last_gone if table.last_gone else TILE_GONE


def _say_otherwise(table: TableState, rules: AnyRules) -> str:
    return joined([*map(as_sentence, table.otherwise), PUT_RIGHT])


def _say_differs(table: TableState, rules: AnyRules) -> str:
    doubts = [as_sentence(doubt) for doubt in table.doubts]
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
