"""A kept game that is damaged or absurd breaks nothing: it is set aside, and says why."""

import pytest

from firmware.desks.games import StoredGames
from firmware.store.names import names_in
from firmware.store.store import open_store
from firmware.table.worker import Games, Table
from scoring.games import load
from scoring.referee.clocks import GAME_S
from scoring.referee.store import Event
from tests.webui.history.conftest import Camera, Panel, Reader, document_in, keep
from webui.app import create_app
from webui.context import Context

PLAYERS = [{"name": "Cleo", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
CORNWALL = {"rules": "rulebook-000", "players": PLAYERS}
SEEN = {"how": "seen", "confidence": 1.0, "forced": True}
START = Event("game_started", {"game": "cornwall", "prints": "", "hands_free": False, "setup": CORNWALL})
COINS = Event("turn_confirmed", {"move": {"player": "red", "coins": {"red": 10**309}}, **SEEN})
ABSURD = {
    "coins that no table has room for": (START, COINS, Event("game_ended", {})),
    "coins, and a time, that there are not": (START, COINS, Event("game_ended", {GAME_S: 10**400})),
    "players that are no list": (
        Event("game_started", {"game": "cornwall", "setup": {"players": "nobody"}}),
    ),
    "a game that is none": (Event("game_started", {"game": "chess", "prints": "", "setup": {}}),),
    "no game at all": (Event("game_started", {}), Event("game_ended", {})),
    "a turn taken back before the first": (START, Event("turn_undone", {})),
    "a turn set right that is none": (START, Event("turn_revised", {"back": 10**30, "move": {}})),
    "a beginning that is none": (Event("dragon_tamed", {"by": None}),),
}


@pytest.fixture(params=ABSURD)
def data(request, tmp_path):
    """A data folder with a whole game and, as the last, an absurd one that began at no time at all."""
    with open_store(tmp_path, wall_clock=lambda: 1e300) as store:
        keep(store, document_in("whole_classic_two_players"))
        first, *more = ABSURD[request.param]
        store.append(store.begin(first), more)
    return tmp_path


@pytest.fixture
def client(data):
    games = Games(load, lambda game: Reader(), lambda name: b"prints")
    with open_store(data) as store, Table(Camera(), store, lambda post: Panel(), games) as table:
        desk = StoredGames(store, load, data / "recordings", lambda: "")
        app = create_app(Context(None, None, table, history=desk, names=lambda: names_in(store)))
        yield app.test_client()


def test_the_table_opens_and_every_page_of_games_is_shown(client):
    for page in (
        "/",
        "/games",
        "/games/2",
        "/statistics",
        "/statistics?player=Cleo",
        "/api/games",
        "/api/table",
    ):
        assert client.get(page).status_code == 200, page
    for page in ("/games/2/replay", "/api/games/2", *(f"/games/2/export/{form}" for form in ("csv", "png"))):
        assert client.get(page).status_code in (404, 409, 422), page
    whole, absurd = client.get("/api/games").json["games"][::-1]
    assert (whole["says"], whole["turns"]) == ("", 71)
    assert absurd["says"].endswith(".")
    assert absurd["says"] in client.get("/games").text.replace("&#39;", "'")
    assert client.get("/games/1").status_code == 200


def test_the_commands_list_the_whole_game_and_say_what_is_wrong_with_the_other(command, data):
    absurd, whole = command("history", "--data", data, "--json").document["games"]
    assert whole["players"]
    assert absurd["says"].endswith(".")
    assert absurd["says"] in command("history", "--data", data).out
    refused = command("export", "2", "--data", data)
    assert (refused.status, refused.out) == (2, "")
    assert command("export", "1", "--data", data).document["ended"]
