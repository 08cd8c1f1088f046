"""The end of every game: who won and why, everybody's sheets, the ranking and the next step, on desks and phones."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from browser.test_pages import faults
from browser_hands import made_table, play_on_elsewhere
from cinquina.games import GAMES
from web.server import Asker

DESKS = ((1366, 657), (1280, 800), (1920, 1080))
PHONES = ((360, 740), (390, 844))
SMALL_DESK = {"width": 1366, "height": 657}
SENTENCES = {
    "it": r"^(Hai vinto|.+ vince|.+ vincono|Tu e .+ vincete)\b.*[.!]$",
    "en": r"^\w+( 2| 3)?( wins|.* win|.* share the win)\b.*[.!]$",
}
PLACES = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  return {
    sheets: seen(".end-sheets .other").map(box),
    cards: seen(".end-around .card").map(box),
    own: box(document.querySelector(".end-sheets svg.sheet")),
    main: seen(".over .button.main").map(box),
    sentence: box(document.querySelector(".play .sentence")),
    texts: [document.documentElement.scrollWidth, innerWidth],
  };
}"""
ARROW = """() => {
  const { content, display } = getComputedStyle(document.querySelector(".end-around"), "::after");
  return display === "none" ? display : content;
}"""
EDGES = 12
"""The letters and numbers at the edges of a board, of which the sentence at the end speaks."""
TABLES = [(game, 2) for game in GAMES] + [("qwinto", 4)]


def finished(page: Any, address: str, game: str, players: int, *, watched: bool = False) -> str:
    """Play a game against bots to its end and open its page, if `watched` before the end; return the table's code."""
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, key = asker.make(game, " ".join(["me"] + ["bot"] * (players - 1)))
    with asker.watch(code, key) as tab:
        if watched:
            page.goto(f"/t/{code}#{key}")
            page.wait_for_selector("#table.playing")
        tab.play(random.Random(players))
    if not watched:
        page.goto(f"/t/{code}#{key}")
    page.wait_for_selector("#table[data-phase=over]")
    return code


def resize(page: Any, size: tuple[int, int]) -> None:
    """Give the window another size, and the page the time to draw."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def is_inside(box: list[int], size: tuple[int, int]) -> bool:
    """Whether a box is inside the window."""
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_end_says_why_and_shows_everybody(
    game: str, players: int, people: Any, address: str, screens: Path
) -> None:
    page = people(bypass_csp=True)
    code = finished(page, address, game, players)
    assert re.match(SENTENCES["it"], page.locator(".play .sentence").inner_text())
    shared = GAMES[game].SIDE_COLOURS
    assert page.locator(".ranking li").count() == players
    page.wait_for_selector(".luck-body:not(.waiting) .luck-table")
    assert accounts(page, players)
    for size in DESKS:
        resize(page, size)
        found = page.evaluate(PLACES)
        assert len(found["sheets"]) == (1 if shared else players)
        assert all(is_inside(box, size) for box in [*found["sheets"], *found["main"], found["sentence"]]), size
        assert len(found["main"]) == 1
        assert len(found["cards"]) == (2 if shared or len(GAMES[game].PARTS) == 1 else 3)
        assert page.locator(".end-sheets .wooden .label:visible").count() == (EDGES if shared else 0)
    page.screenshot(path=screens / f"end-{game}-{players}.png")
    for size in PHONES:
        resize(page, size)
        found = page.evaluate(PLACES)
        assert is_inside(found["main"][0], size)
        assert found["own"][3] <= found["main"][0][1]
        assert found["texts"][0] == found["texts"][1]
        assert page.evaluate(ARROW) in ("none", "normal"), "the page is what scrolls"
    page.screenshot(path=screens / f"end-{game}-{players}-phone.png", full_page=True)
    assert faults(page) == []
    watch_the_end(people, code)


def accounts(page: Any, players: int) -> bool:
    """Whether every player has a row that tells what the dice and their choices did."""
    rows = page.locator(".luck-table tbody tr").all()
    figures = [[number(text) for text in row.locator("td").all_inner_texts()] for row in rows]
    assert page.locator(".luck-table thead th").all_inner_texts() == ["fortuna ai dadi", "errori"]
    assert all(mistakes >= 0 for _, mistakes in figures)
    return len(rows) == players and all(row.locator(".luck-name").is_visible() for row in rows)


SIZE = """() => {
  const { width, height } = document.querySelector(".end-sheets svg.sheet").viewBox.baseVal;
  return [width, height];
}"""
CUT_IS_SAID = """() => {
  const column = document.querySelector(".end-around");
  const bottom = column.getBoundingClientRect().bottom;
  const cards = [...column.querySelectorAll(".card")].filter((card) => card.checkVisibility());
  const cut = cards.some((card) => card.getBoundingClientRect().bottom > bottom + 2);
  return cut === column.classList.contains("has-more");
}"""


FILLED = """() => {
  const card = document.querySelector(".end-sheets .other");
  const drawn = [...card.querySelectorAll("svg.sheet")].map((svg) => svg.getScreenCTM().a * svg.viewBox.baseVal.height);
  return drawn.reduce((sum, height) => sum + height) / card.getBoundingClientRect().height;
}"""
"""How much of the height of one's own card its sheets fill."""
HALF = 0.5


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_cut_say_so_and_tall_sheets_have_them_beside(game: str, people: Any, address: str) -> None:
    page = people(SMALL_DESK, "en")
    finished(page, address, game, 2)
    page.wait_for_selector(".luck-body:not(.waiting) .luck-table")
    page.wait_for_function(CUT_IS_SAID)
    width, height = page.evaluate(SIZE)
    way = page.locator("#table").get_attribute("data-cards")
    if GAMES[game].SIDE_COLOURS:  # a board stays where it was
        return
    assert way == "beside" or width > 1.5 * height
    assert page.evaluate(FILLED) > HALF
    if way == "beside":
        top, first = (
            page.locator(what).first.bounding_box()["y"] for what in (".play > .lead", ".end-around .card:visible")
        )
        assert first <= top + 1, "beside sheets the cards begin at the top"


def watch_the_end(people: Any, code: str) -> None:
    """An onlooker reads the same in another language, with names only and nothing to press on."""
    page = people(language="en")
    page.goto(f"/t/{code}")
    page.wait_for_selector("#table[data-phase=over]")
    assert re.match(SENTENCES["en"], page.locator(".play .sentence").inner_text())
    assert "you" not in page.locator(".lead").inner_text().lower().split()
    assert page.locator(".over .button.main:visible").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_end_tells_how_many_throws_and_minutes_it_took(game: str, people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, game, 2)
    assert re.fullmatch(r"How it ended · \d+ throws · 1 minute", page.locator(".end-throw h2").inner_text())
    left = page.locator(".ranking .left").all_inner_texts()
    assert all(re.fullmatch(r"\d+ chips? left of 20", text) for text in left)
    assert len(left) == (2 if GAMES[game].SIDE_COLOURS else 0)
    assert page.locator(".bar-shape").count() == (game == "qwinto")


def test_one_player_alone_is_told_the_points(people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, "qwixx", 1)
    points = page.locator(".end-sheets .score").inner_text()
    said = page.locator(".play .sentence").inner_text()
    assert said == f"You have {points} point{'' if points.lstrip('−') == '1' else 's'}."
    assert page.locator(".end-decided h2").inner_text() == "Where the points come from"
    assert page.locator(".end-sheets .tag:visible").count() == 0


def test_bars_add_up_to_the_difference_and_the_table_has_everybody(people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, "qwixx", 3)
    bars = [number(text) for text in page.locator(".bar .number").all_inner_texts()]
    names = [who.strip() for who in page.locator(".ranking .who").all_inner_texts()]
    assert [who.split()[0] for who in page.locator(".end-sheets .who").all_inner_texts()] == names, "one order for both"
    own = number(page.locator(".ranking .score").nth(names.index("You")).inner_text())
    best = number(page.locator(".ranking .score").nth(1 if own_is_first(page) else 0).inner_text())
    assert sum(bars) == own - best
    assert page.locator(".end-sheets .other").count() == 3
    assert page.locator(".end-sheets .winner .tag").first.inner_text() == "1st"
    page.get_by_role("button", name="All points").click()
    assert page.locator("dialog table thead .count").count() == 3
    assert next(number(cell) for cell in page.locator("dialog tr.winner td").all_inner_texts()) == own


def own_is_first(page: Any) -> bool:
    """Whether the own card is the first in the ranking."""
    return bool(page.locator(".ranking .who").first.inner_text() == "You")


def number(text: str) -> int:
    """Read a number as a page writes it."""
    return int(text.strip("%≈\u202f ").replace("−", "-").replace("+", ""))


def test_a_sheet_is_enlarged_the_record_saved_and_the_next_game_begun(people: Any) -> None:
    page = people(language="en")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}]
    play_on_elsewhere(page, made_table(page, seats, "qwixx", series=2))
    page.locator(".end-sheets .other").first.click()
    assert page.locator("dialog[open] svg.sheet").count() == 1
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this game").click()
    assert saved.value.suggested_filename.endswith(".txt")
    assert page.locator(".over .button.main").inner_text() == "Game 2 of 2"
    page.locator(".over .button.main").click()
    page.wait_for_selector("#table.playing")
    assert not page.locator(".over").is_visible()


def test_what_the_verdict_rests_on_closes_with_escape_and_by_a_press_elsewhere(people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, "qwixx", 2)
    page.locator(".dice-verdict summary").click()
    assert page.locator(".dice-verdict .grounds").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".dice-verdict .grounds").is_visible()
    page.locator(".dice-verdict summary").click()
    page.locator(".play .sentence").click()
    assert not page.locator(".dice-verdict .grounds").is_visible()


SCALES = (
    """() => [...document.querySelectorAll(".end-sheets svg.sheet")].map((svg) => svg.getScreenCTM().a.toFixed(3))"""
)


def test_all_sheets_have_the_same_scale(people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, "qwinto", 4)
    for size in (*DESKS, *PHONES):
        resize(page, size)
        page.reload()
        page.wait_for_selector("#table[data-phase=over]")
        assert len(set(page.evaluate(SCALES))) == 1


def test_points_are_counted_up_once(people: Any, address: str) -> None:
    page = people(language="en")
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("""window.shown = new Set(); new MutationObserver(() => {
      for (const one of document.querySelectorAll(".end-sheets .score")) window.shown.add(one.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true })""")
    finished(page, address, "qwixx", 1, watched=True)
    total = page.locator(".ranking .score").text_content()
    page.wait_for_function("(total) => document.querySelector('.end-sheets .score').textContent === total", arg=total)
    page.wait_for_timeout(1000)
    assert len(page.evaluate("() => [...window.shown]")) > 3
    page.reload()
    page.wait_for_selector("#table[data-phase=over]")
    assert page.evaluate("() => [...window.shown]") == [total]
