"""The sandbox that finds out which values a template only puts out, by running it with holes in their places.

A hole can only be put out: comparing, measuring, joining or looking up a hole, or a text that has one in it, raises
`Needed`, and the template is run again with the value. It may be asked whether a hole is true, because only values that
are true become holes. Lists and records have places of another kind, which may not even be put out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import jinja2
import markupsafe
from jinja2.runtime import Macro
from jinja2.utils import Namespace
from pydantic import BaseModel

from ibbprint.components.faces.sandbox import Sandbox
from ibbprint.components.faces.template_functions import nato, table, track
from ibbprint.components.faces.work import Steps
from ibbprint.patterns import regex

FIRST, LAST = 0xF0000, 0xF7FFF
"""The marks of holes are characters of a plane for private use, one for each hole of a face."""
MARK = regex(f"[{chr(FIRST)}-{chr(LAST)}]")
_ODD = r"\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff"
_PLAIN = regex(f"[^{_ODD}]+(?: [^{_ODD}]+)*")
"""Words with single blanks between them, without a character that XML changes or refuses."""
_PLAIN_KINDS = frozenset((str, int, float, bool, type(None)))
MOST_TRACED = 1_000_000
"""The steps of all templates with holes in one run: some five hundred of those that are shipped. A template that takes
many runs without holes."""
LONGEST = 200
"""Longer texts do not become holes: they are read in pieces."""
_BOTH = ("hash", "len", "iter", "contains", "getitem", "str", "repr", "format", "int", "float", "index", "round")
_ORDERS = ("eq", "ne", "lt", "le", "gt", "ge")
_SIGNS = ("add", "radd", "mul", "rmul", "mod", "rmod")
_OF_NUMBERS = (
    "sub",
    "rsub",
    "truediv",
    "rtruediv",
    "floordiv",
    "rfloordiv",
    "pow",
    "rpow",
    "neg",
    "pos",
    "abs",
    "invert",
)
_OF_THINGS = ("next", "call", "html", "getattr")


class Needed(Exception):
    """A template does more with some values than put them out: the marks of their holes, or no mark for all of them."""

    def __init__(self, marks: Iterable[str] = ()) -> None:
        super().__init__()
        self.marks = frozenset(marks)


class Hole:
    """The place of a value that is put out; that it is true may be asked."""

    __slots__ = ("mark",)

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def __bool__(self) -> bool:
        return True


class Unread(Hole):
    """The place of a value that nothing at all is done with."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise Needed(self.mark)


class Captured(markupsafe.Markup):
    """The output of a macro, a block or `{% set %}` with marks in it."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True


def _of_hole(hole: Hole, *_: object) -> NoReturn:
    raise Needed(hole.mark)


def _of_captured(text: str, *_: object) -> NoReturn:
    raise Needed(MARK.findall(str.__str__(text)))


for _name in (*_BOTH, *_ORDERS, *_SIGNS):
    setattr(Hole, f"__{_name}__", _of_hole)
    setattr(Captured, f"__{_name}__", _of_captured)
for _name in (*_OF_NUMBERS, *_OF_THINGS):
    setattr(Hole, f"__{_name}__", _of_hole)


def can_be_hole(value: Any) -> bool:
    """Whether a value may become a hole: a true number, or a short text of plain words."""
    kind = type(value)
    if kind is str:
        return len(value) <= LONGEST and _PLAIN.fullmatch(value) is not None
    return (kind is int or kind is float) and bool(value)


def can_be_unread(value: Any) -> bool:
    """Whether a value is a list, a record or the like, and nothing that is put out by itself."""
    return type(value) not in _PLAIN_KINDS


def holes(values: Iterable[tuple[str, Any]]) -> dict[str, Hole]:
    """The places of the values that can have one, by their names."""
    result: dict[str, Hole] = {}
    for number, (name, value) in enumerate(values, start=FIRST):
        if number <= LAST and can_be_hole(value):
            result[name] = Hole(chr(number))
        elif number <= LAST and can_be_unread(value):
            result[name] = Unread(chr(number))
    return result


def _captured(text: str = "") -> markupsafe.Markup:
    return Captured(text) if MARK.search(text) else markupsafe.Markup(text)


def _marks(value: Any) -> set[str]:
    """The marks of all holes in a value. What is in it twice is looked through once."""
    marks: set[str] = set()
    waiting, visited = [value], set[int]()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Hole):
            marks.add(part.mark)
        elif isinstance(part, str):
            marks.update(MARK.findall(str.__str__(part)))
        elif id(part) not in visited:
            visited.add(id(part))
            waiting += _inside(part)
    return marks


def _inside(value: Any) -> Iterable[Any]:
    """The parts of a value that may be holes or have some."""
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if isinstance(value, Namespace):
        return (object.__getattribute__(value, "_Namespace__attrs"),)
    return (str(value.__html__()),) if hasattr(value, "__html__") else ()


def _refuse(*values: Any) -> None:
    """Raise Needed for holes in the values."""
    marks = _marks(values)
    if marks:
        raise Needed(marks)


class Tracing(Sandbox):
    """A sandbox like another, for templates that it compiled, with holes for values. It has few steps, its own."""

    def __init__(self, style: BaseModel, like: Sandbox) -> None:
        super().__init__(style, jinja2.FunctionLoader(lambda name: None), Steps(MOST_TRACED), autoescape=True)
        self.like = like
        self.globals.update(like.globals)
        self._traced: dict[str, jinja2.Template] = {}
        self.filters = {name: _wary(function) for name, function in self.filters.items()}
        tests: Mapping[str, Any] = self.tests
        self.tests = {name: _wary(function) for name, function in tests.items()}

    def get_template(self, name: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        _refuse(name)
        if isinstance(name, jinja2.Template):
            name = name.name
        code = self.like.codes.get(name)
        if code is None:  # it was not needed so far
            raise Needed
        if name not in self._traced:
            template = self._traced[name] = jinja2.Template.from_code(self, code, self.make_globals(None))
            template.root_render_func.__globals__["Markup"] = _captured
        return self._traced[name]

    def select_template(self, names: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        raise Needed

    def shown(self, value: Any) -> str:
        if isinstance(value, Hole):
            if type(value) is Unread:
                raise Needed(value.mark)
            return value.mark
        if isinstance(value, markupsafe.Markup):
            return str.__str__(value)
        return super().shown(value)

    def joined(self, *parts: Any) -> str:
        _refuse(*parts)
        return super().joined(*parts)

    def weighed(self, value: Any) -> Any:
        _refuse(value)
        return super().weighed(value)

    def within(self, item: Any, items: Any) -> bool:
        _refuse(item, items)
        return super().within(item, items)

    def sliced(self, items: Any, *bounds: Any) -> Any:
        _refuse(items, *bounds)
        return super().sliced(items, *bounds)

    def getitem(self, obj: Any, argument: Any) -> Any:
        _refuse(argument, obj if isinstance(obj, Hole | str) else None)
        return super().getitem(obj, argument)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Hole | str):
            _refuse(obj)
        return super().getattr(obj, attribute)

    def call(__self, __context: Any, __obj: Any, *arguments: Any, **kwargs: Any) -> Any:
        if __obj is nato or __obj is table or __obj is track:  # they look up what they need by themselves
            raise Needed
        if type(__obj) is not Macro:
            _refuse(__obj, getattr(__obj, "__self__", None), arguments, kwargs)
        result = super().call(__context, __obj, *arguments, **kwargs)
        return _captured(str.__str__(result)) if isinstance(result, markupsafe.Markup) else result

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        _refuse(left, right)
        return super().call_binop(context, operator, left, right)


def _wary(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter or test that takes no holes."""
    first = 1 if hasattr(function, "jinja_pass_arg") else 0

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        _refuse(args[first:], kwargs)
        return function(*args, **kwargs)

    return call
