"""The values that templates see: the columns of a row on its face; the game, ground, tables and scenarios in texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ibbprint.catalogue.region_maps import PlaceMap
from ibbprint.engine.bill import beyond_ascii
from ibbprint.materials import Gathered, RowValues
from ibbprint.problems import Where
from ibbprint.systems.printed.counts import Counts
from ibbprint.systems.printed.figures import Laid
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.models import GROUND_FILES
from ibbprint.systems.printed.scenarios import Scenario
from ibbprint.systems.printed.tables import Row, word


@dataclass(eq=False)
class TemplateValues:
    """The values that the templates of a kit see."""

    game: Folder
    counts: Counts
    _origins: dict[Row, Mapping[str, Where]] = field(default_factory=dict, init=False)

    @property
    def stamp(self) -> dict[str, str]:
        """The stamp of the game on every sheet and card."""
        return {"title": self.game.top.title, "edition": self.game.top.edition}

    def of_row(self, row: Row, count: int) -> dict[str, Any]:
        """The values of a face: every column of its row, its side, its count, the game. It may look up other rows."""
        side = self.game.sides.get(str(row.values.get("side", "")))
        values = {
            **row.values,
            "id": row.id,
            "count": count,
            "game": self.stamp,
            **({"side": side.model_dump(exclude_none=True)} if side is not None else {}),
        }
        return RowValues(values, self._more)

    @cached_property
    def _more(self) -> Mapping[str, Any]:
        """The rows of all tables, for a face that looks one up."""
        return {"rows": _Rows(self)}

    def origins(self, row: Row) -> Mapping[str, Where]:
        """The places of a face's values: the same for each copy of a row."""
        if row not in self._origins:
            stamp = {f"game.{name}": self.game.top_source.where("game", name) for name in self.stamp}
            affiliation = self.game.affiliations.get(str(row.values.get("side", "")))
            self._origins[row] = {
                **row.origins,
                **stamp,
                **({} if affiliation is None else {"side.affiliation": affiliation}),
            }
        return self._origins[row]

    @cached_property
    def texts(self) -> dict[str, Any]:
        """The values of every text: the game, its sides, its ground, its tables, and the rows of each by name.

        `rows` has the same rows by their ids: `rows.units.guard.strength`.
        """
        counts = {counted.row: counted.count for counted in self.counts.all}
        tables = self.counts.tables
        rows = {
            word(name): [{**row.values, "id": row.id, "count": counts.get(row, 0)} for row in table.rows.values()]
            for name, table in tables.items()
        }
        ground = {name: [entry.model_dump() for entry in self.game.of_ground(name)] for name in GROUND_FILES}
        return {
            **rows,
            **ground,
            **self.stamp,
            "game": self.game.top.model_dump(),
            "maps": self._maps(),
            "rows": {
                **{
                    word(name): Gathered({row["id"]: row for row in rows[word(name)]}, table.whole)
                    for name, table in tables.items()
                },
                **{name: {row["id"]: row for row in entries} for name, entries in ground.items()},
            },
            "tables": {name: table.lines for name, table in tables.items()},
            "sides": [side.model_dump(exclude_none=True) for side in self.game.sides.values()],
            "scenarios": [self.scenario(scenario) for scenario in self.counts.scenarios],
            **self._play,
        }

    @property
    def _play(self) -> Mapping[str, Any]:
        """The rules of play as texts see them; nothing of a game that has none."""
        if not self.game.played:
            return {}
        from ibbprint.systems.printed.rules.setting import setting_of
        from ibbprint.systems.printed.seen_play import PlayValues

        scenario = next((item for item in self.counts.scenarios if item.map is not None), None)
        report = self.game.report
        return {
            "play": PlayValues(
                lambda: None if scenario is None else setting_of(self.game, scenario, {}, report), report
            )
        }

    def _maps(self) -> dict[str, Any]:
        """The maps of the kit by their names, as texts see them."""
        values: dict[str, Any] = {}
        for map, result in self.game.maps.items():
            if isinstance(result, PlaceMap):
                places = [region._asdict() | {"kind": "area", "hex": region.id} for region in result.grid.regions]
                values[map] = {"title": result.model.title, "columns": 0, "rows": 0, "places": places}
                continue
            places_by_kind = [
                (kind, text.partition(" ")) for kind, texts in result.model.places.items() for text in texts
            ]
            places = [
                {"kind": kind, "hex": result.printed_name(hex), "name": name} for kind, (hex, _, name) in places_by_kind
            ]
            model = result.model
            values[map] = {"title": model.title, "columns": model.columns, "rows": model.rows, "places": places}
        return values

    def texts_of(self, scenario: Scenario) -> dict[str, Any]:
        """The values of the text of a scenario."""
        return {**self.texts, "scenario": self.scenario(scenario)}

    def scenario(self, scenario: Scenario) -> dict[str, Any]:
        """A scenario, its hexes as its map prints them."""
        forces = [placed.force.model_dump() for placed in scenario.forces]
        if scenario.map is not None:
            for force in forces:
                force["hexes"] = [scenario.map.printed_name(name) for name in force["hexes"]]
        return {**scenario.head.model_dump(), "forces": forces}

    @cached_property
    def laid(self) -> dict[str, list[Laid]]:
        """The tables with the columns `unit` and `hex`, which texts may lay on pieces of maps, by their names."""
        result: dict[str, list[Laid]] = {}
        for table in self.game.shown_tables:
            if {"unit", "hex"} <= set(table.columns):
                rows = [(row, row.values) for row in table.rows.values()]
                result[table.name] = [Laid(str(v["unit"]), str(v["hex"]), bool(v.get("back")), row) for row, v in rows]
        return result

    @cached_property
    def words(self) -> dict[str, Where]:
        """The places of words of the game that may not be printed as they are; see `Kit`."""
        places: dict[str, Where] = {}
        for source in (*self.game.sources, *(scenario.source for scenario in self.counts.scenarios)):
            places |= beyond_ascii(source, source.data)
        table_names = {table.name for table in self.game.shown_tables}
        for table in self.counts.tables.values():
            for row in table.rows.values():
                places |= beyond_ascii(row, row.values)
                if table.name in table_names:  # what does not fit a track is reported at its cell
                    cells = ((name, value) for name, value in row.values.items() if value and isinstance(value, str))
                    places |= {value: row.where(name) for name, value in cells}
        return places


class _Rows(Mapping[str, Any]):
    """The rows of every table by their ids, as texts see them: put together when a face asks for the first."""

    def __init__(self, values: TemplateValues) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values.texts["rows"][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values.texts["rows"])

    def __len__(self) -> int:
        return len(self._values.texts["rows"])
