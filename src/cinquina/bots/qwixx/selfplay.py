"""Games that are played to learn from and to test solutions. In the plain subset of the rules."""

from typing import Any, NamedTuple

from cinquina.bots.qwixx.chances import chances, describe, look, rival_of, won
from cinquina.bots.qwixx.play import judge, luck_of_throw
from cinquina.bots.qwixx.values import Tables, kind_of, place_of
from cinquina.bots.selfplay import THROWS, Keys, Scratch, keys_of, loop_of
from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE, OVER
from cinquina.games.qwixx import PASS, ROWS
from cinquina.sim.loops import copy_to
from cinquina.sim.luck import LOW_32, half_of, word_of
from cinquina.sim.placeholders import apply, legal, score

GAME, POSITION = 0, 1
"""Places in `Notes.at`."""


class Notes(NamedTuple):
    """Who plays, by which tables; and what is noted of games before each throw."""

    bots: Any  # by game and seat
    tables: Tables
    kinds: Any  # by position and seat: the rows that the net sees
    dense: Any  # by position and seat: what else it sees
    guesses: Any  # by position and seat: its chances
    lucks: Any  # by position and seat: the luck of the throw that followed
    ends: Any  # by game: the position after its last
    results: Any  # by game and seat: the part of the win
    seen: Any  # scratch space for `look`
    at: Any  # the game and the position to be noted next


def play_and_note(one: Any, start: Any, scratch: Scratch, notes: Notes, first: tuple[int, int]) -> int:
    """Play games until the arrays in `notes` are full; return how many were played.

    `first` has the seed and the number of the first game.
    """
    seed, before = first
    for game in range(len(notes.ends)):
        one[0] = start[0]
        notes.at[GAME] = game
        play_noted(one[0], scratch, keys_of(seed, before + game), notes)
        s = one[0]
        if s.phase != OVER:
            return game
        notes.ends[game] = notes.at[POSITION]
        for seat in range(s.seats):
            notes.results[game, seat] = won(s, seat)
    return len(notes.ends)


def choose_as_bots(view: Any, seat: int, word: int, scratch: Scratch, notes: Notes) -> int:
    """Return the options that the bot of a seat prefers."""
    bot = notes.bots[notes.at[GAME], seat]
    return judge(view, scratch.states[view.seats :], seat, bot, notes.tables, scratch.worth)


def note(s: Any, scratch: Scratch, keys: Keys, notes: Notes) -> bool:
    """Note what the net sees of a position before a throw, its output, and the luck of the throw.

    Returns whether there is space for more; else the game stops.
    """
    if s.beginner < 0:
        return True
    number, tables = notes.at[POSITION], notes.tables
    if number == len(notes.kinds):
        return False
    chances(s, tables, notes.guesses[number])
    look(s, tables, notes.seen)
    for seat in range(s.seats):
        rival = rival_of(s, seat, notes.seen, seat)
        third = rival_of(s, seat, notes.seen, rival)
        describe(s, seat, rival, third, notes.seen, notes.dense[number, seat])
        for row in range(ROWS):
            notes.kinds[number, seat, row] = kind_of(s, seat, row, tables.classes)
            notes.kinds[number, seat, ROWS + row] = kind_of(s, rival, row, tables.classes)
    for seat in range(s.seats):
        notes.lucks[number, seat] = luck_of_throw(s, scratch.states[s.seats :], seat, tables, scratch.faces)
    notes.at[POSITION] += 1
    return True


play_noted = loop_of(choose_as_bots, note)


# --- one player, among others who only throw -----------------------------------------------------------------------

PLAYER = 0


class Alone(NamedTuple):
    """What one player decides by: a table of all positions, the classes of rows, the chance that the game goes on."""

    values: Any
    classes: Any
    goes_on: float


def play_alone(one: Any, start: Any, scratch: Scratch, alone: Alone, first: tuple[int, int], points: Any) -> None:
    """Play a game for each element of `points`; after each throw the game goes on only with a certain chance.

    `first` has the seed and the number of the first game. The games follow the rules: the others pass, and their
    penalties are wiped out before they can end the game.
    """
    seed, before = first
    for game in range(len(points)):
        one[0] = start[0]
        play_by_chance(one[0], scratch, keys_of(seed, before + game), alone)
        points[game] = score(one[0], PLAYER)


def choose_alone(view: Any, seat: int, word: int, scratch: Scratch, alone: Alone) -> int:
    """Return the player's best option; everybody else passes."""
    if seat != PLAYER:
        return 1 << PASS
    option, _ = best_option(view, scratch.states[view.seats :], 0, alone)
    return 1 << option


def goes_on(s: Any, scratch: Scratch, keys: Keys, alone: Alone) -> bool:
    """Return whether the game goes on, at random before each throw but the first; others have no penalties."""
    throws = scratch.used[THROWS]
    if throws > 0 and half_of(word_of(keys.whims, throws), 0) >= alone.goes_on * (LOW_32 + 1):
        return False
    if s.active != PLAYER:
        s.penalties[s.active] = 0
    return True


play_by_chance = loop_of(choose_alone, goes_on)


def prospects(s: Any, alone: Alone) -> float:
    """Return the player's points with those still to come, before a throw or when the game is over."""
    points = float(score(s, PLAYER))
    if s.phase == OVER:
        return points
    kinds = [0] * ROWS
    for row in range(ROWS):
        kinds[row] = kind_of(s, PLAYER, row, alone.classes)
    part = s.active * s.penalties_to_end + s.penalties[PLAYER]
    value: float = alone.values[place_of(kinds), part]
    return points + alone.goes_on * value


def others_pass(s: Any) -> None:
    """Let all other seats pass, whatever they are asked."""
    while s.phase == CHOICE and s.waiting != 1 << PLAYER:
        if s.active != PLAYER:
            s.penalties[s.active] = 0
        for other in range(1, s.seats):
            if has(s.waiting, other):
                apply(s, other, PASS)


def best_option(s: Any, spare: Any, place: int, alone: Alone) -> tuple[int, float]:
    """Return the option with the best prospects, and these; the best choice in action 2 is included."""
    found, most = PASS, 0.0
    rest = legal(s, PLAYER)
    first = True
    while rest:
        option = lowest(rest)
        rest &= rest - 1
        copy_to(spare, place, s)
        t = spare[place]
        apply(t, PLAYER, option)
        others_pass(t)
        worth = best_second(t, spare, place + 1, alone) if t.phase == CHOICE else prospects(t, alone)
        if first or worth > most:
            found, most = option, worth
        first = False
    return found, most


def best_second(s: Any, spare: Any, place: int, alone: Alone) -> float:
    """Return the best prospects in action 2."""
    most = 0.0
    rest = legal(s, PLAYER)
    first = True
    while rest:
        copy_to(spare, place, s)
        apply(spare[place], PLAYER, lowest(rest))
        rest &= rest - 1
        worth = prospects(spare[place], alone)
        most = worth if first else max(most, worth)
        first = False
    return most
