"""The scenario and map files of a game: which there are, and which a name means. Packs go before what is shipped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import BaseModel

from ibbprint.catalogue.layers import is_game_folder, is_sound_pack, read_pack
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import HexMap, map_id, read_map
from ibbprint.catalogue.source import Source, inside, is_file, is_folder, read_yaml
from ibbprint.catalogue.validate import build
from ibbprint.engine.api.kits import Listed
from ibbprint.engine.lists.files import ENDINGS
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.shipped import shipped

ModelT = TypeVar("ModelT", bound=BaseModel)


class ScenarioFiles(NamedTuple):
    """The files of one game, by its id: its scenarios are in one folder, their maps in `maps` in there."""

    game: str
    home: Path | None = None
    """The folder whose `scenarios` come with the game; None: they are in the `scenarios/GAME` of ibbprint."""

    @property
    def own(self) -> Path:
        """The folder of the scenarios that come with the game."""
        return shipped("scenarios") / self.game if self.home is None else self.home / "scenarios"

    def folders(self, packs: Sequence[Path]) -> list[Path]:
        """The scenario folders, topmost pack first, the shipped one last."""
        return [pack / "scenarios" for pack in reversed(packs)] + [self.own]

    def map_folders(self, packs: Sequence[Path]) -> list[Path]:
        return [pack / "maps" for pack in reversed(packs)] + [self.own / "maps"]

    def listed(self, packs: Sequence[Path], report: Report) -> list[Listed]:
        """Every scenario and map of this game that can be named."""
        packs = [pack for pack in packs if not is_game_folder(pack) and read_pack(pack, report) is not None]
        entries: dict[tuple[str, str], Listed] = {}
        kinds = (("scenario", self.folders(packs)), ("map", self.map_folders(packs)))
        for kind, places in kinds:
            for folder in places:
                for path in _files(folder):
                    source = _read(folder, path, report)
                    head = source.data.get(kind) if source is not None and isinstance(source.data, dict) else None
                    if not isinstance(head, dict) or head.get("game", self.game) != self.game:
                        continue  # a pack may hold those of another game
                    if isinstance(head.get("id"), str):
                        entries.setdefault(
                            (kind, head["id"]), Listed(kind, head["id"], str(head.get("title", "")), path)
                        )
        return list(entries.values())

    def find(self, name: str, packs: Sequence[Path], report: Report) -> Path | None:
        """The file of a scenario, named by its id or by a path."""
        if name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name:
            return Path(name)
        if Path(name).suffix and is_file(Path(name)):
            hint = "A scenario is a YAML file with scenario: at its head. Two army lists make one: ibbprint battle A B"
            report.error(Where(name), "read:scenario", "this file is not a scenario.", hint)
            return None
        quiet = Report()
        broken = []
        for folder in self.folders(packs):
            # The file that is named like the scenario first: the others need not be opened.
            for path in sorted(_files(folder), key=lambda p: p.stem != name.removesuffix("-as-printed")):
                source = _read(folder, path, quiet)
                head = source.data.get("scenario") if source is not None and isinstance(source.data, dict) else None
                result = head.get("id") if isinstance(head, dict) else None
                if result == name or (not isinstance(result, str) and path.stem == name):
                    return path if _stays(folder, path, report) else None
                if source is None:
                    broken.append((folder, path))
        for folder, path in broken:  # one of them may be the one that is meant
            _read(folder, path, report)
        if Path(name).suffix.lower() in ENDINGS and not is_file(Path(name)):
            report.error(Where(name), "read:file", "there is no such file.")
            return None
        ids = [item.id for item in self.listed(packs, quiet) if item.kind == "scenario"]
        report.error(Where(name), "read:scenario", f"there is no scenario {name!r}.", did_you_mean(name, ids))
        return None

    def map(
        self, id: str, where: Where, terrains: Callable[[], Collection[str]], packs: Sequence[Path], report: Report
    ) -> HexMap | None:
        """The map of an id, asked for at `where`, on ground of these kinds; None with faults in the report."""
        ids: list[str] = []
        nameless: list[tuple[Path, Path]] = []
        for name, folder, path in self._maps(id, packs):
            if name == id or (name is None and path.stem == id):
                read = read_map(path, report) if _stays(folder, path, report) else None
                return None if read is None else check_map(*read, terrains(), report)
            if name is not None:
                ids.append(name)
            else:
                nameless.append((folder, path))
        for folder, path in nameless:  # one of them may be the one that is meant
            _stays(folder, path, report)
        report.error(where, "ref:map", f"there is no map {id!r}.", did_you_mean(id, ids))
        return None

    def _maps(self, id: str, packs: Sequence[Path]) -> Iterator[tuple[str | None, Path, Path]]:
        """The id of each map, its folder and file, those named like the one that is wanted first in each folder."""
        for folder in self.map_folders(packs):
            for path in sorted(_files(folder), key=lambda p: p.stem != id):
                yield map_id(path) if _stays(folder, path, Report()) else None, folder, path


def own_files(pack: Path, report: Report) -> list[Path]:
    """The scenario files of a pack, sound or not; links out of the pack are reported instead."""
    folder = pack / "scenarios"
    return [path for path in _files(folder) if _stays(folder, path, report)] if is_sound_pack(pack, report) else []


def scenario_source(path: Path, excluded: Collection[str], report: Report) -> Source | None:
    """A scenario file as plain data, or None with its faults in the report; files of `excluded` kinds are refused."""
    if path.suffix not in (".yaml", ".yml") and is_file(path):
        report.error(Where(str(path)), "read:scenario", "this is not a scenario: a scenario is a .yaml file.")
        return None
    source = read_yaml(path, report)
    if source is None:
        return None
    data = source.data
    items = [name for name in ("map", "pack", "style", *excluded) if isinstance(data, dict) and list(data) == [name]]
    if items:
        report.error(source.where(), "read:scenario", f"this is not a scenario: it contains {items[0]}.")
        return None
    return source


def read_head(
    model: type[ModelT], path: Path, excluded: Collection[str], report: Report
) -> tuple[ModelT, Source] | None:
    """A scenario file as a model of its game, or None with its faults in the report.

    `excluded`: see `scenario_source`.
    """
    source = scenario_source(path, excluded, report)
    result = None if source is None else build(model, source, (), source.data, report)
    return None if source is None or result is None else (result, source)


def _files(folder: Path) -> list[Path]:
    if not is_folder(folder):
        return []
    as_printed = folder / "as-printed"
    printed = sorted(as_printed.glob("*.yaml")) if inside(folder, as_printed) else []
    return [*sorted(folder.glob("*.yaml")), *printed]


def _read(folder: Path, path: Path, report: Report) -> Source | None:
    """A file of a scenario or map folder; a link out of the pack is reported, and not opened."""
    return read_yaml(path, report) if _stays(folder, path, report) else None


def _stays(folder: Path, path: Path, report: Report) -> bool:
    """True when a file of a scenario or map folder is not a link out of the pack."""
    if inside(folder.parent, path):
        return True
    report.error(Where(str(path)), "read:pack", "this file points outside its pack.", "Copy it in.")
    return False
