"""The question to a player: what passing costs, why a cell cannot be chosen, what others are doing meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cinquina.core import CHOICE, OVER
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.games.the_choice.rules import State, is_failing
from cinquina.locales import words
from cinquina.table.drafting import Drafting
from cinquina.web.question import question
from table.drafting import do, ink, real, skip, tap
from table.tables import HOST, Played, key_of, next_happening, table

RECORDS = Path(__file__).resolve().parents[1] / "played"
NOTHING_FITS = 49
"""After this many events of the record below the player who threw can mark nothing, but may throw again."""
MARKED = ("0 front", "1 front", "roll 5 5 2", "0 keep", "0 y1", "0 yellow5", "0 n7", "0 done", "1 done")
NOTHING_LEFT_TO_MARK = (*MARKED, "roll 1 4 4", "1 keep")
"""The Choice: nothing that Bruno has thrown fits on Anna's grid."""
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
    assert asked(played, "it")["passing"]["text"] == "Vai a vuoto"


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
    assert asked(real_with_draft("roll 6 4 6 5 3 6", "+b12"))["why"]["b10"].startswith("The white sum is crossed first")
    tap(played, 0, "g5")
    assert asked(played)["why"]["b5"] == "Only one cross with the white sum: rub out the other one first."


def real_with_draft(thrown: str, *taps: str) -> Played:
    """Return a table of Qwixx with a draft for its first throw."""
    played = real("qwixx", 2, thrown)
    tap(played, 0, *taps)
    return played


def test_a_mark_that_ends_the_answer_with_too_few_dice_says_its_price() -> None:
    played, luck, found = table("the-choice", 2), random.Random(2), set()
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        if played.table.game.position.phase == CHOICE and 0 in played.table.game.position.waiting:
            found |= set(told_with_marks(Drafting(played.table.game.position, 0)))
    assert found == {(True, True), (False, False)}


def told_with_marks(drafting: Drafting) -> Iterator[tuple[bool, bool]]:
    """Yield, for every mark that leaves nothing else to do, whether it uses too few dice, and whether that is told."""
    for offer in drafting.offers(()):
        now = drafting.draft((offer.tap,)).position
        if offer.cell(0) and now.window == drafting.start.window and 0 not in now.waiting:
            draft = question(words("en"), drafting, 0, (offer.tap,)).draft
            told = draft.text.endswith(("throw fails", "grid closes", "game ends"))
            assert told == bool(draft.ends)
            assert isinstance(now.now, State)
            yield is_failing(now.now, 0), told


def test_closing_a_grid_says_its_price_and_its_points_before_it_is_tapped() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 1 2 3", "0 keep")
    closing = next(one for one in asked(played)["options"] if one["group"].startswith("close"))
    assert closing["brief"] == "Give up this grid (counts as a failed throw)"
    do(played, "0 n3", "0 1+2", "0 g1")
    closing = next(one for one in asked(played)["options"] if one["group"].startswith("close"))
    assert closing["brief"] == "Close the grid with 1 point, go to the second"


def test_what_is_missing_names_the_dice_alone_where_no_cell_is_lit() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 1 2 3")
    assert asked(played)["missing"] == "Tap a lit cell, or dice"
    game = read((RECORDS / "the-choice-third-failure.txt").read_text(encoding="utf-8"), GAMES)
    position = game.back_to(NOTHING_FITS).position
    ask = question(words("en"), Drafting(position, position.active), 0)
    assert [option for option in ask.options if option.cell] == []
    assert ask.missing == "Tap dice to throw again"


def test_a_die_that_was_never_there_is_not_called_left() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 1 1 1", "0 keep")
    assert "No die shows that colour." in asked(played)["why"].values()
    assert "No die you have left shows that colour." not in asked(played)["why"].values()


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


def test_one_ink_can_end_ones_part_of_a_throw() -> None:
    played = real("qwixx", 2, "roll 6 2 6 4 3 4")
    assert asked(played)["enough"] is None
    tap(played, 0, "r8")
    assert played.seen(HOST)["sentence"] == "Red 8: mark a white + a coloured die too, or decide that later."
    assert asked(played)["draft"]["text"] == "Ink red 8"
    enough = asked(played)["enough"]
    assert (enough["text"], enough["points"], enough["costs"]) == ("Ink red 8", 1, False)
    assert (asked(played)["draft"]["then"], enough["then"]) == ("and continue", "and stop there")
    played.take(played.table.ink(HOST, 0, asked(played)["window"], enough["ink"]))
    skip(played, 1)
    shown = played.seen(HOST)
    assert (shown["phase"], shown["active"], shown["seats"][0]["score"]) == ("roll", 1, 1)


def test_inking_the_draft_alone_leaves_the_coloured_sum_to_choose() -> None:
    played = real("qwixx", 2, "roll 6 2 6 4 3 4")
    tap(played, 0, "r8")
    ink(played, 0)
    skip(played, 1)
    assert played.seen(HOST)["sentence"].startswith("Add one white and one coloured die")


def test_where_nothing_comes_after_the_draft_there_is_one_way_to_ink_it() -> None:
    played = real("qwixx", 2, "roll 6 2 6 4 3 4")
    tap(played, 1, "r8")
    assert played.seen(key_of(1))["ask"]["enough"] is None
    tap(played, 0, "r8", "+y10")
    assert asked(played)["enough"] is None
    assert played.seen(HOST)["sentence"] == "Red 8 and yellow 10: ink both, or rub one out."
    assert played.seen(HOST, lang="it")["sentence"] == "8 rosso e 10 giallo: confermali, o cancellane uno."


def test_the_last_throw_of_a_turn_is_called_so() -> None:
    played = real("qwinto", 2, "0 ov", "roll 3 4", "0 again", "roll 2 6")
    assert played.seen(HOST)["sentence"] == "Last throw: write the 8 in a cell, or take the miss."
    assert played.seen(key_of(1))["sentence"] == "Write the 8 in a cell, or pass."
    assert real("qwinto", 2, "0 ov", "roll 3 4", throws="1").seen(HOST)["sentence"] == "Write the 7 in a cell, or pass."


def test_the_hint_is_about_the_pencil_once_there_is_one() -> None:
    played = real("sequence-dice", 2, "roll 3 4")
    before = played.seen(HOST)["guide"]
    tap(played, 0, "b2")
    assert before.startswith("Tap a lit space")
    assert played.seen(HOST)["guide"].startswith("Not placed yet"), "a chip is no pencil mark"
    assert played.seen(HOST, lang="it")["guide"].startswith("Non l'hai ancora messa")
    played = real("qwixx", 2, "roll 6 2 6 4 3 4")
    tap(played, 1, "r8")
    assert played.seen(key_of(1))["guide"].startswith("Still in pencil")


def test_a_choice_that_marks_nothing_is_no_pencil_mark() -> None:
    played = real("the-choice", 2)
    before = played.seen(HOST)["guide"]
    tap(played, 0, "front")
    assert (
        played.seen(HOST)["guide"] == before == "You will play both, one after the other. Either is fine to begin with."
    )


def test_another_cell_is_offered_only_where_one_is_lit() -> None:
    played = real("qwinto", 2, "0 o", "roll 5", "0 keep")
    tap(played, 1, "o3")
    assert played.seen(key_of(1))["sentence"] == "Ink it, or tap another cell."
    full = ("0 o", "roll 2", "0 keep", "0 o1", "1 o1", "1 o", "roll 4", "1 keep", "0 o3", "1 o3")
    played = real("qwinto", 2, *full, "0 o", "roll 3", "0 keep")
    tap(played, 1, "o2")
    assert played.seen(key_of(1))["sentence"] == "Ink it, or tap the number to rub it out."


def test_a_single_die_is_asked_for_in_the_singular() -> None:
    begun = ("0 front", "1 front")
    played = real("the-choice", 2, *begun, "roll 6 1 2", "0 keep")
    tap(played, 0, "g1")
    shown = played.seen(HOST, lang="it")
    assert shown["sentence"] == "La casella verde: con quale dado?"
    assert shown["ask"]["missing"] == "Scegli il dado"
    texts = [one["text"] for one in shown["ask"]["options"] if not one["cell"] and not one["instead"]]
    assert texts == ["Con il dado 6 verde", "Con il dado 1 verde"]
    played = real("the-choice", 2, *begun, "roll 5 5 2", "0 keep")
    tap(played, 0, "n7")
    shown = played.seen(HOST, lang="it")
    assert shown["sentence"] == "Il numero 7: con quali dadi?"
    assert shown["ask"]["missing"] == "Scegli i dadi"


def test_a_cross_that_ends_ones_own_game_says_so_before_it_is_inked() -> None:
    played = real("extra", 2, "roll 2 1 3 4 6", columns="-7,-7,-7")
    tap(played, 0, "2c")
    begun = asked(played)["draft"]
    assert (begun["ink"], begun["ends"]) == ([], "Last throw: after it your points are final.")
    tap(played, 0, "5+9")
    assert asked(played)["draft"]["text"] == "Ink fifth 2, sums 5 and 9: your sheet closes"
    assert played.seen(HOST)["sentence"] == "This crosses an end box and closes your sheet."
    tap(played, 0, "2a")
    assert asked(played)["draft"]["ends"] == ""


def test_nobody_is_told_to_throw_while_the_lot_is_drawn() -> None:
    played = table("qwixx", 2)
    seen = played.seen(HOST)
    assert (seen["sentence"], seen["guide"]) == ("Who begins is drawn by lot.", "")
    played.take(next_happening(played.table, random.Random(1)))
    throws = [played.seen(key) for key in (HOST, key_of(1))]
    assert sorted(bool(one["guide"]) for one in throws) == [False, True]


def test_giving_up_a_grid_is_not_offered_where_passing_closes_it() -> None:
    for failures, offers in (("1", []), ("3", ["Give up this grid (counts as a failed throw)"])):
        played = real("the-choice", 2, *NOTHING_LEFT_TO_MARK, sheet="A", failures=failures)
        ask = asked(played)
        assert [one["brief"] for one in ask["options"]] == offers
        assert ask["passing"]["text"] == ("Pass: throw fails" if offers else "Pass: grid closes")
