"""What a server prints when it starts: its address, for other devices also as a QR code."""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser
from itertools import zip_longest

import segno

from cinquina.locales import Words
from cinquina.web.addresses import is_of_this_machine, own_addresses, url

EVERYWHERE = ("0.0.0.0", "::")
HERE = "127.0.0.1"
OTHERS = 4
"""How many further addresses are printed."""
QUIET = 2
"""Light modules around a code."""
BLACK_ON_WHITE, PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
"""Colours that are the same in a dark and in a light terminal."""
HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}


def announce(words: Words, listening: socket.socket, base: str, *, browser: bool) -> None:
    """Print the address, and a QR code where others can reach it; open a browser if asked to."""
    host, port = listening.getsockname()[:2]
    shown = next(iter(own_addresses()), HERE) if host in EVERYWHERE else host
    address = f"{url(shown, port)}{base}"
    say(words("serve.open", address=address))
    if is_of_this_machine(shown):
        say(words("serve.only-here"))
    else:
        show_code(address)
    say(words("serve.stop"))
    if browser:
        open_soon(address)


def announce_party(words: Words, listening: socket.socket, *, browser: bool) -> None:
    """Print the address for the house with its QR code, and what to do when it does not open.

    The browser of this machine opens the same address as on other days, since a browser stores games by address.
    """
    port = listening.getsockname()[1]
    here, found = f"{url(HERE, port)}/", [f"{url(address, port)}/" for address in own_addresses()]
    if found:
        say(words("party.open", address=found[0]))
        say(words("party.join" if show_code(found[0]) else "party.join-address"))
        if found[1:]:
            say(words("party.others", addresses="  ".join(found[1 : 1 + OTHERS])))
        say(words("party.firewall", port=port))
    else:
        say(words("party.no-network"))
    say(words("party.here", address=here))
    say(words("serve.stop"))
    if browser:
        open_soon(here)


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def show_code(address: str) -> bool:
    """Print a QR code if somebody looks at a terminal; return whether it was printed."""
    if sys.stdout.isatty():
        say(drawn_code(address))
    return sys.stdout.isatty()


def drawn_code(address: str) -> str:
    """Draw a QR code, two modules to a character."""
    rows = [list(row) for row in segno.make(address, error="m").matrix_iter(border=QUIET)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * len(rows))
    lines = ["".join(HALVES[pair] for pair in zip(upper, lower, strict=True)) for upper, lower in pairs]
    return "\n".join(f"{BLACK_ON_WHITE}{line}{PLAIN}" for line in lines)


def open_soon(address: str) -> None:
    """Open a browser once the server has had time to start."""
    threading.Thread(target=opened, args=(address,), daemon=True).start()


def opened(address: str) -> None:
    """Open the browser after a moment."""
    time.sleep(1)
    webbrowser.open(address)
