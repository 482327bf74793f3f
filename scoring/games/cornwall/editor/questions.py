"""What can be set right about each spot of a photographed board, and the answers to offer."""

from collections.abc import Iterable
from functools import cache

from scoring.game import Cell, Choice, Question
from scoring.games.cornwall.documents.boards import rulers
from scoring.games.cornwall.drawing.drawing import draw_field
from scoring.games.cornwall.engine.options import COLOURS
from scoring.games.cornwall.engine.state import SUPPLY
from scoring.games.cornwall.land import fields as printed
from scoring.games.cornwall.land.board import CornwallBoard, FieldReading, FigureReading, GuestReading
from scoring.games.cornwall.land.fields import Field, symbols_of
from scoring.games.cornwall.land.hexes import neighbours
from scoring.games.cornwall.land.spots import field_at, spot_named
from scoring.games.cornwall.land.words import KINDS, TERRAINS, field_at_words, symbols_words
from scoring.picture import Picture
from scoring.sentence import sentence
from scoring.spots import write_cell

NO_YES = (Choice(False, sentence("no")), Choice(True, sentence("yes")))
"""The answers to a question of yes or no."""


def questions(board: CornwallBoard, spot: str) -> tuple[Question, ...]:
    """List what a player may set about a spot, with the answers to offer.

    Args:
        spot: "field:Q,R", "cell:Q,R" (an empty place, to add a field there), "figure:INDEX", "guest:INDEX"
            or "pub".

    Raises:
        UnreadableError: Nothing like that is on the board.
    """
    found = spot_named(board, spot)
    if found.kind == "figure":
        return _about_figure(board, board.figures[found.index])
    if found.kind == "guest":
        return _about_piece(board.pub[found.index])
    if found.kind == "pub":
        return (_added_figure(sentence("Add a figure to the pub")),)
    field = field_at(board, found.cell)
    return (_new_field(board, found.cell),) if field is None else _about_field(board, field)


def _about_field(board: CornwallBoard, field: FieldReading) -> tuple[Question, ...]:
    likely = [other.terrain for other in sorted(field.alternatives, key=lambda other: -other.confidence)]
    has_cottage = any(cottage.cell == field.cell for cottage in board.cottages)
    return (
        terrain_question("terrain", sentence("Which terrain is it?"), field.field, likely),
        symbols_question("symbols", sentence("What is printed on it?"), field.field),
        Question("cottage", sentence("Does a cottage stand on it?"), NO_YES, has_cottage),
        _added_figure(sentence("Add a figure; tap it afterwards to say its size")),
        Question("remove", sentence("Take the field away?"), NO_YES, False),
    )


def _new_field(board: CornwallBoard, cell: Cell) -> Question:
    guesses = [guess for doubt in board.doubts if doubt.cell == cell for guess in doubt.alternatives]
    likely = [guess.terrain for guess in sorted(guesses, key=lambda guess: -guess.confidence)]
    return terrain_question("terrain", sentence("Which terrain lies here?"), None, likely)


def _about_figure(board: CornwallBoard, figure: FigureReading) -> tuple[Question, ...]:
    colour, kind, remove = _about_piece(figure)
    return colour, kind, _cell_question(board, figure), remove


def _about_piece(figure: FigureReading | GuestReading) -> tuple[Question, Question, Question]:
    return (
        Question("colour", sentence("Whose figure is it?"), _colours(), figure.colour),
        Question("kind", sentence("Which size is it?"), kind_choices(), figure.kind),
        Question("remove", sentence("Take the figure away?"), NO_YES, False),
    )


def _cell_question(board: CornwallBoard, figure: FigureReading) -> Question:
    """Ask whether it stands on a field beside."""
    near = [figure.cell, *neighbours(figure.cell)]
    fields = [field for cell in near if (field := field_at(board, cell))]
    corner = rulers(board).corner
    choices = tuple(
        Choice(write_cell(each.cell), field_at_words(each.field, each.cell, corner)) for each in fields
    )
    return Question("cell", sentence("Where does it stand?"), choices, write_cell(figure.cell))


def _added_figure(title: str) -> Question:
    return Question("colour", title, _colours())


def _colours() -> tuple[Choice, ...]:
    return tuple(Choice(colour, sentence(colour)) for colour in COLOURS)


def kind_choices() -> tuple[Choice, ...]:
    """Offer the three sizes of figures."""
    return tuple(Choice(kind, KINDS[kind]) for kind in SUPPLY)


def terrain_question(
    name: str, title: str, field: Field | None, likely: Iterable[str] = (), about: str = ""
) -> Question:
    """Ask for a terrain, each drawn: as it is now, the likely ones, then the others."""
    now = [field.terrain] if field else []
    order = dict.fromkeys((*now, *likely, *printed.TERRAINS))
    choices = tuple(Choice(terrain, TERRAINS[terrain], _drawn(terrain)) for terrain in order)
    return Question(name, title, choices, field.terrain if field else None, about=about)


@cache
def _drawn(terrain: str) -> Picture:
    return draw_field(Field(terrain))


def symbols_question(name: str, title: str, field: Field, about: str = "") -> Question:
    """Ask what is printed on a field of a terrain: nothing, one symbol, or several."""
    choices = tuple(Choice(".".join(some), symbols_words(some)) for some in symbols_of(field.terrain))
    return Question(name, title, choices, ".".join(field.symbols), about=about)
