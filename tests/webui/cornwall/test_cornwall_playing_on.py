"""A photographed table of Cornwall played on from: coins are asked, what is closed is scored at once."""

import re

SEATS = {"name": ["Ann", "Ben"], "colour": ["red", "blue"], "points": ["9", "4"], "count:coins": ["2", "0"]}


def test_coins_are_asked_and_what_is_closed_is_scored_as_the_game_begins(
    client, post, read_photo, desk, send
):
    before = desk.snapshot().game
    page = client.get(f"{read_photo}/play").text
    assert re.findall(r'name="count:coins" value="(\d+)"', page)[:2] == ["1", "1"]
    assert "scored as the game begins" in page
    assert "tiles are left to be drawn" not in page
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    answer = post(f"{read_photo}/play", version=version, **SEATS, turn="1", prints="", by_hand="true")
    assert (answer.status_code, answer.location) == (303, "/")
    now = desk.snapshot()
    assert now.game != before
    assert [(seat.name, seat.points, seat.has_turn) for seat in now.seats] == [
        ("Ann", 9, False),
        ("Ben", 4 + 2, True),
    ]
    assert dict(now.view.coins) == {"red": 2, "blue": 0}
    assert [(guest.player, guest.kind) for guest in now.view.pub] == [("blue", "small"), ("blue", "tall")]
    assert (now.by_hand, now.moves) == (True, 0)
    assert "Lay the start tile" not in client.get("/").text
    first = client.get("/api/entry", query_string={"hand": ["meadow", "moor.chapel", "forest"]}).json
    assert send("/declare", first["places"][0]["moves"][0], now.version).status_code == 303
    assert desk.snapshot().moves == 1
    client.post("/api/undo", json={"version": desk.snapshot().version})
    assert (desk.snapshot().moves, desk.snapshot().view) == (0, now.view)


def test_a_photograph_is_kept_with_the_coins_that_players_say(client, post, read_photo):
    assert "Keep it in the history</button>" not in client.get(f"{read_photo}/score").text
    page = client.get(f"{read_photo}/play").text
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    kept = post(f"{read_photo}/play", version=version, **SEATS, turn="0", prints="", keep="1")
    assert kept.status_code == 303
    document = client.get(f"/api{kept.location}").json
    assert document["begins"]["coins"] == {"red": 2, "blue": 0}
    assert document["ended"]
