"""Turns of Cornwall on the phone: shown, set right, entered by hand, looked back on."""

import html
import json
import re

import pytest

from tests.some import some
from tests.waiting import until
from tests.webui.cornwall.conftest import ANNS, BENS, MISREAD, START, as_document


def moves(desk):
    kept = json.loads(json.dumps(desk.document("1")["moves"]))
    return [{name: value for name, value in move.items() if name != "by"} for move in kept]


def sheet(client, path, move=None, **answers):
    """Open the page of a turn with what was tapped so far."""
    query = {"answer": json.dumps(answers)} if answers else {}
    query |= {"move": json.dumps(move)} if move else {}
    return client.get(path, query_string=query).text


def sent_move(text):
    """Find the turn that a page would send."""
    return json.loads(html.unescape(re.search(r'name="move" value=\'([^\']*)\'', text)[1]))


def test_before_the_start_tile_lies_the_page_shows_room_for_it_and_asks_for_nothing_else(client, desk):
    text = client.get("/").text
    assert "The start tile is still to be laid" in text
    assert "Ann" in text


def test_players_are_told_to_lay_the_start_tile_until_it_lies(client, desk):
    until(desk, lambda now: now.says == "Lay the start tile; Ann begins.")
    assert "Lege das Startplättchen" in client.get("/", headers={"Accept-Language": "de"}).text
    desk.declare(START, desk.snapshot().version)
    until(desk, lambda now: now.says == "The camera waits for Ann's tile.")


def entering(client, desk, *held, **more):
    query = {"enter": desk.snapshot().moves + 1, "hand": held, **more}
    return html.unescape(client.get("/", query_string=query).text)


def test_a_start_tile_nobody_saw_is_entered_by_tapping_its_terrains_row_by_row(client, desk, send):
    assert "What does the start tile show?" in entering(client, desk)
    some = entering(client, desk, "moor", "forest")
    assert 'data-key="part-village"' in some
    assert 'data-key="part-moor"' not in some
    shown = entering(client, desk, "moor", "forest", "village", "meadow")
    move = sent_move(shown)
    rows = sorted(move["start"], key=lambda each: each["cell"][::-1])
    assert [each["terrain"] for each in rows] == ["moor", "forest", "village", "meadow", "mountain"]
    assert "The start tile shows moor" in shown
    six = client.get("/api/entry", query_string={"move": json.dumps(move)}).json
    added = next(
        each["move"] for each in six["additions"] if each["says"] == "Add a field at column 4, row 1"
    )
    assert "The start tile has 5 fields, not 6." in entering(client, desk, move=json.dumps(added))
    assert send("/declare", move, desk.snapshot().version).status_code == 303
    assert moves(desk) == [move]


def test_the_proposed_turn_is_said_and_drawn_on_the_table(client, played):
    text = client.get("/").text
    assert "Ben lays meadow, moor and village with a cottage and puts a tall figure in the village." in text
    assert "not confirmed yet" in text
    assert text.count("emphasis-proposed") > 3


SAID = {
    "de": "Ben legt Wiese, Moor und Dorf mit einem Cottage an und platziert eine lange Figur im Dorf.",
    "fr": "Ben pose une tuile prairie, marais et village avec un cottage et place une longue figurine "
    "dans le village.",
    "it": "Ben attacca una tessera prato, brughiera e villaggio con un cottage e piazza una pedina lunga "
    "nel villaggio.",
}


@pytest.mark.parametrize("code", SAID)
def test_a_turn_is_said_with_the_words_of_the_rulebook_in_every_language(client, played, code):
    text = html.unescape(client.get("/correct", headers={"Accept-Language": code}).text)
    assert said(text) == SAID[code]
    assert "terrain" not in re.sub(r"<[^>]*>", "", text)


def test_one_tap_makes_a_tall_figure_big_and_then_it_counts(client, played, send):
    text = client.get("/correct").text
    assert text.index("The field in the north-east: village with a cottage") > 0
    right = sheet(client, "/correct", as_document(MISREAD), figure_2="big")
    assert "a big figure in the village" in said(right)
    assert sent_move(right) == as_document(BENS)
    assert send("/correct", as_document(BENS), played.snapshot().version).status_code == 303
    assert moves(played)[-1] == as_document(BENS)
    assert [seat.points for seat in played.snapshot().seats] == [3, 2]


def said(text):
    return re.search(r'<p class="now" role="status"><strong>(.*?)</strong>', text)[1]


def test_each_field_has_its_own_part_of_the_sheet_that_stays_open_after_a_tap(client, played):
    text = client.get("/correct").text
    assert text.count('<details class="part">') == 3
    assert "The field in the north" in text
    tapped = sheet(client, "/correct", as_document(MISREAD), terrain_2="mountain")
    assert tapped.count('<details class="part" open>') == 1
    assert tapped.count('<details class="part">') == 2


def test_the_point_where_a_tile_lies_is_tapped_in_a_drawing(client, played):
    text = client.get("/correct").text
    corners = re.findall(r'data-spot="(-?\d+,-?\d+,[01])"', text)
    assert len(corners) > 4
    for corner in some(corners[:4]):
        moved = sheet(client, "/correct", as_document(MISREAD), corner=corner)
        assert said(moved)


def test_a_turn_nobody_saw_is_entered_by_its_fields(client, desk, send):
    for move in (START, ANNS):
        assert send("/declare", move, desk.snapshot().version).status_code == 303
    tile = ("village", "meadow", "forest.flag")
    held = entering(client, desk, *tile)
    spot = re.search(r'data-spot="(-?[0-9]+,-?[0-9]+,[01])"', held)[1]
    places = client.get("/api/entry", query_string={"hand": ["village", "meadow", "forest.flag"]}).json[
        "places"
    ]
    way = next(place["moves"][0] for place in places if place["spot"] == spot)
    laid = entering(client, desk, *tile, move=json.dumps(way))
    assert "free" in laid
    assert re.search(r"Coins: \d", laid)
    assert send("/api/declare", way, desk.snapshot().version).status_code == 303
    assert len(moves(desk)) == 3


def test_a_tile_that_fits_somewhere_cannot_be_put_back(client, desk, send):
    send("/declare", START, desk.snapshot().version)
    refused = send("/declare", {"player": "red", "put_back": "forest-meadow-moor"}, desk.snapshot().version)
    assert "may not be put back" in refused.text


def test_coins_are_counted_anew_one_player_after_the_other(client, desk, send):
    send("/declare", START, desk.snapshot().version)
    page = html.unescape(client.get("/").text)
    (link,) = re.findall(r'href="(/declare[^"]+)"><strong>Count Ben\'s coins<', page)
    asked = html.unescape(client.get(link).text)
    assert "How many coins has Ben?" in asked
    text = sheet(client, "/declare", {"player": "red", "coins": {"blue": 1}}, coins_blue=5)
    assert "Ben has 5 coins" in said(text)
    assert "How many coins has Ann?" not in html.unescape(text)
    assert send("/declare", sent_move(text), desk.snapshot().version).status_code == 303
    assert "Ben has 5 coins" in client.get("/").text


def test_an_earlier_turn_is_set_right_with_what_comes_of_it(client, played, send):
    bare = {name: value for name, value in ANNS.items() if name != "figures"}
    text = client.get("/turns/2", query_string={"move": json.dumps(as_document(bare))}).text
    assert "What changes then" in text
    assert "Ann: chapel, 3 points" in html.unescape(text)
    version = played.snapshot().version
    assert send("/turns/2", as_document(bare), version).status_code == 303
    assert [seat.points for seat in played.snapshot().seats] == [0, 0]


def test_regions_are_listed_and_tinted_where_they_lie(client, played):
    regions = client.get("/api/regions").json["regions"]
    assert {region["feature"] for region in regions} == {"forest", "meadow", "moor", "mountain", "village"}
    forest = next(region for region in regions if region["feature"] == "forest")
    assert dict(forest["figures"]) == {"red": 1}
    x, y = forest["outlines_mm"][0][0]
    found = client.get("/at", query_string={"x": x - 20, "y": y + 10})
    assert found.status_code == 303
    assert "region=forest" in found.location
    assert "emphasis-tint" in client.get(found.location).text


def test_a_region_is_measured_in_hexagons(client, played):
    text = client.get("/?look=regions").text
    assert "1 hexagon<" in text
    assert "2 hexagons<" in text
    assert "2 tiles<" not in text
    first = client.get("/api/regions").json["regions"][0]
    assert f"{len(first['cells'])} hexagon" in client.get("/", query_string={"region": first["name"]}).text


def test_nobody_is_told_what_is_left_in_a_box_that_is_not_known(client, played):
    assert "Tiles left" not in client.get("/").text
    assert "Left in the box" not in client.get("/?look=box").text
    text = client.get("/", query_string={"face": "forest-meadow-moor"}).text
    assert "Left in the box" not in text
    assert "The chosen one fits in" in text


@pytest.mark.parametrize(("code", "says"), [("de", "Im Pub: 0"), ("fr", "Pièces : 1"), ("it", "Monete: 1")])
def test_what_a_player_has_is_counted_as_the_language_writes_it(client, desk, code, says):
    assert says in html.unescape(client.get("/", headers={"Accept-Language": code}).text)


def test_the_end_of_a_game_shows_every_sum(client, played):
    played.press("confirm", played.snapshot().version)
    now = until(played, lambda now: "end" in now.may)
    played.press("end", now.version)
    until(played, lambda now: now.phase == "ended")
    text = html.unescape(client.get("/").text)
    assert "Coins" in text
    assert "Meadow" in text
    walk = html.unescape(client.get("/walk", follow_redirects=True).text)
    assert "walk" in walk
