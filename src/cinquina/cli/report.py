"""The report of a simulation: a page with drawn distributions, or only the drawing. It needs no library."""

from __future__ import annotations

from collections import Counter
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from cinquina.locales import Words

if TYPE_CHECKING:
    from cinquina.sim.summary import Histogram, Summary

WIDTH, HEIGHT, MARGIN, GAP = 720, 180, 46, 34
MOST_BARS = 60
INK, GROUND, SHEET, BAR, MIDDLE = "#22262c", "#f4efe4", "#fffdf8", "#2f68ad", "#c8403a"
STYLE = f"body{{background:{GROUND};color:{INK};font:16px system-ui,sans-serif;max-width:52rem;margin:2rem auto}}"
STYLE += f"pre{{background:{SHEET};padding:1rem;border-radius:12px;overflow-x:auto}}svg{{max-width:100%;height:auto}}"
FORMATS = (".html", ".svg")


def report(words: Words, path: Path, title: str, text: str, total: Summary) -> str:
    """Return the text of a report file, by its suffix: a whole page, or only the drawing."""
    drawing = distributions(words, total)
    if path.suffix == ".svg":
        return drawing
    page = f"<h1>{escape(title)}</h1>\n<pre>{escape(text)}</pre>\n{drawing}"
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>{escape(title)}</title>"
    return f"<!doctype html>\n<html lang='{words.language}'>\n{head}\n<style>{STYLE}</style>\n{page}\n</html>\n"


def distributions(words: Words, total: Summary) -> str:
    """Draw the distributions of every seat's points and of the games' lengths."""
    drawn = [(words("report.seat", seat=seat + 1), points) for seat, points in enumerate(total.points)]
    drawn.append((words("report.events"), total.events))
    panels = [panel(words, name, numbers, place * (HEIGHT + GAP)) for place, (name, numbers) in enumerate(drawn)]
    size = f"viewBox='0 0 {WIDTH} {len(drawn) * (HEIGHT + GAP)}' width='{WIDTH}'"
    font = f"font-family='system-ui,sans-serif' font-size='13' fill='{INK}'"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {size} {font} role='img'>\n" + "\n".join(panels) + "\n</svg>\n"


def panel(words: Words, name: str, numbers: Histogram, top: int) -> str:
    """Draw one distribution as bars, with its mean as a line."""
    low, high = min(numbers), max(numbers)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    bars = Counter[int]()
    for value, many in numbers.items():
        bars[(value - low) // step] += many
    across = (WIDTH - 2 * MARGIN) / ((high - low) // step + 1)
    tallest, floor = max(bars.values()), top + HEIGHT
    drawn = [
        f"<rect x='{MARGIN + place * across:.1f}' y='{floor - many / tallest * (HEIGHT - GAP):.1f}' "
        f"width='{max(across - 1, 0.5):.1f}' height='{many / tallest * (HEIGHT - GAP):.1f}' fill='{BAR}'/>"
        for place, many in sorted(bars.items())
    ]
    middle = MARGIN + (numbers.mean - low + 0.5) / step * across
    drawn.append(f"<path d='M{middle:.1f} {top + 20}V{floor}' stroke='{MIDDLE}' stroke-width='2'/>")
    drawn.append(f"<text x='{MARGIN}' y='{top + 14}' font-weight='600'>{escape(name)}</text>")
    drawn.append(f"<text x='{middle + 5:.1f}' y='{top + 30}'>{words.figure(f'{numbers.mean:.2f}')}</text>")
    ends = f"<text x='{MARGIN}' y='{floor + 16}'>{low}</text>"
    return "\n".join([*drawn, ends, f"<text x='{WIDTH - MARGIN}' y='{floor + 16}' text-anchor='end'>{high}</text>"])
