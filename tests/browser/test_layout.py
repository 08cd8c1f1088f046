"""Every game at every stage of a turn, in windows of all sizes: all in sight, large enough, and in its place."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.layout import MEASURE, REACHED, STAGE, STEPS, WHOLE, Walk, resize
from browser_hands import made_table, step
from cinquina.games import GAMES
from web.server import Asker

STAGES = {
    "qwixx": {"due", "open", "complete", "passing", "waiting"},
    "qwinto": {"open", "complete", "passing", "waiting"},
    "the-choice": {"due", "open", "begun", "complete", "passing", "waiting"},
    "extra": {"due", "open", "begun", "complete", "waiting"},
    "sequence-dice": {"due", "open", "complete"},
}
FIRST = {"begins": "first"}
ON_AND_OFF = """() => {
  const look = (element, ...names) => names.map((name) => getComputedStyle(element)[name]).join();
  const differ = (what, one, other, ...names) =>
    one && other && look(one, ...names) === look(other, ...names) ? [what] : [];
  const sheet = document.querySelector("svg.sheet:not(.small)");
  const [lit, plain] = [".legal", ".cell:not(.legal)"].map((what) => sheet.querySelector(`${what} .legal-ring`));
  const [on, off] = [document.createElement("button"), document.createElement("button")];
  for (const button of [on, off]) Object.assign(button, { className: "button", textContent: "x" });
  off.setAttribute("aria-disabled", "true");
  document.querySelector(".play .actions").append(on, off);
  const edge = ["borderTopStyle", "borderTopColor", "color", "backgroundColor"];
  const faults = [...differ("a lit cell", lit, plain, "display", "stroke"), ...differ("a button", on, off, ...edge)];
  on.remove();
  off.remove();
  return faults;
}"""
TABLES = [(game, players) for game in GAMES for players in (2, 4)] + [("qwinto", 6), ("extra", 6)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_everything_needed_for_a_turn_is_in_sight(
    game: str, players: int, people: Any, address: str, screens: Path
) -> None:
    page = people(language="it" if players == 2 else "en")
    bots = [{"kind": "bot", "level": "random"}] * (players - 2)
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}, *bots], game, options=FIRST)
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


def asked(page: Any, game: str) -> None:
    """Sit at a table against a bot, with a throw on the table and a question open."""
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], game, options=FIRST)
    luck = random.Random(1)
    for _ in range(STEPS):
        stages = page.evaluate(STAGE)
        if "open" in stages and page.locator("svg.sheet:not(.small) .legal").count():
            return
        step(page, luck)
    raise AssertionError("no question was asked")


@pytest.mark.parametrize("game", GAMES)
def test_with_letters_twice_as_large_the_bar_covers_nothing(game: str, people: Any, screens: Path) -> None:
    page = people(PHONE)
    asked(page, game)
    for size in ((390, 844), (1280, 800)):
        resize(page, size)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); }")
        found = page.evaluate(MEASURE, False)["faults"]
        page.screenshot(path=screens / f"layout-{game}-{size[0]}-200.png")
        assert [fault for fault in found if "covered" in fault or "wider" in fault] == []


@pytest.mark.parametrize("game", GAMES)
def test_forced_colours_tell_on_from_off(game: str, people: Any, screens: Path) -> None:
    page = people(forced_colors="active")
    asked(page, game)
    page.screenshot(path=screens / f"layout-{game}-forced.png")
    assert page.evaluate(ON_AND_OFF) == []


def test_reduced_motion_moves_nothing(people: Any) -> None:
    page = people()
    asked(page, "qwixx")
    assert page.evaluate("() => document.getAnimations().length") == 0


def finish(me: Any, other: Any, luck: random.Random) -> None:
    """Two players play on to the end."""
    while me.shown.get("phase") != "over":
        for tab in (me, other):
            tab.catch_up()
            if tab.shown["phase"] != "over":
                tab.act(luck)
