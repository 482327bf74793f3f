"""The demo beside the players' own table: each in its place, and neither in the other's way."""

import json
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager
from http.cookiejar import CookieJar

import pytest

from firmware.demo.pages import IDLE_S, Demos, ShownDemo, TwoTables
from firmware.evaluation.footprint import to_play
from tests.running import running

NEW = {
    "game": "carcassonne",
    "rules": "leaflet-004",
    "prints": "",
    "players": [{"name": "Ann", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
}


def saying(name):
    """Give pages that say their name and where they were asked."""

    def answer(environ, start_response):
        return [f"{name} {environ.get('SCRIPT_NAME', '')}|{environ['PATH_INFO']}".encode()]

    return answer


class Stages:
    """Puts demos together that can be told to be over, and remembers them."""

    def __init__(self):
        self.open, self.begun, self.now_s = 0, [], 0.0
        self.is_over = self.has_failed = False
        self.demos = Demos(self.stage, "/demo/", ("go", "chess"), clock=lambda: self.now_s)

    @contextmanager
    def stage(self, game):
        self.begun.append(game)
        self.open += 1
        yield ShownDemo(saying(game), lambda: self.is_over, lambda: self.has_failed)
        self.open -= 1

    def ask(self, path, *, own_first=True, prefix="/demo"):
        places = TwoTables(saying("own"), self.demos, prefix, own_first=own_first)
        return b"".join(places({"PATH_INFO": path}, None)).decode()


@pytest.fixture
def stages():
    return Stages()


def test_the_demo_answers_in_its_place_while_it_is_shown_and_nowhere_else(stages):
    assert stages.ask("/demo/new") == "own |/demo/new"
    stages.demos.show("go")
    assert [stages.ask(path) for path in ("/", "/demo", "/demo/new")] == [
        "own |/",
        "own |/demo",
        "go /demo|/new",
    ]
    stages.demos.close()
    assert stages.ask("/demo/") == "own |/demo/"


def test_where_the_demo_comes_first_the_own_table_is_beside_it(stages):
    stages.demos.show("go")
    told = [stages.ask(path, own_first=False, prefix="/own") for path in ("/", "/own/new")]
    assert told == ["go |/", "own /own|/new"]
    assert stages.ask("/own", own_first=False, prefix="/own") == "own /own|"


def test_one_demo_is_shown_at_a_time_and_another_one_once_it_is_over(stages):
    stages.demos.show("go")
    stages.demos.show("go")
    assert stages.begun == ["go"]
    stages.is_over = True
    stages.demos.show("go")
    stages.demos.show("chess")
    assert (stages.begun, stages.open) == (["go", "go", "chess"], 1)


def test_a_demo_at_which_nobody_looks_any_more_ends(stages):
    stages.demos.show("go")
    looking = stages.demos.answer({"PATH_INFO": "/"}, None)
    next(looking)
    stages.now_s = 2 * IDLE_S
    stages.demos.tidy()
    assert stages.open == 1
    looking.close()
    stages.now_s = 4 * IDLE_S
    stages.demos.tidy()
    assert (stages.open, stages.demos.is_shown) == (0, False)


class Program:
    """The real program, asked as a browser does."""

    def __init__(self, address):
        self.address, self.cookies = address, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path):
        with self.opener.open(f"{self.address}{path}", timeout=30) as answer:
            return answer.geturl().removeprefix(self.address), answer.read().decode()

    def table(self, at="/"):
        return json.loads(self.get(f"{at}api/table")[1])

    def send(self, path, body):
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}{path}", json.dumps(body).encode(), head)
        with self.opener.open(request, timeout=30) as answer:
            return json.load(answer)

    def show_demo(self, **pressed):
        token = next(cookie.value for cookie in self.cookies if cookie.name == "tablekeeper_form")
        form = urllib.parse.urlencode({**pressed, "form_token": token}).encode()
        with self.opener.open(f"{self.address}/demo", form, timeout=60) as answer:
            return answer.geturl().removeprefix(self.address), answer.read().decode()


def test_a_demo_that_has_failed_ends_although_somebody_looks_and_can_be_shown_again(stages):
    stages.demos.show("go")
    stages.has_failed = True
    stages.demos.tidy()
    assert (stages.ask("/demo/"), stages.open) == ("own |/demo/", 0)
    stages.has_failed = False
    stages.demos.show("go")
    assert stages.ask("/demo/") == "go /demo|/"


def test_a_fault_in_the_demos_table_ends_the_demo_and_not_the_players_game(tmp_path):
    with running(["tests.firmware.demo.play_with_a_faulty_demo", tmp_path]) as (_, address):
        shown = Program(address)
        shown.send("/api/new", NEW)
        shown.show_demo(game="cornwall")
        give_up_s = time.monotonic() + 60
        while "Look at the demo" in shown.get("/")[1]:
            assert time.monotonic() < give_up_s
            time.sleep(0.5)
        assert shown.table()["state"] == "waiting"


@contextmanager
def program(data, camera):
    with running(to_play(data, camera)) as (_, address):
        yield Program(address)


def test_without_a_camera_play_opens_the_players_own_table_and_shows_the_demo_beside_it(tmp_path):
    with program(tmp_path, "none") as shown:
        assert "Start a game" in shown.get("/")[1]
        shown.send("/api/new", NEW)
        at, page = shown.show_demo(game="cornwall")
        assert at == "/demo/"
        assert "Demo: painted players" in page
        assert 'href="/">Back to our table' in page
        assert shown.table("/demo/")["camera"] == "demo, a painted table"
        own = shown.table()
        move = {"player": "red", "face": "U", "turns": 1, "cell": [1, 0]}
        shown.send("/api/declare", {"version": own["version"], "move": move})
        assert shown.get("/demo/new")[0] == "/new", "a game is begun at one's own table"
        assert 'href="/demo/">Look at the demo' in shown.get("/")[1]
        assert shown.show_demo(close="1")[0] == "/"
        assert "Look at the demo" not in shown.get("/")[1]
    with program(tmp_path, "none") as shown:
        now = shown.table()
        assert (now["turns"], now["by_hand"]) == (1, True)
        assert now["says"] == "Ben lays a tile; it is entered on a phone."
        assert shown.get("/demo/")[0] == "/"
        assert shown.get("/demo/screen")[0] == "/screen", "a television left on goes on with the own table"


@pytest.mark.slow
def test_a_demo_asked_for_comes_first_and_the_own_table_beside_it(tmp_path):
    with program(tmp_path, "demo:cornwall") as shown:
        assert 'href="/own/">Back to our table' in shown.get("/")[1]
        assert shown.table()["title"] == "Cornwall"
        assert shown.get("/new")[0] == "/own/new"
        shown.send("/own/api/new", NEW)
        assert "Back to our table" not in shown.get("/own")[1]
        assert (shown.table("/own/")["turns"], shown.table()["title"]) == (0, "Cornwall")
