"""Converts the rules pages to HTML; supports just the Markdown they use."""

from __future__ import annotations

import re
from html import escape

SHEET = "<div class='sheet-here'></div>"
"""In place of the sheet in letters: the page draws it here."""
_strong = re.compile(r"\*\*(.+?)\*\*")
_emphasis = re.compile(r"(?<![*\w])\*(?!\s)(.+?)\*")
_code = re.compile(r"`(.+?)`")
_link = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_point = re.compile(r"(?:[-*]|\d+\.) ")
_for_records = re.compile(r"<!-- for records -->.*?<!-- end -->", re.DOTALL)


def html_of(text: str) -> str:
    """Convert a page, without what is only for those who type moves or read records."""
    return "\n".join(_block(block) for block in _blocks(_for_records.sub("", text)))


def _blocks(text: str) -> list[list[str]]:
    """Split a text into blocks: fenced code whole, the rest at empty lines."""
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
            blocks += [[line]] if fenced else []
            if not fenced:
                blocks[-1].append(line)
                blocks.append([])
        elif fenced:
            blocks[-1].append(line)
        elif not line.strip():
            blocks.append([])
        elif line.startswith("#"):
            blocks += [[line], []]
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _block(lines: list[str]) -> str:
    """Convert a block, by its beginning."""
    first = lines[0]
    if first.startswith("```"):
        return SHEET
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        return f"<h{level}>{_inline(first.lstrip('# '))}</h{level}>"
    if first.startswith("|"):
        return _table(lines)
    if _point.match(first.lstrip()):
        return _list(lines)
    if first.startswith("![") or first.startswith("<"):
        return ""
    return f"<p>{_inline(' '.join(lines))}</p>"


def _list(lines: list[str]) -> str:
    """Convert a list, numbered or not; items may span lines."""
    points: list[str] = []
    for line in lines:
        if begins := _point.match(line):
            points.append(line[begins.end() :].strip())
        elif points:
            points[-1] += " " + line.strip().removeprefix("- ")
    tag = "ol" if lines[0].lstrip()[0].isdecimal() else "ul"
    return f"<{tag}>" + "".join(f"<li>{_inline(point)}</li>" for point in points) + f"</{tag}>"


def _table(lines: list[str]) -> str:
    """Convert a table; its second line is a rule."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f"<th scope='col'>{_inline(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return (
        f"<div class='table-box' tabindex='0'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _inline(text: str) -> str:
    """Convert bold, emphasis, code and links in a line."""
    safe = escape(text, quote=False)
    safe = _code.sub(r"<code>\1</code>", safe)
    safe = _strong.sub(r"<strong>\1</strong>", safe)
    safe = _emphasis.sub(r"<em>\1</em>", safe)
    return _link.sub(r"\1", safe)
