"""Tree counts: from a position, with given throws, how many ways the choices can go."""

from __future__ import annotations

import pytest

from cinquina.core import CHOICE, OVER, Choice, Position, Roll, after, bits, legal_options
from cinquina.core.spelling import spell_event
from kit import play, start
from trees_told import TREES, Tree


def ways(position: Position, throws: tuple[tuple[int, ...], ...]) -> int:
    """The number of different courses: seats answer in order, dice fall as given, until the throws are used up."""
    if position.phase == OVER:
        return 1
    if position.phase != CHOICE:
        return ways(after(position, Roll(throws[0])), throws[1:]) if throws else 1
    return sum(ways(following, throws) for _, following in branches(position))


def branches(position: Position) -> list[tuple[str, Position]]:
    """What the first waiting seat may choose, with where it leads."""
    seat = position.waiting[0]
    events = [Choice(seat, option) for option in bits.members(legal_options(position, seat))]
    return [(spell_event(position, event), after(position, event)) for event in events]


@pytest.mark.parametrize("tree", TREES, ids=[f"{tree.game}: {tree.about}" for tree in TREES])
def test_tree(tree: Tree) -> None:
    position = play(start(tree.game, tree.seats, **tree.options), *tree.lines)
    throws = tuple(tuple(map(int, throw.split())) for throw in tree.throws)
    found = ways(position, throws)
    if found != tree.count:
        while position.phase != CHOICE:
            position, throws = after(position, Roll(throws[0])), throws[1:]
        told = "\n".join(f"{line}: {ways(following, throws)}" for line, following in branches(position))
        raise AssertionError(f"{found} ways, not {tree.count}:\n{told}")
