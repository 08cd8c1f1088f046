"""The client address of a request: the sender's or, through a trusted proxy, the forwarded one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

PROXIED = "cinquina.proxied"
"""Set in the scope of a request that came through a trusted proxy."""
UNKNOWN = "?"
LONGEST_ADDRESS = 64
MOST_HOPS = 16
ONE_PLACE = 64
"""The network prefix of an IPv6 address; a user can choose the remaining bits freely."""
SECURE = {"http": False, "ws": False, "https": True, "wss": True}

Address = IPv4Address | IPv6Address


class BadProxy(ValueError):
    """A text that is neither an address nor a network; the text is the only argument."""


@dataclass(frozen=True)
class Proxies:
    """The proxies whose forwarding headers are trusted."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def named(cls, texts: Iterable[str]) -> Proxies:
        """Parse texts with one or more addresses each, separated by commas; raise BadProxy for anything else."""
        named = [part.strip() for text in texts for part in text.split(",")]
        return cls(tuple(network_in(part) for part in named))

    def include(self, host: str) -> bool:
        """Whether a connection from this host comes from one of them."""
        address = address_in(host)
        return address is not None and any(address in network for network in self.networks)

    def client(self, forwarded: str) -> Address | None:
        """Return the nearest address in X-Forwarded-For that is not one of them; None when it is invalid."""
        address = None
        for hop in reversed(forwarded.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
            address = address_in(without_port(hop.strip()))
            if address is None or not any(address in network for network in self.networks):
                break
        return address


def network_in(text: str) -> IPv4Network | IPv6Network:
    """Parse a network or a single address."""
    address = address_in(text)
    try:
        return ip_network(address if address else text)
    except ValueError:
        raise BadProxy(text) from None


def address_in(text: str) -> Address | None:
    """Parse an address; an IPv4-mapped IPv6 address becomes IPv4."""
    if len(text) > LONGEST_ADDRESS:
        return None
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def without_port(hop: str) -> str:
    """Remove the port that some proxies add to an entry of X-Forwarded-For."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def counted_as(host: str) -> str:
    """Return the key under which limits count a host: an IPv4 address, or the /64 network of an IPv6 address."""
    address = address_in(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, ONE_PLACE), strict=False))
    return str(address) if address else UNKNOWN


def host_of(scope: Scope) -> str:
    """Return the host a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


class Forwarded:
    """Takes the client and the scheme from the forwarding headers of trusted proxies only."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket") and self.proxies.include(host_of(scope)):
            scope = self.forwarded_scope(scope)
        await self.app(scope, receive, send)

    def forwarded_scope(self, scope: Scope) -> Scope:
        """Return the scope of a request as its proxy describes it."""
        headers = Headers(scope=scope)
        forwarded = dict(scope) | {PROXIED: True}
        client = self.proxies.client(",".join(headers.getlist("x-forwarded-for")))
        if client is not None:
            forwarded["client"] = (str(client), 0)
        secure = SECURE.get(headers.get("x-forwarded-proto", "").strip().lower())
        if secure is not None:
            plain = "ws" if scope["type"] == "websocket" else "http"
            forwarded["scheme"] = f"{plain}s" if secure else plain
        return forwarded
