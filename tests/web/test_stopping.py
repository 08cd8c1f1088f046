"""Stopping a server: it stops soon whatever clients do, loses nothing and reports it."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from web.server import SOON, Asker
from web.test_connections import elsewhere
from web.test_killed import DEADLINE, Player, check_kept, ready, wait_for_more
from web.test_killed import serving as killable
from web.wires import HALF_BODY, HALF_HEADERS, PING, TEXT, asked_from, frame, handshake, hello, raw_socket, wire

STOPPED = "Stopped. Tables go on when you serve again.\n"
IN_TIME = 5.0
"""Seconds within which a server ends, whatever its clients do."""
SLACK = 5.0
"""More seconds, since the machine may be busy with other tests."""


class Process:
    """`cinquina serve` in English, with everything it prints."""

    def __init__(self, folder: Path, *more: str, files: int = 0) -> None:
        self.log = folder / "log.txt"
        line = [sys.executable, "-m", "cinquina", "serve", "--lang", "en", "--port", "0", *more]
        line = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *line] if files else line
        environment = os.environ | {"CINQUINA_PACE": "0"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                line, stdout=subprocess.PIPE, stderr=log, text=True, env=environment, start_new_session=True
            )
        assert self.process.stdout
        told = re.search(r"http://[^/]*:(\d+)/\S*", self.process.stdout.readline())
        assert told, self.log.read_text()
        self.told, self.port = told[0], int(told[1])
        self.asker = self.answering()

    def answering(self) -> Asker:
        """Return a client, once there is an answer."""
        asker, deadline = Asker(self.port), time.monotonic() + DEADLINE
        while time.monotonic() < deadline:
            with suppress(OSError):
                asker.get("/palette.json")
                return asker
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float, str]:
        """Stop it; return its exit code, the seconds it took, and its output."""
        assert self.process.stdout
        begun = time.monotonic()
        if number == signal.SIGINT:  # Ctrl-C goes to all processes of a terminal
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        try:
            code = self.process.wait(DEADLINE)
        finally:
            self.process.kill()
            self.process.stdout.close()
        return code, time.monotonic() - begun, self.log.read_text()


@contextmanager
def run(folder: Path, *more: str, files: int = 0) -> Iterator[Process]:
    """Run a server that is stopped in the end."""
    running = Process(folder, *more, files=files)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()
        assert running.process.stdout
        running.process.stdout.close()


def idle(asker: Asker, code: str, held: ExitStack) -> None:
    """Open connections that send nothing or partial data."""
    for said in (b"", HALF_HEADERS, HALF_BODY, handshake(code)):
        for _ in range(5):
            held.enter_context(wire(asker.port, said))


def half_frames(asker: Asker, code: str, held: ExitStack) -> None:
    """Open WebSockets with partial frames."""
    for _ in range(5):
        held.enter_context(raw_socket(asker, code)).sendall(hello() + frame(TEXT, b"{", size=1000))


def deaf(asker: Asker, code: str, held: ExitStack) -> None:
    """Open clients that do not read."""
    ask = f"GET /t/{code} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for _ in range(5):
        held.enter_context(wire(asker.port, ask * 8, buffer=4096))
        held.enter_context(raw_socket(asker, code, buffer=4096)).sendall(hello() + frame(PING, b"x" * 125) * 200)


def closing(asker: Asker, code: str, held: ExitStack) -> None:
    """Open WebSockets that begin to close and do not finish."""
    for _ in range(5):
        made = held.enter_context(raw_socket(asker, code, buffer=4096))
        made.sendall(hello() + frame(PING, b"x" * 125) * 100 + frame(8, b"\x03\xe8"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("hold", [None, idle, half_frames, deaf, closing])
def test_one_process_stops_in_time_with_a_sentence(
    tmp_path: Path, sqlite_url: str, hold: Callable[..., None] | None, number: signal.Signals
) -> None:
    with run(tmp_path, "--db", sqlite_url) as server, ExitStack() as held:
        code, _ = server.asker.make("qwixx", "me bot")
        if hold:
            hold(server.asker, code, held)
        assert server.asker.get("/palette.json").status == 200
        exit_code, seconds, said = server.stop(number)
    assert exit_code == 0
    assert said == STOPPED
    assert seconds < IN_TIME + SLACK


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_several_processes_stop_in_time_with_a_sentence(
    tmp_path: Path, postgres_url: str, number: signal.Signals
) -> None:
    with run(tmp_path, "--db", postgres_url, "--workers", "2") as server, ExitStack() as held:
        code, _ = server.asker.make("qwixx", "me bot")
        for hold in (idle, half_frames, deaf, closing):
            hold(server.asker, code, held)
        exit_code, seconds, said = server.stop(number)
    assert exit_code == 0
    assert said == STOPPED
    assert seconds < IN_TIME + SLACK


MANY_STOPS = [pytest.param(workers, 12, marks=pytest.mark.prove) for workers in (1, 2)]


@pytest.mark.parametrize(("workers", "stops"), [(1, 2), (2, 1), *MANY_STOPS])
def test_a_server_stopped_while_people_play_loses_nothing_and_doubles_nothing(
    request: pytest.FixtureRequest, workers: int, stops: int
) -> None:
    url = request.getfixturevalue("sqlite_url" if workers == 1 else "postgres_url")
    with killable(url, "--workers", str(workers)) as server:
        code, key = ready(server).make("qwinto", "me bot", options={"begins": "first"})
        player = Player(ready(server), code, key)
        player.start()
        for _ in range(stops):
            wait_for_more(player, 5)
            time.sleep(random.uniform(0, 0.1))
            assert server.stop() == 0
            server.start()
        wait_for_more(player, 5)
        player.enough = True
        player.join(DEADLINE)
        assert not player.is_alive()
        check_kept(player, url)


@elsewhere
def test_one_address_cannot_use_up_the_files_of_a_server(tmp_path: Path, sqlite_url: str) -> None:
    with run(tmp_path, "--db", sqlite_url, files=160) as server, ExitStack() as held:
        for _ in range(200):
            with suppress(OSError):
                held.enter_context(wire(server.port, HALF_HEADERS))
        deadline = time.monotonic() + SOON
        while time.monotonic() < deadline:
            with suppress(OSError):
                if asked_from("127.0.0.2", server.port, "/") == 200:
                    break
        else:
            pytest.fail("others do not get in")
        assert "Traceback" not in server.stop()[2]


def test_what_clients_do_wrong_fills_no_log(tmp_path: Path, sqlite_url: str) -> None:
    with run(tmp_path, "--db", sqlite_url) as server:
        code, key = server.asker.make("qwixx", "me bot")
        said = [frame(TEXT, b"\xff\xfe"), frame(PING) * 1000, frame(3), frame(TEXT, b"x" * 9000)]
        for text in said * 3:
            with raw_socket(server.asker, code) as odd, suppress(ConnectionError):
                odd.sendall(text)
                while odd.recv(65536):
                    pass
        for nonsense in (b"nonsense\r\n\r\n", HALF_BODY, handshake("X", "X-Long: " + "x" * 9000), b"x" * 50_000) * 3:
            with wire(server.port, nonsense), suppress(ConnectionError):
                pass
        with server.asker.watch(code, key) as tab:
            assert tab.hear()["phase"]
        assert server.stop()[2] == STOPPED
