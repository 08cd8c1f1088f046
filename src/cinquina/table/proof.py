"""The proof of a game's dice: a line behind its record, and what can be checked with it and what cannot.

A record proves nothing by itself, for whoever forges one can forge its proof. What binds is kept outside: the promise
(the seed's hash) that everybody at the table was shown before the first throw, and the salt each player's page sent.
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
    """There is no proof that could be checked."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record says of its dice: the promise, and the source with the number of the game at its table."""

    promise: str
    source: DiceSource
    game: int

    def line(self) -> str:
        """As it stands behind a record."""
        source = self.source
        if source.version == FORETELLABLE:
            return f"{PROOF_WORD} {self.promise} {'.'.join(source.salts)} {source.seed} {self.game}"
        salts = ".".join(salt or NO_SALT for salt in source.salts)
        return f"{PROOF_WORD} {CURRENT} {source.table} {self.game} {self.promise} {source.seed} {salts}"


def proof_of(source: DiceSource, game: int) -> Proof:
    """The proof of a game whose seed may be shown."""
    return Proof(source.promise, source, game)


def proof_in(text: str) -> Proof:
    """The proof that stands behind a record, or BadProof."""
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
    """The record alone."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


# --- checking --------------------------------------------------------------------------------------------------------

State = Literal["right", "wrong", "unknown"]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `key` and `state` name its sentence, `details` what the sentence mentions."""

    key: str
    state: State
    details: dict[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Witness:
    """What somebody kept from the table itself: the promise they were shown, and salts by seat."""

    promise: str = ""
    salts: Mapping[int, str] = field(default_factory=dict)


def checks(game: Game, proof: Proof, witness: Witness) -> list[Check]:
    """Everything that can be checked about a game's dice, in the order in which it is told."""
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
    """Whether nothing that was checked is wrong."""
    return all(check.state != "wrong" for check in found)


def _seed(proof: Proof) -> Check:
    """The seed must be the one whose hash the record names as the promise."""
    return Check("seed", "right" if promise_of(proof.source.seed) == proof.promise else "wrong")


def _promise(proof: Proof, witness: Witness) -> Check:
    """The promise must be the one that was shown at the table, which only somebody who was there can say."""
    if not witness.promise:
        return Check("promise", "unknown", {"promise": proof.promise})
    return Check("promise", "right" if witness.promise == proof.promise else "wrong")


def _salts(game: Game, proof: Proof, witness: Witness) -> Iterator[Check]:
    """There is a salt for every seat of a person and none for a bot; those that are known must stand there."""
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
    """Every throw must follow from the seed."""
    now, number, throws = game.back_to(0), 0, 0
    for event in game.events:
        if isinstance(event, Roll):
            fair = proof.source.throw(proof.game, number, faces_wanted(now.position))
            number += 1
            throws += not is_lot(now.position)
            if fair != event.faces:
                shown = [" ".join(map(str, faces)) for faces in (fair, event.faces)]
                told: dict[str, int | str] = {"fair": shown[0], "found": shown[1]}
                return Check("throws", "wrong", {"throw": throws, **told}) if throws else Check("draw", "wrong", told)
        now = now.after(event)
    return Check("throws", "right", {"n": throws})


def _number(proof: Proof) -> Check:
    """Which game it was, at which table, only its players can say."""
    number: dict[str, int | str] = {"game": proof.game + 1}
    if proof.source.table:
        return Check("game", "unknown", {"table": proof.source.table, **number})
    return Check("game-number", "unknown", number)


def _end(game: Game) -> Check:
    """A record that stops before the end of its game says nothing of the throws after it."""
    return Check("end", "right" if game.position.phase == OVER else "unknown")
