"""What is remembered from one look at the table to the next."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.state import Guest
from scoring.games.cornwall.land.fields import Field
from vision.games.cornwall.classify.box_model import BoxAdjustment, Lessons
from vision.games.cornwall.classify.matches import Prints
from vision.games.cornwall.classify.odds import Odds
from vision.games.cornwall.live.figures.kinds import Habits
from vision.games.cornwall.live.places import CardPose, Cells
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.reader import Image


class CornwallBoxModel(NamedTuple):
    """What is known of a box before its game begins.

    Attributes:
        colours: The players' colours.
        lessons: What its fields look like, where somebody has learned them.
        prints: Its tiles that somebody has learned, by how many fields they have.
    """

    colours: tuple[Player, ...]
    lessons: Lessons | None = None
    prints: Mapping[int, Prints] = MappingProxyType({})


class TrackedCard(NamedTuple):
    """A card that lies on the table.

    Attributes:
        place: Where.
        picture: How it looked last, straight from above, ``tracking.FINE`` pixels to a millimetre.
        plain: How it looked without figures, from ``standing.plain_of``; None where it never was seen so.
    """

    place: CardPose
    picture: Image
    plain: Image | None = None


class TrackedPiece(NamedTuple):
    """A figure that was seen.

    Attributes:
        kinds: How likely it is each kind, in all 1.
        at_mm: The middle of its base, on the lattice.
        confidence: That there is one of this colour, 0 to 1.
        looks: Of so many looks the mean.
        told: What the net for kinds says of it, see ``kinds.kinds_at``; None where it was not seen to come.
    """

    colour: Player
    kinds: Mapping[str, float]
    cell: Cell
    at_mm: tuple[float, float]
    confidence: float
    looks: int = 1
    told: Floats | None = None


class CardLesson(NamedTuple):
    """What a confirmed card has taught.

    Attributes:
        fields: What its fields show, in the order of its cells.
        patches: (k, 64, 64, 3) how they looked.
        told: What the net makes of them.
    """

    fields: tuple[Field, ...]
    patches: NDArray[np.uint8]
    told: Lessons


class ArrivedCard(NamedTuple):
    """A card that came and is not confirmed.

    Attributes:
        place: Where it lies.
        picture: How it looks now.
        fields: What each of its fields may be, from the clearest look at it.
        patches: (k, 64, 64, 3) its fields as they looked then, in the order of its cells.
        clearness: How sure the least sure of them is, 0 to 1.
        plain: How it looked without figures, from ``standing.plain_of``; None where it never was seen so.
        now: The figures that stand on it.
        gone: Figures seen on it since it came that have gone again.
    """

    place: CardPose
    picture: Image
    fields: Mapping[Cell, Odds]
    patches: NDArray[np.uint8]
    clearness: float = 0.0
    plain: Image | None = None
    now: tuple[TrackedPiece, ...] = ()
    gone: tuple[TrackedPiece, ...] = ()


class LatestCard(NamedTuple):
    """The last confirmed turn, as it has been seen so far.

    Attributes:
        cells: Of its tile.
        stands: The figures seen on it, over all looks since the tile came.
        gone: Those of them that were gone again before it was confirmed.
        pub: The figures in the pub before it.
        looks: How often it was looked at since it was confirmed.
    """

    cells: Cells
    stands: tuple[TrackedPiece, ...]
    gone: tuple[TrackedPiece, ...]
    pub: tuple[Guest, ...]
    looks: int = 0


class OffBoardFigure(NamedTuple):
    """A figure that stands beside the land: most likely in the pub.

    Attributes:
        at_px: The middle of its base in the frame.
        confidence: That there is one of this colour, 0 to 1.
    """

    colour: Player
    at_px: tuple[float, float]
    confidence: float = 1.0


class OffBoardCount(NamedTuple):
    """How many figures a player had beside the land in the course of a turn.

    Attributes:
        most: Until some left.
        fewest: Since then.
    """

    most: int
    fewest: int


class Trust(NamedTuple):
    """How well a player's coins were seen to come and go, counted over confirmed turns.

    Attributes:
        seen: Coins that were seen to come or go.
        missed: Coins that were not: out of view, or on a pile.
        stirred: Turns with such coins in which coins that lay there looked otherwise afterwards.
        unstirred: Turns with such coins in which they did not.
        idle_stirred: Turns that earned and paid nothing in which they looked otherwise all the same.
        idle: Turns that earned and paid nothing in which they did not.
    """

    seen: float
    missed: float
    stirred: float
    unstirred: float
    idle_stirred: float
    idle: float


class Coin(NamedTuple):
    """A coin that lies in view when a turn begins.

    Attributes:
        at_px: Its middle in the frame.
        picture: How it looks.
    """

    at_px: tuple[float, float]
    picture: Image


class CoinTrack(NamedTuple):
    """Where one player keeps coins, and whether as many lie there as the game says.

    Attributes:
        places_px: Where in the frame coins came and went in the player's turns.
        proved: So often as many lay there as the game says, after they had become more or fewer.
        lie: How many lay there at the last look that could tell; -1 before it.
        off: How many more that was than the game said; negative where it was fewer.
        since: How many tiles were laid when that was seen to come about; None where it was not.
    """

    places_px: tuple[tuple[float, float], ...] = ()
    proved: int = 0
    lie: int = -1
    off: int = 0
    since: int | None = None


class CoinTracks(NamedTuple):
    """The coins in view beside the land.

    Attributes:
        lying: Where each lies, its middle in the frame.
        start: Those that lay there when the last turn was confirmed; None where that cannot be told.
        is_stirred: Whether any of these that still lies there looks otherwise than then.
        owned: How many all players had then together, by the game.
        trust: How well the coins of each player were seen.
        each: What of them is whose.
    """

    lying: tuple[tuple[float, float], ...]
    start: tuple[Coin, ...] | None
    is_stirred: bool = False
    owned: int = 0
    trust: Mapping[Player, Trust] = MappingProxyType({})
    each: Mapping[Player, CoinTrack] = MappingProxyType({})

    @property
    def change(self) -> int | None:
        """How many more lie there than when the last turn was confirmed; None where that cannot be told."""
        return None if self.start is None else len(self.lying) - len(self.start)


class CornwallTrackState(NamedTuple):
    """Where everything lay at the last look.

    Attributes:
        lattice: Millimetres to pixels of the frame.
        size_px: Of the frame.
        laid: The confirmed cards.
        bare: The frame as it was where no card lay, smaller; under cards as it was before they came.
        stands: The figures of the game as they were seen, and those given back that still stand.
        arrivals: What came since the last confirmed turn, in the order in which it came.
        vacant: Cells in which nothing lies, as players say, however they look at the next look.
        again: Cells in which something may lie, as players say, although they look as before.
        waved_off: Cells in which something came that is nothing, as players said: it may be picked up.
        latest: The last confirmed turn; None where the camera has not seen it come.
        lodgers: Figures that seem to have come and to stand beside the land, however sure.
        lodged: How many of them each player had since the last confirmed turn.
        pub: The figures in the pub, by the game.
        purses: The coins beside the land; None before they were looked for.
        habits: How figures look in this game; None before the first was confirmed.
        lessons: What confirmed cards have taught.
        looks: How the box looks by that and its prints; None as long as too little is known.
    """

    lattice: Homography
    size_px: tuple[int, int]
    laid: Mapping[Cells, TrackedCard]
    bare: Image
    stands: Mapping[Cell, TrackedPiece] = MappingProxyType({})
    arrivals: Mapping[Cells, ArrivedCard] = MappingProxyType({})
    vacant: tuple[Cell, ...] = ()
    again: tuple[Cell, ...] = ()
    waved_off: frozenset[Cell] = frozenset()
    latest: LatestCard | None = None
    lodgers: tuple[OffBoardFigure, ...] = ()
    lodged: Mapping[Player, OffBoardCount] = MappingProxyType({})
    pub: tuple[Guest, ...] = ()
    purses: CoinTracks | None = None
    habits: Habits | None = None
    lessons: Mapping[Cells, CardLesson] = MappingProxyType({})
    looks: BoxAdjustment | None = None


def plain_at(memory: CornwallTrackState, cells: Cells) -> Image | None:
    """Give a card as it was seen without figures; None where it never was."""
    if cells in memory.arrivals:
        return memory.arrivals[cells].plain
    return memory.laid[cells].plain if cells in memory.laid else None


def dismissed(memory: CornwallTrackState, cells: Collection[Cell]) -> CornwallTrackState:
    """Forget what came on some cells: nothing lies there, as players say."""
    arrivals = {card: each for card, each in memory.arrivals.items() if not set(cells).intersection(card)}
    again = tuple(cell for cell in memory.again if cell not in cells)
    vacant, waved_off = (*memory.vacant, *cells), memory.waved_off.union(cells)
    return memory._replace(arrivals=arrivals, vacant=vacant, again=again, waved_off=waved_off)


def reconsidered(memory: CornwallTrackState, cells: Collection[Cell]) -> CornwallTrackState:
    """Forget how some cells looked bare: something may lie there, as players say."""
    vacant = tuple(cell for cell in memory.vacant if cell not in cells)
    again, waved_off = (*memory.again, *cells), memory.waved_off.difference(cells)
    return memory._replace(vacant=vacant, again=again, waved_off=waved_off)
