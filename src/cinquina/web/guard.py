"""Security of the server: response headers, allowed hosts and origins, request sizes and rate limits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import MutableMapping
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cinquina.web.proxies import PROXIED, address_in, counted_as, host_of

MOST_BYTES = 16_384
"""The largest request body; a record to replay may be larger."""
MOST_RECORD = 300_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
ANY_ADDRESS = "*"
"""Among the known hosts: any address in digits. Other websites reach a server in the house only through a name."""
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
PARTS = ("text/javascript", "text/css")
"""What is never a page of its own: what headers say about pages, browsers do not read there."""
OF_PARTS = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}


class SecurityHeaders:
    """Adds security headers to every response; to scripts and styles only those that mean something there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_part = headers.get("content-type", "").startswith(PARTS)
                for name, value in (OF_PARTS if is_part else HEADERS).items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


class KnownHost:
    """Refuses requests for other host names, which protects against DNS rebinding.

    Requests through a trusted proxy may use any name.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket") and self.hosts and PROXIED not in scope:
            named = parts_of(f"//{Headers(scope=scope).get('host', '')}")
            if named is None or not self.knows(named.hostname or ""):
                await PlainTextResponse("Unknown host name.", status_code=400)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def knows(self, host: str) -> bool:
        """Whether the server answers under this name or address."""
        return host in self.hosts or (ANY_ADDRESS in self.hosts and address_in(host) is not None)


def is_own_page(asked: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server; programs other than browsers send no origin."""
    origin = asked.headers.get("origin")
    if origin is None:
        return asked.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    scheme = {"ws": "http", "wss": "https"}.get(asked.scope["scheme"], asked.scope["scheme"])
    return origin == f"{scheme}://{asked.headers.get('host', '')}"


def parts_of(address: str) -> SplitResult | None:
    """Split a URL; return None when it is invalid."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


class Limit:
    """A rate limit per client: a burst, then a number per minute."""

    MOST_KNOWN = 10_000
    LONGEST_NAME = 64

    def __init__(self, burst: int, per_minute: float) -> None:
        self.burst = burst
        self.per_second = per_minute / 60
        self.left: MutableMapping[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether a client may do it now; counts it if so."""
        who, now = who[: self.LONGEST_NAME], time.monotonic()
        left, since = self.left.pop(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) * self.per_second)
        allowed = left >= 1
        self.left[who] = (left - 1 if allowed else left, now)
        while len(self.left) > self.MOST_KNOWN:
            del self.left[next(iter(self.left))]
        return allowed


def who_asks(scope: Scope) -> str:
    """Return the client address under which limits count a request."""
    return counted_as(host_of(scope))
