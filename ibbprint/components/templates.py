"""The template engine: Jinja2 in a sandbox, with the place of every SVG element kept.

A template sees the values of its record, `style`, and the functions listed in `FUNCTIONS`; an unknown name is an error.
Templates from a pack come before the game's, those before the shared ones. None may lead out of its folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from ibbprint.components.style import Style
from ibbprint.drawing import fonts
from ibbprint.drawing.colour import contrast, ink, mix
from ibbprint.problems import Report, Where, did_you_mean, nearest

MAX_TEMPLATE_BYTES = 500_000
MAX_RANGE = 5_000
MAX_TEXT = 2_000_000

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
    if len(made) > MAX_RANGE:
        raise SecurityError(f"a range of more than {MAX_RANGE} numbers")
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


class _Sandbox(SandboxedEnvironment):
    """No attribute that starts with an underscore, no huge power or repetition."""

    intercepted_binops = frozenset(["**", "*"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and (abs(left) > 1000 or abs(right) > 20):
            raise SecurityError("the power is too large")
        if operator == "*" and (isinstance(left, str | list) or isinstance(right, str | list)):
            size = len(left) * right if isinstance(left, str | list) else left * len(right)
            if size > MAX_RANGE:
                raise SecurityError("the repetition is too large")
        return super().call_binop(context, operator, left, right)


class Templates:
    """The templates of some folders, the first folder first."""

    def __init__(self, folders: Sequence[Path], style: Style, report: Report) -> None:
        self.folders = tuple(folders)
        self.style = style
        self.report = report
        self.files: list[str] = []
        self._loaded: dict[str, Loaded | None] = {}
        self.drawn = self._environment(autoescape=True)
        self.written = self._environment(finalize=markdown_safe)

    def _environment(self, **more: Any) -> _Sandbox:
        made = _Sandbox(
            loader=jinja2.FunctionLoader(self._source),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            **more,
        )
        made.globals.clear()
        made.globals.update(FUNCTIONS, style=self.style)
        return made

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
            if ".." not in Path(name).parts and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
        return None

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self.path(name)
        if path is None:
            return None
        raw = path.read_bytes()
        if len(raw) > MAX_TEMPLATE_BYTES:
            raise SecurityError(f"{name} is larger than {MAX_TEMPLATE_BYTES // 1000} kB")
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        if name.endswith(".svg.j2"):
            text = self._with_places(text, str(path))
        return text, str(path), lambda: True

    def _with_places(self, text: str, shown: str) -> str:
        """Each start tag with a `data-at`, so that a fault in what is drawn leads back to the template."""
        index = len(self.files)
        self.files.append(shown)
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
                asked_at, "draw:template", f"there is no template {name}.", did_you_mean(name, self.names())
            )
            return None
        environment = self.written if name.endswith(".md.j2") else self.drawn
        try:
            return Loaded(name, environment.get_template(name))
        except (jinja2.TemplateError, SecurityError, UnicodeDecodeError, RecursionError) as fault:
            self._tell(fault, name)
            return None

    def render(self, loaded: Loaded, values: Mapping[str, Any]) -> str | None:
        """The text of a template with these values, or None with the fault in the report."""
        try:
            parts: list[str] = []
            size = 0
            for part in loaded.template.generate(values):
                parts.append(part)
                size += len(part)
                if size > MAX_TEXT:
                    raise SecurityError(f"the text is longer than {MAX_TEXT // 1_000_000} MB")
            return "".join(parts)
        except Exception as fault:  # noqa: BLE001  # a template runs a stranger's expressions: any fault is his file's
            self._tell(fault, loaded.name, values)
            return None

    def _tell(self, fault: Exception, name: str, values: Mapping[str, Any] | None = None) -> None:
        path = str(self.path(name) or name)
        line = 0
        message = str(fault).strip() or type(fault).__name__
        if isinstance(fault, jinja2.TemplateSyntaxError):
            line = fault.lineno
            path = fault.filename or path
        else:
            trace = fault.__traceback__
            while trace is not None:
                file = trace.tb_frame.f_code.co_filename
                if file.endswith(".j2"):
                    path, line = file, trace.tb_lineno
                trace = trace.tb_next
        rule, hint, column = "draw:template", "", 1
        if isinstance(fault, jinja2.UndefinedError):
            rule = "draw:name"
            word = re.search(r"'([^']*)' is undefined|has no attribute '([^']*)'", message)
            missing = (word[1] or word[2]) if word else ""
            message = f"the name {missing} is not known here." if missing else message
            known = [*(values or {}), *FUNCTIONS, "style"]
            hint = did_you_mean(missing, known) if nearest(missing, known) else _attribute_hint(fault)
            column = _column(path, line, missing)
        elif isinstance(fault, jinja2.TemplateNotFound):
            message = f"there is no template {fault.name}."
            hint = did_you_mean(str(fault.name), self.names())
            column = _column(path, line, str(fault.name))
        elif isinstance(fault, jinja2.TemplateSyntaxError):
            message = f"the template is broken: {message.rstrip('.')}."
        else:
            message = f"the template cannot be filled in: {message.rstrip('.')}."
        self.report.error(Where(path, line or 1, column), rule, message, hint)


def _attribute_hint(fault: jinja2.UndefinedError) -> str:
    message = str(fault)
    return "Look at the page of names that templates may use." if message else ""


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
