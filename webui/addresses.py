"""Whoever asks, as far as an address tells."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

HOME_PREFIX = 64
"""A network of IPv6 hands out so many bits; whoever is in it has all addresses below."""


def whose(address: str) -> str:
    """Name whoever has an address; a phone with many addresses of IPv6 is one, the machine itself nobody.

    Example:
        >>> whose("::ffff:192.168.1.7"), whose("fd00::1"), whose("nonsense"), whose("::1")
        ('192.168.1.7', 'fd00::/64', 'nonsense', '')
    """
    found = parsed(address)
    if found is None or found.is_loopback:
        return address if found is None else ""
    return str(IPv6Network((found, HOME_PREFIX), strict=False)) if found.version == 6 else str(found)


def is_loopback(address: str) -> bool:
    """Tell whether an address is one that only the machine itself can ask from."""
    found = parsed(address)
    return found is not None and found.is_loopback


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Read an address; one of IPv4 that is written as one of IPv6 is one of IPv4."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found
