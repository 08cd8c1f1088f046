"""What every live table has: seats, keys, chat, and who may do what.

A method validates a request and returns a happening, or raises Refusal. Once the happening is stored, `take` applies
it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cinquina.bots import usual_level
from cinquina.core import IllegalMove, Position, Rules, View
from cinquina.games import GAMES
from cinquina.table.dice import CURRENT
from cinquina.table.happenings import (
    OPEN,
    PERSON,
    Begun,
    Ended,
    Happening,
    Said,
    Salted,
    Settings,
    check_salt,
    fingerprint,
)
from cinquina.table.places import Coming, Place, Waiting
from cinquina.table.refusals import NotYours, Stale, UnsupportedAction

if TYPE_CHECKING:
    from cinquina.table.pad_sheet import PadSheet

Command = Callable[["TableBase"], Happening]
"""Validates a request against the table as it is now: returns the happening to store, or raises Refusal."""
LONGEST_CHAT = 300
JOINERS = dict.fromkeys(map(ord, "\u200d\ufe0f"))
"""Invisible characters inside emoji, which `isprintable` would reject."""
CHAT_LINES = 60
COMINGS = 12
"""How many lines about people who came or went are kept."""


class Seeds(NamedTuple):
    """New seeds: one for the series about to begin, if it has none yet, and one for the next series."""

    seed: str
    following: str


class ChatMessage(NamedTuple):
    """A chat message; the seat may be somebody else's by now."""

    number: int
    seat: int
    name: str
    text: str


class BotsQuestion(NamedTuple):
    """A question to a bot, and the command for its answer, which is refused once the question is outdated."""

    level: str
    view: View
    seat: int
    answering: Callable[[tuple[int, ...]], Command]
    answer: tuple[int, ...] = ()
    """What it has to answer, where that is known in advance."""


@dataclass
class TableBase:
    """The seats and the chat of a table after its first `number` happenings."""

    settings: Settings
    code: str = ""
    number: int = 0
    places: list[Place] = field(default_factory=list)
    ended: bool = False
    queue: list[Waiting] = field(default_factory=list)
    """Who is in for the next series."""
    ready: set[str] = field(default_factory=set)
    """The fingerprints of the keys whose owners are ready for the next game."""
    comings: deque[Coming] = field(default_factory=lambda: deque(maxlen=COMINGS))
    """Who came or went during the game."""
    chat: deque[ChatMessage] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))

    def __post_init__(self) -> None:
        for seat in self.settings.seats:
            own = seat.kind == PERSON
            salt = self.settings.salt or ""
            self.places.append(Place(seat, self.settings.host if own else "", salt if own else ""))

    # --- state -------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game played here."""
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
    def usual_level(self) -> str:
        """The level of bots that nobody has chosen: those that play for somebody, and those at empty seats."""
        return usual_level(self.rules)

    def level_at(self, seat: int) -> str:
        """Return the level of the bot that plays at a seat, for itself or for somebody."""
        return self.places[seat].seat.level or self.usual_level

    def can_be_taken(self, seat: int) -> bool:
        """Whether somebody can sit down at a seat now."""
        place = self.places[seat]
        return place.is_free if self.has_begun else place.seat.kind == OPEN

    @property
    def takes_more(self) -> bool:
        """Whether one more can be in for the next game."""
        return False

    def awaited(self, present: Collection[int]) -> tuple[int, ...]:
        """Those of the seats present whose owners are not ready for the next game."""
        return ()

    def waited_for(self) -> tuple[int, ...]:
        """The seats of people who have to act before the game goes on."""
        return ()

    @property
    def is_silent(self) -> bool:
        """Whether chat is closed now."""
        return False

    @property
    def is_full(self) -> bool:
        """Whether the first game can begin without waiting for anybody."""
        return not self.has_begun and not self.awaits_salt and all(place.seat.kind != OPEN for place in self.places)

    @property
    def awaits_salt(self) -> bool:
        """Whether the host, sitting at the table, has not sent a salt for the dice yet."""
        own = [place.salt for place in self.places if place.key == self.settings.host]
        return self.settings.salt is None and bool(own) and not any(own)

    @property
    def host_sits(self) -> bool:
        """Whether the host has a seat and has not left."""
        return any(place.is_seated for place in self.places if place.key == self.settings.host)

    @property
    def position(self) -> Position | None:
        """The position of a game played here; None before the first game."""
        raise NotImplementedError

    def records(self) -> list[str]:
        """The finished games as text."""
        raise NotImplementedError

    def records_so_far(self) -> list[str]:
        """All games as text, the current one as far as it is public."""
        raise NotImplementedError

    def number_for(self, mine: Collection[int]) -> int:
        """The number of happenings that the owner of these seats may know about."""
        return self.number

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats that a key owns."""
        return self.seats_with(fingerprint(key)) if key else ()

    def seats_with(self, print_: str) -> tuple[int, ...]:
        """The seats whose key has this fingerprint."""
        return tuple(seat for seat, place in enumerate(self.places) if print_ and place.key == print_)

    def is_host(self, key: str) -> bool:
        """Whether a key is the host's."""
        return bool(key) and fingerprint(key) == self.settings.host

    # --- requests ----------------------------------------------------------------------------------------------

    def add_salt(self, key: str, salt: str) -> Salted:
        """Add a salt for dice whose promise has been shown; it cannot be changed later."""
        self._check_runs()
        self._check_seated(key)
        check_salt(salt)
        own = [self.places[seat] for seat in self.seats_of(key)]
        if not salt or any(place.next_salt if self.has_begun else place.salt for place in own):
            raise Stale("salt-known")
        return Salted(fingerprint(key), salt)

    def begin(self, key: str, seeds: Seeds) -> Begun:
        """Begin the first game as the host, even if seats are still open."""
        self._check_runs()
        if self.host_sits or not self.seats_of(key):  # without the host any player may begin
            self._check_host(key)
        if self.has_begun:
            raise Stale("table-begun")
        return self.beginning(seeds)

    def beginning(self, seeds: Seeds) -> Begun:
        """Return the beginning of the first game, with the dice promised when the table was made."""
        return Begun(self.settings.seed or seeds.seed, CURRENT, seeds.following)

    def end(self, key: str) -> Ended:
        """End the table as the host."""
        self._check_runs()
        self._check_host(key)
        return Ended()

    def say(self, key: str, text: str) -> Said:
        """Send a chat message; refused while partners could discuss their game."""
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

    # --- requests that only some kinds of table accept ----------------------------------------------------------

    def check_draft(self, key: str, seat: int, click: int) -> None:
        """Refuse a draft of somebody else's seat, for a closed window, or of a seat that is not asked."""
        raise UnsupportedAction

    def draft_moment(self, seat: int) -> tuple[int, int] | None:
        """The game and the click that a draft of a seat belongs to now; None while no person is asked there."""
        return None

    def inked_taps(self, seat: int) -> tuple[int, ...]:
        """The taps that an undo of a seat would take back."""
        return ()

    def ink(self, key: str, seat: int, click: int, taps: Sequence[int]) -> Happening:
        """Choose options for a seat, one after the other."""
        raise UnsupportedAction

    def check_hint(self, key: str, seat: int, click: int) -> None:
        """Refuse a hint to others, for a closed window, to a seat that is not asked, and where nobody gets any."""
        raise UnsupportedAction

    def has_hint(self, seat: int) -> bool:
        """Whether a seat has asked for a hint in the open window."""
        return False

    def hint(self, key: str, seat: int, click: int) -> Happening:
        """Ask for a hint, for the first time in the open window."""
        raise UnsupportedAction

    def undo(self, key: str, seat: int, click: int) -> Happening:
        """Take back a seat's newest choice."""
        raise UnsupportedAction

    def sit(self, name: str, key: str, salt: str) -> Happening:
        """Take a seat, or be in for the next game."""
        raise UnsupportedAction

    def leave(self, key: str, seat: int) -> Happening:
        """Leave a seat, or the queue for the next game."""
        raise UnsupportedAction

    def next_game(self, key: str, seeds: Seeds, present: Collection[int] = ()) -> Happening:
        """Begin the next game of the series, or a rematch; be ready for it while others present are not."""
        raise UnsupportedAction

    def following_game(self, seeds: Seeds) -> Happening:
        """Return the beginning of the next game."""
        raise UnsupportedAction

    def roll(self, key: str, throw: int, faces: tuple[int, ...] | None) -> Happening:
        """Throw the dice, or enter real ones."""
        raise UnsupportedAction

    def correct(self, key: str, throw: int, faces: tuple[int, ...]) -> Happening:
        """Correct real dice that were entered wrongly."""
        raise UnsupportedAction

    def substitute(self, key: str, seat: int, *, away: bool) -> Happening:
        """Let a bot play for somebody who is away."""
        raise UnsupportedAction

    def come_back(self, key: str, seat: int) -> Happening:
        """Play again instead of the bot."""
        raise UnsupportedAction

    def pencil(self, key: str, seat: int, click: int, cell: str, mark: str) -> Happening:
        """Add a pencil mark to a turn on a pad."""
        raise UnsupportedAction

    def rub(self, key: str, seat: int, click: int, cell: str) -> Happening:
        """Remove a pencil mark."""
        raise UnsupportedAction

    def finish(self, key: str, seat: int, click: int) -> Happening:
        """Turn the pencil marks into a finished turn."""
        raise UnsupportedAction

    def erase(self, key: str, seat: int, click: int, cell: str) -> Happening:
        """Erase a wrong mark of an earlier turn."""
        raise UnsupportedAction

    def count(self, key: str) -> Happening:
        """Count the points of a game on pads: it is over."""
        raise UnsupportedAction

    def resume(self, key: str) -> Happening:
        """Continue a game on pads whose points were counted too early."""
        raise UnsupportedAction

    # --- automatic steps -----------------------------------------------------------------------------------------

    def throws_itself(self) -> bool:
        """Whether the server makes the next throw without waiting for a player."""
        return False

    def bot_to_choose(self) -> int:
        """A seat that has to choose and is played by a bot; -1 when there is none."""
        return -1

    def ends_itself(self) -> bool:
        """Whether the table has nothing more to offer and is ended by the server."""
        return False

    def moves_by_itself(self) -> bool:
        """Whether the server can act without a request: begin, throw, choose for a bot, or end."""
        if self.ended:
            return False
        due = self.has_begun and (self.ends_itself() or self.throws_itself() or self.bot_to_choose() >= 0)
        return self.is_full or due

    def due_throw(self) -> Command:
        """Return the command for the throw that is due now; it is refused once that throw has been made."""
        raise UnsupportedAction

    def bots_question(self, seat: int) -> BotsQuestion:
        """Return what a bot is asked now."""
        raise UnsupportedAction

    # --- searches ------------------------------------------------------------------------------------------------

    validates_slowly: ClassVar[bool] = False
    """Whether validating a command may take too long for the event loop."""

    def pad_of(self, seat: int) -> PadSheet | None:
        """The pad of a seat, where there is one."""
        return None

    def to_learn(self) -> dict[int, PadSheet]:
        """The pads, by seat, whose possible marks have not been computed yet."""
        return {}

    # --- permissions -------------------------------------------------------------------------------------------

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

    # --- applying happenings -----------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Apply a stored happening."""
        self.number += 1
        match happened:
            case Salted(key, salt):
                self._add_salt(key, salt)
            case Ended():
                self.ended = True
            case Said(seat, text):
                self.chat.append(ChatMessage(self.number_for(()), seat, self.places[seat].seat.name, text))

    def _add_salt(self, key: str, salt: str) -> None:
        for place in self.places:
            if place.key == key and self.has_begun:
                place.next_salt = salt
            elif place.key == key:
                place.salt = salt
