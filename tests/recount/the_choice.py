"""The Choice counted again from the marks alone, written from the rulebook's text."""

from __future__ import annotations

COLOUR_LETTERS = ("r", "y", "g", "b", "p", "s")
PATH_POINTS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5, 5: 7, 6: 9, 7: 12, 8: 15, 9: 18, 10: 22, 11: 26, 12: 31, 13: 36}


def score(sheets: list[dict[str, str]], house_rules: dict[str, str]) -> int:
    """Both grids are counted apart and added; failed throws cost nothing."""
    total = 0
    for grid in sheets:
        total += colour_points(grid)
        total += path_points(grid)
    return total


def colour_points(grid: dict[str, str]) -> int:
    """Nothing below seven crosses in the ring; then in steps."""
    crosses = 0
    for cell, mark in grid.items():
        if cell[0] in COLOUR_LETTERS and cell[1:].isdigit() and mark == "x":
            crosses += 1
    if crosses == 16:
        return 25
    if crosses >= 13:
        return 18
    if crosses >= 10:
        return 13
    if crosses >= 7:
        return 8
    return 0


def path_points(grid: dict[str, str]) -> int:
    """The more cells the line joins, the more points."""
    length = 0
    for cell, mark in grid.items():
        if cell[0] == "n" and mark.startswith("step"):
            length += 1
    return PATH_POINTS[length]
