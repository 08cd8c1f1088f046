"""Lists and pages are laid out for the width of the terminal."""

from __future__ import annotations

import os

import pytest

from cinquina.term.pages import columns

LONG = "give up this grid and go on with the second one, which counts as a failed throw"


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of forty columns."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))


def test_a_long_line_of_a_list_goes_on_under_its_second_column() -> None:
    lines = columns([("r1", "the red cell"), ("close", LONG)]).split("\n")
    assert lines[0] == "  r1     the red cell"
    assert lines[1].startswith("  close  give up")
    assert len(lines) > 2
    assert all(line.startswith(" " * 9 + line.strip()[0]) for line in lines[2:])
    assert max(map(len, lines)) <= 40
    assert " ".join(line.strip() for line in lines[1:]) == f"close  {LONG}"


def test_a_long_list_has_as_many_columns_as_fit() -> None:
    lines = columns([(f"r{n}", "red") for n in range(12)]).split("\n")
    assert len(lines) == 4
    assert lines[0].split() == ["r0", "red", "r4", "red", "r8", "red"]
