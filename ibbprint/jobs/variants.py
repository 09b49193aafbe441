"""What a playtest compares: the scenario as it is, and others of it with one thing changed.

`--vary R-95=strength,die` plays a disputed rule each way; `--vary 'dwarven-axemen.defence=3,4'` changes a field of an
entry of the catalogue, which is written as a small pack for the time of the playtest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from ibbprint.catalogue.layers import is_game_folder
from ibbprint.catalogue.source import at_one_place
from ibbprint.catalogue.validate import built
from ibbprint.engine.api.kits import Game
from ibbprint.jobs.games import game_named
from ibbprint.jobs.targets import game_of_pack
from ibbprint.phrases import listed
from ibbprint.problems import BadRequest, Problem, Report, Severity, Where, did_you_mean, nearest

if TYPE_CHECKING:
    from ibbprint.catalogue.layers import Kind
    from ibbprint.catalogue.rulebook import Catalogue

OPTION = "--vary"
VS = "--vs"
VS_PACK = "--vs-pack"
UNITS = "units"
"""The kind of file that a game’s unit list is."""
MOST = 12
"""Variants that are compared at once."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A scenario as it is played: `label` says what is changed, and is empty for the one that all are compared with."""

    label: str
    scenario: str
    packs: tuple[Path, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    option: str = ""
    """The option that asks for it; empty for the one that all are compared with."""
    made: Path | None = None
    """The pack that was written for it."""

    @property
    def as_typed(self) -> str:
        """The option as typed: `--vary R-95=die`."""
        return f"{self.option} {self.label}"


def varied(texts: Sequence[str], unchanged: Variant, catalogue: Catalogue, folder: Path) -> Iterator[Variant]:
    """A variant for each value of each `--vary`; packs for them are written into `folder`. Raises BadRequest."""
    number = 0
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name or not values:
            message = f"{OPTION} takes a rule or a field and its values, not {text!r}."
            raise BadRequest(message, "For example: R-95=strength,die or pikemen-q3.defence=2,4", OPTION)
        for value in filter(None, (item.strip() for item in values.split(","))):
            label = f"{name}={value}"
            number += 1
            if "." in name:
                write_pack = getattr(catalogue, "vary", _packed(catalogue))
                pack = write_pack(name, value, folder / f"variant-{number}")
                yield Variant(label, unchanged.scenario, (*unchanged.packs, pack), unchanged.rules, OPTION, pack)
            else:
                rules = {**dict(unchanged.rules), name: value}
                yield Variant(label, unchanged.scenario, unchanged.packs, tuple(rules.items()), OPTION)


def _packed(catalogue: Catalogue) -> Callable[[str, str, Path], Path]:
    """The function that writes the pack of a variant, for a catalogue that has none of its own."""
    return lambda name, value, folder: _pack(catalogue, name, value, folder)


def _pack(catalogue: Catalogue, name: str, value: str, folder: Path) -> Path:
    """A pack with one entry, of which one field is another. Raises BadRequest."""
    id, _, field = name.partition(".")
    kind, entry = _entry(catalogue, id)
    data = entry.model_dump(mode="json", by_alias=True, exclude_unset=True)
    try:
        plain = yaml.safe_load(value)
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        raise BadRequest(f"{OPTION} {name}={value!r}: a field cannot have that value.", option=OPTION) from fault
    _set_field(entry, data, field.split("."), plain, name)
    report, place = Report(), at_one_place(Where(f"{OPTION} {name}={value}"))
    if built(kind.adapter.validate_python, kind.entry, place, (), data, report) is None:
        first = report.errors[0]
        raise BadRequest(f"{OPTION} {name}={value}: {first.message}", first.hint, OPTION)
    folder.mkdir()
    head = {"pack": {"id": folder.name, "title": f"{name}={value}", "game": catalogue.GAME}}
    for file, content in (("pack", head), (kind.name, {kind.name: [data]})):
        (folder / f"{file}.yaml").write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return folder


def _entry(catalogue: Catalogue, id: str) -> tuple[Kind[Any], Any]:
    """The entry of that id, and its kind of file. Raises BadRequest."""
    entry = catalogue.entry(id)
    if entry is not None:
        return entry
    raise BadRequest(f"{OPTION}: there is no entry {id!r} in the catalogue.", _hint(catalogue, id), OPTION)


def _hint(catalogue: Catalogue, id: str) -> str:
    """The hint for an unknown entry: the units of the nearest id or name, else another entry and all units.

    Most people change a unit, and a catalogue has hundreds of rulings and sentences besides.
    """
    kinds = {name: kind for name, kind in catalogue.KINDS.items() if not kind.single}
    units = catalogue.shelf(kinds.pop(UNITS)) if UNITS in kinds else None
    called: dict[str, list[str]] = {}
    for name, entry in units.entries.items() if units is not None else ():
        called[name] = [name]
        called.setdefault(str(getattr(entry.value, "name", name)), []).append(name)
    near = nearest(id, called)
    if near is not None:
        return f"Did you mean {listed(called[near], 'or')}?"
    near_entry = did_you_mean(id, (name for kind in kinds.values() for name in catalogue.shelf(kind).entries), most=0)
    if units is None:
        return near_entry
    listing = game_named(catalogue.GAME).offers(Game.units)
    listing_hint = f"ibbprint units --game {catalogue.GAME}" if listing else f"{', '.join(units.entries)}."
    return f"{near_entry} Units: {listing_hint}".strip()


def _set_field(entry: Any, data: dict[str, Any], path: Sequence[str], value: object, name: str) -> None:
    """Set a field, or a field within a field. Raises BadRequest."""
    model, inner = entry, data
    for step in path[:-1]:
        model = getattr(model, step, None)
        result = inner.get(step)
        if not isinstance(result, dict):
            raise BadRequest(f"{OPTION}: {name} names no field with fields in it.", option=OPTION)
        inner = result
    fields = getattr(type(model), "model_fields", {})
    if path[-1] not in fields:
        raise BadRequest(f"{OPTION}: {name} names no field.", did_you_mean(path[-1], fields), OPTION)
    inner[path[-1]] = value


def compared(unchanged: Variant, vs: str, vs_pack: Path | None, game: str) -> Iterator[Variant]:
    """The scenario or the folder of `--vs`, and the same scenario with the pack of `--vs-pack`. Raises BadRequest.

    `game` is the one that is played: of a pack of another game the scenario would have nothing.
    """
    if vs and is_game_folder(Path(vs)):
        yield Variant(vs, unchanged.scenario, (Path(vs),), unchanged.rules, VS)
    elif vs:
        yield Variant(vs, vs, unchanged.packs, unchanged.rules, VS)
    if vs_pack is not None:
        its = game_of_pack(vs_pack, Report())
        if its is not None and its != game:
            message = f"this pack belongs to {game_named(its).title}, but the scenario to {game_named(game).title}."
            raise BadRequest(f"{VS_PACK} {vs_pack}: {message}", option=VS_PACK)
        yield Variant(str(vs_pack), unchanged.scenario, (*unchanged.packs, vs_pack), unchanged.rules, VS_PACK)


def faults(variant: Variant, report: Report) -> Iterator[Problem]:
    """The faults of a variant, reported at the option that asked for it.

    Nobody typed the `--rule` or wrote the pack that a `--vary` is turned into. The hint of a fault elsewhere names the
    change, which may have caused it.
    """
    for problem in report:
        file = problem.where.file
        if file == f"--rule {variant.label}" or (variant.made and Path(file).is_relative_to(variant.made)):
            yield problem._replace(where=Where(variant.as_typed))
        elif variant.option == OPTION and problem.severity is Severity.ERROR:
            yield problem._replace(hint=f"{problem.hint} That is with {variant.as_typed}.".strip())
        else:
            yield problem


def distinct(variants: Sequence[Variant]) -> None:
    """Raise BadRequest for too many variants, or for one that is named twice."""
    if len(variants) > MOST:
        raise BadRequest(f"{len(variants)} variants are too many: at most {MOST} at once.", option=OPTION)
    labels: dict[str, None] = {}
    for variant in variants:
        if variant.label in labels:
            raise BadRequest(f"{variant.label} is named twice.", option=variant.option)
        labels[variant.label] = None
