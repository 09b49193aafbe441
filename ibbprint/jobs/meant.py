"""Which game, which scenario and which packs are meant by what somebody names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ibbprint.engine.api.kits import Game
from ibbprint.problems import BadRequest, Report, Stopped, Where, did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.kits import KitOptions

Able = TypeVar("Able")
_YAML = (".yaml", ".yml")


def rule_value(text: str) -> tuple[str, str]:
    """`ID=VALUE` taken apart. Raises BadRequest."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise BadRequest(f"--rule takes ID=VALUE, not {text!r}.", "For example: --rule R-22=3-2-4", "--rule")
    return name.strip(), value.strip()


def options_of(packs: Sequence[Path] | None, rules: Mapping[str, str], points: float | None = None) -> KitOptions:
    """What a game is asked with, where no kit is wanted."""
    from ibbprint.engine.api.kits import KitOptions

    return KitOptions(tuple(packs or ()), rules, points=points)


# --- games ------------------------------------------------------------------------------------------------------


def game_named(name: str) -> Game:
    """The game of that id. Raises BadRequest."""
    from ibbprint.systems import games

    known = games()
    id = game_called(name, known)
    if id not in known:
        raise BadRequest(f"there is no game {name!r}.", known_games(name), "--game")
    return known[id]


def known_games(name: str) -> str:
    """The hint for a game that there is not: the nearest, and all that packs may be of."""
    from ibbprint.systems import games

    known = [id for id, game in games().items() if not game.offers(Game.read_files)]
    called = game_called(name, games())
    near = called if called in known else nearest(name, known)
    return f"{f'Did you mean {near}? ' if near else ''}{did_you_mean('', known)}"


def one_of(able: Mapping[str, Able], name: str) -> Able:
    """The game of that name, or the first, among those that can do what is asked. Raises BadRequest."""
    id = game_called(name, able) if name else ""
    if id and id not in able:
        raise BadRequest(f"there is no game {name!r} for this.", did_you_mean(name, able), "--game")
    if not able:
        raise BadRequest("no game can do this.")
    return able[id] if id else next(iter(able.values()))


def refuse_a_game(name: str) -> None:
    """Raise BadRequest where a game is named in the place of a scenario: it says how a whole catalogue is printed."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    if name not in games() or is_there(Path(name)):
        return
    scenarios = [item.id for item in games()[name].list((), Report()) if item.kind == "scenario"]
    if name not in scenarios:
        hint = f'For its whole catalogue: ibbprint kit {name} --all, or in Python kit("{name}", whole=True)'
        raise BadRequest(f"{name} is a game, not a scenario.", hint)


def game_of(scenario: str, packs: tuple[Path, ...], report: Report) -> Game | None:
    """The game that has the scenario: the one that its file or pack names, else the one that lists it."""
    from ibbprint.catalogue.layers import read_pack
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    known = games()
    if is_no_pack(scenario, packs, report):
        return None
    said = len(report)
    name = game_of_file(Path(scenario), report)
    for pack in packs:
        if name is None and len(report) == said:
            name = game_of_pack(pack, report)
    if name is not None:
        return known[name]
    if len(report) > said:
        return None
    if len(known) == 1:
        return next(iter(known.values()))
    for game in known.values():
        if _ships(game, scenario):
            return game
    listed = _game_of_list(Path(scenario), known, report)
    if listed is not None or len(report) > said:
        return listed
    names: list[str] = []
    for game in known.values():
        names += [item.id for item in game.list(packs, Report()) if item.kind == "scenario"]
        if scenario in names:
            return game
    if Path(scenario).suffix or is_there(Path(scenario)) or any(read_pack(pack, Report()) is None for pack in packs):
        # A file that names no game, or a pack that cannot be read: the first game says what is wrong with it.
        return next(iter(known.values()), None)
    tell_no_scenario(scenario, names, report)
    return None


def tell_no_scenario(name: str, known: Collection[str], report: Report) -> None:
    """Say that nothing of this name can be printed or played, and what to name or to type instead."""
    if "/" in name or "\\" in name:
        hint = "Name a scenario (see: ibbprint list), its file, or a folder with a pack.yaml or a game.yaml."
        report.error(Where(name), "read:file", "there is no such file or folder.", hint)
        return
    hint = example_meant(name) or _game_meant(name) or did_you_mean(name, known)
    small = name.lower()
    if small in known:  # only the capitals are wrong
        hint = f"Write it in small letters: {small}."
    report.error(Where(name), "read:scenario", f"there is no scenario {name!r}.", hint)


def _game_meant(name: str) -> str:
    """How to print the game that is named in other words in the place of a scenario; empty for another name."""
    from ibbprint.systems import games

    id = game_called(name, games())
    return f"{name} is the game {id}: ibbprint list shows its scenarios." if id in games() else ""


def example_meant(name: str) -> str:
    """How to write the example of the docs that is named; empty for another name."""
    from ibbprint.systems import games

    for game in games().values():
        if game.example and name.lower() == game.example:
            return f"Write its folder first: ibbprint new {game.example} --game {game.id}"
    return ""


def _ships(game: Game, scenario: str) -> bool:
    """Whether a file of that name lies among the shipped scenarios of the game: sooner than opening all of them."""
    from ibbprint.catalogue.source import is_file
    from ibbprint.shipped import shipped

    folder, name = shipped("scenarios") / game.id, f"{scenario.removesuffix('-as-printed')}.yaml"
    return not set(scenario) & set("/\\.") and any(is_file(each / name) for each in (folder, folder / "as-printed"))


def _game_of_list(path: Path, known: Mapping[str, Game], report: Report) -> Game | None:
    """The game of a file that may be an army list: the one that it names, else the one whose entries it has.

    A file that cannot be read, or is not there, is an error. Whether YAML can be read, its scenario tells.
    """
    from ibbprint.catalogue.source import is_there

    own = Report() if path.suffix.lower() in _YAML else report
    if not is_there(path) and (not path.suffix or own is not report):
        return None
    from ibbprint.catalogue.documents import holds_list, read_document

    document = read_document(path, own)
    if document is None:
        return None
    if document.game is not None or (document.is_yaml and not holds_list(document)):
        return known.get(game_called(document.game or "", known))
    able = {id: each for id, each in known.items() if each.offers(Game.checker)}
    knowing = _entries_known([document], able)
    if document.is_yaml or any(knowing.values()):
        return able[max(knowing, key=lambda id: knowing[id])]
    hint = f"To see what is wrong for one game: ibbprint check {path.name} --game NAME ({', '.join(able)})."
    report.error(Where(str(path)), "read:scenario", "this is neither a scenario nor a list for any game.", hint)
    return None


def game_called(name: str, able: Mapping[str, object]) -> str:
    """The id of the game that somebody names: by that, or by what else players call it; the name where it is none."""
    if name in able or not name:
        return name
    from ibbprint.engine.words import is_called

    return next((id for id, game in able.items() if is_called(name, (id, *getattr(game, "also", ())))), name)


def game_by_words(documents: Sequence[Document], able: Mapping[str, Game]) -> Game | None:
    """The game whose entries lists have that name none: the one that knows most of them, the first of several alike."""
    if len(able) < 2:
        return next(iter(able.values()), None)
    found = _entries_known(documents, able)
    return able[max(found, key=lambda id: found[id])]


def _entries_known(documents: Sequence[Document], able: Mapping[str, Game]) -> dict[str, int]:
    """How many entries of some lists each game knows."""
    found = {}
    for id, game in able.items():
        opened = game.checker(options_of((), {}), Report())
        found[id] = 0 if opened is None else sum(map(opened.known, documents))
    return found


def game_of_entry(entry: str, able: Mapping[str, Game]) -> Game | None:
    """The game whose lists have such an entry."""
    from ibbprint.catalogue.documents import made_of

    document = made_of(entry.encode("utf-8", "replace"), "entry", Report())
    return None if document is None else game_by_words([document], able)


def game_of_file(path: Path, report: Report) -> str | None:
    """The game that a scenario file names, if there is one; an unknown one is an error at its place."""
    return _game_named(path, "scenario", report)


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


def _game_named(path: Path, head: str, report: Report) -> str | None:
    from ibbprint.catalogue.source import is_file, read_yaml
    from ibbprint.systems import games

    if path.suffix != ".yaml" or not is_file(path):
        return None
    source = read_yaml(path, Report())
    data = source.data if source is not None else None
    inner = data.get(head) if isinstance(data, dict) else None
    name = inner.get("game") if isinstance(inner, dict) else None
    if source is None or not isinstance(name, str):
        return None
    if name not in games():
        hint = _made_of_files(path, name) or known_games(name)
        report.error(source.where(head, "game"), "read:game", f"there is no game {name!r}.", hint)
        return None
    return name


def _made_of_files(path: Path, name: str) -> str:
    """What to write instead where a file names a game that is a folder nearby; nothing where there is none."""
    from ibbprint.catalogue.layers import GAME_HEAD, HEAD, is_game_folder

    near = [folder / name for folder in path.absolute().parents[:3]]
    if not any(map(is_game_folder, near)):
        return ""
    if path.name == HEAD:
        return (
            f"{name} is a game made of files. Name this file {GAME_HEAD}: game: {{id: ..., title: ..., over: {name}}}"
        )
    return f"{name} is a game made of files: move the scenario to its folder, and leave out game."


# --- packs and their scenarios ----------------------------------------------------------------------------------


def of_known_games(packs: Iterable[Path]) -> None:
    """Raise Stopped where a pack is of a game that there is not, for then nothing of it can be understood.

    The report has everything else that is wrong with the heads of such packs too.
    """
    from ibbprint.catalogue.layers import read_pack

    report = Report()
    for pack in packs:
        told = len(report)
        game_of_pack(pack, report)
        if len(report) > told:
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


def is_no_pack(name: str, packs: Sequence[Path], report: Report) -> bool:
    """True where the name is only that of a folder that is no pack, which the report says then."""
    from ibbprint.catalogue.layers import is_sound_pack
    from ibbprint.catalogue.source import is_folder
    from ibbprint.systems import games

    folder = Path(name)
    if not name or not is_folder(folder) or folder.suffix in (".yaml", ".yml") or is_pack(name) or name in games():
        return False
    if any(item.id == name for game in games().values() for item in game.list(tuple(packs), Report())):
        return False
    return not is_sound_pack(folder, report)


class Meant(NamedTuple):
    """A scenario, and the packs under it."""

    scenario: str
    packs: tuple[Path, ...]


def scenario_meant(name: str, packs: Sequence[Path]) -> Meant:
    """The scenario that is named; of a pack in its place, or of no name at all, the only one of the uppermost pack.

    Raises BadRequest where that is none, or one of several, and Stopped for a pack that cannot be read.
    """
    from ibbprint.catalogue.layers import GAME_HEAD, is_game_folder

    if name and Path(name).name == GAME_HEAD:
        name = str(Path(name).parent)
    inside = in_a_game(name, packs)
    if inside is not None:
        return inside
    if is_pack(name):
        packs = with_on_top(name, packs)
    elif name:
        return Meant(name, tuple(packs))
    if not packs:
        raise BadRequest("a scenario is missing.", "Name one (see: ibbprint list), or one of your packs.")
    top = next((pack for pack in reversed(packs) if is_game_folder(pack)), packs[-1])
    own = own_scenarios(top if is_game_folder(packs[0]) else packs[-1], packs)
    if len(own) != 1:
        what = "several scenarios" if own else "no scenario"
        hint = f"Name one of them: {', '.join(own)}." if own else "Name one (see: ibbprint list)."
        raise BadRequest(f"{packs[-1]} has {what}.", hint)
    return Meant(own[0], tuple(packs))


def scenarios_named(words: Sequence[str], packs: Sequence[Path]) -> list[str]:
    """What words name: each its own scenario, or one whose id they are when written with hyphens."""
    from ibbprint.systems import games

    id = "-".join(" ".join(words).lower().split())
    if id in words or "-" not in id:
        return list(words)
    known = [item.id for game in games().values() for item in game.list(tuple(packs), Report()) if item.prints]
    return [id] if id in known else list(words)


def in_a_game(name: str, packs: Sequence[Path]) -> Meant | None:
    """The scenario that a file in the folder of a game holds, with that folder among the packs; None for others.

    Of a file that does not say which scenario it is, the whole game is meant: it tells what is wrong with it.
    """
    from ibbprint.catalogue.layers import is_game_folder
    from ibbprint.catalogue.source import is_file, read_yaml

    path = Path(name)
    if path.suffix != ".yaml" or path.parent.absolute().name != "scenarios" or not is_file(path):
        return None
    folder = path.parent.parent if path.parent.name else path.parent / ".."
    if not is_game_folder(folder):
        return None
    source = read_yaml(path, Report())
    head = source.data.get("scenario") if source is not None and isinstance(source.data, dict) else None
    id = head.get("id") if isinstance(head, dict) else None
    packs = with_on_top(str(folder), packs)
    return Meant(id if isinstance(id, str) else own_scenarios(folder, packs)[0], packs)


def with_on_top(name: str, packs: Sequence[Path]) -> tuple[Path, ...]:
    """The packs with that one uppermost, or under them if it is a game. Raises Stopped for one of an unknown game."""
    from ibbprint.catalogue.layers import is_game_folder, read_pack
    from ibbprint.catalogue.source import same_file

    folder = Path(name)
    of_known_games([folder])
    others = tuple(pack for pack in packs if not same_file(pack, folder))
    layer = read_pack(folder, Report()) if is_game_folder(folder) else None
    return (folder, *others) if layer is not None and layer.over is None else (*others, folder)


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
        listed = [item for item in games()[name].list(tuple(packs), Report()) if item.kind == "scenario"]
        files |= {item.file: item.id for item in listed if item.file in files}
    return list(files.values())
