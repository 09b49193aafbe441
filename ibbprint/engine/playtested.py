"""What playtests said of a scenario: a line for its sheet, and the games behind it for the notes. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ibbprint.phrases import capital, games_of, listed, side_inside

if TYPE_CHECKING:
    from ibbprint.catalogue.models.playtests import PlayedGames, Playtests

VERDICTS: Mapping[str, str] = {
    "fair": "certified fair within {points} points of even",
    "fair-for-plain-players": "certified fair within {points} points for plain players only: planning decides it",
    "fair-for-planning-players": "certified fair within {points} points for players who plan: plain play decides it",
    "lost": "one side is lost here in the hands of every program",
    "not-certified": "not certified: these games do not show that it is within {points} points of even",
}


def summary(playtests: Playtests) -> str:
    """The winners of the games of the first pairing, and what all games prove: `In playtests between programs ...`."""
    games = playtests.games[0]
    drawn = f" and drew {games.draws}" if games.draws else ""
    side = side_inside(playtests.side)
    words = f"In playtests between programs, {side} won {games.wins} of {games_of(games.games)}{drawn}."
    return words if playtests.verdict is None else f"{words} {_verdict(playtests)}"


def evened(playtests: Playtests) -> str:
    """The optional rule that makes a scenario even, and what playtests with it said."""
    return f"Both players agree on it before the set-up: {'; '.join(playtests.changes)}. {summary(playtests)}"


def details(playtests: Playtests) -> str:
    """The games of every pairing with their limits, and what they prove."""
    pairs = listed([_pairing(games) for games in playtests.games])
    words = [f"{capital(side_inside(playtests.side))} won {pairs}."]
    if any(games.draws for games in playtests.games):
        words.append("A draw counts as half a win.")
    if playtests.verdict is not None:
        words.append(_verdict(playtests))
    if playtests.alike:
        words.append("Plain players and planners made the same moves.")
    return " ".join(words)


def proved(verdict: str, points: int) -> str:
    """The result that games proved, inside a sentence: `certified fair within 5 points of even`."""
    return VERDICTS[verdict].format(points=points)


def _verdict(playtests: Playtests) -> str:
    return f"{capital(proved(str(playtests.verdict), playtests.points or 0))}."


def _pairing(games: PlayedGames) -> str:
    """`31 of 60 games of greedy against greedy, 4 drawn (between 40% and 64%)`."""
    drawn = f", {games.draws} drawn" if games.draws else ""
    players = f"{games.first} against {games.second}"
    return f"{games.wins} of {games_of(games.games)} of {players}{drawn} (between {games.low}% and {games.high}%)"
