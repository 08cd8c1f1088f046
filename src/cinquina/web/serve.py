"""`cinquina serve`: one server process, or several that share a database."""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from cinquina.bots.thinking import Thinker
from cinquina.locales import Words
from cinquina.sim.worker import end_with_parent
from cinquina.store import Store, open_store
from cinquina.table.errors import Failed
from cinquina.table.saves import data_folder
from cinquina.web.addresses import own_names
from cinquina.web.announcing import EVERYWHERE, announce, announce_party
from cinquina.web.app import ServerOptions, app
from cinquina.web.connections import NetworkConfig
from cinquina.web.guard import ANY_ADDRESS
from cinquina.web.limits import PER_ADDRESS, OpenConnections
from cinquina.web.proxies import BadProxy, Proxies

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]  # mypy has no other way for an optional module

DB_VARIABLE = "CINQUINA_DB"
HOSTS_VARIABLE = "CINQUINA_HOSTS"
OPEN_VARIABLE = "CINQUINA_OPEN"
"""Set if the server listens on all addresses of this machine."""
PACE_VARIABLE = "CINQUINA_PACE"
LIMITS_VARIABLE = "CINQUINA_LIMITS"
"""The factor by which one address may exceed the default rates and number of connections: for measurements, or where
many users share an address.
"""
BEHIND_VARIABLE = "CINQUINA_BEHIND"
"""The trusted proxies, for worker processes; `--behind` sets it."""
BASE_VARIABLE = "CINQUINA_BASE"
"""The base path, for worker processes; `--base` sets it."""
VALID_BASE = re.compile(r"/([a-zA-Z0-9._~-]+/)*")
KEEP_VARIABLE = "CINQUINA_KEEP"
"""After how many days unused tables are deleted, for worker processes; `--keep` sets it."""
DAY_SECONDS = 86_400.0
USUAL_PACE = "0.6"
USUAL_PORT = 8765
"""The same each time if it is free: browsers store the keys of seats by address."""
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
GC_THRESHOLDS = (2_000, 10, 1_000)
"""When Python collects garbage. A full collection with 200 tables blocks the server for 0.3 s; with these thresholds it
happens every half hour while all of them play, instead of every eight seconds.
"""
MOST_FILES = 65_536
OTHER_FILES = 64
"""Files that are not connections: the store, the bots, files being read."""
WAITING = 2048
"""Connections that may wait to be accepted."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
CLOSE_SECONDS = 1.0
"""For the server to close after its last connection; then the process exits. Everything is in the store."""
JOIN_SECONDS = 4.0
"""For workers to end; then they are killed."""


def usual_db() -> str:
    """Return the URL of the file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def app_from_environment() -> Starlette:
    """Return the application for a worker process, which ends with its parent; options come from the environment."""
    end_with_parent()
    return app_with_store(open_store(os.environ[DB_VARIABLE]), partial(end_soon, ""))


def app_with_store(store: Store, stopping: Callable[[], None]) -> Starlette:
    """Return the application over a store, with options from the environment."""
    pace = float(os.environ.get(PACE_VARIABLE, USUAL_PACE))
    gc.set_threshold(*GC_THRESHOLDS)
    hosts = tuple(os.environ.get(HOSTS_VARIABLE, "").split())
    options = ServerOptions(
        pace=pace,
        hosts=hosts,
        is_open=bool(os.environ.get(OPEN_VARIABLE)),
        base=os.environ.get(BASE_VARIABLE, "/"),
        limits=limits(),
        keep=float(os.environ.get(KEEP_VARIABLE, "0")) * DAY_SECONDS,
        proxies=Proxies.named(os.environ.get(BEHIND_VARIABLE, "").split()),
    )
    return app(store, options, thinker=Thinker(apart=True), stopping=stopping)


def limits() -> int:
    """Return the factor for the limits of one address."""
    return int(os.environ.get(LIMITS_VARIABLE, "1"))


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of the command; `keep` is in days, 0 for never. A party is open to the house."""

    port: int | None
    db: str
    keep: int
    browser: bool
    host: str = THIS_MACHINE[0]
    workers: int = 1
    behind: tuple[str, ...] = ()
    base: str = "/"
    party: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which the server answers; any when empty.

        A party answers to the names of this machine and to any address: a name that somebody else owns is refused.
        """
        if self.party:
            return (*THIS_MACHINE, *own_names(), ANY_ADDRESS)
        return THIS_MACHINE if self.host in THIS_MACHINE else ()


def serve(words: Words, options: ServeOptions) -> int:
    """Serve until Ctrl-C; return the exit code."""
    proxies = named_proxies(words, options.behind)
    url = options.db or usual_db()
    store = claimed_store(words, url, options.workers)
    listening = listening_socket(words, options)
    os.environ[HOSTS_VARIABLE] = " ".join(options.hosts)
    os.environ[OPEN_VARIABLE] = "1" if options.host in EVERYWHERE else ""
    os.environ[DB_VARIABLE] = url
    os.environ[BEHIND_VARIABLE] = " ".join(map(str, proxies.networks))
    os.environ[KEEP_VARIABLE] = str(options.keep)
    os.environ[BASE_VARIABLE] = checked_base(words, options.base)
    opened = open_connections(proxies)
    try:
        if options.workers > 1:
            store.close()
            run = several(listening, options.workers, opened)
        else:
            run = single(listening, app_with_store(store, partial(end_soon, words("serve.stopped"))), opened)
        tell_where(words, listening, options)
        run()
    finally:
        listening.close()
        store.close()
    print(words("serve.stopped"), file=sys.stderr)
    return 0


def tell_where(words: Words, listening: socket.socket, options: ServeOptions) -> None:
    """Print the address of the home page."""
    if options.party:
        announce_party(words, listening, browser=options.browser)
    else:
        announce(words, listening, checked_base(words, options.base), browser=options.browser)


def claimed_store(words: Words, url: str, workers: int) -> Store:
    """Open and claim the store; raise StoreError or Failed."""
    store = open_store(url)
    try:
        if workers > 1 and not store.shared:
            raise Failed(words("serve.workers-need-postgres"), code=2)
        store.claim()
    except BaseException:
        store.close()
        raise
    return store


def checked_base(words: Words, given: str) -> str:
    """Return the base path with a slash at both ends, or raise Failed."""
    base = f"/{given.strip('/')}/" if given.strip("/") else "/"
    if not VALID_BASE.fullmatch(base) or "/../" in base or "/./" in base:
        raise Failed(words("serve.bad-base", given=given[:60]), code=2)
    return base


def named_proxies(words: Words, behind: tuple[str, ...]) -> Proxies:
    """Parse the proxies of the command line, or raise Failed."""
    try:
        return Proxies.named(behind)
    except BadProxy as wrong:
        raise Failed(words("serve.bad-proxy", given=wrong.args[0]), code=2) from wrong


def open_connections(proxies: Proxies) -> OpenConnections:
    """Return limits of open connections that fit the file limit; one address gets at most half."""
    most = most_files()
    hosted = max(most - OTHER_FILES, most // 2)
    per_address = min(PER_ADDRESS, hosted // 2) if limits() == 1 else min(PER_ADDRESS * limits(), hosted)
    return OpenConnections(most=hosted, per_address=per_address, proxies=proxies)


def most_files() -> int:
    """Raise the limit of open files as far as possible; return it."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= MOST_FILES:
        return MOST_FILES
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def single(listening: socket.socket, served: Starlette, opened: OpenConnections) -> Callable[[], None]:
    """Serve in this process; it exits normally when it is stopped by a signal."""
    server = uvicorn.Server(NetworkConfig(served, opened=opened))
    for number in STOP_SIGNALS:
        # uvicorn raises the signal again after it has stopped: this handler then replaces the default one.
        signal.signal(number, server.handle_exit)
    return partial(server.run, sockets=[listening])


def several(listening: socket.socket, workers: int, opened: OpenConnections) -> Callable[[], None]:
    """Serve in several processes on the same address."""
    target = "cinquina.web.serve:app_from_environment"
    return Workers(NetworkConfig(target, factory=True, workers=workers, opened=opened), sockets=[listening]).run


class Workers(Multiprocess):
    """Worker processes, which are killed when they do not stop in time."""

    def init_processes(self) -> None:
        """Start them so that Ctrl-C does not interrupt one that is still starting."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().init_processes()
        finally:
            signal.signal(signal.SIGINT, before)

    def join_all(self) -> None:
        """Wait for all of them, for a limited time."""
        deadline = time.monotonic() + JOIN_SECONDS
        for worker in self.processes:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def end_soon(farewell: str) -> None:
    """Exit this process shortly, even if a thread is still busy."""

    def end() -> None:
        if farewell:
            print(farewell, file=sys.stderr, flush=True)
        os._exit(0)

    timer = threading.Timer(CLOSE_SECONDS, end)
    timer.daemon = True
    timer.start()


def listening_socket(words: Words, options: ServeOptions) -> socket.socket:
    """Listen on the wanted port; if none is given on the default one, or on any free one."""
    if options.port is not None:
        return bound(words, options, options.port)
    with suppress(Failed):
        return bound(words, options, USUAL_PORT)
    return bound(words, options, 0)


def bound(words: Words, options: ServeOptions, port: int) -> socket.socket:
    """Return a listening socket, or raise Failed."""
    try:
        listening = of_the_house(port) if options.party else of_host(options.host, port)
    except OSError as wrong:
        problem = wrong.strerror or str(wrong)
        raise Failed(words("serve.cannot-listen", host=options.host, port=port, problem=problem)) from wrong
    listening.set_inheritable(True)
    return listening


def of_host(host: str, port: int) -> socket.socket:
    """Listen on one address, or on all of a kind."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # asyncio only sets TCP_NODELAY if the protocol is given; without it answers may be delayed by 40 ms.
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(address)
    listening.listen(WAITING)
    return listening


def of_the_house(port: int) -> socket.socket:
    """Listen on all addresses of this machine, old and new."""
    both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    made = socket.create_server(("", port), family=family, backlog=WAITING, dualstack_ipv6=both)
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach())
