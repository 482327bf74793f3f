"""A game of The Castles of Tuscany in play at the synthetic table: what the rules know, and what hands do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from scoring.game import Player, Setup
from scoring.games.tuscany.chance import ChancePlayer
from scoring.games.tuscany.documents.games import NOTATION
from scoring.games.tuscany.drawing.components import yield_name
from scoring.games.tuscany.engine.laying import open_fields
from scoring.games.tuscany.engine.moves import (
    ActionTurn,
    CountedHeap,
    CountedHeaps,
    DrawAction,
    JoinedRegion,
    LaidTile,
    LearnedFacts,
    Move,
    PlaceAction,
    ReadFields,
    TakeAction,
    TurnAction,
)
from scoring.games.tuscany.engine.play import apply, force
from scoring.games.tuscany.engine.points import final
from scoring.games.tuscany.engine.state import TuscanyState, faces_of, is_over, is_uncounted, seat_of, start
from scoring.games.tuscany.land.box import BoxFacts, RegionFacts, YieldCard
from scoring.games.tuscany.land.regions import LaidPiece, joined
from scoring.games.tuscany.land.tiles import HEX, TOKENS, colour_of
from scoring.picture import Point
from scoring.sheet import total
from scoring.spots import read_spot, spot_of, tile_spot
from vision.simulator.camera.levels import Conditions
from vision.simulator.camera.stage import quarters
from vision.simulator.games import Shows
from vision.simulator.games.tuscany.box import facts_of, unpainted
from vision.simulator.games.tuscany.expected import Printed, heaps_of, hexes_of, printed_of, steps_of
from vision.simulator.games.tuscany.places import TablePose, draw_layout
from vision.simulator.games.tuscany.table import BoardTable
from vision.simulator.table.acts import turned, with_last_press
from vision.simulator.table.mishaps import LateMarkers, Mishaps
from vision.simulator.table.things import (
    Act,
    Card,
    Lay,
    Lift,
    Push,
    Put,
    Reach,
    SimGame,
    SimTurn,
    Take,
    Visit,
)

TRIES = 6
"""Among so many turns by chance a skilled player chooses."""
SLIDES = 0.25
"""How often a hand that lays a tile slides the region a little, from level 1 on."""
SLIDE_MM = 1.5
KNOCKED_MM = 8.0
KNOCKS = 0.4
"""How much of what is nudged is a marker, and not a region."""
REFILLS = 0.5
"""How often the display is not filled up, too, where something is forgotten."""
_PILE_STEP = 6
"""So many cards make a pile visibly higher."""
_BROUGHT = ("stack", "bonus")
_CHOOSING = ("castle", "city", "carriage")
"""Tiles that need more than a field."""


class TuscanyGame(SimGame, frozen=True):
    """A game with what its table is made of, which its document does not tell.

    Attributes:
        facts: Of the box.
        laid: Every player's pieces, by their cells.
        mat: Where the display lies, with a board under it or without.
    """

    facts: BoxFacts = BoxFacts()
    laid: Mapping[Player, tuple[LaidPiece, ...]] = {}
    mat: TablePose = TablePose((0.0, 0.0), 0.0)


def play(
    seed: int, how: Conditions, setup: Setup, turns: int | None, _shows: Shows, *, is_skilled: bool = False
) -> TuscanyGame:
    """Play a game by chance; see ``vision.simulator.games.Host``. All of it lies in view."""
    playing = _Playing(seed, how, setup, TRIES if is_skilled else 1)
    first = playing.lying.table
    played = playing.opened()
    played += playing.play(turns)
    forced = [number for number, (_, turn) in enumerate(played) if turn.house_rule]
    document = NOTATION.dump_game(setup, [move for move, _ in played], forced=forced, ended=True)
    points = total(final(playing.state), playing.state.points)
    told = with_last_press([turn for _, turn in played])
    return TuscanyGame(
        setup,
        unpainted(setup, seed),
        first,
        told,
        document,
        points,
        playing.facts,
        playing.laid,
        playing.layout.aside["mat"],
    )


class _Playing:
    """A game in play: what its players know, their cards too, and what everybody does.

    Args:
        tries: Among so many turns by chance players choose.
    """

    def __init__(self, seed: int, how: Conditions, setup: Setup, tries: int) -> None:
        self._how, self._setup = how, setup
        self._chance = chance = Random(f"course of tuscany {seed} {how.level}")
        self.facts = facts_of(seed)
        self.state = start(setup)
        knowing = replace(setup, options={**setup.options, "hands": "followed"})
        self.by_chance = ChancePlayer(knowing, chance, self.facts, unread=0.0, tries=tries)
        self.by_chance.begin()
        self._opening = len(self.by_chance.moves)
        joins = [move for move in self.by_chance.moves if isinstance(move, JoinedRegion)]
        self.laid = {move.player: move.pieces for move in joins}
        self._mishaps = Mishaps(how.level, chance)
        layout = draw_layout(self.facts.region, self.laid, TOKENS, how, quarters(how.turn_deg), chance)
        self.layout = layout
        self.lying = BoardTable(how, unpainted(setup, seed), self.facts.region, self.laid, layout, chance)
        state = self.by_chance.state
        self.lying.set_up(printed_of(state), steps_of(state), heaps_of(state))
        self._refill: list[tuple[str, Printed | None]] = []
        self._late = LateMarkers(chance)
        self._turned = self._played = 0

    def opened(self) -> list[tuple[Move, SimTurn]]:
        """Give what was done before the first turn: regions are told as they can be read, field by field."""
        moves = map(self._as_seen, self.by_chance.moves[: self._opening])
        return [(move, self._told(move)) for move in moves]

    def _as_seen(self, move: Move) -> Move:
        match move:
            case LearnedFacts():
                return replace(move, facts=replace(move.facts, region=RegionFacts()))
            case JoinedRegion():
                return ReadFields(move.player, joined(self.facts.region, move.pieces))
        return move

    def _told(self, move: Move) -> SimTurn:
        """Do what no hand does at the table."""
        self.state, _ = apply(self.state, move)
        return SimTurn(NOTATION.dump_move(move), (), 0, dict(self.state.points))

    def play(self, turns: int | None) -> Iterator[tuple[Move, SimTurn]]:
        """Play turns, all by default, and count the hands when the last was played."""
        while not is_over(self.by_chance.state) and self._played != turns:
            before, done = self.by_chance.state, len(self.by_chance.moves)
            self._mishaps.come_due()
            wrong = self._illegal(before) if self._mishaps.is_due("illegal") else None
            if wrong:
                self._mishaps.happens("illegal")
                self.by_chance.do(wrong, is_forced=True)
            else:
                self.by_chance.go_on()
            for move in self.by_chance.moves[done:]:
                if isinstance(move, ActionTurn):
                    self._played += 1
                    yield move, self._turn(before, move, is_wrong=wrong is not None)
                else:
                    yield move, self._told(move)
        for player, realm in self.by_chance.state.realms.items():
            if self.state.is_played and is_uncounted(self.state.realms[player]):
                count = CountedHeaps(player, {player: CountedHeap(hand=realm.hand)})
                yield count, self._told(count)

    def _illegal(self, state: TuscanyState) -> ActionTurn | None:
        """Find a stored tile and a field of its colour that nothing lies beside, as players do by mistake."""
        realm, player = state.realms[state.player], state.player
        for space, face in enumerate(realm.store):
            if face in (None, HEX) or state.is_played or state.questions:
                continue
            may = {*open_fields(realm, face)}
            cells = [
                cell
                for cell, colour in realm.fields.items()
                if colour == colour_of(face) and cell not in realm.covered and cell not in may
            ]
            if cells and face not in _CHOOSING:
                tile = LaidTile(face, self._chance.choice(cells))
                return ActionTurn(player, (PlaceAction(tile, space),))
        return None

    # --- a turn --------------------------------------------------------------------------------

    def _turn(self, before: TuscanyState, move: ActionTurn, *, is_wrong: bool) -> SimTurn:
        seat, mishaps = seat_of(before, move.player), ["illegal"] * is_wrong
        visits = [*self._refilled(seat)]
        after = before
        for number in range(1, len(move.actions) + 1):
            start, action = after, move.actions[number - 1]
            after = self._after(before, move, number)
            visits += self._action(seat, action, start, after, mishaps)
        if self._mishaps.happens("forgotten"):
            mishaps.append("forgotten")
            self._forget(self.by_chance.state)
        if not ("forgotten" in mishaps and self._chance.random() < REFILLS):
            visits += self._refilled(seat)
        whole = len(visits)
        visits += self._counted(seat, self.by_chance.state)
        visits += self._nudged(seat, mishaps)
        is_hurried = self._mishaps.happens("two_at_once")
        mishaps += ["two_at_once"] * is_hurried
        self.state, _ = (force if is_wrong else apply)(self.state, move)
        pressed = None if is_hurried else len(visits)
        return SimTurn(
            NOTATION.dump_move(move),
            tuple(visits),
            pressed,
            dict(self.state.points),
            is_wrong,
            tuple(mishaps),
            whole,
            is_hurried,
        )

    def _after(self, before: TuscanyState, move: ActionTurn, number: int) -> TuscanyState:
        """Give the game after some actions of a turn."""
        if number == len(move.actions):
            return self.by_chance.state
        state, _ = force(before, ActionTurn(move.player, move.actions[:number]))
        return state

    def _visit(self, seat: int, acts: Iterable[Act]) -> Iterator[Visit]:
        """Let a hand come if it has anything to do."""
        done = tuple(acts)
        if done:
            yield self.lying.visit(seat, *done)

    def _action(
        self, seat: int, action: TurnAction, before: TuscanyState, after: TuscanyState, mishaps: list[str]
    ) -> Iterator[Visit]:
        if isinstance(action, DrawAction):
            yield from self._visit(seat, (Reach(self.layout.aside["deck"].at_mm),))
            return
        yield from self._refilled(seat)  # a first action's, before the second
        player = self._setup.players[
            seat
        ].colour  # between two actions the state is already the next player's
        wrong = self._takeback(player, before, action) if self._mishaps.is_due("takeback") else None
        if wrong and isinstance(action, PlaceAction):
            self._mishaps.happens("takeback")
            mishaps.append("takeback")
            store = spot_of("store", action.space, player)
            yield from self._visit(seat, (Lift(store), Lay(wrong)))
        yield from self._main(seat, action, before, after, wrong)
        for gives in _yields(action):
            self._turned += 1
            card = Printed(f"yield:{yield_name(gives)}", 1 + self._turned // _PILE_STEP)
            yield from self._visit(seat, self.lying.changed("yield:0", card))

    def _takeback(self, player: Player, before: TuscanyState, action: TurnAction) -> Card | None:
        """Find another field where a tile was laid first."""
        if not isinstance(action, PlaceAction) or action.tile.face == HEX:
            return None
        realm = before.realms[player]
        cells = [cell for cell in open_fields(realm, action.tile.face) if cell != action.tile.cell]
        if not cells or realm.store[action.space : action.space + 1] != (action.tile.face,):
            return None
        return self.lying.card(tile_spot(self._chance.choice(cells), player), Printed(action.tile.face))

    def _main(
        self,
        seat: int,
        action: TurnAction,
        before: TuscanyState,
        after: TuscanyState,
        wrong: Card | None,
    ) -> Iterator[Visit]:
        """Take tiles and lay them, pay for them, and keep in mind what has to be brought from stacks."""
        old, new = printed_of(before), printed_of(after)
        fresh = {f"display:{at}" for at in _taken(action, before)}
        kinds = {spot: read_spot(spot).kind for spot in (*new, *old)}
        lasting = {s for s, lies in old.items() if s in new and new[s].face == lies.face and s not in fresh}
        gone = [s for s in old if s not in lasting and kinds[s] not in _BROUGHT]
        come = [s for s in new if s not in lasting and kinds[s] not in _BROUGHT]
        carried = self._carried(gone, [s for s in come if kinds[s] != "display"], old, new)
        acts = [*self._paid(action), *carried]
        if wrong and isinstance(action, PlaceAction):
            store = spot_of("store", action.space, self._setup.players[seat].colour)
            acts = [Lift(wrong.spot) if act == Lift(store) else act for act in acts]
        acts += [Take(spot) for spot in sorted(hexes_of(before) - hexes_of(after))]
        acts += [Put(self.lying.hexagon(spot)) for spot in sorted(hexes_of(after) - hexes_of(before))]
        if self._how.level and isinstance(action, PlaceAction) and self._chance.random() < SLIDES:
            by_mm = turned((self._chance.uniform(0, SLIDE_MM), 0.0), self._chance.uniform(0, 360))
            acts.append(
                Push(self.lying.piece_under(action.tile.cell), by_mm, self._chance.uniform(-0.4, 0.4))
            )
        yield from self._visit(seat, acts)
        self._refill = [(spot, new[spot]) for spot in come if kinds[spot] == "display"]
        stacks = {s for s in kinds if kinds[s] == "stack" and old.get(s) != new.get(s)}
        self._refill += [(spot, new.get(spot)) for spot in sorted(stacks)]

    def _carried(
        self, gone: Sequence[str], come: Sequence[str], old: Mapping[str, Printed], new: Mapping[str, Printed]
    ) -> Iterator[Act]:
        """Clear what leaves the game, then carry every tile from where it lay to where it lies."""
        left, ways = [*gone], list[tuple[str, str]]()
        for spot in come:
            source = next((each for each in left if old[each].face == new[spot].face), "")
            left = [each for each in left if each != source]
            ways.append((source, spot))
        yield from (Lift(spot) for spot in left)
        for source, spot in ways:
            if source:
                yield Lift(source)
            yield Lay(self.lying.card(spot, new[spot]))

    def _paid(self, action: TurnAction) -> Iterator[Act]:
        """Put the cards that pay for a tile on their pile."""
        if isinstance(action, PlaceAction) and action.pays and action.pays.cards:
            *_, colour = action.pays.cards
            layers = 1 + self._played // _PILE_STEP % 8
            yield from self.lying.changed("discard", Printed(f"card:{colour}", layers))

    def _refilled(self, seat: int) -> Iterator[Visit]:
        """Bring the tiles from the stacks, as far as that has not been done yet."""
        acts = [act for spot, now in self._refill for act in self.lying.changed(spot, now)]
        self._refill = []
        yield from self._visit(seat, acts)

    # --- what is counted -----------------------------------------------------------------------

    def _forget(self, state: TuscanyState) -> None:
        """Forget to move a marker, until the next turn or the one after."""
        moved = [mark for mark, step in steps_of(state).items() if self.lying.steps[mark] != step]
        if moved:
            self._late.forget(moved, self._played)

    def _counted(self, seat: int, state: TuscanyState) -> Iterator[Visit]:
        """Move markers, bring marble and workers, and turn bonus tiles."""
        late = self._late.at(self._played)
        acts: list[Act] = []
        for mark, step in steps_of(state).items():
            if self.lying.steps[mark] != step and mark not in late:
                done = tuple(self.lying.marker_to(mark, step))
                self.lying.visit(seat, *done)
                acts += done
        rest = [*self.lying.heaped(heaps_of(state))]
        bonus = printed_of(state)
        for colour in self.facts.colour_bonus:
            rest += self.lying.changed(f"bonus:{colour}", bonus.get(f"bonus:{colour}"))
        self.lying.visit(seat, *rest)
        if acts or rest:
            yield Visit(seat, (*acts, *rest))

    def _nudged(self, seat: int, mishaps: list[str]) -> Iterator[Visit]:
        """Let a region slide, a marker be knocked off its step, or the whole table be bumped."""
        player = self._chance.choice([*self.laid])
        push = self._mishaps.push(lambda: player)
        if push is None:
            return
        mishaps.append("nudge" if push.spot else "bump")
        if not push.spot:
            yield from self._visit(seat, (Reach(self.layout.plan.at_mm), push))
        elif self._chance.random() < KNOCKS:
            mark = self._chance.choice([*self.lying.steps])
            yield from self._visit(seat, self.lying.marker_to(mark, self.lying.steps[mark], self._knock()))
        else:
            reach = Reach(self.layout.pieces[player][1].at_mm)
            yield from self._visit(seat, (reach, self.lying.slid(player, push.by_mm, push.turn_deg)))

    def _knock(self) -> Point:
        return turned((self._chance.uniform(0.6, 1.0) * KNOCKED_MM, 0.0), self._chance.uniform(0, 360))


def _taken(action: TurnAction, state: TuscanyState) -> Iterator[int]:
    """Give the places of the display that an action takes a tile from."""
    faces = faces_of(state)
    if isinstance(action, TakeAction) and action.face in faces and not action.clears:
        yield faces.index(action.face)
    for tile in _tiles(action):
        if tile.takes is not None and tile.takes.face in faces:
            yield faces.index(tile.takes.face)


def _yields(action: TurnAction) -> Iterator[YieldCard]:
    for tile in _tiles(action):
        yield from tile.yields


def _tiles(action: TurnAction) -> Iterator[LaidTile]:
    """Give what an action lays, and what castles lay with it."""
    tile = action.tile if isinstance(action, PlaceAction) else None
    while tile is not None:
        yield tile
        tile = tile.takes
