"""Tables with people: real dice and three phones, one screen for two, spectators, a server that dies."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from browser_hands import is_ready, made_table, phase, play_together, step

PHONE = {"width": 390, "height": 844}
SHORT = {"penalties": "1"}
"""A game that ends sooner."""


def test_three_phones_are_pads_for_real_dice(people: Any, screens: Path) -> None:
    phones = [people(PHONE) for _ in range(3)]
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    code = made_table(phones[0], seats, dice="real", options=SHORT)
    for phone, name in zip(phones[1:], ("Bruno", "Carla"), strict=True):
        sit(phone, code, name)
    phones[0].wait_for_function("() => document.getElementById('table').dataset.phase !== 'lobby'")
    phones[0].wait_for_selector(".play .tray-box input[type=radio]", state="attached")
    phones[0].screenshot(path=screens / "pad-phone.png", full_page=True)
    play_together(*phones)
    assert phones[0].locator(".ranking li").count() == 3


def test_one_screen_is_handed_over_when_answers_are_secret(people: Any, screens: Path) -> None:
    page = people()
    made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "screen", "name": "Bruno"}])
    shown = set()
    luck = random.Random(2)
    for _ in range(60):
        page.wait_for_timeout(20)
        text = page.locator(".play .sentence").inner_text()
        if page.locator(".play .sheet-box").is_hidden():
            shown.add(next(name for name in ("Ada", "Bruno") if name in text))
            page.screenshot(path=screens / "handover.png")
        if len(shown) == 2 or phase(page) == "over":
            break
        if is_ready(page):
            step(page, luck)
    assert shown == {"Ada", "Bruno"}


def test_onlookers_see_everything_and_can_do_nothing(people: Any, screens: Path) -> None:
    ada, onlooker, television = people(), people(language="en"), people()
    code = made_table(ada, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "greedy"}])
    onlooker.goto(f"/t/{code}")
    television.goto(f"/t/{code}/tv")
    onlooker.wait_for_selector("#table[data-phase]")
    for _ in range(6):
        step(ada, random.Random(1))
    assert onlooker.locator(".play > .actions").is_hidden()
    assert onlooker.locator("svg.sheet:not(.small) .legal").count() == 0
    television.wait_for_timeout(300)
    television.screenshot(path=screens / "television.png")


def test_a_page_goes_on_when_the_server_was_killed(people: Any, tmp_path: Path) -> None:
    port = free_port()
    server = started(port, tmp_path)
    try:
        page = people(at=f"http://127.0.0.1:{port}", quiet=False)
        made_table(page, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "greedy"}])
        luck = random.Random(4)
        for _ in range(6):
            step(page, luck)
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        server = started(port, tmp_path)
        for _ in range(6):
            step(page, luck)
    finally:
        server.kill()
        server.wait()


def sit(page: Any, code: str, name: str) -> None:
    """Open the invitation and take a seat."""
    page.goto(f"/t/{code}")
    page.locator("form input").first.fill(name)
    page.locator("form button[type=submit]").first.click()


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def started(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """Start a server process over a file."""
    line = [sys.executable, "-m", "cinquina", "serve", "--port", str(port), "--db", f"sqlite:///{folder / 'tables.db'}"]
    server = subprocess.Popen(line, stdout=subprocess.DEVNULL, env={**os.environ, "CINQUINA_PACE": "0"})
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return server
    raise AssertionError("the server did not start")
