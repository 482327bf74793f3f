"""Where the tiles of a game lie at a look, and what is known of its box by then."""

from scoring.games.carcassonne.catalogue import distinct
from scoring.games.carcassonne.state import State
from vision.errors import NoTableError
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.tile_net import tell
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.finding import Expected, find_game
from vision.games.carcassonne.live.learning import Asked, Learned, learned_too, tuned_too
from vision.games.carcassonne.live.memory import Known, Laid, Memory, Place
from vision.games.carcassonne.live.schooling import brought_up
from vision.games.carcassonne.live.tracking import Tracked, follow, lay_out
from vision.games.carcassonne.live.unlearned import find_strange_game, look_of
from vision.games.carcassonne.looks import FINE_PX, Looks
from vision.reader import Image

NO_BOARD = (
    "The board of this game is not to be seen: point the camera at the tiles, in even light, and check that "
    "the right print set was chosen."
)


def expected_of(state: State) -> Expected:
    """Give the distinct face and the turns of every tile of a game."""
    return {cell: distinct(tile.face, tile.turns) for cell, tile in state.land.tiles.items()}


def track(image: Image, known: Known, expected: Expected, memory: Memory | None) -> tuple[Tracked, Learned]:
    """Find the tiles of the game again or, where most of them are not where they were, anew.

    Returns:
        Where they lie, and all looks there are now: tiles that no print tells have been learned.

    Raises:
        NoTableError: They are not to be seen.
    """
    learned = Learned(known.looks)
    if memory is not None:
        memory, learned = brought_up(image, known.looks, expected, memory)
        tracked = follow(image, memory, learned.looks, expected, fresh=False)
        if len(tracked.gone) <= len(expected) // 2:
            return tracked, learned
    found = find_game(image, learned.looks, expected) if _has_all(learned.looks, expected) else None
    if found is None:
        found, learned = _learned_anew(image, known, expected, learned)
    return follow(image, found, learned.looks, expected, fresh=True), learned


def _has_all(looks: Looks, expected: Expected) -> bool:
    """Tell whether there is a look of every tile of a game."""
    return {face for face, _ in expected.values()} <= set(looks.face)


def _learned_anew(image: Image, known: Known, expected: Expected, learned: Learned) -> tuple[Memory, Learned]:
    """Find a game whose tiles no prints tell, and learn them where that has not been done yet.

    Raises:
        NoTableError: They are not to be seen.
    """
    homography = find_strange_game(image, expected)
    if homography is None:
        raise NoTableError(NO_BOARD)
    layout = lay_out(image, homography, expected)
    places = {cell: Place(cell[0] + 0.5, cell[1] + 0.5, 0.0) for cell in expected}
    tiles = {}
    for cell, tile in expected.items():
        lesson = learned.lessons.get(cell)
        seen = look_of(layout, places[cell]).seen if lesson is None else lesson.seen
        tiles[cell] = Reading(*tile), seen
    told = tell(cut_squares(layout.pixels, [one.pose(layout.pixels, FINE_PX) for one in places.values()]))
    asked = {
        cell: Asked(Reading(*tile), told.of([index])) for index, (cell, tile) in enumerate(expected.items())
    }
    anew = tuned_too(learned_too(Learned(known.looks, woods=learned.woods), tiles), asked)
    laid = {cell: Laid(anew.lessons[cell].look, place, 0.0) for cell, place in places.items()}
    return Memory(homography, laid, {}, {}, {}), anew
