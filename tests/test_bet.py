"""The bet: one catalogue. Whatever value of the catalogue is changed, the paper changes with it, in its own place.

Each test lays a pack over the shipped catalogue in which one field of every entry has another value, prints, and finds
every one of the new values where it belongs; so each value is changed and seen. The last tests keep figures out of
the templates, where they would be a second copy.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import card
from tests import test_printed_markers as markers
from tests.helpers import (
    DATA,
    KITS,
    NOTHING,
    SCENARIOS,
    SOAK,
    TEMPLATES,
    Over,
    battle,
    entries,
    expected_pieces,
    make_pack,
    plain,
    printed,
)
from tests.pdf import Document, read_pdf
from tests.sheets import check_symbols, head, matched

Change = Callable[[dict[str, Any], int], Any]


def _over(kind: str, field: str, change: Change) -> Over:
    """All entries of a kind that have a field, with another value in it."""
    return {
        kind: {
            name: {**entry, field: change(entry, number)}
            for number, (name, entry) in enumerate(entries(kind).items())
            if field in entry
        }
    }


def _print(folder: Path, scenario: str, over: Over, *only: str, **files: Any) -> Document:
    """The kit with entries laid over the catalogue by a pack."""
    tables = {f"{kind}.yaml": {kind: list(found.values())} for kind, found in over.items()}
    pack = make_pack(folder / "pack", {**tables, **{name.replace("__", "/"): f for name, f in files.items()}})
    return read_pdf(printed(scenario, packs=[pack], only=only).pdf)


def _plus(entry: dict[str, Any], field: str, by: int) -> str:
    return str(int(entry[field]) + by)


# --- counters -------------------------------------------------------------------------------------------------------

SYMBOLS = sorted({unit["symbol"] for unit in entries("units").values()})


def _other_symbol(entry: dict[str, Any], _: int) -> str:
    return str(SYMBOLS[(SYMBOLS.index(entry["symbol"]) + 7) % len(SYMBOLS)])


def _other_abilities(entry: dict[str, Any], _: int) -> list[str]:
    """One ability fewer, or one more where there is none to spare."""
    now = list(entry["abilities"])
    return now[:-1] if len(now) > 1 else [*now, "ranger" if "ranger" not in now else "hill-people"]


UNIT_FIELDS: dict[str, Change] = {
    "attack": lambda unit, _: _plus(unit, "attack", -1),  # down, for stacks must stay under their limit
    "defence": lambda unit, _: _plus(unit, "defence", 3),
    "movement": lambda unit, _: _plus(unit, "movement", 2),
    "quality": lambda unit, _: str(int(unit["quality"]) % 6 + 1),
    "range": lambda unit, _: _plus(unit, "range", 5),
    "shots": lambda unit, _: _plus(unit, "shots", 4),
    "short": lambda unit, number: f"Name {number}",
    "symbol": _other_symbol,
    "abilities": _other_abilities,
    "rating": lambda unit, _: _plus(unit, "rating", 1),
    "attack_stone": lambda unit, _: _plus(unit, "attack_stone", 4),
}
"""Every field of a unit that is printed on its counter or chit."""


def _having(field: str) -> list[str]:
    """The scenarios with units that have a field, the one with most of them first: it stands for all in a short run."""
    units = entries("units")
    having = {kit: len({f["unit"] for f in battle(kit)["forces"] if field in units[f["unit"]]}) for kit in KITS}
    found = sorted((kit for kit in KITS if having[kit]), key=lambda kit: -having[kit])
    return found if SOAK else found[:1]


@pytest.mark.parametrize(("field", "scenario"), [(field, kit) for field in UNIT_FIELDS for kit in _having(field)])
def test_each_field_of_each_unit_comes_from_the_unit_list(field: str, scenario: str, tmp_path: Path) -> None:
    """Another value in the unit list is another value on every counter of the unit, unless the scenario rates it."""
    over = _over("units", field, UNIT_FIELDS[field])
    wanted = expected_pieces(scenario, over=over)
    assert wanted != expected_pieces(scenario), "the change would not be seen"
    check_symbols(matched(wanted, _print(tmp_path, scenario, over, "counters")))


@pytest.mark.parametrize("field", ["letter", "symbol"])
def test_each_ability_looks_as_its_file_says(field: str, tmp_path: Path) -> None:
    """The letter and the symbol of every ability on the counters are those of abilities.yaml."""
    change: Change = (lambda _, n: "KLMNOPQSTU"[n]) if field == "letter" else (lambda _, n: SYMBOLS[-1 - n])
    over = _over("abilities", field, change)
    for scenario in KITS[:2]:
        # the arrow of missile troops stands over their range and is no ability of its own
        abilities = {k: v for k, v in over["abilities"].items() if k != "missile"}
        wanted = expected_pieces(scenario, over={"abilities": abilities})
        assert wanted != expected_pieces(scenario)
        check_symbols(matched(wanted, _print(tmp_path / scenario, scenario, {"abilities": abilities}, "counters")))


# --- the scenario ---------------------------------------------------------------------------------------------------


def _scenario(change: Callable[[dict[str, Any]], None], name: str = "stirling") -> dict[str, Any]:
    data: Any = yaml.load((SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    change(data)
    made: dict[str, Any] = data
    return made


def _every(field: str, value: Callable[[int, dict[str, Any]], str], part: str = "forces") -> Callable[[Any], None]:
    def change(data: dict[str, Any]) -> None:
        for number, entry in enumerate(data[part]):
            if field in entry or field == "rating":
                entry[field] = value(number, entry)

    return change


def _ratings(data: dict[str, Any]) -> None:
    for number, force in enumerate(data["forces"]):
        if entries("units")[force["unit"]].get("kind", "troops") == "troops":
            force["rating"] = f"1-{number}-9 Q{number % 6 + 1}"


FORCES: dict[str, Callable[[dict[str, Any]], None]] = {
    "rating": _ratings,
    "short name": _every("short", lambda n, _: f"Short {n}"),
    "letter of a side": _every("letter", lambda n, _: "XY"[n], "sides"),
    "letter of a formation": _every("letter", lambda n, _: "MNOPQR"[n], "formations"),
    "order": lambda data: data["forces"].reverse(),
}


@pytest.mark.parametrize("what", FORCES)
def test_what_a_scenario_says_of_its_forces_is_printed(what: str, tmp_path: Path) -> None:
    """Ratings, names, letters and order of a scenario stand on its counters."""
    data = _scenario(FORCES[what])
    wanted = expected_pieces("stirling", data=data)
    assert wanted != expected_pieces("stirling")
    matched(wanted, _print(tmp_path, "stirling", NOTHING, "counters", **{"scenarios__stirling.yaml": data}))


def test_what_a_scenario_says_of_itself_is_printed(tmp_path: Path) -> None:
    """Title and edition stand on every page, the armies over their counters, as many as the forces count."""

    def change(data: dict[str, Any]) -> None:
        data["scenario"] |= {"title": "Another Hill", "edition": "7b"}
        for number, side in enumerate(data["sides"]):
            side["army"] = f"Army number {number}"
        data["forces"][2]["count"] = "2"

    data = _scenario(change)
    document = _print(tmp_path, "stirling", NOTHING, "counters", **{"scenarios__stirling.yaml": data})
    assert document.title == "Another Hill"
    for page in document.pages:
        assert "Another Hill" in head(page)
        assert "edition 7b" in head(page)
    fronts = " ".join(page.text for page in document.pages)
    counters = [p for p in expected_pieces("stirling", data=data) if p.what != "chit"]
    for number, side in enumerate(data["sides"]):
        assert f"Army number {number}: {sum(p.side == side['id'] for p in counters)} counters" in fronts
    matched(expected_pieces("stirling", data=data), document)


# --- the table of combat results ------------------------------------------------------------------------------------


def _card(folder: Path, over: Over = NOTHING, table: dict[str, Any] | None = None) -> Document:
    files = {"crt.yaml": {"crt": table}} if table is not None else {}
    return _print(folder, "stirling", over, "crt", **files)


@pytest.mark.parametrize("seed", [1, 2])
def test_each_cell_of_the_table_is_printed_from_it(seed: int, tmp_path: Path) -> None:
    """Another result in every cell of the table is another result in every cell of the card."""
    dice, table = random.Random(seed), plain(DATA / "crt.yaml")["crt"]
    codes = [code["id"] for code in table["codes"]]
    results = [[dice.choice([c for c in codes if c != cell]) for cell in row] for row in table["results"]]
    changed = {**table, "results": results}
    front, _ = card.sides(_card(tmp_path, table=changed))
    card.check_results(front, changed)
    card.check_odds(front, changed)


def test_each_odds_and_row_of_the_table_is_printed_from_it(tmp_path: Path) -> None:
    """Other odds and other names of terrain stand in the rows of the card, each odds over its column."""
    table = plain(DATA / "crt.yaml")["crt"]
    rows = [
        {**row, "name": f"Ground number {n}", "odds": [f"{n + 1}-{i + 10}" for i, _ in enumerate(row["odds"])]}
        for n, row in enumerate(table["rows"])
    ]
    changed = {**table, "rows": rows, "title": "What comes of it"}
    front, _ = card.sides(_card(tmp_path, table=changed))
    card.check_odds(front, changed)
    card.check_columns(front, changed)
    assert any(one.text == "What comes of it" for one in front)


def test_a_table_with_fewer_columns_is_a_card_with_fewer(tmp_path: Path) -> None:
    """The card has as many columns and rows as the table, not as many as it has always had."""
    table = plain(DATA / "crt.yaml")["crt"]
    changed = {
        **table,
        "columns": "9",
        "rows": [{**row, "odds": row["odds"][:9]} for row in table["rows"]],
        "results": [row[:9] for row in table["results"][:5]],
    }
    front, _ = card.sides(_card(tmp_path, table=changed))
    for check in (card.check_results, card.check_odds, card.check_columns, card.check_key):
        check(front, changed)


def test_each_code_of_the_table_is_printed_from_it(tmp_path: Path) -> None:
    """Another sign, name and text of each code stand in the key, and the sign in the cells."""
    table = plain(DATA / "crt.yaml")["crt"]
    signs = {code["id"]: f"Z{n}" for n, code in enumerate(table["codes"])}
    codes = [
        {"id": signs[code["id"]], "name": f"Result {n}", "text": f"It does thing {n}.", "play": "ignored"}
        for n, code in enumerate(table["codes"])
    ]
    changed = {**table, "codes": codes, "results": [[signs[cell] for cell in row] for row in table["results"]]}
    front, _ = card.sides(_card(tmp_path, table=changed))
    card.check_results(front, changed)
    card.check_key(front, changed)


MODIFIER_FIELDS: dict[str, Change] = {
    "amount": lambda modifier, _: str((int(modifier["amount"]) + 4) % 10),
    "name": lambda _, n: f"Modifier {n}",
    "text": lambda _, n: f"It counts in case {n}.",
    "favours": lambda m, _: {"attacker": "defender", "defender": "attacker"}.get(m["favours"], m["favours"]),
    "changes": lambda m, _: {"attack": "defence", "defence": "attack", "column": "die"}.get(m["changes"], m["changes"]),
}


@pytest.mark.parametrize("field", MODIFIER_FIELDS)
def test_each_modifier_is_printed_from_its_file(field: str, tmp_path: Path) -> None:
    """Amount, name, text and direction of every modifier of combat are those of modifiers.yaml."""
    over = _over("modifiers", field, MODIFIER_FIELDS[field])
    card.check_modifiers(card.sides(_card(tmp_path, over))[1], over)


@pytest.mark.parametrize("field", ["number", "name", "title", "text"])
def test_each_segment_is_printed_from_its_file(field: str, tmp_path: Path) -> None:
    """Number, name, title and text of the five segments are those of segments.yaml."""
    over = _over("segments", field, lambda _, n: str(n + 4) if field == "number" else f"Part {n}")
    card.check_segments(card.back_page(_card(tmp_path, over)), over)


@pytest.mark.parametrize("field", ["number", "name", "text"])
def test_each_step_is_printed_from_its_file(field: str, tmp_path: Path) -> None:
    """Number, name and text of the steps of a combat are those of procedure.yaml."""
    over = _over("procedure", field, lambda _, n: str(n + 11) if field == "number" else f"Step called {n}")
    card.check_procedure(card.sides(_card(tmp_path, over))[1], over)


def test_each_figure_in_a_text_is_printed_from_its_file(tmp_path: Path) -> None:
    """A figure that a text of the card names stands there as figures.yaml has it, and nowhere as it was."""
    over = _over("figures", "value", lambda _, n: str(n + 31))
    _, back = card.sides(_card(tmp_path, over))
    card.check_procedure(back, over)
    card.check_modifiers(back, over)
    named = [
        m
        for kind in ("procedure", "modifiers")
        for entry in entries(kind).values()
        for m in re.findall(r"\{figures\.([\w-]+)\}", entry["text"])
    ]
    text = " ".join(one.text for one in back)
    assert named
    for name in named:
        assert re.search(rf"\b{over['figures'][name]['value']}\b", text) or name.startswith(("antipathy",)), name


# --- markers --------------------------------------------------------------------------------------------------------

MARKER_FIELDS: dict[str, Change] = {
    "name": lambda _, n: f"Marker {n}",
    "symbol": lambda m, n: SYMBOLS[n % len(SYMBOLS)],
    "figure": lambda _, n: f"F{n}",
    "count": lambda m, n: "0" if m["count"] == "0" else str(n % 3 + 1),
    "why": lambda _, n: f"Reason number {n} holds.",
}


@pytest.mark.parametrize("field", MARKER_FIELDS)
def test_each_marker_is_printed_from_its_file(field: str, tmp_path: Path) -> None:
    """Name, symbol, figure, number and reason of every marker are those of markers.yaml."""
    over = _over("markers", field, MARKER_FIELDS[field])
    document = _print(tmp_path, "hastings", over, "markers", "reasons")
    markers.check_counts("hastings", document, over)
    markers.check_sides(document, over)
    markers.check_reasons("hastings", document, over)


def test_the_figure_of_a_marker_is_the_modifiers(tmp_path: Path) -> None:
    """A marker that shows what it changes by takes the figure from modifiers.yaml."""
    over = _over("modifiers", "amount", MODIFIER_FIELDS["amount"])
    document = _print(tmp_path, "hastings", over, "markers")
    markers.check_counts("hastings", document, over)
    markers.check_sides(document, over)
    shown = [m for m in entries("markers").values() if "{modifiers." in m.get("figure", "")]
    assert len(shown) >= 5


# --- no second copy -------------------------------------------------------------------------------------------------

WHITELIST: dict[str, str] = {
    r"100 %": "the scale that a printer's window calls actual size",
    r"\b160 to 200 g": "the weight of paper",
    r"^\s*\d+\.\s": "the number of an entry of a list",
    r"^#+ \d+\.?\s": "the number of a heading",
    r"^\*\*\d+\b": "the number of a step",
    r"\b[A-Z]-[A-Z]?\d+\b": "the id of a ruling",
    r"\b[Cc]hapters? \d+( to \d+)?": "the number of a chapter",
    r"\bin 6\b|\bIn 36\b": "the faces of a die, the throws of two",
    r"\blevels? [12]\b|\bLevel 2\b": "the name of a level of fort, which its marker bears",
    r"\bturn 1\b": "the first turn",
    r"\bbelow 1 counts as 1\b": "the first face of a die",
    r"\bcount to 0\b": "begin again",
    r"^```track [\d.]+$": "how wide the boxes of a track are, mm",
    r"×10?\b": "what the two markers of lost strength bear",
    r"\b0610 is column 06, row 10\b": "how a hex is named",
    r"\b0 (counts as|is) ten\b": "how a ten-sided die is read",
}
"""Figures that templates may print themselves, with the reason: none of them can be changed in a catalogue."""
_CODE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_STRINGS = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


def _printed_text(path: Path) -> str:
    """What a template prints of itself: no statements, no values, no tags with their coordinates."""
    text = _CODE.sub(" ", path.read_text(encoding="utf-8"))
    if path.name.endswith(".svg.j2"):
        text = _TAG.sub(" ", text)
    for words in WHITELIST:
        text = re.sub(words, "", text, flags=re.MULTILINE)
    return text


TEMPLATE_FILES = sorted(TEMPLATES.rglob("*.j2"))


@pytest.mark.parametrize("path", TEMPLATE_FILES, ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_template_types_a_figure(path: Path) -> None:
    """No template prints a figure of its own: figures come from the catalogue."""
    found = re.findall(r"\S*\d\S*", _printed_text(path))
    assert not found, "a figure stands in the template; take it from the catalogue"


@pytest.mark.parametrize("path", TEMPLATE_FILES, ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_template_hides_a_figure_in_a_value(path: Path) -> None:
    """No quoted text inside a printed value holds a figure; attributes such as coordinates and colours may."""
    text = path.read_text(encoding="utf-8")
    outside = _TAG.sub(" ", text) if path.name.endswith(".svg.j2") else text
    for expression in _STRINGS.findall(outside):
        expression = re.sub(r"\[[\"'][^\]]*\]", "", expression)  # the name of an entry
        for quoted in re.findall(r"\"([^\"]*)\"|'([^']*)'", expression):
            assert not re.search(r"\d", "".join(quoted).removeprefix("1/")), expression  # 1/ makes a fraction


KIT_CODE = sorted(DATA.parent.parent.glob("*/kit/*.py"))


@pytest.mark.parametrize("path", KIT_CODE, ids=lambda p: f"{p.parts[-3]}-{p.name}")
def test_no_code_of_the_kit_types_a_figure(path: Path) -> None:
    """No sentence in the code that fills the sheets holds a figure of its own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            sentence = " " in node.value.strip()
            figures = re.search(r"\d", re.sub(r"\b[A-Z]-[A-Z]?\d+\b", "", node.value))  # ids of rulings are no figures
            assert not (sentence and figures), f"{path.name}, line {node.lineno}: {node.value}"


def test_the_whitelist_is_not_longer_than_needed() -> None:
    """Each line of the whitelist is needed by some template."""
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATE_FILES]
    for words in WHITELIST:
        assert any(re.search(words, _CODE.sub(" ", text), re.MULTILINE) for text in texts), words
