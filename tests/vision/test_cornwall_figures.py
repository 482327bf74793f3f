"""Cornwall's figures on a photograph: no player has more of them than the box holds."""

import pytest

from tests.some import some
from vision.games.cornwall.pieces.figures import Found, within_supply


def _figure(colour: str, sure: float, **kinds: float) -> Found:
    shares = {"small": 0.0, "tall": 0.0, "big": 0.0, **kinds}
    return Found(colour, shares, (0, 0), (0.0, 0.0), (0.0, 0.0), sure)


def test_a_third_tall_figure_of_a_player_is_rather_a_small_one() -> None:
    likely = [_figure("red", 0.99, small=0.3, tall=0.7) for _ in range(2)]
    unsure = _figure("red", 0.99, small=0.45, tall=0.55)
    *_, told = within_supply([*likely, unsure])
    assert told.kind == "small"
    alone, *_ = within_supply([unsure, *(one._replace(colour="blue") for one in likely)])
    assert alone.kinds == pytest.approx(unsure.kinds)


def test_a_second_big_figure_of_a_player_is_rather_none() -> None:
    first, second = within_supply([_figure("red", 0.99, big=1.0), _figure("red", 0.6, big=1.0)])
    assert first.confidence > 0.9
    assert second.confidence < 0.2


def test_more_figures_than_a_player_has_are_told_where_they_are_plainly_seen() -> None:
    plain = [_figure("red", 0.999, big=1.0) for _ in range(3)]
    assert min(one.confidence for one in within_supply(plain)) > 0.9


@pytest.mark.parametrize("number", range(1, 7))
def test_what_is_seen_of_others_changes_nothing_while_there_is_wood_for_all(number: int) -> None:
    seen = [_figure("red", 0.8, small=1.0), *(_figure(f"wood {n}", 0.9, small=1.0) for n in range(number))]
    for told, was in some(zip(within_supply(seen), seen, strict=True)):
        assert told.confidence == pytest.approx(was.confidence)
