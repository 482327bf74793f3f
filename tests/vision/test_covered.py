"""Spots compared with their own first picture: bare still, or covered."""

import cv2
import numpy as np

from vision.follow.covered import compare_spots, covered_log_odds, cut_spots, fit_weights

SIDE, RIM = 24, 3


def spots(seed, count):
    """Draw fields of flat colour with a small motif each."""
    chance = np.random.default_rng(seed)
    drawn = np.zeros((count, SIDE + 2 * RIM, SIDE + 2 * RIM, 3), np.float32)
    for each in drawn:
        each[:] = (chance.uniform(30, 80), chance.uniform(-30, 40), chance.uniform(-10, 50))
        cv2.circle(each, (15, 15), 11, (25, 0, 0), 1)
        cv2.circle(each, (15, 15), 3, (90, 0, 0), 1)
    return drawn


def tiles_on(drawn, seed):
    """Lay a tile of the field's own colour on each: a rim, and another motif."""
    chance = np.random.default_rng(seed)
    laid = drawn.copy()
    for each in laid:
        cv2.circle(each, (15, 15), 9, (25.0, 0, 0), 1)
        x = int(chance.integers(10, 16))
        cv2.rectangle(each, (x, 11), (x + 6, 19), (90, 0, 0), -1)
    return laid


def now(drawn, seed, light=0.0, slides_px=2):
    chance = np.random.default_rng(seed)
    off = chance.integers(-slides_px, slides_px + 1, (len(drawn), 2))
    slid = np.stack([np.roll(each, by, axis=(0, 1)) for each, by in zip(drawn, off, strict=True)])
    return np.asarray(slid + chance.normal(0, 1.5, drawn.shape) + (light, light / 2, light), np.float32)


def inner(drawn):
    return drawn[:, RIM:-RIM, RIM:-RIM]


def seen(seed):
    """Compare a hundred spots of which half are covered, in another light."""
    drawn, is_covered = spots(seed, 100), np.arange(100) % 2 == 1
    laid = np.where(is_covered[:, None, None, None], tiles_on(drawn, seed + 1), drawn)
    first = inner(now(drawn, seed + 2, slides_px=0))
    return compare_spots(now(laid, seed + 3, light=8.0), first), is_covered


def test_a_spot_is_bare_or_covered_by_its_own_first_picture():
    weights = fit_weights(*seen(10))
    changes, is_covered = seen(50)
    assert ((covered_log_odds(changes, weights) > 0) == is_covered).all()


def test_another_light_and_a_small_slide_change_no_bare_spot():
    changes, is_covered = seen(20)
    assert changes.likeness[~is_covered].min() > changes.likeness[is_covered].max()
    assert np.median(changes.colour[~is_covered]) < 1


def test_spots_are_cut_straight_from_above():
    frame = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(frame, (120, 90), 10, (255, 255, 255), -1)
    turned = np.array([[0, -30.0, 150], [30, 0, 60], [0, 0, 1]])
    cut = cut_spots(frame, turned, np.array([(1.0, 1.0), (3.0, -1.0)]), 0.5, 30)
    assert cut.shape == (2, 30, 30, 3)
    assert cut[0, 15, 15, 0] > 95
    assert cut[1].max() < 5


def test_a_lamp_that_is_mirrored_elsewhere_covers_no_bare_spot():
    weights = fit_weights(*seen(10))
    bare, other = (
        cv2.GaussianBlur(np.random.default_rng(seed).normal(50, 60, (60, 60, 3)), (0, 0), 2)
        for seed in (4, 5)
    )
    first = np.asarray(np.stack([bare, bare]), np.float32)
    now = np.asarray(np.stack([bare, other]), np.float32)
    now[:, 2:22, 30:50] = (100, 0, 0)
    log_odds = covered_log_odds(compare_spots(now, first), weights)
    assert (log_odds > 0).tolist() == [False, True]
