"""Snapshots of a table with dice, made with `seen_by`: they contain no secret answers but the viewer's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from cinquina.core import CHOICE, OVER, ROLL, Choice, Position, Roll, State, bits, faces_shown, is_lot, ranking, seen_by
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.dice import CURRENT, promise_of
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import is_asked, is_same_throw
from cinquina.table.drafting import Drafting
from cinquina.table.happenings import BOT, REAL, VIRTUAL
from cinquina.table.hosted import HostedTable
from cinquina.web.board import Board, board_of, legend_of, side_colour, wanted_dice, winning_line
from cinquina.web.ending import Result, ending, parts_by_key, reasons, sentence
from cinquina.web.log import Log, newest_text
from cinquina.web.protocol import (
    Abilities,
    DiceProof,
    Ending,
    LogTurn,
    Phase,
    Question,
    SeatView,
    SeriesView,
    Snapshot,
    UndoView,
)
from cinquina.web.question import question, sentence_case, told_end
from cinquina.web.seats import acting_seat, away_seconds, level_name, names_of, needs_handover, only, state_of
from cinquina.web.snapshot import Snapshots, Viewpoint

Made = TypeVar("Made")
PHASES: dict[int, Phase] = {ROLL: "roll", CHOICE: "choose", OVER: "over"}
THROWS = {
    "other": ("table.throws", "table.throws-off"),
    "entered": ("table.enter-dice", "table.enter-dice-off"),
    "own": ("table.your-throw", "table.your-throw-off"),
    "only": ("table.your-turn", "table.your-turn-off"),
}
"""By who throws: the sentence in the game, and in a throw-off for the start."""


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

    @property
    def mine(self) -> tuple[int, ...]:
        """The viewer's seats."""
        return self.who.mine


class Asked(NamedTuple):
    """What is asked of a viewer: the question with the draft, its sentence, and advice for beginners."""

    ask: Question | None
    sentence: str
    guide: str


NOT_ASKED = Asked(None, "", "")


class DiceSnapshots(Snapshots):
    """The snapshots of a table with dice."""

    _opened: State | None = None
    _made: dict[tuple[Any, ...], Any]
    """Cached values; they depend on `_opened`, the state in which the open window opened."""

    def __init__(self, hosted: HostedTable) -> None:
        super().__init__(hosted)
        assert isinstance(hosted.table, DiceTable)
        self._table = hosted.table
        self.log = Log(self._table)

    @property
    def table(self) -> DiceTable:
        """The table."""
        return self._table

    def proof(self) -> DiceProof | None:
        """Return the promises of this series and the next, the salts, and the seed when the series is over."""
        table = self.table
        if table.settings.dice != VIRTUAL:
            return None
        promised = table.dice.seed or table.settings.seed
        return DiceProof(
            version=table.dice.version if table.has_begun else CURRENT,
            promise=promise_of(promised) if promised else "",
            next=promise_of(table.following) if table.following else "",
            salts=list(table.salts),
            next_salts=[place.next_salt for place in table.places],
            seed=table.dice.seed if table.may_show_seed else "",
            game=table.played,
        )

    # --- for everybody -------------------------------------------------------------------------------------------

    def playing(self, words: Words, head: Snapshot) -> Snapshot:
        """Return a snapshot of a running or finished game for spectators."""
        table, sight = self.table, self._sight(words, Viewpoint())
        board, position = self._board(sight), sight.position
        shared = replace(
            head,
            phase="ended" if table.ended and position.phase != OVER else PHASES[position.phase],
            series=SeriesView(len(table.series.games) if table.series else 1, table.settings.series, board.totals),
            seats=[self._seat(sight, seat, board) for seat in range(position.seats)],
            active=position.active,
            tiles=load(board.dice.sheet).tiles,
            legend=self._once(("legend", words.language), lambda: legend_of(words, position)),
            dice=board.dice,
            wanted=wanted_dice(position),
            over=ending(words, table) if position.phase == OVER else None,
            line=winning_line(position),
            counted=board.counted,
        )
        return self._with_question(sight, shared)

    def _seat(self, sight: Sight, seat: int, board: Board) -> SeatView:
        """Return a player: name, presence, state and sheets."""
        place = self.table.places[seat]
        here = place.seat.kind == BOT or seat in self.hosted.present
        return SeatView(
            name=sight.names[seat],
            kind=place.seat.kind,
            level=level_name(sight.words, place.level) if place.is_bot else "",
            here=here,
            away=0 if here else away_seconds(self.hosted, seat),
            substitute=place.substitute,
            state=state_of(sight.position, seat, sight.position.waiting),
            colour=side_colour(sight.position, seat),
            score=board.points[seat],
            sheets=board.sheets[seat],
            chips_left=board.supplies[seat][0],
            chips=board.supplies[seat][1],
        )

    # --- for the owner of some seats -------------------------------------------------------------------------------

    def own(self, words: Words, shared: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot for the owner of some seats."""
        sight = self._sight(words, who)
        board = self._board(sight)
        seats = [
            replace(view, mine=seat in who.mine, score=board.points[seat], sheets=board.sheets[seat])
            for seat, view in enumerate(shared.seats)
        ]
        theirs = replace(
            shared,
            number=self.table.number_for(who.mine),
            series=replace(shared.series, totals=board.totals),
            seats=seats,
            dice=board.dice,
            counted=board.counted,
            over=self._over_for(sight, shared.over),
        )
        return self._with_question(sight, theirs)

    def _over_for(self, sight: Sight, over: Ending | None) -> Ending | None:
        """Return the end of the game with its reasons worded for the viewer's only seat."""
        if over is None or only(sight.mine) < 0:
            return over
        return replace(over, reasons=reasons(sight.words, self.table, sight.names, only(sight.mine)))

    def _with_question(self, sight: Sight, view: Snapshot) -> Snapshot:
        """Add the question to the viewer, what they may do, and the log."""
        turns, asked = self._log(sight), self._asked(sight)
        return replace(
            view,
            seat=sight.seat,
            handover=needs_handover(self.table, sight.mine, sight.seat),
            sentence=asked.sentence or self._sentence(sight),
            around=self._around(sight, turns),
            notice=self._notice(sight),
            guide=asked.guide if sight.position.phase == CHOICE else self._throw_guide(sight),
            undo=self._undo(sight),
            ask=asked.ask,
            can=self._abilities(sight),
            log=turns,
        )

    def _asked(self, sight: Sight) -> Asked:
        """Return what is asked of the viewer, made once for each draft."""
        if sight.seat < 0 or self.table.ended or not is_asked(sight.shown, sight.seat):
            return NOT_ASKED
        key = ("asked", sight.words.language, sight.seat, sight.shown.answers, sight.taps, len(sight.mine) > 1)
        return self._once(key, lambda: self._make_asked(sight))

    def _make_asked(self, sight: Sight) -> Asked:
        words, seat = sight.words, sight.seat
        drafting, click = self.hosted.drafts.drafting(seat), self.table.click(seat)
        ask = question(words, drafting, click, sight.taps, self._once)
        drafted = drafting.draft(sight.taps).position
        asked = drafted if is_asked(drafted, seat) else sight.shown
        text = drafted_sentence(sight, asked, ask, drafting) or nothing_fits(sight, ask)
        guided = self._last_asked(sight)
        return Asked(
            ask,
            text or to_seat(sight, sentence_case(telling.question_beside_dice(words, asked, seat))),
            telling.guide(words, guided, guided.rules.question(guided.now, seat)[0]),
        )

    # --- sentences -----------------------------------------------------------------------------------------------

    def _sentence(self, sight: Sight) -> str:
        """Return what the table is waiting for, or how the game ended."""
        words, position = sight.words, sight.position
        if position.phase == OVER:
            return sentence(words, result_of(position), sight.names, only(sight.mine))
        if self.table.ended:
            return words("table.ended")
        if sight.mine and all(position.rules.is_out(position.now, own) for own in sight.mine):
            rest = [name for other, name in enumerate(sight.names) if not position.rules.is_out(position.now, other)]
            return words("table.finished", n=len(rest), names=telling.listed(words, rest))
        if position.phase == ROLL:
            return self._throw_sentence(sight)
        waited = [sight.names[other] for other in position.waiting]
        own = f"waiting.{position.rules.NAME}.{position.rules.question(sight.shown.now, position.waiting[0])[0]}"
        return words.first(own, "table.waiting", n=len(waited), names=telling.listed(words, waited))

    def _throw_sentence(self, sight: Sight) -> str:
        """Return who has to throw: the viewer's seat, named unless it is their only one, or somebody else."""
        if is_lot(sight.position):
            return sight.words("table.lot")
        position, entered, alone = sight.position, self.table.settings.dice == REAL, len(sight.mine) == 1
        again = self._again(sight)
        if again:
            return again
        of_game, for_start = THROWS["other" if sight.seat < 0 else "entered" if entered else "only" if alone else "own"]
        key = for_start if decides_start(position) else "table.throws-again" if self._goes_again(sight) else of_game
        return sight.words(key, name=sight.names[max(position.active, 0)])

    def _goes_again(self, sight: Sight) -> bool:
        """Whether somebody else has chosen to throw dice again that lie on the table."""
        position = sight.position
        if sight.seat >= 0 or not self.table.log or not any(faces_shown(position)):
            return False
        last = self.table.log[-1]
        return isinstance(last.event, Choice) and is_same_throw(last.before, position)

    def _again(self, sight: Sight) -> str:
        """Return that whoever threw last goes on after this throw, if that is so and the game has words for it."""
        position, thrown = sight.position, self.log.last_throw()
        key = f"again.{position.rules.NAME}{'-you' if only(sight.mine) == position.active else ''}"
        if thrown is None or thrown.before.active != position.active or key not in sight.words:
            return ""
        assert isinstance(thrown.event, Roll)
        return sight.words(key, name=sight.names[position.active], sum=sum(thrown.event.faces))

    def _around(self, sight: Sight, turns: list[LogTurn]) -> str:
        """Return the line beside the question: a new sheet, the newest public event, or who is still choosing."""
        words, position, names = sight.words, sight.position, sight.names
        if position.phase in (ROLL, CHOICE) and self.log.turned(only(sight.mine)):
            return words(f"table.turned.{position.rules.NAME}")
        if position.phase == CHOICE and sight.seat < 0:
            if any(bits.has(position.opened.waiting, own) for own in sight.mine):
                return words("table.you-have-chosen")
        elif position.phase == CHOICE:
            others = [names[other] for other in position.waiting if other != sight.seat]
            if others:
                return words("table.also-choosing", n=len(others), names=telling.listed(words, others))
        if sight.seat < 0 and turns and not turns[-1].deeds:
            return ""
        return newest_text(words, turns, names, only(sight.mine))

    def _notice(self, sight: Sight) -> str:
        """Return what became of a draft that was not inked as it was made."""
        if sight.seat in self.table.outdated and sight.position.phase == CHOICE:
            return sight.words("draft.outdated")
        if self.table.outdated.intersection(sight.mine) and sight.position.phase == ROLL:
            return sight.words("draft.lost")
        return sight.words("draft.dropped") if sight.seat in self.hosted.drafts.dropped else ""

    @staticmethod
    def _throw_guide(sight: Sight) -> str:
        """Return advice for beginners about a throw of the viewer's seat."""
        if sight.seat < 0 or sight.position.phase != ROLL:
            return ""
        return telling.guide(sight.words, sight.shown, "throw-off" if decides_start(sight.shown) else "throw")

    def _last_asked(self, sight: Sight) -> Position:
        """Return the position of the newest question to the seat, which the draft may have answered."""
        drafting = self.hosted.drafts.drafting(sight.seat)
        drafted = (drafting.draft(sight.taps[:end]).position for end in range(len(sight.taps), 0, -1))
        return next((position for position in drafted if is_asked(position, sight.seat)), sight.shown)

    # --- what the viewer may do ----------------------------------------------------------------------------------

    def _undo(self, sight: Sight) -> UndoView | None:
        """Return the viewer's seat whose newest choice can be undone, and the number to send with it."""
        own = [answer.seat for answer in sight.position.answers if answer.seat in sight.mine]
        return UndoView(own[-1], self.table.click(own[-1])) if own and not self.table.ended else None

    def _abilities(self, sight: Sight) -> Abilities:
        """Return what the viewer may do besides choosing."""
        table, position, who, runs = self.table, sight.position, sight.who, not self.table.ended
        if not who.mine:
            return Abilities(end=runs and who.host)
        over = position.phase == OVER
        return Abilities(
            roll=runs and sight.seat >= 0 and position.phase == ROLL,
            undo=runs and position.phase == CHOICE and any(answer.seat in who.mine for answer in position.answers),
            next=runs and over,
            end=runs and who.host,
            chat=runs and not table.is_silent,
            bot=self._away(who) if runs and not over else [],
            back=[other for other in who.mine if table.places[other].substitute] if runs else [],
        )

    def _away(self, who: Viewpoint) -> list[int]:
        """Return the seats of people who have been away long enough to be replaced by a bot."""
        absent = set(range(len(self.table.places))) - self.hosted.present - set(who.mine)
        people = [other for other in sorted(absent) if not self.table.places[other].is_bot]
        return [other for other in people if self.hosted.away(other) > who.patience]

    # --- cache ---------------------------------------------------------------------------------------------------

    def _sight(self, words: Words, who: Viewpoint) -> Sight:
        """Return what the other methods need about a viewer; forget what was cached for an earlier window."""
        position, seat = self.table.game.position, acting_seat(self.table, who.mine)
        if self._opened is not position.opened:
            self._opened, self._made = position.opened, {}
        viewer = seat if seat >= 0 else only(who.mine)
        answers = tuple(answer for answer in position.answers if answer.seat == viewer)
        shown = self._once(("view", answers), lambda: seen_by(position, viewer).position)
        taps = self.hosted.drafts.taps(seat)
        return Sight(words, who, names_of(words, self.table), position, shown, seat, taps)

    def _once(self, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """Cache a value that depends only on its key and on the state in which the open window opened."""
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def _board(self, sight: Sight) -> Board:
        """Return the board of a view; viewers with the same answers share it."""
        shown = sight.shown
        own = {answer.seat for answer in shown.answers}
        return self._once(("board", shown.answers), lambda: board_of(self.table, shown, self.log.newest(own)))

    def _log(self, sight: Sight) -> list[LogTurn]:
        """Return the log; of the answers in the open window, only the viewer's own."""
        own = [sight.seat] if sight.seat >= 0 and len(sight.mine) > 1 else sight.mine
        answers = tuple(answer for answer in sight.position.answers if answer.seat in own)
        viewer = only(sight.mine)
        key = ("log", sight.words.language, viewer, answers)
        return self._once(key, lambda: self.log.turns(sight.words, own, viewer))


def drafted_sentence(sight: Sight, asked: Position, ask: Question, drafting: Drafting) -> str:
    """Return what can be done with a whole draft; empty while something is missing or the game asks for more."""
    more = any(one.cell and not one.instead for one in ask.options)
    if not ask.draft.ink or (more and asked is not sight.shown):
        return ""
    ends = told_end(sight.words, drafting, ask.draft)
    if ends or not ask.draft.marks:
        return to_seat(sight, ends) if ends else ""
    single = len(ask.draft.options) == len(ask.draft.marks) == 1
    usual = "draft.more" if more else "draft.ready-one" if single else "draft.ready"
    option = ask.draft.options[0]
    own = usual if more else f"draft.ready.{sight.shown.rules.NAME}"
    return to_seat(sight, sight.words.first(f"{own}.{option.group}", own, usual, option=option.text, cell=option.cell))


def nothing_fits(sight: Sight, ask: Question) -> str:
    """Return a question that says that nothing can be marked, if that is so and the game has words for it."""
    if ask.draft.taps or any(one.cell for one in ask.options):
        return ""
    rules = sight.shown.rules
    key = f"asked.{rules.NAME}.{rules.question(sight.shown.now, ask.seat)[0]}-nothing"
    return to_seat(sight, sight.words(key)) if key in sight.words else ""


def decides_start(position: Position) -> bool:
    """Whether the players throw for the first turn."""
    return not has_beginner(position.now) and not is_lot(position)


def to_seat(sight: Sight, text: str) -> str:
    """Return a text to the seat that acts, with its name where the viewer has more than one."""
    return f"{sight.names[sight.seat]}: {text}" if len(sight.mine) > 1 else text


def result_of(position: Position) -> Result:
    """Return how a game ended."""
    parts = {seat: parts_by_key(position, seat) for seat in range(position.seats)}
    return Result(position.rules.NAME, ranking(position), parts, len(winning_line(position)))
