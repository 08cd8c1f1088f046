"""The sheets and their colours as data for the scripts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cinquina.locales import words
from cinquina.sheets import names, raw
from cinquina.table.printed import sheet_words
from cinquina.web import pages
from cinquina.web.requests import answer
from cinquina.web.response_protocol import Refused

PALETTE = "palette"


async def sheet(request: Request) -> Response:
    """GET /sheets/LANG/ID.json: a sheet with the names of its cells in a language."""
    name, texts = request.path_params["name"], words(pages.supported_language(request.path_params["lang"]))
    if name not in names():
        return answer(Refused(texts("error.no-such-page"), "no-such-page"), status=404)
    return JSONResponse(raw(name) | sheet_words(texts, name), headers=pages.CACHED)


async def palette(request: Request) -> Response:
    """GET /palette.json."""
    return JSONResponse(raw(PALETTE), headers=pages.CACHED)
