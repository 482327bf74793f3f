"""What the table loop, the record and the exports make of any game, tested on every game there is."""

import json
from typing import get_args

import msgspec
import pytest
from flask import Flask

from firmware.desks.bgstats import bgstats_play
from firmware.desks.games import StoredGames
from firmware.desks.share_card import share_card
from firmware.evaluation.live_games import FPS, Filmed, Following
from firmware.evaluation.onlooker import count_right
from firmware.store.history import points_csv
from firmware.store.results import result_of
from firmware.store.store import open_store
from firmware.table.follower import Eyes
from scoring.referee.contracts.games import Form, GameRecord
from scoring.referee.contracts.table import NewGame
from scoring.referee.inputs import Declared, LookRead, Pressed, Revised
from scoring.referee.machine import step
from scoring.referee.observation import Proposal, Sight
from scoring.referee.publication import light_of, says, snapshot
from scoring.referee.record.drafts import draft_of
from scoring.referee.record.events import game_started, last_on_the_table
from scoring.referee.record.history import document_of, record_of
from scoring.referee.record.replay import resume
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.roles.observation import EVERYBODY
from scoring.sentence import written
from scoring.sheet import line_document, say_term, total
from tests.some import some
from vision import games as readers_of
from vision.simulator.table.timeline import script
from webui.access.languages import LANGUAGES, install
from webui.history.tally import tally
from webui.live.stream import table_document

SMALL = (640, 360)
SEED = 5
TURNS = 6
SURE = 0.99
SEEDS_TILL_A_TIE = 8


class Teller:
    """Says what a film shows without looking at it.

    Args:
        told: The script that is filmed.
        rules: Of the game.
        shown: Gives the number of the frame that is being looked at.
    """

    def __init__(self, told, rules, shown):
        self.told, self.shown = told, shown
        self.moves = [rules.load_move(move) for move in told.truth["moves"]]
        self.states = [rules.start(told.setup)]
        for move in self.moves:
            self.states.append(rules.force(self.states[-1], move)[0])

    def look(self, image, known, state, memory, visits=0):
        frame, done = self.shown(), self.states.index(state)
        new = [n for n in range(done, len(self.moves)) if self.told.spans[n].whole_from <= frame]
        return Sight((Proposal(tuple(self.moves[n] for n in new), SURE if new else 1.0),)), None

    def compare(self, image, known, state, memory):
        return ()


@pytest.fixture(scope="module")
def told(game):
    if game not in readers_of.names():
        pytest.skip("no film shows it")
    return script(SEED, 0, SMALL, TURNS, game=game, fps=FPS)


def test_a_game_told_truthfully_is_followed_to_its_end_without_a_tap(game, rules, told):
    filmed = Filmed(told)
    eyes = Eyes(Teller(told, rules, lambda: filmed.opened[-1]), None)
    trial = Following(told, rules, eyes, readers_of.load_yardstick(game)).follow(filmed)
    assert [turn.is_right for turn in trial.turns] == [True] * len(told.spans)
    assert not any(turn.asked for turn in trial.turns)
    assert (trial.more, trial.points) == ((), trial.true_points)


class Desk:
    """A table at which a game is played by pressing: every move is seen, and confirmed."""

    def __init__(self, setup, rules):
        self.rules, self.turn = rules, begin(setup, rules)
        self.events = [game_started(setup, rules, "")]
        self.shown = []

    def give(self, given):
        before = self.turn
        self.turn, effects = step(self.turn, given, self.rules)
        assert self.turn != before, given
        for effect in effects:
            self.events += getattr(effect, "events", ())
        self.shown.append(snapshot(self.turn, self.rules, "1", "a test"))

    def press(self, button):
        self.give(Pressed(button, self.turn.version))

    def play(self, moves):
        for move in moves:
            self.give(Declared(self.rules.dump_move(move), self.turn.version))

    @property
    def again(self):
        events = [Event(event.kind, through_json(event.body)) for event in self.events]
        return resume(events, through_json(draft_of(self.turn, self.rules)), self.rules)


def record_in(desk):
    """Write the game of a desk down, as one of the games that are kept."""
    now = desk.shown[-1]
    ended = desk.turn.stage == "ended"
    about = GameRecord("1", 1_800_000_000.0, now.title, now.moves, ended, now.seats, rules=now.rules)
    return record_of(about, desk.turn, desk.rules)


def through_json(document):
    return json.loads(msgspec.json.encode(document, enc_hook=written))


@pytest.fixture(scope="module")
def desk(played):
    """A whole game entered by its players, and ended."""
    desk = Desk(played.setup, played.rules)
    desk.play(played.moves)
    if desk.turn.stage != "comparing":
        desk.press("end")
    desk.press("confirm")
    return desk


def test_a_game_entered_move_by_move_comes_to_the_points_of_the_rules(played, desk):
    last = played.states[-1]
    assert desk.turn.stage == "ended"
    points = total(played.rules.final(last), played.rules.points(last))
    assert {seat.colour: seat.points for seat in desk.shown[-1].seats} == points
    won = [seat.colour for seat in desk.shown[-1].seats if seat.won]
    assert won == list(played.rules.winners(last))
    assert through_json(table_document(desk.shown[-1]))["sheet"]["winners"] == won


def test_the_table_says_at_every_moment_what_it_waits_for(played, desk):
    for now in some(desk.shown):
        assert now.says
        assert now.title == played.rules.info.title
        document = through_json(table_document(now))
        assert document["format"] == "tablekeeper.table/1"
        assert sum(seat.has_turn for seat in now.seats) == (now.phase != "ended")
    colour, pattern = light_of(begin(played.setup, played.rules), played.rules)
    assert colour == played.setup.players[0].colour
    assert pattern == "steady"
    assert says(begin(played.setup, played.rules), played.rules).endswith(".")


def test_a_game_is_put_together_again_from_what_was_kept(played, desk):
    assert desk.again.stage == "ended"
    assert desk.again.state == desk.turn.state
    under_way = Desk(played.setup, played.rules)
    under_way.play(played.moves[:5])
    assert under_way.again.state == played.states[5]
    assert [done.move for done in under_way.again.done] == list(played.moves[:5])


def test_every_move_can_be_taken_back_to_the_empty_table(played):
    desk = Desk(played.setup, played.rules)
    desk.play(played.moves[:5])
    for state in some(reversed(played.states[:5])):
        desk.press("undo")
        assert desk.turn.state == state
    assert not desk.turn.done
    desk.play(played.moves[:2])
    assert desk.turn.state == played.states[2]


def test_a_move_that_was_seen_is_proposed_said_and_confirmed(played):
    desk = Desk(played.setup, played.rules)
    for number, move in some(enumerate(played.moves[:4])):
        desk.give(LookRead(Sight((Proposal((move,), SURE),))))
        assert desk.turn.stage == "proposal"
        assert desk.shown[-1].proposal.endswith(".")
        assert {"confirm", "correct"} <= {*desk.shown[-1].may}
        desk.press("confirm")
        assert desk.turn.state == played.states[number + 1]


def test_a_record_of_the_game_tells_every_turn_and_can_be_handed_out(played, desk):
    record = record_in(desk)
    assert len(record.turns) == len(played.moves)
    assert [dict(turn.standing) for turn in record.turns] == [
        dict(played.rules.standing(played.rules.view(state, EVERYBODY))) for state in played.states[1:]
    ]
    document = through_json(document_of(desk.turn, played.rules))
    table = points_csv(document, played.rules.replay(document)).splitlines()
    assert len(table) == len(played.moves) + 2
    play = bgstats_play(record.about, played.rules.info)
    won = [player["name"] for player in play["players"] if player["winner"]]
    winners = played.rules.winners(played.states[-1])
    assert won == [seat.name for seat in played.setup.players if seat.colour in winners]
    assert share_card(record.about, played.rules.picture(desk.turn.state)).startswith(b"\x89PNG")
    assert sum(count.won for count in tally([result_of(record)]).players) == len(winners)


def test_a_game_begun_in_the_middle_is_played_kept_taken_back_and_handed_out(played, desk):
    at = len(played.moves) // 2
    setup = played.begun(at)
    middle = Desk(setup, played.rules)
    assert "undo" not in snapshot(middle.turn, played.rules).may
    middle.play(played.moves[at : at + 3])
    assert middle.again.state == middle.turn.state
    first = played.rules.dump_move(played.moves[at])
    middle.give(Revised(3, first, middle.turn.version))
    assert middle.turn.done[0].how == "declared"
    middle.press("undo")  # what was set right is again as it was
    for _ in range(3):
        middle.press("undo")
    assert middle.turn.state == played.rules.start(setup)
    assert middle.turn.lines == middle.turn.carried
    assert "undo" not in middle.shown[-1].may
    middle.play(played.moves[at:])
    if middle.turn.stage != "comparing":
        middle.press("end")
    middle.press("confirm")
    assert [seat.points for seat in middle.shown[-1].seats] == [seat.points for seat in desk.shown[-1].seats]
    record = record_in(middle)
    assert record.standing_after(0) == dict(
        played.rules.standing(played.rules.view(played.states[at], EVERYBODY))
    )
    assert sum(tally([result_of(record)]).players[0].features.values()) == record.about.players[0].points
    document = through_json(document_of(middle.turn, played.rules))
    assert document["begins"] == through_json(setup.begins)
    table = points_csv(document, played.rules.replay(document)).splitlines()
    balances = played.rules.balances(played.states[at])
    had = [balances[each.name] for each in played.rules.info.currencies if not each.is_private]
    counts = [count for each in (played.rules.points(played.states[at]), *had) for count in each.values()]
    assert table[1] == ",".join(["0", "", *map(str, counts)])
    assert share_card(record.about, played.rules.picture(middle.turn.state)).startswith(b"\x89PNG")


def test_a_photographed_table_is_kept_as_a_game_that_has_ended_as_it_lies(played, tmp_path):
    setup = played.begun(len(played.moves) // 2)
    new = NewGame(
        played.rules.info.name,
        setup.rules,
        "",
        tuple((seat.name, seat.colour) for seat in setup.players),
        dict(setup.options),
        begins=dict(setup.begins),
    )
    with open_store(tmp_path) as store:
        running = store.begin(game_started(played.setup, played.rules, ""))
        games = StoredGames(store, lambda _: played.rules, tmp_path / "recordings", lambda: running)
        kept = games.keep_photo(new)
        assert last_on_the_table(store) == running
        assert games.keep_photo(new) == kept
        store.append(running, [Event("game_ended", {})])
        assert [each.about.game for each in games.results()] == [kept]  # in the other, nobody laid a tile
        about = games.record(kept).about
        document = json.loads(games.hand_out(kept, "json").data)
        final = played.rules.replay(document)["final"]
        state = played.rules.start(setup)
        assert (about.ended, about.turns, document["moves"]) == (True, 0, [])
        assert final["points"] == total(played.rules.final(state), played.rules.points(state))
        assert {seat.colour: seat.points for seat in about.players} == final["points"]
        for form in some(get_args(Form)):
            assert games.hand_out(kept, form).data
        games.remove(kept)
        assert [each.game for each in games.games()] == [running]


def test_every_sum_can_be_written_as_json_and_said_in_every_language(play_by_seed):
    """Ties are rare: many games are played until several shared a sum."""
    app, shared = Flask("webui"), 0
    install(app)
    for seed in range(SEEDS_TILL_A_TIE):
        played = play_by_seed(seed)
        lines = [line for move, before, _ in played.steps for line in played.rules.apply(before, move)[1]]
        lines += played.rules.final(played.states[-1])
        shared += sum(len(line.players) > 1 for line in lines)
        for line in some(lines):
            assert through_json(line_document(line))["points"] == line.points
    assert shared or not played.rules.info.has_regions  # nobody shares where nothing is held
    for language in LANGUAGES:
        with app.test_request_context("/", headers={"Accept-Language": language}):
            said = [say_term(term) for line in lines for term in line.terms]
            assert said
            assert all(said)


def test_a_recording_is_compared_with_its_truth_turn_by_turn(played):
    truth = played.rules.dump_game(played.setup, played.moves)
    assert count_right(truth, truth, played.rules, played.yardstick) == len(played.moves)
    without = {**truth, "moves": [*truth["moves"][:3], *truth["moves"][4:]]}
    assert count_right(without, truth, played.rules, played.yardstick) < len(played.moves)
