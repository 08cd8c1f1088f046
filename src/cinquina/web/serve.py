"""`cinquina serve`: the server as a process, or several that share a database."""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import segno
import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from cinquina.bots.thinking import Thinker
from cinquina.locales import Words
from cinquina.sim.worker import end_with_parent
from cinquina.store import Store, open_store
from cinquina.table.errors import Failed
from cinquina.table.saves import data_folder
from cinquina.web.app import ServerOptions, app
from cinquina.web.connections import NetworkConfig
from cinquina.web.limits import PER_ADDRESS, OpenConnections
from cinquina.web.proxies import BadProxy, Proxies

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]  # there is no other way to say that a module may be missing

DB_VARIABLE = "CINQUINA_DB"
HOSTS_VARIABLE = "CINQUINA_HOSTS"
PACE_VARIABLE = "CINQUINA_PACE"
LIMITS_VARIABLE = "CINQUINA_LIMITS"
"""How many times as often as usual one address may ask, and how many times as many connections it may have open: for a
measurement, or where many share one."""
BEHIND_VARIABLE = "CINQUINA_BEHIND"
"""The proxies that are believed, for worker processes; `--behind` sets it."""
BASE_VARIABLE = "CINQUINA_BASE"
"""Where the pages begin, for worker processes; `--base` sets it."""
VALID_BASE = re.compile(r"/([a-zA-Z0-9._~-]+/)*")
KEEP_VARIABLE = "CINQUINA_KEEP"
"""For how many days unused tables are kept, for worker processes; `--keep` sets it."""
DAY_SECONDS = 86_400.0
USUAL_PACE = "0.6"
USUAL_PORT = 8765
"""The same each time where it is free: browsers keep what is theirs, such as the keys of seats, by address."""
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
GC_THRESHOLDS = (2_000, 10, 1_000)
"""When Python looks for rubbish. A search through all of 200 tables holds everybody up for 0.3 s: every half hour,
then, where they all play, and not every eight seconds."""
EVERYWHERE = ("0.0.0.0", "::")
MOST_FILES = 65_536
OTHER_FILES = 64
"""Files that are not connections: the store, the bots, what is being read from disk."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
CLOSE_SECONDS = 1.0
"""For the server to close down once all connections are gone; then the process ends as it is. The store has it all."""
JOIN_SECONDS = 4.0
"""For workers to end; then they are killed."""


def usual_db() -> str:
    """The file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def app_from_environment() -> Starlette:
    """The server as the surroundings of its process describe it; it ends with the process that has started it."""
    end_with_parent()
    return app_with_store(open_store(os.environ[DB_VARIABLE]), partial(end_soon, ""))


def app_with_store(store: Store, stopping: Callable[[], None]) -> Starlette:
    """The server over a store, with the pace, the proxies and the names it answers to from the surroundings."""
    pace = float(os.environ.get(PACE_VARIABLE, USUAL_PACE))
    gc.set_threshold(*GC_THRESHOLDS)
    hosts = tuple(os.environ.get(HOSTS_VARIABLE, "").split())
    options = ServerOptions(
        pace=pace,
        hosts=hosts,
        base=os.environ.get(BASE_VARIABLE, "/"),
        limits=limits(),
        keep=float(os.environ.get(KEEP_VARIABLE, "0")) * DAY_SECONDS,
        proxies=Proxies.named(os.environ.get(BEHIND_VARIABLE, "").split()),
    )
    return app(store, options, thinker=Thinker(apart=True), stopping=stopping)


def limits() -> int:
    """How many times the usual limits one address has."""
    return int(os.environ.get(LIMITS_VARIABLE, "1"))


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What the command line asks of a server; `keep` is for how many days unused tables are kept, 0 for ever."""

    host: str
    port: int | None
    db: str
    workers: int
    behind: tuple[str, ...]
    base: str
    keep: int
    browser: bool


def serve(words: Words, options: ServeOptions) -> int:
    """Serve until Ctrl-C; the exit code."""
    proxies = named_proxies(words, options.behind)
    url, host = options.db or usual_db(), options.host
    store = claimed_store(words, url, options.workers)
    listening = usual_port(words, host) if options.port is None else bound(words, host, options.port)
    os.environ[HOSTS_VARIABLE] = " ".join(THIS_MACHINE) if host in THIS_MACHINE else ""
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
        announce(words, listening, browser=options.browser)
        run()
    finally:
        listening.close()
        store.close()
    print(words("serve.stopped"), file=sys.stderr)
    return 0


def claimed_store(words: Words, url: str, workers: int) -> Store:
    """The store, for this server alone where two cannot share it; StoreError or Failed."""
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
    """A base path with a slash at both ends, or Failed."""
    base = f"/{given.strip('/')}/" if given.strip("/") else "/"
    if not VALID_BASE.fullmatch(base) or "/../" in base or "/./" in base:
        raise Failed(words("serve.bad-base", given=given[:60]), code=2)
    return base


def named_proxies(words: Words, behind: tuple[str, ...]) -> Proxies:
    """The proxies that a command line names, or Failed."""
    try:
        return Proxies.named(behind)
    except BadProxy as wrong:
        raise Failed(words("serve.bad-proxy", given=wrong.args[0]), code=2) from wrong


def open_connections(proxies: Proxies) -> OpenConnections:
    """Limits of open connections that this process has files for; one address gets half of them at most."""
    most = most_files()
    hosted = max(most - OTHER_FILES, most // 2)
    per_address = min(PER_ADDRESS, hosted // 2) if limits() == 1 else min(PER_ADDRESS * limits(), hosted)
    return OpenConnections(most=hosted, per_address=per_address, proxies=proxies)


def most_files() -> int:
    """How many files this process may have open, after it has asked for as many as it can get."""
    if resource is None:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= MOST_FILES:
        return MOST_FILES
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def single(listening: socket.socket, served: Starlette, opened: OpenConnections) -> Callable[[], None]:
    """One process serves; it ends like any program when it is told to stop, not as if it were killed."""
    server = uvicorn.Server(NetworkConfig(served, opened=opened))
    for number in STOP_SIGNALS:
        # uvicorn raises a signal again once it has stopped: then this is called a second time, and not the default.
        signal.signal(number, server.handle_exit)
    return partial(server.run, sockets=[listening])


def several(listening: socket.socket, workers: int, opened: OpenConnections) -> Callable[[], None]:
    """Several processes serve the same address."""
    target = "cinquina.web.serve:app_from_environment"
    return Workers(NetworkConfig(target, factory=True, workers=workers, opened=opened), sockets=[listening]).run


class Workers(Multiprocess):
    """Processes that are told to stop by this one, and killed when they do not end."""

    def init_processes(self) -> None:
        """Start them such that Ctrl-C does not interrupt one that is still starting."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().init_processes()
        finally:
            signal.signal(signal.SIGINT, before)

    def join_all(self) -> None:
        """Wait for all of them, not for ever."""
        deadline = time.monotonic() + JOIN_SECONDS
        for worker in self.processes:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def end_soon(farewell: str) -> None:
    """End this process in a moment, even if a thread of it is still busy."""

    def end() -> None:
        if farewell:
            print(farewell, file=sys.stderr, flush=True)
        os._exit(0)

    timer = threading.Timer(CLOSE_SECONDS, end)
    timer.daemon = True
    timer.start()


def usual_port(words: Words, host: str) -> socket.socket:
    """The usual port, or any that is free."""
    try:
        return bound(words, host, USUAL_PORT)
    except Failed:
        return bound(words, host, 0)


def bound(words: Words, host: str, port: int) -> socket.socket:
    """A socket that listens, or Failed."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # Only where the protocol is named does asyncio send at once, not after up to 40 ms (TCP_NODELAY).
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as wrong:
        raise Failed(
            words("serve.cannot-listen", host=host, port=port, problem=wrong.strerror or str(wrong))
        ) from wrong
    listening.set_inheritable(True)
    return listening


def announce(words: Words, listening: socket.socket, *, browser: bool) -> None:
    """Say where the tables are; as a QR code too when phones can get there; open a browser where there is one."""
    host, port = listening.getsockname()[:2]
    shown = own_address() if host in EVERYWHERE else host
    address = f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
    print(words("serve.open", address=address), flush=True)
    if sys.stdout.isatty():
        segno.make(address).terminal(compact=True, border=1)
    print(words("serve.stop"), flush=True)
    if browser:
        threading.Thread(target=opened, args=(address,), daemon=True).start()


def opened(address: str) -> None:
    """Open the browser once the server has had time to start."""
    time.sleep(1)
    webbrowser.open(address)


def own_address() -> str:
    """The address other machines of the house reach this one by."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
