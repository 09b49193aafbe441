"""English as gamers write it: sentences that were mended stay mended, and the old mannerisms do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.main import get_command

import ibbprint
from ibbprint.drawing import fonts
from ibbprint.press.book import BookOptions, MadeBook, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.systems import games
from tests.helpers import ROOT, app, call_cli, make_kit, make_pack, printed
from tests.kits.test_bet import print_whole
from tests.pdf import Renderer
from tests.sheets import whole_kit

MANNERISMS = re.compile(
    r"""
      \b(?:lies|lie|(?<!cannot[ -])bears?)\b  # for "is" and "has"; races that cannot bear each other are a rule
    | \b(?:is|are|was|be)\ told\b             # for "is reported", "ibbprint says"
    | \bso\ many\b | \bso\ much\b
    | \b(?:of\ (?:its|his|their)\ own)\b      # for "its own ..."
    | \bas\ they\ like\b
    | \bin\ (?:its|his|their)\ place\b
    | \bonce,\ however\ many
    | (?<!there\ )\b(?:is|are)\ no\ (?!longer|more\b|less\b|fewer|further|other\b|nearer|wider)\w+  # "is not a"
    | ,\ for\ (?:it|they|he|there|nothing|nobody)\ \w+                                # for "because"
    | \bcrib\ sheet\b | \bcombat\ (?:results\ )?card\b
    | \b(?:do|does)\ not\ keep\ the\ rules\b
    | (?<!--)\banew\b | \breckoned\b | \bmalus\b
    | \bthat\ there\ (?:is|are)\b             # for "existing"
    | \bif\ you\ do\ not\ say\b | \bnothing\ else\ is\ said\b   # for "by default"
    | \bbehind\ (?:an?|the|its|their)\ (?:type|name|dash|count|price|id|number)s?\b   # for "after"
    | \b(?:the|an)\ own\b
    | \bno\ certificate\b
    | \b(?:good\ for|among|than)\ horse\b | \bhorse\ (?:go|are|come)\b   # for "cavalry"
    | \bleast\ throw\b                      # for "lowest roll"
    | \b(?:wide|high|deep|long|together)\ at\ (?:most|least)\b
    | \bcannot\ be\.
    | \bwhoever\b                           # for "the side that", "a unit that"
    | \bhangs?\ on\b | \brests?\ on\b       # for "depends on", "the rules behind it"
    | \breckon(?:s|ing)?\b
    | \btells\b(?!\ (?:you|them|[^.,;]{1,30}\ apart))   # for "says", "explains", "shows"
    | \b(?:is|are)\ to\ be\b                # for "must be", "should be"
    | \bfinds?\ no\b | \bnobody\ of\b       # for "there is no", "none of"
    | \busual\ are\b | \bproper\ (?:id|hex|formation|rating|colour|letter|place)\b
    | \bonce,?\ however\ many
    | \bstands?\ in\ (?:a|the|its)\ (?:woods?|water|hex|file|table|row|report)\b
    | \bneeded\ \([^)]*\),\ \{?\w+\}?\ rolled\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What a translation sounds like."""
ALLOWED = {
    "a side lies between two hexes that touch",
    "while a {} of its own side is on the map, no {} can cast {}.",  # its own side against the enemy's
    "      woods: [Bear, Frost, Troll, Wolf]",  # the animal
    '      - names: ["{captain}’s Pikes", Tall Wood, Bear Company]',
    (
        "      mountain: [Bear, Black, Cloud, Cold, Eagle, Frost, Grey, Iron, Long, Mist, Raven, Red, Snow, Stone,"
        " Thunder, White, Wolf]"
    ),
}
"""Texts in which a word is meant as it is."""


@cache
def texts_of_code() -> tuple[tuple[str, str], ...]:
    """The texts of all the code, which several tests look at."""
    return tuple(_texts_of_code())


def _texts_of_code() -> Iterator[tuple[str, str]]:
    """Every text with a blank in it that the program can print, with its place, `{}` for values; and what each module,
    each name of `import ibbprint` and each model of which a schema is made says of itself."""
    for path in sorted((ROOT / "ibbprint").rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        described = "models" in path.as_posix()
        for node in nodes:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                continue
            if isinstance(node, ast.Module) or described or node.name in ibbprint.__all__:
                for line in (ast.get_docstring(node) or "").splitlines():
                    yield str(path.relative_to(ROOT)), line
        silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                silent.update(map(id, node.values))
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                text = node.value
            else:
                continue
            if " " in text:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def texts_of_help() -> Iterator[tuple[str, str]]:
    """What `--help` says: of each command, and of each of its options."""
    command = get_command(app)
    for name, each in [("ibbprint", command), *getattr(command, "commands", {}).items()]:
        for group, item in [(name, each), *((f"{name} {sub}", c) for sub, c in getattr(each, "commands", {}).items())]:
            yield group, item.help or ""
            for option in item.params:
                yield f"{group} {option.name}", getattr(option, "help", "") or ""


def texts_of_pages() -> Iterator[tuple[str, str]]:
    pages = (
        "architecture",
        "architecture-reasons",
        "errata",
        "template-names",
        "printing",
        "designing",
        "a-game-of-your-own",
        "maps",
        "python",
        "safety",
        "army-lists",
        "checking",
        "commands",
        "microbattle",
        "odds",
        "playing",
        "maps-from-a-seed",
        "scenarios-from-a-seed",
        "element-battle",
        "battle-turn",
        "playtesting",
        "texts-and-cards",
    )
    starter = ROOT / "ibbprint" / "systems" / "printed" / "starter"
    files = [path for path in sorted(starter.rglob("*")) if path.suffix in (".csv", ".j2", ".md")]
    written = [path.relative_to(ROOT).as_posix() for path in files]
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", *(f"docs/{page}.md" for page in pages), *written):
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{name}:{number}", line


def texts_of_data() -> Iterator[tuple[str, str]]:
    """The catalogue, the sentences of reports and every template of every game, and the scenarios and maps."""
    systems = ROOT / "ibbprint" / "systems"
    files = [path for kind in ("*.yaml", "*.j2", "*.csv") for path in systems.glob(f"*/data/{kind}")]
    files += [path for kind in ("*.j2", "*.yaml") for path in (ROOT / "templates").rglob(kind)]
    for path in sorted((*files, *(ROOT / "scenarios").rglob("*.yaml"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.lstrip().startswith("#") or path.suffix == ".j2":
                yield f"{path.relative_to(ROOT)}:{number}", line


@pytest.mark.parametrize("texts", [texts_of_code, texts_of_help, texts_of_pages, texts_of_data])
def test_no_text_has_the_mannerisms(texts: object) -> None:
    """Messages, `--help`, README and the pages for players and designers say it as gamers do."""
    assert callable(texts)
    items = list(texts())
    assert len(items) > 100
    assert [f"{at}: {text}" for at, text in items if text not in ALLOWED and MANNERISMS.search(text)] == []


# --- sentences that were mended ----------------------------------------------------------------------------------

SHEETS = {
    "stirling": (
        "Chits drawn blind from the same cup or bowl all have the same back.",
        "Print them too: skip one and every page after it lands on the wrong side. Skip one only when you print that",
        "double-sided sheets, including this one.",
        (
            "the backs should line up with the fronts. Being a millimetre or two out is normal and harmless: the colour"
            " extends past the cut line."
        ),
        "Turn the sheets over like the pages of a wall calendar",
        (
            "Trim the left edge of every sheet except the first in each row. Line up its marks with those on the sheet"
            " to its left, overlapping by 8 mm, and glue."
        ),
        (
            "Counters are shown in their starting hexes with the IDs used in the set-up table. Stacks are listed below"
            " the map"
        ),
        "Stack of this many counters (listed below, top counter first)",
        "Conditions (all must be met)",
        "The Aenglish fail to win a Minor Victory.",
        "counting distance, include the destination hex but not the starting hex.",
        "A captain and the units under his command, usually two or more, form a formation.",
        "A ± modifier always helps the side that has it: subtract it when that side attacks, add it when it defends.",
        "He succeeds on 2 rolls in 6; without the modifiers it would be 4 in 6.",
        "A giant fist strikes one hex within range. Each unit there may save;",
        "those that fail are attacked together at strength 4.",
    ),
    "defend-the-bridge": (
        "Use this rating, not the unit list’s.",
        "Neither the path nor the target hex may contain a fort or terrain that prohibits charging.",
        "Player aid: pages 3–4 for one player, pages 5–6 for the other.",
    ),
    "ayrenes-woods": (
        (
            "Roll two six-sided dice, once, for each leader stacked with a unit that was in the battle when the die "
            "was rolled: on 2 or 12 he is killed."
        ),
        "at 1:1 the attackers come off worse one time in three; at 2:1, never.",
        "The elves lose the battle when their losses exceed 44 of their 88 points.",
    ),
}
GONE = ("how many, and why", "faces out of", "faces of the die", "bears its", "lie on each other")


@cache
def words_of(scenario: str) -> str:
    result = printed(scenario)
    with Renderer(result.pdf) as renderer:
        pages = [renderer.text(number) for number in range(1, result.pages + 1)]
    return tight(" ".join(pages))


def tight(text: str) -> str:
    """Letters, figures and a few signs: without blanks, and without the hyphens at which lines are broken."""
    return re.sub(r"[^\w±/:]", "", text).lower()


@pytest.mark.parametrize("scenario", SHEETS)
def test_the_sheets_say_it_as_gamers_do(scenario: str) -> None:
    """These sentences are on the finished pages, word for word; what they replace is not."""
    # Two small pages stand side by side on a sheet of the booklet: our own reader keeps their lines apart.
    text = words_of(scenario) + tight(" ".join(page.text for page in whole_kit(scenario).pages))
    assert [sentence for sentence in SHEETS[scenario] if tight(sentence) not in text] == []
    assert [words for words in GONE if tight(words) in text] == []


def test_the_aid_of_the_whole_game_says_it_as_gamers_do(tmp_path: Path) -> None:
    """What no shipped battle needs: petards."""
    text = tight(" ".join(page.text for page in print_whole(tmp_path / "whole", {}, ["crib"])[0].pages))
    for sentence in (
        "Petard: after one full turn on a bridge or structure, both players roll (engineers first).",
        "5–6 / 5–6",
    ):
        assert tight(sentence) in text


def test_two_victories_that_a_side_must_not_win_are_one_sentence() -> None:
    """Neither, nor; one alone stays as it is."""
    kit, _ = make_kit("low-tide", packs=[ROOT / "docs" / "examples" / "salt-marsh"])
    assert kit is not None
    (sheet,) = [text for text in kit.texts if text.template == "ibb/scenario-sheet.md.j2"]
    message = " ".join(words for level in sheet.values["victory"] for words in level["conditions"])
    assert "The Wardens win neither a Minor nor a Major Victory." in message


def test_the_number_of_a_caster_is_not_taken_for_a_count() -> None:
    """In the order of battle it is in brackets."""
    kit, _ = make_kit("stirling")
    assert kit is not None
    (sheet,) = [text for text in kit.texts if text.template == "ibb/scenario-sheet.md.j2"]
    assert "2 × Priest (4)" in str(sheet.values).replace("\\xa0", " ")


def whole_but_for_map_and_rules(duplex: str, folder: Path) -> MadeBook:
    """A kit with its instructions, without what takes longest to draw and is the same for every way of printing."""
    parts = [{"id": part, "omit": True} for part in ("map", "set-up", "rules")]
    pack = make_pack(folder / "pack", {"parts.yaml": {"parts": parts}})
    kit, report = make_kit("stirling", packs=[pack])
    assert kit is not None, list(report)
    book = make_book(kit, BookOptions(PAPERS["a4"], duplex=duplex), games()["ibb"].template_folders, report)
    assert book is not None, list(report)
    return book


@pytest.mark.parametrize(("duplex", "backs"), [("long-edge", True), ("fold", True), ("none", False)])
def test_backs_are_spoken_of_only_where_there_are_any(duplex: str, backs: bool, tmp_path: Path) -> None:
    """What chits have in common, and what thin paper needs."""
    usual = duplex == "long-edge"
    result = printed("stirling") if usual else whole_but_for_map_and_rules(duplex, tmp_path)
    with Renderer(result.pdf) as renderer:
        text = " ".join(" ".join(renderer.text(number) for number in range(1, result.pages + 1)).split())
    assert ("Chits drawn blind from the same cup or bowl all have the same back." in text) == backs
    assert ("Thinner paper needs card between fronts and backs" in text) == usual


def test_every_area_template_says_how_to_cut_it_out() -> None:
    """On small ones in several lines."""
    text = words_of("stirling")
    result, _ = make_kit("stirling")
    assert result is not None
    cards = [card for card in result.cards if card.section == "templates"]
    assert len(cards) > 1
    assert text.count(tight("Cut along the heavy line.")) == len(cards)


def test_no_line_ends_between_a_number_and_its_unit_on_map_sheets() -> None:
    assert fonts.wrap(
        "overlapping by 8\u00a0mm, and glue.", "regular", 3, fonts.width("overlapping by 8", "regular", 3)
    ) == ["overlapping by", "8\u00a0mm, and glue."]


def test_backs_that_are_turned_are_said_to_be_upside_down(tmp_path: Path) -> None:
    """Page 1 of a kit for the short edge says so."""
    with Renderer(whole_but_for_map_and_rules("short-edge", tmp_path).pdf) as renderer:
        assert "Backs are upside down in this file on purpose." in " ".join(renderer.text(1).split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("odds", "--help"), "Balk check: does the cavalry carry out its charge?"),
        (
            ("kit", "stirling", "--counter-size", "5"),
            "invalid counter size '5': use 8 to 100 mm (usual sizes: 12.7, 15, 15.9, 19).",
        ),
        (
            ("kit", "stirling", "--gutter", "1", "--bleed", "3"),
            "a 3 mm bleed does not fit into a 1 mm gutter. Use a gutter of 6 mm or more, or 0 to share cuts.",
        ),
        (("play", "--help"), "Play even if the set-up breaks the rules."),
    ],
)
def test_commands_say_it_as_gamers_do(arguments: tuple[str, ...], said: str) -> None:
    """Help and refusals of options."""
    result = call_cli(*arguments, COLUMNS="200")
    assert tight(said) in tight(re.sub("[│╭╮╰╯─]", "", result.stdout + result.stderr))


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("README.md", "`ibbprint odds` gives the exact odds of any roll in the game."),
        ("docs/odds.md", "`ibbprint odds` gives the exact odds of any roll in the game."),
        ("docs/army-lists.md", "If an entry matches two units, ibbprint lists both instead of guessing."),
        ("README.md", "If an entry matches two units, ibbprint lists both instead of guessing."),
        ("README.md", "your opponent's own check prints the same code"),
        ("docs/printing.md", "is printed a little smaller, and ibbprint says so."),
        ("templates/ibb/roster.md.j2", "the same list always produces the same code."),
        ("ibbprint/systems/ibb/data/telling.yaml", "He needed {needs} or less ({chance}) and rolled a {die}"),
    ],
)
def test_pages_say_it_as_gamers_do(page: str, said: str) -> None:
    """README, the guide to printing, rosters and battle reports."""
    assert said in (ROOT / page).read_text(encoding="utf-8")
