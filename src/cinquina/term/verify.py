"""`cinquina verify`: check the dice of a record."""

from __future__ import annotations

import json

from cinquina.core import Refusal
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.proof import Witness
from cinquina.table.verification import Verdict, verified, witness_of
from cinquina.table.words import refusal
from cinquina.term.records import read_bytes


def verify_file(words: Words, file: str, *, promised: str, salts: tuple[str, ...], as_json: bool) -> int:
    """Check a record's dice and print the verdict; the exit code is 1 when something is wrong."""
    witness = typed_witness(words, promised, salts)
    verdict = verified(words, read_bytes(words, file).decode("utf-8", errors="replace"), witness)
    print(as_data(verdict) if as_json else "\n".join([*map(str, verdict.lines), verdict.text]))
    return 0 if verdict.sound else 1


def typed_witness(words: Words, promised: str, salts: tuple[str, ...]) -> Witness:
    """The promise and the salts as typed, SEAT=HEX; Failed for what is none."""
    given: dict[int, str] = {}
    for text in salts:
        seat, equals, salt = text.partition("=")
        if not equals or not (seat.isascii() and seat.isdigit()) or len(seat) > 1:
            raise Failed(words("error.salt-form", text=text[:40]), code=2)
        given[int(seat)] = salt.lower()
    try:
        return witness_of(promised, given)
    except Refusal as wrong:
        raise Failed(refusal(words, None, wrong), code=2) from wrong


def as_data(verdict: Verdict) -> str:
    """The verdict as JSON."""
    checks = [{"what": line.key, "state": line.state, "text": line.text} for line in verdict.lines]
    told = {"sound": verdict.sound, "finished": verdict.finished, "text": verdict.text, "checks": checks}
    return json.dumps(told, ensure_ascii=False, indent=2)
