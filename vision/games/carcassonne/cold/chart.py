"""Learning a whole box from one photograph: its tiles laid side by side as a chart shows them."""

from collections.abc import Iterable, Iterator, Mapping

import cv2
import numpy as np

from scoring.game import Cell
from scoring.games.carcassonne.land.catalogue import faces
from scoring.sentence import Sentence, counted, joined, marked, sentence
from vision.errors import NoTableError, PrintsError
from vision.games.carcassonne.cold.reading import CONSIDERED_NATS, ColdCell, ColdScene, look_at
from vision.games.carcassonne.face_templates import FINE_PX
from vision.games.carcassonne.fusion import Reading
from vision.games.carcassonne.prints import SIDE_PX
from vision.geometry.homography import project
from vision.match.template import corners
from vision.reader import Image, Sample

COLUMNS = 6
UNLIKE_NATS = 10.0
"""A tile that looks so much more like another face than like the chart's was laid elsewhere or turned."""
MISREAD, MOST_UNLIKE = 1, 6
"""So many tiles of a box may be misread; where more than the second are unlike the chart, it is none."""
NO_CHART = marked(
    "The chart was not found in this picture: lay the tiles edge to edge as the chart shows them, all of "
    "them in the picture, and photograph them from above."
)


def chart() -> tuple[tuple[str, ...], ...]:
    """Name the faces of the base game, row by row as they are to be laid, each as the catalogue draws it."""
    names = [face.name for face in faces().values() if not face.is_river]
    return tuple(tuple(names[first : first + COLUMNS]) for first in range(0, len(names), COLUMNS))


def read_chart(image: Image) -> list[Sample]:
    """Cut the tiles of a chart out of a photograph of it, whichever way up.

    Raises:
        PrintsError: The chart is not to be seen, or tiles do not lie as it shows them.
    """
    try:
        scene = look_at(image)
    except NoTableError as error:
        raise PrintsError(NO_CHART) from error
    wanted = {(column, row): face for row, some in enumerate(chart()) for column, face in enumerate(some)}
    placed = max(
        _placements(wanted, scene), key=lambda placement: _likeness(placement, scene.cells), default=None
    )
    if placed is None:
        raise PrintsError(NO_CHART)
    _check(placed, scene.cells)
    return [_sample(image, scene, cell, reading) for cell, reading in placed.values()]


Placement = Mapping[Cell, tuple[Cell, Reading]]
"""For each place of the chart the cell of the lattice in which it lies, and how it should look there."""


def _placements(wanted: Mapping[Cell, str], scene: ColdScene) -> Iterator[Placement]:
    """Try every quarter turn of the chart on the lattice, and every shift that some tiles allow."""
    for turns in range(4):
        turned = {place: _turned(place, turns) for place in wanted}
        first = turned[0, 0]
        for x, y in scene.cells:
            shift = (x - first[0], y - first[1])
            yield {
                place: (
                    (turned[place][0] + shift[0], turned[place][1] + shift[1]),
                    Reading(face, turns % faces()[face].symmetry),
                )
                for place, face in wanted.items()
            }


def _turned(cell: Cell, turns: int) -> Cell:
    x, y = cell
    for _ in range(turns):
        x, y = -y, x
    return x, y


def _likeness(placed: Placement, cells: Mapping[Cell, ColdCell]) -> float:
    return sum(_nats(cells.get(cell), reading) for cell, reading in placed.values())


def _nats(cell: ColdCell | None, reading: Reading) -> float:
    """Weigh a reading against the likeliest; where there is no tile, it is as unlike as any is."""
    if cell is None or reading not in cell.nats:
        return -CONSIDERED_NATS
    return cell.nats[reading] - max(cell.nats.values())


def _check(placed: Placement, cells: Mapping[Cell, ColdCell]) -> None:
    """Make sure that the tiles lie as the chart shows them.

    Raises:
        PrintsError: Some are missing, or look like others.
    """
    missing = [place for place, (cell, _) in placed.items() if cell not in cells]
    log_odds = {place: _nats(cells[at], reading) for place, (at, reading) in placed.items() if at in cells}
    unlike = sorted((place for place in log_odds if log_odds[place] < -UNLIKE_NATS), key=log_odds.__getitem__)
    if len(missing) + len(unlike) > MOST_UNLIKE:
        raise PrintsError(NO_CHART)
    if missing:
        number = counted("{count} tile", "{count} tiles", len(missing))
        words = marked("{number} of the chart cannot be seen: look at {places}.")
        raise PrintsError(sentence(words, number=number, places=_name(missing)))
    if len(unlike) > MISREAD:
        words = marked("The tiles do not lie as the chart shows them: look at {places}.")
        raise PrintsError(sentence(words, places=_name(unlike)))


def _name(places: Iterable[Cell]) -> Sentence:
    """Name places of the chart, row by row, each row and place counted from 1."""
    by_row = sorted((row + 1, column + 1) for column, row in places)
    return joined([sentence("row {row}, place {place}", row=row, place=at) for row, at in by_row], by="; ")


def _sample(image: Image, scene: ColdScene, cell: Cell, reading: Reading) -> Sample:
    """Cut a tile out of the photograph and turn it as the catalogue has it."""
    quad = project(scene.view.homography, corners(scene.cells[cell].pose, FINE_PX))
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE_PX
    to_tile = cv2.getPerspectiveTransform(quad.astype(np.float32), square)
    side_px = float(np.linalg.norm(quad[0] - quad[1]))
    shrunk = max(side_px / SIDE_PX, 1.0)
    left, top = np.maximum(quad.min(axis=0) - 4 * shrunk, 0).astype(int)
    right, bottom = (quad.max(axis=0) + 4 * shrunk).astype(int) + 1
    part = image[top:bottom, left:right]
    if shrunk > 1.2:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 * shrunk), np.uint8)
    shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
    tile = cv2.warpPerspective(part, to_tile @ shift, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    return Sample(np.asarray(tile, np.uint8), reading.face, reading.turns)
