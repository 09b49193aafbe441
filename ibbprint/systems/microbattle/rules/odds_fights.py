"""The chances of attacks and defeats, staged with the units of play and resolved by the rules that play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ibbprint.engine.api.odds import BadQuestion, Fact, OddsAnswer, OddsGrid, OddsRequest, OddsRow
from ibbprint.engine.odds import as_modifiers, outcomes, share, sides
from ibbprint.engine.rolls import Roll
from ibbprint.engine.state import Action
from ibbprint.phrases import capital, small
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.squaregrid import SquareGrid
from ibbprint.systems.microbattle.catalogue import Catalogue
from ibbprint.systems.microbattle.models import Circumstance
from ibbprint.systems.microbattle.models import Unit as Kind
from ibbprint.systems.microbattle.rules import circumstances, fight
from ibbprint.systems.microbattle.rules.field import Field
from ibbprint.systems.microbattle.rules.setting import FIRST, SECOND
from ibbprint.systems.microbattle.rules.state import DESTROYED, FIRE, MELEE, Bout, State, Unit

Options = Mapping[str, Any]
FARTHEST, MOST = 20, 99
"""The longest range that can be asked for, and the most advantages."""
EXAMPLE = "For example: ibbprint odds attack infantry vs cavalry --game microbattle"


class Described(NamedTuple):
    """A unit as it was typed."""

    kind: Kind
    disordered: bool


class Fate(NamedTuple):
    """What becomes of a defeated unit: markers that it takes, whether it falls back, whether it is destroyed."""

    markers: int
    back: bool
    destroyed: bool = False


COLUMNS: Mapping[str, Fate] = {
    "firm": Fate(0, back=False), "back": Fate(0, back=True),
    "marker": Fate(1, back=False), "both": Fate(1, back=True),
}  # fmt: skip
"""What may become of a unit that survives, as the columns of the table of all types."""


def described(text: str, catalogue: Catalogue, report: Report) -> Described | None:
    """The unit that is meant, in good order unless `disordered` is added; None with the fault in the report."""
    words = [word for word in text.lower().replace("-", " ").split() if word != "disordered"]
    if not words:
        raise BadQuestion("a unit is missing.", "For example: light infantry, or light infantry disordered")
    name = "-".join(words)
    known = {unit.id: unit for unit in catalogue.units}
    if name not in known:
        report.error(Where(text), "ref:unit", f"there is no unit {text!r}.", did_you_mean(name, known))
        return None
    return Described(known[name], len(words) < len(text.replace("-", " ").split()))


def besides(field: Field, to: str, options: Options) -> None:
    """The advantages and disadvantages that are given besides the house list."""
    for gives in ("advantage", "disadvantage"):
        number = at_most(options, f"{gives}s", MOST, 0)
        field.setting.circumstances += [
            Circumstance(id=f"{gives}-{n}", name=f"{gives.capitalize()} besides", to=[to], gives=gives, text="Given.")
            for n in range(number)
        ]  # fmt: skip


def at_most(options: Options, name: str, most: int, usual: int) -> int:
    """A number that is asked with, 0 or more."""
    number = int(options.get(name, usual))
    if not 0 <= number <= most:
        raise BadQuestion(f"--{name} must be from 0 to {most}, not {number}.")
    return number


def ground_named(options: Options, name: str, catalogue: Catalogue, report: Report) -> str | None:
    """A ground that is asked with; None with the fault in the report."""
    wanted = str(options.get(name, "clear")).lower()
    if wanted not in catalogue.ground:
        hint = did_you_mean(wanted, catalogue.ground.names)
        report.error(Where(f"--{name} {wanted}"), "ref:ground", f"there is no ground {wanted!r}.", hint)
        return None
    return wanted


# --- an attack --------------------------------------------------------------------------------------------------


def attack(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """What an attack does to both sides."""
    ours, theirs = (described(text, catalogue, report) for text in sides(request.words, EXAMPLE))
    far = at_most(request.options, "fire", FARTHEST, 0)
    from_, on = (ground_named(request.options, name, catalogue, report) for name in ("from", "on"))
    if ours is None or theirs is None or from_ is None or on is None:
        return None
    field, attacker, target = _staged((ours, from_), (theirs, on), max(far, 1), request.options, catalogue)
    way = FIRE if far else MELEE
    action = Action(way, (attacker.id,), (target.hex,))
    if action not in fight.attacks(field.state, attacker, attacker.hex, moved=False):
        shot = f"For fire: attack {' vs '.join(sides(request.words, EXAMPLE))} --fire {attacker.kind.fire}"
        raise BadQuestion(_why_not(attacker, far), "" if not attacker.kind.fire else shot)
    stands = bool(request.options.get("stand"))
    found = outcomes(field.state, lambda state: _fought(state, action, stands=stands))
    weighed = circumstances.weigh(field.state, "attack", attacker, target, way)
    names = {"target": theirs.kind.name, "attacker": ours.kind.name}
    rows = tuple(
        OddsRow(
            f"{who}-{_id(of)}", f"{names[who]} ({who}) {words(of)}" if who in names else "Nothing happens", "", chance
        )
        for (who, of), chance in sorted(found.items(), key=lambda one: _order(*one[0]))
    )
    title = f"{capital(request.words.strip())}: {f'fire at {far}' if far else 'melee'}"
    return OddsAnswer(
        "attack", title, rows, tuple(_sums(found, names)),
        facts=(needed(weighed),), modifiers=as_modifiers(weighed.used),
    )  # fmt: skip


def _staged(
    ours: tuple[Described, str], theirs: tuple[Described, str], far: int, options: Options, catalogue: Catalogue
) -> tuple[Field, Unit, Unit]:
    """Attacker and target so many squares apart, each on its ground, with what the options put round them.

    Who is cornered stands on his base row, or before friends on all three squares where one is behind him.
    """
    (attacking, from_), (attacked, on) = ours, theirs
    given = {name: bool(options.get(name)) for name in ("behind", "cornered", "own-behind", "own-cornered", "friend")}
    row = 1 if given["own-cornered"] and not given["own-behind"] else 2
    rows = row + far + (0 if given["cornered"] and not given["behind"] else 1)
    squares = f"3,{row}", f"3,{row + far}"
    prepared = squares[1] if options.get("prepared") else None
    field = Field(catalogue, SquareGrid(6, rows), {squares[0]: from_, squares[1]: on}, prepared=prepared)
    attacker = field.put(attacking.kind, FIRST, squares[0], disordered=attacking.disordered)
    target = field.put(attacked.kind, SECOND, squares[1], disordered=attacked.disordered)
    if given["friend"]:
        field.put(attacking.kind, FIRST, f"4,{row + far}")
    crowd(field, target, behind=given["behind"], cornered=given["cornered"])
    crowd(field, attacker, behind=given["own-behind"], cornered=given["own-cornered"])
    besides(field, "attack", options)
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
    return f"{name} shoots {most} square{'s' * (most != 1)} at most, not {far}." if most else f"{name} does not shoot."


def _fought(state: State, action: Action, *, stands: bool) -> tuple[str, Fate]:
    """Who was beaten in a staged attack, and what became of him."""
    attacker, target = state.units[action.who[0]], state.unit_at(action.path[0])
    assert target is not None
    before = {unit.id: (unit.markers, unit.hex) for unit in (attacker, target)}
    fight.attack(state, attacker, target, action.verb)
    finish(state, stands=stands)
    id = state.fought.loser
    who = "target" if id == target.id else "attacker" if id == attacker.id else "nobody"
    return who, fate(state, id, *before.get(id, (0, 0)))


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


def _order(who: str, of: Fate) -> tuple[object, ...]:
    return ("target", "attacker", "nobody").index(who), not of.destroyed, -of.markers, of.back


def _id(of: Fate) -> str:
    known = {one: id for id, one in COLUMNS.items()}
    return "destroyed" if of.destroyed else known.get(of, f"{of.markers}-markers{'-back' if of.back else ''}")


def words(of: Fate) -> str:
    """What becomes of a unit, as it is said."""
    if of.destroyed:
        return "is destroyed"
    marker = "takes a marker" if of.markers == 1 else f"takes {of.markers} markers"
    if not of.markers:
        return "falls back" if of.back else "stands firm"
    return f"{marker} and falls back" if of.back else marker


def _sums(found: Mapping[tuple[str, Fate], Fraction], names: Mapping[str, str]) -> list[OddsRow]:
    made = []
    for who, name in names.items():
        own = {one: chance for (whose, one), chance in found.items() if whose == who}
        marked = share(own, lambda one: one.markers and not one.destroyed)
        made.append(OddsRow(f"{who}-marker", f"{name} ({who}) lives and takes a marker", "", marked))
        dead = share(own, lambda one: one.destroyed)
        made.append(OddsRow(f"{who}-destroyed", f"{name} ({who}) is destroyed", "", dead))
    return made


def needed(weighed: Roll) -> Fact:
    """What the die of a TEST must show."""
    return Fact(f"It passes on {weighed.needs - weighed.modifier} or more: {weighed.chance}.", ("M-R02", "M-R03"))


# --- a defeat ---------------------------------------------------------------------------------------------------


def defeat(request: OddsRequest, catalogue: Catalogue, report: Report) -> OddsAnswer | None:
    """What becomes of a defeated unit; of every type, where none is named."""
    ground = ground_named(request.options, "on", catalogue, report)
    if ground is None:
        return None
    if not request.words:
        return _defeats(request.options, ground, catalogue)
    item = described(request.words, catalogue, report)
    if item is None:
        return None
    found, weighed = _beaten(item, ground, request.options, catalogue)
    rows = tuple(OddsRow(_id(one), words(one).capitalize(), "", found[one]) for one in sorted(found, key=_by_worst))
    return OddsAnswer(
        "defeat", f"{capital(request.words.strip())}, defeated", rows, facts=(needed(weighed),),
        modifiers=as_modifiers(weighed.used),
    )  # fmt: skip


def _by_worst(of: Fate) -> tuple[object, ...]:
    return of.destroyed, of.markers, of.back


def _beaten(item: Described, ground: str, options: Options, catalogue: Catalogue) -> tuple[dict[Fate, Fraction], Roll]:
    cornered, behind = bool(options.get("cornered")), bool(options.get("behind"))
    grid = SquareGrid(5, 2 if cornered and not behind else 3)
    prepared = "3,2" if options.get("prepared") else None
    field = Field(catalogue, grid, {"3,2": ground}, prepared=prepared)
    unit = field.put(item.kind, SECOND, "3,2", disordered=item.disordered)
    enemy = field.put(item.kind, FIRST, "3,1")
    crowd(field, unit, behind=behind, cornered=cornered)
    besides(field, "defeat", options)
    field.state.bout = Bout(enemy.id, unit.id, MELEE, unit.hex)
    stands = bool(options.get("stand"))

    def beaten(state: State) -> Fate:
        fight.defeat(state, state.units[unit.id])
        finish(state, stands=stands)
        return fate(state, unit.id, unit.markers, unit.hex)

    weighed = circumstances.weigh(field.state, "defeat", unit, enemy, MELEE)
    return outcomes(field.state, beaten), weighed


def _defeats(options: Options, ground: str, catalogue: Catalogue) -> OddsAnswer:
    lines = []
    for kind in catalogue.units:
        for state in (False, True):
            cells = []
            for cornered in (False, True):
                found, _ = _beaten(Described(kind, state), ground, {**options, "cornered": cornered}, catalogue)
                alive = [found.get(one, Fraction(0)) for one in COLUMNS.values()]
                cells.append((*alive, share(found, lambda one: one.destroyed)))
            name = f"{kind.name}{', disordered' if state else ''}"
            lines.append((f"{kind.id}{'-disordered' if state else ''}", name, tuple(cells)))
    heads = (*COLUMNS, "lost")
    grid = OddsGrid((("Free to fall back", heads), ("Cornered", heads)), tuple(lines))
    facts = (Fact("firm: no effect; back: falls back; both: a marker, and falls back.", ("M-R25", "M-R27", "M-R28")),)
    return OddsAnswer("defeat", "Defeated units", facts=facts, grid=grid)
