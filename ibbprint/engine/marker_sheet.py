"""Markers as every game prints them: how many of each is a formula of its catalogue, and an extra page says why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.catalogue.formula import FormulaFault, evaluate
from ibbprint.catalogue.layers import Entry
from ibbprint.catalogue.models.markers import Marker
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.engine.kit_parts import Printable, Sheet
from ibbprint.materials import Fields, by_name, square
from ibbprint.materials.tabletop import State
from ibbprint.problems import Where, did_you_mean

if TYPE_CHECKING:
    from ibbprint.engine.bill import KitBill

BLOCK = "markers"
"""The block in which markers are printed."""


@dataclass(frozen=True, slots=True)
class MarkerFields(Fields):
    """A marker: the ids of its symbol and colour, the figure on it or an empty text, the rule that needs it.

    `changes` says what the figure is applied to (`die`, `attack`, `defence`, `column`), or is empty.
    """

    id: str
    name: str
    symbol: str
    colour: str
    figure: str
    changes: str
    rule: str


@dataclass(frozen=True, slots=True)
class MarkerFace(MarkerFields):
    """The faces of a marker: the front's own fields, and what stands on its back."""

    back: MarkerFields


class CountedMarker(NamedTuple):
    """A marker of the catalogue, its faces, and how many of it there are."""

    entry: Entry[Marker]
    face: MarkerFace
    number: int


def marker_rows(bill: KitBill[Any, Any]) -> Iterator[Printable]:
    """Each marker as often as its formula over the facts says, as large as markers are in the game."""
    markers = needed(bill)
    bill.blocks[BLOCK] = f"Markers: {sum(marker.number for marker in markers)}"
    for entry, face, count in markers:
        origins = {"": entry.where("id"), "name": entry.where("name"), "symbol": entry.where("symbol")}
        size = square(bill.marker_mm)
        yield Printable(
            entry.value.id, by_name(face), count, entry.value.why, origins, BLOCK, entry.value.name, size_mm=size
        )


def unit_states(bill: KitBill[Any, Any], keys: Mapping[str, str]) -> list[State]:
    """The markers of the state of a unit, one side of each after the other; `keys` are those of pieces by id."""
    states: list[State] = []
    for entry, face, _ in needed(bill):
        behind = bill.catalogue.markers.get(face.back.id)
        if entry.value.id not in keys:
            continue
        if entry.value.on_unit:
            states.append(State(face.name, keys[entry.value.id]))
        if face.back.id != face.id and behind is not None and behind.on_unit:
            states.append(State(face.back.name, keys[entry.value.id], back=True))
    return states


def reasons(bill: KitBill[Any, Any]) -> Sheet:
    """The formulas of markers and why they are so, with what each fact in them is."""
    rows = [
        {
            **by_name(face),
            "back": "" if face.back.id == face.id else f"{face.back.name} {face.back.figure}".strip(),
            "count": count,
            "formula": entry.value.count,
            "why": entry.value.why,
            "rule": entry.value.rule,
        }
        for entry, face, count in needed(bill)
    ]
    facts = bill.facts()
    used = sorted({name for row in rows for name in facts if re.search(rf"\b{name}\b", row["formula"])})
    words = "; ".join(f"{name} = {facts[name][0]} ({facts[name][1]})" for name in used)
    values = {"markers": rows, "total": sum(marker.number for marker in needed(bill)), "facts": words}
    return Sheet(values, id="marker-reasons")


def needed(bill: KitBill[Any, Any]) -> Sequence[CountedMarker]:
    """The markers of a kit, counted once."""
    if bill.markers is None:
        bill.markers = counted_markers(bill.catalogue, bill.numbers())
    return bill.markers


def counted_markers(catalogue: Catalogue, facts: Mapping[str, int]) -> list[CountedMarker]:
    """Each marker as often as its formula over `facts` says, if it is needed; faults are in the catalogue's report."""
    shelf = catalogue.markers
    markers: list[CountedMarker] = []
    for entry in shelf.entries.values():
        marker: Marker = entry.value
        if not catalogue.in_force(marker.when):
            continue
        count = worked_out(catalogue, marker.count, facts, entry.where("count"))
        back = marker if marker.back is None else shelf.get(marker.back)
        if back is None:
            catalogue.report.error(
                entry.where("back"),
                "ref:marker",
                f"there is no marker {marker.back!r}.",
                did_you_mean(str(marker.back), shelf.names),
            )
        elif count:
            markers.append(CountedMarker(entry, marker_face(catalogue, marker, back), count))
    return markers


def marker_face(catalogue: Catalogue, marker: Marker, back: Marker) -> MarkerFace:
    """The faces of a marker with another on its back, or with itself; their figures are worked out."""
    return MarkerFace(*_side(catalogue, marker), MarkerFields(*_side(catalogue, back)))


def _side(catalogue: Catalogue, marker: Marker) -> tuple[str, str, str, str, str, str, str]:
    figure, changes = (
        catalogue.text(getattr(marker, name), marker, catalogue.markers.where(marker.id, name))
        for name in ("figure", "changes")
    )
    return marker.id, marker.name, marker.symbol, marker.colour, figure, changes, marker.rule


def worked_out(catalogue: Catalogue, formula: str, facts: Mapping[str, int], where: Where) -> int:
    """A formula of the catalogue over those facts; a fault is reported at its place in the file, and gives 0."""
    try:
        return evaluate(formula, facts)
    except FormulaFault as fault:
        hint = did_you_mean(fault.word, fault.known) if fault.word else ""
        catalogue.report.error(where, "read:formula", f"{formula!r}: {fault}.", hint)
        return 0
