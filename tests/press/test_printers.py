"""Printers are measured on a sheet, kept as profiles in the user's settings, and printed for."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import combinations, product
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibbprint.press import printers
from ibbprint.press.calibration import bars, calibration_sheet, middle
from ibbprint.press.paper import DUPLEX, ORIENTATIONS, PAPERS, BadOption, Paper, paper_of, turn_of
from ibbprint.press.printers import Printer
from ibbprint.problems import Report
from ibbprint.shipped import shipped
from tests.helpers import call_cli
from tests.pdf import Box, Page, Run, read_pdf

tenths = st.integers(-90, 90).map(lambda n: n / 10)
percents = st.integers(9700, 10300).map(lambda n: n / 100)


@cache
def sheet(
    paper: str = "a4", duplex: str = "long-edge", printer: Printer | None = None, way: str = "portrait"
) -> tuple[Page, ...]:
    result = calibration_sheet(paper_of(paper, way), duplex, [shipped("templates")], Report(), printer)
    assert result is not None
    return read_pdf(result).pages


# --- the sheet ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_bars_measure_what_is_written_beside_them(paper: str, way: str) -> None:
    """Bar A lies along the short edge, bar B along the long one, as long as words and the example to be typed say."""
    page = sheet(paper, way=way)[0]
    wide, high = bars(paper_of(paper, way))
    lines = [shape.outline for shape in page.shapes]
    assert max(line.width for line in lines) == pytest.approx(wide, abs=0.001)
    assert max(line.height for line in lines) == pytest.approx(high, abs=0.001)
    short, long = sorted((wide, high))
    assert _label(page, "A").text == f"A: {short:g} mm from end to end"
    assert _label(page, "B").text == f"B: {long:g} mm from end to end"
    level = abs(_label(page, "A").along[0]) > 0.99
    assert level == (way == "portrait")
    typed = re.search(r"--scale ([\d.]+)/([\d.]+),([\d.]+)/([\d.]+)", page.text)
    assert typed is not None
    assert (float(typed[2]), float(typed[4])) == (short, long)
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


def _label(page: Page, bar: str) -> Run:
    """The words beside a bar."""
    return next(run for run in page.runs if run.text.startswith(f"{bar}: "))


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("duplex", DUPLEX)
def test_the_crosses_lie_on_each_other(duplex: str, way: str) -> None:
    """With a perfect printer the back's cross is behind the middle of the front's; one-sided ways have no back."""
    pages = sheet(duplex=duplex, way=way)
    if duplex in ("fold", "none"):
        assert len(pages) == 1
        assert "back-offset" not in pages[0].text
        return
    front, back = pages
    assert ("--landscape-back-offset" in front.text) == (way == "landscape")
    assert (" --back-offset" in front.text) == (way == "portrait")
    assert _cross(back, duplex) == pytest.approx(middle(paper_of("a4", way)), abs=0.001)
    assert _cross(back, duplex) == pytest.approx(_middle_of_cross(front, 24), abs=0.001)


def _cross(back: Page, duplex: str) -> tuple[float, float]:
    """The middle of the back's cross as it is seen through the front."""
    return _through(back, duplex, *_middle_of_cross(back, 60))


def _middle_of_cross(page: Page, long: float) -> tuple[float, float]:
    """Where two lines of a length meet."""
    lines = [shape.outline for shape in page.shapes]
    x = next(each.left for each in lines if each.width < 0.001 and abs(each.height - long) < long / 25)
    y = next(each.top for each in lines if each.height < 0.001 and abs(each.width - long) < long / 25)
    return x, y


def _through(page: Page, duplex: str, x: float, y: float) -> tuple[float, float]:
    """A place on a back as it is seen through the front, when the sheet was turned along an edge of the paper."""
    edge_is_level = (duplex == "short-edge") == (page.height > page.width)
    return (x, page.height - y) if edge_is_level else (page.width - x, y)


@pytest.mark.parametrize(
    ("paper", "way"),
    [*product(PAPERS, ORIENTATIONS), ("120x180mm", "portrait"), ("190x130mm", "landscape"), ("150x150mm", "portrait")],
)
def test_everything_on_the_sheet_can_be_read(paper: str, way: str) -> None:
    """No words lie on others or on the cross, and words and bars stay 15 mm from the edges."""
    on = paper_of(paper, way)
    front, back = sheet(paper, way=way)
    apart = [run.box for run in front.runs if len(run.text) > 3]
    for box in apart:
        assert box.inside(front.media.grown(-15)), box
    x, y = middle(on)
    assert not [box for box in apart if box.meets(Box(x - 12, y - 12, x + 12, y + 12))]
    for item, other in combinations([box for box in apart if box.top < y], 2):
        assert not item.grown(-0.4).meets(other.grown(-0.4)), (item, other)
    assert all(shape.outline.inside(back.media) for shape in back.shapes)


def test_paper_that_is_too_small_to_measure_on_is_told(tmp_path: Path) -> None:
    """The words of the sheet want room; nothing is written without them."""
    run = call_cli("calibrate", "--paper", "100x150mm", "-o", str(tmp_path / "out"))
    assert run.returncode == 1
    assert "--paper: error: the calibration sheet does not fit on 100 x 150 mm. Choose a larger paper." in run.stderr
    assert not (tmp_path / "out").exists()


@given(offset=st.tuples(tenths, tenths), scale=st.tuples(percents, percents), duplex=st.sampled_from(DUPLEX[:2]))
def test_what_is_measured_on_the_sheet_puts_the_sheet_right(
    offset: tuple[float, float], scale: tuple[float, float], duplex: str
) -> None:
    """A printer with these faults, told of them, prints fronts and backs where they are meant to be, to 0.01 mm."""
    own = Printer("p", offset, scale)
    for paper in (PAPERS["a4"], PAPERS["letter"]):
        assert paper.upright() == paper
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
    assert own.offset is not None
    x, y = turn.behind(x, y)  # type: ignore[attr-defined]
    return x + own.offset[0], y + own.offset[1]


class Machine(NamedTuple):
    """A machine with its faults, and how its driver puts pages on upright paper: turned by so many degrees.

    `off` is how far it puts backs right and down, `scale` what it makes of 100 mm, on the paper as it goes through.
    """

    off: tuple[float, float]
    scale: tuple[float, float]
    turned: dict[str, int]

    def prints(self, way: str, page: Page, duplex: str, at: tuple[float, float], *, back: bool) -> tuple[float, float]:
        """Where a place on a page is on the finished sheet, seen from the front, the words of the front upright."""
        wide, high = sorted((page.width, page.height))
        x, y = _through(page, duplex, *at) if back else at
        x, y = _quarters(x - page.width / 2, y - page.height / 2, self.turned[way] // 90)
        assert (self.turned[way] % 180 == 0) == ((page.width, page.height) == (wide, high))
        x, y = x * self.scale[0] / 100, y * self.scale[1] / 100
        x, y = (x + self.off[0], y + self.off[1]) if back else (x, y)
        x, y = _quarters(x, y, -self.turned[way] // 90)
        return x + page.width / 2, y + page.height / 2

    def read(self, way: str, pages: tuple[Page, ...], duplex: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """What a person reads with a ruler and at a window: how long A and B are; where the back's cross lies."""
        front, back = pages
        lengths = []
        for bar in "AB":
            level = abs(_label(front, bar).along[0]) > 0.99
            lines = [shape.outline for shape in front.shapes]
            line = max(lines, key=lambda each: each.width if level else each.height)
            ends = [(line.left, line.top), (line.right, line.bottom)]
            lengths.append(math.dist(*(self.prints(way, front, duplex, end, back=False) for end in ends)))
        x, y = self.prints(way, front, duplex, _middle_of_cross(front, 24), back=False)
        seen = self.prints(way, back, duplex, _middle_of_cross(back, 60), back=True)
        return (lengths[0], lengths[1]), (seen[0] - x, seen[1] - y)


def _quarters(x: float, y: float, number: int) -> tuple[float, float]:
    """A place turned about the middle by so many quarters, clockwise."""
    for _ in range(number % 4):
        x, y = -y, x
    return x, y


@settings(deadline=None, max_examples=12)
@given(
    off=st.tuples(tenths, tenths),
    scale=st.tuples(percents, percents),
    turned=st.tuples(st.sampled_from([0, 180]), st.sampled_from([90, 270])),
    duplex=st.sampled_from(["long-edge", "short-edge", "fronts-then-backs"]),
    paper=st.sampled_from(["a4", "letter", "a5"]),
    measured_first=st.sampled_from(ORIENTATIONS),
)
def test_a_machine_that_is_measured_upright_and_across_prints_both_right(
    off: tuple[float, float],
    scale: tuple[float, float],
    turned: tuple[int, int],
    duplex: str,
    paper: str,
    measured_first: str,
) -> None:
    """Whichever way its driver turns pages, what the sheets say to type puts the bars right and backs behind fronts."""
    machine = Machine(off, scale, dict(zip(ORIENTATIONS, turned, strict=True)))
    own = Printer("p")
    for way in ORIENTATIONS:
        pages = sheet(paper, duplex, way=way)
        (a, b), cross = machine.read(way, pages, duplex)
        named = [_named(pages[0], bar) for bar in "AB"]
        if way == measured_first:
            own = own._replace(scale=printers.read_scale(f"{a:.4f}/{named[0]:g},{b:.4f}/{named[1]:g}"))
        match = re.search(r"my-laser --scale [. ]+--margin [. ]+(--\S+)", pages[0].text)
        assert match is not None
        offset = printers.read_offset(f"{cross[0]:.4f},{cross[1]:.4f}", match[1])
        field = {"--back-offset": "offset", "--landscape-back-offset": "landscape_offset"}[match[1]]
        own = own._replace(**{field: offset})
    assert not printers.at_odds(own)
    for way in ORIENTATIONS:
        pages = sheet(paper, duplex, own, way)
        lengths, cross = machine.read(way, pages, duplex)
        assert lengths == pytest.approx([_named(pages[0], bar) for bar in "AB"], abs=0.01)
        assert cross == pytest.approx((0, 0), abs=0.01)


def _named(page: Page, bar: str) -> float:
    """The length that stands beside a bar."""
    return float(_label(page, bar).text.split()[1])


def test_the_sheet_printed_for_a_measured_printer_comes_out_right() -> None:
    """`calibrate --printer` is how one sees that the profile is right: bars and crosses are where they should be."""
    own = Printer("p", (1.5, -0.7), (99.2, 100.4))
    front, back = sheet(printer=own)
    longest = max(shape.outline.width for shape in front.shapes)
    assert longest * 0.992 == pytest.approx(bars(PAPERS["a4"]).across, abs=0.01)
    x, y = _cross(back, "long-edge")
    assert (x, y) != pytest.approx(middle(PAPERS["a4"]), abs=0.5)
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
    offset=st.one_of(st.none(), st.tuples(tenths, tenths)),
    scale=st.tuples(percents, percents),
    margin=st.one_of(st.none(), st.integers(0, 300).map(lambda n: n / 10)),
    landscape=st.one_of(st.none(), st.tuples(tenths, tenths)),
)
def test_a_profile_is_read_back_as_it_was_kept(
    offset: tuple[float, float] | None,
    scale: tuple[float, float],
    margin: float | None,
    landscape: tuple[float, float] | None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """What is written is what is read, in a file that a person can read."""
    folder = tmp_path_factory.getbasetemp() / "profiles"
    path = printers.path_of("my laser", folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    own = Printer("my laser", offset, scale, margin, landscape)
    path.write_text(printers.to_yaml(own), encoding="utf-8")
    report = Report()
    assert printers.read_printer("my laser", report, folder) == own
    assert report.ok


def test_a_profile_of_before_landscape_sheets_is_read(tmp_path: Path) -> None:
    """A file without the field for landscape sheets is whole: they were not measured."""
    path = printers.path_of("old", tmp_path)
    path.parent.mkdir(parents=True)
    text = 'printer:\n  name: "old"\n  back_offset: {right: 0.5, down: -1}\n  scale: {across: 99.6, down: 100}\n'
    path.write_text(text, encoding="utf-8")
    report = Report()
    assert printers.read_printer("old", report, tmp_path) == Printer("old", (0.5, -1.0), (99.6, 100.0))
    assert report.ok


def test_both_offsets_are_kept_and_told_apart(tmp_path: Path) -> None:
    """Each is added to the other; two that no machine has together are kept with a warning that names what fits."""
    settings = {"XDG_CONFIG_HOME": str(tmp_path), "APPDATA": str(tmp_path)}
    assert call_cli("printer", "lab", "--landscape-back-offset", "1,0.5", **settings).returncode == 0
    run = call_cli("printer", "lab", "--back-offset", "0.5,-1.25", **settings)
    message = "backs 0.5 mm right and 1.25 mm up, landscape backs 1 mm right and 0.5 mm down, scale 100%"
    assert run.stdout.endswith(f"lab.yaml: {message}\n")
    assert not run.stderr
    assert "landscape_back_offset: {right: 1, down: 0.5}" in call_cli("printer", "lab", **settings).stdout
    run = call_cli("printer", "lab", "--back-offset", "3,-1", **settings)
    assert run.returncode == 0
    assert run.stderr == (
        "--landscape-back-offset: warning: the back offsets of upright and of landscape sheets do not match: "
        "3,-1 upright means about -1,-3 or 1,3 on landscape. "
        "Measure both sheets again, holding each the right way up. [print:printer]\n"
    )
    assert "back_offset: {right: 3, down: -1}" in call_cli("printer", "lab", **settings).stdout
    assert "0,3 upright means about 3,0 or -3,0 on landscape." in (
        call_cli("printer", "lab", "--back-offset", "0,3", **settings).stderr
    )


def test_the_commands_keep_list_show_and_forget(tmp_path: Path) -> None:
    """What one command says is kept; another only adds to it; a kit is printed for it; then it is forgotten."""
    settings = {"XDG_CONFIG_HOME": str(tmp_path / "cfg"), "APPDATA": str(tmp_path / "cfg")}

    def call(*words: str) -> tuple[int, str, str]:
        run = call_cli(*words, **settings)
        return run.returncode, run.stdout, run.stderr

    assert call("printer")[1] == "no printer is stored yet: measure one with ibbprint calibrate\n"
    assert call("printer", "office", "--back-offset", "-0.5,1.25")[0] == 0
    assert call("printer", "office", "--scale", "179.1/180", "--margin", "4.5")[0] == 0
    code, out, _ = call("printer")
    assert code == 0
    assert out == "office: backs 0.5 mm left and 1.25 mm down, scale 99.5%, margin 4.5 mm\n"
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
    run = call_cli("kit", "defend-the-bridge", "--printer", "mine", "-o", str(tmp_path / "out"), **settings)
    assert run.returncode == 1
    assert f"{path}:3:3: error: margn is not a field here. Did you mean margin?" in run.stderr
    assert not (tmp_path / "out").exists()
    assert call_cli("printer", "mine", "--margin", "4", **settings).returncode == 0
    assert call_cli("printer", "mine", **settings).returncode == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mine", "--back-offset", "3"), "--back-offset takes 2 numbers with a comma between them, not '3'."),
        (("mine", "--back-offset", "30,0"), "invalid back offset: 30,0 mm."),
        (("mine", "--back-offset", "nan,0"), "--back-offset takes 2 numbers"),
        (("mine", "--landscape-back-offset", "1;2"), "--landscape-back-offset takes 2 numbers with a comma between"),
        (("mine", "--landscape-back-offset", "0,25"), "invalid back offset: 0,25 mm."),
        (("", "--landscape-back-offset", "1,2"), "printer needs a name."),
        (("mine", "--scale", "1"), "a printer that prints 100 mm as 1 mm does not print at actual size."),
        (("mine", "--scale", "99/0"), "--scale takes the printed length of 100 mm, not '99/0'."),
        (("mine", "--scale", "99,98,97"), "--scale takes the printed length of 100 mm"),
        (("mine", "--margin", "-1"), "invalid margin: -1 mm."),
        (("mine", "--margin", "four"), "--margin takes one number, not 'four'."),
        (("../mine", "--margin", "4"), "invalid printer name '../mine'."),
        (("", "--margin", "4"), "printer needs a name."),
        (("mine",), "there is no printer 'mine'."),
        (("mine", "--forget"), "there is no printer 'mine'."),
        (("mine", "--forget", "--margin", "5"), "--forget removes the whole profile."),
    ],
)
def test_nonsense_is_refused(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Exit 2, one sentence, nothing kept."""
    run = call_cli("printer", *words, XDG_CONFIG_HOME=str(tmp_path), APPDATA=str(tmp_path))
    assert run.returncode == 2
    assert run.stderr.startswith(f"ibbprint: {told}")
    assert not list(tmp_path.rglob("*.yaml"))


def test_the_name_of_a_printer_is_no_path() -> None:
    """Nothing outside the folder of profiles is written or read."""
    for name in ("../x", "a/b", "", ".x", "x.", "c:x", "a" * 80, "a\n"):
        with pytest.raises(BadOption):
            printers.path_of(name)
