"""Our sample box as it is printed, to play with paper: all of it made up by us."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.games.tuscany.drawing import components as drawn
from scoring.games.tuscany.drawing.components import Component, own_design, yield_name
from scoring.games.tuscany.drawing.contents import NEUTRAL, contents
from scoring.games.tuscany.engine.options import COLOURS
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.tiles import FIELDS, HEX, TOKENS, TOKENS_OF_A_KIND
from scoring.games.tuscany.land.words import COLOURS as COLOUR_WORDS
from scoring.games.tuscany.land.words import KINDS, card_words, face_words
from scoring.games.tuscany.land.words import TOKENS as TOKEN_WORDS
from scoring.picture import Printable, PrintableBox, whose
from scoring.sentence import Sentence, as_sentence, plural, sentence

CARDS: Mapping[str, int] = {
    colour: 14 if colour in {"dark_green", "red", "turquoise"} else 16 for colour in FIELDS
}
"""Hand cards of each colour in our box."""
HEAPS: Mapping[str, tuple[Sentence, int]] = {
    HEX: (KINDS[HEX], 10),
    "marble": (sentence("marble"), 12),
    "workers": (as_sentence(plural("worker", "workers")), 12),
}
"""What the box has of wood and stone, in paper."""
SAYS = sentence(
    "A sample box of The Castles of Tuscany, made up by tablekeeper: it says nothing about the real one."
)
START_TILE = "castle"


class _Kind(NamedTuple):
    """What is printed how often, with what on its other side."""

    name: str
    says: Sentence
    copies: int = 1
    back: str = ""
    suffix: str = ""


def printable() -> PrintableBox:
    """Give the sample box to print; see ``scoring.roles.rendering.Rendering.printable``."""
    shown = {**contents(sample_box(), own_design()), **_pieces()}
    things = tuple(
        Printable(
            each.name + each.suffix,
            each.says,
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
        yield _Kind(f"piece:{piece}", sentence("piece {piece} of a region", piece=piece))
    for player in COLOURS:
        yield _Kind(f"tableau:{player}", whose(sentence("tableau"), player))
    yield from (_Kind("plan", sentence("score plan")), _Kind("mat", sentence("Display")))


def _tiles() -> Iterator[_Kind]:
    box = sample_box()
    for player in COLOURS:
        for face, count in box.own_tiles.items():
            says, copies = whose(face_words(face), player), count + (face == START_TILE)
            yield _Kind(face, says, copies, f"back:{player}", f" of {player}")
    for face, count in box.neutral_tiles.items():
        yield _Kind(face, face_words(face), count, f"back:{NEUTRAL}")


def _cards() -> Iterator[_Kind]:
    for kind in sample_box().yield_cards:
        says = sentence("yield card: {gives}", gives=card_words(kind.gives))
        yield _Kind(f"yield:{yield_name(kind.gives)}", says, kind.count, "yield_back")
    for colour, count in CARDS.items():
        yield _Kind(f"card:{colour}", whose(sentence("card"), COLOUR_WORDS[colour]), count, "card_back")


def _rest() -> Iterator[_Kind]:
    for token in TOKENS:
        says = sentence("token: {gives}", gives=TOKEN_WORDS[token])
        yield _Kind(f"token:{token}", says, TOKENS_OF_A_KIND)
    for colour in FIELDS:
        says = whose(sentence("bonus tile"), COLOUR_WORDS[colour])
        yield _Kind(f"bonus:{colour}:1", says, 1, f"bonus:{colour}:2")
    for player in COLOURS:
        yield _Kind(f"marker:{player}", whose(sentence("marker"), player), 2)
    for heap, (says, count) in HEAPS.items():
        yield _Kind(heap, says, count)


def _pieces() -> dict[str, Component]:
    """Draw in paper what is made of wood and stone."""
    design = own_design()
    markers = {f"marker:{player}": drawn.disc(player, drawn.MARKER_MM, design) for player in COLOURS}
    heaps = {heap: drawn.counter(heap, design) for heap in HEAPS if heap != HEX}
    return {**markers, **heaps, HEX: drawn.back("wood", design)}
