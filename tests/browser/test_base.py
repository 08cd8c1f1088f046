"""All pages under a path of a proxy that serves other pages, too: nothing leads out of that path."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

import made_up
from browser.test_lessons import TOLD
from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from cinquina.web.proxies import Proxies
from cinquina.web.reviews import Reviews
from web.server import Asker, serving
from web.test_base import addresses_of

BASE = "/house/games/"
FORWARDED = ((b"x-forwarded-for", b"192.0.2.7"), (b"x-forwarded-proto", b"http"))
SHEET = "svg.sheet:not(.small) .cell"
LED_TO = """() => [...document.querySelectorAll("[href], [src], [action], [data-link]")]
  .flatMap((one) => [one.href, one.src, one.dataset.link].filter(Boolean)).concat(location.href)
  .filter((address) => !address.startsWith("blob:"))"""
"""Where everything on a page leads, also what its scripts have put there."""


class OneFolder:
    """A proxy that offers a server under BASE alone and takes that path off; notes what is asked for elsewhere."""

    def __init__(self, served: ASGIApp, astray: list[str]) -> None:
        self.served = served
        self.astray = astray

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer as another server."""
        path = scope.get("path", "")
        if path.startswith(BASE):
            rest = "/" + path.removeprefix(BASE)
            scope = {**scope, "path": rest, "raw_path": rest.encode(), "headers": [*scope["headers"], *FORWARDED]}
        if path.startswith(BASE) or scope["type"] == "lifespan":
            await self.served(scope, receive, send)
        else:
            self.astray.append(path)
            await PlainTextResponse("Another page.", status_code=404)(scope, receive, send)


class Visitor:
    """Goes from page to page, and looks where they lead."""

    def __init__(self, page: Any, asker: Asker) -> None:
        self.page = page
        self.asker = asker
        self.visited: set[str] = set()

    def go(self, path: str, ready: str) -> None:
        """Open a page by its address and look at it."""
        self.page.goto(path)
        self.look(ready)

    def press(self, wanted: str, leads_to: str, ready: str) -> None:
        """Press something that leads to another page, and look at that."""
        with self.page.expect_navigation():
            self.page.locator(wanted).first.click()
        assert self.path == f"{BASE}{leads_to}"
        self.look(ready)

    @property
    def path(self) -> str:
        """The path of the page."""
        return urlsplit(self.page.url).path

    def look(self, ready: str) -> None:
        """Wait until a page is ready; see that everything on it is under the path."""
        self.page.wait_for_selector(ready)
        self.visited.add(self.path)
        for address in self.page.evaluate(LED_TO):
            assert address.startswith(self.asker.origin + BASE), f"{self.path}: {address}"


def test_no_page_leads_out_of_the_path_of_a_proxy(people: Any) -> None:
    astray: list[str] = []
    options = ServerOptions(pace=0.0, base=BASE, proxies=Proxies.named(["127.0.0.1"]))
    served = app(MemoryStore(), options, reviews=Reviews(reviewer=made_up.review))
    served.add_middleware(OneFolder, astray=astray)
    with serving(served) as asker:
        asker.base = BASE
        visitor = Visitor(people(language="en", at=asker.origin + BASE), asker)
        code, key = finished(asker)
        walk_at_tables(visitor, code, key)
        walk_elsewhere(visitor, code)
        assert astray == []
        assert not_visited(visitor, code) == []


def finished(asker: Asker) -> tuple[str, str]:
    """A table at which a game is over: its code and the key of its host."""
    code, key = asker.make("qwixx", "me bot")
    with asker.watch(code, key) as tab:
        tab.play(random.Random(1))
    return code, key


def walk_at_tables(visitor: Visitor, code: str, key: str) -> None:
    """A lesson, begun and taken up again; a lobby with its QR code; the end of a game, its replay and its review."""
    page = visitor.page
    for _ in range(2):
        visitor.go("", "body[data-ready]")
        with page.expect_navigation():
            page.locator(".game[data-game=qwixx] [data-lesson]").click()
        visitor.look(TOLD)
    lesson = visitor.path
    assert page.evaluate("JSON.parse(localStorage.getItem('cinquina.lessons')).qwixx") == lesson.rpartition("/")[2]
    visitor.go("new/qwixx", "main form")
    with page.expect_navigation():
        page.locator("main form .button.main").click()
    visitor.look("img.qr")
    page.wait_for_function("document.querySelector('img.qr').naturalWidth > 0")
    visitor.go(f"t/{code}#{key}", "#table[data-phase=over]")
    visitor.look(".luck-body:not(.waiting)")
    visitor.press(".end-tools a", f"t/{code}/replay", "#sheets svg.sheet")
    with page.expect_download():
        page.locator("#json").click()
    visitor.press("#review", f"t/{code}/review", "#shown:not([hidden]) .graph")
    visitor.press("#practise", "practice/mistakes", SHEET)
    visitor.go(f"t/{code}/tv", ".tv svg.sheet")


def walk_elsewhere(visitor: Visitor, code: str) -> None:
    """All other pages, with what is kept on this device; a table found by its code; a rematch; another language."""
    visitor.go("", ".known li")
    visitor.page.fill("#code", code)
    visitor.press("#join .button", f"t/{code}", "#table[data-phase=over]")
    visitor.go("practice", "body[data-ready] #own a")
    visitor.press(".practice-game .button.main", "puzzle/qwixx", SHEET)
    visitor.go("practice/qwixx", SHEET)
    visitor.go("progress", "body[data-ready]")
    for path in ("replay", "review", "verify"):
        visitor.go(path, "main form")
    visitor.page.locator("header summary").click()
    visitor.press("header a[hreflang=it]", "verify", "html[lang=it]")
    for path in ("rules/qwixx", "print/qwixx"):
        visitor.go(path, "main svg")
    visitor.go("games", ".result button")
    visitor.press(".result button", f"t/{code}", "#table[data-phase]:not([data-phase=over])")


def not_visited(visitor: Visitor, code: str) -> list[str]:
    """Return the routes of pages of which no page was visited."""
    left = []
    for route, paths in addresses_of(code).items():
        answer = visitor.asker.get(BASE + paths[0])
        is_page = answer.status == 200 and answer.headers.get_content_type() == "text/html"
        if is_page and not visitor.visited & {BASE + path for path in paths}:
            left.append(route)
    return left
