"""`cinquina verify`: throw the dice of a record again."""

from __future__ import annotations

import json
from pathlib import Path

from cinquina.core.record import LONGEST_RECORD, BadRecord, read
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.proof import BadProof, check, proof_in, without_proof
from cinquina.table.saves import read_limited
from cinquina.table.words import refusal
from cinquina.term.sitting import Failed, problem_of

STANDARD_INPUT = "-"


def verify_file(words: Words, file: str, *, as_json: bool) -> int:
    """Check a record's dice and tell; the exit code is 1 when they are not proved."""
    try:
        data = read_limited(None if file == STANDARD_INPUT else Path(file), LONGEST_RECORD)
    except OSError as wrong:
        raise Failed(words("error.cannot-read", file=file, problem=problem_of(wrong))) from wrong
    text = data.decode("utf-8", errors="replace")
    try:
        throws = check(read(without_proof(text), GAMES), proof_in(text))
    except (BadProof, BadRecord) as wrong:
        game = wrong.game if isinstance(wrong, BadRecord) else None
        return told(False, refusal(words, game.position if game else None, wrong), as_json)
    return told(True, words("verify.sound", n=throws), as_json)


def told(sound: bool, sentence: str, as_json: bool) -> int:
    """Print the verdict."""
    print(json.dumps({"sound": sound, "text": sentence}, ensure_ascii=False) if as_json else sentence)
    return 0 if sound else 1
