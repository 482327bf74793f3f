"""Photographs staged from our own drawings: tiles that slid a little, on a textured table, under a lamp.

A pinhole camera looks at the table, so that followers lean as they do in a real photograph. The truth
comes from the board and the camera alone. Everything follows from its arguments; chance from a seed.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from scoring.game import Cell, PlayerSeat, Setup
from scoring.games.carcassonne.chance import random_game
from scoring.games.carcassonne.documents.boards import board_of
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.drawing import draw_board
from scoring.games.carcassonne.drawing.figures import PIECES
from scoring.games.carcassonne.land.board import CarcassonneBoard
from scoring.picture import Picture, Placed, Shape
from vision.games.carcassonne.painted import only_tiles, painted_samples
from vision.image.paint import bgr, paint
from vision.reader import Image, Sample
from vision.simulator.camera import camera as synthetic
from vision.simulator.games import load
from vision.simulator.table import figures
from vision.simulator.table.things import SimFigure

SETUP = Setup("leaflet-001", tuple(PlayerSeat(name, name) for name in ("red", "blue", "green", "yellow")))
FOCAL = 0.85
"""Focal length over the photograph's long side."""
PX_PER_MM = 4.0
SLIP_MM, SLIP_DEG = 0.6, 1.0
"""Standard deviations of how tiles lie off their places."""
BOX = load("carcassonne").box(SETUP)
TABLE_BGR = np.array([62.0, 92.0, 122.0])
GREY_BGR = np.array([120.0, 122.0, 118.0])

Floats = NDArray[np.float64]
Camera = Floats
"""(3, 4): millimetres east, south and above the table to pixels of the photograph."""


class Light(NamedTuple):
    """What falls on the table and what the sensor makes of it.

    Attributes:
        gains: Of linear blue, green and red.
        fall: How much of the light is left at the far end of its way across the picture.
        blur_px: Standard deviation.
        grain: Standard deviation, of 255.
        jpeg: Quality.
    """

    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    fall: float = 0.8
    blur_px: float = 0.8
    grain: float = 3.0
    jpeg: int = 90


DAYLIGHT = Light()
WARM = Light(gains=(0.55, 0.85, 1.1), fall=0.6)
COLD = Light(gains=(1.2, 1.0, 0.8), fall=0.7)
DIM = Light(gains=(0.22, 0.38, 0.5), fall=0.5, blur_px=1.4, grain=8.0, jpeg=70)


class Stage(NamedTuple):
    """How a board is photographed.

    Attributes:
        tilt_deg: Of the camera, from straight above.
        turn_deg: Of the board, clockwise.
        light: What falls on it.
        size_px: Width and height of the photograph.
        fills: How much of it the board takes up at most, along one side.
        table_bgr: The table's colour.
        seed: For the slips, the table's grain and the sensor's.
    """

    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    light: Light = DAYLIGHT
    size_px: tuple[int, int] = (1600, 1200)
    fills: float = 0.85
    table_bgr: Floats = TABLE_BGR
    seed: int = 1


class Staged(NamedTuple):
    """A photograph and its truth document."""

    image: Image
    truth: dict[str, Any]

    def quad_px(self, cell: Cell) -> Floats:
        """Give the corners of the tile in a cell."""
        return np.array(next(tile["quad_px"] for tile in self.truth["tiles"] if tile["cell"] == cell))


def board_by_chance(tiles: int, seed: int) -> CarcassonneBoard:
    """Lay a legal board with its followers, as it stands after so many tiles of a random game."""
    return board_of(random_game(SETUP, Random(seed), tiles - 1)[1])


def without_figures(board: CarcassonneBoard) -> CarcassonneBoard:
    """Take all figures off."""
    return replace(board, meeples=())


def pictures_of_single_tiles() -> Iterator[Sample]:
    """Photograph every face of the base game by itself, in a light unlike that of any table here."""
    light = Light(gains=(0.9, 1.0, 0.95), fall=0.85, blur_px=0.6, grain=2.0)
    for seed, sample in enumerate(painted_samples()):
        yield sample._replace(image=lit(sample.image, light, seed))


def stage(board: CarcassonneBoard, how: Stage, cards: Sequence[Cell] = ()) -> Staged:
    """Photograph a board.

    Args:
        board: What lies on the table.
        how: Camera, light and table.
        cards: Cells where a striped card lies instead of the tile.
    """
    picture = _slipped(_with_cards(only_tiles(draw_board(board)), cards), Random(how.seed))
    camera = camera_over(picture.box_mm, how)
    image = _on_table(picture, camera, how)
    stands = [placed for placed in draw_board(board).placed if placed.spot.startswith("meeple:")]
    for placed in sorted(stands, key=lambda one: -_depth(camera, one.at_mm)):
        _draw_figure(image, placed, camera, Random(f"{how.seed} {placed.spot}"))
    return Staged(lit(image, how.light, how.seed), _truth(board, picture, stands, camera, cards))


# --- what lies on the table ------------------------------------------------------------------------


def _with_cards(picture: Picture, cards: Sequence[Cell]) -> Picture:
    spots = {f"tile:{x},{y}" for x, y in cards}
    placed = tuple(replace(one, symbol="card") if one.spot in spots else one for one in picture.placed)
    return replace(picture, placed=placed, symbols={**picture.symbols, "card": tuple(_stripes())})


def _stripes() -> Iterator[Shape]:
    half = TILE_MM / 2
    for number in range(9):
        left, right = -half + number * 5.0, -half + (number + 1) * 5.0
        colour = ("red", "mark", "blue")[number % 3]
        yield Shape(((left, -half), (right, -half), (right, half), (left, half)), colour)


def _slipped(picture: Picture, chance: Random) -> Picture:
    def slip(one: Placed) -> Placed:
        at_mm = (one.at_mm[0] + chance.gauss(0, SLIP_MM), one.at_mm[1] + chance.gauss(0, SLIP_MM))
        return replace(one, at_mm=at_mm, turn_deg=one.turn_deg + chance.gauss(0, SLIP_DEG))

    return replace(picture, placed=tuple(slip(one) for one in picture.placed))


# --- the camera ------------------------------------------------------------------------------------


def camera_over(box_mm: tuple[float, float, float, float], how: Stage) -> Camera:
    """Hold a camera over the middle of a box, as far away as shows the whole of it.

    Args:
        box_mm: Left, top, width and height on the table.
        how: Tilt, turn and the photograph's size.
    """
    left, top, width, height = box_mm
    corners = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
    away_mm = 100.0
    while True:
        camera = _camera(corners.mean(axis=0), away_mm, how)
        off = np.abs(project_mm(camera, corners) / how.size_px - 0.5).max()
        if off < how.fills / 2 and min(_depth(camera, corner) for corner in corners) > 0:
            return camera
        away_mm *= 1.03


def _camera(middle_mm: Floats, away_mm: float, how: Stage) -> Camera:
    tilt, turn = np.deg2rad(how.tilt_deg), np.deg2rad(how.turn_deg)
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = tilted.T @ turned @ np.diag([1, 1, -1])  # up the table is towards the camera
    shift = np.array([0, 0, away_mm]) - rotation @ np.array([*middle_mm, 0])
    focal = FOCAL * max(how.size_px)
    lens = np.array([[focal, 0, how.size_px[0] / 2], [0, focal, how.size_px[1] / 2], [0, 0, 1]])
    return np.asarray(lens @ np.column_stack([rotation, shift]))


def project_mm(camera: Camera, points_mm: Any) -> Floats:
    """Take (n, 2) points of the table, or (n, 3) with their height, to (n, 2) pixels."""
    points = np.asarray(points_mm, float)
    solid = np.zeros((len(points), 3))
    solid[:, : points.shape[1]] = points
    lifted = np.hstack([solid, np.ones((len(solid), 1))]) @ camera.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _depth(camera: Camera, at_mm: Any) -> float:
    return float(camera[2] @ [*at_mm, 0, 1])


# --- pixels ----------------------------------------------------------------------------------------


def _on_table(picture: Picture, camera: Camera, how: Stage) -> Image:
    """See the tiles on a table whose grain goes on in all directions."""
    left, top, _, _ = picture.box_mm
    to_mm = np.array([[1 / PX_PER_MM, 0, left], [0, 1 / PX_PER_MM, top], [0, 0, 1]])
    to_photo = camera[:, [0, 1, 3]] @ to_mm
    ground = cv2.warpPerspective(
        _grain(how), to_photo, how.size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    on_white, on_black = (
        cv2.warpPerspective(
            _soft(picture, ground_colour), to_photo, how.size_px, borderValue=bgr(ground_colour)
        )
        for ground_colour in ("#ffffff", "#000000")
    )
    bare = (on_white.astype(np.float32) - on_black) / 255
    return np.asarray(np.clip(on_black + bare * ground, 0, 255), np.uint8)


def _soft(picture: Picture, ground: str) -> Image:
    return np.asarray(cv2.blur(paint(picture, PX_PER_MM, ground), (2, 2)), np.uint8)


def bare_table(how: Stage) -> Image:
    """Photograph a table with nothing on it."""
    return lit(np.ascontiguousarray(_grain(how)[: how.size_px[1], : how.size_px[0]]), how.light, how.seed)


def _grain(how: Stage) -> Image:
    """A square metre's worth of wood in miniature: fine streaks, soft clouds."""
    chance = np.random.default_rng(how.seed)
    streaks = cv2.GaussianBlur(chance.normal(0, 60, (1024, 1024)), (0, 0), sigmaX=40, sigmaY=1.5)
    clouds = cv2.GaussianBlur(chance.normal(0, 1, (1024, 1024)), (0, 0), 40) * 400
    return np.asarray(np.clip(how.table_bgr + (streaks + clouds)[..., None], 0, 255), np.uint8)


def lit(image: Image, light: Light, seed: int) -> Image:
    """Show what a sensor makes of a picture under a light."""
    chance = np.random.default_rng(seed)
    height, width = image.shape[:2]
    way = chance.normal(size=2)
    along = np.add.outer(np.linspace(0, way[1], height), np.linspace(0, way[0], width))
    share = light.fall + (1 - light.fall) * (along - along.min()) / np.ptp(along)
    linear = (image.astype(np.float32) / 255) ** 2.2 * np.float32(light.gains) * share[..., None]
    seen = cv2.GaussianBlur(255 * np.minimum(linear, 1) ** (1 / 2.2), (0, 0), light.blur_px)
    grainy = np.clip(seen + chance.normal(0, light.grain, seen.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


# --- followers -------------------------------------------------------------------------------------


def _draw_figure(image: Image, placed: Placed, camera: Camera, chance: Random) -> None:
    """Draw a follower as the synthetic table does, in even light."""
    lying = placed.symbol.endswith("lying")
    turn_deg = chance.uniform(0, 360) if lying else chance.gauss(0, 30)
    kind = placed.symbol.partition("_")[0]
    follower = SimFigure(placed.spot, placed.colour, kind, lying, placed.at_mm, turn_deg)
    seen = synthetic.SimCamera(camera, (image.shape[1], image.shape[0]), bend=0.0, focal_px=1.0)
    above = np.array([0.0, 0.0, 1.0])
    sides = figures.solid(follower, BOX, 0.0)
    figures.draw(image, sides, PIECES[placed.colour], seen, np.zeros(2), above)


# --- the truth -------------------------------------------------------------------------------------


def _truth(
    board: CarcassonneBoard, picture: Picture, stands: Iterable[Placed], camera: Camera, cards: Sequence[Cell]
) -> dict[str, Any]:
    lies = {placed.spot: placed for placed in picture.placed}
    tiles = [
        {
            "cell": tile.cell,
            "face": None if tile.cell in cards else tile.face,
            "turns": tile.turns,
            "quad_px": _quad_px(lies["tile:{},{}".format(*tile.cell)], tile.turns, camera).tolist(),
        }
        for tile in board.tiles
    ]
    meeples = []
    for placed in stands:
        one = board.meeples[int(placed.spot.removeprefix("meeple:"))]
        meeples.append(
            {
                "cell": one.cell,
                "colour": one.colour,
                "feature": one.feature,
                "sides": one.sides,
                "pose": one.pose,
                "at_px": project_mm(camera, [placed.at_mm])[0].tolist(),
            }
        )
    return {"format": "tablekeeper.truth/1", "game": board.game, "tiles": tiles, "meeples": meeples}


def _quad_px(placed: Placed, turns: int, camera: Camera) -> Floats:
    """Give the corners NW, NE, SE, SW in the board's frame of a tile that slipped."""
    off = np.deg2rad(placed.turn_deg - 90.0 * turns)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * TILE_MM / 2
    turned = square @ np.array([[np.cos(off), np.sin(off)], [-np.sin(off), np.cos(off)]])
    return project_mm(camera, turned + placed.at_mm)
