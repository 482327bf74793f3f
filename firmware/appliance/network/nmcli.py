"""What NetworkManager is told and asked, by its own command.

Source:
    nmcli(1), nm-settings-nmcli(5) of NetworkManager 1.42 and 1.52; nmcli-examples(7).
"""

import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from firmware.appliance.network.access_point import ADDRESS, AccessPoint
from scoring.referee.contracts.diagnostics import HeardWifi

PROFILE = "tablekeeper-ap"
"""The access point, among NetworkManager's connections."""
LEARNED = "tablekeeper "
"""So those begin that it was told here; one that never comes up by itself is on trial."""
JOIN_S = 45
OPEN_S = 30
SHORT_S = 10
NO_WORDS = 124
"""The status of a command that was not there, or took far too long."""

Runs = Callable[[Sequence[str], float], "subprocess.CompletedProcess[str]"]
"""Runs a command within so many seconds."""


class NetworkSight(NamedTuple):
    """How it stands with the networks of a machine.

    Attributes:
        radio: Its first device for Wi-Fi; "" where it has none.
        network: The connection that device has; "" for none.
        cable: Whether a cable leads to a network.
        joined: How many phones are joined to the access point.
    """

    radio: str = ""
    network: str = ""
    cable: bool = False
    joined: int = 0

    @property
    def is_open(self) -> bool:
        """Tell whether the access point is up."""
        return self.network == PROFILE


class Known(NamedTuple):
    """A Wi-Fi that the machine has been told the password of."""

    uuid: str
    name: str


class NetworkManager:
    """Whoever keeps the networks of this machine.

    Args:
        runs: Runs a command.
    """

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def sight(self) -> NetworkSight:
        """Look how it stands."""
        radio, network, cable = "", "", False
        for device, kind, state, connection in self._lines(
            "device", "status", fields=("DEVICE", "TYPE", "STATE", "CONNECTION")
        ):
            if kind == "wifi" and state != "unmanaged" and not radio:
                radio = device
                network = connection if state == "connected" else ""
            elif kind == "ethernet":
                cable = cable or state.startswith("connected")
        seen = NetworkSight(radio, network, cable)
        return seen._replace(joined=self._joined(radio)) if seen.is_open else seen

    def known(self) -> list[Known]:
        """List every Wi-Fi that it may join by itself."""
        uuids = [uuid for uuid, joins, name in self._wifis() if joins and name != PROFILE]
        return [Known(uuid, self._value("802-11-wireless.ssid", uuid)) for uuid in uuids]

    def name_of(self, connection: str) -> str:
        """Give the name of the Wi-Fi that a connection leads to."""
        return self._value("802-11-wireless.ssid", connection, by="id")

    def heard(self, radio: str) -> list[HeardWifi]:
        """Listen what is on the air, the best first; each name once."""
        words = ("device", "wifi", "list", "ifname", radio, "--rescan", "yes")
        best: dict[str, HeardWifi] = {}
        for name, signal, security in self._lines(
            *words, fields=("SSID", "SIGNAL", "SECURITY"), wait_s=OPEN_S
        ):
            heard = HeardWifi(name, int(signal or 0), security not in {"", "--"})
            if name and (name not in best or best[name].signal < heard.signal):
                best[name] = heard
        return sorted(best.values(), key=lambda each: -each.signal)

    def keep(self, point: AccessPoint) -> None:
        """See to it that the access point is among the connections, as it is told, and no broken trial."""
        for uuid, joins, name in self._wifis():
            if name.startswith(LEARNED) and not joins:
                self._do("connection", "delete", "uuid", uuid)
        secret = self._value("802-11-wireless-security.psk", PROFILE, by="id", shows_secrets=True)
        if self.name_of(PROFILE) == point.name and secret == point.key:
            return
        self._do("connection", "delete", "id", PROFILE)
        self._do(*point_words(point))

    def open(self) -> bool:
        """Bring up the access point."""
        return self._do("connection", "up", "id", PROFILE, wait_s=OPEN_S)

    def close(self) -> None:
        """Take the access point down."""
        self._do("connection", "down", "id", PROFILE)

    def join(self, known: Known) -> bool:
        """Join a Wi-Fi; tells whether that went well."""
        return self._do("connection", "up", "uuid", known.uuid, wait_s=JOIN_S)

    def learn(self, name: str, key: str) -> bool:
        """Join a Wi-Fi with a password, and keep it if that went well."""
        old = [each for each in self.known() if each.name == name]
        label = f"{LEARNED}{name}"
        if self.name_of(label):  # what opens it now stays until the new one has
            label += " again"
        is_in = (
            self._do(*wifi_words(label, name, key))
            and self._do("connection", "up", "id", label, wait_s=JOIN_S)
            and self._do("connection", "modify", "id", label, "connection.autoconnect", "yes")
        )
        for each in (f"uuid {known.uuid}" for known in old) if is_in else (f"id {label}",):
            self._do("connection", "delete", *each.split(" ", 1))
        return is_in

    def _wifis(self) -> list[tuple[str, bool, str]]:
        """List the connections that are Wi-Fis: the uuid of each, whether it comes up by itself, its name."""
        told = self._lines("connection", "show", fields=("UUID", "TYPE", "AUTOCONNECT", "NAME"))
        return [(uuid, joins == "yes", name) for uuid, kind, joins, name in told if kind == "802-11-wireless"]

    def _joined(self, radio: str) -> int:
        told = self._runs(("iw", "dev", radio, "station", "dump"), SHORT_S).stdout
        return sum(line.startswith("Station ") for line in told.splitlines())

    def _value(self, name: str, which: str, by: str = "uuid", *, shows_secrets: bool = False) -> str:
        secrets = ("--show-secrets",) if shows_secrets else ()
        words = ("nmcli", *secrets, "--escape", "no", "--get-values", name, "connection", "show", by, which)
        return self._runs(words, SHORT_S).stdout.removesuffix("\n")

    def _do(self, *words: str, wait_s: int = SHORT_S) -> bool:
        done = self._runs(("nmcli", "--wait", str(wait_s), *words), wait_s + SHORT_S)
        return done.returncode == 0

    def _lines(self, *words: str, fields: Sequence[str], wait_s: int = SHORT_S) -> Iterator[list[str]]:
        asked = ("nmcli", "--terse", "--fields", ",".join(fields), *words)
        for line in self._runs(asked, wait_s).stdout.splitlines():
            values = split_terse(line)
            if len(values) == len(fields):
                yield values


def point_words(point: AccessPoint) -> tuple[str, ...]:
    """Give what adds the access point to NetworkManager's connections.

    NetworkManager would offer WPA2 and WPA3 at once, with protected management frames, which a Pi
    cannot do as an access point; so it is WPA2 and nothing else. It never comes up by itself.

    Example:
        >>> words = point_words(AccessPoint("tablekeeper-BCDF", "secret word"))
        >>> words[words.index("802-11-wireless-security.pmf") + 1]
        'disable'
    """
    return (
        *("connection", "add", "type", "wifi", "ifname", "*", "con-name", PROFILE),
        *("connection.autoconnect", "no", "ssid", point.name),
        *("802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
        *("802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.psk", point.key),
        *("802-11-wireless-security.proto", "rsn", "802-11-wireless-security.pairwise", "ccmp"),
        *("802-11-wireless-security.group", "ccmp", "802-11-wireless-security.pmf", "disable"),
        *("ipv4.method", "shared", "ipv4.addresses", f"{ADDRESS}/24", "ipv6.method", "disabled"),
    )


def wifi_words(label: str, name: str, key: str) -> tuple[str, ...]:
    """Give what adds a Wi-Fi to NetworkManager's connections, on trial; one without a password is open.

    Example:
        >>> wifi_words("Cafe", "Cafe", "")[-2:]
        ('ssid', 'Cafe')
    """
    lock = (
        ("802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.psk", key) if key else ()
    )
    names = ("con-name", label, "connection.autoconnect", "no", "ssid", name)
    return ("connection", "add", "type", "wifi", "ifname", "*", *names, *lock)


def split_terse(line: str) -> list[str]:
    r"""Split a line of ``nmcli --terse``, which escapes colons and backslashes in values.

    Example:
        >>> split_terse(r"a\:b:c\\d:")
        ['a:b', 'c\\d', '']
    """
    values, escaped = [""], False
    for letter in line:
        if escaped or letter not in "\\:":
            values[-1] += letter
            escaped = False
        elif letter == "\\":
            escaped = True
        else:
            values.append("")
    return values


def run(words: Sequence[str], wait_s: float) -> "subprocess.CompletedProcess[str]":
    """Run a command of this machine and hear what it says; one that is missing says nothing."""
    try:
        return subprocess.run(  # noqa: S603
            words,
            capture_output=True,
            text=True,
            errors="replace",  # anybody may call a Wi-Fi anything
            check=False,
            timeout=wait_s,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return subprocess.CompletedProcess(words, NO_WORDS, "", "")
