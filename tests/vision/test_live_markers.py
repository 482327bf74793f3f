"""The board found through printed markers on the synthetic table, with one or two of them covered."""

import cv2
import numpy as np
import pytest

from scoring.games.carcassonne.documents.beginning import start
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from vision.games import load as load_reader
from vision.games.carcassonne.face_templates import make_templates
from vision.games.carcassonne.live.finding import find_game
from vision.games.carcassonne.live.learning import Learned
from vision.games.carcassonne.live.memory import CarcassonneBoxModel
from vision.games.carcassonne.live.sight import expected_of
from vision.games.carcassonne.live.tracking import follow
from vision.games.carcassonne.prints import load_prints
from vision.geometry.homography import project
from vision.geometry.markers import SIDE_MM, marker_squares
from vision.simulator.camera import camera as synthetic
from vision.simulator.camera.film import load_film, render
from vision.simulator.table.timeline import script

READER = load_reader("carcassonne")

SIZE_PX = (2304, 1296)
INSET_PX = 170
CARD_MM = SIDE_MM / 6 * 8
"""A marker with its white rim, in mm."""


def marker_card(number):
    """A printed marker, 20 pixels a square, white around it."""
    squares = np.where(np.pad(marker_squares(number), 1), 30, 215).astype(np.uint8)
    return cv2.resize(squares, None, fx=20, fy=20, interpolation=cv2.INTER_NEAREST)


def near_the_edge(camera):
    """Places for four markers on the table, near the corners of what the camera sees, in mm."""
    far = np.array(camera.size_px) - 2 * INSET_PX
    return synthetic.place_at(camera, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * far + INSET_PX)


def with_markers(image, camera, places_mm, numbers=range(4)):
    """Lay some of the markers on the table, as the camera sees them."""
    image = image.copy()
    for number in numbers:
        square = CARD_MM / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) + places_mm[number]
        card = marker_card(number)
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (card.shape[0] - 1)
        lay = cv2.getPerspectiveTransform(corners, synthetic.project(camera, square).astype(np.float32))
        seen = cv2.warpPerspective(card, lay, SIZE_PX, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full_like(card, 255), lay, SIZE_PX) / 255
        soft, cover = (cv2.GaussianBlur(one.astype(np.float32), (0, 0), 1.0) for one in (seen, cover))
        image = (image * (1 - cover[..., None]) + soft[..., None]).astype(np.uint8)
    return image


def directions(card):
    """Which way east and south are on the table, by how the start tile lies: (2, 2), row by row."""
    turn = np.deg2rad(card.turn_deg)
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def off_by(lattice, camera, card):
    """How far from its place, in tiles, a lattice puts a cell three tiles off the start tile."""
    cells = np.array([[3, 0], [-3, 0], [0, 3], [0, -3]])
    there = synthetic.project(camera, np.array(card.at_mm) + TILE_MM * cells @ directions(card))
    return np.linalg.norm(project(np.linalg.inv(lattice), there) - (cells + 0.5), axis=1).max()


@pytest.fixture(scope="module")
def start_tile():
    """The start tile alone under a mast that leans by 15 degrees: frame, camera, tile, game."""
    story = script(101, 2, SIZE_PX, turns=1)
    leaning = story._replace(how=story.how._replace(tilt_deg=15.0))
    frame, still = render(load_film(leaning), leaning.scenes[0])
    return frame, still.camera, leaning.scenes[0].table.cards[0], start(leaning.setup)


@pytest.fixture(scope="module")
def known(prints):
    return CarcassonneBoxModel(Learned(make_templates(load_prints(prints))), ("red", "blue"))


def lattice_of(image, known, state):
    expected = expected_of(state)
    found = find_game(image, known.looks, expected)
    assert found is not None
    return follow(image, found, known.looks, expected, fresh=True).layout.homography


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("seen", [(0, 1, 2, 3), (0, 2, 3), (1, 3)])
def test_markers_tell_where_cells_three_tiles_off_a_single_tile_lie(start_tile, known, seen):
    frame, camera, card, state = start_tile
    marked = with_markers(frame, camera, near_the_edge(camera), seen)
    assert off_by(lattice_of(marked, known, state), camera, card) < 0.08


def test_without_markers_a_single_tile_does_not_tell_how_the_mast_leans(start_tile, known):
    frame, camera, card, state = start_tile
    assert off_by(lattice_of(frame, known, state), camera, card) > 0.12


def test_markers_beside_the_start_tile_are_not_read_as_tiles(start_tile, known):
    frame, camera, card, state = start_tile
    around = np.array([[1.3, 0], [0, 1.3], [-1.3, 0], [0, -1.3]])
    beside = np.array(card.at_mm) + TILE_MM * around @ directions(card)
    sight, _ = READER.look(with_markers(frame, camera, beside), known, state, None)
    assert sight.best.moves == ()
    assert sight.missing == ()


def test_markers_alone_are_no_board(start_tile, known):
    frame, camera, _, state = start_tile
    table = np.full_like(frame, np.median(frame, axis=(0, 1)).astype(np.uint8))
    assert (
        find_game(with_markers(table, camera, near_the_edge(camera)), known.looks, expected_of(state)) is None
    )
