"""Text and marks for Extra!: why an option is refused, how it is written, what is on the sheets."""

from cinquina import sheets
from cinquina.core import Phrase
from cinquina.core.bits import has
from cinquina.games.extra import rules
from cinquina.games.extra.rules import COLUMN_NAMES, COLUMN_OF, FACE_OF, LEAVE, PAIR, SHEETS, State

# By kind of sheet and row, and by kind and column: the boxes.
ROW_CELLS = tuple(
    tuple(tuple(cell.id for cell in row) for row in sheet.rows("minus", "zero", "factor")) for sheet in SHEETS
)
COLUMN_CELLS = tuple(
    tuple(
        tuple(cell.id for cell in sheet.of_kind("extra-box", "extra-last") if cell.column == name)
        for name in COLUMN_NAMES
    )
    for sheet in SHEETS
)


def refusal(s: State, seat: int, option: int) -> str:
    """Return the rule that forbids an option."""
    if option >= PAIR:
        return "same-sums-as-another-way" if s.fifth[seat] else "fifth-die-first"
    if s.fifth[seat]:
        return "fifth-die-is-settled"
    if not has(s.faces, FACE_OF[option] - 1):
        return "face-not-thrown"
    if option >= LEAVE:
        return "fifth-die-must-be-noted" if has_free_column(s, seat) else "a-fixed-number-must-be-noted"
    if rules.head(s, seat, COLUMN_OF[option]):
        return "column-has-another-number"
    return "number-has-its-column"


def has_free_column(s: State, seat: int) -> bool:
    """Return whether a column has no number yet."""
    return any(rules.head(s, seat, column) == 0 for column in range(rules.COLUMNS))


def spell(s: State, seat: int, option: int) -> str:
    """3a notes a three in column a; 3- leaves a three out; 4+6 makes the sums 4 and 6."""
    if option < LEAVE:
        return f"{FACE_OF[option]}{COLUMN_NAMES[COLUMN_OF[option]]}"
    if option < PAIR:
        return f"{FACE_OF[option]}-"
    if not s.fifth[seat]:
        return f"way{option - PAIR + 1}"
    low, high = both_sums(s, seat, option)
    return f"{low}+{high}"


def both_sums(s: State, seat: int, option: int) -> tuple[int, int]:
    """Return the two sums of a pairing, the smaller first."""
    one, other = rules.one_sum(s, seat, option - PAIR), rules.other_sum(s, seat, option - PAIR)
    return min(one, other), max(one, other)


def cell(s: State, seat: int, option: int) -> str:
    """Return the box of a column that an option crosses."""
    if option >= LEAVE:
        return ""
    boxes = COLUMN_CELLS[s.kind][COLUMN_OF[option]]
    return boxes[min(s.noted[seat][COLUMN_OF[option]], len(boxes) - 1)]


def told(s: State, seat: int, option: int) -> tuple[str, ...]:
    """The box and the head of a column; or the next boxes in the rows of both sums."""
    if option < LEAVE:
        return cell(s, seat, option), f"{COLUMN_NAMES[COLUMN_OF[option]]}0"
    if option < PAIR:
        return ()
    rows = [total - rules.LEAST_SUM for total in both_sums(s, seat, option)]
    starts = [rules.row_crosses(s, seat, row) for row in rows]
    return tuple(
        box
        for row, start in zip(rows, starts, strict=True)
        for box in ROW_CELLS[s.kind][row][start : start + len(rows)]
    )


def describe(s: State, seat: int, option: int) -> Phrase:
    """Note the fifth die, leave it out, or make two sums."""
    if option < LEAVE:
        return "note", {"face": FACE_OF[option], "column": COLUMN_NAMES[COLUMN_OF[option]]}
    if option < PAIR:
        return "leave", {"face": FACE_OF[option]}
    return sums(s, seat, option)


def sums(s: State, seat: int, option: int) -> Phrase:
    """Make two sums, beside a fifth die that is noted or left out."""
    low, high = both_sums(s, seat, option)
    is_noted = any(rules.head(s, seat, column) == s.fifth[seat] for column in range(rules.COLUMNS))
    return "sums", {"low": low, "high": high, "fifth": s.fifth[seat], "when": "noted" if is_noted else "left"}


def question(s: State, seat: int) -> Phrase:
    """Ask for the fifth die first, then for the pairs; say when thrown numbers of the seat leave less to choose."""
    own = own_faces(s, seat)
    if s.fifth[seat]:
        return "pair", {"fifth": s.fifth[seat], "when": "own" if own == (s.fifth[seat],) else "chosen"}
    return "fifth-die", {"when": "own", "faces": " ".join(map(str, own))} if own else {}


def own_faces(s: State, seat: int) -> tuple[int, ...]:
    """Return the thrown faces one of which the fifth die has to be; none where a column was free, or if none came."""
    columns = range(rules.COLUMNS)
    begun = [s.noted[seat][column] > int(rules.head(s, seat, column) == s.fifth[seat]) for column in columns]
    heads = {rules.head(s, seat, column) for column in columns}
    return tuple(sorted(heads & set(s.dice))) if all(begun) else ()


def forced_steps(before: State, now: State, seat: int, option: int) -> tuple[Phrase, ...]:
    """The steps that left no choice: the fifth die of a throw, and the only way to pair the others."""
    steps: list[Phrase] = []
    if option < 0 and now.fifth[seat]:
        noted = now.noted[seat] != before.noted[seat]
        steps.append(("note" if noted else "leave", {"face": now.fifth[seat]}))
    if option < PAIR and now.fifth[seat] and not now.options[seat]:
        steps.append(sums(now, seat, PAIR))
    return tuple(steps)


def sheets_of(s: State, seat: int) -> tuple[str, ...]:
    """All play on the same kind of sheet."""
    return (SHEETS[s.kind].id,)


def marks(s: State, seat: int) -> tuple[dict[str, str], ...]:
    """Return crosses in rows and columns, and the columns' numbers."""
    rows = enumerate(ROW_CELLS[s.kind])
    written = dict.fromkeys((box for row, boxes in rows for box in boxes[: rules.row_crosses(s, seat, row)]), "x")
    for column, name in enumerate(COLUMN_NAMES):
        head = rules.head(s, seat, column)
        if head:
            written[f"{name}0"] = str(head)
        written |= sheets.crosses(COLUMN_CELLS[s.kind][column], s.noted[seat][column])
    return (written,)


def score_tables(s: State) -> dict[str, tuple[int, ...]]:
    """Return the points of the rows, and of one that ends in its minus boxes."""
    return {"points": tuple(s.row_points), "minus": (s.minus_points,)}


def counted(s: State, seat: int) -> tuple[dict[str, int], ...]:
    """Write each row's points beside it."""
    return ({band.id: rules.part(s, seat, row) for row, band in enumerate(SHEETS[s.kind].bands)},)


def dice_of(s: State, seat: int, option: int) -> tuple[int, ...]:
    """The fifth die; or the other four in two pairs."""
    if option < PAIR:
        return (1 << s.dice.index(FACE_OF[option]),)
    if not s.fifth[seat]:
        return ()
    fifth = s.dice.index(s.fifth[seat])
    left = [die for die in range(len(s.dice)) if die != fifth]
    pair = 1 << left[0] | 1 << left[option - PAIR + 1]
    return pair, sum(1 << die for die in left) & ~pair


def enders(before: State, now: State, ending: str) -> int:
    """Those who were still in the game, and now are out."""
    return before.playing & ~now.playing


def is_out(s: State, seat: int) -> bool:
    """Whether a seat has filled a column in an earlier throw."""
    return not has(s.playing, seat)


def is_leaving(s: State, seat: int) -> bool:
    """Whether a seat has filled a column, in this throw or earlier."""
    return has(s.filled, seat)
