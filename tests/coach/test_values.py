"""What positions and options are worth: units, sums, sources, secrets; and against what is known exactly."""

from __future__ import annotations

import pytest

from cinquina import coach
from cinquina.bots import outlook
from cinquina.bots.levels import EXPERT
from cinquina.bots.outlook import Throws, appraise_throws, throws_there_are
from cinquina.bots.players import number_of, players_of
from cinquina.coach import QUICK, Effort, Source, Unit, rollouts
from cinquina.coach.rollouts import half_interval, half_interval_of_lead, wins_of
from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    IllegalMove,
    Position,
    Roll,
    State,
    after,
    bits,
    legal_options,
    opening,
)
from cinquina.core.spelling import parse_option, spelled_options
from cinquina.games import GAMES
from cinquina.sim.binding import plain
from cinquina.sim.luck import Games
from cinquina.sim.placeholders import FOUND, SPARE, UNKNOWN
from wander import Setup, positions

FEW = Effort(seconds=60.0, games=4, may_compile=False, level="medium", plain_games=4)
"""This many games whatever the clock says."""
OTHER_SHEETS = {"qwixx": {"sheet": "mixx-numbers"}, "qwinto": {"miss": "4"}, "extra": {"minus": "100"}}
TABLES = [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]
PERFECT_ALONE = 115.4831
"""What `cinquina solve qwixx` finds; see docs/strength.md."""


def moments(name: str, seats: int, seed: int = 7) -> list[Position]:
    """Some positions of a random game: before throws, with windows open, and the end."""
    found = list(positions(Setup(name, seats, (), seed)))
    return [*found[: -1 : max(1, len(found) // 5)], found[-1]]


def thrown(name: str, *faces: int, seats: int = 2, **options: str) -> Position:
    """A game after its first throw."""
    return after(opening(GAMES[name], seats, {"begins": "first", **options}), Roll(faces))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_chances_of_all_sides_are_one_together_and_points_have_a_spread(name: str, seats: int) -> None:
    for position in moments(name, seats):
        value = coach.value(position, effort=FEW)
        assert len(value.sides) == seats
        if seats == 1:
            assert value.unit == Unit.POINTS
            assert value.chances == ()
        else:
            assert value.unit == Unit.CHANCE
            assert sum(value.chances) == pytest.approx(1.0)
            assert all(0 <= chance <= 1 for chance in value.chances)
        if position.rules.POINTS:
            assert len(value.points) == len(value.spreads) == seats
            assert all(spread >= 0 for spread in value.spreads)
        else:
            assert value.points == value.spreads == ()
        assert (value.source == Source.RESULT) == (position.phase == OVER)


def test_a_shared_win_counts_in_parts_and_partners_win_together() -> None:
    assert wins_of((5, 7, 7), (0, 1, 2)) == (0.0, 0.5, 0.5)
    assert wins_of((0, 1, 0, 1), (0, 1, 0, 1)) == (0.0, 1.0)


def test_every_option_has_a_worth_and_the_best_comes_first() -> None:
    position = thrown("sequence-dice", 2, 4)
    found = coach.values(position, 0, effort=QUICK)
    assert {worth.option for worth in found} == set(bits.members(legal_options(position, 0)))
    assert {worth.move for worth in found} == set(spelled_options(position, 0))
    losses = [worth.loss for worth in found]
    assert losses[0] == 0
    assert losses == sorted(losses)
    assert found[-1].loss == pytest.approx(found[0].value.worth(0) - found[-1].value.worth(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_does_well_to_give_up_a_grid_of_the_choice_at_once(seats: int) -> None:
    position = opening(GAMES["the-choice"], seats, {"begins": "first"})
    for seat in range(seats):
        position = after(position, Choice(seat, parse_option(position, seat, "front")))
    position = after(position, Roll((3, 4, 5)))
    position = after(position, Choice(0, parse_option(position, 0, "keep")))
    worths = {worth.option: worth.value.worth(0) for worth in coach.values(position, 0, effort=QUICK)}
    best, close = max(worths.values()), worths[parse_option(position, 0, "close")]
    assert best == pytest.approx(1 / seats, abs=0.03)
    assert close < best - 0.02, "who does so loses more often"


def test_a_seat_that_is_not_asked_has_no_options_to_value() -> None:
    with pytest.raises(IllegalMove, match="not-asked"):
        coach.values(thrown("sequence-dice", 2, 4), 1, effort=QUICK)
    with pytest.raises(IllegalMove, match="not-asked"):
        coach.values(opening(GAMES["qwixx"], 2), 0, effort=QUICK)


def test_values_do_not_know_what_others_have_chosen_in_the_open_window() -> None:
    position = thrown("qwixx", 1, 4, 3, 6, 2, 6)
    answered = after(position, Choice(0, bits.members(legal_options(position, 0))[0]))
    assert answered.answers
    assert coach.values(answered, 1, effort=QUICK) == coach.values(position, 1, effort=QUICK)
    assert coach.value(answered, effort=QUICK) == coach.value(position, effort=QUICK)
    assert coach.value(answered, seat=1, effort=QUICK) == coach.value(position, effort=QUICK)


@pytest.mark.parametrize("name", OTHER_SHEETS)
@pytest.mark.parametrize("seats", [1, 3])
def test_where_nothing_was_learned_games_are_played_on_and_the_value_says_so(name: str, seats: int) -> None:
    position = opening(GAMES[name], seats, OTHER_SHEETS[name])
    value = coach.value(position, effort=FEW)
    assert value.source == Source.ROLLED_OUT
    assert value.games == FEW.games
    assert value.error > 0
    assert not value.final
    assert value.unit == (Unit.POINTS if seats == 1 else Unit.CHANCE)


def test_the_same_question_has_the_same_answer() -> None:
    position = opening(GAMES["qwixx"], 3, OTHER_SHEETS["qwixx"])
    assert coach.value(position, effort=FEW) == coach.value(position, effort=FEW)


@pytest.mark.parametrize(
    ("a_game", "is_compiled", "bot"), [(0.001, False, "medium"), (0.2, False, "greedy"), (0.2, True, "medium")]
)
def test_a_quick_bot_plays_on_where_others_need_longer_than_there_is(
    a_game: float, is_compiled: bool, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, clock = opening(GAMES["qwixx"], 3, OTHER_SHEETS["qwixx"]), [0.0]
    players: set[int] = set()

    def scores_of_games(_: Position, state: State, number: int, luck: Games) -> list[list[int]]:
        clock[0] += a_game * luck.count
        if luck.count > 1:  # one game is only played to see how long it takes
            players.add(number)
        return [[5, 7, 7]] * luck.count

    monkeypatch.setattr(outlook, "scores_of_games", scores_of_games)
    monkeypatch.setattr(outlook, "plays_on_compiled", lambda _: is_compiled)
    monkeypatch.setattr(rollouts, "process_time", lambda: clock[0])
    coach.value(position, effort=QUICK)
    assert players == {number_of(position.rules, bot)}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_quick_bot(name: str) -> None:
    assert rollouts.QUICK_BOT in players_of(GAMES[name]).BOTS


def test_few_games_that_came_out_alike_do_not_look_certain() -> None:
    assert half_interval([1.0] * 4, in_chance=True) > 0.2
    assert half_interval_of_lead([1.0] * 4, [1.0] * 4, in_chance=True) > 0.2


def test_before_qwixx_alone_perfect_play_is_to_be_expected() -> None:
    value = coach.value(opening(GAMES["qwixx"], 1), effort=QUICK)
    assert value.points[0] == pytest.approx(PERFECT_ALONE, abs=0.5)
    assert 10 < value.spreads[0] < 40


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_throw_off_is_worth_the_mean_of_what_its_throws_are_worth(seats: int) -> None:
    position = opening(GAMES["sequence-dice"], seats)
    for faces in ((), (3, 4), (5, 5)):
        if faces:
            position = after(position, Roll(faces))
        if position.now.beginner >= 0:
            break
        mean = mean_over_throws(position)
        assert mean[:seats] == pytest.approx([coach.value(position).worth(seat) for seat in range(seats)], abs=1e-9)


def mean_over_throws(position: Position) -> list[float]:
    """What a position is worth on average over all throws that are due."""
    assert position.phase == ROLL
    said, rows = appraise_throws(position, EXPERT, Throws(None, throws_there_are(position)))
    assert said != UNKNOWN
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in TABLES if seats in (1, 2, 3)])
def test_compiled_and_plain_code_find_the_same(name: str, seats: int) -> None:
    from cinquina.bots.compiled import appraise_compiled

    rules = GAMES[name]
    states = [position.now for position in moments(name, seats) if position.phase in (ROLL, CHOICE)]
    bot = outlook.number_at_hand(opening(rules, seats), outlook.strongest(rules))
    tables = players_of(rules).tables_for((bot,), states[0])
    said, rows = appraise_compiled(rules, states, tables)
    valued = plain(rules, players_of(rules).valued)
    for state, compiled in zip(states, rows, strict=True):
        numbers = [0.0] * FOUND
        assert valued(state, [None] * SPARE, tables, numbers) >= said
        assert compiled == pytest.approx(numbers, abs=1e-6)
