"""Positions and events in words, for every screen: what is asked, what an option does, why something is refused."""

from __future__ import annotations

from cinquina.core import Event, IllegalMove, IllegalSetup, Position, Roll, dice_to_throw, is_lot
from cinquina.core.record import BadRecord
from cinquina.locales import Words
from cinquina.sheets import load, palette


def game_name(words: Words, game: str) -> str:
    """A game's name as printed on its box."""
    return words(f"game.{game}")


def colour_name(words: Words, colour: str) -> str:
    """A colour in words."""
    return words(f"colour.{colour}")


def cell_name(words: Words, sheet: str, cell_id: str) -> str:
    """A cell in words: red 5."""
    printed = load(sheet)
    cell = printed.cell(cell_id)
    return words.first(
        f"cell.{printed.game}.{cell.kind}",
        "cell",
        id=cell_id,
        number=cell.number,
        colour=colour_name(words, cell.colour) if cell.colour else "",
    )


def shown(words: Words, position: Position, seat: int, details: dict[str, int | str]) -> dict[str, int | str]:
    """The details of a sentence with cells and colours in words."""
    told = dict(details)
    if "cell" in told:
        told["cell"] = cell_name(words, position.rules.sheets_of(position.now, seat)[0], str(told["cell"]))
    if "colour" in told:
        told["colour"] = colour_name(words, str(told["colour"]))
    if "colours" in told:
        told["colours"] = ", ".join(colour_name(words, colour) for colour in str(told["colours"]).split())
    return told


def question(words: Words, position: Position, seat: int) -> str:
    """What is asked of a waiting seat, in one sentence."""
    key, details = position.rules.question(position.now, seat)
    return words(f"question.{position.rules.NAME}.{key}", **shown(words, position, seat, details))


def option(words: Words, position: Position, seat: int, number: int) -> str:
    """What an option does."""
    key, details = position.rules.describe(position.now, seat, number)
    return words(f"option.{position.rules.NAME}.{key}", **shown(words, position, seat, details))


def refusal(words: Words, position: Position | None, wrong: IllegalMove | IllegalSetup | BadRecord) -> str:
    """The rule that something broke, in one sentence."""
    game = position.rules.NAME if position else ""
    return words.first(f"refusal.{game}.{wrong.reason}", f"refusal.{wrong.reason}", **wrong.details)


def ending(words: Words, position: Position, key: str) -> str:
    """Why a game is over."""
    return words(f"ending.{position.rules.NAME}.{key}", length=dict(position.options).get("length", ""))


def die_name(words: Words, position: Position, die: str) -> str:
    """A die in words: its colour where that tells it apart, else its number among the dice."""
    dice = load(position.rules.sheets_of(position.now, 0)[0]).dice
    colours = [each.colour for each in dice]
    place = [each.id for each in dice].index(die)
    if colours.count(colours[place]) == 1:
        return colour_name(words, colours[place])
    nth = colours[: place + 1].count(colours[place])
    return words("die.of-colour" if len(set(colours)) > 1 else "die", n=nth, colour=colour_name(words, colours[place]))


def face_name(words: Words, position: Position, die: str, face: int) -> str:
    """What a die shows: its number, and the colour beside it where the die has colours."""
    dice = {each.id: each for each in load(position.rules.sheets_of(position.now, 0)[0]).dice}
    faces = dice[die].faces
    return f"{colour_name(words, faces[face - 1])} {face}" if faces else str(face)


def roll(words: Words, position: Position, names: tuple[str, ...], faces: tuple[int, ...]) -> str:
    """A throw that is about to land, in words; `position` is the one before it."""
    if is_lot(position):
        return words("said.begins", name=names[faces[0] - 1])
    thrown = [
        f"{die_name(words, position, die)} {face_name(words, position, die, face)}"
        for die, face in zip(dice_to_throw(position), faces, strict=True)
    ]
    return words("said.roll", name=names[position.active], dice=", ".join(thrown))


def event(words: Words, position: Position, names: tuple[str, ...], happening: Event) -> str:
    """An event in words; `position` is the one before it."""
    if isinstance(happening, Roll):
        return roll(words, position, names, happening.faces)
    return words(
        "said.choice",
        name=names[happening.seat],
        option=option(words, position, happening.seat, happening.option),
    )


def legend(words: Words, sheet: str) -> str:
    """The letters and symbols of the colours on a sheet."""
    printed = load(sheet)
    used = dict.fromkeys(cell.colour for cell in printed.cells if cell.colour)
    return " · ".join(f"{palette()[name].letter} {palette()[name].symbol} {colour_name(words, name)}" for name in used)


def forced_marks(words: Words, before: Position, now: Position, seat: int, chosen: set[str]) -> str:
    """What the rules have written on a seat's sheets since a position, beside the cells it chose itself."""
    rules = now.rules
    old = dict(zip(rules.sheets_of(before.now, seat), rules.marks(before.now, seat), strict=True))
    told = [
        cell_name(words, sheet, cell_id)
        for sheet, marks in zip(rules.sheets_of(now.now, seat), rules.marks(now.now, seat), strict=True)
        for cell_id, mark in marks.items()
        if old.get(sheet, {}).get(cell_id) != mark and cell_id not in chosen
    ]
    return ", ".join(told)
