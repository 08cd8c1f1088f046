"""Every game at every stage of a turn, in windows of all sizes: all in sight, large enough, and in its place."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import PHONE
from browser.layout import MEASURE, REACHED, STAGE, STEPS, WHOLE, Walk, resize
from browser.test_drafts import BOT, FIRST, ME, READY_MAIN, enter, press
from browser.test_pages import THEMES, faults
from browser_hands import finish, made_table, step
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES
from web.server import Asker

STAGES = {
    "qwixx": {"due", "open", "complete", "passing", "waiting"},
    "qwinto": {"open", "complete", "passing", "waiting"},
    "the-choice": {"due", "open", "complete", "passing", "waiting"},
    "extra": {"due", "open", "begun", "complete", "waiting"},
    "sequence-dice": {"due", "open", "complete"},
}
EVERYWHERE = {"due", "open", "complete"}
"""The stages of a turn that every game comes to."""
TURNS = 9
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
    bots = [BOT] * (players - 2)
    code = made_table(page, [ME, {"kind": "open"}, *bots], game, options=FIRST)
    asker = Asker(int(address.rsplit(":", 1)[1]))
    key = asker.sit(code, "Bruno")
    page.wait_for_selector("#table.playing")
    mine = page.evaluate("(code) => JSON.parse(localStorage.getItem('cinquina.keys'))[code][0]", code)
    with asker.watch(code, key) as other, asker.watch(code, mine) as me:
        walk = Walk(page, random.Random(players))
        walk.sizes = WHOLE + REACHED if players != 2 else WHOLE  # more players need more room
        walk.pictures = str(screens / f"layout-{game}-{{}}.png") if players == 4 else ""
        walk.walk(STAGES.get(game, EVERYWHERE), other)
        page.goto("about:blank")  # drawing every throw up to the end would take most of the time
        finish(random.Random(players), me, other)
        page.goto(f"/t/{code}")
        page.wait_for_selector("#table[data-phase=over]")
        walk.look()
    assert not walk.faults, "\n".join(walk.faults)


def asked(page: Any, game: str) -> None:
    """Sit at a table against a bot, with a throw on the table and a question open."""
    made_table(page, [ME, BOT], game, options=FIRST)
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


def test_a_cell_that_asks_for_dice_is_in_sight(people: Any) -> None:
    page = people()
    made_table(page, [ME], "the-choice", dice="real", options={"sheet": "A"})
    page.locator(".options .chip").first.click()
    page.locator(READY_MAIN).click()
    enter(page, 5, 5, 2)
    press(page, "n7")
    page.wait_for_selector("svg.sheet:not(.small) [data-cell=n7].pencilled", state="attached")
    walk = Walk(page, random.Random(1))
    walk.measure("begun")
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("dice", ["virtual", "real"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dice_their_sum_and_the_buttons_have_room_in_the_tray(
    language: str, dice: str, count: int, people: Any, screens: Path
) -> None:
    page = people(language=language)
    made_table(page, [ME, BOT], "qwinto", options=FIRST, dice=dice)
    for die in range(count):
        page.locator(".play button.die").nth(die).click()
    page.locator(READY_MAIN).click()
    if dice == "real":
        enter(page, *range(7 - count, 7))
    page.wait_for_selector(".play .tray .again:not(.correct)")
    assert page.locator(".play .tray .correct").is_visible() == (dice == "real")
    resize(page, (320, 640))
    page.screenshot(path=screens / f"tray-{dice}-{count}-{language}.png")
    walk = Walk(page, random.Random(1))
    walk.measure("again")
    assert not walk.faults, "\n".join(walk.faults)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_any_stage(game: str, people: Any) -> None:
    page = people(bypass_csp=True)
    made_table(page, [ME, BOT], game, options=FIRST)
    seen: set[str] = set()
    luck = random.Random(2)
    for turn in range(TURNS):
        stages = page.evaluate(STAGE)
        if not seen.issuperset(stages):
            seen.update(stages)
            resize(page, WHOLE[turn % 2 * 3])
            assert faults(page, THEMES[turn % 2 : turn % 2 + 1]) == [], stages
        step(page, luck)
