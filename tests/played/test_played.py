"""Golden games: records kept from the first version on, which must always come out the same.

The records pin what people see. The digests beside them pin every position and every choice on the way, down to the
numbers of the options, but not the fields that follow from others: a change there means a new VERSION of the game, new
golden games and new digests, which

    .venv/bin/python tests/played/test_played.py

writes anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from cinquina.core import OVER, after, legal_options
from cinquina.core.record import read, write
from cinquina.games import GAMES

FOLDER = Path(__file__).resolve().parent
GOLDEN = sorted(FOLDER.glob("*.txt"))
DIGESTS = FOLDER / "digests.json"


def digest(path: Path) -> str:
    """One number for all positions of a game, without what follows, and all that could be chosen in them."""
    game = read(path.read_text(encoding="utf-8"), GAMES)
    position = game.back_to(0).position
    told = hashlib.sha256()
    for event in (*game.events, None):
        masks = [legal_options(position, seat) for seat in range(position.seats)]
        fields = {name: value for name, value in position.now.values().items() if not position.now.HOLDS[name].follows}
        told.update(repr((fields, masks, position.rules.CHOICES)).encode())
        if event:
            position = after(position, event)
    return told.hexdigest()[:16]


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_game_comes_out_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = read(text, GAMES)
    assert game.position.phase == OVER
    assert write(game) == text


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_positions_and_options_of_a_golden_game_come_out_the_same(path: Path) -> None:
    assert json.loads(DIGESTS.read_text(encoding="utf-8"))[path.stem] == digest(path)


if __name__ == "__main__":
    told = {path.stem: digest(path) for path in GOLDEN}
    DIGESTS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
