"""The review of a game: graph, mistakes, position and accounts in sight, by keys, spoken, as a file, with links."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import made_up
from browser.layout import resize
from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import made_table
from cinquina.locales import words
from cinquina.table.reviewing import game_to_review
from cinquina.web.review import review_of
from cinquina.web.review_file import review_page
from cinquina.web.review_protocol import ReviewedChoice

PLAYED = Path(__file__).parents[1] / "played"
SHOWN = ["qwixx-two-rows-closed", "qwinto-four-misses", "the-choice-third-failure", "extra-all-are-out"]
SHOWN += ["sequence-dice-teams-six", "qwixx-solo"]
DESKS, PHONE = ((1366, 657), (1280, 800)), (360, 740)
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CUT_OFF = """() => {
  const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.id || one.getAttribute("class") || one.tagName;
  const inside = (one, room) => {
    const [a, b] = [box(one), box(room)];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const out = [];
  if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the window");
  const whole = ".graph text, .graph-mark, .position svg.sheet, .position-dice, .position-title";
  const text = (part) => `${name(part)} ${part.textContent}`;
  for (const part of seen(whole)) if (!inside(part, part.closest(".card"))) out.push(text(part));
  for (const part of seen(".worth-number, .worth-name, .choice-line > *, .account-table td, .throw-list strong")) {
    const { left, right } = box(part);
    const card = box(part.closest(".card"));
    const wide = part.clientWidth && part.scrollWidth > part.clientWidth + 1;
    if (left < card.left || right > card.right + 1 || wide) out.push(text(part));
  }
  const touched = seen("#before, #after, .choice-line, .seats-row .chip");
  for (const one of touched) if (box(one).height < 43) out.push(`${name(one)} is small`);
  return out;
}"""
IN_SIGHT = """() => [...document.querySelectorAll(".graph-card, .position, .advice, #after, #said")].map((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})"""


def worst_of_throws(choices: list[ReviewedChoice]) -> list[ReviewedChoice]:
    """Return of the mistakes in one throw the one that cost most."""
    worst = {one.throw: one for one in sorted(choices, key=lambda one: one.loss)}
    return sorted(worst.values(), key=lambda one: one.event)


def number(text: str) -> float:
    """Return a figure as it is written in Italian."""
    return float(text.strip("%\u202f ").replace("−", "-").replace(",", "."))


def opened(page: Any, name: str) -> None:
    """Paste a record, and show its review."""
    page.goto("/review")
    page.fill("#record", (PLAYED / f"{name}.txt").read_text())
    page.locator("#open .button.main").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", SHOWN)
def test_nothing_is_cut_off_and_axe_finds_nothing(name: str, language: str, people: Any, screens: Path) -> None:
    page = people({"width": 1366, "height": 657}, language, bypass_csp=True)
    opened(page, name)
    for size in (*DESKS, PHONE):
        resize(page, size)
        page.evaluate(DRAWN)
        for key in ("Home", "ArrowRight", "End"):
            page.keyboard.press(key)
            page.evaluate(DRAWN)
            assert page.evaluate(CUT_OFF) == [], (size, key)
        if size in DESKS:
            assert all(page.evaluate(IN_SIGHT)), size
        page.screenshot(path=screens / f"review-{name}-{language}-{size[0]}.png")
    assert faults(page, ("light", "dark") if name == SHOWN[0] else ("light",)) == []


def test_the_mistakes_are_gone_through_by_keys_by_buttons_and_in_the_graph(people: Any) -> None:
    page = people(language="en")
    opened(page, SHOWN[0])
    count = page.locator(".choice-line").count()
    assert count > 3
    assert page.locator(".graph-mistake").count() == count
    page.keyboard.press("Home")
    assert page.locator("#which").inner_text().startswith(f"Mistake 1 of {count} · throw ")
    assert page.locator("#before").is_disabled()
    page.keyboard.press("ArrowRight")
    assert page.locator("#which").inner_text().startswith("Mistake 2 of")
    assert page.locator(".choice-line[aria-current] i").inner_text() == "2"
    assert page.locator(".graph-mistake[aria-current]").get_attribute("aria-label").startswith("mistake 2, throw ")
    page.locator("#after").click()
    assert page.locator("#which").inner_text().startswith("Mistake 3 of")
    page.locator(".graph-mistake[aria-current]").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("mistake 2")
    page.locator(".graph-mistake").last.dispatch_event("click")
    assert page.locator("#which").inner_text().startswith(f"Mistake {count} of")
    assert page.locator("#after").is_disabled()
    assert page.locator(".worth.best").count() == 1
    assert page.locator(".worth.mine .worth-tag").inner_text() == "played"
    assert page.locator(".graph").get_attribute("aria-label").startswith("Ada's chance of winning over the throws")
    assert page.locator("#graph table tr").count() > 20, "the graph as a table, for those who do not see it"


def test_what_was_played_and_what_is_better_is_marked_on_the_sheet(people: Any) -> None:
    page = people(language="en")
    opened(page, SHOWN[0])
    game = game_to_review((PLAYED / f"{SHOWN[0]}.txt").read_text())
    made = review_of(words("en"), game, made_up.review(game))
    for choice in [one for one in made.choices if one.seat == 0 and one.grade != "fine"]:
        page.goto(f"/review#{choice.event}")
        page.reload()
        page.wait_for_selector("#shown:not([hidden]) .graph")
        played, better = choice.options[choice.made], choice.options[0]
        marked = [cell.get_attribute("data-cell") for cell in page.locator(".was-played").all()]
        assert set(marked) == set(played.marks)
        marked = [cell.get_attribute("data-cell") for cell in page.locator(".is-better").all()]
        assert set(marked) == set(better.marks)
        assert page.locator("#options li").count() == len(choice.options)


def test_bots_have_their_review_too_and_fine_choices_can_be_looked_at(people: Any) -> None:
    page = people(language="it")
    opened(page, SHOWN[0])
    page.locator("#seats .chip", has_text="Nino").click()
    assert page.locator("#title").inner_text() == "La probabilità di vincere di Nino"
    few = page.locator(".choice-line").count()
    page.locator("#all").check()
    assert page.locator(".choice-line").count() > few
    page.locator(".choice-line.fine").first.click()
    assert "buona" in page.locator("#which").inner_text()
    assert page.locator("#accounts .account").count() == 3
    assert page.locator(".throw-list li .die").count() > page.locator(".throw-list li").count(), "pictures of dice"
    texts = page.locator("#accounts .account").all_inner_texts()
    gravest = r"(Un errore|\d+ errori)\W.+ al lancio \d+[:,] .*costato \d+(,\d)?\u202f% di probabilità\."
    assert all(re.search(gravest, text) for text in texts)
    assert not any("100" in text for text in texts), "sums, and what 100 of them are, are in the folded account"
    tables = page.locator("#accounts .account-table").all()
    assert not any(table.is_visible() for table in tables)
    for table, summary in zip(tables, page.locator("#accounts summary").all(), strict=True):
        summary.click()
        rows = [
            [number(text) for text in row.locator("td").all_inner_texts()] for row in table.locator("tbody tr").all()
        ]
        assert [round(sum(column[:-1]), 1) for column in zip(*rows, strict=True)] == rows[-1], "in chance and in points"


def test_reasons_that_are_the_same_for_both_options_are_left_out(people: Any) -> None:
    page = people(language="en")
    game = game_to_review((PLAYED / f"{SHOWN[0]}.txt").read_text())
    made = review_of(words("en"), game, made_up.review(game))
    choices = worst_of_throws([one for one in made.choices if one.seat == 0 and one.grade != "fine"])
    same = [one.options[0].reasons == one.options[one.made].reasons for one in choices]
    assert set(same) == {True, False}
    opened(page, SHOWN[0])
    page.keyboard.press("Home")
    for choice, is_same in zip(choices, same, strict=True):
        told = page.locator("#reasons p").all_inner_texts()
        count = sum(bool(one.reasons) for one in (choice.options[0], choice.options[choice.made]))
        assert len(told) == (0 if is_same else count)
        page.keyboard.press("ArrowRight")


def test_from_the_end_of_a_table_with_luck_and_choice_and_links_to_moments(people: Any, address: str) -> None:
    page = people(language="it", permissions=["clipboard-read", "clipboard-write"])
    code = finished(page, address, "qwixx", 2)
    page.wait_for_selector(".luck-body:not(.waiting)")
    assert page.locator(".luck-table tbody tr").count() == 2
    told = page.locator(".luck-told").inner_text()
    count = page.locator("td.luck-mistakes .luck-figure").first.inner_text()
    found = re.fullmatch(
        r"(\d+) errori\. Il più grave, al lancio \d+, ti è costato ([\d,]+)\u202f% di probabilità\.", told
    )
    assert found, told
    assert found[1] == count
    assert number(found[2]) <= 100, "nobody loses more than there is, as sums of losses may say"
    page.locator(".end-luck a", has_text="Analisi").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")
    assert page.locator("#title").inner_text() == "La tua probabilità di vincere"
    assert page.locator("#about").inner_text() == told, "the same as at the end"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    which = page.locator("#which").inner_text()
    page.locator("#link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert f"/t/{code}/review#" in link
    other = people(language="it")
    other.goto(link)
    other.wait_for_selector("#shown:not([hidden]) .graph")
    assert other.locator("#which").inner_text() == which
    assert other.locator("#title").inner_text().endswith("di Anna"), "nobody is you who has no seat"
    kept = json.loads(page.evaluate("localStorage.getItem('cinquina.mistakes')"))
    assert [set(one) for one in kept["games"]] == [{"id", "record", "game", "unit", "when", "mistakes"}]
    assert len(kept["games"][0]["mistakes"]) == page.locator(".choice-line").count()
    assert other.evaluate("localStorage.getItem('cinquina.mistakes')") is None
    page.locator("#replay").click()
    page.wait_for_selector("#sheets svg.sheet")
    page.locator("#review").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")


def test_luck_and_choice_move_nothing_that_is_there(people: Any, address: str) -> None:
    places = """() => [...document.querySelectorAll(".end-sheets .other, .end-decided, .end-throw, .over .button")]
      .filter((one) => one.checkVisibility()).map((one) => {
        const { left, top, width } = one.getBoundingClientRect();
        return [left, top, width].map(Math.round);
      })"""
    page = people({"width": 1280, "height": 800}, "it")
    waiting: list[Any] = []
    going_on: list[bool] = []
    page.route("**/review", lambda route: route.continue_() if going_on else waiting.append(route))
    finished(page, address, "qwixx", 2)
    page.locator(".luck-wait").wait_for()
    page.locator(".over .button", has_text="Dadi").wait_for()  # what the page makes of the dice comes in its own time
    page.evaluate(DRAWN)
    before = page.evaluate(places)
    going_on.append(True)
    for route in waiting:
        route.continue_()
    page.wait_for_selector(".luck-body:not(.waiting)")
    page.evaluate(DRAWN)
    assert page.evaluate(places) == before


def test_figures_of_a_first_estimate_are_not_told_as_sure(people: Any, address: str) -> None:
    page = people(language="en")

    def rough(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        if told["review"]:
            told["review"]["rough"] = "A first estimate."
        route.fulfill(response=answer, json=told)

    page.route("**/review", lambda route: rough(route) if route.request.method == "POST" else route.continue_())
    finished(page, address, "qwixx", 2)
    page.wait_for_selector(".luck-body:not(.waiting)")
    assert re.fullmatch(r"About \d+ mistakes\. The worst was in throw \d+\.", page.locator(".luck-told").inner_text())
    figures = page.locator(".luck-body .luck-figure").all_inner_texts()
    assert len(figures) == 4
    assert all(figure.startswith("≈") for figure in figures)


def test_a_running_game_and_a_wrong_record_get_a_sentence(people: Any) -> None:
    page = people(language="en", quiet=False)
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    page.goto(f"/t/{code}/review")
    page.wait_for_selector("#problem:not([hidden])")
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bea"}])
    page.goto(f"/t/{code}/review")
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").inner_text().startswith("This game was not played to its end")
    page.goto("/review")
    page.fill("#record", "hello")
    page.locator("#open .button.main").click()
    page.wait_for_selector("#problem:not([hidden])")
    assert page.locator("#problem").inner_text().startswith("Line 1")
    assert page.locator("#record").input_value() == "hello"


def test_my_games_lead_to_their_reviews(people: Any, address: str) -> None:
    page = people(language="it")
    finished(page, address, "qwixx", 2)
    page.goto("/games")
    page.locator(".result a", has_text="Analisi").click()
    page.wait_for_selector("#shown:not([hidden]) .graph")


@pytest.mark.parametrize("name", SHOWN)
def test_a_review_as_a_file_asks_for_nothing(name: str, chromium: Any, tmp_path: Path) -> None:
    game = game_to_review((PLAYED / f"{name}.txt").read_text())
    file = tmp_path / "review.html"
    file.write_text(review_page(words("it"), "Analisi", review_of(words("it"), game, made_up.review(game))))
    context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split(":")[0]))
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
    page.goto(file.as_uri())
    page.wait_for_selector("#shown:not([hidden]) .graph")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert "2 di" in page.locator("#which").inner_text()
    assert page.locator(".position svg.sheet").count() >= 1
    assert set(asked) <= {"file", "data"}
    assert asked.count("file") == 1
    assert complaints == []
    context.close()


def test_a_throw_is_one_line_of_the_list_and_its_gravest_choice(people: Any) -> None:
    page = people(language="en")
    name = "the-choice-third-failure"
    opened(page, name)
    game = game_to_review((PLAYED / f"{name}.txt").read_text())
    made = review_of(words("en"), game, made_up.review(game))
    mistakes = [one for one in made.choices if one.seat == 0 and one.grade != "fine"]
    worst = worst_of_throws(mistakes)
    assert len(worst) < len(mistakes)
    lines = [int(line.get_attribute("data-event") or "") for line in page.locator(".choice-line").all()]
    assert lines == [one.event for one in worst]
    assert page.locator("#about").inner_text().startswith(f"{len(worst)} mistakes. ")
    page.locator("details.more summary", has_text="How this is worked out").click()
    assert page.locator("#lot").inner_text().endswith("%")
    assert page.locator(".throw-list li", has_text="began").count() == 0
