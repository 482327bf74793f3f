"""The watching on tables drawn for it: hands, tiles, light that drifts, and a glass."""

import cv2
import numpy as np
import pytest

from tests.some import some
from vision.watch.motion import PIECE, STAYS_S, count_visits, forget, looked, watch

SIZE = (180, 320)
STEP_S = 0.2
BOARD = [(150 + 13 * (i % 3), 80 + 13 * (i // 3)) for i in range(7)]


def table(tiles=7, seed=5):
    """A wooden table with a board of small tiles."""
    grain = np.random.default_rng(seed).normal(0, 1, (*SIZE, 1))
    wood = cv2.GaussianBlur(grain, (41, 1), 0)[..., None] * 12
    lamp = np.linspace(1.2, 0.7, SIZE[1])[None, :, None]
    image = (np.array([70.0, 95.0, 130.0]) + wood) * lamp
    for x, y in BOARD[:tiles]:
        image[y : y + 12, x : x + 12] = (60, 160, 110)
        image[y + 4 : y + 8, x : x + 12] = (210, 220, 225)
    return image


def with_hand(image, tip=(160, 90), side="bottom"):
    """A bare forearm reaches in to a place."""
    start = {"bottom": (tip[0] + 25, SIZE[0] + 9), "left": (-9, tip[1] + 20), "top": (tip[0], -9)}[side]
    image = image.copy()
    cv2.line(image, start, tip, (105, 140, 200), 26)
    return image


def photographed(image, rng, *, ev=0.0, cast=0.0, noise=2.0, quality=90):
    """What a camera makes of it."""
    linear = (np.clip(image, 0, 255) / 255) ** 2.2 * 2**ev * np.array([1 - cast, 1, 1 + cast])
    seen = np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, noise, image.shape)
    packed = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(packed[1], cv2.IMREAD_COLOR)


def follow(images, watching=None, *, read=True, start_s=0.0, piece=PIECE, **camera):
    """Watch images one after the other, reading whenever the table has settled."""
    rng = np.random.default_rng(11)
    told = []
    for index, image in enumerate(images):
        watching = watch(watching, photographed(image, rng, **camera), start_s + index * STEP_S, piece)
        told.append(watching)
        if watching.is_settled and read:
            watching = looked(watching)
    return told


def test_three_frames_at_five_a_second_are_a_still_window():
    told = follow([table()] * 3)
    assert [one.is_settled for one in told] == [False, False, True]
    assert told[-1].since_s == 0.0


@pytest.mark.parametrize("start_s", [1.4, 0.1, 86400.7])
def test_the_window_after_a_hand_begins_with_the_first_frame_without_it(start_s):
    hands = [with_hand(table(6), tip) for tip in ((170, 120), (160, 90))]
    told = follow([table(6)] * 4 + hands + [table(7)] * 3, start_s=start_s)
    assert [one.phase for one in told[4:6]] == ["hand", "hand"]
    assert [one.is_settled for one in told[6:]] == [False, False, True]
    assert told[-1].since_s == pytest.approx(start_s + 6 * STEP_S)


@pytest.mark.parametrize("side", ["bottom", "left", "top"])
@pytest.mark.parametrize("noise", [2.0, 8.0])
def test_a_hand_that_rests_still_is_a_hand(side, noise):
    resting = [with_hand(table(), (160, 90), side)] * 12
    told = follow([table()] * 4 + resting, noise=noise, quality=70)
    assert {one.phase for one in told[4:]} == {"hand"}


def test_a_hand_whose_sleeve_is_as_dark_as_the_table_is_a_hand():
    resting = table(6)
    cv2.ellipse(resting, (176, 96), (24, 11), 30, 0, 360, (105, 140, 200), -1)
    told = follow([table(6)] * 4 + [resting] * 12, noise=4)
    assert {one.phase for one in told[4:]} == {"hand"}


@pytest.mark.parametrize("noise", [2.0, 6.0])
def test_a_hand_nearly_as_dark_as_the_table_is_a_hand(noise):
    reaches = with_hand(np.zeros_like(table()), (160, 140)).any(axis=2, keepdims=True)
    resting = np.where(reaches, 0.88 * table(), table())
    told = follow([table()] * 4 + [resting] * 12, noise=noise)
    assert {one.phase for one in told[4:]} == {"hand"}


def test_a_bumped_board_is_known_again_at_once():
    bumped = table(0)
    bumped[70:130, 140:200] = np.roll(table(7), (2, 3), axis=(0, 1))[70:130, 140:200]
    rng, watching = np.random.default_rng(2), None
    for index, image in enumerate([table(7)] * 4 + [with_hand(table(7))] * 2 + [bumped] * 3):
        watching = watch(watching, photographed(image, rng), index * STEP_S, piece=0.0015)
    assert watching.is_settled


def test_two_tiles_laid_at_once_are_no_hand():
    told = follow([table(5)] * 4 + [with_hand(table(5))] * 2 + [table(7)] * 3, noise=4)
    assert told[-1].is_settled


def test_a_large_board_that_was_turned_a_little_is_known_again_within_two_seconds():
    board, rng = table(0), np.random.default_rng(3)
    board[24:164, 90:230] = np.kron(rng.integers(40, 220, (10, 10, 3)), np.ones((14, 14, 1)))
    turn = cv2.getRotationMatrix2D((160, 94), 5, 1)
    turned = cv2.warpAffine(board, turn, (320, 180), borderMode=cv2.BORDER_REPLICATE)
    told = follow([board] * 4 + [with_hand(board)] * 2 + [turned] * 9, read=False, piece=196 / 57600)
    assert told[-1].is_settled


def test_a_board_that_slid_a_little_is_no_hand():
    slid = table(0)
    slid[70:130, 140:200] = np.roll(table(7), (1, 1), axis=(0, 1))[70:130, 140:200]
    told = follow([table(7)] * 4 + [with_hand(table(7))] * 2 + [slid] * 3, noise=4)
    assert told[-1].is_settled


def test_a_glass_that_stays_becomes_part_of_the_table():
    glass = table()
    cv2.circle(glass, (300, 20), 28, (190, 200, 205), -1)
    told = follow([table()] * 4 + [glass] * round(STAYS_S / STEP_S + 8))
    phases = [one.phase for one in told[4:]]
    assert phases[: round(STAYS_S / STEP_S) - 1] == ["hand"] * (round(STAYS_S / STEP_S) - 1)
    assert phases[-4:] == ["still"] * 4


def test_a_glass_that_stays_is_no_hand_though_hands_come_and_go_elsewhere():
    glass = table()
    cv2.circle(glass, (300, 20), 28, (190, 200, 205), -1)
    busy = [glass, with_hand(glass, (60, 150)), with_hand(glass, (62, 140))]
    rounds = round(STAYS_S / STEP_S / len(busy)) + 3
    told = follow([table()] * 4 + busy * rounds + [glass] * 3)
    assert {one.phase for one in told[4:-3]} == {"hand"}
    assert told[-1].is_settled


def test_once_the_glass_is_gone_the_table_is_known_at_once():
    glass = table()
    cv2.circle(glass, (300, 20), 28, (190, 200, 205), -1)
    told = follow([table()] * 4 + [glass] * round(STAYS_S / STEP_S + 8) + [table()] * 4)
    assert told[-1].phase == "still"


@pytest.mark.parametrize("noise", [2.0, 8.0])
def test_light_that_drifts_is_no_movement(noise):
    rng = np.random.default_rng(3)
    watching = None
    for index in range(40):
        ev, cast = 0.5 * np.sin(index / 4), 0.15 * np.cos(index / 6)
        frame = photographed(table(), rng, ev=ev, cast=cast, noise=noise, quality=70)
        watching = watch(watching, frame, index * STEP_S)
        assert index == 0 or watching.phase == "still"
        if watching.is_settled:
            watching = looked(watching)


def test_how_much_the_light_has_changed_is_told_in_exposure_values():
    rng = np.random.default_rng(3)
    told = follow([table()] * 4)
    brighter = photographed(table(), rng, ev=0.5)
    assert watch(looked(told[-1]), brighter, 1.0).light_ev == pytest.approx(0.5, abs=0.1)


def test_a_new_tile_is_where_the_table_has_changed():
    told = follow([table(6)] * 4, noise=4)
    watching = looked(told[-1])
    told = follow([with_hand(table(6))] * 2 + [table(7)] * 3, watching, start_s=1.0, noise=4)
    x, y = BOARD[6]
    box = told[-1].changed
    assert told[-1].stirred
    assert abs(box.left - x / 320) < 0.02
    assert abs(box.right - (x + 12) / 320) < 0.02
    assert abs(box.top - y / 180) < 0.03
    assert abs(box.bottom - (y + 12) / 180) < 0.03


def test_a_table_that_only_saw_a_hand_pass_has_not_changed():
    told = follow([table()] * 4 + [with_hand(table())] * 3 + [table()] * 4, noise=8)
    assert told[-1].changed is None


def test_visits_are_counted_where_the_hand_was():
    hands = [with_hand(table(), (160, 90), "left")] * 2 + [table()] * 3
    watching = looked(follow([table()] * 4 + hands * 2)[-1])
    under = np.array([[0.3, 0.5], [0.4, 0.5], [0.4, 0.6], [0.3, 0.6]])
    beside = under + np.array([0.5, -0.4])
    assert count_visits(watching.visits, under) == 2
    assert count_visits(watching.visits, beside) == 0
    assert count_visits(forget(watching, watching.visits).visits, under) == 0


def test_a_camera_that_changes_its_size_starts_anew():
    told = follow([table()] * 4)
    other = watch(told[-1], cv2.resize(table().astype(np.uint8), (160, 120)), 1.0)
    assert not other.is_settled
    assert other.changed is None


@pytest.mark.parametrize(
    ("top_px", "colour", "focus_px", "piece"),
    [
        (0, (60, 160, 110), 1, PIECE),
        (1, (40, 200, 220), 1, 169 / 57600),
        (1, (40, 200, 220), 5, 169 / 57600),
    ],
    ids=["dull", "bright", "out of focus"],
)
def test_a_tile_laid_at_the_edge_of_the_picture_is_soon_no_hand(top_px, colour, focus_px, piece):
    laid = table()
    laid[top_px : top_px + 13, 150:163] = colour
    laid[:30] = cv2.GaussianBlur(laid, (focus_px, focus_px), 0)[:30]
    told = follow([table()] * 4 + [laid] * 12, piece=piece)
    assert told[-1].is_settled


@pytest.mark.parametrize("high_px", [16, 18])
def test_dark_fingertips_hardly_larger_than_a_tile_are_a_hand_where_the_edge_cuts_them(high_px):
    fingertips = table()
    fingertips[:high_px, 60:78] = (88, 118, 160)
    fingertips[:40] = cv2.GaussianBlur(fingertips, (9, 9), 0)[:40]
    told = follow([table()] * 4 + [fingertips] * 7)
    assert not any(one.is_settled for one in some(told[4:]))


def test_fingers_that_lay_a_tile_at_the_edge_may_rest_there():
    fingers = table()
    fingers[0:14, 150:166] = (105, 140, 200)
    told = follow([table()] * 4 + [fingers] * 7)
    assert {one.phase for one in told[4:]} == {"hand"}


def test_a_long_arm_over_small_tiles_is_a_hand_though_its_sleeve_be_as_dark_as_the_table():
    resting = table(3)
    cv2.line(resting, (170, 60), (176, 105), (105, 140, 200), 18)
    told = follow([table(3)] * 4 + [resting] * 8, piece=81 / 57600)
    assert {one.phase for one in told[4:]} == {"hand"}
