"""Make the puzzles of the games, src/cinquina/coach/puzzles/GAME.json, from games of the two strongest bots.

    .venv/bin/python tools/puzzles.py [--count 100] [--games 200] [--again] [GAME ...]

A position becomes a puzzle if the coach, with all its effort, finds one option clearly the best, if the strongest bot
would choose it too, and if a weaker bot would choose one that is a mistake. What the options are worth is written down
with it. The difficulty is how many of the weaker bots find the best option. The order is shuffled, so that the puzzles
of neighbouring days have little in common. With --again no games are played: the puzzles that are there are valued
again, and those that are no longer clear are dropped.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from cinquina import coach
from cinquina.bots import answer, chooser, levels_of
from cinquina.bots import prepare as prepare_bot
from cinquina.coach.grades import THRESHOLDS
from cinquina.coach.puzzles import Collection, Puzzle, Weighed, collection, file_of, game_of
from cinquina.coach.report import Grade
from cinquina.coach.worth import Source, Worth
from cinquina.core import Choice, Position, Rules, after, bits, legal_options, opening, seen_by
from cinquina.core.record import BOT_PREFIX, Game, new_game, write
from cinquina.games import GAMES
from cinquina.locales import FALLBACK, words
from cinquina.sim.luck import Luck
from cinquina.sim.playout import play_out
from cinquina.table.practising import of_puzzle
from cinquina.web.practice import practice_of

SEED = 71
SEATS = (2, 2, 3)
"""How many play, game by game, as far as the game allows it."""
LEAD = 0.03
"""What the best option is worth more than any other at least, in chance to win; "clearly" is not less than this,"""
CERTAIN = 2.0
"""and this many times half of the interval of that lead."""
OPEN = 0.06
"""A game is open while the best option wins with at least this chance, and with at most the rest of 1."""
LEAST_OPTIONS = 3
PLAUSIBLE = 0.5
"""An option looks good if a weaker bot chooses it at least this often."""
STEPS: Mapping[str, int] = {"easy": 300, "medium": 400, "hard": 300}
"""By weaker bot: how much more difficult a puzzle is that it does not solve,"""
EASIEST = 1000
"""and how difficult one is that they all solve."""
APART = 12
"""Events between two puzzles of a game, at least."""
MOST_OF_A_GAME = 2
ALIKE = 100
"""Puzzles whose difficulty differs by less than about this are alike."""
DIGITS = 4
TOLD = 50
"""After this many games the progress is printed."""
ID_LENGTH = 8


class Found(NamedTuple):
    """A puzzle with its game."""

    game: Game
    events: int
    seat: int
    worths: tuple[Worth, ...]
    chosen: dict[str, str]
    rating: int


def clearly_best(worths: Sequence[Worth]) -> bool:
    """Whether the first option leads all others by enough."""
    return len(worths) >= LEAST_OPTIONS and all(
        other.loss >= max(LEAD, CERTAIN * other.loss_error) for other in worths[1:]
    )


def is_open(worths: Sequence[Worth], seat: int) -> bool:
    """Whether there is something to win and to lose."""
    return OPEN <= worths[0].value.worth(seat) <= 1 - OPEN and worths[0].value.source != Source.RESULT


def liked(position: Position, seat: int, bot: str) -> tuple[int, ...]:
    """The options that a bot takes any of."""
    return bits.members(answer(bot, seen_by(position, seat), seat).liked)


def weaker_bots(rules: Rules) -> list[str]:
    """The bots that a puzzle is tried on."""
    return [level for level in levels_of(rules) if level in STEPS]


def examined(position: Position, seat: int, worths: Sequence[Worth]) -> tuple[int, dict[str, str]] | None:
    """How difficult a position is, and what weaker bots choose there; None if the best is not in dispute."""
    rules, best = position.rules, worths[0].option
    losses = {worth.option: worth.loss for worth in worths}
    moves = {worth.option: worth.move for worth in worths}
    if liked(position, seat, levels_of(rules)[-1]) != (best,):
        return None
    rating, chosen, is_tempting = float(EASIEST), dict[str, str](), False
    for bot in weaker_bots(rules):
        takes = liked(position, seat, bot)
        rating += STEPS[bot] * (1 - (best in takes) / len(takes))
        mistaken = [option for option in takes if losses[option] >= THRESHOLDS[Grade.MISTAKE]]
        is_tempting |= len(mistaken) / len(takes) >= PLAUSIBLE
        if len(takes) == 1:
            chosen[bot] = moves[takes[0]]
    return (round(rating), chosen) if is_tempting else None


def puzzles_in(game: Game) -> Iterator[Found]:
    """The puzzles of a game, found quickly and then looked at with all effort."""
    position, last = game.back_to(0).position, -APART
    for events, event in enumerate(game.events):
        before, position = position, after(position, event)
        if not isinstance(event, Choice) or events < last + APART:
            continue
        seat = event.seat
        if bits.count(legal_options(seen_by(before, seat).position, seat)) < LEAST_OPTIONS:
            continue
        first = coach.values(before, seat, effort=coach.REVIEWING)
        if not is_open(first, seat) or first[1].loss < LEAD or examined(before, seat, first) is None:
            continue
        worths = coach.values(before, seat, effort=coach.FULL)
        how = examined(before, seat, worths) if clearly_best(worths) and is_open(worths, seat) else None
        if how is not None:
            last = events
            yield Found(game, events, seat, worths, how[1], how[0])


def strong_games(rules: Rules, games: int) -> Iterator[Game]:
    """Games of the two strongest bots, in turns; of one alone the sheets would be all alike in some games."""
    strong = levels_of(rules)[-2:]
    for number in range(games):
        seats = next(many for many in (SEATS[number % len(SEATS)], *SEATS, *rules.SEATS) if many in rules.SEATS)
        start = opening(rules, seats)
        coach.prepare(start)
        for bot in strong:
            prepare_bot(start, bot)
        bots = [strong[(number + seat) % len(strong)] for seat in range(seats)]
        lucks = [Luck(SEED + 1, number * rules.SEATS[-1] + seat) for seat in range(seats)]
        players = [chooser(bot, luck, start) for bot, luck in zip(bots, lucks, strict=True)]
        names = tuple(f"{BOT_PREFIX}{bot}" for bot in bots)
        yield play_out(new_game(rules, names), Luck(SEED, number), players)


def found_in(rules: Rules, games: int) -> list[Found]:
    """All puzzles of some games."""
    found: list[Found] = []
    for number, game in enumerate(strong_games(rules, games), 1):
        found += puzzles_in(game)
        if number % TOLD == 0:
            print(f"{rules.NAME}: {len(found)} puzzles in {number} games", flush=True)
    return found


def mixed(found: Sequence[Found], count: int) -> list[Found]:
    """This many puzzles, as many of each difficulty as there are, and only a few of a game."""
    kinds: dict[int, list[Found]] = {}
    for one in found:
        kinds.setdefault(round(one.rating / ALIKE), []).append(one)
    taken: list[Found] = []
    of_game: Counter[int] = Counter()
    while len(taken) < count and any(kinds.values()):
        for kind in sorted(kinds):
            own = [one for one in kinds[kind] if of_game[id(one.game)] < MOST_OF_A_GAME]
            kinds[kind] = own[1:]
            for one in own[:1]:
                of_game[id(one.game)] += 1
                taken.append(one)
    return taken[:count]


def weighed(worth: Worth) -> Weighed:
    """What an option is worth, as it is written down."""
    value = worth.value
    return Weighed(
        worth.move,
        tuple(round(chance, DIGITS) for chance in value.chances),
        tuple(round(points, 1) for points in value.points),
        round(value.error, DIGITS),
        round(worth.loss, DIGITS),
        round(worth.loss_error, DIGITS),
    )


def written(found: Sequence[Found]) -> Collection:
    """The puzzles as they are kept, in a random order; of every game only what comes before its last puzzle."""
    last: dict[int, tuple[Game, int]] = {}
    for one in found:
        last[id(one.game)] = (one.game, max(one.events, last.get(id(one.game), (one.game, 0))[1]))
    places = {key: place for place, key in enumerate(last)}
    records = tuple(write(game.back_to(events)) for game, events in last.values())
    puzzles = []
    for one in found:
        place, value = places[id(one.game)], one.worths[0].value
        named = f"{write(one.game.back_to(one.events))}{one.seat}"
        puzzles.append(
            Puzzle(
                id=hashlib.sha256(named.encode()).hexdigest()[:ID_LENGTH],
                record=place,
                events=one.events,
                seat=one.seat,
                rating=one.rating,
                source=value.source,
                games=value.games,
                options=tuple(map(weighed, one.worths)),
                chosen=one.chosen,
            )
        )
    random.Random(SEED).shuffle(puzzles)
    return Collection(records, tuple(puzzles))


def valued_again(name: str) -> Collection:
    """The puzzles that are there and still clear, with what their options are worth today."""
    known, puzzles = collection(name), []
    for puzzle in known.puzzles:
        position = game_of(name, puzzle).position
        worths = coach.values(position, puzzle.seat, effort=coach.FULL)
        how = examined(position, puzzle.seat, worths)
        if how is not None and clearly_best(worths) and is_open(worths, puzzle.seat):
            value = worths[0].value
            options = tuple(map(weighed, worths))
            puzzles.append(msgspec.structs.replace(puzzle, source=value.source, games=value.games, options=options))
    return Collection(known.records, tuple(puzzles))


def answerable(name: str, made: Collection) -> Collection:
    """Return puzzles without those of which the page does not offer every option: one comes to the same as passing."""

    def is_answerable(puzzle: Puzzle) -> bool:
        practice = practice_of(words(FALLBACK), of_puzzle(words(FALLBACK), name, puzzle))
        ask = practice.snapshot.ask
        offered = {option.tap for option in ask.options} | set(ask.passing.ink if ask.passing else ()) if ask else set()
        return {option.tap for option in practice.options} == offered

    return Collection(made.records, tuple(filter(is_answerable, made.puzzles)))


def encoded(collection: Collection) -> bytes:
    """A collection as the text of its file: one record or puzzle a line."""
    records = b",\n".join(map(msgspec.json.encode, collection.records))
    puzzles = b",\n".join(map(msgspec.json.encode, collection.puzzles))
    return b'{"records": [\n' + records + b'\n],\n"puzzles": [\n' + puzzles + b"\n]}\n"


def main() -> int:
    """Make and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--games", type=int, default=200, help="how many games are played for it")
    parser.add_argument("--again", action="store_true", help="value the puzzles that are there again")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    for name in given.names or GAMES:
        made = valued_again(name) if given.again else written(mixed(found_in(GAMES[name], given.games), given.count))
        file_of(name).write_bytes(encoded(made))
        collection.cache_clear()
        made = answerable(name, made)
        file_of(name).write_bytes(encoded(made))
        ratings = Counter(round(puzzle.rating / ALIKE) * ALIKE for puzzle in made.puzzles)
        told = ", ".join(f"{ratings[rating]} of {rating}" for rating in sorted(ratings))
        print(f"{name}: {len(made.puzzles)} puzzles ({told}), {file_of(name).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
