"""Keeps the network of this machine until it is ended; systemd runs it as root."""

import grp
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from firmware.appliance.installation import GAMES, USER
from firmware.appliance.network.access_point import FILE, write_private
from firmware.appliance.network.announcer import Announcer, own_name, start
from firmware.appliance.network.keeper import Keeper
from firmware.appliance.network.nmcli import NetworkManager, run
from firmware.appliance.network.notes import NEWS
from firmware.appliance.network.own_address import own_address

LOOK_EVERY_S = 5.0


def main() -> NoReturn:
    """Look at the network again and again."""
    group = grp.getgrnam(USER).gr_gid
    keeper = Keeper(
        NetworkManager(run),
        Path(FILE),
        Path(GAMES),
        lambda news: write_private(Path(NEWS), news, group),
        time.monotonic,
        time.sleep,
    )
    announcer = Announcer(start, own_name())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            keeper.look()
            announcer.follow(own_address())
            time.sleep(LOOK_EVERY_S)
    finally:
        announcer.end()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
