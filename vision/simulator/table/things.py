"""What lies on the synthetic table and what a camera over it is shown, as frozen values.

Places are millimetres on the table: x to the board's east, y to its south, from the start tile's middle.
"""

from collections.abc import Mapping

from msgspec import Struct

from scoring.documents.values import Document
from scoring.game import Player, Setup
from scoring.picture import Picture, Point
from vision.reader import Image


class Card(Struct, frozen=True):
    """A tile on the table.

    Attributes:
        spot: Which one it is, as the game's picture names it: "tile:1,0".
        face: A key of ``SimBox.faces``.
        at_mm: Where its middle lies.
        turn_deg: Clockwise, from how its face is drawn.
        above_mm: How high above the table its underside is, as it lies on something else.
        layers: How many lie on each other; the face is that of the top one.
        rise: How much higher it is for every millimetre to its drawing's right: half a board that folds.
    """

    spot: str
    face: str
    at_mm: Point
    turn_deg: float
    above_mm: float = 0.0
    layers: int = 1
    rise: float = 0.0


class SimFigure(Struct, frozen=True):
    """A figure on the table.

    Attributes:
        name: Which one it is, unlike any other's.
        kind: A key of ``SimBox.figures``.
        lying: Whether it lies on its side.
        at_mm: Where its base, or its middle if it lies, touches the ground.
        turn_deg: Where its front, or its head if it lies, points.
        above_mm: How much higher than on a tile it stands; below 0 on the table itself.
    """

    name: str
    colour: Player
    kind: str
    lying: bool
    at_mm: Point
    turn_deg: float
    above_mm: float = 0.0


class Bump(Struct, frozen=True):
    """How far the whole table was pushed from where it stood at first."""

    by_mm: Point = (0.0, 0.0)
    turn_deg: float = 0.0


class SimTable(Struct, frozen=True):
    """Everything that lies on the table, in the order it was put there."""

    cards: tuple[Card, ...] = ()
    figures: tuple[SimFigure, ...] = ()
    bump: Bump = Bump()


class Arm(Struct, frozen=True):
    """Whose arm it is that reaches over the table.

    Attributes:
        skin: "#rrggbb".
        sleeve: "#rrggbb", or the skin's where the arm is bare.
        from_mm: Where its owner's shoulder is, well outside the frame.
    """

    skin: str
    sleeve: str
    from_mm: Point


class SimHand(Struct, frozen=True):
    """A hand over the table, fingertips at a place, maybe with something between them."""

    arm: Arm
    tip_mm: Point
    holds: Card | SimFigure | None = None


class SimScene(Struct, frozen=True):
    """What the camera is shown at one moment.

    Attributes:
        number: Of the frame, from 0.
        at_s: When it is taken.
        hand: The hand in view, if any.
        exposure_ev: How much brighter the camera makes the frame than the first, in stops.
    """

    number: int
    at_s: float
    table: SimTable
    hand: SimHand | None = None
    exposure_ev: float = 0.0


class Facet(Struct, frozen=True):
    """A flat side of a thing.

    Attributes:
        corners_mm: To the right, to the front and up from the middle of its foot, in such an order that
            (b - a) x (c - a) points outwards, a, b and c being the first three.
        colour: "#rrggbb", or empty for the colour of whoever it belongs to.
    """

    corners_mm: tuple[tuple[float, float, float], ...]
    colour: str = ""


class Body(Struct, frozen=True):
    """The shape of a thing that is not cut out of one board: its sides all around."""

    facets: tuple[Facet, ...]

    @property
    def reach_mm(self) -> float:
        """How far from its foot's middle it goes, to a side or up."""
        return max(abs(value) for facet in self.facets for corner in facet.corners_mm for value in corner)


class SimBox(Struct, frozen=True):
    """How the things of a game look.

    Attributes:
        faces: The drawing of every face, around its middle, or a picture of the upright rectangle it fills.
        side_mm: Of a tile, or of a square around one.
        thick_mm: Of a tile.
        figures: Outlines of the standing figures, x to the right and y down from their middles, or bodies.
        palette: The colours of the figures, "#rrggbb".
        outlines: Of the faces that are no squares, clockwise around their middles.
        scale_mm: So much of the table appears as wide as a session's ``tile_px``; a side by default.
        taught: The faces that prints are learned from; all by default.
        room_mm: So much of the table, to the frame's right and down, is in view: the mast is as high as that
            needs, or higher.
        whole: Faces of which a picture is taken from corner to corner, as of a board.
    """

    faces: Mapping[str, Picture | Image]
    side_mm: float
    thick_mm: float
    figures: Mapping[str, tuple[Point, ...] | Body]
    palette: Mapping[str, str]
    outlines: Mapping[str, tuple[Point, ...]] = {}
    scale_mm: float = 0.0
    taught: tuple[str, ...] = ()
    room_mm: tuple[float, float] = (0.0, 0.0)
    whole: tuple[str, ...] = ()

    def outline(self, face: str) -> tuple[Point, ...]:
        """Give the outline of a face, clockwise around its middle; of a square the upper left first."""
        half = self.side_mm / 2
        return self.outlines.get(face, ((-half, -half), (half, -half), (half, half), (-half, half)))

    def sheet(self, face: str) -> tuple[float, float, float, float]:
        """Give the upright rectangle that a face fills: left, top, width and height from its middle."""
        across, down = zip(*self.outline(face), strict=True)
        return min(across), min(down), max(across) - min(across), max(down) - min(down)


# --- what hands do ---------------------------------------------------------------------------------


class Lay(Struct, frozen=True):
    """A hand brings a tile."""

    card: Card


class Lift(Struct, frozen=True):
    """A hand takes a tile away."""

    spot: str


class Put(Struct, frozen=True):
    """A hand brings a figure."""

    figure: SimFigure


class Take(Struct, frozen=True):
    """A hand takes a figure away."""

    name: str


class Push(Struct, frozen=True):
    """Something slides while the hand is there.

    Attributes:
        spot: The tile, with what stands on it, or empty for the whole table.
        by_mm: How far it slides.
        turn_deg: How far it turns about its middle, clockwise.
        more: Other tiles that slide with it as one.
    """

    spot: str
    by_mm: Point
    turn_deg: float
    more: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """A hand makes something else of what lies at a spot, such as a stack with a tile less."""

    card: Card


class Reach(Struct, frozen=True):
    """A hand goes to a place and changes nothing that is seen."""

    at_mm: Point


Act = Lay | Lift | Put | Take | Push | Change | Reach


class Visit(Struct, frozen=True):
    """A hand comes, does things one after the other, and leaves.

    Attributes:
        seat: Whose hand, as an index into the players.
    """

    seat: int
    acts: tuple[Act, ...]


class SimTurn(Struct, frozen=True):
    """A turn as it is played at the table.

    Attributes:
        move: As a game document writes it.
        visits: The hands that come for it, in order.
        pressed_after: After how many of them its player presses the button; None where they forget to.
        points: Of every player, after it.
        house_rule: Whether it breaks a rule.
        mishaps: What went wrong: "nudge", "bump", "takeback", "forgotten", "illegal", "two_at_once".
        whole_after: After how many of them the move is to be seen; by default after the last that brings
            something.
        is_hurried: Whether the next turn's hand comes before the table has lain still.
    """

    move: Document
    visits: tuple[Visit, ...]
    pressed_after: int | None
    points: Mapping[Player, int]
    house_rule: bool = False
    mishaps: tuple[str, ...] = ()
    whole_after: int | None = None
    is_hurried: bool = False


class SimGame(Struct, frozen=True):
    """A whole game as it is played at the table.

    Attributes:
        first: What lies there before the first turn.
        document: The game document of all its moves.
        final: The points of every player after the final scoring.
    """

    setup: Setup
    box: SimBox
    first: SimTable
    turns: tuple[SimTurn, ...]
    document: Document
    final: Mapping[Player, int]
