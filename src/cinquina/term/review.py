"""The review of a game, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cinquina.coach import Account, Decision, Grade, Review, Unit, Value, Worth
from cinquina.core import Position, after, is_lot, seen_by
from cinquina.core.record import Game
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.reviewing import amount, like_text, source_text, thrown_until
from cinquina.table.words import player_names

MOST_MISTAKES = 10
"""The most choices that are listed; JSON has them all."""
MOST_OPTIONS = 5
MOST_THROWS = 3
COLUMNS = ("start", "luck", "own", "others", "rest", "result")


class ReviewText:
    """Words a review: of all seats, or of one."""

    def __init__(self, words: Words, game: Game, found: Review, seat: int | None = None) -> None:
        self.words = words
        self.found = found
        self.names = player_names(words, game.names)
        self.seats = range(game.position.seats) if seat is None else [seat]
        self.events = game.events
        self.positions = positions_of(game)
        self.throws = thrown_until(zip(self.positions, game.events, strict=False))
        self.title = words(
            "review.title",
            game=telling.game_name(words, game.position.rules.NAME),
            names=telling.listed(words, self.names),
        )

    def text(self) -> str:
        """Return the review: the account, the choices that cost most, the luck."""
        blocks = [self.title, self.account(self.found.unit, [player.account for player in self.found.players])]
        points = [player.points for player in self.found.players if player.points]
        if points and self.found.unit == Unit.CHANCE:
            blocks.append(self.account(Unit.POINTS, points))
        blocks += ["\n".join(map(self.accuracy, self.seats)), self.mistakes()]
        if not self.found.final:
            blocks.insert(1, self.words("review.rough-text"))
        return "\n\n".join([*blocks, *map(self.luck, self.seats)])

    def account(self, unit: Unit, accounts: Sequence[Account]) -> str:
        """Return how all seats came to their results, as a table."""
        head = ["", *(self.words(f"review.{column}") for column in COLUMNS)]
        rows = [[self.names[seat], *self.figures(unit, accounts[seat])] for seat in self.seats]
        return f"{self.words(f'review.how-{unit}')}\n{table([head, *rows])}"

    def figures(self, unit: Unit, one: Account) -> list[str]:
        """Return the figures of an account."""
        changes = (one.luck, -one.own_losses, one.others_losses, one.unexplained)
        told = [amount(self.words, unit, change, signed=True) for change in changes]
        return [amount(self.words, unit, one.start), *told, amount(self.words, unit, one.result)]

    def accuracy(self, seat: int) -> str:
        """Return how much a seat gave away in a choice, and who plays like that."""
        words, player, unit = self.words, self.found.players[seat], self.found.unit
        mean, error = amount(words, unit, player.mean_loss), amount(words, unit, player.error)
        told = words("review.accuracy", name=self.names[seat], n=player.decisions, mean=mean, error=error)
        like = like_text(words, player.plays_like)
        return f"{told} {like}".strip()

    def mistakes(self) -> str:
        """Return the choices that cost most, in the order of the game."""
        graded = [one for one in self.found.decisions if one.grade != Grade.FINE and one.seat in self.seats]
        worst = sorted(sorted(graded, key=lambda one: -one.loss)[:MOST_MISTAKES], key=lambda one: one.event)
        if not worst:
            return self.words("review.no-mistakes")
        sources = dict.fromkeys(source_text(self.words, one.worths[0].value) for one in worst)
        return "\n".join([self.words("review.worst"), *(f"  {self.mistake(one)}" for one in worst), *sources])

    def mistake(self, decision: Decision) -> str:
        """Return a choice that gave something away: what was chosen, what is better, what the options were worth."""
        words, unit = self.words, self.found.unit
        made = next(worth for worth in decision.worths if worth.option == decision.made)
        shown = [*decision.worths[:MOST_OPTIONS], *([made] if made not in decision.worths[:MOST_OPTIONS] else [])]
        told = words(
            "review.mistake",
            throw=self.throws[decision.event],
            name=self.names[decision.seat],
            played=self.option(decision, made),
            better=telling.named_option(words, self.seen(decision), decision.seat, decision.worths[0].option),
            loss=amount(words, unit, -decision.loss, signed=True),
            grade=words(f"grade.{decision.grade}"),
        )
        worths = [(self.option(decision, one), one.value.worth(decision.seat)) for one in shown]
        listed = words("review.options", options="; ".join(f"{text} {amount(words, unit, n)}" for text, n in worths))
        return f"{told}\n      {listed}"

    def option(self, decision: Decision, worth: Worth) -> str:
        """Return an option in words."""
        return telling.option(self.words, self.seen(decision), decision.seat, worth.option)

    def seen(self, decision: Decision) -> Position:
        """Return the position in which a seat chose, as it saw it."""
        return seen_by(self.positions[decision.event], decision.seat).position

    def luck(self, seat: int) -> str:
        """Return the throws that were best and worst for a seat."""
        order = sorted(self.found.throws, key=lambda throw: -throw.luck[seat])
        best = [throw for throw in order[:MOST_THROWS] if throw.luck[seat] > 0]
        worst = [throw for throw in order[-MOST_THROWS:] if throw.luck[seat] < 0]
        figures = [
            (self.throw_name(one.event), amount(self.words, self.found.unit, one.luck[seat], signed=True))
            for one in (*best, *worst)
        ]
        thrown = [
            telling.event(self.words, self.positions[one.event], self.names, self.events[one.event])
            for one in (*best, *worst)
        ]
        rows = [f"{line}  {text}" for line, text in zip(table(figures).split("\n"), thrown, strict=True)]
        return "\n".join([self.words("review.throws", name=self.names[seat]), *rows])

    def throw_name(self, event: int) -> str:
        """Return the number of a throw, or that it was the lot."""
        lot = is_lot(self.positions[event])
        return self.words("review.lot") if lot else self.words("review.throw", n=self.throws[event] + 1)


def positions_of(game: Game) -> list[Position]:
    """Return the positions of a game, from its beginning."""
    positions = [game.back_to(0).position]
    for event in game.events:
        positions.append(after(positions[-1], event))
    return positions


def table(rows: Sequence[Sequence[str]]) -> str:
    """Lay out rows: the first column to the left, the others to the right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append(f"  {row[0]:{widths[0]}}  {'  '.join(cells)}".rstrip())
    return "\n".join(lines)


def review_data(game: Game, found: Review, seat: int | None = None) -> dict[str, Any]:
    """Return a review as data; of one seat only its choices and its account."""
    data: dict[str, Any] = msgspec.to_builtins(found)
    decisions = [one for one in found.decisions if seat is None or one.seat == seat]
    return {
        "game": game.position.rules.NAME,
        "options": dict(game.position.options),
        "names": list(game.names),
        "unit": found.unit.value,
        "final": found.final,
        "choices": [choice_data(one) for one in decisions],
        "throws": data["throws"],
        "accounts": [one for one in data["players"] if seat is None or one["seat"] == seat],
        "moments": [{"events": one.events, "value": value_data(one.value)} for one in found.moments],
    }


def choice_data(decision: Decision) -> dict[str, Any]:
    """Return a choice as data."""
    made = next(worth for worth in decision.worths if worth.option == decision.made)
    return {
        "seat": decision.seat,
        "event": decision.event,
        "option": made.move,
        "options": [
            {
                "option": worth.move,
                "worth": worth.value.worth(decision.seat),
                "interval": interval(worth.value.worth(decision.seat), worth.value.error),
                **value_data(worth.value),
                "loss": worth.loss,
                "loss_interval": interval(worth.loss, worth.loss_error),
            }
            for worth in decision.worths
        ],
        "loss": decision.loss,
        "grade": decision.grade.value,
    }


def interval(number: float, error: float) -> list[float]:
    """Return the 95 % interval of a number."""
    return [number - error, number + error]


def value_data(value: Value) -> dict[str, Any]:
    """Return a value as data: its unit, its source, and how exact it is."""
    return {
        "unit": value.unit.value,
        "source": value.source.value,
        "error": value.error,
        "games": value.games,
        "chances": list(value.chances),
        "points": list(value.points),
        "spreads": list(value.spreads),
        "final": value.final,
    }
