"""Who may ask the server what: the Host, the Origin, the kind and the size of a request, and the tokens of the seats.

The server is for browsers on this machine. A page of another site can send requests here, but it has neither the token
nor this origin; a name that is made to point here (DNS rebinding) is not among the hosts.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import Request

from ibbprint.digits import are_digits

ADDRESS = "127.0.0.1"
MOST_BYTES = 64 * 1024
"""The longest body of a request; the page is told it with the table."""
TOO_MUCH = f"This is more than {MOST_BYTES // 1024} kB, the most that a request may have."
TOKEN = "x-ibbprint-token"
TOKEN_BYTES = 24
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""The headers of every answer."""


class Denied(Exception):
    """A request that is not answered, with the status that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Seat(NamedTuple):
    """Who sits at a link: the sides that it plays and sees, one at a time."""

    name: str
    sides: tuple[str, ...]


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def check_host(request: Request, port: int) -> None:
    """Raise Denied for a request to another name than this machine's."""
    if request.headers.get("host", "").lower() not in (f"{ADDRESS}:{port}", f"localhost:{port}"):
        raise Denied(421, "This server answers only to 127.0.0.1 and localhost.")


def check_origin(request: Request) -> None:
    """Raise Denied for a request that another page sends, or whose kind a plain form could send."""
    if request.headers.get("origin", "") != f"http://{request.headers.get('host', '').lower()}":
        raise Denied(403, "Only the page of this table may ask.")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Denied(415, "A request is JSON.")


def seat_of(request: Request, seats: Mapping[str, Seat]) -> tuple[str, Seat]:
    """The seat of the token that a request has in its header, with the token. Raises Denied."""
    header = request.headers.get(TOKEN, "")
    for token, seat in seats.items():
        if hmac.compare_digest(token.encode(), header.encode("utf-8", "replace")):
            return token, seat
    raise Denied(401, "The link has no token, or an old one: open the link that the command shows.")


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object of a request of no more than `MOST_BYTES`. Raises Denied."""
    declared = request.headers.get("content-length", "0")
    if not are_digits(declared) or int(declared) > MOST_BYTES:
        raise Denied(413, TOO_MUCH)
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MOST_BYTES:
            raise Denied(413, TOO_MUCH)
    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        raise Denied(400, "The request is not JSON.") from None
    if not isinstance(value, dict):
        raise Denied(400, "The request is not a JSON object.")
    return value
