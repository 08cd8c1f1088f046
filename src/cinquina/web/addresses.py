"""The addresses by which other devices of the house reach this machine, found without asking anybody outside."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv6Address, ip_network
from pathlib import Path

from cinquina.web.proxies import Address, address_in

IPV4_OF_LINUX = Path("/proc/net/fib_trie")
IPV6_OF_LINUX = Path("/proc/net/if_inet6")
LOCAL_IPV4 = re.compile(r"\|-- ([\d.]+)\n\s+/32 host LOCAL")
OUTSIDE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that belong to nobody. Nothing is sent to them: only the route that would lead there is looked up."""
OF_HOMES = tuple(map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "fc00::/7")))
"""Private networks, those that routers for homes use first."""


def own_addresses() -> list[str]:
    """Return the addresses of this machine that others can open, the best one first."""
    routed = list(routed_addresses())
    return best_first(routed, [*routed, *(list(linux_addresses()) or named_addresses())])


def best_first(routed: list[str], found: Iterable[str]) -> list[str]:
    """Sort addresses: of the usual route first, then as homes have them; IPv4, which is shorter, before IPv6."""
    usual = [address_in(text) for text in routed]
    known = {address for address in map(address_in, found) if address is not None and is_for_others(address)}

    def rank(address: Address) -> tuple[bool, bool, int, int]:
        home = next((place for place, network in enumerate(OF_HOMES) if address in network), len(OF_HOMES))
        return isinstance(address, IPv6Address), address not in usual, home, int(address)

    return [str(address) for address in sorted(known, key=rank)]


def is_for_others(address: Address) -> bool:
    """Whether another device can open an address; those of one link need the name of an interface."""
    return not (address.is_loopback or address.is_unspecified or address.is_multicast or address.is_link_local)


def is_of_this_machine(host: str) -> bool:
    """Whether a host name or address leads every device to itself."""
    address = address_in(host.strip("[]"))
    return host == "localhost" or (address is not None and address.is_loopback)


def routed_addresses() -> Iterator[str]:
    """Yield the addresses from which this machine would send to the world."""
    for family, outside in OUTSIDE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            yield str(probe.getsockname()[0])


def named_addresses() -> Iterator[str]:
    """Yield the addresses that belong to this machine's name; the way of systems other than Linux."""
    with suppress(OSError, UnicodeError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield str(address[0])


def linux_addresses() -> Iterator[str]:
    """Yield the addresses of all interfaces as Linux lists them; none on other systems."""
    with suppress(OSError):
        yield from LOCAL_IPV4.findall(IPV4_OF_LINUX.read_text())
    with suppress(OSError):
        for line in IPV6_OF_LINUX.read_text().splitlines():
            yield str(IPv6Address(int(line.split()[0], 16)))


def own_names() -> list[str]:
    """Return the names by which a local network may know this machine."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def url(host: str, port: int) -> str:
    """Return the address of a server's home page."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
