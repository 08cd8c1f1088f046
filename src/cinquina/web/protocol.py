"""The types of what the server sends to pages; `record_protocol` has those about records, `actions` what pages send.

The types of the scripts, static/types.d.ts, are generated from them: `python3 tools/page_types.py`.
docs/web-protocol.md explains how they are used.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["lobby", "roll", "choose", "mark", "over", "ended"]
SeatKind = Literal["person", "open", "bot"]
SeatState = Literal["", "throws", "chooses", "chosen", "finished"]
DiceMode = Literal["virtual", "real", "none"]
Hints = Literal["everybody", "nobody"]


class SheetView(Struct, frozen=True):
    """A sheet of a player: its file, its place in the order of play if there is one, marks by cell, newest marks.

    `lost` are the cells that can no longer be used.
    """

    id: str
    number: int
    marks: dict[str, str]
    lost: list[str]
    newest: list[str] = []


class SeatView(Struct, frozen=True):
    """A player: name, level (a bot's, in words), presence (`away`: seconds since last seen), state, sheets, points.

    `chips` are those of a shared board, and how many are left. `free`: somebody may sit down here during the game.
    """

    name: str
    kind: SeatKind
    level: str = ""
    mine: bool = False
    here: bool = False
    away: int = 0
    substitute: bool = False
    free: bool = False
    state: SeatState = ""
    colour: str = ""
    score: int = 0
    sheets: list[SheetView] = []
    corrections: int = 0
    chips_left: int = 0
    chips: int = 0


class SeriesView(Struct, frozen=True):
    """The number of the current game, how many there are, and the total points by seat."""

    game: int
    games: int
    totals: list[int]


class DiceView(Struct, frozen=True):
    """The dice on the table, which were thrown last and how they fell, and the number of throws."""

    sheet: str
    faces: dict[str, int]
    thrown: list[str]
    fallen: list[int]
    count: int


class Choosable(Struct, frozen=True):
    """One option in words: the cell to tap (if any), and everything it writes on the sheet in use.

    `marks` maps cells to marks; an empty mark is removed. `sheets` are the player's sheets after the option, if it
    changes them. `group` is equal for options of one kind. `tap` is sent to draft it; `dice` are the dice it uses, in
    groups whose faces are added, or `either` those that could be, where a further option says which. `brief` is short
    for `text`, where the game has words for it; `throws` is true if dice are thrown next, `last` if nothing else can be
    marked with it, `instead` if it takes the place of something in the draft.
    """

    tap: int
    cell: str
    text: str
    short: str
    colour: str
    group: str
    marks: dict[str, str]
    sheets: list[str]
    dice: list[list[str]] = []
    either: list[str] = []
    brief: str = ""
    throws: bool = False
    last: bool = False
    instead: bool = False


class DraftView(Struct, frozen=True):
    """What the viewer has pencilled, and what inking it would do.

    `ink` are the taps to send, empty if something is missing; `text` says what inking does, `ends` what ends the
    answer with it, `points` how it changes the score at once. `options` are what was tapped, `marks` are in pencil,
    `dice` are used; `sheets` are the player's sheets after it, if they change.
    """

    taps: list[int]
    options: list[Choosable]
    marks: dict[str, str]
    dice: list[str]
    sheets: list[str]
    ink: list[int]
    text: str
    ends: str
    points: int


class PassView(Struct, frozen=True):
    """How to do nothing: the taps to ink, what it is called, how it changes the score at once, whether it is a loss."""

    ink: list[int]
    text: str
    points: int
    costs: bool


class Question(Struct, frozen=True):
    """A question to a seat: its options, and why other cells cannot be chosen (by cell).

    `window` is sent back with the answer; `dice` are the dice the question is about; `missing` says what to do next,
    `then` what comes after it, and `aside` why a die is of no use, if the game has its own words for it.
    """

    seat: int
    window: int
    options: list[Choosable]
    why: dict[str, str]
    dice: list[str]
    draft: DraftView
    passing: PassView | None
    missing: str = ""
    aside: str = ""
    then: str = ""


class AdviceView(Struct, frozen=True):
    """What an option is worth: its tap (-1 for passing), its text, its worth with the interval, the points to expect.

    `share` is how long its bar is, from 0 to 1; `mark` says that it is the best, or may be as good. `reason` is what
    it does, `spoken` all of it in one sentence.
    """

    tap: int
    text: str
    worth: str
    interval: str
    points: str
    share: float
    best: bool
    mark: str
    reason: str
    spoken: str


class HintView(Struct, frozen=True):
    """A hint to the viewer: the taps it is for, all options, the best first, and where the numbers come from.

    Without `advice` it is being looked for; `coming` means that better numbers will follow.
    """

    seat: int
    window: int
    taps: list[int]
    advice: list[AdviceView]
    source: str
    coming: bool


class UndoView(Struct, frozen=True):
    """What can be undone: the newest choice of `seat`; `window` is sent back with the request."""

    seat: int
    window: int


class PadView(Struct, frozen=True):
    """One of the viewer's own pads: what can be marked, the pencil marks, what can be erased.

    `marks` lists by cell what can be written next; the cell "" turns the sheet over.
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
    """What the viewer may do besides choosing; `bot`, `back` and `leave` list seats, `correct` is about the last dice.

    `sit` is to take a seat now, `queue` to be in for the next game, `again` to open a table like this closed one.
    """

    roll: bool = False
    correct: bool = False
    undo: bool = False
    begin: bool = False
    next: bool = False
    end: bool = False
    chat: bool = False
    bot: list[int] = []
    back: list[int] = []
    leave: list[int] = []
    sit: bool = False
    queue: bool = False
    again: bool = False
    count: bool = False
    resume: bool = False


class WantedDie(Struct, frozen=True):
    """A die that is thrown next; a real one has to be entered. `faces` are the colours of its faces, if they differ."""

    id: str
    colour: str
    faces: list[str]


DeedKind = Literal["nothing", "marks", "nowhere"]


class Deed(Struct, frozen=True):
    """What a player did with a throw, or what the rules did to them, and the points it cost (at most 0).

    `kind` is "nothing" if nothing was marked, "nowhere" if the throw could not be used. `text` stands
    after the player's name, unless it is a `whole` sentence. `forced`: the throw left no choice.
    """

    seat: int
    text: str
    cost: int = 0
    kind: DeedKind = "marks"
    whole: bool = False
    forced: bool = False


class LogTurn(Struct, frozen=True):
    """A part of the log: a throw (`dice` by name, and in words; `kept` lay still) and what everybody did with it.

    Without dice it is what happened before the first throw, or a sentence about a pad; `seat` is -1 then.
    `again` says that whoever threw goes on because of the throw, where that is so.
    """

    n: int
    seat: int
    text: str
    dice: dict[str, int]
    deeds: list[Deed]
    kept: dict[str, int] = {}
    again: str = ""


class ChatLine(Struct, frozen=True):
    """A chat message."""

    n: int
    name: str
    text: str


class LegendLine(Struct, frozen=True):
    """What a board reminds of: its key in the game, a sign, such as a sum, and what it does.

    `now` is true if it is so with the dice on the table.
    """

    kind: str
    sign: str
    text: str
    now: bool = False


class StandingView(Struct, frozen=True):
    """A place in the ranking."""

    place: int
    names: list[str]
    score: int


class ScorePart(Struct, frozen=True):
    """A part of a score; `colour` is its colour on the sheet, if it has one."""

    name: str
    points: int
    colour: str = ""


class Ending(Struct, frozen=True):
    """How a game ended: reasons, ranking, the parts of every score, and the records.

    On pads there is one record per sheet; the newest ones belong to the seats in `sheets`. `hints` says who got hints.
    """

    reasons: list[str]
    ranking: list[StandingView]
    parts: list[list[ScorePart]]
    records: list[str]
    sheets: list[int] = []
    hints: str = ""


class DiceProof(Struct, frozen=True):
    """What is public about virtual dice; the seed is empty until it is no longer in use.

    `promise` and `next` are the hashes of the seeds of this series and the next; `game` is its number at the table.
    """

    version: int
    promise: str
    next: str
    salts: list[str]
    next_salts: list[str]
    seed: str
    game: int


class NextView(Struct, frozen=True):
    """Who is awaited for the next game, and in how many seconds it begins without them; `ready`: the viewer is."""

    awaited: list[str]
    seconds: int
    ready: bool = False


class NudgeView(Struct, frozen=True):
    """Somebody asks the viewer to go on; `n` counts how often."""

    n: int
    name: str


class LessonView(Struct, frozen=True):
    """Where a lesson stands: the number of its step, how many it has, and what is told now.

    `opponent` is the level of the bot for a first game after it.
    """

    step: int
    steps: int
    text: str
    opponent: str


class Fact(Struct, frozen=True):
    """Something about a table before its first game: what it is about, and what is so."""

    title: str
    text: str


class Snapshot(Struct, frozen=True):
    """A whole table as one viewer may see it. Fields that do not apply have their defaults.

    `seat` is the viewer's seat that has to act, -1 for none; `passes` is whether the game has an option to do nothing,
    `tiles` whether it has other options that are neither cells nor throws;
    `notice` says what became of a draft; `line` is the winning line; `counted` are the points
    so far, by seat, sheet, and the band or cell where they are written at the end. `queue` are the names of those who
    are in for the next game, `queued` whether the viewer is; `patience` is after how many seconds a bot may play for
    somebody who is away; `successor` is the code of a table opened after this one was closed. `hints` is whether
    everybody gets hints here, `hint` the viewer's own.
    """

    number: int
    code: str
    game: str
    title: str
    phase: Phase
    dice_mode: DiceMode
    seats: list[SeatView]
    series: SeriesView
    facts: list[Fact] = []
    passes: bool = False
    tiles: bool = False
    shared_board: bool = False
    legend: list[LegendLine] = []
    active: int = -1
    dice: DiceView = DiceView("", {}, [], [], 0)
    seat: int = -1
    handover: bool = False
    sentence: str = ""
    around: str = ""
    notice: str = ""
    guide: str = ""
    hints: bool = False
    hint: HintView | None = None
    undo: UndoView | None = None
    ask: Question | None = None
    pads: list[PadView] = []
    can: Abilities = Abilities()
    wanted: list[WantedDie] = []
    host: bool = False
    watching: int = 0
    log: list[LogTurn] = []
    chat: list[ChatLine] = []
    over: Ending | None = None
    line: list[str] = []
    counted: list[list[dict[str, int]]] = []
    proof: DiceProof | None = None
    queue: list[str] = []
    queued: bool = False
    next: NextView | None = None
    nudge: NudgeView | None = None
    patience: int = 0
    successor: str = ""
    lesson: LessonView | None = None


class TurnedAway(Struct, frozen=True):
    """The answer to a viewer who may not watch; `sit`: they may take a seat."""

    number: int
    refused: str
    sit: bool


class MadeTable(Struct, frozen=True):
    """A new table: its code, the host's key, and the promise of its dice."""

    code: str
    key: str
    promise: str


class TakenSeat(Struct, frozen=True):
    """A seat that was taken, or -1 for one in the next game, and its key."""

    seat: int
    key: str


class Done(Struct, frozen=True):
    """The request succeeded; `number` is that of its happening."""

    number: int


class Refused(Struct, frozen=True):
    """The request was refused: a sentence, and its key."""

    error: str
    reason: str


class Answered(Struct, frozen=True):
    """The answer to an action sent over the socket, by its `id`, with the status that a request would have had.

    `number` is that of its happening; `error` and `reason` are those of a refusal.
    """

    id: str
    status: int
    number: int = 0
    error: str = ""
    reason: str = ""


class FoundTable(Struct, frozen=True):
    """The table that somebody has typed a code for."""

    code: str
