"""The bots of The Choice: exact where they say so, the same plain and compiled, legal whatever is agreed on."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from cinquina import sheets
from cinquina.bots import players
from cinquina.bots.compiled import judged as judged_from
from cinquina.bots.levels import EXPERT
from cinquina.bots.table_file import no_progress
from cinquina.bots.the_choice import BOTS, solver, tables
from cinquina.bots.the_choice.backward_induction import ENDED
from cinquina.bots.the_choice.features import grids, path_key
from cinquina.bots.the_choice.grid_values import Setting, filled, grid_arrays
from cinquina.bots.the_choice.luck import luck_of_throw
from cinquina.bots.the_choice.play import judge
from cinquina.core import OVER, ROLL, Choice, Position, Roll, after, bits, faces_wanted, opening
from cinquina.games import GAMES
from cinquina.games.the_choice import TAKE_SIDE
from cinquina.sim.arrays import arrays_of
from cinquina.sim.batch import faces_of
from cinquina.sim.binding import plain
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.luck import Luck
from cinquina.sim.placeholders import SPARE

RULES = GAMES["the-choice"]
SETUPS: list[tuple[int, dict[str, str]]] = [
    (1, {}),
    (2, {}),
    (3, {"sheet": "C"}),
    (4, {"sheet": "free"}),
    (2, {"failures": "1"}),
    (2, {"failures": "7"}),
    (3, {"dice": "2", "dice_of_others": "0"}),
    (2, {"path_points": ",".join(str(3 * n) for n in range(14))}),
    (2, {"ring_points": ",".join(str(-n) for n in range(17))}),
]


TABLES = tables.bare()
"""Without the large tables, which take a minute."""


def judged(position: Position, seat: int, bot: int, known: Any, worth: Any) -> int:
    """What a compiled bot would do."""
    return judged_from(RULES, position.now, seat, bot, known, worth)


def sampled(seats: int, options: dict[str, str], seed: int, step: int) -> list[Position]:
    """Every n-th position of a game between two kinds of bots."""
    position, luck = opening(RULES, seats, options), Luck(seed)
    found: list[Position] = []
    steps = 0
    while position.phase != OVER:
        if steps % step == 0:
            found.append(position)
        steps += 1
        if position.phase == ROLL:
            position = after(position, Roll(luck.throw(faces_wanted(position))))
            continue
        seat = position.waiting[0]
        bot = BOTS["quick"] if seat % 2 else BOTS["easy"]
        liked = bits.members(judged(position, seat, bot, TABLES, np.zeros(RULES.CHOICES)))
        position = after(position, Choice(seat, liked[luck.throw((len(liked),))[0] - 1]))
    return found


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_plain_equals_compiled_and_is_legal(seats: int, options: dict[str, str]) -> None:
    for position in sampled(seats, options, 3, 17):
        for seat in position.waiting[:1]:
            legal = RULES.legal(position.now, seat)
            for bot in BOTS.values():
                own, theirs = np.full(RULES.CHOICES, np.nan), np.full(RULES.CHOICES, np.nan)
                liked = plain(RULES, judge)(position.now, [None] * SPARE, seat, bot, TABLES, own)
                assert judged(position, seat, bot, TABLES, theirs) == liked
                assert liked
                assert liked & ~legal == 0
                if bot:
                    there = list(bits.members(legal))
                    assert np.isfinite(own[there]).all()
                    np.testing.assert_allclose(own[there], theirs[there], rtol=1e-5, atol=1e-6)


def test_chances_are_chances() -> None:
    for options in ({}, {"path_points": ",".join(str(3 * n) for n in range(14))}):
        for position in sampled(3, options, 5, 5):
            for seat in position.waiting:
                worth = np.zeros(RULES.CHOICES)
                judged(position, seat, EXPERT, TABLES, worth)
                told = worth[list(bits.members(RULES.legal(position.now, seat)))]
                assert ((told >= 0.0) & (told <= 1.0)).all()


def test_the_game_knows_its_bots() -> None:
    assert players.players_of(RULES).BOTS is BOTS


@pytest.mark.parametrize("seats", [2, 3])
def test_luck_has_mean_zero(seats: int) -> None:
    luck_of = compiled(RULES, luck_of_throw, inline=False)
    tried = 0
    for position in sampled(seats, {}, 1, 7):
        if position.phase != ROLL or position.now.beginner < 0:
            continue
        dice = list(bits.members(RULES.rolling(position.now)))
        record = kernel(RULES).record(position.now)
        for seat in range(seats):
            total = largest = 0.0
            for faces in product(range(1, 7), repeat=len(dice)):
                shown = faces_of(RULES)
                shown[dice] = faces
                luck = luck_of(record[0], np.repeat(record, SPARE), seat, arrays_of(TABLES), shown)
                total += luck
                largest = max(largest, abs(luck))
            assert abs(total) < 1e-9
            assert largest > 0.0
            tried += 1
    assert tried > 4


# --- the solver against a naive one that shares nothing with it ---------------------------------------------------


class Naive:
    """One grid solved by trying everything, from the printed sheet and the words of the rules alone."""

    def __init__(self, letter: str, side: str) -> None:
        sheet = sheets.load(f"the-choice-{letter}-{side}")
        self.ring = [cell.colour for cell in sheet.of_kind("ring")]
        numbers = sheet.of_kind("number")
        self.numbers = [cell.number for cell in numbers]
        names = [cell.id for cell in numbers]
        self.beside = [{names.index(name) for name in cell.next if name in names} for cell in numbers]
        self.dice = [die.faces for die in sheet.dice]
        self.ring_points, self.path_points = sheet.scores["ring"], sheet.scores["path"]
        self.known: dict[Any, float] = {}

    def value(self, ring: frozenset[int], path: frozenset[int], head: int, left: int) -> float:
        """What a grid is worth before a throw, with this many failures left."""
        if left == 0 or len(ring) + len(path) == len(self.ring) + len(self.numbers):
            return float(self.ring_points[len(ring)] + self.path_points[len(path)])
        key = ring, path, head, left
        if key not in self.known:
            throws = list(product(range(1, 7), repeat=3))
            kept = {throw: self.marked(ring, path, head, left, throw) for throw in throws}
            means: dict[Any, list[float]] = {}
            masks = list(product((False, True), repeat=3))
            for throw, value in kept.items():
                for mask in masks:
                    stays = mask, tuple(None if again else face for face, again in zip(throw, mask, strict=True))
                    means.setdefault(stays, []).append(value)
            mean = {stays: sum(values) / len(values) for stays, values in means.items()}
            total = 0.0
            for throw in throws:
                total += max(
                    mean[mask, tuple(None if again else face for face, again in zip(throw, mask, strict=True))]
                    for mask in masks
                )
            self.known[key] = total / len(throws)
        return self.known[key]

    def marked(self, ring: frozenset[int], path: frozenset[int], head: int, left: int, throw: Any) -> float:
        """The best that can be made of a throw."""
        best = -1.0
        stack = [(ring, path, head, frozenset(range(3)))]
        seen = set(stack)
        while stack:
            now = stack.pop()
            crosses, steps, last, dice = now
            best = max(best, self.value(crosses, steps, last, left - (1 if dice else 0)))
            for then in self.marks(crosses, steps, last, dice, throw):
                if then not in seen:
                    seen.add(then)
                    stack.append(then)
        return best

    def marks(self, ring: Any, path: Any, head: int, dice: Any, throw: Any) -> Any:
        """Every single cross that some dice allow."""
        for die in dice:
            for cell, colour in enumerate(self.ring):
                touching = not ring or {(cell + 1) % 16, (cell - 1) % 16} & ring
                if colour == self.dice[die][throw[die] - 1] and cell not in ring and touching:
                    yield ring | {cell}, path, head, dice - {die}
        for many in range(1, len(dice) + 1):
            for some in permutations(sorted(dice), many):
                total = sum(throw[die] for die in some)
                for cell, number in enumerate(self.numbers):
                    reached = head < 0 or cell in self.beside[head]
                    if number == total and cell not in path and reached:
                        yield ring, path | {cell}, cell, dice - set(some)


@cache
def nearly_full() -> Any:
    """The values of side A with at least ten numbers crossed."""
    return filled(Setting(0), no_progress, shortest=10)


@pytest.mark.parametrize("open_ring", [0, 1, 3])
def test_nearly_full_grids_have_the_value_a_naive_solver_finds(open_ring: int) -> None:
    naive, g = Naive("a", "front"), grid_arrays()
    ring = frozenset(range(5, 5 + 16 - open_ring))
    cells = frozenset(cell % 16 for cell in ring)
    arc = g.arc_at[sum(1 << cell for cell in cells)]
    rng = np.random.default_rng(open_ring)
    keys = [key for key in np.flatnonzero(g.path_at >= 0) if bits.count(int(key) >> 4) in (10, 11)]
    for key in rng.choice(keys, 4):
        crossed, head = int(key) >> 4, int(key) & 15
        assert path_key(crossed, head) == key
        for left in (1, 2):
            expected = naive.value(cells, frozenset(bits.members(crossed)), head - 1, left)
            assert nearly_full()[g.path_at[key], arc, ENDED - left] == pytest.approx(expected, abs=1e-4)


def test_the_value_of_a_state_is_the_mean_of_the_best_options() -> None:
    """Before a throw a grid is worth what the bot finds its best options worth, on average over all throws."""
    values = np.ascontiguousarray(nearly_full()[:, :, :ENDED])
    slots = tables.no_tables("f").slots
    slots[0, 1] = 0
    known = tables.laid_out(tables.Large(slots, values.ravel()), tables.no_tables("H"), tables.trained())
    state: Any = opening(RULES, 1).now
    RULES.apply(state, 0, TAKE_SIDE + 1)
    key = next(key for key in np.flatnonzero(grid_arrays().path_at >= 0) if bits.count(int(key) >> 4) == 10)
    state.grid[0], state.ring[0][1], state.failures[0][1] = 1, 0b0001111111111111, 1
    state.crossed[0][1], state.path[0][1] = int(key) >> 4, int(key) & 15
    total = 0.0
    for faces in product(range(1, 7), repeat=3):
        then: Any = state.copy()
        RULES.land(then, list(faces))
        worth = np.zeros(RULES.CHOICES)
        judged(Position(RULES, (), then, (), then), 0, BOTS["hard"], known, worth)
        total += worth[list(bits.members(RULES.legal(then, 0)))].max() / 216
    place = grids().path_at[key], grids().arc_at[0b0001111111111111], 1
    assert total == pytest.approx(values[place], abs=1e-4)


@pytest.mark.prove
@pytest.mark.parametrize(("sheet", "side", "hazard"), [("A", "front", "1"), ("G", "back", "1"), ("A", "back", "0.9")])
def test_games_by_the_solution_come_to_its_value(sheet: str, side: str, hazard: str) -> None:
    solution = solver.solve({"sheet": sheet, "side": side, "hazard": hazard}, no_progress)
    points = np.array(solution.check(5, 0, 20_000).done())
    assert solution.states == 12_918 * 242 * 3
    assert abs(points.mean() - solution.value) < 4 * points.std() / np.sqrt(len(points))


@pytest.mark.prove
def test_luck_taken_off_leaves_less_error() -> None:
    from cinquina.bots.arena import meet

    met = meet(RULES, ("expert", "hard"), 1000, 5)
    assert met.adjusted[0].error < met.raw[0].error
