"""Why a table refuses a request, where that is not a rule of its game."""

from __future__ import annotations

from cinquina.core import Refusal


class NotYours(Refusal):
    """The request is reserved for another seat or for the host."""


class Stale(Refusal):
    """The request refers to something that is over."""


class DoneAlready(Refusal):
    """Somebody else has already done it."""

    def __init__(self) -> None:
        super().__init__("done-already")


class UnsupportedAction(Refusal):
    """The request does not exist at this kind of table."""

    def __init__(self) -> None:
        super().__init__("not-at-this-table")
