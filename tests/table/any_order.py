"""What every kind of table must guarantee for any requests in any order; each kind adds its own."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings as examples
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from cinquina.core import Refusal
from cinquina.locales import LANGUAGES
from cinquina.table.base import Seeds
from cinquina.table.happenings import Happening, Settings
from table.tables import FOLLOWING, HOST, NAMES, SEED, SEEDS, Played, key_of, nobody_away, seen, standing
from wander import EXAMPLES

SEATS = st.integers(-1, 4)
NOBODY = "nobody's key"
NEXT_SEEDS = Seeds(SEED[::-1], FOLLOWING[::-1])


def tried(part: int, steps: int) -> examples:
    """Return settings for a part of the examples, with this many requests each."""
    return examples(max_examples=max(EXAMPLES // part, 1), stateful_step_count=steps, deadline=None)


class AnyRequests(RuleBasedStateMachine):
    """Players and strangers at a table; it must always equal its stored happenings and keep its secrets."""

    played: Played
    known: list[str]
    """The keys of everybody who has ever sat down or waited for a seat."""

    def open(self, settings: Settings) -> None:
        """Begin with a new table where only the host sits."""
        self.played = Played(settings)
        self.known = [HOST]

    @property
    def keys(self) -> dict[int, str]:
        """The keys of those who have a seat now."""
        return {seat: key for key in self.known for seat in self.table.seats_of(key)}

    @property
    def table(self) -> Any:
        return self.played.table

    def key(self, seat: int) -> str:
        """Return the key of a seat, taken or not."""
        return self.keys.get(seat, NOBODY)

    def ask(self, request: Any, *given: Any, **named: Any) -> bool:
        """Send a request that is applied, or refused without a change; return whether it was applied."""
        before, number = standing(self.table), self.table.number
        try:
            happened: Happening = request(*given, **named)
        except Refusal:
            assert standing(self.table) == before
            return False
        self.played.take(happened)
        assert self.table.number == number + 1
        return True

    @rule(name=st.sampled_from([*NAMES, "", "bot:x", "a\nb"]))
    def join(self, name: str) -> None:
        if self.ask(self.table.sit, name, key_of(len(self.known)), "ab"):
            self.known.append(key_of(len(self.known)))

    @rule(seat=SEATS, who=st.integers(0, 9))
    def go(self, seat: int, who: int) -> None:
        """Somebody leaves, or no longer waits for a seat."""
        waiting = self.known[who] if who < len(self.known) else NOBODY
        self.ask(self.table.leave, waiting if who else self.key(seat), seat)

    @rule(seat=SEATS)
    def begin(self, seat: int) -> None:
        self.ask(self.table.begin, self.key(seat), SEEDS)

    @rule(seat=SEATS, present=st.sets(SEATS))
    def next_game(self, seat: int, present: set[int]) -> None:
        self.ask(self.table.next_game, self.key(seat), NEXT_SEEDS, present)

    @rule(seat=SEATS, text=st.text(max_size=8))
    def talk(self, seat: int, text: str) -> None:
        self.ask(self.table.say, self.key(seat), text)

    @rule()
    def restart(self) -> None:
        self.played.restart()

    @rule(seat=SEATS, sure=st.integers(0, 9))
    def end(self, seat: int, sure: int) -> None:
        if sure == 9:
            self.ask(self.table.end, self.key(seat))

    @invariant()
    def read_again_it_is_the_same(self) -> None:
        assert standing(self.played.rebuilt()) == standing(self.table)
        assert self.table.number == len(self.played.kept)

    @invariant()
    def everybody_can_be_shown_it_and_nobody_more_than_they_may(self) -> None:
        nobody_away(self.played.hosted)
        for seat, lang in zip([*self.keys, -1], LANGUAGES * 3, strict=False):
            shown = self.played.seen(self.key(seat), lang=lang)
            assert shown == seen(self.table, self.key(seat), lang=lang, drafts=self.played.hosted.drafts)
            assert shown["number"] == self.table.number_for(self.table.seats_of(self.key(seat)))
            text = json.dumps(shown)
            assert not any(key in text for key in self.keys.values())
            assert not any(place.key in text for place in self.table.places if place.key)
            self.check_secrets(seat, shown, text)

    def check_secrets(self, seat: int, shown: dict[str, Any], text: str) -> None:
        """Check what else a seat must not be shown at this kind of table."""
        raise NotImplementedError
