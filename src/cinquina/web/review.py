"""The review of a game for a page: all that the coach found, in words, with all steps of the game."""

from __future__ import annotations

from collections.abc import Mapping

from cinquina.coach import Account, Decision, Grade, Review, Throw, Worth
from cinquina.coach.grades import grade_of, limits_of
from cinquina.core import Position, Roll, is_lot, seen_by
from cinquina.core.record import Game
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.draft import Offer
from cinquina.table.hint_words import reasons_of
from cinquina.table.lines import Line
from cinquina.table.reviewing import like_text, source_text, thrown_until
from cinquina.web.question import choosable, sentence_case
from cinquina.web.replay import lines_of, mover, replay_of
from cinquina.web.review_protocol import (
    AccountView,
    GameReview,
    ReviewedChoice,
    ReviewedMoment,
    ReviewedOption,
    ReviewedPlayer,
    ReviewedThrow,
)
from cinquina.web.seats import seat_names, seats_in

EXACT_TO = 6
"""Digits after the point of what is sent."""


def review_of(words: Words, game: Game, found: Review) -> GameReview:
    """Return a review in words."""
    lines = list(lines_of(game, game.back_to(0).position))
    throws = thrown_until((line.before, line.event) for line in lines)
    names = seat_names(words, seats_in(game.names))
    limits = limits_of(found)
    return GameReview(
        unit=found.unit.value,
        replay=replay_of(words, game),
        throws=throws[-1],
        moments=[
            ReviewedMoment(
                event=moment.events,
                throw=throws[moment.events],
                settled=moment.events == 0 or not isinstance(lines[moment.events - 1].event, Roll),
                worths=[rounded(moment.value.worth(seat)) for seat in range(game.position.seats)],
                points=list(map(rounded, moment.value.points)),
            )
            for moment in found.moments
        ],
        choices=[choice(words, lines[one.event].before, one, throws[one.event], limits) for one in found.decisions],
        luck=[luck(words, lines[one.event], one, throws[one.event + 1], names) for one in found.throws],
        players=[
            ReviewedPlayer(
                account=account(one.account),
                points=account(one.points) if one.points else None,
                decisions=one.decisions,
                mean_loss=rounded(one.mean_loss),
                error=rounded(one.error),
                plays_like=like_text(words, one.plays_like),
            )
            for one in found.players
        ],
        rough="" if found.final else words("review.rough"),
    )


def choice(
    words: Words, before: Position, decision: Decision, throw: int, limits: Mapping[Grade, float]
) -> ReviewedChoice:
    """Return a choice in words, as its seat saw it; `limits` say from which loss on an option has a grade."""
    seen, seat, worths = seen_by(before, decision.seat).position, decision.seat, decision.worths
    return ReviewedChoice(
        event=decision.event,
        seat=seat,
        throw=throw,
        text=sentence_case(telling.question(words, seen, seat)),
        made=next(place for place, worth in enumerate(worths) if worth.option == decision.made),
        options=[
            option(words, seen, seat, worth, grade_of(worth.loss, worth.loss_error, limits), told=is_told)
            for worth in worths
            for is_told in [worth is worths[0] or worth.option == decision.made]
        ],
        loss=rounded(decision.loss),
        grade=decision.grade.value,
        source=source_text(words, worths[0].value),
    )


def option(words: Words, seen: Position, seat: int, worth: Worth, grade: Grade, *, told: bool) -> ReviewedOption:
    """Return an option with what it is worth; where it is `told`, with what the rules say about it."""
    shown = choosable(words, Offer(worth.option, worth.option, seen), seat)
    sheet = seen.rules.sheets_of(seen.now, seat)[0]
    is_printed = bool(shown.cell) and str(load(sheet).cell(shown.cell).number) == shown.short
    return ReviewedOption(
        move=worth.move,
        text=shown.text,
        named=telling.named_option(words, seen, seat, worth.option),
        cell=shown.cell,
        short=shown.short if is_printed else "",
        colour=shown.colour,
        marks=shown.marks,
        worth=rounded(worth.value.worth(seat)),
        points=rounded(worth.value.points[seat]) if worth.value.points else None,
        error=rounded(worth.value.error),
        loss=rounded(worth.loss),
        loss_error=rounded(worth.loss_error),
        grade=grade.value,
        reasons=reasons_of(words, seen, seat, worth.option) if told else [],
    )


def luck(words: Words, line: Line, throw: Throw, number: int, names: tuple[str, ...]) -> ReviewedThrow:
    """Return a throw, or the lot, in words."""
    lot = is_lot(line.before)
    return ReviewedThrow(
        event=throw.event,
        throw=0 if lot else number,
        seat=line.event.faces[0] - 1 if lot and isinstance(line.event, Roll) else mover(line),
        text=telling.event(words, line.before, names, line.event),
        luck=list(map(rounded, throw.luck)),
        points=list(map(rounded, throw.points)),
    )


def account(found: Account) -> AccountView:
    """Return an account."""
    return AccountView(
        start=rounded(found.start),
        luck=rounded(found.luck),
        own_losses=rounded(found.own_losses),
        others_losses=rounded(found.others_losses),
        unexplained=rounded(found.unexplained),
        result=rounded(found.result),
    )


def rounded(number: float) -> float:
    """Return a number as exact as it is sent."""
    return round(number, EXACT_TO)
