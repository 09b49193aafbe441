"""What is worked out once: the value of a key in a dictionary, and a property of an object.

The property is that of `functools.cached_property`, but without the lock that 3.11 takes for it: an appraiser has a
dozen of them at every decision, and no game is played by two threads.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping
from typing import Any, Generic, Self, TypeVar, overload

Value = TypeVar("Value")


def kept(values: MutableMapping[Any, Any], key: Hashable, work: Callable[[], Value]) -> Value:
    """The value of a key, worked out if it is not there."""
    if key not in values:
        values[key] = work()
    value: Value = values[key]
    return value


class once(Generic[Value]):  # it is written as a decorator
    """Works a value out when it is first asked for; from then on it is a plain attribute of the object."""

    def __init__(self, work: Callable[[Any], Value]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Value:
        if instance is None:
            return self
        result: Value = self._work(instance)
        instance.__dict__[self._name] = result
        return result
