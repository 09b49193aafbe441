"""The meaning of a name: a scenario, a pack or a list, with the packs under it and its game."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.games import YAML, game_called, game_of_list, known_games
from ibbprint.problems import BadRequest, Report, Stopped, Where, did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ibbprint.catalogue.source import Source
    from ibbprint.engine.api.kits import Listed


def listed(packs: Sequence[Path]) -> Iterator[tuple[Game, Listed]]:
    """All scenarios, and whole games made of files, with their games."""
    from ibbprint.systems import games

    for game in games().values():
        for item in game.list(tuple(packs), Report()):
            if item.prints:
                yield game, item


def shipping(scenario: str) -> Game | None:
    """The game with a shipped scenario in a file of that name: found sooner than by opening all of them."""
    from ibbprint.catalogue.source import is_file
    from ibbprint.shipped import shipped
    from ibbprint.systems import games

    if set(scenario) & set("/\\."):
        return None
    name = f"{scenario.removesuffix('-as-printed')}.yaml"
    for game in games().values():
        folder = shipped("scenarios") / game.id
        if is_file(folder / name) or is_file(folder / "as-printed" / name):
            return game
    return None


class Kind(Enum):
    """The kind of thing that a name means."""

    SCENARIO = "scenario"
    """A scenario by its id or file, the whole of a game made of files, or a word so near that one of them is meant."""
    LIST = "list"
    """A file that is no scenario, or standard input: an army list, if anything."""
    FOLDER = "folder"
    """A folder that is no pack."""
    UNKNOWN = "unknown"


class Target:
    """A scenario or a list as a game takes it (by id or file), and the packs under it.

    What it is and whose it is are looked up once, when first asked for. Whatever is wrong is in the report.
    """

    def __init__(self, scenario: str, packs: Sequence[Path]) -> None:
        self.scenario = scenario
        self.packs = tuple(packs)
        self.report = Report()

    @cached_property
    def kind(self) -> Kind:
        from ibbprint.catalogue.source import is_file

        if self._is_no_pack:
            return Kind.FOLDER
        name, path = self.scenario, Path(self.scenario)
        if name == "-" or is_file(path):
            return Kind.SCENARIO if path.suffix in YAML and _holds_scenario(path) else Kind.LIST
        if shipping(name) is not None or example_meant(name):
            return Kind.SCENARIO
        ids = [item.id for _, item in self._listed]
        # A pack that cannot be read may have it: then its faults are reported, not the name.
        near = name in ids or (not path.suffix and (nearest(name, ids) is not None or self._has_faulty_pack))
        return Kind.SCENARIO if near else Kind.UNKNOWN

    @cached_property
    def game(self) -> Game | None:
        """The game that the file or a pack names, that ships the scenario, whose list it is, or that lists it.

        None with the reason in the report. A file that names no game gets the first, which says what is wrong with it.
        """
        from ibbprint.catalogue.source import is_there
        from ibbprint.systems import games

        name, path, all_games, report = self.scenario, Path(self.scenario), games(), self.report
        if self._is_no_pack:
            return None
        game_id = _game_named(path, "scenario", report)
        for pack in self.packs:
            if game_id is None and report.ok:
                game_id = game_of_pack(pack, report)
        if game_id is not None or not report.ok:
            return None if game_id is None else all_games[game_id]
        game = next(iter(all_games.values())) if len(all_games) == 1 else shipping(name) or game_of_list(path, report)
        if game is not None or not report.ok:
            return game
        scenarios = {item.id: owner for owner, item in reversed(self._listed) if item.kind == "scenario"}
        if name in scenarios:
            return scenarios[name]
        if path.suffix or is_there(path) or self._has_faulty_pack:
            return next(iter(all_games.values()), None)
        tell_no_scenario(name, scenarios, report)
        return None

    @cached_property
    def _listed(self) -> list[tuple[Game, Listed]]:
        return list(listed(self.packs))

    @cached_property
    def _has_faulty_pack(self) -> bool:
        """Whether one of the packs cannot be read, so that nobody knows what is in it."""
        from ibbprint.catalogue.layers import read_pack

        return any(read_pack(pack, Report()) is None for pack in self.packs)

    @cached_property
    def _is_no_pack(self) -> bool:
        """Whether the name is only that of a folder that is no pack, which the report says then."""
        from ibbprint.catalogue.layers import is_sound_pack
        from ibbprint.catalogue.source import is_folder
        from ibbprint.systems import games

        name, folder = self.scenario, Path(self.scenario)
        if not name or not is_folder(folder) or folder.suffix in YAML or is_pack(name) or name in games():
            return False
        return all(item.id != name for _, item in self._listed) and not is_sound_pack(folder, self.report)


def meant_by(name: str, packs: Sequence[Path]) -> list[Target]:
    """The meanings of a name: of a pack each of its scenarios, which may be none, with that pack among the packs.

    A file in the folder of a game made of files means the scenario that it holds; where it does not say which, and for
    the head of the game, the whole game is meant, and tells what is wrong. Raises Stopped for a faulty pack.
    """
    path = Path(name)
    game_folder = _game_around(path)
    folder = game_folder or _pack_named(name)
    if folder is None:
        return [Target(name, packs)]
    packs = with_on_top(str(folder), packs)
    id = None if game_folder is None else _head(path, "scenario")[1].get("id")
    return [Target(scenario, packs) for scenario in ([id] if isinstance(id, str) else own_scenarios(folder, packs))]


def scenario_meant(name: str, packs: Sequence[Path]) -> Target:
    """The one scenario of that name; for a pack, or for no name at all, that of the uppermost pack.

    Raises BadRequest where that is none, or one of several, and Stopped for a pack that cannot be read.
    """
    from ibbprint.catalogue.layers import is_game_folder

    folder = _pack_named(name)
    if name and folder is None:
        return meant_by(name, packs)[0]
    packs = packs if folder is None else with_on_top(str(folder), packs)
    if not packs:
        raise BadRequest("a scenario is missing.", "Name one (see: ibbprint list), or one of your packs.")
    top = next((pack for pack in reversed(packs) if is_game_folder(pack)), packs[-1])
    scenarios = own_scenarios(top if is_game_folder(packs[0]) else packs[-1], packs)
    if len(scenarios) != 1:
        lacking = "several scenarios" if scenarios else "no scenario"
        hint = f"Name one of them: {', '.join(scenarios)}." if scenarios else "Name one (see: ibbprint list)."
        raise BadRequest(f"{packs[-1]} has {lacking}.", hint)
    return Target(scenarios[0], packs)


def _pack_named(name: str) -> Path | None:
    """The folder of the pack named in the place of a scenario, or by the head of a game made of files."""
    from ibbprint.catalogue.layers import GAME_HEAD

    folder = Path(name).parent if Path(name).name == GAME_HEAD else Path(name)
    return folder if name and is_pack(str(folder)) else None


def _game_around(path: Path) -> Path | None:
    """The folder of the game made of files that has this file among its scenarios."""
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_file

    if path.suffix != ".yaml" or path.parent.absolute().name != "scenarios" or not is_file(path):
        return None
    folder = path.parent.parent if path.parent.name else path.parent / ".."
    return folder if is_game_folder(folder) else None


def _holds_scenario(path: Path) -> bool:
    """Whether a YAML file has the head of a scenario, sound or not."""
    from ibbprint.catalogue.source import decode, read_bytes

    raw = read_bytes(path, str(path), Report())
    text = None if raw is None else decode(raw, str(path), Report())
    return has_scenario_head(text or "")


def has_scenario_head(text: str) -> bool:
    """Whether YAML text has the head of a scenario, sound or not."""
    heads = ("scenario:", '"scenario":', "{scenario:", '{"scenario":')
    return any(line.startswith(heads) for line in text.splitlines())


def tell_no_scenario(name: str, scenarios: Collection[str], report: Report) -> None:
    """Say that nothing of this name can be printed or played, and what to name or to type instead."""
    if "/" in name or "\\" in name:
        hint = "Name a scenario (see: ibbprint list), its file, or a folder with a pack.yaml or a game.yaml."
        report.error(Where(name), "read:file", "there is no such file or folder.", hint)
        return
    hint = example_meant(name) or _game_meant(name) or did_you_mean(name, scenarios)
    small = name.lower()
    if small in scenarios:  # only the capitals are wrong
        hint = f"Write it in small letters: {small}."
    report.error(Where(name), "read:scenario", f"there is no scenario {name!r}.", hint)


def _game_meant(name: str) -> str:
    """The command that prints the game named in other words in the place of a scenario; empty for another name."""
    from ibbprint.systems import games

    id = game_called(name, games())
    return f"{name} is the game {id}: ibbprint list shows its scenarios." if id in games() else ""


def example_meant(name: str) -> str:
    """The command for the example of the docs that is named; empty for another name."""
    from ibbprint.systems import games

    for game in games().values():
        if game.example and name.lower() == game.example:
            return f"Write its folder first: ibbprint new {game.example} --game {game.id}"
    return ""


def scenarios_named(words: Sequence[str], packs: Sequence[Path]) -> list[str]:
    """The scenarios that words name: each its own, or one whose id they are when written with hyphens."""
    id = "-".join(" ".join(words).lower().split())
    if id in words or "-" not in id or set(id) & set("/\\"):
        return list(words)
    return [id] if any(item.id == id for _, item in listed(packs)) else list(words)


# --- packs and their scenarios ----------------------------------------------------------------------------------


def game_of_pack(pack: Path, report: Report) -> str | None:
    """The game that a pack names, if there is one; an unknown one is an error at its place.

    A folder that is a game by itself is read by the first game that can. A pack.yaml that is a link out of the pack is
    not opened: whoever reads the pack says so.
    """
    from ibbprint.catalogue.layers import HEAD, is_game_folder
    from ibbprint.catalogue.source import inside
    from ibbprint.systems import games

    if is_game_folder(pack):
        return next((id for id, game in games().items() if game.offers(Game.read_files)), None)
    return _game_named(pack / HEAD, "pack", report) if inside(pack, pack / HEAD) else None


def _game_named(path: Path, key: str, report: Report) -> str | None:
    """The game that the head of a file names, if it does; an unknown one is an error at its place."""
    from ibbprint.systems import games

    source, head = _head(path, key)
    name = head.get("game")
    if source is None or not isinstance(name, str):
        return None
    if name not in games():
        hint = _made_of_files(path, name) or known_games(name)
        report.error(source.where(key, "game"), "read:game", f"there is no game {name!r}.", hint)
        return None
    return name


def _head(path: Path, key: str) -> tuple[Source | None, Mapping[str, object]]:
    """A YAML file as far as it can be read, and its head."""
    from ibbprint.catalogue.source import is_file, read_yaml

    source = read_yaml(path, Report()) if path.suffix == ".yaml" and is_file(path) else None
    head = source.data.get(key) if source is not None and isinstance(source.data, dict) else None
    return source, head if isinstance(head, dict) else {}


def _made_of_files(path: Path, name: str) -> str:
    """The hint where a file names a game that is a folder nearby; empty where there is none."""
    from ibbprint.catalogue.layers import GAME_HEAD, HEAD, is_game_folder

    near = [folder / name for folder in path.absolute().parents[:3]]
    if not any(map(is_game_folder, near)):
        return ""
    if path.name == HEAD:
        return (
            f"{name} is a game made of files. Name this file {GAME_HEAD}: game: {{id: ..., title: ..., over: {name}}}"
        )
    return f"{name} is a game made of files: move the scenario to its folder, and leave out game."


def of_known_games(packs: Iterable[Path]) -> None:
    """Raise Stopped for a pack of an unknown game, of which nothing can be understood.

    The report has everything else that is wrong with the heads of such packs too.
    """
    from ibbprint.catalogue.layers import read_pack

    report = Report()
    for pack in packs:
        number = len(report)
        game_of_pack(pack, report)
        if len(report) > number:
            read_pack(pack, report)
    if not report.ok:
        raise Stopped(report)


def is_pack(name: str) -> bool:
    """Whether the name is that of a folder with a pack.yaml or a game.yaml.

    Whatever that is: a pipe there is an error of the pack.
    """
    from ibbprint.catalogue.layers import head_of
    from ibbprint.catalogue.source import is_there

    return bool(name) and is_there(head_of(Path(name)))


def with_on_top(name: str, packs: Sequence[Path]) -> tuple[Path, ...]:
    """The packs with that one uppermost, or under them if it is a game. Raises Stopped for one of an unknown game."""
    from ibbprint.catalogue.layers import is_game_folder, read_pack
    from ibbprint.catalogue.source import same_file

    folder = Path(name)
    of_known_games([folder])
    below = tuple(pack for pack in packs if not same_file(pack, folder))
    layer = read_pack(folder, Report()) if is_game_folder(folder) else None
    return (folder, *below) if layer is not None and layer.over is None else (*below, folder)


def own_scenarios(folder: Path, packs: Sequence[Path]) -> list[str]:
    """The ids of the scenarios in a pack; the path of one that is too faulty to have an id. A game is named by its own.

    Raises Stopped where one of them, or another part of the pack, is a link out of it.
    """
    from ibbprint.catalogue.layers import is_game_folder, read_pack
    from ibbprint.engine.scenario_files import own_files
    from ibbprint.systems import games

    report = Report()
    if is_game_folder(folder):
        layer = read_pack(folder, report)
        if layer is None or layer.pack is None:
            raise Stopped(report)
        return [layer.pack.id]
    files = {path: str(path) for path in own_files(folder, report)}
    if not report.ok:
        raise Stopped(report)
    name = game_of_pack(folder, Report())
    if name is not None:
        scenarios = [item for item in games()[name].list(tuple(packs), Report()) if item.kind == "scenario"]
        files |= {item.file: item.id for item in scenarios if item.file in files}
    return list(files.values())
