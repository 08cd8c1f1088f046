"""What lies on the table: everybody's sheets with their points, the dice, and how a game has ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from cinquina.core import OVER, Position, Roll, dice_to_throw, endings, is_lot, ranking, scores
from cinquina.core.result import Standing
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.live import Live
from cinquina.web.seats import names_of, state_of

LOST = ("left-of-a-cross", "row-closed")
"""Rules that put a cell out of reach for the rest of a game."""
MOST_SHEETS = 2
"""Sheets shown before a player; while one is being chosen there are more to choose from, by name."""


class Laid(NamedTuple):
    """What lies on the table: everybody's sheets with their points, the points of the series, the dice."""

    sheets: list[dict[str, Any]]
    totals: list[int]
    dice: dict[str, Any]


def laid_now(live: Live, shown: Position) -> Laid:
    """The same, made anew."""
    points = scores(shown)
    sheets = [{"score": points[seat], "sheets": told_sheets(shown, seat)} for seat in range(shown.seats)]
    return Laid(sheets, totals(live, shown), told_dice(live, shown))


def totals(live: Live, shown: Position) -> list[int]:
    """The points of the series, of the running game only what the viewer may see of it."""
    series = live.series
    assert series is not None
    return list(series.with_current(replace(series.current, position=shown)).totals())


def told_sheets(shown: Position, seat: int) -> list[dict[str, Any]]:
    """The sheets before a player."""
    rules, lost = shown.rules, lost_cells(shown, seat)
    sheets = zip(rules.sheets_of(shown.now, seat), rules.marks(shown.now, seat), strict=True)
    return [
        {"id": name, "marks": marks, "lost": lost if place == 0 else []}
        for place, (name, marks) in enumerate(sheets)
        if place < MOST_SHEETS
    ]


def lost_cells(position: Position, seat: int) -> list[str]:
    """The cells a player cannot use any more, where the game has such."""
    rules, state = position.rules, position.now
    if not any(cell.kind == "lock" for cell in load(rules.sheets_of(state, seat)[0]).cells):
        return []
    found = {rules.cell(state, seat, option): rules.refusal(state, seat, option) for option in range(rules.CHOICES)}
    return [cell for cell, reason in found.items() if cell and reason in LOST]


def told_dice(live: Live, shown: Position) -> dict[str, Any]:
    """The dice as they lie, and which fell last."""
    faces = dict(zip(shown.rules.DICE, shown.now.values()["dice"], strict=True))
    thrown, fallen = last_throw(live)
    sheet = shown.rules.sheets_of(shown.now, 0)[0]
    return {"sheet": sheet, "faces": faces, "thrown": list(thrown), "fallen": list(fallen), "count": live.throws}


def last_throw(live: Live) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The dice that fell last and their faces as they fell; a game may lay them in another order."""
    for line in reversed(live.log):
        if isinstance(line.event, Roll):
            return ((), ()) if is_lot(line.before) else (dice_to_throw(line.before), line.event.faces)
    return (), ()


def wanted(position: Position) -> list[dict[str, Any]]:
    """The real dice whose faces are to be entered."""
    dice = {die.id: die for die in telling.dice_of(position)}
    return [
        {"id": name, "colour": dice[name].colour, "faces": list(dice[name].faces)} for name in dice_to_throw(position)
    ]


def over(words: Words, live: Live) -> dict[str, Any]:
    """How the game ended: why, who stands where, what every score is made of."""
    position, names = live.game.position, names_of(words, live)
    return {
        "reasons": [telling.ending(words, position, names, key) for key in endings(position)],
        "ranking": [told_standing(standing, names) for standing in ranking(position)],
        "parts": [
            [{"name": name, "points": points} for name, points in telling.parts(words, position, seat)]
            for seat in range(position.seats)
        ],
        "line": winning_line(position),
        "counted": [counted(position, seat) for seat in range(position.seats)],
        "records": live.records(),
    }


def counted(position: Position, seat: int) -> list[dict[str, int]]:
    """Where on the sheets before a player the points are written, in the order of the sheets."""
    return list(position.rules.counted(position.now, seat)[:MOST_SHEETS])


def told_standing(standing: Standing, names: tuple[str, ...]) -> dict[str, Any]:
    """A place with its names."""
    return {"place": standing.place, "names": [names[seat] for seat in standing.seats], "score": standing.score}


def winning_line(position: Position) -> list[str]:
    """The cells of the line that has won, where the game has one."""
    return list(position.rules.line(position.now))


def step_snapshot(words: Words, position: Position, names: tuple[str, ...]) -> dict[str, Any]:
    """A position of a record, for a replay: everybody's sheets and the dice, nobody asked."""
    rules = position.rules
    seats = [
        {
            "name": names[seat],
            "score": scores(position)[seat],
            "state": state_of(position, seat, position.waiting),
            "colour": rules.SIDE_COLOURS[rules.side(position.now, seat)] if rules.SIDE_COLOURS else "",
            "sheets": told_sheets(position, seat),
        }
        for seat in range(position.seats)
    ]
    faces = dict(zip(rules.DICE, position.now.values()["dice"], strict=True))
    sheet = rules.sheets_of(position.now, 0)[0]
    return {
        "game": rules.NAME,
        "title": telling.game_name(words, rules.NAME),
        "shared_board": bool(rules.SIDE_COLOURS),
        "seats": seats,
        "active": position.active,
        "dice": {"sheet": sheet, "faces": faces, "thrown": [], "fallen": [], "count": 0},
        "line": winning_line(position) if position.phase == OVER else [],
        "counted": [counted(position, seat) if position.phase == OVER else [] for seat in range(position.seats)],
    }
