"""The tables of a device on the home page: as cards, without asking the server about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.test_pages import faults
from browser_hands import made_table, play_to_the_end
from web.server import Asker

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
CARD = ".table-card"
OLD = [{"code": f"LUNA-{n}", "title": "Qwixx", "when": 1_700_000_000_000 + n} for n in range(12)]
"""Tables as they were stored before cards."""
FIRST_GAME = "() => document.querySelector('.game').getBoundingClientRect().top / innerHeight"


def words_of(page: Any) -> list[list[str]]:
    """Return the lines of every card."""
    return [card.inner_text().split("\n") for card in page.locator(f"{CARD} .table-words").all()]


def test_a_table_is_a_card_with_the_people_whose_turn_it_is_and_when(people: Any, screens: Path) -> None:
    page = people(language="en", bypass_csp=True)
    asked: list[str] = []
    over = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "sequence-dice")
    play_to_the_end(page)
    waits = made_table(
        page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "extra", options={"begins": "first"}
    )
    page.wait_for_selector("#table.playing")
    lobby = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    page.wait_for_selector("#table.in-lobby")
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.table-card svg.sheet').length === 2")
    mine, unbegun, done = words_of(page)
    assert mine == ["Extra!", "Dado", "Your turn", f"{waits} · just now"]
    assert unbegun == ["Qwixx", "not begun yet", f"{lobby} · just now"]
    assert done[:2] == ["Sequence Dice", "Dado"]
    assert done[2] in ("You won", "Dado won")
    assert done[3] == f"{over} · just now"
    assert page.locator(f"{CARD} .chip-mark").count() > 5, "the board as it was"
    assert not any(f"/t/{code}" in url for url in asked for code in (over, waits, lobby))
    assert faults(page) == []
    page.screenshot(path=screens / "home-cards.png")
    page.locator(CARD).first.locator("a").click()
    page.wait_for_url(f"**/t/{waits}")


def test_four_are_shown_the_others_on_a_page_of_their_own_and_each_can_be_forgotten(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    page.goto("/")
    page.evaluate("(tables) => localStorage.setItem('cinquina.tables', JSON.stringify(tables))", OLD)
    page.reload()
    page.wait_for_selector(CARD)
    assert [lines[0] for lines in words_of(page)] == ["Qwixx"] * 4
    assert words_of(page)[0][1].startswith("LUNA-11 · "), "the newest first"
    assert page.evaluate(FIRST_GAME) < 0.95
    page.screenshot(path=screens / "home-cards-phone.png")
    page.get_by_role("link", name="tutte le 12 partite").click()
    page.wait_for_url("**/games")
    assert page.locator(CARD).count() == 12
    page.get_by_role("button", name="Dimentica LUNA-11").click()
    assert page.locator(CARD).count() == 11
    assert page.evaluate("() => document.activeElement.id") == "known-title"
    page.goto("/")
    page.wait_for_selector(CARD)
    assert page.locator(CARD).count() == 4


@pytest.mark.parametrize(("screen", "language"), [(PHONE, "it"), (LAPTOP, "en")])
def test_a_table_is_joined_however_its_code_is_typed_and_a_wrong_one_is_said_beside_it(
    screen: dict[str, int], language: str, people: Any, address: str, screens: Path
) -> None:
    page = people(screen, language, bypass_csp=True, quiet=False)
    code, _ = Asker(int(address.rsplit(":", 1)[1])).make("qwixx", "me open")
    word, number = code.split("-")
    page.goto("/")
    page.fill("#name", "Ada")
    wrong = "nessuno 9" if language == "it" else "nobody 9"
    page.fill("#code", wrong)
    page.locator("#join .button").click()
    said = page.locator("#wrong-code:not(:empty)")
    said.wait_for()
    assert said.inner_text().startswith("Non c'è nessun tavolo" if language == "it" else "There is no table")
    assert page.url == f"{address}/"
    assert [page.input_value(field) for field in ("#code", "#name")] == [wrong, "Ada"]
    assert page.evaluate("() => document.activeElement.id") == "code"
    assert faults(page) == []
    page.screenshot(path=screens / f"home-wrong-code-{language}.png")
    page.fill("#code", f" {word.lower()} {int(number)} ")
    assert page.locator("#wrong-code").inner_text() == ""
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{code}")
    page.goto("/")
    page.fill("#code", f"{address}/t/{code}#somebody")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{code}")
