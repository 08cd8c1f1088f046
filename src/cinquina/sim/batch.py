"""Many games at once from numpy: played to the end, or stepped choice by choice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cinquina.core import IllegalMove, Roll, Rules, State, after, opening, parts, scores
from cinquina.core.record import Game
from cinquina.sim.arrays import arrays_of
from cinquina.sim.binding import Playing
from cinquina.sim.compiling import PREPARING
from cinquina.sim.kernel import Kernel, kernel
from cinquina.sim.loops import WATCHED_NUMBERS, Played, Players, Start
from cinquina.sim.luck import DICE_STREAM, Games, game_key
from cinquina.sim.placeholders import SPARE
from cinquina.sim.together import Asked, Fall

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Fractions = np.ndarray[Any, np.dtype[np.float64]]
WORD_BITS = 64


@dataclass(frozen=True)
class Results:
    """What a number of games came to, a row a game."""

    throws: Numbers
    """Throws of dice, once it is settled who begins."""
    choices: Numbers
    lots: Numbers
    """Throws that settle who begins: the lot, or those of a throw-off."""
    endings: Numbers
    beginners: Numbers
    scores: Numbers
    parts: Numbers
    watched: Numbers | None = None
    seat_luck: Fractions | None = None
    """The luck of every seat, in chances to win."""

    @property
    def events(self) -> Numbers:
        """Throws and choices together; what settles who begins is counted apart."""
        return self.throws + self.choices


@dataclass(frozen=True, slots=True)
class Bots:
    """Compiled bots: their functions, which of them sits at each seat, and where their tables come from.

    `tables_for` is given these bots and the opening. It is a function at the top of a module, so that it can be sent to
    other processes by its name.
    """

    playing: Playing
    at_seats: tuple[int, ...]
    tables_for: Callable[[tuple[int, ...], Any], tuple[Any, ...]]


class Noted(NamedTuple):
    """What results have besides counts, endings and scores: parts of scores, what is watched, the luck of each seat."""

    parts: bool = False
    watched: bool = False
    luck: bool = False


PLAIN = Noted()


def play_games(
    rules: Rules,
    seats: int,
    options: Mapping[str, str],
    games: Games,
    *,
    bots: Bots | None = None,
    noted: Noted = PLAIN,
) -> Results:
    """Play games to their ends, at random without bots; seed and number determine each game."""
    return play_from(rules, opening(rules, seats, options).now, games, bots, noted)


def play_from(rules: Rules, state: State, games: Games, bots: Bots | None = None, noted: Noted = PLAIN) -> Results:
    """Play games from a state to their ends, at random without bots."""
    compiled = kernel(rules, bots.playing) if bots else kernel(rules)
    start, count, seats = compiled.record(state), games.count, state.seats
    parts_kept = len(rules.PARTS) if noted.parts else 0
    results = Results(
        throws=np.zeros(count, np.int64),
        choices=np.zeros(count, np.int64),
        lots=np.zeros(count, np.int64),
        endings=np.zeros(count, np.int64),
        beginners=np.zeros(count, np.int64),
        scores=np.zeros((count, seats), np.int64),
        parts=np.zeros((count, seats, parts_kept), np.int64),
        watched=np.zeros((count, WATCHED_NUMBERS), np.int64) if noted.watched else None,
        seat_luck=np.zeros((count, seats)) if noted.luck else None,
    )
    first_game = Start(start.copy(), start, faces_of(rules))
    played = Played(*(getattr(results, name) for name in Played._fields))
    players = players_of(bots, rules, state, start) if bots else None
    luck = games.seed, games.first
    compiled.functions["play_games"](first_game, luck, players, results.watched, results.seat_luck, played)
    return results


def players_of(bots: Bots, rules: Rules, state: State, start: np.ndarray[Any, Any]) -> Players:
    """Return bots as the compiled loops take them."""
    at_seats = np.array(bots.at_seats, np.int64)
    states = np.repeat(start, len(at_seats) + SPARE)
    return Players(at_seats, arrays_of(bots.tables_for(bots.at_seats, state)), np.zeros(rules.CHOICES), states)


def warm_up(rules: Rules) -> threading.Thread:
    """Compile a game in a thread of its own, so that nobody who plays waits for it; join it to know it is done."""
    thread = threading.Thread(
        target=play_games, args=(rules, rules.SEATS[0], {}, Games(0, 0, 1)), name=PREPARING, daemon=True
    )
    thread.start()
    return thread


def results_of(game: Game) -> Results:
    """Return a finished game in the same form."""
    position = game.position
    throws = sum(isinstance(event, Roll) for event in game.events)
    lots = lots_in(game)
    own = [parts(position, seat) for seat in range(position.seats)]
    return Results(
        throws=np.array([throws - lots]),
        choices=np.array([len(game.events) - throws]),
        lots=np.array([lots]),
        endings=np.array([position.now.ending]),
        beginners=np.array([position.now.beginner]),
        scores=np.array([scores(position)]),
        parts=np.array([own]),
    )


def lots_in(game: Game) -> int:
    """Return how many throws of a game settled who begins."""
    position, lots = game.back_to(0).position, 0
    for event in game.events:
        if position.now.beginner >= 0:
            break
        lots += int(isinstance(event, Roll))
        position = after(position, event)
    return lots


def faces_of(rules: Rules) -> Numbers:
    """Return room for the faces of one throw."""
    return np.zeros(len(rules.DICE), np.int64)


class Batch:
    """Positions stepped together. After every step each of them is choosing or over.

    `seats` says who chooses (-1: the game is over) and `masks` among which options, as bit sets. `step` takes an
    option for each. Luck is determined by the seed and the number of each game.

    A step is one call of compiled code, which changes `positions`, `seats` and `masks` in place: copy what is to be
    kept. They stay the same arrays, so views of them stay valid.
    """

    def __init__(self, rules: Rules, seats: int, options: Mapping[str, str], count: int, *, seed: int, first: int = 0):
        self.rules = rules
        self.kernel: Kernel = kernel(rules)
        self.positions = np.repeat(self.kernel.record(opening(rules, seats, options).now), count)
        # numba takes a microsecond longer to recognise an array of records than one of plain words
        self._words: Numbers = np.asarray(self.positions).view(np.int64).reshape(count, -1)
        self.seats: Numbers = np.zeros(count, np.int64)
        self.masks: Numbers = np.zeros(count, np.int64)
        self.scores: Numbers = np.zeros((count, seats), np.int64)
        keys: Numbers = np.array([signed(game_key(seed, first + n, DICE_STREAM)) for n in range(count)], np.int64)
        self._asked = Asked(self.seats, self.masks)
        self._fall = Fall(faces_of(rules), keys, np.zeros(count, np.int64))
        self._step = self.kernel.functions["step"]
        self.kernel.functions["go_on"](self._words, self.seats, self.masks, *self._fall)

    @property
    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which of the games are over."""
        return self.seats < 0

    def step(self, options: Numbers) -> None:
        """Choose in every position that is not over; IllegalMove, and nothing is done, when one option is not legal."""
        wrong = self._step(self._words, options, self._asked, self._fall)
        if wrong >= 0:
            raise IllegalMove("illegal-in-batch", place=int(wrong), option=int(options[wrong]))

    def random_options(self, seed: int, step: int) -> Numbers:
        """Return a random legal option for every position; the same for the same seed and step."""
        options: Numbers = np.zeros(len(self.seats), np.int64)
        self.kernel.functions["choose_randomly"](self.masks, options, seed, step)
        return options

    def points(self) -> Numbers:
        """Return the score of every seat in every position, as it stands."""
        self.kernel.functions["score_all"](self._words, self.scores)
        return self.scores


def signed(word: int) -> int:
    """Return a 64-bit word as a signed integer, which is how compiled code holds it."""
    return word - (1 << WORD_BITS) if word >> WORD_BITS - 1 else word
