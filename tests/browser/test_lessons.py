"""Lessons in a real browser: every step is tapped as it says, and measured on a phone and on a laptop."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette

from browser.layout import MEASURE
from browser_hands import MAIN
from cinquina.core import ROLL
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.lesson import LEARNER
from tapping import READY, Hand, whole_answer

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
TOLD = ".lead.lesson .sentence"
WHOLE = """() => {
  const [lead, told] = [document.querySelector(".lead.lesson"), document.querySelector(".lead.lesson .sentence")];
  const [room, text] = [lead.getBoundingClientRect(), told.getBoundingClientRect()];
  const inside = text.top >= room.top - 1 && text.bottom <= room.bottom + 1 && text.right <= room.right + 1;
  return inside && told.scrollWidth <= told.clientWidth + 1;
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

    def look(self) -> None:
        """Look at the page on a laptop and on a phone: everything is to be seen without scrolling."""
        for size in (LAPTOP, PHONE):
            self.page.set_viewport_size(size)
            assert self.page.evaluate(WHOLE), self.page.locator(TOLD).inner_text()
            missing = [] if self.table.ended else self.page.evaluate(MEASURE, True)["faults"]
            assert missing == []

    def step(self) -> None:
        """Throw or answer, as the lesson says."""
        self.settle()
        self.look()
        position = self.table.position
        if position.phase == ROLL:
            self.throw(lambda: self.tap("main", "throw", MAIN + READY))
        else:
            self.answer(position, whole_answer(position, lambda now: self.table.lesson.answer(now, LEARNER)))


@pytest.mark.parametrize("game", GAMES)
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
    page.get_by_role("button", name="Like a child").click()
    page.wait_for_selector(".guide")
    press_menu(page, "Hide tips")
    page.wait_for_selector(".guide", state="hidden")
    press_menu(page, "Show tips")
    page.wait_for_selector(".guide")
    press_menu(page, "Lesson")
    page.wait_for_selector(TOLD)
