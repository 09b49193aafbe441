"""Army lists in YAML: the same records as from plain text, with the places of the file."""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.source import Source, parse_yaml
from ibbprint.catalogue.validate import build
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.entries import Index
from ibbprint.systems.ibb.lists.models import ArmyListFile, ListEntry
from ibbprint.systems.ibb.lists.reading import MOST_UNKNOWN, TOO_MANY
from ibbprint.systems.ibb.lists.records import Army, ArmyList, Entry, Formation, Stated
from ibbprint.systems.ibb.lists.written import taken_apart


def read_yaml_list(document: Document, index: Index, report: Report) -> ArmyList | None:
    """A YAML document as a list, or None with its faults in the report."""
    source = parse_yaml(document.text, document.name, report)
    if source is not None and isinstance(source.data, dict) and "army_list" not in source.data:
        held = ", ".join(list(source.data)[:3])[:60]
        report.error(
            source.where(), "read:list", f"this is not an army list: it holds {held or 'nothing'}, and no army_list.",
            "See: ibbprint schema army-list",
        )  # fmt: skip
        return None
    made = None if source is None else build(ArmyListFile, source, (), source.data, report)
    if source is None or made is None:
        return None
    head = made.army_list
    if head.game != GAME:
        where = source.where("army_list", "game")
        report.error(where, "ref:game", f"this is a list for {head.game[:40]!r}, not for {GAME}.")
    rules = {name: (value, source.where("army_list", "rules", name)) for name, value in head.rules.items()}
    found = ArmyList(document.name, head.title, head.edition, rules)
    reader = _Reader(made, source, document.text.split("\n"), index, report)
    for number in range(len(made.armies)):
        army = reader.army(number)
        if army is None:
            return None
        found.armies.append(army)
    return found


_FIELDS = {"number": "rank", "many": "count", "each": "price"}
"""What fields of an entry are called in a file, where that is another name."""


class _Reader:
    """Makes the armies of what a file holds."""

    def __init__(self, file: ArmyListFile, source: Source, lines: Sequence[str], index: Index, report: Report) -> None:
        self.file = file
        self.source = source
        self.lines = lines
        self.index = index
        self.report = report

    def army(self, number: int) -> Army | None:
        model, path, where = self.file.armies[number], ("armies", number), self.source.where

        def stated(field: str, value: int | None) -> Stated | None:
            return None if value is None else Stated(value, where(*path, field))

        budget = stated("budget", model.budget)
        if budget is None and self.file.army_list.budget is not None:
            budget = Stated(self.file.army_list.budget, where("army_list", "budget"))
        army = Army(
            model.name, where(*path), model.role or "", budget, stated("total", model.total),
            stated("free_forts", model.free_forts),
        )  # fmt: skip
        unknown = 0
        for at, entry in enumerate(model.entries):
            here = (*path, "entries", at)
            made = self._entry(entry, here, army) if isinstance(entry, ListEntry) else self._line(entry, where(*here))
            army.entries.append(made)
            unknown += made.unit is None
            if unknown >= MOST_UNKNOWN:
                self.report.error(where(*here), "read:list", TOO_MANY)
                return None
        return army

    def _line(self, text: str, where: Where) -> Entry:
        """An entry as a line of text: what is said of it stands at the word that it is about."""
        written = taken_apart(text)
        found = self.index.find(written)
        # Words over several lines, or with signs of YAML in them, are not where they would be on one line.
        row = self.lines[where.line - 1] if 0 < where.line <= len(self.lines) else ""
        begin = row.find(text, max(0, where.column - 1))

        def at(offset: int) -> Where:
            return where._replace(column=begin + offset + 1) if begin >= 0 else where

        for said in found.told(written):
            self.report.add(said.at(at(said.offset(written)), written))
        places = {part: at(offset) for part, offset in written.parts_in(text)}
        return Entry(at(written.place), text, written, found.unit, found.many, None, found.rating, places, found.meant)

    def _entry(self, model: ListEntry, path: tuple[str | int, ...], army: Army) -> Entry:
        source = self.source
        where: Where = source.where(*path, "unit")
        written = taken_apart(model.unit)
        rating, quality = written.rating, model.quality or written.quality
        if model.rating is not None:
            numbers, _, after = model.rating.replace(" ", "").partition("Q")
            attack, defence, movement = map(int, numbers.split("-"))
            rating, quality = (attack, defence, movement), int(after) if after else quality
        written = written._replace(
            many=model.count, rating=rating, quality=quality, number=model.rank or written.number, each=model.price,
            sum=model.sum, free=model.free, name=model.name or "", spells=tuple(name.lower() for name in model.spells),
        )  # fmt: skip
        formation: int | None = None
        if model.formation is not None:
            names = [one.name for one in army.formations]
            if model.formation not in names:
                army.formations.append(Formation(model.formation, source.where(*path, "formation")))
            formation = [*names, model.formation].index(model.formation)
        unit = self.index.by_id.get(model.unit)
        found = self.index.find(written) if unit is None else self.index.of_unit(unit, written)
        count = "" if model.count == 1 else f"{model.count}x "
        for said in found.told(written):
            field = _FIELDS.get(str(said.part), str(said.part))
            given = field in model.model_fields_set
            self.report.add(said.at(source.where(*path, field) if given else where, written))
        places = {"free": source.where(*path, "free")} if model.free else {}
        places |= {name.lower(): source.where(*path, "spells", at) for at, name in enumerate(model.spells)}
        return Entry(
            where, f"{count}{model.unit}", written, found.unit, found.many, formation, found.rating, places, found.meant
        )
