"""What positions and choices are worth, and how a game came about, as values; screens turn them into text.

Using it:

    from cinquina import coach

    coach.value(position, seat=0, effort=coach.QUICK)   # a Value: chances by side, points and spreads by seat
    coach.values(position, 0, effort=coach.FULL)        # a Worth for every option of seat 0, the best first
    coach.review(game, progress=print)                  # a Review of a core.record.Game

`QUICK` answers in less than a second with what is there, and never compiles anything. `FULL` gives the best there is;
its first answer for a game waits until code is compiled and tables are built (`prepare`, which a thread or a process
may call before; `is_ready` says whether that is done). A value that a FULL answer would better has `final` False. None
of this may run on an event loop.

With `workers` (see `sim.cluster.workers`) games that are played on, and the questions of a review, are shared out to
processes or a cluster. An effort goes by the clock; for the same answer everywhere take one without, `FULL.unhurried`.

Whether to speak of chances or of points says `Value.unit`; `Value.source` says where a value comes from. Answers that
others have given in an open window are taken off before anything is valued. `review` leaves out a window that is still
open; on a machine that has compiled nothing it starts plainly and goes on faster once a thread has compiled the rest.
`values` raises IllegalMove for a seat that is asked nothing, `review` Refusal("nothing-to-review").
"""

from cinquina.coach.effort import FULL, QUICK, REVIEWING, Effort
from cinquina.coach.grades import THRESHOLDS, thresholds
from cinquina.coach.report import Account, Decision, Grade, Moment, Player, Review, Throw
from cinquina.coach.reviewing import prepare_review, review
from cinquina.coach.valuing import is_ready, prepare, value, values
from cinquina.coach.worth import Source, Unit, Value, Worth

__all__ = [
    "FULL",
    "QUICK",
    "REVIEWING",
    "THRESHOLDS",
    "Account",
    "Decision",
    "Effort",
    "Grade",
    "Moment",
    "Player",
    "Review",
    "Source",
    "Throw",
    "Unit",
    "Value",
    "Worth",
    "is_ready",
    "prepare",
    "prepare_review",
    "review",
    "thresholds",
    "value",
    "values",
]
