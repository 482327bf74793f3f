"""Capitals and figures in straight strokes, so that phone, paper and painted table write alike."""

from collections.abc import Iterator, Mapping
from functools import cache
from unicodedata import normalize

from scoring.picture import Point, Shape

_HIGH = 6
"""Units from the upper to the lower line of a letter."""
_GAP = 1.6
"""Units between two letters."""
_GLYPHS: Mapping[str, str] = {
    "A": "06 20 46,14 34", "B": "00 06 36 45 44 33 03,00 30 41 42 33", "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 26 44 42 20 00", "E": "40 00 06 46,03 33", "F": "40 00 06,03 33",
    "G": "41 30 10 01 05 16 36 45 43 23", "H": "00 06,40 46,03 43", "I": "00 06",
    "J": "30 35 26 16 05", "K": "00 06,40 03 46", "L": "00 06 36", "M": "06 00 24 40 46",
    "N": "06 00 46 40", "O": "10 30 41 45 36 16 05 01 10", "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10,24 46", "R": "06 00 30 41 42 33 03,23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05", "T": "00 40,20 26", "U": "00 05 16 36 45 40",
    "V": "00 26 40", "W": "00 16 22 36 40", "X": "00 46,40 06", "Y": "00 23 40,23 26",
    "Z": "00 40 06 46", "0": "10 20 31 35 26 16 05 01 10", "1": "01 20 26", "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 44 45 36 16 05,13 33", "4": "36 30 04 44", "5": "40 00 02 32 43 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 13 04", "7": "00 40 16",
    "8": "10 30 41 42 33 13 02 01 10,13 04 05 16 36 45 44 33", "9": "05 16 36 45 41 30 10 01 02 13 33 42",
    ".": "05 06", ",": "05 07", "'": "00 01", "-": "03 23", "+": "03 23,12 14", "/": "20 06",
    ":": "01 02,05 06", "(": "10 01 05 16", ")": "00 11 15 06", "?": "01 10 30 41 32 24,25 26", " ": "00 00",
}  # fmt: skip
"""Each letter's strokes: points of one digit to the right and one down."""

Stroke = tuple[Point, ...]


@cache
def _glyph(letter: str) -> tuple[Stroke, ...]:
    strokes = _GLYPHS[letter].split(",")
    return tuple(tuple((float(dot[0]), float(dot[1])) for dot in stroke.split()) for stroke in strokes)


def _known(text: str) -> str:
    """Leave out accents, and write what there is no letter for as a question mark."""
    plain = "".join(letter for letter in normalize("NFKD", text.upper()) if not _is_accent(letter))
    return "".join(letter if letter in _GLYPHS else "?" for letter in plain)


def _is_accent(letter: str) -> bool:
    return "\u0300" <= letter <= "\u036f"


def _width(letter: str) -> float:
    return max(x for stroke in _glyph(letter) for x, _ in stroke) if letter != " " else 1.6


def width_mm(text: str, high_mm: float, narrow: float = 1.0) -> float:
    """Measure how wide a text is written.

    >>> width_mm("I", 6.0), width_mm("HI", 6.0)
    (0.0, 5.6)

    Args:
        text: Any.
        high_mm: How high a letter is.
        narrow: How wide letters are, as a share of their usual width.
    """
    widths = [_width(letter) for letter in _known(text)]
    return narrow * high_mm / _HIGH * (sum(widths) + _GAP * max(0, len(widths) - 1))


def written(
    text: str, middle: Point, high_mm: float, stroke: str = "ink", bold: float = 0.15, narrow: float = 1.0
) -> Iterator[Shape]:
    """Write a text around its middle.

    Args:
        text: Any; small letters are written as capitals, accents are left out.
        middle: Of the text, in millimetres.
        high_mm: How high a letter is.
        stroke: The colour's name in the palette.
        bold: Width of the strokes, as a share of the height.
        narrow: How wide letters are, as a share of their usual width.
    """
    unit = high_mm / _HIGH
    x, y = middle[0] - width_mm(text, high_mm, narrow) / 2, middle[1] - high_mm / 2
    for letter in _known(text):
        for line in _glyph(letter) if letter != " " else ():
            points = tuple((round(x + narrow * unit * a, 2), round(y + unit * b, 2)) for a, b in line)
            yield Shape(points, stroke=stroke, stroke_mm=round(bold * high_mm, 2))
        x += narrow * unit * (_width(letter) + _GAP)
