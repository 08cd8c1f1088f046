"""The package built once, and installed into an environment of its own outside the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from browser.conftest import chromium, pytest_runtest_teardown
from store.conftest import new_database, postgres_url

__all__ = ["built", "chromium", "installed", "installer", "new_database", "postgres_url", "pytest_runtest_teardown"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300


@dataclass(frozen=True)
class Built:
    """The two files that a release consists of."""

    sdist: Path
    wheel: Path


@dataclass(frozen=True)
class Installed:
    """An environment with the program in it, and an empty folder to work in."""

    programs: Path
    folder: Path

    def run(self, *words: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the installed program to its end."""
        command = [str(self.programs / words[0]), *words[1:]]
        return subprocess.run(
            command,
            input=text,
            env=self.environment(**environment),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def environment(self, **more: str) -> dict[str, str]:
        """What a new user has: next to nothing, and no way back to the checkout."""
        own = {"PATH": str(self.programs), "HOME": str(self.folder), "LC_ALL": "en_GB.UTF-8", "PYTHONWARNINGS": "error"}
        return own | more


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source package built from the checkout, and the wheel from the source package alone."""
    folder = tmp_path_factory.mktemp("built")
    build(ROOT, "sdist", folder)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (source,) = (folder / "unpacked").iterdir()
    build(source, "wheel", folder)
    (wheel,) = folder.glob("*.whl")
    return Built(sdist, wheel)


def build(source: Path, target: str, folder: Path) -> None:
    """Have hatchling, which is installed for the tests, build a package; nothing is fetched."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=PATIENCE)


@pytest.fixture(scope="session")
def installer() -> str:
    """uv: the one that run.py has fetched, or any."""
    fetched = shutil.which("uv", path=str(Path(sys.prefix) / "tools" / "bin"))
    found = fetched or shutil.which("uv")
    if not found:
        pytest.skip("uv is not installed")
    return found


@pytest.fixture(scope="session")
def installed(built: Built, installer: str, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel and what the lock names in an empty environment; from uv's cache where that has it all."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "environment")], check=True)
    programs = folder / "environment" / ("Scripts" if sys.platform == "win32" else "bin")
    install = [installer, "pip", "install", "--quiet", "--python", str(programs / "python")]
    locked = [*install, "--require-hashes", "-r", str(ROOT / "requirements.lock")]
    if subprocess.run([*locked, "--offline"], capture_output=True, timeout=PATIENCE).returncode:
        fetched = subprocess.run(locked, capture_output=True, text=True, timeout=PATIENCE)
        if fetched.returncode:
            pytest.skip(f"what the lock names cannot be fetched: {fetched.stderr.strip().splitlines()[-1]}")
    subprocess.run([*install, "--offline", "--no-deps", str(built.wheel)], check=True, timeout=PATIENCE)
    return Installed(programs, folder)
