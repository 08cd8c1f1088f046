"""The review of a game in words: which games have one, where values come from, which level somebody plays at."""

from __future__ import annotations

from collections.abc import Iterable

from cinquina.coach import Unit, Value
from cinquina.core import OVER, Event, Position, Refusal, Roll, is_lot
from cinquina.core.record import Game, read
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.table.pad_table import EXAMPLES
from cinquina.table.proof import without_proof
from cinquina.table.words import bot_names

PERCENT = 100
MINUS = "\N{MINUS SIGN}"


class NoReview(Refusal):
    """A record of which there is no review."""


def game_to_review(record: str) -> Game:
    """Return the finished game of a record; raise BadRecord for a damaged one, NoReview for one without a review."""
    if EXAMPLES.strip() in record:
        raise NoReview("review-of-a-pad")
    game = read(without_proof(record), GAMES)
    check(game)
    return game


def check(game: Game) -> None:
    """Raise NoReview for a game that is not over."""
    if game.position.phase != OVER:
        raise NoReview("review-too-early")


def thrown_until(events: Iterable[tuple[Position, Event]]) -> list[int]:
    """Return how often the dice had been thrown after each number of events, each told with the position before it.

    The lot is not counted.
    """
    counts = [0]
    for before, event in events:
        counts.append(counts[-1] + (isinstance(event, Roll) and not is_lot(before)))
    return counts


def source_text(words: Words, value: Value) -> str:
    """Return where a value comes from, and how exact it is."""
    told = words(f"hint.source.{value.source}", n=value.games)
    return f"{told} (±{amount(words, value.unit, value.error)})" if value.error else told


def amount(words: Words, unit: Unit, number: float, *, signed: bool = False) -> str:
    """Return a chance as percent, or points; with a sign where it is wanted."""
    shown = PERCENT * number if unit == Unit.CHANCE else number
    text = words.figure(f"{abs(shown):.1f}")
    sign = MINUS if shown < 0 and float(f"{shown:.1f}") else "+" if signed and float(f"{shown:.1f}") else ""
    return words(f"amount.{unit}", number=sign + text)


def like_text(words: Words, level: str) -> str:
    """Return a sentence that names the level somebody plays at; empty without a level."""
    own = f"review.plays-like.{level}"
    if own in words:
        return words(own)
    return words("review.plays-like", level=words(f"level.{level}")) if level else ""


def bot_title(words: Words, level: str) -> str:
    """Return the name and the level of a bot; empty without a level."""
    return words("bot.title", name=bot_names(words, level)[0], level=words(f"level.{level}")) if level else ""
