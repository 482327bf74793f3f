"""When the access point is brought up, and when a way back is looked for: a pure table of what is seen."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from firmware.appliance.network.nmcli import Known, NetworkSight
from scoring.referee.contracts.diagnostics import HeardWifi

ALONE_S = 60.0
"""So long a machine is without a network before it brings up its own."""
LOOKS_S = (120.0, 300.0, 600.0)
"""So long after the access point came up, or after the last look, the way back is looked for; the last of
these again and again. On the Wi-Fi of a Pi a look may take the access point away for seconds."""
SHUNNED_S = 600.0
"""A Wi-Fi that could not be joined is not tried again so soon."""

Deed = Literal["nothing", "open", "look", "close"]


class Memory(NamedTuple):
    """What is kept from one moment to the next.

    Attributes:
        alone_s: Since when there has been no network; None where there is one.
        look_s: When the way back is to be looked for.
        looks: How often it was, since the access point came up or somebody was joined.
    """

    alone_s: float | None = None
    look_s: float | None = None
    looks: int = 0


def decide(memory: Memory, sight: NetworkSight, now_s: float, *, stays: bool) -> tuple[Memory, Deed]:
    """Decide what to do by what is seen.

    Args:
        memory: From the moment before.
        sight: How it stands with the networks.
        now_s: The clock, in seconds from any moment.
        stays: Whether the access point is wanted in any case.

    Example:
        >>> memory, deed = decide(Memory(), NetworkSight("wlan0"), 0.0, stays=False)
        >>> deed, decide(memory, NetworkSight("wlan0"), 60.0, stays=False)[1]
        ('nothing', 'open')
    """
    if not sight.radio:
        return Memory(), "nothing"
    if stays:
        return Memory(), "nothing" if sight.is_open else "open"
    if sight.is_open:
        return _beside_point(memory, sight, now_s)
    if sight.network or sight.cable:
        return Memory(), "nothing"
    alone_s = now_s if memory.alone_s is None else memory.alone_s
    return Memory(alone_s), "open" if now_s - alone_s >= ALONE_S else "nothing"


def _beside_point(memory: Memory, sight: NetworkSight, now_s: float) -> tuple[Memory, Deed]:
    """Look for the way back while nobody is joined, more and more rarely."""
    if sight.joined or memory.look_s is None:
        return Memory(look_s=now_s + LOOKS_S[0]), "nothing"
    if now_s < memory.look_s:
        return memory, "nothing"
    looks = min(memory.looks + 1, len(LOOKS_S) - 1)
    return Memory(look_s=now_s + LOOKS_S[looks], looks=looks), "close" if sight.cable else "look"


def way_back(
    known: list[Known], heard: list[HeardWifi], shunned: Mapping[str, float], now_s: float
) -> list[Known]:
    """List the known Wi-Fis that are on the air, the best heard first.

    Args:
        known: Those that may be joined.
        heard: Those on the air, the best first.
        shunned: When each could not be joined, by its ``uuid``.
        now_s: The clock.

    Example:
        >>> home = Known("1", "Home")
        >>> way_back([home], [HeardWifi("Home", 70, True)], {}, 0.0) == [home]
        True
    """
    open_ones = [each for each in known if now_s - shunned.get(each.uuid, -SHUNNED_S) >= SHUNNED_S]
    return [each for air in heard for each in open_ones if each.name == air.name]
