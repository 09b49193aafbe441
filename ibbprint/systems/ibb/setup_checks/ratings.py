"""Ratings against the unit list, units without one, and other words for units."""

from __future__ import annotations

from ibbprint.catalogue.mending import Mend
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.units import Leader, Troops
from ibbprint.systems.ibb.scenarios import Rated, number_first, plain
from ibbprint.systems.ibb.setup_checks.set_up import SetUp


def check(look: SetUp) -> None:
    odd(look)
    unrated(look)
    count_or_rating(look)
    aliases(look)


def odd(look: SetUp) -> None:
    """Ratings that differ from the unit list's, and ratings that say less than it."""
    for line in look.battle.lines:
        unit = line.unit
        if not isinstance(unit, Troops) or line.rated is None or line.force.rating is None:
            continue
        listed = Rated.listed(unit)
        if line.rated != listed:
            troops = (u for u in look.catalogue.units if isinstance(u, Troops))
            same = {str(Rated.listed(u)) for u in troops if (u.name, u.listed) == (unit.name, unit.listed)}
            look.add(
                "rating-odd", Severity.WARNING, line.at("rating"), "R-45",
                f"{unit.name} {line.rated}: the unit list has {' and '.join(sorted(same))}.",
                places=line.force.hexes, working=f"{line.rated} v. {listed}",
                rulings=("R-27", "R-43", "R-32", "R-45"), named=[line.force.rules],
                mend=None if "Q" in line.force.rating else Mend(
                    line.at("rating"), line.force.rating, f"{line.force.rating} Q{line.rated.quality}",
                    "the quality that the unit list has",
                ),
            )  # fmt: skip


def unrated(look: SetUp) -> None:
    """Units that are marked as having no rating, and what they are taken as."""
    for line in look.battle.lines:
        if line.force.unrated and line.force.rating is None and line.rated is not None:
            look.add(
                "rating-none", Severity.WARNING, line.at("unit"), "R-45",
                f"{line.unit.name} without a rating: taken as {line.rated}.", places=line.force.hexes,
                working=f"-> {line.rated}", rulings=("R-174", "R-163", "R-45"), named=[line.force.rules],
            )  # fmt: skip


def count_or_rating(look: SetUp) -> None:
    """`5 captain`, and no count beside it: a captain of rating 5, or five captains."""
    for line in look.battle.lines:
        force = line.force
        if not isinstance(line.unit, Leader) or not number_first(force.unit) or "count" in force.model_fields_set:
            continue
        number, _, word = plain(force.unit).partition(" ")
        look.add(
            "count-or-rating", Severity.WARNING, line.at("unit"), "R-169",
            f"{force.unit!r} can mean one {word} of rating {number}, or {number} {word}s of any rating.",
            places=line.force.hexes, working=f"taken as one {line.unit.name}", rulings=("R-169",),
            named=[force.rules], hint="" if look.printed else f"Write {line.unit.id}, or add a count.",
        )  # fmt: skip


def aliases(look: SetUp) -> None:
    """Words that have no word in common with the name of the entry: each told once."""
    seen: set[tuple[str, str]] = set()
    for line in look.battle.lines:
        word, name = plain(line.force.unit), line.unit.name
        if word == line.unit.id.replace("-", " ") or (word, name) in seen:
            continue
        stems = {w.removesuffix("s") for w in plain(name).split()}
        if stems & {w.removesuffix("s") for w in word.split()}:
            continue
        seen.add((word, name))
        look.add(
            "alias", Severity.WARNING, line.at("unit"), "R-21", f"{line.force.unit} are {name}, by another name.",
            working=f"{line.force.unit} = {name.lower()}", rulings=("R-21", "R-04", "R-40", "R-26"),
            named=[line.force.rules],
        )  # fmt: skip
