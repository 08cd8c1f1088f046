"""A sheet drawn in letters, from the same JSON the browser draws it from."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cinquina.locales import Words
from cinquina.sheets import Band, Cell, Sheet, load, palette

LEGAL = "[{}]"
STEP = "step"
EMPTY = {"penalty": "_", "entry": ".", "minus": "-", "lock": "=", "dead": " ", "extra-number": "?", "extra-box": "."}
LAST_BOX = "#"
PENTAGON = "<{}>"
ANSI = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "orange": 33, "violet": 35, "purple": 35, "grey": 90}


def draw(
    sheet: Sheet,
    words: Words,
    marks: Mapping[str, str] | None = None,
    legal: Collection[str] = (),
    *,
    colour: bool = False,
) -> str:
    """The sheet as lines of text: marks as written, legal cells in brackets."""
    marks = marks or {}
    heights = sorted({round(cell.at[1], 2) for cell in sheet.cells} | {round(label.at[1], 2) for label in sheet.labels})
    lines = {height: _Line() for height in heights}
    for band in sheet.bands:
        lines[round(band.at[1], 2)].left = band_name(band, words)
    for label in sheet.labels:
        lines[round(label.at[1], 2)].put(label.at[0] * sheet.text_scale, label.text or words(f"label.{label.key}"))
    several_colours = any(not band.colour for band in sheet.bands) and sheet.bands[0].label == ""
    for cell in sheet.cells:
        text = cell_text(cell, marks.get(cell.id, ""), cell.id in legal, by_id=several_colours)
        lines[round(cell.at[1], 2)].put(cell.at[0] * sheet.text_scale, text, cell.colour if colour else "")
    leftmost = min(line.leftmost() for line in lines.values())
    margin = max(len(line.left) for line in lines.values()) + 1 - leftmost
    return "\n".join(lines[height].text(margin) for height in heights)


def drawn_sheets(
    names: tuple[str, ...],
    marks: tuple[Mapping[str, str], ...],
    words: Words,
    legal: Collection[str] = (),
    *,
    colour: bool = False,
) -> str:
    """All sheets before a player, the one in use first with its legal cells; where there are several, with titles."""
    drawn = []
    for place, (name, written) in enumerate(zip(names, marks, strict=True)):
        if len(names) > 1:
            drawn.append(words("label.sheet-in-use" if place == 0 else "label.other-sheet", name=name))
        drawn.append(draw(load(name), words, written, legal if place == 0 else (), colour=colour))
    return "\n".join(drawn)


def band_name(band: Band, words: Words) -> str:
    """What stands at the left of a row: its colour, or its sum with the points it brings."""
    if band.label:
        return f"{band.label:>2} ×{band.points}" if band.points else band.label
    return words(f"colour.{band.colour}") if band.colour else words("label.row", place=band.id.removeprefix("row"))


def cell_text(cell: Cell, mark: str, legal: bool, *, by_id: bool = False) -> str:
    """One cell: its mark, or what is printed in it; in brackets when it may be marked now."""
    if mark.startswith(STEP):
        return f"{cell.number}:{mark.removeprefix(STEP)}"
    printed = printed_text(cell, by_id=by_id)
    if mark in palette():
        chip = mark[0].upper()
        return LEGAL.format(chip) if legal else chip
    if mark:
        written = "X" if mark == "x" else mark
        return PENTAGON.format(written) if cell.shape == "pentagon" else written
    if legal:
        return LEGAL.format(printed if cell.number is not None or by_id else cell.id)
    return PENTAGON.format(printed) if cell.shape == "pentagon" else printed


def printed_text(cell: Cell, *, by_id: bool) -> str:
    """What is printed in an empty cell."""
    if cell.kind == "factor":
        return f"×{cell.number}"
    if cell.kind == "extra-last":
        return LAST_BOX
    if cell.kind == "ring" or (by_id and cell.number is not None):
        return cell.id
    return str(cell.number) if cell.number is not None else EMPTY[cell.kind]


class _Line:
    """Pieces of text centred on columns, put side by side without touching."""

    def __init__(self) -> None:
        self.left = ""
        self.pieces: list[tuple[float, str, str]] = []

    def put(self, column: float, text: str, colour: str = "") -> None:
        """Centre a piece on a column."""
        self.pieces.append((column, text, colour))

    def leftmost(self) -> int:
        """The column where the first piece begins."""
        return min((_start(column, text) for column, text, _ in self.pieces), default=0)

    def text(self, margin: int) -> str:
        """The line, its pieces moved right by a margin; one that would touch its neighbour moves further."""
        written, width = self.left, len(self.left)
        for column, text, colour in sorted(self.pieces):
            start = max(margin + _start(column, text), width + 1 if width else 0)
            piece = f"\033[{ANSI[colour]}m{text}\033[0m" if colour in ANSI else text
            written += " " * (start - width) + piece
            width = start + len(text)
        return written.rstrip()


def _start(column: float, text: str) -> int:
    """Where a piece centred on a column begins."""
    return int(column - len(text) / 2 + 0.5)
