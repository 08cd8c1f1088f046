"""Games played to learn from and to test solutions, in the plain subset of the rules."""

from typing import Any, NamedTuple

from cinquina.bots.levels import EXPERT
from cinquina.bots.prospects import arrange
from cinquina.bots.selfplay import THROWS, WHIMS, Keys, Scratch, keys_of, loop_of
from cinquina.bots.the_choice.chances import coming_of, left_of, points_of
from cinquina.bots.the_choice.layout import WIDTH, Tables
from cinquina.bots.the_choice.play import QUICK, judge
from cinquina.bots.the_choice.valuing import after_throw, blocks_of, describe, valued
from cinquina.bots.watching import GAME, POSITION, Watched, note_values, watching_by
from cinquina.core.bits import count, has
from cinquina.games.the_choice import CLOSE
from cinquina.sim.luck import HALF, half_of, word_of
from cinquina.sim.placeholders import FOUND, legal, score


class Pairs(NamedTuple):
    """Who plays, by which tables, and what is noted of pairs of seats.

    `known` has what is known of a pair before a throw. `ahead` has 1 if the first seat finished ahead, 0.5 if both had
    the same points. `found` has one element: the number of pairs.
    """

    bots: Any  # by seat
    tables: Tables
    known: Any
    ahead: Any
    found: Any


def gather(one: Any, start: Any, scratch: Scratch, pairs: Pairs, first: tuple[int, int], games: int) -> int:
    """Play games and note every pair of seats before each throw of a turn; return the number of pairs.

    `first` has the seed and the number of the first game.
    """
    seed, before = first
    for game in range(before, before + games):
        one[0] = start[0]
        since = pairs.found[0]
        play_noted(one[0], scratch, keys_of(seed, game), pairs)
        note_result(one[0], pairs.ahead, since, pairs.found[0])
    found: int = pairs.found[0]
    return found


def choose_as_bots(view: Any, seat: int, word: int, scratch: Scratch, pairs: Pairs) -> int:
    """Return the options that the bot of a seat prefers."""
    return judge(view, scratch.states[view.seats :], seat, pairs.bots[seat], pairs.tables, scratch.worth)


def note_pairs(s: Any, scratch: Scratch, keys: Keys, pairs: Pairs) -> bool:
    """Note for each pair of seats what `chances` predicts from: failures left, then differences. The game goes on."""
    if s.beginner < 0 or s.again:
        return True
    known, tables, found = pairs.known, pairs.tables, pairs.found[0]
    for seat in range(s.seats):
        for other in range(s.seats):
            if other != seat and found < len(known):
                known[found, 0] = left_of(s, seat) + left_of(s, other)
                known[found, 1] = coming_of(s, seat, tables) - coming_of(s, other, tables)
                known[found, 2] = points_of(s, seat, tables) - points_of(s, other, tables)
                known[found, 3] = int(s.active == seat) - int(s.active == other)
                found += 1
    pairs.found[0] = found
    return True


play_noted = loop_of(choose_as_bots, note_pairs)


def note_result(s: Any, ahead: Any, since: int, found: int) -> None:
    """Note how each pair of a game came out, in the order in which the pairs were noted."""
    place = since
    while place < found:
        for seat in range(s.seats):
            for other in range(s.seats):
                if other != seat and place < found:
                    lead = score(s, seat) - score(s, other)
                    ahead[place] = 1.0 if lead > 0 else (0.0 if lead < 0 else 0.5)
                    place += 1


class Alone(NamedTuple):
    """One player, by which tables, the chance that the game goes on after a turn, and the turns so far."""

    bot: int
    tables: Tables
    going_on: float
    turns: Any


def play_second_grids(
    one: Any, start: Any, scratch: Scratch, alone: Alone, first: tuple[int, int], points: Any
) -> None:
    """Write the points of one player's second grid, each in a game of its own; `first` as in `gather`."""
    seed, before = first
    for game in range(len(points)):
        one[0] = start[0]
        alone.turns[0] = 0
        play_by_chance(one[0], scratch, keys_of(seed, before + game), alone)
        points[game] = score(one[0], 0)


def choose_alone(view: Any, seat: int, word: int, scratch: Scratch, alone: Alone) -> int:
    """Return the options that the player prefers."""
    return judge(view, scratch.states[view.seats :], seat, alone.bot, alone.tables, scratch.worth)


def goes_on(s: Any, scratch: Scratch, keys: Keys, alone: Alone) -> bool:
    """Return whether the game goes on, at random before each turn but the first."""
    if s.again == 0:
        alone.turns[0] += 1
        if alone.turns[0] > 1 and half_of(word_of(keys.whims, scratch.used[WHIMS]), 1) >= alone.going_on * (1 << HALF):
            return False
        scratch.used[WHIMS] += 1
    return True


play_by_chance = loop_of(choose_alone, goes_on)


# --- results of games --------------------------------------------------------------------------------------------


def note_turn(s: Any, scratch: Scratch, keys: Keys, watched: Watched) -> bool:
    """Note what is known before a turn; return whether there is space for more, else the game stops."""
    if s.beginner < 0 or s.again or scratch.used[THROWS] < watched.until[watched.at[GAME]]:
        return True
    position = watched.at[POSITION]
    if position == len(watched.inputs):
        return False
    describe(s, watched.seen, watched.blocks)
    blocks = blocks_of(s, watched.blocks)
    for seat in range(s.seats):
        arrange(blocks, WIDTH, s.seats, s.active, seat, watched.inputs[position, seat])
    if len(watched.turns):
        found = [0.0] * FOUND
        after_throw(s, watched.seen, watched.blocks, s.active, found)
        note_values(s.seats, found, watched.nets[position])
        valued(s, scratch.states[s.seats :], watched.seen, found)
        note_values(s.seats, found, watched.turns[position])
    watched.at[POSITION] += 1
    return True


MARKS_APART = 5
CLOSERS = (QUICK + 1, QUICK + 2, QUICK + 3)
"""Bots for training alone: EXPERT, but each closes its first grid once it has none, 5 or 10 marks there.

Strong players never do so, and a net that has not seen what follows takes it for a good choice.
"""


def judge_or_close(s: Any, spare: Any, seat: int, bot: int, tables: Tables, worth: Any) -> int:
    """Return the options that a bot likes best, also those for training alone."""
    if bot < CLOSERS[0]:
        return judge(s, spare, seat, bot, tables, worth)
    marks = count(s.ring[seat][0]) + count(s.crossed[seat][0])
    if has(legal(s, seat), CLOSE) and marks >= (bot - CLOSERS[0]) * MARKS_APART:
        return 1 << CLOSE
    return judge(s, spare, seat, EXPERT, tables, worth)


watch_games = watching_by(judge_or_close, note_turn)
