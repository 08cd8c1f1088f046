"""Compiled rules equal the plain ones: event by event, field by field, for every game, option and number of seats."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinquina.bots import chooser
from cinquina.bots.compiled import compiled_bots
from cinquina.core import (
    CHOICE,
    OVER,
    ROLL,
    Choice,
    IllegalMove,
    Position,
    Roll,
    bits,
    faces_wanted,
    opening,
    parts,
    ranking,
    scores,
)
from cinquina.core.position import after, seen_by
from cinquina.core.record import Game, new_game
from cinquina.games import GAMES
from cinquina.sim import fields, looking, loops, luck
from cinquina.sim import kernel as kernels
from cinquina.sim.batch import Batch, Noted, play_games, signed, warm_up
from cinquina.sim.kernel import kernel
from cinquina.sim.luck import WHIM_STREAM, Games, Luck
from cinquina.sim.playout import play_out
from wander import clashes

SEEDS = 3
SEEDS_TO_PROVE = 4000
WORDS = st.integers(-(1 << 63), (1 << 63) - 1)


def setups(name: str) -> list[tuple[int, dict[str, str]]]:
    """Return every number of seats with every combination of options; the values of `begins` alternate."""
    rules = GAMES[name]
    keys = [key for key in rules.OPTIONS if key != "begins"]
    found = list[tuple[int, dict[str, str]]]()
    for seats in rules.SEATS:
        for values in itertools.product(*(rules.OPTIONS[key].values for key in keys)):
            options = dict(zip(keys, values, strict=True))
            if all(seats in rules.OPTIONS[key].seats.get(value, (seats,)) for key, value in options.items()):
                begins = rules.OPTIONS["begins"].values[len(found) % (seats + 1)]
                found.append((seats, {**options, "begins": begins}))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_plain_equals_compiled_event_by_event_and_field_by_field(name: str) -> None:
    for seats, options in setups(name):
        for seed in range(SEEDS):
            follow(opening(GAMES[name], seats, options), seed)


def changed_numbers(name: str) -> list[dict[str, str]]:
    """Return every number that a designer may change, moved up and down within its bounds, one at a time."""
    found = []
    for key, numbers in GAMES[name].NUMBERS.items():
        for step in (-3, 1, 3):
            changed = [min(max(usual + step, numbers.least), numbers.most) for usual in numbers.usual]
            found.append({key: ",".join(map(str, changed))})
    return [options for options in found if not clashes(GAMES[name], options)]


@pytest.mark.parametrize("name", GAMES)
def test_plain_equals_compiled_whatever_numbers_are_changed(name: str) -> None:
    for place, options in enumerate(changed_numbers(name)):
        for seats in GAMES[name].SEATS:
            follow(opening(GAMES[name], seats, options), place)


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES)
def test_plain_equals_compiled_for_thousands_of_seeds(name: str) -> None:
    everything = setups(name)
    for seed in range(SEEDS_TO_PROVE):
        seats, options = everything[seed % len(everything)]
        follow(opening(GAMES[name], seats, options), seed)


def follow(position: Position, seed: int) -> None:
    """Play a random game with the plain rules and replay its events compiled; all states must be equal."""
    compiled = kernel(position.rules)
    functions = compiled.functions
    record = compiled.record(position.now)
    dice, whims = Luck(seed), Luck(seed, stream=WHIM_STREAM)
    throws = 0
    while position.phase != OVER:
        if position.phase == ROLL:
            assert functions["rolling"](record[0]) == position.rules.rolling(position.now)
            faces = np.zeros(len(position.rules.DICE), np.int64)
            word = signed(luck.word_of(luck.game_key(seed, 0), throws))
            functions["throw_dice"](record[0], faces, word)
            position = after(position, Roll(dice.throw(faces_wanted(position))))
            throws += 1
        else:
            seat = position.waiting[0]
            for other in position.waiting:
                assert functions["legal"](record[0], other) == position.rules.legal(position.now, other)
            option = chooser("random", whims)(seen_by(position, seat), seat)
            functions["apply"](record[0], seat, option)
            position = after(position, Choice(seat, option))
        assert record.tobytes() == compiled.record(position.now).tobytes()
    assert compiled.state(record[0]) == position.now
    for seat in range(position.seats):
        assert functions["score"](record[0], seat) == scores(position)[seat]
        told = [functions["part"](record[0], seat, place) for place in range(len(position.rules.PARTS))]
        assert tuple(told) == parts(position, seat)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_games_are_the_plain_games_of_the_same_seed_and_number(name: str) -> None:
    rules = GAMES[name]
    for seats in rules.SEATS:
        results = play_games(rules, seats, {}, Games(3, 10, 8), noted=Noted(parts=True))
        start = new_game(rules, ("bot:random",) * seats)
        for place in range(8):
            whims = Luck(3, 10 + place, stream=WHIM_STREAM)
            game = play_out(start, Luck(3, 10 + place), [chooser("random", whims)] * seats)
            assert tuple(results.scores[place]) == scores(game.position)
            assert results.events[place] + results.lots[place] == len(game.events)
            assert results.endings[place] == game.position.now.ending
            for seat in range(seats):
                assert tuple(results.parts[place, seat]) == parts(game.position, seat)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_bots_are_the_plain_ones_and_see_no_more(name: str) -> None:
    rules = GAMES[name]
    levels = ("greedy", "random", "greedy", "greedy", "random", "greedy")
    for seats in rules.SEATS:
        own = levels[:seats]
        bots = compiled_bots(rules, own)
        results = play_games(rules, seats, {}, Games(3, 10, 6), bots=bots, noted=Noted(luck=True))
        start = new_game(rules, tuple(f"bot:{level}" for level in own))
        for place in range(6):
            whims = Luck(3, 10 + place, stream=WHIM_STREAM)
            game = play_out(start, Luck(3, 10 + place), [chooser(level, whims) for level in own])
            assert tuple(results.scores[place]) == scores(game.position)
            assert results.events[place] + results.lots[place] == len(game.events)


def test_a_game_is_compiled_in_a_thread_of_its_own_while_others_go_on() -> None:
    thread = warm_up(GAMES["sequence-dice"])
    thread.join(timeout=120)
    assert not thread.is_alive()
    assert kernel(GAMES["sequence-dice"]).functions["play_games"].signatures


@pytest.mark.parametrize("name", ["qwixx", "qwinto", "the-choice", "extra"])
def test_a_greedy_bot_scores_more_than_a_random_one(name: str) -> None:
    bots = compiled_bots(GAMES[name], ("greedy", "random"))
    results = play_games(GAMES[name], 2, {}, Games(1, 0, 300), bots=bots, noted=Noted(luck=True))
    assert results.scores[:, 0].mean() > results.scores[:, 1].mean()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_watched_of_a_game_is_what_happens_in_it(name: str) -> None:
    rules = GAMES[name]
    results = play_games(rules, 2, {}, Games(7, 0, 5), noted=Noted(watched=True))
    plain = play_games(rules, 2, {}, Games(7, 0, 5))
    assert np.array_equal(results.scores, plain.scores)
    assert results.watched is not None
    for number in range(5):
        whims = Luck(7, number, stream=WHIM_STREAM)
        start = new_game(rules, ("bot:random",) * 2)
        game = play_out(start, Luck(7, number), [chooser("random", whims)] * 2)
        assert tuple(results.watched[number][: loops.OFFERED + 1]) == watched_plainly(game)


def watched_plainly(game: Game) -> tuple[int, ...]:
    """Count the same measures from the positions of a game, one by one."""
    throws = thrower = nobody = changes = offered = 0
    leader, answered, lying, thrown_by = None, set[int](), False, -1
    position = game.back_to(0).position
    for event in (*game.events, None):
        if event is None or isinstance(event, Roll):
            throws += lying
            nobody += lying and not answered
            thrower += lying and thrown_by in answered
            lying, answered, thrown_by = position.now.beginner >= 0, set(), position.active
            first = ranking(position)
            if [standing.place for standing in first].count(1) == 1:
                changes += leader is not None and leader != first[0].seats
                leader = first[0].seats
        else:
            if any(position.now.values()["dice"]):
                answered.add(event.seat)
            offered += bits.count(position.rules.legal(position.now, event.seat))
        position = after(position, event) if event else position
    return throws, thrower, nobody, changes, offered


@pytest.mark.parametrize("name", GAMES)
def test_any_split_into_batches_gives_the_same_games(name: str) -> None:
    whole = play_games(GAMES[name], 2, {}, Games(1, 0, 60))
    for size in (1, 7, 30):
        pieces = [
            play_games(GAMES[name], 2, {}, Games(1, first, min(size, 60 - first))) for first in range(0, 60, size)
        ]
        assert np.array_equal(np.concatenate([piece.scores for piece in pieces]), whole.scores)
        assert np.array_equal(np.concatenate([piece.events for piece in pieces]), whole.events)


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_stepped_from_numpy_plays_whole_games(name: str) -> None:
    rules = GAMES[name]
    batch = Batch(rules, 2, {}, 32, seed=4)
    step = 0
    while not batch.over.all():
        for place in (0, 31):
            state = batch.kernel.state(batch.positions[place])
            if batch.seats[place] >= 0:
                assert state.phase == CHOICE
                assert batch.masks[place] == rules.legal(state, int(batch.seats[place]))
        batch.step(batch.random_options(9, step))
        step += 1
    for place in range(32):
        state = batch.kernel.state(batch.positions[place])
        assert state.phase == OVER
        assert list(batch.points()[place]) == [rules.score(state, seat) for seat in range(2)]


@pytest.mark.parametrize("option", [-1, 62, 63, 64, 1 << 40])
def test_a_batch_refuses_an_illegal_option_and_does_nothing(option: int) -> None:
    batch = Batch(GAMES["qwixx"], 2, {"begins": "first"}, 4, seed=4)
    before = batch.positions.tobytes()
    options = batch.random_options(1, 0)
    options[2] = option
    with pytest.raises(IllegalMove, match="illegal-in-batch") as wrong:
        batch.step(options)
    assert wrong.value.details["place"] == 2
    assert batch.positions.tobytes() == before


@settings(deadline=None)  # the first example compiles
@given(st.integers(0, luck.WORD >> 1), st.integers(1, 127), st.integers(1, looking.AT_ONCE))
def test_entries_are_put_as_bytes_at_once(word: int, mask: int, many: int) -> None:
    wanted = sum(mask << number * looking.BYTE for number in range(many))
    spread = looking.deposited(word, wanted)
    found = [0] * looking.AT_ONCE
    for place, (number, bit) in enumerate(itertools.product(range(many), bits.members(mask))):
        found[number] |= (word >> place & 1) << bit
    plain = [9] * (looking.AT_ONCE + 2)
    looking.put(plain, 1, spread)
    assert plain == [9, *found, 9]
    if looking.put in kernels.INSTRUCTIONS:
        assert kernels.INSTRUCTIONS[looking.deposited](word, wanted) == spread
        seen = np.full(looking.AT_ONCE + 2, 9, np.int8)
        put_compiled(seen, 1, spread)
        assert seen.tolist() == plain


PUT: Any = kernels.INSTRUCTIONS.get(looking.put)


@numba.njit
def put_compiled(seen: Any, at: int, word: int) -> None:
    PUT(seen, at, word)


@settings(deadline=None)  # the first example compiles
@given(WORDS.filter(bool), st.data())
def test_instructions_of_the_machine_are_the_plain_functions(word: int, data: st.DataObject) -> None:
    unsigned = word & luck.WORD
    assert kernels.INSTRUCTIONS[bits.count](word) == bits.count(unsigned)
    assert kernels.INSTRUCTIONS[bits.lowest](word) == bits.lowest(unsigned)
    options = unsigned >> 1
    if options and loops.option_at in kernels.INSTRUCTIONS:
        place = data.draw(st.integers(0, bits.count(options) - 1))
        assert kernels.INSTRUCTIONS[loops.option_at](options, place) == bits.members(options)[place]
    assert kernels.INSTRUCTIONS[loops.single](word / 7) == loops.single(word / 7)
    steps = data.draw(st.integers(0, 1 << 20))
    assert kernels.INSTRUCTIONS[luck.mix](signed(unsigned)) == signed(luck.mix(unsigned))
    assert kernels.INSTRUCTIONS[luck.onward](signed(unsigned), steps) == signed(luck.onward(unsigned, steps))


TABLE = ((-129, 0), (5, 70_000))


@pytest.mark.parametrize(
    ("numbers", "width"),
    [((0, 127), 8), ((0, 128), 16), ((-128,), 8), ((-129, 1), 16), (TABLE, 32), ((1 << 31,), 64), ((-1 << 63,), 64)],
)
def test_a_table_takes_as_few_bits_as_its_numbers_need(numbers: tuple[Any, ...], width: int) -> None:
    assert fields.Table(numbers).kind.number.width == width


def test_compiled_code_reads_the_numbers_of_a_table() -> None:
    table = fields.Table(TABLE)

    @numba.njit
    def read(row: int, place: int) -> Any:
        return table[row][place], len(table), len(table[row])  # type: ignore[index,arg-type]  # to numba it is a list

    for row, place in itertools.product(range(2), range(2)):
        assert read(row, place) == (TABLE[row][place], 2, 2)


def test_tables_of_a_game_lie_side_by_side_in_few_bits() -> None:
    among = fields.Tables([TABLE, (1, 2, 3)])
    first, second = among.table(TABLE), among.table((1, 2, 3))
    assert (first.place, second.place) == (0, fields.Tables.APART)
    assert among.bytes[second.place : second.place + 3] == bytes([1, 2, 3])
    assert among.table((4,)).among is None

    @numba.njit
    def read(row: int, place: int) -> Any:
        return first[row][place], second[place]  # type: ignore[index]  # to numba they are lists

    for row, place in itertools.product(range(2), range(2)):
        assert read(row, place) == (TABLE[row][place], place + 1)


def test_sets_are_intersected_from_a_place_on() -> None:
    sets = [0b1111, 0b0110]
    bits.intersect(sets, (0b1100, 0b1010, 0b1001), 1)
    assert sets == [0b1010, 0b0000]


@given(st.integers(0, luck.WORD), st.integers(0, 63))
def test_the_option_at_a_place_is_the_same_without_the_instruction(word: int, place: int) -> None:
    members = bits.members(word)
    if place < len(members):
        assert loops.option_at(word, place) == members[place]


def test_the_fingerprint_is_of_all_that_compiled_code_depends_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for package in kernels.SOURCE_PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "a.py").write_text("1")
    (tmp_path / "sheets" / "a.json").write_text("{}")
    for game in ("one", "two"):
        (tmp_path / "games" / game).mkdir()
        (tmp_path / "games" / game / "rules.py").write_text("1")
    monkeypatch.setattr(kernels, "PACKAGE", tmp_path)
    seen = {kernels.fingerprint.__wrapped__()}
    watched = ("core/a.py", "sheets/a.json", "games/one/rules.py", "games/two/rules.py", "sim/a.py", "bots/a.py")
    for changed in watched:
        (tmp_path / changed).write_text("2")
        seen.add(kernels.fingerprint.__wrapped__())
    assert len(seen) == 1 + len(watched)


def test_old_code_is_forgotten_but_for_the_newest(tmp_path: Path) -> None:
    for age in range(8):
        (tmp_path / f"old{age}").mkdir()
        os.utime(tmp_path / f"old{age}", (1000 - age, 1000 - age))
    (tmp_path / "now").mkdir()
    kernels.remove_old(tmp_path / "now")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now", "old0", "old1", "old2"]


def test_code_that_another_process_may_still_be_compiling_is_kept(tmp_path: Path) -> None:
    names = [f"other{number}" for number in range(8)]
    for name in ("now", *names):
        (tmp_path / name).mkdir()
    kernels.remove_old(tmp_path / "now")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now", *names]


def run_python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAY = """
from cinquina.games import GAMES
from cinquina.sim.batch import Noted, play_games
from cinquina.sim.luck import Games
for seats in {seats}:
    print(play_games(GAMES["{name}"], seats, {{}}, Games(5, 0, 200), noted=Noted(parts=True)).scores.sum())
"""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "sequence-dice" else pytest.mark.prove) for name in GAMES]
)
def test_no_index_leaves_its_array(name: str, tmp_path: Path) -> None:
    """Play the same games with bounds checking: numba raises IndexError for an index out of bounds.

    One game is enough for the loops, which are those of all games; rules are also played plain, where Python checks.
    """
    least, *_, most = GAMES[name].SEATS
    checked = run_python(
        PLAY.format(name=name, seats=(least, most)), NUMBA_BOUNDSCHECK="1", CINQUINA_CACHE=str(tmp_path)
    )
    here = [
        play_games(GAMES[name], seats, {}, Games(5, 0, 200), noted=Noted(parts=True)).scores.sum()
        for seats in (least, most)
    ]
    assert checked.split() == [str(points) for points in here]


SCORED = """
from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim.kernel import kernel
known = kernel(GAMES["sequence-dice"])
print(known.functions["score"](known.record(opening(known.rules, 2).now)[0], 0))
"""


def test_without_a_place_for_compiled_code_it_is_compiled_each_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run_python(SCORED, CINQUINA_CACHE=str(blocked / "folder")) == run_python(SCORED) == "0\n"
