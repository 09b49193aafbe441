"""The one account of a folder: whatever multiplies ends at the entry where the steps ran out, before it is worked out.

Each shape is small here, with an account to match, and large in the soak, with the account that players have.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import ibbprint
from ibbprint.catalogue.formula import Column, FormulaFault, evaluate
from ibbprint.drawing.svg_events import Fault
from ibbprint.drawing.svg_memory import Memory
from ibbprint.drawing.svg_reader import read_svg
from ibbprint.engine import ledger
from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.figures import MOST_FIGURES
from ibbprint.problems import Report
from ibbprint.systems.printed import game as printed
from tests.catalogue.test_workbooks import packed, parts, text_cell
from tests.effort import at_most
from tests.helpers import ROOT, SOAK, call_cli

MANY = 100 if SOAK else 1
"""How often a shape repeats, in units that use up the account."""
SMALL = 200_000
"""The account of the small shapes."""

Shape = Callable[[Path, int], object]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def table(folder: Path, rows: int, columns: int = 1, cell: str = "1", name: str = "tables/big.csv") -> None:
    heads = "id," + ",".join(f"c{number}" for number in range(columns))
    lines = [f"r{number}," + ",".join([cell] * columns) for number in range(rows)]
    write(folder / name, "\n".join([heads, *lines, ""]))


def head(folder: Path, old: str, new: str, file: str = "game.yaml") -> None:
    """Put something into a file of the game, behind the first line that begins so."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, f"{old}{new}", 1), encoding="utf-8")


def tail(folder: Path, text: str, file: str = "scenarios/drowned-road.yaml") -> None:
    with (folder / file).open("a", encoding="utf-8") as end:
        end.write(text)


def parts_over_a_table(folder: Path, many: int) -> None:
    table(folder, 50 * min(many, 90))
    head(folder, "parts:\n", "".join(f"  - {{id: b{n}, pieces: big, face: unit}}\n" for n in range(200 * many)))


def conditions_over_a_table(folder: Path, many: int) -> None:
    table(folder, 50 * min(many, 90))
    where = " or ".join(["c0 > 1"] * 30)
    parts = "".join(f"  - {{id: b{n}, pieces: big where {where}, face: unit}}\n" for n in range(40 * many))
    head(folder, "parts:\n", parts)


def text_parts(folder: Path, many: int) -> None:
    head(folder, "parts:\n", "".join(f"  - {{id: b{n}, text: rules}}\n" for n in range(600 * many)))


def map_parts(folder: Path, many: int) -> None:
    name = next((folder / "maps").glob("*.yaml")).stem
    head(folder, "parts:\n", "".join(f"  - {{id: b{n}, map: {name}}}\n" for n in range(400 * many)))


def entries_over_a_table(folder: Path, many: int) -> None:
    table(folder, 50 * min(many, 90))
    tail(folder, "  - {pieces: big}\n" * (100 * many))


def entries_at_a_long_cell(folder: Path, many: int) -> None:
    write(folder / "tables" / "big.csv", f'id,at\nr0,"{"0101 " * 4_000}"\n')
    tail(folder, "  - {pieces: big, at: at}\n" * (30 * many))


def entries_of_a_unit(folder: Path, many: int) -> None:
    tail(folder, "  - {unit: guard}\n" * (3_000 * many))


def hexes_of_a_force(folder: Path, many: int) -> None:
    tail(folder, f'  - {{unit: guard, hexes: "{"0206 " * (5_900 * min(many, 80))}"}}\n')


def a_table_of_forces(folder: Path, many: int) -> None:
    for number in range(20 * many):
        rows = "guard,1\n" * 200
        write(folder / "scenarios" / f"f{number}.csv", f"unit,turn\n{rows}")
        write(folder / "scenarios" / f"s{number}.yaml", f"scenario: {{id: s{number}, title: S}}\nforces: f{number}\n")


def scenarios_of_nothing(folder: Path, many: int) -> None:
    for number in range(250 * many):
        write(folder / "scenarios" / f"s{number}.yaml", f"scenario: {{id: s{number}, title: S}}\n")


def files_of_a_table(folder: Path, many: int) -> None:
    for number in range(250 * many):
        write(folder / "tables" / f"t{number}.csv", "id\na\n")


def empty_cells(folder: Path, many: int) -> None:
    """A column in one row makes a cell in each."""
    for number in range(1 + many // 10):
        heads = ",".join(f"c{column}" for column in range(400))
        rows = "".join(f"r{row}\n" for row in range(100 * min(many, 40)))
        write(folder / "tables" / f"t{number}.csv", f"id,{heads}\n{rows}")


def formulas_of_their_own(folder: Path, many: int) -> None:
    write(
        folder / "tables" / "big.csv",
        "id,count\n" + "".join(f"r{n},{'+'.join(['1'] * 240)}-240-{n}+{n}\n" for n in range(min(400 * many, 4_900))),
    )
    head(folder, "parts:\n", "  - {id: big, pieces: big, face: unit}\n")


def numbered_copies(folder: Path, many: int) -> None:
    """Each copy has a record of its own, with all columns."""
    columns = 20 if many == 1 else 480
    heads = "id,count," + ",".join(f"c{number}" for number in range(columns))
    write(folder / "tables" / "big.csv", f"{heads}\nr0,9000,{','.join(['1'] * columns)}\n")
    head(folder, "parts:\n", "  - {id: big, pieces: big, face: unit, numbered: true}\n")


def counters_on_maps(folder: Path, many: int) -> None:
    """Each scenario has its set-up drawn on its own map."""
    name = next((folder / "maps").glob("*.yaml")).stem
    forces = "  - {unit: guard, side: crown, hexes: ['0303'], count: 500}\n" * 20
    text = next((folder / "texts").glob("*.j2")).name.partition(".")[0]
    for number in range(10 * many):
        scenario = f"scenario: {{id: s{number}, title: S, map: {name}, text: {text}}}\nforces:\n{forces}"
        write(folder / "scenarios" / f"s{number}.yaml", scenario)


SHAPES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        parts_over_a_table,
        conditions_over_a_table,
        text_parts,
        map_parts,
        entries_over_a_table,
        entries_at_a_long_cell,
        entries_of_a_unit,
        hexes_of_a_force,
        a_table_of_forces,
        scenarios_of_nothing,
        files_of_a_table,
        empty_cells,
        formulas_of_their_own,
        numbered_copies,
        counters_on_maps,
    )
}


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("starter")
    assert call_cli("new", "g", "--game", "printed", cwd=folder).returncode == 0
    return folder / "g"


@pytest.fixture
def game(starter: Path, tmp_path: Path) -> Path:
    """A game that may be changed."""
    return Path(shutil.copytree(starter, tmp_path / "g"))


def checked(game: Path) -> str:
    """What `check` says of a game with faults."""
    ran = call_cli("check", "g", cwd=game.parent)
    assert ran.returncode == 1, ran.stdout
    return ran.stdout + ran.stderr


def ended(folder: Path, *, seconds: int = 10, megabytes: int = 500) -> str:
    """What `kit` says of a game within these bounds of processor time and resident memory."""
    measured = (
        "import resource, subprocess, sys\n"
        "ran = subprocess.run([sys.executable, '-m', 'ibbprint', 'kit', 'g', '-o', 'o'], capture_output=True,"
        " text=True)\nused = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, ran.returncode)\nprint(ran.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", measured], cwd=folder, capture_output=True, text=True, check=True)
    figures, _, output = ran.stdout.partition("\n")
    used, peak, code = map(float, figures.split())
    assert (used <= seconds, peak <= megabytes, code) == (True, True, 1), f"{figures}: {output[-800:]}"
    return output


@pytest.mark.parametrize("shape", SHAPES)
def test_what_multiplies_ends_at_an_entry(shape: str, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SHAPES[shape](game, MANY)
    if SOAK:
        assert "[read:size]" in ended(game.parent)
        return
    monkeypatch.setattr(ledger, "MOST_STEPS", SMALL)
    ran = call_cli("kit", "g", "-o", "o", cwd=game.parent)
    assert ran.returncode == 1, ran.stdout
    assert f"takes more than {SMALL:,} steps of work; they ran out at this entry." in ran.stderr
    assert not ran.stderr.startswith("g: ")


def steps(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The steps that a game takes."""
    ledgers: list[ledger.Ledger] = []
    real = ledger.Ledger.__init__

    def begin(made: ledger.Ledger, report: Report) -> None:
        real(made, report)
        ledgers.append(made)

    monkeypatch.setattr(ledger.Ledger, "__init__", begin)
    report = Report()
    assert printed.kit("", KitOptions((folder,)), report) is not None, list(report)
    return ledger.MOST_STEPS - ledgers[0].steps.remaining


@pytest.mark.parametrize("folder", ["tests/folders/tin-road", "tests/folders/ferry-point"])
def test_an_honest_game_takes_a_small_part_of_the_account(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps(ROOT / folder, monkeypatch) < ledger.MOST_STEPS / 20


def test_the_account_does_not_depend_on_the_machine(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game takes the same number of steps each time."""
    assert steps(game, monkeypatch) == steps(game, monkeypatch)


def test_listing_a_folder_draws_on_the_account_too(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios_of_nothing(game, 1)
    monkeypatch.setattr(ledger, "MOST_STEPS", SMALL)
    ran = call_cli("list", "--pack", "g", cwd=game.parent)
    assert "they ran out at this entry" in ran.stderr


# --- counts ---------------------------------------------------------------------------------------------------------


def test_counts_are_never_laid_out_copy_by_copy(game: Path) -> None:
    """A column is a sum and a number of rows: 9,999 copies in each of 100 columns cost no more than one."""
    heads = "id,count,side," + ",".join(f"c{number}" for number in range(100))
    lines = "".join(f"r{row},9999,crown,{','.join(['1'] * 100)}\n" for row in range(80))
    write(game / "tables" / "big.csv", f"{heads}\n{lines}")
    head(game, "parts:\n", "  - {id: big, pieces: big, face: unit}\n")
    for path in (game / "scenarios").iterdir():
        path.unlink()
    ran = call_cli("kit", "g", "-o", "o", cwd=game.parent)
    assert "pieces and cards; the most is 10,000" in ran.stderr


def test_a_formula_is_worked_out_once_for_all_rows_that_have_it(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []

    def counted(formula: str, *more: object) -> int:
        worked.append(formula)
        return evaluate(formula, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("ibbprint.systems.printed.counts.evaluate", counted)
    formula = "+".join(["rows(big.a)"] * 60)
    write(
        game / "tables" / "big.csv",
        "id,a,count\n" + f"r,0,{formula}\n" + "".join(f"r{row},0,{formula}\n" for row in range(300)),
    )
    head(game, "parts:\n", "  - {id: big, pieces: big, face: unit}\n")
    printed.kit("", KitOptions((game,)), Report())
    assert worked.count(formula) == 1


def test_a_column_answers_as_its_numbers_would() -> None:
    """Sums, least, greatest and rows of random counts, against the numbers laid out."""
    dice = random.Random(5)
    for _ in range(50):
        pairs = [(Fraction(dice.randint(-50, 50), dice.randint(1, 4)), dice.randint(0, 4)) for _ in range(6)]
        column, numbers = Column(), [number for number, count in pairs for _ in range(count)]
        for number, count in pairs:
            column.add(number, count)
        assert column.answer("sum") == sum(numbers)
        assert column.answer("rows") == len(numbers)
        assert column.answer("min") == min(numbers, default=None)
        assert column.answer("max") == max(numbers, default=None)


@pytest.mark.parametrize("question", ["min", "max"])
def test_the_least_of_no_rows_is_a_fault_of_the_formula(question: str) -> None:
    with pytest.raises(FormulaFault, match="empty has no rows"):
        evaluate(f"{question}(empty)", {}, {"empty": Column()})


# --- tables that name one another -------------------------------------------------------------------------------------


def chain(folder: Path, tables: int, last: str) -> None:
    for number in range(tables):
        text = "a" if number < tables - 1 else last
        write(folder / "tables" / f"t{number}.csv", f"id,next\na,{text}\n")
    types = "".join(f"  t{number}: {{next: t{(number + 1) % tables}}}\n" for number in range(tables))
    head(folder, "columns:\n", types)


def test_a_ring_of_tables_of_any_length_is_read(game: Path) -> None:
    chain(game, 260, "a")  # a call within a call for each would be too deep
    report = Report()
    assert printed.kit("", KitOptions((game,)), report) is not None, list(report)


@pytest.mark.parametrize("tables", [1, 2, 9])
def test_the_last_of_a_ring_of_tables_is_looked_up_too(tables: int, game: Path) -> None:
    """A table that names its own rows, and one that is named by a table that it names."""
    chain(game, tables, "b")
    assert f"g/tables/t{tables - 1}.csv:2:3: error: next must be a row of t0, not 'b'." in checked(game)


# --- messages and limits ----------------------------------------------------------------------------------------------


def test_rows_are_over_before_values(game: Path) -> None:
    table(game, 5_100, 80)
    report = checked(game)
    assert "g/tables/big.csv:5002:1: error: a table has at most 5,000 rows." in report
    assert "400000" not in report


LISTS: dict[str, tuple[str, str, str]] = {
    "sides": ("sides:\n", "".join(f"  - {{id: s{n}, name: S, livery: crown}}\n" for n in range(80)), "at most 60"),
    "texts of a column": ("    type: [", ", ".join(f"t{n}" for n in range(200)) + ", ", "at most 100"),
    "a long text of a column": ("    type: [", "x" * 500 + ", ", "longer than 100 characters"),
    "columns of a table": ("    side: side\n", "".join(f"    c{n}: text?\n" for n in range(600)), "at most 500"),
    "digits of a bound": ("    strength: ", f"1-{'9' * 90} #", "there is no type"),
}


@pytest.mark.parametrize("what", LISTS)
def test_lists_of_a_game_have_limits(what: str, game: Path) -> None:
    old, new, output = LISTS[what]
    head(game, old, new)
    printout = checked(game)
    assert output in printout
    assert len(printout) < 400_000


def test_wrong_names_beyond_the_comparisons_are_reported_without_a_hint(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "MOST_COMPARED", 100)
    head(game, "columns:\n", "".join(f"  unitz{number}: {{a: text}}\n" for number in range(60)))
    report = checked(game)
    assert report.count("there is no table 'unitz") == 60
    assert 0 < report.count("Did you mean units?") < 60


def test_the_sound_faces_of_a_game_over_its_account_are_none(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts_over_a_table(game, 1)
    monkeypatch.setattr(ledger, "MOST_STEPS", SMALL)
    ran = call_cli("faces", "g", "-o", "o", cwd=game.parent)
    assert ran.returncode == 1
    assert ran.stderr.count("they ran out at this entry") == 1


# --- which limit is named --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["csv", "yaml", "xlsx"])
def test_too_many_rows_are_named_before_too_many_values(form: str, game: Path) -> None:
    """Of a table that has too many of both, in whatever file it is."""
    rows, names = 5_100, [f"c{number}" for number in range(90)]
    path = game / "tables" / f"big.{form}"
    path.parent.mkdir(exist_ok=True)
    if form == "csv":
        path.write_text("\n".join([",".join(names), *[",".join("1" * 90)] * rows]), encoding="utf-8")
    elif form == "yaml":
        row = ", ".join(f"{name}: 1" for name in names)
        path.write_text("big:\n" + f"- {{{row}}}\n" * rows, encoding="utf-8")
    else:
        names_row = "".join(text_cell(name) for name in names)
        row = "<row>" + "<c><v>1</v></c>" * 90 + "</row>"
        path.write_bytes(packed(parts(f"<row>{names_row}</row>" + row * rows)))
    head(game, "parts:\n", "  - {id: big, pieces: big, face: unit}\n")
    report = Report()
    printed.kit("", KitOptions((game,)), report)
    assert [problem.message for problem in report.errors if problem.where.file == str(path)] == [
        "a table has at most 5,000 rows."
    ]


def test_a_text_with_too_many_figures_is_refused_before_they_are_drawn(game: Path) -> None:
    printed = "\n\n".join(["![a](figure:map)"] * (MOST_FIGURES + 1))
    text = next((game / "texts").glob("*.md.j2"))
    text.write_text(printed, encoding="utf-8")
    with at_most(yards=1000):
        result = ibbprint.kit(str(game), output=game.parent / "out")
    assert any(f"{MOST_FIGURES} are the most" in problem.message for problem in result.report)
    assert result.path is None


ROW_OF_A_ROSTER = dict.fromkeys(("name", "command", "figures", "quality", "temperament", "armour", "weapon"), "?")
"""Every value but the names is wrong, and would be an error of its own."""


@pytest.mark.parametrize("form", ["csv", "tsv", "yaml", "xlsx", "txt"])
def test_rows_of_a_roster_are_counted_before_its_values_are_read(form: str, tmp_path: Path) -> None:
    rows, path = 2_100, tmp_path / f"roster.{form}"
    names = list(ROW_OF_A_ROSTER)
    if form == "yaml":
        row = ", ".join(f'{name}: "?"' for name in names)
        path.write_text("roster:\n  name: A\n  units:\n" + f"    - {{{row}}}\n" * rows, encoding="utf-8")
        text = "units takes at most 2000 entries; it has 2100."
    elif form == "txt":
        path.write_text("Battle Turn roster: A\n" + "  Reeds: ? poor, spears\n" * rows, encoding="utf-8")
        text = "the roster has more than 2000 lines."
    elif form == "xlsx":
        cells = ["".join(map(text_cell, line)) for line in (names, ["?"] * len(names))]
        path.write_bytes(packed(parts(f"<row>{cells[0]}</row>" + f"<row>{cells[1]}</row>" * rows)))
        text = "a table has at most 2,000 rows."
    else:
        mark = {"csv": ",", "tsv": "\t"}[form]
        path.write_text(f"{mark.join(names)}\n" + f"{mark.join('?' * len(names))}\n" * rows, encoding="utf-8")
        text = "a table has at most 2,000 rows."
    check = ibbprint.check(str(path), game="battle-turn")
    assert [problem.message for problem in check.report.errors] == [text]


@pytest.mark.parametrize("form", ["txt", "csv", "md", "yaml"])
def test_rows_of_a_list_are_counted_before_its_entries_are_read(form: str, tmp_path: Path) -> None:
    rows, path = 2_100, tmp_path / f"list.{form}"
    text = {
        "txt": "9 Nobodies\n" * rows,
        "csv": "unit,count\n" + "Nobodies,?\n" * rows,
        "md": "| unit | count |\n|---|---|\n" + "| Nobodies | ? |\n" * rows,
        "yaml": "army_list: {title: X, game: ibb}\narmies:\n  - entries:\n" + "      - 9 Nobodies\n" * rows,
    }
    path.write_text(text[form], encoding="utf-8")
    check = ibbprint.check(str(path), game="ibb")
    value = {"yaml": "entries takes at most 2000 entries; it has 2100."}.get(form, "the list has more than 2000 lines.")
    assert [problem.message for problem in check.report.errors] == [value]


def test_rows_of_tables_in_a_text_are_counted_before_their_cells(game: Path) -> None:
    """Cells and paragraphs are over as well, and come first: 1,000 rows of 40 columns, then too many rows."""
    wide = "|a" * 40 + "|\n" + "|-" * 40 + "|\n" + ("|b" * 40 + "|\n") * 1_000
    tall = "\n|a|\n|-|\n" + "|:no-such-sign:|\n" * 6_000
    tail(game, f"\n{wide}{tall}", "texts/charts.md.j2")
    report = ibbprint.kit(str(game), only=["charts"], output=game.parent / "o").report
    assert [problem.message for problem in report.errors] == ["the tables have more than 6,000 rows together."]


def test_words_set_in_boxes_are_charged_to_all_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their length, and once where the same words stand in the same box."""
    monkeypatch.setattr("ibbprint.drawing.svg_events.MAX_DRAWN", 1_000)
    memory = Memory()
    faults: list[Fault] = []
    for number in range(20):
        words = f"word{number} " * 50
        text = f'<text data-box="1 1 40 40" font-size="2">{words}</text>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" width="50" height="50">{text}</svg>'
        faults += read_svg(svg, memory=memory)[1]
    assert "all drawings together have more than 1,000 elements." in {fault.message for fault in faults}
