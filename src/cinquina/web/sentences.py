"""The sentences of a table with dice: what the viewer is asked or waits for, what is new, what became of a draft."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from msgspec.structs import replace

from cinquina.core import CHOICE, OVER, ROLL, Position, Roll, bits, dice_to_throw, is_lot, ranking
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.correction import newest_throw
from cinquina.table.dice_table import DiceTable
from cinquina.table.drafting import Drafting
from cinquina.table.happenings import REAL
from cinquina.web.board import winning_line
from cinquina.web.ending import Result, parts_by_key, sentence
from cinquina.web.log import Log, newest_text
from cinquina.web.protocol import LogTurn
from cinquina.web.question import added_steps, last_step, sentence_case, told_end
from cinquina.web.question_protocol import Question
from cinquina.web.seats import Viewpoint, may_throw, only, throws_for_bot

THROWS = {
    "other": ("table.throws", "table.throws-off"),
    "entered": ("table.enter-dice", "table.enter-dice-off"),
    "entered-own": ("table.enter-own", "table.enter-own-off"),
    "entered-named": ("table.enter-named", "table.enter-named-off"),
    "entered-for": ("table.enter-for", "table.enter-for-off"),
    "own": ("table.your-throw", "table.your-throw-off"),
    "only": ("table.your-turn", "table.your-turn-off"),
}
"""By who throws: the sentence in the game, and in a throw-off for the start."""
ENTERED_AGAIN = {"entered-own": "table.enter-again", "entered-named": "table.enter-again-named"}
"""By who throws some real dice again: the sentence."""


BOTH = 2


class Sight(NamedTuple):
    """A viewer of a running game, and what is asked of them."""

    words: Words
    who: Viewpoint
    names: tuple[str, ...]
    position: Position
    """With the secret answers of everybody."""
    shown: Position
    """As the viewer may see it."""
    seat: int
    """The viewer's seat that has to act; -1 when there is none."""
    taps: tuple[int, ...]
    """What is pencilled for that seat."""
    absent: tuple[int, ...] = ()
    """The seats of people for whom the viewer has to wait and who are away."""

    @property
    def mine(self) -> tuple[int, ...]:
        """The viewer's seats."""
        return self.who.mine


def table_sentence(table: DiceTable, log: Log, sight: Sight) -> str:
    """Return what the table is waiting for, or how the game ended."""
    words, position = sight.words, sight.position
    if position.phase == OVER:
        return sentence(words, result_of(position), sight.names, only(sight.mine))
    if table.ended:
        return words("table.ended-you" if sight.who.host else "table.ended")
    if sight.mine and all(position.rules.is_out(position.now, own) for own in sight.mine):
        rest = [name for other, name in enumerate(sight.names) if not position.rules.is_out(position.now, other)]
        return words("table.finished", n=len(rest), names=telling.listed(words, rest))
    if sight.absent:
        return absence(table, sight)
    if position.phase == ROLL:
        return throw_sentence(table, log, sight)
    waited = [sight.names[other] for other in position.waiting]
    own = f"waiting.{position.rules.NAME}.{sight.shown.question(position.waiting[0])[0]}"
    return words.first(own, "table.waiting", n=len(waited), names=telling.listed(words, waited))


def absence(table: DiceTable, sight: Sight) -> str:
    """Return who is away while the game waits for them, and for whom else it waits."""
    away = [sight.names[seat] for seat in sight.absent]
    others = [sight.names[seat] for seat in table.waited_for() if seat not in sight.absent]
    if not others:
        return sight.words("table.away", n=len(away), names=telling.listed(sight.words, away))
    waiting = sight.words("table.waiting", n=len(others), names=telling.listed(sight.words, others))
    return f"{waiting} {sight.words('table.away-too', n=len(away), names=telling.listed(sight.words, away))}"


def throw_sentence(table: DiceTable, log: Log, sight: Sight) -> str:
    """Return who has to throw: the viewer's seat, named unless it is their only one, or somebody else."""
    if is_lot(sight.position):
        return sight.words("table.lot")
    again = goes_on(log, sight)
    if again:
        return again
    who, again_same = who_throws(table, sight), log.is_thrown_again()
    if again_same and who in ENTERED_AGAIN and are_alike(sight.position):
        return sight.words(ENTERED_AGAIN[who], **dice_again(sight), name=sight.names[sight.position.active])
    of_game, for_start = THROWS[who]
    key = for_start if decides_start(sight.position) else of_game
    key = "table.throws-again" if again_same and who == "other" else key
    return sight.words(key, name=sight.names[max(sight.position.active, 0)])


def are_alike(position: Position) -> bool:
    """Whether dice have no colours to name them by, only their places."""
    return len({die.colour for die in telling.dice_of(position)}) == 1


def dice_again(sight: Sight) -> dict[str, int | str]:
    """Return the dice to throw again, by their places among all, and how many they are."""
    wanted = dice_to_throw(sight.position)
    places = [str(place) for place, die in enumerate(sight.position.rules.DICE, start=1) if die in wanted]
    return {"n": len(places), "dice": telling.listed(sight.words, places)}


def who_throws(table: DiceTable, sight: Sight) -> str:
    """Return who throws, as a key of THROWS: somebody else, or the viewer, who may have to enter real dice."""
    if not may_throw(table, sight.mine):
        return "other"
    alone = len(sight.mine) == 1
    if table.settings.dice != REAL:
        return "only" if alone else "own"
    if throws_for_bot(table):
        return "entered-for"
    own = "entered-own" if alone else "entered-named"
    return own if sight.seat == sight.position.active else "entered"


def goes_on(log: Log, sight: Sight) -> str:
    """Return that whoever threw last goes on after this throw, if that is so and the game has words for it."""
    position, thrown = sight.position, log.last_throw()
    key = f"again.{position.rules.NAME}{'-you' if only(sight.mine) == position.active else ''}"
    if thrown is None or thrown.before.active != position.active or key not in sight.words:
        return ""
    assert isinstance(thrown.event, Roll)
    return sight.words(key, name=sight.names[position.active], sum=sum(thrown.event.faces))


def remark(log: Log, sight: Sight) -> str:
    """Return what stands beside the question as long as it is asked: corrected dice, a new sheet, what is at risk."""
    words, position = sight.words, sight.position
    if position.phase == OVER:
        return ""
    is_asked = position.phase == CHOICE and sight.seat >= 0  # then the rule for this throw stands here
    told = log.told_correction(words, only(sight.mine))
    told = told or ("" if is_asked else sentence_case(log.turned(words, only(sight.mine))))
    if told or position.phase != CHOICE:
        return told
    return unplaced(sight) if sight.seat < 0 else beside(sight)


def around(log: Log, sight: Sight, turns: list[LogTurn]) -> str:
    """Return the line beside the question where there is no remark: who is still choosing, the newest public event."""
    words, position, names = sight.words, sight.position, sight.names
    if position.phase == CHOICE and sight.seat < 0:
        if any(bits.has(position.opened.waiting, own) for own in sight.mine):
            return words("table.you-have-chosen")
    elif position.phase == CHOICE:
        others = [names[other] for other in position.waiting if other != sight.seat]
        if others:
            return words("table.also-choosing", n=len(others), names=telling.listed(words, others))
    if log.is_thrown_again() and turns:  # a correction is of no use any more
        deeds = [deed for deed in turns[-1].deeds if not (deed.whole and deed.kind == "nothing")]
        turns = [*turns[:-1], replace(turns[-1], deeds=deeds)]
    if sight.seat < 0 and turns and not turns[-1].deeds:
        return ""
    if position.phase == CHOICE and turns:  # what the dice on the table left no choice about is told at the end
        turns = [replace(turns[-1], deeds=[deed for deed in turns[-1].deeds if not deed.forced])]
    return newest_text(words, turns, names, only(sight.mine))


def unplaced(sight: Sight) -> str:
    """Return that the dice on the table are of no use to a viewer who is not asked, if the game has words for it."""
    seat, shown = only(sight.mine), sight.shown
    if seat < 0 or bits.has(shown.opened.waiting, seat):
        return ""
    asks, details = shown.question(seat)
    return telling_of(sight, f"unasked.{shown.rules.NAME}.{asks}{'-own' if seat == shown.active else ''}", details)


def beside(sight: Sight) -> str:
    """Return what a question has to be weighed against, if the game has words for it."""
    shown = sight.shown
    if sight.seat not in shown.waiting:
        return ""
    asks, details = shown.question(sight.seat)
    return telling_of(sight, f"beside.{shown.rules.NAME}.{asks}", details)


def telling_of(sight: Sight, key: str, details: dict[str, int | str]) -> str:
    """Return a text that not every game has, with the numbers of the game; else nothing."""
    if key not in sight.words:
        return ""
    numbers = telling.numbers_of(sight.shown.rules, dict(sight.shown.options))
    return sight.words(key, **(numbers | details))


def notice(table: DiceTable, dropped: Collection[int], sight: Sight) -> str:
    """Return what became of a draft that was not inked as it was made."""
    if sight.seat in table.outdated and sight.position.phase == CHOICE:
        return sight.words("draft.outdated")
    if table.outdated.intersection(sight.mine) and sight.position.phase == ROLL:
        return sight.words("draft.lost")
    if sight.seat not in dropped:
        return ""
    line = newest_throw(table)
    return sight.words("draft.corrected" if line and line.correction else "draft.dropped")


def throw_guide(log: Log, sight: Sight) -> str:
    """Return advice for beginners about a throw of the viewer's seat, other than one of some dice again; a lot is
    thrown for everybody by the program."""
    if log.is_thrown_again():
        return ""
    if sight.position.phase != ROLL or is_lot(sight.position) or sight.seat != sight.position.active:
        return ""
    return telling.guide(sight.words, sight.shown, "throw-off" if decides_start(sight.shown) else "throw")


# --- with a draft ---------------------------------------------------------------------------------------------


def drafted_sentence(sight: Sight, asked: Position, ask: Question, drafting: Drafting) -> str:
    """Return what can be done with a whole draft; empty while something is missing or the game asks for more."""
    more = any(one.cell and not one.instead for one in ask.options)
    if not ask.draft.ink or (more and asked is not sight.shown):
        return ""
    ends = told_end(sight.words, drafting, ask.draft)
    if ends or not ask.draft.marks:
        return to_seat(sight, ends) if ends else ""
    option, game = ask.draft.options[0], sight.shown.rules.NAME
    single = len(ask.draft.options) == len(ask.draft.marks) == 1
    usual = "draft.more" if more else "draft.ready-one" if single else "draft.ready"
    own = (f"draft.later.{game}" if ask.enough else usual) if more else f"draft.ready.{game}"
    one_way = (f"{own}.{option.group}.only-way",) if added_steps(drafting, ask.draft.taps) else ()
    kinds = (*one_way, f"{own}.{option.group}", own)
    only = () if any(one.cell for one in ask.options) else tuple(f"{key}.only" for key in kinds)
    details = {**last_step(sight.words, drafting, ask.draft.taps)[1], "option": option.text, "cell": option.cell}
    return to_seat(sight, told_both(sight, ask) or sight.words.first(*only, *kinds, usual, **details))


def drafted_guide(sight: Sight, ask: Question) -> str:
    """Return advice for beginners about a draft that is whole: how it is taken back."""
    own = f"draft.guide.{sight.shown.rules.NAME}.{ask.draft.options[0].group}"
    return sight.words.first(own, "draft.guide")


def told_both(sight: Sight, ask: Question) -> str:
    """Return a question that names both marks of a draft, if it has two and the game has words for it."""
    key, cells = f"draft.both.{sight.shown.rules.NAME}", [one.text for one in ask.draft.options if one.cell]
    if len(cells) != BOTH or key not in sight.words:
        return ""
    return sight.words(key, first=cells[0], second=cells[1][:1].lower() + cells[1][1:])


def nothing_fits(sight: Sight, ask: Question) -> str:
    """Return a question that says that nothing can be marked, if that is so and the game has words for it."""
    if ask.draft.taps or any(one.cell for one in ask.options):
        return ""
    rules = sight.shown.rules
    key = f"asked.{rules.NAME}.{sight.shown.question(ask.seat)[0]}-nothing"
    return to_seat(sight, sight.words(key)) if key in sight.words else ""


def decides_start(position: Position) -> bool:
    """Whether the players throw for the first turn."""
    return not has_beginner(position.now) and not is_lot(position)


def to_seat(sight: Sight, text: str) -> str:
    """Return a text to the seat that acts, with its name where the viewer has more than one."""
    return f"{sight.names[sight.seat]}, {text[:1].lower()}{text[1:]}" if len(sight.mine) > 1 else text


def result_of(position: Position) -> Result:
    """Return how a game ended."""
    parts = {seat: parts_by_key(position, seat) for seat in range(position.seats)}
    return Result(position.rules.NAME, ranking(position), parts, len(winning_line(position)))
