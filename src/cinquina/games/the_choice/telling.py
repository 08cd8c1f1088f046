"""Text and marks for The Choice: why an option is refused, how it is written, what is on the grids."""

from cinquina import sheets
from cinquina.core import Phrase
from cinquina.core.bits import count, has, is_single, lowest, members
from cinquina.games.the_choice import rules
from cinquina.games.the_choice.rules import BY_COLOUR, CLOSE, DONE, KEEP, NUMBER_CELL, SHEETS, TAKE_SHEET, State

# By printed grid: its sheet, the cells of the ring, and those with numbers.
SHEET_IDS = tuple(sheet.id for sheet in SHEETS)
RING_IDS = tuple(tuple(cell.id for cell in sheet.of_kind("ring")) for sheet in SHEETS)
NUMBER_IDS = tuple(tuple(cell.id for cell in sheet.of_kind("number")) for sheet in SHEETS)
EVERYBODY = -1  # as a bit set of waiting seats: the window does not close


def refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids an option."""
    if s.stage == rules.TAKING:
        return "take-a-side-first" if s.letter[seat] else "take-a-sheet-first"
    if s.stage == rules.RETHROWING:
        return "keep-or-throw-again"
    if option >= KEEP:
        return "the-throw-is-settled"
    if option > CLOSE:
        return "dice-do-not-fit" if s.chosen[seat] else "choose-a-cell-first"
    if s.chosen[seat]:
        return "choose-the-dice-first"
    if option == CLOSE:
        return "second-grid-cannot-be-closed"
    return cell_refusal(s, seat, option)


def cell_refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids marking a cell."""
    grid = s.grid[seat]
    if option < NUMBER_CELL:
        if has(s.ring[seat][grid], option):
            return "already-crossed"
        if not has(rules.open_ring(s.ring[seat][grid]), option):
            return "colours-must-touch"
        return without_dice(s, seat, "no-die-of-this-colour", "no-die-left-of-this-colour")
    if has(s.crossed[seat][grid], option - NUMBER_CELL):
        return "already-crossed"
    if not has(rules.open_numbers(s.crossed[seat][grid], s.path[seat][grid]), option - NUMBER_CELL):
        return "path-goes-on-from-its-end"
    return without_dice(s, seat, "no-dice-with-this-sum", "no-dice-left-with-this-sum")


def without_dice(s: State, seat: int, none: str, none_left: str) -> str:
    """Return which dice a cell would need: of all, of those that a seat has left, or none is left."""
    if s.used[seat] == rules.THREE_DICE:
        return "all-dice-are-used"
    return none_left if s.used[seat] else none


def spell(s: State, seat: int, option: int) -> str:
    """g2 or n7 is a cell; green6 and 6+1 are uses of dice; again-6+1 throws those dice once more."""
    if option < DONE:
        return cell(s, seat, option) if s.letter[seat] else f"cell{option}"
    if option <= CLOSE:
        return "done" if option == DONE else "close"
    if option <= rules.BY_SUM:
        die = option - BY_COLOUR
        return f"{colour_shown(s, die) if s.dice[die] else die}{s.dice[die]}"
    if option < KEEP:
        return spell_dice(s, option - rules.BY_SUM)
    if option < TAKE_SHEET:
        return "keep" if option == KEEP else f"again-{spell_dice(s, option - rules.AGAIN)}"
    if option < rules.TAKE_SIDE:
        return f"sheet-{rules.LETTERS[option - TAKE_SHEET]}"
    return rules.SIDES[option - rules.TAKE_SIDE]


def colour_shown(s: State, die: int) -> str:
    """Return the colour beside the number that a die shows."""
    return rules.COLOURS[rules.COLOUR_OF[die][s.dice[die]]]


def spell_dice(s: State, dice: int) -> str:
    """Join the numbers of a bit set of dice with plus signs; if two dice show the same number, add its colour."""
    shown = []
    for die in members(dice):
        twins = sum(other == s.dice[die] for other in s.dice) > 1
        shown.append(f"{s.dice[die]}{colour_shown(s, die) if twins else ''}")
    return "+".join(shown)


def cell(s: State, seat: int, option: int) -> str:
    """Return the id of the cell that an option marks."""
    if option >= DONE or s.letter[seat] == 0:
        return ""
    page = rules.printed(s, seat, s.grid[seat])
    if option < NUMBER_CELL:
        return RING_IDS[page][option]
    return NUMBER_IDS[page][option - NUMBER_CELL]


def describe(s: State, seat: int, option: int) -> Phrase:
    """Mark a cell, with certain dice; stop; keep or throw again; take a sheet and a side."""
    if option < DONE:
        return "mark", {"cell": cell(s, seat, option)}
    if option <= CLOSE:
        failing = f"-{price(s, seat, option)}" if rules.is_failing(s, seat) else ""
        return spell(s, seat, option) + failing, {"points": first_points(s, seat)} if option == CLOSE else {}
    if option == KEEP:
        return "keep", {}
    if option >= rules.TAKE_SIDE:
        return spell(s, seat, option), {"top": top_row(s, seat, option - rules.TAKE_SIDE)}
    if option <= rules.BY_SUM:
        die = option - BY_COLOUR
        return "by-colour", {"colour": colour_shown(s, die), "face": s.dice[die]}
    if option < KEEP:
        dice = option - rules.BY_SUM
        return "by-sum", {"dice": spell_dice(s, dice), "n": count(dice)}
    if option < TAKE_SHEET:
        dice = option - rules.AGAIN
        return "again", {"dice": spell_dice(s, dice), "n": count(dice)}
    return "take-sheet", {"letter": rules.LETTERS[option - TAKE_SHEET]}


def price(s: State, seat: int, option: int = DONE) -> str:
    """Return what a throw with too few dice does: it fails; the last failure closes the first grid or ends the game."""
    grid = s.grid[seat]
    if option == CLOSE or s.failures[seat][grid] + 1 < s.failures_to_end:
        return "failing"
    return "ending" if grid else "closing"


def top_row(s: State, seat: int, side: int) -> str:
    """Return the highest row of numbers on one side of a seat's sheet, by which people tell the sides apart."""
    if s.letter[seat] == 0:
        return ""
    cells = SHEETS[(s.letter[seat] - 1) * rules.GRIDS + side].of_kind("number")
    return " ".join(str(cell.number) for cell in cells if cell.at[1] == cells[0].at[1])


def question(s: State, seat: int) -> Phrase:
    """Ask for a sheet, a side, a second throw, a cell, its dice or, with no dice left, whether to close the grid."""
    if s.stage == rules.TAKING:
        return "take-side" if s.letter[seat] else "take-sheet", {}
    if s.stage == rules.RETHROWING:
        return "keep-or-again", what_fits(kept(s, seat), seat)
    if s.chosen[seat]:
        ways = [dice for way in members(rules.legal(s, seat)) for dice in dice_of(s, seat, way)]
        single = {"when": "single"} if all(is_single(dice) for dice in ways) else {}
        return "dice-for-cell", {"cell": cell(s, seat, s.chosen[seat] - 1), **single}
    if s.used[seat] == rules.THREE_DICE:
        return "all-dice-used", {}
    left = "+".join(f"{s.dice[die]}{colour_shown(s, die)}" for die in members(rules.THREE_DICE & ~s.used[seat]))
    counts: dict[str, int | str] = {"used": count(s.used[seat]), "wanted": rules.wanted_dice(s, seat), "left": left}
    return "mark", counts | what_fits(s, seat)


def what_fits(s: State, seat: int) -> dict[str, int | str]:
    """Say whether the dice that fit are enough, and what happens to a seat that uses too few."""
    used, wanted = count(s.used[seat]), rules.wanted_dice(s, seat)
    most = most_dice(s, seat)
    if most < wanted:
        return {"when": "short" if used else "few" if most else "none", "most": most, "price": price(s, seat)}
    when = "all" if wanted == rules.MOST_DICE else "enough" if wanted <= used == rules.MOST_DICE - 1 else "some"
    return {"when": when, "price": price(s, seat)}


def kept(s: State, seat: int) -> State:
    """Return the state in which a seat that keeps its dice begins to mark."""
    marking = s.copy()
    marking.stage, marking.used[seat], marking.chosen[seat] = rules.MARKING, 0, 0
    marking.sums = [rules.sum_of(s, dice) for dice in range(rules.THREE_DICE + 1)]
    return marking


def most_dice(s: State, seat: int) -> int:
    """Return how many dice of a throw a seat can use at most, with those it has used; no more than it must."""
    cells = rules.ring_cells(s, seat) | rules.number_cells(s, seat) << NUMBER_CELL
    ways = [(cell, way) for cell in members(cells) for way in members(rules.ways(s, seat, cell))]
    most = count(s.used[seat]) + max([count(dice_of(s, seat, way)[0]) for _, way in ways], default=0)
    for option, way in ways:
        if most >= rules.wanted_dice(s, seat):
            break
        marked = s.copy()
        marked.waiting = EVERYBODY
        rules.mark(marked, seat, option, way)
        most = max(most, most_dice(marked, seat))
    return most


def turned(before: State, now: State, seat: int) -> Phrase:
    """Say with how many points the first grid was closed, by its owner or by failures."""
    by_failures = now.failures[seat][0] >= now.failures_to_end and not now.closing[seat]
    return "failed" if by_failures else "closed", {"points": first_points(now, seat)}


def first_points(s: State, seat: int) -> int:
    """Return the points of a seat's first grid."""
    return rules.part(s, seat, 0) + rules.part(s, seat, 1)


def grids_of(s: State, seat: int) -> tuple[int, ...]:
    """Return the grid in use, then the other one; empty until a sheet is taken."""
    return (s.grid[seat], 1 - s.grid[seat]) if s.letter[seat] else ()


def sheets_of(s: State, seat: int) -> tuple[str, ...]:
    """Return the sheets of the two grids; until one is taken, all sheets to choose from."""
    if s.letter[seat] == 0:
        return SHEET_IDS
    grid = s.grid[seat]
    return SHEET_IDS[rules.printed(s, seat, grid)], SHEET_IDS[rules.printed(s, seat, 1 - grid)]


def sheet_numbers(s: State, seat: int) -> tuple[int, ...]:
    """Return whether each sheet is a seat's first or second grid; 0 until one is taken."""
    return tuple(grid + 1 for grid in grids_of(s, seat)) or (0,) * len(SHEETS)


def marks(s: State, seat: int) -> tuple[dict[str, str], ...]:
    """Return crosses on the ring, step numbers on the path, crosses in the failure boxes."""
    return tuple(grid_marks(s, seat, grid) for grid in grids_of(s, seat)) or ({},) * len(SHEETS)


def grid_marks(s: State, seat: int, grid: int) -> dict[str, str]:
    """Return the marks on one grid."""
    page = rules.printed(s, seat, grid)
    written = {RING_IDS[page][place]: "x" for place in members(s.ring[seat][grid])}
    steps = count(s.crossed[seat][grid])
    for step in range(steps):
        place = (s.path[seat][grid] >> (steps - 1 - step) * rules.HEAD_BITS & rules.HEAD) - 1
        written[NUMBER_IDS[page][place]] = sheets.step_mark(step + 1)
    return written | sheets.crosses(rules.FAILURE_IDS, s.failures[seat][grid])


def dice_asked(s: State, seat: int) -> int:
    """Return the dice that a seat has not used yet."""
    if s.stage == rules.MARKING:
        return rules.THREE_DICE & ~s.used[seat]
    return rules.THREE_DICE if s.dice[0] else 0


def score_tables(s: State) -> dict[str, tuple[int, ...]]:
    """Return the points of a ring by its crosses, and of a path by its numbers."""
    return {"ring": tuple(s.ring_points), "path": tuple(s.path_points)}


def counted(s: State, seat: int) -> tuple[dict[str, int], ...]:
    """Write the ring's points at the end of its arc, the path's points at its newest cell, on each grid."""
    return tuple(grid_points(s, seat, grid) for grid in grids_of(s, seat)) or ({},) * len(SHEETS)


def grid_points(s: State, seat: int, grid: int) -> dict[str, int]:
    """Return the points written on one grid."""
    page, ring, path = rules.printed(s, seat, grid), s.ring[seat][grid], s.path[seat][grid]
    points = {}
    for place in range(rules.RING_CELLS):
        if has(ring, place) and (ring == rules.ALL_RING or not has(ring, (place + 1) % rules.RING_CELLS)):
            points[RING_IDS[page][place]] = rules.part(s, seat, 2 * grid)
            break
    if path:
        points[NUMBER_IDS[page][(path & rules.HEAD) - 1]] = rules.part(s, seat, 2 * grid + 1)
    return points


def dice_of(s: State, seat: int, option: int) -> tuple[int, ...]:
    """The dice to throw again, or those that mark a cell; none where several would do."""
    if option < DONE and s.stage == rules.MARKING:
        ways = rules.ways(s, seat, option)
        return dice_of(s, seat, lowest(ways)) if is_single(ways) else ()
    if BY_COLOUR <= option <= rules.BY_SUM:
        return (1 << option - BY_COLOUR,)
    if rules.BY_SUM < option < KEEP:
        return (option - rules.BY_SUM,)
    return (option - rules.AGAIN,) if KEEP < option < TAKE_SHEET else ()


def stop(s: State, seat: int) -> int:
    """Keeping the dice, then ending the marks; a sheet has to be taken, and the dice for a chosen cell to be named."""
    if s.stage == rules.RETHROWING:
        return KEEP
    return DONE if s.stage == rules.MARKING and not s.chosen[seat] else -1


def enders(before: State, now: State, ending: str) -> int:
    """Everybody with a full grid, or with all failures on the second one."""
    does_end = is_full if ending == "grid-full" else has_failed
    return sum(1 << seat for seat in range(now.seats) if does_end(now, seat))


def is_full(s: State, seat: int) -> bool:
    """Whether all cells of one of a seat's grids are crossed."""
    cells = zip(s.ring[seat], s.crossed[seat], strict=True)
    return any(ring == rules.ALL_RING and numbers == rules.ALL_NUMBERS for ring, numbers in cells)


def has_failed(s: State, seat: int) -> bool:
    """Whether a seat's second grid has ended by failures."""
    return s.failures[seat][1] >= s.failures_to_end
