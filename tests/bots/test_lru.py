"""Large things at hand: those used last, as many as there is room for."""

from __future__ import annotations

from cinquina.bots.lru import LruCache


def test_what_nobody_has_used_for_longest_goes_first() -> None:
    cache: LruCache[str] = LruCache(9, len)
    for name in ("one", "two", "six", "one", "ten"):
        assert cache.get(name, lambda name=name: name) == name  # type: ignore[misc]
    assert [name for name in ("one", "two", "six", "ten") if name in cache] == ["one", "six", "ten"]


def test_a_thing_is_made_once_while_it_is_there() -> None:
    cache: LruCache[str] = LruCache(8, len)
    made: list[str] = []

    def make() -> str:
        made.append("again")
        return "four"

    assert [cache.get("four", make) for _ in range(3)] == ["four"] * 3
    assert made == ["again"]
    cache.get("seven", lambda: "seven")
    cache.get("four", make)
    assert made == ["again"] * 2


def test_what_is_larger_than_the_shelf_stands_there_alone() -> None:
    cache: LruCache[str] = LruCache(9, len)
    cache.get("one", lambda: "one")
    cache.get("large", lambda: "much too large")
    assert "large" in cache
    assert "one" not in cache
