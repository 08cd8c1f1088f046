"""The settings of a live table and everything that can happen at it: values that are stored as JSON, one text each."""

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
EVERYBODY: Final = "everybody"
NOBODY: Final = "nobody"
MARKS_ONLY: Final = "none"
"""No dice are entered: everybody marks their own pad."""
SALT_BITS = 128


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: taken from the start, open, or a bot's."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    level: str = ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a table. `host` is the fingerprint of the host's key."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    dice: Literal["virtual", "real", "none"]
    spectators: bool
    series: int
    host: str
    salt: str | None
    """The host's salt; None when the host sends it later, after seeing the promise. No game begins before that."""
    seed: str = ""
    """The seed of the first series' dice; its hash is shown from the start, before anybody sends a salt."""
    lesson: bool = False
    """Whether the lesson of the game is played here."""
    curtain: bool = True
    """Whether a screen that several people share is handed over before the next one chooses."""
    hints: Literal["everybody", "nobody"] = NOBODY
    """Who may ask the coach what options are worth; at tables of earlier versions nobody could."""


class Sat(msgspec.Struct, frozen=True, tag="sit"):
    """Somebody took an open seat, or during a game one that a bot keeps; `key` is the fingerprint of their key.

    During a game the salt is for the next series.
    """

    seat: int
    name: str
    key: str
    salt: str


class Salted(msgspec.Struct, frozen=True, tag="salt"):
    """The owner of a key sent a salt: before the first game for the first series, later for the next series."""

    key: str
    salt: str


class Begun(msgspec.Struct, frozen=True, tag="begin"):
    """The first game began, and open seats became bots. The seed of the dice is shown when the series is over.

    `dice` is the version of the dice; `following` is the seed of the next series, whose hash is shown from now on.
    """

    seed: str
    dice: int = FORETELLABLE
    following: str = ""


class Rolled(msgspec.Struct, frozen=True, tag="roll", omit_defaults=True):
    """Dice were thrown; `seat` entered them if they are real ones."""

    faces: tuple[int, ...]
    seat: int = -1


class Corrected(msgspec.Struct, frozen=True, tag="correct"):
    """A seat corrected the newest throw of real dice, with which nobody had inked yet; these are its faces."""

    seat: int
    faces: tuple[int, ...]


class Chose(msgspec.Struct, frozen=True, tag="choose"):
    """A seat chose an option."""

    seat: int
    option: int


class Inked(msgspec.Struct, frozen=True, tag="ink"):
    """A seat has chosen options in the open window; `ahead` are taps for the windows before the next throw."""

    seat: int
    options: tuple[int, ...]
    ahead: tuple[int, ...] = ()


class Hinted(msgspec.Struct, frozen=True, tag="hint"):
    """A seat asked the coach for a hint in the open window; stored once a window, before the hint is shown."""

    seat: int


class Undid(msgspec.Struct, frozen=True, tag="undo"):
    """A seat took back its newest choice."""

    seat: int


class Went(msgspec.Struct, frozen=True, tag="next"):
    """The next game began; a new series has a new seed, since the old one has been shown."""

    seed: str = ""
    dice: int = FORETELLABLE
    following: str = ""


class Ended(msgspec.Struct, frozen=True, tag="end"):
    """The host ended the table."""


class Said(msgspec.Struct, frozen=True, tag="chat"):
    """Somebody sent a chat message."""

    seat: int
    text: str


class Substituted(msgspec.Struct, frozen=True, tag="bot"):
    """A bot plays for somebody who is away."""

    seat: int


class Returned(msgspec.Struct, frozen=True, tag="back"):
    """The player plays again instead of the bot."""

    seat: int


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """A player left: the seat is open again; during a game a bot goes on until somebody takes the seat."""

    seat: int


class Queued(msgspec.Struct, frozen=True, tag="queue"):
    """Somebody is in for the next series; `key` is the fingerprint of their key."""

    name: str
    key: str
    salt: str


class Unqueued(msgspec.Struct, frozen=True, tag="unqueue"):
    """The owner of a key is no longer in for the next series."""

    key: str


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The owner of a key is ready for the next game."""

    key: str


Played = tuple[int | tuple[int, ...], ...]
"""Events of the game on a pad: an option, or the faces of a throw."""


class Pencilled(msgspec.Struct, frozen=True, tag="pencil"):
    """The pencil marks of a seat changed; one tap may write several marks."""

    seat: int
    taps: tuple[tuple[tuple[str, str], ...], ...]


class Marked(msgspec.Struct, frozen=True, tag="mark"):
    """A seat finished a turn; the events write its marks."""

    seat: int
    events: Played


class Unmarked(msgspec.Struct, frozen=True, tag="unmark"):
    """A seat took back its newest turn."""

    seat: int


class Erased(msgspec.Struct, frozen=True, tag="erase"):
    """A seat erased a wrong mark: its turns from `turn` on are replaced by `rest`."""

    seat: int
    turn: int
    rest: tuple[Played, ...]


class Counted(msgspec.Struct, frozen=True, tag="count"):
    """Somebody declared the game over, and the points are counted."""

    seat: int


class Resumed(msgspec.Struct, frozen=True, tag="resume"):
    """Somebody continued the game."""

    seat: int


Happening = (
    Sat
    | Salted
    | Begun
    | Rolled
    | Chose
    | Inked
    | Hinted
    | Undid
    | Corrected
    | Went
    | Ended
    | Said
    | Substituted
    | Returned
    | Left
    | Queued
    | Unqueued
    | Ready
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
    """Return the JSON of a value."""
    return msgspec.json.encode(value).decode()


def happening(text: str) -> Happening:
    """Read a happening from its JSON."""
    return _happenings.decode(text)


def settings_of(text: str) -> Settings:
    """Read settings from their JSON."""
    return _settings.decode(text)


def fingerprint(key: str) -> str:
    """Return the hash of a key: it can recognise the key but not replace it."""
    return hashlib.sha256(b"cinquina key " + key.encode()).hexdigest()


def check_salt(salt: str | None) -> None:
    """Refuse a salt that is not short hexadecimal; None is allowed."""
    if salt is None:
        return
    if len(salt) > SALT_BITS // 4 or any(letter not in "0123456789abcdef" for letter in salt):
        raise IllegalSetup("bad-salt")
