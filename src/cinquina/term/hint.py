"""`cinquina hint`: what every option is worth where a record stands."""

from __future__ import annotations

import json

from cinquina.coach import hints
from cinquina.core import CHOICE, seen_by
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.errors import Failed
from cinquina.table.words import seat_names
from cinquina.term.hints import hints_data, hints_text, prepare_with_bar
from cinquina.term.records import read_game_at


def hint_file(words: Words, source: str, to: int | None, *, as_json: bool) -> int:
    """Hints for everybody who is asked where a record stands; the exit code."""
    game = read_game_at(words, source, to)
    position = game.position
    if position.phase != CHOICE:
        raise Failed(words("hint.nobody-asked"), code=2)
    prepare_with_bar(words, position)
    names = seat_names(game.names)
    asked = []
    for seat in position.waiting:
        found = hints(position, seat)
        if as_json:
            asked.append({"seat": seat, "name": names[seat], "options": hints_data(words, position, seat, found)})
        else:
            print(f"{names[seat]}: {telling.question(words, seen_by(position, seat).position, seat)}")
            print(hints_text(words, position, seat, found))
    if as_json:
        print(json.dumps({"game": position.rules.NAME, "asked": asked}, ensure_ascii=False, indent=2))
    return 0
