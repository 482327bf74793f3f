"""A game that no camera reads, at a table that has one: it is played by hand, and every page says why."""

from io import BytesIO

import pytest

from firmware.cameras.absent import NoCamera
from firmware.panel import NoPanel
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring import games as rules_of
from scoring.referee.contracts.refusals import RefusedError
from scoring.referee.contracts.table import NewGame
from tests.some import some
from tests.webui.entered import no_reader
from webui.app import create_app
from webui.context import Context

PACKAGES = (*rules_of.HERE, "tests.games.further")
GAMES = {name: rules_of.load(name, PACKAGES) for name in ("carcassonne", "harbour")}
TITLE = GAMES["harbour"].info.title
WHY = f"No camera reads {TITLE} yet, so every turn is entered on a phone."
SEATS = (("Ann", "red"), ("Ben", "blue"))


class Idle(NoCamera):
    """A camera that is there and is never asked for a frame."""

    says = "a camera"

    def take(self, *args):
        raise AssertionError("nobody looks on")


@pytest.fixture
def desk(tmp_path):
    games = Games(GAMES.__getitem__, no_reader, lambda name: None)
    folder = tmp_path / "table"
    folder.mkdir()
    with open_store(folder) as store, Table(Idle(), store, lambda post: NoPanel(""), games) as table:
        yield table


@pytest.fixture
def client(photos, lessons, desk):
    return create_app(Context(photos, lessons, desk, GAMES)).test_client()


def test_its_form_asks_nothing_about_camera_or_box_and_says_why(client):
    page = client.get("/new?game=harbour").text
    assert WHY in page
    assert not {name for name in ("by_hand", "hands_free", "prints") if f'name="{name}"' in page}
    assert WHY not in client.get("/new?game=carcassonne").text


def test_it_begins_by_hand_and_no_camera_takes_over(client, desk):
    desk.start(NewGame("harbour", GAMES["harbour"].info.rule_sets[0].name, "", SEATS))
    assert desk.snapshot().by_hand
    assert 'data-key="by-hand"' not in client.get("/").text
    with pytest.raises(RefusedError, match="No camera reads"):
        desk.set_by_hand(False, desk.snapshot().version)
    assert desk.snapshot().by_hand


def test_no_photograph_of_it_is_taken_in(client, photo):
    page = client.get("/photos/new?game=harbour").text
    assert WHY in page
    assert '<option value="harbour"' not in page
    token = client.get_cookie("tablekeeper_form").value
    sent = {"form_token": token, "game": "harbour", "photo": (BytesIO(photo), "table.jpg")}
    answer = client.post("/photos", data=sent)
    assert (answer.status_code, WHY in answer.text) == (422, True)


def test_nothing_of_its_box_is_learned_from_pictures(client, lessons):
    for page in some(["/prints", "/prints/new", "/prints/chart"]):
        answer = client.get(page)
        assert (answer.status_code, TITLE in answer.text) == (200, False)
    assert list(lessons.print_sets("harbour")) == []
