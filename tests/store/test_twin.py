"""Every store behaves like the one in memory, for any sequence of calls."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from cinquina.core import Refusal
from cinquina.store import MemoryStore, Store, open_store

TABLES = st.sampled_from(["a", "b", "c", "d"])
CODES = st.sampled_from(["rosa", "blu"])
KEYS = st.sampled_from(["", "", "k1", "k2", "k3"])
TEXTS = st.text(st.characters(), max_size=8)
TIMES = st.floats(0, 1000) | st.integers(0, 20).map(float)

RUNS = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


class Twins(RuleBasedStateMachine):
    """Two stores that get the same calls."""

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.twin = MemoryStore()
        self.store = open_store(self.url)

    def same(self, ask: Callable[[Store], object]) -> None:
        assert answer(ask, self.store) == answer(ask, self.twin)

    @rule(table=TABLES, code=CODES, text=TEXTS, at=TIMES)
    def create(self, table: str, code: str, text: str, at: float) -> None:
        self.same(lambda store: store.create(table, code, text, at))

    @rule(table=TABLES, step=st.sampled_from([1, 1, 1, 1, 0, 2]), text=TEXTS, at=TIMES, key=KEYS)
    def append(self, table: str, step: int, text: str, at: float, key: str) -> None:
        number = len(self.twin.entries(table)) + step
        self.same(lambda store: store.append(table, number, text, at, key))

    @rule(table=TABLES, at=TIMES, key=KEYS)
    def end(self, table: str, at: float, key: str) -> None:
        number = len(self.twin.entries(table)) + 1
        self.same(lambda store: store.append(table, number, "farewell", at, key, ended=True))

    @rule(table=TABLES, code=CODES, since=TIMES, after=st.integers(-1, 5))
    def look(self, table: str, code: str, since: float, after: int) -> None:
        self.same(lambda store: store.get(table))
        self.same(lambda store: store.find(code))
        self.same(lambda store: store.entries(table, after))
        self.same(lambda store: store.open_codes(since))

    @rule(table=TABLES, at=TIMES)
    def touch(self, table: str, at: float) -> None:
        self.same(lambda store: store.touch(table, at))

    @rule(before=st.floats(0, 300))
    def delete_old(self, before: float) -> None:
        self.same(lambda store: store.delete_old(before))

    @rule(really=st.integers(0, 3))
    def reopen(self, really: int) -> None:
        if really == 0:
            self.store.close()
            self.store = open_store(self.url)

    def teardown(self) -> None:
        self.same(lambda store: store.open_codes(0.0))
        self.same(lambda store: store.delete_old(1e9))
        self.store.close()


def answer(ask: Callable[[Store], object], store: Store) -> object:
    try:
        return ask(store)
    except Refusal as refused:
        return type(refused), refused.reason, refused.details


def test_a_store_does_what_its_twin_does(lasting_url: str) -> None:
    run_state_machine_as_test(type("Here", (Twins,), {"url": lasting_url}), settings=RUNS)
