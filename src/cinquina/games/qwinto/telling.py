"""Text and marks for Qwinto: why an option is refused, how it is written, what is on the sheets."""

from cinquina import sheets
from cinquina.core import Phrase
from cinquina.core.bits import has, members
from cinquina.games.qwinto import rules
from cinquina.games.qwinto.rules import CELLS, KEEP, MISS_IDS, PASS, PICK, State

IDS = tuple(cell.id for cell in rules.ENTRIES)


def refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids an option."""
    if s.stage == rules.PICKING:
        return "pick-dice-first"
    if s.stage == rules.DECIDING:
        return "keep-or-throw-again"
    if option >= PASS:
        return "the-sum-stands"
    if not has(rules.CELLS_OF_DICE[s.picked], option):
        return "colour-not-thrown"
    if has(s.taken[seat], option):
        return "cell-is-taken"
    column = [cell for cell in range(PASS) if rules.COLUMN_OF[cell] == rules.COLUMN_OF[option]]
    in_column = [number_at(s, seat, cell) for cell in column]
    return "number-twice-in-column" if rules.dice_sum(s) in in_column else "row-must-increase"


def number_at(s: State, seat: int, option: int) -> int:
    """Return the number in the cell of an option; 0 if it is empty."""
    return rules.entry(s.rows[seat][option // CELLS], option % CELLS)


def spell(s: State, seat: int, option: int) -> str:
    """y3 enters the sum in the third yellow cell; yv throws the yellow and the violet die."""
    if option < PASS:
        return cell(s, seat, option)
    if option == PASS:
        return "pass"
    if option < KEEP:
        return "".join(rules.DICE[die][0] for die in members(option - PICK))
    return "keep" if option == KEEP else "again"


def cell(s: State, seat: int, option: int) -> str:
    """Return the id of the cell where an option enters the sum."""
    return IDS[option] if option < PASS else ""


def describe(s: State, seat: int, option: int) -> Phrase:
    """Enter the sum, pass, throw some dice, keep them or throw them again."""
    if option < PASS:
        colour = rules.ENTRIES[option].colour
        return "enter", {"cell": cell(s, seat, option), "colour": colour, "sum": rules.dice_sum(s)}
    if PICK < option < KEEP:
        return "throw", {"colours": " ".join(rules.DICE[die] for die in members(option - PICK))}
    return spell(s, seat, option), {}


def question(s: State, seat: int) -> Phrase:
    """Ask which dice to throw, whether to keep them (a sum may fit nowhere), or where to enter the sum."""
    if s.stage == rules.PICKING:
        return "pick-dice", {}
    if s.stage == rules.DECIDING:
        return "keep-or-again" if rules.fitting_cells(s, seat) else "nowhere", {"sum": rules.dice_sum(s)}
    last = seat == s.active and s.most_throws > 1 and s.throws == s.most_throws
    return "enter", {"sum": rules.dice_sum(s)} | ({"when": "last"} if last else {})


def sheets_of(s: State, seat: int) -> tuple[str, ...]:
    """All play on the same sheet."""
    return (rules.NAME,)


def marks(s: State, seat: int) -> tuple[dict[str, str], ...]:
    """Return numbers in cells and crosses in the miss boxes."""
    written = sheets.crosses(MISS_IDS, s.misses[seat])
    for option in members(s.taken[seat]):
        written[IDS[option]] = str(number_at(s, seat, option))
    return (written,)


def score_tables(s: State) -> dict[str, tuple[int, ...]]:
    """Return the points of a miss."""
    return {"miss": (s.miss_points,)}


def counted(s: State, seat: int) -> tuple[dict[str, int], ...]:
    """Write each row's points beside it, a bonus on its pentagon, and the misses' points on the last crossed box."""
    points = {band.id: rules.row_points(s, seat, row) for row, band in enumerate(rules.SHEET.bands)}
    for bonus, place in enumerate(rules.BONUS_CELLS):
        if rules.has_bonus(s, seat, bonus):
            points[IDS[place]] = rules.bonus_number(s, seat, bonus)
    return (points | sheets.on_last(MISS_IDS, s.misses[seat], rules.part(s, seat, rules.ROWS + 1)),)


def dice_of(s: State, seat: int, option: int) -> tuple[int, ...]:
    """The dice to throw, or those whose sum is entered."""
    return (option - PICK if PICK < option < KEEP else s.picked,)


def stop(s: State, seat: int) -> int:
    """Keeping the dice, then passing; dice have to be picked."""
    if s.stage == rules.PICKING:
        return -1
    return KEEP if s.stage == rules.DECIDING else PASS


def enders(before: State, now: State, ending: str) -> int:
    """Everybody with enough complete rows; misses are the active player's."""
    if ending == "four-misses":
        return 1 << now.active
    return sum(1 << seat for seat in range(now.seats) if now.complete[seat] >= now.rows_to_end)
