"""The style file: colours and type sizes for every face, card and sheet. A pack's is laid over the shipped one."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from ibbprint.catalogue.models import Colour, Id
from ibbprint.catalogue.source import Pile, Source, inside, is_file, is_there, read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.problems import Report, Where, did_you_mean

FILE_NAME = "style.yaml"
MAP_LOOKS = ("atlas", "schematic")
"""The ways in which a map can be drawn."""
Points = Annotated[float, Field(ge=5, le=72)]


def _asks_for_nothing(schema: dict[str, Any]) -> None:
    """A pack's style is laid over the shipped one, so that none of it must be there."""
    schema.pop("required", None)


class Livery(Model):
    """An army's look: `fill` covers the counter, `panel` lies behind the symbol, `band` behind the name.

    The panel's `corners` tell armies apart without colour; `device` is the charge on their backs.
    """

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

    fill: Colour
    panel: Colour
    band: Colour
    device: Id
    corners: Literal["square", "cut", "scoop", "step", "round"] = "square"


class GroundStyle(Model):
    """A ground of the map: its fill, the tone along its edge, the light and dark of what is drawn on it."""

    fill: Colour
    edge: Colour
    light: Colour
    dark: Colour


class WaterStyle(Model):
    """Water of the map: its fill, its banks, the light lines in it, the shore along it."""

    fill: Colour
    bank: Colour
    light: Colour
    shore: Colour


class RoadStyle(Model):
    """Roads of the map and the decks of bridges."""

    fill: Colour
    casing: Colour
    deck: Colour


class MapStyle(Model):
    """The look of maps. `number_size` in points counts for a hex of 20 mm; a number is never under 5 points."""

    sheet: Colour
    frame: Colour
    ink: Colour
    hex_line: Colour
    board_edge: Colour
    number: Colour
    number_size: Points
    grounds: dict[Id, GroundStyle]
    water: WaterStyle
    road: RoadStyle


class Style(Model):
    """What `style.yaml` holds. Sizes in points, colours as #rrggbb."""

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

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
    map: MapStyle
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
        if is_there(path):
            if not inside(folder, path):
                report.error(Where(str(path)), "read:pack", "this file leads out of its pack.", "Copy it in.")
                return None
            source = read_yaml(path, report)
            if source is None:
                return None
            sources.append(source)
            merged = _over(merged, source.data)
    if not sources:
        return None
    # A fault is told in the topmost file that has the value at fault.
    pile = Pile(sources[::-1], merged)
    made = build(StyleFile, pile, (), merged, report)
    if made is None:
        return None
    for name, livery in made.style.liveries.items():
        if not any(is_file(folder / "symbols" / f"{livery.device}.svg") for folder in folders):
            known = {path.stem for folder in folders for path in (folder / "symbols").glob("*.svg")}
            where = pile.where("style", "liveries", name, "device")
            message = f"there is no symbol {livery.device!r}."
            report.error(where, "draw:symbol", message, did_you_mean(livery.device, known))
    return made.style


def _over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}
    return above
