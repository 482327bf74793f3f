"""What happens at the table, as small frozen values."""

from collections.abc import Mapping

from msgspec import Struct

from scoring.game import Cell, Player
from scoring.games.cornwall.land.fields import Field, face_of, fields_of, turned_to_face
from scoring.games.cornwall.land.hexes import AROUND, trefoil
from scoring.roles.defaults import hash_by_player


class Opening(Struct, frozen=True):
    """The start tile as it lies on the table, before the first turn; it takes no turn.

    Attributes:
        player: Who begins.
        fields: Its five fields by their cells, sorted by cell.
    """

    player: Player
    fields: tuple[tuple[Cell, Field], ...]


class FigurePlacement(Struct, frozen=True, order=True):
    """A figure put on a field of the tile just laid; ``kind`` is small, tall or big."""

    cell: Cell
    kind: str


class TriplePlacement(Struct, frozen=True):
    """A tile laid, with what is done after it.

    Attributes:
        face: Its fields clockwise, see ``fields.face_of``.
        turns: Clockwise sixth turns, see ``hexes.trefoil``.
        cell: Where the face's first field lies.
        figures: Put on its fields, sorted by cell.
        pub: Who buys their figures back from the pub right after the tile is laid; by the usual reading
            only ``player``.
    """

    player: Player
    face: str
    turns: int
    cell: Cell
    figures: tuple[FigurePlacement, ...] = ()
    pub: tuple[Player, ...] = ()

    @property
    def cells(self) -> tuple[Cell, Cell, Cell]:
        """The cells it covers, in the order of its face's fields."""
        return trefoil(self.cell, self.turns)

    @property
    def fields(self) -> dict[Cell, Field]:
        """What it shows where."""
        return dict(zip(self.cells, fields_of(self.face), strict=True))


class PutBack(Struct, frozen=True):
    """A drawn tile that fits nowhere goes under the stack; the same player draws again."""

    player: Player
    face: str


class Recount(Struct, frozen=True):
    """Coins counted on the table, where the ledger says otherwise; it takes no turn.

    Attributes:
        player: Whose turn it is.
        coins: How many each player really has; who is not named keeps theirs.
    """

    player: Player
    coins: Mapping[Player, int]

    __hash__ = hash_by_player


Move = Opening | TriplePlacement | PutBack | Recount


def placed(
    player: Player,
    fields: Mapping[Cell, Field],
    figures: tuple[FigurePlacement, ...] = (),
    pub: tuple[Player, ...] = (),
) -> TriplePlacement:
    """Make a placement of what lies on three cells around one corner.

    Raises:
        ValueError: The cells are not three around one corner.
    """
    for cell in sorted(fields):
        for turns in range(len(AROUND)):
            cells = trefoil(cell, turns)
            if set(cells) == set(fields):
                shown = [fields[each] for each in cells]
                first = turned_to_face(shown)
                return TriplePlacement(
                    player, face_of(shown), (turns + 2 * first) % 6, cells[first], figures, pub
                )
    raise ValueError(f"Expected three cells around one corner, but got {sorted(fields)}.")
