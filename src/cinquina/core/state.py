"""The state of a game: a fixed set of named integers and small lists of integers.

A game derives its own `State` and declares its fields:

    class State(core.State):
        action: int = number()
        dice: list[int] = numbers(6)
        rows: list[list[int]] = numbers(5, 4)

Rules change a state in place. All other code uses `Position`, which never changes.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, overload

ROLL, CHOICE, OVER = 0, 1, 2
"""The phases: dice are about to be thrown, seats are choosing, the game is over."""


class _Shape(tuple[int, ...]):
    """The lengths of a declared field: () is one integer, (5, 4) is five lists of four."""


def number() -> Any:
    """Declare an integer, initially zero."""
    return _Shape()


@overload
def numbers(length: int, /) -> list[int]: ...
@overload
def numbers(length: int, width: int, /) -> list[list[int]]: ...
def numbers(*shape: int) -> Any:
    """Declare a list of integers, or a list of such lists, initially zero."""
    return _Shape(shape)


class State:
    """The fields every game has; `SHAPES` has the names and lengths of all fields."""

    SHAPES: ClassVar[dict[str, tuple[int, ...]]] = {}
    _LISTS: ClassVar[tuple[str, ...]] = ()
    _NESTED: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that are lists of integers, and of those that are lists of such lists."""

    phase: int = number()
    seats: int = number()
    active: int = number()  # the seat whose turn it is; -1 until the starting player is known
    beginner: int = number()  # the starting seat; -1 until it is known
    waiting: int = number()  # bit set of the seats that may choose now
    window: int = number()  # how many windows of choices have been opened so far
    ending: int = number()  # bit set into the game's ENDINGS

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.SHAPES = cls.SHAPES | _declared(cls)
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


def _declared(cls: type) -> dict[str, tuple[int, ...]]:
    """Remove the declarations from a class, so that only instances have the fields."""
    found = {name: shape for name, shape in vars(cls).items() if isinstance(shape, _Shape)}
    for name in found:
        delattr(cls, name)
    return {name: tuple(shape) for name, shape in found.items()}


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [item[:] for item in value] if value and isinstance(value[0], list) else value[:]


State.SHAPES = _declared(State)
