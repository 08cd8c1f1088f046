"""OpenSpiel: the games registered from Python, as `cinquina_qwixx` and so on, one die and one choice after the other.

    from cinquina.rl import spiel

    game = spiel.load("qwixx", players=3, sheet="mixx-numbers")
    game = pyspiel.load_game("cinquina_qwixx(players=3)")       # the same, once this module is imported

Chance is explicit: dice fall one by one, each with six outcomes, and the lot has one for each seat. Whoever chooses in
an open window does not know what others have chosen in it: their answers are in nobody's information state before the
window closes. A tensor of an observation has the numbers that `Observer` names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyspiel

from cinquina.core import (
    CHOICE,
    OVER,
    Choice,
    Event,
    Position,
    Roll,
    Rules,
    after,
    bits,
    faces_wanted,
    legal_options,
    seen_by,
)
from cinquina.core import opening as opening_of
from cinquina.core import scores as scores_of
from cinquina.core.position import FACES
from cinquina.core.spelling import spell_event
from cinquina.games import GAMES
from cinquina.rl.observing import Observer
from cinquina.rl.rewards import WIN, stands
from cinquina.rl.setup import LONGEST, OF_ALL_SEATS, Setup, rules_named, setup_of

PREFIX = "cinquina_"
PLAYERS, REWARD = "players", "reward"
MOST_POINTS = 100_000.0
"""No score of any game is further from 0, whatever numbers are agreed on."""
FEWEST_PLAYERS = 2
Types = pyspiel.GameType


@dataclass(frozen=True, slots=True)
class Story:
    """A position, what everybody knows that has happened, the open answers, and the dice that have fallen already."""

    position: Position
    lines: tuple[str, ...] = ()
    answers: tuple[tuple[int, str], ...] = ()
    fallen: tuple[int, ...] = ()
    actions: tuple[int, ...] = ()

    def __deepcopy__(self, memo: Any) -> Story:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        position = self.position
        return told_again, (position.rules.NAME, position.seats, position.options, self.actions)

    def after(self, action: int) -> Story:
        """Return the story after an outcome of a die, or an option of the seat that chooses."""
        position, actions = self.position, (*self.actions, action)
        if position.phase == CHOICE:
            return self._after_event(Choice(position.waiting[0], action), actions)
        fallen = (*self.fallen, action + 1)
        if len(fallen) < len(faces_wanted(position)):
            return replace(self, fallen=fallen, actions=actions)
        return self._after_event(Roll(fallen), actions)

    def known_to(self, seat: int) -> tuple[str, ...]:
        """Return what a seat knows that has happened: without the open answers of others."""
        return (*self.lines, *(line for answerer, line in self.answers if answerer == seat))

    def _after_event(self, event: Event, actions: tuple[int, ...]) -> Story:
        line, position = spell_event(self.position, event), after(self.position, event)
        if isinstance(event, Roll):
            return Story(position, (*self.lines, line), actions=actions)
        answers = tuple(sorted((*self.answers, (event.seat, line)), key=lambda answer: answer[0]))
        if position.answers:
            return Story(position, self.lines, answers, actions=actions)
        return Story(position, (*self.lines, *(line for _, line in answers)), actions=actions)


def told_again(game: str, seats: int, options: tuple[tuple[str, str], ...], actions: tuple[int, ...]) -> Story:
    """Return the story of a game from its actions."""
    story = Story(opening_of(GAMES[game], seats, dict(options)))
    for action in actions:
        story = story.after(action)
    return story


def name_of(rules: Rules) -> str:
    """Return the name of a game in OpenSpiel."""
    return PREFIX + rules.NAME.replace("-", "_")


def load(game: str | Rules, **asked: Any) -> Any:
    """Return a game of OpenSpiel; `players`, `reward` and options of the game may be asked for."""
    return pyspiel.load_game(name_of(rules_named(game)), {name: read(str(value)) for name, value in asked.items()})


def parameters_of(rules: Rules) -> dict[str, Any]:
    """Return what may be asked for, with the usual values: what people agree on, and numbers that can be changed."""
    numbers = {name: numbers.default for name, numbers in rules.NUMBERS.items() if len(numbers.usual) == 1}
    usual = {name: option.default for name, option in rules.OPTIONS.items()} | numbers
    found = {name: read(value) for name, value in usual.items()}
    return {PLAYERS: max(FEWEST_PLAYERS, rules.SEATS[0]), REWARD: "", **found}


def read(value: str) -> int | str:
    """Return a value as OpenSpiel reads it from a text: as a number, if it looks like one."""
    return int(value) if value.removeprefix("-").isdecimal() else value


def type_of(rules: Rules, setup: Setup | None = None) -> Any:
    """Return what OpenSpiel wants to know of a game; of one that is about to be played also what it is played for."""
    of_win = setup is not None and setup.reward == WIN
    return Types(
        short_name=name_of(rules),
        long_name=f"{rules.NAME} {rules.VERSION}",
        dynamics=Types.Dynamics.SEQUENTIAL,
        chance_mode=Types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Types.Information.IMPERFECT_INFORMATION,
        utility=Types.Utility.CONSTANT_SUM if of_win else Types.Utility.GENERAL_SUM,
        reward_model=Types.RewardModel.TERMINAL,
        max_num_players=rules.SEATS[-1],
        min_num_players=rules.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(rules),
    )


def info_of(setup: Setup) -> Any:
    """Return the numbers of a game that is about to be played."""
    of_win = setup.reward == WIN
    together = {"utility_sum": setup.sides.count(setup.sides[0])} if of_win else {}
    return pyspiel.GameInfo(
        num_distinct_actions=setup.rules.CHOICES,
        max_chance_outcomes=max(FACES, setup.seats),
        num_players=setup.seats,
        min_utility=0.0 if of_win else -MOST_POINTS,
        max_utility=1.0 if of_win else MOST_POINTS,
        max_game_length=LONGEST,
        **together,
    )


class SpielGame(pyspiel.Game):
    """A game about to be played."""

    def __init__(self, rules: Rules, given: dict[str, Any]) -> None:
        chosen = parameters_of(rules) | given
        asked = {"seats": chosen.pop(PLAYERS), "reward": chosen.pop(REWARD) or None, **chosen}
        self.setup = setup_of(rules, OF_ALL_SEATS, asked)
        super().__init__(type_of(rules, self.setup), info_of(self.setup), given)

    def new_initial_state(self, state: str | None = None) -> SpielState:
        """Return the first state."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return what makes observations."""
        return SpielObserver(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):
    """A state of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        setup = game.setup
        self.reward = setup.reward
        self.story = Story(opening_of(setup.rules, setup.seats, setup.options))

    @property
    def position(self) -> Position:
        """The position."""
        return self.story.position

    def current_player(self) -> int:
        """Return who acts: chance, a seat, or nobody any more."""
        if self.position.phase == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.waiting[0] if self.position.phase == CHOICE else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(bits.members(legal_options(self.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces of the next die, or the seats that may begin, counted from 0."""
        faces = faces_wanted(self.position)[len(self.story.fallen)]
        return [(face, 1 / faces) for face in range(faces)]

    def _apply_action(self, action: int) -> None:
        self.story = self.story.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}" if len(faces_wanted(self.position)) > 1 else f"throw {action + 1}"
        return self.position.rules.spell(self.position.now, player, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.phase == OVER

    def returns(self) -> list[float]:
        """Return what everybody has earned: nothing before the end."""
        position = self.position
        if position.phase != OVER:
            return [0.0] * position.seats
        sides = [position.rules.side(position.now, seat) for seat in range(position.seats)]
        result = scores_of(position)
        return [stands(result, sides, seat, self.reward) for seat in range(position.seats)]

    def __str__(self) -> str:
        answers = tuple(line for _, line in self.story.answers)
        return "\n".join([*self.story.lines, *answers, " ".join(map(str, self.story.fallen))]).strip()


class SpielObserver:
    """Makes observations, in one of four ways.

    It shows all that a seat knows has happened, or what it sees now, or what everybody sees, or only the seat's own
    open answers.
    """

    def __init__(self, setup: Setup, kind: Any) -> None:
        self.recalls, self.with_public = kind.perfect_recall, kind.public_info
        self.with_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.observer = Observer(setup.rules, setup.seats, setup.options)
        has_tensor = self.with_public and not self.recalls
        self.tensor = np.zeros(len(self.observer.entries) if has_tensor else 0, np.float32)
        self.dict = {"observation": self.tensor} if has_tensor else {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Put what a seat sees into the tensor."""
        if self.dict:
            self.tensor[:] = self._numbers(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat knows or sees as a text."""
        story, fallen = state.story, " ".join(map(str, state.story.fallen))
        if self.recalls:
            known = story.known_to(player) if self.with_private else story.lines
            return "\n".join([f"seat {player}", *known, fallen]).strip()
        if not self.with_public:
            return " ".join(line for seat, line in story.answers if seat == player)
        told = zip(self.observer.names, self._numbers(state, player).tolist(), strict=True)
        return " ".join([*(f"{name}={number}" for name, number in told if number), fallen]).strip()

    def _numbers(self, state: SpielState, player: int) -> Any:
        view = seen_by(state.position, player if self.with_private else None)
        return self.observer.see(view.position.now, player)


def game_class(rules: Rules) -> type[SpielGame]:
    """Return the class of a game, as OpenSpiel registers it."""

    class Registered(SpielGame):
        def __init__(self, given: Any = None) -> None:
            super().__init__(rules, dict(given or {}))

    return Registered


def register() -> None:
    """Register the games that OpenSpiel does not know yet; done when this module is imported."""
    known = set(pyspiel.registered_names())
    for rules in GAMES.values():
        if name_of(rules) not in known:
            pyspiel.register_game(type_of(rules), game_class(rules))


register()
