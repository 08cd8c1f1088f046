"""Words for positions and events, for every screen: questions, options, refusals, results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from cinquina.bots.levels import LEVELS
from cinquina.core import Event, Position, Refusal, Roll, Rules, dice_to_throw, faces_shown, is_lot, ranking
from cinquina.core import parts as points_of
from cinquina.core.record import BOT_PREFIX, BadRecord
from cinquina.locales import Words
from cinquina.sheets import Die, load
from cinquina.table.printed import FEMININE, cell_name, cells_of, colour_name, column_name, ordinal
from cinquina.table.reachable import TURN_OVER, Mark

KNOWN_OPTIONS = 1024
"""Sets of options of which it is known whether they change numbers."""
ELIDED = (1, 8, 11)
"""The numbers up to the highest sum of dice that begin with a vowel."""
DIGITS, LETTERS = "0123456789", "abcdefghijklmnopqrstuvwxyz"


def game_name(words: Words, game: str) -> str:
    """Return a game's name as printed on its box."""
    return words(f"game.{game}")


def seat_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Make equal names distinct: the second gets a 2."""
    places = [names[: seat + 1].count(name) for seat, name in enumerate(names)]
    return tuple(name if place == 1 else f"{name} {place}" for name, place in zip(names, places, strict=True))


def player_names(words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return distinct names for the players of a record: every bot has a name of its own, one of its level's."""
    shown: list[str] = []
    people = {name for name in names if not name.startswith(BOT_PREFIX)}
    for name in names:
        own = bot_names(words, name.removeprefix(BOT_PREFIX)) if name.startswith(BOT_PREFIX) else (name,)
        free = [other for other in own if other not in shown and other not in people]
        shown.append(free[0] if free else own[0])
    return seat_names(tuple(shown))


def bot_names(words: Words, bot: str) -> tuple[str, ...]:
    """Return the names that bots of a level have, the usual one first; a bot without a level has one."""
    return tuple(words(f"bot.{bot}").split()) if bot in LEVELS else (words("bot.other", name=bot),)


def titled_names(words: Words, names: tuple[str, ...]) -> list[str]:
    """Return the names of the players of a record, those of bots with their level."""
    levels = [name.removeprefix(BOT_PREFIX) if name.startswith(BOT_PREFIX) else "" for name in names]
    return [
        words("bot.title", name=name, level=words(f"level.{level}")) if level in LEVELS else name
        for name, level in zip(player_names(words, names), levels, strict=True)
    ]


def listed(words: Words, names: Sequence[str]) -> str:
    """Return names in a row: Ada, Bruno and Carla."""
    return words("listed", names=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def numbers_of(rules: Rules, options: Mapping[str, str]) -> dict[str, int]:
    """The single numbers of a game as they are set, by name, for sentences that mention them."""
    single = [name for name, numbers in rules.NUMBERS.items() if len(numbers.usual) == 1]
    return {name: int(options.get(name, rules.NUMBERS[name].default)) for name in single}


def ordinals_of(words: Words, position: Position) -> dict[str, str]:
    """The same as ordinals, masculine and feminine: `nth_failures`, `nth_failures_f`."""
    numbers = numbers_of(position.rules, dict(position.options))
    nth = {f"nth_{name}": ordinal(words, number) for name, number in numbers.items()}
    return nth | {f"nth_{name}_f": ordinal(words, number, FEMININE) for name, number in numbers.items()}


def are_changed(position: Position) -> bool:
    """Whether a game is played with changed numbers."""
    return have_changes(position.rules, position.options)


@lru_cache(maxsize=KNOWN_OPTIONS)
def have_changes(rules: Rules, options: tuple[tuple[str, str], ...]) -> bool:
    """Whether some options of a game change its numbers."""
    return any(name in rules.NUMBERS and value != rules.NUMBERS[name].default for name, value in options)


def in_words(words: Words, position: Position, seat: int, details: dict[str, int | str]) -> dict[str, int | str]:
    """Replace cells, colours and dice in the details of a sentence by words."""
    worded = dict(details)
    if "cell" in worded:
        sheet = position.rules.sheets_of(position.now, seat)[0]
        worded["cell"] = cell_name(words, sheet, str(worded["cell"]), changed=are_changed(position))
    if "colour" in worded:
        worded["colour"] = colour_name(words, str(worded["colour"]))
    for key in ("dice", "left"):
        if key in worded:
            worded[key] = dice_text(words, str(worded[key]))
    if "sum" in worded:
        worded["the_sum"] = the_number(words, int(worded["sum"]))
    if "price" in worded:
        worded["price"] = words(f"price.{position.rules.NAME}.{worded['price']}")
    if "faces" in worded:
        worded["faces"] = listed(words, str(worded["faces"]).split())
    if "column" in worded:
        worded["column"] = column_name(words, str(worded["column"]))
    if "colours" in worded:
        worded["colours"] = " + ".join(colour_name(words, colour) for colour in str(worded["colours"]).split())
    return worded


def the_number(words: Words, number: int) -> str:
    """Return a number with its article, which Italian shortens before a vowel: il 6, l'8."""
    return words("number.the-elided" if number in ELIDED else "number.the", n=number)


def dice_text(words: Words, spelled: str) -> str:
    """Word dice as a game spells them: `3+6red` becomes `3 + red 6`."""
    shown = []
    for part in spelled.split("+"):
        face, colour = part.rstrip(LETTERS), part.lstrip(DIGITS)
        shown.append(words("die.coloured", face=face, colour=colour_name(words, colour)) if colour else face)
    return " + ".join(shown)


def marks_text(words: Words, sheet: str, marks: Iterable[Mark], *, changed: bool = False) -> str:
    """Word marks in the order of the sheet: red 5, yellow 3: 12; a turned sheet comes last."""
    order, own = cells_of(sheet), f"pad.number.{load(sheet).game}"
    worded, numbered = [], list[str]()
    for cell, mark in sorted(marks, key=lambda one: order.index(one[0]) if one[0] else len(order)):
        if (cell, mark) == TURN_OVER:
            worded.append(words("pad.turned"))
        elif own in words and mark.isdecimal():
            worded.append(words(own, mark=mark))
            numbered.append(load(sheet).cell(cell).column)
        elif load(sheet).cell(cell).column not in numbered:  # a number that tells its own box as well
            name = cell_name(words, sheet, cell, changed=changed)
            worded.append(words("pad.number", cell=name, mark=mark) if mark.isdecimal() else name)
    return ", ".join(worded)


def question(words: Words, position: Position, seat: int) -> str:
    """Return the question to a waiting seat."""
    key, details = position.question(seat)
    return words(f"question.{position.rules.NAME}.{key}", **in_words(words, position, seat, details))


def question_beside_dice(words: Words, position: Position, seat: int) -> str:
    """Return the question to a waiting seat for a screen that shows the dice, those used apart from the others.

    The detail `when` names a case that has a sentence of its own.
    """
    return words.first(*keys_beside_dice(position, seat), **in_words(words, position, seat, position.question(seat)[1]))


def question_alone(words: Words, position: Position, seat: int) -> str:
    """Return the question to a seat that is asked nothing after it, for a screen that shows the dice."""
    key, details = position.question(seat)
    keys = (f"alone.{position.rules.NAME}.{key}", *keys_beside_dice(position, seat))
    return words.first(*keys, **in_words(words, position, seat, details))


def keys_beside_dice(position: Position, seat: int) -> tuple[str, ...]:
    """Return the keys of the question to a waiting seat, the one to prefer first."""
    key, details = position.question(seat)
    asked = f"asked.{position.rules.NAME}.{key}"
    return (f"{asked}.{details.get('when')}", asked, f"question.{position.rules.NAME}.{key}")


class OptionWords(NamedTuple):
    """What an option would do: its kind, as a part of keys, and in words; in few words where the game has them."""

    kind: str
    text: str
    brief: str


def option_words(words: Words, position: Position, seat: int, number: int) -> OptionWords:
    """Return what an option would do."""
    kind, details = position.rules.describe(position.now, seat, number)
    worded = in_words(words, position, seat, details)
    text, brief = f"option.{position.rules.NAME}.{kind}", f"brief.{position.rules.NAME}.{kind}"
    return OptionWords(kind, words(text, **worded), words(brief, **worded) if brief in words else "")


def option(words: Words, position: Position, seat: int, number: int) -> str:
    """Return what an option would do, in words."""
    return option_words(words, position, seat, number).text


def named_option(words: Words, position: Position, seat: int, number: int) -> str:
    """Return an option as a part of a sentence, such as "passing" in "passing was better"."""
    key, details = position.rules.describe(position.now, seat, number)
    keys = (f"named.{position.rules.NAME}.{key}", f"option.{position.rules.NAME}.{key}")
    return words.first(*keys, **in_words(words, position, seat, details))


def said_choice(words: Words, position: Position, seat: int, number: int, name: str, forced: Sequence[str] = ()) -> str:
    """Say what a named player did by choosing an option, and what followed; `position` is the one before it."""
    key, details = position.rules.describe(position.now, seat, number)
    game, worded = position.rules.NAME, in_words(words, position, seat, details)
    if f"did.{game}.{key}" not in words:
        return words("said.choice", name=name, option=", ".join([words(f"option.{game}.{key}", **worded), *forced]))
    did = words(f"did.{game}.{key}", **worded)
    return words("said.did-so" if forced else "said.did", name=name, did=did, forced=", ".join(forced))


def said_to_you(words: Words, position: Position, seat: int, number: int, forced: Sequence[str] = ()) -> str:
    """The same, said to the player who did it."""
    key, details = position.rules.describe(position.now, seat, number)
    did = f"yours.{position.rules.NAME}.{key}"
    if did not in words:
        return said_choice(words, position, seat, number, words("web.log.you"), forced)
    worded = words(did, **in_words(words, position, seat, details))
    return words("said.you-did-so" if forced else "said.you-did", did=worded, forced=", ".join(forced))


def deed(words: Words, position: Position, seat: int, number: int) -> str:
    """Return what a seat did, in words that suit any person: after its name or after "you"."""
    rules, asked = position.rules, position.question(seat)[1]
    key, details = rules.describe(position.now, seat, number)
    worded = in_words(words, position, seat, {**asked, **details})
    return words.first(f"log.{rules.NAME}.{key}", f"option.{rules.NAME}.{key}", **worded)


def forced_steps(words: Words, before: Position, now: Position, seat: int, option: int) -> list[str]:
    """Return what the rules did for a seat by themselves, after its option or (-1) after a throw, as deeds."""
    rules = now.rules
    steps = rules.forced_steps(before.now, now.now, seat, option)
    return [words(f"log.{rules.NAME}.{key}", **in_words(words, now, seat, details)) for key, details in steps]


def turned(words: Words, before: Position, now: Position, seat: int, told: str) -> str:
    """Return how a seat came to its next sheet, as it is `told`: by the log, or by the table to the seat."""
    rules = now.rules
    key, details = rules.turned(before.now, now.now, seat)
    return words(f"turned.{told}.{rules.NAME}.{key}", **details, **ordinals_of(words, now))


def refusal(words: Words, position: Position | None, wrong: Refusal | BadRecord) -> str:
    """Return why something is refused."""
    game = position.rules.NAME if position else ""
    keys = (f"refusal.{game}.{wrong.reason}", f"lesson.{game}.{wrong.reason}", f"refusal.{wrong.reason}")
    return words.first(*keys, **wrong.details)


def ending(words: Words, position: Position, names: tuple[str, ...], key: str) -> str:
    """Return why a game is over, and who won."""
    first = [names[seat] for standing in ranking(position) if standing.place == 1 for seat in standing.seats]
    return reason_to_end(words, position.rules, dict(position.options), key, " + ".join(first))


def reason_to_end(words: Words, rules: Rules, options: Mapping[str, str], key: str, names: str) -> str:
    """Return why games with these options end, for the named players."""
    return words(f"ending.{rules.NAME}.{key}", names=names, **numbers_of(rules, options))


def guide(words: Words, position: Position, key: str) -> str:
    """Return advice for beginners about a question or about throwing; empty when there is none."""
    sentence = f"guide.{position.rules.NAME}.{key}"
    return words(sentence, **numbers_of(position.rules, dict(position.options))) if sentence in words else ""


def part_name(words: Words, rules: Rules, part: str) -> str:
    """Return the name of a part of a score."""
    return words(f"part.{rules.NAME}.{part}")


def parts(words: Words, position: Position, seat: int) -> list[tuple[str, int]]:
    """Return the parts of a seat's score with their points."""
    names = [part_name(words, position.rules, part) for part in position.rules.part_names(position.now)]
    return list(zip(names, points_of(position, seat), strict=True))


def dice_of(position: Position) -> tuple[Die, ...]:
    """Return the dice of a game, in the order of a throw."""
    return load(position.rules.sheets_of(position.now, 0)[0]).dice


def die_name(words: Words, position: Position, die_id: str) -> str:
    """Return the name of a die: its colour where dice have different ones, else its number."""
    dice = dice_of(position)
    place = [die.id for die in dice].index(die_id)
    several = len({die.colour for die in dice}) > 1
    return colour_name(words, dice[place].colour) if several else words("die", n=place + 1)


def faces_text(words: Words, position: Position, faces: dict[str, int]) -> str:
    """Word what dice show: `white 2, red 4`; `green 6, yellow 2` where faces have colours; `3 and 4` for plain dice."""
    told = each_face(words, position, faces)
    plain = all(one.isdecimal() for one in told)
    return listed(words, told) if plain else ", ".join(told)


def each_face(words: Words, position: Position, faces: dict[str, int]) -> list[str]:
    """Word what each die shows."""
    dice = [die for die in dice_of(position) if faces.get(die.id)]
    if any(die.faces for die in dice):
        return [f"{colour_name(words, die.faces[faces[die.id] - 1])} {faces[die.id]}" for die in dice]
    if len({die.colour for die in dice_of(position)}) > 1:
        return [f"{colour_name(words, die.colour)} {faces[die.id]}" for die in dice]
    return [str(faces[die.id]) for die in dice]


def dice_on_table(words: Words, position: Position) -> str:
    """Word the dice on the table; empty when there are none."""
    faces = dict(zip(position.rules.DICE, faces_shown(position), strict=True))
    return faces_text(words, position, faces)


def event(words: Words, position: Position, names: tuple[str, ...], happening: Event) -> str:
    """Word an event; `position` is the one before it."""
    if not isinstance(happening, Roll):
        return said_choice(words, position, happening.seat, happening.option, names[happening.seat])
    if is_lot(position):
        return words("said.begins", name=names[happening.faces[0] - 1])
    thrown = dict(zip(dice_to_throw(position), happening.faces, strict=True))
    return words("said.roll", name=names[position.active], dice=faces_text(words, position, thrown))


Cells = dict[str, tuple[str, ...]]
"""By sheet: some of its cells."""


def rewritten(before: Position, now: Position, seat: int) -> Cells:
    """Return the cells of a seat's sheets whose marks have changed since a position."""
    rules = now.rules
    old = dict(zip(rules.sheets_of(before.now, seat), before.marks(seat), strict=True))
    found = {}
    for sheet, marks in zip(rules.sheets_of(now.now, seat), now.marks(seat), strict=True):
        earlier = old.get(sheet, {})
        if marks != earlier:
            found[sheet] = tuple(cell for cell in {**marks, **earlier} if earlier.get(cell) != marks.get(cell))
    return found


class ForcedKeys(NamedTuple):
    """The keys of what the rules did: written on a sheet, written on a shared board, taken off."""

    sheet: str
    board: str
    off: str


FORCED = ForcedKeys("said.forced", "said.forced-board", "said.forced-off")


def forced(words: Words, now: Position, seat: int, cells: Cells, keys: ForcedKeys, name: str = "") -> list[str]:
    """Word what the rules did to cells of a seat's sheets."""
    rules, changed = now.rules, are_changed(now)
    marked = dict(zip(rules.sheets_of(now.now, seat), now.marks(seat), strict=True))
    written: list[str] = []
    taken: list[str] = []
    for sheet, several in cells.items():
        for cell in several:
            named = cell_name(words, sheet, cell, changed=changed)
            (written if cell in marked[sheet] else taken).append(named)
    sentences = {keys.board if rules.SHARED_BOARD else keys.sheet: written, keys.off: taken}
    return [words(sentence, name=name, cells=", ".join(names)) for sentence, names in sentences.items() if names]


def without(cells: Cells, left_out: Collection[str]) -> Cells:
    """Leave some cells out."""
    rest = {sheet: tuple(cell for cell in several if cell not in left_out) for sheet, several in cells.items()}
    return {sheet: several for sheet, several in rest.items() if several}


def side_legend(words: Words, position: Position, names: tuple[str, ...]) -> str:
    """Say which chips belong to whom on a shared board; empty where everybody has a sheet."""
    rules = position.rules
    sides: dict[str, list[str]] = {}
    for seat, name in enumerate(names if rules.SHARED_BOARD else ()):
        sides.setdefault(rules.SIDE_COLOURS[rules.side(position.now, seat)], []).append(name)
    return ", ".join(
        f"{colour[0].upper()} ({colour_name(words, colour)}) {' + '.join(owners)}" for colour, owners in sides.items()
    )
