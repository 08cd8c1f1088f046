"""How Sphinx draws the site that build.py has laid out."""

from __future__ import annotations

import re

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import cinquina

project = "Cinquina"
author = "The Cinquina authors"
release = version = cinquina.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Cinquina {release}"
highlight_language = "none"
html_copy_source = False
html_show_copyright = False
suppress_warnings = ["ref.python"]
"""Rooms may call things of their own by the same name, such as a sheet: a link between them is left out."""
smartquotes = False
"""Commands stay as they are typed."""
toc_object_entries = False
"""Two thousand functions in the margin of every page help nobody."""
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_mock_imports = ["psycopg", "ray"]
"""What only extras install."""
TEXTS = ("sheet", "record", "po")
"""Blocks in the pages that are drawings and texts of our own."""


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    for name in TEXTS:
        app.add_lexer(name, TextLexer)
    app.connect("autodoc-process-docstring", lambda *given: given[-1].__setitem__(slice(None), marked_up(given[-1])))


def marked_up(docstring: list[str]) -> list[str]:
    """A docstring, which is plain text with `code` in it, as reStructuredText."""
    paragraphs = re.split(r"\n\n+", "\n".join(docstring).strip("\n"))
    return [*"\n\n".join(map(marked_up_paragraph, paragraphs)).split("\n"), ""]


def marked_up_paragraph(text: str) -> str:
    """A paragraph; one in which lines are indented stays as it is typed."""
    if text.startswith(">>> "):
        return text
    if re.search(r"^ ", text, re.MULTILINE):
        return "::\n\n" + "\n".join(f"    {line}" for line in text.split("\n"))
    parts = re.split(r"`([^`]+)`", text)
    return "".join(f"``{part}``" if place % 2 else escaped(part) for place, part in enumerate(parts))


def escaped(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\*_|`])", r"\\\1", text)
