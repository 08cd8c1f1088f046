"""What one client may take of a server: connections, and seconds for each thing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from cinquina.web.proxies import Proxies, counted_as

PER_ADDRESS = 500
"""Open connections of one address: two class rooms behind one router, each browser with a few connections."""
MOST = 1_000_000
LOG_SECONDS = 60.0
"""Refused connections are logged no more often."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Deadlines:
    """Seconds that a client has for each thing."""

    headers: float = 10.0
    """For the first byte, and from the first byte of a request to the end of its headers."""
    body: float = 30.0
    answer: float = 60.0
    """For an answer to be ready and read."""
    idle: float = 5.0
    """For the next request."""
    unread: float = 20.0
    """For a WebSocket to make room for more, once its buffer is full."""
    linger: float = 5.0
    """After the server has hung up, for what was sent before."""
    stop: float = 1.5
    """The same for everything when the server stops."""
    ping: float = 20.0
    """Between pings, and for the answer to one."""


class OpenConnections:
    """How many connections are open in this process, in all and from each address."""

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
        """Count one more connection, unless there are too many; named proxies may have any number of them."""
        who = counted_as(host)
        if self.total >= self.most or (self.of[who] >= self.per_address and not self.proxies.include(host)):
            self.log(who)
            return False
        self.total += 1
        self.of[who] += 1
        return True

    def release(self, host: str) -> None:
        """Count one connection less."""
        who = counted_as(host)
        self.total -= 1
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]

    def log(self, who: str) -> None:
        """Say once a minute that connections are refused."""
        if time.monotonic() - self.logged > LOG_SECONDS:
            self.logged = time.monotonic()
            log.warning("refusing connections from %s: %d of %d are open", who, self.of[who], self.total)


class Deadline:
    """One timer that is set again and again; once the server stops, never to a later time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, expired: Callable[[], None]) -> None:
        self.loop = loop
        self.expired = expired
        self.timer: asyncio.TimerHandle | None = None
        self.longest = float("inf")

    def set(self, seconds: float) -> None:
        """Expire after so many seconds instead of whatever was set before."""
        self.clear()
        self.timer = self.loop.call_later(min(seconds, self.longest), self.expired)

    def clear(self) -> None:
        """Do not expire."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def stop(self, seconds: float) -> None:
        """Expire soon, whatever is set after this."""
        self.longest = seconds
        self.set(seconds)
