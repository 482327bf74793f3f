"""What truly lies on a table of The Castles of Tuscany, place by place, for whoever measures a reader.

``spots_of(course, table)`` gives a ``SpotTruth`` for every place of the table in view or not, in
millimetres of the table; ``lies`` writes them with their pixels in the frame. Places are named as the
rules name them, ``scoring.spots.Spot(board, kind, key)``; the kinds:

- ``red/tile:0,3``: every field of a region, its cell with the seat's 40 columns. ``holds`` what covers it, a
  face or ``hex``; empty for a bare field. What is printed, its ``colour``, is always told.
- ``red/store:0``: a storage space. A face, ``hex``, or empty.
- ``red/token:0``: a token, in the order they were got. Its kind.
- ``red/stack:0``: one of three, the left one is used up first. The player's colour, or empty where it is
  out; ``count`` of the tiles in it.
- ``red/heap:marble``, ``red/heap:workers``: ``count`` of what lies there.
- ``red/mark:green``, ``red/mark:red``: the outer (thick) and inner (thin) marker. ``count`` is its step,
  0 to 49, as it lies, right or wrong; ``holds`` is ``hidden`` under another, ``knocked`` between steps.
- ``display:3``: row by row. A face, or empty.
- ``stack:neutral``: ``neutral``, or empty; ``count``.
- ``bonus:red``: a colour's bonus tile. ``1`` or, once turned, ``2``; empty when it is gone.
- ``yield:0``: the yield card turned last, on top of those before, as ``yield_name`` writes it; empty before.
- ``red/piece:0`` to ``2``, ``red/tableau``, ``plan``, ``mat`` (under the display; some boxes have
  none): boards, with the face they are printed with, and their ``outline_mm``.
"""

import math
from collections.abc import Iterable, Iterator

import msgspec
import numpy as np
from msgspec import Struct

from scoring.documents.values import Written
from scoring.game import Player
from scoring.games.tuscany.drawing.components import MARKER_MM, plan_place
from scoring.games.tuscany.engine.options import TRACK
from scoring.games.tuscany.land.regions import cells_of
from scoring.games.tuscany.land.tiles import DISPLAY, HEX, STACKS
from scoring.picture import Point
from scoring.spots import Spot, spot_of, tile_spot, write_spot
from vision.simulator.games import Projection
from vision.simulator.games.tuscany.box import HEX_MM, HIGH_MM, THICK_MM
from vision.simulator.games.tuscany.expected import HEAPS, NEUTRAL_LAYERS, TRACKS
from vision.simulator.games.tuscany.places import TablePose, on_mat, on_piece, on_plan, on_tableau
from vision.simulator.games.tuscany.playing import TuscanyGame
from vision.simulator.games.tuscany.table import heap_names, piece_spot
from vision.simulator.table.things import Card, SimGame, SimTable


class SpotTruth(Struct, frozen=True, omit_defaults=True):
    """What truly lies on one place of the table.

    Attributes:
        spot: Which place, as ``scoring.spots.write_spot`` writes it.
        at_mm: Its middle on the table, as it really lies: x to the east, y to the south.
        turn_deg: Clockwise, of what lies there or of the place itself where nothing does.
        high_mm: How high above the table its surface is.
        holds: What lies there; see the module.
        count: How many, or which step.
        colour: What is printed on a field.
        outline_mm: Of a board, clockwise on the table; empty for everything else.
    """

    spot: str
    at_mm: Point
    turn_deg: float
    high_mm: float
    holds: str = ""
    count: int = 0
    colour: str = ""
    outline_mm: tuple[Point, ...] = ()


_KNOCKED_MM = 4.0
"""A marker so far off every step is knocked off its own."""


def lies(course: SimGame, table: SimTable, projection: Projection) -> Written:
    """Tell what lies on a table; see ``vision.simulator.games.Host``.

    Every spot of ``spots_of`` has its place in the frame, ``at_px``, and every board its ``outline_px``;
    ``step_px`` are the places of the tracks' steps 0, 1 and so on, by track.
    """
    assert isinstance(course, TuscanyGame)  # noqa: S101 - its own games alone come here
    spots = []
    for each in spots_of(course, table):
        written = msgspec.to_builtins(each)
        written["at_px"] = _px(projection, [each.at_mm], each.high_mm)[0]
        if each.outline_mm:
            written["outline_px"] = _px(projection, each.outline_mm, each.high_mm)
        spots.append(written)
    plan = TablePose(*_pose(_cards(table)["plan"]))
    steps = {
        track: _px(projection, [plan.on(plan_place(track, step)) for step in range(TRACK)], THICK_MM)
        for track in TRACKS
    }
    return {"spots": spots, "step_px": steps}


def _px(projection: Projection, places: Iterable[Point], high_mm: float) -> list[list[float]]:
    pixels: list[list[float]] = projection(np.array([(x, y, high_mm) for x, y in places])).round(1).tolist()
    return pixels


def spots_of(course: TuscanyGame, table: SimTable) -> tuple[SpotTruth, ...]:
    """Tell what truly lies on every place of a table.

    Args:
        course: The game that is played there.
        table: At any moment of it.
    """
    truth = _Truth(course, table)
    return (*truth.boards(), *truth.regions(), *truth.before_players(), *truth.middle())


def _cards(table: SimTable) -> dict[str, Card]:
    return {card.spot: card for card in table.cards}


def _pose(card: Card) -> tuple[Point, float]:
    return card.at_mm, card.turn_deg


class _Truth:
    """Looks a table over."""

    def __init__(self, course: TuscanyGame, table: SimTable) -> None:
        self._course, self._table = course, table
        self._cards = _cards(table)
        self._wood = {figure.name: figure for figure in table.figures if figure.kind == HEX}

    def boards(self) -> Iterator[SpotTruth]:
        """Tell where pieces, tableaus, the plan and the mat lie."""
        for card in self._table.cards:
            if card.spot.rpartition("/")[2].partition(":")[0] in {"piece", "tableau", "plan", "mat"}:
                corners = map(TablePose(*_pose(card)).on, self._course.box.outline(card.face))
                yield SpotTruth(card.spot, *_pose(card), THICK_MM, card.face, outline_mm=tuple(corners))

    def regions(self) -> Iterator[SpotTruth]:
        """Tell every field's colour and what covers it."""
        region = self._course.facts.region
        for player, pieces in self._course.laid.items():
            for at, laid in enumerate(pieces):
                board = self._cards[piece_spot(player, at)]
                colours = region.pieces[laid.piece]
                for cell, colour in zip(cells_of(region.shape, laid), colours, strict=True):
                    place = TablePose(*_pose(board)).on(on_piece(region, laid, cell))
                    yield self._place(tile_spot(cell, player), TablePose(place, board.turn_deg), colour)

    def _place(self, written: str, pose: TablePose, colour: str = "", board: bool = True) -> SpotTruth:
        """Tell of a place for one thing, which may be empty."""
        high_mm = THICK_MM * board
        if card := self._cards.get(written):
            return SpotTruth(written, *_pose(card), high_mm + THICK_MM, _holds(card), colour=colour)
        if figure := self._wood.get(written):
            return SpotTruth(written, figure.at_mm, figure.turn_deg, high_mm + HEX_MM, HEX, colour=colour)
        return SpotTruth(written, *pose, high_mm, colour=colour)

    def before_players(self) -> Iterator[SpotTruth]:
        """Tell of storage spaces, tokens, stacks, heaps and markers."""
        for player in self._course.laid:
            card = self._cards[spot_of("tableau", "", player)]
            tokens = [spot for spot in self._cards if spot.startswith(f"{player}/token:")]
            spaces = 1 + sum(self._cards[spot].face == "token:storage" for spot in tokens)
            for kind, count in (("store", spaces), ("token", len(tokens))):
                for at in range(count):
                    spot = Spot(player, kind, at)
                    yield self._place(write_spot(spot), _on(card, spot))
            yield from (self._stack(Spot(player, "stack", at), card) for at in range(STACKS))
            yield from (self._heap(Spot(player, "heap", heap), card) for heap in HEAPS)
            yield from (self._mark(player, track) for track in TRACKS)

    def _stack(self, spot: Spot, board: Card) -> SpotTruth:
        written = write_spot(spot)
        card = self._cards.get(written)
        if card is None:
            return SpotTruth(written, *_on(board, spot), THICK_MM)
        high_mm = THICK_MM * (1 + card.layers)
        return SpotTruth(written, *_pose(card), high_mm, spot.board, card.layers)

    def _heap(self, spot: Spot, board: Card) -> SpotTruth:
        written = write_spot(spot)
        return SpotTruth(written, *_on(board, spot), THICK_MM, count=len(heap_names(self._table, written)))

    def _mark(self, player: Player, track: str) -> SpotTruth:
        """Tell which step a marker lies on; one that others lie on is hidden."""
        written = spot_of("mark", track, player)
        figure = next(each for each in self._table.figures if each.name == written)
        plan = TablePose(*_pose(self._cards["plan"]))
        away = [math.dist(plan.on(plan_place(track, step)), figure.at_mm) for step in range(TRACK)]
        step = away.index(min(away))
        is_hidden = any(
            other.above_mm > figure.above_mm and math.dist(other.at_mm, figure.at_mm) < MARKER_MM
            for other in self._table.figures
            if other.kind == figure.kind
        )
        holds = "hidden" if is_hidden else "knocked" if away[step] > _KNOCKED_MM else ""
        high_mm = THICK_MM + figure.above_mm + HIGH_MM[track]
        return SpotTruth(written, figure.at_mm, 0.0, high_mm, holds, step)

    def middle(self) -> Iterator[SpotTruth]:
        """Tell of the display, bonus tiles, the neutral stack and the yield card on top."""
        mat = self._cards.get("mat")
        for at in range(DISPLAY):
            spot = spot_of("display", at)
            yield self._place(spot, self._on_mat(at), board=mat is not None)
        plan = TablePose(*_pose(self._cards["plan"]))
        for colour in self._course.facts.colour_bonus:
            tile = Spot("", "bonus", colour)
            yield self._place(write_spot(tile), TablePose(plan.on(on_plan(tile)), plan.turn_deg))
        card = self._cards.get("stack:neutral")
        if card:
            count = NEUTRAL_LAYERS * card.layers
            yield SpotTruth(card.spot, *_pose(card), THICK_MM * card.layers, "neutral", count)
        if card := self._cards.get("yield:0"):
            yield SpotTruth(card.spot, *_pose(card), THICK_MM * card.layers, _holds(card))

    def _on_mat(self, at: int) -> TablePose:
        mat = self._course.mat if "mat" not in self._cards else TablePose(*_pose(self._cards["mat"]))
        return TablePose(mat.on(on_mat(at)), mat.turn_deg)


def _holds(card: Card) -> str:
    """Name what a card is, in the words of the rules; of a bonus tile, which of its sides is up."""
    kind, _, name = card.face.partition(":")
    return {"token": name, "yield": name, "bonus": name.rpartition(":")[2]}.get(kind, card.face)


def _on(board: Card, spot: Spot) -> TablePose:
    return TablePose(TablePose(*_pose(board)).on(on_tableau(spot)), board.turn_deg)
