"""Bots of every game: they answer what is legal, the same compiled and plain, and see no more than their seat."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings

from cinquina.bots import (
    LEVELS,
    answer,
    choose,
    chooser,
    is_ready,
    levels_of,
    names_of,
    prepare,
    prepare_aside,
    simple,
    stood_in_for,
)
from cinquina.bots.compiled import compiled_bots
from cinquina.bots.levels import NO_SUCH_BOT, RANDOM
from cinquina.bots.players import players_of
from cinquina.bots.thinking import Thinker
from cinquina.core import (
    CHOICE,
    OVER,
    Choice,
    IllegalSetup,
    Position,
    Roll,
    Rules,
    after,
    bits,
    faces_wanted,
    legal_options,
    opening,
    seen_by,
)
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, words
from cinquina.sim.binding import plain
from cinquina.sim.luck import Luck
from cinquina.sim.placeholders import SPARE
from wander import Setup, setups

EVENTS = 12


def asked(setup: Setup, most: int = EVENTS) -> list[Position]:
    """Positions of a random game in which somebody is asked, a few of them."""
    luck, position, found = random.Random(setup.seed), setup.opening(), list[Position]()
    for _ in range(200):
        if position.phase == OVER or len(found) == most:
            break
        if position.phase == CHOICE:
            found.append(position)
            seat = luck.choice(position.waiting)
            option = luck.choice(bits.members(legal_options(position, seat)))
            position = after(position, Choice(seat, option))
        else:
            position = after(position, Roll(tuple(luck.randint(1, sides) for sides in faces_wanted(position))))
    return found


@settings(max_examples=25, deadline=None)
@given(setups())
def test_every_level_answers_something_legal_in_every_game(setup: Setup) -> None:
    for position in asked(setup, 3):
        for bot in levels_of(position.rules):
            for seat in position.waiting:
                given_answer = answer(bot, seen_by(position, seat), seat)
                legal = legal_options(position, seat)
                assert given_answer.liked
                assert given_answer.liked & ~legal == 0
                assert set(given_answer.worth) == set(bits.members(legal))
                assert given_answer.bot in names_of(position.rules)


@settings(max_examples=15, deadline=None)
@given(setups())
def test_a_bot_is_the_same_for_the_same_luck_and_leaves_what_it_sees_alone(setup: Setup) -> None:
    for position in asked(setup, 2):
        seat = position.waiting[-1]
        view = seen_by(position, seat)
        before = view.position.now.copy()
        chosen = [choose(bot, view, seat, Luck(7, 3)) for bot in levels_of(position.rules) for _ in range(2)]
        assert chosen[::2] == chosen[1::2]
        assert view.position.now == before


def test_a_bot_does_not_see_what_others_have_chosen_already() -> None:
    for name, rules in GAMES.items():
        seats, bot = max(rules.SEATS), levels_of(rules)[:3][-1]
        for position in asked(Setup(name, seats, (), 5)):
            if len(position.waiting) < 2:
                continue
            first, second = position.waiting[:2]
            alone = answer(bot, seen_by(position, second), second)
            for option in bits.members(legal_options(position, first)):
                later = after(position, Choice(first, option))
                if later.window == position.window and second in later.waiting:
                    assert answer(bot, seen_by(later, second), second) == alone


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_bots_of_its_own_has_all_levels_and_bots_to_be_measured_by(name: str) -> None:
    players = players_of(GAMES[name])
    assert levels_of(GAMES[name]) == tuple(LEVELS if players.BOTS is not simple.BOTS else ("random", "easy"))
    assert "greedy" in players.BOTS
    assert len(set(players.BOTS.values())) == len(players.BOTS)
    for number, stand_in in players.STAND_INS.items():
        assert {number, stand_in} <= set(players.BOTS.values())
        assert stand_in not in players.STAND_INS


def test_a_game_without_bots_of_its_own_offers_only_the_levels_it_has() -> None:
    rules = cast(Rules, SimpleNamespace(NAME="a-sixth-game"))
    assert names_of(rules) == ("random", "easy", "greedy")
    assert levels_of(rules) == ("random", "easy")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_of_every_game_has_a_name_and_a_character(language: str, name: str) -> None:
    said = words(language)
    for level in levels_of(GAMES[name]):
        for family in ("level", "bot", "character"):
            assert f"{family}.{level}" in said


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_a_game_does_not_have_is_refused_everywhere(name: str) -> None:
    rules = GAMES[name]
    position = asked(Setup(name, rules.SEATS[0], (), 1), 1)[0]
    seat = position.waiting[0]
    view = seen_by(position, seat)
    doors: list[Callable[[], object]] = [
        lambda: answer("nobody", view, seat),
        lambda: choose("nobody", view, seat, Luck(1)),
        lambda: chooser("nobody", Luck(1))(view, seat),
        lambda: is_ready(position, "nobody"),
        lambda: stood_in_for(position, ["random", "nobody"]),
        lambda: prepare(position, "nobody"),
        lambda: prepare_aside(position, ["nobody"]),
        lambda: compiled_bots(rules, ("random", "nobody")),
        lambda: asyncio.run(Thinker().choose("nobody", view, seat)),
    ]
    for door in doors:
        with pytest.raises(IllegalSetup) as refused:
            door()
        assert refused.value.reason == "no-such-bot"
        assert refused.value.details == {"level": "nobody", "possible": ", ".join(names_of(rules))}


@pytest.mark.parametrize("name", GAMES)
def test_a_number_that_no_bot_has_is_no_other_bot(name: str) -> None:
    position = asked(Setup(name, GAMES[name].SEATS[0], (), 1), 1)[0]
    players, seat = players_of(position.rules), position.waiting[0]
    tables = players.tables_for((RANDOM,), position.now)
    for number in {-1, 6, 9, 10, 11, 12, 13, 99} - set(players.BOTS.values()):
        with pytest.raises(ValueError, match=NO_SUCH_BOT):
            plain(position.rules, players.judge)(
                position.now, [None] * SPARE, seat, number, tables, [0.0] * position.rules.CHOICES
            )


def test_a_bot_that_is_ready_answers_compiled_and_the_same() -> None:
    start = opening(GAMES["qwixx"], 2)
    setups_ = [Setup("qwixx", seats, (), seed) for seats in (2, 4) for seed in (1, 2)]
    views = [(seen_by(position, position.waiting[0]), position.waiting[0]) for s in setups_ for position in asked(s)]
    plain = [answer("greedy", view, seat) for view, seat in views]
    thread = prepare_aside(start, {"greedy"})
    thread.join(timeout=180)
    assert is_ready(start, "greedy")
    assert [answer("greedy", view, seat) for view, seat in views] == plain
    prepare(start, "greedy")
