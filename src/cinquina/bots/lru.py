"""A cache of large objects: those used last are kept, up to a total size."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class LruCache(Generic[Thing]):
    """A thing that is added takes the place of those used longest ago; it is kept however large it is."""

    def __init__(self, capacity: int, size: Callable[[Thing], int]) -> None:
        self.capacity = capacity
        self.size = size
        self._things: dict[Hashable, Thing] = {}  # those used last come last
        self._lock = threading.Lock()

    def __contains__(self, name: Hashable) -> bool:
        return name in self._things

    def get(self, name: Hashable, make: Callable[[], Thing]) -> Thing:
        """Return a thing by its name, made if it is not there; other threads may get theirs meanwhile."""
        with self._lock:
            if name in self._things:
                self._things[name] = self._things.pop(name)
                return self._things[name]
        made = make()
        with self._lock:
            self._things[name] = made
            while len(self._things) > 1 and sum(map(self.size, self._things.values())) > self.capacity:
                del self._things[next(iter(self._things))]
        return made
