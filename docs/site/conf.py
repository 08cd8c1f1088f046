"""The Sphinx configuration for the site that build.py prepares."""

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
"""Packages may use the same name for different things, such as a sheet: links between them are left out."""
smartquotes = False
"""Leaves commands unchanged."""
toc_object_entries = False
"""Two thousand functions in the sidebar of every page help nobody."""
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_mock_imports = ["PIL", "psycopg", "pyarrow", "pyspiel", "ray"]
"""Packages that only extras install."""
TEXTS = ("sheet", "record", "po")
"""Languages of code blocks that Pygments does not know."""


def setup(app: Sphinx) -> None:
    """Register the lexers and the docstring converter."""
    for name in TEXTS:
        app.add_lexer(name, TextLexer)
    app.connect("autodoc-process-docstring", lambda *given: given[-1].__setitem__(slice(None), marked_up(given[-1])))


def marked_up(docstring: list[str]) -> list[str]:
    """Convert a docstring, plain text with `code` in it, to reStructuredText."""
    paragraphs = re.split(r"\n\n+", "\n".join(docstring).strip("\n"))
    return [*"\n\n".join(map(marked_up_paragraph, paragraphs)).split("\n"), ""]


def marked_up_paragraph(text: str) -> str:
    """Convert a paragraph; one with indented lines stays as it is."""
    if text.startswith(">>> "):
        return text
    if re.search(r"^ ", text, re.MULTILINE):
        return "::\n\n" + "\n".join(f"    {line}" for line in text.split("\n"))
    parts = re.split(r"`([^`]+)`", text)
    return "".join(f"``{part}``" if place % 2 else escaped(part) for place, part in enumerate(parts))


def escaped(text: str) -> str:
    """Escape all markup in a text."""
    return re.sub(r"([\\*_|`])", r"\\\1", text)
