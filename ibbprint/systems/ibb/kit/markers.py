"""Markers: how many of each is a formula of the catalogue, worked out for the scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ibbprint.catalogue.formula import FUNCTIONS, FormulaFault, evaluate
from ibbprint.catalogue.models import Marker
from ibbprint.materials import Piece, Text
from ibbprint.problems import Where, did_you_mean
from ibbprint.systems.ibb.catalogue import MARKERS
from ibbprint.systems.ibb.facts import MEANINGS, facts
from ibbprint.systems.ibb.kit.bill import Bill
from ibbprint.systems.ibb.kit.sections import MARKER_SHEETS
from ibbprint.systems.ibb.whole import in_play


def add_markers(bill: Bill) -> None:
    """Each marker as often as its formula says, and a sheet of text with the reasons."""
    known = facts(in_play(bill.battle) if bill.whole else bill.battle, bill.catalogue)
    shelf = bill.catalogue.shelf(MARKERS)
    reasons: list[dict[str, Any]] = []
    for name, entry in shelf.entries.items():
        marker: Marker = entry.value
        count = _count(bill, marker, known, entry.where("count"))
        back = marker
        if marker.back is not None:
            found = shelf.get(marker.back)
            if found is None:
                bill.report.error(
                    entry.where("back"), "ref:marker", f"there is no marker {marker.back!r}.",
                    did_you_mean(marker.back, shelf.entries),
                )  # fmt: skip
                continue
            back = found
        if count == 0:
            continue
        back_where = shelf.where(back.id, "figure")
        back_values = _values(bill, back, back_where)
        values = {**_values(bill, marker, entry.where("figure")), "back": back_values}
        other = "" if back is marker else f"{back_values['name']} {back_values['figure']}".strip()
        reasons.append(
            {
                **values,
                "back": other,
                "count": count,
                "formula": marker.count,
                "why": marker.why,
                "rule": marker.rule,
            }
        )
        bill.pieces.append(
            Piece(
                id=name,
                section=MARKER_SHEETS.id,
                face="ibb/marker.svg.j2",
                back="ibb/marker-back.svg.j2",
                values=values,
                count=count,
                size_mm=bill.options.counter_mm,
                block="markers",
                why=marker.why,
                origins={"": entry.where("id"), "name": entry.where("name"), "symbol": entry.where("symbol")},
            )
        )
    total = sum(reason["count"] for reason in reasons)
    bill.sections.append(MARKER_SHEETS)
    bill.blocks["markers"] = f"Markers: {total}"
    used = sorted({name for reason in reasons for name in MEANINGS if re.search(rf"\b{name}\b", reason["formula"])})
    meanings = "; ".join(f"{name} = {known[name]} ({MEANINGS[name]})" for name in used)
    bill.texts.append(
        Text(
            id="marker-reasons",
            section=MARKER_SHEETS.id,
            title="Markers: how many, and why",
            template="ibb/marker-reasons.md.j2",
            values={"markers": reasons, "total": total, "facts": meanings},
        )
    )


def _values(bill: Bill, marker: Marker, where: Where) -> dict[str, Any]:
    return {
        "id": marker.id,
        "name": marker.name,
        "symbol": marker.symbol,
        "colour": marker.colour,
        "figure": bill.catalogue.text(marker.figure, marker, where),
        "rule": marker.rule,
    }


def _count(bill: Bill, marker: Marker, known: Mapping[str, int], where: Where) -> int:
    """The marker's formula worked out; a fault is told at its place in the file."""
    try:
        return evaluate(marker.count, known)
    except FormulaFault as fault:
        hint = did_you_mean(fault.word, [*known, *FUNCTIONS]) if fault.word else ""
        bill.report.error(where, "read:formula", f"{marker.count!r}: {fault}.", hint)
        return 0
