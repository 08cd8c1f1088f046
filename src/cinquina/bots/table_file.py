"""The tables of bots on disk: built on demand and kept in the cache, or trained beforehand and part of the program.

A file says what it was made for and has a checksum of its own. One that is cut, changed or made for other rules is
never used: a built one is built again, a trained one is refused.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock

from cinquina.core import Refusal
from cinquina.sim.paths import cache_folder

Tables = dict[str, np.ndarray[Any, Any]]
Progress = Callable[[float], None]
"""Told how much of a long work is done, from 0 to 1."""
MARK = b"cinquina tables 1\n"
DIGEST = hashlib.sha256().digest_size
MOST_ON_DISK = 1_000_000_000
"""Bytes of built tables that are kept; those used longest ago go first, and are built again when they are wanted."""


class BadTables(Refusal):
    """A file of tables that cannot be trusted."""


def no_progress(done: float) -> None:
    """Nobody wants to know."""


def fingerprint(*made_of: object) -> str:
    """What tables depend on, in a word; a module stands for its source, a package for that of all its modules."""
    digest = hashlib.sha256()
    for part in made_of:
        source = getattr(part, "__file__", None)
        if source is None:
            digest.update(repr(part).encode())
        elif Path(source).name == "__init__.py":
            for module in sorted(Path(source).parent.glob("*.py")):
                digest.update(module.read_bytes())
        else:
            digest.update(Path(source).read_bytes())
    return digest.hexdigest()[:24]


def built(name: str, made_of: str, build: Callable[[Progress], Tables], progress: Progress = no_progress) -> Tables:
    """Tables from the cache; if they are not there, or not sound, built and kept. Two processes build them once."""
    folder = cache_folder().parent / "tables"
    file = folder / f"{name}-{made_of}.tables"
    try:
        tables = read(file, made_of)
    except (OSError, BadTables):
        pass
    else:
        with suppress(OSError):
            os.utime(file)  # used just now
        return tables
    with _alone(folder, name):
        try:
            return read(file, made_of)
        except (OSError, BadTables):
            tables = build(progress)
        with suppress(OSError):  # a full disk or a folder that cannot be written: the tables serve this once
            write(file, made_of, tables)
        with suppress(OSError):
            forget(folder, name, file)
        return tables


def read(file: Path, made_of: str) -> Tables:
    """The tables of a file, or BadTables; OSError when it cannot be read."""
    data = file.read_bytes()
    head = len(MARK) + DIGEST
    if not data.startswith(MARK):
        raise BadTables("tables-foreign", file=file.name)
    if hashlib.sha256(data[head:]).digest() != data[len(MARK) : head]:
        raise BadTables("tables-broken", file=file.name)
    with np.load(io.BytesIO(data[head:]), allow_pickle=False) as loaded:
        tables = dict(loaded)
    if str(tables.pop("made_of")) != made_of:
        raise BadTables("tables-of-other-rules", file=file.name)
    return tables


def write(file: Path, made_of: str, tables: Mapping[str, Any]) -> None:
    """Write tables whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    packed = io.BytesIO()
    np.savez_compressed(packed, made_of=np.array(made_of), **tables)
    data = packed.getvalue()
    handle, place = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(MARK + hashlib.sha256(data).digest() + data)
        os.chmod(place, 0o644)
        os.replace(place, file)
    except BaseException:
        Path(place).unlink(missing_ok=True)
        raise


def forget(folder: Path, name: str, newest: Path) -> None:
    """Drop tables of a name that were made for something else, and those used longest ago where there are too many."""
    for old in folder.glob(f"{name}-*.tables"):
        if old != newest:
            old.unlink(missing_ok=True)
    room = MOST_ON_DISK - newest.stat().st_size
    others = [(file.stat(), file) for file in folder.glob("*.tables") if file != newest]
    for told, file in sorted(others, key=lambda other: -other[0].st_mtime):
        room -= told.st_size
        if room < 0:
            file.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path, name: str) -> Iterator[None]:
    """No other process builds the same tables meanwhile; where no lock can be had, they all do."""
    lock = FileLock(folder / f"{name}.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except (OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        lock.release()
