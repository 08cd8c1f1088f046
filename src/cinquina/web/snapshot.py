"""Snapshots: a table as one viewer may see it, in their language. Nothing else about a game leaves the server.

The public part is made once per language and shared: spectators get just that, players also their own part.
Tables with dice and tables of pads differ in `dice_snapshot` and `pad_snapshot`.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from cinquina.locales import Words
from cinquina.table import words as telling
from cinquina.table.base import ChatMessage, TableBase
from cinquina.table.happenings import BOT, OPEN
from cinquina.table.hosted import HostedTable
from cinquina.web import lobby
from cinquina.web.comings import coming_abilities
from cinquina.web.protocol import Abilities, ChatLine, DiceProof, SeatView, SeriesView, Snapshot
from cinquina.web.seats import Viewpoint, level_name, names_of


class Public(NamedTuple):
    """The public snapshot, and its JSON."""

    snapshot: Snapshot
    encoded: bytes


class Snapshots:
    """The snapshots of one table; the public ones are cached until the table changes."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self._public: dict[str, Public] = {}
        self._version = -1

    # --- what differs by kind of table -------------------------------------------------------------------------

    def playing(self, words: Words, head: Snapshot) -> Snapshot:
        """Return a snapshot of a game that has begun, for spectators; `head` is what all tables have in common."""
        raise NotImplementedError

    def own(self, words: Words, shared: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot for the owner of some seats."""
        raise NotImplementedError

    def proof(self) -> DiceProof | None:
        """Return what is public about virtual dice."""
        return None

    # --- what all tables share ---------------------------------------------------------------------------------

    @property
    def table(self) -> TableBase:
        """The table."""
        return self.hosted.table

    def viewpoint(self, prints: tuple[str, ...], patience: float) -> Viewpoint:
        """Return the viewer whose keys have these fingerprints."""
        mine = tuple(seat for seat, place in enumerate(self.table.places) if place.key in prints)
        queued = any(waiting.key in prints for waiting in self.table.queue)
        return Viewpoint(mine, self.table.settings.host in prints, patience, queued, prints)

    def encoded(self, words: Words, who: Viewpoint) -> bytes:
        """Return the JSON of a snapshot; all spectators get the same bytes."""
        if not who.mine and not who.host and not who.queued:
            return self.public(words).encoded
        return msgspec.json.encode(self.seen_by_viewer(words, who))

    def seen_by_viewer(self, words: Words, who: Viewpoint) -> Snapshot:
        """Return the snapshot for a viewer."""
        shared = self.public(words).snapshot
        theirs = replace(shared, host=who.host, queued=who.queued, patience=round(who.patience))
        return self.own(words, theirs, who) if self.table.has_begun else self._lobby(words, theirs, who)

    def public(self, words: Words) -> Public:
        """Return the snapshot for spectators, cached by language until the table changes."""
        if self._version != self.hosted.version:
            self._version = self.hosted.version
            self._public.clear()
        known = self._public.get(words.language)
        if known is None or known.snapshot.number != self.table.number_for(()):
            made = self._for_all(words)
            known = self._public[words.language] = Public(made, msgspec.json.encode(made))
        return known

    def _for_all(self, words: Words) -> Snapshot:
        table, settings = self.table, self.table.settings
        names = names_of(words, table)
        head = Snapshot(
            number=table.number_for(()),
            code=self.hosted.code,
            game=settings.game,
            title=telling.game_name(words, settings.game),
            phase="lobby",
            dice_mode=settings.dice,
            seats=[],
            series=SeriesView(1, settings.series, [0] * len(table.places)),
            passes=table.rules.PASSES,
            shared_board=table.rules.SHARED_BOARD,
            watching=len(self.hosted.viewers),
            chat=[chat_line(table, names, said) for said in table.chat],
            queue=[waiting.name for waiting in table.queue],
            successor=self.hosted.successor,
            proof=self.proof(),
        )
        return self.playing(words, head) if table.has_begun else self._lobby(words, head, Viewpoint())

    def _lobby(self, words: Words, head: Snapshot, who: Viewpoint) -> Snapshot:
        """Return a snapshot before the first game."""
        table, runs = self.table, not self.table.ended
        told = lobby.headline_of(words, table, host=who.host, seated=bool(who.mine))
        may = runs and (who.host or (bool(who.mine) and not table.host_sits))
        can = Abilities(begin=may, end=runs and who.host, chat=runs and bool(who.mine))
        return replace(
            head,
            phase="ended" if table.ended else "lobby",
            seats=[self._seat_in_lobby(words, seat, who) for seat in range(len(table.places))],
            sentence=told.sentence,
            around=told.around,
            facts=lobby.facts(words, self.hosted),
            can=coming_abilities(can, table, who.mine, queued=False),
        )

    def _seat_in_lobby(self, words: Words, seat: int, who: Viewpoint) -> SeatView:
        place = self.table.places[seat]
        kind = place.seat.kind
        return SeatView(
            name="" if kind == OPEN else names_of(words, self.table)[seat],
            kind=kind,
            level=level_name(words, place.seat.level) if kind == BOT else "",
            mine=seat in who.mine,
            here=kind == BOT or seat in self.hosted.present,
        )


def chat_line(table: TableBase, names: tuple[str, ...], said: ChatMessage) -> ChatLine:
    """Return a chat message with the name of who sent it, who may have left."""
    still_there = table.places[said.seat].seat.name == said.name
    return ChatLine(said.number, names[said.seat] if still_there else said.name, said.text)
