"""A placement as it is seen and set right: three fields around a corner, each with its figure or none."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.game import Cell, Player
from scoring.games.cornwall.engine.moves import FigurePlacement, TriplePlacement, placed
from scoring.games.cornwall.engine.regions import Fields
from scoring.games.cornwall.land.fields import Field
from scoring.games.cornwall.land.hexes import corners_mm, stepped, trefoil
from scoring.picture import Point

Corner = tuple[Cell, int]
"""Where three fields meet: the tile ``trefoil(cell, way)``; its way 0 points south, 1 points north."""


class EditedTile(Struct, frozen=True):
    """A tile as it lies, its fields clockwise from the north-west or, where it points north, from the north.

    Attributes:
        kinds: The figure on each of its fields, empty where none stands.
        aside: Figures of the move that stand on none of its fields.
    """

    player: Player
    corner: Corner
    fields: tuple[Field, Field, Field]
    kinds: tuple[str, str, str]
    aside: tuple[FigurePlacement, ...] = ()
    pub: tuple[Player, ...] = ()

    @property
    def cells(self) -> tuple[Cell, Cell, Cell]:
        """The cells of its fields."""
        return trefoil(*self.corner)

    @property
    def move(self) -> TriplePlacement:
        """The placement that it is."""
        cells = self.cells
        figures = [FigurePlacement(cell, kind) for cell, kind in zip(cells, self.kinds, strict=True) if kind]
        shown = dict(zip(cells, self.fields, strict=True))
        return placed(self.player, shown, tuple(sorted((*figures, *self.aside))), self.pub)

    def turned(self, times: int) -> "EditedTile":
        """Turn the tile clockwise about its corner by thirds; figures stay where they were seen."""
        first = -times % 3
        fields = (*self.fields[first:], *self.fields[:first])
        return replace(self, fields=(fields[0], fields[1], fields[2]))

    def with_kind(self, place: int, kind: str) -> "EditedTile":
        """Put a figure on one of its fields, or none."""
        first, two, three = (kind if at == place else now for at, now in enumerate(self.kinds))
        return replace(self, kinds=(first, two, three))


def lying(move: TriplePlacement) -> EditedTile:
    """Give a placement as it lies."""
    corner = corner_of(move.cells)
    cells = trefoil(*corner)
    shown, kinds = move.fields, {figure.cell: figure.kind for figure in reversed(move.figures)}
    cell, two, three = cells
    return EditedTile(
        move.player,
        corner,
        (shown[cell], shown[two], shown[three]),
        (kinds.get(cell, ""), kinds.get(two, ""), kinds.get(three, "")),
        tuple(figure for figure in move.figures if figure.cell not in cells),
        move.pub,
    )


def corner_of(cells: Sequence[Cell]) -> Corner:
    """Name the corner around which three cells lie.

    Raises:
        ValueError: They lie around none.
    """
    for way in (0, 1):
        for cell in cells:
            if set(trefoil(cell, way)) == set(cells):
                return cell, way
    raise ValueError(f"Expected three cells around one corner, but got {sorted(cells)}.")


def corner_mm(corner: Corner) -> Point:
    """Give where the corner is."""
    cell, way = corner
    return corners_mm(cell)[1 + way]


def free_corners(fields: Fields, near: Cell) -> Iterator[Corner]:
    """Give the corners around which a tile has room, of a field and of those around it."""
    cells = {near, *(stepped(near, step) for step in range(6))}
    cells |= {stepped(cell, step) for cell in tuple(cells) for step in range(6)}
    for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for way in (0, 1):
            if not any(each in fields for each in trefoil(cell, way)):
                yield cell, way
