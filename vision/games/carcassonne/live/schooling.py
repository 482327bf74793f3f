"""Keeping what is known of the box in step with the game: tiles learned, and lessons taken back."""

from scoring.game import Cell
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.finding import Expected, looks_of
from vision.games.carcassonne.live.learning import Learned, learned_too, unlearned
from vision.games.carcassonne.live.memory import Laid, Memory, Place
from vision.games.carcassonne.live.tracking import lay_out, window
from vision.games.carcassonne.live.unlearned import find_strange_game
from vision.games.carcassonne.looks import FINE_PX, Looks
from vision.lattice import Homography
from vision.patches import Floats, cut_patch
from vision.reader import Image


def has_all(looks: Looks, expected: Expected) -> bool:
    """Tell whether there is a look of every tile of a game."""
    return {face for face, _ in expected.values()} <= set(looks.face)


def brought_up(image: Image, box: Looks, expected: Expected, memory: Memory) -> tuple[Memory, Learned]:
    """Learn the tiles that were confirmed since the last look, and forget what the record no longer says.

    Args:
        image: The frame.
        box: The looks that the box came with.
        expected: The game.
        memory: From the last look.
    """
    learned = memory.learned or Learned(box)
    wrong = {
        cell: lesson
        for cell, lesson in learned.lessons.items()
        if cell not in expected or Reading(*expected[cell]) != lesson.reading
    }
    if wrong:
        learned, moved = unlearned(box, learned, wrong)
        memory = _moved(memory, moved)
    tiles = {cell: (Reading(*expected[cell]), one.seen) for cell, one in wrong.items() if cell in expected}
    strange = []
    for cell, (face, turns) in expected.items():
        arrival = memory.arrivals.get(cell)
        if cell in learned.lessons or cell in tiles:
            continue
        if arrival is not None and arrival.looks_so is not None:
            tiles[cell] = Reading(face, turns), arrival.looks_so
        elif not looks_of(learned.looks, face, turns):
            strange.append(cell)
    if strange:
        places = {cell: _place(memory, cell) for cell in strange}
        tiles |= _seen_there(image, memory.homography, expected, places)
    learned = learned_too(learned, tiles)
    places = {cell: _place(memory, cell) for cell in tiles}
    laid = {cell: Laid(learned.lessons[cell].look, place, 0.0) for cell, place in places.items()}
    return memory._replace(laid={**memory.laid, **laid}), learned


def _moved(memory: Memory, moved: dict[int, int]) -> Memory:
    """Forget the looks that are forgotten, and name the others as they are named now."""
    laid = {
        cell: one._replace(look=moved[one.look]) for cell, one in memory.laid.items() if one.look in moved
    }
    arrivals = {
        cell: one._replace(laid=one.laid._replace(look=moved[one.laid.look]))
        for cell, one in memory.arrivals.items()
        if one.laid.look in moved
    }
    return memory._replace(laid=laid, arrivals=arrivals)


def _place(memory: Memory, cell: Cell) -> Place:
    arrival = memory.arrivals.get(cell)
    laid = memory.laid.get(cell) or (arrival.laid if arrival else None)
    return laid.place if laid else Place(cell[0] + 0.5, cell[1] + 0.5, 0.0)


def _seen_there(
    image: Image, homography: Homography, expected: Expected, places: dict[Cell, Place]
) -> dict[Cell, tuple[Reading, Floats]]:
    """Cut tiles of the game out of a frame, where they lie."""
    layout, found = lay_out(image, homography, expected), {}
    for cell, place in places.items():
        shown = window(layout, place.cell).fine
        found[cell] = Reading(*expected[cell]), cut_patch(shown.image, place.pose(shown, FINE_PX), FINE_PX)
    return found


def find_strange(image: Image, learned: Learned, expected: Expected) -> tuple[Memory, Learned] | None:
    """Find a game whose tiles no prints tell, and learn them.

    Args:
        image: The frame.
        learned: What is known.
        expected: The game.

    Returns:
        Where its tiles lie, and what is known now; None where they are not to be seen.
    """
    homography = find_strange_game(image, expected)
    if homography is None:
        return None
    places = {cell: Place(cell[0] + 0.5, cell[1] + 0.5, 0.0) for cell in expected}
    learned = learned_too(learned, _seen_there(image, homography, expected, places))
    laid = {cell: Laid(learned.lessons[cell].look, place, 0.0) for cell, place in places.items()}
    return Memory(homography, laid, {}, {}, {}), learned
