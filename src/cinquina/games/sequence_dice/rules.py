"""Sequence Dice. The rules in our words: docs/rules/sequence-dice.en.md.

         a  b  c  d  e  f
    1    2  3  4  5  6  2
    2    6  7  8  9  7  3
    3    5  9 12 12  8  4
    4    4  8 12 12  9  5
    5    3  7  9  8  7  6
    6    2  6  5  4  3  2

The chips of a side are one integer with one bit per space, row by row from a1. An option is the space where a chip is
placed, replaced or taken; the throw decides which of the three.
"""

from collections.abc import Mapping, Sequence

from cinquina import core, sheets
from cinquina.core import Numbers, Option, number, number_in, numbers
from cinquina.core.bits import count, is_single, lowest
from cinquina.core.flow import ask, begin, finish, has_beginner, next_seat, throw

NAME = "sequence-dice"
VERSION = 1
SEATS = (2, 3, 4)
OPTIONS = {"length": Option(("5", "6"), seats={"6": (2, 4)})}
ENDINGS = ("in-a-row",)
IN_A_ROW = 1
PARTS = ("win",)

SIZE = 6
SPACES = SIZE * SIZE
ALL_SPACES = (1 << SPACES) - 1
CHOICES = SPACES
MOST_SIDES = 3
PAIR, FOUR = 2, 4  # lengths from which longer lines are put together
TEAM_SEATS = 4  # this many seats play in two teams

LEAST, MOST = 2, 12  # give another turn, and are safe from DEFENCE

SHEET = sheets.load(NAME)
DICE = tuple(die.id for die in SHEET.dice)
WIN_POINTS = SHEET.scores["win"][0]

NUMBERS = {
    "shorter": Numbers((0,), 0, 2),  # a line needs this many chips fewer than `length`
    "chips": Numbers((SHEET.chips,), 12, SPACES),  # per side
    "defence": Numbers((10,), LEAST, MOST),  # the sum that takes a chip off
    "wild": Numbers((11,), 0, MOST),  # the sum that may go on any space; 0: none
}
NO_WILD = 0

# By sum: the spaces with that number; none for 10 and 11.
SPACES_OF = tuple(
    sum(1 << space for space, cell in enumerate(SHEET.cells) if cell.number == total) for total in range(MOST + 1)
)
SAFE = SPACES_OF[LEAST] | SPACES_OF[MOST]
# A line runs across, down or along a diagonal. By direction: the distance between the bits of two neighbours,
STEPS = (1, SIZE, SIZE + 1, SIZE - 1)
RIGHT = (1, 0, 1, -1)  # and the number of columns to the right


def _starts(length: int, right: int) -> int:
    """Return where a line can start without crossing the left or right edge; no chips lie below the board."""
    spots = [(row, place) for row in range(SIZE) for place in range(SIZE)]
    return sum(1 << y * SIZE + x for y, x in spots if 0 <= x + right * (length - 1) < SIZE)


# By length and direction: these spaces.
STARTS = tuple(tuple(_starts(length, right) for right in RIGHT) for length in range(SIZE + 1))


def clash(options: Mapping[str, str]) -> str:
    """Refuse the sum 1, which two dice cannot make, and one sum for both taking a chip off and going anywhere."""
    wild = number_in(options, "wild")
    if NO_WILD < wild < LEAST:
        return "wild-is-no-sum"
    return "wild-is-defence" if wild == number_in(options, "defence") else ""


class State(core.State):
    """The state; fields that every game has are in core.State."""

    length: int = number(follows=True)  # how many in a row win
    chips_of_side: int = number(follows=True)
    defence: int = number(follows=True)  # the sum that takes a chip off
    wild: int = number(follows=True)  # the sum that may go on any space
    to_throw: int = number(of=core.SEAT_SET)  # throw-off: bit set of the seats still to throw in this round
    leaders: int = number(of=core.SEAT_SET)  # throw-off: bit set of the seats with the highest sum so far
    highest: int = number()  # throw-off: that sum
    dice: list[int] = numbers(len(DICE))
    chips: list[int] = numbers(MOST_SIDES, by=core.SIDE, packed=SPACES)
    spaces: int = number(follows=True)  # where the throw may be played


# --- the turn -------------------------------------------------------------------------------------------------


def start(s: State, options: Mapping[str, str]) -> None:
    """Start with an empty board; the players throw for the first turn unless they agreed on who begins."""
    s.length = int(options["length"]) - number_in(options, "shorter")
    s.chips_of_side = number_in(options, "chips")
    s.defence = number_in(options, "defence")
    s.wild = number_in(options, "wild")
    if not has_beginner(s):
        start_throw_off(s, (1 << s.seats) - 1)


def start_throw_off(s: State, seats: int) -> None:
    """Let each of these seats throw once."""
    s.to_throw = seats
    s.highest = 0
    s.active = lowest(seats)


def rolling(s: State) -> int:
    """Throw both dice."""
    return (1 << len(DICE)) - 1


def land(s: State, faces: Sequence[int]) -> None:
    """Compare the sum in the throw-off; in the game, ask the active seat to play it."""
    s.dice[0] = faces[0]
    s.dice[1] = faces[1]
    if not has_beginner(s):
        compare(s)
        return
    s.spaces = spaces_to_play(s, s.active)
    if s.spaces == 0:
        end_turn(s)
    elif is_single(s.spaces):
        play(s, s.active, lowest(s.spaces))
    else:
        ask(s, 1 << s.active)


def compare(s: State) -> None:
    """Let the highest sum begin; seats that share it throw again."""
    if dice_sum(s) > s.highest:
        s.highest = dice_sum(s)
        s.leaders = 0
    if dice_sum(s) == s.highest:
        s.leaders |= 1 << s.active
    s.to_throw &= ~(1 << s.active)
    if s.to_throw:
        s.active = lowest(s.to_throw)
    elif is_single(s.leaders):
        begin(s, lowest(s.leaders))
    else:
        start_throw_off(s, s.leaders)


def legal(s: State, seat: int) -> int:
    """Return the spaces where the throw may be played."""
    return s.spaces


def apply(s: State, seat: int, option: int) -> None:
    """Place, replace or take a chip."""
    play(s, seat, option)


def play(s: State, seat: int, space: int) -> None:
    """Return a chip on the space to its owner; unless the throw was a 10, place one's own there."""
    for other in range(MOST_SIDES):
        s.chips[other] &= ~(1 << space)
    if dice_sum(s) != s.defence:
        s.chips[side(s, seat)] |= 1 << space
    if has_line(s, side(s, seat)):
        finish(s, IN_A_ROW)
    else:
        end_turn(s)


def end_turn(s: State) -> None:
    """After a 2 or a 12 the same player throws again, else the next one to the left."""
    if dice_sum(s) != LEAST and dice_sum(s) != MOST:
        s.active = next_seat(s)
    throw(s)


# --- the board ------------------------------------------------------------------------------------------------


def dice_sum(s: State) -> int:
    """Return the sum of both dice."""
    return s.dice[0] + s.dice[1]


def spaces_to_play(s: State, seat: int) -> int:
    """Return the spaces to take from (10) or to place on; if all are covered, the opponents' chips to replace."""
    others = opponents_chips(s, seat)
    if dice_sum(s) == s.defence:
        return others & ~SAFE
    spaces = ALL_SPACES if dice_sum(s) == s.wild else SPACES_OF[dice_sum(s)]
    empty = spaces & ~others & ~own_chips(s, seat)
    found = empty if empty else spaces & others
    return found if supply(s, seat) else 0


def sides(s: State) -> int:
    """Return how many colours of chips are in play."""
    return 2 if s.seats == TEAM_SEATS else s.seats


def side(s: State, seat: int) -> int:
    """Four play in teams, the first and third against the second and fourth."""
    return seat & 1 if s.seats == TEAM_SEATS else seat


def own_chips(s: State, seat: int) -> int:
    """Return the spaces with chips of the seat's side."""
    return s.chips[side(s, seat)]


def opponents_chips(s: State, seat: int) -> int:
    """Return the spaces with chips of all other sides."""
    found = 0
    for other in range(MOST_SIDES):
        found |= s.chips[other]
    return found & ~own_chips(s, seat)


def supply(s: State, seat: int) -> int:
    """Return how many chips the seat's side has left."""
    return s.chips_of_side - count(own_chips(s, seat))


def has_line(s: State, team: int) -> bool:
    """Return whether a side has enough chips in a straight line."""
    found = 0
    for direction in range(len(STEPS)):
        found |= in_a_row(s.chips[team], STEPS[direction], s.length) & STARTS[s.length][direction]
    return found != 0


def in_a_row(chips: int, step: int, length: int) -> int:
    """Return where lines of three to six start: shift and overlap two pairs, or two fours, to the wanted length."""
    half = chips & chips >> step
    if length <= FOUR:
        return half & half >> (length - PAIR) * step
    half &= half >> PAIR * step
    return half & half >> (length - FOUR) * step


# --- the score ------------------------------------------------------------------------------------------------


def part(s: State, seat: int, place: int) -> int:
    """Return the points for a win; 0 without one."""
    return WIN_POINTS if has_line(s, side(s, seat)) else 0
