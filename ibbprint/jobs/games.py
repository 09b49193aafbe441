"""The game meant by its id, by another name among players, or by the entries of a list; and its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ibbprint.engine.api.kits import Game
from ibbprint.problems import BadRequest, Report, Where, did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableMapping, Sequence

    from ibbprint.catalogue.documents import Document
    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.lists import ListChecker

    Checkers = MutableMapping[str, ListChecker]
    """The checkers of shipped lists that were opened to see whose a list is, by the ids of their games."""

Able = TypeVar("Able")
YAML = (".yaml", ".yml")


def rule_value(text: str) -> tuple[str, str]:
    """`ID=VALUE` taken apart. Raises BadRequest."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise BadRequest(f"--rule takes ID=VALUE, not {text!r}.", "For example: --rule R-22=3-2-4", "--rule")
    return name.strip(), value.strip()


def options_of(packs: Sequence[Path] | None, rules: Mapping[str, str], points: float | None = None) -> KitOptions:
    """The options of a game, where no kit is wanted."""
    from ibbprint.engine.api.kits import KitOptions

    return KitOptions(tuple(packs or ()), rules, points=points)


def game_named(name: str) -> Game:
    """The game of that id. Raises BadRequest."""
    from ibbprint.systems import games

    all_games = games()
    id = game_called(name, all_games)
    if id not in all_games:
        raise BadRequest(f"there is no game {name!r}.", known_games(name), "--game")
    return all_games[id]


def known_games(name: str) -> str:
    """The hint for an unknown game: the nearest, and all games that may have packs."""
    from ibbprint.systems import games

    ids = [id for id, game in games().items() if not game.offers(Game.read_files)]
    called = game_called(name, games())
    near = called if called in ids else _near_games(name, ids)
    return f"{f'Did you mean {near}? ' if near else ''}{did_you_mean('', ids)}"


def _near_games(name: str, ids: Iterable[str]) -> str:
    """The games whose ids have the name as a word, `battle` of `battle turn`; else the nearest, empty where none is."""
    from ibbprint.phrases import listed

    parts = [id for id in ids if name.lower() in id.split("-")]
    return listed(parts, "or") or nearest(name, ids) or ""


def one_of(able: Mapping[str, Able], name: str) -> Able:
    """The game of that name, or the first, among the able ones. Raises BadRequest."""
    id = game_called(name, able) if name else ""
    if id and id not in able:
        near = _near_games(name, able)
        hint = f"Did you mean {near}?" if near else did_you_mean(name, able)
        raise BadRequest(f"there is no game {name!r} for this.", hint, "--game")
    if not able:
        raise BadRequest("no game can do this.")
    return able[id] if id else next(iter(able.values()))


def refuse_a_game(name: str) -> None:
    """Raise BadRequest for a game in the place of a scenario, with the command that prints a whole catalogue."""
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games

    if name not in games() or is_there(Path(name)):
        return
    scenarios = [item.id for item in games()[name].list((), Report()) if item.kind == "scenario"]
    if name not in scenarios:
        hint = f'For its whole catalogue: ibbprint kit {name} --all, or in Python kit("{name}", whole=True)'
        raise BadRequest(f"{name} is a game, not a scenario.", hint)


def game_called(name: str, able: Mapping[str, object]) -> str:
    """The id of a game named by its id or by another of its names; the name itself where it is no game's."""
    if name in able or not name:
        return name
    from ibbprint.engine.words import is_called

    return next((id for id, game in able.items() if is_called(name, (id, *getattr(game, "also", ())))), name)


def game_by_words(documents: Sequence[Document], able: Mapping[str, Game], opened: Checkers | None = None) -> Game:
    """The game whose entries lists have that name none: the one that knows most of them, the first of several alike.

    There is at least one game. What is opened for it is put into `opened`.
    """
    first, *rivals = able.values()
    if not any(game.most_listed(document) for game in rivals for document in documents):
        return first
    return able[_most_known(documents, able, opened)[0]]


def _most_known(
    documents: Sequence[Document], able: Mapping[str, Game], opened: Checkers | None = None
) -> tuple[str, int]:
    """The game that knows most entries of some lists, the first of several, and how many it knows.

    Only games that may know more than those before them open their catalogue.
    """
    result = (next(iter(able)), 0)
    for id, game in able.items():
        if sum(map(game.most_listed, documents)) > result[1]:
            checker = game.checker(options_of((), {}), Report())
            signs = 0 if checker is None else sum(map(checker.count_signs, documents))
            if checker is not None and opened is not None:
                opened[id] = checker
            result = max(result, (id, signs), key=lambda item: item[1])
    return result


def game_of_entry(entry: str, able: Mapping[str, Game]) -> Game | None:
    """The game whose lists have such an entry."""
    from ibbprint.catalogue.documents import made_of

    document = made_of(entry.encode("utf-8", "replace"), "entry", Report())
    return game_by_words([document], able) if document is not None and able else None


def game_of_list(path: Path, report: Report) -> Game | None:
    """The game of a file that may be an army list: the one that it names, else the one whose entries it has.

    A file that cannot be read, or is not there, is an error. Whether YAML can be read, its scenario tells.
    """
    from ibbprint.catalogue.documents import holds_list, read_document
    from ibbprint.catalogue.source import is_there
    from ibbprint.systems import games, games_with

    yaml_report = Report() if path.suffix.lower() in YAML else report
    document = read_document(path, yaml_report) if is_there(path) or (path.suffix and yaml_report is report) else None
    if document is None:
        return None
    if document.game is not None or (document.is_yaml and not holds_list(document)):
        return games().get(game_called(document.game or "", games()))
    able = games_with(Game.checker)
    id, signs = _most_known([document], able)
    if document.is_yaml or signs:
        return able[id]
    hint = f"To see what is wrong for one game: ibbprint check {path.name} --game NAME ({', '.join(able)})."
    report.error(Where(str(path)), "read:scenario", "this is neither a scenario nor a list for any game.", hint)
    return None


def generating_games() -> dict[str, Game]:
    """The games that make up scenarios, by their ids."""
    from ibbprint.systems import games_with

    return games_with(Game.generate)


def generating_game(name: str) -> Game:
    """The game of that name, among those that make up scenarios. Raises BadRequest."""
    able = generating_games()
    if not name and able:
        raise BadRequest("name a game.", f"Known: {', '.join(able)}.")
    return one_of(able, name)


def game_that_makes_up(name: str, seed: str | None, *, whole: bool = False) -> Game | None:
    """The game that makes a scenario up where a game is named in the place of one; None where a scenario is meant.

    Without a seed only a game is meant that prints what it makes up on the spot. Raises BadRequest for a seed that
    nobody can use.
    """
    from ibbprint.catalogue.source import is_there

    able = {} if whole or is_there(Path(name)) else generating_games()
    if seed is None:
        return able[name] if name in able and able[name].offer.on_the_spot else None
    id = game_called(name, able)
    if id in able:
        return able[id]
    able_names = ", ".join(generating_games()) or "none"
    if whole:
        message = "--seed rolls up one scenario, and --all prints the whole catalogue."
        raise BadRequest(message, "Leave one of them out.", "--seed")
    message = "--seed rolls up a scenario, so name a game that can do so, not a scenario."
    raise BadRequest(message, f"Games that can: {able_names}.", "--seed")
