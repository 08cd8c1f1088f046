"""A Sequence Dice so small that every position is solved: by a naive program of its own, and by the learner."""

from __future__ import annotations

import pytest

from cinquina.bots.sequence_dice import tables, training
from cinquina.bots.sequence_dice.values import chances
from pictures import board

NUMBERS = """
    2  3  4  5  6  2
    6  7  8  9  7  3
    5  9 12 12  8  4
    4  8 12 12  9  5
    3  7  9  8  7  6
    2  6  5  4  3  2
"""
BOARD = "B.B.G. GBGB.B GBG... B.B..G GGBGGB B.GBG."
IN_A_ROW, ANYWHERE, AGAIN = 3, 11, (2, 12)
"""Three in a row win, chips never run out, and no throw takes one off: few positions can come about."""
OPTIONS = {"shorter": "2", "chips": "36"}
POSITIONS, ENOUGH = 7632, 1e-10
WITHIN = 0.005

Spot = tuple[int, int]
Chips = frozenset[Spot]
Node = tuple[Chips, Chips]  # the chips of who is about to throw, and of the other

NUMBER = {
    (row, column): int(number)
    for row, numbers in enumerate(NUMBERS.strip().splitlines())
    for column, number in enumerate(numbers.split())
}
WAYS = {total: sum(a + b == total for a in range(1, 7) for b in range(1, 7)) for total in range(2, 13)}


def drawn(mark: str) -> Chips:
    """The chips of one colour."""
    return frozenset(
        (row, column) for row, line in enumerate(BOARD.split()) for column, chip in enumerate(line) if chip == mark
    )


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


def all_nodes() -> dict[Node, list[tuple[int, list[Node] | None]]]:
    """Every position that can come about, with what each sum can lead to."""
    found: dict[Node, list[tuple[int, list[Node] | None]]] = {}
    waiting = [(drawn("G"), drawn("B"))]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = [(total, replies(node, total)) for total in WAYS]
            waiting += [then for _, thens in found[node] for then in thens or []]
    return found


def exact_values() -> dict[Node, float]:
    """The chance of who is about to throw, for every position, by value iteration until nothing moves."""
    nodes = all_nodes()
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


def often_reached(values: dict[Node, float]) -> dict[Node, float]:
    """How often a game comes to each position on average, when both sides play as well as can be."""
    nodes = all_nodes()
    reached = dict.fromkeys(nodes, 0.0)
    arriving = {(drawn("G"), drawn("B")): 1.0}
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


@pytest.mark.prove
def test_the_learner_finds_the_exact_value_of_a_small_game() -> None:
    values = exact_values()
    assert len(values) == POSITIONS
    reached = often_reached(values)
    start = board(BOARD, **OPTIONS).now
    start.defence = 0  # no sum takes a chip off
    for seed in (1, 2):
        run = training.begin(seed, dict(OPTIONS))
        for _ in range(training.ROUNDS):
            training.improve_from(run, start, training.GAMES_A_ROUND)
        learned = tables.tables_of_one(tables.unpacked(training.finished(run)))
        assert chances(start, learned)[0] == pytest.approx(values[drawn("G"), drawn("B")], abs=WITHIN)
        wrong = 0.0
        for (own, other), often in reached.items():
            state = start.copy()
            state.chips = [packed(own), packed(other), 0]
            wrong += often * abs(chances(state, learned)[0] - values[own, other])
        assert wrong / sum(reached.values()) < WITHIN


def packed(chips: Chips) -> int:
    """Chips as the game keeps them."""
    return sum(1 << 6 * row + column for row, column in chips)
