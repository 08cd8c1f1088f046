"""The same work on a real Ray cluster of two nodes gives the same result, also when a worker dies."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import naps
from cinquina.bots.players import OF_GAMES
from cinquina.bots.table_file import checked
from cinquina.sim import cluster
from cinquina.sim.cluster import NoCluster, RayExecutor, joined, workers
from cinquina.sim.pool import HERE, Done, Piece, Work, Workers, pieces_of
from handed_out import COMMANDS
from naps import Deadly, Faulty, Mortal

pytestmark = pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed: the extra [ray]")
ENVIRONMENT = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": "0123456789abcdef0123456789abcdef",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120",
    "PYTHONPATH": os.pathsep.join(filter(None, (str(Path(naps.__file__).parent), os.environ.get("PYTHONPATH")))),
}
"""A password, long timeouts for a machine that runs other tests, and work that only tests have."""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[str]:
    """Yield the address of a cluster of two nodes with one processor each."""
    gcs, client = free_port(), free_port()
    before = dict(os.environ)
    os.environ.update(ENVIRONMENT, RAY_ADDRESS=f"127.0.0.1:{gcs}")
    folder = Path("/tmp") / f"cinquina-ray-{os.getpid()}"  # Ray's sockets need a short path
    ray = str(Path(sys.executable).parent / "ray")
    head = [ray, "start", "--head", "--block", f"--port={gcs}", f"--ray-client-server-port={client}"]
    head += [f"--temp-dir={folder}", "--include-dashboard=false"]
    nodes = [started([*head, "--num-cpus=1"])]
    wait_for(client)
    nodes.append(started([ray, "start", "--block", f"--address=127.0.0.1:{gcs}", "--num-cpus=1"]))
    try:
        yield f"ray://127.0.0.1:{client}"
    finally:
        for node in reversed(nodes):
            os.killpg(node.pid, signal.SIGKILL)
            node.wait()
        subprocess.run(["rm", "-rf", folder], check=True)
        os.environ.clear()
        os.environ.update(before)


def started(line: list[str]) -> subprocess.Popen[bytes]:
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(line, start_new_session=True, stdout=nowhere, stderr=nowhere)


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the cluster did not start")


@pytest.fixture(scope="module")
def executor(two_nodes: str) -> Iterator[RayExecutor]:
    """Yield the cluster, joined once, from this machine: its workers have this code, so all is compiled already."""
    with joined(cluster.LOCAL) as executor:
        for _ in range(600):
            if len(executor.ray.nodes()) == 2:
                break
            time.sleep(0.1)
        yield RayExecutor(executor.ray)


class Struck(Workers):
    """Workers of which one is killed while it does the first piece of a work."""

    def __init__(self, executor: RayExecutor, killed: Path) -> None:
        super().__init__(lambda: executor, executor)
        self.killed = killed
        self.mortal: dict[int, Mortal] = {}

    def _numbered(self, pieces: Iterable[Piece[Done]]) -> Iterator[tuple[int, Done]]:
        return super()._numbered(Piece(self.made_mortal(piece), piece.first, piece.count) for piece in pieces)

    def made_mortal(self, piece: Piece[Done]) -> Mortal:
        """Return the work of a piece, once for all its pieces."""
        return self.mortal.setdefault(id(piece.work), Mortal(piece.work, self.killed, 0, 0))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_cluster_gives_what_one_process_gives_though_a_worker_is_killed(
    executor: RayExecutor, name: str, tmp_path: Path
) -> None:
    assert executor.workers == 2
    here = COMMANDS[name](HERE)  # first, so that it is compiled only once
    struck = Struck(executor, tmp_path / "killed")
    assert COMMANDS[name](struck) == here
    assert struck.killed.exists()


@pytest.mark.parametrize(("work", "reason"), [(Deadly(0, 1), "workers-die"), (Faulty(0, 1), "cluster-failed")])
def test_workers_that_always_die_or_fail_are_not_asked_for_ever(
    executor: RayExecutor, work: Work[int], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "RETRIES", 1)
    impatient = RayExecutor(executor.ray)
    with pytest.raises(executor.ray.exceptions.RayError) as wrong:
        list(Workers(lambda: impatient, impatient).in_order(pieces_of(work)))
    assert cluster.problem_of(executor.ray, "ray", wrong.value).reason == reason


def told(line: str, *more: str) -> str:
    """What a command line prints, without the seconds that it took."""
    words = [sys.executable, "-m", "cinquina", *line.split(), *more, "--json"]
    printed = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    return re.sub(r'"seconds": [0-9.e-]+', "", printed)


def test_the_command_line_can_use_a_cluster(two_nodes: str) -> None:
    line = "simulate qwixx --games 20000"
    assert told(line) == told(line, "--cluster", two_nodes)


@pytest.mark.prove
@pytest.mark.parametrize(
    "line",
    [
        "arena qwinto --bots medium,hard --games 300",
        "solve the-choice --sheet A,B --games 2000",
        "solve qwixx --games 30000",
        "hint {record}",
        "review {record}",
    ],
)
def test_every_command_line_can_use_a_cluster(two_nodes: str, tmp_path: Path, line: str) -> None:
    told("simulate qwixx --games 1 --bots medium,easy --option penalty=3 --record", str(tmp_path))  # no table knows it
    line = line.format(record=tmp_path / "qwixx-000000.txt") + (" --to 2" if line.startswith("hint") else "")
    here = told(line, "--jobs", "1")
    assert here == told(line, "--cluster", two_nodes)
    assert here == told(line, "--jobs", "2")


@pytest.mark.prove
@pytest.mark.parametrize("name", OF_GAMES)
def test_a_round_of_training_is_the_same_on_a_cluster(two_nodes: str, tmp_path: Path, name: str) -> None:
    option = ("--option", "length=6") if name == "sequence-dice" else ()
    runs = [tmp_path / "here", tmp_path / "there"]
    who = [("--jobs", "1"), ("--cluster", two_nodes)]
    here, there = (
        told(f"train {name} --rounds 1 --run {run}", *by, *option) for run, by in zip(runs, who, strict=True)
    )
    assert here == there
    with np.load(BytesIO(checked(runs[0]))) as one, np.load(BytesIO(checked(runs[1]))) as other:
        assert all(np.array_equal(one[array], other[array]) for array in one)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("ray://127.0.0.1:1", "no-cluster"),
        ("ray://no-such-host.invalid:10001", "no-cluster"),
        ("http://127.0.0.1", "no-cluster-address"),
        ("ray://", "no-cluster-address"),
        ("ray://host:port", "no-cluster-address"),
    ],
)
def test_a_cluster_that_cannot_be_reached_is_refused(address: str, reason: str) -> None:
    with pytest.raises(NoCluster, match=f"^{reason}$"), workers(1, address):
        pass


class Hesitant:
    """A fake Ray that refuses a few connections first."""

    def __init__(self, times: int) -> None:
        self.times = times

    def init(self, **settings: object) -> None:
        self.times -= 1
        if self.times >= 0:
            raise ConnectionAbortedError("Starting Ray client server failed.")


def test_a_cluster_that_is_not_quite_there_yet_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "BETWEEN_TRIES", 0.0)
    cluster.join(Hesitant(cluster.TRIES - 1), "ray://somewhere", {})
    with pytest.raises(NoCluster, match=r"^no-cluster$"):
        cluster.join(Hesitant(cluster.TRIES), "ray://somewhere", {})


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"^cluster-needs-ray$"), workers(1, cluster.LOCAL):
        pass
