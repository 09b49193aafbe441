"""Faults of templates in our words and with their places: Jinja's and Python's errors made problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from traceback import walk_tb
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.utils import missing as no_owner
from pydantic import BaseModel

from ibbprint.components.faces.sandbox import NotCompiled, UnknownName
from ibbprint.components.faces.sandbox_calls import FILTERS
from ibbprint.components.faces.template_functions import FUNCTIONS, NotInTables
from ibbprint.components.faces.work import NotCalled, TooMuchWork
from ibbprint.components.style import Style
from ibbprint.materials import NUMBERING, FaultyWords, MayLack
from ibbprint.problems import Report, Where, did_you_mean, nearest


class Teller:
    """Tells the faults of templates, each once. `path` and `names` are those of the templates.

    Where another style stands in for one that is faulty (`stands_in`), what it lacks is no fault.
    """

    def __init__(
        self,
        style: Style,
        report: Report,
        path: Callable[[str], Path | None],
        names: Callable[[], Sequence[str]],
        stands_in: bool = False,
    ) -> None:
        self.style = style
        self.stands_in = stands_in
        self.report = report
        self.path = path
        self.names = names
        self._reported: set[tuple[Where, str, str]] = set()
        self._queried: set[str] = set()

    def tell(
        self,
        fault: Exception,
        name: str,
        values: Mapping[str, Any] | None = None,
        origins: Mapping[str, Where] | None = None,
        also: Sequence[str] = (),
    ) -> None:
        """A fault met in the template of this name; `origins` says where its values were written, `also` has the names
        that it knows besides them."""
        values, path = values or {}, str(self.path(name) or name)
        if isinstance(fault, NotCompiled):
            is_number = isinstance(fault.cause, ValueError)
            reason = "a number in it has too many digits" if is_number else "it is nested too deep"
            self.report.error(Where(fault.file, 1, 1), "draw:template", f"the template is broken: {reason}.")
            return
        path, line = _place(fault, path)
        rule, hint = "draw:template", ""
        if isinstance(fault, UnknownName):
            if isinstance(fault.owner, MayLack) and not fault.owner.whole:
                return
            rule, word = "draw:name", str(fault.name)
            message, hint = self._unknown(fault, [*values, *also])
            if self._is_of_style(fault, values, origins or {}, hint):
                return
        elif isinstance(fault, NotInTables):
            rule, word, message, hint = "draw:name", fault.name, str(fault), did_you_mean(fault.name, fault.known)
        elif isinstance(fault, FaultyWords):
            rule, word, message, hint = fault.rule, fault.words, str(fault), fault.hint
        elif isinstance(fault, jinja2.TemplateNotFound):
            word = str(fault.name)
            message = f"there is no template {_abbreviated(word)}."
            hint = did_you_mean(word, self.names(), most=0)
        elif isinstance(fault, jinja2.TemplateSyntaxError):
            message, hint, word = _syntax(str(fault.message), FILTERS)
        else:
            message = f"the template cannot be filled in: {_reason(fault)}."
            word = fault.name if isinstance(fault, NotCalled) else _forbidden(fault)
            if isinstance(fault, TooMuchWork):
                hint = "A step is a part of a template that runs, or a character or item that it handles."
        where = Where(path, line or 1, _column(path, line, word))
        if (where, rule, word) in self._reported:  # the same fault, met with other values
            return
        self._reported.add((where, rule, word))
        self.report.error(where, rule, message, hint)

    def _is_of_style(
        self, fault: UnknownName, values: Mapping[str, Any], origins: Mapping[str, Where], hint: str
    ) -> bool:
        """Whether the style lacks a name that a value asks for: that is reported at the value, once, or not at all."""
        owner = next((name for name, value in self.style if value is fault.owner), "")
        if not owner or self.stands_in:
            return bool(owner)
        place, word = _asked_by(fault, values, origins), str(fault.name)
        if place is not None and owner + word not in self._queried:
            self._queried.add(owner + word)
            self.report.error(place, "draw:name", f"the style has no {word!r} among its {owner}.", hint)
        return place is not None

    def _unknown(self, fault: UnknownName, names: Sequence[str]) -> tuple[str, str]:
        """The unknown name, and the nearest known one, of these where nothing is asked for it."""
        word = _abbreviated(str(fault.name))
        if fault.owner is no_owner:
            known = [*names, *FUNCTIONS, "style"]
            numbered = word in NUMBERING and nearest(word, known) is None
            hint = "A face has it where its part says numbered: yes." if numbered else did_you_mean(word, known)
            return f"the name {word} is not known here.", hint
        if isinstance(fault.owner, BaseModel):
            candidates = list(type(fault.owner).model_fields)
        elif isinstance(fault.owner, Mapping):
            candidates = [_abbreviated(str(key)) for key in fault.owner]
        else:
            return f"nothing is called {word} here.", ""
        return f"nothing is called {word} here.", did_you_mean(word, candidates)


def _place(fault: Exception, path: str) -> tuple[str, int]:
    """The file and line of a fault, met in the template `path`; line 0 where that is not known."""
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return fault.filename or path, fault.lineno
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(fault.__traceback__)]
    places = [(file, line) for file, line in frames if file.endswith(".j2")]
    if not places:
        return path, 0
    # The innermost; of what goes round and round, the line that does.
    return max(places, key=places.count) if isinstance(fault, RecursionError) else places[-1]


def _abbreviated(word: str) -> str:
    """A name as a message shows it."""
    return word if len(word) <= 60 else word[:57] + "..."


def _asked_by(fault: UnknownName, values: Mapping[str, Any], origins: Mapping[str, Where]) -> Where | None:
    """The place of the name, when it is not a word of the template but the value of a field."""
    for name, value in flat(values):
        if value == fault.name and name != value:
            return origins.get(name) or origins.get(name.split(".")[0]) or origins.get("")
    return None


def flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its path: `side.livery`, `abilities.0.symbol`."""
    for name, value in values.items():
        inner = dict(enumerate(value)) if isinstance(value, list | tuple) else value
        if isinstance(inner, Mapping):
            yield from flat({str(key): item for key, item in inner.items()}, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


_STRAY = "{0} is not allowed here."
_LACKING = "something is missing before {0}."
_NO_VALUE = "a value is missing before {0}."
_SYNTAX = (
    # a pattern of Jinja's own message, what we say
    (r"No filter named '([^']*)'", "there is no filter {0}."),
    (r"No test named '([^']*)'", "there is no test {0}."),
    (r"Encountered unknown tag '([^']*)'", "there is no statement {0}."),
    (r"Unexpected end of template.*innermost block that needs to be closed is '([^']*)'", "the {0} is not closed."),
    (r"Missing end of (\w+) ", "the {0} is not closed."),
    (r"unexpected char \"(')\" at|unexpected char '(\")' at", "a text is not closed."),
    (r"unexpected char '(.*)' at", "the character {0} is not allowed here."),
    (r"expected token '[^']*', got '([^']*)'", _STRAY),
    (r"unexpected '([^']*)'", _STRAY),
    (r"unexpected end of template", "the end of a statement is missing."),
    (r"[Ee]xpected an expression, got '([^']*)'", _NO_VALUE),
    (r"[Tt]ag name expected", "a statement is missing after {{%, like if or for."),
    (r"expected name or number", "a name is missing after the dot."),
    (r"expected subscript expression", "a name is missing in the brackets."),
    (r"expected call", "call needs a macro with brackets, like call box()."),
    (r"can't assign to '?(\w+)'?", "only a name can be given a value here."),
    (r"non-default argument follows default argument", "arguments with a default come last."),
    (r"invalid syntax for function call expression", "the arguments in the brackets are not in order."),
    (r"cannot chain multiple tests", "one is follows another: put brackets round the first."),
    (r"starting with an underline can not be imported", "a name that starts with _ cannot be imported."),
    (r"Block names in Jinja", "the name of a block has letters, digits and _ only."),
    (r"more than ([0-9,]+) parts", "it has more than {0} statements, names and other parts."),
    (r"block '([^']*)' defined twice", "there are two blocks {0}."),
)
_STATEMENTS = (
    "if",
    "elif",
    "else",
    "endif",
    "for",
    "endfor",
    "set",
    "endset",
    "macro",
    "endmacro",
    "call",
    "endcall",
    "include",
    "import",
    "from",
    "block",
    "endblock",
    "extends",
    "filter",
    "endfilter",
    "raw",
    "endraw",
    "with",
    "endwith",
)


def _syntax(message: str, filters: Iterable[str]) -> tuple[str, str, str]:
    """Jinja's complaint of a template's syntax in our words, a hint, and the word that it is about."""
    for pattern, sentence in _SYNTAX:
        match = re.search(pattern, message, re.DOTALL)
        if match is not None:
            hint = ""
            if "filter" in sentence:
                hint = did_you_mean(match[1], filters)
            elif "statement {0}" in sentence:
                near = nearest(match[1], _STATEMENTS)
                closed = re.search(r"block that needs to be closed is '([^']*)'", message)
                if near == match[1]:
                    sentence = "{0} is not allowed here."
                hint = f"The {closed[1]} before it is not closed." if closed and near in (None, match[1]) else ""
                hint = hint or (f"Did you mean {near}?" if near not in (None, match[1]) else "")
            if sentence == _STRAY and match[1] in _ENDS:
                sentence = _LACKING
            tokens = _TOKENS if sentence in (_STRAY, _LACKING, _NO_VALUE) else {}
            groups = [tokens.get(group, group) for group in match.groups()]
            first = (match[1] or "") if match.groups() else ""
            word = first if first.isidentifier() and first not in tokens else ""
            return f"the template is broken: {sentence.format(*groups)}", hint, word
    return "the template is broken here.", "", ""


_TOKENS = {
    "end of print statement": "the end of the value, }}",
    "end of statement block": "the end of the statement, %}",
    "integer": "a number",
    "float": "a number",
    "string": "a text",
}
"""What Jinja calls a thing that is no word, in words."""
_ENDS = ("end of print statement", "end of statement block")


def _forbidden(fault: Exception) -> str:
    """The attribute that may not be read; empty for any other fault."""
    match = re.search(r"access to attribute '([^']*)'", str(fault)) if isinstance(fault, SecurityError) else None
    return match[1] if match else ""


def _reason(fault: Exception) -> str:
    """The reason why a template cannot be filled in, without Python's jargon."""
    if isinstance(fault, SecurityError):
        unsafe = _forbidden(fault)
        called = "not safely callable" in str(fault)
        return f"{unsafe} is not allowed" if unsafe else "this call is not allowed" if called else str(fault)
    if isinstance(fault, RecursionError):
        return "a template or macro calls itself endlessly"
    if isinstance(fault, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(fault, MemoryError | OverflowError):
        return "a value grows too large"
    if isinstance(fault, OSError):
        return "a file cannot be read"
    if isinstance(fault, UnicodeError):
        return "it outputs half a character, like \\ud800"
    if isinstance(fault, ValueError) and "is not a colour" in str(fault):
        return str(fault)
    return "a value is of the wrong type"


def _column(path: str, line: int, word: str) -> int:
    """The column of a word in a line of a file, 1 when it is not there."""
    if not word or line < 1:
        return 1
    try:
        text = Path(path).read_text(encoding="utf-8-sig").split("\n")[line - 1]
    except (OSError, IndexError, UnicodeDecodeError):
        return 1
    match = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    return match.start() + 1 if match else 1
