"""Reviews of real games by the coach: accounts that add up, options in order, nobody blamed for too little."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cinquina import coach
from cinquina.coach import Grade, Review, Unit
from cinquina.core import Choice, Roll, bits, legal_options, seen_by
from cinquina.core.record import Game
from cinquina.core.series import read_series
from cinquina.games import GAMES
from cinquina.term.review import positions_of

SEEDED = Path(__file__).resolve().parents[1] / "golden" / "0.1.0" / "seeded"
PLAYED = sorted(path.stem for path in SEEDED.glob("*.txt"))


@cache
def reviewed(game: str) -> tuple[Game, Review, list[float]]:
    """Return a golden game, its review, and the progress that was told."""
    played = read_series((SEEDED / f"{game}.txt").read_text(), GAMES).games[0]
    told: list[float] = []
    return played, coach.review(played, progress=told.append), told


@pytest.mark.parametrize("game", PLAYED)
def test_the_review_of_a_golden_game_adds_up(game: str) -> None:
    played, found, told = reviewed(game)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert found.finished
    assert found.unit == Unit.CHANCE
    assert [throw.event for throw in found.throws] == [
        n for n, one in enumerate(played.events) if isinstance(one, Roll)
    ]
    for player in found.players:
        for one in filter(None, (player.account, player.points)):
            left = one.start + one.luck - one.own_losses + one.others_losses + one.unexplained
            assert left == pytest.approx(one.result, abs=1e-9)
        assert player.account.own_losses == pytest.approx(player.mean_loss * player.decisions, abs=1e-9)
    for moment in found.moments:
        assert sum(moment.value.chances) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("game", PLAYED)
def test_every_choice_of_a_golden_game_is_compared_with_all_others(game: str) -> None:
    played, found, _ = reviewed(game)
    positions = positions_of(played)
    for decision in found.decisions:
        event = played.events[decision.event]
        assert isinstance(event, Choice)
        assert (event.seat, event.option) == (decision.seat, decision.made)
        seen = seen_by(positions[decision.event], decision.seat).position
        legal = set(bits.members(legal_options(seen, decision.seat)))
        assert {worth.option for worth in decision.worths} == legal
        losses = [worth.loss for worth in decision.worths]
        assert losses == sorted(losses)
        assert losses[0] == 0
        made = next(worth for worth in decision.worths if worth.option == decision.made)
        if made.loss <= made.loss_error:
            assert (decision.loss, decision.grade) == (0.0, Grade.FINE)
        else:
            assert decision.loss == made.loss
