"""Rules looked up: which game is asked, one rule by its id, and rules by words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.games import one_of, options_of
from ibbprint.jobs.reporting import Result
from ibbprint.jobs.targets import Target, game_of_pack, of_known_games
from ibbprint.problems import BadRequest, Report
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.engine.api.kits import KitOptions
    from ibbprint.engine.api.rules import RuleText
    from ibbprint.engine.rule_search import Match


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RulesByWords(Result):
    """Rules that have the words of a query, best first."""

    query: str = ""
    matches: tuple[Match, ...] = ()
    unknown: Mapping[str, str] | None = None
    """The words that no rule has, each with the nearest that one has."""
    titles: Mapping[str, str] | None = None
    """The titles of the games that were searched, by their ids."""
    packs: Mapping[str, tuple[Path, ...]] | None = None
    """The packs that were laid over each of them."""

    def text(self, *, every: bool, width: int = WIDTH) -> str:
        """As `ibbprint rules find` shows them in so many columns: the best, or every one."""
        from ibbprint.reports.rules_report import matches

        packs = {id: tuple(map(str, folders)) for id, folders in (self.packs or {}).items()}
        return matches(self.query, self.matches, self.unknown or {}, self.titles or {}, packs, every=every, width=width)

    @property
    def json(self) -> str:
        from ibbprint.reports.rules_report import matches_json

        return matches_json(self.matches)


class Namesake(NamedTuple):
    """One of several games that have a rule of the same id or name, and that rule."""

    game: Game
    rule: RuleText


class SeveralRules(BadRequest):
    """An id that several games have, where none of them is named."""

    def __init__(self, name: str, namesakes: Sequence[Namesake]) -> None:
        super().__init__(f"{name} is a rule of {len(namesakes)} games.", "Name the game.", "--game")
        self.namesakes = namesakes


def ruled_games() -> dict[str, Game]:
    """The games whose rules can be looked up, by their ids."""
    from ibbprint.systems import games_with

    return games_with(Game.rules)


def game_of_rules(game_name: str, scenario: str, options: KitOptions) -> Game:
    """The game whose rules are listed: the one named, else that of the scenario, of the pack, or the first."""
    able = ruled_games()
    return _named_game(able, game_name, scenario, options) or one_of(able, "")


def game_of_rule(name: str, game_name: str, scenario: str, options: KitOptions) -> Game:
    """The game that has a rule: the one meant, else the only one that has it, or the first. Raises SeveralRules."""
    able = ruled_games()
    before, colon, _ = name.partition(":")
    selected = _named_game(
        able, game_name or (before.lower() if colon and before.lower() in able else ""), scenario, options
    )
    if selected is not None:
        return selected
    rules = {id: game.rule(name, "", options, Report()) for id, game in able.items()}
    namesakes = [Namesake(able[id], rule) for id, rule in rules.items() if rule is not None]
    if len(namesakes) > 1:
        raise SeveralRules(name, namesakes)
    return namesakes[0].game if namesakes else one_of(able, "")


def _named_game(able: Mapping[str, Game], game_name: str, scenario: str, options: KitOptions) -> Game | None:
    """The game named by its own name, by a scenario or by a pack; None where nothing names one."""
    if game_name:
        return one_of(able, game_name)
    if scenario:
        owner = Target(scenario, options.packs).game
        return able[owner.id] if owner is not None and owner.id in able else one_of(able, "")
    owners = [game_of_pack(pack, Report()) for pack in options.packs]
    return next((able[id] for id in owners if id is not None and id in able), None)


def rules_by_words(query: str, game_name: str, packs: tuple[Path, ...]) -> RulesByWords:
    """The rules that have these words: of a game, or of all. Each pack is laid over its own game.

    Raises BadRequest where no rule has any of the words.
    """
    from ibbprint.engine.rule_search import search

    of_known_games(packs)
    able = ruled_games()
    searched = {game_name: one_of(able, game_name)} if game_name else able
    for pack in packs:
        if not game_name and game_of_pack(pack, Report()) not in (None, *able):
            raise BadRequest(f"{pack} is a game without rulings to look up.", "Leave out --pack.", "--pack")
    report, books, packs_of = Report(), {}, {}
    for id, game in searched.items():
        packs_of[id] = tuple(pack for pack in packs if game_name or game_of_pack(pack, Report()) == id)
        book = game.rulebook("", options_of(packs_of[id], {}), report)
        if book is not None:
            books[id] = book
    result = search(query, books)
    if not result.matches and report.ok:
        near = [f"Did you mean {word}?" for word in result.unknown.values() if word]
        where = f" of {searched[game_name].title}" if game_name else ""
        hint = " ".join(near) or "Try one word, such as stacking or zoc."
        raise BadRequest(f"no rule{where} speaks of {query!r}.", hint)
    return RulesByWords(
        report,
        query,
        result.matches if report.ok else (),
        result.unknown,
        {id: game.title for id, game in searched.items()},
        packs_of,
    )
