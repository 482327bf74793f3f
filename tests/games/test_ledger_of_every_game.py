"""What players have beside their points, what tracks show and boxes tell, tested on every game there is."""

import json

import msgspec
from msgspec.structs import replace

from scoring.referee.observation import find_discrepancies
from scoring.roles.observation import EVERYBODY
from scoring.sentence import written
from tests.some import perhaps, some


def through_json(document):
    return json.loads(msgspec.json.encode(document, enc_hook=written))


def test_a_mark_that_differs_is_explained_and_entered_the_game_has_it(played):
    rules = played.rules
    for state in some(played.some[1:-1]):
        marks = rules.expected(state)
        assert not find_discrepancies(state, marks, rules)
        for mark in marks:
            for found in find_discrepancies(state, [replace(mark, count=mark.count + 1)], rules):
                assert len({rules.load_move(rules.dump_move(found.move)), found.move}) == 1
                assert str(found.says).endswith(".")
                assert not rules.takes_turn(state, found.move)
                after, _ = rules.apply(state, found.move)
                assert replace(mark, count=mark.count + 1) in rules.expected(after)


def test_what_a_scoreboard_shows_is_the_points_or_said_to_be_something_else(played):
    rules, colours = played.rules, [seat.colour for seat in played.setup.players]
    for state in some(played.some):
        standing = rules.standing(rules.view(state, EVERYBODY))
        assert [*standing] == colours
        assert rules.info.standing or standing == rules.points(state)


def test_marks_are_of_players_or_of_a_track_that_all_share(played):
    colours = {seat.colour for seat in played.setup.players}
    shared = {track.name for track in played.rules.info.tracks if track.is_common}
    for state in some(played.some):
        marks = played.rules.expected(state)
        assert {mark.player for mark in marks} <= {"", *colours}
        assert {mark.what for mark in marks if not mark.player} == (shared if marks else set())


def test_what_lines_bring_and_tracks_show_is_points_or_a_currency_of_the_game(played):
    info = played.rules.info
    names = {currency.name for currency in info.currencies}
    earned = {currency.name for currency in info.currencies if currency.units}
    assert {track.currency for track in info.tracks} <= {"", *names}
    for move, before, after in some(played.steps):
        lines = played.rules.apply(before, move)[1]
        assert {line.currency for line in lines} <= {"", *earned}
        for track in perhaps([track for track in info.tracks if track.currency]):
            was, now = (played.rules.balances(state)[track.currency] for state in (before, after))
            paid = [line for line in lines if line.currency == track.currency]
            got = {player: sum(line.points for line in paid if player in line.players) for player in was}
            assert {player: was[player] + got[player] for player in was} == now


def test_every_currency_is_kept_in_turn_order_for_everybody_whose_is_known(played):
    colours = [seat.colour for seat in played.setup.players]
    private = {currency.name for currency in played.rules.info.currencies if currency.is_private}
    for state in some(played.some):
        balances = played.rules.balances(state)
        assert {*balances} == {currency.name for currency in played.rules.info.currencies}
        for name, each in balances.items():
            assert [*each] == [colour for colour in colours if colour in each]
            assert name in private or {*each} == {*colours}


def test_what_a_game_has_told_of_its_box_is_there_when_the_next_one_begins(played):
    rules = played.rules
    known = rules.learned(played.states[-1])
    assert rules.note_box(played.states[0]) == ""
    for says in perhaps(rules.list_box({} if known is None else known)):
        assert str(says)
    setup = replace(played.setup, box=known)
    document = through_json(rules.dump_game(setup, ()))
    assert ("box" in document) == (known is not None)
    again = rules.start(rules.load_setup(document))
    assert rules.learned(again) == (rules.learned(played.states[0]) if known is None else known)
    assert rules.note_box(again) == rules.note_box(played.states[-1])
