"""Snapshots of a table with dice, made with `seen_by`: they contain no secret answers but the viewer's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from cinquina.core import CHOICE, OVER, ROLL, Position, State, seen_by
from cinquina.locales import Words
from cinquina.sheets import load
from cinquina.table import words as telling
from cinquina.table.correction import may_correct
from cinquina.table.dice import CURRENT, promise_of
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import is_asked
from cinquina.table.happenings import BOT, EVERYBODY
from cinquina.table.hint_desk import SeatHint
from cinquina.table.hosted import HostedTable
from cinquina.web.board import Board, board_of, changed_tables, legend_of, side_colour, wanted_dice, winning_line
from cinquina.web.comings import coming_abilities, may_go_on, newest_coming, next_view, nudge_view, with_comings
from cinquina.web.ending import before_last_throw, bots_at_the_end, closing, ending, hints_used, reasons
from cinquina.web.hint_view import hint_view
from cinquina.web.log import NOBODY, Log
from cinquina.web.protocol import (
    Abilities,
    DiceProof,
    Ending,
    LogTurn,
    Phase,
    SeatView,
    SeriesView,
    Snapshot,
)
from cinquina.web.question import question, sentence_case
from cinquina.web.question_protocol import HintView, Question, UndoView
from cinquina.web.seats import (
    Viewpoint,
    acting_seat,
    away_seconds,
    level_name,
    may_throw,
    names_of,
    needs_handover,
    only,
    state_of,
)
from cinquina.web.sentences import (
    Sight,
    around,
    drafted_guide,
    drafted_sentence,
    nothing_fits,
    notice,
    remark,
    table_sentence,
    throw_guide,
    to_seat,
)
from cinquina.web.snapshot import Snapshots

Made = TypeVar("Made")
PHASES: dict[int, Phase] = {ROLL: "roll", CHOICE: "choose", OVER: "over"}


class Asked(NamedTuple):
    """What is asked of a viewer: the question with the draft, its sentence, and advice for beginners."""

    ask: Question | None
    sentence: str
    guide: str


NOT_ASKED = Asked(None, "", "")
NOT_MADE = object()
"""Stands for a value that is not cached; None may be one."""


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
        if not table.proves_dice:
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
            active=-1 if table.ended else position.active,
            tiles=load(board.dice.sheet).tiles,
            legend=self._once(("legend", words.language), lambda: legend_of(words, position)),
            dice=board.dice,
            wanted=wanted_dice(position),
            over=self._over(sight),
            hints=table.settings.hints == EVERYBODY,
            line=winning_line(position),
            counted=board.counted,
            score_tables=changed_tables(position),
        )
        return self._with_question(sight, shared)

    def _over(self, sight: Sight) -> Ending | None:
        """Return how the game ended, or how it stood when the table was closed."""
        if sight.position.phase == OVER:
            return ending(sight.words, self.table, self.hosted.minutes)
        return closing(sight.words, self.table, sight.shown) if self.table.is_closed else None

    def _seat(self, sight: Sight, seat: int, board: Board) -> SeatView:
        """Return a player: name, presence, state and sheets."""
        place = self.table.places[seat]
        here = place.seat.kind == BOT or seat in self.hosted.present
        return SeatView(
            name=sight.names[seat],
            kind=place.seat.kind,
            level=level_name(sight.words, self.table.level_at(seat)) if place.is_bot else "",
            here=here,
            away=0 if here else away_seconds(self.hosted, seat),
            substitute=place.substitute,
            free=place.is_free,
            state="" if self.table.ended else state_of(sight.position, seat, sight.position.waiting),
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
        """Return the end of the game, worded for the viewer's only seat."""
        if sight.position.phase != OVER:
            return self._over(sight)
        if over is None or only(sight.mine) < 0:
            return over
        words, own, before = sight.words, only(sight.mine), before_last_throw(self.table)
        why = reasons(words, sight.position, before, sight.names, own)
        told = [*why, *bots_at_the_end(words, self.table, own)]
        return replace(over, reasons=told, hints=hints_used(words, self.table, own))

    def _with_question(self, sight: Sight, view: Snapshot) -> Snapshot:
        """Add the question to the viewer, what they may do, and the log."""
        turns, asked = self._log(sight), self._asked(sight)
        return replace(
            view,
            seat=sight.seat,
            handover=needs_handover(self.table, sight.mine, sight.seat),
            sentence=asked.sentence or table_sentence(self.table, self.log, sight),
            around=newest_coming(sight.words, self.table, turns, sight.who)
            or self._remark(sight)
            or around(self.log, sight, turns),
            notice=notice(self.table, self.hosted.drafts.dropped, sight),
            guide=asked.guide if sight.position.phase == CHOICE else throw_guide(self.log, sight),
            hint=self._hint(sight),
            undo=self._undo(sight),
            ask=asked.ask and replace(asked.ask, drafted=self.hosted.drafts.changes[sight.seat]),
            can=self._abilities(sight),
            next=next_view(sight.words, self.hosted, sight.mine),
            nudge=nudge_view(self.hosted, sight.mine),
            log=with_comings(sight.words, self.table, turns, sight.who),
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
        guided, more = self._last_asked(sight), any(one.cell and not one.instead for one in ask.options)
        advice = telling.guide(words, guided, guided.question(seat)[0])
        is_whole = ask.draft.ink and ask.draft.marks and asked is not drafted and not more
        return Asked(
            ask,
            text or to_seat(sight, sentence_case(telling.question_beside_dice(words, asked, seat))),
            drafted_guide(sight, ask) if is_whole else advice,
        )

    def _remark(self, sight: Sight) -> str:
        """Return what stands beside the question, made once."""
        key = ("remark", sight.words.language, sight.names, sight.mine, sight.seat, sight.shown.answers)
        return self._once(key, lambda: remark(self.log, sight))

    def _hint(self, sight: Sight) -> HintView | None:
        """Return the hint that the seat has asked for, made once for each answer of the coach."""
        known = self.hosted.hints.get(sight.seat) if not self.table.ended else None
        if known is None or not is_asked(sight.shown, sight.seat):
            return None
        window = self.table.click(sight.seat)
        if known.found is None:
            source = "" if known.is_coming else sight.words("error.our-fault")
            return HintView(sight.seat, window, list(known.taps), [], "", source, known.is_coming)
        view = self._once(
            ("hint", sight.words.language, sight.seat, known.found), lambda: self._make_hint(sight, known)
        )
        return replace(view, window=window, taps=list(known.taps), coming=known.is_coming)

    def _make_hint(self, sight: Sight, known: SeatHint) -> HintView:
        assert known.found is not None, "there is an answer"
        return hint_view(sight.words, known.found, sight.seat)

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
        if not any(table.places[seat].is_seated for seat in who.mine):
            return coming_abilities(Abilities(end=runs and who.host), table, who.mine, queued=who.queued)
        can = Abilities(
            roll=may_throw(table, who.mine),
            correct=may_correct(table, who.mine),
            undo=runs and position.phase == CHOICE and any(answer.seat in who.mine for answer in position.answers),
            next=may_go_on(table, who.mine, host=who.host),
            end=runs and who.host,
            chat=runs and not self._once(("silent",), lambda: table.is_silent),
            bot=self._away(who) if runs and position.phase != OVER else [],
        )
        return coming_abilities(can, table, who.mine, queued=who.queued)

    def _away(self, who: Viewpoint) -> list[int]:
        """Return the seats of people who have been away long enough to be replaced by a bot."""
        here, hosted = {*self.hosted.present, *who.mine}, self.hosted
        absent = [seat for seat, place in enumerate(self.table.places) if seat not in here and not place.is_bot]
        return [seat for seat in absent if hosted.away(seat) > who.patience]

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
        absent = tuple(filter(self.hosted.is_absent, self.table.waited_for())) if seat < 0 else ()
        return Sight(words, who, names_of(words, self.table), position, shown, seat, taps, absent)

    def _once(self, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """Cache a value that depends only on its key and on the state in which the open window opened."""
        made: Made = self._made.get(key, NOT_MADE)
        if made is NOT_MADE:
            made = self._made[key] = make()
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
        viewer = only(sight.mine) if self.log.calls_you() else NOBODY
        key = ("log", sight.words.language, sight.names, viewer, answers)
        return self._once(key, lambda: self.log.turns(sight.words, own, viewer))
