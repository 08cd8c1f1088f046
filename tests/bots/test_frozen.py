"""The bots answer as they did when `frozen/` was written: the same options, worth the same, for the same luck."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bots.frozen import BLOCK, POSITIONS, file_of, games_of, sampled, told
from cinquina.bots import names_of
from cinquina.bots.players import players_of
from cinquina.games import GAMES

FROZEN = [game for game in GAMES if file_of(game).exists()]


def kept(game: str) -> dict[str, Any]:
    """What was written."""
    found: dict[str, Any] = json.loads(file_of(game).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", FROZEN)
def test_some_answers_are_those_of_before(game: str) -> None:
    rules, written = GAMES[game], kept(game)["bots"]
    positions, players = sampled(rules, BLOCK), players_of(rules)
    assert list(written) == list(names_of(rules))
    for bot in names_of(rules):
        if game == "the-choice" and players.BOTS[bot] in players.STAND_INS:
            continue  # their tables take minutes to build
        now = told(rules, bot, positions)
        assert now["options"] == written[bot]["options"][: len(now["options"])]
        assert now["worth"] == written[bot]["worth"].split()[0]


@pytest.mark.prove
@pytest.mark.parametrize("game", FROZEN)
def test_a_thousand_answers_of_every_bot_are_those_of_before(game: str) -> None:
    rules, written = GAMES[game], kept(game)["bots"]
    positions = sampled(rules)
    assert len(positions) == POSITIONS
    for bot in names_of(rules):
        assert told(rules, bot, positions) == written[bot]


@pytest.mark.prove
@pytest.mark.parametrize("game", FROZEN)
def test_games_of_the_strong_bots_come_out_as_before_luck_included(game: str) -> None:
    assert games_of(GAMES[game]) == kept(game)["games"]
