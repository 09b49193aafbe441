"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field`; then the play is done once for every way the dice can fall (`dice.chances`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsRow
from ibbprint.engine.odds import AGAINST, as_modifiers, either, outcomes, rows, share, sides, subject, sum_of, table
from ibbprint.problems import did_you_mean
from ibbprint.systems.ayrenes_woods.catalogue import GAME
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
from ibbprint.systems.ayrenes_woods.rules.described import EXAMPLE, Described, Query, chit_of, read_item, read_side
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
def _attack(query: Query) -> OddsAnswer:
    attacking, attacked = sides(query.words, EXAMPLE)
    ours, theirs = query.both(partial(_attackers, query, attacking), partial(read_side, query, attacked))
    state = _staged(query, ours, theirs).state
    title = f"{_called(ours)} attack {_called(theirs)}"
    if not combat.standing(state, state.fought):
        sure = OddsRow("DE", "Defender eliminated", "", Fraction(1))
        facts = (Fact("Routed units that are attacked are eliminated without a roll.", ("A-R42", "A-16")),)
        return query.answer(title, (sure,), facts=facts)
    weighed, columns = _weighed(state), state.setting.crt.odds
    return query.answer(
        title,
        _results(state),
        facts=tuple(_facts(state, weighed)),
        modifiers=as_modifiers(weighed.used),
        notes=tuple(_notes(state)),
        figures={
            "attack": str(weighed.attack),
            "defence": str(weighed.defence),
            "odds": columns[weighed.start - 1],
            "column": columns[weighed.column - 1],
            "modifier": weighed.modifier,
        },
    )


def _attackers(query: Query, text: str) -> list[Described]:
    """The units of a side that attacks, in good order (A-R38). Raises Stopped."""
    items = read_side(query, text)
    for item in items:
        for word in ("disordered", "routed"):
            if word in item.states:
                query.error(item.text, f"{GAME}:A-R38", f"a {word} unit does not attack.")
    query.check()
    return items


def _weighed(state: State) -> combat.Weighed:
    """The staged battle as the table takes it if no arrow hits: without routed targets and their attackers."""
    twin = state.twin()
    fight.clear_routed(twin, twin.fought)
    return combat.weigh(twin, twin.fought)


def _called(items: Sequence[Described]) -> str:
    return ", ".join(" ".join(item.text.split()) for item in items)


def _staged(query: Query, ours: Sequence[Described], theirs: Sequence[Described]) -> Field:
    """The battle as it was described, ready to be fought. Raises Stopped."""
    numbers = [sum(item.number for item in side) for side in (ours, theirs)]
    places = facing_battle(*numbers)
    if places is None:
        raise BadQuestion(f"{max(numbers)} units do not fit around {min(numbers)}.", "Describe fewer.")
    terrain, chits = query.both(
        partial(_ground, query), lambda: query.each(lambda item: chit_of(query, item), (*ours, *theirs))
    )
    field = Field(query.catalogue, ground=places[1], terrain=terrain, stream=query.has("stream"))
    state = field.state
    free = {OURS: iter(places[OURS]), THEIRS: iter(places[THEIRS])}
    doubled: set[int] = set()
    for number, (item, chit) in enumerate(zip((*ours, *theirs), chits, strict=True)):
        side = OURS if number < len(ours) else THEIRS
        for _ in range(item.number):
            shoots = bool(item.people) and not query.has("no-arrows")
            unit = field.put(item.unit, side, next(free[side]), shoots=shoots)
            unit.chit, unit.state, unit.berserk = chit, item.state, "berserk" in item.states
            unit.signed = query.has("hammer") and side == OURS
            doubled |= {unit.id} if "doubled" in item.states else set()
    attackers = [unit for unit in state.units if unit.side == OURS]
    for unit in attackers:
        _turn_to_the_enemy(state, unit)
    battle = Battle({unit.id: tuple(target.id for target in attacks.before(state, unit)) for unit in attackers})
    battle.doubled = frozenset(doubled)
    battle.step = "arrows"
    state.acting.battle = battle
    _face(state, str(query.options.get("through", "")), battle)
    _lead(query, field)
    return field


def _lead(query: Query, field: Field) -> None:
    """Leaders with the first unit of a side, and spells; a caster far off has nobody in his radius."""
    state = field.state
    first = {side: next(unit for unit in state.units if unit.side == side) for side in (OURS, THEIRS)}
    for side, leads, spells in ((OURS, "leader", ("steady",)), (THEIRS, "enemy-leader", ("aim", "brother"))):
        cast = [spell for spell in spells if query.has(spell)]
        if query.has(leads):
            field.lead(side, first[side].hex)
        elif cast:
            field.lead(side, _beside(state, first[side]))
        for spell in cast:
            state.effects.append(Effect(spell, side, TURN))
    if query.has("brother"):
        entry = next(unit for unit in query.catalogue.units if unit.letter == first[THEIRS].kind.letter)
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
        attacker = next(state.units[item] for item, targets in battle.links.items() if id in targets)
        target = state.units[id]
        for facing in range(len(control.CORNERS)):
            target.facing = facing
            if control.from_where(state, attacker, target) == part:
                break


def _ground(query: Query) -> str:
    """The ground that is asked with. Raises Stopped."""
    name, grounds = str(query.options.get("terrain", "clear")), query.catalogue.ground("hex")
    if name not in grounds:
        query.refuse(name, "ref:terrain", f"there is no ground {name!r}.", did_you_mean(name, grounds))
    return name


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


def _results(state: State) -> tuple[OddsRow, ...]:
    """The results in the order of the table, those of arrows first; what arrows did to some of several is reported."""
    codes = state.setting.codes
    order = list(codes)

    def words(fought: Fought) -> tuple[str, str]:
        shot, code = fought
        by = " and ".join(f"{shot.count(struck)} {STRUCK[struck]}" for struck in STRUCK if struck in shot)
        if code:
            return code, codes[code].name + (f", {by} by arrows" if by else "")
        if len(shot) > 1:
            return "arrows-shot", f"attackers shot away: {by}"
        return f"arrows-{'AD' if shot == ('disorder',) else 'AR'}", f"attacker {STRUCK[shot[0]]} by arrows"

    def place(fought: Fought) -> tuple[int, tuple[str, ...], int]:
        shot, code = fought
        return len(shot), shot, order.index(code) if code else len(order)

    return rows(outcomes(state, _fought), words, place)


STRUCK = {"disorder": "disordered", "rout": "routed"}


def _facts(state: State, weighed: combat.Weighed) -> list[Fact]:
    crt = state.setting.crt
    start = column_head(crt.odds[weighed.start - 1])
    facts = [Fact(f"{weighed.attack} to {weighed.defence} is column {start}.", ("A-R36", "A-09", "A-10"))]
    if weighed.shift:
        played = column_head(crt.odds[weighed.column - 1])
        facts.append(Fact(f"Shifted by {weighed.shift:+d} it is played on {played}.", ("A-12",)))
    if weighed.modifier:
        facts.append(Fact(f"The die counts {weighed.modifier:+d}.", ("A-R36", "A-11")))
    return facts


def _notes(state: State) -> list[Fact]:
    if not arrows.shooters(state, state.fought):
        return []
    facts = [Fact("The defenders shoot first; an attacker who is hit leaves the battle.", ("A-R50", "A-26"))]
    if len(state.fought.attackers) > 1:
        facts.append(Fact("Each of them shoots at the strongest attacker next to it.", ("A-25",)))
    return facts


# --- checks -----------------------------------------------------------------------------------------------------


@subject(
    "arrows",
    "Archery against an attacker.",
    "ATTACKER",
    "The attacker, or its letter: dwarf-b, C.",
    options=(AskOption("aim", "The unit that shoots is under Perfect Aim.", "flag"), _STEADY),
    example="dwarf-b",
)
def _arrows(query: Query) -> OddsAnswer:
    item, catalogue = read_item(query, query.words), query.catalogue
    shooter = next((unit for unit in catalogue.units if catalogue.peoples[unit.people].arrows), None)
    if shooter is None:
        query.refuse("arrows", "ref:unit", "no people of the unit list shoots.", "Give one arrows in peoples.yaml.")
    field = Field(catalogue)
    state = field.state
    mark, bow = field.put(item.unit, OURS, row(1)[0]), field.put(shooter, THEIRS, slots(1)[0])
    for spell, side, unit in (("aim", THEIRS, bow), ("steady", OURS, mark)):
        if query.has(spell):
            field.lead(side, unit.hex)
            state.effects.append(Effect(spell, side, TURN))
    chances = outcomes(state, lambda twin: arrows.hit(twin, twin.units[bow.id], twin.units[mark.id])[0])
    unharmed = sum_of(chances, lambda effect: effect not in STRUCK, "unharmed", "Unharmed")
    struck = table(chances, {"disorder": ("disordered", "Disordered"), "rout": ("routed", "Routed")})
    return query.answer(f"Arrows at {item.text}", (unharmed, *struck), facts=(_needs(mark),))


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
    example="elf-b vs dwarf-a",
)
def _exit(query: Query) -> OddsAnswer:
    texts = sides(query.words, EXAMPLE) if AGAINST.search(f" {query.words} ") else (query.words,)
    terrain, items = query.both(partial(_ground, query), lambda: query.each(lambda text: read_item(query, text), texts))
    item, enemy = items[0], items[-1]
    centre = row(1)[0]
    field = Field(query.catalogue, ground=[centre], terrain=terrain)
    state = field.state
    unit = field.put(item.unit, OURS, centre)
    unit.state = item.state
    field.put(enemy.unit, THEIRS, slots(1)[0])
    _with_leader(query, field, unit)
    chances = outcomes(state, lambda twin: movement.leaves(twin, twin.units[unit.id]))
    fact = _needs(unit) if movement.needs_check(state, unit) else Fact("It needs no check.", ("A-R21", "A-59"))
    extras = {"facts": (fact,), "modifiers": as_modifiers(morale.leaving(state, unit))}
    return query.passed(f"{item.text} leaves an enemy", chances, ("leaves", "Leaves"), ("stays", "Stays"), **extras)


def _with_leader(query: Query, field: Field, unit: Unit) -> None:
    """The leader of a unit where the question has him, or near enough for his spell."""
    state = field.state
    if query.has("leader"):
        field.lead(OURS, _beside(state, unit) if query.options["leader"] == "adjacent" else unit.hex)
    elif query.has("steady"):
        # In the radius, but too far off to help otherwise.
        field.lead(OURS, _away(state, unit, 2)[0])
    if query.has("steady"):
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
    example="elf-b",
)
def _rally(query: Query) -> OddsAnswer:
    item = read_item(query, query.words)
    where = str(query.options.get("leader", "stacked"))
    if where not in ("stacked", "adjacent"):
        raise BadQuestion(f"a leader is stacked or adjacent, not {where!r}.")
    away = int(query.options.get("enemy", 3 if "routed" in item.states else 1))
    if away < 1:
        raise BadQuestion(f"an enemy is 1 hex away or more, not {away}.")
    field = Field(query.catalogue)
    state = field.state
    unit = field.put(item.unit, OURS, row(1)[0])
    unit.state = item.state or DISORDERED
    for h in _away(state, unit, away)[-1:]:
        field.put(item.unit, THEIRS, state.ground.names[h])
    if query.has("friend"):
        field.put(item.unit, OURS, state.ground.names[_beside(state, unit)])
    _with_leader(query, field, unit)
    chances = outcomes(state, lambda twin: rally.decide(twin, twin.units[unit.id])[1:3])
    checked = rally.decide(state.twin(), unit).checked
    return query.answer(
        f"{item.text} in the rally phase",
        rows(chances, lambda after: (STATES[after[0]], f"{STATES[after[0]]}{' and runs on' if after[1] else ''}")),
        facts=(_needs(unit) if checked is not None else Fact("It does not roll.", ("A-R65", "A-54")),),
        modifiers=as_modifiers(checked.roll.used if checked is not None else ()),
    )


@subject(
    "leader-loss",
    "Whether a leader falls in battle.",
    options=(AskOption("battles", "In this many battles, one after another.", "number", "N"),),
)
def _loss(query: Query) -> OddsAnswer:
    battles = int(query.options.get("battles", 1))
    if not 1 <= battles <= 99:
        raise BadQuestion(f"a leader fights 1 to 99 battles, not {battles}.")
    field = Field(query.catalogue)
    leader = field.lead(OURS, 0)
    chances = outcomes(field.state, lambda twin: leaders.survives(twin, twin.leaders[leader.command], ("A-R44",)))
    dies = either(1 - chances[True] ** battles)
    title = f"A leader in {battles} battles" if battles > 1 else "A leader in battle"
    facts = (Fact("He rolls once in each battle.", ("A-R44", "A-27")),)
    return query.passed(title, dies, ("dies", "Killed"), ("lives", "Lives"), facts=facts)


@subject("hands", "The spells that a side draws.", "PEOPLE", "elf or dwarf.")
def _hands(query: Query) -> OddsAnswer:
    catalogue, peoples = query.catalogue, query.catalogue.peoples
    people = catalogue.people_called(query.words.strip() or next(iter(peoples)).id)
    if people is None:
        hint = did_you_mean(query.words, peoples.entries)
        query.refuse(query.words, "ref:people", f"there is no people {query.words!r}.", hint)
    too_many = overdrawn(people, catalogue.spells)
    if too_many:
        query.report.error(peoples.where(people.id, "hand"), f"{GAME}:A-R75", too_many)
    query.check()
    field = Field(catalogue)
    field.setting.peoples = [people]
    field.state.hands = [[]]

    def deal(twin: State) -> tuple[str, ...]:
        magic.deal(twin)
        return tuple(twin.hands[0])

    hands = outcomes(field.state, deal)
    spells = {spell.id: spell for spell in catalogue.spells}
    chits = sum(pool(people, spells.values()))
    return query.answer(
        f"The spells that {people.name.lower()} draw",
        rows(
            hands,
            lambda hand: ("+".join(hand), ", ".join(spells[id].label for id in hand)),
            lambda hand: (-hands[hand], hand),
        ),
        [
            OddsRow(id, f"At least one {spell.name}", "", share(hands, partial(_holds, id)))
            for id, spell in spells.items()
            if spell.copies.get(people.id)
        ],
        facts=(Fact(f"{people.name} draw {people.hand} of {chits} chits.", ("A-R75", "A-65")),),
    )


def _holds(spell: str, hand: Sequence[str]) -> bool:
    return spell in hand


SUBJECTS = (_attack, _arrows, _exit, _rally, _loss, _hands)
"""What can be asked; the first needs no naming."""
