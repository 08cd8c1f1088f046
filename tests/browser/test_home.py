"""The tables of a device on the home page: as cards, without asking the server about them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from browser.test_pages import faults
from browser_hands import made_table, play_on_elsewhere
from cinquina.games import GAMES
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
    play_on_elsewhere(page, over)
    waits = made_table(
        page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}], "extra", options={"begins": "first"}
    )
    page.wait_for_selector("#table.playing")
    lobby = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    page.wait_for_selector("#table.in-lobby")
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.table-card svg.sheet').length === 2")
    mine, unbegun, done = words_of(page)
    assert mine == ["Extra!", "Beppe", "Your turn", f"{waits} · just now"]
    assert unbegun == ["Qwixx", "not begun yet", f"{lobby} · just now"]
    assert done[:2] == ["Sequence Dice", "Beppe"]
    assert done[2] in ("You won", "Beppe won")
    assert done[3] == f"{over} · just now"
    assert page.locator(f"{CARD} .chip-mark").count() > 5, "the board as it was"
    assert asked == [], "the home page sits at no table"
    assert faults(page) == []
    page.screenshot(path=screens / "home-cards.png")
    page.locator(CARD).first.locator("a").click()
    page.wait_for_url(f"**/t/{waits}")


CLOSE = """() => [...document.querySelectorAll(".table-card.finished")].filter((card) => {
  const box = (what) => card.querySelector(what).getBoundingClientRect();
  const [picture, again] = [box("svg.sheet"), box(".again")];
  return picture.right > again.left && picture.bottom > again.top - 2;
}).length"""
"""How many pictures run against or under a button."""


@pytest.mark.parametrize(("screen", "language"), [(LAPTOP, "en"), (PHONE, "it")])
def test_pictures_of_finished_games_keep_clear_of_the_buttons(
    screen: dict[str, int], language: str, people: Any, address: str
) -> None:
    page = people(screen, language)
    asker = Asker(int(address.rsplit(":", 1)[1]))
    for game in ("qwixx", "extra", "the-choice", "sequence-dice"):
        code, key = asker.make(game, "me bot")
        with asker.watch(code, key) as tab:
            tab.play(random.Random(1))
        page.goto(f"/t/{code}#{key}")
        page.wait_for_selector("#table[data-phase=over]")
    page.goto("/")
    page.wait_for_function("() => document.querySelectorAll('.table-card.finished svg.sheet').length === 4")
    assert page.evaluate(CLOSE) == 0


def test_the_other_language_stands_once_on_the_home_page(people: Any) -> None:
    page = people(language="en")
    page.goto("/")
    assert page.locator("a[hreflang=it]").count() == 1
    page.goto("/games")
    assert page.locator("#menu a[hreflang=it]").count() == 1


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
    page.get_by_role("link", name="tutti i 12 tavoli").click()
    page.wait_for_url("**/games")
    assert page.locator(CARD).count() == 12
    page.get_by_role("button", name="Dimentica LUNA-11").click()
    assert page.locator(CARD).count() == 11
    assert page.evaluate("() => document.activeElement.id") == "known-title"
    page.goto("/")
    page.wait_for_selector(CARD)
    assert page.locator(CARD).count() == 4


def test_a_game_that_goes_on_is_not_forgotten_without_asking(people: Any) -> None:
    page = people(PHONE, "en")
    code = made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}])
    page.goto("/games")
    away = page.get_by_role("button", name=f"Forget {code}")
    away.click()
    page.get_by_role("button", name="Close").click()
    assert page.locator(CARD).count() == 1
    away.click()
    page.locator("dialog[open]").get_by_role("button", name=f"Forget {code}").click()
    page.locator(CARD).wait_for(state="detached")


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
    before = page.locator("#name").bounding_box()
    page.locator("#join .button").click()
    said = page.locator("#wrong-code:not(:empty)")
    said.wait_for()
    assert said.inner_text().startswith("Non c'è nessun tavolo" if language == "it" else "There is no table")
    assert page.url == f"{address}/"
    assert [page.input_value(field) for field in ("#code", "#name")] == [wrong, "Ada"]
    assert page.evaluate("() => document.activeElement.id") == "code"
    assert page.locator("#name").bounding_box() == before, "a sentence below one field moves no other"
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


CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"


def test_on_a_phone_a_lone_card_has_the_whole_width_and_names_two_people(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    seats = [
        {"kind": "me", "name": "Ada"},
        {"kind": "screen", "name": "Bernardo"},
        {"kind": "screen", "name": "Carlotta"},
    ]
    made_table(page, seats)
    page.wait_for_selector("#table.playing")
    page.goto("/")
    page.wait_for_selector(f"{CARD} svg.sheet")
    page.screenshot(path=screens / "home-lone-card.png")
    people_told = page.locator(f"{CARD} .table-people")
    assert "Bernardo" in people_told.inner_text()
    assert page.eval_on_selector_all(f"{CARD} .table-people > :last-child", CUT) == []
    assert page.locator(CARD).bounding_box()["width"] > PHONE["width"] * 0.9


def test_on_a_phone_fields_end_where_cards_end_and_links_stay_together(people: Any) -> None:
    page = people({"width": 390, "height": 844}, "it")
    page.goto("/")
    page.evaluate(
        "(all) => localStorage.setItem('cinquina.strength', JSON.stringify(all))", dict.fromkeys(GAMES, "expert")
    )
    page.goto("/")
    page.locator(".game [data-strength]").last.wait_for()
    boxes = [page.locator(what).first.bounding_box() for what in ("#name", ".join button", ".game")]
    assert len({box["x"] + box["width"] for box in boxes}) == 1
    for links in page.locator(".game .links").all():
        assert len({link.bounding_box()["y"] for link in links.locator("a").all()}) == 1


VOID = """(svg) => {
  const card = svg.closest(".game");
  const drawn = [...svg.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
  const above = Math.min(...drawn.map(({ top }) => top)) - card.querySelector("p").getBoundingClientRect().bottom;
  const below = card.querySelector(".row").getBoundingClientRect().top - Math.max(...drawn.map(({ bottom }) => bottom));
  return Math.max(above, below);
}"""
WIDTHS = """(svg) => [...svg.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect().width)"""


def test_pictures_of_games_can_be_read_and_leave_no_void(people: Any, screens: Path) -> None:
    page = people({"width": 1280, "height": 800}, "en")
    page.goto("/")
    page.wait_for_selector("body[data-ready]")
    page.screenshot(path=screens / "home-1280.png")
    for picture in page.locator(".game svg.sheet:not(.part)").all():
        assert picture.evaluate(VOID) < 80
    part = page.locator(".game .picture svg.part")
    assert part.count() == 1
    assert sorted(part.evaluate(WIDTHS))[0] > 16
    shown, view = part.bounding_box(), [float(x) for x in part.get_attribute("viewBox").split()]
    assert shown["width"] / shown["height"] == pytest.approx(view[2] / view[3], rel=0.02), "nothing beside the part"
