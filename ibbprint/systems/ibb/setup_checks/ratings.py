"""Ratings against the unit list, units without one, and other words for units."""

from __future__ import annotations

from ibbprint.catalogue.mending import Mend
from ibbprint.engine.checkbook import Drafts, warning
from ibbprint.systems.ibb.models.units import Leader, Troops
from ibbprint.systems.ibb.scenarios import Rated, number_first, plain
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp

BOOK = Chapter()


@BOOK.check(
    "rating-odd",
    "A rating that differs from the unit list",
    "R-45 R-27 R-43",
    settled_by=("R-27", "R-43", "R-32", "R-45"),
)
def odd(look: SetUp) -> Drafts:
    """The scenario's rating applies; it may be deliberate or a mistake."""
    for line in look.battle.lines:
        unit = line.unit
        if not isinstance(unit, Troops) or line.rated is None or line.force.rating is None:
            continue
        listed = Rated.listed(unit)
        if line.rated != listed:
            troops = (u for u in look.catalogue.units if isinstance(u, Troops))
            same = {str(Rated.listed(u)) for u in troops if (u.name, u.listed) == (unit.name, unit.listed)}
            rating, reason = f"{line.force.rating} Q{line.rated.quality}", "the quality that the unit list has"
            yield warning(
                line.at("rating"),
                f"{unit.name} {line.rated}: the unit list has {' and '.join(sorted(same))}.",
                places=line.force.hexes,
                working=f"{line.rated} v. {listed}",
                named=[line.force.rules],
                mend=None if "Q" in line.force.rating else Mend(line.at("rating"), line.force.rating, rating, reason),
            )


@BOOK.check("rating-none", "A unit without a rating", "R-45", settled_by=("R-174", "R-163", "R-45"))
def unrated(look: SetUp) -> Drafts:
    """A unit without a rating takes that of the unit list; of several, the one with the lowest quality."""
    for line in look.battle.lines:
        if line.force.unrated and line.force.rating is None and line.rated is not None:
            yield warning(
                line.at("unit"),
                f"{line.unit.name} without a rating: taken as {line.rated}.",
                places=line.force.hexes,
                working=f"-> {line.rated}",
                named=[line.force.rules],
            )


@BOOK.check("count-or-rating", "A number that can be read two ways", "R-169", settled_by=("R-169",))
def count_or_rating(look: SetUp) -> Drafts:
    """A number before a leader can be his rating, or how many of them there are."""
    for line in look.battle.lines:
        force = line.force
        if not isinstance(line.unit, Leader) or not number_first(force.unit) or "count" in force.model_fields_set:
            continue
        number, _, word = plain(force.unit).partition(" ")
        yield warning(
            line.at("unit"),
            f"{force.unit!r} can mean one {word} of rating {number}, or {number} {word}s of any rating.",
            "" if look.printed else f"Write {line.unit.id}, or add a count.",
            places=line.force.hexes,
            working=f"taken as one {line.unit.name}",
            named=[force.rules],
        )


@BOOK.check("alias", "Another word for a unit", "R-04 R-21", settled_by=("R-21", "R-04", "R-40", "R-26"))
def aliases(look: SetUp) -> Drafts:
    """The unit list has the unit under another name."""
    reported: set[tuple[str, str]] = set()
    for line in look.battle.lines:
        word, name = plain(line.force.unit), line.unit.name
        if word == line.unit.id.replace("-", " ") or (word, name) in reported:
            continue
        stems = {w.removesuffix("s") for w in plain(name).split()}
        if stems & {w.removesuffix("s") for w in word.split()}:
            continue
        reported.add((word, name))
        yield warning(
            line.at("unit"),
            f"{line.force.unit} are {name}, by another name.",
            rule="R-21",
            working=f"{line.force.unit} = {name.lower()}",
            named=[line.force.rules],
        )
