"""The style file: colours and type sizes for every face, card and sheet. A pack's is laid over the shipped one.

A palette, `palettes/NAME.yaml` in a template folder, is a part of a style by another name: it is laid over all of them.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, PrivateAttr

from ibbprint.catalogue.models import Colour, Id
from ibbprint.catalogue.source import Pile, Source, inside, is_file, is_there, read_bytes, read_yaml
from ibbprint.catalogue.validate import Model, build, empty_dict, empty_list
from ibbprint.components.typefaces import ROLES, USUAL, Typography, listed, read_families, typography_of
from ibbprint.drawing.colour import WHITE, contrast, mix
from ibbprint.drawing.families import SHIPPED, Families, UnknownFamily, Wish
from ibbprint.drawing.rasters import Tone
from ibbprint.materials.looks import Stroke, Tones
from ibbprint.problems import Report, Where, did_you_mean

FILE_NAME = "style.yaml"
PALETTES = "palettes"
"""The folder of the palettes among the templates."""
MAP_LOOKS = ("atlas", "schematic")
"""The ways in which a map can be drawn."""
INKS = ("full", "low", "grey")
"""How much ink is used: all of it, little, or black alone."""
MOST_PROFILE_BYTES = 8_000_000
"""Bytes of an ICC profile; those of printing conditions have up to 3 million."""
MARKS_CONTRAST = 3.0
"""How far marks that are not text must stand out from their ground (WCAG 2)."""
Points = Annotated[float, Field(ge=5, le=72)]
Share = Annotated[float, Field(ge=0, le=1)]
NamesOfFamilies = (
    Annotated[str, Field(max_length=200)] | Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=10)]
)
Percent = Annotated[int, Field(ge=0, le=100)]
Line = Annotated[str, Field(min_length=1, max_length=200)]


def _asks_for_nothing(schema: dict[str, Any]) -> None:
    """A pack's style is laid over the shipped one, so that none of it must be there."""
    schema.pop("required", None)


class Typefaces(Model):
    """The families that texts, headings and the names on maps are set in: one, or a list for what the first lacks."""

    texts: NamesOfFamilies = ""
    headings: NamesOfFamilies = ""
    maps: NamesOfFamilies = ""


def _with_families(schema: dict[str, Any]) -> None:
    schema["properties"] = Typefaces.model_json_schema()["properties"]


class Livery(Model):
    """An army's look: `fill` covers the counter, `panel` is behind the symbol, `band` behind the name.

    The panel's `corners` identify armies without colour; `device` is the charge on their backs.
    """

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

    fill: Colour
    panel: Colour
    band: Colour
    device: Id
    corners: Literal["square", "cut", "scoop", "step", "round"] = "square"


class GroundStyle(Model):
    """A ground of the map: its fill, the tone along its edge, the light and dark colours of stamps on it."""

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


class LowInk(Model):
    """The white that is mixed into areas when little ink is wanted. Small things keep their colour.

    `map` is for the ground of maps, `marks` for the trees and peaks that are drawn on it. `pictures` are those of
    pixels.
    """

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

    counters: Share = 0.75
    markers: Share = 0.75
    map: Share = 0.8
    marks: Share = 0.35
    sheets: Share = 0.5
    pictures: Share = 0.4


class LineStyle(Model):
    """A line along or through hexes, mm on a hex of 20 mm; see `StrokeLook` of the files that maps are made of."""

    colour: Colour
    casing: Colour | None = None
    width: Annotated[float, Field(gt=0, le=20)] = 1.0
    dash: list[Annotated[float, Field(gt=0, le=20)]] = Field(default_factory=empty_list)
    ticks: Annotated[float, Field(ge=0, le=10)] = 0
    one_sided: bool = False
    stamp: Annotated[str, Field(max_length=60)] = ""
    every: Annotated[float, Field(ge=0.5, le=40)] = 2.4


class MapStyle(Model):
    """The look of maps. `lines` are what runs along and through hexes, by look, `mark` is the colour of places.

    `number_size` in points counts for a hex of 20 mm; a number is never under 5 points."""

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
    lines: dict[Id, LineStyle]
    mark: Colour
    goal: Colour
    _low: LowInk | None = PrivateAttr(default=None)
    _lettering: Mapping[str, str] | None = PrivateAttr(default=None)

    @property
    def lettering(self) -> Mapping[str, str] | None:
        """The styles of names by what they name, where a game has its own for maps."""
        return self._lettering

    def face(self, style: str) -> str:
        """A shipped style, with a game's own fonts for the characters that it lacks."""
        return (self._lettering or {}).get(style, style)

    def ground_of(self, tones: Tones) -> GroundStyle:
        """The style of a ground with its own colours, pale where little ink is wanted."""
        low = self._low or LowInk(map=0, marks=0)
        return GroundStyle(
            fill=_pale(tones.fill, low.map),
            edge=_pale(tones.edge, low.map),
            light=_pale(tones.light, low.marks),
            dark=_pale(tones.dark, low.marks),
        )

    def line_of(self, stroke: Stroke) -> LineStyle:
        """A line as a map draws it: what its record leaves open is as in the look that it is like."""
        base = self.lines.get(stroke.like)
        fields = {
            "colour": stroke.colour or None,
            "casing": stroke.casing or None,
            "width": stroke.width,
            "dash": None if stroke.dash is None else list(stroke.dash),
            "ticks": stroke.ticks,
            "one_sided": stroke.one_sided,
            "stamp": stroke.stamp,
            "every": stroke.every,
        }
        stated = {name: value for name, value in fields.items() if value is not None}
        return LineStyle(**stated) if base is None else base.model_copy(update=stated)


class PrintShop(Model):
    """The data for a print shop: the printing condition, the most ink on one spot in percent, the bleed in mm.

    `inks` are cyan, magenta, yellow and black in percent for a colour; a colour without them is converted. `profile`
    is an ICC file beside the style, by which pictures of pixels become inks.
    """

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

    condition: Line = "FOGRA39"
    words: Line = "Offset printing on coated paper, 115 g/m2, according to ISO 12647-2:2004 (FOGRA39)"
    registry: Line = "http://www.color.org"
    most_ink: Annotated[int, Field(ge=100, le=400)] = 240
    bleed: Annotated[float, Field(ge=0, le=10)] = 3
    inks: dict[Colour, Annotated[list[Percent], Field(min_length=4, max_length=4)]] = Field(default_factory=empty_dict)
    profile: Annotated[str, Field(max_length=100)] = Field("", exclude=True)
    _profile: bytes = PrivateAttr(default=b"")

    @property
    def icc(self) -> bytes:
        """The profile; empty where there is none."""
        return self._profile


class Style(Model):
    """The contents of `style.yaml`. Sizes in points, colours as #rrggbb."""

    model_config = ConfigDict(json_schema_extra=_asks_for_nothing)

    ink: Colour
    paper: Colour
    muted: Colour
    rule: Colour
    tint: Colour
    accent: Colour
    cup: Colour
    liveries: dict[Id, Livery]
    formations: dict[Id, Colour]
    qualities: dict[str, Colour]
    markers: dict[Id, Colour]
    segments: dict[Id, Colour]
    results: dict[Id, Colour]
    map: MapStyle
    type: Annotated[dict[Id, Points], Field(json_schema_extra=_with_families)]
    """Sizes in points by what they are for. Its file also names `Typefaces` here."""
    # Only some printouts need these, so that they are no part of the others' hash.
    backs: Literal["white", "full"] = Field("white", exclude=True)
    nato: dict[Id, Colour] = Field(default_factory=empty_dict, exclude=True)
    """What fills the frames of NATO symbols, by affiliation."""
    low_ink: LowInk = Field(default_factory=LowInk, exclude=True)
    print_shop: PrintShop = Field(default_factory=PrintShop, exclude=True)
    # How far pictures of pixels are stretched to the whole range from black to white: for palettes.
    picture_contrast: Share = Field(0.0, exclude=True)
    _low: bool = PrivateAttr(default=False)
    _families: Families = PrivateAttr(default=SHIPPED)
    _typography: Typography = PrivateAttr(default=USUAL)

    @property
    def families(self) -> Families:
        """The fonts that words may be set in."""
        return self._families

    @property
    def typography(self) -> Typography:
        """The styles of texts, headings and maps."""
        return self._typography

    @property
    def tone(self) -> Tone:
        """The way in which pictures of pixels are printed."""
        return Tone(self.low_ink.pictures if self._low else 0.0, self.picture_contrast)


class StyleFile(Model):
    """The file `style.yaml`."""

    style: Style


def read_style(
    folders: Sequence[Path], report: Report, *, palette: str = "", ink: str = "full", backs: str = ""
) -> Style | None:
    """The style from the first-named folder laid over the later ones, or None with errors in the report.

    The `palette` is laid over it, one of `palettes(folders)`. With `ink` low its areas are pale. `backs`, if given, are
    white or full whatever the files say.
    """
    names = [FILE_NAME, *([f"{PALETTES}/{palette}.yaml"] if palette else [])]
    merged: Any = {}
    sources: list[Source] = []
    for name in names:
        read = read_in_folders(folders, name, report)
        if read is None:
            return None
        for source in read:
            sources.append(source)
            merged = _over(merged, source.data if name == FILE_NAME else _of_known(source.data, merged))
    if not sources:
        report.error(Where(FILE_NAME), "read:file", f"no template folder holds a {FILE_NAME}.")
        return None
    # A fault is reported in the topmost file that has the value at fault.
    pile = Pile(sources[::-1], merged)
    merged, type_names = _without_families(merged)
    file = build(StyleFile, pile, (), merged, report)
    if file is None:
        return None
    for name, livery in file.style.liveries.items():
        if not any(is_file(folder / "symbols" / f"{livery.device}.svg") for folder in folders):
            symbols = {path.stem for folder in folders for path in (folder / "symbols").glob("*.svg")}
            where = pile.where("style", "liveries", name, "device")
            message = f"there is no symbol {livery.device!r}."
            report.error(where, "draw:symbol", message, did_you_mean(livery.device, symbols))
    _letter(file.style, type_names, folders, pile, report)
    shop = file.style.print_shop
    for colour, inks in shop.inks.items():
        if sum(inks) > shop.most_ink:
            where = pile.where("style", "print_shop", "inks", colour)
            message = f"the inks of {colour} are {sum(inks)}% together, more than {shop.most_ink}%."
            report.error(where, "print:ink", message, "Lower them, or raise most_ink if your printer takes more.")
    if shop.profile:
        where = pile.where("style", "print_shop", "profile")
        shop._profile = read_profile(shop.profile, Path(where.file).parent, where, report)
    style = file.style.model_copy(update={"backs": backs}) if backs else file.style
    return with_low_ink(style) if ink == "low" else style


def _letter(style: Style, type_names: Any, folders: Sequence[Path], pile: Pile, report: Report) -> None:
    """Find the fonts of the folders, and what `type:` names of them for texts, headings and maps."""
    style._families = families = read_families(folders, report)
    typefaces = build(Typefaces, pile, ("style", "type"), type_names, report) if type_names else None
    if typefaces is None:
        return
    sound = True
    for role, value in [pair for pair in typefaces if pair[1]]:
        for index, name in enumerate([value] if isinstance(value, str) else value):
            try:
                families.style([name], Wish())
            except UnknownFamily as fault:
                step = () if isinstance(value, str) else (index,)
                report.error(pile.where("style", "type", role, *step), "draw:font", f"{fault}.")
                sound = False
    if sound:
        families.fall_back([name for _, value in typefaces for name in listed(value)])
        style._typography = typography_of(dict(typefaces), families)
        style.map._lettering = style._typography.maps


def _without_families(merged: Any) -> tuple[Any, dict[str, Any]]:
    """The data of a style without what its `type` names families for, and that."""
    style = merged.get("style") if isinstance(merged, dict) else None
    sizes = style.get("type") if isinstance(style, dict) else None
    if not isinstance(style, dict) or not isinstance(sizes, dict) or not any(role in sizes for role in ROLES):
        return merged, {}
    rest = {name: value for name, value in sizes.items() if name not in ROLES}
    return {**merged, "style": {**style, "type": rest}}, {role: sizes[role] for role in ROLES if role in sizes}


def with_profile(style: Style, profile: tuple[Path, Where] | None, report: Report) -> Style:
    """The style with the ICC profile that a game names, at the place that names it; the same one without any."""
    if profile is None:
        return style
    path, where = profile
    shop = style.print_shop.model_copy()
    shop._profile = read_profile(path.name, path.parent, where, report)
    return style.model_copy(update={"print_shop": shop})


def read_profile(name: str, folder: Path, where: Where, report: Report) -> bytes:
    """The ICC profile of a name in a folder; None with the fault in the report."""
    path = folder / name
    hint = "Name an ICC profile of a printing condition in four inks, such as those of the ECI (eci.org)."
    if not is_there(path):
        near = did_you_mean(name, (file.name for file in folder.glob("*.ic[cm]")), most=0)
        report.error(where, "print:profile", f"there is no file {name!r} here.", near or hint)
        return b""
    if not inside(folder, path):
        report.error(where, "read:pack", "this file points outside its pack.", "Copy it in.")
        return b""
    raw = read_bytes(path, str(path), report, most=MOST_PROFILE_BYTES)
    if raw is None:
        return b""
    from ibbprint.drawing.plates import is_profile_of_inks  # only a game with a profile pays for it

    if is_profile_of_inks(raw):
        return raw
    report.error(where, "print:profile", f"{name} is not an ICC profile for four inks.", hint)
    return b""


def _band(livery: Livery) -> str:
    """An army's own colour, as much darker as it takes for white marks to be seen on it."""
    shares = (step / 10 for step in range(11))
    tried = [mix(livery.fill, livery.band, share) for share in shares]
    return next((colour for colour in tried if contrast(colour, WHITE) >= MARKS_CONTRAST), livery.band)


def _of_known(palette: Any, style: Any) -> Any:
    """A palette without the armies that the style does not have: games that share it have their own armies."""
    try:
        liveries = style["style"]["liveries"]
        of_palette = palette["style"]
        return {
            **palette,
            "style": {
                **of_palette,
                "liveries": {name: livery for name, livery in of_palette["liveries"].items() if name in liveries},
            },
        }
    except (AttributeError, KeyError, TypeError):  # without armies, or no style at all, which is reported later
        return palette


def palettes(folders: Sequence[Path]) -> list[str]:
    """The names of the palettes in some template folders."""
    return sorted({path.stem for folder in folders for path in (folder / PALETTES).glob("*.yaml")})


def with_low_ink(style: Style) -> Style:
    """The style with pale areas. An army's colour moves from the ground of its counters to the band of their names.

    What stands on a colour is chosen by contrast when it is drawn, so it turns dark by itself.
    """
    low = style.low_ink

    liveries = {
        name: livery.model_copy(
            update={"fill": _pale(livery.fill, low.counters), "panel": WHITE, "band": _band(livery)}
        )
        for name, livery in style.liveries.items()
    }
    grounds = {
        name: ground.model_copy(
            update={
                "fill": _pale(ground.fill, low.map),
                "edge": _pale(ground.edge, low.map),
                "light": _pale(ground.light, low.marks),
                "dark": _pale(ground.dark, low.marks),
            }
        )
        for name, ground in style.map.grounds.items()
    }
    of_map = {
        "sheet": _pale(style.map.sheet, low.map),
        "grounds": grounds,
        "water": style.map.water.model_copy(
            update={"fill": _pale(style.map.water.fill, low.map), "shore": _pale(style.map.water.shore, low.map)}
        ),
        "road": style.map.road.model_copy(update={"fill": _pale(style.map.road.fill, low.map)}),
    }
    pale_map = style.map.model_copy(update=of_map)
    pale_map._low = low
    result = style.model_copy(
        update={
            "liveries": liveries,
            "formations": {name: _pale(colour, low.counters) for name, colour in style.formations.items()},
            "markers": {name: _pale(colour, low.markers) for name, colour in style.markers.items()},
            "cup": _pale(style.cup, low.counters),
            "nato": {name: _pale(colour, low.counters) for name, colour in style.nato.items()},
            "tint": _pale(style.tint, low.sheets),
            "map": pale_map,
        }
    )
    result._low = True
    return result


def _pale(colour: str, share: float) -> str:
    return mix(colour, WHITE, share)


def read_in_folders(folders: Sequence[Path], name: str, report: Report) -> list[Source] | None:
    """The files of a name in template folders, the last folder's first, to be laid over each other.

    None where one cannot be read, with the reason in the report.
    """
    sources: list[Source] = []
    for folder in reversed(folders):
        path = folder / name
        if not is_there(path):
            continue
        if not inside(folder, path):
            report.error(Where(str(path)), "read:pack", "this file points outside its pack.", "Copy it in.")
            return None
        source = read_yaml(path, report)
        if source is None:
            return None
        sources.append(source)
    return sources


def _over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _over(below.get(key), value) for key, value in above.items()}}
    return above
