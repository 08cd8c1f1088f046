"""A Qwixx sheet counted again, from the rulebook and the rulings page alone; slow and plain on purpose."""

from __future__ import annotations

# The colour of a cell in the four rows of the sheet with mixed colours, number by number.
MIXED_COLOURS = [
    ["y2", "y3", "y4", "b5", "b6", "b7", "g8", "g9", "g10", "r11", "r12", "r-lock"],
    ["r2", "r3", "g4", "g5", "g6", "g7", "b8", "b9", "y10", "y11", "y12", "y-lock"],
    ["b12", "b11", "b10", "y9", "y8", "y7", "r6", "r5", "r4", "g3", "g2", "g-lock"],
    ["g12", "g11", "r10", "r9", "r8", "r7", "y6", "y5", "b4", "b3", "b2", "b-lock"],
]

# On the other two sheets a row has one colour and every number once; the order is of no matter to the points.
NUMBERS_AND_LOCK = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "-lock"]
ONE_COLOUR = [[letter + number for number in NUMBERS_AND_LOCK] for letter in ["r", "y", "g", "b"]]

# Printed below the rows: points for 0, 1, 2 … 12 crosses.
POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]

PENALTY_BOXES = ["penalty1", "penalty2", "penalty3", "penalty4"]


def score(sheets: list[dict[str, str]], house_rules: dict[str, str]) -> int:
    """The points of a player: four rows of crosses, locks among them, less 5 for each penalty."""
    rows = MIXED_COLOURS if house_rules.get("sheet") == "mixx-colours" else ONE_COLOUR
    total = 0
    for sheet in sheets:
        for row in rows:
            crosses = 0
            for cell in row:
                if sheet.get(cell) == "x":
                    crosses += 1
            total += POINTS[crosses]
        for box in PENALTY_BOXES:
            if sheet.get(box) == "x":
                total -= 5
    return total
