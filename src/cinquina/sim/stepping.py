"""One seat of many games at once: its choices come from outside, the others' from compiled bots or at random.

The loops are in the plain subset of the rules. In every window the seat answers first and the others after it, each
from a view of its own; so no choice depends on what may not be seen. Dice and random choices are those of `loops`.
"""

from typing import Any, NamedTuple

from cinquina.core.bits import has, lowest
from cinquina.core.state import CHOICE, OVER, ROLL
from cinquina.sim.loops import (
    answer_in_view,
    choose_as_bot,
    copy_to,
    random_option,
    throw_dice,
)
from cinquina.sim.luck import DICE_STREAM, WHIM_STREAM, game_key, word_of
from cinquina.sim.placeholders import apply, legal
from cinquina.sim.together import state_at


class Streams(NamedTuple):
    """The luck of every game: the keys of its dice and of the others' random choices, and how much is used up."""

    faces: Any  # scratch space
    dice_keys: Any
    throws: Any
    whim_keys: Any
    whims: Any


class Windows(NamedTuple):
    """By game: the number of the open window, and the state in which it opened."""

    number: Any
    opened: Any


def go_on_to_seat(batch: Any, seat: int, streams: Streams, windows: Windows, players: Any, masks: Any) -> None:
    """Throw and let bots choose in every game until the seat must choose; write its options into `masks`."""
    for place in range(len(batch)):
        s = batch[place]
        note_window(s, windows, place)
        while s.phase != OVER and not has(s.waiting, seat):
            if s.phase == ROLL:
                throw_dice(s, streams.faces, word_of(streams.dice_keys[place], streams.throws[place]))
                streams.throws[place] += 1
            else:
                let_bot_answer(s, lowest(s.waiting), streams, windows, players, place)
            note_window(s, windows, place)
        masks[place] = legal(s, seat) if s.phase == CHOICE else 0


def note_window(s: Any, windows: Windows, place: int) -> None:
    """Keep the state in which a window opens."""
    if s.phase == CHOICE and s.window != windows.number[place]:
        windows.number[place] = s.window
        copy_to(windows.opened, place, s)


class Chosen(NamedTuple):
    """By game: the option a seat chooses; whether a new game begins instead; as output, whether it was legal."""

    seat: int
    options: Any
    renewed: Any
    is_legal: Any


def step_at_random(words: Any, chosen: Chosen, streams: Streams, masks: Any) -> None:
    """Choose for a seat, then go on like `go_on_to_seat` while others choose at random; states are integers in rows."""
    seat = chosen.seat
    for place in range(len(words)):
        s = state_at(words, place)
        choose(s, chosen, masks, place)
        while s.phase != OVER and not has(s.waiting, seat):
            if s.phase == ROLL:
                throw_dice(s, streams.faces, word_of(streams.dice_keys[place], streams.throws[place]))
                streams.throws[place] += 1
            else:
                choose_at_random(s, lowest(s.waiting), streams, place)
        masks[place] = legal(s, seat) if s.phase == CHOICE else 0


def choose_at_random(s: Any, seat: int, streams: Streams, place: int) -> None:
    """Let a seat choose any legal option."""
    option = random_option(legal(s, seat), word_of(streams.whim_keys[place], streams.whims[place]))
    streams.whims[place] += 1
    apply(s, seat, option)


def let_bot_answer(s: Any, seat: int, streams: Streams, windows: Windows, players: Any, place: int) -> None:
    """Let a bot choose until it has answered in the open window."""
    copy_to(players.states, seat, windows.opened[place])
    window = s.window
    while s.phase == CHOICE and s.window == window and has(s.waiting, seat):
        options = choose_as_bot(s, seat, players)
        option = random_option(options, word_of(streams.whim_keys[place], streams.whims[place]))
        streams.whims[place] += 1
        answer_in_view(players.states, seat, option)
        apply(s, seat, option)


def choose_for_seat(words: Any, chosen: Chosen, masks: Any) -> None:
    """Apply an option of the seat in the games where it is legal; states are integers in rows."""
    for place in range(len(words)):
        choose(state_at(words, place), chosen, masks, place)


def choose(s: Any, chosen: Chosen, masks: Any, place: int) -> None:
    """Apply an option of the seat in a game if it is legal."""
    chosen.is_legal[place] = has(masks[place], chosen.options[place]) and not chosen.renewed[place]
    if chosen.is_legal[place]:
        apply(s, chosen.seat, chosen.options[place])


class Numbered(NamedTuple):
    """The seed of the games, and by place the number of the game and how often the seat has chosen in it."""

    seed: int
    games: Any
    cycles: Any


def begin_games(batch: Any, opening: Any, which: Any, streams: Streams, windows: Windows, numbered: Any) -> None:
    """Begin new games at some places; with n places, a place plays every n-th game of the seed."""
    for place in range(len(batch)):
        if which[place]:
            batch[place] = opening[0]
            numbered.games[place] += len(batch)
            numbered.cycles[place] = 0
            streams.dice_keys[place] = game_key(numbered.seed, numbered.games[place], DICE_STREAM)
            streams.whim_keys[place] = game_key(numbered.seed, numbered.games[place], WHIM_STREAM)
            streams.throws[place] = 0
            streams.whims[place] = 0
            windows.number[place] = 0
