"""Made-up tables of Cornish Smuggler: a map by a seed and pieces by chance, for who measures a reader."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from scoring.game import Setup
from scoring.games.smuggler.drawing.layout import IN_STOCK
from vision.reader import Image
from vision.simulator.camera.camera import SimCamera
from vision.simulator.camera.film import Film, load_film, render
from vision.simulator.camera.levels import draw_conditions
from vision.simulator.camera.lights import LIGHTS
from vision.simulator.games.smuggler.grounds import paint_ground
from vision.simulator.games.smuggler.pieces import SHAPES, pieces_box
from vision.simulator.games.smuggler.plans import BoardPlan, made_up_plan
from vision.simulator.games.smuggler.table import MapTable, TablePiece
from vision.simulator.table.acts import done
from vision.simulator.table.things import SimGame, SimScene, SimTable
from vision.simulator.table.timeline import Script

COLOURS = ("red", "pink", "yellow", "green", "blue")
LAND = ("village", "town", "port", "cove", "scilly")
SHIPS = ("sea", "merchant", "port", "cove", "scilly")
STOCKED = ("##", "##", "###", "###", "##,#.", "##,##", "###,#..", "##,##,#.")
"""A merchant's goods before the game."""
FPS = 10.0


class MadeUpTable(NamedTuple):
    """A table made up by a seed, ready to be photographed.

    Attributes:
        film: Takes the photographs.
        ground: What is printed on the board, (h, w, 3).
        colours: Of the players.
        lies: Where every piece stands.
        table: What the camera is shown.
    """

    plan: BoardPlan
    ground: Image
    colours: tuple[str, ...]
    film: Film
    lies: MapTable
    table: SimTable

    @property
    def camera(self) -> SimCamera:
        """The camera."""
        return self.film.stage.camera

    def photograph(self, table: SimTable | None = None) -> Image:
        """Photograph the table, or what has become of it."""
        return render(self.film, SimScene(0, 0.0, table or self.table))[0]


def made_up_table(
    seed: int, level: int = 1, size_px: tuple[int, int] = (2304, 1296), light: str | None = None
) -> MadeUpTable:
    """Make up a table.

    Args:
        seed: Everything follows from it.
        level: How hard it is to read, 0 to 2.
        size_px: Of the frame.
        light: A key of ``lights.LIGHTS``; by default the level's own.
    """
    chance, plan = Random(f"table of smuggler {seed} {level}"), made_up_plan(seed)
    made = table_on(plan, paint_ground(plan, seed), seed, level, size_px, light)
    colours = tuple(chance.sample(COLOURS, chance.randint(2, 5)))
    box, table = made.film.stage.box, made.table
    for piece in _pieces(plan, colours, chance):
        table = done(table, made.lies.put(piece), box.side_mm, box.outlines)
    return made._replace(colours=colours, table=table)


def table_on(
    plan: BoardPlan,
    ground: Image,
    seed: int,
    level: int,
    size_px: tuple[int, int] = (2304, 1296),
    light: str | None = None,
) -> MadeUpTable:
    """Give a table with a bare board; see ``made_up_table``.

    Args:
        ground: What is printed on the board, (h, w, 3).
    """
    how = draw_conditions(seed, level)
    how = how if light is None else LIGHTS[light](how)
    box = pieces_box(plan, ground)
    lies = MapTable(plan, how, Random(f"hands of smuggler {seed} {level}"))
    table = SimTable(tuple(lies.boards()))
    script = Script(seed, size_px, FPS, how, SimGame(Setup("", ()), box, table, (), {}, {}), (), (), {})
    return MadeUpTable(plan, ground, (), load_film(script), lies, table)


def _pieces(plan: BoardPlan, colours: Sequence[str], chance: Random) -> Iterator[TablePiece]:
    """Choose what stands where, as in the middle of a game."""
    lands = [name for name, kind in plan.kinds.items() if kind in LAND]
    waters = [name for name, kind in plan.kinds.items() if kind in SHIPS]
    shapes = SHAPES
    for stock in plan.stocks:
        for number, shape in enumerate(chance.sample(STOCKED, chance.randint(0, 6))):
            yield TablePiece(f"{stock} {number}", "goods", shape, f"{IN_STOCK}{stock}")
    for colour in colours:
        yield TablePiece(f"ship {colour}", "ship", colour, chance.choice(waters))
        haunts = chance.sample(lands, 4)
        for number in range(chance.randint(2, 6)):
            yield TablePiece(f"{colour} {number}", "peg", colour, chance.choice(haunts))
        if chance.random() < 0.6:
            yield TablePiece(f"goods {colour}", "goods", chance.choice(shapes), chance.choice(haunts))
    steps = range(len(plan.track))
    for number in range(chance.randint(2, 5)):
        yield TablePiece(f"officer {number}", "peg", "black", chance.choice(lands))
    for number, step in enumerate(chance.sample(steps, 3)):
        yield TablePiece(f"waiting {number}", "peg", "black", f"track:{step}")
    yield TablePiece("wheel", "disc", "gold", f"wheel:{chance.randrange(len(plan.wheel))}")
    yield TablePiece("track", "disc", "white", f"track:{chance.choice(steps)}")


def true_places(made: MadeUpTable) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Give a grid of places of the board, (n, 2), by which a registration is judged."""
    width, height = made.plan.size_mm
    across, down = np.meshgrid(np.linspace(0, width, 15), np.linspace(0, height, 11))
    return np.column_stack([across.ravel(), down.ravel()])
