"""Positions, and the checked functions that change them: `opening`, then `after` for one event at a time.

A window of choices is open while seats are waiting. The choices made in it (`answers`) are stored apart from the state
in which it opened, so that a view can leave out secret choices and a choice can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cinquina.core import bits
from cinquina.core.flow import LOT, seat_players
from cinquina.core.rules import NO_OPTION, Numbers, Option, Phrase, Rules, beginner
from cinquina.core.state import CHOICE, OVER, ROLL, State
from cinquina.core.text import shortened

Result = TypeVar("Result")
FACES = 6
"""Every die of every game has six faces."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw: a face for each die that was thrown, in the game's order of dice."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat's choice of an option."""

    seat: int
    option: int


Event = Roll | Choice


class Refusal(Exception):
    """Something that is not allowed; `reason` is the key of the rule, `details` has the values in its sentence."""

    def __init__(self, reason: str, **details: int | str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


class IllegalMove(Refusal):
    """An event that the rules forbid."""


class IllegalSetup(Refusal):
    """An invalid number of seats, option or name."""


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a game. Do not change the states in it: `after` returns a new position."""

    rules: Rules
    options: tuple[tuple[str, str], ...]
    opened: State
    answers: tuple[Choice, ...]
    now: State
    _known: dict[tuple[object, int], Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """By function of the rules and seat, what was computed once."""

    @property
    def phase(self) -> int:
        """ROLL, CHOICE or OVER."""
        return self.now.phase

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.now.seats

    @property
    def active(self) -> int:
        """The seat whose turn it is; -1 until the starting player is known."""
        return self.now.active

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may choose now."""
        return bits.members(self.now.waiting)

    @property
    def window(self) -> int:
        """The number of the open window; a click for any other window is stale."""
        return self.now.window

    def of_seat(self, function: Callable[[Any, int], Result], seat: int) -> Result:
        """Return what a function of the rules says about a seat, computed once; it must not be changed."""
        key = function, seat
        known: Result | None = self._known.get(key)
        if known is None:
            known = self._known[key] = function(self.now, seat)
        return known

    def marks(self, seat: int) -> tuple[dict[str, str], ...]:
        """Return the marks on each of a seat's sheets."""
        return self.of_seat(self.rules.marks, seat)

    def question(self, seat: int) -> Phrase:
        """Return what a seat is asked, or would be."""
        return self.of_seat(self.rules.question, seat)

    def score(self, seat: int) -> int:
        """Return the current score of a seat."""
        return self.of_seat(self.rules.score, seat)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see: a position without the others' open answers, and without who has answered."""

    position: Position


def opening(rules: Rules, seats: int, options: Mapping[str, str] | None = None) -> Position:
    """Return the first position of a game; IllegalSetup if the game does not have these seats or options."""
    chosen = full_options(rules, seats, options or {})
    state = rules.State()
    seat_players(state, seats, beginner(chosen))
    rules.start(state, chosen)
    return Position(rules, tuple(chosen.items()), state, (), state)


def full_options(rules: Rules, seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Check the given options and return all options of a game, with defaults for those that are missing."""
    if seats not in rules.SEATS:
        raise IllegalSetup("no-such-seats", seats=seats, possible=_listed(rules.SEATS))
    for name, value in options.items():
        check_option(rules, name, value)
        fitting = rules.OPTIONS[name].seats.get(value, (seats,)) if name in rules.OPTIONS else (seats,)
        if seats not in fitting:
            raise IllegalSetup("option-needs-seats", name=name, value=value, seats=seats, possible=_listed(fitting))
    chosen = {name: options.get(name, option.default) for name, option in all_options(rules).items()}
    check_together(rules, chosen)
    return chosen


def check_together(rules: Rules, options: Mapping[str, str]) -> None:
    """Refuse options that are valid one by one but not together."""
    reason = rules.clash(options)
    if reason:
        raise IllegalSetup(f"{rules.NAME}.{reason}", **options)


def all_options(rules: Rules) -> dict[str, Option | Numbers]:
    """Return the options that players agree on, then the numbers that a designer may change."""
    return {**rules.OPTIONS, **rules.NUMBERS}


def check_option(rules: Rules, name: str, value: str) -> None:
    """Refuse an unknown option, or an invalid value of an option."""
    if name in rules.NUMBERS:
        check_numbers(name, rules.NUMBERS[name], value)
        return
    if name not in rules.OPTIONS:
        raise IllegalSetup("no-such-option-name", name=shortened(name), possible=_listed(all_options(rules)))
    values = rules.OPTIONS[name].values
    if value not in values:
        raise IllegalSetup("no-such-option-value", name=name, value=shortened(value), possible=_listed(values))


def check_numbers(name: str, numbers: Numbers, value: str) -> None:
    """Refuse a text that is not the right count of numbers, or has a number out of bounds."""
    if not numbers.allows(value):
        bounds = {"count": len(numbers.usual), "least": numbers.least, "most": numbers.most}
        raise IllegalSetup("no-such-numbers", name=name, value=shortened(value), usual=numbers.default, **bounds)


def _listed(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)


def after(position: Position, event: Event) -> Position:
    """Return the position after an event, or raise IllegalMove; the given position does not change."""
    check_phase(position, event)
    state = position.now.copy()
    if isinstance(event, Roll):
        position.rules.land(state, _by_die(position, event.faces))
        return Position(position.rules, position.options, state, (), state)
    check_choice(position, event)
    position.rules.apply(state, event.seat, event.option)
    if state.window != position.now.window or state.phase != CHOICE:
        return Position(position.rules, position.options, state, (), state)
    # Sorted by seat, each seat's answers in order, so that the result does not show who answered first.
    answers = tuple(sorted((*position.answers, event), key=lambda answer: answer.seat))
    return Position(position.rules, position.options, position.opened, answers, state)


def after_stops(position: Position) -> Position | None:
    """Return the position once all waiting seats have ended their answers without a mark; None where one cannot."""
    rules, state = position.rules, position.now.copy()
    while state.phase == CHOICE and state.window == position.window:
        seat = bits.lowest(state.waiting)
        stop = rules.stop(state, seat)
        if stop == NO_OPTION:
            return None
        rules.apply(state, seat, stop)
    return Position(rules, position.options, state, (), state)


def check_phase(position: Position, event: Event) -> None:
    """Refuse a throw when a choice is due, a choice when a throw is due, and any event after the end."""
    if position.phase == OVER:
        raise IllegalMove("game-over")
    if isinstance(event, Roll) and position.phase != ROLL:
        raise IllegalMove("choose-first")
    if isinstance(event, Choice) and position.phase != CHOICE:
        raise IllegalMove("throw-first")


def check_choice(position: Position, choice: Choice) -> None:
    """Refuse a choice that the seat may not make, with the rule that forbids it."""
    rules, state = position.rules, position.now
    check_seat(position, choice.seat)
    if choice.seat not in position.waiting:
        raise IllegalMove("not-asked", seat=choice.seat)
    if not 0 <= choice.option < rules.CHOICES:
        raise IllegalMove("no-such-option", option=choice.option)
    if not bits.has(legal_options(position, choice.seat), choice.option):
        raise IllegalMove(rules.refusal(state, choice.seat, choice.option))


def check_seat(position: Position, seat: int) -> None:
    """Refuse a seat that does not exist."""
    if not 0 <= seat < position.seats:
        raise IllegalMove("no-such-seat", seat=seat)


def dice_to_throw(position: Position) -> tuple[str, ...]:
    """Return the ids of the dice to throw; empty during the lot, or when no throw is due."""
    mask = position.rules.rolling(position.now) if position.phase == ROLL else 0
    return () if mask == LOT else tuple(position.rules.DICE[die] for die in bits.members(mask))


def is_lot(position: Position) -> bool:
    """Return whether the next event is the lot, which chooses the starting player."""
    return position.phase == ROLL and position.rules.rolling(position.now) == LOT


def faces_shown(position: Position) -> list[int]:
    """Return what each die of the game shows, in the game's order of dice; 0 for one that is not in use."""
    faces: list[int] = vars(position.now)["dice"]
    return faces


def faces_wanted(position: Position) -> tuple[int, ...]:
    """Return the number of faces of each thing to throw: 6 for a die, the number of seats for the lot."""
    return (position.seats,) if is_lot(position) else (FACES,) * len(dice_to_throw(position))


def _by_die(position: Position, faces: tuple[int, ...]) -> list[int]:
    """Return the faces of a throw indexed by die, or raise IllegalMove."""
    wanted = faces_wanted(position)
    if len(faces) != len(wanted):
        raise IllegalMove("wrong-number-of-dice", given=len(faces), wanted=len(wanted))
    for face, most in zip(faces, wanted, strict=True):
        if not 1 <= face <= most:
            raise IllegalMove("no-such-face", face=face, most=most)
    if is_lot(position):
        return list(faces)
    landed = [0] * len(position.rules.DICE)
    for die, face in zip(bits.members(position.rules.rolling(position.now)), faces, strict=True):
        landed[die] = face
    return landed


def legal_options(position: Position, seat: int) -> int:
    """Return the options of a seat as a bit set; empty unless it is waiting."""
    return position.of_seat(position.rules.legal, seat) if seat in position.waiting else 0


def refusal(position: Position, seat: int, option: int) -> str:
    """Return the key of the rule that forbids an option to a seat; empty if the option is legal."""
    is_legal = bits.has(position.of_seat(position.rules.legal, seat), option)
    return "" if is_legal else position.rules.refusal(position.now, seat, option)


def undo(position: Position, seat: int) -> Position:
    """Undo a seat's newest choice in the open window; IllegalMove if it has made none there."""
    mine = [place for place, answer in enumerate(position.answers) if answer.seat == seat]
    if not mine:
        raise IllegalMove("nothing-to-undo", seat=seat)
    rest = position.answers[: mine[-1]] + position.answers[mine[-1] + 1 :]
    return _reopened(position, rest)


def seen_by(position: Position, seat: int | None) -> View:
    """Return what a seat may see (None: an onlooker): everything except others' choices in the open window."""
    seen = tuple(answer for answer in position.answers if answer.seat == seat)
    return View(position if seen == position.answers else _reopened(position, seen))


def _reopened(position: Position, answers: tuple[Choice, ...]) -> Position:
    """Return the open window with only these answers."""
    state = position.opened.copy()
    for answer in answers:
        position.rules.apply(state, answer.seat, answer.option)
    return Position(position.rules, position.options, position.opened, answers, state)
