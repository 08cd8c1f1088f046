"""The chance to win with a grid as a throw leaves it, in the plain subset of the rules.

The chance that one of two players finishes ahead is predicted from the points both have and the points they can expect
in a race. The weight of each depends on how many failures are still between the two and the end of the game; the
weights were fitted to games. Among several players the chance against the strongest is multiplied with the chances to
be ahead of each of the others as they stand. When a seat ends the game itself, points alone decide.
"""

from math import exp
from typing import Any, NamedTuple

from cinquina.bots.the_choice.layout import ARC_AT, MOST_LEFT, ODDS, ODDS_PARTS, PATH_AT, Tables
from cinquina.bots.the_choice.values import CHANCE, RACER, Grid, is_full, points_before, points_now, points_to_come
from cinquina.games.the_choice import HEAD, HEAD_BITS, State

LEAD, SPREAD = 3.5, 2.5
"""When a seat ends the game, the others may still mark the throw: approximately this many points."""
STEEP = 30.0


class Rivals(NamedTuple):
    """What a seat needs to know of the others."""

    coming: float  # of the strongest of them, the points to expect
    points: float  # and the points now
    by_coming: float  # how much the difference in each counts, in the logarithm of odds
    by_points: float
    by_throw: float  # who throws next, in the same
    others: float  # the chance to be ahead of all the rest


class Judgement(NamedTuple):
    """How grids are judged: for which seat, in which way, by which tables; and the best grid found so far.

    `BEST` to `FAILED` are the places of `found`.
    """

    seat: int
    kind: int
    rivals: Rivals
    tables: Tables
    found: Any


BEST, PATH, ARC, FAILED = 0, 1, 2, 3
"""Of the best grid found so far: what it is worth, its path, its arc and its failures."""
NOTED = 4
NOTHING = -1.0e18
"""What the best grid is worth while none has been found."""


def worth_noted(s: State, by: Judgement, grid: Grid) -> float:
    """Return what a grid is worth as it is left, and note the grid if it is the best so far."""
    worth = worth_left(s, by, grid)
    if worth > by.found[BEST]:
        by.found[BEST] = worth
        by.found[PATH] = grid.path
        by.found[ARC] = grid.arc
        by.found[FAILED] = grid.failures
    return worth


def worth_left(s: State, by: Judgement, grid: Grid) -> float:
    """Return what a grid is worth as it is left: points, or the chance to win."""
    if by.kind != CHANCE:
        return points_to_come(s, by.seat, by.kind, by.tables, grid)
    rivals = by.rivals
    now = points_before(s, by.seat) + points_now(s, by.tables, grid)
    ahead = now - rivals.points
    if is_full(by.tables, grid) or (grid.failures >= s.failures_to_end and s.grid[by.seat] == 1):
        return rivals.others * chance_of((ahead - LEAD) / SPREAD)
    coming = points_to_come(s, by.seat, RACER, by.tables, grid) - rivals.coming
    return rivals.others * chance_of(rivals.by_coming * coming + rivals.by_points * ahead + rivals.by_throw)


def chance_of(odds: float) -> float:
    """Return the chance that has this logarithm of odds."""
    return 1.0 / (1.0 + exp(-max(min(odds, STEEP), -STEEP)))


def grid_of(s: State, seat: int, tables: Tables) -> Grid:
    """Return the present grid of a seat."""
    which = s.grid[seat]
    path: int = tables.whole[PATH_AT + (s.crossed[seat][which] << HEAD_BITS | s.path[seat][which] & HEAD)]
    arc: int = tables.whole[ARC_AT + s.ring[seat][which]]
    return Grid(path, arc, s.failures[seat][which])


def coming_of(s: State, seat: int, tables: Tables) -> float:
    """Return the points a seat can expect in a race, with its present grid."""
    return points_to_come(s, seat, RACER, tables, grid_of(s, seat, tables))


def points_of(s: State, seat: int, tables: Tables) -> float:
    """Return the points a seat has."""
    return points_before(s, seat) + points_now(s, tables, grid_of(s, seat, tables))


def left_of(s: State, seat: int) -> int:
    """Return how many failures of a seat would end the game."""
    failures = s.failures[seat][s.grid[seat]]
    return s.failures_to_end - failures + (0 if s.grid[seat] else s.failures_to_end)


def rivals_of(s: State, seat: int, tables: Tables, thrower: int) -> Rivals:
    """Return what is known of the others, with `thrower` to throw next."""
    strongest = (seat + 1) % s.seats
    most = coming_of(s, strongest, tables)
    for other in range(s.seats):
        coming = coming_of(s, other, tables)
        if other != seat and coming > most:
            most = coming
            strongest = other
    rest = 1.0
    for other in range(s.seats):
        if other not in (seat, strongest):
            rest *= chance_against(s, seat, other, tables, thrower)
    first = ODDS + min(left_of(s, seat) + left_of(s, strongest), MOST_LEFT) * ODDS_PARTS
    odds = tables.fractions
    next_throw = odds[first + 2] * (int(thrower == seat) - int(thrower == strongest))
    theirs = points_of(s, strongest, tables)
    return Rivals(most, theirs, float(odds[first]), float(odds[first + 1]), float(next_throw), rest)


def chance_against(s: State, seat: int, other: int, tables: Tables, thrower: int) -> float:
    """Return the chance to finish ahead of one other player, in the present state."""
    first = ODDS + min(left_of(s, seat) + left_of(s, other), MOST_LEFT) * ODDS_PARTS
    odds = tables.fractions
    coming = coming_of(s, seat, tables) - coming_of(s, other, tables)
    ahead = points_of(s, seat, tables) - points_of(s, other, tables)
    next_throw = odds[first + 2] * (int(thrower == seat) - int(thrower == other))
    return chance_of(odds[first] * coming + odds[first + 1] * ahead + next_throw)
