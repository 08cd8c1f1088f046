"""A table in this process: as it stands, who watches it, and who is here."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cinquina.table.base import TableBase
from cinquina.table.happenings import Happening, Returned, Sat, fingerprint


class RemotePresence(NamedTuple):
    """The seats that another server sees, and when it said so."""

    seats: set[int]
    at: float


@dataclass(eq=False)
class Viewer:
    """Somebody who watches a table: their keys, and how they are told that something is new."""

    keys: tuple[str, ...]
    notify: Callable[[], None]
    prints: tuple[str, ...] = ()
    """The fingerprints of the keys, which are asked for at every turn."""

    def __post_init__(self) -> None:
        self.prints = tuple(fingerprint(key) for key in self.keys if key)


@dataclass(eq=False)
class HostedTable:
    """A table in this process: as it stands, who watches it, and when each seat was last here."""

    id: str
    code: str
    table: TableBase
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    opened: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)
    """When somebody last asked for it."""
    touched_in_store: float = -math.inf
    """When the store was last told that it is in use."""
    last_seen: dict[int, float] = field(default_factory=dict)
    remote: dict[str, RemotePresence] = field(default_factory=dict)
    """Whom the other servers see at this table."""
    announced: set[int] = field(default_factory=set)
    """Whom this one has told them of."""
    moving: asyncio.Task[None] | None = None
    version: int = 0
    """How often there has been something to tell; what was made before is out of date."""
    watching: set[int] | None = None
    """The seats whose people are watching, until there is something to tell."""

    @property
    def is_moving(self) -> bool:
        """Whether something is happening here without anybody's doing."""
        return self.moving is not None and not self.moving.done()

    @property
    def is_used(self) -> bool:
        """Whether somebody looks at it, or something is happening."""
        return bool(self.viewers) or self.is_moving or self.lock.locked()

    def take(self, happened: Happening) -> None:
        """Fold in what has happened and been kept; whoever has just taken a seat, or come back to it, is here."""
        self.table.take(happened)
        if isinstance(happened, Sat | Returned):
            self.last_seen[happened.seat] = time.monotonic()

    @property
    def here(self) -> set[int]:
        """The seats whose people are watching through this process."""
        prints = {print_ for viewer in self.viewers for print_ in viewer.prints}
        return {seat for seat, place in enumerate(self.table.places) if place.key in prints}

    @property
    def present(self) -> set[int]:
        """The seats whose people are watching."""
        if self.watching is None:
            self.watching = self.here.union(*(presence.seats for presence in self.remote.values()))
        return self.watching

    def update_remote(self, server: str, seats: set[int]) -> bool:
        """Another server says whom it sees; whether that is new."""
        before = self.remote.pop(server).seats if server in self.remote else set()
        if seats:
            self.remote[server] = RemotePresence(seats, time.monotonic())
        for seat in before - seats:
            self.last_seen[seat] = time.monotonic()
        return before != seats

    def invalidate(self) -> None:
        """Something is new: what was made for everybody is out of date."""
        self.version += 1
        self.watching = None

    def away(self, seat: int) -> float:
        """For how many seconds nobody of a seat has been here, as far as this process has been able to see."""
        return 0.0 if seat in self.present else time.monotonic() - self.last_seen.get(seat, self.opened)
