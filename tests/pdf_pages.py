"""Reads what Chromium prints: the size of each page of a PDF, and its texts with their places."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from unicodedata import normalize

Matrix = tuple[float, float, float, float, float, float]

OBJECT = re.compile(rb"(\d+) 0 obj\s*(.*?)endobj", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n(.*)", re.DOTALL)
PAGE = re.compile(rb"/Type\s*/Page\b")
TOKEN = re.compile(rb"<[0-9A-Fa-f]*>|\[[^\]]*\]|/?[^\s<>\[\]/]+")
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its width and height, and its texts with their places from the lower left corner, in points."""

    size: tuple[float, float]
    texts: tuple[tuple[str, float, float], ...]


def pages_of(pdf: bytes) -> list[Page]:
    """Return the pages of a PDF."""
    objects = {int(found[1]): found[2] for found in OBJECT.finditer(pdf)}
    return [page_of(objects, told) for told in objects.values() if PAGE.search(told)]


def page_of(objects: dict[int, bytes], told: bytes) -> Page:
    """Return one page."""
    box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", told)
    contents = re.search(rb"/Contents (\d+) 0 R", told)
    assert box
    assert contents
    left, bottom, right, top = map(float, box[1].split())
    fonts = {name: letters_of(objects, int(number)) for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", told)}
    return Page((right - left, top - bottom), tuple(texts_in(inflated(objects[int(contents[1])]), fonts)))


def inflated(told: bytes) -> bytes:
    """Return the content of a stream."""
    stream = STREAM.search(told)
    assert stream
    return zlib.decompressobj().decompress(stream[1])


def letters_of(objects: dict[int, bytes], font: int) -> dict[int, str]:
    """Return the letters of a font by their codes."""
    told = re.search(rb"/ToUnicode (\d+) 0 R", objects[font])
    letters: dict[int, str] = {}
    if not told:
        return letters
    table = inflated(objects[int(told[1])])
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for code, letter in re.findall(rb"<(\w+)>\s*<(\w+)>", block):
            letters[int(code, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, letter in re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for code in range(int(first, 16), int(last, 16) + 1):
                letters[code] = chr(int(letter, 16) + code - int(first, 16))
    return letters


def texts_in(content: bytes, fonts: dict[bytes, dict[int, str]]) -> list[tuple[str, float, float]]:
    """Return the texts of a page with their places: one for each block of text."""
    here, kept, given = PLAIN, [], list[bytes]()
    letters: dict[int, str] = {}
    text, place, found = "", PLAIN, []
    for token in TOKEN.findall(content):
        if token == b"q":
            kept.append(here)
        elif token == b"Q":
            here = kept.pop()
        elif token == b"cm":
            here = times(matrix(given), here)
        elif token == b"Tf":
            letters = fonts[given[-2][1:]]
        elif token == b"BT":
            text, place = "", PLAIN
        elif token == b"Tm":
            place = matrix(given)
        elif token == b"Tj":
            codes = bytes.fromhex(given[-1].strip(b"<>").decode())
            text += "".join(letters.get(int.from_bytes(codes[i : i + 2]), "?") for i in range(0, len(codes), 2))
        elif token == b"ET":
            x, y = times(place, here)[4:]
            found.append((normalize("NFKC", text), x, y))  # letters that a font joins are two again
        else:
            given.append(token)
            continue
        given.clear()
    return found


def matrix(given: list[bytes]) -> Matrix:
    """Return the last six numbers."""
    a, b, c, d, e, f = map(float, given[-6:])
    return a, b, c, d, e, f


def times(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that does one thing and then the other."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m
