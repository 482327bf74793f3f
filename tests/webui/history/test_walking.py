"""The walk through the final scoring: every phone sees the region that one of them went on to."""

import re

import pytest

from scoring.games import load
from tests.some import some
from tests.webui.seeing import see
from webui.live.final_walk import Walk

RULES = load("carcassonne")


def press(phone, button):
    phone.page.get_by_role("button", name=button, exact=True).click()


def test_two_phones_walk_through_the_final_scoring_together(phone, second_phone, final):
    lines, sheet = final
    phone.page.goto("/walk")
    second_phone.page.goto("/")
    press(phone, "Begin")
    for number, line in enumerate(lines, 1):
        for each in (phone, second_phone):
            see(each, f"Sum {number} of {len(lines)}")
            see(each, f"+{line['points']}")
            assert each.page.locator("#board .emphasis-tint").count() == 1
            assert each.page.locator('[data-key="end"]').bounding_box()["y"] < 200
        who, label = (phone, second_phone)[number % 2], "Next"
        press(who, "And the winner is …" if number == len(lines) else label)
    best = max(sheet["points"].values())
    for each in (phone, second_phone):
        see(each, f"with {best} points")
        shown = each.page.locator(".seats strong").all_inner_texts()
        assert sorted(map(int, shown)) == sorted(sheet["points"].values())
    assert phone.page.locator('.actions [data-key="end"]').is_visible()
    phone.look()
    press(second_phone, "Back")
    see(phone, f"Sum {len(lines)} of {len(lines)}")
    press(phone, "End the walk-through")
    phone.page.wait_for_url("**/")
    see(second_phone, "Back to the table")


def test_whoever_only_looks_on_is_told_who_takes_the_phones_along(client):
    assert "A player takes all phones along" not in client.get("/walk").text
    spectator = client.get("/walk", environ_base={"REMOTE_ADDR": "192.168.1.31"}).text
    assert "A player takes all phones along" in spectator
    assert ">Begin</button>" not in spectator


def test_where_nothing_more_pays_the_walk_says_so_and_leads_to_the_winner(client, monkeypatch):
    monkeypatch.setattr(Walk, "lines", ())
    shown = client.get("/walk").text
    assert "Nothing more pays at the end." in shown
    assert "And the winner is" in shown
    assert ">Begin</button>" not in shown


def test_the_walk_works_without_scripts(new_phone, final):
    lines, _ = final
    phone = new_phone(java_script_enabled=False)
    phone.page.goto("/walk")
    press(phone, "Begin")
    see(phone, f"Sum 1 of {len(lines)}")
    assert phone.page.locator("#board .emphasis-tint").count() == 1


def test_on_a_phone_on_its_side_the_sum_and_the_way_on_lie_beside_the_board(new_phone, client, table):
    walk(client, 1, table.snapshot().version)
    page = new_phone(viewport={"width": 740, "height": 360}).page
    page.goto("/walk")
    board = page.locator("#board svg").bounding_box()
    for part in (".player", '.actions [data-key="next"]', '[data-key="end"]'):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 360, part
        assert part == '[data-key="end"]' or box["x"] >= board["x"] + board["width"], part
    assert board["height"] > 150


def test_the_walk_tints_each_region_itself_and_not_whole_tiles(client, table, final):
    lines, _ = final
    for number in some(range(1, len(lines) + 1)):
        walk(client, number, table.snapshot().version)
        shown = client.get("/walk").text
        assert "emphasis-tint" in shown
        assert "emphasis-chosen" not in shown


def test_a_region_is_tinted_in_the_colour_of_whom_it_pays_and_in_no_other_players(client, table, final):
    lines, _ = final
    palette = table.snapshot().picture.palette
    players = {palette[seat.colour] for seat in table.snapshot().seats}
    for number, line in enumerate(lines, 1):
        walk(client, number, table.snapshot().version)
        (tint,) = re.findall(r'<g id="[^"]*-tint"(.*?)</g>', client.get("/walk").text)
        owners = {palette[colour] for colour in line["players"]}
        assert {colour for colour in players if colour in tint} == (owners if len(owners) == 1 else set())


def test_the_points_grow_line_by_line_to_the_final_ones(post, client, table, final):
    lines, sheet = final
    names = {seat.colour: seat.name for seat in table.snapshot().seats}
    points = dict(RULES.points(table._played.follower.table.state))
    for number in some(range(len(lines) + 2)):
        post("/api/walk", to=number, version=table.snapshot().version)
        if 0 < number <= len(lines):
            for colour in lines[number - 1]["players"]:
                points[colour] += lines[number - 1]["points"]
        text = client.get("/walk").text
        strip = [
            (name, has)
            for has, name in re.findall(r'<b>(\d+)</b></span> <span class="point-name">([^<]+)', text)
        ]
        ranking = re.findall(r"</svg>\s*<span>([^<]+)</span><strong>(\d+)</strong>", text)
        shown = dict(ranking if number > len(lines) else strip)
        assert shown == {names[colour]: str(has) for colour, has in points.items()}
    assert points == sheet["points"]


def walk(client, to, version, **more):
    return client.post("/api/walk", json={"to": to, "version": version}, **more)


def test_a_late_tap_takes_nobody_anywhere(client, table):
    version = table.snapshot().version
    assert walk(client, 1, version).status_code == 200
    late = walk(client, 3, version)
    assert (late.status_code, table.snapshot().walked) == (409, 1)
    assert walk(client, 1, version).status_code == 200, (
        "two phones that went on at once are where they wanted"
    )


@pytest.mark.parametrize("to", [-1, 9999])
def test_a_place_that_is_not_there_is_refused(client, table, to):
    assert walk(client, to, table.snapshot().version).status_code == 422
    assert table.snapshot().walked == 0


@pytest.mark.parametrize("sent", [{}, {"to": True, "version": 1}, {"to": "x", "version": 1}, {"to": 1}])
def test_nonsense_is_answered_with_a_sentence(client, sent):
    answer = client.post("/api/walk", json=sent)
    assert answer.status_code == 400
    assert answer.json["error"]


def test_who_only_looks_on_follows_and_does_not_lead(client, table):
    far = {"REMOTE_ADDR": "192.168.1.9"}
    assert walk(client, 1, table.snapshot().version, environ_base=far).status_code == 403
    assert "<button" not in client.get("/walk", environ_base=far).text.split("</main>")[0].split("<main")[1]


def test_a_game_that_goes_on_again_ends_the_walk(client, table):
    walk(client, 2, table.snapshot().version)
    assert client.get("/").location == "/walk"
    table.press("undo", table.snapshot().version)
    assert table.snapshot().walked == 0
    assert client.get("/walk").location == "/"
    assert walk(client, 1, table.snapshot().version).status_code == 422
