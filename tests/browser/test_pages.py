"""All pages in both languages and themes: accessible, small, and without external resources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from browser_hands import play_now

PAGES = (
    "/",
    "/games",
    "/new/qwixx",
    "/new/sequence-dice",
    "/rules/extra",
    "/print/qwinto",
    "/replay",
    "/review",
    "/verify",
)
THEMES = ("light", "dark")
MOST_BYTES = 200_000


def faults(page: Any, themes: Sequence[str] = THEMES) -> list[str]:
    """Return what axe finds on a page, light and dark."""
    from axe_playwright_python.sync_playwright import Axe

    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        for one in Axe().run(page).response["violations"]:
            found.append(f"{theme}: {one['id']}: {one['nodes'][0]['html'][:160]}")
    return found


@pytest.mark.parametrize("language", ["it", "en"])
def test_axe_finds_nothing_on_any_page(language: str, people: Any) -> None:
    page = people(language=language, bypass_csp=True)
    for path in PAGES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert faults(page) == [], path


@pytest.mark.parametrize("title", ["Qwixx", "Qwinto", "The Choice", "Extra!", "Sequence Dice"])
def test_axe_finds_nothing_at_a_table(title: str, people: Any, screens: Path) -> None:
    page = people(bypass_csp=True)
    play_now(page, title)
    page.wait_for_load_state("networkidle")
    assert faults(page) == []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.screenshot(path=screens / f"{title.lower().replace(' ', '-').strip('!')}-{theme}.png")


def test_a_table_is_light_and_asks_nobody_else(people: Any, address: str) -> None:
    """Everything that comes over the network for the first page and a table, headers included; nothing twice."""
    page = people()
    weights: list[int] = []
    asked: set[str] = set()
    page.on("response", lambda answer: asked.add("/".join(answer.url.split("/")[:3])))
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda done: weights.append(done["encodedDataLength"]))
    play_now(page, "Extra!")
    page.wait_for_load_state("networkidle")
    assert asked == {address}
    assert 0 < sum(weights) < MOST_BYTES


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "the-choice", "extra", "sequence-dice"])
def test_rules_show_the_sheet_empty_and_in_a_game(game: str, people: Any) -> None:
    page = people()
    page.goto(f"/rules/{game}")
    page.wait_for_selector("figure.sample svg")
    assert page.locator("#rules svg.drawn").count() == 2
    assert page.locator("#rules > svg .marked").count() == 0
    assert page.locator("figure.sample .marked").count() > 0


def test_the_home_page_fits_a_small_phone_with_large_letters(people: Any, screens: Path) -> None:
    page = people({"width": 360, "height": 740})
    for path in ("/", "/games", "/new/qwixx"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        overflow = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow == 0, path
    page.screenshot(path=screens / "new-phone-200.png")
