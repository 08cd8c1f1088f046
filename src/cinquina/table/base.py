"""People at a table, whatever they do there: who sits where, by which key, what they say to one another.

Whoever wants something asks a method that gives a happening, or Refusal; once that is kept, `take` folds it in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cinquina.core import IllegalMove, Position, Refusal, Rules, View
from cinquina.games import GAMES
from cinquina.table.dice import CURRENT
from cinquina.table.happenings import (
    BOT,
    OPEN,
    PERSON,
    Begun,
    Ended,
    Happening,
    Said,
    Salted,
    Sat,
    Seat,
    Settings,
    check_salt,
    fingerprint,
)
from cinquina.table.setup import check_player

if TYPE_CHECKING:
    from cinquina.table.pad_sheet import PadSheet

Command = Callable[["TableBase"], Happening]
"""What somebody wants of a table: the happening it leads to, or Refusal."""
LONGEST_CHAT = 300
JOINERS = dict.fromkeys(map(ord, "\u200d\ufe0f"))
"""What holds the parts of an emoji together, and is not printed itself."""
CHAT_LINES = 60
SUBSTITUTE = "medium"
"""The level of a bot that takes the place of somebody."""


class Seeds(NamedTuple):
    """New seeds: for the series about to begin, where it has none yet, and for the one after it."""

    seed: str
    following: str


class DoneAlready(Refusal):
    """Somebody else has done it already."""

    def __init__(self) -> None:
        super().__init__("done-already")


class UnsupportedAction(Refusal):
    """Somebody asked for what is not done at a table of this kind."""

    def __init__(self) -> None:
        super().__init__("not-at-this-table")


class BotsQuestion(NamedTuple):
    """What a bot of some level is asked, and the answer it leads to, which holds for that question alone."""

    level: str
    view: View
    seat: int
    answering: Callable[[int], Command]


class NotYours(Refusal):
    """Somebody asked for what only another seat, or the host, may do."""


class Stale(Refusal):
    """A click for something that is over."""


@dataclass
class Place:
    """Who sits at a seat now: the fingerprint of their key, and whether a bot plays for them."""

    seat: Seat
    key: str = ""
    salt: str = ""
    next_salt: str = ""
    """For the dice of the next series, sent when its promise was known."""
    substitute: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether the program plays here, for good or for somebody."""
        return self.seat.kind == BOT or self.substitute

    @property
    def level(self) -> str:
        """The level of the bot that plays here."""
        return self.seat.level or SUBSTITUTE


@dataclass
class TableBase:
    """A table as it stands after its first `number` happenings, as far as people and seats go."""

    settings: Settings
    code: str = ""
    number: int = 0
    places: list[Place] = field(default_factory=list)
    ended: bool = False
    chat: deque[tuple[int, int, str]] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))

    def __post_init__(self) -> None:
        for seat in self.settings.seats:
            own = seat.kind == PERSON
            salt = self.settings.salt or ""
            self.places.append(Place(seat, self.settings.host if own else "", salt if own else ""))

    # --- where it stands ---------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game that is played here."""
        return GAMES[self.settings.game]

    @property
    def has_begun(self) -> bool:
        """Whether the first game has begun."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game being played is over."""
        raise NotImplementedError

    @property
    def seats_are_open(self) -> bool:
        """Whether an open seat can still be taken."""
        return not self.has_begun

    @property
    def is_silent(self) -> bool:
        """Whether nobody may talk now."""
        return False

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for before the first game."""
        return not self.has_begun and not self.awaits_salt and all(place.seat.kind != OPEN for place in self.places)

    @property
    def awaits_salt(self) -> bool:
        """Whether the host's salt for the dice is still to come."""
        return self.settings.salt is None and not any(
            place.salt for place in self.places if place.key == self.settings.host
        )

    @property
    def position(self) -> Position | None:
        """Where a game stands here, for who tells of its rules; None before the first."""
        raise NotImplementedError

    def records(self) -> list[str]:
        """The finished games as text."""
        raise NotImplementedError

    def records_so_far(self) -> list[str]:
        """All games as text, the running one as far as everybody may know it."""
        raise NotImplementedError

    def number_for(self, mine: Collection[int]) -> int:
        """The number of happenings as the owner of these seats may know it."""
        return self.number

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats that a key owns."""
        return self.seats_with(fingerprint(key)) if key else ()

    def seats_with(self, print_: str) -> tuple[int, ...]:
        """The seats of the key that has a fingerprint."""
        return tuple(seat for seat, place in enumerate(self.places) if print_ and place.key == print_)

    def is_host(self, key: str) -> bool:
        """Whether a key is the host's."""
        return bool(key) and fingerprint(key) == self.settings.host

    # --- what people want --------------------------------------------------------------------------------------

    def sit(self, name: str, key: str, salt: str) -> Sat:
        """Somebody takes the first open seat."""
        self._check_runs()
        check_player(name)
        check_salt(salt)
        for seat, place in enumerate(self.places):
            if place.seat.kind == OPEN and self.seats_are_open:
                return Sat(seat, name, fingerprint(key), salt)
        raise IllegalMove("table-full")

    def add_salt(self, key: str, salt: str) -> Salted:
        """Somebody sends a salt for dice whose promise they have seen; it cannot be changed afterwards."""
        self._check_runs()
        self._check_seated(key)
        check_salt(salt)
        own = [self.places[seat] for seat in self.seats_of(key)]
        if not salt or any(place.next_salt if self.has_begun else place.salt for place in own):
            raise Stale("salt-known")
        return Salted(fingerprint(key), salt)

    def begin(self, key: str, seeds: Seeds) -> Begun:
        """The host begins, whoever is still missing."""
        self._check_runs()
        self._check_host(key)
        if self.has_begun:
            raise Stale("table-begun")
        return self.beginning(seeds)

    def beginning(self, seeds: Seeds) -> Begun:
        """The first game, with the dice that were promised when the table was made."""
        return Begun(self.settings.seed or seeds.seed, CURRENT, seeds.following)

    def end(self, key: str) -> Ended:
        """The host ends the table."""
        self._check_runs()
        self._check_host(key)
        return Ended()

    def say(self, key: str, text: str) -> Said:
        """Somebody says something; nobody may where partners could talk about their game."""
        self._check_runs()
        own = self.seats_of(key)
        if not own:
            raise NotYours("not-your-table")
        if self.is_silent:
            raise IllegalMove("partners-do-not-talk")
        line = " ".join(text.split())
        if not line or len(line) > LONGEST_CHAT or not line.translate(JOINERS).isprintable():
            raise IllegalMove("bad-chat", most=LONGEST_CHAT)
        return Said(own[0], line)

    # --- what people want at tables of one kind only ------------------------------------------------------------

    def choose(self, key: str, seat: int, click: int, option: int) -> Happening:
        """A seat chooses."""
        raise UnsupportedAction

    def undo(self, key: str, seat: int, click: int) -> Happening:
        """A seat takes its newest choice back."""
        raise UnsupportedAction

    def next_game(self, key: str, seeds: Seeds) -> Happening:
        """The next game of the series, or a rematch."""
        raise UnsupportedAction

    def roll(self, key: str, throw: int, faces: tuple[int, ...] | None) -> Happening:
        """Dice are thrown, or entered."""
        raise UnsupportedAction

    def substitute(self, key: str, seat: int, *, away: bool) -> Happening:
        """A bot plays for somebody who is away."""
        raise UnsupportedAction

    def come_back(self, key: str, seat: int) -> Happening:
        """Somebody plays again themselves."""
        raise UnsupportedAction

    def pencil(self, key: str, seat: int, click: int, cell: str, mark: str) -> Happening:
        """One more mark of a turn on a pad."""
        raise UnsupportedAction

    def rub(self, key: str, seat: int, click: int, cell: str) -> Happening:
        """A mark in pencil is rubbed out."""
        raise UnsupportedAction

    def finish(self, key: str, seat: int, click: int) -> Happening:
        """What stands in pencil is the turn."""
        raise UnsupportedAction

    def erase(self, key: str, seat: int, click: int, cell: str) -> Happening:
        """A mark of an earlier turn was wrong."""
        raise UnsupportedAction

    def count(self, key: str) -> Happening:
        """A game on pads is over."""
        raise UnsupportedAction

    def resume(self, key: str) -> Happening:
        """It is not."""
        raise UnsupportedAction

    # --- what happens by itself ----------------------------------------------------------------------------------

    def throws_itself(self) -> bool:
        """Whether the next throw waits for nobody."""
        return False

    def bot_to_choose(self) -> int:
        """A seat that is asked and played by the program; -1 when there is none."""
        return -1

    def moves_by_itself(self) -> bool:
        """Whether something happens without anybody's doing: the beginning, a throw, a bot's choice."""
        if self.ended:
            return False
        return self.is_full or (self.has_begun and (self.throws_itself() or self.bot_to_choose() >= 0))

    def due_throw(self) -> Command:
        """The throw that is due now, and no later one."""
        raise UnsupportedAction

    def bots_question(self, seat: int) -> BotsQuestion:
        """What a bot is asked now."""
        raise UnsupportedAction

    # --- what has to be searched for -----------------------------------------------------------------------------

    validates_slowly: ClassVar[bool] = False
    """Whether granting a wish may take so long that it is not done on the event loop."""

    def pad_of(self, seat: int) -> PadSheet | None:
        """The pad of a seat, where there is one."""
        return None

    def to_learn(self) -> dict[int, PadSheet]:
        """The pads of which it is not known yet what a turn can write on them, by seat."""
        return {}

    # --- who may -----------------------------------------------------------------------------------------------

    def _check_runs(self) -> None:
        if self.ended:
            raise Stale("table-ended")

    def _check_host(self, key: str) -> None:
        if not self.is_host(key):
            raise NotYours("not-the-host")

    def _check_seated(self, key: str) -> None:
        if not self.seats_of(key):
            raise NotYours("not-your-table")

    def _check_owner(self, key: str, seat: int) -> None:
        if seat not in self.seats_of(key):
            raise NotYours("not-your-seat")

    # --- folding -----------------------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Fold in what has happened and been kept."""
        self.number += 1
        match happened:
            case Sat(seat, name, key, salt):
                self.places[seat] = Place(Seat(PERSON, name), key, salt)
            case Salted(key, salt):
                self._add_salt(key, salt)
            case Ended():
                self.ended = True
            case Said(seat, text):
                self.chat.append((self.number, seat, text))

    def _add_salt(self, key: str, salt: str) -> None:
        for place in self.places:
            if place.key == key and self.has_begun:
                place.next_salt = salt
            elif place.key == key:
                place.salt = salt
