"""What the readers promise by themselves: sources and their places, sentences for every fault, layers, formulas, texts.

Whole packs with faults in them are in `test_error_corpus`.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError

from ibbprint.catalogue.csv_source import read_csv
from ibbprint.catalogue.formula import FormulaFault, evaluate
from ibbprint.catalogue.layers import Kind, Layer, Layers
from ibbprint.catalogue.map_checks import check_map
from ibbprint.catalogue.maps import read_map
from ibbprint.catalogue.models.figures import Figure
from ibbprint.catalogue.source import MAX_DEPTH, Pile, Source, inside, parse_yaml, read_yaml
from ibbprint.catalogue.texts import UnknownPlace, fill
from ibbprint.catalogue.validate import _PATTERNS, SENTENCES, Model, build, build_each
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import StyleFile, read_style
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.problems import Report, Where, did_you_mean, nearest, offending_line
from ibbprint.systems import games
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.scenarios import read_head
from tests.helpers import DATA, ROOT, SCENARIOS, SOAK, TEMPLATES

BASE = ROOT / "tests" / "corpus" / "base"
EXAMPLES = settings(
    max_examples=5_000 if SOAK else 100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def parsed(text: str) -> tuple[Source | None, list[str]]:
    report = Report()
    source = parse_yaml(text, "f.yaml", report)
    return source, [str(problem) for problem in report]


def sound(text: str) -> Source:
    source, output = parsed(text)
    assert source is not None, output
    return source


# --- sources ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0610", "no", "12:30", "1e3", "0x1F", "2026-01-01", "1_000", "+5", ".5", "50%", "on"])
def test_scalars_stay_text(text: str) -> None:
    """What a YAML loader would turn into a number, a truth or a date stays the text that was written."""
    assert sound(f"a: {text}").data == {"a": text}


@pytest.mark.parametrize(("text", "value"), [("", None), ("~", None), ("null", None), ('""', ""), ("'~'", "~")])
def test_what_is_left_empty_is_none_and_quotes_make_it_text(text: str, value: str | None) -> None:
    """An empty value is nothing; the same in quotes is text."""
    assert sound(f"a: {text}").data == {"a": value}


def test_every_value_and_key_has_its_place() -> None:
    """Line and column of a value and of its key are found by the path through the data."""
    source = sound("a:\n  - b: 1\n    c:   [x, yy]\n")
    assert source.where("a", 0, "c", 1) == Where("f.yaml", 3, 14)
    assert source.where("a", 0, "c", key=True) == Where("f.yaml", 3, 5)
    assert source.where("a", 0) == Where("f.yaml", 2, 5)
    assert source.where("a", 0, "missing") == Where("f.yaml", 2, 5)
    assert source.where("a", "a tag of a union", 0, "b") == Where("f.yaml", 2, 8)


def test_columns_count_characters_not_bytes() -> None:
    """A column after letters with accents is where the eye sees it."""
    assert sound("{é: ü, ä: x}").where("ä") == Where("f.yaml", 1, 11)


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
def test_depth_is_bounded_exactly(depth: int) -> None:
    """As deep as is allowed is read, one level more is a finding."""
    source, output = parsed("[" * depth + "]" * depth)
    assert (source is not None) == (depth <= MAX_DEPTH)
    assert bool(output) == (depth > MAX_DEPTH)


def test_files_in_a_pile_are_searched_from_the_top() -> None:
    """A value of files laid over each other is found in the topmost file that has it."""
    report = Report()
    below, above = parse_yaml("a: 1\nb: {c: 2}\n", "below", report), parse_yaml("b: {d: 3}\n", "above", report)
    assert below is not None
    assert above is not None
    pile = Pile([above, below], {})
    assert pile.where("a").file == "below"
    assert pile.where("b", "c") == Where("below", 2, 8)
    assert pile.where("b", "d") == Where("above", 1, 8)
    assert pile.where("b", "e") == Where("above", 1, 4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_tables_are_read_as_spreadsheets_save_them(encoding: str, separator: str, ending: str, tmp_path: Path) -> None:
    """Byte order mark, semicolons, tabs, any line ends, empty rows and cells: the table is the same."""
    rows = [["ID", "Short Name", "price.gold"], ["räuber", '"a ""b"" c"', "3"], ["", "", ""], ["x", "", ""], []]
    path = tmp_path / "t.csv"
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    path.write_bytes((mark + ending.join(separator.join(row) for row in rows)).encode(encoding))
    report = Report()
    source = read_csv(path, report, "t")
    assert source is not None
    assert list(report) == []
    assert source.data == {"t": [{"id": "räuber", "short_name": 'a "b" c', "price": {"gold": "3"}}, {"id": "x"}]}
    assert source.where("t", 0, "price", "gold").line == 2
    assert source.where("t", 0, "price", "gold").column == len("räuber") + len('"a ""b"" c"') + 3
    assert source.where("t", 1, "id").line == 4


@pytest.mark.parametrize("letters", ["utf-16-le", "utf-16-be"])
def test_unicode_text_of_a_spreadsheet_is_told_where_it_is_broken(letters: str, tmp_path: Path) -> None:
    """UTF-16 that breaks off, or holds half a letter, is an error at the line and column; without its mark, too."""
    path = tmp_path / "t.csv"
    good = "id\tname\nräuber\tRäu".encode(letters)
    whole = "\ufeff".encode(letters)
    for broken, message in (
        (whole + good + good[:1], "begins as UTF-16 text"),
        (whole + good + "\ud800".encode(letters, "surrogatepass") + good, "begins as UTF-16 text"),
    ):
        path.write_bytes(broken)
        report = Report()
        assert read_csv(path, report, "t") is None
        (problem,) = report
        assert (problem.where.line, problem.where.column, problem.rule) == (2, 11, "read:encoding")
        assert message in problem.message
    path.write_bytes(good)
    report = Report()
    assert read_csv(path, report, "t") is None
    assert "it contains a zero byte" in next(iter(report)).message


def test_the_line_at_fault_is_shown_of_unicode_text_too(tmp_path: Path) -> None:
    """A line of UTF-16 is shown as one of UTF-8 is, with the mark under its column."""
    names = set()
    for letters in ("utf-8", "utf-8-sig", "utf-16"):
        path = tmp_path / letters
        path.write_text("id\tname\r\nräuber\tdreißig\r\n", encoding=letters, newline="")
        names.add(offending_line(Where(str(path), 2, 8)))
        assert offending_line(Where(str(path), 9, 1)) is None
    assert names == {"    räuber dreißig\n           ^"}


class _Row(Model):
    """A row of a table with a field of each sort that a comma may stand in."""

    name: str
    size: float
    count: int
    hits: Annotated[list[int], BeforeValidator(lambda value: value.split(","))]


class _Rows(Model):
    """Such rows."""

    t: list[_Row]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_decimal_comma_is_a_point_where_a_number_is_wanted(separator: str, tmp_path: Path) -> None:
    """`1,5` is one and a half and `2,0` is two, whatever parts the cells; in a name or a list the comma stays."""
    path = tmp_path / "t.csv"
    cells = ["1,5", "1,5", "2,0", "6,3"]
    path.write_text(separator.join(["name", "size", "count", "hits"]) + "\n")
    with path.open("a") as file:
        file.write(separator.join(f'"{cell}"' for cell in cells) + "\n")
    report = Report()
    source = read_csv(path, report, "t")
    assert source is not None
    model = build(_Rows, source, (), source.data, report)
    assert model is not None
    assert model.t == [_Row.model_construct(name="1,5", size=1.5, count=2, hits=[6, 3])]
    assert list(build_each(TypeAdapter(_Row), _Row, source, ("t",), source.data["t"], report)) == [(0, model.t[0])]
    assert not list(report)


def test_a_decimal_comma_in_a_whole_number_is_told_at_its_cell(tmp_path: Path) -> None:
    """Half a man is an error at its cell; in YAML, which people write, a comma is no point."""
    path = tmp_path / "t.csv"
    path.write_text("name;size;count;hits\nA;1,5;2,5;1\n")
    report = Report()
    source = read_csv(path, report, "t")
    assert source is not None
    assert build(_Rows, source, (), source.data, report) is None
    (problem,) = report
    assert (problem.where.line, problem.where.column) == (2, 7)
    assert "count must be a whole number, not '2.5'" in problem.message
    report = Report()
    written = parse_yaml('t: [{name: A, size: "1,5", count: 1, hits: "1"}]', "t.yaml", report)
    assert written is not None
    assert build(_Rows, written, (), written.data, report) is None


@pytest.mark.parametrize("first", ["sep=;", "SEP=;", "sep=;;;"])
def test_the_line_that_names_the_separator_is_no_row(first: str, tmp_path: Path) -> None:
    """Excel writes and heeds `sep=;` above a table; lines keep their numbers."""
    path = tmp_path / "t.csv"
    path.write_text(f"{first}\nid;name\nx;Räuber, alt\n", encoding="utf-8-sig")
    report = Report()
    source = read_csv(path, report, "t")
    assert source is not None
    assert not list(report)
    assert source.data == {"t": [{"id": "x", "name": "Räuber, alt"}]}
    assert source.where("t", 0, "name") == Where(str(path), 3, 3)


def test_a_cell_over_two_lines_keeps_the_count_of_lines(tmp_path: Path) -> None:
    """The rows after a cell with a line break in it are told by their true lines."""
    path = tmp_path / "t.csv"
    path.write_text('a,b\n"one\ntwo",x\ny,z\n', encoding="utf-8")
    source = read_csv(path, Report(), "t")
    assert source is not None
    assert source.where("t", 1, "b") == Where(str(path), 4, 3)


def test_a_path_that_cannot_be_followed_is_outside(tmp_path: Path) -> None:
    """Links out, rings of links, zero bytes and endless names are all outside the folder."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ring").symlink_to("ring")
    (tmp_path / "in" / "out").symlink_to(tmp_path)
    (tmp_path / "in" / "well").write_text("x", encoding="utf-8")
    folder = tmp_path / "in"
    assert inside(folder, folder / "well")
    assert inside(folder, folder / "not-there")
    for name in ("ring", "out", "..", "../in/../x", "a\0b", "out/x"):
        assert not inside(folder, folder / name), name


# --- sentences --------------------------------------------------------------------------------------------------

CONSTRAINTS: Mapping[str, str] = {
    "ge": "greater_than_equal",
    "gt": "greater_than",
    "le": "less_than_equal",
    "lt": "less_than",
    "pattern": "string_pattern_mismatch",
}
TYPES: Mapping[str, tuple[str, ...]] = {
    "int": ("int_type", "int_parsing", "int_parsing_size", "int_from_float"),
    "float": ("float_type", "float_parsing"),
    "bool": ("bool_type", "bool_parsing"),
    "str": ("string_type",),
    "list": ("list_type",),
    "tuple": ("tuple_type",),
    "dict": ("dict_type",),
    "literal": ("literal_error",),
    "model-fields": ("missing", "extra_forbidden", "model_type"),
    "model": ("model_type",),
    "none": ("none_required",),
    "nullable": (),
    "default": (),
    "definitions": (),
    "definition-ref": (),
    "union": (),
    "function-before": ("value_error",),
    "function-after": ("value_error",),
    "any": (),
    "model-field": (),
    "no-info": (),
    "with-info": (),
}


def models() -> dict[str, Any]:
    """Every model of a file, of every game, and the style."""
    results = {f"{game.id}/{name}": model for game in games().values() for name, model in game.schemas.items()}
    return {**results, "style": StyleFile}


def _schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Every core schema inside a core schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), str):
            yield schema
        for name, inner in schema.items():
            if name not in ("metadata", "serialization", "json_schema_input_schema"):
                yield from _schemas(inner)
    elif isinstance(schema, list | tuple):
        for inner in schema:
            yield from _schemas(inner)


def reachable(schema: Mapping[str, Any]) -> set[str]:
    """The types of error that one core schema can raise."""
    kind = schema["type"]
    if kind == "tagged-union":
        custom = schema.get("custom_error_type")
        return {custom} if custom else {"union_tag_invalid", "union_tag_not_found", "model_attributes_type"}
    assert kind in TYPES, f"a core schema of type {kind}: which errors can it raise?"
    names = set(TYPES[kind])
    names |= {error for constraint, error in CONSTRAINTS.items() if schema.get(constraint) is not None}
    for constraint, of_text, of_list in (
        ("min_length", "string_too_short", "too_short"),
        ("max_length", "string_too_long", "too_long"),
    ):
        if schema.get(constraint) is not None:
            names.add(of_text if kind == "str" else of_list)
    return names


def test_every_error_that_a_model_can_raise_has_a_sentence() -> None:
    """Walking the whole core schema of each file's model meets no type of error without words of ours."""
    wordless: dict[str, set[str]] = {}
    for name, model in models().items():
        adapter = TypeAdapter(model)
        adapter.rebuild()
        met: set[str] = set()
        for schema in _schemas(adapter.core_schema):
            met |= reachable(schema)
        assert met, name
        wordless |= {name: met - set(SENTENCES)} if met - set(SENTENCES) else {}
    assert wordless == {}


def test_every_pattern_of_a_model_has_a_name() -> None:
    """What a text must look like is said in words for every pattern but those of a single place."""
    patterns = {
        schema["pattern"]
        for model in models().values()
        for schema in _schemas(TypeAdapter(model).core_schema)
        if schema["type"] == "str" and schema.get("pattern")
    }
    # A private name: only the messages of that module use it, and none of them shows which patterns it lacks.
    assert sorted(patterns - set(_PATTERNS)) == []


ODD: tuple[Any, ...] = (
    None,
    "",
    "x",
    "no",
    "-1",
    "999999",
    "1.5",
    "9" * 5000,
    "é",
    "#",
    "0610",
    [],
    ["x"],
    [[]],
    {},
    {"x": "y"},
    {"kind": "x"},
    {"id": "x"},
    [{}],
    [None],
    {"": ""},
)


@pytest.mark.parametrize("name", models())
def test_no_sentence_of_pydantic_gets_out(name: str) -> None:
    """Whatever a file holds in place of a value, the findings are in our own words and have a place."""
    model: type[BaseModel] = models()[name]
    samples: list[Any] = list(ODD)
    for field in model.model_fields.values():
        key = field.alias or next(n for n, f in model.model_fields.items() if f is field)
        samples += [{key: odd} for odd in ODD]
        inside = [{inner: odd} for inner in ("id", "title", "kind", "unit", "hexes", "all") for odd in ODD]
        samples += [{key: each} for each in inside[:: 1 if SOAK else 3]]
        samples += [{key: [each]} for each in inside[:: 1 if SOAK else 2]]
    for data in samples:
        report = Report()
        source = sound("a: b\n")
        try:
            model.model_validate(data)
        except ValidationError as fault:
            raw = {error["msg"] for error in fault.errors()}
            assert build(model, source, (), data, report) is None
            for problem in report:
                assert problem.where.line
                assert problem.message not in raw
                assert "?" not in problem.message.replace("'?'", "")
                assert "cannot be read" not in problem.message


class _Inner(Model):
    count: int
    colour: str = "red"


class _Outer(Model):
    name: str
    inner: list[_Inner] = Field(default_factory=list)


def told(text: str) -> list[str]:
    report = Report()
    source = parse_yaml(text, "f", report)
    assert source is not None
    build(_Outer, source, (), source.data, report)
    return [str(problem) for problem in report]


def test_a_misspelt_field_is_one_finding() -> None:
    """A field that is misspelt is not reported as missing too."""
    assert told("nmae: x\n") == ["f:1:1: error: nmae is not a field here. Did you mean name? [read:field]"]


def test_a_nested_fault_is_told_at_its_own_place() -> None:
    """Faults inside lists are told at the value, and every one of them."""
    assert told("name: x\ninner:\n  - count: many\n  - count: 3\n    color: blue\n") == [
        "f:3:12: error: count must be a whole number, not 'many'. [read:value]",
        "f:5:5: error: color is not a field here. Did you mean colour? [read:field]",
    ]


# --- problems ---------------------------------------------------------------------------------------------------


def test_findings_come_in_the_order_of_the_file_and_once() -> None:
    """A report is sorted by file, line and column, and keeps equal findings once."""
    report = Report()
    for line in (10, 2, 10):
        report.error(Where("b", line, 1), "x:y", "wrong")
    report.warning(Where("a", 99, 1), "x:y", "odd")
    assert [str(p) for p in report] == [
        "a:99:1: warning: odd [x:y]",
        "b:2:1: error: wrong [x:y]",
        "b:10:1: error: wrong [x:y]",
    ]
    assert not report.ok
    assert len(report.errors) == 2


def test_the_nearest_name_is_found_whatever_the_case() -> None:
    """Capitals do not keep a name from being near; nothing near gives nothing."""
    assert nearest("GOBLINS", ["goblin", "orc"]) == "goblin"
    assert nearest("xyz", ["goblin", "orc"]) is None
    assert did_you_mean("xyz", ["orc", "elf"]) == "Known: elf, orc."
    assert did_you_mean("xyz", map(str, range(200))) == "There are 200, and none is like it."
    assert did_you_mean("xyz", map(str, range(20)), see="ibbprint units") == "See: ibbprint units"
    assert did_you_mean("xyz", ["orc"], see="ibbprint units") == "Known: orc."
    assert did_you_mean("xyz", []) == ""
    assert did_you_mean("xyz", ["orc"], most=0) == ""


def test_a_very_long_line_is_shown_around_the_fault(tmp_path: Path) -> None:
    """Of a line of thousands of characters only the part at fault is shown, with the mark under it."""
    path = tmp_path / "f"
    path.write_text("a" * 5000 + "b" + "c" * 5000, encoding="utf-8")
    text = offending_line(Where(str(path), 1, 5001))
    assert text is not None
    line, mark = text.split("\n")
    assert line[mark.index("^")] == "b"
    assert len(line) < 120


# --- layers, texts, formulas ------------------------------------------------------------------------------------

FIGURES = Kind(Figure, name="figures")


def layered(tmp_path: Path, *texts: str) -> tuple[Layers, Report]:
    report = Report()
    results = []
    for number, text in enumerate(texts):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "figures.yaml").write_text(text, encoding="utf-8")
        results.append(Layer(tmp_path / str(number)))
    return Layers(results, report), report


def figure(name: str, value: str) -> str:
    return f"  - {{id: {name}, value: {value}, rule: A-1, text: x}}\n"


def test_a_later_layer_replaces_an_entry_of_the_same_id(tmp_path: Path) -> None:
    """The entry of the upper layer stands in the place of the lower one's; new entries come after."""
    layers, report = layered(
        tmp_path, "figures:\n" + figure("a", "1") + figure("b", "2"), "figures:\n" + figure("c", "3") + figure("a", "4")
    )
    shelf = layers.shelf(FIGURES)
    assert [(f.id, f.value) for f in shelf] == [("a", 4), ("b", 2), ("c", 3)]
    assert shelf.where("a", "value").line == 3
    assert report.ok


def test_what_names_a_broken_entry_is_not_blamed(tmp_path: Path) -> None:
    """The name of an entry with a fault counts as known, as every name does when a file cannot be read."""
    layers, report = layered(tmp_path, "figures:\n" + figure("a", "many"))
    shelf = layers.shelf(FIGURES)
    assert "a" not in shelf
    assert shelf.knows("a")
    assert not shelf.knows("b")
    assert len(report) == 1
    (tmp_path / "x").mkdir()
    broken, _ = layered(tmp_path / "x", "figures: [")
    assert broken.shelf(FIGURES).knows("anything")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("7", 7),
        ("ceil(7 / 2)", 4),
        ("floor(7 / 2)", 3),
        ("min(3, units)", 3),
        ("max(1, 2, units)", 10),
        ("units - 2 * 3", 4),
        ("1 if units > 5 else 2", 1),
        ("1 if units > 5 and units != 10 else 2", 2),
        ("1 if units else 2", 1),
        ("units / 3 * 3", 10),
        ("-units + 11", 1),
    ],
)
def test_formulas_are_exact(formula: str, value: int) -> None:
    """Division is of fractions, so nothing is rounded but by ceil and floor."""
    assert evaluate(formula, {"units": 10}) == value


@given(st.text(max_size=60) | st.text("units()+-*/ 0123456789.,<>=ceilmnaxf", max_size=60))
@EXAMPLES
def test_a_formula_has_a_value_or_a_fault(formula: str) -> None:
    """Any text is either a whole number in bounds or a FormulaFault; never another exception."""
    with contextlib.suppress(FormulaFault):
        assert 0 <= evaluate(formula, {"units": 10}) <= 10_000


class _Thing(Model):
    name: str
    size: int
    none: str | None = None
    parts: list[int] = Field(default_factory=lambda: [4, 5])


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{name} of {size}", "Ork of 3"),
        ("{parts.1}!", "5!"),
        ("{things.b.size}", "9"),
        ("no {{x}}", None),
        ("{none}", None),
        ("{parts}", None),
        ("{parts.7}", None),
        ("{nobody.b.size}", None),
        ("{}", None),
    ],
)
def test_texts_are_filled_in_or_refused(text: str, filled: str | None) -> None:
    """A placeholder names a figure or a text; what is empty, has parts or is not there is refused."""
    thing = _Thing(name="Ork", size=3)

    def look_up(kind: str, name: str) -> Any:
        return _Thing(name="B", size=9) if (kind, name) == ("things", "b") else None

    if filled is None:
        with pytest.raises(UnknownPlace):
            fill(text, thing, look_up)
    else:
        assert fill(text, thing, look_up) == filled


def test_a_style_over_a_style_is_told_in_the_right_file(tmp_path: Path) -> None:
    """A fault of the shipped style is told there, one of the pack's in the pack's, at its own line."""
    for name in ("below", "above"):
        (tmp_path / name).mkdir()
    text = (TEMPLATES / "style.yaml").read_text(encoding="utf-8")
    (tmp_path / "below" / "style.yaml").write_text(text.replace('ink: "#1b1a17"', "ink: black"), encoding="utf-8")
    (tmp_path / "above" / "style.yaml").write_text("style:\n  accent: blue\n", encoding="utf-8")
    report = Report()
    assert read_style([tmp_path / "above", tmp_path / "below"], report) is None
    line = next(n for n, each in enumerate(text.split("\n"), start=1) if "ink:" in each)
    assert {(Path(p.where.file).parent.name, p.where.line) for p in report} == {("above", 2), ("below", line)}


# --- whatever stands in a file ----------------------------------------------------------------------------------


@st.composite
def mutated(draw: st.DrawFn, text: str) -> bytes:
    """A file with bytes flipped, lines lost, doubled or moved, and words swapped."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 3))):
        way = draw(st.sampled_from(["drop", "double", "swap", "indent", "word", "cut"]))
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        if way == "drop" and len(lines) > 1:
            del lines[at]
        elif way == "double":
            lines.insert(other, lines[at])
        elif way == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif way == "indent":
            lines[at] = draw(st.sampled_from([" ", "  ", "\t", "- ", "? ", "{", "["])) + lines[at]
        elif way == "word":
            word = draw(
                st.sampled_from(["~", "[]", "{}", '"', "&a", "*a", "!!x", "|", "1e9", "{{ 1/0 }}", "{% for %}", "é"])
            )
            key, colon, _ = lines[at].partition(": ")
            lines[at] = f"{key}{colon}{word}"
        else:
            lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
    raw = bytearray("\n".join(lines).encode())
    for _ in range(draw(st.integers(0, 3))):
        if raw:
            raw[draw(st.integers(0, len(raw) - 1))] = draw(st.integers(0, 255))
    return bytes(raw)


@cache
def shipped_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def said(report: Report) -> str:
    return "\n".join(map(str, report))


def check(path: Path, raw: bytes, read: Callable[[Path, Report], object]) -> None:
    """Reading gives a value or an error, and says nothing in the words of a library."""
    path.write_bytes(raw)
    report = Report()
    value = read(path, report)
    if value is None:
        assert not report.ok
    text = said(report)
    for word in ("Traceback", "pydantic", "jinja", "Error", "object at 0x"):
        assert word not in text


@given(text=st.text() | st.text("{}[]:-#&*!|>'\"%@`, \n\tab0", max_size=80))
@EXAMPLES
def test_any_text_is_yaml_or_a_finding(text: str) -> None:
    """Whatever text is read as YAML, there is a source, or a finding that says why not."""
    report = Report()
    source = parse_yaml(text, "f.yaml", report)
    assert source is not None or not report.ok
    assert "yaml." not in said(report).replace("f.yaml.", "")


@given(raw=st.binary(max_size=300) | st.text('a,;"\t\r\n 1é', max_size=100).map(str.encode))
@EXAMPLES
def test_any_bytes_are_a_table_or_a_finding(raw: bytes, tmp_path: Path) -> None:
    """Whatever bytes are read as a table, there is a source, or a finding that says why not."""
    check(tmp_path / "t.csv", raw, lambda path, report: read_csv(path, report, "t"))


@given(raw=mutated(shipped_text(BASE / "scenarios" / "skirmish.yaml")))
@EXAMPLES
def test_a_mutated_scenario_gives_a_report(raw: bytes, tmp_path: Path) -> None:
    """A scenario with anything wrong in it is read or refused with findings."""
    check(tmp_path / "s.yaml", raw, read_head)


@given(raw=mutated(shipped_text(SCENARIOS / "maps" / "forest-map-one.yaml")))
@EXAMPLES
def test_a_mutated_map_gives_a_report(raw: bytes, tmp_path: Path) -> None:
    """A map with anything wrong in it is read, checked or refused with findings."""

    def read(path: Path, report: Report) -> object:
        result = read_map(path, report)
        return None if result is None else check_map(*result, ["clear", "woods", "river", "stream", "hill"], report)

    check(tmp_path / "m.yaml", raw, read)


@given(raw=mutated(shipped_text(BASE / "units.yaml")))
@EXAMPLES
def test_mutated_units_give_a_report(raw: bytes, tmp_path: Path) -> None:
    """A unit list with anything wrong in it is read as far as it is sound, with findings for the rest."""

    def read(path: Path, report: Report) -> object:
        return Layers([Layer(path.parent)], report).shelf(Catalogue.units)

    check(tmp_path / "units.yaml", raw, read)


@given(raw=mutated(shipped_text(BASE / "templates" / "ibb" / "marker.svg.j2")))
@example(raw=b"<svg>\n{% set g")
@example(raw=b"<svg>{{ 'no end }}</svg>")
@EXAMPLES
def test_a_mutated_template_gives_a_report(raw: bytes, tmp_path: Path) -> None:
    """A template with anything wrong in it is drawn, or gives findings."""
    style = read_style([TEMPLATES], Report())
    assert style is not None
    values = {"name": "Loot", "symbol": "loot", "colour": "plain", "figure": "+3"}

    def read(path: Path, report: Report) -> object:
        templates = Templates([path.parent], style, report)
        loaded = templates.load(path.name, Where("asked"))
        text = templates.render(loaded, values) if loaded is not None else None
        if text is None:
            return None
        drawing, faults = read_svg(text, size=(15.9, 15.9))
        for fault in faults:
            report.error(Where("f", fault.line, fault.column), fault.rule, fault.message, fault.hint)
        return drawing

    check(tmp_path / "marker.svg.j2", raw, read)


@given(raw=mutated(shipped_text(BASE / "templates" / "symbols" / "loot.svg")))
@EXAMPLES
def test_a_mutated_drawing_gives_faults(raw: bytes) -> None:
    """An SVG with anything wrong in it is drawn, or gives faults."""
    read_svg(raw.decode("utf-8", errors="replace"))


def test_the_mutations_are_of_files_that_are_sound(tmp_path: Path) -> None:
    """What is mutated above is without fault before."""
    assert shutil.copy(BASE / "scenarios" / "skirmish.yaml", tmp_path)
    report = Report()
    assert read_head(tmp_path / "skirmish.yaml", report) is not None
    assert read_map(SCENARIOS / "maps" / "forest-map-one.yaml", report) is not None
    assert read_yaml(DATA / "units.yaml", report) is not None
    assert report.ok
