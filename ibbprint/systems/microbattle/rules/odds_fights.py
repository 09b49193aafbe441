"""The chances of attacks and defeats, staged with the units of play and resolved by the rules that play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ibbprint.engine import odds
from ibbprint.engine.api.odds import AskOption, BadQuestion, Fact, OddsAnswer, OddsGrid, OddsRow
from ibbprint.engine.described import Description
from ibbprint.engine.odds import as_modifiers, outcomes, rows, share, sides, subject, sum_of
from ibbprint.engine.rolls import Roll
from ibbprint.engine.state import Action
from ibbprint.phrases import counted, small
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Circumstance
from ibbprint.systems.microbattle.models import Unit as Kind
from ibbprint.systems.microbattle.rules import circumstances, fight
from ibbprint.systems.microbattle.rules.field import Field
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import DESTROYED, FIRE, MELEE, Bout, State, Unit

Query: TypeAlias = odds.Query[Catalogue]
STATES = {"disordered": "disordered"}
FARTHEST, MOST = 20, 99
"""The longest range that can be asked for, and the most advantages."""
EXAMPLE = "For example: ibbprint odds attack infantry vs cavalry --game microbattle"
_SHARED = (
    AskOption("advantages", "Advantages in addition to those of the house list.", "number", "N"),
    AskOption("disadvantages", "Disadvantages in addition to those of the house list.", "number", "N"),
    AskOption("stand", "Light units never evade.", "flag"),
)


class Described(NamedTuple):
    """A unit as it was typed."""

    kind: Kind
    disordered: bool


class Fate(NamedTuple):
    """The fate of a defeated unit: markers taken, falling back, destruction."""

    markers: int
    back: bool
    destroyed: bool = False


COLUMNS: Mapping[str, Fate] = {
    "firm": Fate(0, back=False),
    "back": Fate(0, back=True),
    "marker": Fate(1, back=False),
    "both": Fate(1, back=True),
}
"""What may become of a unit that survives, as the columns of the table of all types."""


def described(query: Query, text: str) -> Described:
    """The unit that is meant, in good order unless `disordered` is added. Raises Stopped."""
    words, units = Description(query, text), query.catalogue.units
    disordered = bool(words.states(STATES))
    kind = words.unit(
        lambda name: units.get(name.lower().replace(" ", "-")),
        units.entries,
        states=STATES,
        example="For example: light infantry, or light infantry disordered",
    )
    return Described(kind, disordered)


def add_others(query: Query, field: Field, to: str) -> None:
    """Add the advantages and disadvantages of the question that are not on the house list."""
    for kind in ("advantage", "disadvantage"):
        name = f"{kind.capitalize()} besides"
        field.setting.circumstances += [
            Circumstance(id=f"{kind}-{n}", name=name, to=[to], gives=kind, text="Given.")
            for n in range(query.number(f"{kind}s", 0, MOST))
        ]


def ground_named(query: Query, option: str) -> str:
    """A ground that is asked with. Raises Stopped."""
    return query.entry(option, query.catalogue.ground.names, "ground", "clear")


# --- an attack --------------------------------------------------------------------------------------------------


@subject(
    "attack",
    "An attack, with what it does to both sides.",
    "ATTACKER vs DEFENDER",
    "Two units, disordered if you say so: 'cavalry vs artillery', 'infantry vs light infantry disordered'.",
    options=(
        AskOption("fire", "The attacker fires from this distance; melee if not given.", "number", "SQUARES"),
        AskOption("from", "The ground that the attacker is on.", metavar="GROUND", names="own-terrain"),
        AskOption("on", "The ground that the defender is on.", metavar="GROUND", names="terrain"),
        AskOption("prepared", "The defender is in a prepared position.", "flag"),
        AskOption("friend", "Another unit of the attacker’s army is adjacent to the defender.", "flag"),
        AskOption("behind", "A friendly unit is directly behind the defender.", "flag"),
        AskOption("cornered", "The defender has no square to retreat to.", "flag"),
        AskOption("own-behind", "A friendly unit is directly behind the attacker.", "flag"),
        AskOption("own-cornered", "The attacker has no square to retreat to.", "flag"),
        *_SHARED,
    ),
    example="infantry vs cavalry",
)
def attack(query: Query) -> OddsAnswer:
    texts, far = sides(query.words, EXAMPLE), query.number("fire", 0, FARTHEST)
    (ours, theirs), (from_, on) = query.both(
        lambda: query.each(lambda text: described(query, text), texts),
        lambda: query.each(lambda option: ground_named(query, option), ("from", "on")),
    )
    field, attacker, target = _staged((ours, from_), (theirs, on), max(far, 1), query)
    mode = FIRE if far else MELEE
    action = Action(mode, (attacker.id,), (target.hex,))
    if action not in fight.attacks(field.state, attacker, attacker.hex, moved=False):
        shot = f"For fire: attack {' vs '.join(texts)} --fire {attacker.kind.fire}"
        raise BadQuestion(_why_not(attacker, far), "" if not attacker.kind.fire else shot)
    chances = outcomes(field.state, lambda state: _fought(state, action, stands=query.has("stand")))
    weighed = circumstances.weigh(field.state, "attack", attacker, target, mode)
    names = {"target": theirs.kind.name, "attacker": ours.kind.name}

    def label(outcome: tuple[str, Fate]) -> tuple[str, str]:
        victim, fate = outcome
        return (
            f"{victim}-{_id(fate)}",
            f"{names[victim]} ({victim}) {words(fate)}" if victim in names else "Nothing happens",
        )

    return query.answer(
        f"{query.title}: {f'fire at {far}' if far else 'melee'}",
        rows(chances, label, _order),
        _sums(chances, names),
        facts=(needed(weighed),),
        modifiers=as_modifiers(weighed.used),
    )


def _staged(
    ours: tuple[Described, str], theirs: tuple[Described, str], far: int, query: Query
) -> tuple[Field, Unit, Unit]:
    """Attacker and target so many squares apart, each on its ground, with what the options put round them.

    Who is cornered stands on his base row, or before friends on all three squares where one is behind him.
    """
    (attacking, from_), (attacked, on) = ours, theirs
    row = 1 if query.has("own-cornered") and not query.has("own-behind") else 2
    depth = row + far + (0 if query.has("cornered") and not query.has("behind") else 1)
    squares = f"3,{row}", f"3,{row + far}"
    prepared = squares[1] if query.has("prepared") else None
    field = Field(query.catalogue, SquareGrid(6, depth), {squares[0]: from_, squares[1]: on}, prepared=prepared)
    attacker = field.put(attacking.kind, FIRST, squares[0], disordered=attacking.disordered)
    target = field.put(attacked.kind, SECOND, squares[1], disordered=attacked.disordered)
    if query.has("friend"):
        field.put(attacking.kind, FIRST, f"4,{row + far}")
    crowd(field, target, behind=query.has("behind"), cornered=query.has("cornered"))
    crowd(field, attacker, behind=query.has("own-behind"), cornered=query.has("own-cornered"))
    add_others(query, field, "attack")
    return field, attacker, target


def crowd(field: Field, unit: Unit, *, behind: bool, cornered: bool) -> None:
    """Friends right behind a unit, and where it is cornered on the diagonals as well, if there are squares at all."""
    for across in (0, -1, 1) if cornered else (0,) if behind else ():
        square = field.setting.back(unit.side, unit.hex, across)
        if square >= 0 and (behind or across):
            field.put(unit.kind, unit.side, field.setting.space.names[square])


def _why_not(unit: Unit, far: int) -> str:
    name, most = small(unit.kind.name), unit.kind.fire
    if not far:
        return f"{name} starts no melee."
    return f"{name} shoots {counted(most, 'square')} at most, not {far}." if most else f"{name} does not shoot."


def _fought(state: State, action: Action, *, stands: bool) -> tuple[str, Fate]:
    """The unit beaten in a staged attack, and its fate."""
    attacker, target = state.units[action.counters[0]], state.unit_at(action.path[0])
    assert target is not None
    before = {unit.id: (unit.markers, unit.hex) for unit in (attacker, target)}
    fight.attack(state, attacker, target, action.verb)
    finish(state, stands=stands)
    id = state.fought.loser
    victim = "target" if id == target.id else "attacker" if id == attacker.id else "nobody"
    return victim, fate(state, id, *before.get(id, (0, 0)))


def finish(state: State, *, stands: bool) -> None:
    """Have a light unit evade where it may, or stand."""
    while state.questions:
        question = state.questions.pop(0)
        verb = "stand" if stands else "evade"
        fight.evade(state, state.units[question.counter], Action(verb, (question.counter,)))


def fate(state: State, id: int, markers: int, square: int) -> Fate:
    if id < 0:
        return Fate(0, back=False)
    unit = state.units[id]
    if unit.fate == DESTROYED:
        return Fate(unit.markers - markers, back=False, destroyed=True)
    return Fate(unit.markers - markers, unit.hex != square)


def _order(outcome: tuple[str, Fate]) -> tuple[object, ...]:
    victim, fate = outcome
    return ("target", "attacker", "nobody").index(victim), not fate.destroyed, -fate.markers, fate.back


def _id(fate: Fate) -> str:
    known = {column: id for id, column in COLUMNS.items()}
    return "destroyed" if fate.destroyed else known.get(fate, f"{fate.markers}-markers{'-back' if fate.back else ''}")


def words(fate: Fate) -> str:
    """The words for a unit's fate."""
    if fate.destroyed:
        return "is destroyed"
    marker = "takes a marker" if fate.markers == 1 else f"takes {fate.markers} markers"
    if not fate.markers:
        return "falls back" if fate.back else "stands firm"
    return f"{marker} and falls back" if fate.back else marker


def _sums(chances: Mapping[tuple[str, Fate], Fraction], names: Mapping[str, str]) -> list[OddsRow]:
    sums = []
    for victim, name in names.items():
        own = {fate: chance for (whose, fate), chance in chances.items() if whose == victim}
        sums += [
            sum_of(
                own,
                lambda fate: fate.markers and not fate.destroyed,
                f"{victim}-marker",
                f"{name} ({victim}) lives and takes a marker",
            ),
            sum_of(own, lambda fate: fate.destroyed, f"{victim}-destroyed", f"{name} ({victim}) is destroyed"),
        ]
    return sums


def needed(weighed: Roll) -> Fact:
    """The number that the die of a TEST must show."""
    return Fact(f"It passes on {weighed.needs - weighed.modifier} or more: {weighed.chance}.", ("M-R02", "M-R03"))


# --- a defeat ---------------------------------------------------------------------------------------------------


@subject(
    "defeat",
    "What happens to a defeated unit; to every type if you name none.",
    "[UNIT]",
    "The unit, disordered if you say so: light infantry disordered.",
    options=(
        AskOption("on", "The ground that it is on: woods ...; clear if not given.", metavar="GROUND", names="terrain"),
        AskOption("prepared", "It is in a prepared position.", "flag"),
        AskOption("behind", "A friendly unit is directly behind it.", "flag"),
        AskOption("cornered", "It has no square to retreat to.", "flag"),
        *_SHARED,
    ),
)
def defeat(query: Query) -> OddsAnswer:
    ground = ground_named(query, "on")
    if not query.words:
        return _defeats(query, ground)
    chances, weighed = _beaten(query, described(query, query.words), ground, cornered=query.has("cornered"))
    by_fate = rows(chances, lambda fate: (_id(fate), words(fate).capitalize()), _by_worst)
    used = as_modifiers(weighed.used)
    return query.answer(f"{query.title}, defeated", by_fate, facts=(needed(weighed),), modifiers=used)


def _by_worst(fate: Fate) -> tuple[object, ...]:
    return fate.destroyed, fate.markers, fate.back


def _beaten(query: Query, item: Described, ground: str, *, cornered: bool) -> tuple[dict[Fate, Fraction], Roll]:
    grid = SquareGrid(5, 2 if cornered and not query.has("behind") else 3)
    prepared = "3,2" if query.has("prepared") else None
    field = Field(query.catalogue, grid, {"3,2": ground}, prepared=prepared)
    unit = field.put(item.kind, SECOND, "3,2", disordered=item.disordered)
    enemy = field.put(item.kind, FIRST, "3,1")
    crowd(field, unit, behind=query.has("behind"), cornered=cornered)
    add_others(query, field, "defeat")
    field.state.bout = Bout(enemy.id, unit.id, MELEE, unit.hex)

    def beaten(state: State) -> Fate:
        fight.defeat(state, state.units[unit.id])
        finish(state, stands=query.has("stand"))
        return fate(state, unit.id, unit.markers, unit.hex)

    weighed = circumstances.weigh(field.state, "defeat", unit, enemy, MELEE)
    return outcomes(field.state, beaten), weighed


def _defeats(query: Query, ground: str) -> OddsAnswer:
    lines = []
    for kind in query.catalogue.units:
        for state in (False, True):
            cells = []
            for cornered in (False, True):
                chances, _ = _beaten(query, Described(kind, state), ground, cornered=cornered)
                alive = [chances.get(fate, Fraction(0)) for fate in COLUMNS.values()]
                cells.append((*alive, share(chances, lambda fate: fate.destroyed)))
            name = f"{kind.name}{', disordered' if state else ''}"
            lines.append((f"{kind.id}{'-disordered' if state else ''}", name, tuple(cells)))
    heads = (*COLUMNS, "lost")
    grid = OddsGrid((("Free to fall back", heads), ("Cornered", heads)), tuple(lines))
    facts = (Fact("firm: no effect; back: falls back; both: a marker, and falls back.", ("M-R25", "M-R27", "M-R28")),)
    return query.answer("Defeated units", facts=facts, grid=grid)
