"""Everything that can be reached from a thing: what a view of a game gives away to somebody who digs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import PurePath
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

PLAIN = (str, bytes, bytearray, int, float, complex, bool, type(None), PurePath, Enum)


def dug_up(thing: object) -> list[object]:
    """Everything that can be reached from a thing, as plain values in a fixed order.

    Attributes, slots, what dictionaries and lists hold and in what order, what functions close over.
    """
    results: list[object] = []
    met: dict[int, int] = {}
    items: list[object] = []
    ways: list[object] = [thing]
    while ways:
        item = ways.pop()
        if isinstance(item, PLAIN):
            results.append(item)
            continue
        if isinstance(item, type | ModuleType | BuiltinFunctionType):
            results.append(repr(item))
            continue
        if id(item) in met:
            results.append(("again", met[id(item)]))
            continue
        met[id(item)] = len(met)
        items.append(item)
        results.append(type(item).__qualname__)
        ways += reversed(parts(item))
    return results


def parts(one: object) -> list[object]:
    """What is in a thing, one level deep."""
    if isinstance(one, Mapping):
        return [len(one), *(each for pair in one.items() for each in pair), *attributes(one)]
    if isinstance(one, set | frozenset):
        return [len(one), *sorted(one, key=repr)]
    if isinstance(one, tuple | list):
        return [len(one), *one]
    if isinstance(one, FunctionType):
        return [one.__qualname__, one.__defaults__, [cell.cell_contents for cell in one.__closure__ or ()]]
    if isinstance(one, MethodType):
        return [one.__func__, one.__self__]
    return attributes(one)


def attributes(one: object) -> list[object]:
    """The attributes of a thing, in its dictionary and in its slots, names and values."""
    results: list[object] = []
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            if name not in ("__dict__", "__weakref__") and hasattr(one, name):
                results += [name, getattr(one, name)]
    inside = getattr(one, "__dict__", None)
    return results if inside is None else [*results, *(each for pair in sorted(inside.items()) for each in pair)]
