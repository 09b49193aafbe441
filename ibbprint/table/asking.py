"""What the page may ask, and with what: ids and numbers, no paths and no text but for a saved game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ibbprint.patterns import regex
from ibbprint.table.safety import Denied, Seat

MOST = 1_000_000
MOST_IDS = 400
_ID = regex(r"f[0-9a-f]{12}")
MOST_LETTERS = 80
_WORD = regex(r"[\w-]{0,60}")
_NAME = regex(r"[\w?,.:+-]{1,40}")


def number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        raise Denied(400, "This must be a whole number from 0 on.")
    return value


def ids(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_IDS:
        raise Denied(400, "This must be a list of ids.")
    if not all(isinstance(item, str) and _ID.fullmatch(item) for item in value):
        raise Denied(400, "This must be a list of ids.")
    return value


def name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Denied(400, "This must be the name of a place, or the id of a rule.")
    return value


def word(value: Any) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise Denied(400, "This must be the id of something on the map, or nothing.")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOST_LETTERS or not value.isprintable():
        raise Denied(400, f"A name has {MOST_LETTERS} characters at most, all of them printable.")
    return value


def names(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_IDS:
        raise Denied(400, "This must be a list of names of places.")
    return [name(item) for item in value]


def saved(value: Any) -> str:
    """The text of a saved game; its reader says what else is wrong with it."""
    if not isinstance(value, str):
        raise Denied(400, "This must be the text of a saved game.")
    return value


Field = Callable[[Any], Any]
SIDE, PAGE = "side", "page"
Asks = Mapping[str, tuple[tuple[str, ...], Mapping[str, Field]]]
ASKS: Asks = {
    "table": ((), {}),
    "state": ((SIDE, PAGE), {"have": number}),
    "faces": ((PAGE,), {"ids": ids}),
    "act": ((SIDE, PAGE), {"choice": number, "number": number, "sure": number, "have": number}),
    "outlook": ((SIDE,), {"choice": number, "number": number}),
    "why": ((SIDE,), {"counter": number, "place": name}),
    "rule": ((), {"id": name}),
    "undo": ((SIDE, PAGE), {"number": number, "have": number}),
    "hint": ((SIDE,), {}),
    "save": ((), {}),
    "load": ((), {"text": saved}),
    "past": ((SIDE, PAGE), {"at": number, "have": number, "eyes": word}),
}
"""Each question of a game: what the server adds by the seat that asks, and the fields that the page gives."""
MAP_ASKS: Asks = {
    "map": ((), {}),
    "stroke": (
        (),
        {"number": number, "tool": word, "list": word, "kind": word, "cells": names, "ways": names, "name": text},
    ),
    "undo": ((), {"number": number}),
    "revert": ((), {"number": number}),
}
"""Each question of the map editor."""


def values_of(asks: Asks, ask: str, body: Mapping[str, Any], token: str, seat: Seat) -> dict[str, Any]:
    """The values of a question from a seat. Raises Denied for what the page never sends."""
    if ask not in asks:
        raise Denied(404, "There is no such question.")
    added, fields = asks[ask]
    result: dict[str, Any] = {key: read(body.get(key, "" if read is word else None)) for key, read in fields.items()}
    if SIDE in added:
        chosen = number(body.get("seat", 0))
        if chosen >= len(seat.sides):
            raise Denied(403, "This link has no such side.")
        result[SIDE] = seat.sides[chosen]
    if PAGE in added:
        result[PAGE] = f"{token} {result.get(SIDE, seat.sides[0])}"
    return result
