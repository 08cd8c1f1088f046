"""The proof of a game's dice: a line after its record, and the checks it allows.

A record proves nothing by itself: whoever forges one can forge its proof. The evidence is outside the record: the
promise (the seed's hash) that everybody was shown before the first throw, and the salt that each player's page sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from cinquina.core import OVER, Refusal, Roll, faces_wanted, is_lot
from cinquina.core.record import BOT_PREFIX, Game
from cinquina.table.dice import CURRENT, FORETELLABLE, DiceSource, promise_of

PROOF_WORD = "# dice"
NO_SALT = "-"
_HASH, _SALT = r"[0-9a-f]{64}", r"[0-9a-f]{0,32}"
_current = re.compile(
    rf"# dice 2 (\S{{1,40}}) (\d{{1,4}}) ({_HASH}) ({_HASH}) ((?:-|[0-9a-f]{{1,32}})(?:\.(?:-|[0-9a-f]{{1,32}}))*)"
)
_old = re.compile(rf"# dice ({_HASH}) ({_SALT}(?:\.{_SALT})*) ({_HASH}) (\d{{1,4}})")


class BadProof(Refusal):
    """There is no proof to check."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record says about its dice: the promise, their source, and the number of the game at its table."""

    promise: str
    source: DiceSource
    game: int

    def line(self) -> str:
        """Return the line that follows a record."""
        source = self.source
        if source.version == FORETELLABLE:
            return f"{PROOF_WORD} {self.promise} {'.'.join(source.salts)} {source.seed} {self.game}"
        salts = ".".join(salt or NO_SALT for salt in source.salts)
        return f"{PROOF_WORD} {CURRENT} {source.table} {self.game} {self.promise} {source.seed} {salts}"


def proof_of(source: DiceSource, game: int) -> Proof:
    """Return the proof of a game whose seed may be shown."""
    return Proof(source.promise, source, game)


def proof_in(text: str) -> Proof:
    """Read the proof after a record, or raise BadProof."""
    lines = [line for line in text.splitlines() if line.startswith(PROOF_WORD)]
    if not lines:
        raise BadProof("proof-missing")
    if len(lines) > 1:
        raise BadProof("proof-twice")
    if found := _current.fullmatch(lines[0]):
        salts = tuple("" if salt == NO_SALT else salt for salt in found[5].split("."))
        return Proof(found[3], DiceSource(CURRENT, found[1], found[4], salts), int(found[2]))
    if found := _old.fullmatch(lines[0]):
        return Proof(found[1], DiceSource(FORETELLABLE, "", found[3], tuple(found[2].split("."))), int(found[4]))
    raise BadProof("proof-unreadable")


def without_proof(text: str) -> str:
    """Return the record without its proof."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


# --- checking --------------------------------------------------------------------------------------------------------

State = Literal["right", "wrong", "unknown"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check; `key` and `state` name its sentence, `details` are the values in it."""

    key: str
    state: State
    details: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Witness:
    """What somebody saved at the table: the promise they were shown, and salts by seat."""

    promise: str = ""
    salts: Mapping[int, str] = field(default_factory=dict)


def checks(game: Game, proof: Proof, witness: Witness) -> list[Check]:
    """Return all checks of a game's dice, in the order in which they are shown."""
    return [
        _seed(proof),
        _promise(proof, witness),
        *_salts(game, proof, witness),
        _throws(game, proof),
        _number(proof),
        _end(game),
        *([Check("version", "unknown")] if proof.source.version == FORETELLABLE else []),
    ]


def is_sound(found: list[Check]) -> bool:
    """Whether no check has failed."""
    return all(check.state != "wrong" for check in found)


def _seed(proof: Proof) -> Check:
    """Check that the hash of the seed is the promise in the record."""
    return Check("seed", "right" if promise_of(proof.source.seed) == proof.promise else "wrong")


def _promise(proof: Proof, witness: Witness) -> Check:
    """Check the promise against the one shown at the table, which only a witness knows."""
    if not witness.promise:
        return Check("promise", "unknown", {"promise": proof.promise})
    return Check("promise", "right" if witness.promise == proof.promise else "wrong")


def _salts(game: Game, proof: Proof, witness: Witness) -> Iterator[Check]:
    """Check that every person has a salt and no bot has one, and compare the salts the witness knows."""
    salts = proof.source.salts
    if len(salts) != len(game.names):
        yield Check("salts", "wrong", {"found": len(salts), "wanted": len(game.names)})
        return
    bots = [seat for seat, name in enumerate(game.names) if name.startswith(BOT_PREFIX)]
    foreign = [seat for seat in bots if salts[seat]]
    if foreign:
        yield Check("salt-of-a-bot", "wrong", {"seat": foreign[0]})
    for seat, salt in sorted(witness.salts.items()):
        known = 0 <= seat < len(salts)
        yield Check("salt", "right" if known and salts[seat] == salt else "wrong", {"seat": seat})
    unseen = [seat for seat in range(len(salts)) if salts[seat] and seat not in witness.salts and seat not in bots]
    if unseen:
        yield Check("salts", "unknown", {"seats": ", ".join(map(str, unseen))})


def _throws(game: Game, proof: Proof) -> Check:
    """Check that every throw follows from the seed."""
    now, number, throws = game.back_to(0), 0, 0
    for event in game.events:
        if isinstance(event, Roll):
            fair = proof.source.throw(proof.game, number, faces_wanted(now.position))
            number += 1
            throws += not is_lot(now.position)
            if fair != event.faces:
                shown = [" ".join(map(str, faces)) for faces in (fair, event.faces)]
                throw: dict[str, int | str] = {"fair": shown[0], "found": shown[1]}
                return Check("throws", "wrong", {"throw": throws, **throw}) if throws else Check("draw", "wrong", throw)
        now = now.after(event)
    return Check("throws", "right", {"n": throws})


def _number(proof: Proof) -> Check:
    """Report which game it was, at which table; only its players can confirm that."""
    number: dict[str, int | str] = {"game": proof.game + 1}
    if proof.source.table:
        return Check("game", "unknown", {"table": proof.source.table, **number})
    return Check("game-number", "unknown", number)


def _end(game: Game) -> Check:
    """Report whether the record is complete; an incomplete one says nothing about later throws."""
    return Check("end", "right" if game.position.phase == OVER else "unknown")
