"""A synthetic table on which a test lays every tile and figure itself, and takes photographs of it."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.game import Cell, PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.engine.followers import segment_of
from scoring.games.carcassonne.engine.moves import Meeple, Move, TilePlacement
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.shapes import segment_spot
from scoring.picture import Point
from scoring.referee.observation import Sight
from vision.games import load as load_reader
from vision.games.carcassonne.live.memory import CarcassonneBoxModel, CarcassonneTrackState
from vision.reader import Image
from vision.simulator.camera.camera import project, pushed
from vision.simulator.camera.film import Film, load_film, render
from vision.simulator.camera.still import Still
from vision.simulator.table.acts import done, turned
from vision.simulator.table.things import (
    Act,
    Arm,
    Card,
    Lay,
    Lift,
    Push,
    Put,
    SimFigure,
    SimHand,
    SimScene,
    SimTable,
    Take,
)
from vision.simulator.table.timeline import script

READER = load_reader("carcassonne")

RULES = load("carcassonne")
SIZE_PX = (1536, 864)
TILE_PX = 90.0
PLAYERS = Setup("leaflet-001", (PlayerSeat("Ann", "red"), PlayerSeat("Ben", "green")))


def game(*moves: TilePlacement, players: Setup = PLAYERS) -> CarcassonneState:
    """The game after some turns."""
    state: CarcassonneState = RULES.start(players)
    for move in moves:
        state, _ = RULES.apply(state, move)
    return state


def tile(player: str, face: str, turns: int, cell: Cell, *figure: str) -> TilePlacement:
    """A turn, with a figure: "road", "W"."""
    move = TilePlacement(player, face, turns, cell, Meeple(figure[0], figure[1:]) if figure else None)
    return TilePlacement(player, face, turns, cell, fully_named(move))


def named(move: Move) -> TilePlacement:
    """The same turn, its figure named by all sides of what it stands on, so that turns can be compared."""
    assert isinstance(move, TilePlacement)
    return replace(move, meeple=fully_named(move))


def fully_named(move: TilePlacement) -> Meeple | None:
    """The figure of a turn, named by all sides of what it stands on."""
    if move.meeple is None:
        return None
    laid = lay_face(move.face, move.turns, move.garden)
    return replace(move.meeple, sides=laid.segments[segment_of(laid, move.meeple)].sides)


@lru_cache(maxsize=8)  # each takes 20 MB
def film_of(surface: str, seed: int, level: int, style: int | None, *, gardens: bool) -> Film:
    """Get ready to film a table; takes a second, so that tests share it."""
    players = replace(PLAYERS, options={"abbot": gardens})
    told = script(seed, level, SIZE_PX, turns=0, setup=players, style=style)
    return load_film(told._replace(how=told.how._replace(surface=surface, tile_px=TILE_PX)))


class Tabletop:
    """A table with the start tile on it; of our own drawings, or of a box made up in a style."""

    def __init__(
        self,
        surface: str = "white",
        seed: int = 1,
        level: int = 0,
        style: int | None = None,
        *,
        gardens: bool = False,
    ) -> None:
        self.film = film_of(surface, seed, level, style, gardens=gardens)
        self.table: SimTable = self.film.script.course.first
        self._still: Still | None = None
        self._number = 0

    def paint(self, player: str, wood: str) -> None:
        """Paint the figures of a player otherwise, "#rrggbb"."""
        box = self.film.stage.box
        box = replace(box, palette={**box.palette, player: wood})
        self.film = self.film._replace(stage=self.film.stage._replace(box=box))

    def lay(self, move: TilePlacement, upside_down: bool = False) -> None:
        """Lay the tile of a turn, and put its figure on it."""
        self.lay_bare(move, upside_down)
        self.put(move)

    def lay_bare(self, move: TilePlacement, upside_down: bool = False) -> None:
        """Lay the tile of a turn without its figure."""
        turn_deg = 90.0 * move.turns + 180.0 * upside_down + 0.5
        x, y = (along * (TILE_MM + self.film.script.how.gap_mm) for along in move.cell)
        face = f"{move.face}_garden" if move.garden else move.face
        self._do(Lay(Card(spot(move.cell), face, (x + 0.3, y - 0.2), turn_deg)))

    def put(self, move: TilePlacement) -> None:
        """Put the figure of a turn on its tile, if it has one."""
        if move.meeple is not None:
            index = segment_of(lay_face(move.face, move.turns, move.garden), move.meeple)
            x, y = segment_spot(faces()[move.face], index, move.garden)
            card = next(card for card in self.table.cards if card.spot == spot(move.cell))
            off = turned(((x - 0.5) * TILE_MM, (y - 0.5) * TILE_MM), 90.0 * move.turns)
            at_mm = (card.at_mm[0] + off[0], card.at_mm[1] + off[1])
            lying = move.meeple.feature == "field"
            name = f"{move.player} {spot(move.cell)}"
            self._do(Put(SimFigure(name, move.player, move.meeple.kind, lying, at_mm, 70.0)))

    def stand(self, player: str, at_mm: Point) -> None:
        """Stand a follower anywhere on the table."""
        self._do(Put(SimFigure(f"{player} {at_mm}", player, "follower", False, at_mm, 70.0)))

    def take(self, move: TilePlacement) -> None:
        """Take the figure of a turn off the table."""
        self._do(Take(f"{move.player} {spot(move.cell)}"))

    def lift(self, cell: Cell) -> None:
        """Take a tile off the table."""
        self._do(Lift(spot(cell)))

    def swap(self, cell: Cell, face: str) -> None:
        """Put another tile in the place of one, turned alike."""
        cards = (replace(c, face=face) if c.spot == spot(cell) else c for c in self.table.cards)
        self.table = replace(self.table, cards=tuple(cards))

    def push(self, cell: Cell | None, by_mm: Point, turn_deg: float) -> None:
        """Nudge a tile, or bump the table."""
        self._do(Push(spot(cell) if cell else "", by_mm, turn_deg))

    def photo(self, hand_mm: Point | None = None, exposure_ev: float = 0.0) -> Image:
        """Take a photograph, maybe with a hand that touches a place, or in brighter light."""
        self._number += 1
        hand = SimHand(Arm("#c68a63", "#3b4a66", (900.0, 500.0)), hand_mm) if hand_mm else None
        scene = SimScene(self._number, 0.1 * self._number, self.table, hand, exposure_ev)
        image, self._still = render(self.film, scene, self._still)
        return image

    def corners_px(self, cell: Cell) -> NDArray[np.float64]:
        """(4, 2): where the corners of a tile truly are, clockwise from its north-west."""
        card = next(card for card in self.table.cards if card.spot == spot(cell))
        half, signs = TILE_MM / 2, ((-1, -1), (1, -1), (1, 1), (-1, 1))
        slant_deg = (card.turn_deg + 45) % 90 - 45
        offs = [turned((half * x, half * y), slant_deg) for x, y in signs]
        places = [(card.at_mm[0] + x, card.at_mm[1] + y, 2.0) for x, y in offs]
        return project(pushed(self.film.stage.camera, self.table.bump), places)

    def _do(self, act: Act) -> None:
        self.table = done(self.table, act, TILE_MM)


def mirrored(image: Image, at_px: NDArray[np.float64], share: float, wide: float = 0.45) -> Image:
    """Let a lamp be mirrored at a place in a photograph: it thins the colours, or leaves none above 1."""
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    away_px = np.hypot(x - at_px[0], y - at_px[1])
    glare = np.minimum(share * np.exp(-((away_px / (wide * TILE_PX)) ** 2)), 1)[..., None]
    return np.asarray(image * (1 - glare) + 250 * glare, np.uint8)


class Watcher(Tabletop):
    """A table that is looked at again and again, as the loop does, while the game goes on.

    Attributes:
        state: The game as confirmed.
        memory: From the last look; None before the first.
    """

    def __init__(  # a table is many things
        self,
        known: CarcassonneBoxModel,
        surface: str = "white",
        seed: int = 1,
        level: int = 0,
        players: Setup = PLAYERS,
        style: int | None = None,
    ) -> None:
        super().__init__(surface, seed, level, style, gardens=bool(players.options.get("abbot")))
        self.state: CarcassonneState = game(players=players)
        self.memory: CarcassonneTrackState | None = None
        self._known = known

    def look(self, image: Image | None = None) -> Sight[Move]:
        """Look at the table, or at a photograph of it that was taken before."""
        sight, self.memory = self.judge(self.photo() if image is None else image)
        return sight

    def judge(self, image: Image) -> tuple[Sight[Move], CarcassonneTrackState]:
        """Look without remembering."""
        return READER.look(image, self._known, self.state, self.memory)

    def confirm(self, *moves: TilePlacement) -> None:
        """Let turns be confirmed."""
        for move in moves:
            self.state, _ = RULES.apply(self.state, move)

    def differences(self, image: Image | None = None) -> list[tuple[str, tuple[Cell, ...]]]:
        """Compare the whole board with the game, and give each difference's kind and cells."""
        faults = READER.compare(
            self.photo() if image is None else image, self._known, self.state, self.memory
        )
        return [(fault.kind, fault.cells) for fault in faults]


def spot(cell: Sequence[int]) -> str:
    """How the game's picture names a tile."""
    return f"tile:{cell[0]},{cell[1]}"
