"""The snapshots of all tables in this process, by kind of table."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from cinquina.locales import Words
from cinquina.table.base import TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.hosted import HostedTable
from cinquina.table.lesson_table import LessonTable
from cinquina.table.pad_table import PadTable
from cinquina.web.dice_snapshot import DiceSnapshots
from cinquina.web.lesson_snapshot import LessonSnapshots
from cinquina.web.pad_snapshot import PadSnapshots
from cinquina.web.snapshot import Snapshots

KINDS: dict[type[TableBase], type[Snapshots]] = {
    DiceTable: DiceSnapshots,
    LessonTable: LessonSnapshots,
    PadTable: PadSnapshots,
}
_made: WeakKeyDictionary[HostedTable, Snapshots] = WeakKeyDictionary()


def snapshots_of(hosted: HostedTable) -> Snapshots:
    """Return the snapshots of a table, with their cache."""
    found = _made.get(hosted)
    if found is None:
        found = _made[hosted] = KINDS[type(hosted.table)](hosted)
    return found


def encoded(hosted: HostedTable, prints: tuple[str, ...], words: Words, patience: float) -> bytes:
    """Return the JSON of the snapshot for a viewer whose keys have these fingerprints."""
    snapshots = snapshots_of(hosted)
    return snapshots.encoded(words, snapshots.viewpoint(prints, patience))
