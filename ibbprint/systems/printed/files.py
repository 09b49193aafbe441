"""The files of a game's folder and of the expansions over it: found by name, the uppermost first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ibbprint.catalogue.csv_source import read_csv
from ibbprint.catalogue.layers import GAME_HEAD
from ibbprint.catalogue.source import TOO_MANY_ROWS, Source, inside, is_folder, is_there, read_yaml
from ibbprint.catalogue.spreadsheets import MOST_ROWS, read_spreadsheet
from ibbprint.engine.ledger import FILE, VALUE, Ledger
from ibbprint.problems import Report, Where

TABLES = (".csv", ".yaml", ".xlsx", ".ods")
"""The endings of tables."""
NO_TABLES = ("game", "style", "terrain", "hexsides", "lines", "places")
"""What else may end so at the top of a folder."""


@dataclass(frozen=True, slots=True, eq=False)
class Files:
    """The folders, the game's own first."""

    folders: Sequence[Path]
    report: Report
    ledger: Ledger
    read: set[Path] = field(default_factory=set)
    """The files that were looked for so far, whether they are there or not."""

    def __post_init__(self) -> None:
        self.read.update(folder / GAME_HEAD for folder in self.folders)

    def find(self, place: str, file: str, where: Where, word: str) -> Path | None:
        """The uppermost file of that name in a folder of the game; what there is not is reported where it was named.

        `word` is what such a file is called in the id of the fault.
        """
        paths = [folder / place / file for folder in self.folders]
        self.read.update(paths)
        result = next((path for path in reversed(paths) if is_there(path)), None)
        if result is None:
            name, dot, ending = file.partition(".")
            names = [path.name.partition(".")[0] for path in self._existing(place, (dot + ending,))]
            message = f"there is no file {place}/{file}."
            self.report.error(where, f"ref:{word}", message, self.ledger.hint(name, names))
        return result

    def all(self, place: str, *endings: str) -> Iterator[Path]:
        """The files with such endings in a folder of the game, those of expansions last."""
        for path in self._existing(place, endings):
            self.read.add(path)
            yield path

    def yaml(self, name: str) -> Iterator[Source]:
        """The file of that name at the top of each folder, as far as there is one and it can be read."""
        for folder in self.folders:
            path = folder / f"{name}.yaml"
            self.read.add(path)
            source = self.source(path) if is_there(path) else None
            if source is not None:
                yield source

    def source(self, path: Path, *, elsewhere: bool = False) -> Source | None:
        """A YAML file of the folders, or one elsewhere that somebody names; None with what is wrong in the report.
        Raises Overdrawn.
        """
        if elsewhere:
            self.read.add(path)
        source = read_yaml(path, self.report) if elsewhere or self.stays(path) else None
        if source is not None:
            self.charge(source)
        return source

    def charge(self, source: Source) -> None:
        """Charge for a file that was read. Raises Overdrawn."""
        self.ledger.charge(FILE + VALUE * source.values, source.where)

    def tables(self, *places: str) -> list[str]:
        """The names of all tables in these folders of the game."""
        result = {path.stem for place in places for path in self._existing(place, TABLES)}
        return sorted(result.difference(NO_TABLES if "" in places else ()))

    def table(self, name: str, places: Sequence[str], key: str = "") -> Iterator[Source | None]:
        """The tables of that name, each as the `Source` of `{key: [row, ...]}`; None for one that has faults.

        The key is the name, if no other is given.
        """
        for folder in self.folders:
            paths = [folder / place / f"{name}{ending}" for place in places for ending in TABLES]
            self.read.update(paths)
            present = [path for path in paths if is_there(path)]
            for duplicate in present[1:]:
                message = f"{present[0].relative_to(folder)} exists too: a table has one file."
                self.report.error(Where(str(duplicate)), "read:table", message, "Remove one.")
            if present:
                source = _rows(present[0], key or name, self.report) if self.stays(present[0]) else None
                if source is not None:
                    self.charge(source)
                yield source

    def _existing(self, place: str, endings: Sequence[str]) -> Iterator[Path]:
        for directory in (folder / place for folder in self.folders):
            for path in sorted(directory.iterdir()) if is_folder(directory) else ():
                if path.name.endswith(tuple(endings)):
                    yield path

    def stays(self, path: Path) -> bool:
        """True when a file is no link out of its folder; else the report says so, and it must not be opened."""
        folder = next(folder for folder in reversed(self.folders) if path.is_relative_to(folder))
        if inside(folder, path):
            return True
        self.report.error(Where(str(path)), "read:pack", "this file points outside its folder.", "Copy it in.")
        return False


def _rows(path: Path, key: str, report: Report) -> Source | None:
    """A table of any of the endings."""
    if path.suffix == ".yaml":
        source = read_yaml(path, report, most_rows=MOST_ROWS)
    else:
        csv = path.suffix == ".csv"
        source = read_csv(path, report, key, most_rows=MOST_ROWS) if csv else read_spreadsheet(path, report, key)
    if source is None:
        return None
    rows = source.data.get(key) if isinstance(source.data, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        report.error(source.where(key), "read:table", f"the file must hold a list of rows under the key {key}.")
        return None
    if len(rows) > MOST_ROWS:
        report.error(source.where(key, MOST_ROWS), "read:size", TOO_MANY_ROWS.format(MOST_ROWS))
        return None
    return source
