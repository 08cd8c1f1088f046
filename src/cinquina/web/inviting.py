"""The link of a table for others: one that their devices can open, or the knowledge that there is none."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from starlette.requests import Request

from cinquina.web.addresses import is_of_this_machine, own_addresses, url
from cinquina.web.proxies import PROXIED, host_of

USUAL_PORT = 80
"""That of an address without a port."""


class Invitation(NamedTuple):
    """A link, and whether only this machine can open it."""

    link: str
    only_here: bool = False


async def invitation(request: Request, path: str, *, is_open: bool) -> Invitation:
    """Return the link of a page for others; `is_open` is whether the server listens on all addresses.

    Whoever visits under an address of the network shows others the same one. Whoever sits at this machine and visits
    it as such needs one of its addresses, which are looked up anew, since they change with the network.
    """
    usual = f"{request.url.scheme}://{request.url.netloc}{path}"
    if PROXIED in request.scope or not is_of_this_machine(request.url.hostname or ""):
        return Invitation(usual)
    sits_here = is_of_this_machine(host_of(request.scope))  # not so where a container's port is forwarded
    found = await asyncio.to_thread(own_addresses) if is_open and sits_here else []
    port = request.url.port or USUAL_PORT
    return Invitation(url(found[0], port) + path) if found else Invitation(usual, only_here=True)
