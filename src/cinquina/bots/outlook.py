"""The future of a state: its value by the tables of bots, and games that bots play on from it; plain or compiled.

Plain and compiled code give the same results; compiled code is faster. `prepare` compiles what a game needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cinquina.bots.levels import LEVELS, RANDOM
from cinquina.bots.players import number_of, players_of, playing
from cinquina.core import LOT, ROLL, IllegalMove, Position, Rules, State, bits, opening
from cinquina.core.position import FACES
from cinquina.sim.binding import plain
from cinquina.sim.compiling import can_compile
from cinquina.sim.loops import (
    Deal,
    Players,
    draw_faces,
    faces_of_number,
    play_on,
)
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, Games, game_key, word_of
from cinquina.sim.placeholders import FOUND, SPARE, UNKNOWN

Found = tuple[int, list[list[float]]]
"""UNKNOWN, LEARNED or EXACT for several states together, and a row of values for each; see `placeholders.valued`."""
NOT_KNOWN: Found = (UNKNOWN, [])
Ahead = tuple[int, list[tuple[int, list[float]]]]
"""UNKNOWN, LEARNED or EXACT for several games; for each step what its row contains, and the row; see `sim.ahead`."""


@dataclass(frozen=True, slots=True)
class Throws:
    """Some throws: all possible ones if `seed` is None, otherwise `count` random ones of the seed."""

    seed: int | None
    count: int


_appraising: set[str] = set()
_playing: set[str] = set()
_looking: set[str] = set()
"""The games whose code is compiled: to appraise states, to play games on, and to look ahead."""


def is_ready(position: Position, bot: str) -> bool:
    """Return whether a bot at this position needs no more preparation, or cannot be prepared here."""
    rules = position.rules
    if not can_compile():
        return True
    return (
        rules.NAME in _appraising
        and number_at_hand(position, bot) == number_of(rules, bot)
        and (rules.NAME in _playing or _is_known(position, number_of(rules, bot)))
    )


def prepare(position: Position, bot: str) -> None:
    """Compile the code and build the tables that a bot needs at this position; it may take a minute the first time.

    Code to play games on is compiled only where the values of the bot do not suffice.
    """
    rules, state = position.rules, position.now
    if not can_compile():
        return
    from cinquina.bots import compiled

    if rules.NAME not in _appraising:
        _compile_appraising(position, number_at_hand(position, bot))
    tables = players_of(rules).tables_for((number_of(rules, bot),), state)
    said, _ = compiled.appraise_compiled(rules, [state], tables)
    if said == UNKNOWN and rules.NAME not in _playing:
        compiled.played_on(rules, state, RANDOM, Games(0, 0, 1))
        _playing.add(rules.NAME)


def _compile_appraising(position: Position, number: int) -> None:
    """Compile the code that appraises states, by appraising the opening with tables that are ready."""
    from cinquina.bots import compiled

    rules = position.rules
    state = opening(rules, position.seats, dict(position.options)).now
    tables = players_of(rules).tables_for((number,), state)
    said, _ = compiled.appraise_compiled(rules, [state], tables)
    if said != UNKNOWN and state.phase == ROLL:
        compiled.appraise_throws_compiled(rules, state, tables, Throws(0, 1))
    _appraising.add(rules.NAME)


def _is_known(position: Position, number: int) -> bool:
    return appraise(position, [position.now], number)[0] != UNKNOWN


def number_at_hand(position: Position, bot: str) -> int:
    """Return the number of a bot, or of its stand-in while its tables are not ready."""
    players = players_of(position.rules)
    number = number_of(position.rules, bot)
    return number if players.at_hand((number,), position.now) else players.STAND_INS[number]


def strongest(rules: Rules) -> str:
    """Return the strongest level of a game."""
    return [level for level in LEVELS if level in players_of(rules).BOTS][-1]


def appraise(position: Position, states: list[State], number: int) -> Found:
    """Return the values of states of one game, by the tables of the bot with a number."""
    rules = position.rules
    tables = players_of(rules).tables_for((number,), position.now)
    if rules.NAME in _appraising:
        from cinquina.bots.compiled import appraise_compiled

        return appraise_compiled(rules, states, tables)
    said, found = 2, []
    for state in states:
        numbers = [0.0] * FOUND
        said = min(said, plain(rules, players_of(rules).valued)(state, [None] * SPARE, tables, numbers))
        if said == UNKNOWN:
            return NOT_KNOWN
        found.append(numbers)
    return said, found


def throws_there_are(position: Position) -> int:
    """Return the number of possible throws of the dice about to be thrown, or of the lot."""
    if position.phase != ROLL:
        raise IllegalMove("choose-first")
    dice = position.rules.rolling(position.now)
    return position.seats if dice == LOT else int(FACES ** bits.count(dice))


def appraise_throws(position: Position, number: int, throws: Throws) -> Found:
    """Return the values of a state after throws, a row for each throw."""
    rules = position.rules
    tables = players_of(rules).tables_for((number,), position.now)
    if rules.NAME in _appraising:
        from cinquina.bots.compiled import appraise_throws_compiled

        return appraise_throws_compiled(rules, position.now, tables, throws)
    return appraise(position, [_thrown(rules, position.now, throws, place) for place in range(throws.count)], number)


def _thrown(rules: Rules, state: State, throws: Throws, place: int) -> State:
    """Return a state after one of some throws."""
    faces, thrown = [0] * len(rules.DICE), state.copy()
    if throws.seed is None:
        plain(rules, faces_of_number)(thrown, faces, place)
    else:
        plain(rules, draw_faces)(thrown, faces, word_of(game_key(throws.seed, 0, DICE_STREAM), place))
    rules.land(thrown, faces)
    return thrown


def prepare_to_look_ahead(position: Position, bot: str) -> None:
    """Compile `look_ahead` for a game, with the tables for this position."""
    if position.rules.NAME not in _looking:
        look_ahead(position, number_of(position.rules, bot), Games(0, 0, 1), 1)


def looks_ahead(rules: Rules) -> bool:
    """Return whether `look_ahead` is compiled for a game."""
    return rules.NAME in _looking


def look_ahead(position: Position, number: int, luck: Games, throws: int) -> Ahead:
    """Return values along the next throws of several games, in which the bot with a number answers for every seat."""
    from cinquina.bots.compiled import looked_ahead

    found = looked_ahead(position.rules, position.now, number, luck, throws)
    _looking.add(position.rules.NAME)
    return found


def plays_on_compiled(rules: Rules) -> bool:
    """Return whether games are played on by compiled code."""
    return rules.NAME in _playing


def scores_of_games(position: Position, state: State, number: int, luck: Games) -> list[list[int]]:
    """Return the scores of games that a bot in every seat plays on from a state."""
    rules = position.rules
    if rules.NAME in _playing:
        from cinquina.bots.compiled import played_on

        return played_on(rules, state, number, luck)
    return [_played(rules, state, number, luck.seed, luck.first + game) for game in range(luck.count)]


def _played(rules: Rules, state: State, number: int, seed: int, game: int) -> list[int]:
    """Return the scores of one game that is played on plainly."""
    s: Any = state.copy()
    tables = players_of(rules).tables_for((number,) * s.seats, state)
    players = Players([number] * s.seats, tables, [0.0] * rules.CHOICES, [None] * (s.seats + SPARE))
    deal = Deal(game_key(seed, game, DICE_STREAM), game_key(seed, game, WHIM_STREAM))
    plain(rules, play_on, playing(rules))(s, deal, [0] * len(rules.DICE), players, None, None)
    return [rules.score(s, seat) for seat in range(s.seats)]
