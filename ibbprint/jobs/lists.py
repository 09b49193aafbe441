"""Army lists: read from files or from what is piped in, and the game that they are for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibbprint.engine.api.kits import Game
from ibbprint.jobs.fields import option
from ibbprint.jobs.games import game_by_words, game_called, one_of
from ibbprint.problems import BadRequest, Report, Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.catalogue.documents import Document
    from ibbprint.jobs.games import Checkers

PIPED = "standard input"
"""What problems call that which is piped in."""

Piped = Callable[[int], bytes]
"""Gives what is piped in, at most so many bytes. Raises BadRequest where nothing is."""


def game_option() -> str:
    """A field of the game that lists are for."""
    return option("", str, "--game", "-g", metavar="GAME", help="The game, if the list does not name it.")


def points_option() -> float | None:
    """A field of what an army may spend."""
    return option(
        None,
        float | None,
        "--points",
        metavar="N",
        help="What each army may spend, if the list does not say so.",
        between=(1, 100_000),
    )


def nothing_piped(_most: int) -> bytes:
    """For callers that pipe nothing in."""
    raise BadRequest("nothing is piped in.", "Give the list as text.")


def read_documents(files: Sequence[str], report: Report, piped: Piped) -> list[Document]:
    """The readable files as documents; `-` is standard input."""
    from ibbprint.catalogue.documents import MOST_BYTES, STANDARD_INPUT, made_of, read_document

    result = []
    for name in dict.fromkeys(files):
        if name == STANDARD_INPUT:
            document = made_of(piped(MOST_BYTES + 1), PIPED, report)
        else:
            document = read_document(Path(name), report)
        if document is not None and document.text.startswith("ibbprint game "):
            hint = f'To replay and check it: ibbprint replay {name}, or in Python replay("{name}")'
            report.error(Where(document.name, 1, 1), "read:list", "this is a saved game, not an army list.", hint)
        elif document is not None:
            result.append(document)
    return result


def checking_game(
    documents: Sequence[Document], game_name: str, report: Report, opened: Checkers | None = None
) -> Game | None:
    """The game that the lists belong to: `game_name`, the one that they name, or whose entries they have.

    What is opened to find that out is put into `opened`.
    """
    from ibbprint.systems import games_with

    able = games_with(Game.checker)
    if game_name or not able:
        return one_of(able, game_name)
    documents_by_game = {
        game_called(document.game, able): document for document in documents if document.game is not None
    }
    for name, document in documents_by_game.items():
        if name not in able:
            message = f"there is no game {name!r} whose lists can be checked."
            report.error(Where(document.name), "read:game", message, did_you_mean(name, able))
            return None
    if len(documents_by_game) > 1:
        report.error(
            Where(documents[0].name), "read:game", f"these lists are for {' and '.join(map(str, documents_by_game))}."
        )
        return None
    return able[next(iter(documents_by_game))] if documents_by_game else game_by_words(documents, able, opened)
