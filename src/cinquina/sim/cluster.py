"""The same pieces of work on a Ray cluster (the extra `ray`): `ray` starts one here or joins the one that runs here,
`ray://host:port` joins another through its client server."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import cinquina
from cinquina.core import Refusal
from cinquina.sim.pool import AHEAD, Done, Work, handed_out

LOCAL = "ray"
SCHEME = "ray"
USUAL_PORT = 10001
PATIENCE = 5.0
"""Seconds to wait for an answer of the cluster's door."""
TRIES, BETWEEN_TRIES = 4, 2.0
"""A cluster that has only just started may turn people away: how often to ask, and after how many seconds again."""
RETRIES = 5
"""How often Ray does a piece again whose worker has died."""


class NoCluster(Refusal):
    """A cluster that cannot be used."""


def cluster_summaries(work: Work[Done], address: str) -> Iterator[Done]:
    """What the pieces of a work come to, done by a cluster; NoCluster when it cannot be had."""
    with joined(address) as cluster:
        try:
            yield from handed_out(lambda: cluster, work, cluster.workers * AHEAD)
        except (cluster.ray.exceptions.RayError, ConnectionError) as wrong:
            raise NoCluster("cluster-lost", address=address, problem=first_line(wrong)) from wrong


@contextmanager
def joined(address: str) -> Iterator[RayExecutor]:
    """A cluster for as long as it is needed."""
    check_address(address)
    try:
        import ray
    except ImportError as wrong:
        raise NoCluster("cluster-needs-ray") from wrong
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    logging.getLogger("ray").setLevel(logging.ERROR)
    settings: dict[str, Any] = {"include_dashboard": False}
    if address != LOCAL:
        # Another machine gets our own rules to play by, whatever is installed there.
        settings = {"address": address, "runtime_env": {"py_modules": [os.path.dirname(cinquina.__file__)]}}
    join(ray, address, settings)
    try:
        yield RayExecutor(ray)
    finally:
        ray.shutdown()


def join(ray: Any, address: str, settings: dict[str, Any]) -> None:
    """Become part of a cluster."""
    for tries_left in reversed(range(TRIES)):
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **settings)
            return
        except Exception as wrong:  # Ray raises whatever its many layers raise
            if not tries_left or not isinstance(wrong, ConnectionAbortedError):
                raise NoCluster("no-cluster", address=address, problem=first_line(wrong)) from wrong
            time.sleep(BETWEEN_TRIES)


def check_address(address: str) -> None:
    """Refuse what is no address of a cluster, or one where nobody answers."""
    if address == LOCAL:
        return
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port or USUAL_PORT
    except ValueError as wrong:
        raise NoCluster("no-cluster-address", address=address[:80]) from wrong
    if parts.scheme != SCHEME or not host:
        raise NoCluster("no-cluster-address", address=address[:80])
    try:
        socket.create_connection((host, port), timeout=PATIENCE).close()
    except OSError as wrong:
        raise NoCluster("no-cluster", address=address, problem=wrong.strerror or str(wrong)) from wrong


def first_line(wrong: Exception) -> str:
    """The beginning of what went wrong."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0][:200]


class RayExecutor:
    """Ray with the face of an executor. A piece whose worker dies is done again by Ray, and comes back once."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.remote: dict[Callable[..., Any], Any] = {}

    @property
    def workers(self) -> int:
        """How many pieces can be done at a time."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Have a function called somewhere in the cluster."""
        if function not in self.remote:
            self.remote[function] = self.ray.remote(max_retries=RETRIES)(function)
        future: Future[Any] = self.remote[function].remote(*given).future()
        return future

    def __enter__(self) -> RayExecutor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing of its own to close."""
