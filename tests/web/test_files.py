"""A server and its database file: one server per file, and no click is acknowledged before it is on disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from web.server import SOON
from web.test_stopping import run


def second(url: str, *more: str) -> tuple[int, str]:
    """Start another server on a database; return its exit code and error message."""
    line = [sys.executable, "-m", "cinquina", "serve", "--lang", "en", "--port", "0", "--db", url, *more]
    done = subprocess.run(line, capture_output=True, text=True, timeout=SOON, check=False)
    return done.returncode, done.stderr


def test_a_second_server_on_one_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept/tables.db"
    with run(tmp_path, "--db", url) as first:
        code, told = second(url)
        assert code == 1
        assert told.startswith("Another server uses the database")
        assert told.count("\n") == 1
        assert first.asker.get("/").status == 200


def test_a_file_is_free_again_when_its_server_was_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kept/tables.db"
    with run(tmp_path, "--db", url) as first:
        first.process.kill()
        first.process.wait(SOON)
    with run(tmp_path, "--db", url) as again:
        assert again.asker.get("/").status == 200


def test_a_folder_deleted_under_a_server_is_noticed_at_the_next_click(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with run(tmp_path, "--db", f"sqlite:///{folder}/tables.db") as server:
        code, key = server.asker.make("qwixx", "me me")
        assert server.asker.do(code, key, "chat", text="still there").status == 200
        shutil.rmtree(folder)
        for _ in range(2):
            lost = server.asker.do(code, key, "chat", text="nobody will know")
            assert (lost.status, lost.reason) == (503, "store-gone")
        assert server.asker.post("/tables", {"game": "qwixx", "seats": [{"kind": "me", "name": "A"}]}).status == 503
        _, _, log = server.stop()
    assert "store-gone" in log
    assert "Traceback" not in log


@pytest.mark.parametrize("url", ["sqlite:////proc/nowhere/tables.db", "sqlite:////dev/null/tables.db"])
def test_a_folder_that_cannot_be_made_is_told_at_the_start(url: str) -> None:
    code, told = second(url)
    assert code == 1
    assert told.count("\n") == 1


def test_a_data_folder_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()
    line = [sys.executable, "-m", "cinquina", "serve", "--lang", "en", "--port", "0"]
    environment = os.environ | {"CINQUINA_HOME": str(file)}
    done = subprocess.run(line, capture_output=True, text=True, timeout=SOON, check=False, env=environment)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("days", ["-1", "x", "1.5"])
def test_how_long_tables_are_kept_is_a_number_of_days(days: str) -> None:
    code, told = second("memory:", "--keep", days)
    assert code == 2
    assert "--keep" in told
