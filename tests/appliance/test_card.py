"""A card's first start, and a house without a Wi-Fi: one story, told in order on one machine.

The machine is a Debian with what a Raspberry Pi OS has of networks; its card is one that ``tablekeeper card``
wrote. Its radio, and the phone's, are simulated by its kernel.
"""

import json
import shutil
from pathlib import Path

import pytest

from firmware.appliance.card import FOLDER
from firmware.appliance.network.access_point import read_access_point
from firmware.build import real_parts
from firmware.cli.command_line import run
from tests.appliance.machine import NETWORK_PACKAGES, Machine, build_image, tell

pytestmark = [pytest.mark.timeout(10_800), pytest.mark.slow]

PIN, NAME = "492713", "kitchen"
LONG_S = 3600.0
PHONE = Path(__file__).with_name("card_phone.sh")
NAMES = Path(__file__).with_name("card_names.py")
HOME, HOME_KEY = "Home: sweet", "householdkey"
NEWS = "/run/tablekeeper-network/news.json"
PROBE = "http://connectivitycheck.gstatic.com/generate_204"
JOINS = """
import http.cookiejar, re, sys, urllib.parse, urllib.request as request
opener = request.build_opener(request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
def send(path, **said):
    form = urllib.parse.urlencode(said).encode() if said else None
    return opener.open("http://127.0.0.1:8000" + path, form, timeout=120).read().decode()
token = re.search('name="form_token" value="([^"]+)"', send("/network"))[1]
send("/network/join", form_token=token, hidden=sys.argv[1], key=sys.argv[2])
"""
"""The page of the network, as a browser at the machine itself uses it."""


@pytest.fixture(scope="module")
def card(wheels, tmp_path_factory):
    """The small partition of a card, prepared."""
    folder = tmp_path_factory.mktemp("bootfs")
    for name in ("config.txt", "cmdline.txt"):
        (folder / name).touch()
    words = ["--name", NAME, "--wifi", "", "--country", "DE", "--language", "de", "--timezone"]
    words += ["Europe/Berlin", "--pin", PIN, "--wheels", str(wheels)]
    assert run(["card", str(folder), *words], real_parts()) == 0
    return folder


@pytest.fixture(scope="module")
def machine(cache, debian, card, tmp_path_factory):
    """A machine that was started with that card, and whose power was cut while it installed itself."""
    image = build_image(cache / "image-network", debian[0], NETWORK_PACKAGES)
    folder = tmp_path_factory.mktemp("card")
    brought = folder / "brought"
    brought.mkdir()
    for file in (PHONE, NAMES):
        shutil.copy2(file, brought)
    there = Machine(folder / "vm", image, image / "root.img", brought, card)
    tell(f"booted in {there.start():.0f} s")
    there.wait_until(lambda: there.run("ls -d /opt/tablekeeper/*/.venv").returncode == 0, LONG_S)
    there.cut()
    assert there.check_disk()
    tell(f"its power was cut; booted in {there.start():.0f} s")
    yield there
    there.cut()


def phone(machine, *words):
    return machine.check("sh /mnt/brought/card_phone.sh " + " ".join(f"'{word}'" for word in words))


def news(machine):
    return json.loads(machine.check(f"cat {NEWS}"))


def address_by(machine, way, name):
    return machine.check(f"ip netns exec phone python3 /mnt/brought/card_names.py {way} {name}")


def test_a_card_installs_itself_though_its_power_goes(machine, card):
    tell(f"installed, its pages {machine.wait_for_pages(LONG_S):.0f} s after the cut")
    unit = "tablekeeper-first-boot.service"
    machine.wait_until(lambda: machine.run(f"systemctl cat {unit}").returncode != 0, LONG_S)
    assert machine.check("hostname") == NAME
    assert machine.check("readlink /etc/localtime").endswith("Europe/Berlin")
    assert machine.check("cat /var/lib/tablekeeper/pin.txt") == PIN
    assert machine.get("/healthz", 80)[0] == 200
    machine.wait_until(lambda: machine.run(f"test -e {NEWS}").returncode == 0, LONG_S)
    assert news(machine)["key"] == read_access_point(card / FOLDER / "access-point.json").key


def test_where_no_network_is_it_opens_its_own(machine, card):
    printed = read_access_point(card / FOLDER / "access-point.json")
    phone(machine, "appear")
    opened_s = machine.wait_until(lambda: news(machine)["is_open"], LONG_S)
    tell(f"its own Wi-Fi was up {opened_s:.0f} s after the cable was pulled")
    assert news(machine)["point"] == printed.name
    phone(machine, "join", printed.name, printed.key)


def test_a_phone_that_joins_is_led_to_the_table(machine):
    assert phone(machine, "ask", PROBE) == "302 http://10.42.0.1:8000/network/welcome"
    assert phone(machine, "ask", "http://10.42.0.1:8000/network/welcome").startswith("200")
    assert phone(machine, "ask", "http://10.42.0.1/go") == "302 http://10.42.0.1:8000/"
    assert phone(machine, "ask", PROBE).startswith("204")
    assert phone(machine, "ask", "http://10.42.0.1:8000/").startswith("200")


@pytest.mark.parametrize(
    ("way", "name"), [("dns", "example.org"), ("mdns", f"{NAME}.local"), ("mdns", "tablekeeper.local")]
)
def test_every_name_of_the_table_is_found(machine, way, name):
    assert address_by(machine, way, name) == "10.42.0.1"


def came(machine, word):
    return machine.wait_until(lambda: news(machine)["came"] == word, LONG_S)


def choose(machine, key):
    machine.check(f"python3 - '{HOME}' '{key}' <<'END'\n{JOINS}\nEND")


def test_a_network_is_chosen_and_a_wrong_password_costs_nothing(machine):
    phone(machine, "be-home", HOME, HOME_KEY)
    choose(machine, "wrongwrong")
    tell(f"a wrong password: {came(machine, 'failed'):.0f} s")
    machine.wait_until(lambda: news(machine)["is_open"], LONG_S)
    choose(machine, HOME_KEY)
    tell(f"joined after {came(machine, 'joined'):.0f} s")
    machine.wait_until(lambda: news(machine)["network"] == HOME, LONG_S)


def test_where_the_network_goes_its_own_comes_back_until_it_returns(machine):
    phone(machine, "leave-home")
    tell(f"its own again after {machine.wait_until(lambda: news(machine)['is_open'], LONG_S):.0f} s")
    phone(machine, "be-home", HOME, HOME_KEY)
    home_s = machine.wait_until(lambda: news(machine)["network"] == HOME, LONG_S)
    tell(f"back in the network {home_s:.0f} s after that was")
    assert machine.check("systemctl show -p NRestarts --value tablekeeper-network") == "0"
