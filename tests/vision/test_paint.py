"""Looks at painted pictures pixel by pixel."""

import itertools
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.land.catalogue import Face, faces
from scoring.games.carcassonne.land.shapes import segment_distance
from scoring.picture import Picture, Placed, Shape
from vision.image.paint import bgr, paint

PX_PER_MM = 4.0
GROUNDS = {
    "city": ("city", "city_lit", "city_shade"),
    "field": ("field", "field_lit", "field_shade"),
    "road": ("road",),
    "river": ("water", "water_lit"),
}

every_face = pytest.mark.parametrize("face", faces().values(), ids=faces())


def one(shape: Shape, *, turn_deg: float = 0.0, colour: str = "") -> Picture:
    palette = {"ink": "#102030", "red": "#ff0000"}
    return Picture((0, 0, 10, 8), palette, {"s": (shape,)}, (Placed("s", (5, 4), turn_deg, colour=colour),))


def ground_of(pixel: NDArray[np.int_], picture: Picture) -> str:
    """The feature whose ground has a pixel's colour, or nothing: a house, a tree, a wall."""
    away = {
        feature: min(np.abs(pixel - bgr(picture.palette[name])).max() for name in names)
        for feature, names in GROUNDS.items()
    }
    nearest = min(away, key=lambda feature: away[feature])
    return nearest if away[nearest] < 4 else ""


@every_face
def test_the_painted_face_shows_every_segment_where_the_shapes_say_it_is(face: Face) -> None:
    picture = draw_face(face)
    image = paint(picture, PX_PER_MM)
    chance = Random(face.name)
    hits: dict[int, list[str]] = {}
    for x, y in ((chance.random(), chance.random()) for _ in range(600)):
        away = segment_distance(face, x, y)
        inside = [i for i, distance in enumerate(away) if distance == 0]
        if len(inside) == 1 and min((d for d in away if d > 0), default=1.0) > 0.03:
            pixel = image[int(y * image.shape[0]), int(x * image.shape[1])].astype(int)
            hits.setdefault(inside[0], []).append(ground_of(pixel, picture))
    for index, seen in hits.items():
        feature = face.segments[index].feature
        other = [ground for ground in seen if ground not in (feature, "")]
        assert feature not in GROUNDS or seen.count(feature) > 0.4 * len(seen)
        assert feature not in GROUNDS or len(other) <= 0.06 * len(seen), (feature, other)
    assert hits


def test_no_two_faces_look_alike() -> None:
    images = {name: paint(draw_face(face), 2.0).astype(int) for name, face in faces().items()}
    for one_name, other_name in itertools.combinations(images, 2):
        one_face, other_face = images[one_name], images[other_name]
        least = min(np.abs(np.rot90(one_face, k) - other_face).mean() for k in range(4))
        assert least > 2.0, (one_name, other_name)


def test_a_shield_is_seen_from_across_the_table() -> None:
    def blue(name: str) -> int:
        image = paint(draw_face(faces()[name]), 2.0).astype(int)
        return int(((image[..., 0] > image[..., 2] + 60) & (image[..., 0] > 120)).sum())

    for with_shield, without in (("F", "G"), ("M", "N"), ("O", "P"), ("Q", "R"), ("S", "T")):
        assert blue(with_shield) > 60
        assert blue(without) == 0


def test_a_millimetre_is_as_many_pixels_as_asked() -> None:
    square = Shape(((-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)), "ink")
    image = paint(one(square), 10.0)
    assert image.shape == (80, 100, 3)
    dark = (image == (0x30, 0x20, 0x10)).all(axis=2)
    assert dark.sum() == pytest.approx(40 * 20, rel=0.06)
    rows, columns = np.nonzero(dark)
    assert (rows.mean(), columns.mean()) == pytest.approx((39.5, 49.5), abs=0.3)


def test_a_symbol_turns_clockwise() -> None:
    northwards = Shape(((-0.5, -3.0), (0.5, -3.0), (0.5, 0.0), (-0.5, 0.0)), "ink")
    rows, columns = np.nonzero((paint(one(northwards, turn_deg=90), 10.0) < 128).all(axis=2))
    assert columns.mean() > 60
    assert rows.mean() == pytest.approx(39.5, abs=1)


def test_a_piece_has_its_players_colour() -> None:
    body = Shape(((-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)), "player")
    assert tuple(paint(one(body, colour="red"), 4.0)[16, 20]) == (0, 0, 255)
