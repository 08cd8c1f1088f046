"""How the tables of Extra! are learned: one player alone, for points, since nobody can spoil another's sheet.

A sheet before a throw is worth the sum of its rows, each by place and crosses, and of its pairs of rows, each by stage
and crosses. Games are played by that worth, now and then at random; then, from the last throw of the game back to the
first, the worth of the sheet is moved towards the mean over all throws that might have come. Each entry has a step of
its own, large while its errors agree in sign and small once they do not (temporal coherence, Beal and Smith 1999).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cinquina.bots.extra import books
from cinquina.bots.extra.dice import DUO_COUNT, DUOS, THROWS, places_of_throws
from cinquina.bots.extra.outlook import NO_GOAL, outlook
from cinquina.bots.extra.place import TURN, numbers_of, place_of, stage_of
from cinquina.bots.extra.play import SOLO, judge_far, judge_near
from cinquina.bots.extra.sheet import ALONE, CROSSES, SPREAD, TOGETHER, rooms_to_work_in, weigh_duos
from cinquina.bots.levels import HARD, best
from cinquina.bots.table_file import Tables
from cinquina.core.state import OVER, ROLL
from cinquina.games import GAMES
from cinquina.games.extra import CHOICES, DICE, FACES, KINDS, NAME, ROWS, apply, land, legal, score
from cinquina.sim.kernel import compiled, kernel
from cinquina.sim.loops import SPARE, copy_to, draw_faces, random_option
from cinquina.sim.luck import DICE_STREAM, LOW_32, WHIM_STREAM, game_key, half_of, word_of

ROUNDS = 60
GAMES_A_ROUND = 20_000


class Pace(NamedTuple):
    """How a round learns: the share of an error that an entry takes on, of a row and of two; choices at random."""

    alone: float
    together: float
    at_random: float


EARLY_ROUNDS = 12
EARLY = Pace(1 / DUO_COUNT, 1 / DUO_COUNT, 0.0)
LATE = Pace(0.5 / ROWS, 0.5 / (DUO_COUNT - ROWS), 0.005)
"""At first all entries learn alike; what has never been seen is worth nothing, more than most sheets, so it is tried.
Later rows take on half of an error, which finds what is particular to a place, and some choices are free."""
SHARE_SPREAD = 0.02 / ROWS
LONGEST = 400
"""More throws than any game has."""
TEST_SEED = 1 << 40
TEST_GAMES = {"one throw": 2000, "two throws": 200}
"""By how far the learner looks; two throws take much longer."""
ENTRY_SUM, ENTRY_SIZE = 0, 1
"""What is remembered of an entry's errors: their sum, and the sum of their sizes."""
PLAYING_ROOM = SPARE - 1
"""The room for the game itself; those before it serve the judgement."""


def begin(seed: int, options: dict[str, str]) -> Tables:
    """A run that has learned nothing yet."""
    alone, together, spread, made_for = books.blank_book(books.sheet_of(options))
    return {
        "seed": np.array(seed),
        "rounds": np.array(0),
        "options": np.array(sorted(f"{name}={value}" for name, value in options.items()), dtype=np.str_),
        "alone": alone,
        "together": together,
        "spread": spread,
        "made_for": made_for,
        "alone_errors": np.zeros((2, *alone.shape), np.float32),
        "together_errors": np.zeros((2, *together.shape), np.float32),
    }


def improve(run: Tables) -> None:
    """One more round of games."""
    learn_from(run, GAMES_A_ROUND)


def learn_from(run: Tables, games: int) -> None:
    """Play a number of games and learn from each."""
    start, rooms, faces = start_of(run)
    path = np.repeat(start, LONGEST)
    errors = (run["alone_errors"], run["together_errors"])
    first = int(run["rounds"]) * games
    learn = compiled(GAMES[NAME], learn_games, inline=False)
    pace = EARLY if run["rounds"] < EARLY_ROUNDS else LATE
    learn(start, rooms, path, faces, book_of_run(run), errors, pace, int(run["seed"]), first, games)
    run["rounds"] += 1


def strength(run: Tables) -> dict[str, float]:
    """The mean of its points, looking one throw ahead and two, without luck; and the error of that."""
    told = {}
    for name, games in TEST_GAMES.items():
        points, luck = test(run, games, name == "two throws")
        told[name] = float((points - luck).mean())
        told[f"{name}, error"] = float(1.96 * (points - luck).std() / np.sqrt(games))
    return told


def made_for(run: Tables) -> str:
    """What the bots want the finished tables to be made for."""
    return books.made_of(dict(str(option).split("=", 1) for option in run["options"]).get("sheet", KINDS[0]))


def finished(run: Tables) -> Tables:
    """The book in small numbers."""
    return books.packed(book_of_run(run))


def test(run: Tables, games: int, far: bool) -> tuple[Any, Any]:
    """The points and the luck of games that nothing is learned from."""
    start, rooms, faces = start_of(run)
    points, luck = np.zeros(games), np.zeros(games)
    places = np.array(places_of_throws())
    play = compiled(GAMES[NAME], test_games, inline=False)
    play(start, rooms, faces, book_of_run(run), TEST_SEED, far, places, points, luck)
    return points, luck


def book_of_run(run: Tables) -> books.Book:
    """What a run has learned so far."""
    return run["alone"], run["together"], run["spread"], run["made_for"]


def start_of(run: Tables) -> tuple[Any, Any, Any]:
    """The beginning of a game, room for states, room for faces."""
    options = dict(str(option).split("=", 1) for option in run["options"])
    start = kernel(GAMES[NAME]).record(books.sheet_of(options))
    return start, np.repeat(start, SPARE), np.zeros(len(DICE), np.int64)


# --- compiled -------------------------------------------------------------------------------------------------


def learn_games(
    start: Any,
    spare: Any,
    path: Any,
    faces: Any,
    book: Any,
    errors: Any,
    pace: Pace,
    seed: int,
    first: int,
    games: int,
) -> None:
    """Play games and learn from each, from its end to its beginning."""
    rooms = rooms_to_work_in()
    values = [0.0] * THROWS
    for game in range(first, first + games):
        copy_to(spare, PLAYING_ROOM, start[0])
        throws = play_and_remember(spare, path, faces, book, rooms, pace.at_random, seed, game)
        points = score(spare[PLAYING_ROOM], 0)
        for back in range(throws):
            s = path[throws - 1 - back]
            mean = outlook(s, spare, 0, book, rooms, NO_GOAL, values)
            error = mean - weigh_duos(s, 0, book, rooms)
            learn_worth(s, book, errors, rooms[CROSSES], pace, error)
            learn_spread(stage_of(s, 0), book[SPREAD], rooms[CROSSES], (points - mean) * (points - mean))


def play_and_remember(
    spare: Any, path: Any, faces: Any, book: Any, rooms: Any, at_random: float, seed: int, game: int
) -> int:
    """Play one game; the sheet before each throw is kept, and how many throws there were is told."""
    dice_key, whim_key = game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM)
    worth = [0.0] * CHOICES
    throws = 0
    whims = 0
    s = spare[PLAYING_ROOM]
    while s.phase != OVER:
        if s.phase == ROLL:
            copy_to(path, throws, s)
            draw_faces(s, faces, word_of(dice_key, throws))
            land(s, faces)
            throws += 1
        else:
            word = word_of(whim_key, whims)
            whims += 1
            options = legal(s, 0)
            if half_of(word, 1) >= at_random * LOW_32:
                judge_near(s, spare, 0, HARD, book, rooms, worth)
                options = best(worth, options, 0.0)
            apply(s, 0, random_option(options, word))
    return throws


def learn_worth(s: Any, book: Any, errors: Any, crosses: Any, pace: Pace, error: float) -> None:
    """Move the worth of a sheet against its error."""
    faces = numbers_of(s, 0)
    place, turn, stage = place_of(s, 0, faces), TURN[faces], stage_of(s, 0)
    alone, together = book[ALONE][place], book[TOGETHER][stage]
    sums, sizes = errors[0][ENTRY_SUM][place], errors[0][ENTRY_SIZE][place]
    for row in range(ROWS):
        count = crosses[abs(turn - row)]
        alone[row, count] += pace.alone * error * agreement(sums[row, count], sizes[row, count])
        sums[row, count] += error
        sizes[row, count] += abs(error)
    sums_of_duos, sizes_of_duos = errors[1][ENTRY_SUM][stage], errors[1][ENTRY_SIZE][stage]
    for duo in range(DUO_COUNT):
        low, high = DUOS[duo][0], DUOS[duo][1]
        if low != high:
            a, b = crosses[abs(turn - low)], crosses[abs(turn - high)]
            step = agreement(sums_of_duos[duo, a, b], sizes_of_duos[duo, a, b])
            together[duo, a, b] += pace.together * error * step
            sums_of_duos[duo, a, b] += error
            sizes_of_duos[duo, a, b] += abs(error)


def agreement(total: float, sizes: float) -> float:
    """How far errors have agreed in sign: 1 while all have, near 0 when they cancel out."""
    return abs(total) / sizes if sizes > 0.0 else 1.0


def learn_spread(stage: int, spread: Any, crosses: Any, square: float) -> None:
    """Move the spread of results towards the square of what one result was off."""
    total = 0.0
    for row in range(ROWS):
        total += spread[stage, row, crosses[row]]
    for row in range(ROWS):
        spread[stage, row, crosses[row]] += SHARE_SPREAD * (square - total)


def test_games(
    start: Any, spare: Any, faces: Any, book: Any, seed: int, far: bool, places: Any, points: Any, luck: Any
) -> None:
    """Play games as well as is known; their points, and how much of them was luck."""
    rooms = rooms_to_work_in()
    values, worth = [0.0] * THROWS, [0.0] * CHOICES
    for game in range(len(points)):
        key = game_key(seed, game, DICE_STREAM)
        copy_to(spare, PLAYING_ROOM, start[0])
        s = spare[PLAYING_ROOM]
        throws = 0
        while s.phase != OVER:
            if s.phase == ROLL:
                draw_faces(s, faces, word_of(key, throws))
                throws += 1
                mean = outlook(s, spare, 0, book, rooms, NO_GOAL, values)
                code = 0
                for die in range(len(DICE)):
                    code = code * FACES + faces[die] - 1
                luck[game] += values[places[code]] - mean
                land(s, faces)
            else:
                if far:
                    judge_far(s, spare, 0, SOLO, book, rooms, worth)
                else:
                    judge_near(s, spare, 0, HARD, book, rooms, worth)
                apply(s, 0, random_option(best(worth, legal(s, 0), 0.0), word_of(key, throws)))
        points[game] = score(s, 0)
