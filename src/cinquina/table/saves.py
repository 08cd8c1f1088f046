"""Where games are saved on this machine, and how files are written safely."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

HOME_VARIABLE = "CINQUINA_HOME"
READABLE = 0o644


def data_folder() -> Path:
    """The data folder: $CINQUINA_HOME, or the system's standard place."""
    if os.environ.get(HOME_VARIABLE):
        return Path(os.environ[HOME_VARIABLE])
    first = first_data_folder()
    return first if first.is_dir() else user_data_path("cinquina", appauthor=False)


def first_data_folder() -> Path:
    """The data folder of the first versions; on Linux it is still the standard one."""
    home = Path(os.path.expanduser("~"))
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", home)) / "cinquina"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cinquina"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "cinquina"


def games_folder() -> Path:
    """The folder for games without a file of their own."""
    return data_folder() / "games"


def new_save(game: str) -> Path:
    """Return a new file for a game, created empty if possible."""
    started = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = games_folder() / f"{game}-{started}{'' if number == 1 else f'-{number}'}.txt"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("x").close()
        except FileExistsError:
            number += 1
        except OSError:
            return path  # the attempt to write it will report the problem
        else:
            return path


def newest_save() -> Path | None:
    """Return the newest saved game; None when there is none or the folder is unreadable."""
    try:
        saves = list(games_folder().glob("*.txt"))
        return max(saves, key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def write_safely(path: Path, text: str) -> None:
    """Replace a file's text atomically: readers see the old text or the new one, even after a power cut."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".cinquina-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, READABLE)
        os.replace(temporary, path)
        flush_folder(path.parent)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def flush_folder(folder: Path) -> None:
    """Flush a folder to disk where the system can, so that a new file name survives a power cut."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_limited(source: Path | None, most: int) -> bytes:
    """Read a file (None: standard input), at most one byte more than `most`."""
    if source is None:
        return sys.stdin.buffer.read(most + 1)
    with source.open("rb") as file:
        return file.read(most + 1)
