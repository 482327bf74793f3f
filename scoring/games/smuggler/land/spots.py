"""What of the table can be tapped, and how it is named."""

from scoring.game import Cell
from scoring.games.smuggler.land.box import SmugglerBox
from scoring.spots import Spot, write_spot


def cell_of(box: SmugglerBox, place: str) -> Cell:
    """Give a place as a cell: its number among the box's places, in row 0.

    >>> from scoring.games.smuggler.land.box import sample_box
    >>> cell_of(sample_box(), "newlyn"), place_at(sample_box(), (3, 0))
    ((3, 0), 'newlyn')
    """
    return list(box.places).index(place), 0


def place_at(box: SmugglerBox, cell: Cell) -> str:
    """Give the place of a cell; an empty text where there is none."""
    column, row = cell
    places = list(box.places)
    return places[column] if row == 0 and 0 <= column < len(places) else ""


def place_spot(box: SmugglerBox, place: str) -> str:
    """Name a place as pictures and addresses do: "cell:3,0"."""
    return write_spot(Spot("", "cell", cell_of(box, place)))
