"""What goes wrong at a table, and how straight tiles are laid: by chance, in every game alike."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

from scoring.picture import Point
from vision.simulator.camera.levels import LEVELS, Conditions
from vision.simulator.table.acts import turned
from vision.simulator.table.things import Push

NUDGE_MM, BUMP_MM = 8.0, 12.0

Off = tuple[float, float, float]
"""How far a tile lies off its place, in millimetres, and how far it is turned, in degrees."""
Tile = TypeVar("Tile")
Move = TypeVar("Move")


class Mishaps:
    """What goes wrong in a game: each mishap comes due as often as its level has it, and then happens once.

    Args:
        level: One of ``LEVELS``.
        chance: Of the game.
    """

    def __init__(self, level: int, chance: Random) -> None:
        self._every, self._chance = LEVELS[level].every, chance
        self._due: Counter[str] = Counter()

    def come_due(self) -> None:
        """Let chance have its way, once a turn."""
        for name, every in self._every.items():
            self._due[name] += self._chance.random() < 1 / every

    def is_due(self, name: str) -> bool:
        """Tell whether a mishap is due."""
        return self._due[name] > 0

    def happens(self, name: str) -> bool:
        """Tell whether a mishap is due, and let it happen."""
        is_due = self.is_due(name)
        self._due[name] -= is_due
        return is_due

    def push(self, near: Callable[[], str]) -> Push | None:
        """Let the whole table be bumped or a tile be nudged, whose spot is asked for."""
        if self.happens("bump"):
            return Push("", self._off(BUMP_MM), self._chance.uniform(-1, 1))
        if not self.happens("nudge"):
            return None
        return Push(near(), self._off(NUDGE_MM), self._chance.uniform(-4, 4))

    def _off(self, most_mm: float) -> Point:
        away, towards = self._chance.uniform(0.3, 1) * most_mm, self._chance.uniform(0, 360)
        return turned((away, 0.0), towards)


class LateMarkers:
    """Markers that somebody has forgotten to move, until the next turn or the one after.

    Args:
        chance: Of the game.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._until: list[tuple[str, int]] = []

    def forget(self, moved: Sequence[str], turn: int) -> None:
        """Forget one of the markers that are to be moved in a turn."""
        self._until.append((self._chance.choice(moved), turn + self._chance.randint(1, 2)))

    def at(self, turn: int) -> set[str]:
        """Give those that are not moved in a turn."""
        self._until = [(mark, until) for mark, until in self._until if until > turn]
        return {mark for mark, _ in self._until}


def laid_beside(near: Sequence[Off], how: Conditions, chance: Random) -> Off:
    """Lay a tile by its neighbours, which lie a little off their places themselves."""
    offs = [sum(values) / len(near) * 0.8 for values in zip(*near, strict=True)] if near else [0.0] * 3
    mm, deg = how.drift_mm, how.turn_off_deg
    dx, dy = (_within(off + chance.uniform(-0.4, 0.4) * mm, mm) for off in offs[:2])
    return dx, dy, _within(offs[2] + chance.uniform(-0.6, 0.6) * deg, deg)


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))


def laid_in_turn(
    tiles: Sequence[Tile], most: int | None, choose: Callable[[Tile], Move | None]
) -> Iterator[Move]:
    """Draw and lay tiles; one that fits nowhere in view goes to the bottom of the box.

    Args:
        tiles: In the order they are drawn.
        most: So many are laid; all that fit by default.
        choose: Gives the move that lays one; None where it fits nowhere.
    """
    drawn, passed, played = list(tiles), 0, 0
    while drawn and passed < len(drawn) and played != most:
        tile = drawn.pop(0)
        move = choose(tile)
        if move is None:
            drawn.append(tile)
            passed += 1
        else:
            passed = 0
            played += 1
            yield move
