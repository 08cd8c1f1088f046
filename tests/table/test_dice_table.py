"""A table with dice, without network, clock or store: what people may do, what is refused, and what stays secret."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from cinquina.core import CHOICE, OVER, bits, is_lot, legal_options, scores
from cinquina.core.record import read
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.table.base import LONGEST_CHAT, Seeds
from cinquina.table.dice import CURRENT, promise_of
from cinquina.table.dice_table import DiceTable
from cinquina.table.drafting import draft_of
from cinquina.table.happenings import Begun, Rolled, Said, Went
from cinquina.table.proof import without_proof
from cinquina.table.setup import check_settings
from cinquina.term.standings import standings_text
from table.tables import (
    FOLLOWING,
    HOST,
    SEED,
    SEEDS,
    Played,
    choosing,
    copied,
    key_of,
    next_happening,
    seen,
    settings,
    standing,
    table,
    taps_at_random,
    whole_answer,
    why,
)

EVERY_GAME = list(GAMES)
TOGETHER = ("qwixx", "qwinto", "the-choice", "extra")
"""Games in which several seats choose at once."""
OTHER_SEEDS = Seeds("0dd5eed0" * 8, "0ddba110" * 8)


def lobby(seats: str = "me open open", **more: Any) -> Played:
    """Return a table that has not begun."""
    return Played(settings("qwixx", seats, **more))


def at_a_choice(game: str = "qwixx", seats: int = 2, waiting: int = 1, seed: int = 1) -> Played:
    """Return a table where seats have to choose."""
    played = table(game, seats)
    assert choosing(played, random.Random(seed), waiting)
    return played


def at_a_throw(**more: Any) -> Played:
    """Return a table where seat 0 has to throw."""
    return table(options={"begins": "first"}, **more)


def finished(game: str = "qwixx", seats: int = 2, seed: int = 1, **more: Any) -> Played:
    """Return a table whose first game is over."""
    played = table(game, seats, **more)
    played.play(random.Random(seed))
    return played


def any_answer(dice_table: DiceTable, seat: int) -> tuple[int, ...]:
    """Return a whole answer of a seat that begins with its first option."""
    position = dice_table.game.position
    return whole_answer(position, seat, random.Random(1), bits.members(legal_options(position, seat))[0])


# --- sitting and beginning ------------------------------------------------------------------------


def test_who_comes_gets_the_first_open_seat() -> None:
    played = lobby("me open random open")
    for name, seat in (("Lia", 1), ("Ugo", 3)):
        sat = played.table.sit(name, f"key of {name}", "")
        played.take(sat)
        assert sat.seat == seat
        assert played.table.seats_of(f"key of {name}") == (seat,)
    assert why(played.table.sit, "Zoe", "k", "") == ("table-full", "IllegalMove")


def test_a_key_is_kept_only_as_its_fingerprint() -> None:
    played = lobby()
    played.take(played.table.sit("Lia", "a very secret key", ""))
    assert "a very secret key" not in "".join(played.kept)
    assert HOST not in repr(played.settings)


def test_nobody_owns_a_seat_by_an_empty_key_or_by_a_fingerprint() -> None:
    dice_table = lobby().table
    assert dice_table.seats_of("") == ()
    assert dice_table.seats_of(dice_table.settings.host) == ()
    assert not dice_table.is_host("")


def test_bots_take_the_seats_that_are_open_when_the_host_begins() -> None:
    played = lobby()
    played.take(played.table.begin(HOST, SEEDS))
    assert played.table.names == ("Anna", "bot:medium", "bot:medium")
    assert [place.is_bot for place in played.table.places] == [False, True, True]


def test_only_the_host_begins_and_only_once() -> None:
    played = table(begun=False)
    assert why(played.table.begin, key_of(1), SEEDS) == ("not-the-host", "NotYours")
    played.take(played.table.begin(HOST, SEEDS))
    assert why(played.table.begin, HOST, SEEDS) == ("table-begun", "Stale")


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 41, "two\nlines", "tab\tbed", "\u202eright to left", "nul\0", "bot:greedy", " Anna "]
)
def test_a_name_that_could_not_stand_in_a_record_is_refused(name: str) -> None:
    reason, _ = why(lobby().table.sit, name, "k", "")
    assert reason in ("bad-name", "name-of-a-bot")


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "'; DROP TABLE x; --", "{name}", "%s", "🎲", "seat 0 Ugo"]
)
def test_a_name_that_only_looks_hostile_is_a_name(name: str) -> None:
    played = lobby("me open")
    played.take(played.table.sit(name, "k", ""))
    played.take(played.table.begin(HOST, SEEDS))
    played.take(played.table.say("k", name))
    assert played.seen(HOST)["seats"][1]["name"] == name
    assert played.seen(HOST)["chat"][0] == {"n": 3, "name": name, "text": name}


def test_two_people_of_one_name_are_told_apart() -> None:
    played = lobby("me open open")
    for key in "ab":
        played.take(played.table.sit("Anna", key, ""))
    assert [seat["name"] for seat in played.seen()["seats"]] == ["Anna", "Anna 2", "Anna 3"]


@pytest.mark.parametrize("salt", ["xyz", "AA", "a" * 33, "é", "a.b", " "])
def test_a_salt_is_short_hexadecimal(salt: str) -> None:
    assert why(lobby().table.sit, "Lia", "k", salt) == ("bad-salt", "IllegalSetup")
    assert why(check_settings, settings(salt=salt)) == ("bad-salt", "IllegalSetup")


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (settings("chess"), "no-such-game"),
        (settings("qwixx", "me " * 6), "no-such-seats"),
        (settings("qwixx", ""), "no-such-seats"),
        (settings("sequence-dice", "me"), "no-such-seats"),
        (settings(options={"colour": "red"}), "no-such-option-name"),
        (settings(options={"sheet": "torn"}), "no-such-option-value"),
        (settings(options={"begins": "fifth"}), "option-needs-seats"),
        (settings(series=0), "bad-series"),
        (settings("qwinto", series=21), "bad-series"),
        (settings("qwixx", series=6), "series-full"),
        (settings("qwixx", "me clever"), "no-such-bot"),
        (settings("qwixx", "random open"), "nobody-plays"),
    ],
)
def test_settings_that_will_not_do_are_refused_with_the_reason(told: Any, reason: str) -> None:
    assert why(check_settings, told)[0] == reason


# --- throwing -------------------------------------------------------------------------------------


def test_virtual_dice_are_thrown_by_the_player_whose_turn_it_is() -> None:
    dice_table = at_a_throw().table
    assert why(dice_table.roll, key_of(1), 0, None) == ("not-your-seat", "NotYours")
    assert why(dice_table.roll, "nobody's key", 0, None) == ("not-your-table", "NotYours")
    assert dice_table.roll(HOST, 0, None).faces == dice_table.fair_throw()


def test_faces_that_somebody_sends_with_virtual_dice_do_not_count() -> None:
    dice_table = at_a_throw().table
    assert dice_table.roll(HOST, 0, (6, 6, 6, 6, 6, 6)).faces == dice_table.fair_throw()


def test_a_throw_is_for_the_throw_that_is_due() -> None:
    played = at_a_throw()
    for throw in (-1, 1, 2):
        assert why(played.table.roll, HOST, throw, None) == ("stale-throw", "Stale")
    played.take(played.table.roll(HOST, 0, None))
    assert why(played.table.roll, HOST, 0, None) == ("stale-throw", "Stale")
    assert why(played.table.roll, HOST, 1, None) == ("choose-first", "IllegalMove")


def test_nobody_throws_before_the_game_begins_or_after_it_is_over() -> None:
    assert why(table(begun=False).table.roll, HOST, 0, None)[0] == "table-not-begun"
    dice_table = finished().table
    assert why(dice_table.roll, HOST, dice_table.throws, None)[0] == "game-over"


def test_anybody_at_the_table_says_what_real_dice_show() -> None:
    dice_table = at_a_throw(dice="real").table
    for seat, key in enumerate((HOST, key_of(1))):
        assert dice_table.roll(key, 0, (1, 2, 3, 4, 5, 6)) == Rolled((1, 2, 3, 4, 5, 6), seat)
    assert why(dice_table.roll, "nobody's key", 0, (1, 2, 3, 4, 5, 6))[0] == "not-your-table"


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        (None, "wrong-number-of-dice"),
        ((), "wrong-number-of-dice"),
        ((1,) * 5, "wrong-number-of-dice"),
        ((1,) * 7, "wrong-number-of-dice"),
        ((0, 1, 1, 1, 1, 1), "no-such-face"),
        ((1, 1, 1, 1, 1, 7), "no-such-face"),
        ((1, 1, 1, 1, 1, -(10**30)), "no-such-face"),
    ],
)
def test_the_faces_of_real_dice_are_checked(faces: tuple[int, ...] | None, reason: str) -> None:
    assert why(at_a_throw(dice="real").table.roll, HOST, 0, faces)[0] == reason


def test_nobody_has_to_throw_the_lot_nor_a_bots_virtual_dice() -> None:
    dice_table = table().table
    assert is_lot(dice_table.game.position)
    assert dice_table.throws_itself()
    bots = Played(settings("qwixx", "me random", options={"begins": "second"}))
    bots.take(Begun(SEED))
    assert bots.table.throws_itself()
    assert why(bots.table.roll, HOST, 0, None)[0] == "not-your-seat"


def test_people_enter_a_bots_real_dice() -> None:
    played = Played(settings("qwixx", "me random", dice="real", options={"begins": "second"}))
    played.take(Begun(SEED))
    assert not played.table.throws_itself()
    assert played.seen(HOST)["can"]["roll"]
    assert [die["id"] for die in played.seen(HOST)["wanted"]][:2] == ["white1", "white2"]
    played.take(played.table.roll(HOST, 0, (1, 2, 3, 4, 5, 6)))


# --- choosing -------------------------------------------------------------------------------------


def test_a_seat_chooses_and_nobody_chooses_for_it() -> None:
    played = at_a_choice(waiting=2)
    dice_table, answer = played.table, any_answer(played.table, 1)
    assert why(dice_table.ink, HOST, 1, dice_table.click(1), answer) == ("not-your-seat", "NotYours")
    assert why(dice_table.ink, "", 1, dice_table.click(1), answer) == ("not-your-seat", "NotYours")
    played.take(dice_table.ink(key_of(1), 1, dice_table.click(1), answer))
    assert 1 not in dice_table.game.position.waiting


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_there_is_nothing_to_choose_on_a_seat_that_is_none(seat: int) -> None:
    dice_table = at_a_choice().table
    assert why(dice_table.ink, HOST, seat, 0, (0,))[0] == "not-your-seat"
    assert why(dice_table.undo, HOST, seat, 0)[0] == "not-your-seat"
    assert why(dice_table.come_back, HOST, seat)[0] == "not-your-seat"


@pytest.mark.parametrize("option", [-1, 49, 63, 10**30])
def test_an_option_that_is_none_is_refused(option: int) -> None:
    dice_table = at_a_choice().table
    seat = dice_table.game.position.waiting[0]
    reason = why(dice_table.ink, key_of(seat), seat, dice_table.click(seat), (option,))[0]
    assert reason == ("nothing-ahead" if option > 63 else "no-such-option")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_the_rules_forbid_is_refused_with_the_rule_and_changes_nothing(game: str) -> None:
    played = at_a_choice(game)
    dice_table, before = played.table, standing(played.rebuilt())
    seat = dice_table.game.position.waiting[0]
    legal = bits.members(legal_options(dice_table.game.position, seat))
    for option in set(range(dice_table.rules.CHOICES)) - set(legal):
        reason, kind = why(dice_table.ink, key_of(seat), seat, dice_table.click(seat), (option,))
        assert kind == "IllegalMove"
        for lang in LANGUAGES:
            assert f"refusal.{game}.{reason}" in words(lang) or f"refusal.{reason}" in words(lang)
    assert standing(dice_table) == before


def test_a_click_for_another_window_is_stale() -> None:
    played = at_a_choice(waiting=2)
    dice_table, click, answer = played.table, played.table.click(0), any_answer(played.table, 0)
    for wrong in (-1, 0, click + 1, click - 64, click + 64, 10**30):
        assert why(dice_table.ink, HOST, 0, wrong, answer) == ("stale-window", "Stale")
    for seat in (0, 1):
        played.take(dice_table.ink(key_of(seat), seat, dice_table.click(seat), any_answer(dice_table, seat)))
    assert why(dice_table.ink, HOST, 0, click, answer) == ("stale-window", "Stale")


def test_two_browsers_of_one_seat_never_choose_twice() -> None:
    luck = random.Random(7)
    for game in EVERY_GAME:
        played = table(game, 3)
        while choosing(played, luck):
            dice_table, seat = played.table, luck.choice(played.table.game.position.waiting)
            click = played.seen(key_of(seat))["ask"]["window"]
            played.take(dice_table.ink(key_of(seat), seat, click, any_answer(dice_table, seat)))
            for option in range(dice_table.rules.CHOICES):
                assert why(dice_table.ink, key_of(seat), seat, click, (option,))[0] == "stale-window"


def test_a_choice_before_the_first_game_is_refused() -> None:
    dice_table = table(begun=False).table
    assert why(dice_table.ink, HOST, 0, 0, (0,))[0] == "table-not-begun"
    assert why(dice_table.undo, HOST, 0, 0)[0] == "table-not-begun"
    assert why(dice_table.next_game, HOST, OTHER_SEEDS)[0] == "table-not-begun"


def test_a_choice_can_be_taken_back_while_others_still_choose() -> None:
    played = at_a_choice(waiting=2)
    dice_table, before = played.table, played.table.game
    assert why(dice_table.undo, HOST, 0, dice_table.click(0))[0] == "nothing-to-undo"
    played.take(dice_table.ink(HOST, 0, dice_table.click(0), any_answer(dice_table, 0)))
    assert why(dice_table.undo, key_of(1), 0, dice_table.click(0))[0] == "not-your-seat"
    assert why(dice_table.undo, HOST, 0, dice_table.click(0) - 1) == ("stale-window", "Stale")
    assert why(dice_table.undo, key_of(1), 1, dice_table.click(1))[0] == "nothing-to-undo"
    assert played.seen(HOST)["can"]["undo"]
    played.take(dice_table.undo(HOST, 0, dice_table.click(0)))
    assert dice_table.game == before
    assert standing(dice_table) == standing(played.rebuilt())


def test_a_choice_that_was_taken_back_is_told_to_nobody() -> None:
    played = at_a_choice(waiting=2)
    dice_table = played.table
    first, *_, last = bits.members(legal_options(dice_table.game.position, 0))
    for option in (first, last, first):
        played.take(dice_table.ink(HOST, 0, dice_table.click(0), (option,)))
        played.take(dice_table.undo(HOST, 0, dice_table.click(0)))
    for seat in (0, 1):
        played.take(dice_table.ink(key_of(seat), seat, dice_table.click(seat), any_answer(dice_table, seat)))
    for key in (HOST, key_of(1), ""):
        newest = played.seen(key)["log"][-1]
        assert [deed["seat"] for deed in newest["deeds"]].count(0) <= 1
        assert all("," not in deed["text"] for deed in newest["deeds"]), "one cross each"


def test_a_choice_cannot_be_taken_back_once_the_window_is_closed() -> None:
    played = at_a_choice(waiting=2)
    dice_table = played.table
    for seat in (0, 1):
        played.take(dice_table.ink(key_of(seat), seat, dice_table.click(seat), any_answer(dice_table, seat)))
    assert why(dice_table.undo, HOST, 0, dice_table.click(0))[0] in ("stale-window", "nothing-to-undo")


def test_the_number_a_page_must_name_to_take_back_is_one_more_than_it_chose_with() -> None:
    played = at_a_choice(waiting=2)
    window = played.seen(HOST)["ask"]["window"]
    played.take(played.table.ink(HOST, 0, window, any_answer(played.table, 0)))
    played.take(played.table.undo(HOST, 0, window + 1))
    assert played.seen(HOST)["ask"]["window"] == window


# --- chat -----------------------------------------------------------------------------------------


def test_what_is_said_is_one_line() -> None:
    dice_table = table().table
    assert dice_table.say(HOST, "  ciao \n a\ttutti ") == Said(0, "ciao a tutti")


@pytest.mark.parametrize("text", ["", " \n ", "a" * (LONGEST_CHAT + 1), "\0", "\u202e", "bell\a"])
def test_what_cannot_be_read_is_not_said(text: str) -> None:
    assert why(table().table.say, HOST, text)[0] == "bad-chat"


def test_only_who_sits_at_the_table_talks() -> None:
    assert why(table().table.say, "nobody's key", "ciao") == ("not-your-table", "NotYours")


def test_partners_do_not_talk_while_their_game_runs() -> None:
    played = table("sequence-dice", 4)
    for seat in range(4):
        assert why(played.table.say, key_of(seat), "take the six")[0] == "partners-do-not-talk"
        assert not played.seen(key_of(seat))["can"]["chat"]
    played.play(random.Random(3))
    played.take(played.table.say(key_of(2), "well done"))
    assert played.seen(HOST)["chat"][0]["text"] == "well done"


@pytest.mark.parametrize("seats", [2, 3])
def test_who_plays_alone_in_sequence_dice_may_talk(seats: int) -> None:
    played = table("sequence-dice", seats)
    assert played.table.say(HOST, "ciao") == Said(0, "ciao")
    assert played.seen(HOST)["can"]["chat"]


# --- being away -----------------------------------------------------------------------------------


def test_a_bot_plays_for_who_is_away_until_they_are_back() -> None:
    played = table()
    dice_table = played.table
    assert why(dice_table.substitute, HOST, 1, away=False)[0] == "not-away-long-enough"
    assert why(dice_table.substitute, "nobody's key", 1, away=True) == ("not-your-table", "NotYours")
    assert why(dice_table.come_back, key_of(1), 1) == ("nobody-plays-for-you", "Stale")
    played.take(dice_table.substitute(HOST, 1, away=True))
    assert dice_table.places[1].is_bot
    assert played.seen(key_of(1))["can"]["back"] == [1]
    assert why(dice_table.substitute, HOST, 1, away=True)[0] == "nobody-to-play-for"
    assert why(dice_table.come_back, HOST, 1) == ("not-your-seat", "NotYours")
    played.take(dice_table.come_back(key_of(1), 1))
    assert not dice_table.places[1].is_bot
    assert dice_table.names == ("Anna", "Lia")


@pytest.mark.parametrize("seat", [-1, 1, 2, 10**30])
def test_a_bot_plays_for_nobody_who_is_none(seat: int) -> None:
    played = Played(settings("qwixx", "me random"))
    played.take(Begun(SEED))
    assert why(played.table.substitute, HOST, seat, away=True)[0] == "nobody-to-play-for"


def test_a_bot_plays_for_nobody_before_the_game_begins() -> None:
    assert why(table(begun=False).table.substitute, HOST, 1, away=True)[0] == "nobody-to-play-for"


def test_the_bot_that_plays_for_somebody_is_asked_where_they_would_be() -> None:
    played = at_a_choice(waiting=2)
    assert played.table.bot_to_choose() == -1
    played.take(played.table.substitute(HOST, 1, away=True))
    assert played.table.bot_to_choose() == 1


# --- ending and continuing ------------------------------------------------------------------------


def test_only_the_host_ends_the_table() -> None:
    assert why(table().table.end, key_of(1)) == ("not-the-host", "NotYours")


def test_after_the_end_nothing_is_allowed() -> None:
    played = table(begun=False)
    played.take(played.table.end(HOST))
    dice_table = played.table
    requests: list[tuple[Any, ...]] = [
        (dice_table.sit, "Lia", "k", ""),
        (dice_table.begin, HOST, SEEDS),
        (dice_table.roll, HOST, 0, None),
        (dice_table.ink, HOST, 0, 0, (0,)),
        (dice_table.undo, HOST, 0, 0),
        (dice_table.next_game, HOST, OTHER_SEEDS),
        (dice_table.end, HOST),
        (dice_table.say, HOST, "ciao"),
        (dice_table.come_back, HOST, 0),
    ]
    for request, *given in requests:
        assert why(request, *given) == ("table-ended", "Stale")
    assert why(dice_table.substitute, HOST, 1, away=True) == ("table-ended", "Stale")
    assert played.seen(HOST)["phase"] == "ended"


def test_a_table_ended_in_the_middle_shows_its_seed_and_asks_nobody() -> None:
    played = at_a_choice(waiting=2)
    played.take(played.table.end(HOST))
    shown = played.seen(HOST)
    assert (shown["phase"], shown["ask"], shown["seat"]) == ("ended", None, -1)
    assert shown["proof"]["seed"] == SEED
    assert [name for name, may in shown["can"].items() if may] == ["again"]


def test_the_next_game_waits_for_the_end_of_this_one() -> None:
    dice_table = table().table
    assert why(dice_table.next_game, HOST, OTHER_SEEDS) == ("series-game-runs", "Stale")
    assert why(finished().table.next_game, "nobody's key", OTHER_SEEDS) == ("not-your-table", "NotYours")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_next_player_begins_a_rematch_with_dice_of_a_new_seed(game: str) -> None:
    played = finished(game, 3)
    dice_table, first = played.table, played.table.game
    played.take(dice_table.next_game(key_of(1), OTHER_SEEDS))
    assert (dice_table.dice.seed, dice_table.following) == (FOLLOWING, OTHER_SEEDS.following)
    assert dice_table.game.position.now.beginner == (first.position.now.beginner + 1) % 3
    assert (dice_table.played, dice_table.log, len(dice_table.past)) == (1, type(dice_table.log)(), 1)
    assert played.seen(HOST)["proof"]["promise"] == promise_of(FOLLOWING)
    assert played.seen(HOST)["series"]["totals"] == list(scores(dice_table.game.position))
    played.play(random.Random(2))
    assert standing(dice_table) == standing(played.rebuilt())


def test_a_series_goes_on_with_its_seed_and_adds_up_its_points() -> None:
    played = finished(series=3)
    dice_table, sums, beginners = played.table, [0, 0], [played.table.game.position.now.beginner]
    for number in (1, 2, 3):
        sums = [total + points for total, points in zip(sums, scores(dice_table.game.position), strict=True)]
        assert played.seen(HOST)["series"] == {"game": number, "games": 3, "totals": sums}
        assert played.seen(HOST)["proof"]["seed"] == ("" if number < 3 else SEED)
        if number < 3:
            assert dice_table.next_game(HOST, OTHER_SEEDS) == Went("", CURRENT)
            played.take(dice_table.next_game(HOST, OTHER_SEEDS))
            beginners.append(dice_table.game.position.now.beginner)
            played.play(random.Random(number))
    assert {beginners[0], beginners[1]} == {0, 1}
    assert len(dice_table.records()) == 3
    played.take(dice_table.next_game(HOST, OTHER_SEEDS))
    assert played.seen(HOST)["series"] == {"game": 1, "games": 3, "totals": [0, 0]}


def test_what_dice_a_series_will_throw_is_not_shown_between_its_games() -> None:
    played = finished(series=2)
    for key in (HOST, key_of(1), ""):
        assert SEED not in json.dumps(played.seen(key))


# --- storage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_table_read_again_is_the_same_table(game: str) -> None:
    luck = random.Random(11)
    for seats in GAMES[game].SEATS:
        played = table(game, seats)
        while played.table.game.position.phase != OVER:
            played.take(next_happening(played.table, luck))
            if luck.random() < 0.1:
                assert standing(played.rebuilt()) == standing(played.table)
        assert standing(played.rebuilt()) == standing(played.table)
        assert played.table.number == len(played.kept)


def test_looking_at_a_table_does_not_change_it() -> None:
    played = at_a_choice("the-choice", 3, waiting=2)
    for lang, seat in itertools.product(LANGUAGES, range(4)):
        played.seen(key_of(seat), lang=lang)
    assert standing(played.table) == standing(played.rebuilt())


# --- secrets --------------------------------------------------------------------------------------


def secrets_of(shown: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a snapshot without what is public about a seat that answers: that it has."""
    rest = {name: value for name, value in shown.items() if name not in ("sentence", "around")}
    rest["seats"] = [dict(told) for told in shown["seats"]]
    del rest["seats"][seat]["state"]
    return rest


def viewers(seats: int, but: int) -> list[tuple[str, ...]]:
    """Return everybody who may not know what a seat answers: each other seat, all others together, a spectator."""
    others = [(key_of(seat),) for seat in range(seats) if seat != but]
    together = tuple(key for (key,) in others)
    return [*others, together, (), ("nobody's key",)]


def answers(dice_table: DiceTable, seat: int) -> list[DiceTable]:
    """Yield the table after each answer of a seat that leaves the window open."""
    found = []
    position = dice_table.game.position
    for option in bits.members(legal_options(position, seat)):
        then, luck = copied(dice_table), random.Random(option)
        then.take(then.ink(key_of(seat), seat, then.click(seat), whole_answer(position, seat, luck, option)))
        after = then.game.position
        if after.phase == CHOICE and after.window == position.window:
            found.append(then)
    return found


@pytest.mark.parametrize("game", TOGETHER)
def test_an_open_answer_changes_nothing_for_others_but_that_there_is_one(game: str) -> None:
    luck, looked = random.Random(5), 0
    for seats in (2, 4):
        played = table(game, seats)
        while choosing(played, luck, waiting=2):
            seat = luck.choice(played.table.game.position.waiting)
            for keys in viewers(seats, seat):
                before = secrets_of(played.seen(*keys), seat)
                for then in luck.sample(made := answers(played.table, seat), min(2, len(made))):
                    assert secrets_of(seen(then, *keys), seat) == before
                    looked += 1
            played.play(luck, 9)
    assert looked > 50


@pytest.mark.parametrize("game", TOGETHER)
def test_which_answer_it_is_makes_no_difference_to_others(game: str) -> None:
    luck = random.Random(6)
    played = table(game, 3)
    while choosing(played, luck, waiting=2):
        seat = luck.choice(played.table.game.position.waiting)
        made = answers(played.table, seat)
        for keys in viewers(3, seat):
            assert len({json.dumps(seen(then, *keys, lang="it")) for then in made}) <= 1
        played.play(luck, 5)


@pytest.mark.parametrize("game", TOGETHER)
def test_others_cannot_tell_one_whole_answer_from_another_nor_one_taken_back(game: str) -> None:
    luck, looked = random.Random(8), 0
    played = table(game, 3)
    while choosing(played, luck, waiting=2):
        seat = luck.choice(played.table.game.position.waiting)
        made = [then for _ in range(6) if (then := answered(played.table, seat, luck))]
        looked += len(made) > 1
        for keys in viewers(3, seat):
            assert len({json.dumps(seen(then, *keys)) for then in made}) <= 1
        played.play(luck, 7)
    assert looked > 3


def answered(dice_table: DiceTable, seat: int, luck: random.Random) -> DiceTable | None:
    """Return the table after a seat's whole answer, taken back and given again now and then; None if it is the last."""
    then, position = copied(dice_table), dice_table.game.position
    again = True
    while again:
        then.take(then.ink(key_of(seat), seat, then.click(seat), taps_at_random(then.game.position, seat, luck)))
        if then.game.position.opened is not position.opened:
            return None
        again = luck.random() < 0.3
        if again:
            then.take(then.undo(key_of(seat), seat, then.click(seat)))
            assert then.game.position == position
    return then


@pytest.mark.parametrize("game", TOGETHER)
def test_who_answers_second_is_shown_the_same_whatever_the_first_has_answered(game: str) -> None:
    luck, looked = random.Random(14), 0
    played = table(game, 3)
    while choosing(played, luck, waiting=3):
        first, second, _ = luck.sample(played.table.game.position.waiting, 3)
        answer = whole_answer(played.table.game.position, second, luck)
        shown: set[str] = set()
        for then in answers(played.table, first):
            then.take(then.ink(key_of(second), second, then.click(second), answer))
            shown.add(json.dumps(seen(then, key_of(second))))
            looked += 1
        assert len(shown) <= 1
        played.play(luck, 4)
    assert looked > 10


def test_on_one_screen_the_next_player_does_not_see_what_the_last_one_chose() -> None:
    played = Played(settings("qwixx", "me me"))
    played.take(Begun(SEED))
    luck = random.Random(8)
    while choosing(played, luck, waiting=2):
        shown, thrower = played.seen(HOST), played.table.game.position.active
        assert shown["handover"]
        assert shown["seat"] == thrower, "whoever threw answers first"
        after = []
        for option in bits.members(legal_options(played.table.game.position, thrower)):
            then = copied(played.table)
            then.take(then.ink(HOST, thrower, then.click(thrower), (option,)))
            after.append(json.dumps(seen(then, HOST)))
        assert len(set(after)) == 1
        played.play(luck, 3)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_no_snapshot_holds_a_key_a_fingerprint_or_the_seed(game: str) -> None:
    luck = random.Random(9)
    played = table(game, 3 if 3 in GAMES[game].SEATS else 2)
    secret = [SEED, HOST, key_of(1), key_of(2), *(place.key for place in played.table.places)]
    while played.table.game.position.phase != OVER:
        for keys in ((HOST,), (key_of(1),), ()):
            text = json.dumps(played.seen(*keys))
            assert not any(word in text for word in secret)
        played.play(luck, 5)
    assert SEED in json.dumps(played.seen())
    assert not any(word in json.dumps(played.seen()) for word in secret[1:])


def test_an_onlooker_is_asked_nothing_and_may_do_nothing() -> None:
    for played in (at_a_choice(waiting=2), at_a_throw(), finished()):
        shown = played.seen()
        assert (shown["seat"], shown["ask"], shown["host"]) == (-1, None, False)
        assert [name for name, may in shown["can"].items() if may] == ["queue"]
        assert not any(seat["mine"] for seat in shown["seats"])


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_room_that_has_shown_a_table_before_shows_it_as_a_new_one_would(game: str) -> None:
    luck = random.Random(13)
    played = table(game, 3)
    for keys, lang in itertools.product([(HOST,), (key_of(1),), (key_of(1), key_of(2)), ()], LANGUAGES):
        played.play(luck, 7)
        while choosing(played, luck) and luck.random() < 0.9:
            played.play(luck, 1)
            assert played.seen(*keys, lang=lang) == seen(played.table, *keys, lang=lang)
    played.play(luck)
    played.take(played.table.next_game(HOST, OTHER_SEEDS))
    assert played.seen(HOST) == seen(played.table, HOST)


def test_a_room_shows_a_choice_taken_back_as_if_it_had_not_been_made() -> None:
    played = at_a_choice(waiting=2)
    dice_table, before = played.table, [played.seen(key) for key in (HOST, key_of(1), "")]
    drafts = played.hosted.drafts
    for option in bits.members(legal_options(dice_table.game.position, 0)):
        played.take(dice_table.ink(HOST, 0, dice_table.click(0), (option,)))
        for key in (HOST, key_of(1), ""):
            assert played.seen(key) == seen(dice_table, key, drafts=drafts)
        played.take(dice_table.undo(HOST, 0, dice_table.click(0)))
        drafts.untap(HOST, 0, dice_table.click(0), "")
    after = [played.seen(key) for key in (HOST, key_of(1), "")]
    assert [uncounted(shown) for shown in after] == [uncounted(shown) for shown in before]


def uncounted(shown: dict[str, Any]) -> dict[str, Any]:
    """Return a snapshot without its number, and without how often a draft was changed."""
    return shown | {"number": 0, "ask": shown["ask"] and shown["ask"] | {"drafted": 0}}


# --- snapshots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_options_of_a_snapshot_are_the_legal_ones_and_its_words_are_words(game: str) -> None:
    luck = random.Random(4)
    played = table(game, 2)
    while choosing(played, luck):
        for seat, lang in itertools.product(played.table.game.position.waiting, LANGUAGES):
            ask = played.seen(key_of(seat), lang=lang)["ask"]
            position = played.table.game.position
            stop = position.rules.stop(position.now, seat)
            legal = [option for option in bits.members(legal_options(position, seat)) if option != stop]
            assert [option["tap"] for option in ask["options"] if option["tap"] < 64] == legal
            assert (ask["passing"] is not None) == (stop >= 0)
            for option in ask["options"][len(legal) :]:
                assert draft_of(position, seat, (option["tap"],)).stage == 1
            assert not any(option["instead"] for option in ask["options"])
            assert all(option["text"] and "option." not in option["text"] for option in ask["options"])
            assert not any(text.startswith("refusal.") or "{" in text for text in ask["why"].values())
        played.play(luck, 6)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_finished_game_says_who_won_why_and_by_how_much(game: str) -> None:
    played = finished(game)
    over = played.seen()["over"]
    assert played.seen()["phase"] == "over"
    assert over["reasons"]
    assert over["ranking"][0]["place"] == 1
    assert [sum(part["points"] for part in parts) for parts in over["parts"]] == list(
        scores(played.table.game.position)
    )
    assert read(without_proof(over["records"][0]), GAMES) == played.table.game


ROWS = {
    "en": ["first row", "second row", "third row", "fourth row", "penalties"],
    "it": ["prima riga", "seconda riga", "terza riga", "quarta riga", "lanci a vuoto"],
}


def test_rows_of_mixed_colours_are_told_as_rows_by_every_screen() -> None:
    played = finished(options={"sheet": "mixx-colours"})
    pad = table("qwixx", 2, dice="none", options={"sheet": "mixx-colours"})
    pad.take(pad.table.count(HOST))
    for lang, names in ROWS.items():
        for shown in (played.seen(lang=lang), pad.seen(lang=lang)):
            assert [part["name"] for part in shown["over"]["parts"][0]] == names
        said = words(lang)
        told = standings_text(said, played.table.game)
        assert any(name in told for name in names[:4])
        assert not any(said(f"part.qwixx.{colour}") in told for colour in ("red", "yellow", "green", "blue"))


def test_the_screen_says_why_a_game_with_changed_numbers_is_over() -> None:
    played = finished(options={"penalties": "2"})
    assert played.seen()["over"]["reasons"] == ["Anna took the 2nd penalty: the game is over."]
    assert played.seen(lang="it")["over"]["reasons"] == [
        "Anna ha segnato il 2º lancio a vuoto: la partita è finita.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_snapshot_has_every_field_of_the_contract(lang: str) -> None:
    fields = (
        "number code game title facts phase dice_mode series shared_board seats active dice seat handover sentence "
        "around notice ask can wanted host watching log chat over proof"
    )
    for played in (table(begun=False), at_a_throw(), at_a_choice(), finished()):
        assert set(fields.split()) <= set(played.seen(HOST, lang=lang))
        seat = played.seen(HOST, lang=lang)["seats"][0]
        assert not {"name", "kind", "level", "mine", "here", "away", "score", "state", "colour", "sheets"} - set(seat)
        assert played.seen(HOST, lang=lang)["sentence"]


def test_every_reason_for_a_refusal_is_a_sentence_in_both_languages() -> None:
    reasons = (
        "table-ended table-full table-begun table-not-begun not-the-host not-your-table not-your-seat stale-throw "
        "stale-window partners-do-not-talk bad-chat nobody-to-play-for not-away-long-enough nobody-plays-for-you "
        "bad-salt bad-series nobody-plays name-of-a-bot bad-name no-such-bot no-such-game no-such-seats series-full "
        "series-game-runs nothing-to-undo not-asked no-such-option no-such-face wrong-number-of-dice choose-first "
        "draft-unfinished draft-out-of-order draft-too-long nothing-ahead nothing-to-ink "
        "game-over proof-missing proof-unreadable proof-twice bad-promise salt-known table-busy no-free-code"
    )
    missing = [(lang, key) for lang in LANGUAGES for key in reasons.split() if f"refusal.{key}" not in words(lang)]
    assert missing == []
