"""Carcassonne at the synthetic table: a game by chance, laid by hands that are not always careful."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from scoring.documents.values import Document, Written
from scoring.game import Cell, Player, PlayerSeat, Setup
from scoring.games import load
from scoring.games.carcassonne.chance import sensible_moves, shuffled_box
from scoring.games.carcassonne.drawing.buildings import TILE_MM
from scoring.games.carcassonne.drawing.drawing import draw_face
from scoring.games.carcassonne.drawing.figures import FIGURES, PIECES
from scoring.games.carcassonne.engine.followers import segment_of
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from scoring.games.carcassonne.engine.options import COLOURS, options_of
from scoring.games.carcassonne.engine.play import points_after
from scoring.games.carcassonne.engine.state import CarcassonneState
from scoring.games.carcassonne.land.catalogue import SIDES, faces
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.games.carcassonne.land.regions import Part, beside
from scoring.games.carcassonne.land.shapes import segment_distance, segment_spot
from scoring.games.carcassonne.skill import skilled_moves
from scoring.picture import Point
from scoring.spots import cell_of, tile_spot
from vision.reader import Image
from vision.simulator.camera.levels import Conditions
from vision.simulator.games import Projection, Shows
from vision.simulator.made_up.drawing import draw_face as draw_made_up
from vision.simulator.made_up.styles import draw_style
from vision.simulator.table.acts import card_at, done, figure_named, turned, with_last_press
from vision.simulator.table.mishaps import Mishaps, laid_beside, laid_in_turn
from vision.simulator.table.things import (
    Act,
    Card,
    Lay,
    Lift,
    Put,
    SimBox,
    SimFigure,
    SimGame,
    SimTable,
    SimTurn,
    Take,
    Visit,
)

DEMO_PX = (1152, 648)
THICK_MM = 2.0
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
AT_ONCE = 0.1
"""How often tile and figure come with one reach of the hand, from level 1 on."""
_RULES = load("carcassonne")


@cache
def _box(river: bool, gardens: bool) -> SimBox:
    """Give the tiles and figures of the game."""
    there = {name: face for name, face in faces().items() if river or not face.is_river}
    drawn = {name: draw_face(face) for name, face in there.items()}
    if gardens:
        drawn |= {f"{name}_garden": draw_face(f, garden=True) for name, f in there.items() if f.garden_count}
    outlines = {kind: FIGURES[f"{kind}_standing"][-1].points_mm for kind in ("follower", "abbot")}
    colours = {colour: PIECES[colour] for colour in COLOURS}
    return SimBox(drawn, TILE_MM, THICK_MM, outlines, colours, taught=tuple(there))


def box(setup: Setup, style: int | None = None, seed: int = 0) -> SimBox:
    """Give the tiles and figures that are in the box; see ``vision.simulator.games.Host``."""
    options = options_of(setup)
    ours = _box(options.river, options.abbot)
    return ours if style is None else replace(ours, faces=_made_up(tuple(ours.faces), style))


def _made_up(names: tuple[str, ...], seed: int) -> dict[str, Image]:
    """Draw faces, some of them garden copies, in a style that follows from a seed."""
    chance = np.random.default_rng([seed, *b"box"])
    style = draw_style(chance)
    plain = {name: faces()[name.removesuffix("_garden")] for name in names}
    return {name: draw_made_up(face, style, chance, garden=name != face.name) for name, face in plain.items()}


def seat(seed: int) -> Setup:
    """Seat two to five players by chance, and open one of the rulebooks."""
    chance = Random(f"seats {seed}")
    colours = chance.sample(COLOURS[:5], chance.randint(2, 5))
    players = tuple(PlayerSeat(name, colour) for name, colour in zip(NAMES, colours, strict=False))
    return Setup(chance.choice(("leaflet-001", "leaflet-004")), players)


def play(
    seed: int, how: Conditions, setup: Setup, turns: int | None, shows: Shows, *, is_skilled: bool = False
) -> SimGame:
    """Play a game by chance; see ``vision.simulator.games.Host``."""
    table = _Playing(how, setup, shows, Random(f"course {seed} {how.level}"), is_skilled)
    first, played = table.lying, list(table.play(turns))
    forced = [number for number, (_, turn) in enumerate(played) if turn.house_rule]
    document = _RULES.dump_game(setup, [move for move, _ in played], forced=forced, ended=True)
    return SimGame(
        setup,
        box(setup),
        first,
        with_last_press([turn for _, turn in played]),
        document,
        points_after(table.state),
    )


class _Forgotten(NamedTuple):
    """A figure left standing although its owner should have taken it back."""

    name: str
    seat: int
    turn: int


class _Playing:
    """A game in play: what the rules know, and where things really lie."""

    def __init__(self, how: Conditions, setup: Setup, shows: Shows, chance: Random, is_skilled: bool) -> None:
        self._how, self._setup, self._shows, self._chance = how, setup, shows, chance
        self._moves = skilled_moves if is_skilled else sensible_moves
        self.state: CarcassonneState = _RULES.start(setup)
        start = next(iter(self.state.land.tiles.values()))
        self.lying = SimTable()
        self.lying = SimTable((self._card((0, 0), start.face, 0, garden=False),))
        self._names: dict[Part, str] = {}
        self._mishaps = Mishaps(how.level, chance)
        self._forgotten: list[_Forgotten] = []
        self._played = 0

    def play(self, turns: int | None) -> Iterator[tuple[TilePlacement, SimTurn]]:
        """Draw and lay tiles; see ``laid_in_turn``."""
        options = options_of(self._setup)
        tiles = shuffled_box(options, self._chance)
        drawn = [(face, garden and options.abbot) for face, garden in tiles]
        for move in laid_in_turn(drawn, turns, self._choose):
            self._played += 1
            yield move, self._turn(move)

    # --- a turn --------------------------------------------------------------------------------

    def _choose(self, tile: tuple[str, bool]) -> TilePlacement | None:
        face, garden = tile
        self._mishaps.come_due()
        if self._mishaps.is_due("illegal") and (wrong := self._illegal(face, garden)):
            return wrong
        moves = self._moves(self.state, face, garden, self._chance)
        return next((move for move in moves if self._sees(move.cell)), None)

    def _illegal(self, face: str, garden: bool) -> TilePlacement | None:
        """Find a place where one side does not match, as players who do not look closely do."""
        tries = [
            (cell, turns)
            for cell, wanted in self.state.land.frontier.items()
            for turns in range(4)
            if self._sees(cell) and _mismatches(lay_face(face, turns).edges, wanted) == 1
        ]
        if not tries:
            return None
        cell, turns = self._chance.choice(tries)
        return TilePlacement(self.state.player, face, turns, cell, garden=garden)

    def _turn(self, move: TilePlacement) -> SimTurn:
        who, mishaps = self._seat(move.player), []
        acts: tuple[Act, ...] = (Lay(self._card(move.cell, move.face, move.turns, move.garden)),)
        visits = []
        if wrong := self._takeback(move):
            mishaps.append("takeback")
            visits.append(self._visit(who, Lay(wrong)))
            acts = (Lift(wrong.spot), *acts)
        if push := self._mishaps.push(lambda: self._near(move.cell)):
            mishaps.append("nudge" if push.spot else "bump")
            acts = (*acts, push)
        visits.append(self._visit(who, *acts))
        visits += self._figure_visits(move, who, visits)
        house_rule = self._apply(move)
        mishaps += ["illegal"] if house_rule else []
        pressed = len(visits)
        visits += self._returns(move.cell, mishaps)
        at_once = self._mishaps.happens("two_at_once") if len(visits) == pressed else False
        mishaps += ["two_at_once"] if at_once else []
        points = dict(self.state.points)
        document = _RULES.dump_move(move)
        return SimTurn(
            document, tuple(visits), None if at_once else pressed, points, house_rule, tuple(mishaps)
        )

    def _visit(self, seat: int, *acts: Act) -> Visit:
        for act in acts:
            self.lying = done(self.lying, act, TILE_MM)
        return Visit(seat, acts)

    def _apply(self, move: TilePlacement) -> bool:
        """Do the move by the rules, and tell whether it broke one."""
        is_wrong = self._mishaps.happens("illegal") and move.cell in self._mismatched(move)
        self.state, _ = (_RULES.force if is_wrong else _RULES.apply)(self.state, move)
        return is_wrong

    def _mismatched(self, move: TilePlacement) -> set[Cell]:
        wanted = self.state.land.frontier[move.cell]
        return {move.cell} if _mismatches(lay_face(move.face, move.turns).edges, wanted) else set()

    def _takeback(self, move: TilePlacement) -> Card | None:
        """Find another place where the tile was laid first."""
        if not self._mishaps.is_due("takeback"):
            return None
        others = sensible_moves(self.state, move.face, move.garden, self._chance)
        places = [(o.cell, o.turns) for o in others if (o.cell, o.turns) != (move.cell, move.turns)]
        seen = [place for place in places if self._sees(place[0])]
        if not seen:
            return None
        self._mishaps.happens("takeback")
        cell, turns = self._chance.choice(seen)
        return self._card(cell, move.face, turns, move.garden)

    def _near(self, cell: Cell) -> str:
        """Choose a tile near a cell, by its spot."""
        near = sorted(self.state.land.tiles, key=lambda c: abs(c[0] - cell[0]) + abs(c[1] - cell[1]))[:6]
        return tile_spot(self._chance.choice(near))

    # --- figures -------------------------------------------------------------------------------

    def _figure_visits(self, move: TilePlacement, who: int, before: list[Visit]) -> Iterator[Visit]:
        """Bring the figure, or take the abbot, mostly with a reach of its own."""
        if move.recall_abbot:
            abbot = next(f for f in self.state.figures if f.player == move.player and f.kind == "abbot")
            yield self._visit(who, Take(self._names.pop(abbot.part)))
        if move.meeple is None:
            return
        figure = self._figure(move, move.meeple)
        if self._how.level and self._chance.random() < AT_ONCE:
            last = before.pop()
            yield replace(self._visit(who, Put(figure)), acts=(*last.acts, Put(figure)))
        else:
            yield self._visit(who, Put(figure))

    def _figure(self, move: TilePlacement, meeple: Meeple) -> SimFigure:
        index = segment_of(lay_face(move.face, move.turns, move.garden), meeple)
        card = card_at(self.lying, tile_spot(move.cell))
        x, y = self._stand(move.face, index, move.garden)
        off = turned(((x - 0.5) * TILE_MM, (y - 0.5) * TILE_MM), card.turn_deg)
        at_mm = (card.at_mm[0] + off[0], card.at_mm[1] + off[1])
        name = f"{move.player} {self._played}"
        self._names[move.cell, index] = name
        lying = meeple.feature == "field"
        return SimFigure(name, move.player, meeple.kind, lying, at_mm, self._chance.uniform(0, 360))

    def _stand(self, face: str, index: int, garden: bool) -> Point:
        """Choose where on its segment a figure is put, in tile units: near the best spot, clearly on it."""
        best = segment_spot(faces()[face], index, garden)
        for _ in range(8):
            x, y = (min(max(self._chance.gauss(along, 0.06), 0.16), 0.84) for along in best)
            away = segment_distance(faces()[face], x, y, garden)
            if away[index] == 0 and all(d > 0.03 for i, d in enumerate(away) if i != index):
                return x, y
        return best

    def _returns(self, cell: Cell, mishaps: list[str]) -> Iterator[Visit]:
        """Let owners take back what has scored, and what they forgot a while ago."""
        standing = {figure.part for figure in self.state.figures}
        for part in [part for part in self._names if part not in standing]:
            name = self._names.pop(part)
            owner = self._seat(figure_named(self.lying, name).colour)
            if self._mishaps.happens("forgotten"):
                mishaps.append("forgotten")
                self._forgotten.append(_Forgotten(name, owner, self._played + self._chance.randint(1, 2)))
            else:
                yield self._visit(owner, Take(name))
        for left in [forgotten for forgotten in self._forgotten if forgotten.turn <= self._played]:
            self._forgotten.remove(left)
            yield self._visit(left.seat, Take(left.name))

    def _seat(self, player: Player) -> int:
        return [seat.colour for seat in self._setup.players].index(player)

    # --- where tiles lie -----------------------------------------------------------------------

    def _place(self, cell: Cell) -> Point:
        pitch = TILE_MM + self._how.gap_mm
        return cell[0] * pitch, cell[1] * pitch

    def _sees(self, cell: Cell) -> bool:
        return self._shows(*self._place(cell))

    def _card(self, cell: Cell, face: str, turns: int, garden: bool) -> Card:
        """Lay a tile by its neighbours."""
        near = [self._offset(there) for there in _beside(cell) if self._lies(there)]
        x, y = self._place(cell)
        dx, dy, rotation = laid_beside(near, self._how, self._chance)
        name = f"{face}_garden" if garden else face
        return Card(tile_spot(cell), name, (x + dx, y + dy), 90.0 * turns + rotation)

    def _lies(self, cell: Cell) -> bool:
        return any(card.spot == tile_spot(cell) for card in self.lying.cards)

    def _offset(self, cell: Cell) -> tuple[float, float, float]:
        card, (x, y) = card_at(self.lying, tile_spot(cell)), self._place(cell)
        return card.at_mm[0] - x, card.at_mm[1] - y, (card.turn_deg + 45) % 90 - 45


def _beside(cell: Cell) -> Iterator[Cell]:
    return (beside(cell, side) for side in SIDES)


def _mismatches(edges: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    return sum(theirs not in ("", ours) for ours, theirs in zip(edges, wanted, strict=True))


def lies(course: SimGame, table: SimTable, projection: Projection) -> Written:
    """Tell what lies on a table; see ``vision.simulator.games.Host``."""
    moves = course.document["moves"]
    return {
        "tiles": [_tile(card, projection) for card in table.cards],
        "meeples": [
            _meeple(figure, moves[int(figure.name.split()[-1]) - 1], projection) for figure in table.figures
        ],
    }


def _tile(card: Card, projection: Projection) -> Written:
    turns = round(card.turn_deg / 90) % 4
    half = TILE_MM / 2
    offs = (
        turned(off, card.turn_deg) for off in ((-half, -half), (half, -half), (half, half), (-half, half))
    )
    corners = np.array([(card.at_mm[0] + x, card.at_mm[1] + y, THICK_MM) for x, y in offs])
    cell = [*cell_of(card.spot)]
    quad = np.roll(projection(corners), turns, axis=0).round(1).tolist()
    return {"cell": cell, "face": card.face.removesuffix("_garden"), "turns": turns, "quad_px": quad}


def _meeple(figure: SimFigure, move: Document, projection: Projection) -> Written:
    """Tell of a figure what it was put on; its name says in which turn it came."""
    place = projection(np.array([[*figure.at_mm, THICK_MM]]))[0]
    return {
        "cell": list(move["cell"]),
        "colour": figure.colour,
        "kind": figure.kind,
        "feature": move["meeple"]["feature"],
        "sides": move["meeple"]["sides"],
        "at_px": [round(float(value), 1) for value in place],
    }
