"""The review of a game: its choices and throws, the account that adds up, grades, and what is left out."""

from __future__ import annotations

import threading
import time
from functools import cache
from math import inf

import msgspec
import pytest

from cinquina import coach
from cinquina.bots import chooser, levels_of
from cinquina.coach import Effort, Grade, Review, Source, Unit, asking, reviewing, thresholds
from cinquina.coach.grades import grade_of
from cinquina.coach.likeness import known_losses, losses_of, plays_like
from cinquina.coach.reviewing import settled
from cinquina.core import CHOICE, Choice, Refusal, Roll
from cinquina.core.record import Game, new_game
from cinquina.games import GAMES
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out

MEASURED = [name for name in GAMES if any(table.startswith(f"{name} ") for table in known_losses())]
"""The games for which bench/losses.py was run."""
PLAIN = Effort(seconds=60.0, games=4, may_compile=False, level="medium")


@pytest.fixture(autouse=True)
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing beside a review: what is ready halfway through it would change how many throws it looks at."""
    monkeypatch.setattr("cinquina.coach.asking.can_compile", lambda: False)
    monkeypatch.setattr("cinquina.coach.asking.is_ready", lambda position: False)


@cache
def played(name: str, seats: int) -> Game:
    """A game of two easy bots, or of one alone."""
    game = new_game(GAMES[name], tuple(f"P{seat}" for seat in range(seats)), {})
    return play_out(game, Luck(3), [chooser("easy", Luck(4, seat)) for seat in range(seats)])


@cache
def reviewed(name: str, seats: int) -> Review:
    """Its review, by plain Python."""
    return coach.review(played(name, seats), effort=PLAIN)


def test_the_account_adds_up_for_every_seat_in_chances_and_points() -> None:
    found = reviewed("sequence-dice", 2)
    assert found.finished
    assert found.unit == Unit.CHANCE
    for player in found.players:
        told = player.account
        total = told.start + told.luck - told.own_losses + told.others_losses + told.unexplained
        assert total == pytest.approx(told.result)
        assert told.luck == pytest.approx(sum(throw.luck[player.seat] for throw in found.throws))
        own = [decision.loss for decision in found.decisions if decision.seat == player.seat]
        assert told.own_losses == pytest.approx(sum(own))
        assert player.mean_loss == pytest.approx(sum(own) / len(own))
    assert sum(player.account.result for player in found.players) == pytest.approx(1.0)
    assert sum(player.account.luck for player in found.players) == pytest.approx(0.0)


def test_every_throw_and_every_choice_with_a_choice_is_there() -> None:
    game, found = played("sequence-dice", 2), reviewed("sequence-dice", 2)
    assert [throw.event for throw in found.throws] == [
        place for place, event in enumerate(game.events) if isinstance(event, Roll)
    ]
    made = {place: event for place, event in enumerate(game.events) if isinstance(event, Choice)}
    for decision in found.decisions:
        assert made[decision.event] == Choice(decision.seat, decision.made)
        assert len(decision.worths) > 1
        assert decision.made in {worth.option for worth in decision.worths}
    assert found.moments[0].events == 0
    assert found.moments[-1].events == len(game.events)


def test_who_plays_alone_is_told_points() -> None:
    found = reviewed("qwixx", 1)
    assert found.unit == Unit.POINTS
    (player,) = found.players
    assert player.points == player.account
    assert player.account.others_losses == 0


def test_an_open_window_is_left_out_and_nothing_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "becomes_ready", lambda _: False)  # so that both reviews are made alike
    game = new_game(GAMES["qwixx"], ("Ada", "Ben"), {"begins": "first"})
    with pytest.raises(Refusal, match="nothing-to-review"):
        coach.review(game, effort=PLAIN)
    game = game.after(Roll((1, 4, 3, 6, 2, 6)))
    half = game.after(Choice(1, game.position.rules.CHOICES - 1))
    assert half.position.phase == CHOICE
    assert half.position.answers
    assert [position.answers for position in settled(half)] == [()] * 2
    found = coach.review(half, effort=PLAIN)
    assert not found.finished
    assert found.decisions == ()
    assert found == coach.review(game, effort=PLAIN)


def test_grades_follow_the_loss_and_nobody_is_blamed_within_the_interval() -> None:
    limits = thresholds(Unit.CHANCE, 0.0)
    assert [grade_of(loss, 0.0, limits) for loss in (0.0, 0.019, 0.02, 0.05, 0.1)] == [
        Grade.FINE,
        Grade.FINE,
        Grade.INACCURACY,
        Grade.MISTAKE,
        Grade.BLUNDER,
    ]
    assert grade_of(0.2, 0.3, limits) == Grade.FINE
    assert thresholds(Unit.POINTS, 20.0)[Grade.MISTAKE] == pytest.approx(2.5)


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("alone", [True, False])
def test_what_bots_of_all_levels_give_away_is_known_and_the_stronger_the_less(name: str, alone: bool) -> None:
    if alone and 1 not in GAMES[name].SEATS:
        return
    known = losses_of(name, alone=alone)
    levels = levels_of(GAMES[name])
    assert set(known) == set(levels)
    assert [known[level] for level in levels] == sorted(known.values(), reverse=True)
    assert {plays_like(name, known[level], alone=alone) for level in levels[:3]} == set(levels[:3])


@pytest.mark.parametrize(
    ("name", "source", "later"),
    [
        ("qwinto", Source.LEARNED, True),
        ("qwinto", Source.ROLLED_OUT, False),  # games that are played on foresee what shows later
        ("sequence-dice", Source.LEARNED, False),
    ],
)
def test_luck_shows_later_where_values_foresee_throws(
    name: str, source: Source, later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "can_compile", lambda: True)
    before = next(position for position in settled(played(name, 2)) if position.now.beginner >= 0)
    assert asking.settles_later(before, source) == later


def test_progress_comes_to_its_end() -> None:
    told: list[float] = []
    coach.review(played("sequence-dice", 2), progress=told.append, effort=PLAIN)
    assert told == sorted(told)
    assert told[-1] == 1.0


class Machine:
    """Code that is ready once this has been asked often enough; `prepare` takes as long as it is told."""

    def __init__(self, ready_after: float) -> None:
        self.asked, self.ready_after, self.done = 0, ready_after, threading.Event()

    def is_ready(self, _: object) -> bool:
        """Whether everything is compiled by now."""
        self.asked += 1
        return self.asked > self.ready_after

    def prepare(self, _: object) -> None:
        """Compile, as long as nobody says that it is done."""
        self.done.wait(5.0)


@pytest.mark.parametrize(("ready_after", "passes"), [(0, 1), (1, 1), (2, 2), (inf, 1)])
def test_a_review_that_becomes_ready_on_the_way_says_what_it_would_say_the_next_time(
    ready_after: float, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(ready_after)
    found, made = msgspec.structs.replace(reviewed("sequence-dice", 2), final=True), list[object]()

    def entered(*given: object) -> Review:
        made.append(given)
        return found

    monkeypatch.setattr(asking, "is_ready", machine.is_ready)
    monkeypatch.setattr(asking, "prepare", machine.prepare)
    monkeypatch.setattr(reviewing, "LONGEST_LOADING", 0.05)
    monkeypatch.setattr(reviewing, "entered", entered)
    told = coach.review(played("sequence-dice", 2), effort=PLAIN)
    machine.done.set()
    assert len(made) == passes
    assert told.final == (ready_after < inf)


def test_a_review_waits_for_what_was_compiled_before(monkeypatch: pytest.MonkeyPatch) -> None:
    found, loaded, known = reviewed("sequence-dice", 2), list[bool](), list[bool]()

    def load(_: object) -> None:
        time.sleep(0.1)
        loaded.append(True)

    def entered(*_: object) -> Review:
        known.append(bool(loaded))
        return found

    monkeypatch.setattr(asking, "is_ready", lambda _: bool(loaded))
    monkeypatch.setattr(asking, "prepare", load)
    monkeypatch.setattr(reviewing, "entered", entered)
    coach.review(played("sequence-dice", 2), effort=PLAIN)
    assert known == [True]
