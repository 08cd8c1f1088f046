"""The rules agreed upon at a table, in words."""

from __future__ import annotations

from functools import lru_cache

from cinquina.core.position import all_options
from cinquina.core.rules import Rules
from cinquina.locales import Words
from cinquina.table.base import TableBase

KNOWN_OPTIONS = 1024
"""Sets of options whose texts are cached."""


def house_rules(words: Words, table: TableBase) -> list[str]:
    """Return the options that differ from the defaults, in words."""
    return list(changed_options(words, table.rules, tuple(table.settings.options.items())))


@lru_cache(maxsize=KNOWN_OPTIONS)
def changed_options(words: Words, rules: Rules, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return those of some options that differ from the defaults, in words."""
    usual = {name: option.default for name, option in all_options(rules).items()}
    return tuple(house_rule(words, rules, name, value) for name, value in options if usual.get(name) != value)


def house_rule(words: Words, rules: Rules, name: str, value: str) -> str:
    """Return an option and its value in words; a number by its description."""
    if name not in rules.OPTIONS:
        return f"{words(f'number.{rules.NAME}.{name}').removesuffix('.')}: {value}"
    return f"{option_name(words, name)}: {value_name(words, value)}"


def option_name(words: Words, name: str) -> str:
    """Return the name of an option."""
    key = f"web.option.{name}"
    return words(key) if key in words else name


def value_name(words: Words, value: str) -> str:
    """Return the name of an option's value; the value itself if it has none."""
    key = f"web.value.{value}"
    return words(key) if key in words else value
