"""Files of wright-kit, version 1, as a map file of ours, with the kinds that it names.

What is wrong in them is reported at its place. All of it is read by `read_yaml`: JSON is YAML, and its limits hold.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ibbprint.catalogue.map_kinds import LINES, PLACES, SIDES
from ibbprint.catalogue.models.wright import (
    Edge,
    Features,
    Hexgrid,
    NamesOfHexes,
    NodeEdges,
    Nodes,
    Project,
    TerrainOfHexes,
)
from ibbprint.catalogue.source import Source, is_there, read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.catalogue.wright_export import FILES, LINES_SAID, NAME, PLURALS
from ibbprint.hexgrid import HexGrid
from ibbprint.patterns import regex
from ibbprint.problems import Report, Where

M = TypeVar("M", bound=Model)
_LAYER = regex(r"[A-Za-z][A-Za-z0-9_]*")
_NO_ID = regex(r"[^a-z0-9]+")
_CODE = regex(r"[0-9]{4}")
_PLAIN = regex(r"-?[0-9]+(\.[0-9]+)?|true|false")
_LINE_WORDS = regex(r"road|rail|highway|trail|track|path|bridge|ferry|route")
"""Layers with such a word in their names run through hexes, unless the file says which do."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*#=@%&!?~^$<>"
_LOOKS: Mapping[str, str] = {
    "wood": "woods",
    "forest": "woods",
    "jungle": "jungle",
    "swamp": "marsh",
    "marsh": "marsh",
    "bog": "marsh",
    "rough": "brush",
    "broken": "brush",
    "brush": "brush",
    "scrub": "brush",
    "mountain": "mountain",
    "hill": "hill",
    "urban": "village",
    "city": "village",
    "town": "village",
    "village": "village",
    "water": "water",
    "lake": "water",
    "sea": "water",
    "ocean": "water",
    "sand": "desert",
    "desert": "desert",
    "rubble": "rubble",
    "river": "river",
}
"""The looks of kinds of ground by words in their names; all others are clear."""
WIDTH_MM = 400.0
"""The width of a map of points whose file says nothing of it: two sheets of A4 across."""
SLACK = 0.1
"""How far, in shares of a row, the lower columns may be from half a row."""
MOST = 99
"""Columns and rows that a map may have."""


@dataclass
class Imported:
    """A map that was read: its id, its title, its text, and the ids of all kinds that it names, by what they are."""

    id: str
    title: str
    text: str
    kinds: Mapping[str, list[str]] = field(default_factory=dict)

    def files(self) -> Mapping[str, bytes]:
        """A folder that prints the map: the kinds that are not shipped are drawn in a look that their names suggest."""
        ground = [f"  - {{id: {id}, name: {_name(id)}, look: {_look(id)}}}\n" for id in self.kinds.get("terrain", ())]
        texts = {
            "game.yaml": f"game: {{id: {self.id}, title: {json.dumps(self.title, ensure_ascii=False)}}}\n"
            f"parts:\n  - {{id: map, map: {self.id}}}\n",
            f"maps/{self.id}.yaml": self.text,
            "terrain.yaml": "terrain:\n" + "".join(ground or ["  - {id: clear, name: Clear, look: clear}\n"]),
        }
        for layer, shipped, look in (
            ("hexsides", SIDES, "like: hedge"),
            ("lines", LINES, "like: road"),
            ("places", PLACES, "mark: square"),
        ):
            unshipped = [id for id in self.kinds.get(layer, ()) if id not in shipped]
            look_of = {NAME: "mark: dot, size: 1"}
            lines = [f"  - {{id: {id}, name: {_name(id)}, {look_of.get(id, look)}}}\n" for id in unshipped]
            if lines:
                texts[f"{layer}.yaml"] = f"{layer}:\n" + "".join(lines)
        return {name: text.encode() for name, text in texts.items()}


def imported(folder: Path, report: Report) -> Imported | None:
    """The map in a folder of wright-kit; None with the faults in the report."""
    points = is_there(folder / "nodes.json") and not is_there(folder / "hexgrid.json")
    before = report.error_count
    result = _Points(folder, report).convert() if points else _Hexes(folder, report).convert()
    return result if report.error_count == before else None


class _Files:
    """The files of a folder, as models."""

    def __init__(self, folder: Path, report: Report) -> None:
        self.folder, self.report = folder, report
        self.ids: dict[str, dict[str, str]] = {}

    def read(self, name: str) -> Source | None:
        path = self.folder / name
        if path.resolve().parent != self.folder.resolve() and not path.resolve().is_relative_to(self.folder.resolve()):
            self.report.error(Where(str(path)), "read:file", "this file is outside the folder of the map.")
            return None
        if not is_there(path):
            hint = f"A map has {', '.join(f'{stem}.json' for stem in FILES)}; one of points nodes.json and edges.json."
            self.report.error(Where(str(path)), "read:file", "there is no such file.", hint)
            return None
        return read_yaml(path, self.report)

    def model(self, name: str, kind: type[M]) -> tuple[M, Source] | None:
        source = self.read(name)
        result = None if source is None else build(kind, source, (), source.data, self.report)
        return None if source is None or result is None else (result, source)

    def fault(self, where: Where, message: str, hint: str = "") -> None:
        self.report.error(where, "map:wright", message, hint)

    def id_of(self, category: str, word: str, where: Where) -> str:
        """A word of the file as an id of ours; two words that would be the same id are a fault."""
        id = _NO_ID.sub("-", word.lower()).strip("-")[:60].strip("-")
        if not id:
            self.fault(where, f"{word!r} cannot be an id.", "Use letters and digits.")
            return "x"
        first = self.ids.setdefault(category, {}).setdefault(id, word)
        if first != word:
            self.fault(where, f"{word!r} and {first!r} would both be called {id}.", "Rename one of them.")
        return id

    def warn_of_unused(
        self, attrs: Iterable[tuple[Mapping[str, Any], Callable[[], Where]]], used: Iterable[str] = ()
    ) -> None:
        """Warn of attributes that no map of ours has a field for."""
        names: dict[str, Where] = {}
        for record, where in attrs:
            for name in record:
                if name not in used:
                    names.setdefault(name, where())
        if names:
            message = f"a map has no place for the attributes {', '.join(sorted(names))}: they are left behind."
            self.report.warning(next(iter(names.values())), "map:wright", message, "Keep them in a table of the game.")


class _Hexes(_Files):
    def convert(self) -> Imported | None:
        names = {name: f"{name}.json" for name in FILES}
        title = self.folder.resolve().name
        if is_there(self.folder / "project.json"):
            project = self.model("project.json", Project)
            if project is None:
                return None
            names = {name: getattr(project[0], name) for name in FILES}
            title = project[0].name
        hexgrid = self.model(names["hexgrid"], Hexgrid)
        terrain = self.model(names["terrain"], TerrainOfHexes)
        hexsides = self.read(names["hexsides"])
        features = self.model(names["features"], Features)
        labels = self.model(names["names"], NamesOfHexes)
        if hexgrid is None or terrain is None or hexsides is None or features is None or labels is None:
            return None
        grid = self.grid(*hexgrid)
        if grid is None:
            return None
        legend, rows = self.rows(grid, *terrain)
        gaps = frozenset(cell for cell in grid.places if _code(cell) not in terrain[0].terrain)
        self.grid_of = HexGrid(grid.columns, grid.rows, "flat-top", "odd", gaps)
        layers = dict(self.layers(hexsides))
        places = self.places(features, labels)
        lines = [
            "map:",
            f"  id: {_map_id(title)}",
            f"  title: {_quoted(_line(title, 80))}",
            f"  columns: {grid.columns}",
            f"  rows: {grid.rows}",
            "  shifted: odd",
            '  numbers: {first: "0000"}',
            "  legend: {" + ", ".join(f"{_quoted(letter)}: {id}" for letter, id in legend.items()) + "}",
            "  terrain:",
            *(f"    - {_quoted(row)}" for row in rows),
        ]
        for layer in ("hexsides", "lines"):
            of_kind = {kind: texts for (kind_of, kind), texts in layers.items() if kind_of == layer}
            lines += [f"  {layer}:"] if of_kind else []
            for kind, texts in of_kind.items():
                lines.append(f"    {kind}: [{', '.join(map(_quoted, texts))}]")
        lines += ["  places:"] if places else []
        for kind, texts in places.items():
            lines += [f"    {kind}:", *(f"      - {_quoted(text)}" for text in texts)]
        kinds = {
            "terrain": [id for id in legend.values() if id != "none"],
            "hexsides": [kind for layer, kind in layers if layer == "hexsides"],
            "lines": [kind for layer, kind in layers if layer == "lines"],
            "places": list(places),
        }
        return Imported(_map_id(title), _line(title, 80), "\n".join(lines) + "\n", kinds)

    def grid(self, model: Hexgrid, source: Source) -> HexGrid | None:
        """The grid, if it is one of flat tops whose even columns, counted from 0, are half a hex lower."""
        low = model.even_col_y_offset / model.row_pitch_y
        if abs(low - 0.5) > SLACK:
            message = f"even columns are {low:.2f} of a row lower; in wright-kit they are half a row lower."
            self.fault(source.where("even_col_y_offset"), message, "Leave out or add a column on the left.")
            return None
        for name in ("n_cols", "n_rows"):
            if getattr(model, name) > MOST:
                self.fault(
                    source.where(name), f"a map has at most {MOST} columns and rows, not {getattr(model, name)}."
                )
                return None
        return HexGrid(model.n_cols, model.n_rows, "flat-top", "odd")

    def on_map(self, grid: HexGrid, code: str, where: Where) -> str | None:
        """A hex by its CCRR."""
        cell = _cell(code)
        if cell in grid:
            return cell
        last = f"{grid.columns - 1:02d}{grid.rows - 1:02d}"
        self.fault(where, f"hex {code} is not on the map, which goes from 0000 to {last}, or has no terrain.")
        return None

    def rows(self, grid: HexGrid, model: TerrainOfHexes, source: Source) -> tuple[dict[str, str], list[str]]:
        """The legend, and a line of letters for each row; hexes without terrain are gaps."""
        grounds: dict[str, str] = {}
        for code, word in model.terrain.items():
            where = partial(source.where, "terrain", code)
            if self.on_map(grid, code, source.where("terrain", code, key=True)) is None:
                continue
            id = self.id_of("terrain", word, where())
            if id == "none":
                self.fault(where(), "a kind of ground cannot be called none.", "Leave the hex out if it is a gap.")
            grounds[_cell(code)] = id
        letters: dict[str, str] = {}
        for id in dict.fromkeys(grounds[cell] for cell in sorted(grounds)):
            choice = [c for c in (*id, *id.upper(), *_LETTERS) if c.isalnum() or c in _LETTERS]
            letter = next((c for c in choice if c not in letters.values()), None)
            if letter is None:
                message = f"a map has at most {len(_LETTERS)} kinds of ground."
                self.fault(source.where("terrain"), message)
                break
            letters[id] = letter
        missing = [cell for cell in grid.places if cell not in grounds]
        if len(missing) == len(grid.places):
            self.fault(source.where("terrain"), "no hex has any terrain.")
        elif missing:
            letters["none"] = "-"
            examples = ", ".join(_code(cell) for cell in missing[:3])
            message = f"{len(missing)} hexes have no terrain, {examples} among them: they are gaps in the map."
            self.report.warning(source.where("terrain"), "map:wright", message)
        cells = [
            [grounds.get(f"{column:02d}{row:02d}", "none") for column in range(1, grid.columns + 1)]
            for row in range(1, grid.rows + 1)
        ]
        return {letter: id for id, letter in letters.items()}, [
            "".join(letters.get(id, "-") for id in row) for row in cells
        ]

    def layers(self, source: Source) -> Iterator[tuple[tuple[str, str], list[str]]]:
        """Each layer: whether it is of hexsides or of lines, its kind, and its pairs."""
        data = source.data
        if not isinstance(data, dict):
            self.fault(source.where(), "this file must be a list of layers by their names.")
            return
        comment = str(data.get("_comment", ""))
        line_layers = comment.partition(LINES_SAID)[2].split(", ") if LINES_SAID in comment else None
        for layer, pairs in data.items():
            if layer == "_comment":
                continue
            key = source.where(layer, key=True)
            if not _LAYER.fullmatch(layer):
                self.fault(key, f"{layer!r} is not the name of a layer: letters, digits and _.")
                continue
            if not isinstance(pairs, list):
                self.fault(
                    key, f"the layer {layer} must be a list of edges.", 'For example: [{"a": "0304", "b": "0305"}]'
                )
                continue
            singular = {plural: kind for kind, plural in PLURALS.items()}
            kind = self.id_of("layer", str(singular.get(layer, layer)), key)
            of_lines = (
                layer in line_layers if line_layers is not None else _LINE_WORDS.search(layer.lower()) is not None
            )
            texts = list(self.pairs(layer, pairs, source))
            if texts:
                yield ("lines" if of_lines else "hexsides", kind), texts

    def pairs(self, layer: str, pairs: list[Any], source: Source) -> Iterator[str]:
        edges: set[tuple[str, str]] = set()
        for index, data in enumerate(pairs):
            edge = build(Edge, source, (layer, index), data, self.report)
            if edge is None:
                continue
            where = partial(source.where, layer, index)
            a, b = self.on_map(self.grid_of, edge.a, where("a")), self.on_map(self.grid_of, edge.b, where("b"))
            if a is None or b is None:
                continue
            if self.grid_of.distance(a, b) != 1:
                self.fault(where("b"), f"{edge.b} is not adjacent to {edge.a}.")
            elif (min(a, b), max(a, b)) in edges:
                self.fault(
                    where("a"), f"{edge.a} and {edge.b} are in the layer {layer} twice.", "Leave one of them out."
                )
            else:
                edges.add((min(a, b), max(a, b)))
                yield f"{edge.a} {edge.b}"

    def places(self, features: tuple[Features, Source], labels: tuple[NamesOfHexes, Source]) -> dict[str, list[str]]:
        """Features and names of hexes by their kinds."""
        result: dict[str, list[str]] = {}
        model, source = features
        written: set[tuple[str, str]] = set()
        for index, feature in enumerate(model.features):
            where = partial(source.where, "features", index)
            kind = self.id_of("feature", feature.type, where("type"))
            name = "" if feature.attrs.get("unnamed") == "true" else _line(feature.name, 70)
            written.add((feature.code, name))
            if self.on_map(self.grid_of, feature.code, where("code")) is not None:
                result.setdefault(kind, []).append(f"{feature.code} {name}".strip())
        attrs = [
            (item.attrs, partial(source.where, "features", index, "attrs")) for index, item in enumerate(model.features)
        ]
        self.warn_of_unused(attrs, ("unnamed",))
        for code, name in labels[0].names.items():
            where_of = labels[1].where("names", code, key=True)
            if self.on_map(self.grid_of, code, where_of) is not None and (code, _line(name, 70)) not in written:
                result.setdefault(NAME, []).append(f"{code} {_line(name, 70)}")
        return result


class _Points(_Files):
    def convert(self) -> Imported | None:
        nodes, edges = self.model("nodes.json", Nodes), self.model("edges.json", NodeEdges)
        if nodes is None or edges is None:
            return None
        model, source = nodes
        title = _line(str(model.meta.get("title") or self.folder.resolve().name), 80)
        ids: dict[str, str] = {}
        lines = ["map:", f"  id: {_map_id(title)}", f"  title: {_quoted(title)}", "  space: points"]
        lines += list(self.size(model))
        lines.append("  points:")
        fields = ("shape", "size", "ground", "colour", "stacking", "value", "holding")
        for index, node in enumerate(model.nodes):
            where = partial(source.where, "nodes", index)
            id = re.sub(r"[^A-Za-z0-9]+", "-", node.id).strip("-")[:60]
            if node.id in ids:
                self.fault(where("id"), f"{node.id!r} appears twice.", "Give one of them another id.")
            elif not id or id.casefold() in {item.casefold() for item in ids.values()}:
                self.fault(
                    where("id"), f"{node.id!r} cannot be an id, or another node has it.", "Use letters and digits."
                )
            ids[node.id] = id
            attributes = [f"{name}: {_flow(node.attrs[name])}" for name in fields if name in node.attrs]
            name = [] if node.name is None else [f"name: {_quoted(_line(node.name, 60))}"]
            lines.append(
                f"    - {{{', '.join([f'id: {_flow(id)}', *name, f'at: [{node.x:g}, {node.y:g}]', *attributes])}}}"
            )
        self.warn_of_unused(
            [(item.attrs, partial(source.where, "nodes", index, "attrs")) for index, item in enumerate(model.nodes)],
            fields,
        )
        kinds: list[str] = []
        written = list(self.edges(*edges, ids, kinds))
        lines += ["  links:", *written] if written else []
        grounds = [str(node.attrs["ground"]) for node in model.nodes if "ground" in node.attrs]
        of_kinds = {"lines": list(dict.fromkeys(kinds)), "terrain": list(dict.fromkeys(grounds))}
        return Imported(_map_id(title), title, "\n".join(lines) + "\n", of_kinds)

    @staticmethod
    def size(model: Nodes) -> Iterator[str]:
        """The size of the map, and what coordinates count in."""
        meta = model.meta
        if "width" in meta:
            yield from (f"  {name}: {_flow(meta[name])}" for name in ("width", "height", "canvas") if name in meta)
            return
        xs, ys = [node.x for node in model.nodes], [node.y for node in model.nodes]
        wide = max(max(xs) + max(min(xs), 0.0), 1.0)
        high = max(max(ys) + max(min(ys), 0.0), 1.0)
        yield f"  width: {WIDTH_MM:g}"
        yield f"  canvas: [{math.ceil(wide)}, {math.ceil(high)}]"

    def edges(self, model: NodeEdges, source: Source, ids: Mapping[str, str], kinds: list[str]) -> Iterator[str]:
        for index, edge in enumerate(model.edges):
            where = partial(source.where, "edges", index)
            for end in ("a", "b"):
                if getattr(edge, end) not in ids:
                    self.fault(where(end), f"there is no node {getattr(edge, end)!r}.")
            if edge.directed:
                self.fault(where("directed"), "links lead both ways here: a directed one cannot be imported.")
            kind: list[str] = []
            if edge.type is not None:
                kinds.append(self.id_of("link", edge.type, where("type")))
                kind = [f"kind: {kinds[-1]}"]
            via = [f"via: {_flow(edge.attrs['via'])}"] if "via" in edge.attrs else []
            ends = [f"from: {_flow(ids.get(edge.a, ''))}", f"to: {_flow(ids.get(edge.b, ''))}"]
            yield f"    - {{{', '.join([*ends, *kind, *via])}}}"
        self.warn_of_unused(
            [
                (record.attrs, partial(source.where, "edges", index, "attrs"))
                for index, record in enumerate(model.edges)
            ],
            ("via",),
        )


def _cell(code: str) -> str:
    """A hex of the format by its CCRR, which begins at 0101."""
    return f"{int(code[:2]) + 1:02d}{int(code[2:]) + 1:02d}"


def _code(cell: str) -> str:
    return f"{int(cell[:2]) - 1:02d}{int(cell[2:]) - 1:02d}"


def _map_id(title: str) -> str:
    return _NO_ID.sub("-", title.lower()).strip("-")[:50].strip("-") or "map"


def _line(text: str, limit: int) -> str:
    """A text as one line."""
    return " ".join(text.split())[:limit].strip()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _flow(value: Any) -> str:
    """A value of the file as YAML in one line; numbers stay as they are written."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    text = str(value)
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _name(id: str) -> str:
    return _quoted(id.replace("-", " ").capitalize())


def _look(id: str) -> str:
    return next((look for word, look in _LOOKS.items() if word in id), "clear")
