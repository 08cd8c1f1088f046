"""A server for the phones of the house: its addresses, its QR code, and what it does not open."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno

from cinquina.locales import LANGUAGES, words
from cinquina.web import announcing
from cinquina.web.addresses import best_first, is_of_this_machine, linux_addresses, own_addresses
from party_process import Party, party
from web.server import Asker

ROOT = Path(__file__).parents[2]
SECOND = "127.0.0.2"
"""An address that every Linux has beside 127.0.0.1, without being told to."""


@pytest.fixture(scope="module")
def house() -> Iterator[Party]:
    """A party at a terminal."""
    with party() as running:
        yield running


def asked(host: str, port: int, path: str = "/", **headers: str) -> tuple[int, str]:
    """GET a page at an address; return the status and the page."""
    for _ in range(200):
        try:
            connection = http.client.HTTPConnection(host, port, timeout=20)
            connection.request("GET", path, headers={"Accept-Language": "en", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except ConnectionRefusedError:
            time.sleep(0.02)
        finally:
            connection.close()
    raise AssertionError("no answer")


def test_a_party_prints_an_address_of_this_machine_that_opens(house: Party) -> None:
    own = own_addresses()
    if not own:
        assert house.first == words("en")("party.no-network")
        return
    told = re.search(r"http://\[?([^\]/]+?)\]?:\d+/", house.first)
    assert told
    assert told[1] == own[0]
    assert not is_of_this_machine(told[1])
    assert asked(own[0], house.port)[0] == 200


def test_the_code_in_the_terminal_is_that_address_in_black_on_white(house: Party) -> None:
    if not own_addresses():
        assert not house.code
        return
    modules = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}
    rows = [[modules[sign][half] for sign in line] for line in house.code for half in (0, 1)]
    address = house.first.split()[-1]
    wanted = [list(row) for row in segno.make(address, error="m").matrix_iter(border=announcing.QUIET)]
    assert rows[: len(wanted)] == wanted
    coloured = [line for line in house.said.splitlines() if "█" in line]
    assert all(line.startswith(announcing.BLACK_ON_WHITE) for line in coloured)


def test_a_party_says_what_to_do_when_a_phone_cannot_open_it(house: Party) -> None:
    if own_addresses():
        assert f"firewall let port {house.port} in?" in house.text
        assert "same Wi-Fi" in house.text
    assert f"On this machine: {house.here}" in house.text


def test_a_party_answers_on_every_address_old_and_new(house: Party) -> None:
    assert asked(SECOND, house.port)[0] == 200
    if socket.has_dualstack_ipv6():
        assert asked("::1", house.port)[0] == 200


def test_a_party_refuses_names_that_others_own(house: Party) -> None:
    assert asked("127.0.0.1", house.port, Host=f"evil.example:{house.port}") == (400, "Unknown host name.")
    assert asked("127.0.0.1", house.port, Host=f"{socket.gethostname()}:{house.port}")[0] == 200
    assert asked("127.0.0.1", house.port, Host=f"localhost:{house.port}")[0] == 200


def test_a_page_opened_at_this_machine_has_a_link_for_the_house(house: Party) -> None:
    code, _ = Asker(house.port).make("qwixx", "me open")
    page = asked("127.0.0.1", house.port, f"/t/{code}")[1]
    told = re.search(r'data-link="([^"]+)"( data-only-here)?', page)
    assert told
    if own_addresses():
        assert told[1] == f"{house.first.split()[-1]}t/{code}"
        assert not told[2]
    else:
        assert told[2]


def test_a_server_for_this_machine_says_so_in_its_pages_and_in_the_terminal(asker: Asker) -> None:
    code, _ = asker.make("qwixx", "me open")
    page = asked("127.0.0.1", asker.port, f"/t/{code}")[1]
    assert f'data-link="http://127.0.0.1:{asker.port}/t/{code}" data-only-here' in page
    other = asked("127.0.0.1", asker.port, f"/t/{code}", Host="dice.example")[1]
    assert f'data-link="http://dice.example/t/{code}">' in other


def test_a_party_that_prints_no_code_does_not_speak_of_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(announcing, "own_addresses", lambda: ["10.0.0.7"])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        announcing.announce_party(words("it"), listening, browser=False)
    told = capsys.readouterr().out
    assert words("it")("party.join-address") in told
    assert "codice" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_network_a_party_says_so(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(announcing, "own_addresses", list)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        announcing.announce_party(words(lang), listening, browser=False)
        announcing.announce(words(lang), listening, "/", browser=False)
    said = capsys.readouterr().out
    assert words(lang)("party.no-network") in said
    assert "make party" in said
    assert "█" not in said


def test_the_best_address_is_that_of_the_usual_route_then_as_homes_have_them() -> None:
    found = [
        "172.17.0.1",
        "fd00::2",
        "10.77.0.1",
        "127.0.0.1",
        "::1",
        "fe80::1",
        "169.254.3.4",
        "192.168.1.5",
        "8.8.4.4",
    ]
    assert best_first([], found) == ["192.168.1.5", "10.77.0.1", "172.17.0.1", "8.8.4.4", "fd00::2"]
    assert best_first(["10.77.0.1", "fd00::2"], found)[0] == "10.77.0.1"
    assert best_first(["127.0.0.1"], ["127.0.0.1"]) == []


@pytest.mark.skipif(not Path("/proc/net/fib_trie").exists(), reason="Linux lists its addresses there")
def test_linux_lists_all_addresses_without_asking_anybody() -> None:
    assert "127.0.0.1" in set(linux_addresses())


def test_make_and_run_know_the_party() -> None:
    assert "party" in (ROOT / "Makefile").read_text().split("\n")[1].split()
    line = [sys.executable, "run.py"]
    listed = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert re.search(r"python3 run.py party +\S", listed.stderr)
