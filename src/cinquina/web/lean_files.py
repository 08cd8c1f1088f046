"""The static files of the pages: scripts and styles are sent without their comments, a quarter of their size, and
styles without the spaces between their rules."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

LEAN = {".js", ".css"}
BLOCK = r"/\*(?:[^*]|\*(?!/))*\*/"
BLOCKS = re.compile(rf"^[ \t]*{BLOCK}[ \t]*\n|{BLOCK}", re.MULTILINE)
LINES = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
BETWEEN_RULES = re.compile(r"\s*([{};])\s*")
MOST_FILES = 256
"""More than there are."""


class LeanFiles(StaticFiles):
    """A folder of files of which scripts and styles lose their comments."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; one that the client has already is not sent again."""
        response = await super().get_response(path, scope)
        if not isinstance(response, FileResponse) or Path(path).suffix not in LEAN:
            return response
        kept = {name: response.headers[name] for name in ("content-type", "etag", "last-modified")}
        file = Path(response.path)
        return Response(lean_file(file, file.stat().st_mtime_ns), response.status_code, kept)


@lru_cache(MOST_FILES)
def lean_file(file: Path, changed: int) -> str:
    """Return a script or style without comments, as it was when it was changed last."""
    return lean(file.read_text(encoding="utf-8"), styles=file.suffix == ".css")


def lean(text: str, *, styles: bool = False) -> str:
    """Return a script or style without comments: those in blocks, and in scripts those that are whole lines.

    No text between quotes may look like a comment, nor in styles like the end of a rule, which a test checks.
    """
    without = BLOCKS.sub("", text)
    return BETWEEN_RULES.sub(r"\1", without) if styles else LINES.sub("", without)
