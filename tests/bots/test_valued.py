"""What positions of Qwinto and The Choice are worth: chances make 1, ends are exact, plain code equals compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from cinquina.bots.compiled import appraise_compiled, appraise_throws_compiled, looked_ahead
from cinquina.bots.levels import RANDOM
from cinquina.bots.outlook import Throws
from cinquina.bots.players import players_of
from cinquina.bots.qwinto.tables import learned
from cinquina.bots.table_file import no_progress
from cinquina.bots.the_choice import tables as choice_tables
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.features import grids, path_key
from cinquina.bots.the_choice.grid_values import Setting, filled
from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, Roll, after, bits, faces_wanted, opening
from cinquina.games import GAMES
from cinquina.games.qwinto import ALL_DICE, CELLS, KEEP, PICK, PICKING
from cinquina.games.the_choice import ALL_RING, TAKE_SIDE
from cinquina.sim import ahead
from cinquina.sim.binding import plain
from cinquina.sim.luck import Games, Luck
from cinquina.sim.placeholders import (
    EXACT,
    FOUND,
    LEARNED,
    MOST,
    SPARE,
    UNKNOWN,
)

SMALL = {"qwinto": learned, "the-choice": choice_tables.bare}
"""The tables that need not be built."""
GAMES_AND_SEATS = [("qwinto", seats) for seats in range(1, 7)] + [("the-choice", seats) for seats in range(1, 5)]


def walk(game: str, seats: int, seed: int) -> Iterator[Position]:
    """The positions of a game of players who choose at random, to its end."""
    position, dice, whims = opening(GAMES[game], seats, {}), Luck(seed), Luck(seed, stream=1)
    while position.phase != OVER:
        yield position
        if position.phase == ROLL:
            position = after(position, Roll(dice.throw(faces_wanted(position))))
        else:
            seat = position.waiting[whims.throw((len(position.waiting),))[0] - 1]
            options = bits.members(position.rules.legal(position.now, seat))
            position = after(position, Choice(seat, options[whims.throw((len(options),))[0] - 1]))
    yield position


def valued(position: Position, known: Any = None) -> tuple[int, list[float]]:
    """What is said of a position, and what it is worth, uncompiled."""
    rules, found = position.rules, [0.0] * FOUND
    tables = known or SMALL[rules.NAME]()
    return plain(rules, players_of(rules).valued)(position.now.copy(), [None] * SPARE, tables, found), found


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_at_any_moment_chances_make_one(game: str, seats: int) -> None:
    for position in list(walk(game, seats, seats))[::9]:
        said, found = valued(position)
        assert said == (EXACT if position.phase == OVER else LEARNED)
        assert sum(found[:seats]) == pytest.approx(1.0)
        assert min(found[:seats]) >= 0.0
        assert all(-100.0 < points < 200.0 for points in found[MOST : MOST + seats])
        assert all(0.0 <= variance < 2000.0 for variance in found[2 * MOST : 2 * MOST + seats])


@pytest.mark.parametrize("game", ["qwinto", "the-choice"])
def test_plain_equals_compiled(game: str) -> None:
    rules = GAMES[game]
    for seats in (1, 2, 4):
        sampled = list(walk(game, seats, 10 + seats))[::13]
        _, rows = appraise_compiled(rules, [position.now for position in sampled], SMALL[game]())
        for position, row in zip(sampled, rows, strict=True):
            np.testing.assert_allclose(row, valued(position)[1], rtol=1e-6, atol=1e-6)


def passes_by_itself(position: Position) -> bool:
    """Whether a throw may leave nothing to choose in Qwinto: the next turn is then looked into, not told by the net."""
    if position.rules.NAME != "qwinto":
        return False
    wanted = faces_wanted(position)
    throws = product(*(range(1, faces + 1) for faces in wanted))
    return any(after(position, Roll(faces)).now.stage == PICKING for faces in throws)


@pytest.mark.parametrize("game", ["qwinto", "the-choice"])
def test_before_a_throw_a_position_is_worth_the_mean_over_throws(game: str) -> None:
    rules = GAMES[game]
    for seats in (1, 2, 3):
        thrown = [p for p in walk(game, seats, 20 + seats) if p.phase == ROLL and p.now.beginner >= 0]
        for position in thrown[:: 11 if game == "qwinto" else 40]:
            if passes_by_itself(position):
                continue
            throws = Throws(None, 6 ** bits.count(rules.rolling(position.now)))
            _, rows = appraise_throws_compiled(rules, position.now, SMALL[game](), throws)
            _, (found,) = appraise_compiled(rules, [position.now], SMALL[game]())
            mean = np.array(rows).mean(axis=0)
            np.testing.assert_allclose(mean[: 2 * MOST], found[: 2 * MOST], rtol=1e-9, atol=1e-9)


def random_games_on(before: Position, number: int, throws: int) -> Iterator[tuple[Position, Position]]:
    """The positions after the next throws of the game of a number, and once all have answered them at random."""
    dice, whims, position = Luck(3, number), Luck(3, number, stream=1), before
    for _ in range(throws):
        if position.phase == OVER:
            return
        thrown = position = after(position, Roll(dice.throw(faces_wanted(position))))
        while position.phase == CHOICE:
            seat = position.waiting[0]
            options = bits.members(position.rules.legal(position.now, seat))
            position = after(position, Choice(seat, options[whims.throw((len(options),))[0] - 1]))
        yield thrown, position


@pytest.mark.parametrize("game", ["qwinto", "the-choice"])
def test_values_along_the_next_throws_are_those_of_the_positions_there(game: str) -> None:
    rules, games, throws = GAMES[game], 3, 3
    rolls = [position for position in walk(game, 2, 5) if position.phase == ROLL and position.now.beginner >= 0]
    for before in (rolls[4], rolls[-1]):
        _, rows = looked_ahead(rules, before.now, RANDOM, Games(3, 6, games), throws)
        for number in range(games):
            own = rows[number * throws * ahead.STEPS : (number + 1) * throws * ahead.STEPS]
            steps = [position for both in random_games_on(before, 6 + number, throws) for position in both]
            assert [told for told, _ in own[len(steps) :]] == [ahead.EMPTY] * (len(own) - len(steps))
            _, values = appraise_compiled(rules, [position.now for position in steps], SMALL[game]())
            for (told, row), value, position in zip(own, values, steps, strict=False):
                assert told == (ahead.ENDED if position.phase == OVER else ahead.GOING_ON)
                np.testing.assert_allclose(row, value, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("game", ["qwinto", "the-choice"])
def test_the_end_is_worth_what_it_is(game: str) -> None:
    for seed in range(3):
        end = list(walk(game, 3, seed))[-1]
        points = [end.rules.score(end.now, seat) for seat in range(3)]
        said, found = valued(end)
        assert said == EXACT
        assert found[MOST : MOST + 3] == points
        assert found[2 * MOST : 2 * MOST + 3] == [0.0] * 3
        winners = points.count(max(points))
        assert found[:3] == [1 / winners if own == max(points) else 0.0 for own in points]


def test_who_has_as_many_points_shares_the_win() -> None:
    end = list(walk("qwinto", 2, 1))[-1]
    end.now.rows[1], end.now.taken[1] = list(end.now.rows[0]), end.now.taken[0]
    end.now.misses[1] = end.now.misses[0]
    assert valued(end)[1][:2] == [0.5, 0.5]


def standing(position: Position, dice: int, faces: tuple[int, ...]) -> Position:
    """The position of Qwinto in which everybody is to enter the sum of some dice."""
    active = position.waiting[0]
    return after(after(after(position, Choice(active, PICK + dice)), Roll(faces)), Choice(active, KEEP))


def entered(position: Position, total: int, cell: int) -> Position:
    """The position after a turn in which everybody enters a sum of all dice in the same cell."""
    first = total // 3
    second = (total - first) // 2
    position = standing(position, ALL_DICE, (first, second, total - first - second))
    for seat in position.waiting:
        position = after(position, Choice(seat, cell))
    return position


def test_who_ends_the_game_does_not_win_if_others_can_do_so_too() -> None:
    position = after(opening(GAMES["qwinto"], 2, {}), Roll((1,)))
    for row, least in ((0, 3), (1, 4)):
        for cell in range(CELLS - 1):
            position = entered(position, least + cell, row * CELLS + cell)
    position = entered(position, 18, CELLS - 1)
    without_violet = ALL_DICE & ~(1 << 2)
    position = standing(position, without_violet, (6, 6))
    ended = after(position, Choice(0, 2 * CELLS - 1))
    assert valued(ended)[1][:2] == [0.5, 0.5]


@pytest.mark.parametrize(("game", "changed"), [("qwinto", {"misses": "3"}), ("the-choice", {"failures": "2"})])
def test_nothing_is_known_with_changed_numbers(game: str, changed: dict[str, str]) -> None:
    assert valued(opening(GAMES[game], 2, changed))[0] == UNKNOWN


@pytest.mark.parametrize(("game", "seats"), GAMES_AND_SEATS)
def test_a_game_begins_even(game: str, seats: int) -> None:
    _, found = valued(opening(GAMES[game], seats, {}))
    assert found[:seats] == pytest.approx([1 / seats] * seats, abs=0.02)


def test_the_side_to_begin_with_hardly_matters() -> None:
    position = opening(GAMES["the-choice"], 2, {})
    for side in range(2):
        _, found = valued(after(position, Choice(0, TAKE_SIDE + side)))
        assert found[0] == pytest.approx(0.5, abs=0.05)


def test_who_has_marked_much_more_is_ahead() -> None:
    position = next(p for p in walk("the-choice", 2, 1) if p.phase == ROLL and p.now.beginner >= 0)
    position.now.ring[0][0] = ALL_RING >> 4
    _, found = valued(position)
    assert found[0] > 0.7
    assert found[MOST] > found[MOST + 1] + 10


SHORTEST = 11
"""Values of paths from this length on are soon worked out."""


def test_alone_the_choice_is_worth_its_exact_solution() -> None:
    page = 1
    values = filled(Setting(page), no_progress, SHORTEST)[:, :, :ENDED]
    slots = choice_tables.no_tables("f").slots
    slots[page, 1] = 0
    exact = choice_tables.Large(slots, values.ravel())
    known = choice_tables.laid_out(exact, choice_tables.no_tables("H"), choice_tables.trained())
    position = after(opening(GAMES["the-choice"], 1, {}), Choice(0, TAKE_SIDE))
    state = position.now
    state.grid[0] = 1
    numbered = [key for key in range(len(grids().path_at)) if grids().path_at[key] >= 0]
    long = [key for key in numbered if grids().path_length[grids().path_at[key]] == SHORTEST]
    for key, failures in ((long[0], 0), (long[len(long) // 2], 2), (long[-1], 1)):
        state.crossed[0][1], state.path[0][1] = key >> 4, key & 15
        assert path_key(state.crossed[0][1], state.path[0][1]) == key
        state.ring[0][1], state.failures[0][1] = ALL_RING >> 3, failures
        worth = values[grids().path_at[key], grids().arc_at[ALL_RING >> 3], failures]
        assert position.phase == ROLL
        assert valued(position, known)[1][MOST] == pytest.approx(worth, abs=1e-4)


def test_a_seat_that_still_marks_is_reckoned_with() -> None:
    """With a throw open, both have yet to mark it: what one does next is not the gain of the other."""
    marking = [p for p in walk("the-choice", 2, 4) if p.phase == CHOICE and len(p.waiting) == 2 and p.now.stage == 2]
    assert marking
    for position in marking[::7]:
        _, before = valued(position)
        best = max(
            valued(after(position, Choice(0, option)))[1][0]
            for option in bits.members(position.rules.legal(position.now, 0))
        )
        assert best == pytest.approx(before[0], abs=0.05)
