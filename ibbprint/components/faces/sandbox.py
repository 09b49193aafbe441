"""The sandbox that templates run in: Jinja2 with no way out, and with bounds on what a template makes.

A template sees the values of its record, `style`, and the functions listed in `FUNCTIONS`; an unknown name is an error.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sized
from types import CodeType
from typing import Any

import jinja2
import markupsafe
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing as no_owner
from pydantic import BaseModel

from ibbprint.components.faces.sandbox_calls import (
    FILTERS,
    MAX_RANGE,
    formatted,
    listed,
    owner_of,
    paid_filter,
    paid_test,
    pay_for_method,
    pay_for_percent,
    small,
)
from ibbprint.components.faces.sandbox_code import Code
from ibbprint.components.faces.template_functions import FUNCTIONS, nato, table, track
from ibbprint.components.faces.work import Counter, NotCalled, NotWords, Steps
from ibbprint.patterns import regex

MAX_WORD = 100_000
"""How long a text may be that a template joins for itself."""


_NEWLINE = regex(r"\r\n|\r|\n")

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


_NUMBERS = (int, float)
_TEMPLATE = 200
"""The steps of taking up another template, beside what is in it."""
_SHORT = 60
"""Values up to this length are kept as they were put out."""
_MOST_KEPT = 8192
"""So many of a type are kept."""


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


class Template(jinja2.Template):
    """A template whose code its sandbox keeps."""

    @classmethod
    def from_code(cls, environment: Any, code: CodeType, *more: Any) -> jinja2.Template:
        template = super().from_code(environment, code, *more)
        environment.codes[str(template.name)] = code
        return template


class Sandbox(ImmutableSandboxedEnvironment):
    """No attribute that starts with an underscore, nothing changed from within, nothing that runs or grows for ever.

    A line of tags alone leaves nothing behind. With `whole_lines` every other line ends where it ends in the template,
    whatever it ends with.
    """

    intercepted_binops = frozenset(["**", "*", "+", "-", "%"])
    code_generator_class = Code
    template_class = Template
    codes: dict[str, CodeType]
    """The code of each template that was loaded, by its name."""

    def __init__(
        self,
        style: BaseModel,
        loader: jinja2.BaseLoader,
        steps: Steps | None = None,
        *,
        whole_lines: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            loader=loader,
            undefined=Unknown,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            optimized=False,  # templates are made once and used once: looking for constants takes longer than it saves
            **options,
        )
        self.whole_lines = whole_lines
        self.codes = {}
        self.counter = Counter(steps or Steps())
        self.spend = self.counter.spend
        self.globals = {**FUNCTIONS, "style": style}
        self.filters = {name: paid_filter(name, self.filters[name], self, self.counter) for name in FILTERS}
        tests: Mapping[str, Any] = self.tests
        self.tests = {name: paid_test(name, test, self.counter) for name, test in tests.items()}
        self._free: set[tuple[type, str]] = set()
        """Fields of records that were found fit to be read."""
        self._shown: Mapping[type, dict[Any, str]] = {str: {}, int: {}, float: {}}
        """Values that were put out before, by their type: 1, 1.0 and true are equal, and are put out differently."""

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        text = super().preprocess(source, name, filename)
        return _whole_lines(text, self.lexer.tokeniter(text, name, filename)) if self.whole_lines else text

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().compile(source, name, filename, *args, **kwargs)
        except jinja2.TemplateError:
            raise
        except Exception as fault:  # noqa: BLE001  # numbers of many digits, ten thousand brackets
            raise NotCompiled(str(filename or name), fault) from None

    # What the code of a template calls (`sandbox_code`).

    def shown(self, value: Any) -> str:
        """A value as XML may hold it, for the text of a drawing. The same few stand in thousands of places."""
        cache = self._shown.get(type(value))
        if cache is None:
            if type(value) is markupsafe.Markup:
                return value
            self.counter.handle(value)
            return markupsafe.escape(_with_words(value))
        result = cache.get(value)
        if result is not None:  # it costs what it cost before, or the same text would take fewer steps
            self.counter.remaining -= len(value) if type(value) is str else 1
        else:
            self.counter.handle(value)
            result = str(markupsafe.escape(value))
            # Zero is left out: 0.0 and -0.0 are equal, and the one would be put out for the other.
            if value and len(result) <= _SHORT and len(cache) < _MOST_KEPT:
                cache[value] = result
        return result

    def plain(self, value: Any) -> str:
        """A value for a text that is no XML."""
        self.counter.handle(value)
        return str(_with_words(value))

    def concat(self, parts: Iterable[str]) -> str:
        """Join the output of a macro, a block or `{% set %}` into one text."""
        if type(parts) is list:
            self.spend(sum(map(len, parts)))
            return "".join(parts)
        texts: list[str] = []
        for part in parts:
            self.spend(len(part))
            texts.append(part)
        return "".join(texts)

    def joined(self, *parts: Any) -> str:
        for part in parts:
            self.counter.handle(part)
            _with_words(part)
        result = markup_join(parts)
        if len(result) > MAX_WORD:
            raise SecurityError(f"a text grows longer than {MAX_WORD:,} characters")
        return result

    def passed_over(self, steps: int) -> bool:
        """True, once it is paid for that a loop looks at a thing that it may leave out."""
        self.spend(steps)
        return True

    def weighed(self, value: Any) -> Any:
        """The value, once it is paid for that it is compared or looked for."""
        self.counter.handle(value)
        return value

    def within(self, item: Any, items: Any) -> bool:
        """Whether the one is in the other."""
        items = listed(items, self.counter)
        self.counter.handle(item)
        if not isinstance(items, dict):
            self.counter.handle(items)
        return item in items

    def sliced(self, items: Any, *bounds: Any) -> Any:
        result = items[slice(*bounds)]
        self.spend(len(result))
        return result

    # What Jinja asks of its environment.

    def get_template(self, name: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        self.counter.handle(name)
        self.spend(_TEMPLATE)
        return super().get_template(name, *args, **kwargs)

    def select_template(self, names: Any, *args: Any, **kwargs: Any) -> jinja2.Template:
        names = listed(names, self.counter)
        self.counter.handle(names)
        self.spend(_TEMPLATE * len(names))
        return super().select_template(names, *args, **kwargs)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if type(argument) is not int:  # it is hashed and compared, and named where it is not known
            self.counter.handle(argument)
        return super().getitem(obj, argument)

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        """Raise an error at once for what must not be read: a filter would pass it on as an unknown name."""
        raise SecurityError(f"access to attribute {_brief(attribute)!r} of {type(obj).__name__!r} object is unsafe.")

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As in Jinja's sandbox, with a short cut for the usual values of templates: records and the style."""
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

    def call(__self, __context: Any, __obj: Any, *arguments: Any, **kwargs: Any) -> Any:
        """A permitted call: our functions, the templates' own macros, blocks and loops, and listed methods."""
        if arguments or kwargs:
            __self.spend(len(arguments) + len(kwargs))
        if type(__obj) is Macro or id(__obj) in _OUR_OWN or getattr(__obj, "__self__", None) is __self:
            _leave_out_inner(kwargs)
            if type(__obj) is Macro:
                return __obj(__context.eval_ctx, *arguments, **kwargs)
            if id(__obj) in _OUR_OWN:
                for value in (*arguments, *kwargs.values()):
                    __self.counter.handle(value)
            if __obj is table or __obj is track:  # they look their table up among the values of the text
                arguments = (__context.get("tables") or {}, *arguments)
            if __obj is nato:  # likewise the columns of its row
                arguments = (__context, *arguments)
            return __obj(*arguments, **kwargs)
        if isinstance(__obj, BlockReference | LoopContext | jinja2.Undefined):
            return super().call(__context, __obj, *arguments, **kwargs)
        method = getattr(__obj, "__wrapped__", __obj)  # Jinja wraps `format`
        if owner_of(method) is None:
            if callable(__obj):
                raise SecurityError(f"{getattr(__obj, '__name__', 'it')} is not safely callable")
            raise TypeError
        _leave_out_inner(kwargs)
        if method.__name__ in ("format", "format_map"):
            return formatted(__self, __self.counter, method, arguments, kwargs)
        values = [listed(value, __self.counter) for value in arguments]
        pay_for_method(__self.counter, method, values, kwargs)
        return small(method(*values, **kwargs))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        kinds = type(left), type(right)
        if operator in "+-" and kinds[0] in _NUMBERS and kinds[1] in _NUMBERS:
            return small(left + right if operator == "+" else left - right)
        _look_for_numbers(operator, left, right)
        if operator == "**" and (abs(left) > 1000 or abs(right) > 20):
            raise SecurityError("the power is too large: at most 1,000 to the power of 20")
        if operator == "*":
            for operand, times in ((left, right), (right, left)):
                if isinstance(operand, str | bytes | list | tuple):
                    if len(operand) * times > MAX_RANGE:
                        raise SecurityError(f"the repetition is too large, more than {MAX_RANGE:,}")
                    self.spend(max(0, len(operand) * times))
        if operator == "%" and isinstance(left, str | bytes):
            pay_for_percent(self.counter, left, right)
        if operator in "+-" and isinstance(left, Sized) and isinstance(right, Sized):
            self.spend(len(left) + len(right))
            if len(left) + len(right) > MAX_WORD:
                raise SecurityError(f"a text grows longer than {MAX_WORD:,} characters")
        return small(super().call_binop(context, operator, left, right))


_NUMBERS_IN = {"-": (2, "- needs a number on both sides"), "*": (1, "* needs a number on one side")}


def _look_for_numbers(operator: str, left: Any, right: Any) -> None:
    """Refuse what else Python would do: take all that one dictionary has from another, work out a length of lengths."""
    needed, message = _NUMBERS_IN.get(operator, (0, ""))
    if isinstance(left, _NUMBERS) + isinstance(right, _NUMBERS) < needed:
        for operand in (left, right):
            if isinstance(operand, jinja2.Undefined):
                str(operand)  # raises its error
        raise SecurityError(message)


def _with_words(value: Any) -> Any:
    """The value, unless it would be printed as Python writes it: a macro, a list, a mapping."""
    if type(value) is Macro:
        raise NotCalled(value)
    if isinstance(value, list | tuple | set | frozenset | Mapping) and type(value).__str__ is object.__str__:
        raise NotWords(value)
    return value


def _leave_out_inner(kwargs: dict[str, Any]) -> None:
    """Without what Jinja passes along inside loops and blocks."""
    if kwargs:
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)


def _brief(word: str) -> str:
    return word if len(word) <= _SHORT else f"{word[:_SHORT]}..."
