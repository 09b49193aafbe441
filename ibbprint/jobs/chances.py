"""Asking for exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.fields import Packs, of_type, options_given, paths, rule_values
from ibbprint.jobs.meant import game_called, game_of_entry, game_of_pack, of_known_games, one_of, options_of
from ibbprint.jobs.reporting import Reported, Result
from ibbprint.problems import BadRequest, Report
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.questions import Question, Reading


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Odds(Result):
    """The exact odds of a roll; no answer where something is wrong, which is in the report."""

    answer: OddsAnswer | None = None
    """Title, and a row for each thing that can happen, with its chance as a fraction; the rows add up to 1."""
    taken: str = ""
    """The command that the question was taken for, where it was in other words; it is in the JSON as `taken_as`."""

    @property
    def text(self) -> str:
        """The odds as `ibbprint odds` shows them."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The odds in so many columns."""
        from ibbprint.reports.odds_report import as_text

        return "" if self.answer is None else f"{self.heading}{as_text(self.answer, width)}"

    @property
    def heading(self) -> str:
        """The line above the odds that says what the question was taken for; empty where it was in the exact words."""
        return f"Taken as: {self.taken}\n\n" if self.taken else ""

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
            of_type(name, text, str)
        folders, switches = paths(packs), rule_values(rules)

        def exact() -> Odds:
            chosen = game_for([subject], game)
            request = _request(_subject(chosen, subject), words, options)
            answering = answered if subject or game else answered_by_any
            return answering(chosen, request, folders, switches)

        def question(topic: Subject) -> tuple[str, Mapping[str, Any]] | None:
            try:
                return f"{subject} {words}".strip(), options_given(options, topic.options, "")
            except BadRequest:
                return None

        return answered_in_any_words(exact, question, game, folders, switches, letters=len(subject) + len(words))
    return Odds(report)


def answered_in_any_words(
    exact: Callable[[], Odds],
    question: Question,
    named: str,
    packs: tuple[Path, ...],
    rules: Mapping[str, str],
    unread: tuple[type[Exception], ...] = (),
    letters: int = 0,
) -> Odds:
    """The odds of a question: in the exact spelling, or else in what players' words mean. Raises BadRequest, Stopped.

    `named` is the game, if one is; `unread` is what else `exact` raises for a question. The first game that knows all
    words of a question answers or refuses it; no other is asked then. `letters` is how long the question is.
    """
    from ibbprint.engine.odds import MOST_LETTERS

    if letters > MOST_LETTERS:
        raise BadRequest(f"the question is longer than {MOST_LETTERS} characters.", "Ask for one combat at a time.")
    refusals: list[Odds | Exception] = []
    known: list[Odds | Exception] = []
    try:
        made = exact()
    except BadRequest as wrong:
        refusals.append(wrong)
    except unread as wrong:
        refusals.append(wrong)
    else:
        if made.answer is not None or any(problem.where.line for problem in made.report.errors):
            return made  # a fault in a file is not one of the question
        refusals.append(made)
    for game in _meant(named, packs):
        for reading in _readings(game, question, packs, rules, known):
            refusal: Odds | Exception
            try:
                made = refusal = answered(game, reading.request, packs, rules)
            except BadRequest as wrong:
                refusal = wrong
            else:
                if made.answer is not None:
                    return _taken(made.answer, reading.request, game, made.report)
            (known if reading.known else refusals).append(refusal)
        if known:
            break
    return _refused(refusals, known)


def _meant(named: str, packs: tuple[Path, ...]) -> list[Game]:
    """The games that a question may be about: that which is named, that of the packs, or all in their order."""
    able = able_games()
    own = {name for pack in packs if (name := game_of_pack(pack, Report())) is not None}
    name = game_called(named, able)
    if name:
        return [able[name]] if name in able else []
    return [game for id, game in able.items() if not own or id in own]


def _readings(
    game: Game,
    question: Question,
    packs: tuple[Path, ...],
    rules: Mapping[str, str],
    refusals: list[Odds | Exception],
) -> Iterator[Reading]:
    """Every reading of a question in the words of a game; an ambiguous word is added to the refusals."""
    from ibbprint.engine.questions import readings

    words = game.words(options_of(packs, rules), Report()) if game.offers(Game.words) else None
    try:
        yield from readings(question, game.subjects, words) if words is not None else ()
    except BadRequest as wrong:
        refusals.append(wrong)


def _taken(answer: OddsAnswer, request: OddsRequest, game: Game, report: Report) -> Odds:
    """An answer with the command that the question was taken for."""
    from ibbprint.engine.questions import as_command

    first = next(iter(able_games()))
    command = as_command(request, game.subjects, "" if game.id == first else game.id)
    return Odds(report, answer._replace(figures={**answer.figures, "taken_as": command}), command)


def _refused(refusals: Sequence[Odds | Exception], known: Sequence[Odds | Exception]) -> Odds:
    """What is said of a question that nobody can answer. Raises BadRequest.

    That is what a game says that knows all of its words; else what has the nearest word, or the first refusal.
    """

    def hints(refusal: Odds | Exception) -> Iterable[str]:
        if isinstance(refusal, Odds):
            return [each.hint for each in refusal.report.errors]
        return [refusal.hint] if isinstance(refusal, BadRequest) else []

    # What a reading lacks says more than that the question is not in the exact spelling.
    first = next((each for each in refusals if isinstance(each, Odds)), refusals[0])
    near = next((each for each in refusals if any(hint.startswith("Did you mean") for hint in hints(each))), first)
    chosen = next(iter(known), near)
    if isinstance(chosen, Exception):
        raise chosen
    return chosen


def able_games() -> dict[str, Game]:
    """The games that give odds, by their ids."""
    from ibbprint.systems import games_with

    return games_with(Game.odds)


def game_for(words: Sequence[str], named: str) -> Game:
    """The game that is named, else the first that has one of the words as a subject, else the first of all."""
    able = able_games()
    knowing = {id: game for id, game in able.items() if any(subject.id in words for subject in game.subjects)}
    return one_of(able if named else knowing or able, named)


def answered_by_any(first: Game, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds of a question without a subject, from the game whose units it names. Raises BadRequest and Stopped.

    The first game where it has an answer, else the first of the others that has one; where none has, the one whose
    army lists know most of the units says what is wrong with the rest. Packs and options are the first game's.
    """

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
    listing = {id: game for id, game in able.items() if game.offers(Game.checker)}
    knows = game_of_entry("\n".join(_units(request.words)), listing)
    wanted = first.id if knows is None else knows.id
    return answered(able.get(wanted, first), asked.get(wanted, request), packs, rules)


def _units(words: str) -> list[str]:
    """The units of both sides, one by one."""
    from ibbprint.engine.odds import AGAINST, items

    return [unit for side in AGAINST.split(f" {words} ") for unit in items(side)]


def answered(game: Game, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds that a game gives. Raises BadRequest and Stopped."""
    of_known_games(packs)
    report = Report()
    made = game.odds(request, options_of(packs, rules), report)
    return Odds(report, made if report.ok else None)


def _subject(game: Game, named: str) -> Subject:
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
