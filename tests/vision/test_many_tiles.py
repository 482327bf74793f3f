"""Many tiles in one picture are not learned as one; no picture of a single tile is taken for many."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.some import some
from vision.errors import PrintsError
from vision.games import load as load_reader
from vision.games.carcassonne.cold.many import MANY, count_tiles
from vision.reader import Sample
from vision.simulator import games
from vision.simulator.table.boards import photograph_end
from vision.simulator.table.singles import single_tiles
from vision.simulator.table.timeline import script

READER = load_reader("carcassonne")

DATA = Path(__file__).parents[3] / "shared" / "realdata" / "carcassonne"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the real photographs are not here")
STYLES = (None, 8)


@pytest.fixture(scope="module")
def table():
    image, _ = photograph_end(script(6, size_px=(1152, 648), turns=24))
    return image


def test_a_table_labelled_as_one_tile_is_refused_by_its_face(table):
    with pytest.raises(PrintsError, match="labelled B shows many tiles side by side"):
        READER.learn([Sample(table, "B", 0)])


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("style", STYLES)
def test_no_single_tile_of_a_made_up_box_is_taken_for_many(style):
    host = games.load("carcassonne")
    samples = list(single_tiles(host.box(host.seat(1), style), 1))
    larger = [cv2.resize(sample.image, None, fx=2, fy=2) for sample in samples]
    assert len(larger) >= 20
    assert max(map(count_tiles, larger)) < MANY


@pytest.mark.slow
@REAL
@pytest.mark.parametrize("box", ["C1_phone", "C1_digital"])
def test_no_real_picture_of_a_single_tile_is_taken_for_many(box):
    pictures = [cv2.imread(str(file)) for file in sorted((DATA / "prints" / box).glob("*.jpg"))]
    larger = [cv2.resize(picture, None, fx=2, fy=2) for picture in pictures]
    assert len(pictures) >= 20
    assert max(count_tiles(picture) for picture in larger) < MANY


@pytest.mark.slow
@REAL
def test_every_real_photograph_and_a_part_of_one_is_of_many():
    tried = 0
    for file in some(sorted((DATA / "photos").glob("*.truth.json"))):
        image = cv2.imread(str(file).replace(".truth.json", ".jpg"))
        assert count_tiles(image) >= MANY, file.name
        tried += 1
        quads = [np.array(tile["quad_px"], float) for tile in json.loads(file.read_text())["tiles"]]
        middle = np.median([quad.mean(axis=0) for quad in quads], axis=0)
        reach = 3.0 * np.median([np.ptp(quad, axis=0).max() for quad in quads])
        (left, top), (right, bottom) = np.maximum(middle - reach, 0).astype(int), (middle + reach).astype(int)
        assert count_tiles(image[top:bottom, left:right]) >= MANY, file.name
    assert tried >= 4
