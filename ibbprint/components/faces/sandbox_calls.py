"""The calls open to a template: filters, tests and methods of texts, numbers and lists, and the price of each.

The cost is known before the call, from the size of what is handed over, so no call runs longer than the steps that are
left allow. What is not listed here cannot be called.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import jinja2
import markupsafe
from jinja2.exceptions import SecurityError
from jinja2.filters import make_attrgetter
from jinja2.runtime import LoopContext
from jinja2.sandbox import SandboxedEnvironment, SandboxedEscapeFormatter, SandboxedFormatter

from ibbprint.components.faces.work import MOST_DIGITS, Counter, weight

MAX_RANGE = 5_000
"""The largest number that may say how long, how often or how many."""
MAX_PATH = 200
"""How long the name of an attribute may be that a filter looks up, dots and all."""

FILTERS = (
    "abs",
    "batch",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "format",
    "groupby",
    "int",
    "items",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "string",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
)
"""The filters of Jinja2 that a template may use: none that is random, of the web, or that fills up with blanks."""
_AT_ONCE = frozenset(("count", "d", "default", "first", "last", "length"))
"""Filters that take no longer for much than for little."""
_ORDERING = frozenset(("dictsort", "groupby", "max", "min", "sort", "unique"))
_ATTRIBUTE = {
    "groupby": 1,
    "join": 2,
    "max": 2,
    "min": 2,
    "rejectattr": 1,
    "selectattr": 1,
    "sort": 3,
    "sum": 1,
    "unique": 2,
}
"""Which argument of a filter names an attribute, unless it is named itself."""

_TESTS_AT_ONCE = frozenset(
    (
        "boolean",
        "callable",
        "defined",
        "escaped",
        "false",
        "float",
        "integer",
        "iterable",
        "mapping",
        "none",
        "number",
        "sameas",
        "sequence",
        "string",
        "true",
        "undefined",
    )
)
_TESTS_OF_NUMBERS = frozenset(("divisibleby", "even", "odd"))

_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        (
            "capitalize",
            "casefold",
            "center",
            "count",
            "endswith",
            "expandtabs",
            "find",
            "format",
            "format_map",
            "index",
            "isalnum",
            "isalpha",
            "isascii",
            "isdecimal",
            "isdigit",
            "isidentifier",
            "islower",
            "isnumeric",
            "isprintable",
            "isspace",
            "istitle",
            "isupper",
            "join",
            "ljust",
            "lower",
            "lstrip",
            "partition",
            "removeprefix",
            "removesuffix",
            "replace",
            "rfind",
            "rindex",
            "rjust",
            "rpartition",
            "rsplit",
            "rstrip",
            "split",
            "splitlines",
            "startswith",
            "strip",
            "swapcase",
            "title",
            "upper",
            "zfill",
        )
    ),
    int: frozenset(("as_integer_ratio", "bit_length", "conjugate", "is_integer")),
    float: frozenset(("as_integer_ratio", "conjugate", "hex", "is_integer")),
    list: frozenset(("copy", "count", "index")),
    tuple: frozenset(("count", "index")),
    dict: frozenset(("copy", "get", "items", "keys", "values")),
    range: frozenset(("count", "index")),
    LoopContext: frozenset(("changed", "cycle")),
}
"""The methods that a template may call, by the kind of their owner."""
_METHODS_AT_ONCE = frozenset(("items", "keys", "values"))
_SEARCHING = frozenset(
    (
        "count",
        "endswith",
        "find",
        "index",
        "lstrip",
        "partition",
        "rfind",
        "rindex",
        "rpartition",
        "rsplit",
        "rstrip",
        "split",
        "startswith",
        "strip",
    )
)
_OF_SIZE = frozenset(("batch", "center", "expandtabs", "ljust", "rjust", "round", "slice", "truncate", "zfill"))
"""Filters and methods to which a whole number says how long, how often or how many."""
_LARGEST = 10**MOST_DIGITS
_ESCAPED = 6
"""How much longer a character may be in XML."""


def owner_of(method: Any) -> Any:
    """The object that a method belongs to; None for anything but a method that may be called."""
    method = getattr(method, "__wrapped__", method)  # Jinja wraps `format`
    owner = getattr(method, "__self__", None)
    if owner is None:
        return None
    allowed = next((names for kind, names in _METHODS.items() if isinstance(owner, kind)), frozenset())
    return owner if getattr(method, "__name__", "") in allowed else None


def pay_for_method(counter: Counter, method: Any, arguments: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Spend what a call of a method that `owner_of` knows will take."""
    owner, name = owner_of(method), method.__name__
    values = (*arguments, *kwargs.values())
    if name in _METHODS_AT_ONCE:
        return
    if name == "get":
        for value in values[:1]:
            counter.handle(value)
        return
    if not isinstance(owner, LoopContext):
        counter.handle(owner)
    _pay_for_values(counter, name, values)
    if not isinstance(owner, str):
        return
    if name == "replace" and len(values) > 1:
        _pay_for_replace(counter, owner, values[0], values[1])
    elif name == "join" and values:
        counter.spend(len(owner) * weight(values[0]) * _ESCAPED)
    elif name == "expandtabs":
        size = values[0] if values and isinstance(values[0], int) else 8
        counter.spend(owner.count("\t") * abs(size))
    elif name in _SEARCHING:
        counter.spend(len(owner) * max((len(value) for value in values if isinstance(value, str)), default=0) // 8)


def _pay_for_values(counter: Counter, name: str, values: Iterable[Any]) -> None:
    """Spend as much as the values hold, and as much as those numbers are that say how long or how often."""
    for value in values:
        counter.handle(value)
        if name in _OF_SIZE and isinstance(value, int):
            if abs(value) > MAX_RANGE:
                text = f"{value}" if abs(value) < 10**12 else "here"
                raise SecurityError(f"the number {text} is too large for this, more than {MAX_RANGE:,}")
            counter.spend(abs(value))


class _Format(SandboxedFormatter):
    """Pays for each value before it puts it in."""

    def __init__(self, environment: SandboxedEnvironment, counter: Counter, **options: Any) -> None:
        super().__init__(environment, **options)
        self.counter = counter

    def convert_field(self, value: Any, conversion: Any) -> Any:
        self.counter.handle(value)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> Any:
        if re.search(_WIDE, format_spec):
            raise SecurityError(_TOO_WIDE)
        self.counter.handle(value)
        result = super().format_field(value, format_spec)
        self.counter.spend(len(result) + 1)
        return result


class _EscapeFormat(_Format, SandboxedEscapeFormatter):
    """`_Format` for texts that are XML already."""


def formatted(
    environment: SandboxedEnvironment,
    counter: Counter,
    method: Any,
    arguments: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> str:
    """The result of `str.format` or `str.format_map` in a template; each place is paid for before it is filled."""
    pattern = owner_of(method)
    counter.handle(pattern)
    if method.__name__ == "format_map":
        if len(arguments) != 1 or not isinstance(arguments[0], Mapping):
            raise TypeError
        kwargs = arguments[0]
        arguments = ()
    if isinstance(pattern, markupsafe.Markup):
        escaping = _EscapeFormat(environment, counter, escape=pattern.escape)
        return markupsafe.Markup(escaping.vformat(pattern, arguments, kwargs))
    return _Format(environment, counter).vformat(pattern, arguments, kwargs)


_WIDE = r"[0-9]{3}"
_TOO_WIDE = "a format is wider than 99 characters or takes its width from a value"


def pay_for_percent(counter: Counter, pattern: Any, values: Any) -> None:
    """Spend what `pattern % values` takes. `%g` and `%.1f` are well; `%9999d` would fill a page with blanks."""
    counter.handle(pattern)
    if not isinstance(pattern, str):
        raise TypeError
    if re.search(_WIDE, pattern) or "*" in pattern:
        raise SecurityError(_TOO_WIDE)
    counter.spend(pattern.count("%") * (100 + _ESCAPED * weight(values)))


def _pay_for_replace(counter: Counter, text: str, old: Any, new: Any) -> None:
    often = len(text) // max(1, len(_text(old))) + 1
    counter.spend(_ESCAPED * (len(text) + often * len(_text(new))))


def small(value: Any) -> Any:
    """A value that was worked out, unless it is a number of too many digits."""
    if type(value) is int and not -_LARGEST < value < _LARGEST:
        raise SecurityError(f"a number has more than {MOST_DIGITS} digits")
    return value


def paid_filter(
    name: str, function: Callable[..., Any], environment: SandboxedEnvironment, counter: Counter
) -> Callable[..., Any]:
    """A filter that is paid for before it runs, and gives a list where Jinja's gives things one by one."""
    if name in _AT_ONCE:
        return function
    first = 1 if hasattr(function, "jinja_pass_arg") else 0

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        ahead, arguments = args[:first], [listed(value, counter) for value in args[first:]]
        _pay_for_filter(environment, counter, name, arguments, kwargs)
        result = function(*ahead, *arguments, **kwargs)
        if isinstance(result, Iterator):
            result = listed(result, counter)
        if isinstance(result, list):
            for item in result:
                checked = item[0] if name == "groupby" else item
                if isinstance(checked, jinja2.Undefined):
                    str(checked)  # raises its error: in a list that is only counted it would pass for a value
        if isinstance(result, str | list):
            counter.spend(len(result))
        return small(result)

    return call


def _pay_for_filter(
    environment: SandboxedEnvironment, counter: Counter, name: str, arguments: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    before = counter.remaining
    _pay_for_values(counter, "" if name != "round" else name, arguments[:1])
    values = (*arguments[1:], *kwargs.values())
    _pay_for_values(counter, name, values)
    _pay_for_attribute(environment, counter, name, arguments, kwargs)
    text = arguments[0] if arguments else ""
    if name in _ORDERING:
        spent = before - counter.remaining
        counter.spend(spent * spent.bit_length())
    elif name == "format":
        pay_for_percent(counter, _text(text), values)
    elif name == "replace" and len(values) > 1:
        old, new = kwargs.get("old", values[0]), kwargs.get("new", values[1])
        _pay_for_replace(counter, _text(text), old, new)
    elif name == "join":
        between = kwargs.get("d", arguments[1] if len(arguments) > 1 else "")
        counter.spend(len(_text(between)) * weight(text) * _ESCAPED)
    elif name == "sum" and not isinstance(kwargs.get("start", arguments[2] if len(arguments) > 2 else 0), int | float):
        raise SecurityError("sum adds numbers only")


def _pay_for_attribute(
    environment: SandboxedEnvironment, counter: Counter, name: str, arguments: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Pay for reading an attribute of each item of a list, whatever the items hold."""
    at = _ATTRIBUTE.get(name)
    attribute = kwargs.get("attribute", arguments[at] if at is not None and len(arguments) > at else None)
    if attribute is None:
        return
    if isinstance(attribute, str) and len(attribute) > MAX_PATH:
        raise SecurityError(f"the name of an attribute is longer than {MAX_PATH} characters")
    if name in ("map", "rejectattr", "selectattr") or not isinstance(arguments[0], Iterable):
        return
    for path in attribute.split(",") if isinstance(attribute, str) and name == "sort" else (attribute,):
        result = make_attrgetter(environment, path)
        for item in arguments[0]:
            value = result(item)
            if not isinstance(value, jinja2.Undefined):
                counter.handle(value)
            elif "default" not in kwargs and not (name == "groupby" and len(arguments) > 2):
                str(value)  # raises its error


def _text(value: Any) -> str:
    """A paid value as text: no longer than a hundred times its cost."""
    return value if isinstance(value, str) else str(value)


def listed(value: Any, counter: Counter) -> Any:
    """An iterator as a list, each item paid for; any other value as it is."""
    if not isinstance(value, Iterator):
        return value
    result: list[Any] = []
    for item in value:
        counter.spend(1)
        result.append(item)
    return result


def paid_test(name: str, function: Callable[..., Any], counter: Counter) -> Callable[..., Any]:
    """A test that is paid for before it runs."""
    if name in _TESTS_AT_ONCE:
        return function
    first = 1 if hasattr(function, "jinja_pass_arg") else 0

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        args = (*args[:first], *(listed(value, counter) for value in args[first:]))
        for value in (*args[first:], *kwargs.values()):
            if name in _TESTS_OF_NUMBERS and not isinstance(value, int | float):
                raise TypeError
            counter.handle(value)
        return function(*args, **kwargs)

    return call
