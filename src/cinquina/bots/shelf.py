"""Large things at hand, those used last, as many as there is room for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """A new thing takes the place of those that nobody has used for longest; it is put there however large it is."""

    def __init__(self, room: int, size: Callable[[Thing], int]) -> None:
        self.room = room
        self.size = size
        self._things: dict[Hashable, Thing] = {}  # those used last stand last
        self._lock = threading.Lock()

    def __contains__(self, name: Hashable) -> bool:
        return name in self._things

    def take(self, name: Hashable, make: Callable[[], Thing]) -> Thing:
        """A thing by its name, made if it is not there; others may take theirs meanwhile."""
        with self._lock:
            if name in self._things:
                self._things[name] = self._things.pop(name)
                return self._things[name]
        made = make()
        with self._lock:
            self._things[name] = made
            while len(self._things) > 1 and sum(map(self.size, self._things.values())) > self.room:
                del self._things[next(iter(self._things))]
        return made
