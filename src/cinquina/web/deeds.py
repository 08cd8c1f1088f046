"""What players did with a throw, in words: the deeds of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cinquina.core import NO_OPTION, Choice, Position, Roll, dice_to_throw, refusal
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.sheets import Die
from cinquina.table import printed
from cinquina.table import words as telling
from cinquina.table.lines import Line
from cinquina.table.words import Cells
from cinquina.web.board import side_colour
from cinquina.web.outcome import seats_not_asked, thrown_sum
from cinquina.web.protocol import Deed, DeedKind


class Saying(NamedTuple):
    """A whole sentence about a seat: its key, with "-you" if the seat is the viewer's, "-yours" if it owns something.

    `owners` are the seats whose chip it is about, `sums` what seats threw for the start.
    """

    key: str
    details: dict[str, str]
    owners: tuple[int, ...] = ()
    sums: tuple[tuple[int, int], ...] = ()


class Told(NamedTuple):
    """What is told of a line about one seat; a pass, which has no text, only if the seat has marked nothing.

    `is_forced`: the throw left the seat no choice.
    """

    seat: int
    text: str
    cost: int = 0
    kind: DeedKind = "marks"
    saying: Saying | None = None
    is_forced: bool = False
    yours: str = ""
    """What the seat reads, if the text is a sentence after its name."""

    @property
    def is_pass(self) -> bool:
        """Whether the seat chose to do nothing more."""
        return not self.text and self.saying is None


def chosen(words: Words, line: Line, changed: dict[int, Cells]) -> Iterable[Told]:
    """Tell what a player chose, unless it only picked dice or prepared the next choice."""
    event, before = line.event, line.before
    if not isinstance(event, Choice):
        return
    rules, state, seat = before.rules, before.now, event.seat
    if event.option == rules.stop(state, seat):
        yield Told(seat, "", kind="nothing")
    elif (
        seat in changed or rules.sheets_of(state, seat) != rules.sheets_of(line.now.now, seat) or is_worded(words, line)
    ):
        yield Told(seat, telling.deed(words, before, seat, event.option))


def priced(line: Line, told: Iterable[Told]) -> list[Told]:
    """Add to the last thing that is told about each seat what a line cost it."""
    parts = list(told)
    last = {one.seat: place for place, one in enumerate(parts)}
    for seat, place in last.items():
        before, now = line.before, line.now
        cost = now.score(seat) - before.score(seat)
        parts[place] = parts[place]._replace(cost=min(cost, 0))
    return parts


def is_worded(words: Words, line: Line) -> bool:
    """Whether a game has words of its own for a choice, which is then told even if it marks nothing."""
    event, rules = line.event, line.before.rules
    assert isinstance(event, Choice)
    return f"log.{rules.NAME}.{rules.describe(line.before.now, event.seat, event.option)[0]}" in words


def forced_steps(words: Words, line: Line, seat: int) -> list[str]:
    """Return what the rules did for a seat after a throw, or after its choice."""
    event = line.event
    if isinstance(event, Choice) and event.seat != seat:
        return []
    option = event.option if isinstance(event, Choice) else NO_OPTION
    steps = telling.forced_steps(words, line.before, line.now, seat, option)
    return [", ".join(steps)] if steps else []


def told_cells(line: Line) -> dict[int, tuple[str, ...]]:
    """Return the cells that are told with what a player chose, by seat."""
    event, before = line.event, line.before
    if not isinstance(event, Choice):
        return {}
    rules = before.rules
    asked = str(before.question(event.seat)[1].get("cell", ""))
    return {event.seat: (asked, *rules.told(before.now, event.seat, event.option))}


def chip_moved(words: Words, line: Line, sheet: str, cell: str) -> Saying:
    """Tell what happened on a space of a shared board, and whose chip lay there before."""
    before, now = line.before, line.now
    owner, covered = chip_on(before, sheet, cell), chip_on(now, sheet, cell)
    key = "chip-taken" if not covered else "chip-replaced" if owner else "chip-placed"
    only = "" if isinstance(line.event, Choice) else "-only"
    seats = [seat for seat in range(before.seats) if side_colour(before, seat) == owner]
    return Saying(f"{key}{only}", {"cell": printed.cell_name(words, sheet, cell)}, tuple(seats))


def no_move(words: Words, line: Line) -> Saying:
    """Tell that a throw left no move on a shared board: with the reason that concerns the fewest spaces."""
    now, seat = line.now, line.before.active
    keys = [f"chip-no-move.{refusal(now, seat, option)}" for option in range(now.rules.CHOICES)]
    worded = [key for key in keys if f"told.{key}" in words]
    return Saying(min(worded, key=keys.count, default="chip-no-move"), {"sum": str(thrown_sum(line))})


def chip_on(position: Position, sheet: str, cell: str) -> str:
    """Return the colour of the chip on a space of a shared board; empty if there is none."""
    rules, state = position.rules, position.now
    return dict(zip(rules.sheets_of(state, 0), position.marks(0), strict=True))[sheet].get(cell, "")


def in_full(words: Words, told: Told, names: Sequence[str], viewer: int) -> Told:
    """Word a saying for a viewer, who is called "you"; -1 is nobody."""
    if told.saying is None:
        return told
    key, details, owners, sums = told.saying
    person = "-you" if told.seat == viewer else "-yours" if viewer in owners else ""
    throws = [words(f"told.start-sum{'-you' if seat == viewer else ''}", name=names[seat], sum=n) for seat, n in sums]
    owner = telling.listed(words, [names[seat] for seat in owners])
    text = words(f"told.{key}{person}", name=names[told.seat], owner=owner, throws=", ".join(throws), **details)
    return told._replace(text=text[:1].upper() + text[1:])


def combined(words: Words, game: str, told: Sequence[Told]) -> list[Deed]:
    """Return one deed for each seat, in the order in which they acted."""
    by_seat: dict[int, list[Told]] = {}
    for one in told:
        by_seat.setdefault(one.seat, []).append(one)
    deeds = []
    for seat, parts in by_seat.items():
        first, *rest = [part for part in parts if not part.is_pass] or [passed(words, game, seat)]
        texts = [first.text, *(part.text for part in rest)]
        yours = ", ".join([first.yours, *texts[1:]]) if first.yours else ""
        cost, whole = sum(part.cost for part in parts), any(part.saying for part in parts)
        kind: DeedKind = "marks" if any(part.kind == "marks" for part in parts) else parts[0].kind
        forced = all(part.is_forced for part in parts)
        deeds.append(Deed(seat, (" " if whole else ", ").join(texts), cost, kind, whole, forced, yours))
    return deeds


def passed(words: Words, game: str, seat: int) -> Told:
    """Tell that a seat marked nothing."""
    yours = f"log.nothing-you.{game}"
    return Told(seat, words.first(f"log.nothing.{game}", "log.nothing"), yours=words(yours) if yours in words else "")


def with_unplaced(words: Words, lines: Sequence[Line], told: Sequence[Told]) -> list[Told]:
    """Add for whom a throw fitted nowhere, and say so with what that cost the active player."""
    if not lines[0].is_throw or not has_beginner(lines[0].before.now):
        return list(told)
    seats, thrower, total = seats_not_asked(lines), lines[0].before.active, thrown_sum(lines[0])
    game, the_sum = lines[0].before.rules.NAME, telling.the_number(words, total)

    def told_to_all(key: str) -> tuple[str, str]:
        """Return how it is told of a seat, and to the seat; the latter is empty if the game has no words for it."""
        own = f"log.{key}-you.{game}"
        text = words.first(f"log.{key}.{game}", "log.nowhere", sum=total, the_sum=the_sum)
        return text, words(own, the_sum=the_sum) if own in words else ""

    (cost, own_cost), (nowhere, own) = told_to_all("nowhere-cost"), told_to_all("nowhere")
    worded = [
        one._replace(text=cost, is_forced=True, yours=own_cost)
        if one.seat == thrower and thrower in seats and one.cost
        else one
        for one in told
    ]
    rest = sorted(seats - {one.seat for one in told})
    return [Told(seat, nowhere, kind="nowhere", is_forced=True, yours=own) for seat in rest] + worded


def minus(points: int) -> str:
    """Return points with a proper minus sign."""
    return str(points).replace("-", "−")


def corrected(words: Words, line: Line, names: Sequence[str], viewer: int) -> list[Deed]:
    """Tell who corrected a throw, and which dice; nothing if nobody did."""
    if line.correction is None:
        return []
    seat = line.correction.seat
    key = "log.corrected-you" if seat == viewer else "log.corrected"
    text = words(key, name=names[seat], changes=corrected_dice(words, line, line.correction.faces))
    return [Deed(seat, text, kind="nothing", whole=True)]


def corrected_dice(words: Words, line: Line, entered: Sequence[int]) -> str:
    """Word how the dice of a throw differ from what was entered: by die where they can be told apart, else by face."""
    assert isinstance(line.event, Roll)
    before = dict(zip(dice_to_throw(line.before), entered, strict=True))
    now = dict(zip(before, line.event.faces, strict=True))
    dice = telling.dice_of(line.before)
    if len({die.colour for die in dice}) > 1:
        changed = [die for die in dice if now.get(die.id) != before.get(die.id)]
        told = [told_die(words, die, dice, now[die.id], before[die.id]) for die in changed]
        return "; ".join(told)
    shown, wrong = (telling.each_face(words, line.before, faces) for faces in (now, before))
    rest = [(Counter(one) - Counter(other)).elements() for one, other in ((shown, wrong), (wrong, shown))]
    right, gone = (telling.listed(words, list(faces)) for faces in rest)
    if not right:  # only their order was wrong
        return telling.listed(words, shown)
    single = len(right.split()) == 1
    return words("log.corrected.one" if single else "log.corrected.several", now=right, before=gone)


def told_die(words: Words, die: Die, dice: Sequence[Die], now: int, before: int) -> str:
    """Word how a die differs from what was entered: by its colour, and counted among those of the same colour."""
    alike = [one.id for one in dice if one.colour == die.colour]
    key, nth = "log.corrected.of-alike" if len(alike) > 1 else "log.corrected.die", alike.index(die.id) + 1
    colour = printed.colour_name(words, die.colour)
    return words(key, colour=colour, nth=printed.ordinal(words, nth), now=now, before=before)
