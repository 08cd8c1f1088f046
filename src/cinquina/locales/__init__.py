"""All texts of the program, by key, in Italian and English: the files it/cinquina.po and en/cinquina.po.

They are ordinary gettext files, so translators' tools open them. They are read directly, without compiling, so that a
fresh clone works. See docs/decisions/po-files-are-read-as-they-are.md.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

LANGUAGES = ("it", "en")
FALLBACK = "en"
COUNT = "n"
"""The detail that decides between singular and plural; without it, the first integer that the plural mentions."""


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._entries = read_po(language)

    def __call__(self, key: str, **details: object) -> str:
        """Return the sentence for a key with its details filled in; the key itself if there is no sentence."""
        forms = self._entries.get(key) or ((key,) if self.language == FALLBACK else words(FALLBACK)._entries.get(key))
        if not forms:
            return key
        form = forms[0] if len(forms) == 1 or counted(forms[1], details) == 1 else forms[1]
        return form.format_map(_Shown(details)) if "{" in form else form

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def under(self, start: str) -> dict[str, str | tuple[str, ...]]:
        """Return the sentences whose keys have this prefix, keyed without it; singular and plural as a pair."""
        found = {key.removeprefix(start): forms for key, forms in self._entries.items() if key.startswith(start)}
        return {key: forms if len(forms) > 1 else forms[0] for key, forms in found.items()}

    def figure(self, text: str) -> str:
        """Return a formatted number, 1,234.5, as it is written in this language: 1.234,5 in Italian."""
        return text.translate(str.maketrans(",.", self("figures")))

    def first(self, *keys: str, **details: object) -> str:
        """Return the sentence for the first of these keys that has one; else the last key."""
        return self(next((key for key in keys if key in self), keys[-1]), **details)


_DETAIL = re.compile(r"\{(\w+)\}")


def counted(plural: str, details: Mapping[str, object]) -> object:
    """Return the number that decides between singular and this plural; None if there is none."""
    if COUNT in details:
        return details[COUNT]
    mentioned = (details.get(name) for name in _DETAIL.findall(plural))
    return next((detail for detail in mentioned if isinstance(detail, int)), None)


class _Shown(dict[str, object]):
    """The details of a sentence; a missing one is shown by its name instead of raising."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


@cache
def words(language: str) -> Words:
    """Return the sentences of a language."""
    return Words(language)


def language_of(locale: str) -> str:
    """Return the language for a locale such as it_IT.UTF-8; English for unknown languages."""
    start = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return start if start in LANGUAGES else FALLBACK


def language_here() -> str:
    """Return the language of the user's environment."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return FALLBACK


_ENTRY = re.compile(r'^(msgid|msgid_plural|msgstr|msgstr\[(\d)\])?\s*(".*")$')


def read_po(language: str) -> dict[str, tuple[str, ...]]:
    """Read a .po file: key to its sentence, or to its singular and plural."""
    text = (files(__package__) / language / "cinquina.po").read_text(encoding="utf-8")
    found: dict[str, tuple[str, ...]] = {}
    for block in re.split(r"\n\s*\n", text):
        fields: dict[str, str] = {}
        field = ""
        for line in block.splitlines():
            entry = _ENTRY.match(line)
            if entry:
                field = entry[1] or field
                fields[field] = fields.get(field, "") + ast.literal_eval(entry[3])
        if fields.get("msgid"):
            found[fields["msgid"]] = tuple(text for name, text in fields.items() if name.startswith("msgstr"))
    return found


def rules_text(game: str, language: str) -> str:
    """Return the rules page of a game, or raise FileNotFoundError."""
    name = f"{game}.{language}.md"
    installed = Path(str(files(__package__))) / "rules" / name
    in_the_repository = Path(__file__).resolve().parents[3] / "docs" / "rules" / name
    return (installed if installed.exists() else in_the_repository).read_text(encoding="utf-8")
