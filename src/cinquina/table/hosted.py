"""A table in the memory of this server, its viewers, and which players are present."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cinquina.table.base import TableBase
from cinquina.table.drafts import Drafts
from cinquina.table.happenings import Begun, Happening, Inked, Returned, Rolled, Sat, Went, fingerprint
from cinquina.table.hint_desk import HintRate, SeatHint

READY_SECONDS = 30.0
"""How long after the first player is ready the next game begins without the others."""
NEARBY_SECONDS = 3.0
"""Somebody who went away this recently does not count as absent: pages are loaded again, networks fail."""


class Nudge(NamedTuple):
    """Somebody asked a player to go on: how often that happened at this table, by whom, and when last."""

    times: int
    name: str
    at: float


class RemotePresence(NamedTuple):
    """The seats that another server sees, and when it announced them."""

    seats: set[int]
    at: float


@dataclass(eq=False)
class Viewer:
    """A connection that watches a table: its keys, and how to notify it of changes."""

    keys: tuple[str, ...]
    notify: Callable[[], None]
    prints: tuple[str, ...] = ()
    """The fingerprints of the keys, computed once."""

    def __post_init__(self) -> None:
        self.prints = tuple(fingerprint(key) for key in self.keys if key)


@dataclass(eq=False)
class HostedTable:
    """A table in the memory of this server, its viewers, and when each seat was last present."""

    id: str
    code: str
    table: TableBase
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    opened: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)
    """When it was last requested."""
    touched_in_store: float = -math.inf
    """When its use was last recorded in the store."""
    last_seen: dict[int, float] = field(default_factory=dict)
    remote: dict[str, RemotePresence] = field(default_factory=dict)
    """The seats that other servers see at this table."""
    announced: set[int] = field(default_factory=set)
    """The seats that this server has announced to the others."""
    moving: asyncio.Task[None] | None = None
    beginning: asyncio.Task[None] | None = None
    """Waits for the players who are not ready for the next game."""
    telling: asyncio.TimerHandle | None = None
    """Waits until somebody counts as away."""
    ready_at: float | None = None
    """When the first player was ready for the next game, as far as this server knows."""
    nudges: dict[int, Nudge] = field(default_factory=dict)
    """The newest nudge by seat, until the seat has acted; never stored."""
    began: float | None = None
    """When the current game began, as far as this server knows."""
    lasted: float = 0.0
    """How many seconds it lasted; 0 while it is played, or if its beginning is not known."""
    hints: dict[int, SeatHint] = field(default_factory=dict)
    """The hints of the open window by seat; never stored, and shown to nobody else."""
    hint_rates: defaultdict[int, HintRate] = field(default_factory=lambda: defaultdict(HintRate))
    successor: str = ""
    """The code of the table that somebody opened after this one was closed."""
    version: int = 0
    """Increased by every change; cached snapshots of an older version are outdated."""
    watching: set[int] | None = None
    """The seats that are present; None until computed for this version."""
    told_at: float = field(default_factory=time.monotonic)
    """When something changed last that everybody may know: how long players are away is told as of then."""
    known_to_all: tuple[object, ...] = ()
    """What everybody knew then: the number of happenings that are no secret, who is here, how many look on."""

    def __post_init__(self) -> None:
        self.drafts = Drafts(self.table)

    @property
    def is_moving(self) -> bool:
        """Whether automatic steps are running."""
        return self.moving is not None and not self.moving.done()

    @property
    def is_used(self) -> bool:
        """Whether the table has viewers or a step in progress."""
        return bool(self.viewers) or self.is_moving or self.lock.locked()

    def take(self, happened: Happening) -> None:
        """Apply a stored happening; a player who sat down or returned counts as present."""
        undone = self.drafts.undone_by(happened)
        self.table.take(happened)
        self.drafts.after(happened, undone)
        self.drop_hints()
        if isinstance(happened, Sat | Returned):
            self.last_seen[happened.seat] = time.monotonic()
        if isinstance(happened, Inked):
            self.nudges.pop(happened.seat, None)
        elif isinstance(happened, Rolled | Sat):
            self.nudges.clear()
        self._time(happened)
        if not self.table.ready:
            self.ready_at = None
        elif self.ready_at is None:
            self.ready_at = time.monotonic()

    def _time(self, happened: Happening) -> None:
        """Note when a game begins, and how long it lasted."""
        if isinstance(happened, Begun | Went):
            self.began, self.lasted = time.monotonic(), 0.0
        elif self.began is not None and not self.lasted and self.table.is_over:
            self.lasted = time.monotonic() - self.began

    @property
    def minutes(self) -> int:
        """How many minutes the game lasted, at least one; 0 if that is not known."""
        return max(1, round(self.lasted / 60)) if self.lasted else 0

    def drop_hints(self) -> None:
        """Forget the hints of windows that are closed."""
        for seat in [seat for seat, hint in self.hints.items() if hint.moment != self.table.draft_moment(seat)]:
            self.hints.pop(seat).cancel()

    @property
    def here(self) -> set[int]:
        """The seats whose players are connected to this server."""
        prints = {print_ for viewer in self.viewers for print_ in viewer.prints}
        return {seat for seat, place in enumerate(self.table.places) if place.key in prints}

    @property
    def present(self) -> set[int]:
        """The seats whose players are connected to any server."""
        if self.watching is None:
            self.watching = self.here.union(*(presence.seats for presence in self.remote.values()))
        return self.watching

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats whose players are here, or were a moment ago, and are not ready for the next game."""
        return self.table.awaited([seat for seat in range(len(self.table.places)) if not self.is_absent(seat)])

    @property
    def seconds_to_next(self) -> float:
        """How long the next game waits for those who are not ready."""
        if self.ready_at is None:
            return READY_SECONDS
        return max(0.0, self.ready_at + READY_SECONDS - time.monotonic())

    def update_remote(self, server: str, seats: set[int]) -> bool:
        """Store which seats another server sees; return whether that changed."""
        before = self.remote.pop(server).seats if server in self.remote else set()
        if seats:
            self.remote[server] = RemotePresence(seats, time.monotonic())
        for seat in before - seats:
            self.last_seen[seat] = time.monotonic()
        return before != seats

    def is_absent(self, seat: int) -> bool:
        """Whether nobody of a seat has been present for longer than it takes to load a page again."""
        return self.away(seat) > NEARBY_SECONDS

    def invalidate(self) -> None:
        """Mark everything cached about this table as outdated."""
        self.version += 1
        self.watching = None
        known = self.table.number_for(()), frozenset(self.present), len(self.viewers)
        if known != self.known_to_all:
            self.known_to_all, self.told_at = known, time.monotonic()

    def told_away(self, seat: int) -> float:
        """Return for how many seconds nobody of a seat had been present when something public changed last.

        Seconds that went on with every change would tell others that somebody had chosen, or asked for a hint.
        """
        return 0.0 if seat in self.present else max(0.0, self.told_at - self.last_seen.get(seat, self.opened))

    def away(self, seat: int) -> float:
        """Return for how many seconds nobody of a seat has been present, as far as this server knows."""
        return 0.0 if seat in self.present else time.monotonic() - self.last_seen.get(seat, self.opened)
