"""Work on a Ray cluster (the extra `ray`): `ray` starts one here or joins the one that runs on this machine,
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
from typing import Any
from urllib.parse import urlsplit

import cinquina
from cinquina.core import Refusal
from cinquina.sim.pool import NoWorkers, Workers, processes

LOCAL = "ray"
SCHEME = "ray"
USUAL_PORT = 10001
CONNECT_TIMEOUT = 5.0
"""Seconds to wait for the cluster's port to accept a connection."""
TRIES, BETWEEN_TRIES = 4, 2.0
"""A cluster that has just started may refuse connections: how often to try, and the seconds between tries."""
RETRIES = 5
"""How often Ray repeats a piece whose worker has died."""


class NoCluster(NoWorkers):
    """A cluster that cannot be used."""


@contextmanager
def workers(jobs: int, address: str = "") -> Iterator[Workers]:
    """Yield workers on this machine, or those of a cluster; raise NoWorkers if the cluster fails, or if workers die."""
    if not address:
        with processes(jobs) as here:
            yield here
        return
    with joined(address) as cluster:
        yield Workers(lambda: cluster, cluster)


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
    except (ray.exceptions.RayError, ConnectionError) as wrong:
        raise problem_of(ray, address, wrong) from wrong
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


def problem_of(ray: Any, address: str, wrong: Exception) -> Refusal:
    """Return what an error of Ray means: workers that die, a piece that fails, or a cluster that is lost."""
    if isinstance(wrong, (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError)):
        return NoCluster("workers-die")
    if not isinstance(wrong, ray.exceptions.RayTaskError):
        return NoCluster("cluster-lost", address=address, problem=first_line(wrong))
    if isinstance(wrong.cause, Refusal):
        return wrong.cause
    return NoCluster("cluster-failed", address=address, problem=f"{type(wrong.cause).__name__}: {wrong.cause}"[:200])


def first_line(wrong: Exception) -> str:
    """Return the first line of an error message."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0][:200]


class RayExecutor:
    """An executor on Ray. Ray repeats a piece whose worker dies; its result arrives once."""

    def __init__(self, ray: Any) -> None:
        self.ray = ray
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[Callable[..., Any], Any] = {}

    def submit(self, function: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Call a function somewhere in the cluster."""
        if function not in self._remote:
            self._remote[function] = self.ray.remote(max_retries=RETRIES)(function)
        future: Future[Any] = self._remote[function].remote(*given).future()
        return future

    def keep(self, data: bytes) -> Any:
        """Send the bytes to the cluster once; its machines hand them to one another."""
        return self.ray.put(data)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop nothing; `joined` shuts Ray down."""
