"""The measuring stick of 24 inches, in three parts that fit on a sheet of paper (B-69)."""

from __future__ import annotations

from collections.abc import Iterator

from ibbprint.engine.kit_parts import Printable
from ibbprint.engine.lattice import FRONT_ARC
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.kit.bill import INCH, Bill

HIGH = 15.0


def stick(bill: Bill) -> Iterator[Printable]:
    """All parts of the stick, each to be joined to the next, with the distances of the rules.

    `at` is how far along a part an inch is, in mm; the degrees of a front arc are at the ends of the whole.
    """
    figures = bill.catalogue.figures
    parts = figures["stick-parts"]
    long = figures["stick"] // parts
    ranges = distances(bill.catalogue)
    for number in range(1, parts + 1):
        first, last = (number - 1) * long, number * long
        at = {inch: round((inch - first) * INCH, 3) for inch in range(first, last + 1)}
        values = {
            "number": number,
            "parts": parts,
            "arc": FRONT_ARC,
            "first": first,
            "last": last,
            "ticks": [{"at": place, "inch": inch} for inch, place in at.items()],
            "marks": [
                {"at": at[inch], "inch": inch, "names": names} for inch, names in ranges.items() if first < inch <= last
            ],
        }
        title, size = f"Measuring stick, part {number}", (round(long * INCH, 3), HIGH)
        yield Printable(f"stick-{number}", values, title=title, size_mm=size)


def distances(catalogue: Catalogue) -> dict[int, list[str]]:
    """The distances of the rules that the stick has, with their labels, from the shortest."""
    figures = catalogue.figures
    values: dict[int, list[str]] = {}
    named_distances = [
        (figures["foot-move"], "foot"),
        (figures["mounted-move"], "mounted"),
        (figures["leader-move"], "leaders"),
    ]
    for weapon in catalogue.weapons:
        if weapon.missile:
            name = weapon.name.lower()
            named_distances += [(weapon.short_range, f"{name} short"), (weapon.long_range, f"{name} long")]
    for inch, name in named_distances:
        if 0 < inch <= figures["stick"]:
            values.setdefault(inch, []).append(name)
    return dict(sorted(values.items()))
