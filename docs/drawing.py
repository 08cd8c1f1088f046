"""What the programs that take the pictures in docs/pictures share: a server, a browser, and pages that show no tips."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import ViewportSize, sync_playwright

from cinquina.games import GAMES
from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # helpers of the browser tests
PICTURES = ROOT / "docs" / "pictures"
PATIENCE = 600_000
SETTLED = 400
NO_WAITING = """localStorage.setItem("cinquina.pace", '"none"')"""
NO_HINTS = f"localStorage.setItem('cinquina.guided', JSON.stringify({list(GAMES)}))"


@contextmanager
def picture_taker() -> Iterator[Callable[[str, ViewportSize, Callable[[Any], None]], None]]:
    """Serve the program; what it gives takes a picture: its name, the size of the window, and what to do before."""
    server = uvicorn.Server(uvicorn.Config(app(MemoryStore(), ServerOptions(pace=0.0)), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )

        def take(name: str, screen: ViewportSize, prepare: Callable[[Any], None]) -> None:
            context = browser.new_context(viewport=screen, locale="en", base_url=address, reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.add_init_script(NO_HINTS)
            page.add_init_script(NO_WAITING)
            prepare(page)
            page.mouse.move(1, 1)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=PICTURES / f"{name}.png")
            context.close()

        yield take
        browser.close()
