"""Hints through requests and sockets: who may ask, what is refused, and who is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cinquina.coach import Source, Unit
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.hinting import Advice, Hint, Step
from cinquina.web.actions import NewSeat, NewTable
from cinquina.web.hint_view import letters_of, mark_of, unbroken
from cinquina.web.requests import usual_hints
from web.server import Asker, Tab


def made_for_two(asker: Asker, **more: Any) -> tuple[str, str, str]:
    """Make a table for two people; return its code and both keys."""
    code, key = asker.make("qwixx", "me open", options={"begins": "first"}, **more)
    return code, key, asker.sit(code)


def asked(tab: Tab) -> dict[str, Any]:
    """Wait until a page is asked something; throw if that is due."""
    luck, shown = random.Random(1), tab.shown or tab.hear()
    while not shown["ask"]:
        done = tab.act(luck)
        shown = tab.at_least(done.value["number"]) if done else tab.hear()
    found: dict[str, Any] = shown["ask"]
    return found


def test_a_player_gets_a_hint_that_nobody_else_is_told_of(asker: Asker) -> None:
    code, key, other = made_for_two(asker, hints="everybody")
    with asker.watch(code, key) as mine, asker.watch(code, other) as theirs, asker.watch(code) as watching:
        ask = asked(mine)
        for tab in (theirs, watching):
            tab.at_least(mine.shown["number"])
            tab.catch_up()
        numbers = [tab.shown["number"] for tab in (theirs, watching)]
        done = asker.do(code, key, "hint", seat=0, window=ask["window"])
        assert done.status == 200
        hint = mine.until(lambda shown: shown["hint"] and shown["hint"]["advice"])["hint"]
        assert {one["tap"] for one in hint["advice"]} <= {-1, *(one["tap"] for one in ask["options"])}
        assert hint["advice"][0]["best"]
        assert hint["taps"] == []
        for tab, number in ((theirs, numbers[0]), (watching, numbers[1])):
            tab.catch_up()
            assert tab.shown["number"] == number
            assert tab.shown["hint"] is None
        text = asker.post(f"/t/{code}/records", {"keys": [other]}).value["records"][-1]
        assert "# hints everybody 0 0\n" in text


def test_a_hint_goes_with_the_draft(asker: Asker) -> None:
    code, key, _ = made_for_two(asker, hints="everybody")
    with asker.watch(code, key) as mine:
        ask = asked(mine)
        tap = ask["options"][0]["tap"]
        mine.tapped(tap)
        asker.do(code, key, "hint", seat=0, window=ask["window"])
        hint = mine.until(lambda shown: shown["hint"] and shown["hint"]["advice"])["hint"]
        assert hint["taps"] == [tap]


def test_hints_are_refused_with_sentences(asker: Asker) -> None:
    code, key, other = made_for_two(asker, hints="everybody")
    with asker.watch(code, key) as mine:
        window = asked(mine)["window"]
    for who, status, reason in ((other, 403, "not-your-seat"), ("", 403, "not-your-seat"), ("x", 403, "not-your-seat")):
        said = asker.do(code, who, "hint", seat=0, window=window)
        assert (said.status, said.reason) == (status, reason)
    assert asker.do(code, key, "hint", seat=0, window=window + 64).reason == "stale-window"
    assert asker.do(code, key, "hint", seat=7, window=window).reason == "not-your-seat"


def test_where_nobody_gets_hints_the_server_refuses_them(asker: Asker) -> None:
    code, key, _ = made_for_two(asker)
    with asker.watch(code, key) as mine:
        ask = asked(mine)
        assert not mine.shown["hints"]
    said = asker.do(code, key, "hint", seat=0, window=ask["window"])
    assert (said.status, said.reason) == (400, "hints-nobody")


def test_there_are_no_hints_on_pads(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me", dice="none", hints="everybody")
    assert asker.do(code, key, "hint", seat=0, window=0).reason == "not-at-this-table"


@pytest.mark.parametrize(
    ("kinds", "dice", "hints"),
    [
        ("me", "virtual", "everybody"),
        ("me bot bot", "virtual", "everybody"),
        ("me bot", "real", "everybody"),
        ("me open", "virtual", "nobody"),
        ("me bot open", "virtual", "nobody"),
        ("me screen", "virtual", "nobody"),
        ("me", "none", "nobody"),
    ],
)
def test_who_plays_with_bots_gets_hints_unless_somebody_says_otherwise(kinds: str, dice: Any, hints: str) -> None:
    seats: Any = [NewSeat(kind) for kind in kinds.split()]  # type: ignore[arg-type]
    assert usual_hints(NewTable("qwixx", seats, dice=dice)) == hints


def test_the_lobby_says_who_gets_hints(asker: Asker) -> None:
    for hints, text in (("everybody", "Everybody may ask what each choice is worth"), ("nobody", "None at this table")):
        code, key = asker.make("qwixx", "me open", hints=hints)
        with asker.watch(code, key) as tab:
            facts = {fact["title"]: fact["text"] for fact in tab.hear()["facts"]}
            assert facts["Hints"] == text


def test_a_table_opened_again_keeps_who_gets_hints(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me bot", hints="nobody")
    asker.do(code, key, "end")
    made = asker.post(f"/t/{code}/again", {"key": key})
    with asker.watch(made.value["code"], made.value["key"]) as tab:
        facts = {fact["title"]: fact["text"] for fact in tab.hear().get("facts", [])}
        assert facts["Hints"] == "None at this table"
        assert not tab.shown["hints"]


def test_the_end_says_how_many_hints_you_asked_for(asker: Asker) -> None:
    code, key = asker.make("qwixx", "me bot", options={"begins": "first"}, hints="everybody")
    with asker.watch(code, key) as mine:
        asker.do(code, key, "hint", seat=0, window=asked(mine)["window"])
        name = mine.until(lambda shown: shown["hint"])["seats"][0]["name"]
        mine.play(random.Random(1))
        assert mine.shown["over"]["hints"] in {words(lang)("hints.used-you", n=1) for lang in ("en", "it")}
    with asker.watch(code) as watching:
        told = watching.until(lambda shown: shown["over"])["over"]["hints"]
        assert told in {words(lang)("hints.used", n=1, name=name) for lang in ("en", "it")}


@pytest.mark.parametrize(
    ("unit", "loss", "error", "told"),
    [
        (Unit.CHANCE, 0.0, 0.0, "as good"),
        (Unit.CHANCE, 0.0004, 0.0, "as good"),
        (Unit.CHANCE, 0.001, 0.0, ""),
        (Unit.CHANCE, 0.01, 0.02, "as good"),
        (Unit.POINTS, 0.04, 0.0, "as good"),
        (Unit.POINTS, 0.1, 0.0, ""),
    ],
)
def test_options_that_nobody_can_tell_apart_are_as_good(unit: Unit, loss: float, error: float, told: str) -> None:
    step = Step(opening(GAMES["qwixx"], 2), 0)
    best, other = (Advice(tap, tap, step, 0.5, 0.0, None, *gap) for tap, gap in ((0, (0.0, 0.0)), (1, (loss, error))))
    hint = Hint((), unit, Source.LEARNED, 0, True, (best, other))
    assert mark_of(words("en"), hint, best) == "best"
    assert mark_of(words("en"), hint, other) == told
    assert mark_of(words("en"), hint._replace(advice=(best,)), best) == ""


def test_only_options_that_read_alike_have_letters_each_its_own() -> None:
    texts, cells = ["Number 1", "Pass", "Blue cell", "Number 1", "Blue cell", "Pass"], ["a", "", "b", "c", "d", ""]
    assert letters_of(texts, cells) == ["A", "", "B", "C", "D", ""]


def test_no_line_ends_within_a_range_of_cells() -> None:
    assert unbroken("gives up yellow 2–6") == "gives up yellow 2\u2060–\u20606"
