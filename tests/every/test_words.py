"""Everything the program can say has a sentence in both languages, with the same details."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given, settings

import said_keys
from cinquina.core import ROLL, bits, is_lot, legal_options, opening, refusal
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, language_of, read_po, words
from cinquina.sheets import load, names, palette
from cinquina.table import printed
from cinquina.table import words as telling
from kit import play, start
from wander import EXAMPLES, Setup, positions, setups

PAGE_FILES = (".html", ".js")
SOURCE = Path(__file__).resolve().parents[2] / "src" / "cinquina"
ENGLISH, ITALIAN = read_po("en"), read_po("it")


def details(sentence: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things_with_the_same_details() -> None:
    assert set(ENGLISH) == set(ITALIAN)
    for key, forms in ENGLISH.items():
        assert len(forms) == len(ITALIAN[key]), key
        mentioned = set().union(*map(details, forms))
        assert mentioned == set().union(*map(details, ITALIAN[key])), key
        assert all(forms)
        assert all(ITALIAN[key])


def all_part_names(game: str) -> set[str]:
    """Return the names of the parts of a score on all sheets of a game."""
    rules = GAMES[game]
    sheets = rules.OPTIONS["sheet"].values if "sheet" in rules.OPTIONS else ()
    states = [opening(rules, 2, {"sheet": sheet}).now for sheet in sheets] or [opening(rules, 2).now]
    return {part for state in states for part in rules.part_names(state)}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_words_for_all_it_names(name: str) -> None:
    rules = GAMES[name]
    keys = [f"game.{name}", f"about.{name}"]
    keys += [f"house.{name}.{option}" for option in rules.OPTIONS]
    keys += [f"number.{name}.{number}" for number in rules.NUMBERS]
    keys += [f"ending.{name}.{ending}" for ending in rules.ENDINGS]
    keys += [f"part.{name}.{part}" for part in (*rules.PARTS, *all_part_names(name))]
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
                reason = refusal(position, seat, option)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_has_two_sentences(language: str) -> None:
    text = (SOURCE / "locales" / language / "cinquina.po").read_text(encoding="utf-8")
    keys = re.findall(r'^msgid "([^"]+)"', text, re.MULTILINE)
    assert sorted(keys) == sorted(set(keys))
    assert set(keys) == set(read_po(language))


class Used:
    """The keys that some source uses: texts that are keys, patterns of composed keys, and the pieces of these."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.patterns: set[str] = set()
        self.pieces: set[str] = set()

    def covers(self, key: str) -> bool:
        """Return whether the source uses a key."""
        return key in self.keys or any(re.fullmatch(pattern, key) for pattern in self.patterns)


@cache
def used_in_python(folder: Path = SOURCE) -> Used:
    """Collect the texts in Python sources that are not docstrings, and the patterns and pieces of composed texts."""
    used = Used()
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                used.patterns.add("".join(pattern_of(part) for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                (used.pieces if node in inside else used.keys).add(node.value)
    used.patterns = {pattern for pattern in used.patterns if re.match(r"[a-z]+(-[a-z]+)*\\\.", pattern)}
    return used


def pattern_of(part: ast.expr) -> str:
    """Return a part of a composed text as a pattern."""
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"


def used_in_pages() -> Used:
    """Collect the texts of scripts and templates: quoted texts, composed texts, prefixes of keys."""
    used = Used()
    for path in (SOURCE / "web").rglob("*.*"):
        if path.suffix not in PAGE_FILES:
            continue
        text = path.read_text(encoding="utf-8")
        used.keys |= set(re.findall(r'"([^"\n]*)"', text)) | set(re.findall(r"(?:translate|texts)\('([^']+)'", text))
        used.patterns |= {re.escape(start) + ".+" for start in re.findall(r'wordsUnder\("([^"]+)"\)', text)}
        for told in re.findall(r"translate\(`([^`]+)`", text):
            used.patterns.add(re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(told)))
    return used


def said_in_python() -> set[str]:
    """Return the keys that Python says."""
    return set().union(*(said_keys.in_python(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")))


def said_in_pages() -> set[str]:
    """Return the keys that scripts and templates say."""
    files = [path for path in (SOURCE / "web").rglob("*.*") if path.suffix in PAGE_FILES]
    return set().union(*(said_keys.in_page(path.read_text(encoding="utf-8")) for path in files))


def test_every_key_that_python_says_has_a_sentence() -> None:
    said = said_in_python()
    assert len(said) > 300
    assert {key for key in said if key not in ENGLISH} == set()


def test_every_key_that_a_page_says_has_a_sentence() -> None:
    said = said_in_pages()
    assert len(said) > 450
    assert {key for key in said if f"web.{key}" not in ENGLISH} == set()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ('words("a.b", n=1)', {"a.b"}),
        ('self.sight.words("a.b")', {"a.b"}),
        ('shared.texts("a.b" if x == "c.d" else "e.f")', {"a.b", "e.f"}),
        ('words(found or "a.b")', {"a.b"}),
        ('words("it")(key)', set()),
    ],
)
def test_a_key_in_python_is_found_wherever_it_stands(call: str, said: set[str]) -> None:
    assert said_keys.in_python(call) == said


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("""translate("a.b", { name: "c" })""", {"a.b"}),
        ("""{{ texts('a.b', record=texts('c.d')) }}""", {"a.b", "c.d"}),
        ("""translate(a ? "a.b" : "c.d")""", {"a.b", "c.d"}),
        ("""translate(!seats[back[0]].free ? "a.b" : mode === "none" ? "c.d" : "e.f")""", {"a.b", "c.d", "e.f"}),
        ("""translate(seats.some((seat) => seat.kind === "bot", 2) ? "a.b" : "c.d")""", {"a.b", "c.d"}),
        ("""texts('a.b' if game == 'x' else 'c.d')""", {"a.b", "c.d"}),
        ("""draw("g", { transform: `translate(0 ${y})` }, ["a.b"])""", set()),
    ],
)
def test_a_key_in_a_page_is_found_wherever_it_stands(call: str, said: set[str]) -> None:
    assert said_keys.in_page(call) == said


@pytest.mark.parametrize("file", ["web/static/luck.js", "web/static/asides.js", "web/sentences.py", "term/play.py"])
def test_a_wrong_key_in_a_source_would_be_found(file: str) -> None:
    """Each key that a file says would be among those said if it were spelled wrongly."""
    source = (SOURCE / file).read_text(encoding="utf-8")
    keys_of = said_keys.in_python if file.endswith(".py") else said_keys.in_page
    for key in keys_of(source):
        assert f"{key}-" in keys_of(re.sub(rf"([\"']){re.escape(key)}\1", rf"\1{key}-\1", source)), key


def test_every_sentence_is_used() -> None:
    program, pages = used_in_python(), used_in_pages()
    unused = {key for key in ENGLISH if not key.startswith("web.") and not program.covers(key)}
    unused |= {
        key
        for key in ENGLISH
        if key.startswith("web.") and not pages.covers(key.removeprefix("web.")) and not program.covers(key)
    }
    assert unused == set()


def test_what_is_done_is_what_could_be_chosen() -> None:
    done = {key.removeprefix("did.") for key in ENGLISH if key.startswith("did.")}
    assert {key for key in done if f"option.{key}" not in ENGLISH} == set()


def test_what_a_sentence_calls_an_option_is_an_option() -> None:
    inside = {key.removeprefix("named.") for key in ENGLISH if key.startswith("named.")}
    assert {key for key in inside if f"option.{key}" not in ENGLISH} == set()


def test_every_refusal_told_is_one_that_can_happen() -> None:
    reasons = {key.rsplit(".", 1)[1] for key in ENGLISH if key.startswith("refusal.")}
    assert reasons - used_in_python().keys == set()


def test_every_composed_key_can_be_one_of_a_sentence() -> None:
    families = {key.partition(".")[0] for key in ENGLISH}
    composed = {one for one in used_in_python().patterns if one.partition("\\")[0] in families}
    composed |= {rf"web\.{pattern}" for pattern in used_in_pages().patterns}
    assert len(composed) > 100
    assert {pattern for pattern in composed if not any(re.fullmatch(pattern, key) for key in ENGLISH)} == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_no_words_for_what_nobody_calls_so(name: str) -> None:
    """Each part of a key behind the game is called so by the game, its sheets or the program; also two joined by -."""
    known = names_known_to(name)
    for key in ENGLISH:
        _, found, rest = key.partition(f".{name}.")
        if found and not key.startswith("lesson."):
            unknown = [part for part in rest.split(".") if not is_known(part, known)]
            assert not unknown, key


def names_known_to(game: str) -> set[str]:
    """Return what a game, its sheets, the core, tables and pages call anything."""
    known = set[str]()
    for folder in (SOURCE / "games" / game.replace("-", "_"), SOURCE / "core", SOURCE / "table", SOURCE / "web"):
        used = used_in_python(folder)
        known |= used.keys.union(*(re.split(r"[.-]", piece) for piece in used.pieces))
    cells = [cell for sheet in map(load, names()) if sheet.game == game for cell in sheet.cells]
    return known.union(*((cell.kind, cell.shape, cell.row) for cell in cells))


def is_known(part: str, known: set[str]) -> bool:
    """Whether a part of a key is known, or made of two that are."""
    places = [match.start() for match in re.finditer("-", part)]
    joined = [(part[:place], part[place + 1 :]) for place in places]
    return part in known or any(
        is_known(first, known) and (second in known or f"-{second}" in known) for first, second in joined
    )


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


def throws_off(game: str) -> bool:
    """Return whether the players of a game throw for the first turn."""
    position = opening(GAMES[game], 2)
    return position.phase == ROLL and not is_lot(position)


def test_a_newcomer_is_guided_through_every_question_of_every_game() -> None:
    asked = {key.removeprefix("question.") for key in ENGLISH if key.startswith("question.")}
    guided = {key.removeprefix("guide.") for key in ENGLISH if key.startswith("guide.")}
    thrown_off = {f"{name}.throw-off" for name in GAMES if throws_off(name)}
    assert guided == asked | thrown_off | {f"{name}.throw" for name in GAMES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_is_at_most_two_short_sentences(language: str) -> None:
    guides = {key: form for key, forms in read_po(language).items() if key.startswith("guide.") for form in forms}
    assert {key: form for key, form in guides.items() if len(re.findall(r"[.?!](?= |$)", form)) > 2} == {}
    assert {key: len(form) for key, form in guides.items() if len(form) > 150} == {}


# --- numbers that can be changed ------------------------------------------------------------------------------

NUMBER_WORDS = {
    "en": r"\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|third|fourth|fifth",
    "it": r"\d+|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|terz[oa]|quart[oa]|quint[oa]",
}
OF_A_GAME = ("question.", "option.", "did.", "guide.", "untouched.", "cell.", "ending.", "refusal.")
NO_OPTION = {
    "two white dice": (
        "refusal.qwixx.not-the-white-sum",
        "guide.qwixx.throw",
        "guide.qwixx.white-sum",
        "guide.qwixx.white-sum-own",
    ),
    "only said for five": ("refusal.qwixx.last-cell-needs-five",),
    "one to three dice, no number twice": (
        "question.qwinto.pick-dice",
        "guide.qwinto.pick-dice",
        "guide.qwinto.enter",
        "refusal.qwinto.row-must-increase",
    ),
    "three dice, two sides": ("guide.the-choice.throw", "guide.the-choice.take-side"),
    "five dice, two sums, three numbers of the fifth die": (
        *(f"untouched.extra.{kind}" for kind in ("minus", "zero", "factor")),
        *(f"cell.extra.{kind}" for kind in ("extra-number", "extra-box", "extra-last", "extra-last.changed")),
        *(f"untouched.extra.{kind}" for kind in ("extra-box", "extra-last")),
        *(f"option.extra.{key}" for key in ("note", "leave")),
        "ending.extra.all-are-out",
        *(f"question.extra.{key}" for key in ("fifth-die", "pair")),
        *(f"guide.extra.{key}" for key in ("throw", "fifth-die", "pair")),
        *(f"refusal.extra.{key}" for key in ("no-such-spelling", "fifth-die-first", "fifth-die-is-settled")),
        *(f"refusal.extra.{key}" for key in ("a-fixed-number-must-be-noted", "fifth-die-must-be-noted")),
    ),
    "two dice make 2 to 12, and these two are safe": (
        *(f"guide.sequence-dice.{key}" for key in ("throw", "place", "take")),
        *(f"refusal.sequence-dice.{key}" for key in ("two-and-twelve-are-safe", "wild-is-no-sum", "wild-is-defence")),
    ),
}
"""Sentences with numbers that cannot be changed."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_game_states_a_number_that_can_be_changed(language: str) -> None:
    known = {key for keys in NO_OPTION.values() for key in keys}
    for key, forms in read_po(language).items():
        family, _, rest = key.partition(".")
        if f"{family}." in OF_A_GAME and rest.partition(".")[0] in GAMES:
            stated = [re.findall(rf"\b(?:{NUMBER_WORDS[language]})\b", form, re.IGNORECASE) for form in forms]
            assert not any(stated) or key in known, (key, stated)


ENDED_BY = [
    ("qwixx", "two-rows-closed", "locks"),
    ("qwixx", "four-penalties", "penalties"),
    ("qwinto", "two-rows-complete", "rows"),
    ("qwinto", "four-misses", "misses"),
    ("the-choice", "third-failure-on-second-grid", "failures"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "ending", "number"), ENDED_BY)
def test_endings_state_the_numbers_that_are_played_with(game: str, ending: str, number: str, language: str) -> None:
    rules, said = GAMES[game], words(language)
    for value in range(rules.NUMBERS[number].least, rules.NUMBERS[number].most + 1):
        position = opening(rules, 2, {number: str(value)})
        told = telling.ending(said, position, ("A", "B"), ending)
        assert re.findall(r"\d+", told) == ([] if value == 1 else [str(value)])
        assert "{" not in told
        assert (told == said(f"ending.{game}.{ending}", n=1)) == (value == 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "key", "number", "value"),
    [
        ("qwixx", "white-and-colour", "lock_needs", "7"),
        ("the-choice", "mark", "failures", "5"),
        ("extra", "pair", "minus", "150"),
    ],
)
def test_the_guide_states_the_numbers_that_are_played_with(
    game: str, key: str, number: str, value: str, language: str
) -> None:
    position = opening(GAMES[game], 2, {number: value})
    assert value in telling.guide(words(language), position, key)
    assert "{" not in telling.guide(words(language), position, key)


def test_the_dice_one_needs_are_told_in_singular_and_plural() -> None:
    for dice, english, italian in (
        ("1", "with 1 die:", "con 1 dado:"),
        ("2", "with 2 dice:", "con 2 dadi:"),
    ):
        position = start("the-choice", 1, dice=dice)
        position = play(position, "0 front", "roll 1 2 3", "0 keep")
        assert english in telling.question(words("en"), position, 0)
        assert italian in telling.question(words("it"), position, 0)


def test_a_chip_is_taken_by_the_sum_that_does_so() -> None:
    position = play(start("sequence-dice", 2, defence="7"), "roll 4 4", "0 c2", "roll 5 4", "1 d2", "roll 1 2", "0 b1")
    position = play(position, "roll 4 2", "1 a2", "roll 3 4")
    assert telling.question(words("en"), position, 0).startswith("you threw 7:")
    assert telling.question(words("it"), position, 0).startswith("hai fatto 7:")


@pytest.mark.parametrize(
    ("language", "two", "five"), [("en", "3 and 4", "2, 5, 1, 4 and 2"), ("it", "3 e 4", "2, 5, 1, 4 e 2")]
)
def test_plain_dice_are_read_as_a_list(language: str, two: str, five: str) -> None:
    for game, faces, told in (("sequence-dice", (3, 4), two), ("extra", (2, 5, 1, 4, 2), five)):
        thrown = dict(zip(GAMES[game].DICE, faces, strict=True))
        assert telling.faces_text(words(language), start(game, 2), thrown) == told


def test_the_last_box_of_a_column_puts_out_only_where_columns_are_as_printed() -> None:
    for language in LANGUAGES:
        said = words(language)
        last = load("extra-extra").of_kind("extra-last")[0].id
        usual, changed = (printed.cell_name(said, "extra-extra", last, changed=changed) for changed in (False, True))
        assert usual == said("cell.extra.extra-last")
        assert changed == said("cell.extra.extra-box")


# --- one and many ---------------------------------------------------------------------------------------------

COUNTED_NOUN = {
    "en": r"\{(?!name\})\w+\} (?:points|games|seats|players|bots|cores|events|throws|choices|rows|positions|dice|chips"
    r"|bytes|characters|pairs|times|minutes|crosses|failures|penalties|misses)\b",
    "it": r"\{\w+\} (?:punti|partite|posti|giocatori|bot|core|eventi|lanci|tiri|scelte|righe|file|posizioni|dadi|fiche"
    r"|byte|caratteri|coppie|volte|minuti|crocette|turni)\b",
}
NEVER_ONE = {
    "refusal.bad-name": "a bound",
    "refusal.series-full": "a bound",
    "refusal.too-long": "a bound",
    "refusal.too-large": "a bound",
    "refusal.bad-series": "a bound",
    "refusal.bad-chat": "a bound",
    "games.line": "from the fewest players to the most",
    "web.new.players": "from the fewest players to the most",
    "simulate.progress": "a speed",
    "bench.stepping": "many, and a speed",
    "solve.value": "a fraction",
    "solve.size": "many",
    "web.review.in-points": "a fraction",
    "web.review.final-points": "a fraction",
    "web.review.lost-points": "a fraction",
    "web.review.lost-chance": "a fraction",
    "web.review.lost-chance-you": "a fraction",
    "web.review.unsure": "a fraction",
    "web.practice.lost-chance": "a fraction",
    "arena.title": "two seats and two games at least",
}
"""Sentences with a plural but without a singular, and the number they use."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_counted_has_a_singular_and_a_plural(language: str) -> None:
    single = {key: forms[0] for key, forms in read_po(language).items() if len(forms) == 1}
    found = {key for key, sentence in single.items() if re.search(COUNTED_NOUN[language], sentence)}
    assert found <= set(NEVER_ONE)


def test_without_n_the_first_number_that_is_mentioned_decides() -> None:
    said = words("en")
    with_two = {"name": "begins", "value": "second", "possible": "2, 3"}
    assert "1 player, but" in said("refusal.option-needs-seats", seats=1, **with_two)
    assert "2 players, but" in said("refusal.option-needs-seats", seats=2, **with_two)
    assert ", 1 core, " in said("bench.machine", cpu="A", cores=1, python="3", numba="1")
    assert ", 2 cores, " in said("bench.machine", cpu="A", cores=2, python="3", numba="1")


def test_the_scripts_get_singular_and_plural() -> None:
    for language, pair in (("en", ("{n} point", "{n} points")), ("it", ("{n} punto", "{n} punti"))):
        assert words(language).under("web.")["play.points"] == pair
        assert words(language).under("web.")["close"] == words(language)("web.close")


@pytest.mark.parametrize(("language", "foreign"), [("en", "«»"), ("it", "“”")])
def test_what_is_quoted_stands_in_the_marks_of_its_language(language: str, foreign: str) -> None:
    sentences = {key: form for key, forms in read_po(language).items() for form in forms}
    assert {key for key, form in sentences.items() if set(form) & set(foreign)} == set()
