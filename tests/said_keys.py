"""The keys of sentences that a source says: the texts in the first argument of every call that makes one a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cinquina.locales import LANGUAGES

TELLING = ("words", "texts")
"""What the `Words` of a language are called in Python, alone or as an attribute."""
CALL = re.compile(r"(?<![\w`.-])(?:translate|texts)\(")
"""A call in a script or a template; not the `translate` of drawings, which stands in a text."""
TEXT = re.compile(r"""(===?|!==?)?\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*(===?|!==?|\s+in\b)?""")
"""A quoted text, and whether something is compared with it."""


def in_python(source: str) -> set[str]:
    """Return the keys that a Python source says."""
    return {
        key
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and node.args and name_of(node.func) in TELLING
        for key in texts_of(node.args[0])
    } - {*LANGUAGES}


def name_of(function: ast.expr) -> str:
    """Return what a called function is called: its name, or that of the attribute."""
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def texts_of(argument: ast.expr) -> Iterator[str]:
    """Yield the texts that an argument may be; both those of a conditional."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from texts_of(argument.body)
        yield from texts_of(argument.orelse)
    elif isinstance(argument, ast.BoolOp):
        for value in argument.values:
            yield from texts_of(value)


def in_page(source: str) -> set[str]:
    """Return the keys that a script or a template says, without web. in front."""
    return {
        double or single
        for call in CALL.finditer(source)
        for before, double, single, after in TEXT.findall(without_templates(first_argument(source[call.end() :])))
        if not before and not after
    }


def first_argument(source: str) -> str:
    """Return the first argument of a call from what stands after its bracket."""
    depth, quote = 0, ""
    for place, sign in enumerate(source):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'`":
            quote = sign
        elif depth == 0 and sign in ",)":
            return source[:place]
        else:
            depth += (sign in "([{") - (sign in ")]}")
    return source


def without_templates(argument: str) -> str:
    """Return an argument without composed texts, which are looked at as patterns."""
    return re.sub(r"`[^`]*`", "", argument)
