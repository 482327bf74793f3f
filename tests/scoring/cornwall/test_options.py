"""Every option of Cornwall is explained and does what it says, and the README names what there is."""

import re
from pathlib import Path

import pytest

from scoring import games
from scoring.errors import IllegalMoveError, UnreadableError
from scoring.game import Setup
from scoring.games.cornwall.engine.options import INFO, OPTIONS, RULE_SETS, options_of
from scoring.games.cornwall.engine.play import apply, check, force
from scoring.sheet import winners
from tests.scoring.cornwall.cornwall_notation import played, table, turn

FOLDER = Path(games.__file__).parent / "cornwall"
README = FOLDER / "README.md"
ROW = "moor@0,0 forest@1,0 meadow@2,0 village@3,0 mountain@4,0"


def test_every_value_of_every_option_is_explained_in_one_sentence() -> None:
    for value in (value for option in OPTIONS for value in option.values):
        assert value.says[0].isupper()
        assert value.says.endswith(".")
        assert value.says.count(". ") == 0


def test_the_rule_set_takes_the_first_value_of_every_option() -> None:
    (rules,) = RULE_SETS
    assert rules.values == {option.name: option.values[0].value for option in OPTIONS}


@pytest.mark.parametrize(
    ("rules", "options", "names"),
    [
        ("rulebook-001", {}, "rulebook-000"),
        ("rulebook-000", {"river": True}, "'river'"),
        ("rulebook-000", {"closing": "never"}, "no_tile_fits"),
        ("rulebook-000", {"coin_supply": 40}, "endless"),
    ],
)
def test_what_does_not_exist_is_refused_by_name(
    rules: str, options: dict[str, str | bool], names: str
) -> None:
    with pytest.raises(UnreadableError) as caught:
        options_of(Setup(rules, (), options))
    assert names in str(caught.value)


def test_the_readme_names_every_option_value_rule_set_and_module() -> None:
    text = README.read_text()
    names = [rules.name for rules in RULE_SETS] + [option.name for option in OPTIONS]
    names += [str(value.value) for option in OPTIONS for value in option.values]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_the_readme_names_every_refusal_there_is() -> None:
    sources = "".join(path.read_text() for path in FOLDER.rglob("*.py"))
    rules = set(re.findall(r'IllegalMoveError\(\s*"(\w+)"', sources))
    assert len(rules) > 20
    assert [rule for rule in sorted(rules) if f"`{rule}`" not in README.read_text()] == []


def test_the_track_goes_round_after_forty() -> None:
    assert INFO.track == 40
    assert games.load("carcassonne").info.track == 50


def test_coins_break_a_tie_and_nothing_else_does() -> None:
    points = {"red": 7, "blue": 9, "yellow": 9, "green": 9}
    assert winners(points) == ["blue", "yellow", "green"]
    assert winners(points, {"red": 5, "blue": 0, "yellow": 2, "green": 2}) == ["yellow", "green"]
    assert winners({}) == []


def test_only_where_everybody_may_buy_another_does() -> None:
    closing = "forest.cottage@1,-1 village@2,-1 mountain@2,-2 | small@1,-1"
    buying = turn("meadow@2,1 village@3,1 moor@2,2 | | red", "blue")
    then, _ = apply(played(table(pub="anyone"), [closing], ROW), buying)
    assert (then.pub, then.coins) == ((), {"red": 0, "blue": 2})
    with pytest.raises(IllegalMoveError):
        check(played(table(), [closing], ROW), buying)


def test_a_second_figure_in_one_region_is_dearer_where_the_first_counts() -> None:
    both = turn("forest@1,-1 meadow@2,-1 forest@2,-2 | small@1,-1 tall@2,-2", "red")
    left = {
        value: apply(played(table(same_turn=value), [], ROW), both)[0].coins["red"]
        for value in ("counted", "not_counted")
    }
    assert left == {"counted": 0, "not_counted": 1}


def test_a_house_rule_takes_no_more_coins_than_there_are() -> None:
    dear = turn("forest@1,-1 village@2,-1 mountain@2,-2 | small@1,-1 small@2,-1 tall@2,-2", "red")
    then, _ = force(played(table(), [], ROW), dear)
    assert then.coins == {"red": 0, "blue": 1}
