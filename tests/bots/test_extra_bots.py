"""The bots of Extra!: the same plain and compiled, true to the rules, exact where that can be checked, and in order."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from cinquina.bots import answer
from cinquina.bots.arena import meet
from cinquina.bots.compiled import judged
from cinquina.bots.extra import BOTS, tables, training
from cinquina.bots.extra.dice import ALL_WAYS, THROWS, WEIGHT
from cinquina.bots.extra.lookahead import NO_GOAL, mean_over_throws
from cinquina.bots.extra.play import book_of, luck_of_throw
from cinquina.bots.extra.values import Book, look_at_rows, scratch_with, weigh_duos
from cinquina.bots.levels import EXPERT, HARD, MEDIUM
from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, Roll, bits, faces_wanted, opening
from cinquina.core.position import after, seen_by
from cinquina.games import GAMES
from cinquina.games.extra import legal, mark
from cinquina.sim.arrays import arrays_of
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.placeholders import SPARE

RULES = GAMES["extra"]
SETUPS: tuple[dict[str, str], ...] = (
    {},
    {"sheet": "classic"},
    {"minus": "150"},
    {"columns": "5,0,-7"},
    {"sheet": "classic", "row_points": "10,20,30,40,50,60,50,40,30,20,10"},
)
SMALL = {"sheet": "classic", "columns": "-6,-7,-7"}
SMALL_TO_PROVE = {"sheet": "classic", "columns": "-6,-6,-7"}


def positions(seats: int, options: dict[str, str], seed: int) -> list[Position]:
    """All positions of a game played by a bot that has no tables, so that rows fill up."""
    dice, whims = Luck(seed), Luck(seed, stream=WHIM_STREAM)
    position, found = opening(RULES, seats, options), []
    while position.phase != OVER:
        found.append(position)
        if position.phase == ROLL:
            position = after(position, Roll(dice.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            liked = bits.members(answer("medium", seen_by(position, seat), seat).liked)
            position = after(position, Choice(seat, liked[whims.throw((len(liked),))[0] - 1]))
    return found


def asked(seats: int, options: dict[str, str], seed: int, step: int) -> list[Position]:
    """Some positions in which somebody is asked."""
    return [position for position in positions(seats, options, seed) if position.phase == CHOICE][::step]


@pytest.mark.parametrize("options", SETUPS)
def test_bots_judge_the_same_plain_and_compiled(options: dict[str, str]) -> None:
    for seats in (1, 2, 4):
        for position in asked(seats, options, seats, 17):
            seat = position.waiting[-1]
            for name, bot in BOTS.items():
                told = answer(name, seen_by(position, seat), seat)
                worth = np.zeros(RULES.CHOICES)
                view = seen_by(position, seat).position.now
                assert judged(RULES, view, seat, bot, tables.learned(), worth) == told.liked, name
                assert {option: worth[option] for option in told.worth} == pytest.approx(told.worth, abs=1e-9)


@pytest.mark.parametrize("options", SETUPS)
def test_bots_take_only_what_is_legal_and_always_the_same(options: dict[str, str]) -> None:
    for seats in RULES.SEATS:
        for position in asked(seats, options, 7, 29):
            for seat in position.waiting:
                for bot in BOTS.values():
                    worth = np.zeros(RULES.CHOICES)
                    liked = judged(RULES, position.now, seat, bot, tables.learned(), worth)
                    assert liked
                    assert liked & ~RULES.legal(position.now, seat) == 0
                    assert judged(RULES, position.now, seat, bot, tables.learned(), worth) == liked


def test_the_fifth_die_is_worth_as_much_as_the_best_way_to_pair_the_others() -> None:
    for sheet in ("extra", "classic"):
        for position in asked(2, {"sheet": sheet}, 3, 5):
            for seat in position.waiting:
                if position.now.fifth[seat] == 0:
                    for bot in (BOTS["medium"], BOTS["hard"], BOTS["solo"], BOTS["expert"]):
                        pairs_agree_with_fifth(position, seat, bot)


def pairs_agree_with_fifth(position: Position, seat: int, bot: int) -> None:
    first = np.zeros(RULES.CHOICES)
    judged(RULES, position.now, seat, bot, tables.learned(), first)
    for option in bits.members(legal(position.now, seat)):
        state = position.now.copy()
        mark(state, seat, option)
        second = np.zeros(RULES.CHOICES)
        if not bits.is_single(state.options[seat]):
            judged(RULES, state, seat, bot, tables.learned(), second)
            ways = bits.members(state.options[seat])
            assert max(second[way] for way in ways) == pytest.approx(first[option], abs=1e-9)


@pytest.mark.parametrize("bot", [MEDIUM, HARD])
@pytest.mark.parametrize("options", SETUPS[:2])
def test_the_outlook_is_the_mean_over_all_throws_of_the_best_that_the_rules_allow(
    options: dict[str, str], bot: int
) -> None:
    values = [0.0] * THROWS
    for position in [position for position in positions(1, options, 5) if position.phase == ROLL][3::9]:
        state = position.now
        book = book_of(state, bot, tables.learned())
        told = mean_over_throws(state, [None] * SPARE, 0, scratch_with(book), NO_GOAL, values)
        assert told == pytest.approx(mean_by_the_rules(position, book), abs=1e-6)


def mean_by_the_rules(position: Position, book: Book) -> float:
    """The mean over all throws, played out with the game's own events."""
    ways = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=5))
    return sum(best_after(after(position, Roll(faces)), book) * many for faces, many in ways.items()) / ALL_WAYS


def best_after(position: Position, book: Book) -> float:
    if position.phase == CHOICE:
        options = bits.members(legal(position.now, 0))
        return max(best_after(after(position, Choice(0, option)), book) for option in options)
    scratch = scratch_with(book)
    look_at_rows(position.now, [None] * SPARE, 0, scratch)
    return float(weigh_duos(position.now, 0, scratch))


def test_luck_is_nothing_on_average_over_all_throws() -> None:
    throws = list(combinations_with_replacement(range(1, 7), 5))
    lucky, known = compiled(RULES, luck_of_throw, inline=False), arrays_of(tables.learned())
    largest = 0.0
    for seats, options in ((2, SETUPS[0]), (2, SETUPS[1]), (3, SETUPS[0]), (2, SETUPS[2])):
        rolls = [place for place in positions(seats, options, 9) if place.phase == ROLL and place.now.beginner >= 0]
        for position in rolls[::6]:
            record = kernel(RULES).record(position.now)
            spare = np.repeat(record, SPARE)
            for seat in range(seats):
                luck = [lucky(record[0], spare, seat, known, np.array(faces[::-1])) for faces in throws]
                assert sum(map(float.__mul__, luck, map(float, WEIGHT))) / ALL_WAYS == pytest.approx(0, abs=1e-9)
                largest = max(largest, *luck)
    assert largest > 0.01


def test_a_run_gone_on_with_is_the_run_that_was_never_stopped() -> None:
    one, other = training.begin(3, SMALL), training.begin(3, SMALL)
    for _ in range(2):
        training.learn_from(one, 50)
    training.learn_from(other, 50)
    again = {name: value.copy() for name, value in other.items()}
    training.learn_from(again, 50)
    for name, value in one.items():
        assert np.array_equal(value, again[name]), name


def learned_and_exact(options: dict[str, str], games: int, rounds: int) -> tuple[float, float]:
    """What the learner makes of a whole small game, and what it is worth."""
    run = training.begin(1, options)
    for _ in range(rounds):
        training.learn_from(run, games)
    start = training.start_of(run)
    state = kernel(RULES).state(start[0])
    values = [0.0] * THROWS
    told = mean_over_throws(state, [None] * SPARE, 0, scratch_with(training.book_of_run(run)), NO_GOAL, values)
    lengths = tuple(state.column_length)
    return told, exact((0,) * 11, tuple((0, length) for length in lengths))


def test_a_small_game_is_learned_to_half_a_percent() -> None:
    told, true = learned_and_exact(SMALL, 20_000, 2)
    assert told == pytest.approx(true, rel=0.005)


@pytest.mark.prove
def test_a_larger_small_game_is_learned_to_half_a_percent() -> None:
    told, true = learned_and_exact(SMALL_TO_PROVE, 20_000, 10)
    assert told == pytest.approx(true, rel=0.005)


# --- the small game once more, naively: nothing below knows the program's rules --------------------------------

Columns = tuple[tuple[int, int], ...]
"""Of each column its number, 0 while it has none, and the boxes left."""
FALLS = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5))


@cache
def exact(rows: tuple[int, ...], columns: Columns) -> float:
    """The mean of the final score under perfect play, before a throw."""
    return sum(many * best_use(rows, columns, dice) for dice, many in FALLS.items()) / 6**5


def best_use(rows: tuple[int, ...], columns: Columns, dice: tuple[int, ...]) -> float:
    most = -1e9
    for after_note, rest in noted(columns, dice):
        for crossed in {crossed_twice(rows, sums) for sums in sums_of(rest)}:
            if any(left == 0 for _, left in after_note):
                most = max(most, points(crossed))
            else:
                most = max(most, exact(crossed, after_note))
    return most


@cache
def noted(columns: Columns, dice: tuple[int, ...]) -> list[tuple[Columns, tuple[int, ...]]]:
    found = set()
    for place, die in enumerate(dice):
        rest = dice[:place] + dice[place + 1 :]
        heads = [number for number, _ in columns]
        for column, (number, left) in enumerate(columns):
            if number == die or (number == 0 and die not in heads):
                changed = list(columns)
                changed[column] = (die, left - 1)
                found.add((tuple(sorted(changed)), rest))
    if not found:
        found = {(columns, dice[:place] + dice[place + 1 :]) for place in range(5)}
    return sorted(found)


@cache
def sums_of(rest: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    a, b, c, d = rest
    return frozenset({(a + b, c + d), (a + c, b + d), (a + d, b + c)})


def crossed_twice(rows: tuple[int, ...], sums: tuple[int, int]) -> tuple[int, ...]:
    crosses = list(rows)
    for total in sums:
        crosses[total - 2] = min(crosses[total - 2] + 1, 10)
    return tuple(crosses)


def points(rows: tuple[int, ...]) -> float:
    worth = (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100)
    total = 0.0
    for crosses, each in zip(rows, worth, strict=True):
        if crosses:
            total += -200 if crosses <= 4 else each * (crosses - 5)
    return total


# --- strength ---------------------------------------------------------------------------------------------------


@pytest.mark.prove
@pytest.mark.parametrize(("sheet", "one", "two"), [("classic", 305.0, 306.0), ("extra", 183.0, 184.0)])
def test_alone_the_learned_bots_score_what_was_measured(sheet: str, one: float, two: float) -> None:
    run = training.begin(1, {"sheet": sheet})
    run.update(arrays_of(tables.opened(sheet))._asdict())
    told = training.strength(run)
    assert told["one throw"] + told["one throw, error"] > one
    assert told["two throws"] + told["two throws, error"] > two


@pytest.mark.prove
def test_every_level_beats_the_one_below() -> None:
    for better, worse in (("expert", "hard"), ("hard", "medium"), ("medium", "easy"), ("easy", "random")):
        meeting = meet(RULES, (better, worse), 400, 5)
        share = min(meeting.raw, meeting.adjusted, key=lambda shares: shares[0].error)[0]
        assert share.share - share.error > 0.5 or better == "expert", (better, share)
        assert share.share + share.error > 0.5, (better, share)


@pytest.mark.prove
def test_taking_luck_off_makes_results_surer() -> None:
    meeting = meet(RULES, ("expert", "hard"), 400, 6)
    assert meeting.adjusted[0].error < meeting.raw[0].error * 2 / 3


def test_a_player_alone_is_judged_in_points_and_one_among_others_in_chances() -> None:
    for seats, least, most in ((1, -2300.0, 3000.0), (2, 0.0, 1.0)):
        for position in asked(seats, {}, 2, 9):
            seat = position.waiting[0]
            worth = np.zeros(RULES.CHOICES)
            judged(RULES, position.now, seat, EXPERT, tables.learned(), worth)
            options = bits.members(legal(position.now, seat))
            assert all(least <= worth[option] <= most for option in options)
            assert seats > 1 or max(abs(worth[option]) for option in options) > 1
