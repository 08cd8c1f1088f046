"""The image and its companions: every step of the Dockerfile is done here, in an empty folder, not a container."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from package.conftest import PATIENCE, ROOT
from store.cluster import binaries

Step = tuple[str, str]
PORT = "8765"
FETCHED_BEFORE = "pip install --no-cache-dir uv"
"""The one step that is not done here: uv is what the tests are installed with."""
NOT_FROM_CACHE = "--no-cache "
"""Keeps the image small; here uv's cache is what makes a network unnecessary."""


def steps() -> list[Step]:
    """The Dockerfile as pairs: the instruction, and what it is about."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines) if word]


def told_by(instruction: str) -> list[str]:
    """What the Dockerfile says with an instruction."""
    return [rest for word, rest in steps() if word == instruction]


@dataclass(frozen=True)
class Container:
    """A folder in which everything lies as it would in the image."""

    folder: Path

    def path(self, text: str) -> str:
        """Absolute paths of the image as they are here."""
        return re.sub(r"(?<![\w.])/(opt/cinquina|data|build)\b", rf"{self.folder}/\1", text)

    def environment(self, **more: str) -> dict[str, str]:
        """The image's environment variables."""
        own = dict(part.split("=", 1) for part in told_by("ENV")[-1].split())
        own["PATH"] = own["PATH"].replace("$PATH", os.environ["PATH"])
        return {name: self.path(value) for name, value in own.items()} | {"HOME": "/"} | more

    @contextmanager
    def serving(self, command: list[str], **more: str) -> Iterator[str]:
        """What a container runs; gives the port that it has instead of its own."""
        words = ["0" if word == PORT else word for word in command]
        with subprocess.Popen(words, env=self.environment(**more), stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                told = re.search(r"http://\S+:(\d+)/", server.stdout.readline())
                assert told, "the server does not say where it is"
                yield told[1]
            finally:
                server.terminate()
                assert server.wait(30) == 0

    def is_well(self, port: str) -> bool:
        """What the image's health check says."""
        check = json.loads(told_by("HEALTHCHECK")[0].partition("CMD ")[2].replace(PORT, port))
        return subprocess.run(check, env=self.environment(), capture_output=True, timeout=PATIENCE).returncode == 0


@pytest.fixture(scope="session")
def container(installer: str, tmp_path_factory: pytest.TempPathFactory) -> Container:
    """The first stage of the Dockerfile done step by step, in a folder that has only what it copies."""
    made = Container(tmp_path_factory.mktemp("container"))
    (made.folder / "opt").mkdir()
    work = made.folder / "build"
    work.mkdir()
    here = {"PATH": f"{Path(installer).parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for word, rest in steps():
        if word == "COPY" and not rest.startswith("--from"):
            copy(rest.split(), work)
        elif word == "RUN" and rest != FETCHED_BEFORE:
            line = made.path(rest).replace(NOT_FROM_CACHE, "")
            done = run(shlex.split(line), work, os.environ | here | {"UV_OFFLINE": "1"})
            if done.returncode and line.startswith("uv"):
                done = run(shlex.split(line), work, os.environ | here)
            if done.returncode and "error sending request" in done.stderr:
                pytest.skip("what the lock names cannot be fetched")
            assert done.returncode == 0, done.stderr
    return made


def run(words: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a step to its end."""
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)


def copy(words: list[str], work: Path) -> None:
    """COPY, of what .dockerignore lets pass."""
    *sources, target = words
    passing = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for source in sources:
        assert f"!{source}" in passing, source
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, work / target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / source, work / target)


def test_the_server_of_the_image_runs_and_is_well(container: Container) -> None:
    (command,) = map(json.loads, told_by("CMD"))
    with container.serving(command) as port:
        assert container.is_well(port)
    assert not container.is_well(port)
    assert (container.folder / "data" / "tables.db").exists()


def test_the_server_of_compose_runs_on_postgresql(container: Container, postgres_url: str) -> None:
    url = urlsplit(postgres_url)
    database = {
        "PGHOST": parse_qs(url.query)["host"][0],
        "PGUSER": url.username or "",
        "PGPASSWORD": url.password or "",
        "PGDATABASE": url.path[1:],
    }
    server = composed()["services"]["server"]
    assert set(server["environment"]) == set(database)
    with container.serving(server["command"], **database) as port:
        assert container.is_well(port)
    kind, name, *words = composed()["services"]["database"]["healthcheck"]["test"]
    found = binaries()
    assert found
    assert kind == "CMD"
    for host, well in ((database["PGHOST"], True), ("/nowhere", False)):
        done = run([str(found / name), *words], container.folder, os.environ | {"PGHOST": host})
        assert (done.returncode == 0) == well, done.stdout


def test_the_image_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume() -> None:
    assert told_by("USER") == ["10001:10001"]
    assert told_by("VOLUME") == ["/data"]
    assert told_by("EXPOSE") == [PORT]
    assert "--from=build --chown=10001:10001 /data /data" in told_by("COPY")
    words = [word for word, _ in steps()]
    assert words.count("FROM") == 2
    assert "RUN" not in words[len(words) - words[::-1].index("FROM") :], "the last stage only copies"
    assert set(told_by("FROM")) == {"python:3.13-slim", "python:3.13-slim AS build"}


def composed() -> Any:
    """compose.yaml."""
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_compose_has_a_server_and_a_database_that_fit() -> None:
    told = composed()
    server, database = told["services"]["server"], told["services"]["database"]
    assert server["build"] == "."
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "healthcheck" in database
    assert server["ports"] == [f"${{CINQUINA_ADDRESS:-127.0.0.1}}:{PORT}:{PORT}"]
    given, taken = database["environment"], server["environment"]
    assert taken["PGHOST"] == "database"
    for name in ("USER", "PASSWORD"):
        assert given[f"POSTGRES_{name}"] == taken[f"PG{name}"]
    assert given["POSTGRES_DB"] == taken["PGDATABASE"]
    kept = [volume.partition(":")[0] for service in (server, database) for volume in service["volumes"]]
    assert set(kept) == set(told["volumes"])
    assert "${CINQUINA_PASSWORD:?" in taken["PGPASSWORD"], "no password is written down"
