"""Games at a real terminal: colours; in Italian the names of bots and moves in Italian colours."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from cinquina.locales import words
from cinquina.sheets import load
from cinquina.term.draw import printed_text

PATIENCE = 90


class Terminal:
    """A program at a terminal of its own, and what stands on it."""

    def __init__(self, home: Path, *line: str, no_colour: str = "1") -> None:
        self.screen, own = pty.openpty()
        environment = os.environ | {"CINQUINA_HOME": str(home), "NO_COLOR": no_colour, "TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cinquina", *line], stdin=own, stdout=own, stderr=own, env=environment
        )
        os.close(own)
        self.read = ""

    def until(self, text: str) -> str:
        """Wait until a text stands on the screen; return everything up to it since the last time."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.read:
            assert time.monotonic() < deadline, self.read
            if select.select([self.screen], [], [], 0.2)[0]:
                with suppress(OSError):
                    self.read += os.read(self.screen, 65536).decode(errors="replace").replace("\r", "")
        before, _, self.read = self.read.partition(text)
        return before + text

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self.screen, f"{line}\n".encode())

    def close(self) -> None:
        """Switch it off."""
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


@contextmanager
def terminal_with(home: Path, *line: str, no_colour: str = "1") -> Iterator[Terminal]:
    """Run the program at a terminal that is switched off in the end."""
    running = Terminal(home, *line, no_colour=no_colour)
    try:
        yield running
    finally:
        running.close()


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_a_real_terminal_gets_colours_and_no_colour_is_respected(tmp_path: Path, no_colour: str) -> None:
    line = ("play", "qwixx", "--seats", "Ada", "--seed", "1", "--lang", "en")
    with terminal_with(tmp_path, *line, no_colour=no_colour) as terminal:
        shown = terminal.until("Ada>")
        assert "the white dice make" in shown
        assert ("\x1b[31m" in shown) is (no_colour == "")


def test_a_game_in_an_italian_terminal(tmp_path: Path) -> None:
    seats = ("--seats", "Ada,bot:random,bot:random", "--option", "begins=first", "--real-dice", "--lang", "it")
    with terminal_with(tmp_path, "play", "qwixx", *seats) as terminal:
        assert "Qwixx: Ada, Beppe (casuale), Tino (casuale)." in terminal.until("Tira Ada.")
        terminal.until("?")
        terminal.type("143626!")
        offered = terminal.until("Ada>")
        assert re.search(r"^ *v5 +5 verde", offered, re.MULTILINE)
        assert not re.search("^ *g5", offered, re.MULTILINE)
        terminal.type("5 verde!")
        told = terminal.until("Ada>")
        assert "Ada: 5 verde" in told
        assert "bot:" not in told
        terminal.type("esci")
        terminal.until("salvata")


def test_a_cell_with_neither_a_number_nor_a_look_of_its_kind_is_an_empty_box() -> None:
    sheet = replace(load("qwixx-classic"), kinds={})
    cell = next(cell for cell in sheet.cells if cell.number is None)
    assert printed_text(words("en"), sheet, cell) == "_"
