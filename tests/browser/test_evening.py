"""Small things of an evening with guests: nothing is cut, covered, lost or a dead end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cinquina.table.base as base
from browser.test_end import finished
from browser.test_pages import faults
from browser_hands import LEGAL, MAIN, made_table
from web.server import Asker

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1366, "height": 657}
ME, BOT, OPEN = {"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "random"}, {"kind": "open"}
BOXES = """(all) => all.map((one) => one.getBoundingClientRect()).map(({top, bottom, width}) => [top, bottom, width])"""
IS_CUT = "(text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1"


def boxes(page: Any, place: str) -> list[list[float]]:
    """Return the top, the bottom and the width of elements."""
    found: list[list[float]] = page.locator(place).evaluate_all(BOXES)
    return found


@pytest.mark.parametrize("language", ["it", "en"])
def test_all_games_can_be_played_from_the_first_window_of_a_laptop(
    language: str, people: Any, address: str, screens: Path
) -> None:
    page = people(LAPTOP, language, bypass_csp=True)
    page.goto("/")
    page.wait_for_selector("body[data-ready]")
    assert all(bottom <= LAPTOP["height"] for _, bottom, _ in boxes(page, ".game .row > .button"))
    assert page.locator("#newcomer").is_visible()
    finished(page, address, "qwinto", 3)
    made_table(page, [ME, BOT], "extra", options={"begins": "first"})
    page.wait_for_selector("#table.playing")
    page.goto("/")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector(".table-card")
    plays = boxes(page, "[data-play]")
    assert len(plays) == 5
    assert all(bottom <= LAPTOP["height"] for _, bottom, _ in plays)
    assert len({round(top) for top, _, _ in plays}) == 1
    assert page.locator("#newcomer").is_hidden()
    assert faults(page) == []
    page.screenshot(path=screens / f"home-laptop-{language}.png")


def test_a_refusal_stands_below_the_question(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    made_table(page, [ME, BOT], "the-choice", options={"begins": "first"})
    page.locator(".options .chip").first.wait_for()
    page.locator("svg.sheet:not(.small) [data-cell]:not(.legal)").first.click(force=True)
    page.locator(".lead .why.bad:not(:empty)").wait_for()
    ((question, below, _),) = boxes(page, ".lead .sentence")
    ((top, bottom, _),) = boxes(page, ".lead .why")
    assert below - question > 10
    assert below <= top + 1 < bottom
    page.screenshot(path=screens / "refused-phone.png")


def test_an_unfolded_log_lies_over_the_table_and_moves_nothing(people: Any, screens: Path) -> None:
    page = people(PHONE, "it", bypass_csp=True)
    made_table(page, [ME, BOT], options={"begins": "first"})
    page.locator(MAIN).click()
    page.locator(LEGAL).first.wait_for(state="attached")
    hint = page.locator(".lead .hint:visible")
    if hint.count():
        assert hint.inner_text().endswith(".")
        assert not hint.evaluate(IS_CUT)
    place = "svg.sheet:not(.small), .play > .lead, .play > .tray-box"
    before = boxes(page, place)
    page.locator(".fold").click()
    page.locator(".log-card").wait_for()
    assert boxes(page, place) == before
    assert faults(page) == []
    page.screenshot(path=screens / "unfolded-phone.png")
    page.locator(".play > .sheet-box").click(position={"x": 3, "y": 200}, force=True)
    page.locator(".log-card").wait_for(state="hidden")


def test_who_watches_reads_whose_sheet_it_is_and_an_offer_leaves_it_its_width(people: Any, screens: Path) -> None:
    host, guest = people(PHONE, "it"), people(PHONE, "it", bypass_csp=True)
    code = made_table(host, [ME, BOT, OPEN], options={"begins": "first"})
    host.get_by_role("button", name="Comincia").click()
    host.wait_for_selector("#table.playing")
    guest.goto(f"/t/{code}")
    guest.locator(".asides").wait_for()
    assert guest.locator(".owner").inner_text() == "Foglio di Ada"
    assert boxes(guest, "svg.sheet:not(.small) .stripe") != []
    widths = [boxes(page, "svg.sheet:not(.small) .stripe")[0][2] for page in (host, guest)]
    assert widths[1] == pytest.approx(widths[0], rel=0.015)
    assert faults(guest) == []
    guest.screenshot(path=screens / "watching-phone.png")


def test_the_sheet_of_a_shared_screen_has_a_name(people: Any) -> None:
    page = people(PHONE, "en")
    made_table(page, [ME, {"kind": "screen", "name": "Bruno"}], curtain=False, options={"begins": "first"})
    page.wait_for_selector("#table.playing")
    assert page.locator(".owner").inner_text() == "Ada's sheet"
    ((_, _, width),) = boxes(page, ".owner")
    assert width > 100


def test_one_presses_once_to_join_by_name_and_code(people: Any) -> None:
    host, guest = people(LAPTOP, "it"), people(PHONE, "it")
    code = made_table(host, [ME, OPEN, OPEN])
    guest.goto("/")
    guest.fill("#name", "Piero")
    guest.fill("#code", code)
    guest.locator("#join .button").click()
    host.locator(".seats .who", has_text="Piero").wait_for()
    guest.locator(".seats li", has_text="Piero").get_by_text("tu").wait_for()
    assert "sit=" not in guest.url


def test_the_lobby_says_what_the_picture_is_for_and_keeps_the_code_in_a_line(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    made_table(page, [ME, OPEN])
    page.locator(".spoken .code").wait_for()
    ((top, bottom, _),) = boxes(page, ".spoken .code")
    assert bottom - top < 45
    assert "Codice del tavolo" in page.locator(".spoken").inner_text()
    page.screenshot(path=screens / "lobby-phone.png", full_page=True)


def test_a_table_for_its_players_only_is_no_dead_end(people: Any) -> None:
    host, guest = people(LAPTOP, "en"), people(PHONE, "en", bypass_csp=True)
    code = made_table(host, [ME, BOT], spectators=False)
    guest.goto(f"/t/{code}")
    way = guest.get_by_role("link", name="To the games")
    way.wait_for()
    assert faults(guest) == []
    way.click()
    guest.wait_for_url("**/")


def test_the_card_of_a_table_says_that_one_has_left(people: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "usual_level", lambda _: "random")
    page, other = people(PHONE, "it"), people(LAPTOP, "it")
    code = made_table(other, [ME, OPEN], options={"begins": "first"})
    page.goto("/")
    page.fill("#name", "Carla")
    page.fill("#code", code)
    page.locator("#join .button").click()
    page.wait_for_selector("#table.playing")
    page.locator("header summary").click()
    page.locator("#menu").get_by_role("button", name="Lascia il tavolo").click()
    stay, go = boxes(page, "dialog .answers .button")
    assert stay[2] == go[2]
    page.locator("dialog").get_by_role("button", name="Lascia il tavolo").click()
    page.wait_for_url("**/")
    page.locator(".table-state", has_text="Hai lasciato il tavolo · gioca un bot").wait_for()


def test_a_lesson_is_a_lesson_among_my_games(people: Any) -> None:
    page = people(PHONE, "en")
    page.goto("/")
    page.locator(".game[data-game=qwixx] [data-lesson]:enabled").click()
    page.wait_for_selector("#table.playing")
    page.goto("/")
    page.wait_for_selector(".table-card")
    lines = page.locator(".table-words").inner_text().split("\n")
    assert lines[0] == "Qwixx"
    assert lines[1].startswith("Lesson, step 1 of ")
    assert page.locator(".table-card.my-turn").count() == 0


def test_a_new_table_is_for_friends_and_its_bots_as_strong_as_usual(people: Any) -> None:
    page = people(PHONE, "it")
    page.goto("/new/qwixx")
    kinds = page.locator(".seat-row .kind")
    assert [one.input_value() for one in kinds.all()] == ["me", "open"]
    kinds.nth(1).select_option("bot")
    assert page.locator(".seat-row .level").nth(1).input_value() == "easy"
    kinds.nth(1).select_option("screen")
    ((_, _, width),) = [boxes(page, ".seat-row .kind")[1]]
    assert width > 240, "the whole choice can be read"
    page.evaluate("() => localStorage.setItem('cinquina.strength', '{\"qwixx\": \"expert\"}')")
    page.reload()
    kinds.nth(1).select_option("bot")
    assert page.locator(".seat-row .level").nth(1).input_value() == "expert"


def test_on_a_phone_ones_own_sheet_comes_first_at_the_end(people: Any, address: str) -> None:
    host = people(LAPTOP, "en")
    code = finished(host, address, "qwixx", 3)
    names = [name.split()[0] for name in host.locator(".end-sheets .who").all_inner_texts()]
    assert sorted(names) == ["Beppe", "Tino", "You"]
    places = host.locator(".end-sheets .tag").all_inner_texts()
    assert places == sorted(places), "on a laptop who won comes first"
    phone = people(PHONE, "en")
    phone.goto(f"/t/{code}")
    phone.wait_for_selector("#table[data-phase=over]")
    places_told = phone.locator(".end-sheets .tag").all_inner_texts()
    assert places_told == sorted(places_told), "a watcher sees who won first"


def test_a_turn_is_withdrawn_while_a_pad_is_corrected(people: Any) -> None:
    page = people(PHONE, "it")
    code = made_table(page, [ME, OPEN], dice="none")
    Asker(int(page.url.split(":")[2].split("/")[0])).sit(code, "Bruno")
    page.wait_for_selector("#table.playing")
    page.locator(LEGAL).first.click(force=True)
    page.get_by_role("button", name="Fatto").click()
    page.locator(".on-pad").get_by_role("button", name="Correggi").click()
    page.get_by_text("Quale segno è sbagliato?").first.wait_for()
    undo = page.locator(".on-pad").get_by_role("button", name="Annulla")
    assert undo.get_attribute("aria-disabled") is None
    undo.click()
    page.locator(".on-pad").get_by_role("button", name="Correggi").wait_for()
    page.get_by_text("Quale segno è sbagliato?").first.wait_for(state="hidden")


def test_the_whole_of_what_to_do_on_a_pad_can_be_read(people: Any, screens: Path) -> None:
    page = people(PHONE, "it")
    code = made_table(page, [ME, OPEN], dice="none")
    Asker(int(page.url.split(":")[2].split("/")[0])).sit(code, "Bruno")
    page.wait_for_selector("#table.playing")
    text = page.locator(".lead :is(.around, .hint)", has_text="non preme niente")
    text.wait_for()
    assert text.inner_text().endswith(".")
    assert not text.evaluate(IS_CUT)
    page.screenshot(path=screens / "pad-phone.png")


def test_the_speed_of_a_replay_has_a_label_and_the_moves_have_room(people: Any, address: str, screens: Path) -> None:
    page = people(LAPTOP, "en")
    code = finished(page, address, "qwixx", 2)
    page.goto(f"/t/{code}/replay")
    page.locator(".move").first.wait_for()
    assert page.locator("label.pace").inner_text().strip() != ""
    ((top, bottom, _),) = boxes(page, "#moves")
    assert bottom - top > 190
    page.screenshot(path=screens / "replay-moves.png")
