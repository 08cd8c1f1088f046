"""The snapshots of every table in this process, by kind of table."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from cinquina.locales import Words
from cinquina.table.happenings import fingerprint
from cinquina.table.live import Live
from cinquina.table.pads import Pads
from cinquina.table.room import Room
from cinquina.table.seated import Seated
from cinquina.web.dice_snapshot import DiceSnapshots
from cinquina.web.pad_snapshot import PadSnapshots
from cinquina.web.protocol import Snapshot
from cinquina.web.snapshot import Snapshots

KINDS: dict[type[Seated], type[Snapshots]] = {Live: DiceSnapshots, Pads: PadSnapshots}
_made: WeakKeyDictionary[Room, Snapshots] = WeakKeyDictionary()


def snapshots_of(room: Room) -> Snapshots:
    """The snapshots of a table, with what has been made of it so far."""
    found = _made.get(room)
    if found is None:
        found = _made[room] = KINDS[type(room.live)](room)
    return found


def sent(room: Room, prints: tuple[str, ...], words: Words, patience: float) -> bytes:
    """A snapshot for somebody whose keys have these fingerprints, as it is sent."""
    snapshots = snapshots_of(room)
    return snapshots.sent(words, snapshots.viewpoint(prints, patience))


def snapshot(room: Room, keys: tuple[str, ...], words: Words, patience: float) -> Snapshot:
    """A table as somebody with these keys may see it."""
    snapshots = snapshots_of(room)
    prints = tuple(fingerprint(key) for key in keys if key)
    return snapshots.shown_to(words, snapshots.viewpoint(prints, patience))
