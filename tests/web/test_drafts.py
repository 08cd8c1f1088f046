"""Drafts over the wire: who is sent them, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cinquina.locales import LANGUAGES
from cinquina.store import open_store
from cinquina.table.drafting import LONGEST_DRAFT
from cinquina.web.app import ServerOptions, app
from cinquina.web.guard import MOST_BYTES
from web.server import Answer, Asker, Tab, serving

QUIET = 0.25
"""Seconds in which a page that may not know something must hear nothing."""
FACES = [1, 4, 3, 6, 2, 6]
R5, Y5, B10 = 3, 15, 102
"""Taps of Qwixx after that throw: red 5, yellow 5, then blue 10."""


def thrown(asker: Asker) -> tuple[str, str, str]:
    """Return a table of Qwixx where both players have to choose: its code and both keys."""
    code, host = asker.make("qwixx", "me open", dice="real", options={"begins": "first"})
    other = asker.sit(code)
    assert asker.do(code, host, "roll", throw=0, faces=FACES).status == 200
    return code, host, other


def asked(tab: Tab) -> dict[str, Any]:
    """Return the question to a page that has just been opened."""
    ask: dict[str, Any] = tab.until(lambda shown: shown["ask"])["ask"]
    return ask


def drafted(tab: Tab, *taps: int) -> dict[str, Any]:
    """Wait until a page shows this draft."""
    return tab.until(lambda shown: shown["ask"] and shown["ask"]["draft"]["taps"] == list(taps))


def hears_nothing(tab: Tab) -> bool:
    """Whether a page is sent nothing at all for a while."""
    try:
        tab.wire.recv(timeout=QUIET)
    except TimeoutError:
        return True
    return False


def test_all_pages_of_a_seat_have_its_draft_and_the_last_tap_wins(asker: Asker) -> None:
    code, host, _ = thrown(asker)
    with asker.watch(code, host) as one, asker.watch(code, host, lang="it") as two:
        window = asked(one)["window"]
        asked(two)
        assert asker.do(code, host, "tap", seat=0, window=window, tap=R5).status == 200
        assert drafted(one, R5)["ask"]["draft"]["marks"] == drafted(two, R5)["ask"]["draft"]["marks"] == {"r5": "x"}
        asker.do(code, host, "tap", seat=0, window=window, tap=Y5)
        asker.do(code, host, "tap", seat=0, window=window, tap=B10)
        for tab in (one, two):
            assert drafted(tab, Y5, B10)["ask"]["draft"]["ink"] == [Y5, B10]
        asker.do(code, host, "untap", seat=0, window=window, cell="y5")
        for tab in (one, two):
            drafted(tab, B10)


def test_nobody_else_is_sent_anything_for_a_draft(asker: Asker) -> None:
    code, host, other = thrown(asker)
    with asker.watch(code, host) as mine, asker.watch(code, other) as theirs, asker.watch(code) as onlooker:
        window = asked(mine)["window"]
        for tab in (mine, theirs, onlooker):
            tab.catch_up()
        assert all(map(hears_nothing, (mine, theirs, onlooker)))
        for what, more in (("tap", {"tap": R5}), ("tap", {"tap": B10}), ("untap", {"cell": "r5"})):
            assert asker.do(code, host, what, seat=0, window=window, **more).status == 200
        drafted(mine, B10)
        assert hears_nothing(theirs)
        assert hears_nothing(onlooker)


def test_a_draft_is_no_happening_and_a_new_page_still_has_it(asker: Asker) -> None:
    code, host, _ = thrown(asker)
    with asker.watch(code, host) as tab:
        number, window = tab.until(lambda shown: shown["ask"])["number"], tab.shown["ask"]["window"]
        assert asker.do(code, host, "tap", seat=0, window=window, tap=R5).value["number"] == number
    with asker.watch(code, host) as tab:
        assert drafted(tab, R5)["number"] == number


def test_a_tap_sent_twice_counts_once(asker: Asker) -> None:
    code, host, other = thrown(asker)
    with asker.watch(code, host) as tab:
        window = asked(tab)["window"]
        for click, tap in (("one", R5), ("two", B10)):
            for _ in range(2):
                answer = asker.do(code, host, "tap", click, seat=0, window=window, tap=tap)
                assert answer.status == 200
        for _ in range(3):
            assert asker.do(code, host, "untap", "three", seat=0, window=window, cell="").status == 200
        drafted(tab, R5)
        assert asker.do(code, other, "tap", "one", seat=0, window=window, tap=Y5).status == 403


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_rules_forbid_is_refused_with_the_rule_in_words(asker: Asker, lang: str) -> None:
    code, host, _ = thrown(asker)
    with asker.watch(code, host) as tab:
        window = asked(tab)["window"]
        asker.do(code, host, "tap", seat=0, window=window, tap=R5)
        drafted(tab, R5)
        wanted = {"key": host, "id": f"forbidden {lang}", "do": "tap", "seat": 0, "window": window, "tap": 4}
        refused = asker.post(f"/t/{code}/do", wanted, cookie=f"lang={lang}")
        assert (refused.status, "." in refused.reason) == (400, False)
        other = asker.post(f"/t/{code}/do", wanted, cookie=f"lang={'it' if lang == 'en' else 'en'}")
        assert (other.reason, other.value["error"] != refused.value["error"]) == (refused.reason, True)
    with asker.watch(code, host) as tab:
        drafted(tab, R5)


def ink(asker: Asker, code: str, key: str, window: int, taps: list[int], seat: int = 0) -> Answer:
    """Ink some taps."""
    return asker.do(code, key, "ink", seat=seat, window=window, taps=taps)


@pytest.mark.parametrize("tap", [-1, -64, -(10**18), 63, 64 + 63, 128, 10**18, 10**30, 2**63, 2**64])
def test_taps_that_are_none_are_refused_and_change_nothing(asker: Asker, tap: int) -> None:
    code, host, _ = thrown(asker)
    with asker.watch(code, host) as tab:
        window, number = asked(tab)["window"], tab.shown["number"]
        for answer in (
            asker.do(code, host, "tap", seat=0, window=window, tap=tap),
            ink(asker, code, host, window, [tap]),
            ink(asker, code, host, window, [R5, tap]),
        ):
            assert answer.status == 400
            assert answer.reason in ("no-such-option", "nothing-ahead", "not-asked", "not-understood")
        assert asker.do(code, host, "tap", seat=0, window=window, tap=R5).value["number"] == number
        drafted(tab, R5)


def test_long_lists_of_taps_are_refused(asker: Asker) -> None:
    code, host, _ = thrown(asker)
    with asker.watch(code, host) as tab:
        window = asked(tab)["window"]
    refused = ink(asker, code, host, window, [R5] * (LONGEST_DRAFT + 1))
    assert (refused.status, refused.reason) == (400, "draft-too-long")
    assert str(LONGEST_DRAFT) in refused.value["error"]
    assert ink(asker, code, host, window, [R5] * MOST_BYTES).status == 413
    assert ink(asker, code, host, window, []).reason == "nothing-to-ink"


def test_only_the_owner_of_a_seat_drafts_for_the_open_window(asker: Asker) -> None:
    code, host, other = thrown(asker)
    with asker.watch(code, host) as tab:
        window = asked(tab)["window"]
        for seat, key in ((0, other), (1, host), (0, "a spectator"), (-1, host), (7, host), (10**30, host)):
            for what, more in (("tap", {"tap": R5}), ("untap", {"cell": ""}), ("ink", {"taps": [R5]})):
                refused = asker.do(code, key, what, seat=seat, window=window, **more)
                assert (refused.status, refused.reason) == (403, "not-your-seat")
        for wrong in (0, -1, window + 1, window + 64, 10**30):
            for what, more in (("tap", {"tap": R5}), ("untap", {"cell": ""}), ("ink", {"taps": [R5]})):
                refused = asker.do(code, host, what, seat=0, window=wrong, **more)
                assert (refused.status, refused.reason) == (409, "stale-window")
        tab.catch_up()
        assert tab.shown["ask"]["draft"]["taps"] == []


def test_there_are_no_drafts_before_the_game_and_after_the_end_of_the_table(asker: Asker) -> None:
    code, host = asker.make("qwixx", "me open")
    assert asker.do(code, host, "tap", seat=0, window=0, tap=R5).reason == "table-not-begun"
    asker.do(code, host, "end")
    refused = asker.do(code, host, "tap", seat=0, window=0, tap=R5)
    assert (refused.status, refused.reason) == (409, "table-ended")
    assert asker.do(code, host, "untap", seat=0, window=0, cell="r5").reason == "table-ended"


@pytest.mark.parametrize("game", ["qwixx", "the-choice"])
def test_there_are_no_drafts_on_a_pad(asker: Asker, game: str) -> None:
    code, host = asker.make(game, "me", dice="none")
    for what, more in (("tap", {"tap": 0}), ("untap", {"cell": ""})):
        refused = asker.do(code, host, what, seat=0, window=0, **more)
        assert (refused.status, refused.reason) == (400, "not-at-this-table")


def test_another_page_inks_something_else_and_the_draft_is_gone(asker: Asker) -> None:
    code, host, other = thrown(asker)
    with asker.watch(code, host) as one, asker.watch(code, host) as two:
        window = asked(one)["window"]
        asked(two)
        asker.do(code, host, "tap", seat=0, window=window, tap=R5)
        drafted(two, R5)
        number = ink(asker, code, host, window, [Y5]).value["number"]
        for tab in (one, two):
            shown = tab.at_least(number)
            assert (shown["ask"], shown["seats"][0]["sheets"][0]["marks"]) == (None, {"y5": "x"})
        undone = asker.do(code, host, "undo", seat=0, window=one.shown["undo"]["window"])
        assert undone.status == 200
        for tab in (one, two):
            drafted(tab, Y5)
    assert asker.do(code, other, "undo", seat=1, window=window).reason == "nothing-to-undo"


def test_what_is_inked_ahead_outlives_the_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    with serving(app(open_store(url), ServerOptions(pace=0.0, limits=1000))) as first:
        code, host, other = thrown(first)
        with first.watch(code, host) as tab:
            window = asked(tab)["window"]
            first.do(code, other, "tap", seat=1, window=window, tap=Y5)
            assert ink(first, code, host, window, [R5, B10]).status == 200
    with (
        serving(app(open_store(url), ServerOptions(pace=0.0, limits=1000))) as second,
        second.watch(code, other) as tab,
    ):
        ask = asked(tab)
        assert ask["draft"]["taps"] == [], "a draft lives in memory"
        assert ink(second, code, other, ask["window"], ask["passing"]["ink"], seat=1).status == 200
        shown = tab.until(lambda shown: shown["phase"] == "roll")
        assert shown["seats"][0]["sheets"][0]["marks"] == {"r5": "x", "b10": "x"}
