"""The pages of practice and progress, and the puzzles as data."""

from __future__ import annotations

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cinquina.coach.likeness import losses_of
from cinquina.core import Refusal
from cinquina.games import GAMES
from cinquina.locales import words
from cinquina.table.practising import NoPuzzle
from cinquina.table.reviewing import like_text
from cinquina.web import pages
from cinquina.web.practice import encoded_puzzle, puzzle_list_of
from cinquina.web.requests import answer, refused


async def hub(request: Request) -> Response:
    """GET /practice."""
    with_puzzles = [game for game in pages.all_game_data(pages.language(request)) if game["puzzles"]]
    return pages.page(request, "practice.html", with_puzzles=with_puzzles)


async def mistakes(request: Request) -> Response:
    """GET /practice/mistakes."""
    title = words(pages.language(request))("web.practice.mistakes.title")
    return pages.page(request, "solve.html", kind="mistakes", game={"name": "", "title": title}, title=title)


async def puzzles(request: Request) -> Response:
    """GET /practice/GAME."""
    return solving(request, "puzzles")


async def day(request: Request) -> Response:
    """GET /puzzle/GAME."""
    return solving(request, "day")


def solving(request: Request, kind: str) -> Response:
    """Return the page on which puzzles of a game are solved, or raise Refusal."""
    game = pages.game_named(request)
    if not game["puzzles"]:
        raise NoPuzzle("no-puzzles", game=game["title"])
    title = words(pages.language(request))(f"web.practice.{kind}.title", game=game["title"])
    return pages.page(request, "solve.html", kind=kind, game=game, title=title)


async def progress(request: Request) -> Response:
    """GET /progress."""
    return pages.page(request, "progress.html", levels=levels(pages.language(request)))


@cache
def levels(lang: str) -> dict[str, Any]:
    """Return by game and unit what the bots of each level give away in a choice, the weakest first."""
    texts = words(lang)
    return {
        name: {
            unit: [
                {"title": texts(f"level.{level}"), "like": like_text(texts, level), "loss": loss}
                for level, loss in sorted(losses_of(name, alone=unit == "points").items(), key=lambda one: -one[1])
            ]
            for unit in ("chance", "points")
        }
        for name in GAMES
    }


async def puzzle_list(request: Request) -> Response:
    """GET /puzzles/LANG/GAME.json."""
    texts = words(pages.supported_language(request.path_params["lang"]))
    try:
        return answer(puzzle_list_of(texts, pages.game_named(request)["name"]))
    except Refusal as wrong:
        return refused(texts, None, wrong)


async def puzzle(request: Request) -> Response:
    """GET /puzzles/LANG/GAME/WHICH.json: by its id, or by a date."""
    lang = pages.supported_language(request.path_params["lang"])
    try:
        found = encoded_puzzle(lang, pages.game_named(request)["name"], request.path_params["which"])
    except Refusal as wrong:
        return refused(words(lang), None, wrong)
    return Response(found, headers=pages.CACHED, media_type="application/json")
