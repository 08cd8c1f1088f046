"""Observations: every number has a name and keeps its bounds, seats alike read alike, and nothing secret is in."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from cinquina.core import CHOICE, Choice, Position, after, bits, legal_options, seen_by
from cinquina.games import GAMES
from cinquina.rl.observing import LEAST, MOST, Observer
from wander import Setup, next_event, positions

AT_ONCE = {"qwixx", "qwinto", "the-choice", "extra"}
"""Games in which several seats choose at the same time."""
SOME_GAMES, SOME_WINDOWS, SOME_OPTIONS = 4, 8, 4
SETUPS = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]


def observer_of(position: Position) -> Observer:
    return Observer(position.rules, position.seats, dict(position.options))


def seen(position: Position, seat: int) -> dict[str, int]:
    """What a seat sees, by name."""
    observer = observer_of(position)
    numbers = observer.see(seen_by(position, seat).position.now, seat)
    return dict(zip(observer.names, numbers.tolist(), strict=True))


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_every_entry_has_a_name_of_its_own_and_stays_within_its_bounds(name: str, seats: int) -> None:
    observer = Observer(GAMES[name], seats, {})
    space = observer.space()
    assert len(set(observer.names)) == len(observer.names)
    for seed in range(SOME_GAMES):
        for position in positions(Setup(name, seats, (), seed)):
            numbers = observer.see(position.now, seed % seats)
            assert numbers.dtype == np.int8
            assert numbers in space


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_what_states_declare_holds(name: str, seats: int) -> None:
    rules = GAMES[name]
    for position in positions(Setup(name, seats, (), 0)):
        for field, value in position.now.values().items():
            holds = rules.State.HOLDS[field]
            for number in flat(value):
                if holds.packed:
                    assert 0 <= number < 1 << holds.packed * holds.width, field
                elif holds.of == "seats":
                    assert 0 <= number < 1 << seats, field
                elif holds.of == "seat":
                    assert -1 <= number < seats, field
                elif not holds.follows:
                    assert number >= LEAST, field


def flat(value: Any) -> list[int]:
    """The integers of a field."""
    return [number for part in value for number in flat(part)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("name", GAMES)
def test_what_others_chose_in_the_open_window_is_not_seen(name: str) -> None:
    luck, game = random.Random(3), positions(Setup(name, GAMES[name].SEATS[-1], (), 5))
    windows = [position for position in game if position.phase == CHOICE and len(position.waiting) > 1]
    for position in luck.sample(windows, min(len(windows), SOME_WINDOWS)):
        viewer, other = luck.sample(position.waiting, 2)
        before = seen(position, viewer)
        for option in bits.members(legal_options(position, other))[:SOME_OPTIONS]:
            assert seen(after(position, Choice(other, option)), viewer) == before
    assert windows or name not in AT_ONCE


def test_a_seat_reads_its_own_sheet_first_wherever_it_sits() -> None:
    luck = random.Random(0)
    position = Setup("qwixx", 3, (("begins", "first"),), 0).opening()
    while position.phase == CHOICE or not position.now.sheet[2]:
        position = after(position, next_event(position, luck))
    sheet = position.now.sheet[2]
    for seat, place in ((2, "own"), (1, "left1"), (0, "left2")):
        assert sum(seen(position, seat)[f"sheet.{place}.{bit}"] << bit for bit in range(48)) == sheet


def test_partners_read_the_chips_of_their_side_as_their_own() -> None:
    *_, position = positions(Setup("sequence-dice", 4, (), 1))
    chips = [value for name, value in seen(position, 0).items() if name.startswith("chips.")]
    assert chips == [value for name, value in seen(position, 2).items() if name.startswith("chips.")]
    assert chips != [value for name, value in seen(position, 1).items() if name.startswith("chips.")]


def test_a_number_too_large_for_an_entry_is_the_largest_there_is() -> None:
    position = Setup("qwixx", 2, (), 0).opening()
    state = position.now.copy()
    state.window = 1000
    observer = observer_of(position)
    assert dict(zip(observer.names, observer.see(state, 0).tolist(), strict=True))["window"] == MOST
