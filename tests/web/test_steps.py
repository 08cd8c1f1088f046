"""A page shows every throw of a game, in order, long enough. Its script runs in Node.js with a clock of its own."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import cinquina.web
from cinquina.core import OVER
from cinquina.games import GAMES
from table.tables import HOST, next_happening, table

STATIC = Path(cinquina.web.__file__).parent / "static"
PROGRAM = """
const embedded = { textContent: JSON.stringify(WORDS) };
globalThis.document = { documentElement: { lang: "en", dataset: {} }, getElementById: () => embedded };
globalThis.localStorage = { getItem: () => JSON.stringify(PACE), setItem: () => {} };
let now = 0;
let timers = [];
globalThis.performance = { now: () => now };
globalThis.setTimeout = (does, wait) => timers.push({ at: now + wait, does });
globalThis.clearTimeout = (id) => delete timers[id - 1];
function advance(until) {
  for (;;) {
    const due = timers.filter((one) => one && one.at <= until).sort((one, other) => one.at - other.at)[0];
    if (!due) break;
    delete timers[timers.indexOf(due)];
    now = due.at;
    due.does();
  }
  now = until;
}
const { makeSteps, isSettled } = await import(STEPS);
const shown = [];
let tooEarly = false;
const steps = makeSteps(({ log, phase, dice, sentence, ask, can, seats, counted }) => {
  const thrown = log.filter((turn) => turn.seat >= 0).at(-1)?.n ?? 0;
  const sheets = seats[0].sheets.map((page, i) => ({ ...page, settled: isSettled(page), counted: counted[0]?.[i] }));
  shown.push({ at: now, thrown, phase, faces: dice.faces, sentence, asked: ask !== null || can.roll, sheets });
});
for (const [at, snapshot] of ARRIVALS) {
  advance(at);
  steps.add(snapshot);
}
if (SKIPS) {
  steps.skip(); // too early: it was meant for another button
  tooEarly = steps.isBehind();
  advance(1000);
  steps.skip();
}
const behind = steps.isBehind();
advance(1e9);
console.log(JSON.stringify({ shown, behind, tooEarly }));
"""
HOLD = 1800
"""How long a throw stays in sight at the normal pace, in milliseconds."""

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def snapshots(game: str, key: str = "", seats: int = 2) -> list[dict[str, Any]]:
    """Return all snapshots of a game for a viewer."""
    played, luck = table(game, seats), random.Random(11)
    shown = [played.seen(key)]
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        shown.append(played.seen(key))
    return shown


def steps(
    arrivals: list[tuple[float, dict[str, Any]]],
    pace: str = "normal",
    *,
    skips: bool = False,
    words: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Return what a page shows, and when, that receives these snapshots at these times; without words it shows keys."""
    given = {"STEPS": (STATIC / "steps.js").as_uri(), "ARRIVALS": arrivals, "PACE": pace, "SKIPS": skips}
    given["WORDS"] = words or {}
    program = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items()) + PROGRAM
    told = subprocess.run(["node", "--input-type=module"], input=program, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


def throws_of(shown: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of the throws as they were shown."""
    numbers = [one["thrown"] for one in shown if one["thrown"]]
    return [number for place, number in enumerate(numbers) if number not in numbers[:place]]


def all_throws(seen: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of all throws of a game."""
    return sorted({turn["n"] for one in seen for turn in one["log"] if turn["seat"] >= 0})


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_every_throw_is_shown_in_order_and_long_enough(game: str, every: int) -> None:
    """Also the throws of snapshots that never came."""
    seen = snapshots(game)
    received = [one for place, one in enumerate(seen) if place % every == 0 or one is seen[-1]]
    shown = steps([(4000.0 * place * every, one) for place, one in enumerate(received)])["shown"]
    first = throws_of(shown)[0]
    assert throws_of(shown) == [number for number in all_throws(seen) if number >= first]
    starts = {number: next(one["at"] for one in shown if one["thrown"] == number) for number in throws_of(shown)}
    ends = list(starts.values())[1:]
    assert all(end - start >= HOLD for start, end in zip(starts.values(), ends, strict=False))


@pytest.mark.parametrize("game", GAMES)
def test_the_last_throw_stays_before_the_points_are_shown(game: str) -> None:
    shown = steps([(0.0, one) for one in snapshots(game)[-2:]])["shown"]
    over = next(place for place, one in enumerate(shown) if one["phase"] == "over")
    assert shown[over]["at"] >= HOLD
    assert shown[over - 1]["thrown"] == shown[over]["thrown"]
    assert not shown[over - 1]["asked"]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_throw_led_to_is_told_long_enough_before_anything_else_is_asked(game: str) -> None:
    """What others did with it, what it cost, and that it left no choice."""
    seen = snapshots(game, HOST)
    shown = steps([(6000.0 * place, one) for place, one in enumerate(seen)])["shown"]
    turns = {turn["n"]: turn for one in seen for turn in one["log"] if turn["seat"] >= 0}
    known = [number for number in turns if number >= throws_of(shown)[0]]
    for number in known[:-1]:
        news = [deed for deed in turns[number]["deeds"] if deed["seat"] != 0 or deed["cost"] or deed["forced"]]
        texts = ("log.", *(deed["text"] for deed in turns[number]["deeds"] if deed["whole"]))
        those = [(place, one["sentence"]) for place, one in enumerate(shown) if one["thrown"] == number]
        told = [place for place, sentence in those if any(text in sentence for text in texts)]
        assert bool(told) == bool(news)
        assert not told or shown[told[-1] + 1]["at"] - shown[told[0]]["at"] >= HOLD


def test_what_the_viewer_did_is_told_first() -> None:
    seen = snapshots("the-choice", HOST)
    words = {"log.deed": "{name}: {text}.", "log.cost": "{name}: {text} ({cost}).", "log.you": "You"}
    shown = steps([(6000.0 * place, one) for place, one in enumerate(seen)], words=words)["shown"]
    both = [one["sentence"] for one in shown if "You: " in one["sentence"] and "Lia: " in one["sentence"]]
    assert both
    assert all(sentence.startswith("You: ") for sentence in both)
    assert not any(one["sentence"].startswith("Lia: ") for one in shown)


def test_a_throw_that_is_told_lies_apart_from_dice_that_were_not_thrown() -> None:
    shown = steps([(6000.0 * place, one) for place, one in enumerate(snapshots("qwinto", HOST))])["shown"]
    told = [one for one in shown if "log." in one["sentence"]]
    assert told
    assert all(len(one["faces"]) == 3 for one in told), "those not thrown are 0"


@pytest.mark.parametrize("seats", [1, 2])
def test_a_sheet_that_is_left_lies_large_with_its_last_marks_and_points_until_it_was_seen(seats: int) -> None:
    seen = snapshots("the-choice", HOST, seats)
    fronts = [one["seats"][0]["sheets"][0] for one in seen]
    turned = next(place for place, (old, new) in enumerate(pairwise(fronts), 1) if 0 < old["number"] < new["number"])
    shown = steps([(6000.0 * place, one) for place, one in enumerate(seen)])["shown"]
    left = fronts[turned - 1]["id"]
    after = next(one for one in seen[turned]["seats"][0]["sheets"] if one["id"] == left)
    told = [place for place, one in enumerate(shown) if one["sheets"][0]["settled"]]
    assert told
    large = shown[told[0]]["sheets"][0]
    assert (large["id"], large["marks"]) == (left, after["marks"])
    assert large["counted"] == seen[turned]["counted"][0][1]
    assert shown[told[-1] + 1]["sheets"][0]["id"] == fronts[turned]["id"]
    assert shown[told[-1] + 1]["at"] - shown[told[0]]["at"] >= HOLD


def test_ones_own_throw_does_not_wait() -> None:
    seen = snapshots("qwixx", HOST)
    throwing = next(place for place, one in enumerate(seen) if one["can"]["roll"] and place > 5)
    shown = steps([(0.0, seen[throwing]), (10.0, seen[throwing + 1])])["shown"]
    assert shown[-1]["at"] == 10.0
    assert shown[-1]["thrown"] > shown[0]["thrown"]


def test_what_belongs_to_the_throw_in_sight_does_not_wait() -> None:
    seen = snapshots("qwixx")
    place = next(
        place
        for place, (one, then) in enumerate(pairwise(seen))
        if place > 5 and one["log"][-1]["n"] == then["log"][-1]["n"] and then["phase"] == "choose"
    )
    shown = steps([(0.0, seen[place]), (10.0, seen[place + 1])])["shown"]
    assert shown[-1]["at"] == 10.0


def test_without_a_pace_nothing_waits() -> None:
    seen = snapshots("sequence-dice")
    shown = steps([(float(place), one) for place, one in enumerate(seen)], "none")["shown"]
    assert shown[-1] == {**shown[-1], "at": float(len(seen) - 1), "phase": "over"}


def test_what_waits_can_be_skipped() -> None:
    seen = snapshots("sequence-dice")[:12]
    arrivals = [(0.0, one) for one in seen]
    assert steps(arrivals)["behind"]
    skipped = steps(arrivals, skips=True)
    assert not skipped["behind"]
    assert skipped["tooEarly"]
    assert skipped["shown"][-1]["at"] == 1000.0
    assert skipped["shown"][-1]["thrown"] == seen[-1]["log"][-1]["n"]


def test_a_page_that_slept_shows_only_the_newest_of_very_many() -> None:
    seen = snapshots("sequence-dice", seats=4)
    shown = steps([(0.0, one) for one in seen])["shown"]
    newest = all_throws(seen)[-1]
    assert shown[-1]["thrown"] == newest
    assert len(throws_of(shown)) < len(all_throws(seen))
