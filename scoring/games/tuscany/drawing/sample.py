"""Our sample box as it is printed, to play with paper: all of it made up by us."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.games.tuscany.drawing import components as drawn
from scoring.games.tuscany.drawing.components import Component, own_design, yield_name
from scoring.games.tuscany.drawing.contents import NEUTRAL, contents
from scoring.games.tuscany.engine.options import COLOURS
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.tiles import FIELDS, HEX, TOKENS, TOKENS_OF_A_KIND
from scoring.picture import Printable, PrintableBox

CARDS: Mapping[str, int] = {
    colour: 14 if colour in {"dark_green", "red", "turquoise"} else 16 for colour in FIELDS
}
"""Hand cards of each colour in our box."""
HEAPS: Mapping[str, int] = {HEX: 10, "marble": 12, "workers": 12}
"""What the box has of wood and stone, in paper."""
SAYS = "A sample box of The Castles of Tuscany, made up by tablekeeper: it says nothing about the real one."
START_TILE = "castle"


class _Kind(NamedTuple):
    """What is printed how often, with what on its other side."""

    name: str
    copies: int = 1
    back: str = ""
    suffix: str = ""


def printable() -> PrintableBox:
    """Give the sample box to print; see ``scoring.roles.rendering.Rendering.printable``."""
    shown = {**contents(sample_box(), own_design()), **_pieces()}
    things = tuple(
        Printable(
            each.name + each.suffix,
            shown[each.name].picture,
            shown[each.name].outline_mm,
            each.copies,
            shown[each.back].picture if each.back else None,
        )
        for each in (*_boards(), *_tiles(), *_cards(), *_rest())
    )
    return PrintableBox(SAYS, things)


def _boards() -> Iterator[_Kind]:
    for piece in sample_box().region.pieces:
        yield _Kind(f"piece:{piece}")
    for player in COLOURS:
        yield _Kind(f"tableau:{player}")
    yield from (_Kind("plan"), _Kind("mat"))


def _tiles() -> Iterator[_Kind]:
    box = sample_box()
    for player in COLOURS:
        for face, count in box.own_tiles.items():
            yield _Kind(face, count + (face == START_TILE), f"back:{player}", f" of {player}")
    for face, count in box.neutral_tiles.items():
        yield _Kind(face, count, f"back:{NEUTRAL}")


def _cards() -> Iterator[_Kind]:
    for kind in sample_box().yield_cards:
        yield _Kind(f"yield:{yield_name(kind.gives)}", kind.count, "yield_back")
    for colour, count in CARDS.items():
        yield _Kind(f"card:{colour}", count, "card_back")


def _rest() -> Iterator[_Kind]:
    for token in TOKENS:
        yield _Kind(f"token:{token}", TOKENS_OF_A_KIND)
    for colour in FIELDS:
        yield _Kind(f"bonus:{colour}:1", 1, f"bonus:{colour}:2")
    for player in COLOURS:
        yield _Kind(f"marker:{player}", 2)
    for heap, count in HEAPS.items():
        yield _Kind(heap, count)


def _pieces() -> dict[str, Component]:
    """Draw in paper what is made of wood and stone."""
    design = own_design()
    markers = {f"marker:{player}": drawn.disc(player, drawn.MARKER_MM, design) for player in COLOURS}
    heaps = {heap: drawn.counter(heap, design) for heap in HEAPS if heap != HEX}
    return {**markers, **heaps, HEX: drawn.back("wood", design)}
