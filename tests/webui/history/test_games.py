"""Games that were played, on the pages: listed, explained, replayed, handed out, deleted, counted."""

import json
import re
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest

from firmware.desks.games import StoredGames
from firmware.images.lettering import Lettering
from firmware.store.store import open_store
from scoring.games import load
from scoring.referee.record.history import features_of
from scoring.referee.store import Event
from tests.some import some
from webui.app import create_app
from webui.context import Context
from webui.history.tally import tally

RULES = load("carcassonne")
LAST = "whole_classic_two_players"


def page(client, url):
    answer = client.get(url, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


def said(html):
    """Give what the drawing says of each thing on the board."""
    return re.findall(r'<use [^>]*aria-label="([^"]+)"', html)


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_games_are_listed_newest_first_with_their_points(client, document):
    shown = words(page(client, "/games"))
    final = RULES.replay(document(LAST))["final"]["points"]
    names = {seat.colour: seat.name for seat in RULES.load_setup(document(LAST)).players}
    assert ", ".join(f"{names[colour]} {points}" for colour, points in final.items()) in shown
    assert "Jun 15, 2025" in shown
    order = re.findall(r'href="/games/(\d)"', page(client, "/games"))
    assert order == ["3", "2", "1"]


def test_every_sum_of_a_game_is_on_its_sheet_and_they_add_up_to_the_points(client, document):
    shown = page(client, "/games/3")
    sheet = RULES.replay(document(LAST))
    paid = [line for after in sheet["after"] for line in after["lines"] if line["players"]]
    paid += [line for line in sheet["final"]["lines"] if line["players"]]
    assert len(re.findall(r'data-key="line-', shown)) == len(paid)
    for seat in some(RULES.load_setup(document(LAST)).players):
        assert f"{seat.name} {sheet['final']['points'][seat.colour]}" in words(shown)
    term = next(line["terms"][0] for line in paid if line["terms"][0]["count"] > 1)
    assert f"{term['count']} {term['what']} \u00d7 {term['each']}" in words(shown)


def test_a_sheet_shows_one_player_alone_and_marks_the_region_of_a_line(client, document):
    sheet = RULES.replay(document(LAST))
    lines = [
        (f"{after['move']}.{place}", line)
        for after in sheet["after"]
        for place, line in enumerate(after["lines"])
        if "red" in line["players"]
    ]
    final = [line for line in sheet["final"]["lines"] if "red" in line["players"]]
    shown = page(client, "/games/3?player=red")
    assert len(re.findall(r'data-key="line-', shown)) == len(lines) + len(final)
    key, line = lines[-1]
    marked = page(client, f"/games/3?player=red&line={key}")
    assert marked.count("emphasis-chosen") == len(line["cells"])
    assert "emphasis-chosen" not in shown


def test_the_sheet_of_the_table_is_that_of_the_game_on_it(client):
    on_table, kept = page(client, "/sheet"), page(client, "/games/3")
    assert re.findall(r'data-key="(line-[^"]+)"', on_table) == re.findall(r'data-key="(line-[^"]+)"', kept)
    assert "Final scoring" in words(on_table)


def test_a_step_of_the_replay_shows_the_board_and_the_points_after_that_turn(client, document):
    sheet = RULES.replay(document(LAST))
    number = next(after["move"] for after in sheet["after"] if max(after["points"].values()) > 3)
    shown = page(client, f"/games/3/replay?step={number}")
    for seat in some(RULES.load_setup(document(LAST)).players):
        assert f"{seat.name} {sheet['after'][number - 1]['points'][seat.colour]}" in words(shown)
    assert f"step={number - 1}" in shown
    assert f"step={number + 1}" in shown
    assert shown.count("emphasis-chosen") == 1
    assert len(said(page(client, "/games/3/replay?step=0"))) < len(said(shown))


def test_the_replay_ends_with_the_final_scoring_and_the_points_after_it(client, document):
    sheet, turns = RULES.replay(document(LAST)), len(document(LAST)["moves"])
    after, final = sheet["after"][-1]["points"], sheet["final"]["points"]
    assert after != final
    for step, points, is_final in ((turns, after, False), (turns + 1, final, True)):
        shown = page(client, f"/games/3/replay?step={step}")
        for seat in some(RULES.load_setup(document(LAST)).players):
            assert f"{seat.name} {points[seat.colour]}" in words(shown)
        assert ("Final scoring" in words(shown)) == is_final
        assert ('rel="next"' in shown) == (not is_final)
    assert words(page(client, "/games/3/replay")) == words(shown), "it opens with how it ended"


@pytest.mark.parametrize("step", ["-5", "9999", "x", ""])
def test_a_step_that_is_not_there_shows_the_nearest(client, step):
    page(client, f"/games/3/replay?step={step}")


def test_the_replay_shows_the_photograph_of_a_turn_that_was_recorded(client, record, document, bright):
    assert "<img" not in page(client, "/games/3/replay?step=2")
    record("3", document(LAST), 4)
    assert 'src="/games/3/2.jpg"' in page(client, "/games/3/replay?step=2")
    assert bright(client.get("/games/3/2.jpg").data) == 20
    assert bright(client.get("/games/3/0.jpg").data) == 0
    assert client.get("/games/3/60.jpg").status_code == 404
    assert client.get("/games/2/2.jpg").status_code == 404


def test_a_game_is_handed_out_as_a_document_a_table_and_a_picture(client, document):
    exported = client.get("/games/3/export/json")
    assert RULES.replay(exported.data) == RULES.replay(document(LAST))
    assert 'filename="carcassonne-3.json"' in exported.headers["Content-Disposition"]
    table = client.get("/games/3/export/csv").text.splitlines()
    assert len(table) == len(document(LAST)["moves"]) + 2
    assert client.get("/games/3/export/png").data.startswith(b"\x89PNG")
    assert client.get("/games/3/export/exe").status_code == 404
    assert client.get("/api/games/3").json == exported.json


def test_a_picture_to_share_is_dated_as_the_pages_of_the_phone_are(client, monkeypatch):
    written = []
    monkeypatch.setattr(Lettering, "write", lambda _, text, *where, **how: written.append(text))
    german = {"Accept-Language": "de"}
    assert "15.06.2025" in client.get("/games/3", headers=german).text
    client.get("/games/3/export/png", headers=german)
    assert "15.06.2025" in written


def test_the_link_to_bg_stats_holds_the_game(client, document):
    (link,) = re.findall(r'href="(https://app\.bgstatsapp\.com[^"]+)"', page(client, "/games/3"))
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    final = RULES.replay(document(LAST))["final"]
    seats = RULES.load_setup(document(LAST)).players
    assert [(p["name"], p["score"], p["winner"]) for p in play["players"]] == [
        (seat.name, final["points"][seat.colour], seat.colour in final["winners"]) for seat in seats
    ]
    assert play["game"]["name"] == "Carcassonne"
    assert play["playDate"] == "2025-06-15 15:06:40"
    assert client.get("/games/3/export/bgstats").json == play


def test_a_game_is_deleted_with_its_recordings(post, client, record, document, data):
    record("2", document("whole_classic_no_farmers"), 1)
    assert list((data / "recordings").iterdir())
    assert post("/games/2/remove").location == "/games"
    assert client.get("/games/2").status_code == 404
    assert not list((data / "recordings").iterdir())
    assert [game["game"] for game in client.get("/api/games").json["games"]] == ["3", "1"]


def test_the_game_on_the_table_is_not_deleted(post, client):
    answer = post("/games/3/remove")
    assert answer.status_code == 422
    assert "still on the table" in answer.text
    page(client, "/games/3")


def test_looking_deletes_nothing_and_only_the_host_may(client):
    assert client.get("/games/1/remove").status_code == 405
    far = {"REMOTE_ADDR": "192.168.1.9"}
    client.get("/", environ_base=far)
    token = client.get_cookie("tablekeeper_form").value
    answer = client.post("/games/1/remove", data={"form_token": token}, environ_base=far)
    assert answer.status_code == 403
    assert "Delete it" not in client.get("/games/1", environ_base=far).text
    page(client, "/games/1")


def test_a_game_that_cannot_be_read_says_why_and_the_others_are_listed(client, store):
    store.append("1", [Event("dragon_woken", {})])
    assert "dragon_woken" in words(page(client, "/games"))
    assert "dragon_woken" in words(page(client, "/games/1"))
    assert "Replay" not in page(client, "/games/1")
    assert len(re.findall(r'href="/games/\d"', page(client, "/games"))) == 3
    page(client, "/statistics")


def test_a_damaged_game_says_so_and_the_others_are_listed(client, store):
    with store._changing() as games:
        games.execute("UPDATE events SET body = 'x' WHERE game = 1 AND place = 3")
    assert "is damaged" in words(page(client, "/games"))
    assert len(client.get("/api/games").json["games"]) == 3


def test_a_turn_kept_against_the_rules_is_marked_wherever_turns_are_shown(client, store, document):
    played = document(LAST)
    paid = next(
        after["move"]
        for after in RULES.replay(played)["after"]
        if any(line["players"] for line in after["lines"])
    )
    game = store.begin(
        Event("game_started", {"game": "carcassonne", "setup": RULES.dump_game(RULES.load_setup(played), ())})
    )
    for number, move in enumerate(played["moves"], 1):
        body = {"move": move, "how": "declared", "confidence": 1.0, "forced": number == paid}
        store.append(game, [Event("turn_confirmed", body)])
    store.append(game, [Event("game_ended", {})])
    assert page(client, f"/games/{game}").count("A house rule.") == 1
    shown = [
        step for step in (paid - 1, paid) if "house rule" in page(client, f"/games/{game}/replay?step={step}")
    ]
    assert shown == [paid]


def test_a_game_of_which_the_clock_knew_nothing_has_an_unknown_date(client, store, keep_game):
    store._wall_clock = lambda: 3600.0
    game = keep_game("whole_classic_two_players")
    shown = words(page(client, f"/games/{game}"))
    assert "unknown date" in shown
    export = f"/games/{game}/export/bgstats"
    told = client.get(export, query_string={"date": "2026-11-27T20:15:00+01:00"}).json
    assert told["playDate"] == "2026-11-27 19:15:00", "the phone that asks knows the date"
    assert client.get(export).json["playDate"] >= "2025"
    assert client.get(export, query_string={"date": "yesterday"}).status_code == 400
    known = client.get("/games/3/export/bgstats", query_string={"date": "2001-01-01"}).json
    assert known["playDate"] == "2025-06-15 15:06:40"


def test_a_game_that_goes_on_wins_nobody_anything(client, keep_game):
    game = keep_game("whole_classic_two_players", ended=False)
    shown = words(page(client, f"/games/{game}"))
    assert "not played to its end" in shown
    assert "wins" not in shown
    assert "bgstatsapp" not in page(client, f"/games/{game}")


def test_points_by_feature_add_up_to_everybodys_points(games_desk):
    for number in "123":
        record = games_desk.record(number)
        for seat in some(record.about.players):
            assert sum(features_of(record, seat).values()) == seat.points


def test_a_player_is_known_by_name_in_every_game(games_desk):
    records = games_desk.results()
    counted = tally(records, records[0].about.players[0].name.upper())
    name = records[0].about.players[0].name
    games = [r for r in records if name in [seat.name for seat in r.about.players]]
    (count,) = [each for each in counted.players if each.name == name]
    points = [seat.points for r in games for seat in r.about.players if seat.name == name]
    assert (count.games, count.best, count.mean) == (len(games), max(points), sum(points) / len(points))
    assert sum(sum(values) for values in counted.games[0].features.values()) == sum(points)
    assert counted.player == name


def test_the_statistics_say_in_a_table_what_the_chart_draws(client, games_desk):
    shown = page(client, "/statistics")
    assert "<svg" in shown
    points = Counter()
    for seat in games_desk.record("3").about.players:
        points.update(features_of(games_desk.record("3"), seat))
    row = words(re.findall(r'<tr><th scope="row"><a href="/games/3">.*?</tr>', shown, re.DOTALL)[0])
    assert row.endswith(" ".join(str(points.get(name, 0)) for name in sorted(points)))


def test_without_games_the_pages_say_so(photos, lessons, tmp_path):
    with open_store(tmp_path) as store:
        desk = StoredGames(store, load, tmp_path / "recordings", lambda: "")
        client = create_app(Context(photos, lessons, history=desk)).test_client()
        assert "No game has been played yet." in page(client, "/games")
        assert "No game has been played to its end yet." in page(client, "/statistics")
        assert client.get("/games/1").status_code == 404
