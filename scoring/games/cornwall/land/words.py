"""The game's own words, alone and as parts of sentences: terrains, symbols, figures and where they are."""

from collections.abc import Iterable, Mapping, Sequence

from scoring.game import Cell
from scoring.games.cornwall.land.fields import Field, fields_of
from scoring.geometry.rulers import at_number
from scoring.sentence import Sentence, joined, listed, marked, sentence

TERRAINS: Mapping[str, Sentence] = {
    "moor": sentence("moor"),
    "forest": sentence("forest"),
    "mountain": sentence("mountain"),
    "village": sentence("village"),
    "meadow": sentence("meadow"),
}
ON: Mapping[str, Sentence] = {
    "moor": sentence("on the moor"),
    "forest": sentence("in the forest"),
    "mountain": sentence("on the mountain"),
    "village": sentence("in the village"),
    "meadow": sentence("on the meadow"),
}
"""Where a figure stands."""
SYMBOLS: Mapping[str, Sentence] = {
    "flag": sentence("flag"),
    "chapel": sentence("chapel"),
    "cottage": sentence("cottage"),
}
SIZES = (marked("small"), marked("tall"), marked("big"))
"""The kinds of figures, as documents write them."""
_WITH: Mapping[str, Sentence] = {
    "flag": sentence("a flag"),
    "chapel": sentence("a chapel"),
    "cottage": sentence("a cottage"),
}
KINDS: Mapping[str, Sentence] = {
    "small": sentence("small figure"),
    "tall": sentence("tall figure"),
    "big": sentence("big figure"),
}
SOME: Mapping[str, Sentence] = {
    "small": sentence("a small figure"),
    "tall": sentence("a tall figure"),
    "big": sentence("a big figure"),
}
SEVERAL: Mapping[str, Sentence] = {
    "small": sentence("small figures"),
    "tall": sentence("tall figures"),
    "big": sentence("big figures"),
}
DIRECTIONS: tuple[tuple[Sentence, Sentence, Sentence], ...] = (
    (sentence("in the north-west"), sentence("in the north-east"), sentence("in the south")),
    (sentence("in the north"), sentence("in the south-east"), sentence("in the south-west")),
)
"""The fields of a tile clockwise, of one that points south and of one that points north."""


def field_words(field: Field) -> Sentence:
    """Say what a field shows: "meadow", "meadow with a flag"."""
    if not field.symbols:
        return TERRAINS[field.terrain]
    shows = listed([_WITH[symbol] for symbol in field.symbols])
    return sentence("{terrain} with {symbols}", terrain=TERRAINS[field.terrain], symbols=shows)


def symbols_words(symbols: Sequence[str]) -> Sentence:
    """Say which symbols a field shows: "nothing", "flag and chapel"."""
    return listed([SYMBOLS[symbol] for symbol in symbols]) if symbols else sentence("nothing")


def fields_words(fields: Iterable[Field]) -> Sentence:
    """Say what some fields show: "forest, meadow with a flag and moor"."""
    return listed([field_words(field) for field in fields])


def face_words(face: str) -> Sentence:
    """Say what a tile shows."""
    return fields_words(fields_of(face))


def name_figure(colour: str, kind: str) -> Sentence:
    """Name a figure by its colour: "red tall figure"."""
    return sentence(_COLOURED[kind], colour=sentence(colour))


_COLOURED: Mapping[str, str] = {
    "small": marked("{colour} small figure"),
    "tall": marked("{colour} tall figure"),
    "big": marked("{colour} big figure"),
}


def field_at_words(field: Field, cell: Cell, corner: Cell = (0, 0)) -> Sentence:
    """Say what lies where: "meadow with a flag at column 1, row 2"."""
    return joined([field_words(field), at_number(cell, corner)])
