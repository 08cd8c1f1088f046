"""Where games are kept on this machine, and how they are written so that nothing is lost."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

HOME_VARIABLE = "CINQUINA_HOME"


def data_folder() -> Path:
    """The user's folder for Cinquina: $CINQUINA_HOME, else where the system keeps such things."""
    if os.environ.get(HOME_VARIABLE):
        return Path(os.environ[HOME_VARIABLE])
    if os.name == "nt":
        return Path(os.environ.get("APPDATA", Path.home())) / "cinquina"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cinquina"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cinquina"


def new_save(game: str) -> Path:
    """A file name no other game has, in the user's folder."""
    folder = data_folder() / "games"
    started = time.strftime("%Y-%m-%d-%H%M%S")
    number = 1
    while True:
        path = folder / f"{game}-{started}{'' if number == 1 else f'-{number}'}.txt"
        if not path.exists():
            return path
        number += 1


def write_safely(path: Path, text: str) -> None:
    """Replace a file's text in one step: whoever looks sees the old text or the new, also after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_limited(source: Path | None, most: int) -> bytes:
    """The bytes of a file (None: of standard input), at most one more than `most`."""
    if source is None:
        return sys.stdin.buffer.read(most + 1)
    with source.open("rb") as file:
        return file.read(most + 1)
