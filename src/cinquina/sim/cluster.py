"""Simulations on a Ray cluster (the extra `ray`): `ray` starts one here or joins the one that runs on this machine,
`ray://host:port` joins another through its client server.
"""

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
from cinquina.sim.pool import AHEAD, Done, Work, hand_out

LOCAL = "ray"
SCHEME = "ray"
USUAL_PORT = 10001
CONNECT_TIMEOUT = 5.0
"""Seconds to wait for the cluster's port to accept a connection."""
TRIES, BETWEEN_TRIES = 4, 2.0
"""A cluster that has just started may refuse connections: how often to try, and the seconds between tries."""
RETRIES = 5
"""How often Ray repeats a piece whose worker has died."""


class NoCluster(Refusal):
    """A cluster that cannot be used."""


def cluster_summaries(work: Work[Done], address: str) -> Iterator[Done]:
    """Yield the results of the pieces of a work, computed by a cluster; NoCluster if it cannot be used."""
    with joined(address) as cluster:
        try:
            yield from hand_out(lambda: cluster, work, cluster.workers * AHEAD)
        except (cluster.ray.exceptions.RayError, ConnectionError) as wrong:
            raise NoCluster("cluster-lost", address=address, problem=first_line(wrong)) from wrong


@contextmanager
def joined(address: str) -> Iterator[RayExecutor]:
    """Join a cluster for the duration of the context."""
    check_address(address)
    try:
        import ray
    except ImportError as wrong:
        raise NoCluster("cluster-needs-ray") from wrong
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    logging.getLogger("ray").setLevel(logging.ERROR)
    settings: dict[str, Any] = {"include_dashboard": False}
    if address != LOCAL:
        # Other machines play by this machine's rules, whatever is installed there.
        settings = {"address": address, "runtime_env": {"py_modules": [os.path.dirname(cinquina.__file__)]}}
    join(ray, address, settings)
    try:
        yield RayExecutor(ray)
    finally:
        ray.shutdown()


def join(ray: Any, address: str, settings: dict[str, Any]) -> None:
    """Connect to a cluster, with retries."""
    for tries_left in reversed(range(TRIES)):
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, **settings)
            return
        except Exception as wrong:  # Ray raises many kinds of exceptions
            if not tries_left or not isinstance(wrong, ConnectionAbortedError):
                raise NoCluster("no-cluster", address=address, problem=first_line(wrong)) from wrong
            time.sleep(BETWEEN_TRIES)


def check_address(address: str) -> None:
    """Refuse an invalid cluster address, or one that accepts no connection."""
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
        socket.create_connection((host, port), timeout=CONNECT_TIMEOUT).close()
    except OSError as wrong:
        raise NoCluster("no-cluster", address=address, problem=wrong.strerror or str(wrong)) from wrong


def first_line(wrong: Exception) -> str:
    """Return the first line of an error message."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0][:200]


class RayExecutor:
    """An executor on Ray. Ray repeats a piece whose worker dies; its result arrives once."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.remote: dict[Callable[..., Any], Any] = {}

    @property
    def workers(self) -> int:
        """Return how many pieces can run at a time."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Call a function somewhere in the cluster."""
        if function not in self.remote:
            self.remote[function] = self.ray.remote(max_retries=RETRIES)(function)
        future: Future[Any] = self.remote[function].remote(*given).future()
        return future

    def __enter__(self) -> RayExecutor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close nothing; `joined` shuts Ray down."""
