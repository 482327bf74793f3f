"""What measuring The Castles of Tuscany needs: games by chance, a painted table, what is right of a turn."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random

import msgspec

from scoring.documents.values import Document, Written
from scoring.errors import ScoringError
from scoring.game import Cell, PlayerSeat, Setup
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
    OpenTiles,
    PlaceAction,
    ReadFields,
    SetMarkers,
    TakeAction,
    ToldHand,
    TurnAction,
)
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.tiles import FARM
from vision.games.tuscany.locate.regions import FIELDS_OF_A_REGION
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
    Count("fields"),
    Count("fields_right", "colour of a field", "fields"),
    Count("regions"),
    Count("regions_right", "region: all thirty fields", "regions"),
    Count("display"),
    Count("display_right", "tile in the display at the start", "display"),
    Count("farms"),
    Count("farms_right", "goods of a farm that came or was taken", "farms"),
    Count("covered"),
    Count("covered_right", "field of whoever's turn it was: covered or bare", "covered"),
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
    """Count what was read right of a move: of a region, of the display, or of a turn's actions one by one."""
    counted = Counter({each.name: 0 for each in counts})
    if isinstance(true, ReadFields):
        seen = read.fields if isinstance(read, ReadFields) else {}
        right = sum(seen.get(cell) == colour for cell, colour in true.fields.items())
        _add(counted, "fields", len(true.fields), right)
        _add(counted, "regions", 1, read is not None and is_same(read, true))
    elif isinstance(true, OpenTiles):
        _add_faces(counted, "display", true.faces, read.faces if isinstance(read, OpenTiles) else ())
    elif isinstance(true, ActionTurn):
        seen_turn = read if isinstance(read, ActionTurn) and read.player == true.player else None
        _count_turn(counted, true.actions, seen_turn.actions if seen_turn else ())
    return dict(counted)


def _count_turn(counted: Counter[str], true: Sequence[TurnAction], read: Sequence[TurnAction]) -> None:
    wrong = {*_laid(true)} ^ {*_laid(read)}
    _add(counted, "covered", FIELDS_OF_A_REGION, FIELDS_OF_A_REGION - len(wrong))
    for action, other in zip_longest(true, read[: len(true)]):
        match action:
            case DrawAction():
                _add(counted, "draws", 1, isinstance(other, DrawAction))
            case TakeAction():
                seen = other if isinstance(other, TakeAction) else None
                _add_faces(counted, "takes", [action.face], [seen.face] if seen else [])
                _add_faces(counted, "refills", action.refill, seen.refill if seen else ())
            case PlaceAction():
                _count_tiles(counted, action.tile, other.tile if isinstance(other, PlaceAction) else None)


def _count_tiles(counted: Counter[str], true: LaidTile, read: LaidTile | None) -> None:
    is_right = read is not None and (read.face, read.cell) == (true.face, true.cell)
    _add(counted, "places", 1, is_right)
    if true.token:
        _add(counted, "tokens", 1, read is not None and read.token == true.token)
    pairs = zip(true.yields, read.yields if read else (), strict=False)
    _add(counted, "cards", len(true.yields), sum(card == other for card, other in pairs))
    _add_faces(counted, "refills", true.refill, read.refill if read else ())
    if true.takes is not None:
        _count_tiles(counted, true.takes, read.takes if read else None)


def _laid(actions: Sequence[TurnAction]) -> Iterator[Cell]:
    """Give the fields that a turn covers."""
    for action in actions:
        tile = action.tile if isinstance(action, PlaceAction) else None
        while tile is not None:
            yield tile.cell
            tile = tile.takes


def _add_faces(counted: Counter[str], name: str, true: Sequence[str], read: Sequence[str]) -> None:
    """Count tiles told right, in whatever order; those of farms, which differ by little, once more apart."""
    right = Counter(true) & Counter(read)
    _add(counted, name, len(true), right.total())
    farms = [sum(face.startswith(FARM) for face in faces) for faces in (true, right.elements())]
    _add(counted, "farms", *farms)


def _add(counted: Counter[str], name: str, of: int, right: int) -> None:
    counted[name] += of
    counted[f"{name}_right"] += right


def answers(state: TuscanyState, read: Move, true: Move) -> Written | None:
    """Find the answers that make a proposal the true turn, where there are any: the whole turn at once."""
    rules = load(GAME)
    given = {"move": json.loads(msgspec.json.encode(rules.dump_move(true)))}
    try:
        return given if is_same(rules.answer(state, read, given), true) else None
    except ScoringError:
        return None
