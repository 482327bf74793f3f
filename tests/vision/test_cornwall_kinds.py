"""What has come on a tile: figures told from what else has come, and small, tall and big ones apart."""

import numpy as np
import pytest

from vision.games.cornwall.live.figures.kinds import USUAL_SIZE, kind_log_odds, no_habits, taught
from vision.games.cornwall.pieces.kind_net import KIND_PX, SIZES, ask_what_came
from vision.games.cornwall.pieces.thing_net import KINDS
from vision.games.cornwall.training.boxes import draw_box
from vision.games.cornwall.training.lessons import NOTHING, SHOWN_PX, change_lessons
from vision.games.cornwall.training.tables import show_change

UNSEEN = 888_000
"""Boxes from here on are made up with another seed than those that were learned from."""
INNER = np.s_[(SHOWN_PX - KIND_PX) // 2 : (SHOWN_PX + KIND_PX) // 2]
USUAL = len(SIZES) // 2


@pytest.fixture(scope="module")
def everything():
    """What comes with eight boxes nobody learned from: now, before, how it stands, and a figure's kind."""
    some = []
    for number in range(8):
        chance = np.random.default_rng([UNSEEN, number])
        box = draw_box(chance)
        for _ in range(3):
            lessons = change_lessons(show_change(box, chance), chance)
            some += zip(*(lessons[key] for key in ("come", "before", "stands", "kinds")), strict=True)
    return [(now[INNER, INNER], before[INNER, INNER], stands, kind) for now, before, stands, kind in some]


@pytest.fixture(scope="module")
def come(everything):
    """The figures of them."""
    return [one for one in everything if one[3] != NOTHING]


def asked(some):
    """What the net says of each."""
    return [ask_what_came(now, before, stands[0], stands[1]) for now, before, stands, _ in some]


def told(some):
    """(n, 9, 3) what is told of the kinds of figures."""
    return np.array([one.kinds for one in asked(some)], np.float32)


@pytest.mark.slow
def test_figures_are_told_from_cottages_shadows_and_whatever_else_has_come(everything):
    is_figure = np.array([kind != NOTHING for *_, kind in everything])
    odds = np.array([one.is_figure for one in asked(everything)])
    assert 0.2 < is_figure.mean() < 0.9
    assert np.mean((odds > 0) == is_figure) > 0.95


@pytest.mark.slow
def test_nearly_all_kinds_are_told_in_any_light(come):
    true = [kind for *_, kind in come]
    assert set(true) == set(range(len(KINDS)))
    assert np.mean(told(come)[:, USUAL].argmax(axis=1) == true) > 0.9


@pytest.mark.slow
def test_a_figure_is_told_the_same_in_a_mirror(come):
    mirrored = [(now[::-1], before[::-1], stands, kind) for now, before, stands, kind in come]
    straight, other = (told(some)[:, USUAL].argmax(axis=1) for some in (come, mirrored))
    assert np.mean(straight == other) > 0.95


@pytest.mark.slow
def test_the_odds_of_every_size_add_up_to_one(come):
    assert np.allclose(np.exp(told(come[:10])).sum(axis=2), 1, atol=1e-5)


def test_before_anything_is_known_the_usual_size_counts_most():
    sizes = no_habits().sizes
    best = int(sizes.argmax())
    assert abs(SIZES[best] - USUAL_SIZE) < 0.02
    assert (np.diff(sizes[: best + 1]) > 0).all()


def test_a_confirmed_figure_teaches_how_large_the_wood_is():
    """What is small if the wood is large, and tall if it is small, was tall: so the wood is small."""
    ambiguous = np.log(
        np.array([[0.2, 0.8, 0.01] if size < USUAL_SIZE else [0.8, 0.2, 0.01] for size in SIZES])
    )
    before = kind_log_odds(ambiguous, no_habits())
    habits = no_habits()
    for _ in range(4):
        habits = taught(habits, ambiguous, "tall")
    after = kind_log_odds(ambiguous, habits)
    assert SIZES[int(habits.sizes.argmax())] < USUAL_SIZE
    assert after[KINDS.index("tall")] - after[KINDS.index("small")] > 1
    assert abs(before[KINDS.index("tall")] - before[KINDS.index("small")]) < 1
