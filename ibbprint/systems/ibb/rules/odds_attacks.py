"""The odds of attacks: by units, by spells, on structures, and of one unit against all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.engine.api.odds import BadQuestion, Fact, OddsAnswer, OddsGrid, OddsRequest, OddsRow
from ibbprint.engine.odds import as_modifiers, outcomes, share
from ibbprint.engine.state import Action
from ibbprint.phrases import listed, small
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.ibb.catalogue import GAME, Catalogue
from ibbprint.systems.ibb.models import UNIT_LIST
from ibbprint.systems.ibb.models.magic import Spell
from ibbprint.systems.ibb.models.units import Troops
from ibbprint.systems.ibb.rules import aiming, areas, combat, described_units, engines, spells, staged_attacks
from ibbprint.systems.ibb.rules.described_units import BALKED, BERSERK, DISORGANISED, ROUTED, SUPPORT, Described
from ibbprint.systems.ibb.rules.field import BRIDGE, OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.staged_attacks import BOMBARD, CHARGE, KINDS, LOST, MELEE, SPELL, UNHURT, Fight, Outcome
from ibbprint.systems.ibb.rules.state import Counter, State
from ibbprint.tables import odds


def attack(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """An attack by units, by a spell or on a structure, or the grid of one unit against all."""
    options = request.options
    kind = str(options.get("kind", MELEE))
    if kind not in KINDS:
        raise BadQuestion(f"there is no attack {kind!r}.", did_you_mean(kind, KINDS))
    most = catalogue_figure(catalogue, "fort-levels")
    if not 0 <= options.get("fort", 0) <= most:
        raise BadQuestion(f"a fort has level 0 to {most}, not {options['fort']}.")
    if "table" in options:
        if request.words:
            raise BadQuestion("--table takes one unit and no described attack.")
        return _grid(str(options["table"]), kind, options, catalogue, report)
    ours, theirs = described_units.sides(request.words)
    spell = _spell_named(ours, catalogue)
    if spell is not None:
        return _cast(spell, theirs, options, catalogue, report)
    if theirs.lower() == engines.STRUCTURE:
        return _batter(ours, options, catalogue, report)
    said = Report()
    items = (described_units.read_side(ours, catalogue, said), described_units.read_side(theirs, catalogue, report))
    near = nearest(ours, [name for spell in catalogue.spells for name in (spell.id, spell.name)])
    if near is not None and any(UNIT_LIST in problem.hint for problem in said):
        report.error(Where(ours), "ref:spell", f"there is no unit and no spell {ours!r}.", f"Did you mean {near}?")
    else:
        for problem in said:
            report.add(problem)
    terrain = _terrain(str(options.get("terrain", "clear")), catalogue, report)
    for item in items[1]:
        if SUPPORT in item.states:
            report.error(Where(item.text), f"{GAME}:R-91", "only the attacker's side gives supporting fire.")
    if terrain is None or report.errors:
        return None
    fight = staged_attacks.stage(Field(catalogue, terrain), kind, *items, options, report)
    return None if fight is None else _answer(fight, *items)


STONE = Fact("A structure has its own defence.", ("R-107",))


def _batter(ours: str, options: Mapping[str, Any], catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """Engines against a structure (R-107)."""
    items = described_units.read_side(ours, catalogue, report)
    if report.errors:
        return None
    field = Field(catalogue, str(options.get("terrain", BRIDGE)))
    state = field.stage()
    if options.get("wahoo"):
        state.wahoo[OURS] = TURN
    placed = staged_attacks.place(field, state, BOMBARD, items, OURS, report)
    act = staged_attacks.activation(state, [unit for _, unit in placed], "engineers")
    for item, unit in placed:
        if item.number is None:
            shot = Action("bombard", (unit.id,), (field.middle,), engines.STRUCTURE)
            staged_attacks.tell_why(item, engines.check(state, act, shot), report)
    if report.errors:
        return None
    weighed = staged_attacks.changed(engines.at_structure(state, [u for _, u in placed], field.middle, OURS), options)
    fight = Fight(field, state, BOMBARD, (), (), (), weighed)
    found = combat.odds_of(field.setting, weighed)
    names = field.setting.result_names
    down = [code for code, _ in found if engines.brings_down(field.setting, code)]
    rows = tuple(
        OddsRow(code, names[code], "the structure falls" if code in down else "it stands", chance)
        for code, chance in found
    )
    falls = share(dict(found), lambda code: code in down)
    return OddsAnswer(
        "attack",
        f"{_side(items)} against a structure",
        rows,
        (OddsRow("destroyed", "The structure falls", "", falls),),
        (_working(fight),),
        as_modifiers(weighed.used),
        (STONE,),
        _figures(fight),
    )


def _spell_named(text: str, catalogue: Catalogue) -> Spell | None:
    word = " ".join(text.replace("-", " ").lower().split())
    return next((s for s in catalogue.spells if word in (s.id.replace("-", " "), s.name.lower())), None)


def _cast(
    spell: Spell, theirs: str, options: Mapping[str, Any], catalogue: Catalogue, report: Report
) -> OddsAnswer | None:
    """A spell that has gone off and has hit, with the enemy in its middle."""
    items = described_units.read_side(theirs, catalogue, report)
    terrain = _terrain(str(options.get("terrain", "clear")), catalogue, report)
    effect = spells.effect(spell)
    if effect is None or not (spell.strengths or spell.save.kind != "none"):
        report.error(Where(spell.id), "ref:spell", f"{spell.name} strikes nobody.")
    if terrain is None or effect is None or report.errors:
        return None
    field = Field(catalogue, terrain)
    state = staged_attacks.staged(field, options)
    defenders = [unit for _, unit in staged_attacks.place(field, state, SPELL, items, THEIRS, report)]
    leader = next((u for u in catalogue.units if u.kind == spell.caster), None)
    caster = None if leader is None else put(state, field.kind(leader), OURS, [field.round[-1]])
    struck = [u for u in defenders if u.kind.troops]
    if caster is None or not struck or len(struck) > MOST_SAVES:
        report.error(Where(theirs), f"{GAME}:R-144", f"a spell can be worked out against 1 to {MOST_SAVES} units.")
        return None
    chosen = aiming.templates(spell)
    template = field.setting.templates.get(chosen[0]) if chosen else None
    if template is None and spell.target in ("area", "cone"):
        report.error(Where(spell.id), "ref:template", f"{spell.name} has no template.", "Name one in its templates.")
        return None
    ground = field.setting.ground
    start = field.middle
    direction = 0
    if spell.target == "cone":
        # The tip of a cone lies next to its caster: he stands so that it is the middle.
        start = next(h for h in field.near if ground.around[h][direction] == field.middle)
    point = areas.point_of(ground, start)
    named = tuple(u.id for u in struck)
    by_one = {"unit": 1, "chain": len(spell.strengths)}.get(spell.target)

    def play(twin: State) -> Outcome:
        units = tuple(twin.units[i] for i in named)
        effect(twin, spells.Aimed(spell, (twin.units[caster.id],), point, template, direction, units[:by_one]))
        return Outcome("", tuple(staged_attacks.fate(u, twin.units[u.id]) for u in struck), (), ())

    found = outcomes(state, play)
    weighed = Fight(field, state, SPELL, (), (), named, _spell_attack(field, state, spell, struck[:by_one]))
    rows = tuple(
        OddsRow(str(number), _words_of(weighed, outcome), "", chance)
        for number, (outcome, chance) in enumerate(sorted(found.items(), key=lambda each: -each[1]), start=1)
    )
    facts: tuple[Fact, ...] = (_working(weighed),) if spell.strengths else ()
    if spell.target == "chain":
        # Each is struck by itself, and each more weakly than the one before.
        each = [
            (unit, Fight(field, state, SPELL, (), (), (unit.id,), _spell_attack(field, state, spell, [unit], number)))
            for number, unit in enumerate(struck[:by_one])
        ]
        labels = _labels(state, named)
        facts = tuple(_working(fight, f"{labels[unit.id]}: a") for unit, fight in each)
    elif facts and spell.save.kind == "quality" and len(struck[:by_one]) > 1:
        facts = (facts[0]._replace(text=f"If nobody saves: {small(facts[0].text)}"),)
    save = Fact("Units that save are unharmed.", ("R-139", "G-21")) if spell.save.kind == "quality" else None
    notes = (save, Fact("It is assumed to go off and hit: see fizzle and accuracy.", ("A-144", "A-152")))
    return OddsAnswer(
        "attack",
        f"{spell.name} on {_side(items)}",
        rows,
        sums(found)[:2],
        facts,
        as_modifiers(weighed.combat.used) if spell.strengths else (),
        tuple(note for note in notes if note is not None),
        _figures(weighed) if spell.strengths else {},
    )


MOST_SAVES = 3
"""So many units may each save against a spell before the ways that dice can fall are too many to count."""


def _spell_attack(
    field: Field, state: State, spell: Spell, struck: Sequence[Counter], number: int = 0
) -> combat.Combat:
    """The attack of a spell if nobody saves, with the `number`th of its strengths."""
    scene = combat.scene_at(state, field.middle, OURS, SPELL, ())
    strength = spell.strengths[number] if spell.strengths else 1
    return combat.weigh(field.setting, SPELL, (), (), struck, scene, TURN, strength)


def catalogue_figure(catalogue: Catalogue, name: str) -> int:
    """A figure of the rules by its id."""
    return int(catalogue.figure_entries[name].value)


def _terrain(name: str, catalogue: Catalogue, report: Report) -> str | None:
    shelf = catalogue.terrain
    word = name.strip().lower()
    for kind in shelf:
        if word in (kind.id, kind.name.lower()):
            return str(kind.id)
    if word == BRIDGE:
        return BRIDGE
    report.error(
        Where(f"--terrain {name}"),
        "ref:terrain",
        f"there is no terrain {name!r}.",
        did_you_mean(word, [*shelf.entries, BRIDGE], most=99),
    )
    return None


def _answer(fight: Fight, ours: Sequence[Described], theirs: Sequence[Described]) -> OddsAnswer:
    found, names = staged_attacks.outcomes_of(fight), fight.field.setting.result_names
    order = list(names)
    rows = tuple(
        OddsRow(outcome.result, names.get(outcome.result, ""), _words_of(fight, outcome), chance)
        for outcome, chance in sorted(found.items(), key=lambda each: order.index(each[0].result))
    )
    where = "" if fight.field.terrain == "clear" else f", {_ground_name(fight.field)}"
    return OddsAnswer(
        "attack",
        f"{_side(ours)} against {_side(theirs)}: {KINDS[fight.kind]}{where}",
        rows,
        sums(found),
        (_working(fight),),
        as_modifiers(fight.combat.used),
        _notes(fight),
        _figures(fight),
    )


def _working(fight: Fight, begin: str = "A") -> Fact:
    """From strengths to the column in one sentence, which begins so."""
    figures, weighed = _figures(fight), fight.combat
    crt = fight.field.catalogue.crt
    assert crt is not None
    row = next(each for each in crt.rows if each.id == weighed.row)
    text = f"{begin}ttack {weighed.attack} against defence {weighed.defence} is {figures['odds']}."
    text += f" In the row “{row.name}” that is column {figures['start']} of {figures['columns']}"
    rules = [*crt.rules[:2], "R-76", "R-77"]
    if weighed.shift:
        way = "right" if weighed.shift > 0 else "left"
        text += f", and shifted {abs(weighed.shift)} to the {way} column {figures['column']}"
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


def sums(found: Mapping[Outcome, Fraction]) -> tuple[OddsRow, ...]:
    """The chances that most matter: the enemy eliminated, the enemy hurt, one's own eliminated, one's own hurt."""

    def of(side: str, any_of: str, alone: str, fates: Callable[[Outcome], Iterable[str]]) -> tuple[OddsRow, OddsRow]:
        mixed = any(len(set(fates(one))) > 1 for one in found)
        lost = share(found, lambda one: LOST in fates(one))
        hurt = share(found, lambda one: not {UNHURT}.issuperset(fates(one)))
        who = f"{any_of if mixed else alone} is"
        return (
            OddsRow(f"{side}-eliminated", f"{who} eliminated", "", lost),
            OddsRow(f"{side}-hurt", f"{who} hurt", "eliminated, Routed or Disorganised", hurt),
        )

    return (
        *of("enemy", "Any of the enemy", "The enemy", lambda one: one.defenders),
        *of("own", "Any of your units", "Your side", lambda one: (*one.attackers, *one.supporters)),
    )


def _words_of(fight: Fight, outcome: Outcome) -> str:
    """What an outcome is to those who took part."""
    same = {*outcome.defenders, *outcome.attackers}
    if len(same) == 1 and outcome.attackers and not outcome.supporters and same != {UNHURT}:
        return f"both sides {same.pop()}"
    told = []
    for what, ids, fates in (
        ("enemy", fight.defenders, outcome.defenders),
        ("own units", fight.attackers, outcome.attackers),
        ("supporters", fight.supporters, outcome.supporters),
    ):
        hurt = set(fates) - {UNHURT}
        if len(set(fates)) == 1 and hurt:
            told.append(f"{what} {fates[0]}")
        else:
            labels = _labels(fight.state, ids, fates)
            told += [f"{labels[i]} {fate}" for i, fate in zip(ids, fates, strict=True) if fate != UNHURT]
    return ", ".join(dict.fromkeys(told)) or "nobody hurt"


def _labels(state: State, ids: Sequence[int], fates: Sequence[str] = ()) -> dict[int, str]:
    """What units are called: by name; those of one name by their count, or by number where they fare otherwise."""
    found: dict[int, str] = {}
    for name in dict.fromkeys(state.units[i].name for i in ids):
        same = [i for i in ids if state.units[i].name == name]
        apart = len({fate for i, fate in zip(ids, fates, strict=True) if i in same}) > 1 if fates else len(same) > 1
        together = f"{len(same)} {name}" if len(same) > 1 else name
        found |= {i: f"{name} {number}" if apart else together for number, i in enumerate(same, start=1)}
    return found


def _notes(fight: Fight) -> tuple[Fact, ...]:
    """What bears on an attack and is no modifier, as far as it does here."""
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
    return listed([named(item) for item in items])


def named(item: Described) -> str:
    """A unit as the title of an answer names it."""
    what = str(item.number) if item.unit is None else item.unit.name
    rating = item.rating
    if rating is None and isinstance(item.unit, Troops):
        u = item.unit
        rating = f"{u.attack}-{u.defence}-{u.movement} Q{u.quality}"
    states = " ".join(s for s in (DISORGANISED, ROUTED, BERSERK, BALKED) if s in item.states)
    support = ", in support" if SUPPORT in item.states else ""
    inside = ", ".join(filter(None, (rating, states)))
    count = f"{item.number_of} " if item.number_of > 1 else ""
    return f"{count}{what}{f' ({inside})' if inside else ''}{support}"


# --- one against all ----------------------------------------------------------------------------------------------


def _grid(name: str, kind: str, options: Mapping[str, Any], catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    chosen = described_units.read_item(name, catalogue, report)
    terrain = _terrain(str(options.get("terrain", "clear")), catalogue, report)
    if chosen is None or terrain is None:
        return None
    if chosen.unit is None or not isinstance(chosen.unit, Troops):
        report.error(Where(name), f"{GAME}:A-146", "only units attack and are attacked: no strengths, no leaders.")
        return None
    field = Field(catalogue, terrain)
    heads = ("enemy out", "enemy hurt", "own hurt")
    lines = []
    for unit in catalogue.units:
        if not isinstance(unit, Troops) or not unit.listed:
            continue
        other = Described(unit.id, 1, unit, None, None, frozenset())
        attacking = _cell(field, kind, chosen, other, options)
        defending = _cell(field, kind, other, chosen, options)
        if defending is not None:
            # The same numbers seen from the other side: who is the enemy changes with who asks.
            defending = (defending[2], defending[3], defending[1])
        cells = (None if attacking is None else (attacking[0], attacking[1], attacking[3]), defending)
        lines.append((unit.id, f"{unit.name} Q{unit.quality}", cells))
    where = "" if terrain == "clear" else f", {_ground_name(field)}"
    title = f"{named(chosen)} against every unit of the list: {KINDS[kind]}{where}"
    note = Fact(
        "Out is eliminated; hurt is eliminated, Routed or Disorganised. A dot marks an attack that cannot be made."
    )
    short = chosen.unit.short
    grid = OddsGrid(((f"{short} attacking", heads), (f"{short} attacked", heads)), tuple(lines))
    return OddsAnswer("attack", title, notes=(note,), grid=grid, figures={"kind": kind, "terrain": terrain})


def _cell(
    field: Field, kind: str, ours: Described, theirs: Described, options: Mapping[str, Any]
) -> tuple[Fraction, ...] | None:
    fight = staged_attacks.stage(field, kind, [ours], [theirs], options, Report())
    return None if fight is None else tuple(row.chance for row in sums(staged_attacks.outcomes_of(fight)))
