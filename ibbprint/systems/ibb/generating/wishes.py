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
    AskOption("kind", f"Choose the battle instead of rolling it: {', '.join(KINDS)}.", metavar="KIND"),
    AskOption("turns", "The number of turns; as many as the march takes if not given.", "number", "N"),
    AskOption("theme", "The armies, by their themes: A,B, of which A attacks; rolled if not given.", metavar="A,B"),
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
    given = request.options
    evening = bool(given.get("evening"))
    kind = _known("kind", given.get("kind", ""), KINDS, "kind of battle")
    keep = _known("keep", given.get("keep", ""), KEPT, "part to keep")
    if given.get("anew") is not None and not keep:
        raise BadRequest("--anew is the seed for what is rerolled.", "Add --keep map or --keep armies.", "--anew")
    look = _number("look", given.get("look", LOOK), 0, MOST_LOOK, "games")
    if evening and not look:
        raise BadRequest("--evening counts activations in games.", "Leave --look 0 out.", "--look")
    turns = given.get("turns")
    if turns is not None:
        turns = _number("turns", turns, LEAST_TURNS, MOST_TURNS, "turns")
    map = given.get("map", NEW)
    if given.get("ground") and map != NEW:
        raise BadRequest("--ground is for a new map.", "Leave out --map or --ground.", "--ground")
    themes = _themes(given.get("theme", ""), catalogue)
    budget = given.get("budget", BUDGET)
    _affordable(budget, themes, catalogue, checker)
    return Wish(budget, kind, turns, themes, map, given.get("ground", ""), keep, given.get("anew"), look, evening)


def _known(name: str, wanted: str, known: tuple[str, ...], what: str) -> str:
    word = wanted.strip().lower()
    if word and word not in known:
        raise BadRequest(f"there is no {what} {wanted!r}.", did_you_mean(word, known), f"--{name}")
    return word


def _number(name: str, number: int, least: int, most: int, what: str) -> int:
    if not least <= number <= most:
        raise BadRequest(f"--{name} takes {least} to {most} {what}, not {number}.", option=f"--{name}")
    return number


def _themes(words: str, catalogue: Catalogue) -> tuple[ArmyTheme | None, ArmyTheme | None]:
    shelf = catalogue.army_themes
    names = [word.strip() for word in words.split(",")]
    if len(names) > 2:
        raise BadRequest(f"a battle has two armies, but you named {len(names)} themes.", "Name two.", "--theme")
    ids = [name if name in shelf or not name else theme_called(catalogue, name) for name in (*names, "")[:2]]
    theme, other = [shelf[id] if id else None for id in ids]
    return theme, other


def _affordable(
    budget: int, themes: tuple[ArmyTheme | None, ArmyTheme | None], catalogue: Catalogue, checker: Checker
) -> None:
    named = [theme for theme in themes if theme is not None]
    dearest = max(least_gold(theme, checker) for theme in named or catalogue.army_themes)
    if budget < dearest:
        whose = "every army" if not named else "these armies"
        what = f"{budget} gold is too little: the smallest of {whose} takes up to {dearest}."
        raise BadRequest(what, f"Use {dearest} to {MOST_BUDGET}.", "--budget")
    if budget > MOST_BUDGET:
        raise BadRequest(
            f"{budget} gold is more than an army on a table can cost.", f"At most {MOST_BUDGET}.", "--budget"
        )
