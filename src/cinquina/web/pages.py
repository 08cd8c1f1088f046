"""The pages: Jinja templates with words in the asker's language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from cinquina.bots import levels_of
from cinquina.core import IllegalSetup, Rules, opening
from cinquina.core.rules import SHEET_OPTION
from cinquina.games import GAMES
from cinquina.locales import LANGUAGES, Words, language_of, rules_text, words
from cinquina.table.setup import has_pads
from cinquina.table.words import game_name
from cinquina.web.board import MOST_SHEETS
from cinquina.web.guard import HEADERS
from cinquina.web.markdown import html_of
from cinquina.web.snapshot import option_name, value_name

TEMPLATES = Path(__file__).parent / "templates"
WEB = "web."
YEAR = 365 * 24 * 3600
CACHED = {"cache-control": "public, max-age=3600"}
NOT_CACHED = {"cache-control": "no-store"}
KINDS = ("tv", "replay")


class Kind(Convertor[str]):
    """The sisters of a table's page in its address."""

    regex = "|".join(KINDS)

    def convert(self, value: str) -> str:
        """As it stands."""
        return value

    def to_string(self, value: str) -> str:
        """As it stands."""
        return value


register_url_convertor("kind", Kind())


@cache
def environment() -> jinja2.Environment:
    """The templates; everything is escaped, and a name that is missing is an error."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    return jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)


def language(request: Request) -> str:
    """The language of a request: what was chosen, else the first of the browser's that we speak."""
    chosen = request.cookies.get("lang", "")
    if chosen in LANGUAGES:
        return chosen
    for wanted in request.headers.get("accept-language", "").split(","):
        spoken = wanted.split(";")[0].strip().lower()[:2]
        if spoken in LANGUAGES:
            return spoken
    return language_of("en")


def supported_language(wanted: str) -> str:
    """A language we speak."""
    return wanted if wanted in LANGUAGES else language_of("en")


@cache
def words_json(lang: str) -> str:
    """The words of the pages for their scripts, safe to stand inside a page."""
    return json.dumps(words(lang).under(WEB), ensure_ascii=False).replace("<", "\\u003c")


@cache
def all_game_data(lang: str) -> list[dict[str, Any]]:
    """The games as the pages show them."""
    return [game_data(words(lang), name) for name in GAMES]


def game_data(texts: Words, name: str) -> dict[str, Any]:
    """One game with its options and bots."""
    rules = GAMES[name]
    options = [
        {
            "name": key,
            "title": option_name(texts, key),
            "meaning": texts(f"house.{name}.{key}"),
            "values": [(value, value_name(texts, value)) for value in option.values],
            "default": option.default,
        }
        for key, option in rules.OPTIONS.items()
    ]
    first = rules.SEATS[0]
    return {
        "name": name,
        "title": game_name(texts, name),
        "about": texts(f"about.{name}"),
        "seats": f"{first}–{rules.SEATS[-1]}",
        "seat_counts": list(rules.SEATS),
        "series": rules.SERIES,
        "pads": has_pads(rules),
        "sheet": shown_sheet(name),
        "options": options,
        "prints": printed_sheets(texts, rules),
        "levels": [level_data(texts, level) for level in levels_of(rules)],
    }


def printed_sheets(texts: Words, rules: Rules) -> list[dict[str, str]]:
    """The kinds of sheets of a game, where it has several, each with its sides."""
    if SHEET_OPTION not in rules.OPTIONS:
        return []
    kinds = []
    for value in rules.OPTIONS[SHEET_OPTION].values:
        sheets = rules.sheets_of(opening(rules, rules.SEATS[0], {SHEET_OPTION: value}).now, 0)
        if len(sheets) <= MOST_SHEETS:  # more of them is a choice
            kinds.append({"title": value_name(texts, value), "sheets": " ".join(sheets)})
    return kinds


def level_data(texts: Words, level: str) -> dict[str, str]:
    """A level of bots: who plays it, and what they are like."""
    title = texts("bot.title", name=texts(f"bot.{level}"), level=texts(f"level.{level}"))
    return {"name": level, "title": title, "character": texts(f"character.{level}")}


def shown_sheet(name: str) -> str:
    """The sheet that stands for a game."""
    rules = GAMES[name]
    state = opening(rules, 2 if 2 in rules.SEATS else rules.SEATS[0]).now
    sheet: str = rules.sheets_of(state, 0)[0]
    return sheet


def base_of(request: Request) -> str:
    """Where our pages begin: a path with a slash at both ends."""
    return str(request.app.state.base)


def page(request: Request, template: str, status: int = 200, **more: Any) -> Response:
    """A page in the asker's language."""
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
            path=request.url.path,
            base=base_of(request),
            **more,
        )
    )
    return HTMLResponse(html, status_code=status, headers={**NOT_CACHED, "vary": "cookie, accept-language"})


def game_named(request: Request) -> dict[str, Any]:
    """The game in an address, or Refusal."""
    name = request.path_params["game"]
    if name not in GAMES:
        raise IllegalSetup("no-such-game", name=name[:40], possible=", ".join(GAMES))
    return game_data(words(language(request)), name)


async def home(request: Request) -> Response:
    """GET /."""
    return page(request, "home.html")


async def new(request: Request) -> Response:
    """GET /new/GAME."""
    return page(request, "new.html", game=game_named(request))


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


async def verify(request: Request) -> Response:
    """GET /verify."""
    return page(request, "verify.html")


def error(request: Request, text: str, status: int, save: str = "") -> Response:
    """A page that says what is wrong, with the address of something to save where there is any."""
    return page(request, "error.html", status=status, text=text, save=save)


async def missing(request: Request, _: Exception) -> Response:
    """There is no such page."""
    texts = words(language(request))
    return error(request, texts("error.no-such-page"), 404)


async def broken(request: Request, _: Exception) -> Response:
    """Our fault."""
    texts = words(language(request))
    answer = error(request, texts("error.our-fault"), 500)
    answer.headers.update(HEADERS)  # this one is made outside of `Safe`
    return answer
