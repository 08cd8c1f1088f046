"""The lines under the question on a small phone: none is cut, and none falls out of sight."""

from __future__ import annotations

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


def seated(people: Any, game: str, language: str) -> Any:
    """Return a page at a table with a bot."""
    page = people(PHONE, language)
    made_table(page, [ME, BOT], game, options={} if game == "sequence-dice" else {"begins": "first"})
    page.wait_for_selector("#table.playing")
    page.locator(MAIN).wait_for()
    return page


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_tip_says_its_rule_whole_on_a_small_phone(game: str, language: str, people: Any) -> None:
    said, position = words(language), opening(GAMES[game], 2)
    tips = [telling.guide(said, position, key) for key in said.under(f"guide.{game}.")]
    tips += [said(f"draft.guide{key}") for key in said.under("draft.guide")]
    first = [re.split(r"(?<=[.!?]) ", tip)[0] for tip in tips]
    assert len(first) > 4
    assert seated(people, game, language).evaluate(CUT_LINES, first) == []
