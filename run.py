#!/usr/bin/env python3
"""The project's tasks, for a machine with only python3 and pip: `python3 run.py play`.

Creates the virtual environment `.venv` beside this file, installs the locked dependencies, and runs the task.
A stamp file in `.venv` records what was installed, so that the next run starts at once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = {"play": "requirements.lock", "dev": "requirements-dev.lock", "docs": "requirements-docs.lock"}
OLDEST_PYTHON, NEWEST_PYTHON = (3, 11), (3, 14)
"""The versions on which numba, which compiles the rules, is known to run; the same as in pyproject.toml."""

TASKS: dict[str, tuple[str, str, list[list[str]]]] = {
    "play": ("play", "play in the browser", [["-m", "cinquina", "serve", "--open"]]),
    "party": ("play", "play in the browser with the phones of the house", [["-m", "cinquina", "party", "--open"]]),
    "terminal": ("play", "play at this terminal", [["-m", "cinquina", "play"]]),
    "test": ("dev", "run the tests", [["-m", "pytest", "-n", "auto"]]),
    "check": (
        "dev",
        "check format, style, types and imports",
        [
            ["-m", "ruff", "format", "--check", "."],
            ["-m", "ruff", "check", "."],
            ["-m", "mypy"],
            ["-c", "from importlinter.cli import lint_imports_command as c; c()"],
        ],
    ),
    "prove": (
        "dev",
        "run the long proofs, including mutation testing",
        [["-m", "pytest", "-n", "auto", "-m", "prove"], ["bench/calibration.py", "--write"], ["bench/mutate.py"]],
    ),
    "coverage": ("dev", "measure the branch coverage of the tests", [["bench/covered.py"]]),
    "docs": ("docs", "build the documentation site", [["docs/site/build.py"]]),
    "bench": ("dev", "measure the speed of the rules", [["bench/bench.py"]]),
}


def main(words: list[str]) -> int:
    """Run the task named by the first word, with the other words as arguments."""
    if sys.version_info < OLDEST_PYTHON:
        return complain(f"Cinquina needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if not words or words[0] not in TASKS:
        listed = "\n".join(f"  python3 run.py {name:9} {what}" for name, (_, what, _) in TASKS.items())
        return complain(f"Usage:\n{listed}")
    kind, _, steps = TASKS[words[0]]
    try:
        install(kind)
    except subprocess.CalledProcessError as failure:
        return complain(f"Installation failed ({failure}). {advice()}")
    except OSError as failure:
        return complain(f"Installation failed: {failure}")
    except KeyboardInterrupt:
        return complain("Installation interrupted. Run the same command again to resume.")
    extra = words[1:]
    environment = {**os.environ, "CINQUINA_CALL": os.path.relpath(BIN / "cinquina")}
    for step in steps:
        try:
            code = subprocess.call([str(PYTHON), *step, *extra], cwd=HOME, env=environment)
        except KeyboardInterrupt:
            return 130
        if code:
            return code
    return 0


def advice() -> str:
    """Return what to do when something cannot be installed."""
    if sys.version_info[:2] > NEWEST_PYTHON:
        here = sys.version.split()[0]
        return f"Numba, which compiles the rules, may not run on Python {here} yet: try one from 3.11 to 3.14."
    return "See the messages above, then run the same command again."


def complain(sentence: str) -> int:
    """Print a message to standard error; return the exit code for wrong usage."""
    print(sentence, file=sys.stderr)
    return 2


def install(kind: str) -> None:
    """Install the locked dependencies for `kind` into `.venv`, unless they are there already."""
    stamp = VENV / f"installed-{kind}"
    wanted = fingerprint(kind)
    if stamp.exists() and stamp.read_text() == wanted and PYTHON.exists():
        return
    print("Installing dependencies (only the first time)…", file=sys.stderr)
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(VENV)], check=True)
    installer = find_installer()
    subprocess.run([*installer, "--require-hashes", "-r", str(HOME / LOCKS[kind])], check=True)
    subprocess.run([*installer, "--no-deps", "-e", str(HOME)], check=True)
    stamp.write_text(wanted)


def fingerprint(kind: str) -> str:
    """Return a hash that changes with Python, pyproject.toml, the version or the lock file."""
    digest = hashlib.sha256(sys.version.encode() + str(HOME).encode())
    for name in ("pyproject.toml", "src/cinquina/__init__.py", LOCKS[kind]):
        digest.update((HOME / name).read_bytes())
    return digest.hexdigest()


def find_installer() -> list[str]:
    """Return the command of uv, installed with pip if needed; of pip itself if uv is not available."""
    tools = VENV / "tools"
    uv = shutil.which("uv", path=str(tools / "bin")) or shutil.which("uv")
    fetch = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]
    if not uv and subprocess.call([*fetch, str(tools), "uv"]) == 0:
        uv = shutil.which("uv", path=str(tools / "bin"))
    if uv:
        return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "--quiet"]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
