"""What a position is worth, and every option in it: from the result, from the tables of bots, or from rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from cinquina.bots import outlook
from cinquina.bots.players import number_of
from cinquina.coach.effort import FULL, Effort
from cinquina.coach.rollouts import (
    Rollout,
    half_interval_of_lead,
    roll_out,
    sides_of,
    wins_of,
)
from cinquina.coach.sharpness import sharpened
from cinquina.coach.worth import Source, Value, Worth
from cinquina.core import OVER, Choice, IllegalMove, Position, after, bits, legal_options, scores, seen_by
from cinquina.sim.compiling import can_compile
from cinquina.sim.placeholders import EXACT, MOST, UNKNOWN

if TYPE_CHECKING:
    from cinquina.sim.pool import Workers


def value(
    position: Position, *, seat: int | None = None, effort: Effort = FULL, workers: Workers | None = None
) -> Value:
    """Return what a position is worth to every seat, as one seat sees it; as an onlooker does for None.

    Workers play games on.
    """
    seen = seen_by(position, seat).position
    prepare_for(seen, effort)
    return values_of(seen, [seen], seat or 0, effort, workers)[0][0]


def values(
    position: Position, seat: int, *, effort: Effort = FULL, workers: Workers | None = None
) -> tuple[Worth, ...]:
    """Return what every option of a seat is worth, the best first; IllegalMove if the seat is asked nothing.

    Workers play games on, where these are needed.
    """
    if seat not in position.waiting:
        raise IllegalMove("not-asked", seat=seat)
    seen = seen_by(position, seat).position
    prepare_for(seen, effort)
    options = bits.members(legal_options(seen, seat))
    ahead = [after(seen, Choice(seat, option)) for option in options]
    found, rollouts = values_of(seen, ahead, seat, effort, workers)
    best = max(range(len(found)), key=lambda place: found[place].worth(seat))
    worths = [
        Worth(
            option,
            move=seen.rules.spell(seen.now, seat, option),
            value=found[place],
            loss=found[best].worth(seat) - found[place].worth(seat),
            loss_error=lead_error(rollouts, best, place, seat),
        )
        for place, option in enumerate(options)
    ]
    return tuple(sorted(worths, key=lambda worth: worth.loss))


def prepare_for(position: Position, effort: Effort) -> None:
    """Compile the code and build the tables that an effort may use."""
    if effort.may_compile:
        prepare(position)


def prepare(position: Position) -> None:
    """Compile code and build tables for the best values at this position; the first time this may take a minute."""
    outlook.prepare(position, outlook.strongest(position.rules))


def is_ready(position: Position) -> bool:
    """Return whether the best values are found without compiling or building anything."""
    return outlook.is_ready(position, outlook.strongest(position.rules))


def values_of(
    seen: Position, ahead: Sequence[Position], seat: int, effort: Effort, workers: Workers | None = None
) -> tuple[list[Value], list[Rollout]]:
    """Return the values of several positions, all by the same method, and the rollouts if there are any."""
    known = known_values(seen, ahead)
    if known:
        return known, []
    final = effort.may_compile or not can_compile()
    rollouts = roll_out(seen, [position.now for position in ahead], seat, effort, workers)
    return [rollout.value(final=final) for rollout in rollouts], rollouts


def known_values(seen: Position, ahead: Sequence[Position]) -> list[Value]:
    """Return the values of positions if all are known without rollouts; otherwise nothing."""
    going_on = [position for position in ahead if position.phase != OVER]
    if not going_on:
        return [result_of(position) for position in ahead]
    strongest = outlook.strongest(seen.rules)
    number = outlook.number_at_hand(seen, strongest)
    said, rows = outlook.appraise(seen, [position.now for position in going_on], number)
    if said == UNKNOWN:
        return []
    final = number == number_of(seen.rules, strongest)
    of_rows = iter(value_of_row(seen, row, said, final=final) for row in rows)
    return [result_of(position) if position.phase == OVER else next(of_rows) for position in ahead]


def value_of_row(
    position: Position, row: Sequence[float], said: int, *, final: bool = True, is_over: bool = False
) -> Value:
    """Return a value from the numbers that `valued` found; points whose variance is negative are not known."""
    seats, sides = position.seats, sides_of(position.rules, position.now)
    alone = len(set(sides)) == 1
    variances = row[2 * MOST : 2 * MOST + seats]
    with_points = position.rules.POINTS and min(variances) >= 0
    chances = () if alone else tuple(row[sides.index(side)] for side in range(max(sides) + 1))
    return Value(
        Source.EXACT if said == EXACT else Source.LEARNED,
        sides,
        chances if is_over else sharpened(position, chances),
        points=tuple(row[MOST : MOST + seats]) if with_points else (),
        spreads=tuple(map(sqrt, variances)) if with_points else (),
        final=final,
    )


def result_of(position: Position) -> Value:
    """Return the result of a game that is over."""
    points, sides = scores(position), sides_of(position.rules, position.now)
    alone, with_points = len(set(sides)) == 1, position.rules.POINTS
    return Value(
        Source.RESULT,
        sides,
        () if alone else wins_of(points, sides),
        points=tuple(map(float, points)) if with_points else (),
        spreads=(0.0,) * len(points) if with_points else (),
    )


def lead_error(rollouts: Sequence[Rollout], best: int, place: int, seat: int) -> float:
    """Return half of the 95 % interval of the lead of the best option over another."""
    if not rollouts or best == place:
        return 0.0
    first, second = rollouts[best], rollouts[place]
    return half_interval_of_lead(first.worths(seat), second.worths(seat), in_chance=not first.alone)
