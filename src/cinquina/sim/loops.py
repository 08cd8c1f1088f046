"""Games played by the million: the loops around the rules, in the same plain subset as the rules, compiled with them.

The functions of the game and of the bots are `placeholders` here. The luck is that of `luck`, so a game has the same
result here as at the table.

Where an argument may be None, the code that needs it is left out of what is compiled for that case.
"""

from array import array
from typing import Any, NamedTuple

from cinquina.core.bits import count, has, lowest
from cinquina.core.flow import LOT
from cinquina.core.position import FACES
from cinquina.core.state import OVER, ROLL
from cinquina.sim.luck import (
    DICE_STREAM,
    FACES_OF_HALF,
    WHIM_STREAM,
    face_of,
    game_key,
    half_of,
    rest_of,
    word_of,
)
from cinquina.sim.placeholders import (
    DICE_COUNT,
    EXACT,
    UNKNOWN,
    apply,
    land,
    legal,
    part,
    preferred,
    rolling,
    score,
    side,
    throw_luck,
    valued,
)


def throw_dice(s: Any, faces: Any, word: int) -> None:
    """Let the dice fall, or the lot, as a word of luck says."""
    draw_faces(s, faces, word)
    land(s, faces)


def draw_faces(s: Any, faces: Any, word: int) -> None:
    """Write the faces that a word of luck gives to the dice about to be thrown, or to the lot."""
    dice = rolling(s)
    if dice == LOT:
        faces[0] = face_of(half_of(word, 0), s.seats)
    elif DICE_COUNT <= FACES_OF_HALF:
        draw_few(dice, faces, half_of(word, 0))
    else:
        draw_many(dice, faces, word)


def draw_few(dice: int, faces: Any, fraction: int) -> None:
    """Write the faces of up to three dice, without a branch for each: in some games luck decides which are thrown."""
    for die in range(DICE_COUNT):
        thrown = int(has(dice, die))
        faces[die] = face_of(fraction, FACES) * thrown
        fraction = rest_of(fraction, FACES) if thrown else fraction


def draw_many(dice: int, faces: Any, word: int) -> None:
    """Write the faces of more than three dice; mostly all are thrown."""
    fraction = half_of(word, 0)
    if dice == (1 << DICE_COUNT) - 1:
        for die in range(DICE_COUNT):
            if die == FACES_OF_HALF:
                fraction = half_of(word, 1)
            faces[die] = face_of(fraction, FACES)
            fraction = rest_of(fraction, FACES)
    else:
        draw_some(dice, faces, word)


def draw_some(dice: int, faces: Any, word: int) -> None:
    """Write the faces of some of more than three dice."""
    fraction = half_of(word, 0)
    place = 0
    for die in range(DICE_COUNT):
        faces[die] = 0
        if has(dice, die):
            if place == FACES_OF_HALF:
                fraction = half_of(word, 1)
            faces[die] = face_of(fraction, FACES)
            fraction = rest_of(fraction, FACES)
            place += 1


def judge(lying: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """Return the options that a bot likes best in the only state of an array."""
    return preferred(lying[0], spare, seat, bot, tables, worth)


def appraise(states: Any, spare: Any, tables: Any, found: Any) -> int:
    """Write the values of each state into its row of `found`; return the least of what `valued` returned for them."""
    known = EXACT
    for place in range(len(states)):
        known = min(known, valued(states[place], spare, tables, found[place]))
        if known == UNKNOWN:
            return known
    return known


def appraise_throws(start: Any, key: int, spare: Any, tables: Any, found: Any) -> int:
    """Write the values after throws into the rows of `found`; return the least of what `valued` returned for them.

    With key 0 these are all possible throws in order, otherwise random throws of that key.
    """
    known = EXACT
    s = start.one[0]
    for number in range(len(found)):
        start.one[0] = start.opening[0]
        if key == 0:
            faces_of_number(s, start.faces, number)
        else:
            draw_faces(s, start.faces, word_of(key, number))
        land(s, start.faces)
        known = min(known, valued(s, spare, tables, found[number]))
        if known == UNKNOWN:
            return known
    return known


def faces_of_number(s: Any, faces: Any, number: int) -> None:
    """Write the faces of the throw with a number, among all throws of the dice about to be thrown, or of the lot."""
    dice = rolling(s)
    if dice == LOT:
        faces[0] = number + 1
    else:
        for die in range(DICE_COUNT):
            faces[die] = 0
            if has(dice, die):
                faces[die] = number % FACES + 1
                number //= FACES


def option_at(options: int, place: int) -> int:
    """Return the option at a place among those of a bit set, the lowest at 0."""
    for _ in range(place):
        options &= options - 1
    return lowest(options)


def random_option(options: int, word: int) -> int:
    """Return one of the options of a bit set, chosen by a word of luck."""
    return option_at(options, face_of(half_of(word, 0), count(options)) - 1)


def copy_to(states: Any, place: int, s: Any) -> None:
    """Put a copy of a state at a place of an array of states."""
    states[place] = s.copy()


def apart(s: Any, readers: tuple[Any, ...]) -> Any:
    """Return a state to play games in.

    In compiled code its fields lie apart (see `fields`), unless readers need the whole record.
    """
    return s


def become(s: Any, other: Any) -> None:
    """Make a state equal to another."""
    for name, value in other.values().items():
        setattr(s, name, value)


def single(number: float) -> float:
    """Return a number in single precision, as compiled code adds up numbers of a table in single precision."""
    return array("f", (number,))[0]


class Deal(NamedTuple):
    """The luck of one game: the keys of its dice and of its random choices."""

    dice_key: Any
    whim_key: Any


class Players(NamedTuple):
    """The bots of a game, and memory for them to work in."""

    bots: Any  # by seat
    tables: Any
    worth: Any  # by option
    states: Any  # what each seat sees, then SPARE more


def play_on(s: Any, deal: Deal, faces: Any, players: Any, seen: Any, seat_luck: Any) -> tuple[int, int, int]:
    """Play a position to its end; return the number of throws and choices, and of throws for who begins.

    `players` is None when all choose at random. `seen` takes what is watched and `seat_luck` the luck of every seat,
    None when that is not wanted.
    """
    throws = 0
    lots = 0
    whims = 0
    window = -1
    dice_word, whim_word = word_of(deal.dice_key, 0), word_of(deal.whim_key, 0)
    while s.phase != OVER:
        if s.phase == ROLL:
            if seen is not None:
                watch_throw(s, seen)
            lots += int(s.beginner < 0)
            throws += 1
            draw_faces(s, faces, dice_word)
            dice_word = word_of(deal.dice_key, throws)
            if seat_luck is not None:
                note_luck(s, players, faces, seat_luck)
            land(s, faces)
        else:
            seat = lowest(s.waiting)
            if players is None:
                options = legal(s, seat)
            else:
                if s.window != window:
                    window = s.window
                    open_views(s, players.states)
                options = choose_as_bot(s, seat, players)
            if seen is not None:
                watch_choice(s, seat, seen)
            whims += 1
            option = random_option(options, whim_word)
            whim_word = word_of(deal.whim_key, whims)
            if players is not None:
                answer_in_view(players.states, seat, option)
            apply(s, seat, option)
    if seen is not None:
        watch_throw(s, seen)
    return throws - lots, whims, lots


def choose_as_bot(s: Any, seat: int, players: Players) -> int:
    """Return the bit set of the options that the bot of a seat likes best."""
    states = players.states
    return preferred(states[seat], states[s.seats :], seat, players.bots[seat], players.tables, players.worth)


def note_luck(s: Any, players: Players, faces: Any, seat_luck: Any) -> None:
    """Add the luck of a throw that is about to land to each seat's luck; drawing who begins is not counted."""
    if s.beginner >= 0:
        for seat in range(s.seats):
            seat_luck[seat] += throw_luck(s, players.states[s.seats :], seat, players.tables, faces)


def open_views(s: Any, states: Any) -> None:
    """Copy the state for each seat that is asked when a window opens, so that it does not see the others' answers."""
    for seat in range(s.seats):
        if has(s.waiting, seat):
            copy_to(states, seat, s)


def answer_in_view(states: Any, seat: int, option: int) -> None:
    """Apply a seat's answer to its own copy."""
    apply(states[seat], seat, option)


THROWS_WATCHED, THROWER_CHOSE, NOBODY_CHOSE, LEAD_CHANGES, OFFERED = 0, 1, 2, 3, 4
"""What is watched: throws once somebody has begun; of these, those that left the thrower a choice, and those that left
nobody one; changes of the lead; options offered in all."""
_LYING, _ANSWERED, _LEADER = 5, 6, 7
"""What watching remembers: whether a throw lies, who has chosen since, who leads (the number of the side plus one)."""
WATCHED_NUMBERS = 8
_OTHERS, _THROWER = 1, 2


def watch_throw(s: Any, seen: Any) -> None:
    """Count what the throw before led to, and changes of the lead: dice are about to be thrown, or the game is over."""
    if seen[_LYING]:
        seen[THROWS_WATCHED] += 1
        seen[NOBODY_CHOSE] += int(seen[_ANSWERED] == 0)
        seen[THROWER_CHOSE] += int(seen[_ANSWERED] >= _THROWER)
    seen[_LYING] = int(s.beginner >= 0)
    seen[_ANSWERED] = 0
    leader = sole_leader(s)
    if leader >= 0:
        seen[LEAD_CHANGES] += int(seen[_LEADER] != 0 and seen[_LEADER] != leader + 1)
        seen[_LEADER] = leader + 1


def sole_leader(s: Any) -> int:
    """Return the side with the most points; -1 while several share the first place."""
    best = score(s, 0)
    leader = side(s, 0)
    for seat in range(1, s.seats):
        points = score(s, seat)
        if points > best:
            best = points
            leader = side(s, seat)
        elif points == best and side(s, seat) != leader:
            leader = -1
    return leader


def watch_choice(s: Any, seat: int, seen: Any) -> None:
    """Count the choice that a seat is about to make; it answers no throw while no dice lie."""
    lying = 0
    for die in range(DICE_COUNT):
        lying += s.dice[die]
    if lying:
        seen[_ANSWERED] |= _THROWER if seat == s.active else _OTHERS
    seen[OFFERED] += count(legal(s, seat))


class Start(NamedTuple):
    """Where games start, and memory to play one in."""

    one: Any
    opening: Any
    faces: Any


class Played(NamedTuple):
    """Arrays with a place for the results of each game."""

    throws: Any
    choices: Any
    lots: Any
    endings: Any
    beginners: Any
    scores: Any
    parts: Any


def play_games(
    start: Start, first: tuple[int, int], players: Any, watched: Any, seat_luck: Any, played: Played
) -> None:
    """Play games from a seed and a number on, one for each place of the arrays of results."""
    s = apart(start.one[0], (players, watched))
    for game in range(len(played.throws)):
        become(s, start.opening[0])
        seed, number = first[0], first[1] + game
        deal = Deal(game_key(seed, number, DICE_STREAM), game_key(seed, number, WHIM_STREAM))
        seen = None if watched is None else watched[game]
        lucky = None if seat_luck is None else seat_luck[game]
        counts = play_on(s, deal, start.faces, players, seen, lucky)
        played.throws[game], played.choices[game], played.lots[game] = counts
        played.endings[game] = s.ending
        played.beginners[game] = s.beginner
        for seat in range(s.seats):
            played.scores[game, seat] = score(s, seat)
            for place in range(played.parts.shape[2]):
                played.parts[game, seat, place] = part(s, seat, place)


APART = (
    "draw_some",
    "preferred",
    "choose_as_bot",
    "note_luck",
    "open_views",
    "answer_in_view",
    "watch_throw",
    "watch_choice",
    "valued",
)
"""Compiled once and called, not inlined: rarely needed, and slow to compile."""
COMPILED = (
    "judge",
    "play_games",
    "throw_dice",
    "appraise",
    "appraise_throws",
)
