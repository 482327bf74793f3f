"""What is remembered from one look at the table to the next."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from scoring.game import Cell, Player
from scoring.games.cornwall.fields import Field
from vision.games.cornwall.live.places import Cells, Place
from vision.lattice import Homography
from vision.reader import Image


class Known(NamedTuple):
    """What is known of a box before its game begins.

    Attributes:
        colours: The players' colours.
        looks: How its fields look, where somebody has learned them; the game's own value.
    """

    colours: tuple[Player, ...]
    looks: object = None


class Laid(NamedTuple):
    """A card that lies on the table.

    Attributes:
        place: Where.
        picture: How it looked last, straight from above, ``tracking.FINE`` pixels to a millimetre.
    """

    place: Place
    picture: Image


class Standing(NamedTuple):
    """A figure that was seen.

    Attributes:
        kinds: How likely it is each kind, in all 1.
        at_mm: The middle of its base, on the lattice.
        confidence: That there is one of this colour, 0 to 1.
        looks: Of so many looks the mean.
    """

    colour: Player
    kinds: Mapping[str, float]
    cell: Cell
    at_mm: tuple[float, float]
    confidence: float
    looks: int = 1


Odds = Mapping[Field, float]
"""What a field may be, each with its probability."""


class Arrival(NamedTuple):
    """A card that came and is not confirmed.

    Attributes:
        place: Where it lies.
        picture: How it looks now.
        fields: What each of its fields may be, from the clearest look at it.
        clearness: How much of it that look showed, 0 to 1.
        plain: How it looked without figures; None where it never was seen so.
        stands: The figures seen on it since it came, also those that have gone since.
    """

    place: Place
    picture: Image
    fields: Mapping[Cell, Odds]
    clearness: float = 0.0
    plain: Image | None = None
    stands: tuple[Standing, ...] = ()


class Memory(NamedTuple):
    """Where everything lay at the last look.

    Attributes:
        lattice: Millimetres to pixels of the frame.
        size_px: Of the frame.
        laid: The confirmed cards.
        bare: The frame as it was where no card lay, smaller; under cards as it was before they came.
        stands: The figures of the game as they were seen, and those given back that still stand.
        arrivals: What came since the last confirmed turn, in the order in which it came.
        vacant: Cells in which nothing lies, as players say, however they look at the next look.
    """

    lattice: Homography
    size_px: tuple[int, int]
    laid: Mapping[Cells, Laid]
    bare: Image
    stands: Mapping[Cell, Standing] = MappingProxyType({})
    arrivals: Mapping[Cells, Arrival] = MappingProxyType({})
    vacant: tuple[Cell, ...] = ()
