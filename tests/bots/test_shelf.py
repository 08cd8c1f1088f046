"""Large things at hand: those used last, as many as there is room for."""

from __future__ import annotations

from cinquina.bots.shelf import Shelf


def test_what_nobody_has_used_for_longest_goes_first() -> None:
    shelf: Shelf[str] = Shelf(9, len)
    for name in ("one", "two", "six", "one", "ten"):
        assert shelf.take(name, lambda name=name: name) == name  # type: ignore[misc]
    assert [name for name in ("one", "two", "six", "ten") if name in shelf] == ["one", "six", "ten"]


def test_a_thing_is_made_once_while_it_is_there() -> None:
    shelf: Shelf[str] = Shelf(8, len)
    made: list[str] = []

    def make() -> str:
        made.append("again")
        return "four"

    assert [shelf.take("four", make) for _ in range(3)] == ["four"] * 3
    assert made == ["again"]
    shelf.take("seven", lambda: "seven")
    shelf.take("four", make)
    assert made == ["again"] * 2


def test_what_is_larger_than_the_shelf_stands_there_alone() -> None:
    shelf: Shelf[str] = Shelf(9, len)
    shelf.take("one", lambda: "one")
    shelf.take("large", lambda: "much too large")
    assert "large" in shelf
    assert "one" not in shelf
