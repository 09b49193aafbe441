"""Names in the parts of scenarios, and the checks of tables of results and of looks that games share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ibbprint.catalogue.layers import Entry, Kind
from ibbprint.catalogue.map_kinds import check_look
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.problems import Report, did_you_mean


def check_looks(catalogue: Catalogue, grounds: Kind[Any]) -> None:
    """Report what a kind of ground says of its look without any effect."""
    for entry in catalogue.shelf(grounds).entries.values():
        check_look(entry.value, entry.where, catalogue.report)


def named(part: Any, field: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The values of a field in a part of a scenario, and the steps to each; `victory.all.side` looks into all of two
    lists.

    A part that has no such field, or None in it, is passed over.
    """
    name, _, rest = field.partition(".")
    value = getattr(part, name, None)
    places: Sequence[tuple[tuple[str | int, ...], Any]] = [((name,), value)]
    if isinstance(value, list):
        places = [((name, index), entry) for index, entry in enumerate(value)]
    for steps, item in places:
        if rest:
            yield from (((*steps, *inner), entry) for inner, entry in named(item, rest))
        elif item is not None:
            yield steps, item


def twice(part: Any, field: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The values of a field (see `named`) that have stood there before, and the steps to each."""
    values = set()
    for steps, value in named(part, field):
        if value in values:
            yield steps, value
        values.add(value)


def check_results(entry: Entry[Any], columns: int, lowest: int, report: Report) -> None:
    """A table of results has a result in every column of each line, the first for the die `lowest`, all explained."""
    codes = [code.id for code in entry.value.codes]
    for index, line in enumerate(entry.value.results):
        if len(line) != columns:
            report.error(
                entry.where("results", index),
                "ref:crt",
                f"the line for die {lowest + index} has {len(line)} results, the table has {columns} columns.",
            )
        for place, code in enumerate(line):
            if code not in codes:
                report.error(
                    entry.where("results", index, place),
                    "ref:crt",
                    f"the result {code!r} is not among the codes.",
                    did_you_mean(code, codes),
                )
