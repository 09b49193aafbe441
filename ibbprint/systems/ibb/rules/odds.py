"""Exact chances of whatever is rolled for, from the code that rolls it: no rule is written down here a second time.

A question is staged on a `Field` with the counters of the game; then the play is done once for every way the dice
can fall (`dice.chances`). What can be asked stands in `SUBJECTS`, and `answer` answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.dice import Dice, chances
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.api import (
    AskOption,
    BadQuestion,
    Fact,
    OddsAnswer,
    OddsGrid,
    OddsModifier,
    OddsRequest,
    OddsRow,
    Subject,
)  # fmt: skip
from ibbprint.systems.ibb.catalogue import FIGURES, GAME, SPELLS, TERRAIN, Catalogue
from ibbprint.systems.ibb.models import AnyUnit, Spell, Troops
from ibbprint.systems.ibb.rules import areas, charge, combat, engines, magic, morale, orders, scouting, spells, works
from ibbprint.systems.ibb.rules.combat import Used
from ibbprint.systems.ibb.rules.described import (
    AGAINST,
    BALKED,
    BERSERK,
    DISORGANISED,
    NOW,
    ROUTED,
    SUPPORT,
    Described,
    read_item,
    read_side,
    sides,
)
from ibbprint.systems.ibb.rules.field import BRIDGE, OURS, THEIRS, TURN, Field, put
from ibbprint.systems.ibb.rules.fights import (
    BOMBARD,
    CHARGE,
    FLED,
    KINDS,
    LOST,
    MELEE,
    MOUNTED,
    SHAKEN,
    SPELL,
    UNHURT,
    Fight,
    Outcome,
    activation,
    changed,
    fate,
    mark,
    outcomes,
    place,
    stage,
    tell_why,
)
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Action, Activation, Charge, Counter, State
from ibbprint.tables import odds

_MODIFIER = AskOption(
    "modifier", "What counts for the die, by its id; id=2 for one that counts twice. Again for another.", "texts", "ID"
)
SUBJECTS = (
    Subject(
        "attack", "An attack: the chance of each result, the column, and all that counts. The word can be left out.",
        "ATTACKER vs DEFENDER",
        "Units by id, name or alias, with commas between them: '2 axemen-q4, elven archers support' vs "
        "'pikemen-q3 disorganised'. Each may have a count, a rating (3-4-4 Q4) and states: disorganised (this turn), "
        "routed, berserk, balked, support. Or strengths: 7 vs 3.",
        (
            AskOption("kind", f"How it is attacked: {', '.join(KINDS)}.", metavar="KIND"),
            AskOption("terrain", "The defender's ground: woods, hill, bridge, rubble ...", metavar="GROUND"),
            AskOption("fort", "The level of the fort that the defenders stand in.", "number", "LEVEL"),
            AskOption("engineers", "Engineers in good order are stacked with the attackers.", "flag"),
            AskOption("wahoo", "The attacker's priest has called the Wahoo this turn.", "flag"),
            AskOption("die", "Points more on the die, below 0 for the attacker: -1.", "number", "N"),
            AskOption("shift", "Columns more, above 0 to the right, for the attacker.", "number", "N"),
            AskOption("table", "A grid instead: this unit against every other of the list.", "text", "UNIT"),
        ),
    ),
    Subject(
        "orders", "A captain's die for orders.", "RATING", "The captain's number, or the captain: 4, captain-4.",
        (_MODIFIER,),
    ),
    Subject(
        "morale", "A unit's check in the End phase.", "UNIT",
        "The unit; it is Disorganised unless it is routed: pikemen-q3 routed.",
        (
            AskOption("captain", "A captain of this number in its hex helps it to rally.", "number", "NUMBER"),
            AskOption("priest", "A priest of this number is in its hex.", "number", "NUMBER"),
            AskOption("rally", "It has done nothing this turn but rally.", "flag"),
            AskOption("prayed", "The priest has tried a prayer this turn.", "flag"),
            AskOption("routed", "It is Routed.", "flag"),
            AskOption("balked", "Its formation balked at a charge this turn.", "flag"),
        ),
    ),
    Subject("balk", "Whether horse go when they are to charge.", "UNITS", "The horse, or their lowest quality."),
    Subject("fizzle", "Whether a spell or prayer goes off.", options=(_MODIFIER,)),
    Subject("accuracy", "Whether a thrown spell hits.", "RATING", "The caster's own number, or the caster: wizard-5.",
            (_MODIFIER,)),
    Subject("petard", "The duel of engineers with a petard and the owner of the bridge."),
    Subject(
        "scout", "A hidden scout that comes near.", "SCOUT",
        "The scout: scouts-q3. Nothing: the first of the list.",
        (AskOption("range", "How near it comes, in hexes.", "number", "HEXES"),),
    ),
)  # fmt: skip
"""What can be asked; the first needs no naming."""


def answer(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """The answer to a question, or None with errors in the report."""
    ask = _ANSWERS.get(request.subject)
    if ask is None:
        raise BadQuestion(f"there are no odds of {request.subject!r}.", did_you_mean(request.subject, _ANSWERS))
    made = ask(request, catalogue, report)
    return made if report.ok else None


# --- attacks ----------------------------------------------------------------------------------------------------


def _attack(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
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
    meant = nearest((request.words.split() or [""])[0], [subject.id for subject in SUBJECTS])
    if meant is not None and not AGAINST.search(request.words):
        raise BadQuestion(f"an attack is two sides with vs between them, not {request.words!r}.", f"Or is it {meant}?")
    ours, theirs = sides(request.words)
    spell = _spell_named(ours, catalogue)
    if spell is not None:
        return _cast(spell, theirs, options, catalogue, report)
    if theirs.lower() in STRUCTURES:
        return _batter(ours, options, catalogue, report)
    items = (read_side(ours, catalogue, report), read_side(theirs, catalogue, report))
    terrain = _terrain(str(options.get("terrain", "clear")), catalogue, report)
    for item in items[1]:
        if SUPPORT in item.states:
            report.error(Where(item.text), f"{GAME}:R-91", "only the attacker's side gives supporting fire.")
    if terrain is None or report.errors:
        return None
    fight = stage(Field(catalogue, terrain), kind, *items, options, report)
    return None if fight is None else _answer(fight, *items)


STRUCTURES = ("structure", "a structure", "the structure")
"""What is written for the bridge or village wall that engines fire at."""


STONE = Fact("A structure has a defence of its own.", ("R-107",))


def _batter(ours: str, options: Mapping[str, Any], catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """Engines against a structure (R-107)."""
    items = read_side(ours, catalogue, report)
    if report.errors:
        return None
    field = Field(catalogue, str(options.get("terrain", BRIDGE)))
    state = field.stage()
    if options.get("wahoo"):
        state.wahoo[OURS] = TURN
    placed = place(field, state, BOMBARD, items, OURS, report)
    act = activation(state, [unit for _, unit in placed], "engineers")
    for item, unit in placed:
        if item.number is None:
            shot = Action("bombard", (unit.id,), (field.middle,), engines.STRUCTURE)
            tell_why(item, engines.check(state, act, shot), report)
    if report.errors:
        return None
    weighed = changed(engines.at_structure(state, [u for _, u in placed], field.middle, OURS), options)
    fight = Fight(field, state, BOMBARD, (), (), (), weighed)
    found = combat.odds_of(field.setting, weighed)
    crt = catalogue.crt
    assert crt is not None
    names = {code.id: code.name for code in crt.codes}
    rows = tuple(
        OddsRow(code, names[code], "the structure falls" if engines.brings_down(code) else "it stands", chance)
        for code, chance in found
    )
    falls = sum((chance for code, chance in found if engines.brings_down(code)), Fraction(0))
    return OddsAnswer(
        "attack", f"{_side(items)} against a structure", rows,
        (OddsRow("destroyed", "The structure falls", "", falls),), (_working(fight),),
        _modifiers(weighed.used), (STONE,),
        _figures(fight),
    )  # fmt: skip


def _spell_named(text: str, catalogue: Catalogue) -> Spell | None:
    word = " ".join(text.replace("-", " ").lower().split())
    return next((s for s in catalogue.shelf(SPELLS) if word in (s.id.replace("-", " "), s.name.lower())), None)


def _cast(
    spell: Spell, theirs: str, options: Mapping[str, Any], catalogue: Catalogue, report: Report
) -> OddsAnswer | None:
    """A spell that has gone off and has hit, with the enemy in its middle."""
    items = read_side(theirs, catalogue, report)
    terrain = _terrain(str(options.get("terrain", "clear")), catalogue, report)
    effect = spells.effect(spell)
    if effect is None or not (spell.strengths or spell.save.kind != "none"):
        report.error(Where(spell.id), "ref:spell", f"{spell.name} strikes nobody.")
    if terrain is None or effect is None or report.errors:
        return None
    field = Field(catalogue, terrain)
    state = field.stage()
    state.forts[field.middle] = options.get("fort", 0)
    if options.get("wahoo"):
        state.wahoo[OURS] = TURN
    defenders = [unit for _, unit in place(field, state, SPELL, items, THEIRS, report)]
    leader = next((u for u in catalogue.units if u.kind == spell.caster), None)
    caster = None if leader is None else put(state, field.kind(leader), OURS, [field.round[-1]], crowd=True)
    struck = [u for u in defenders if u.kind.troops]
    if caster is None or not struck or len(struck) > MOST_SAVES:
        report.error(Where(theirs), f"{GAME}:R-144", f"a spell is reckoned against 1 to {MOST_SAVES} units.")
        return None
    chosen = magic.templates(spell)
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

    def play(dice: Dice) -> Outcome:
        twin = state.copy(dice)
        units = tuple(twin.units[i] for i in named)
        who = units[: 1 if spell.target == "unit" else len(spell.strengths)]
        effect(twin, spells.Aimed(spell, (twin.units[caster.id],), point, template, direction, who))
        return Outcome("", tuple(fate(u, twin.units[u.id]) for u in struck), (), ())

    found = chances(play)
    weighed = Fight(field, state, SPELL, (), (), named, _spell_attack(field, state, spell, struck))
    rows = tuple(
        OddsRow(str(number), _words_of(weighed, outcome), "", chance)
        for number, (outcome, chance) in enumerate(sorted(found.items(), key=lambda each: -each[1]), start=1)
    )
    facts = (_working(weighed),) if spell.strengths else ()
    save = Fact("Whoever saves takes no harm.", ("R-139", "G-21")) if spell.save.kind == "quality" else None
    notes = (save, Fact("It has gone off, and hits: see the odds of fizzle and accuracy.", ("A-144", "A-152")))
    return OddsAnswer(
        "attack", f"{spell.name} on {_side(items)}", rows, sums(found)[:2], facts,
        _modifiers(weighed.combat.used) if spell.strengths else (), tuple(note for note in notes if note is not None),
        _figures(weighed) if spell.strengths else {},
    )  # fmt: skip


MOST_SAVES = 3
"""So many units may each save against a spell before the ways that dice can fall are too many to count."""


def _spell_attack(field: Field, state: State, spell: Spell, struck: Sequence[Counter]) -> combat.Combat:
    """The attack of a spell if nobody saves, at its full strength."""
    scene = combat.scene_at(state, field.middle, OURS, SPELL, ())
    strength = spell.strengths[0] if spell.strengths else 1
    return combat.weigh(field.setting, SPELL, (), (), struck, scene, TURN, strength)


def catalogue_figure(catalogue: Catalogue, name: str) -> int:
    """A figure of the rules by its id."""
    return int(catalogue.shelf(FIGURES)[name].value)


def _terrain(name: str, catalogue: Catalogue, report: Report) -> str | None:
    shelf = catalogue.shelf(TERRAIN)
    word = name.strip().lower()
    for kind in shelf:
        if word in (kind.id, kind.name.lower()):
            return str(kind.id)
    if word == BRIDGE:
        return BRIDGE
    report.error(
        Where(f"--terrain {name}"), "ref:terrain", f"there is no terrain {name!r}.",
        did_you_mean(word, [*shelf.entries, BRIDGE], most=99),
    )  # fmt: skip
    return None


def _answer(fight: Fight, ours: Sequence[Described], theirs: Sequence[Described]) -> OddsAnswer:
    weighed, crt = fight.combat, fight.field.catalogue.crt
    assert crt is not None
    found = outcomes(fight)
    names = {code.id: code.name for code in crt.codes}
    order = list(names)
    rows = tuple(
        OddsRow(outcome.result, names.get(outcome.result, ""), _words_of(fight, outcome), chance)
        for outcome, chance in sorted(found.items(), key=lambda each: order.index(each[0].result))
    )
    where = "" if fight.field.terrain == "clear" else f", {_ground_name(fight.field)}"
    return OddsAnswer(
        "attack",
        f"{_side(ours)} against {_side(theirs)}: {KINDS[fight.kind]}{where}",
        rows, sums(found), (_working(fight),), _modifiers(weighed.used), _notes(fight), _figures(fight),
    )  # fmt: skip


def _working(fight: Fight) -> Fact:
    """From strengths to the column in one sentence."""
    figures, weighed = _figures(fight), fight.combat
    crt = fight.field.catalogue.crt
    assert crt is not None
    row = next(each for each in crt.rows if each.id == weighed.row)
    text = f"Attack {weighed.attack} against defence {weighed.defence} is {figures['odds']}."
    text += f" In the row “{row.name}” that is column {figures['start']} of {figures['columns']}"
    rules = [*crt.rules[:2], "R-76", "R-77"]
    if weighed.shift:
        way = "right" if weighed.shift > 0 else "left"
        text += f", and shifted {abs(weighed.shift)} to the {way} column {figures['column']}"
        rules += ["R-84", "G-20"]
    text += "."
    if weighed.die:
        text += f" The die is changed by {weighed.die:+d} and held to 1 to {figures['faces']}."
        rules += ["R-74", "R-75"]
    return Fact(text, tuple(dict.fromkeys(rules)))


def _figures(fight: Fight) -> dict[str, Any]:
    """The same by name, for programs."""
    setting, weighed = fight.field.setting, fight.combat
    return {
        "kind": fight.kind, "terrain": fight.field.terrain, "attack": weighed.attack, "defence": weighed.defence,
        "odds": str(odds(weighed.attack, weighed.defence)), "row": weighed.row,
        "start": setting.column(weighed.row, weighed.attack, weighed.defence, 0), "shift": weighed.shift,
        "column": weighed.column(setting), "columns": setting.crt.last(weighed.row), "die": weighed.die,
        "faces": setting.crt.faces,
    }  # fmt: skip


def _ground_name(field: Field) -> str:
    kind = field.catalogue.shelf(TERRAIN).get(field.terrain)
    return kind.name.lower() if kind is not None else field.terrain


def sums(found: Mapping[Outcome, Fraction]) -> tuple[OddsRow, ...]:
    """The chances that most matter: the enemy eliminated, the enemy hurt, one's own eliminated, one's own hurt."""

    def share(of: Callable[[Outcome], Iterable[str]], *fates: str) -> Fraction:
        return sum((chance for one, chance in found.items() if any(f in fates for f in of(one))), Fraction(0))

    def theirs(one: Outcome) -> Iterable[str]:
        return one.defenders

    def ours(one: Outcome) -> Iterable[str]:
        return (*one.attackers, *one.supporters)

    hurt = (LOST, FLED, SHAKEN)
    return (
        OddsRow("enemy-eliminated", "The enemy is eliminated", "", share(theirs, LOST)),
        OddsRow("enemy-hurt", "The enemy is hurt", "eliminated, Routed or Disorganised", share(theirs, *hurt)),
        OddsRow("own-eliminated", "Your own are eliminated", "", share(ours, LOST)),
        OddsRow("own-hurt", "Your own are hurt", "eliminated, Routed or Disorganised", share(ours, *hurt)),
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
            told += [
                f"{fight.state.units[i].name} {fate}" for i, fate in zip(ids, fates, strict=True) if fate != UNHURT
            ]
    return ", ".join(dict.fromkeys(told)) or "nobody hurt"


def _modifiers(used: Iterable[Used]) -> tuple[OddsModifier, ...]:
    return tuple(OddsModifier(*each) for each in used)


def _notes(fight: Fight) -> tuple[Fact, ...]:
    """What bears on an attack and is no modifier, as far as it does here."""
    state, setting = fight.state, fight.field.setting
    ours = [state.units[i] for i in fight.attackers]
    theirs = [state.units[i] for i in fight.defenders]
    notes = []
    if fight.kind in (MELEE, MOUNTED, CHARGE):
        for kind in dict.fromkeys(u.kind for u in ours if u.kind.missile):
            with_what = next(u for u in ours if u.kind is kind)
            cut = combat.melee_strength(setting, with_what, TURN) - combat.rage(setting, with_what, TURN)
            text = f"{kind.name} fight hand to hand with {cut} of their attack of {kind.attack}."
            notes.append(Fact(text, ("A-30", "R-29")))
    else:
        notes.append(Fact("Whoever strikes from afar takes no harm from the table.", ("R-82",)))
    raging = [u for u in ours if combat.rage(setting, u, TURN)]
    if raging:
        amount = sum(combat.rage(setting, u, TURN) for u in raging)
        notes.append(Fact(f"The attack has {amount} more of the Berserk.", tuple(setting.modifiers["berserk"].rules)))
    if any(u.berserk == TURN for u in (*ours, *theirs)):
        notes.append(Fact("The Berserk take no notice of a Disorganised result.", ("R-120", "G-54")))
    if any(u.disorganised == TURN for u in (*ours, *theirs)):
        notes.append(Fact("Disorganised twice in a turn by combat is Routed.", ("A-132", "R-121")))
    if any(u.kind.leader for u in state.units):
        notes.append(
            Fact("Leaders add nothing to an attack, and fall with the last unit of their hex.", ("R-86", "R-87"))
        )
    points = sum(u.kind.attack for u in theirs)
    if points > setting.figures.stacking_limit and not all(u.key.startswith("strength-") for u in theirs):
        text = f"The defenders are {points} points, more than may stand in one hex ({setting.figures.stacking_limit})."
        notes.append(Fact(text, ("A-25",)))
    if fight.kind == SPELL:
        notes.append(Fact("Those who save against the spell are not attacked.", ("R-139", "G-21")))
    return tuple(notes)


def _side(items: Sequence[Described]) -> str:
    return " and ".join(filter(None, (", ".join(map(_named, items[:-1])), _named(items[-1]))))


def _named(item: Described) -> str:
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
    chosen = read_item(name, catalogue, report)
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
    title = f"{_named(chosen)} against every unit of the list: {KINDS[kind]}{where}"
    notes = [
        Fact("Out is eliminated; hurt is eliminated, Routed or Disorganised. A dot: such an attack cannot be made.")
    ]
    short = chosen.unit.short
    grid = OddsGrid(((f"{short} attacking", heads), (f"{short} attacked", heads)), tuple(lines))
    return OddsAnswer("attack", title, notes=tuple(notes), grid=grid, figures={"kind": kind, "terrain": terrain})


def _cell(
    field: Field, kind: str, ours: Described, theirs: Described, options: Mapping[str, Any]
) -> tuple[Fraction, ...] | None:
    fight = stage(field, kind, [ours], [theirs], options, Report())
    return None if fight is None else tuple(row.chance for row in sums(outcomes(fight)))


# --- orders, morale, balking ----------------------------------------------------------------------------------------


def _number(words: str, what: str) -> int | None:
    if not words:
        raise BadQuestion(f"the odds of {what} need a number or a unit.")
    return int(words) if words.isdigit() and len(words) < 3 else None


def _leader(words: str, kinds: Sequence[str], catalogue: Catalogue, report: Report) -> int | None:
    """A leader's number, written as a number or as the leader."""
    number = _number(words, "a leader's die")
    if number is not None:
        return number
    read = read_item(words, catalogue, report)
    if read is None:
        return None
    if read.unit is None or read.unit.kind not in kinds:
        what = " or ".join(kinds)
        report.error(Where(words), "ref:unit", f"this is no {what}.", f"Write a number, or a {what} of the unit list.")
        return None
    return int(getattr(read.unit, "rating", 0))


def _chosen(request: OddsRequest, to: str, field: Field, report: Report) -> list[Used]:
    """The modifiers that were named, as they count."""
    found = []
    known = [m.id for m in field.setting.modifiers.values() if m.to == to]
    for text in request.options.get("modifier", ()):
        name, equals, times = text.partition("=")
        if equals and not (times.isdigit() and 0 < int(times) < 100):
            raise BadQuestion(f"--modifier takes ID or ID=TIMES, not {text!r}.", "For example: --modifier lost-unit=2")
        if name.strip() not in known:
            report.error(
                Where(f"--modifier {text}"), "ref:modifier", f"{name!r} changes no die here.",
                did_you_mean(name, known, most=99),
            )  # fmt: skip
            continue
        found.append(orders.on_the_die(field.setting, name.strip(), int(times or 1)))
    return found


def _pass(
    subject: str, title: str, passes: Callable[[Dice], bool], yes: OddsRow, no: OddsRow, **more: Any
) -> OddsAnswer:
    found = chances(passes)
    rows = tuple(row._replace(chance=found.get(which, Fraction(0))) for which, row in ((True, yes), (False, no)))
    return OddsAnswer(subject, title, rows, **more)


def _row(id: str, name: str, words: str) -> OddsRow:
    return OddsRow(id, name, words, Fraction(0))


def _orders(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    field = Field(catalogue)
    rating = _leader(request.words, ("captain",), catalogue, report)
    used = _chosen(request, "activation", field, report)
    if rating is None or report.errors:
        return None
    state, modifier = field.stage(), sum(u.amount for u in used)
    always = field.setting.figures.activation_always
    return _pass(
        "orders", f"Orders from a captain of {rating}",
        lambda dice: orders.orders_pass(state, rating, dice.roll(orders.DIE), modifier),
        _row("orders", "Orders", "the formation acts"), _row("no-orders", "No orders", "it stays idle"),
        facts=(_roll_under(modifier, rating, ("A-54", "A-62", "R-56")),), modifiers=_modifiers(used),
        notes=(Fact(f"A die that falls {always} always brings orders.", ("R-54",)),),
        figures={"rating": rating, "modifier": modifier},
    )  # fmt: skip


def _roll_under(modifier: int, needed: int, rules: tuple[str, ...]) -> Fact:
    changed = f" {modifier:+d}" if modifier else ""
    return Fact(f"One die{changed}, to be no higher than {needed}.", rules)


_CHECKS = {
    "good-order": ("Good order", "the marker comes off"),
    "berserk": ("Berserk", "good order, and it rages next turn"),
    "disorganised": ("Disorganised", "it stays so"),
    "rallied": ("Disorganised", "no longer Routed"),
    "routed": ("Routed", "it runs"),
    "still-routed": ("Routed", "it stays so, and runs"),
}


def _morale(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    options = request.options
    if not request.words:
        raise BadQuestion("the odds of morale need a unit.", "For example: pikemen-q3 --captain 3")
    item = read_item(request.words, catalogue, report)
    if item is None:
        return None
    field = Field(catalogue)
    if item.unit is None or not isinstance(item.unit, Troops):
        report.error(Where(item.text), f"{GAME}:A-146", "only units check their morale.")
        return None
    states = (item.states - {DISORGANISED, NOW}) | ({ROUTED} if options.get("routed") else set())
    if ROUTED not in states:
        states |= {DISORGANISED}
    states |= {BALKED} if options.get("balked") else set()
    state = field.stage()
    unit = put(state, field.kind(item.unit, item.rating), OURS, [field.middle], crowd=True)
    assert unit is not None
    mark(unit, item._replace(states=frozenset(states)), report)
    for kind in ("captain", "priest"):
        number = options.get(kind, 0)
        if number:
            leader = next((u for u in catalogue.units if u.kind == kind), None)
            if leader is None:
                report.error(Where(f"--{kind}"), "ref:unit", f"the unit list has no {kind}.")
                continue
            what = field.kind(leader)
            what.rating = number
            helper = put(state, what, OURS, [field.middle], crowd=True)
            assert helper is not None
            if options.get("prayed"):
                helper.prayed = TURN
    rallies = bool(options.get("rally") or options.get("captain"))
    if rallies:
        unit.rallying = TURN
    if report.errors:
        return None

    def play(dice: Dice) -> str:
        twin = state.copy(dice)
        after = twin.units[unit.id]
        morale.check(twin, after)
        if unit.routed:
            return "still-routed" if after.routed else "rallied"
        if after.routed:
            return "routed"
        return "disorganised" if after.disorganised >= 0 else "berserk" if after.berserk > TURN else "good-order"

    found = chances(play)
    told = state.copy(state.dice)
    told.events = []
    morale.check(told, told.units[unit.id])
    values = next(event for event in told.events if event.kind == "check")
    modifier, needs = int(values.values["modifier"]), int(values.values["needs"])
    rows = tuple(OddsRow(id, *_CHECKS[id], found[id]) for id in _CHECKS if id in found)
    rally = Fact(
        "It rallies: it does nothing else in its turn, and takes the best leader's number.", ("R-117", "R-118")
    )
    always = field.setting.figures.morale_always_fails
    return OddsAnswer(
        "morale", f"Morale of {_named(item._replace(states=frozenset(states)))}", rows,
        facts=(_roll_under(modifier, needs, values.rules),),
        notes=(*((rally,) if rallies else ()), Fact(f"A die that falls {always} always fails.", ("R-116",))),
        figures={"needs": needs, "modifier": modifier},
    )  # fmt: skip


def _balk(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    number = _number(request.words, "a balk")
    field = Field(catalogue)
    state = field.stage()
    riders: list[Counter | None] = []
    if number is not None:
        kind = field.strength(0, attacks=True)
        kind.quality = number
        riders.append(put(state, kind, OURS, field.round, crowd=True))
        title = f"Horse of quality {number} charge"
    else:
        items = read_side(request.words, catalogue, report)
        if report.errors:
            return None
        placed = place(field, state, CHARGE, items, OURS, report)
        act = activation(state, [unit for _, unit in placed])
        for item, unit in placed:
            tell_why(item, charge.may_charge(state, act, unit), report)
        riders += [unit for _, unit in placed]
        title = f"{', '.join(map(_named, items))} charge"
    if report.errors:
        return None
    ids = tuple(u.id for u in riders if u is not None)
    target = put(state, field.strength(1, attacks=False), THEIRS, [field.middle])
    assert target is not None

    def play(dice: Dice) -> bool:
        twin = state.copy(dice)
        act = Activation(OURS, "captain", OFF, ids)
        act.charge = Charge(target.id)
        act.charge.paths = {i: (twin.units[i].hex,) for i in ids}
        charge.start(twin, act)
        return act.charge is not None

    quality = min(u.kind.quality for u in riders if u is not None)
    return _pass(
        "balk", title, play, _row("go", "They go", "the charge is ridden"),
        _row("balk", "They balk", "idle, and weaker, for the rest of the turn"),
        facts=(_roll_under(0, quality, ("A-92", "R-94")),), figures={"quality": quality},
    )  # fmt: skip


# --- petards and scouts -----------------------------------------------------------------------------------------


def _petard(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    if request.words:
        raise BadQuestion(f"the odds of a petard need nothing more, not {request.words!r}.")
    setting = Field(catalogue).setting
    found = chances(lambda dice: works.petard_result(setting, dice.roll(works.DIE), dice.roll(works.DIE)).id)
    results = {result.id: result for result in setting.petard}
    # Results that do the same are one: `nothing` needs two entries of the table.
    rows: dict[str, OddsRow] = {}
    for id, result in results.items():
        row = rows.get(
            result.name, OddsRow(id, result.name, catalogue.text(result.text, result, Where(id)), Fraction(0))
        )
        rows[result.name] = row._replace(chance=row.chance + found.get(id, Fraction(0)))

    def share(flag: str) -> Fraction:
        return sum((chance for id, chance in found.items() if getattr(results[id], flag)), Fraction(0))

    sums = (
        OddsRow("destroyed", "The bridge or structure is destroyed", "", share("structure_destroyed")),
        OddsRow("engineers-lost", "The engineers are lost", "", share("engineer_lost")),
        OddsRow("petard-spent", "The petard is spent", "", share("petard_spent")),
    )
    text = f"Two dice of {works.DIE}: the engineers' and the owner's."
    return OddsAnswer("petard", "A petard under a bridge or structure", tuple(rows.values()), sums,
                      (Fact(text, ("A-105", "A-118", "R-109")),))  # fmt: skip


def _scout(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    field = Field(catalogue)
    state = field.stage()
    known = sorted(field.setting.scouting)
    distance = int(request.options.get("range", known[0]))
    if distance not in known:
        raise BadQuestion(f"scouts do not roll at range {distance}.", f"Known: {', '.join(map(str, known))}.")
    item = read_item(request.words, catalogue, report) if request.words else None
    if request.words and item is None:
        return None
    unit = item.unit if item is not None else next((u for u in catalogue.units if _is_scout(field, u)), None)
    if not _is_scout(field, unit):
        report.error(Where(request.words or "scout"), f"{GAME}:A-18", "this is no scout.")
        return None
    assert unit is not None
    ground = field.setting.ground
    corner = 0
    row = ground.distances(corner)
    at = next(h for h in field.round if row[h] == distance and any(row[n] == distance + 1 for n in ground.next[h]))
    came_from = next(n for n in ground.next[at] if row[n] == distance + 1)
    scout = put(state, field.kind(unit, item.rating if item is not None else None), OURS, [at], crowd=True)
    unseen = put(state, field.strength(1, attacks=False), THEIRS, [corner])
    assert scout is not None
    assert unseen is not None
    scout.hidden = unseen.face_down = True

    def play(dice: Dice) -> tuple[bool, bool]:
        twin = state.copy(dice)
        scouting.step(twin, twin.units[scout.id], came_from)
        return not twin.units[unseen.id].face_down, not twin.units[scout.id].hidden

    found = chances(play)
    rows = tuple(
        OddsRow(id, name, "", found.get(key, Fraction(0)))
        for key, id, name in (
            ((True, False), "found", "The formation is turned up, the scout stays hidden"),
            ((True, True), "both", "The formation is turned up, and so is the scout"),
            ((False, True), "caught", "The scout is turned up and finds nothing"),
            ((False, False), "nothing", "Nothing"),
        )
    )
    setting = field.setting
    sees = chances(lambda dice: scouting.scout_sees(setting, distance, dice.roll(scouting.DIE)))
    seen = chances(lambda dice: scouting.scout_seen(setting, distance, dice.roll(scouting.DIE)))
    none = Fraction(0)
    sums = (
        OddsRow("sees", "Its die turns the formation up", "", sees.get(True, none)),
        OddsRow("seen", "The die against it unmasks it", "it may still slip away", seen.get(True, none)),
        OddsRow("formation", "The formation is turned up in the end", "", rows[0].chance + rows[1].chance),
        OddsRow("scout", "The scout is turned up in the end", "", rows[1].chance + rows[2].chance),
    )
    quality = scout.kind.quality
    text = f"A die for the scout and one against it, and if it is seen one more, to be no higher than {quality}."
    return OddsAnswer(
        "scout", f"{unit.name} Q{quality} come to range {distance}", rows, sums,
        (Fact(text, ("A-18", "A-19", "A-20", "R-38", "R-39")),), figures={"range": distance},
    )  # fmt: skip


def _is_scout(field: Field, unit: AnyUnit | None) -> bool:
    return isinstance(unit, Troops) and field.kind(unit).scout


# --- magic ------------------------------------------------------------------------------------------------------


def _fizzle(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    if request.words:
        raise BadQuestion(f"the odds of a fizzle need nothing more, not {request.words!r}.")
    field = Field(catalogue)
    used = _chosen(request, "fizzle", field, report)
    if report.errors:
        return None
    setting, modifier = field.setting, sum(u.amount for u in used)
    return _pass(
        "fizzle", "A spell or prayer goes off",
        lambda dice: magic.fizzle_passes(setting, dice.roll(magic.DIE), modifier),
        _row("off", "It goes off", ""), _row("fizzle", "It fizzles", "what it costs is lost all the same"),
        facts=(_roll_under(modifier, setting.figures.fizzle_success, ("A-144",)),), modifiers=_modifiers(used),
        notes=(Fact("The mana, or the prayer, is spent either way.", ("R-128",)),), figures={"modifier": modifier},
    )  # fmt: skip


def _accuracy(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    field = Field(catalogue)
    rating = _leader(request.words, magic.CASTERS, catalogue, report)
    used = _chosen(request, "accuracy", field, report)
    if rating is None or report.errors:
        return None
    setting, modifier = field.setting, sum(u.amount for u in used)
    always = setting.figures.accuracy_always_misses
    return _pass(
        "accuracy", f"A spell thrown by a caster of {rating} hits",
        lambda dice: magic.accuracy_hits(setting, dice.roll(magic.DIE), modifier, rating),
        _row("hit", "It hits", ""), _row("scatter", "It scatters", "it lands one hex off"),
        facts=(_roll_under(modifier, rating, ("A-152", "R-130")),), modifiers=_modifiers(used),
        notes=(Fact(f"A die that falls {always} always scatters.", ("R-130",)),),
        figures={"rating": rating, "modifier": modifier},
    )  # fmt: skip


_ANSWERS: Mapping[str, Callable[[OddsRequest, Catalogue, Report], OddsAnswer | None]] = {
    "attack": _attack, "orders": _orders, "morale": _morale, "balk": _balk, "petard": _petard, "scout": _scout,
    "fizzle": _fizzle, "accuracy": _accuracy,
}  # fmt: skip
