"""The save file of a terminal game: written after every event."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cinquina.core.series import BETWEEN_GAMES, Series, write_series
from cinquina.locales import Words
from cinquina.table.errors import problem_of
from cinquina.table.hint_book import hint_note_in
from cinquina.table.saves import write_safely

CALL_VARIABLE = "CINQUINA_CALL"
"""How to call the program, if its own name would not be found."""


class SaveFile:
    """Saves a series in a file; a failure is reported once and does not stop the game."""

    def __init__(self, words: Words, file: Path, options: str) -> None:
        self.words = words
        self.file = file
        self.options = options
        self.unsaved = ""

    def write(self, series: Series, notes: Sequence[str] = ()) -> None:
        """Write the series, each game with its note if there is one."""
        text = write_series(series, notes)
        try:
            write_safely(self.file, text)
        except OSError as wrong:
            if not self.unsaved:
                print(self.words("error.cannot-save", file=self.file, problem=problem_of(wrong)), file=sys.stderr)
            self.unsaved = text
        else:
            self.unsaved = ""

    def hints(self) -> list[Counter[int]]:
        """Return who asked for hints in the games saved before."""
        try:
            parts = self.file.read_text(encoding="utf-8").split(f"\n{BETWEEN_GAMES}")
        except (OSError, UnicodeDecodeError):
            return []
        noted = [hint_note_in(part) for part in parts]
        return [Counter(dict(enumerate(note.by_seat)) if note else {}) for note in noted]

    def how_to_resume(self) -> str:
        """Return the command that resumes the game; empty if it could not be saved."""
        call = f"{program()} play --resume {self.file}{self.options} --lang {self.words.language}"
        return "" if self.unsaved else self.words("play.kept", call=call)

    def print_unsaved(self) -> None:
        """Print the record if the file could not be written, so that it can be copied."""
        if self.unsaved:
            print(self.words("error.unsaved-record", call=program()), file=sys.stderr)
            print(self.unsaved, end="", file=sys.stderr)


def program() -> str:
    """Return how to call this program."""
    called = os.environ.get(CALL_VARIABLE) or sys.argv[0]
    return called if Path(called).name != "__main__.py" else f"{Path(sys.executable).name} -m cinquina"
