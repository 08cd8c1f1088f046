"""Kinds of tables differ by what they say about themselves, and pages ask them nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from cinquina.table.base import TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson import lesson_of, lesson_seats
from cinquina.table.lesson_table import LessonTable
from cinquina.table.pad_table import PadTable
from table.tables import CODE, HOST, SEEDS, settings, shown_by, table

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cinquina"


@pytest.mark.parametrize(
    ("kind", "has_dice", "shares_record", "can_be_left"),
    [(DiceTable, True, True, True), (PadTable, False, False, True), (LessonTable, True, True, False)],
)
def test_a_kind_of_table_says_what_it_has(
    kind: type[TableBase], has_dice: bool, shares_record: bool, can_be_left: bool
) -> None:
    assert (kind.has_dice, kind.shares_record, kind.can_be_left) == (has_dice, shares_record, can_be_left)


def ended(hosted: HostedTable) -> dict[str, Any]:
    """End a table as its host and return what the host sees then."""
    hosted.take(hosted.table.end(HOST))
    hosted.invalidate()
    return shown_by(hosted, HOST, lang="en")


def lesson() -> HostedTable:
    """A table with a lesson that has just begun."""
    found = lesson_of("qwixx")
    assert found
    told = settings(options=dict(found.game.position.options), series=1, lesson=True)
    made = LessonTable(structs.replace(told, seats=lesson_seats(found, "Ada")), CODE)
    made.take(made.beginning(SEEDS))
    return HostedTable("id", CODE, made)


def test_a_table_that_people_have_closed_says_how_it_stood_and_another_can_be_opened() -> None:
    for dice in ("virtual", "none"):
        seen = ended(table(dice=dice).hosted)
        assert seen["can"]["again"]
        assert seen["over"]


def test_a_lesson_is_not_closed_by_people_and_nobody_can_leave_it() -> None:
    hosted = lesson()
    assert shown_by(hosted, HOST, lang="en")["can"]["leave"] == []
    seen = ended(hosted)
    assert not seen["can"]["again"]
    assert seen["over"] is None


def test_a_seat_at_a_table_can_be_left() -> None:
    assert table().seen(HOST)["can"]["leave"] == [0]


@pytest.mark.parametrize("folder", ["web", "term"])
def test_screens_do_not_tell_kinds_of_tables_apart(folder: str) -> None:
    told_apart = ("settings.lesson", "settings.dice == MARKS_ONLY", "settings.dice != MARKS_ONLY")
    for path in (SOURCE / folder).glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert [flag for flag in told_apart if flag in text] == [], path.name
