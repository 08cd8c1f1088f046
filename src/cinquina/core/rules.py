"""What a game is: a module with these names, importing nothing but `core` and its sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

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


Clash = Callable[[Mapping[str, str]], str]
"""An optional function of a game, `clash`: given all options with their values, the key of the reason why they make no
sense together; empty when they do."""


PartNames = Callable[[Any], tuple[str, ...]]
"""An optional function of a game, `part_names`: given a state, what its PARTS are called on the sheet in use."""


class Rules(Protocol):
    """One game. States and options inside are integers; `core` checks before anything gets here.

    The verbs that change a state (`start`, `land`, `apply`) trust their arguments. Those from `refusal` on are for
    people: they give reasons, spellings and pictures, and decide nothing.

    A state has a field `dice`: the faces as they lie, in the order of DICE, 0 for a die that is not in use.

    A game may also have the functions `clash` and `part_names` (see `Clash` and `PartNames`).
    """

    NAME: str
    VERSION: int  # bumped when any position, option or score comes out different
    SEATS: tuple[int, ...]
    SERIES: int  # how many games a series may have; 0: as many as people like
    SIDE_COLOURS: tuple[str, ...]  # the chips of each side where all play on one board; else nothing
    OPTIONS: Mapping[str, Option]  # what people may agree on
    NUMBERS: Mapping[str, Numbers]  # what a designer may change; options as well, by other names than those
    CHOICES: int  # options are numbered 0 to CHOICES - 1, at most MOST_OPTIONS
    DICE: tuple[str, ...]  # ids of the dice as the sheet names them; the order of every throw
    ENDINGS: tuple[str, ...]  # why a game can end, in the order of the bits of `ending`
    PARTS: tuple[str, ...]  # what a score is made of, by the places of `part`
    PAD: Pad  # how the sheet is kept where nobody tells the dice
    State: Any

    def start(self, s: Any, seats: int, options: Mapping[str, str]) -> None:
        """Set up a new state for so many seats."""

    def rolling(self, s: Any) -> int:
        """The dice about to be thrown, as a bit set; LOT while the beginner is drawn."""

    def land(self, s: Any, faces: Any) -> None:
        """The dice have fallen: `faces[die]` for each die of `rolling`; for the lot `faces[0]`."""

    def legal(self, s: Any, seat: int) -> int:
        """The options of a waiting seat, as a bit set."""

    def apply(self, s: Any, seat: int, option: int) -> None:
        """A waiting seat has chosen a legal option."""

    def score(self, s: Any, seat: int) -> int:
        """What the seat's sheet is worth as it stands."""

    def part(self, s: Any, seat: int, place: int) -> int:
        """What one of PARTS brings; together they are the score."""

    def side(self, s: Any, seat: int) -> int:
        """The team a seat plays for; its own number where everybody plays alone."""

    def refusal(self, s: Any, seat: int, option: int) -> str:
        """The key of the rule that forbids an option to a waiting seat; empty when it is legal."""

    def spell(self, s: Any, seat: int, option: int) -> str:
        """An option as people write it; no two options of one choice are spelled alike."""

    def cell(self, s: Any, seat: int, option: int) -> str:
        """The cell of the seat's sheet that an option marks; empty when it marks none."""

    def describe(self, s: Any, seat: int, option: int) -> tuple[str, dict[str, int | str]]:
        """What an option does, for a sentence: a key, and what it mentions (`cell`, `colour`, numbers)."""

    def question(self, s: Any, seat: int) -> tuple[str, dict[str, int | str]]:
        """What is asked of a waiting seat: a key, and the numbers its sentence mentions."""

    def sheets_of(self, s: Any, seat: int) -> tuple[str, ...]:
        """The names of the sheets that lie before a seat, the one in use first."""

    def marks(self, s: Any, seat: int) -> tuple[dict[str, str], ...]:
        """What is written on each of those sheets: cell id to mark."""

    def counted(self, s: Any, seat: int) -> tuple[dict[str, int], ...]:
        """Where on each of those sheets the score is counted: band or cell id to points; nothing where a win counts."""

    def line(self, s: Any) -> tuple[str, ...]:
        """The cells of a line that has won, to strike through; nothing where games are won by points."""
