"""Battles made up by the tables of set-up: scenario, ground, armies, and where everybody begins."""

from __future__ import annotations

import shlex

from ibbprint.engine.api.generating import Generated, GenerateRequest, Offer, seed_slug
from ibbprint.engine.api.kits import KitOptions
from ibbprint.engine.api.odds import AskOption
from ibbprint.phrases import small
from ibbprint.problems import BadRequest, Report, did_you_mean
from ibbprint.systems.microbattle.catalogue import GAME, Catalogue
from ibbprint.systems.microbattle.generating.rolling import Rolled, roll_battle
from ibbprint.systems.microbattle.generating.writing import as_file, title_of

KIND = AskOption(
    "kind", "Choose the scenario instead of rolling for it: clash, breakthrough, and so on.", metavar="KIND"
)
POINTS_APART = AskOption(
    "points-apart", "Reroll the armies until they differ by no more than N units.", kind="number", metavar="N"
)
OFFER = Offer("Roll up a battle: scenario, ground and both armies.", (KIND, POINTS_APART), on_the_spot=True)


def generate(request: GenerateRequest, catalogue: Catalogue, options: KitOptions, report: Report) -> Generated | None:
    """A battle by the tables (M-R09 to M-R11, M-36 to M-38), every roll with its row; BadRequest for a wrong option."""
    kind = request.options.get(KIND.name)
    kinds = catalogue.kinds_of_battle
    if kind is not None and kind not in kinds.names:
        hint = did_you_mean(kind, kinds.names)
        raise BadRequest(f"there is no kind of scenario {kind!r}.", hint, f"--{KIND.name}")
    apart = request.options.get(POINTS_APART.name)
    if apart is not None and apart < 0:
        raise BadRequest(f"armies cannot be {apart} units apart.", "Use 0 or more.", f"--{POINTS_APART.name}")
    rolled = roll_battle(catalogue, request.seed, kind, apart)
    id = f"{rolled.kind.id}-{seed_slug(request.seed)}"
    text = as_file(rolled, id, catalogue, _again(request, options), options.rules)
    title, notes = title_of(rolled, catalogue), _notes(rolled, catalogue)
    return Generated(request.seed, id, title, {f"{id}.yaml": text.encode()}, rolled.rolls, notes)


def _again(request: GenerateRequest, options: KitOptions) -> str:
    """The command that makes the same again."""
    words = ["ibbprint", "generate", GAME]
    words += [word for name, value in request.options.items() for word in (f"--{name}", str(value))]
    words += [word for pack in options.packs for word in ("--pack", str(pack))]
    words += [word for name, value in options.rules.items() for word in ("--rule", f"{name}={value}")]
    return shlex.join([*words, f"--seed={request.seed}"])


def _notes(rolled: Rolled, catalogue: Catalogue) -> list[str]:
    """The notes on the size of the armies, on the number of rolls, and on the units added to level them."""
    rolled_sizes = " and ".join(str(army.size - army.levelled) for army in rolled.armies)
    sizes = " and ".join(str(army.size) for army in rolled.armies)
    result = [
        f"The dice gave armies of {rolled_sizes} units." if rolled_sizes != sizes else f"The armies have {sizes} units."
    ]
    if rolled.tries > 1:
        result[0] += f" It took {rolled.tries} rolls to get them close enough in size."
    for number, army in enumerate(rolled.armies, 1):
        if army.levelled:
            unit = small(catalogue.units[army.primary].name)
            result.append(f"Side {number} adds {army.levelled} {unit} to level the armies: {sizes} units. [M-09]")
    return result
