"""Where phones are told to find the table, as the network is at that moment."""

import re
import socket

import pytest

from firmware.serving.addresses import ASK_S, Addresses, shown_host

KNOWN, UNKNOWN = ["192.168.1.20"], OSError("nobody knows it")


class Network:
    """Knows this machine by its name or not."""

    def __init__(self):
        self.found = UNKNOWN

    def look_up(self, name, _port):
        assert name == "pi.local"
        if isinstance(self.found, OSError):
            raise self.found
        return [(0, 0, 0, "", (address, 0)) for address in self.found]


@pytest.fixture
def network(monkeypatch):
    network = Network()
    monkeypatch.setattr(socket, "gethostname", lambda: "pi.home")
    monkeypatch.setattr(socket, "getaddrinfo", network.look_up)
    return network


def test_a_machine_asked_for_at_one_address_goes_by_that_alone(network):
    network.found = KNOWN
    assert Addresses("127.0.0.1", 8000).local() == ""


@pytest.mark.parametrize(
    ("found", "offered"),
    [
        (KNOWN, "http://pi.local:8000"),
        (["fe80::1%eth0", "127.0.1.1"], "http://pi.local:8000"),
        (["127.0.1.1"], ""),
        (UNKNOWN, ""),
    ],
)
def test_the_name_of_the_machine_is_offered_only_where_it_leads_there(found, offered, network):
    network.found = found
    assert Addresses("0.0.0.0", 8000).local() == offered


def test_a_name_that_the_network_learns_later_is_offered_then(network):
    now_s = [0.0]
    addresses = Addresses("0.0.0.0", 8000, lambda: now_s[0])
    assert addresses.local() == ""
    network.found = KNOWN
    for _ in range(100):
        now_s[0] += ASK_S + 1
        if addresses.local():
            break
    assert addresses.local() == "http://pi.local:8000"


def test_a_table_that_starts_before_its_network_is_found_where_it_is_then(monkeypatch):
    monkeypatch.setattr("firmware.serving.addresses.shown_host", lambda _: "127.0.0.1")
    addresses = Addresses("0.0.0.0", 8000)
    assert addresses.url() == "http://127.0.0.1:8000"
    monkeypatch.setattr("firmware.serving.addresses.shown_host", lambda _: "192.168.1.20")
    assert addresses.url() == "http://192.168.1.20:8000"


def test_a_phone_is_shown_a_number_not_everywhere():
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", shown_host("0.0.0.0"))
    assert shown_host("0.0.0.0") != "0.0.0.0"
    assert shown_host("::1") == "[::1]"
