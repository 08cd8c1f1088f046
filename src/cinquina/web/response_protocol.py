"""The types of the responses to requests and to actions."""

from __future__ import annotations

from msgspec import Struct


class TurnedAway(Struct, frozen=True, gc=False):
    """The answer to a viewer who may not watch; `sit`: they may take a seat."""

    number: int
    refused: str
    sit: bool


class MadeTable(Struct, frozen=True, gc=False):
    """A new table: its code, the host's key, and the promise of its dice."""

    code: str
    key: str
    promise: str


class TakenSeat(Struct, frozen=True, gc=False):
    """A seat that was taken, or -1 for one in the next game, and its key."""

    seat: int
    key: str


class Done(Struct, frozen=True, gc=False):
    """The request succeeded; `number` is that of its happening, `drafted` how often the draft has been changed."""

    number: int
    drafted: int = 0


class Refused(Struct, frozen=True, gc=False):
    """The request was refused: a sentence, and its key."""

    error: str
    reason: str


class Answered(Struct, frozen=True, gc=False):
    """The answer to an action sent over the socket, by its `id`, with the status that a request would have had.

    `number` is that of its happening, `drafted` how often the draft has been changed; `error` and `reason` are those of
    a refusal.
    """

    id: str
    status: int
    number: int = 0
    drafted: int = 0
    error: str = ""
    reason: str = ""


class FoundTable(Struct, frozen=True, gc=False):
    """The table that somebody has typed a code for."""

    code: str
