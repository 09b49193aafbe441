"""The fourteen spells and prayers, field by field: as printed, and as ruled."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ibbprint.problems import Report
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.models.magic import PrintedSpell, Spell
from tests.helpers import make_kit, make_pack

# Statement, name, then as printed: speed, type, cost, save, spillover, upkeep, duration, template.
PRINTED = {
    "big-bang-boomeroo": ("A-160", "Big Bang Boomeroo", "FAST", "M", "5", "Y-1", "Y", "0", "INST", "3xC"),
    "fist-of-righteousness": ("A-161", "Fist of Righteousness", "SLOW", "P", "3", "Y+1", "N", "0", "INST", "1 Hex"),
    "giant-splat": ("A-162", "Giant Splat", "FAST", "M", "7", "Y", "", "0", "INST", "2"),
    "wahoo": ("A-163", "Wahoo from the Nether Depths", "FAST", "P", "3", "Y", "", "0", "INST", "2"),
    "fearball": ("A-164", "Fearball", "FAST", "M", "4", "S", "Y", "0", "1 Turn", "2B"),
    "fireball": ("A-165", "Fireball", "FAST", "M", "6", "N", "Y", "0", "INST", "3B"),
    "chain-lightning": ("A-166", "Chain Lightning", "FAST", "P", "4", "N", "Y", "S", "1 Turn", "None"),
    "vegetative-chain-reaction": ("A-167", "Vegetative Chain Reaction", "SLOW", "M", "6", "Y", "Y", "1", "INST", "3B"),
    "rally": ("A-168", "Rally", "FAST", "P", "3", "N", "Y", "0", "INST", "B"),
    "summon-primal-goons": ("A-169", "Summon Primal Goons", "SLOW", "M", "3", "N", "N", "1", "4 Turn", "None"),
    "distraction": ("A-170", "Distraction", "FAST", "P", "2", "Y", "N", "0", "1 Turn", "None"),
    "anti-magickal-glamour": ("A-171", "Anti-Magickal Glamour", "FAST", "P", "3", "N", "Y", "0", "2 Turn", "2-3B"),
    "summon-the-walking-dead": ("A-172", "Summon the Walking Dead", "SLOW", "M", "6", "N", "N", "2", "4 Turn", "None"),
    "yawning-chasm": ("A-173", "Yawning Chasm", "FAST", "P", "6", "N", "Y", "0", "2 Turn", "2B"),
}

# As ruled: caster, speed, cost, save and its modifier, spillover, upkeep, turns, templates, target, thrown, strengths.
RULED: dict[str, tuple[str, str, int, str, int, bool, int, int | None, str, str, bool, list[int]]] = {
    #
    "big-bang-boomeroo": ("wizard", "fast", 5, "quality", -1, True, 0, None, "cone-c", "cone", False, [3]),
    #
    "fist-of-righteousness": ("priest", "slow", 3, "quality", 1, False, 0, None, "", "hex", False, [4]),
    #
    "giant-splat": ("wizard", "fast", 7, "quality", 0, False, 0, None, "", "unit", False, [10]),
    #
    "wahoo": ("priest", "fast", 3, "none", 0, False, 0, None, "", "army", False, []),
    #
    "fearball": ("wizard", "fast", 4, "special", 0, True, 0, 1, "ball-2", "area", True, []),
    #
    "fireball": ("wizard", "fast", 6, "none", 0, True, 0, None, "ball-3", "area", True, [6, 4]),
    #
    "chain-lightning": ("priest", "fast", 4, "none", 0, True, 0, 1, "", "chain", False, [4, 3, 2, 1]),
    #
    "vegetative-chain-reaction": ("wizard", "slow", 6, "best-quality", 0, True, 0, None, "ball-3", "area", True, []),
    #
    "rally": ("priest", "fast", 3, "none", 0, True, 0, None, "ball-2", "area", True, []),
    #
    "summon-primal-goons": ("wizard", "slow", 3, "none", 0, False, 1, 4, "", "none", False, []),
    #
    "distraction": ("priest", "fast", 2, "best-quality", 0, False, 0, 1, "", "formation", False, []),
    #
    "anti-magickal-glamour": ("priest", "fast", 3, "none", 0, True, 0, 2, "ball-2 ball-3", "area", True, []),
    #
    "summon-the-walking-dead": ("wizard", "slow", 6, "none", 0, False, 2, 4, "", "none", False, []),
    #
    "yawning-chasm": ("priest", "fast", 6, "none", 0, True, 0, 2, "ball-2", "area", True, []),
}

FIELDS = ("speed", "type", "cost", "save", "spillover", "upkeep", "duration", "template")

# What the printed text of a spell must give a player as figures, with its own fields filled in.
SAID = {
    "big-bang-boomeroo": ["strength 3 in the first hex", "below 1."],
    "fist-of-righteousness": ["together at strength 4"],
    "giant-splat": ["strength 10,"],
    "wahoo": ["subtract 1 from the die"],
    "fearball": ["adds 2 to the die"],
    "fireball": ["Strength 6 where", "4 elsewhere"],
    "chain-lightning": ["strength 4, 3, 2 and 1 in turn"],
    "vegetative-chain-reaction": ["adds 2 to the die"],
    "rally": [],
    "summon-primal-goons": ["divide it by 2 and round up", "last 4 turns", "if 1 mana"],
    "distraction": ["adds 2 to the die"],
    "anti-magickal-glamour": ["For 2 turns"],
    "summon-the-walking-dead": ["last 4 turns", "if 2 mana"],
    "yawning-chasm": ["For 2 turns"],
}


@cache
def catalogue() -> Catalogue:
    result = Catalogue.open((), (), Report())
    assert result is not None
    return result


def spells() -> list[Spell]:
    return list(catalogue().spells)


def test_the_fourteen() -> None:
    """The spells are the fourteen of the appendix, in its order."""
    assert [spell.id for spell in spells()] == list(PRINTED) == list(RULED) == list(SAID)


@pytest.mark.parametrize("name", list(PRINTED))
def test_as_printed(name: str) -> None:
    """Each spell keeps its printed fields, blanks too, and names the statement it restates."""
    spell = catalogue().spells[name]
    statement, title, *fields = PRINTED[name]
    assert spell.name == title
    assert spell.printed == PrintedSpell.model_validate(dict(zip(FIELDS, fields, strict=True)))
    assert statement in spell.rules


@pytest.mark.parametrize("name", list(RULED))
def test_as_ruled(name: str) -> None:
    """Each spell has the fields that the rulings give it."""
    s = catalogue().spells[name]
    result = (
        s.caster,
        s.speed,
        s.cost,
        s.save.kind,
        s.save.modifier,
        s.spillover,
        s.upkeep,
        s.turns,
        " ".join(s.templates),
        s.target,
        s.thrown,
        s.strengths,
    )
    assert result == RULED[name]


def test_printed_and_ruled_agree() -> None:
    """Speed, class and cost are never ruled away from the print; only the upkeep of one spell is (R-153)."""
    for spell in spells():
        assert spell.printed.speed == spell.speed.upper()
        assert spell.printed.type == {"wizard": "M", "priest": "P"}[spell.caster]
        assert spell.printed.cost == str(spell.cost)
        assert spell.printed.duration == ("INST" if spell.turns is None else f"{spell.turns} Turn")
    changed = [s.id for s in spells() if s.printed.upkeep not in (str(s.upkeep), "S")]
    assert changed == ["vegetative-chain-reaction"]


def test_counts() -> None:
    """Ten are fast and four slow; seven are wizards' and seven priests', at the costs of the appendix."""
    assert [spell.id for spell in spells() if spell.speed == "slow"] == [
        "fist-of-righteousness",
        "vegetative-chain-reaction",
        "summon-primal-goons",
        "summon-the-walking-dead",
    ]
    assert sum(spell.speed == "fast" for spell in spells()) == 10
    assert sorted(spell.cost for spell in spells() if spell.caster == "wizard") == [3, 4, 5, 6, 6, 6, 7]
    assert sorted(spell.cost for spell in spells() if spell.caster == "priest") == [2, 3, 3, 3, 3, 4, 6]


def test_thrown() -> None:
    """Exactly six are thrown, with accuracy and scatter (G-02), and all of those have a ball."""
    thrown = [spell for spell in spells() if spell.thrown]
    assert {spell.id for spell in thrown} == {
        "fearball",
        "fireball",
        "vegetative-chain-reaction",
        "rally",
        "anti-magickal-glamour",
        "yawning-chasm",
    }
    shapes = catalogue().area_templates
    assert all(shapes[name].shape == "ball" for spell in thrown for name in spell.templates)
    assert all(spell.templates for spell in thrown)


@pytest.mark.parametrize("name", list(SAID))
def test_texts_carry_the_figures(name: str) -> None:
    """The words of each spell fill in without a fault and give the player its figures."""
    shelf = catalogue().spells
    spell, before = shelf[name], len(catalogue().report)
    text = catalogue().text(spell.text, spell, shelf.where(name, "text"))
    assert len(catalogue().report) == before
    assert [message for message in SAID[name] if message not in text] == []
    assert not set("{}[]") & set(text)


@pytest.mark.parametrize(
    ("shape", "rank", "said"),
    [
        (
            "cone",
            {"distance": "0", "numerator": "1", "denominator": "1"},
            "is a cone, and a cone starts at distance 1.",
        ),
        ("ball", {"distance": "0", "numerator": "3", "denominator": "2"}, "has the strength 3/2, more than the whole."),
    ],
)
def test_shapes_that_cannot_be_drawn(shape: str, rank: dict[str, str], said: str, tmp_path: Path) -> None:
    """A cone without a tip and a strength above the whole are told at their place, before they are drawn."""
    template = {"id": {"cone": "cone-c", "ball": "ball-2"}[shape], "name": "Odd", "shape": shape, "ranks": [rank]}
    pack = make_pack(tmp_path / "pack", {"area-templates.yaml": {"area-templates": [template]}})
    result, report = make_kit("hastings", packs=[pack])
    assert result is None
    (problem,) = report.errors
    assert said in problem.message
    assert problem.where.line
