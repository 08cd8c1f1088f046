"""How the two files of a game, `rules.py` and `telling.py`, become one `Rules`, with defaults for what games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from cinquina.core import defaults, flow, state
from cinquina.core.rules import Numbers, Option, Pad, Phrase, Rules, who_begins

S = TypeVar("S", bound=state.State)
S_in = TypeVar("S_in", bound=state.State, contravariant=True)

NO_PAD = Pad()


class RulesModule(Protocol[S]):
    """What a file `rules.py` has: the rules, plain integers inside. It imports nothing but `core` and its sheets.

    A state has a field `dice`: the faces as they lie, in the order of DICE, 0 for a die that is not in use. A new state
    has its players seated, and is about to throw.
    """

    @property
    def NAME(self) -> str:
        """The game's key."""

    @property
    def VERSION(self) -> int:
        """Raised when any position, option or score comes out different."""

    @property
    def SEATS(self) -> tuple[int, ...]:
        """How many can play, from the fewest to the most."""

    @property
    def OPTIONS(self) -> Mapping[str, Option]:
        """What people may agree on, but for who begins: every game has that option."""

    @property
    def NUMBERS(self) -> Mapping[str, Numbers]:
        """What a designer may change; options as well, by other names than those."""

    @property
    def CHOICES(self) -> int:
        """Options are numbered from 0 to CHOICES - 1; there are at most MOST_OPTIONS."""

    @property
    def DICE(self) -> tuple[str, ...]:
        """The ids of the dice as the sheet names them; the order of every throw."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """Why a game can end, in the order of the bits of `ending`."""

    @property
    def PARTS(self) -> tuple[str, ...]:
        """What a score is made of, by the places of `part`."""

    @property
    def State(self) -> type[S]:
        """What the rules work on."""

    def start(self, s: S, options: Mapping[str, str]) -> None:
        """Set up a new state."""

    def rolling(self, s: S) -> int:
        """The dice about to be thrown, as a bit set."""

    def land(self, s: S, faces: Sequence[int]) -> None:
        """The dice have fallen: `faces[die]` for each die of `rolling`."""

    def legal(self, s: S, seat: int) -> int:
        """The options of a waiting seat, as a bit set."""

    def apply(self, s: S, seat: int, option: int) -> None:
        """A waiting seat has chosen a legal option."""

    def part(self, s: S, seat: int, place: int) -> int:
        """What one of PARTS brings; together they are the score."""


class TellingModule(Protocol[S_in]):
    """What a file `telling.py` has: what people are told about a state. It decides nothing."""

    def refusal(self, s: S_in, seat: int, option: int) -> str:
        """The key of the rule that forbids an option to a waiting seat; empty when it is legal."""

    def spell(self, s: S_in, seat: int, option: int) -> str:
        """An option as people write it; no two options of one choice are spelled alike."""

    def cell(self, s: S_in, seat: int, option: int) -> str:
        """The cell of the seat's sheet that an option marks; empty when it marks none."""

    def describe(self, s: S_in, seat: int, option: int) -> Phrase:
        """What an option does (the sentence may mention a `cell`, a `colour`, numbers)."""

    def question(self, s: S_in, seat: int) -> Phrase:
        """What is asked of a waiting seat."""

    def sheets_of(self, s: S_in, seat: int) -> tuple[str, ...]:
        """The names of the sheets that lie before a seat, the one in use first."""

    def marks(self, s: S_in, seat: int) -> tuple[dict[str, str], ...]:
        """What is written on each of those sheets: cell id to mark."""


def join(
    rules: RulesModule[S],
    telling: TellingModule[S],
    *,
    series: int = 0,
    passing: str = "",
    pad: Pad = NO_PAD,
    lot: bool = True,
    start_turn: Callable[[S], None] = flow.throw,
    side: Callable[[S, int], int] = defaults.own_side,
    side_colours: tuple[str, ...] = (),
    clash: Callable[[Mapping[str, str]], str] = defaults.no_clash,
    counted: Callable[[S, int], tuple[dict[str, int], ...]] | None = None,
    line: Callable[[S], tuple[str, ...]] = defaults.no_line,
    part_names: Callable[[S], tuple[str, ...]] | None = None,
    lost: Callable[[S, int], tuple[str, ...]] = defaults.no_lost,
    dice_asked: Callable[[S, int], int] = defaults.dice_that_lie,
) -> Rules:
    """A game made of its two files; the keywords say what is not as in most games.

    `lot=False` is for a game that settles by its own rules who begins; `start_turn` for one whose turns do not start
    with a throw; `counted` for one whose points are counted on the sheet. The others are members of `Rules`.
    """
    own = {"rolling": rules.rolling, "land": rules.land, "start_turn": start_turn}
    return Rules(
        NAME=rules.NAME,
        VERSION=rules.VERSION,
        SEATS=rules.SEATS,
        SERIES=series,
        SIDE_COLOURS=side_colours,
        OPTIONS={**rules.OPTIONS, "begins": who_begins(rules.SEATS[-1])},
        NUMBERS=rules.NUMBERS,
        CHOICES=rules.CHOICES,
        DICE=rules.DICE,
        ENDINGS=rules.ENDINGS,
        PARTS=rules.PARTS,
        PASSING=passing,
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
        marks=telling.marks,
        counted=counted or (lambda s, seat: ({},) * len(telling.sheets_of(s, seat))),
        line=line,
        part_names=part_names or (lambda s: rules.PARTS),
        lost=lost,
        dice_asked=dice_asked,
    )
