"""Policies by name, which decide for a side. They choose by what their side can see.

Promises: the same seed gives the same choices in any process; a policy's dice are its own, never those of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from ibbprint.dice import SeededDice, seed_of
from ibbprint.digits import are_digits
from ibbprint.engine.session import Opened, Playing
from ibbprint.playtest.commander import EFFORT, Commander, Plan, study
from ibbprint.playtest.planner import Planner
from ibbprint.problems import BadRequest, did_you_mean


class Policy(Protocol):
    """Decides for the side that has to."""

    @property
    def looks(self) -> bool:
        """Whether it looks at more of the game than its candidates; who does not needs no view."""

    def choose(self, game: Playing) -> Any:
        """Choose a candidate. A policy that looks gets the game as the side to move sees it, others the game itself."""


class Random:
    """Any candidate, all alike."""

    looks = False

    def __init__(self, seed: int | str) -> None:
        self._dice = SeededDice(seed)

    def choose(self, game: Playing) -> Any:
        candidates = game.candidates()
        return candidates[self._dice.roll(len(candidates)) - 1]


class Greedy:
    """The candidate that the game's rule of thumb likes best; a die decides between equals."""

    looks = True

    def __init__(self, seed: int | str) -> None:
        self._dice = SeededDice(seed)

    def choose(self, game: Playing) -> Any:
        equals = game.best()
        return equals[0] if len(equals) == 1 else equals[self._dice.roll(len(equals)) - 1]


POLICIES: Mapping[str, Callable[[int | str], Policy]] = {"greedy": Greedy, "planner": Planner, "random": Random}
"""The policies that need nothing but a seed, by their names."""
COMMANDER = "commander"
KNOWN = (COMMANDER, *POLICIES)
MOST_EFFORT = 10_000
USUAL = "greedy"
OPTION = "--policy"


Studies = dict[tuple[str, int], Plan]
"""What has been found out about a scenario, by side and effort."""


def policies(names: Mapping[str, str], seed: int | str, plans: Mapping[str, Plan] | None = None) -> dict[str, Policy]:
    """A policy for each side, each with a stream of dice of its own. `names` are theirs by side, in order.

    `plans` are those of the sides that a commander plays (`studied`).
    """
    result: dict[str, Policy] = {}
    for number, (side, name) in enumerate(names.items()):
        policy_seed = seed_of(f"policy:{seed}", number)
        result[side] = POLICIES[name](policy_seed) if name in POLICIES else Commander(policy_seed, (plans or {})[side])
    return result


def studied(opened: Opened[Any], names: Mapping[str, str], studies: Studies | None = None) -> dict[str, Plan]:
    """The plan of each side that a commander plays. Plans in `studies` are used again, new ones are added to it."""
    studies = {} if studies is None else studies
    plans: dict[str, Plan] = {}
    for side, effort in efforts(names).items():
        if (side, effort) not in studies:
            studies[side, effort] = study(opened, side, effort)
        plans[side] = studies[side, effort]
    return plans


def efforts(names: Mapping[str, str]) -> dict[str, int]:
    """The effort of each side that a commander plays, which its name may say: `commander:500`. The names are sound."""
    parts = {side: name.partition(":") for side, name in names.items()}
    return {side: int(effort or EFFORT) for side, (plain, _, effort) in parts.items() if plain == COMMANDER}


def _check(name: str, option: str) -> None:
    """Raise BadRequest for a name that is no policy, or an effort that is none."""
    plain, colon, effort = name.partition(":")
    if plain not in KNOWN:
        raise BadRequest(f"there is no policy {name!r}.", did_you_mean(plain, KNOWN), option)
    if not colon:
        return
    if plain != COMMANDER:
        raise BadRequest(f"{plain} has no effort: {name!r}.", "Only commander has, as in commander:500.", option)
    if not are_digits(effort) or not 1 <= int(effort) <= MOST_EFFORT:
        hint = f"Write a number of playouts from 1 to {MOST_EFFORT}, as in commander:500."
        raise BadRequest(f"a commander cannot have the effort {effort!r}.", hint, option)


def side_named(text: str, sides: Collection[str], option: str) -> str:
    """The id of the side that is meant: by its id, its letter (A is the first), or its name where `sides` has names.

    Raises BadRequest for what names none; `option` is where it was written.
    """
    known: dict[str, str] = {chr(ord("a") + number): side for number, side in enumerate(sides)}
    if isinstance(sides, Mapping):
        known |= {name.lower(): side for side, name in sides.items()}
    known |= {side.lower(): side for side in sides}
    if text.lower() not in known:
        listing = ", ".join(f"{chr(ord('A') + number)} or {side}" for number, side in enumerate(sides))
        near = did_you_mean(text, sides, most=0)
        raise BadRequest(f"there is no side {text!r}.", near or f"Known: {listing}.", option)
    return known[text.lower()]


def by_side(text: str, sides: Collection[str], option: str = OPTION) -> dict[str, str]:
    """The name of each side's policy from `A=greedy,B=random`, `reds=greedy`, or `random` for everybody.

    Sides as `side_named` has them. Who is not named plays greedily. Raises BadRequest for what names no policy or no
    side; `option` is where it was written.
    """
    result = dict.fromkeys(sides, USUAL)
    assigned: set[str] = set()
    for part in filter(None, (entry.strip() for entry in text.split(","))):
        prefix, equals, name = (entry.strip() for entry in part.partition("="))
        if not equals:
            prefix, name = "", prefix
        _check(name.lower(), option)
        side = side_named(prefix, sides, option) if prefix else ""
        if side in assigned:
            raise BadRequest(f"the side {side} has two policies.", "Name each side once.", option)
        if not prefix and assigned:
            raise BadRequest(f"{name!r} does not say whose policy it is.", f"Write SIDE={name}.", option)
        for item in [side] if prefix else sides:
            assigned.add(item)
            result[item] = name.lower()
    return result


Noted = Callable[[Playing, Any], None]
"""Is called with the game and the action before each action is done."""


def play_game(
    opened: Opened[Any],
    seed: int | str,
    policies: Mapping[str, Policy],
    listen: bool = False,
    noted: Noted | None = None,
) -> Playing:
    """The game when it is over. Events are kept with `listen`; `noted` hears every action."""
    game = opened.start(seed, listen=listen)
    play_on(game, policies, None, noted)
    return game


def play_on(
    game: Playing, policies: Mapping[str, Policy], turns: int | None = None, noted: Noted | None = None
) -> None:
    """Play a game on to its end, or until a turn after the one of number `turns` begins."""
    while (side := game.to_move) is not None and (turns is None or game.turn <= turns):
        policy = policies[side]
        action = policy.choose(game.view(side) if policy.looks else game)
        if noted is not None:
            noted(game, action)
        game.play(action)
