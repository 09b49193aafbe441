"""The corpus of wrong files: `corpus/base` is a pack that prints, `corpus/cases` says what is broken in it.

Each case states every finding it must give: file, line, column, severity, rule, message and hint.
The comparison is of exact sets: what is not stated must not be said.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import jinja2
import pytest
import yaml
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from ibbprint.catalogue import layers
from ibbprint.catalogue.names import names_in
from ibbprint.catalogue.source import Source, read_yaml
from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.sandbox import Sandbox
from ibbprint.components.faces.templates import Templates
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import FaceValues, by_name
from ibbprint.press import trial
from ibbprint.problems import Problem, Report, Severity, Where
from ibbprint.systems.ibb.catalogue import Catalogue
from tests.helpers import DATA, ROOT, SCENARIOS, TEMPLATES, app, call_cli, run_cli

CORPUS = ROOT / "tests" / "corpus"
BASE = CORPUS / "base"
FOREIGN = ("Traceback", "pydantic", "jinja2.", "Jinja", "errors.pydantic.dev", "For further information", "Error:")
"""Words of the libraries below us that no player may ever read."""


@dataclass(frozen=True, slots=True)
class Case:
    """One broken pack: what is done to the base pack, what is asked for, and everything that must be found."""

    id: str
    expected: Sequence[Mapping[str, str]] = ()
    edit: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)
    """Texts to replace, by file; each must stand there exactly once."""
    write: Mapping[str, str] = field(default_factory=dict)
    """Files to write: their text."""
    encoding: Mapping[str, str] = field(default_factory=dict)
    """The encoding of a file that is written in another one than UTF-8."""
    bytes: Mapping[str, str] = field(default_factory=dict)
    """Files to write: their bytes in hexadecimal."""
    repeat: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Files too long to write out: pairs of a text and how often it comes."""
    link: Mapping[str, str] = field(default_factory=dict)
    """Symbolic links and where they lead."""
    remove: Sequence[str] = ()
    scenario: str = "skirmish"
    packs: Sequence[str] = ("pack",)
    only: Sequence[str] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    shape: Mapping[str, str] = field(default_factory=dict)
    """Files that the JSON Schema of their kind must refuse."""
    good: bool = False
    """True when the kit is still printed."""
    code: int = 1
    """The exit code where no kit is printed: 2 where it is the call that makes no sense."""
    strict: bool = False
    """True where the set-up breaks a rule, which only stops a kit that is asked for with --strict."""


@cache
def cases() -> Mapping[str, Case]:
    """Every case by its id."""
    values: dict[str, Case] = {}
    for path in sorted((CORPUS / "cases").glob("*.yaml")):
        for entry in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader):
            case = Case(**entry)
            assert case.id not in values, f"{path.name}: the case {case.id} stands there twice"
            values[case.id] = case
    return values


def build(case: Case, folder: Path) -> None:
    """The folder as the case wants it: the base pack in `pack`, broken as told."""
    pack = folder / "pack"
    shutil.copytree(BASE, pack)
    for name, changes in case.edit.items():
        path = pack / name
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{case.id}: {old!r} stands {text.count(old)} times in {name}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    for name in case.remove:
        path = pack / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    contents = {name: text.encode(case.encoding.get(name, "utf-8")) for name, text in case.write.items()}
    contents |= {name: bytes.fromhex(text) for name, text in case.bytes.items()}
    contents |= {name: "".join(text * times for text, times in parts).encode() for name, parts in case.repeat.items()}
    for name, content in contents.items():
        path = pack / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name, goal in case.link.items():
        (pack / name).unlink(missing_ok=True)
        (pack / name).symlink_to(goal)


def told(problem: Problem) -> dict[str, str]:
    """A finding as the corpus writes it."""
    at = str(problem.where).replace(str(TEMPLATES), "TEMPLATES").removeprefix("pack/")
    values = {"at": at, "rule": problem.rule, "message": problem.message.replace(str(TEMPLATES), "TEMPLATES")}
    if problem.hint:
        values["hint"] = problem.hint
    if problem.severity is not Severity.ERROR:
        values["severity"] = problem.severity.word
    return values


def listed(findings: Sequence[Mapping[str, str]]) -> str:
    """Findings as they can be pasted into a case."""
    return yaml.safe_dump([dict(f) for f in findings], allow_unicode=True, sort_keys=False, width=10_000)


def _whole(wanted: dict[str, str], found: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """A hint that ends in … is the beginning of one that lists what the shipped catalogue happens to hold."""
    hint = wanted.get("hint", "")
    if hint.endswith("…"):
        starts = (f["hint"] for f in found if f.get("hint", "").startswith(hint[:-1]))
        return {**wanted, "hint": next(starts, hint)}
    return wanted


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(case: Case, output: Path) -> list[str]:
    """The case as a command line."""
    parts = ["kit", case.scenario, "-o", str(output)]
    for pack in case.packs:
        parts += ["--pack", pack]
    if case.only:
        parts += ["--only", ",".join(case.only)]
    for name, value in case.rules.items():
        parts += ["--rule", f"{name}={value}"]
    return [*parts, "--strict"] if case.strict else parts


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """The reports of the commands that are run in this process."""
    reports: list[Report] = []

    def new_report() -> Report:
        reports.append(Report())
        return reports[-1]

    monkeypatch.setattr("ibbprint.jobs.kits.Report", new_report)
    return reports


@pytest.fixture(autouse=True)
def _shipped_files_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped lists are the same in every case: they are parsed once a process."""

    def read(path: Path, report: Report) -> Source | None:
        return shipped_source(path) if path.parent == DATA else read_yaml(path, report)

    monkeypatch.setattr(layers, "read_yaml", read)


@cache
def shipped_source(path: Path) -> Source:
    source = read_yaml(path, Report())
    assert source is not None
    return source


class QuickFaces(Faces):
    """Draws the sound faces of the base pack once a process: a pack with the very same templates has them too."""

    sound: ClassVar[set[tuple[object, ...]]] = set()

    def __init__(self, templates: Templates, symbols: Symbols, report: Report) -> None:
        super().__init__(templates, symbols, report)
        self._of_base = [_contents(folder) for folder in templates.folders if folder != TEMPLATES] == [looks_of_base()]

    def face(
        self,
        template: str,
        values: FaceValues,
        size: tuple[float, float],
        origins: Mapping[str, Where],
        type_scale: float = 1.0,
    ) -> Drawing | None:
        key = (template, repr(by_name(values)), size, type_scale)
        if self._of_base and key in self.sound:
            return Drawing(*size)
        count = len(self.report)
        drawing = super().face(template, values, size, origins, type_scale)
        if self._of_base and drawing is not None and len(self.report) == count:
            self.sound.add(key)
        return drawing


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@cache
def looks_of_base() -> dict[str, bytes]:
    return _contents(BASE / "templates")


@pytest.fixture(autouse=True)
def _the_same_face_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a pack has faults in its files, its faces are drawn for their faults alone; nearly all are the base's."""
    monkeypatch.setattr(trial, "Faces", QuickFaces)


@pytest.fixture(autouse=True)
def _the_same_template_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a pack's templates, as it is of the shipped ones: nearly all are the base's in every case."""
    compiled = jinja2.Environment.compile

    def compile_once(sandbox: Sandbox, source: Any, name: Any, filename: Any, *more: Any) -> Any:
        key = (sandbox.autoescape, sandbox.whole_lines, source, name, filename, *more)
        if key not in COMPILED:
            COMPILED[key] = compiled(sandbox, source, name, filename, *more)
        return COMPILED[key]

    monkeypatch.setattr(jinja2.Environment, "compile", compile_once)


COMPILED: dict[tuple[Any, ...], Any] = {}

EARLIER = ("skirmish.pdf", "skirmish-markers.pdf", "skirmish-counters.pdf", "ambush.pdf")


@pytest.mark.parametrize("name", cases())
def test_each_wrong_pack_gives_exactly_its_findings(name: str, here: Path, said: list[Report]) -> None:
    """The command says what the case states, no more and no less, with place, rule and words; and it harms nothing."""
    case = cases()[name]
    build(case, here)
    output = here / "kits"
    output.mkdir()
    for earlier in EARLIER:
        (output / earlier).write_bytes(b"printed yesterday")

    result = CliRunner().invoke(app, command(case, output))

    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    results = [told(problem) for problem in said[0]]
    target = [_whole(dict(finding), results) for finding in case.expected]
    assert sorted(map(str, results)) == sorted(map(str, target)), f"found instead:\n{listed(results)}"
    assert result.exit_code == (0 if case.good else case.code)
    for finding in case.expected:
        assert finding["message"] in result.output
    for word in FOREIGN:
        assert word not in result.output
    if not case.good:
        assert {p.name: p.read_bytes() for p in output.iterdir()} == dict.fromkeys(EARLIER, b"printed yesterday")


def test_the_corpus_is_large_and_of_every_sort() -> None:
    """There are more than 250 cases, and every rule of reading and drawing has one."""
    assert len(cases()) > 250
    rules = {finding["rule"] for case in cases().values() for finding in case.expected}
    # What only a game made of files can break has its cases beside that game.
    for path in sorted((ROOT / "tests" / "corpus" / "printed").glob("*.yaml")):
        rules |= set(re.findall(r"^ +rule: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
    ours = (
        "catalogue/*.py",
        "engine/references.py",
        "systems/ibb/*.py",
        "drawing/svg*.py",
        "components/[fst][aet]*.py",
    )
    paths = [path for pattern in ours for path in sorted((ROOT / "ibbprint").glob(pattern))]
    # Army lists have a corpus of their own, in tests/lists, and so have the files of other programs, in test_wright.
    elsewhere = ("documents.py", "wright_import.py", "wright_export.py")
    source = "".join(path.read_text(encoding="utf-8") for path in paths if path.name not in elsewhere)
    stated = set(re.findall(r'"((?:read|draw|ref|map|rule):[a-z-]+)"', source))
    stated |= {f"ref:{names.word}" for kind in Catalogue.KINDS.values() for names in names_in(kind.entry).values()}
    assert sorted(stated - rules) == []


# --- the command and its exit codes -----------------------------------------------------------------------------


def spoil(folder: Path, name: str) -> Path:
    """The folder with the pack of a case in it."""
    build(cases()[name], folder)
    return folder


def test_a_good_kit_ends_with_0(tmp_path: Path) -> None:
    """A sound pack is printed, and the file is named."""
    spoil(tmp_path, "good-base")
    result = call_cli("kit", "skirmish", "--pack", "pack", "-o", "kits", "--only", "counters", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(f"kits{os.sep}skirmish-counters.pdf: ")
    assert (tmp_path / "kits" / "skirmish-counters.pdf").read_bytes().startswith(b"%PDF")


def test_a_bad_kit_ends_with_1_and_keeps_the_earlier_one(tmp_path: Path) -> None:
    """What a good run wrote stands byte for byte after a bad one, and no other file lies beside it."""
    spoil(tmp_path, "good-base")
    ask = ("kit", "skirmish", "--pack", "pack", "-o", "kits", "--only", "markers")
    assert call_cli(*ask, cwd=tmp_path).returncode == 0
    before = {p.name: p.read_bytes() for p in (tmp_path / "kits").iterdir()}
    shutil.rmtree(tmp_path / "pack")
    spoil(tmp_path, "template-unknown-name")
    result = run_cli(*ask, cwd=tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines()[0] == (
        "pack/templates/ibb/marker.svg.j2:9:139: error: the name figur is not known here. "
        "Did you mean figure? [draw:name]"
    )
    assert result.stderr.splitlines()[-1] == "1 error; nothing was written."
    assert {p.name: p.read_bytes() for p in (tmp_path / "kits").iterdir()} == before


def test_a_fault_is_shown_with_its_line(tmp_path: Path) -> None:
    """Under a finding stands the line at fault, with a mark under the column."""
    spoil(tmp_path, "unit-misspelt")
    result = call_cli("kit", "skirmish", "--pack", "pack", "-o", "kits", cwd=tmp_path)
    lines = result.stderr.splitlines()
    assert lines[1] == "      - {side: red, unit: gobblins, count: 2, zone: woods, formation: tribe}"
    assert lines[2].index("^") == lines[1].index("gobblins")


@pytest.mark.parametrize(
    ("arguments", "said_of_it"),
    [
        (("kit", "skirmish", "--pack", "pack", "--paper", "a44"), "there is no paper 'a44'. Did you mean a4?"),
        (("kit", "skirmish", "--pack", "pack", "--only", "conters"), "no part 'conters'. Did you mean counters?"),
        (("kit", "skirmish", "--pack", "pack", "--rule", "R-22"), "--rule takes ID=VALUE, not 'R-22'."),
        (("schema", "unit"), "there is no kind of file 'unit'. Did you mean units?"),
        (("kits",), "No such command"),
        (("kit",), "a scenario is missing"),
    ],
)
def test_wrong_usage_ends_with_2(arguments: Sequence[str], said_of_it: str, here: Path) -> None:
    """What is wrong with the call itself is said, and the exit code is 2."""
    spoil(here, "good-base")
    result = CliRunner().invoke(app, [*arguments])
    assert result.exit_code == 2
    assert said_of_it in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "said_of_it"),
    [
        ("kits", "no such command 'kits'. Did you mean 'kit', 'units'? See: ibbprint --help"),
        ("preview", "missing argument 'piece'. See: ibbprint preview --help"),
        ("kit stirling --bleed 2,5", "invalid value for '--bleed': use a number, such as 2.5. See: ibbprint"),
        ("kit stirling --spares some", "invalid value for '--spares': use a whole number. See: ibbprint"),
        ("kit stirling --papr a4", "no such option: --papr"),
        ("odds morale --captian 3 pikemen-q3", "no such option: --captian"),
        ("odds test 3 1", "got unexpected extra argument"),
        ("rules show", "missing argument 'id'. See: ibbprint rules show --help"),
    ],
)
def test_a_call_that_cannot_be_read_is_told_in_one_line(words: str, said_of_it: str, tmp_path: Path) -> None:
    """Like every other fault: no box, no usage, exit code 2."""
    result = call_cli(*words.split(), cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith(f"ibbprint: {said_of_it}")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("output", "said_of_it"),
    [
        ("pack/pack.yaml", "pack/pack.yaml: error: cannot write here: this is a file, not a folder."),
        ("pack/pack.yaml/x", "pack/pack.yaml/x: error: cannot write here: part of the path is not a folder."),
        ("/proc/nowhere", "/proc/nowhere: error: cannot write here: there is no such folder, and it cannot be"),
        ("x" * 300, "error: cannot write here: the name is too long."),
    ],
)
def test_an_output_that_cannot_be_written_is_told(output: str, said_of_it: str, here: Path) -> None:
    """A file in the way, or a folder that cannot be made, is a finding and no exception."""
    spoil(here, "good-base")
    arguments = ["kit", "skirmish", "--pack", "pack", "--only", "markers", "-o", output]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1, repr(result.exception)
    assert said_of_it in result.output


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_what_may_not_be_read_or_written_is_told(here: Path) -> None:
    """A file without leave to read it, and a folder without leave to write into it, are findings."""
    spoil(here, "good-base")
    (here / "locked").mkdir(mode=0o500)
    result = CliRunner().invoke(app, ["kit", "skirmish", "--pack", "pack", "--only", "markers", "-o", "locked"])
    assert "locked: error: cannot write here: you have no permission to write here. [write:folder]" in result.output
    (here / "pack" / "units.yaml").chmod(0o000)
    result = CliRunner().invoke(app, ["kit", "skirmish", "--pack", "pack", "--only", "markers", "-o", "kits"])
    assert (
        "pack/units.yaml: error: cannot read the file: you have no permission to read it. [read:file]" in result.output
    )


def test_a_file_inside_the_current_folder_is_shown_from_there(here: Path) -> None:
    """However a pack was named, its files are shown by the path from where one stands."""
    spoil(here, "unit-misspelt")
    result = CliRunner().invoke(app, ["kit", "skirmish", "--pack", str(here / "pack")])
    assert result.output.startswith("pack/scenarios/skirmish.yaml:35:23: error:")


def test_a_list_of_a_pack_that_is_not_there_ends_with_1(here: Path) -> None:
    """`list` says that a pack is not there."""
    result = CliRunner().invoke(app, ["list", "--pack", "nowhere"])
    assert result.exit_code == 1
    assert "nowhere: error: there is no such folder." in result.output


def test_a_list_names_a_scenario_under_its_own_game(here: Path) -> None:
    """What a pack adds to one game is not listed under the others."""
    spoil(here, "good-base")
    parts = CliRunner().invoke(app, ["list", "--pack", "pack"]).output.partition("\nayrenes-woods:")
    assert "skirmish" in parts[0]
    assert "meadow" in parts[0]
    assert "skirmish" not in parts[2]
    assert "meadow" not in parts[2]


# --- the shape of files -----------------------------------------------------------------------------------------


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file, as `ibbprint schema` prints it."""
    result = CliRunner().invoke(app, ["schema", kind])
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.output)
    return data


@cache
def validator(kind: str) -> Draft202012Validator:
    result = schema(kind)
    Draft202012Validator.check_schema(result)
    return Draft202012Validator(result)


class _CoreLoader(yaml.SafeLoader):
    """YAML as an editor that checks against a schema types it: numbers, yes and no; everything else is text."""


_CoreLoader.yaml_implicit_resolvers = {}
_CoreLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
_CoreLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:yes|no|true|false)$"), list("yntf"))
_CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)\.[0-9]+$"), list("-+0123456789")
)


def typed(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), _CoreLoader)


def shipped_files() -> dict[str, tuple[str, Path]]:
    """Every shipped file and every file of the base pack with its kind."""
    results = {f"data/{p.name}": (p.stem, p) for p in sorted(DATA.glob("*.yaml"))}
    for folder in (SCENARIOS, SCENARIOS / "as-printed", BASE / "scenarios"):
        results |= {
            f"{folder.parent.name}/{folder.name}/{p.name}": ("scenario", p) for p in sorted(folder.glob("*.yaml"))
        }
    for folder in (SCENARIOS / "maps", BASE / "maps"):
        results |= {f"{folder.parent.name}/maps/{p.name}": ("map", p) for p in sorted(folder.glob("*.yaml"))}
    for folder in (TEMPLATES, BASE / "templates"):
        results[f"{folder.parent.name}/style.yaml"] = ("style", folder / "style.yaml")
    return results | {f"base/{p.name}": (p.stem, p) for p in sorted(BASE.glob("*.yaml"))}


@pytest.mark.parametrize("name", shipped_files())
def test_each_shipped_file_is_valid_under_its_schema(name: str) -> None:
    """The JSON Schema of a kind of file takes every file of that kind that we ship."""
    kind, path = shipped_files()[name]
    errors = [f"{'/'.join(map(str, e.path))}: {e.message[:200]}" for e in validator(kind).iter_errors(typed(path))]
    assert errors == []


def shapes() -> list[tuple[str, str, str]]:
    return [(case.id, file, kind) for case in cases().values() for file, kind in case.shape.items()]


@pytest.mark.parametrize(("name", "file", "kind"), shapes())
def test_a_wrong_shape_is_refused_by_the_schema(name: str, file: str, kind: str, tmp_path: Path) -> None:
    """Each file of the corpus whose fault is one of shape is refused by the JSON Schema too."""
    build(cases()[name], tmp_path)
    assert not validator(kind).is_valid(typed(tmp_path / "pack" / file))


def test_every_kind_has_a_schema() -> None:
    """`ibbprint schema` lists every kind of file, the style too, and each schema is one."""
    kinds = CliRunner().invoke(app, ["schema"]).output.split()
    assert {"scenario", "map", "pack", "style", "units", "crt"} <= set(kinds)
    for kind in kinds:
        assert schema(kind)["$schema"].endswith("2020-12/schema"), validator(kind)
