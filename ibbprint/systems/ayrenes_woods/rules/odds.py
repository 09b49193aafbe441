"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field`; then the play is done once for every way the dice can fall (`dice.chances`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRow
from ibbprint.engine.odds import Query, as_modifiers, outcomes, row_of, share, subject
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.systems.ayrenes_woods.catalogue import GAME, Catalogue
from ibbprint.systems.ayrenes_woods.models import column_head, overdrawn, pool
from ibbprint.systems.ayrenes_woods.rules import (
    arrows,
    attacks,
    combat,
    control,
    fight,
    leaders,
    magic,
    morale,
    movement,
    rally,
)
from ibbprint.systems.ayrenes_woods.rules.described_units import (
    Described,
    chit_of,
    read_item,
    read_side,
    sides,
    state_of,
)
from ibbprint.systems.ayrenes_woods.rules.field import OURS, THEIRS, TURN, Field, facing_battle, row, slots
from ibbprint.systems.ayrenes_woods.rules.state import DISORDERED, STATES, Battle, Effect, State, Unit

_STEADY = AskOption("steady", "Under Stand and fight.", "flag")


# --- a battle ---------------------------------------------------------------------------------------------------


@subject(
    "attack",
    "A battle: the odds of each result, the column, and every modifier.",
    "ATTACKERS vs DEFENDERS",
    "Units with the values of their chits, separated by commas: 'dwarf-b 6 berserk, dwarf-a 8' vs 'elf-a 8 "
    "disordered'. A bare letter fits either side: A 9 vs B 5. States: disordered, routed, berserk, doubled.",
    options=(
        AskOption("terrain", "The defenders' terrain: woods ...", metavar="GROUND", names="terrain"),
        AskOption("stream", "Every attacker attacks across a stream.", "flag"),
        AskOption("leader", "A leader is with the attackers.", "flag"),
        AskOption("enemy-leader", "A leader is with the defenders.", "flag"),
        AskOption("hammer", "The attackers are under the Sign of the Hammer.", "flag"),
        AskOption("brother", "Brother by my side is in effect, with a comrade adjacent.", "flag"),
        AskOption("through", "With the facing rule: flank or rear.", metavar="PART"),
        AskOption("no-arrows", "The defenders' arrows missed.", "flag"),
        AskOption("aim", "The defenders are under Perfect Aim.", "flag"),
        AskOption("steady", "The attackers are under Stand and fight.", "flag"),
    ),
    example="A 9 vs B 5",
)
def _attack(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    ours, theirs = (read_side(text, catalogue, report) for text in sides(request.words))
    for item in ours:
        for word in ("disordered", "routed"):
            if word in item.states:
                report.error(Where(item.text), f"{GAME}:A-R38", f"a {word} unit does not attack.")
    if not report.ok:
        return None
    field = _staged(ours, theirs, request.options, catalogue, report)
    if field is None or not report.ok:
        return None
    state = field.state
    if not combat.standing(state, state.fought):
        return _outright(ours, theirs)
    weighed = _weighed(state)
    found = outcomes(state, _fought)
    return OddsAnswer(
        "attack",
        f"{_called(ours)} attack {_called(theirs)}",
        tuple(_rows(state, found)),
        facts=tuple(_facts(state, weighed)),
        modifiers=as_modifiers(weighed.used),
        notes=tuple(_notes(state)),
        figures={
            "attack": str(weighed.attack),
            "defence": str(weighed.defence),
            "odds": state.setting.crt.odds[weighed.start - 1],
            "column": state.setting.crt.odds[weighed.column - 1],
            "modifier": weighed.modifier,
        },
    )


def _weighed(state: State) -> combat.Weighed:
    """The staged battle as the table takes it if no arrow hits: without routed targets and their attackers."""
    twin = state.twin()
    fight.clear_routed(twin, twin.fought)
    return combat.weigh(twin, twin.fought)


def _outright(ours: list[Described], theirs: list[Described]) -> OddsAnswer:
    sure = OddsRow("DE", "Defender eliminated", "", Fraction(1))
    facts = (Fact("Routed units that are attacked are eliminated without a roll.", ("A-R42", "A-16")),)
    return OddsAnswer("attack", f"{_called(ours)} attack {_called(theirs)}", (sure,), facts=facts)


def _called(items: list[Described]) -> str:
    return ", ".join(" ".join(item.text.split()) for item in items)


def _staged(
    ours: list[Described], theirs: list[Described], options: Mapping[str, Any], catalogue: Catalogue, report: Report
) -> Field | None:
    """The battle as it was described, ready to be fought."""
    numbers = [sum(item.number for item in side) for side in (ours, theirs)]
    places = facing_battle(*numbers)
    if places is None:
        raise BadQuestion(f"{max(numbers)} units do not fit around {min(numbers)}.", "Describe fewer.")
    terrain = _ground(options, catalogue, report)
    chits = [chit_of(item, catalogue, report) for item in (*ours, *theirs)]
    if terrain is None or None in chits:
        return None
    field = Field(catalogue, ground=places[1], terrain=terrain, stream=bool(options.get("stream")))
    state = field.state
    doubled: set[int] = set()
    for side, items in ((OURS, ours), (THEIRS, theirs)):
        free = iter(places[side])
        for item in items:
            for _ in range(item.number):
                shoots = bool(item.people) and not options.get("no-arrows")
                unit = field.put(item.unit, side, next(free), shoots=shoots)
                unit.chit = chit_of(item, catalogue, report) or 0
                unit.berserk = "berserk" in item.states
                unit.state = state_of(item)
                unit.signed = bool(options.get("hammer")) and side == OURS
                doubled |= {unit.id} if "doubled" in item.states else set()
    attackers = [unit for unit in state.units if unit.side == OURS]
    for unit in attackers:
        _turn_to_the_enemy(state, unit)
    battle = Battle({unit.id: tuple(target.id for target in attacks.before(state, unit)) for unit in attackers})
    battle.doubled = frozenset(doubled)
    battle.step = "arrows"
    state.acting.battle = battle
    _face(state, str(options.get("through", "")), battle)
    _lead(field, options)
    return field


def _lead(field: Field, options: Mapping[str, Any]) -> None:
    """Leaders with the first unit of a side, and spells; a caster far off has nobody in his radius."""
    state = field.state
    first = {side: next(unit for unit in state.units if unit.side == side) for side in (OURS, THEIRS)}
    asked = {OURS: ("leader", "steady"), THEIRS: ("enemy-leader", "aim", "brother")}
    for side, (leads, *spells) in asked.items():
        wanted = [spell for spell in spells if options.get(spell)]
        if options.get(leads):
            field.lead(side, first[side].hex)
        elif wanted:
            field.lead(side, _beside(state, first[side]))
        for spell in wanted:
            state.effects.append(Effect(spell, side, TURN))
    if options.get("brother"):
        entry = next(one for one in field.catalogue.units if one.letter == first[THEIRS].kind.letter)
        field.put(entry, THEIRS, state.ground.names[_beside(state, first[THEIRS])])


def _turn_to_the_enemy(state: State, unit: Unit) -> None:
    """With facing, an attacker has as many of the enemy before it as it can."""

    def before(facing: int) -> int:
        unit.facing = facing
        return len(attacks.before(state, unit))

    unit.facing = max(range(len(control.CORNERS)), key=before)


def _beside(state: State, unit: Unit) -> int:
    """A free hex next to a unit."""
    free = [h for h in state.ground.near[unit.hex] if h not in state.at]
    if not free:
        raise BadQuestion("the units described leave no room for the units beside them.", "Describe fewer.")
    return free[0]


def _face(state: State, part: str, battle: Battle) -> None:
    """Let the defenders face so that the first attacker on each comes through a part of them."""
    if not part:
        return
    if not state.setting.facing:
        raise BadQuestion("units have no flank and no rear in this game.", "With facing: --rule facing=on.")
    if part not in ("flank", "rear", "front"):
        raise BadQuestion(f"an attack goes through front, flank or rear, not {part!r}.")
    for id in battle.targets:
        attacker = next(state.units[one] for one, targets in battle.links.items() if id in targets)
        target = state.units[id]
        for facing in range(len(control.CORNERS)):
            target.facing = facing
            if control.from_where(state, attacker, target) == part:
                break


def _ground(options: Mapping[str, Any], catalogue: Catalogue, report: Report) -> str | None:
    wanted = str(options.get("terrain", "clear"))
    known = catalogue.ground("hex")
    if wanted in known:
        return wanted
    report.error(Where(wanted), "ref:terrain", f"there is no ground {wanted!r}.", did_you_mean(wanted, known))
    return None


Fought = tuple[tuple[str, ...], str]
"""What arrows did to the attackers, and the code of the table; nothing where it was not rolled on."""


def _fought(state: State) -> Fought:
    """Fight the staged battle as far as its result."""
    state.events = []
    act = state.acting
    while act.battle is not None and act.battle.step in ("arrows", "odds"):
        if not state.questions:
            fight.advance(state, act)
            continue
        question = state.questions.pop(0)
        if question.kind == "suffer":
            break
        shooter = state.units[question.counter]
        marks = arrows.marks(state, act.battle, shooter)
        best = max(marks, key=lambda unit: (combat.printed(state, unit, unit.kind.letter), -unit.id))
        arrows.shoot(state, act.battle, shooter, best)
    shot = sorted(e.values["effect"] for e in state.events if e.kind == "arrows" and e.values["effect"] in STRUCK)
    code = next((event.values["result"] for event in state.events if event.kind == "combat"), "")
    return tuple(shot), code


def _rows(state: State, found: Mapping[Fought, Fraction]) -> list[OddsRow]:
    """The results in the order of the table, those of arrows first; what arrows did to some of several is reported."""
    codes = state.setting.codes
    order = {code: number for number, code in enumerate(codes)}
    made = []
    for (shot, code), chance in sorted(
        found.items(), key=lambda one: (len(one[0][0]), one[0][0], order.get(one[0][1], 9))
    ):
        by = " and ".join(f"{shot.count(what)} {STRUCK[what]}" for what in ("disorder", "rout") if what in shot)
        if not code:
            one = len(shot) == 1
            name = f"attacker {STRUCK[shot[0]]} by arrows" if one else f"attackers shot away: {by}"
            id = "AD" if shot == ("disorder",) else "AR" if shot == ("rout",) else "shot"
            made.append(OddsRow(f"arrows-{id}", name, "", chance))
        else:
            made.append(OddsRow(code, codes[code].name + (f", {by} by arrows" if by else ""), "", chance))
    return made


STRUCK = {"disorder": "disordered", "rout": "routed"}


def _facts(state: State, weighed: combat.Weighed) -> list[Fact]:
    crt = state.setting.crt
    start = column_head(crt.odds[weighed.start - 1])
    found = [Fact(f"{weighed.attack} to {weighed.defence} is column {start}.", ("A-R36", "A-09", "A-10"))]
    if weighed.shift:
        played = column_head(crt.odds[weighed.column - 1])
        found.append(Fact(f"Shifted by {weighed.shift:+d} it is played on {played}.", ("A-12",)))
    if weighed.modifier:
        found.append(Fact(f"The die counts {weighed.modifier:+d}.", ("A-R36", "A-11")))
    return found


def _notes(state: State) -> list[Fact]:
    if not arrows.shooters(state, state.fought):
        return []
    found = [Fact("The defenders shoot first; an attacker who is hit leaves the battle.", ("A-R50", "A-26"))]
    if len(state.fought.attackers) > 1:
        found.append(Fact("Each of them shoots at the strongest attacker next to it.", ("A-25",)))
    return found


# --- checks -----------------------------------------------------------------------------------------------------


@subject(
    "arrows",
    "Archery against an attacker.",
    "ATTACKER",
    "The attacker, or its letter: dwarf-b, C.",
    options=(AskOption("aim", "The unit that shoots is under Perfect Aim.", "flag"), _STEADY),
)
def _arrows(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    item = read_item(request.words, catalogue, report)
    shooter = next((u for u in catalogue.units if catalogue.peoples[u.people].arrows), None)
    if item is None or shooter is None:
        return None
    field = Field(catalogue)
    state = field.state
    mark, bow = field.put(item.unit, OURS, row(1)[0]), field.put(shooter, THEIRS, slots(1)[0])
    for wanted, side, unit in (("aim", THEIRS, bow), ("steady", OURS, mark)):
        if request.options.get(wanted):
            field.lead(side, unit.hex)
            state.effects.append(Effect(wanted, side, TURN))
    found = outcomes(state, lambda twin: arrows.hit(twin, twin.units[bow.id], twin.units[mark.id])[0])
    rows = (
        OddsRow("unharmed", "Unharmed", "", share(found, lambda what: what in ("nothing", "withstood"))),
        row_of(found, "disorder", "disordered", "Disordered"),
        row_of(found, "rout", "routed", "Routed"),
    )
    return OddsAnswer("arrows", f"Arrows at {item.text}", rows, facts=(_needs(mark),))


def _needs(unit: Unit) -> Fact:
    return Fact(f"A check is passed with {unit.kind.morale} or less.", ("A-R64",))


@subject(
    "zoc-exit",
    "Leaving an enemy zone of control.",
    "UNIT [vs ENEMY]",
    "The unit and the enemy next to it: 'dwarf-c disordered' vs elf-a. Without an enemy, one of the same letter.",
    options=(
        AskOption("leader", "Its leader is stacked with it or adjacent.", "flag"),
        AskOption("terrain", "The terrain that it leaves.", metavar="GROUND", names="terrain"),
        _STEADY,
    ),
)
def _exit(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    ours, theirs = sides(request.words) if " vs " in f" {request.words} " else (request.words, "")
    item = read_item(ours, catalogue, report)
    enemy = read_item(theirs, catalogue, report) if theirs else item
    terrain = _ground(request.options, catalogue, report)
    if item is None or enemy is None or terrain is None:
        return None
    here = row(1)[0]
    field = Field(catalogue, ground=[here], terrain=terrain)
    state = field.state
    unit = field.put(item.unit, OURS, here)
    unit.state = state_of(item)
    field.put(enemy.unit, THEIRS, slots(1)[0])
    _with_leader(field, unit, request.options)
    used = morale.leaving(state, unit)
    found = outcomes(state, lambda twin: movement.leaves(twin, twin.units[unit.id]))
    facts = (_needs(unit),) if movement.needs_check(state, unit) else (Fact("It needs no check.", ("A-R21", "A-59")),)
    return query.passed(
        f"{item.text} leaves an enemy",
        found,
        ("leaves", "Leaves"),
        ("stays", "Stays"),
        facts=facts,
        modifiers=as_modifiers(used),
    )


def _with_leader(field: Field, unit: Unit, options: Mapping[str, Any]) -> None:
    state, steady = field.state, options.get("steady")
    if options.get("leader"):
        field.lead(OURS, _beside(state, unit) if options["leader"] == "adjacent" else unit.hex)
    elif steady:
        # In the radius, but too far off to help otherwise.
        field.lead(OURS, _away(state, unit, 2)[0])
    if steady:
        state.effects.append(Effect("steady", OURS, TURN))


def _away(state: State, unit: Unit, steps: int) -> list[int]:
    """The hexes at a distance from a unit."""
    return [h for h, far in enumerate(state.ground.distances(unit.hex)) if far == steps]


@subject(
    "rally",
    "A unit in the rally phase.",
    "UNIT",
    "The unit, taken to be disordered unless you add routed: elf-b routed.",
    options=(
        AskOption("enemy", "Hexes to the nearest enemy; 1 if not given.", "number", "HEXES"),
        AskOption("friend", "A friendly unit in good order is adjacent.", "flag"),
        AskOption(
            "leader",
            "Where its leader is (for a routed unit, any friendly leader): stacked or adjacent.",
            metavar="WHERE",
        ),
        _STEADY,
    ),
)
def _rally(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    item = read_item(request.words, catalogue, report)
    if item is None:
        return None
    options = request.options
    where = str(options.get("leader", "stacked"))
    if where not in ("stacked", "adjacent"):
        raise BadQuestion(f"a leader is stacked or adjacent, not {where!r}.")
    away = int(options.get("enemy", 3 if "routed" in item.states else 1))
    if away < 1:
        raise BadQuestion(f"an enemy is 1 hex away or more, not {away}.")
    field = Field(catalogue)
    state = field.state
    unit = field.put(item.unit, OURS, row(1)[0])
    unit.state = state_of(item) or DISORDERED
    for h in _away(state, unit, away)[-1:]:
        field.put(item.unit, THEIRS, state.ground.names[h])
    if options.get("friend"):
        field.put(item.unit, OURS, state.ground.names[_beside(state, unit)])
    _with_leader(field, unit, options)
    found = outcomes(state, lambda twin: rally.decide(twin, twin.units[unit.id])[1:3])
    rows = tuple(
        OddsRow(STATES[to], f"{STATES[to]}{' and runs on' if runs else ''}", "", chance)
        for (to, runs), chance in sorted(found.items())
    )
    checked = rally.decide(state.twin(), unit).checked
    used = checked.roll.used if checked is not None else ()
    facts = (_needs(unit),) if checked is not None else (Fact("It does not roll.", ("A-R65", "A-54")),)
    return OddsAnswer("rally", f"{item.text} in the rally phase", rows, facts=facts, modifiers=as_modifiers(used))


@subject(
    "leader-loss",
    "Whether a leader falls in battle.",
    options=(AskOption("battles", "In this many battles, one after another.", "number", "N"),),
)
def _loss(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    battles = int(request.options.get("battles", 1))
    if not 1 <= battles <= 99:
        raise BadQuestion(f"a leader fights 1 to 99 battles, not {battles}.")
    field = Field(catalogue)
    leader = field.lead(OURS, 0)
    found = outcomes(field.state, lambda twin: leaders.survives(twin, twin.leaders[leader.command], ("A-R44",)))
    lives = found[True] ** battles
    rows = (OddsRow("dies", "Killed", "", 1 - lives), OddsRow("lives", "Lives", "", lives))
    title = f"A leader in {battles} battles" if battles > 1 else "A leader in battle"
    return OddsAnswer("leader-loss", title, rows, facts=(Fact("He rolls once in each battle.", ("A-R44", "A-27")),))


@subject("hands", "The spells that a side draws.", "PEOPLE", "elf or dwarf.")
def _hands(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    peoples = catalogue.peoples
    people = catalogue.people_called(request.words.strip() or next(iter(peoples)).id)
    if people is None:
        report.error(
            Where(request.words),
            "ref:people",
            f"there is no people {request.words!r}.",
            did_you_mean(request.words, peoples.entries),
        )
        return None
    too_many = overdrawn(people, catalogue.spells)
    if too_many:
        report.error(peoples.where(people.id, "hand"), f"{GAME}:A-R75", too_many)
        return None
    field = Field(catalogue)
    field.setting.peoples = [people]
    field.state.hands = [[]]

    def deal(twin: State) -> tuple[str, ...]:
        magic.deal(twin)
        return tuple(twin.hands[0])

    found = outcomes(field.state, deal)
    spells = {spell.id: spell for spell in catalogue.spells}
    rows = tuple(
        OddsRow("+".join(hand), ", ".join(spells[id].short for id in hand), "", chance)
        for hand, chance in sorted(found.items(), key=lambda one: (-one[1], one[0]))
    )
    sums = tuple(
        OddsRow(id, f"At least one {spell.name}", "", sum((c for hand, c in found.items() if id in hand), Fraction(0)))
        for id, spell in spells.items()
        if spell.copies.get(people.id)
    )
    chits = sum(pool(people, spells.values()))
    facts = (Fact(f"{people.name} draw {people.hand} of {chits} chits.", ("A-R75", "A-65")),)
    return OddsAnswer("hands", f"The spells that {people.name.lower()} draw", rows, sums, facts)


SUBJECTS = (_attack, _arrows, _exit, _rally, _loss, _hands)
"""What can be asked; the first needs no naming."""
