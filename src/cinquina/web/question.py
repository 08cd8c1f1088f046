"""The question to a player: its options with everything they write, the draft, and why other cells cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from cinquina.core import (
    CHOICE,
    NO_OPTION,
    Choice,
    Phrase,
    Position,
    after,
    bits,
    dice_to_throw,
    legal_options,
    refusal,
)
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import printed
from cinquina.table import words as telling
from cinquina.table.draft import TAPS_PER_STAGE, Draft, Offer, after_the_throw, changes, is_asked, passed_on, taps_of
from cinquina.table.drafting import Alternative, Drafting
from cinquina.web.question_protocol import (
    Choosable,
    DraftView,
    PassView,
    Question,
)

Once = Callable[[tuple[Any, ...], Callable[[], Any]], Any]
"""Makes something once for a key, as long as the window is open."""


def each_time(key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """Make something without remembering it."""
    return make()


def question(
    words: Words, drafting: Drafting, window: int, taps: tuple[int, ...] = (), once: Once = each_time
) -> Question:
    """Return the question to a waiting seat with a draft; `window` is sent back with the answer."""
    shown, seat = drafting.start, drafting.seat
    asked = (words.language, seat, shown.answers)
    draft = drafting.draft(taps)
    offered = drafting.offers(taps) if taps else [offer for offer in drafting.offers(()) if not passes(drafting, offer)]
    others = drafting.alternatives(taps, [offer.tap for offer in offered]) if taps else []

    def option(offer: Offer, before: tuple[int, ...]) -> Choosable:
        made: Choosable = once(("option", *asked, before, offer.tap), lambda: choosable(words, offer, seat))
        return made

    def drafted(place: int) -> Choosable:
        return option(offer_of(drafting, taps, place), taps[:place])

    options = [option(offer, taps) for offer in offered]
    options += [replace(option(other.offer, other.before), instead=other.displaces) for other in others]
    added = {offer.cell(seat) for offer in (*offered, *(other.offer for other in others if not other.displaces))}
    asks = next_question(draft.position, seat)
    pencilled = draft_view(words, drafting, [drafted(place) for place in range(len(taps))]) if taps else NO_DRAFT
    enough = enough_view(words, drafting, pencilled)
    if enough:
        pencilled = replace(pencilled, then=text_of(words, f"draft.then.{shown.rules.NAME}"))
    return Question(
        seat=seat,
        window=window,
        options=options,
        why=reasons(words, drafting, taps, added, once) | crowded_out(words, seat, taps, others),
        dice=names_of_dice(shown, shown.rules.dice_asked(draft.position.now, seat)),
        draft=pencilled,
        passing=once(("pass", *asked), lambda: pass_view(words, drafting)),
        missing=missing_text(words, asks, options),
        place=text_of(words, f"missing.{asks}-place"),
        aside=text_of(words, f"aside.{asks}"),
        then=text_of(words, f"then.{asks}"),
        enough=enough,
    )


NO_DRAFT = DraftView([], [], {}, [], [], [], "", "", 0)


def names_of_dice(shown: Position, dice: int) -> list[str]:
    """Return the names of a bit set of dice."""
    return [shown.rules.DICE[die] for die in bits.members(dice)]


def draft_view(words: Words, drafting: Drafting, options: list[Choosable]) -> DraftView:
    """Return what is pencilled and what inking it would do."""
    taps = [option.tap for option in options]
    shown, seat, draft, whole = drafting.start, drafting.seat, drafting.draft(taps), drafting.finished(taps)
    sheets = draft.position.rules.sheets_of(draft.position.now, seat)
    marks = changes(shown, draft.position, seat)
    text, ends = ink_text(words, drafting, taps, len(marks)), end_text(words, drafting, taps_of(whole or draft))
    price = f"draft.price.{key_of(drafting, taps_of(whole))}" if whole and is_added(drafting, taps, whole) else ""
    return DraftView(
        taps=taps,
        options=options,
        marks=marks,
        dice=[die for die in shown.rules.DICE if any(die in group for option in options for group in option.dice)],
        sheets=list(sheets) if sheets != shown.rules.sheets_of(shown.now, seat) else [],
        ink=taps_of(whole) if whole else [],
        text=words(price, text=text) if ends and price in words else text,
        ends=ends,
        points=points_of(drafting, whole) if whole else 0,
    )


def ink_text(words: Words, drafting: Drafting, taps: Sequence[int], marks: int) -> str:
    """Return what inking a draft does."""
    key, details = last_step(words, drafting, taps)
    last = f"draft.ink.{drafting.start.rules.NAME}.{key}"
    if f"{last}.too" in words and len(taps) > 1:
        return words(f"{last}.too", text=ink_text(words, drafting, taps[:-1], marks))
    if last in words:
        return words.first(f"{last}.{details.get('when')}", last, **details)
    named = [place for place in range(len(taps)) if offer_of(drafting, taps, place).cell(drafting.seat)]
    if marks > 1 or len(named or taps) != 1:
        return words("draft.ink", n=marks)
    _, option, before = offer_of(drafting, taps, [*named, 0][0])
    text = telling.option(words, before, drafting.seat, option)
    kind, details = before.rules.describe(before.now, drafting.seat, option)
    worded = {**telling.in_words(words, before, drafting.seat, details), "option": text}
    return words.first(f"ink.{before.rules.NAME}.{kind}", "draft.ink-one", **worded) if marks else sentence_case(text)


def offer_of(drafting: Drafting, taps: Sequence[int], place: int) -> Offer:
    """Return what was tapped at a place of a draft."""
    return Offer(taps[place], taps[place] % TAPS_PER_STAGE, drafting.position_of(taps, place))


def last_step(words: Words, drafting: Drafting, taps: Sequence[int]) -> Phrase:
    """Return the last thing that inking a draft does, in words: its last option, or what the rules add to it."""
    before, option = drafting.draft(taps[:-1]).position, taps[-1] % TAPS_PER_STAGE
    rules, seat = before.rules, drafting.seat
    steps = (rules.describe(before.now, seat, option), *added_steps(drafting, taps))
    return steps[-1][0], telling.in_words(words, before, seat, steps[-1][1])


def added_steps(drafting: Drafting, taps: Sequence[int]) -> tuple[Phrase, ...]:
    """Return what the rules add to the last option of a draft, since it leaves a single way to go on."""
    before, now, option = drafting.draft(taps[:-1]).position, drafting.draft(taps).position, taps[-1] % TAPS_PER_STAGE
    return before.rules.forced_steps(before.now, now.now, drafting.seat, option)


def is_added(drafting: Drafting, taps: Sequence[int], whole: Draft) -> bool:
    """Whether inking a draft ends something that its marks do not tell."""
    return taps_of(whole)[-1] != taps[-1] or ends_itself(drafting, taps) or is_leaving(whole, drafting.seat)


def end_text(words: Words, drafting: Drafting, taps: Sequence[int]) -> str:
    """Return what ends when a draft is inked, and what that costs; empty if nothing."""
    key = f"draft.ends.{key_of(drafting, taps)}"
    return words(key, **telling.ordinals_of(words, drafting.start)) if key in words else ""


def told_end(words: Words, drafting: Drafting, draft: DraftView) -> str:
    """Return a question about the end of the answer when a draft is inked, if the game has words for it."""
    key = f"draft.told.{key_of(drafting, draft.ink)}"
    unused = set(drafting.start.rules.DICE) - set(draft.dice)
    return words(key, n=len(unused)) if key in words else ""


def key_of(drafting: Drafting, taps: Sequence[int]) -> str:
    """Return the game and the kind of what ends a draft, as a part of keys: its last option, or the end it leads to."""
    before, draft, seat = drafting.draft(taps[:-1]).position, drafting.draft(taps), drafting.seat
    rules, now = before.rules, draft.position.now
    if is_leaving(draft, seat):
        return f"{rules.NAME}.leaving"
    if ends_itself(drafting, taps):
        return f"{rules.NAME}.{rules.describe(now, seat, rules.stop(now, seat))[0]}"
    return f"{rules.NAME}.{rules.describe(before.now, seat, taps[-1] % TAPS_PER_STAGE)[0]}"


def is_leaving(draft: Draft, seat: int) -> bool:
    """Whether a seat's part of the game ends with the throw on the table."""
    now = draft.position
    return now.rules.is_leaving(now.now, seat)


def ends_itself(drafting: Drafting, taps: Sequence[int]) -> bool:
    """Whether a mark leaves a seat nothing else to do, which ends its answer as a stop would."""
    before, draft, seat = drafting.draft(taps[:-1]).position, drafting.draft(taps), drafting.seat
    rules, option = before.rules, taps[-1] % TAPS_PER_STAGE
    is_stopped = draft.position.window == draft.opened and not is_asked(draft.position, seat)
    marks = bool(changes(before, draft.position, seat))
    return is_stopped and marks and rules.stop(draft.position.now, seat) not in (NO_OPTION, option)


def pass_view(words: Words, drafting: Drafting) -> PassView | None:
    """Return how to do nothing until the next throw; None where something has to be marked."""
    whole = drafting.finished(())
    if whole is None:
        return None
    own, points = f"draft.pass.{key_of(drafting, taps_of(whole))}", points_of(drafting, whole)
    return PassView(taps_of(whole), sentence_case(words.first(own, "draft.pass")), points, points < 0 or own in words)


def passes(drafting: Drafting, offer: Offer) -> bool:
    """Whether an option without a cell or dice comes to the same as passing: the same sheets once the throw is over."""
    rules, seat, whole = offer.position.rules, drafting.seat, drafting.finished(())
    if whole is None or offer.cell(seat) or any(rules.dice_of(offer.position.now, seat, offer.option)):
        return False
    ends = [after_the_throw(draft) for draft in (whole, drafting.draft((offer.tap,)))]
    lying = [(end.phase, rules.sheets_of(end.now, seat), end.marks(seat)) for end in ends]
    return lying[0] == lying[1] and all(end.phase != CHOICE for end in ends)


def enough_view(words: Words, drafting: Drafting, draft: DraftView) -> PassView | None:
    """Return how to ink a draft and do nothing more until the next throw; None where inking it leaves no choice."""
    if not draft.ink:
        return None
    whole = passed_on(drafting.draft(draft.ink), drafting.seat)
    if taps_of(whole) == draft.ink:
        return None
    text, then = words("draft.enough", text=draft.text), f"draft.enough.{drafting.start.rules.NAME}"
    if then not in words:
        return PassView(taps_of(whole), text, points_of(drafting, whole), costs=False)
    return PassView(taps_of(whole), draft.text, points_of(drafting, whole), costs=False, then=words(then))


def next_question(asked: Position, seat: int) -> str:
    """Return the game and the question that a seat is asked next, as a part of keys; empty if there is none."""
    return f"{asked.rules.NAME}.{asked.question(seat)[0]}" if is_asked(asked, seat) else ""


def text_of(words: Words, key: str) -> str:
    """Return a text that not every game has; else nothing."""
    return words(key) if key in words else ""


def missing_text(words: Words, asks: str, options: Sequence[Choosable]) -> str:
    """Return what has to be pressed next, where a game has words for it.

    There may be others where no cell can be marked, and where each option takes a single die.
    """
    nothing = "" if any(option.cell for option in options) else "-nothing"
    single = "-single" if all(len(group) == 1 for option in options if not option.cell for group in option.dice) else ""
    endings = [ending for ending in (single, nothing) if ending]
    return next((text for end in [*endings, ""] if (text := text_of(words, f"missing.{asks}{end}"))), "")


def points_of(drafting: Drafting, whole: Draft) -> int:
    """Return how a throw changes the seat's score if a draft is inked and nobody marks anything else."""
    now, before, seat = after_the_throw(whole), drafting.start, drafting.seat
    return now.score(seat) - before.score(seat)


def sentence_case(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def reasons(
    words: Words, drafting: Drafting, taps: tuple[int, ...], lit: set[str], once: Once = each_time
) -> dict[str, str]:
    """Return why the cells that cannot be added to a draft are not chosen: because of the rules, or of the draft."""
    seat, shown, drafted = drafting.seat, latest(drafting, ()), latest(drafting, taps)
    rules, asks = shown.rules, drafting.draft(taps).position.question(seat)[0]
    sheet, thrown = rules.sheets_of(shown.now, seat)[0], shown.question(seat)[1].get("sum")
    refused: list[RefusedOption] = once(("refusals", seat, drafting.start.answers), lambda: refusals(shown, seat))
    by_draft = taps and is_asked(drafted, seat) and drafted.window == shown.window
    told: dict[str, str] = {}
    for option, cell, why in refused:
        if cell in lit or cell in told:
            continue
        reason = why or (refusal(drafted, seat, option) if by_draft else "")
        if reason:
            told[cell] = reason_text(words, sheet, cell, reason, thrown)
    never = untouched(words, sheet, asks) | out_of_reach(words, drafting, taps)
    return told | (never if lit.isdisjoint(never) else {cell: never[cell] for cell in never if cell not in lit})


class RefusedOption(NamedTuple):
    """An option that marks a cell, and the reason why it cannot be chosen; empty if it can."""

    option: int
    cell: str
    why: str


def refusals(shown: Position, seat: int) -> list[RefusedOption]:
    """Return all options of a game that mark a cell."""
    rules, state, legal = shown.rules, shown.now, shown.of_seat(shown.rules.legal, seat)
    cells = [(option, rules.cell(state, seat, option)) for option in range(rules.CHOICES)]
    return [
        RefusedOption(option, cell, "" if bits.has(legal, option) else rules.refusal(state, seat, option))
        for option, cell in cells
        if cell
    ]


def latest(drafting: Drafting, taps: tuple[int, ...]) -> Position:
    """Return the position of the last window that a draft can go on in."""
    draft = drafting.draft(taps)
    return max(drafting.offers(taps), key=lambda offer: offer.tap, default=Offer(0, 0, draft.position)).position


def crowded_out(words: Words, seat: int, taps: tuple[int, ...], others: Sequence[Alternative]) -> dict[str, str]:
    """Return why cells have no room beside the draft, where the game has words for it."""
    why: dict[str, str] = {}  # of the first window in which a cell could be chosen
    for offer, changed, _, displaces in others:
        rules, state = offer.position.rules, offer.position.now
        rivals = {tap // TAPS_PER_STAGE for tap in set(taps) - set(changed)}
        order = "" if offer.tap // TAPS_PER_STAGE in rivals else "-first"
        key = f"instead.{rules.NAME}.{offer.position.question(seat)[0]}{order}"
        if displaces and key in words:
            why.setdefault(rules.cell(state, seat, offer.option), words(key))
    return why


@cache
def reason_text(words: Words, sheet: str, cell: str, reason: str, thrown: int | str | None) -> str:
    """Return a reason in words: those of the game, if it has its own; they may tell the sum and the cell's number."""
    printed_sheet = load(sheet)
    keys = (f"why.{printed_sheet.game}.{reason}", f"refusal.{printed_sheet.game}.{reason}", f"refusal.{reason}")
    return words.first(*keys, sum=thrown, number=printed_sheet.cell(cell).number)


@cache
def untouched(words: Words, sheet: str, asks: str) -> dict[str, str]:
    """Return why the cells of a sheet that nobody ever chooses cannot be chosen, while a question is asked."""
    keys = {cell.id: f"untouched.{load(sheet).game}.{cell.kind}" for cell in load(sheet).cells}
    return {cell: words.first(f"{key}.{asks}", key) for cell, key in keys.items() if key in words}


def out_of_reach(words: Words, drafting: Drafting, taps: tuple[int, ...]) -> dict[str, str]:
    """Return why the free cells of rows that no option is about cannot be chosen, where the game has words for it."""
    seat, before = drafting.seat, taps if drafting.offers(taps) else taps[:-1]
    shown, offers = drafting.draft(before).position, drafting.offers(before)
    sheet, asks = load(shown.rules.sheets_of(shown.now, seat)[0]), shown.question(seat)[0]
    keys = {cell: f"untouched.{sheet.game}.{cell.kind}.{asks}-row" for cell in sheet.cells}
    worded = [cell for cell in sheet.cells if cell.row and keys[cell] in words and cell.id not in shown.marks(seat)[0]]
    if not worded:
        return {}
    about = {cell for offer in offers for cell in shown.rules.told(shown.now, seat, offer.option)}
    rows = {sheet.cell(cell).row for cell in about}
    return {cell.id: words(keys[cell], row=cell.row.removeprefix("row")) for cell in worded if cell.row not in rows}


def choosable(words: Words, offer: Offer, seat: int) -> Choosable:
    """Return one option in words, with the cell to tap and everything it writes on the sheet."""
    shown, option = offer.position, offer.option
    rules, state = shown.rules, shown.now
    sheets = rules.sheets_of(state, seat)
    cell = rules.cell(state, seat, option)
    now = after(shown, Choice(seat, option))
    lying = rules.sheets_of(now.now, seat)
    meaning = telling.option_words(words, shown, seat, option)
    dice = [names_of_dice(shown, group) for group in rules.dice_of(state, seat, option) if group]
    return Choosable(
        tap=offer.tap,
        cell=cell,
        text=sentence_case(meaning.text),
        short=printed.short_cell(sheets[0], cell) if cell else "",
        colour=load(sheets[0]).cell(cell).colour if cell else "",
        group=meaning.kind,
        marks=written(shown, now, seat),
        sheets=list(lying) if lying != sheets and now.window == shown.window else [],
        dice=dice,
        either=either_of(shown, now, seat) if cell and not dice else [],
        brief=sentence_case(meaning.brief),
        throws=not cell and len(dice) == 1 and tuple(dice[0]) == dice_to_throw(now),
        last=not (now.window == shown.window and is_asked(now, seat)),
        points=now.score(seat) - shown.score(seat),
        stage=offer.tap // TAPS_PER_STAGE,
    )


def either_of(before: Position, now: Position, seat: int) -> list[str]:
    """Return the dice of all next choices of a seat that has begun one."""
    if now.phase != CHOICE or now.window != before.window or seat not in now.waiting:
        return []
    dice = 0
    for option in bits.members(legal_options(now, seat)):
        for group in now.rules.dice_of(now.now, seat, option):
            dice |= group
    return names_of_dice(now, dice)


def written(before: Position, now: Position, seat: int) -> dict[str, str]:
    """Return the marks a choice writes on the sheet in use, with those that any next choice of the seat writes."""
    marks = changes(before, now, seat)
    if marks or now.phase != CHOICE or now.window != before.window or seat not in now.waiting:
        return marks
    following = [
        changes(before, after(now, Choice(seat, option)), seat) for option in bits.members(legal_options(now, seat))
    ]
    return dict(set.intersection(*(set(one.items()) for one in following))) if following else {}
