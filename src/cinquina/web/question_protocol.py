"""The types of the questions to a viewer: what can be chosen, drafts, hints, pads."""

from __future__ import annotations

from msgspec import Struct


class Choosable(Struct, frozen=True, gc=False):
    """One option in words: the cell to tap (if any), and everything it writes on the sheet in use.

    `marks` maps cells to marks; an empty mark is removed. `sheets` are the player's sheets after the option, if it
    changes them. `group` is equal for options of one kind. `tap` is sent to draft it, `stage` is how many
    windows later than the open one it is chosen; `dice` are the dice it uses, in groups whose faces are added, or
    `either` those that could be, where a further option says which. `brief` is short for `text`, where the game has
    words for it; `throws` is true if dice are thrown next, `last` if nothing else can be
    marked with it, `instead` if it takes the place of something in the draft. `points` is how it changes the score.
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
    points: int = 0
    stage: int = 0


class DraftView(Struct, frozen=True, gc=False):
    """What the viewer has pencilled, and what inking it would do.

    `ink` are the taps to send, empty if something is missing; `text` says what inking does, `then` what comes after
    it if that has to be told, `ends` what ends with it, `points` how it changes the score at once. `options` are what
    was tapped, `marks` are in pencil, `dice` are used; `sheets` are the player's sheets after it, if they change.
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
    then: str = ""


class PassView(Struct, frozen=True, gc=False):
    """How to do nothing: the taps to ink, what it is called, how it changes the score at once, whether it is a loss.

    `then` is what comes after it, if that has to be told.
    """

    ink: list[int]
    text: str
    points: int
    costs: bool
    then: str = ""


class Question(Struct, frozen=True, gc=False):
    """A question to a seat: its options, and why other cells cannot be chosen (by cell).

    `window` is sent back with the answer; `dice` are the dice the question is about; `missing` says what to do next,
    `place` what to do with a die in the hand, `then` what comes after it, and `aside` why a die is of no use, if the
    game has its own words for it.
    `enough` inks the draft and does nothing more until the next throw, where inking alone leaves something to choose.
    `drafted` is how often the draft of this seat has been changed, so that a page sees whether its own change is in it.
    """

    seat: int
    window: int
    options: list[Choosable]
    why: dict[str, str]
    dice: list[str]
    draft: DraftView
    passing: PassView | None
    missing: str = ""
    place: str = ""
    aside: str = ""
    then: str = ""
    enough: PassView | None = None
    drafted: int = 0


class AdviceView(Struct, frozen=True, gc=False):
    """What an option is worth: its tap (-1 for passing), its text, its worth with the interval, the points to expect.

    `letter` is written on its cell where others have the same text. `share` is how long its bar is, from 0 to 1; `best`
    are the best and all as good; `mark` says which. `reason` is what it does, `spoken` all of it in one sentence.
    """

    tap: int
    text: str
    letter: str
    worth: str
    interval: str
    points: str
    share: float
    best: bool
    mark: str
    reason: str
    spoken: str


class HintView(Struct, frozen=True, gc=False):
    """A hint to the viewer: the taps it is for, all options, the best first, in what they are, where that comes from.

    Without `advice` it is being looked for; `coming` means that better numbers will follow.
    """

    seat: int
    window: int
    taps: list[int]
    advice: list[AdviceView]
    unit: str
    source: str
    coming: bool


class UndoView(Struct, frozen=True, gc=False):
    """What can be undone: the newest choice of `seat`; `window` is sent back with the request."""

    seat: int
    window: int


class PadView(Struct, frozen=True, gc=False):
    """One of the viewer's own pads: what can be marked, the pencil marks, what can be erased.

    `marks` lists by cell what can be written next; the cell "" turns the sheet over. `beside` words the other marks of
    the turn that wrote a cell.
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
    beside: dict[str, str]
    why: dict[str, str]
