"""Maps as files of wright-kit, version 1: the hexes of a map with flat tops, or the points of one without a grid.

What the format cannot hold is a fault at its place, by name. Kinds keep their ids; of the layers of `hexsides.json`
the comment says which are lines through hexes, for both are pairs of hexes there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from ibbprint.catalogue.map_lines import is_cell, line_links, side_pairs
from ibbprint.catalogue.maps import HexMap
from ibbprint.catalogue.models.maps import Map
from ibbprint.catalogue.models.regions import PointEntry, RegionMap
from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.catalogue.source import Source
from ibbprint.problems import Report

HEX_PIXELS = 60.0
"""The height of a hex on the blank canvas, pixels: read by the mouse at a hundred per cent."""
PLURALS: Mapping[str, str] = {"river": "rivers", "road": "roads", "rail": "rails", "bridge": "bridges"}
"""The kinds that the format names itself, and its names for them."""
LINES_SAID = "lines through hexes: "
NAME = "name"
"""The kind of place that is nothing but a name in a hex: what names.json holds."""
FILES = ("hexgrid", "terrain", "hexsides", "features", "names")


def code(cell: str) -> str:
    """A hex CCRR as the format names it, whose columns and rows begin at 00."""
    return f"{int(cell[:2]) - 1:02d}{int(cell[2:]) - 1:02d}"


def refuse_layout(model: Map, source: Source, report: Report) -> None:
    """Report what a file says of its map that the format has no word for."""
    where = source.where
    lacking: dict[str, str] = {}
    if model.space == "squares":
        lacking["space"] = "squares"
    elif model.layout == "pointy-top":
        lacking["layout"] = "hexes with pointed tops"
    elif model.shifted == "even":
        lacking["shifted"] = "columns of which the even ones are lower"
    lacking |= {
        name: label
        for name, label in (
            ("half_hexes", "hexes cut in half"),
            ("waters", "rivers through hexes"),
            ("bridges", "bridges in hexes"),
            ("roads", "roads with names"),
            ("areas", "named areas"),
            ("hexside_waters", "rivers with names"),
        )
        if getattr(model, name)
    }
    for name, label in lacking.items():
        hint = "" if name in ("space", "layout", "shifted") else "Leave them out to export the map."
        report.error(where("map", name), "map:wright", f"wright-kit has no {label}.", hint)
    if not model.terrain:
        report.error(where("map"), "map:wright", "wright-kit needs the ground of each hex: terrain is missing.")


def exported_hexes(board: HexMap, report: Report) -> dict[str, bytes] | None:
    """The files of a map of hexes by their names; None with what the format cannot hold in the report."""
    model, grid, before = board.model, board.grid, report.error_count
    refuse_layout(model, board.source, report)
    layers: dict[str, list[dict[str, str]]] = {}
    lines: list[str] = []
    for layer_name in ("hexsides", "lines"):
        for kind, texts in getattr(model, layer_name).items():
            layer = PLURALS.get(kind, kind.replace("-", "_"))
            where = board.source.where("map", layer_name, kind, key=True)
            if kind in PLURALS.values() or not layer[0].isalpha():
                report.error(where, "map:wright", f"a layer of wright-kit cannot be called {kind!r}.", "Rename it.")
                continue
            if layer in layers:
                report.error(
                    where, "map:wright", f"wright-kit has one layer for both kinds called {kind!r}.", "Rename one."
                )
                continue
            lines += [layer] if layer_name == "lines" else []
            pairs: set[tuple[str, str]] = set()
            for index, text in enumerate(texts):
                of_text = side_pairs(grid, text) if layer_name == "hexsides" else line_links(grid, text)
                for a, b in of_text:
                    if not (is_cell(b) and b in grid and a in grid):
                        place = board.source.where("map", layer_name, kind, index)
                        lacking = (
                            "a hexside on the edge of the map"
                            if layer_name == "hexsides"
                            else "a line that leaves the map"
                        )
                        report.error(
                            place, "map:wright", f"wright-kit has no {lacking}.", "Leave it out to export the map."
                        )
                        break
                    pairs.add((min(code(a), code(b)), max(code(a), code(b))))
            layers[layer] = [{"a": a, "b": b} for a, b in sorted(pairs)]
    features, names = _places(board, report)
    if report.error_count > before:
        return None
    comment = {"_comment": LINES_SAID + ", ".join(sorted(lines))} if lines else {}
    radius = HEX_PIXELS / math.sqrt(3)
    size = [math.ceil(radius * (1.5 * model.columns + 0.5)), math.ceil(HEX_PIXELS * (model.rows + 0.5))]
    hexgrid = {
        "grid_version": 1,
        "image_full": size,
        "n_cols": model.columns,
        "n_rows": model.rows,
        "x_intercept_col0": round(radius, 3),
        "col_pitch_x": round(1.5 * radius, 3),
        "y_intercept_row0": HEX_PIXELS / 2,
        "row_pitch_y": HEX_PIXELS,
        "even_col_y_offset": HEX_PIXELS / 2,
    }
    project = {"name": model.title, "imageFull": size, **{name: f"{name}.json" for name in FILES}, "blankLattice": True}
    return {
        "project.json": _json(project),
        "hexgrid.json": _json(hexgrid),
        "terrain.json": _json({"terrain": {code(cell): board.terrain[cell] for cell in sorted(board.terrain)}}),
        "hexsides.json": _json({**comment, **layers}),
        "features.json": _json({"features": features}),
        "names.json": _json({"names": names}),
    }


def _places(board: HexMap, report: Report) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """The places as features, those that are only names by their hexes."""
    features: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    for kind, texts in board.model.places.items():
        for index, text in enumerate(texts):
            cell, _, name = text.partition(" ")
            where = board.source.where("map", "places", kind, index)
            if kind == NAME and (not name or code(cell) in names):
                fault = "a hex without its name" if not name else "two names in one hex"
                report.error(where, "map:wright", f"wright-kit has no {fault}.")
            elif kind == NAME:
                names[code(cell)] = name
            else:
                attrs = {} if name else {"unnamed": True}
                features.append({"code": code(cell), "type": kind, "name": name or kind, "attrs": attrs})
    return features, names


def exported_points(board: PlaceMap, report: Report) -> dict[str, bytes] | None:
    """The files of a map of points by their names; None with what the format cannot hold in the report."""
    model, before = board.model, report.error_count
    if model.space != "points" or model.areas or model.drawing is not None:
        where = board.source.where("map", "space")
        report.error(where, "map:wright", "wright-kit has no areas, only hexes and points.")
        return None
    nodes = [_node(entry) for entry in model.points]
    by_cell = {f"{number:04d}": entry.id for number, entry in enumerate(model.points, start=1)}
    vias = {frozenset((entry.start, entry.end)): entry.via for entry in model.links if entry.via}
    edges: list[dict[str, Any]] = []
    for link in board.grid.links:
        a, b = sorted((by_cell[link.one], by_cell[link.other]))
        edge: dict[str, Any] = {"a": a, "b": b, **({"type": link.kind} if link.kind else {})}
        via = vias.get(frozenset((a, b)))
        if via:
            begins = next(
                link_entry.start
                for link_entry in model.links
                if frozenset((link_entry.start, link_entry.end)) == frozenset((a, b))
            )
            edge["attrs"] = {"via": via if begins == a else via[::-1]}
        edges.append(edge)
    edges.sort(key=lambda edge: (edge["a"], edge["b"]))
    meta = {"title": model.title, **_canvas(model)}
    if report.error_count > before:
        return None
    return {"nodes.json": _json({"nodes": nodes, "meta": meta}), "edges.json": _json({"edges": edges})}


def _canvas(model: RegionMap) -> dict[str, Any]:
    size = {name: getattr(model, name) for name in ("height", "canvas") if getattr(model, name) is not None}
    return {"width": model.width, **size}


def _node(entry: PointEntry) -> dict[str, Any]:
    """A point; what else the map says of it is in its attributes."""
    attrs = {
        name: value
        for name in ("shape", "size", "ground", "colour", "stacking", "value", "holding")
        if (value := getattr(entry, name)) != PointEntry.model_fields[name].default
    }
    name = {} if entry.name is None else {"name": entry.name}
    return {"id": entry.id, **name, "x": entry.at[0], "y": entry.at[1], **({"attrs": attrs} if attrs else {})}


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
