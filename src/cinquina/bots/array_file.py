"""The tables of bots as numpy arrays: built on demand and kept in the cache, or the state of a training run.

A file that cannot be trusted is never used, see `table_file`: a built one is built again, a trained one is refused.
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

from cinquina.bots.table_file import MADE_OF, MARK, BadTables, Progress, checked, no_progress
from cinquina.sim.paths import cache_folder

Tables = dict[str, np.ndarray[Any, Any]]
MOST_ON_DISK = 1_000_000_000
"""Bytes of built tables that are kept; those used longest ago go first, and are built again when they are wanted."""


def built(
    name: str,
    made_of: str,
    build: Callable[[Progress], Tables],
    progress: Progress = no_progress,
    *,
    packed: bool = True,
) -> Tables:
    """Return tables from the cache; if they are not there, or not sound, build and keep them.

    Two processes build them once. Tables that are not packed take more room on the disk and are read sooner.
    """
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
        with suppress(OSError):  # a full disk, or a folder that cannot be written: the tables are not kept
            write(file, made_of, tables, packed=packed)
        with suppress(OSError):
            forget(folder, name, file)
        return tables


def read(file: Path, made_of: str) -> Tables:
    """Return the arrays of a file, or BadTables; OSError when it cannot be read."""
    with np.load(io.BytesIO(checked(file)), allow_pickle=False) as loaded:
        tables = dict(loaded)
    if str(tables.pop(MADE_OF)) != made_of:
        raise BadTables("tables-of-other-rules", file=file.name)
    return tables


def write(file: Path, made_of: str, tables: Mapping[str, Any], *, packed: bool = True) -> None:
    """Write tables to a file, in full or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = io.BytesIO()
    rows: dict[str, Any] = {name: np.asarray(part, order="C") for name, part in tables.items()}
    rows[MADE_OF] = np.array(made_of)
    save = np.savez_compressed if packed else np.savez
    save(written, **rows)
    data = written.getvalue()
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
    free = MOST_ON_DISK - newest.stat().st_size
    others = [(file.stat(), file) for file in folder.glob("*.tables") if file != newest]
    for status, file in sorted(others, key=lambda other: -other[0].st_mtime):
        free -= status.st_size
        if free < 0:
            file.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path, name: str) -> Iterator[None]:
    """Keep other processes from building the same tables meanwhile; where no lock can be had, all of them build."""
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
