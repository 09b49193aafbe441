"""What a pack promises that adds parts to the kit of a game, or leaves some out: shown in finished PDFs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import ibbprint
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report
from ibbprint.systems import games
from tests.helpers import ROOT, SOAK
from tests.pdf import Document, read_pdf

CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">
<rect x="0" y="0" width="{{ width }}" height="{{ height }}" fill="{{ style.paper }}"/>
<text x="3" y="10" font-size="10pt">Muster of {{ title }}: {{ name }}</text>
</svg>
"""
SHEET = "# Mind this\n\nFrom {{ title }}: {% for id, entry in rows.ENTRIES.items() %}{{ entry.name }}, {% endfor %}\n"
PARTS = """parts:
  - {id: OMITTED, omit: yes}
  - {id: muster, title: Muster cards, cards: ENTRIES where WHERE, face: muster, size: mini}
  - {id: reminders, title: Reminders, text: reminders}
"""
GAMES: Mapping[str, tuple[str, str, str, str, str]] = {
    "microbattle": ("two-villages", "units", "moves > 1", "Cavalry", "notes"),
    "element-battle": ("deep-delve", "troops", "range > 0", "Shooters", "notes"),
    "ibb": ("defend-the-bridge", "terrain", "cost > 2", "Marsh", "reasons"),
    "battle-turn": ("the-inn-at-three-roads", "weapons", "short_range > 6", "Bow", "notes"),
    "ayrenes-woods": ("ayrenes-woods", "units", "letter = A and people = dwarf", "Dwarven guard", "notes"),
}
"""Of each game that declares its parts: a scenario, a file of its catalogue, a condition with a row that it picks, and
a part that is left out."""


def pack(folder: Path, game: str, parts: str) -> str:
    (folder / "pack.yaml").write_text(f"pack: {{id: own, title: Own, game: {game}}}\n", encoding="utf-8")
    (folder / "parts.yaml").write_text(parts, encoding="utf-8")
    return str(folder)


def template(folder: Path, game: str, name: str, text: str) -> None:
    path = folder / "templates" / game / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def kit(scenario: str, folder: str, only: str = "") -> Document:
    result = ibbprint.kit(scenario, packs=folder, only=only)
    assert result.ok, result.report
    assert not list(result.report), "nothing of the pack is doubtful"
    return read_pdf(result.pdf)


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_adds_parts_to_a_game_and_leaves_one_out(game: str, tmp_path: Path) -> None:
    """Cards of the picked rows of the catalogue and a sheet of text are printed; the omitted part is gone.

    In a whole kit too: of one game, and of each in the soak.
    """
    scenario, entries, where, picked, omitted = GAMES[game]
    template(tmp_path, game, "muster.svg.j2", CARD)
    template(tmp_path, game, "reminders.md.j2", SHEET.replace("ENTRIES", entries.replace("-", "_")))
    own = PARTS.replace("ENTRIES", entries).replace("WHERE", where).replace("OMITTED", omitted)
    folder = pack(tmp_path, game, own)
    document = kit(scenario, folder, "" if SOAK or game == "microbattle" else "muster,reminders")
    cards = [
        text
        for page in document.pages
        for text in page.texts
        if text.startswith("Muster of") and text.endswith(f": {picked}")
    ]
    assert len(cards) == 1
    sheet = next(page for page in document.pages if "Mind this" in page.text)
    assert picked in sheet.text
    result = ibbprint.kit(scenario, packs=folder, only=omitted)
    assert not result.ok
    assert ibbprint.kit(scenario, only=omitted).ok


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_game_can_be_left_out(game: str, tmp_path: Path) -> None:
    """No part needs another: a kit without any one of them is printed.

    Of any two parts, some kit lacks the one and has the other; in the soak each is left out by itself too.
    """
    scenario, *_ = GAMES[game]
    data = Path(ibbprint.__file__).parent / "systems" / game.replace("-", "_") / "data" / "parts.yaml"
    ids = [line.partition("id: ")[2].partition(",")[0] for line in data.read_text().splitlines() if "- {id: " in line]
    assert len(ids) > 5
    bits = [
        [id for number, id in enumerate(ids) if number >> bit & 1 == value]
        for bit in range((len(ids) - 1).bit_length())
        for value in (0, 1)
    ]
    for number, without in enumerate([*bits, *([id] for id in ids if SOAK)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = Report()
        omitted = "".join(f"  - {{id: {id}, omit: yes}}\n" for id in without)
        packs = (Path(pack(folder, game, f"parts:\n{omitted}")),)
        result = games()[game].kit(scenario, KitOptions(packs), report)
        assert result is not None, (without, report)
        assert report.ok, (without, report)


def test_rows_of_the_game_can_be_picked_and_counted(tmp_path: Path) -> None:
    """`order-of-battle where ...` picks counters of the scenario; `count` is a formula over the facts of the battle."""
    row = "{id: lights, title: Lights, pieces: order-of-battle where light = True, face: unit, count: armies * 2}"
    folder = pack(tmp_path, "microbattle", f"parts:\n  - {row}\n")
    result = ibbprint.kit("two-villages", packs=folder, only="lights")
    assert result.ok, result.report
    plain = ibbprint.kit("two-villages", only="counters")
    lights = [text for page in read_pdf(plain.pdf).pages for text in page.texts if text == "light"]
    drawn = [text for page in read_pdf(result.pdf).pages for text in page.texts if text == "light"]
    assert len(drawn) == 4 * len(lights) > 0


def test_pieces_of_a_pack_are_grouped_and_numbered(tmp_path: Path) -> None:
    row = "{id: tokens, title: Tokens, pieces: units, face: token, group: moves, count: 2, numbered: yes}"
    template(tmp_path, "microbattle", "token.svg.j2", CARD.replace("{{ title }}", "{{ number }} of {{ unit }}"))
    document = kit("two-villages", pack(tmp_path, "microbattle", f"parts:\n  - {row}\n"), only="tokens")
    texts = [text for page in document.pages for text in page.texts]
    assert {"Tokens: 1", "Tokens: 2"} <= set(texts)
    assert {f"Muster of {number} of cavalry: Cavalry" for number in (1, 2)} <= set(texts)


FAULTS = {
    "{id: nots, omit: yes}": ("nots", "there is no part 'nots' to leave out. Did you mean notes?"),
    "{id: a, cards: unitz, face: unit}": ("unitz", "there is no table 'unitz'. Did you mean units?"),
    "{id: a, cards: units where mov > 1, face: unit}": ("units", "units has no column 'mov'. Did you mean moves?"),
    "{id: a, cards: units, face: unit, count: armes}": ("armes", "armes is not a fact of a scenario"),
    "{id: a, text: crib, values: scenari}": ("scenari", "there are no values 'scenari'. Did you mean scenario?"),
    "{id: a, map: bord}": ("bord", "there is no map 'bord'. Did you mean board?"),
    "{id: a, pieces: units, face: unit, group: mov}": ("mov}", "units has no column 'mov'. Did you mean moves?"),
    '{id: a, title: "漢", pieces: units, face: unit}': ('"漢"', "the font has no character"),
    "{id: a, titel: b}": ("{id", "this part does not say what it is"),
    "{id: a, pieces: units, face: nobody}": ("", "there is no template microbattle/nobody.svg.j2"),
    "{id: a, cards: units, face: ../unit}": ("../unit", "'../unit' is not a valid id."),
    "{id: a, pieces: units, face: unit, count: 9999}": ("units", "the most is 10,000"),
}
"""A part, the word of it at which a fault is told, and what is told."""


@pytest.mark.parametrize("part", FAULTS)
def test_a_fault_of_a_part_is_told_at_its_place(part: str, tmp_path: Path) -> None:
    word, message = FAULTS[part]
    result = ibbprint.kit("two-villages", packs=pack(tmp_path, "microbattle", f"parts:\n  - {part}\n"))
    assert not result.ok
    assert not result.pdf
    problems = [problem for problem in map(str, result.report) if message in problem]
    assert problems, result.report
    assert not word or f"parts.yaml:2:{5 + part.index(word)}:" in problems[0]


def test_a_part_costs_what_its_conditions_cost(tmp_path: Path) -> None:
    """A pack of parts that would take minutes to pick is refused, at the part where the account ran out."""
    condition = " or ".join(["moves=1"] * 30)
    part = f"cards: units where {condition}, face: unit, count: 0"
    parts = "\n".join(f"  - {{id: p{number}, {part}}}" for number in range(150))
    rows = [f"u{number},Unit {number},Unit,axe,1,Slow." for number in range(100)]
    (tmp_path / "units.csv").write_text("\n".join(["id,name,short,symbol,moves,text", *rows]), encoding="utf-8")
    result = ibbprint.kit("two-villages", packs=pack(tmp_path, "microbattle", f"parts:\n{parts}\n"))
    assert not result.ok
    assert not result.pdf
    assert "reading this game takes more than 5,000,000 steps of work" in str(result.report)


def test_a_game_has_at_most_two_hundred_parts(tmp_path: Path) -> None:
    parts = "\n".join(f"  - {{id: p{number}, text: crib}}" for number in range(200))
    result = ibbprint.kit("two-villages", packs=pack(tmp_path, "microbattle", f"parts:\n{parts}\n"))
    assert not result.ok
    assert "a kit has at most 200 parts" in str(result.report)


def test_an_expansion_leaves_out_a_part_of_a_game_of_files(tmp_path: Path) -> None:
    game = ROOT / "docs" / "examples" / "waterline"
    own = "game: {id: dry, title: Dry, over: waterline}\nparts:\n  - {id: hamlet, omit: yes}\n"
    (tmp_path / "game.yaml").write_text(own, encoding="utf-8")
    printed = games()["printed"]
    with_it, without = (
        [section.id for section in printed_kit.sections]
        for packs in ([game], [game, tmp_path])
        if (printed_kit := printed.kit("", KitOptions(tuple(packs)), Report())) is not None
    )
    assert "hamlet" in with_it
    assert [name for name in with_it if name != "hamlet"] == without
