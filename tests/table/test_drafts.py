"""Drafts: what may be pencilled, rubbed out and inked, and what inking does. Nothing of it is stored before ink."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cinquina.core import CHOICE, OVER, ROLL, Position, bits, legal_options
from cinquina.core.spelling import parse_option
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.table.draft import TAPS_PER_STAGE
from cinquina.table.drafting import LONGEST_DRAFT, Drafting
from cinquina.table.happenings import Chose, Inked, Rolled, Undid, happening
from pictures import qwixx_position
from table.drafting import ask, do, ink, marks, named, pencilled, real, rub, skip, spelled, tap, taps, thrown, undo
from table.tables import (
    HOST,
    SEEDS,
    Played,
    choosing,
    key_of,
    next_happening,
    settings,
    standing,
    table,
    taps_at_random,
    why,
)

EVERY_GAME = list(GAMES)
TOGETHER = ("qwixx", "qwinto", "the-choice", "extra")
STRANGER = "nobody's key"


# --- taps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_legal_option_can_be_tapped_and_others_are_refused_with_their_rule(game: str) -> None:
    luck, checked = random.Random(2), 0
    played = table(game, 2)
    while choosing(played, luck) and checked < 400:
        position, drafts = played.table.game.position, played.hosted.drafts
        seat = luck.choice(position.waiting)
        click, before = played.table.click(seat), standing(played.rebuilt())
        legal = bits.members(legal_options(position, seat))
        for option in range(TAPS_PER_STAGE):
            if option in legal:
                drafts.tap(key_of(seat), seat, click, option)
                assert taps(played, seat) == (option,)
                assert ask(played, seat)["draft"]["taps"] == [option]
                rub(played, seat)
            else:
                reason, kind = why(drafts.tap, key_of(seat), seat, click, option)
                assert kind == "IllegalMove"
                if option < position.rules.CHOICES:
                    assert reason == position.rules.refusal(position.now, seat, option)
                for lang in LANGUAGES:
                    assert f"refusal.{game}.{reason}" in words(lang) or f"refusal.{reason}" in words(lang)
            assert taps(played, seat) == ()
            checked += 1
        assert standing(played.table) == before
        played.play(luck, 5)


def test_a_refused_tap_leaves_the_draft_as_it_is() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    drafts, click = played.hosted.drafts, played.table.click(0)
    for wrong in (4, 63, TAPS_PER_STAGE + 3, 2 * TAPS_PER_STAGE, -1, -TAPS_PER_STAGE, 10**30, -(10**30)):
        assert why(drafts.tap, HOST, 0, click, wrong)[1] == "IllegalMove"
        assert pencilled(played, 0) == ["r5", "+b10"]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_any_draft_can_be_shown_with_all_its_options(game: str) -> None:
    """Whatever is offered can be tapped, whatever can be inked is legal, in both languages."""
    luck, checked = random.Random(3), 0
    for seats in (2, 3):
        played = table(game, seats)
        while choosing(played, luck) and checked < 150 * seats:
            seat = luck.choice(played.table.game.position.waiting)
            for _ in range(6):
                shown = ask(played, seat, luck.choice(LANGUAGES))
                if shown["draft"]["ink"]:
                    assert played.table.ink(key_of(seat), seat, shown["window"], shown["draft"]["ink"])
                if not shown["options"]:
                    break
                option = luck.choice(shown["options"])
                before = set(taps(played, seat))
                played.hosted.drafts.tap(key_of(seat), seat, shown["window"], option["tap"])
                assert option["tap"] in taps(played, seat)
                assert option["instead"] == (not before <= set(taps(played, seat)))
                checked += 1
            played.play(luck, 4)
    assert checked > 60


# --- why something cannot be added ----------------------------------------------------------------


def test_a_cell_is_refused_by_its_rule_where_the_draft_is_not_the_cause() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 5 5 2")
    tap(played, 0, "+s1")
    touching = words("en")("refusal.the-choice.colours-must-touch")
    assert ask(played, 0, "en")["why"]["y2"] == touching
    tap(played, 0, "+n5")
    assert ask(played, 0, "en")["why"]["y2"] == touching


def test_rows_of_extra_ask_for_the_fifth_die_only_until_it_is_set_apart() -> None:
    played = real("extra", 2, "roll 1 2 2 3 5")
    first, then = (words("en")(f"untouched.extra.minus{key}") for key in ("", ".pair"))
    assert ask(played, 0, "en")["why"]["4.2"] == first
    tap(played, 0, "3a")
    assert ask(played, 0, "en")["why"]["4.2"] == then
    tap(played, 0, "4+6")
    assert ask(played, 0, "en")["why"]["4.2"] == then


def test_a_row_of_extra_that_no_pair_makes_says_so() -> None:
    played = real("extra", 2, "roll 1 2 2 3 5")
    none = words("en")("untouched.extra.minus.pair-row", row=12)
    assert none == "No pair makes 12."
    assert ask(played, 0, "en")["why"]["12.1"] != none
    tap(played, 0, "3a")
    assert ask(played, 0, "en")["why"]["12.1"] == none
    assert ask(played, 0, "en")["why"]["4.1"] != none.replace("12", "4")
    tap(played, 0, "4+6")
    assert ask(played, 0, "en")["why"]["12.1"] == none


# --- what the question says of a throw of The Choice -----------------------------------------------


def asked_after(*cells: str, seat: int = 0) -> tuple[str, str]:
    """Pencil cells after the first throw of The Choice; return the question and what the main button says."""
    played = real("the-choice", 2, "0 front", "1 front", "roll 5 5 2", *(("0 keep",) if seat else ()))
    tap(played, seat, *cells)
    shown = played.seen(key_of(seat))
    return shown["sentence"], shown["ask"]["draft"]["text"]


def test_the_question_says_how_many_dice_a_throw_needs() -> None:
    assert asked_after()[0] == "Use all three dice, or tap those to throw again."
    assert asked_after("+s1") == ("Use all three dice, or the throw fails.", "Ink the grey cell: throw fails")
    assert asked_after(seat=1)[0] == "Use at least 2 dice (0\u00a0so\u00a0far): tap cells."
    assert asked_after("n10", seat=1)[0] == "Enough: ink it, or use the third die."


def test_a_draft_that_fails_is_not_called_ready() -> None:
    assert asked_after("+s1", "+n7")[0].startswith("Ready")
    assert asked_after("+s1", "+n2")[0] == "One die is unused: this throw would fail."


def test_closing_a_grid_says_what_it_does_and_costs() -> None:
    told = "Close this grid for good? Then you play the second."
    assert asked_after("close", seat=1) == (told, "Close the grid: throw fails")
    assert asked_after("n10", "close", seat=1)[1] == "Ink number 10 and close"


def choice_line(*lines: str) -> Any:
    """What the first of two players of The Choice sees after some lines, both with their sheets' fronts."""
    return real("the-choice", 2, "0 front", "1 front", *lines).seen(HOST)


MISSED = ("roll 1 2 3", "{} keep", "0 done", "1 done")
"""A throw of which nobody marks anything."""


def missed(times: int) -> list[str]:
    """Throws of which nobody marks anything, by each player in turn."""
    return [line.format(turn % 2) for turn in range(times) for line in MISSED]


def test_the_question_says_when_too_few_dice_fit() -> None:
    begun = ("0 front", "roll 6 4 2", "0 keep", "0 g1", "0 n4", "0 done")

    def asked(*lines: str) -> str:
        return str(real("the-choice", 1, *begun, *lines).seen(HOST)["sentence"])

    assert asked("roll 2 1 1") == "Only one die fits: tap dice to throw again, or the throw fails."
    assert asked("roll 2 1 5") == "Only 2 dice fit: tap dice to throw again, or the throw fails."
    assert asked("roll 2 1 1", "0 keep") == "You can use only one die: the throw fails."
    assert asked("roll 2 2 4") == "You cannot mark anything: tap dice to throw them again."
    assert asked("roll 2 2 4", "0 keep") == "You cannot mark anything: the throw fails."


def test_the_last_failure_is_announced_before_it_comes() -> None:
    assert choice_line(*missed(1), "roll 1 2 3", "1 keep")["ask"]["passing"]["text"] == "Pass: throw fails"
    shown = choice_line(*missed(2), "roll 1 2 3", "0 keep")
    assert shown["ask"]["passing"]["text"] == "Pass: grid closes"
    assert shown["sentence"] == "Use all three dice, or the grid closes."


def test_passing_can_be_tapped_too() -> None:
    played = thrown("qwixx")
    passing = parse_option(played.table.game.position, 0, "pass")
    played.hosted.drafts.tap(HOST, 0, played.table.click(0), passing)
    assert pencilled(played, 0) == ["pass"]
    assert ask(played, 0)["draft"]["text"] == "Pass"
    tap(played, 0, "+b10")
    assert pencilled(played, 0) == ["pass", "+b10"]
    ink(played, 0)
    assert played.table.ahead[0].taps == (named_option(played, "b10"),)


def named_option(played: Played, spelling: str) -> int:
    """Return an option of Qwixx; cells have the same options in both windows."""
    return named(thrown("qwixx"), 0, "+" + spelling) - TAPS_PER_STAGE


# --- rubbing out ----------------------------------------------------------------------------------


def test_without_a_cell_the_last_tap_is_rubbed_out() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+n6", "+n2", "+n1a")
    for left in (["+n6", "+n2"], ["+n6"], [], []):
        rub(played, 0)
        assert pencilled(played, 0) == left


def test_a_cell_in_the_middle_is_rubbed_out_and_what_does_not_depend_on_it_stays() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+n6", "+y1", "+g2")
    rub(played, 0, "y1")
    assert pencilled(played, 0) == ["+n6", "+g2"]
    assert ask(played, 0)["draft"]["marks"] == {"n6": "step1", "g2": "x"}


def test_what_depends_on_a_cell_goes_with_it() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+g1", "+green6", "+y1", "+g2")
    rub(played, 0, "y1")  # colours must touch: the second green was beside the yellow
    assert pencilled(played, 0) == ["+g1", "+green6"]


def test_a_chosen_cell_and_the_dice_for_it_are_rubbed_out_together() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 1 2 3")
    tap(played, 0, "+n3")
    assert ask(played, 0)["draft"]["ink"] == []
    tap(played, 0, "+1+2")
    assert ask(played, 0)["draft"]["ink"]
    rub(played, 0, "n3")
    assert pencilled(played, 0) == []


def test_the_fifth_die_is_rubbed_out_with_its_sums() -> None:
    played = thrown("extra")
    tap(played, 0, "3a")
    sums = ask(played, 0)["options"][0]
    played.hosted.drafts.tap(HOST, 0, played.table.click(0), sums["tap"])
    assert len(taps(played, 0)) == 2
    rub(played, 0, sums["cell"] or next(iter(sums["marks"])))
    assert pencilled(played, 0) == ["3a"]
    played.hosted.drafts.tap(HOST, 0, played.table.click(0), sums["tap"])
    rub(played, 0, cell_of(played, "3a"))
    assert pencilled(played, 0) == []


def cell_of(played: Played, spelling: str) -> str:
    """Return the cell of an option of seat 0."""
    position = played.table.game.position
    return position.rules.cell(position.now, 0, parse_option(position, 0, spelling))


def test_rubbing_out_what_is_not_pencilled_changes_nothing() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    for cell in ("y5", "r6", "nowhere", "\0", "x" * 1000):
        rub(played, 0, cell)
        assert pencilled(played, 0) == ["r5", "+b10"]
    rub(played, 0, "r5")
    assert pencilled(played, 0) == ["+b10"]


# --- instead --------------------------------------------------------------------------------------


def test_another_cell_takes_the_place_of_the_first_one() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5")
    instead = {option["cell"] for option in ask(played, 0)["options"] if option["instead"]}
    assert instead == {"y5", "g5", "b5"}
    tap(played, 0, "y5")
    assert pencilled(played, 0) == ["y5"]


def test_each_window_has_its_own_alternatives() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10", "+g6")
    assert pencilled(played, 0) == ["r5", "+g6"]
    tap(played, 0, "y5")
    assert pencilled(played, 0) == ["y5", "+g6"]


def test_the_first_cross_can_be_pencilled_after_the_second() -> None:
    played = thrown("qwixx")
    tap(played, 0, "+b10")
    assert not any(option["instead"] for option in ask(played, 0)["options"] if option["cell"] == "r5")
    tap(played, 0, "r5")
    assert pencilled(played, 0) == ["r5", "+b10"]


def test_a_second_cross_that_the_new_first_one_forbids_goes() -> None:
    played = thrown("qwixx")
    tap(played, 0, "y5", "+r4")
    tap(played, 0, "r5")  # red 4 is left of red 5
    assert pencilled(played, 0) == ["r5"]


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("extra", "3a", "5b"), ("sequence-dice", "b2", "e5"), ("qwinto", "+o3", "+v4"), ("qwinto", "+o3", "again")],
)
def test_alternatives_take_the_place_of_a_tap_in_every_game(game: str, first: str, second: str) -> None:
    played = thrown(game)
    tap(played, 0, first, second)
    assert pencilled(played, 0) == [second]


def test_who_throws_again_marks_nothing() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+n6", "+y1", "again-1+2")
    assert pencilled(played, 0) == ["again-1+2"]
    assert ask(played, 0)["draft"]["marks"] == {}


# --- finishing and passing ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "tapped", "inked"),
    [
        ("qwixx", ["r5"], ["r5"]),
        ("qwixx", ["+b10"], ["pass", "+b10"]),
        ("qwixx", ["r5", "+b10"], ["r5", "+b10"]),
        ("qwinto", ["+o3"], ["keep", "+o3"]),
        ("qwinto", ["again"], ["again"]),
        ("the-choice", ["+n6"], ["keep", "+n6", "+done"]),
        ("the-choice", ["again-6"], ["again-6"]),
        ("extra", ["3a"], []),
        ("sequence-dice", ["b2"], ["b2"]),
    ],
)
def test_inking_adds_only_what_ends_the_window_of_the_last_tap(game: str, tapped: list[str], inked: list[str]) -> None:
    played = thrown(game)
    tap(played, 0, *tapped)
    assert spelled(played, 0, ask(played, 0)["draft"]["ink"]) == inked


@pytest.mark.parametrize(
    ("game", "seat", "inked", "points"),
    [
        ("qwixx", 0, ["pass", "+pass"], -5),
        ("qwixx", 1, ["pass"], 0),
        ("qwinto", 0, ["keep", "+pass"], -5),
        ("the-choice", 0, ["keep", "+done"], 0),
    ],
)
def test_passing_is_one_ink_until_the_next_throw_and_says_its_price(
    game: str, seat: int, inked: list[str], points: int
) -> None:
    played = thrown(game)
    passing = ask(played, seat)["passing"]
    assert spelled(played, seat, passing["ink"]) == inked
    assert passing["points"] == points
    number, before = played.table.number, played.table.game.position.rules.score(played.table.game.position.now, seat)
    skip(played, seat)
    assert played.table.number == number + 1
    while (now := played.table.game.position).phase == CHOICE and ask(played, now.waiting[0])["passing"]:
        skip(played, now.waiting[0])
    now = played.table.game.position
    assert now.rules.score(now.now, seat) == before + points


def test_who_is_not_active_passes_a_sum_of_qwinto_for_nothing() -> None:
    played = thrown("qwinto")
    do(played, "0 keep")
    assert ask(played, 0)["passing"]["points"] == -5
    assert ask(played, 1)["passing"]["points"] == 0


@pytest.mark.parametrize("game", ["extra", "sequence-dice"])
def test_where_something_must_be_marked_nobody_passes(game: str) -> None:
    assert ask(thrown(game), 0)["passing"] is None


def test_a_cross_saves_the_active_player_the_penalty() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5")
    assert ask(played, 0)["draft"]["points"] == 1
    ink(played, 0)
    skip(played, 1)
    assert ask(played, 0)["passing"]["points"] == 0


def test_half_an_answer_is_not_inked() -> None:
    played = thrown("extra")
    tap(played, 0, "3a")
    before = standing(played.rebuilt())
    half = taps(played, 0)
    assert why(played.table.ink, HOST, 0, played.table.click(0), half) == ("draft-unfinished", "IllegalMove")
    assert why(played.table.ink, HOST, 0, played.table.click(0), ()) == ("nothing-to-ink", "IllegalMove")
    assert standing(played.table) == before
    assert pencilled(played, 0) == ["3a"]


def test_half_an_answer_is_not_inked_for_a_later_window_either() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+n6")
    assert why(played.table.ink, HOST, 0, played.table.click(0), taps(played, 0))[0] == "draft-unfinished"


# --- one ink --------------------------------------------------------------------------------------


def test_keeping_the_dice_and_all_marks_of_the_choice_are_one_ink() -> None:
    played = thrown("the-choice")
    tap(played, 0, "+n6", "+y1", "+g2")
    ink(played, 0)
    assert type(happening(played.kept[-1])) is Inked
    assert played.table.game.position.waiting == (1,)
    assert marks(played, 0) == {"n6": "step1", "y1": "x", "g2": "x"}
    assert [seat["state"] for seat in played.seen()["seats"]] == ["chosen", "chooses"]
    assert played.seen()["seats"][0]["sheets"][0]["marks"] == {}
    undo(played, 0)
    assert pencilled(played, 0) == ["n6", "y1", "g2"]
    assert played.table.game.position.waiting == (0, 1)
    ink(played, 0)
    skip(played, 1)
    assert played.table.game.position.phase == ROLL
    assert marks(played, 0) == {"n6": "step1", "y1": "x", "g2": "x"}


def test_keeping_the_dice_of_qwinto_and_the_entry_are_one_ink() -> None:
    played = thrown("qwinto")
    tap(played, 0, "+o3")
    assert ask(played, 0)["draft"]["marks"] == {"o3": "7"}
    number = played.table.number
    ink(played, 0)
    assert played.table.number == number + 1
    assert (marks(played, 0), played.table.game.position.waiting) == ({"o3": "7"}, (1,))
    undo(played, 0)
    assert pencilled(played, 0) == ["o3"]


def test_both_crosses_of_qwixx_are_one_ink() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    assert ask(played, 0)["draft"]["marks"] == {"r5": "x", "b10": "x"}
    number = played.table.number
    ink(played, 0)
    assert played.table.number == number + 1
    assert marks(played, 0) == {"r5": "x"}, "the second is crossed when its window opens"
    assert standing(played.rebuilt()) == standing(played.table)
    skip(played, 1)
    assert played.table.game.position.phase == ROLL
    assert marks(played, 0) == {"r5": "x", "b10": "x"}
    assert standing(played.rebuilt()) == standing(played.table)


def test_both_crosses_of_the_last_who_answers_are_one_ink() -> None:
    played = thrown("qwixx")
    skip(played, 1)
    tap(played, 0, "r5", "+b10")
    ink(played, 0)
    assert played.table.game.position.phase == ROLL
    assert marks(played, 0) == {"r5": "x", "b10": "x"}


def test_a_draft_ends_with_its_turn() -> None:
    """Alone at Qwinto the dice of the next turn are picked before any throw; that belongs to the next turn's draft."""
    played = real("qwinto", 1, "0 ov", "roll 3 4")
    tap(played, 0, "+o3")
    position = played.table.game.position
    assert Drafting(position, 0).offers(taps(played, 0)) == []
    ink(played, 0)
    assert (played.table.game.position.phase, marks(played, 0)) == (CHOICE, {"o3": "7"})
    assert standing(played.rebuilt()) == standing(played.table)


# --- when others are faster -----------------------------------------------------------------------


def red_before_the_lock() -> Played:
    """Return a table where seat 1 has five red crosses and seat 0 has thrown two white sixes and a red three."""
    played = real("qwixx")
    for total in range(2, 8):
        active = played.table.game.position.active
        do(
            played,
            f"roll {total // 2} {total - total // 2} 1 1 6 6",
            f"0 y{total}",
            f"1 r{total}" if total < 7 else "1 pass",
        )
        if played.table.game.position.phase == CHOICE:
            do(played, f"{active} pass")
    do(played, "roll 6 6 3 1 5 5")
    assert (played.table.game.position.active, played.table.game.position.waiting) == (0, (0, 1))
    return played


def test_a_second_cross_that_somebody_has_made_impossible_is_asked_again() -> None:
    played = red_before_the_lock()
    tap(played, 0, "g12", "+r9")
    ink(played, 0)
    tap(played, 1, "r12")
    ink(played, 1)
    assert played.table.game.position.waiting == (0,)
    assert "r9" not in marks(played, 0)
    assert marks(played, 0)["g12"] == "x"
    assert played.seen(HOST)["notice"] == "Your second mark is no longer allowed: choose again."
    assert played.seen(HOST, lang="it")["notice"] == "Il tuo secondo segno non è più permesso: scegli di nuovo."
    assert (played.seen(key_of(1))["notice"], played.seen()["notice"]) == ("", "")
    assert standing(played.rebuilt()) == standing(played.table)
    skip(played, 0)
    assert played.seen(HOST)["notice"] == ""


def test_a_refusal_does_not_betray_what_others_have_inked() -> None:
    played = red_before_the_lock()
    tap(played, 1, "r12")
    ink(played, 1)
    tap(played, 0, "g12", "+r9")  # red is closed already, in secret
    ink(played, 0)
    assert marks(played, 0).get("r9") is None
    assert played.seen(HOST)["notice"] == words("en")("draft.outdated")
    assert standing(played.rebuilt()) == standing(played.table)


def test_a_second_cross_that_is_still_possible_is_made() -> None:
    played = red_before_the_lock()
    tap(played, 0, "g12", "+g11")
    assert pencilled(played, 0) == ["g12", "+g11"]
    ink(played, 0)
    tap(played, 1, "r12")
    ink(played, 1)
    assert {"g12", "g11"} <= marks(played, 0).keys()
    assert played.seen(HOST)["notice"] == ""


def test_a_second_cross_is_told_to_be_lost_when_nothing_else_can_be_chosen() -> None:
    played = thrown("qwixx")
    full = "yellow ..........x", "green ..........x", "blue ..........x"
    set_position(played, qwixx_position("red xxxxxx.....", *full, others=(("red xxxxx......",),)))
    do(played, "roll 6 6 3 1 1 1")
    tap(played, 0, "+r9")
    ink(played, 0)
    tap(played, 1, "r12")
    ink(played, 1)
    assert played.table.game.position.phase == ROLL
    for lang in LANGUAGES:
        assert played.seen(HOST, lang=lang)["notice"] == words(lang)("draft.lost")
        assert played.seen(key_of(1), lang=lang)["notice"] == ""
    do(played, "roll 1 1 1 1 1")
    assert played.seen(HOST)["notice"] == ""


def set_position(played: Played, position: Position) -> None:
    """Go on from another position."""
    dice_table = played.table
    dice_table.series = dice_table.series.with_current(replace(dice_table.game, position=position))


def test_a_pass_of_the_second_cross_is_never_outdated() -> None:
    played = red_before_the_lock()
    skip(played, 0)
    tap(played, 1, "r12")
    ink(played, 1)
    assert (played.table.game.position.phase, played.seen(HOST)["notice"]) == (ROLL, "")


# --- undo -----------------------------------------------------------------------------------------


def test_undo_takes_back_everything_inked_together_into_pencil() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    before, drafted = played.table.game, taps(played, 0)
    ink(played, 0)
    assert taps(played, 0) == ()
    undo(played, 0)
    assert type(happening(played.kept[-1])) is Undid
    assert (played.table.game, played.table.ahead, taps(played, 0)) == (before, {}, drafted)
    skip(played, 1)
    assert marks(played, 0) == {}
    ink(played, 0)
    assert marks(played, 0) == {"r5": "x", "b10": "x"}


@pytest.mark.parametrize("game", TOGETHER)
def test_undo_turns_any_whole_answer_back_into_pencil(game: str) -> None:
    luck, checked = random.Random(12), 0
    played = table(game, 3)
    while choosing(played, luck, waiting=2) and checked < 40:
        position = played.table.game.position
        seat = luck.choice(position.waiting)
        answer = taps_at_random(position, seat, luck, ahead=0.5)
        played.take(played.table.ink(key_of(seat), seat, played.table.click(seat), answer))
        assert played.table.game.position.opened is position.opened
        undo(played, seat)
        assert played.table.game.position == position
        assert taps(played, seat) == Drafting(position, seat).essential(answer)
        assert standing(played.rebuilt()) == standing(played.table)
        checked += 1
        played.play(luck, 4)
    assert checked > 5


def test_what_was_pencilled_by_an_undo_does_not_survive_a_restart_but_the_undo_does() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    ink(played, 0)
    undo(played, 0)
    played.restart()
    assert (taps(played, 0), marks(played, 0)) == ((), {})
    assert ask(played, 0)["draft"]["taps"] == []


# --- stored tables --------------------------------------------------------------------------------


def test_what_is_inked_ahead_survives_a_restart() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    tap(played, 1, "y5")
    ink(played, 0)
    played.restart()
    assert taps(played, 1) == (), "a draft lives in memory"
    skip(played, 1)
    assert marks(played, 0) == {"r5": "x", "b10": "x"}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_game_goes_on_the_same_after_a_restart_at_any_time(game: str) -> None:
    luck, pending = random.Random(21), 0
    for seats in (2, 3, 4):
        played = table(game, seats)
        while played.table.game.position.phase != OVER:
            played.take(next_happening(played.table, luck))
            pending += bool(played.table.ahead)
            if luck.random() < 0.3 or played.table.ahead:
                before = standing(played.table)
                played.restart()
                assert standing(played.table) == before
    assert pending > 0 or game != "qwixx"


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_record_is_the_same_as_that_of_a_game_played_option_by_option(game: str) -> None:
    luck = random.Random(22)
    inked = table(game, 3)
    while inked.table.game.position.phase != OVER:
        inked.take(next_happening(inked.table, luck))
        if luck.random() < 0.2 and (answers := inked.table.game.position.answers):
            undo(inked, answers[0].seat)
    chosen = table(game, 3)
    for event in inked.table.game.events:
        chosen.take(Rolled(event.faces) if hasattr(event, "faces") else Chose(event.seat, event.option))
    assert chosen.table.records() == inked.table.records()
    assert chosen.table.game == inked.table.game


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_stored_game_of_single_choices_goes_on_with_ink(game: str) -> None:
    luck = random.Random(23)
    played = table(game, 2)
    for _ in range(60):
        position = played.table.game.position
        if position.phase == OVER:
            break
        seat = luck.choice(position.waiting) if position.phase == CHOICE else -1
        roll = next_happening(played.table, luck) if seat < 0 else None
        played.take(roll or Chose(seat, luck.choice(bits.members(legal_options(position, seat)))))
    played.restart()
    if any(answer.seat == 0 for answer in played.table.game.position.answers):
        undo(played, 0)
    played.play(luck)
    assert played.table.is_over
    assert standing(played.rebuilt()) == standing(played.table)


def test_an_undo_of_a_single_choice_takes_back_only_that() -> None:
    played = real("the-choice", 2, "0 front", "1 front", "roll 6 1 2", "0 keep")
    for cell in ("n6", "y1"):
        played.take(Chose(0, parse_option(played.table.game.position, 0, cell)))
    undo(played, 0)
    assert marks(played, 0) == {"n6": "step1"}
    assert pencilled(played, 0) == ["y1"]
    ink(played, 0)
    assert marks(played, 0) == {"n6": "step1", "y1": "x"}


# --- what is no draft -----------------------------------------------------------------------------


def requests(played: Played, key: str, seat: int, click: int) -> list[tuple[Any, ...]]:
    """Return the three requests that concern a draft, with something harmless."""
    drafts = played.hosted.drafts
    return [
        (drafts.tap, key, seat, click, 3),
        (drafts.untap, key, seat, click, ""),
        (played.table.ink, key, seat, click, (3,)),
    ]


def all_refused(played: Played, key: str, seat: int, click: int) -> set[str]:
    """Return why the three requests are refused; none of them changes anything."""
    before, drafted = standing(played.rebuilt()), dict(played.hosted.drafts.by_seat)
    reasons = {why(request, *given)[0] for request, *given in requests(played, key, seat, click)}
    assert (standing(played.table), played.hosted.drafts.by_seat) == (before, drafted)
    return reasons


def test_nobody_drafts_for_others() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5")
    click = played.table.click(0)
    for key in (key_of(1), STRANGER, "", played.table.places[0].key):
        assert all_refused(played, key, 0, click) == {"not-your-seat"}
    for seat in (-1, 1, 2, 10**30):
        assert all_refused(played, HOST, seat, click) == {"not-your-seat"}
    assert pencilled(played, 0) == ["r5"]


def test_a_draft_is_for_the_open_window() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5")
    click = played.table.click(0)
    for wrong in (-1, 0, click + 1, click - 64, click + 64, 10**30, -(10**30)):
        assert all_refused(played, HOST, 0, wrong) == {"stale-window"}
    ink(played, 0)
    assert all_refused(played, HOST, 0, click) == {"stale-window"}
    assert all_refused(played, HOST, 0, played.table.click(0)) == {"not-asked"}
    skip(played, 1)
    assert all_refused(played, HOST, 0, click) == {"stale-window"}


def test_who_has_answered_pencils_nothing() -> None:
    played = thrown("qwixx")
    skip(played, 0)
    before = standing(played.rebuilt())
    for request, *given in requests(played, HOST, 0, played.table.click(0)):
        assert why(request, *given)[1] == "IllegalMove"
    assert standing(played.table) == before
    assert played.seen(HOST)["ask"] is None


def test_there_are_no_drafts_before_the_game_nor_after_it_nor_at_an_ended_table() -> None:
    assert all_refused(table(begun=False), HOST, 0, 0) == {"table-not-begun"}
    over = table()
    over.play(random.Random(1))
    assert all_refused(over, HOST, 0, over.table.click(0)) == {"stale-window"}
    ended = thrown("qwixx")
    tap(ended, 0, "r5")
    ended.take(ended.table.end(HOST))
    assert all_refused(ended, HOST, 0, ended.table.click(0)) == {"table-ended"}
    assert taps(ended, 0) == ()
    assert ended.seen(HOST)["ask"] is None


def test_there_are_no_drafts_while_a_throw_is_due() -> None:
    played = real("qwixx")
    assert all_refused(played, HOST, 0, played.table.click(0)) == {"stale-window"}


def test_there_are_no_drafts_on_a_pad() -> None:
    played = table("qwixx", 2, dice="none")
    for request, *given in requests(played, HOST, 0, 0)[:2]:
        assert why(request, *given)[1] == "UnsupportedAction"
    assert taps(played, 0) == ()


def test_nobody_sends_more_taps_than_a_throw_allows() -> None:
    played = thrown("qwixx")
    click = played.table.click(0)
    for lang in LANGUAGES:
        assert "{" not in words(lang)("refusal.draft-too-long", most=LONGEST_DRAFT)
    assert why(played.table.ink, HOST, 0, click, (3,) * (LONGEST_DRAFT + 1)) == ("draft-too-long", "IllegalMove")
    assert why(played.table.ink, HOST, 0, click, range(10**6))[0] == "draft-too-long"
    assert why(played.table.ink, HOST, 0, click, (3,) * LONGEST_DRAFT)[0] != "draft-too-long"


# --- dropped drafts -------------------------------------------------------------------------------


def test_a_draft_is_dropped_with_a_sentence_when_a_bot_takes_over() -> None:
    played = thrown("qwixx")
    tap(played, 1, "y5")
    played.take(played.table.substitute(HOST, 1, away=True))
    assert taps(played, 1) == ()
    played.take(played.table.come_back(key_of(1), 1))
    assert ask(played, 1)["draft"]["taps"] == []
    for lang in LANGUAGES:
        assert played.seen(key_of(1), lang=lang)["notice"] == words(lang)("draft.dropped")
        assert (played.seen(HOST, lang=lang)["notice"], played.seen(lang=lang)["notice"]) == ("", "")
    tap(played, 1, "g5")
    assert played.seen(key_of(1))["notice"] == ""


def test_who_comes_back_after_the_bot_has_answered_is_told_that_the_draft_is_gone() -> None:
    played = thrown("qwixx")
    tap(played, 1, "y5")
    played.take(played.table.substitute(HOST, 1, away=True))
    passing = parse_option(played.table.game.position, 1, "pass")
    played.take(played.table.bots_question(1).answering((passing,))(played.table))
    played.take(played.table.come_back(key_of(1), 1))
    skip(played, 0)
    do(played, "roll 1 4 3 6 2 6")
    assert played.seen(key_of(1))["notice"] == words("en")("draft.dropped")
    skip(played, 1)
    skip(played, 0)
    do(played, "roll 1 4 3 6 2 6")
    assert played.seen(key_of(1))["notice"] == "", "told once"


def test_an_empty_draft_is_dropped_without_a_word() -> None:
    played = thrown("qwixx")
    tap(played, 1, "y5")
    rub(played, 1)
    played.take(played.table.substitute(HOST, 1, away=True))
    played.take(played.table.come_back(key_of(1), 1))
    assert played.seen(key_of(1))["notice"] == ""


def test_a_draft_is_gone_when_another_page_of_the_seat_inks_something_else() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5", "+b10")
    played.take(played.table.ink(HOST, 0, played.table.click(0), (named(played, 0, "y5"),)))
    assert taps(played, 0) == ()
    skip(played, 1)
    assert ask(played, 0)["draft"]["taps"] == []
    assert marks(played, 0) == {"y5": "x"}


def test_a_draft_does_not_go_on_into_the_next_game() -> None:
    played = thrown("qwixx")
    tap(played, 0, "r5")
    drafts = played.hosted.drafts
    kept = drafts.by_seat[0]
    assert kept.moment is not None
    drafts.by_seat[0] = kept._replace(moment=(kept.moment[0] + 1, kept.moment[1]))
    assert taps(played, 0) == ()


def test_drafts_of_several_seats_are_kept_apart_and_stay_while_others_ink() -> None:
    played = thrown("qwixx", 3)
    for seat, cell in enumerate(("r5", "y5", "g5")):
        tap(played, seat, cell)
    ink(played, 1)
    assert (pencilled(played, 0), pencilled(played, 2)) == (["r5"], ["g5"])
    undo(played, 1)
    assert [pencilled(played, seat) for seat in range(3)] == [["r5"], ["y5"], ["g5"]]


def test_on_one_screen_the_next_player_does_not_see_the_pencil_of_the_last_one() -> None:
    played = Played(settings("qwixx", "me me", dice="real", options={"begins": "first"}))
    played.take(played.table.begin(HOST, SEEDS))
    do(played, "roll 1 4 3 6 2 6")
    played.hosted.drafts.tap(HOST, 1, played.table.click(1), named(played, 1, "y5"))
    assert played.seen(HOST)["ask"]["seat"] == 0
    assert played.seen(HOST)["ask"]["draft"]["taps"] == []
