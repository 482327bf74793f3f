"""A game of Cornish Smuggler on the board of its box: what stands there, look by look."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from scoring.game import Player
from scoring.games.smuggler.drawing.ground import draw_ground
from scoring.games.smuggler.drawing.layout import goods_spot
from scoring.games.smuggler.drawing.style import chance_style
from scoring.games.smuggler.engine.state import SmugglerState
from scoring.games.smuggler.land.box import SmugglerBox
from vision.image.paint import paint
from vision.reader import Image
from vision.simulator.games.smuggler.grounds import PX_PER_MM
from vision.simulator.games.smuggler.plans import plan_of
from vision.simulator.games.smuggler.table import MapTable, TablePiece
from vision.simulator.games.smuggler.tables import MadeUpTable, table_on
from vision.simulator.table.acts import done
from vision.simulator.table.things import Act

Stands = tuple[str, str, str]
"""Kind, owner and spot of a piece, as ``TablePiece`` has them."""
Change = tuple[Stands | None, Stands | None]
"""A piece where it was, and where it comes to."""


class GameTable:
    """A table at which a game is played.

    Args:
        state: What stands there at first.
        seed: For the camera, the light, and how crooked things stand.
        style: A seed for a board drawn as no other is; None for our own drawing.
    """

    def __init__(self, state: SmugglerState, seed: int, level: int = 1, style: int | None = None) -> None:
        self.ground = ground_of(state.box, style)
        self.made: MadeUpTable = table_on(plan_of(state.box), self.ground, seed, level)
        self._standing = Standing(self.made.lies)
        self.show(state)

    def show(self, state: SmugglerState, forgotten: tuple[str, ...] = ()) -> None:
        """Let hands make the table what it should be.

        Args:
            forgotten: Of the markers "wheel" and "track", those that stay where they are.
        """
        for change in self._standing.changes(state, forgotten):
            for act in self._standing.carried(*change):
                self._do(act)

    def _do(self, act: Act) -> None:
        box = self.made.film.stage.box
        table = done(self.made.table, act, box.side_mm, box.outlines)
        self.made = self.made._replace(table=table)

    def photograph(self) -> Image:
        """Photograph the table."""
        return self.made.photograph()


def ground_of(box: SmugglerBox, style: int | None = None) -> Image:
    """Paint the board of a box, (h, w, 3) at ``PX_PER_MM``.

    Args:
        style: A seed for a board drawn as no other is; None for our own drawing.
    """
    drawn = draw_ground(box, None if style is None else chance_style(Random(style)))
    return np.asarray(paint(drawn, PX_PER_MM), np.uint8)


class Standing:
    """What hands have put on a board, piece by piece.

    Args:
        lies: Where it all really stands.

    Attributes:
        names: Of all that ever stood there, what and at which spot; what moves gets another name.
    """

    def __init__(self, lies: MapTable) -> None:
        self._lies = lies
        self.names: dict[str, Stands] = {}

    @property
    def now(self) -> list[Stands]:
        """What stands there."""
        return [self.names[name] for name in self._lies.pieces]

    def changes(self, state: SmugglerState, forgotten: Sequence[str] = ()) -> list[Change]:
        """Give what has to be moved to make the table what it should be.

        Args:
            forgotten: Of the markers "wheel" and "track", those that stay where they are.
        """
        wanted = Counter(each for each in standing_of(state) if _marker(each) not in forgotten)
        has = Counter(each for each in self.now if _marker(each) not in forgotten)
        left, found = [*(has - wanted).elements()], list[Change]()
        for each in (wanted - has).elements():
            source = next((other for other in left if other[:2] == each[:2]), None)
            if source:
                left.remove(source)
            found.append((source, each))
        return [*((each, None) for each in left), *found]

    def carried(self, source: Stands | None, to: Stands | None) -> Iterator[Act]:
        """Let a hand take a piece away and put it down elsewhere, either of which may be missing."""
        if source:
            yield self._lies.take(next(name for name in self._lies.pieces if self.names[name] == source))
        if to:
            name = f"piece:{len(self.names)}"
            self.names[name] = to
            yield self._lies.put(TablePiece(name, *to))


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
