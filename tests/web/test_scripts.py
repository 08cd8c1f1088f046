"""The scripts of the pages are typed: the type checker of their language finds nothing."""

from __future__ import annotations

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
