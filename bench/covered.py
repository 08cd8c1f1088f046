"""Which branches of the program the tests reach: `make coverage`.

Runs the tests of the rooms that have branches of their own (compiled code cannot be watched), with everything they
start, and writes the section of bench/results.md. `--again` tells the last run anew.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / ".coverage"
SECONDS = DATA / "seconds"
RESULTS = ROOT / "bench" / "results.md"
HEADING = "## Branch coverage"
ROOMS = ("core", "games", "table", "web")
TESTS = (
    "every",
    "games",
    "golden",
    "independent",
    "package",
    "played",
    "store",
    "table",
    "term",
    "trees",
    "web",
    "browser",
)
SHOWN = 8
"""How many of the files with most branches left are named."""


@dataclass
class Count:
    """Branches, and how many of them were taken."""

    branches: int = 0
    taken: int = 0

    def add(self, told: dict[str, int]) -> None:
        """Count a file in."""
        self.branches += told["num_branches"]
        self.taken += told["covered_branches"]

    def __str__(self) -> str:
        return f"{self.taken} of {self.branches} | {100 * self.taken / max(self.branches, 1):.1f} %"


def main() -> int:
    """Run the tests and write what they reached; the exit code is that of the tests."""
    asked = argparse.ArgumentParser(description="Which branches of the program the tests reach.")
    asked.add_argument("--again", action="store_true", help="tell the last run anew")
    code = 0
    if not asked.parse_args().again:
        began = time.monotonic()
        code = run_tests()
        coverage("combine", "--quiet")
        SECONDS.write_text(f"{time.monotonic() - began:.0f}")
    coverage("json", "--quiet", "--ignore-errors", "-o", str(DATA / "told.json"))  # of games that tests have made
    files = json.loads((DATA / "told.json").read_text(encoding="utf-8"))["files"]
    summaries = {name: file["summary"] for name, file in files.items() if name.startswith("src/cinquina/")}
    told = section(summaries, SECONDS.read_text())
    print(told)
    write(told)
    return code


def run_tests() -> int:
    """All tests of these rooms, watched; the exit code."""
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir()
    folders = [f"tests/{room}" for room in TESTS]
    line = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-n", "auto", *folders]
    return subprocess.call(line, cwd=ROOT)


def coverage(*words: str) -> None:
    """Call coverage."""
    subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, check=True)


def section(files: dict[str, dict[str, int]], seconds: str) -> str:
    """The measurement as a section of bench/results.md."""
    rooms = {room: Count() for room in ROOMS}
    for name, told in files.items():
        rooms[Path(name).parts[2]].add(told)
    lines = [
        HEADING,
        "",
        f"`make coverage`, {seconds} s.",
        "",
        "| room | branches taken | share |",
        "|---|---|---|",
    ]
    lines += [f"| {room} | {count} |" for room, count in rooms.items()]
    left = sorted(files.items(), key=lambda file: file[1]["covered_branches"] - file[1]["num_branches"])
    most = [f"{Path(*Path(name).parts[2:])} ({told['num_branches'] - told['covered_branches']})" for name, told in left]
    return "\n".join([*lines, "", f"Most branches are left in {', '.join(most[:SHOWN])}.", ""])


def write(told: str) -> None:
    """Replace the section in bench/results.md."""
    text = RESULTS.read_text(encoding="utf-8")
    found = re.search(rf"^{HEADING}\n.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    before, after = (text[: found.start()], text[found.end() :]) if found else (text.rstrip() + "\n\n", "")
    RESULTS.write_text(f"{before}{told}\n{after}".rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
