"""Army lists of this game in YAML: what the fields of its armies and entries mean."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.documents import Document
from ibbprint.engine.lists import yaml_lists
from ibbprint.engine.lists.yaml_lists import Path
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.element_battle.lists.dialect import Dialect
from ibbprint.systems.element_battle.lists.records import DEAR, Army, ArmyList, Entry, Marks
from ibbprint.systems.element_battle.models.lists import ArmyListFile, ListArmy, ListEntry
from ibbprint.systems.element_battle.models.troops import Option, Troop


def read_yaml_list(document: Document, dialect: Dialect, report: Report) -> ArmyList | None:
    """A YAML document as a list, or None with its faults in the report."""
    return yaml_lists.read_yaml_list(document, ArmyListFile, _Reader, dialect, report)


class _Reader(yaml_lists.YamlReader[Troop, Marks, ArmyListFile]):
    fields: Mapping[str, str] = {"many": "count", "each": "price"}
    dialect: Dialect

    def army(self, model: ListArmy, path: Path) -> Army:
        head = self.file.army_list
        points = self.stated(model.points, *path, "points") or self.stated(head.points, "army_list", "points")
        dear = self.stated(head.dear, "army_list", "dear")
        total = self.stated(model.total, *path, "total")
        numbers = {} if dear is None else {DEAR: dear}
        return Army(model.name, self.source.where(*path), model.role or "", points, total, numbers=numbers)

    def entry(self, model: ListEntry, path: Path, army: Army) -> Entry:
        options = tuple(self._options(model, path))
        written = self.dialect.taken_apart(model.type)
        written = written._replace(
            own=Marks(model.general, options),
            many=model.count,
            number=None,
            each=model.price,
            sum=model.sum,
            name=model.name or "",
        )
        troop = self.dialect.index.names.get(model.type)
        index = self.dialect.index
        result = index.find(written) if troop is None else index.of_troop(troop, written)
        count = "" if model.count == 1 else f"{model.count} x "
        places = {"general": self.source.where(*path, "general")} if model.general else {}
        return self.made(model, f"{count}{model.type}", path, "type", written, result, None, places)

    def _options(self, model: ListEntry, path: Path) -> list[Option]:
        """The options that an entry names; an error for what is none."""
        options = {
            name.lower(): item for item in self.dialect.index.catalogue.options for name in (item.id, *item.names)
        }
        result = []
        for at, name in enumerate(model.options):
            option = options.get(name.lower())
            if option is None:
                where = self.source.where(*path, "options", at)
                self.report.error(where, "ref:option", f"there is no option {name!r}.", did_you_mean(name, options))
            else:
                result.append(option)
        return result
