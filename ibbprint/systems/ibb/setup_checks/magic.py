"""Casters and the spells that the scenario gives them: class, cost, pooling, same hex."""

from __future__ import annotations

from ibbprint.engine.checkbook import Draft, Drafts, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.models.units import Leader
from ibbprint.systems.ibb.rules.casters import CASTERS, enough, knows, points, pooled
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp

RAISING = "summon-the-walking-dead"
BOOK = Chapter()


def _casters(look: SetUp, side: int, kind: str = "") -> list[Counter]:
    return [u for u in look.units if u.side == side and u.kind.leader in ((kind,) if kind else CASTERS)]


@BOOK.check(
    "spell-class",
    "A spell of another class",
    "R-145 R-180",
    text="Wizards cast spells and priests say prayers, each their own.",
    settled_by=("R-180",),
)
@BOOK.check(
    "spell-cost",
    "A spell that cannot be paid for",
    "A-142 A-143 R-129",
    text="A spell costs mana, of one caster or of several who pool, each with a point of overhead.",
    settled_by=("R-129",),
)
@BOOK.check(
    "spell-apart",
    "Casters who cannot pool",
    "A-143 R-129 R-179",
    text="Casters pool only in one hex.",
    settled_by=("R-179",),
)
@BOOK.check("spell-pooled", "A spell that takes several casters", "R-129 R-180", settled_by=("R-129", "R-180"))
def given(look: SetUp) -> Drafts:
    """How the casters of a scenario can pay for the spell that it gives them."""
    for index, rule in enumerate(look.scenario.special):
        if rule.kind != "caster-may-cast" or rule.spell is None or rule.side not in look.setting.sides:
            continue
        spell = look.setting.spells.get(rule.spell)
        if spell is None:
            continue
        side = look.number(rule.side)
        where = look.where("special", index, "spell")
        casters = _casters(look, side)
        counters = _casters(look, side, spell.caster)
        yield from placeless(look, spell, casters, index)
        if not counters:
            unread = {kind for force, kind in look.unrated if force.side == rule.side}
            if spell.caster in unread:
                continue
            kinds = sorted({u.kind.leader for u in casters} | unread)
            has = f"the side has a {listed(kinds)} only" if kinds else "the side has no caster"
            yield Draft(
                Severity.ERROR if look.printed or not casters else Severity.WARNING,
                where,
                f"{spell.name} is for a {spell.caster}: {has}.",
                rule="R-180",
                named=[rule.rules],
            )
        able = [u for u in casters if knows(look.state, u, spell)]
        if able:
            yield from paying(look, spell, able, index, rule.rules)


def placeless(look: SetUp, spell: Spell, casters: list[Counter], index: int) -> Drafts:
    """Casters who can pay for a spell only together, and so from one hex, with no hex named for them.

    A caster without a rating counts as the lowest of his kind, as units without one do (R-45).
    """
    rule = look.scenario.special[index]
    unrated = [(force, kind) for force, kind in look.unrated if force.side == rule.side]
    ratings = {
        kind: min((u.rating for u in look.catalogue.units if isinstance(u, Leader) and u.kind == kind), default=0)
        for _, kind in unrated
    }
    alone = [points(u) for u in casters] + [ratings[kind] for _, kind in unrated]
    several = len(casters) + sum(force.count for force, _ in unrated)
    if several < 2 or max(alone) >= spell.cost:
        return
    nowhere = [look.called(u) for u in casters if not look.spots(u)]
    nowhere += [force.name or force.unit for force, _ in unrated if not (force.hexes or force.zone)]
    if nowhere:
        price = f"{spell.name} costs {spell.cost}, the strongest caster has {max(alone)}"
        yield warning(
            look.where("special", index, "spell"),
            f"{spell.name} takes several casters in one hex, and the scenario does not say which hex they are in.",
            check="spell-apart",
            rule="R-129",
            working=f"{price}; without a hex: {listed(list(dict.fromkeys(nowhere)))}",
            named=[rule.rules],
        )


def paying(look: SetUp, spell: Spell, able: list[Counter], index: int, rules: list[str]) -> Drafts:
    """Whether the casters can pay for a spell, alone or together."""
    where = look.where("special", index, "spell")
    if any(enough(look.setting, spell, [counter]) for counter in able):
        return
    overhead = look.setting.figures.pool_overhead
    have = f"{able[0].name} has {points(able[0])}"
    if len(able) > 1:
        have = f"{' + '.join(f'({points(u)} - {overhead})' for u in able)} = {pooled(look.setting, able)}"
    working = f"{spell.name} costs {spell.cost}; {have}"
    if not enough(look.setting, spell, able):
        yield Draft(
            look.grave,
            where,
            f"{spell.name} cannot be paid for{', not even together' if len(able) > 1 else ''}.",
            check="spell-cost",
            rule="R-129",
            working=working,
            named=[rules],
        )
        return
    shared = frozenset.intersection(*(look.spots(u) for u in able))
    if not shared and all(look.spots(u) for u in able):
        yield warning(
            where,
            f"{spell.name} takes {len(able)} casters in one hex, and they are set up apart.",
            check="spell-apart",
            rule="R-129",
            places=look.at(sorted({h for u in able for h in look.spots(u)})),
            working=working,
            named=[rules],
        )
    else:
        yield note(
            where,
            f"{spell.name} can be paid for only together.",
            check="spell-pooled",
            places=look.at(sorted(shared)) if len(shared) == 1 else (),
            working=working,
            named=[rules],
        )


@BOOK.check("dead-and-priest", "Walking Dead beside a priest", "R-158", settled_by=("R-158",))
def dead_and_priest(look: SetUp) -> Drafts:
    """The dead are not raised while a friendly priest is on the map."""
    spell = look.setting.spells.get(RAISING)
    if spell is None:
        return
    for side in range(len(look.side_names)):
        wizards = [u for u in _casters(look, side) if knows(look.state, u, spell)]
        priests = _casters(look, side, "priest")
        can = any(enough(look.setting, spell, pool) for pool in (*([wizard] for wizard in wizards), wizards) if pool)
        if can and priests:
            yield warning(
                look.line(priests[0]).where,
                f"{look.side_names[side]} could raise the dead, but not while a priest is on the map.",
                working=f"{spell.name} costs {spell.cost}; " + listed([f"{u.name} has {points(u)}" for u in wizards]),
                named=[look.force(u).rules for u in priests],
            )
