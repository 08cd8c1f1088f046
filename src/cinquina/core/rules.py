"""The interface of a game to the rest of the program: its constants and its functions, in `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cinquina.core import state
from cinquina.core.flow import LOT_WORD

MOST_OPTIONS = 63
"""The maximum number of options: one bit each in a 64-bit integer."""
NO_OPTION = -1
"""What `stop` returns where a seat has to go on."""


@dataclass(frozen=True, slots=True)
class Option:
    """A variant that players agree on: its values as text, the default first."""

    values: tuple[str, ...]
    seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """For a value that needs certain numbers of seats: those numbers."""

    @property
    def default(self) -> str:
        """The default value."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Pad:
    """What a score pad must know about a game when people throw their own dice and do not enter them."""

    alike: tuple[str, ...] = ()
    """Dice that are interchangeable: swapping their faces allows the same marks."""
    one_of: tuple[str, ...] = ()
    """Dice of which a player uses at most one in a turn."""
    others: Mapping[str, str] = field(default_factory=dict)
    """For each number that says how much the active player must do: the name of the same number for the others. A pad
    requires the smaller one, but at least the lower bound of the number for the active player.
    """


MOST_DIGITS = 5
"""The maximum number of digits in a number that a designer may change."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number of a game that a designer may change, or a table of numbers: the default and the bounds."""

    usual: tuple[int, ...]
    least: int
    most: int

    @property
    def default(self) -> str:
        """The default numbers as text."""
        return spelled_numbers(self.usual)

    def allows(self, value: str) -> bool:
        """Return whether a text has the right count of numbers, each within the bounds."""
        if len(value) > (MOST_DIGITS + 1) * len(self.usual):
            return False
        texts = value.split(",")
        are_numbers = all(text.removeprefix("-").isdecimal() and text.isascii() for text in texts)
        return are_numbers and len(texts) == len(self.usual) and self._spells(value)

    def _spells(self, value: str) -> bool:
        """Return whether the numbers are within the bounds and in their canonical form."""
        numbers = numbers_spelled(value)
        return spelled_numbers(numbers) == value and all(self.least <= number <= self.most for number in numbers)


def spelled_numbers(numbers: tuple[int, ...]) -> str:
    """Join numbers with commas."""
    return ",".join(map(str, numbers))


def numbers_spelled(text: str) -> tuple[int, ...]:
    """Split a checked text into numbers; the inverse of `spelled_numbers`."""
    return tuple(map(int, text.split(",")))


def number_in(options: Mapping[str, str], name: str) -> int:
    """Return the value of an option that is a number."""
    return int(options[name])


def numbers_in(options: Mapping[str, str], name: str) -> list[int]:
    """Return the value of an option that is a table of numbers."""
    return list(numbers_spelled(options[name]))


SHEET_OPTION = "sheet"
"""The option that chooses the sheet, in games with several sheets."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The values of the option `begins` that name a seat."""


def beginner(options: Mapping[str, str]) -> int:
    """Return the seat that the option `begins` names, plus one; 0 for the lot."""
    return 0 if options["begins"] == LOT_WORD else PLACES.index(options["begins"]) + 1


def who_begins(most_seats: int) -> Option:
    """Return the option `begins` for a game with up to `most_seats` seats: the lot, or the player at a place."""
    enough = {PLACES[seat]: tuple(range(seat + 1, most_seats + 1)) for seat in range(most_seats)}
    return Option((LOT_WORD, *enough), seats=enough)


Phrase = tuple[str, dict[str, int | str]]
"""The key of a sentence, and the values that the sentence mentions."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Rules:
    """One game. `join` makes it from the game's two files; `joining` documents most members.

    States and options are integers. The functions that change a state (`start`, `land`, `apply`) trust their arguments:
    `core` checks them first. The functions from `refusal` on are for people: they return reasons, texts and marks, and
    contain no rules. Every game has its own state class, hence the `Any`.
    """

    NAME: str
    VERSION: int
    SEATS: tuple[int, ...]
    SERIES: int  # how many games a series may have; 0: no limit
    SIDE_COLOURS: tuple[str, ...]  # the colour of each side's chips if all play on one board; else empty
    SHARED_BOARD: bool  # whether all play on one board, and not each on a sheet of their own
    PASSES: bool  # whether players may end an answer without a mark
    POINTS: bool  # whether points are counted; else a game is only won or lost, and its score tells which
    OPTIONS: Mapping[str, Option]  # what players agree on, including `begins`
    NUMBERS: Mapping[str, Numbers]
    CHOICES: int
    DICE: tuple[str, ...]
    ENDINGS: tuple[str, ...]
    PARTS: tuple[str, ...]
    PAD: Pad  # for score pads, which do not know the dice
    State: type[state.State]

    start: Callable[[Any, Mapping[str, str]], None]
    rolling: Callable[[Any], int]  # LOT while the starting player is drawn
    land: Callable[[Any, Sequence[int]], None]  # for the lot, `faces[0]` is the starting seat plus one
    legal: Callable[[Any, int], int]
    apply: Callable[[Any, int, int], None]
    score: Callable[[Any, int], int]  # a seat's current score: the sum of its parts
    part: Callable[[Any, int, int], int]
    side: Callable[[Any, int], int]  # the team a seat plays for; its own number if everybody plays alone
    clash: Callable[[Mapping[str, str]], str]  # why options are invalid together: the key of the reason, or empty

    refusal: Callable[[Any, int, int], str]  # only of options that are not legal; `core.refusal` asks that first
    spell: Callable[[Any, int, int], str]
    cell: Callable[[Any, int, int], str]
    describe: Callable[[Any, int, int], Phrase]
    question: Callable[[Any, int], Phrase]
    sheets_of: Callable[[Any, int], tuple[str, ...]]
    sheet_numbers: Callable[
        [Any, int], tuple[int, ...]
    ]  # by sheet: its place in the order of play; 0 if there is no order
    marks: Callable[[Any, int], tuple[dict[str, str], ...]]
    counted: Callable[
        [Any, int], tuple[dict[str, int], ...]
    ]  # by sheet, where points are written: cell or band to points
    line: Callable[[Any], tuple[str, ...]]  # the cells of the winning line, to strike through
    part_names: Callable[[Any], tuple[str, ...]]  # the names of PARTS on the sheet in use
    closed: Callable[[Any, int], tuple[str, ...]]  # the rows that a seat's marks have closed for everybody
    score_tables: Callable[[Any], Mapping[str, tuple[int, ...]]]  # those of the sheet that a number may change
    lost: Callable[[Any, int], tuple[str, ...]]  # the empty cells of the sheet in use that can no longer be used
    dice_asked: Callable[[Any, int], int]  # the dice that the question to a waiting seat is about, as a bit set
    dice_of: Callable[[Any, int, int], tuple[int, ...]]  # the dice an option uses, in groups of bit sets
    told: Callable[[Any, int, int], tuple[str, ...]]  # the cells that the text of an option mentions
    supply: Callable[[Any, int], tuple[int, int]]  # how many chips a seat's side has left, and of how many
    legend: Callable[
        [Any], tuple[Phrase, ...]
    ]  # what the board reminds of, such as sums that do something; `now` if thrown, `look` if drawn otherwise
    # from the states before and after the last throw: the seats that brought an ending about, as a bit set
    enders: Callable[[Any, Any, str], int]
    is_out: Callable[[Any, int], bool]  # whether a seat has finished while others play on
    is_leaving: Callable[[Any, int], bool]  # whether a seat has finished, or does so with the throw on the table
    # from the states before and after: what the rules did for a seat by themselves, after an option or (-1) a throw
    forced_steps: Callable[[Any, Any, int, int], tuple[Phrase, ...]]
    # from the states before and after an option: what speaks for or against it, beyond cells, points and the end
    reasons: Callable[[Any, Any, int, int], tuple[Phrase, ...]]
    turned: Callable[[Any, Any, int], Phrase]  # from the states before and after: how a seat came to its next sheet
    stop: Callable[[Any, int], int]  # the option that ends a seat's answer without a mark (pass, keep, done); else -1
    # from the states before and after a throw that helps to decide who begins: what it did, with the `sum` thrown
    throw_off: Callable[[Any, Any], Phrase]

    def __repr__(self) -> str:
        return f"<rules of {self.NAME}>"
