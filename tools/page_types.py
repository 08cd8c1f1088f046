"""Generate src/cinquina/web/static/types.d.ts, the types of the pages' scripts, from cinquina/web/protocol.py,
record_protocol.py and actions.py.

    .venv/bin/python tools/page_types.py            write the file
    .venv/bin/python tools/page_types.py --check    check that it is up to date

Data from the server always has all fields; in data from a page, fields with a default may be missing.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import msgspec
from msgspec import inspect as types

from cinquina.web import actions, protocol, record_protocol

FILE = Path(protocol.__file__).parent / "static" / "types.d.ts"
HEAD = """\
// Generated from protocol.py, record_protocol.py and actions.py by tools/page_types.py: change those, not this file.
// Read by the type checker only, never by a browser.
"""
SHARED_BY_CLICKS = ("key", "id")
"""Fields that the page adds to every action."""


def structs() -> list[type[msgspec.Struct]]:
    """Return the types of the protocol in source order, without base classes that are never sent."""
    modules = (protocol, record_protocol, actions)
    found = [
        one
        for module in modules
        for one in vars(module).values()
        if is_struct(one) and one.__module__ == module.__name__
    ]
    return [one for one in found if one not in (actions.Request, actions.Click)]


def is_struct(value: object) -> bool:
    """Whether a value is a type of the protocol."""
    return inspect.isclass(value) and issubclass(value, msgspec.Struct)


def spelled(kind: types.Type) -> str:  # noqa: PLR0911  # one case per type
    """Return a type in TypeScript syntax."""
    match kind:
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            inner = spelled(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.DictType(value_type=value):
            return f"Record<string, {spelled(value)}>"
        case types.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case types.UnionType(types=several):
            return " | ".join(spelled(one) for one in several)
        case types.StructType(cls=struct):
            return str(struct.__name__)
    raise TypeError(f"no TypeScript for {kind}")


def declared(struct: type[msgspec.Struct]) -> str:
    """Return the declaration of one type with its description."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    asked = issubclass(struct, actions.Request)
    is_action = issubclass(struct, actions.Click)
    fields = [f'  do: "{info.tag}";'] if is_action else []
    for field in info.fields:
        if is_action and field.name in SHARED_BY_CLICKS:
            continue
        optional = "?" if asked and not field.required else ""
        fields.append(f"  {field.encode_name}{optional}: {spelled(field.type)};")
    about = " ".join((inspect.getdoc(struct) or "").split())
    return "\n".join([f"/** {about} */", f"export type {struct.__name__} = {{", *fields, "};"])


def text() -> str:
    """Return the whole file."""
    names = [one.__name__ for one in structs() if issubclass(one, actions.Click)]
    union = "/** Anything that somebody can want at a table; the page adds the key and the id. */\n"
    union += f"export type Action = {' | '.join(names)};"
    return "\n\n".join([HEAD.rstrip(), *map(declared, structs()), union]) + "\n"


def main() -> int:
    """Write the file, or check it; return the exit code."""
    if "--check" in sys.argv[1:]:
        fresh = FILE.read_text(encoding="utf-8") == text()
        print("up to date" if fresh else f"stale: run {Path(__file__).name}", file=sys.stderr)
        return 0 if fresh else 1
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
