"""Checks the dice of a record and words the result."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cinquina.core import IllegalSetup
from cinquina.core.record import BadRecord, read
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.proof import BadProof, Check, State, Witness, checks, is_sound, proof_in, without_proof
from cinquina.table.words import refusal

PROMISE = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-f]{1,32}")
NOBODY_PROVES = ("game", "game-number")
"""Checks that no witness could confirm."""
SIGNS = {"right": "✓", "wrong": "✗", "unknown": "?"}


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check in words."""

    key: str
    state: State
    text: str

    def __str__(self) -> str:
        return f"{SIGNS[self.state]} {self.text}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether no check failed, whether the game was finished, and the checks."""

    sound: bool
    finished: bool
    text: str
    lines: tuple[CheckLine, ...] = ()


def verified(words: Words, text: str, witness: Witness) -> Verdict:
    """Check the dice of a record."""
    try:
        found = checks(read(without_proof(text), GAMES), proof_in(text), witness)
    except BadProof as wrong:
        return Verdict(False, False, refusal(words, None, wrong))
    except BadRecord as wrong:
        sentence = refusal(words, wrong.game.position if wrong.game else None, wrong)
        return Verdict(False, False, words("record.bad-line", line=wrong.line, sentence=sentence))
    lines = tuple(CheckLine(check.key, check.state, check_text(words, check)) for check in found)
    finished = all(check.state == "right" for check in found if check.key == "end")
    return Verdict(is_sound(found), finished, words(overall(found)), lines)


def check_text(words: Words, check: Check) -> str:
    """Return a check in words."""
    return words(f"verify.{check.key}.{check.state}", **check.details)


def overall(found: list[Check]) -> str:
    """Return the key of the summary sentence."""
    if not is_sound(found):
        return "verify.wrong"
    known = all(check.state == "right" for check in found if check.key not in NOBODY_PROVES)
    return "verify.sound" if known else "verify.partly"


def witness_of(promise: str, salts: dict[int, str]) -> Witness:
    """Validate what somebody saved at the table; raise IllegalSetup for an invalid promise or salt."""
    promise = promise.strip().lower()
    if promise and not PROMISE.fullmatch(promise):
        raise IllegalSetup("bad-promise")
    if not all(SALT.fullmatch(salt) for salt in salts.values()):
        raise IllegalSetup("bad-salt")
    return Witness(promise, salts)
