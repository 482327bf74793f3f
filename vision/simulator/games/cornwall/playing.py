"""A game of Cornwall in play at the synthetic table: what the rules know, and what hands do."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from scoring.errors import IllegalMoveError
from scoring.game import Cell, Player, Setup
from scoring.games.cornwall.chance import sensible_moves
from scoring.games.cornwall.documents.beginning import start
from scoring.games.cornwall.documents.games import NOTATION
from scoring.games.cornwall.engine.moves import FigurePlacement, Move, Opening, TriplePlacement
from scoring.games.cornwall.engine.play import apply, check, force, points_after
from scoring.games.cornwall.engine.state import CornwallState
from scoring.games.cornwall.land.hexes import neighbours
from scoring.games.cornwall.skill import skilled_moves
from vision.simulator.camera.levels import Conditions
from vision.simulator.games import Shows
from vision.simulator.games.cornwall.box import DrawnSet, box, tiles_of
from vision.simulator.games.cornwall.card_table import CardTable
from vision.simulator.games.cornwall.corners import choose_corners
from vision.simulator.table.acts import figure_named, with_last_press
from vision.simulator.table.mishaps import Mishaps, laid_in_turn
from vision.simulator.table.things import Act, Card, Lay, Lift, Put, SimGame, SimTurn, Take, Visit

AT_ONCE = 0.1
"""How often tile and figures come with one reach of the hand, from level 1 on."""
COTTAGE_FIRST = 0.7
"""How often a cottage is put on its field before the player presses the button."""
UNPAID = 0.5
"""How much of what is against the rules is a figure that was not paid for."""
_HIDDEN = (0.0, 0.15, 0.25)
"""How often pub or coins are out of view, by level."""


def play(
    seed: int, how: Conditions, setup: Setup, turns: int | None, shows: Shows, *, is_skilled: bool = False
) -> SimGame:
    """Play a game by chance; see ``vision.simulator.games.Host``."""
    chance = Random(f"course of cornwall {seed} {how.level}")
    playing = _Playing(how, setup, shows, tiles_of(setup, seed), chance, is_skilled)
    played = [playing.open()]
    first = playing.lying.table
    played += playing.play(turns)
    forced = [number for number, (_, turn) in enumerate(played) if turn.house_rule]
    document = NOTATION.dump_game(setup, [move for move, _ in played], forced=forced, ended=True)
    told = with_last_press([turn for _, turn in played])
    return SimGame(setup, box(setup, seed=seed), first, told, document, points_after(playing.state))


class _Forgotten(NamedTuple):
    """A figure left standing although it should have gone to the pub."""

    name: str
    player: Player
    turn: int


class _Playing:
    """A game in play."""

    def __init__(
        self, how: Conditions, setup: Setup, shows: Shows, drawn: DrawnSet, chance: Random, is_skilled: bool
    ) -> None:
        self._how, self._setup, self._drawn, self._chance = how, setup, drawn, chance
        self._is_skilled = is_skilled
        self.state: CornwallState = start(setup)
        seats = [seat.colour for seat in setup.players]
        corners = choose_corners(len(seats), how.turn_deg, shows, chance, _HIDDEN[how.level])
        self.lying = CardTable(how, corners, shows, dict(drawn.start), seats, chance)
        self._names: dict[Cell, str] = {}
        self._mishaps = Mishaps(how.level, chance)
        self._forgotten: list[_Forgotten] = []
        self._played = 0

    def open(self) -> tuple[Move, SimTurn]:
        """Put the start tile down, the pub and everybody's first coin."""
        opening = Opening(self.state.player, self._drawn.start)
        self.state, _ = apply(self.state, opening)
        self.lying.set_up(self.state.coins)
        return opening, SimTurn(NOTATION.dump_move(opening), (), 0, dict(self.state.points))

    def play(self, turns: int | None) -> Iterator[tuple[Move, SimTurn]]:
        """Draw and lay tiles; see ``laid_in_turn``."""
        for move in laid_in_turn(self._drawn.faces, turns, self._choose):
            self._played += 1
            yield move, self._turn(move)

    # --- a turn --------------------------------------------------------------------------------

    def _choose(self, face: str) -> TriplePlacement | None:
        self._mishaps.come_due()
        moves = self._sensible(face)
        if self._mishaps.is_due("illegal") and (wrong := self._illegal(face, moves)):
            return wrong
        return moves[0] if moves else None

    def _sensible(self, face: str) -> list[TriplePlacement]:
        if self._is_skilled:
            return skilled_moves(self.state, face, self._chance, lambda move: self.lying.sees(move.cells))
        moves = sensible_moves(self.state, face, self._chance)
        return [move for move in moves if self.lying.sees(move.cells)]

    def _illegal(self, face: str, moves: list[TriplePlacement]) -> TriplePlacement | None:
        """Find a way to break a rule as players do who do not look closely: badly laid, or not paid for."""
        if self._chance.random() < UNPAID:
            unpaid = (self._unpaid(move) for move in moves[:6])
            return next((move for move in unpaid if move and self._breaks(move)), None)
        near = {there for cell in self.state.fields for there in neighbours(cell)} - set(self.state.fields)
        tries = [
            TriplePlacement(self.state.player, face, turns, cell)
            for cell in sorted(near)
            for turns in range(6)
        ]
        self._chance.shuffle(tries)
        return next((move for move in tries if self._is_free(move) and self._breaks(move)), None)

    def _unpaid(self, move: TriplePlacement) -> TriplePlacement | None:
        """Put small figures on all fields of a tile, whatever that costs."""
        owned = [(figure.player, figure.kind) for figure in self.state.figures]
        owned += [(guest.player, guest.kind) for guest in self.state.pub]
        used = owned.count((move.player, "small"))
        figures = tuple(FigurePlacement(cell, "small") for cell in sorted(move.cells))
        return replace(move, figures=figures, pub=()) if used <= 1 else None

    def _is_free(self, move: TriplePlacement) -> bool:
        return not set(move.cells) & set(self.state.fields) and self.lying.sees(move.cells)

    def _breaks(self, move: TriplePlacement) -> bool:
        """Tell whether a move breaks a rule."""
        try:
            check(self.state, move)
        except IllegalMoveError:
            return True
        return False

    def _turn(self, move: TriplePlacement) -> SimTurn:
        who, mishaps = self._seat(move.player), list[str]()
        visits = self._tile_visits(move, who, mishaps)
        visits += self._buys(move)
        self._put_figures(move, who, visits)
        is_wrong = self._breaks(move)
        if is_wrong:
            mishaps.append("illegal")
            self._mishaps.happens("illegal")
        self.state, _ = (force if is_wrong else apply)(self.state, move)
        visits += self._seen(who, *self.lying.coins(self.state.coins))
        whole = len(visits)
        late = () if self._chance.random() < COTTAGE_FIRST else tuple(self._cottages(move))
        visits += self._seen(who, *(() if late else self._cottages(move)))
        pressed = len(visits)
        visits += self._seen(who, *late)
        visits += self._returns(who, mishaps)
        at_once = self._mishaps.happens("two_at_once") if len(visits) == pressed else False
        mishaps += ["two_at_once"] if at_once else []
        document, points = NOTATION.dump_move(move), dict(self.state.points)
        when = None if at_once else pressed
        return SimTurn(document, tuple(visits), when, points, is_wrong, tuple(mishaps), whole)

    def _seen(self, seat: int, *acts: Act) -> Iterator[Visit]:
        """Let a hand come if it has anything to do."""
        if acts:
            yield self.lying.visit(seat, *acts)

    def _tile_visits(self, move: TriplePlacement, who: int, mishaps: list[str]) -> list[Visit]:
        """Bring the tile, maybe to a wrong place first, and push something by the way."""
        visits = []
        wrong = self._takeback(move)
        if wrong:
            mishaps.append("takeback")
            visits.append(self.lying.visit(who, Lay(wrong)))
        acts: tuple[Act, ...] = (Lay(self.lying.card(move)),)
        acts = (Lift(wrong.spot), *acts) if wrong else acts
        if push := self._mishaps.push(lambda: self.lying.near(move.cell)):
            mishaps.append("nudge" if push.spot else "bump")
            acts = (*acts, push)
        visits.append(self.lying.visit(who, *acts))
        self.lying.lay(move)
        return visits

    def _takeback(self, move: TriplePlacement) -> Card | None:
        """Find another place where the tile was laid first."""
        if not self._mishaps.is_due("takeback"):
            return None
        others = [other for other in self._sensible(move.face) if other.cells != move.cells]
        if not others:
            return None
        self._mishaps.happens("takeback")
        return self.lying.card(self._chance.choice(others))

    # --- figures -------------------------------------------------------------------------------

    def _buys(self, move: TriplePlacement) -> Iterator[Visit]:
        """Let players take their figures from the pub, and those that should be there by now."""
        for player in move.pub:
            left = [forgotten for forgotten in self._forgotten if forgotten.player == player]
            self._forgotten = [forgotten for forgotten in self._forgotten if forgotten.player != player]
            taken = (*self.lying.from_pub(player), *(Take(forgotten.name) for forgotten in left))
            yield from self._seen(self._seat(player), *taken)

    def _put_figures(self, move: TriplePlacement, who: int, visits: list[Visit]) -> None:
        """Bring the figures, mostly with a reach of their own."""
        puts = []
        for stand in move.figures:
            by_cottage = move.fields[stand.cell].has("cottage")
            figure = self.lying.figure(move.player, stand.kind, stand.cell, by_cottage)
            self._names[stand.cell] = figure.name
            puts.append(Put(figure))
        if puts and self._how.level and not move.pub and self._chance.random() < AT_ONCE:
            last = visits.pop()
            visits.append(Visit(who, (*last.acts, *self.lying.visit(who, *puts).acts)))
        else:
            visits += self._seen(who, *puts)

    def _cottages(self, move: TriplePlacement) -> Iterator[Act]:
        return (Put(self.lying.cottage(c)) for c, field in move.fields.items() if field.has("cottage"))

    def _returns(self, who: int, mishaps: list[str]) -> Iterator[Visit]:
        """Bring what has scored to the pub, and what was forgotten a while ago."""
        standing = {figure.cell for figure in self.state.figures}
        scored = [self._names.pop(cell) for cell in sorted(self._names) if cell not in standing]
        if scored and self._mishaps.happens("forgotten"):
            mishaps.append("forgotten")
            name = scored.pop(self._chance.randrange(len(scored)))
            player = figure_named(self.lying.table, name).colour
            self._forgotten.append(_Forgotten(name, player, self._played + self._chance.randint(1, 2)))
        late = [forgotten for forgotten in self._forgotten if forgotten.turn <= self._played]
        self._forgotten = [forgotten for forgotten in self._forgotten if forgotten.turn > self._played]
        if names := [*scored, *(forgotten.name for forgotten in late)]:
            yield self.lying.to_pub(who, names)

    def _seat(self, player: Player) -> int:
        return [seat.colour for seat in self._setup.players].index(player)
