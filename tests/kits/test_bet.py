"""The bet: one catalogue. Whatever value of it is changed, the paper changes with it, in its own place.

The shipped files are walked leaf by leaf: each value is changed and seen on paper, or stands here with its reason.
What is printed in words becomes a word of its own, all of them in one catalogue, and each word is found on its pages.
Then every number becomes another one, and each is found beside the word of its entry. What is no word or number (a
choice, a yes or no, a reference) is changed one leaf of each entry at a time, and what is printed of the entry is no
longer the same. Figures in sentences are found in their sentences. Counters, the card of combat results and markers
are looked at whole, with every value of theirs changed. The last tests keep figures out of the templates, where they
would be a second copy.
"""

from __future__ import annotations

import ast
import importlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from ibbprint.engine.api.kits import KitOptions
from ibbprint.press.book import BookOptions, make_book
from ibbprint.press.paper import PAPERS
from ibbprint.problems import Report
from ibbprint.systems import games
from tests import card
from tests.helpers import (
    DATA,
    KITS,
    NOTHING,
    SOAK,
    TEMPLATES,
    Over,
    as_printed,
    battle,
    entries,
    expected_pieces,
    make_pack,
    plain,
    printed,
)
from tests.kits import test_printed_markers as markers
from tests.kits.test_printed_sheets import SHAKING, tight
from tests.pdf import Document, Page, Renderer, read_pdf
from tests.sheets import check_symbols, head, matched, sheets_of, slots

Place = tuple[str | int, ...]
"""Where a value stands in its entry: names of fields and numbers in lists."""

UNPRINTED = (
    "themes",
    "place-names",
    "credits",
    "army-themes",
    "quarrels",
    "sayings",
    "example-turn",
    "first-turn",
    "words",
)
"""What makes maps and scenarios up, which their tests hold; the credit, which test_element_printed holds; and what is
done in the examples of a turn, which test_printed_booklet and test_first_turns hold; what players type, which
test_players_words has."""
KINDS = tuple(sorted(path.stem for path in DATA.glob("*.yaml") if path.stem not in UNPRINTED))
SECTIONS = {
    "counters": ("Counters",),
    "templates": ("Area templates",),
    "list": ("Spells and prayers",),
    "cards": ("Spell book",),
    "crt": ("CRT",),
    "crib": ("Player aid",),
    "prices": ("Price list",),
    "markers": ("Markers",),
    "reasons": ("how many, and why",),
}
"""The pages of each part by the title in their heads; those of the booklet have none."""


@dataclass(frozen=True)
class Leaf:
    """One value of the catalogue: its kind of file, the entry, and where it stands in it."""

    kind: str
    entry: str
    place: Place
    value: str

    @property
    def pattern(self) -> str:
        """`units/price/gold`; numbers in lists are all alike."""
        return "/".join([self.kind, *("*" if isinstance(step, int) else step for step in self.place)])


def _entries(kind: str) -> dict[str, dict[str, Any]]:
    """The entries of a file by their keys; the combat table is one entry."""
    return {"": plain(DATA / "crt.yaml")["crt"]} if kind == "crt" else entries(kind)


def _walk(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    if isinstance(value, str):
        yield place, value
    for step, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from _walk(inner, (*place, step))


@cache
def leaves() -> tuple[Leaf, ...]:
    """Every value of every shipped file of the catalogue, but of ground that only maps with it tell of (test_maps)."""
    return tuple(
        Leaf(kind, name, place, value)
        for kind in KINDS
        for name, entry in _entries(kind).items()
        if "closed" not in entry
        for place, value in _walk(entry, ())
    )


# --- how each value is seen ------------------------------------------------------------------------------------------

WORDS: Mapping[str, tuple[str, ...]] = {
    "abilities/name": ("prices", "rules"),
    "area-templates/name": ("templates",),
    "crt/title": ("crt",),
    "crt/rows/*/name": ("crt", "crib"),
    "crt/codes/*/name": ("crt", "rules"),
    "crt/codes/*/text": ("crt",),
    "markers/name": ("markers", "reasons"),
    "markers/why": ("reasons",),
    "markers/rule": ("reasons",),
    "modifiers/name": ("crib", "rules"),
    "modifiers/text": ("crib", "rules"),
    "petard/name": ("crib",),
    "petard/text": ("crib", "rules"),
    "procedure/name": ("crt",),
    "procedure/text": ("crt",),
    "races/name": ("rules",),
    "scatter/name": ("crib", "rules"),
    "segments/name": ("crt", "crib", "rules"),
    "segments/title": ("crt",),
    "segments/text": ("crt", "crib", "rules"),
    "spells/name": ("cards", "list"),
    "spells/text": ("cards", "list"),
    "spells/rules/*": ("cards", "list"),
    "terrain/name": ("crib",),
    "turn/name": ("crib",),
    "turn/text": ("crib",),
    "units/name": ("prices",),
    "units/short": ("counters",),
}
"""What is printed in words, and on which pages."""


@dataclass(frozen=True)
class Number:
    """A number that is printed: the pages, what it may become, and whether it stands before the name of its entry."""

    pages: tuple[str, ...]
    among: Sequence[int]
    before: bool = False


NUMBERS: Mapping[str, Number] = {
    "modifiers/amount": Number(("crib", "rules"), range(1, 10), before=True),
    "segments/number": Number(("crt", "crib", "rules"), (8, 7), before=True),
    "procedure/number": Number(("crt",), range(1, 21), before=True),
    "turn/number": Number(("crib",), range(1, 21), before=True),
    "area-templates/ranks/*/numerator": Number(("templates",), range(2, 9)),
    "petard/engineer/*": Number(("crib",), range(11, 40, 2), before=True),
    "petard/owner/*": Number(("crib",), range(11, 40, 2), before=True),
    "spells/cost": Number(("cards", "list"), range(11, 21)),
    "spells/save/modifier": Number(("cards", "list"), (6, 5)),
    "spells/upkeep": Number(("cards", "list"), range(11, 21)),
    "spells/turns": Number(("cards", "list"), range(11, 21)),
    "spells/strengths/*": Number(("cards", "list"), range(31, 40)),
    "terrain/cost": Number(("crib",), range(6, 21)),
    "terrain/infantry_defence": Number(("crib",), range(2, 7)),
    "units/attack": Number(("counters", "prices"), range(9, 0, -1)),
    "units/defence": Number(("counters", "prices"), range(9, 0, -1)),
    "units/movement": Number(("counters", "prices"), range(9, 0, -1)),
    "units/quality": Number(("counters", "prices"), range(1, 7)),
    "units/rating": Number(("counters", "prices"), range(9, 0, -1)),
    "units/attack_stone": Number(("counters", "prices"), range(9, 0, -1)),
    "units/range": Number(("counters", "crib"), range(9, 0, -1)),
    "units/shots": Number(("counters", "crib"), range(1, 21)),
    "units/price/gold": Number(("prices",), range(301, 310)),
    "units/price/low": Number(("prices",), range(401, 410)),
    "units/price/high": Number(("prices",), range(501, 510)),
}
"""What is printed as a number beside the name of its entry."""

Other = Callable[[str, Mapping[str, Any]], str]


def flipped(value: str, _: Mapping[str, Any]) -> str:
    return {"true": "false", "false": "true"}[value]


def one_of(*values: str) -> Other:
    """The next of these values."""
    return lambda value, _: values[(values.index(value) + 1) % len(values)]


def not_in(field: str, *values: str) -> Other:
    """A value that the list of the entry does not have yet."""
    return lambda _, entry: next(value for value in values if value not in entry[field])


@dataclass(frozen=True)
class Choice:
    """A value that is a choice: the pages that show it, another value, and what of the line it changes (all, if empty).

    Choices of one entry that change different words of its line are made together.
    """

    pages: tuple[str, ...]
    other: Other
    words: str = ""


CARDS = ("cards", "list")
SECTION_OF = {"cards": "spells", "list": "spell-list"}
"""The section of a kit in which a part is, where it has another name."""
CHOICES: Mapping[str, Choice] = {
    "area-templates/shape": Choice(("templates",), lambda value, _: "ball"),
    "area-templates/ranks/*/distance": Choice(("templates",), lambda value, _: str(int(value) + 1)),
    "area-templates/ranks/*/denominator": Choice(("templates",), lambda value, _: "8"),
    "area-templates/reconstructed": Choice(("templates",), flipped, "reconstruction"),
    "modifiers/to": Choice(("crt",), lambda value, _: "morale" if value == "combat" else "combat"),
    "modifiers/favours": Choice(
        ("crib",), lambda value, _: "defender" if value in ("attacker", "roller") else "attacker"
    ),
    "modifiers/changes": Choice(("crt", "crib"), one_of("column", "attack", "defence")),
    "spells/caster": Choice(CARDS, one_of("wizard", "priest"), "wizard|priest"),
    "spells/speed": Choice(CARDS, one_of("fast", "slow"), "segment name"),
    "spells/save/kind": Choice(CARDS, one_of("none", "quality", "best-quality", "special"), "quality|best|see text"),
    "spells/spillover": Choice(("list",), flipped, r"\b(?:yes|no)\b"),  # icons on cards: see test_printed_aid
    "spells/thrown": Choice(("list",), flipped, r"\b(?:yes|no)\b"),
    "spells/templates/*": Choice(CARDS, not_in("templates", "cone-a", "ball-1"), "template name"),
    "terrain/crt_row": Choice(("crib",), one_of("marsh", "clear", "desert", "brush", "woods"), "row name"),
    "terrain/ignored_by/*": Choice(("crib",), not_in("ignored_by", "dismount", "charge"), "ability name"),
    "terrain/bars_charge": Choice(("crib",), flipped, "charge"),
    "terrain/bars_engines": Choice(("crib",), flipped, "engines"),
    "terrain/water": Choice(("crib",), flipped, "zones of control"),
    "units/abilities/*": Choice(("prices",), not_in("abilities", "ranger", "hill-people", "scout-contact")),
    "units/segment": Choice(("crib",), one_of("red", "purple", "green"), "segment name"),
    "units/becomes": Choice(("counters",), lambda value, _: "engineers-q3"),
    "units/listed": Choice(("counters",), flipped),
    "units/mix": Choice(("counters",), lambda value, _: "2"),
}
"""What is neither words nor a number beside a name."""
FROM_ROUND = {"units/becomes": 1, "units/listed": 2}
"""Choices that change how many counters of another entry there are, apart from each other."""
NAMES = {
    "segment name": "segments/name",
    "template name": "area-templates/name",
    "row name": "crt/rows/*/name",
    "ability name": "abilities/name",
}
"""Words of the catalogue that a choice changes, by the pattern of the names."""

ELSEWHERE: Mapping[str, str] = {
    "spells/symbol": "kits.test_printed_aid:test_a_spell_of_a_pack_has_the_picture_that_it_names_or_one_of_its_kind",
    "abilities/symbol": "kits.test_bet:test_each_piece_looks_as_the_unit_list_says",
    "area-templates/when/ball_radius": "kits.test_printed_sheets:test_templates_are_at_the_scale_of_the_map",
    "crt/columns": "kits.test_bet:test_the_card_has_what_its_files_say",
    "crt/rows/*/odds/*": "kits.test_bet:test_the_card_has_what_its_files_say",
    "crt/results/*/*": "kits.test_bet:test_the_card_has_what_its_files_say",
    "crt/codes/*/attacker": "engine.test_not_played:test_a_result_of_a_pack_does_what_it_says",
    "crt/codes/*/defender": "engine.test_not_played:test_a_result_of_a_pack_does_what_it_says",
    "crt/codes/*/id": "kits.test_bet:test_the_card_has_what_its_files_say",
    "figures/value": "kits.test_bet:test_each_figure_stands_in_its_sentences",
    "markers/symbol": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "markers/changes": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "markers/figure": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "markers/count": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "markers/colour": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "markers/back": "kits.test_bet:test_each_marker_is_printed_from_its_file",
    "modifiers/needs": "kits.test_printed_aid:test_what_a_modifier_needs_decides_whether_the_aid_has_it",
    "modifiers/when/charge_bonus": "kits.test_printed_sheets:test_the_crib_follows_the_switches",
    "markers/when/berserk": "kits.test_rules_in_print:test_a_switch_shows_wherever_it_counts",
    "modifiers/when/berserk": "kits.test_printed_sheets:test_the_crib_follows_the_switches",
    "petard/steps_back": "kits.test_bet:test_each_figure_stands_in_its_sentences",
    "petard/wait_turns": "kits.test_bet:test_each_figure_stands_in_its_sentences",
    "races/antipathy/*": "kits.test_bet:test_races_that_cannot_bear_each_other_are_named",
    "rulings/title": "kits.test_bet:test_rulings_are_told_where_they_are_applied",
    "rulings/switch/values/*": "kits.test_bet:test_rulings_are_told_where_they_are_applied",
    "rulings/tag": "kits.test_printed_booklet:test_reconstructions_are_marked",
    "scatter/turn": "kits.test_bet:test_each_direction_of_scatter_is_drawn",
    "scout/formation_from": "kits.test_bet:test_each_chance_of_a_scout_is_printed",
    "scout/scout_from": "kits.test_bet:test_each_chance_of_a_scout_is_printed",
    "terrain/penalty": "kits.test_printed_sheets:test_the_crib_has_every_cost_of_terrain",
    "units/symbol": "kits.test_bet:test_each_piece_looks_as_the_unit_list_says",
    "units/direct_fire": "kits.test_bet:test_an_engine_fires_as_its_file_says",
    "units/arm": "kits.test_bet:test_the_price_list_is_grouped_by_arm_and_kind",
    "units/kind": "kits.test_bet:test_the_price_list_is_grouped_by_arm_and_kind",
    "units/race": "kits.test_bet:test_races_that_cannot_bear_each_other_are_named",
}
"""What another test changes (or a test here of its own): module and name of the test."""

TELLING = "a sentence of the report on a battle that was played; no part of a kit"
ID = "a name for files; nobody at the table reads it"
RULES = "the rulings that it rests on, for checks and for who looks them up; printed with spells and markers only"
ALIASES = "other words that a reader of files takes; what is printed is the name"
ENGINE = "for a program that plays; the text of the entry says it to people"
KEY = "the key of the entry: another value is another entry, which is printed as well"
EXCUSED: Mapping[str, str] = {
    **{f"{kind}/id": ID for kind in KINDS if kind not in ("crt", "telling", "scatter", "scout", "parts")},
    "crt/rows/*/id": ID,
    "scatter/roll": KEY,
    "scout/range": KEY,
    **{
        f"{kind}/rules/*": RULES
        for kind in (
            "abilities",
            "area-templates",
            "crt",
            "modifiers",
            "petard",
            "procedure",
            "races",
            "scatter",
            "scout",
            "segments",
            "terms",
            "terrain",
            "turn",
            "units",
        )
    },
    "abilities/text": "the booklet describes the shipped abilities in its own words, for a beginner",
    "figures/text": "says what the number is to who edits the file",
    "figures/rule": "where the number comes from, for who edits the file",
    "figures/least": "a bound for the figures of packs, which no page names",
    "figures/reconstructed": "the booklet marks the paragraph by the ruling (test_printed_booklet)",
    "petard/structure_destroyed": ENGINE,
    "petard/engineer_lost": ENGINE,
    "petard/petard_spent": ENGINE,
    "races/aliases/*": ALIASES,
    "rulings/topic": "an order for lists of rulings on the screen",
    "rulings/text": "the reasons for a ruling are read on the screen; paper has its number and its title",
    "rulings/source/*": "where the question arises in the lost text",
    "statements/text": "what the source says, for who looks it up on the screen",
    "statements/title": "what a list of rules on the screen calls it; paper has the rules in a booklet's words",
    "statements/source/*": "where the statement stands in the lost text",
    "rulings/statements/*": "where the question arises in the lost text",
    "rulings/settled_by/*": "how rulings hang together",
    "rulings/settles/*": "how rulings hang together",
    "rulings/switch/name": "a name for the command line and for files",
    "rulings/switch/default": "the usual choice; each other choice has tests of what it changes on paper",
    "spells/printed/*": "what the damaged source has; cards print the spell as ruled",
    "spells/summons": "a reference: test_printed_complete has a summoning of its own, with its counters",
    "spells/target": ENGINE,
    "parts/*": "what a kit is put together from; test_kit_parts adds parts and leaves them out",
    **({"telling/*": TELLING} if "telling" in KINDS else {}),
    "terms/name": ALIASES,
    "terms/aliases/*": ALIASES,
    "units/aliases/*": ALIASES,
    "markers/on_unit": "says which markers are a layer on a piece of a virtual table",
    "units/note": "a remark for who edits the file",
    "units/on": "a reference: says when the counter is exchanged, for a program and for the switch of spent spearmen",
    "units/price/reconstructed": "the list says of all its prices that they are a reconstruction",
    "units/price/working": "how the price was reckoned, for who edits the file",
    "units/weight": ENGINE,
}
"""What is not printed, or where changing it shows nothing by itself, with the reason."""


def how(leaf: Leaf) -> str:
    """The pattern by which a leaf is accounted for: its own, or that of all fields of its kind."""
    fields = leaf.pattern.split("/")
    if leaf.kind == "rulings" and fields[1:3] == ["switch", "values"]:
        return "rulings/switch/values/*"
    if leaf.pattern.startswith("spells/printed/"):
        return "spells/printed/*"
    if leaf.kind in ("telling", "parts"):
        return f"{leaf.kind}/*"
    return leaf.pattern


def test_every_value_of_the_catalogue_is_accounted_for() -> None:
    """Each value of each shipped file is changed and seen by a test, or stands among the exceptions with a reason."""
    shelves: tuple[Mapping[str, Any], ...] = (WORDS, NUMBERS, CHOICES, ELSEWHERE, EXCUSED)
    patterns = {how(leaf) for leaf in leaves()}
    known = [name for shelf in shelves for name in shelf]
    assert patterns - set(known) == set(), "say how these values are seen, or why they are not printed"
    assert set(known) - patterns == set(), "the catalogue has no such values any more"
    assert len(known) == len(set(known))
    for test in set(ELSEWHERE.values()):
        module, _, name = test.partition(":")
        assert hasattr(importlib.import_module(f"tests.{module}"), name), test


# --- a catalogue with other values, and its pages --------------------------------------------------------------------

USUAL = {"charge_bonus": "strength", "berserk": "one", "ball_radius": "less-one"}
OTHERWISE = {"charge_bonus": "die", "ball_radius": "number", "spent_spearmen": "3-2-4"}
"""Choices that print what the usual ones leave out."""
CODE = re.compile("q[a-p]{3}z", re.IGNORECASE)
ANCHORS = ("name", "short")
"""The fields by which an entry is found on a page."""
DICE = r"[\d–, ]+ / [\d–, ]+$"
WINDOW = {"list": 130, "templates": 200}
"""So much of a page, in characters, belongs to the entry whose name stands there; 80 on other pages."""

Catalogue = dict[str, dict[str, dict[str, Any]]]
"""Entries by kind and key."""


def _set(entry: Any, place: Place, value: str) -> None:
    for step in place[:-1]:
        entry = entry[step]
    entry[place[-1]] = value


def _coded(number: int, place: Place) -> str:
    """A word that stands nowhere else; where an id of a rule must stand, an id of that kind."""
    if "rule" in str(place):
        return f"I-{100 + number}"  # the narrowest there is: cards have little room
    return "Q" + "".join("abcdefghijklmnop"[number >> shift & 15] for shift in (8, 4, 0)) + "z"


@cache
def words() -> Mapping[Leaf, str]:
    """The word of its own that each printed text becomes."""
    texts = [leaf for leaf in leaves() if leaf.pattern in WORDS]
    rules = [leaf for leaf in texts if "rule" in str(leaf.place)]
    rest = [leaf for leaf in texts if "rule" not in str(leaf.place)]
    return {leaf: _coded(n, leaf.place) for each in (rules, rest) for n, leaf in enumerate(each, start=1)}


@cache
def worded() -> Catalogue:
    """The catalogue in which each printed text is a word of its own, and each army has one of each unit."""
    result = {kind: deepcopy(_entries(kind)) for kind in KINDS if kind not in ("rulings", "terms", "figures")}
    for leaf, word in words().items():
        _set(result[leaf.kind][leaf.entry], leaf.place, word)
    for unit in result["units"].values():
        if "mix" in unit:
            unit["mix"] = "1"
    for number, ground in enumerate(result["terrain"].values(), start=1):
        ground["cost"] = str(number)  # so that each has a line of its own in the booklet
    for template in result["area-templates"].values():
        for rank in template["ranks"]:
            rank["denominator"] = "9"  # so that every numerator can become another one
    result["markers"]["bank-north"]["count"] = "1"  # nobody stands on a bank in the kit of the whole catalogue
    return result


def print_whole(
    folder: Path, changed: Catalogue, only: Sequence[str], under: Sequence[Path] = (), rules: Mapping[str, str] = USUAL
) -> list[Document]:
    """A designer's kit of the whole catalogue as a pack on others has changed it: the parts that are asked for.

    Each part that is cut out is a document by itself, as the booklet is, which comes last; all others are one.
    """
    files = {
        f"{kind}.yaml": {kind: shelf[""] if "" in shelf else list(shelf.values())} for kind, shelf in changed.items()
    }
    pack, report, game = make_pack(folder, files), Report(), games()["ibb"]
    result = game.kit(
        "ibb", KitOptions((*under, pack), dict(rules), only=frozenset(only), whole=True, designer=True), report
    )
    assert result is not None, "\n".join(map(str, report))
    documents = []
    alone = [*sorted(CUT_OUT.intersection(only)), *(part for part in only if part == "rules")]
    for some in [set(only).difference(alone), *({part} for part in alone)]:
        if some:
            book = make_book(result, BookOptions(PAPERS["a4"], frozenset(some)), game.template_folders, report)
            assert book is not None, "\n".join(map(str, report))
            documents.append(read_pdf(book.pdf))
    return documents


SHEETS = ("counters", "markers", "reasons", "templates", "spells", "spell-list", "crt", "crib", "prices")
CUT_OUT = frozenset(("counters", "markers", "templates", "spells", "crt"))
"""What is cut out: printed part by part here, for together they share their sheets."""


@dataclass(frozen=True, eq=False)
class Pages:
    """The pages of a kit, part by part."""

    sheets: Sequence[Document]
    rules: Document | None = None
    pack: Path = Path()

    @cached_property
    def heads(self) -> list[tuple[Page, str]]:
        return [(page, head(page)) for document in self.sheets for page in document.pages]

    @cache  # noqa: B019
    def chunks(self, part: str) -> list[str]:
        """What stands on the pages of a part: a counter by itself, all else a page as it is read."""
        if part == "rules":
            return [page.text for page in self.rules.pages] if self.rules is not None else []
        results = [
            page for page, called in self.heads if any(title.lower() in called.lower() for title in SECTIONS[part])
        ]
        if part in ("counters", "markers", "cards"):
            return [" ".join(run.text for run in runs) for page in results for runs in page.runs_of.values()]
        return [page.text for page in results]

    def text(self, part: str) -> str:
        return "\n".join(self.chunks(part)).lower()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of the catalogue with words of its own."""
    return _pages(tmp_path_factory.mktemp("words"), worded(), SHEETS)


def _pages(folder: Path, changed: Catalogue, only: Sequence[str], rules: Mapping[str, str] = USUAL) -> Pages:
    *sheets, booklet = print_whole(folder / "pack", changed, [*only, "rules"], (), rules)
    return Pages(sheets, booklet, folder / "pack")


# --- words -----------------------------------------------------------------------------------------------------------


def seen_on(leaf: Leaf) -> tuple[str, ...]:
    """The pages on which the words of an entry must stand; none where it is not printed, which says why."""
    entry, field = _entries(leaf.kind)[leaf.entry], leaf.place[0]
    if leaf.kind == "modifiers":
        # the booklet tells of accuracy in a sentence, and leaves those of combat to the aid
        more = {"combat": ("crt", "crib"), "accuracy": ("crib",)}
        return more.get(entry["to"], WORDS[leaf.pattern])
    if leaf.kind == "turn" and leaf.entry in ("checks", "extremes", "rout-moves", "works", "victory"):
        return ()  # the crib has the End phase under morale, engineers and victory, from the same figures
    if leaf.kind == "races" and leaf.entry in ("human", "halfling", "orc"):
        return ()  # they bear everybody, or nobody of theirs is in the unit list; a test here changes that
    if leaf.kind == "markers" and entry["count"] == "0" and field in ("why", "rule"):
        return ()  # it is counted with the marker on whose back it stands
    if leaf.kind == "units" and "price" not in entry and field == "name":
        return ()  # its counter bears the short name
    if leaf.kind == "units" and entry.get("kind") == "equipment" and field == "short":
        return ()  # its counters are markers
    if leaf.pattern == "area-templates/name" and any(
        leaf.entry in s.get("templates", ()) for s in _entries("spells").values()
    ):
        return ("templates", "cards", "list")
    return WORDS[leaf.pattern]


def test_each_text_stands_on_its_pages(base: Pages, tmp_path: Path) -> None:
    """Every name, title, text, reason and ruling that is printed is the catalogue's, wherever it is printed."""
    otherwise = _pages(tmp_path, worded(), ("templates", "crt", "crib", "counters"), OTHERWISE)
    texts = {part: f"{base.text(part)}\n{otherwise.text(part)}" for part in (*SECTIONS, "rules")}
    missing = [
        (part, leaf.pattern, leaf.entry)
        for leaf, word in words().items()
        for part in seen_on(leaf)
        if word.lower() not in texts[part]
    ]
    assert not missing


# --- numbers ---------------------------------------------------------------------------------------------------------


def anchors(kind: str) -> list[str]:
    """The words by which the entries of a kind are found, as they stand in a page's text."""
    return [
        word.lower() for leaf, word in words().items() if leaf.kind == kind and leaf.place in (("name",), ("short",))
    ]


@cache
def windows(pages: Pages, part: str, kind: str, before: bool) -> dict[str, str]:
    """What stands beside the word of each entry of a kind on the pages of a part, by word; all its places together."""
    values: dict[str, str] = {}
    ends = re.compile("|".join(anchors(kind)))
    for chunk in pages.chunks(part):
        items = list(ends.finditer(chunk.lower()))
        for number, match in enumerate(items):
            if part in ("counters", "cards"):  # one entry each
                beside = chunk
            elif before:
                last = re.search(DICE if kind == "petard" else r"[+–±]?\d+\D{0,18}$", chunk[: match.start()])
                beside = last[0] if last else ""
            else:
                end = items[number + 1].start() if number + 1 < len(items) else len(chunk)
                beside = chunk[match.end() : min(end, match.end() + WINDOW.get(part, 80))]
            values[match[0]] = f"{values.get(match[0], '')} {beside}"
    return values


def beside(pages: Pages, part: str, leaf: Leaf, *, before: bool = False) -> str:
    """What stands on paper with the entry of a value; nothing where it is not printed."""
    field = "short" if part == "counters" else "name"
    word = words()[Leaf(leaf.kind, leaf.entry, (field,), _entries(leaf.kind)[leaf.entry][field])].lower()
    return windows(pages, part, leaf.kind, before).get(word, "")


@cache
def numbers(text: str) -> Counter[str]:
    """Every number of a text; A12 is the number of a counter, 5 in 6 and 8 to 6 are of an example."""
    return Counter(re.findall(r"(?<![AB\d])\d+", re.sub(r"\b\d in \d\b|charge is \d+ to \d+", "", text)))


def numbered() -> tuple[Catalogue, dict[Leaf, str]]:
    """The catalogue with other words in which every number is another one, and what each has become."""
    result, become = deepcopy(worded()), dict[Leaf, str]()
    taken: dict[tuple[str, str, str], set[str]] = {}
    for leaf in leaves():
        for part in NUMBERS[leaf.pattern].pages if leaf.pattern in NUMBERS else ():
            taken.setdefault((leaf.kind, leaf.entry, part), set()).add(leaf.value.lstrip("-"))
    for leaf in leaves():
        if leaf.pattern in NUMBERS:
            here = [taken[leaf.kind, leaf.entry, part] for part in NUMBERS[leaf.pattern].pages]
            among = NUMBERS[leaf.pattern].among
            if leaf.pattern == "terrain/cost":  # grounds of one cost may stand in one line
                grounds = [item for item, entry in _entries("terrain").items() if "closed" not in entry]
                among = among[grounds.index(leaf.entry) :]
            value = next(str(n) for n in among if not any(str(n) in each for each in here))
            for each in here:
                each.add(value)
            become[leaf] = value
            _set(result[leaf.kind][leaf.entry], leaf.place, value)
    return result, become


def there(leaf: Leaf) -> bool:
    """False for entries that stand in a kit only with another choice of some rule, which other tests make."""
    when = _entries(leaf.kind)[leaf.entry].get("when", {})
    return all(USUAL[name] == value for name, value in when.items()) and not leaf.entry.endswith("-3-2-4")


def graded(leaf: Leaf) -> bool:
    """Whether a template has its fractions on it: a spell that uses it has a strength."""
    spells = [_entry for _entry in _entries("spells").values() if leaf.entry in _entry.get("templates", ())]
    return not spells or any(spell.get("strengths") for spell in spells)


def shows_number(leaf: Leaf, part: str) -> bool:
    """True where a number must be printed on a page; false where its entry is not there."""
    entry = _entries(leaf.kind)[leaf.entry]
    if not there(leaf):
        return False
    if leaf.kind == "units":
        if part in ("prices", "crib"):
            return "price" in entry
        if part == "rules":  # entries of one name stand in one line, as the first of them has it
            first = next(unit for unit in _entries("units").values() if unit["name"] == entry["name"])
            return "price" in entry and first is entry
        # a counter that is exchanged has the quality of the one before
        exchanged = [unit.get("becomes") for unit in _entries("units").values()]
        return leaf.entry not in exchanged or leaf.place != ("quality",)
    if leaf.kind == "area-templates":
        return graded(leaf)
    if leaf.kind == "spells" and leaf.place == ("turns",):
        return leaf.entry not in SHAKING
    if leaf.kind == "modifiers":
        return part != "rules" or entry["to"] not in ("accuracy", "combat")
    if leaf.kind == "turn":
        return leaf.entry == "setting-up"  # a list that is numbered from its first step on
    return True


def test_each_number_stands_beside_its_name(base: Pages, tmp_path: Path) -> None:
    """Every rating, range, price, bound, cost, strength and amount is the catalogue's, wherever it is printed."""
    result, become = numbered()
    changed = _pages(tmp_path, result, SHEETS)
    missing = []
    for leaf, value in become.items():
        each = NUMBERS[leaf.pattern]
        for part in each.pages:
            if shows_number(leaf, part):
                was, now = (beside(pages, part, leaf, before=each.before) for pages in (base, changed))
                if numbers(now)[value] <= numbers(was)[value]:
                    missing.append((part, leaf.pattern, leaf.entry, value, was, now))
    assert not missing


# --- choices ---------------------------------------------------------------------------------------------------------


def shows_choice(leaf: Leaf, part: str) -> bool:
    """True where another choice must change a page; false where its entry is not there."""
    entry = _entries(leaf.kind)[leaf.entry]
    if leaf.kind == "area-templates":
        if leaf.place[:1] == ("ranks",) and leaf.place[-1] == "denominator" and not graded(leaf):
            return False
        # a ball with its middle cannot be a cone
        return there(leaf) and (leaf.place != ("shape",) or leaf.value == "cone")
    if leaf.kind == "units":
        return there(leaf) and (entry.get("kind") != "equipment" if part == "counters" else "price" in entry)
    return there(leaf)


def rounds() -> list[dict[Leaf, str]]:
    """All choices, in as few prints as their words allow."""
    results: list[dict[Leaf, str]] = []
    own: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in leaves():
        if leaf.pattern in CHOICES:
            own.setdefault((leaf.kind, leaf.entry), []).append(leaf)
    for (kind, name), each in own.items():
        each.sort(key=lambda leaf: ("counters" not in CHOICES[leaf.pattern].pages, leaf.place == ("becomes",)))
        changed: list[list[str]] = []
        for leaf in each:
            choice = CHOICES[leaf.pattern]
            free = [n for n, used in enumerate(changed) if choice.words and "" not in used and choice.words not in used]
            at = max(free[0] if free else len(changed), FROM_ROUND.get(leaf.pattern, 0))
            changed += [[]] * (at + 1 - len(changed))
            changed[at] = [*changed[at], choice.words]
            results += [{}] * (at + 1 - len(results))
            results[at] = {**results[at], leaf: choice.other(leaf.value, _entries(kind)[name])}
    return results


def of_line(pages: Pages, part: str, leaf: Leaf) -> list[str]:
    """What of the line of an entry a choice changes: the words that it is about, or all."""
    line = " ".join(beside(pages, part, leaf, before=before) for before in (False, True)).lower()
    about = CHOICES[leaf.pattern].words if leaf.pattern in CHOICES else ""
    if about in NAMES:
        about = "|".join(word.lower() for other, word in words().items() if other.pattern == NAMES[about])
    return re.findall(about, line) if about else [line]


def test_each_choice_changes_what_is_printed_of_its_entry(base: Pages, tmp_path: Path) -> None:
    """Every speed, save, yes or no, shape, reference and side is the catalogue's: another one prints another line."""
    missing = []
    for number, changes in enumerate(rounds()[:: 1 if SOAK else 3]):
        values: Catalogue = {}
        for leaf, value in changes.items():
            shelf = values.setdefault(leaf.kind, {})
            _set(shelf.setdefault(leaf.entry, deepcopy(worded()[leaf.kind][leaf.entry])), leaf.place, value)
        balls = {leaf.entry for leaf in changes if leaf.pattern == "area-templates/shape"}
        for name, spell in {**worded()["spells"], **values.get("spells", {})}.items():
            if balls.intersection(spell.get("templates", ())):  # aimed as a cone it would be refused
                values.setdefault("spells", {})[name] = {**deepcopy(spell), "target": "area"}
        parts = {part for leaf in changes for part in CHOICES[leaf.pattern].pages}
        only = sorted({SECTION_OF.get(part, part) for part in parts} - {"rules"})
        pack = tmp_path / str(number)
        sheets = print_whole(pack, values, only, [base.pack])
        rules = (
            print_whole(tmp_path / f"{number}-rules", {}, ["rules"], [base.pack, pack])[0] if "rules" in parts else None
        )
        changed = Pages(sheets, rules)
        for leaf in changes:
            # what a unit turns into is seen where the counter of what it turned into is no more
            printed = Leaf("units", leaf.value, leaf.place, "") if leaf.place == ("becomes",) else leaf
            missing += [
                (part, leaf, changes[leaf])
                for part in CHOICES[leaf.pattern].pages
                if shows_choice(leaf, part) and of_line(changed, part, printed) == of_line(base, part, printed)
            ]
    assert not missing


# --- figures in sentences --------------------------------------------------------------------------------------------

BOOKLET = TEMPLATES / "ibb" / "booklet"
SENTENCES: Mapping[str, list[Path]] = {
    "rules": sorted(BOOKLET.glob("*.md.j2")),
    "crib": [TEMPLATES / "ibb" / "crib.md.j2"],
    "prices": [TEMPLATES / "ibb" / "price-list.md.j2"],
}
"""The sheets whose sentences hold figures."""
FIGURE = re.compile(
    r"\{\{ *(?:\"\w+\" if [^}]*? else )?(?:(?:f|figures)\[[\"']([\w-]+)[\"']\]|mod\[[\"']([\w-]+)[\"']\]\.amount) *\}\}"
)
"""A figure, also one that is a word where it has the usual value."""


@dataclass(frozen=True)
class Said:
    """A figure in a sentence of a sheet: what stands before and behind it."""

    part: str
    kind: str
    name: str
    before: str
    behind: str


def said() -> list[Said]:
    """Every figure and amount that a sentence of a sheet names, with the words round it."""
    results = []
    for part, paths in SENTENCES.items():
        for path in paths:
            text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            for line in text.splitlines():
                for match in FIGURE.finditer(line):
                    before = re.split(r"\}\}|%\}|\|", line[: match.start()])[-1]
                    behind = re.split(r"\{\{|\{%|\{[A-Z]|\|", line[match.end() :])[0]
                    kind = "figures" if match[1] else "modifiers"
                    results.append(Said(part, kind, match[1] or match[2], _bare(before)[-18:], _bare(behind)[:12]))
    return results


def _bare(text: str) -> str:
    """Words as they are printed, without blanks: no marks of Markdown."""
    return tight(re.sub(r"^\s*(?:-|\d+\.|#+) |[*`]", "", text)).lower()


def other_figures() -> Catalogue:
    """The catalogue with another number for every figure, amount and field that a text names."""
    product = {
        kind: deepcopy(_entries(kind)) for kind in ("figures", "modifiers", "petard", "spells", "terrain", "units")
    }
    for ground in product["terrain"].values():
        ground["penalty"] = str(int(ground["penalty"]) + 12)
    product["units"]["spearmen-q2-spent-3-2-4"] |= {"attack": "4", "defence": "5", "movement": "6"}
    for number, figure in enumerate(product["figures"].values()):
        figure["value"] = str(301 + number)
    product["figures"]["stacking-limit"]["value"] = "5"  # an example goes over it
    product["figures"]["face-up-distance"]["value"] = "42"  # farther takes seconds to reckon
    for modifier in product["modifiers"].values():
        modifier["amount"] = str((int(modifier["amount"]) + 4) % 9 + 1)
    for result in product["petard"].values():
        result |= {name: "5" for name in ("steps_back", "wait_turns") if name in result}
    for spell in product["spells"].values():
        spell["strengths"] = [str(int(value) + 40) for value in spell.get("strengths", ())]
        spell |= {name: str(int(spell[name]) + 11) for name in ("turns", "upkeep") if name in spell}
    return product


def filled_in(text: str, own: Mapping[str, Any], changed: Catalogue) -> str:
    def one(match: re.Match[str]) -> str:
        path = match[1].split(".")
        value: Any = own
        if path[0] not in own:
            value, path = changed[path[0]][path[1]], path[2:] or ["value"]
        for step in path:
            value = value[int(step)] if isinstance(value, list) else value[step]
        counted = "" if match[2] is None else f" {match[2] if value == 1 else match[3]}"
        return f"{as_printed(value)}{counted}"

    return re.sub(r"\{([\w.-]+)(?:\|(\w+)\|(\w+))?\}", one, text)


def test_each_figure_stands_in_its_sentences(tmp_path: Path) -> None:
    """Every figure and amount is the catalogue's in every sentence of booklet, crib, price list, cards and texts."""
    changed = other_figures()
    sheets = ("spells", "spell-list", "crt", "crib", "prices")
    usual = _pages(tmp_path / "usual", changed, sheets)
    chosen = {"terrain_cost": "turn", "charge_bonus": "die", "spent_spearmen": "3-2-4"}
    other = _pages(tmp_path / "other", changed, ("crib",), chosen)
    texts = {
        part: tight(usual.text(part) + other.text(part)) for part in ("crib", "rules", "prices", "cards", "list", "crt")
    }
    sentences = said()
    assert len({item.name for item in sentences}) > 50
    missing: list[object] = []
    for sentence in sentences:
        value = changed[sentence.kind][sentence.name]["value" if sentence.kind == "figures" else "amount"]
        assert len(sentence.before + sentence.behind) > 3, "no words by which this figure can be found"
        if f"{sentence.before}{value}{sentence.behind}" not in texts[sentence.part]:
            missing.append(sentence)
    named = {element.name for element in sentences if element.kind == "figures"}
    for leaf in leaves():
        if leaf.pattern in WORDS and "{" in leaf.value and seen_on(leaf) and there(leaf):
            own = changed.get(leaf.kind, {}).get(leaf.entry) or _entries(leaf.kind)[leaf.entry]
            words_now = tight(filled_in(leaf.value, own, changed)).lower()
            missing += [(part, leaf) for part in seen_on(leaf) if words_now not in texts[part]]
            named |= set(re.findall(r"\{figures\.([\w-]+)\}", leaf.value))
    for ruling in _entries("rulings").values():
        switch = ruling.get("switch", {"name": ""})
        if switch["name"] in chosen:
            message = switch["values"][chosen[switch["name"]]]
            assert "{" in message
            missing += [] if tight(filled_in(message, {}, changed)).lower() in texts["rules"] else [ruling["id"]]
    assert not missing
    assert set(changed["figures"]) - named == {"zone-hexes"}, "figures that no sheet names; that one is for map makers"
    assert f"road1/{changed['figures']['road-divisor']['value']}" in texts["crib"]


def test_the_scale_of_the_map_is_the_catalogues(tmp_path: Path) -> None:
    """The map says how many feet a hex is across as figures.yaml has it."""
    figures = {"figures": [{**_entries("figures")["hex-feet"], "value": "77"}]}
    pack = make_pack(tmp_path / "pack", {"figures.yaml": figures})
    with Renderer(printed("stirling", packs=[pack], only=["map"]).pdf) as renderer:
        text = " ".join(renderer.text(number + 1) for number in range(len(renderer.document)))
    assert "77 feet" in text
    assert "50 feet" not in text


# --- what has a test of its own --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> tuple[Catalogue, Pages]:
    """Other races, engines, scouts, scatter and combat results, and the pages that have them."""
    result = {kind: deepcopy(_entries(kind)) for kind in ("races", "units", "scout", "scatter", "crt")}
    for number, race in enumerate(result["races"].values()):
        race |= {"name": f"People {number}", "antipathy": []}
    result["races"]["human"]["antipathy"], result["races"]["orc"]["antipathy"] = ["halfling"], ["elf"]
    result["units"]["pikemen-q3"]["race"] = "orc"
    for name in ("bombard", "siege-engine"):
        result["units"][name]["direct_fire"] = flipped(result["units"][name]["direct_fire"], {})
    for item, first, other in zip(result["scout"].values(), "235", "342", strict=True):
        item |= {"formation_from": first, "scout_from": other}
    for item in result["scatter"].values():
        item["turn"] = str((int(item["turn"]) + 4) % 6 - 3)
    table, dice = result["crt"][""], random.Random(3)
    codes = [code["id"] for code in table["codes"]]
    table["results"] = [[dice.choice([c for c in codes if c != cell]) for cell in row] for row in table["results"]]
    for number, row in enumerate(table["rows"]):
        row["odds"] = [f"{number + 2}-{place + 11}" for place, _ in enumerate(row["odds"])]
    return result, _pages(tmp_path_factory.mktemp("others"), result, ["crib"])


def test_races_that_cannot_bear_each_other_are_named(others: tuple[Catalogue, Pages], base: Pages) -> None:
    """The booklet names the races of the unit list that cannot bear each other, by the names of their file."""
    order, text = list(others[0]["races"]), others[1].text("rules")
    for first, second in (("elf", "orc"), ("halfling", "human")):
        assert f"people {order.index(first)} and people {order.index(second)}" in text
    assert f"people {order.index('dwarf')}" not in text
    orc = Leaf("races", "orc", ("name",), _entries("races")["orc"]["name"])
    assert words()[orc].lower() not in base.text("rules")  # for there is no unit of orcs


def test_rulings_are_told_where_they_are_applied(tmp_path: Path) -> None:
    """A scenario's sheet has the titles of the rulings that it applies, the booklet the choices made otherwise."""
    applied = [battle(scenario)["scenario"]["applies"] for scenario in KITS]
    named = {name for names in applied for name in names}
    rulings = {name: deepcopy(r) for name, r in _entries("rulings").items() if name in named or "switch" in r}
    for number, ruling in enumerate(rulings.values()):
        ruling["title"] = f"Matter {number} here"
        if "switch" in ruling:
            ruling["switch"]["values"] = {name: f"Choice {name} of {number}." for name in ruling["switch"]["values"]}
    data = deepcopy(battle("stirling"))
    data["scenario"] |= {"id": "all-rulings", "applies": sorted(named)}
    files = {"rulings.yaml": {"rulings": list(rulings.values())}, "scenarios/all-rulings.yaml": data}
    pack = make_pack(tmp_path / "pack", files)
    switched = {r["switch"]["name"]: r for r in rulings.values() if "switch" in r}
    chosen = {
        name: next(v for v in r["switch"]["values"] if v != r["switch"]["default"]) for name, r in switched.items()
    }
    chosen["engines_stack"] = "free"  # counted, the engine of this battle stands too close
    text = tight(
        read_pdf(printed("all-rulings", packs=[pack], only=["scenario", "rules"], rules=chosen, designer=True).pdf).text
    )
    for name in named:
        assert tight(f"{name} {rulings[name]['title']}") in text
    for name, value in chosen.items():
        ruling = switched[name]
        message = tight(f"{ruling['id']}, {ruling['title']}: {ruling['switch']['values'][value]}") in text
        assert message is (value != ruling["switch"]["default"]), name


def labels(document: Document) -> dict[str, set[tuple[int, float, float]]]:
    """Where each face of the die stands by itself on the pages of the booklet."""
    values: dict[str, set[tuple[int, float, float]]] = {}
    for page in document.pages:
        for run in page.runs:
            if run.text in "123456":
                values.setdefault(run.text, set()).add((page.number, round(run.x, 1), round(run.y, 1)))
    return values


def test_each_direction_of_scatter_is_drawn(others: tuple[Catalogue, Pages], tmp_path: Path) -> None:
    """Another direction for each face of the scatter die is another hex for it in the drawing of the booklet."""
    shipped = {"scatter": _entries("scatter")}
    changed = others[1].rules
    assert changed is not None
    usual = labels(print_whole(tmp_path / "usual", shipped, ["rules"], [others[1].pack])[0])
    for face, item in others[0]["scatter"].items():
        assert item["turn"] != shipped["scatter"][face]["turn"]
        assert usual[face] != labels(changed)[face], face


def test_each_chance_of_a_scout_is_printed(others: tuple[Catalogue, Pages]) -> None:
    """Both chances at each range stand in the tables of crib and booklet as scout.yaml has them."""
    for name, item in others[0]["scout"].items():
        for part in ("crib", "rules"):
            assert f"{name} {item['formation_from']}–6 {item['scout_from']}–6" in others[1].text(part)


def test_an_engine_fires_as_its_file_says(others: tuple[Catalogue, Pages]) -> None:
    """Whether an engine fires at anything or at stone only stands in the booklet as units.yaml has it."""
    text = others[1].text("rules")
    assert re.search(r"siege engine [\d ]+ fires at any target", text)
    assert re.search(r"bombard [\d ]+ fires only at structures", text)


def test_the_price_list_is_grouped_by_arm_and_kind(tmp_path: Path) -> None:
    """Troops stand under their arm in the price list, leaders, engines and equipment under their kind."""
    units, arms = deepcopy(_entries("units")), ("foot", "horse", "special")
    titles = {
        "foot": "Foot",
        "missile": "Missile troops",
        "horse": "Horse",
        "special": "Specialists",
        "captain": "Captains",
        "wizard": "Wizards",
        "priest": "Priests",
        "engine": "Engines",
        "equipment": "Equipment",
    }
    for number, unit in enumerate(units.values()):
        unit["name"] = f"Entry {number} here"
        if unit.get("kind") in ("captain", "wizard", "priest"):
            unit["kind"] = {"captain": "wizard", "wizard": "priest", "priest": "captain"}[unit["kind"]]
        elif "arm" in unit:
            unit["arm"] = arms[(arms.index(unit["arm"]) + 1) % 3] if unit["arm"] in arms else "foot"
    text = tight(print_whole(tmp_path / "pack", {"units": units}, ["prices"])[0].text)
    heads = {tight(title) + "EntryRating": title for title in titles.values()}
    under: dict[str, str] = {}
    for piece in re.split("(?=" + "|".join(heads) + ")", text):
        title = next((title for head_, title in heads.items() if piece.startswith(head_)), "")
        under |= dict.fromkeys(re.findall(r"Entry\d+here", piece), title)
    for unit in units.values():
        if "price" in unit:
            assert under[tight(unit["name"])] == titles[unit.get("arm") or unit["kind"]], unit["id"]


# --- counters, card and markers, with every value changed ------------------------------------------------------------

Change = Callable[[dict[str, Any], int], Any]


def _over(kind: str, fields: Mapping[str, Change]) -> dict[str, dict[str, dict[str, Any]]]:
    """All entries of a kind, with another value in each of these fields that they have.

    Not the ability of missile troops: the arrow over their range stands for it.
    """
    return {
        kind: {
            name: {**entry, **{field: change(entry, number) for field, change in fields.items() if field in entry}}
            for number, (name, entry) in enumerate(entries(kind).items())
            if name != "missile"
        }
    }


def _print(folder: Path, scenario: str, over: Over, *only: str, **files: Any) -> Document:
    """The kit of a scenario with entries laid over the catalogue by a pack."""
    tables = {f"{kind}.yaml": {kind: list(result.values())} for kind, result in over.items()}
    pack = make_pack(folder / "pack", {**tables, **{name.replace("__", "/"): f for name, f in files.items()}})
    return read_pdf(printed(scenario, packs=[pack], only=only).pdf)


def _plus(field: str, by: int) -> Change:
    return lambda entry, _: str(int(entry[field]) + by)


SYMBOLS = sorted({unit["symbol"] for unit in entries("units").values()})


def _other_symbol(entry: dict[str, Any], _: int) -> str:
    return str(SYMBOLS[(SYMBOLS.index(entry["symbol"]) + 7) % len(SYMBOLS)])


def _other_abilities(entry: dict[str, Any], _: int) -> list[str]:
    """One ability fewer, or one more where there is none to spare."""
    now = list(entry["abilities"])
    return now[:-1] if len(now) > 1 else [*now, "ranger" if "ranger" not in now else "hill-people"]


UNIT_FIELDS: Mapping[str, Change] = {
    "attack": _plus("attack", -1),  # down, for stacks must stay under their limit
    "defence": _plus("defence", 3),
    "movement": _plus("movement", 2),
    "quality": lambda unit, _: str(int(unit["quality"]) % 6 + 1),
    "range": _plus("range", 5),
    "shots": _plus("shots", 4),
    "short": lambda _, number: f"Name {number}",
    "symbol": _other_symbol,
    "abilities": _other_abilities,
    "rating": _plus("rating", 1),
    "attack_stone": _plus("attack_stone", 4),
}
"""Every field of a unit that is printed on its counter or chit."""
ABILITY_FIELDS: Mapping[str, Change] = {"symbol": lambda _, number: SYMBOLS[-1 - number]}


@pytest.mark.parametrize("scenario", KITS if SOAK else KITS[:2])
def test_each_piece_looks_as_the_unit_list_says(scenario: str, tmp_path: Path) -> None:
    """Each counter and chit has the values of the unit list, and its abilities look as abilities.yaml says."""
    over = {**_over("units", UNIT_FIELDS), **_over("abilities", ABILITY_FIELDS)}
    for kind, fields in (("units", UNIT_FIELDS), ("abilities", ABILITY_FIELDS)):
        for field, change in fields.items():
            item = _over(kind, {field: change})
            assert any(expected_pieces(kit, over=item) != expected_pieces(kit) for kit in KITS[:2]), field
    check_symbols(matched(expected_pieces(scenario, over=over), _print(tmp_path, scenario, over, "counters")))


def test_what_a_scenario_says_is_printed(tmp_path: Path) -> None:
    """Ratings, names, letters and order of the forces; title and edition on every page; the armies, counted."""
    data = deepcopy(battle("stirling"))
    data["scenario"] |= {"title": "Another Hill", "edition": "7b"}
    for number, side in enumerate(data["sides"]):
        side |= {"name": f"Army number {number}", "letter": "XY"[number]}
    for number, formation in enumerate(data["formations"]):
        formation["letter"] = "MNOPQR"[number]
    data["forces"][2]["count"] = "2"
    data["forces"].reverse()
    for number, force in enumerate(data["forces"]):
        force |= {"short": f"Short {number}"} if "short" in force else {}
        if entries("units")[force["unit"]].get("kind", "troops") == "troops":
            force["rating"] = f"1-{number}-9 Q{number % 6 + 1}"
    document = _print(tmp_path, "stirling", NOTHING, "counters", **{"scenarios__stirling.yaml": data})
    expected = expected_pieces("stirling", data=data)
    matched(expected, document)
    assert document.title == "Itty Bitty Battles: Another Hill"
    assert all("Another Hill" in head(page) and "edition 7b" in head(page) for page in document.pages)
    for side in data["sides"]:
        counters = sum(piece.side == side["id"] and piece.what != "chit" for piece in expected)
        assert f"{side['name']}: {counters} counters" in document.text


def _other_table(*, smaller: bool) -> dict[str, Any]:
    """The combat table with another result in every cell, other odds, names, codes and texts."""
    dice, table = random.Random(1), plain(DATA / "crt.yaml")["crt"]
    columns, rows = int(table["columns"]) - 2 * smaller, len(table["results"]) - smaller
    signs = {code["id"]: f"Z{number}" for number, code in enumerate(table["codes"])}
    return {
        **table,
        "title": "What comes of it",
        "columns": str(columns),
        "rows": [
            {
                **row,
                "name": f"Ground number {n}",
                "odds": [f"{n + 1}-{i + 10}" for i, _ in enumerate(row["odds"][:columns])],
            }
            for n, row in enumerate(table["rows"])
        ],
        "results": [
            [dice.choice([sign for code, sign in signs.items() if code != cell]) for cell in line[:columns]]
            for line in table["results"][:rows]
        ],
        "codes": [
            {"id": sign, "name": f"Result {n}", "text": f"It does thing {n}.", "play": "ignored"}
            for n, sign in enumerate(signs.values())
        ],
    }


CARD_FIELDS: Mapping[str, Mapping[str, Change]] = {
    "modifiers": {
        "amount": lambda modifier, _: str((int(modifier["amount"]) + 4) % 10),
        "name": lambda _, n: f"Modifier {n}",
        "text": lambda _, n: f"It counts in case {n}.",
        "favours": lambda m, _: {"attacker": "defender", "defender": "attacker"}.get(m["favours"], m["favours"]),
        "changes": lambda m, _: {"attack": "defence", "defence": "attack", "column": "die"}.get(
            m["changes"], m["changes"]
        ),
    },
    "segments": {
        "number": lambda _, n: str(n + 4),
        "name": lambda _, n: f"Part {n}",
        "title": lambda _, n: f"Heading {n}",
        "text": lambda _, n: f"What part {n} is for.",
    },
    "procedure": {
        "number": lambda _, n: str(n + 11),
        "name": lambda _, n: f"Step called {n}",
        "text": lambda _, n: f"How step {n} is done.",
    },
}


def _other_value(_: dict[str, Any], number: int) -> str:
    return str(number + 31)


@pytest.mark.parametrize("figures_only", [False, True], ids=["every value", "fewer columns, other figures in texts"])
def test_the_card_has_what_its_files_say(figures_only: bool, tmp_path: Path) -> None:
    """Table, key, modifiers, segments and steps are the catalogue's, of whatever size, and so are figures in texts."""
    table = _other_table(smaller=figures_only)
    changes = {"figures": {"value": _other_value}} if figures_only else CARD_FIELDS
    over = {name: shelf for kind, fields in changes.items() for name, shelf in _over(kind, fields).items()}
    document = _print(tmp_path, "stirling", over, "crt", **{"crt.yaml": {"crt": table}})
    front, back = card.sides(document)
    for check in (card.check_results, card.check_odds, card.check_columns, card.check_key):
        check(front, table)
    assert any(item.text == "What comes of it" for item in front)
    card.check_modifiers(back, over)
    card.check_procedure(back, over)
    card.check_segments(card.back_page(document), over)


def _other_figure(marker: dict[str, Any], number: int) -> str:
    """Another figure, but not for a marker that takes it from a modifier, which has another amount here."""
    return str(marker["figure"]) if "{modifiers." in marker["figure"] else f"F{number}"


def _other_changes(marker: dict[str, Any], number: int) -> str:
    """Another thing that the figure changes, but not where it comes from a modifier that changes another one here."""
    own = entries("modifiers")[marker["changes"].split(".")[1]]
    return str(marker["changes"]) if "changes" in own else ("column", "attack", "defence")[number % 3]


def test_each_marker_is_printed_from_its_file(tmp_path: Path) -> None:
    """Name, symbol, figure, what it changes, number, reason, colour and back of each marker are those of its file."""
    colours = plain(TEMPLATES / "style.yaml")["style"]["markers"]
    names, fronts = sorted(colours), [name for name, marker in entries("markers").items() if marker["count"] != "0"]
    fields: dict[str, Change] = {
        "name": lambda _, n: f"Marker {n}",
        "symbol": lambda _, n: SYMBOLS[n % len(SYMBOLS)],
        "figure": _other_figure,
        "changes": _other_changes,
        "count": lambda marker, n: "0" if marker["count"] == "0" else str(n % 3 + 1),
        "why": lambda _, n: f"Reason number {n} holds.",
        "colour": lambda marker, _: names[(names.index(marker["colour"]) + 1) % len(names)],
    }
    over = {
        **_over("markers", fields),
        **_over("modifiers", {name: CARD_FIELDS["modifiers"][name] for name in ("amount", "changes")}),
    }
    for number, name in enumerate(fronts):
        over["markers"][name]["back"] = fronts[(number + 3) % len(fronts)]
    assert sum("{modifiers." in marker.get("figure", "") for marker in over["markers"].values()) >= 5
    document = _print(tmp_path, "hastings", over, "markers", "reasons")
    markers.check_counts("hastings", document, over)
    markers.check_sides(document, over)
    markers.check_reasons("hastings", document, over)
    by_face = {markers.face(marker, over): marker for marker in over["markers"].values()}
    grounds = {colour.lower() for colour in colours.values()}
    for sheet in sheets_of(document, "Markers"):
        for slot in (slot for page in sheet for slot in slots(page)):
            # A front has its colour in a band below a pale field, a back in its frame.
            paints = [paint for shape in slot.shapes for paint in (shape.fill, shape.stroke) if paint is not None]
            written = ("#" + "".join(f"{round(255 * part):02x}" for part in paint) for paint in paints)
            colour = colours[by_face[markers.shown(slot)]["colour"]].lower()
            assert next(paint for paint in written if paint in grounds) == colour


# --- no second copy -------------------------------------------------------------------------------------------------

WHITELIST: dict[str, str] = {
    r"100%": "the scale that a printer's window calls actual size",
    r"\b160 to 200 g": "the weight of paper",
    r"^\s*\d+\.\s": "the number of an entry of a list",
    r"^#+ \d+\.?\s": "the number of a heading",
    r"^\*\*\d+\b": "the number of a step",
    r"\b[A-Z]-[A-Z]?\d+\b": "the id of a ruling",
    r"\b[Cc]hapters? \d+( to \d+)?": "the number of a chapter",
    r"\bin 6\b|\bIn 36\b": "the faces of a die, the throws of two",
    r"\blevels? [12]\b|\bLevel 2\b": "the name of a level of fort, which its marker bears",
    r"\b[Tt]urn 1\b": "the first turn",
    r"\bbelow 1 as 1\b": "the first face of a die",
    r"^```contents( [12])?( in [2-4] columns)?$": "how the contents are set",
    r"^```track [\d.]+$": "how wide the boxes of a track are, mm",
    r"^```band( \d+| \*)+$": "how wide the columns of panels are, mm",
    r"×10?\b": "what the two markers of lost strength bear",
    r"\b0610 is column 06, row 10\b": "how a hex is named",
    r"\b0 (counts as|is) ten\b": "how a ten-sided die is read",
    r"^\| 1–": "the first face of a die",
    r"\bA d3 is half a die\b": "how a die of three faces is thrown",
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


def test_no_template_types_a_figure() -> None:
    """No template prints a figure of its own: figures come from the catalogue."""
    assert len(TEMPLATE_FILES) > 100
    typed = {path: re.findall(r"\S*\d\S*", _printed_text(path)) for path in TEMPLATE_FILES}
    typed = {path: figures for path, figures in typed.items() if figures}
    assert typed == {}, "a template holds a figure; take it from the catalogue"


def test_no_template_hides_a_figure_in_a_value() -> None:
    """No quoted text inside a printed value holds a figure; attributes such as coordinates and colours may."""
    hidden = []
    for path in TEMPLATE_FILES:
        text = path.read_text(encoding="utf-8")
        outside = _TAG.sub(" ", text) if path.name.endswith(".svg.j2") else text
        for expression in _STRINGS.findall(outside):
            expression = re.sub(r"\[[\"'][^\]]*\]", "", expression)  # the name of an entry
            quoted = ["".join(either) for either in re.findall(r"\"([^\"]*)\"|'([^']*)'", expression)]
            if any(re.search(r"\d", text.removeprefix("1/")) for text in quoted):  # 1/ makes a fraction
                hidden.append((path, expression))
    assert hidden == []


KIT_CODE = sorted(DATA.parent.parent.glob("*/kit/*.py"))


def test_no_code_of_the_kit_types_a_figure() -> None:
    """No sentence in the code that fills the sheets holds a figure of its own."""
    assert len(KIT_CODE) > 30
    typed = []
    for path in KIT_CODE:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        lines = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in lines:
                sentence = " " in node.value.strip()
                # The ids of rulings and the names of hexes are no figures.
                figures = re.search(r"\d", re.sub(r"\b[A-Z]-[A-Z]?\d+\b|\b\d{4}\b", "", node.value))
                typed += [f"{path}, line {node.lineno}: {node.value}"] if sentence and figures else []
    assert typed == []


def test_the_whitelist_is_not_longer_than_needed() -> None:
    """Each line of the whitelist is needed by some template."""
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATE_FILES]
    for words in WHITELIST:
        assert any(re.search(words, _CODE.sub(" ", text), re.MULTILINE) for text in texts), words
