"""Games that bots play on from positions, with the same dice for all of them: what they come to on average."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from time import monotonic

from cinquina.bots import outlook
from cinquina.bots.players import players_of
from cinquina.coach.effort import Effort
from cinquina.coach.values import Source, Value
from cinquina.core import Position, Rules, State
from cinquina.sim.luck import Games

SEED = 20_261
"""The luck of all games that are played on."""
FIRST_BATCH = 4
NORMAL_95 = 1.959964
CLEAR = 1.5
"""The order of options is clear when the best leads by this many times the interval of the lead."""
ONLY_THE_WIN = ("win",)


def has_points(rules: Rules) -> bool:
    """Whether a game has points, and not only a winner."""
    return rules.PARTS != ONLY_THE_WIN


def sides_of(rules: Rules, state: State) -> tuple[int, ...]:
    """By seat: the side it plays for."""
    return tuple(rules.side(state, seat) for seat in range(state.seats))


def wins_of(scores: Sequence[int], sides: Sequence[int]) -> tuple[float, ...]:
    """By side: its part of the win of a game with these scores; shared by all sides that have as much."""
    most = max(scores)
    winners = {side for side, points in zip(sides, scores, strict=True) if points == most}
    return tuple(1 / len(winners) if side in winners else 0.0 for side in range(max(sides) + 1))


class Rollout:
    """The games played on from one state."""

    def __init__(self, position: Position, state: State) -> None:
        self.position = position
        self.state = state
        self.sides = sides_of(position.rules, state)
        self.alone = len(set(self.sides)) == 1
        self.scores: list[list[int]] = []
        self.wins: list[tuple[float, ...]] = []

    def play(self, number: int, games: int) -> None:
        """Play so many games more, by the bot of a number."""
        luck = Games(SEED, len(self.scores), games)
        more = outlook.scores_of_games(self.position, self.state, number, luck)
        self.scores += more
        self.wins += [wins_of(scores, self.sides) for scores in more]

    def worths(self, seat: int) -> list[float]:
        """By game: what it came to for a seat, in points or in wins."""
        if self.alone:
            return [float(scores[seat]) for scores in self.scores]
        return [wins[self.sides[seat]] for wins in self.wins]

    def value(self, *, final: bool) -> Value:
        """The mean of all games."""
        games = len(self.scores)
        by_seat = list(zip(*self.scores, strict=True))
        chances = () if self.alone else tuple(map(mean, zip(*self.wins, strict=True)))
        with_points = has_points(self.position.rules)
        return Value(
            Source.ROLLED_OUT,
            self.sides,
            chances,
            points=tuple(map(mean, by_seat)) if with_points else (),
            spreads=tuple(map(deviation, by_seat)) if with_points else (),
            error=max(half_interval(self.worths(seat), in_chance=not self.alone) for seat in range(len(self.sides))),
            games=games,
            final=final,
        )


def mean(numbers: Sequence[float]) -> float:
    """The mean."""
    return sum(numbers) / len(numbers)


def deviation(numbers: Sequence[float]) -> float:
    """The standard deviation."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def half_interval(numbers: Sequence[float], *, in_chance: bool) -> float:
    """Half of the 95 % interval of the mean of numbers; where games are few, two wins and two defeats are added."""
    if in_chance:
        games = len(numbers) + 4
        chance = (sum(numbers) + 2) / games
        return NORMAL_95 * sqrt(chance * (1 - chance) / games)
    return NORMAL_95 * deviation(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def half_interval_of_lead(first: Sequence[float], second: Sequence[float], *, in_chance: bool) -> float:
    """Half of the 95 % interval of how much more one option is worth than another, of the same games."""
    leads = [one - other for one, other in zip(first, second, strict=True)]
    if not in_chance:
        return half_interval(leads, in_chance=False)
    # One game more that differs either way: else few games that came out alike would look certain.
    return NORMAL_95 * deviation([*leads, 1.0, -1.0]) / sqrt(len(leads) + 2)


def roll_out(position: Position, states: Sequence[State], seat: int, effort: Effort) -> list[Rollout]:
    """Play on from states until the order of their worth to a seat is clear, or the effort is spent."""
    until = monotonic() + effort.seconds
    number = bot_for(position, effort)
    most = effort.games if outlook.is_ready(position, outlook.strongest(position.rules)) else effort.plain_games
    found = [Rollout(position, state) for state in states]
    batch = FIRST_BATCH
    while not found[0].scores or (len(found[0].scores) < most and monotonic() < until):
        for rollout in found:
            rollout.play(number, batch)
        if is_clear(found, seat):
            break
        batch = min(len(found[0].scores), most - len(found[0].scores))
    return found


def is_clear(found: Sequence[Rollout], seat: int) -> bool:
    """Whether the best of several options leads all others clearly."""
    if len(found) == 1 or len(found[0].scores) < 16 * FIRST_BATCH:
        return False
    by_worth = sorted((rollout.worths(seat) for rollout in found), key=sum, reverse=True)
    best, in_chance = by_worth[0], not found[0].alone
    return all(
        mean(best) - mean(other) > CLEAR * half_interval_of_lead(best, other, in_chance=in_chance)
        for other in by_worth[1:]
    )


def bot_for(position: Position, effort: Effort) -> int:
    """The number of the bot that plays games on."""
    known = players_of(position.rules).BOTS
    level = effort.level if effort.level in known else outlook.strongest(position.rules)
    return outlook.number_at_hand(position, level)
