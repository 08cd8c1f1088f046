"""`cinquina serve`: the server as a process, or several that share a database."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import webbrowser

import segno
import uvicorn
from starlette.applications import Starlette

from cinquina.bots.thinking import Thinker
from cinquina.locales import Words
from cinquina.sim.worker import end_with_parent
from cinquina.store import Store, open_store
from cinquina.table.saves import data_folder
from cinquina.term.sitting import Failed
from cinquina.web.app import app

DB_VARIABLE = "CINQUINA_DB"
HOSTS_VARIABLE = "CINQUINA_HOSTS"
PACE_VARIABLE = "CINQUINA_PACE"
LIMITS_VARIABLE = "CINQUINA_LIMITS"
"""How many times as often as usual one address may ask: for a measurement, or where many share one."""
USUAL_PACE = "0.6"
USUAL_PORT = 8765
"""The same each time where it is free: browsers keep what is theirs, such as the keys of seats, by address."""
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
SELDOM = (2_000, 10, 1_000)
"""When Python looks for rubbish. A search through all of 200 tables holds everybody up for 0.3 s: every half hour,
then, where they all play, and not every eight seconds."""
EVERYWHERE = ("0.0.0.0", "::")
LARGEST_FRAME = 8192


def usual_db() -> str:
    """The file in the user's data folder."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def from_surroundings() -> Starlette:
    """The server as the surroundings of its process describe it; it ends with the process that has started it."""
    end_with_parent()
    return app_over(open_store(os.environ[DB_VARIABLE]))


def app_over(store: Store) -> Starlette:
    """The server over a store, with the pace and the names it answers to from the surroundings."""
    pace = float(os.environ.get(PACE_VARIABLE, USUAL_PACE))
    limits = int(os.environ.get(LIMITS_VARIABLE, "1"))
    gc.set_threshold(*SELDOM)
    hosts = tuple(os.environ.get(HOSTS_VARIABLE, "").split())
    return app(store, pace=pace, hosts=hosts, limits=limits, thinker=Thinker(apart=True))


def serve(words: Words, *, host: str, port: int | None, db: str, workers: int, browser: bool) -> int:
    """Serve until Ctrl-C; the exit code."""
    url = db or usual_db()
    store = open_store(url)
    if workers > 1 and not store.shared:
        store.close()
        raise Failed(words("serve.workers-need-postgres"), code=2)
    listening = usual_port(words, host) if port is None else bound(words, host, port)
    os.environ[HOSTS_VARIABLE] = " ".join(THIS_MACHINE) if host in THIS_MACHINE else ""
    announce(words, listening, browser=browser)
    os.environ[DB_VARIABLE] = url
    settings = {
        "log_level": "warning",
        "access_log": False,
        "ws": "websockets-sansio",
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,  # each viewer's own compressor would cost more than the bytes it saves
    }
    try:
        if workers > 1:
            store.close()
            run_several(listening, workers, settings)
        else:
            run_one(listening, store, settings)
    finally:
        listening.close()
        store.close()
    print(words("serve.stopped"), file=sys.stderr)
    return 0


def run_one(listening: socket.socket, store: Store, settings: dict[str, object]) -> None:
    """One process serves."""
    config = uvicorn.Config(app_over(store), **settings)  # type: ignore[arg-type]  # settings are of many kinds
    uvicorn.Server(config).run(sockets=[listening])


def run_several(listening: socket.socket, workers: int, settings: dict[str, object]) -> None:
    """Several processes serve the same address."""
    from uvicorn.supervisors import Multiprocess

    target = "cinquina.web.serve:from_surroundings"
    config = uvicorn.Config(target, factory=True, workers=workers, **settings)  # type: ignore[arg-type]  # as above
    Multiprocess(config, sockets=[listening]).run()


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
