"""A server behind a proxy with other services: all paths begin with its base path."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from starlette.routing import Route

from cinquina.games import GAMES
from cinquina.store import MemoryStore
from cinquina.web.app import STATIC, ServerOptions, app
from cinquina.web.pages import KINDS
from web.server import Asker, serving
from web.test_files import second
from web.test_stopping import run

BASE = "/games/"
ADDRESS = re.compile(r'(?:href|src|action)="([^"#]+)"')


@pytest.fixture
def based() -> Iterator[Asker]:
    """A server with a base path."""
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, base=BASE, limits=10))) as asker:
        asker.base = BASE
        yield asker


def addresses_of(code: str) -> dict[str, list[str]]:
    """Return by route what can be asked for with GET, without the base: everything of one table, each game's own."""
    named = {"code": [code], "kind": list(KINDS), "game": list(GAMES), "lang": ["it"]}
    named |= {"name": ["qwixx-classic"], "which": ["2026-07-01"]}
    found: dict[str, list[str]] = {}
    for route in app(MemoryStore()).routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()):
            parts = [named[name] for name in route.param_convertors]
            every = [dict(zip(route.param_convertors, chosen, strict=True)) for chosen in itertools.product(*parts)]
            found[route.path] = [str(route.url_path_for(route.name, **values))[1:] for values in every]
    return found


@pytest.mark.parametrize("taken_off", [False, True], ids=["passed on", "taken off"])
def test_every_address_on_every_page_begins_with_the_base_and_leads_somewhere(based: Asker, taken_off: bool) -> None:
    """`taken_off`: the proxy takes the base off before it passes a request on."""
    code, _ = based.make("qwixx", "me")
    routes = addresses_of(code)
    seen, pages = set(), 0
    for path in ["nowhere", *chain.from_iterable(routes.values())]:
        answer = based.get(("/" if taken_off else BASE) + path)
        if answer.headers.get_content_type() != "text/html":
            continue
        found = ADDRESS.findall(answer.body.decode())
        assert f"{BASE}lang/it?back={BASE}{path}" in found, path
        seen |= {address for address in found if not address.startswith(("data:", "http"))}
        pages += 1
    assert pages > len(routes) / 2
    assert all(address.startswith(BASE) for address in seen), seen
    for address in seen:
        assert based.get(address).status in (200, 303), address


COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
NETWORK = re.compile(r"\bfetch\(|new (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\(|\bserviceWorker\b")
WITH_BASE = re.compile(r"\b(?:address|post|get|fetched|exists|connect|socketTo|\.ask)\(")
"""Calls that put the base path before an address."""
LITERAL = re.compile(r"""["'`]/[\w$?#]""")


def without_calls(text: str) -> str:
    """Return a script without what is given to those calls."""
    found = WITH_BASE.search(text)
    if not found:
        return text
    end, depth = found.end(), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[: found.start()] + without_calls(text[end:])


def test_one_script_talks_to_the_network_and_puts_the_base_before_every_address() -> None:
    for script in sorted(STATIC.glob("*.js")):
        code = COMMENT.sub("", script.read_text(encoding="utf-8"))
        assert script.name == "net.js" or not NETWORK.search(code), script.name
        left = LITERAL.search(without_calls(code))
        assert not left, f"{script.name}: {left and left.string[left.start() : left.end() + 40]}"
    for style in STATIC.glob("*.css"):
        assert "url(" not in style.read_text(encoding="utf-8"), style.name


def test_a_change_of_language_leads_back_to_the_page_with_its_query(based: Asker) -> None:
    for asked in ("/games/puzzle/qwixx?date=2026-07-01", "/puzzle/qwixx?date=2026-07-01"):
        (link,) = re.findall(r'href="(/games/lang/it[^"]*)"', based.get(asked).body.decode())
        assert based.get(link).headers["location"] == "/games/puzzle/qwixx?date=2026-07-01"


def test_a_game_is_played_under_a_base_path(based: Asker) -> None:
    with based.watch(*based.make("qwinto", "me")) as tab:
        assert tab.play(random.Random(1))["phase"] == "over"


def test_a_proxy_may_take_the_base_off(based: Asker) -> None:
    assert f'data-base="{BASE}"'.encode() in based.get("/").body
    assert based.get("/static/net.js").status == based.get("/games/static/net.js").status == 200


def test_a_language_is_kept_for_the_base_and_leads_back_into_it(based: Asker) -> None:
    answer = based.get("/games/lang/it?back=/games/verify")
    assert answer.headers["location"] == "/games/verify"
    assert "Path=/games/" in answer.headers["set-cookie"]
    assert based.get("/games/lang/it?back=/elsewhere").headers["location"] == BASE


def test_the_qr_code_leads_to_the_table_under_the_base(based: Asker) -> None:
    code, _ = based.make("qwixx", "me")
    assert based.get(f"/games/t/{code}/qr.svg").status == 200


def test_serve_takes_a_base_and_refuses_what_is_none(tmp_path: Path) -> None:
    with run(tmp_path, "--db", "memory:", "--base", "games") as server:
        assert server.told.endswith(BASE)
        assert b'data-base="/games/"' in server.asker.get("/games/").body
    for wrong in ("/a b/", "/../", "/<x>/", "/a//b/"):
        code, told = second("memory:", "--base", wrong)
        assert code == 2, wrong
        assert "base path" in told
