"""One's own progress as text and as data: what was given away in a choice over time, what the dice gave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from cinquina.coach import Unit
from cinquina.coach.likeness import plays_like
from cinquina.coach.rollouts import NORMAL_95, deviation, mean
from cinquina.locales import Words
from cinquina.table.diary import Diary, ProgressLine
from cinquina.table.reviewing import amount, like_text
from cinquina.table.words import game_name
from cinquina.term.review import table

RECENT = 10
"""This many of the newest games say how well somebody plays now; as many are listed."""


IN_UNIT = {Unit.CHANCE: "web.progress.in-chance", Unit.POINTS: "web.review.in-points"}
"""The keys of a cost with what it is a part of, or its unit."""
WHAT = {Unit.CHANCE: "web.progress.what-chance", Unit.POINTS: "web.progress.what-points"}
"""The keys of what the dice change."""


class ProgressSummary(NamedTuple):
    """The games of one kind, the oldest first, and what they say together."""

    lines: tuple[ProgressLine, ...]
    mean_loss: float
    error: float
    plays_like: str
    luck: float
    luck_error: float

    @property
    def unit(self) -> Unit:
        """The unit of all numbers."""
        return Unit(self.lines[0].unit)


def summaries(lines: Sequence[ProgressLine]) -> list[ProgressSummary]:
    """Return by kind of game what its lines say."""
    kinds: dict[tuple[str, str], list[ProgressLine]] = {}
    for line in sorted(lines, key=lambda one: one.when):
        kinds.setdefault((line.game, line.unit), []).append(line)
    return [summary(own) for own in kinds.values()]


def summary(lines: Sequence[ProgressLine]) -> ProgressSummary:
    """Return what the games of one kind say together; the newest say how well somebody plays."""
    loss, error = mean_loss(lines[-RECENT:])
    lucks = [line.luck for line in lines]
    spread = NORMAL_95 * deviation(lucks) / sqrt(len(lucks))
    like = plays_like(lines[0].game, loss, alone=lines[0].unit == "points")
    return ProgressSummary(tuple(lines), loss, error, like, mean(lucks), spread)


def mean_loss(lines: Sequence[ProgressLine]) -> tuple[float, float]:
    """Return the mean over games, each with the weight of its choices, and half of its interval."""
    choices = sum(line.choices for line in lines)
    loss = sum(line.mean * line.choices for line in lines) / choices
    return loss, sqrt(sum((line.error * line.choices) ** 2 for line in lines)) / choices


def progress_text(words: Words, diary: Diary) -> str:
    """Return the progress in all games."""
    found = summaries(diary.practice.lines)
    blocks = [kind_text(words, one) for one in found] or [words("practice.nothing-reviewed")]
    puzzles = [puzzles_text(words, diary, name) for name in diary.practice.ratings]
    days = diary.streak(date.today())
    streak = [words("web.practice.streak", n=days)] if days else []
    return "\n\n".join([*blocks, *(["\n".join(puzzles + streak)] if puzzles or streak else [])])


def puzzles_text(words: Words, diary: Diary, name: str) -> str:
    """Return how puzzles of a game went."""
    rated = diary.rated(name)
    told = words("web.practice.so-far", rating=rated.rating, n=rated.right, all=rated.answered)
    return f"{game_name(words, name)}: {told}"


def kind_text(words: Words, found: ProgressSummary) -> str:
    """Return the progress in one kind of game: in sentences, and game by game."""
    first, unit = found.lines[0], found.unit
    name = game_name(words, first.game)
    title = words("web.progress.alone", game=name) if unit == Unit.POINTS else name
    told = words(
        "web.progress.accuracy",
        n=min(RECENT, len(found.lines)),
        mean=words(IN_UNIT[unit], n=amount(words, unit, found.mean_loss)),
    )
    like = like_text(words, found.plays_like)
    accuracy = f"{words('web.progress.accuracy-title')}: {told} {like}".strip()
    return "\n".join([title, f"  {accuracy}", f"  {luck_text(words, found)}", game_table(words, found)])


def luck_text(words: Words, found: ProgressSummary) -> str:
    """Return what the dice gave, and whether that is as even as can be told."""
    unit, count = found.unit, len(found.lines)
    luck, what = amount(words, unit, found.luck, signed=True), words(WHAT[unit])
    if count == 1:
        told = words("web.progress.luck-one", luck=luck, what=what)
    else:
        key = "even" if abs(found.luck) <= found.luck_error else "more" if found.luck > 0 else "less"
        told = words(f"web.progress.luck-{key}", luck=luck, what=what, n=count)
    return f"{words('web.progress.luck-title')}: {told}"


def game_table(words: Words, found: ProgressSummary) -> str:
    """Return the newest games, each with the means up to it."""
    head = [words(f"practice.column.{name}") for name in ("date", "given", "mean-given", "luck", "mean-luck")]
    rows, unit = [head], found.unit
    for place in range(max(0, len(found.lines) - RECENT), len(found.lines)):
        line, so_far = found.lines[place], found.lines[: place + 1]
        figures = [line.mean, mean_loss(so_far[-RECENT:])[0], line.luck, mean([one.luck for one in so_far])]
        told = [amount(words, unit, number, signed=column > 1) for column, number in enumerate(figures)]
        rows.append([datetime.fromtimestamp(line.when / 1000).date().isoformat(), *told])
    return table(rows)


def progress_data(diary: Diary) -> dict[str, Any]:
    """Return the progress as data."""
    return {
        "games": [
            {
                "game": one.lines[0].game,
                "unit": one.unit.value,
                "mean_loss": one.mean_loss,
                "error": one.error,
                "plays_like": one.plays_like or None,
                "luck": one.luck,
                "luck_error": one.luck_error,
                "lines": msgspec.to_builtins(one.lines),
            }
            for one in summaries(diary.practice.lines)
        ],
        "ratings": msgspec.to_builtins(diary.practice.ratings),
        "streak": diary.streak(date.today()),
        "mistakes": len(diary.waiting()),
    }
