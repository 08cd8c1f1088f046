"""Golden games: records kept from the first version on, which must always come out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cinquina.core import OVER
from cinquina.core.record import read, write
from cinquina.games import GAMES

GOLDEN = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_game_comes_out_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = read(text, GAMES)
    assert game.position.phase == OVER
    assert write(game) == text
