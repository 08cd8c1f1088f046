"""The tables of a device on the home page: as cards, without asking the server about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser.test_pages import faults
from browser_hands import made_table, play_to_the_end

PHONE = {"width": 360, "height": 740}
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
    page.wait_for_function("() => document.querySelectorAll('.table-card svg').length === 2")
    mine, unbegun, done = words_of(page)
    assert mine == ["Extra!", "with Dado", "Your turn", f"{waits} · just now"]
    assert unbegun == ["Qwixx", "not begun yet", f"{lobby} · just now"]
    assert done[:2] == ["Sequence Dice", "with Dado"]
    assert done[2] in ("You won", "Dado won")
    assert done[3] == f"{over} · just now"
    assert page.locator(f"{CARD} .chip-mark").count() > 5, "the board as it was"
    assert not any(f"/t/{code}" in url for url in asked for code in (over, waits, lobby))
    assert faults(page) == []
    page.screenshot(path=screens / "home-cards.png")
    page.locator(CARD).first.locator("a").click()
    page.wait_for_url(f"**/t/{waits}")


def test_three_are_shown_the_others_on_request_and_each_can_be_forgotten(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    page.goto("/")
    page.evaluate("(tables) => localStorage.setItem('cinquina.tables', JSON.stringify(tables))", OLD)
    page.reload()
    assert [lines[0] for lines in words_of(page)] == ["Qwixx"] * 3
    assert words_of(page)[0][1].startswith("LUNA-11 · "), "the newest first"
    page.screenshot(path=screens / "home-cards-phone.png")
    assert page.evaluate(FIRST_GAME) < 0.95
    page.screenshot(path=screens / "home-cards-phone.png")
    page.get_by_role("button", name="tutte le 12 partite").click()
    assert page.locator(CARD).count() == 12
    page.get_by_role("button", name="Dimentica LUNA-11").click()
    assert page.locator(CARD).count() == 11
    assert page.evaluate("() => document.activeElement.id") == "known-title"
    page.get_by_role("button", name="mostra meno").click()
    assert page.locator(CARD).count() == 3
