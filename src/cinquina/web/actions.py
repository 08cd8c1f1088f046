"""The types of what pages send to the server; `protocol` and all `*_protocol` have those of what the server sends.

The types of the scripts, static/types.d.ts, are generated from all of these: `.venv/bin/python tools/page_types.py`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cinquina.table.practising import Kept
from cinquina.web.protocol import DiceMode, Hints


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything a page sends."""


class Hello(Request, frozen=True):
    """The keys and the language of a page, sent over its socket and with a request for records."""

    keys: list[str] = []
    lang: str = "en"


class NewSeat(Request, frozen=True):
    """A seat of a new table."""

    kind: Literal["me", "screen", "open", "bot"]
    name: str = ""
    level: str = ""


class NewTable(Request, frozen=True):
    """A new table; with `salt` null the first game waits for the host's salt.

    Without `curtain` a screen that several people share is not handed over: everybody may look on. Without `hints`
    everybody gets them where one person plays with bots, else nobody.
    """

    game: str
    seats: list[NewSeat]
    options: dict[str, str] = {}
    dice: DiceMode = "virtual"
    spectators: bool = True
    series: int = 1
    salt: str | None = ""
    curtain: bool = True
    hints: Hints | None = None


class NewLesson(Request, frozen=True):
    """A table for the lesson of a game."""

    game: str
    name: str


class Sit(Request, frozen=True):
    """Take a seat, or be in for the next game; whoever is already in for it sends their key."""

    name: str
    salt: str = ""
    key: str = ""


class Again(Request, frozen=True):
    """Open a table like this one, which is closed."""

    key: str


class FindRequest(Request, frozen=True):
    """Find the table with a code, as somebody has typed it."""

    code: str


class ReplayRequest(Request, frozen=True):
    """Show a record step by step; `seat` is the reader's own, -1 if it is unknown."""

    record: str
    seat: int = -1


class ReviewRequest(Request, frozen=True):
    """Review the finished game of a record; sent again until the answer has a review."""

    record: str


class KeptWorth(Kept, frozen=True):
    """What a review said about an option, as the page has kept it; see `ReviewedOption`."""


class PracticeRequest(Request, frozen=True):
    """Show the position before a choice of a finished game, to be solved: the choice after this many events."""

    record: str
    event: int
    worths: list[KeptWorth]


class VerifyRequest(Request, frozen=True):
    """Check the dice of a record, with what somebody saved at its table."""

    record: str
    promised: str = ""
    salts: dict[int, str] = {}


class Click(Request, frozen=True, tag_field="do"):
    """Base of all actions at a table. `id` is new for each click; a repeated id is not applied again."""

    key: str
    id: str


class Tap(Click, frozen=True, tag="tap"):
    """Add an option to the draft of a seat."""

    seat: int
    window: int
    tap: int


class Untap(Click, frozen=True, tag="untap"):
    """Rub out what the draft of a seat writes in a cell; "" rubs out the last tap."""

    seat: int
    window: int
    cell: str


class Ink(Click, frozen=True, tag="ink"):
    """Choose the options of a draft for a seat."""

    seat: int
    window: int
    taps: list[int]


class AskHint(Click, frozen=True, tag="hint"):
    """Ask what everything that a seat can tap next is worth; its snapshots have the answer."""

    seat: int
    window: int


class Undo(Click, frozen=True, tag="undo"):
    """Take back a seat's newest choice."""

    seat: int
    window: int


class Throw(Click, frozen=True, tag="roll"):
    """Throw the dice, or enter real ones."""

    throw: int
    faces: tuple[int, ...] | None = None


class Correct(Click, frozen=True, tag="correct"):
    """Correct real dice that were entered wrongly, until somebody has inked; `throw` is the number of throws."""

    throw: int
    faces: tuple[int, ...]


class Begin(Click, frozen=True, tag="begin"):
    """Begin as the host; open seats become bots."""


class Next(Click, frozen=True, tag="next"):
    """Begin the next game of the series, or a rematch; be ready for it while others are not."""


class End(Click, frozen=True, tag="end"):
    """End the table as the host."""


class Chat(Click, frozen=True, tag="chat"):
    """Send a chat message."""

    text: str


class LetBotPlay(Click, frozen=True, tag="bot"):
    """Let a bot play for somebody who is away."""

    seat: int


class ComeBack(Click, frozen=True, tag="back"):
    """Play again instead of the bot."""

    seat: int


class Leave(Click, frozen=True, tag="leave"):
    """Leave a seat, or the queue for the next game."""

    seat: int


class Nudge(Click, frozen=True, tag="nudge"):
    """Ask a player who keeps the others waiting to go on."""

    seat: int


class AddSalt(Click, frozen=True, tag="salt"):
    """Send a salt for dice whose promise has been shown."""

    salt: str


class Pencil(Click, frozen=True, tag="pencil"):
    """On a pad: add a pencil mark."""

    seat: int
    window: int
    cell: str
    mark: str


class Rub(Click, frozen=True, tag="rub"):
    """On a pad: remove a pencil mark and all later ones."""

    seat: int
    window: int
    cell: str


class Finish(Click, frozen=True, tag="finish"):
    """On a pad: turn the pencil marks into a finished turn."""

    seat: int
    window: int


class Erase(Click, frozen=True, tag="erase"):
    """On a pad: erase a wrong mark of an earlier turn."""

    seat: int
    window: int
    cell: str


class Count(Click, frozen=True, tag="count"):
    """On pads: declare the game over."""


class Resume(Click, frozen=True, tag="resume"):
    """On pads: continue the game."""


PadAction = Pencil | Rub | Finish | Erase | Count | Resume
SeatAction = LetBotPlay | ComeBack | Leave
TurnAction = Ink | Undo | Throw | Correct
StoredAction = TurnAction | Begin | Next | End | Chat | SeatAction | AddSalt | PadAction
Action = Tap | Untap | AskHint | Nudge | StoredAction


class SocketMessage(Hello, frozen=True):
    """What a page sends over its socket: its keys and language, or one of the others, which is then all that counts."""

    act: Action | None = None
    ping: str = ""
    """Asks for an answer with this id, to find out whether the server is there."""
