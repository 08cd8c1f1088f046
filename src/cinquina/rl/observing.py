"""Positions as arrays: what a seat sees, as a row of small numbers, each with a name; made from what states declare.

Every entry is a part of one integer of a state: it is shifted to the right and masked. What belongs to seats or to
sides is told from the observer on: `own`, then `left1` for the next one, and so on. An integer that names a seat
becomes one entry for each seat. So seats that are in the same situation read the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from cinquina.core import SEAT, SEAT_SET, SIDE, Holds, Rules, State, opening
from cinquina.sim.looking import AT_ONCE, BYTE, LEAST, MOST, Looks

Words = np.ndarray[Any, np.dtype[np.int64]]
"""The integers of states: a row for each state, in the order of its fields."""
Numbers = np.ndarray[Any, np.dtype[np.int8]]
ALL_BITS = -1
OWN, LEFT = "own", "left"


@dataclass(frozen=True, slots=True)
class Entry:
    """One number of an observation, and between which bounds it lies."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class _Source:
    """Where an entry comes from: a place in the list that belongs to `of`, and a part of the integer there."""

    entry: Entry
    field: str
    place: tuple[int, ...]
    shift: int
    mask: int


class Observer:
    """Makes observations of one game with a number of seats."""

    def __init__(self, rules: Rules, seats: int, options: Mapping[str, str]) -> None:
        start = opening(rules, seats, options).now
        self.seats = seats
        self._sides = [rules.side(start, seat) for seat in range(seats)]
        self._first_word = _first_words(start)
        self._naming = np.array([self._first_word[name] for name, holds in start.HOLDS.items() if holds.of == SEAT])
        told = [list(self._sources(start, seat)) for seat in range(seats)]
        self.entries = tuple(source.entry for source in told[0])
        self._words = np.array([[self._word(start, source) for source in one] for one in told])
        self._shifts = np.array([[source.shift for source in one] for one in told])
        self._masks = np.array([source.mask for source in told[0]])

    @property
    def names(self) -> tuple[str, ...]:
        """The name of every entry."""
        return tuple(entry.name for entry in self.entries)

    def space(self) -> Any:
        """Return the space that observations are in."""
        low, high = (np.array([getattr(entry, bound) for entry in self.entries], np.int8) for bound in ("low", "high"))
        return Box(low, high, dtype=np.int8)

    def looks(self, seat: int) -> Looks:
        """Return what a seat sees, as compiled code wants it."""
        groups, others, at = [], [], 0
        while at < len(self.entries):
            word, shift, mask = (int(kind[at]) for kind in (self._words[seat], self._shifts[seat], self._masks))
            many = self._grouped(seat, at)
            if many:
                groups.append((word, shift, sum(mask << number * BYTE for number in range(many)), at))
            else:
                others.append((word, shift, mask, at))
            at += many or 1
        columns = (np.array(rows, np.int64).reshape(-1, 4).T.copy() for rows in (groups, others))
        return Looks(self._naming, *(column for rows in columns for column in rows))

    def _grouped(self, seat: int, first: int) -> int:
        """Return how many entries from one on, up to eight, lie side by side in an integer; 0 if it is a large one."""
        mask, many = int(self._masks[first]), 0
        if not 0 < mask <= MOST:
            return 0
        while many < AT_ONCE and first + many < len(self.entries):
            at = first + many
            beside = self._shifts[seat][first] + many * mask.bit_length()
            if (self._words[seat][at], self._masks[at], self._shifts[seat][at]) != (
                self._words[seat][first],
                mask,
                beside,
            ):
                break
            many += 1
        return many

    def see(self, state: State, seat: int) -> Numbers:
        """Return what a seat sees of a state, which is the one of its view."""
        words = words_of(state)
        words[self._naming] = 1 << words[self._naming] + 1 >> 1  # a seat as a bit set: -1 is the empty one
        numbers: Numbers = (
            (words[self._words[seat]] >> self._shifts[seat] & self._masks).clip(LEAST, MOST).astype(np.int8)
        )
        return numbers

    def _word(self, state: State, source: _Source) -> int:
        """Return the number of the integer that an entry is part of."""
        shape, within = state.SHAPES[source.field], 0
        for length, place in zip(shape, source.place, strict=True):
            within = within * length + place
        return self._first_word[source.field] + within

    def _sources(self, state: State, seat: int) -> Iterator[_Source]:
        """Return all entries of a seat, in their order."""
        for field, shape in state.SHAPES.items():
            holds = state.HOLDS[field]
            if not holds.follows:
                for name, place in self._places(field, shape, holds, seat):
                    yield from self._parts(field, name, place, holds, seat)

    def _places(
        self, field: str, shape: tuple[int, ...], holds: Holds, seat: int
    ) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Return the integers of a field by name, those of the observer first."""
        lengths: list[Sequence[tuple[str, int]]] = [
            [(str(place), place) for place in range(length)] for length in shape
        ]
        if holds.by == SEAT:
            lengths[0] = around(seat, self.seats)
        elif holds.by == SIDE:
            lengths[0] = around(self._sides[seat], max(self._sides) + 1)
        for chosen in product(*lengths):
            yield ".".join([field, *(name for name, _ in chosen)]), tuple(place for _, place in chosen)

    def _parts(self, field: str, name: str, place: tuple[int, ...], holds: Holds, seat: int) -> Iterator[_Source]:
        """Return the entries that one integer is made of."""
        if holds.of in (SEAT, SEAT_SET):
            for who, other in around(seat, self.seats):
                yield _Source(Entry(f"{name}.{who}", 0, 1), field, place, other, 1)
        elif holds.packed:
            most = (1 << holds.width) - 1
            for part in range(holds.packed):
                yield _Source(Entry(f"{name}.{part}", 0, most), field, place, part * holds.width, most)
        else:
            yield _Source(Entry(name, LEAST, MOST), field, place, 0, ALL_BITS)


def around(first: int, count: int) -> list[tuple[str, int]]:
    """Return seats or sides in the order of play from one on, with their names."""
    return [(f"{LEFT}{step}" if step else OWN, (first + step) % count) for step in range(count)]


def words_of(state: State) -> Words:
    """Return the integers of a state."""
    found: list[int] = []
    for name, shape in state.SHAPES.items():
        value = getattr(state, name)
        if not shape:
            found.append(value)
        elif len(shape) == 1:
            found.extend(value)
        else:
            for row in value:
                found.extend(row)
    return np.array(found, np.int64)


def _first_words(state: State) -> dict[str, int]:
    """Return by field where its integers begin."""
    found, at = {}, 0
    for name, shape in state.SHAPES.items():
        found[name] = at
        at += prod(shape)
    return found


def mask_of(options: int, count: int) -> Numbers:
    """Return a bit set of options as an array of zeros and ones."""
    return (options >> np.arange(count) & 1).astype(np.int8)
