"""The odds of attacks: by units, by spells, on structures, and of one unit against all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ibbprint.engine.api.odds import BadQuestion, Fact, OddsAnswer, OddsGrid, OddsRow
from ibbprint.engine.odds import as_modifiers, items, outcomes, rows, share, sides
from ibbprint.engine.state import Action
from ibbprint.phrases import listed, small
from ibbprint.problems import Report, Stopped, did_you_mean, nearest
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models import UNIT_LIST
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import aiming, areas, combat, engines, spells, staged_attacks
from ibbprint.systems.ibb.rules.described import (
    BALKED,
    BERSERK,
    DISORGANISED,
    EXAMPLE,
    ROUTED,
    SUPPORT,
    Described,
    Query,
    read_item,
    read_side,
)
from ibbprint.systems.ibb.rules.field import BRIDGE, OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.staged_attacks import BOMBARD, CHARGE, KINDS, LOST, MELEE, SPELL, UNHURT, Fight, Outcome
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.tables import odds


def attack(query: Query) -> OddsAnswer:
    """An attack by units, by a spell or on a structure, or the grid of one unit against all. Raises Stopped."""
    kind, fort = str(query.options.get("kind", MELEE)), query.options.get("fort", 0)
    if kind not in KINDS:
        raise BadQuestion(f"there is no attack {kind!r}.", did_you_mean(kind, KINDS))
    highest = int(query.catalogue.figure_entries["fort-levels"].value)
    if not 0 <= fort <= highest:
        raise BadQuestion(f"a fort has level 0 to {highest}, not {fort}.")
    if "table" in query.options:
        if query.words:
            raise BadQuestion("--table takes one unit and no described attack.")
        return _grid(query, str(query.options["table"]), kind)
    attacking, attacked = sides(query.words, EXAMPLE)
    spell = _spell_named(query.catalogue, attacking)
    if spell is not None:
        return _cast(query, spell, attacked)
    if attacked.lower() == engines.STRUCTURE:
        return _batter(query, attacking)
    (ours, theirs), terrain = query.both(
        lambda: query.both(partial(_attackers, query, attacking), partial(_defenders, query, attacked)),
        partial(_terrain, query),
    )
    fight = staged_attacks.stage(query, Field(query.catalogue, terrain), kind, ours, theirs)
    return _answer(query, fight, ours, theirs)


def _attackers(query: Query, text: str) -> list[Described]:
    """The units of a side that attacks; of a misspelt spell the nearest one is named. Raises Stopped."""
    trial = query._replace(report=Report())
    try:
        return read_side(trial, text)
    except Stopped:
        near = nearest(text, [name for spell in query.catalogue.spells for name in (spell.id, spell.name)])
        if near is not None and any(UNIT_LIST in problem.hint for problem in trial.report):
            query.refuse(text, "ref:spell", f"there is no unit and no spell {text!r}.", f"Did you mean {near}?")
        query.report.add_all(trial.report.as_added)
        raise


def _defenders(query: Query, text: str) -> list[Described]:
    """The units of a side that is attacked, and which nobody supports (R-91). Raises Stopped."""

    def read(item: str) -> Described:
        defender = read_item(query, item)
        if SUPPORT in defender.states:
            query.refuse(item, f"{GAME}:R-91", "only the attacker's side gives supporting fire.")
        return defender

    return query.each(read, items(text))


STONE = Fact("A structure has its own defence.", ("R-107",))


def _batter(query: Query, text: str) -> OddsAnswer:
    """Engines against a structure (R-107)."""
    ours = read_side(query, text)
    field = Field(query.catalogue, str(query.options.get("terrain", BRIDGE)))
    state = field.stage()
    if query.has("wahoo"):
        state.wahoo[OURS] = TURN
    placed = staged_attacks.place(query, field, state, BOMBARD, ours, OURS)
    act = staged_attacks.activation(state, [unit for _, unit in placed], "engineers")
    for item, unit in placed:
        if item.number is None:
            shot = Action("bombard", (unit.id,), (field.middle,), engines.STRUCTURE)
            staged_attacks.tell_why(query, item, engines.check(state, act, shot))
    query.check()
    weighed = engines.at_structure(state, [unit for _, unit in placed], field.middle, OURS)
    fight = Fight(field, state, BOMBARD, (), (), (), staged_attacks.changed(query, weighed))
    codes = combat.odds_of(field.setting, fight.combat)
    names = field.setting.result_names
    down = [code for code, _ in codes if engines.brings_down(field.setting.results, code)]
    return query.answer(
        f"{_side(ours)} against a structure",
        [
            OddsRow(code, names[code], "the structure falls" if code in down else "it stands", chance)
            for code, chance in codes
        ],
        [OddsRow("destroyed", "The structure falls", "", share(dict(codes), lambda code: code in down))],
        facts=(_working(fight),),
        modifiers=as_modifiers(fight.combat.used),
        notes=(STONE,),
        figures=_figures(fight),
    )


def _spell_named(catalogue: Catalogue, text: str) -> Spell | None:
    word = " ".join(text.replace("-", " ").lower().split())
    return next((s for s in catalogue.spells if word in (s.id.replace("-", " "), s.name.lower())), None)


def _cast(query: Query, spell: Spell, text: str) -> OddsAnswer:
    """A spell that has gone off and has hit, with the enemy in its middle."""
    catalogue = query.catalogue
    effect = spells.effect(spell)
    if effect is None or not (spell.strengths or spell.save.kind != "none"):
        query.error(spell.id, "ref:spell", f"{spell.name} strikes nobody.")
    theirs, terrain = query.both(partial(read_side, query, text), partial(_terrain, query))
    assert effect is not None
    field = Field(catalogue, terrain)
    state = staged_attacks.staged(query, field)
    defenders = [unit for _, unit in staged_attacks.place(query, field, state, SPELL, theirs, THEIRS)]
    leader = next((unit for unit in catalogue.units if unit.kind == spell.caster), None)
    caster = None if leader is None else put(state, field.kind(leader), OURS, [field.round[-1]])
    struck = [unit for unit in defenders if unit.kind.troops]
    if caster is None or not struck or len(struck) > MOST_SAVES:
        query.refuse(text, f"{GAME}:R-144", f"a spell can be worked out against 1 to {MOST_SAVES} units.")
    query.check()
    templates = aiming.templates(spell)
    template = field.setting.templates.get(templates[0]) if templates else None
    if template is None and spell.target in ("area", "cone"):
        query.refuse(spell.id, "ref:template", f"{spell.name} has no template.", "Name one in its templates.")
    ground = field.setting.ground
    start = field.middle
    direction = 0
    if spell.target == "cone":
        # The tip of a cone lies next to its caster: he stands so that it is the middle.
        start = next(h for h in field.near if ground.around[h][direction] == field.middle)
    point = areas.point_of(ground, start)
    targets = tuple(unit.id for unit in struck)
    limit = {"unit": 1, "chain": len(spell.strengths)}.get(spell.target)

    def play(twin: State) -> Outcome:
        units = tuple(twin.units[id] for id in targets)
        effect(twin, spells.Aimed(spell, (twin.units[caster.id],), point, template, direction, units[:limit]))
        return Outcome("", tuple(staged_attacks.fate(unit, twin.units[unit.id]) for unit in struck), (), ())

    chances = outcomes(state, play)
    weighed = Fight(field, state, SPELL, (), (), targets, _spell_attack(field, state, spell, struck[:limit]))
    ordered = sorted(chances.items(), key=lambda pair: -pair[1])
    facts: tuple[Fact, ...] = (_working(weighed),) if spell.strengths else ()
    if spell.target == "chain":
        # Each is struck by itself, and each more weakly than the one before.
        labels = _labels(state, targets)
        attacks = [
            (unit, _spell_attack(field, state, spell, [unit], number)) for number, unit in enumerate(struck[:limit])
        ]
        facts = tuple(
            _working(weighed._replace(defenders=(unit.id,), combat=combat), f"{labels[unit.id]}: a")
            for unit, combat in attacks
        )
    elif facts and spell.save.kind == "quality" and len(struck[:limit]) > 1:
        facts = (facts[0]._replace(text=f"If nobody saves: {small(facts[0].text)}"),)
    assumed = Fact("It is assumed to go off and hit: see fizzle and accuracy.", ("A-144", "A-152"))
    saved = Fact("Units that save are unharmed.", ("R-139", "G-21"))
    return query.answer(
        f"{spell.name} on {_side(theirs)}",
        [
            OddsRow(str(number), _words_of(weighed, outcome), "", chance)
            for number, (outcome, chance) in enumerate(ordered, start=1)
        ],
        sums(chances)[:2],
        facts=facts,
        modifiers=as_modifiers(weighed.combat.used) if spell.strengths else (),
        notes=(saved, assumed) if spell.save.kind == "quality" else (assumed,),
        figures=_figures(weighed) if spell.strengths else {},
    )


MOST_SAVES = 3
"""The most units with a save each against a spell: with more, there are too many results of the dice to count."""


def _spell_attack(
    field: Field, state: State, spell: Spell, struck: Sequence[Counter], number: int = 0
) -> combat.Combat:
    """The attack of a spell if nobody saves, with the `number`th of its strengths."""
    scene = combat.scene_at(state, field.middle, OURS, SPELL, ())
    strength = spell.strengths[number] if spell.strengths else 1
    return combat.weigh(field.setting, SPELL, (), (), struck, scene, TURN, strength)


def _terrain(query: Query) -> str:
    """The ground that is asked with, by its id or its name. Raises Stopped."""
    name, shelf = str(query.options.get("terrain", "clear")), query.catalogue.terrain
    word = name.strip().lower()
    matches = [kind.id for kind in shelf if word in (kind.id, kind.name.lower())]
    if not matches and word != BRIDGE:
        hint = did_you_mean(word, [*shelf.entries, BRIDGE], most=99)
        query.refuse(f"--terrain {name}", "ref:terrain", f"there is no terrain {name!r}.", hint)
    return matches[0] if matches else BRIDGE


def _answer(query: Query, fight: Fight, ours: Sequence[Described], theirs: Sequence[Described]) -> OddsAnswer:
    chances, names = staged_attacks.outcomes_of(fight), fight.field.setting.result_names
    order = list(names)
    where = "" if fight.field.terrain == "clear" else f", {_ground_name(fight.field)}"
    return query.answer(
        f"{_side(ours)} against {_side(theirs)}: {KINDS[fight.kind]}{where}",
        rows(
            chances,
            lambda outcome: (outcome.result, names.get(outcome.result, ""), _words_of(fight, outcome)),
            lambda outcome: order.index(outcome.result),
        ),
        sums(chances),
        facts=(_working(fight),),
        modifiers=as_modifiers(fight.combat.used),
        notes=_notes(fight),
        figures=_figures(fight),
    )


def _working(fight: Fight, begin: str = "A") -> Fact:
    """The way from strengths to the column, in one sentence with this beginning."""
    figures, weighed = _figures(fight), fight.combat
    crt = fight.field.catalogue.crt
    assert crt is not None
    row = next(table_row for table_row in crt.rows if table_row.id == weighed.row)
    text = f"{begin}ttack {weighed.attack} against defence {weighed.defence} is {figures['odds']}."
    text += f" In the row “{row.name}” that is column {figures['start']} of {figures['columns']}"
    rules = [*crt.rules[:2], "R-76", "R-77"]
    if weighed.shift:
        direction = "right" if weighed.shift > 0 else "left"
        text += f", and shifted {abs(weighed.shift)} to the {direction} column {figures['column']}"
        rules += ["R-84", "G-20"]
    text += "."
    if weighed.die:
        text += f" The die is modified by {weighed.die:+d}, within 1 to {figures['faces']}."
        rules += ["R-74", "R-75"]
    return Fact(text, tuple(dict.fromkeys(rules)))


def _figures(fight: Fight) -> dict[str, Any]:
    """The same by name, for programs."""
    setting, weighed = fight.field.setting, fight.combat
    return {
        "kind": fight.kind,
        "terrain": fight.field.terrain,
        "attack": weighed.attack,
        "defence": weighed.defence,
        "odds": str(odds(weighed.attack, weighed.defence)),
        "row": weighed.row,
        "start": setting.column(weighed.row, weighed.attack, weighed.defence, 0),
        "shift": weighed.shift,
        "column": weighed.column(setting),
        "columns": setting.crt.last(weighed.row),
        "die": weighed.die,
        "faces": setting.crt.faces,
    }


def _ground_name(field: Field) -> str:
    kind = field.catalogue.terrain.get(field.terrain)
    return kind.name.lower() if kind is not None else field.terrain


def sums(chances: Mapping[Outcome, Fraction]) -> tuple[OddsRow, ...]:
    """The chances that most matter: the enemy eliminated, the enemy hurt, one's own eliminated, one's own hurt."""

    def rows_of(
        side: str, any_of: str, alone: str, fates: Callable[[Outcome], Iterable[str]]
    ) -> tuple[OddsRow, OddsRow]:
        mixed = any(len(set(fates(outcome))) > 1 for outcome in chances)
        eliminated = share(chances, lambda outcome: LOST in fates(outcome))
        hurt = share(chances, lambda outcome: not {UNHURT}.issuperset(fates(outcome)))
        subject = f"{any_of if mixed else alone} is"
        return (
            OddsRow(f"{side}-eliminated", f"{subject} eliminated", "", eliminated),
            OddsRow(f"{side}-hurt", f"{subject} hurt", "eliminated, Routed or Disorganised", hurt),
        )

    return (
        *rows_of("enemy", "Any of the enemy", "The enemy", lambda outcome: outcome.defenders),
        *rows_of("own", "Any of your units", "Your side", lambda outcome: (*outcome.attackers, *outcome.supporters)),
    )


def _words_of(fight: Fight, outcome: Outcome) -> str:
    """The words of an outcome for the counters that took part."""
    same = {*outcome.defenders, *outcome.attackers}
    if len(same) == 1 and outcome.attackers and not outcome.supporters and same != {UNHURT}:
        return f"both sides {same.pop()}"
    parts = []
    for label, ids, fates in (
        ("enemy", fight.defenders, outcome.defenders),
        ("own units", fight.attackers, outcome.attackers),
        ("supporters", fight.supporters, outcome.supporters),
    ):
        hurt = set(fates) - {UNHURT}
        if len(set(fates)) == 1 and hurt:
            parts.append(f"{label} {fates[0]}")
        else:
            labels = _labels(fight.state, ids, fates)
            parts += [f"{labels[i]} {fate}" for i, fate in zip(ids, fates, strict=True) if fate != UNHURT]
    return ", ".join(dict.fromkeys(parts)) or "nobody hurt"


def _labels(state: State, ids: Sequence[int], fates: Sequence[str] = ()) -> dict[int, str]:
    """The labels of units: by name; several of one name by their count, or by number where their fates differ."""
    labels: dict[int, str] = {}
    for name in dict.fromkeys(state.units[i].name for i in ids):
        same = [i for i in ids if state.units[i].name == name]
        apart = len({fate for i, fate in zip(ids, fates, strict=True) if i in same}) > 1 if fates else len(same) > 1
        together = f"{len(same)} {name}" if len(same) > 1 else name
        labels |= {i: f"{name} {number}" if apart else together for number, i in enumerate(same, start=1)}
    return labels


def _notes(fight: Fight) -> tuple[Fact, ...]:
    """The conditions of an attack that are no modifiers, as far as they apply."""
    state, setting = fight.state, fight.field.setting
    ours, theirs = state.those(fight.attackers), state.those(fight.defenders)
    notes = []
    if fight.kind in (MELEE, staged_attacks.MOUNTED, CHARGE):
        for kind in dict.fromkeys(u.kind for u in ours if u.kind.missile):
            with_what = next(u for u in ours if u.kind is kind)
            cut = combat.melee_strength(setting, with_what, TURN) - combat.rage(setting, with_what, TURN)
            text = f"{kind.name} fight hand to hand with {cut} of their attack of {kind.attack}."
            notes.append(Fact(text, ("A-30", "R-29")))
    else:
        notes.append(Fact("Ranged attackers never suffer from their own attack.", ("R-82",)))
    if any(u.berserk == TURN for u in (*ours, *theirs)):
        notes.append(Fact("Berserk units ignore a Disorganised result.", ("R-120", "G-54")))
    if any(u.disorganised == TURN for u in (*ours, *theirs)):
        notes.append(Fact("Disorganised twice in a turn by combat is Routed.", ("A-132", "R-121")))
    if any(u.kind.leader for u in state.units):
        notes.append(
            Fact("Leaders add nothing to an attack, and die with the last unit in their hex.", ("R-86", "R-87"))
        )
    if any(u.kind.defence < 1 for u in theirs):
        notes.append(Fact("Every unit has a defence of 1 at least.", ("R-78", "G-01")))
    points = sum(u.kind.attack for u in theirs)
    if points > setting.figures.stacking_limit and not all(u.key.startswith("strength-") for u in theirs):
        text = f"The defenders are {points} points, more than one hex may hold ({setting.figures.stacking_limit})."
        notes.append(Fact(text, ("A-25",)))
    if fight.kind == SPELL:
        notes.append(Fact("Units that save against the spell are not attacked.", ("R-139", "G-21")))
    return tuple(notes)


def _side(items: Sequence[Described]) -> str:
    return listed([title_of(item) for item in items])


def title_of(item: Described) -> str:
    """A unit as the title of an answer names it."""
    name = str(item.number) if item.unit is None else item.unit.name
    rating = item.rating
    if rating is None and isinstance(item.unit, Troops):
        u = item.unit
        rating = f"{u.attack}-{u.defence}-{u.movement} Q{u.quality}"
    states = " ".join(s for s in (DISORGANISED, ROUTED, BERSERK, BALKED) if s in item.states)
    support = ", in support" if SUPPORT in item.states else ""
    inside = ", ".join(filter(None, (rating, states)))
    count = f"{item.number_of} " if item.number_of > 1 else ""
    return f"{count}{name}{f' ({inside})' if inside else ''}{support}"


# --- one against all ----------------------------------------------------------------------------------------------


def _grid(query: Query, name: str, kind: str) -> OddsAnswer:
    item, terrain = query.both(partial(read_item, query, name), partial(_terrain, query))
    if not isinstance(item.unit, Troops):
        query.refuse(name, f"{GAME}:A-146", "only units attack and are attacked: no strengths, no leaders.")
    field = Field(query.catalogue, terrain)
    heads = ("enemy out", "enemy hurt", "own hurt")
    lines = []
    for unit in query.catalogue.units:
        if not isinstance(unit, Troops) or not unit.listed:
            continue
        enemy = Described(unit.id, 1, unit, None, None, frozenset())
        attacking, defending = _cell(query, field, kind, item, enemy), _cell(query, field, kind, enemy, item)
        cells = (
            None if attacking is None else (attacking[0], attacking[1], attacking[3]),
            # The same numbers seen from the other side: who is the enemy changes with who asks.
            None if defending is None else (defending[2], defending[3], defending[1]),
        )
        lines.append((unit.id, f"{unit.name} Q{unit.quality}", cells))
    where = "" if terrain == "clear" else f", {_ground_name(field)}"
    note = "Out is eliminated; hurt is eliminated, Routed or Disorganised. A dot marks an attack that cannot be made."
    label = item.unit.short
    return query.answer(
        f"{title_of(item)} against every unit of the list: {KINDS[kind]}{where}",
        notes=(Fact(note),),
        grid=OddsGrid(((f"{label} attacking", heads), (f"{label} attacked", heads)), tuple(lines)),
        figures={"kind": kind, "terrain": terrain},
    )


def _cell(query: Query, field: Field, kind: str, ours: Described, theirs: Described) -> tuple[Fraction, ...] | None:
    """The chances of an attack as `sums` has them; None where there can be none."""
    try:
        fight = staged_attacks.stage(query._replace(report=Report()), field, kind, [ours], [theirs])
    except Stopped:
        return None
    return tuple(row.chance for row in sums(staged_attacks.outcomes_of(fight)))
