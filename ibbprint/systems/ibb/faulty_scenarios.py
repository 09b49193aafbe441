"""A scenario of no sound shape: what is sound of it is checked all the same, so that one run reports everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.problems import Report, Where
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.checks import check_battle, check_places
from ibbprint.systems.ibb.models.scenarios import Scenario
from ibbprint.systems.ibb.scenarios import Battle, Written, as_battle, listed_forces, read_sound_parts

STAND_INS: Mapping[str, Any] = {"id": "unnamed", "title": "Unnamed", "map": "unnamed", "turns": 50}
"""What a scenario cannot be without, where its own is faulty or missing; in 50 turns every turn comes."""

UNSURE: Mapping[str, frozenset[str]] = {
    "sides": frozenset({"ref:side"}),
    "formations": frozenset({"ref:formation"}),
    "zones": frozenset({"ref:zone"}),
    "forces": frozenset({"ref:leader", "ref:friend"}),
    "unit": frozenset({"ref:leader", "ref:friend"}),
    "name": frozenset({"ref:leader", "ref:friend"}),
    "crossings": frozenset({"ref:crossing"}),
    "victory": frozenset({"ref:level"}),
    "map": frozenset({"ref:map"}),
    "as_printed": frozenset({"ref:place", "ref:leader"}),
    "game": frozenset({"ref:game"}),
}
"""What may be found only because an entry of a list, or a field of the head or of a line of the forces, was left out:
it is not told."""


class _Remains(Source):
    """A file of which entries are left out: `kept` has the numbers that those that are left have in the file."""

    def __init__(self, source: Source, data: Any, numbers: Mapping[str, Sequence[int]]) -> None:
        super().__init__(source.file, data, source.root)
        self.kept = numbers

    def where(self, *path: str | int, key: bool = False) -> Where:
        numbers = self.kept.get(str(path[0])) if len(path) > 1 else None
        if numbers is not None and isinstance(path[1], int):
            path = (path[0], numbers[path[1]], *path[2:])
        return super().where(*path, key=key)


def check_sound_parts(path: Path, catalogue: Catalogue, packs: Sequence[Path], report: Report) -> None:
    """Add what is wrong with the sound parts of a scenario whose faults of shape are in the report already."""
    source = read_yaml(path, Report())
    sound = None if source is None or not isinstance(source.data, dict) else _without_faults(source)
    if sound is None:  # too little is left: at least its units and hexes
        lines, on = read_sound_parts(path, catalogue, packs, report)
        if on is not None:
            check_places(lines, on, report)
        return
    scenario, remains, left_out, forces = sound
    result = Report()
    battle = as_battle(path, scenario, remains, catalogue, packs, result, written=forces)
    check_certain(battle, catalogue, left_out, result)
    _add_certain(result, left_out, report)


def check_certain(battle: Battle, catalogue: Catalogue, left_out: Iterable[str], report: Report) -> None:
    """Add what is wrong with what is left of a scenario, whatever stands in what could not be read.

    `left_out` are lists and fields of it in which something was left out, besides those of its forces.
    """
    result = Report()
    check_battle(battle, catalogue, result)
    _add_certain(result, {*left_out, *battle.unread}, report)


def _add_certain(result: Report, left_out: Iterable[str], report: Report) -> None:
    unsure = frozenset[str]().union(*(UNSURE.get(name, frozenset()) for name in left_out))
    for problem in result.as_added:
        if problem.rule not in unsure:
            report.add(problem)


def _without_faults(source: Source) -> tuple[Scenario, Source, set[str], list[Written] | None] | None:
    """The scenario without its faulty entries and fields, and the names of the lists and fields that these are of.

    A list of forces is apart, each line with what is sound of it.
    """
    data = dict(source.data)
    forces: list[Written] | None = None
    if isinstance(data.get("forces"), list):
        forces = listed_forces(source, data.pop("forces"), Report())
    try:
        return Scenario.model_validate(data), source, set(), forces
    except ValidationError as fault:
        faults = [_steps(data, error["loc"]) for error in fault.errors(include_url=False)]
    left_out = {str(steps[0]) for steps in faults if steps}
    bad: dict[str, set[int]] = {}
    for steps in faults:
        if len(steps) > 1 and isinstance(steps[1], int):
            bad.setdefault(str(steps[0]), set()).add(steps[1])
        elif len(steps) == 1 and steps[0] != "scenario":
            data.pop(steps[0], None)
    if isinstance(data.get("scenario"), dict):
        wrong = {str(steps[1]) for steps in faults if len(steps) > 1 and steps[0] == "scenario"}
        head = {name: value for name, value in data["scenario"].items() if name not in wrong}
        stand_ins = {name: value for name, value in STAND_INS.items() if name not in head}
        data["scenario"] = {**stand_ins, **head}
        left_out |= wrong | set(stand_ins)
    numbers_kept = {
        name: [i for i in range(len(data[name])) if i not in out] for name, out in bad.items() if name in data
    }
    data |= {name: [data[name][i] for i in numbers] for name, numbers in numbers_kept.items()}
    try:
        return Scenario.model_validate(data), _Remains(source, data, numbers_kept), left_out, forces
    except ValidationError:
        return None


def _steps(data: Any, loc: Sequence[str | int]) -> list[str | int]:
    """The first two steps of pydantic's path that are steps of the data: an entry of a list, or a field of the head."""
    items: list[str | int] = []
    for step in loc:
        inside = dict(enumerate(data)) if isinstance(data, list) else data if isinstance(data, dict) else {}
        if step in inside:
            data = inside[step]
            items.append(step)
    return items[:2]
