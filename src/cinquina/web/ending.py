"""The end of a game for the page: who won and why in one sentence, the ranking, the parts of every score."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cinquina.core import Position, Roll, State, bits, endings, is_lot, ranking
from cinquina.core import parts as points_of
from cinquina.core.result import Standing
from cinquina.locales import Words
from cinquina.sheets import load, palette, raw
from cinquina.table import words as telling
from cinquina.table.dice_table import DiceTable
from cinquina.table.happenings import PERSON
from cinquina.web.deeds import minus
from cinquina.web.protocol import Ending, ScorePart, StandingView
from cinquina.web.seats import names_of

TWO = 2


def ending(words: Words, table: DiceTable, minutes: int = 0) -> Ending:
    """Return how the game ended: reasons, ranking, and the parts of every score; `minutes` it lasted, if known."""
    position, before, names = table.game.position, before_last_throw(table), names_of(words, table)
    return Ending(
        reasons=[*reasons(words, position, before, names, -1), *bots_at_the_end(words, table, -1)],
        ranking=[standing_view(standing, names) for standing in ranking(position)],
        parts=[score_parts(words, position, seat) for seat in range(position.seats)],
        records=table.records(),
        throws=throws_of(table),
        minutes=minutes,
        hints=hints_used(words, table, -1),
    )


def bots_at_the_end(words: Words, table: DiceTable, own: int) -> list[str]:
    """Say for whom a bot was playing when the game ended; seat `own` is called "you"."""
    seats = [seat for seat, place in enumerate(table.places) if place.seat.kind == PERSON and place.is_bot]
    names = [names_of(words, table)[seat] for seat in seats if seat != own]
    told = [words("table.bot-at-the-end", names=telling.listed(words, names))] if names else []
    return [words("table.bot-at-the-end-you"), *told] if own in seats else told


def throws_of(table: DiceTable) -> int:
    """Return how often dice were thrown in the current game."""
    rolls = sum(isinstance(event, Roll) for event in table.game.events)
    return rolls - is_lot(table.game.back_to(0).position)


def hints_used(words: Words, table: DiceTable, own: int) -> str:
    """Say who asked for how many hints in the newest game; `own` is "you"; empty where none were allowed."""
    note, names = table.hint_note(table.played), names_of(words, table)
    used = [
        words("hints.used-you" if seat == own else "hints.used", name=names[seat], n=count)
        for seat, count in enumerate(note.by_seat)
        if count
    ]
    return " ".join(used) or words("hints.used-nobody") if note.allowed else ""


def closing(words: Words, table: DiceTable, shown: Position) -> Ending:
    """Return how a game stood when its table was closed: the points so far, without a ranking."""
    return Ending(
        reasons=[words("table.closed-at")],
        ranking=[],
        parts=[score_parts(words, shown, seat) for seat in range(shown.seats)],
        records=table.records_so_far(),
    )


def reasons(words: Words, position: Position, before: State, names: tuple[str, ...], own: int) -> list[str]:
    """Return why the game is over, with the names of who brought it about; seat `own` is called "you".

    `before` is the state before the last throw.
    """
    return [reason(words, position, before, names, own, key) for key in endings(position)]


def reason(words: Words, position: Position, before: State, names: tuple[str, ...], own: int, key: str) -> str:
    """Return one reason; without names if there is no such sentence."""
    rules = position.rules
    seats = list(bits.members(rules.enders(before, position.now, key)))
    others = [names[seat] for seat in seats if seat != own]
    named = f"ender.{rules.NAME}.{key}{('-you-too' if others else '-you') if own in seats else ''}"
    if not seats or named not in words:
        return telling.ending(words, position, names, key)
    line = rules.line(position.now) or ("",)
    ends = {"first": line[0], "last": line[-1], "cell": completed_by(position, before, line)}
    return words(named, n=len(seats), name=listed(words, others), **ends, **telling.ordinals_of(words, position))


def completed_by(position: Position, before: State, line: Sequence[str]) -> str:
    """Return the cell of a winning line that was marked last; empty without a line."""
    old, now = (position.rules.marks(state, 0)[0] for state in (before, position.now))
    return next((cell for cell in line if old.get(cell) != now.get(cell)), "")


def before_last_throw(table: DiceTable) -> State:
    """Return the state before the last throw; the last one if that throw is not known any more."""
    thrown = [line.before for line in table.log if isinstance(line.event, Roll) and not is_lot(line.before)]
    return (thrown or [table.game.position])[-1].now


def standing_view(standing: Standing, names: tuple[str, ...]) -> StandingView:
    """Return a place in the ranking with names."""
    return StandingView(standing.place, [names[seat] for seat in standing.seats], standing.score)


def score_parts(words: Words, position: Position, seat: int) -> list[ScorePart]:
    """Return the parts of a seat's score, with their colours if they have one."""
    keys, sheet = position.rules.part_names(position.now), position.rules.sheets_of(position.now, seat)[0]
    named = telling.parts(words, position, seat)
    return [
        ScorePart(name, points, key if key in palette() else "", shape_of(sheet, key))
        for key, (name, points) in zip(keys, named, strict=True)
    ]


@cache
def shape_of(sheet: str, part: str) -> str:
    """Return the shape of the cells that a part of a score is for, if its box tells which; else nothing."""
    kinds = [total["kind"] for total in raw(sheet).get("totals", []) if total.get("part") == part]
    return next((cell.shape for cell in load(sheet).cells if cell.kind in kinds and cell.bonus), "")


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
    """Say who won with how many points, and which part of the score was most ahead of the next player's.

    Only a part that made more than half of the difference decided the game.
    """
    winner, second = result.standings[0], runner_up(result.standings, own)
    seat, other = winner.seats[0], second.seats[0]
    key = "two" if len(result.standings) == TWO else "many"
    points = {"high": minus(winner.score), "low": minus(second.score)}
    won = addressed(words, key, names, [seat], own, n=winner.score, **points)
    mine, theirs = result.parts[seat], result.parts[other]
    best = max(mine, key=lambda part: mine[part] - theirs.get(part, 0), default="")
    decided = f"decided.{result.game}.{best}"
    if len(mine) == 1 or decided not in words:
        return words("won.plain", won=won)
    high, low = mine[best], theirs.get(best, 0)
    against = words(f"won.theirs{'-you' if other == own else ''}", n=low, name=names[other], points=minus(low))
    told = {"won": won, "points": minus(high), "theirs": against}
    if (high - low) * TWO > winner.score - second.score:
        return words("won.why", part=words(decided), **told)
    part = words(f"part.{result.game}.{best}")
    if other == own:
        return words("won.most-lost", won=won, part=part, low=minus(low), high=minus(high), name=names[seat])
    return words("won.most", part=part, **told)


def runner_up(standings: Sequence[Standing], own: int) -> Standing:
    """Return the best after the winner; among equals the viewer's own."""
    best = [standing for standing in standings[1:] if standing.place == standings[1].place]
    return next((standing for standing in best if own in standing.seats), best[0])
