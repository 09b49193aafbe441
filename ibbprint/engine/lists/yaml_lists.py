"""Army lists in YAML: the same records as from plain text, with the places of the file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from ibbprint.catalogue.documents import Document
from ibbprint.catalogue.source import Source, parse_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.engine.lists.dialect import Dialect
from ibbprint.engine.lists.match import EntryMatch
from ibbprint.engine.lists.reading import MOST_UNKNOWN
from ibbprint.engine.lists.records import Army, ArmyList, Entry, F, Stated, U, Written
from ibbprint.problems import Report, Where

Path = tuple[str | int, ...]


class Head(Protocol):
    """The head of a list in its file."""

    @property
    def game(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def edition(self) -> str: ...

    @property
    def rules(self) -> Mapping[str, str]: ...


class ListFile(Protocol):
    """The file of a list."""

    @property
    def army_list(self) -> Head: ...

    @property
    def armies(self) -> Sequence[Any]: ...


FileT = TypeVar("FileT", bound=ListFile)


class YamlReader(ABC, Generic[U, F, FileT]):
    """Makes the armies of what a file holds; a game says what its fields mean."""

    fields: Mapping[str, str] = {}
    """What fields of an entry are called in a file, where that is another name than in `Written`."""

    def __init__(self, file: FileT, source: Source, lines: Sequence[str], dialect: Dialect[U, F], report: Report):
        self.file = file
        self.source = source
        self.lines = lines
        self.dialect = dialect
        self.report = report

    @abstractmethod
    def army(self, model: Any, path: Path) -> Army[U, F]:
        """An army without its entries."""

    @abstractmethod
    def entry(self, model: Any, path: Path, army: Army[U, F]) -> Entry[U, F]:
        """An entry by its fields."""

    def stated(self, value: float | None, *path: str | int) -> Stated | None:
        """A number that a field states, if it does."""
        return None if value is None else Stated(value, self.source.where(*path))

    def armies(self) -> list[Army[U, F]] | None:
        """All armies; None where too many entries of one are unknown for a list, which is reported."""
        result = []
        for number, model in enumerate(self.file.armies):
            path: Path = ("armies", number)
            army = self.army(model, path)
            unknown = 0
            for at, entry in enumerate(model.entries):
                entry_path = (*path, "entries", at)
                is_line = isinstance(entry, str)
                item = (
                    self._line(entry, self.source.where(*entry_path))
                    if is_line
                    else self.entry(entry, entry_path, army)
                )
                army.entries.append(item)
                unknown += item.unit is None
                if unknown >= MOST_UNKNOWN:
                    self.report.error(self.source.where(*entry_path), "read:list", self.dialect.no_list)
                    return None
            result.append(army)
        return result

    def _line(self, text: str, where: Where) -> Entry[U, F]:
        """An entry as a line of text: a remark stands at the word that it is about."""
        written = self.dialect.taken_apart(text)
        result = self.dialect.index.find(written)
        # Words over several lines, or with signs of YAML in them, are not where they would be on one line.
        row = self.lines[where.line - 1] if 0 < where.line <= len(self.lines) else ""
        begin = row.find(text, max(0, where.column - 1))

        def at(offset: int) -> Where:
            return where._replace(column=begin + offset + 1) if begin >= 0 else where

        for remark in result.remarks:
            self.report.add(remark.at(at(remark.offset(written)), written))
        places = {part: at(offset) for part, offset in written.parts_in(text)}
        return _entry(at(written.place), text, written, result, None, places)

    def made(
        self,
        model: Model,
        text: str,
        path: Path,
        field: str,
        written: Written[F],
        result: EntryMatch[U],
        formation: int | None,
        places: Mapping[str, Where],
    ) -> Entry[U, F]:
        """An entry by its fields: a remark stands at the field that it is about, or at the first."""
        where = self.source.where(*path, field)
        for remark in result.remarks:
            name = self.fields.get(str(remark.part), str(remark.part))
            is_written = name in model.model_fields_set
            self.report.add(remark.at(self.source.where(*path, name) if is_written else where, written))
        return _entry(where, text, written, result, formation, places)


def _entry(
    where: Where,
    text: str,
    written: Written[F],
    result: EntryMatch[U],
    formation: int | None,
    places: Mapping[str, Where],
) -> Entry[U, F]:
    return Entry(
        where, text, written, result.unit, result.many, result.price, formation, result.rating, places, result.likely
    )


def read_yaml_list(
    document: Document, model: type[Model], reader: type[YamlReader[U, F, Any]], dialect: Dialect[U, F], report: Report
) -> ArmyList[U, F] | None:
    """A YAML document as a list, or None with its faults in the report."""
    source = parse_yaml(document.text, document.name, report)
    if source is not None and isinstance(source.data, dict) and "army_list" not in source.data:
        keys = ", ".join(list(source.data)[:3])[:60]
        report.error(
            source.where(),
            "read:list",
            f"this is not an army list: it holds {keys or 'nothing'}, and no army_list.",
            "See: ibbprint schema army-list",
        )
        return None
    content: Any = None if source is None else build(model, source, (), source.data, report)
    if source is None or content is None:
        return None
    head: Head = content.army_list
    if head.game != dialect.game:
        where = source.where("army_list", "game")
        report.error(where, "ref:game", f"this is a list for {head.game[:40]!r}, not for {dialect.game}.")
    rules = {name: (value, source.where("army_list", "rules", name)) for name, value in head.rules.items()}
    armies = reader(content, source, document.text.split("\n"), dialect, report).armies()
    return None if armies is None else ArmyList(document.name, head.title, head.edition, rules, armies)


__all__ = ["YamlReader", "read_yaml_list"]
