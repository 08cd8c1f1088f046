"""What is printed on a sheet, in words: its cells, colours, columns and labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from cinquina.locales import Words
from cinquina.sheets import Cell, Sheet, load, palette, raw

FEMININE = "-f"
"""Behind a key: said of a feminine noun, in languages that have them."""


def colour_name(words: Words, colour: str, gender: str = "") -> str:
    """A colour in words; with FEMININE as said of a feminine noun."""
    return words(f"colour.{colour}{gender}")


@cache
def cell_name(words: Words, sheet: str, cell_id: str, *, changed: bool = False) -> str:
    """Return the name of a cell: red 5. With changed numbers a more general name is used."""
    printed = load(sheet)
    cell = printed.cell(cell_id)
    usual = f"cell.{printed.game}.{cell.kind}"
    return words.first(
        *((f"{usual}.changed",) if changed else ()),
        f"{usual}.{cell.shape}",
        usual,
        "cell",
        id=cell_id,
        number=cell.number,
        placed=ordinal(words, place_of(sheet, cell_id), FEMININE),
        row=cell.row.removeprefix("row"),
        colour=colour_name(words, cell.colour) if cell.colour else "",
        coloured=colour_name(words, cell.colour, FEMININE) if cell.colour else "",
    )


def ordinal(words: Words, number: int, gender: str = "") -> str:
    """Return 1st, 2nd and so on; with FEMININE as said of a feminine noun."""
    own, other = f"{number}{gender}", f"n{gender}"
    return words.first(f"ordinal.{own}", f"ordinal.{other}", number=number)


def spoken_cell(words: Words, sheet: str, cell_id: str) -> str:
    """Return the spoken name of a cell: red 5, penalty box 2, orange pentagon in column 3."""
    printed = load(sheet)
    cell = printed.cell(cell_id)
    return words.first(
        f"spoken.{printed.game}.{cell.kind}.{cell.shape}",
        f"spoken.{printed.game}.{cell.kind}",
        "spoken",
        id=cell_id,
        number=cell.number,
        n=place_of(sheet, cell_id),
        placed=ordinal(words, place_of(sheet, cell_id), FEMININE),
        row=cell.row.removeprefix("row"),
        column=column_name(words, cell.column),
        colour=colour_name(words, cell.colour) if cell.colour else "",
        coloured=colour_name(words, cell.colour, FEMININE) if cell.colour else "",
    ).strip()


def column_name(words: Words, column: str) -> str:
    """Return which column it is: in words, or its number counted from 1."""
    number = column.removeprefix("column")
    return str(int(number) + 1) if number.isdecimal() else words(f"column.{column}") if column else ""


@cache
def short_cell(sheet: str, cell_id: str) -> str:
    """Return a short label for a cell: its number, or its place among similar cells."""
    number = load(sheet).cell(cell_id).number
    return str(place_of(sheet, cell_id) if number is None else number)


def place_of(sheet: str, cell_id: str) -> int:
    """Return the place of a cell, from 1, among cells of its kind and colour, or in its row or column."""
    printed = load(sheet)

    def family(cell: Cell) -> tuple[str, ...]:
        if not cell.colour and (cell.row or cell.column):
            return cell.row, cell.column
        return cell.kind, cell.colour

    own = family(printed.cell(cell_id))
    return [cell.id for cell in printed.cells if family(cell) == own].index(cell_id) + 1


@cache
def sheet_words(words: Words, sheet: str) -> dict[str, Any]:
    """Return the words of a sheet in a language: the names and short names of its cells, and what is printed by key."""
    printed = load(sheet)
    return {
        "names": {cell.id: spoken_cell(words, sheet, cell.id) for cell in printed.cells},
        "short": {cell.id: short_cell(sheet, cell.id) for cell in printed.cells},
        "words": {
            key: label_text(words, printed, key, score) for key, score in {*printed_keys(raw(sheet)), *PRINTED_WORDS}
        },
    }


PRINTED_WORDS = (("name", ""), ("points", ""), ("more", ""), ("one-more", ""), ("most", ""))
"""The words that pictures of all sheets use."""


def printed_keys(data: Any) -> Iterator[tuple[str, str]]:
    """Yield the keys of all words on a sheet, each with the name of the points it tells."""
    if isinstance(data, list):
        for thing in data:
            yield from printed_keys(thing)
    elif isinstance(data, dict):
        if "key" in data:
            yield data["key"], data.get("score", "")
        for thing in data.values():
            yield from printed_keys(thing)


def label_text(words: Words, sheet: Sheet, key: str, score: str = "") -> str:
    """Return a word printed on a sheet, with the points that it tells."""
    points = sheet.scores[score][0] if score else 0
    return words(f"label.{key}", points=str(points).replace("-", "−"))


def cells_of(sheet: str) -> tuple[str, ...]:
    """Return the ids of all cells of a sheet."""
    return tuple(cell.id for cell in load(sheet).cells)


@cache
def colour_letter(words: Words, sheet: str, colour: str) -> str:
    """Return the letter of a colour in moves: that of its word, unless another colour of the sheet has it too."""
    others = {cell.colour for cell in load(sheet).cells if cell.colour} - {colour}
    taken = {letter for other in others for letter in (palette()[other].letter, colour_name(words, other)[0])}
    own = colour_name(words, colour)[0]
    return palette()[colour].letter if own in taken else own


def typed_cell(words: Words, sheet: str, cell_id: str) -> str:
    """Return how a cell is typed: as in a record, with the letter of its colour in this language."""
    colour = load(sheet).cell(cell_id).colour
    return colour_letter(words, sheet, colour) + number_of(sheet, cell_id) if colour else cell_id


def number_of(sheet: str, cell_id: str) -> str:
    """Return what follows the letter of the colour in the id of a cell."""
    return cell_id.removeprefix(palette()[load(sheet).cell(cell_id).colour].letter)


def colour_legend(words: Words, sheet: str) -> str:
    """Explain the letters of colours in cell names; empty where every row has one colour, named at its left."""
    printed = load(sheet)
    used = dict.fromkeys(cell.colour for cell in printed.cells if cell.colour)
    if not used or (all(band.colour for band in printed.bands) and printed.bands):
        return ""
    return ", ".join(f"{colour_letter(words, sheet, name)} {colour_name(words, name)}" for name in used)
