"""No two players of a game have one name; games of old that have such players still go on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import UnreadableError
from scoring.game import PlayerSeat, Setup
from scoring.games import load, names
from scoring.referee.record.events import game_started
from scoring.referee.record.replay import resume
from scoring.referee.store import Event
from scoring.referee.transitions.confirmation import begin
from scoring.setups import check_names, name_key, with_distinct_names

COLOURS = ("red", "blue", "green", "yellow", "black", "pink")


def seats(*called):
    return tuple(PlayerSeat(name, colour) for name, colour in zip(called, COLOURS, strict=False))


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("second", ["Ann", "ann", " ANN ", "\uff21nn"])
def test_a_document_with_two_players_of_one_name_is_refused_and_names_both(game, second):
    rules = load(game)
    setup = Setup(rules.info.rule_sets[0].name, seats("Ann", second))
    document = {**rules.dump_game(setup, ()), "moves": []}
    with pytest.raises(UnreadableError) as refused:
        rules.replay(document)
    assert f"Ann (red) and {second} (blue) have the same name" in refused.value.says
    with pytest.raises(UnreadableError):
        rules.start(setup)


@pytest.mark.parametrize("game", names())
def test_a_kept_game_of_two_players_of_one_name_goes_on_with_both_told_apart(game):
    rules = load(game)
    setup = Setup(rules.info.rule_sets[0].name, seats("Ann", "Ben"))
    started = game_started(setup, rules, "")
    players = [{**player, "name": "Ann"} for player in started.body["setup"]["players"]]
    old = Event(started.kind, {**started.body, "setup": {**started.body["setup"], "players": players}})
    turn = resume([old], None, rules)
    assert [seat.name for seat in turn.setup.players] == ["Ann", "Ann (blue)"]
    assert turn.state == begin(turn.setup, rules).state


@given(st.lists(st.sampled_from(["Ann", "ann", "Ann (blue)", "Ben", " ben", "Zo\u00eb"]), max_size=6))
def test_players_told_apart_have_a_name_each_and_nobody_who_had_one_gets_another(called):
    apart = with_distinct_names(seats(*called))
    check_names(apart)
    assert [seat.colour for seat in apart] == list(COLOURS[: len(called)])
    for place, seat in enumerate(apart):
        assert name_key(seat.name).startswith(name_key(called[place]))
    if len(set(map(name_key, called))) == len(called):
        assert apart == seats(*called)
