"""The scripts of the pages pass TypeScript's type checker."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import cinquina.web

STATIC = Path(cinquina.web.__file__).parent / "static"
CHECKER = ("npx", "--yes", "--prefer-offline", "--package", "typescript@7.0.2", "tsc")
STRICT = (
    "--noEmit --checkJs --allowJs --strict --target es2022 --module es2022 "
    "--moduleResolution bundler --lib es2022,dom,dom.iterable"
)


@pytest.mark.skipif(not shutil.which("npx"), reason="Node.js is not installed")
def test_the_scripts_of_the_pages_are_typed() -> None:
    scripts = sorted(str(path) for path in STATIC.glob("*.js"))
    checked = subprocess.run([*CHECKER, *STRICT.split(), *scripts], capture_output=True, text=True, check=False)
    assert checked.stdout == ""
    assert checked.returncode == 0, checked.stderr


SAYING = """
globalThis.document = {
  documentElement: { lang: "en" },
  getElementById: () => ({ textContent: '{"points": ["{n} point", "{n} points"], "close": "Close", "of": "{n}/{m}"}' }),
};
const { translate } = await import(process.argv[1]);
const counts = ["1", 1, "−1", 0, 2, 11, "−11"].map((n) => translate("points", { n }));
console.log(JSON.stringify([...counts, translate("close"), translate("of", { n: 1, m: 3 })]));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_a_script_says_one_in_the_singular() -> None:
    line = ["node", "--input-type=module", "--eval", SAYING, (STATIC / "words.js").as_uri()]
    told = subprocess.run(line, capture_output=True, text=True, check=False)
    assert json.loads(told.stdout) == [
        *("1 point", "1 point", "−1 point", "0 points", "2 points", "11 points", "−11 points"),
        *("Close", "1/3"),
    ], told.stderr
