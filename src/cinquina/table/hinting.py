"""Hints for a seat: what each possible next tap is worth, according to the coach.

A draft may go on in the window after the open one. What an option there is worth is reckoned from what passing in the
open window is worth, since nobody knows yet what the others will do there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from cinquina import coach
from cinquina.coach import Effort, Source, Unit, Value, Worth
from cinquina.core import CHOICE, NO_OPTION, IllegalMove, Position
from cinquina.games import GAMES
from cinquina.table.draft import TAPS_PER_STAGE, Draft, is_asked
from cinquina.table.drafting import Drafting

PASSING = -1
"""The tap of an option that only ends an answer: nobody taps it."""
Options = tuple[tuple[str, str], ...]


class Step(NamedTuple):
    """Something a seat is asked: the position with all it has pencilled before, and the stage of its draft."""

    position: Position
    stage: int


class Asked(NamedTuple):
    """What a hint is about: the taps so far, what can be asked next, and from where the next window is valued.

    `ground` is the position in which the seat has answered in the open window and only others are waited for.
    """

    seat: int
    taps: tuple[int, ...]
    steps: tuple[Step, ...]
    ground: Position | None


class Found(msgspec.Struct, frozen=True):
    """What the coach found: the worths of all options, by step, and the value of the ground."""

    steps: tuple[tuple[Worth, ...], ...]
    ground: Value | None


class Advice(NamedTuple):
    """What one tap is worth, in the unit of the hint; `points` are those to expect, where they are known."""

    tap: int
    option: int
    step: Step
    worth: float
    error: float
    points: float | None
    loss: float
    loss_error: float


class Hint(NamedTuple):
    """Everything that can be tapped next, the best first, and where the values come from."""

    taps: tuple[int, ...]
    unit: Unit
    source: Source
    games: int
    final: bool
    advice: tuple[Advice, ...]


class Base(NamedTuple):
    """The value from which the worths of a later window are calculated."""

    value: Value
    loss: float = 0.0
    loss_error: float = 0.0


def asked_of(drafting: Drafting, taps: Sequence[int]) -> Asked:
    """Return what a seat can be asked next: in the open window, and in the one after it.

    Where nothing more can be tapped, that is the question that the last tap answered.
    """
    seat, taps = drafting.seat, tuple(taps)
    while taps and not drafting.offers(taps):
        taps = taps[:-1]
    draft = drafting.draft(taps)
    open_step = [Step(draft.position, draft.stage)] if goes_on(draft, seat) else []
    is_ground = not open_step and draft.position.phase == CHOICE
    try:
        later = drafting.at_stage(taps, draft.stage + 1)
    except IllegalMove:
        return Asked(seat, taps, tuple(open_step), None)
    steps = (*open_step, Step(later.position, later.stage))
    return Asked(seat, taps, steps, draft.position if is_ground else None)


def goes_on(draft: Draft, seat: int) -> bool:
    """Whether the seat is asked in the window of the last stage of its draft."""
    return draft.position.window == draft.opened and is_asked(draft.position, seat)


# --- asking the coach, here or in another process --------------------------------------------------------------------


class PlainAsked(NamedTuple):
    """What is asked, as it is sent to another process: states with nothing in them that the seat may not see."""

    game: str
    options: Options
    seat: int
    steps: tuple[dict[str, Any], ...]
    ground: dict[str, Any] | None


def plain_asked(asked: Asked) -> PlainAsked:
    """Return what to send to another process."""
    first = asked.steps[0].position
    steps = tuple(step.position.now.values() for step in asked.steps)
    return PlainAsked(
        first.rules.NAME, first.options, asked.seat, steps, asked.ground.now.values() if asked.ground else None
    )


def position_of(asked: PlainAsked, values: dict[str, Any]) -> Position:
    """Return a position from the values of its state."""
    rules = GAMES[asked.game]
    state = rules.State(**values)
    return Position(rules, asked.options, state, (), state)


def found_by_coach(asked: PlainAsked, effort: Effort) -> Found:
    """Value all options of all steps."""
    seat, positions = asked.seat, [position_of(asked, values) for values in asked.steps]
    steps = tuple(coach.values(position, seat, effort=effort) for position in positions)
    ground = position_of(asked, asked.ground) if asked.ground else None
    return Found(steps, coach.value(ground, seat=seat, effort=effort) if ground else None)


# --- one hint of it --------------------------------------------------------------------------------------------------


def hint_of(asked: Asked, found: Found) -> Hint:
    """Join what the coach says about some steps into one hint."""
    advice: list[Advice] = []
    base = Base(found.ground) if found.ground else None
    for number, (step, worths) in enumerate(zip(asked.steps, found.steps, strict=True)):
        stop = step.position.rules.stop(step.position.now, asked.seat)
        passed_on = stop if number + 1 < len(asked.steps) else NO_OPTION
        sooner = {cell_of(asked.seat, one.step, one.option) for one in advice} - {""}
        own = [worth for worth in worths if worth.option != passed_on]
        own = [worth for worth in own if cell_of(asked.seat, step, worth.option) not in sooner]
        advice += [advised(asked.seat, step, worth, worths[0], base) for worth in own]
        base = next((Base(one.value, one.loss, one.loss_error) for one in worths if one.option == stop), None)
    least = min(one.loss for one in advice)
    ranked = sorted((one._replace(loss=one.loss - least) for one in advice), key=lambda one: one.loss)
    values = [worth.value for worths in found.steps for worth in worths]
    first = values[0]
    final, games = all(value.final for value in values), min(value.games for value in values)
    return Hint(asked.taps, first.unit, source_of(values), games, final, tuple(ranked))


def cell_of(seat: int, step: Step, option: int) -> str:
    """Return the cell that an option of a step marks; empty if it marks none."""
    return step.position.rules.cell(step.position.now, seat, option)


def source_of(values: Sequence[Value]) -> Source:
    """Return where values come from; the end of a game that one option brings about does not count."""
    return next((value.source for value in values if value.source != Source.RESULT), Source.RESULT)


def advised(seat: int, step: Step, worth: Worth, best: Worth, base: Base | None) -> Advice:
    """Return what an option is worth: that of what comes before it, less what it gives away afterwards."""
    value = base.value if base else worth.value
    amount, points = value.worth(seat), points_of(value, seat)
    if base:
        amount -= worth.loss
        points = less_gap(points, points_of(best.value, seat), points_of(worth.value, seat))
    is_stop = worth.option == step.position.rules.stop(step.position.now, seat)
    return Advice(
        PASSING if is_stop else step.stage * TAPS_PER_STAGE + worth.option,
        worth.option,
        step,
        max(amount, 0.0) if value.unit == Unit.CHANCE else amount,
        value.error,
        points,
        worth.loss + (base.loss if base else 0.0),
        worth.loss_error + (base.loss_error if base else 0.0),
    )


def points_of(value: Value, seat: int) -> float | None:
    """Return the points to expect; None where they are not known."""
    return value.points[seat] if value.points else None


def less_gap(points: float | None, best: float | None, other: float | None) -> float | None:
    """Return points less what another option gives away; None where that is not known."""
    if points is None or best is None or other is None:
        return None
    return points - (best - other)
