"""Join the two files of a game, `rules.py` and `telling.py`, into one `Rules`, with defaults for what games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from cinquina.core import defaults, flow, state
from cinquina.core.rules import Numbers, Option, Pad, Phrase, Rules, who_begins

S = TypeVar("S", bound=state.State)
S_in = TypeVar("S_in", bound=state.State, contravariant=True)

NO_PAD = Pad()


class RulesModule(Protocol[S]):
    """The contents of a file `rules.py`: the rules, on plain integers. It imports only `core` and `sheets`.

    A state has a field `dice`: the faces in the order of DICE, 0 for a die that is not in use. A new state has its
    players seated and waits for a throw.
    """

    @property
    def NAME(self) -> str:
        """The key of the game."""

    @property
    def VERSION(self) -> int:
        """Raised whenever a position, an option or a score comes out differently."""

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The possible numbers of players, in ascending order."""

    @property
    def OPTIONS(self) -> Mapping[str, Option]:
        """The options that players agree on. `begins`, which every game has, is added by `join`."""

    @property
    def NUMBERS(self) -> Mapping[str, Numbers]:
        """The numbers that a game designer may change; also options, with names that OPTIONS does not use."""

    @property
    def CHOICES(self) -> int:
        """Options are numbered from 0 to CHOICES - 1; at most MOST_OPTIONS."""

    @property
    def DICE(self) -> tuple[str, ...]:
        """The ids of the dice, as on the sheet; every throw uses this order."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """The reasons why a game can end, in the order of the bits of `ending`."""

    @property
    def PARTS(self) -> tuple[str, ...]:
        """The parts of a score, in the order of the index `place` of `part`."""

    @property
    def State(self) -> type[S]:
        """The state of the game."""

    def start(self, s: S, options: Mapping[str, str]) -> None:
        """Set up a new state."""

    def rolling(self, s: S) -> int:
        """Return the dice to throw, as a bit set."""

    def land(self, s: S, faces: Sequence[int]) -> None:
        """Apply a throw: `faces[die]` for each die of `rolling`."""

    def legal(self, s: S, seat: int) -> int:
        """Return the options of a waiting seat, as a bit set."""

    def apply(self, s: S, seat: int, option: int) -> None:
        """Apply a legal option that a waiting seat has chosen."""

    def part(self, s: S, seat: int, place: int) -> int:
        """Return the points of one of PARTS; their sum is the score."""


class TellingModule(Protocol[S_in]):
    """The contents of a file `telling.py`: the text and marks that describe a state to people. It contains no rules."""

    def refusal(self, s: S_in, seat: int, option: int) -> str:
        """Return the key of the rule that forbids an option to a waiting seat; it is not asked about legal ones."""

    def spell(self, s: S_in, seat: int, option: int) -> str:
        """Return the text for an option, as used in records; options of one choice have different texts."""

    def cell(self, s: S_in, seat: int, option: int) -> str:
        """Return the cell of the seat's sheet that an option marks; empty if it marks none."""

    def describe(self, s: S_in, seat: int, option: int) -> Phrase:
        """Return what an option does (the sentence may mention a `cell`, a `colour`, numbers)."""

    def question(self, s: S_in, seat: int) -> Phrase:
        """Return the question for a waiting seat."""

    def sheets_of(self, s: S_in, seat: int) -> tuple[str, ...]:
        """Return the names of a seat's sheets, the one in use first."""

    def marks(self, s: S_in, seat: int) -> tuple[dict[str, str], ...]:
        """Return the marks on each of those sheets: cell id to mark."""


def join(
    rules: RulesModule[S],
    telling: TellingModule[S],
    *,
    series: int = 0,
    pad: Pad = NO_PAD,
    lot: bool = True,
    start_turn: Callable[[S], None] = flow.throw,
    side: Callable[[S, int], int] = defaults.own_side,
    side_colours: tuple[str, ...] = (),
    points: bool = True,
    clash: Callable[[Mapping[str, str]], str] = defaults.no_clash,
    counted: Callable[[S, int], tuple[dict[str, int], ...]] | None = None,
    sheet_numbers: Callable[[S, int], tuple[int, ...]] | None = None,
    line: Callable[[S], tuple[str, ...]] = defaults.no_line,
    part_names: Callable[[S], tuple[str, ...]] | None = None,
    closed: Callable[[S, int], tuple[str, ...]] = defaults.no_closed,
    score_tables: Callable[[S], Mapping[str, tuple[int, ...]]] = defaults.as_printed,
    lost: Callable[[S, int], tuple[str, ...]] = defaults.no_lost,
    dice_asked: Callable[[S, int], int] = defaults.dice_in_use,
    dice_of: Callable[[S, int, int], tuple[int, ...]] = defaults.all_dice,
    told: Callable[[S, int, int], tuple[str, ...]] | None = None,
    supply: Callable[[S, int], tuple[int, int]] = defaults.no_supply,
    legend: Callable[[S], tuple[Phrase, ...]] = defaults.no_legend,
    enders: Callable[[S, S, str], int] = defaults.active_ends,
    is_out: Callable[[S, int], bool] = defaults.nobody_out,
    is_leaving: Callable[[S, int], bool] = defaults.nobody_out,
    forced_steps: Callable[[S, S, int, int], tuple[Phrase, ...]] = defaults.no_forced_steps,
    reasons: Callable[[S, S, int, int], tuple[Phrase, ...]] = defaults.no_reasons,
    turned: Callable[[S, S, int], Phrase] = defaults.plainly_turned,
    stop: Callable[[S, int], int] = defaults.no_stop,
    throw_off: Callable[[S, S], Phrase] = defaults.no_throw_off,
) -> Rules:
    """Make a game of its two files; the keywords are for what differs from most games.

    Pass `lot=False` for a game whose rules choose the starting player, `start_turn` for one whose turns do not start
    with a throw, `counted` for one with points written on the sheet. The others are members of `Rules`.
    """
    own = {"rolling": rules.rolling, "land": rules.land, "start_turn": start_turn}
    return Rules(
        NAME=rules.NAME,
        VERSION=rules.VERSION,
        SEATS=rules.SEATS,
        SERIES=series,
        SIDE_COLOURS=side_colours,
        SHARED_BOARD=bool(side_colours),
        PASSES=stop is not defaults.no_stop,
        POINTS=points,
        OPTIONS={**rules.OPTIONS, "begins": who_begins(rules.SEATS[-1])},
        NUMBERS=rules.NUMBERS,
        CHOICES=rules.CHOICES,
        DICE=rules.DICE,
        ENDINGS=rules.ENDINGS,
        PARTS=rules.PARTS,
        PAD=pad,
        State=rules.State,
        start=rules.start,
        rolling=defaults.of_game(defaults.rolling_or_lot, **own) if lot else rules.rolling,
        land=defaults.of_game(defaults.land_or_begin, **own) if lot else rules.land,
        legal=rules.legal,
        apply=rules.apply,
        score=defaults.of_game(defaults.sum_of_parts, part=rules.part, PARTS=rules.PARTS),
        part=rules.part,
        side=side,
        clash=clash,
        refusal=telling.refusal,
        spell=telling.spell,
        cell=telling.cell,
        describe=telling.describe,
        question=telling.question,
        sheets_of=telling.sheets_of,
        sheet_numbers=sheet_numbers or (lambda s, seat: (0,) * len(telling.sheets_of(s, seat))),
        marks=telling.marks,
        counted=counted or (lambda s, seat: ({},) * len(telling.sheets_of(s, seat))),
        line=line,
        part_names=part_names or (lambda s: rules.PARTS),
        closed=closed,
        score_tables=score_tables,
        lost=lost,
        dice_asked=dice_asked,
        dice_of=dice_of,
        told=told or (lambda s, seat, option: (telling.cell(s, seat, option),)),
        supply=supply,
        legend=legend,
        enders=enders,
        is_out=is_out,
        is_leaving=is_leaving,
        forced_steps=forced_steps,
        reasons=reasons,
        turned=turned,
        stop=stop,
        throw_off=throw_off,
    )
