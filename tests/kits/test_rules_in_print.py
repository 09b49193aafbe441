"""A kit follows `--rule`: what a switch changes is seen on counters, templates, cards, crib and in the booklet.

Each part is made of the same records and templates as the printed one, up to the text that is then set or drawn.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import read_style
from ibbprint.engine.api.kits import KitOptions
from ibbprint.problems import Report, Where
from ibbprint.systems import games
from tests.helpers import DATA, TEMPLATES, plain

SWITCHES = {
    ruling["switch"]["name"]: (ruling["id"], ruling["switch"])
    for ruling in plain(DATA / "rulings.yaml")["rulings"]
    if "switch" in ruling
}
CHOICES = [
    (name, value) for name, (_, switch) in SWITCHES.items() for value in switch["values"] if value != switch["default"]
]
SEEN = {
    "engines_stack": {"crib", "rules"},
    "spent_spearmen": {"counters", "rules"},
    "terrain_cost": {"crib", "rules"},
    "shooters": {"crib", "rules"},
    "charge_bonus": {"crib", "crt", "rules"},
    "morale_failure": {"crib", "rules"},
    "berserk": {"crib", "crt", "markers", "reasons", "rules"},
    "mana": {"crib", "rules"},
    "ball_radius": {"rules", "spells", "templates"},
}
"""The parts of a kit that look another way under the other value of a switch, where a scenario has what it is about."""
SCENARIO = "defend-the-bridge"
"""It has spears to throw, horse that charges, an engine, and a priest with spells on templates."""
WITH_WIZARDS = "hastings"
"""Where nobody has mana, the aid does not speak of it."""


@cache
def parts(scenario: str, *rules: str) -> dict[str, str]:
    """Every piece, card, text and booklet of a kit as text, by section and id, and how many there are of it."""
    report = Report()
    chosen = dict(rule.split("=") for rule in rules)
    kit = games()["ibb"].kit(scenario, KitOptions(rules=chosen, force=True), report)
    assert kit is not None, list(report)
    folders = [Path(TEMPLATES)]
    style = read_style(folders, report)
    assert style is not None
    templates = Templates(folders, style, report)
    faces = Faces(templates, Symbols(folders, report), report)
    result: dict[str, str] = {}
    for piece in kit.pieces:
        faces.face(piece.face, piece.values, piece.size_mm, piece.origins)
        result[f"{piece.section}/{piece.id}"] = (
            f"{piece.count} {faces.text_of(piece.face, piece.values, piece.size_mm)}"
        )
    for card in kit.cards:
        for template in filter(None, (card.template, card.back)):
            faces.face(template, card.values, card.size_mm, card.origins)
            text = faces.text_of(template, card.values, card.size_mm)
            result[f"{card.section}/{card.id}/{template}"] = f"{card.count} {text}"
    for each in (*kit.texts, *kit.booklets):
        loaded = templates.load(each.template, Where(each.template))
        assert loaded is not None
        result[f"{each.section}/{each.id}"] = templates.render(loaded, each.values) or ""
    assert report.ok, list(report)
    return result


def changed(scenario: str, *rules: str) -> set[str]:
    """The sections in which something is not as it is by the usual rules."""
    usual, other = parts(scenario), parts(scenario, *rules)
    return {name.partition("/")[0] for name in {**usual, **other} if usual.get(name) != other.get(name)}


def test_every_switch_is_looked_at() -> None:
    """A new switch must say where it is seen."""
    assert set(SEEN) == set(SWITCHES)


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_a_switch_shows_wherever_it_counts(name: str, value: str) -> None:
    """Under the other value exactly these parts are not as before: nothing is forgotten, nothing else is touched."""
    scenario = WITH_WIZARDS if name == "mana" else SCENARIO
    assert changed(scenario, f"{name}={value}") - {"findings"} == SEEN[name]


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_the_id_of_the_ruling_will_do(name: str, value: str) -> None:
    """`--rule R-22=3-2-4` and `--rule spent_spearmen=3-2-4` give the same kit; the usual value gives the usual one."""
    id, switch = SWITCHES[name]
    assert parts(SCENARIO, f"{id}={value}") == parts(SCENARIO, f"{name}={value}")
    assert parts(SCENARIO, f"{id}={switch['default']}") == parts(SCENARIO)


def test_switches_add_up() -> None:
    """Two of them together change what each changes alone."""
    both = changed(SCENARIO, "spent_spearmen=3-2-4", "ball_radius=number")
    assert both == SEEN["spent_spearmen"] | SEEN["ball_radius"]


def test_a_spent_spearman_and_a_ball_are_drawn_by_the_switch() -> None:
    """The very figures: 3-2-4 on the spent counters, and the larger ball among the templates."""
    other = parts(SCENARIO, "spent_spearmen=3-2-4", "ball_radius=number")
    spent = [text for name, text in other.items() if name.endswith("-spent")]
    assert spent
    assert all(">3-2-4<" in text for text in spent)
    balls = [name for name in other if name.startswith("templates/ball")]
    assert balls
    assert all("-number" in name for name in balls)
