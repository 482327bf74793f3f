"""A game of Cornish Smuggler on the board of its box: what stands there, look by look."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

from scoring.game import Player
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.drawing.style import chance_style
from scoring.games.smuggler.engine.state import SmugglerState
from vision.image.paint import paint
from vision.reader import Image
from vision.simulator.games.smuggler.grounds import PX_PER_MM
from vision.simulator.games.smuggler.plans import plan_of
from vision.simulator.games.smuggler.table import TablePiece
from vision.simulator.games.smuggler.tables import MadeUpTable, table_on
from vision.simulator.table.acts import done

Stands = tuple[str, str, str]
"""Kind, owner and spot of a piece, as ``TablePiece`` has them."""


class GameTable:
    """A table at which a game is played.

    Args:
        state: What stands there at first.
        seed: For the camera, the light, and how crooked things stand.
        style: A seed for a board drawn as no other is; None for our own drawing.
    """

    def __init__(self, state: SmugglerState, seed: int, level: int = 1, style: int | None = None) -> None:
        drawn = draw_ground(state.box, None if style is None else chance_style(Random(style)))
        self.ground: Image = np.asarray(paint(drawn, PX_PER_MM), np.uint8)
        self.made: MadeUpTable = table_on(plan_of(state.box), self.ground, seed, level)
        self._names: dict[str, Stands] = {}
        self._count = 0
        self.show(state)

    def show(self, state: SmugglerState, forgotten: tuple[str, ...] = ()) -> None:
        """Let hands make the table what it should be.

        Args:
            forgotten: Of the markers "wheel" and "track", those that stay where they are.
        """
        wanted = Counter(each for each in standing_of(state) if _marker(each) not in forgotten)
        has = Counter(each for each in self._names.values() if _marker(each) not in forgotten)
        for each in (has - wanted).elements():
            name = next(name for name, stands in self._names.items() if stands == each)
            del self._names[name]
            self._do(self.made.lies.take(name))
        for each in (wanted - has).elements():
            self._count += 1
            name = f"piece {self._count}"
            self._names[name] = each
            self._do(self.made.lies.put(TablePiece(name, *each)))

    def _do(self, act: object) -> None:
        box = self.made.film.stage.box
        table = done(self.made.table, act, box.side_mm, box.outlines)  # type: ignore[arg-type]
        self.made = self.made._replace(table=table)

    def photograph(self) -> Image:
        """Photograph the table."""
        return self.made.photograph()


def standing_of(state: SmugglerState) -> Iterator[Stands]:
    """Tell what should stand on the board."""
    for player, household in state.households.items():
        yield from (("peg", player, place) for place in household.markers)
        if household.ship:
            yield "ship", player, household.ship
    yield from (("peg", "black", officer.place) for officer in state.officers)
    shapes = {key: piece.shape for key, piece in state.box.pieces.items()}
    for key, goods in state.goods.items():
        spot = goods_spot(state.box, goods.where)
        if spot and not goods.stash:
            yield "goods", shapes.get(key) or ",".join(["#" * goods.squares]), spot
    reached = sum(step.officer for step in state.box.track[: state.track + 1])
    marked = [at for at, step in enumerate(state.box.track) if step.officer]
    yield from (("peg", "black", f"track:{at}") for at in marked[reached:])
    yield "disc", "gold", f"wheel:{state.wheel}"
    yield "disc", "white", f"track:{state.track}"


def _marker(stands: Stands) -> Player:
    kind, _, spot = stands
    return spot.partition(":")[0] if kind == "disc" else ""
