"""What a position is worth to everybody, at any moment, in the plain subset of the rules.

Before a throw a net tells chances and points from all grids; alone the points are exact where their table is there.
Within a turn they follow exactly: everybody makes of a throw what is best for their grid, and whoever throws keeps or
throws again what is best for them, with what all others make of it reckoned in.
"""

from typing import Any

from cinquina.bots.prospects import (
    TENS,
    add,
    appeal,
    clear,
    foresee,
    put,
    results,
    results_of,
    size_of,
    to_squares,
    to_variances,
)
from cinquina.bots.the_choice.chances import ARC, BEST, FAILED, NOTHING, PATH, Judgement, grid_of, worth_left
from cinquina.bots.the_choice.layout import ARC_LENGTH, NETS, PATH_LENGTH, RACE_SLOTS, SOLO_SLOTS, WIDTH, Tables
from cinquina.bots.the_choice.play import (
    ALIKE,
    DIGIT,
    HANDS,
    is_usual,
    judge_sheets,
    judgement,
    lay,
)
from cinquina.bots.the_choice.search import best_use, best_with, worth_of_marking
from cinquina.bots.the_choice.values import (
    ABOUT_ALONE,
    ALONE,
    CHANCE,
    RACER,
    Grid,
    failures_then,
    is_full,
    points_before,
    points_now,
    points_to_come,
)
from cinquina.core.bits import has, lowest
from cinquina.core.flow import next_seat
from cinquina.core.position import FACES
from cinquina.core.state import CHOICE, OVER
from cinquina.games.the_choice import (
    CHOICES,
    GRIDS,
    MARKING,
    MOST_DICE,
    MOST_SEATS,
    NUMBERS,
    RETHROWING,
    TAKING,
    THREE_DICE,
    State,
    printed,
    ways,
)
from cinquina.sim.loops import copy_to
from cinquina.sim.placeholders import (
    EXACT,
    LEARNED,
    MOST,
    UNKNOWN,
    apply,
    legal,
)
from cinquina.sim.placeholders import FOUND as VALUES

NET = size_of(WIDTH)
LAST, LEAD = 7, 8
"""Places in a block: whether one failure more ends the game, and the lead over all others then, in tens."""
NOW, ENDS, LEFT = WIDTH, WIDTH + 1, WIDTH + 2
"""What is kept of a seat after its block: its points, and whether it ends the game."""
USUAL_FAILURES = NUMBERS["failures"].usual[0]
HELD, KNOWN = VALUES + HANDS * VALUES, 1.0
"""Places behind the values of a state before a throw: the values of all hands, and a mark that they are known."""
LAID, SETTLED = 0, 1
"""States of `spare`: one to lay hands of dice in, one with sheets taken."""


def valued(s: State, spare: Any, tables: Tables, found: Any) -> int:
    """Return chances, points and variances of all seats; UNKNOWN where the numbers are not the usual ones."""
    if s.phase == OVER:
        results(s, found)
        return EXACT
    if not is_usual(s) or s.failures_to_end != USUAL_FAILURES:
        return UNKNOWN
    copy_to(spare, SETTLED, s)
    t = spare[SETTLED]
    if t.phase == CHOICE and t.stage == TAKING:
        take_best(t, tables)
    if t.beginner < 0:
        value_start(t, tables, found)
    elif t.phase == CHOICE and t.stage == MARKING:
        value_marks(t, tables, found)
    else:
        value_throws(t, spare, tables, found)
    to_variances(s.seats, found)
    return EXACT if s.seats == 1 and not is_about(t, tables) else LEARNED


# --- before a throw ------------------------------------------------------------------------------------------------


def value_start(s: State, tables: Tables, found: Any) -> None:
    """Value a game in which nobody has begun: the mean over the seats that may begin."""
    values = [0.0] * VALUES
    sheets = [0.0] * (MOST_SEATS * LEFT)
    describe(s, tables, sheets)
    clear(found)
    for seat in range(s.seats):
        after_throw(s, tables, sheets, seat, values)
        add(found, 1.0 / s.seats, values, 0)


def take_best(s: State, tables: Tables) -> None:
    """Let every seat that has not yet done so take the sheet and the side that are best for it."""
    worth = [0.0] * CHOICES
    while s.phase == CHOICE:
        seat = lowest(s.waiting)
        judge_sheets(s, seat, ALONE if s.seats == 1 else RACER, tables, worth)
        options = legal(s, seat)
        chosen = lowest(options)
        while options:
            if worth[lowest(options)] > worth[chosen]:
                chosen = lowest(options)
            options &= options - 1
        apply(s, seat, chosen)


def describe(s: State, tables: Tables, sheets: Any) -> None:
    """Write what is known of every grid as it is."""
    for seat in range(s.seats):
        grid = grid_of(s, seat, tables)
        describe_grid(s, seat, tables, widened(grid, grid.failures), sheets, seat * LEFT)


def widened(grid: Grid, failures: int) -> Grid:
    """Return a grid with this many failures; in compiled code all its numbers have 64 bits, as in other grids."""
    return Grid(grid.path + 0, grid.arc + 0, failures + 0)


def describe_grid(s: State, seat: int, tables: Tables, grid: Grid, sheets: Any, at: int) -> None:
    """Write what is known of a seat when a throw leaves it with a grid."""
    now = points_before(s, seat) + points_now(s, tables, grid)
    failed = grid.failures >= s.failures_to_end
    second = s.grid[seat] == 1 or failed
    new = failed and s.grid[seat] == 0
    failures = 0 if new else grid.failures
    sheets[at] = points_to_come(s, seat, ALONE if s.seats == 1 else RACER, tables, grid) / TENS
    sheets[at + 1] = now / TENS
    sheets[at + 2] = points_to_come(s, seat, ABOUT_ALONE, tables, grid) / TENS
    sheets[at + 3] = (s.failures_to_end - failures + (0 if second else s.failures_to_end)) / s.failures_to_end
    sheets[at + 4] = 0.0 if new else tables.whole[PATH_LENGTH + grid.path] / TENS
    sheets[at + 5] = 0.0 if new else tables.whole[ARC_LENGTH + grid.arc] / TENS
    sheets[at + 6] = 1.0 if second else 0.0
    sheets[at + LAST] = 1.0 if second and failures + 1 == s.failures_to_end else 0.0
    sheets[at + LEAD] = 0.0
    sheets[at + NOW] = now
    sheets[at + ENDS] = 1.0 if is_full(tables, grid) or (failed and s.grid[seat] == 1) else 0.0


def after_throw(s: State, tables: Tables, sheets: Any, thrower: int, found: Any) -> None:
    """Write chances, points and their squares after a throw, given what all sheets are then and who throws next."""
    over = False
    for seat in range(s.seats):
        over = over or sheets[seat * LEFT + ENDS] > 0.0
    points = [0.0] * MOST_SEATS
    if over:
        for seat in range(s.seats):
            points[seat] = sheets[seat * LEFT + NOW]
        results_of(points, s.seats, found)
    else:
        about = is_about(s, tables)
        net = NETS + (s.seats - 1 + MOST_SEATS * int(about)) * NET
        foresee((tables.fractions, net), WIDTH, blocks_of(s, sheets), s.seats, thrower, found)
        if s.seats == 1 and not about:
            found[MOST] = TENS * sheets[0]
    to_squares(s.seats, found)


def blocks_of(s: State, sheets: Any) -> list[float]:
    """Return the part of what is known of all seats that the nets see."""
    blocks = [0.0] * (MOST_SEATS * WIDTH)
    for seat in range(s.seats):
        for place in range(WIDTH):
            blocks[seat * WIDTH + place] = sheets[seat * LEFT + place]
        if sheets[seat * LEFT + LAST] > 0.0:
            blocks[seat * WIDTH + LEAD] = lead_of(s, sheets, seat) / TENS
    return blocks


def lead_of(s: State, sheets: Any, seat: int) -> float:
    """Return the points that a seat has more than the best other seat."""
    most = 0.0
    for other in range(s.seats):
        if other != seat:
            most = max(most, float(sheets[other * LEFT + NOW]))
    return float(sheets[seat * LEFT + NOW]) - most


def is_about(s: State, tables: Tables) -> bool:
    """Return whether the values of some grid still in play are approximate."""
    slots = SOLO_SLOTS if s.seats == 1 else RACE_SLOTS
    for seat in range(s.seats):
        for which in range(s.grid[seat], GRIDS):
            if tables.whole[slots + printed(s, seat, which) * GRIDS + which] < 0:
                return True
    return False


# --- marks ---------------------------------------------------------------------------------------------------------


def kind_of_seats(s: State) -> int:
    """Return the way in which a strong player judges at this table."""
    return ALONE if s.seats == 1 else CHANCE


def value_marks(s: State, tables: Tables, found: Any) -> None:
    """Value a throw that is being marked: every seat that still marks makes the best of it."""
    sheets = [0.0] * (MOST_SEATS * LEFT)
    for seat in range(s.seats):
        grid = grid_of(s, seat, tables)
        if has(s.waiting, seat):
            by = judgement(s, seat, kind_of_seats(s), tables)
            mark_best(s, by, grid)
            left = left_by(s, by)
        else:
            left = widened(grid, s.failures_to_end if s.closing[seat] else failures_then(s, seat, s.used[seat]))
        describe_grid(s, seat, tables, left, sheets, seat * LEFT)
    after_throw(s, tables, sheets, next_seat(s), found)


def mark_best(s: State, by: Judgement, grid: Grid) -> None:
    """Find the best grid that a seat can still make of the throw."""
    by.found[BEST] = NOTHING
    if s.chosen[by.seat]:
        cell = s.chosen[by.seat] - 1
        uses = ways(s, by.seat, cell)
        while uses:
            worth_of_marking(s, by, grid, cell, lowest(uses))
            uses &= uses - 1
    else:
        best_use(s, by, grid, s.used[by.seat])


def left_by(s: State, by: Judgement) -> Grid:
    """Return the best grid found; a first one is closed where going on is worth no more."""
    grid = Grid(int(by.found[PATH]), int(by.found[ARC]), int(by.found[FAILED]))
    closed = Grid(grid.path, grid.arc, s.failures_to_end)
    if s.grid[by.seat] == 0 and worth_left(s, by, closed) >= by.found[BEST] - ALIKE:
        return closed
    return grid


# --- throws --------------------------------------------------------------------------------------------------------


def value_throws(s: State, spare: Any, tables: Tables, found: Any) -> None:
    """Value dice that are about to be thrown, or that lie and may be thrown again."""
    thrown_again = s.again if s.phase != CHOICE else 0
    loose = thrown_again if thrown_again else THREE_DICE
    values = [0.0] * (HANDS * VALUES)
    if is_open(s) and len(found) > HELD and found[VALUES] == KNOWN:
        move(found, VALUES + 1, values, 0)
    else:
        fill_hands(s, spare, tables, loose, values)
    if len(found) > HELD:
        found[VALUES] = KNOWN if s.phase != CHOICE else 0.0
        move(values, 0, found, VALUES + 1)
    clear(found)
    if thrown_again:
        add(found, 1.0, values, number_of(s, THREE_DICE & ~thrown_again) * VALUES)
    elif is_open(s):
        add(found, 1.0, values, best_kept(s, number_of(s, THREE_DICE), values) * VALUES)
    else:
        for number in range(HANDS):
            if shown(number) == THREE_DICE:
                add(found, 1.0 / FACES**MOST_DICE, values, best_kept(s, number, values) * VALUES)


def is_open(s: State) -> bool:
    """Return whether dice lie that may all be thrown again."""
    return s.phase == CHOICE and s.stage == RETHROWING and s.again == 0


def move(values: Any, at: int, others: Any, to: int) -> None:
    """Copy the values of all hands."""
    for place in range(HANDS * VALUES):
        others[to + place] = values[at + place]


def fill_hands(s: State, spare: Any, tables: Tables, loose: int, values: Any) -> None:
    """Write the values of every hand; of a hand in which dice are thrown again, the mean over what they may show."""
    sheets = [0.0] * (MOST_SEATS * HANDS * LEFT)
    lying = [0.0] * (MOST_SEATS * LEFT)
    outcome = [0.0] * VALUES
    for seat in range(s.seats):
        fill_sheets(s, spare, judgement(s, seat, kind_of_seats(s), tables), loose, sheets)
    for number in range(HANDS - 1, -1, -1):
        if not is_possible(s, number, loose) or THREE_DICE & ~shown(number) & ~loose:
            continue
        if shown(number) == THREE_DICE:
            for seat in range(s.seats):
                for place in range(LEFT):
                    lying[seat * LEFT + place] = sheets[(seat * HANDS + number) * LEFT + place]
            after_throw(s, tables, lying, next_seat(s), outcome)
        else:
            die = lowest(THREE_DICE & ~shown(number))
            clear(outcome)
            for face in range(1, FACES + 1):
                add(outcome, 1.0 / FACES, values, (number + face * DIGIT[die]) * VALUES)
        put(values, number * VALUES, outcome)


def fill_sheets(s: State, spare: Any, by: Judgement, loose: int, sheets: Any) -> None:
    """Write for every hand what is known of a seat after the best marks with it.

    The best use of a hand is that of all its dice, or that of a hand without one of them.
    """
    most = [NOTHING] * HANDS
    paths = [0] * HANDS
    arcs = [0] * HANDS
    failed = [0] * HANDS
    copy_to(spare, LAID, s)
    hand = spare[LAID]
    grid = grid_of(s, by.seat, by.tables)
    for number in range(HANDS):
        if not is_possible(s, number, loose):
            continue
        dice = lay(hand, number)
        by.found[BEST] = NOTHING
        best_with(hand, by, Grid(grid.path, grid.arc, failures_then(s, by.seat, dice)), dice)
        for die in range(MOST_DICE):
            smaller = number - hand.dice[die] * DIGIT[die]
            if has(dice, die) and most[smaller] > by.found[BEST]:
                by.found[BEST] = most[smaller]
                by.found[PATH] = paths[smaller]
                by.found[ARC] = arcs[smaller]
                by.found[FAILED] = failed[smaller]
        most[number] = by.found[BEST]
        paths[number] = int(by.found[PATH])
        arcs[number] = int(by.found[ARC])
        failed[number] = int(by.found[FAILED])
        if dice == THREE_DICE:
            describe_grid(s, by.seat, by.tables, left_by(s, by), sheets, (by.seat * HANDS + number) * LEFT)


def is_possible(s: State, number: int, loose: int) -> bool:
    """Return whether a hand can occur when the loose dice are thrown and the others stay or are not used."""
    for die in range(MOST_DICE):
        face = number // DIGIT[die] % (FACES + 1)
        if face and not has(loose, die) and face != s.dice[die]:
            return False
    return True


def shown(number: int) -> int:
    """Return the dice that show something in the hand of a number."""
    found = 0
    for die in range(MOST_DICE):
        found |= int(number // DIGIT[die] % (FACES + 1) > 0) << die
    return found


def number_of(s: State, dice: int) -> int:
    """Return the number of the hand in which only some of the dice that lie show something."""
    number = 0
    for die in range(MOST_DICE):
        number += s.dice[die] * DIGIT[die] if has(dice, die) else 0
    return number


def best_kept(s: State, number: int, values: Any) -> int:
    """Return the hand that is best kept of one that lies, while the other dice are thrown again."""
    best = number
    for again in range(1, THREE_DICE + 1):
        kept = number
        for die in range(MOST_DICE):
            kept -= number // DIGIT[die] % (FACES + 1) * DIGIT[die] if has(again, die) else 0
        worth = appeal(values, kept * VALUES, s.seats, s.active)
        if worth > appeal(values, best * VALUES, s.seats, s.active):
            best = kept
    return best
