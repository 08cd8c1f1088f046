"""Extra! counted again from the paper alone: what the rulebook says under "Valutazione"."""

from __future__ import annotations

POINTS = {2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100}

BOXES_UNDER_MINUS_200 = {
    "extra": {2: 3, 3: 3, 4: 4, 5: 5, 6: 7, 7: 7, 8: 7, 9: 5, 10: 4, 11: 3, 12: 3},
    "classic": {2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 4, 11: 4, 12: 4},
}

FACTORS_AFTER_THE_ZERO_BOX = [1, 2, 3, 4, 5]


def boxes_of_a_row(under: int) -> list[str]:
    """What is printed in the boxes of a row, from the left."""
    boxes = []
    for _ in range(under):
        boxes.append("-200")
    boxes.append("0")
    for factor in FACTORS_AFTER_THE_ZERO_BOX:
        boxes.append(str(factor))
    return boxes


def score(sheets: list[dict[str, str]], house_rules: dict[str, str]) -> int:
    """The final score of a player whose sheets carry these marks (cell id to mark)."""
    under = BOXES_UNDER_MINUS_200[house_rules.get("sheet", "extra")]
    total = 0
    for sheet in sheets:
        for row in range(2, 13):
            furthest = None
            for place, printed in enumerate(boxes_of_a_row(under[row]), start=1):
                if sheet.get(f"{row}.{place}") == "x":
                    furthest = printed
            if furthest is None:
                continue
            if furthest == "-200":
                total -= 200
            else:
                total += POINTS[row] * int(furthest)
    return total
