"""What the tables say in few words, once for tiles, player aids and rosters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ibbprint.engine import parts
from ibbprint.phrases import listed, signed
from ibbprint.systems.element_battle.catalogue import Catalogue
from ibbprint.systems.element_battle.models.troops import Clause, Factor, Outcome, Troop
from ibbprint.systems.element_battle.rules.edges import edge
from ibbprint.systems.element_battle.rules.state import Element

ARMS = {"foot": "foot", "mounted": "mounted", "aerial": "aerials"}


class ClauseText(NamedTuple):
    """A clause of an outcome: what happens, and when, in few words; none where it is any other case."""

    outcome: Outcome
    when: str


def clause_texts(catalogue: Catalogue, clauses: Sequence[Clause], *, brief: bool = False) -> list[ClauseText]:
    """Clauses in their order, each in words; those of the same outcome that follow each other as one.

    In brief, who charged comes last: a list of names after it would read as if all of them were meant.
    """
    shelf = catalogue.outcomes
    result: list[ClauseText] = []
    if brief:
        runs = (list(run) for _, run in groupby(clauses, key=lambda clause: clause.result))
        clauses = [
            item
            for run in runs
            for item in sorted(run, key=lambda clause: (not _when(catalogue, clause), clause.charged))
        ]
    for clause in clauses:
        when = _briefly(catalogue, clause) if brief else _when(catalogue, clause)
        outcome: Outcome = shelf[clause.result]
        if result and when and result[-1].outcome is outcome:
            result[-1] = ClauseText(outcome, f"{result[-1].when}, {'' if brief else 'or '}{when}")
        else:
            result.append(ClauseText(outcome, when))
    return result


def _briefly(catalogue: Catalogue, clause: Clause) -> str:
    """When a clause counts, for a tile: `Knights (good)`, `mounted (close)`."""
    names = ", ".join(_names(catalogue, clause))
    going = "" if clause.going is None else f"{clause.going} going"
    details = [word for word in ((clause.going or "") if names else "", "close" if clause.close else "") if word]
    words = names or going or ("close combat" if clause.close else "")
    words = f"charged {words}" if clause.charged else words
    return f"{words} ({', '.join(details)})" if details and names else words


def _when(catalogue: Catalogue, clause: Clause) -> str:
    parts = []
    if clause.against:
        parts.append(f"v {listed(_names(catalogue, clause), 'or')}")
    if clause.charged:
        parts.append("whom they charged this turn")
    if clause.close:
        parts.append("in close combat")
    if clause.going is not None:
        parts.append(f"in {clause.going} going")
    return " ".join(parts)


def _names(catalogue: Catalogue, clause: Clause) -> list[str]:
    """The arms and types that a clause is about."""
    troops = catalogue.troops
    return [ARMS.get(name) or (troops[name].name if name in troops else name) for name in clause.against]


def line(catalogue: Catalogue, clauses: Sequence[Clause]) -> tuple[tuple[str, str, str], ...]:
    """Clauses for a table: the name of each outcome, when it comes, its tint; the last where nothing else fits."""
    return tuple(
        (item.outcome.name, item.when, tint(catalogue, item.outcome)) for item in clause_texts(catalogue, clauses)
    )


def moves(troop: Troop) -> tuple[str, str, str]:
    """Its moves in good and bad going and on roads; a dash where it may not go."""
    good, bad, road = ("–" if move is None else str(move) for move in (troop.good, troop.bad, troop.road))
    return good, bad, road


def figures(element: Element) -> str:
    """The figures of an element that a player looks for, and what it has done in this turn."""
    troop = element.kind
    good, bad, road = moves(troop)
    words = [element.name or troop.one, *(option.name.lower() for option in element.options)]
    facts = [f"{', '.join(words)}: bonus {troop.foot} against foot, {troop.others} against mounted and aerials"]
    if not troop.is_place:
        facts.append(f"moves {good} paces in good going, {bad} in bad, {road} on roads")
    if troop.support:
        facts.append(f"second rank {signed(troop.support)}")
    if troop.range:
        facts.append(f"shoots {troop.range} paces")
    if element.marked:
        facts.append(f"{element.marked} PIPs marked")
    return "; ".join(facts)


def amounts(catalogue: Catalogue, factor: Factor) -> tuple[str, str]:
    """The amount of a factor, and a remark on it: `+1`, nothing; `–1`, `each, at most –2`; the second rank by type."""
    if factor.id == "support":
        by_amount: dict[int, list[str]] = {}
        for troop in catalogue.fighting:
            if troop.support:
                by_amount.setdefault(troop.support, []).append(troop.name)
        pairs = sorted(by_amount.items())
        remark = "; ".join(f"{listed(names)} {signed(amount)}" for amount, names in pairs)
        return "/".join(signed(amount) for amount, _ in pairs), remark
    if factor.most > 1:
        return signed(factor.amount), f"each, at most {signed(factor.amount * factor.most)}"
    return signed(factor.amount), ""


def tint(catalogue: Catalogue, outcome: Outcome) -> str:
    """The tint of an outcome on a player aid: the worse it is, the stronger."""
    worst = max(item.severity for item in catalogue.outcomes)
    return parts.tint("attacker", 1 - outcome.severity / max(1, worst))


def edge_numbers(die: int) -> str:
    """The numbers that the attacker writes on the edges of the table, by the faces of each: `1, 2, 3 and 4+`."""
    faces: dict[int, list[int]] = {}
    for face in range(1, die + 1):
        faces.setdefault(edge(face), []).append(face)
    return listed([f"{min(mine)}{'+' if len(mine) > 1 else ''}" for mine in faces.values()])
