"""The pages for the network: the host picks one, and phones at the access point are welcomed."""

import pytest

from firmware.access_keys import open_keys
from scoring.referee.contracts.diagnostics import HeardWifi, NetworkState, NetworkWish
from scoring.referee.contracts.refusals import RefusedError
from tests.webui.live.conftest import FakeTable
from webui.app import create_app
from webui.context import Context

ELSEWHERE = {"REMOTE_ADDR": "10.42.0.7"}
STATE = NetworkState(
    "tablekeeper-BCDF",
    "abcd-efgh-jkmn",
    is_open=True,
    heard=(HeardWifi("Ann's <home>", 80, True), HeardWifi("Cafe", 40, False)),
)


class Desk:
    """Notes what is wished."""

    def __init__(self):
        self.now, self.wishes, self.refuses = STATE, [], ""

    def state(self):
        return self.now

    def ask(self, wish):
        if self.refuses:
            raise RefusedError(self.refuses)
        self.wishes.append(wish)


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def client(photos, lessons, desk, tmp_path):
    (tmp_path / "keys").mkdir()
    app = create_app(Context(photos, lessons, FakeTable(), network=desk, keys=open_keys(tmp_path / "keys")))
    return app.test_client()


def test_the_host_sees_what_is_on_the_air_and_picks_one(client, post, desk):
    page = client.get("/network").get_data(as_text=True)
    assert "Ann&#39;s &lt;home&gt;" in page
    assert "Cafe" in page
    assert "abcd-efgh-jkmn" in page
    answer = post("/network/join", network="Ann's <home>", key="household key")
    assert answer.status_code == 200
    assert "tablekeeper.local" in answer.get_data(as_text=True)
    post("/network/join", network="Cafe", hidden=" Attic ", key="")
    post("/network/stay", stays="true")
    assert desk.wishes == [
        NetworkWish("Ann's <home>", "household key"),
        NetworkWish("Attic", ""),
        NetworkWish(stays=True),
    ]


def test_what_cannot_be_is_said(post, desk):
    desk.refuses = "The password of a Wi-Fi has 8 to 63 letters and signs; this one has 5."
    answer = post("/network/join", network="Home", key="short")
    assert answer.status_code == 422
    assert "8 to 63" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("came", "says"),
    [("joining", "is being joined"), ("failed", "could not be joined"), ("joined", "own Wi-Fi")],
)
def test_what_came_of_the_last_one_is_said(client, desk, came, says):
    desk.now = NetworkState("tablekeeper-BCDF", "abcd-efgh-jkmn", is_open=True, tried="Home", came=came)
    assert says in client.get("/network").get_data(as_text=True)


def test_nobody_but_the_host_picks_a_network_or_sees_a_password(client, desk):
    page = client.get("/network", environ_base=ELSEWHERE).get_data(as_text=True)
    assert "abcd-efgh-jkmn" not in page
    answer = client.post(
        "/network/join", data={"network": "Home", "key": "household key"}, environ_base=ELSEWHERE
    )
    assert answer.status_code in {400, 403}
    assert desk.wishes == []


def test_a_phone_at_the_access_point_is_welcomed_and_led_to_the_table(client, desk):
    answer = client.get("/network/welcome", environ_base=ELSEWHERE, headers={"Host": "10.42.0.1:8000"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert 'href="http://10.42.0.1/go"' in page
    assert "http://10.42.0.1:8000" in page
    desk.now = None
    assert "/go" not in client.get("/network/welcome").get_data(as_text=True)


def test_where_nobody_keeps_the_network_there_is_no_page_of_it(client, desk, photos, lessons):
    desk.now = None
    assert client.get("/network").status_code == 404
    assert "/network" not in client.get("/host").get_data(as_text=True)
    bare = create_app(Context(photos, lessons, FakeTable())).test_client()
    assert bare.get("/network").status_code == 404
