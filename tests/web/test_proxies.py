"""The client of a request: forwarding headers count only from trusted proxies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cinquina.store import MemoryStore
from cinquina.web.app import ServerOptions, app
from cinquina.web.guard import Limit
from cinquina.web.proxies import LONGEST_ADDRESS, BadProxy, Proxies, counted_as
from web.server import Asker, serving
from web.test_stopping import run
from web.wires import KEY, wire

HERE = Proxies.named(["127.0.0.1"])
TABLE = {"game": "qwixx", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]}


# --- parsing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "host", "is_one"),
    [
        ([], "127.0.0.1", False),
        (["127.0.0.1"], "127.0.0.1", True),
        (["127.0.0.1"], "127.0.0.2", False),
        (["127.0.0.1"], "::ffff:127.0.0.1", True),
        (["::ffff:127.0.0.1"], "127.0.0.1", True),
        (["10.0.0.0/8, ::1"], "10.1.2.3", True),
        (["10.0.0.0/8", "::1"], "::1", True),
        (["::1"], "0:0:0:0:0:0:0:1", True),
        (["fd00::/8"], "fd12::1", True),
        (["10.0.0.0/8"], "", False),
        (["10.0.0.0/8"], "unix:", False),
    ],
)
def test_a_proxy_is_named_by_its_address_or_network(named: list[str], host: str, is_one: bool) -> None:
    assert Proxies.named(named).include(host) == is_one


@pytest.mark.parametrize("given", ["", "*", "proxy.example", "127.0.0.1:80", "10.0.0.1/8", "1.2.3", "127.0.0.1,"])
def test_what_is_no_address_names_no_proxy(given: str) -> None:
    with pytest.raises(BadProxy):
        Proxies.named([given])


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.9, 192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, 10.0.0.7", "192.0.2.1"),
        ("10.0.0.8, 10.0.0.7", "10.0.0.8"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, unknown", "None"),
        ("", "None"),
        ("x" * 100_000, "None"),
        ("192.0.2.9," * 10_000 + "192.0.2.1", "192.0.2.1"),
        ("192.0.2.9," + "10.0.0.7," * 10_000 + "10.0.0.7", "10.0.0.7"),
    ],
)
def test_the_client_is_the_last_address_that_no_named_proxy_has(forwarded: str, client: str) -> None:
    assert str(Proxies.named(["10.0.0.0/8"]).client(forwarded)) == client


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "?"),
        ("nonsense", "?"),
        ("1" * 100_000, "?"),
    ],
)
def test_limits_count_an_ipv4_address_or_an_ipv6_network(host: str, who: str) -> None:
    assert counted_as(host) == who


def test_a_limit_remembers_only_so_much() -> None:
    limit = Limit(burst=1, per_minute=1)
    for number in range(Limit.MOST_KNOWN + 50):
        limit.allows(f"{number} " + "x" * 1_000)
    assert len(limit.left) == Limit.MOST_KNOWN
    assert max(map(len, limit.left)) <= LONGEST_ADDRESS


# --- requests --------------------------------------------------------------------------------------------------


def test_a_forwarded_address_is_not_believed_from_anybody(strict: Asker) -> None:
    said = [strict.post("/tables", {}, x_forwarded_for=f"192.0.2.{number}").status for number in range(40)]
    assert said.count(429) == 20


def test_a_forwarded_address_is_believed_from_a_named_proxy() -> None:
    with serving(app(MemoryStore(), ServerOptions(proxies=HERE))) as asker:
        for number in range(3):
            said = [asker.post("/tables", {}, x_forwarded_for=f"192.0.2.{number}").status for _ in range(24)]
            assert 429 in said[20:]
            assert 429 not in said[:20]


def test_of_several_forwarded_addresses_only_that_from_the_proxy_counts() -> None:
    with serving(app(MemoryStore(), ServerOptions(proxies=HERE))) as asker:
        said = [asker.post("/tables", {}, x_forwarded_for=f"10.0.0.{n}, 192.0.2.1").status for n in range(30)]
        assert 429 in said


@pytest.mark.parametrize(
    ("proxies", "proto", "origin", "status"),
    [
        (Proxies(), "", "http", 201),
        (Proxies(), "", "https", 403),
        (Proxies(), "https", "https", 403),
        (Proxies(), "https", "http", 201),
        (HERE, "https", "https", 201),
        (HERE, "https", "http", 403),
        (HERE, "http", "http", 201),
        (HERE, "", "http", 201),
        (HERE, "nonsense", "http", 201),
    ],
)
def test_a_page_is_our_own_only_with_the_scheme_that_it_was_sent_by(
    proxies: Proxies, proto: str, origin: str, status: int
) -> None:
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, proxies=proxies))) as asker:
        told = {"x_forwarded_proto": proto, "origin": f"{origin}://127.0.0.1:{asker.port}"}
        assert asker.post("/tables", TABLE, **told).status == status
        code, _ = asker.make("qwixx", "me bot")
        assert upgraded(asker, code, proto, told["origin"]) == (101 if status == 201 else 403)


def upgraded(asker: Asker, code: str, proto: str, origin: str) -> int:
    """Return the answer to a request for a WebSocket."""
    lines = [f"GET /t/{code}/ws HTTP/1.1", f"Host: 127.0.0.1:{asker.port}", "Upgrade: websocket"]
    lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", f"Origin: {origin}"]
    lines += [f"X-Forwarded-Proto: {proto}"] if proto else []
    with wire(asker.port, ("\r\n".join(lines) + "\r\n\r\n").encode()) as made:
        return int(made.recv(12).split()[1])


def test_a_websocket_through_a_proxy_with_tls_is_one_of_our_pages() -> None:
    with serving(app(MemoryStore(), ServerOptions(pace=0.0, proxies=HERE))) as asker:
        code, _ = asker.make("qwixx", "me bot")
        assert upgraded(asker, code, "https", f"https://127.0.0.1:{asker.port}") == 101
        assert upgraded(asker, code, "wss", f"https://127.0.0.1:{asker.port}") == 101
        assert upgraded(asker, code, "https", f"http://127.0.0.1:{asker.port}") == 403


def test_a_named_proxy_may_have_a_name_of_its_own_for_this_machine() -> None:
    for proxies, status in ((Proxies(), 400), (HERE, 200)):
        with serving(app(MemoryStore(), ServerOptions(hosts=("127.0.0.1",), proxies=proxies))) as asker:
            assert asker.get("/", host="play.example").status == status
            assert asker.get("/").status == 200


# --- the command line ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_the_command_line_names_the_proxies_of_every_process(
    tmp_path: Path, request: pytest.FixtureRequest, workers: int
) -> None:
    url = request.getfixturevalue("sqlite_url" if workers == 1 else "postgres_url")
    behind = ["--behind", "192.0.2.7,127.0.0.1", "--behind", "10.0.0.0/8"]
    with run(tmp_path, "--db", url, "--workers", str(workers), *behind) as server:
        told = {"host": "play.example", "x_forwarded_proto": "https", "origin": "https://play.example"}
        assert {server.asker.post("/tables", TABLE, **told).status for _ in range(6)} == {201}


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    ("option", "given", "named", "example"),
    [
        ("--behind", "proxy.example", "proxy.example", "10.0.0.0/8"),
        ("--behind", "127.0.0.1,*", "*", "10.0.0.0/8"),
        ("--db", "nonsense", "nonsense", "sqlite:///"),
        ("--db", "tables.db", "tables.db", "sqlite:///"),
        ("--db", "mysql://anna:s3cret@host/tables", "mysql://…", "postgresql://"),
        ("--db", "postgresql://anna:s3cret", "postgresql://…", "postgresql://"),
        ("--db", "host=here password=s3cret", "host…", "postgresql://"),
    ],
)
def test_a_wrong_address_is_told_in_one_sentence_that_names_it(
    lang: str, option: str, given: str, named: str, example: str
) -> None:
    line = [sys.executable, "-m", "cinquina", "serve", "--lang", lang, "--port", "0", option, given]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith({"en": f"“{named}” ", "it": f"«{named}» "}[lang])
    assert example in done.stderr
    assert "s3cret" not in done.stderr
