"""The account of a game whose values are exact: it leaves nothing, whatever is thrown and however badly it is played.

Who can win does: what refusing to win would be worth is not solved, and is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from cinquina import coach
from cinquina.bots import outlook
from cinquina.coach import Effort, Source, asking
from cinquina.coach.reviewing import Reviewer
from cinquina.coach.rollouts import wins_of
from cinquina.core import OVER, ROLL, Choice, Event, Position, Roll, Rules, State, after, bits, legal_options
from cinquina.sim.luck import Luck
from cinquina.sim.placeholders import EXACT, FOUND
from small_board import Node, best, exact_values, node_of, replies, start_of

BOARD = ".BGGBG G.G.BB BB.BGB BB.BBG .GG.B. ..GBG."
GAMES = 100
WORST = 1.0
"""For whom somebody left the throw to who could have won: the least to have refused it for."""
PLAIN = Effort(seconds=60.0, games=4, may_compile=False, level="medium")


@cache
def solution() -> dict[Node, float]:
    """The exact values of the board."""
    return exact_values(BOARD)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> dict[Node, float]:
    """The exact values of a small board, which the coach reads in place of a bot's tables."""
    values = solution()

    def appraise(position: Position, states: list[State], number: int) -> outlook.Found:
        return EXACT, [row_of(position.rules, state, values) for state in states]

    monkeypatch.setattr(outlook, "appraise", appraise)
    monkeypatch.setattr(outlook, "_appraising", set())
    monkeypatch.setattr(asking, "is_ready", lambda _: True)
    return values


def row_of(rules: Rules, state: Any, values: dict[Node, float]) -> list[float]:
    """What a state is worth, as `outlook.appraise` tells it."""
    if state.phase == OVER:
        points = [rules.score(state, seat) for seat in range(2)]
        return [*map(float, wins_of(points, (0, 1))), *[0.0] * (FOUND - 2)]
    node, total = node_of(state), sum(state.dice)
    own = values.get(node, WORST) if state.phase == ROLL else best(values, total, replies(node, total))
    return [*((own, 1 - own) if state.active == 0 else (1 - own, own)), *[0.0] * (FOUND - 2)]


def events(position: Position, number: int) -> Iterator[tuple[Event, Position, Position]]:
    """A game of two who win if they can, and else choose at random: each event, the positions before and after it."""
    dice, whims = Luck(3, number), Luck(4, number)
    while position.phase != OVER:
        event: Event
        if position.phase == ROLL:
            event = Roll(dice.throw((6, 6)))
        else:
            (seat,) = position.waiting
            choices = [Choice(seat, option) for option in bits.members(legal_options(position, seat))]
            any_of = [choice for choice in choices if after(position, choice).phase == OVER] or choices
            event = any_of[whims.throw((len(any_of),))[0] - 1]
        then = after(position, event)
        yield event, position, then
        position = then


def test_with_exact_values_nothing_is_left_in_any_game(solved: dict[Node, float]) -> None:
    start, lost = start_of(BOARD), 0.0
    for number in range(GAMES):
        reviewer = Reviewer(start, PLAIN)
        for place, (event, before, then) in enumerate(events(start, number)):
            reviewer.enter(place, event, before, then)
        for player in reviewer.reviewed().players:
            told = player.account
            assert told.unexplained == pytest.approx(0.0, abs=1e-6)
            assert told.start + told.luck - told.own_losses + told.others_losses == pytest.approx(told.result, abs=1e-6)
            lost += told.own_losses
    assert lost > 0.3, "choices at random cost something"


def test_with_exact_values_luck_is_nothing_on_average(solved: dict[Node, float]) -> None:
    position = start_of(BOARD)
    lucks = []
    for faces in product(range(1, 7), repeat=2):
        reviewer, event = Reviewer(position, PLAIN), Roll(faces)
        reviewer.enter(0, event, position, after(position, event))
        lucks.append(reviewer.throws[0].luck)
    assert [sum(of_seat) for of_seat in zip(*lucks, strict=True)] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert max(luck for luck, _ in lucks) > 0.1


def test_games_that_are_played_on_come_to_the_exact_value() -> None:
    values, effort = solution(), Effort(seconds=60.0, games=400, may_compile=False, level="medium")
    before = [position for _, position, _ in events(start_of(BOARD), 1) if position.phase == ROLL]
    for position in before[:3]:
        found = coach.value(position, effort=effort)
        assert found.source == Source.ROLLED_OUT
        assert found.chances[position.now.active] == pytest.approx(values[node_of(position.now)], abs=1.5 * found.error)
        assert 0 < found.error < 0.06
