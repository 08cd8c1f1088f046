"""A real server and a real Chromium for the tests of the pages."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette

import made_up
from cinquina.store import MemoryStore
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
PATIENCE = 15_000
NO_WAITING = (
    """try { localStorage.getItem("cinquina.pace") ?? localStorage.setItem("cinquina.pace", '"none"'); } catch {}"""
)
"""Throws do not stay in sight, unless a test wants them to."""
NO_CODES = Path(__file__).with_name("codes.js").read_text(encoding="utf-8")
"""Every page of every test is read: a code that only programs know is an error on its console."""
TOO_LATE = "409 (Conflict)"
SCREENS = Path("screens")
"""Where screenshots are saved."""


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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser; closed with its module, since its event loop would block others."""
    if not CHROMIUM:
        pytest.skip("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def people(chromium: Any, address: str) -> Iterator[Any]:
    """Opens pages with separate storage; errors on their consoles fail the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def person(
        screen: dict[str, int] = DESKTOP, language: str = "it", *, at: str = address, quiet: bool = True, **more: Any
    ) -> Any:
        settings = {"viewport": screen, "locale": language, "base_url": at, "has_touch": screen["width"] < 600}
        context = chromium.new_context(**settings, reduced_motion="reduce", **more)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_WAITING)
        context.add_init_script(NO_CODES)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda wrong: complaints.append(str(wrong)))
        page.on("console", lambda said: complaints.append(said.text) if quiet and is_complaint(said) else None)
        return page

    yield person
    for context in contexts:
        context.close()
    assert complaints == []


def is_complaint(said: Any) -> bool:
    """Whether a console message is an error; a late click is also logged there, which is fine."""
    return said.type == "error" and TOO_LATE not in said.text


@pytest.fixture
def screens() -> Path:
    """The folder for screenshots."""
    SCREENS.mkdir(exist_ok=True)
    return SCREENS
