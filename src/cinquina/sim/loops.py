"""Games played by the million: the loops around the rules, in the same plain subset as the rules, compiled with them.

`rolling`, `land`, `legal`, `apply`, `score`, `part` and `side` below stand for the functions of a game; `kernel` puts
the game's own in their place, and the bots' own in that of `preferred`, `throw_luck` and `valued`. The luck is that of
`luck`, so a game comes out here as it does at the table.

Where an argument may be None, what hangs on it is left out of the code that is compiled for that case.
"""

from array import array
from typing import Any, NamedTuple

from cinquina.core.bits import count, has, lowest
from cinquina.core.flow import LOT
from cinquina.core.position import FACES
from cinquina.core.rules import MOST_OPTIONS
from cinquina.core.state import CHOICE, OVER, ROLL
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


def rolling(s: Any) -> int:
    """The game's own."""
    raise NotImplementedError


def land(s: Any, faces: Any) -> None:
    """The game's own."""
    raise NotImplementedError


def legal(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def apply(s: Any, seat: int, option: int) -> None:
    """The game's own."""
    raise NotImplementedError


def score(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def part(s: Any, seat: int, place: int) -> int:
    """The game's own."""
    raise NotImplementedError


def side(s: Any, seat: int) -> int:
    """The game's own."""
    raise NotImplementedError


def preferred(s: Any, spare: Any, seat: int, bot: int, tables: Any, worth: Any) -> int:
    """The bots' own: the options, as a bit set, of which a bot takes any; what each is worth to it goes into `worth`.

    `s` is what its seat may know, `spare` holds SPARE states to work in, `tables` are those of the bots.
    """
    raise NotImplementedError


def throw_luck(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """The bots' own: how much a throw that is about to land changes a seat's chance to win, on average nothing."""
    raise NotImplementedError


MOST = 6
"""The most seats of any game: what is found of every seat lies in stretches of this length."""
FOUND = 3 * MOST
"""How many numbers `valued` finds."""
UNKNOWN, LEARNED, EXACT = 0, 1, 2
"""What `valued` says of its numbers: there are none, they were learned, they are exact."""


def valued(s: Any, spare: Any, tables: Any, found: Any) -> int:
    """The bots' own: what a state is worth to every seat, before a throw, with a window open or at the end.

    Into `found` go by seat the chance of its side to win (those of all sides are 1 together), after MOST numbers the
    final points to expect, and after as many more their variance. An open window is settled: everybody who is asked
    answers as a strong player would who sees no other answer. UNKNOWN, and nothing is found, where it has no honest
    numbers: then games are played on from there.
    """
    raise NotImplementedError


DICE_COUNT = 0
"""How many dice the game has; `kernel` puts the game's own number here, so that loops over dice can be unrolled."""

SPARE = 8
"""How many states a bot has to work in."""
OF_THE_GAME = ("rolling", "land", "legal", "apply", "score", "part", "side")


def throw_dice(s: Any, faces: Any, word: int) -> None:
    """Let the dice fall, or the lot, as a word of luck says."""
    draw_faces(s, faces, word)
    land(s, faces)


def draw_faces(s: Any, faces: Any, word: int) -> None:
    """The faces that a word of luck gives to the dice about to be thrown, or to the lot."""
    dice = rolling(s)
    if dice == LOT:
        faces[0] = face_of(half_of(word, 0), s.seats)
    else:
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
    """What a bot prefers in the one state of an array."""
    return preferred(lying[0], spare, seat, bot, tables, worth)


def appraise(states: Any, spare: Any, tables: Any, found: Any) -> int:
    """What each of some states is worth to every seat, a row each; the least that is said of one."""
    known = EXACT
    for place in range(len(states)):
        known = min(known, valued(states[place], spare, tables, found[place]))
        if known == UNKNOWN:
            return known
    return known


def appraise_throws(start: Any, key: int, spare: Any, tables: Any, found: Any) -> int:
    """What a state is worth after throws, a row each: all throws there are if `key` is 0, else throws of a key."""
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
    """The faces of one of all throws of the dice about to be thrown, or of the lot."""
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
    """The option at a place among those of a bit set, the lowest at 0."""
    for _ in range(place):
        options &= options - 1
    return lowest(options)


def random_option(options: int, word: int) -> int:
    """One of the options of a bit set, as a word of luck says."""
    return option_at(options, face_of(half_of(word, 0), count(options)) - 1)


def copy_to(states: Any, place: int, s: Any) -> None:
    """Put a copy of a state at a place of an array of states."""
    states[place] = s.copy()


def single(number: float) -> float:
    """A number in single precision, as compiled code adds up numbers of a table in single precision."""
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
    while s.phase != OVER:
        if s.phase == ROLL:
            if seen is not None:
                watch_throw(s, seen)
            lots += int(s.beginner < 0)
            draw_faces(s, faces, word_of(deal.dice_key, throws))
            if seat_luck is not None:
                note_luck(s, players, faces, seat_luck)
            land(s, faces)
            throws += 1
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
            option = random_option(options, word_of(deal.whim_key, whims))
            if players is not None:
                answer_in_view(players.states, seat, option)
            apply(s, seat, option)
            whims += 1
    if seen is not None:
        watch_throw(s, seen)
    return throws - lots, whims, lots


def choose_as_bot(s: Any, seat: int, players: Players) -> int:
    """The options, as a bit set, of which the bot of a seat takes any."""
    states = players.states
    return preferred(states[seat], states[s.seats :], seat, players.bots[seat], players.tables, players.worth)


def note_luck(s: Any, players: Players, faces: Any, seat_luck: Any) -> None:
    """Add what a throw that is about to land gives to each seat or takes from it; drawing who begins is not counted."""
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
"""What the watching itself remembers: whether a throw lies, who has chosen since, who leads (its side plus one)."""
WATCHED_NUMBERS = 8
_OTHERS, _THROWER = 1, 2


def watch_throw(s: Any, seen: Any) -> None:
    """Dice are about to be thrown, or the game is over: what became of the throw before, and who leads now."""
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
    """The side with the most points; -1 while several share the first place."""
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
    """A seat is about to choose. Before the first throw of a turn no dice lie, and it answers none."""
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
    s = start.one[0]
    for game in range(len(played.throws)):
        start.one[0] = start.opening[0]
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


def go_on(batch: Any, faces: Any, keys: Any, throws: Any, seats: Any, masks: Any) -> None:
    """Throw for every position until somebody must choose or the game is over; who chooses, and among what."""
    for place in range(len(batch)):
        s = batch[place]
        while s.phase == ROLL:
            throw_dice(s, faces, word_of(keys[place], throws[place]))
            throws[place] += 1
        if s.phase == CHOICE:
            seats[place] = lowest(s.waiting)
            masks[place] = legal(s, seats[place])
        else:
            seats[place] = -1
            masks[place] = 0


def choose_all(batch: Any, options: Any, seats: Any, masks: Any) -> int:
    """Apply an option in every position that is choosing; -1, or the place of an illegal one and nothing is done."""
    for place in range(len(batch)):
        option = options[place]
        if seats[place] >= 0 and not (0 <= option < MOST_OPTIONS and has(masks[place], option)):
            return place
    for place in range(len(batch)):
        if seats[place] >= 0:
            s = batch[place]
            apply(s, seats[place], options[place])
    return -1


def score_all(batch: Any, scores: Any) -> None:
    """The score of every seat of every position."""
    for place in range(len(batch)):
        s = batch[place]
        for seat in range(s.seats):
            scores[place, seat] = score(s, seat)


def choose_randomly(masks: Any, options: Any, seed: int, step: int) -> None:
    """A random option for every bit set of options that is not empty; the same for the same seed and step."""
    key = game_key(seed, step, WHIM_STREAM)
    for place in range(len(masks)):
        options[place] = random_option(masks[place], word_of(key, place)) if masks[place] else 0


APART = ("choose_as_bot", "note_luck", "open_views", "answer_in_view", "watch_throw", "watch_choice", "valued")
"""What is compiled once and called, not put in its caller's place: it is rarely wanted, and takes long to compile."""
COMPILED = (
    "judge",
    "play_games",
    "go_on",
    "choose_all",
    "score_all",
    "choose_randomly",
    "throw_dice",
    "appraise",
    "appraise_throws",
)
