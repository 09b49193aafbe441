"""The answer to a question about odds as text and JSON, and the refusal to show where no game answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibbprint.jobs.asked_games import able_games, named_line
from ibbprint.jobs.reporting import Result
from ibbprint.phrases import listed
from ibbprint.problems import BadRequest
from ibbprint.reports.layout import WIDTH

if TYPE_CHECKING:
    from ibbprint.engine.api.odds import OddsAnswer


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Odds(Result):
    """The exact odds of a roll; no answer where something is wrong, which is in the report."""

    answer: OddsAnswer | None = None
    """Title, and a row for each thing that can happen, with its chance as a fraction; the rows add up to 1."""
    taken: str = ""
    """The command that the question was taken for, where it was in other words; it is in the JSON as `taken_as`."""
    game: str = ""
    """The id of the game that was asked."""
    rivals: tuple[str, ...] = ()
    """The ids of other games that know all words of the question, where none was named."""
    example: str = ""
    """A command like the question that is answered, where the question itself is not."""

    @property
    def text(self) -> str:
        """The odds as `ibbprint odds` shows them."""
        return self.shown()

    def shown(self, width: int = WIDTH) -> str:
        """The odds in so many columns; the last line names the game."""
        from ibbprint.reports.layout import wrapped
        from ibbprint.reports.odds_report import PROSE, as_text

        last = "\n".join(wrapped(self.last_line, min(width, PROSE), rest="  "))
        first = "\n".join(wrapped(self.heading, width, rest="  "))
        parts = (first, "" if self.answer is None else as_text(self.answer, width), last)
        return "" if self.answer is None else "\n\n".join(filter(None, parts))

    @property
    def last_line(self) -> str:
        """The line that names the game that was asked, and others that it may be about; empty where none was asked."""
        able = able_games()
        if not self.game:
            return ""
        rivals = listed([f"{able[id].title} (--game {id})" for id in self.rivals], "or")
        return f"{named_line(able[self.game])}{f'; or {rivals}' if rivals else ''}"

    @property
    def closing(self) -> str:
        """The last line where there is no answer: a command that is answered, and the game."""
        return " ".join(filter(None, (works(self.example), self.last_line)))

    @property
    def heading(self) -> str:
        """The line above the odds that says what the question was taken for; empty where it was in the exact words."""
        return f"Taken as: {self.taken}" if self.taken else ""

    @property
    def json(self) -> str:
        """The odds as `ibbprint odds --json` writes them."""
        from ibbprint.reports.odds_report import as_json

        return "" if self.answer is None else as_json(self.answer, self.game)

    def __str__(self) -> str:
        return self.text or "\n".join(filter(None, (Result.__str__(self), self.closing)))


class Unanswered(Exception):
    """No game has an answer to a question in the exact spelling.

    `refused` asks the game whose army lists know most of the units what is wrong with the rest. That opens the lists of
    all games, so it is done last.
    """

    def __init__(self, refused: Callable[[], Odds]) -> None:
        super().__init__()
        self.refused = refused


def line_of(refusal: Odds | Exception) -> str:
    """The line of a refusal that names the game."""
    if isinstance(refusal, Odds):
        return refusal.last_line
    return refusal.game if isinstance(refusal, BadRequest) else ""


def refused(refusals: Sequence[Odds | Exception], understood: Sequence[Odds | Exception], *, free: bool) -> Odds:
    """The refusal of a question that no game can answer. Raises BadRequest.

    That is what a game says that knows all of its words; else what has the nearest word; else what the first game that
    was asked lacks; else what the game says whose roll is named, if it is not `free` of one; else the first refusal.
    """
    from ibbprint.engine.words import WordRefused

    def hints(refusal: Odds | Exception) -> Iterable[str]:
        if isinstance(refusal, Odds):
            return [problem.hint for problem in refusal.report.errors]
        return [refusal.hint] if isinstance(refusal, BadRequest) else []

    # What a reading lacks says more than that the question is not in the exact spelling.
    line = line_of(refusals[0]) if refusals else ""
    fuller = [refusal for refusal in refusals if isinstance(refusal, Odds) and (not line or refusal.last_line == line)]
    near = [refusal for refusal in refusals if any(hint.startswith("Did you mean") for hint in hints(refusal))]
    first_refusals = [refusal for refusal in refusals[:1] if not free and isinstance(refusal, BadRequest)]
    lacking = [refusal for refusal in refusals if isinstance(refusal, WordRefused) and line_of(refusal) == line]
    chosen = next(iter([*understood, *near, *lacking, *first_refusals, *fuller, *refusals]))
    if isinstance(chosen, Exception):
        raise chosen
    return chosen


def works(command: str) -> str:
    return f"This works: {command}." if command else ""
