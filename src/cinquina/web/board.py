"""What lies on the table: everybody's sheets with their points, the dice, and how a game has ended."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from cinquina.core import OVER, Position, Roll, dice_to_throw, endings, is_lot, ranking, scores
from cinquina.core.result import Standing
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable
from cinquina.web.protocol import (
    DiceView,
    Ending,
    ScorePart,
    SeatView,
    SeriesView,
    SheetView,
    Snapshot,
    StandingView,
    WantedDie,
)
from cinquina.web.seats import names_of, state_of

MOST_SHEETS = 2
"""Sheets shown before a player; while one is being chosen there are more to choose from, by name."""


class Board(NamedTuple):
    """What lies on the table: everybody's sheets and points, the points of the series, the dice."""

    sheets: list[list[SheetView]]
    points: tuple[int, ...]
    totals: list[int]
    dice: DiceView


def board_of(table: DiceTable, shown: Position) -> Board:
    """What lies on the table in a view of it."""
    sheets = [sheets_before(shown, seat) for seat in range(shown.seats)]
    return Board(sheets, scores(shown), totals(table, shown), dice_of(table, shown))


def totals(table: DiceTable, shown: Position) -> list[int]:
    """The points of the series, of the running game only what the viewer may see of it."""
    series = table.series
    assert series is not None
    return list(series.with_current(replace(series.current, position=shown)).totals())


def sheets_before(shown: Position, seat: int) -> list[SheetView]:
    """The sheets before a player."""
    rules, lost = shown.rules, list(shown.rules.lost(shown.now, seat))
    sheets = zip(rules.sheets_of(shown.now, seat), rules.marks(shown.now, seat), strict=True)
    return [
        SheetView(name, marks, lost if place == 0 else [])
        for place, (name, marks) in enumerate(sheets)
        if place < MOST_SHEETS
    ]


def dice_of(table: DiceTable, shown: Position) -> DiceView:
    """The dice as they lie, and which fell last."""
    thrown, fallen = last_throw(table)
    return DiceView(sheet_of_dice(shown), faces_of(shown), list(thrown), list(fallen), table.throws)


def faces_of(shown: Position) -> dict[str, int]:
    """What each die shows, 0 for one that is not in use; nothing before the first throw."""
    faces = dict(zip(shown.rules.DICE, shown.now.values()["dice"], strict=True))
    return faces if any(faces.values()) else {}


def sheet_of_dice(shown: Position) -> str:
    """The sheet that describes the dice."""
    return str(shown.rules.sheets_of(shown.now, 0)[0])


def last_throw(table: DiceTable) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The dice that fell last and their faces as they fell; a game may lay them in another order."""
    for line in reversed(table.log):
        if isinstance(line.event, Roll):
            return ((), ()) if is_lot(line.before) else (dice_to_throw(line.before), line.event.faces)
    return (), ()


def wanted_dice(position: Position) -> list[WantedDie]:
    """The real dice whose faces are to be entered."""
    dice = {die.id: die for die in telling.dice_of(position)}
    return [WantedDie(name, dice[name].colour, list(dice[name].faces)) for name in dice_to_throw(position)]


def ending(words: Words, table: DiceTable) -> Ending:
    """How the game ended: why, who stands where, what every score is made of."""
    position, names = table.game.position, names_of(words, table)
    return Ending(
        reasons=[telling.ending(words, position, names, key) for key in endings(position)],
        ranking=[standing_view(standing, names) for standing in ranking(position)],
        parts=[score_parts(words, position, seat) for seat in range(position.seats)],
        records=table.records(),
    )


def score_parts(words: Words, position: Position, seat: int) -> list[ScorePart]:
    """What a seat's score is made of."""
    return [ScorePart(name, points) for name, points in telling.parts(words, position, seat)]


def counted(position: Position, seat: int) -> list[dict[str, int]]:
    """Where on the sheets before a player the points are written, in the order of the sheets."""
    return list(position.rules.counted(position.now, seat)[:MOST_SHEETS])


def standing_view(standing: Standing, names: tuple[str, ...]) -> StandingView:
    """A place with its names."""
    return StandingView(standing.place, [names[seat] for seat in standing.seats], standing.score)


def winning_line(position: Position) -> list[str]:
    """The cells of the line that has won, where the game has one."""
    return list(position.rules.line(position.now)) if position.phase == OVER else []


def side_colour(position: Position, seat: int) -> str:
    """The colour of a seat's chips, where all play on one board."""
    rules = position.rules
    return rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else ""


def replay_snapshot(words: Words, position: Position, names: tuple[str, ...]) -> Snapshot:
    """A position of a record: everybody's sheets and the dice, nobody asked."""
    over, points = position.phase == OVER, scores(position)
    seats = [
        SeatView(
            name=names[seat],
            kind="person",
            here=True,
            state=state_of(position, seat, position.waiting),
            colour=side_colour(position, seat),
            score=points[seat],
            sheets=sheets_before(position, seat),
        )
        for seat in range(position.seats)
    ]
    return Snapshot(
        number=0,
        code="",
        game=position.rules.NAME,
        title=telling.game_name(words, position.rules.NAME),
        phase="over" if over else "choose",
        dice_mode="virtual",
        seats=seats,
        series=SeriesView(1, 1, list(points)),
        shared_board=bool(position.rules.SIDE_COLOURS),
        active=position.active,
        dice=DiceView(sheet_of_dice(position), faces_of(position), [], [], 0),
        line=winning_line(position),
        counted=[counted(position, seat) for seat in range(position.seats)] if over else [],
    )
