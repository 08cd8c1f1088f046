"""Coming and going with several browsers: late, in for the next game, leaving and back, away, and a closed table."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import cinquina.table.base as base
import cinquina.table.evening as evening
import cinquina.table.hosted as hosted
from browser.test_pages import faults
from browser_hands import LEGAL, MAIN, made_table
from web.server import Asker

PHONE = {"width": 360, "height": 740}
ON_END = ".over .actions .button"
SHORT = 0.2


def test_late_in_for_the_next_game_gone_and_back(people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "usual_level", lambda _: "random")  # it is the fastest
    ada, bruno, carla = people(), people(PHONE), people()
    code = made_table(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    ada.get_by_role("button", name="Comincia").click()
    for page in (bruno, carla):
        page.goto(f"/t/{code}")
    join(bruno, "Siediti", "Bruno")
    bruno.locator(".play > .actions").wait_for()
    told(ada, "Bruno si siede")
    join(carla, "Gioca la prossima partita", "Carla")
    told(carla, "Giochi la prossima partita.")
    assert faults(carla) == []
    leave(bruno)
    ada.locator(".others .tag", has_text="via: gioca un bot").wait_for()
    leave(ada)
    for page in (ada, bruno):  # the bots have finished the game by themselves, or are about to
        page.goto(f"/t/{code}")
        page.locator("#table[data-phase=over]").wait_for()
        page.get_by_role("button", name="Eccomi").click()
        page.locator(f"{ON_END}:visible").first.wait_for()
    bruno.locator(ON_END, has_text="Gioca ancora con Ada").click()
    told(bruno, "In attesa di Ada")
    assert faults(bruno) == []
    assert bruno.locator(f"{ON_END}:visible").count() == 0, "only the host begins without the others"
    told(ada, "Bruno ti aspetta")
    ada.locator(ON_END, has_text="Gioca ancora").click()
    carla.locator(".play > .actions").wait_for()
    assert carla.locator(".others .who").all_inner_texts() == ["Ada", "Bruno"]


def test_the_absent_are_named_nudged_and_replaced(people: Any, served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (hosted, evening):
        monkeypatch.setattr(module, "NEARBY_SECONDS", SHORT)
    ada, bruno = people(), people(PHONE, "en")
    code = made_table(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}], options={"begins": "second"})
    bruno.goto(f"/t/{code}")
    bruno.locator("form input").first.fill("Bruno")
    bruno.locator("form button[type=submit]").first.click()
    told(bruno, "Your turn: throw the dice.")
    bruno.goto("about:blank")
    ada.get_by_role("heading", name="Bruno non c'è: la partita aspetta.").wait_for()
    ada.locator(MAIN, has_text="Fai un cenno a Bruno").click()
    told(ada, "Cenno fatto")
    assert faults(ada) == []
    bruno.goto(f"/t/{code}")
    told(bruno, "Ada is waiting for you.")
    monkeypatch.setattr(served.state.hall, "patience", 2 * SHORT)
    bruno.goto("about:blank")
    ada.locator(MAIN, has_text="Fai giocare un bot per Bruno").click()
    ada.locator(LEGAL).first.wait_for()
    assert ada.locator(".others .tag").inner_text() == "gioca un bot"


@pytest.mark.parametrize("language", ["it", "en"])
def test_on_a_phone_the_names_of_two_who_are_away_can_be_read(
    language: str, people: Any, served: Any, address: str, screens: Path
) -> None:
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, key = asker.make("qwixx", "me open open", options={"begins": "first"})
    for name in ("Elena", "Marco"):
        asker.sit(code, name)
    hosted_table = served.state.hall.tables[code]
    for seat in (1, 2):
        hosted_table.last_seen[seat] = time.monotonic() - 15 * 60
    page = people(PHONE, language)
    page.goto(f"/t/{code}#{key}")
    page.locator(".others .tag.away").nth(1).wait_for()
    page.screenshot(path=screens / f"away-{language}.png")
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.eval_on_selector_all(".others .who, .others .tag", cut) == []
    page.set_viewport_size({"width": 1366, "height": 657})
    minutes = "assente da 15 min" if language == "it" else "away for 15 min"
    assert page.locator(".others .tag").first.inner_text() == minutes


CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("dice", ["virtual", "none"])
def test_on_a_phone_the_name_of_one_who_has_left_or_just_went_can_be_read(
    dice: str, language: str, people: Any, address: str, screens: Path
) -> None:
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, key = asker.make("qwixx", "me open open", dice=dice, options={"begins": "first"})
    left, _ = asker.sit(code, "Bernardo"), asker.sit(code, "Carlotta")
    page = people(PHONE, language)
    page.goto(f"/t/{code}#{key}")
    page.locator(".others .tag.away").nth(1).wait_for()
    assert page.eval_on_selector_all(".others .who, .others .tag", CUT) == []
    assert asker.do(code, left, "leave", seat=1).status == 200
    gone = page.locator(".others .tag", has_text="via" if language == "it" else "left").first
    gone.wait_for()
    page.screenshot(path=screens / f"left-{dice}-{language}.png")
    assert page.eval_on_selector_all(".others .who, .others .tag", CUT) == []
    page.set_viewport_size({"width": 1366, "height": 657})
    bot = "gioca un bot" if language == "it" else "a bot plays"
    assert (bot in gone.inner_text()) == (dice == "virtual"), "no bot plays on a pad"


@pytest.mark.parametrize(("game", "others"), [("qwixx", 3), ("the-choice", 3), ("qwixx", 4), ("extra", 5)])
def test_on_a_phone_the_names_of_many_can_be_read(
    game: str, others: int, people: Any, address: str, screens: Path
) -> None:
    asker = Asker(int(address.rsplit(":", 1)[1]))
    code, key = asker.make(game, "me" + " open" * others, options={"begins": "first"})
    names = ["Bruno", "Carla", "Davide", "Elena", "Franco"][:others]
    for name in names:
        asker.sit(code, name)
    page = people(PHONE, "it")
    page.goto(f"/t/{code}#{key}")
    page.locator(".others .tag.away").nth(others - 1).wait_for(state="attached")
    page.screenshot(path=screens / f"many-{game}-{others}.png")
    assert page.locator(".others .who").all_inner_texts() == names
    assert page.eval_on_selector_all(".others .who", CUT) == []


def test_a_closed_table_shows_its_points_and_goes_on_elsewhere(people: Any) -> None:
    ada, bruno = people(), people(PHONE)
    code = made_table(ada, [{"kind": "me", "name": "Ada"}, {"kind": "open"}], options={"begins": "first"})
    bruno.goto(f"/t/{code}")
    bruno.locator("form input").first.fill("Bruno")
    bruno.locator("form button[type=submit]").first.click()
    ada.locator(MAIN, has_text="Lancia").click()
    ada.locator(LEGAL).first.wait_for()
    menu(ada, "Chiudi il tavolo")
    ada.locator("dialog").get_by_role("button", name="Chiudi il tavolo").click()
    for page in (ada, bruno):
        page.locator(".end-sheets .score").first.wait_for()
        assert page.locator(".end-sheets .other").count() == 2
        assert page.get_by_role("button", name="Salva la partita").is_visible()
    assert faults(bruno) == []
    bruno.locator(ON_END, has_text="Nuovo tavolo, stesse persone").click()
    bruno.wait_for_url(lambda url: code not in url)
    ada.locator(ON_END, has_text="Al nuovo tavolo").click()
    join_lobby(ada)
    bruno.wait_for_function("() => document.getElementById('table').dataset.phase !== 'lobby'")
    assert ada.url == bruno.url


def told(page: Any, text: str) -> None:
    """Wait until a page says something."""
    page.get_by_text(text).first.wait_for()


def join(page: Any, offer: str, name: str) -> None:
    """Take up an offer beside the game."""
    page.locator(".asides").get_by_role("button", name=offer).click()
    page.locator("dialog input").fill(name)
    page.locator("dialog button[type=submit]").click()


def join_lobby(page: Any) -> None:
    """Take the open seat of a table that has not begun, with the name that this device knows."""
    page.locator(".lobby form input").fill("Ada")
    page.locator(".lobby form button[type=submit]").click()


def menu(page: Any, name: str) -> None:
    """Press something in the menu."""
    page.locator("header summary").click()
    page.locator("#menu").get_by_role("button", name=name).click()


def leave(page: Any) -> None:
    """Leave the table politely; the page goes home."""
    menu(page, "Lascia il tavolo")
    assert page.locator("dialog .button.main").count() == 0
    page.locator("dialog").get_by_role("button", name="Lascia il tavolo").click()
    page.wait_for_url("**/")
