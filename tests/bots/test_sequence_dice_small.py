"""A Sequence Dice so small that every position is solved: by a naive program of its own, and by the learner."""

from __future__ import annotations

import pytest

from cinquina.bots.sequence_dice import tables, training
from cinquina.bots.sequence_dice.values import chances
from small_board import OPTIONS, exact_values, first_node, often_reached, packed, start_of

BOARD = "B.B.G. GBGB.B GBG... B.B..G GGBGGB B.GBG."
POSITIONS = 7632
WITHIN = 0.005


@pytest.mark.prove
def test_the_learner_finds_the_exact_value_of_a_small_game() -> None:
    values = exact_values(BOARD)
    assert len(values) == POSITIONS
    reached = often_reached(BOARD, values)
    start = start_of(BOARD).now
    for seed in (1, 2):
        run = training.begin(seed, dict(OPTIONS))
        for _ in range(training.ROUNDS):
            training.improve_from(run, start, training.GAMES_A_ROUND)
        learned = tables.tables_of_one(tables.unpacked(training.finished(run)))
        assert chances(start, learned)[0] == pytest.approx(values[first_node(BOARD)], abs=WITHIN)
        wrong = 0.0
        for (own, other), often in reached.items():
            state = start.copy()
            state.chips = [packed(own), packed(other), 0]
            wrong += often * abs(chances(state, learned)[0] - values[own, other])
        assert wrong / sum(reached.values()) < WITHIN
