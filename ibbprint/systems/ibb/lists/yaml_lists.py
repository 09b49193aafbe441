"""Army lists of this game in YAML: what the fields of its armies and entries mean."""

from __future__ import annotations

from collections.abc import Mapping

from ibbprint.catalogue.documents import Document
from ibbprint.engine.lists import yaml_lists
from ibbprint.engine.lists.records import Formation
from ibbprint.engine.lists.yaml_lists import Path
from ibbprint.problems import Report
from ibbprint.systems.ibb.lists.dialect import FREE, Dialect
from ibbprint.systems.ibb.lists.models import ArmyListFile, ListArmy, ListEntry
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, Ratings
from ibbprint.systems.ibb.lists.written import taken_apart
from ibbprint.systems.ibb.models.units import AnyUnit


def read_yaml_list(document: Document, dialect: Dialect, report: Report) -> ArmyList | None:
    """A YAML document as a list, or None with its faults in the report."""
    return yaml_lists.read_yaml_list(document, ArmyListFile, _Reader, dialect, report)


class _Reader(yaml_lists.YamlReader[AnyUnit, Ratings, ArmyListFile]):
    fields: Mapping[str, str] = {"number": "rank", "many": "count", "each": "price"}
    dialect: Dialect

    def army(self, model: ListArmy, path: Path) -> Army:
        budget = self.stated(model.budget, *path, "budget")
        budget = budget or self.stated(self.file.army_list.budget, "army_list", "budget")
        forts = self.stated(model.free_forts, *path, "free_forts")
        return Army(
            model.name,
            self.source.where(*path),
            model.role or "",
            budget,
            self.stated(model.total, *path, "total"),
            numbers={} if forts is None else {FREE: forts},
        )

    def entry(self, model: ListEntry, path: Path, army: Army) -> Entry:
        source = self.source
        written = taken_apart(model.unit)
        rating, quality = written.own.rating, model.quality or written.own.quality
        if model.rating is not None:
            numbers, _, after = model.rating.replace(" ", "").partition("Q")
            attack, defence, movement = map(int, numbers.split("-"))
            rating, quality = (attack, defence, movement), int(after) if after else quality
        ratings = Ratings(rating, quality, written.own.reach, model.free, tuple(name.lower() for name in model.spells))
        written = written._replace(
            own=ratings,
            many=model.count,
            number=model.rank or written.number,
            each=model.price,
            sum=model.sum,
            name=model.name or "",
        )
        formation: int | None = None
        if model.formation is not None:
            names = [item.name for item in army.formations]
            if model.formation not in names:
                army.formations.append(Formation(model.formation, source.where(*path, "formation")))
            formation = [*names, model.formation].index(model.formation)
        unit = self.dialect.index.by_id.get(model.unit)
        result = self.dialect.index.find(written) if unit is None else self.dialect.index.of_unit(unit, written)
        count = "" if model.count == 1 else f"{model.count}x "
        places = {"free": source.where(*path, "free")} if model.free else {}
        places |= {name.lower(): source.where(*path, "spells", at) for at, name in enumerate(model.spells)}
        return self.made(model, f"{count}{model.unit}", path, "unit", written, result, formation, places)
