"""Markers as every game prints them: how many of each is a formula of its catalogue, and an extra page says why."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ibbprint.catalogue.formula import FormulaFault, evaluate
from ibbprint.catalogue.models.markers import Marker
from ibbprint.catalogue.rulebook import MARKERS, Catalogue
from ibbprint.engine.api.kits import COUNTER_MM
from ibbprint.engine.sections import REASONS
from ibbprint.materials import Fields, Piece, Text, by_name, square
from ibbprint.problems import Where, did_you_mean

BLOCK = "markers"
"""The block in which markers are printed."""


@dataclass(frozen=True, slots=True)
class MarkerFields(Fields):
    """A marker: the ids of its symbol and colour, the figure on it or an empty text, the rule that needs it."""

    id: str
    name: str
    symbol: str
    colour: str
    figure: str
    rule: str


@dataclass(frozen=True, slots=True)
class MarkerFace(MarkerFields):
    """The faces of a marker: the front's own fields, and what stands on its back."""

    back: MarkerFields


class MarkerSheet(NamedTuple):
    """The markers of a kit, the reasons for their numbers, and how many there are."""

    pieces: list[Piece]
    reasons: Text
    total: int


def marker_sheet(
    catalogue: Catalogue,
    section: str,
    counter_mm: float,
    facts: Mapping[str, int],
    meanings: Mapping[str, str],
    template: Callable[[str], str],
) -> MarkerSheet:
    """Each marker as often as its formula over `facts` says; faults go into the catalogue's report.

    `meanings` says of each fact what it is; `template` gives the file of `marker`, `marker-back` and `marker-reasons`.
    """
    shelf = catalogue.shelf(MARKERS)
    pieces: list[Piece] = []
    reasons: list[dict[str, Any]] = []
    for name, entry in shelf.entries.items():
        marker: Marker = entry.value
        if not catalogue.in_force(marker.when):
            continue
        count = _count(catalogue, marker, facts, entry.where("count"))
        back = marker
        if marker.back is not None:
            found = shelf.get(marker.back)
            if found is None:
                catalogue.report.error(
                    entry.where("back"), "ref:marker", f"there is no marker {marker.back!r}.",
                    did_you_mean(marker.back, shelf.names),
                )  # fmt: skip
                continue
            back = found
        if count == 0:
            continue
        face = marker_face(catalogue, marker, back)
        other = "" if back is marker else f"{face.back.name} {face.back.figure}".strip()
        reasons.append(
            {
                **by_name(face),
                "back": other,
                "count": count,
                "formula": marker.count,
                "why": marker.why,
                "rule": marker.rule,
            }
        )
        pieces.append(
            Piece(
                id=name,
                section=section,
                face=template("marker.svg.j2"),
                back=template("marker-back.svg.j2"),
                values=face,
                count=count,
                size_mm=square(counter_mm),
                drawn_mm=square(COUNTER_MM),
                block=BLOCK,
                why=marker.why,
                origins={"": entry.where("id"), "name": entry.where("name"), "symbol": entry.where("symbol")},
            )
        )
    total = sum(reason["count"] for reason in reasons)
    used = sorted({name for reason in reasons for name in meanings if re.search(rf"\b{name}\b", reason["formula"])})
    words = "; ".join(f"{name} = {facts[name]} ({meanings[name]})" for name in used)
    text = Text(
        id="marker-reasons",
        section=REASONS.id,
        title=REASONS.title,
        template=template("marker-reasons.md.j2"),
        pages=1,
        values={"markers": reasons, "total": total, "facts": words},
    )
    return MarkerSheet(pieces, text, total)


def marker_face(catalogue: Catalogue, marker: Marker, back: Marker) -> MarkerFace:
    """The faces of a marker with another on its back, or with itself; their figures are worked out."""
    figure, rear = _figure(catalogue, marker), _figure(catalogue, back)
    behind = MarkerFields(back.id, back.name, back.symbol, back.colour, rear, back.rule)
    return MarkerFace(marker.id, marker.name, marker.symbol, marker.colour, figure, marker.rule, behind)


def _figure(catalogue: Catalogue, marker: Marker) -> str:
    return catalogue.text(marker.figure, marker, catalogue.shelf(MARKERS).where(marker.id, "figure"))


def _count(catalogue: Catalogue, marker: Marker, known: Mapping[str, int], where: Where) -> int:
    """The marker's formula worked out; a fault is told at its place in the file."""
    try:
        return evaluate(marker.count, known)
    except FormulaFault as fault:
        hint = did_you_mean(fault.word, fault.known) if fault.word else ""
        catalogue.report.error(where, "read:formula", f"{marker.count!r}: {fault}.", hint)
        return 0
