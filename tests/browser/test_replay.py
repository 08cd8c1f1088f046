"""A game step by step: asked for once, everything in sight, the mover framed, played by itself, with links to steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.layout import REACHED, WHOLE, resize
from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import made_table, play_to_the_end

PLAYED = Path(__file__).parents[1] / "played"
LONG = ["qwixx-three-rows-at-once", "qwinto-four-misses", "the-choice-third-failure", "extra-all-are-out"]
LONG += ["sequence-dice-teams-six"]
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
PICTURED = ((1366, 657), (360, 740))
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OUT_OF_SIGHT = """(whole) => {
  const wanted = "#line, #tray .die, .replay-sheets svg.sheet, .replay-players .other, " +
    "#step, .replay-buttons .button, .moves[tabindex]";
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const seen = [...document.querySelectorAll(wanted)].filter(isSeen);
  const faults = seen.flatMap((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && width > 20;
    const name = one.id || one.className.baseVal || one.className;
    return inside || !whole ? [] : [`${name}: ${[left, top, right, bottom]}`];
  });
  const small = seen.filter((one) => one.matches(".button")).filter((one) => one.getBoundingClientRect().height < 44);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  return [...faults, ...small.map((one) => `${one.id}: too small`)];
}"""


def opened(page: Any, name: str) -> None:
    """Paste a record, and show it."""
    page.goto("/replay")
    page.fill("#record", (PLAYED / f"{name}.txt").read_text())
    page.locator("#open .button.main").click()
    page.wait_for_selector("#sheets svg.sheet")


@pytest.mark.parametrize("name", LONG)
def test_everything_is_in_sight_in_all_windows(name: str, people: Any, screens: Path) -> None:
    page = people(PHONE, "it", bypass_csp=True)
    opened(page, name)
    found = []
    for size in WHOLE + REACHED:
        resize(page, size)
        for key in ("Home", "ArrowRight", "End"):
            page.keyboard.press(key)
            page.evaluate(DRAWN)
            found += [f"{size} {key}: {fault}" for fault in page.evaluate(OUT_OF_SIGHT, size in WHOLE)]
        if size in PICTURED:
            page.screenshot(path=screens / f"replay-{name}-{size[0]}.png")
    assert not found, "\n".join(found)
    if name == LONG[-1]:
        assert faults(page) == []


def test_a_game_is_asked_for_once_and_every_step_tells_who_moved_and_what_is_new(people: Any) -> None:
    page = people(LAPTOP, "en")
    opened(page, "qwixx-four-penalties")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert page.locator("#line").inner_text() == "Qwixx: the beginning"
    assert page.locator(".replay-sheets .turn").count() == 0
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.locator("#line").inner_text() == "Nino: blue 5."
    assert page.locator(".replay-sheets .turn .who").inner_text().split("\n")[0] == "Nino"
    assert page.locator(".replay-sheets .turn .newest").get_attribute("data-cell") == "b5"
    assert page.locator(".move[aria-current]").inner_text() == "Nino: blue 5."
    page.locator(".move", has_text="Ada: yellow 4.").first.click()
    assert page.locator(".replay-sheets .turn .who").inner_text() == "Ada"
    page.keyboard.press("End")
    assert page.locator("#line").inner_text().startswith("Nino wins 23 to 1.")
    assert page.locator("#also").inner_text().startswith("Ada took the 4th penalty")
    assert page.locator(".replay-sheets .turn").inner_text().split("\n")[:2] == ["Nino", "1st"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.locator("#count").inner_text() == "58 / 58"
    assert asked == []


def test_it_plays_by_itself_at_the_chosen_pace_until_somebody_takes_over(people: Any) -> None:
    page = people(LAPTOP, "en")
    opened(page, "qwixx-four-penalties")
    page.clock.install()
    page.select_option("#pace", "fast")
    page.get_by_role("button", name="Play it through").click()
    assert page.locator("#count").inner_text() == "1 / 58"
    page.clock.run_for(900)
    assert page.locator("#count").inner_text() == "2 / 58"
    page.clock.run_for(10_000)
    assert int(page.locator("#count").inner_text().split()[0]) > 10
    page.locator("#next").click()
    shown = page.locator("#count").inner_text()
    page.clock.run_for(10_000)
    assert page.locator("#count").inner_text() == shown, "it has stopped"
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press(" ")
    page.clock.run_for(100_000)
    assert page.locator("#count").inner_text() == "58 / 58"
    assert page.get_by_role("button", name="Play it through").count() == 1, "it stops at the end"


def test_a_link_leads_to_a_step_of_a_game_of_the_series(people: Any, address: str) -> None:
    page = people(PHONE, "it", permissions=["clipboard-read", "clipboard-write"])
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "qwixx", series=2)
    play_to_the_end(page)
    page.locator(".over .button.main").click()
    page.wait_for_selector("#table.playing")
    page.goto(f"/t/{code}/replay#1.12")
    page.wait_for_selector("#sheets svg.sheet")
    assert page.locator("#count").inner_text().startswith("12 / ")
    assert page.locator("#games [aria-pressed=true]").inner_text() == "Partita 1"
    told = page.locator("#line").inner_text()
    page.get_by_role("button", name="Mosse").click()
    assert page.locator(".move[aria-current]").is_visible()
    page.get_by_role("button", name="Link a questo passo").click()
    page.wait_for_selector("#done:not(:empty)")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{address}/t/{code}/replay#1.12"
    other = people(LAPTOP, "it")
    other.goto(link)
    other.wait_for_selector("#sheets svg.sheet")
    assert other.locator("#line").inner_text() == told
    alone = finished(other, address, "qwinto", 1)
    other.goto(f"/t/{alone}/replay#3")
    other.wait_for_selector("#sheets svg.sheet")
    assert other.locator("#count").inner_text().startswith("3 / ")
    assert other.evaluate("() => location.hash") == "#3"


SCALES = "() => [...document.querySelectorAll('#sheets svg.sheet')].map((svg) => svg.getScreenCTM().a.toFixed(2))"


def test_sheets_have_the_same_scale_and_large_letters_break_nothing(people: Any) -> None:
    page = people(LAPTOP, "en")
    opened(page, "qwixx-two-rows-closed")
    scales = page.evaluate(SCALES)
    assert len(scales) == 3
    assert len(set(scales)) == 1
    resize(page, (390, 844))
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); }")
    page.evaluate(DRAWN)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_a_sheet_is_enlarged_and_saved(people: Any) -> None:
    page = people(LAPTOP, "en")
    opened(page, "sequence-dice-two-players")
    assert page.locator(".replay-players .other").count() == 2
    page.keyboard.press("End")
    page.locator(".replay-sheets .other").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the sheet as SVG").click()
    assert saved.value.suggested_filename == "sheet-1-step-78.svg"
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
