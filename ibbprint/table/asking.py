"""What the page may ask, and with what: ids and numbers, no paths and no text but for a saved game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ibbprint.patterns import regex
from ibbprint.table.safety import Denied, Seat

MOST = 1_000_000
MOST_IDS = 400
_ID = regex(r"f[0-9a-f]{12}")
_NAME = regex(r"[\w?,.:+-]{1,40}")


def number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        raise Denied(400, "This must be a whole number from 0 on.")
    return value


def ids(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_IDS:
        raise Denied(400, "This must be a list of ids.")
    if not all(isinstance(each, str) and _ID.fullmatch(each) for each in value):
        raise Denied(400, "This must be a list of ids.")
    return value


def name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Denied(400, "This must be the name of a place.")
    return value


Field = Callable[[Any], Any]
SIDE, PAGE = "side", "page"
ASKS: Mapping[str, tuple[tuple[str, ...], Mapping[str, Field]]] = {
    "table": ((), {}),
    "state": ((SIDE, PAGE), {"have": number}),
    "faces": ((PAGE,), {"ids": ids}),
    "act": ((SIDE,), {"choice": number, "number": number}),
    "outlook": ((SIDE,), {"choice": number, "number": number}),
    "why": ((SIDE,), {"counter": number, "place": name}),
    "undo": ((SIDE,), {"number": number}),
    "hint": ((SIDE,), {}),
    "save": ((), {}),
    "past": ((SIDE, PAGE), {"at": number, "have": number}),
}
"""Each question: what the server adds to it by the seat that asks, and the fields that the page gives."""


def values_of(ask: str, body: Mapping[str, Any], token: str, seat: Seat) -> dict[str, Any]:
    """The values of a question from a seat. Raises Denied for what the page never sends."""
    if ask not in ASKS:
        raise Denied(404, "There is no such question.")
    added, fields = ASKS[ask]
    result: dict[str, Any] = {key: read(body.get(key)) for key, read in fields.items()}
    if SIDE in added:
        chosen = number(body.get("seat", 0))
        if chosen >= len(seat.sides):
            raise Denied(403, "This link has no such side.")
        result[SIDE] = seat.sides[chosen]
    if PAGE in added:
        result[PAGE] = f"{token} {result.get(SIDE, seat.sides[0])}"
    return result
