"""A photographed table played on from, or kept as a game: asked on the page, begun on a real table."""

import re
from contextlib import ExitStack

import pytest

from firmware.cameras.quality.preview import RECORDING_OVER
from firmware.desks.games import StoredGames
from firmware.store.store import open_store
from firmware.table.games import Games
from firmware.table.worker import Table
from scoring.games import load
from scoring.referee.contracts.table import NewGame
from tests.waiting import press, until
from webui.app import create_app
from webui.context import Context

RULES = load("carcassonne")
SEATS = {"name": ["Ann", "Ben", "", "", ""], "colour": ["red", "blue", "", "", ""]}


class Nothing:
    """A camera, a light and a reader in one, of which none has anything to do."""

    says = "A camera that sees nothing"

    def take(self, timeout_s):
        return None

    def hold(self):
        return ()

    def close(self):
        pass

    def show(self, colour, pattern):
        pass

    def sound(self, sound):
        pass

    def get_ready(self, prints, colours):
        return prints


@pytest.fixture
def table(tmp_path, lessons):
    with ExitStack() as stack:
        store = stack.enter_context(open_store(tmp_path))
        games = Games(load, lambda _: Nothing(), lessons.find_prints)
        live = stack.enter_context(Table(Nothing(), store, lambda _: Nothing(), games))
        live.history = StoredGames(store, load, tmp_path / "recordings", lambda: live.snapshot().game)
        yield live


@pytest.fixture
def app(photos, lessons, table):
    return create_app(Context(photos, lessons, table, history=table.history))


def form_of(page):
    return {"version": re.search(r'name="version" value="(\d+)"', page)[1]}


def test_the_page_knows_who_plays_and_tells_what_everybody_has_left(client, read_photo):
    assert f'href="{read_photo}/play"' in client.get(read_photo).text
    page = client.get(f"{read_photo}/play").text
    assert re.findall(r'<option value="(\w+)" selected', page) == ["red", "blue"]
    assert page.count("Figures: 6 of 7 left") == 2
    assert "67 tiles are left to be drawn" in page


def test_the_game_goes_on_from_the_photograph_with_its_points_and_whose_turn_it_is(
    client, post, read_photo, table
):
    sent = form_of(client.get(f"{read_photo}/play").text)
    fields = {**SEATS, "points": ["12", "7", "0", "0", "0"], "turn": "1", "prints": "My box"}
    answer = post(f"{read_photo}/play", **sent, **fields)
    assert (answer.status_code, answer.location) == (303, "/")
    now = table.snapshot()
    assert [(s.name, s.points, s.has_turn) for s in now.seats] == [("Ann", 12, False), ("Ben", 7, True)]
    assert "undo" not in now.may
    state = now.view
    move = next(move for face in "BEV" for move in RULES.legal(state, face) if move.meeple)
    table.declare(RULES.dump_move(move), now.version)
    assert table.snapshot().moves == 1
    document = table.document(now.game)
    assert document["begins"]["points"] == {"red": 12, "blue": 7}
    assert RULES.replay(document)["after"][0]["points"] == dict(RULES.points(table.snapshot().view))
    assert "points so far" in client.get("/sheet").text.lower()
    assert f'/games/{now.game}/replay?step=0">See where it began' in client.get(f"/games/{now.game}").text
    began = client.get(f"/games/{now.game}/replay?step=0").text
    assert ("12" in began, "It began in the middle" in began) == (True, True)
    again = client.get(f"{read_photo}/play").text
    for page in (again, client.get("/new").text):
        assert page.count("Carcassonne is being played: Ann, Ben. End that game first") == 1
        assert "End that game</button>" in page
        assert '<button class="big">' not in page  # nothing is filled in for nothing
    refused = post(f"{read_photo}/play", **sent, **fields)
    assert (refused.status_code, table.snapshot().game) == (422, now.game)
    assert refused.text.count("is being played") == 1


def test_a_game_just_begun_gives_way_to_one_that_goes_on_from_what_lies_there(
    client, post, read_photo, table
):
    seats = (("Ann", "red"), ("Ben", "blue"))
    table.start(NewGame("carcassonne", "leaflet-001", "My box", seats))
    page = client.get(f"{read_photo}/play").text
    assert "is being played" not in page
    assert post(f"{read_photo}/play", **form_of(page), **SEATS, prints="My box").status_code == 303
    assert len(RULES.dump_game(table.snapshot().view.setup, ())["begins"]["board"]["tiles"]) == 5
    assert len(client.get("/api/games").json["games"]) == 1


def test_what_a_player_typed_stays_while_the_form_is_looked_at_again(client, post, read_photo, table):
    page = client.get(f"{read_photo}/play").text
    fields = {**SEATS, "points": ["12", "7", "", "", ""], "turn": "0", "move": "0:down", "prints": ""}
    again = post(f"{read_photo}/play", **form_of(page), **fields).text
    assert re.findall(r'<option value="(\w+)" selected', again) == ["blue", "red"]
    assert re.findall(r'name="points" value="(\d+)"', again)[:2] == ["7", "12"]
    assert re.search(r'name="turn" value="1" checked', again)
    assert table.snapshot().phase == "none"


def test_nothing_begins_before_everything_is_read(client, post, read_photo, photos, table):
    id = read_photo.rsplit("/", 1)[1]
    unread = photos.table(id)
    doubt = {"kind": "unclear", "says": "cannot be told", "cell": [3, 3]}
    board = {**unread.board, "doubts": [doubt]}
    photos.save(id, type(unread)(board, unread.version + 1))
    page = client.get(f"{read_photo}/play").text
    assert "Not all of this board has been read" in page
    answer = post(f"{read_photo}/play", **form_of(page), **SEATS, prints="")
    assert (answer.status_code, table.snapshot().phase) == (422, "none")


def test_figures_of_nobody_who_plays_are_named(client, post, read_photo):
    page = client.get(f"{read_photo}/play").text
    seats = {"name": ["Ann", "Cleo"], "colour": ["red", "green"]}
    answer = post(f"{read_photo}/play", **form_of(page), **seats, prints="")
    assert answer.status_code == 422
    assert "Nobody here plays blue" in answer.text


def test_a_late_form_is_shown_the_board_as_it_is_now(client, post, read_photo, table):
    answer = post(f"{read_photo}/play", version="7", **SEATS, prints="")
    assert (answer.status_code, table.snapshot().phase) == (409, "none")


def test_a_scored_photograph_is_kept_with_its_names_and_points(client, post, read_photo, table):
    settings = {"name:red": "Ann", "track:red": "30", "name:blue": "Ben", "version": "0"}
    assert post(f"{read_photo}/settings", rules="leaflet-001", **settings).status_code == 303
    sheet = client.get(f"/api{read_photo}/sheet").json["final"]["points"]
    kept, again = (post(f"{read_photo}/keep", headers={"Accept": "text/html"}) for _ in range(2))
    (game,) = client.get("/api/games").json["games"]
    for page in (read_photo, f"{read_photo}/score"):
        assert f'href="/games/{game["game"]}">To the game' in client.get(page).text
    assert "Keep it in the history" not in client.get(f"{read_photo}/score").text
    assert again.status_code == kept.status_code
    assert (game["ended"], game["turns"]) == (True, 0)
    assert {seat["colour"]: seat["points"] for seat in game["players"]} == sheet
    assert [seat["name"] for seat in game["players"]] == ["Ann", "Ben"]
    assert kept.status_code in (201, 303)
    assert table.snapshot().phase == "none"
    for page in (f"/games/{game['game']}", f"/games/{game['game']}/replay", "/games", "/statistics"):
        assert client.get(page).status_code == 200, page
    assert "Replay it turn by turn" not in client.get(f"/games/{game['game']}").text
    for form in ("json", "csv", "bgstats", "png"):
        assert client.get(f"/games/{game['game']}/export/{form}").status_code == 200
    document = client.get(f"/api/games/{game['game']}").json
    assert RULES.replay(document)["final"]["points"] == sheet


def test_a_photograph_that_is_kept_and_played_on_from_counts_once(client, post, read_photo, table):
    assert post(f"{read_photo}/keep").status_code in (201, 303)
    page = client.get(f"{read_photo}/play").text
    assert post(f"{read_photo}/play", **form_of(page), **SEATS, prints="").status_code == 303
    assert [game["games"] for game in client.get("/api/statistics").json["games"]] == [1]
    until(table, lambda now: RECORDING_OVER in now.log)  # from here on there is nothing to compare
    press(table, "end")
    assert table.snapshot().phase == "ended"
    assert len(client.get("/api/games").json["games"]) == 2
    assert [game["games"] for game in client.get("/api/statistics").json["games"]] == [1]
    assert {each["name"] for each in client.get("/api/statistics").json["players"]} == {"Ann", "Ben"}


def test_a_board_that_was_corrected_after_it_was_kept_is_another_one(client, post, read_photo):
    assert post(f"{read_photo}/keep").status_code in (201, 303)
    assert "kept in the history" in client.get(read_photo).text
    version = re.search(r'data-version="(\d+)"', client.get(read_photo).text)[1]
    taken = {"spot": "tile:-1,0", "remove": "true", "version": version}
    assert post(f"{read_photo}/fix", **taken).status_code == 303
    assert "kept in the history" not in client.get(read_photo).text
    assert "Keep it in the history" in client.get(f"{read_photo}/score").text


def test_two_players_of_one_name_are_refused_where_names_are_given(client, post, read_photo, photos):
    names = {"name:red": "Anna", "name:blue": "anna", "version": "0"}
    answer = post(f"{read_photo}/settings", rules="leaflet-001", **names)
    assert answer.status_code == 422
    assert "Anna (red) and anna (blue) have the same name" in answer.text
    assert 'data-place="settings"' in answer.text
    assert 'value="anna"' in answer.text  # what was typed is still there
    assert photos.table(read_photo.rsplit("/", 1)[1]).seats == ()


def test_a_phone_plays_on_from_a_photograph_and_enters_the_first_turn(phone, photo, tmp_path, table):
    file = tmp_path / "table.jpg"
    file.write_bytes(photo)
    phone.score(file)
    phone.page.wait_for_selector('main[data-place="board"]')
    phone.page.get_by_role("link", name="Play on from here").click()
    phone.page.wait_for_selector('main[data-place="playing-on"]')
    phone.look()
    phone.page.get_by_label("Name of player 1").fill("Ann")
    phone.page.get_by_label("Points of player 1 so far").fill("21")
    phone.page.get_by_label("has the turn").nth(1).check()
    phone.page.get_by_text("Without the camera").click()
    phone.page.get_by_role("button", name="Play on from here").first.click()
    phone.wait_until("location.pathname === '/'")
    phone.page.wait_for_selector("text=Ann")
    now = table.snapshot()
    assert [(seat.points, seat.has_turn) for seat in now.seats] == [(21, False), (0, True)]
    phone.page.locator('[data-key="part-V"]').click()
    phone.page.locator("#over a.spot").first.dispatch_event("click")
    phone.press("Confirm")
    phone.page.get_by_role("heading", name="Ann's turn").wait_for()
    assert table.snapshot().moves == 1
    phone.look()
    phone.press("Undo")
    phone.page.get_by_role("heading", name="Blue's turn").wait_for()
    assert (table.snapshot().moves, table.snapshot().view) == (0, now.view)
    assert not phone.page.get_by_role("button", name="Undo").count()  # before that lies the photograph


def test_while_another_game_is_played_a_photograph_is_kept_or_the_page_says_why_not(
    client, post, read_photo, table
):
    table.start(NewGame("carcassonne", "leaflet-001", "My box", (("Cleo", "green"), ("Dan", "black"))))
    move = next(iter(RULES.legal(table.snapshot().view, "D")))
    table.declare(RULES.dump_move(move), table.snapshot().version)
    page = client.get(f"{read_photo}/play").text
    sent = form_of(page[page.index(f'action="{read_photo}/play"') :]) | {"prints": "", "keep": "1"}
    alike = post(f"{read_photo}/play", **sent, name=["Ann", "Ann"], colour=["red", "blue"])
    assert (alike.status_code, "have the same name" in alike.text) == (422, True)
    kept = post(f"{read_photo}/play", **sent, **SEATS)
    assert (kept.status_code, kept.location[:7]) == (303, "/games/")
    now = table.snapshot()
    assert (now.game, now.moves, now.phase) == ("1", 1, "waiting")
