"""Laws that hold in every game, with every number of seats and every option."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any, cast

import pytest
from hypothesis import given, settings

from cinquina.core import (
    CHOICE,
    MOST_OPTIONS,
    NO_OPTION,
    OVER,
    ROLL,
    Choice,
    Event,
    IllegalMove,
    Position,
    Roll,
    after,
    after_stops,
    bits,
    endings,
    faces_wanted,
    legal_options,
    parts,
    ranking,
    refusal,
    scores,
    seen_by,
    undo,
)
from cinquina.core.record import read, write
from cinquina.core.spelling import parse_event, parse_option, spell_event
from cinquina.games import GAMES
from cinquina.sheets import load
from wander import EXAMPLES, Setup, finished, next_event, positions, setups, some

LONGEST = {
    # Every turn the active player adds a cross (44 cells) or a penalty (4 end the game); a turn has at most 1 + 5 + 1
    # events; five players.
    "qwixx": 5 * (44 + 4) * 7 + 1,
    # Every turn the active player adds a number (27 cells) or a miss; at most 4 + 6 events per turn; six players.
    "qwinto": 6 * (27 + 4) * 10 + 1,
    # Every turn the active player marks a cell (58 on both grids) or fails (6); at most 4 + 4 × 7 events; four players.
    "the-choice": 4 * (58 + 6) * 32 + 9,
    # 27 boxes per player, and throws that fill none: 1 in 32 while any number may be free. Not bounded by the rules,
    # but the probability of a longer game is negligible.
    "extra": 6 * 2 * 500,
    # Not bounded by the rules either. Random games have about 120 events.
    "sequence-dice": 20_000,
}
laws = settings(max_examples=EXAMPLES, deadline=None)


@laws
@given(setups(changed=False))
def test_every_random_game_ends_within_its_bound_and_says_why(setup: Setup) -> None:
    game = finished(setup)
    assert len(game.events) <= LONGEST[setup.name]
    assert endings(game.position)
    assert game.position.waiting == ()


@laws
@given(setups())
def test_the_order_of_answers_in_a_window_never_matters(setup: Setup) -> None:
    luck = random.Random(setup.seed)
    position = some(setup)
    opened = type(position)(position.rules, position.options, position.opened, (), position.opened)
    answers: dict[int, list[Choice]] = {seat: [] for seat in opened.waiting}
    ahead = opened
    while ahead.phase == CHOICE and ahead.window == opened.window:
        event = next_event(ahead, luck)
        assert isinstance(event, Choice)
        answers[event.seat].append(event)
        ahead = after(ahead, event)
    again = opened
    queue = [seat for seat, given_answers in answers.items() for _ in given_answers]
    luck.shuffle(queue)
    for seat in queue:
        again = after(again, answers[seat].pop(0))
    assert again == ahead


@laws
@given(setups())
def test_undo_restores_the_position_before_a_choice(setup: Setup) -> None:
    position = some(setup)
    event = next_event(position, random.Random(setup.seed))
    assert isinstance(event, Choice)
    following = after(position, event)
    if following.window == position.window and following.phase == CHOICE:
        assert undo(following, event.seat) == position
    else:
        with pytest.raises(IllegalMove, match="nothing-to-undo"):
            undo(following, event.seat)


@laws
@given(setups())
def test_a_view_does_not_depend_on_what_others_chose_in_the_open_window(setup: Setup) -> None:
    luck = random.Random(setup.seed)
    position = some(setup)
    others = [seat for seat in position.waiting if seat != position.waiting[0]]
    viewer = position.waiting[0]
    for other in others[:2]:
        for option in bits.members(legal_options(position, other))[:3]:
            following = after(position, Choice(other, option))
            assert seen_by(following, viewer).position == seen_by(position, viewer).position
            assert seen_by(following, None).position == seen_by(position, None).position
            assert legal_options(seen_by(following, viewer).position, viewer) == legal_options(position, viewer)
    event = next_event(position, luck)
    assert isinstance(event, Choice)
    following = after(position, event)
    if following.window == position.window and following.phase == CHOICE:
        assert seen_by(following, event.seat).position.answers[-1] == event


@laws
@given(setups())
def test_a_view_does_not_even_say_who_has_answered(setup: Setup) -> None:
    position = some(setup)
    view = seen_by(position, None).position
    assert view.now == position.opened


@laws
@given(setups())
def test_a_record_tells_the_same_game_again(setup: Setup) -> None:
    game = finished(setup)
    again = read(write(game), GAMES)
    assert again == game
    assert write(again) == write(game)


@laws
@given(setups(changed=False))
def test_final_scores_equal_a_naive_recount(setup: Setup) -> None:
    position = finished(setup).position
    recount = import_module(f"recount.{setup.name.replace('-', '_')}")
    for seat in range(position.seats):
        sheets = list(position.rules.marks(position.now, seat))
        house_rules = dict(position.options) | {"side": chip_colour(position.rules.side(position.now, seat))}
        assert recount.score(sheets, house_rules) == scores(position)[seat]


def chip_colour(side: int) -> str:
    """Return the colour of a side's chips, in games with chips."""
    return ("green", "blue", "red")[side] if side < 3 else ""


@laws
@given(setups())
def test_parts_add_up_to_the_score_at_any_time(setup: Setup) -> None:
    for position in positions(setup):
        for seat in range(position.seats):
            assert sum(parts(position, seat)) == position.rules.score(position.now, seat)


@laws
@given(setups(changed=False))
def test_points_counted_on_the_sheets_add_up_to_the_score(setup: Setup) -> None:
    for position in positions(setup):
        rules, state = position.rules, position.now
        for seat in range(position.seats):
            counted = rules.counted(state, seat)
            for sheet, points in zip(rules.sheets_of(state, seat), counted, strict=True):
                bands, cells = load(sheet).bands, load(sheet).cells
                assert set(points) <= {band.id for band in bands} | {cell.id for cell in cells}
            total = sum(sum(points.values()) for points in counted)
            assert total == (0 if rules.SIDE_COLOURS else rules.score(state, seat))


@laws
@given(setups())
def test_nobody_is_asked_who_has_nothing_to_decide(setup: Setup) -> None:
    for position in positions(setup):
        assert (position.phase == CHOICE) == bool(position.waiting)
        for seat in position.waiting:
            assert bits.count(legal_options(position, seat)) > 1


@laws
@given(setups())
def test_what_is_legal_has_no_refusal_and_what_is_not_has_one(setup: Setup) -> None:
    position = some(setup)
    for seat in position.waiting:
        legal = legal_options(position, seat)
        for option in range(position.rules.CHOICES):
            reason = refusal(position, seat, option)
            assert (reason == "") == bits.has(legal, option)
            if reason:
                with pytest.raises(IllegalMove, match=reason):
                    after(position, Choice(seat, option))


@laws
@given(setups())
def test_every_option_has_a_spelling_of_its_own_that_parses_back(setup: Setup) -> None:
    position = some(setup)
    for seat in position.waiting:
        legal = list(bits.members(legal_options(position, seat)))
        spelled = [position.rules.spell(position.now, seat, option) for option in legal]
        assert len(set(spelled)) == len(spelled)
        assert [parse_option(position, seat, text) for text in spelled] == legal
        assert all(text.isprintable() and " " not in text for text in spelled)


@laws
@given(setups())
def test_every_event_parses_back(setup: Setup) -> None:
    luck = random.Random(setup.seed)
    for position in positions(setup):
        if position.phase != OVER:
            event = next_event(position, luck)
            assert parse_event(position, spell_event(position, event)) == event


@laws
@given(setups())
def test_after_leaves_the_given_position_as_it_is(setup: Setup) -> None:
    luck = random.Random(setup.seed)
    for position in positions(setup):
        if position.phase != OVER:
            before = position.now.copy(), position.opened.copy()
            after(position, next_event(position, luck))
            assert (position.now, position.opened) == before


@laws
@given(setups())
def test_a_state_can_be_rebuilt_from_its_repr_and_its_values(setup: Setup) -> None:
    state = some(setup).now
    assert eval(repr(state), {"State": type(state)}) == state
    assert type(state)(**state.values()) == state
    assert hash(state) == hash(state.copy())


@laws
@given(setups())
def test_nothing_happens_after_the_end(setup: Setup) -> None:
    position = finished(setup).position
    for event in (Roll((1,)), Choice(0, 0)):
        with pytest.raises(IllegalMove, match=r"^game-over$"):
            after(position, event)
    assert ranking(position)[0].place == 1


@laws
@given(setups())
def test_false_dice_and_false_seats_are_refused(setup: Setup) -> None:
    for position in positions(setup):
        if position.phase == ROLL:
            faces = faces_wanted(position)
            refused(position, Roll((*faces, 1)), "wrong-number-of-dice")
            refused(position, Roll((0, *faces[1:])), "no-such-face")
            refused(position, Roll((faces[0] + 1, *faces[1:])), "no-such-face")
            refused(position, Choice(0, 0), "throw-first")
        elif position.phase == CHOICE:
            refused(position, Roll((1,)), "choose-first")
            refused(position, Choice(-1, 0), "no-such-seat")
            refused(position, Choice(position.seats, 0), "no-such-seat")
            refused(position, Choice(position.waiting[0], -1), "no-such-option")
            refused(position, Choice(position.waiting[0], position.rules.CHOICES), "no-such-option")
            for seat in set(range(position.seats)) - set(position.waiting):
                refused(position, Choice(seat, 0), "not-asked")


def refused(position: Position, event: Event, reason: str) -> None:
    """Fail unless the event is refused for this reason."""
    with pytest.raises(IllegalMove, match=f"^{reason}$"):
        after(position, event)


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_has_at_most_63_options(name: str) -> None:
    assert GAMES[name].CHOICES <= MOST_OPTIONS


@laws
@given(setups())
def test_every_cell_an_option_or_a_mark_names_is_on_the_sheet(setup: Setup) -> None:
    for position in positions(setup):
        for seat in range(position.seats):
            names = position.rules.sheets_of(position.now, seat)
            for name, marks in zip(names, position.rules.marks(position.now, seat), strict=True):
                assert all(load(name).cell(cell) for cell in marks)
        for seat in position.waiting:
            sheet = load(position.rules.sheets_of(position.now, seat)[0])
            for option in bits.members(legal_options(position, seat)):
                cell = position.rules.cell(position.now, seat, option)
                assert cell == "" or sheet.cell(cell)


@laws
@given(setups())
def test_what_ends_an_answer_is_legal_and_marks_nothing_while_the_window_is_open(setup: Setup) -> None:
    for position in positions(setup):
        rules = position.rules
        for seat in position.waiting if position.phase == CHOICE else ():
            stop = rules.stop(position.now, seat)
            if stop == -1:
                continue
            assert bits.has(legal_options(position, seat), stop)
            assert rules.cell(position.now, seat, stop) == ""
            then = after(position, Choice(seat, stop))
            if then.window == position.window and then.phase == CHOICE:
                assert seat not in then.waiting, "it ends the answer"
                assert rules.marks(then.now, seat) == rules.marks(position.now, seat)
                assert rules.score(then.now, seat) == rules.score(position.now, seat)


@laws
@given(setups())
def test_stopping_together_is_stopping_one_after_the_other(setup: Setup) -> None:
    for position in positions(setup):
        if position.phase != CHOICE:
            continue
        now: Position | None = position
        while now and now.phase == CHOICE and now.window == position.window:
            stop = now.rules.stop(now.now, now.waiting[0])
            now = None if stop == NO_OPTION else after(now, Choice(now.waiting[0], stop))
        assert after_stops(position) == now


@laws
@given(setups())
def test_an_answer_without_marks_needs_one_option(setup: Setup) -> None:
    """Where a game has a way to stop, no other option does the same: a page offers it once, as passing."""
    position = some(setup)
    for seat in position.waiting:
        stop = position.rules.stop(position.now, seat)
        others = [option for option in bits.members(legal_options(position, seat)) if option != stop]
        described = [position.rules.describe(position.now, seat, option) for option in others]
        assert stop == -1 or position.rules.describe(position.now, seat, stop) not in described


@laws
@given(setups())
def test_the_dice_of_an_option_are_in_use_and_in_separate_groups(setup: Setup) -> None:
    for position in positions(setup):
        rules, state = position.rules, cast("Any", position.now)
        for seat in position.waiting if position.phase == CHOICE else ():
            for option in bits.members(legal_options(position, seat)):
                groups = rules.dice_of(state, seat, option)
                used = 0
                for dice in groups:
                    assert dice & used == 0, "a die is in one group"
                    used |= dice
                assert used >> len(rules.DICE) == 0, "there are such dice"
                thrown = [die for die in bits.members(used) if state.dice[die]]
                picked = then_thrown(position, seat, option)
                assert len(thrown) == bits.count(used) or picked & used == used, "they lie on the table or are thrown"


def then_thrown(position: Position, seat: int, option: int) -> int:
    """Return the dice that are thrown right after an option, as a bit set."""
    then = after(position, Choice(seat, option))
    return then.rules.rolling(then.now) if then.phase == ROLL else 0
