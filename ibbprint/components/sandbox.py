"""The sandbox that templates run in: Jinja2 with no way out, and with bounds on what a template makes.

A template sees the values of its record, `style`, and the functions listed in `FUNCTIONS`; an unknown name is an error.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import jinja2
import markupsafe
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.runtime import Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing as no_owner
from pydantic import BaseModel

from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast, ink, mix

MAX_RANGE = 5_000
MAX_STEPS = 200_000
"""How often the loops and macros of one text may go round, all together."""
MAX_WORD = 100_000
"""How long a text may be that a template makes for itself."""


def lines(text: str, width: float, size: float, font: str = "regular") -> list[str]:
    """The text cut into lines: `lines(text, width in mm, size in pt, font)`."""
    return fonts.wrap(str(text), font, size * fonts.POINT, width)


def text_width(text: str, size: float, font: str = "regular") -> float:
    """The width of a text in mm: `text_width(text, size in pt, font)`."""
    return fonts.width(str(text), font, size * fonts.POINT)


def _range(*bounds: int) -> range:
    made = range(*bounds)
    try:
        size = len(made)
    except OverflowError:
        size = MAX_RANGE + 1
    if size > MAX_RANGE:
        raise SecurityError(f"a range has more than {MAX_RANGE} numbers")
    return made


_NEWLINE = re.compile(r"\r\n|\r|\n")
_BREAK = re.compile(r"[ \t]*[\r\n]\s*")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown_safe(value: Any) -> Any:
    """A value as Markdown must have it to be printed as it is: on one line, for a second one could start an item."""
    return _MARKDOWN.sub(r"\\\1", _BREAK.sub(" ", value)) if isinstance(value, str) else value


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "ink": ink,
    "mix": mix,
    "contrast": contrast,
    "lines": lines,
    "text_width": text_width,
    "range": _range,
    "namespace": jinja2.utils.Namespace,
}
"""What every template may call beside its values."""


_OUR_OWN = frozenset(map(id, FUNCTIONS.values()))
_OF_DICTIONARIES = frozenset(dir(dict))
_OF_MODELS = frozenset(dir(BaseModel))
"""What every record can do. Some of it reads files and unpickles what it is given, so none of it is for templates."""


class UnknownName(jinja2.UndefinedError):
    """A name that is not known, or (if there is an owner) not known of a thing."""

    def __init__(self, owner: object, name: object, message: str | None = None) -> None:
        super().__init__(message)
        self.owner = owner
        self.name = name


class Unknown(jinja2.StrictUndefined):
    """Says of which thing the name is not known."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = no_owner, name: Any = None, exc: Any = None) -> None:
        raised: Any = functools.partial(UnknownName, obj, name)
        super().__init__(hint, obj, name, raised)


class NotCompiled(Exception):
    """A template that is too much for Jinja or Python. It may be one that another includes."""

    def __init__(self, file: str, cause: Exception) -> None:
        super().__init__(file)
        self.file = file
        self.cause = cause


FILTERS = (
    "abs", "batch", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float", "format",
    "groupby", "int", "items", "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr",
    "replace",
    "reverse", "round", "safe", "select", "selectattr", "slice", "sort", "string", "sum", "title", "trim", "truncate",
    "unique", "upper", "wordcount",
)  # fmt: skip
"""The filters of Jinja2 that a template may use: none that is random, of the web, or that fills up with blanks."""


def _bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter or method that refuses what would make it slow or its result huge."""

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        _check_sizes((*arguments, *named.values()))
        if function.__name__ == "do_format" and arguments:
            _check_pattern(str(arguments[0]))
        if function.__name__ in ("do_join", "sync_do_join", "do_sum", "sync_do_sum"):
            arguments = tuple(_weighed(argument) for argument in arguments)
        return function(*arguments, **named)

    return call


def _weighed(things: Any) -> Any:
    """The things as a list, refused when their texts together are too long."""
    if isinstance(things, str | int | float) or not isinstance(things, Iterable):
        return things
    made: list[Any] = []
    size = 0
    for thing in things:
        made.append(thing)
        size += len(thing) if isinstance(thing, str | bytes | list | tuple | dict) else 8
        if size > MAX_WORD:
            raise SecurityError("the result would be too long")
    return made


def _check_pattern(text: str) -> None:
    """`%g` and `{:.1f}` are well; `%9999d` would fill a page with blanks."""
    if re.search(r"\d{3}|\*|\}\}?\s*\}", text):
        raise SecurityError("the result would be too long")


def _check_sizes(values: Iterable[Any]) -> None:
    room = MAX_WORD
    for value in values:
        if isinstance(value, int) and abs(value) > MAX_RANGE:
            raise SecurityError(f"the number {value if abs(value) < 10**12 else 'here'} is too large for this")
        if isinstance(value, str | bytes | list | tuple | dict):
            room //= max(1, len(value))
    if room == 0:
        raise SecurityError("the result would be too long")


_SHORT = 60
"""Values up to this length are kept as they were put out."""
_MOST_KEPT = 8192
"""So many of a type are kept."""


class _Code(CodeGenerator):
    """Sends every loop, every joining of texts and every value that is put out past the sandbox.

    It counts the loops (macros too, as they are called), bounds the texts, and knows most values escaped already.
    """

    def visit_For(self, node: nodes.For, frame: Frame) -> None:
        counted = nodes.EnvironmentAttribute("counted", lineno=node.lineno)
        node.iter = nodes.Call(counted, [node.iter], [], None, None, lineno=node.lineno)
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined(")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)


def _whole_lines(text: str, tokens: Iterable[tuple[int, str, str]]) -> str:
    """The text of a template in which a tag at the end of a written line leaves the line its end.

    Jinja2's `trim_blocks` eats every newline after a tag. That is right for a line of tags alone; on any other line it
    would run two items of a list, or two rows of a table, together. `tokens` are the lexer's, of the same text.
    """
    lines = _NEWLINE.split(text)
    written = False
    for number, kind, value in tokens:
        if kind == "variable_begin":
            written = True
        elif kind == "data":
            _, newline, last = value.rpartition("\n")
            written = bool(last.strip()) or (written and not newline)
        elif kind in ("block_end", "comment_end", "raw_end") and value.endswith("\n") and not value.startswith("-"):
            line = lines[number - 1]
            if written and line.endswith(("%}", "#}")):
                lines[number - 1] = f"{line[:-2]}+{line[-2:]}"
            written = False
    return "\n".join(lines)


class Sandbox(ImmutableSandboxedEnvironment):
    """No attribute that starts with an underscore, nothing changed from within, nothing that runs or grows for ever.

    A line of tags alone leaves nothing behind. With `whole_lines` every other line ends where it ends in the template,
    whatever it ends with.
    """

    intercepted_binops = frozenset(["**", "*", "+", "%"])
    code_generator_class = _Code

    def __init__(self, style: BaseModel, loader: jinja2.BaseLoader, *, whole_lines: bool = False, **more: Any) -> None:
        super().__init__(
            loader=loader, undefined=Unknown, trim_blocks=True, lstrip_blocks=True, auto_reload=False,
            optimized=False,  # templates are made once and used once: looking for constants takes longer than it saves
            **more,
        )  # fmt: skip
        self.whole_lines = whole_lines
        self.globals = {**FUNCTIONS, "style": style}
        self.filters = {name: _bounded(self.filters[name]) for name in FILTERS}
        self.steps = 0
        self._free: set[tuple[type, str]] = set()
        """Fields of records that were found fit to be read."""
        self._shown: Mapping[type, dict[Any, str]] = {str: {}, int: {}, float: {}}
        """Values that were put out before, by their type: 1, 1.0 and true are equal, and are put out differently."""

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        text = super().preprocess(source, name, filename)
        return _whole_lines(text, self.lexer.tokeniter(text, name, filename)) if self.whole_lines else text

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any, **named: Any) -> Any:
        try:
            return super().compile(source, name, filename, *more, **named)
        except jinja2.TemplateError:
            raise
        except Exception as fault:  # noqa: BLE001  # numbers of many digits, ten thousand brackets
            raise NotCompiled(str(filename or name), fault) from None

    def shown(self, value: Any) -> str:
        """A value as XML may hold it, for the text of a drawing. The same few stand in thousands of places."""
        kept = self._shown.get(type(value))
        if kept is None:
            return value if type(value) is markupsafe.Markup else markupsafe.escape(value)
        found = kept.get(value)
        if found is None:
            found = str(markupsafe.escape(value))
            # Zero is left out: 0.0 and -0.0 are equal, and the one would be put out for the other.
            if value and len(found) <= _SHORT and len(kept) < _MOST_KEPT:
                kept[value] = found
        return found

    def tick(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise SecurityError(f"loops and macros go round more than {MAX_STEPS} times")

    def counted(self, things: Any) -> Iterator[Any]:
        """The things one by one, each a step of the bounded number."""
        for thing in things:
            self.tick()
            yield thing

    def joined(self, *parts: Any) -> str:
        made = markup_join(parts)
        if len(made) > MAX_WORD:
            raise SecurityError(f"a text grows longer than {MAX_WORD} characters")
        return made

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As the sandbox has it, but found sooner in what templates mostly see: records and the style."""
        kind = type(obj)
        if kind is dict:
            if attribute in obj and attribute not in _OF_DICTIONARIES:
                return obj[attribute]
        elif (kind, attribute) in self._free:
            return getattr(obj, attribute)
        elif isinstance(obj, BaseModel) and attribute in kind.__pydantic_fields__:
            self._free.add((kind, attribute))
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        kind = obj if isinstance(obj, type) else type(obj)
        if issubclass(kind, BaseModel) and attr in _OF_MODELS and attr not in kind.__pydantic_fields__:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def call(__self, __context: Any, __obj: Any, *arguments: Any, **named: Any) -> Any:
        """As the sandbox has it, but sooner for what is known to be safe: our functions and the templates' macros."""
        if type(__obj) is Macro or id(__obj) in _OUR_OWN or getattr(__obj, "__self__", None) is __self:
            if named:
                for inner in ("_loop_vars", "_block_vars"):  # what Jinja passes along inside loops and blocks
                    named.pop(inner, None)
            if type(__obj) is Macro:
                __self.tick()
                return __obj(__context.eval_ctx, *arguments, **named)
            return __obj(*arguments, **named)
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, str | bytes | int | float | list | tuple | dict):
            _check_sizes((owner, *arguments, *named.values()))
            if isinstance(owner, str) and __obj.__name__ in ("format", "format_map"):
                _check_pattern(owner)
        return super().call(__context, __obj, *arguments, **named)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+" and type(left) in (int, float) and type(right) in (int, float):
            return left + right
        if operator == "**" and (abs(left) > 1000 or abs(right) > 20):
            raise SecurityError("the power is too large")
        if operator == "*":
            for thing, times in ((left, right), (right, left)):
                if isinstance(thing, str | bytes | list | tuple) and len(thing) * times > MAX_RANGE:
                    raise SecurityError("the repetition is too large")
            if isinstance(left, int) and isinstance(right, int) and max(abs(left), abs(right)) > 10**100:
                raise SecurityError("the number is too large")
        if operator == "%" and isinstance(left, str):
            _check_pattern(left)
        if operator == "+" and isinstance(left, str | list | tuple) and len(left) > MAX_WORD:
            raise SecurityError(f"a text grows longer than {MAX_WORD} characters")
        return super().call_binop(context, operator, left, right)
