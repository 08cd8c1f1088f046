"""Drafts in the tests: tables with real dice played in the language of records, and taps named as records spell them.

played = real("qwixx", 2, "roll 1 4 3 6 2 6")
tap(played, 0, "r5", "+b10")             # a plus: in the next window before the next throw
assert pencilled(played, 0) == ["r5", "+b10"]
ink(played, 0)
"""

from __future__ import annotations

from typing import Any

from cinquina.core import Roll
from cinquina.core.spelling import parse_event
from cinquina.table.draft import TAPS_PER_STAGE
from cinquina.table.drafting import Drafting
from cinquina.table.happenings import Inked, Rolled
from table.tables import Played, key_of, table

AHEAD = "+"
FIRST: dict[str, tuple[str, ...]] = {
    "qwixx": ("roll 1 4 3 6 2 6",),
    "qwinto": ("0 ov", "roll 3 4"),
    "the-choice": ("0 front", "1 front", "roll 6 1 2"),
    "extra": ("roll 1 2 2 3 5",),
    "sequence-dice": ("roll 3 4",),
}
"""The first throw of each game, with two players."""


def real(game: str, seats: int = 2, *lines: str, **options: str) -> Played:
    """Return a table with real dice where seat 0 has begun and some lines of a record have been played."""
    played = table(game, seats, dice="real", options={"begins": "first", **options})
    do(played, *lines)
    return played


def do(played: Played, *lines: str) -> None:
    """Play lines of a record, choices one by one."""
    for line in lines:
        event = parse_event(played.table.game.position, line)
        played.take(Rolled(event.faces) if isinstance(event, Roll) else Inked(event.seat, (event.option,)))


def thrown(game: str, seats: int = 2) -> Played:
    """Return a table of a game after its first throw."""
    return real(game, seats, *FIRST[game])


def taps(played: Played, seat: int) -> tuple[int, ...]:
    """Return the draft of a seat."""
    return played.hosted.drafts.taps(seat)


def named(played: Played, seat: int, spelled: str) -> int:
    """Return the tap that a text names: something offered, or something in the place of a tap."""
    drafting = Drafting(played.table.game.position, seat)
    found = drafting.offers(taps(played, seat))
    found += [other.offer for other in drafting.alternatives(taps(played, seat), ())]
    by_name = {
        AHEAD * (o.tap // TAPS_PER_STAGE) + o.position.rules.spell(o.position.now, seat, o.option): o.tap for o in found
    }
    return by_name[spelled]


def tap(played: Played, seat: int, *spelled: str) -> None:
    """Tap some options."""
    for text in spelled:
        played.hosted.drafts.tap(key_of(seat), seat, played.table.click(seat), named(played, seat, text))


def rub(played: Played, seat: int, cell: str = "") -> None:
    """Rub out a cell, or the last tap."""
    played.hosted.drafts.untap(key_of(seat), seat, played.table.click(seat), cell)


def spelled(played: Played, seat: int, tapped: Any) -> list[str]:
    """Return taps as records spell them."""
    drafting, found = Drafting(played.table.game.position, seat), []
    for place, one in enumerate(tapped):
        stage, option = divmod(one, TAPS_PER_STAGE)
        now = drafting.position_of(tapped, place)
        found.append(AHEAD * stage + now.rules.spell(now.now, seat, option))
    return found


def pencilled(played: Played, seat: int) -> list[str]:
    """Return the draft of a seat as its own page is shown it."""
    return spelled(played, seat, ask(played, seat)["draft"]["taps"])


def ask(played: Played, seat: int, lang: str = "en") -> dict[str, Any]:
    """Return the question to a seat."""
    shown: dict[str, Any] = played.seen(key_of(seat), lang=lang)["ask"]
    return shown


def ink(played: Played, seat: int) -> None:
    """Ink a draft as its page does."""
    question = ask(played, seat)
    played.take(played.table.ink(key_of(seat), seat, question["window"], question["draft"]["ink"]))


def skip(played: Played, seat: int) -> None:
    """Pass as a page does."""
    question = ask(played, seat)
    played.take(played.table.ink(key_of(seat), seat, question["window"], question["passing"]["ink"]))


def undo(played: Played, seat: int) -> None:
    """Take back what a seat inked last."""
    played.take(played.table.undo(key_of(seat), seat, played.table.click(seat)))


def marks(played: Played, seat: int) -> dict[str, str]:
    """Return what is written on the sheet of a seat."""
    position = played.table.game.position
    found: dict[str, str] = position.rules.marks(position.now, seat)[0]
    return found
