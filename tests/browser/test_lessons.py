"""Lessons in a real browser: every step is tapped as it says, and measured on a phone and on a laptop."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from browser.layout import MEASURE
from browser_hands import MAIN
from cinquina.core import ROLL
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.lesson import LEARNER, lesson_of
from tapping import READY, Hand

WITH_LESSON = [name for name in GAMES if lesson_of(name)]
PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
SELDOM = 3
"""A laptop, which has more room than a phone, is looked at in one of this many steps."""
POINTED = ".play [aria-current=step].pointed"
NAMES = "(pointed) => [...document.querySelectorAll(pointed)].map((one) => JSON.stringify(one.dataset)).join()"
KINDS = """(pointed) => {
  return [...document.querySelectorAll(pointed)].map((one) => (one.matches("button.die") ? "die" : "else"));
}"""
GO_ON = words("en")("web.play.skip")
TOLD = ".lead.lesson .sentence"
WHOLE = """() => {
  const [lead, told] = [document.querySelector(".lead.lesson"), document.querySelector(".lead.lesson .sentence")];
  const [room, text] = [lead.getBoundingClientRect(), told.getBoundingClientRect()];
  const inside = text.top >= room.top - 1 && text.bottom <= room.bottom + 1 && text.right <= room.right + 1;
  return inside && told.scrollWidth <= told.clientWidth + 1;
}"""

STILL_TOLD = """() => {
  const [lead, told] = [document.querySelector(".lead.lesson"), document.querySelector(".lead.lesson .sentence")];
  return !lead || told.checkVisibility();
}"""


def open_lesson(page: Any, game: str) -> str:
    """Open the lesson of a game from the home page; return the code of its table."""
    page.goto("/")
    page.locator(f".game[data-game={game}] [data-lesson]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(TOLD)
    code: str = page.url.rsplit("/", 1)[1]
    return code


class Learner(Hand):
    """A learner who does what the lesson says, and looks whether everything is in sight."""

    looks = 0

    def look(self) -> None:
        """Look at the page on a phone, and now and then on a laptop: everything is to be seen without scrolling."""
        self.looks += 1
        for size in (LAPTOP, PHONE) if self.looks % SELDOM == 1 else (PHONE,):
            self.page.set_viewport_size(size)
            assert self.page.evaluate(WHOLE), self.page.locator(TOLD).inner_text()
            missing = [] if self.table.ended else self.page.evaluate(MEASURE, True)["faults"]
            assert missing == []

    def check_told(self) -> None:
        """While more is asked for, the lesson says what, and nothing tells the price of stopping here."""
        name, is_partial = self.table.told(self.hosted.drafts.taps(LEARNER))
        if is_partial:
            told = words("it")(f"lesson.{self.shown['game']}.{name}", name="Pia")
            assert self.page.locator(TOLD).inner_text() == told
            assert self.page.locator(f"{MAIN}.missing:not(.costs)").count() == 1

    def check_die(self) -> None:
        """Where a die is to be set aside, the lesson points at it, and not at the box that it will mark."""
        position = self.table.position
        if position.phase != ROLL and position.question(LEARNER)[0] == "fifth-die":
            assert self.page.evaluate(KINDS, POINTED) == ["die"], self.table.step

    def step(self) -> None:
        """Throw or answer by pressing what the lesson points at, until a throw was made or an answer inked."""
        number, throws = self.table.number, self.table.throws
        self.settle()
        self.look()
        self.check_die()
        while (self.table.number, self.table.throws) == (number, throws):
            self.settle()
            if self.table.position.phase != ROLL:
                self.check_told()
            before = self.moment()
            self.page.locator(POINTED).first.click(force=True)
            self.wait(partial(self.has_changed, before), "nothing comes of what is pointed at")
            assert self.page.evaluate(STILL_TOLD), "a refusal stands beside what the lesson tells"

    def has_changed(self, before: tuple[object, ...]) -> bool:
        """Whether something came of a press."""
        return self.moment() != before

    def moment(self) -> tuple[object, ...]:
        """What a press can change: what happened, what is pencilled, and what is pointed at."""
        pointed = self.page.evaluate(NAMES, POINTED)
        return self.table.number, self.table.throws, self.hosted.drafts.taps(LEARNER), pointed


@pytest.mark.parametrize("game", WITH_LESSON)
def test_a_whole_lesson_is_tapped(people: Any, served: Starlette, game: str) -> None:
    page = people(PHONE)
    learner = Learner(page, served.state.hall)
    learner.sit_at(open_lesson(page, game))
    while not learner.table.ended:
        learner.step()
        learner.wait(lambda: learner.table.ended or not learner.table.moves_by_itself(), "the others do not act")
    page.wait_for_selector("#table[data-phase=ended]")
    assert page.locator(TOLD).inner_text() == words("it")(f"lesson.{game}.end", name="Pia")
    learner.look()
    page.locator(MAIN).click()
    page.wait_for_selector("#table[data-phase=roll], #table[data-phase=choose]")
    assert page.locator(TOLD).count() == 0


def test_while_a_lesson_shows_what_happened_it_tells_that_and_not_what_was_to_do(
    people: Any, served: Starlette, screens: Path
) -> None:
    page = people(PHONE, "en")
    learner = Learner(page, served.state.hall)
    learner.sit_at(open_lesson(page, "qwixx"))
    learner.step()
    learner.settle()
    learner.answer(learner.table.position, [*learner.table.lesson.answer(learner.table.position, LEARNER)])
    learner.settle()
    learner.tap("cell", "red 5", 'svg.sheet:not(.small) [data-cell="r5"].legal')
    page.evaluate("""() => localStorage.setItem("cinquina.pace", '"slow"')""")
    learner.tap("main", "ink", MAIN + READY)
    page.locator(MAIN, has_text=GO_ON).wait_for()
    page.screenshot(path=screens / "lesson-go-on.png")
    told = page.locator(TOLD).inner_text()
    assert not told.startswith(words("en")("lesson.qwixx.colour")[:20])
    assert "red 5" in told
    assert page.evaluate(WHOLE)


EXPLAINED = """() => {
  const room = document.querySelector(".lead.lesson").getBoundingClientRect();
  const texts = [...document.querySelectorAll(".lead.lesson :is(.sentence, .why)")];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  return boxes.length === 2 && boxes.every((text) => text.top >= room.top + 3 && text.bottom <= room.bottom - 3);
}"""


def test_a_mistake_is_explained_within_the_box_of_the_lesson(people: Any, served: Starlette, screens: Path) -> None:
    page = people(LAPTOP, "en")
    learner = Learner(page, served.state.hall)
    learner.sit_at(open_lesson(page, "qwinto"))
    while learner.table.step.name != "middle":
        learner.step()
        learner.wait(lambda: not learner.table.moves_by_itself(), "the others do not act")
    learner.settle()
    page.set_viewport_size(LAPTOP)
    line = page.locator(".lead .lesson-at")
    before = line.bounding_box()
    learner.tap("cell", "a mistake", 'svg.sheet:not(.small) [data-cell="o1"].legal')
    learner.tap("main", "ink", MAIN + READY)
    page.wait_for_function("() => document.querySelector('.lead .why').textContent !== ''")
    page.screenshot(path=screens / "lesson-mistake.png")
    assert page.locator(".lead .why").inner_text() == words("en")("lesson.qwinto.wrong-edge")
    assert page.evaluate(EXPLAINED)
    assert abs(line.bounding_box()["y"] - before["y"]) <= 4, "the line above the text stays"
    assert line.bounding_box()["height"] == before["height"] > 10


@pytest.mark.parametrize("game", [game for game in WITH_LESSON if game != "extra"])  # its sheet needs the room
def test_on_a_phone_the_opponent_of_a_lesson_is_in_sight(people: Any, screens: Path, game: str) -> None:
    page = people(PHONE)
    open_lesson(page, game)
    page.wait_for_selector(MAIN)
    page.screenshot(path=screens / f"lesson-{game}.png")
    assert page.locator(".other-slot", has_text="Pia").is_visible()
    bar = page.locator(".play > .actions").bounding_box()["y"]
    ends = [one.bounding_box() for one in page.locator(".play > .legend:visible").all()]
    assert all(box["y"] + box["height"] <= bar + 1 for box in ends), "the legend is in sight too"


def test_a_mistake_is_explained_and_a_lesson_is_left_and_taken_up_again(people: Any, served: Starlette) -> None:
    page = people(LAPTOP, "en")
    learner = Learner(page, served.state.hall)
    code = open_lesson(page, "qwixx")
    learner.sit_at(code)
    learner.step()
    learner.settle()
    learner.answer(learner.table.position, [*learner.table.lesson.answer(learner.table.position, LEARNER)])
    learner.settle()
    told = page.locator(TOLD).inner_text()
    learner.tap("cell", "a mistake", 'svg.sheet:not(.small) [data-cell="r7"].legal')
    learner.tap("main", "ink", MAIN + READY)
    explained = words("en")("lesson.qwixx.wrong-gap")
    page.wait_for_function("(text) => document.querySelector('.play .why').textContent === text", arg=explained)
    open_lesson(page, "qwixx")
    assert page.url.endswith(code)
    assert page.locator(TOLD).inner_text() == told
    page.goto("/rules/qwixx")
    page.locator("#lesson").click()
    page.wait_for_url(f"**/t/{code}")


def press_menu(page: Any, text: str) -> None:
    """Press something in the menu of a table."""
    page.locator(".menu summary").click()
    page.locator("#menu").get_by_text(text, exact=True).click()


def test_hints_and_the_lesson_can_be_brought_back_at_the_table(people: Any) -> None:
    page = people(LAPTOP, "en")
    page.goto("/")
    page.locator(".game[data-game=qwixx] [data-play]").click()
    page.get_by_role("button", name="A child").click()
    page.wait_for_selector(".guide")
    press_menu(page, "Hide tips for beginners")
    page.wait_for_selector(".guide", state="hidden")
    press_menu(page, "Show tips for beginners")
    page.wait_for_selector(".guide")
    press_menu(page, "Lesson")
    page.wait_for_selector(TOLD)


def test_a_lesson_is_begun_anew_from_its_menu_which_invites_nobody(people: Any) -> None:
    page = people(PHONE)
    code = open_lesson(page, "qwinto")
    page.locator(".menu summary").click()
    shown = page.locator("#menu").inner_text()
    assert not any(words("it")(f"web.menu.{name}") in shown for name in ("invite", "tv", "end"))
    page.locator("#menu").get_by_text("Da capo", exact=True).click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    page.wait_for_selector(TOLD)
    anew = page.url.rsplit("/", 1)[1]
    assert open_lesson(page, "qwinto") == anew
