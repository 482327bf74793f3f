"""A game of Cornish Smuggler in play at the synthetic table: what the rules know, and what hands do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from scoring.errors import is_allowed
from scoring.game import Setup
from scoring.games.smuggler.chance import ASIDE, random_move
from scoring.games.smuggler.documents.games import NOTATION
from scoring.games.smuggler.engine.moves import Carry, Move, is_action
from scoring.games.smuggler.engine.play import apply, check, final, force
from scoring.games.smuggler.engine.state import SmugglerState, beginner, start
from scoring.games.smuggler.land.box import dump_box, sample_box
from scoring.sheet import total
from vision.simulator.camera.levels import Conditions
from vision.simulator.games import Shows
from vision.simulator.games.smuggler.pieces import SQUARE_MM, THICK_MM, pieces_box
from vision.simulator.games.smuggler.plans import BoardPlan, plan_of
from vision.simulator.games.smuggler.states import Change, Standing, Stands, ground_of
from vision.simulator.games.smuggler.table import MapTable
from vision.simulator.table.acts import done, with_last_press
from vision.simulator.table.mishaps import LateMarkers, Mishaps
from vision.simulator.table.things import Act, Reach, SimBox, SimGame, SimTable, SimTurn, Visit

SKILLED_ASIDE = 0.03
"""How often a player who is worth watching does something else than smuggle."""
MARKERS = ("wheel", "track")
APART = 0.5
"""How often the two markers are moved with a reach of their own."""


class SmugglerGame(SimGame, frozen=True):
    """A game with what its table is made of, which its document does not tell.

    Attributes:
        plan: Where the board's spots are.
        stands: What every piece is, by its name on the table, and at which spot.
    """

    plan: BoardPlan = BoardPlan((0.0, 0.0), {}, {}, {}, (), (), (), {})
    stands: Mapping[str, Stands] = {}


def box(setup: Setup, style: int | None = None, seed: int = 0) -> SimBox:  # every game has its own
    """Give the things of the game; see ``vision.simulator.games.Host``."""
    known = start(with_board(setup)).box
    return pieces_box(plan_of(known), ground_of(known, style))


def with_board(setup: Setup) -> Setup:
    """Seat players around the board that we have made up, where they have none."""
    return replace(setup, box=dump_box(sample_box())) if setup.box is None else setup


def play(
    seed: int, how: Conditions, setup: Setup, turns: int | None, _shows: Shows, *, is_skilled: bool = False
) -> SmugglerGame:
    """Play a game by chance; see ``vision.simulator.games.Host``. All of it lies in view."""
    setup = with_board(setup)
    playing = _Playing(seed, how, setup, is_skilled=is_skilled)
    played = playing.opened()
    first = playing.table
    played += playing.play(turns)
    forced = [number for number, (_, turn) in enumerate(played) if turn.house_rule]
    document = NOTATION.dump_game(setup, [move for move, _ in played], forced=forced, ended=True)
    points = total(final(playing.state), playing.state.points)
    told = with_last_press(_hurried([turn for _, turn in played]))
    names = playing.standing.names
    bare = SimBox({}, SQUARE_MM, THICK_MM, {}, {})
    return SmugglerGame(setup, bare, first, told, document, points, playing.plan, names)


def _hurried(turns: Sequence[SimTurn]) -> list[SimTurn]:
    """Let the next hand, if one comes, come at once where nobody pressed after a turn."""
    comes = [bool(turn.visits) for turn in turns[1:]] + [False]
    return [
        replace(turn, is_hurried=next_comes and turn.pressed_after is None)
        for turn, next_comes in zip(turns, comes, strict=True)
    ]


class _Playing:
    """A game in play.

    Args:
        is_skilled: Whether players hardly ever do something else than smuggle.
    """

    def __init__(self, seed: int, how: Conditions, setup: Setup, *, is_skilled: bool) -> None:
        players = " of smugglers" * is_skilled
        self._chance = chance = Random(f"course of smuggler {seed} {how.level}{players}")
        self._aside = SKILLED_ASIDE if is_skilled else ASIDE
        self.state: SmugglerState = start(setup)
        self.plan = plan_of(self.state.box)
        self.lying = MapTable(self.plan, how, chance)
        self.standing = Standing(self.lying)
        self.table = SimTable(tuple(self.lying.boards()))
        self._seats = [seat.colour for seat in setup.players]
        self._mishaps = Mishaps(how.level, chance)
        self._late = LateMarkers(chance)
        self._played = 0

    def opened(self) -> list[tuple[Move, SimTurn]]:
        """Let everybody tell what they begin with, and set the table up."""
        played = list[tuple[Move, SimTurn]]()
        while beginner(self.state):
            move = random_move(self.state, self._chance)
            self.state, _ = apply(self.state, move)
            played.append((move, SimTurn(NOTATION.dump_move(move), (), 0, dict(self.state.points))))
        for act in self._carried(self.standing.changes(self.state)):
            self.table = done(self.table, act, 0.0)
        return played

    def play(self, turns: int | None) -> Iterator[tuple[Move, SimTurn]]:
        """Play actions, all by default, with what has to be chosen and told between them."""
        while not self.state.is_played and (self._played != turns or self.state.pending):
            self._mishaps.come_due()
            wrong = self._illegal() if self._mishaps.is_due("illegal") else None
            move = wrong or random_move(self.state, self._chance, self._aside)
            if wrong:
                self._mishaps.happens("illegal")
            self._played += is_action(move)
            yield move, self._turn(move, is_wrong=wrong is not None)

    def _illegal(self) -> Move | None:
        """Find a marker and a place that is not next door, as players do who do not look closely."""
        player, places = self.state.player, [*self.state.box.places]
        markers = self.state.households[player].markers
        if self.state.pending or not markers:
            return None
        marker = self._chance.choice(markers)
        tries = (Carry(player, (marker, to)) for to in self._chance.sample(places, len(places)))
        wrong = (move for move in tries if move.end != marker and self.state.box.places[move.end].number)
        return next((move for move in wrong if not is_allowed(check, self.state, move)), None)

    # --- a turn --------------------------------------------------------------------------------

    def _turn(self, move: Move, *, is_wrong: bool) -> SimTurn:
        seat, mishaps = self._seats.index(move.player), ["illegal"] * is_wrong
        self.state, _ = (force if is_wrong else apply)(self.state, move)
        visits = [*self._moved(seat, mishaps)]
        whole = len(visits)
        if visits:
            visits += self._nudged(seat, mishaps)
        is_hurried = bool(visits) and self._mishaps.happens("two_at_once")
        mishaps += ["two_at_once"] * is_hurried
        return SimTurn(
            NOTATION.dump_move(move),
            tuple(visits),
            None if is_hurried else len(visits),
            dict(self.state.points),
            is_wrong,
            tuple(mishaps),
            whole or None,
        )

    def _moved(self, seat: int, mishaps: list[str]) -> Iterator[Visit]:
        """Move pieces, maybe one to a wrong spot first, and the markers that are not forgotten."""
        changes = self.standing.changes(self.state)
        pieces = [change for change in changes if not _mark(change)]
        wrong = self._wrong(pieces) if self._mishaps.is_due("takeback") else None
        if wrong:
            self._mishaps.happens("takeback")
            mishaps.append("takeback")
            yield from self._visit(seat, self._carried([wrong]))
            changes = self.standing.changes(self.state)
        moved = {_mark(change) for change in changes} & {*MARKERS}
        if moved and self._mishaps.happens("forgotten"):
            mishaps.append("forgotten")
            self._late.forget(sorted(moved), self._played)
        late = self._late.at(self._played)
        pieces = [change for change in changes if not _mark(change)]
        marks = [change for change in changes if _mark(change) and _mark(change) not in late]
        together = [pieces, marks] if self._chance.random() < APART else [[*pieces, *marks]]
        for part in together:
            yield from self._visit(seat, self._carried(part))

    def _wrong(self, pieces: Sequence[Change]) -> Change | None:
        """Find a piece that moves, and another place for it."""
        moving = [(source, to) for source, to in pieces if source and to and to[0] in {"peg", "ship"}]
        if not moving:
            return None
        source, to = self._chance.choice(moving)
        spot = self._chance.choice([place for place in self.plan.places if place not in {source[2], to[2]}])
        return source, (to[0], to[1], spot)

    def _nudged(self, seat: int, mishaps: list[str]) -> Iterator[Visit]:
        """Let a piece be knocked or slid a little, or the whole table be bumped."""
        push = self._mishaps.push(lambda: "piece")
        if push is None:
            return
        mishaps.append("nudge" if push.spot else "bump")
        if push.spot:
            knocked = self._chance.choice(self.standing.now)
            yield from self._visit(seat, self.standing.carried(knocked, knocked))
        else:
            yield from self._visit(seat, (Reach(self.lying.at_mm), push))

    def _carried(self, changes: Iterable[Change]) -> Iterator[Act]:
        for change in changes:
            yield from self.standing.carried(*change)

    @staticmethod
    def _visit(seat: int, acts: Iterable[Act]) -> Iterator[Visit]:
        """Let a hand come if it has anything to do."""
        if found := tuple(acts):
            yield Visit(seat, found)


def _mark(change: Change) -> str:
    """Name the marker that a change is about; empty for other pieces."""
    kind, _, spot = change[1] or change[0] or ("", "", "")
    return spot.partition(":")[0] if kind == "disc" else ""
