"""Whether a roster is complete and can be fielded: one judgement for files, for the catalogue and for scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ibbprint.engine.checkbook import Book, Drafts, Leaves, error, warning
from ibbprint.problems import Problem, did_you_mean
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.models import Unit, front_of
from ibbprint.systems.battle_turn.rosters.records import Row, Written
from ibbprint.systems.battle_turn.scenarios import same

USUAL = range(1, 7)
"""The leadership that leaders usually have."""


class Look(NamedTuple):
    """A roster as the checks see it; of a row with faults, what is sound is judged."""

    roster: Written
    catalogue: Catalogue

    def of_role(self, role: str) -> list[Row]:
        return [row for row in self.roster.leaders if row.get("role") == role]


BOOK = Book(GAME, Look)


def problems(roster: Written, catalogue: Catalogue) -> list[Problem]:
    """All faults of a roster, check by check."""
    look = Look(roster, catalogue)
    return [BOOK.finding(look, draft).problem for draft in BOOK.drafts(look)]


@BOOK.check("roster-whole", "Leaders and units", "B-41", leaves=Leaves.NOTHING)
def whole(look: Look) -> Drafts:
    """A roster has leaders and units."""
    for rows, label in ((look.roster.leaders, "leader"), (look.roster.units, "unit")):
        if not rows:
            yield error(look.roster.where, f"{look.roster.name} has no {label}.")


@BOOK.check("roster-names", "Names given twice", leaves=Leaves.NOTHING)
def names(look: Look) -> Drafts:
    """No two leaders and no two units have the same name."""
    for rows, label in ((look.roster.leaders, "leaders"), (look.roster.units, "units")):
        names_so_far: list[str] = []
        for row in rows:
            if "name" in row.values and any(same(row.name, name) for name in names_so_far):
                message, hint = f"two {label} are called {row.name}.", "Give one of them another name."
                yield error(row.at("name"), message, hint, rule="read:duplicate-id")
            names_so_far.append(row.name)


@BOOK.check("warchief", "One warchief", "B-R09 B-62", leaves=Leaves.A_KIT)
def warchief(look: Look) -> Drafts:
    """A roster has exactly one warchief."""
    chiefs = look.of_role("warchief")
    unread = any("role" in row.faulty for row in look.roster.leaders)
    if not chiefs and look.roster.leaders and not unread:
        hint = "Give one of its leaders the role warchief."
        yield error(look.roster.where, f"{look.roster.name} has no warchief.", hint)
    for row in chiefs[1:]:
        message = f"{row.name} is a second warchief beside {chiefs[0].name}."
        yield error(row.at("role"), message, "Make him a battle leader or a hero.")


@BOOK.check("leadership", "Leadership", "B-R22", leaves=Leaves.A_KIT)
def leadership(look: Look) -> Drafts:
    """Warchief and battle leaders have leadership, usually 1 to 6."""
    for row in look.roster.leaders:
        number = row.get("leadership")
        if number is None:
            if row.get("role") in ("warchief", "battle-leader") and "leadership" not in row.faulty:
                message = f"{row.name} has no leadership."
                yield error(row.where, message, "Warchiefs usually have 4 or 5, others less.")
        elif number not in USUAL:
            message = f"{row.name} has leadership {number}; leaders usually have {USUAL[0]} to {USUAL[-1]}."
            yield warning(row.at("leadership"), message)


@BOOK.check("save", "Saving throws", "B-26")
def save(look: Look) -> Drafts:
    """The roll that saves a leader is possible on the die."""
    faces = look.catalogue.figures["die"]
    for row in look.roster.leaders:
        number = row.get("save")
        if number is not None and not 2 <= number <= faces:
            message = f"{row.name} saves his life on {number}+, but the roll is a d{faces}."
            yield error(row.at("save"), message, f"Give 2 to {faces}, or leave it empty for no roll.")


@BOOK.check("boast", "Boasts", "B-30 B-65")
def boast(look: Look) -> Drafts:
    """Only the warchief boasts."""
    for row in look.roster.leaders:
        if row.get("boast") is not None and row.get("role") not in ("warchief", None):
            message = f"{row.name} boasts, but only the warchief may."
            yield error(row.at("boast"), message, "Leave out his boast.")


@BOOK.check("command", "Commands", "B-41", leaves=Leaves.A_KIT)
def commands(look: Look) -> Drafts:
    """Each unit is in the command of a leader, and each leader has units."""
    if not look.roster.leaders or not look.roster.units:
        return  # that there is none has been told
    heads = [row for row in look.roster.leaders if row.get("role") != "hero"]
    for row in look.roster.units:
        name = row.get("command")
        if name is None:
            continue
        if any(same(name, head.name) for head in heads):
            continue
        hero = any(same(name, item.name) for item in look.of_role("hero"))
        wrong = "who is a hero" if hero else "but there is no such leader"
        message = f"{row.name} is in the command of {name}, {wrong}."
        hint = did_you_mean(name, [head.name for head in heads], most=9)
        yield error(row.at("command"), message, hint)
    for head in heads:
        if head.get("role") is not None and not any(
            same(row.get("command", ""), head.name) for row in look.roster.units
        ):
            yield warning(head.at("name"), f"{head.name} commands no unit.")


@BOOK.check("joins", "Leaders with units", "B-49 B-62", leaves=Leaves.A_KIT)
def joins(look: Look) -> Drafts:
    """The unit that a leader starts with is in the roster."""
    names = [row.name for row in look.roster.units]
    for row in look.roster.leaders if names else ():
        name = row.get("joins")
        if name is not None and not any(same(name, item) for item in names):
            message = f"{row.name} begins with {name}, which is not a unit of {look.roster.name}."
            hint = did_you_mean(name, list(dict.fromkeys(names)), most=9)
            yield error(row.at("joins"), message, hint)
        elif name is None and row.get("role") == "hero":
            message = f"{row.name} names no unit to start with, so he starts with the first one."
            yield warning(row.where, message, "Name the unit with joins.", rule="B-62")


@BOOK.check("block", "Blocks of figures", "B-47", leaves=Leaves.NOTHING)
def blocks(look: Look) -> Drafts:
    """A unit has no more ranks than it may, and no more files than figures."""
    most_ranks = look.catalogue.figures["max-ranks"]
    for row in look.roster.units:
        figures, front = row.get("figures"), row.get("frontage")
        if figures is None or front is None:
            continue
        if front > figures:
            message = f"{row.name}: a front of {front} files, but only {figures} figures."
            yield error(row.at("frontage"), message, f"Its front can be {figures} at most.")
        elif -(-figures // front) > most_ranks:
            message = f"{row.name}: {-(-figures // front)} ranks deep, but the most is {most_ranks}."
            hint = f"Its front must be at least {-(-figures // most_ranks)}."
            yield error(row.at("frontage"), message, hint)


@BOOK.check("volleys", "Volleys", "B-07")
def volleys(look: Look) -> Drafts:
    """A unit has volleys if it has a missile weapon, and only then."""
    for row in look.roster.units:
        volleys, missile = row.get("volleys"), row.get("missile")
        if volleys is None or "missile" in row.faulty:
            continue
        if missile is None and volleys:
            message = f"{row.name}: {volleys} volleys, but no missile weapon."
            yield error(row.at("volleys"), message, "Name its weapon with missile.")
        elif missile is not None and volleys < 1:
            weapon = look.catalogue.weapons[missile].name.lower()
            message = f"{row.name}: a missile weapon ({weapon}), but {volleys} volleys."
            hint = f"Give 1 or more; {look.catalogue.volleys} if you leave it out."
            yield error(row.at("volleys"), message, hint)


@BOOK.check("hands", "Two hands", "B-R18")
def hands(look: Look) -> Drafts:
    """A unit whose weapon takes both hands has no shields."""
    for row in look.roster.units:
        weapon = look.catalogue.weapons.get(row.get("weapon", ""))
        if weapon is not None and weapon.takes_hands and row.get("shield"):
            message = f"{row.name}: shields and a {weapon.name.lower()}, which takes both hands."
            yield warning(row.at("shield"), message)


@BOOK.check("room", "Room to deploy", "B-49", leaves=Leaves.NOTHING)
def room(look: Look) -> Drafts:
    """The units fit along the table edge beside each other."""
    figures = look.catalogue.figures
    fronts = [front for row in look.roster.units if (front := front_of_row(row, figures)) is not None]
    needed = sum(fronts) + figures["gap"] * (len(fronts) - 1)
    if needed > figures["table-width"]:
        message = (
            f"{look.roster.name} is {needed} inches wide with its gaps, but the table only {figures['table-width']}."
        )
        hint = "Make fronts narrower with frontage, or leave out a unit."
        yield error(look.roster.where, message, hint)


def front_of_row(row: Row, figures: Mapping[str, int]) -> int | None:
    """The front of a unit as it was read; None where its figures are not known."""
    if row.get("figures") is None:
        return None
    values = {name: row.values[name] for name in ("figures", "frontage", "mounted") if name in row.values}
    return front_of(Unit.model_construct(**values), figures)
