"""Photographs of our printed box on a table: pages cut up with scissors, laid, lit and seen from aside.

It begins with what the printer puts on paper, and shares nothing with the simulated table: no drawing, no
camera, no lamp. So what is read here is read of another look of the same thing.
"""

from functools import cache
from random import Random
from typing import NamedTuple

import cv2
import numpy as np

from firmware.images.cutouts import draw_cutouts, lay_out
from hardware.paper import PAPERS_MM
from scoring.game import PlayerSeat, Setup
from scoring.games import load
from scoring.games.tuscany.chance import random_game
from scoring.games.tuscany.drawing import components as sizes
from scoring.games.tuscany.engine.moves import JoinedRegion
from scoring.games.tuscany.land.box import sample_box
from scoring.games.tuscany.land.regions import cells_of
from scoring.games.tuscany.land.tiles import FIELDS
from scoring.geometry.hexes import middle_mm
from scoring.spots import spot_of, tile_spot
from tests.printed import print_page, streams
from vision.accuracy import TRUTH_FORMAT

PX_PER_MM = 4.0
TABLE_MM = (1120.0, 700.0)
PAPER = "a4"
RIM_MM = 2.0
SEATS = {2: ((0, 1), (1, 0)), 3: ((0, 1), (1, 0), (1, 1)), 4: ((0, 1), (0, 0), (1, 0), (1, 1))}
"""Which column and row of the table's quarters each player has."""
COLOURS = ("red", "blue", "yellow", "green")


class Seen(NamedTuple):
    """What truly lies somewhere: its spot, its pixel, what covers it, what is printed under it, how many."""

    spot: str
    at_px: tuple[float, float]
    holds: str = ""
    colour: str = ""
    count: int = 0


class Photograph(NamedTuple):
    """A photograph with its truth; ``to_px`` takes millimetres of the table to its pixels."""

    image: np.ndarray
    seen: tuple[Seen, ...]
    to_px: np.ndarray
    state: object

    @property
    def truth(self):
        """What lies there as a truth document has it, in the words of the simulated table."""
        size = list(self.image.shape[1::-1])
        spots = [each._asdict() for each in self.seen]
        return {"format": TRUTH_FORMAT, "game": "tuscany", "image_size_px": size, "spots": spots}


# --- scissors ----------------------------------------------------------------------------------------


@cache
def pages():
    """Lay the box out; what each page and its back show is printed when it is needed."""
    box = load("tuscany").printable()
    return lay_out(box.things, PAPER), list(streams(draw_cutouts(box, PAPER)))


@cache
def sheet(number):
    """Print a side of a sheet."""
    return print_page(pages()[1][number], PAPERS_MM[PAPER], PX_PER_MM)


@cache
def cut(name):
    """Cut something out along its line: its colours, and how much of a pixel it covers, around its middle."""
    is_back = name.startswith("back of ")
    wanted = name.removeprefix("back of ")
    found = [
        (number, each) for number, page in enumerate(pages()[0]) for each in page if each.thing.name == wanted
    ]
    number, first = found[0]
    if first.half:
        left, right = (_snip(n, each, is_back) for n, each in found[:2])
        return np.hstack([left[:, : left.shape[1] // 2], right[:, right.shape[1] // 2 :]])
    return _snip(number, first, is_back)


@cache
def printed(face):
    """Name the print of a tile: any of those that look alike."""
    names = [each.thing.name for page in pages()[0] for each in page]
    return next(name for name in names if name.split(" of ")[0] == face)


def _snip(number, each, is_back):
    page = sheet(2 * number + is_back)
    across, down = zip(*each.thing.outline_mm, strict=True)
    half = np.array([max(map(abs, across)), max(map(abs, down))]) + RIM_MM
    wide, high = np.ceil(2 * half * PX_PER_MM).astype(int).tolist()
    shift = each.half * (half[0] - RIM_MM) / 2
    x = PAPERS_MM[PAPER][0] - each.at_mm[0] if is_back else each.at_mm[0]
    turn = -1.0 if is_back else 1.0
    axes = np.array([[0, -turn], [turn, 0]]) if each.is_turned else np.eye(2)
    middle = np.array([x - shift, each.at_mm[1]]) * PX_PER_MM
    corner = middle - axes @ (np.array([wide, high]) / 2)
    shown = cv2.warpAffine(
        page, np.column_stack([axes, corner]), (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    outline = (np.array(each.thing.outline_mm) + half) * PX_PER_MM
    cover = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(cover, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.dstack([shown, cover])


# --- hands -------------------------------------------------------------------------------------------


class Desk:
    """A table, seen from straight above, on which paper is laid."""

    def __init__(self, chance):
        self.chance = chance
        width, height = (round(side * PX_PER_MM) for side in TABLE_MM)
        coarse = chance.normal(0, 1, (height // 60, width // 8)).astype(np.float32)
        grain = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        tone = np.array([chance.uniform(40, 190), chance.uniform(60, 190), chance.uniform(70, 200)])
        self.image = np.clip(tone + 9 * grain[..., None], 0, 255).astype(np.float32)

    def lay(self, name, at_mm, turn_deg):
        """Lay something, with the shadow of its edge."""
        drawn = cut(name).astype(np.float32)
        high, wide = drawn.shape[:2]
        angle = np.deg2rad(turn_deg)
        axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = (np.array(at_mm) + np.array(TABLE_MM) / 2) * PX_PER_MM
        moved = np.column_stack([axes, middle - axes @ (np.array([wide, high]) / 2)])
        reach = int(np.hypot(wide, high) / 2) + 8
        left, top = np.maximum(middle.astype(int) - reach, 0)
        right, bottom = np.minimum(middle.astype(int) + reach, self.image.shape[1::-1])
        if right <= left or bottom <= top:
            return
        moved[:, 2] -= (left, top)
        warped = cv2.warpAffine(drawn, moved, (int(right - left), int(bottom - top)), flags=cv2.INTER_AREA)
        part = self.image[top:bottom, left:right]
        cover = warped[..., 3:] / 255
        shadow = cv2.GaussianBlur(np.roll(warped[..., 3], (3, 3), (0, 1)), (0, 0), 2.5)[..., None] / 255
        paper = warped[..., :3] * self.chance.uniform(0.96, 1.0)
        part[:] = part * (1 - 0.35 * shadow) * (1 - cover) + paper * cover


class Table:
    """A game in play, laid out of paper.

    Args:
        seed: Everything follows from it.
        players: How many.
        turns: How many have been played.
    """

    def __init__(self, seed, players=2, turns=30):
        self.chance = np.random.default_rng([seed, players, turns])
        seats = tuple(PlayerSeat(colour.title(), colour) for colour in COLOURS[:players])
        game, self.state = random_game(
            Setup("rulebook-002", seats), Random(f"paper {seed}"), sample_box(), turns
        )
        self.laid = {move.player: move.pieces for move in game.moves if isinstance(move, JoinedRegion)}
        self.desk, self.places = Desk(self.chance), {}
        quarters = SEATS[players]
        for (player, realm), (column, row) in zip(self.state.realms.items(), quarters, strict=True):
            middle = np.array([-290.0 + 580 * column, -205.0 + 410 * row]) + self.off(12)
            self.region(player, middle, float(self.chance.choice((90.0, -90.0)) + self.chance.uniform(-9, 9)))
            self.board(player, realm, middle + np.array([200 - 400 * column, 0]), self.chance.uniform(-8, 8))
        self.middle()

    def off(self, most):
        return self.chance.uniform(-most, most, 2)

    def note(self, spot, at_mm, holds="", colour="", count=0):
        self.places[spot] = (tuple(at_mm), holds, colour, count)

    def put(self, name, at_mm, turn_deg, slack_mm=0.8):
        """Lay a small thing a little off."""
        self.desk.lay(name, np.array(at_mm) + self.off(slack_mm), turn_deg + self.chance.uniform(-4, 4))

    def region(self, player, middle, turn_deg):
        """Join three pieces, and lay the tiles on them."""
        shape, realm = sample_box().region.shape, self.state.realms[player]
        fields = {
            c: np.array(middle_mm(c, sizes.FIELD_MM))
            for each in self.laid[player]
            for c in cells_of(shape, each)
        }
        centre = np.mean([*fields.values()], axis=0)
        for each in self.laid[player]:
            cells = cells_of(shape, each)
            own = np.mean([fields[cell] for cell in cells], axis=0)
            slid, skew = self.off(0.7), self.chance.uniform(-0.7, 0.7)
            at = middle + turned(own - centre, turn_deg) + slid
            self.desk.lay(f"piece:{each.piece}", at, 60 * each.turns + turn_deg + skew)
            for cell in cells:
                place = at + turned(fields[cell] - own, turn_deg + skew)
                holds = realm.covered.get(cell, "")
                self.note(tile_spot(cell, player), place, holds, realm.fields[cell])
                if holds:
                    self.put(printed(holds), place, turn_deg + 60 * self.chance.integers(6))

    def board(self, player, realm, middle, turn_deg):
        """Lay a tableau, and what is on it."""
        self.desk.lay(f"tableau:{player}", middle, turn_deg)

        def place(off):
            return middle + turned(np.array(off), turn_deg)

        for at, stored in enumerate(realm.store):
            self.note(spot_of("store", at, player), place(sizes.STORES_MM[at]), stored or "")
            if stored:
                self.put(printed(stored), place(sizes.STORES_MM[at]), turn_deg)
        for at, token in enumerate(realm.tokens):
            self.note(spot_of("token", at, player), place(sizes.TOKENS_MM[at]), token)
            self.put(f"token:{token}", place(sizes.TOKENS_MM[at]), self.chance.uniform(0, 360))
        for at, off in enumerate(sizes.STACKS_MM):
            left = min(7, max(0, 7 * (at + 1) - realm.put_out))
            self.note(spot_of("stack", at, player), place(off), player if left else "", count=left)
            if left:
                self.put(f"back of castle of {player}", place(off), turn_deg)
        for heap in ("marble", "workers"):
            count = getattr(realm, heap)
            self.note(spot_of("heap", heap, player), place(sizes.HEAPS_MM[heap]), count=count)
            for number in range(count):
                off = np.add(sizes.HEAPS_MM[heap], (15.5 * (number % 2) - 8, 15.5 * (number // 2 % 2) - 8))
                self.put(heap, place(off), self.chance.uniform(0, 360))

    def middle(self):
        """Lay the score plan with its markers and bonus tiles, and the display."""
        plan, turn_deg = self.off(6), self.chance.uniform(0, 360)
        self.desk.lay("plan", plan, turn_deg)
        for at, colour in enumerate(FIELDS):
            done = len(self.state.completed.get(colour, ()))
            place = plan + turned(np.array(sizes.bonus_place(at)), turn_deg)
            self.note(f"bonus:{colour}", place, ("1", "2", "")[min(done, 2)])
            if done < 2:
                back = "back of " * done
                self.put(f"{back}bonus:{colour}:1", place, turn_deg)
        taken = set()
        for player, realm in self.state.realms.items():
            for track in ("green", "red"):
                step = getattr(realm, track) % 50
                place = plan + turned(np.array(sizes.plan_place(track, step)), turn_deg)
                holds = "hidden" if (track, step) in taken else ""
                self.note(spot_of("mark", track, player), place, holds, count=step)
                if not holds:
                    self.put(f"marker:{player}", place, 0.0)
                taken.add((track, step))
        mat, slant = np.array([-205.0, 0.0]) + self.off(5), self.chance.uniform(-6, 6)
        self.desk.lay("mat", mat, slant)
        for at, tile in enumerate(self.state.display):
            place = mat + turned(np.array(sizes.mat_place(at)), slant)
            self.note(spot_of("display", at), place, tile.face if tile else "")
            if tile:
                self.put(printed(tile.face), place, slant + 60 * self.chance.integers(6))

    def photograph(self, seed=0, size_px=(2304, 1296), hard=0.0, only=""):
        """Photograph the table, or one player's region from near.

        Args:
            seed: Of this look: where the camera stands, and the light.
            hard: How crooked, dim and noisy it is, from 0 to 1.
            only: Whose region alone is shown, cut off wherever the picture ends.
        """
        chance = np.random.default_rng([seed, *size_px])
        height = size_px[1]
        middle, extent = self.near(only) if only else (np.zeros(2), np.array(TABLE_MM))
        scale = (np.array(size_px) / extent).min() * chance.uniform(0.92, 0.98)
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        seen = signs * extent / 2 * scale + np.array(size_px) / 2
        seen += chance.uniform(-1, 1, (4, 2)) * (0.01 + 0.05 * hard) * height
        corners = middle + signs * extent / 2
        to_px = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
        to_table = np.array([[1, 0, -TABLE_MM[0] / 2], [0, 1, -TABLE_MM[1] / 2], [0, 0, 1]])
        whole = to_px @ to_table @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
        image = cv2.warpPerspective(self.desk.image, whole, size_px, borderMode=cv2.BORDER_REFLECT)
        image = developed(lit(image, chance, hard), chance, hard)
        points = np.array([place for place, *_ in self.places.values()])
        pixels = cv2.perspectiveTransform(points[None], to_px)[0]
        told = zip(self.places.items(), pixels.tolist(), strict=True)
        truth = (Seen(spot, (x, y), *rest) for (spot, (_, *rest)), (x, y) in told)
        return Photograph(image, tuple(s for s in truth if is_in(s.at_px, size_px)), to_px, self.state)

    def near(self, player):
        """Give the middle and the extent of what a photograph of one region shows."""
        fields = [place for spot, (place, *_) in self.places.items() if spot.startswith(f"{player}/tile:")]
        low, high = np.min(fields, axis=0) - 35, np.max(fields, axis=0) + 35
        return (low + high) / 2, high - low


def is_in(at_px, size_px):
    """Tell whether a place is in a photograph."""
    return bool((np.array(at_px) > 0).all() and (np.array(at_px) < size_px).all())


def turned(off, turn_deg):
    """Turn an offset clockwise."""
    angle = np.deg2rad(turn_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ off


# --- light -------------------------------------------------------------------------------------------


def lit(image, chance, hard):
    """Light a picture from one side, warm or cold, with a lamp mirrored in it where it is hard."""
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    way = chance.uniform(0, 2 * np.pi)
    fall = 1 + (0.06 + 0.22 * hard) * (x * np.cos(way) + y * np.sin(way)) - 0.08 * (x**2 + y**2)
    warm = chance.uniform(-0.06, 0.06) + 0.2 * hard
    colour = np.array([1 - warm, 1.0, 1 + 0.4 * warm]) * (0.9 - 0.2 * hard)
    shone = image * (fall[..., None] * colour).astype(np.float32)
    if hard > 0.3:
        at = chance.uniform(-0.7, 0.7, 2)
        glare = 0.8 * np.exp(-(((x - at[0]) * width / height) ** 2 + (y - at[1]) ** 2) / 0.004)
        shone += (255 - shone) * glare[..., None].astype(np.float32)
    return shone


def developed(image, chance, hard):
    """Take a photograph as a lens and a sensor do, and keep it as a file."""
    soft = cv2.GaussianBlur(image, (0, 0), 0.5 + 0.7 * hard)
    noisy = soft + chance.normal(0, 1.5 + 4 * hard, (*soft.shape[:2], 1)).astype(np.float32)
    kept = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
    return cv2.imdecode(kept, cv2.IMREAD_COLOR)
