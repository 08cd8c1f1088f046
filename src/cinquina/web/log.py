"""The log of a table with dice, by throws: the dice, and what everybody did with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from typing import Any

from msgspec.structs import replace

from cinquina.core import CHOICE, ROLL, Choice, Roll, dice_to_throw, faces_shown
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import is_same_throw
from cinquina.table.lines import MOST_ANSWERS, SHOWN_LINES, Line
from cinquina.table.words import Cells, ForcedKeys
from cinquina.web.deeds import (
    Saying,
    Told,
    chip_moved,
    chosen,
    combined,
    corrected,
    forced_steps,
    in_full,
    minus,
    no_move,
    priced,
    told_cells,
    with_unplaced,
)
from cinquina.web.outcome import plays_again
from cinquina.web.protocol import Deed, LogTurn
from cinquina.web.seats import names_of

SHOWN_TURNS = 8
MOST_KNOWN = 2 * (SHOWN_LINES + MOST_ANSWERS)
"""Lines of which something is kept before those that have left the log are forgotten."""
NOBODY = -1
"""The seat of what nobody did, such as the lot."""
FORCED = ForcedKeys("log.forced", "", "")
"""What the rules wrote on sheets; about a shared board there are whole sentences."""


class Log:
    """The log of one table. What is told of a line is worded once."""

    def __init__(self, table: DiceTable) -> None:
        self.table = table
        self._told: dict[tuple[str, Line], list[Told]] = {}
        self._changed: dict[Line, dict[int, Cells]] = {}
        self._finished: dict[tuple[str, Line, int, tuple[str, ...]], LogTurn] = {}
        """By language, first line, viewer and names: the throws with which nothing more can be done."""
        self._worded: dict[tuple[Any, ...], LogTurn] = {}
        """The newest throws, by everything that their words depend on."""
        self._turned: dict[Line, Collection[int]] = {}
        self._cells: dict[Line, dict[int, Cells]] = {}
        """By first line of such a throw, and seat: the cells written."""
        self._last: Line | None = None
        self._groups: list[list[Line]] = []
        """The public lines up to `_last`, from each throw to the next."""
        self._calls_you = False

    def turns(self, words: Words, own: Collection[int] = (), viewer: int = NOBODY) -> list[LogTurn]:
        """Return the newest throws, with what is public about them and the open answers of these seats.

        `viewer` is the seat that sentences call "you".
        """
        names = names_of(words, self.table)
        *finished, last = self._by_throw(own)[-SHOWN_TURNS:] or [[]]
        done = [self._finished_turn(words, lines, viewer, names) for lines in finished]
        return [*done, self._turn(words, last, viewer, names)] if last else done

    def turned(self, words: Words, seat: int) -> str:
        """Return how the last throw before the next one is answered led a seat to its next sheet; else nothing."""
        groups, position = self._by_throw(()), self.table.game.position
        is_open = position.phase == CHOICE and bool(groups) and is_same_throw(groups[-1][0].now, position)
        last = groups[-2:-1] if is_open else groups[-1:]
        found = (line for lines in last for line in lines if seat in self.seats_turned(line))
        return next((telling.turned(words, line.before, line.now, seat, "table") for line in found), "")

    def told_correction(self, words: Words, viewer: int) -> str:
        """Return who corrected the dice on the table; empty if nobody did, or something was done with them."""
        *_, last = self._by_throw(()) or [[]]
        if len(last) != 1 or not last[0].correction or self.is_thrown_again():
            return ""
        return corrected(words, last[0], names_of(words, self.table), viewer)[0].text

    def is_thrown_again(self) -> bool:
        """Whether somebody has chosen to throw dice again that lie on the table."""
        position = self.table.game.position
        if position.phase != ROLL or not self.table.log or not any(faces_shown(position)):
            return False
        last = self.table.log[-1]
        return isinstance(last.event, Choice) and is_same_throw(last.before, position)

    def calls_you(self) -> bool:
        """Whether some sentences depend on who reads them."""
        self._by_throw(())
        return self._calls_you

    def newest(self, own: Collection[int] = ()) -> list[Cells]:
        """Return, by seat, the cells it has written with the newest throw with which it wrote any."""
        found: list[Cells] = [{} for _ in range(len(self.table.places))]
        missing = {0} if self.table.rules.SHARED_BOARD else set(range(len(found)))
        *finished, last = self._by_throw(own) or [[]]
        for cells in chain([self._written(last)], (self._finished_cells(lines) for lines in reversed(finished))):
            for seat in missing & cells.keys():
                found[seat] = cells[seat]
                missing.discard(seat)
            if not missing:
                break
        return found

    def _finished_cells(self, lines: Sequence[Line]) -> dict[int, Cells]:
        if lines[0] not in self._cells:
            self._cells[lines[0]] = self._written(lines)
        return self._cells[lines[0]]

    def _written(self, lines: Sequence[Line]) -> dict[int, Cells]:
        """Return, by seat, the cells written with a throw."""
        found: dict[int, Cells] = {}
        for line in lines:
            for seat, changed in self.changed(line).items():
                before = found.get(seat, {})
                added = {sheet: (*before.get(sheet, ()), *cells) for sheet, cells in changed.items()}
                found[seat] = before | added
        return found

    def last_throw(self) -> Line | None:
        """Return the newest throw of the game; None if there is none yet."""
        return next(
            (line for line in reversed(self.table.log) if line.is_throw and has_beginner(line.before.now)), None
        )

    def _by_throw(self, own: Collection[int]) -> list[list[Line]]:
        """Return the lines that these seats may see, from each throw to the next; of the open window their answers."""
        lines, secret = self.table.log, len(self.table.game.position.answers)
        last = lines[-1 - secret] if len(lines) > secret else None
        if last is not self._last:
            self._last, self._groups = last, grouped(list(lines)[: len(lines) - secret])
            self._calls_you = any(map(depends_on_reader, self._groups[-SHOWN_TURNS:]))
            if len(self._changed) > MOST_KNOWN:
                self._forget()
        if not secret or not own:
            return self._groups
        answers = list(islice(lines, len(lines) - secret, None))
        shown = [line for line in answers if isinstance(line.event, Choice) and line.event.seat in own]
        *before, newest = self._groups or [[]]
        return [*before, newest + shown] if shown else self._groups

    def _forget(self) -> None:
        """Forget what is known of lines that are no longer in the log."""
        kept = set(self.table.log)
        self._changed = {line: known for line, known in self._changed.items() if line in kept}
        self._turned = {line: known for line, known in self._turned.items() if line in kept}
        self._cells = {line: known for line, known in self._cells.items() if line in kept}
        self._told = {key: known for key, known in self._told.items() if key[1] in kept}
        self._finished = {key: known for key, known in self._finished.items() if key[1] in kept}
        self._worded.clear()

    def _finished_turn(self, words: Words, lines: Sequence[Line], viewer: int, names: tuple[str, ...]) -> LogTurn:
        key = words.language, lines[0], viewer if depends_on_reader(lines) else NOBODY, names
        if key not in self._finished:
            self._finished[key] = self._turn(words, lines, viewer, names)
        return self._finished[key]

    def _turn(self, words: Words, lines: Sequence[Line], viewer: int, names: tuple[str, ...]) -> LogTurn:
        first, position = lines[0], self.table.game.position
        is_asked = position.phase == CHOICE and position.active == first.before.active
        is_open = is_asked and is_same_throw(first.now, position)
        reader = viewer if depends_on_reader(lines) else NOBODY
        key = words.language, tuple(lines), reader, names, is_open
        if key not in self._worded:
            self._worded[key] = self._word_turn(words, lines, reader, names, is_open=is_open)
        return self._worded[key]

    def _word_turn(
        self, words: Words, lines: Sequence[Line], viewer: int, names: Sequence[str], *, is_open: bool
    ) -> LogTurn:
        first, told = lines[0], [told for line in lines for told in self.told(words, line)]
        worded = [in_full(words, one, names, viewer) for one in told if not (is_open and one.is_pass)]
        deeds = combined(words, first.before.rules.NAME, worded if is_open else with_unplaced(words, lines, worded))
        if is_open:  # what is told of others before they have chosen was no choice
            deeds = [forced_told(words, one) for one in deeds]
        if not first.is_throw:
            return LogTurn(first.number, NOBODY, "", {}, deeds)
        dice = dice_as_they_lie(first)
        lying = zip(first.now.rules.DICE, faces_shown(first.now), strict=True)
        kept = {die: face for die, face in lying if face and die not in dice}
        text, again = telling.faces_text(words, first.before, dice), plays_again(words, lines, names, viewer)
        deeds = [*corrected(words, first, names, viewer), *deeds]
        return LogTurn(first.number, first.before.active, text, dice, deeds, kept, again)

    # --- one line ------------------------------------------------------------------------------------------------

    def told(self, words: Words, line: Line) -> list[Told]:
        """Return what is told of a line, cached by language."""
        key = words.language, line
        if key not in self._told:
            self._told[key] = list(self._telling(words, line))
        return self._told[key]

    def _telling(self, words: Words, line: Line) -> Iterable[Told]:
        if not has_beginner(line.before.now):
            return self._start(words, line)
        if line.before.rules.SHARED_BOARD:
            return self._on_board(words, line)
        return priced(line, chain(chosen(words, line, self.changed(line)), self._unchosen(words, line)))

    def changed(self, line: Line) -> dict[int, Cells]:
        """Return the cells that a line changed, by seat; a shared board counts as the first seat's."""
        if line not in self._changed:
            found = {seat: telling.rewritten(line.before, line.now, seat) for seat in seats_written(line)}
            self._changed[line] = {seat: cells for seat, cells in found.items() if cells}
        return self._changed[line]

    def seats_turned(self, line: Line) -> Collection[int]:
        """Return the seats that a line led to their next sheet."""
        if line not in self._turned:
            self._turned[line] = seats_turned(line)
        return self._turned[line]

    def _start(self, words: Words, line: Line) -> Iterable[Told]:
        """Tell who throws what for the start, and who begins."""
        sums = self._sums_until(line) if line.is_throw else ()
        if has_beginner(line.now.now):
            key = "start-highest" if sums else "start-begins"
            yield Told(line.now.now.beginner, "", kind="nothing", saying=Saying(key, {}, sums=sums))
        elif sums:
            key, details = line.now.rules.throw_off(line.before.now, line.now.now)
            next_one = (line.now.active,) if f"told.start-{key}-yours" in words else ()  # still to throw
            saying = Saying(f"start-{key}", {name: str(value) for name, value in details.items()}, next_one, sums)
            yield Told(line.before.active, "", kind="nothing", saying=saying)

    def _sums_until(self, last: Line) -> tuple[tuple[int, int], ...]:
        """Return what everybody has thrown for the start up to a line, highest first; of several throws the last."""
        sums: dict[int, int] = {}
        for line in self.table.log:
            if isinstance(line.event, Roll) and line.is_throw and line.number <= last.number:
                _, details = line.now.rules.throw_off(line.before.now, line.now.now)
                sums[line.before.active] = int(details["sum"])
        return tuple(sorted(sums.items(), key=lambda one: -one[1]))

    def _on_board(self, words: Words, line: Line) -> Iterable[Told]:
        """Tell which chips came onto a shared board, were replaced or taken off, or that there was no move."""
        event, moved = line.event, self.changed(line).get(0, {})
        seat = event.seat if isinstance(event, Choice) else line.before.active
        for sheet, cells in moved.items():
            for cell in cells:
                yield Told(seat, "", saying=chip_moved(words, line, sheet, cell), is_forced=line.is_throw)
        if line.is_throw and line.now.phase != CHOICE and not moved:
            yield Told(seat, "", kind="nothing", saying=no_move(words, line), is_forced=True)

    def _unchosen(self, words: Words, line: Line) -> Iterable[Told]:
        """Tell what the rules did by themselves: penalties, locks, forced marks, no move at all."""
        before, now = line.before, line.now
        told = told_cells(line)
        for seat, cells in self.changed(line).items():
            rest = telling.without(cells, told.get(seat, ()))
            for text in (
                forced_steps(words, line, seat) or telling.forced(words, now, seat, rest, FORCED) if rest else ()
            ):
                yield Told(seat, text, is_forced=line.is_throw)
        for seat in self.seats_turned(line):
            yield Told(seat, telling.turned(words, before, now, seat, "log"))
        if line.is_throw and now.phase != CHOICE and not self.changed(line):
            yield Told(before.active, words("log.no-move"), kind="nothing")


def depends_on_reader(lines: Sequence[Line]) -> bool:
    """Whether sentences about a throw depend on who reads them: on a shared board, about the start, and corrected."""
    first = lines[0]
    return bool(first.correction or first.before.rules.SHARED_BOARD) or not has_beginner(first.before.now)


def grouped(public: Sequence[Line]) -> list[list[Line]]:
    """Return the newest lines from each throw to the next, beginning with a throw where older ones are left out."""
    shown = public[-SHOWN_LINES:]
    if len(public) > len(shown):
        start = next((place for place, line in enumerate(shown) if line.is_throw), 0)
        shown = shown[start:]
    groups: list[list[Line]] = [[]]
    for line in shown:
        if line.is_throw:
            groups.append([])
        groups[-1].append(line)
    return [lines for lines in groups if lines]


def dice_as_they_lie(thrown: Line) -> dict[str, int]:
    """Return the dice of a throw by name, in the order in which a game lays them on the table."""
    assert isinstance(thrown.event, Roll)
    names = dice_to_throw(thrown.before)
    lying = dict(zip(thrown.now.rules.DICE, faces_shown(thrown.now), strict=True))
    laid = [lying[die] for die in names]
    faces = laid if sorted(laid) == sorted(thrown.event.faces) else thrown.event.faces
    return dict(zip(names, faces, strict=True))


def forced_told(words: Words, deed: Deed) -> Deed:
    """Return a deed with the remark that it was no choice, if it was none."""
    if deed.whole or not deed.forced:
        return deed
    yours = words("log.no-choice", text=deed.yours) if deed.yours else ""
    return replace(deed, text=words("log.no-choice", text=deed.text), yours=yours)


def seats_written(line: Line) -> Sequence[int]:
    """Return the seats whose sheets a line may have changed: while a window is open, only that of who answers."""
    if line.before.rules.SHARED_BOARD:
        return (0,)
    if isinstance(line.event, Choice) and line.now.phase == CHOICE and line.now.window == line.before.window:
        return (line.event.seat,)
    return range(line.before.seats)


def seats_turned(line: Line) -> Sequence[int]:
    """Return the seats that a line led to their next sheet."""
    rules, before, now = line.before.rules, line.before.now, line.now.now
    numbers = [(rules.sheet_numbers(before, seat), rules.sheet_numbers(now, seat)) for seat in range(before.seats)]
    return [seat for seat, (old, new) in enumerate(numbers) if old and new and 0 < old[0] < new[0]]


def newest_text(words: Words, turns: Sequence[LogTurn], names: Sequence[str], own: int) -> str:
    """Return the newest thing in the log, of others if they did anything; `own` is the viewer's seat, or -1."""
    if not turns:
        return ""
    turn = turns[-1]
    if not turn.deeds:
        return "" if turn.seat in (own, NOBODY) else words("log.whose", name=names[turn.seat])
    deed = next((one for one in reversed(turn.deeds) if one.seat != own and one.kind != "nowhere"), turn.deeds[-1])
    if deed.whole:
        return deed.text
    priced, is_own = "-cost" if deed.cost else "", deed.seat == own
    if deed.yours:
        key, text = ("yours", deed.yours) if is_own else ("did", deed.text)
        return words(f"web.log.{key}{priced}", name=names[deed.seat], text=text, cost=minus(deed.cost))
    name = words("web.log.you") if is_own else names[deed.seat]
    return words("web.log.cost" if deed.cost else "web.log.deed", name=name, text=deed.text, cost=minus(deed.cost))
