"""Text and marks for Qwixx: why an option is refused, how it is written, what is on the sheets."""

from cinquina import sheets
from cinquina.core import Phrase
from cinquina.core.bits import members
from cinquina.games.qwixx import rules
from cinquina.games.qwixx.rules import PASS, PENALTY_IDS, SHEETS, State

# By kind of sheet, row and bit: the cell or the lock.
# By kind of sheet and option: the cell that is crossed; none by passing.
IDS = tuple((*(cell.id for row in sheet.rows("number", "lock") for cell in row), "") for sheet in SHEETS)
SHORT_OF_FIVE = rules.short_of(rules.FIVE)


def refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids an option."""
    bit = 1 << option
    if not bit & rules.ALL_CELLS:
        return "the-lock-follows-the-last-cell"
    if s.closed & bit:
        return "row-closed"
    if s.sheet[seat] & bit:
        return "already-crossed"
    if rules.up_to_last_cross(s.sheet[seat]) & bit:
        return "left-of-a-cross"
    if not s.open[seat] & bit:
        return "last-cell-needs-five" if s.short == SHORT_OF_FIVE else "last-cell-needs-more"
    return "not-the-white-sum" if s.action == 1 else "not-a-white-and-a-coloured-die"


def spell(s: State, seat: int, option: int) -> str:
    """r5 crosses the red five."""
    return "pass" if option == PASS else cell(s, seat, option)


def cell(s: State, seat: int, option: int) -> str:
    """Return the id of the cell that an option crosses."""
    return IDS[s.kind][option]


def describe(s: State, seat: int, option: int) -> Phrase:
    """Cross a cell, or pass."""
    return ("pass", {}) if option == PASS else ("cross", {"cell": cell(s, seat, option)})


def question(s: State, seat: int) -> Phrase:
    """Ask for the white sum in action 1, for white and colour in action 2; the white sum may have fitted nowhere."""
    white = s.dice[rules.WHITE1] + s.dice[rules.WHITE2]
    if s.action == 1:
        return "white-sum-own" if seat == s.active else "white-sum", {"sum": white}
    fitting = rules.CELLS_OF_SUM[s.kind][white] & s.open[seat] & ~s.closed
    return "white-and-colour", {} if s.crossed or fitting else {"sum": white, "when": "nowhere"}


def sheets_of(s: State, seat: int) -> tuple[str, ...]:
    """One sheet per player, of the same kind for all."""
    return (SHEETS[s.kind].id,)


def marks(s: State, seat: int) -> tuple[dict[str, str], ...]:
    """Return crosses on cells, locks and penalty boxes."""
    crossed = [IDS[s.kind][option] for option in members(s.sheet[seat])]
    return (dict.fromkeys(crossed, "x") | sheets.crosses(PENALTY_IDS, s.penalties[seat]),)


def lost(s: State, seat: int) -> tuple[str, ...]:
    """Return the cells left of the last cross, and those of closed rows."""
    gone = (s.closed | rules.up_to_last_cross(s.sheet[seat])) & rules.ALL_CELLS & ~s.sheet[seat]
    return tuple([IDS[s.kind][option] for option in members(gone)])


def closed(s: State, seat: int) -> tuple[str, ...]:
    """Return the rows whose lock the seat has crossed."""
    bands, locks = SHEETS[s.kind].bands, s.sheet[seat] & rules.LOCK
    return tuple([band.id for row, band in enumerate(bands) if locks & rules.ROW << row * rules.ROW_BITS])


def score_tables(s: State) -> dict[str, tuple[int, ...]]:
    """Return the points of a row by its crosses, and of a penalty."""
    return {"row": tuple(s.row_points), "penalty": (s.penalty_points,)}


def dice_asked(s: State, seat: int) -> int:
    """Return the white dice in action 1; then all dice in play."""
    lying = sum(1 << die for die, face in enumerate(s.dice) if face)
    return lying & (1 << rules.WHITE1 | 1 << rules.WHITE2) if s.action == 1 else lying


def counted(s: State, seat: int) -> tuple[dict[str, int], ...]:
    """Write each row's points beside it, and the penalties' points on the last crossed box."""
    points = {band.id: rules.part(s, seat, row) for row, band in enumerate(SHEETS[s.kind].bands)}
    return (points | sheets.on_last(PENALTY_IDS, s.penalties[seat], rules.part(s, seat, rules.ROWS)),)


def part_names(s: State) -> tuple[str, ...]:
    """Return the names of the rows on the sheet: their colours, or their places if a row has several colours."""
    return (*(band.id for band in SHEETS[s.kind].bands), *rules.PARTS[rules.ROWS :])


def dice_of(s: State, seat: int, option: int) -> tuple[int, ...]:
    """The white dice in action 1; then a white die and the one of the cell's colour."""
    whites = 1 << rules.WHITE1 | 1 << rules.WHITE2
    if option == PASS or s.action == 1:
        return (0 if option == PASS else whites,)
    box = SHEETS[s.kind].cell(cell(s, seat, option))
    coloured = rules.DICE.index(box.colour)
    white = rules.WHITE1 if s.dice[rules.WHITE1] + s.dice[coloured] == box.number else rules.WHITE2
    return (1 << white | 1 << coloured,)


def stop(s: State, seat: int) -> int:
    """Passing."""
    return PASS


def enders(before: State, now: State, ending: str) -> int:
    """Rows are closed by those who have crossed another lock; penalties are the active player's."""
    if ending == "four-penalties":
        return 1 << now.active
    locked = [now.sheet[seat] & rules.LOCK & ~before.sheet[seat] for seat in range(now.seats)]
    return sum(1 << seat for seat in range(now.seats) if locked[seat])
