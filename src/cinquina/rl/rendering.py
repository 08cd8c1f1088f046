"""The ways in which all environments show a position."""

from __future__ import annotations

from cinquina.core import Position
from cinquina.locales import FALLBACK, words
from cinquina.rl.drawing import Picture, drawing_of, painted, svg_of
from cinquina.rl.setup import BadSetup
from cinquina.table.words import dice_on_table
from cinquina.term.draw import drawn_sheets, owners

SCREEN, TEXT, SVG, ARRAY = "human", "ansi", "svg", "rgb_array"
MODES = (SCREEN, TEXT, SVG, ARRAY)
"""Text that is printed after every step, and what `render` returns: text, SVG, an array of colours."""
FRAMES = 1
"""Pictures in a second; a game has no speed of its own."""
METADATA = {"render_modes": list(MODES), "render_fps": FRAMES}


def checked_mode(mode: str | None) -> str | None:
    """Return a way of rendering, or raise BadSetup."""
    if mode is not None and mode not in MODES:
        raise BadSetup(f"There is no render mode {mode!r}: it can be {', '.join(MODES)}.")
    return mode


def rendered(position: Position, mode: str | None) -> str | Picture | None:
    """Return a position as text, as SVG or as an array of colours; or print it; or do nothing if there is no mode."""
    if mode == SVG:
        return svg_of(drawing_of(position))
    if mode == ARRAY:
        return painted(drawing_of(position))
    if mode == TEXT:
        return told(position)
    if mode == SCREEN:
        print(told(position))
    return None


def told(position: Position) -> str:
    """Show a position as text."""
    english, seats = words(FALLBACK), range(position.seats)
    names = tuple(f"seat_{seat}" for seat in seats)
    sheets = [drawn_sheets(english, position, seat, names) for seat in owners(position)]
    scores = "  ".join(f"{name}: {position.score(seat)}" for seat, name in enumerate(names))
    return "\n".join([dice_on_table(english, position), *sheets, scores]).strip() + "\n"
