"""Actions of Cornish Smuggler told by what stands on the board before and after."""

from math import exp
from random import Random

import pytest
from msgspec.structs import replace

from scoring.errors import is_allowed
from scoring.game import PlayerSeat, Setup
from scoring.games.smuggler.engine import moves as m
from scoring.games.smuggler.engine.choices import doors, legal
from scoring.games.smuggler.engine.money import squares_of
from scoring.games.smuggler.engine.officers import choices_of_walk, is_free, who_chooses
from scoring.games.smuggler.engine.options import INFO
from scoring.games.smuggler.engine.play import apply, check
from scoring.games.smuggler.engine.state import ABOARD, start, with_goods, with_household
from scoring.games.smuggler.land.box import dump_box, is_land, is_water, sample_box
from tests.some import some
from vision.games.smuggler.colours import BLACK
from vision.games.smuggler.explaining import (
    SHOWN,
    TableStory,
    corrected,
    count_expected,
    differences,
    explain,
    misplaced,
)
from vision.games.smuggler.live import likely

SEEDS = range(7001, 7005)
ACTIONS = 40


def begun(seed):
    """Set a table up by chance."""
    chance, box = Random(seed), sample_box()
    players = (PlayerSeat("Anna", "red"), PlayerSeat("Ben", "blue"), PlayerSeat("Cleo", "yellow"))
    state = start(Setup(INFO.rule_sets[0].name, players, box=dump_box(box)))
    lands = [name for name, place in box.places.items() if is_land(place)]
    seas = [name for name, place in box.places.items() if is_water(place)]
    for seat in players:
        card = chance.choice(box.characters)
        move = m.Begin(seat.colour, card, chance.choice(lands), chance.choice(seas), chance.choice(box.ships))
        state, _ = apply(state, move)
    return state, chance


def chosen(state, chance):
    """Choose what officers do, where somebody has to."""
    while who_chooses(state):
        steps = [m.WalkOfficers(who_chooses(state), (walk,)) for walk in choices_of_walk(state)]
        free = [place for place in state.box.places if is_free(state, place)]
        comes = [m.PlaceOfficers(who_chooses(state), (place,)) for place in free]
        state, _ = apply(state, chance.choice(steps or comes))
    return state


def acted(state, chance):
    """Do something by chance that shows, where it can be done; else pass."""
    faces = ["sell", "land", "buy", *chance.sample(SHOWN, len(SHOWN))]
    for face in faces:
        moves = [*legal(state, face)]
        if moves:
            move = chance.choice(moves)
            return move, apply(state, move)[0]
    return None, apply(state, m.Pass(state.player))[0]


@pytest.fixture(scope="module")
def course():
    """Give games before and after every action that shows, with all that was chosen for it."""
    told = []
    for seed in SEEDS:
        state, chance = begun(seed)
        for _ in range(ACTIONS):
            before = state
            move, state = acted(state, chance)
            state = chosen(state, chance)
            if move is not None and count_expected(before) != count_expected(state):
                told.append((before, move, state))
            if state.is_played:
                break
    return told


def shows_the_same(state, move, other):
    """Tell whether two actions differ in nothing that shows."""
    if type(move) is not type(other) or move.player != other.player:
        return False
    if isinstance(move, m.Buy):
        return squares_of(state, move) == squares_of(state, other)
    fields = {"marker", "goods", "to", "officer", "at"} & {*move.__struct_fields__}
    return all(getattr(move, each) == getattr(other, each) for each in some(fields))


def test_goods_that_were_counted_wrong_while_they_were_known_are_told_by_what_has_changed():
    state, _ = begun(7300)
    should = count_expected(state)
    measured = should._replace(goods={spot: squares - 1 for spot, squares in should.goods.items()})
    state, _ = apply(with_household(state, state.player, ship="merchant_north"), m.Buy(state.player, "g1"))
    after = count_expected(state)
    seen = after._replace(goods={spot: squares - 1 for spot, squares in after.goods.items()})
    assert corrected(seen, measured, should).goods == pytest.approx(after.goods)


def test_where_goods_were_misread_it_is_not_sure_how_many_have_gone():
    state, _ = begun(7300)
    state = with_household(state, state.player, ship="merchant_north")
    known, stock = count_expected(state), "stock:merchant_north"
    squares = known.goods[stock]

    def bought(misread):
        before, now = (
            known._replace(goods={**known.goods, stock: squares - each}) for each in (misread, misread + 2)
        )
        return explain(state, corrected(now, before, known))

    sure, unsure = ([story.log_odds for story in bought(misread)] for misread in (0, 3))
    assert len(sure) == 1 or sure[0] - sure[1] > 4
    assert unsure[0] - unsure[1] < 2


def test_goods_are_told_by_what_has_gone_though_more_was_measured_than_lay_there():
    state, _ = begun(7300)
    known = count_expected(state)._replace(goods={"stock:merchant_south": 26})
    before = known._replace(goods={"stock:merchant_south": 26.72})
    now = corrected(known._replace(goods={"stock:merchant_south": 22.71}), before, known)
    assert now.goods["stock:merchant_south"] == pytest.approx(22, abs=0.15)


def test_nothing_is_explained_where_nothing_has_changed(course):
    for before, _, _ in some(course[:5]):
        assert explain(before, count_expected(before)) == ()


def test_what_was_done_is_among_what_explains_the_table(course):
    right = 0
    for before, move, after in some(course):
        stories = explain(before, count_expected(after))
        told = [each for story in stories for each in story.moves]
        right += any(shows_the_same(before, each, move) for each in told)
    assert right >= 0.97 * len(course)
    assert len(course) > 60


def test_two_actions_in_one_look_are_told_in_their_order():
    state, chance = begun(7100)
    right = tried = 0
    while tried < 8 and not state.is_played:
        before = state
        first, state = acted(state, chance)
        second, state = acted(chosen(state, chance), chance)
        state = chosen(state, chance)
        if first is None or second is None or first.player == second.player:
            continue
        tried += 1
        stories = explain(before, count_expected(state))
        right += any(
            {first.player, second.player} <= {move.player for move in story.moves} for story in stories
        )
    assert tried
    assert right >= 0.6 * tried


def test_a_marker_that_was_forgotten_is_a_remark_and_the_action_is_told_all_the_same():
    before, _ = begun(7200)
    key = next(iter(before.goods))
    before = with_household(before, "red", markers=("helston",))
    before = with_goods(before, (key,), where="helston", owner="red")
    for row in range(3):
        after, _ = apply(before, m.Sell("red", key, row))
        whole = count_expected(after)
        story, *_ = explain(before, whole)
        assert (story.moves[0], story.remarks) == (m.Sell("red", key, row), ())
        forgotten = whole._replace(wheel=before.wheel)
        story, *others = explain(before, forgotten)
        assert isinstance(story.moves[0], m.Sell)
        assert (story.moves[0].goods, story.remarks) == (key, ("wheel",))
        assert row in {each.moves[0].row for each in (story, *others) if isinstance(each.moves[0], m.Sell)}
        assert misplaced(after, forgotten) == ("wheel",)


def test_what_no_action_explains_is_left_unexplained(course):
    before = course[0][0]
    pegs = {**count_expected(before).pegs, (BLACK, "up_north"): 3}
    stories = explain(before, count_expected(before)._replace(pegs=pegs))
    assert [story for story in stories if story.is_whole] == []


def test_an_order_that_brings_nothing_nearer_explains_no_officer_that_was_put_down_by_mistake():
    """He stands two steps off, and goods seem to be gone that pieces may hide."""
    before, _ = begun(7501)
    goods = next(iter(before.goods))
    before = with_goods(before, (goods,), where="helston")
    due, stands = count_expected(before), before.officers[0].place
    steps = doors(before, stands)
    further = (place for step in some(steps) for place in doors(before, step))
    mistaken = next(place for place in further if place != stands and is_free(before, place))
    pegs = {**due.pegs, (BLACK, stands): due.pegs[BLACK, stands] - 1, (BLACK, mistaken): 1}
    seen = due._replace(pegs=pegs, goods={**due.goods, "helston": 0.0}, hidden={"helston": 3.0})
    assert mistaken not in steps
    assert [story for story in explain(before, seen) if story.is_whole] == []


def test_what_no_actions_explain_whole_is_explained_as_far_as_they_go():
    before, _ = begun(7500)
    before = with_household(before, "red", ship="lands_end")
    after, _ = apply(before, m.Sail("red", "western_deep"))
    pegs = {**count_expected(after).pegs, (BLACK, "up_north"): 3}
    story, *_ = explain(before, count_expected(after)._replace(pegs=pegs))
    assert (story.moves, story.left) == ((m.Sail("red", "western_deep"),), 3)
    assert not story.is_whole


def test_goods_that_were_seen_ashore_and_are_gone_once_the_wheel_has_moved_are_sold():
    before, _ = begun(7600)
    before = with_household(before, "red", ship="mullion", markers=("mullion",))
    before = replace(with_goods(before, ("g1",), where=ABOARD, owner="red"), officers=())
    landing = m.LandGoods("red", "mullion", ("g1",))
    sold, _ = apply(before, landing)
    for move in (m.Pass("blue"), m.Pass("yellow"), m.Sell("red", "g1")):
        sold, _ = apply(sold, move)
    seen = count_expected(before)._replace(wheel=sold.wheel)
    assert explain(before, seen) == ()
    story, *_ = explain(before, seen, (landing,))
    assert story.told == (landing,)
    assert [type(move) for move in story.moves] == [m.Sell]


def test_goods_that_were_seen_ashore_are_sold_though_the_wheel_has_not_moved_yet():
    before, _ = begun(7600)
    for player in ("blue", "yellow"):
        before = with_household(before, player, passed=True)
    before = with_household(before, "red", ship="mullion", markers=("mullion",), influence=9)
    before = with_goods(before, ("g1",), where=ABOARD, owner="red")
    before = replace(before, officers=(replace(before.officers[0], place="lizard"),))
    landing, sale = m.LandGoods("red", "mullion", ("g1",)), m.Sell("red", "g1")
    landed, _ = apply(before, landing)
    sold, _ = apply(landed, sale)
    assert (landed.officers, sold.officers[0].place) == (before.officers, "mullion")
    seen = count_expected(sold)._replace(wheel=before.wheel)
    [alone] = {type(story.moves[0]) for story in explain(before, seen)}
    assert alone is m.Order
    story, *_ = explain(before, seen, (landing,))
    assert (story.told, [type(move) for move in story.moves]) == ((landing,), [m.Sell])
    assert (story.remarks, story.forgotten) == (("wheel",), 1)


def test_what_does_not_show_of_an_action_makes_it_no_likelier():
    """A piece may have been sold at three prices, where the wheel is not seen."""
    before, _ = begun(7600)
    before = replace(with_household(before, "red", markers=("mullion",)), officers=())
    before = with_goods(before, ("g1",), where="mullion", owner="red")
    sold, _ = apply(before, m.Sell("red", "g1"))
    stories = explain(before, count_expected(sold)._replace(wheel=None, track=None))
    assert [type(move) for story in some(stories) for move in story.moves] == [m.Sell] * 3
    assert sum(exp(story.log_odds) for story in stories) == pytest.approx(1.0)


def landed_beside_pieces(squares, hidden):
    """Tell what explains that so many squares were measured where red could land pieces of 2 and 3."""
    before, _ = begun(7600)
    before = with_household(before, "red", ship="mullion", markers=("mullion",))
    sizes = {before.goods[key].squares: key for key in before.goods}
    before = with_goods(before, (sizes[2], sizes[3]), where=ABOARD, owner="red")
    before = replace(before, officers=())
    seen = count_expected(before)
    seen = seen._replace(goods={**seen.goods, "mullion": squares}, hidden={"mullion": hidden})
    told = [(story.moves[0].goods, story.log_odds) for story in explain(before, seen) if story.is_whole]
    return [(sum(before.goods[key].squares for key in goods), odds) for goods, odds in told]


def test_goods_that_pieces_hide_leave_open_how_many_were_landed():
    (sure, _), *others = landed_beside_pieces(3.1, 0.0)
    assert (sure, others) == (3, [])
    (likeliest, odds), (other, less), *_ = landed_beside_pieces(3.6, 3.0)
    assert {likeliest, other} == {3, 5}
    assert odds - less < 1.0


def test_what_the_last_look_has_told_goes_first():
    """Two purchases of two sizes may have come in either order: the one that was seen first did."""
    before, _ = begun(7700)
    for player in ("red", "blue"):
        before = with_household(before, player, ship="merchant_south", gold=20)
    by_size = {squares_of(before, move): move for move in legal(before, "buy")}
    small, large = by_size[min(by_size)], by_size[max(by_size)]
    bought, _ = apply(before, small)
    both, _ = apply(bought, m.Buy("blue", large.goods))
    orders = {squares_of(before, story.moves[0]) for story in explain(before, count_expected(both))}
    assert len(orders) > 1
    story, *_ = explain(before, count_expected(both), (small,))
    assert (story.told, story.moves) == ((small,), (m.Buy("blue", large.goods),))


def test_a_marker_that_went_too_far_is_told_as_what_breaks_a_rule():
    before, _ = begun(7800)
    before = with_household(before, "red", markers=("helston",))
    far = next(each for each in ("st_ives", "up_north") if each not in doors(before, "helston"))
    after = with_household(before, "red", markers=(far,))
    story, *_ = explain(before, count_expected(after))
    assert (story.moves, story.is_broken) == ((m.Carry("red", ("helston", far)),), True)


def test_a_ship_that_is_no_longer_seen_is_gone_from_where_it_lay():
    state, _ = begun(7900)
    known = count_expected(state)
    ships = {player: spot for player, spot in known.ships.items() if player != "red"}
    now = corrected(known._replace(ships=ships), known, known)
    assert differences(known, now) == 1


def test_an_action_told_may_be_done(course):
    told = [
        (before, story.moves[0])
        for before, _, after in some(course[:20])
        for story in explain(before, count_expected(after))
        if not story.skipped
    ]
    for before, move in some(told):
        assert is_allowed(check, before, move)


def test_who_acts_in_the_next_turn_has_let_the_others_pass():
    """Blue can pay nothing in this turn: so everybody has passed, and the next one has begun."""
    state, _ = begun(7400)
    for player in state.households:
        state = with_household(state, player, influence=0, gold=0)
    state = with_household(state, "red", reputation=2)
    ended = state
    for player in ("red", "blue", "yellow"):
        ended, _ = apply(ended, m.Pass(player))
    assert ended.player == "blue"
    ended = with_household(ended, "blue", influence=1)
    state = with_household(state, "blue", reputation=1)
    sail = next(iter(legal(ended, "ship")))
    after, _ = apply(ended, sail)
    story, *_ = explain(state, count_expected(after))
    assert story.moves == (sail,)
    assert story.skipped == ("red", "blue", "yellow")


def test_what_stories_of_one_look_tell_otherwise_is_not_remembered_as_done():
    sail, sells = m.Sail("red", "channel"), [m.Sell("blue", "one", row) for row in range(3)]
    alike = [TableStory((sail, sell), (), (), 0.0) for sell in sells]
    assert likely(alike) == (sail,)
    assert likely([alike[0]._replace(log_odds=3.0), *alike[1:]]) == (sail, sells[0])
    assert likely(()) == ()
