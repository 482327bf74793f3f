"""Abbots and gardens, and wood of other colours than the usual, at the live table."""

import pytest
from msgspec.structs import replace
from tabletop import PLAYERS, READER, Watcher, named, tile

from scoring.game import PlayerSeat
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from vision.games.carcassonne.live.memory import CarcassonneBoxModel
from vision.simulator.games.carcassonne import box
from vision.simulator.table.singles import single_tiles

ABBOTS = replace(PLAYERS, options={"abbot": True})
GARDEN = TilePlacement("red", "V", 0, (1, 0), garden=True)
IN_GARDEN = replace(GARDEN, meeple=Meeple("garden", (), "abbot"))
BESIDE_NO_GARDEN = replace(GARDEN, garden=False)
CLOISTER = tile("red", "B", 0, (0, 1))
MONK = tile("red", "B", 0, (0, 1), "cloister")
ABBOT = replace(MONK, meeple=Meeple("cloister", (), "abbot"))
THIEF = ("V", 0, (1, 0), "road", "W")
SURE = 0.9
"""A turn that is less certain waits for its player."""
OTHERS = ("pink", "orange", "purple", "brown", "white", "grey")


@pytest.fixture(scope="module")
def known_abbots() -> CarcassonneBoxModel:
    """Our own faces, and the colours of the players."""
    return READER.get_ready(READER.learn(single_tiles(box(PLAYERS), seed=1)), ["red", "green"])


@pytest.mark.slow(but=2)
@pytest.mark.parametrize(
    "move",
    [GARDEN, BESIDE_NO_GARDEN, IN_GARDEN, CLOISTER],
    ids=["a garden", "none", "an abbot in a garden", "a cloister"],
)
@pytest.mark.parametrize("surface", ["white", "wood"])
def test_gardens_and_abbots_are_told_where_they_are_played_with(
    known_abbots: CarcassonneBoxModel, surface: str, move: TilePlacement
) -> None:
    table = Watcher(known_abbots, surface, players=ABBOTS)
    table.look()
    table.lay_bare(move)
    table.look()
    table.put(move)
    assert tuple(named(one) for one in table.look().best.moves) == (move,)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("move", [MONK, ABBOT], ids=["a monk", "an abbot"])
@pytest.mark.parametrize("surface", ["white", "wood", "cloth"])
def test_who_stands_at_a_cloister_is_told_or_asked(
    known_abbots: CarcassonneBoxModel, surface: str, move: TilePlacement
) -> None:
    table = Watcher(known_abbots, surface, players=ABBOTS)
    table.look()
    table.lay(move)
    best, second, *_ = table.look().proposals
    assert best.moves == (move,) or (second.moves == (move,) and best.confidence < SURE)


def test_where_there_are_no_abbots_nobody_hears_of_a_garden(known_abbots: CarcassonneBoxModel) -> None:
    table = Watcher(known_abbots, players=ABBOTS)
    table.state = Watcher(known_abbots).state
    table.look()
    table.lay(GARDEN)
    assert table.look().best.moves == (BESIDE_NO_GARDEN,)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("is_taken", [True, False], ids=["taken", "left"])
@pytest.mark.parametrize("box_known", [True, False], ids=["a learned box", "any box"])
def test_an_abbot_that_is_taken_back_is_told_with_the_next_tile(
    known_abbots: CarcassonneBoxModel, *, box_known: bool, is_taken: bool
) -> None:
    known = known_abbots if box_known else READER.get_ready(None, ["red", "green"])
    table = Watcher(known, players=ABBOTS)
    second, third = tile("green", "U", 1, (-1, 0)), tile("red", "U", 1, (-2, 0))
    for move in (IN_GARDEN, second):
        table.look()
        table.lay(move)
        table.look()
        table.confirm(move)
    table.look()
    if is_taken:
        table.take(IN_GARDEN)
    table.lay(third)
    sight = table.look()
    told = [named(one) for one in sight.best.moves] == [replace(third, recall_abbot=is_taken)]
    assert told or (not box_known and sight.best.confidence < SURE)


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("box_known", [True, False], ids=["a learned box", "any box"])
@pytest.mark.parametrize("colour", OTHERS)
def test_a_figure_of_another_colour_is_told_where_somebody_plays_with_it(
    prints: bytes, colour: str, box_known: bool
) -> None:
    seats = (PlayerSeat("Ann", colour), PlayerSeat("Ben", "red"))
    samples = READER.learn(single_tiles(box(PLAYERS), seed=1)) if box_known else None
    known = READER.get_ready(samples, [seat.colour for seat in seats])
    table = Watcher(known, "cloth", players=replace(PLAYERS, players=seats))
    move = tile(colour, *THIEF)
    table.look()
    table.lay(move)
    assert tuple(named(one) for one in table.look().best.moves) == (move,)
