"""Whole games, and any sequence of happenings, stepped through the table of a turn."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.game import Piece
from scoring.games.carcassonne.chance import random_game, random_move, shuffled_box
from scoring.games.carcassonne.engine.moves import Discard, TilePlacement
from scoring.games.carcassonne.engine.options import options_of
from scoring.referee.effects import Compare, ReadTable, Sound
from scoring.referee.inputs import (
    ByHand,
    CameraFound,
    CameraLost,
    Cleared,
    Compared,
    Corrected,
    Declared,
    HandsFree,
    LookRead,
    Pressed,
    Settled,
    Stirred,
    Unreadable,
)
from scoring.referee.machine import refusal
from scoring.referee.observation import Proposal, Revision, Sight
from scoring.referee.publication import light_of, snapshot
from scoring.referee.record.drafts import draft_of
from scoring.sheet import total
from tests.scoring.referee.tables import RULES, SURE, UNSURE, Table, seats
from tests.some import some

BUTTONS = ("confirm", "next", "dismiss", "undo", "pause", "resume", "keep", "end", "dance")


def declared(table: Table, move: Any) -> None:
    table.give(Declared(RULES.dump_move(move), table.turn.version))


def without_figure(move: Any) -> Any:
    return msgspec.structs.replace(move, meeple=None) if isinstance(move, TilePlacement) else move


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_buttons_scores_as_its_moves_do(seed: int) -> None:
    game, end = random_game(seats("Ann", "Ben", "Cem", abbot=True), Random(seed))
    table = Table(game.setup)
    for move in some(game.moves):
        if isinstance(move, Discard):
            declared(table, move)
            continue
        table.give(Stirred())
        table.give(Settled())
        table.see(without_figure(move))
        table.see(move)
        assert table.proposed == move
        table.press("confirm")
    assert table.turn.stage == "comparing"
    table.see()
    assert table.turn.reading.whole
    table.give(Compared(()))
    assert (table.turn.state, table.turn.lines) == (end, RULES.final(end))
    assert table.again().state == end
    assert table.again().lines == table.turn.lines


def test_a_whole_game_entered_on_a_phone_ends_with_its_last_turn() -> None:
    game, end = random_game(seats("Ann", "Ben"), Random(5))
    table = Table(game.setup)
    table.give(ByHand(True, table.turn.version))
    for move in game.moves:
        declared(table, move)
    assert (table.turn.stage, table.turn.state, table.moves) == ("ended", end, [*game.moves])
    assert table.kinds[-2:] == ["turn_confirmed", "game_ended"]
    kept, sound = table.effects
    assert ([event.kind for event in kept.events], sound) == (table.kinds[-2:], Sound("confirmed"))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_hands_free_needs_no_tap_but_the_end(seed: int) -> None:
    game, end = random_game(seats("Ann", "Ben"), Random(seed))
    table, waiting = Table(game.setup, hands_free=True), []
    for move in game.moves:
        if isinstance(move, Discard):
            declared(table, move)
            waiting = []
            continue
        table.see(*waiting, without_figure(move))
        table.see(move)
        waiting = [move]
    table.press("end")
    table.give(Compared(()))
    assert (table.turn.stage, table.turn.state) == ("ended", end)
    assert table.again().state == end


def test_a_game_goes_on_after_a_power_cut_at_any_moment() -> None:
    game, end = random_game(seats("Ann", "Ben"), Random(7), 25)
    table = Table(game.setup)
    for move in some(game.moves):
        if isinstance(move, Discard):
            declared(table, move)
        else:
            table.see(move)
            table.turn = table.again(draft_of(table.turn, RULES))
            assert table.proposed == move
            table.press("confirm")
        table.turn = table.again(draft_of(table.turn, RULES))
    assert table.turn.state == end


# --- anything may happen ---------------------------------------------------------------------------

sureness = st.sampled_from([SURE, UNSURE, 0.2])


@st.composite
def sights(draw: st.DrawFn, table: Table) -> Sight[Any]:
    """Draw what a look could show: legal turns, nonsense, several readings, revisions, gone tiles."""
    rng = Random(draw(st.integers(0, 5)))
    proposals = tuple(
        Proposal(moves(table, rng, draw(st.integers(0, 3))), draw(sureness))
        for _ in range(draw(st.integers(1, 3)))
    )
    back = draw(st.integers(1, 3))
    revised = (Revision(back, moves(table, rng, 1)[0], draw(sureness)),) if draw(st.booleans()) else ()
    spots = [f"tile:{c},{r}" for c, r in table.turn.state.land.tiles]
    return Sight(
        proposals,
        leftover=draw(st.sampled_from([(), (Piece("red", "follower", (0, 0)),)])),
        missing=tuple(rng.sample(spots, 1)) if rng.random() < 0.3 else (),
        revisions=revised,
        doubts=draw(st.sampled_from([(), (), ("Something lies there.",)])),
    )


def moves(table: Table, rng: Random, count: int) -> tuple[Any, ...]:
    """Give turns one after the other, some of them against the rules."""
    state, found = table.turn.state, []
    for _ in range(count):
        face, garden = rng.choice(shuffled_box(options_of(table.turn.setup), rng))
        if rng.random() < 0.15:
            found.append(TilePlacement(state.player, face, rng.randrange(4), (rng.randrange(3), 0)))
            break
        if RULES.is_over(state):
            break
        try:
            move = random_move(state, face, garden, rng)
            after, _ = RULES.apply(state, move)
        except ValueError:
            break
        state = after
        found.append(move)
    return tuple(found) or (Discard(table.turn.state.player, "A"),)[: count and 1]


@st.composite
def happenings(draw: st.DrawFn, table: Table) -> Any:
    """Draw something that happens, by anyone, now or late."""
    version = table.turn.version - draw(st.sampled_from([0, 0, 0, 1, 3, -2]))
    kind = draw(st.sampled_from(["look", "look", "press", "press", "else"]))
    if kind == "look":
        return LookRead(draw(sights(table)), draw(st.integers(0, 1)))
    if kind == "press":
        return Pressed(draw(st.sampled_from(BUTTONS)), version)
    declared = RULES.dump_move(moves(table, Random(draw(st.integers(0, 5))), 1)[0])
    return draw(
        st.sampled_from(
            [
                Stirred(),
                Settled(),
                Cleared(),
                Unreadable("No board."),
                CameraLost("No camera."),
                CameraFound(),
                Compared(()),
                Compared(("It differs.",)),
                HandsFree(True, version),
                ByHand(True, version),
                ByHand(False, version),
                HandsFree(False, version),
                Declared(declared, version),
                Declared({"hat": 3}, version),
                Corrected({"face": "V", "turns": 2}, version),
                Corrected({"stands_on": ""}, version),
                Corrected({"hat": 3}, version),
            ]
        )
    )


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.data(), st.booleans())
def test_whatever_happens_only_kept_events_change_the_game(data: st.DataObject, hands_free: bool) -> None:
    table = Table(hands_free=hands_free)
    for _ in some(range(data.draw(st.integers(1, 25)))):
        before, events = table.public, len(table.events)
        happens = data.draw(happenings(table))
        is_refused = refusal(table.turn, happens, RULES) is not None
        table.give(happens)
        now = table.public
        if is_refused:
            assert now == before
            assert {type(effect) for effect in table.effects} <= {ReadTable, Compare}
        assert now.version >= now.since
        assert now.version == before.version + (now != before)
        if len(table.events) == events:
            assert (now.done, now.state, now.stage == "ended") == (
                before.done,
                before.state,
                before.stage == "ended",
            )
    again = table.again(draft_of(table.turn, RULES))
    assert again.state == table.turn.state
    assert [done.move for done in again.done] == table.moves
    assert [done.lines for done in again.done] == [done.lines for done in table.turn.done]
    assert again.lines == table.turn.lines
    assert again.candidate == table.turn.candidate


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.data(), st.booleans())
def test_nothing_breaking_a_rule_counts_unless_a_player_kept_it(
    data: st.DataObject, hands_free: bool
) -> None:
    table, kept = Table(hands_free=hands_free), 0
    for _ in range(data.draw(st.integers(1, 25))):
        happens = data.draw(happenings(table))
        is_keep = isinstance(happens, Pressed) and happens.button == "keep" and table.turn.stage == "illegal"
        kept += is_keep and refusal(table.turn, happens, RULES) is None
        table.give(happens)
    assert sum(event.body.get("forced", False) for event in table.events) == kept


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_happens_can_be_told(data: st.DataObject) -> None:
    table = Table()
    for _ in range(data.draw(st.integers(1, 8))):
        table.give(data.draw(happenings(table)))
    shown = snapshot(table.turn, RULES, "3", "a camera")
    assert shown.says
    assert (shown.version, shown.phase, shown.moves) == (
        table.turn.version,
        table.turn.phase,
        len(table.turn.done),
    )
    colour, pattern = light_of(table.turn, RULES)
    assert colour in {"red", "blue"}
    assert pattern in {"steady", "breathing", "blinking", "flashing", "off"}
    lines = table.turn.lines if shown.phase == "ended" else ()
    points = total(lines, RULES.points(table.turn.state))
    assert {seat.colour: seat.points for seat in shown.seats} == points
    for word in BUTTONS:
        refused = refusal(table.turn, Pressed(word, shown.version), RULES)
        assert (word in shown.may) == (refused is None and (word, shown.phase) != ("pause", "paused"))
