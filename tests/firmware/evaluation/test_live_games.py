"""Trials at the synthetic table: a reader that lies is found out, and every tap and hand is counted."""

import csv
import json
import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.build import real_parts
from firmware.evaluation.live_games import FPS, Case, Filmed, Following, all_cores, try_all, try_game
from firmware.evaluation.tallies import count, flat, misses
from firmware.table.follower import Eyes
from scoring import games as rules_of
from scoring.game import Fault
from scoring.games.carcassonne.engine.moves import Meeple, TilePlacement
from scoring.games.carcassonne.land.placed_tile import lay_face
from scoring.referee.observation import Proposal, Sight
from scoring.sentence import sentence
from tests.some import some
from vision.games import load_yardstick
from vision.games.carcassonne.yardstick import figure_of, is_same, same_tile
from vision.simulator.table.timeline import script

RULES, YARDSTICK = rules_of.load("carcassonne"), load_yardstick("carcassonne")
SMALL = (640, 360)
TURNS = 6
INVENTED = 3
"""After this turn, counted from 0, a reader may see some that nobody has played."""
SEED, LEVEL = 2001, 0
SWAPPED = 2025
"""In this game of four a player's first turn could as well have been played a round later, and that then."""
BREAKING = 2019
"""In this game a turn breaks a rule."""
RECORD = Path(__file__).with_name("trials.csv")
WRITE = "TABLEKEEPER_WRITE_RESULTS"
GAMES = 30
"""Of the record, by the seeds from 1 on, which nobody builds with."""


class Teller:
    """Says what a film shows without looking at it, or something else about one of its turns.

    Args:
        told: The script that is filmed.
        shown: Gives the number of the frame that is being looked at.
        lies: What is said instead, by the number of a turn from 0.
        sure: How sure it is of each turn, by its number; quite, without.
    """

    def __init__(self, told, shown, lies=None, sure=None):
        self.told, self.shown, self.lies, self.sure = told, shown, lies or {}, sure or {}
        self.moves = [RULES.load_move(move) for move in told.truth["moves"]]

    def look(self, image, known, state, memory, visits=0):
        frame, done = self.shown(), len(state.land.tiles) - 1
        new = [self._said(n, frame) for n in range(done, len(self.moves)) if self._lies(n, frame)]
        sure = min((self.sure.get(done + i, 0.99) for i in range(len(new))), default=1.0)
        return Sight((Proposal(tuple(new), sure),)), None

    def compare(self, image, known, state, memory):
        return ()

    def _lies(self, number, frame):
        return self.told.spans[number].shown_from <= frame

    def _said(self, number, frame):
        is_whole = self.told.spans[number].whole_from <= frame
        move = self.lies.get(number, self.moves[number])
        return move if is_whole else replace(move, meeple=None)


@pytest.fixture(scope="module")
def told():
    return script(SEED, LEVEL, SMALL, TURNS, fps=FPS)


@pytest.fixture
def follow(told):
    def call(lies=None, sure=None, claimed=told):
        filmed = Filmed(told)
        teller = Teller(told, lambda: filmed.opened[-1], lies, sure)
        return Following(claimed, RULES, Eyes(teller, None), YARDSTICK).follow(filmed)

    return call


class Dreamer(Teller):
    """A teller that never sees the last turn."""

    def look(self, image, known, state, memory, visits=0):
        sight, memory = super().look(image, known, state, memory, visits)
        done = len(state.land.tiles) - 1
        return Sight((Proposal(sight.best.moves[: TURNS - 1 - done], 0.99),)), memory


class Doubter(Teller):
    """A teller that is unsure about tiles which lie there before they are turns."""

    def look(self, image, known, state, memory, visits=0):
        sight, memory = super().look(image, known, state, memory, visits)
        cards = self.told.scenes[self.shown()].table.cards
        cells = {tuple(map(int, card.spot.removeprefix("tile:").split(","))) for card in cards}
        strange = cells - state.land.tiles.keys() - {move.cell for move in sight.best.moves}
        moves = tuple(TilePlacement(state.player, "V", 0, cell) for cell in strange)
        return (Sight((Proposal((*sight.best.moves, *moves), 0.5),)) if moves else sight), memory


class Silent(Teller):
    """A teller that has only a doubt where a turn breaks a rule."""

    def look(self, image, known, state, memory, visits=0):
        number = len(state.land.tiles) - 1
        moves, frame = self.told.truth["moves"], self.shown()
        if number < len(moves) and moves[number].get("house_rule") and self._lies(number, frame):
            return Sight((Proposal((), 1.0),), doubts=("Something has changed.",)), None
        return super().look(image, known, state, memory, visits)


class Inventor(Teller):
    """A teller that once sees a turn more than was played, and then is unsure about another."""

    has_invented = False

    def look(self, image, known, state, memory, visits=0):
        sight, memory = super().look(image, known, state, memory, visits)
        done, invented = len(state.land.tiles) - 1, another_place(self.told, INVENTED + 1)
        if invented.cell in state.land.tiles:
            another = next(iter(RULES.legal(state, self.moves[done].face)))
            return Sight((Proposal((another,), 0.6),)), memory
        if self.has_invented or done != INVENTED or len(sight.best.moves) != 1:
            return sight, memory
        self.has_invented = True
        then, _ = RULES.apply(RULES.apply(state, sight.best.moves[0])[0], invented)
        another = next(iter(RULES.legal(then, self.moves[done + 2].face)))
        ways = ((*sight.best.moves, invented, another), 0.6), ((*sight.best.moves, invented), 0.4)
        return Sight(tuple(Proposal(*way) for way in ways)), memory


def another_place(told, number):
    """Give a turn with its tile laid where the rules let it lie too, without a figure."""
    state = RULES.start(told.setup)
    moves = [RULES.load_move(move) for move in told.truth["moves"]]
    for move in moves[:number]:
        state, _ = RULES.apply(state, move)
    later = {move.cell for move in moves}
    legal = RULES.legal(state, moves[number].face)
    return next(move for move in legal if move.cell not in later and move.meeple is None)


def test_a_truthful_reader_needs_no_tap_and_gets_every_point_right(follow):
    trial = follow()
    assert trial.turns
    assert all(turn.is_right and not turn.asked for turn in trial.turns)
    assert trial.points == trial.true_points
    assert (trial.hand_reads, trial.more, misses(trial)) == (0, (), ())
    assert count([trial], YARDSTICK).counts["tiles_right"] == TURNS


def test_who_is_asked_what_happened_says_it_though_it_breaks_a_rule():
    told = script(BREAKING, 2, SMALL, TURNS, fps=FPS)
    filmed = Filmed(told)
    teller = Silent(told, lambda: filmed.opened[-1])
    trial = Following(told, RULES, Eyes(teller, None), YARDSTICK).follow(filmed)
    moves = zip(trial.turns, told.truth["moves"], strict=True)
    broken = [turn for turn, move in moves if move.get("house_rule")]
    assert broken
    assert all(turn.is_right and turn.asked[:1] == ("doubt",) for turn in broken)


def test_a_wrong_reading_that_is_committed_is_counted_as_wrong(follow, told):
    lie = another_place(told, TURNS - 1)
    trial = follow({TURNS - 1: lie})
    recorded = RULES.dump_move(lie)
    assert [(miss.turn, miss.asked, miss.recorded) for miss in misses(trial)] == [(TURNS, False, recorded)]
    tally = count([trial], YARDSTICK)
    assert (tally.counts["tiles_right"], tally.wrong_unasked, tally.turns_untapped) == (TURNS - 1, 1, TURNS)


def test_a_turn_told_in_place_of_another_is_that_one_though_one_like_it_comes_later():
    told = script(SWAPPED, LEVEL, SMALL, TURNS, fps=FPS)
    filmed, moves = Filmed(told), [RULES.load_move(move) for move in told.truth["moves"]]
    players = len(told.setup.players)
    first, later = 1, 1 + players
    teller = Teller(told, lambda: filmed.opened[-1], {first: moves[later], later: moves[first]})
    trial = Following(told, RULES, Eyes(teller, None), YARDSTICK).follow(filmed)
    assert [(miss.turn, miss.recorded) for miss in misses(trial)] == [
        (first + 1, RULES.dump_move(moves[later])),
        (later + 1, RULES.dump_move(moves[first])),
    ]


def test_a_prompt_that_is_answered_counts_as_a_tap(follow):
    trial = follow(sure={2: 0.5})
    assert [(turn.number, turn.asked) for turn in trial.turns if turn.asked] == [(3, ("unsure",))]
    assert trial.turns[2].is_right
    assert count([trial], YARDSTICK).turns_untapped == TURNS - 1


def test_a_lie_that_is_not_sure_is_put_right_by_its_player(follow, told):
    trial = follow({3: another_place(told, 3)}, sure={3: 0.5})
    assert trial.turns[3].is_right
    assert trial.turns[3].asked
    tally = count([trial], YARDSTICK)
    assert (tally.counts["tiles_right"], tally.wrong_in_the_end, tally.games_right) == (TURNS - 1, 0, 1)


def test_a_player_takes_a_tile_back_without_answering_for_it():
    tales = (script(seed, 2, SMALL, TURNS, fps=FPS) for seed in range(1, 100))
    told = next(one for one in tales if any("takeback" in m.get("mishaps", ()) for m in one.truth["moves"]))
    filmed = Filmed(told)
    doubter = Doubter(told, lambda: filmed.opened[-1])
    trial = Following(told, RULES, Eyes(doubter, None), YARDSTICK).follow(filmed)
    assert trial.turns
    assert all(turn.is_right for turn in trial.turns)
    assert not [turn.number for turn in trial.turns if "unsure" in turn.asked]


def test_a_turn_that_nobody_played_is_taken_back_by_the_players_and_counts_as_wrong(told):
    filmed = Filmed(told)
    inventor = Inventor(told, lambda: filmed.opened[-1])
    trial = Following(told, RULES, Eyes(inventor, None), YARDSTICK).follow(filmed)
    assert inventor.has_invented
    assert trial.more == (RULES.dump_move(another_place(told, INVENTED + 1)),)
    assert all(turn.is_right for turn in some(trial.turns))
    assert trial.points == trial.true_points


def test_a_last_turn_that_nobody_saw_is_told_before_the_end_and_counts_as_a_tap(told):
    filmed = Filmed(told)
    dreamer = Dreamer(told, lambda: filmed.opened[-1])
    trial = Following(told, RULES, Eyes(dreamer, None), YARDSTICK).follow(filmed)
    assert [(turn.number, turn.asked) for turn in trial.turns if turn.asked] == [(TURNS, ("end",))]
    assert all(turn.is_right for turn in some(trial.turns))
    assert (trial.turns[-1].read, trial.points) == (None, trial.true_points)


def test_what_nobody_sees_is_told_while_the_turn_before_it_lies_on_the_table_and_is_sure(
    follow, told, monkeypatch
):
    silent = RULES.load_move(told.truth["moves"][3])
    monkeypatch.setattr(YARDSTICK, "is_told", lambda move: move == silent)
    trial = follow()
    assert [turn.number for turn in trial.turns if turn.read is None] == [4]
    assert all(turn.is_right and not turn.asked for turn in some(trial.turns))


def test_a_turn_that_is_read_before_the_next_hand_hides_it_is_right(follow, told):
    hidden = tuple(told.spans[number + 2 * (number == 2)] for number in range(TURNS))
    trial = follow(claimed=told._replace(spans=hidden))
    assert all(turn.is_right and not turn.asked for turn in some(trial.turns))
    assert trial.more == ()


def test_a_figure_that_is_not_there_is_counted_and_one_overlooked_is_not_seen(follow, told):
    moves = [RULES.load_move(move) for move in told.truth["moves"]]
    with_one = next(n for n, move in enumerate(moves) if move.meeple)
    overlooked = follow({with_one: replace(moves[with_one], meeple=None)}, sure={with_one: 0.5})
    counts = count([overlooked], YARDSTICK).counts
    assert counts["figures_seen"] == counts["figures"] - 1
    assert counts["tiles_right"] == TURNS


def test_what_is_said_to_differ_at_the_end_is_counted_and_can_be_written(follow, monkeypatch):
    fault = Fault("gone", ((0, 0),), sentence("{count} tiles are gone.", count=2))
    monkeypatch.setattr(Teller, "compare", lambda *_: (fault,))
    trial = follow()
    assert count([trial], YARDSTICK).games_differing == 1
    assert json.loads(msgspec.json.encode(trial))["differences"] == ["2 tiles are gone."]


def test_reads_with_a_hand_in_view_are_counted(follow, told):
    hand = next(scene.hand for scene in told.scenes if scene.hand)
    always = told._replace(scenes=tuple(replace(scene, hand=hand) for scene in told.scenes))
    trial = follow(claimed=always)
    assert trial.hand_reads == trial.reads > TURNS


def test_turns_that_look_the_same_by_the_rules_are_the_same():
    monastery = TilePlacement("red", "B", 0, (1, 0))
    assert same_tile(monastery, replace(monastery, turns=3))
    assert not same_tile(monastery, replace(monastery, cell=(0, 1)))
    bend = TilePlacement("red", "V", 0, (1, 0))
    assert not same_tile(bend, replace(bend, turns=1))


def test_a_segment_may_be_named_by_any_of_its_sides():
    field = next(s for s in lay_face("U", 0).segments if s.feature == "field")
    one, other = (TilePlacement("red", "U", 0, (1, 0), Meeple("field", (side,))) for side in field.sides[:2])
    assert figure_of(one) == figure_of(other)
    assert is_same(one, other)
    assert not is_same(one, replace(one, meeple=None))


@pytest.mark.slow
def test_a_worker_whose_heap_tells_only_after_the_last_turn_is_remarked_on_and_entered():
    trial = try_game(Case("tuscany", 1, 2021, 12), real_parts())
    assert trial.turns[-1].asked == ("remark",)
    assert (trial.points, trial.more) == (trial.true_points, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "right"), [("carcassonne", {"turns": 2, "tiles_right": 2}), ("tuscany", {})]
)
def test_the_real_program_follows_games_and_writes_them_down(game, right, program, tmp_path):
    out = tmp_path / "trials.json"
    words = ["--games", 1, "--hard", 0, "--seed", SEED, "--turns", 2, "--jobs", 1, "--out", out]
    ended = program("bench", "--game", game, "--json", *words)
    assert ended.status == 0, ended.err
    (tally,) = ended.document["levels"]
    assert (tally["games"], tally["hand_reads"]) == (1, 0)
    assert right.items() <= tally.items()
    assert tally["peak_mb"] > 0
    (tried,) = json.loads(out.read_bytes())["games"]
    assert [turn["number"] for turn in tried["turns"]] == [*range(1, tally["turns"] + 1)]


@pytest.mark.slow
def test_figures_are_seen_on_a_learned_box_with_violet_fields():
    case = Case("carcassonne", 1, 134, turns=10, is_made_up=True)
    counts = flat(count([try_game(case, real_parts())], YARDSTICK))
    assert counts["figures_in_colour"] >= counts["figures"] - 1 >= 5  # a black one is lost on a dark table
    assert counts["figures_false"] == 0


def test_options_of_games_are_refused_without_games(command):
    ended = command("bench", "--hard", 1)
    assert ended.status == 2
    assert "--games" in ended.err


@pytest.mark.skipif(
    WRITE not in os.environ, reason="whole games take an hour; the record is written when asked for"
)
def test_the_record_is_written_anew():
    cases = [Case("carcassonne", level, seed) for level in range(3) for seed in range(1, GAMES + 1)]
    trials = list(try_all(cases, real_parts(), all_cores()))
    tallies = [count([trial for trial in trials if trial.level == level], YARDSTICK) for level in range(3)]
    with RECORD.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(flat(tallies[0]))
        table.writerows(flat(tally).values() for tally in tallies)
    assert [tally.hand_reads for tally in tallies] == [0, 0, 0]
