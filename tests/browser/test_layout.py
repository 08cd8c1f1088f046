"""Every game at every stage of a turn in windows of all sizes: all is in sight, large enough, and stays in place."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser.layout import REACHED, WHOLE, Walk, resize
from browser_hands import made_table
from cinquina.games import GAMES
from web.server import Asker

STAGES = {
    "qwixx": {"due", "open", "complete", "passing", "waiting"},
    "qwinto": {"open", "begun", "complete", "passing", "waiting"},
    "the-choice": {"due", "open", "begun", "complete", "passing", "waiting"},
    "extra": {"due", "open", "begun", "complete", "waiting"},
    "sequence-dice": {"due", "open", "complete"},
}
TABLES = [(game, players) for game in GAMES for players in (2, 4)] + [("qwinto", 6), ("extra", 6)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_everything_needed_for_a_turn_is_in_sight(
    game: str, players: int, people: Any, address: str, screens: Path
) -> None:
    page = people(language="it" if players == 2 else "en")
    bots = [{"kind": "bot", "level": "random"}] * (players - 2)
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}, *bots], game, options={"begins": "first"})
    asker = Asker(int(address.rsplit(":", 1)[1]))
    key = asker.sit(code, "Bruno")
    page.wait_for_selector("#table.playing")
    mine = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    with asker.watch(code, key) as other, asker.watch(code, mine) as me:
        walk = Walk(page, other, random.Random(players))
        walk.walk(STAGES[game])
        for size in WHOLE + REACHED if players == 4 else ():
            resize(page, size)
            page.screenshot(path=screens / f"layout-{game}-{size[0]}x{size[1]}.png")
        finish(me, other, random.Random(players))
        page.wait_for_selector("#table[data-phase=over]")
        walk.look()
    assert not walk.faults, "\n".join(walk.faults)


def finish(me: Any, other: Any, luck: random.Random) -> None:
    """Two players play on to the end."""
    while me.shown.get("phase") != "over":
        for tab in (me, other):
            tab.catch_up()
            if tab.shown["phase"] != "over":
                tab.act(luck)
