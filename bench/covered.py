"""Measure the branch coverage of the tests: `make coverage`.

Runs the tests of the packages that are not compiled (compiled code cannot be measured), with the processes they start,
and writes the section of bench/results.md. `--again` reports the last run again.
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
PACKAGES = ("core", "games", "table", "web")
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
"""How many of the files with most missing branches are listed."""


@dataclass
class Count:
    """A number of branches, and how many of them were taken."""

    branches: int = 0
    taken: int = 0

    def add(self, counts: dict[str, int]) -> None:
        """Add the counts of a file."""
        self.branches += counts["num_branches"]
        self.taken += counts["covered_branches"]

    def __str__(self) -> str:
        return f"{self.taken} of {self.branches} | {100 * self.taken / max(self.branches, 1):.1f} %"


def main() -> int:
    """Run the tests and write their coverage; return the exit code of the tests."""
    asked = argparse.ArgumentParser(description="Measure the branch coverage of the tests.")
    asked.add_argument("--again", action="store_true", help="report the last run again")
    code = 0
    if not asked.parse_args().again:
        began = time.monotonic()
        code = run_tests()
        coverage("combine", "--quiet")
        SECONDS.write_text(f"{time.monotonic() - began:.0f}")
    coverage("json", "--quiet", "--ignore-errors", "-o", str(DATA / "coverage.json"))  # without games made by tests
    files = json.loads((DATA / "coverage.json").read_text(encoding="utf-8"))["files"]
    summaries = {name: file["summary"] for name, file in files.items() if name.startswith("src/cinquina/")}
    report = section(summaries, SECONDS.read_text())
    print(report)
    write(report)
    return code


def run_tests() -> int:
    """Run all these tests under coverage; return the exit code."""
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir()
    folders = [f"tests/{folder}" for folder in TESTS]
    line = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-n", "auto", *folders]
    return subprocess.call(line, cwd=ROOT)


def coverage(*words: str) -> None:
    """Run coverage."""
    subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, check=True)


def section(files: dict[str, dict[str, int]], seconds: str) -> str:
    """Return the measurement as a section of bench/results.md."""
    packages = {package: Count() for package in PACKAGES}
    for name, counts in files.items():
        packages[Path(name).parts[2]].add(counts)
    lines = [
        HEADING,
        "",
        f"`make coverage`, {seconds} s.",
        "",
        "| package | branches taken | share |",
        "|---|---|---|",
    ]
    lines += [f"| {package} | {count} |" for package, count in packages.items()]
    left = sorted(files.items(), key=lambda file: file[1]["covered_branches"] - file[1]["num_branches"])
    most = [f"{Path(*Path(name).parts[2:])} ({file['num_branches'] - file['covered_branches']})" for name, file in left]
    return "\n".join([*lines, "", f"Files with most missing branches: {', '.join(most[:SHOWN])}.", ""])


def write(report: str) -> None:
    """Replace the section in bench/results.md."""
    text = RESULTS.read_text(encoding="utf-8")
    found = re.search(rf"^{HEADING}\n.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    before, after = (text[: found.start()], text[found.end() :]) if found else (text.rstrip() + "\n\n", "")
    RESULTS.write_text(f"{before}{report}\n{after}".rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
