"""What the rules of any game must be able to do, tested on every game there is."""

import json
from itertools import islice

import msgspec
import pytest

from scoring.errors import IllegalMoveError, ScoringError, UnreadableError
from scoring.game import Piece, PlayerSeat, Setup
from scoring.games import names
from scoring.hand import with_numbers
from scoring.picture import Picture
from scoring.referee.state import ConfirmedMove, number_turns
from scoring.roles.observation import EVERYBODY
from scoring.sentence import as_sentence, written
from scoring.sheet import total
from tests.some import perhaps, some
from tests.webui.write_translations import read, translations
from webui.render.svg import render_svg

FACES = 4
"""So many faces are tried on a state."""


TRANSLATED = {
    message.id[0] if message.pluralizable else message.id for file in translations() for message in read(file)
}


def legal_moves(played, state):
    """Give the moves that may be made with some of the faces that may be drawn."""
    for face in played.yardstick.drawn(state)[:FACES]:
        yield from played.rules.legal(state, face)


def refusal_of(act, *given):
    """Do something, and give the rule that forbids it; None where it is done."""
    try:
        act(*given)
    except IllegalMoveError as refusal:
        return refusal
    return None


def through_json(document):
    return json.loads(msgspec.json.encode(document, enc_hook=written))


def check_picture(picture):
    """Check that a picture can be drawn: everything it names is there, and each spot is one thing."""
    assert isinstance(picture, Picture)
    assert min(picture.box_mm[2:]) > 0
    for placed in some(picture.placed):
        assert placed.symbol in picture.symbols
        assert placed.emphasis in {"", "fault", "doubt", "last", "chosen", "proposed", "empty"}
        assert placed.colour in {"", *picture.palette}
    names = {*picture.palette, "player", ""}
    shapes = [shape for symbol in picture.symbols.values() for shape in symbol]
    assert shapes
    assert all({shape.fill, shape.stroke} <= names for shape in shapes)
    spots = [placed.spot for placed in picture.placed if placed.spot]
    assert len(spots) == len(set(spots))


# --- before a game -----------------------------------------------------------------------------------


def test_every_rule_set_has_a_value_for_every_option_and_each_is_said(rules):
    for rule_set in rules.info.rule_sets:
        assert rule_set.values.keys() == {option.name for option in rules.info.options}
    for option in rules.info.options:
        values = [value.value for value in option.values]
        assert len(set(values)) == len(values) > 1
        assert "" not in [value.says for value in option.values]
        assert {rule_set.values[option.name] for rule_set in rules.info.rule_sets} <= {*values}


def test_what_can_be_printed_can_be_drawn_and_cut_out(rules):
    box = rules.printable()
    things = box.things if box else ()
    for thing in perhaps(things):
        for side in some([side for side in (thing.front, thing.back) if side]):
            check_picture(side)
        assert len(thing.outline_mm) > 2
        assert thing.count > 0
    assert len({thing.name for thing in things}) == len(things)
    assert box is None or box.says


def test_any_number_of_players_can_sit_down_to_any_rule_set_and_option(rules):
    info = rules.info
    for number in some(range(info.min_players, info.max_players + 1)):
        seats = tuple(PlayerSeat(f"P{i}", colour) for i, colour in enumerate(info.colours[:number]))
        for rule_set in some(info.rule_sets):
            for option in some(info.options):
                for value in some(option.values):
                    setup = Setup(rule_set.name, seats, {option.name: value.value})
                    state = rules.start(setup)
                    assert rules.player(state) == seats[0].colour
                    assert list(rules.points(state)) == [seat.colour for seat in seats]
                    assert not any(rules.points(state).values())
                    assert not rules.is_over(state)


def test_players_that_cannot_sit_down_are_refused_in_a_sentence(rules):
    info = rules.info
    wrong = [
        [PlayerSeat("P", info.colours[0])] * 2,
        [PlayerSeat(f"P{i}", c) for i, c in enumerate(info.colours[: info.min_players - 1])],
        [PlayerSeat("P", info.colours[0]), PlayerSeat("Q", "transparent")],
    ]
    for seats in wrong:
        with pytest.raises(UnreadableError, match=r"\.$"):
            rules.start(Setup(info.rule_sets[0].name, tuple(seats)))
    seats = tuple(PlayerSeat("P", colour) for colour in info.colours[: info.min_players])
    for setup in (Setup("no such rules", seats), Setup(info.rule_sets[0].name, seats, {"no": "such"})):
        with pytest.raises(UnreadableError, match=r"\.$"):
            rules.start(setup)


# --- moves -------------------------------------------------------------------------------------------


def test_every_move_that_is_legal_passes_the_check_and_can_be_done(played):
    for state in some(played.some[:-1]):
        for move in islice(legal_moves(played, state), 200):
            played.rules.check(state, move)
            after, lines = played.rules.apply(state, move)
            assert after != state or played.yardstick.place(move) is None
            assert played.rules.force(state, move) == (after, lines)


def other_moments(played):
    """Give states, each with a move that was made at another moment, with the player whose turn it is."""
    for at in range(1, len(played.moves) - 1, 5):
        for move in played.moves[max(0, at - 20) : at + 20]:
            if played.rules.face_of(move):
                yield at, played.states[at], move


def test_what_the_check_refuses_is_not_legal_and_where_it_lets_a_move_pass_one_is(played):
    """Some moves of other moments of the game would be legal now, most would not."""
    legal, counts = {}, {True: 0, False: 0}
    for at, now, move in some(other_moments(played)):
        face = played.rules.face_of(move)
        if (at, face) not in legal:
            legal[at, face] = list(played.rules.legal(now, face))
        refusal = refusal_of(played.rules.check, now, move)
        counts[refusal is None] += 1
        if refusal is None:
            place = played.yardstick.place(move)
            assert any(played.yardstick.place(each) == place for each in legal[at, face])
            continue
        assert refusal.rule
        assert str(refusal).endswith(".")
        assert not any(played.yardstick.is_same(move, each) for each in legal[at, face])
        assert refusal_of(played.rules.apply, now, move)
    assert min(counts[True], counts[False]) > 0


def test_a_house_rule_is_done_or_refused_and_never_half_done(played):
    for state in some(played.some):
        for move in some(played.moves[::7]):
            if refusal := refusal_of(played.rules.force, state, move):
                assert str(refusal).endswith(".")
                continue
            after, lines = played.rules.force(state, move)
            assert after != state or played.yardstick.place(move) is None
            assert total(lines, played.rules.points(state)) == played.rules.points(after)


def test_the_points_grow_by_exactly_the_lines_and_each_line_is_an_explained_sum(played):
    for move, before, after in some(played.steps):
        _, lines = played.rules.apply(before, move)
        assert total(lines, played.rules.points(before)) == played.rules.points(after)
        for line in perhaps((*lines, *played.rules.final(after))):
            assert line.feature
            assert line.points == sum(term.count * term.each for term in line.terms)
            assert all(term.what for term in line.terms if term.points)
            assert list(line.where) == sorted(line.where)
            assert {*line.players} <= {seat.colour for seat in played.setup.players}
            assert line.terms or not line.points


def test_what_lines_are_about_and_what_everybody_has_is_said_in_every_language(played):
    about = {
        line.feature for move, before, _ in some(played.steps) for line in played.rules.apply(before, move)[1]
    }
    about |= {line.feature for line in some(played.rules.final(played.states[-1]))}
    about |= {supply.says for supply in played.rules.supplies(played.states[-1])}
    is_ours = played.rules.info.name in names()
    assert {as_sentence(says).words for says in some(about)} <= TRANSLATED or not is_ours


def test_a_whole_game_is_over_and_somebody_wins_it(played):
    last = played.states[-1]
    assert played.rules.is_over(last)
    assert not any(played.rules.is_over(state) for state in some(played.states[:-1]))
    points = total(played.rules.final(last), played.rules.points(last))
    winners = played.rules.winners(last)
    assert winners
    assert all(points[winner] == max(points.values()) for winner in winners)
    in_order = [seat.colour for seat in played.setup.players if seat.colour in winners]
    assert list(winners) == in_order


def test_what_counts_at_the_end_lies_on_the_board_or_is_said_to_be_left_out_of_a_photograph(played):
    lines = played.rules.final(played.states[-1])
    assert played.rules.info.left_out or not [line for line in some(lines) if not line.where]


def test_every_move_is_said_in_a_sentence_and_drawn(played):
    for move, before, _ in some(played.steps):
        assert str(played.rules.say(before, move)).endswith(".")
        check_picture(played.rules.draw_move(move))


def test_who_gets_figures_back_plays_and_what_a_camera_may_have_missed_is_legal(played):
    colours = {seat.colour for seat in played.setup.players}
    for move, before, _ in some(played.steps):
        for piece in played.rules.returned_pieces(before, move):
            assert isinstance(piece, Piece)
            assert piece.player in colours
        for other in perhaps(played.rules.unseen(before, move)):
            assert not played.yardstick.is_same(other, move)
            played.rules.check(before, other)


def test_a_turn_is_counted_once_and_set_up_takes_none(played):
    rules, count = played.rules, 0
    done = [ConfirmedMove(move, "seen", 1.0, False, before) for move, before, _ in played.steps]
    for number, (move, before, after) in some(zip(number_turns(done, rules), played.steps, strict=True)):
        # Where the others have passed, a player has one turn after the other; a set-up goes round without.
        is_handed_on = rules.takes_turn(before, move) and rules.player(after) != rules.player(before)
        assert rules.ends_turn(before, move) >= is_handed_on
        assert rules.takes_turn(before, move) >= rules.ends_turn(before, move)
        assert number == (count + 1 if rules.takes_turn(before, move) else 0)
        count += rules.ends_turn(before, move)
    assert count > played.early


def test_nobody_sees_more_than_the_game_holds_and_everybody_can_look(played):
    for state in some(played.some):
        for viewer in (EVERYBODY, *(seat.colour for seat in played.setup.players)):
            view = played.rules.view(state, viewer)
            assert played.rules.view(view, viewer) == view
            assert played.rules.player(view) == played.rules.player(state)
            check_picture(played.rules.picture(view))
            private = [each.name for each in played.rules.info.currencies if each.is_private]
            for name in perhaps([] if played.rules.is_over(state) else private):
                assert {*played.rules.balances(view)[name]} <= {viewer}


def test_what_may_be_done_now_is_said_and_done_and_after_the_end_there_is_nothing(played):
    for state in some(played.some[:-1]):
        actions = played.rules.actions(state)
        assert actions
        assert len({each.name for each in actions}) == len(actions)
        assert all(each.says for each in actions)
        assert {each.by for each in actions} <= {"", *(seat.colour for seat in played.setup.players)}
        for each in actions:
            offered = [*([each.move] if each.move else []), *(choice.value for choice in each.choices)]
            for ends in perhaps([[number.least, number.most] for number in each.amounts[:1]]):
                offered += [with_numbers(each.amounts, [end] * len(each.amounts)) for end in ends]
            for move in perhaps(offered):
                assert not refusal_of(played.rules.check, state, played.rules.load_move(move))
    assert not played.rules.actions(played.states[-1])


# --- documents ---------------------------------------------------------------------------------------


def test_moves_are_read_back_as_they_were_written(played):
    for move in some(played.moves):
        document = through_json(played.rules.dump_move(move))
        assert played.rules.load_move(document) == move
        assert document["player"] in {seat.colour for seat in played.setup.players}


def test_a_game_written_down_replays_with_the_same_points(played):
    document = through_json(played.rules.dump_game(played.setup, played.moves, ended=True))
    assert document["format"] == "tablekeeper.game/1"
    assert document["game"] == played.rules.info.name
    for given in (document, json.dumps(document), json.dumps(document).encode()):
        sheet = through_json(played.rules.replay(given))
    assert sheet["format"] == "tablekeeper.sheet/1"
    assert [entry["move"] for entry in sheet["after"]] == [*range(1, len(played.moves) + 1)]
    for entry, state in some(zip(sheet["after"], played.states[1:], strict=True)):
        assert entry["points"] == played.rules.points(state)
    last = played.states[-1]
    assert sheet["final"]["points"] == total(played.rules.final(last), played.rules.points(last))
    assert sheet["final"]["winners"] == list(played.rules.winners(last))


def test_a_setup_is_read_back_from_its_game(played):
    document = through_json(played.rules.dump_game(played.setup, ()))
    setup = played.rules.load_setup(document)
    assert setup.players == played.setup.players
    assert played.rules.start(setup) == played.rules.start(played.rules.load_setup(json.dumps(document)))


def house_rule(played):
    """Find a move that breaks a rule and can be kept all the same."""
    for at, now, move in other_moments(played):
        if refusal_of(played.rules.check, now, move) and not refusal_of(played.rules.force, now, move):
            return at, move, played.rules.force(now, move)[0]
    raise AssertionError("no move of this game can be kept against the rules")


def test_a_game_with_a_house_rule_in_it_replays_and_without_the_rule_it_stops(played):
    at, move, after = house_rule(played)
    moves = (*played.moves[:at], move)
    sheet = played.rules.replay(played.rules.dump_game(played.setup, moves, forced=[at]))
    assert sheet["after"][-1]["points"] == played.rules.points(after)
    with pytest.raises(ScoringError, match=str(at + 1)):
        played.rules.replay(played.rules.dump_game(played.setup, moves))


@pytest.mark.parametrize("spoiled", ["{}", "[]", "nonsense", '{"format": "tablekeeper.game/9"}', b"\xff"])
def test_what_is_no_game_is_refused_in_a_sentence(rules, spoiled):
    with pytest.raises(UnreadableError, match=r"\.$"):
        rules.replay(spoiled)


def test_a_move_that_is_none_is_refused_in_a_sentence(rules):
    for document in ({}, {"player": 3}, {"player": rules.info.colours[0], "face": []}):
        with pytest.raises(UnreadableError, match=r"\.$"):
            rules.load_move(document)


# --- pictures ----------------------------------------------------------------------------------------


def test_a_game_can_be_drawn_at_any_moment_with_what_is_proposed(played):
    for state in played.some:
        check_picture(played.rules.picture(state))
    for move, before, after in some(played.steps):
        proposed = played.rules.picture(before, [move])
        check_picture(proposed)
        was = {placed.spot for placed in played.rules.picture(before).placed}
        new = [placed for placed in proposed.placed if placed.spot and placed.spot not in was]
        assert {placed.emphasis for placed in new} <= {"proposed", "fault", "empty"}
        assert {p.spot for p in new if p.emphasis != "empty"} <= {
            placed.spot for placed in played.rules.picture(after).placed
        } | {placed.spot for placed in new if not placed.spot.startswith("tile:")}


def test_a_page_can_show_the_picture(played):
    for state in some(played.some):
        assert render_svg(played.rules.picture(state)).startswith("<svg")


# --- questions ---------------------------------------------------------------------------------------


def test_a_move_answered_as_it_is_stays_as_it_is(played):
    for move, before, _ in some(played.steps):
        for question in some(played.rules.ask(before, move)):
            if question.chosen is not None:
                answer = through_json({question.name: question.chosen})
                assert played.yardstick.is_same(played.rules.answer(before, move, answer), move)


def test_every_answer_that_is_offered_is_taken_and_is_chosen_then(played):
    for state in played.some[1:-1]:
        for move in islice(legal_moves(played, state), 0, None, 7):
            check_answers(played, state, move)
            break


def check_answers(played, state, move):
    for question in some(played.rules.ask(state, move)):
        assert question.title
        assert question.choices or question.picture
        for choice in question.choices:
            if choice.picture:
                check_picture(choice.picture)
            after = played.rules.answer(state, move, through_json({question.name: choice.value}))
            assert after is not None
            if question.name != "move":
                again = {q.name: q.chosen for q in played.rules.ask(state, after)}
                assert again.get(question.name, choice.value) == choice.value or len(again) == 1


def test_answers_to_no_question_are_refused_in_a_sentence(played):
    state, move = played.states[played.early], played.moves[played.early]
    questions = [question.name for question in played.rules.ask(state, move)]
    for answers in ({"no such question": 1}, *({name: ["no", "answer"]} for name in questions)):
        with pytest.raises(ScoringError, match=r"\.$"):
            played.rules.answer(state, move, answers)


def test_a_single_tile_is_named_as_the_game_names_it_in_every_turn(played):
    rules = played.rules
    known = [choice.value for choice in rules.single_faces()] or played.yardstick.drawn(played.states[1])
    for face in some(known):
        turns = rules.single_turns(face)
        assert len({choice.value for choice in turns}) == len(turns) > 0
        for choice in turns:
            check_picture(choice.picture)
            named = rules.single_tile(face, choice.value)
            assert rules.single_tile(*named) == named
    for wrong in (("no such face", 0), (known[0], 77), ("", 0)):
        with pytest.raises(UnreadableError, match=r"\.$"):
            rules.single_tile(*wrong)


def test_cells_have_outlines_that_hold_what_the_picture_shows_there(played):
    state = played.states[-1]
    for cell in [(0, 0), (1, 0), (2, 0)]:
        [outline] = played.rules.outlines([cell], state)
        assert len(outline) > 2
        assert len(set(outline)) == len(outline)
    assert len(played.rules.outlines([(0, 0), (5, 0)], state)) == 2
    assert not played.rules.outlines([], state)


# --- looking things up -------------------------------------------------------------------------------


def test_places_are_where_the_legal_moves_lay_their_tiles(played):
    for state in some(played.some[1:-1]):
        for face in some(played.yardstick.drawn(state)[:FACES]):
            moves = [(played.rules.where(state, move), move) for move in played.rules.legal(state, face)]
            wanted = {
                (cell, played.rules.dump_move(move).get("turns", 0)) for at, move in moves for cell in at[:1]
            }
            found = {
                (place.cell, turns) for place in played.rules.places(state, face) for turns in place.turns
            }
            assert wanted == found


def test_no_place_is_told_for_a_face_the_game_does_not_have(played):
    with pytest.raises(UnreadableError, match=r"\.$"):
        played.rules.places(played.states[played.early], "no such face")


def test_regions_are_apart_and_say_what_they_would_pay(played):
    earned = {"", *(each.name for each in played.rules.info.currencies if each.units)}
    for state in some(played.some):
        regions = played.rules.regions(state)
        names = [region.name for region in regions]
        assert len(set(names)) == len(names)
        standing = {}
        for region in perhaps(regions):
            assert {*region.players} <= {player for player, count in region.figures if count}
            assert {region.owner} <= {"", *(seat.colour for seat in played.setup.players)}
            assert region.currency in earned
            for line in perhaps(region.at_end):
                assert line.points == sum(term.count * term.each for term in line.terms)
            assert region.outlines_mm
            for player, count in region.figures:
                standing[player] = standing.get(player, 0) + count
        for player, count in perhaps(standing.items()):
            placed = sum(s.of - s.left for s in played.rules.supplies(state) if s.player == player)
            assert count <= placed


def test_nobody_has_fewer_pieces_than_none_or_more_than_all(played):
    for state in some(played.states):
        supplies = played.rules.supplies(state)
        assert {supply.player for supply in supplies} == {seat.colour for seat in played.setup.players}
        assert all(supply.left >= 0 and (not supply.of or supply.left <= supply.of) for supply in supplies)


def test_what_is_left_in_the_box_has_a_word_and_a_drawing(played):
    for state in some(played.some):
        left = played.rules.left(state)
        assert min((each.count for each in left), default=1) > 0
        for each in perhaps(left):
            assert each.label
            check_picture(each.picture)


def test_where_a_move_shows_can_be_marked_on_the_table_though_only_the_state_may_tell(played):
    shown = 0
    for move, before, _ in some(played.steps):
        cells = played.rules.where(before, move)
        assert len(played.rules.outlines(cells, before)) == len(cells)
        seen = [played.rules.view(before, EVERYBODY), played.rules.view_move(move, EVERYBODY)]
        assert played.rules.where(*seen) == cells
        shown += bool(cells)
    assert shown > played.early
