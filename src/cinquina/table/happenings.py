"""What a live table is set up with and what can happen at it: values that are kept as JSON, one text an event."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec

from cinquina.core import IllegalSetup
from cinquina.table.dice import FORETELLABLE

PERSON: Final = "person"
OPEN: Final = "open"
BOT: Final = "bot"
VIRTUAL: Final = "virtual"
REAL: Final = "real"
MARKS_ONLY: Final = "none"
"""Dice that nobody tells: everybody keeps their own sheet."""
SALT_BITS = 128


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table: somebody's from the start, open for whoever comes, or a bot's."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    level: str = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled when a table is made. `host` is the fingerprint of the host's key."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    dice: Literal["virtual", "real", "none"]
    spectators: bool
    series: int
    host: str
    salt: str | None
    """The host's; None where it comes later, once the host has seen the promise: until then no game begins."""
    seed: str = ""
    """Of the first series' dice; its hash is shown from the start, before anybody has sent a salt."""


class Sat(msgspec.Struct, frozen=True, tag="sit"):
    """Somebody has taken an open seat; `key` is the fingerprint of theirs."""

    seat: int
    name: str
    key: str
    salt: str


class Salted(msgspec.Struct, frozen=True, tag="salt"):
    """Whoever has this key has sent a salt: for the first series before it begins, later for the one after this."""

    key: str
    salt: str


class Begun(msgspec.Struct, frozen=True, tag="begin"):
    """The first game begins: seats still open are bots from now on. The seed of the dice is shown when all is over.

    `dice` is the version of the dice; `following` the seed of the next series, whose hash is shown from now on.
    """

    seed: str
    dice: int = FORETELLABLE
    following: str = ""


class Rolled(msgspec.Struct, frozen=True, tag="roll"):
    """Dice have fallen."""

    faces: tuple[int, ...]


class Chose(msgspec.Struct, frozen=True, tag="choose"):
    """A seat has chosen."""

    seat: int
    option: int


class Undid(msgspec.Struct, frozen=True, tag="undo"):
    """A seat has taken its newest choice back."""

    seat: int


class Went(msgspec.Struct, frozen=True, tag="next"):
    """The next game begins; with a new seed where a new series begins, since the old one has been shown."""

    seed: str = ""
    dice: int = FORETELLABLE
    following: str = ""


class Ended(msgspec.Struct, frozen=True, tag="end"):
    """The host has ended the table."""


class Said(msgspec.Struct, frozen=True, tag="chat"):
    """Somebody has said something."""

    seat: int
    text: str


class Substituted(msgspec.Struct, frozen=True, tag="bot"):
    """A bot plays for somebody who is away."""

    seat: int


class Returned(msgspec.Struct, frozen=True, tag="back"):
    """They are back."""

    seat: int


Played = tuple[int | tuple[int, ...], ...]
"""Events of a sheet's own game: an option, or the faces of a throw."""


class Pencilled(msgspec.Struct, frozen=True, tag="pencil"):
    """What stands in pencil on a seat's sheet is now this, tap by tap; a tap may write several marks."""

    seat: int
    taps: tuple[tuple[tuple[str, str], ...], ...]


class Marked(msgspec.Struct, frozen=True, tag="mark"):
    """A seat has finished a turn: events that write its marks."""

    seat: int
    events: Played


class Unmarked(msgspec.Struct, frozen=True, tag="unmark"):
    """A seat has taken its newest turn off the sheet, to mark something else."""

    seat: int


class Erased(msgspec.Struct, frozen=True, tag="erase"):
    """A seat has erased a wrong mark of an earlier turn: its turns from that one on are now these."""

    seat: int
    turn: int
    rest: tuple[Played, ...]


class Counted(msgspec.Struct, frozen=True, tag="count"):
    """Somebody has said that the game is over."""

    seat: int


class Resumed(msgspec.Struct, frozen=True, tag="resume"):
    """Somebody has said that it is not."""

    seat: int


Happening = (
    Sat
    | Salted
    | Begun
    | Rolled
    | Chose
    | Undid
    | Went
    | Ended
    | Said
    | Substituted
    | Returned
    | Pencilled
    | Marked
    | Unmarked
    | Erased
    | Counted
    | Resumed
)

_happenings: msgspec.json.Decoder[Happening] = msgspec.json.Decoder(Happening)
_settings = msgspec.json.Decoder(Settings)


def written(value: Happening | Settings) -> str:
    """A value as it is kept."""
    return msgspec.json.encode(value).decode()


def happening(text: str) -> Happening:
    """What a kept text says happened."""
    return _happenings.decode(text)


def settings_of(text: str) -> Settings:
    """The settings a kept text says."""
    return _settings.decode(text)


def fingerprint(key: str) -> str:
    """What is kept of a key: enough to know it again, nothing to use it with."""
    return hashlib.sha256(b"cinquina key " + key.encode()).hexdigest()


def check_salt(salt: str | None) -> None:
    """Refuse a salt that is not short hexadecimal; None is one that comes later."""
    if salt is None:
        return
    if len(salt) > SALT_BITS // 4 or any(letter not in "0123456789abcdef" for letter in salt):
        raise IllegalSetup("bad-salt")
