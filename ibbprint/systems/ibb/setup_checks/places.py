"""Findings on places: hexes, banks, the enemy near, units alone, units face down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from ibbprint.catalogue.mending import added
from ibbprint.engine.checkbook import Draft, Drafts, error, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Severity, Where
from ibbprint.systems.ibb.models.victory import Holds, conditions
from ibbprint.systems.ibb.rules import control, deploy, movement
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.scenarios import Line
from ibbprint.systems.ibb.scenarios import face_down as starts_face_down
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, how_far, several

BOOK = Chapter()
COMPASS = ("north", "south", "east", "west")


@BOOK.check("two-sides", "Two sides in one hex", "G-26")
def two_sides(look: SetUp) -> Drafts:
    """No unit may share a hex with an enemy unit, and leaders and engines there would be overrun at once."""
    for h, stack in look.standing.items():
        first, enemies = stack[0], [unit for unit in stack if unit.side != stack[0].side]
        if enemies:
            yield error(
                look.line(enemies[0]).at("hexes", 0),
                f"{look.called(enemies[0])} cannot be set up in {look.names[h]}: {look.called(first)} of "
                f"{look.side_names[first.side]} is there.",
                places=look.at([h]),
                working=f"{look.names[h]}: "
                + ", ".join(f"{look.called(u)} ({look.side_names[u.side]})" for u in stack),
            )


@BOOK.check("zones-shared", "A zone shared by two sides", "R-186 G-26")
def zones_shared(look: SetUp) -> Drafts:
    """Where two sides may set up in the same hex, the side that sets up first takes it from the other."""
    open_to: dict[int, frozenset[int]] = defaultdict(frozenset)
    fixed: dict[int, frozenset[int]] = defaultdict(frozenset)
    first: dict[int, Counter] = {}
    for unit in look.units:
        if unit.kind.troops and look.fixed(unit) is not None:
            fixed[unit.side] |= {unit.hex}
        elif unit.kind.troops and not unit.turn:
            open_to[unit.side] |= look.spots(unit)
            first.setdefault(unit.side, unit)
    for a, b in combinations(sorted({*open_to, *fixed}), 2):
        shared = look.at(sorted((open_to[a] & (open_to[b] | fixed[b])) | (open_to[b] & fixed[a])))
        if shared:
            yield warning(
                look.line(first[b] if b in first else first[a]).where,
                f"{look.side_names[a]} and {look.side_names[b]} may both set up in {listed(shared)}.",
                "Give each side different hexes.",
                places=shared,
            )


@BOOK.check("friend-side", "A friend who is an enemy", "G-26")
def friend_is_enemy(look: SetUp) -> Drafts:
    """A counter can be stacked only with a friend."""
    for line, units in look.lines:
        name = line.force.stacked_with
        if name is None or deploy.companion(look.state, units[0], name) is not None:
            continue
        enemies = [u for u in look.units if name in (u.name, u.kind.entry) and u.side != units[0].side]
        if enemies and line.force.side not in look.unknown:
            yield warning(
                line.at("stacked_with"),
                f"{name} belongs to {look.side_names[enemies[0].side]}: {look.called(units[0])} cannot share his hex.",
            )


@BOOK.check("set-up-order", "Who sets up first", "R-186", settled_by=("R-186",))
def order(look: SetUp) -> Drafts:
    """Where both sides choose their hexes, it matters who sets up first: by default, the side listed first."""
    if look.scenario.scenario.first_to_set_up is not None:
        return
    free = [unit for unit in look.units if unit.kind.troops and not unit.turn and _choice(look, unit)]
    sides = sorted({unit.side for unit in free})
    if len(sides) < 2 or not look.state.placing:
        return
    first = look.side_names[look.units[look.state.placing[0]].side]
    numbers = {look.side_names[side]: several(sum(unit.side == side for unit in free), "unit") for side in sides}
    working = "; ".join(f"{name}: {units} to place" for name, units in numbers.items())
    yield Draft(
        Severity.WARNING if look.printed else Severity.NOTE,
        look.where("scenario", "id"),
        f"{listed(list(numbers))} choose their hexes, and the scenario does not say who sets up first.",
        "" if look.printed else "Add first_to_set_up.",
        working=f"{working}; {first} would be first, being listed first",
    )


def _choice(look: SetUp, unit: Counter) -> bool:
    """Whether there are several hexes for a unit, or in a set-up as printed none that is named."""
    spots = look.spots(unit)
    return len(spots) > 1 or (look.printed and not spots)


@BOOK.check("hex-twice", "The same hex twice", "R-16")
def hex_twice(look: SetUp) -> Drafts:
    """A hex listed twice counts once."""
    lists: list[tuple[Sequence[str], str, Callable[..., Where]]] = []
    for index, zone in enumerate(look.whole.scenario.zones):
        lists.append((zone.hexes, f"the zone {zone.id}", partial(look.where, "zones", index)))
    lists += [(line.force.hexes, f"the hexes of {line.unit.name}", line.at) for line in look.whole.lines]
    for hexes, label, at in lists:
        for number, name in enumerate(hexes):
            if name in hexes[:number]:
                message = f"{name} is listed twice in {label}; it counts once."
                yield warning(at("hexes", number), message, places=(name,))


@BOOK.check("leader-twice", "Two leaders with one name", "R-182")
def leader_twice(look: SetUp) -> Drafts:
    """Formations and conditions of victory name their leaders, so one name can mean one leader only."""
    leader_names: set[str] = set()
    for line, leaders in look.by_line(unit for unit in look.units if unit.kind.leader and look.force(unit).name):
        name = line.force.name or ""
        if name in leader_names or len(leaders) > 1:
            yield error(line.at("name"), f"there are two leaders called {name}.", "Give one of them another name.")
        leader_names.add(name)


@BOOK.check(
    "place-none",
    "No place",
    "R-178 R-205",
    text="Every counter needs a hex or a zone to be set up in.",
    settled_by=("R-178", "R-179", "R-205"),
)
@BOOK.check("place-open", "A place left open", "R-162 R-175 R-205")
def places(look: SetUp) -> Drafts:
    """If the text does not give a counter's hex, it may be any hex of its formation."""
    nowhere: dict[int, list[tuple[Line, list[Counter]]]] = defaultdict(list)
    # in a scenario that is to be played that is a fault of its own
    for line, units in look.lines if look.printed else ():
        unit = units[0]
        if look.spots(unit):
            continue
        brothers = [u for u in look.units if unit.formation and u.formation == unit.formation]
        hexes = look.at(h for brother in brothers for h in sorted(look.spots(brother)))
        if not hexes:
            nowhere[unit.side].append((line, units))
            continue
        rule, has, his = ("R-162", "has", "his") if unit.kind.leader else ("R-175", "have", "their")
        yield warning(
            line.where,
            f"{look.called(unit)} {has} no hex: {listed(hexes, 'or')} are possible, the hexes of {his} formation.",
            check="place-open",
            rule=rule,
            places=hexes,
            rulings=(rule,),
        )
    for side, lines in sorted(nowhere.items()):
        yield error(
            lines[0][0].where,
            f"{look.side_names[side]}: no hex and no zone for {listed([_count(look, units) for _, units in lines])}.",
        )


def _comes_into_question(look: SetUp, leader: Counter) -> bool:
    """Whether units of his formation are set up nowhere that is named, so that they may be with him."""
    return leader.formation != "" and any(
        u.formation == leader.formation and u.kind.troops and not u.turn and not look.spots(u) for u in look.units
    )


def _count(look: SetUp, units: list[Counter]) -> str:
    called = look.called(units[0])
    if len(units) == 1:
        return called
    return f"{len(units)} × {called}" if units[0].kind.leader else f"{len(units)} {called}"


@BOOK.check(
    "bank",
    "Units in water",
    "R-69 G-25",
    text="A unit in a river or stream is on one bank: in combat it counts as on land.",
    settled_by=("R-69", "G-25"),
)
@BOOK.check("bank-none", "In water without a bank", "R-69 R-79", settled_by=("R-69", "G-25"))
def banks(look: SetUp) -> Drafts:
    """A unit with no bank given fights in the water, on the worst row of the table."""
    noted: list[tuple[Line, int]] = []
    for line, units in look.lines:
        unit, h = units[0], look.fixed(units[0])
        if h is None or h not in look.ground.water or unit.kind.engine:
            continue
        if line.force.bank is not None:
            noted.append((line, h))
            continue
        bank = _near_bank(look, unit, h)
        yield warning(
            line.at("hexes", 0),
            f"{look.called(unit)} is set up in the water of {look.names[h]} without a bank.",
            f"Add bank: {bank}.",
            check="bank-none",
            places=look.at([h]),
            named=[line.force.rules],
            mend=added(line.at("side"), line.force.side, "bank", bank, "the bank its friends are on"),
        )
    if noted:
        bank_text = ", ".join(f"{look.names[h]} {(line.force.bank or '')[0].upper()}" for line, h in noted)
        yield note(
            noted[0][0].at("bank"),
            "units in river hexes, each with its bank.",
            places=look.at(h for _, h in noted),
            working=f"bank given: {bank_text}",
            named=[line.force.rules for line, _ in noted],
        )


def _near_bank(look: SetUp, unit: Counter, h: int) -> str:
    """The side of the water on which most friends are near."""
    ground = look.ground
    row = ground.distances(h)

    def weight(bank: str) -> float:
        land = deploy.bank_side(look.state, h, bank)
        if land < 0:
            return -1.0
        friends = (u for u in look.units if u.side == unit.side and u is not unit and look.fixed(u) is not None)
        return sum(1 / row[u.hex] for u in friends if ground.bank[u.hex] == land and row[u.hex])

    return max(COMPASS, key=weight)


@BOOK.check("engine-ground", "An engine on forbidden ground", "R-46", settled_by=("R-46",))
def engine_ground(look: SetUp) -> Drafts:
    """Engines cannot enter woods or water, except over a permanent bridge."""
    for line, units in look.lines:
        unit = units[0]
        spots = look.spots(unit)
        if unit.kind.engine and spots and all(look.ground.bars_engines[h] for h in spots):
            h = min(spots)
            yield error(
                line.where,
                f"no engine can be brought into {listed(look.at(sorted(spots)))}: {look.ground.terrain[h]}.",
                places=look.at(sorted(spots)),
                named=[line.force.rules],
            )


@BOOK.check("ground-slow", "Ground that a unit can barely enter", "R-64 R-66 G-24")
def ground_slow(look: SetUp) -> Drafts:
    """A unit with fewer points than any step costs moves one hex a turn."""
    state = look.state.copy()
    for line, units in look.lines:
        unit = state.units[units[0].id]
        if not unit.kind.troops or unit.turn:
            continue
        slow = []
        points = unit.kind.movement * look.ground.scale
        for h in sorted(look.spots(units[0])):
            unit.hex = h
            unit.bank = units[0].bank if look.fixed(units[0]) is not None else OFF
            if min((movement.step_cost(state, unit, h, n) for n in look.ground.next[h]), default=0) > points:
                slow.append(h)
        if slow:
            yield note(
                line.where,
                f"{look.called(unit)}, movement {unit.kind.movement}, "
                f"{'goes' if len(units) == 1 else 'go'} one hex a turn from {listed(look.at(slow))}.",
                rule="R-66",
                places=look.at(slow),
            )


@BOOK.check("on-objective", "Set up on an objective", "R-166 R-176")
def on_objective(look: SetUp) -> Drafts:
    """A unit that starts on a hex that decides the victory holds it before anybody has moved."""
    bridges = {crossing.bridge for crossing in look.scenario.crossings}
    objectives = {name for _, condition in conditions(look.scenario.victory, Holds) for name in condition.hexes}
    for line, units in look.lines:
        h = look.fixed(units[0])
        name = "" if h is None else look.names[h]
        if units[0].kind.troops and name in bridges | objectives:
            rule, label = ("R-166", "a bridge that is a victory hex") if name in bridges else ("R-176", "a victory hex")
            message = f"{look.called(units[0])} starts on {label}, {name}."
            yield note(line.at("hexes", 0), message, rule=rule, places=(name,))


@BOOK.check("in-zoc", "Set up next to the enemy", "A-22 R-11 R-13")
def in_zoc(look: SetUp) -> Drafts:
    """A unit that starts in an enemy zone of control may leave it freely, but must stop at the next."""
    for side in range(len(look.side_names)):
        zones = control.enemy_zones(look.state, side)
        standing = [unit for stack in look.standing.values() for unit in stack]
        inside = sorted((u for u in standing if u.side == side and u.kind.troops and zones[u.hex]), key=lambda u: u.id)
        if inside:
            break
    else:
        return
    zoned = list(dict.fromkeys(u.hex for u in look.units if u.side != side and control.has_zoc(u) and u.hex != OFF))
    near = {u.hex: look.at(n for n in zoned if n in look.ground.zoc_around[u.hex]) for u in inside}
    yield note(
        look.line(inside[0]).at("hexes", 0),
        f"{look.side_names[side]}: {several(len(inside), 'unit')} next to the enemy at the start.",
        rule="R-11",
        places=look.at(near),
        working="; ".join(f"{look.names[h]} next to {listed(names)}" for h, names in near.items()),
    )


@BOOK.check("face-down", "Who starts face down", "A-15 R-07 G-39")
def face_down(look: SetUp) -> Drafts:
    """Units with no enemy unit set up within the distance start face down."""
    troops = [unit for unit in look.units if unit.kind.troops and not unit.turn and look.spots(unit)]
    by_spots = look.by_spots(troops)
    farthest: dict[int, int] = {}
    for side, spots in by_spots:
        enemies = {h for enemy, theirs in by_spots if enemy != side for h in theirs}
        if enemies:
            nearest = min(look.ground.distances(a)[h] for a in spots for h in enemies)
            farthest[side] = max(farthest.get(side, 0), nearest)
    if not farthest:
        return
    down = starts_face_down(list(by_spots), partial(deploy.in_sight, look.setting))
    hidden = [unit for units, hides in zip(by_spots.values(), down, strict=True) if hides for unit in units]
    message = f"{len(hidden)} of {len(troops)} units start face down." if hidden else "nobody starts face down."
    far = ", ".join(f"{look.side_names[side]} {steps}" for side, steps in farthest.items())
    first = min(hidden or troops[:1], key=lambda unit: unit.id)
    yield note(
        look.line(first).where,
        message,
        rule="R-07",
        places=look.at(h for unit in hidden for h in sorted(look.spots(unit))),
        working=f"distance to the nearest enemy at most: {far}; limit {look.setting.figures.face_up_distance}",
    )


@BOOK.check("leader-alone", "A leader alone", "R-50 R-164 A-146", settled_by=("R-164", "R-50"))
def leader_alone(look: SetUp) -> Drafts:
    """A leader without a unit in his hex is killed by any melee."""
    for line, units in look.lines:
        unit = units[0]
        h = look.fixed(unit)
        if h is None or not unit.kind.leader or line.force.side in look.unknown:
            continue
        friends = [u for u in look.units if u.side == unit.side and u.kind.troops and not u.turn and look.spots(u)]
        if any(h in look.spots(friend) for friend in friends) or _comes_into_question(look, unit):
            continue
        row = look.ground.distances(h)
        near = min(friends, key=lambda u: min(row[s] for s in look.spots(u)), default=None)
        working = f"no friendly unit in {look.names[h]}"
        if near is not None:
            spot = min(look.spots(near), key=lambda s: (row[s], s))
            working += f"; nearest {look.names[spot]}, {how_far(row[spot])}"
        yield warning(
            line.at("hexes", 0),
            f"{look.called(unit)}, a {unit.kind.leader}, is alone and dies in any melee.",
            places=look.at([h]),
            working=working,
            named=[line.force.rules],
        )
