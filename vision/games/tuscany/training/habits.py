"""What players do at simulated tables, counted without looking: by that, stories are weighed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from scoring.games.tuscany import RULES
from scoring.games.tuscany.engine.moves import ActionTurn, DrawAction, TakeAction
from scoring.games.tuscany.engine.state import TuscanyState
from vision.follow.turns import after
from vision.games.tuscany.live.stories import draws_in, yields_in
from vision.simulator.camera.levels import draw_conditions
from vision.simulator.games.tuscany import play, seat
from vision.simulator.table.things import Lay, Reach, SimTurn


class Habit(NamedTuple):
    """How often players do something.

    Attributes:
        times: So often they did.
        of: So often they might have.
    """

    times: int
    of: int

    @property
    def share(self) -> float:
        """How often it is done, as a share: 0 to 1."""
        return self.times / max(1, self.of)


def count_habits(seeds: Iterable[tuple[int, int]]) -> Mapping[str, Habit]:
    """Count what is done in whole games, each of a seed and a level, by the constants that tell how often."""
    done, might = Counter[str](), Counter[str]()
    for seed, level in seeds:
        for name, is_so in _habits(seed, level):
            done[name] += is_so
            might[name] += 1
    return {name: Habit(done[name], might[name]) for name in sorted(might)}


def tell_habits(habits: Mapping[str, Habit]) -> str:
    """Tell how often each is done."""
    return "\n".join(f"{name}: {each.times} of {each.of}, {each.share:.4f}" for name, each in habits.items())


def _habits(seed: int, level: int) -> Iterator[tuple[str, bool]]:
    setup = seat(seed)
    course = play(seed, draw_conditions(seed, level), setup, None, lambda _x, _y: True)
    state, card = RULES.start(setup), None
    for turn in course.turns:
        move = RULES.load_move(turn.move)
        then = after(RULES, state, move)
        if isinstance(move, ActionTurn):
            yield from _of_turn(turn, draws_in(move))
            yield from _of_actions(state, move)
            has_marble = len(move.actions) > 1 or then.realms[move.player].marble > 0
            if has_marble:
                yield "WITH_MARBLE", len(move.actions) > 1
        for each in yields_in([move]):
            if card is not None:
                yield "HIDDEN_CARD", each == card
            card = each
        state = then


def _of_turn(turn: SimTurn, draws: int) -> Iterator[tuple[str, bool]]:
    """Tell how its hands came: soon after each other, for nothing that is seen, or for the turn before."""
    yield "LATER", turn.is_hurried
    yield "ILLEGAL", turn.house_rule
    first = turn.visits[0].acts[0]
    yield "UNFILLED", isinstance(first, Lay) and first.card.spot.startswith("display")
    idle = [visit for visit in turn.visits if all(isinstance(act, Reach) for act in visit.acts)]
    yield from (("SEEN_DRAW", number < draws) for number in range(len(idle)))


def _of_actions(state: TuscanyState, move: ActionTurn) -> Iterator[tuple[str, bool]]:
    for number, action in enumerate(move.actions):
        yield "DREW", isinstance(action, DrawAction)
        if isinstance(action, TakeAction):
            begun = after(RULES, state, replace(move, actions=move.actions[:number])) if number else state
            yield "ALIKE", begun.realms[move.player].store[action.space] == action.face
