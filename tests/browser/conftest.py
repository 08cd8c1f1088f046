"""A real server and a real Chromium for the tests of the pages."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Error, Keyboard, Locator
from starlette.applications import Starlette

import made_up
from cinquina.store import MemoryStore
from cinquina.table import codes, hall, keys
from cinquina.web.app import ServerOptions, app
from cinquina.web.reviews import Reviews

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The headless shell is faster."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PATIENCE = 60_000
LASTING = ("add_init_script", "route", "route_web_socket")
"""Methods of a page whose effect cannot be undone; a test that calls one uses its page alone."""
UNDONE = ("emulate_media", "on")
"""Methods whose effect ends with the test."""
AS_OPENED = {"media": "null", "color_scheme": "light", "forced_colors": "none", "contrast": "no-preference"}
"""What a page shows itself for, unless its settings say otherwise."""
EMPTY_PAGE = "/static/icon.svg"
"""An address of the server with nothing to read and no scripts."""
NO_WAITING = (
    """try { localStorage.getItem("cinquina.pace") ?? localStorage.setItem("cinquina.pace", '"none"'); } catch {}"""
)
"""Throws do not stay in sight, unless a test wants them to."""
NO_CODES = Path(__file__).with_name("codes.js").read_text(encoding="utf-8")
"""Every page of every test is read: a code that only programs know is an error on its console."""
SAME_SALTS = """
  (() => {
    const truly = crypto.getRandomValues.bind(crypto);
    let count = %d;
    crypto.getRandomValues = (room) =>
      room instanceof Uint8Array && room.length === 16 ? room.fill(++count %% 256) : truly(room);
  })();
"""
"""What a page adds to the dice is the same in every run; its other random numbers are random."""
PRESSES: dict[Any, tuple[str, ...]] = {Locator: ("click", "tap", "press", "dispatch_event"), Keyboard: ("press",)}
"""Methods after which a page may ask the server; tests go on when it has answered and the page shows what it did."""
IS_BUSY = "() => Boolean(document.querySelector('#table[data-busy]'))"
SETTLING, A_MOMENT = 1.0, 4
"""For how long a test waits for an answer, in seconds, and how often it looks, in milliseconds."""
TOO_LATE = "409 (Conflict)"
SCREENS = Path("screens")
"""Where screenshots are saved, if they are asked for by `--screens`."""


@pytest.fixture(scope="session")
def served() -> Starlette:
    """A server with fast bots, and with reviews whose values are made up."""
    return app(MemoryStore(), ServerOptions(pace=0.0, limits=1000), reviews=Reviews(reviewer=made_up.review))


@pytest.fixture(scope="session")
def address(served: Starlette) -> Iterator[str]:
    """The address of the server."""
    config = uvicorn.Config(served, port=0, log_level="warning", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@contextmanager
def settling() -> Iterator[None]:
    """Every press of a test waits until the page shows what it did: what is read next is not what was there before."""
    with pytest.MonkeyPatch.context() as patch:
        for kind, names in PRESSES.items():
            for name in names:
                patch.setattr(kind, name, settled(getattr(kind, name)))
        yield


def settled(press: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of a locator or a keyboard that waits for the answer to its press."""

    def pressed(presser: Any, *words: Any, **more: Any) -> Any:
        done = press(presser, *words, **more)
        page = getattr(presser, "page", None)
        latest = time.monotonic() + SETTLING
        with suppress(Error):  # the press led to another page
            while page and page.evaluate(IS_BUSY) and time.monotonic() < latest:
                page.wait_for_timeout(A_MOMENT)
        return done

    return pressed


class Browser:
    """One Chromium for all tests of a folder; Playwright's event loop would block those of other tests.

    It keeps pages for the next test, with nothing stored but the cached scripts: a new process for every page, and
    loading the scripts anew, take longer than most tests.
    """

    def __init__(self) -> None:
        self.opened = ExitStack()
        self.chromium: Any = None
        self.idle: dict[str, list[Any]] = {}
        """Pages by their settings and salts."""

    def started(self) -> Any:
        """Return the running browser, started if need be."""
        if not self.chromium:
            from playwright.sync_api import sync_playwright

            playwright = self.opened.enter_context(sync_playwright())
            self.chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            self.opened.callback(self.chromium.close)
            self.opened.enter_context(settling())
        return self.chromium

    def page(self, settings: dict[str, Any], salts: str, *, fresh: bool) -> Any:
        """Return a page with these settings and nothing stored; with nothing cached either if it is to be fresh."""
        idle = [] if fresh else self.idle.get(repr(settings) + salts)
        if idle:
            return idle.pop()
        context = self.started().new_context(**settings)
        context.set_default_timeout(PATIENCE)
        for script in (NO_WAITING, NO_CODES, salts):
            context.add_init_script(script)
        page = context.new_page()
        page.keyboard.page = page  # as locators know theirs
        return page

    def keep(self, settings: dict[str, Any], salts: str, page: Any) -> None:
        """Keep a page for other tests, without what was stored in it and allowed; close it if it cannot be cleared."""
        try:
            self.clear(settings, page)
        except Error:  # a script of the test's last page was about to go to another one
            return page.context.close()
        return self.idle.setdefault(repr(settings) + salts, []).append(page)

    def clear(self, settings: dict[str, Any], page: Any) -> None:
        """Leave a page as if nobody had used it."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.goto(EMPTY_PAGE)
        page.evaluate("sessionStorage.clear()")
        cleaner = page.context.new_cdp_session(page)
        everything = {"origin": settings["base_url"], "storageTypes": "cookies,local_storage,indexeddb"}
        cleaner.send("Storage.clearDataForOrigin", everything)
        cleaner.detach()
        page.context.clear_permissions()

    def close(self) -> None:
        """Close it, with its event loop."""
        self.opened.close()
        self.chromium = None
        self.idle.clear()


BROWSER = Browser()


@pytest.fixture(scope="module")
def chromium() -> Any:
    """The browser."""
    if not CHROMIUM:
        pytest.skip("Chromium is not installed")
    return BROWSER.started()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the browser after the last test of a folder."""
    if not nextitem or nextitem.path.parent != item.path.parent:
        BROWSER.close()


class Foreseen:
    """Stands for `secrets` at the server: the same codes, keys and dice in every run of a test."""

    def __init__(self, seed: str) -> None:
        self.luck = random.Random(seed)

    def token_hex(self, count: int) -> str:
        """Return bytes as hexadecimal digits."""
        return self.luck.randbytes(count).hex()

    token_urlsafe = token_hex

    def choice(self, names: Sequence[str]) -> str:
        """Return one of some names."""
        return self.luck.choice(names)

    def randbelow(self, most: int) -> int:
        """Return a number below a bound."""
        return self.luck.randrange(most)


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test throws the same dice in every run, so that a page cannot fail by chance; `--luck` has other dice."""
    foreseen = Foreseen(f"{request.config.getoption('--luck')} {request.node.nodeid}")
    for module in (codes, hall, keys):
        monkeypatch.setattr(module, "secrets", foreseen)


class Lent:
    """A page that a test uses: what its console complained about, and whether it can be kept for another test."""

    def __init__(self, page: Any, settings: dict[str, Any], salts: str, *, fresh: bool, quiet: bool) -> None:
        self.page, self.settings, self.salts, self.is_changed = page, settings, salts, fresh
        self.complaints: list[str] = []
        self.listeners: list[tuple[str, Callable[[Any], Any]]] = []
        self.is_emulating = False
        self.turn_on, self.emulate = page.on, page.emulate_media
        self.listen("pageerror", self.hear_error)
        if quiet:
            self.listen("console", self.hear)
        for name in LASTING:
            setattr(page, name, self.noted(getattr(page, name)))
        page.on, page.emulate_media = self.listen, self.show_for

    def listen(self, event: str, listener: Callable[[Any], Any]) -> None:
        """Listen to the page until the test ends."""
        self.listeners.append((event, listener))
        self.turn_on(event, listener)

    def show_for(self, **features: str) -> None:
        """Show the page for paper, another theme or the like until the test ends."""
        self.is_emulating = True
        self.emulate(**features)

    def hear_error(self, wrong: Any) -> None:
        """Note what no script caught."""
        self.complaints.append(str(wrong))

    def hear(self, said: Any) -> None:
        """Note a complaint on the console."""
        if is_complaint(said):
            self.complaints.append(said.text)

    def noted(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """Return a method of the page that lasts beyond the test."""

        def called(*words: Any, **more: Any) -> Any:
            self.is_changed = True
            return change(*words, **more)

        return called

    def end(self) -> None:
        """Keep the page for other tests, or close it."""
        page = self.page
        for event, listener in self.listeners:
            page.remove_listener(event, listener)
        if self.is_changed or page.is_closed():
            return page.context.close()
        for name in (*LASTING, *UNDONE, "screenshot"):
            vars(page).pop(name, None)
        if self.is_emulating:
            features = ("color_scheme", "reduced_motion", "forced_colors", "contrast")
            page.emulate_media(**AS_OPENED | {name: self.settings[name] for name in features if name in self.settings})
        return BROWSER.keep(self.settings, self.salts, page)


@pytest.fixture
def people(chromium: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Opens pages with separate storage; errors on their consoles fail the test."""
    pictured = request.config.getoption("--screens")
    lent: list[Lent] = []

    def person(
        screen: dict[str, int] = DESKTOP,
        language: str = "it",
        *,
        at: str = address,
        quiet: bool = True,
        fresh: bool = False,
        **more: Any,
    ) -> Any:
        """Open a page; `fresh` is one with an empty cache, for tests that change or measure more than pages."""
        settings = {"locale": language, "base_url": at, "has_touch": screen["width"] < 600, "reduced_motion": "reduce"}
        settings |= more
        salts = SAME_SALTS % (len(lent) + 1)
        page = BROWSER.page(settings, salts, fresh=fresh)
        lent.append(Lent(page, settings, salts, fresh=fresh or at != address, quiet=quiet))
        page.set_viewport_size(screen)
        if not pictured:
            page.screenshot = no_picture
        return page

    yield person
    heard = [complaint for one in lent for complaint in one.complaints]
    for one in lent:
        one.end()  # pages may also complain while they are cleared
    assert heard == []


def no_picture(**wanted: Any) -> None:
    """Take no picture, which would cost as much time as many a test."""


def is_complaint(said: Any) -> bool:
    """Whether a console message is an error; a late click is also logged there, which is fine."""
    return said.type == "error" and TOO_LATE not in said.text


@pytest.fixture
def screens() -> Path:
    """The folder for screenshots."""
    SCREENS.mkdir(exist_ok=True)
    return SCREENS
