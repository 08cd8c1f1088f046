"""A position as a picture: figures drawn from the sheets' data, written as SVG or painted into an array."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import Any

import numpy as np

from cinquina.core import Position
from cinquina.locales import FALLBACK, words
from cinquina.sheets import Cell, Sheet, load, palette, step_of
from cinquina.table.words import dice_on_table
from cinquina.term.draw import owners

UNIT = 30.0
"""Pixels per unit of a sheet."""
LINE, TEXT = 0.8, 0.5
"""The height of a line of text above a sheet, and of the text, in units."""
PAPER, INK, CELL, BAND = "#f4efe4", "#22262c", "#fffdf8", "#e4ddcc"
MARGIN = 0.5
"""How far the label of a band is from its left end."""
CORNERS = {"hexagon": 6, "pentagon": 5}
"""The shapes that are neither round nor square."""
ARM = 0.32
"""How far the strokes of a cross reach from the middle of a cell."""
WORDS = words(FALLBACK)
Picture = np.ndarray[Any, np.dtype[np.uint8]]
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A painted polygon."""

    corners: tuple[Spot, ...]
    paint: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A painted circle."""

    middle: Spot
    radius: float
    paint: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of ink."""

    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class Text:
    """A word, around a spot or beginning there."""

    at: Spot
    text: str
    centred: bool = True


Figure = Area | Disc | Stroke | Text


@dataclass(frozen=True)
class Drawing:
    """Figures on paper; all numbers are in units of a sheet."""

    size: Spot
    figures: tuple[Figure, ...]


def drawing_of(position: Position) -> Drawing:
    """Draw the dice, and every seat's sheets with its score."""
    figures: list[Figure] = [Text((0.2, LINE / 2), dice_on_table(WORDS, position), centred=False)]
    across, down = 0.0, LINE
    for seat in owners(position):
        figures.append(Text((0.2, down + LINE / 2), title(position, seat), centred=False))
        down, right, tallest = down + LINE, 0.0, 0.0
        for name, marks in zip(position.rules.sheets_of(position.now, seat), position.marks(seat), strict=True):
            sheet = load(name)
            figures += [moved(figure, right, down) for figure in drawn_sheet(sheet, marks)]
            right, tallest = right + sheet.size[0], max(tallest, sheet.size[1])
        across, down = max(across, right), down + tallest
    return Drawing((across, down), tuple(figures))


def title(position: Position, seat: int) -> str:
    """Name a seat with its score; all seats, where they share a board."""
    seats = range(position.seats) if position.rules.SHARED_BOARD else (seat,)
    return "   ".join(f"seat_{one}: {position.score(one)}" for one in seats)


def drawn_sheet(sheet: Sheet, marks: Mapping[str, str]) -> Iterator[Figure]:
    """Draw a sheet with its marks."""
    for band in sheet.bands:
        yield Area(corners_of(band.at, band.size, 4), paint_of(band.colour, BAND))
        yield Text((band.at[0] - band.size[0] / 2 - MARGIN, band.at[1]), band.label)
    for label in sheet.labels:
        if label.text:
            yield Text(label.at, label.text)
    boxed = bool(sheet.bands)  # then the bands have the colours
    for cell in sheet.cells:
        yield from drawn_cell(cell, marks.get(cell.id, ""), boxed=boxed)


def drawn_cell(cell: Cell, mark: str, *, boxed: bool) -> Iterator[Figure]:
    """Draw a cell: what is printed in it, and what is written there."""
    paint = CELL if boxed else paint_of(cell.colour, CELL)
    if cell.shape == "circle":
        yield Disc(cell.at, cell.size[0] / 2, paint)
    elif cell.shape != "symbol":
        yield Area(corners_of(cell.at, cell.size, CORNERS.get(cell.shape, 4)), paint)
    if mark in palette():
        yield Disc(cell.at, ARM, palette()[mark].paint)
    elif mark == "x":
        x, y = cell.at
        yield Stroke((x - ARM, y - ARM), (x + ARM, y + ARM))
        yield Stroke((x - ARM, y + ARM), (x + ARM, y - ARM))
    if mark in ("", "x") or mark in palette():
        yield Text(cell.at, "" if cell.number is None else str(cell.number))
    else:
        yield Text(cell.at, f"{cell.number}:{step_of(mark)}" if step_of(mark) else mark)


def corners_of(middle: Spot, size: Spot, count: int) -> tuple[Spot, ...]:
    """Return the corners of a box, or of a polygon that stands on its tip."""
    x, y, across, down = *middle, size[0] / 2, size[1] / 2
    if count == 4:
        return (x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)
    turns = [2 * pi * corner / count for corner in range(count)]
    return tuple((x + across * sin(turn), y - down * cos(turn)) for turn in turns)


def paint_of(colour: str, otherwise: str) -> str:
    """Return the paint of a colour."""
    return palette()[colour].paint if colour else otherwise


def moved(figure: Figure, right: float, down: float) -> Figure:
    """Return a figure at another place."""

    def at(spot: Spot) -> Spot:
        return spot[0] + right, spot[1] + down

    match figure:
        case Area(corners, paint):
            return Area(tuple(map(at, corners)), paint)
        case Disc(middle, radius, paint):
            return Disc(at(middle), radius, paint)
        case Stroke(start, end):
            return Stroke(at(start), at(end))
        case Text(spot, text, centred):
            return Text(at(spot), text, centred)


def svg_of(drawing: Drawing) -> str:
    """Write a drawing as SVG."""
    across, down = (round(UNIT * length) for length in drawing.size)
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {across} {down}' width='{across}' height='{down}'"
    head += f" font-family='system-ui,sans-serif' font-size='{UNIT * TEXT:g}' fill='{INK}' dominant-baseline='central'>"
    paper = f"<rect width='{across}' height='{down}' fill='{PAPER}'/>"
    return "\n".join([head, paper, *map(svg_of_figure, drawing.figures), "</svg>\n"])


def svg_of_figure(figure: Figure) -> str:
    """Write a figure as SVG."""

    def at(spot: Spot) -> str:
        return f"{UNIT * spot[0]:.1f},{UNIT * spot[1]:.1f}"

    match figure:
        case Area(corners, paint):
            return f"<polygon points='{' '.join(map(at, corners))}' fill='{paint}'/>"
        case Disc((x, y), radius, paint):
            return f"<circle cx='{UNIT * x:.1f}' cy='{UNIT * y:.1f}' r='{UNIT * radius:.1f}' fill='{paint}'/>"
        case Stroke(start, end):
            return f"<path d='M{at(start)}L{at(end)}' stroke='{INK}' stroke-width='3'/>"
        case Text((x, y), text, centred):
            anchor = "middle" if centred else "start"
            return f"<text x='{UNIT * x:.1f}' y='{UNIT * y:.1f}' text-anchor='{anchor}'>{escape(text)}</text>"


def painted(drawing: Drawing) -> Picture:
    """Paint a drawing into an array of red, green and blue."""
    from PIL import Image, ImageDraw, ImageFont  # only who wants arrays needs it

    picture = Image.new("RGB", (round(UNIT * drawing.size[0]), round(UNIT * drawing.size[1])), PAPER)
    canvas, font = ImageDraw.Draw(picture), ImageFont.load_default(round(UNIT * TEXT))

    def at(spot: Spot) -> Spot:
        return UNIT * spot[0], UNIT * spot[1]

    for figure in drawing.figures:
        match figure:
            case Area(corners, paint):
                canvas.polygon([at(corner) for corner in corners], fill=paint)
            case Disc(middle, radius, paint):
                canvas.circle(at(middle), UNIT * radius, fill=paint)
            case Stroke(start, end):
                canvas.line([at(start), at(end)], fill=INK, width=3)
            case Text(spot, text, centred):
                canvas.text(at(spot), text, fill=INK, font=font, anchor="mm" if centred else "lm")
    return np.asarray(picture)
