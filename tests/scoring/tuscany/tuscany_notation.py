"""The Castles of Tuscany in few words, for tests: a table, and a beginning with the sample box."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from scoring.game import PlayerSeat, ScoreLine, Setup
from scoring.games.tuscany import RULES
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.engine.moves import Move
from scoring.games.tuscany.engine.play import apply
from scoring.games.tuscany.engine.state import TuscanyState, start, with_realm
from scoring.hand import PendingTile

NAMES = ("Anna", "Benno", "Clara", "Dario")
COLOURS = ("red", "blue", "green", "yellow")
OFFSETS = ((-2, 3), (-2, 3), (-1, 3), (-1, 3))
DISPLAY = ["castle", "city", "estate", "farm:olive", "quarry", "village", "monastery", "carriage"]


def table(players: int = 2, **options: str | bool) -> Setup:
    """Seat players at a table with some options of their own."""
    seats = tuple(map(PlayerSeat, NAMES[:players], COLOURS[:players]))
    return Setup("rulebook-002", seats, options)


def opening(
    players: int = 2, castles: Sequence[tuple[int, int]] = (), tokens: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Give the moves of a beginning: pieces A, B and C of each player's number, one below the other."""
    moves: list[dict[str, Any]] = [{"player": COLOURS[0], "box": "sample"}]
    for seat, colour in enumerate(COLOURS[:players]):
        step = OFFSETS[seat]
        lays = [
            {"piece": f"{letter}{seat + 1}", "turns": 0, "cell": [40 * seat + n * step[0], n * step[1]]}
            for n, letter in enumerate("ABC")
        ]
        moves.append({"player": colour, "lays": lays})
    moves.append({"player": COLOURS[0], "display": DISPLAY})
    firsts = [(0, 1), (39, 2), (80, 2), (121, 0)]
    for seat, colour in enumerate(COLOURS[:players]):
        moves.append({"player": colour, "castle": list((*castles, *firsts[len(castles) :])[seat])})
    for seat, colour in enumerate(COLOURS[:players]):
        moves.append({"player": colour, "token": (*tokens, *["card"] * players)[seat]})
    return moves


def played(setup: Setup, moves: Sequence[Mapping[str, Any]]) -> TuscanyState:
    """Play moves as documents have them."""
    state = start(setup)
    for move in moves:
        state, _ = apply(state, NOTATION.load_move(move))
    return state


def begun(players: int = 2, tokens: Sequence[str] = (), **options: str | bool) -> TuscanyState:
    """Give a game before its first turn."""
    return played(table(players, **options), opening(players, tokens=tokens))


def done(state: TuscanyState, *actions: Mapping[str, Any]) -> tuple[TuscanyState, tuple[ScoreLine, ...]]:
    """Do a turn of whoever's turn it is."""
    return apply(state, NOTATION.load_move({"player": state.player, "actions": list(actions)}))


def given(state: TuscanyState, player: str, **changes: Any) -> TuscanyState:
    """Give a player other things than they have."""
    return with_realm(state, player, **changes)


def with_turn(state: TuscanyState, player: str) -> TuscanyState:
    """Give the turn to a player."""
    return replace(state, turn=[seat.colour for seat in state.setup.players].index(player))


def laying(
    state: TuscanyState, player: str, face: str, cell: tuple[int, int], **more: Any
) -> tuple[TuscanyState, tuple[ScoreLine, ...]]:
    """Lay a tile of a player as their turn, stored as if it had been taken before."""
    state = given(with_turn(state, player), player, store=(face, *state.realms[player].store[1:]))
    return done(state, {"place": face, "from": 0, "cell": list(cell), **more})


def covered(state: TuscanyState, player: str, *cells: tuple[int, int], face: str = "hex") -> TuscanyState:
    """Cover further fields of a player's, without anything that it would bring."""
    realm = state.realms[player]
    return given(state, player, covered={**realm.covered, **dict.fromkeys(cells, face)})


def greens(lines: Sequence[ScoreLine], feature: str) -> int:
    """Add up the green points of a kind of line."""
    return sum(line.points for line in lines if line.feature == feature and line.currency == "green")


def read(written: Any) -> Move:
    """Read a move as documents have it."""
    return NOTATION.load_move(written)


def pending(state: TuscanyState, written: Any) -> PendingTile:
    """Show a move as it stands."""
    return RULES.preview(state, read(written))


def answered(state: TuscanyState, move: Move, name: str, label: str) -> Move:
    """Give the move with the answer that reads so."""
    (question,) = (each for each in RULES.ask(state, move) if each.name == name)
    (choice,) = (each for each in question.choices if str(each.label) == label)
    return RULES.answer(state, move, {name: choice.value})
