"""The types of what the server sends about the review of a game."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from cinquina.web.record_protocol import Replay

GradeName = Literal["fine", "inaccuracy", "mistake", "blunder"]


class ReviewedOption(Struct, frozen=True):
    """An option of a choice in words, with what it writes on the sheet in use, and what it is worth to the chooser.

    `worth` is in the unit of the review, `error` half of its 95 % interval; `points` are those to expect, null where
    they are not known. `named` is how a sentence calls it. `short` is the number printed in its cell, where that and
    the colour say all. `loss` is how much less it is worth than the best option; `loss_error` half of its interval,
    `grade` that of choosing it. `reasons` are what the rules say about the best option and the one that was chosen.
    """

    move: str
    text: str
    named: str
    cell: str
    short: str
    colour: str
    marks: dict[str, str]
    worth: float
    points: float | None
    error: float
    loss: float
    loss_error: float
    grade: GradeName
    reasons: list[str]


class ReviewedChoice(Struct, frozen=True):
    """A choice: after this many events, with the dice of throw `throw`, one of its options, the best first.

    `made` is the place of the option that was chosen, `text` what was asked, `source` where the values come from.
    """

    event: int
    seat: int
    throw: int
    text: str
    made: int
    options: list[ReviewedOption]
    loss: float
    grade: GradeName
    source: str


class ReviewedThrow(Struct, frozen=True):
    """A throw in words, and by seat the luck it was, in the unit of the review and in points.

    The lot is throw 0, and its seat the one that begins.
    """

    event: int
    throw: int
    seat: int
    text: str
    luck: list[float]
    points: list[float]


class ReviewedMoment(Struct, frozen=True):
    """What the game was worth to every seat after this many events; `settled`: the dice of that throw are used up."""

    event: int
    throw: int
    settled: bool
    worths: list[float]
    points: list[float]


class AccountView(Struct, frozen=True):
    """How a seat came to its result: start + luck - own losses + others' losses + not explained = result."""

    start: float
    luck: float
    own_losses: float
    others_losses: float
    unexplained: float
    result: float


class ReviewedPlayer(Struct, frozen=True):
    """How a seat played: its account, in the unit of the review and in points, and what it gave away in a choice."""

    account: AccountView
    points: AccountView | None
    decisions: int
    mean_loss: float
    error: float
    plays_like: str


class GameReview(Struct, frozen=True):
    """The review of a finished game, with all its steps; `rough` says that later there will be a better one."""

    unit: Literal["chance", "points"]
    replay: Replay
    throws: int
    moments: list[ReviewedMoment]
    choices: list[ReviewedChoice]
    luck: list[ReviewedThrow]
    players: list[ReviewedPlayer]
    rough: str = ""


class ReviewAnswer(Struct, frozen=True):
    """A review, or how far it is: the share that is done, and how many others are made before it."""

    done: float
    ahead: int
    review: GameReview | None
