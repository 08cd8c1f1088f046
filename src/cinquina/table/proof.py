"""Dice people can trust: the table's seed is committed to by its hash before the first throw, salted by every seat,
and shown when all is over. Whoever has the record can throw all dice again."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from cinquina.core import Refusal, Roll, faces_wanted
from cinquina.core.record import Game
from cinquina.sim.luck import Luck

LUCK_BITS = 63
PROOF_WORD = "# dice"
_line = re.compile(r"^# dice ([0-9a-f]{64}) ([0-9a-f.]*) ([0-9a-f]{64}) (\d{1,4})$")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the dice of a game were made of: the hash told before, the salts of all seats, the seed, its number."""

    commit: str
    salt: str
    seed: str
    game: int

    def line(self) -> str:
        """As it stands behind a record."""
        return f"{PROOF_WORD} {self.commit} {self.salt} {self.seed} {self.game}"


class BadProof(Refusal):
    """Dice that are not proved."""


def commitment(seed: str) -> str:
    """What is told of a seed before the first throw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def luck_of(seed: str, salt: str, game: int, thrown: int = 0) -> Luck:
    """The dice of a table: its seed, salted, and the number of the game at it."""
    digest = hashlib.sha256(f"{seed} {salt}".encode()).digest()
    return Luck(int.from_bytes(digest[:8], "big") >> 64 - LUCK_BITS, game, thrown)


def proof_in(text: str) -> Proof:
    """The proof that stands behind a record, or BadProof."""
    for line in text.splitlines():
        if line.startswith(PROOF_WORD):
            told = _line.match(line)
            if not told:
                raise BadProof("proof-unreadable")
            return Proof(told[1], told[2], told[3], int(told[4]))
    raise BadProof("proof-missing")


def without_proof(text: str) -> str:
    """The record alone."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def check(game: Game, proof: Proof) -> int:
    """Throw all dice of a game again; how many throws, or BadProof naming the first one that differs."""
    if commitment(proof.seed) != proof.commit:
        raise BadProof("proof-seed-differs")
    luck = luck_of(proof.seed, proof.salt, proof.game)
    now = game.back_to(0)
    throws = 0
    for event in game.events:
        if isinstance(event, Roll):
            throws += 1
            fair = luck.throw(faces_wanted(now.position))
            if fair != event.faces:
                shown = (" ".join(map(str, faces)) for faces in (fair, event.faces))
                raise BadProof("proof-throw-differs", throw=throws, fair=next(shown), found=next(shown))
        now = now.after(event)
    return throws
