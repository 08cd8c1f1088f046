"""A whole game from its record: its beginning as a snapshot, and then what every step changed."""

from __future__ import annotations

from collections.abc import Iterator

from cinquina.core import OVER, Choice, Position, Roll, after, dice_to_throw, has_beginner, is_lot, ranking, scores
from cinquina.core.record import Game
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.happenings import BOT, Seat
from cinquina.table.lines import Line
from cinquina.table.words import Cells
from cinquina.web.board import (
    changed_tables,
    counted,
    faces_of,
    sheet_of_dice,
    sheets_before,
    side_colour,
    winning_line,
)
from cinquina.web.deeds import minus, told_cells
from cinquina.web.ending import reasons, sentence, standing_view
from cinquina.web.log import FORCED, NOBODY, seats_written
from cinquina.web.protocol import DiceView, SeatView, SeriesView, SheetView, Snapshot
from cinquina.web.record_protocol import Replay, ReplayEnd, ReplayStep, SheetChange
from cinquina.web.seats import level_name, seat_names, seats_in, state_of
from cinquina.web.sentences import result_of


def replay_of(words: Words, game: Game, you: int = NOBODY) -> Replay:
    """Return all steps of a game in words; seat `you` is called that, unless a bot had it."""
    start, seats = game.back_to(0).position, seats_in(game.names)
    is_person = 0 <= you < len(seats) and seats[you].kind != BOT
    steps = ReplaySteps(words, seats, start, you if is_person else NOBODY)
    return Replay(steps.beginning(), [steps.step(line) for line in lines_of(game, start)])


def lines_of(game: Game, start: Position) -> Iterator[Line]:
    """Return every event of a game with the positions around it."""
    position = start
    for number, event in enumerate(game.events):
        before, position = position, after(position, event)
        yield Line(number, before, event, position)


class ReplaySteps:
    """The steps of a game, asked for in their order."""

    def __init__(self, words: Words, seats: tuple[Seat, ...], start: Position, you: int = NOBODY) -> None:
        self.words = words
        self.you = you
        self.seats = seats
        self.names = seat_names(words, seats)
        self.start = start
        self._before_throw = start.now
        self._newest: list[Cells] = [{} for _ in seats]
        """By seat: what it has written with the newest throw with which it wrote anything."""
        self._written: set[int] = set()
        """The seats that have written something with the last throw."""
        self._shown = self._sheets(start)

    def beginning(self) -> Snapshot:
        """Return the game before its first event: sheets and dice, no question."""
        position, rules = self.start, self.start.rules
        supplies = [rules.supply(position.now, seat) for seat in range(position.seats)]
        seats = [
            SeatView(
                name=self.names[seat],
                kind=self.seats[seat].kind,
                level=level_name(self.words, self.seats[seat].level),
                here=True,
                mine=seat == self.you,
                state=state_of(position, seat, position.waiting),
                colour=side_colour(position, seat),
                score=points,
                sheets=self._shown[seat],
                chips_left=supplies[seat][0],
                chips=supplies[seat][1],
            )
            for seat, points in enumerate(scores(position))
        ]
        return Snapshot(
            number=0,
            code="",
            game=rules.NAME,
            title=telling.game_name(self.words, rules.NAME),
            phase="choose",
            dice_mode="virtual",
            seats=seats,
            series=SeriesView(1, 1, list(scores(position))),
            shared_board=rules.SHARED_BOARD,
            active=position.active,
            dice=DiceView(sheet_of_dice(position), faces_of(position), [], [], 0),
            counted=[counted(position, seat) for seat in range(position.seats)],
            score_tables=changed_tables(position),
        )

    def step(self, line: Line) -> ReplayStep:
        """Return what the next event was, and what it changed."""
        if line.is_throw:
            self._before_throw, self._written = line.before.now, set()
        self._note(line)
        now, old = line.now, self._shown
        self._shown = self._sheets(now)
        changes = [
            sheet_change(seat, place, old[seat], sheet, points)
            for seat, sheets in enumerate(self._shown[:1] if now.rules.SHARED_BOARD else self._shown)
            for place, (sheet, points) in enumerate(zip(sheets, counted(now, seat), strict=True))
            if place >= len(old[seat]) or sheet != old[seat][place]
        ]
        return ReplayStep(
            seat=mover(line),
            text=self._told(line),
            also=" ".join(self._consequences(line)),
            thrown=thrown_dice(line),
            faces=faces_of(now),
            active=now.active,
            sheets=changes,
            scores=list(scores(now)),
            chips_left=[now.rules.supply(now.now, seat)[0] for seat in range(now.seats)],
            over=self._end(now) if now.phase == OVER else None,
        )

    def _sheets(self, position: Position) -> list[list[SheetView]]:
        shared = position.rules.SHARED_BOARD
        newest = [self._newest[0 if shared else seat] for seat in range(position.seats)]
        return [sheets_before(position, seat, cells) for seat, cells in enumerate(newest)]

    def _note(self, line: Line) -> None:
        """Note what a line has written as the newest of its seats."""
        for seat in seats_written(line):
            cells = telling.rewritten(line.before, line.now, seat)
            if not cells:
                continue
            earlier = self._newest[seat] if seat in self._written else {}
            added = {sheet: (*earlier.get(sheet, ()), *several) for sheet, several in cells.items()}
            self._newest[seat] = earlier | added
            self._written.add(seat)

    def _consequences(self, line: Line) -> Iterator[str]:
        """Tell who begins, if an event has decided that, and what the rules wrote by themselves."""
        if has_beginner(line.now.now) and not has_beginner(line.before.now) and not is_lot(line.before):
            yield self._begins(line.now.now.beginner)
        if line.now.rules.SHARED_BOARD:
            own = told_cells(line).get(line.event.seat, ()) if isinstance(line.event, Choice) else ()
            rest = telling.without(telling.rewritten(line.before, line.now, 0), own)
            yield from telling.forced(self.words, line.now, 0, rest, telling.FORCED)
            return
        chooser = line.event.seat if isinstance(line.event, Choice) else NOBODY
        for seat in seats_written(line):
            for text in self._forced(line, seat) if seat != chooser else ():
                name = self.words("web.log.you") if seat == self.you else self.names[seat]
                yield self.words("said.choice", name=name, option=text)

    def _told(self, line: Line) -> str:
        """Tell a throw, or what a player chose and what the rules then wrote on their own sheets."""
        event, before = line.event, line.before
        if self.you == NOBODY or mover(line) != self.you:
            return self._told_by_name(line)
        if not isinstance(event, Choice):
            dice = telling.faces_text(self.words, before, thrown_dice(line))
            return self.words("web.log.you-threw", dice=dice)
        forced = [] if before.rules.SHARED_BOARD else self._forced(line, event.seat)
        return telling.said_to_you(self.words, before, event.seat, event.option, forced)

    def _begins(self, seat: int) -> str:
        """Tell who begins."""
        if seat == self.you:
            return self.words("told.start-begins-you")
        return self.words("said.begins", name=self.names[seat])

    def _told_by_name(self, line: Line) -> str:
        """Tell the same of somebody else, by name."""
        event, before = line.event, line.before
        if is_lot(before) and isinstance(event, Roll):
            return self._begins(event.faces[0] - 1)
        if not isinstance(event, Choice) or before.rules.SHARED_BOARD:
            return telling.event(self.words, before, self.names, event)
        forced = self._forced(line, event.seat)
        return telling.said_choice(self.words, before, event.seat, event.option, self.names[event.seat], forced)

    def _forced(self, line: Line, seat: int) -> list[str]:
        """Return what the rules wrote on the sheets of a seat, with what it cost."""
        own = told_cells(line).get(seat, ())
        rest = telling.without(telling.rewritten(line.before, line.now, seat), own)
        cost = scores(line.now)[seat] - scores(line.before)[seat]
        texts = telling.forced(self.words, line.now, seat, rest, FORCED) if rest else []
        return [self.words("said.cost", text=text, cost=minus(cost)) if cost < 0 else text for text in texts]

    def _end(self, position: Position) -> ReplayEnd:
        """Return who won and why."""
        text = sentence(self.words, result_of(position), self.names, self.you)
        why = reasons(self.words, position, self._before_throw, self.names, self.you)
        places = [standing_view(standing, self.names) for standing in ranking(position)]
        return ReplayEnd(text, why, places, winning_line(position))


def mover(line: Line) -> int:
    """Return who threw or chose; nobody draws the lot."""
    if isinstance(line.event, Choice):
        return line.event.seat
    return NOBODY if is_lot(line.before) else line.before.active


def thrown_dice(line: Line) -> dict[str, int]:
    """Return the dice of a throw, and how they fell."""
    if not isinstance(line.event, Roll) or is_lot(line.before):
        return {}
    return dict(zip(dice_to_throw(line.before), line.event.faces, strict=True))


def sheet_change(seat: int, place: int, old: list[SheetView], now: SheetView, points: dict[str, int]) -> SheetChange:
    """Return how a sheet differs from the one that lay in its place; marks that are gone are empty."""
    before = old[place] if place < len(old) and old[place].id == now.id else SheetView(now.id, now.number, {}, [])
    cells = {**before.marks, **now.marks}
    return SheetChange(
        seat=seat,
        place=place,
        id=now.id,
        number=now.number,
        marks={cell: now.marks.get(cell, "") for cell in cells if before.marks.get(cell) != now.marks.get(cell)},
        turned=sorted({*before.lost} ^ {*now.lost}),
        newest=now.newest,
        closed=now.closed,
        counted=points,
    )
