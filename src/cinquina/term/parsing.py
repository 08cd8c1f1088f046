"""Parses what people type, more tolerantly than a record: any case, any order of dice, words of their language.

A move may be typed as in a record (`g9`), with the letter or the name of a colour in the player's language (`v9`,
`9 verde`, `verde 9`), or with a translated word (`passa`).
"""

from __future__ import annotations

import re
from itertools import permutations

from cinquina.core import IllegalMove, Position, bits, legal_options
from cinquina.core.spelling import parse_option
from cinquina.games import GAMES
from cinquina.locales import Words
from cinquina.sheets import load, palette
from cinquina.table.printed import FEMININE, colour_letter, colour_name, number_of, typed_cell

CONFIRMED = "!"
"""Typed after a move, it skips the confirmation."""
ENGLISH_COLOURS = re.compile("|".join(palette()))


def option_typed(words: Words, position: Position, seat: int, typed: str) -> int:
    """Return the option a person typed, legal or not, or raise IllegalMove; a spelling as in a record comes first."""
    text = "".join(typed.lower().split())
    try:
        return parse_option(position, seat, text)
    except IllegalMove as wrong:
        legal = legal_options(position, seat)
        rest = [option for option in range(position.rules.CHOICES) if not bits.has(legal, option)]
        for option in [*bits.members(legal), *rest]:
            if in_order(text) in map(in_order, spellings(words, position, seat, option)):
                return option
        raise wrong


def moves_typed(words: Words, line: str) -> list[str]:
    """Split a line into moves; a number and the name of a colour beside it are one move, and so are dice with plus."""
    names = {name for colour in palette() for name in colour_names(words, colour)}
    moves: list[str] = []
    for part in re.sub(r"\s*\+\s*", "+", line).split():
        if moves and is_pair(names, moves[-1], part):
            moves[-1] += part
        else:
            moves.append(part)
    return moves


def is_pair(names: set[str], one: str, other: str) -> bool:
    """Whether two words are a number and the name of a colour, in either order."""
    first, second = one.lower(), other.removesuffix(CONFIRMED).lower()
    return (first.isdecimal() and second in names) or (first in names and second.isdecimal())


def shown_spelling(words: Words, position: Position, seat: int, option: int) -> str:
    """Return how an option is typed in the player's language."""
    spelled, sheet = position.rules.spell(position.now, seat, option), sheet_of(position, seat)
    cell = position.rules.cell(position.now, seat, option)
    if cell and cell == spelled:
        return typed_cell(words, sheet, cell)
    colours = colours_of(position, seat, option)
    if colours:
        return "".join(colour_letter(words, sheet, colour) for colour in colours)
    return translated(words, spelled)


def spellings(words: Words, position: Position, seat: int, option: int) -> list[str]:
    """Return the ways to type an option beside the one in a record."""
    rules, state, sheet = position.rules, position.now, sheet_of(position, seat)
    spelled, cell = rules.spell(state, seat, option), rules.cell(state, seat, option)
    ways = [spelled, shown_spelling(words, position, seat, option), translated(words, spelled)]
    colour = load(sheet).cell(cell).colour if cell and cell == spelled else ""
    if colour:
        ways += [way for name in colour_names(words, colour) for way in both(name, number_of(sheet, cell))]
    one = re.fullmatch(rf"({ENGLISH_COLOURS.pattern})(\d)", spelled)
    if one:
        ways += [way for name in colour_names(words, one[1]) for way in both(name, one[2])]
    return ways + ways_of_dice(words, sheet, colours_of(position, seat, option))


def ways_of_dice(words: Words, sheet: str, colours: list[str]) -> list[str]:
    """Return the ways to type dice by their colours: letters in any order, or names with plus signs."""
    if not colours:
        return []
    letters = [[colour_letter(words, sheet, colour) for colour in colours], [palette()[one].letter for one in colours]]
    orders = ["".join(order) for own in letters for order in permutations(own)]
    return [*orders, "+".join(colours), "+".join(colour_name(words, colour) for colour in colours)]


def both(name: str, number: str) -> tuple[str, str]:
    """Return a name and a number in either order."""
    return name + number, number + name


def sheet_of(position: Position, seat: int) -> str:
    """Return the sheet in use."""
    sheet: str = position.rules.sheets_of(position.now, seat)[0]
    return sheet


def colours_of(position: Position, seat: int, option: int) -> list[str]:
    """Return the colours of the dice that an option is about, if it names them by colour alone."""
    return str(position.rules.describe(position.now, seat, option)[1].get("colours", "")).split()


def colour_names(words: Words, colour: str) -> tuple[str, ...]:
    """Return the names of a colour: the English one, and those of the player's language."""
    return colour, colour_name(words, colour), colour_name(words, colour, FEMININE)


def translated(words: Words, spelled: str) -> str:
    """Translate the word in a spelling, if it has one, and the names of colours."""
    word, dash, rest = spelled.partition("-")
    known = words.first(f"typed.{word}", word).removeprefix("typed.") + dash + rest
    return ENGLISH_COLOURS.sub(lambda found: colour_name(words, found[0]), known)


def in_order(text: str) -> tuple[str, list[str]]:
    """Normalise the order of summands."""
    head, dash, rest = text.rpartition("-")
    return head + dash, sorted(rest.split("+"))


def game_typed(words: Words, typed: str) -> str:
    """Return the game with a typed name or title; empty when there is none."""
    wanted = typed.strip().lower()
    for name in GAMES:
        if wanted in (name, words(f"game.{name}").lower(), name.replace("-", " "), name.replace("-", "")):
            return name
    return ""
