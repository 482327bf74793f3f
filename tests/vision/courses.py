"""Games that are played by chance at the simulated table, gone through again by their truth documents."""

from collections.abc import Iterator
from typing import Any

from scoring.games import load
from vision.simulator.table.timeline import Script


def states(told: Script) -> Iterator[Any]:
    """Give the game after every move of a truth document."""
    rules = load(told.truth["game"])
    state = rules.start(told.setup)
    for entry in told.truth["moves"]:
        state, _ = (rules.force if entry.get("house_rule") else rules.apply)(state, rules.load_move(entry))
        yield state
