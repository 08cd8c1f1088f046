"""Nothing happens behind a player's back: throws in order, the log, the tab's title, sounds."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

from browser_hands import MAIN, READY, made_table, step

ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "level": "easy"}
PACE = "localStorage.setItem('cinquina.pace', JSON.stringify('{pace}'))"
NEWEST = ".log .turn:first-child .visually-hidden"
RECORD = f"""() => {{
  window.shownThrows = [];
  const look = () => {{
    const newest = document.querySelector("{NEWEST}")?.textContent;
    if (newest && newest !== window.shownThrows.at(-1)) window.shownThrows.push(newest);
  }};
  new MutationObserver(look).observe(document.body, {{ childList: true, subtree: true, characterData: true }});
  look();
}}"""
SKIPPING = f"""() => document.querySelector("{MAIN}")?.textContent === "Continue" """
NOT_SKIPPING = f"""() => !document.querySelector("{MAIN}")?.textContent?.includes("Continue")"""
NOON = "1970-01-01T12:00:00Z"
SLIP = 600  # milliseconds after which a press is not taken for a slip
SKIPS = 12
FEW = 6
MY_MOVE = f"() => ({READY})() && ({NOT_SKIPPING})()"
COUNT_AUDIO = """
window.audioMade = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.audioMade += 1; } };
"""


def my_turn(page: Any, luck: random.Random) -> None:
    """Throw and answer, without skipping what others do."""
    for _ in range(3):
        page.wait_for_function(MY_MOVE)
        step(page, luck)


def test_every_throw_is_shown_in_order(people: Any) -> None:
    page, luck = people(language="en"), random.Random(2)
    page.add_init_script(PACE.format(pace="fast"))
    made_table(page, [ME, BOT, BOT], "sequence-dice")
    page.wait_for_selector(MAIN)
    page.evaluate(RECORD)
    while page.evaluate("window.shownThrows.length") <= FEW + 2:  # two alike in a row count once
        my_turn(page, luck)
    page.wait_for_function(MY_MOVE)
    newest_first = page.locator(".log .turn .visually-hidden").all_text_contents()
    log = [text for text, _ in groupby(reversed(newest_first))]
    shown = page.evaluate("window.shownThrows")
    both = min(len(log), len(shown))
    assert both > FEW
    assert shown[-both:] == log[-both:]


def test_everybodys_throw_for_the_start_is_shown(people: Any) -> None:
    page = people(language="en")
    page.add_init_script(PACE.format(pace="fast"))
    made_table(page, [ME, BOT], "sequence-dice")
    page.wait_for_selector(MAIN)
    page.evaluate(RECORD)
    page.locator(MAIN).click()
    page.wait_for_selector(NEWEST)
    page.wait_for_function(MY_MOVE)
    thrown = [text for text, _ in groupby(reversed(page.locator(".log .turn .visually-hidden").all_text_contents()))]
    assert page.evaluate("window.shownThrows") == thrown


ON_TURN = """() => {
  window.onTurn = 0;
  const look = () => {
    const isOn = (card) => card.matches(".turn") || card.querySelector(".tag.strong:not([hidden])");
    window.onTurn = Math.max(window.onTurn, [...document.querySelectorAll(".other")].filter(isOn).length);
  };
  const everything = { attributes: true, childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.body, everything);
}"""


def test_one_player_at_a_time_looks_on_turn(people: Any) -> None:
    page, luck = people(language="en"), random.Random(2)
    page.add_init_script(PACE.format(pace="fast"))
    made_table(page, [ME, BOT], "sequence-dice")
    page.wait_for_selector(MAIN)
    page.evaluate(ON_TURN)
    for _ in range(3):
        my_turn(page, luck)
    assert page.evaluate("window.onTurn") == 1


def test_what_waits_can_be_skipped(people: Any) -> None:
    page, luck = people(language="en", fresh=True), random.Random(3)
    page.add_init_script(PACE.format(pace="slow"))
    page.clock.install(time=0)
    made_table(page, [ME, BOT, BOT], "sequence-dice")
    page.wait_for_selector(MAIN)
    page.clock.pause_at(NOON)  # what waits is shown only if it is skipped
    while not page.evaluate(SKIPPING):
        step(page, luck)
        page.wait_for_function(f"() => ({SKIPPING})() || ({READY})()")
    for _ in range(SKIPS):
        page.clock.run_for(SLIP)
        page.locator(MAIN).click()
        page.wait_for_function(f"() => ({SKIPPING})() || ({READY})()")
        if page.evaluate(NOT_SKIPPING):
            break
    assert page.evaluate(MY_MOVE)


def test_the_log_has_small_dice_and_says_you(people: Any) -> None:
    page, luck = people(language="en"), random.Random(4)
    made_table(page, [ME, BOT], "qwixx")
    while page.locator(".log .turn").count() < 4:
        step(page, luck)
    turns = page.locator(".log .turn")
    assert turns.nth(1).locator(".die.mini").count() == 6
    whole = page.locator(".log-card").inner_text()
    assert "You:" in whole
    assert "Ada:" not in whole
    assert "threw: white" in page.locator(NEWEST).text_content()


def test_the_tab_says_whose_turn_it_is(people: Any) -> None:
    here, there = people(language="en"), people(language="it")
    code = made_table(here, [ME, {"kind": "open"}], "sequence-dice")
    there.goto(f"/t/{code}")
    there.locator("form input").first.fill("Bea")
    there.locator("form button[type=submit]").first.click()
    here.wait_for_function("() => document.title.startsWith('● Your turn')")
    there.wait_for_selector(MAIN)
    assert "●" not in there.title()
    here.locator(MAIN).click()
    there.wait_for_function("() => document.title.startsWith('● Tocca a te')")
    here.wait_for_function("() => !document.title.startsWith('●')")


def test_sounds_are_off_until_they_are_switched_on(people: Any) -> None:
    page, luck = people(language="en"), random.Random(5)
    page.add_init_script(COUNT_AUDIO)
    made_table(page, [ME, BOT], "qwixx")
    for _ in range(4):
        step(page, luck)
    assert page.evaluate("window.audioMade") == 0
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.get_by_label("Speed of the throws").select_option("none")
    page.get_by_role("button", name="Close").click()
    for _ in range(60):  # the bot's turns take a while on a busy machine
        step(page, luck)
        if page.evaluate("window.audioMade"):
            break
    for _ in range(4):
        step(page, luck)
    assert page.evaluate("window.audioMade") == 1
