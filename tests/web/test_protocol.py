"""The contract between server and page: the scripts' types match the protocol, and so do all messages."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cinquina.core import OVER
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.sheets import STEP
from cinquina.table.happenings import fingerprint
from cinquina.web import actions, protocol
from cinquina.web.viewing import encoded
from table.tables import HOST, Played, copied, key_of, next_happening, seen, table

ROOT = Path(__file__).parents[2]
SNAPSHOT = msgspec.json.Decoder(protocol.Snapshot, strict=True)


def test_the_types_of_the_scripts_are_up_to_date() -> None:
    line = [sys.executable, str(ROOT / "tools" / "page_types.py"), "--check"]
    checked = subprocess.run(line, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_scripts_spell_the_steps_of_a_path_as_the_sheets_do() -> None:
    script = (ROOT / "src/cinquina/web/static/marks.js").read_text(encoding="utf-8")
    assert f'const STEP = "{STEP}";' in script


@pytest.mark.parametrize("game", GAMES)
def test_every_snapshot_of_a_game_is_one_of_the_protocol(game: str) -> None:
    played, luck = table(game, 2), random.Random(3)
    prints = [(), (fingerprint(HOST),), (fingerprint(key_of(1)),)]
    while played.table.game.position.phase != OVER:
        for who in prints:
            data = encoded(played.hosted, who, words("en"), 60.0)
            assert msgspec.json.encode(SNAPSHOT.decode(data)) == data
        played.take(next_happening(played.table, luck))
        played.hosted.invalidate()


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"do": "ink"},
        {"do": "dance", "key": "k", "id": "1"},
        {"do": "begin", "key": "k", "id": "1", "seat": 0},
        {"do": "ink", "key": "k", "id": "1", "seat": "0", "window": 1, "taps": [2]},
        {"do": "roll", "key": "k", "id": "1", "throw": 0, "faces": [1, "2"]},
    ],
)
def test_an_action_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(wrong), type=actions.Action)


def test_every_option_says_what_it_writes() -> None:
    for game in GAMES:
        played, luck = table(game, 2), random.Random(5)
        checked = 0
        while played.table.game.position.phase != OVER and checked < 300:
            position = played.table.game.position
            for seat in position.waiting:
                checked += options_are_true(played, seat)
            played.take(next_happening(played.table, luck))
        assert checked > 20, game


def options_are_true(played: Played, seat: int) -> int:
    """Check that every option of a seat writes what it says; return how many there were."""
    shown = played.seen(key_of(seat))
    checked = 0
    for option in shown["ask"]["options"]:
        if not option["last"] or option["stage"]:
            checked += pencil_is_true(played, seat, option)
            continue
        then = copied(played.table)
        then.take(then.ink(key_of(seat), seat, then.click(seat), (option["tap"],)))
        place = 0 if shown["shared_board"] else seat
        was, now = (told["seats"][place]["sheets"][0] for told in (shown, seen(then, key_of(seat))))
        if was["id"] != now["id"]:
            continue  # the rules have led the seat to its next sheet
        before, after = was["marks"], now["marks"]
        written = {cell: mark for cell, mark in after.items() if before.get(cell) != mark}
        written |= {cell: "" for cell in before if cell not in after}
        closed = not then.game.position.answers and not shown["shared_board"]  # the rules may have written more
        assert option["marks"].items() <= written.items() if closed else option["marks"] == written
        checked += 1
    return checked


def pencil_is_true(played: Played, seat: int, option: dict[str, Any]) -> int:
    """Check what an option writes that is not all of an answer now: in pencil, or with whatever is tapped next."""
    drafts, click = played.hosted.drafts, played.table.click(seat)
    drafts.tap(key_of(seat), seat, click, option["tap"])
    ask = played.seen(key_of(seat))["ask"]
    drafts.untap(key_of(seat), seat, click, "")
    if ask["draft"]["marks"]:
        assert option["marks"] == ask["draft"]["marks"]
    else:
        following = [then["marks"].items() for then in ask["options"] if not then["instead"]]
        assert all(option["marks"].items() <= marks for marks in following)
    return 1


THROWING = {"qwinto": {"throw", "again"}, "the-choice": {"again"}}
"""The kinds of options that pick the dice of the next throw."""


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if 1 in rules.SEATS])
def test_only_options_that_pick_dice_throw_them(game: str, seats: int) -> None:
    """Alone, the player who marks is also the next to throw: that does not make a mark a throw."""
    played, luck, kinds = table(game, seats), random.Random(7), set()
    while played.table.game.position.phase != OVER:
        for seat in played.table.game.position.waiting:
            kinds |= kinds_that_throw(played, seat)
        played.take(next_happening(played.table, luck))
    assert kinds == THROWING.get(game, set())


def kinds_that_throw(played: Played, seat: int) -> set[str]:
    """Return the kinds of the options that throw dice, at first and after each first tap."""
    drafts, click = played.hosted.drafts, played.table.click(seat)
    options = played.seen(key_of(seat))["ask"]["options"]
    for option in [one for one in options if not one["last"]]:
        drafts.tap(key_of(seat), seat, click, option["tap"])
        options = options + played.seen(key_of(seat))["ask"]["options"]
        drafts.untap(key_of(seat), seat, click, "")
    return {option["group"] for option in options if option["throws"]}
