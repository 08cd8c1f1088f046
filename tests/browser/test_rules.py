"""The rules pages: for players, with pictures of all sheets, and without what only programs and records need."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cinquina.core import opening
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES

CODES = re.compile(r"[a-z]_[a-z]|mixx|`|<!--|\b(?:begins|again|keep|roll|lot|free)[-=]|\b[rygbopvs]\d{1,2}\b")
SHEETS_DRAWN = "(n) => document.querySelectorAll('#rules svg.sheet').length >= n"


def sheets_of(game: str) -> int:
    """How many printed sheets a game has."""
    rules = GAMES[game]
    option = rules.OPTIONS.get(SHEET_OPTION)
    kinds = option.values if option else ("",)
    found = set()
    for kind in kinds:
        found |= set(rules.sheets_of(opening(rules, rules.SEATS[0], {SHEET_OPTION: kind} if kind else {}).now, 0))
    return len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_for_players_and_show_all_sheets(people: Any, language: str) -> None:
    page = people({"width": 360, "height": 740}, language)
    for game in GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_function(SHEETS_DRAWN, arg=sheets_of(game))
        text = page.locator("#rules").inner_text()
        assert not CODES.search(text), CODES.search(text)
        assert page.locator("#rules :is(code, pre)").count() == 0
        assert not re.search("not asked|without asking|non si chiede|senza chiedere", text)
        titles = " ".join(page.locator("#rules h2").all_inner_texts()).lower()
        assert not re.search("history|storia|reconstructed|ricostruito|written|scrivono le mosse", titles)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
