"""What keeps a server safe: headers on every answer, whose pages may ask, how large and how often."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Safe:
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
    """Answers only to the names it is known by, so that no page of another name that leads here gets in."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] in ("http", "websocket") and self.hosts:
            named = parts_of(f"//{Headers(scope=scope).get('host', '')}")
            if named is None or named.hostname not in self.hosts:
                await PlainTextResponse("Unknown host name.", status_code=400)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_own_page(headers: Headers) -> bool:
    """Whether a request comes from a page of this server: browsers name the page's origin, others name none."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    named = parts_of(origin)
    return named is not None and named.netloc == headers.get("host", "")


def parts_of(address: str) -> SplitResult | None:
    """An address in parts; None when it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


class Limit:
    """How often somebody may do something: so many at once, and then so many a minute."""

    MOST_KNOWN = 10_000

    def __init__(self, burst: int, per_minute: float) -> None:
        self.burst = burst
        self.per_second = per_minute / 60
        self.left: MutableMapping[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether they may do it once more now."""
        now = time.monotonic()
        left, since = self.left.pop(who, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) * self.per_second)
        allowed = left >= 1
        self.left[who] = (left - 1 if allowed else left, now)
        while len(self.left) > self.MOST_KNOWN:
            del self.left[next(iter(self.left))]
        return allowed


def who_asks(scope: Any) -> str:
    """The address a request comes from."""
    client = scope.get("client")
    return client[0] if client else "?"
