"""A live table: settings and what has happened, folded into where it stands. It knows no network, no time and no store.

Whoever wants something asks a method that gives a happening, or Refusal; once that is kept, `take` folds it in.
So a table that is read again from what was kept is the same table.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from cinquina.bots import names_of
from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    Event,
    IllegalMove,
    IllegalSetup,
    Position,
    Refusal,
    Roll,
    Rules,
    after,
    faces_wanted,
    is_lot,
    undo,
)
from cinquina.core.position import full_options
from cinquina.core.record import BOT_PREFIX, Game, check_name, write
from cinquina.core.series import Series, check_length, new_series
from cinquina.games import GAMES
from cinquina.table.happenings import (
    BOT,
    OPEN,
    PERSON,
    REAL,
    VIRTUAL,
    Begun,
    Chose,
    Ended,
    Happening,
    Returned,
    Rolled,
    Said,
    Sat,
    Seat,
    Settings,
    Substituted,
    Undid,
    Went,
    check_salt,
    fingerprint,
)
from cinquina.table.proof import Proof, commitment, luck_of

LONGEST_CHAT = 300
JOINERS = dict.fromkeys(map(ord, "\u200d\ufe0f"))
"""What holds the parts of an emoji together, and is not printed itself."""
LOG_LINES = 72
"""The thirty that are shown, and the answers of an open window, which most may not see."""
CHAT_LINES = 60
STEPS = 64
"""A window's answers are numbered below this, so that window and answer are one number that a click names."""
MOST_SERIES = 20
SUBSTITUTE = "medium"
"""The level of a bot that takes the place of somebody."""


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
    substitute: bool = False

    @property
    def is_bot(self) -> bool:
        """Whether the program plays here, for good or for somebody."""
        return self.seat.kind == BOT or self.substitute

    @property
    def level(self) -> str:
        """The level of the bot that plays here."""
        return self.seat.level or SUBSTITUTE


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Something for the log: an event, and the positions before and after it."""

    number: int
    before: Position
    event: Event
    now: Position
    told: dict[str, dict[str, int | str]] = field(default_factory=dict)
    """As a screen tells it, by language, once it has been told: nothing about it changes any more."""


@dataclass
class Live:
    """A table as it stands after its first `number` happenings."""

    settings: Settings
    number: int = 0
    places: list[Place] = field(default_factory=list)
    series: Series | None = None
    played: int = 0
    seed: str = ""
    ended: bool = False
    past: list[tuple[Game, str]] = field(default_factory=list)
    """Finished games with their seeds."""
    log: deque[Line] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    chat: deque[tuple[int, int, str]] = field(default_factory=lambda: deque(maxlen=CHAT_LINES))

    def __post_init__(self) -> None:
        for seat in self.settings.seats:
            own = seat.kind == PERSON
            self.places.append(Place(seat, self.settings.host if own else "", self.settings.salt if own else ""))

    # --- where it stands ---------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The game that is played here."""
        return GAMES[self.settings.game]

    @property
    def game(self) -> Game:
        """The game being played, or Refusal before it begins."""
        if self.series is None:
            raise IllegalMove("table-not-begun")
        return self.series.current

    @property
    def names(self) -> tuple[str, ...]:
        """The players as a record names them."""
        return tuple(BOT_PREFIX + place.level if place.seat.kind == BOT else place.seat.name for place in self.places)

    @property
    def has_teams(self) -> bool:
        """Whether some play together, who must not talk about it."""
        if self.series is None:
            return False
        state = self.game.position.now
        return len({self.rules.side(state, seat) for seat in range(len(self.places))}) < len(self.places)

    def seats_of(self, key: str) -> tuple[int, ...]:
        """The seats that a key owns."""
        return self.seats_with(fingerprint(key)) if key else ()

    def seats_with(self, print_: str) -> tuple[int, ...]:
        """The seats of the key that has a fingerprint."""
        return tuple(seat for seat, place in enumerate(self.places) if print_ and place.key == print_)

    def is_host(self, key: str) -> bool:
        """Whether a key is the host's."""
        return bool(key) and fingerprint(key) == self.settings.host

    def click(self, seat: int) -> int:
        """The number that a choice of a seat must name: the open window, and how often the seat has answered in it."""
        position = self.game.position
        return position.window * STEPS + sum(answer.seat == seat for answer in position.answers)

    @property
    def throws(self) -> int:
        """How often dice have fallen in the game being played."""
        return sum(isinstance(event, Roll) for event in self.game.events)

    @property
    def salt(self) -> str:
        """The salts of all seats."""
        return ".".join(place.salt for place in self.places)

    def records(self) -> list[str]:
        """The finished games as text, with the proof of their dice once their seed may be shown."""
        over = self.series is not None and self.game.position.phase == OVER
        games = [*self.past, *([(self.game, self.seed)] if over else [])]
        return [write(game) + self._proof_line(number, seed) for number, (game, seed) in enumerate(games)]

    def records_so_far(self) -> list[str]:
        """All games as text, the running one up to the window that is open, in which answers are secret."""
        if self.series is None or self.game.position.phase == OVER:
            return self.records()
        public = len(self.game.events) - len(self.game.position.answers)
        return [*self.records(), write(self.game.back_to(public))]

    def _proof_line(self, number: int, seed: str) -> str:
        """The proof of a game's dice; nothing where people threw them, or while more will be thrown from that seed."""
        if self.settings.dice != VIRTUAL or (seed == self.seed and not self.may_show_seed):
            return ""
        return Proof(commitment(seed), self.salt, seed, number).line() + "\n"

    @property
    def may_show_seed(self) -> bool:
        """Whether no dice will be thrown any more."""
        return self.ended or (self.series is not None and self.game.position.phase == OVER and self.series_is_over)

    @property
    def series_is_over(self) -> bool:
        """Whether the last game of the series is the one being played."""
        return self.series is not None and len(self.series.games) >= self.settings.series

    # --- what people want --------------------------------------------------------------------------------------

    def sit(self, name: str, key: str, salt: str) -> Sat:
        """Somebody takes the first open seat."""
        self._check_runs()
        check_player(name)
        check_salt(salt)
        for seat, place in enumerate(self.places):
            if place.seat.kind == OPEN and self.series is None:
                return Sat(seat, name, fingerprint(key), salt)
        raise IllegalMove("table-full")

    def begin(self, key: str, seed: str) -> Begun:
        """The host begins; bots take what is still open."""
        self._check_runs()
        self._check_host(key)
        if self.series is not None:
            raise Stale("table-begun")
        return Begun(seed)

    def roll(self, key: str, throw: int, faces: tuple[int, ...] | None) -> Rolled:
        """Throw the table's dice, or say what lies on the table."""
        self._check_runs()
        if not self.seats_of(key):
            raise NotYours("not-your-table")
        if throw != self.throws:
            raise Stale("stale-throw")
        position = self.game.position
        if self.settings.dice == REAL and not is_lot(position):
            fallen = faces or ()
        else:
            self._check_thrower(key)
            fallen = self.fair_throw()
        after(position, Roll(fallen))
        return Rolled(fallen)

    def choose(self, key: str, seat: int, click: int, option: int) -> Chose:
        """A seat chooses."""
        self._check_runs()
        self._check_owner(key, seat)
        self._check_click(seat, click)
        after(self.game.position, Choice(seat, option))
        return Chose(seat, option)

    def undo(self, key: str, seat: int, click: int) -> Undid:
        """A seat takes its newest choice back."""
        self._check_runs()
        self._check_owner(key, seat)
        self._check_click(seat, click)
        undo(self.game.position, seat)
        return Undid(seat)

    def next_game(self, key: str, seed: str) -> Went:
        """The next game of the series, or a rematch with a new seed."""
        self._check_runs()
        if not self.seats_of(key):
            raise NotYours("not-your-table")
        if self.game.position.phase != OVER:
            raise Stale("series-game-runs")
        return Went(seed if self.series_is_over else "")

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
        if self.has_teams and self.game.position.phase != OVER:
            raise IllegalMove("partners-do-not-talk")
        said = " ".join(text.split())
        if not said or len(said) > LONGEST_CHAT or not said.translate(JOINERS).isprintable():
            raise IllegalMove("bad-chat", most=LONGEST_CHAT)
        return Said(own[0], said)

    def substitute(self, key: str, seat: int, *, away: bool) -> Substituted:
        """A bot plays for somebody who is away."""
        self._check_runs()
        if not self.seats_of(key):
            raise NotYours("not-your-table")
        if not (0 <= seat < len(self.places)) or self.places[seat].is_bot or self.series is None:
            raise IllegalMove("nobody-to-play-for")
        if not away:
            raise IllegalMove("not-away-long-enough")
        return Substituted(seat)

    def come_back(self, key: str, seat: int) -> Returned:
        """Somebody plays again themselves."""
        self._check_runs()
        self._check_owner(key, seat)
        if not self.places[seat].substitute:
            raise Stale("nobody-plays-for-you")
        return Returned(seat)

    def _check_runs(self) -> None:
        if self.ended:
            raise Stale("table-ended")

    def _check_host(self, key: str) -> None:
        if not self.is_host(key):
            raise NotYours("not-the-host")

    def _check_owner(self, key: str, seat: int) -> None:
        if seat not in self.seats_of(key):
            raise NotYours("not-your-seat")

    def _check_click(self, seat: int, click: int) -> None:
        """A click must be for the window that is open, and for the step in it that its seat has come to."""
        if self.game.position.phase != CHOICE or click != self.click(seat):
            raise Stale("stale-window")

    def _check_thrower(self, key: str) -> None:
        """Dice that are not on anybody's table are thrown by the player whose turn it is."""
        position = self.game.position
        if position.phase == ROLL and not is_lot(position):
            self._check_owner(key, position.active)

    # --- what happens by itself --------------------------------------------------------------------------------

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for before the first game."""
        return self.series is None and all(place.seat.kind != OPEN for place in self.places)

    def fair_throw(self) -> tuple[int, ...]:
        """What the table's dice show next."""
        position = self.game.position
        return luck_of(self.seed, self.salt, self.played, self.throws).throw(faces_wanted(position))

    def throws_itself(self) -> bool:
        """Whether the next throw waits for nobody: the lot, and a bot's virtual dice."""
        position = self.game.position
        if position.phase != ROLL:
            return False
        return is_lot(position) or (self.settings.dice == VIRTUAL and self.places[position.active].is_bot)

    def bot_to_choose(self) -> int:
        """A seat that is asked and played by the program; -1 when there is none."""
        if self.series is None or self.game.position.phase != CHOICE:
            return -1
        return next((seat for seat in self.game.position.waiting if self.places[seat].is_bot), -1)

    # --- folding -----------------------------------------------------------------------------------------------

    def take(self, happened: Happening) -> None:
        """Fold in what has happened and been kept."""
        self.number += 1
        match happened:
            case Sat(seat, name, key, salt):
                self.places[seat] = Place(Seat(PERSON, name), key, salt)
            case Begun(seed):
                self._begin(seed)
            case Rolled(faces):
                self._event(Roll(faces))
            case Chose(seat, option):
                self._event(Choice(seat, option))
            case Undid(seat):
                self._undo(seat)
            case Went(seed):
                self._next_game(seed)
            case Ended():
                self.ended = True
            case Said(seat, text):
                self.chat.append((self.number, seat, text))
            case Substituted(seat):
                self.places[seat].substitute = True
            case Returned(seat):
                self.places[seat].substitute = False

    @property
    def _running(self) -> Series:
        assert self.series is not None, "a game runs"
        return self.series

    def _begin(self, seed: str) -> None:
        self.seed = seed
        for place in self.places:
            if place.seat.kind == OPEN:
                place.seat = Seat(BOT, level=SUBSTITUTE)
        self.series = new_series(self.rules, self.names, self.settings.options)

    def _event(self, event: Event) -> None:
        before = self.game.position
        self.series = self._running.with_current(self.game.after(event))
        self.log.append(Line(self.number, before, event, self.game.position))

    def _undo(self, seat: int) -> None:
        self.series = self._running.with_current(self.game.undo(seat))
        undone = [line for line in self.log if isinstance(line.event, Choice) and line.event.seat == seat]
        if undone:
            self.log.remove(undone[-1])

    def _next_game(self, seed: str) -> None:
        """The next game; after the last one of a series a new series begins, and whoever is next begins it."""
        self.past.append((self.game, self.seed))
        self.seed = seed or self.seed
        self.played += 1
        over = self.series_is_over
        following = Series((self.game,)).next_game() if over else self._running.next_game()
        self.series = Series((following.current,)) if over else following
        self.log.clear()


def check_player(name: str) -> None:
    """Refuse a name that could not stand in a record, or would be taken for a bot's."""
    check_name(name)
    if name.startswith(BOT_PREFIX):
        raise IllegalSetup("name-of-a-bot", name=name)


def check_settings(settings: Settings) -> None:
    """Refuse settings that no table could be made of."""
    if settings.game not in GAMES:
        raise IllegalSetup("no-such-game", name=settings.game[:40], possible=", ".join(GAMES))
    rules = GAMES[settings.game]
    full_options(rules, len(settings.seats), settings.options)
    check_salt(settings.salt)
    if not 1 <= settings.series <= MOST_SERIES:
        raise IllegalSetup("bad-series", most=MOST_SERIES)
    check_length(rules, settings.series)
    for seat in settings.seats:
        if seat.kind == PERSON:
            check_player(seat.name)
        if seat.kind == BOT and seat.level not in names_of(rules):
            raise IllegalSetup("no-such-bot", level=seat.level[:40], possible=", ".join(names_of(rules)))
    if not any(seat.kind == PERSON for seat in settings.seats):
        raise IllegalSetup("nobody-plays")
