"""All pages in both languages and themes: accessible, small, and without external resources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import cinquina
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
    "/practice",
    "/practice/mistakes",
    "/progress",
    "/verify",
)
THEMES = ("light", "dark")
MOST_BYTES = 200_000
STATIC = Path(cinquina.__file__).parent / "web" / "static"
DARK = r"""prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme="light"\]\) \{[^}]*\}\s*\}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that look at colours."""
RUN_AXE = """async (rules) => {
  const options = { resultTypes: ["violations"], ...(rules.length ? { runOnly: rules } : {}) };
  return (await axe.run(options)).violations.map(({ id, nodes }) => [id, nodes[0].html]);
}"""


def faults(page: Any, themes: Sequence[str] = THEMES) -> list[str]:
    """Return what axe finds on a page, light and dark; in a second theme only colours can be wrong."""
    from axe_playwright_python.base import AXE_SCRIPT

    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        rules = OF_COLOURS if theme != themes[0] else []
        for name, html in page.evaluate(RUN_AXE, rules):
            found.append(f"{theme}: {name}: {html[:160]}")
    return found


def test_the_check_of_dice_begins_with_one_sentence_and_folds_what_is_optional(people: Any) -> None:
    page = people(language="en")
    page.goto("/verify")
    assert page.locator("#verify h1 + p").inner_text().count(".") == 1
    optional = [page.locator(field) for field in ("#promised", "#salts")]
    assert not any(field.is_visible() for field in optional)
    page.locator("#verify summary").click()
    assert all(field.is_visible() for field in optional)


def test_themes_differ_in_colours_only() -> None:
    for path in STATIC.glob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert text.count("prefers-color-scheme") == len(re.findall(DARK, text)), path
        for theme in re.findall(r"\[data-theme[^{]*\{([^}]*)\}", text):
            assert all(re.match("--|color-scheme:", rule.strip()) for rule in theme.split(";") if rule.strip()), path


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
    page = people(fresh=True)
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
