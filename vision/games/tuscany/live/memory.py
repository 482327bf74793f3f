"""What is remembered from one look at the table to the next."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.game import Player
from scoring.games.tuscany.engine.moves import Move
from scoring.games.tuscany.engine.state import TuscanyState
from scoring.games.tuscany.land.box import YieldCard
from vision.games.tuscany.classify.faces import FacePrints
from vision.games.tuscany.locate.boards import TablePlaces
from vision.geometry.homography import Homography
from vision.image.colour import Floats
from vision.match.registered import BoardPrint
from vision.reader import Image


class TuscanyBoxModel(NamedTuple):
    """What is known of a box before its game begins.

    Attributes:
        players: Their colours, in turn order.
        is_whole: Whether it has prints of all tiles and tokens. As long as it has not, what has no print is
            known by its colour alone, and the game teaches the rest.
    """

    players: tuple[Player, ...]
    tiles: FacePrints
    tokens: FacePrints
    cards: FacePrints
    is_whole: bool


class TrackedSpot(NamedTuple):
    """A place on a board, as it was seen first.

    Attributes:
        board: On which board it is: a key of ``TuscanyTrackState.boards``.
        middle: In the board's coordinates, as it has slid since.
        reach: From there to the side of the square that is looked at, in the same.
        first: (s, s, 3) CIELAB, how it looked when nothing lay there or, where that was never seen, how
            other places of its kind did; None of fields.
    """

    board: str
    middle: tuple[float, float]
    reach: float
    first: Floats | None


class TrackedBoard(NamedTuple):
    """A board that is followed.

    Attributes:
        look: How it looked at the last look, and the keypoints of how it looked first.
        to_board: Pixels of its picture to the board's coordinates.
        lay: The board's coordinates to pixels of the frame.
    """

    look: BoardPrint
    to_board: NDArray[np.float64]
    lay: Homography


Whose = tuple[Player, str]
"""Whose marker on which track, whose heap of what, or whose stacks."""


class BareTracks(NamedTuple):
    """The score plan as it was before anybody had points.

    Attributes:
        strip: (rows, columns, 3) CIELAB: a row a millimetre from the middle outwards, step 0 first.
        lab: Of every player how their colour looks, but of whose no stack was left.
    """

    strip: Floats
    lab: Mapping[Player, Floats]


class SeenHeap(NamedTuple):
    """A heap as it lay at the last look.

    Attributes:
        bare: (s, s, 3) CIELAB, its place when nothing lay there.
        thing_mm2: How much of the board one thing covers.
        things: How many lay there.
        area_mm2: How much they covered.
    """

    bare: Floats
    thing_mm2: float
    things: int = 0
    area_mm2: float = 0.0


class Reaches(NamedTuple):
    """Hands that have come and gone and left all as it was, as those do that draw cards.

    Attributes:
        last: The last turn that was told.
        since: How many have come since.
        marbles: Whose marbles have become more or fewer since, and how many hands had come by then.
    """

    last: Move | None = None
    since: int = 0
    marbles: Mapping[Player, int] = {}


class Lesson(NamedTuple):
    """How a thing looks of which the box has no print.

    Attributes:
        face: What it shows, as print sets name it.
        picture: (h, w, 3) blue, green, red, in the light of prints.
        ready: The same as it is compared.
    """

    face: str
    picture: Image
    ready: FacePrints


class PendingTurns(NamedTuple):
    """Turns that were told and are not confirmed.

    Attributes:
        displays: What lay on the places of the display after each of them.
    """

    moves: tuple[Move, ...] = ()
    displays: tuple[tuple[str, ...], ...] = ()


class TuscanyTrackState(NamedTuple):
    """Where everything lay at the last look.

    Attributes:
        boards: "plan", "mat", and "red/region" and "red/tableau" of every player.
        spots: By their names as the rules have them.
        bare: The frame as it was at the beginning, smaller.
        light: How colours look here; see ``classify.faces.tell_faces``.
        colours: (8, 3) CIELAB, how those of tiles looked at the beginning.
        displays: What lies on the places of the display, by the faces that are in it in some state.
        card: Millimetres from the middle of the yield card on top to pixels; None before one was seen.
        tops: The card that the last confirmed turn turned, an unread one before that, and those on top since.
        last: The frame at the last look, as small.
        reaches: The hands that have come and gone and left all as it was.
        pending: The turns told at the last look, or under way, beyond ``state``, the game as it was then; and
            other ways to tell that look, the likeliest first.
        is_puzzling: Whether something has changed that no turn explains.
        doubted: What places should hold and what they look like about which players were asked.
        dismissed: Turns that are none, as players said.
        tracks: None where no score plan was seen.
        steps: Where the markers stood that were in view, and how many stacks were left.
        heaps: As they lay; those on whose places things lay from the beginning are not counted.
        spare: How many things more lie in a heap than the game has it, where that has nothing to do with the
            turns that are told.
        steady: What lies on a place and what it is taken for again and again, as players have set right.
        lessons: What the game has taught of its box, by the spot where it lies, or lay in the display.
        shown: What lay on the places of the display at the last look, as it was told.
    """

    places: TablePlaces
    boards: Mapping[str, TrackedBoard]
    spots: Mapping[str, TrackedSpot]
    bare: Image
    light: Floats
    colours: Floats
    displays: Mapping[tuple[str, ...], tuple[str, ...]]
    card: Homography | None = None
    tops: tuple[YieldCard, ...] = (YieldCard(),)
    last: Image | None = None
    reaches: Reaches = Reaches()
    is_puzzling: bool = False
    doubted: Mapping[str, tuple[str, str]] = {}
    pending: tuple[PendingTurns, ...] = (PendingTurns(),)
    state: TuscanyState | None = None
    dismissed: tuple[Move, ...] = ()
    tracks: BareTracks | None = None
    steps: Mapping[Whose, int] = {}
    heaps: Mapping[Whose, SeenHeap] = {}
    spare: Mapping[Whose, int] = {}
    steady: Mapping[str, tuple[str, str]] = {}
    lessons: Mapping[str, Lesson] = {}
    shown: tuple[Lesson, ...] = ()
