"""A pack lies over the shipped catalogue, whatever kind of thing it holds; what is not in it comes from there.

`test_bet.py` shows that each value that is changed is printed; here it is each kind of file, as YAML and as a
spreadsheet's table, and each kind of template.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ibbprint.catalogue.layers import Kind
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.systems.ibb.catalogue import Catalogue
from tests.helpers import DATA, ROOT, SCENARIOS, TEMPLATES, make_pack, plain, printed
from tests.pdf import read_pdf

LISTS = [name for name, kind in Catalogue.KINDS.items() if not kind.single]
NAMED = {
    "telling": "say",
    "scatter": "name",
    "scout": "formation_from",
    "figures": "text",
    "rulings": "title",
    "statements": "text",
    "credits": "text",
    "quarrels": "text",
    "sayings": "say",
    "example-turn": "chit",
    "first-turn": "actions",
    "words": "words",
    "parts": "title",
}
"""The field to change where an entry has no name."""
NESTED = ("area-templates", "themes", "place-names", "army-themes", "words", "parts")
"""Kinds with lists within their entries: ranks, covers, patterns and bands."""
IN_A_TABLE = [name for name in LISTS if name not in (*NESTED, "rulings")]
"""Kinds whose entries a row can hold; the values of a ruling’s switch have names that no column can have."""


def opened(*packs: Path) -> Catalogue:
    report = Report()
    catalogue = Catalogue.open(packs, [], report)
    assert catalogue is not None
    assert report.ok, "\n".join(map(str, report))
    return catalogue


def shelves(catalogue: Catalogue, kind: Kind[Any]) -> dict[str, Any]:
    values = {name: entry.value for name, entry in catalogue.shelf(kind).entries.items()}
    assert catalogue.report.ok, "\n".join(map(str, catalogue.report))
    return values


@cache
def as_shipped(kind: str) -> dict[str, Any]:
    return shelves(opened(), Catalogue.KINDS[kind])


def shipped(name: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = plain(DATA / f"{name}.yaml")[name]
    return result


def one_of(name: str) -> dict[str, Any]:
    """An entry that is not the first, where there are several."""
    return shipped(name)[:2][-1]


def altered(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    field = NAMED.get(name, "name")
    return {
        **entry,
        field: {"say": ["Mine.", "Ours."], "formation_from": "2", "words": {"mine": ["ours"]}, "actions": ["end"]}.get(
            field, "Mine"
        ),
    }


@pytest.mark.parametrize("name", LISTS)
def test_an_entry_of_a_pack_takes_the_place_of_the_shipped_one(name: str, tmp_path: Path) -> None:
    """One entry is another, all others are as they are shipped, in the same order."""
    kind = Catalogue.KINDS[name]
    mine = altered(name, one_of(name))
    laid = shelves(opened(make_pack(tmp_path / "pack", {f"{name}.yaml": {name: [mine]}})), kind)
    before = as_shipped(name)
    assert list(laid) == list(before)
    assert [id for id in laid if laid[id] != before[id]] == [mine[kind.key]]


@pytest.mark.parametrize(
    "name", [name for name in LISTS if name not in ("scatter", "scout", "rulings", "statements", "words")]
)
def test_an_entry_that_is_not_shipped_comes_after_those_that_are(name: str, tmp_path: Path) -> None:
    """A new id is a new entry at the end. (Packs do not add dice, ranges, ids of rules or kinds of word.)"""
    kind = Catalogue.KINDS[name]
    mine = {**altered(name, one_of(name)), kind.key: "entirely-new"}
    laid = shelves(opened(make_pack(tmp_path / "pack", {f"{name}.yaml": {name: [mine]}})), kind)
    assert list(laid) == [*as_shipped(name), "entirely-new"]


@pytest.mark.parametrize("name", LISTS)
def test_the_upper_of_two_packs_counts(name: str, tmp_path: Path) -> None:
    """Packs lie on each other in the order in which they are named."""
    field = NAMED.get(name, "name")
    first = make_pack(tmp_path / "first", {f"{name}.yaml": {name: [altered(name, one_of(name))]}})
    second = make_pack(tmp_path / "second", {f"{name}.yaml": {name: [one_of(name)]}})
    key = one_of(name)[Catalogue.KINDS[name].key]
    text = {
        order: getattr(shelves(opened(*order), Catalogue.KINDS[name])[key], field)
        for order in ((first, second), (second, first))
    }
    assert text[first, second] == getattr(as_shipped(name)[key], field)
    assert text[second, first] != text[first, second]


def test_a_pack_has_a_combat_table_of_its_own(tmp_path: Path) -> None:
    """The combat table is one thing: a pack's takes the place of the whole."""
    table = {**plain(DATA / "crt.yaml")["crt"], "title": "What comes of it"}
    crt = opened(make_pack(tmp_path / "pack", {"crt.yaml": {"crt": table}})).crt
    assert crt is not None
    assert crt.title == "What comes of it"


# --- as a spreadsheet has it ------------------------------------------------------------------------------------------


def row(entry: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """An entry as the cells of a row: names within names with a dot, lists parted by commas, sentences by bars."""
    for name, value in entry.items():
        if isinstance(value, dict):
            yield from row(value, f"{before}{name}.")
        elif isinstance(value, list):
            yield (
                f"{before}{name}",
                ("|" if name in ("say", "why", "actions") else "; " if name == "aliases" else ", ").join(value),
            )
        else:
            yield f"{before}{name}", value


@pytest.mark.parametrize("name", IN_A_TABLE)
def test_a_table_holds_what_a_yaml_file_holds(name: str, tmp_path: Path) -> None:
    """All shipped entries of a kind as one CSV of a pack are the very same entries."""
    rows = [dict(row(entry)) for entry in shipped(name)]
    columns = list(dict.fromkeys(column for each in rows for column in each))
    written = io.StringIO()
    writer = csv.DictWriter(written, columns)
    writer.writeheader()
    writer.writerows(rows)
    laid = opened(make_pack(tmp_path / "pack", {f"{name}.csv": written.getvalue()}))
    assert shelves(laid, Catalogue.KINDS[name]) == {
        id: value if name != "telling" else value.model_copy(update={"say": [item.strip() for item in value.say]})
        for id, value in as_shipped(name).items()
    }
    assert all(entry.source.file.endswith(".csv") for entry in laid.shelf(Catalogue.KINDS[name]).entries.values())


@pytest.mark.parametrize("name", [name for name in Catalogue.KINDS if name not in (*IN_A_TABLE, "rulings")])
def test_a_table_of_what_no_row_can_hold_is_refused_with_the_file_to_write(name: str, tmp_path: Path) -> None:
    """The combat table, and the lists that docs/designing.md names."""
    report = Report()
    Catalogue.open([make_pack(tmp_path / "pack", {f"{name}.csv": "id,name\nmine,Mine\n"})], [], report)
    (output,) = map(str, report)
    assert f"{name} cannot be a table" in output
    assert f"Write it as {name}.yaml" in output
    assert name == "crt" or f"`{name}`" in (ROOT / "docs" / "designing.md").read_text(encoding="utf-8")


def held(schema: Mapping[str, Any], names: Mapping[str, Any]) -> bool:
    """Whether a cell, or cells under names with dots, can hold what a JSON Schema asks for."""
    schema = names.get(schema.get("$ref", "").rpartition("/")[2], schema)
    choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if choices:
        return any(held(choice, names) for choice in choices)
    return schema.get("type") != "array" and all(
        held(schema["properties"][field], names) for field in schema.get("required", ())
    )


@pytest.mark.parametrize("game", [game for game in games() if game != "printed"])
def test_every_list_whose_entries_fit_in_rows_can_be_a_table(game: str) -> None:
    """In every game: a kind is nested only where an entry must have a list that no cell holds, or names in columns."""
    kinds = import_module(f"{type(games()[game]).__module__}.catalogue").Catalogue.KINDS
    for name, kind in kinds.items():
        # Names of columns are troops there, and the things that players' words mean; parts are of several sorts.
        if not kind.single and (game, name) != ("element-battle", "army-themes") and name not in ("words", "parts"):
            schema = kind.adapter.json_schema()
            assert kind.nested is not held(schema, schema.get("$defs", {})), name


# --- templates, scenarios, maps --------------------------------------------------------------------------------------

TEXTS = {
    "ibb/crib.md.j2": "crib",
    "ibb/scenario-sheet.md.j2": "scenario",
    "ibb/set-up.md.j2": "scenario",
    "ibb/spell-list.md.j2": "spell-list",
    "ibb/marker-reasons.md.j2": "reasons",
    "ibb/price-list.md.j2": "prices",
    "ibb/booklet/winning.md.j2": "rules",
    "common/how-to-print.md.j2": "",
}
"""Sheets of text, and the part of a kit that each is in; the instructions are in whole kits only, of whatever game."""


@pytest.mark.parametrize("template", TEXTS)
def test_any_sheet_of_text_can_be_laid_over(template: str, tmp_path: Path) -> None:
    """A pack's own text is printed in the place of the shipped one, chapters of the rules and instructions too."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    mine = f"{text}\nThe geese were here first.\n"
    scenario, game, only = ("defend-the-bridge", "ibb", [TEXTS[template]])
    if not TEXTS[template]:
        scenario, game, only = "two-villages", "microbattle", []
    pack = make_pack(tmp_path / "pack", {f"templates/{template}": mine}, game=game)
    document = read_pdf(printed(scenario, packs=[pack], only=only, game=game).pdf)
    assert "The geese were here first." in " ".join(" ".join(page.text for page in document.pages).split())


def test_a_scenario_and_a_map_of_a_shipped_name_are_the_packs(tmp_path: Path) -> None:
    """Who names a scenario gets the pack's, on the pack's map, where both have the ids of shipped ones."""
    scenario = (
        (SCENARIOS / "stirling.yaml").read_text(encoding="utf-8").replace("title: Stirling", "title: My Stirling")
    )
    board = (SCENARIOS / "maps" / "forest-map-one.yaml").read_text(encoding="utf-8")
    pack = make_pack(
        tmp_path / "pack",
        {
            "scenarios/stirling.yaml": scenario,
            "maps/forest.yaml": board.replace("title: Forest Map One", "title: My Forest"),
        },
    )
    text = " ".join(page.text for page in read_pdf(printed("stirling", packs=[pack], only=["map"]).pdf).pages)
    assert "My Stirling" in text
    assert "My Forest" in text
