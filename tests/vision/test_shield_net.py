"""Shields of boxes that nobody has seen: told from one tile, and better from known tiles of the same box."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.games.carcassonne.land.catalogue import faces
from vision.games.carcassonne.cold.kinds import SHIELD
from vision.games.carcassonne.cold.shield_net import (
    Places,
    alone,
    by_each_other,
    by_examples,
    examples,
    find_places,
)
from vision.games.carcassonne.cold.tile_net import MARGIN, TILE_PX, ask_once, tell
from vision.games.carcassonne.face_templates import has_shield, shield_twins
from vision.simulator.made_up.drawing import draw
from vision.simulator.made_up.styles import draw_style

TWINS = sorted({*shield_twins(), *shield_twins().values()})
KNOWN = ["C", "F", "M", "O", "A", "B", "D", "E", "H", "K", "U", "V", "W"]
IS_SHIELDED = np.array([has_shield(name) for name in TWINS])
BOXES = range(24)
WOOD, SURELY_NONE = (60, 60, 200), -5.0


def squares(box: int, names: list[str], seed: int) -> NDArray[np.uint8]:
    """Draw tiles of a box as the nets look at them."""
    style, chance = draw_style(np.random.default_rng([7, box])), np.random.default_rng([8, box, seed])
    return framed([draw(faces()[name], style, chance).image for name in names])


def framed(drawn: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Show drawn tiles, each with a rim around it."""
    rim = round(drawn[0].shape[0] * (MARGIN - 1) / 2)
    wider = [cv2.copyMakeBorder(one, rim, rim, rim, rim, cv2.BORDER_REPLICATE) for one in drawn]
    return np.array([cv2.resize(one, (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA) for one in wider])


def known_tiles(box: int) -> tuple[Places, NDArray[np.float64]]:
    return find_places(squares(box, KNOWN, 1)), np.array([has_shield(name) for name in KNOWN], float)


def told_alone(shown: NDArray[np.uint8]) -> tuple[NDArray[np.floating], Places]:
    """Tell shields without any known tile, and what others can tell them by."""
    told = tell(shown)
    return told.answers[:, SHIELD], told.places


def unlikely(odds: NDArray[np.floating]) -> float:
    """The mean of minus the log-probability of the truth."""
    return float(np.logaddexp(0, np.where(IS_SHIELDED, -odds, odds)).mean())


@pytest.mark.slow
def test_of_shields_both_nets_together_tell_more_than_either() -> None:
    nats = []
    for box in BOXES:
        shown = squares(box, TWINS, 0)
        together, places = told_alone(shown)
        by_tiles = ask_once(shown).answers[:, SHIELD]
        nats.append([unlikely(odds) for odds in (together, alone(places), by_tiles)])
    together, by_shields, by_tiles = np.mean(nats, axis=0)
    assert together < min(by_shields, by_tiles)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_shield_is_told_alike_however_its_tile_lies(turns: int) -> None:
    straight, turned = [], []
    for box in BOXES[::2]:
        shown = squares(box, TWINS, 0)
        straight += list(told_alone(shown)[0] > 0)
        turned += list(told_alone(np.rot90(shown, turns, axes=(1, 2)))[0] > 0)
    assert np.mean(np.equal(straight, turned)) > 0.9


def test_known_tiles_of_a_box_tell_which_of_the_others_carry_a_shield() -> None:
    right_alone, right, nats_alone, nats = [], [], [], []
    for box in BOXES:
        by_itself, places = told_alone(squares(box, TWINS, 2))
        told = by_itself + by_examples(places, examples(*known_tiles(box)))
        right_alone.append(((by_itself > 0) == IS_SHIELDED).mean())
        right.append(((told > 0) == IS_SHIELDED).mean())
        nats_alone.append(unlikely(by_itself))
        nats.append(unlikely(told))
    assert np.mean(right) > np.mean(right_alone)
    assert np.mean(right) > 0.92
    assert np.mean(nats) < 0.9 * np.mean(nats_alone)


@pytest.mark.slow
def test_tiles_of_a_board_tell_it_of_each_other_though_they_are_only_believed_to_be_so() -> None:
    nats_alone, nats = [], []
    for box in BOXES:
        by_itself, places = told_alone(squares(box, TWINS + KNOWN, 3))
        told = by_itself + by_each_other(places)(1 / (1 + np.exp(-by_itself)))
        nats_alone.append(unlikely(by_itself[: len(TWINS)]))
        nats.append(unlikely(told[: len(TWINS)]))
    assert np.mean(nats) < 0.85 * np.mean(nats_alone)


@pytest.mark.slow(but=1)
@pytest.mark.parametrize("names", [["B"], ["M"], ["M", "B"]])
def test_one_known_tile_of_a_kind_changes_little(names: list[str]) -> None:
    for box in BOXES:
        beliefs = np.array([has_shield(name) for name in names], float)
        known = examples(find_places(squares(box, names, 1)), beliefs)
        assert np.abs(by_examples(find_places(squares(box, TWINS, 2)), known)).max() < 5


def test_without_known_tiles_nothing_is_told_of_them() -> None:
    places = find_places(squares(0, TWINS, 2))
    assert by_examples(places, examples(places[:0], np.zeros(0))) == pytest.approx(0, abs=1e-5)
    assert find_places(squares(0, TWINS, 2)[:0]).shape == (0, *places.shape[1:])


@settings(max_examples=15)
@given(st.permutations(range(len(KNOWN))))
def test_it_does_not_matter_which_tile_was_known_first(order: list[int]) -> None:
    known, beliefs = known_tiles(3)
    places = find_places(squares(3, TWINS[:3], 2))
    told = by_examples(places, examples(known[order], beliefs[order]))
    assert told == pytest.approx(by_examples(places, examples(known, beliefs)), abs=1e-4)


def test_of_a_shield_under_a_figure_nobody_is_sure_that_it_is_not_there() -> None:
    hidden = []
    for box in BOXES:
        style, chance = draw_style(np.random.default_rng([7, box])), np.random.default_rng([8, box, 4])
        for name in ("M", "O", "Q"):
            drawn = draw(faces()[name], style, chance)
            assert drawn.shield
            x, y = (round(along * len(drawn.image)) for along in drawn.shield.middle)
            hidden.append(
                cv2.circle(drawn.image.copy(), (x, y), round(0.14 * len(drawn.image)), WOOD, cv2.FILLED)
            )
    assert np.mean(alone(find_places(framed(hidden))) < SURELY_NONE) < 0.05
