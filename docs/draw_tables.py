"""Take the pictures in docs/pictures: `.venv/bin/python docs/draw_tables.py`; needs Chromium."""

from __future__ import annotations

import random
import shutil
import sys
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from browser_hands import made_table, step  # noqa: E402  # helpers of the browser tests
from cinquina.bots import levels_of  # noqa: E402
from cinquina.games import GAMES  # noqa: E402
from cinquina.store import MemoryStore  # noqa: E402
from cinquina.web.app import ServerOptions, app  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESK, PHONE = ViewportSize(width=1280, height=760), ViewportSize(width=390, height=844)
STEPS = {"qwixx": 18, "qwinto": 34, "the-choice": 26, "extra": 46, "sequence-dice": 26}
USUAL = 30
"""Steps into a game."""
NO_WAITING = """localStorage.setItem("cinquina.pace", '"none"')"""
NO_HINTS = f"localStorage.setItem('cinquina.guided', JSON.stringify({list(GAMES)}))"


def main() -> None:
    """Take a picture of a table of every game, and one on a phone."""
    server = uvicorn.Server(uvicorn.Config(app(MemoryStore(), ServerOptions(pace=0.0)), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for game, screen, name in [*((game, DESK, game) for game in GAMES), ("qwixx", PHONE, "phone")]:
            context = browser.new_context(viewport=screen, locale="en", base_url=address, reduced_motion="reduce")
            page = context.new_page()
            page.add_init_script(NO_HINTS)
            page.add_init_script(NO_WAITING)
            level = levels_of(GAMES[game])[:3][-1]  # medium, or the strongest that there is
            made_table(page, [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": level}], game)
            luck = random.Random(7)
            for _ in range(STEPS.get(game, USUAL)):
                step(page, luck)
            page.wait_for_timeout(400)
            page.screenshot(path=PICTURES / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
