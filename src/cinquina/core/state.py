"""The state of a game: a fixed set of named integers and small lists of integers.

A game derives its own `State` and declares its fields:

    class State(core.State):
        action: int = number()
        dice: list[int] = numbers(6)
        rows: list[list[int]] = numbers(5, 4)

A declaration may also say what its integers hold, for programs that learn from states:

        cells: list[int] = numbers(4, by=SEAT, packed=27)  # bit sets, one for each seat

Rules change a state in place. All other code uses `Position`, which never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self, overload

ROLL, CHOICE, OVER = 0, 1, 2
"""The phases: dice are about to be thrown, seats are choosing, the game is over."""


SEAT, SEAT_SET, SIDE = "seat", "seats", "side"
"""What an integer names, or what a list has a place for: a seat (-1: none), a bit set of seats, a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds:
    """What the integers of a field hold."""

    packed: int = 0
    """This many small numbers are packed into each integer, the first one lowest; 0: it is one number."""
    width: int = 1
    """The bits of each of these numbers; 1: the integer is a bit set."""
    of: str = ""
    """SEAT or SEAT_SET, if an integer names seats."""
    by: str = ""
    """SEAT or SIDE, if a list has a place for each."""
    follows: bool = False
    """Whether all of it follows from other fields, or from what was agreed before the game."""


@dataclass(frozen=True, slots=True)
class _Field:
    """A declared field. Its shape has the lengths: () is one integer, (5, 4) is five lists of four."""

    shape: tuple[int, ...]
    holds: Holds


def number(*, packed: int = 0, width: int = 1, of: str = "", follows: bool = False) -> Any:
    """Declare an integer, initially zero; `Holds` explains the arguments."""
    return _Field((), Holds(packed=packed, width=width, of=of, follows=follows))


@overload
def numbers(length: int, /, *, by: str = "", packed: int = 0, width: int = 1, follows: bool = False) -> list[int]: ...
@overload
def numbers(
    length: int, second: int, /, *, by: str = "", packed: int = 0, width: int = 1, follows: bool = False
) -> list[list[int]]: ...
def numbers(*shape: int, **holds: Any) -> Any:
    """Declare a list of integers, or a list of such lists, initially zero; `Holds` explains the other arguments."""
    return _Field(shape, Holds(**holds))


class State:
    """The fields every game has; `SHAPES` has the names and lengths of all fields, `HOLDS` what is in them."""

    SHAPES: ClassVar[dict[str, tuple[int, ...]]] = {}
    HOLDS: ClassVar[dict[str, Holds]] = {}
    _LISTS: ClassVar[tuple[str, ...]] = ()
    _NESTED: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that are lists of integers, and of those that are lists of such lists."""

    phase: int = number()
    seats: int = number(follows=True)
    active: int = number(of=SEAT)  # the seat whose turn it is; -1 until the starting player is known
    beginner: int = number(of=SEAT)  # the starting seat; -1 until it is known
    waiting: int = number(of=SEAT_SET)  # bit set of the seats that may choose now
    window: int = number()  # how many windows of choices have been opened so far
    ending: int = number()  # bit set into the game's ENDINGS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _declare(cls)
        cls._LISTS = tuple(name for name, shape in cls.SHAPES.items() if len(shape) == 1)
        cls._NESTED = tuple(name for name, shape in cls.SHAPES.items() if len(shape) > 1)

    def __init__(self, **values: Any) -> None:
        unknown = values.keys() - self.SHAPES.keys()
        if unknown:
            raise TypeError(f"no such fields: {', '.join(sorted(unknown))}")
        for name, shape in self.SHAPES.items():
            setattr(self, name, _copied(values[name]) if name in values else _zeros(shape))

    def copy(self) -> Self:
        """Return an equal state that shares nothing with this one."""
        twin = object.__new__(type(self))
        fields = twin.__dict__ = self.__dict__.copy()
        for name in self._LISTS:
            fields[name] = fields[name][:]
        for name in self._NESTED:
            fields[name] = list(map(list.copy, fields[name]))
        return twin

    def values(self) -> dict[str, Any]:
        """Return all fields by name, as plain integers and lists: `type(s)(**s.values()) == s`."""
        return {name: _copied(getattr(self, name)) for name in self.SHAPES}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.SHAPES)
        return f"{type(self).__name__}({fields})"


def _declare(cls: type[State]) -> None:
    """Note the declarations of a class and remove them, so that only instances have the fields."""
    found = {name: field for name, field in vars(cls).items() if isinstance(field, _Field)}
    for name in found:
        delattr(cls, name)
    cls.SHAPES = cls.SHAPES | {name: field.shape for name, field in found.items()}
    cls.HOLDS = cls.HOLDS | {name: field.holds for name, field in found.items()}


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [item[:] for item in value] if value and isinstance(value[0], list) else value[:]


_declare(State)
