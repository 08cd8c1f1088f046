"""A table at one screen: the same live table, with its own luck and the record as its save file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cinquina.core import CHOICE, OVER, IllegalMove, IllegalSetup, Roll, bits, is_lot, legal_options
from cinquina.core.series import Series, new_series, read_series, write_series
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.table.local import KEY, NO_SEEDS, LocalTable, check_bots, local_table
from cinquina.table.refusals import NotYours

GOLDEN = Path(__file__).parents[1] / "golden" / "0.1.0"
SAVES = sorted((GOLDEN / "saves").glob("*.txt"))
SEEDED = sorted((GOLDEN / "seeded").glob("*.txt"))


def series_of(game: str, names: str, **options: str) -> Series:
    return new_series(GAMES[game], tuple(names.split(",")), {"begins": "first", **options})


def play_on(table: LocalTable, luck: random.Random) -> None:
    """Play a game to its end; people choose at random."""
    while not table.is_over:
        happened = table.next_happening()
        if happened is None and table.game.position.phase == CHOICE:
            seat = table.people_waiting[0]
            option = luck.choice(bits.members(legal_options(table.game.position, seat)))
            happened = table.ink(KEY, seat, table.click(seat), (option,))
        assert happened is not None
        table.happen(happened)


@pytest.mark.parametrize("path", SEEDED, ids=lambda path: path.stem)
def test_a_seed_gives_the_games_it_has_always_given(path: Path) -> None:
    series = new_series(GAMES[path.stem], ("bot:random", "bot:random"))
    table = local_table(series, games=2, seed=5)
    play_on(table, random.Random(0))
    table.happen(table.next_game(KEY, NO_SEEDS))
    play_on(table, random.Random(0))
    assert write_series(table.current_series) == path.read_text()


@pytest.mark.parametrize("path", SEEDED, ids=lambda path: path.stem)
def test_a_seeded_game_that_is_resumed_anywhere_goes_on_as_it_would_have(path: Path) -> None:
    whole = read_series(path.read_text(), GAMES)
    for count in (0, 1, len(whole.current.events) // 2, len(whole.current.events) - 1):
        table = local_table(whole.with_current(whole.current.back_to(count)), games=2, seed=5)
        play_on(table, random.Random(0))
        assert write_series(table.current_series) == path.read_text()


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_an_old_save_is_resumed_and_played_to_its_end(path: Path) -> None:
    saved: list[str] = []
    series = read_series(path.read_text(), GAMES)
    table = local_table(series, seed=1, save=lambda newest: saved.append(write_series(newest)))
    play_on(table, random.Random(1))
    assert saved[0].startswith(path.read_text())
    assert read_series(saved[-1], GAMES).current.position.phase == OVER


def test_everything_that_happens_is_saved_and_undone_choices_leave_no_trace() -> None:
    saved: list[str] = []
    series = series_of("qwixx", "Ada,Nino")
    table = local_table(series, real_dice=True, save=lambda newest: saved.append(newest.current.lines[-1]))
    table.happen(table.roll(KEY, 0, (1, 4, 3, 6, 2, 6)))
    before = table.click(0)
    for _ in range(2):
        table.happen(table.ink(KEY, 0, table.click(0), (bits.members(legal_options(table.game.position, 0))[0],)))
        table.happen(table.undo(KEY, 0, table.click(0)))
    assert saved == ["roll 1 4 3 6 2 6", "0 r5", "roll 1 4 3 6 2 6", "0 r5", "roll 1 4 3 6 2 6"]
    assert table.click(0) == before


def test_people_with_real_dice_draw_the_lot_too() -> None:
    table = local_table(series_of("qwixx", "Ada,bot:random", begins="lot"), real_dice=True)
    assert is_lot(table.game.position)
    assert table.next_happening() is None
    assert not table.throws_itself()
    table.happen(table.roll(KEY, 0, (2,)))
    assert table.game.position.active == 1
    assert table.next_happening() is None
    with pytest.raises(IllegalMove, match="wrong-number-of-dice"):
        table.roll(KEY, 1, (1, 2))


def test_virtual_dice_come_from_the_seed_by_the_number_of_the_throw() -> None:
    table = local_table(series_of("qwixx", "Ada"), seed=3)
    play_on(table, random.Random(2))
    thrown = [event.faces for event in table.game.events if isinstance(event, Roll)]
    assert thrown == [Luck(3, 0, number).throw((6,) * len(faces)) for number, faces in enumerate(thrown)]


def test_bots_choose_when_no_person_is_left_to() -> None:
    table = local_table(series_of("qwixx", "bot:random,Ada"), real_dice=True)
    table.happen(table.roll(KEY, 0, (1, 4, 3, 6, 2, 6)))
    assert table.people_waiting == (1,)
    assert table.next_happening() is None
    table.happen(table.ink(KEY, 1, table.click(1), (bits.members(legal_options(table.game.position, 1))[0],)))
    assert table.next_happening() is not None


def test_a_bot_is_played_by_nobody_else_and_records_promise_nothing() -> None:
    table = local_table(series_of("qwixx", "bot:random,Ada"), seed=3)
    happened = table.next_happening()
    assert happened
    table.happen(happened)
    with pytest.raises(NotYours):
        table.ink(KEY, 0, table.click(0), (0,))
    play_on(table, random.Random(1))
    assert table.records() == [write_series(table.current_series)]


def test_a_bot_that_there_is_not_is_refused() -> None:
    check_bots(series_of("qwixx", "Ada,bot:random").current)
    with pytest.raises(IllegalSetup, match="no-such-bot"):
        check_bots(series_of("qwixx", "Ada,bot:genius").current)
