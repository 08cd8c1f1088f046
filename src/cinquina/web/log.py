"""The log of a table with dice, by throws: the dice, and what everybody did with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary

from cinquina.core import CHOICE, Choice, Roll, dice_to_throw, is_lot
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import is_same_throw
from cinquina.table.lines import SHOWN_LINES, Line
from cinquina.table.words import Cells, ForcedKeys
from cinquina.web.protocol import Deed, LogTurn

SHOWN_TURNS = 8
NOBODY = -1
"""The seat of what nobody did, such as the lot."""
FORCED = ForcedKeys("log.forced", "log.forced-board", "log.forced-off")


class Told(NamedTuple):
    """What is told of a line about one seat; a pass is told only if the seat has marked nothing.

    `is_forced`: the throw left the seat no choice.
    """

    seat: int
    text: str
    cost: int = 0
    is_pass: bool = False
    is_forced: bool = False


class Log:
    """The log of one table. What is told of a line is worded once."""

    def __init__(self, table: DiceTable) -> None:
        self.table = table
        self._told: dict[str, WeakKeyDictionary[Line, list[Told]]] = {}
        self._changed: WeakKeyDictionary[Line, dict[int, Cells]] = WeakKeyDictionary()
        self._finished: dict[str, WeakKeyDictionary[Line, LogTurn]] = {}
        """By language and first line: the throws with which nothing more can be done."""
        self._last: Line | None = None
        self._groups: list[list[Line]] = []
        """The public lines up to `_last`, from each throw to the next."""

    def turns(self, words: Words, own: Collection[int] = ()) -> list[LogTurn]:
        """Return the newest throws, with what is public about them and the open answers of these seats."""
        *finished, last = self._by_throw(own)[-SHOWN_TURNS:] or [[]]
        known = self._finished.setdefault(words.language, WeakKeyDictionary())
        for lines in finished:
            if lines[0] not in known:
                known[lines[0]] = self._turn(words, lines)
        return [*(known[lines[0]] for lines in finished), *([self._turn(words, last)] if last else [])]

    def turned(self, seat: int) -> bool:
        """Whether the last throw before the next one is answered led a seat to its next sheet."""
        groups, position = self._by_throw(()), self.table.game.position
        is_open = position.phase == CHOICE and bool(groups) and is_same_throw(groups[-1][0].now, position)
        last = groups[-2:-1] if is_open else groups[-1:]
        return any(seat in seats_turned(line) for lines in last for line in lines)

    def newest(self, own: Collection[int] = ()) -> list[Cells]:
        """Return, by seat, the cells it has written with the newest throw with which it wrote any."""
        found: list[Cells] = [{} for _ in range(len(self.table.places))]
        missing = {0} if self.table.rules.SIDE_COLOURS else set(range(len(found)))
        for lines in reversed(self._by_throw(own)):
            for line in lines:
                for seat, changed in self.changed(line).items():
                    if seat in missing:
                        added = {sheet: (*found[seat].get(sheet, ()), *cells) for sheet, cells in changed.items()}
                        found[seat] = found[seat] | added
            missing -= {seat for seat in missing if found[seat]}
            if not missing:
                break
        return found

    def _by_throw(self, own: Collection[int]) -> list[list[Line]]:
        """Return the lines that these seats may see, from each throw to the next; of the open window their answers."""
        lines, secret = self.table.log, len(self.table.game.position.answers)
        last = lines[-1 - secret] if len(lines) > secret else None
        if last is not self._last:
            self._last, self._groups = last, grouped(list(lines)[: len(lines) - secret])
        answers = list(islice(lines, len(lines) - secret, None))
        shown = [line for line in answers if isinstance(line.event, Choice) and line.event.seat in own]
        *before, newest = self._groups or [[]]
        return [*before, newest + shown] if shown else self._groups

    def _turn(self, words: Words, lines: Sequence[Line]) -> LogTurn:
        first = lines[0]
        told = [told for line in lines for told in self.told(words, line)]
        position = self.table.game.position
        is_open = position.phase == CHOICE and is_same_throw(first.now, position)
        deeds = combined(words, [one for one in told if not (is_open and one.is_pass)])
        if not is_throw(first):
            return LogTurn(first.number, NOBODY, "", {}, deeds)
        assert isinstance(first.event, Roll)
        dice = dict(zip(dice_to_throw(first.before), first.event.faces, strict=True))
        return LogTurn(first.number, first.before.active, telling.faces_text(words, first.before, dice), dice, deeds)

    # --- one line ------------------------------------------------------------------------------------------------

    def told(self, words: Words, line: Line) -> list[Told]:
        """Return what is told of a line, cached by language."""
        known = self._told.setdefault(words.language, WeakKeyDictionary())
        if line not in known:
            known[line] = [*chosen(words, line, self.changed(line)), *self._unchosen(words, line)]
        return known[line]

    def changed(self, line: Line) -> dict[int, Cells]:
        """Return the cells that a line changed, by seat; a shared board counts as the first seat's."""
        if line not in self._changed:
            found = {seat: telling.rewritten(line.before, line.now, seat) for seat in seats_written(line)}
            self._changed[line] = {seat: cells for seat, cells in found.items() if cells}
        return self._changed[line]

    def _unchosen(self, words: Words, line: Line) -> Iterable[Told]:
        """Tell what the rules did by themselves: who begins, penalties, locks, forced marks, no move at all."""
        before, now = line.before, line.now
        if is_throw(line) and not has_beginner(before.now):
            assert isinstance(line.event, Roll)
            yield Told(before.active, words("log.for-start", sum=sum(line.event.faces)))
        if not has_beginner(before.now) and has_beginner(now.now):
            yield Told(now.now.beginner, words("log.begins"))
        told = told_cells(line)
        for seat, cells in self.changed(line).items():
            rest = telling.without(cells, told.get(seat, ()))
            cost = now.rules.score(now.now, seat) - before.rules.score(before.now, seat)
            for text in telling.forced(words, now, seat, rest, FORCED):
                whose = before.active if before.rules.SIDE_COLOURS else seat
                yield Told(whose, text, min(cost, 0), is_forced=is_throw(line))
        for seat in seats_turned(line):
            yield Told(seat, words(f"log.{now.rules.NAME}.turned"))
        if is_throw(line) and now.phase != CHOICE and has_beginner(before.now) and not self.changed(line):
            yield Told(before.active, words("log.no-move"))


def grouped(public: Sequence[Line]) -> list[list[Line]]:
    """Return the newest lines from each throw to the next, beginning with a throw where older ones are left out."""
    shown = public[-SHOWN_LINES:]
    if len(public) > len(shown):
        start = next((place for place, line in enumerate(shown) if is_throw(line)), 0)
        shown = shown[start:]
    groups: list[list[Line]] = [[]]
    for line in shown:
        if is_throw(line):
            groups.append([])
        groups[-1].append(line)
    return [lines for lines in groups if lines]


def is_throw(line: Line) -> bool:
    """Whether dice were thrown, rather than the lot drawn."""
    return isinstance(line.event, Roll) and not is_lot(line.before)


def seats_written(line: Line) -> Sequence[int]:
    """Return the seats whose sheets a line may have changed: while a window is open, only that of who answers."""
    if line.before.rules.SIDE_COLOURS:
        return (0,)
    if isinstance(line.event, Choice) and line.now.phase == CHOICE and line.now.window == line.before.window:
        return (line.event.seat,)
    return range(line.before.seats)


def seats_turned(line: Line) -> Sequence[int]:
    """Return the seats that a line led to their next sheet."""
    rules, before, now = line.before.rules, line.before.now, line.now.now
    numbers = [(rules.sheet_numbers(before, seat), rules.sheet_numbers(now, seat)) for seat in range(before.seats)]
    return [seat for seat, (old, new) in enumerate(numbers) if old and new and 0 < old[0] < new[0]]


def chosen(words: Words, line: Line, changed: dict[int, Cells]) -> Iterable[Told]:
    """Tell what a player chose, unless it only picked dice or prepared the next choice."""
    event, before = line.event, line.before
    if not isinstance(event, Choice):
        return
    rules, state, seat = before.rules, before.now, event.seat
    if event.option == rules.stop(state, seat):
        yield Told(seat, "", is_pass=True)
    elif seat in changed or rules.SIDE_COLOURS or rules.sheets_of(state, seat) != rules.sheets_of(line.now.now, seat):
        yield Told(seat, telling.deed(words, before, seat, event.option))


def told_cells(line: Line) -> dict[int, tuple[str, ...]]:
    """Return the cells that are told with what a player chose, by seat."""
    event, before = line.event, line.before
    if not isinstance(event, Choice):
        return {}
    rules = before.rules
    asked = str(rules.question(before.now, event.seat)[1].get("cell", ""))
    seat = 0 if rules.SIDE_COLOURS else event.seat
    return {seat: (asked, *rules.told(before.now, event.seat, event.option))}


def combined(words: Words, told: Sequence[Told]) -> list[Deed]:
    """Return one deed for each seat, in the order in which they acted."""
    by_seat: dict[int, list[Told]] = {}
    for one in told:
        by_seat.setdefault(one.seat, []).append(one)
    deeds = []
    for seat, parts in by_seat.items():
        texts = [part.text for part in parts if not part.is_pass] or [words("log.nothing")]
        cost, forced = sum(part.cost for part in parts), all(part.is_forced for part in parts)
        deeds.append(Deed(seat, ", ".join(texts), cost, forced))
    return deeds


def newest_text(words: Words, turns: Sequence[LogTurn], names: Sequence[str], own: int) -> str:
    """Return the newest thing in the log; `own` is the viewer's seat, called "you", or -1."""
    if not turns:
        return ""
    turn = turns[-1]
    if not turn.deeds:
        return "" if turn.seat in (own, NOBODY) else words("log.whose", name=names[turn.seat])
    deed = turn.deeds[-1]
    name = words("web.log.you") if deed.seat == own else names[deed.seat]
    return words("web.log.cost" if deed.cost else "web.log.deed", name=name, text=deed.text, cost=minus(deed.cost))


def minus(points: int) -> str:
    """Return points with a proper minus sign."""
    return str(points).replace("-", "−")
