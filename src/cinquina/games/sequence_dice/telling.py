"""Text and marks for Sequence Dice: why an option is refused, how it is written, what is on the board."""

from cinquina.core import Phrase
from cinquina.core.bits import has, lowest, members
from cinquina.core.flow import has_beginner
from cinquina.games.sequence_dice import rules
from cinquina.games.sequence_dice.rules import State

SIDE_COLOURS = ("green", "blue", "red")
IDS = tuple(cell.id for cell in rules.SHEET.cells)
NEARLY = 2  # a line that lacks no more chips than this is worth a word


def refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids an option."""
    space = 1 << option
    if rules.dice_sum(s) == s.defence:
        if not rules.opponents_chips(s, seat) & space:
            return "take-an-opponents-chip"
        return "two-and-twelve-are-safe"
    if rules.supply(s, seat) == 0:
        return "no-chips-left"
    if rules.dice_sum(s) != s.wild and not rules.SPACES_OF[rules.dice_sum(s)] & space:
        return "space-has-another-number"
    if rules.own_chips(s, seat) & space:
        return "own-chip-is-there"
    return "empty-spaces-first"


def spell(s: State, seat: int, option: int) -> str:
    """c4 is the fourth space from the top in the third column."""
    return IDS[option]


def cell(s: State, seat: int, option: int) -> str:
    """Return the id of the space."""
    return IDS[option]


def describe(s: State, seat: int, option: int) -> Phrase:
    """Take a chip, place one or replace one."""
    return deed(s, seat), {"cell": cell(s, seat, option)}


def deed(s: State, seat: int) -> str:
    """Return what a seat does with a chip: it takes one, replaces one or places one."""
    if rules.dice_sum(s) == s.defence:
        return "take"
    return "replace" if rules.legal(s, seat) & rules.opponents_chips(s, seat) else "place"


def question(s: State, seat: int) -> Phrase:
    """Ask to take a chip, place one or replace one; the wild sum goes anywhere."""
    done = deed(s, seat)
    anywhere = done == "place" and rules.dice_sum(s) == s.wild
    return "place-anywhere" if anywhere else done, {"sum": rules.dice_sum(s)}


def sheets_of(s: State, seat: int) -> tuple[str, ...]:
    """One board for all."""
    return (rules.NAME,)


def marks(s: State, seat: int) -> tuple[dict[str, str], ...]:
    """Return every chip as its colour."""
    owners = [(team, space) for team in range(rules.sides(s)) for space in members(s.chips[team])]
    return ({IDS[space]: SIDE_COLOURS[team] for team, space in owners},)


def supply(s: State, seat: int) -> tuple[int, int]:
    """Return the chips that the seat's side has left, and with how many it began."""
    return rules.supply(s, seat), s.chips_of_side


def legend(s: State) -> tuple[Phrase, ...]:
    """Return how long a line wins, and what some sums do: lowest and highest, the one that takes, the wild one."""
    thrown = rules.dice_sum(s) if s.waiting or any(s.chips) else 0  # what was thrown for the start does nothing
    full = s.waiting and deed(s, s.active) == "replace"
    wild: tuple[Phrase, ...] = (("anywhere", {"sum": s.wild, "now": thrown == s.wild}),) if s.wild else ()
    ends = rules.LEAST, rules.MOST
    again: Phrase = ("again", {"low": ends[0], "high": ends[1], "now": thrown in ends, "look": "safe"})
    take: Phrase = ("take", {"sum": s.defence, "now": thrown == s.defence})
    goal: Phrase = ("goal", {"chips": s.length, "look": "strong"})
    return goal, again, take, *wild, ("full", {"now": bool(full), "look": "small"})


def line(s: State) -> tuple[str, ...]:
    """Return the spaces of the winning line, from one end to the other."""
    for team in range(rules.sides(s)):
        for direction, step in enumerate(rules.STEPS):
            starts = rules.in_a_row(s.chips[team], step, s.length) & rules.STARTS[s.length][direction]
            if starts:
                return tuple(IDS[lowest(starts) + place * step] for place in range(s.length))
    return ()


def throw_off(before: State, now: State) -> Phrase:
    """Tell a sum thrown for the start: the highest, one that others share and throw again for, or just one of them."""
    key = "highest" if has_beginner(now) else "threw" if now.highest else "tie"
    return key, {"sum": rules.dice_sum(now)}


def reasons(before: State, now: State, seat: int, option: int) -> tuple[Phrase, ...]:
    """Say how far a chip brings its line, and which line of an opponent it stops."""
    own = rules.side(now, seat)
    others = [team for team in range(rules.sides(now)) if team != own]
    reached = most_in_a_line(now, own, option) if has(now.chips[own], option) else 0
    stopped = max(most_in_a_line(before, team, option) for team in others)
    told: list[tuple[str, int]] = [("line", reached), ("stops", stopped)]
    least = now.length - NEARLY
    return tuple((key, {"chips": chips, "length": now.length}) for key, chips in told if least <= chips < now.length)


def most_in_a_line(s: State, team: int, space: int) -> int:
    """Return how many chips a side has at most in a winning line over a space that nobody else has a chip in."""
    others = sum(s.chips[other] for other in range(rules.sides(s)) if other != team)
    most = 0
    for direction, step in enumerate(rules.STEPS):
        starts = [space - place * step for place in range(s.length)]
        for first in [start for start in starts if start >= 0 and has(rules.STARTS[s.length][direction], start)]:
            spaces = [first + place * step for place in range(s.length)]
            if spaces[-1] < rules.SPACES and not any(has(others, one) for one in spaces):
                most = max(most, sum(has(s.chips[team], one) for one in spaces))
    return most
