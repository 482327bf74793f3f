"""Writing a reading down: tiles with alternatives, figures, doubts, counted from the north-west corner."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.game import Cell
from scoring.games.carcassonne.land.board import (
    CarcassonneBoard,
    MeepleReading,
    Pixel,
    TileAlternative,
    TileDoubt,
    TileReading,
)
from scoring.games.carcassonne.land.catalogue import faces
from scoring.sentence import joined, marked
from vision.games.carcassonne.cold.kinds import same_answers
from vision.games.carcassonne.face_templates import FINE_PX, shield_twins
from vision.games.carcassonne.fusion import NO_FACE, Beliefs, CellChoice, Reading, choose, most_believed
from vision.games.carcassonne.meeples import DetectedFigure
from vision.games.carcassonne.standpoints import Ground, Standpoint, standpoints
from vision.geometry.homography import Homography, project, quads_px
from vision.match.template import Pose, corners

LEAST_CONFIDENCE = 0.5
"""A cell less surely read than this is a doubt. Twins by a shield and the ends of a river count as one here:
which of them it is, and what else of the box it may be, the reading's own confidence tells."""
USUAL_LIKENESS = 0.7
"""A figure that its silhouette covers less well is doubted."""
HIDDEN = 0.35
ABBOTS_ARE_RARE = 6.0
"""In nats: a photograph says not whether abbots are played with."""
NO_SUCH_FACE = marked(
    "This looks like a tile, but like none that is known here: perhaps it is of an expansion."
)
UNCLEAR = marked("This tile could not be told for certain.")
CUT = marked("The picture's edge cuts this tile.")
ANOTHER_BOARD = marked("Another board lies here; only the larger one is read. Take a picture of each.")
TILE_HIDDEN = marked("Something covers this tile.")
UNCOUNTED = marked("What stands on it is not counted.")


class ViewPose(NamedTuple):
    """Where a tile lies in the view if it is read in some way, and its picture's clockwise quarter turns."""

    pose: Pose
    turns: int


class PhotoReading(NamedTuple):
    """What a photograph showed, in the lattice's own cells.

    Attributes:
        size_px: Width and height of the photograph.
        lattice: Lattice coordinates to its pixels.
        view: Pixels of the view, 64 a tile, to those of the photograph.
        spots: For each cell with a tile, where it lies for each way to read it.
        beliefs: What each of them is believed to be.
        cut: Cells with tiles that the frame cuts.
        figures: Found in the view.
        foreign: For each cell, the share that neither tile nor figures explain.
        others: The corners, (4, 2), of further boards in the photograph.
        gardens: Cells with a tile that carries a garden, if one of its face may.
        size: The side of a tile, in cells.
    """

    size_px: tuple[int, int]
    lattice: Homography
    view: Homography
    spots: Mapping[Cell, Mapping[Reading, ViewPose]]
    beliefs: Beliefs
    cut: Sequence[Cell]
    figures: Sequence[DetectedFigure]
    foreign: Mapping[Cell, float]
    others: Sequence[NDArray[np.float64]] = ()
    gardens: frozenset[Cell] = frozenset()
    size: float = 1.0


def write_board(reading: PhotoReading) -> CarcassonneBoard:
    """Write down what was seen; the rules have not been asked yet."""
    chosen = choose(reading.beliefs)
    readings = {cell: choice.reading for cell, choice in chosen.items()}
    known = {cell for cell, belief in reading.beliefs.items() if _is_known(belief)}
    occupied = [*reading.spots, *reading.cut]
    corner = (min((x for x, _ in occupied), default=0), min((y for _, y in occupied), default=0))
    tiles = tuple(
        _write_tile(reading, cell, chosen[cell], corner) for cell in sorted(known, key=_reading_order)
    )
    meeples = tuple(_write_meeples(reading, readings, known, corner))
    unread = [
        _write_doubt(reading, cell, corner) for cell in sorted(set(reading.spots) - known, key=_reading_order)
    ]
    cut = [
        TileDoubt("cut", CUT, _moved(cell, corner), _rounded(_lattice_quad(reading, cell)))
        for cell in reading.cut
    ]
    taken = {meeple.cell for meeple in meeples}
    doubts = tuple(_uncounted(doubt) if doubt.cell in taken else doubt for doubt in (*unread, *cut))
    others = tuple(
        TileDoubt("another_board", ANOTHER_BOARD, quad_px=_rounded(quad)) for quad in reading.others
    )
    return CarcassonneBoard(
        image_size_px=reading.size_px,
        tiles=tiles,
        meeples=meeples,
        doubts=(*doubts, *others),
    )


def _is_known(belief: Mapping[Reading, float]) -> bool:
    best = most_believed(belief)
    return best != NO_FACE and _share_alike(belief, best) >= LEAST_CONFIDENCE


def _share_alike(belief: Mapping[Reading, float], reading: Reading) -> float:
    """Tell how surely a tile is this one, its twin by a shield, or the other end of a river."""
    twin = Reading(shield_twins().get(reading.face, ""), reading.turns)
    alike = (reading, twin, same_answers().get(reading, NO_FACE))
    return sum(belief.get(each, 0.0) for each in alike if each.face)


def _reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def _moved(cell: Cell, corner: Cell) -> Cell:
    return cell[0] - corner[0], cell[1] - corner[1]


def _lattice_quad(reading: PhotoReading, cell: Cell) -> NDArray[np.float64]:
    return np.asarray(quads_px(reading.lattice, np.array([cell]))[0])


def _spot(seen: PhotoReading, cell: Cell, reading: Reading) -> ViewPose:
    """Find where a tile lies, be it of no face: where its likeliest face would."""
    spots = seen.spots[cell]
    return spots.get(reading) or next(iter(spots.values()))


def _tile_quad(seen: PhotoReading, cell: Cell, reading: Reading) -> NDArray[np.float64]:
    """Find a tile's own corners, which lie a little off the lattice's."""
    return project(seen.view, corners(_spot(seen, cell, reading).pose, FINE_PX * seen.size))


def _rounded(points: NDArray[np.float64]) -> tuple[Pixel, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _write_tile(seen: PhotoReading, cell: Cell, chosen: CellChoice, corner: Cell) -> TileReading:
    reading, belief = chosen
    return TileReading(
        cell=_moved(cell, corner),
        face=reading.face,
        turns=reading.turns,
        garden=_has_garden(seen, cell, reading),
        confidence=round(belief[reading], 4),
        alternatives=_alternatives(belief, reading),
        quad_px=_rounded(_tile_quad(seen, cell, reading)),
    )


def _has_garden(seen: PhotoReading, cell: Cell, reading: Reading) -> bool:
    return cell in seen.gardens and reading != NO_FACE and faces()[reading.face].garden_count > 0


def _alternatives(belief: Mapping[Reading, float], chosen: Reading) -> tuple[TileAlternative, ...]:
    others = sorted(
        (reading for reading in belief if reading not in (chosen, NO_FACE)),
        key=lambda reading: -belief[reading],
    )
    return tuple(TileAlternative(other.face, other.turns, round(belief[other], 4)) for other in others[:4])


def _write_doubt(reading: PhotoReading, cell: Cell, corner: Cell) -> TileDoubt:
    belief = reading.beliefs[cell]
    chosen = most_believed(belief)
    kind, says = ("unclear", UNCLEAR) if chosen != NO_FACE else ("no_such_face", NO_SUCH_FACE)
    if reading.foreign[cell] > HIDDEN:
        kind, says = "hidden", TILE_HIDDEN
    quad = _rounded(_tile_quad(reading, cell, chosen))
    return TileDoubt(kind, says, _moved(cell, corner), quad, _alternatives(belief, NO_FACE))


def _uncounted(doubt: TileDoubt) -> TileDoubt:
    """Say as well that a figure on a tile that was not read scores nothing."""
    return replace(doubt, says=joined([doubt.says, UNCOUNTED]))


def _write_meeples(
    seen: PhotoReading, readings: Mapping[Cell, Reading], known: set[Cell], corner: Cell
) -> list[MeepleReading]:
    spots = {cell: _spot(seen, cell, reading) for cell, reading in readings.items()}
    tiles = {
        cell: Ground(
            readings[cell].face if cell in known else "",
            spot.turns,
            spot.pose,
            _has_garden(seen, cell, readings[cell]),
        )
        for cell, spot in spots.items()
    }
    written = []
    for figure in seen.figures:
        ways = standpoints(figure, tiles)
        if ways:
            written.append(_write_meeple(seen, figure, ways, corner))
    return written


def _likelier(standpoint: Standpoint) -> float:
    return standpoint.nats - ABBOTS_ARE_RARE * (standpoint.kind == "abbot")


def _write_meeple(
    reading: PhotoReading, figure: DetectedFigure, standpoints: Sequence[Standpoint], corner: Cell
) -> MeepleReading:
    best = max(standpoints, key=_likelier)
    looks_like = figure.confidence * min(1.0, figure.likeness[best.pose] / USUAL_LIKENESS)
    odds = np.exp([_likelier(standpoint) - _likelier(best) for standpoint in standpoints])
    base = project(reading.view, np.array([best.base]))
    return MeepleReading(
        cell=_moved(best.cell, corner),
        colour=figure.colour,
        kind=best.kind,
        feature=best.feature or ("field" if best.pose == "lying" else "road"),
        pose="standing" if best.kind == "abbot" else best.pose,
        sides=best.sides,
        at_px=_rounded(base)[0],
        confidence=round(float(1 / odds.sum()) * looks_like, 4),
    )
