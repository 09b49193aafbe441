"""The templates: files of Jinja2 in folders, filled in within a sandbox, with the place of every SVG element kept.

Templates from a pack come before the game's, those before the shared ones. None may lead out of its folder.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, new_context

from ibbprint.catalogue.source import decode, inside, is_there, read_bytes, why_no_file
from ibbprint.components.faces.sandbox import Sandbox
from ibbprint.components.faces.template_cache import KeptTemplates
from ibbprint.components.faces.template_faults import Teller, flat
from ibbprint.components.faces.template_functions import markdown_safe
from ibbprint.components.faces.tracing import Hole, Needed, Tracing
from ibbprint.components.faces.work import Steps
from ibbprint.components.style import Style
from ibbprint.materials import NONE, FaceValues, by_name, more_of
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where, did_you_mean

MAX_TEMPLATE_BYTES = 500_000
MAX_TEMPLATES_BYTES = 2_000_000
"""The most that is read of templates in one run; the shipped ones have less than a tenth of it."""
MAX_TEXT = 2_000_000
FACE_BLEED = 2.5
"""How far the ground of a face runs past the trim unless more is asked for, mm at the size that it is drawn for."""
CHARACTERS_A_STEP = 8
"""How much of the finished text goes for a step, beside what its making took."""
PARTS_AT_ONCE = 50
"""After so many parts of a text its length is looked at."""

# Statements, expressions and comments are passed over; an element's start tag gets its place. What is not closed goes
# on to the end, so that no text is looked through more than once.
_OURS = r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<([A-Za-z][\w.-]*)(?=[\s/>])"
_TAG = regex(r"\{%.*?(?:%\}|\Z)|\{\{.*?(?:\}\}|\Z)|\{#.*?(?:#\}|\Z)|" + _OURS, re.DOTALL)
_TAG_OF_SVG = regex(_OURS, re.DOTALL)


class Loaded(NamedTuple):
    """A template as Jinja compiled it."""

    name: str
    template: jinja2.Template


class _Reported(Exception):
    """A file that cannot be read; the report says why."""


def marked(text: str, index: int, *, template: bool = True) -> str:
    """Each start tag with a `data-at`, so that a fault in what is drawn leads back to file number `index`.

    The text is a `template`, or else the drawing itself. A `data-at` that stands in it already is none of ours.
    """
    text = text.replace("data-at", "data-aT")
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    line = 0

    def mark(match: re.Match[str]) -> str:
        nonlocal line
        if match[1] is None:
            return match[0]
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        return f'{match[0]} data-at="{index}:{line + 1}:{match.start() - starts[line] + 1}"'

    return (_TAG if template else _TAG_OF_SVG).sub(mark, text)


class Templates:
    """The templates of some folders, the first folder first.

    `stands_in` tells that the style is in the place of one that is faulty: what it lacks is not held against anybody.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        style: Style,
        report: Report,
        *,
        places: bool = False,
        bleed: float = FACE_BLEED,
        stands_in: bool = False,
    ) -> None:
        self.places = places
        self.bleed = bleed
        self.folders = tuple(folders)
        self.style = style
        self.report = report
        self.files: list[str] = []
        self._loaded: dict[str, Loaded | None] = {}
        self._teller = Teller(style, report, self.path, self.names, stands_in)
        self._given_up: set[str] = set()
        self._steps = Steps()
        self._bytes_read = 0

    @functools.cached_property
    def drawn(self) -> Sandbox:
        """The sandbox for templates of drawings: values are escaped for XML."""
        return self._sandbox("drawn", autoescape=True)

    @functools.cached_property
    def written(self) -> Sandbox:
        """The sandbox for templates of text: values are escaped for Markdown."""
        return self._sandbox("written", finalize=markdown_safe, whole_lines=True)

    def _sandbox(self, kind: str, **options: Any) -> Sandbox:
        cache = None if self.places else KeptTemplates(kind)
        sandbox = Sandbox(self.style, jinja2.FunctionLoader(self._source), self._steps, bytecode_cache=cache, **options)
        sandbox.globals["bleed"] = self.bleed
        return sandbox

    @functools.cached_property
    def with_places(self) -> Templates:
        """These templates with a `data-at` on every element: slower, used to report a fault at its place."""
        return Templates(self.folders, self.style, Report(), places=True, bleed=self.bleed)

    def names(self) -> list[str]:
        """Every template there is."""
        result: set[str] = set()
        for folder in self.folders:
            result.update(str(p.relative_to(folder)) for p in folder.rglob("*.j2"))
        return sorted(result)

    def path(self, name: str) -> Path | None:
        """The file of a template; None when there is none or when it cannot be read, which is in the report."""
        try:
            return self._find(name)
        except _Reported:
            return None

    def _find(self, name: str) -> Path | None:
        """The file of a template; None when there is none. Raises _Reported when it is there but is not to be read."""
        for folder in self.folders:
            path = folder / name
            if ".." in Path(name).parts or Path(name).is_absolute() or not is_there(path):
                continue
            why = why_no_file(path)
            if why is not None:
                self.report.error(Where(str(path)), "read:file", why)
                raise _Reported
            if inside(folder, path):
                return path
            self.report.error(Where(str(path)), "read:pack", "this template points outside its pack.", "Copy it in.")
            raise _Reported
        return None

    def _source(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self._find(name)
        if path is None:
            return None
        raw = read_bytes(path, str(path), self.report, most=MAX_TEMPLATE_BYTES)
        self._bytes_read += len(raw or b"")
        if self._bytes_read > MAX_TEMPLATES_BYTES:
            message = f"the templates together have more than {MAX_TEMPLATES_BYTES // 1_000_000} MB."
            self.report.error(Where(str(path)), "read:size", message)
            raise _Reported
        text = decode(raw, str(path), self.report) if raw is not None else None
        if text is None:
            raise _Reported
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
        try:
            if self._find(name) is None:
                hint = did_you_mean(name, self.names(), most=0)
                self.report.error(asked_at, "draw:template", f"there is no template {name}.", hint)
                return None
        except _Reported:
            return None
        environment = self.written if name.endswith(".md.j2") else self.drawn
        environment.counter.begin()
        try:
            return Loaded(name, environment.get_template(name))
        except _Reported:
            return None
        except Exception as fault:  # noqa: BLE001  # a stranger's file can upset Jinja and Python's compiler in any way
            self._teller.tell(fault, name)
            return None

    def render(
        self,
        loaded: Loaded,
        values: FaceValues,
        origins: Mapping[str, Where] | None = None,
        size: tuple[float, float] | None = None,
    ) -> str | None:
        """The text of a template with these values, or None with the fault in the report.

        `origins` says where values were written, for a name that came with them. `size` is that of a face, mm: its
        template reads it as `width` and `height`, unless the values have such names.
        """
        if loaded.name in self._given_up:
            return None
        template = loaded.template
        assert isinstance(template.environment, Sandbox)
        template.environment.counter.begin()
        try:
            parts: list[str] = []
            length = 0
            context = _context(template, values, size)
            try:
                rendering = template.root_render_func(context)
                while chunk := list(islice(rendering, PARTS_AT_ONCE)):
                    parts += chunk
                    long = sum(map(len, chunk))
                    length += long
                    template.environment.spend(long // CHARACTERS_A_STEP)
                    if length > MAX_TEXT:
                        raise SecurityError(f"the text is longer than {MAX_TEXT // 1_000_000} MB")
            except Exception:  # noqa: BLE001  # told again with the lines of the template
                template.environment.handle_exception()
            text = "".join(parts)
            if not text.isascii():
                text.encode()  # raises for half a character, as `'\ud800'` is
            return text
        except _Reported:
            return None
        except Exception as fault:  # noqa: BLE001  # a template runs a stranger's expressions: any fault is his file's
            also = [*more_of(values), *_measures(size), *(["bleed"] if size is not None else [])]
            self._teller.tell(fault, loaded.name, by_name(values), origins, also)
            if isinstance(fault, SecurityError | RecursionError):  # it may have taken long: once is enough
                self._given_up.add(loaded.name)
            return None

    def traced(
        self, loaded: Loaded, values: FaceValues, size: tuple[float, float], holes: Mapping[str, Hole]
    ) -> tuple[str, int]:
        """The text of a template with the marks of holes in the place of values of these names, and its steps.

        Raises Needed where the template does more with them, and whatever else is wrong with it.
        """
        if loaded.name in self._given_up:
            raise Needed
        template = self._tracing.get_template(loaded.name)
        counter = self._tracing.counter
        counter.begin()
        text = "".join(template.root_render_func(_context(template, values, size, holes)))
        return text, counter.granted - counter.remaining

    @functools.cached_property
    def _tracing(self) -> Tracing:
        return Tracing(self.style, self.drawn)

    def paid(self, steps: int, length: int) -> bool:
        """Spend the steps of a face drawn without its template; False where that exceeds the budget."""
        counter = self.drawn.counter
        counter.begin()
        if length > MAX_TEXT or steps > counter.remaining:
            return False
        counter.spend(steps)
        return True


def _context(
    template: jinja2.Template, values: FaceValues, size: tuple[float, float] | None, holes: Mapping[str, Any] = NONE
) -> Context:
    variables = {**template.environment.globals, **_measures(size), **more_of(values), **by_name(values), **holes}
    return new_context(template.environment, template.name, template.blocks, variables, shared=True)


def _measures(size: tuple[float, float] | None) -> dict[str, float]:
    return {} if size is None else {"width": size[0], "height": size[1]}


__all__ = ["Loaded", "Templates", "flat", "marked"]
