"""Every option is explained to a player, and the README names what there is."""

from pathlib import Path

import pytest

from scoring import games
from scoring.errors import UnreadableError
from scoring.game import Setup
from scoring.games.carcassonne import RULES
from scoring.games.carcassonne.engine.options import OPTIONS, RULE_SETS, CarcassonneOptions, options_of
from tests.some import some

README = Path(games.__file__).parent / "carcassonne/README.md"


def test_every_value_of_every_option_is_explained_in_one_sentence() -> None:
    for value in (value for option in OPTIONS for value in option.values):
        assert value.says[0].isupper()
        assert value.says.endswith(".")
        assert value.says.count(". ") == 0


def test_both_leaflets_set_every_option_to_a_value_it_has() -> None:
    for rules in RULE_SETS:
        assert set(rules.values) == {option.name for option in OPTIONS}
        for option in OPTIONS:
            assert rules.values[option.name] in [value.value for value in option.values]


def test_the_leaflets_differ_as_they_are_printed() -> None:
    classic, newer = options_of(Setup("leaflet-001", ())), options_of(Setup("leaflet-004", ()))
    assert classic == CarcassonneOptions(
        "two_points", "once_per_player", "per_tile", True, False, False, "forbidden", "plain"
    )
    assert newer == CarcassonneOptions(
        "normal", "each_farm", "one_point", True, False, False, "free", "plain"
    )


def test_an_option_overrides_its_rule_set_alone() -> None:
    changed = options_of(Setup("leaflet-004", (), {"unfinished_road": "per_tile"}))
    assert changed.unfinished_road == "per_tile"
    assert changed.farms == "each_farm"


@pytest.mark.parametrize(
    ("rules", "options", "names"),
    [
        ("leaflet-002", {}, "leaflet-001, leaflet-004"),
        ("leaflet-001", {"city": "small"}, "'city'"),
        ("leaflet-001", {"farms": "some"}, "each_farm"),
        ("leaflet-001", {"abbot": "true"}, "true, false"),
    ],
)
def test_what_does_not_exist_is_refused_by_name(
    rules: str, options: dict[str, str | bool], names: str
) -> None:
    with pytest.raises(UnreadableError) as caught:
        options_of(Setup(rules, (), options))
    assert names in str(caught.value)


def test_the_readme_names_every_option_value_and_rule_set() -> None:
    text = README.read_text()
    for rules in RULE_SETS:
        assert f"`{rules.name}`" in text
    for option in OPTIONS:
        assert f"`{option.name}`" in text
        for value in some(option.values):
            assert f"`{str(value.value).lower()}`" in text


def test_the_scoring_readme_names_every_game() -> None:
    text = (Path(games.__file__).parents[1] / "README.md").read_text()
    for name in some(games.names()):
        assert name in text


def test_games_are_found_by_their_folders() -> None:
    assert games.load("carcassonne") is RULES
    with pytest.raises(UnreadableError, match="carcassonne"):
        games.load("chess")
