"""What truly lies on a table of The Castles of Tuscany, place by place, for whoever measures a reader.

``spots_of(course, table)`` gives a ``SpotTruth`` for every place of the table in view or not, in
millimetres of the table; ``lies`` writes them with their pixels in the frame. Places are named as the
rules name them, ``scoring.spots.Spot(board, kind, key)``; the kinds:

- ``red/tile:0,3``: every field of a region, its cell with the seat's 40 columns. ``holds`` what covers it, a
  face or ``hex``; empty for a bare field. What is printed, its ``colour``, is always told.
- ``red/store:0``: a storage space. A face, ``hex``, or empty.
- ``red/token:0``: a token, in the order they were got. Its kind.
- ``red/stack:0``: one of three, the left one is used up first. The player's colour, or empty where it is
  out; ``count`` of the tiles in it.
- ``red/heap:marble``, ``red/heap:workers``: ``count`` of what lies there.
- ``red/mark:green``, ``red/mark:red``: the outer (thick) and inner (thin) marker. ``count`` is its step,
  0 to 49, as it lies, right or wrong; ``holds`` is ``hidden`` under another, ``knocked`` between steps.
- ``display:3``: row by row. A face, or empty.
- ``stack:neutral``: ``neutral``, or empty; ``count``.
- ``bonus:red``: a colour's bonus tile. ``1`` or, once turned, ``2``; empty when it is gone.
- ``yield:0``: the yield card turned last, on top of those before, as ``yield_name`` writes it; empty before.
- ``red/piece:0`` to ``2``, ``red/tableau``, ``plan``, ``mat`` (under the display; some boxes have
  none): boards, with the face they are printed with, and their ``outline_mm``.
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
