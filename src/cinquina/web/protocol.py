"""What travels between a page and the server, as types: what a page asks for, and what it is shown.

The types of the scripts, static/types.d.ts, are generated from this module: `python3 tools/page_types.py`.
docs/web-protocol.md explains how they are used.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

# --- what a page is shown ---------------------------------------------------------------------------------------------

Phase = Literal["lobby", "roll", "choose", "mark", "over", "ended"]
SeatKind = Literal["person", "open", "bot"]
SeatState = Literal["", "throws", "chooses", "chosen", "finished"]
DiceMode = Literal["virtual", "real", "none"]


class SheetView(Struct, frozen=True):
    """A sheet before somebody: its file, what is written on it by cell, and the cells that are lost for good."""

    id: str
    marks: dict[str, str]
    lost: list[str]


class SeatView(Struct, frozen=True):
    """A player: who, whether they are here (`away`: seconds since last seen), what they do, their sheets and points."""

    name: str
    kind: SeatKind
    level: str = ""
    mine: bool = False
    here: bool = False
    away: int = 0
    substitute: bool = False
    state: SeatState = ""
    colour: str = ""
    score: int = 0
    sheets: list[SheetView] = []
    corrections: int = 0


class SeriesView(Struct, frozen=True):
    """Which game of how many is being played, and the points of all so far by seat."""

    game: int
    games: int
    totals: list[int]


class DiceView(Struct, frozen=True):
    """The dice as they lie, which of them fell last and how, and how many throws there have been."""

    sheet: str
    faces: dict[str, int]
    thrown: list[str]
    fallen: list[int]
    count: int


class Choosable(Struct, frozen=True):
    """One option: the cell it is tapped on (or none), in words, and all it writes on the sheet in use.

    `marks` maps cells to marks; an empty mark is one that is taken off. `sheets` are the sheets that would lie before
    the player, where the option changes them. `group` is the same for options of one kind; `passes` is doing nothing.
    """

    option: int
    cell: str
    text: str
    short: str
    colour: str
    group: str
    passes: bool
    marks: dict[str, str]
    sheets: list[str]


class Question(Struct, frozen=True):
    """What is asked of a seat: its options, and why other cells will not do (by cell).

    `window` is to be sent back with the answer; `dice` are the dice that the question is about.
    """

    seat: int
    window: int
    options: list[Choosable]
    why: dict[str, str]
    dice: list[str]


class UndoView(Struct, frozen=True):
    """What can be taken back: whose newest choice, and the window to send with it."""

    seat: int
    window: int


class PadView(Struct, frozen=True):
    """One of my own sheets where nobody enters dice: what can be marked, what stands in pencil, what can be erased.

    `marks` lists for each cell what can be written in it next; "" is the sheet that is turned over.
    """

    seat: int
    window: int
    sentence: str
    ask: Question | None
    marks: dict[str, list[str]]
    pencil: dict[str, str]
    ready: bool
    undo: bool
    erasable: list[str]
    why: dict[str, str]


class Abilities(Struct, frozen=True):
    """What the viewer may do beside choosing; `bot` and `back` list seats."""

    roll: bool = False
    undo: bool = False
    begin: bool = False
    next: bool = False
    end: bool = False
    chat: bool = False
    bot: list[int] = []
    back: list[int] = []
    sit: bool = False
    count: bool = False
    resume: bool = False


class WantedDie(Struct, frozen=True):
    """A real die whose face is to be entered; `faces` are the colours beside its numbers, where it has such."""

    id: str
    colour: str
    faces: list[str]


class LogLine(Struct, frozen=True):
    """Something that has happened, in words."""

    n: int
    text: str


class ChatLine(Struct, frozen=True):
    """Something somebody has said."""

    n: int
    name: str
    text: str


class StandingView(Struct, frozen=True):
    """Who has come in at which place."""

    place: int
    names: list[str]
    score: int


class ScorePart(Struct, frozen=True):
    """Something a score is made of."""

    name: str
    points: int


class Ending(Struct, frozen=True):
    """How a game ended: why, who stands where, what every score is made of, and the records.

    On pads there is a record for every sheet; the newest ones are those of the seats in `sheets`.
    """

    reasons: list[str]
    ranking: list[StandingView]
    parts: list[list[ScorePart]]
    records: list[str]
    sheets: list[int] = []


class DiceProof(Struct, frozen=True):
    """What can be told of virtual dice; the seed is empty until no dice will be thrown any more.

    `promise` and `next` are the hashes of the seeds of this series and the next; `game` is its number at the table.
    """

    version: int
    promise: str
    next: str
    salts: list[str]
    next_salts: list[str]
    seed: str
    game: int


class Snapshot(Struct, frozen=True):
    """A table as one viewer may see it, whole. Fields that do not apply have their defaults.

    `seat` is the viewer's seat that is to act, -1 for none; `line` the cells of a line that has won; `counted` the
    points written at the end, by seat, sheet, and band or cell.
    """

    number: int
    code: str
    game: str
    title: str
    phase: Phase
    dice_mode: DiceMode
    seats: list[SeatView]
    series: SeriesView
    house: list[str] = []
    passes: bool = False
    shared_board: bool = False
    active: int = -1
    dice: DiceView = DiceView("", {}, [], [], 0)
    seat: int = -1
    handover: bool = False
    sentence: str = ""
    around: str = ""
    guide: str = ""
    undo: UndoView | None = None
    ask: Question | None = None
    pads: list[PadView] = []
    can: Abilities = Abilities()
    wanted: list[WantedDie] = []
    host: bool = False
    watching: int = 0
    log: list[LogLine] = []
    chat: list[ChatLine] = []
    over: Ending | None = None
    line: list[str] = []
    counted: list[list[dict[str, int]]] = []
    proof: DiceProof | None = None


class TurnedAway(Struct, frozen=True):
    """What somebody is told who may not watch."""

    number: int
    refused: str


class MadeTable(Struct, frozen=True):
    """A new table: its code, the host's key, and the promise of its dice."""

    code: str
    key: str
    promise: str


class TakenSeat(Struct, frozen=True):
    """A seat that somebody has got, and its key."""

    seat: int
    key: str


class Done(Struct, frozen=True):
    """What somebody wanted has happened; the number of it."""

    number: int


class Refused(Struct, frozen=True):
    """What somebody wanted has not happened: a sentence, and its key."""

    error: str
    reason: str


class Records(Struct, frozen=True):
    """The games of a table as text."""

    records: list[str]


class ReplayStep(Struct, frozen=True):
    """A record at one of its steps: the position, how many steps there are, and what happened, in words."""

    snapshot: Snapshot
    steps: int
    to: int
    text: str


class VerdictLine(Struct, frozen=True):
    """One thing that was checked about dice."""

    state: Literal["right", "wrong", "unknown"]
    text: str


class DiceVerdict(Struct, frozen=True):
    """Whether nothing is wrong with the dice of a record."""

    ok: bool
    text: str
    lines: list[VerdictLine]


# --- what a page asks for ---------------------------------------------------------------------------------------------


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Anything a page sends."""


class Hello(Request, frozen=True):
    """What a page says of itself over its socket, and with a request for records."""

    keys: list[str] = []
    lang: str = "en"


class NewSeat(Request, frozen=True):
    """A seat as the page of a new table describes it."""

    kind: Literal["me", "screen", "open", "bot"]
    name: str = ""
    level: str = ""


class NewTable(Request, frozen=True):
    """A table as its page describes it; with `salt` null it waits for the host's salt before the first game."""

    game: str
    seats: list[NewSeat]
    options: dict[str, str] = {}
    dice: DiceMode = "virtual"
    spectators: bool = True
    series: int = 1
    salt: str | None = ""


class Sit(Request, frozen=True):
    """Somebody wants a seat."""

    name: str
    salt: str = ""


class ReplayRequest(Request, frozen=True):
    """A record to look at, up to a step."""

    record: str
    to: int = 0


class VerifyRequest(Request, frozen=True):
    """A record whose dice are to be checked, with what somebody kept from its table."""

    record: str
    promised: str = ""
    salts: dict[int, str] = {}


class Click(Request, frozen=True, tag_field="do"):
    """Something that somebody wants at a table, by their key; `id` is new for each click: the same id happens once."""

    key: str
    id: str


class Choose(Click, frozen=True, tag="choose"):
    """A seat chooses an option."""

    seat: int
    window: int
    option: int


class Undo(Click, frozen=True, tag="undo"):
    """A seat takes its newest choice back."""

    seat: int
    window: int


class Throw(Click, frozen=True, tag="roll"):
    """The dice are thrown; with real ones, what they show."""

    throw: int
    faces: tuple[int, ...] | None = None


class Begin(Click, frozen=True, tag="begin"):
    """The host begins; seats still open become bots."""


class Next(Click, frozen=True, tag="next"):
    """The next game of the series, or a rematch."""


class End(Click, frozen=True, tag="end"):
    """The host ends the table."""


class Chat(Click, frozen=True, tag="chat"):
    """Somebody says something."""

    text: str


class LetBotPlay(Click, frozen=True, tag="bot"):
    """A bot is to play for somebody who is away."""

    seat: int


class ComeBack(Click, frozen=True, tag="back"):
    """Somebody plays again themselves."""

    seat: int


class AddSalt(Click, frozen=True, tag="salt"):
    """A salt for the dice whose promise has been seen."""

    salt: str


class Pencil(Click, frozen=True, tag="pencil"):
    """On a pad: one more mark of a turn."""

    seat: int
    window: int
    cell: str
    mark: str


class Rub(Click, frozen=True, tag="rub"):
    """On a pad: a pencil mark goes, with all since."""

    seat: int
    window: int
    cell: str


class Finish(Click, frozen=True, tag="finish"):
    """On a pad: what stands in pencil is the turn."""

    seat: int
    window: int


class Erase(Click, frozen=True, tag="erase"):
    """On a pad: a mark of an earlier turn was wrong."""

    seat: int
    window: int
    cell: str


class Count(Click, frozen=True, tag="count"):
    """On pads: the game is over."""


class Resume(Click, frozen=True, tag="resume"):
    """On pads: it is not."""


PadAction = Pencil | Rub | Finish | Erase | Count | Resume
Action = Choose | Undo | Throw | Begin | Next | End | Chat | LetBotPlay | ComeBack | AddSalt | PadAction
