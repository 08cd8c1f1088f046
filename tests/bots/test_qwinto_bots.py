"""The bots of Qwinto: the same plain and compiled, exact in their turns, able to learn a game that can be solved."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from cinquina.bots import answer, levels
from cinquina.bots.arena import meet
from cinquina.bots.compiled import judged as judged_compiled
from cinquina.bots.qwinto import BOTS, features, tables, training, values
from cinquina.bots.qwinto.features import Learned, new_scratch
from cinquina.bots.qwinto.play import judge, judge_points, luck_of_throw
from cinquina.bots.qwinto.values import may_end, value_after
from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, Roll, bits, faces_wanted, opening
from cinquina.core.position import after, seen_by
from cinquina.games import GAMES, qwinto
from cinquina.sim.binding import plain
from cinquina.sim.kernel import kernel
from cinquina.sim.luck import Luck
from cinquina.sim.placeholders import SPARE

RULES = GAMES["qwinto"]
THINKING = ("easy", "medium", "hard", "expert", "quantile")


def walk(seats: int, options: dict[str, str], seed: int) -> Iterator[Position]:
    """The positions of a game whose players mostly enter what they can, anywhere."""
    position, dice, whims = opening(RULES, seats, options), Luck(seed), Luck(seed, stream=1)
    while position.phase != OVER:
        yield position
        if position.phase == ROLL:
            position = after(position, Roll(dice.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            legal = bits.members(qwinto.legal(position.now, seat))
            position = after(position, Choice(seat, legal[whims.throw((len(legal),))[0] - 1]))


def sampled(seats: int, seed: int, every: int, phase: int = CHOICE) -> list[Position]:
    """Some positions of a game, where somebody has begun."""
    found = [position for position in walk(seats, {}, seed) if position.phase == phase and position.now.beginner >= 0]
    return found[::every]


def judged(position: Position, seat: int, bot: str) -> tuple[int, Any]:
    """What a bot makes of a position, uncompiled."""
    worth = np.zeros(RULES.CHOICES)
    number = BOTS[bot]
    state = seen_by(position, seat).position.now
    return plain(RULES, judge)(state, [None] * SPARE, seat, number, tables.learned(), worth), worth


def test_compiled_bots_judge_like_the_plain_ones() -> None:
    for seats, seed in ((1, 1), (2, 2), (2, 3), (4, 4)):
        for position in sampled(seats, seed, 5):
            seat = position.waiting[0]
            state = seen_by(position, seat).position.now
            for bot in THINKING:
                liked, worth = judged(position, seat, bot)
                told = np.zeros(RULES.CHOICES)
                assert judged_compiled(RULES, state, seat, BOTS[bot], tables.learned(), told) == liked, bot
                assert np.allclose(told, worth, atol=1e-9)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_choose_legally_whatever_is_agreed(bot: str) -> None:
    changed: list[dict[str, str]] = [{}, {"miss": "0"}, {"misses": "1"}, {"misses": "20"}, {"rows": "1"}]
    changed += [{"rows": "3"}, {"throws": "1"}, {"throws": "5"}, {"entry_points": "-3"}]
    for place, options in enumerate(changed):
        for seats in RULES.SEATS if not options else (1 + place % 3,):
            for position in list(walk(seats, options, place))[::11]:
                for seat in position.waiting:
                    given = answer(bot, seen_by(position, seat), seat)
                    legal = qwinto.legal(position.now, seat)
                    assert given.liked
                    assert given.liked & ~legal == 0
                    assert set(given.worth) == set(bits.members(legal))
                    assert given == answer(bot, seen_by(position, seat), seat)


def test_an_entry_is_worth_what_the_sheet_is_worth_after_it() -> None:
    learned = Learned(tables.learned().points, tables.learned().hits)
    scratch, later = new_scratch(), new_scratch()
    for position in sampled(3, 5, 1):
        s = position.now
        if s.stage != qwinto.ENTERING or may_end(s):
            continue
        for seat in position.waiting:
            opened = seen_by(position, seat).position.now
            features.note_all(opened, seat, scratch.notes)
            for cell in bits.members(qwinto.fitting_cells(s, seat)):
                value = value_after(opened, seat, cell, qwinto.dice_sum(s), learned, scratch)
                entered = opened.copy()
                qwinto.enter(entered, seat, cell, qwinto.dice_sum(s))
                features.note_all(entered, seat, later.notes)
                assert value == features.value_of(later, learned)


def test_features_lie_in_their_own_part_of_the_table() -> None:
    begins = (
        features.GAPS,
        features.COLUMNS,
        features.FILLINGS,
        features.MISSING,
        features.STRAIN,
        features.RACE,
        features.PACE,
        features.RISK,
    )
    ends = (*begins[1:], features.TABLE)
    hits, (notes, found) = tables.learned().hits, new_scratch()
    for position in (*sampled(2, 6, 1), *sampled(1, 7, 1), *sampled(6, 8, 3)):
        for seat in range(position.seats):
            features.note_all(position.now, seat, notes)
            many = features.find(notes, hits, found)
            counts = [sum(begin <= at < end for at in found[:many]) for begin, end in zip(begins, ends, strict=True)]
            gaps = 3 + bits.count(position.now.taken[seat])
            assert counts == [gaps, len(qwinto.BONUS_CELLS), 3, 1, 1, 1, 1, 1]
            assert len(set(found[:many])) == many


def test_chances_to_hit_are_those_of_all_throws() -> None:
    chances = features.hit_chances()
    for dice, first in ((1, 0), (2, features.HITS_OF_TWO), (3, features.HITS_OF_THREE)):
        sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
        for fitting in (0, 1, 5, 9, 22, (1 << 5 * dice + 1) - 1):
            hit = sum(fitting >> total - dice & 1 for total in sums) / len(sums)
            assert chances[first + fitting] == pytest.approx(hit)


def test_a_turn_is_the_best_of_all_ways_to_throw() -> None:
    gains = [(total * 7 % 11) / 3 for total in range(values.SUMS)]

    def naive(dice: int, throws: int) -> float:
        sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
        again = naive(dice, throws - 1) if throws > 1 else -99.0
        return sum(max(gains[total], again) for total in sums) / len(sums)

    for dice, throws in itertools.product((1, 2, 3), (1, 2, 3)):
        picked = (1 << dice) - 1
        assert values.before_throw(gains, picked, throws) == pytest.approx(naive(dice, throws))
        odds = [0.0] * values.SUMS
        values.fill_odds(gains, picked, throws, odds)
        assert sum(odds) == pytest.approx(1.0)
        assert sum(odd * gain for odd, gain in zip(odds, gains, strict=True)) == pytest.approx(naive(dice, throws))


@pytest.mark.parametrize("bot", ["hard", "expert"])
def test_dice_are_worth_what_their_throws_are_worth(bot: str) -> None:
    for position in sampled(2, 9, 3):
        if position.now.stage != qwinto.PICKING or may_end(position.now):
            continue
        seat = position.active
        _, before = judged(position, seat, bot)
        for option in (qwinto.PICK + 1, qwinto.PICK + 6):
            picked = after(position, Choice(seat, option))
            values = []
            for faces in itertools.product(range(1, 7), repeat=len(faces_wanted(picked))):
                landed = after(picked, Roll(faces))
                _, worth = judged(landed, seat, bot)
                values.append(max(worth[qwinto.KEEP], worth[qwinto.AGAIN]))
                kept = after(landed, Choice(seat, qwinto.KEEP))
                if seat in kept.waiting and kept.now.stage == qwinto.ENTERING:
                    _, entries = judged(kept, seat, bot)
                    options = bits.members(qwinto.legal(kept.now, seat))
                    assert worth[qwinto.KEEP] == pytest.approx(max(entries[option] for option in options))
            assert before[option] == pytest.approx(np.mean(values))


def test_a_throw_is_no_luck_on_average() -> None:
    some = 0
    for seats, seed in ((1, 3), (2, 4), (3, 5)):
        for position in sampled(seats, seed, 4, ROLL):
            throws = list(itertools.product(range(1, 7), repeat=len(faces_wanted(position))))
            for seat in range(seats):
                lucky = []
                for faces in throws:
                    lying, rest = [0, 0, 0], list(faces)
                    for die in bits.members(position.now.picked):
                        lying[die] = rest.pop(0)
                    given = (position.now, [None] * SPARE, seat, tables.learned(), lying)
                    lucky.append(plain(RULES, luck_of_throw)(*given))
                    if len(throws) > 36 and len(lucky) == 36:
                        break
                if len(lucky) == len(throws):
                    assert np.mean(lucky) == pytest.approx(0.0, abs=1e-12)
                    some += max(lucky) > 0
    assert some


def test_who_can_end_the_game_ahead_does_and_behind_does_not() -> None:
    for mine, ends in ((16, True), (12, False)):
        s = nearly_over(mine)
        worth = np.zeros(RULES.CHOICES)
        liked = plain(RULES, judge)(s, [None] * SPARE, 0, levels.EXPERT, tables.learned(), worth)
        assert bits.has(liked, LAST_CELL) == ends
        assert worth[LAST_CELL] == (1.0 if ends else 0.0)


LAST_CELL = 8


def nearly_over(total: int) -> qwinto.State:
    """Seat 0 may end the game with the sum and 11 points; seat 1 has 26 points and no place for 12 or more."""
    s = opening(RULES, 2, {"begins": "first"}).now.copy()
    for place, number in enumerate((1, 2, 3, 4, 5, 6, 7, 8)):
        qwinto.enter(s, 0, place, number)
    for place, number in enumerate((1, 4, 5, 6, 7, 8, 9, 10, 11)):
        qwinto.enter(s, 0, qwinto.CELLS + place, number)
    for place in range(qwinto.CELLS):
        qwinto.enter(s, 1, place, 9 + place)
    for place in range(1, qwinto.CELLS):
        qwinto.enter(s, 1, qwinto.CELLS + place, 1 + place)
    qwinto.enter(s, 1, 2 * qwinto.CELLS, 18)
    assert (qwinto.score(s, 0), qwinto.score(s, 1)) == (8 + 11, 26)
    s.stage, s.picked, s.dice = qwinto.ENTERING, 7, [total // 3, total // 3, total - 2 * (total // 3)]
    s.phase, s.waiting = CHOICE, 1
    return s


@pytest.mark.prove
def test_luck_taken_off_makes_results_more_certain() -> None:
    meeting = meet(RULES, ("expert", "hard"), 400, seed=5)
    assert meeting.adjusted[0].error < meeting.raw[0].error
    assert abs(meeting.adjusted[0].share - meeting.raw[0].share) < meeting.raw[0].error + meeting.adjusted[0].error


@pytest.mark.prove
def test_levels_are_in_order() -> None:
    for weaker, stronger in itertools.pairwise(("random", "easy", "medium", "hard", "expert")):
        meeting = meet(RULES, (stronger, weaker), 400, seed=6)
        assert meeting.raw[0].share - meeting.raw[0].error > 0.5, stronger


@pytest.mark.prove
def test_learning_can_be_stopped_and_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES_A_ROUND", 60)
    runs = [training.begin(4, {}), training.begin(4, {})]
    for number in range(3):
        training.improve(runs[0])
        training.improve(runs[1])
        runs[1] = {name: array.copy() for name, array in runs[1].items()}
        assert int(runs[0]["rounds"]) == number + 1
    for name in runs[0]:
        assert np.array_equal(runs[0][name], runs[1][name])


# --- a small version: one player, few empty cells, no miss allowed; solved here by plain recursion, without the rules

COLUMNS = ((2, 3, 4, 6, 7, 8, 9, 10, 11), (1, 2, 3, 4, 5, 7, 8, 9, 10), (0, 1, 2, 3, 5, 6, 7, 8, 9))
PENTAGONS = {2: 2, 3: 0, 7: 0, 8: 1, 9: 2}
SMALL = (
    (1, 3, 4, 0, 0, 9, 0, 13, 15),
    (2, 4, 5, 7, 8, 10, 12, 0, 0),
    (1, 2, 5, 6, 8, 9, 11, 12, 14),
)
Sheet = tuple[tuple[int, ...], ...]


def fits(rows: Sheet, row: int, place: int, total: int) -> bool:
    """Whether a number may be written in a cell."""
    numbers = rows[row]
    if numbers[place] or any(number and number >= total for number in numbers[:place]):
        return False
    if any(number and number <= total for number in numbers[place:]):
        return False
    column = COLUMNS[row][place]
    return all(rows[other][COLUMNS[other].index(column)] != total for other in range(3) if column in COLUMNS[other])


def small_score(rows: Sheet, misses: int) -> int:
    """The points of a features."""
    points = -5 * misses
    for numbers in rows:
        points += numbers[-1] if all(numbers) else sum(number > 0 for number in numbers)
    for column, row in PENTAGONS.items():
        if all(rows[other][COLUMNS[other].index(column)] for other in range(3)):
            points += rows[row][COLUMNS[row].index(column)]
    return points


@cache
def small_value(rows: Sheet) -> float:
    """The best mean score from a sheet on; entering nothing is the only miss there is."""
    if sum(all(numbers) for numbers in rows) >= 2:
        return small_score(rows, 0)
    best = -99.0
    for dice in itertools.chain.from_iterable(itertools.combinations(range(3), many) for many in (1, 2, 3)):
        worths = []
        for faces in itertools.product(range(1, 7), repeat=len(dice)):
            entries = [small_score(rows, 1)]
            for row, place in itertools.product(dice, range(9)):
                if fits(rows, row, place, sum(faces)):
                    changed = [list(numbers) for numbers in rows]
                    changed[row][place] = sum(faces)
                    entries.append(small_value(tuple(map(tuple, changed))))
            worths.append(max(entries))
        once = sum(worths) / len(worths)
        best = max(best, sum(max(worth, once) for worth in worths) / len(worths))
    return best


@pytest.mark.prove
def test_a_small_version_is_learned_within_half_a_percent() -> None:
    s = opening(RULES, 1, {"misses": "1"}).now.copy()
    for row, place in itertools.product(range(3), range(9)):
        if SMALL[row][place]:
            qwinto.enter(s, 0, row * 9 + place, SMALL[row][place])
    assert qwinto.score(s, 0) == small_score(SMALL, 0)
    exact = small_value(SMALL)
    start = kernel(RULES).record(s)
    run = training.begin(1, {})
    run["rounds"] = np.array(training.WIDE_END)
    training.play(run, start, (1, 0), 20_000, learning=True)
    mean = training.play(run, start, (2, 0), 40_000, learning=False).mean()
    worth = np.zeros(RULES.CHOICES)
    plain(RULES, judge_points)(s, [None] * SPARE, 0, Learned(run["points"], tables.learned().hits), worth)
    foreseen = max(worth[qwinto.PICK + dice] for dice in range(1, 8))
    assert mean == pytest.approx(exact, rel=0.005)
    assert foreseen == pytest.approx(exact, rel=0.005)
