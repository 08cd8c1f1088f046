"""The virtual dice of a live table: a cryptographic function of a secret seed.

Version 2, in use: HMAC-SHA-256 with the seed as key, over the table's code, the number of the game, the number of the
throw in it and the salts of the seats. Without the seed, no throw can be predicted from the others.

Version 1, for old records: the simulation's generator, seeded with 63 bits of a hash. Anybody who saw one throw of six
dice could compute all later ones, so it does not prove that nobody foresaw them. It only serves to check old records.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from cinquina.sim.luck import Luck

FORETELLABLE, CURRENT = 1, 2
"""The versions of the dice."""
CONTEXT = "cinquina dice 2"
BYTE_VALUES = 256
LUCK_BITS = 63


@dataclass(frozen=True, slots=True)
class DiceSource:
    """What the dice of a series are derived from; `salts` has one text per seat, empty where there is none."""

    version: int
    table: str
    seed: str
    salts: tuple[str, ...]

    def throw(self, game: int, number: int, sides: tuple[int, ...]) -> tuple[int, ...]:
        """Return the faces of a throw for dice with these numbers of sides; game and throw are counted from 0."""
        if self.version == FORETELLABLE:
            return self._luck(game, number).throw(sides)
        stream = self._stream(game, number)
        return tuple(_face(stream, faces) for faces in sides)

    @property
    def promise(self) -> str:
        """The hash of the seed, shown before the first throw."""
        return promise_of(self.seed)

    def _stream(self, game: int, number: int) -> Iterator[int]:
        """Yield an endless stream of bytes for one throw."""
        for block in count():
            fields = (CONTEXT, self.table, str(game), str(number), ".".join(self.salts), str(block))
            yield from hmac.digest(self.seed.encode(), "\n".join(fields).encode(), "sha256")

    def _luck(self, game: int, number: int) -> Luck:
        digest = hashlib.sha256(f"{self.seed} {'.'.join(self.salts)}".encode()).digest()
        return Luck(int.from_bytes(digest[:8], "big") >> 64 - LUCK_BITS, game, number)


def promise_of(seed: str) -> str:
    """Return the hash of a seed, which is shown before the first throw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def _face(stream: Iterator[int], sides: int) -> int:
    """Return the next face; bytes that would make small faces more likely are skipped."""
    fair = BYTE_VALUES - BYTE_VALUES % sides
    return next(byte for byte in stream if byte < fair) % sides + 1
