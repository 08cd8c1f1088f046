"""A command that ends while a thread compiles: at once, with its output and its exit code."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
from cinquina import cli
from cinquina.sim.compiling import PREPARING
threading.Thread(target=threading.Event().wait, name={name}, daemon=True).start()
import atexit
atexit.register(print, "tidied up")
sys.stdout.write("told")
cli.leave({code})
"""


@pytest.mark.parametrize("code", [0, 1, 2])
@pytest.mark.parametrize(("name", "tidied"), [("PREPARING", ""), ("'another'", "tidied up\n")])
def test_a_command_ends_at_once_under_a_thread_that_compiles(code: int, name: str, tidied: str) -> None:
    program = PROGRAM.format(name=name, code=code)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (code, f"told{tidied}")
