"""Whether what a log holds is a record of a game: checked against the types of `recording`, before it is added up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Any, TypeGuard, get_args, get_origin, get_type_hints, is_typeddict

from ibbprint.playtest.recording import Record

MOST = 10**9
"""No number in a record is larger, either way; sums of them stay exact."""
Check = Callable[[Any], bool]


def record_check(sides: Collection[str], gauges: int) -> Callable[[object], bool]:
    """A test for records of a scenario with these sides and so many gauges: each field has its type, and there is a
    number for each side and figures for each gauge.

    A value of another type, a number that is not finite or beyond `MOST`, and a side that there is not all fail.
    """

    def check(line: object) -> bool:
        return _is_record(line) and _is_of_sides(line, sides) and _has_figures(line, gauges)

    return check


def _is_record(line: object) -> TypeGuard[Record]:
    return _check_of(Record)(line)


def _is_of_sides(record: Record, sides: Collection[str]) -> bool:
    """Whether a record is one of a scenario with these sides."""
    numbers: Sequence[Sequence[int]] = [*record["left"], *record["losses"].values(), *record["presence"].values()]
    return (
        bool(record["margins"] and record["left"])
        and record["levels"].keys() <= set(sides)
        and (record["winner"] is None or record["winner"] in sides)
        and all(len(counts) == len(sides) for counts in numbers)
    )


def _has_figures(record: Record, gauges: int) -> bool:
    """Whether a record has figures of a number of gauges."""
    return len(record["figures"]) == gauges and all(record["figures"])


@cache
def _check_of(kind: Any) -> Check:
    """The test for a type: a record's own, a list, a mapping, a choice, a number or a text."""
    if is_typeddict(kind):
        return _fields({name: _check_of(field) for name, field in get_type_hints(kind).items()})
    inner = get_args(kind)
    if get_origin(kind) is list:
        return _list(_check_of(inner[0]))
    if get_origin(kind) is dict:
        return _mapping(_check_of(inner[1]))
    if isinstance(kind, UnionType):
        return _choice([_check_of(option) for option in inner])
    return _PLAIN[kind]


def _fields(checks: Mapping[str, Check]) -> Check:
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == checks.keys()
        and all(check(value[name]) for name, check in checks.items())
    )


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _mapping(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _choice(checks: Sequence[Check]) -> Check:
    return lambda value: any(check(value) for check in checks)


def _is_level(value: object) -> bool:
    """Whether this can be what a game counts: nothing, a text, yes or no, or a number."""
    if isinstance(value, float | int):
        return abs(value) <= MOST
    return value is None or isinstance(value, str)


_PLAIN: Mapping[Any, Check] = {
    int: lambda value: type(value) is int and abs(value) <= MOST,
    float: lambda value: type(value) in (int, float) and abs(value) <= MOST,
    str: lambda value: isinstance(value, str),
    type(None): lambda value: value is None,
    Any: lambda value: _is_level(value) or (isinstance(value, list) and all(map(_is_level, value))),
}
