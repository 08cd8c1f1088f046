"""Validates the settings of a new table."""

from __future__ import annotations

from cinquina.bots import bots_of, check_bot
from cinquina.core import IllegalSetup, Rules
from cinquina.core.position import full_options
from cinquina.core.record import BOT_PREFIX, check_name
from cinquina.core.series import check_length
from cinquina.games import GAMES
from cinquina.table.happenings import BOT, MARKS_ONLY, PERSON, Settings, check_salt
from cinquina.table.lesson import lesson_of

MOST_SERIES = 20


def check_player(name: str) -> None:
    """Refuse a name that is invalid in a record or looks like a bot's."""
    check_name(name)
    if name.startswith(BOT_PREFIX):
        raise IllegalSetup("name-of-a-bot", name=name)


def check_settings(settings: Settings) -> None:
    """Refuse invalid settings."""
    if settings.game not in GAMES:
        raise IllegalSetup("no-such-game", name=settings.game[:40], possible=", ".join(GAMES))
    rules = GAMES[settings.game]
    full_options(rules, len(settings.seats), settings.options)
    check_salt(settings.salt)
    if not 1 <= settings.series <= MOST_SERIES:
        raise IllegalSetup("bad-series", most=MOST_SERIES)
    check_length(rules, settings.series)
    for seat in settings.seats:
        if seat.kind == PERSON:
            check_player(seat.name)
        if seat.kind == BOT:
            check_bot(seat.level, bots_of(rules))
    if settings.lesson and lesson_of(settings.game) is None:
        raise IllegalSetup("no-lesson", game=settings.game)
    if not any(seat.kind == PERSON for seat in settings.seats):
        raise IllegalSetup("nobody-plays")
    if settings.dice == MARKS_ONLY:
        if not has_pads(rules):
            raise IllegalSetup("pad-of-one-board")
        if any(seat.kind == BOT for seat in settings.seats):
            raise IllegalSetup("pad-without-bots")


def has_pads(rules: Rules) -> bool:
    """Whether a game can be played on pads: not where all players share one board."""
    return not rules.SHARED_BOARD and 1 in rules.SEATS
