"""Whether a roster is complete and can be fielded: one judgement for files, for the catalogue and for scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ibbprint.engine.api.checking import CheckText
from ibbprint.problems import Problem, Severity, Where, did_you_mean
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.formations import front_of
from ibbprint.systems.battle_turn.models import Unit
from ibbprint.systems.battle_turn.rosters.records import Row, Written
from ibbprint.systems.battle_turn.scenarios import same

CHECKS = (
    CheckText("roster-whole", "Leaders and units", "A roster has leaders and units.", ("B-41",)),
    CheckText("roster-names", "Names given twice", "No two leaders and no two units have the same name."),
    CheckText("warchief", "One warchief", "A roster has exactly one warchief.", ("B-R09", "B-62")),
    CheckText("leadership", "Leadership", "Warchief and battle leaders have leadership, usually 1 to 6.", ("B-R22",)),
    CheckText("save", "Saving throws", "The roll that saves a leader is possible on the die.", ("B-26",)),
    CheckText("boast", "Boasts", "Only the warchief boasts.", ("B-30", "B-65")),
    CheckText("command", "Commands", "Each unit is in the command of a leader, and each leader has units.", ("B-41",)),
    CheckText("joins", "Leaders with units", "The unit that a leader starts with is in the roster.", ("B-49", "B-62")),
    CheckText("block", "Blocks of figures", "A unit has no more ranks than it may, and no more files than figures.",
              ("B-47",)),
    CheckText("volleys", "Volleys", "A unit has volleys if it has a missile weapon, and only then.", ("B-07",)),
    CheckText("hands", "Two hands", "A unit whose weapon takes both hands has no shields.", ("B-R18",)),
    CheckText("room", "Room to deploy", "The units fit along the table edge beside each other.", ("B-49",)),
)  # fmt: skip
"""Every check of a roster, in the order in which they are made."""
USUAL = range(1, 7)
"""The leadership that leaders usually have."""


class Found(NamedTuple):
    """What is wrong with a roster."""

    check: str
    severity: Severity
    where: Where
    rule: str
    message: str
    hint: str = ""


def judged(roster: Written, catalogue: Catalogue) -> list[Found]:
    """Everything that is wrong with a roster, check by check; of a row with faults, what is sound is judged."""
    return [found for check in _CHECKS for found in check(roster, catalogue)]


def problems(roster: Written, catalogue: Catalogue) -> list[Problem]:
    """The same as problems for a report."""
    return [
        Problem(found.severity, found.where, found.rule if ":" in found.rule else f"{GAME}:{found.rule}", found.message,
                found.hint)
        for found in judged(roster, catalogue)
    ]  # fmt: skip


def _error(check: str, where: Where, rule: str, message: str, hint: str = "") -> Found:
    return Found(check, Severity.ERROR, where, rule, message, hint)


def _warning(check: str, where: Where, rule: str, message: str, hint: str = "") -> Found:
    return Found(check, Severity.WARNING, where, rule, message, hint)


def _whole(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for rows, what in ((roster.leaders, "leader"), (roster.units, "unit")):
        if not rows:
            yield _error("roster-whole", roster.where, "B-41", f"{roster.name} has no {what}.")


def _names(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for rows, what in ((roster.leaders, "leaders"), (roster.units, "units")):
        seen: list[str] = []
        for row in rows:
            if "name" in row.values and any(same(row.name, name) for name in seen):
                yield _error("roster-names", row.at("name"), "read:duplicate-id", f"two {what} are called {row.name}.",
                             "Give one of them another name.")  # fmt: skip
            seen.append(row.name)


def _of_role(roster: Written, role: str) -> list[Row]:
    return [row for row in roster.leaders if row.get("role") == role]


def _warchief(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    chiefs = _of_role(roster, "warchief")
    unread = any("role" in row.faulty for row in roster.leaders)
    if not chiefs and roster.leaders and not unread:
        hint = "Give one of its leaders the role warchief."
        yield _error("warchief", roster.where, "B-R09", f"{roster.name} has no warchief.", hint)
    for row in chiefs[1:]:
        message = f"{row.name} is a second warchief beside {chiefs[0].name}."
        yield _error("warchief", row.at("role"), "B-R09", message, "Make him a battle leader or a hero.")


def _leadership(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for row in roster.leaders:
        number = row.get("leadership")
        if number is None:
            if row.get("role") in ("warchief", "battle-leader") and "leadership" not in row.faulty:
                message = f"{row.name} has no leadership."
                yield _error("leadership", row.where, "B-R22", message, "Warchiefs usually have 4 or 5, others less.")
        elif number not in USUAL:
            message = f"{row.name} has leadership {number}; leaders usually have {USUAL[0]} to {USUAL[-1]}."
            yield _warning("leadership", row.at("leadership"), "B-R22", message)


def _save(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    faces = catalogue.figures["die"]
    for row in roster.leaders:
        number = row.get("save")
        if number is not None and not 2 <= number <= faces:
            message = f"{row.name} saves his life on {number}+, but the roll is a d{faces}."
            yield _error("save", row.at("save"), "B-26", message, f"Give 2 to {faces}, or leave it empty for no roll.")


def _boast(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for row in roster.leaders:
        if row.get("boast") is not None and row.get("role") not in ("warchief", None):
            message = f"{row.name} boasts, but only the warchief may."
            yield _error("boast", row.at("boast"), "B-30", message, "Leave out his boast.")


def _commands(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    if not roster.leaders or not roster.units:
        return  # that there is none has been told
    heads = [row for row in roster.leaders if row.get("role") != "hero"]
    for row in roster.units:
        name = row.get("command")
        if name is None:
            continue
        if any(same(name, head.name) for head in heads):
            continue
        hero = any(same(name, one.name) for one in _of_role(roster, "hero"))
        message = f"{row.name} is in the command of {name}, who is a hero." if hero else (
            f"{row.name} is in the command of {name}, but there is no such leader."
        )  # fmt: skip
        hint = did_you_mean(name, [head.name for head in heads], most=9)
        yield _error("command", row.at("command"), "B-41", message, hint)
    for head in heads:
        if head.get("role") is not None and not any(same(row.get("command", ""), head.name) for row in roster.units):
            yield _warning("command", head.at("name"), "B-41", f"{head.name} commands no unit.")


def _joins(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    names = [row.name for row in roster.units]
    for row in roster.leaders if names else ():
        name = row.get("joins")
        if name is not None and not any(same(name, one) for one in names):
            message = f"{row.name} begins with {name}, which is not a unit of {roster.name}."
            yield _error(
                "joins", row.at("joins"), "B-49", message, did_you_mean(name, list(dict.fromkeys(names)), most=9)
            )
        elif name is None and row.get("role") == "hero":
            message = f"{row.name} names no unit to start with, so he starts with the first one."
            yield _warning("joins", row.where, "B-62", message, "Name the unit with joins.")


def _blocks(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    most = catalogue.figures["max-ranks"]
    for row in roster.units:
        figures, front = row.get("figures"), row.get("frontage")
        if figures is None or front is None:
            continue
        if front > figures:
            message = f"{row.name}: a front of {front} files, but only {figures} figures."
            yield _error("block", row.at("frontage"), "B-47", message, f"Its front can be {figures} at most.")
        elif -(-figures // front) > most:
            message = f"{row.name}: {-(-figures // front)} ranks deep, but the most is {most}."
            hint = f"Its front must be at least {-(-figures // most)}."
            yield _error("block", row.at("frontage"), "B-47", message, hint)


def _volleys(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for row in roster.units:
        volleys, missile = row.get("volleys"), row.get("missile")
        if volleys is None or "missile" in row.faulty:
            continue
        if missile is None and volleys:
            message = f"{row.name}: {volleys} volleys, but no missile weapon."
            yield _error("volleys", row.at("volleys"), "B-07", message, "Name its weapon with missile.")
        elif missile is not None and volleys < 1:
            weapon = catalogue.weapons[missile].name.lower()
            message = f"{row.name}: a missile weapon ({weapon}), but {volleys} volleys."
            hint = f"Give 1 or more; {catalogue.volleys} if you leave it out."
            yield _error("volleys", row.at("volleys"), "B-07", message, hint)


def _hands(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    for row in roster.units:
        weapon = catalogue.weapons.get(row.get("weapon", ""))
        if weapon is not None and weapon.takes_hands and row.get("shield"):
            message = f"{row.name}: shields and a {weapon.name.lower()}, which takes both hands."
            yield _warning("hands", row.at("shield"), "B-R18", message)


def _room(roster: Written, catalogue: Catalogue) -> Iterator[Found]:
    figures = catalogue.figures
    fronts = [front for row in roster.units if (front := front_of_row(row, figures)) is not None]
    needed = sum(fronts) + figures["gap"] * (len(fronts) - 1)
    if needed > figures["table-width"]:
        message = f"{roster.name} is {needed} inches wide with its gaps, but the table only {figures['table-width']}."
        hint = "Make fronts narrower with frontage, or leave out a unit."
        yield _error("room", roster.where, "B-49", message, hint)


def front_of_row(row: Row, figures: Mapping[str, int]) -> int | None:
    """The front of a unit as it was read; None where its figures are not known."""
    if row.get("figures") is None:
        return None
    known = {name: row.values[name] for name in ("figures", "frontage", "mounted") if name in row.values}
    return front_of(Unit.model_construct(**known), figures)


_CHECKS: Sequence[Callable[[Written, Catalogue], Iterable[Found]]] = (
    _whole, _names, _warchief, _leadership, _save, _boast, _commands, _joins, _blocks, _volleys, _hands, _room,
)  # fmt: skip
