"""Processes of the command line, forked from one that has loaded it already: real ones that start at once."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cinquina.cli import main

PATIENCE = 60
STREAMS = {"in": os.O_RDONLY, "out": os.O_WRONLY | os.O_CREAT, "err": os.O_WRONLY | os.O_CREAT}

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["cinquina.cli.play", "cinquina.cli.simulate", "cinquina.sim.pool", "cinquina.sim.task"])


def run(words: tuple[str, ...], environment: dict[str, str], data: bytes) -> tuple[int | None, str, str]:
    """Run a command line; return its exit code, and its output on both streams."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in").write_bytes(data)
        process = FORKING.Process(target=called, args=(words, environment, folder))
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
        return process.exitcode, (folder / "out").read_text(), (folder / "err").read_text()


def called(words: tuple[str, ...], environment: dict[str, str], folder: Path) -> None:
    """Run the program with these arguments, in a new process."""
    os.environ.clear()
    os.environ.update(environment)
    for number, (name, way) in enumerate(STREAMS.items()):
        os.dup2(os.open(folder / name, way), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115  closed with the process
    sys.argv = ["cinquina", *words]
    main()
