"""What a throw led to: who could do nothing with it, and who throws once more because of it."""

from __future__ import annotations

from collections.abc import Sequence

from cinquina.core import CHOICE, ROLL, Roll, bits, dice_to_throw
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.lines import Line


def seats_not_asked(lines: Sequence[Line]) -> set[int]:
    """Return the seats that nobody asked about a throw; nobody while it is thrown again, or is the active seat's alone.

    `lines` begin with the throw and end before the next one.
    """
    first, last = lines[0], lines[-1]
    thrower, rules = first.before.active, first.before.rules
    if rules.SHARED_BOARD or not thrown_sum(first) or (last.now.phase == ROLL and last.now.active == thrower):
        return set()
    windows = [line.now.opened for line in lines if line.now.phase == CHOICE and line.now.active == thrower]
    return {seat for seat in range(first.before.seats) if not any(bits.has(one.waiting, seat) for one in windows)}


def thrown_sum(line: Line) -> int:
    """Return the sum of a throw that every player may use; 0 where a game has none."""
    if not isinstance(line.event, Roll):
        return 0
    faces = dict(zip(dice_to_throw(line.before), line.event.faces, strict=True))
    return sum(faces.get(die.id, 0) for die in telling.dice_of(line.before) if die.summed)


def plays_again(words: Words, lines: Sequence[Line], names: Sequence[str], viewer: int) -> str:
    """Say that whoever threw throws once more because of it, if that is so and the game has words for it."""
    first, now = lines[0], lines[-1].now
    key = f"told.again.{now.rules.NAME}{'-you' if now.active == viewer else ''}"
    if now.phase != ROLL or now.active != first.before.active or key not in words or not has_beginner(first.before.now):
        return ""
    return words(key, name=names[now.active], sum=thrown_sum(first))
