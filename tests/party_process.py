"""`cinquina party` as a process at a terminal of its own."""

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

PATIENCE = 60
COLOURS = re.compile(r"\x1b\[[\d;]*m")


class Party:
    """A party, what it has printed at the start, and its addresses."""

    def __init__(self, lang: str, said: str) -> None:
        self.said = said
        self.text = COLOURS.sub("", said)
        here = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert here, said
        self.lang, self.here, self.port = lang, here[0], int(here[1])
        self.first = said.splitlines()[0]

    @property
    def code(self) -> list[str]:
        """The lines of the QR code."""
        return [line for line in self.text.splitlines() if re.fullmatch("[ ▀▄█]+", line)]


@contextmanager
def party(lang: str = "en") -> Iterator[Party]:
    """Run a party that is stopped in the end."""
    terminal, own = pty.openpty()
    line = [sys.executable, "-m", "cinquina", "party", "--lang", lang, "--port", "0", "--db", "memory:"]
    environment = os.environ | {"CINQUINA_PACE": "0", "CINQUINA_LIMITS": "1000"}
    process = subprocess.Popen(line, stdout=own, stderr=own, env=environment, start_new_session=True)
    os.close(own)
    try:
        yield Party(lang, said_at_start(terminal))
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def said_at_start(terminal: int) -> str:
    """Read what is printed until the line about Ctrl-C."""
    said, deadline = b"", time.monotonic() + PATIENCE
    while "Ctrl-C" not in said.decode(errors="replace") and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            with suppress(OSError):
                said += os.read(terminal, 65536)
    return said.decode().replace("\r\n", "\n")
