"""Exact chances of everything that dice decide, from the code that decides it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from ibbprint.dice import chances, succeeding
from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import (
    AskOption,
    BadQuestion,
    Fact,
    OddsAnswer,
    OddsGrid,
    OddsModifier,
    OddsRequest,
    OddsRow,
)
from ibbprint.engine.odds import AGAINST, as_modifiers, either, mean, numbered, sides, subject, table
from ibbprint.engine.rolls import AppliedModifier, Roll
from ibbprint.engine.state import Action
from ibbprint.phrases import capital, mixed
from ibbprint.problems import Report, did_you_mean
from ibbprint.systems.battle_turn.catalogue import Catalogue
from ibbprint.systems.battle_turn.models import Condition
from ibbprint.systems.battle_turn.rules import (
    combat_throw,
    command_throw,
    influence,
    initiative,
    melee,
    new_orders,
    shooting,
    volleys,
)
from ibbprint.systems.battle_turn.rules.described import MOST, Query, Troops, troops
from ibbprint.systems.battle_turn.rules.state import State
from ibbprint.systems.battle_turn.rules.weighing import Score

_WAVERS = ("shaken", "bloodlust", "wavering")
SHOOTERS = (shooting.LONG, "short-range", shooting.HIGHER, shooting.DISORGANISED, *_WAVERS)
TARGETS = (shooting.SOFT, shooting.HARD)
FIGHTERS = (melee.DISORGANISED, melee.TWO_RANKS, melee.BLOODLUST, melee.DEFENDS_STANDARD, "shaken", "standard")
TESTERS = (
    "lost-half",
    "lost-quarter",
    "lost-more",
    "killed-more",
    "standard-lost",
    "standard",
    "hero",
    "leader",
    "shaken",
    "bloodlust",
)
SENDERS = ("fanatic-attack", "other-race", "disorganised", "attached", "in-person")
INFLUENCE = ("bannerman", "other-race")
COMMAND = ("warchief-killed", "boast-broken", "boast-good")

_TROOPS = (
    "A unit of a roster by its name, or words: '10 average bow'. For the shooters: long range, higher ground, "
    "disorganised, shaken, bloodlust, 3 volleys. For the target: light, medium, heavy, shield, soft cover, hard cover."
)
_FIGHT = (
    "A unit of a roster by its name, or words: 'veteran two-hand'. How much fights: worth 12, or 5 files. Then: "
    "two ranks, champion, attack, hold, oppose, strength 1, resilience 1, shield, disorganised, bloodlust, defending "
    "its standard."
)
_LEADERSHIP = AskOption("leadership", "The leadership of the leader.", "number", "N")


# --- shooting and combat ----------------------------------------------------------------------------------------


def _two(query: Query, ours: Collection[str], theirs: Collection[str], example: str) -> tuple[Troops, Troops, str]:
    """Both sides of a question, with the states that count for each, and its words. Raises Stopped."""
    texts = sides(query.words, example)
    unit, enemy = query.both(lambda: troops(query, texts[0], ours), lambda: troops(query, texts[1], theirs))
    return unit, enemy, capital(" against ".join(" ".join(text.split()) for text in texts))


@subject(
    "shooting", "One unit shoots at another: how many it kills.", "TROOPS vs TARGET", _TROOPS, example="10 bow vs heavy"
)
def _shooting(query: Query) -> OddsAnswer:
    catalogue = query.catalogue
    example = "For example: '10 average bow, long range' vs 'heavy, shield'"
    unit, target, title = _two(query, SHOOTERS, TARGETS, example)
    if unit.missile is None:
        missiles = [weapon.id for weapon in catalogue.weapons if weapon.missile]
        raise BadQuestion("a unit needs a missile weapon to shoot.", did_you_mean("", missiles, most=9))
    volleys = 1 if unit.volleys is None else unit.volleys
    if volleys < 1:
        raise BadQuestion(f"nobody shoots {volleys} volleys.", "Shoot 1 or more.")
    conditions = [*unit.states_among(shooting.LONG, shooting.HIGHER, shooting.DISORGANISED)]
    conditions += [shooting.WAVERING] if unit.states_among(*_WAVERS) else []
    conditions += [shooting.SKY] if volleys >= catalogue.figures["sky-least"] else []
    hit = shooting.to_hit(catalogue, unit.quality, conditions)
    kill = shooting.to_kill(catalogue, unit.missile, target.armour, _aimed(unit, target))
    dice = shooting.dice(_shooters(unit, catalogue), volleys)
    return _kills(query, title, dice, hit, kill, [_dice(dice, "B-R02", "B-R03", "B-58")])


def of_action(state: State, action: Action) -> list[OddsAnswer]:
    """The odds of the volleys that a unit is to shoot, as it and its target stand."""
    if action.verb != volleys.SHOOT:
        return []
    unit, target = state.units[action.counters[0]], volleys.aimed(state, action)
    assert target is not None, "the action is legal"
    number = int(action.word.partition(":")[2] or "1")
    shot = volleys.volley(state, unit, target, number)
    query = Query(OddsRequest("shooting"), state.setting.catalogue, Report())
    title = f"{unit.kind.name} {unit.key} at {target.kind.name} {target.key}, {shot.band} range"
    facts = [_dice(shot.dice, "B-R02", "B-R03", "B-58"), Fact(f"{number} of its {unit.volleys} volleys.", ("B-07",))]
    return [_kills(query, title, shot.dice, shot.hit, shot.kill, facts)]


def _aimed(unit: Troops, target: Troops) -> list[str]:
    """The modifiers of the roll to kill after a hit of shooters."""
    shield = [shooting.SHIELD] if target.shield else []
    return [*unit.states_among(shooting.HIGHER), *target.states_among(shooting.SOFT, shooting.HARD), *shield]


def _dice(number: int, *rules: str) -> Fact:
    return Fact(f"{number} {'dice' if number != 1 else 'die'}.", rules)


def _shooters(unit: Troops, catalogue: Catalogue) -> int:
    """The figures that shoot: those of the first ranks of a unit of a roster, all that the question names."""
    if unit.figures is None:
        return 1
    if not unit.name or unit.front is None:
        return unit.figures
    return min(unit.figures, unit.front * catalogue.figures["shooting-ranks"])


@subject(
    "melee", "One side’s blows in combat: how many it kills.", "TROOPS vs TROOPS", _FIGHT, example="spear vs heavy"
)
def _melee(query: Query) -> OddsAnswer:
    catalogue = query.catalogue
    unit, enemy, title = _two(query, FIGHTERS, FIGHTERS, "For example: 'Great Axes in two ranks' vs 'First Warriors'")
    hit = melee.to_hit(catalogue, unit.quality, enemy.quality, _struck(unit, enemy))
    weapon = unit.weapon if unit.name or unit.missile is None else unit.missile
    conditions = unit.states_among(melee.BLOODLUST, melee.DEFENDS_STANDARD)
    kill = melee.to_kill(catalogue, weapon, enemy.armour, unit.strength, enemy.resilience, conditions)
    worth = unit.worth_in_contact
    dice = melee.dice(catalogue, worth, champion=unit.champion, attack=unit.orders == "attack")
    facts = [Fact(f"{worth} worth in contact.", ("B-R12", "B-11", "B-53")), _dice(dice, "B-R13", "B-R14", "B-12")]
    return _kills(query, title, dice, hit, kill, facts)


def _struck(unit: Troops, enemy: Troops) -> tuple[str, ...]:
    """The modifiers of the roll to hit with a blow."""
    return (*unit.states_among(melee.DISORGANISED, melee.TWO_RANKS), *(() if enemy.shield else (melee.NO_SHIELD,)))


def _kills(query: Query, title: str, dice: int, hit: Roll, kill: Roll, facts: Sequence[Fact]) -> OddsAnswer:
    """The answer for so many dice, each of which must hit and then kill."""
    both_chance = hit.chance * kill.chance
    spread = succeeding(dice, both_chance.numerator, both_chance.denominator)
    rows = numbered({kills: spread.exactly(kills) for kills in spread.ways if kills <= MOST_ROWS}, "kill", "No kill")
    if dice > MOST_ROWS:
        rows += (OddsRow("more", f"More than {MOST_ROWS} kills", "", spread.at_least(MOST_ROWS + 1)),)
    sums = (
        OddsRow("hit", f"A die hits ({_needs(hit)})", "", hit.chance),
        OddsRow("kill", f"A hit kills ({_needs(kill)})", "", kill.chance),
        OddsRow("die", "A die hits and kills", "", both_chance),
    )
    average = Fact(f"{mixed(dice * hit.chance)} hits and {mixed(spread.mean)} kills on average.")
    figures = {"dice": dice, "mean": str(spread.mean), "hits": str(dice * hit.chance)}
    return query.answer(title, rows, sums, facts=(*facts, average), modifiers=_modifiers(hit, kill), figures=figures)


MOST_ROWS = 40
"""Kills that have a row of their own."""


def _needs(roll: Roll) -> str:
    return f"{roll.needs}+, die {roll.modifier:+d}" if roll.modifier else f"{roll.needs}+"


def _modifiers(hit: Roll, kill: Roll) -> tuple[OddsModifier, ...]:
    """The modifiers of both rolls, each named with its roll."""
    return as_modifiers(
        used._replace(name=f"{where}: {used.name[0].lower()}{used.name[1:]}")
        for where, roll in (("To hit", hit), ("To kill", kill))
        for used in roll.used
    )


@subject("hit", "Whether a die hits.", options=(AskOption("modifier", "What its modifiers come to.", "number", "N"),))
def _hit(query: Query) -> OddsAnswer:
    """Whether a die hits, with the modifiers that are given, or with any."""
    catalogue, modifier = query.catalogue, query.options.get("modifier")

    def chance(amount: int) -> Fraction:
        used = (AppliedModifier("modifier", "Modifiers", "die", amount),) if amount else ()
        return Roll(catalogue.hit_target, catalogue.figures["die"], used, at_least=True).chance

    facts = (Fact(f"It hits on {catalogue.hit_target} or more.", ("B-01",)),)
    if modifier is None:
        sums = [OddsRow(f"{n:+d}", f"Die {n:+d}" if n else "No modifier", "", chance(n)) for n in range(4, -6, -1)]
        return query.answer("A die to hit", sums=sums, facts=facts)
    if abs(modifier) > MOST:
        raise BadQuestion(f"no modifiers add up to {modifier}.", "They add up to a few at most.")
    title = f"A die to hit, {modifier:+d}"
    return query.passed(title, either(chance(modifier)), ("hit", "Hits"), ("miss", "Misses"), facts=facts)


@subject(
    "kill",
    "Whether a hit kills, for every weapon and armour if you name none.",
    "[WEAPON vs ARMOUR]",
    "For example: spear vs heavy. Add resilience 2, strength 1, shield or cover.",
    options=(AskOption("shooting", "The weapon shoots.", "flag"),),
)
def _kill(query: Query) -> OddsAnswer:
    catalogue, shoots = query.catalogue, query.has("shooting")
    if not query.words:
        return _kill_table(query, shoots=shoots)
    ours = (melee.BLOODLUST, melee.DEFENDS_STANDARD, shooting.HIGHER)
    unit, target, title = _two(query, ours, TARGETS, "For example: spear vs heavy")
    weapon = unit.missile or unit.weapon
    if shoots:
        if not catalogue.weapons[weapon].missile:
            raise BadQuestion(f"{catalogue.weapons[weapon].name.lower()} does not shoot.", "Leave out --shooting.")
        roll = shooting.to_kill(catalogue, weapon, target.armour, _aimed(unit, target))
    else:
        conditions = unit.states_among(melee.BLOODLUST, melee.DEFENDS_STANDARD)
        roll = melee.to_kill(catalogue, weapon, target.armour, unit.strength, target.resilience, conditions)
    facts = (Fact(f"It kills on {_needs(roll)}.", ("B-R08",) if shoots else ("B-R18",)), _naturals(catalogue))
    extras = {"facts": facts, "modifiers": as_modifiers(roll.used)}
    return query.passed(title, either(roll.chance), ("kill", "Kills"), ("no", "Does not"), **extras)


def _naturals(catalogue: Catalogue) -> Fact:
    figures = catalogue.figures
    return Fact(
        f"An unmodified {figures['kill-always']} always kills, an unmodified {figures['kill-never']} never does.",
        ("B-R06",),
    )


def _kill_table(query: Query, *, shoots: bool) -> OddsAnswer:
    """Every weapon against every armour, without modifiers."""
    catalogue, armour = query.catalogue, tuple(query.catalogue.armour)
    lines = []
    for weapon in catalogue.weapons:
        scores = weapon.shoots if shoots else weapon.kills
        if scores:
            cells = tuple(shooting.kill_roll(catalogue, scores[kind.id], ()).chance for kind in armour)
            lines.append((weapon.id, weapon.name, (cells,)))
    grid = OddsGrid((("kills against", tuple(kind.name.lower() for kind in armour)),), tuple(lines))
    title = "A hit kills, shooting" if shoots else "A hit kills, in combat"
    return query.answer(title, facts=(_naturals(catalogue),), grid=grid)


# --- tests ------------------------------------------------------------------------------------------------------

CONDITIONS: Mapping[Condition, tuple[str, str]] = {
    "bloodlust": ("bloodlust", "Bloodlust"),
    "ok": ("ok", "Ok: no change"),
    "shaken": ("shaken", "Shaken"),
    "routed": ("routed", "Rout"),
}


@subject(
    "combat-test",
    "What a combat test does to a unit.",
    "TROOPS",
    "A unit by its name, or quality and temperament: 'elite disciplined'. Then: hold, oppose, standard, "
    "standard lost, shaken, bloodlust, hero, leader, lost more, killed more, over 25%, over 50%.",
    options=(
        AskOption("lost", "The worth that it lost this turn.", "number", "N"),
        AskOption("of", "The worth that it had at the start of the turn.", "number", "N"),
        AskOption("killed", "The worth that it killed this turn; it is not counted if not given.", "number", "N"),
    ),
)
def _combat_test(query: Query) -> OddsAnswer:
    catalogue, unit = query.catalogue, troops(query, query.words, TESTERS)
    conditions = [*unit.states_among(*TESTERS)]
    conditions += [loss for loss in _losses(query, unit) if loss not in conditions]
    conditions += [unit.orders] if unit.orders is not None else []
    conditions += ["standard"] if unit.standard and not unit.states_among("standard-lost") else []
    score = combat_throw.score(catalogue, unit.quality, conditions)
    chances = score.chances(lambda total: combat_throw.result(catalogue, unit.temperament, total))
    kind = catalogue.temperaments[unit.temperament]
    reads = Fact(
        f"{kind.name}: bloodlust on {kind.bloodlust}+, ok on {kind.ok}+, shaken on {kind.shaken}+.", ("B-R21",)
    )
    return _thrown(query, f"Combat test: {' '.join(query.words.split())}", table(chances, CONDITIONS), score, reads)


def _losses(query: Query, unit: Troops) -> Sequence[str]:
    """The modifiers of the losses in the question. Raises BadQuestion."""
    options = query.options
    if not {"lost", "of"} & {*options}:
        if "killed" in options:
            raise BadQuestion("--killed counts only together with --lost.", "For example: --lost 6 --of 14 --killed 2")
        return ()
    losses, start = options.get("lost", 0), options.get("of", (unit.figures or 0) * unit.worth)
    if not 0 <= losses <= start or not start:
        raise BadQuestion(f"a unit of {start} worth cannot lose {losses}.", "For example: --lost 6 --of 14")
    return combat_throw.losses(query.catalogue, losses, start, options.get("killed", losses))


def _thrown(query: Query, title: str, rows: Sequence[OddsRow], score: Score, *facts: Fact) -> OddsAnswer:
    """The answer of a die with modifiers that is read off a table."""
    return query.answer(
        title,
        rows,
        facts=(*facts, _die(score)),
        modifiers=as_modifiers(score.used),
        figures={"modifier": score.modifier},
    )


def _die(score: Score) -> Fact:
    return Fact(f"One d{score.faces}, {score.modifier:+d}." if score.modifier else f"One d{score.faces}.")


def _states(query: Query, states: Collection[str]) -> tuple[str, ...]:
    """The states named in a question that describes no troops. Raises Stopped."""
    return troops(query, query.words, states).states_among(*states)


def _leadership(query: Query) -> int:
    """The leadership that is asked with. Raises BadQuestion."""
    value = query.options.get("leadership")
    if value is None or abs(value) > MOST:
        missing = "the leadership of the leader is missing." if value is None else f"no leader has {value}."
        raise BadQuestion(missing, "Give it with --leadership 4")
    return int(value)


@subject(
    "orders",
    "What happens to new orders.",
    "[WORDS]",
    "What counts: other race, disorganised, attached, in person, fanatics to attack.",
    options=(
        _LEADERSHIP,
        AskOption("wavering", "Units of the command that are shaken or in bloodlust.", "number", "N"),
    ),
)
def _orders(query: Query) -> OddsAnswer:
    leadership, wavering = _leadership(query), query.number("wavering", 0, MOST)
    counts = {**dict.fromkeys(_states(query, SENDERS), 1), "wavering": wavering}
    score = new_orders.score(query.catalogue, leadership, counts)
    chances = score.chances(lambda total: new_orders.result(query.catalogue, total).id)
    rows = table(
        chances, {result.id: (result.id, result.name, result.text) for result in query.catalogue.orders_results}
    )
    return _thrown(query, f"New orders from a leader with leadership {leadership}", rows, score)


@subject(
    "influence",
    "Whether a leader steadies a unit.",
    "[WORDS]",
    "What counts: bannerman, other race.",
    options=(_LEADERSHIP, AskOption("save", "The lowest roll that saves his life.", "number", "N")),
)
def _influence(query: Query) -> OddsAnswer:
    catalogue, leadership = query.catalogue, _leadership(query)
    attempt = influence.influence(catalogue, leadership, _states(query, INFLUENCE))
    facts = [Fact(f"Success at {attempt.leadership} or less.", ("B-R27", "B-R28", "B-24"))]
    save = influence.save(catalogue, query.options.get("save"))
    sums = []
    if save is not None:
        dies = attempt.chances.get("disaster", Fraction(0)) * (1 - save.chance)
        sums.append(OddsRow("killed", "A unit in bloodlust kills him", "", dies))
        facts.append(Fact(f"He saves his life on {save.needs}+.", ("B-R31", "B-26")))
    return query.answer(
        f"Influence of a leader with leadership {leadership}",
        table(attempt.chances, INFLUENCES),
        sums,
        facts=tuple(facts),
        modifiers=as_modifiers(attempt.used),
        figures={"leadership": attempt.leadership},
    )


INFLUENCES: Mapping[influence.Came, tuple[str, str, str]] = {
    "success": ("success", "Success", "The unit is ok again, but still disorganised."),
    "failure": ("failure", "Failure", "He may try again next turn if he stays."),
    "disaster": (
        "disaster",
        "Horribly wrong",
        "A unit in bloodlust kills him; a shaken one routs and takes him along.",
    ),
}


@subject(
    "command-test",
    "What a command test does to a unit.",
    "[WORDS]",
    "What counts: warchief killed, boast broken, boast good.",
    options=(AskOption("gone", "Units routed or wiped out.", "number", "N"),),
)
def _command_test(query: Query) -> OddsAnswer:
    counts = {"unit-gone": query.number("gone", 0, MOST)} | dict.fromkeys(_states(query, COMMAND), 1)
    score = command_throw.score(query.catalogue, counts)
    chances = score.chances(lambda total: command_throw.result(query.catalogue, total).id)
    rows = table(
        chances, {result.id: (result.id, result.name, result.text) for result in query.catalogue.command_results}
    )
    return _thrown(query, "Command test", rows, score)


# --- initiative and ranks ---------------------------------------------------------------------------------------


_LEADERSHIPS = "For example: initiative 6 vs 3"


@subject(
    "initiative",
    "Who wins the initiative.",
    "[OURS vs THEIRS]",
    "The leadership of both warchiefs: 6 vs 3. Or give it with the options.",
    options=(
        AskOption("ours", "The leadership of our warchief; 0 if he is dead.", "number", "N"),
        AskOption("theirs", "That of theirs.", "number", "N"),
    ),
)
def _initiative(query: Query) -> OddsAnswer:
    if query.words:
        parts = [text.strip() for text in AGAINST.split(query.words)]
        if {"ours", "theirs"} & {*query.options}:
            raise BadQuestion("both warchiefs are named already.", "Leave out --ours and --theirs.")
        if len(parts) != 2 or not all(are_digits(text) and len(text) < len(str(MOST)) for text in parts):
            raise BadQuestion(f"{query.words!r} is not two leadership ratings.", _LEADERSHIPS)
        ours, theirs = map(int, parts)
    else:
        ours, theirs = (query.number(side, 0, MOST) for side in ("ours", "theirs"))
    chance, theirs_wins, tie = initiative.chances(query.catalogue, (ours, theirs))
    rows = (
        OddsRow("ours", "We roll higher", "", chance),
        OddsRow("theirs", "They roll higher", "", theirs_wins),
        OddsRow("tie", "A tie: both roll again", "", tie),
    )
    sums = (OddsRow("win", "We win in the end", "", chance / (chance + theirs_wins)),) if chance + theirs_wins else ()
    facts = (Fact(f"Two dice each; leadership {ours} against {theirs}.", ("B-R09", "B-42")),)
    return query.answer("Initiative", rows, sums, facts=facts)


@subject("ranks", "How many figures may change rank.", "[QUALITY]", "For example: elite.")
def _ranks(query: Query) -> OddsAnswer:
    catalogue, quality = query.catalogue, troops(query, query.words, ()).quality
    score = initiative.changing_ranks(catalogue, quality)
    may_change = chances(lambda dice: initiative.may_change(score.throw(dice).score))
    average = mean(may_change)
    return query.answer(
        f"A change of ranks: {catalogue.qualities[quality].name.lower()}",
        numbered(may_change, "figure", "Nobody"),
        facts=(Fact(f"{mixed(average)} figures on average.", ("B-R11", "B-37")),),
        modifiers=as_modifiers(score.used),
        figures={"mean": str(average)},
    )


SUBJECTS = (_melee, _shooting, _hit, _kill, _combat_test, _orders, _influence, _command_test, _initiative, _ranks)
"""What can be asked; the first needs no naming where the game is named."""
