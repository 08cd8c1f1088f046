"""Snapshots of a table with dice, made with `seen_by`: they contain no secret answers but the viewer's own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from msgspec.structs import replace

from cinquina.core import CHOICE, OVER, ROLL, Position, State, bits, is_lot, ranking, seen_by
from cinquina.core.flow import has_beginner
from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.dice import CURRENT, promise_of
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import draft_of, is_asked
from cinquina.table.happenings import BOT, REAL, VIRTUAL
from cinquina.table.hosted import HostedTable
from cinquina.web.board import Board, board_of, legend_of, side_colour, wanted_dice, winning_line
from cinquina.web.ending import Result, ending, parts_by_key, reasons, sentence, short_names
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
from cinquina.web.question import question
from cinquina.web.seats import acting_seat, away_seconds, names_of, needs_handover, only, state_of
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


class DiceSnapshots(Snapshots):
    """The snapshots of a table with dice."""

    _opened: State | None = None
    _made: dict[tuple[Any, ...], Any]
    """Cached values; they depend on `_opened`, the state in which the open window opened."""

    def __init__(self, hosted: HostedTable) -> None:
        super().__init__(hosted)
        self.log = Log(self.table)

    @property
    def table(self) -> DiceTable:
        """The table."""
        assert isinstance(self.hosted.table, DiceTable)
        return self.hosted.table

    @property
    def position(self) -> Position:
        """The current position, including secret answers."""
        return self.table.game.position

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
        table, position = self.table, self.position
        board = self._board(self._view(()))
        over = position.phase == OVER
        shared = replace(
            head,
            phase=self._phase(),
            series=SeriesView(len(table.series.games) if table.series else 1, table.settings.series, board.totals),
            seats=[self._seat(words, seat, board) for seat in range(position.seats)],
            active=position.active,
            tiles=self._once(("tiles",), lambda: has_tiles(position)),
            legend=self._once(("legend", words.language), lambda: legend_of(words, position)),
            dice=board.dice,
            wanted=wanted_dice(position),
            over=ending(words, table) if over else None,
            line=winning_line(position),
            counted=board.counted,
        )
        return self._with_question(words, shared, Viewpoint())

    def _phase(self) -> Phase:
        """Return the phase."""
        ended = self.table.ended and self.position.phase != OVER
        return "ended" if ended else PHASES[self.position.phase]

    def _seat(self, words: Words, seat: int, board: Board) -> SeatView:
        """Return a player: name, presence, state and sheets."""
        place = self.table.places[seat]
        here = place.seat.kind == BOT or seat in self.hosted.present
        return SeatView(
            name=names_of(words, self.table)[seat],
            kind=place.seat.kind,
            level=place.level if place.is_bot else "",
            here=here,
            away=0 if here else away_seconds(self.hosted, seat),
            substitute=place.substitute,
            state=state_of(self.position, seat, self.position.waiting),
            colour=side_colour(self.position, seat),
            score=board.points[seat],
            sheets=board.sheets[seat],
            chips_left=board.supplies[seat][0],
            chips=board.supplies[seat][1],
        )

    # --- for the owner of some seats -------------------------------------------------------------------------------

    def own(self, words: Words, shared: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot for the owner of some seats."""
        board, choosing = self._board(self._view(who.mine)), self.position.waiting
        seats = [
            replace(
                view,
                mine=seat in who.mine,
                state=state_of(self.position, seat, choosing),
                score=board.points[seat],
                sheets=board.sheets[seat],
            )
            for seat, view in enumerate(shared.seats)
        ]
        theirs = replace(
            shared,
            number=self.table.number_for(who.mine),
            series=replace(shared.series, totals=board.totals),
            seats=seats,
            dice=board.dice,
            counted=board.counted,
            over=self._over_for(words, shared.over, only(who.mine)),
        )
        return self._with_question(words, theirs, who)

    def _over_for(self, words: Words, over: Ending | None, own: int) -> Ending | None:
        """Return the end of the game with its reasons worded for a seat."""
        names = short_names(words, self.table)
        return replace(over, reasons=reasons(words, self.position, names, own)) if over and own >= 0 else over

    def _with_question(self, words: Words, view: Snapshot, who: Viewpoint) -> Snapshot:
        """Add the question to the viewer, what they may do, and the log."""
        seat, shown = acting_seat(self.table, who.mine), self._view(who.mine)
        taps = self.hosted.drafts.taps(seat)
        turns = self._log(words, who.mine, seat)
        ask = self._once(
            ("ask", words.language, seat, shown.answers, taps), lambda: self._ask(words, shown, seat, taps)
        )
        return replace(
            view,
            seat=seat,
            handover=needs_handover(self.table, who.mine, seat),
            sentence=self._drafted_sentence(words, who.mine, shown, ask)
            or self._sentence(words, who.mine, seat, self._drafted(shown, seat, taps)),
            around=self._around(words, who.mine, seat, turns),
            notice=self._notice(words, who.mine, seat),
            guide=self._guide(words, self._drafted(shown, seat, taps), seat),
            undo=self._undo(who.mine),
            ask=ask,
            can=self._abilities(who, seat),
            log=turns,
        )

    def _sentence(self, words: Words, mine: Collection[int], seat: int, shown: Position) -> str:
        """Return the question to the viewer, or what the table is waiting for."""
        position, names = self.position, names_of(words, self.table)
        if position.phase == OVER:
            return sentence(words, self._result(), short_names(words, self.table), only(mine))
        if self.table.ended:
            return words("table.ended")
        if seat >= 0 and position.phase == CHOICE:
            asked = telling.question_beside_dice(words, shown, seat)
            text = asked[:1].upper() + asked[1:]
            return f"{names[seat]}: {text}" if len(mine) > 1 else text
        if position.phase == ROLL:
            return self._throw_sentence(words, seat, alone=len(mine) == 1)
        waited = [names[other] for other in self.position.waiting]
        return words("table.waiting", n=len(waited), names=telling.listed(words, waited))

    def _result(self) -> Result:
        """Return how the game ended."""
        position = self.position
        parts = {seat: parts_by_key(position, seat) for seat in range(position.seats)}
        return Result(position.rules.NAME, ranking(position), parts, len(winning_line(position)))

    def _drafted_sentence(self, words: Words, mine: Collection[int], shown: Position, ask: Question | None) -> str:
        """Return what can be done with a whole draft; empty while something is missing or the game still asks."""
        if ask is None or not ask.draft.ink or is_asked(draft_of(shown, ask.seat, ask.draft.taps).position, ask.seat):
            return ""
        more = any(one.cell and not one.instead for one in ask.options)
        only_one = len(ask.draft.options) == len(ask.draft.marks) == 1 and not more
        option = ask.draft.options[0].text
        text = words("draft.ready-one", option=option) if only_one else words("draft.more" if more else "draft.ready")
        return f"{names_of(words, self.table)[ask.seat]}: {text}" if len(mine) > 1 else text

    def _throw_sentence(self, words: Words, seat: int, *, alone: bool) -> str:
        """Return who has to throw: the viewer's seat, named unless it is their only one, or somebody else."""
        position, entered = self.position, self.table.settings.dice == REAL
        of_game, for_start = THROWS["other" if seat < 0 else "entered" if entered else "only" if alone else "own"]
        decides_start = not has_beginner(position.now) and not is_lot(position)
        name = names_of(words, self.table)[max(position.active, 0)]
        return words(for_start if decides_start else of_game, name=name)

    def _around(self, words: Words, mine: Collection[int], seat: int, turns: list[LogTurn]) -> str:
        """Return the line beside the question: the newest public event, or who is still choosing."""
        position, names = self.position, names_of(words, self.table)
        if position.phase == CHOICE and seat < 0 and any(bits.has(position.opened.waiting, own) for own in mine):
            return words("table.you-have-chosen")
        others = [names[other] for other in self.position.waiting if other != seat]
        if position.phase == CHOICE and seat >= 0 and others:
            return words("table.also-choosing", n=len(others), names=telling.listed(words, others))
        return newest_text(words, turns, short_names(words, self.table), only(mine))

    def _notice(self, words: Words, mine: Collection[int], seat: int) -> str:
        """Return what became of a draft that was not inked as it was made."""
        if seat in self.table.outdated and self.position.phase == CHOICE:
            return words("draft.outdated")
        if self.table.outdated.intersection(mine) and self.position.phase == ROLL:
            return words("draft.lost")
        return words("draft.dropped") if seat in self.hosted.drafts.dropped else ""

    def _guide(self, words: Words, shown: Position, seat: int) -> str:
        """Return advice for beginners."""
        if seat < 0 or shown.phase == OVER:
            return ""
        key = shown.rules.question(shown.now, seat)[0] if shown.phase == CHOICE else "throw"
        return telling.guide(words, shown, key)

    @staticmethod
    def _drafted(shown: Position, seat: int, taps: tuple[int, ...]) -> Position:
        """Return the position that the draft leads to, while it asks the seat; else the one without it."""
        draft = draft_of(shown, seat, taps).position if taps else shown
        return draft if is_asked(draft, seat) else shown

    def _ask(self, words: Words, shown: Position, seat: int, taps: tuple[int, ...]) -> Question | None:
        """Return the question to the viewer's seat."""
        if seat < 0 or shown.phase != CHOICE or seat not in shown.waiting:
            return None
        return question(words, shown, seat, self.table.click(seat), taps, self._once)

    def _undo(self, mine: Collection[int]) -> UndoView | None:
        """Return the viewer's seat whose newest choice can be undone, and the number to send with it."""
        own = [answer.seat for answer in self.position.answers if answer.seat in mine]
        return UndoView(own[-1], self.table.click(own[-1])) if own and not self.table.ended else None

    def _abilities(self, who: Viewpoint, seat: int) -> Abilities:
        """Return what the viewer may do besides choosing."""
        table, position, runs = self.table, self.position, not self.table.ended
        if not who.mine:
            return Abilities(end=runs and who.host)
        over = position.phase == OVER
        return Abilities(
            roll=runs and seat >= 0 and position.phase == ROLL,
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

    def _once(self, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """Cache a value that depends only on its key and on the state in which the open window opened."""
        opened = self.position.opened
        if self._opened is not opened:
            self._opened, self._made = opened, {}
        if key not in self._made:
            self._made[key] = make()
        made: Made = self._made[key]
        return made

    def _view(self, mine: Collection[int]) -> Position:
        """Return the position as the owner of these seats may see it."""
        position, seat = self.position, acting_seat(self.table, mine)
        viewer = seat if seat >= 0 else (next(iter(mine)) if len(mine) == 1 else None)
        answers = tuple(answer for answer in position.answers if answer.seat == viewer)
        return self._once(("view", answers), lambda: seen_by(position, viewer).position)

    def _board(self, shown: Position) -> Board:
        """Return the board of a view; viewers with the same answers share it."""
        own = {answer.seat for answer in shown.answers}
        return self._once(("board", shown.answers), lambda: board_of(self.table, shown, self.log.newest(own)))

    def _log(self, words: Words, mine: Collection[int], seat: int) -> list[LogTurn]:
        """Return the log; of the answers in the open window, only the viewer's own."""
        own = [seat] if seat >= 0 and len(mine) > 1 else mine
        answers = tuple(answer for answer in self.position.answers if answer.seat in own)
        return self._once(("log", words.language, answers), lambda: self.log.turns(words, own))


OF_DICE = frozenset({"throw", "keep", "again"})
"""Kinds of options that are chosen with the dice."""


def has_tiles(position: Position) -> bool:
    """Return whether the game has options that are neither cells nor throws, beside the one to do nothing."""
    rules, state = position.rules, position.now
    others = [option for option in range(rules.CHOICES) if not rules.cell(state, 0, option)]
    return sum(rules.describe(state, 0, option)[0] not in OF_DICE for option in others) > 1
