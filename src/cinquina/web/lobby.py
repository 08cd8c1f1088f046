"""What is told before the first game: who is missing, how it will begin, and what will be played."""

from __future__ import annotations

from typing import NamedTuple

from cinquina.core.rules import SHEET_OPTION
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.base import TableBase
from cinquina.table.happenings import MARKS_ONLY, OPEN, PERSON
from cinquina.table.hosted import HostedTable
from cinquina.web.house import house_rule, house_rules
from cinquina.web.protocol import Fact
from cinquina.web.seats import names_of


class Headline(NamedTuple):
    """A headline, and the line below it."""

    sentence: str
    around: str


def headline_of(words: Words, table: TableBase, *, host: bool, seated: bool) -> Headline:
    """Return how many seats are free and how the game begins, as the host, another player or an onlooker reads it."""
    if table.ended:
        return Headline(words("table.ended-you" if host else "table.ended"), "")
    free = free_seats(table)
    if not free:
        return Headline(words("lobby.full"), words("lobby.full-text"))
    kind = "pads" if table.settings.dice == MARKS_ONLY else "dice"
    inviter = names_of_host(words, table)
    headline = "lobby.free" if host or seated else "lobby.come"
    begins = f"lobby.begins-{kind}" if host else "lobby.begins-with" if inviter else "lobby.begins-alone"
    game = telling.game_name(words, table.settings.game)
    return Headline(words(headline, n=free, game=game), words(begins, n=free, name=inviter))


def free_seats(table: TableBase) -> int:
    """Return how many seats nobody has taken."""
    return sum(place.seat.kind == OPEN for place in table.places)


def names_of_host(words: Words, table: TableBase) -> str:
    """Return the first name at the host's device; empty when only others play."""
    own = table.seats_with(table.settings.host)
    return names_of(words, table)[own[0]] if own else ""


def facts(words: Words, hosted: HostedTable) -> list[Fact]:
    """Return what players want to know beforehand: dice, number of games, rules, who may watch, who is missing."""
    table = hosted.table
    settings = table.settings
    kind = "together" if table.rules.SHARED_BOARD else "points"
    told_facts = {
        "dice": words(f"lobby.dice.{settings.dice}"),
        "series": words(f"lobby.series-{kind}", n=settings.series),
        "rules": rules_text(words, table),
        "watching": words("lobby.watching-all" if settings.spectators else "lobby.watching-none"),
        "hints": words(f"lobby.hints-{settings.hints}") if settings.dice != MARKS_ONLY else "",
        "missing": missing(words, hosted),
    }
    return [Fact(words(f"lobby.{name}"), text) for name, text in told_facts.items() if text]


def rules_text(words: Words, table: TableBase) -> str:
    """Return the sheet and the changed rules in words."""
    options = table.settings.options
    sheet = table.rules.OPTIONS.get(SHEET_OPTION)
    usual = sheet is not None and options.get(SHEET_OPTION, sheet.default) == sheet.default
    chosen = [house_rule(words, table.rules, SHEET_OPTION, sheet.default)] if sheet and usual else []
    changed = house_rules(words, table)
    return " · ".join([*chosen, *(changed or [words("lobby.as-printed")])])


def missing(words: Words, hosted: HostedTable) -> str:
    """Return who has sat down but is not here; free seats are in the headline."""
    table = hosted.table
    people = [seat for seat, place in enumerate(table.places) if place.seat.kind == PERSON]
    away = [names_of(words, table)[seat] for seat in people if seat not in hosted.present]
    return words("lobby.away", n=len(away), names=telling.listed(words, away)) if away else ""
