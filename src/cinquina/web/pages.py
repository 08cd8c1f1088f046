"""The pages: Jinja templates in the client's language."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cinquina.bots import gentle_level, guests_of, levels_of
from cinquina.bots.levels import LEVELS
from cinquina.coach.puzzles import puzzles_of
from cinquina.core import IllegalSetup, Rules, opening
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, Words, language_of, rules_text, words
from cinquina.table.lesson import lesson_of
from cinquina.table.setup import has_pads
from cinquina.table.words import bot_names, game_name
from cinquina.web.board import MOST_SHEETS
from cinquina.web.guard import HEADERS
from cinquina.web.house import option_name, value_name
from cinquina.web.markdown import html_of

TEMPLATES = Path(__file__).parent / "templates"
WEB = "web."
YEAR = 365 * 24 * 3600
CACHED = {"cache-control": "public, max-age=3600"}
NOT_CACHED = {"cache-control": "no-store"}
KINDS = ("tv", "replay", "review")
STRENGTHS = {"child": "easy", "friend": "medium", "champion": "expert"}
"""How strong the other player of a quick game may be, and the level of that bot."""
MOST_IN_A_ROW = 5
"""The most games of a series that the page of a new table offers."""


class Kind(Convertor[str]):
    """A path segment for the other pages of a table."""

    regex = "|".join(KINDS)

    def convert(self, value: str) -> str:
        """Return it unchanged."""
        return value

    def to_string(self, value: str) -> str:
        """Return it unchanged."""
        return value


register_url_convertor("kind", Kind())


@cache
def environment() -> jinja2.Environment:
    """The Jinja environment; everything is escaped, and a missing name is an error."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    return jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)


def language(request: Request) -> str:
    """Return the language of a request: from the cookie, else the first supported one of the browser."""
    chosen = request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for wanted in request.headers.get("accept-language", "").split(","):
        spoken = wanted.split(";")[0].strip().lower()[:2]
        if spoken in LANGUAGES:
            return spoken
    return language_of("en")


def supported_language(wanted: str) -> str:
    """Return a language if it is supported, else English."""
    return wanted if wanted in LANGUAGES else language_of("en")


@cache
def words_json(lang: str) -> str:
    """Return the words for the scripts as JSON that is safe inside a page."""
    return json.dumps(words(lang).under(WEB), ensure_ascii=False).replace("<", "\\u003c")


@cache
def all_game_data(lang: str) -> list[dict[str, Any]]:
    """Return the data of all games for the pages."""
    return [game_data(words(lang), name) for name in GAMES]


def game_data(texts: Words, name: str) -> dict[str, Any]:
    """Return the data of a game: options, seats, bots."""
    rules = GAMES[name]
    first = rules.SEATS[0]
    return {
        "name": name,
        "title": game_name(texts, name),
        "about": texts(f"about.{name}"),
        "seats": f"{first}–{rules.SEATS[-1]}",
        "seat_counts": list(rules.SEATS),
        "series": min(rules.SERIES or MOST_IN_A_ROW, MOST_IN_A_ROW),
        "series_text": texts.first(f"series.{name}", "series.usual"),
        "pads": has_pads(rules),
        "sheet": shown_sheet(name),
        "sheet_option": option_data(texts, rules, SHEET_OPTION) if SHEET_OPTION in rules.OPTIONS else None,
        "options": [option_data(texts, rules, key) for key in rules.OPTIONS if key != SHEET_OPTION],
        "prints": printed_sheets(texts, rules),
        "levels": [level_data(texts, level) for level in (*levels_of(rules), *guests_of(rules))],
        "opponent": gentle_level(rules),
        "strengths": " ".join(f"{name}:{level}" for name, level in STRENGTHS.items() if level in levels_of(rules)),
        "lesson": lesson_of(rules.NAME) is not None,
        "puzzles": bool(puzzles_of(rules.NAME)),
    }


def option_data(texts: Words, rules: Rules, name: str) -> dict[str, Any]:
    """Return an option that can be agreed on: what it means, its values in words."""
    option = rules.OPTIONS[name]
    return {
        "name": name,
        "title": option_name(texts, name),
        "meaning": texts(f"house.{rules.NAME}.{name}"),
        "values": [
            {
                "name": value,
                "title": value_name(texts, value),
                "sheets": sheets_with(rules, name, value),
                "seats": fewest_seats(rules, name, value),
            }
            for value in option.values
        ],
        "default": option.default,
    }


@cache
def fewest_seats(rules: Rules, option: str, value: str) -> int:
    """Return how many players there must be for a value of an option; 0 if no number will do."""
    for seats in rules.SEATS:
        with suppress(IllegalSetup):
            opening(rules, seats, {option: value})
            return seats
    return 0


def sheets_with(rules: Rules, option: str, value: str) -> list[str]:
    """Return the sheets that a kind of sheets stands for; none for another option."""
    if option != SHEET_OPTION:
        return []
    return list(rules.sheets_of(opening(rules, rules.SEATS[0], {SHEET_OPTION: value}).now, 0))


def printed_sheets(texts: Words, rules: Rules) -> list[dict[str, str]]:
    """Return the kinds of sheets of a game that has several, each with its sides."""
    if SHEET_OPTION not in rules.OPTIONS:
        return []
    kinds = [(value, sheets_with(rules, SHEET_OPTION, value)) for value in rules.OPTIONS[SHEET_OPTION].values]
    return [
        {"title": value_name(texts, value), "sheets": " ".join(sheets)}
        for value, sheets in kinds
        if len(sheets) <= MOST_SHEETS  # with more of them, players choose one
    ]


def level_data(texts: Words, level: str) -> dict[str, str]:
    """Return a level of bots: its name and character; a bot from another package has only its name."""
    if level not in LEVELS:
        return {"name": level, "title": bot_names(texts, level)[0], "character": ""}
    title = texts("bot.title", name=bot_names(texts, level)[0], level=texts(f"level.{level}"))
    return {"name": level, "title": title, "character": texts(f"character.{level}")}


def shown_sheet(name: str, kind: str = "") -> str:
    """Return the sheet that represents a game, or one kind of its sheets."""
    rules = GAMES[name]
    options = {SHEET_OPTION: kind} if kind else {}
    state = opening(rules, 2 if 2 in rules.SEATS else rules.SEATS[0], options).now
    sheet: str = rules.sheets_of(state, 0)[0]
    return sheet


def base_of(request: Request) -> str:
    """Return the base path, with a slash at both ends."""
    return str(request.app.state.base)


def here(request: Request) -> str:
    """Return the path of the page that is asked for, as the browser has it: also where a proxy takes the base off."""
    base, path, query = base_of(request), request.url.path, request.url.query
    whole = path if path.startswith(base) else f"{base}{path.removeprefix('/')}"
    return f"{whole}?{query}" if query else whole


def page(request: Request, template: str, status: int = 200, **more: Any) -> Response:
    """Render a page in the client's language."""
    lang = language(request)
    texts = words(lang)
    html = (
        environment()
        .get_template(template)
        .render(
            texts=lambda key, **details: texts(WEB + key, **details),
            lang=lang,
            languages=LANGUAGES,
            words_json=words_json(lang),
            games=all_game_data(lang),
            here=here(request),
            base=base_of(request),
            **more,
        )
    )
    return HTMLResponse(html, status_code=status, headers={**NOT_CACHED, "vary": "cookie, accept-language"})


def game_named(request: Request) -> dict[str, Any]:
    """Return the game in a URL, or raise Refusal."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise IllegalSetup("no-such-game", name=name[:40], possible=", ".join(GAMES))
    return game_data(words(language(request)), name)


async def home(request: Request) -> Response:
    """GET /."""
    return page(request, "home.html")


async def games(request: Request) -> Response:
    """GET /games."""
    return page(request, "games.html")


async def rules(request: Request) -> Response:
    """GET /rules/GAME."""
    game = game_named(request)
    return page(request, "rules.html", game=game, html=html_of(rules_text(game["name"], language(request))))


async def printed(request: Request) -> Response:
    """GET /print/GAME."""
    return page(request, "print.html", game=game_named(request))


async def replay(request: Request) -> Response:
    """GET /replay."""
    return page(request, "replay.html", code="", game="")


async def review(request: Request) -> Response:
    """GET /review."""
    return page(request, "review.html", code="", game="")


async def verify(request: Request) -> Response:
    """GET /verify."""
    return page(request, "verify.html")


async def lang(request: Request) -> Response:
    """GET /lang/it?back=/: set the language cookie and redirect to one of our own pages."""
    base = base_of(request)
    back = request.query_params.get("back", base)
    safe = back if back.startswith(base) and not back.startswith("//") and "\\" not in back else base
    answer = RedirectResponse(safe, status_code=303)
    chosen = supported_language(request.path_params["lang"])
    answer.set_cookie("lang", chosen, max_age=YEAR, samesite="lax", path=base)
    return answer


def error(request: Request, text: str, status: int, save: str = "") -> Response:
    """Return an error page, with a link to something to save if given."""
    return page(request, "error.html", status=status, text=text, save=save)


async def missing(request: Request, _: Exception) -> Response:
    """Answer 404."""
    texts = words(language(request))
    return error(request, texts("error.no-such-page"), 404)


async def broken(request: Request, _: Exception) -> Response:
    """Answer 500."""
    texts = words(language(request))
    answer = error(request, texts("error.our-fault"), 500)
    answer.headers.update(HEADERS)  # this answer does not pass through `SecurityHeaders`
    return answer
