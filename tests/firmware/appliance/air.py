"""A house with or without Wi-Fi, as NetworkManager's own command tells of it: a process is faked, no more."""

import subprocess
import uuid
from itertools import pairwise

from firmware.appliance.network.nmcli import PROFILE

ESCAPED = str.maketrans({":": r"\:", "\\": r"\\"})


class PowerCutError(Exception):
    """The machine is gone."""


class Air:
    """What nmcli and iw say and do, as those of Debian 13 were seen to (version 1.52.1).

    Attributes:
        sending: Names of Wi-Fis on the air, and the password of each.
        profiles: NetworkManager's connections: what each was added with, by its uuid.
        joined: How many phones are joined to the access point.
        cut_before: The power is cut before a connection is asked this.
        deaf: Whether the radio hears nothing else while its access point is up, as a Pi's does.
        asked: Every command line.
    """

    def __init__(self, **sending):
        self.sending = sending
        self.profiles = {}
        self.active = None
        self.joined = 0
        self.deaf = False
        self.cable = False
        self.has_radio = True
        self.asked = []
        self.cut_before = None

    def know(self, name, key):
        """Have it been told a password before."""
        self._add(["con-name", name, "ssid", name, "802-11-wireless-security.psk", key])

    @property
    def network(self):
        """What the radio is in."""
        return self.profiles[self.active]["con-name"] if self.active else ""

    def lose(self, name):
        """Switch a Wi-Fi off."""
        del self.sending[name]
        if self.network == name:
            self.active = None

    def __call__(self, words, wait_s):
        self.asked.append(list(words))
        if self.cut_before and self.cut_before in words and PROFILE not in words:
            self.cut_before = self.active = None
            raise PowerCutError
        said, status = "", 0
        if words[0] == "iw":
            said = "".join(f"Station 02:00:00:00:00:{at:02x} (on wlan0)\n" for at in range(self.joined))
        else:
            found = self._answer(self._plain(words[1:]))
            said, status = found if isinstance(found, tuple) else (found, 0)
        return subprocess.CompletedProcess(words, status, said, "")

    @staticmethod
    def _plain(words):
        """Leave out the options before what is asked."""
        words = list(words)
        fields = None
        while words and words[0].startswith("--"):
            option = words.pop(0)
            if option in {"--fields", "--get-values", "--escape", "--wait"}:
                value = words.pop(0)
                fields = value if option in {"--fields", "--get-values"} else fields
        return [fields, *words]

    def _answer(self, words):
        fields, *words = words
        match words:
            case ["device", "status"]:
                assert fields == "DEVICE,TYPE,STATE,CONNECTION"
                state = "connected" if self.active else "disconnected"
                radio = f"wlan0:wifi:{state}:{self._told(self.network)}\n"
                cable = f"eth0:ethernet:{'connected' if self.cable else 'unavailable'}:\n"
                return "lo:loopback:connected (externally):lo\n" + (radio if self.has_radio else "") + cable
            case ["device", "wifi", "list", "ifname", "wlan0", "--rescan", "yes"]:
                assert fields == "SSID,SIGNAL,SECURITY"
                is_open = self.network == "tablekeeper-ap"
                heard = {} if self.deaf and is_open else self.sending
                own = [f"{self.profiles[self.active]['ssid']}:100:WPA2"] if is_open else []
                lines = [
                    f"{self._told(name)}:{80 - at}:{'WPA2' if key else ''}"
                    for at, (name, key) in enumerate(heard.items())
                ]
                return "\n".join([*own, *lines, ":40:WPA2"])  # one hides its name
            case ["connection", "show"]:
                assert fields == "UUID,TYPE,AUTOCONNECT,NAME"
                return "".join(
                    ":".join((each, "802-11-wireless", joins, f"{self._told(told['con-name'])}\n"))
                    for each, told in self.profiles.items()
                    for joins in [told.get("connection.autoconnect", "yes")]
                )
            case ["connection", "show", by, which]:
                each = self._find(by, which)
                name = {"802-11-wireless.ssid": "ssid"}.get(fields, fields)
                return (self.profiles[each].get(name, "") + "\n") if each else ("", 10)
            case ["connection", "add", *told]:
                return self._add(told)
            case ["connection", "modify", by, which, *told]:
                self.profiles[self._find(by, which)] |= _pairs(told)
            case ["connection", "delete", by, which]:
                each = self._find(by, which)
                self.active = None if each == self.active else self.active
                return ("", 0 if self.profiles.pop(each, None) else 10)
            case ["connection", "up", by, which]:
                return self._up(self._find(by, which))
            case ["connection", "down", by, which]:
                self.active = None if self._find(by, which) == self.active else self.active
            case _:
                raise AssertionError(f"nmcli knows no {words}")
        return ""

    def _add(self, told):
        self.profiles[str(uuid.uuid4())] = _pairs(told)
        return "", 0

    def _up(self, each):
        told = self.profiles.get(each, {})
        name = told.get("ssid")
        is_point = told.get("802-11-wireless.mode") == "ap"
        if is_point or (
            name in self.sending and self.sending[name] == told.get("802-11-wireless-security.psk", "")
        ):
            self.active = each
            return "", 0
        self.active = None
        return "", 4

    def _find(self, by, which):
        if by == "uuid":
            return which if which in self.profiles else None
        return next((each for each, told in self.profiles.items() if told["con-name"] == which), None)

    @staticmethod
    def _told(text):
        return text.translate(ESCAPED)


def _pairs(told):
    return dict(list(pairwise(told))[::2])
