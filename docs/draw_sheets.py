"""Redraw the sheets in docs/rules: every block that opens with ```sheet NAME.

.venv/bin/python docs/draw_sheets.py
"""

from __future__ import annotations

import re
from pathlib import Path

from cinquina.locales import words
from cinquina.sheets import load
from cinquina.term.draw import draw

RULES = Path(__file__).resolve().parent / "rules"
BLOCK = re.compile(r"```sheet (\S+)\n.*?```", re.DOTALL)


def redrawn(text: str, language: str) -> str:
    """Return a page with its sheets drawn again."""
    return BLOCK.sub(lambda block: f"```sheet {block[1]}\n{draw(load(block[1]), words(language))}\n```", text)


def main() -> None:
    """Redraw all pages."""
    for page in sorted(RULES.glob("*.md")):
        page.write_text(redrawn(page.read_text(encoding="utf-8"), page.suffixes[0][1:]), encoding="utf-8")


if __name__ == "__main__":
    main()
