"""The options of a made-up scenario, checked before anything is made."""

from __future__ import annotations

from typing import NamedTuple

from ibbprint.engine.api.generating import GenerateRequest
from ibbprint.engine.api.odds import AskOption
from ibbprint.engine.words import theme_called
from ibbprint.problems import BadRequest, did_you_mean
from ibbprint.systems.ibb.catalogue import Catalogue
from ibbprint.systems.ibb.generating.armies import least_gold
from ibbprint.systems.ibb.generating.kinds import KINDS
from ibbprint.systems.ibb.lists.checker import Checker
from ibbprint.systems.ibb.models.army_themes import ArmyTheme

BUDGET, MOST_BUDGET = 90, 300
LEAST_TURNS, MOST_TURNS = 3, 30
LOOK, MOST_LOOK = 40, 1000
NEW = "new"
KEPT = ("map", "armies")

OPTIONS = (
    AskOption("budget", f"Gold for an army; an attacker has twice as much. [default: {BUDGET}]", "number", "N"),
    AskOption("kind", f"Choose the battle instead of rolling for it: {', '.join(KINDS)}.", metavar="KIND"),
    AskOption("turns", "The number of turns; if not given, as many as the march takes.", "number", "N"),
    AskOption("theme", "The themes of the two armies, the attacker's first; rolled if not given.", metavar="A,B"),
    AskOption("map", "A new map, or an existing one by its id or file. [default: new]", metavar="new|MAP"),
    AskOption("ground", "The kind of country for a new map; rolled if not given.", metavar="THEME"),
    AskOption("keep", "Keep the map, or the armies, of --seed and reroll the rest.", metavar="map|armies"),
    AskOption("anew", "With --keep: the seed of the rest. Drawn at random if not given.", metavar="TEXT"),
    AskOption("look", f"Greedy games to play first; 0 for none. [default: {LOOK}]", "number", "N"),
    AskOption("evening", "For two people tonight: a small battle, and its kit printed.", "flag"),
)


class Wish(NamedTuple):
    """The options of a made-up scenario. `kind`, `ground` and a theme are empty where they are rolled, `turns` is
    None.
    """

    budget: int
    kind: str
    turns: int | None
    themes: tuple[ArmyTheme | None, ArmyTheme | None]
    map: str
    ground: str
    keep: str
    anew: str | None
    look: int
    evening: bool


def wish_of(request: GenerateRequest, catalogue: Catalogue, checker: Checker) -> Wish:
    """The wish; BadRequest for one that cannot be met."""
    options = request.options
    evening = bool(options.get("evening"))
    kind = _choice("kind", options.get("kind", ""), KINDS, "kind of battle")
    keep = _choice("keep", options.get("keep", ""), KEPT, "part to keep")
    if options.get("anew") is not None and not keep:
        raise BadRequest("--anew is the seed for what is rerolled.", "Add --keep map or --keep armies.", "--anew")
    look = _number("look", options.get("look", LOOK), 0, MOST_LOOK, "games")
    if evening and not look:
        raise BadRequest("--evening counts activations in games.", "Leave --look 0 out.", "--look")
    turns = options.get("turns")
    if turns is not None:
        turns = _number("turns", turns, LEAST_TURNS, MOST_TURNS, "turns")
    map = options.get("map", NEW)
    if options.get("ground") and map != NEW:
        raise BadRequest("--ground is for a new map.", "Leave out --map or --ground.", "--ground")
    themes = _themes(options.get("theme", ""), catalogue)
    budget = options.get("budget", BUDGET)
    _affordable(budget, themes, catalogue, checker)
    return Wish(budget, kind, turns, themes, map, options.get("ground", ""), keep, options.get("anew"), look, evening)


def _choice(name: str, text: str, names: tuple[str, ...], label: str) -> str:
    word = text.strip().lower()
    if word and word not in names:
        raise BadRequest(f"there is no {label} {text!r}.", did_you_mean(word, names), f"--{name}")
    return word


def _number(name: str, number: int, least: int, limit: int, unit: str) -> int:
    if not least <= number <= limit:
        raise BadRequest(f"--{name} takes {least} to {limit} {unit}, not {number}.", option=f"--{name}")
    return number


def _themes(words: str, catalogue: Catalogue) -> tuple[ArmyTheme | None, ArmyTheme | None]:
    shelf = catalogue.army_themes
    names = [word.strip() for word in words.split(",")]
    if len(names) > 2:
        raise BadRequest(f"a battle has two armies, but you named {len(names)} themes.", "Name two.", "--theme")
    ids = [name if name in shelf or not name else theme_called(catalogue, name) for name in (*names, "")[:2]]
    first, second = [shelf[id] if id else None for id in ids]
    return first, second


def _affordable(
    budget: int, themes: tuple[ArmyTheme | None, ArmyTheme | None], catalogue: Catalogue, checker: Checker
) -> None:
    chosen = [theme for theme in themes if theme is not None]
    dearest = max(least_gold(theme, checker) for theme in chosen or catalogue.army_themes)
    if budget < dearest:
        whose = "every army" if not chosen else "these armies"
        message = f"{budget} gold is too little: the smallest of {whose} takes up to {dearest}."
        raise BadRequest(message, f"Use {dearest} to {MOST_BUDGET}.", "--budget")
    if budget > MOST_BUDGET:
        raise BadRequest(
            f"{budget} gold is more than an army on a table can cost.", f"At most {MOST_BUDGET}.", "--budget"
        )
