"""Several people at one screen: who threw sees the dice first, the screen is handed over, or everybody looks on."""

from __future__ import annotations

from typing import Any

from browser_hands import MAIN, made_table

SMALL = {"width": 360, "height": 740}
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}]
PASS = ".play > .actions .button:nth-child(2)"
ASKED_ANEW = "([before]) => document.querySelector('.play .sentence').textContent !== before"
MOST_TAPS = 5
"""For a throw of two people, beside their marks."""
HAND = """async (most) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
  const isOn = (one) => one && !one.hasAttribute("aria-disabled");
  const found = (selector) => all(selector).filter(isOn);
  const phase = () => document.getElementById("table").dataset.phase;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const throws = [], said = new Set();
  let seed = 7, idle = 0;
  const luck = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const tap = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (phase() !== "over" && idle < 600) {
    await frame();
    const [main] = found(".play > .actions .button.main");
    const [pass] = found(".play > .actions .button:nth-child(2):not(.main)");
    const lit = found("svg.sheet:not(.small) .legal, .options .chip, .play button.die");
    const curtain = all(".play > .sheet-box").length === 0;
    idle = main || pass || lit.length ? 0 : idle + 1;
    if (main) {
      if (all(".tray.due").length) throws.push([]);
      const kind = curtain ? "hand-over" : all(".tray.due").length ? "throw" : "ink";
      if (kind === "throw" || throws.length) throws.at(-1)?.push(kind);
      if (curtain) said.add(all(".play .sentence")[0].textContent);
      tap(main);
    } else if (pass && luck(3) === 0) {
      throws.at(-1)?.push("pass");
      tap(pass);
    } else if (lit.length) tap(lit[luck(lit.length)]);
    await frame();
  }
  return { over: phase() === "over", throws, said: [...said] };
}"""


def test_a_throw_for_two_takes_five_taps_beside_their_marks(people: Any) -> None:
    page = people(SMALL)
    made_table(page, SEATS)
    told = page.evaluate(HAND)
    assert told["over"]
    counted = [len(taps) for taps in told["throws"]]
    assert len(counted) > 5
    assert max(counted) <= MOST_TAPS, told["throws"][counted.index(max(counted))]
    assert all(taps[:2] != ["throw", "hand-over"] for taps in told["throws"]), "who threw sees the dice first"
    assert all(taps.count("hand-over") <= 1 for taps in told["throws"])
    assert told["said"], "the other answers behind a curtain"


def test_without_the_curtain_the_question_names_the_person(people: Any) -> None:
    page = people(SMALL)
    made_table(page, SEATS, curtain=False)
    asked: list[str] = []
    for _ in range(3):
        page.locator(f"{MAIN}:not([aria-disabled]), {PASS}:not([aria-disabled])").last.click()
        page.wait_for_function(ASKED_ANEW, arg=asked[-1:])
        assert page.locator(".play > .sheet-box").is_visible()
        asked.append(page.locator(".play .sentence").inner_text())
    first, second, third = asked
    assert {first.split(",")[0], second.split(",")[0]} == {"Ada", "Bruno"}
    assert third.startswith(second.split(",")[0]), "and it is their throw"


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
