"""Values made once for all threads: kits made at the same time must have the same bytes as kits made one by one.

A document knows a drawing by which object it is, so that two threads that ask at once must not get two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

ONE_AT_A_TIME = RLock()
"""One lock for all: what is made under it may ask for other things that are."""

Given = ParamSpec("Given")
Made = TypeVar("Made")


def kept(max_size: int | None) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """`functools.lru_cache` for `max_size` results (None: all), where no two threads make the same thing.

    Its arguments must be hashable.
    """

    def decorate(make: Callable[Given, Made]) -> Callable[Given, Made]:
        remembered = lru_cache(maxsize=max_size)(make)

        @wraps(make)
        def get(*args: Given.args, **kwargs: Given.kwargs) -> Made:
            with ONE_AT_A_TIME:
                result: Made = remembered(*args, **kwargs)  # type: ignore[arg-type]
                return result

        return get

    return decorate
