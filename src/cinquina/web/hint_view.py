"""A hint as a page shows it."""

from __future__ import annotations

from cinquina.coach import Unit
from cinquina.locales import Words
from cinquina.table import hint_words as told
from cinquina.table import printed
from cinquina.table.hinting import Advice, Hint, cell_of
from cinquina.web.question import sentence_case
from cinquina.web.question_protocol import AdviceView, HintView


def hint_view(words: Words, hint: Hint, seat: int) -> HintView:
    """Return a hint in words; whoever sends it adds for which window it is."""
    most = max(abs(advice.worth) for advice in hint.advice)
    texts = texts_of(words, hint, seat)
    advice = [advice_view(words, hint, one, seat, most, text) for one, text in zip(hint.advice, texts, strict=True)]
    return HintView(seat, 0, list(hint.taps), advice, told.source_text(words, hint), coming=False)


def texts_of(words: Words, hint: Hint, seat: int) -> list[str]:
    """Return what the options would do; those that would read alike are told by their cells."""
    texts = [sentence_case(told.option_text(words, one, seat)) for one in hint.advice]
    return [
        sentence_case(spoken(words, one, seat) or text) if texts.count(text) > 1 else text
        for one, text in zip(hint.advice, texts, strict=True)
    ]


def spoken(words: Words, advice: Advice, seat: int) -> str:
    """Return the spoken name of the cell that an option marks; empty if it marks none."""
    cell, state = cell_of(seat, advice.step, advice.option), advice.step.position
    return printed.spoken_cell(words, state.rules.sheets_of(state.now, seat)[0], cell) if cell else ""


def advice_view(words: Words, hint: Hint, advice: Advice, seat: int, most: float, text: str) -> AdviceView:
    """Return one option with what it is worth."""
    worth = told.worth_text(words, hint.unit, advice.worth, advice.error)
    interval = told.interval_text(words, hint.unit, advice.error)
    both = hint.unit == Unit.CHANCE and advice.points is not None
    points = told.final_points_text(words, advice.points or 0.0, 100 * advice.error) if both else ""
    reason = sentence_case(", ".join(told.reasons(words, advice, seat)))
    mark = mark_of(words, hint, advice)
    spoken = [f"{worth} {interval}".strip(), points, mark, reason]
    return AdviceView(
        tap=advice.tap,
        text=text,
        worth=worth,
        interval=interval,
        points=points,
        share=share_of(hint.unit, advice.worth, most),
        best=mark in (words("hint.best"), words("hint.equal")),
        mark=mark,
        reason=reason,
        spoken=f"{text}: {', '.join(part for part in spoken if part)}",
    )


def mark_of(words: Words, hint: Hint, advice: Advice) -> str:
    """Say that an option is the best, as good, or perhaps as good; empty for others, and where there is no choice."""
    if len(hint.advice) == 1:
        return ""
    if advice is hint.advice[0]:
        return words("hint.best")
    if told.is_equal(hint.unit, advice):
        return words("hint.equal")
    return words("hint.close") if told.is_close(advice) else ""


def share_of(unit: Unit, worth: float, most: float) -> float:
    """Return how long a bar is: a chance as it is, points beside the most of all options."""
    if unit == Unit.CHANCE:
        return round(min(worth, 1.0), 3)
    return round(max(worth, 0.0) / most, 3) if most else 0.0
