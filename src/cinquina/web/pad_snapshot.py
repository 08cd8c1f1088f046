"""Snapshots of a table of pads: everybody's sheets, and what can be marked on the viewer's own."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from cinquina.core.result import Standing, placed
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import printed
from cinquina.table import words as telling
from cinquina.table.drafting import Drafting
from cinquina.table.hosted import HostedTable
from cinquina.table.pad_sheet import PadSheet
from cinquina.table.pad_table import PadLine, PadTable
from cinquina.table.reachable import SEAT, asks_before_throw, marks_on, sheet_in_use
from cinquina.web.board import changed_tables, counted, sheets_before
from cinquina.web.comings import coming_abilities, may_go_on, newest_coming, next_view, with_comings
from cinquina.web.ending import Result, parts_by_key, score_parts, sentence, standing_view
from cinquina.web.protocol import (
    Abilities,
    Ending,
    LogTurn,
    Phase,
    SeatView,
    SeriesView,
    Snapshot,
)
from cinquina.web.question import question
from cinquina.web.question_protocol import PadView
from cinquina.web.seats import Viewpoint, away_seconds, names_of, only
from cinquina.web.snapshot import Snapshots


class PadSnapshots(Snapshots):
    """The snapshots of a table of pads."""

    def __init__(self, hosted: HostedTable) -> None:
        super().__init__(hosted)
        self._pads: dict[tuple[str, int], tuple[tuple[int, bool], PadView]] = {}
        """Cached pads by language and seat, each with the state of the sheet it was made for."""

    @property
    def table(self) -> PadTable:
        """The table."""
        assert isinstance(self.hosted.table, PadTable)
        return self.hosted.table

    def playing(self, words: Words, head: Snapshot) -> Snapshot:
        """Return a snapshot for spectators."""
        pads, seats = self.table, range(len(self.table.places))
        totals = [pads.total(seat) if seat in pads.sheets else 0 for seat in seats]
        shared = replace(
            head,
            phase=self._phase(),
            series=SeriesView(pads.game_number, pads.settings.series, totals),
            seats=[self._seat(words, seat) for seat in seats],
            over=self._ending(words) if pads.counted or pads.ended else None,
            counted=[self._counted(seat) for seat in seats],
            score_tables=changed_tables(pads.position) if pads.position else {},
        )
        return self._with_pads(words, shared, Viewpoint())

    def own(self, words: Words, shared: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot for the owner of some seats."""
        seats = [replace(view, mine=seat in who.mine) for seat, view in enumerate(shared.seats)]
        return self._with_pads(words, replace(shared, seats=seats), who)

    def _with_pads(self, words: Words, view: Snapshot, who: Viewpoint) -> Snapshot:
        """Add what the viewer may do, and their pads."""
        table = self.table
        marking = not table.ended and not table.counted
        pads = [self._pad(words, seat) for seat in who.mine] if marking else []
        lines = [self._line(words, line, only(who.mine)) for line in table.log]
        return replace(
            view,
            seat=who.mine[0] if pads else -1,
            sentence=pads[0].sentence if pads else self._sentence(words, who),
            around=newest_coming(words, table, lines, who) or "".join(line.text for line in lines[-1:]),
            guide=words.first(f"pad.guide.{table.rules.NAME}", "pad.guide") if pads else "",
            pads=pads,
            next=next_view(words, self.hosted, who.mine),
            can=self._abilities(who),
            log=with_comings(words, table, lines, who),
        )

    def _abilities(self, who: Viewpoint) -> Abilities:
        """Return what the viewer may do besides marking."""
        table, runs, mine = self.table, not self.table.ended, bool(who.mine)
        can = Abilities(
            next=may_go_on(table, who.mine, host=who.host),
            end=runs and who.host,
            chat=runs and mine,
            count=runs and not table.counted and mine,
            resume=runs and table.counted and mine,
        )
        return coming_abilities(can, table, who.mine, queued=who.queued)

    def _phase(self) -> Phase:
        """Return the phase."""
        if self.table.counted:
            return "over"
        return "ended" if self.table.ended else "mark"

    def _sentence(self, words: Words, who: Viewpoint) -> str:
        """Return what happens at the table, for viewers who have nothing to mark."""
        if self.table.counted:
            return sentence(words, self._result(), names_of(words, self.table), only(who.mine))
        if self.table.ended:
            return words("table.ended-you" if who.host else "table.ended")
        return words("pad.all-mark")

    def _standings(self) -> tuple[Standing, ...]:
        """Return the ranking."""
        return placed({(seat,): self.table.points(seat) for seat in self.table.sheets})

    def _result(self) -> Result:
        """Return how the game ended."""
        sheets = self.table.sheets
        parts = {seat: parts_by_key(sheet.position, SEAT) for seat, sheet in sheets.items()}
        return Result(self.table.settings.game, self._standings(), parts)

    def _ending(self, words: Words) -> Ending:
        """Return how the game ended: ranking, the parts of every score, and the records of all sheets."""
        pads, names = self.table, names_of(words, self.table)
        return Ending(
            reasons=[words("pad.counted" if pads.counted else "table.closed-at")],
            ranking=[standing_view(standing, names) for standing in self._standings() if pads.counted],
            parts=[
                score_parts(words, pads.sheets[seat].position, SEAT) if seat in pads.sheets else []
                for seat in range(len(pads.places))
            ],
            records=pads.records_so_far(),
            sheets=list(pads.sheets),
        )

    def _counted(self, seat: int) -> list[dict[str, int]]:
        """Return where points are written on a seat's sheets."""
        sheet = self.table.sheets.get(seat)
        return counted(sheet.position, SEAT) if sheet else []

    def _seat(self, words: Words, seat: int) -> SeatView:
        """Return a player: name, presence, sheets and points."""
        pads, sheet = self.table, self.table.sheets.get(seat)
        here = seat in self.hosted.present
        return SeatView(
            name=names_of(words, pads)[seat] if sheet else "",
            kind=pads.places[seat].seat.kind,
            here=here,
            away=0 if here else away_seconds(self.hosted, seat),
            free=pads.places[seat].is_free,
            state="finished" if sheet and sheet.is_over else "",
            score=pads.points(seat) if sheet else 0,
            sheets=sheets_before(sheet.position, SEAT) if sheet else [],
            corrections=sheet.corrections if sheet else 0,
        )

    def _pad(self, words: Words, seat: int) -> PadView:
        """Return one of the viewer's pads, cached until it changes."""
        sheet, key = self.table.sheets[seat], (words.language, seat)
        moment = sheet.clicks, sheet.possible is None
        known = self._pads.get(key)
        if known is None or known[0] != moment:
            known = self._pads[key] = moment, pad_view(words, sheet, seat)
        return known[1]

    def _said_choice(self, words: Words, line: PadLine, name: str, *, you: bool) -> str:
        """Return what was chosen before the first throw."""
        assert line.before is not None
        if you:
            return words("pad.said-choice-you", option=telling.deed(words, line.before, SEAT, line.option))
        return telling.said_choice(words, line.before, SEAT, line.option, name)

    def _line(self, words: Words, line: PadLine, viewer: int) -> LogTurn:
        """Return a line of the log in words; `viewer` is the seat that is called "you"."""
        you = "-you" if line.seat == viewer else ""
        details: dict[str, str] = {"name": names_of(words, self.table)[line.seat]}
        if line.before:
            return LogTurn(line.number, -1, self._said_choice(words, line, details["name"], you=bool(you)), {}, [])
        if line.sheet:
            changed = telling.are_changed(self.table.sheets[line.seat].position)
            details["marks"] = telling.marks_text(words, line.sheet, line.marks, changed=changed)
        text = words(f"pad.{line.key}{you}", **details)
        if line.closes:
            text = f"{text} {words('pad.said-closes')}"
        whole = f"{text} {words(f'pad.said-finishes{you}', **details)}" if line.is_last else text
        return LogTurn(line.number, -1, whole, {}, [])


def pad_view(words: Words, sheet: PadSheet, seat: int) -> PadView:
    """Return what can be marked on a pad, its pencil marks, and what can be undone or erased."""
    marks: dict[str, list[str]] = {}
    for cell, mark in sheet.offered() if sheet.possible else ():
        marks.setdefault(cell, []).append(mark)
    cells = printed.cells_of(sheet_in_use(sheet.position))
    asked = question(words, Drafting(sheet.position, SEAT), sheet.clicks) if asks_before_throw(sheet.position) else None
    return PadView(
        seat=seat,
        window=sheet.clicks,
        sentence=pad_sentence(words, sheet, more=bool(marks)),
        ask=replace(asked, seat=seat) if asked else None,
        marks={cell: sorted(marks[cell], key=by_number) for cell in (*cells, "") if cell in marks},
        pencil=dict(sheet.pencilled),
        ready=sheet.possible is not None and sheet.is_ready,
        undo=bool(sheet.pencil) or sheet.is_fresh,
        erasable=list(marks_on(sheet.position)),
        beside={cell: told for cell in marks_on(sheet.position) if (told := beside(words, sheet, cell))},
        why=reasons(words, sheet, set(marks)) if sheet.possible and not asked else {},
    )


def beside(words: Words, sheet: PadSheet, cell: str) -> str:
    """Return the other marks of the turn that wrote a cell."""
    changed = telling.are_changed(sheet.position)
    return telling.marks_text(words, sheet_in_use(sheet.position), sheet.beside(cell), changed=changed)


def by_number(mark: str) -> tuple[int, str]:
    """Sort key: numbers by value."""
    return (int(mark), "") if mark.isdecimal() else (0, mark)


def pad_sentence(words: Words, sheet: PadSheet, *, more: bool) -> str:
    """Return what the owner of a pad can do now."""
    if asks_before_throw(sheet.position):
        asked = telling.question(words, sheet.position, SEAT)
        return asked[:1].upper() + asked[1:]
    if sheet.is_over:
        return words("pad.finished")
    if sheet.possible is None:
        return words("pad.one-moment")
    if not sheet.pencil:
        return words("pad.mark")
    changed = telling.are_changed(sheet.position)
    view = telling.marks_text(words, sheet_in_use(sheet.position), sheet.pencilled, changed=changed)
    if not sheet.is_ready:
        missing, n = what_is_missing(words, sheet)
        return words("pad.missing", n=n, marks=view, missing=missing) if n else words("pad.unfinished", marks=view)
    return words("pad.ready-or-more" if more else "pad.ready", marks=view)


def what_is_missing(words: Words, sheet: PadSheet) -> tuple[str, int]:
    """Return what every turn with the pencil marks has besides, in the game's own words, and how many that are."""
    printed_on, rests = load(sheet_in_use(sheet.position)), sheet.learnt.rests(sheet.pencilled)
    least: Counter[str] | None = None
    for rest in rests:
        cells = [printed_on.cell(cell) for cell, _ in rest if cell]
        kinds = Counter("row" for cell in cells if cell.row) + Counter({"column" for cell in cells if cell.column})
        least = kinds if least is None else least & kinds
    keys = {f"pad.missing.{sheet.position.rules.NAME}.{kind}": n for kind, n in sorted((least or {}).items())}
    told = {words(key, n=n): n for key, n in reversed(keys.items()) if key in words}
    return telling.listed(words, list(told)), sum(told.values())


def reasons(words: Words, sheet: PadSheet, offered: set[str]) -> dict[str, str]:
    """Return why cells of the sheet in use cannot be marked now, by cell."""
    rules, marked = sheet.position.rules, marks_on(sheet.position)
    possible = {cell for cell, _ in sheet.learnt.marks}
    view: dict[str, str] = {}
    for cell in printed.cells_of(sheet_in_use(sheet.position)):
        if cell in offered:
            continue
        if cell in marked:
            view[cell] = words("pad.marked")
        elif cell in possible:
            view[cell] = words("pad.not-with-these")
        else:
            reason = sheet.learnt.reasons.get(cell, "")
            view[cell] = words.first(f"refusal.{rules.NAME}.{reason}", "refusal.pad-no-throw-for-it")
    return view
