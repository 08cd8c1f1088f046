"""A hint as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from cinquina.coach import Unit
from cinquina.locales import Words
from cinquina.table import hint_words as told
from cinquina.table.hinting import Advice, Hint, cell_of
from cinquina.web.question import sentence_case
from cinquina.web.question_protocol import AdviceView, HintView

WORD_JOINER = "\N{WORD JOINER}"


def hint_view(words: Words, hint: Hint, seat: int) -> HintView:
    """Return a hint in words; whoever sends it adds for which window it is."""
    most = max(abs(advice.worth) for advice in hint.advice)
    texts = [sentence_case(told.option_text(words, one, seat)) for one in hint.advice]
    cells = [cell_of(seat, one.step, one.option) for one in hint.advice]
    named = zip(hint.advice, texts, letters_of(texts, cells), strict=True)
    advice = [advice_view(words, hint, one, seat, most, (text, letter)) for one, text, letter in named]
    unit, source = (words(f"hint.{key}", n=hint.games) for key in (f"unit.{hint.unit}", f"source.{hint.source}"))
    return HintView(seat, 0, list(hint.taps), advice, unit.rstrip("."), source, coming=False)


def letters_of(texts: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Return letters for the options that mark a cell and read like another, which tell them apart on the sheet."""
    alike = [bool(cell) and texts.count(text) > 1 for text, cell in zip(texts, cells, strict=True)]
    letters = iter(ascii_uppercase)
    return [next(letters, "") if is_alike else "" for is_alike in alike]


def advice_view(words: Words, hint: Hint, advice: Advice, seat: int, most: float, named: tuple[str, str]) -> AdviceView:
    """Return one option with what it is worth, named by its text and its letter."""
    text, letter = named
    worth = told.worth_text(words, hint.unit, advice.worth, advice.error)
    interval = told.interval_text(words, hint.unit, advice.error)
    both = hint.unit == Unit.CHANCE and advice.points is not None
    points = told.final_points_text(words, advice.points or 0.0) if both else ""
    reason = sentence_case(", ".join(told.reasons(words, advice, seat)))
    mark = mark_of(words, hint, advice)
    spoken = [f"{worth} {interval}".strip(), points, mark, reason]
    return AdviceView(
        tap=advice.tap,
        text=text,
        letter=letter,
        worth=worth,
        interval=interval,
        points=points,
        share=share_of(hint.unit, advice.worth, most),
        best=mark != "",
        mark=mark,
        reason=unbroken(reason),
        spoken=f"{text} {letter}".strip() + f": {', '.join(part for part in spoken if part)}",
    )


def mark_of(words: Words, hint: Hint, advice: Advice) -> str:
    """Say that an option is the best or as good; empty for others, and where there is no choice."""
    if len(hint.advice) == 1:
        return ""
    if advice is hint.advice[0]:
        return words("hint.best")
    return words("hint.equal") if told.is_equal(hint, advice) else ""


def unbroken(text: str) -> str:
    """Return a text in which no line ends within a range of cells: red 5–8."""
    return text.replace("–", f"{WORD_JOINER}–{WORD_JOINER}")


def share_of(unit: Unit, worth: float, most: float) -> float:
    """Return how long a bar is: a chance as it is, points beside the most of all options."""
    if unit == Unit.CHANCE:
        return round(min(worth, 1.0), 3)
    return round(max(worth, 0.0) / most, 3) if most else 0.0
