"""The end of a game for the page: who won and why in one sentence, the ranking, the parts of every score."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from cinquina.core import Position, endings, ranking
from cinquina.core import parts as points_of
from cinquina.core.result import Standing
from cinquina.locales import Words
from cinquina.sheets import palette
from cinquina.table import words as telling
from cinquina.table.base import TableBase
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import BOT
from cinquina.web.log import minus
from cinquina.web.protocol import Ending, ScorePart, StandingView
from cinquina.web.seats import names_of

TWO = 2


def ending(words: Words, table: DiceTable) -> Ending:
    """Return how the game ended: reasons, ranking, and the parts of every score."""
    position, names = table.game.position, names_of(words, table)
    return Ending(
        reasons=reasons(words, position, short_names(words, table), -1),
        ranking=[standing_view(standing, names) for standing in ranking(position)],
        parts=[score_parts(words, position, seat) for seat in range(position.seats)],
        records=table.records(),
    )


def reasons(words: Words, position: Position, names: tuple[str, ...], own: int) -> list[str]:
    """Return why the game is over; a reason that the active player gave names them, or says "you" to seat `own`."""
    rules, active = position.rules, position.active
    numbers, you = telling.numbers_of(rules, dict(position.options)), "-you" if active == own else ""
    told = []
    for key in endings(position):
        named = f"ender.{rules.NAME}.{key}{you}"
        general = telling.ending(words, position, names, key)
        told.append(words(named, name=names[active], **numbers) if named in words else general)
    return told


def standing_view(standing: Standing, names: tuple[str, ...]) -> StandingView:
    """Return a place in the ranking with names."""
    return StandingView(standing.place, [names[seat] for seat in standing.seats], standing.score)


def score_parts(words: Words, position: Position, seat: int) -> list[ScorePart]:
    """Return the parts of a seat's score, with their colours if they have one."""
    keys = position.rules.part_names(position.now)
    named = telling.parts(words, position, seat)
    return [
        ScorePart(name, points, key if key in palette() else "")
        for key, (name, points) in zip(keys, named, strict=True)
    ]


def parts_by_key(position: Position, seat: int) -> dict[str, int]:
    """Return the parts of a seat's score by their keys."""
    return dict(zip(position.rules.part_names(position.now), points_of(position, seat), strict=True))


# --- the sentence ---------------------------------------------------------------------------------------------


class Result(NamedTuple):
    """What the sentence is made of: ranking, parts of every score by seat, and the winning line where there is one."""

    game: str
    standings: tuple[Standing, ...]
    parts: Mapping[int, Mapping[str, int]]
    line: int = 0


def short_names(words: Words, table: TableBase) -> tuple[str, ...]:
    """Return the players' names for a sentence: bots without their level, unless names would be equal then."""
    names = names_of(words, table)
    kinds = [place.seat.kind for place in table.places]
    short = tuple(name.partition(" (")[0] if kind == BOT else name for name, kind in zip(names, kinds, strict=True))
    return short if len(set(short)) == len(short) else names


def sentence(words: Words, result: Result, names: Sequence[str], own: int) -> str:
    """Say who won and why; seat `own` is called "you", -1 is nobody."""
    first = [standing for standing in result.standings if standing.place == 1]
    seats = [seat for standing in first for seat in standing.seats]
    if result.line:
        return addressed(words, "line", names, seats, own, n=result.line)
    if len(result.standings) == 1:
        return addressed(words, "alone", names, seats, own, n=first[0].score, points=minus(first[0].score))
    if len(first) > 1:
        return addressed(words, "shared", names, seats, own, n=first[0].score, points=minus(first[0].score))
    return with_reason(words, result, names, own)


def addressed(words: Words, key: str, names: Sequence[str], seats: Collection[int], own: int, **details: object) -> str:
    """Word something about one or several seats, among which the viewer may be."""
    others = [names[seat] for seat in seats if seat != own]
    several = "-together" if len(seats) > 1 and f"won.{key}-together" in words else ""
    you = "-you" if own in seats else ""
    return words(f"won.{key}{several}{you}", names=listed(words, others), **details)


def listed(words: Words, names: Sequence[str]) -> str:
    """Return names as a list: Anna, Lia and Ugo."""
    if len(names) < TWO:
        return "".join(names)
    return words("won.and", names=", ".join(names[:-1]), last=names[-1])


def with_reason(words: Words, result: Result, names: Sequence[str], own: int) -> str:
    """Say who won with how many points, and which part of the score was most ahead of the next player's."""
    winner, second = result.standings[0], runner_up(result.standings, own)
    seat, other = winner.seats[0], second.seats[0]
    key = "two" if len(result.standings) == TWO else "many"
    points = {"high": minus(winner.score), "low": minus(second.score)}
    won = addressed(words, key, names, [seat], own, n=winner.score, **points)
    ahead = {part: value - result.parts[other].get(part, 0) for part, value in result.parts[seat].items()}
    best = max(ahead, key=lambda part: ahead[part], default="")
    thanks = f"thanks.{result.game}.{best}"
    if len(ahead) == 1 or thanks not in words:
        return words("won.plain", won=won)
    than = words("won.than-you") if other == own else names[other]
    return words("won.why", won=won, part=words(thanks), n=ahead[best], other=than)


def runner_up(standings: Sequence[Standing], own: int) -> Standing:
    """Return the best after the winner; among equals the viewer's own."""
    best = [standing for standing in standings[1:] if standing.place == standings[1].place]
    return next((standing for standing in best if own in standing.seats), best[0])
