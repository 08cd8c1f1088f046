"""No page shows or says a code that only programs know; `codes.js` reads the pages of all these tests."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError

from browser_hands import made_table, step
from cinquina.core import Rules
from cinquina.games import GAMES
from cinquina.table.setup import has_pads

ODD = {
    name: {key: option.values[-1] for key, option in rules.OPTIONS.items() if key != "begins"}
    for name, rules in GAMES.items()
}
"""For each game the options that are least usual."""
STEPS = 4


def changed_numbers(rules: Rules) -> dict[str, str]:
    """The first single number of a game, changed."""
    single = [name for name, numbers in rules.NUMBERS.items() if len(numbers.usual) == 1]
    return {single[0]: str(int(rules.NUMBERS[single[0]].default) + 1)} if single else {}


def test_the_reader_finds_codes(people: Any) -> None:
    page = people(quiet=False)
    page.goto("/")
    for text in ("cell o5", "late_die", "option.qwixx.cross", "{cell}", "bot:medium", "r-lock"):
        with page.expect_console_message(lambda said, text=text: f'code: "{text}"' in said.text):
            page.evaluate("(text) => document.querySelector('h1').setAttribute('title', text)", text)


def test_no_page_of_a_game_shows_a_code(people: Any) -> None:
    page = people(language="en")  # most other tests read Italian pages
    for game, rules in GAMES.items():
        page.goto(f"/new/{game}")
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}, {"kind": "open"}]
        count = 2 if 3 not in rules.SEATS else 3
        options = changed_numbers(rules)
        code = made_table(page, seats[:count], game, options=options)
        if count == 3:
            page.locator(".lobby .actions .button").click()
        luck = random.Random(4)
        for _ in range(STEPS):
            step(page, luck)
            touch_what_is_refused(page)
        page.goto(f"/t/{code}/tv")
        page.wait_for_selector(".tv .other")
        page.goto(f"/t/{code}/replay")
        page.wait_for_selector("svg.sheet")
        page.goto(f"/print/{game}")
        page.wait_for_selector("svg.sheet")


def touch_what_is_refused(page: Any) -> None:
    """Touch a cell that cannot be marked, so that the page says why."""
    refused = page.locator("svg.sheet:not(.small) [data-cell]:not(.legal)")
    with suppress(TimeoutError):
        refused.nth(3).click(force=True, timeout=300)


def test_no_pad_and_no_real_die_shows_a_code(people: Any) -> None:
    page = people()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bea"}]
    for game, rules in GAMES.items():
        made_table(page, seats, game, dice="real", options=ODD[game])
        for _ in range(4):
            step(page, random.Random(2))
        if has_pads(rules):
            made_table(page, seats, game, dice="none")
            page.wait_for_selector("svg.sheet:not(.small) [data-cell]", state="attached")
