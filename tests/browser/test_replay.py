"""A game step by step: asked for once, everything in sight, the mover framed, played by itself, with links to steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.layout import REACHED, WHOLE, resize
from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import made_table, play_on_elsewhere

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
    found: list[str] = []
    bars: dict[tuple[int, int], set[float]] = {}
    for size in WHOLE + REACHED:
        resize(page, size)
        for key in ("Home", "ArrowRight", "End"):
            page.keyboard.press(key)
            page.evaluate(DRAWN)
            bars.setdefault(size, set()).add(page.locator(".replay-bar").bounding_box()["y"])
            found += [f"{size} {key}: {fault}" for fault in page.evaluate(OUT_OF_SIGHT, size in WHOLE)]
        if size in PICTURED:
            page.screenshot(path=screens / f"replay-{name}-{size[0]}.png")
    assert not found, "\n".join(found)
    assert len(bars[LAPTOP["width"], LAPTOP["height"]]) == 1, "slider and buttons stay where they are"
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
    page = people(LAPTOP, "en", fresh=True)
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
    play_on_elsewhere(page, code)
    page.locator(".over .button.main").click()
    page.wait_for_selector("#table.playing")
    page.goto(f"/t/{code}/replay#1.12")
    page.wait_for_selector("#sheets svg.sheet")
    assert page.locator("#count").inner_text().startswith("12 / ")
    assert page.locator("#games [aria-pressed=true]").inner_text() == "Partita 1"
    told, count = (page.locator(f"#{part}").inner_text() for part in ("line", "count"))
    page.get_by_role("button", name="Mosse").click()
    assert page.locator(".move[aria-current]").is_visible()
    page.get_by_role("button", name="Link a questa mossa").click()
    page.wait_for_selector("#done:not(:empty)")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{address}/t/{code}/replay#1.12"
    other = people(LAPTOP, "it")
    other.goto(link)
    other.wait_for_selector("#sheets svg.sheet")
    assert other.locator("#count").inner_text() == count
    assert "Ada" not in told, "who has played is told what they did themselves"
    assert {"Ada", "Tu"} & {*page.locator(".thrown strong").all_inner_texts()} == {"Tu"}
    alone = finished(other, address, "qwinto", 1)
    other.goto(f"/t/{alone}/replay#3")
    other.wait_for_selector("#sheets svg.sheet")
    assert other.locator("#count").inner_text().startswith("3 / ")
    assert other.evaluate("() => location.hash") == "#3"


SCALES = "() => [...document.querySelectorAll('#sheets svg.sheet')].map((svg) => svg.getScreenCTM().a.toFixed(2))"


def test_my_own_seat_is_called_you_on_its_sheet_as_in_the_moves(people: Any, address: str) -> None:
    page = people(language="en")
    code = finished(page, address, "qwixx", 2)
    page.goto(f"/t/{code}/replay")
    page.wait_for_selector("#sheets svg.sheet")
    names = page.locator("#sheets .other .who").all_inner_texts()
    assert names[0] == "You", names
    assert "Anna" not in page.locator("#sheets").inner_text()
    page.goto(f"/t/{code}/review")
    page.wait_for_selector("#shown:not([hidden]) .graph")
    for part in (".position-title", ".position-sheets", "#seats", "#accounts"):
        assert "Anna" not in page.locator(part).text_content()
    stranger = people(language="en")
    stranger.goto(f"/t/{code}/replay")
    stranger.wait_for_selector("#sheets svg.sheet")
    assert "Anna" in stranger.locator("#sheets").inner_text(), "somebody else is not that player"


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
    page.wait_for_selector("dialog", state="detached")


@pytest.mark.parametrize("page_of", ["replay", "review"])
def test_the_code_leads_back_to_the_table(page_of: str, people: Any, address: str) -> None:
    page = people(PHONE, "it")
    code = finished(page, address, "qwixx", 2)
    page.goto(f"/t/{code}/{page_of}")
    page.locator(".where").get_by_role("link", name=code).click()
    page.wait_for_url(f"**/t/{code}")
    page.wait_for_selector("#table[data-phase=over]")


def test_on_a_laptop_the_list_has_room_for_seven_moves(people: Any) -> None:
    page = people(LAPTOP, "en")
    opened(page, LONG[0])
    line, room = (page.locator(what).bounding_box()["height"] for what in (".move:not(.throw) >> nth=0", ".moves"))
    assert room >= 7 * line


UNDER_A_CELL = """() => [...document.querySelectorAll(".replay-sheets .grid-name")].filter((name) => {
  const text = name.getBoundingClientRect();
  const cells = [...name.parentElement.querySelectorAll("svg .cell")].map((cell) => cell.getBoundingClientRect());
  const inside = text.bottom <= name.closest(".other").getBoundingClientRect().bottom + 1;
  const isAbove = ({ left, right }) => left < text.right && right > text.left;
  return !inside || cells.some((cell) => isAbove(cell) && cell.top < text.bottom && cell.bottom > text.top);
}).length"""


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_the_name_of_a_grid_lies_beside_its_cells(screen: dict[str, int], people: Any, screens: Path) -> None:
    page = people(screen, "it")
    opened(page, "the-choice-third-failure")
    seen = 0
    for key in ("Home", *["ArrowRight"] * 12, "End"):
        page.keyboard.press(key)
        page.evaluate(DRAWN)
        seen += page.locator(".replay-sheets .grid-name").count()
        assert page.evaluate(UNDER_A_CELL) == 0, page.locator("#count").inner_text()
    assert seen > 0
    page.screenshot(path=screens / f"replay-grids-{screen['width']}.png")
