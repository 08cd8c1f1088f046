"""The tree counts by game: a position reached by lines of a record, throws to come, and the number of ways."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tree:
    """One count."""

    game: str
    about: str
    seats: int
    throws: tuple[str, ...]
    count: int
    lines: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)


TREES = (
    # By hand: white 5 is four cells or pass; coloured sums are r4 r7 y7 y10 g3 g6 b7 b10. After pass or y5 all eight
    # are open (9 ways with pass), r5 shuts r4, g5 shuts g6 (8 each), b5 shuts b7 and b10 (7): 9 + 9 + 8 + 8 + 7 = 41.
    Tree("qwixx", "one throw, alone", 1, ("1 4 3 6 2 6",), 41),
    # The second seat has five answers of its own: 5 × 41.
    Tree("qwixx", "one throw, two seats", 2, ("1 4 3 6 2 6",), 205),
    Tree("qwixx", "two throws, alone", 1, ("1 4 3 6 2 6", "5 5 1 2 3 4"), 615),
    Tree(
        "qwixx", "two throws on mixx-colours", 1, ("1 4 3 6 2 6", "5 5 1 2 3 4"), 626, options={"sheet": "mixx-colours"}
    ),
    Tree("qwinto", "one turn without a second throw, alone", 1, (), 7),
    # By hand: eighteen cells or pass for each of three seats, then seven ways to pick dice: 19 × 19 × 19 × 7.
    Tree("qwinto", "a sum of nine in two colours, three seats", 3, (), 48013, lines=("0 yv", "roll 4 5", "0 keep")),
    # By hand: nine orange and nine violet cells, the five yellow ones right of the 9, or pass; then seven: 24 × 7.
    Tree(
        "qwinto",
        "a twelve beside a nine, alone",
        1,
        (),
        168,
        lines=("0 oyv", "roll 3 3 3", "0 keep", "0 y4", "0 oyv", "roll 6 3 3", "0 keep"),
    ),
    Tree("the-choice", "the first throw of sheet A, alone", 1, ("6 1 2",), 415, lines=("0 front",)),
    Tree("the-choice", "equal numbers", 1, ("3 3 3",), 153, lines=("0 back",)),
    Tree(
        "the-choice",
        "the second throw of sheet A",
        1,
        ("6 1 2",),
        109,
        lines=("0 front", "roll 5 5 5", "0 keep", "0 n5", "0 5grey", "0 done"),
    ),
    # By hand: beside a 1, a 3 or a 5 the four dice pair in two ways, beside a 2 in three; any of three columns: 9 × 3.
    Tree("extra", "one throw, alone", 1, ("1 2 2 3 5",), 27),
    Tree("extra", "two throws, alone", 1, ("1 2 2 3 5", "2 4 5 5 5"), 195),
    Tree("extra", "three throws of two faces", 1, ("1 1 2 2 2", "1 1 2 2 2", "3 3 3 4 4"), 162),
    # By hand: four sevens, any of 35 empty spaces, then one chip to take or none: 4 × 35.
    Tree("sequence-dice", "three throws, two players", 2, ("3 4", "5 6", "4 6"), 140),
    # By hand: four twos, four twelves, four sevens.
    Tree("sequence-dice", "a second turn for a two", 2, ("1 1", "6 6", "3 4"), 64),
    # By hand: four fives, three, two, one left without asking; then the next one replaces one of three: 4 × 3 × 2 × 3.
    Tree("sequence-dice", "three players", 3, ("2 3", "2 3", "2 3", "2 3", "2 3"), 72),
)
