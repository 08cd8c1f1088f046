"""A naive recount of a Qwinto sheet, written from the rulebook and the rulings page alone."""

from __future__ import annotations

ROWS = [
    ["o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9"],
    ["y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9"],
    ["v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"],
]

# The five columns of three: their cells from top to bottom, then the one that is a pentagon.
COLUMNS_OF_THREE = [
    (["o1", "y2", "v3"], "v3"),
    (["o2", "y3", "v4"], "o2"),
    (["o5", "y6", "v7"], "o5"),
    (["o6", "y7", "v8"], "y7"),
    (["o7", "y8", "v9"], "v9"),
]

MISS_BOXES = ["miss1", "miss2", "miss3", "miss4"]
POINTS_OF_A_MISS = -5


def score(sheets: list[dict[str, str]], house_rules: dict[str, str]) -> int:
    """The points of a player; no house rule of Qwinto changes them."""
    total = 0
    for sheet in sheets:
        for row in ROWS:
            written = [cell for cell in row if cell in sheet]
            if len(written) == len(row):
                total += int(sheet[row[-1]])
            else:
                total += len(written)
        for cells, pentagon in COLUMNS_OF_THREE:
            if all(cell in sheet for cell in cells):
                total += int(sheet[pentagon])
        for box in MISS_BOXES:
            if box in sheet:
                total += POINTS_OF_A_MISS
    return total
