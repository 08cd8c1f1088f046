"""What every store does: memory, SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cinquina.store import (
    CodeTaken,
    Conflict,
    Entry,
    NoTable,
    Repeated,
    Store,
    StoredTable,
    StoreError,
    TableEnded,
    open_store,
)
from cinquina.store.protocol import LONGEST_NAME

Reopen = Callable[[str], Store]


def begin(store: Store, table: str = "t", code: str = "rosa", at: float = 1.0) -> None:
    store.create(table, code, '{"game": "qwixx"}', at)


def play(store: Store, count: int, table: str = "t") -> None:
    for number in range(1, count + 1):
        store.append(table, number, f"event {number}", 1.0 + number)


def test_a_new_table_is_kept_as_it_was_made(store: Store) -> None:
    begin(store)
    assert store.get("t") == store.find("rosa") == StoredTable("t", "rosa", '{"game": "qwixx"}', 1.0, 1.0, 0, False)
    assert store.entries("t") == []


def test_what_is_not_there_is_not_found(store: Store) -> None:
    assert store.get("t") is None
    assert store.find("rosa") is None
    assert store.entries("t") == []
    assert store.open_codes(0.0) == []
    assert store.delete_old(9e9) == 0


def test_events_come_back_in_order(store: Store) -> None:
    begin(store)
    play(store, 12)
    assert store.entries("t") == [Entry(n, 1.0 + n, f"event {n}") for n in range(1, 13)]
    assert [entry.number for entry in store.entries("t", after=9)] == [10, 11, 12]
    assert store.entries("t", after=12) == store.entries("t", after=99) == []
    kept = store.get("t")
    assert kept is not None
    assert (kept.events, kept.changed, kept.created) == (12, 13.0, 1.0)


def test_texts_and_times_come_back_to_the_last_bit(store: Store) -> None:
    texts = ["", "è già 🎲 'quoted' \"twice\" %s :name \\ \n\t\r", "x" * 100_000, "\x01\x7f\ufffe"]
    begin(store)
    for number, text in enumerate(texts, 1):
        store.append("t", number, text, 1763208000.123456 + number / 3, key=f"ключ {number} '")
    assert [entry.text for entry in store.entries("t")] == texts
    assert [entry.at for entry in store.entries("t")] == [1763208000.123456 + n / 3 for n in range(1, 5)]


@pytest.mark.parametrize("number", [-1, 0, 1, 2, 4, 99])
def test_a_number_taken_or_leaving_a_gap_is_refused(store: Store, number: int) -> None:
    begin(store)
    play(store, 2)
    before = store.get("t")
    with pytest.raises(Conflict) as refused:
        store.append("t", number, "late", 9.0, ended=True)
    assert refused.value.next == 3
    assert store.get("t") == before
    assert len(store.entries("t")) == 2


def test_a_key_used_before_is_answered_with_its_number(store: Store) -> None:
    begin(store)
    store.append("t", 1, "one", 1.0, key="a")
    store.append("t", 2, "two", 2.0, key="b")
    for number in (1, 2, 3, 7):
        with pytest.raises(Repeated) as refused:
            store.append("t", number, "one again", 3.0, key="a")
        assert refused.value.number == 1
    store.append("t", 3, "three", 3.0)
    assert [entry.text for entry in store.entries("t")] == ["one", "two", "three"]


def test_keys_are_a_tables_own_and_no_key_is_no_key(store: Store) -> None:
    begin(store)
    begin(store, "u", "blu")
    for table in ("t", "u"):
        store.append(table, 1, "one", 1.0, key="a")
        store.append(table, 2, "two", 1.0)
        store.append(table, 3, "three", 1.0)
    assert len(store.entries("t")) == len(store.entries("u")) == 3


def test_an_ended_table_takes_no_more_events(store: Store) -> None:
    begin(store)
    store.append("t", 1, "farewell", 2.0, key="a", ended=True)
    kept = store.get("t")
    assert kept is not None
    assert kept.ended
    with pytest.raises(TableEnded):
        store.append("t", 2, "late", 3.0)
    with pytest.raises(Repeated):
        store.append("t", 1, "farewell", 3.0, key="a", ended=True)
    assert store.get("t") == kept


def test_nothing_can_be_added_where_there_is_no_table(store: Store) -> None:
    with pytest.raises(NoTable):
        store.append("t", 1, "one", 1.0, key="a")


def test_a_code_is_taken_until_its_table_has_ended(store: Store) -> None:
    begin(store)
    with pytest.raises(CodeTaken) as refused:
        begin(store, "u")
    assert refused.value.details == {"code": "rosa"}
    assert store.get("u") is None
    store.append("t", 1, "farewell", 2.0, ended=True)
    begin(store, "u", at=3.0)
    found = store.find("rosa")
    assert found is not None
    assert found.id == "u"


def test_an_id_is_taken_for_ever(store: Store) -> None:
    begin(store)
    for code in ("rosa", "blu"):
        with pytest.raises(Conflict):
            begin(store, "t", code)
    assert store.find("blu") is None


def test_a_code_finds_the_open_table_else_the_newest(store: Store) -> None:
    for table, at in (("old", 5.0), ("new", 7.0), ("mid", 6.0)):
        begin(store, table, at=at)
        store.append(table, 1, "farewell", 9.0, ended=True)
    found = store.find("rosa")
    assert found is not None
    assert found.id == "new"
    begin(store, "open", at=1.0)
    found = store.find("rosa")
    assert found is not None
    assert found.id == "open"


def test_open_tables_are_those_that_changed_lately(store: Store) -> None:
    for table, at in (("a", 10.0), ("b", 30.0), ("c", 20.0), ("d", 40.0)):
        begin(store, table, f"code {table}", at=5.0)
        store.append(table, 1, "one", at, ended=table == "d")
    assert store.open_codes(20.0) == ["code b", "code c"]
    assert store.open_codes(0.0) == ["code b", "code c", "code a"]


def test_a_table_that_is_touched_counts_as_changed_then_and_never_earlier(store: Store) -> None:
    begin(store, "a", "code a", at=10.0)
    store.touch("a", 30.0)
    store.touch("a", 20.0)
    store.touch("none such", 20.0)
    kept = store.get("a")
    assert kept is not None
    assert (kept.changed, kept.created, kept.events) == (30.0, 10.0, 0)
    assert store.delete_old(30.0) == 0
    with pytest.raises(StoreError):
        store.touch("a", float("nan"))


def test_forgetting_drops_old_tables_with_their_events_and_codes(store: Store) -> None:
    for table, at in (("a", 10.0), ("b", 20.0), ("c", 30.0)):
        begin(store, table, f"code {table}", at=5.0)
        store.append(table, 1, "one", at, key="k", ended=table == "a")
    assert store.delete_old(20.0) == 1
    assert store.get("a") is None
    assert store.entries("a") == []
    assert store.delete_old(20.5) == 1
    assert [entry.text for entry in store.entries("c")] == ["one"]
    begin(store, "b", "code b")
    store.append("b", 1, "again", 1.0, key="k")


def test_many_tables_are_forgotten_at_once(store: Store) -> None:
    for number in range(205):
        store.create(f"t{number}", f"code {number}", "{}", 1.0)
    begin(store, "young", at=2.0)
    assert store.delete_old(2.0) == 205
    assert store.open_codes(0.0) == ["rosa"]


@pytest.mark.parametrize("bad", ["nul \0", "half \ud83c"])
def test_texts_no_database_could_keep_are_refused(store: Store, bad: str) -> None:
    begin(store)
    calls: dict[str, Callable[[], None]] = {
        "table": lambda: store.create(bad, "blu", "{}", 1.0),
        "code": lambda: store.create("u", bad, "{}", 1.0),
        "settings": lambda: store.create("u", "blu", bad, 1.0),
        "text": lambda: store.append("t", 1, bad, 1.0),
        "key": lambda: store.append("t", 1, "one", 1.0, key=bad),
    }
    for which, call in calls.items():
        with pytest.raises(StoreError) as refused:
            call()
        assert (refused.value.reason, refused.value.details) == ("store-bad-text", {"which": which})
    assert store.find(bad) is store.get(bad) is None
    assert store.entries(bad) == store.entries("t") == []


def test_names_have_a_length(store: Store) -> None:
    longest = "🎲" * LONGEST_NAME
    store.create(longest, longest, "{}", 1.0)
    store.append(longest, 1, "one", 1.0, key=longest)
    for table, code in (("", "blu"), ("u", ""), (longest + "x", "blu"), ("u", longest + "x")):
        with pytest.raises(StoreError, match="store-bad-text"):
            store.create(table, code, "{}", 1.0)
    with pytest.raises(StoreError, match="store-bad-text: key"):
        store.append(longest, 2, "two", 1.0, key=longest + "x")


@pytest.mark.parametrize("at", [float("nan"), float("inf")])
def test_what_is_no_time_is_refused(store: Store, at: float) -> None:
    begin(store)
    with pytest.raises(StoreError, match="store-bad-text: at"):
        store.create("u", "blu", "{}", at)
    with pytest.raises(StoreError, match="store-bad-text: at"):
        store.append("t", 1, "one", at)


def test_a_closed_store_says_so(url: str) -> None:
    store = open_store(url)
    begin(store)
    store.close()
    store.close()
    for call in (lambda: store.get("t"), lambda: store.append("t", 1, "one", 1.0), lambda: store.delete_old(1.0)):
        with pytest.raises(StoreError) as refused:
            call()
        assert refused.value.reason == "store-closed"


def test_everything_is_there_when_it_is_opened_again(lasting_url: str, reopen: Reopen) -> None:
    first = reopen(lasting_url)
    begin(first)
    play(first, 3)
    first.append("t", 4, "farewell", 9.0, key="a", ended=True)
    kept, entries = first.get("t"), first.entries("t")
    first.close()
    second = reopen(lasting_url)
    assert second.get("t") == kept
    assert second.entries("t") == entries
    with pytest.raises(Repeated):
        second.append("t", 4, "farewell", 9.0, key="a", ended=True)
