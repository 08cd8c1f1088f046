"""Where games are kept on this machine, and how they are written so that nothing is lost."""

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
    """The user's folder for Cinquina: $CINQUINA_HOME, else where the system keeps such things."""
    if os.environ.get(HOME_VARIABLE):
        return Path(os.environ[HOME_VARIABLE])
    first = first_data_folder()
    return first if first.is_dir() else user_data_path("cinquina", appauthor=False)


def first_data_folder() -> Path:
    """Where the first versions kept everything; on Linux that is still the folder of today."""
    home = Path(os.path.expanduser("~"))
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", home)) / "cinquina"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cinquina"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "cinquina"


def games_folder() -> Path:
    """Where games are kept that were given no file."""
    return data_folder() / "games"


def new_save(game: str) -> Path:
    """A file of its own for a game, created empty where that can be done."""
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
            return path  # whoever writes it will say what is wrong
        else:
            return path


def newest_save() -> Path | None:
    """The game kept last; None when there is none, or none can be seen."""
    try:
        kept = list(games_folder().glob("*.txt"))
        return max(kept, key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def write_safely(path: Path, text: str) -> None:
    """Replace a file's text in one step: whoever looks sees the old text or the new, also after a power cut."""
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
    """Have the folder itself written, where the system can do that, so that a new name survives a power cut."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_limited(source: Path | None, most: int) -> bytes:
    """The bytes of a file (None: of standard input), at most one more than `most`."""
    if source is None:
        return sys.stdin.buffer.read(most + 1)
    with source.open("rb") as file:
        return file.read(most + 1)
