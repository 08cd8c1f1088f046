"""Bots from other packages: they sit at tables and in the arena, and cannot do harm there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from click.testing import CliRunner

from cinquina import bots
from cinquina.bots import guests
from cinquina.bots.thinking import Thinker
from cinquina.cli import build
from cinquina.core import View, legal_options, opening
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sim.luck import Luck
from cinquina.table.happenings import BOT, PERSON, VIRTUAL, Seat, Settings
from cinquina.table.setup import check_settings
from cinquina.web.pages import game_data
from kit import play, start

GAMES_PLAYED = ("qwixx",)


class Tortoise:
    """A guest that always passes."""

    GAMES = GAMES_PLAYED

    def choose(self, view: View, seat: int) -> int:
        return view.position.rules.stop(view.position.now, seat)


class Cheat(Tortoise):
    """A guest that chooses what it may not."""

    def choose(self, view: View, seat: int) -> int:
        return 47


class Broken(Tortoise):
    """A guest that fails."""

    def choose(self, view: View, seat: int) -> int:
        raise RuntimeError("no idea")


tortoise, cheat, broken = Tortoise(), Cheat(), Broken()


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three guests, and one that is not there."""
    names = ("tortoise", "cheat", "broken", "missing")
    entries = [EntryPoint(name, f"{__name__}:{name}", guests.GROUP) for name in names]
    monkeypatch.setattr(EntryPoint, "load", lambda entry: globals()[entry.name])
    monkeypatch.setattr(guests, "entry_points", lambda group: entries if group == guests.GROUP else [])
    guests.all_guests.cache_clear()
    yield
    guests.all_guests.cache_clear()


def test_guests_are_bots_of_their_games_and_one_that_cannot_be_loaded_is_left_out(caplog: Any) -> None:
    assert bots.bots_of(GAMES["qwixx"])[-3:] == ("tortoise", "cheat", "broken")
    assert "missing" in caplog.text
    assert bots.guests_of(GAMES["qwinto"]) == ()


@pytest.mark.parametrize(("guest", "told"), [("tortoise", ""), ("cheat", "not legal"), ("broken", "no idea")])
def test_a_guest_takes_a_legal_option_whatever_it_does(guest: str, told: str, caplog: Any) -> None:
    position = play(start("qwixx", 2), "roll 1 4 3 6 2 6")
    guests.all_guests()
    caplog.clear()
    option = bots.choose(guest, View(position), 0, Luck(1))
    assert legal_options(position, 0) >> option & 1
    assert told in caplog.text
    assert bool(caplog.text) == bool(told)


def test_a_guest_sits_at_a_table_of_the_browser_and_of_the_terminal() -> None:
    seats = Seat(PERSON, "Ada"), Seat(BOT, level="tortoise")
    check_settings(Settings("qwixx", {}, seats, VIRTUAL, False, 1, "host", ""))
    assert {"name": "tortoise", "title": "tortoise", "character": ""} in [
        level | {"title": level["title"].split()[-1]} for level in game_data(words("en"), "qwixx")["levels"]
    ]
    bots.prepare(opening(GAMES["qwixx"], 2), "tortoise")
    assert bots.stood_in_for(opening(GAMES["qwixx"], 2), ["tortoise"]) == set()


def test_a_guest_answers_in_the_server() -> None:
    position = play(start("qwixx", 2), "roll 1 4 3 6 2 6")
    thinker = Thinker(apart=True)
    option = asyncio.run(thinker.choose("tortoise", View(position), 0))
    assert option == position.rules.stop(position.now, 0)
    thinker.close()


def test_guests_meet_in_the_arena() -> None:
    line = ["arena", "qwixx", "--bots", "tortoise,broken", "--games", "20", "--seed", "3", "--json"]
    result = CliRunner().invoke(build(words("en")), line, standalone_mode=False)
    assert result.exception is None
    told = json.loads(result.output)
    assert "tortoise" in json.dumps(told)
