"""The sentences of battle reports: what may stand in them, and whether a pack's own ones are sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from string import Formatter

from ibbprint.problems import did_you_mean
from ibbprint.systems.ibb.catalogue import TELLING, Catalogue
from ibbprint.systems.ibb.kit.phrases import MINUS
from ibbprint.systems.ibb.models import TelledAs

WORDS: Mapping[str, str] = {
    "scenario": "title",
    "background": "text",
    "army": "side army strength",
    "aim": "level conditions rules",
    "ready": "",
    "turn": "number of",
    "reinforcement": "units place rules",
    "drawn-captain": "leader rules",
    "drawn-caster": "leader rules",
    "drawn-engineers": "units rules",
    "drawn-scout": "units rules",
    "idle": "units",
    "attached": "units captain rules",
    "orders-passed": "needs modifiers chance die rules",
    "orders-failed": "needs modifiers chance die rules",
    "part-order-modifiers": "list",
    "part-counts": "held",
    "orders-alone": "rules",
    "moves": "each rules",
    "move-to": "units place",
    "move-against": "units place",
    "turned-up": "units place rules",
    "refuses": "unit to rules",
    "advances": "unit place rules",
    "rally": "units rules",
    "combat": "attackers defenders place support rules",
    "combat-fire": "attackers defenders place rules",
    "combat-mounted": "attackers defenders place rules",
    "combat-melee": "attackers defenders place support rules",
    "combat-charge": "attackers defenders place rules",
    "combat-opportunity": "attackers defenders place rules",
    "combat-bombard": "attackers defenders place rules",
    "combat-spell": "by defenders place rules",
    "combat-walls": "attackers place rules",
    "part-support": "units",
    "combat-odds": "attack defence column odds ground modifiers chances rules",
    "part-modifiers": "list",
    "part-modifier": "name amount rules",
    "part-modifier-column": "name amount rules",
    "part-modifier-attack": "name amount rules",
    "part-modifier-defence": "name amount rules",
    "part-chance": "result chance",
    "combat-die": "die held result rules",
    "part-held": "held",
    "combat-nothing": "die held rules",
    "combat-in-vain": "rules",
    "spent": "units place rules",
    "spent-shots": "unit now rules",
    "charge-rides": "units target place needs chance die rules",
    "charge-balks": "units target place needs chance die rules",
    "charge-spent": "target rules",
    "disorganised": "units rules",
    "routed": "units rules",
    "runs": "each rules",
    "part-runs": "units to",
    "removed": "units place rules",
    "removed-combat": "units place rules",
    "removed-alone": "units place rules",
    "removed-overrun": "units place rules",
    "removed-stack": "units place rules",
    "removed-chasm": "units place rules",
    "removed-petard": "units place rules",
    "removed-rout": "units place rules",
    "rages-on": "units rules",
    "cast": "casters spell at needs modifiers chance die rules",
    "fizzled": "casters spell at needs modifiers chance die rules",
    "part-at": "place",
    "thrown": "needs modifiers chance die rules",
    "thrown-wide": "needs modifiers chance die rules",
    "scatter": "lands rules",
    "save-passed": "each rules",
    "save-failed": "each rules",
    "upkeep": "casters spell rules",
    "wahoo": "side rules",
    "rallied": "units rules",
    "chasm": "places until rules",
    "chasm-closes": "places rules",
    "glamour": "places until rules",
    "glamour-ends": "places rules",
    "goons": "number die rules",
    "summoned": "units place rules",
    "vanishes": "units place rules",
    "part-places": "number place",
    "digs": "units place rules",
    "fort": "place level rules",
    "bridges": "units place rules",
    "pontoon": "units place rules",
    "petard": "units place die against owner result rules",
    "destroyed": "place rules",
    "steps-back": "unit to rules",
    "dismounts": "units place rules",
    "mounts": "units place rules",
    "hides": "units place rules",
    "shows": "units place rules",
    "scouts-see": "unit place target chance die rules",
    "scouts-fail": "unit place target chance die rules",
    "spotted": "risk against rules",
    "slipped-away": "unit chance die rules",
    "unmasked": "unit chance die rules",
    "checks": "",
    "check-rallied": "each rules",
    "check-steadied": "each rules",
    "check-failed": "each rules",
    "check-routed": "each rules",
    "part-check": "unit needs modifier chance die",
    "part-check-modifier": "amount",
    "berserk": "units rules",
    "turn-over": "number",
    "standing": "side left whole lost disorganised routed",
    "part-lost": "units",
    "part-none-lost": "",
    "part-disorganised": "units",
    "part-routed": "units",
    "outlook": "outcome",
    "over": "outcome rules",
    "so-far": "number outcome",
    "outcome-won": "level side",
    "outcome-both": "level side other loser",
    "outcome-drawn": "",
    "outcome-even": "level",
    "level-reached": "side level rules",
    "level-missed": "side level rules",
    "condition-met": "condition now",
    "condition-missed": "condition now",
    "part-now": "amount",
    "fallen": "side units",
    "place-named": "name hex",
    "place-water": "name hex",
    "place-road": "name hex",
    "place-ground": "name hex",
    "event": "what rules",
}
"""The words that each entry of telling.yaml may use. An entry `ground-TERRAIN` has those of place-ground."""

RUNNING = ("paragraph", "item", "on")
"""Places of sentences of which there must be two, so that none comes twice running."""


def sentences(catalogue: Catalogue) -> Mapping[str, TelledAs]:
    return {entry.id: entry for entry in catalogue.shelf(TELLING)}


def check_telling(catalogue: Catalogue) -> None:
    """The entries are known, name no word that they do not have, and have enough sentences."""
    report, shelf = catalogue.report, catalogue.shelf(TELLING)
    for entry in shelf.entries.values():
        telling: TelledAs = entry.value
        own = WORDS["place-ground"] if telling.id.startswith("ground-") else WORDS.get(telling.id)
        if own is None:
            report.error(
                entry.where("id"), "ref:telling", f"nothing is told as {telling.id!r}.", did_you_mean(telling.id, WORDS)
            )
            continue
        if telling.place in RUNNING and len(telling.say) < 2:
            report.error(
                entry.where("say"), "ref:telling", f"{telling.id} has one sentence, which would come again and again.",
                "Give it another.",
            )  # fmt: skip
        for index, say in enumerate(telling.say):
            try:
                found = [
                    (name, spec or conversion)
                    for _, name, spec, conversion in Formatter().parse(say)
                    if name is not None
                ]
            except ValueError:
                report.error(
                    entry.where("say", index), "read:placeholder", "a brace is not closed, or stands alone.",
                    "Write {word}, or {{ for a brace.",
                )  # fmt: skip
                continue
            for name, more in found:
                if name not in own.split() or more:
                    report.error(
                        entry.where("say", index), "read:placeholder", f"{{{name}}} in the sentence names nothing.",
                        did_you_mean(name, own.split()) or "There are no words to fill in here.",
                    )  # fmt: skip


def bracketed(rules: Sequence[str]) -> str:
    """Ids of rules behind what rests on them: ` [R-74 G-20]`."""
    return f" [{' '.join(dict.fromkeys(rules))}]" if rules else ""


def percent(chance: str) -> str:
    """A chance in percent, to a tenth: `16.7%`."""
    share = Fraction(chance or "0") * 100
    return f"{float(share):.1f}".removesuffix(".0") + "%"


def figure(amount: int) -> str:
    """A number as it is printed, with a true minus sign."""
    return f"{MINUS}{-amount}" if amount < 0 else str(amount)


def signed(amount: int) -> str:
    return f"{MINUS}{-amount}" if amount < 0 else f"+{amount}"
