"""Scripts and styles are sent without comments, styles also without spaces between rules; nothing else changes."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.responses import Response

from cinquina.web.app import STATIC
from cinquina.web.lean_files import LeanFiles, lean

SCRIPTS = sorted(STATIC.glob("*.js"))
QUOTED = re.compile(r"""("[^"\n]*"|'[^'\n]*'|`[^`]*`)""")


def test_comments_go_and_the_rest_stays() -> None:
    script = "// About it.\n/** @type {number} */\nconst a = /** @type {number} */ (b); // kept\n  // gone\nf('//x');\n"
    assert lean(script) == "const a =  (b); // kept\nf('//x');\n"
    assert lean("a { /* why */ b: c; }\n/* more\nlines */\n", styles=True) == "a{b: c;}"
    assert lean("a b { c: url(//d) }\n", styles=True) == "a b{c: url(//d)}"


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_nothing_between_quotes_looks_like_a_comment(file: Path) -> None:
    texts = QUOTED.findall(lean(file.read_text(encoding="utf-8")))
    assert not [text for text in texts if "/*" in text or re.search(r"^\s*//", text, re.MULTILINE)]


@pytest.mark.parametrize("file", sorted(STATIC.glob("*.css")), ids=lambda file: file.name)
def test_nothing_between_quotes_ends_a_rule(file: Path) -> None:
    texts = QUOTED.findall(lean(file.read_text(encoding="utf-8"), styles=True))
    assert not [text for text in texts if re.search("[{};]", text)]


READ_ALL = """
const { readFileSync } = require("fs"), { SourceTextModule } = require("vm");
for (const file of process.argv.slice(1)) {
    new SourceTextModule(readFileSync(file, "utf8"), { identifier: file });
    console.log(file);
}
"""
"""Reads modules as a browser does, all in one process, and runs none."""


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_scripts_without_comments_are_scripts(tmp_path: Path) -> None:
    for file in SCRIPTS:
        (tmp_path / file.name).write_text(lean(file.read_text(encoding="utf-8")), encoding="utf-8")
    read = [str(tmp_path / file.name) for file in SCRIPTS]
    line = ["node", "--experimental-vm-modules", "--no-warnings", "-e", READ_ALL, *read]
    checked = subprocess.run(line, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.split() == read


def sent(folder: Path, known: str = "") -> Response:
    """Return what a client gets that knows a version of a script."""
    scope = {"type": "http", "method": "GET", "headers": [(b"if-none-match", known.encode())]}
    return asyncio.run(LeanFiles(directory=folder).get_response("one.js", scope))


def test_a_file_that_is_known_is_not_sent_again_and_a_changed_one_is(tmp_path: Path) -> None:
    script = tmp_path / "one.js"
    script.write_text("// first\nlet a;\n", encoding="utf-8")
    first = sent(tmp_path)
    assert first.body == b"let a;\n"
    assert first.headers["content-type"].startswith("text/javascript")
    assert sent(tmp_path, first.headers["etag"]).status_code == 304
    script.write_text("// second\nlet another;\n", encoding="utf-8")
    assert sent(tmp_path, first.headers["etag"]).body == b"let another;\n"
