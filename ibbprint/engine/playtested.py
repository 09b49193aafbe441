"""What playtests said of a scenario, in the sentences that its sheet prints. Knows no game."""

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


def sentences(playtests: Playtests, *, changed: bool = True) -> list[str]:
    """What the games were and who won them, what they prove, what was changed (unless that was said before), and how
    they are played again.
    """
    first, *others = playtests.games
    said = [f"In playtests between programs {side_inside(playtests.side)} won {won(first)}{_drawn(first)}."]
    if others:
        said.append(f"Other players: {listed([f'{won(each)}{_drawn(each)}' for each in others])}.")
    if playtests.verdict is not None:
        said.append(f"{capital(proved(playtests.verdict, playtests.points or 0))}.")
    if playtests.alike:
        said.append("Plain players and those who plan do the very same here.")
    if playtests.changes and changed:
        said.append(f"Changed to come so near: {listed(playtests.changes)}.")
    return [*said, f"ibbprint {playtests.version}: {playtests.command}"]


def proved(verdict: str, points: int) -> str:
    """What games proved, inside a sentence: `certified fair within 5 points of even`."""
    return VERDICTS[verdict].format(points=points)


def evened(playtests: Playtests) -> list[str]:
    """The optional rule that makes a scenario even, and what playtests with it said."""
    rule = "; ".join(playtests.changes)
    return [f"Both players agree on it before the set-up: {rule}.", *sentences(playtests, changed=False)]


def won(games: PlayedGames) -> str:
    """`31 of 60 games of greedy against greedy (40 to 64 in 100)`."""
    half = ", a draw counted as half a win" if games.draws else ""
    limits = f"{games.low} to {games.high} in 100{half}"
    return f"{games.wins} of {games_of(games.games)} of {games.first} against {games.second} ({limits})"


def _drawn(games: PlayedGames) -> str:
    return f", {games.draws} drawn" if games.draws else ""
