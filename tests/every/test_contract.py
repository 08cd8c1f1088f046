"""The server and the pages mean the same: values with names in the protocol, and what files of sheets contain."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect as types
from tools import page_types

from cinquina.core.record import LONGEST_NAME
from cinquina.locales import read_po, words
from cinquina.sheets import raw
from cinquina.table.base import LONGEST_CHAT
from cinquina.table.printed import sheet_words
from cinquina.web.pages import game_data
from drawing_types import declared, properties

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cinquina"
ENGLISH = read_po("en")

# --- values with names ----------------------------------------------------------------------------------------

LIKE_ALL_OTHERS = {"phase": {"mark"}, "kind": {"nothing"}}
"""Values that no page asks for: what is neither asked for nor one of these has a mistake in its name."""
NOT_OURS = {"audio.state", ".kind"}
"""What scripts call so and the server does not send; a kind without its owner may be one of anything."""


def values_of(kind: types.Type) -> set[str]:
    """Return the values with names that a type has, without the empty one."""
    match kind:
        case types.LiteralType(values=values):
            return {str(value) for value in values} - {""}
        case types.ListType(item_type=item):
            return values_of(item)
        case types.UnionType(types=several):
            return set[str]().union(*map(values_of, several))
    return set()


def named() -> dict[str, list[set[str]]]:
    """Return the values with names by the name of the field they are in, one set for each field of that name."""
    found = defaultdict[str, list[set[str]]](list)
    for struct in page_types.structs():
        info = types.type_info(struct)
        assert isinstance(info, types.StructType)
        for field in info.fields:
            if values := values_of(field.type):
                found[field.name].append(values)
    return dict(found)


NAMED = named()


@cache
def sources(*suffixes: str) -> tuple[str, ...]:
    """Return the sources of the pages of these kinds."""
    return tuple(
        path.read_text(encoding="utf-8")
        for folder in ("static", "templates")
        for path in sorted((SOURCE / "web" / folder).iterdir())
        if path.suffix in suffixes
    )


def asked_for(field: str, source: str) -> Iterator[str]:
    """Yield the values that a script compares a field with, or looks up by it."""
    for owner, value in re.findall(rf'((?:\w+\??\.)?)\b{field} *[!=]== *"([^"]*)"', source):
        if f"{owner.rstrip('.?')}.{field}" not in NOT_OURS:
            yield value
    for table in re.findall(rf"(\w+)\[\w+\.{field}\]", source):
        for told in re.findall(rf"const {table} = {{(.*?)}};", source, re.DOTALL):
            yield from re.findall(r"(?:^|,)\s*(\w+): ", told)
    for pattern in re.findall(rf"/\^\(([\w|]+)\)\$/\.test\([\w.]*\b{field}\)", source):
        yield from pattern.split("|")


def sent(field: str) -> Iterator[str]:
    """Yield the values of a field that pages send."""
    for source in sources(".js"):
        for told in re.findall(rf"\b{field}: ([^,\n]*)", source):
            yield from re.findall(r'"(\w+)"', told)
    for source in sources(".html"):
        yield from re.findall(rf'name="{field}" value="(\w+)"', source)
        yield from re.findall(r'<option value="(\w+)">', source) if field == "kind" else ()


def composed(field: str) -> Iterator[tuple[str, set[str]]]:
    """Yield what scripts compose with a field, and the words that have sentences or classes that have styles so."""
    styles = "\n".join(sources(".css"))
    for source in sources(".js"):
        for start in re.findall(rf"`([\w.-]+[.-])\$\{{(?:\w+\.)?{field}\}}`", source):
            told = {key.removeprefix(f"web.{start}") for key in ENGLISH if key.startswith(f"web.{start}")}
            yield start, told | set(re.findall(rf"\.{re.escape(start)}(\w+)\b", styles))


@pytest.mark.parametrize("field", NAMED)
def test_pages_know_every_value_that_the_server_may_send(field: str) -> None:
    known = {value for source in sources(".js") for value in asked_for(field, source)}
    known = known.union(sent(field), *(told for _, told in composed(field)))
    unknown = set[str]().union(*NAMED[field]) - known
    assert unknown == LIKE_ALL_OTHERS.get(field, set())


@pytest.mark.parametrize("field", NAMED)
def test_pages_ask_for_no_value_that_the_server_never_sends(field: str) -> None:
    asked = {value for source in sources(".js") for value in asked_for(field, source)}
    assert asked - {""} <= set[str]().union(*NAMED[field])


@pytest.mark.parametrize("field", NAMED)
def test_what_is_told_of_a_value_is_told_of_all_of_them(field: str) -> None:
    for start, told in composed(field):
        for values in NAMED[field] if start.endswith(".") else ():
            assert values == told or not values & told, start


def test_the_server_can_send_every_value() -> None:
    files = [path for path in SOURCE.rglob("*.py") if "protocol" not in path.name and path.name != "actions.py"]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    said = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert {value for sets in NAMED.values() for values in sets for value in values} <= said


# --- files of sheets ------------------------------------------------------------------------------------------

NOT_FOR_PAGES = {"certainty", "reconstructed", "text_scale", "tiles", "chips"}
"""Keys of a file that only Python reads."""
MADE_BY_PAGES = {"Sheet": {"fold"}, "Cell": {"look"}, "Look": {"word"}, "Band": {"open"}}
"""Properties that scripts add to what a file says."""
SCHEMA: dict[str, Any] = raw("schema")


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """Return a part of the schema with what it refers to."""
    found: Any = SCHEMA
    for name in node.get("$ref", "#").split("/")[1:]:
        found = found[name]
    return (found if "$ref" in node else {}) | {key: value for key, value in node.items() if key != "$ref"}


def differences(node: dict[str, Any], told: str, where: str) -> Iterator[str]:
    """Yield where a part of the schema and a type of the pages do not say the same."""
    node = resolved(node)
    if "properties" in node:
        yield from different_properties(node, told, where)
    elif isinstance(node.get("additionalProperties"), dict):
        yield from differences(node["additionalProperties"], told.removeprefix("Record<string, ")[:-1], f"{where}[…]")
    elif node.get("type") == "array" and node.get("maxItems") != 2:
        yield from differences(node["items"], told.removesuffix("[]"), f"{where}[]")
    elif '"' in told and set(re.findall(r'"(\w+)"', told)) != {*node.get("enum", ()), node.get("const")} - {None}:
        yield f"{where}: {told}"


def different_properties(node: dict[str, Any], told: str, where: str) -> Iterator[str]:
    """Yield which properties only one of them has, and which only one of them requires."""
    inner = node["properties"]
    own = {name: one for name, one in properties(told).items() if name not in MADE_BY_PAGES.get(told, ())}
    if where == "Sheet":
        inner = {name: one for name, one in inner.items() if name not in NOT_FOR_PAGES}
        own = {name: one for name, one in own.items() if name not in sheet_words(words("en"), "qwinto")}
    if where == "Sheet.sample":  # drawn like any other state of a sheet, of which it says but a part
        own = {name: one for name, one in own.items() if name in inner}
    yield from (f"{where}.{name}" for name in inner.keys() ^ own.keys())
    for name in inner.keys() & own.keys():
        if (name in node.get("required", ())) == own[name].optional and where != "Sheet.sample":
            yield f"{where}.{name} may be missing"
        yield from differences(inner[name], own[name].type, f"{where}.{name}")


def test_the_types_of_the_pages_say_what_a_file_of_a_sheet_contains() -> None:
    assert list(differences(SCHEMA, "Sheet", "Sheet")) == []


def test_a_colour_is_to_pages_what_its_file_says() -> None:
    assert declared()["Palette"] == "Record<string, Colour>"
    assert all(colour.keys() == properties("Colour").keys() for colour in raw("palette").values())


def test_pages_read_no_key_of_a_sheet_that_only_python_reads() -> None:
    assert SCHEMA["properties"].keys() >= NOT_FOR_PAGES
    assert NOT_FOR_PAGES & properties("Sheet").keys() == set()


# --- sheets to choose from ------------------------------------------------------------------------------------


def drawn_of(game: str) -> dict[str, list[str]]:
    """Return which sheets the page of a new table draws for every kind of sheets."""
    option = game_data(words("en"), game)["sheet_option"]
    return {value["name"]: value["sheets"] for value in option["values"]} if option else {}


def test_a_kind_of_sheets_is_drawn_as_its_first_sheet_and_a_choice_as_few() -> None:
    drawn = drawn_of("the-choice")
    assert drawn.pop("free") == [f"the-choice-{letter}-front" for letter in "abcd"]
    assert drawn == {letter: [f"the-choice-{letter.lower()}-front"] for letter in "ABCDEFGHIJ"}
    assert drawn_of("extra") == {"extra": ["extra-extra"], "classic": ["extra-classic"]}


# --- lengths --------------------------------------------------------------------------------------------------


def test_a_page_lets_one_type_as_much_as_the_server_takes() -> None:
    lengths = {int(length) for source in sources(".js") for length in re.findall(r"LONGEST_CHAT = (\d+)", source)}
    assert lengths == {LONGEST_CHAT}
    names = {int(length) for source in sources(".js") for length in re.findall(r"LONGEST_NAME = (\d+)", source)}
    names |= {int(told) for source in sources(".html") for told in re.findall(r'="name" maxlength="(\d+)"', source)}
    assert len(names) == 1
    assert max(names) <= LONGEST_NAME
    unnamed = [found for source in sources(".js") for found in re.findall(r"maxLength: (\d+)", source)]
    assert unnamed == []
