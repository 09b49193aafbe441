"""The template engine: Jinja2 in a sandbox, with the place of every SVG element kept.

A template sees the values of its record, `style`, and the functions listed in `FUNCTIONS`; an unknown name is an error.
Templates from a pack come before the game's, those before the shared ones. None may lead out of its folder.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing as no_owner
from jinja2.visitor import NodeTransformer
from pydantic import BaseModel

from ibbprint.catalogue.source import decode, inside, is_file, read_bytes
from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast, ink, mix
from ibbprint.problems import Report, Where, did_you_mean, nearest

MAX_TEMPLATE_BYTES = 500_000
MAX_RANGE = 5_000
MAX_TEXT = 2_000_000
MAX_STEPS = 200_000
"""How often the loops and macros of one text may go round, all together."""
MAX_WORD = 100_000
"""How long a text may be that a template makes for itself."""

# Statements, expressions and comments are passed over; an element's start tag gets its place.
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!--.*?-->|<([A-Za-z][\w.-]*)(?=[\s/>])", re.DOTALL)


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


_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown_safe(value: Any) -> Any:
    """A value as it must stand in Markdown to be printed as it is."""
    return _MARKDOWN.sub(r"\\\1", value) if isinstance(value, str) else value


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


@dataclass(frozen=True, slots=True)
class Loaded:
    """A template as Jinja compiled it."""

    name: str
    template: jinja2.Template


_OUR_OWN = frozenset(map(id, FUNCTIONS.values()))


class _UnknownName(jinja2.UndefinedError):
    """A name that is not known, or (if there is an owner) not known of a thing."""

    def __init__(self, owner: object, name: object, message: str | None = None) -> None:
        super().__init__(message)
        self.owner = owner
        self.name = name


class _Unknown(jinja2.StrictUndefined):
    """Says of which thing the name is not known."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = no_owner, name: Any = None, exc: Any = None) -> None:
        raised: Any = functools.partial(_UnknownName, obj, name)
        super().__init__(hint, obj, name, raised)


class _Told(Exception):
    """A file that cannot be read; the report says why."""


class _NotCompiled(Exception):
    """A template that is too much for Jinja or Python. It may be one that another includes."""

    def __init__(self, file: str, cause: Exception) -> None:
        super().__init__(file)
        self.file = file
        self.cause = cause


class _Bounded(NodeTransformer):
    """Sends every loop, every macro and every joining of texts past the sandbox, which counts them."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        self.generic_visit(node)
        node.iter = _asked("counted", node.iter)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:
        self.generic_visit(node)
        tick = nodes.ExprStmt(_asked("tick"), lineno=node.lineno)
        node.body.insert(0, tick)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        return _asked("joined", *node.nodes)


def _asked(name: str, *arguments: Any) -> nodes.Call:
    lineno = arguments[0].lineno if arguments else 1
    return nodes.Call(nodes.EnvironmentAttribute(name, lineno=lineno), list(arguments), [], None, None, lineno=lineno)


_FILTERS = (
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


class _Sandbox(ImmutableSandboxedEnvironment):
    """No attribute that starts with an underscore, nothing changed from within, nothing that runs or grows for ever."""

    intercepted_binops = frozenset(["**", "*", "+", "%"])
    steps = 0

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Bounded().visit(super()._parse(source, name, filename))
        return tree

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any, **named: Any) -> Any:
        try:
            return super().compile(source, name, filename, *more, **named)
        except jinja2.TemplateError:
            raise
        except Exception as fault:  # noqa: BLE001  # numbers of many digits, ten thousand brackets
            raise _NotCompiled(str(filename or name), fault) from None

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
            if attribute in obj and not hasattr(kind, attribute):
                return obj[attribute]
        elif isinstance(obj, BaseModel) and attribute in kind.__pydantic_fields__:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def call(__self, __context: Any, __obj: Any, *arguments: Any, **named: Any) -> Any:
        if id(__obj) in _OUR_OWN:
            for inner in ("_loop_vars", "_block_vars"):  # what Jinja passes along inside loops and blocks
                named.pop(inner, None)
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


def marked(text: str, index: int) -> str:
    """Each start tag with a `data-at`, so that a fault in what is drawn leads back to file number `index`."""
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    line = 0

    def mark(match: re.Match[str]) -> str:
        nonlocal line
        if match[1] is None:
            return match[0]
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        return f'{match[0]} data-at="{index}:{line + 1}:{match.start() - starts[line] + 1}"'

    return _TAG.sub(mark, text)


class Templates:
    """The templates of some folders, the first folder first."""

    def __init__(self, folders: Sequence[Path], style: Style, report: Report, *, places: bool = False) -> None:
        self.places = places
        self.folders = tuple(folders)
        self.style = style
        self.report = report
        self.files: list[str] = []
        self._loaded: dict[str, Loaded | None] = {}
        self._told: set[tuple[Where, str, str]] = set()
        self._asked: set[str] = set()
        self._given_up: set[str] = set()
        self.drawn = self._environment(autoescape=True)
        self.written = self._environment(finalize=markdown_safe)

    def _environment(self, **more: Any) -> _Sandbox:
        made = _Sandbox(
            loader=jinja2.FunctionLoader(self._source),
            undefined=_Unknown,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            **more,
        )
        made.globals.clear()
        made.globals.update(FUNCTIONS, style=self.style)
        made.filters = {name: _bounded(made.filters[name]) for name in _FILTERS}
        return made

    @functools.cached_property
    def with_places(self) -> Templates:
        """The same templates with a `data-at` on every element: slower, for telling a fault with its place."""
        return Templates(self.folders, self.style, Report(), places=True)

    def names(self) -> list[str]:
        """Every template there is."""
        found: set[str] = set()
        for folder in self.folders:
            found.update(str(p.relative_to(folder)) for p in folder.rglob("*.j2"))
        return sorted(found)

    def path(self, name: str) -> Path | None:
        """The file of a template; None when there is none or when it leads out of its folder."""
        for folder in self.folders:
            path = folder / name
            if ".." in Path(name).parts or Path(name).is_absolute() or not is_file(path):
                continue
            if inside(folder, path):
                return path
            self.report.error(Where(str(path)), "read:pack", "this template leads out of its pack.", "Copy it in.")
        return None

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self.path(name)
        if path is None:
            return None
        raw = read_bytes(path, str(path), self.report, most=MAX_TEMPLATE_BYTES)
        text = decode(raw, str(path), self.report) if raw is not None else None
        if text is None:
            raise _Told
        text = text.replace("\r\n", "\n")
        if self.places and name.endswith(".svg.j2"):
            self.files.append(str(path))
            text = marked(text, len(self.files) - 1)
        return text, str(path), lambda: True

    def place(self, at: str) -> Where | None:
        """The place that a `data-at` names."""
        try:
            index, line, column = map(int, at.split(":"))
            return Where(self.files[index], line, column)
        except (ValueError, IndexError):
            return None

    def load(self, name: str, asked_at: Where) -> Loaded | None:
        """A template by its name, or None with the fault in the report."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name, asked_at)
        return self._loaded[name]

    def _load(self, name: str, asked_at: Where) -> Loaded | None:
        if self.path(name) is None:
            self.report.error(
                asked_at, "draw:template", f"there is no template {name}.", did_you_mean(name, self.names(), most=0)
            )
            return None
        environment = self.written if name.endswith(".md.j2") else self.drawn
        try:
            return Loaded(name, environment.get_template(name))
        except Exception as fault:  # noqa: BLE001  # a stranger's file can upset Jinja and Python's compiler in any way
            self._tell(fault, name)
            return None

    def render(
        self, loaded: Loaded, values: Mapping[str, Any], origins: Mapping[str, Where] | None = None
    ) -> str | None:
        """The text of a template with these values, or None with the fault in the report.

        `origins` says where values were written, for a name that came with them.
        """
        if loaded.name in self._given_up:
            return None
        for environment in (self.drawn, self.written):
            environment.steps = 0
        try:
            parts: list[str] = []
            size = 0
            template = loaded.template
            try:
                for part in template.root_render_func(template.new_context(dict(values))):
                    parts.append(part)
                    size += len(part)
                    if size > MAX_TEXT:
                        raise SecurityError(f"the text is longer than {MAX_TEXT // 1_000_000} MB")
            except Exception:  # noqa: BLE001  # told again with the lines of the template
                template.environment.handle_exception()
            return "".join(parts)
        except Exception as fault:  # noqa: BLE001  # a template runs a stranger's expressions: any fault is his file's
            self._tell(fault, loaded.name, values, origins)
            if isinstance(fault, SecurityError | RecursionError):  # it may have taken long: once is enough
                self._given_up.add(loaded.name)
            return None

    def _tell(
        self,
        fault: Exception,
        name: str,
        values: Mapping[str, Any] | None = None,
        origins: Mapping[str, Where] | None = None,
    ) -> None:
        if isinstance(fault, _Told):
            return
        path = str(self.path(name) or name)
        line = 0
        if isinstance(fault, _NotCompiled):
            path, line, fault = fault.file, 1, fault.cause
            deep = isinstance(fault, RecursionError | MemoryError)
            reason = "it is nested too deep" if deep else "a number in it has too many digits"
            self.report.error(Where(path, 1, 1), "draw:template", f"the template is broken: {reason}.")
            return
        if isinstance(fault, jinja2.TemplateSyntaxError):
            line = fault.lineno
            path = fault.filename or path
        else:
            trace = fault.__traceback__
            places: list[tuple[str, int]] = []
            while trace is not None:
                file = trace.tb_frame.f_code.co_filename
                if file.endswith(".j2"):
                    places.append((file, trace.tb_lineno))
                trace = trace.tb_next
            if places:  # the innermost; of what goes round and round, the line that does
                path, line = max(places, key=places.count) if isinstance(fault, RecursionError) else places[-1]
        rule, hint, word = "draw:template", "", ""
        if isinstance(fault, _UnknownName):
            rule, word = "draw:name", str(fault.name)
            message, hint = self._unknown(fault, values or {})
            owner = next((name for name, held in self.style if held is fault.owner), "")
            asked = _asked_by(fault, values or {}, origins or {}) if owner else None
            if asked is not None:
                if owner + word not in self._asked:
                    self.report.error(asked, rule, f"the style has no {word!r} among its {owner}.", hint)
                self._asked.add(owner + word)
                return
        elif isinstance(fault, jinja2.TemplateNotFound):
            word = str(fault.name)
            message = f"there is no template {word if len(word) <= 60 else word[:57] + '...'}."
            hint = did_you_mean(word, self.names(), most=0)
        elif isinstance(fault, jinja2.TemplateSyntaxError):
            message, hint, word = _syntax(str(fault.message), _FILTERS)
        else:
            message = f"the template cannot be filled in: {_reason(fault)}."
        where = Where(path, line or 1, _column(path, line, word))
        if (where, rule, word) in self._told:  # the same fault, met with other values
            return
        self._told.add((where, rule, word))
        self.report.error(where, rule, message, hint)

    def _unknown(self, fault: _UnknownName, values: Mapping[str, Any]) -> tuple[str, str]:
        """What is not known, and the nearest name that is."""
        word = str(fault.name)
        if fault.owner is no_owner:
            return f"the name {word} is not known here.", did_you_mean(word, [*values, *FUNCTIONS, "style"])
        if isinstance(fault.owner, BaseModel):
            known = list(type(fault.owner).model_fields)
        elif isinstance(fault.owner, Mapping):
            known = [str(key) for key in fault.owner]
        else:
            return f"nothing is called {word} here.", ""
        return f"nothing is called {word} here.", did_you_mean(word, known)


def _asked_by(fault: _UnknownName, values: Mapping[str, Any], origins: Mapping[str, Where]) -> Where | None:
    """Where the name was written, when it is no word of the template but the value of a field."""
    for name, value in flat(values):
        if value == fault.name and name != value:
            return origins.get(name) or origins.get(name.split(".")[0]) or origins.get("")
    return None


def flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its path: `side.livery`, `abilities.0.symbol`."""
    for name, value in values.items():
        inner = dict(enumerate(value)) if isinstance(value, list | tuple) else value
        if isinstance(inner, Mapping):
            yield from flat({str(key): each for key, each in inner.items()}, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


_SYNTAX = (
    # a pattern of Jinja's own message, what we say
    (r"No filter named '([^']*)'", "there is no filter {0}."),
    (r"No test named '([^']*)'", "there is no test {0}."),
    (r"Encountered unknown tag '([^']*)'", "there is no statement {0}."),
    (r"Unexpected end of template.*innermost block that needs to be closed is '([^']*)'", "the {0} is not closed."),
    (r"Missing end of (\w+) ", "the {0} is not closed."),
    (r"unexpected char '(.*)' at", "the character {0} cannot stand here."),
    (r"expected token '([^']*)', got '([^']*)'", "{1} cannot stand here."),
    (r"unexpected '([^']*)'", "{0} cannot stand here."),
    (r"unexpected end of template", "the end of a statement is missing."),
)
_STATEMENTS = ("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "macro", "endmacro", "call", "endcall",
               "include", "import", "from", "block", "endblock", "extends", "filter", "endfilter", "raw", "endraw",
               "with", "endwith")  # fmt: skip


def _syntax(message: str, filters: Iterable[str]) -> tuple[str, str, str]:
    """Jinja's complaint of a template's syntax in our words, a hint, and the word that it is about."""
    for pattern, sentence in _SYNTAX:
        found = re.search(pattern, message, re.DOTALL)
        if found is not None:
            hint = ""
            if "filter" in sentence:
                hint = did_you_mean(found[1], filters)
            elif "statement {0}" in sentence:
                near = nearest(found[1], _STATEMENTS)
                closed = re.search(r"block that needs to be closed is '([^']*)'", message)
                if near == found[1]:
                    sentence = "{0} cannot stand here."
                hint = f"The {closed[1]} before it is not closed." if closed and near in (None, found[1]) else ""
                hint = hint or (f"Did you mean {near}?" if near not in (None, found[1]) else "")
            groups = [_TOKENS.get(group, group) for group in found.groups()]
            word = found[1] if found[1].isidentifier() else ""
            return f"the template is broken: {sentence.format(*groups)}", hint, word
    return "the template is broken here.", "", ""


_TOKENS = {
    "end of print statement": "the end of a value, }},",
    "end of statement block": "the end of a statement, %},",
}


def _reason(fault: Exception) -> str:
    """Why a template cannot be filled in, without Python's jargon."""
    if isinstance(fault, SecurityError):
        unsafe = re.search(r"access to attribute '([^']*)'", str(fault))
        called = "not safely callable" in str(fault)
        return f"{unsafe[1]} is not allowed" if unsafe else "this call is not allowed" if called else str(fault)
    if isinstance(fault, RecursionError):
        return "a template or macro uses itself without end"
    if isinstance(fault, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(fault, MemoryError | OverflowError):
        return "a value grows too large"
    if isinstance(fault, OSError):
        return "a file cannot be read"
    if isinstance(fault, ValueError) and "is not a colour" in str(fault):
        return str(fault)
    return "a value is not of the sort that is needed here"


def _column(path: str, line: int, word: str) -> int:
    """The column of a word in a line of a file, 1 when it is not there."""
    if not word or line < 1:
        return 1
    try:
        text = Path(path).read_text(encoding="utf-8-sig").split("\n")[line - 1]
    except (OSError, IndexError, UnicodeDecodeError):
        return 1
    found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    return found.start() + 1 if found else 1
