"""Exact values and optimal options, by position; where they are not known, a refusal.

    from cinquina import opening, truth

    position = opening("qwixx", seats=1)
    exact = truth.of(position)          # the tables of a solver, or every position that can follow, if they are few
    exact.value(position)               # points to expect under perfect play; with two sides the first one's chance
    exact.options(position)             # by option: the same after it
    exact.best(position)                # the optimal options

Known are Qwixx on the classic sheet alone, with any of its numbers; The Choice alone, on every sheet; Qwixx as seat 0
among others who only throw (`others_pass`); and any position of any game from which few positions can be reached, alone
or with two sides that never choose at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial
from typing import Any, NamedTuple

from cinquina.bots.players import solver_of
from cinquina.bots.solving import Exact, Table
from cinquina.bots.table_file import Progress, no_progress
from cinquina.core import (
    CHOICE,
    LOT,
    NO_OPTION,
    OVER,
    ROLL,
    IllegalMove,
    Position,
    Refusal,
    Rules,
    State,
    bits,
    opening,
)
from cinquina.core.position import FACES

MOST_POSITIONS = 20_000
"""Positions before a throw that are worked out at most, unless the caller allows more."""
CLOSE = 1e-12
"""Values are worked out until no value changes by more than this."""
EQUAL = 1e-6
"""Options whose values differ by no more are equally good: some tables are in single precision."""
FIRST_SIDE = 0
WON = {1: 1.0, -1: 0.0}
"""The best possible value, by the sign of whoever chooses: 1 for the first side, -1 for the other."""
PLAYER = 0
"""The seat that plays where others pass."""
Key = tuple[Any, ...]


class NotExact(Refusal):
    """A position whose exact value is not known."""


class Best(NamedTuple):
    """A choice: the value is that of the best option, seen from whoever chooses."""

    sign: int
    options: tuple[Any, ...]


class Mean(NamedTuple):
    """A throw: the value is the mean over what follows, with these chances."""

    chances: tuple[float, ...]
    throws: tuple[Any, ...]


Tree = float | Key | Best | Mean
"""The value of a state as a tree: a number, a position before a throw, or choices and throws above such leaves."""


class Truth:
    """Exact values of all positions that can follow one."""

    def __init__(self, position: Position, known: Exact | None, *, others_pass: bool) -> None:
        self.rules, self.known, self.others_pass = position.rules, known, others_pass
        self._agreed = agreed(position)
        self._two_sides = position.seats > 1 and not others_pass
        self._states: dict[Key, State] = {}
        self._most = MOST_POSITIONS
        self._values: dict[Key, float] = {}

    def value(self, position: Position) -> float:
        """Return what a position is worth: points alone, with two sides the first one's chance; or raise NotExact."""
        return self._worth(self._begun(position))

    def options(self, position: Position) -> dict[int, float]:
        """Return the value after each option of the seat that chooses next; IllegalMove if nobody does."""
        state, seat = self._choosing(position)
        options = bits.members(self.rules.legal(state, seat))
        return {option: self._worth(self._after(state, seat, option)) for option in options}

    def losses(self, position: Position) -> dict[int, float]:
        """Return for each option how much it gives away compared with the best one."""
        sign, values = self._sign(*self._choosing(position)), self.options(position)
        most = max(sign * value for value in values.values())
        return {option: most - sign * value for option, value in values.items()}

    def best(self, position: Position) -> tuple[int, ...]:
        """Return the optimal options of the seat that chooses next."""
        return tuple(option for option, loss in self.losses(position).items() if loss <= EQUAL)

    def explore(self, position: Position, most: int, progress: Progress) -> None:
        """Work out all positions before a throw that can follow one, or NotExact if there are more than `most`."""
        trees, self._most = dict[Key, Mean](), most
        self._tree(self._begun(position))
        while len(trees) < len(self._states):
            for key in list(self._states)[len(trees) :]:
                trees[key] = self._throw(self._states[key])
                progress(len(trees) / len(self._states))
        self._values = dict.fromkeys(trees, 0.0)
        change = 1.0
        while change > CLOSE:
            change = 0.0
            for key in reversed(trees):
                value = settled(trees[key], self._values)
                change = max(change, abs(value - self._values[key]))
                self._values[key] = value

    def table(self) -> Table:
        """Return the positions that were worked out: their integers by field and place, and their values."""
        import numpy as np  # who exports tables has it

        rows = [fields_of(state) for state in self._states.values()]
        columns = {name: np.array([row[name] for row in rows], np.int64) for name in rows[0]} if rows else {}
        return Table(columns | {"value": np.array(list(self._values.values()))}, {})

    def _worth(self, state: State) -> float:
        tree = self._tree(state)
        try:
            return settled(tree, self._values)
        except KeyError as missing:
            raise NotExact("truth-unknown") from missing

    def _tree(self, state: State) -> Tree:
        """Return the value of a state as a tree that ends at known values and at throws still unknown."""
        if state.phase == OVER:
            return self._result(state)
        worth = self.known.worth(state) if self.known else None
        if worth is not None:
            return worth
        if state.phase == ROLL:
            if self.known:
                return self._throw(state)
            key = key_of(self.rules, state)
            if not self._values:
                self._states.setdefault(key, state)
                if len(self._states) > self._most:
                    raise NotExact("truth-too-large")
            return key
        self._check(state)
        seat = bits.lowest(state.waiting)
        sign, options = self._sign(state, seat), bits.members(self.rules.legal(state, seat))
        after = [self._after(state, seat, option) for option in options]
        if any(self._wins(one, sign) for one in after):
            return WON[sign]
        return Best(sign, tuple(map(self._tree, after)))

    def _throw(self, state: State) -> Mean:
        """Return what a state before a throw is worth."""
        chances, trees = [], []
        for chance, faces in throws_of(self.rules, state):
            after = state.copy()
            self.rules.land(after, faces)
            chances.append(chance)
            trees.append(self._tree(self._ready(after)))
        return Mean(tuple(chances), tuple(trees))

    def _choosing(self, position: Position) -> tuple[State, int]:
        """Return a state with the seat that chooses next."""
        state = self._begun(position)
        if state.phase != CHOICE:
            raise IllegalMove("throw-first")
        return state, bits.lowest(state.waiting)

    def _begun(self, position: Position) -> State:
        """Return the state of a position, or NotExact if something else was agreed before that game."""
        if agreed(position) != self._agreed:
            raise NotExact("truth-unknown")
        return self._ready(position.now.copy())

    def _after(self, state: State, seat: int, option: int) -> State:
        after = state.copy()
        self.rules.apply(after, seat, option)
        return self._ready(after)

    def _ready(self, state: State) -> State:
        """Let others pass, if that is what they do, and return the state."""
        while self.others_pass:
            if self.known:
                self.known.settled(state)
            if state.phase != CHOICE or state.waiting == 1 << PLAYER:
                break
            seat = bits.lowest(state.waiting & ~(1 << PLAYER))
            stop = self.rules.stop(state, seat)
            if stop == NO_OPTION:
                raise NotExact("truth-unknown")
            self.rules.apply(state, seat, stop)
        return state

    def _sign(self, state: State, seat: int) -> int:
        return 1 if self.rules.side(state, seat) == FIRST_SIDE else -1

    def _wins(self, state: State, sign: int) -> bool:
        """Return whether a state is a win for one side alone, so that no option can be better."""
        return self._two_sides and state.phase == OVER and self._result(state) == WON[sign]

    def _result(self, state: State) -> float:
        """Return points, or the first side's part of the win."""
        scores = [self.rules.score(state, seat) for seat in range(state.seats)]
        if not self._two_sides:
            return float(scores[PLAYER])
        winners = {self.rules.side(state, seat) for seat, score in enumerate(scores) if score == max(scores)}
        return (FIRST_SIDE in winners) / len(winners)

    def _check(self, state: State) -> None:
        """Refuse what backward induction does not solve: choices at the same time, and three sides."""
        sides = {self.rules.side(state, seat) for seat in range(state.seats)}
        if not self.others_pass and (bits.count(state.waiting) > 1 or len(sides) > 2):
            raise NotExact("truth-unknown")


def of(
    position: Position, *, others_pass: bool = False, most: int = MOST_POSITIONS, progress: Progress = no_progress
) -> Truth:
    """Return the exact values of what can follow a position, or raise NotExact.

    Solving Qwixx or The Choice takes a minute the first time, and is kept. Otherwise all positions are worked out, at
    most `most` before a throw.
    """
    solver = solver_of(position.rules)
    known = solver.exact(position, progress) if solver and (position.seats == 1 or others_pass) else None
    return (
        Truth(position, known, others_pass=others_pass) if known else explored(position, most=most, progress=progress)
    )


def explored(position: Position, *, most: int = MOST_POSITIONS, progress: Progress = no_progress) -> Truth:
    """Return the exact values of what can follow a position, all worked out from the rules alone; or NotExact."""
    truth = Truth(position, None, others_pass=False)
    truth.explore(position, most, progress)
    return truth


def settled(tree: Tree, values: dict[Key, float]) -> float:
    """Return the value of a tree."""
    if isinstance(tree, float):
        return tree
    if isinstance(tree, Best):
        return tree.sign * max(tree.sign * settled(option, values) for option in tree.options)
    if isinstance(tree, Mean):
        pairs = zip(tree.chances, tree.throws, strict=True)
        return sum(chance * settled(throw, values) for chance, throw in pairs)
    return values[tree]


def throws_of(rules: Rules, state: State) -> Iterator[tuple[float, list[int]]]:
    """Return all throws of the dice about to be thrown, or of the lot, with their chances; alike dice in order."""
    dice = rules.rolling(state)
    if dice == LOT:
        for seat in range(state.seats):
            yield 1 / state.seats, [seat + 1]
        return
    thrown = bits.members(dice)
    alike = [die for die in thrown if rules.DICE[die] in rules.PAD.alike]
    others = [die for die in thrown if die not in alike]
    for sorted_faces in combinations_with_replacement(range(1, FACES + 1), len(alike)):
        ways = factorial(len(alike))
        for face in set(sorted_faces):
            ways //= factorial(sorted_faces.count(face))
        for rest in product(range(1, FACES + 1), repeat=len(others)):
            faces = [0] * len(rules.DICE)
            for die, face in zip((*alike, *others), (*sorted_faces, *rest), strict=True):
                faces[die] = face
            yield ways / FACES ** len(thrown), faces


def agreed(position: Position) -> list[Any]:
    """Return what follows from what was agreed before a game."""
    first = opening(position.rules, position.seats, dict(position.options)).now
    return [value for name, value in first.values().items() if first.HOLDS[name].follows]


def key_of(rules: Rules, state: State) -> Key:
    """Return what identifies a state before a throw: fields that do not follow from others, but no window or dice."""
    fields = {name: value for name, value in state.values().items() if not state.HOLDS[name].follows}
    fields["window"] = 0
    dice = rules.rolling(state)
    if dice != LOT:
        fields["dice"] = [0 if bits.has(dice, die) else face for die, face in enumerate(fields["dice"])]
    return tuple(tuple(map(repr, value)) if isinstance(value, list) else value for value in fields.values())


def fields_of(state: State) -> dict[str, int]:
    """Return the integers of a state by field and place."""
    found: dict[str, int] = {}
    for name, value in state.values().items():
        if isinstance(value, int):
            found[name] = value
            continue
        for place, part in enumerate(value):
            rows = part if isinstance(part, list) else [part]
            for column, number in enumerate(rows):
                found[f"{name}.{place}" + (f".{column}" if isinstance(part, list) else "")] = number
    return found
