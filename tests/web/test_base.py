"""A server behind a proxy with other services: all paths begin with its base path."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinquina.games import GAMES
from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from web.server import Asker, serving
from web.test_files import second
from web.test_stopping import run

BASE = "/games/"
ADDRESS = re.compile(r'(?:href|src|action)="([^"#]+)"')


@pytest.fixture
def based() -> Iterator[Asker]:
    """A server with a base path."""
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, base=BASE))) as asker:
        asker.base = BASE
        yield asker


def test_every_address_on_every_page_begins_with_the_base_and_leads_somewhere(based: Asker) -> None:
    code = based.post("/games/tables", {"game": "qwixx", "seats": [{"kind": "me", "name": "Anna"}]}).value["code"]
    pages = ["", "replay", "verify", "nowhere", f"t/{code}", f"t/{code}/tv", f"t/{code}/replay"]
    pages += [f"{kind}/{game}" for kind in ("new", "rules", "print") for game in GAMES]
    seen = set()
    for page in pages:
        found = ADDRESS.findall(based.get(BASE + page).body.decode())
        assert found, page
        seen |= {address for address in found if not address.startswith(("data:", "http"))}
    assert all(address.startswith(BASE) for address in seen), seen
    for address in seen:
        assert based.get(address).status in (200, 303), address


def test_a_game_is_played_under_a_base_path(based: Asker) -> None:
    made = based.post("/games/tables", {"game": "qwinto", "seats": [{"kind": "me", "name": "A"}], "salt": "aa"}).value
    with based.watch(made["code"], made["key"]) as tab:
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
    code = based.post("/games/tables", {"game": "qwixx", "seats": [{"kind": "me", "name": "Anna"}]}).value["code"]
    assert based.get(f"/games/t/{code}/qr.svg").status == 200


def test_serve_takes_a_base_and_refuses_what_is_none(tmp_path: Path) -> None:
    with run(tmp_path, "--db", "memory:", "--base", "games") as server:
        assert b'data-base="/games/"' in server.asker.get("/games/").body
    for wrong in ("/a b/", "/../", "/<x>/", "/a//b/"):
        code, told = second("memory:", "--base", wrong)
        assert code == 2, wrong
        assert "base path" in told
