"""The set-up diagram of the scenario sheet and the set-up on the large map, on the finished PDF."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.systems import games
from tests.helpers import (
    KITS,
    KITS_ON_PAPER,
    SCENARIOS,
    TEMPLATES,
    battle,
    call_cli,
    entries,
    kept,
    make_kit,
    make_pack,
    plain,
    print_kit,
    printed,
    run_cli,
)
from tests.pdf import Box, Document, Page, Run, Shape, contrast, grey, read_pdf
from tests.sheets import head, symbol_outlines

TITLE = "Set-up diagram"
ROOM = 0.075
"""How far the land goes on beyond the outermost hexes, in shares of a hex."""
NEAR = 0.1
"""What is at its place is there within so many mm."""
SYMBOL = 100.0
"""The side of the box that symbols are drawn in."""
ID = re.compile(r"([A-Z])(\d+)")
SPAN = re.compile(r"([A-Z])(\d+)–\1(\d+)")


# --- what the plain files say ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ground:
    """The hexes of a map, worked out here by themselves."""

    columns: int
    rows: int
    flat: bool
    shifted: str

    def centre(self, name: str, size: float) -> tuple[float, float]:
        """The middle of a hex from the top left of the land."""
        column, row = int(name[:2]), int(name[2:])
        radius, more = size / math.sqrt(3), ROOM * size
        odd = self.shifted == "odd"
        if self.flat:
            low = 0.5 if column % 2 == odd else 0.0
            return more + radius * (1 + 1.5 * (column - 1)), more + size * (row - 0.5 + low)
        low = 0.5 if row % 2 == odd else 0.0
        return more + size * (column - 0.5 + low), more + radius * (1 + 1.5 * (row - 1))

    def width(self, size: float) -> float:
        radius, more = size / math.sqrt(3), 2 * ROOM * size
        return radius * (1.5 * (self.columns - 1) + 2) + more if self.flat else size * (self.columns + 0.5) + more


def ground_of(data: dict[str, Any]) -> Ground:
    return Ground(int(data["columns"]), int(data["rows"]), data["layout"] == "flat-top", data.get("shifted", "odd"))


FOREST = ground_of(plain(SCENARIOS / "maps" / "forest-map-one.yaml")["map"])


@dataclass(frozen=True)
class Wanted:
    """What a scenario asks for: who stands in each hex from the start, who comes later, who stands in a zone."""

    stands: dict[str, list[str]]
    later: dict[tuple[str, str], list[str]]
    zones: dict[str, list[str]]

    @property
    def ids(self) -> Counter[str]:
        groups = [*self.stands.values(), *self.later.values(), *self.zones.values()]
        return Counter(name for group in groups for name in group)


def wanted(data: dict[str, Any]) -> Wanted:
    """The ids of the counters by where they start: the letter of the side and the number in its order of battle."""
    result = Wanted({}, {}, {})
    zones = {zone["id"]: zone["name"] for zone in data.get("zones", ())}
    for side in data["sides"]:
        number = 0
        for force in (force for force in data["forces"] if force["side"] == side["id"]):
            count = int(force.get("count", 1))
            ids = [f"{side['letter']}{number + k}" for k in range(1, count + 1)]
            number += count
            hexes = force.get("hexes", [])
            if len(hexes) == 1 and "turn" in force:
                result.later.setdefault((hexes[0], force["turn"]), []).extend(ids)
            elif len(hexes) == 1:
                result.stands.setdefault(hexes[0], []).extend(ids)
            else:
                result.zones.setdefault(zones[force["zone"]] if "zone" in force else " or ".join(hexes), []).extend(ids)
    return result


# --- what the page shows --------------------------------------------------------------------------------------------


@kept
def scenario_sheet(scenario: str, paper: str = "a4") -> Document:
    return read_pdf(printed(scenario, only=["scenario"], paper=paper).pdf)


def diagram(document: Document) -> Page:
    """The page of the diagram: there is one."""
    (page,) = [page for page in document.pages if f": {TITLE}" in head(page)]
    return page


def frame_of(page: Page) -> Box:
    """The edge of the map: the largest box that is drawn as a line."""
    framed = [s.outline for s in page.shapes if s.fill is None and s.stroke is not None and len(s.local) == 1]
    return max(framed, key=lambda box: box.width * box.height)


def bold(page: Page, box: Box) -> list[Run]:
    return [run for run in page.runs if "Bold" in run.font.name and box.holds(run.box.centre)]


def shown_ids(page: Page, among: Callable[[Run], bool] = lambda _: True) -> Counter[str]:
    """Every id on a page, or among some of its runs; those of a row of ids one by one."""
    counts: Counter[str] = Counter()
    for run in filter(among, page.runs):
        row = SPAN.fullmatch(run.text)
        if row:
            counts.update(f"{row[1]}{number}" for number in range(int(row[2]), int(row[3]) + 1))
        elif ID.fullmatch(run.text):
            counts[run.text] += 1
    return counts


def body(page: Page, run: Run) -> Shape:
    """The counter that a label stands on: the smallest square outline that is filled and has a line round it."""
    squares = [
        shape
        for shape in page.shapes
        if shape.fill is not None
        and shape.stroke is not None
        and abs(shape.outline.width - shape.outline.height) < 0.01
        and shape.outline.width > 3
        and shape.outline.holds(run.box.centre)
    ]
    return min(squares, key=lambda shape: (round(shape.outline.width, 2), -shape.order))


def form(shape: Shape) -> tuple[tuple[float, float], ...]:
    """The outline of a shape about its own middle."""
    x, y = shape.outline.centre
    return tuple((round(px - x, 2), round(py - y, 2)) for polygon in shape.polygons for px, py in polygon)


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return math.dist(a, b) <= NEAR


def check_places(page: Page, ground: Ground, want: Wanted, size: float, origin: tuple[float, float]) -> None:
    """Each counter about the middle of its hex, of a stack one with their number, arrivals with their turn."""
    frame = frame_of(page)
    runs = bold(page, frame)
    for name, ids in want.stands.items():
        x, y = ground.centre(name, size)
        middle = (origin[0] + x, origin[1] + y)
        rs = [r for r in runs if r.text in ids and math.dist(r.box.centre, middle) < size / 2]
        assert len(rs) == 1, (name, ids)
        shape = body(page, rs[0])
        assert near(shape.outline.centre, middle), (name, shape.outline.centre, middle)
        if len(ids) > 1:
            badge = [r for r in runs if r.text == str(len(ids)) and math.dist(r.box.centre, middle) < 0.75 * size]
            assert badge, (name, "does not say how many")
    for name, turn in want.later:
        x, y = ground.centre(name, size)
        middle = (origin[0] + x, origin[1] + y)
        beside = " ".join(r.text for r in runs if math.dist(r.box.centre, middle) < 0.75 * size)
        assert re.search(rf"turn {turn}\b", beside), (name, beside)


def check_ids(page: Page, want: Wanted) -> None:
    """Every counter once, alone on the map or in a group below it; of each stack one is on the map as well."""
    foot = frame_of(page).bottom
    on_map, below = shown_ids(page, lambda run: run.y <= foot), shown_ids(page, lambda run: run.y > foot)
    alone = Counter(ids[0] for ids in want.stands.values() if len(ids) == 1)
    assert below + alone == want.ids
    assert sum(on_map.values()) == len(want.stands)
    assert all(sum(on_map[item] for item in ids) == 1 for ids in want.stands.values())


# --- the shipped scenarios ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "paper"), KITS_ON_PAPER)
def test_each_counter_stands_in_its_hex(scenario: str, paper: str) -> None:
    """Every counter with a hex of its own is drawn about that hex's middle within 0.1 mm; a stack says how many."""
    page = diagram(scenario_sheet(scenario, paper))
    frame = frame_of(page)
    size = frame.width / FOREST.width(1.0)
    check_places(page, FOREST, wanted(battle(scenario)), size, (frame.left, frame.top))


@pytest.mark.parametrize("scenario", KITS)
def test_the_numbers_agree_with_the_places(scenario: str) -> None:
    """The hex numbers under the counters are those of the hexes: each once, over the middle of its hex."""
    page = diagram(scenario_sheet(scenario))
    frame = frame_of(page)
    size = frame.width / FOREST.width(1.0)
    rs = [r for r in page.runs if re.fullmatch(r"\d{4}", r.text) and "Bold" not in r.font.name]
    assert len(rs) == len({run.text for run in rs}) == FOREST.columns * FOREST.rows
    for run in rs:
        x, y = FOREST.centre(run.text, size)
        assert abs(run.middle - frame.left - x) < size / 3
        assert 0.3 * size < frame.top + y - run.y < size / 2


@pytest.mark.parametrize(("scenario", "paper"), KITS_ON_PAPER)
def test_each_counter_is_there_once(scenario: str, paper: str) -> None:
    """Every counter is on the diagram once: alone on the map, or in a group below it; the map has one of each stack."""
    check_ids(diagram(scenario_sheet(scenario, paper)), wanted(battle(scenario)))


@pytest.mark.parametrize("scenario", KITS)
def test_the_set_up_table_names_the_same_counters(scenario: str) -> None:
    """The ids in the set-up table are those on the diagram, and those on the counters."""
    document = scenario_sheet(scenario)
    counts: Counter[str] = Counter()
    for page in document.pages:
        if ": Scenario sheet" in head(page):
            counts += shown_ids(page, lambda run: "Bold" not in run.font.name)  # those to cross off are bold
    assert counts == wanted(battle(scenario)).ids
    kit, _ = make_kit(scenario)
    assert kit is not None
    assert set(counts) <= {piece.id for piece in kit.pieces}


@pytest.mark.parametrize("scenario", KITS)
def test_the_key_tells_the_sides_and_the_zones(scenario: str) -> None:
    """Each side is there with its letter, its name and its formations, and each zone with its name, twice."""
    page, data = diagram(scenario_sheet(scenario)), battle(scenario)
    frame = frame_of(page)
    under = [run for run in page.runs if run.y > frame.bottom]
    text = " ".join(run.text for run in under)
    for side in data["sides"]:
        assert any(run.text == side["letter"] for run in under)
        assert side["name"] in text
        formations = [f"{f['letter']} {f['name']}" for f in data["formations"] if f["side"] == side["id"]]
        assert "; ".join(formations) in text
    used = {force["zone"] for force in data["forces"] if "zone" in force}
    for zone in data.get("zones", ()):
        if zone["id"] in used:
            assert zone["name"] in text
            on_map = "".join(run.text for run in bold(page, frame))
            assert zone["name"].replace(" ", "") in on_map.replace(" ", "")
            hexes = [FOREST.centre(name, frame.width / FOREST.width(1.0)) for name in zone["hexes"]]
            words = [run for run in bold(page, frame) if run.text and run.text in zone["name"]]
            nearest = min(math.dist((frame.left + x, frame.top + y), run.box.centre) for x, y in hexes for run in words)
            assert nearest < frame.width / FOREST.width(1.0) / 2


@pytest.mark.parametrize("scenario", KITS)
def test_sides_differ_without_colour(scenario: str) -> None:
    """The counters of the sides have outlines of their own, and the letters of their ids."""
    page, data = diagram(scenario_sheet(scenario)), battle(scenario)
    frame = frame_of(page)
    forms: dict[str, set[tuple[tuple[float, float], ...]]] = {}
    for run in page.runs:
        side = next((s["letter"] for s in data["sides"] if run.text == s["letter"]), None)
        if side is not None and run.y > frame.bottom:
            shape = [s for s in page.shapes if s.outline.holds(run.box.centre) and abs(s.outline.width - 5) < 0.01]
            forms.setdefault(side, set()).update(form(s) for s in shape)
    (item, other) = (forms[side["letter"]] for side in data["sides"])
    assert item
    assert other
    assert not item & other
    style = plain(TEMPLATES / "style.yaml")["style"]["liveries"]
    fills = [style[side["livery"]]["fill"] for side in data["sides"]]
    greys = [grey(tuple(int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))) for fill in fills]  # type: ignore[arg-type]
    assert abs(greys[0] - greys[1]) >= 15


@pytest.mark.parametrize(("scenario", "paper"), KITS_ON_PAPER)
def test_the_diagram_can_be_read(scenario: str, paper: str) -> None:
    """No text is under 5 points, none has less than 4.5:1 to its ground, and every symbol is 3 mm high or more."""
    page = diagram(scenario_sheet(scenario, paper))
    for run in page.runs:
        if run.text.strip():
            assert run.size >= 4.99, run.text
            assert contrast(run.fill, page.ground(run.box.centre, run.order, run.piece)) >= 4.5 or (
                run.text.isdigit() and len(run.text) == 4
            ), run.text
    known = {outlines[0] for _, outlines in symbol_outlines()}
    drawn = [abs(shape.matrix[0]) * SYMBOL for shape in page.shapes if shape.local in known]
    assert len(drawn) >= 10
    assert min(drawn) >= 3.0


@pytest.mark.parametrize(("scenario", "paper"), KITS_ON_PAPER)
def test_the_diagram_is_one_page_on_a_front(scenario: str, paper: str) -> None:
    """The sheet itself stays one sheet of paper; the diagram lies beside it on the next."""
    document = scenario_sheet(scenario, paper)
    assert [": Scenario sheet" in head(page) for page in document.pages] == [True, True, False]
    assert diagram(document).number == 3
    frame = frame_of(diagram(document))
    assert frame.width > 0.8 * diagram(document).width


def test_who_is_drawn_on_the_map() -> None:
    """In Defend the Bridge each kind of counter shows its symbol; the cavalry is on top at 2009, two come in turn 3."""
    page = diagram(scenario_sheet("defend-the-bridge"))
    known = {outlines[0]: name for name, outlines in symbol_outlines()}
    drawn = {known[shape.local] for shape in page.shapes if shape.local in known}
    units = entries("units")
    assert {units[force["unit"]]["symbol"] for force in battle("defend-the-bridge")["forces"]} <= drawn
    assert "T1" in {run.text for run in bold(page, frame_of(page))}
    assert "2009" in page.texts
    assert "2008, turn 3" in page.texts


# --- other maps -----------------------------------------------------------------------------------------------------

WIDE: dict[str, Any] = {
    "map": {
        "id": "broad-moor",
        "title": "The Broad Moor",
        "game": "ibb",
        "columns": "34",
        "rows": "20",
        "layout": "pointy-top",
        "shifted": "even",
        "legend": {".": "clear", "m": "marsh", "r": "river"},
        "terrain": ["." * 17 + "r" + "." * 8 + "m" * 8] * 20,
        "waters": [{"id": "beck", "name": "Beck", "hexes": [f"18{row:02d}" for row in range(1, 21)]}],
    }
}
RAID: dict[str, Any] = {
    "scenario": {
        "id": "raid",
        "title": "A raid on the moor",
        "game": "ibb",
        "map": "broad-moor",
        "turns": "9",
        "first_to_set_up": "moor",
    },
    "sides": [
        {"id": "moor", "name": "Moorfolk", "army": "The Moorfolk", "letter": "M", "livery": "forest"},
        {"id": "reivers", "name": "Reivers", "army": "The Reivers", "letter": "V", "livery": "azure"},
        {"id": "king", "name": "King’s men", "army": "The King’s men", "letter": "K", "livery": "slate"},
    ],
    "formations": [
        {"id": "band", "side": "moor", "name": "The Band", "letter": "A", "captain": "Old Meg"},
        {"id": "riders", "side": "reivers", "name": "Riders", "letter": "A"},
    ],
    "zones": [
        {
            "id": "bog",
            "name": "Anywhere in the bog",
            "hexes": [f"{column}{row:02d}" for column in (27, 28, 29) for row in (8, 9, 10)],
        },
        {"id": "inner", "name": "Heart of the bog", "hexes": ["2809", "2810"]},
    ],
    "forces": [
        *(
            {"side": "moor", "unit": "spearmen-q2", "count": "2", "hexes": [f"{c}12"], "formation": "band"}
            for c in (20, 22, 24)
        ),
        {"side": "moor", "unit": "captain-4", "name": "Old Meg", "hexes": ["2012"], "formation": "band"},
        {"side": "moor", "unit": "siege-engine", "hexes": ["2213"]},
        {"side": "moor", "unit": "engineers-q3", "hexes": ["2213"]},
        {"side": "moor", "unit": "light-infantry-q2", "count": "3", "zone": "bog", "formation": "band"},
        {"side": "moor", "unit": "wizard-4", "zone": "inner"},
        {"side": "moor", "unit": "spearmen-q2", "count": "2", "hexes": ["2012"], "turn": "4"},
        {"side": "reivers", "unit": "light-cavalry-q2", "hexes": ["1811"], "bank": "east", "formation": "riders"},
        {"side": "reivers", "unit": "light-cavalry-q2", "hexes": ["1911"], "formation": "riders"},
        {"side": "king", "unit": "heavy-infantry-q3", "hexes": ["0404"]},
        {"side": "king", "unit": "pikemen-q3", "hexes": ["0406", "0407"]},
        {"side": "king", "unit": "captain-2", "name": "The Sheriff", "hexes": ["0403"], "turn": "2"},
    ],
}


@pytest.fixture(scope="module")
def moor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with a wide pointy-top map of its own and a battle of three sides on it."""
    folder = tmp_path_factory.mktemp("packs") / "moor"
    return make_pack(folder, {"maps/moor.yaml": WIDE, "scenarios/raid.yaml": RAID})


@cache
def raid(pack: Path, paper: str = "a4", **options: Any) -> MadeBook:
    kit, report = make_kit("raid", packs=[pack])
    assert kit is not None, "\n".join(map(str, report))
    only = frozenset(options.pop("only", ("scenario",)))
    book = make_book(kit, BookOptions(PAPERS[paper], only, **options), games()["ibb"].template_folders, report)
    assert book is not None, "\n".join(map(str, report))
    return book


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_another_map_has_its_diagram(moor: Path, paper: str) -> None:
    """On a pack's wide map, upright hexes, three sides, every counter is at its hex and there once."""
    page = diagram(read_pdf(raid(moor, paper).pdf))
    ground, want = ground_of(WIDE["map"]), wanted(RAID)
    frame = frame_of(page)
    runs = bold(page, frame)
    at = {
        name: body(page, next(r for r in runs if r.text == ids[0])).outline.centre
        for name, ids in want.stands.items()
        if len(ids) == 1
    }
    a, b = at["0404"], at["1911"]
    (ax, ay), (bx, by) = ground.centre("0404", 1.0), ground.centre("1911", 1.0)
    size = (b[0] - a[0]) / (bx - ax)
    assert size == pytest.approx((b[1] - a[1]) / (by - ay), rel=1e-3)
    assert size >= 4.5
    check_places(page, ground, want, size, (a[0] - ax * size, a[1] - ay * size))
    check_ids(page, want)
    assert min(run.size for run in page.runs if run.text.strip()) >= 4.99


def test_the_edge_is_numbered_where_hexes_are_small(moor: Path) -> None:
    """Hexes without room for numbers have every fifth column and row named along the edge, over their middles."""
    page = diagram(read_pdf(raid(moor).pdf))
    frame = frame_of(page)
    above = [run for run in page.runs if frame.top - 5 < run.y < frame.top and re.fullmatch(r"\d\d", run.text)]
    beside = [run for run in page.runs if run.x < frame.left and frame.top < run.y < frame.bottom]
    assert {"05", "10", "15", "20"} <= {run.text for run in above}
    assert {"05", "10"} <= {run.text for run in beside}
    assert not [run for run in page.runs if re.fullmatch(r"\d{4}", run.text) and "Bold" not in run.font.name]


def test_what_starts_face_down_says_so(moor: Path) -> None:
    """The King's troops, far from every enemy, bear a question mark, and the key explains it; the others bear none."""
    page = diagram(read_pdf(raid(moor).pdf))
    marks = [run for run in page.runs if run.text == "?"]
    assert len(marks) == 4  # one on the map, two in the groups of the pikemen and of the bog, one in the key
    assert "starts face down" in page.text
    for scenario in KITS:
        assert "?" not in diagram(scenario_sheet(scenario)).texts


def test_later_arrivals_do_not_hide_who_stands_there(moor: Path) -> None:
    """Where somebody stands already, what comes later is on a plate: the turn and how many."""
    page = diagram(read_pdf(raid(moor).pdf))
    assert "turn 4: +2" in page.texts
    assert "2012, turn 4" in page.texts
    assert "0403, turn 2" in page.texts
    assert "0406 or 0407" in page.text


def test_a_hex_of_the_pack_that_has_no_room_for_symbols(tmp_path: Path) -> None:
    """On a map so large that no symbol would be 3 mm high the ids stand alone on the counters, still at their hexes."""
    huge = {**WIDE["map"], "columns": "80", "rows": "40", "terrain": ["." * 80] * 40, "waters": []}
    far = {
        **RAID,
        "zones": [],
        "forces": [
            {"side": "moor", "unit": "spearmen-q2", "hexes": ["0101"]},
            {"side": "reivers", "unit": "light-cavalry-q2", "hexes": ["8040"]},
            {"side": "king", "unit": "spearmen-q2", "count": "2", "hexes": ["4020"]},
        ],
        "formations": [],
    }
    pack = make_pack(tmp_path / "pack", {"maps/moor.yaml": {"map": huge}, "scenarios/raid.yaml": far})
    page = diagram(read_pdf(raid(pack).pdf))
    assert shown_ids(page) == Counter(["M1", "V1", "K1", "K1", "K2"])  # a stack on the map, and in its group
    known = {outlines[0] for _, outlines in symbol_outlines()}
    sizes = [abs(shape.matrix[0]) * SYMBOL for shape in page.shapes if shape.local in known]
    assert all(size >= 3 for size in sizes)


@pytest.mark.parametrize("look", ["atlas", "schematic"])
def test_the_large_map_shows_the_same_set_up(moor: Path, look: str) -> None:
    """With --set-up the map names what stands in each hex and zone, with its symbol, and has a key of the sides."""
    book = raid(moor, only=("map",), poster=True, map_style=look, layers=frozenset({"set-up"}))
    (page,) = read_pdf(book.pdf).pages
    text = page.text
    for words in (
        "Moorfolk:",
        "Reivers:",
        "King’s men",
        "3 × Light Inf",
        "Anywhere in the bog",
        "Siege Engine",
        "turn 2",
    ):
        assert words in text, words
    known = {outlines[0]: name for name, outlines in symbol_outlines()}
    units = entries("units")
    drawn = Counter(known[shape.local] for shape in page.shapes if shape.local in known)
    assert {units[force["unit"]]["symbol"] for force in RAID["forces"]} <= set(drawn)
    assert min(run.size for run in page.runs if run.text.strip()) >= 4.99
    bare = raid(moor, only=("map",), poster=True, map_style=look)
    assert not [shape for shape in read_pdf(bare.pdf).pages[0].shapes if shape.local in known]


def test_the_land_is_in_the_kit_once() -> None:
    """The diagram draws the land of the large map again, it does not hold a second one."""
    parts = (("map", "scenario"), ("map",), ("scenario",))
    together, lone_map, lone_sheet = (printed("stirling", only=only) for only in parts)
    assert len(together.pdf) < len(lone_map.pdf) + len(lone_sheet.pdf) - 50_000


def test_a_character_that_the_font_lacks_is_told_at_its_place(tmp_path: Path) -> None:
    """A character of no font in a name is a problem with file and line, and no diagram comes out with a hole in it."""
    forces = [{**force, "name": "Meg 魔"} if force.get("name") == "Old Meg" else force for force in RAID["forces"]]
    formations = [{**RAID["formations"][0], "captain": "Meg 魔"}, RAID["formations"][1]]
    pack = make_pack(
        tmp_path / "pack",
        {"maps/moor.yaml": WIDE, "scenarios/raid.yaml": {**RAID, "forces": forces, "formations": formations}},
    )
    book, report = print_kit("raid", packs=[pack], only=["scenario"])
    assert book is None
    faults = [problem for problem in report.errors if problem.rule == "draw:glyph"]
    assert any(fault.where.file.endswith("raid.yaml") and fault.where.line > 1 for fault in faults)


def test_any_sheet_of_text_can_name_a_figure(tmp_path: Path) -> None:
    """A pack's own template places the diagram where it likes; a name that is none is a fault with the file's name."""
    own = "# Mine\n\n![The field](figure:map)\n\n{% if first %}After.{% endif %}\n"
    pack = make_pack(tmp_path / "own", {"templates/ibb/set-up.md.j2": own})
    result, report = make_kit("stirling", packs=[pack])
    assert result is not None
    folders = [pack / "templates", *games()["ibb"].template_folders]
    options = BookOptions(PAPERS["a4"], frozenset({"scenario"}))
    book = make_book(result, options, folders, report)
    assert book is not None, "\n".join(map(str, report))
    page = diagram(read_pdf(book.pdf))
    assert {"Mine", "The field", "After."} <= set(page.texts)
    (pack / "templates" / "ibb" / "set-up.md.j2").write_text("![x](figure:nap)\n", encoding="utf-8")
    assert make_book(result, options, folders, report) is None
    faults = [problem for problem in report.errors if problem.rule == "draw:figure"]
    assert len(faults) == 1
    assert "'figure:nap'" in faults[0].message


def test_another_process_makes_the_same_diagram(tmp_path: Path) -> None:
    """Hash seeds of Python do not reach the paper: this process has one by chance, the other another."""
    command = ("kit", "hastings", "--only", "scenario", "-o")
    result = run_cli(*command, str(tmp_path / "1"), PYTHONHASHSEED="1")
    assert result.returncode == 0, result.stderr
    assert call_cli(*command, str(tmp_path / "2")).returncode == 0
    item, two = (next((tmp_path / number).glob("*.pdf")).read_bytes() for number in ("1", "2"))
    assert item == two


def test_many_stacks_go_on_over_the_page(tmp_path: Path) -> None:
    """Seventy stacks are all on the map, and what lies in them goes on over as many pages as it needs."""
    forces: list[dict[str, Any]] = []
    for column in range(2, 20):
        for row in (6, 8, 11, 13):
            side, unit = ("skatch", "axemen-q4") if row < 10 else ("aenglish", "dragoons-q2")
            name = f"{column:02d}{row:02d}"
            forces.append({"side": side, "unit": unit, "hexes": [name]})
            forces.append({"side": side, "unit": "priest-4", "count": str(1 + column % 3), "hexes": [name]})
    data = {**battle("stirling"), "formations": [], "zones": [], "victory": [], "special": [], "forces": forces}
    crowd = {**data, "scenario": {**data["scenario"], "id": "crowd"}}
    pack = make_pack(tmp_path / "pack", {"scenarios/crowd.yaml": crowd})
    book, report = print_kit("crowd", packs=[pack], only=["scenario"])
    assert book is not None, "\n".join(map(str, report))
    results = [page for page in read_pdf(book.pdf).pages if f": {TITLE}" in head(page)]
    assert len(results) > 1
    frame = frame_of(results[0])
    size = frame.width / FOREST.width(1.0)
    want = wanted(crowd)
    assert len(want.stands) == 72
    check_places(results[0], FOREST, want, size, (frame.left, frame.top))
    counts: Counter[str] = Counter()
    for page in results:
        counts += shown_ids(page)
        assert all(run.box.inside(page.media.grown(-6)) for run in page.runs if run.text.strip())
    assert counts == want.ids + Counter(ids[0] for ids in want.stands.values())
