"""A Sequence Dice on a board so full that every position is solved, by a naive program of its own.

Three in a row win, chips never run out, and no throw takes one off: few positions can come about.
"""

from __future__ import annotations

from typing import Any

from cinquina.core import Position
from pictures import board

NUMBERS = """
    2  3  4  5  6  2
    6  7  8  9  7  3
    5  9 12 12  8  4
    4  8 12 12  9  5
    3  7  9  8  7  6
    2  6  5  4  3  2
"""
IN_A_ROW, ANYWHERE, AGAIN = 3, 11, (2, 12)
OPTIONS = {"shorter": "2", "chips": "36"}
ENOUGH = 1e-10

Spot = tuple[int, int]
Chips = frozenset[Spot]
Node = tuple[Chips, Chips]
"""The chips of who is about to throw, and of the other."""

NUMBER = {
    (row, column): int(number)
    for row, numbers in enumerate(NUMBERS.strip().splitlines())
    for column, number in enumerate(numbers.split())
}
WAYS = {total: sum(a + b == total for a in range(1, 7) for b in range(1, 7)) for total in range(2, 13)}


def start_of(picture: str) -> Position:
    """The position of a drawn board; green is about to throw."""
    position: Position = board(picture, **OPTIONS)
    position.now.defence = 0  # no sum takes a chip off
    return position


def node_of(state: Any) -> Node:
    """The chips of a state."""
    own, other = (unpacked(state.chips[side]) for side in (state.active, 1 - state.active))
    return own, other


def first_node(picture: str) -> Node:
    """The chips of a drawn board."""
    return node_of(start_of(picture).now)


def unpacked(chips: int) -> Chips:
    """Chips from how the game keeps them."""
    return frozenset(spot for spot in NUMBER if chips >> 6 * spot[0] + spot[1] & 1)


def packed(chips: Chips) -> int:
    """Chips as the game keeps them."""
    return sum(1 << 6 * row + column for row, column in chips)


def wins(chips: Chips, spot: Spot) -> bool:
    """Whether the chip on a spot is one of three in a row."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        in_a_row = 1
        for way in (1, -1):
            row, column = spot[0] + way * down, spot[1] + way * right
            while (row, column) in chips:
                in_a_row += 1
                row, column = row + way * down, column + way * right
        if in_a_row >= IN_A_ROW:
            return True
    return False


def replies(node: Node, total: int) -> list[Node] | None:
    """Where a sum can lead, each seen from who throws then; None where it wins."""
    own, other = node
    spots = [spot for spot in NUMBER if total == ANYWHERE or NUMBER[spot] == total]
    places = [spot for spot in spots if spot not in own | other] or [spot for spot in spots if spot in other]
    if any(wins(own | {spot}, spot) for spot in places):
        return None
    boards = [(own | {spot}, other - {spot}) for spot in places] or [(own, other)]
    return [(mine, yours) if total in AGAIN else (yours, mine) for mine, yours in boards]


def all_nodes(picture: str) -> dict[Node, list[tuple[int, list[Node] | None]]]:
    """Every position that can come about, with what each sum can lead to; nobody refuses to win."""
    found: dict[Node, list[tuple[int, list[Node] | None]]] = {}
    waiting = [first_node(picture)]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = [(total, replies(node, total)) for total in WAYS]
            waiting += [then for _, thens in found[node] for then in thens or []]
    return found


def exact_values(picture: str) -> dict[Node, float]:
    """The chance of who is about to throw, for every position, by value iteration until nothing moves."""
    nodes = all_nodes(picture)
    values = dict.fromkeys(nodes, 0.5)
    moved = 1.0
    while moved > ENOUGH:
        moved = 0.0
        for node, sums in nodes.items():
            value = sum(WAYS[total] * best(values, total, thens) for total, thens in sums) / 36
            moved, values[node] = max(moved, abs(value - values[node])), value
    return values


def best(values: dict[Node, float], total: int, thens: list[Node] | None) -> float:
    """What a sum is worth to who has thrown it."""
    if thens is None:
        return 1.0
    return max(values[then] if total in AGAIN else 1 - values[then] for then in thens)


def often_reached(picture: str, values: dict[Node, float]) -> dict[Node, float]:
    """How often a game comes to each position on average, when both sides play as well as can be."""
    nodes = all_nodes(picture)
    reached = dict.fromkeys(nodes, 0.0)
    arriving = {first_node(picture): 1.0}
    while arriving:
        then: dict[Node, float] = {}
        for node, often in arriving.items():
            reached[node] += often
            for total, thens in nodes[node]:
                if thens:
                    taken = max(thens, key=lambda board: best(values, total, [board]))
                    then[taken] = then.get(taken, 0.0) + often * WAYS[total] / 36
        arriving = {node: often for node, often in then.items() if often > ENOUGH}
    return reached
