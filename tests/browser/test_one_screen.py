"""Several people at one screen: who threw sees the dice first, the screen is handed over, or everybody looks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser_hands import MAIN, made_table

SMALL = {"width": 360, "height": 740}
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}]
PASS = ".play > .actions .button:nth-child(2)"
ASKED_ANEW = "(before) => document.querySelector('.play .sentence').textContent !== before"
MOST_TAPS = 5
"""For a throw of two people, beside their marks."""
THROWS = 12
"""As many are looked at."""
HAND = """async (most) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  const isOn = (one) => one && !one.hasAttribute("aria-disabled");
  const found = (selector) => all(selector).filter(isOn);
  const phase = () => document.getElementById("table").dataset.phase;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const throws = [], said = new Set();
  let seed = 7, idle = 0;
  const luck = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 16) % n; // low bits go round in circles
  const tap = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (phase() !== "over" && idle < 600 && throws.length <= most) {
    do await frame(); while (document.querySelector("#table[data-busy]"));
    const [main] = found(".play > .actions .button.main");
    const [pass] = found(".play > .actions .button:nth-child(2):not(.main)");
    const lit = found("svg.sheet:not(.small) .legal, .options .chip, .play button.die");
    const curtain = all(".play > .sheet-box").length === 0;
    idle = main || pass || lit.length ? 0 : idle + 1;
    if (main) {
      const throwing = main.textContent.startsWith("Lancia");
      if (throwing) throws.push([]);
      const kind = curtain ? "hand-over" : throwing ? "throw" : "ink";
      if (kind === "throw" || throws.length) throws.at(-1)?.push(kind);
      if (curtain) said.add(all(".play .sentence")[0].textContent);
      tap(main);
    } else if (pass && luck(3) === 0) {
      throws.at(-1)?.push("pass");
      tap(pass);
    } else if (lit.length) tap(lit[luck(lit.length)]);
    await frame();
  }
  throws.length = Math.min(throws.length, most); // the last one has only begun
  return { over: phase() === "over", throws, said: [...said] };
}"""


@pytest.mark.parametrize("game", ["qwixx", "qwinto", "the-choice", "extra"])
def test_a_throw_for_two_takes_five_taps_beside_their_marks(game: str, people: Any) -> None:
    page = people(SMALL)
    made_table(page, SEATS, game)
    told = page.evaluate(HAND, THROWS)
    assert told["over"] or len(told["throws"]) == THROWS
    counted = [len(taps) for taps in told["throws"]]
    assert len(counted) >= 3, "three failures, the fewest that end a game, are three throws"
    assert max(counted) <= MOST_TAPS, told["throws"][counted.index(max(counted))]
    assert all(taps[:2] != ["throw", "hand-over"] for taps in told["throws"]), "who threw sees the dice first"
    assert all(taps.count("hand-over") <= 1 for taps in told["throws"])
    assert told["said"], "the other answers behind a curtain"


def test_without_the_curtain_the_question_names_the_person(people: Any) -> None:
    page = people(SMALL)
    made_table(page, SEATS, curtain=False)
    asked = [page.locator(".play .sentence").inner_text()]
    for _ in range(3):
        page.locator(f"{MAIN}:not([aria-disabled]), {PASS}:not([aria-disabled])").last.click()
        page.wait_for_function(ASKED_ANEW, arg=asked[-1])
        assert page.locator(".play > .sheet-box").is_visible()
        asked.append(page.locator(".play .sentence").inner_text())
    _, first, second, third = asked
    assert {first.split(",")[0], second.split(",")[0]} == {"Ada", "Bruno"}
    assert third.startswith(second.split(",")[0]), "and it is their throw"


@pytest.mark.parametrize("game", ["qwixx", "extra"])
def test_on_a_desk_too_it_is_said_whose_sheet_this_is(game: str, people: Any, screens: Path) -> None:
    page = people({"width": 1366, "height": 657}, "en")
    made_table(page, SEATS, game, curtain=False, options={"begins": "first"})
    owner, sheet = page.locator(".play > .owner"), page.locator(".sheet-box svg.sheet:not(.small)").first
    assert owner.inner_text() == "Ada's sheet"
    page.screenshot(path=screens / f"owner-{game}.png")
    name, drawn = owner.bounding_box(), sheet.bounding_box()
    assert name["y"] + name["height"] <= drawn["y"] + 1, "above the sheet"
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.locator(f"{PASS}:not([aria-disabled])").click() if game == "qwixx" else None
    assert owner.is_visible()


def test_the_page_of_a_new_table_asks_whether_everybody_may_look_on(people: Any) -> None:
    page = people(SMALL)
    page.goto("/new/qwixx")
    choice = page.locator("#one-screen")
    assert choice.is_hidden()
    page.locator("#seats .kind").nth(1).select_option("screen")
    choice.click()
    with page.expect_request("**/tables") as sent:
        page.locator("#go").click()
    assert sent.value.post_data_json["curtain"] is False
    page.wait_for_url("**/t/*")


def test_on_a_phone_points_stand_apart_from_the_name(people: Any) -> None:
    page = people(SMALL)
    made_table(page, [SEATS[0], {"kind": "screen", "name": "Giocatore 2"}], curtain=False, options={"begins": "first"})
    name, points = (page.locator(f".others .{what}").bounding_box() for what in ("who", "score"))
    assert points["y"] >= name["y"] + name["height"] - 4, "Giocatore 2 0 would read as 20"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_on_a_phone_the_choices_stand_above_the_bar(count: int, people: Any, screens: Path) -> None:
    page = people(SMALL)
    seats = [*SEATS, {"kind": "screen", "name": "Carla"}, {"kind": "screen", "name": "Dora"}][:count]
    made_table(page, seats, curtain=False, options={"begins": "first"}, dice="real")
    for die, face in enumerate((1, 3, 4, 2, 2, 3), 1):
        page.locator(f".dice-input fieldset:nth-child({die}) label:nth-of-type({face})").tap()
    page.locator(f"{MAIN}:not([aria-disabled])").click()
    page.locator(".options .chip").nth(7).wait_for()
    page.screenshot(path=screens / f"one-screen-chips-{count}.png")
    bar = page.locator(".play > .actions").bounding_box()["y"]
    chips = [chip.bounding_box() for chip in page.locator(".options .chip").all()]
    assert max(chip["y"] + chip["height"] for chip in chips) <= bar
