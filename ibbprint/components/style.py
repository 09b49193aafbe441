"""The style file: colours and type sizes for every face, card and sheet. A pack's is laid over the shipped one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ibbprint.catalogue.models import Colour, Id
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.problems import Report

FILE_NAME = "style.yaml"
Points = Annotated[float, Field(ge=5, le=72)]


class Livery(Model):
    """An army's look: `fill` covers the counter, `panel` lies behind the symbol, `band` behind the name.

    The panel's `corners` tell armies apart without colour; `device` is the charge on their backs.
    """

    fill: Colour
    panel: Colour
    band: Colour
    device: Id
    corners: Literal["square", "cut", "scoop", "step", "round"] = "square"


class Style(Model):
    """What `style.yaml` holds. Sizes in points, colours as #rrggbb."""

    ink: Colour
    paper: Colour
    muted: Colour
    rule: Colour
    tint: Colour
    accent: Colour
    cup: Colour
    liveries: dict[Id, Livery]
    qualities: dict[str, Colour]
    markers: dict[Id, Colour]
    segments: dict[Id, Colour]
    type: dict[Id, Points]


class StyleFile(Model):
    """The file `style.yaml`."""

    style: Style


def read_style(folders: Sequence[Path], report: Report) -> Style | None:
    """The style from the first-named folder laid over the later ones, or None with errors in the report."""
    merged: Any = {}
    sources: list[Source] = []
    for folder in reversed(folders):
        path = folder / FILE_NAME
        if path.is_file():
            source = read_yaml(path, report)
            if source is None:
                return None
            sources.append(source)
            merged = _over(merged, source.data)
    if not sources:
        return None
    # Faults are told at the topmost file that can hold them.
    made = build(StyleFile, sources[-1], (), merged, report)
    return None if made is None else made.style


def _over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}
    return above
