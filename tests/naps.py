"""Work that takes some time or kills, in a module that loads at once."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Naps:
    """Work whose first pieces take longest."""

    first: int
    count: int

    def done(self) -> tuple[int, int]:
        time.sleep(max(0.0, 0.3 - 0.1 * self.first))
        return self.first, os.getpid()


@dataclass(frozen=True)
class Faulty:
    """Work that cannot be done."""

    first: int
    count: int

    def done(self) -> int:
        raise ValueError("no such thing here")


@dataclass(frozen=True)
class Deadly:
    """Work that kills the process doing it."""

    first: int
    count: int

    def done(self) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


@dataclass(frozen=True)
class Mortal:
    """Work that kills the first process doing a piece of it; a file tells that it has."""

    work: Any
    killed: Path
    first: int
    count: int

    def done(self) -> Any:
        try:
            self.killed.touch(exist_ok=False)
        except FileExistsError:
            return replace(self.work, first=self.first, count=self.count).done()
        os.kill(os.getpid(), signal.SIGKILL)
        return None
