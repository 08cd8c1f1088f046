"""A page that stores the promise of the dice notices when the server breaks it. Its script runs in Node.js."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import cinquina.web
from cinquina.core import OVER
from cinquina.table.happenings import Rolled
from table.tables import FOLLOWING, HOST, SEED, SEEDS, Played, next_happening, settings, table

STATIC = Path(cinquina.web.__file__).parent / "static"
PROGRAM = """
globalThis.document = { documentElement: { dataset: {} } };
const kept = {};
globalThis.localStorage = { getItem: (name) => kept[name] ?? null, setItem: (name, value) => (kept[name] = value) };
const posted = [];
const answer = { ok: true, status: 200, json: async () => ({}) };
globalThis.fetch = async (path, { body }) => (posted.push(JSON.parse(body)), answer);
const { watchDice } = await import(PROMISE);
const { checkedDice } = await import(CHECK);
for (const snapshot of SHOWN) watchDice(snapshot, KEYS);
await new Promise((done) => setTimeout(done));
console.log(JSON.stringify({ verdict: checkedDice(SHOWN.at(-1)), posted }));
"""

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def looked_at(shown: list[dict[str, Any]], keys: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the verdict of a page that received these snapshots, and what it sent."""
    scripts = {"PROMISE": "promise.js", "CHECK": "checked-dice.js"}
    words = {name: (STATIC / file).as_uri() for name, file in scripts.items()} | {"SHOWN": shown, "KEYS": keys}
    program = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in words.items()) + PROGRAM
    told = subprocess.run(["node", "--input-type=module"], input=program, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


def seen_game(played: Played | None = None, luck: int = 1) -> list[dict[str, Any]]:
    """Return all snapshots of a game for its first player's page."""
    played = played or table("qwixx", 2, seed=SEED)
    random_luck, shown = random.Random(luck), [played.seen(HOST)]
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, random_luck))
        shown.append(played.seen(HOST))
    return shown


def test_an_honest_table_is_found_honest() -> None:
    verdict = looked_at(seen_game())["verdict"]
    assert (verdict["state"], verdict["key"]) == ("right", "dice.why.kept")
    assert verdict["details"]["n"] > 5


@pytest.mark.parametrize("game", ["qwinto", "the-choice", "extra", "sequence-dice"])
def test_every_game_can_be_checked_by_a_page(game: str) -> None:
    assert looked_at(seen_game(table(game, 2, seed=SEED)))["verdict"]["state"] == "right"


def test_every_game_of_a_series_is_checked_at_its_end() -> None:
    played = table("qwixx", 2, seed=SEED, series=2)
    first = seen_game(played)
    assert looked_at(first)["verdict"] is None
    played.take(played.table.next_game(HOST, SEEDS))
    verdict = looked_at(first + seen_game(played))["verdict"]
    alone = looked_at(seen_game(table("qwixx", 2, seed=SEED)))["verdict"]
    assert verdict["state"] == "right"
    assert verdict["details"]["n"] > alone["details"]["n"]


def test_a_seed_changed_after_the_promise_is_noticed() -> None:
    honest = seen_game()
    played = table("qwixx", 2, seed=FOLLOWING)
    forged = seen_game(played)
    for snapshot in forged[:-1]:
        snapshot["proof"]["promise"] = honest[0]["proof"]["promise"]
    assert looked_at(forged)["verdict"]["key"] == "dice.why.seed"


def test_a_throw_that_does_not_follow_from_the_seed_is_noticed() -> None:
    played = table("qwixx", 2, seed=SEED, options={"begins": "first"})
    shown = [played.seen(HOST)]
    played.take(Rolled((6,) * 6))
    assert looked_at([*shown, *seen_game(played)])["verdict"] == {
        "state": "wrong",
        "key": "dice.why.throw",
        "details": {"game": 1, "throw": 1},
    }


def test_a_record_that_hides_what_was_shown_is_noticed() -> None:
    shown = seen_game(table("qwixx", 2, seed=SEED, options={"begins": "first"}))
    thrown = next(snapshot for snapshot in shown if snapshot["dice"]["count"] == 2)
    thrown["dice"]["faces"]["red"] = thrown["dice"]["faces"]["red"] % 6 + 1
    assert looked_at(shown)["verdict"]["key"] == "dice.why.throw"


def test_a_salt_that_is_not_used_is_noticed() -> None:
    played = Played(settings("qwixx", "me me", salt=None, seed=SEED))
    lobby = played.seen(HOST)
    (sent,) = looked_at([lobby], (HOST,))["posted"]
    assert (sent["do"], len(sent["salt"]), sent["key"]) == ("salt", 32, HOST)
    played.take(played.table.add_salt(HOST, "0" * 32))  # the server forges a salt
    played.take(played.table.beginning(SEEDS))
    assert looked_at([lobby, *seen_game(played)], (HOST,))["verdict"]["key"] == "dice.why.salt"


def test_the_salt_for_a_rematch_is_sent_once_its_promise_is_shown() -> None:
    shown = seen_game()
    (sent,) = looked_at(shown[:1], (HOST,))["posted"]
    assert sent["do"] == "salt"


def test_a_page_that_came_too_late_says_so() -> None:
    assert looked_at(seen_game()[-1:])["verdict"]["key"] == "dice.why.late"


def test_dice_of_the_version_before_are_not_called_as_promised() -> None:
    shown = seen_game()
    for snapshot in shown:
        snapshot["proof"]["version"] = 1
    assert looked_at(shown)["verdict"]["key"] == "dice.why.old"
