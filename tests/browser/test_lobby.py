"""The lobby: a party that phones join, what host and guests read, sharing the link, a screen that stays on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.test_pages import faults
from browser_hands import made_table
from cinquina.web.addresses import own_addresses
from party_process import Party, party

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1366, "height": 657}
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
NEW_HINT = "Whoever opens the link first sits here."
BEGUN = "() => document.getElementById('table').dataset.phase !== 'lobby'"
AS_ELSEWHERE = """
  Object.defineProperty(navigator, "share", { value: async (what) => { window.shared = what; } });
"""
SCREEN = """
  window.locks = [];
  const request = async () => {
    const lock = { released: false, release: async () => { lock.released = true; } };
    window.locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
  window.shows = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => window.shows });
  window.look = (shows) => { window.shows = shows; document.dispatchEvent(new Event("visibilitychange")); };
"""
LIT = "() => window.locks.filter((lock) => !lock.released).length"


@pytest.fixture(scope="module")
def house() -> Iterator[Party]:
    """A party for phones."""
    with party("it") as running:
        yield running


def facts(page: Any) -> dict[str, str]:
    """What the lobby says about the table."""
    page.wait_for_selector(".facts dt")
    lines = page.locator(".facts > div").all()
    return {line.locator("dt").inner_text(): line.locator("dd").inner_text() for line in lines}


def headline(page: Any) -> tuple[str, str]:
    """The sentence of the lobby, and the line below it."""
    return page.locator(".lobby .sentence").inner_text(), page.locator(".lobby .around").inner_text()


def test_phones_join_a_party_under_the_link_of_the_lobby(people: Any, house: Party, screens: Path) -> None:
    ada = people(DESK, "en", at=house.here)
    code = made_table(ada, SEATS, dice="real")
    link = ada.locator(".invite input").input_value()
    assert link == f"{house.first.split()[-1] if own_addresses() else house.here}t/{code}"
    assert ada.locator(".invite .qr").count() == (1 if own_addresses() else 0)
    ada.goto("/new/qwixx")
    hint = ada.locator(".seat-row .hint:visible").inner_text()
    assert hint == NEW_HINT + ("" if own_addresses() else " For now only this computer can open it.")
    ada.goto(f"/t/{code}")
    ada.locator(".invite input").wait_for()
    ada.screenshot(path=screens / "lobby-host.png")
    for name in ("Bruno", "Carla"):
        phone = people(PHONE, "it", quiet=False)  # browsers log that plain http has no use for one of the headers
        phone.goto(link)
        phone.locator(".lobby form input").fill(name)
        phone.locator(".lobby form button").click()
        phone.wait_for_selector(f".seats li:has-text('{name}') .tag:has-text('tu'), #table:not([data-phase=lobby])")
    ada.wait_for_function(BEGUN)
    assert {"Bruno", "Carla"} <= set(ada.locator(".other .who").all_inner_texts())


def test_host_guest_and_visitor_read_what_concerns_them(people: Any, screens: Path) -> None:
    ada, bruno, carla = people(DESK, "en"), people(PHONE, "it"), people(PHONE, "en")
    options = {"sheet": "mixx-colours", "late_die": "on"}
    code = made_table(ada, [*SEATS, {"kind": "bot", "level": "easy"}], dice="real", series=3, options=options)
    assert headline(ada) == (
        "2 seats are still free.",
        "As soon as all are taken, the game begins by itself. No need to wait: start now and bots take the free seats.",
    )
    bruno.goto(f"/t/{code}")
    assert facts(bruno) == {
        "Dadi": "Si lanciano dadi veri e si scrive che cosa mostrano.",
        "Partite": "3 di fila; i punti si sommano",
        "Regole": "Foglio: colori a tratti · Dado in ritardo: sì",
        "Chi assiste": "Chi ha il link può assistere.",
        "Suggerimenti": "Nessuno a questo tavolo",
    }
    bruno.locator(".lobby form input").fill("Bruno")
    bruno.locator(".lobby form button").click()
    bruno.wait_for_selector(".seats .tag:has-text('tu')")
    assert headline(bruno) == (
        "C'è ancora un posto libero.",
        "La partita comincia da sola quando qualcuno lo occupa, oppure quando Ada la avvia.",
    )
    assert bruno.locator(".lobby .actions .button:visible").count() == 0
    bruno.screenshot(path=screens / "lobby-guest.png", full_page=True)
    carla.goto(f"/t/{code}")
    carla.wait_for_selector(".facts dt")
    assert headline(carla)[0] == "Come and play Qwixx: one seat is still free."
    assert not carla.locator(".preview svg.sheet").is_visible(), "a phone keeps its room"
    assert [link.is_visible() for link in carla.locator(".preview .button").all()] == [True, True]
    carla.set_viewport_size(DESK)
    carla.locator(".preview svg.sheet").wait_for()
    assert carla.locator(".preview svg.sheet .cell").count() > 40
    assert carla.locator(".preview .button").all_inner_texts() == ["Rules", "Lesson"]
    box, form = carla.locator(".preview").bounding_box(), carla.locator(".lobby form").bounding_box()
    assert box["x"] > form["x"] + form["width"] - 1, "beside the form"
    assert faults(carla, ("light",)) == []
    carla.screenshot(path=screens / "lobby-guest-desk.png")
    bruno.close()
    ada.wait_for_selector(".facts :text('Bruno has a seat but is not here right now.')")
    assert facts(ada)["Still missing"] == "Bruno has a seat but is not here right now."


def test_a_table_of_this_machine_alone_says_so_and_the_remedy_is_folded_away(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    page.goto("/new/qwixx")
    assert page.locator(".seat-row .hint:visible").inner_text().endswith("Per ora si apre solo da questo computer.")
    code = made_table(page, SEATS)
    told = page.locator(".invite .only-here")
    assert "Per ora questo tavolo si apre solo da questo computer." in told.inner_text()
    assert "make party" not in told.inner_text()
    order = [".spoken .code", ".invite input", ".invite .button", ".only-here", ".lobby > .actions .button"]
    tops = [page.locator(what).first.bounding_box()["y"] for what in order]
    assert tops == sorted(tops), "code and link before what is missing, and before going on without others"
    assert page.locator(".lobby > .actions .main").count() == 0
    page.set_viewport_size({"width": 360, "height": 740})
    begin = page.locator(".lobby > .actions .button").bounding_box()
    assert begin["y"] + begin["height"] <= 740, "in sight without scrolling"
    page.set_viewport_size(PHONE)
    told.locator("summary").click()
    assert "make party" in told.inner_text()
    assert page.locator(".qr").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.screenshot(path=screens / "lobby-only-here.png", full_page=True)
    guest = people(PHONE, "it")
    guest.goto(f"/t/{code}")
    guest.locator(".lobby form input").fill("Bruno")
    guest.locator(".lobby form button").click()
    guest.wait_for_selector(".invite .code:visible")
    assert "make party" not in guest.locator(".lobby").inner_text(), "who serves the program is the host's affair"
    page.goto(f"/t/{code}/tv")
    assert "make party" in page.locator(".join-tv .only-here").text_content()


def test_axe_finds_nothing_in_a_lobby(people: Any) -> None:
    page = people(PHONE, "it", bypass_csp=True)
    code = made_table(page, SEATS)
    page.wait_for_selector(".facts dt")
    assert faults(page) == []
    guest = people(PHONE, "en", bypass_csp=True)
    guest.goto(f"/t/{code}")
    guest.wait_for_selector(".facts dt")
    assert faults(guest) == []


def test_the_link_is_shared_where_the_browser_can_and_copied_elsewhere(people: Any) -> None:
    page = people(PHONE, "en", permissions=["clipboard-read", "clipboard-write"])
    code = made_table(page, SEATS)
    page.get_by_role("button", name="Copy the link").click()
    page.wait_for_selector(".invite [role=status]:has-text('copied')")
    link = page.locator(".invite input").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.add_init_script(AS_ELSEWHERE)
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Share the link").click()
    assert page.evaluate("window.shared.url") == link
    assert page.get_by_role("button", name="Copy the link").count() == 0


def test_the_screen_stays_on_while_the_table_is_in_sight(people: Any) -> None:
    page = people(PHONE, "en")
    page.add_init_script(SCREEN)
    made_table(page, SEATS)
    page.wait_for_function(f"({LIT})() === 1")
    page.evaluate("look('hidden')")
    page.wait_for_function(f"({LIT})() === 0")
    page.evaluate("look('visible')")
    page.wait_for_function(f"({LIT})() === 1")
    page.evaluate("window.locks.at(-1).released = true; look('visible')")
    page.wait_for_function(f"({LIT})() === 1")
    page.evaluate(
        "fetch(location.pathname + '/do', { method: 'POST', body: JSON.stringify({ do: 'end', id: 'e', "
        "key: JSON.parse(localStorage['cinquina.keys'])[location.pathname.slice(3)][0] }) })"
    )
    page.wait_for_function(f"({LIT})() === 0")


BROKEN = """(all) => all.filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return !one.textContent.includes(" ") && range.getClientRects().length > 1;
}).map((one) => one.textContent)"""


def test_on_a_phone_no_word_of_the_lobby_is_broken(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    made_table(page, SEATS, hints="nobody")
    page.wait_for_selector(".facts dt")
    page.screenshot(path=screens / "lobby-phone.png", full_page=True)
    assert page.eval_on_selector_all(".facts dt", BROKEN) == []
