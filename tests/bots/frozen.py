"""What every bot answers in a thousand positions of its game, kept in `frozen/`: a change of code changes no answer.

    .venv/bin/python tests/bots/frozen.py [GAME ...]      write the files anew, when bots are meant to play differently

Positions come from games played at random or for quick points, with all numbers of seats and with options, by the rules
alone. Where a bot needs large tables, it has those of the usual sheet.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from cinquina.bots import Verdict, answer, levels_of, names_of, prepare
from cinquina.core import (
    CHOICE,
    OVER,
    Choice,
    IllegalSetup,
    Position,
    Roll,
    Rules,
    after,
    bits,
    faces_wanted,
    legal_options,
    opening,
    seen_by,
)
from cinquina.games import GAMES
from cinquina.sim.luck import Games, Luck

FOLDER = Path(__file__).with_name("frozen")
POSITIONS = 1000
OF_A_GAME = 8
"""Positions taken from one game, at most."""
BLOCK = 20
"""This many positions share a digest of what options are worth."""
GAMES_PLAYED, SEED = 6, 20
DIGITS = 6
"""Worths are compared to this many decimals."""
Asked = tuple[Position, int]


def sampled(rules: Rules, count: int = POSITIONS) -> list[Asked]:
    """Positions in which a seat is asked, and that seat; always the same."""
    rng = random.Random(f"frozen {rules.NAME}")
    found: list[Asked] = []
    while len(found) < POSITIONS:
        asked = played(rules, rng)
        found += rng.sample(asked, min(OF_A_GAME, len(asked)))
    rng.shuffle(found)
    return found[:count]


def played(rules: Rules, rng: random.Random) -> list[Asked]:
    """All questions of one game."""
    position, greedy, found = begun(rules, rng), rng.random() < 0.5, list[Asked]()
    while position.phase != OVER:
        if position.phase == CHOICE:
            seat = rng.choice(position.waiting)
            found.append((position, seat))
            options = list(bits.members(legal_options(position, seat)))
            if greedy and rng.random() < 0.9:
                options = [most_points(position, seat, options)]
            position = after(position, Choice(seat, rng.choice(options)))
        else:
            position = after(position, Roll(tuple(rng.randint(1, sides) for sides in faces_wanted(position))))
    return found


def begun(rules: Rules, rng: random.Random) -> Position:
    """A game with any number of seats, half of the time with any options, sometimes with a changed number."""
    while True:
        seats, options = rng.choice(rules.SEATS), dict[str, str]()
        if rng.random() < 0.5:
            options = {name: rng.choice(option.values) for name, option in rules.OPTIONS.items()}
        if rng.random() < 0.15 and rules.NUMBERS:
            name = rng.choice(sorted(rules.NUMBERS))
            numbers = rules.NUMBERS[name]
            near = (min(max(usual + rng.randint(-2, 2), numbers.least), numbers.most) for usual in numbers.usual)
            options[name] = ",".join(map(str, near))
        try:
            return opening(rules, seats, options)
        except IllegalSetup:
            continue


def most_points(position: Position, seat: int, options: list[int]) -> int:
    """The option after which a seat's sheet is worth most at once."""

    def points(option: int) -> int:
        state = position.now.copy()
        position.rules.apply(state, seat, option)
        return position.rules.score(state, seat)

    return max(options, key=points)


def told(rules: Rules, bot: str, positions: list[Asked]) -> dict[str, Any]:
    """The option that a bot takes in each position, and digests of what it likes and what options are worth to it."""
    options, digests = [], []
    for first in range(0, len(positions), BLOCK):
        digest = hashlib.sha256()
        for number, (position, seat) in enumerate(positions[first : first + BLOCK], first):
            given = answered(rules, bot, position, seat)
            options.append(given.taken(Luck(number)))
            worth = [(option, round(value, DIGITS) + 0.0) for option, value in sorted(given.worth.items())]
            digest.update(repr((given.bot, given.liked, worth)).encode())
        digests.append(digest.hexdigest()[:8])
    return {"options": "".join(f"{option:02x}" for option in options), "worth": " ".join(digests)}


def answered(rules: Rules, bot: str, position: Position, seat: int) -> Verdict:
    """What a bot answers once it is ready, with the tables of the usual game."""
    usual = opening(rules, position.seats)
    prepare(usual, bot)
    return answer(bot, seen_by(position, seat), seat, tables_of=usual)


def games_of(rules: Rules) -> str:
    """A digest of some games between the strong bots: points, and everybody's luck."""
    from cinquina.bots.compiled import compiled_bots  # the rest of this module is also used where there is no numba
    from cinquina.sim.batch import Noted, play_games

    seats, strongest = rules.SEATS[-1], levels_of(rules)[:-4:-1]
    at_seats = tuple(strongest[seat % len(strongest)] for seat in range(seats))
    bots = compiled_bots(rules, at_seats)
    results = play_games(rules, seats, {}, Games(SEED, 0, GAMES_PLAYED), bots=bots, noted=Noted(luck=True))
    assert results.seat_luck is not None
    luck = [[round(value, DIGITS) + 0.0 for value in row] for row in results.seat_luck.tolist()]
    return hashlib.sha256(repr((results.scores.tolist(), luck)).encode()).hexdigest()[:16]


def file_of(game: str) -> Path:
    """Where the answers of a game's bots are kept."""
    return FOLDER / f"{game}.json"


def main(*games: str) -> None:
    """Write the answers of the bots of some games, of all if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for game in games or GAMES:
        rules = GAMES[game]
        positions = sampled(rules)
        bots = {bot: told(rules, bot, positions) for bot in names_of(rules)}
        text = json.dumps({"games": games_of(rules), "bots": bots}, indent=0)
        file_of(game).write_text(text + "\n", encoding="utf-8")
        print(game, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
