"""What keeps a server safe: headers on every answer, whose pages may ask, how large and how often."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import MutableMapping
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cinquina.web.proxies import PROXIED, counted_as, host_of

MOST_BYTES = 16_384
"""The largest request; a record to replay may be larger."""
MOST_RECORD = 300_000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityHeaders:
    """Puts the headers on every answer that goes through it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


class KnownHost:
    """Answers only to the names it is known by, so that no page of another name that leads here gets in.

    A proxy that the operator names is asked by names of its own.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket") and self.hosts and PROXIED not in scope:
            named = parts_of(f"//{Headers(scope=scope).get('host', '')}")
            if named is None or named.hostname not in self.hosts:
                await PlainTextResponse("Unknown host name.", status_code=400)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_own_page(asked: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server: browsers name the page's origin, others name none."""
    origin = asked.headers.get("origin")
    if origin is None:
        return asked.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    scheme = {"ws": "http", "wss": "https"}.get(asked.scope["scheme"], asked.scope["scheme"])
    return origin == f"{scheme}://{asked.headers.get('host', '')}"


def parts_of(address: str) -> SplitResult | None:
    """An address in parts; None when it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


class Limit:
    """How often somebody may do something: so many at once, and then so many a minute."""

    MOST_KNOWN = 10_000
    LONGEST_NAME = 64

    def __init__(self, burst: int, per_minute: float) -> None:
        self.burst = burst
        self.per_second = per_minute / 60
        self.left: MutableMapping[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether they may do it once more now."""
        who, now = who[: self.LONGEST_NAME], time.monotonic()
        left, since = self.left.pop(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) * self.per_second)
        allowed = left >= 1
        self.left[who] = (left - 1 if allowed else left, now)
        while len(self.left) > self.MOST_KNOWN:
            del self.left[next(iter(self.left))]
        return allowed


def who_asks(scope: Scope) -> str:
    """The address a request comes from, as the limits count it."""
    return counted_as(host_of(scope))
