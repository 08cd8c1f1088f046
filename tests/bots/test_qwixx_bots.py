"""The bots of Qwixx: exact values against a solver that knows nothing of ours, legal and repeatable play, fair luck."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from cinquina.bots import answer, array_file, chooser
from cinquina.bots import qwixx as players
from cinquina.bots.arena import NORMAL_95, meet
from cinquina.bots.compiled import judged
from cinquina.bots.qwixx import compression, features, luck_of_throw, solver, tables, training, values
from cinquina.bots.qwixx.chances import chances
from cinquina.bots.qwixx.selfplay import Alone, best_option, prospects
from cinquina.bots.qwixx.values import FIRST_SLICE, SOLO, TABLES, USUAL
from cinquina.core import CHOICE, OVER, ROLL, Position, bits, opening, seen_by
from cinquina.core.position import IllegalSetup
from cinquina.core.record import new_game
from cinquina.games import qwixx
from cinquina.sim.arrays import arrays_of
from cinquina.sim.batch import faces_of
from cinquina.sim.binding import plain
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import copy_to
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.placeholders import SPARE, land
from cinquina.sim.playout import step
from pictures import qwixx_crosses

DICE = len(qwixx.DICE)
ALL_THROWS = 6**DICE
SETUPS = [
    {},
    {"late_die": "on"},
    {"sheet": "mixx-numbers"},
    {"sheet": "mixx-colours"},
    {"locks": "1", "penalties": "1"},
    {"lock_needs": "0", "locks": "4"},
    {"row_points": "0,5,4,3,2,1,0,-1,-2,-3,-4,-5,-6", "penalty": "0"},
]


def positions(seats: int, options: dict[str, str], seed: int, bot: str = "medium") -> Iterator[Position]:
    """Every position of a game between bots."""
    game = new_game(qwixx.GAME, (f"bot:{bot}",) * seats, options)
    dice, whims = Luck(seed), Luck(seed, stream=WHIM_STREAM)
    while game.position.phase != OVER:
        yield game.position
        game = step(game, dice, [chooser(bot, whims)] * seats)


# --- rows and values ------------------------------------------------------------------------------------------


def test_what_is_open_in_a_row_depends_on_its_class_alone() -> None:
    steps, gains = features.steps(), features.gains()
    for row in range(1 << qwixx.CELLS - 1):
        kind = features.class_of(row)
        for cell in range(qwixx.CELLS):
            is_open = bits.has(features.open_in(row), cell)
            assert is_open == (steps[kind, cell] != features.NO_STEP)
            if is_open:
                after = (row | qwixx.CROSSED[cell]) & qwixx.ROW
                assert steps[kind, cell] == features.class_of(after)
                added = features.USUAL_POINTS[bits.count(after)] - features.USUAL_POINTS[bits.count(row)]
                assert gains[kind, cell] == added


def test_a_coloured_die_is_for_its_own_row_on_the_classic_sheet() -> None:
    for colour, one, other, face in product(range(qwixx.ROWS), range(1, 7), range(1, 7), range(1, 7)):
        cells = 0
        for white in (one, other):
            cells |= 1 << colour * qwixx.ROW_BITS + features.CELL_OF_SUM[colour][white + face]
        assert qwixx.CELLS_OF_COLOUR[features.CLASSIC][colour][one][other][face] == cells


def test_there_are_as_many_positions_as_rows_that_may_change_places() -> None:
    assert len(features.CLASSES) == 56
    assert len(solver.backwards(2)) * 4 == 5_455_128


class Naive:
    """Qwixx for one player among others who only throw, from the rulebook alone; rows are lists of crossed places."""

    def __init__(self, players: int, goes_on: float, lock_needs: int, penalties: int, locks: int) -> None:
        self.players, self.goes_on = players, goes_on
        self.lock_needs, self.penalties, self.locks = lock_needs, penalties, locks
        self.value = cache(self._value)

    def place(self, row: int, number: int) -> int:
        return number - 2 if row < 2 else 12 - number

    def may(self, crosses: tuple[int, ...], place: int) -> bool:
        if 10 in crosses or (crosses and place <= max(crosses)):
            return False
        return place < 10 or len(crosses) >= self.lock_needs

    def crossed(self, sheet: tuple[tuple[int, ...], ...], row: int, number: int) -> tuple[tuple[int, ...], ...] | None:
        place = self.place(row, number)
        if not self.may(sheet[row], place):
            return None
        new = list(sheet)
        new[row] = (*sheet[row], place) if place < 10 else (*sheet[row], 10, 11)
        return tuple(new)

    def points(self, sheet: tuple[tuple[int, ...], ...]) -> int:
        return sum(len(crosses) * (len(crosses) + 1) // 2 for crosses in sheet)

    def is_over(self, sheet: tuple[tuple[int, ...], ...], penalties: int) -> bool:
        return sum(11 in crosses for crosses in sheet) >= self.locks or penalties >= self.penalties

    def later(self, sheet: tuple[tuple[int, ...], ...], penalties: int, turn: int) -> float:
        if self.is_over(sheet, penalties):
            return self.points(sheet) - 5 * penalties
        now = self.points(sheet) - 5 * penalties
        return now + self.goes_on * (self.value(sheet, penalties, (turn + 1) % self.players) - now)

    def _value(self, sheet: tuple[tuple[int, ...], ...], penalties: int, turn: int) -> float:
        """The final points on average, before a throw."""
        usable = [row for row in range(4) if any(self.may(sheet[row], place) for place in range(11))]
        colours = list(product(range(1, 7), repeat=len(usable)))
        total = 0.0
        for one, other in product(range(1, 7), repeat=2):
            firsts = [after for row in usable if (after := self.crossed(sheet, row, one + other))]
            if turn:
                total += max(self.later(after, penalties, turn) for after in [*firsts, sheet])
                continue
            for faces in colours:
                total += self.own(sheet, firsts, (one, other), dict(zip(usable, faces, strict=True)), penalties) / len(
                    colours
                )
        return total / 36

    def own(self, sheet: Any, firsts: Any, whites: tuple[int, int], colours: dict[int, int], penalties: int) -> float:
        found = [self.later(sheet, penalties + 1, 0)]
        for after in [*firsts, sheet]:
            if after is not sheet:
                found.append(self.later(after, penalties, 0))
                if self.is_over(after, penalties):
                    continue
            for row, face in colours.items():
                for white in whites:
                    second = self.crossed(after, row, white + face)
                    if second:
                        found.append(self.later(second, penalties, 0))
        return max(found)


FEW_CELLS = ((0, 1, 2, 3, 8), (0, 1, 2, 3, 9), (3, 4, 9), (0, 1, 3, 8))


@pytest.mark.parametrize(
    "terms",
    [
        solver.Terms(penalties=2),
        solver.Terms(penalties=1, locks=1),
        solver.Terms(players=2, hazard=0.8, penalties=1),
        solver.Terms(players=3, penalties=1, lock_needs=4),
    ],
    ids=str,
)
def test_values_are_those_of_a_naive_solver(terms: solver.Terms) -> None:
    kinds = tuple(features.class_of(sum(1 << place for place in crosses)) for crosses in FEW_CELLS)
    solved = solver.work_out(terms, start=kinds)
    naive = Naive(terms.players, terms.goes_on, terms.lock_needs, terms.penalties, terms.locks)
    for turn in range(terms.players):
        to_come = naive.value(FEW_CELLS, 0, turn) - naive.points(FEW_CELLS)
        assert solved[values.place_of(kinds), turn * terms.penalties] == pytest.approx(to_come, abs=1e-5)


def test_what_cannot_be_solved_is_refused() -> None:
    for asked in ({"players": "6"}, {"players": "x"}, {"hazard": "0"}, {"hazard": "1.1"}, {"hazard": "x"}):
        with pytest.raises(IllegalSetup):
            solver.terms_of(asked)
    with pytest.raises(IllegalSetup):
        solver.terms_of({"sheet": "mixx-numbers"})


@pytest.mark.prove
def test_the_solo_game_is_worth_what_is_known_and_what_is_played() -> None:
    solution = solver.solve({})
    assert solution.value == pytest.approx(115.4831, abs=1e-4)
    assert solution.states == 5_455_128
    played = np.array(solution.check(1, 0, 20_000).done())
    assert abs(played.mean() - solution.value) < 2 * NORMAL_95 * played.std() / np.sqrt(len(played))


def mean_of_the_best(s: Any, spare: Any, faces: Any, alone: Alone) -> float:
    """What the best use of each of all throws is worth, by the rules' own transitions, on average."""
    total = 0.0
    for number in range(ALL_THROWS):
        for die in range(DICE):
            faces[die] = number // 6**die % 6 + 1
        copy_to(spare, 2, s)
        land(spare[2], faces)
        if spare[2].phase == CHOICE:
            _, worth = best_option(spare[2], spare, 0, alone)
        else:  # nothing fits, and the penalty has been taken
            worth = prospects(spare[2], alone)
        total += worth
    return total / ALL_THROWS


@pytest.mark.prove
def test_every_position_is_worth_the_mean_of_its_best_options() -> None:
    terms = solver.Terms()
    alone = Alone(solver.points_to_come(terms), np.array(features.classes_of_rows()), 1.0)
    mean_of_best = compiled(qwixx.GAME, mean_of_the_best)
    checked = 0
    for seed in range(4):
        for place, position in enumerate(positions(1, terms.options, seed)):
            if position.phase == ROLL and place % 5 == 0:
                one = kernel(qwixx.GAME).record(position.now)
                found = mean_of_best(one[0], np.repeat(one, 3), faces_of(qwixx.GAME), alone)
                assert found == pytest.approx(plain(qwixx.GAME, prospects)(position.now, alone), abs=1e-3)
                checked += 1
    assert checked > 10


@pytest.mark.prove
@pytest.mark.parametrize(("players", "hazard"), [("2", "0.87"), ("3", "0.5")])
def test_games_among_others_are_worth_what_is_played(players: str, hazard: str) -> None:
    solution = solver.solve({"players": players, "hazard": hazard})
    played = np.array(solution.check(1, 0, 10_000).done())
    assert abs(played.mean() - solution.value) < 2 * NORMAL_95 * played.std() / np.sqrt(len(played))


@pytest.mark.prove
@pytest.mark.parametrize("table", [SOLO, USUAL])
def test_the_small_tables_are_the_large_ones_within_a_tenth_of_a_point(table: int) -> None:
    known = arrays_of(tables.learned())
    weight = compression.weights()
    balance = (weight[:, None] * weight[None, :])[compression.known()]
    for place, solved in enumerate(solver.points_to_come(solver.Terms(*TABLES[table])).T):
        part = FIRST_SLICE[table] + place
        small = (known.thin[part] * known.signs[part]) @ known.thin[part].T
        wrong = (small - compression.square(solved))[compression.known()]
        assert np.sqrt((wrong**2 * balance**2).sum() / (balance**2).sum()) < 0.1


def test_a_core_is_kept_in_its_lower_half() -> None:
    core = np.arange(compression.BASIS**2, dtype=float).reshape(compression.BASIS, compression.BASIS)
    core = core + core.T
    assert np.array_equal(compression.whole(compression.halved(core)), core)


# --- playing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", qwixx.SEATS)
def test_every_bot_takes_legal_options_whatever_is_agreed(seats: int) -> None:
    for seed, options in enumerate(SETUPS):
        for place, position in enumerate(positions(seats, options, seed)):
            if position.phase == CHOICE and place % 5 == 0:
                seat = position.waiting[0]
                for bot in players.BOTS:
                    given = answer(bot, seen_by(position, seat), seat)
                    assert given.liked
                    assert given.liked & ~qwixx.legal(position.now, seat) == 0
                    assert given.worth == answer(bot, seen_by(position, seat), seat).worth


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_compiled_bots_judge_as_plain_ones_do(seats: int) -> None:
    for place, position in enumerate(positions(seats, SETUPS[0] if seats > 1 else SETUPS[1], 8)):
        if position.phase == CHOICE and place % 3 == 0:
            seat = position.waiting[-1]
            view = seen_by(position, seat)
            for bot, number in players.BOTS.items():
                worth = np.zeros(qwixx.CHOICES)
                liked = judged(qwixx.GAME, view.position.now, seat, number, tables.learned(), worth)
                given = answer(bot, view, seat)
                assert given.liked == liked
                assert list(given.worth.values()) == pytest.approx([worth[option] for option in given.worth])


def test_the_expert_takes_what_it_thinks_wins_most_and_says_it_in_chances() -> None:
    for position in positions(3, {}, 5):
        if position.phase == CHOICE:
            for seat in position.waiting:
                given = answer("expert", seen_by(position, seat), seat)
                best = max(given.worth.values())
                assert 0 <= min(given.worth.values()) <= best <= 1
                assert all(given.worth[option] == best for option in bits.members(given.liked))


def test_tables_with_nothing_in_them_are_of_the_same_kinds() -> None:
    for nothing, something in zip(arrays_of(tables.NOTHING), arrays_of(tables.learned()), strict=True):
        assert (nothing.dtype, nothing.ndim) == (something.dtype, something.ndim)
        assert something.flags.c_contiguous


def test_chances_add_up_to_one() -> None:
    known = tables.learned()
    for seats in (2, 3, 4, 5):
        for position in positions(seats, {}, seats):
            if position.phase == ROLL and position.now.beginner >= 0:
                found = [0.0] * qwixx.MOST_SEATS
                plain(qwixx.GAME, chances)(position.now, known, found)
                assert sum(found) == pytest.approx(1)
                assert min(found) >= 0


def test_a_hard_bot_ends_the_game_only_when_ahead() -> None:
    """A second lock may be had, and there is nothing else to hope for; whoever is behind leaves it all the same."""
    for others, ends in ((0x3FF_3FF_000_000, False), (0, True)):
        state = opening(qwixx.GAME, 2, {"begins": "first"}).now.copy()
        for seat, sheet in enumerate((0x200_200_21F_C1F, others)):
            qwixx_crosses(state, seat, sheet)
        qwixx.close_rows(state)
        qwixx.land(state, [6, 6, 0, 1, 1, 1])
        yellow_twelve = qwixx.ROW_BITS + qwixx.CELLS - 1
        assert bits.has(qwixx.legal(state, 0), yellow_twelve)
        position = Position(qwixx.GAME, (), state, (), state)
        liked = answer("hard", seen_by(position, 0), 0).liked
        assert bits.has(liked, yellow_twelve) == ends


# --- luck -----------------------------------------------------------------------------------------------------


def summed_luck(lying: Any, spare: Any, seat: int, known: Any, faces: Any, total: Any) -> None:
    """Add up the luck of all thfeatures."""
    s = lying[0]
    for throw in range(6**6):
        rest = throw
        for die in range(6):
            faces[die] = 0 if s.gone >> die & 1 else rest % 6 + 1
            rest //= 6
        luck = luck_of_throw(s, spare, seat, known, faces)
        total[0] += luck
        total[1] += abs(luck)


def mean_lucks(seats: int, seed: int, every: int) -> Iterator[tuple[float, float]]:
    sum_up = compiled(qwixx.GAME, summed_luck)
    for place, position in enumerate(positions(seats, {}, seed)):
        if position.phase == ROLL and position.now.beginner >= 0 and place % every == 0:
            lying = kernel(qwixx.GAME).record(position.now)
            for seat in range(seats):
                total = np.zeros(2)
                given = (lying, np.repeat(lying, SPARE), seat, arrays_of(tables.learned()), faces_of(qwixx.GAME), total)
                sum_up(*given)
                yield total[0] / 6**6, total[1] / 6**6


@pytest.mark.prove
@pytest.mark.parametrize("seats", [2, 3])
def test_luck_is_nothing_on_average(seats: int) -> None:
    found = list(mean_lucks(seats, seats, 9))
    assert len(found) > seats
    assert all(abs(mean) < 1e-12 for mean, _ in found)
    assert any(size > 1e-3 for _, size in found)


def test_luck_off_the_classic_sheet_is_not_known() -> None:
    state = opening(qwixx.GAME, 2, {"begins": "first", "sheet": "mixx-numbers"}).now
    assert plain(qwixx.GAME, luck_of_throw)(state, [None] * SPARE, 0, tables.learned(), [1] * 6) == 0


@pytest.mark.prove
def test_results_without_luck_vary_less() -> None:
    meeting = meet(qwixx.GAME, ("hard", "gap"), 300, 3)
    assert meeting.adjusted[0].error < 0.85 * meeting.raw[0].error
    assert abs(meeting.adjusted[0].share - meeting.raw[0].share) < 2 * meeting.raw[0].error


@pytest.mark.prove
def test_each_level_beats_the_one_below() -> None:
    for stronger, weaker in (("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard")):
        share = meet(qwixx.GAME, (stronger, weaker), 1000, 2).adjusted[0]
        assert share.share - share.error > 0.5


# --- learning -------------------------------------------------------------------------------------------------


def test_what_became_of_positions_is_the_result_without_luck() -> None:
    guesses, lucks = np.full((3, 2), 0.5), np.array([[0.1, -0.1], [0, 0], [0.2, -0.2]])
    targets = training.what_became(guesses, lucks, np.array([3]), np.array([[1.0, 0.0]]))
    last = 1 - 0.2
    middle = training.TRACE * last + (1 - training.TRACE) * 0.5
    first = training.TRACE * middle + (1 - training.TRACE) * 0.5 - 0.1
    assert targets[:, 0] == pytest.approx([first, middle, last])
    assert targets.sum(axis=1) == pytest.approx(1)


@pytest.mark.prove
def test_a_run_goes_on_where_it_was_and_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES_OF_ROUND", {2: 30, 3: 10})
    kept = array_file.read(tables.FILE, tables.MADE_OF)
    mixes = zip(kept["mixes"], kept["signs"], strict=True)
    cores = np.array([compression.halved(mix * signs @ mix.T) for mix, signs in mixes])
    runs = [training.begin_with(4, kept["basis"], cores) for _ in range(2)]
    training.improve(runs[0])
    again = {name: array.copy() for name, array in runs[0].items()}
    for run in (runs[1], runs[1], again):
        training.improve(run)
    assert all(np.array_equal(again[name], runs[1][name]) for name in again)
    assert set(training.finished(again)) == set(kept)
