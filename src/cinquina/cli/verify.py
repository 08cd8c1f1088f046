"""`cinquina verify`: computes the dice of a record again."""

from __future__ import annotations

from typing import Any

import click

from cinquina.cli.shared import SharedOptions, print_json
from cinquina.core import Refusal
from cinquina.locales import Words
from cinquina.table.errors import Failed
from cinquina.table.proof import Witness
from cinquina.table.verification import Verdict, verified, witness_of
from cinquina.table.words import refusal
from cinquina.term.records import read_bytes


def command(shared: SharedOptions) -> click.Command:
    """The command with its options."""
    words = shared.words

    @shared.command
    @shared.file
    @click.option("--promised", default="", metavar="HASH", help=words("help.promised"))
    @click.option("--salt", "salts", multiple=True, metavar="SEAT=HEX", help=words("help.salt"))
    def verify(file: str, promised: str, salts: tuple[str, ...], as_json: bool) -> int:
        witness = typed_witness(words, promised, salts)
        return verify_file(words, file, witness, as_json=as_json)

    return verify


def verify_file(words: Words, file: str, witness: Witness, *, as_json: bool) -> int:
    """Check a record's dice and print the verdict; the exit code is 1 when something is wrong."""
    verdict = verified(words, read_bytes(words, file).decode("utf-8", errors="replace"), witness)
    if as_json:
        print_json(verdict_data(verdict))
    else:
        click.echo("\n".join([*map(str, verdict.lines), verdict.text]))
    return 0 if verdict.sound else 1


def typed_witness(words: Words, promised: str, salts: tuple[str, ...]) -> Witness:
    """Parse the promise and the salts, SEAT=HEX; raise Failed for invalid ones."""
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


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as data."""
    checks = [{"what": line.key, "state": line.state, "text": line.text} for line in verdict.lines]
    return {"sound": verdict.sound, "finished": verdict.finished, "text": verdict.text, "checks": checks}
