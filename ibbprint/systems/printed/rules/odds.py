"""Exact odds in a game made of files, worked out by the code that plays: steps 5 and 6 of a combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ibbprint.dice import thrown
from ibbprint.engine.api.odds import BadQuestion, Fact, OddsAnswer, OddsGrid, OddsModifier, OddsRow
from ibbprint.engine.odds import Query, items, sides
from ibbprint.phrases import listed
from ibbprint.problems import did_you_mean
from ibbprint.systems.printed.rules import EXAMPLE, staging
from ibbprint.systems.printed.rules.attacks import Assault, Odds, check_assault, weigh
from ibbprint.systems.printed.rules.compiled import STRENGTH, Fight
from ibbprint.systems.printed.rules.effects import in_words
from ibbprint.systems.printed.rules.forces import FULL, REDUCED, Kind
from ibbprint.systems.printed.rules.numbers import Number, as_text, number
from ibbprint.systems.printed.rules.paragraphs import quoted
from ibbprint.systems.printed.rules.phases import recovery
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.staging import CENTRE, RING, NamedUnits
from ibbprint.systems.printed.rules.state import State
from ibbprint.tables import HEADING, Columns

SUMS = {
    "loses": ("loses", "The defenders lose a step"),
    "eliminated": ("eliminated", "A defending unit is eliminated"),
    "empty": ("empty", "The hex is empty"),
    "attacker": ("attacker", "The attackers lose a step"),
}


def attack(query: Query[Callable[[str], Setting]]) -> OddsAnswer:
    """The chances of an attack: on the map, or on a bit of ground; of plain strengths; of all columns of a table."""
    setting = query.catalogue(str(query.options.get("scenario", "")))
    fight = _fight(query, setting)
    if query.has("grid"):
        return _grid(query, setting, fight)
    if not query.words:
        if not query.has("table"):
            raise BadQuestion("who attacks whom?", EXAMPLE)
        return _columns(query, fight)
    attackers, defenders = sides(query.words, EXAMPLE)
    strengths = number(attackers), number(defenders)
    if strengths[0] is not None and strengths[1] is not None:
        return _plain(query, setting, fight, strengths[0], strengths[1])
    return _StagedQuestion(query, setting, fight).answer(attackers, defenders)


def _fight(query: Query[Any], setting: Setting) -> Fight:
    """The combat that is asked for."""
    name = str(query.options.get("combat", "")) or setting.first_fight
    if name not in setting.fights:
        hint = did_you_mean(name, setting.fights) if setting.fights else "play: has no combat."
        query.refuse(f"--combat {name}", "ref:combat", f"there is no combat {name!r}.", hint)
    return setting.fights[name]


def codes_of(fight: Fight, columns: Columns) -> tuple[str, ...]:
    """The codes that a table of the combat has, in the order of the results."""
    return tuple(code for code in fight.effects if any(code in line for line in columns.cells))


def rows(fight: Fight, chances: Mapping[str, Fraction]) -> Iterator[OddsRow]:
    """A row for each code that can come, in the order of the results."""
    for code, effect in fight.effects.items():
        if code in chances:
            yield OddsRow(code, in_words(effect), "", chances[code])


def _modifiers(odds: Odds, shift: int, die: int) -> Iterator[OddsModifier]:
    """The modifiers of an attack, and those that the question adds."""
    for used in odds.used:
        if used.changes != STRENGTH:
            yield OddsModifier(used.id, used.name, used.changes, used.amount, used.rules)
    for id, changes, amount in (("shift", "column", shift), ("die", "die", die)):
        if amount:
            yield OddsModifier(id, id, changes, amount, ("P-41",))


def _facts(odds: Odds) -> Iterator[Fact]:
    kind = HEADING[odds.columns.by]
    changed = [used.name for used in odds.used if used.changes == STRENGTH]
    counted = f", with {listed(changed)}" if changed else ""
    yield Fact(f"Attack {as_text(odds.attack)}, defence {as_text(odds.defence)}{counted}.", ("P-41",))
    effect = ": no effect" if odds.column is None else f", with all shifts column {odds.head}"
    yield Fact(f"{kind} {odds.start.text}{effect}.", ("P-42",))


def _figures(odds: Odds) -> dict[str, Any]:
    return {
        "attack": as_text(odds.attack),
        "defence": as_text(odds.defence),
        odds.columns.by: odds.start.text,
        "shift": odds.shift,
        "column": odds.head or None,
    }


def _asked_with(query: Query[Any]) -> tuple[int, int]:
    """The shift and the modifier of the die that the question adds."""
    return int(query.options.get("shift", 0)), int(query.options.get("die", 0))


def _plain(query: Query[Any], setting: Setting, fight: Fight, attack: Number, defence: Number) -> OddsAnswer:
    """Two strengths on the table."""
    name = str(query.options.get("table", ""))
    rule = next((rule for rule in fight.tables if rule.name == name), fight.tables[0])
    start = rule.columns.start(attack, defence)
    if rule.columns.refuses(start):
        head = rule.columns.heads[0]
        raise BadQuestion(f"{fight.model.by} {start.text.replace('+', '')} is below {head} [printed:P-42]")
    shift, die = _asked_with(query)
    odds = Odds(rule.columns, attack, defence, start, (), shift, die, rule.columns.column(start, shift))
    return query.answer(
        f"{as_text(attack)} against {as_text(defence)}",
        rows(fight, odds.chances(fight)),
        facts=tuple(_facts(odds)),
        modifiers=tuple(_modifiers(odds, shift, die)),
        figures=_figures(odds),
    )


def _columns(query: Query[Any], fight: Fight) -> OddsAnswer:
    """Every column of a table: the chance of each code."""
    name = str(query.options["table"])
    rule = next((rule for rule in fight.tables if rule.name == name), None)
    if rule is None:
        names = [rule.name for rule in fight.tables]
        query.refuse(f"--table {name}", "ref:table", f"no combat uses the table {name!r}.", did_you_mean(name, names))
    columns = rule.columns
    codes = codes_of(fight, columns)
    lines = []
    for at, head in enumerate(columns.heads):
        chances = columns.chances(at, fight.sums)
        lines.append((head, head, (tuple(chances.get(code, Fraction(0)) for code in codes),)))
    return query.answer(f"All columns of {name}", grid=OddsGrid(((name, codes),), tuple(lines)))


def _grid(query: Query[Any], setting: Setting, fight: Fight) -> OddsAnswer:
    """A unit against every unit of the enemy, attacking and attacked, on open ground or that which is asked for."""
    described = _StagedQuestion(query, setting, fight)
    unit = described.kind(NamedUnits(1, str(query.options["grid"]), FULL, ""))
    query.check()
    codes = tuple(fight.effects)
    lines = []
    for enemy in setting.kinds:
        if enemy.side == unit.side or enemy.leader or enemy.side < 0:
            continue
        cells = tuple(described.cell(pair, codes) for pair in ((unit, enemy), (enemy, unit)))
        lines.append((enemy.id, enemy.name, cells))
    groups = ((f"{unit.name} attacks", codes), (f"{unit.name} is attacked", codes))
    return query.answer(f"{unit.name} against every enemy unit", grid=OddsGrid(groups, tuple(lines)))


class _StagedQuestion:
    """A question about units, staged."""

    def __init__(self, query: Query[Any], setting: Setting, fight: Fight) -> None:
        self.query, self.fight = query, fight
        self.on_map = query.has("at")
        self.real = setting
        self.turn = query.number("turn", 1, setting.last_turn)
        if self.on_map:
            self.setting = setting
        else:
            terrains = [kind.id for kind in setting.folder.of_ground("terrain")]
            terrain = query.entry("terrain", terrains, "terrain", terrains[0])
            across = [str(name) for name in query.options.get("across", ())]
            sides_ = [kind.id for kind in setting.folder.of_ground("hexsides")]
            for name in across:
                if name not in sides_:
                    hint = did_you_mean(name, sides_)
                    query.error(f"--across {name}", "ref:hexside", f"there is no hexside {name!r}.", hint)
            places = [kind.id for kind in setting.folder.of_ground("places")]
            place = query.entry("place", places, "place", "") if query.has("place") else ""
            query.check()
            self.setting = staging.on_ground(setting, terrain, across, place)

    # --- reading ------------------------------------------------------------------------------------------------

    def kind(self, item: NamedUnits) -> Kind:
        """The unit that is named, by its id or its printed name; Stopped for none."""
        lower = item.id.lower()
        for kind in self.setting.kinds:
            if lower in (kind.id.lower(), kind.name.lower()):
                return kind
        ids = [kind.id for kind in self.setting.kinds]
        return self.query.refuse(item.id, "ref:unit", f"there is no unit {item.id!r}.", did_you_mean(item.id, ids))

    def units(self, text: str) -> list[tuple[NamedUnits, Kind]]:
        def read(part: str) -> tuple[NamedUnits, Kind]:
            item = staging.parse_item(part)
            if item is None:
                self.query.refuse(part, "ref:unit", f"{part!r} names no unit.", EXAMPLE)
            return item, self.kind(item)

        return self.query.each(read, items(text))

    def hex(self, name: str, option: str) -> int:
        """A hex as the map prints it. Raises Stopped."""
        cell = self.setting.board.cell(name)
        if cell is None:
            self.query.refuse(f"--{option} {name}", "map:hex", self.setting.board.not_here(name))
        return self.setting.space.index[cell]

    def start(self, name: str) -> int:
        """The hex from which a unit attacks. Raises Stopped."""
        return self.hex(name, "from")

    # --- staging ------------------------------------------------------------------------------------------------

    def answer(self, attackers: str, defenders: str) -> OddsAnswer:
        query = self.query
        attacking, defending = query.both(lambda: self.units(attackers), lambda: self.units(defenders))
        side = next((kind.side for _, kind in attacking if kind.side >= 0), 0)
        state = staging.staged(self.setting, self.turn, side, self.fight)
        units = staging.place(state, attacking, side, self.starts(attacking), self.start)
        at = self.hex(str(query.options["at"]), "at") if self.on_map else self.setting.space.index[CENTRE]
        condition = str(query.options.get("state", ""))
        if condition and condition not in self.setting.states:
            hint = did_you_mean(condition, self.setting.states)
            query.refuse(f"--state {condition}", "ref:state", f"there is no state {condition!r}.", hint)
        targets = staging.place(state, defending, 1 - side, [at], self.start, condition)
        attack = staging.assault(state, self.fight, units, targets, str(query.options.get("table", "")))
        refused = check_assault(state, attack)
        if refused is not None:
            raise BadQuestion(f"{quoted(state, refused)}.", EXAMPLE if refused.rule == "P-40" else "")
        shift, die = _asked_with(query)
        odds = weigh(state, attack).more(shift, die)
        chances = odds.chances(self.fight)
        sums, notes = self.sums(state, attack, odds, chances)
        title = f"{_title(attacking)} against {_title(defending)}"
        return query.answer(
            f"{title} in {query.options['at']}" if self.on_map else title,
            rows(self.fight, chances),
            sums,
            facts=tuple(_facts(odds)),
            modifiers=tuple(_modifiers(odds, shift, die)),
            notes=notes,
            figures=_figures(odds),
        )

    def sums(
        self, state: State, attack: Assault, odds: Odds, chances: Mapping[str, Fraction]
    ) -> tuple[tuple[OddsRow, ...], tuple[Fact, ...]]:
        """The summed chances of groups of codes; lower bounds where an owner has a choice."""
        ends = staging.outcomes(state, attack, odds)
        chosen = any(end.chosen for end in ends.values())
        result = []
        for name, (id, words) in SUMS.items():
            chance = sum((chances[code] for code, end in ends.items() if getattr(end, name)), Fraction(0))
            result.append(OddsRow(id, words, "", chance))
        notes = (Fact("Sums are lower bounds: owners have a choice.", ("P-50",)),) if chosen else ()
        return tuple(result), notes

    def starts(self, items: Sequence[tuple[NamedUnits, Kind]]) -> list[int]:
        """The hexes of the attackers: those named, else next to the defenders or as far away as asked."""
        index = self.setting.space.index
        if not self.on_map:
            far = self.query.number("distance", 1, staging.SIZE // 2)
            if far > 1:
                space = self.setting.space
                return [next(hex for hex in range(space.size) if space.distances(index[CENTRE])[hex] == far)]
            return [index[RING[0]]]
        names = [word for text in self.query.options.get("from", ()) for word in str(text).replace(",", " ").split()]
        if not names and not all(item.hex for item, _ in items):
            raise BadQuestion("from where do they attack?", "Name the hex with --from HEX.")
        return list(map(self.start, names))

    def cell(self, pair: tuple[Kind, Kind], codes: Sequence[str]) -> tuple[Fraction, ...] | None:
        """The chances of one unit attacking another; None where it cannot."""
        side = max(pair[0].side, 0)
        state = staging.staged(self.setting, self.turn, side, self.fight)
        index = self.setting.space.index
        attacker = staging.add(state, pair[0], side, index[RING[0]])
        defender = staging.add(state, pair[1], 1 - side, index[CENTRE])
        attack = staging.assault(state, self.fight, [attacker], [defender], "")
        if self.fight.model.choose == "attacker":
            attack = attack._replace(table=self.fight.tables[0].name)
        if check_assault(state, attack) is not None:
            return None
        chances = weigh(state, attack).chances(self.fight)
        return tuple(chances.get(code, Fraction(0)) for code in codes)


def _title(items: Sequence[tuple[NamedUnits, Kind]]) -> str:
    texts = []
    for item, kind in items:
        name = f"reduced {kind.name}" if item.step == REDUCED else kind.name
        texts.append(f"{item.number} {name}" if item.number > 1 else name)
    return ", ".join(texts)


def recover(query: Query[Callable[[str], Setting]]) -> OddsAnswer:
    """The chance that a unit recovers from a state that is rolled for."""
    setting = query.catalogue(str(query.options.get("scenario", "")))
    rolled = [id for id, rule in setting.states.items() if rule.recover is not None]
    if not rolled:
        raise BadQuestion("nobody rolls to recover in this game.")
    name = query.entry("state", rolled, "state", rolled[0])
    described = _StagedQuestion(query, setting, next(iter(setting.fights.values())))
    kind = described.kind(NamedUnits(1, query.words.strip(), FULL, ""))
    state = staging.staged(described.setting, described.turn, max(kind.side, 0), described.fight)
    hex = described.setting.space.index[CENTRE]
    unit = staging.add(state, kind, max(kind.side, 0), hex, condition=name)
    if query.has("led"):
        leader = next(
            (candidate for candidate in setting.kinds if candidate.leader and candidate.side == kind.side), None
        )
        if leader is None:
            raise BadQuestion(f"{kind.name} has no leader.")
        staging.add(state, leader, kind.side, hex)
    rule = setting.states[name].recover
    assert rule is not None
    roll, spread = recovery(state, unit, rule), thrown(rule.dice.number, rule.dice.faces)
    chance = sum((spread.exactly(total) for total in spread.ways if roll.passes(total)), Fraction(0))
    yes, no = ("recovers", "It recovers"), ("stays", f"It stays {name}")
    return query.passed(f"{kind.name}, {name}", {True: chance, False: 1 - chance}, yes, no)
