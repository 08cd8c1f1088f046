"""What a game is to the rest of the program: its constants and its functions, joined in `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cinquina.core import state
from cinquina.core.flow import LOT_WORD

MOST_OPTIONS = 63
"""A choice is one of at most so many options: a bit each in a 64-bit integer."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values as people spell them, the usual one first."""

    values: tuple[str, ...]
    seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """For a value that not every number of seats allows: the numbers that do."""

    @property
    def default(self) -> str:
        """The usual value."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Pad:
    """What a score pad has to know that is kept by people with dice of their own, who do not tell what they throw."""

    alike: tuple[str, ...] = ()
    """Dice that could change their faces with one another, and the same could be marked."""
    one_of: tuple[str, ...] = ()
    """Dice of which a player uses no more than one in a turn."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Of the numbers that say how much a player must do: those for the active player, with the names of those for
    everybody else. A pad asks for the smaller one, but for no less than the number for the active player can be."""


MOST_DIGITS = 5
"""No number that a designer may change is longer."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number of a game that a designer may change, or a table of them: the usual ones, and within what bounds."""

    usual: tuple[int, ...]
    least: int
    most: int

    @property
    def default(self) -> str:
        """The usual numbers as people spell them."""
        return spelled_numbers(self.usual)

    def allows(self, value: str) -> bool:
        """Whether a text spells as many numbers as there are, each within its bounds."""
        if len(value) > (MOST_DIGITS + 1) * len(self.usual):
            return False
        told = value.split(",")
        sound = all(text.removeprefix("-").isdecimal() and text.isascii() for text in told)
        return sound and len(told) == len(self.usual) and self._spells(value)

    def _spells(self, value: str) -> bool:
        """Whether these are numbers within the bounds, each in its one spelling."""
        numbers = numbers_spelled(value)
        return spelled_numbers(numbers) == value and all(self.least <= number <= self.most for number in numbers)


def spelled_numbers(numbers: tuple[int, ...]) -> str:
    """Numbers with commas between them."""
    return ",".join(map(str, numbers))


def numbers_spelled(text: str) -> tuple[int, ...]:
    """The inverse of `spelled_numbers`, for a text that has been checked."""
    return tuple(map(int, text.split(",")))


def number_in(options: Mapping[str, str], name: str) -> int:
    """The number an option has been set to."""
    return int(options[name])


def numbers_in(options: Mapping[str, str], name: str) -> list[int]:
    """The table an option has been set to."""
    return list(numbers_spelled(options[name]))


SHEET_OPTION = "sheet"
"""The option that says which sheet is played on, where a game has several."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The values of the option `begins` that name a seat."""


def beginner(options: Mapping[str, str]) -> int:
    """The seat plus one that the option `begins` names; 0 for the lot."""
    return 0 if options["begins"] == LOT_WORD else PLACES.index(options["begins"]) + 1


def who_begins(most_seats: int) -> Option:
    """The option `begins` of a game for up to so many seats: by lot, or the player at that place."""
    enough = {PLACES[seat]: tuple(range(seat + 1, most_seats + 1)) for seat in range(most_seats)}
    return Option((LOT_WORD, *enough), seats=enough)


Phrase = tuple[str, dict[str, int | str]]
"""The key of a sentence, and what the sentence mentions."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Rules:
    """One game. `join` makes it of the game's two files; what each member does is said in `joining`.

    States and options inside are integers; `core` checks before anything gets here. The functions that change a state
    (`start`, `land`, `apply`) trust their arguments. Those from `refusal` on are for people: they give reasons,
    spellings and pictures, and decide nothing. Every game has a state of its own, hence the `Any`.
    """

    NAME: str
    VERSION: int
    SEATS: tuple[int, ...]
    SERIES: int  # how many games a series may have; 0: as many as people like
    SIDE_COLOURS: tuple[str, ...]  # the chips of each side where all play on one board; else nothing
    OPTIONS: Mapping[str, Option]  # what people may agree on, `begins` among it
    NUMBERS: Mapping[str, Numbers]
    CHOICES: int
    DICE: tuple[str, ...]
    ENDINGS: tuple[str, ...]
    PARTS: tuple[str, ...]
    PASSING: str  # the key that `describe` gives for the option to do nothing; empty where there is none
    PAD: Pad  # how the sheet is kept where nobody tells the dice
    State: type[state.State]

    start: Callable[[Any, Mapping[str, str]], None]
    rolling: Callable[[Any], int]  # LOT while the beginner is drawn
    land: Callable[[Any, Sequence[int]], None]  # for the lot `faces[0]` says who begins
    legal: Callable[[Any, int], int]
    apply: Callable[[Any, int, int], None]
    score: Callable[[Any, int], int]  # what a seat's sheet is worth as it stands: the sum of its parts
    part: Callable[[Any, int, int], int]
    side: Callable[[Any, int], int]  # the team a seat plays for; its own number where everybody plays alone
    clash: Callable[[Mapping[str, str]], str]  # why options make no sense together: the key of the reason, or nothing

    refusal: Callable[[Any, int, int], str]
    spell: Callable[[Any, int, int], str]
    cell: Callable[[Any, int, int], str]
    describe: Callable[[Any, int, int], Phrase]
    question: Callable[[Any, int], Phrase]
    sheets_of: Callable[[Any, int], tuple[str, ...]]
    marks: Callable[[Any, int], tuple[dict[str, str], ...]]
    counted: Callable[
        [Any, int], tuple[dict[str, int], ...]
    ]  # by sheet, where points are counted: cell or band to points
    line: Callable[[Any], tuple[str, ...]]  # the cells of a line that has won, to strike through
    part_names: Callable[[Any], tuple[str, ...]]  # what PARTS are called on the sheet in use
    lost: Callable[[Any, int], tuple[str, ...]]  # the empty cells of the sheet in use that cannot be used any more
    dice_asked: Callable[[Any, int], int]  # the dice that the question to a waiting seat is about, as a bit set

    def __repr__(self) -> str:
        return f"<rules of {self.NAME}>"
