"""Casters and the spells that the scenario gives them: class, cost, pooling, same hex."""

from __future__ import annotations

from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.models.units import Leader
from ibbprint.systems.ibb.rules.casters import CASTERS, enough, knows, points, pooled
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import SetUp

RAISING = "summon-the-walking-dead"


def check(look: SetUp) -> None:
    given(look)
    dead_and_priest(look)


def _casters(look: SetUp, side: int, kind: str = "") -> list[Counter]:
    return [u for u in look.units if u.side == side and u.kind.leader in ((kind,) if kind else CASTERS)]


def given(look: SetUp) -> None:
    """The spells that special rules give to a side."""
    for index, rule in enumerate(look.scenario.special):
        if rule.kind != "caster-may-cast" or rule.spell is None or rule.side not in look.setting.sides:
            continue
        spell = look.setting.spells.get(rule.spell)
        if spell is None:
            continue
        side = look.number(rule.side)
        where = look.where("special", index, "spell")
        casters = _casters(look, side)
        own = _casters(look, side, spell.caster)
        placeless(look, spell, casters, index)
        if not own:
            unread = {kind for force, kind in look.unrated if force.side == rule.side}
            if spell.caster in unread:
                continue
            kinds = sorted({u.kind.leader for u in casters} | unread)
            has = f"the side has a {listed(kinds)} only" if kinds else "the side has no caster"
            look.add(
                "spell-class", Severity.ERROR if look.printed or not casters else Severity.WARNING, where, "R-180",
                f"{spell.name} is for a {spell.caster}: {has}.", rulings=("R-180",), named=[rule.rules],
            )  # fmt: skip
        able = [u for u in casters if knows(look.state, u, spell)]
        if able:
            paying(look, spell, able, index, rule.rules)


def placeless(look: SetUp, spell: Spell, casters: list[Counter], index: int) -> None:
    """Casters who can pay for a spell only together, and so from one hex, with no hex named for them.

    A caster without a rating counts as the lowest of his kind, as units without one do (R-45).
    """
    rule = look.scenario.special[index]
    unrated = [(force, kind) for force, kind in look.unrated if force.side == rule.side]
    ratings = {
        kind: min((u.rating for u in look.catalogue.units if isinstance(u, Leader) and u.kind == kind), default=0)
        for _, kind in unrated
    }  # fmt: skip
    alone = [points(u) for u in casters] + [ratings[kind] for _, kind in unrated]
    several = len(casters) + sum(force.count for force, _ in unrated)
    if several < 2 or max(alone) >= spell.cost:
        return
    nowhere = [look.called(u) for u in casters if not look.spots(u)]
    nowhere += [force.name or force.unit for force, _ in unrated if not (force.hexes or force.zone)]
    if nowhere:
        look.add(
            "spell-apart", Severity.WARNING, look.where("special", index, "spell"), "R-129",
            f"{spell.name} takes several casters in one hex, and the scenario does not say which hex they are in.",
            working=f"{spell.name} costs {spell.cost}, the strongest caster has {max(alone)}; without a hex: "
            f"{listed(list(dict.fromkeys(nowhere)))}", rulings=("R-179",), named=[rule.rules],
        )  # fmt: skip


def paying(look: SetUp, spell: Spell, able: list[Counter], index: int, rules: list[str]) -> None:
    """Whether the casters can pay for a spell, alone or together."""
    where = look.where("special", index, "spell")
    if any(enough(look.setting, spell, [one]) for one in able):
        return
    overhead = look.setting.figures.pool_overhead
    have = f"{able[0].name} has {points(able[0])}"
    if len(able) > 1:
        have = f"{' + '.join(f'({points(u)} - {overhead})' for u in able)} = {pooled(look.setting, able)}"
    working = f"{spell.name} costs {spell.cost}; {have}"
    if not enough(look.setting, spell, able):
        look.add(
            "spell-cost", look.grave, where, "R-129",
            f"{spell.name} cannot be paid for{', not even together' if len(able) > 1 else ''}.", working=working,
            rulings=("R-129",), named=[rules],
        )  # fmt: skip
        return
    shared = frozenset.intersection(*(look.spots(u) for u in able))
    if not shared and all(look.spots(u) for u in able):
        look.add(
            "spell-apart", Severity.WARNING, where, "R-129",
            f"{spell.name} takes {len(able)} casters in one hex, and they are set up apart.",
            places=look.at(sorted({h for u in able for h in look.spots(u)})), working=working,
            rulings=("R-179",), named=[rules],
        )  # fmt: skip
    else:
        look.add(
            "spell-pooled", Severity.NOTE, where, "R-129", f"{spell.name} can be paid for only together.",
            places=look.at(sorted(shared)) if len(shared) == 1 else (), working=working,
            rulings=("R-129", "R-180"), named=[rules],
        )  # fmt: skip


def dead_and_priest(look: SetUp) -> None:
    """Wizards who could raise the dead, if there were no priest beside them."""
    spell = look.setting.spells.get(RAISING)
    if spell is None:
        return
    for side in range(len(look.side_names)):
        wizards = [u for u in _casters(look, side) if knows(look.state, u, spell)]
        priests = _casters(look, side, "priest")
        can = any(enough(look.setting, spell, who) for who in (*([one] for one in wizards), wizards) if who)
        if can and priests:
            look.add(
                "dead-and-priest", Severity.WARNING, look.line(priests[0]).where, "R-158",
                f"{look.side_names[side]} could raise the dead, but not while a priest is on the map.",
                working=f"{spell.name} costs {spell.cost}; "
                + listed([f"{u.name} has {points(u)}" for u in wizards]),
                rulings=("R-158",), named=[look.force(u).rules for u in priests],
            )  # fmt: skip
