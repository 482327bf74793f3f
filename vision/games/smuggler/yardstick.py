"""What measuring Cornish Smuggler needs: games by chance, a painted table, what is right of an action."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.smuggler.chance import random_game
from scoring.games.smuggler.editor.aspects import ON_MAP
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import legal
from scoring.games.smuggler.engine.state import SmugglerState
from vision.games.smuggler.report import check_figures, check_tiles, compare, is_truth
from vision.reader import Image, Sample
from vision.simulator import games as hosts
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script
from vision.yardstick import Count, TurnedGame

__all__ = ["check_figures", "check_tiles", "compare", "is_truth"]

GAME = "smuggler"
COLOURS = {"Ann": "red", "Ben": "blue", "Cleo": "green"}
setup = Setup("rulebook-003", tuple(map(PlayerSeat, COLOURS, COLOURS.values())))
PHOTOGRAPH_PX = (3200, 2400)
SEED = 1
WORDS = {
    "ship": "ship",
    "move": "marker or goods moved",
    "officer": "officer moved",
    "buy": "purchase",
    "land": "landing",
    "sell": "sale, but for its price",
    "hire": "marker of a new character",
    "raid": "raid",
    "walks": "way of officers chosen",
    "new_officers": "new officer",
}
"""What shows on the board, by what a move does."""
UNSEEN = ("pays", "row", "extra", "card", "cards", "hold", "stash", "chooser", "player")
"""Of a move that shows, what players say."""

tiles = 60
tiles_word = "pieces"
counts: tuple[Count, ...] = (
    Count("seen"),
    Count("seen_right", "action that shows, but for what is said of it", "seen"),
    *(count for name, says in WORDS.items() for count in (Count(name), Count(f"{name}_right", says, name))),
)


def play(rng: Random, tiles: int | None = None) -> tuple[Sequence[m.Move], SmugglerState]:
    """Play by chance on the board that we have made up; see ``vision.yardstick``."""
    return random_game(setup, rng, most=tiles)


def drawn(state: SmugglerState) -> list[str]:
    """Name the actions on the map that may be done."""
    return [face for face in ON_MAP if next(legal(state, face), None)]


def samples() -> Iterator[Sample]:
    """Photograph the bare board."""
    return single_tiles(hosts.load(GAME).box(setup, seed=SEED), SEED)


def photograph(tiles: int, seed: int = SEED) -> tuple[Image, Document]:
    """Photograph a synthetic table after so many actions."""
    return photograph_end(script(seed, 0, PHOTOGRAPH_PX, tiles, setup, game=GAME))


# --- a turn ------------------------------------------------------------------------------------------


def place(move: m.Move) -> Hashable:
    """Give what of a move shows on the board; None where nothing does. Of a way, its end does."""
    if (name := m.name_of_move(move)) not in WORDS:
        return None
    if isinstance(move, m.WalkOfficers):
        return (name, *((walk.officer, walk.way[-1]) for walk in move.walks))
    shown = {key: value for key, value in msgspec.structs.asdict(move).items() if key not in UNSEEN}
    return (name, *map(repr, shown.values()))


def is_same(move: m.Move, other: m.Move) -> bool:
    """Tell whether two moves are the same by the rules."""
    return move == other


def is_told(move: m.Move) -> bool:
    """Tell whether players tell a move, since nothing of it shows on the table."""
    return place(move) is None


def turned_to(read: Sequence[m.Move], moves: Sequence[m.Move]) -> TurnedGame | None:
    """Tell no game anew: a map has its own north."""


def count(read: m.Move | None, true: m.Move) -> Mapping[str, int]:
    """Count whether what shows of a move was read right."""
    counted = Counter({each.name: 0 for each in counts})
    if (name := m.name_of_move(true)) in WORDS:
        is_right = read is not None and (read.player, place(read)) == (true.player, place(true))
        for key in (name, "seen"):
            counted[key] += 1
            counted[f"{key}_right"] += is_right
    return dict(counted)


def answers(state: SmugglerState, read: m.Move, true: m.Move) -> Written | None:
    """Find the answers that make a proposal the true move, where there are any: the whole move at once."""
    rules = load(GAME)
    given = json.loads(msgspec.json.encode(rules.dump_move(true)))
    try:
        return {"move": given} if is_same(rules.answer(state, read, {"move": given}), true) else None
    except ScoringError:
        return None
