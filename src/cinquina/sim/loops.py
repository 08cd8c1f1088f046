"""Games played by the million: the loops around the rules, in the same plain subset as the rules, compiled with them.

`rolling`, `land`, `legal`, `apply`, `score`, `part` and `side` below stand for the functions of a game; `kernel` puts
the game's own in their place, and the bots' own in that of `preferred` and `throw_luck`. The luck is that of `luck`,
so a game comes out here as it does at the table.

Where an argument may be None, what hangs on it is left out of the code that is compiled for that case.
"""

from array import array
from typing import Any

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

    `s` is what its seat may know, `spare` has room for SPARE states, `tables` are those of the bots.
    """
    raise NotImplementedError


def throw_luck(s: Any, spare: Any, seat: int, tables: Any, faces: Any) -> float:
    """The bots' own: how much a throw that is about to land changes a seat's chance to win, on average nothing."""
    raise NotImplementedError


DICE_COUNT = 0
"""How many dice the game has; `kernel` puts the game's own number here, so that loops over dice can be unrolled."""

SPARE = 8
"""How many states a bot has room for."""
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


def play_on(
    s: Any,
    faces: Any,
    dice_key: int,
    whim_key: int,
    bots: Any,
    tables: Any,
    worth: Any,
    rooms: Any,
    seen: Any,
    seat_luck: Any,
) -> tuple[int, int, int]:
    """Play a position to its end; how many throws and choices that took, and throws for who begins before that.

    `bots` has a bot for each seat, None when all choose at random. `rooms` has room for a state a seat and SPARE more.
    `seen` takes what is watched, `seat_luck` the luck of every seat, None when nothing of that is wanted.
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
            draw_faces(s, faces, word_of(dice_key, throws))
            if seat_luck is not None:
                note_luck(s, rooms, tables, faces, seat_luck)
            land(s, faces)
            throws += 1
        else:
            seat = lowest(s.waiting)
            if bots is None:
                options = legal(s, seat)
            else:
                if s.window != window:
                    window = s.window
                    open_views(s, rooms)
                options = preferred(rooms[seat], rooms[s.seats :], seat, bots[seat], tables, worth)
            if seen is not None:
                watch_choice(s, seat, seen)
            option = random_option(options, word_of(whim_key, whims))
            if bots is not None:
                answer_in_view(rooms, seat, option)
            apply(s, seat, option)
            whims += 1
    if seen is not None:
        watch_throw(s, seen)
    return throws - lots, whims, lots


def note_luck(s: Any, rooms: Any, tables: Any, faces: Any, seat_luck: Any) -> None:
    """Add up what a throw that is about to land gives to each seat, or takes; drawing who begins is none."""
    if s.beginner >= 0:
        for seat in range(s.seats):
            seat_luck[seat] += throw_luck(s, rooms[s.seats :], seat, tables, faces)


def open_views(s: Any, rooms: Any) -> None:
    """A window opens: each seat that is asked gets a copy of what lies, in which nobody else will have answered."""
    for seat in range(s.seats):
        if has(s.waiting, seat):
            copy_to(rooms, seat, s)


def answer_in_view(rooms: Any, seat: int, option: int) -> None:
    """A seat's own answer is seen by itself."""
    apply(rooms[seat], seat, option)


THROWS_WATCHED, THROWER_CHOSE, NOBODY_CHOSE, LEAD_CHANGES, OFFERED = 0, 1, 2, 3, 4
"""What is watched: throws once somebody has begun; of these, those that left the thrower a choice, and those that left
nobody one; changes of the lead; options offered in all."""
_LYING, _ANSWERED, _LEADER = 5, 6, 7
"""What the watching itself remembers: whether a throw lies, who has chosen since, who leads (its side plus one)."""
WATCH_ROOM = 8
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


def play_games(
    one: Any,
    start: Any,
    faces: Any,
    bots: Any,
    tables: Any,
    worth: Any,
    rooms: Any,
    watched: Any,
    seat_luck: Any,
    seed: int,
    first: int,
    throws: Any,
    choices: Any,
    lots: Any,
    endings: Any,
    beginners: Any,
    scores: Any,
    parts: Any,
) -> None:
    """Play games numbered from `first`, one for each place of the arrays, into which their results go."""
    s = one[0]
    for game in range(len(throws)):
        one[0] = start[0]
        number = first + game
        dice_key, whim_key = game_key(seed, number, DICE_STREAM), game_key(seed, number, WHIM_STREAM)
        seen = None if watched is None else watched[game]
        lucky = None if seat_luck is None else seat_luck[game]
        told = play_on(s, faces, dice_key, whim_key, bots, tables, worth, rooms, seen, lucky)
        throws[game], choices[game], lots[game] = told
        endings[game] = s.ending
        beginners[game] = s.beginner
        for seat in range(s.seats):
            scores[game, seat] = score(s, seat)
            for place in range(parts.shape[2]):
                parts[game, seat, place] = part(s, seat, place)


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


APART = ("preferred", "note_luck", "open_views", "answer_in_view", "watch_throw", "watch_choice")
"""What is compiled once and called, not put in its caller's place: it is rarely wanted, and takes long to compile."""
COMPILED = ("judge", "play_games", "go_on", "choose_all", "score_all", "choose_randomly", "throw_dice")
