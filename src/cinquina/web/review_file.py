"""The review of a game as one page that needs nothing else: scripts, styles, sheets and words are inside."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec

from cinquina.locales import Words
from cinquina.sheets import raw
from cinquina.table import printed
from cinquina.web.pages import WEB, environment, words_json
from cinquina.web.review_protocol import GameReview, ReviewAnswer

STATIC = Path(__file__).parent / "static"
START = "review.js"
STYLES = ("style.css", "pages.css", "sheets.css", "hands.css", "review.css")
REPLACED = {"net.js": "offline.js", "top.js": "nothing"}
"""Scripts that are others on such a page: nothing is asked for, and there is no menu."""
_IMPORT = re.compile(r'(\bfrom |\bimport |\bimport\()"\./([\w-]+\.js)"')


def review_page(words: Words, title: str, review: GameReview) -> str:
    """Return the page of a review."""
    return (
        environment()
        .get_template("review-file.html")
        .render(
            texts=lambda key, **details: words(WEB + key, **details),
            lang=words.language,
            title=title,
            base="#",
            given=True,
            styles="\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES),
            modules=inside(json.dumps({"imports": modules()})),
            words_json=words_json(words.language),
            files=inside(msgspec.json.encode(files(words, review)).decode()),
        )
    )


def inside(text: str) -> str:
    """Return JSON that is safe inside a page."""
    return text.replace("<", "\\u003c")


def files(words: Words, review: GameReview) -> dict[str, Any]:
    """Return what the scripts ask for, by path."""
    start, steps = review.replay.start, review.replay.steps
    sheets = {start.dice.sheet, *(page.id for seat in start.seats for page in seat.sheets)}
    sheets |= {change.id for step in steps for change in step.sheets}
    drawn = {f"/sheets/{words.language}/{name}.json": raw(name) | printed.sheet_words(words, name) for name in sheets}
    return {"/palette.json": raw("palette"), "/review": ReviewAnswer(1.0, 0, review), **drawn}


def modules() -> dict[str, str]:
    """Return the scripts of the page by name, each as the address of its own text."""
    found: dict[str, str] = {}
    wanted = [START]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        text = source(REPLACED.get(name, name))
        wanted += [imported for _, imported in _IMPORT.findall(text)]
        plain = _IMPORT.sub(r'\1"\2"', text)
        found[name] = "data:text/javascript;base64," + b64encode(plain.encode()).decode()
    return found


def source(name: str) -> str:
    """Return the text of a script."""
    path = STATIC / name
    return path.read_text(encoding="utf-8") if path.exists() else ""
