"""A naive recount of Sequence Dice: has this side a line of its own chips on the final board?"""

from __future__ import annotations

COLUMNS = "abcdef"
ROWS = "123456"
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]  # across, down, and the two slanting ways


def score(sheets: list[dict[str, str]], house_rules: dict[str, str]) -> int:
    """1 for a side that has its chips in a straight line, one beside the other; 0 for any other."""
    board: dict[str, str] = {}
    for sheet in sheets:
        board.update(sheet)
    side = house_rules["side"]
    length = int(house_rules["length"])
    if "red" in board.values() or side == "red":
        length = 5  # three players always play five
    for column in range(6):
        for row in range(6):
            for right, down in DIRECTIONS:
                chips = 0
                for step in range(length):
                    x = column + right * step
                    y = row + down * step
                    if 0 <= x < 6 and 0 <= y < 6 and board.get(COLUMNS[x] + ROWS[y]) == side:
                        chips += 1
                if chips == length:
                    return 1
    return 0
