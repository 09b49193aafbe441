"""Which game a question about odds is for: the one that is named, that of a folder, those whose words it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.games import game_called, one_of, options_of
from ibbprint.jobs.targets import game_of_pack
from ibbprint.patterns import regex
from ibbprint.problems import BadRequest, Report

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.engine.question_words import Question

_ROLL = regex(r"[a-z]+(-[a-z]+)*")
"""What the id of a roll looks like."""
_ID = regex(r"[a-z]+(?:-[a-z0-9]+)+")
"""What may be the id of a unit: no single word, which several games may have."""
_LONGEST_NAME = 5
"""The most words of a game's name: `Battle of Ayrene's Woods`."""
_GROUND = frozenset(("woods", "elements"))
"""Names of games that say something else in a question."""
_IN = frozenset(("in", "for", "at"))


def named_line(game: Game) -> str:
    """The line under an answer or a refusal that names the game, and how to name it."""
    return f"Game: {game.title} (--game {game.id})"


@contextmanager
def asked_of(game: Game) -> Iterator[None]:
    """Refusals within name this game, unless they name another."""
    try:
        yield
    except BadRequest as wrong:
        wrong.game = wrong.game or named_line(game)
        raise


def able_games() -> dict[str, Game]:
    """The games that give odds, by their ids."""
    from ibbprint.systems import games_with

    return games_with(Game.odds)


def name_typed(game: Game) -> str:
    """The game's name in a command: empty where it is the first."""
    return "" if game.id == next(iter(able_games())) else game.id


def game_of_folder(packs: Sequence[Path]) -> str:
    """The game of folders that are games by themselves, which no other game can be asked about; empty for other packs.

    It is not looked for where no folder is named.
    """
    from ibbprint.catalogue.layers import is_game_folder

    if not any(is_game_folder(pack) for pack in packs):
        return ""
    return next((id for id, game in able_games().items() if game.offers(Game.read_files)), "")


def game_for(words: Sequence[str], named: str) -> Game:
    """The game that is named, else the first that has one of the words as a subject, else the first of all."""
    able = able_games()
    ids = [word for word in words if not named and _ROLL.fullmatch(word)]
    # Every game that is asked for its rolls loads its rules.
    knowing = (game for game in able.values() if ids and any(subject.id in ids for subject in game.subjects))
    return next(knowing, None) or one_of(able, named)


def game_in(words: Sequence[str]) -> tuple[str, list[str]]:
    """The game that a question names at its begin or its end, and its other words; no game where it names none.

    `hott blades vs spears`, `blades vs spears in hott`, `blades vs spears, hott`. A name that is a word for ground,
    such as woods, is none.
    """
    from ibbprint.engine.words import is_called

    plain = " ".join(words).split()
    for id, game in able_games().items():
        names = (id, game.title.partition(":")[0], *game.also)
        for length in range(min(_LONGEST_NAME, len(plain) - 1), 0, -1):
            begins, ends = (" ".join(part).strip(":,()") for part in (plain[:length], plain[-length:]))
            if is_called(begins, names) and begins.lower() not in _GROUND:
                return id, plain[length:]
            if is_called(ends, names) and ends.lower() not in _GROUND:
                return id, plain[: -length - (plain[-length - 1].lower() in _IN)]
    return "", list(words)


def games_meant(named: str, packs: tuple[Path, ...]) -> list[Game]:
    """The games that a question may be about: that which is named, that of the packs, or all in their order."""
    able = able_games()
    own = {name for pack in packs if (name := game_of_pack(pack, Report())) is not None}
    name = game_called(named, able)
    if name:
        return [able[name]] if name in able else []
    return [game for id, game in able.items() if not own or id in own]


def owners_of(games: list[Game], question: Question, packs: tuple[Path, ...], rules: Mapping[str, str]) -> list[Game]:
    """The only one of some games that has a unit by an id that the question names; all of them where none has."""
    texts = {parsed[0] for game in games for subject in game.subjects if (parsed := question(subject)) is not None}
    ids = {id for text in texts for id in _ID.findall(text.lower())}
    if not ids or len(games) < 2:
        return games
    owners = []
    for game in games:
        words = game.words(options_of(packs, rules), Report()) if game.offers(Game.words) else None
        matches = [] if words is None else [words.lookup("unit", id) for id in ids]
        if any(match is not None and not ids.isdisjoint(match.ids) for match in matches):
            owners.append(game)
    return owners if len(owners) == 1 else games
