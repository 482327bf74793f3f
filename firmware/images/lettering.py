"""Text written on pictures: every letter in the first font that has it, none left out.

Pillow is imported where it is used: it takes memory, and most who play never ask for a picture.
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from vision.reader import Image

Font = Any
"""A font of Pillow in one size, ``PIL.ImageFont.FreeTypeFont``."""

OURS = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
"""Has the letters of Latin, Greek, Cyrillic and some more; what it lacks is looked for on the machine."""
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
ENDINGS = {".ttf", ".otf", ".ttc"}
MOST_FONTS = 200
"""So many of a machine's fonts are looked into for a letter that ours lacks."""
NO_LETTER = "\U0010ffff"
"""No font has it, so that it looks as what a font lacks."""
JOINERS = str.maketrans("", "", "\u200d\ufe0e\ufe0f")
"""They ask for one sign made of several, which then stand side by side."""


class Lettering:
    """Writes on a picture.

    Args:
        picture: (height, width, 3), uint8, blue, green, red.
    """

    def __init__(self, picture: Image) -> None:
        from PIL import Image as Pillow  # noqa: PLC0415 # see above
        from PIL import ImageDraw  # noqa: PLC0415 # see above

        self._picture = Pillow.fromarray(np.ascontiguousarray(picture[..., ::-1]))
        self._draw = ImageDraw.Draw(self._picture)

    @property
    def picture(self) -> Image:
        """The picture with what was written on it, (height, width, 3), uint8, blue, green, red."""
        return np.ascontiguousarray(np.asarray(self._picture, np.uint8)[..., ::-1])

    def write(
        self,
        text: str,
        at_px: tuple[int, int],
        size_px: int,
        colour: str,
        room_px: int,
        *,
        to_left: bool = False,
    ) -> None:
        """Write a line of text, smaller where there is not room enough.

        Args:
            at_px: Where it begins on its base line; where it ends, with ``to_left``.
            colour: As "#25231e".
        """
        text = text.translate(JOINERS)
        while size_px > 8 and width_px(text, size_px) > room_px:
            size_px -= 2
        x_px = float(at_px[0] - (width_px(text, size_px) if to_left else 0))
        for font, part in _parts(text, size_px):
            self._draw.text((x_px, at_px[1]), part, fill=colour, font=font, anchor="ls")
            x_px += font.getlength(part)


def width_px(text: str, size_px: int) -> float:
    """Tell how wide a line of text comes out."""
    return float(sum(font.getlength(part) for font, part in _parts(text, size_px)))


def lacks(text: str) -> bool:
    """Tell whether a text has a letter that no font here has."""
    return any(not _has(_font(_file_for(letter), 32), letter) for letter in text.translate(JOINERS))


def _parts(text: str, size_px: int) -> Iterator[tuple[Font, str]]:
    for file, letters in groupby(text, _file_for):
        yield _font(file, size_px), "".join(letters)


@cache
def _file_for(letter: str) -> Path:
    """Find the first font with a letter; ours, which then draws a box, where none has it."""
    if _has(_font(OURS, 32), letter):
        return OURS
    return next((file for file in _more_fonts() if _usable(file) and _has(_font(file, 32), letter)), OURS)


@cache
def _more_fonts() -> tuple[Path, ...]:
    folders = (Path(folder).expanduser() for folder in FOLDERS)
    found = (file for folder in folders if folder.is_dir() for file in sorted(folder.rglob("*")))
    return tuple(file for file in found if file.suffix.lower() in ENDINGS)[:MOST_FONTS]


@cache
def _usable(file: Path) -> bool:
    """Tell whether a font can be written with in any size; those of coloured pictures cannot."""
    try:
        _font(file, 32).getlength("x")
    except OSError:
        return False
    return True


@cache
def _font(file: Path, size_px: int) -> Font:
    from PIL import ImageFont  # noqa: PLC0415 # see above

    return ImageFont.truetype(file, size_px)


def _has(font: Font, letter: str) -> bool:
    shown, missing = font.getmask(letter), font.getmask(NO_LETTER)
    return letter.isspace() or (shown.size, bytes(shown)) != (missing.size, bytes(missing))
