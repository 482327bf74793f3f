"""What is drawn on a photograph, measured on a plain grey one."""

import numpy as np
import pytest

from scoring.game import Fault
from scoring.games.carcassonne.land.board import CarcassonneBoard, MeepleReading, TileDoubt, TileReading
from tests.some import some
from vision.games.carcassonne.overlay import draw_overlay
from vision.reader import Image

SQUARE = ((100.0, 100.0), (300.0, 100.0), (300.0, 300.0), (100.0, 300.0))
LOW_LEFT, HIGH_LEFT = (slice(250, 296), slice(104, 150)), (slice(104, 150), slice(104, 150))
GREY = 128


def drawn(**board: tuple[object, ...]) -> Image:
    return draw_overlay(np.full((400, 400, 3), GREY, np.uint8), CarcassonneBoard(**board))  # type: ignore[arg-type]


def tile(confidence: float = 1.0, turns: int = 0) -> TileReading:
    return TileReading((0, 0), "D", turns, confidence, quad_px=SQUARE)


def share_drawn(part: Image) -> float:
    return float((part != GREY).any(axis=2).mean())


def outline_of(image: Image) -> list[int]:
    """Give the colour of the outline's east side, blue, green and red, away from any arrowhead."""
    strip = image[150, 270:300].astype(int)
    return list(strip[np.abs(strip - GREY).sum(axis=1).argmax()])


def test_sure_is_green_less_sure_is_orange_and_a_broken_rule_is_red() -> None:
    fault = Fault("edges_do_not_match", ((0, 0),), "road meets field")
    blue, green, red = outline_of(drawn(tiles=(tile(),)))
    assert green > max(blue, red)
    blue, green, red = outline_of(drawn(tiles=(tile(0.6),)))
    assert red > green > blue
    blue, green, red = outline_of(drawn(tiles=(tile(),), faults=(fault,)))
    assert red > 2 * max(blue, green)


@pytest.mark.parametrize("turns", range(4))
def test_an_arrowhead_marks_the_side_that_is_north_in_the_catalogue(turns: int) -> None:
    image = drawn(tiles=(tile(turns=turns),))
    inside = np.rot90(image, turns)[108:114, 190:210]
    others = [np.rot90(image, turns + more)[108:114, 190:210] for more in (1, 2, 3)]
    assert (inside != GREY).mean() > 0.4
    assert not any((other != GREY).any() for other in some(others))


def test_the_name_of_a_face_keeps_out_of_a_figures_way() -> None:
    figure = MeepleReading((0, 0), "red", "field", at_px=(140.0, 250.0))
    alone, beside = drawn(tiles=(tile(),)), drawn(tiles=(tile(),), meeples=(figure,))
    assert share_drawn(alone[LOW_LEFT]) > 0.4
    assert share_drawn(alone[HIGH_LEFT]) < 0.2
    assert share_drawn(beside[HIGH_LEFT]) > 0.4


def test_a_figure_is_ringed_and_not_covered() -> None:
    figure = MeepleReading((0, 0), "blue", "road", at_px=(200.0, 200.0))
    image = drawn(tiles=(tile(),), meeples=(figure,))
    assert (image[180:220, 180:220] == GREY).all()
    assert (image[200, 240:265] != GREY).any()


def test_a_doubt_gets_a_frame_and_one_without_a_place_none() -> None:
    assert (drawn(doubts=(TileDoubt("hidden", "Something lies on it.", quad_px=SQUARE),)) != GREY).any()
    assert (drawn(doubts=(TileDoubt("cut", "A tile is cut off."),)) == GREY).all()
