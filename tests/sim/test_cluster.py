"""The same work on a real Ray cluster of two nodes gives the same result, also when a worker dies."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from cinquina.core import opening
from cinquina.games import GAMES
from cinquina.sim import cluster
from cinquina.sim.cluster import NoCluster, cluster_summaries
from cinquina.sim.pool import Task, summaries
from cinquina.sim.summary import Summary, empty_summary

pytestmark = pytest.mark.skipif(not find_spec("ray"), reason="Ray is not installed: the extra [ray]")
SURROUNDINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": "0123456789abcdef0123456789abcdef",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "120",
}
"""A password, and long timeouts for a machine that runs other tests."""
TASK = Task("qwixx", 2, (), 5, 0, 120_000)


def merged(pieces: Iterator[Summary]) -> Summary:
    total = empty_summary(GAMES["qwixx"], 2, opening(GAMES["qwixx"], 2).now)
    for piece in pieces:
        total.merge(piece)
    return total


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[str]:
    """Yield the address of a cluster of two nodes with one processor each."""
    os.environ.update(SURROUNDINGS)
    folder = Path("/tmp") / f"cinquina-ray-{os.getpid()}"  # Ray's sockets need a short path
    ray = str(Path(sys.executable).parent / "ray")
    gcs, client = free_port(), free_port()
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
        for name in SURROUNDINGS:
            del os.environ[name]


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


def workers() -> list[int]:
    """Return the worker processes of the cluster."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::done"):
            found.append(int(folder.name))
    return found


def test_a_cluster_gives_what_one_process_gives_though_a_worker_is_killed(two_nodes: str) -> None:
    killed = list[int]()

    def watched() -> Iterator[Summary]:
        for piece in cluster_summaries(TASK, two_nodes):
            if not killed and (busy := workers()):
                killed.append(busy[0])
                os.kill(busy[0], signal.SIGKILL)
            yield piece

    total = merged(watched())
    assert killed
    assert total.as_json() == merged(summaries(TASK, 1)).as_json()


def test_the_command_line_can_use_a_cluster(two_nodes: str) -> None:
    line = [sys.executable, "-m", "cinquina", "simulate", "qwixx", "--games", "20000", "--json"]
    here = subprocess.run(line, capture_output=True, check=True)
    there = subprocess.run([*line, "--cluster", two_nodes], capture_output=True, check=True)
    assert here.stdout == there.stdout


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
    with pytest.raises(NoCluster, match=f"^{reason}$"):
        list(cluster_summaries(TASK, address))


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
    with pytest.raises(NoCluster, match=r"^cluster-needs-ray$"):
        list(cluster_summaries(TASK, cluster.LOCAL))
