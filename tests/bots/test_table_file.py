"""Tables on disk: a missing, cut, changed or foreign file is built again or refused, never trusted."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from cinquina.bots import array_file, table_file
from cinquina.bots.array_file import Tables
from cinquina.bots.table_file import BadTables, Progress
from cinquina.games import qwixx
from cinquina.locales import words
from cinquina.table.words import refusal

MADE_OF = table_file.fingerprint(qwixx, "test")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CINQUINA_CACHE", str(tmp_path / "cache" / "compiled"))


def tables(progress: Progress = table_file.no_progress) -> Tables:
    progress(1.0)
    return {"values": np.arange(1000.0), "names": np.array(["a", "b"])}


class Builder:
    """Counts how often it had to build."""

    def __init__(self) -> None:
        self.built = 0

    def __call__(self, progress: Progress) -> Tables:
        self.built += 1
        return tables(progress)


def same(one: Tables, other: Tables) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def kept_file(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "cache" / "tables").glob("*.tables")
    return file


def test_tables_are_built_once() -> None:
    builder = Builder()
    for _ in range(3):
        assert same(array_file.built("some", MADE_OF, builder), tables())
    assert builder.built == 1


def test_the_tables_used_longest_ago_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    array_file.built("first", MADE_OF, tables)
    first = kept_file(tmp_path)
    monkeypatch.setattr(array_file, "MOST_ON_DISK", int(2.5 * first.stat().st_size))
    array_file.built("second", MADE_OF, tables)
    for age, name in ((60, "first"), (30, "second")):
        then = first.stat().st_mtime - age
        os.utime(first.with_name(f"{name}-{MADE_OF}.tables"), (then, then))
    array_file.built("first", MADE_OF, tables)
    array_file.built("third", MADE_OF, tables)
    assert sorted(file.name.partition("-")[0] for file in first.parent.glob("*.tables")) == ["first", "third"]


@pytest.mark.parametrize("harm", ["cut", "changed", "foreign", "empty", "gone", "other rules"])
def test_what_cannot_be_trusted_is_built_again(tmp_path: Path, harm: str) -> None:
    builder = Builder()
    array_file.built("some", MADE_OF, builder)
    file = kept_file(tmp_path)
    data = bytearray(file.read_bytes())
    if harm == "gone":
        file.unlink()
    elif harm == "other rules":
        array_file.write(file, "0" * 24, tables())
    else:
        data[len(data) // 2] ^= 1
        harmed = {"cut": data[:-7], "changed": data, "foreign": b"PK\x03\x04 nothing of ours", "empty": b""}
        file.write_bytes(harmed[harm])
    assert same(array_file.built("some", MADE_OF, builder), tables())
    assert builder.built == 2
    assert same(array_file.read(kept_file(tmp_path), MADE_OF), tables())


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "tables-foreign"), (table_file.MARK + b"short", "tables-broken"), (b"\x00" * 400, "tables-foreign")],
)
def test_a_bad_file_is_refused_with_a_sentence_that_names_it(tmp_path: Path, data: bytes, reason: str) -> None:
    file = tmp_path / "bad.tables"
    file.write_bytes(data)
    with pytest.raises(BadTables) as refused:
        table_file.read(file, MADE_OF)
    assert refused.value.reason == reason
    for language in ("en", "it"):
        assert "bad.tables" in refusal(words(language), None, refused.value)


@pytest.mark.parametrize("read", [array_file.read, table_file.read])
def test_tables_of_other_rules_are_refused(tmp_path: Path, read: Callable[[Path, str], object]) -> None:
    file = tmp_path / "some.tables"
    array_file.write(file, MADE_OF, tables())
    with pytest.raises(BadTables) as refused:
        read(file, table_file.fingerprint(qwixx, "other"))
    assert refused.value.reason == "tables-of-other-rules"


@pytest.mark.parametrize("kind", ["i1", "i2", "u2", "i4", "i8", "f2", "f4", "f8"])
def test_play_reads_the_numbers_that_were_written(tmp_path: Path, kind: str) -> None:
    file, numbers = tmp_path / "some.tables", (np.arange(60).reshape(3, 4, 5) * 1.5).astype(kind)
    array_file.write(file, MADE_OF, {"across": numbers, "down": np.asfortranarray(numbers), "one": np.array([7.0])})
    told = table_file.read(file, MADE_OF)
    assert set(told) == {"across", "down", "one"}
    for name in ("across", "down"):
        assert (told[name].shape, len(told[name])) == ((3, 4, 5), 3)
        assert told[name].flat.tolist() == numbers.ravel().tolist()
        assert (told[name][2, 1, 4], told[name][2, 1].tolist()) == (numbers[2, 1, 4], numbers[2, 1].tolist())
        assert told[name][2].tolist() == numbers[2].tolist()
        assert np.array_equal(np.asarray(told[name]), numbers)
    assert told["one"][0] == 7.0


def test_a_fingerprint_changes_with_every_module_of_a_package(tmp_path: Path) -> None:
    for name in ("__init__.py", "rules.py"):
        (tmp_path / name).write_text("")
    package, module = (SimpleNamespace(__file__=str(tmp_path / name)) for name in ("__init__.py", "rules.py"))
    before = table_file.fingerprint(package), table_file.fingerprint(module)
    (tmp_path / "telling.py").write_text("SAID = 1")
    assert table_file.fingerprint(package) != before[0]
    assert table_file.fingerprint(module) == before[1]


def test_where_nothing_can_be_kept_tables_serve_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("no folder")
    monkeypatch.setenv("CINQUINA_CACHE", str(blocked / "compiled"))
    builder = Builder()
    assert same(array_file.built("some", MADE_OF, builder), tables())
    assert builder.built == 1


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.tables"
    array_file.write(file, MADE_OF, tables())

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(array_file.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        array_file.write(file, MADE_OF, {"values": np.zeros(3)})
    assert same(array_file.read(file, MADE_OF), tables())
    assert list(tmp_path.glob(".some*")) == []


def test_older_tables_of_the_same_name_go(tmp_path: Path) -> None:
    array_file.built("some", "1" * 24, Builder())
    array_file.built("some", MADE_OF, Builder())
    assert kept_file(tmp_path).name == f"some-{MADE_OF}.tables"


def counted(place: str) -> None:
    def build(progress: Progress) -> Tables:
        with open(place, "a") as out:
            out.write("built\n")
        return tables()

    array_file.built("shared", MADE_OF, build)


def test_two_processes_build_once(tmp_path: Path) -> None:
    place = tmp_path / "counts"
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=counted, args=(str(place),)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert place.read_text() == "built\n"
