"""Limits for one client: open connections, and deadlines."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from cinquina.web.proxies import Proxies, counted_as

PER_ADDRESS = 500
"""Open connections per address: enough for two classrooms behind one router, with a few connections per browser."""
MOST = 1_000_000
LOG_SECONDS = 60.0
"""The least time between log lines about refused connections."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Deadlines:
    """Seconds a client has for each step."""

    headers: float = 10.0
    """For the first byte, and from the first byte of a request to the end of its headers."""
    body: float = 30.0
    answer: float = 60.0
    """For the answer to be computed and read."""
    idle: float = 5.0
    """For the next request."""
    unread: float = 20.0
    """For a WebSocket client to read, once its buffer is full."""
    linger: float = 5.0
    """For the remaining data, after the server has closed the connection."""
    stop: float = 1.5
    """For everything, when the server stops."""
    ping: float = 20.0
    """Between pings, and for the answer to one."""


class OpenConnections:
    """Counts the open connections of this process, in total and per address."""

    def __init__(
        self,
        *,
        most: int = MOST,
        per_address: int = PER_ADDRESS,
        proxies: Proxies = Proxies(),  # noqa: B008  # frozen
    ) -> None:
        self.most = most
        self.per_address = per_address
        self.proxies = proxies
        self.total = 0
        self.of: Counter[str] = Counter()
        self.logged = float("-inf")

    def admit(self, host: str) -> bool:
        """Count a new connection, unless there are too many; trusted proxies may have any number."""
        who = counted_as(host)
        if self.total >= self.most or (self.of[who] >= self.per_address and not self.proxies.include(host)):
            self.log(who)
            return False
        self.total += 1
        self.of[who] += 1
        return True

    def release(self, host: str) -> None:
        """Count a closed connection."""
        who = counted_as(host)
        self.total -= 1
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]

    def log(self, who: str) -> None:
        """Log at most once a minute that connections are refused."""
        if time.monotonic() - self.logged > LOG_SECONDS:
            self.logged = time.monotonic()
            log.warning("refusing connections from %s: %d of %d are open", who, self.of[who], self.total)


class Deadline:
    """A timer that can be set again; once the server stops, only to an earlier time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, expired: Callable[[], None]) -> None:
        self.loop = loop
        self.expired = expired
        self.timer: asyncio.TimerHandle | None = None
        self.longest = float("inf")

    def set(self, seconds: float) -> None:
        """Expire after this many seconds; replaces the previous deadline."""
        self.clear()
        self.timer = self.loop.call_later(min(seconds, self.longest), self.expired)

    def clear(self) -> None:
        """Cancel the deadline."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def stop(self, seconds: float) -> None:
        """Expire after at most this many seconds, whatever is set later."""
        self.longest = seconds
        self.set(seconds)
