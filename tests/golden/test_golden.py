"""Stores, records and saves written by earlier versions open in this one, and saved games can be resumed."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cinquina.bots.thinking import Thinker
from cinquina.core import CHOICE, OVER, Choice, Roll, bits, faces_wanted, legal_options
from cinquina.core.series import read_series, write_series
from cinquina.games import GAMES
from cinquina.store import Store, open_store
from cinquina.table.dice_table import DiceTable
from cinquina.table.hall import Hall
from cinquina.table.happenings import NOBODY, Rolled
from cinquina.table.hint_book import HINTS_WORD
from cinquina.table.hosted import HostedTable
from cinquina.table.proof import PROOF_WORD, without_proof
from table.tables import taps_at_random, whole_answer

HERE = Path(__file__).parent
VERSIONS = sorted(folder for folder in HERE.iterdir() if (folder / "tables.json").exists())
SAVES = sorted(path for folder in VERSIONS for path in (folder / "saves").glob("*.txt"))


def expected(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the expected contents of a folder's stores, by code."""
    found: dict[str, dict[str, Any]] = json.loads((folder / "tables.json").read_text())
    return found


def without_hints(text: str) -> str:
    """Return a record without the note about hints; the versions before had none to give, as it says now."""
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() != f"{HINTS_WORD} {NOBODY}")


async def check_tables(store: Store, folder: Path) -> None:
    """Check that every table of a store is unchanged."""
    hall = Hall(store, thinker=Thinker())
    for code, wanted in expected(folder).items():
        table = (await hall.find(code)).table
        assert table.number == wanted["number"], code
        records = table.records_so_far()
        assert list(map(without_proof, records)) == list(map(without_proof, wanted["records"])), code
        unhinted = list(map(without_hints, records))
        assert all(text in unhinted for text in wanted["records"] if PROOF_WORD in text), code
        assert [list(table.seats_of(key)) for key in wanted["keys"]] == wanted["seats"], code
    await hall.close()


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_sqlite_store_of_an_earlier_version_opens(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "tables.db", tmp_path / "tables.db")
    store = open_store(f"sqlite:///{tmp_path}/tables.db")
    asyncio.run(check_tables(store, folder))
    store.close()


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_postgresql_store_of_an_earlier_version_opens(folder: Path, new_database: Callable[[], str]) -> None:
    url = new_database()
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    with psycopg.connect(url) as connection:
        connection.execute((folder / "tables.sql").read_text())
    store = open_store(url)
    asyncio.run(check_tables(store, folder))
    store.close()


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_the_tables_of_an_earlier_version_go_on_with_ink(folder: Path, tmp_path: Path) -> None:
    async def story() -> None:
        store = open_store(f"sqlite:///{tmp_path}/tables.db")
        hall, went_on = Hall(store, thinker=Thinker()), 0
        for code, wanted in expected(folder).items():
            hosted = await hall.stored(code)
            now = hosted.table
            if isinstance(now, DiceTable) and now.has_begun and not now.is_over and not now.ended:
                play_to_the_end(hosted, wanted["keys"])
                assert now.is_over
                assert len(now.records()) == len(wanted["records"])
                went_on += 1
        await hall.close()
        store.close()
        assert went_on > 0

    shutil.copy(folder / "tables.db", tmp_path / "tables.db")
    asyncio.run(story())


def play_to_the_end(hosted: HostedTable, keys: list[str]) -> None:
    """Play at random with whole answers; what was chosen option by option is taken back first where it can be."""
    now, luck = hosted.table, random.Random(5)
    assert isinstance(now, DiceTable)
    owners = {seat: key for key in keys for seat in now.seats_of(key)}
    for seat in {answer.seat for answer in now.game.position.answers} & set(owners):
        hosted.take(now.undo(owners[seat], seat, now.click(seat)))
    while not now.is_over:
        position = now.game.position
        if position.phase != CHOICE:
            hosted.take(Rolled(tuple(luck.randint(1, sides) for sides in faces_wanted(position))))
            continue
        seat = luck.choice(position.waiting)
        if seat in owners:
            hosted.take(now.ink(owners[seat], seat, now.click(seat), taps_at_random(position, seat, luck)))
        else:
            hosted.take(now.bots_question(seat).answering(whole_answer(position, seat, luck))(now))


@pytest.mark.parametrize("save", SAVES, ids=lambda save: f"{save.parent.parent.name}-{save.stem}")
def test_a_saved_game_of_an_earlier_version_reads_and_goes_on(save: Path) -> None:
    text = save.read_text()
    series = read_series(text, GAMES)
    assert write_series(series) == text
    game, luck = series.current, random.Random(7)
    while game.position.phase != OVER:
        if game.position.phase == CHOICE:
            seat = luck.choice(game.position.waiting)
            game = game.after(Choice(seat, luck.choice(bits.members(legal_options(game.position, seat)))))
        else:
            game = game.after(Roll(tuple(luck.randint(1, sides) for sides in faces_wanted(game.position))))
