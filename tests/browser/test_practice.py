"""Practice in the browser: puzzles, the puzzle of the day, one's own mistakes, progress; by touch and by keys."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from browser.layout import MEASURE, resize
from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import choose
from cinquina.coach.likeness import plays_like
from cinquina.coach.puzzles import puzzles_of
from cinquina.coach.rating import after_answer
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.reviewing import like_text

WITH_PUZZLES = [game for game in GAMES if puzzles_of(game)]
DESK, PHONE = (1366, 657), (360, 740)
MAIN = ".play > .actions .button.main"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
KEPT = "(name) => JSON.parse(localStorage.getItem(`cinquina.${name}`))"
STORE = "([name, value]) => localStorage.setItem(`cinquina.${name}`, JSON.stringify(value))"
OUT_OF_SIGHT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const out = [];
  const sheet = document.querySelector(".sheet-box svg.sheet:not(.small)");
  const panel = document.querySelector(".answer-panel");
  const [sentence, next] = [".play .sentence", ".answer-foot .button"].map((what) => document.querySelector(what));
  for (const part of [sheet, panel, sentence, next]) {
    const { left, right, top, bottom } = box(part);
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) out.push(part.getAttribute("class"));
  }
  const [a, b] = [box(sheet), box(panel)];
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide > 2 && high > 2) out.push("the values lie on the sheet");
  if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the window");
  for (const part of panel.querySelectorAll(".worth-name, .worth-number, p, .button")) {
    if (!part.checkVisibility()) continue;
    const { left, right } = box(part);
    const cut = part.clientWidth && part.scrollWidth > part.clientWidth + 1;
    if (left < b.left || right > b.right + 1 || cut) out.push(part.textContent);
  }
  return out;
}"""
TEXTS_INSIDE = """() => [...document.querySelectorAll(".progress-svg text")].every((text) => {
  const [svg, box] = [text.ownerSVGElement, text].map((one) => one.getBoundingClientRect());
  return box.left >= svg.left - 1 && box.right <= svg.right + 1;
})"""
LINES: list[dict[str, Any]] = [
    {"id": f"g{n}", "game": "qwixx", "title": "Qwixx", "when": 1_780_000_000_000 + n * 86_400_000, "unit": "chance"}
    | {"choices": 30, "mean": 0.0305 - n / 1000, "error": 0.01, "luck": (-1) ** n * 0.2}
    for n in range(20)
]
DIARY: dict[str, Any] = {
    "version": 1,
    "ratings": {"qwixx": {"rating": 1620, "answered": 30, "right": 21}},
    "answers": {"qwixx": {"a": True}},
    "days": {"2026-07-01": {"qwixx": True}},
    "lines": [*LINES, LINES[0] | {"id": "alone", "unit": "points", "mean": 1.9, "error": 0.4, "luck": 12.0}],
}


def opened(page: Any, path: str) -> None:
    """Open a page of practice."""
    page.goto(path)
    page.wait_for_selector("body[data-ready]")


def answer(page: Any, luck: random.Random) -> None:
    """Pencil something and ink it, without knowing what is right."""
    for _ in range(100):
        if page.locator("#table.answered").count():
            return
        ready = page.locator(f"{MAIN}:not([aria-disabled])")
        with suppress(TimeoutError):
            if ready.count():
                ready.click(timeout=700)
            else:
                choose(page, luck)
    raise AssertionError("no answer was taken")


def press(page: Any, practice: Any, place: int) -> None:
    """Answer with one of the options, of a game in which every cell has one option."""
    option = practice["options"][place]
    if option["cell"]:
        page.locator(f"svg.sheet:not(.small) [data-cell='{option['cell']}']").click(force=True)
        page.locator(MAIN).click()
    else:
        page.locator(".play > .actions .button:not(.icon, .main)").click()
    page.wait_for_selector("#table.answered")


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_a_puzzle_fits_desks_and_phones_and_axe_finds_nothing(game: str, people: Any, screens: Path) -> None:
    language = "it" if game in ("qwixx", "extra") else "en"
    for place, size in enumerate((DESK, PHONE)):
        page = people({"width": size[0], "height": size[1]}, language, bypass_csp=True)
        opened(page, f"/puzzle/{game}?date=2026-07-0{place + 1}")
        told = page.locator(".play .around").inner_text()
        assert told.startswith(words(language)("practice.what"))
        shown = page.locator("#where .solve-about").is_visible()
        assert shown == (size == PHONE), "a desk has a panel that says which puzzle it is"
        for window in (size, (1280, 800) if size == DESK else (390, 844)):
            resize(page, window)
            assert page.evaluate(MEASURE, True)["faults"] == [], window
        resize(page, size)
        page.evaluate(DRAWN)
        page.screenshot(path=screens / f"puzzle-{game}-{size[0]}.png")
        assert faults(page, ("light",)) == []
        answer(page, random.Random(3))
        page.evaluate(DRAWN)
        assert page.evaluate(OUT_OF_SIGHT) == [], size
        page.screenshot(path=screens / f"puzzle-{game}-{size[0]}-answered.png")
        assert faults(page, ("light", "dark") if game == "qwixx" else ("light",)) == []


LINE_OF_NAMES = """() => {
  const line = [...document.querySelectorAll(".worth-beside")].find((one) => one.checkVisibility());
  return [line, line.closest(".worth")].map((one) => one.getBoundingClientRect().width);
}"""


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "it")])
def test_an_answer_is_read_in_full_lines_beside_a_large_sheet(
    size: tuple[int, int], language: str, people: Any
) -> None:
    page = people({"width": size[0], "height": size[1]}, language)
    said = words(language)
    opened(page, "/puzzle/qwixx?date=2026-07-03")
    answer(page, random.Random(3))
    page.evaluate(DRAWN)
    names, row = page.evaluate(LINE_OF_NAMES)
    assert names == pytest.approx(row, abs=1)
    assert page.locator(".worth-heading").inner_text() == said("web.practice.heading-chance")
    explained = page.locator(".answer-panel p:visible", has_text=said("web.practice.rating-explained", n=1500))
    assert explained.count() == 1, "with the first answer"
    where = page.locator("#where .solve-about")
    if size == PHONE:
        assert where.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert page.locator("svg.sheet:not(.small)").bounding_box()["width"] >= 0.85 * size[0]
    opened(page, "/puzzle/qwixx?date=2026-07-04")
    answer(page, random.Random(3))
    assert explained.count() == 0


@pytest.mark.parametrize("game", WITH_PUZZLES)
def test_puzzles_are_answered_one_after_the_other_and_rated(game: str, people: Any) -> None:
    page = people(language="en")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    opened(page, f"/practice/{game}")
    luck = random.Random(7)
    known = {puzzle.id: puzzle for puzzle in puzzles_of(game)}
    rating, seen = 1500, set()
    for count in range(4):
        puzzle = known[page.evaluate("location.hash.slice(1)")]
        seen.add(puzzle.id)
        answer(page, luck)
        shown = page.locator(".worths .worth").count()
        assert shown == len(puzzle.options)
        assert page.locator(".worth.best").count() == page.locator(".worth.mine").count() == 1
        right = page.locator(".worth.best.mine").count() == 1
        assert page.locator(".play .sentence").inner_text() == (
            "That is the best." if right else "There is something better."
        )
        rating = after_answer(rating, count, puzzle.rating, right=right)
        kept = page.evaluate(KEPT, "practice")
        assert kept["ratings"][game]["rating"] == rating
        assert kept["answers"][game][puzzle.id] == right
        assert page.evaluate("document.activeElement.textContent") == "Next"
        page.keyboard.press("Enter")
        page.wait_for_selector("#table:not(.answered)")
    assert len(seen) == 4
    assert [line for line in asked if line.startswith("POST")] == [], "nothing is sent"


def test_by_keys_alone(people: Any) -> None:
    page = people(language="en")
    opened(page, "/puzzle/qwixx?date=2026-07-01")
    page.keyboard.press("n")
    assert "legal" in page.evaluate("document.activeElement.getAttribute('class')")
    page.keyboard.press("Enter")
    assert page.locator(MAIN).inner_text().startswith("Answer: ")
    page.keyboard.press("u")
    assert page.locator(MAIN).get_attribute("aria-disabled") == "true"
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    page.wait_for_selector("#table.answered")
    spoken = page.locator("#table > [aria-live]").inner_text()
    assert spoken.startswith(page.locator(".play .sentence").inner_text())
    assert page.evaluate("document.activeElement.textContent") == "More to practise"
    page.keyboard.press("Enter")
    page.wait_for_url("**/practice")
    opened(page, "/puzzle/qwixx?date=2026-07-02")
    page.keyboard.press("p")
    page.wait_for_selector("#table.answered")


@pytest.mark.parametrize("game", ["qwixx", "the-choice", "extra"])
def test_a_phone_keeps_the_arrangement_and_bars_end_at_a_sure_win(game: str, people: Any) -> None:
    page = people({"width": 390, "height": 844}, "en")
    with page.expect_response(f"**/{game}/2026-07-03.json") as told:
        opened(page, f"/puzzle/{game}?date=2026-07-03")
    practice = told.value.json()
    size = "document.querySelector('.play svg.sheet:not(.small)').viewBox.baseVal.width"
    before = page.evaluate(size)
    assert page.locator(".play .around").inner_text() == practice["snapshot"]["around"], "without the date"
    assert "2026" in page.locator("#where .solve-about").inner_text()
    answer(page, random.Random(3))
    page.evaluate(DRAWN)
    assert page.evaluate(size) == before, "cells are where they were"
    widths = page.locator(".worth-bar i").evaluate_all("(all) => all.map((one) => parseFloat(one.style.width))")
    worths = [option["worth"] for option in practice["options"]]
    assert widths == pytest.approx([max(1, 100 * worth) for worth in worths][: len(widths)], abs=0.1)


def test_another_tap_takes_the_place_of_the_first_and_a_dark_cell_says_why(people: Any) -> None:
    page = people(language="en")
    opened(page, "/puzzle/qwixx?date=2026-07-02")
    lit = page.locator("svg.sheet:not(.small) .legal")
    cells = [cell.get_attribute("data-cell") for cell in lit.all()]
    assert len(cells) > 2
    for cell in cells:
        page.locator(f"svg.sheet:not(.small) [data-cell='{cell}']").click(force=True)
        pencilled = [
            one.get_attribute("data-cell")
            for one in page.locator("svg.sheet:not(.small) [data-cell]:has(.pencil)").all()
        ]
        assert pencilled == [cell]
    page.locator(f"svg.sheet:not(.small) [data-cell='{cells[-1]}']").click(force=True)
    assert page.locator("svg.sheet:not(.small) [data-cell]:has(.pencil)").count() == 0
    page.locator("svg.sheet:not(.small) [data-cell='r12']").click(force=True)
    assert page.locator(".play .why").inner_text() != ""


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_counts_once(people: Any) -> None:
    one, other = people(language="it"), people(language="en", timezone_id="Pacific/Auckland")
    for page in (one, other):
        opened(page, "/puzzle/extra?date=2026-07-01")
    marked = "[...document.querySelectorAll('svg.sheet:not(.small) .marked')].map((cell) => cell.dataset.cell)"
    assert len(one.evaluate(marked)) > 5
    assert one.evaluate(marked) == other.evaluate(marked)
    assert "1 luglio 2026" in one.locator(".answer-panel").inner_text()
    assert "1 July 2026" in other.locator(".answer-panel").inner_text()
    page = people(language="en")
    opened(page, "/puzzle/qwixx")
    today = page.evaluate("import('/static/rating.js').then(({ dayOf }) => dayOf())")
    answer(page, random.Random(1))
    assert "1 day in a row" in page.locator(".answer-panel").inner_text()
    kept = page.evaluate(KEPT, "practice")
    assert list(kept["days"]) == [today]
    opened(page, "/puzzle/qwixx")
    answer(page, random.Random(5))
    assert page.evaluate(KEPT, "practice") == kept, "the first answer counts"
    opened(page, "/practice")
    assert page.locator(".practice-game.done h2").all_inner_texts() == ["Qwixx"]
    assert page.locator("#streak").inner_text() == "1 day in a row"


def test_what_was_loaded_is_solved_without_a_server(people: Any) -> None:
    page = people(language="en")
    opened(page, "/puzzle/qwinto?date=2026-07-05")
    page.context.set_offline(True)
    answer(page, random.Random(2))
    assert page.locator(".worths .worth").count() >= 3
    page.context.set_offline(False)


def test_a_puzzle_that_is_not_there_gets_a_sentence(people: Any) -> None:
    page = people(language="en", quiet=False)
    for path in ("/puzzle/qwixx?date=tomorrow", "/practice/qwixx#nothing"):
        opened(page, path)
        assert page.locator("h1").inner_text().startswith("There is no puzzle ")
    opened(page, "/practice/mistakes")
    assert page.locator("h1").inner_text().startswith("No mistakes are waiting.")
    assert page.locator(".solve-end .button").count() == 2


def test_own_mistakes_come_back_until_they_are_solved(people: Any, address: str) -> None:
    page = people(language="en")
    finished(page, address, "qwixx", 2)
    page.locator(".luck-practise a").wait_for()
    kept = page.evaluate(KEPT, "mistakes")["games"][0]["mistakes"]
    assert page.locator(".luck-practise").inner_text() == f"Practise {len(kept)} choices"
    assert len(kept) > 3
    lines = page.evaluate(KEPT, "practice")["lines"]
    assert [(line["game"], line["unit"]) for line in lines] == [("qwixx", "chance")]
    page.reload()
    page.locator(".luck-practise a").wait_for()
    assert page.evaluate(KEPT, "practice")["lines"] == lines, "once, however often it is reviewed"
    page.evaluate(STORE, ["mistakes", page.evaluate(KEPT, "mistakes") | {"games": [first_of(page, 3)]}])
    with page.expect_response("**/practice") as told:
        opened(page, "/practice/mistakes")
    practice = told.value.json()
    assert "3 left" in page.locator(".answer-panel").inner_text()
    press(page, practice, len(practice["options"]) - 1)
    assert page.locator(".worth-beside", has_text="you, then").count() == 1
    assert "rating" not in page.locator(".answer-head").inner_text()
    for left in (2, 1, 0):
        with page.expect_response("**/practice") as told:
            page.locator(".answer-foot .button").click()
        practice = told.value.json()
        page.wait_for_selector("#table:not(.answered)")
        press(page, practice, 0)
        assert len(page.evaluate(KEPT, "mistakes")["games"][0]["mistakes"]) == left
    assert page.locator(".answer-foot .button").inner_text() == "More to practise"
    opened(page, "/practice/mistakes")
    assert page.locator("h1").inner_text().startswith("No mistakes are waiting.")


def first_of(page: Any, count: int) -> Any:
    """Return the newest game with only this many of its mistakes."""
    game = page.evaluate(KEPT, "mistakes")["games"][0]
    return game | {"mistakes": game["mistakes"][:count]}


def test_a_mistake_of_a_game_that_can_no_longer_be_read_is_dropped(people: Any) -> None:
    page = people(language="en", quiet=False)
    page.goto("/practice")
    broken = {"id": "x", "game": "qwixx", "unit": "chance", "when": 1, "record": "hello\n"}
    mistake = {"event": 3, "seat": 0, "loss": 0.1, "worths": []}
    page.evaluate(STORE, ["mistakes", {"version": 2, "games": [broken | {"mistakes": [mistake]}]}])
    opened(page, "/practice")
    assert page.locator("#own .button").inner_text() == "Practise them"
    opened(page, "/practice/mistakes")
    assert page.locator("h1").inner_text().startswith("No mistakes are waiting.")
    assert page.evaluate(KEPT, "mistakes")["games"][0]["mistakes"] == []


def test_progress_shows_accuracy_luck_and_level_by_game(people: Any, screens: Path) -> None:
    page = people({"width": 1366, "height": 657}, "en", bypass_csp=True)
    opened(page, "/progress")
    assert page.locator("#none").is_visible()
    assert faults(page, ("light",)) == []
    page.evaluate(STORE, ["practice", DIARY])
    opened(page, "/progress")
    assert page.locator("#none").is_hidden()
    assert page.locator(".progress-game h2").all_inner_texts() == ["Qwixx", "Qwixx, alone"]
    told = page.locator(".progress-game").first.inner_text()
    said = words("en")
    level = plays_like("qwixx", 0.016, alone=False)
    assert "On average a choice cost you 1.6% of your chance to win in the 10 newest games. " in told
    alone = page.locator(".progress-game").last.inner_text()
    assert re.search(r"On average a choice cost you \d+\.\d points", alone)
    assert "changed your points by" in alone
    assert "±" not in told + alone
    assert like_text(said, level) in told
    changed = "On average the dice changed your chance to win by 0.0% a game, over 20 games: as even as can be told."
    assert changed in told
    assert said("web.practice.so-far", rating=1620, n=21, all=30) in told
    first = page.locator(".progress-svg").first
    assert first.locator(".progress-dot").count() == 20
    assert said(f"level.{level}") in first.locator(".level-name").all_text_contents()
    assert page.locator(".progress-graph table tr").count() == 2 * 20
    for size in (DESK, PHONE):
        resize(page, size)
        page.evaluate(DRAWN)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(TEXTS_INSIDE)
        page.screenshot(path=screens / f"progress-{size[0]}.png", full_page=True)
    assert faults(page) == []


def test_graphs_begin_with_the_third_game(people: Any) -> None:
    page = people(language="en")
    page.goto("/progress")
    for count in (1, 2, 3):
        page.evaluate(STORE, ["practice", DIARY | {"lines": DIARY["lines"][:count]}])
        opened(page, "/progress")
        told = "The graph begins with the third game." in page.locator("#games").inner_text()
        assert told == (count < 3)
        assert page.locator(".progress-svg").count() == (0 if count < 3 else 2)
        assert page.locator("#explained").is_visible() == (count >= 3), "it tells what is in the graphs"
    assert re.search(r"\d{1,2} \w{3,4} 20\d\d", page.locator(".progress-svg").first.text_content())


def test_everything_goes_out_and_in_as_one_file(people: Any, tmp_path: Path) -> None:
    page = people(language="en")
    page.goto("/games")
    assert page.locator("#export").is_disabled()
    game = {"id": "x", "game": "qwixx", "unit": "chance", "when": 1, "record": "", "mistakes": []}
    page.evaluate(STORE, ["practice", DIARY])
    page.evaluate(STORE, ["mistakes", {"version": 2, "games": [game]}])
    page.reload()
    with page.expect_download() as saved:
        page.locator("#export").click()
    file = tmp_path / "mine.json"
    saved.value.save_as(file)
    other = people(language="en")
    other.goto("/games")
    own = DIARY | {"ratings": {"qwixx": {"rating": 1700, "answered": 40, "right": 30}}, "lines": [], "days": {}}
    other.evaluate(STORE, ["practice", own])
    for _ in range(2):
        other.locator("#said").evaluate("(said) => said.replaceChildren()")
        other.locator("#file").set_input_files(file)
        other.locator("#said", has_text="Practice and progress were added, too.").wait_for()
        kept = other.evaluate(KEPT, "practice")
        assert sorted(line["id"] for line in kept["lines"]) == sorted(line["id"] for line in DIARY["lines"])
        assert kept["ratings"]["qwixx"]["rating"] == 1700, "after more answers"
        assert kept["days"] == DIARY["days"]
        assert other.evaluate(KEPT, "mistakes")["games"] == [game]
    told = json.loads(file.read_text())
    wrongs: tuple[dict[str, Any], ...] = (
        {"practice": {"version": 1, "lines": [{}]}},
        {"practice": 3},
        {"mistakes": {"version": 2, "games": [1]}},
    )
    for number, wrong in enumerate(wrongs):
        damaged = tmp_path / f"damaged-{number}.json"
        damaged.write_text(json.dumps(told | wrong))
        other.locator("#said").evaluate("(said) => said.replaceChildren()")
        other.locator("#file").set_input_files(damaged)
        other.locator("#said.bad", has_text="what it has about practice makes no sense").wait_for()
        assert other.evaluate(KEPT, "practice") == kept


def test_what_is_stored_and_makes_no_sense_is_left_out(people: Any) -> None:
    page = people(language="en")
    page.goto("/practice")
    wrong: tuple[Any, ...] = (
        3,
        [],
        {"version": 99},
        {"version": 1, "lines": [1], "days": {"x": 1}, "ratings": {"qwixx": 3}},
    )
    for stored in wrong:
        page.evaluate(STORE, ["practice", stored])
        page.evaluate(STORE, ["mistakes", stored])
        for path in ("/practice", "/progress", "/practice/mistakes", "/games"):
            page.goto(path)
            if path == "/games":
                page.wait_for_load_state("networkidle")
            else:
                page.wait_for_selector("body[data-ready]")
    opened(page, "/puzzle/qwixx")
    answer(page, random.Random(1))
    assert page.evaluate(KEPT, "practice")["ratings"]["qwixx"]["answered"] == 1


def test_ratings_and_days_are_reckoned_as_in_the_terminal(people: Any) -> None:
    page = people(language="en")
    page.goto("/practice")
    script = "(given) => import('/static/rating.js').then(({ afterAnswer }) => afterAnswer(...given))"
    for rating, answered, puzzle, right in (
        (1500, 0, 1500, True),
        (1500, 0, 1900, False),
        (1711, 19, 1200, True),
        (1388, 20, 2000, True),
    ):
        assert page.evaluate(script, [rating, answered, puzzle, right]) == after_answer(
            rating, answered, puzzle, right=right
        )
    script = "([days, today]) => import('/static/rating.js').then(({ streak }) => streak(days, today))"
    days = ["2026-02-27", "2026-02-28", "2026-03-01"]
    assert page.evaluate(script, [days, "2026-03-01"]) == 3
    assert page.evaluate(script, [days, "2026-03-02"]) == 3
    assert page.evaluate(script, [days, "2026-03-03"]) == 0


def test_practice_is_found_from_the_home_page_my_games_the_menu_and_a_review(people: Any, address: str) -> None:
    page = people(language="it")
    page.goto("/")
    page.locator(".game .more a", has_text="Problema").first.click()
    page.wait_for_url("**/puzzle/qwixx")
    for path in ("/", "/games", "/replay"):
        for target in ("practice", "progress"):
            page.goto(path)
            assert page.locator(f"a[href='/{target}']").count() >= 1, (path, target)
    finished(page, address, "qwixx", 2)
    page.locator(".end-luck a", has_text="Analisi").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")
    page.locator("#practise").click()
    page.wait_for_url("**/practice/mistakes")
    page.wait_for_selector("#table.playing")
