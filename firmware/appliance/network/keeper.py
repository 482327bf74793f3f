"""Keeps the network of an appliance: looks, decides, tells, and does what the host wishes."""

from collections.abc import Callable
from pathlib import Path

from firmware.appliance.network.access_point import (
    AccessPoint,
    new_access_point,
    read_access_point,
    write_private,
)
from firmware.appliance.network.nmcli import NetworkManager, NetworkSight
from firmware.appliance.network.notes import take_wish
from firmware.appliance.network.watch import Memory, decide, way_back
from scoring.referee.contracts.diagnostics import HeardWifi, NetworkState, NetworkWish

LISTEN_S = 60.0
"""So often it is listened what is on the air, while no network is joined and the access point is down."""


class Keeper:
    """Keeps the network.

    Args:
        manager: NetworkManager.
        file: Where the access point is kept.
        data: The data folder, in which the pages leave wishes.
        tell: Told how it stands, whenever that changes.
        clock: Tells the seconds.
        wait: Waits so many seconds.
    """

    def __init__(
        self,
        manager: NetworkManager,
        file: Path,
        data: Path,
        tell: Callable[[NetworkState], None],
        clock: Callable[[], float],
        wait: Callable[[float], None],
    ) -> None:
        self._manager = manager
        self._file = file
        self._data = data
        self._tell = tell
        self._clock = clock
        self._wait = wait
        self._point = _kept(file)
        self._memory = Memory()
        self._shunned: dict[str, float] = {}
        self._heard: tuple[HeardWifi, ...] = ()
        self._listened_s: float | None = None
        self._told = NetworkState()
        self._tried, self._came = "", ""
        manager.keep(self._point)

    def look(self) -> NetworkSight:
        """Look once, and do what is to be done; gives what was seen."""
        sight = self._manager.sight()
        wish = take_wish(self._data)
        if wish is not None:
            self._grant(wish, sight)
            sight = self._manager.sight()
        self._memory, deed = decide(self._memory, sight, self._clock(), stays=self._point.stays)
        self._listen(sight)
        if deed == "open":
            self._manager.open()
        elif deed == "close":
            self._manager.close()
        elif deed == "look":
            self._go_back(sight)
        if deed != "nothing":
            sight = self._manager.sight()
        self._say(sight)
        return sight

    def _listen(self, sight: NetworkSight) -> None:
        """Note what is on the air; beside the access point that might end it, and is done with the look."""
        now_s = self._clock()
        if not sight.radio or sight.is_open:
            return
        if self._listened_s is None or now_s - self._listened_s >= LISTEN_S:
            self._listened_s = now_s
            self._note(self._manager.heard(sight.radio))

    def _note(self, heard: list[HeardWifi]) -> list[HeardWifi]:
        """Keep what was heard; a radio that hears nothing beside its access point has not listened."""
        found = [each for each in heard if each.name != self._point.name]
        if found:
            self._heard = tuple(found)
        return found

    def _go_back(self, sight: NetworkSight) -> None:
        """Join a known Wi-Fi that is on the air; where that fails, the access point comes up again."""
        heard = self._note(self._manager.heard(sight.radio))
        if not heard:  # such a radio hears nothing while its own access point is up
            self._manager.close()
            heard = self._note(self._manager.heard(sight.radio))
        for known in way_back(self._manager.known(), heard, self._shunned, self._clock()):
            if self._manager.join(known):
                return
            self._shunned[known.uuid] = self._clock()
        if not self._manager.sight().network:
            self._manager.open()

    def _grant(self, wish: NetworkWish, sight: NetworkSight) -> None:
        if wish.stays is not None and wish.stays != self._point.stays:
            self._point = AccessPoint(self._point.name, self._point.key, wish.stays)
            write_private(self._file, self._point)
            if not wish.stays and sight.is_open:
                self._memory = Memory(look_s=self._clock())
        if wish.network:
            self._tried, self._came = wish.network, "joining"
            self._say(sight)
            self._wait(3.0)  # so that the page, which is on its way, is still shown
            self._came = "joined" if self._manager.learn(wish.network, wish.key) else "failed"
            if self._came == "failed" and sight.is_open:
                self._manager.open()

    def _say(self, sight: NetworkSight) -> None:
        state = NetworkState(
            self._point.name,
            self._point.key,
            sight.is_open,
            self._point.stays,
            "" if sight.is_open or not sight.network else self._manager.name_of(sight.network),
            self._heard,
            self._tried,
            self._came,
        )
        if state != self._told:
            self._tell(state)
            self._told = state


def _kept(file: Path) -> AccessPoint:
    """Give the access point as it is kept; a machine that has none is given one."""
    point = read_access_point(file)
    if point is None:
        point = new_access_point()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private(file, point)
    return point
