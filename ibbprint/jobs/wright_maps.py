"""Maps from wright-kit and for it: the files of its mouse editor become a map of ours, and the other way round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.jobs import fields
from ibbprint.jobs.fields import Named, OptionRecord
from ibbprint.jobs.reporting import Result
from ibbprint.problems import BadRequest, Report, Where

if TYPE_CHECKING:
    from ibbprint.catalogue.map_kinds import MapKinds
    from ibbprint.catalogue.models.maps import Map
    from ibbprint.catalogue.source import Source
    from ibbprint.catalogue.wright_import import Imported

FORMATS = ("wright",)
LEFT_BEHIND = ("note", "scale", "starts", "beside", "margins", "picture", "hex_mm", "around")
"""Fields of a map that are about the printed sheet, for which the format has no place."""


@dataclass(frozen=True, eq=False)
class ImportOrder(OptionRecord):
    """The order for a map that is imported."""

    folder: Named = field(
        metadata=fields.argument(Named, words=str, metavar="DIR", help="The folder with the files of the map.")
    )


@dataclass(frozen=True, eq=False)
class ExportOrder(OptionRecord):
    """The order for a map that is exported."""

    file: Named = field(
        metadata=fields.argument(Named, words=str, metavar="FILE", help="A map file of a game of your own.")
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ImportedMap(Result):
    """A map that was imported; nothing where something is wrong, which is in the report."""

    map: Imported | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExportedMap(Result):
    """The files of a map that was exported, by their names, and the fields of the map that are not in them."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    left: tuple[str, ...] = ()


def imported_map(order: ImportOrder) -> ImportedMap:
    """Read the files of a folder. Raises BadRequest where there is no such folder."""
    from ibbprint.catalogue.source import is_folder, parse_yaml
    from ibbprint.catalogue.wright_import import imported

    folder, report = Path(str(order.folder)), Report()
    if not is_folder(folder):
        raise BadRequest(f"{folder} is not a folder.", "Name the folder with hexgrid.json or nodes.json.")
    result = imported(folder, report)
    if result is None:
        return ImportedMap(report)
    findings = Report()
    source = parse_yaml(result.text, f"{result.id}.yaml", findings)
    if source is not None:
        _board(source, folder, findings)
    for problem in findings.errors:  # whatever else our maps do not allow: the places are those of the map that is made
        report.add(problem)
    return ImportedMap(report, result if report.ok else None)


def written_map(result: ImportedMap, target: Path, force: bool) -> Path | None:
    """Write the map as a file, or as a new folder that prints it; None with the reason in the report.

    Raises BadRequest for a file that is there already.
    """
    from ibbprint.catalogue.source import is_there
    from ibbprint.press.output import write_folder, write_whole

    assert result.map is not None
    if target.suffix in (".yaml", ".yml"):
        if not force and is_there(target):
            hint = "Name another with -o, or overwrite it with --force."
            raise BadRequest(f"{target} already exists.", hint, "--output")
        return target if write_whole(target, result.map.text.encode(), result.report) else None
    folder = target if target != Path() else Path(result.map.id)
    return folder if write_folder(folder, result.map.files(), result.report) else None


def exported_map(order: ExportOrder) -> ExportedMap:
    """The files of a map."""
    from ibbprint.catalogue.maps import HexMap
    from ibbprint.catalogue.region_maps import PlaceMap
    from ibbprint.catalogue.source import read_yaml
    from ibbprint.catalogue.wright_export import exported_hexes, exported_points

    path, report = Path(str(order.file)), Report()
    source = read_yaml(path, report)
    board = None if source is None else _board(source, path.parent, report)
    if not isinstance(board, HexMap | PlaceMap) or not report.ok:
        return ExportedMap(report)
    files = exported_hexes(board, report) if isinstance(board, HexMap) else exported_points(board, report)
    left_behind = tuple(name for name in LEFT_BEHIND if getattr(board.model, name, None))
    numbers = getattr(board.model, "numbers", None)
    is_renumbered = (numbers is not None and numbers.first != "0000") or (isinstance(board, HexMap) and numbers is None)
    return ExportedMap(
        report,
        files or {},
        (*left_behind, *(["numbers: its hexes are called 0000, 0001 ..."] if is_renumbered else [])),
    )


def _board(source: Source, folder: Path, report: Report) -> object | None:
    """The map of a file that is sound by itself, whatever its kinds are; None with the faults in the report."""
    from ibbprint.catalogue.map_checks import check_map
    from ibbprint.catalogue.maps import map_in
    from ibbprint.catalogue.region_maps import is_region_map, read_place_map
    from ibbprint.catalogue.wright_export import refuse_layout

    if is_region_map(source.data):
        data = source.data["map"]
        entries = [item for name in ("areas", "points") for item in data.get(name) or () if isinstance(item, dict)]
        links = data.get("links")
        of_links = [item for item in links if isinstance(item, dict)] if isinstance(links, list) else []
        terrains = {str(item["ground"]) for item in entries if "ground" in item} | {str(data.get("around"))}
        kinds = _kinds(lines=[str(item["kind"]) for item in of_links if "kind" in item])

        def no_tables(name: str, where: Where) -> list[Source]:
            message = f"the links are in the table {name}, which is not exported."
            report.error(where, "map:wright", message, "Write them into the map: links: [{from: a, to: b}].")
            return []

        if data.get("space") != "points":
            report.error(source.where("map", "space"), "map:wright", "wright-kit has no areas, only hexes and points.")
            return None
        return read_place_map(source, folder / "map.yaml", terrains, kinds, no_tables, report)
    read = map_in(source, report, renumbered=True)
    if read is None:
        return None
    model: Map = read[0]
    if model.space == "squares" or not model.terrain:
        refuse_layout(model, source, report)
        return None
    kinds = _kinds(sides=list(model.hexsides), lines=list(model.lines), places=list(model.places))
    terrains = {item for item in model.legend.values() if item != "none"}
    return check_map(model, source, terrains, report, kinds)


def _kinds(*, sides: Sequence[str] = (), lines: Sequence[str] = (), places: Sequence[str] = ()) -> MapKinds:
    """Kinds of these ids, with any look."""
    from ibbprint.catalogue.map_kinds import LINES, PLACES, SIDES, MapKinds, Site, Way
    from ibbprint.materials.looks import Mark, Stroke

    return MapKinds(
        {**{id: Way(id, id, Stroke("wall")) for id in sides}, **SIDES},
        {**{id: Way(id, id, Stroke("road")) for id in lines}, **LINES},
        {**{id: Site(id, id, Mark("dot")) for id in places}, **PLACES},
    )
