"""A PostgreSQL server for the tests, shared by pytest's workers; the last of them stops it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

USER = "cinquina"
PASSWORD = "s3cret-and-long"
LIGHT = {
    "listen_addresses": "",
    "fsync": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "16MB",
}
"""No network, and no protection against power cuts."""


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's programs; the newest where there are several."""
    found = [Path(place).resolve().parent for place in (shutil.which("initdb"),) if place]
    found += Path("/usr/lib/postgresql").glob("*/bin")
    return max((folder for folder in found if (folder / "initdb").exists()), default=None, key=_version)


def _version(folder: Path) -> int:
    told = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    return int(told.split()[2].split(".")[0])


@contextmanager
def running(common: Path, programs: Path) -> Iterator[str]:
    """Yield the folder of the running server's socket; `common` is a folder that the workers share."""
    with (common / "postgres-users").open("w") as users:
        with _alone(common):
            fcntl.flock(users, fcntl.LOCK_SH)
            address = common / "postgres-address"
            if not address.exists():
                address.write_text(_started(programs))
        try:
            yield address.read_text()
        finally:
            with _alone(common):
                _stop_if_last(users, address, programs)


@contextmanager
def _alone(common: Path) -> Iterator[None]:
    with (common / "postgres-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _started(programs: Path) -> str:
    in_memory = Path("/dev/shm")  # much quicker than a disk; and a socket's path must be short
    folder = tempfile.mkdtemp(prefix="cinquina-pg-", dir=in_memory if in_memory.is_dir() else "/tmp")
    password = Path(folder) / "password"
    password.write_text(PASSWORD)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        shutil.chown(password, "postgres")
    make = ["-U", USER, "-E", "UTF8", "--locale=C", "--auth=scram-sha-256", f"--pwfile={password}", "--no-sync"]
    _run(programs / "initdb", folder, *make)
    settings = " ".join(f"-c {name}='{value}'" for name, value in LIGHT.items())
    _run(programs / "pg_ctl", folder, "-w", "-l", f"{folder}/log", "-o", f"-k {folder} {settings}", "start")
    return folder


def _stop_if_last(users: IO[str], address: Path, programs: Path) -> None:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return
    folder = address.read_text()
    address.unlink()
    _run(programs / "pg_ctl", folder, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def _run(program: Path, folder: str, *words: str) -> None:
    """Run one of PostgreSQL's programs; as the user postgres where this process is root, which PostgreSQL refuses."""
    user = "postgres" if os.geteuid() == 0 else None
    command = [str(program), "-D", f"{folder}/data", *words]
    with open(f"{folder}/{program.name}.out", "w") as out:  # not a pipe: the server would keep it open
        subprocess.run(command, user=user, group=user, cwd=folder, stdout=out, stderr=out, check=True)
