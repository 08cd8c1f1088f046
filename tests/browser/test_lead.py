"""The lines under the question on a small phone: none is cut, and none falls out of sight."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from browser_hands import MAIN, made_table, phase, step
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.table import words as telling

PHONE = {"width": 360, "height": 740}
ME, BOT = {"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}
STAGES = 12
FAULTS = """() => {
  const lead = document.querySelector(".lead"), room = lead.getBoundingClientRect();
  const lines = [...lead.querySelectorAll(".sentence, .around, .hint")];
  return lines.filter((line) => line.getClientRects().length && line.textContent).flatMap((line) => {
    const { left, top, right, bottom } = line.getBoundingClientRect();
    const cut = line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1;
    const out = left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1;
    return cut || out ? [`${line.className} ${cut ? "cut" : "out of sight"}: ${line.textContent}`] : [];
  });
}"""
CUT_LINES = """(texts) => {
  const line = document.querySelector(".lead .hint");
  document.querySelector(".lead").classList.add("long"); // where there is least room
  line.hidden = false;
  return texts.filter((text) => {
    line.textContent = text;
    return line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1;
  });
}"""


def tips_of(game: str, language: str) -> list[str]:
    """Return the advice for beginners of a game, and that about drafts."""
    said, position = words(language), opening(GAMES[game], 2)
    tips = [telling.guide(said, position, key) for key in said.under(f"guide.{game}.")]
    return tips + [said(f"draft.guide{key}") for key in said.under("draft.guide")]


def seated(people: Any, game: str, language: str) -> Any:
    """Return a page at a table with a bot."""
    page = people(PHONE, language)
    seat_at(page, game)
    return page


def seat_at(page: Any, game: str) -> None:
    """Open a table with a bot."""
    made_table(page, [ME, BOT], game, options={} if game == "sequence-dice" else {"begins": "first"})
    page.wait_for_selector("#table.playing")
    page.locator(MAIN).wait_for()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_the_first_stages_is_cut_on_a_small_phone(
    game: str, language: str, people: Any, screens: Path
) -> None:
    page = seated(people, game, language)
    luck = random.Random(1)
    for stage in range(STAGES):
        assert page.evaluate(FAULTS) == [], stage
        page.screenshot(path=screens / f"lead-{game}-{language}-{stage}.png")
        if phase(page) == "over":
            break
        step(page, luck)


# A question so long that under it there is least room for a tip.
LONG_QUESTIONS = {
    "en": "Only two of the dice on the table fit: tap dice to throw them again.",
    "it": "Vanno bene solo due dei dadi sul tavolo: tocca i dadi da rilanciare.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_under_a_question_of_two_lines_a_tip_is_whole_or_left_out(game: str, language: str, people: Any) -> None:
    page, tips = people(PHONE, language), tips_of(game, language)
    shown: list[tuple[str, str]] = []

    def change(message: str | bytes) -> str | bytes:
        said = json.loads(message)
        if "sentence" not in said or not shown:
            return message
        around, tip = shown[-1]
        return json.dumps(said | {"sentence": LONG_QUESTIONS[language], "around": around, "guide": tip})

    def route(socket: Any) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(change(message)))

    page.route_web_socket("**/ws", route)
    seat_at(page, game)
    for number, tip in enumerate(tips):
        shown.append((f"Nino: {number}.", tip) if number % 2 else ("", tip))
        page.reload()
        page.locator(".lead .sentence", has_text=LONG_QUESTIONS[language]).wait_for()
        assert page.evaluate(FAULTS) == [], tip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_tip_says_its_rule_whole_on_a_small_phone(game: str, language: str, people: Any) -> None:
    first = [re.split(r"(?<=[.!?]) ", tip)[0] for tip in tips_of(game, language)]
    assert len(first) > 4
    assert seated(people, game, language).evaluate(CUT_LINES, first) == []
