"""A game that lives in somebody else's package is found, listed, printed; nothing of the press knows any game."""

from __future__ import annotations

import importlib
import importlib.util
import io
import re
import tokenize
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from ibbprint.engine.api.kits import Game
from tests.helpers import ROOT, call_cli, call_cli_with, plain, run_cli
from tests.pdf import Document, Page, grey, read_pdf
from tests.sheets import Slot, head, sheets_of, slots

PACKAGE = ROOT / "tests" / "toygame_package"
TOY = PACKAGE / "toygame"
CODE = ROOT / "ibbprint"


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """The kit of the toy game, printed by the command that can import its package."""
    folder = tmp_path_factory.mktemp("toy")
    ran = call_cli_with(PACKAGE, "kit", "toy-skirmish", "-o", str(folder))
    assert ran.returncode == 0, ran.stderr
    assert "21 scrap" in ran.stdout
    return read_pdf((folder / "toy-skirmish.pdf").read_bytes())


def of_size(page: Page, size: float) -> list[Slot]:
    """The square pieces of a size on a page, which has pieces of other sizes too."""
    corners = [(cut.left, cut.top) for cut in page.cuts if (cut.width, cut.height) == pytest.approx((size, size))]
    return [slot for slot in slots(page, size) if any(corner(slot) == pytest.approx(at, abs=0.1) for at in corners)]


def corner(slot: Slot) -> tuple[float, float]:
    return slot.box.left, slot.box.top


def test_it_is_listed_beside_the_other_games() -> None:
    """`ibbprint list` shows the toy game and its scenario, and still the shipped ones."""
    ran = run_cli("list", path=[PACKAGE])
    assert ran.returncode == 0, ran.stderr
    assert "toy: Scrapyard" in ran.stdout
    assert re.search(r"scenario +toy-skirmish +Skirmish in the Scrapyard", ran.stdout)
    assert "defend-the-bridge" in ran.stdout


def test_without_its_package_it_is_not_there() -> None:
    """Where the package cannot be imported there is no such game, and the command says so."""
    ran = call_cli("kit", "toy-skirmish")
    assert ran.returncode == 2
    assert "no scenario 'toy-skirmish'" in ran.stderr


def test_its_robots_are_printed_as_often_as_its_scenario_says(toy: Document) -> None:
    """Every robot of the toy's scenario stands on the sheets with name, power and speed, 19 mm large, edge to edge."""
    robots = {robot["id"]: robot for robot in plain(TOY / "robots.yaml")["robots"]}
    assert len(robots) == 10
    counts: Counter[tuple[str, ...]] = Counter()
    for line in plain(TOY / "scenarios" / "toy-skirmish.yaml")["robots"]:
        robot = robots[line["robot"]]
        counts[tuple(sorted((robot["name"], robot["power"], robot["speed"])))] += int(line.get("count", 1))
    (result,) = [of_size(front, 19) for front, _ in sheets_of(toy, "Robots")]
    (behind,) = [slots(back, 19) for _, back in sheets_of(toy, "Robots")]
    assert Counter(tuple(sorted(slot.texts)) for slot in result) == counts
    lefts = sorted({round(slot.box.left, 3) for slot in result})
    assert all(b - a == pytest.approx(19, abs=0.01) for a, b in pairwise(lefts))
    backs = {(round(s.box.mirrored(210).left, 2), round(s.box.top, 2)) for s in behind}
    assert {(round(s.box.left, 2), round(s.box.top, 2)) for s in result} <= backs


def test_its_scrap_is_half_an_inch(toy: Document) -> None:
    """Pieces of another size share the sheet, in a block by themselves, as many as the scenario says."""
    (result,) = [of_size(front, 12.7) for front, _ in sheets_of(toy, "Scrap")]
    lefts, tops = ({round(place, 2) for place in places} for places in zip(*map(corner, result), strict=True))
    for places in (sorted(lefts), sorted(tops)):
        assert all(b - a == pytest.approx(12.7, abs=0.01) for a, b in pairwise(places))
    assert len(lefts) * (len(tops) - 1) < 21 <= len(lefts) * len(tops)
    assert len(result) == 21
    assert {tuple(slot.texts) for slot in result} == {("Scrap",)}


def test_its_crates_share_a_sheet(toy: Document) -> None:
    """Tiles of 40 x 20 and 40 x 30 mm stand in one block, edge to edge, each as often as the game says."""
    for page in (page for pair in sheets_of(toy, "Crates") for page in pair):
        names = [run for run in page.runs if run.text in ("Crate", "Container")]
        assert Counter(run.text for run in names) == {"Crate": 5, "Container": 2}
        first, second, third = sorted({round(run.y, 2) for run in names})
        assert second - first == pytest.approx(20, abs=0.01)
        assert third - second == pytest.approx(25, abs=0.01)  # from the middle of 20 mm to that of 30
        crates = [cut for cut in page.cuts if round(cut.width, 2) == 40]
        assert len(crates) == 7
        lefts = sorted({round(cut.left, 2) for cut in crates})
        assert len(lefts) == 3
        assert all(b - a == pytest.approx(40, abs=0.05) for a, b in pairwise(lefts))


def test_its_board_has_squares(toy: Document) -> None:
    """Every square of the yard has its name once, column and row from the lower left corner, and the starts stand."""
    page = next(page for page in toy.pages if ": The Yard" in head(page))
    named = {run.text: run for run in page.runs if re.fullmatch(r"\d,\d", run.text)}
    assert set(named) == {f"{column},{row}" for column in range(1, 7) for row in range(1, 5)}
    assert named["1,4"].y < named["1,1"].y
    assert named["2,1"].x - named["1,1"].x == pytest.approx(21.9, abs=0.05)
    assert {"R", "C"} <= {run.text for run in page.runs}
    assert "The Pit" in page.text


def test_large_pieces_keep_their_ratio(toy: Document, tmp_path: Path) -> None:
    """With counters half as large again, robots of 19 mm are 28.5 and scrap of 12.7 is 19.05, type and all."""
    ran = call_cli_with(PACKAGE, "kit", "toy-skirmish", "--counter-size", "23.85", "-o", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    document = read_pdf((tmp_path / "toy-skirmish-23.85mm.pdf").read_bytes())
    robots = [slot for front, _ in sheets_of(document, "Robots") for slot in of_size(front, 28.5)]
    scrap = [slot for front, _ in sheets_of(document, "Scrap") for slot in of_size(front, 19.05)]
    assert [tuple(slot.texts) for slot in scrap] == [("Scrap",)] * 21
    assert len(robots) == 18
    for some, size in ((robots, 28.5), (scrap, 19.05)):
        lefts = [slot.box.left for slot in some if slot.box.top == some[0].box.top]
        assert len(lefts) > 4
        assert all(b - a == pytest.approx(size, abs=0.01) for a, b in pairwise(lefts))
    figures = {run.size for slot in robots for run in slot.runs if run.text.isdigit()}
    (usual,) = {
        run.size
        for front, _ in sheets_of(toy, "Robots")
        for slot in of_size(front, 19)
        for run in slot.runs
        if run.text.isdigit()
    }
    assert {round(size, 2) for size in figures} == {round(usual * 1.5, 2)}


def test_its_colours_are_its_own(toy: Document) -> None:
    """The toy's style gives its counters their colours; what it does not say comes from the shared style."""
    fills = {slot.shapes[0].fill for front, _ in sheets_of(toy, "Robots") for slot in of_size(front, 19)}
    liveries = plain(TOY / "templates" / "style.yaml")["style"]["liveries"].values()
    expected = {tuple(round(int(x["fill"][i : i + 2], 16) / 255, 4) for i in (1, 3, 5)) for x in liveries}
    assert fills == expected
    assert len({round(grey(fill)) for fill in fills if fill is not None}) == 2


def test_its_book_is_whole(toy: Document) -> None:
    """Title, edition, instructions, bookmarks and its card are all there, and nothing of any other game."""
    assert toy.title == "Skirmish in the Scrapyard"
    titles = [title for title, _ in toy.bookmarks]
    assert titles == ["How to print and cut", "The Yard", "Card of robots", "Robots", "Scrap", "Crates"]
    for page in toy.pages:
        if not page.runs:
            continue  # the empty back of a sheet
        assert "Skirmish in the Scrapyard" in head(page)
        assert "edition 3" in head(page)
    page = next(page for page in toy.pages if "card of robots" in head(page))
    (card,) = [cut for cut in page.cuts if sorted((cut.width, cut.height)) == pytest.approx([63, 88], abs=0.01)]
    text = " ".join(run.text for run in page.runs if run.box.inside(card))
    for robot in plain(TOY / "robots.yaml")["robots"]:
        assert f"{robot['name']} {robot['power']}/{robot['speed']}" in text
    assert "19" in toy.pages[0].text
    assert "12.7" in toy.pages[0].text
    for word in ("Combat", "Bridge", "Itty", "Cup"):
        assert word not in toy.text


def test_a_scenario_file_says_which_game_it_is_of(tmp_path: Path) -> None:
    """Given a file, the command finds its game by the name in it; a shipped scenario still goes to its own game."""
    copy = tmp_path / "mine.yaml"
    copy.write_text((TOY / "scenarios" / "toy-skirmish.yaml").read_text().replace("scrap: 21", "scrap: 5"))
    ran = call_cli_with(PACKAGE, "kit", str(copy), "-o", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert "5 scrap" in ran.stdout
    ran = call_cli_with(PACKAGE, "kit", "stirling", "-o", str(tmp_path), "--only", "crt")
    assert ran.returncode == 0, ran.stderr


def test_only_and_paper_work_for_it_too(tmp_path: Path) -> None:
    """The options of the command hold for any game: its own parts, the other paper, and hints for what it has not."""
    ran = call_cli_with(PACKAGE, "kit", "toy-skirmish", "--only", "scrap", "--paper", "letter", "-o", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    (result,) = tmp_path.glob("*.pdf")
    document = read_pdf(result.read_bytes())
    assert document.pages[0].width == pytest.approx(215.9, abs=0.001)
    assert [title for title, _ in document.bookmarks if title in ("Robots", "Scrap")] == ["Scrap"]
    ran = call_cli_with(PACKAGE, "kit", "toy-skirmish", "--only", "crt", "-o", str(tmp_path))
    assert ran.returncode == 2
    assert "no part 'crt'" in ran.stderr


# --- nothing knows a game -------------------------------------------------------------------------------------------

GAME_WORDS = re.compile(
    r"\bibb\b(?!print)|\bhott\b|ayrene|\bpankow|\bfiligast|\bbattleturn\b|\bmicrobattle\b|element.battle|battle.turn|itty|\b[ABHMRG]-R?\d{2,3}\b"
    r"|spearmen|dragoon|cavalry|captain|wizard|priest|tudwall|hastings|stirling"
    r"|\belf|\belves|elven|dwar[fv]|\bthane|berserk|phantasmagoria|holy.war|perfect.aim|combat.chit|stand.and.fight",
    re.IGNORECASE,
)
NEUTRAL = [
    # examples.py has calls that print, play and check what is shipped: the data of the help and of docs/commands.md.
    *sorted(path for path in (CODE / "cli").rglob("*.py") if path.name != "examples.py"),
    CODE / "dice.py",
    CODE / "tables.py",
    *sorted((CODE / "playtest").rglob("*.py")),
    *sorted((CODE / "reports").rglob("*.py")),
    *(CODE / "materials").glob("*.py"),
    CODE / "problems.py",
    CODE / "shipped.py",
    CODE / "hexgrid.py",
    CODE / "squaregrid.py",
    *sorted((CODE / "press").rglob("*.py")),
    *sorted((CODE / "components").rglob("*.py")),
    *sorted((CODE / "drawing").rglob("*.py")),
    *sorted((CODE / "catalogue").rglob("*.py")),
    CODE / "phrases.py",
    *sorted((CODE / "engine").rglob("*.py")),
    *sorted((CODE / "systems").glob("*.py")),
]
ALLOWED = {
    "shared.py": {"R-22=3-2-4": "an example in a message"},
    "printing.py": {
        "kit ibb --all": "an example in the help of an option",
        "heavy-cavalry-q3": "an example in the help of an option",
    },
    "saved.py": {
        "rule: R-22=3-2-4": "an example of a saved game",
        "policy: tudwall=greedy": "an example of a saved game",
    },
    "problems.py": {"ibb:R-74": "an example of how a rule's id is qualified"},
    "phrases.py": {"[R-74 G-20]": "an example of ids behind a sentence"},
    "rulebook.py": {"ibb:R-74": "an example of how a rule's id is qualified"},
    "validate.py": {"like R-74": "an example of the form of a rule's id"},
    "booklet_pages.py": {"{R-76, G-20}": "an example of how ids are written in a text"},
    "fonts.py": {"ibb-": "the project's own fonts, IbbCondensed"},
}
"""What may stand there all the same, with the reason."""


def _named(path: Path) -> list[tuple[int, str]]:
    """The lines of code, docstrings and messages that name a thing of a game; comments may."""
    allowed, whole = ALLOWED.get(path.name, {}), path.read_text(encoding="utf-8")
    results: list[tuple[int, str]] = []
    if not GAME_WORDS.search(whole):
        return results
    for token in tokenize.generate_tokens(io.StringIO(whole).readline):
        if token.type not in (tokenize.NAME, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)):
            continue
        text = token.string
        for words in allowed:
            text = text.replace(words, "")
        text = text.replace("pdf_name", "")
        if GAME_WORDS.search(text):
            results.append((token.start[0], token.string))
    return results


def test_no_game_is_named_outside_its_own_folder() -> None:
    """The command line, the press, the components, the drawing and the catalogue name no game and no rule of one."""
    assert len(NEUTRAL) > 300
    assert {str(path.relative_to(CODE)): named for path in NEUTRAL if (named := _named(path))} == {}


def test_templates_that_games_share_name_none() -> None:
    """The templates that every game prints with name no game."""
    for path in sorted((ROOT / "templates" / "common").rglob("*.j2")):
        assert not GAME_WORDS.search(path.read_text(encoding="utf-8")), path


# --- how to add a game ----------------------------------------------------------------------------------------------


def _offers() -> str:
    """The section of the second architecture page that says what a game may offer."""
    text = (ROOT / "docs" / "architecture-reasons.md").read_text(encoding="utf-8")
    return text.partition("## What a game may offer\n")[2].partition("\n## ")[0]


def _optional() -> set[str]:
    """The names of what a game may leave out."""
    return {var for var in vars(Game) if not var.startswith("_")} - OF_EVERY_GAME


OF_EVERY_GAME = {"id", "title", "order", "also", "template_folders", "schemas", "list", "kit", "offers"}


def test_the_page_names_all_that_a_game_can_offer() -> None:
    """Every method that a game may leave out stands in the table, and no other; every game's own stand above it."""
    above, _, table = _offers().partition("\n| methods |")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == _optional()
    assert set(re.findall(r"`(\w+)`", above)) >= OF_EVERY_GAME - {"offers"}


def test_every_command_that_it_names_is_there() -> None:
    listed = call_cli("--help").stdout
    rows = [line.split("|") for line in _offers().splitlines() if line.startswith("| `")]
    commands = {word for cells in rows for word in re.findall(r"`(\w+)`", cells[3])}
    assert len(commands) >= 11
    assert all(re.search(rf"^\W*{command} ", listed, re.MULTILINE) for command in commands)


def test_the_toy_game_follows_it() -> None:
    """A game without rooms has what every game must have, and offers nothing besides."""
    spec = importlib.util.spec_from_file_location("toygame", TOY / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = module.game
    assert isinstance(game, Game)
    assert not _optional() & set(vars(type(game)))
    points = (PACKAGE / "toygame-1.0.dist-info" / "entry_points.txt").read_text(encoding="utf-8")
    assert "[ibbprint.games]" in points
    assert game.template_folders == (TOY / "templates", ROOT / "templates")
    assert (TOY / "templates" / "style.yaml").is_file()
    head = plain(next((TOY / "scenarios").glob("*.yaml")))["scenario"]
    assert {"id", "title", "game"} <= set(head)
    assert head["game"] == game.id
