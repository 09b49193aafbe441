"""Faces: a record's template filled in and read as a drawing. Equal faces are made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ibbprint.components.templates import Templates
from ibbprint.drawing.shapes import Drawing
from ibbprint.drawing.svg_reader import Fault, read_svg
from ibbprint.problems import Report, Where

MAX_SYMBOL_BYTES = 200_000


class Symbols:
    """The symbols of some template folders (`symbols/NAME.svg`), each read once."""

    def __init__(self, folders: Sequence[Path], report: Report) -> None:
        self.folders = [folder / "symbols" for folder in folders]
        self.report = report
        self._read: dict[str, Drawing | None] = {}

    def names(self) -> list[str]:
        return sorted({path.stem for folder in self.folders if folder.is_dir() for path in folder.glob("*.svg")})

    def __call__(self, name: str) -> Drawing | None:
        """The symbol, or None when there is none of this name."""
        if name not in self._read:
            self._read[name] = self._find(name)
        return self._read[name]

    def _find(self, name: str) -> Drawing | None:
        if not name.replace("-", "").replace("_", "").isalnum():
            return None
        for folder in self.folders:
            path = folder / f"{name}.svg"
            if not path.is_file():
                continue
            shown = str(path)
            if not path.resolve().is_relative_to(folder.parent.resolve()):
                self.report.error(Where(shown), "read:pack", "this symbol leads out of its pack.", "Copy it in.")
                return Drawing(1, 1)
            if path.stat().st_size > MAX_SYMBOL_BYTES:
                self.report.error(
                    Where(shown), "read:size", f"the symbol is larger than {MAX_SYMBOL_BYTES // 1000} kB."
                )
                return Drawing(1, 1)
            try:
                text = path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.report.error(Where(shown), "read:encoding", "the symbol is not UTF-8 text.")
                return Drawing(1, 1)
            drawing, faults = read_svg(text, symbols=self)
            for fault in faults:
                where = Where(shown, fault.line, fault.column)
                self.report.error(where, fault.rule, fault.message, fault.hint)
            return drawing if drawing.width else Drawing(1, 1)
        return None


class Faces:
    """Makes drawings from templates and values; equal results are one drawing, so that the PDF holds them once."""

    def __init__(self, templates: Templates, symbols: Symbols, report: Report) -> None:
        self.templates = templates
        self.symbols = symbols
        self.report = report
        self._made: dict[tuple[str, float, float], Drawing] = {}
        self.texts: dict[str, None] = {}
        """Every different face as SVG text, in the order of making: what a kit's hash is taken from."""

    def face(
        self,
        template: str,
        values: Mapping[str, Any],
        size: tuple[float, float],
        origins: Mapping[str, Where],
    ) -> Drawing | None:
        """The drawing of a face of `size` mm, or None with the faults in the report."""
        asked_at = origins.get("", Where(template))
        loaded = self.templates.load(template, asked_at)
        if loaded is None:
            return None
        text = self.templates.render(loaded, values)
        if text is None:
            return None
        key = (text, *size)
        drawing = self._made.get(key)
        if drawing is None:
            drawing, faults = read_svg(text, symbols=self.symbols, size=size)
            for fault in faults:
                self._tell(fault, template, values, origins)
            if faults:
                return None
            self._made[key] = drawing
            self.texts[text] = None
        return drawing

    def _tell(self, fault: Fault, template: str, values: Mapping[str, Any], origins: Mapping[str, Where]) -> None:
        """A fault of a value is told where the value was written, any other where the element stands."""
        where = self.templates.place(fault.at) or Where(template, fault.line, fault.column)
        message = fault.message
        if fault.content:
            named = sorted(
                (
                    name
                    for name in origins
                    if name and str(values.get(name, "")) and _holds(fault.content, values[name])
                ),
                key=lambda name: -len(str(values[name])),
            )
            if named:
                where = origins[named[0]]
            elif "" in origins and fault.rule in ("draw:fit", "draw:glyph"):
                where = origins[""]
        self.report.error(where, fault.rule, message, fault.hint)


def _holds(content: str, value: Any) -> bool:
    return isinstance(value, str | int) and str(value) in content
