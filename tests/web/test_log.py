"""The log of a table: by throws, what everybody did, what it cost, and which marks are the newest."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from cinquina.core import CHOICE, OVER, ROLL
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.table.happenings import Rolled
from cinquina.table.words import the_number
from cinquina.web.log import Log, newest_text
from cinquina.web.replay import replay_of
from table.drafting import do, real
from table.tables import HOST, SEEDS, Played, key_of, next_happening, settings, table

TOGETHER = [name for name, rules in GAMES.items() if not rules.SIDE_COLOURS]


def played_until(game: str, wanted: Any, seats: int = 2, luck: int = 4) -> Played:
    """Play at random until a snapshot for everybody is as wanted."""
    played, random_luck = table(game, seats), random.Random(luck)
    played.take(next_happening(played.table, random_luck))
    while not wanted(played.seen("")):
        assert played.table.game.position.phase != OVER, "it never came"
        played.take(next_happening(played.table, random_luck))
    return played


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_throw_has_its_dice_and_at_the_end_of_the_turn_everybodys_deeds(game: str, lang: str) -> None:
    played, luck = table(game, 2), random.Random(5)
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        for turn in played.seen("", lang=lang)["log"]:
            assert (turn["seat"] >= 0) == bool(turn["dice"])
            assert all(deed["text"] and deed["cost"] <= 0 for deed in turn["deeds"])
            words = " ".join([turn["text"], *(deed["text"] for deed in turn["deeds"])])
            assert not any(sign in words for sign in ("{", "log.", "option.", "cell."))
            seats = [deed["seat"] for deed in turn["deeds"]]
            assert len(seats) == len(set(seats)), "one line for each"
    assert all(turn["deeds"] for turn in played.seen("")["log"] if game != "qwinto" and game != "the-choice")


def test_a_turn_for_nothing_tells_its_price() -> None:
    price = {"seat": 0, "text": "penalty", "cost": -5, "kind": "marks", "whole": False, "forced": False}
    price["yours"] = ""
    played = played_until("qwixx", lambda shown: shown["phase"] == "roll" and price in shown["log"][-1]["deeds"][-1:])
    assert played.seen("")["around"] == "Anna: penalty (−5)."
    assert played.seen(HOST)["around"] == "You: penalty (−5)."
    assert played.seen(HOST, lang="it")["around"].startswith("Tu: lancio a vuoto")


@pytest.mark.parametrize("luck", range(3))
def test_whatever_lowers_a_score_is_told_with_its_price(luck: int) -> None:
    played, random_luck = table("extra", 2), random.Random(luck)
    before, prices = [0, 0], 0
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, random_luck))
        shown = played.seen("")
        if shown["phase"] != "roll" or not shown["log"]:
            continue
        now = [seat["score"] for seat in shown["seats"]]
        told = {deed["seat"]: deed["cost"] for deed in shown["log"][-1]["deeds"]}
        assert [told.get(seat, 0) for seat in (0, 1)] == [min(now[seat] - before[seat], 0) for seat in (0, 1)]
        before, prices = now, prices + sum(cost < 0 for cost in told.values())
    assert prices > 5


def test_a_throw_that_leaves_nothing_to_do_is_told() -> None:
    def useless(shown: dict[str, Any]) -> bool:
        texts = [deed["text"] for turn in shown["log"] for deed in turn["deeds"]]
        return any(" has no move: " in text for text in texts)

    played = played_until("sequence-dice", useless, luck=1)
    assert played.seen("")["log"][-1]["deeds"][-1]["forced"]


def test_for_whom_a_throw_fits_nowhere_is_told() -> None:
    for game in ("qwinto", "qwixx"):
        played = played_until(game, lambda shown: any(deed["kind"] == "nowhere" for deed in deeds_in(shown)), luck=1)
        turn = next(turn for turn in played.seen("")["log"] if any(one["kind"] == "nowhere" for one in turn["deeds"]))
        total = sum(face for die, face in turn["dice"].items() if game == "qwinto" or die.startswith("white"))
        told = [one for one in turn["deeds"] if one["kind"] == "nowhere"]
        verb = "write" if game == "qwinto" else "cross"
        assert all(one["text"] == f"cannot {verb} the {total}" and one["seat"] != turn["seat"] for one in told)
        assert all(one["yours"] == f"You cannot {verb} the {total}" for one in told)


def test_a_second_throw_that_fits_nowhere_is_told_with_its_price() -> None:
    def dear(shown: dict[str, Any]) -> bool:
        return any(
            re.fullmatch(r"cannot write the \d+, a miss", deed["text"]) is not None and deed["cost"] == -5
            for deed in deeds_in(shown)
        )

    played_until("qwinto", dear, luck=1)


def test_what_a_second_throw_may_cost_is_told_before_it() -> None:
    played = played_until("qwinto", lambda shown: shown["sentence"] == "Anna has thrown: keep it, or throw again?")
    shown = played.seen(HOST)
    assert shown["sentence"].endswith("in a cell, or throw again.")
    assert shown["around"].endswith("If you cannot write the new one: −5.")


def deeds_in(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all deeds in the log."""
    return [deed for turn in shown["log"] for deed in turn["deeds"]]


def test_a_pass_is_told_only_when_the_throw_is_over() -> None:
    played, luck = table("qwixx", 2), random.Random(1)
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        shown = played.seen("")
        if played.table.game.position.phase == CHOICE:
            assert "pass" not in [deed["text"] for deed in shown["log"][-1]["deeds"]]


def test_a_pass_is_told_before_the_next_throw() -> None:
    played, luck, found = table("qwinto", 2), random.Random(1), False
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        position, log = played.table.game.position, played.seen("")["log"]
        if position.phase == CHOICE and log and log[-1]["seat"] not in (-1, position.active):
            assert {deed["seat"] for deed in log[-1]["deeds"]} == {0, 1}
            found |= any((deed["text"], deed["yours"]) == ("passes", "You pass") for deed in log[-1]["deeds"])
    assert found


@pytest.mark.parametrize(("language", "by_you"), [("en", "You pass."), ("it", "Passi.")])
def test_a_pass_is_a_sentence_beside_the_next_question(language: str, by_you: str) -> None:
    played = real("qwixx", 2, "roll 5 5 1 1 1 1", "0 g10", "1 pass", "0 pass")
    assert played.seen(HOST, lang=language)["around"].endswith({"en": "Lia passes.", "it": "Lia passa."}[language])
    turn = Log(played.table).turns(words(language))[-1]
    mine = replace(turn, deeds=[deed for deed in turn.deeds if deed.seat == 1])
    assert newest_text(words(language), [mine], ("Anna", "Lia"), own=1) == by_you


def test_a_number_has_the_article_that_it_wants() -> None:
    italian, english = words("it"), words("en")
    assert [the_number(italian, n) for n in (6, 8, 11, 18)] == ["il 6", "l'8", "l'11", "il 18"]
    assert the_number(english, 8) == "the 8"


def test_a_tie_for_the_start_is_told() -> None:
    told: list[str] = []
    for luck in map(random.Random, range(30)):
        played = table("sequence-dice", 2)
        for _ in range(2):
            played.take(next_happening(played.table, luck))
        told += [deed["text"] for deed in deeds_in(played.seen(HOST))]
    ties = [text for text in told if text.endswith(": a tie, throw again.")]
    assert ties
    assert all(re.fullmatch(r"(You|Lia) (\d+), (you|Lia) \2: .*", text) for text in ties)


def test_the_throw_off_is_called_what_it_is() -> None:
    played, luck = table("sequence-dice", 2), random.Random(1)
    assert played.seen(HOST)["sentence"] == "Throw: whoever gets the highest sum begins."
    assert played.seen(key_of(1), lang="it")["sentence"] == "Anna tira per decidere chi comincia."
    assert played.seen(HOST)["guide"].startswith("This throw decides")
    while played.table.game.position.now.beginner < 0:
        played.take(next_happening(played.table, luck))
    beginner = played.table.game.position.now.beginner
    deeds = played.seen("")["log"][-1]["deeds"]
    assert [(deed["seat"], deed["text"], deed["whole"]) for deed in deeds] == [(1, "Lia 8, Anna 7: Lia begins.", True)]
    assert beginner == 1
    assert played.seen("")["log"][-2]["deeds"][0]["text"] == "Anna threw 7; Lia is next."
    assert played.seen(HOST)["log"][-2]["deeds"][0]["text"] == "You threw 7; Lia is next."
    assert played.seen(HOST, lang="it")["around"] == "Lia 8, tu 7: comincia Lia."
    assert played.seen(key_of(1), lang="it")["around"] == "Tu 8, Anna 7: cominci tu."
    assert played.seen(key_of(1), lang="it")["log"][-2]["deeds"][0]["text"] == "Anna ha fatto 7; ora lanci tu."


def test_who_begins_by_lot_is_told_in_a_sentence() -> None:
    played = table("qwixx", 2)
    played.take(next_happening(played.table, random.Random(4)))
    beginner = played.table.game.position.now.beginner
    assert played.seen(key_of(beginner))["around"] == "You begin."
    assert played.seen(key_of(1 - beginner), lang="it")["around"] == f"Comincia {('Anna', 'Lia')[beginner]}."


def test_a_board_tells_whose_chip_it_was() -> None:
    told: dict[str, set[str]] = {"": set(), HOST: set(), key_of(1): set()}
    for luck in range(8):
        played, chance = table("sequence-dice", 2), random.Random(luck)
        while played.table.game.position.phase != OVER:
            played.take(next_happening(played.table, chance))
            for key, known in told.items():
                known |= {re.sub(r"\b[a-f][1-6]\b", "b2", deed) for deed in deeds_of(played.seen(key))}
    assert {"Anna placed a chip on b2.", "Anna took Lia's chip from b2.", "Lia replaced Anna's chip on b2."} <= told[""]
    assert {"You placed a chip on b2.", "You took Lia's chip from b2.", "Lia took your chip from b2."} <= told[HOST]
    assert {"Anna took your chip from b2.", "You replaced Anna's chip on b2."} <= told[key_of(1)]
    assert not any("you" in sentence.lower().split() for sentence in told[""])


def deeds_of(shown: dict[str, Any]) -> list[str]:
    """Return the newest deeds as sentences."""
    return [deed["text"] for deed in shown["log"][-1]["deeds"]]


def test_whoever_goes_on_after_a_throw_is_told_so() -> None:
    played, chance, found = table("sequence-dice", 2), random.Random(3), set()
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, chance))
        position = played.table.game.position
        if position.phase != ROLL or position.now.beginner < 0 or not played.seen("")["log"]:
            continue
        last = played.seen("")["log"][-1]
        total = sum(last["dice"].values())
        goes_on = total in (2, 12) and any(page["marks"] for page in played.seen("")["seats"][0]["sheets"])
        own, other = (played.seen(key_of(seat))["sentence"] for seat in (position.active, 1 - position.active))
        assert (own == f"You threw {total}: your turn again.") == goes_on
        assert other.endswith(" and goes again.") == goes_on
        assert last["again"].endswith(" plays again.") == goes_on
        found.add(goes_on)
    assert found == {True, False}


def test_the_line_that_the_throw_makes_count_is_marked() -> None:
    signs = {2: "again", 12: "again", 10: "take", 11: "anywhere"}
    played, chance, seen = table("sequence-dice", 2), random.Random(3), set()
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, chance))
        position = played.table.game.position
        if position.phase == CHOICE:
            total = sum(position.now.dice)
            now = {line["kind"] for line in played.seen("")["legend"] if line["now"]}
            assert now - {"full"} == ({signs[total]} if total in signs else set())
            asked = position.rules.question(position.now, position.active)[0]
            assert ("full" in now) == (asked == "replace")
            seen |= now
    assert seen >= {"again", "take", "full"}


@pytest.mark.parametrize("game", TOGETHER)
def test_the_newest_marks_are_those_of_the_last_throw_with_which_somebody_wrote(game: str) -> None:
    played, luck = table(game, 2), random.Random(6)
    before = played.seen("")
    newest: dict[int, set[str]] = {0: set(), 1: set()}
    thrown = 0
    while played.table.game.position.phase != OVER:
        played.take(next_happening(played.table, luck))
        now = played.seen("")
        if now["dice"]["count"] != thrown:
            thrown, fresh = now["dice"]["count"], {0: True, 1: True}
        for seat in (0, 1):
            old, new = (one["seats"][seat]["sheets"] for one in (before, now))
            changed = {cell for one in new for cell in changed_cells(old, one)}
            if changed:
                newest[seat] = changed if fresh[seat] else newest[seat] | changed
                fresh[seat] = False
            assert {cell for one in new for cell in one["newest"]} == newest[seat]
        before = now


def changed_cells(old: list[dict[str, Any]], sheet: dict[str, Any]) -> set[str]:
    """Return the cells of a sheet whose marks have changed."""
    earlier: dict[str, str] = next((one["marks"] for one in old if one["id"] == sheet["id"]), {})
    return {cell for cell in earlier | sheet["marks"] if earlier.get(cell) != sheet["marks"].get(cell)}


def test_ones_own_secret_marks_are_new_to_oneself_only() -> None:
    played, luck = table("qwixx", 2), random.Random(2)
    while not marked_in_secret(played):
        played.take(next_happening(played.table, luck))
    seat = played.table.game.position.answers[0].seat
    own, other = (played.seen(key)["seats"][seat]["sheets"][0] for key in (key_of(seat), key_of(1 - seat)))
    assert set(own["newest"]) == set(own["marks"]) - set(other["marks"]) != set()
    assert not set(own["newest"]) & set(other["newest"])
    assert played.seen(key_of(1 - seat))["log"][-1]["deeds"] == []


def marked_in_secret(played: Played) -> bool:
    """Whether somebody has marked something that the other one may not see yet."""
    answers = played.table.game.position.answers
    return bool(answers) and played.seen(key_of(answers[0].seat))["log"][-1]["deeds"] != []


# --- what must not happen in silence ------------------------------------------------------------------------------


def test_a_throw_that_leaves_no_choice_is_told_as_such() -> None:
    played = real("extra", 1, "roll 2 2 2 2 2", "0 2a", "roll 5 5 5 5 5", "0 5b", "roll 6 6 6 6 6")
    chosen, forced = (turn["deeds"][-1] for turn in played.seen(HOST)["log"][-2:])
    assert (chosen["forced"], forced["forced"], forced["cost"]) == (False, True, -200)


def test_a_fifth_die_without_a_choice_is_told_as_such_while_the_others_are_paired() -> None:
    rolls = ("roll 2 2 2 2 2", "0 2a", "roll 5 5 5 5 5", "0 5b", "roll 6 6 6 6 6", "roll 2 1 1 3 3")
    played = real("extra", 1, *rolls)
    assert played.seen(HOST)["log"][-1]["deeds"][-1]["text"] == "fifth die 2 (no choice)"


def test_a_grid_that_failures_close_is_told_until_something_is_asked() -> None:
    closed = "3rd failure: first grid closed, 0 points."
    played = real("the-choice", 1, "0 front", *("roll 1 2 3", "0 keep", "0 done") * 3)
    shown = played.seen(HOST)
    assert shown["around"] == closed
    assert shown["log"][-1]["deeds"][-1]["text"].endswith("failed throw, first grid closed, 0 points")
    assert do_and_see(played, "roll 1 2 3")["around"] != closed


def test_a_grid_that_is_closed_with_its_last_failure_is_told_once() -> None:
    played = real(
        "the-choice", 1, "0 front", *("roll 1 2 3", "0 keep", "0 done") * 2, "roll 1 2 3", "0 keep", "0 close"
    )
    told = played.seen(HOST)["log"][-1]["deeds"][-1]["text"]
    assert told == "first grid closed, failed throw, 0 points"
    assert played.seen(HOST)["around"] == "First grid closed: 0 points. On to the second."


def do_and_see(played: Played, line: str) -> dict[str, Any]:
    """Play a line of a record; return what its only player sees."""
    do(played, line)
    return played.seen(HOST)


def test_who_is_out_is_told_so_while_others_play_on() -> None:
    played = real("extra", 2, "roll 2 2 2 2 2", "0 2c", "1 2a", columns="-7,-7,-7")
    assert played.seen(HOST)["sentence"] == "Your sheet is closed: Lia plays on."
    assert [seat["state"] for seat in played.seen(HOST)["seats"]] == ["finished", "throws"]
    assert "closed" not in played.seen(key_of(1))["sentence"]


def test_dice_that_lay_still_in_a_second_throw_are_told_beside_it() -> None:
    played = real("the-choice", 1, "0 front", "roll 1 2 3", "0 again-2", "roll 5")
    first, second = played.seen(HOST)["log"][-2:]
    assert (first["dice"], first["kept"]) == ({"die1": 1, "die2": 2, "die3": 3}, {})
    assert (second["dice"], second["kept"]) == ({"die2": 5}, {"die1": 1, "die3": 3})
    qwinto = real("qwinto", 1, "0 o", "roll 4").seen(HOST)["log"][-1]
    assert (qwinto["dice"], qwinto["kept"]) == ({"orange": 4}, {})


def test_a_fifth_die_and_sums_are_told_in_the_same_words_and_order_however_they_came_about() -> None:
    told = "fifth die 4, sums 6 and 8"

    def newest(*lines: str) -> str:
        return str(real("extra", 1, *lines).seen(HOST)["log"][-1]["deeds"][-1]["text"])

    first = ("roll 6 6 6 6 6", "0 6a", "roll 2 2 2 2 2", "0 2b")
    assert newest("roll 1 5 3 5 4", "0 4a", "0 6+8") == told
    assert newest(*first, "roll 1 5 3 5 4", "0 4c", "0 6+8") == told
    assert newest(*first, "roll 4 4 4 4 4", "roll 1 5 3 5 4", "0 6+8") == told
    assert newest(*first, "roll 3 3 3 3 4", "0 4c") == "fifth die 4, sums 6 and 6"
    assert newest(*first, "roll 4 4 4 4 4", "roll 3 3 3 3 4") == "fifth die 4, sums 6 and 6"
    left = newest(*first, "roll 4 4 4 4 4", "roll 3 3 3 3 5", "0 5-")
    assert left == "5 not counted, sums 6 and 6"


def test_the_dice_of_a_throw_are_told_as_they_lie_on_the_table() -> None:
    shown = real("extra", 2, "roll 6 5 1 4 2").seen(HOST)
    assert (
        shown["log"][-1]["dice"]
        == shown["dice"]["faces"]
        == {f"die{n}": face for n, face in zip("12345", (1, 2, 4, 5, 6), strict=True)}
    )


def test_whoever_threw_last_is_told_about_themselves_although_somebody_else_ended_the_game() -> None:
    played = real("qwixx", 2, "roll 5 5 1 1 1 1", "0 g10", "1 r10", "0 b6", lock_needs="1", locks="1")
    do(played, "roll 1 1 1 1 1 1", "0 pass", "1 pass", "1 pass", "roll 6 6 1 1 1 1", "1 r12")
    assert played.table.game.position.phase == OVER
    told = {deed["seat"]: deed["text"] for deed in played.seen(HOST)["log"][-1]["deeds"]}
    assert told == {0: "cannot cross the 12", 1: "red 12, red row closed"}


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Ada passa: lancio a vuoto (−5)."), ("en", "Ada passes: penalty (−5).")]
)
def test_a_replay_says_in_one_sentence_what_a_pass_cost(language: str, said: str) -> None:
    lines = "cinquina 1|game qwixx 1|option begins first|seat 0 Ada|seat 1 Nino|roll 3 5 2 4 1 6|0 pass|1 pass|0 pass|"
    last = replay_of(words(language), read(lines.replace("|", "\n"), GAMES)).steps[-1]
    assert (last.text, last.also) == (said, "")


def test_whoever_takes_a_seat_later_is_named_in_what_was_told_before() -> None:
    played = Played(settings("sequence-dice", "me open"))
    played.take(played.table.begin(HOST, SEEDS))
    while played.table.game.position.phase == ROLL:
        played.take(Rolled(played.table.fair_throw()))
    assert any("Zoe" not in deed["text"] for turn in played.seen("")["log"][:-1] for deed in turn["deeds"])
    played.take(played.table.sit("Zoe", key_of(1), "ab"))
    told = [deed["text"] for turn in played.seen("")["log"][:-1] for deed in turn["deeds"]]
    assert any("Zoe" in text for text in told)
