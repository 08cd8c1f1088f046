"""Everything the program can say has its sentence, in both languages, with the same details."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, settings

from cinquina.core import bits, legal_options
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, language_of, read_po, words
from cinquina.sheets import load, names, palette
from cinquina.table import words as telling
from wander import EXAMPLES, Setup, positions, setups

PAGE_FILES = (".html", ".js")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "cinquina"
ENGLISH, ITALIAN = read_po("en"), read_po("it")


def details(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things_with_the_same_details() -> None:
    assert set(ENGLISH) == set(ITALIAN)
    for key, forms in ENGLISH.items():
        assert len(forms) == len(ITALIAN[key]), key
        mentioned = set().union(*map(details, forms))
        assert mentioned == set().union(*map(details, ITALIAN[key])), key
        assert all(forms)
        assert all(ITALIAN[key])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_words_for_all_it_names(name: str) -> None:
    rules = GAMES[name]
    keys = [f"game.{name}", f"about.{name}"]
    keys += [f"house.{name}.{option}" for option in rules.OPTIONS]
    keys += [f"number.{name}.{number}" for number in rules.NUMBERS]
    keys += [f"ending.{name}.{ending}" for ending in rules.ENDINGS]
    keys += [f"part.{name}.{part}" for part in rules.PARTS]
    assert [key for key in keys if key not in ENGLISH] == []
    told = [
        key
        for key in ENGLISH
        if key.startswith((f"ending.{name}.", f"part.{name}.", f"house.{name}.", f"number.{name}."))
    ]
    assert set(told) <= set(keys)


@pytest.mark.parametrize("name", GAMES)
def test_who_begins_can_be_any_seat_and_no_other(name: str) -> None:
    rules = GAMES[name]
    assert len(rules.OPTIONS["begins"].values) == 1 + rules.SEATS[-1]
    assert len(rules.State().values()) == len(rules.State.SHAPES)


@settings(max_examples=EXAMPLES, deadline=None)
@given(setups())
def test_whatever_is_asked_chosen_or_refused_has_a_sentence(setup: Setup) -> None:
    for position in positions(setup):
        rules, state = position.rules, position.now
        for seat in position.waiting:
            assert f"question.{setup.name}.{rules.question(state, seat)[0]}" in ENGLISH
            legal = legal_options(position, seat)
            for option in bits.members(legal):
                assert f"option.{setup.name}.{rules.describe(state, seat, option)[0]}" in ENGLISH
            for option in range(rules.CHOICES):
                reason = rules.refusal(state, seat, option)
                assert not reason or f"refusal.{setup.name}.{reason}" in ENGLISH


@settings(max_examples=15, deadline=None)
@given(setups())
def test_no_sentence_of_a_game_leaves_a_detail_open(setup: Setup) -> None:
    for language in LANGUAGES:
        said = words(language)
        for position in positions(setup):
            for seat in position.waiting:
                told = [telling.question(said, position, seat)]
                for option in bits.members(legal_options(position, seat)):
                    told.append(telling.option(said, position, seat, option))
                for sentence in told:
                    assert "{" not in sentence
                    assert not re.search(r"\b(option|question|cell|colour)\.", sentence)


def test_every_key_in_the_program_has_a_sentence_and_every_sentence_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    called = set(re.findall(r"""(?:words|said)\(\s*["']([a-z.-]+)["']""", source))
    assert {key for key in called if key not in ENGLISH} == set()
    families = ("game.", "about.", "house.", "colour.", "cell", "label.", "question.", "option.", "refusal.", "ending.")
    families += ("did.", "typed.", "level.", "bot.", "character.", "number.", "measure.", "whatif.", "guide.")
    families += ("untouched.", "verify.")
    rest = {key for key in ENGLISH if not key.startswith((*families, "part.", "command.", "help.", "web."))}
    unused = {key for key in rest if f'"{key}"' not in source and f"'{key}'" not in source}
    assert unused == set()


def test_every_word_of_the_pages_is_used_in_a_page_or_its_script() -> None:
    shown = [path.read_text(encoding="utf-8") for path in (SOURCE / "web").rglob("*.*") if path.suffix in PAGE_FILES]
    keys = {key.removeprefix("web.") for key in ENGLISH if key.startswith("web.")}
    assert {key for key in keys if not any(key in text for text in shown)} == set()


def test_what_is_done_is_what_could_be_chosen() -> None:
    done = {key.removeprefix("did.") for key in ENGLISH if key.startswith("did.")}
    assert {key for key in done if f"option.{key}" not in ENGLISH} == set()


def test_every_refusal_told_is_one_that_can_happen() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    reasons = {key.rsplit(".", 1)[1] for key in ENGLISH if key.startswith("refusal.")}
    assert {reason for reason in reasons if f'"{reason}"' not in source} == set()


def test_every_cell_kind_and_colour_has_a_name() -> None:
    for name in names():
        sheet = load(name)
        for cell in sheet.cells:
            if cell.kind != "dead":
                assert f"cell.{sheet.game}.{cell.kind}" in ENGLISH
            assert not cell.colour or f"colour.{cell.colour}" in ENGLISH
    assert all(f"colour.{colour}" in ENGLISH for colour in palette())


@pytest.mark.parametrize(
    ("locale", "language"),
    [("it_IT.UTF-8", "it"), ("it", "it"), ("it-CH", "it"), ("IT", "it"), ("en_US", "en"), ("de_DE", "en"), ("C", "en")],
)
def test_a_locale_gives_a_language(locale: str, language: str) -> None:
    assert language_of(locale) == language


def test_one_is_singular_and_nothing_else() -> None:
    said = words("it")
    assert said("play.series", n=1) == "Serie dopo 1 partita:"
    assert said("play.series", n=0) == "Serie dopo 0 partite:"
    assert said("play.series", n=3) == "Serie dopo 3 partite:"


def test_a_missing_key_or_detail_is_shown_rather_than_breaking() -> None:
    assert words("it")("no.such.key") == "no.such.key"
    assert words("en")("said.begins") == "{name} begins."


def test_a_newcomer_is_guided_through_every_question_of_every_game() -> None:
    asked = {key.removeprefix("question.") for key in ENGLISH if key.startswith("question.")}
    guided = {key.removeprefix("guide.") for key in ENGLISH if key.startswith("guide.")}
    assert guided == asked | {f"{name}.throw" for name in GAMES}
