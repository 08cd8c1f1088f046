"""Rollouts: games that bots play on from positions, with the same dice for all of them, and their mean results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from cinquina.bots import outlook
from cinquina.bots.players import number_of, players_of
from cinquina.coach.effort import Effort
from cinquina.coach.worth import Source, Value
from cinquina.core import Position, Rules, State
from cinquina.games import GAMES
from cinquina.sim.luck import Games

if TYPE_CHECKING:
    from cinquina.sim.pool import Workers

SEED = 20_261
"""The seed of all games that are played on."""
FIRST_BATCH = 4
PIECE = 100
"""How many games workers play at a time."""
QUICK_BOT = "greedy"
"""The bot that plays on where all others would take too long, as in some games while nothing is compiled."""
LONG_GAME = 0.1
"""A game that took this many CPU seconds is not played again to measure how long it takes."""
NORMAL_95 = 1.959964
CLEAR = 1.5
"""The order of options is clear when the best leads by this many times the interval of the lead."""


def sides_of(rules: Rules, state: State) -> tuple[int, ...]:
    """Return by seat the side it plays for."""
    return tuple(rules.side(state, seat) for seat in range(state.seats))


def wins_of(scores: Sequence[int], sides: Sequence[int]) -> tuple[float, ...]:
    """Return by side its part of the win of a game with these scores; sides with the highest score share it equally."""
    most = max(scores)
    winners = {side for side, points in zip(sides, scores, strict=True) if points == most}
    return tuple(1 / len(winners) if side in winners else 0.0 for side in range(max(sides) + 1))


@dataclass(frozen=True)
class Rolling:
    """Games for a bot to play on: `count` from each of some states, after those that were played before.

    They are numbered state by state, so they can be handed out in pieces. `compiled` says whether they are played
    compiled here; then they are everywhere, which is faster and gives the same results.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    states: tuple[dict[str, Any], ...]
    bot: int
    before: int
    games: int
    compiled: bool
    first: int
    count: int

    def done(self) -> list[list[int]]:
        """Play them; return their scores."""
        found, number, end = list[list[int]](), self.first, self.first + self.count
        while number < end:
            state, game = divmod(number, self.games)
            many = min(self.games - game, end - number)
            found += self.scores(self.states[state], Games(SEED, self.before + game, many))
            number += many
        return found

    def scores(self, values: dict[str, Any], luck: Games) -> list[list[int]]:
        """Return the scores of games from one state."""
        rules = GAMES[self.game]
        state = rules.State(**values)
        position = Position(rules, self.options, state, (), state)
        if self.compiled and not outlook.plays_on_compiled(rules):
            outlook.prepare(position, outlook.strongest(rules))
        return outlook.scores_of_games(position, state, self.bot, luck)


class Rollout:
    """The games played on from one state."""

    def __init__(self, position: Position, state: State) -> None:
        self.position = position
        self.state = state
        self.sides = sides_of(position.rules, state)
        self.alone = len(set(self.sides)) == 1
        self.scores: list[list[int]] = []
        self.wins: list[tuple[float, ...]] = []

    def add(self, more: Sequence[list[int]]) -> None:
        """Add the scores of more games."""
        self.scores += more
        self.wins += [wins_of(scores, self.sides) for scores in more]

    def worths(self, seat: int) -> list[float]:
        """Return the result of each game for a seat, in points or in wins."""
        if self.alone:
            return [float(scores[seat]) for scores in self.scores]
        return [wins[self.sides[seat]] for wins in self.wins]

    def value(self, *, final: bool) -> Value:
        """Return the mean of all games."""
        games = len(self.scores)
        by_seat = list(zip(*self.scores, strict=True))
        chances = () if self.alone else tuple(map(mean, zip(*self.wins, strict=True)))
        with_points = self.position.rules.POINTS
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
    """Return the mean."""
    return sum(numbers) / len(numbers)


def deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def half_interval(numbers: Sequence[float], *, in_chance: bool) -> float:
    """Return half of the 95 % interval of a mean; two wins and two defeats are added for few games."""
    if in_chance:
        games = len(numbers) + 4
        chance = (sum(numbers) + 2) / games
        return NORMAL_95 * sqrt(chance * (1 - chance) / games)
    return NORMAL_95 * deviation(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def half_interval_of_lead(first: Sequence[float], second: Sequence[float], *, in_chance: bool) -> float:
    """Return half of the 95 % interval of the lead of one option over another, from games with the same dice."""
    leads = [one - other for one, other in zip(first, second, strict=True)]
    if not in_chance:
        return half_interval(leads, in_chance=False)
    # Two games with opposite differences are added: otherwise a few games with equal results would look certain.
    return NORMAL_95 * deviation([*leads, 1.0, -1.0]) / sqrt(len(leads) + 2)


def roll_out(
    position: Position, states: Sequence[State], seat: int, effort: Effort, workers: Workers | None = None
) -> list[Rollout]:
    """Play on from states until the order of their worth to a seat is clear, or the effort is at its limits."""
    until = monotonic() + effort.seconds
    number = bot_in_time(position, states, bot_for(position, effort), effort.seconds)
    most = effort.games if outlook.is_ready(position, outlook.strongest(position.rules)) else effort.plain_games
    found = [Rollout(position, state) for state in states]
    batch = FIRST_BATCH
    while not found[0].scores or (len(found[0].scores) < most and monotonic() < until):
        play(found, number, batch, workers)
        if is_clear(found, seat):
            break
        batch = min(len(found[0].scores), most - len(found[0].scores))
    return found


def play(found: Sequence[Rollout], number: int, games: int, workers: Workers | None) -> None:
    """Play this many games more from each state, by the bot of a number; workers play them in pieces."""
    position, before = found[0].position, len(found[0].scores)
    states = tuple(rollout.state.values() for rollout in found)
    compiled = outlook.plays_on_compiled(position.rules)
    setup = (position.rules.NAME, position.options, states, number, before, games, compiled)
    rolling = Rolling(*setup, 0, len(found) * games)
    scores = in_pieces(rolling, workers) if workers else rolling.done()
    for place, rollout in enumerate(found):
        rollout.add(scores[place * games : (place + 1) * games])


def in_pieces(rolling: Rolling, workers: Workers) -> list[list[int]]:
    """Return the scores of games that workers play in pieces."""
    from cinquina.sim.pool import pieces_of

    return list(chain(*workers.in_order(pieces_of(rolling, PIECE))))


def is_clear(found: Sequence[Rollout], seat: int) -> bool:
    """Return whether the best of several options leads all others clearly."""
    if len(found) == 1 or len(found[0].scores) < 16 * FIRST_BATCH:
        return False
    by_worth = sorted((rollout.worths(seat) for rollout in found), key=sum, reverse=True)
    best, in_chance = by_worth[0], not found[0].alone
    return all(
        mean(best) - mean(other) > CLEAR * half_interval_of_lead(best, other, in_chance=in_chance)
        for other in by_worth[1:]
    )


def bot_in_time(position: Position, states: Sequence[State], number: int, seconds: float) -> int:
    """Return the number of a bot, or of a quick one if plain code would not play the first games in time."""
    if outlook.plays_on_compiled(position.rules) or QUICK_BOT not in players_of(position.rules).BOTS:
        return number
    each = seconds / (FIRST_BATCH * len(states))
    for _ in range(2):  # the first game may have to load something
        began = process_time()
        outlook.scores_of_games(position, states[0], number, Games(SEED, 0, 1))
        taken = process_time() - began
        if taken <= each:
            return number
        if taken > LONG_GAME:
            break
    return number_of(position.rules, QUICK_BOT)


def bot_for(position: Position, effort: Effort) -> int:
    """Return the number of the bot that plays games on."""
    known = players_of(position.rules).BOTS
    level = effort.level if effort.level in known else outlook.strongest(position.rules)
    return outlook.number_at_hand(position, level)
