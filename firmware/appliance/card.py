"""What a fresh memory card needs so that a Pi installs tablekeeper at its first start, by itself.

Raspberry Pi OS (from 13 on) reads ``user-data``, ``network-config`` and ``meta-data`` on the small partition
of its card, which any computer can write. They are written as JSON, which YAML includes.

Source:
    cloud-init, "NoCloud" and "Networking config Version 2"; netplan, "YAML configuration"; Raspberry Pi
    Imager, ``customization_generator.cpp``, which writes the same files.
"""

import hashlib
import json
import re
import zoneinfo
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from firmware.appliance.network.access_point import WifiError, check_key, check_name
from firmware.appliance.releases import PUBLIC_KEY
from firmware.errors import InputError

FOLDER = "tablekeeper"
"""What the first start needs lies in this folder beside the three files."""
LANGUAGES = {"en": "en_GB.UTF-8", "de": "de_DE.UTF-8", "fr": "fr_FR.UTF-8", "it": "it_IT.UTF-8"}
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
COUNTRIES = """
    AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BR BS BT BW BY
    BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CX CY CZ DE DK DM DO DZ EC EE EG ES ET FI FJ FM FR GA GB
    GD GE GF GH GI GL GP GR GT GU GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KH KN KP KR KW
    KY KZ LB LC LI LK LS LT LU LV MA MC MD ME MF MH MK ML MM MN MO MP MQ MR MT MU MV MW MX MY NG NI NL
    NO NP NZ OM PA PE PF PG PH PK PL PM PR PT PW PY QA RE RO RS RU RW SA SE SG SI SK SN SR SV SY TC TD
    TG TH TN TR TT TW TZ UA UG US UY UZ VC VE VI VN VU WF WS YE YT ZA ZW
"""
"""Those whose rules for radios Linux knows (wireless-regdb)."""
BOOT_FILES = ("config.txt", "cmdline.txt")
LOGIN = "keeper"
"""Who may log in with a key; the service has a user of its own."""
BEGIN = (
    f"[ -e /boot/firmware/{FOLDER}/first-boot.sh ] || "
    "{ mkdir -p /run/tablekeeper-card; mount -o ro LABEL=CIDATA /run/tablekeeper-card; }; "
    f"for at in /boot/firmware /run/tablekeeper-card; do [ ! -e $at/{FOLDER}/first-boot.sh ] || "
    f"exec sh $at/{FOLDER}/first-boot.sh begin; done"
)
"""At each start: the power may go before the first one is through. It does nothing once that is."""


class CardWishes(NamedTuple):
    """What whoever prepares a card may choose.

    Attributes:
        host_name: How the machine is called in its network.
        wifi: The name of the Wi-Fi; "" for none.
        wifi_key: Its password; "" where it is open.
        country: Whose rules its radio keeps to, in two letters.
        language: One of ``LANGUAGES``.
        timezone: Such as Europe/Berlin.
        login_key: A public key of ssh; "" where nobody is to log in.
    """

    host_name: str
    wifi: str
    wifi_key: str
    country: str
    language: str
    timezone: str
    login_key: str = ""


def check_wishes(wishes: CardWishes) -> None:
    """Refuse what would not work, where nobody can mend it any more.

    Raises:
        InputError: Something cannot be used; the sentence says what would be.

    Example:
        >>> check_wishes(CardWishes("tablekeeper", "Home", "secret word", "DE", "de", "Europe/Berlin"))
    """
    if not HOST_NAME.fullmatch(wishes.host_name):
        raise InputError(
            f"{wishes.host_name!r} is no name for a machine; use small letters, digits and hyphens, such as "
            "tablekeeper."
        )
    try:
        if wishes.wifi:
            check_name(wishes.wifi)
        if wishes.wifi_key:
            check_key(wishes.wifi_key)
    except WifiError as error:
        raise InputError(error.says) from error
    if wishes.wifi_key and not wishes.wifi:
        raise InputError("There is a password and no name of a Wi-Fi; give both, or neither.")
    if wishes.country not in COUNTRIES.split():
        raise InputError(
            f"{wishes.country!r} is no country that radios know; give its two letters, such as DE, GB or US."
        )
    if wishes.language not in LANGUAGES:
        raise InputError(
            f"There is no language {wishes.language!r} here; these can be chosen: {', '.join(LANGUAGES)}."
        )
    if wishes.timezone not in zoneinfo.available_timezones():
        raise InputError(f"{wishes.timezone!r} is no time zone; one is Europe/Berlin.")
    if wishes.login_key and not PUBLIC_KEY.match(wishes.login_key):
        raise InputError("That is no public key of ssh; such a file begins with ssh-.")


def check_card(folder: Path) -> None:
    """Refuse a folder that is not the small partition of a card, before anything is written to it.

    Raises:
        InputError: It is not there, or something else.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}; give where the card's partition bootfs is found.")
    if not all((folder / name).is_file() for name in BOOT_FILES):
        raise InputError(
            f"{folder} is not the small partition of a Pi's card, which holds {' and '.join(BOOT_FILES)}. "
            "Write Raspberry Pi OS to the card first, take it out and put it in again."
        )


def user_data(wishes: CardWishes) -> str:
    r"""Describe the machine to cloud-init.

    Example:
        >>> text = user_data(CardWishes("tablekeeper", "", "", "DE", "de", "Europe/Berlin"))
        >>> text.splitlines()[0], json.loads(text.partition("\n")[2])["locale"]
        ('#cloud-config', 'de_DE.UTF-8')
    """
    login: dict[str, object] = {"name": LOGIN, "lock_passwd": True, "shell": "/bin/bash"}
    if wishes.login_key:
        login |= {"ssh_authorized_keys": [wishes.login_key], "sudo": "ALL=(ALL) NOPASSWD:ALL"}
    return "#cloud-config\n" + _shown(
        {
            "hostname": wishes.host_name,
            "manage_etc_hosts": True,
            "locale": LANGUAGES[wishes.language],
            "timezone": wishes.timezone,
            "ssh_pwauth": False,
            **({"enable_ssh": True} if wishes.login_key else {}),
            "users": [login],
            "bootcmd": [["sh", "-c", BEGIN]],
        }
    )


def network_config(wishes: CardWishes) -> str:
    """Describe the network: a cable wherever there is one, and the Wi-Fi.

    The password is not written down as such, but as the key that is computed from it, which opens this Wi-Fi
    and no other lock.

    Example:
        >>> wishes = CardWishes("tablekeeper", "Home", "secret word", "DE", "de", "Europe/Berlin")
        >>> text = network_config(wishes)
        >>> "secret word" in text, json.loads(text)["network"]["wifis"]["wlan0"]["regulatory-domain"]
        (False, 'DE')
    """
    network: dict[str, object] = {
        "version": 2,
        "renderer": "NetworkManager",
        "ethernets": {
            "cable": {"match": {"name": "e*"}, "dhcp4": True, "dhcp6": True, "optional": True},
        },
    }
    if wishes.wifi:
        secret = {"password": wifi_psk(wishes.wifi, wishes.wifi_key)} if wishes.wifi_key else {}
        network["wifis"] = {
            "wlan0": {
                "dhcp4": True,
                "optional": True,
                "regulatory-domain": wishes.country,
                "access-points": {wishes.wifi: secret},
            }
        }
    return _shown({"network": network})


def meta_data(mark: str) -> str:
    """Tell cloud-init that this is a machine it has not seen.

    Args:
        mark: Another one for each card that is written.
    """
    return _shown({"instance-id": f"tablekeeper-{mark}"})


def wifi_psk(name: str, key: str) -> str:
    """Compute what a Wi-Fi is opened with, as 64 digits.

    Source:
        IEEE 802.11-2020, annex J.4; the example is its second test vector.

    Example:
        >>> wifi_psk("ThisIsASSID", "ThisIsAPassword")
        '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af'
    """
    if len(key) == 64:  # it is one already
        return key.lower()
    return hashlib.pbkdf2_hmac("sha1", key.encode(), name.encode(), 4096, 32).hex()


def _shown(document: Mapping[str, object]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
