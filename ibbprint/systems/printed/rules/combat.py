"""The flow of a combat: leaders, dice, results clause by clause, losses, advances (P-50 to P-59)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from ibbprint.engine.rolls import rules_of
from ibbprint.engine.space import OFF
from ibbprint.engine.state import NOBODY, Action, Question
from ibbprint.systems.printed.rules import advance, attacks, leaders, retreat, victory
from ibbprint.systems.printed.rules.attacks import ATTACKERS, DEFENDERS, Assault
from ibbprint.systems.printed.rules.compiled import Fight
from ibbprint.systems.printed.rules.effects import Clause
from ibbprint.systems.printed.rules.forces import FULL, REDUCED
from ibbprint.systems.printed.rules.numbers import as_text
from ibbprint.systems.printed.rules.state import Battle, Counter, Refused, State

# --- what may be attacked -------------------------------------------------------------------------------------------


def attack_actions(state: State) -> Iterator[Action]:
    """Attacks that can be chosen among: the strongest attackers of each target one by one, with and without leaders."""
    fight = attacks.fight_of(state)
    hexes = attacks.target_hexes(state, fight)
    aims: list[tuple[int, ...]] = [(hex,) for hex in hexes]
    if fight.model.target == "hexes":
        aims += [pair for pair in combinations(hexes, 2) if pair[1] in state.setting.space.near[pair[0]]]
    for aim in aims:
        words = [""]
        if fight.model.choose == "attacker":
            words = [rule.name for rule in fight.tables]
        elif fight.model.target == "unit":
            words = [u.key for u in state.units_in(aim[0], 1 - state.side) if u.number not in state.attacked]
        for attackers in _groups(state, fight, aim):
            for word in words:
                assault = attacks.assault_of(state, fight, attackers, aim, word)
                if not isinstance(assault, Refused) and attacks.check_odds(state, assault) is None:
                    yield Action("attack", attackers, aim, word)


def _groups(state: State, fight: Fight, hexes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Groups of attackers of hexes: the strongest first, added one by one, and each of the first alone."""
    units = [
        unit
        for unit in attacks.able(state, fight)
        if all(attacks.reaches(state, unit, hex, fight) is None for hex in hexes)
    ]
    units.sort(key=lambda unit: -float(state.strength(unit, fight.id, attack=True) or 0))
    led = attacks.led_by(fight, ATTACKERS)
    groups = [tuple(units[:number]) for number in range(1, len(units) + 1)]
    groups += [(unit,) for unit in units[1 : attacks.MOST_TOGETHER]]
    for group in groups:
        numbers = tuple(unit.number for unit in group)
        yield numbers
        for leader in _leaders(state, {unit.hex for unit in group}, group[0].side) if led else ():
            yield (*numbers, leader.number)


def _leaders(state: State, hexes: Iterable[int], side: int) -> list[Counter]:
    """The leaders who may help a combat of units in these hexes."""
    return [
        leader
        for hex in sorted(set(hexes))
        for leader in state.leaders_in(hex, side)
        if attacks.leads(state, leader, (hex,))
    ]


def check_attack(state: State, action: Action) -> Refused | None:
    """Check that an attack is legal."""
    assault = attacks.assault_of(state, attacks.fight_of(state), action.counters, action.path, action.word)
    return assault if isinstance(assault, Refused) else attacks.check_assault(state, assault)


def do_attack(state: State, action: Action) -> None:
    """Declare an attack, and resolve it at once unless all are declared first."""
    fight = attacks.fight_of(state)
    assault = attacks.assault_of(state, fight, action.counters, action.path, action.word)
    assert not isinstance(assault, Refused)
    for unit in assault.attackers:
        unit.fought = True
    if assault.leader is not None:
        assault.leader.spent += 1
    state.attacked += [unit.number for unit in assault.targets] if fight.model.target == "unit" else assault.hexes
    state.cache = {}
    if fight.model.declare == "all":
        state.declared.append((action.counters, action.path, action.word))
        state.tell("declares", ("P-47",), **_participants(state, assault))
    else:
        begin(state, assault)


def _participants(state: State, assault: Assault) -> dict[str, object]:
    leader = {} if assault.leader is None else {"leader": assault.leader.key}
    return {
        "units": [unit.key for unit in assault.attackers],
        "targets": [unit.key for unit in assault.targets],
        "hexes": [state.name(hex) for hex in assault.hexes],
        **leader,
    }


def resolve_actions(state: State) -> list[Action]:
    """The declared attacks that wait, by their hexes."""
    return [Action("resolve", (), hexes) for _, hexes, _ in state.declared]


def do_resolve(state: State, action: Action) -> None:
    """Resolve a declared attack with those that are still there."""
    at = next(n for n, (_, hexes, _) in enumerate(state.declared) if hexes == action.path)
    attackers, hexes, argument = state.declared.pop(at)
    fight = attacks.fight_of(state)
    able = tuple(
        number
        for number in attackers
        if (unit := state.counters[number]).hex != OFF
        and (unit.kind.leader or all(attacks.reaches(state, unit, hex, fight) is None for hex in hexes))
    )
    if not any(not state.counters[number].kind.leader for number in able):
        return
    assault = attacks.assault_of(state, fight, able, hexes, argument)
    if not isinstance(assault, Refused) and assault.targets:
        begin(state, assault)


# --- the flow of a combat -------------------------------------------------------------------------------------------


def begin(state: State, assault: Assault) -> None:
    """A combat begins."""
    state.battle = Battle(
        assault.fight,
        tuple(unit.number for unit in assault.attackers),
        assault.hexes,
        tuple(unit.number for unit in assault.targets),
        assault.table,
        NOBODY if assault.leader is None else assault.leader.number,
    )


def resume(state: State) -> None:
    """Play a combat on to its next question, or to its end."""
    battle = state.fought
    STAGES[battle.stage](state, battle)


def _ask_leader(state: State, battle: Battle) -> None:
    battle.stage = "table"
    if attacks.led_by(battle.fight, DEFENDERS):
        side = state.counters[battle.targets[0]].side
        able = _leaders(state, battle.hexes, side)
        if able:
            choices = (*(Action("lead", (leader.number,)) for leader in able), Action("pass"))
            state.questions.append(Question("lead", side, choices=choices))


def _ask_table(state: State, battle: Battle) -> None:
    battle.stage = "roll"
    if battle.fight.model.choose == "defender" and len(battle.fight.tables) > 1:
        side = state.counters[battle.targets[0]].side
        choices = tuple(Action("choose", (), (), rule.name) for rule in battle.fight.tables)
        state.questions.append(Question("table", side, choices=choices))


def assault_in(state: State, battle: Battle) -> Assault:
    """The combat that is going on as an attack that can be weighed."""
    counters = state.counters

    def leader(number: int) -> Counter | None:
        return None if number == NOBODY else counters[number]

    return Assault(
        battle.fight,
        tuple(counters[number] for number in battle.attackers),
        battle.hexes,
        tuple(counters[number] for number in battle.targets),
        leader(battle.leader),
        leader(battle.other_leader),
        battle.table,
    )


def _roll(state: State, battle: Battle) -> None:
    assault = assault_in(state, battle)
    odds = attacks.weigh(state, assault)
    fight = battle.fight
    fallen = fight.dice.throw(state.dice)
    battle.code = odds.code(fight, fallen)
    battle.clauses = fight.effects[battle.code]
    battle.stage = "clauses"
    if state.events is not None:
        chance = odds.chances(fight)[battle.code]
        state.tell(
            "combat",
            rules_of(odds.used, "P-41"),
            **_participants(state, assault),
            attack=as_text(odds.attack),
            defence=as_text(odds.defence),
            start=odds.start.text,
            column=odds.head or "no column",
            die=fallen,
            held=fallen + odds.die,
            code=battle.code,
            chance=str(chance),
            modifiers=tuple((modifier.name, modifier.changes, modifier.amount) for modifier in odds.used),
        )


def _clause(state: State, battle: Battle) -> None:
    """The next clause; each pushes questions for its side, or for the enemy."""
    if battle.at == len(battle.clauses):
        battle.stage = "over"
        return
    clause = battle.clauses[battle.at]
    battle.at += 1
    units = suffering(state, battle, clause.who)
    if units:
        ACTS[clause.act](state, battle, clause, units)
    elif clause.who == ATTACKERS and all(earlier.who != ATTACKERS for earlier in battle.clauses[: battle.at - 1]):
        distant = [state.counters[number].key for number in battle.attackers if state.counters[number].hex != OFF]
        if distant:
            state.tell("unharmed", ("P-48",), units=distant)


def suffering(state: State, battle: Battle, part: str) -> list[Counter]:
    """The units of a side that a result concerns: those left, without attackers that are safe at a distance."""
    if part == DEFENDERS:
        return [unit for number in battle.targets if (unit := state.counters[number]).hex != OFF]
    units = [unit for number in battle.attackers if (unit := state.counters[number]).hex != OFF]
    if not battle.fight.model.ranged.safe:
        return units
    near = state.setting.space.near
    return [unit for unit in units if any(hex in near[unit.hex] for hex in battle.hexes) or was_near(battle, unit)]


def was_near(battle: Battle, unit: Counter) -> bool:
    """Whether an attacker has retreated from a hex next to the target."""
    return unit.number in battle.came_from


def _lose(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    if sum(unit.steps_left for unit in units) <= clause.number:
        for unit in units:
            for _ in range(unit.steps_left):
                lose_step(state, battle, unit, clause.who)
        return
    for _ in range(clause.number):
        state.questions.append(Question("lose", units[0].side))


def _each(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    for unit in units:
        for _ in range(min(clause.number, unit.steps_left)):
            lose_step(state, battle, unit, clause.who)


def _eliminated(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    for unit in units:
        while unit.hex != OFF:
            lose_step(state, battle, unit, clause.who)


def _match(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    if not matched(battle, clause):
        state.questions.append(Question("match", units[0].side))


def matched(battle: Battle, clause: Clause) -> bool:
    """Whether a side has lost as much printed strength as the other, or half of it (P-51)."""
    index = 0 if clause.who == ATTACKERS else 1
    target = battle.lost[1 - index]
    return battle.lost[index] * (2 if clause.act == "match-half" else 1) >= target


def _become(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    for unit in units:
        state.become(unit, clause.state, "P-54")


def _retreat(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    battle.hexes_back = clause.hexes or state.setting.retreat_hexes
    side = units[0].side
    chooser = 1 - side if state.setting.retreat_rule.by == "enemy" else side
    for unit in units:
        state.questions.append(Question("retreat", chooser, unit.number))


def _either(state: State, battle: Battle, clause: Clause, units: Sequence[Counter]) -> None:
    choices = (Action("choose", (), (), "lose"), Action("choose", (), (), "retreat"))
    state.questions.append(Question("either", units[0].side, choices=choices))


ACTS: dict[str, Callable[[State, Battle, Clause, Sequence[Counter]], None]] = {
    "lose": _lose,
    "each": _each,
    "eliminated": _eliminated,
    "match": _match,
    "match-half": _match,
    "become": _become,
    "retreat": _retreat,
    "either": _either,
}


def lose_step(state: State, battle: Battle | None, unit: Counter, part: str) -> None:
    """A unit loses a step; on its last it is eliminated (P-53)."""
    hex, side = unit.hex, unit.side
    before = unit.kind.strength(unit.step)
    if unit.step == FULL and unit.kind.steps == 2:
        unit.step = REDUCED
        state.changed(side)
        loss = before - unit.kind.strength(REDUCED)
        state.tell("loses", ("P-50",), unit=unit.key, hex=state.name(hex))
    else:
        loss = before
        state.eliminate(unit, "P-53")
    if battle is not None:
        battle.lost[0 if part == ATTACKERS else 1] += loss
        battle.died_in.append(hex)
    leaders.may_be_lost(state, hex, side)


# --- answers --------------------------------------------------------------------------------------------------------


def losing(state: State, question: Question) -> list[Action]:
    """The units of a side that may take a loss."""
    battle = state.fought
    part = side_of(state, battle, question.side)
    return [Action("lose", (unit.number,)) for unit in suffering(state, battle, part)]


def side_of(state: State, battle: Battle, side: int) -> str:
    return DEFENDERS if state.counters[battle.targets[0]].side == side else ATTACKERS


def answer_lose(state: State, question: Question, action: Action) -> None:
    battle = state.fought
    lose_step(state, battle, state.counters[action.counters[0]], side_of(state, battle, question.side))
    if question.kind == "match" and not matched(battle, battle.clauses[battle.at - 1]):
        state.questions.insert(0, question)


def answer_lead(state: State, question: Question, action: Action) -> None:
    battle = state.fought
    if action.verb == "lead":
        battle.other_leader = action.counters[0]
        state.counters[action.counters[0]].spent += 1


def answer_table(state: State, question: Question, action: Action) -> None:
    state.fought.table = action.word


def answer_either(state: State, question: Question, action: Action) -> None:
    """Lose steps or retreat, once for the stack (P-54)."""
    battle = state.fought
    clause = battle.clauses[battle.at - 1]
    units = suffering(state, battle, clause.who)
    ACTS[action.word](state, battle, clause._replace(act=action.word), units)


# --- the end of a combat --------------------------------------------------------------------------------------------


def _over(state: State, battle: Battle) -> None:
    """Leaders without units, then advances (P-58), then the victory that is judged at once."""
    if battle.died_in or battle.retreated:
        retreat.leaders_follow(state, battle)
        if state.questions:
            return  # the stage is played again when they are answered
    for hex in dict.fromkeys((*battle.hexes, *battle.died_in)):
        for side in (0, 1):
            leaders.left_alone(state, hex, side)
    battle.stage = "advance"


def _advance(state: State, battle: Battle) -> None:
    battle.stage = "judged"
    side = state.counters[battle.attackers[0]].side
    if state.setting.play.advance is None:
        return
    for hex in battle.hexes:
        if not state.units_in(hex, 1 - side):
            choices = advance.choices(state, battle, hex)
            if choices:
                rule = state.setting.play.advance
                last = () if rule.must else (Action("pass"),)
                state.questions.append(Question("advance", side, choices=(*choices, *last)))


def _judge(state: State, battle: Battle) -> None:
    state.battle = None
    state.cache = {}
    victory.judge(state, "once")


STAGES: dict[str, Callable[[State, Battle], None]] = {
    "leader": _ask_leader,
    "table": _ask_table,
    "roll": _roll,
    "clauses": _clause,
    "over": _over,
    "advance": _advance,
    "judged": _judge,
}
