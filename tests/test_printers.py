"""Printers are measured on a sheet, kept as profiles in the user's settings, and printed for."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibbprint.press import printers
from ibbprint.press.calibration import bars, calibration_sheet, middle
from ibbprint.press.duplex import DUPLEX, turn_of
from ibbprint.press.paper import PAPERS, BadOption, Paper
from ibbprint.press.printers import Printer
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import run_cli
from tests.pdf import Page, read_pdf

tenths = st.integers(-90, 90).map(lambda n: n / 10)
percents = st.integers(9700, 10300).map(lambda n: n / 100)


def sheet(paper: str = "a4", duplex: str = "long-edge", printer: Printer | None = None) -> tuple[Page, ...]:
    made = calibration_sheet(PAPERS[paper], duplex, [shipped("templates")], Report(), printer)
    assert made is not None
    return read_pdf(made).pages


# --- the sheet ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_the_bars_measure_what_is_written_beside_them(paper: str) -> None:
    """Bar A lies across and bar B down, as long as their words and the example to be typed say."""
    page = sheet(paper)[0]
    wide, high = bars(PAPERS[paper])
    lines = [shape.outline for shape in page.shapes]
    assert max(line.width for line in lines) == pytest.approx(wide, abs=0.001)
    assert max(line.height for line in lines) == pytest.approx(high, abs=0.001)
    assert f"A: {wide:g} mm from end to end" in page.text
    assert f"B: {high:g} mm from end to end" in page.text
    typed = re.search(r"--scale ([\d.]+)/([\d.]+),([\d.]+)/([\d.]+)", page.text)
    assert typed is not None
    assert (float(typed[2]), float(typed[4])) == (wide, high)
    assert printers.read_scale(typed[0].removeprefix("--scale "))


def test_the_steps_of_the_margin_stand_as_far_from_the_edge_as_they_say() -> None:
    """On each of the four sides there is a line 1, 2, ... 15 mm from the edge, with its figure."""
    page = sheet()[0]
    inner = page.media.grown(-15.5)
    outer = [s.outline for s in page.shapes if not s.outline.meets(inner)]
    level = [box for box in outer if box.height < 0.001]
    upright = [box for box in outer if box.width < 0.001]
    tops = sorted(round(box.top, 3) for box in level)
    lefts = sorted(round(box.left, 3) for box in upright)
    assert tops == pytest.approx([*range(1, 16), *(297 - n for n in range(15, 0, -1))], abs=0.002)
    assert lefts == pytest.approx([*range(1, 16), *(210 - n for n in range(15, 0, -1))], abs=0.002)
    assert all(page.texts.count(str(step)) == 4 for step in range(1, 16))


@pytest.mark.parametrize("duplex", DUPLEX)
def test_the_crosses_lie_on_each_other(duplex: str) -> None:
    """With a perfect printer the back's cross is behind the middle of the front's; one-sided ways have no back."""
    pages = sheet(duplex=duplex)
    if duplex in ("fold", "none"):
        assert len(pages) == 1
        assert "--back-offset" not in pages[0].text
        return
    front, back = pages
    assert "--back-offset" in front.text
    assert _cross(back, duplex) == pytest.approx(middle(PAPERS["a4"]), abs=0.001)


def _cross(back: Page, duplex: str) -> tuple[float, float]:
    """The middle of the back's cross as it is seen through the front."""
    x = next(s.outline.left for s in back.shapes if s.outline.width < 0.001 and s.outline.height > 50)
    y = next(s.outline.top for s in back.shapes if s.outline.height < 0.001 and s.outline.width > 50)
    return (x, back.height - y) if duplex == "short-edge" else (back.width - x, y)


@given(offset=st.tuples(tenths, tenths), scale=st.tuples(percents, percents), duplex=st.sampled_from(DUPLEX[:2]))
def test_what_is_measured_on_the_sheet_puts_the_sheet_right(
    offset: tuple[float, float], scale: tuple[float, float], duplex: str
) -> None:
    """A printer with these faults, told of them, prints fronts and backs where they are meant to be, to 0.01 mm."""
    own = Printer("p", offset, scale)
    for paper in (PAPERS["a4"], PAPERS["letter"]):
        turn = turn_of(duplex, paper)
        assert turn is not None
        for x, y in ((20.0, 30.0), (150.0, 250.0), (105.0, 148.5)):
            assert _printed(own, paper, None, *_aimed(own, paper, None, x, y)) == pytest.approx((x, y), abs=0.01)
            at = _aimed(own, paper, turn, *turn.behind(x, y))
            on_sheet = _printed(own, paper, turn, *at)
            assert on_sheet == pytest.approx((x, y), abs=0.01)


def _aimed(own: Printer, paper: Paper, turn: object, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = own.aim(paper, turn)  # type: ignore[arg-type]
    assert (b, c) == (0, 0)
    return a * x + e, d * y + f


def _printed(own: Printer, paper: Paper, turn: object, x: float, y: float) -> tuple[float, float]:
    """Where a printer puts a point, seen from the front: grown about the middle, backs shifted as measured."""
    x = paper.width / 2 + (x - paper.width / 2) * own.scale[0] / 100
    y = paper.height / 2 + (y - paper.height / 2) * own.scale[1] / 100
    if turn is None:
        return x, y
    x, y = turn.behind(x, y)  # type: ignore[attr-defined]
    return x + own.offset[0], y + own.offset[1]


def test_the_sheet_printed_for_a_measured_printer_comes_out_right() -> None:
    """`calibrate --printer` is how one sees that the profile is right: bars and crosses are where they should be."""
    own = Printer("p", (1.5, -0.7), (99.2, 100.4))
    front, back = sheet(printer=own)
    longest = max(shape.outline.width for shape in front.shapes)
    assert longest * 0.992 == pytest.approx(bars(PAPERS["a4"]).across, abs=0.01)
    x, y = _cross(back, "long-edge")
    x = 105 + (x - 105) * 0.992 + 1.5
    y = 148.5 + (y - 148.5) * 1.004 - 0.7
    assert (x, y) == pytest.approx(middle(PAPERS["a4"]), abs=0.01)


# --- where profiles are kept ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "environment", "end"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/x/cfg"}, "/x/cfg/ibbprint"),
        ("linux", {"XDG_CONFIG_HOME": "not/whole"}, "/.config/ibbprint"),
        ("linux", {}, "/.config/ibbprint"),
        ("darwin", {}, "/Library/Application Support/ibbprint"),
        ("darwin", {"XDG_CONFIG_HOME": "/x/cfg"}, "/x/cfg/ibbprint"),
        ("win32", {"APPDATA": "/c/AppData"}, "/c/AppData/ibbprint"),
        ("win32", {"XDG_CONFIG_HOME": "/x/cfg"}, "/AppData/Roaming/ibbprint"),
    ],
)
def test_profiles_are_where_the_platform_wants_them(platform: str, environment: dict[str, str], end: str) -> None:
    """Linux and macOS honour XDG_CONFIG_HOME, Windows APPDATA; else each has its usual folder."""
    assert str(PurePosixPath(printers.config_folder(environment, platform))).endswith(end)


@given(
    offset=st.tuples(tenths, tenths),
    scale=st.tuples(percents, percents),
    margin=st.one_of(st.none(), st.integers(0, 300).map(lambda n: n / 10)),
)
def test_a_profile_is_read_back_as_it_was_kept(
    offset: tuple[float, float],
    scale: tuple[float, float],
    margin: float | None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """What is written is what is read, in a file that a person can read."""
    folder = tmp_path_factory.getbasetemp() / "profiles"
    path = printers.path_of("my laser", folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    own = Printer("my laser", offset, scale, margin)
    path.write_text(printers.to_yaml(own), encoding="utf-8")
    report = Report()
    assert printers.read_printer("my laser", report, folder) == own
    assert report.ok


def test_the_commands_keep_list_show_and_forget(tmp_path: Path) -> None:
    """What one command says is kept; another only adds to it; a kit is printed for it; then it is forgotten."""
    settings = {"XDG_CONFIG_HOME": str(tmp_path / "cfg"), "APPDATA": str(tmp_path / "cfg")}

    def call(*words: str) -> tuple[int, str, str]:
        run = run_cli(*words, **settings)
        return run.returncode, run.stdout, run.stderr

    assert call("printer")[1] == "no printer is known yet: measure one with ibbprint calibrate\n"
    assert call("printer", "office", "--back-offset", "-0.5,1.25")[0] == 0
    assert call("printer", "office", "--scale", "179.1/180", "--margin", "4.5")[0] == 0
    code, out, _ = call("printer")
    assert code == 0
    assert out == "office: backs 0.5 mm left and 1.25 mm down, scale 99.5 %, margin 4.5 mm\n"
    assert "back_offset: {right: -0.5, down: 1.25}" in call("printer", "office")[1]
    kit = ("kit", "defend-the-bridge", "--only", "counters", "-o", str(tmp_path / "out"))
    code, out, err = call(*kit, "--printer", "office")
    assert code == 0, err
    pages = read_pdf((tmp_path / "out" / "defend-the-bridge-counters-office.pdf").read_bytes()).pages
    ruler = max(s.outline.width for s in pages[0].shapes if s.piece is None and 99 < s.outline.width < 102)
    assert ruler * 0.995 == pytest.approx(100, abs=0.01)
    code, _, err = call(*kit, "--printer", "offise")
    assert code == 2
    assert err == "ibbprint: there is no printer 'offise'. Did you mean office?\n"
    assert call("printer", "office", "--forget")[0] == 0
    code, _, err = call(*kit, "--printer", "office")
    assert code == 2
    assert "None is known yet." in err


def test_a_spoilt_profile_is_told_with_its_place(tmp_path: Path) -> None:
    """A profile is a file like any other: file, line, column, and what was expected; measuring anew mends it."""
    settings = {"XDG_CONFIG_HOME": str(tmp_path), "APPDATA": str(tmp_path)}
    path = tmp_path / "ibbprint" / "printers" / "mine.yaml"
    path.parent.mkdir(parents=True)
    path.write_text('printer:\n  name: "mine"\n  margn: 4\n', encoding="utf-8")
    run = run_cli("kit", "defend-the-bridge", "--printer", "mine", "-o", str(tmp_path / "out"), **settings)
    assert run.returncode == 1
    assert f"{path}:3:3: error: margn is not a field here. Did you mean margin?" in run.stderr
    assert not (tmp_path / "out").exists()
    assert run_cli("printer", "mine", "--margin", "4", **settings).returncode == 0
    assert run_cli("printer", "mine", **settings).returncode == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mine", "--back-offset", "3"), "--back-offset takes 2 numbers with a comma between them, not '3'."),
        (("mine", "--back-offset", "30,0"), "a back offset of 30,0 mm makes no sense."),
        (("mine", "--back-offset", "nan,0"), "--back-offset takes 2 numbers"),
        (("mine", "--scale", "1"), "a printer that makes 1 mm of 100 mm does not print at actual size."),
        (("mine", "--scale", "99/0"), "--scale takes what 100 mm come out as, not '99/0'."),
        (("mine", "--scale", "99,98,97"), "--scale takes what 100 mm come out as"),
        (("mine", "--margin", "-1"), "a margin of -1 mm makes no sense."),
        (("mine", "--margin", "four"), "--margin takes one number, not 'four'."),
        (("../mine", "--margin", "4"), "'../mine' cannot be the name of a printer."),
        (("", "--margin", "4"), "printer wants a name."),
        (("mine",), "there is no printer 'mine'."),
        (("mine", "--forget"), "there is no printer 'mine'."),
    ],
)
def test_nonsense_is_refused(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Exit 2, one sentence, nothing kept."""
    run = run_cli("printer", *words, XDG_CONFIG_HOME=str(tmp_path), APPDATA=str(tmp_path))
    assert run.returncode == 2
    assert run.stderr.startswith(f"ibbprint: {told}")
    assert not list(tmp_path.rglob("*.yaml"))


def test_the_name_of_a_printer_is_no_path() -> None:
    """Nothing outside the folder of profiles is written or read."""
    for name in ("../x", "a/b", "", ".x", "x.", "c:x", "a" * 80, "a\n"):
        with pytest.raises(BadOption):
            printers.path_of(name)
