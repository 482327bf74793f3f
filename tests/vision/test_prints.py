"""Prints: tiles are cut out straight, brought to one light, kept and got back; nonsense is refused."""

from collections.abc import Iterable

import cv2
import msgspec
import numpy as np
import pytest
from staged import pictures_of_single_tiles

from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.land.catalogue import faces
from vision.errors import PrintsError
from vision.games import load, names
from vision.games.carcassonne.extending import extended
from vision.games.carcassonne.prints import SIDE_PX, FacePixels, balance, load_prints, straighten
from vision.image.colour import to_lab
from vision.image.paint import paint
from vision.reader import Image, Sample

READER = load("carcassonne")
BASE = [name for name, face in faces().items() if not face.is_river]


def drawn(face: str) -> Image:
    return cv2.resize(paint(draw_face(faces()[face]), 4.0), (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)


def lying(face: str, turn_deg: float, ground: tuple[int, int, int], size_px: int = 480) -> Image:
    """A picture of one tile lying askew on a plain ground."""
    tile = paint(draw_face(faces()[face]), 6.0)
    to_ground = cv2.getRotationMatrix2D((tile.shape[1] / 2, tile.shape[0] / 2), -turn_deg, 1.1)
    to_ground[:, 2] += (size_px - tile.shape[0]) / 2
    picture = np.full((size_px, size_px, 3), ground, np.uint8)
    cv2.warpAffine(tile, to_ground, (size_px, size_px), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return picture


def test_only_games_with_a_folder_can_be_read() -> None:
    assert "carcassonne" in names()
    with pytest.raises(ValueError, match="No game called 'chess' can be read"):
        load("chess")


@pytest.mark.slow(but=3)
@pytest.mark.parametrize(
    "ground", [(60, 60, 60), (225, 225, 230), (40, 60, 110)], ids=["grey", "white", "wood"]
)
@pytest.mark.parametrize("turn_deg", [0, 3, -7, 20, -38])
@pytest.mark.parametrize("face", ["D", "C", "B"])
def test_a_tile_askew_on_a_plain_ground_is_cut_out_straight(face, turn_deg, ground) -> None:
    apart = np.abs(to_lab(straighten(lying(face, turn_deg, ground))) - to_lab(drawn(face)))[8:-8, 8:-8]
    assert np.median(apart) < 2
    assert apart.mean() < 4


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("turn_deg", [0, -7, 20])
@pytest.mark.parametrize("face", ["U", "V", "X"])
def test_a_tile_with_roads_of_the_grounds_colour_is_cut_out_straight(face, turn_deg) -> None:
    across, down = {"U": (80, 80), "V": (80, 150), "X": (80, 20)}[face]
    road = tuple(drawn(face)[down, across].tolist())
    apart = np.abs(to_lab(straighten(lying(face, turn_deg, road))) - to_lab(drawn(face)))[8:-8, 8:-8]
    assert np.median(apart) < 2
    assert apart.mean() < 4


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("face", BASE)
def test_a_picture_that_is_all_tile_is_left_whole(face) -> None:
    tile = paint(draw_face(faces()[face]), 6.0)
    assert np.abs(to_lab(straighten(tile)) - to_lab(drawn(face))).mean() < 2


def test_a_turned_sample_is_kept_in_the_catalogues_orientation() -> None:
    for turns in range(4):
        turned = np.ascontiguousarray(np.rot90(drawn("D"), -turns))
        (one,) = load_prints(READER.learn([Sample(turned, "D", turns)]))
        assert np.abs(to_lab(one.image) - to_lab(drawn("D"))).mean() < 4


def test_a_learned_set_counts_every_face(prints: bytes) -> None:
    assert READER.describe(prints) == dict.fromkeys(BASE, 1)


def test_a_learned_set_is_small(prints: bytes) -> None:
    assert len(prints) < 24 * 25_000


def test_learning_twice_gives_the_same_bytes() -> None:
    def some() -> Iterable[Sample]:
        return (sample for sample in pictures_of_single_tiles() if sample.face in "DEU")

    assert READER.learn(some()) == READER.learn(some())


def test_at_most_six_pictures_of_a_face_are_kept() -> None:
    assert READER.describe(READER.learn(Sample(drawn("A"), "A", 0) for _ in range(9))) == {"A": 6}


@pytest.mark.parametrize(("face", "turns"), [("W", 0), ("U", 1)], ids=["the face", "how it is turned"])
def test_a_tile_once_confirmed_wrongly_is_outvoted_by_later_games(face: str, turns: int) -> None:
    chance = np.random.default_rng(1)

    def seen(said: str, turns: int = 0) -> FacePixels:
        noise = chance.normal(0, 4, (SIDE_PX, SIDE_PX, 3))
        return FacePixels(said, np.clip(np.rot90(drawn("U"), turns) + noise, 0, 255).astype(np.uint8))

    taught = extended(None, [seen(face, turns), *(FacePixels(each, drawn(each)) for each in "ABCD")])
    once = extended(taught, [seen("U")])
    assert len(load_prints(once)) == 6, "one says this, one says that: both are kept, and it is asked"
    again = [one for one in load_prints(extended(once, [seen("U")])) if one.face not in "ABCD"]
    assert [one.face for one in again] == ["U", "U"]
    assert all(np.abs(to_lab(one.image) - to_lab(drawn("U"))).mean() < 8 for one in again)


def test_faces_that_differ_by_a_shield_do_not_outvote_each_other(prints: bytes) -> None:
    once = extended(prints, [FacePixels(face, drawn(face)) for face in "MMOOQQSSFF"])
    assert READER.describe(once) == {face: 1 + 2 * (face in "MOQSF") for face in BASE}


def test_prints_of_one_set_agree_on_the_colour_of_their_fields() -> None:
    lamps = [(1, 1, 1), (0.7, 0.9, 1.05), (1.1, 1, 0.8), (0.8, 0.8, 0.8)]
    pictures = [
        FacePixels(face, np.clip(drawn(face) * np.array(lamp), 0, 255).astype(np.uint8))
        for face, lamp in zip("EUVB", lamps, strict=True)
    ]

    def strays(some: list[FacePixels]) -> float:
        greens = [np.median(to_lab(one.image).reshape(-1, 3), axis=0) for one in some]
        return float(np.std(greens, axis=0).max())

    assert strays(balance(pictures)) < 0.4 * strays(pictures)


def test_two_boxes_under_two_lamps_come_to_one_light() -> None:
    warm = [
        FacePixels(name, np.clip(drawn(name) * (0.7, 0.9, 1.0), 0, 255).astype(np.uint8)) for name in BASE
    ]
    plain = [FacePixels(name, drawn(name)) for name in BASE]
    one, other = (np.stack([to_lab(p.image) for p in balance(some)]) for some in (warm, plain))
    assert np.abs(one.mean(axis=(0, 1, 2)) - other.mean(axis=(0, 1, 2))).max() < 2


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"\x81\xa6format",
        msgspec.msgpack.encode({"format": 3}),
        b"\x81\xa6format\xa2\xff\xff",
        b"\x81\xa1a" * 1_000_000,
    ],
    ids=["nothing", "text", "cut short", "other things", "no letters", "without end"],
)
def test_bytes_that_are_no_prints_are_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(PrintsError, match=r"This is not a print set.*learn it again"):
        READER.describe(data)


def test_prints_of_another_game_are_refused_by_name() -> None:
    other = msgspec.msgpack.encode({"format": "tablekeeper.prints/1", "game": "chess", "prints": []})
    with pytest.raises(PrintsError, match="for chess"):
        READER.read(drawn("D"), other)


def kept(*pictures: bytes) -> bytes:
    """A set of prints of one face, as it is kept."""
    prints = [{"face": "D", "picture": picture} for picture in pictures]
    return msgspec.msgpack.encode({"format": "tablekeeper.prints/1", "game": "carcassonne", "prints": prints})


def packed(kind: str, width_px: int, height_px: int) -> bytes:
    return cv2.imencode(kind, np.full((height_px, width_px, 3), 90, np.uint8))[1].tobytes()


PRINT = packed(".jpg", SIDE_PX, SIDE_PX)
VAST = PRINT.replace(b"\x00\xa0\x00\xa0", b"\xff\xff\xff\xff")
"""A small file that claims to be a picture of 4 gigapixels."""
SKIPPED = b"\x00\xc0\x00\x11\x08\x00\xa0\x00\xa0", b"\xff\xd0\x00\x02\xff\xc0\x00\x11\x08\x00\xa0\x00\xa0"
"""What a decoder skips before it finds the size, and what looks like a smaller one."""


@pytest.mark.parametrize(
    "picture",
    [
        b"",
        b"no jpeg",
        PRINT[:30],
        packed(".png", SIDE_PX, SIDE_PX),
        packed(".jpg", 161, SIDE_PX),
        VAST,
        *(VAST[:2] + skipped + VAST[2:] for skipped in SKIPPED),
    ],
)
def test_a_print_that_is_no_picture_of_a_tile_is_refused_before_it_is_unpacked(picture, monkeypatch) -> None:
    assert READER.describe(kept(PRINT)) == {"D": 1}
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(PrintsError, match="face D is damaged"):
        load_prints(kept(picture))


def test_a_print_that_is_broken_inside_is_refused() -> None:
    with pytest.raises(PrintsError, match="face D is damaged"):
        load_prints(kept(PRINT[: PRINT.find(b"\xff\xc0") + 10]))


def test_a_set_of_more_prints_than_any_box_has_is_refused() -> None:
    with pytest.raises(PrintsError, match="more prints"):
        load_prints(kept(*[PRINT] * 1000))


def test_a_set_without_prints_is_refused_when_a_table_is_read() -> None:
    empty = msgspec.msgpack.encode({"format": "tablekeeper.prints/1", "game": "carcassonne", "prints": []})
    with pytest.raises(PrintsError, match="no prints"):
        READER.read(drawn("D"), empty)


def test_a_face_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(PrintsError, match="no face 'Z'"):
        READER.learn([Sample(drawn("D"), "Z", 0)])


def test_learning_from_nothing_is_refused() -> None:
    with pytest.raises(PrintsError, match="No picture of a tile came"):
        READER.learn([])
