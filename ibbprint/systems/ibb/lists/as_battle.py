"""A list as a battle, so that its counters can be printed and its facts asked for like those of a scenario.

There is no set-up and nothing to win: the battle is as long as an evening, on the first map available.
"""

from __future__ import annotations

from collections.abc import Sequence

from ibbprint.catalogue.source import at_one_place
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.lists.files import printable, slug
from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import GAME
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.lists.records import Army, ArmyList
from ibbprint.systems.ibb.models.scenarios import Force, Formation, Scenario, ScenarioHead, Side
from ibbprint.systems.ibb.models.units import AnyUnit, Leader
from ibbprint.systems.ibb.scenarios import Battle, Line
from ibbprint.systems.ibb.whole_catalogue import ARMIES, EVENING, first_map

LETTERS = "ABCDEFGH"
MOST_LETTERS = 11
"""As many letters of a name fit on a counter."""


def battle_of(
    pairs: Sequence[tuple[ArmyList, Army]], checker: Checker, options: KitOptions, report: Report, *, full: bool = True
) -> Battle:
    """The armies as the sides of a battle; without `full`, with one of every entry."""
    result = pairs[0][0]
    sides: list[Side] = []
    formations: list[Formation] = []
    lines: list[Line] = []
    for number, (_, army) in enumerate(pairs):
        look = ARMIES[number % len(ARMIES)]
        side = Side(
            id=f"side-{number + 1}",
            name=printable(army.name),
            army=printable(army.name),
            letter=LETTERS[number],
            livery=look.livery,
        )
        sides.append(side)
        lines += _lines(army, side, formations, full)
    title = printable(result.title or pairs[0][1].name)
    hexmap = first_map(checker.catalogue, options.packs, report)
    head = ScenarioHead(
        id=slug(title, GAME),
        title=title,
        edition=printable(result.edition, 20),
        turns=EVENING,
        map=hexmap.model.id if hexmap is not None else "none",
    )
    # One army alone is no scenario: a scenario of two is asked for everywhere else.
    scenario = Scenario.model_construct(
        scenario=head,
        sides=sides,
        formations=formations,
        zones=[],
        forces=[line.force for line in lines],
        crossings=[],
        victory=[],
        special=[],
    )
    return Battle(scenario, at_one_place(pairs[0][1].where), tuple(lines), hexmap)


def _lines(army: Army, side: Side, formations: list[Formation], full: bool) -> list[Line]:
    captains: dict[int, str] = {}
    for entry in army.entries:
        if entry.formation is not None and isinstance(entry.unit, Leader) and entry.written.name:
            captains.setdefault(entry.formation, printable(entry.written.name))
    ids: dict[int, str] = {}
    for index, formation in enumerate(army.formations):
        ids[index] = f"{side.id}-{index + 1}"
        letter = LETTERS[index] if index < len(LETTERS) else str(index + 1)[:2]
        formations.append(
            Formation(
                id=ids[index], side=side.id, name=printable(formation.name), letter=letter, captain=captains.get(index)
            )
        )
    lines = []
    for entry in army.entries:
        if entry.unit is None or entry.count < 1:
            continue
        name = printable(entry.written.name)
        force = Force(
            side=side.id,
            unit=entry.unit.id,
            count=entry.count if full else 1,
            name=name or None,
            short=short_name(name, entry.unit),
            rating=entry.rating or None,
            formation=ids.get(entry.formation) if entry.formation is not None else None,
        )
        lines.append(Line(force, entry.unit, at_one_place(entry.where), ()))
    return lines


def short_name(name: str, unit: AnyUnit) -> str | None:
    """A name that fits on a counter: its last words where the whole is too long, failing that the unit's."""
    words = name.split()
    while words and len(" ".join(words)) > MOST_LETTERS:
        words.pop(0)
    return " ".join(words) or (unit.short if name else None)
