"""What a box has taught, kept between games."""

import cv2
import msgspec
import numpy as np
import pytest

from scoring.game import PlayerSeat, Setup
from scoring.games.cornwall.land.fields import TERRAINS, Field, face_of, fields_of
from vision.errors import PrintsError
from vision.games import load as load_reader
from vision.games.cornwall.classify.box_model import templates_of, weigh_in
from vision.games.cornwall.classify.field_net import answers_of
from vision.games.cornwall.locate.view import PATCH_PX
from vision.games.cornwall.prints import FieldPixels, extended, lessons_of_prints, load_prints
from vision.reader import Sample
from vision.simulator import games as hosts
from vision.simulator.table.singles import single_tiles

READER = load_reader("cornwall")

SETUP = Setup("rulebook-000", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "blue")))
STYLE, TILES = 912_345, 9


@pytest.fixture(scope="module")
def samples():
    return list(single_tiles(hosts.load("cornwall").box(SETUP, STYLE), 1))[:TILES]


@pytest.fixture(scope="module")
def prints(samples):
    return READER.learn(samples)


def _picture(face, shade=100):
    fields = fields_of(face)
    return FieldPixels(fields, np.full((len(fields), PATCH_PX, PATCH_PX, 3), shade, np.uint8))


def test_a_set_tells_how_many_prints_of_each_face_it_holds(prints, samples):
    counted = READER.describe(prints)
    assert sum(counted.values()) == len(samples)
    assert set(counted) == {face_of(fields_of(sample.face)) for sample in samples}


def test_the_fields_of_a_single_tile_are_cut_out_in_the_order_of_its_face(prints, samples):
    looks = templates_of(lessons_of_prints(load_prints(prints)))
    assert looks is not None
    right = [
        TERRAINS[int(told)] == field.terrain
        for picture in load_prints(prints)
        for told, field in zip(
            weigh_in(looks, answers_of(picture.patches)).terrain.argmax(axis=1), picture.fields, strict=True
        )
    ]
    assert np.mean(right) > 0.9


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_tile_may_be_photographed_turned(samples, turns):
    """Turned with its picture, the fields of a tile are the same."""
    plain, turned = samples[0], _turned(samples[0], turns)
    one, other = (load_prints(READER.learn([sample]))[0].patches for sample in (plain, turned))
    apart = [np.abs(a.astype(float) - b)[16:48, 16:48].mean() for a, b in zip(one, other, strict=True)]
    mixed = [
        np.abs(a.astype(float) - b)[16:48, 16:48].mean()
        for a, b in zip(one, np.roll(other, 1, 0), strict=True)
    ]
    assert np.mean(apart) < 0.75 * np.mean(mixed)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("turns", [1, 2, 5])
def test_the_start_tile_may_be_photographed_turned(turns):
    *_, sample = single_tiles(hosts.load("cornwall").box(SETUP, STYLE), 1)
    plain, turned = (load_prints(READER.learn([one]))[0].patches for one in (sample, _turned(sample, turns)))
    apart = [
        np.abs(plain.astype(float) - np.roll(turned, by, axis=0))[:, 16:48, 16:48].mean() for by in range(5)
    ]
    assert np.argmin(apart) == 0


def test_a_start_tile_whose_fields_are_named_in_another_order_is_refused():
    *_, sample = single_tiles(hosts.load("cornwall").box(SETUP, STYLE), 1)
    words = sample.face.split("-")
    for other in (
        Sample(sample.image, "-".join(words[1:] + words[:1]), 0),
        Sample(sample.image, sample.face, 3),
    ):
        with pytest.raises(PrintsError, match="slanting columns"):
            READER.learn([other])


def _turned(sample, turns):
    height, width = sample.image.shape[:2]
    side = round(1.25 * max(height, width))
    turning = cv2.getRotationMatrix2D((width / 2, height / 2), -60.0 * turns, 1.0)
    turning[:, 2] += (side - width) / 2, (side - height) / 2
    ground = sample.image[0, 0].tolist()
    image = cv2.warpAffine(sample.image, turning, (side, side), borderValue=ground)
    return Sample(image, sample.face, turns)


def test_what_a_game_has_taught_is_added_to_a_set():
    first = extended(None, [_picture("moor-forest-village")])
    both = extended(first, [_picture("moor-forest-village"), _picture("meadow.flag-moor-moor")])
    assert READER.describe(both) == {"forest-village-moor": 2, "meadow.flag-moor-moor": 1}
    assert sum(READER.describe(extended(both, [_picture("moor-forest-village")] * 9)).values()) == 5


def test_the_start_tile_is_kept_too():
    fields = tuple(Field(terrain) for terrain in TERRAINS)
    data = extended(None, [FieldPixels(fields, np.zeros((5, PATCH_PX, PATCH_PX, 3), np.uint8))])
    assert READER.describe(data) == {"start": 1}
    (picture,) = load_prints(data)
    assert picture.fields == fields


def test_prints_of_another_game_are_refused():
    other = msgspec.msgpack.encode({"format": "tablekeeper.prints/1", "game": "carcassonne", "prints": []})
    with pytest.raises(PrintsError, match="carcassonne"):
        READER.describe(other)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\x93\x01\x02\x03"])
def test_what_is_no_print_set_is_refused(data):
    with pytest.raises(PrintsError, match="not a print set"):
        READER.describe(data)


def test_a_damaged_print_is_refused():
    data = msgspec.msgpack.decode(extended(None, [_picture("moor-forest-village")]))
    data["prints"][0]["picture"] = b"\xff\xd8\xff nothing"
    with pytest.raises(PrintsError, match="damaged"):
        load_prints(msgspec.msgpack.encode(data))


def test_a_face_that_no_tile_has_is_refused():
    with pytest.raises(PrintsError, match="No tile of Cornwall"):
        READER.learn([Sample(np.zeros((64, 64, 3), np.uint8), "moor.flag-forest-moor", 0)])


def test_a_picture_without_a_tile_is_refused():
    with pytest.raises(PrintsError, match="No tile was found"):
        READER.learn([Sample(np.full((300, 300, 3), 90, np.uint8), "moor-forest-village", 0)])


def test_nothing_to_learn_from_is_refused():
    with pytest.raises(PrintsError, match="at least one"):
        READER.learn([])


def test_there_is_no_chart_of_a_box_that_nobody_has_listed():
    assert READER.chart() == ()
    with pytest.raises(PrintsError, match="not learned from a chart"):
        READER.read_chart(np.zeros((64, 64, 3), np.uint8))
