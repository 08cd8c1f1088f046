"""The question to a player: what passing costs, why a cell cannot be chosen, what others are doing meanwhile."""

from __future__ import annotations

import random
from typing import Any

from table.drafting import do, real, tap
from table.tables import HOST, Played, key_of, next_happening, table

THREE_LEFTMOST = ("0 v", "roll 3", "0 keep", "0 v1", "1 pass", "1 v", "roll 6", "1 keep", "0 pass", "1 pass")
"""Qwinto: Anna's first violet number is a three, so that no smaller violet sum fits on her sheet."""


def asked(played: Played, lang: str = "en") -> dict[str, Any]:
    """Return the question to the first seat."""
    ask: dict[str, Any] = played.seen(HOST, lang=lang)["ask"]
    return ask


def test_keeping_a_sum_that_fits_nowhere_says_its_price_even_if_others_can_enter_it() -> None:
    played = real("qwinto", 2, *THREE_LEFTMOST, "0 v", "roll 2")
    passing = asked(played)["passing"]
    assert (passing["text"], passing["points"], passing["costs"]) == ("Take the miss", -5, True)
    assert asked(played, "it")["passing"]["text"] == "Passa"


def test_passing_says_the_same_price_where_the_sum_would_fit() -> None:
    played = real("qwinto", 2, *THREE_LEFTMOST, "0 v", "roll 5")
    passing = asked(played)["passing"]
    assert (passing["text"], passing["points"], passing["costs"]) == ("Pass", -5, True)


def test_a_cell_without_room_beside_the_draft_says_the_true_reason() -> None:
    played = real("qwixx", 2, "roll 2 3 5 1 6 6")
    tap(played, 0, "+y3")
    why = asked(played)["why"]
    assert why["r8"] == "Only one cross a turn with a coloured die: rub out the other one first."
    assert why["y5"].startswith("The white sum is crossed first, and your pencil mark lies to its left")
    assert "g5" not in why
    tap(played, 0, "g5")
    assert asked(played)["why"]["b5"] == "Only one cross with the white sum: rub out the other one first."


def test_others_are_told_what_the_thrower_decides() -> None:
    played = real("qwinto", 2, "0 ov", "roll 3 4")
    assert played.seen(key_of(1))["sentence"] == "Anna has thrown: keep it, or throw again?"
    assert played.seen(key_of(1), lang="it")["sentence"] == "Anna ha tirato: decide se rilanciare."
    do(played, "0 again")
    assert (played.seen("")["sentence"], played.seen("")["around"]) == ("Anna throws again.", "")


def test_before_the_first_throw_nobody_throws_again() -> None:
    assert real("qwixx").seen("")["sentence"] == "Anna throws."


def test_whoever_the_lot_lets_begin_is_told_so() -> None:
    played = table("qwixx", 2)
    played.take(next_happening(played.table, random.Random(1)))
    assert {played.seen(HOST)["around"], played.seen(key_of(1))["around"]} in (
        {"You begin.", "Anna begins."},
        {"You begin.", "Lia begins."},
    )
