"""Exact chances of everything that dice decide, from the code that decides it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from ibbprint.dice import chances, succeeding
from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsGrid, OddsRequest, OddsRow
from ibbprint.engine.odds import AGAINST, Query, as_modifiers, row_of, sides, subject
from ibbprint.engine.rolls import Roll, Used
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
)
from ibbprint.systems.battle_turn.rules.described import MOST, Troops, troops
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


def _two(
    request: OddsRequest,
    catalogue: Catalogue,
    report: Report,
    ours: Collection[str],
    theirs: Collection[str],
    example: str,
) -> tuple[Troops, Troops, str] | None:
    """Both sides of a question and its words, or None with errors in the report."""
    texts = sides(request.words, example)
    one, other = troops(texts[0], catalogue, report, ours), troops(texts[1], catalogue, report, theirs)
    told = " against ".join(" ".join(text.split()) for text in texts)
    return None if one is None or other is None else (one, other, capital(told))


@subject(
    "shooting", "One unit shoots at another: how many it kills.", "TROOPS vs TARGET", _TROOPS, example="10 bow vs heavy"
)
def _shooting(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    example = "For example: '10 average bow, long range' vs 'heavy, shield'"
    found = _two(request, catalogue, report, SHOOTERS, TARGETS, example)
    if found is None:
        return None
    one, other, title = found
    weapon = one.missile
    if weapon is None:
        missiles = [each.id for each in catalogue.weapons if each.missile]
        raise BadQuestion("a unit needs a missile weapon to shoot.", did_you_mean("", missiles, most=9))
    volleys = 1 if one.volleys is None else one.volleys
    if not 1 <= volleys <= MOST:
        raise BadQuestion(f"nobody shoots {volleys} volleys.", "Shoot 1 or more.")
    so = [*one.so(shooting.LONG, shooting.HIGHER, shooting.DISORGANISED)]
    so += [shooting.WAVERING] if one.so(*_WAVERS) else []
    so += [shooting.SKY] if volleys >= catalogue.figures["sky-least"] else []
    hit = shooting.to_hit(catalogue, one.quality, so)
    so = [*one.so(shooting.HIGHER), *other.so(shooting.SOFT, shooting.HARD), *([shooting.SHIELD] * other.shield)]
    kill = shooting.to_kill(catalogue, weapon, other.armour, so)
    dice = shooting.dice(_shooters(one, catalogue), volleys)
    facts = (Fact(f"{dice} {'dice' if dice != 1 else 'die'}.", ("B-R02", "B-R03", "B-58")),)
    return _kills("shooting", title, dice, hit, kill, facts)


def _shooters(one: Troops, catalogue: Catalogue) -> int:
    """The figures that shoot: those of the first ranks of a unit of a roster, all that the question names."""
    if one.figures is None:
        return 1
    if not one.name or one.front is None:
        return one.figures
    return min(one.figures, one.front * catalogue.figures["shooting-ranks"])


@subject(
    "melee", "One side’s blows in combat: how many it kills.", "TROOPS vs TROOPS", _FIGHT, example="spear vs heavy"
)
def _melee(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    example = "For example: 'Great Axes in two ranks' vs 'First Warriors'"
    found = _two(request, catalogue, report, FIGHTERS, FIGHTERS, example)
    if found is None:
        return None
    one, other, title = found
    hit = melee.to_hit(catalogue, one.quality, other.quality, _struck(one, other))
    kill = melee.to_kill(
        catalogue,
        one.missile or one.weapon if not one.name else one.weapon,
        other.armour,
        one.strength,
        other.resilience,
        one.so(melee.BLOODLUST, melee.DEFENDS_STANDARD),
    )
    worth = one.worth_in_contact
    dice = melee.dice(catalogue, worth, champion=one.champion, attack=one.orders == "attack")
    facts = (
        Fact(f"{worth} worth in contact.", ("B-R12", "B-11", "B-53")),
        Fact(f"{dice} {'dice' if dice != 1 else 'die'}.", ("B-R13", "B-R14", "B-12")),
    )
    return _kills("melee", title, dice, hit, kill, facts)


def _struck(one: Troops, other: Troops) -> tuple[str, ...]:
    return (*one.so(melee.DISORGANISED, melee.TWO_RANKS), *(() if other.shield else (melee.NO_SHIELD,)))


def _kills(subject: str, title: str, dice: int, hit: Roll, kill: Roll, facts: Sequence[Fact]) -> OddsAnswer:
    """The answer for so many dice, each of which must hit and then kill."""
    each = hit.chance * kill.chance
    spread = succeeding(dice, each.numerator, each.denominator)
    rows = [_number(kills, spread.exactly(kills)) for kills in spread.ways if kills <= MOST_ROWS]
    if dice > MOST_ROWS:
        rows.append(OddsRow("more", f"More than {MOST_ROWS} kills", "", spread.at_least(MOST_ROWS + 1)))
    sums = (
        OddsRow("hit", f"A die hits ({_needs(hit)})", "", hit.chance),
        OddsRow("kill", f"A hit kills ({_needs(kill)})", "", kill.chance),
        OddsRow("die", "A die hits and kills", "", each),
    )
    told = (*facts, Fact(f"{mixed(dice * hit.chance)} hits and {mixed(spread.mean)} kills on average."))
    figures = {"dice": dice, "mean": str(spread.mean), "hits": str(dice * hit.chance)}
    return OddsAnswer(subject, title, tuple(rows), sums, told, _counted(hit, kill), figures=figures)


MOST_ROWS = 40
"""Kills that have a row of their own."""


def _number(kills: int, chance: Fraction) -> OddsRow:
    return OddsRow(str(kills), "No kill" if not kills else "1 kill" if kills == 1 else f"{kills} kills", "", chance)


def _needs(roll: Roll) -> str:
    return f"{roll.needs}+, die {roll.modifier:+d}" if roll.modifier else f"{roll.needs}+"


def _counted(hit: Roll, kill: Roll) -> tuple:  # type: ignore[type-arg]
    return as_modifiers(
        one._replace(name=f"{where}: {one.name[0].lower()}{one.name[1:]}")
        for where, roll in (("To hit", hit), ("To kill", kill))
        for one in roll.used
    )


@subject("hit", "Whether a die hits.", options=(AskOption("modifier", "What its modifiers come to.", "number", "N"),))
def _hit(query: Query[Catalogue]) -> OddsAnswer | None:
    """Whether a die hits, with the modifiers that are given, or with any."""
    request, catalogue, _ = query
    modifier = request.options.get("modifier")

    def roll(more: int) -> Roll:
        used = (Used("modifier", "Modifiers", "die", more),) if more else ()
        return Roll(catalogue.hit_target, catalogue.figures["die"], used, at_least=True)

    facts = (Fact(f"It hits on {catalogue.hit_target} or more.", ("B-01",)),)
    if modifier is None:
        sums = tuple(
            OddsRow(f"{n:+d}", f"Die {n:+d}" if n else "No modifier", "", roll(n).chance) for n in range(4, -6, -1)
        )
        return OddsAnswer("hit", "A die to hit", sums=sums, facts=facts)
    if abs(modifier) > MOST:
        raise BadQuestion(f"no modifiers add up to {modifier}.", "They add up to a few at most.")
    chance = roll(modifier).chance
    rows = (OddsRow("hit", "Hits", "", chance), OddsRow("miss", "Misses", "", 1 - chance))
    return OddsAnswer("hit", f"A die to hit, {modifier:+d}", rows, facts=facts)


@subject(
    "kill",
    "Whether a hit kills, for every weapon and armour if you name none.",
    "[WEAPON vs ARMOUR]",
    "For example: spear vs heavy. Add resilience 2, strength 1, shield or cover.",
    options=(AskOption("shooting", "The weapon shoots.", "flag"),),
)
def _kill(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    shoots = bool(request.options.get("shooting"))
    if not request.words:
        return _kill_table(catalogue, shoots)
    found = _two(
        request,
        catalogue,
        report,
        (melee.BLOODLUST, melee.DEFENDS_STANDARD, shooting.HIGHER),
        TARGETS,
        "For example: spear vs heavy",
    )
    if found is None:
        return None
    one, other, title = found
    weapon = one.missile or one.weapon
    if shoots:
        if not catalogue.weapons[weapon].missile:
            raise BadQuestion(f"{catalogue.weapons[weapon].name.lower()} does not shoot.", "Leave out --shooting.")
        shield = [shooting.SHIELD] * other.shield
        so = [*one.so(shooting.HIGHER), *other.so(shooting.SOFT, shooting.HARD), *shield]
        roll = shooting.to_kill(catalogue, weapon, other.armour, so)
    else:
        so = [*one.so(melee.BLOODLUST, melee.DEFENDS_STANDARD)]
        roll = melee.to_kill(catalogue, weapon, other.armour, one.strength, other.resilience, so)
    rows = (OddsRow("kill", "Kills", "", roll.chance), OddsRow("no", "Does not", "", 1 - roll.chance))
    facts = (Fact(f"It kills on {_needs(roll)}.", ("B-R08",) if shoots else ("B-R18",)), _naturals(catalogue))
    return OddsAnswer("kill", title, rows, facts=facts, modifiers=as_modifiers(roll.used))


def _naturals(catalogue: Catalogue) -> Fact:
    figures = catalogue.figures
    return Fact(
        f"An unmodified {figures['kill-always']} always kills, an unmodified {figures['kill-never']} never does.",
        ("B-R06",),
    )


def _kill_table(catalogue: Catalogue, shoots: bool) -> OddsAnswer:
    """Every weapon against every armour, without modifiers."""
    armour = tuple(catalogue.armour)
    groups = (("kills against", tuple(one.name.lower() for one in armour)),)
    lines = []
    for weapon in catalogue.weapons:
        scores = weapon.shoots if shoots else weapon.kills
        if scores:
            cells = tuple(shooting.kill_roll(catalogue, scores[one.id], ()).chance for one in armour)
            lines.append((weapon.id, weapon.name, (cells,)))
    title = "A hit kills, shooting" if shoots else "A hit kills, in combat"
    return OddsAnswer("kill", title, facts=(_naturals(catalogue),), grid=OddsGrid(groups, tuple(lines)))


# --- tests ------------------------------------------------------------------------------------------------------

CONDITIONS: Mapping[Condition, str] = {
    "bloodlust": "Bloodlust",
    "ok": "Ok: no change",
    "shaken": "Shaken",
    "routed": "Rout",
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
def _combat_test(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    unit = troops(request.words, catalogue, report, TESTERS)
    if unit is None:
        return None
    options, so = request.options, list(unit.so(*TESTERS))
    if "lost" in options or "of" in options:
        lost, start = options.get("lost", 0), options.get("of", (unit.figures or 0) * unit.worth)
        if not 0 <= lost <= start or not start:
            raise BadQuestion(f"a unit of {start} worth cannot lose {lost}.", "For example: --lost 6 --of 14")
        found = combat_throw.losses(catalogue, lost, start, options.get("killed", lost))
        so += [word for word in found if word not in so]
    elif "killed" in options:
        raise BadQuestion("--killed counts only together with --lost.", "For example: --lost 6 --of 14 --killed 2")
    if unit.orders is not None:
        so.append(unit.orders)
    if unit.standard and not unit.so("standard-lost"):
        so.append("standard")
    score = combat_throw.score(catalogue, unit.quality, so)
    came = score.chances(lambda total: combat_throw.result(catalogue, unit.temperament, total))
    rows = tuple(row_of(came, each, each, name) for each, name in CONDITIONS.items())
    kind = catalogue.temperaments[unit.temperament]
    facts = (
        Fact(f"{kind.name}: bloodlust on {kind.bloodlust}+, ok on {kind.ok}+, shaken on {kind.shaken}+.", ("B-R21",)),
        _die(score),
    )
    return OddsAnswer(
        "combat-test",
        f"Combat test: {' '.join(request.words.split())}",
        rows,
        facts=facts,
        modifiers=as_modifiers(score.used),
        figures={"modifier": score.modifier},
    )


def _die(score: Score) -> Fact:
    return Fact(f"One d{score.faces}, {score.modifier:+d}." if score.modifier else f"One d{score.faces}.")


def _words(request: OddsRequest, catalogue: Catalogue, report: Report, allowed: Collection[str]) -> list[str] | None:
    """What is so in a question that describes no troops, or None with errors in the report."""
    found = troops(request.words, catalogue, report, allowed)
    return None if found is None else list(found.so(*allowed))


def _leadership(request: OddsRequest) -> int:
    value = request.options.get("leadership")
    if value is None or abs(value) > MOST:
        raise BadQuestion(
            "the leadership of the leader is missing." if value is None else f"no leader has {value}.",
            "Give it with --leadership 4",
        )
    return int(value)


def _count(request: OddsRequest, name: str) -> int:
    number = request.options.get(name, 0)
    if not 0 <= number <= MOST:
        raise BadQuestion(f"--{name} must be from 0 to {MOST}, not {number}.")
    return int(number)


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
def _orders(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    leadership, wavering = _leadership(request), _count(request, "wavering")
    so = _words(request, catalogue, report, SENDERS)
    if so is None:
        return None
    score = new_orders.score(catalogue, leadership, {**dict.fromkeys(so, 1), "wavering": wavering})
    came = score.chances(lambda total: new_orders.result(catalogue, total).id)
    rows = tuple(row_of(came, one.id, one.id, one.name, one.text) for one in catalogue.orders_results)
    return _read("orders", f"New orders from a leader with leadership {leadership}", rows, score)


def _read(subject: str, title: str, rows: Iterable[OddsRow], score: Score) -> OddsAnswer:
    return OddsAnswer(
        subject,
        title,
        tuple(rows),
        facts=(_die(score),),
        modifiers=as_modifiers(score.used),
        figures={"modifier": score.modifier},
    )


@subject(
    "influence",
    "Whether a leader steadies a unit.",
    "[WORDS]",
    "What counts: bannerman, other race.",
    options=(_LEADERSHIP, AskOption("save", "The lowest roll that saves his life.", "number", "N")),
)
def _influence(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    leadership = _leadership(request)
    so = _words(request, catalogue, report, INFLUENCE)
    if so is None:
        return None
    tried = influence.influence(catalogue, leadership, so)
    names: Mapping[influence.Came, tuple[str, str]] = {
        "success": ("Success", "The unit is ok again, but still disorganised."),
        "failure": ("Failure", "He may try again next turn if he stays."),
        "disaster": ("Horribly wrong", "A unit in bloodlust kills him; a shaken one routs and takes him along."),
    }
    came = tried.chances
    rows = tuple(row_of(came, each, each, *words) for each, words in names.items())
    facts = [Fact(f"Success at {tried.leadership} or less.", ("B-R27", "B-R28", "B-24"))]
    saved = influence.save(catalogue, request.options.get("save"))
    sums: tuple[OddsRow, ...] = ()
    if saved is not None:
        dies = came.get("disaster", Fraction(0)) * (1 - saved.chance)
        sums = (OddsRow("killed", "A unit in bloodlust kills him", "", dies),)
        facts.append(Fact(f"He saves his life on {saved.needs}+.", ("B-R31", "B-26")))
    return OddsAnswer(
        "influence",
        f"Influence of a leader with leadership {leadership}",
        rows,
        sums,
        tuple(facts),
        as_modifiers(tried.used),
        figures={"leadership": tried.leadership},
    )


@subject(
    "command-test",
    "What a command test does to a unit.",
    "[WORDS]",
    "What counts: warchief killed, boast broken, boast good.",
    options=(AskOption("gone", "Units routed or wiped out.", "number", "N"),),
)
def _command_test(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    gone = _count(request, "gone")
    so = _words(request, catalogue, report, COMMAND)
    if so is None:
        return None
    score = command_throw.score(catalogue, {**dict.fromkeys(so, 1), "unit-gone": gone})
    came = score.chances(lambda total: command_throw.result(catalogue, total).id)
    rows = tuple(row_of(came, one.id, one.id, one.name, one.text) for one in catalogue.command_results)
    return _read("command-test", "Command test", rows, score)


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
def _initiative(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, _ = query
    if request.words:
        both = [text.strip() for text in AGAINST.split(request.words)]
        if {"ours", "theirs"} & {*request.options}:
            raise BadQuestion("both warchiefs are named already.", "Leave out --ours and --theirs.")
        if len(both) != 2 or not all(are_digits(text) and len(text) < len(str(MOST)) for text in both):
            raise BadQuestion(f"{request.words!r} is not two leadership ratings.", _LEADERSHIPS)
        request = request._replace(words="", options=dict(zip(("ours", "theirs"), map(int, both), strict=True)))
    ours, theirs = _count(request, "ours"), _count(request, "theirs")
    one, other, tie = initiative.chances(catalogue, (ours, theirs))
    rows = (
        OddsRow("ours", "We roll higher", "", one),
        OddsRow("theirs", "They roll higher", "", other),
        OddsRow("tie", "A tie: both roll again", "", tie),
    )
    sums = (OddsRow("win", "We win in the end", "", one / (one + other)),) if one + other else ()
    facts = (Fact(f"Two dice each; leadership {ours} against {theirs}.", ("B-R09", "B-42")),)
    return OddsAnswer("initiative", "Initiative", rows, sums, facts)


@subject("ranks", "How many figures may change rank.", "[QUALITY]", "For example: elite.")
def _ranks(query: Query[Catalogue]) -> OddsAnswer | None:
    request, catalogue, report = query
    unit = troops(request.words, catalogue, report, ())
    if unit is None:
        return None
    score = initiative.changing_ranks(catalogue, unit.quality)
    found = chances(lambda dice: initiative.may_change(score.throw(dice).score))
    mean = sum((number * chance for number, chance in found.items()), Fraction(0))
    rows = tuple(OddsRow(str(n), f"{n} figure{'s' * (n != 1)}" if n else "Nobody", "", found[n]) for n in sorted(found))
    facts = (Fact(f"{mixed(mean)} figures on average.", ("B-R11", "B-37")),)
    name = catalogue.qualities[unit.quality].name
    return OddsAnswer(
        "ranks",
        f"A change of ranks: {name.lower()}",
        rows,
        facts=facts,
        modifiers=as_modifiers(score.used),
        figures={"mean": str(mean)},
    )


SUBJECTS = (_melee, _shooting, _hit, _kill, _combat_test, _orders, _influence, _command_test, _initiative, _ranks)
"""What can be asked; the first needs no naming where the game is named."""
