"""Draws a sheet as text, from the same JSON as the browser."""

from __future__ import annotations

from collections.abc import Mapping

from cinquina.core import Position
from cinquina.locales import Words
from cinquina.sheets import Band, Cell, Sheet, load, palette, step_of
from cinquina.table import words as telling
from cinquina.table.printed import colour_legend, label_text, typed_cell

LEGAL = "[{}]"
PENTAGON = "<{}>"
WIDEST = 4
"""Columns reserved for a cell at the left edge, so that a sheet does not move when something is written there."""
EMPTY = "_"
"""Printed in a cell without a number whose kind has no text."""
ANSI = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "orange": 33, "violet": 35, "purple": 35, "grey": 90}
NOTHING: Mapping[str, str] = {}


def draw(
    sheet: Sheet,
    words: Words,
    marks: Mapping[str, str] = NOTHING,
    legal: Mapping[str, str] = NOTHING,
    *,
    colour: bool = False,
) -> str:
    """Draw a sheet as lines of text: marks, and legal cells in brackets with the text given for them."""
    middles = [cell.at for cell in sheet.cells] + [label.at for label in sheet.labels]
    heights = sorted({round(middle[1], 2) for middle in middles})
    lines = {height: _Line() for height in heights}
    for band in sheet.bands:
        lines[round(band.at[1], 2)].left = band_name(band, words)
    for label in sheet.labels:
        text = label.text or label_text(words, sheet, label.key, label.score)
        lines[round(label.at[1], 2)].put(label.at[0] * sheet.text_scale, text)
    plain_rows = {band.id for band in sheet.bands if band.colour or band.label}
    for cell in sheet.cells:
        by_id = bool(sheet.bands) and cell.row not in plain_rows and bool(cell.colour)
        printed = (
            typed_cell(words, sheet.id, cell.id)
            if by_id and cell.number is not None
            else printed_text(words, sheet, cell)
        )
        text = cell_text(cell, printed, marks.get(cell.id, ""), legal.get(cell.id))
        lines[round(cell.at[1], 2)].put(cell.at[0] * sheet.text_scale, text, cell.colour if colour else "")
    leftmost = min(cell.at[0] for cell in sheet.cells) * sheet.text_scale - WIDEST / 2
    margin = max(len(line.left) for line in lines.values()) + 1 - int(leftmost)
    return "\n".join(lines[height].text(margin) for height in heights)


def drawn_sheets(
    words: Words,
    position: Position,
    seat: int,
    names: tuple[str, ...],
    legal: Mapping[str, str] = NOTHING,
    *,
    colour: bool = False,
) -> str:
    """Draw everything of a seat: its name, its sheets, the one in use first with its legal cells, and a legend."""
    rules = position.rules
    owner = words("play.board") if rules.SHARED_BOARD else names[seat]
    drawn = [f"--- {owner} ---"]
    sheets = rules.sheets_of(position.now, seat)
    for place, (name, written) in enumerate(zip(sheets, position.marks(seat), strict=True)):
        if len(sheets) > 1:
            drawn.append(f"({name.removeprefix(rules.NAME + '-')})")
        drawn.append(draw(load(name), words, written, legal if place == 0 else NOTHING, colour=colour))
    legend = colour_legend(words, sheets[0]) or telling.side_legend(words, position, names)
    return "\n".join([*drawn, *([legend] if legend else [])])


def owners(position: Position) -> list[int]:
    """Return the seats whose sheets are shown: all, or one where they share a board."""
    return [0] if position.rules.SHARED_BOARD else list(range(position.seats))


def band_name(band: Band, words: Words) -> str:
    """Return the text at the left of a row: its colour, or its sum and points."""
    if band.label:
        return f"{band.label:>2} ×{band.points}" if band.points else band.label
    return words(f"colour.{band.colour}") if band.colour else words("label.row", place=band.id.removeprefix("row"))


def cell_text(cell: Cell, printed: str, mark: str, legal: str | None) -> str:
    """Draw a cell: its mark, or what is printed in it; in brackets when it may be marked now."""
    frame = PENTAGON if cell.shape == "pentagon" else LEGAL if legal is not None else "{}"
    if step_of(mark):
        return f"{cell.number}:{step_of(mark)}"
    if mark in palette():
        return frame.format(mark[0].upper())
    if mark:
        return frame.format("X" if mark == "x" else mark)
    return frame.format(printed if legal is None or cell.number is not None or not legal else legal)


def printed_text(words: Words, sheet: Sheet, cell: Cell) -> str:
    """Return what is printed in an empty cell."""
    number = EMPTY if cell.number is None else cell.number
    return sheet.look(cell).text.format(number=number, id=typed_cell(words, sheet.id, cell.id))


class _Line:
    """Texts centred on columns, side by side without touching."""

    def __init__(self) -> None:
        self.left = ""
        self.pieces: list[tuple[float, str, str]] = []

    def put(self, column: float, text: str, colour: str = "") -> None:
        """Centre a text on a column."""
        self.pieces.append((column, text, colour))

    def text(self, margin: int) -> str:
        """Return the line with its texts moved right by a margin, and further where they would touch."""
        written, width = self.left, len(self.left)
        pieces = sorted(self.pieces)
        starts = [margin + int(column - len(text) / 2) for column, text, _ in pieces]
        for i, (_, text, colour) in enumerate(pieces):
            start = max(self._beside(i, starts, text), width + 1 if width else 0)
            piece = f"\033[{ANSI[colour]}m{text}\033[0m" if colour in ANSI else text
            written += " " * (start - width) + piece
            width = start + len(text)
        return written.rstrip()

    def _beside(self, i: int, starts: list[int], text: str) -> int:
        """Return where a text begins; one of several words gives way to what stands right of it."""
        gives_way = " " in text and i + 1 < len(starts)
        return min(starts[i], starts[i + 1] - len(text) - 1) if gives_way else starts[i]
