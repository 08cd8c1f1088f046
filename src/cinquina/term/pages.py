"""Layout for a terminal: lists in columns, pages wrapped to its width."""

from __future__ import annotations

import re
import shutil
import textwrap

from cinquina.locales import rules_text

FEW = 10
"""A list of at most this many lines has one column."""
WIDEST_PAGE = 100


def width() -> int:
    """Return the width of the terminal."""
    return min(shutil.get_terminal_size().columns, WIDEST_PAGE)


def columns(pairs: list[tuple[str, str]]) -> str:
    """Lay out moves with their meanings: a short list in one column, a long one in as many as fit."""
    first = max(len(left) for left, _ in pairs) + 2
    cells = [f"{left:{first}}{right}" for left, right in pairs]
    widest = max(len(cell) for cell in cells) + 3
    across = max(1, (width() - 2) // widest) if len(cells) > FEW else 1
    down = -(-len(cells) // across)
    rows = [cells[line::down] for line in range(down)]
    lines = ["  " + "".join(f"{cell:{widest}}" for cell in row).rstrip() for row in rows]
    return "\n".join(folded(line, 2 + first) if across == 1 else line for line in lines)


def folded(line: str, indent: int) -> str:
    """Fold a line that is wider than the terminal, with its rest under its second column."""
    if len(line) <= width():
        return line
    return textwrap.fill(
        line,
        width(),
        subsequent_indent=" " * indent,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


def rules_page(game: str, language: str) -> str:
    """Wrap the rules of a game to the terminal; drawings and tables are left as they are."""
    text = re.sub(r"<!--.*?-->\n\n", "", rules_text(game, language))
    blocks = re.split(r"(```.*?```\n?)", text, flags=re.DOTALL)
    return "".join(block if block.startswith("```") else wrapped(block) for block in blocks)


def wrapped(text: str) -> str:
    """Wrap paragraphs and list items; tables and headings are left as they are."""
    pieces: list[str] = []
    for line in text.split("\n"):
        starts = not line or not pieces or not pieces[-1] or re.match(r"[#|]|\s*([-*]|\d+\.) ", line)
        if starts or pieces[-1].startswith(("#", "|")):
            pieces.append(line)
        else:
            pieces[-1] += " " + line.strip()
    return "\n".join(wrapped_piece(piece) for piece in pieces)


def wrapped_piece(piece: str) -> str:
    """Wrap one paragraph or list item, with a hanging indent."""
    if piece.startswith(("#", "|")):
        return piece
    mark = re.match(r"\s*([-*]|\d+\.) ", piece)
    indent = " " * len(mark[0]) if mark else ""
    return textwrap.fill(piece, width(), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
