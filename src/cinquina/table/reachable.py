"""What a turn can write on a sheet, for any throw: found by playing all throws in a game with this sheet alone.

Every throw goes through `after` and every option comes from `legal`, so a pad needs no rules of its own. A turn is
identified by its marks; the throw and choices that lead to them are only an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

import msgspec

from cinquina.core import (
    CHOICE,
    ROLL,
    Choice,
    Event,
    Position,
    Roll,
    Rules,
    State,
    after,
    bits,
    dice_to_throw,
    legal_options,
)
from cinquina.core.position import FACES
from cinquina.sheets import step_mark, step_of
from cinquina.table.happenings import Played

encoded = msgspec.msgpack.Encoder().encode

Mark = tuple[str, str]
"""A cell, and what is written in it."""
TURN_OVER: Mark = ("", "turn")
"""Another sheet, or the other side, is used from now on."""
KNOWN_SHEETS = 64
SAMPLE = 16
"""How many questions are examined to find out why a cell cannot be marked."""
SEAT = 0
"""The only seat of a pad's own game."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Everything one turn can write: the marks, and the turns as bit sets of marks with events that write them.

    `reasons` says by cell, as a message key, why other cells cannot be marked.
    """

    marks: tuple[Mark, ...] = ()
    turns: dict[int, Played] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def offered(self, taken: Iterable[Mark], on_sheet: Iterable[str]) -> list[Mark]:
        """Return the marks that can come next in a turn; in a sequence of boxes or steps, only the first."""
        have = self._set(taken)
        steps = {*on_sheet, *(mark for _, mark in taken)}
        brings = self._brought(have)
        found = [place for place in brings if follows(self.marks[place], steps)]
        return [self.marks[place] for place in found if not self._has_one_before(place, brings)]

    def implied(self, taken: Iterable[Mark]) -> tuple[Mark, ...]:
        """Return the marks that every turn with these marks has."""
        have = self._set(taken)
        shared = -1
        for turn in self._with(have):
            shared &= turn
        return tuple(self.marks[place] for place in bits.members(shared & ~have)) if shared >= 0 else ()

    def rests(self, taken: Iterable[Mark]) -> Iterator[list[Mark]]:
        """Yield for every turn with these marks what else it writes."""
        have = self._set(taken)
        for turn in self._with(have):
            yield [self.marks[place] for place in bits.members(turn & ~have)]

    def events(self, taken: Iterable[Mark]) -> tuple[Event, ...] | None:
        """Return events that write exactly these marks; None when they are not a complete turn."""
        found = self.turns.get(self._set(taken))
        return None if found is None else events_of(found)

    def _with(self, have: int) -> list[int]:
        return [turn for turn in self.turns if turn & have == have]

    def _brought(self, have: int) -> dict[int, int]:
        """Map each mark that can come next to the marks that every turn with it has."""
        found: dict[int, int] = {}
        for turn in self._with(have):
            for place in bits.members(turn & ~have):
                found[place] = found.get(place, -1) & turn
        return dict(sorted(found.items()))

    def _has_one_before(self, place: int, brings: dict[int, int]) -> bool:
        """Whether a mark implies one of its kind that could be made without it."""
        others = [other for other in bits.members(brings[place]) if other in brings and other != place]
        alike = [other for other in others if self.marks[other][1] == self.marks[place][1]]
        return any(not bits.has(brings[other], place) for other in alike)

    def _set(self, marks: Iterable[Mark]) -> int:
        return sum(1 << self.marks.index(mark) for mark in marks)


def events_of(played: Played) -> tuple[Event, ...]:
    """Convert stored events back."""
    return tuple(Choice(SEAT, event) if isinstance(event, int) else Roll(event) for event in played)


def follows(mark: Mark, steps: set[str]) -> bool:
    """Whether a mark is not a step of a path, or the step before it exists."""
    step = step_of(mark[1])
    return step <= 1 or step_mark(step - 1) in steps


def is_at_rest(position: Position) -> bool:
    """Whether no throw is in progress: dice are about to be thrown, there are none, or the game is over."""
    return is_state_at_rest(position.now)


def is_state_at_rest(state: State) -> bool:
    """The same for a state."""
    return state.phase != CHOICE or not any(vars(state)["dice"])


def asks_before_throw(position: Position) -> bool:
    """Whether something about the sheet has to be chosen before the first throw."""
    if position.phase != CHOICE or not is_at_rest(position):
        return False
    now = sheets_and_marks(position)
    options = bits.members(legal_options(position, SEAT))
    return any(sheets_and_marks(after(position, Choice(SEAT, option))) != now for option in options)


def sheets_and_marks(position: Position) -> tuple[tuple[str, ...], tuple[dict[str, str], ...]]:
    """Return the player's sheets and their marks."""
    return position.rules.sheets_of(position.now, SEAT), position.marks(SEAT)


def sheet_in_use(position: Position) -> str:
    """Return the name of the sheet in use."""
    sheet: str = position.rules.sheets_of(position.now, SEAT)[0]
    return sheet


def marks_on(position: Position) -> dict[str, str]:
    """Return the marks on the sheet in use."""
    marks: dict[str, str] = position.marks(SEAT)[0]
    return marks


def written(before: Position, now: Position) -> frozenset[Mark]:
    """Return the new marks on the sheet that was in use before, and TURN_OVER if another one is in use now."""
    sheets, marks = sheets_and_marks(now)
    new = frozenset(marks[sheets.index(sheet_in_use(before))].items() - marks_on(before).items())
    return new if sheets[0] == sheet_in_use(before) else new | {TURN_OVER}


def throws(position: Position) -> Iterator[tuple[int, ...]]:
    """Yield throws that together allow every possible turn."""
    dice, pad = dice_to_throw(position), position.rules.PAD
    alike = [die for die in dice if die in pad.alike]
    one_of = [die for die in dice if die in pad.one_of]
    others = [die for die in dice if die not in (*alike, *one_of)]
    faces = range(1, FACES + 1)
    for first in combinations_with_replacement(faces, len(alike)):
        for same in faces if one_of else (0,):
            for rest in product(faces, repeat=len(others)):
                shown = dict(zip(alike, first, strict=True)) | dict.fromkeys(one_of, same)
                shown |= dict(zip(others, rest, strict=True))
                yield tuple(shown[die] for die in dice)


class Writing:
    """Computes the new marks of a state compared to a start, and whether another sheet is in use.

    Most states of a search differ only in their dice. So results are cached by the fields that were read for them:
    states with equal values there have the same marks.
    """

    def __init__(self, start: Position) -> None:
        self._rules = start.rules
        self._sheet = sheet_in_use(start)
        self._before = marks_on(start).items()
        self._fields: tuple[str, ...] = ()
        self._known: dict[bytes, frozenset[Mark]] = {}

    def __call__(self, state: State) -> frozenset[Mark]:
        """Return the marks that a state has and the start had not."""
        known = self._known.get(self._key(state))
        return self._found(state) if known is None else known

    def _key(self, state: State) -> bytes:
        fields = state.__dict__
        return encoded([fields[name] for name in self._fields])

    def _found(self, state: State) -> frozenset[Mark]:
        watched: Any = WatchedState(state)
        sheets, marks = self._rules.sheets_of(watched, SEAT), self._rules.marks(watched, SEAT)
        if not watched.fields_read.issubset(self._fields):
            self._fields = tuple(watched.fields_read.union(self._fields))
            self._known.clear()
        new = frozenset(marks[sheets.index(self._sheet)].items() - self._before)
        found = new if sheets[0] == self._sheet else new | {TURN_OVER}
        self._known[self._key(state)] = found
        return found


class WatchedState:
    """A state that records which of its fields are read."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.fields_read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.fields_read.add(name)
        return getattr(self.state, name)


def followers(start: Position, state: State) -> Iterator[tuple[int | tuple[int, ...], State]]:
    """Yield every possible next event with the state it leads to.

    Options come from `legal`, so they are applied without another check.
    """
    rules = start.rules
    if state.phase == ROLL:
        position = Position(rules, start.options, state, (), state)
        yield from ((faces, after(position, Roll(faces)).now) for faces in throws(position))
    elif state.phase == CHOICE:
        for option in bits.members(rules.legal(state, SEAT)):
            following = state.copy()
            rules.apply(following, SEAT, option)
            yield option, following


def played(
    start: Position, writing: Writing, wanted: frozenset[Mark] | None = None
) -> Iterator[tuple[State, Played, bool]]:
    """Yield the states of a turn, the events, and whether the turn is over; with `wanted`, only with marks from it."""
    stack: list[tuple[State, Played, bool]] = [(start.now, (), False)]
    seen: set[bytes] = set()
    while stack:
        state, events, thrown = stack.pop()
        yield state, events, False
        for event, following in followers(start, state):
            if wanted is not None and not writing(following) <= wanted:
                continue
            has_thrown = thrown or state.phase == ROLL
            if has_thrown and is_state_at_rest(following):
                yield following, (*events, event), True
                continue
            known = encoded(list(following.__dict__.values()))  # marks made in another order can lead to the same state
            if known not in seen:
                seen.add(known)
                stack.append((following, (*events, event), has_thrown))


def is_whole(position: Position, events: Iterable[Event]) -> bool:
    """Whether a throw has been played to its end."""
    return is_at_rest(position) and any(isinstance(event, Roll) for event in events)


@lru_cache(maxsize=KNOWN_SHEETS)
def possible(start: Position) -> Possible:
    """Compute everything that the next turn can write on a sheet."""
    found: dict[frozenset[Mark], Played] = {}
    asked: list[State] = []
    writing = Writing(start)
    for state, events, is_over in played(start, writing):
        if is_over:
            found.setdefault(writing(state), events)
        elif state.phase == CHOICE and len(asked) < SAMPLE and marks_a_cell(start.rules, state):
            asked.append(state)
    found.pop(frozenset(), None)
    marks = tuple(sorted(set().union(*found)))
    places = {mark: place for place, mark in enumerate(marks)}
    turns = {sum(1 << places[mark] for mark in turn): events for turn, events in found.items()}
    cells = {cell for cell, _ in marks}
    why = refusals(start.rules, asked)
    return Possible(marks, turns, {cell: reason for cell, reason in why.items() if cell not in cells})


def next_turn(start: Position) -> Possible:
    """The same; nothing while something has to be chosen before the first throw."""
    return Possible() if asks_before_throw(start) else possible(start)


def marks_a_cell(rules: Rules, state: State) -> bool:
    """Whether any legal option marks a cell."""
    return any(rules.cell(state, SEAT, option) for option in bits.members(rules.legal(state, SEAT)))


def refusals(rules: Rules, asked: list[State]) -> dict[str, str]:
    """Return the cells that are refused for the same reason in all these states, with the key of that reason."""
    found: dict[str, set[str]] = {}
    for state in asked:
        legal = rules.legal(state, SEAT)
        for option in range(rules.CHOICES):
            why = "" if bits.has(legal, option) else rules.refusal(state, SEAT, option)
            found.setdefault(rules.cell(state, SEAT, option), set()).add(why)
    return {cell: next(iter(why)) for cell, why in found.items() if cell and len(why) == 1 and "" not in why}


def turn_for(start: Position, marks: frozenset[Mark]) -> tuple[Event, ...] | None:
    """Find a throw and choices that write exactly these marks; None when there are none."""
    writing = Writing(start)
    for state, events, is_over in played(start, writing, marks):
        if is_over and writing(state) == marks:
            return events_of(events)
    return None
