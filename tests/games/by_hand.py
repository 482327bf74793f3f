"""Plays tile first, as the page does: every step is one of those that the step before has offered."""

import json
from typing import NamedTuple

ADD_CHANCE = 0.6
"""How often something more is added to a tile, where something can be."""

PLAIN_CHANCE = 0.8
"""How often a part comes out of the first group: too many cottages, and nothing fits any more."""


class Entered(NamedTuple):
    """A turn that was entered: the move as it is sent, and the taps it took."""

    move: dict
    taps: int
    parts: int
    additions: int


def choose_tile(look, rng):
    """Tell which tile is in hand, part by part, and count the taps."""
    shown, held = look([]), []
    while len(shown["hand"]["held"]) < shown["hand"]["parts"]:
        groups = shown["hand"]["palette"]
        group = groups[0] if rng.random() < PLAIN_CHANCE else rng.choice(groups)
        parts = [each["part"] for each in group if each["left"] != 0]
        held.append(rng.choice(parts))
        shown = look(held)
    return shown, held


def enter_turn(look, rng, held=None):
    """Enter a turn by chance.

    Args:
        look: Gives what can be done next, for the parts in hand and the move so far.
        held: The parts of the tile that was drawn; any by default.
    """
    shown, held = choose_tile(look, rng) if held is None else (look(held), held)
    if not shown["places"]:
        assert shown["put_back"]
        return Entered(shown["put_back"], len(held) + 1, len(held), 0)
    place, taps = rng.choice(shown["places"]), len(held) + (len(shown["places"]) > 1)
    move = place["moves"][0]
    shown = look(held, move)
    assert shown["ways"] in ([], place["moves"])
    way = rng.choice(shown["ways"] or [move])
    taps += way != move
    move, shown, added = way, look(held, way), 0
    while shown["additions"] and rng.random() < ADD_CHANCE ** (added + 1):
        new = [each["move"] for each in shown["additions"] if not each["chosen"]]
        tried = look(held, rng.choice(new or [each["move"] for each in shown["additions"]]))
        if tried["error"]:
            break
        move, shown, added = tried["move"], tried, added + 1
    assert not shown["error"]
    return Entered(move, taps + added + 1, len(held), added)


def reachable(look, held, move):
    """Give every move that a few taps make of a tile as it is laid, by what is written of it."""
    found, fresh = {}, [move]
    while fresh:
        each = fresh.pop()
        key = json.dumps(each, sort_keys=True)
        if key not in found:
            found[key] = each
            fresh += [more["move"] for more in look(held, each)["additions"]]
    return list(found.values())
