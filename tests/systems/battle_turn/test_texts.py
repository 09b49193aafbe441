"""Rosters of The Battle Turn in plain text: what each word means, what is wrong and where, and that nothing is lost.

A list of texts in various styles states its outcome. Rosters made up from the catalogue are dressed as players write
them; they read back as the same rosters, and a word or a number planted in an entry is found at its place.
"""

from __future__ import annotations

import csv
import io
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import ibbprint
from ibbprint.catalogue.documents import Document
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report, Severity
from ibbprint.systems.battle_turn import game
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Leader, Roster, Unit
from ibbprint.systems.battle_turn.rosters.checker import Checker
from ibbprint.systems.battle_turn.rosters.records import Row
from ibbprint.systems.battle_turn.rosters.words import VALUE, lexicon_of
from tests.helpers import ROOT, SOAK, quick_load

CASES = quick_load((ROOT / "tests" / "corpus" / "battle_turn" / "texts.yaml").read_text(encoding="utf-8"))["cases"]
FEW = settings(max_examples=4000 if SOAK else 60, deadline=None)
IN_FRONT = ("name", "role", "figures")
"""The values that are shown first of an entry."""


@cache
def checker() -> Checker:
    result = game.checker(KitOptions(), Report())
    assert result is not None
    return result


def catalogue() -> Catalogue:
    return checker().catalogue


def read(text: str, report: Report) -> list[Any]:
    return checker().read(Document("a.txt", text), report)


def shown(row: Row) -> str:
    """An entry on one line: where it is, and its values."""
    values = {**{name: row.values[name] for name in IN_FRONT if name in row.values}, **dict(sorted(row.values.items()))}
    text = ", ".join(
        f"{name} {str(value).lower() if isinstance(value, bool) else value}" for name, value in values.items()
    )
    return f"{row.where.line}:{row.where.column} {text}"


def outcome(text: str) -> dict[str, Any]:
    """What becomes of a text."""
    report = Report()
    judged = read(text, report)
    armies = [
        {
            "head": {key: value for key, value in verdict.roster.head.items() if key != "id"},
            "leaders": [shown(row) for row in verdict.roster.leaders],
            "units": [shown(row) for row in verdict.roster.units],
        }
        for verdict in judged
    ]
    passed = [f"{line.where.line}:{line.where.column} {line.kind}" for item in judged for line in item.roster.passed]
    results = [
        (
            f"{fault.where.line}:{fault.where.column} {fault.severity.word} {fault.rule} "
            f"{fault.message} {fault.hint}".rstrip()
        )
        for fault in report
    ]
    return {"armies": armies, "findings": results, "passed": passed}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_roster_in_text_is_read_as_stated(case: dict[str, Any]) -> None:
    """Every value of every entry, exactly these findings at these places, and every line that was passed over."""
    assert outcome(case["text"]) == {key: case[key] for key in ("armies", "findings", "passed")}


def test_the_texts_are_many_and_differ() -> None:
    assert len({case["id"] for case in CASES}) == len({case["text"] for case in CASES}) == len(CASES) >= 25


# --- the same roster in every form ------------------------------------------------------------------------------


def plain_text(roster: Roster) -> str:
    """A roster as text, every field by its name."""
    lines = [
        f"Battle Turn roster: {roster.name}",
        f"Race: {roster.race}",
        f"Livery: {roster.livery}",
        f"Letter: {roster.letter}",
    ]
    lines += [", ".join(words_of_leader(leader)) for leader in roster.leaders]
    lines += [f"{unit.name}: {', '.join(words_of_unit(unit))}, under {unit.command}" for unit in roster.units]
    return "\n".join(lines) + "\n"


def words_of_leader(one: Leader) -> list[str]:
    words = [f"{one.role.replace('-', ' ')} {one.name}"]
    words += [
        f"{name} {value}"
        for name in ("leadership", "save", "boast", "joins", "race")
        if (value := getattr(one, name)) is not None
    ]
    return words + (["bannerman"] if one.bannerman else [])


def words_of_unit(one: Unit) -> list[str]:
    words = [f"{one.figures} figures", one.quality, one.temperament, one.armour, f"weapon {one.weapon}", one.orders]
    words += [f"missile {one.missile}"] if one.missile is not None else []
    words += [f"worth {one.worth}"] if one.worth != 1 else []
    words += [f"{name} {value}" for name in ("strength", "resilience") if (value := getattr(one, name))]
    words += [
        f"{name} {value}" for name in ("frontage", "volleys", "race") if (value := getattr(one, name)) is not None
    ]
    return words + [name for name in ("shield", "standard", "champion", "mounted") if getattr(one, name)]


def as_table(roster: Roster) -> str:
    """A roster as a table with a row for each leader and unit."""
    rows: list[dict[str, Any]] = [
        {
            "role": "army",
            "id": roster.id,
            "name": roster.name,
            "letter": roster.letter,
            "livery": roster.livery,
            "race": roster.race,
        }
    ]
    for item in (*roster.leaders, *roster.units):
        row = {key: value for key, value in item.model_dump(exclude_defaults=True).items() if value is not None}
        rows.append({key: "yes" if value is True else value for key, value in row.items()})
    names = list(dict.fromkeys(name for row in rows for name in row))
    written = io.StringIO()
    table = csv.DictWriter(written, names)
    table.writeheader()
    table.writerows(rows)
    return written.getvalue()


@pytest.mark.parametrize("id", [item.id for item in catalogue().rosters])
def test_text_yaml_and_a_table_of_a_shipped_roster_are_the_same(id: str, tmp_path: Path) -> None:
    """The same leaders, units, verdict and worth."""
    roster = catalogue().rosters[id]
    texts = {
        "text.txt": plain_text(roster),
        "table.csv": as_table(roster),
        "data.yaml": yaml.safe_dump({"roster": roster.model_dump(exclude_none=True)}, allow_unicode=True),
    }
    results = []
    for name, text in texts.items():
        report = Report()
        (judged,) = checker().read(Document(name, text), report)
        assert not list(report), name
        whole = judged.roster.roster()
        assert whole is not None
        results.append(whole.model_copy(update={"id": id}))
    assert results == [roster] * 3


def test_every_spelling_means_something() -> None:
    """A value of the catalogue, a race, yes or no; and no spelling has two meanings of the same sort of entry."""
    lexicon = lexicon_of(catalogue())
    for spelling in catalogue().spellings:
        for phrase in spelling.words:
            values = [sense for sense in lexicon.meanings(phrase) if sense.kind == VALUE]
            assert len({sense.field for sense in values}) == len(values), phrase
            for sense in values:
                field = {"weapon": "weapons", "quality": "qualities", "temperament": "temperaments"}.get(sense.field)
                if field is not None:
                    assert sense.value in getattr(catalogue(), field), phrase


# --- dress ------------------------------------------------------------------------------------------------------

NAMES = (
    "Great Axes",
    "Reeds",
    "Spear Guard",
    "Poor Knights",
    "Second Warriors",
    "Light Bows",
    "The Burnt",
    "Leapers",
    "Lads of the Mill",
    "Gawen’s Own",
    "Hall Guard",
    "Moor Ponies",
    "Two-Handers",
    "3rd Foot",
    "Half-men",
)
LEADERS = ("Old Croak", "Small Fenn", "Ott", "Lance Corporal Hood", "Hild the Red", "Ur-Bal", "Dame Corisande")
SPELT = {
    "veteran": ("vet", "veterans"),
    "average": ("avg",),
    "disciplined": ("disc", "Disciplined"),
    "tribal": ("trib",),
    "fanatic": ("fanatics", "fan"),
    "light": ("lt", "light armour"),
    "medium": ("med", "Medium armour"),
    "heavy": ("hvy", "heavy armour"),
    "hand": ("hand weapons", "hw", "hand weapon"),
    "spear": ("spears",),
    "two-hand": ("two-handed", "2-handed", "2h", "two-handed axes"),
    "lance": ("lances",),
    "bow": ("bows", "longbow"),
    "javelin": ("javelins", "jav"),
    "attack": ("ATTACK", "orders: attack"),
    "hold": ("HOLD", "hold orders"),
    "oppose": ("OPPOSE", "opp"),
}
"""How players write words of the catalogue, beside the words themselves."""
REMARKS = ("", "", "", " (painted by my sister)", " # to be mended", "  // as in the spring", " [the blue ones]")
JOINTS = (", ", "; ", " / ", " - ", " ")


def made_up(dice: random.Random) -> Roster:
    """A legal roster from the catalogue."""
    result = catalogue()
    melee = [one.id for one in result.weapons if not one.missile]
    names = dice.sample(NAMES, dice.randint(2, 6))
    heads = dice.sample(LEADERS, dice.randint(1, min(3, len(names))))
    leaders = [
        Leader(
            name=name,
            role="battle-leader" if number else "warchief",
            leadership=dice.randint(1, 6),
            save=dice.choice((None, 7, 8)),
            bannerman=dice.random() < 0.3,
            boast=None if number or dice.random() < 0.5 else dice.choice([element.id for element in result.boasts]),
            joins=dice.choice((None, dice.choice(names))),
        )
        for number, name in enumerate(heads)
    ]
    units = []
    for number, name in enumerate(names):
        weapon = dice.choice(melee)
        missile = dice.choice((None, None, "bow", "javelin"))
        figures = dice.randint(4, 9)
        units.append(
            Unit(
                name=name,
                command=heads[number % len(heads)],
                figures=figures,
                worth=dice.choice((1, 1, 2, 3)),
                frontage=dice.choice((None, None, figures)),
                quality=dice.choice(list(result.qualities)),
                temperament=dice.choice([item.id for item in result.temperaments]),
                armour=dice.choice([entry.id for entry in result.armour]),
                shield=not result.weapons[weapon].takes_hands and dice.random() < 0.5,
                weapon=weapon,
                missile=missile,
                volleys=dice.choice((None, 4)) if missile else None,
                strength=dice.choice((0, 0, 1, -1)),
                resilience=dice.choice((0, 0, 1)),
                standard=dice.random() < 0.2,
                champion=dice.random() < 0.2,
                mounted=dice.random() < 0.2,
                orders=dice.choice(["attack", "hold", "oppose"]),
            )
        )
    units.sort(key=lambda unit: heads.index(unit.command))
    return Roster(id="the-dressed", name="The Dressed", race="dwarves", leaders=leaders, units=units)


def spelt(word: str, dice: random.Random) -> str:
    return dice.choice((word, *SPELT.get(word, ())))


def dressed_leader(one: Leader, dice: random.Random) -> str:
    role = one.role.replace("-", " ").capitalize()
    words = [dice.choice(("leadership {}", "L{}", "Ld {}", "leadership: {}")).format(one.leadership)]
    words += [dice.choice(("save {}", "save {}+", "Sv {}+")).format(one.save)] if one.save else []
    words += [dice.choice(("boast {}", "boasts {}", "boast: {}")).format(one.boast)] if one.boast else []
    words += ["bannerman"] if one.bannerman else []
    words += [dice.choice(("joins {}", "starts with {}", "joins: {}")).format(one.joins)] if one.joins else []
    dice.shuffle(words)
    rest = ", ".join(words)
    ways = (
        f"{role} {one.name}, {rest}",
        f"{role}: {one.name} ({rest})",
        f"{one.name} - {role} - {rest}",
        f"{role} {one.name}; {rest.replace(',', ';')}",
    )
    return dice.choice(ways)


def dressed_unit(one: Unit, dice: random.Random, planted: str = "") -> str:
    words = [spelt(word, dice) for word in (one.quality, one.temperament, one.armour, one.weapon, one.orders)]
    words += [spelt(one.missile, dice)] if one.missile else []
    words += [dice.choice(("{} volleys", "volleys {}")).format(one.volleys)] if one.volleys else []
    words += [dice.choice(("worth {}", "{} worth each", "@ {}")).format(one.worth)] if one.worth != 1 else []
    words += [dice.choice(("{} wide", "frontage {}", "{} files")).format(one.frontage)] if one.frontage else []
    words += [dice.choice(("strength {}", "str {:+d}", "{:+d} strength")).format(one.strength)] if one.strength else []
    words += [dice.choice(("resilience {}", "res {:+d}")).format(one.resilience)] if one.resilience else []
    words += [name for name in ("standard", "champion", "mounted") if getattr(one, name)]
    words += [dice.choice(("shield", "shields"))] if one.shield else []
    words += [planted] if planted else []
    dice.shuffle(words)
    joint = dice.choice(JOINTS) if not planted and "@ " not in " ".join(words) else ", "
    ways = [
        f"{one.name}: {one.figures} figures, {{}}",
        f"{one.name} ({one.figures}), {{}}",
        f"{one.name}; {one.figures}; {{}}",
        f"{one.figures} x {one.name}, {{}}",
        f"{one.name} - {one.figures} strong - {{}}",
        f"{one.figures}x {one.name} - {{}}",
        f"{one.name}, figures: {one.figures}, {{}}",
    ]
    text = dice.choice(ways).format(joint.join(words) if joint != " " else ", ".join(words).replace(", ", " , "))
    return text + dice.choice(REMARKS)


def dressed(roster: Roster, dice: random.Random, plant: tuple[int, str] = (-1, "")) -> str:
    """A roster as a player may post it, with something planted in one of its units."""
    title = dice.choice(
        (
            f"Battle Turn roster: {roster.name}",
            f"Game: The Battle Turn\nArmy: {roster.name}",
            f"Roster (The Battle Turn): {roster.name}",
            f"[b]Battle Turn roster: {roster.name}[/b]",
        )
    )
    lines = [title, f"Race: {roster.race}", ""]
    layout = dice.choice(("below", "headings", "under"))
    bullet = dice.choice(("  ", "- ", "* ", "  - ", "• ", "[*]"))
    heading = dice.choice(("Command of {}:", "Under {}:", "## {}’s command", "[b]{}[/b]:"))
    if layout != "below":
        lines += [dressed_leader(item, dice) for item in roster.leaders]
    for leader in roster.leaders:
        lines += [dressed_leader(leader, dice)] if layout == "below" else []
        lines += ["", heading.format(leader.name)] if layout == "headings" else []
        for number, unit in enumerate(roster.units):
            if unit.command == leader.name:
                own = dressed_unit(unit, dice, plant[1] if plant[0] == number else "")
                if layout == "under":
                    own = f"{own.partition(' # ')[0].partition('  // ')[0]}, under {unit.command}"
                lines.append(f"{bullet}{own}")
    if dice.random() < 0.3:
        lines += ["", f"Total worth: {sum(unit.total_worth for unit in roster.units)}"]
    text = "\n".join(lines) + "\n"
    return "".join(f"> {line}\n" for line in text.splitlines()) if dice.random() < 0.2 else text


@FEW
@given(st.integers(0, 2**32))
def test_a_dressed_roster_reads_back_as_it_was(seed: int) -> None:
    """Every leader and every unit with every value, and nothing is found in it."""
    dice = random.Random(seed)
    roster = made_up(dice)
    text = dressed(roster, dice)
    report = Report()
    judged = read(text, report)
    assert not [str(problem) for problem in report], text
    (result,) = [verdict.roster.roster() for verdict in judged]
    assert result is not None
    assert result.leaders == roster.leaders, text
    assert result.units == roster.units, text
    assert (result.name, result.race) == (roster.name, roster.race)


@FEW
@given(st.integers(0, 2**32), st.sampled_from(("flumpish", "vorgle", "veterann", "haevy", "77", "3, 77", "1৩")))
def test_what_is_planted_in_a_unit_is_found_there(seed: int, planted: str) -> None:
    """An unknown word, a misspelt one, a number of nothing: an error points at it, and the roster is not legal."""
    dice = random.Random(seed)
    roster = made_up(dice)
    number = dice.randrange(len(roster.units))
    text = dressed(roster, dice, (number, planted))
    report = Report()
    read(text, report)
    words = planted.rpartition(" ")[2]
    places = {(item.where.line, item.where.column) for item in report if item.severity == 0}
    spots = {
        (line, at.start() + 1)
        for line, row in enumerate(text.splitlines(), 1)
        for at in re.finditer(rf"(?<![\w]){re.escape(words)}", row)
    }
    assert (
        places & spots
        or {(line, column - 1) for line, column in places} & spots
        or (words == "1৩" and any((line, column + 1) in places for line, column in spots))
    ), (text, [str(problem) for problem in report])
    assert not report.ok


# --- anything at all --------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    (
        "Warchief",
        "Old Croak",
        "Battle leader:",
        "12",
        "x",
        "(",
        ")",
        "[",
        "]",
        ",",
        " - ",
        "\n",
        "\n  ",
        "\n- ",
        "> ",
        "#",
        "//",
        "veteran",
        "hand weapons",
        "under",
        "joins",
        "boast",
        "L3",
        "8+",
        "worth",
        "=",
        "@",
        "|",
        "|---|",
        "no",
        "name",
        "figures",
        "Total worth: 3",
        "’s command:",
        "Battle Turn roster: ",
        "١٢",
        "½",
        "##",
        "==",
        ":",
        "dozen",
        "ranks",
        "yes",
    )
)


@FEW
@given(st.lists(PIECES | st.text(max_size=6), max_size=60))
def test_any_text_ends_with_a_report(pieces: list[str]) -> None:
    """Without a traceback, with every place inside the text; and what is legal can be fielded."""
    text = "Battle Turn roster: Any\n" + " ".join(pieces)
    report = Report()
    judged = read(text, report)
    lines = re.split("\r\n|\r|\n", text)
    for problem in report:
        assert 1 <= problem.where.line <= len(lines)
        assert 1 <= problem.where.column <= len(lines[problem.where.line - 1]) + 1
    assert judged or not report.ok
    if report.ok:
        assert all(verdict.roster.roster() is not None for verdict in judged)


def test_a_long_text_of_nothing_ends_at_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    line = f"{'infantry 4 men, ' * 7}infantry 4 men"
    path.write_text("Battle Turn roster: A\n" + "".join(f"Leader {n}, 3-2-{n} {line}\n" for n in range(500)))
    (problem,) = ibbprint.check(path).report
    assert (problem.rule, problem.severity) == ("read:size", Severity.ERROR)
    assert 20 < problem.where.line < 200
