"""The types of a table as a viewer sees it: the snapshot, which pages draw.

The other files of the contract between server and pages: `question_protocol` (questions, drafts, hints, pads),
`response_protocol`, `record_protocol`, `review_protocol`, `practice_protocol`, and `actions` for what pages send.
The types of the scripts, static/types.d.ts, are generated from all of them: `.venv/bin/python tools/page_types.py`.
docs/web-protocol.md explains how they are used. They have no cycles, so that Python need not search them for garbage.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cinquina.web.question_protocol import HintView, PadView, Question, UndoView

Phase = Literal["lobby", "roll", "choose", "mark", "over", "ended"]
SeatKind = Literal["person", "open", "bot"]
SeatState = Literal["", "throws", "chooses", "chosen", "finished"]
DiceMode = Literal["virtual", "real", "none"]
Hints = Literal["everybody", "nobody"]


class SheetView(Struct, frozen=True, gc=False):
    """A sheet of a player: its file, its place in the order of play if there is one, marks by cell, newest marks.

    `lost` are the cells that can no longer be used, `closed` the rows that these marks have closed for everybody.
    """

    id: str
    number: int
    marks: dict[str, str]
    lost: list[str]
    newest: list[str] = []
    closed: list[str] = []


class SeatView(Struct, frozen=True, gc=False):
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


class SeriesView(Struct, frozen=True, gc=False):
    """The number of the current game, how many there are, and the total points by seat."""

    game: int
    games: int
    totals: list[int]


class DiceView(Struct, frozen=True, gc=False):
    """The dice on the table, which were thrown last and how they fell, and the number of throws."""

    sheet: str
    faces: dict[str, int]
    thrown: list[str]
    fallen: list[int]
    count: int


class Abilities(Struct, frozen=True, gc=False):
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


class WantedDie(Struct, frozen=True, gc=False):
    """A die that is thrown next; a real one has to be entered. `faces` are the colours of its faces, if they differ."""

    id: str
    colour: str
    faces: list[str]


DeedKind = Literal["nothing", "marks", "nowhere"]


class Deed(Struct, frozen=True, gc=False):
    """What a player did with a throw, or what the rules did to them, and the points it cost (at most 0).

    `kind` is "nothing" if nothing was marked, "nowhere" if the throw could not be used. `text` stands
    after the player's name, unless it is a `whole` sentence; with `yours`, which is what the player reads, the two make
    a sentence, else a colon stands between them. `forced`: the throw left no choice.
    """

    seat: int
    text: str
    cost: int = 0
    kind: DeedKind = "marks"
    whole: bool = False
    forced: bool = False
    yours: str = ""


class LogTurn(Struct, frozen=True, gc=False):
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


class ChatLine(Struct, frozen=True, gc=False):
    """A chat message."""

    n: int
    name: str
    text: str


LegendLook = Literal["", "strong", "safe", "small"]


class LegendLine(Struct, frozen=True, gc=False):
    """What a board reminds of: its key in the game, a sign, such as a sum, and what it does.

    `now` is true if it is so with the dice on the table; `look` is how the sign is drawn: strong, as the safe spaces of
    the board, or small since it is a word.
    """

    kind: str
    sign: str
    text: str
    now: bool = False
    look: LegendLook = ""


class StandingView(Struct, frozen=True, gc=False):
    """A place in the ranking."""

    place: int
    names: list[str]
    score: int


class ScorePart(Struct, frozen=True, gc=False):
    """A part of a score; `colour` is its colour on the sheet, `shape` that of the cells it is for, if it has one."""

    name: str
    points: int
    colour: str = ""
    shape: str = ""


class Ending(Struct, frozen=True, gc=False):
    """How a game ended: reasons, ranking, the parts of every score, and the records.

    On pads there is one record per sheet; the newest ones belong to the seats in `sheets`. `throws` were made in
    `minutes`; both are 0 where they are not known. `hints` says who got hints.
    """

    reasons: list[str]
    ranking: list[StandingView]
    parts: list[list[ScorePart]]
    records: list[str]
    sheets: list[int] = []
    throws: int = 0
    minutes: int = 0
    hints: str = ""


class DiceProof(Struct, frozen=True, gc=False):
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


class NextView(Struct, frozen=True, gc=False):
    """Who is awaited for the next game, and in how many seconds it begins without them; `ready`: the viewer is."""

    awaited: list[str]
    seconds: int
    ready: bool = False


class NudgeView(Struct, frozen=True, gc=False):
    """Somebody asks the viewer to go on; `n` counts how often."""

    n: int
    name: str


class LessonView(Struct, frozen=True, gc=False):
    """Where a lesson stands: the number of its step, how many it has, and what is told now.

    `opponent` is the level of the bot for a first game after it; `tries` are the cells that the learner is invited to
    press although they refuse, `taps` the options of the question to pencil now, in order; none: ink, or pass. `rub`
    is a pencilled cell to rub out first.
    """

    step: int
    steps: int
    text: str
    opponent: str
    tries: list[str] = []
    taps: list[int] = []
    rub: str = ""


class Fact(Struct, frozen=True, gc=False):
    """Something about a table before its first game: what it is about, and what is so."""

    title: str
    text: str


class Snapshot(Struct, frozen=True, gc=False):
    """A whole table as one viewer may see it. Fields that do not apply have their defaults.

    `seat` is the viewer's seat that has to act, -1 for none; `passes` is whether the game has an option to do nothing,
    `tiles` whether it has other options that are neither cells nor throws;
    `notice` says what became of a draft; `line` is the winning line; `counted` are the points so far, by seat,
    sheet, and the band or cell where they are written at the end; `score_tables` are those of the sheet that are
    not as printed. `queue` are the names of those who are in for the next game, `queued` whether the viewer is;
    `patience` is after how many seconds a bot may play for somebody who is away; `successor` is the code of a table
    opened after this one was closed. `hints` is whether everybody gets hints here, `hint` the viewer's own.
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
    score_tables: dict[str, list[int]] = {}
    proof: DiceProof | None = None
    queue: list[str] = []
    queued: bool = False
    next: NextView | None = None
    nudge: NudgeView | None = None
    patience: int = 0
    successor: str = ""
    lesson: LessonView | None = None
