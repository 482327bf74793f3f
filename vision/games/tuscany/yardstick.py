"""What measuring The Castles of Tuscany needs: games by chance, a painted table, what is right of a turn."""

import json
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeaps,
    DrawAction,
    EarlyEnd,
    LaidTile,
    LearnedFacts,
    Move,
    NamedYield,
    PlaceAction,
    ReadFields,
    SetMarkers,
    TakeAction,
    ToldHand,
)
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import sample_box
from vision.games.tuscany.report.agreement import check_fields as check_tiles
from vision.games.tuscany.report.agreement import check_figures, is_truth
from vision.games.tuscany.report.agreement import compare_with_truth as compare
from vision.games.tuscany.report.retelling import is_same, turned_to
from vision.games.tuscany.report.retelling import place_of as place
from vision.reader import Image, Sample
from vision.simulator import games as hosts
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script
from vision.yardstick import Count

__all__ = ["check_figures", "check_tiles", "compare", "is_same", "is_truth", "place", "turned_to"]

GAME = "tuscany"
SETUP = Setup(
    "rulebook-002",
    (PlayerSeat("Anna", "red"), PlayerSeat("Benno", "blue"), PlayerSeat("Clara", "green")),
    {"hands": "followed"},
)
PHOTOGRAPH_PX = (3200, 2400)
SEED = 1

setup = SETUP
tiles = 60
tiles_word = "fields"
counts: tuple[Count, ...] = (
    Count("regions"),
    Count("regions_right", "region: all thirty fields", "regions"),
    Count("draws"),
    Count("draws_right", "cards drawn", "draws"),
    Count("takes"),
    Count("takes_right", "tile taken", "takes"),
    Count("places"),
    Count("places_right", "tile laid: tile and field", "places"),
    Count("tokens"),
    Count("tokens_right", "token taken", "tokens"),
    Count("cards"),
    Count("cards_right", "yield card turned", "cards"),
    Count("refills"),
    Count("refills_right", "new tile in the display", "refills"),
)


def play(rng: Random, tiles: int | None = None) -> tuple[Sequence[Move], TuscanyState]:
    """Play by chance, with the sample box; see ``vision.yardstick``."""
    game, state = random_game(SETUP, rng, sample_box(), tiles)
    return game.moves, state


def drawn(state: TuscanyState) -> list[str]:
    """Name the stored tiles, which are what is laid."""
    return [face for face in dict.fromkeys(state.realms[state.player].store) if face]


def samples() -> Iterator[Sample]:
    """Photograph the tiles of the box that ``photograph`` plays with one by one."""
    box = hosts.load(GAME).box(SETUP, seed=SEED)
    faces = {*sample_box().own_tiles, *sample_box().neutral_tiles}
    return (sample for sample in single_tiles(box, SEED) if sample.face in faces)


def photograph(tiles: int, seed: int = SEED) -> tuple[Image, Document]:
    """Photograph a synthetic table after so many turns."""
    return photograph_end(script(seed, 0, PHOTOGRAPH_PX, tiles, SETUP, game=GAME))


# --- a turn ------------------------------------------------------------------------------------------


def is_told(move: Move) -> bool:
    """Tell whether players tell a move, since nothing of it shows on the table."""
    return isinstance(move, LearnedFacts | NamedYield | ToldHand | EarlyEnd | CountedHeaps | SetMarkers)


def count(read: Move | None, true: Move) -> dict[str, int]:
    """Count what was read right of a move: a region, or the actions of a turn, one by one."""
    if isinstance(true, ReadFields):
        return {"regions": 1, "regions_right": int(read is not None and is_same(read, true))}
    if not isinstance(true, ActionTurn):
        return {}
    seen = read.actions if isinstance(read, ActionTurn) and read.player == true.player else ()
    counts = dict.fromkeys((each.name for each in counts_of_turns()), 0)
    for number, action in enumerate(true.actions):
        other = seen[number] if number < len(seen) else None
        match action:
            case DrawAction():
                counts["draws"] += 1
                counts["draws_right"] += isinstance(other, DrawAction)
            case TakeAction():
                counts["takes"] += 1
                is_taken = isinstance(other, TakeAction) and other.face == action.face
                counts["takes_right"] += is_taken
                _count_refills(counts, action.refill, other.refill if isinstance(other, TakeAction) else ())
            case PlaceAction():
                tile = other.tile if isinstance(other, PlaceAction) else None
                _count_tiles(counts, action.tile, tile)
    return counts


def counts_of_turns() -> tuple[Count, ...]:
    """Give the counts that a turn has."""
    return tuple(each for each in counts if not each.name.startswith("regions"))


def _count_refills(counts: dict[str, int], true: Sequence[str], read: Sequence[str]) -> None:
    counts["refills"] += len(true)
    left = [*read]
    for face in true:
        if face in left:
            left.remove(face)
            counts["refills_right"] += 1


def _count_tiles(counts: dict[str, int], true: LaidTile, read: LaidTile | None) -> None:
    counts["places"] += 1
    counts["places_right"] += read is not None and (read.face, read.cell) == (true.face, true.cell)
    counts["tokens"] += bool(true.token)
    counts["tokens_right"] += bool(true.token) and read is not None and read.token == true.token
    counts["cards"] += len(true.yields)
    if read is not None:
        pairs = zip(true.yields, read.yields, strict=False)
        counts["cards_right"] += sum(card == other for card, other in pairs)
    _count_refills(counts, true.refill, () if read is None else read.refill)
    if true.takes is not None:
        _count_tiles(counts, true.takes, None if read is None else read.takes)


def answers(state: TuscanyState, read: Move, true: Move) -> Written | None:
    """Find the answers that make a proposal the true turn, where there are any: the whole turn at once."""
    rules = load(GAME)
    given = {"move": json.loads(msgspec.json.encode(rules.dump_move(true)))}
    try:
        return given if is_same(rules.answer(state, read, given), true) else None
    except ScoringError:
        return None
