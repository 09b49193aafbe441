"""Asking for exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ibbprint.jobs.given import Packs, of_type, options_given, paths, rule_values
from ibbprint.jobs.meant import game_of_entry, of_known_games, one_of, options_of
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.problems import BadRequest, Report
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.engine.api.odds import OddsAnswer, OddsGame, OddsRequest, Subject


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Odds(Result):
    """The exact odds of a roll; no answer where something is wrong, which is in the report."""

    answer: OddsAnswer | None = None
    """Title, and a row for each thing that can happen, with its chance as a fraction; the rows add up to 1."""

    @property
    def text(self) -> str:
        """The odds as `ibbprint odds` shows them."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The odds in so many columns."""
        from ibbprint.reports.odds_report import as_text

        return "" if self.answer is None else as_text(self.answer, width)

    @property
    def json(self) -> str:
        """The odds as `ibbprint odds --json` writes them."""
        from ibbprint.reports.odds_report import as_json

        return "" if self.answer is None else as_json(self.answer)

    def __str__(self) -> str:
        return self.text or Result.__str__(self)


def odds(
    subject: str = "",
    words: str = "",
    *,
    game: str = "",
    packs: Packs = (),
    rules: Mapping[str, object] | None = None,
    **options: Any,
) -> Odds:
    """The exact odds of a roll: `odds("attack", "3 axemen-q4 vs pikemen-q3", terrain="rough")`.

    Subjects, words and options are those of `ibbprint odds --help`: a flag is True, what can be given again and again
    is a list, and a hyphen in a name is an underscore.
    """
    report = Report()
    with Reported(report):
        for name, text in (("subject", subject), ("words", words), ("game", game)):
            of_type(name, text, "str")
        chosen = game_for([subject], game)
        topic = _subject(chosen, subject)
        request = _request(topic, words, options)
        answering = answered if subject or game else answered_by_any
        return answering(chosen, request, paths(packs), rule_values(rules))
    return Odds(report)


def able_games() -> dict[str, OddsGame]:
    """The games that give odds, by their ids."""
    from ibbprint.engine.api.odds import tells_odds
    from ibbprint.systems import games

    return {id: each for id, each in games().items() if tells_odds(each)}


def game_for(words: Sequence[str], named: str) -> OddsGame:
    """The game that is named, else the first that has one of the words as a subject, else the first of all."""
    able = able_games()
    knowing = {id: game for id, game in able.items() if any(subject.id in words for subject in game.subjects)}
    return one_of(able if named else knowing or able, named)


def answered_by_any(first: OddsGame, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds of a question without a subject, from the game whose units it names. Raises BadRequest and Stopped.

    The first game where it has an answer, else the first of the others that has one; where none has, the one whose
    army lists know most of the units says what is wrong with the rest. Packs and options are the first game's.
    """
    from ibbprint.engine.api.lists import checks_lists

    if packs or request.options:
        return answered(first, request, packs, rules)
    able = {id: game for id, game in able_games().items() if game.subjects[0].words}
    asked = {id: request._replace(subject=game.subjects[0].id) for id, game in able.items()}
    for id in dict.fromkeys([first.id, *able]):
        try:
            made = answered(able.get(id, first), asked.get(id, request), packs, rules)
        except BadRequest:
            continue
        if made.answer is not None:
            return made
    listing = {id: game for id, game in able.items() if checks_lists(game)}
    knows = game_of_entry("\n".join(_units(request.words)), listing)
    wanted = first.id if knows is None else knows.id
    return answered(able.get(wanted, first), asked.get(wanted, request), packs, rules)


def _units(words: str) -> list[str]:
    """The units of both sides, one by one."""
    from ibbprint.engine.odds import AGAINST, items

    return [unit for side in AGAINST.split(f" {words} ") for unit in items(side)]


def answered(game: OddsGame, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds that a game gives. Raises BadRequest and Stopped."""
    of_known_games(packs)
    report = Report()
    made = game.odds(request, options_of(packs, rules), report)
    return Odds(report, made if report.ok else None)


def _subject(game: OddsGame, named: str) -> Subject:
    """What is asked about: the subject of that name, or the first. Raises BadRequest."""
    from ibbprint.engine.api.odds import no_such_subject

    if not named:
        return game.subjects[0]
    known = {subject.id: subject for subject in game.subjects}
    if named not in known:
        raise no_such_subject(named, known)
    return known[named]


def _request(subject: Subject, words: str, given: Mapping[str, Any]) -> OddsRequest:
    """The question. Raises BadRequest for options that the subject does not have."""
    from ibbprint.engine.api.odds import OddsRequest

    given = options_given(given, subject.options, f"the odds of {subject.id} have")
    return OddsRequest(subject.id, words.strip(), given)
