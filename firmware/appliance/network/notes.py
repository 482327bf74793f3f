"""Notes between the pages, which may do little, and whoever keeps the network, who is root.

The pages leave a wish in the data folder; the keeper of the network tells how it stands in ``/run``.
"""

import os
from pathlib import Path

import msgspec

from firmware.appliance.guard import delete
from firmware.appliance.network.access_point import check_key, check_name
from scoring.referee.contracts.diagnostics import NetworkState, NetworkWish

WISH = "network-wanted.json"
"""In the data folder; it may hold a password, and is deleted as soon as it was read."""
NEWS = "/run/tablekeeper-network/news.json"
MAX_BYTES = 4096


def check_wish(wish: NetworkWish) -> None:
    """Refuse what NetworkManager would only be puzzled by.

    Raises:
        WifiError: No Wi-Fi has such a name or password.
    """
    if wish.network:
        check_name(wish.network)
    if wish.key:
        check_key(wish.key)


def take_wish(data: Path) -> NetworkWish | None:
    """Take the wish away; None where there is none, or nothing that could be understood.

    Whoever left it may do little and root reads it: a link is not followed, what is in it is checked, and
    what is no file is deleted as well.
    """
    file = data / WISH
    wish = None
    try:
        with os.fdopen(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as note:
            wish = msgspec.json.decode(note.read(MAX_BYTES), type=NetworkWish)
        check_wish(wish)
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        wish = None
    delete(file)
    return wish


def read_news(file: Path = Path(NEWS)) -> NetworkState | None:
    """Read how it stands; None where nobody keeps the network."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=NetworkState)
    except (OSError, ValueError):
        return None
