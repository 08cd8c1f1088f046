"""A hint as a page shows it."""

from __future__ import annotations

from cinquina.coach import Unit
from cinquina.locales import Words
from cinquina.table import hint_words as told
from cinquina.table.hinting import Advice, Hint
from cinquina.web.protocol import AdviceView, HintView
from cinquina.web.question import sentence_case


def hint_view(words: Words, hint: Hint, seat: int) -> HintView:
    """Return a hint in words; whoever sends it adds for which window it is."""
    most = max(abs(advice.worth) for advice in hint.advice)
    advice = [advice_view(words, hint, one, seat, most) for one in hint.advice]
    return HintView(seat, 0, list(hint.taps), advice, told.source_text(words, hint), coming=False)


def advice_view(words: Words, hint: Hint, advice: Advice, seat: int, most: float) -> AdviceView:
    """Return one option with what it is worth."""
    text = sentence_case(told.option_text(words, advice, seat))
    worth = told.worth_text(words, hint.unit, advice.worth, advice.error)
    interval = told.interval_text(words, hint.unit, advice.error)
    both = hint.unit == Unit.CHANCE and advice.points is not None
    points = told.points_text(words, advice.points or 0.0, 100 * advice.error) if both else ""
    reason = sentence_case(", ".join(told.reasons(words, advice, seat)))
    is_best = advice is hint.advice[0] and len(hint.advice) > 1
    mark = words("hint.best") if is_best else words("hint.close") if told.is_close(advice) else ""
    spoken = [f"{worth} {interval}".strip(), points, mark, reason]
    return AdviceView(
        tap=advice.tap,
        text=text,
        worth=worth,
        interval=interval,
        points=points,
        share=share_of(hint.unit, advice.worth, most),
        best=is_best,
        mark=mark,
        reason=reason,
        spoken=f"{text}: {', '.join(part for part in spoken if part)}",
    )


def share_of(unit: Unit, worth: float, most: float) -> float:
    """Return how long a bar is: a chance as it is, points beside the most of all options."""
    if unit == Unit.CHANCE:
        return round(min(worth, 1.0), 3)
    return round(max(worth, 0.0) / most, 3) if most else 0.0
