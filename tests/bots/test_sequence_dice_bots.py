"""The bots of Sequence Dice: they keep to the rules, see what they say they see, and know what they have learned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cinquina.bots import answer, array_file, chooser, names_of, table_file
from cinquina.bots.arena import meet
from cinquina.bots.compiled import judged
from cinquina.bots.sequence_dice import BOTS, features, luck_of_throw, tables, training
from cinquina.bots.sequence_dice.values import chances
from cinquina.core import CHOICE, ROLL, Choice, Position, Roll, View, after, bits, faces_wanted, opening
from cinquina.core.position import seen_by
from cinquina.games import GAMES
from cinquina.games.sequence_dice import SIZE, SPACES
from cinquina.games.sequence_dice.rules import sides
from cinquina.games.sequence_dice.telling import IDS
from cinquina.sim.binding import plain
from cinquina.sim.luck import WHIM_STREAM, Luck
from cinquina.sim.placeholders import SPARE
from pictures import board

RULES = GAMES["sequence-dice"]
THROWS = list(product(range(1, 7), repeat=2))
FIRST_POSITIONS = 60
LONG_DIAGONAL = 3  # the kind of the two
SETUPS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (2, {"length": "6"}),
    (3, {}),
    (4, {}),
    (4, {"length": "6"}),
    (2, {"shorter": "2"}),
    (2, {"length": "6", "shorter": "2"}),
    (3, {"shorter": "1"}),
    (3, {"shorter": "2", "chips": "12"}),
    (2, {"chips": "36", "defence": "2", "wild": "0"}),
    (3, {"chips": "12", "defence": "12", "wild": "2"}),
    (4, {"length": "6", "defence": "7", "wild": "6"}),
]


def positions(seats: int, options: dict[str, str], games: int) -> Iterator[Position]:
    """The first positions of some games between bots, once somebody has begun."""
    for game in range(games):
        yield from islice(positions_of(seats, options, game), FIRST_POSITIONS)


def positions_of(seats: int, options: dict[str, str], game: int) -> Iterator[Position]:
    """All of them in one game."""
    position = opening(RULES, seats, options)
    luck, pick = Luck(5, game), chooser("medium", Luck(5, game, stream=WHIM_STREAM))
    while position.phase in (ROLL, CHOICE):
        if position.now.beginner >= 0:
            yield position
        if position.phase == ROLL:
            position = after(position, Roll(luck.throw(faces_wanted(position))))
        else:
            seat = position.waiting[0]
            position = after(position, Choice(seat, pick(seen_by(position, seat), seat)))


def asked(seats: int, options: dict[str, str], games: int, every: int = 1) -> list[tuple[View, int]]:
    """What somebody is asked in such games, one in this many."""
    found = [position for position in positions(seats, options, games) if position.phase == CHOICE]
    return [(seen_by(position, position.waiting[0]), position.waiting[0]) for position in found[::every]]


# --- how a board is read ------------------------------------------------------------------------------------------


def turned(chips: int) -> int:
    """The chips after a quarter turn of the board."""
    return sum(1 << space % SIZE * SIZE + SIZE - 1 - space // SIZE for space in bits.members(chips))


def some_boards(sides: int, count: int) -> list[list[int]]:
    """Chips of every side at random, nothing twice."""
    luck = np.random.default_rng(3)
    owners = luck.integers(-1, sides, (count, SPACES))
    return [[sum(1 << int(n) for n in np.flatnonzero(row == side)) for side in range(sides)] for row in owners]


def features_of_two(own: int, other: int) -> list[int]:
    covered = features.covered_numbers(own | other)
    return [features.feature_of_two(own, other, covered, place) for place in range(features.FEATURES)]


def features_of_three(own: int, following: int, last: int) -> list[int]:
    return [features.feature_of_three(own, following, last, place) for place in range(features.FEATURES)]


def turning(found: list[int]) -> list[int]:
    """The features of all but the long diagonals, which half a turn carries into themselves the other way round."""
    diagonals = {place for place, line in enumerate(features.LINES) if line[features.KIND] == LONG_DIAGONAL}
    return sorted(feature for place, feature in enumerate(found) if place not in diagonals)


def test_a_turn_of_the_board_keeps_its_features() -> None:
    for own, other in some_boards(2, 50):
        assert turning(features_of_two(own, other)) == turning(features_of_two(turned(own), turned(other)))
    for chips in some_boards(3, 50):
        assert turning(features_of_three(*chips)) == turning(features_of_three(*map(turned, chips)))


def test_every_straight_line_of_five_or_six_is_read_space_by_space() -> None:
    read = set()
    for place in range(len(features.LINES)):
        read.add(frozenset(space for space in range(SPACES) if features.read_line(1 << space, place)))
    spots = set(product(range(SIZE), repeat=2))
    wanted = set()
    for (row, column), (down, right) in product(spots, ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = [(row + step * down, column + step * right) for step in range(SIZE)]
        inside = [spot for spot in line if spot in spots]
        before = (row - down, column - right)
        if len(inside) >= SIZE - 1 and before not in spots:
            wanted.add(frozenset(y * SIZE + x for y, x in inside))
    assert read == wanted


def test_a_feature_has_a_weight_of_its_own() -> None:
    for own, other in some_boards(2, 50):
        assert all(0 <= feature < features.FEATURES_OF_TWO for feature in features_of_two(own, other))
    for chips in some_boards(3, 50):
        assert all(0 <= feature < features.FEATURES_OF_THREE for feature in features_of_three(*chips))
    everything = (1 << SPACES) - 1
    kinds = features.KINDS + len(features.NUMBERS)
    assert len({*features_of_two(0, 0), *features_of_two(0, everything)}) == 2 * kinds


# --- at the table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_bots_take_legal_options_and_are_the_same_plain_and_compiled(seats: int, options: dict[str, str]) -> None:
    for view, seat in asked(seats, options, 2, every=6):
        state = view.position.now
        for bot in names_of(RULES):
            told, worth = plainly(bot, view, seat)
            quick = np.zeros(RULES.CHOICES)
            assert judged(RULES, state, seat, BOTS[bot], tables.learned(), quick) == told
            assert told
            assert told & ~RULES.legal(state, seat) == 0
            assert np.allclose(worth, quick, rtol=1e-12, atol=1e-12)
            assert plainly(bot, view, seat)[0] == told


def plainly(bot: str, view: View, seat: int) -> tuple[int, Any]:
    """A bot's own answer uncompiled, whoever would stand in for it at the table."""
    worth = np.zeros(RULES.CHOICES)
    judge = plain(RULES, training.judge)
    return judge(view.position.now, [None] * SPARE, seat, BOTS[bot], tables.learned(), worth), worth


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_chances_of_all_sides_are_one_together(seats: int, options: dict[str, str]) -> None:
    for position in positions(seats, options, 1):
        if position.phase == ROLL:
            assert sum(chances(position.now, tables.learned())) == pytest.approx(1.0)


def test_a_bot_above_easy_wins_when_it_can_and_else_stops_who_would_win() -> None:
    win = after(board("GGGG.. ...... ...... ...... ...... BB...."), Roll((1, 5)))
    assert IDS[4] == "e1"
    for bot in ("medium", "hard", "expert", "line"):
        assert bits.members(answer(bot, seen_by(win, 0), 0).liked) == (4,)
    stop = after(board("BBBB.. ...... ...... ...... ...... GG...."), Roll((1, 5)))
    for bot in ("medium", "hard", "expert", "line"):
        assert bits.members(answer(bot, seen_by(stop, 0), 0).liked) == (4,)


def test_what_an_option_is_worth_to_the_expert_is_the_mean_over_all_throws_of_the_best_reply() -> None:
    for seats in RULES.SEATS:
        for view, seat in asked(seats, {}, 1, every=5):
            worth = plainly("expert", view, seat)[1]
            for option in bits.members(RULES.legal(view.position.now, seat)):
                then = after(view.position, Choice(seat, option))
                assert worth[option] == pytest.approx(looked_ahead(then, seat), abs=1e-12)


def looked_ahead(position: Position, seat: int) -> float:
    """The mean chance of a seat's side after the next throw, whose thrower plays as seems best to it."""
    own = RULES.side(position.now, seat)
    if position.phase not in (ROLL, CHOICE):
        return float(RULES.score(position.now, seat))
    total = 0.0
    for faces in THROWS:
        thrown = after(position, Roll(faces))
        thrower = thrown.active
        if thrown.phase == CHOICE:
            options = bits.members(RULES.legal(thrown.now, thrower))
            played = [chances(after(thrown, Choice(thrower, option)).now, tables.learned()) for option in options]
            total += max(played, key=lambda told: told[RULES.side(thrown.now, thrower)])[own]
        else:
            total += chances(thrown.now, tables.learned())[own]
    return total / len(THROWS)


# --- luck -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_luck_is_nothing_on_average(seats: int, options: dict[str, str]) -> None:
    lucky = plain(RULES, luck_of_throw)
    met = [position.now for position in positions(seats, options, 1) if position.phase == ROLL]
    for state in met[3 :: len(met) // 2]:
        told = {
            faces: [lucky(state, [None] * SPARE, seat, tables.learned(), faces) for seat in range(2)]
            for faces in THROWS
            if faces[0] <= faces[1]
        }
        for seat in range(2):
            assert sum(told[min(faces), max(faces)][seat] for faces in THROWS) == pytest.approx(0.0, abs=1e-9)
            assert any(shares[seat] for shares in told.values())
        if sides(state) == 2:
            assert all(sum(shares) == pytest.approx(0.0, abs=1e-12) for shares in told.values())


def test_without_luck_results_are_surer() -> None:
    for bots, deals, part in ((("hard", "medium"), 300, 0.5), (("hard", "medium", "line"), 80, 1.0)):
        met = meet(RULES, bots, deals, 11)
        for plainly_won, adjusted in zip(met.raw, met.adjusted, strict=True):
            assert adjusted.error < part * plainly_won.error


# --- learning -------------------------------------------------------------------------------------------------------


def test_a_run_that_was_stopped_and_kept_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    for options in ({"length": "6"}, {"seats": "3"}):
        whole, stopped = training.begin(4, dict(options)), training.begin(4, dict(options))
        start = training.opening_of(whole)
        for _ in range(2):
            training.improve_from(whole, start, 20)
        training.improve_from(stopped, start, 20)
        array_file.write(tmp_path / "run", "a run", stopped)
        stopped = array_file.read(tmp_path / "run", "a run")
        training.improve_from(stopped, start, 20)
        for name in ("weights", "pushes", "rounds"):
            assert np.array_equal(whole[name], stopped[name])
        assert np.any(whole["weights"])


def test_learning_makes_a_player() -> None:
    run = training.begin(1, {"length": "6"})
    before = training.strength(run)["wins"]
    for _ in range(3):
        training.improve_from(run, training.opening_of(run), 500)
    assert training.strength(run)["wins"] > before + 0.1


def test_tables_are_of_these_rules_and_small() -> None:
    for teams, lengths in tables.LEARNED.items():
        for length in lengths:
            file = tables.file_of(teams, length)
            weights = tables.unpacked(table_file.read(file, tables.made_of(teams, length)))
            assert len(weights) == tables.WEIGHTS[teams]
            assert np.any(weights)
            assert file.stat().st_size < 300_000


# --- strength -------------------------------------------------------------------------------------------------------


@pytest.mark.prove
@pytest.mark.parametrize(
    ("bots", "options", "least"),
    [
        (("expert", "line"), {}, 0.55),
        (("expert", "line"), {"length": "6"}, 0.69),
        (("expert", "medium"), {}, 0.55),
        (("expert", "hard"), {}, 0.5),
        (("expert", "hard"), {"length": "6"}, 0.5),
        (("expert", "line", "line"), {}, 0.45),
        (("expert", "medium", "medium"), {}, 0.45),
        (("expert", "line", "expert", "line"), {}, 0.55),
        (("expert", "medium", "expert", "medium"), {"length": "6"}, 0.69),
    ],
)
def test_the_expert_is_as_strong_as_is_said(bots: tuple[str, ...], options: dict[str, str], least: float) -> None:
    told = meet(RULES, bots, 1500, 31, options).adjusted[0]
    assert told.share - told.error > least
