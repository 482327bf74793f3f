"""Where the tiles of a game lie at a look, and what is known of its box by then."""

import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import distinct
from scoring.sentence import marked
from vision.errors import NoTableError
from vision.follow.tracking import is_lost
from vision.games.carcassonne.cold.laying import cut_squares
from vision.games.carcassonne.cold.tile_net import tell
from vision.games.carcassonne.face_templates import FINE_PX, FaceTemplates
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.live.finding import Expected, find_game
from vision.games.carcassonne.live.learning import Learned, RecordedTile, learned_too, tuned_too
from vision.games.carcassonne.live.memory import (
    CarcassonneBoxModel,
    CarcassonneTrackState,
    TilePose,
    TrackedTile,
)
from vision.games.carcassonne.live.schooling import brought_up
from vision.games.carcassonne.live.tracking import TileTracks, follow, lay_out
from vision.games.carcassonne.live.unlearned import find_strange_game, look_of
from vision.geometry.homography import Homography
from vision.reader import Image

NO_BOARD = marked(
    "The board of this game is not to be seen: point the camera at the tiles, in even light, and check that "
    "the right box is chosen."
)


def expected_of(state: CarcassonneState) -> Expected:
    """Give the distinct face and the turns of every tile of a game."""
    return {cell: distinct(tile.face, tile.turns) for cell, tile in state.land.tiles.items()}


def track(
    image: Image, known: CarcassonneBoxModel, expected: Expected, memory: CarcassonneTrackState | None
) -> tuple[TileTracks, Learned]:
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
        if not is_lost(len(tracked.gone), len(expected)):
            return tracked, learned
    found = _found_by_prints(image, learned.looks, expected) if _has_all(learned.looks, expected) else None
    if found is None:
        found, learned = _learned_anew(image, known, expected, learned)
    return follow(image, found, learned.looks, expected, fresh=True), learned


def _found_by_prints(
    image: Image, templates: FaceTemplates, expected: Expected
) -> CarcassonneTrackState | None:
    """Find a game by the prints of its tiles, wherever its cells are counted from."""
    anchor = _anchor(expected)
    found = find_game(image, templates, _from_anchor(expected, anchor))
    if found is None:
        return None
    x, y = anchor
    tracked = {
        (cell[0] + x, cell[1] + y): tile._replace(
            place=TilePose(tile.place.x + x, tile.place.y + y, tile.place.turn_rad)
        )
        for cell, tile in found.laid.items()
    }
    return found._replace(homography=_to_game(found.homography, anchor), laid=tracked)


def _anchor(expected: Expected) -> Cell:
    """Choose the tile to count cells from while a game is looked for: the start tile, where it is known.

    A game that begins in the middle counts its cells from anywhere, mostly from a corner of its photograph.
    """
    if (0, 0) in expected:
        return 0, 0
    number, columns, rows = len(expected), sum(x for x, _ in expected), sum(y for _, y in expected)
    return min(expected, key=lambda at: abs(number * at[0] - columns) + abs(number * at[1] - rows))


def _from_anchor(expected: Expected, anchor: Cell) -> Expected:
    return {(x - anchor[0], y - anchor[1]): tile for (x, y), tile in expected.items()}


def _to_game(homography: Homography, anchor: Cell) -> Homography:
    """Give a lattice that counts from one tile as it is counted in the game."""
    return np.asarray(homography @ np.array([[1, 0, -anchor[0]], [0, 1, -anchor[1]], [0, 0, 1]], np.float64))


def _has_all(templates: FaceTemplates, expected: Expected) -> bool:
    """Tell whether there is a look of every tile of a game."""
    return {face for face, _ in expected.values()} <= set(templates.face)


def _learned_anew(
    image: Image, known: CarcassonneBoxModel, expected: Expected, learned: Learned
) -> tuple[CarcassonneTrackState, Learned]:
    """Find a game whose tiles no prints tell, and learn them where that has not been done yet.

    Raises:
        NoTableError: They are not to be seen.
    """
    anchor = _anchor(expected)
    found = find_strange_game(image, _from_anchor(expected, anchor))
    if found is None:
        raise NoTableError(NO_BOARD)
    homography = _to_game(found, anchor)
    layout = lay_out(image, homography, expected)
    places = {cell: TilePose(cell[0] + 0.5, cell[1] + 0.5, 0.0) for cell in expected}
    tiles = {}
    for cell, tile in expected.items():
        lesson = learned.lessons.get(cell)
        observed = look_of(layout, places[cell]).seen if lesson is None else lesson.seen
        tiles[cell] = Reading(*tile), observed
    prediction = tell(
        cut_squares(layout.pixels, [pose.pose(layout.pixels, FINE_PX) for pose in places.values()])
    )
    asked = {
        cell: RecordedTile(Reading(*tile), prediction.of([index]))
        for index, (cell, tile) in enumerate(expected.items())
    }
    anew = tuned_too(learned_too(Learned(known.looks, woods=learned.woods), tiles), asked)
    tracked = {cell: TrackedTile(anew.lessons[cell].look, place, 0.0) for cell, place in places.items()}
    return CarcassonneTrackState(homography, tracked, {}, {}, {}), anew
