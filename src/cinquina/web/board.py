"""The state of a game for the page: sheets with points, the dice, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple, get_args

from cinquina.core import OVER, Position, Roll, dice_to_throw, faces_shown, is_lot, scores
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable
from cinquina.table.words import Cells
from cinquina.web.protocol import (
    DiceView,
    LegendLine,
    LegendLook,
    SheetView,
    WantedDie,
)

LEGEND_LOOKS: Mapping[str, LegendLook] = {look: look for look in get_args(LegendLook)}
MOST_SHEETS = 2
"""The most sheets shown for a player; while one is being chosen there may be more to choose from."""


class Board(NamedTuple):
    """Everybody's sheets and points, where points are written, the points of the series, the dice, the chips left."""

    sheets: list[list[SheetView]]
    points: tuple[int, ...]
    counted: list[list[dict[str, int]]]
    totals: list[int]
    dice: DiceView
    supplies: list[tuple[int, int]]


def board_of(table: DiceTable, shown: Position, newest: Sequence[Cells]) -> Board:
    """Return the board of a position as a viewer may see it; `newest` are the newest marks by seat."""
    shared = shown.rules.SHARED_BOARD
    sheets = [sheets_before(shown, seat, newest[0 if shared else seat]) for seat in range(shown.seats)]
    points = [counted(shown, seat) for seat in range(shown.seats)]
    supplies = [shown.rules.supply(shown.now, seat) for seat in range(shown.seats)]
    return Board(sheets, scores(shown), points, totals(table, shown), dice_of(table, shown), supplies)


def totals(table: DiceTable, shown: Position) -> list[int]:
    """Return the points of the series, with the current game as the viewer may see it."""
    series = table.series
    assert series is not None
    return list(series.with_current(replace(series.current, position=shown)).totals())


def sheets_before(shown: Position, seat: int, newest: Cells | None = None) -> list[SheetView]:
    """Return the sheets of a player, with the cells whose marks are new."""
    rules, now = shown.rules, shown.now
    in_use = list(rules.lost(now, seat)), list(rules.closed(now, seat))
    numbers, marks = rules.sheet_numbers(now, seat), shown.marks(seat)
    sheets = zip(rules.sheets_of(now, seat), numbers, marks, strict=True)
    views = []
    for place, (name, number, written) in enumerate(islice(sheets, MOST_SHEETS)):
        lost, closed = in_use if place == 0 else ([], [])
        views.append(SheetView(name, number, written, lost, list((newest or {}).get(name, ())), closed))
    return views


def dice_of(table: DiceTable, shown: Position) -> DiceView:
    """Return the dice on the table, and which were thrown last."""
    thrown, fallen = last_throw(table)
    return DiceView(sheet_of_dice(shown), faces_of(shown), list(thrown), list(fallen), table.throws)


def faces_of(shown: Position) -> dict[str, int]:
    """Return what each die shows, 0 for one not in use; empty before the first throw."""
    faces = dict(zip(shown.rules.DICE, faces_shown(shown), strict=True))
    return faces if any(faces.values()) else {}


def sheet_of_dice(shown: Position) -> str:
    """Return the sheet that describes the dice."""
    return str(shown.rules.sheets_of(shown.now, 0)[0])


def last_throw(table: DiceTable) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the dice thrown last and their faces as thrown; a game may sort them differently."""
    for line in reversed(table.log):
        if isinstance(line.event, Roll):
            return ((), ()) if is_lot(line.before) else (dice_to_throw(line.before), line.event.faces)
    return (), ()


def wanted_dice(position: Position) -> list[WantedDie]:
    """Return the real dice whose faces have to be entered."""
    dice = {die.id: die for die in telling.dice_of(position)}
    return [WantedDie(name, dice[name].colour, list(dice[name].faces)) for name in dice_to_throw(position)]


def counted(position: Position, seat: int) -> list[dict[str, int]]:
    """Return where the points are written on a player's sheets, in their order."""
    return list(position.rules.counted(position.now, seat)[:MOST_SHEETS])


def changed_tables(position: Position) -> dict[str, list[int]]:
    """Return the score tables of the sheet that are not as printed."""
    rules, now = position.rules, position.now
    printed = load(rules.sheets_of(now, 0)[0]).scores
    return {name: list(table) for name, table in rules.score_tables(now).items() if table != printed[name]}


def winning_line(position: Position) -> list[str]:
    """Return the cells of the winning line, if the game has one."""
    return list(position.rules.line(position.now)) if position.phase == OVER else []


def side_colour(position: Position, seat: int) -> str:
    """Return the colour of a seat's chips on a shared board."""
    rules = position.rules
    return rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else ""


def legend_of(words: Words, position: Position) -> list[LegendLine]:
    """Return what the board reminds of."""
    lines = position.rules.legend(position.now)
    keys = [(kind, f"legend.{position.rules.NAME}.{kind}", details) for kind, details in lines]
    return [
        LegendLine(
            kind,
            words(f"{key}.sign", **details),
            words(key, **details),
            bool(details.get("now")),
            LEGEND_LOOKS[str(details.get("look", ""))],
        )
        for kind, key, details in keys
    ]
