"""Regular expressions that are compiled when first used: a command uses a few of all those that its modules name."""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "groups", "groupindex")


class _Uncompiled(Generic[AnyStr]):
    """What `regex` gives: asked for a method the first time, it compiles, and has the methods as its own from then.

    So a later call costs no more than that of a pattern of `re`.
    """

    def __init__(self, text: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = text
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update({each: getattr(compiled, each) for each in _METHODS})
        return self.__dict__[name]


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern with the methods of `re.compile(text, flags)`, which the first use of one of them calls.

    For modules and classes, where most patterns are named and few are used. `flags` are those that are given here; the
    functions of `re` itself do not take it.
    """
    return cast("re.Pattern[AnyStr]", _Uncompiled(text, flags))
