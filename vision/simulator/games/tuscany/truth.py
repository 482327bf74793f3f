"""What truly lies on a table of The Castles of Tuscany, place by place, for whoever measures a reader.

``spots_of(course, table)`` gives a ``SpotTruth`` for every place of the table in view or not, in
millimetres of the table; ``lies`` writes them with their pixels in the frame. Places are named as the
rules name them, ``scoring.spots.Spot(board, kind, key)``; the kinds:

| spot | ``holds`` | ``count`` |
|---|---|---|
| ``red/tile:0,3`` every field of a region, cells with their seat's 40 columns | what covers it: a face or ``hex``; empty for a bare field, whose printed ``colour`` is always told | |
| ``red/store:0`` a storage space | a face, ``hex``, or empty | |
| ``red/token:0`` a token, in the order they were got | its kind | |
| ``red/stack:0`` one of three, the left one is used up first | the player's colour, or empty where it is out | tiles in it |
| ``red/heap:marble``, ``red/heap:workers`` | | how many lie there |
| ``red/mark:green``, ``red/mark:red`` outer (thick) and inner (thin) marker | ``hidden`` under another marker, ``knocked`` beside its ring | its step 0..49, as it lies, right or wrong |
| ``display:3`` row by row | a face, or empty | |
| ``stack:neutral`` | ``neutral``, or empty | tiles in it |
| ``bonus:red`` a colour's bonus tile | ``1`` or, turned, ``2``; empty once it is gone | |
| ``yield:0`` the yield card turned last, on top of those before | as ``yield_name`` writes it; empty before the first | |
| ``red/piece:0``.. a piece of a region, ``red/tableau``, ``plan``, ``mat`` (of the display) | the face it is printed with | |
"""

from msgspec import Struct

from scoring.picture import Point


class SpotTruth(Struct, frozen=True, omit_defaults=True):
    """What truly lies on one place of the table.

    Attributes:
        spot: Which place, as ``scoring.spots.write_spot`` writes it.
        at_mm: Its middle on the table, as it really lies: x to the east, y to the south.
        turn_deg: Clockwise, of what lies there or of the place itself where nothing does.
        high_mm: How high above the table its surface is.
        holds: What lies there; see the module.
        count: How many, or which step.
        colour: What is printed on a field.
        outline_mm: Of a board, clockwise on the table; empty for everything else.
    """

    spot: str
    at_mm: Point
    turn_deg: float
    high_mm: float
    holds: str = ""
    count: int = 0
    colour: str = ""
    outline_mm: tuple[Point, ...] = ()
