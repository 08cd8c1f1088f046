"""`cinquina verify`: what it checks, what it reports as unchecked, and its exit code."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from cinquina.table.dice import promise_of
from table.tables import SEED, table
from term.processes import run

GOLDEN = Path(__file__).parents[1] / "golden" / "0.1.0" / "tables.json"


def verify(*words: str) -> tuple[int | None, str, str]:
    """Run the command; return its exit code, output and errors."""
    return run(("verify", *words), {**os.environ, "LC_ALL": "en_GB.UTF-8"}, b"")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file with the record of a game for two."""
    played = table("qwixx", 2)
    played.play(random.Random(1))
    path = tmp_path / "game.txt"
    path.write_text(played.table.records()[0])
    return path


def test_a_record_alone_is_said_to_prove_little(file: Path) -> None:
    code, out, _ = verify(str(file))
    assert code == 0
    assert "Not checked: whether" in out
    assert promise_of(SEED) in out
    assert "Nothing is wrong in what could be checked." in out


def test_with_what_the_pages_kept_the_dice_are_as_promised(file: Path) -> None:
    code, out, _ = verify(str(file), "--promised", promise_of(SEED), "--salt", "0=aa", "--salt", "1=01")
    assert code == 0
    assert "The dice are as promised." in out
    assert "?" not in "".join(line[0] for line in out.splitlines() if "at the table" not in line)


@pytest.mark.parametrize("wrong", [("--promised", "0" * 64), ("--salt", "0=ff"), ("--salt", "5=aa")])
def test_another_promise_or_salt_is_exit_code_1(file: Path, wrong: tuple[str, str]) -> None:
    code, out, _ = verify(str(file), *wrong)
    assert code == 1
    assert "The dice are not as promised." in out


@pytest.mark.parametrize("wrong", [("--promised", "abc"), ("--salt", "aa"), ("--salt", "x=aa"), ("--salt", "0=xyz")])
def test_what_is_no_promise_and_no_salt_is_a_wrong_call(file: Path, wrong: tuple[str, str]) -> None:
    code, out, err = verify(str(file), *wrong)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_cut_off_record_is_called_unfinished(file: Path) -> None:
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:-6], lines[-1]]))
    code, out, _ = verify(str(file))
    assert code == 0
    assert "unfinished" in out
    code, out, _ = verify(str(file), "--json")
    told = json.loads(out)
    assert (told["sound"], told["finished"]) == (True, False)
    assert {check["what"]: check["state"] for check in told["checks"]}["end"] == "unknown"


def test_a_record_of_the_version_before_is_checked_and_said_to_be_foretellable(tmp_path: Path) -> None:
    stored = json.loads(GOLDEN.read_text())
    (text,) = next(table["records"] for table in stored.values() if table["name"] == "extra over")
    path = tmp_path / "old.txt"
    path.write_text(text)
    code, out, _ = verify(str(path), "--promised", promise_of(SEED))
    assert code == 0
    assert "could have foretold" in out
    path.write_text(text.replace("roll 1", "roll 2", 1) if "roll 1" in text else text.replace("roll 2", "roll 1", 1))
    assert verify(str(path))[0] == 1
