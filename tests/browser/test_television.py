"""The television: whatever the game and the number of players, sheets fill the screen and nothing overlaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser_hands import new_table
from cinquina.games import GAMES

SCREEN = {"width": 1920, "height": 1080}
MOST_SHOWN = 6
TABLES = [(game, seats) for game, rules in GAMES.items() for seats in rules.SEATS if 1 < seats <= MOST_SHOWN]
CARDS_FILL, SHEETS_FILL = 0.6, 0.25
"""The shares of the window that the players' cards, and the sheets as drawn, take at least."""
PLACES = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const seen = (list) => [...document.querySelectorAll(list)].filter((element) => element.getClientRects().length);
  return {
    cards: seen(".tv .other, .tv > .legend").map(box),
    around: seen(".tv-lead, .tv > .tray-box").map(box),
    sheets: seen(".tv svg.sheet").map((svg) => box(svg).concat(svg.viewBox.baseVal.width, svg.viewBox.baseVal.height)),
    texts: seen(".tv .who, .tv .tag, .tv .score").map(box),
    scroll: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  };
}"""


def area(box: list[float]) -> float:
    """Return the area of a box."""
    left, top, right, bottom = box[:4]
    return (right - left) * (bottom - top)


def drawn_area(sheet: list[float]) -> float:
    """Return the area of a sheet as drawn: the largest of its proportions in its box."""
    left, top, right, bottom, width, height = sheet
    scale = min((right - left) / width, (bottom - top) / height)
    return scale * scale * width * height


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than an edge."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1 and high > 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_sheets_fill_the_screen(game: str, seats: int, people: Any, screens: Path) -> None:
    page = people(SCREEN, "it")
    players = [{"kind": "screen", "name": name} for name in ("Marta", "Livia", "Nino", "Piero", "Carla", "Ugo")[:seats]]
    code, _ = new_table(page, players, game, options={"begins": "first"})
    page.goto(f"/t/{code}/tv")
    page.wait_for_selector(".tv svg.sheet")
    found = page.evaluate(PLACES)
    page.screenshot(path=screens / f"tv-{game}-{seats}.png")
    window = SCREEN["width"] * SCREEN["height"]
    assert found["scroll"] == [SCREEN["width"], SCREEN["height"]]
    assert sum(area(card) for card in found["cards"]) > CARDS_FILL * window
    assert sum(drawn_area(sheet) for sheet in found["sheets"]) > SHEETS_FILL * window
    boxes = found["cards"] + found["around"]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)]
    for box in boxes + found["sheets"] + found["texts"]:
        assert min(box[:2]) >= 0, box
        assert box[2] <= SCREEN["width"], box
        assert box[3] <= SCREEN["height"], box
    assert not [(a, b) for a in found["sheets"] for b in found["texts"] if overlap(a, b)]
