import pytest
from msgspec.structs import replace

from scoring.errors import UnreadableError
from scoring.games.smuggler.land.box import load_box, prices_of
from scoring.teaching.box import box_document, draft_of, figure_text, missing
from scoring.teaching.draft import (
    PLACES_MOST,
    BoardDraft,
    Filled,
    Flattened,
    Marked,
    Tapped,
    Went,
    replay,
    teach,
)
from scoring.teaching.printed import spaces_of
from tests.scoring.teaching.script import SAMPLE, TEACHING, TRACK, Player
from tests.some import some

WATER = ("sea", "merchant")
RATIO = 500 / 700


def sea_of(box):
    """Colour a grid as the sample's board is: sea around what is at sea, and beside ports and coves."""

    def ground(x, y):
        far = lambda place: (place["x"] - x) ** 2 + ((place["y"] - y) * RATIO) ** 2  # noqa: E731
        near = min(box["places"].values(), key=far)
        at_coast = near["kind"] in ("port", "cove", "scilly") and x > near["x"]
        return "~" if near["kind"] in WATER or at_coast else "#"

    return tuple("".join(ground(c * 10 + 5, r * 20 + 10) for c in range(100)) for r in range(50))


def photographed(spots=None):
    spots = spots or tuple((float(each["x"]), float(each["y"])) for each in SAMPLE["places"].values())
    return teach(TEACHING, BoardDraft(), Flattened(RATIO, spots, sea_of(SAMPLE)))


@pytest.fixture
def player():
    acts = []

    def tell(act):
        acts.append(act)
        player.draft = teach(TEACHING, player.draft, act)
        return player.draft

    player = Player(SAMPLE, tell, photographed())
    player.acts = acts
    return player


def test_the_sample_board_is_taught_in_120_taps_all_right(player):
    player.teach_all()
    taught = box_document(TEACHING, player.draft, "harbour", "Mine")
    by_spot = {(place["x"], place["y"]): key for key, place in taught["places"].items()}
    called = {by_spot[each["x"], each["y"]]: key for key, each in SAMPLE["places"].items()}
    for key, place in some(taught["places"].items()):
        truth = SAMPLE["places"][called[key]]
        assert (place["kind"], place["number"]) == (truth["kind"], truth["number"]), called[key]
    for ways in ("ways", "sea_ways"):
        known = {frozenset(way.split("-")) for way in SAMPLE[ways]}
        assert {frozenset(called[end] for end in way.split("-")) for way in taught[ways]} == known
    track = [{key: step[key] for key in ("level", "bribe", "officer")} for step in taught["track"]]
    assert track == [{key: step[key] for key in track[0]} for step in SAMPLE["track"]]
    assert taught["wheel"]["spaces"] == 8
    assert {called[key] for key in taught["merchants"]} == {*SAMPLE["merchants"]}
    assert {"penzance", "st_ives", "scilly"} <= {*taught["places"]}
    assert taught["options"] == {option.name: option.values[0].value for option in TEACHING.options}
    assert not missing(TEACHING, player.draft)
    assert player.taps <= 120


def test_a_taught_box_is_read_to_be_mended_as_it_was_written(player):
    player.teach_all()
    taught = box_document(TEACHING, player.draft, "harbour", "Mine")
    again = draft_of(TEACHING, taught, photographed())
    assert box_document(TEACHING, again, "harbour", "Mine") == taught


def test_what_was_taught_is_a_replay_of_what_was_done_and_undo_leaves_the_last_out(player):
    begin = player.draft
    player.teach_all()
    assert replay(TEACHING, player.acts, begin) == player.draft
    before = replay(TEACHING, player.acts[:-2], begin)
    assert len(before.ways) < len(player.draft.ways)


def test_a_box_that_was_taught_is_one_that_its_game_can_read(player):
    player.teach_all()
    box = load_box(box_document(TEACHING, player.draft, "smuggler", "Mine"))
    assert box.customs_house == "penzance"
    assert box.places["penzance"].number == 7
    assert prices_of(box, 7, 2) == ((4, 1), (5, 1), (12, 0))
    assert prices_of(box, 7, 4) == ((5, 3), (15, 1), (20, 0))  # a corrected one leaves the others
    assert len(box.wheel.at) == box.wheel.spaces == 8


def test_a_price_that_was_corrected_is_the_boxs_own_and_the_others_stay():
    draft = teach(TEACHING, photographed(), Filled({"figure.1": " 6  1"}))
    assert figure_text(TEACHING, draft, 1) == "6 1"
    assert box_document(TEACHING, draft, "smuggler", "")["prices"]["7"]["2"] == [[4, 1], [6, 1], [12, 0]]


def test_two_taps_join_two_places_and_two_more_part_them():
    draft = replay(TEACHING, (Went("ways"),), photographed())
    first, second = (Tapped(((place.x, place.y),)) for place in draft.places[:2])
    joined = replay(TEACHING, (first, second), draft)
    assert joined.ways == (("p1", "p2"),)
    assert joined.pen == "p2"
    assert replay(TEACHING, (second, second, first), joined).ways == ()


def test_a_place_that_goes_takes_its_ways_and_its_name_along(player):
    player.teach_all()
    gone = player.draft.landmarks["penzance"]
    draft = teach(TEACHING, player.draft, Marked(gone, is_gone=True))
    assert "penzance" not in draft.landmarks
    assert not {gone} & {place for way in draft.ways for place in way}
    untold, *_ = missing(TEACHING, draft)
    assert untold == "Nothing tells yet where Penzance is."


def test_places_that_no_way_leads_to_are_counted_before_a_board_is_kept(player):
    player.teach_all()
    draft, count = player.draft, len(player.draft.places)
    [says] = missing(TEACHING, replace(draft, ways=draft.ways[:1]))
    assert says == f"No way leads to {count - 2} of the {count} places."


def test_what_is_typed_and_gone_on_from_is_one_thing_done():
    draft = teach(TEACHING, photographed(), Filled({"wheel.spaces": "8"}, "places"))
    assert (draft.typed["wheel.spaces"], draft.step) == ("8", "places")
    with pytest.raises(UnreadableError, match="no such step"):
        teach(TEACHING, draft, Filled({"wheel.spaces": "9"}, "nowhere"))


def test_a_ring_and_a_row_lie_where_two_taps_and_a_count_say():
    wheel, customs = TEACHING.tracks
    ring = spaces_of(wheel, ((500, 300), (600, 300)), {"wheel.spaces": "6"}, 1.0)
    assert ring == ((500, 300), (600, 300), (650, 386.6), (600, 473.2), (500, 473.2), (450, 386.6))
    bent = spaces_of(customs, ((100, 100), (300, 100), (300, 200)), {"track.level": "9 9 8 8"}, 0.5)
    assert bent[0] == (100, 100)
    assert bent[-1] == (300, 200)
    assert not spaces_of(customs, ((100, 100),), {"track.level": "9 9 8 8"}, 0.5)


def test_spots_that_are_spaces_of_a_track_are_no_places():
    on_track, beside = (100.0, 40.0), (100.0, 140.0)
    draft = replay(
        TEACHING, (Went("track"), *(Tapped((dot,)) for dot in TRACK)), photographed((on_track, beside))
    )
    draft = teach(TEACHING, draft, Filled({"track.level": " ".join("9" * 14)}))
    assert [(place.x, place.y) for place in draft.places] == [beside]


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (Tapped(((1001.0, 5.0),)), "outside the picture"),
        (Tapped(()), "outside the picture"),
        (Tapped(((float("nan"), 5.0),)), "outside the picture"),
        (Marked("p999", number=3), "not on the board any more"),
        (Marked("p1", number=100), "0 to 99"),
        (Marked("p1", kind="castle"), "no such kind"),
        (Went("nowhere"), "no such step"),
        (Filled({"wheel.spaces": "eight"}), "from 3 to 60"),
        (Filled({"wheel.spaces": "2"}), "from 3 to 60"),
        (
            Filled({"track.level": "9 9 8", "track.bribe": "1 1"}),
            "2 numbers are typed where another line has 3",
        ),
        (Filled({"track.level": "9 9 8", "track.officer": "4"}), "no step 4"),
        (Filled({"figure.0": "many"}), "type numbers"),
        (Filled({"option.hire_pays": "nothing"}), "not asked"),
        (Filled({"weather": "3"}), "not asked"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(act, says):
    with pytest.raises(UnreadableError, match=says):
        teach(TEACHING, photographed(), act)


def test_a_tap_far_from_every_place_is_refused_where_one_is_meant():
    draft = replay(TEACHING, (Went("landmarks"),), photographed(((10.0, 10.0),)))
    with pytest.raises(UnreadableError, match="no place near there"):
        teach(TEACHING, draft, Tapped(((900.0, 900.0),)))


def test_a_board_has_no_more_places_than_a_phone_can_show():
    draft = photographed(tuple((float(number), 5.0) for number in range(300)))
    assert len(draft.places) == PLACES_MOST
    with pytest.raises(UnreadableError, match="up to 200 places"):
        teach(TEACHING, replay(TEACHING, (Went("places"),), draft), Tapped(((900.0, 900.0),)))


def test_what_a_box_knew_beside_its_board_is_still_there_when_it_has_been_mended():
    draft = draft_of(TEACHING, SAMPLE, photographed())
    again = box_document(TEACHING, draft, "smuggler", SAMPLE["name"])
    for key in some(("characters", "ships", "stashes", "merchants", "secrets", "track", "officers_start")):
        assert again[key] == SAMPLE[key]
