"""The server killed during games: nothing acknowledged is lost, nothing happens twice, every game resumes."""

from __future__ import annotations

import http.client
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cinquina.store import Repeated, open_store
from cinquina.table.dice_table import DiceTable
from cinquina.table.draft import TAPS_PER_STAGE
from cinquina.table.happenings import Happening, Inked, Rolled, Said, fingerprint, happening, settings_of
from web.server import Asker, Tab

GONE = (OSError, ConnectionClosed, InvalidHandshake, EOFError, http.client.HTTPException)
"""How a killed server appears to a client."""
ENVIRONMENT = {"CINQUINA_PACE": "0", "CINQUINA_LIMITS": "1000", "PYTHONWARNINGS": "error"}
DEADLINE = 60.0


class Serving:
    """`cinquina serve` as a process that can be killed and restarted at the same address."""

    def __init__(self, url: str, *more: str) -> None:
        self.command = [sys.executable, "-m", "cinquina", "serve", "--db", url, *more]
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, and wait until it prints its address."""
        environment = os.environ | ENVIRONMENT
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        told = re.search(r"http://[^/]*:(\d+)/", self.process.stdout.readline())
        assert told, "the server does not say where it is"
        self.port = int(told[1])

    def kill(self) -> None:
        """Kill the process, as in a power cut."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit code."""
        self.process.terminate()
        return self._gone()

    def _gone(self) -> int:
        assert self.process.stdout is not None
        code = self.process.wait(DEADLINE)
        self.process.stdout.close()
        return code


@contextmanager
def serving(url: str, *more: str) -> Iterator[Serving]:
    """Run a server that is stopped in the end."""
    server = Serving(url, *more)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Click:
    """A request of a player, with an id."""

    id: str
    what: str
    more: dict[str, Any]
    number: int = 0
    at: float = 0.0
    """When it was acknowledged."""

    def is_told_by(self, happened: Happening) -> bool:
        """Whether a stored happening is that of this click."""
        match happened:
            case Said(_, text):
                return self.what == "chat" and text == self.more["text"]
            case Inked(seat, options, ahead):
                last = ahead[-1] + TAPS_PER_STAGE if ahead else options[-1]
                return self.what == "ink" and (seat, last) == (self.more["seat"], self.more["taps"][-1])
            case Rolled():
                return self.what == "roll"
        return self.what == "next"


@dataclass(eq=False)
class Player(threading.Thread):
    """Plays and chats endlessly; requests without an answer are repeated with the same id."""

    asker: Asker
    code: str
    key: str
    clicks: list[Click] = field(default_factory=list)
    refused: list[Click] = field(default_factory=list)
    enough: bool = False
    luck: random.Random = field(default_factory=lambda: random.Random(1))
    failed: BaseException | None = None

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def run(self) -> None:
        """Play until stopped; a click in progress is finished first."""
        pending: list[Click] = []
        try:
            while not self.enough or pending:
                try:
                    self.at_the_table(pending)
                except GONE:
                    time.sleep(0.01)
        except BaseException as wrong:
            self.failed = wrong
            raise

    def at_the_table(self, pending: list[Click]) -> None:
        """Watch and play as long as the server is there."""
        while pending:
            self.ask(pending)
        with self.asker.watch(self.code, self.key) as tab:
            tab.hear()
            while not self.enough:
                pending += self.wanted(tab)
                number = 0
                while pending:
                    number = max(number, self.ask(pending))
                tab.at_least(number) if number else tab.hear()

    def ask(self, pending: list[Click]) -> int:
        """Send the first pending request; return its number, 0 when it was refused."""
        click = pending[0]
        answer = self.asker.do(self.code, self.key, click.what, click.id, **click.more)
        assert answer.status in (200, 400, 409), answer.body
        pending.pop(0)
        if answer.status != 200:
            self.refused.append(click)
            return 0
        click.number, click.at = answer.value["number"], time.monotonic()
        self.clicks.append(click)
        return click.number

    def wanted(self, tab: Tab) -> list[Click]:
        """Return a chat message, and a move if it is the player's turn."""
        name = f"{len(self.clicks)}.{len(self.refused)}"
        return [Click(f"say {name}", "chat", {"text": name}), *self.move(tab.shown, f"move {name}")]

    def move(self, shown: dict[str, Any], name: str) -> list[Click]:
        """Return the player's move."""
        if shown["can"]["next"]:
            return [Click(name, "next", {})]
        if shown["can"]["roll"]:
            return [Click(name, "roll", {"throw": shown["dice"]["count"]})]
        if ask := shown["ask"]:
            whole = [[option["tap"]] for option in ask["options"] if option["last"]]
            taps = self.luck.choice([*whole, *([ask["passing"]["ink"]] if ask["passing"] else [])])
            return [Click(name, "ink", {"seat": ask["seat"], "window": ask["window"], "taps": taps})]
        return []


def kept_at(url: str, code: str) -> tuple[DiceTable, list[Happening]]:
    """Return the table in a store, and all its happenings; numbers have no gaps."""
    store = open_store(url)
    kept = store.find(code)
    assert kept is not None
    entries = store.entries(kept.id)
    store.close()
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    table, told = DiceTable(settings_of(kept.settings), code), [happening(entry.text) for entry in entries]
    for happened in told:
        table.take(happened)
    return table, told


def numbers_kept(url: str, player: Player) -> list[int]:
    """Return the numbers of a player's stored clicks, which the store reports when their ids are repeated."""
    store, found = open_store(url), []
    kept = store.find(player.code)
    assert kept is not None
    for click in player.clicks:
        with pytest.raises(Repeated) as before:
            store.append(kept.id, 0, "", time.time(), f"{fingerprint(player.key)[:16]} {click.id}")
        found.append(before.value.number)
    store.close()
    return found


def check_kept(player: Player, url: str) -> int:
    """Check that everything acknowledged is stored once and nothing refused is; return the number of events."""
    assert player.failed is None
    table, told = kept_at(url, player.code)
    assert table.number == len(told)
    numbers = numbers_kept(url, player)
    for click, number in zip(player.clicks, numbers, strict=True):
        assert click.is_told_by(told[number - 1]), click
        assert click.number <= number  # the others' choices in the open window are not counted for the player
    assert len(set(numbers)) == len(numbers)
    said = [happened.text for happened in told if isinstance(happened, Said)]
    assert sorted(said) == sorted(click.more["text"] for click in player.clicks if click.what == "chat")
    assert not any(click.what == "chat" for click in player.refused)
    return len(told)


def survive(url: str, kills: int) -> list[float]:
    """Kill the server this often during play; return the seconds from each kill to the next acknowledged click."""
    pauses = []
    with serving(url) as server:
        code, key = ready(server).make("qwinto", "me bot", options={"begins": "first"})
        player = Player(ready(server), code, key)
        player.start()
        for _ in range(kills):
            wait_for_more(player, 1)
            time.sleep(random.uniform(0, 0.1))
            killed = time.monotonic()
            server.kill()
            server.start()
            pauses.append(first_after(player, time.monotonic()) - killed)
        player.enough = True
        player.join(DEADLINE)
        assert not player.is_alive()
        events = check_kept(player, url)
    told = f"{kills} kills, {events} events, {len(player.clicks)} acknowledged, {len(player.refused)} refused"
    middle, worst = sorted(pauses)[kills // 2], " ".join(f"{pause:.2f}" for pause in sorted(pauses)[-3:])
    print(f"\n{told}; back after {min(pauses):.2f} s at best, {middle:.2f} s in the middle, {worst} s at worst")
    return pauses


def first_after(player: Player, moment: float) -> float:
    """Return when the first click after some moment was acknowledged."""
    while True:
        wait_for_more(player, 1)
        if player.clicks[-1].at > moment:
            return next(click.at for click in player.clicks if click.at > moment)


def wait_for_more(player: Player, more: int) -> None:
    """Wait until this many more clicks of a player are acknowledged."""
    before, deadline = len(player.clicks), time.monotonic() + DEADLINE
    while len(player.clicks) < before + more:
        assert player.failed is None, player.failed
        assert time.monotonic() < deadline, "the player does not get on"
        time.sleep(0.002)


def ready(server: Serving) -> Asker:
    """Return a client, once the server answers."""
    asker, deadline = Asker(server.port), time.monotonic() + DEADLINE
    while time.monotonic() < deadline:
        try:
            asker.get("/palette.json")
            return asker
        except GONE:
            time.sleep(0.01)
    raise AssertionError("the server does not answer")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_again_and_again_loses_nothing_and_doubles_nothing(
    request: pytest.FixtureRequest, kind: str
) -> None:
    survive(request.getfixturevalue(f"{kind}_url"), kills=4)


@pytest.mark.prove
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_hundred_kills_lose_nothing_and_people_usually_go_on_within_three_seconds(
    request: pytest.FixtureRequest, kind: str
) -> None:
    pauses = survive(request.getfixturevalue(f"{kind}_url"), kills=200)
    assert sorted(pauses)[100] < 3, "the worst ones depend on what else the machine does; they are printed"


def test_every_page_sees_every_event_whichever_of_two_workers_it_is_connected_to(postgres_url: str) -> None:
    with serving(postgres_url, "--workers", "2") as server, ExitStack() as pages:
        asker = ready(server)
        code, host = asker.make("qwixx", "me open", options={"begins": "first"})
        other = asker.sit(code)
        tabs = [pages.enter_context(asker.watch(code, key)) for key in (host, other, "") * 4]
        for tab in tabs:
            tab.until(lambda shown: shown["phase"] == "roll" and all(seat["here"] for seat in shown["seats"]))
        for round_ in range(10):
            said = [asker.do(code, key, "chat", text=f"{round_} {key[:3]}") for key in (host, other)]
            newest = max(answer.value["number"] for answer in said)
            for tab in tabs:
                assert len(tab.at_least(newest)["chat"]) == 2 * round_ + 2
        number = asker.do(code, host, "roll", throw=0).value["number"]
        assert {tab.at_least(number)["phase"] for tab in tabs} == {"choose"}
    _, told = kept_at(postgres_url, code)
    assert sum(isinstance(happened, Said) for happened in told) == 20
    assert sum(isinstance(happened, Rolled) for happened in told) == 1


def test_bots_of_two_workers_play_each_turn_once(postgres_url: str) -> None:
    with serving(postgres_url, "--workers", "2") as server:
        asker = ready(server)
        code, key = asker.make("sequence-dice", "me bot")
        for _ in range(6):
            asker.get(f"/t/{code}")
        player = Player(asker, code, key)
        player.start()
        wait_for_more(player, 40)
        player.enough = True
        player.join(DEADLINE)
    check_kept(player, postgres_url)


def test_a_server_told_to_stop_stops_while_people_watch(sqlite_url: str) -> None:
    with serving(sqlite_url) as server, ExitStack() as pages:
        asker = ready(server)
        code, key = asker.make("qwixx", "me bot")
        for _ in range(3):
            pages.enter_context(asker.watch(code, key)).hear()
        begun = time.monotonic()
        server.stop()
        print(f"\nstopped after {time.monotonic() - begun:.2f} s")
