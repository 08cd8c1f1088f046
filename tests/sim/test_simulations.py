"""Simulations: summaries are the same however the games are split, by one process or several."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter

import numpy as np
import pytest

from cinquina.bots import chooser
from cinquina.core import opening
from cinquina.core.record import new_game
from cinquina.games import GAMES
from cinquina.sim import pool
from cinquina.sim.batch import Noted, Results, play_games, results_of
from cinquina.sim.loops import THROWS_WATCHED
from cinquina.sim.luck import WHIM_STREAM, Games, Luck
from cinquina.sim.playout import play_out
from cinquina.sim.pool import pieces_of, processes
from cinquina.sim.summary import WIN, Histogram, Summary, empty_summary, share_interval, win_shares
from cinquina.sim.task import Task
from cinquina.sim.whatif import measured


def merged(task: Task, jobs: int) -> Summary:
    rules = GAMES[task.game]
    total = empty_summary(rules, task.seats, opening(rules, task.seats).now)
    with processes(jobs) as workers:
        for piece in workers.as_done(pieces_of(task)):
            total.merge(piece)
    return total


@pytest.mark.parametrize("name", GAMES)
def test_pieces_of_any_size_add_up_to_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(name, 2, (), 5, 0, 500)
    whole = task.done()
    for size in (1, 64, 499):
        monkeypatch.setattr(pool, "PIECE", size)
        assert merged(task, 1).as_json() == whole.as_json()


def test_two_processes_give_what_one_gives() -> None:
    task = Task("qwixx", 3, (), 5, 100, 35_000)
    here = merged(task, 1).as_json()  # first, so that it is compiled only once
    assert merged(task, 2).as_json() == here


def test_memory_is_flat_because_pieces_are_handed_out_as_they_are_needed() -> None:
    assert next(pieces_of(Task("qwixx", 2, (), 1, 0, 10**15))).count == pool.PIECE


def test_what_a_killed_process_had_is_done_again_and_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task("qwixx", 2, (), 5, 0, 40_000)
    killed = False
    total = empty_summary(GAMES["qwixx"], 2, opening(GAMES["qwixx"], 2).now)
    with processes(2) as workers:
        for piece in workers.as_done(pieces_of(task)):
            total.merge(piece)
            if not killed:
                killed = True
                os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    assert total.as_json() == merged(task, 1).as_json()


def test_a_histogram_tells_mean_deviation_and_quantiles_exactly() -> None:
    numbers = np.array([1, 2, 2, 3, 10], np.int64)
    histogram = Histogram()
    histogram.add_all(numbers)
    assert histogram == Counter({2: 2, 1: 1, 3: 1, 10: 1})
    assert histogram.mean == pytest.approx(numbers.mean())
    assert histogram.deviation == pytest.approx(numbers.std(ddof=1))
    assert [histogram.quantile(percent) for percent in (5, 50, 95)] == [1, 2, 10]
    assert Histogram({7: 1}).deviation == 0


def test_sides_that_share_the_first_place_share_the_win() -> None:
    scores = np.array([[3, 3, 1, 3], [0, 5, 5, 0]], np.int64)
    assert win_shares(scores, (0, 1, 2, 3)).tolist() == [[20, 20, 0, 20], [0, 30, 30, 0]]
    teams = np.array([[1, 0, 1, 0]], np.int64)
    assert win_shares(teams, (0, 1, 0, 1)).tolist() == [[WIN, 0, WIN, 0]]


def test_wins_are_also_counted_in_order_of_play() -> None:
    summary = Summary((0, 1), ("a",), ("x", "y"))
    one = np.array([1], np.int64)
    summary.add(Results(one, one, one, one * 3, one, np.array([[4, 9]]), np.array([[[4], [9]]])))
    assert summary.wins == [0, WIN]
    assert summary.wins_in_turn == [WIN, 0]
    assert summary.ended == {"x": 1, "y": 1}
    assert summary.part_sums == [[4], [9]]


@pytest.mark.parametrize("name", GAMES)
def test_parts_add_up_to_mean_scores(name: str) -> None:
    results = play_games(GAMES[name], 2, {}, Games(1, 0, 100), noted=Noted(parts=True))
    assert (results.parts.sum(axis=2) == results.scores).all()


def test_the_interval_of_a_share_holds_it() -> None:
    low, high = share_interval(30, 100)
    assert 0.2 < low < 0.3 < high < 0.42
    assert share_interval(0, 10)[0] == 0
    assert share_interval(10, 10)[1] == pytest.approx(1)


def test_no_games_are_told_as_none() -> None:
    assert Summary((0, 1), (), ()).as_json() == {"games": 0}


# --- the starting player is chosen before the game, and counted apart -----------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_throws_for_who_begins_are_counted_apart(name: str) -> None:
    rules = GAMES[name]
    for seats in rules.SEATS:
        drawn = play_games(rules, seats, {}, Games(4, 0, 20))
        if name == "sequence-dice":
            assert (drawn.lots >= seats).all()
        else:
            assert (drawn.lots == int(seats > 1)).all()
        agreed = play_games(rules, seats, {"begins": "first"}, Games(4, 0, 20))
        assert (agreed.lots == 0).all()


@pytest.mark.parametrize("name", GAMES)
def test_throws_are_those_of_the_record_without_the_lines_for_who_begins(name: str) -> None:
    rules = GAMES[name]
    results = play_games(rules, 2, {}, Games(9, 0, 5))
    start = new_game(rules, ("bot:random",) * 2)
    for number in range(5):
        whims = Luck(9, number, stream=WHIM_STREAM)
        game = play_out(start, Luck(9, number), [chooser("random", whims)] * 2)
        plain = results_of(game)
        rolls = sum(line.startswith(("roll", "begins")) for line in game.lines)
        assert results.throws[number] == plain.throws[0] == rolls - plain.lots[0]
        assert results.choices[number] == plain.choices[0] == len(game.lines) - rolls
        assert results.lots[number] == plain.lots[0]


def test_what_is_told_of_a_simulation_leaves_the_lot_out_of_its_length() -> None:
    drawn, agreed = Task("qwixx", 2, (), 5, 0, 50).done(), Task("qwixx", 1, (), 5, 0, 50).done()
    assert (drawn.lots, agreed.lots) == (50, 0)
    assert drawn.as_json()["lots_per_game"] == 1
    results = play_games(GAMES["qwixx"], 2, {}, Games(5, 0, 50))
    assert drawn.as_json()["events"]["mean"] == pytest.approx((results.throws + results.choices).mean())
    twice = Task("qwixx", 2, (), 5, 0, 50).done()
    twice.merge(drawn)
    assert twice.lots == 100


def test_whatif_counts_the_throws_of_the_game_alone() -> None:
    results = play_games(GAMES["extra"], 3, {}, Games(2, 0, 30), noted=Noted(watched=True))
    assert (measured(results, (0, 1, 2))["throws"] == results.watched[:, THROWS_WATCHED]).all()  # type: ignore[index]


def test_a_simulation_on_a_sheet_of_mixed_rows_tells_rows() -> None:
    told = Task("qwixx", 2, (("sheet", "mixx-colours"),), 1, 0, 20).done().as_json()
    assert list(told["seats"][0]["parts"]) == ["row1", "row2", "row3", "row4", "penalties"]
