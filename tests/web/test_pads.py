"""Pads over the network: two phones, invalid requests, hostile input."""

from __future__ import annotations

from typing import Any

import pytest

from cinquina.core import opening
from cinquina.core.record import new_game, read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.sheets import load
from cinquina.table.pad_sheet import PadSheet
from cinquina.table.setup import has_pads
from cinquina.web.pad_snapshot import pad_sentence
from web.server import Answer, Asker, Tab

HOSTILE = "<script>alert('x')</script>"


def two(asker: Asker, game: str = "qwinto", **more: Any) -> tuple[str, str, str]:
    """Return a table of two pads, each with a key."""
    code, host = asker.make(game, "me open", dice="none", **more)
    return code, host, asker.sit(code)


def pad(tab: Tab) -> dict[str, Any]:
    """Return the tab's own pad, once its possible marks are known."""
    while True:
        own: dict[str, Any] = next(iter(tab.shown.get("pads", [])), {})
        if own.get("marks") or own.get("pencil"):
            return own
        tab.hear()


def does(tab: Tab, what: str, **more: Any) -> Answer:
    """Send a request for the tab's own pad, and return the result."""
    own = pad(tab)
    done = tab.asker.do(tab.code, tab.key, what, seat=own["seat"], window=own["window"], **more)
    if done.status == 200:
        tab.at_least(done.value["number"])
    return done


def test_a_correction_is_seen_by_the_other_phone(asker: Asker) -> None:
    code, host, other = two(asker)
    with asker.watch(code, host) as anna, asker.watch(code, other, lang="it") as lia:
        assert does(anna, "pencil", cell="y3", mark="12").status == 200
        assert does(anna, "finish").status == 200
        assert does(anna, "pencil", cell="y5", mark="14").status == 200
        assert does(anna, "finish").status == 200
        erased = does(anna, "erase", cell="y3")
        shown = lia.at_least(erased.value["number"])
        assert shown["log"][-1]["text"] == "Anna ha corretto il suo foglio. Cancellato: giallo, 3ª casella: 12."
        assert shown["seats"][0]["sheets"][0]["marks"] == {"y5": "14"}
        assert shown["seats"][0]["corrections"] == 1


def test_points_are_counted_and_every_sheet_has_a_record(asker: Asker) -> None:
    code, host, other = two(asker, "qwixx")
    with asker.watch(code, host) as anna, asker.watch(code, other) as lia:
        does(lia, "pencil", cell="r5", mark="x")
        does(lia, "pencil", cell="b8", mark="x")
        does(lia, "finish")
        counted = asker.do(code, host, "count")
        over = anna.at_least(counted.value["number"])["over"]
        assert over["ranking"][0] == {"place": 1, "names": ["Lia"], "score": 2}
        games = [read(text, GAMES) for text in over["records"]]
        assert [game.names for game in games] == [("Anna",), ("Lia",)]
        steps = asker.post("/replay", {"record": over["records"][1]}).value["steps"]
        written = [change["marks"] for step in steps for change in step["sheets"]]
        assert sorted(map(list, written)) == [["b8"], ["r5"]]
        assert asker.do(code, other, "resume").status == 200
        assert asker.do(code, other, "count").status == 200
        assert asker.do(code, host, "next").status == 200
        assert anna.until(lambda shown: shown["next"])["next"]["awaited"] == ["Lia"]
        again = asker.do(code, other, "next")
        assert anna.at_least(again.value["number"])["phase"] == "mark"


def test_what_a_turn_still_needs_is_called_by_its_name() -> None:
    sheet = PadSheet(new_game(GAMES["extra"], ("Ada",), {}))
    sheet.learn()
    english, told = words("en"), {}
    for marks in ((("6.1", "x"),), (("6.1", "x"), ("8.1", "x")), (("a0", "4"), ("a1", "x"))):
        sheet.draw((marks,))
        told[marks[-1][0]] = pad_sentence(english, sheet, more=True)
    assert told == {
        "6.1": "In pencil: row 6. Still missing: one more sum and the fifth die.",
        "8.1": "In pencil: row 6, row 8. Still missing: the fifth die.",
        "a1": told["a1"],
    }
    assert told["a1"] == "In pencil: fifth die 4. Still missing: 2 sums."
    assert pad_sentence(words("it"), sheet, more=True) == "A matita: quinto dado 4. Mancano 2 somme."


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"game": "sequence-dice", "dice": "none"}, "pad-of-one-board"),
        ({"seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "medium"}]}, "pad-without-bots"),
        ({"dice": "loaded"}, "not-understood"),
    ],
)
def test_a_table_of_pads_that_cannot_be(asker: Asker, wanted: dict[str, Any], reason: str) -> None:
    usual = {"game": "qwixx", "dice": "none", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "open"}]}
    refused = asker.post("/tables", usual | wanted)
    assert (refused.status, refused.reason) == (400, reason)


@pytest.mark.parametrize(
    ("what", "given", "status"),
    [
        ("pencil", {"cell": "nowhere", "mark": "x"}, 400),
        ("pencil", {"cell": HOSTILE, "mark": HOSTILE}, 400),
        ("pencil", {"cell": "y3" * 3000, "mark": "12"}, 400),
        ("pencil", {"cell": "y3", "mark": "19"}, 400),
        ("pencil", {"cell": "y3", "mark": "12", "window": 10**30}, 409),
        ("pencil", {"cell": "y3", "mark": "12", "window": 7}, 409),
        ("pencil", {"cell": "y3", "mark": "12", "seat": 1}, 403),
        ("pencil", {"cell": "y3", "mark": "12", "seat": -1}, 403),
        ("pencil", {"cell": 3, "mark": "12"}, 400),
        ("rub", {"cell": "y3"}, 400),
        ("erase", {"cell": "y3"}, 400),
        ("erase", {"cell": "\0"}, 400),
        ("finish", {}, 400),
        ("undo", {}, 400),
        ("ink", {"taps": [0]}, 400),
        ("ink", {"taps": []}, 400),
        ("tap", {"tap": 0}, 400),
        ("untap", {"cell": ""}, 400),
        ("roll", {"throw": 0, "faces": [1, 2, 3]}, 400),
        ("bot", {}, 400),
        ("back", {}, 409),
        ("resume", {}, 409),
        ("next", {}, 409),
    ],
)
def test_false_wishes_are_refused_with_a_sentence(asker: Asker, what: str, given: dict[str, Any], status: int) -> None:
    code, host, _ = two(asker)
    wanted = {"seat": 0} if what in ("bot", "back") else {"seat": 0, "window": 0}
    refused = asker.do(code, host, what, **(wanted | given if what not in ("roll", "resume", "next") else given))
    assert refused.status == status
    assert refused.reason
    assert HOSTILE.encode() not in refused.body


def test_what_pads_do_cannot_be_done_at_a_table_with_dice(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me me")
    place = {"seat": 0, "window": 0}
    wanted: dict[str, dict[str, Any]] = {
        "finish": place,
        "rub": place | {"cell": "r5"},
        "pencil": place | {"cell": "r5", "mark": "x"},
    }
    wanted |= {"erase": place | {"cell": "r5"}, "count": {}, "resume": {}}
    for what, given in wanted.items():
        refused = asker.do(code, key, what, **given)
        assert (refused.status, refused.reason) == (400, "not-at-this-table")


def test_onlookers_see_the_sheets_and_no_pencil(asker: Asker) -> None:
    code, host, _ = two(asker)
    with asker.watch(code, host) as anna, asker.watch(code) as onlooker:
        does(anna, "pencil", cell="y3", mark="12")
        shown = onlooker.at_least(anna.shown["number"])
        assert shown["pads"] == []
        assert shown["seats"][0]["sheets"][0]["marks"] == {}
        assert [name for name, may in shown["can"].items() if may] == ["queue"]


def test_the_page_of_a_new_table_offers_pads_where_everybody_has_a_sheet(asker: Asker) -> None:
    offered = {game: b'value="none"' in asker.get(f"/new/{game}").body for game in GAMES}
    assert offered == {game: not rules.SIDE_COLOURS for game, rules in GAMES.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if has_pads(rules)])
def test_the_guide_calls_the_boxes_that_cost_points_as_the_sheet_does(game: str, language: str, asker: Asker) -> None:
    rules, texts = GAMES[game], words(language)
    sheet = load(rules.sheets_of(opening(rules, 1).now, 0)[0])
    labels = {name: texts(f"label.{name}").split(" {")[0] for name in ("penalties", "misses", "failures")}
    printed = {labels[label.key] for label in sheet.labels if label.key in labels}
    code, host, _ = two(asker, game)
    with asker.watch(code, host, lang=language) as tab:
        guide = tab.until(lambda shown: shown["guide"])["guide"]
    assert {name for name in labels.values() if name in guide} == printed
