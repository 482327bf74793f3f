"""A game's words stand in its own folders alone: features, figures, currencies, and what can be tapped."""

import ast
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from scoring.games import load, names

ROOT = Path(__file__).parents[1]
ROOMS = ("firmware", "hardware", "scoring", "vision", "webui")
EVERYDAY = {"big", "cell", "field", "figure", "flag", "follower", "north", "small", "south", "tall", "tile"}
EVERYDAY |= {"green", "grey", "orange", "red", "yellow"}
EVERYDAY |= {"card", "display", "grain", "hand", "hex", "storage", "store", "token", "worker"}
EVERYDAY |= {"generic", "port"}
"""Words of a game that mean something else in a program, or that all games share."""
STILL_SAID = {
    ("firmware/evaluation/photographs.py", "meeple"),
    ("vision/accuracy.py", "meeple"),
    ("vision/simulator/camera/aside.py", "meeple"),
}
"""Where a game's word still stands elsewhere: whoever takes one away strikes it here, and none is added."""


def words_of(game):
    """Gather a game's own words, as its documents write them."""
    home = f"scoring.games.{game}.land"
    named = vars(import_module(f"{home}.words")).items()
    maps = [each for name, each in named if isinstance(each, Mapping) and not name.startswith("__")]
    spots = [each for each in vars(import_module(f"{home}.spots")).values() if isinstance(each, type)]
    kinds = [get_args(get_type_hints(each).get("kind")) for each in spots if each.__module__.startswith(home)]
    currencies = [currency.name for currency in load(game).info.currencies]
    found = [*currencies, *(key for each in maps for key in each), *(kind for each in kinds for kind in each)]
    plain = (word for word in found if isinstance(word, str) and re.fullmatch("[a-z]{3,}", word))
    return {word.removesuffix("s") for word in plain} - EVERYDAY


def said_in(file):
    """Give every word that a file has in its names and texts; docstrings explain, and may name an example."""
    tree = ast.parse(file.read_text()) if file.suffix == ".py" else None
    if tree is None:
        texts = [file.read_text()]
    else:
        explains = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        texts = [
            text
            for node in ast.walk(tree)
            for text in (getattr(node, name, None) for name in ("id", "attr", "name", "arg", "value"))
            if isinstance(text, str) and id(node) not in explains
        ]
    apart = (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower() for text in texts)
    return {word.removesuffix("s") for text in apart for word in re.findall("[a-z]+", text)}


def is_common(file):
    """Tell the files of no game in particular; boxes made up by chance are drawn by game."""
    parts = {*file.relative_to(ROOT).parts}
    return not {"games", "made_up"} & parts and not {*names()} & {part.partition(".")[0] for part in parts}


@pytest.mark.parametrize("game", names())
def test_a_game_has_words_of_its_own(game):
    assert len(words_of(game)) > 4


def test_the_words_of_games_are_said_in_their_own_folders_alone():
    own = set().union(*map(words_of, names()))
    files = [file for room in ROOMS for kind in ("*.py", "*.html") for file in (ROOT / room).rglob(kind)]
    common = [file for file in files if is_common(file)]
    assert len(common) > 300
    said = {(file.relative_to(ROOT).as_posix(), word) for file in common for word in said_in(file) & own}
    assert said == STILL_SAID
