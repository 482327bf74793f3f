"""A house without Wi-Fi: the access point comes, welcomes, and goes when there is a way back."""

import json
import stat
from contextlib import contextmanager
from threading import Thread
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
import pytest

from firmware.appliance.network.__main__ import LOOK_EVERY_S
from firmware.appliance.network.access_point import (
    AccessPoint,
    WifiError,
    check_key,
    check_name,
    new_access_point,
    read_access_point,
    wifi_link,
    write_private,
)
from firmware.appliance.network.announcer import Announcer
from firmware.appliance.network.keeper import Keeper
from firmware.appliance.network.nmcli import PROFILE, NetworkManager, run
from firmware.appliance.network.notes import WISH, read_news, take_wish
from firmware.appliance.network.redirector import WELCOME, Redirector
from firmware.desks.network import Network
from scoring.referee.contracts.diagnostics import NetworkState, NetworkWish
from scoring.referee.contracts.refusals import RefusedError
from tests.firmware.appliance.air import Air, PowerCutError
from tests.some import some


class House:
    """A machine in a house, whose clock a test moves on."""

    def __init__(self, air, folder):
        self.air, self.folder = air, folder
        self.now_s = 1000.0
        self.news = NetworkState()
        self.data = folder / "data"
        self.data.mkdir(exist_ok=True)
        self.keeper = Keeper(
            NetworkManager(air),
            folder / "etc/point.json",
            self.data,
            self._hear,
            lambda: self.now_s,
            self._wait,
        )

    def _hear(self, news):
        self.news = news

    def _wait(self, seconds):
        self.now_s += seconds

    def live(self, seconds):
        """Let time go by, with a look every five seconds."""
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            self.keeper.look()
            self.now_s += 5.0

    def wish(self, **wanted):
        write_private(self.data / WISH, NetworkWish(**wanted))


@pytest.fixture
def air():
    return Air()


@pytest.fixture
def house(air, tmp_path):
    return House(air, tmp_path)


def test_a_minute_without_a_network_brings_up_its_own(house, air):
    house.live(55)
    assert not house.news.is_open
    house.live(15)
    assert house.news.is_open
    assert air.network == PROFILE
    assert house.news.point.startswith("tablekeeper-")
    assert len(house.news.key) >= 12


def test_a_cable_or_a_known_wifi_is_network_enough(house, air):
    air.cable = True
    house.live(300)
    assert not house.news.is_open
    air.cable = False
    air.sending["Home"] = "household key"
    air.know("Home", "household key")
    air(["nmcli", "connection", "up", "id", "Home"], 1)
    house.live(300)
    assert house.news.network == "Home"
    assert not house.news.is_open
    air.lose("Home")
    house.live(70)
    assert house.news.is_open


def test_a_machine_without_a_radio_is_left_alone(house, air):
    air.has_radio = False
    house.live(300)
    assert not any("up" in words for words in some(air.asked))


@pytest.mark.parametrize("deaf", [False, True])
def test_it_goes_back_when_nobody_is_joined_and_a_known_wifi_is_there(house, air, deaf):
    air.know("Home", "household key")
    air.deaf = deaf
    house.live(70)
    assert house.news.is_open
    air.joined = 1
    air.sending["Home"] = "household key"
    house.live(3600)
    assert house.news.is_open
    air.joined = 0
    house.live(130)
    assert house.news.network == "Home"
    assert not house.news.is_open


def test_a_wifi_that_cannot_be_joined_is_not_tried_all_the_time(house, air):
    air.know("Home", "what it was called last year")
    air.sending["Home"] = "household key"
    house.live(70 + 2 * 3600)
    tries = [at for at, words in enumerate(some(air.asked)) if words[3:6] == ["connection", "up", "uuid"]]
    assert 3 <= len(tries) <= 13
    assert house.news.is_open


def test_looking_for_the_way_back_becomes_rare(house, air):
    air.deaf = True
    house.live(70 + 2 * 3600)
    downs = [words for words in some(air.asked) if "down" in words]
    assert len(downs) <= 14
    assert house.news.is_open


def test_it_stays_up_when_the_host_asks_and_after_a_restart(house, air, tmp_path):
    air.know("Home", "household key")
    air.sending["Home"] = "household key"
    air(["nmcli", "connection", "up", "id", "Home"], 1)
    house.live(10)
    house.wish(stays=True)
    house.live(10)
    assert (house.news.is_open, house.news.stays) == (True, True)
    again = House(air, tmp_path)
    again.live(3600)
    assert again.news.is_open
    assert again.news.point == house.news.point
    again.wish(stays=False)
    again.live(10)
    assert again.news.network == "Home"


def test_the_host_picks_a_network(house, air):
    air.sending |= {"Home: sweet": "household key", "Cafe": ""}
    house.live(70)
    assert [each.name for each in house.news.heard] == ["Home: sweet", "Cafe"]
    assert [each.is_locked for each in house.news.heard] == [True, False]
    house.wish(network="Home: sweet", key="household key")
    house.live(5)
    assert (house.news.network, house.news.came, house.news.is_open) == ("Home: sweet", "joined", False)
    house.wish(network="Cafe")
    house.live(5)
    assert house.news.network == "Cafe"


def test_a_wrong_password_brings_the_access_point_back_and_says_so(house, air):
    air.sending["Home"] = "household key"
    house.live(70)
    house.wish(network="Home", key="a wrong key")
    house.live(5)
    assert (house.news.tried, house.news.came, house.news.is_open) == ("Home", "failed", True)
    assert [told["con-name"] for told in some(air.profiles.values())] == [PROFILE]


@pytest.mark.parametrize("cut_before", ["up", "modify"])
def test_a_password_whose_trial_a_power_cut_ends_is_kept_by_nobody(house, air, tmp_path, cut_before):
    air.sending["Home"] = "household key"
    house.live(70)
    house.wish(network="Home", key="household key" if cut_before == "modify" else "a wrong key")
    air.cut_before = cut_before
    with pytest.raises(PowerCutError):
        house.live(5)
    assert len(air.profiles) == 2
    House(air, tmp_path)
    assert [told["con-name"] for told in some(air.profiles.values())] == [PROFILE]


def test_a_network_known_before_is_known_once_with_its_new_password(house, air):
    air.sending["Home"] = "new household key"
    air.know("Home", "household key")
    house.live(70)
    house.wish(network="Home", key="new household key")
    house.live(5)
    keys = [told["802-11-wireless-security.psk"] for told in air.profiles.values() if told["ssid"] == "Home"]
    assert keys == ["new household key"]
    house.wish(network="Home", key="wrong, and kept by nobody")
    house.live(5)
    keys = [told["802-11-wireless-security.psk"] for told in air.profiles.values() if told["ssid"] == "Home"]
    assert keys == ["new household key"]


def test_the_access_point_is_one_and_has_what_the_radio_of_a_pi_can_do(house, air, tmp_path):
    House(air, tmp_path)
    points = [told for told in air.profiles.values() if told["con-name"] == PROFILE]
    assert len(points) == 1
    assert points[0]["802-11-wireless-security.pmf"] == "disable"
    assert points[0]["802-11-wireless-security.proto"] == "rsn"
    assert points[0]["connection.autoconnect"] == "no"


def test_the_access_point_of_a_card_is_taken_up(air, tmp_path):
    write_private(tmp_path / "point.json", AccessPoint("tablekeeper-BCDF", "a card's key"))
    (tmp_path / "etc").mkdir()
    (tmp_path / "point.json").rename(tmp_path / "etc/point.json")
    house = House(air, tmp_path)
    house.live(5)
    assert (house.news.point, house.news.key) == ("tablekeeper-BCDF", "a card's key")
    assert next(iter(air.profiles.values()))["ssid"] == "tablekeeper-BCDF"


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"{",
        b"[]",
        b'{"network": 7}',
        b'{"network": "' + b"x" * 33 + b'"}',
        b'{"network": "Home", "key": "short"}',
        b'{"network": "a\\nb"}',
        b" " * 10_000,
    ],
)
def test_a_wish_that_cannot_be_understood_is_taken_away_and_does_nothing(house, left):
    house.live(10)
    (house.data / WISH).write_bytes(left)
    before = [told for told in house.air.asked if "add" in told]
    house.live(10)
    assert not (house.data / WISH).exists()
    assert [told for told in house.air.asked if "add" in told] == before


def test_root_follows_no_link_that_the_pages_could_leave(house, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text('{"network": "Home", "key": "only for root"}')
    (house.data / WISH).symlink_to(secret)
    assert take_wish(house.data) is None
    assert secret.exists()
    assert not (house.data / WISH).is_symlink()


def test_a_folder_where_a_wish_would_be_is_taken_away(house):
    (house.data / WISH / "more").mkdir(parents=True)
    assert take_wish(house.data) is None
    assert not (house.data / WISH).exists()


def test_passwords_are_for_nobody_elses_eyes(house, tmp_path):
    house.wish(network="Home", key="household key")
    for file in (house.data / WISH, tmp_path / "etc/point.json"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_pages_ask_and_are_told(tmp_path):
    desk = Network(tmp_path, tmp_path / "news.json")
    with pytest.raises(RefusedError, match="not kept by tablekeeper"):
        desk.ask(NetworkWish("Home"))
    write_private(tmp_path / "news.json", NetworkState("tablekeeper-BCDF", "its key", is_open=True))
    assert desk.state().point == "tablekeeper-BCDF"
    with pytest.raises(RefusedError, match="8 to 63"):
        desk.ask(NetworkWish("Home", "short"))
    desk.ask(NetworkWish("Home", "household key"))
    assert take_wish(tmp_path) == NetworkWish("Home", "household key")


def test_news_that_are_no_news_are_none(tmp_path):
    assert read_news(tmp_path / "none.json") is None
    (tmp_path / "news.json").write_text('{"heard": 3}')
    assert read_news(tmp_path / "news.json") is None


def test_every_machine_has_a_password_of_its_own():
    points = [new_access_point() for _ in range(50)]
    assert len({each.key for each in points}) == 50
    for point in some(points):
        check_name(point.name)
        check_key(point.key)


@pytest.mark.parametrize("name", ["", "x" * 33, "ü" * 17, "a\tb"])
def test_what_is_no_name_of_a_wifi_is_refused(name):
    with pytest.raises(WifiError, match="name of a Wi-Fi"):
        check_name(name)


@pytest.mark.parametrize("key", ["", "7 signs", "x" * 64, "pässword", "tab\tin it"])
def test_what_is_no_password_of_a_wifi_is_refused(key):
    with pytest.raises(WifiError, match="password of a Wi-Fi"):
        check_key(key)


def test_damaged_files_count_as_none(tmp_path):
    file = tmp_path / "point.json"
    for text in ("", "{}", '{"name": "x"}', '{"name": "x", "key": "short"}', "[1]"):
        file.write_text(text)
        assert read_access_point(file) is None
    file.write_bytes(msgspec.json.encode(AccessPoint("x", "long enough")))
    assert read_access_point(file) == AccessPoint("x", "long enough")


def test_a_code_for_phones_keeps_strange_letters_apart():
    assert wifi_link('a;b,c:d"e\\f', "k;e") == r"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:k\;e;;"


def test_a_command_that_is_missing_or_hangs_says_nothing():
    assert run(["no-such-command-here"], 1.0).stdout == ""
    assert run(["sleep", "5"], 0.1).returncode != 0
    assert NetworkManager(lambda words, wait_s: run(["no-such-command-here"], wait_s)).sight().radio == ""


def test_a_wifi_whose_name_is_no_text_is_heard_with_the_others():
    told = r"Home:70:WPA2\n\377:60:WPA2\n"
    heard = NetworkManager(lambda words, wait_s: run(["printf", told], wait_s)).heard("wlan0")
    assert [each.signal for each in heard] == [70, 60]


class Publisher:
    """A program that runs until it is ended."""

    def __init__(self, words):
        self.words, self.ended = words, None

    def poll(self):
        return self.ended

    def terminate(self):
        self.ended = 0

    def wait(self):
        return self.ended


def test_a_machine_called_otherwise_answers_to_tablekeeper_local_wherever_it_is():
    started = []

    def start(words):
        started.append(Publisher(words))
        return started[-1]

    announcer = Announcer(start, "raspberrypi")
    for address in ("127.0.0.1", "10.42.0.1", "10.42.0.1", "192.168.1.7"):
        announcer.follow(address)
    assert [child.words[-2:] for child in some(started)] == [
        ("tablekeeper.local", "10.42.0.1"),
        ("tablekeeper.local", "192.168.1.7"),
    ]
    assert [child.ended for child in started] == [0, None]
    Announcer(start, "tablekeeper").follow("192.168.1.8")
    assert len(started) == 2


def test_a_name_that_avahi_forgot_as_it_started_anew_is_announced_again_within_half_a_minute():
    started = []
    announcer = Announcer(lambda words: started.append(Publisher(words)) or started[-1], "raspberrypi")
    for _ in range(100):
        announcer.follow("192.168.1.7")
    assert len(started) == 1
    started[0].ended = 1
    for _ in range(int(30 / LOOK_EVERY_S)):
        announcer.follow("192.168.1.7")
    assert [child.ended for child in started] == [1, None]
    announcer.follow("192.168.1.7")
    assert len(started) == 2


class Followed(HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


@contextmanager
def listening():
    server = Redirector(("127.0.0.1", 0), "pi")
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ask(port, host, path="/", method="GET"):
    request = Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host}, method=method)
    try:
        with build_opener(Followed).open(request, timeout=10) as answer:
            return answer.status, answer.headers.get("Location", ""), answer.read()
    except HTTPError as error:
        return error.code, error.headers.get("Location", ""), error.read()


def test_a_phone_is_welcomed_once_and_stays_then():
    with listening() as port:
        probe = ("connectivitycheck.gstatic.com", "/generate_204")
        assert ask(port, *probe) == (302, WELCOME, b"")
        assert ask(port, "captive.apple.com", "/hotspot-detect.html")[1] == WELCOME
        assert ask(port, "10.42.0.1", "/go") == (302, "http://10.42.0.1:8000/", b"")
        assert ask(port, *probe) == (204, "", b"")
        assert b"Success" in ask(port, "captive.apple.com", "/hotspot-detect.html?x=1")[2]
        assert ask(port, "captive.apple.com", "/hotspot-detect.html", "HEAD")[2] == b""
        assert ask(port, "example.org", "/")[1] == WELCOME


def test_its_own_names_lead_to_the_pages_that_were_asked_for():
    with listening() as port:
        for host in ("10.42.0.1", "tablekeeper.local", "tablekeeper", "PI.local:80"):
            assert ask(port, host, "/join?code=BCDFG")[1] == "http://10.42.0.1:8000/join?code=BCDFG"
        assert ask(port, "evil.example", "//evil.example/")[1] == WELCOME


def test_how_it_stands_is_told_only_when_it_changes(air, tmp_path):
    house = House(air, tmp_path)
    told = []
    house.keeper._tell = lambda news: told.append(json.loads(msgspec.json.encode(news)))
    house.live(600)
    assert [each["is_open"] for each in some(told)] == [False, True]
