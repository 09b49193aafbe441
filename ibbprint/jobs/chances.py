"""Asking for exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.asked_games import (
    able_games,
    asked_of,
    game_for,
    game_in,
    game_of_folder,
    games_meant,
    name_typed,
    named_line,
    owners_of,
)
from ibbprint.jobs.fields import Packs, of_type, options_given, paths, rule_values
from ibbprint.jobs.games import game_of_entry, options_of
from ibbprint.jobs.odds_results import Odds, Unanswered, line_of, refused, works
from ibbprint.jobs.reporting import Reported
from ibbprint.jobs.targets import of_known_games
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import BadRequest, Report, Stopped

if TYPE_CHECKING:
    from pathlib import Path

    from ibbprint.engine.api.odds import OddsAnswer, OddsRequest, Subject
    from ibbprint.engine.question_words import Question
    from ibbprint.engine.questions import Reading
    from ibbprint.jobs.plays import Battle


_COMMAND = "ibbprint odds "
"""What a hint has that names a whole command."""
_LETTERS = regex(r"[^\W\d_]")


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
        game = game or game_of_folder(folders)
        if not game and not subject:
            game, words_left = game_in([words])
            words = " ".join(words_left)

        def exact() -> Odds:
            chosen = game_for([subject], game)
            with asked_of(chosen):
                request = _request(_subject(chosen, subject), words, options)
            answering = answered if subject or game else answered_by_any
            return answering(chosen, request, folders, switches)

        def question(topic: Subject) -> tuple[str, Mapping[str, Any]] | None:
            try:
                return f"{subject} {words}".strip(), options_given(options, topic.options, "")
            except BadRequest:
                return None

        return answered_in_any_words(
            exact, question, game, folders, switches, free=not subject, letters=len(subject) + len(words)
        )
    return Odds(report)


def answered_in_any_words(
    exact: Callable[[], Odds],
    question: Question,
    game_name: str,
    packs: tuple[Path, ...],
    rules: Mapping[str, str],
    unread: tuple[type[Exception], ...] = (),
    *,
    free: bool = False,
    letters: int = 0,
) -> Odds:
    """The odds of a question: in the exact spelling, or else in what players' words mean. Raises BadRequest, Stopped.

    `game_name` is the game, if one is named; `unread` is what else `exact` raises for a question; `free` says that it
    names no roll. The first of all games answers or refuses whatever it knows all words of. Of the others one does
    that no rival also knows; of rivals, the player must name one. `letters` is how long the question is.
    """
    from ibbprint.engine.odds import MOST_LETTERS

    if letters > MOST_LETTERS:
        raise BadRequest(f"the question is longer than {MOST_LETTERS} characters.", "Ask for one combat at a time.")
    try:
        result = _answered_in_any_words(exact, question, game_name, packs, rules, unread, free=free)
    except BadRequest as wrong:
        if not game_name and not packs and (better := _of_another_game(wrong, question, rules)) is not None:
            raise better from None
        wrong.hint = wrong.hint or _ways(wrong, packs, rules)
        if _COMMAND not in wrong.hint:
            wrong.hint = _with_command(wrong.hint, _near(wrong, question, packs, rules))
        raise
    if result.answer is None and not any(problem.where.line for problem in result.report.errors):
        if not game_name and not packs and (better := _of_another_game(result, question, rules)) is not None:
            raise better
        return replace(result, example=_near(result, question, packs, rules))
    return result


def _answered_in_any_words(
    exact: Callable[[], Odds],
    question: Question,
    game_name: str,
    packs: tuple[Path, ...],
    rules: Mapping[str, str],
    unread: tuple[type[Exception], ...],
    *,
    free: bool,
) -> Odds:
    """The odds of a question, without an example where it is refused."""
    refusals: list[Odds | Exception] = []
    understood: list[Odds | Exception] = []
    unanswered: Unanswered | None = None
    try:
        result = exact()
    except Unanswered as nobody:
        unanswered = nobody
    except BadRequest as wrong:
        refusals.append(wrong)
    except unread as wrong:
        refusals.append(wrong)
    else:
        if result.answer is not None or any(problem.where.line for problem in result.report.errors):
            is_named = bool(game_name or packs or not free or result.answer is None)
            return _among_rivals(
                result, question, rules, is_named=is_named
            )  # a fault in a file is not one of the question
        refusals.append(result)
    for game in owners_of(games_meant(game_name, packs), question, packs, rules):
        for reading in _readings(game, question, packs, rules, understood):
            refusal: Odds | Exception
            try:
                result = refusal = answered(game, reading.request, packs, rules)
            except BadRequest as wrong:
                refusal = wrong
            else:
                if result.answer is not None:
                    odds_taken = _odds_as_command(result.answer, reading.request, game, result.report)
                    return _among_rivals(
                        odds_taken, question, rules, in_own_words=reading.own, is_named=bool(game_name or packs)
                    )
            (understood if reading.known else refusals).append(refusal)
        if understood:
            break
    if unanswered is not None and not understood:
        try:
            refusals.insert(0, unanswered.refused())
        except BadRequest as wrong:
            refusals.insert(0, wrong)
    return refused(refusals, understood, free=free)


def _among_rivals(
    result: Odds, question: Question, rules: Mapping[str, str], *, in_own_words: bool = True, is_named: bool = False
) -> Odds:
    """An answer that names the other games that know all words of the question.

    Raises BadRequest where such a rival calls the units so itself, if the answering game does (`in_own_words`) no
    better. The first of all games has no rivals: it is the one that is meant where none is named; nor has a game that
    is named (`is_named`).
    """
    able = able_games()
    if is_named or result.game == next(iter(able)):
        return result
    knowing = {id: _knows(game, question, rules) for id, game in able.items() if id != result.game}
    rivals = [able[id] for id, knowledge in knowing.items() if knowledge is not None]
    if any(knowledge is not None and knowledge >= in_own_words for knowledge in knowing.values()):
        games = [game for game in able.values() if game in rivals or game.id == result.game]
        hint = f"Say which: {listed([f'--game {game.id}' for game in games], 'or')}."
        likes = [command for game in games if (command := _like(game, question, (), rules))]
        hint = _with_command(hint, listed(likes, "or"))
        raise BadRequest(f"that may be a question about {listed([game.title for game in games], 'or')}.", hint)
    return replace(result, rivals=tuple(game.id for game in rivals))


def _knows(game: Game, question: Question, rules: Mapping[str, str]) -> bool | None:
    """Whether a game that knows all words of a question calls the units so itself; None where it does not know all."""
    refused: list[Odds | Exception] = []
    try:
        owned = [reading.own for reading in _readings(game, question, (), rules, refused) if reading.known]
    except Stopped:  # rules of another game
        return None
    return any(owned) if owned or refused else None


def _with_command(hint: str, command: str) -> str:
    """A hint, and a command that works."""
    ended = hint if not hint or hint.endswith((".", "?", "!")) else f"{hint}."
    return " ".join(filter(None, (ended, works(command)))) if command else hint


def _ways(refusal: BadRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> str:
    """The questions that may be meant instead of one that a game refused, as commands; only those with an answer."""
    from ibbprint.engine.question_words import as_command
    from ibbprint.engine.words import WordRefused

    parts = []
    for name, request in refusal.ways if isinstance(refusal, WordRefused) else ():
        game = next(game for game in able_games().values() if named_line(game) == refusal.game)
        subject = "" if request.subject == game.subjects[0].id else request.subject
        options = {name.replace("-", "_"): value for name, value in request.options.items()}
        result = odds(subject, request.words, game=game.id, packs=packs, rules=rules, **options)
        if result.answer is not None:
            parts.append(f"{name}: {as_command(request, game.subjects, name_typed(game))}.")
    return " ".join(parts)


def _near(refusal: Odds | BadRequest, question: Question, packs: tuple[Path, ...], rules: Mapping[str, str]) -> str:
    """A command that the game which refused a question answers as it stands; empty where it refused none by words."""
    if isinstance(refusal, Odds) and any(_COMMAND in problem.hint for problem in refusal.report.errors):
        return ""
    line = line_of(refusal)
    return next((_like(game, question, packs, rules) for game in able_games().values() if named_line(game) == line), "")


def _of_another_game(refusal: Odds | BadRequest, question: Question, rules: Mapping[str, str]) -> BadRequest | None:
    """The refusal of a question that names more of another game than of the one that refused it; None for any other.

    `zoc exit for light cavalry` has a roll of Ayrene’s Woods, and `trolls attack dwarf A` one of its units.
    """
    from ibbprint.engine.question_words import named_in
    from ibbprint.engine.words import WordRefused

    if isinstance(refusal, WordRefused):
        return None  # the game knows what is asked, and says how to ask it
    able, line = able_games(), line_of(refusal)
    refuser = next((game for game in able.values() if named_line(game) == line), None)
    if refuser is None:
        return None
    counts = {}
    for id, game in able.items():
        try:
            words = game.words(options_of((), rules), Report()) if game.offers(Game.words) else None
        except Stopped:  # rules of another game
            words = None
        counts[id] = (False, 0) if words is None else named_in(question, game.subjects, words)
    highest = max(counts.values())
    best = [game for id, game in able.items() if counts[id] == highest]
    if len(best) > 1 or best[0] is refuser or (command := _like(best[0], question, (), rules)) == "":
        return None
    message = f"more of these words belong to {best[0].title} than to {refuser.title}."
    better = BadRequest(message, works(command))
    better.game = named_line(best[0])
    return better


def _like(game: Game, question: Question, packs: tuple[Path, ...], rules: Mapping[str, str]) -> str:
    """A command like a question that the game answers as it stands; empty where it has none."""
    from ibbprint.engine.near_questions import near_questions
    from ibbprint.engine.question_words import as_command

    words = game.words(options_of(packs, rules), Report()) if game.offers(Game.words) else None
    for request in () if words is None else near_questions(question, game.subjects, words, name_typed(game)):
        try:
            result = answered(game, request, packs, rules)
        except (BadRequest, Stopped):
            continue
        if result.answer is not None:
            return as_command(request, game.subjects, name_typed(game))
    return ""


def _readings(
    game: Game, question: Question, packs: tuple[Path, ...], rules: Mapping[str, str], refusals: list[Odds | Exception]
) -> Iterator[Reading]:
    """Every reading of a question in the words of a game; an ambiguous word is added to the refusals."""
    from ibbprint.engine.questions import readings

    words = game.words(options_of(packs, rules), Report()) if game.offers(Game.words) else None
    try:
        with asked_of(game):
            yield from readings(question, game.subjects, words, name_typed(game)) if words is not None else ()
    except BadRequest as wrong:
        refusals.append(wrong)


def _odds_as_command(answer: OddsAnswer, request: OddsRequest, game: Game, report: Report) -> Odds:
    """An answer with the command that the question was taken for."""
    from ibbprint.engine.question_words import as_command

    command = as_command(request, game.subjects, name_typed(game))
    return Odds(report, answer._replace(figures={**answer.figures, "taken_as": command}), command, game.id)


def answered_by_any(first: Game, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds of a question without a subject, from the game whose units it names. Raises BadRequest and Stopped.

    The first game where it has an answer, else the first of the others that has one; where none has, `Unanswered`.
    Packs and options are the first game's.
    """
    from ibbprint.engine.odds import AGAINST

    if packs or request.options:
        return answered(first, request, packs, rules)
    able = {id: game for id, game in able_games().items() if game.subjects[0].words}
    requests = {id: request._replace(subject=game.subjects[0].id) for id, game in able.items()}
    for id in dict.fromkeys([first.id, *(able if _LETTERS.search(AGAINST.sub(" ", f" {request.words} ")) else ())]):
        try:
            result = answered(able.get(id, first), requests.get(id, request), packs, rules)
        except BadRequest:
            continue
        if result.answer is not None:
            return result

    def refused() -> Odds:
        listing = {id: game for id, game in able.items() if game.offers(Game.checker)}
        knows = game_of_entry("\n".join(_units(request.words)), listing)
        id = first.id if knows is None else knows.id
        return answered(able.get(id, first), requests.get(id, request), packs, rules)

    raise Unanswered(refused)


def _units(words: str) -> list[str]:
    """The units of both sides, one by one."""
    from ibbprint.engine.odds import AGAINST, items

    return [unit for side in AGAINST.split(f" {words} ") for unit in items(side)]


def answered(game: Game, request: OddsRequest, packs: tuple[Path, ...], rules: Mapping[str, str]) -> Odds:
    """The odds that a game gives. Raises BadRequest and Stopped."""
    of_known_games(packs)
    report = Report()
    with asked_of(game):
        saved = [option.name for option in _subject(game, request.subject).options if option.kind == "saved"]
        for name in filter(request.options.get, saved):
            battle = _replayed(str(request.options[name]), packs, rules, report)
            if battle is None:
                return Odds(report, game=game.id)
            if battle.game is not game:
                raise BadRequest(
                    f"that is a game of {battle.game.title}.", f"Write --game {battle.game.id}", f"--{name}"
                )
            packs, rules = battle.packs, battle.head.rules
            request = request._replace(options={**request.options, name: battle.played})
        answer = game.odds(request, options_of(packs, rules), report)
    return Odds(report, answer if report.ok else None, game=game.id)


def _replayed(file: str, packs: tuple[Path, ...], rules: Mapping[str, str], report: Report) -> Battle | None:
    """A saved game as it stands after its last action; None with the faults of the file in the report."""
    from ibbprint.jobs.plays import ReplayOrder, replayed

    if rules:
        raise BadRequest("a saved game has its own rules.", "Leave out --rule.", "--rule")
    play = replayed(ReplayOrder(file, packs=packs))
    if play.battle is None:  # a game that is not over draws a warning, which matters to a replay alone
        report.add_all(play.report)
    return play.battle


def _subject(game: Game, name: str) -> Subject:
    """The subject of that name, or the first. Raises BadRequest."""
    from ibbprint.engine.api.odds import no_such_subject

    if not name:
        return game.subjects[0]
    subjects = {subject.id: subject for subject in game.subjects}
    if name not in subjects:
        raise no_such_subject(name, subjects)
    return subjects[name]


def _request(subject: Subject, words: str, options: Mapping[str, Any]) -> OddsRequest:
    """The question. Raises BadRequest for options that the subject does not have."""
    from ibbprint.engine.api.odds import OddsRequest

    options = options_given(options, subject.options, f"the odds of {subject.id} have")
    return OddsRequest(subject.id, words.strip(), options)
