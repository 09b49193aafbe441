"""Formations: connected, large enough, with a captain in reach; units that nobody leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ibbprint.catalogue.mending import Mend, added
from ibbprint.engine.checkbook import Draft, Drafts, error, fine, note, warning
from ibbprint.phrases import listed
from ibbprint.problems import Severity
from ibbprint.systems.ibb.models.scenarios import Formation
from ibbprint.systems.ibb.rules import orders
from ibbprint.systems.ibb.rules.ground import OFF
from ibbprint.systems.ibb.rules.state import Counter
from ibbprint.systems.ibb.setup_checks.set_up import Chapter, SetUp, several

BOOK = Chapter()
CAPTAIN_RULES = ("R-161", "R-163", "R-172", "R-181", "R-49")


class Stage(NamedTuple):
    """The movement of a formation from some turn on, and the units that set its pace where others are faster."""

    points: int
    slow: list[Counter]


def captain_of(look: SetUp, formation: Formation) -> Counter | None:
    """The leader that a formation names, else a captain who is put into it."""
    side = look.number(formation.side) if formation.side in look.setting.sides else -1
    namesakes = [u for u in look.units if u.kind.leader and u.name == formation.captain and formation.captain]
    inside = [u for u in look.units if u.kind.leader == "captain" and u.formation == formation.id]
    counters = [u for u in namesakes if u.side == side] or namesakes or (inside if formation.captain is None else [])
    return counters[0] if counters else None


def hexes(look: SetUp, units: Iterable[Counter]) -> list[int]:
    """The hexes of those who have no choice; of nobody else."""
    return [u.hex for u in units if look.fixed(u) is not None]


def _touch(look: SetUp, a: Iterable[int], b: frozenset[int]) -> bool:
    """Whether two sets of hexes share one or have neighbours (R-20)."""
    return any(h in b or any(n in b for n in look.ground.next[h]) for h in a)


def connected(look: SetUp, units: Sequence[Counter]) -> bool:
    """Whether the units can stand connected: some connected part of their hexes is open to all of them (R-51)."""
    if len(units) < 2:
        return True
    spots = {frozenset(look.spots(u)) for u in units}
    grid = look.battle.map.grid if look.battle.map is not None else None
    assert grid is not None
    hexes = {look.names[h] for open_hexes in spots for h in open_hexes}
    return any(
        all(group & {look.names[h] for h in open_hexes} for open_hexes in spots) for group in grid.connected(hexes)
    )


class Ranks(NamedTuple):
    """A formation of the set-up: its units, those of them who start on the map, and its captain."""

    formation: Formation
    units: list[Counter]
    starting: list[Counter]
    captain: Counter | None
    unread: bool
    """Whether the captain may stand in a line that could not be read, or is not there, which has been told."""

    @property
    def leaderless(self) -> bool:
        return self.captain is None and not self.unread


def _formations(look: SetUp) -> Iterator[Ranks]:
    for formation in look.scenario.formations:
        units = [u for u in look.units if u.formation == formation.id and look.regular(u)]
        captain = captain_of(look, formation)
        unknown = formation.side in look.unknown
        if formation.side in look.setting.sides and (units or not (captain is not None or unknown)):
            starting = [u for u in units if not u.turn and look.spots(u)]
            unread = unknown or (formation.captain is not None and captain is None)
            yield Ranks(formation, units, starting, captain, unread)


@BOOK.check("formation-small", "A formation of one", "A-10 R-48", settled_by=("R-48", "R-161"))
def small(look: SetUp) -> Drafts:
    """A formation has two units or more."""
    for formation, units, starting, captain, _ in _formations(look):
        # Those whose place is in doubt are counted: what is wrong with it is told by itself.
        number = len([u for u in units if not u.turn]) + len(_joining(look, starting, captain))
        if starting and number < 2 and formation.side not in look.unknown:
            later = [u.turn for u in units if u.turn]
            until = f" until turn {min(later)}" if later else ""
            unit = look.called(starting[0])
            yield warning(
                look.formation_where(formation.id, "id"),
                f"the formation {formation.name} is one unit{until}: {unit}.",
                rule="R-48",
                places=look.at(hexes(look, starting[:1])),
                working=f"{formation.name} = {unit} alone{until}",
                named=[formation.rules],
            )


@BOOK.check(
    "formation-apart", "A formation that is not connected", "A-66 R-20 R-51", settled_by=("R-163", "R-49", "R-51")
)
@BOOK.check("formation-chain", "A formation that is connected", "A-66 R-20 R-51")
def shape(look: SetUp) -> Drafts:
    """The units of a formation are in one hex or in adjacent hexes."""
    for ranks in _formations(look):
        formation, starting = ranks.formation, ranks.starting
        if not connected(look, starting):
            alone = ", and no captain leads it" if ranks.leaderless else ""
            yield Draft(
                look.grave,
                look.formation_where(formation.id, "id"),
                f"the units of {formation.name} are not next to each other{alone}.",
                rule="R-51",
                places=look.at(hexes(look, starting)),
                working=_apart(look, starting),
                named=[formation.rules],
            )
        elif len(starting) > 1 and not ranks.leaderless:
            yield from _chain(look, ranks)


def _chain(look: SetUp, ranks: Ranks) -> Drafts:
    """Findings on chains of adjacent units, also where all is in order."""
    _, _, units, captain, _ = ranks
    fixed = list(dict.fromkeys(hexes(look, units)))
    if len(fixed) < 2 or len(hexes(look, units)) < len(units):
        return
    head = captain.hex if captain is not None and look.fixed(captain) is not None else -1
    apart_from_head = [h for h in fixed if h != head]
    chain = apart_from_head if len(apart_from_head) > 1 else fixed
    names, parts = look.names, ["connected"]
    if all(look.ground.distance(a, b) == 1 for a, b in pairwise(chain)):
        parts = [("chain " if len(chain) > 2 else "") + "-".join(names[h] for h in chain) + " adjacent"]
    if head in fixed and len(apart_from_head) > 1 and all(look.ground.distance(h, head) == 1 for h in apart_from_head):
        stacked = [look.called(u) for u in units if u.hex == head] + ([captain.name] if captain else [])
        parts.append(f"each adjacent to {names[head]} ({', '.join(stacked)})")
    yield fine(
        look.formation_where(ranks.formation.id, "id"),
        f"the units of {ranks.formation.name} are connected.",
        check="formation-chain",
        rule="R-51",
        places=look.at(chain),
        working="; ".join(parts),
    )


def _apart(look: SetUp, units: Sequence[Counter]) -> str:
    fixed = list(dict.fromkeys(hexes(look, units)))
    if len(fixed) < 2:
        return "no row of neighbouring hexes is open to all of them"
    items = []
    for a, b in pairwise(fixed):
        far = look.ground.distance(a, b)
        if far > 1:
            names = look.battle.map.grid.on_shortest_lines(look.names[a], look.names[b]) if look.battle.map else ()
            water = any(look.ground.index[name] in look.ground.wet for name in names)
            items.append(f"{look.names[a]} to {look.names[b]}: distance {far}{', water between' if water else ''}")
    return "; ".join(items)


@BOOK.check("formation-pace", "A formation held back by its slowest units", "A-70 R-52")
def pace(look: SetUp) -> Drafts:
    """No unit of a formation moves farther than its slowest unit may."""
    for formation in look.scenario.formations:
        units = [u for u in look.units if u.formation == formation.id and look.regular(u) and u.captain != OFF]
        stages = _stages(look, units)
        changes = [turn for before, turn in pairwise([0, *stages]) if stages.get(before) != stages[turn]]
        mixed = [turn for turn in changes if stages[turn].slow]
        if not mixed:
            continue
        stretches: list[str] = []
        for turn in changes:
            stage = stages[turn]
            when, points = f"from turn {turn}" if turn > 1 else "", f"at {stage.points}"
            slowest = listed(list(dict.fromkeys(look.called(u) for u in stage.slow)))
            words = " ".join(filter(None, (when, points) if stretches else (points, when)))
            stretches.append(words + (f", the pace of {slowest}" if stage.slow else ""))
        movement = {look.called(u): u.kind.movement for u in units}
        yield note(
            look.formation_where(formation.id, "id"),
            f"{formation.name} moves {'; '.join(stretches)}.",
            rule="R-52",
            places=look.at(hexes(look, stages[mixed[-1]].slow)),
            working=f"movement: {', '.join(f'{name} {points}' for name, points in movement.items())}",
        )


def _stages(look: SetUp, units: Sequence[Counter]) -> dict[int, Stage]:
    """The movement of the units of a formation with a captain, for each turn in which some of them arrive."""
    stages: dict[int, Stage] = {}
    for turn in sorted({max(u.turn, 1) for u in units}):
        arrived = [u for u in units if u.turn <= turn]
        allowed = {look.allowance(u, turn) for u in arrived}
        held_back = [u for u in arrived if u.kind.movement > look.allowance(u, turn)]
        slow = [u for u in arrived if u.kind.movement in allowed]
        stages[turn] = Stage(min(allowed), slow if held_back else [])
    return stages


@BOOK.check("zone-parts", "A zone in several parts", "A-66 R-51 R-170", settled_by=("R-170",))
def parted(look: SetUp) -> Drafts:
    """The units of a formation must be connected, so they can use only one part of a zone whose hexes are not."""
    assert look.battle.map is not None
    users: dict[str, dict[str, Counter]] = defaultdict(dict)
    for unit in look.units:
        name = look.force(unit).zone
        if name and unit.formation and look.regular(unit) and not unit.turn and len(look.spots(unit)) > 1:
            users[name].setdefault(unit.formation, unit)
    for zone in look.scenario.zones:
        parts = [sorted(part) for part in look.battle.map.grid.connected(zone.hexes)]
        inside = users.get(zone.id, {})
        if not inside or len(parts) <= len(inside):
            continue
        names = listed([f.name for f in look.scenario.formations if f.id in inside])
        yield Draft(
            Severity.WARNING if look.printed else Severity.NOTE,
            look.line(next(iter(inside.values()))).at("zone"),
            f"the zone {zone.id} is in {len(parts)} parts, and {names} can use only "
            f"{'one' if len(inside) == 1 else len(inside)} of them: the units of a formation must be connected.",
            rule="R-51",
            places=sorted(zone.hexes),
            working="; ".join("-".join(part) for part in sorted(parts)),
            named=[look.force(unit).rules for unit in inside.values()],
        )


@BOOK.check("formation-captain", "A formation without a captain", "A-54 R-49", settled_by=CAPTAIN_RULES)
def captainless(look: SetUp) -> Drafts:
    """Only a captain can order a formation."""
    for ranks in _formations(look):
        formation, units, starting = ranks.formation, ranks.units, ranks.starting
        if ranks.leaderless and units and connected(look, starting):
            yield Draft(
                look.grave,
                look.formation_where(formation.id, "id"),
                f"no captain leads {formation.name}.",
                rule="R-49",
                places=look.at(hexes(look, starting)),
                working=several(len(units), "unit") + " without orders",
                named=[formation.rules],
                mend=_give_captain(look, formation),
            )


def _give_captain(look: SetUp, formation: Formation) -> Mend | None:
    """The one captain of the side who has no formation, if there is just one."""
    assigned = {f.captain for f in look.scenario.formations}
    free = [
        u
        for u in look.units
        if u.kind.leader == "captain"
        and u.side == look.number(formation.side)
        and not u.formation
        and look.force(u).name
        and u.name not in assigned
    ]
    if len(free) != 1:
        return None
    where, name = look.formation_where(formation.id, "side"), free[0].name
    return added(where, formation.side, "captain", name, f"{name} has no formation yet")


@BOOK.check(
    "captain-kind",
    "A leader who cannot be a captain",
    "A-13 A-54",
    text="A formation is led by a captain of the same side; wizards and priests act by themselves.",
)
@BOOK.check("captain-shared", "One captain for two formations", "R-62", settled_by=("R-62", "R-181"))
def captains(look: SetUp) -> Drafts:
    """A captain is drawn once a turn, and has one formation."""
    formation_of: dict[str, str] = {}
    for formation in look.scenario.formations:
        captain = captain_of(look, formation)
        if captain is None or formation.captain is None or formation.side not in look.setting.sides:
            continue
        where = look.formation_where(formation.id, "captain")
        if captain.kind.leader != "captain":
            message = f"{captain.name} is a {captain.kind.leader}: only a captain leads a formation."
            yield error(where, message)
        elif captain.side != look.number(formation.side):
            owner = look.side_names[captain.side]
            message = f"{captain.name} belongs to {owner}, the formation {formation.id} does not."
            yield error(where, message, rule="A-54")
        elif formation.captain in formation_of:
            yield warning(
                where,
                f"{captain.name} leads {formation_of[formation.captain]} already; he can lead only one formation.",
                check="captain-shared",
                named=[formation.rules],
            )
        else:
            formation_of[formation.captain] = formation.id


@BOOK.check("captain-far", "A captain out of reach", "A-10 R-49 R-205", settled_by=("R-205", "R-163"))
def captain_far(look: SetUp) -> Drafts:
    """A captain is with his formation or next to it."""
    for formation, _, starting, captain, _ in _formations(look):
        if captain is None or captain.side != look.number(formation.side) or captain.turn:
            continue
        mine = look.spots(captain)
        theirs = frozenset(h for u in starting for h in look.spots(u))
        if mine and theirs and not _touch(look, mine, theirs):
            distance = min(look.ground.distance(a, b) for a in mine for b in theirs)
            yield warning(
                look.line(captain).where,
                f"{captain.name} is not with {formation.name} nor next to it.",
                places=look.at(sorted(mine)),
                working=f"nearest unit of the formation {distance} hexes away",
                named=[look.force(captain).rules],
            )


# --- who has no captain -----------------------------------------------------------------------------------------


def _unassigned(look: SetUp) -> list[Counter]:
    formations = {formation.id for formation in look.scenario.formations}
    return [
        u
        for u in look.units
        if look.regular(u)
        and not u.turn
        and u.formation not in formations
        and look.spots(u)
        and look.setting.sides[u.side] not in look.unknown
    ]


def _groups(look: SetUp, units: Sequence[Counter]) -> list[list[Counter]]:
    """The units of each side in groups: those who are connected, one through the other."""
    grouped = look.by_spots(units)
    remaining = list(grouped)
    groups = []
    while remaining:
        edge = [remaining.pop(0)]
        group = list(edge)
        while edge:
            side, spots = edge.pop()
            near = [key for key in remaining if key[0] == side and _touch(look, key[1], spots)]
            remaining = [key for key in remaining if key not in near]
            group += near
            edge += near
        groups.append(sorted((u for key in group for u in grouped[key]), key=lambda u: u.id))
    return groups


def _reached_by(look: SetUp, group: Sequence[Counter], heads: Sequence[Counter]) -> bool:
    """Whether some of a group can stand with some of the heads, or next to them."""
    ours, theirs = {look.spots(u) for u in group}, {look.spots(u) for u in heads}
    return any(_touch(look, a, b) for a in ours for b in theirs)


def _joining(look: SetUp, units: Sequence[Counter], captain: Counter | None) -> list[Counter]:
    """Unassigned units that a captain's formation takes in, being connected to it (R-49)."""
    if captain is None:
        return []
    heads = [*units, captain] if look.spots(captain) else list(units)
    free = [u for u in _unassigned(look) if u.side == captain.side]
    return [u for group in _groups(look, free) if _reached_by(look, group, heads) for u in group]


@BOOK.check("no-captain", "Units without a captain", "R-49 R-161", settled_by=CAPTAIN_RULES)
def no_captain(look: SetUp) -> Drafts:
    """Every regular unit needs a captain's orders to act; unassigned ones join a formation next to them."""
    for group in _groups(look, _unassigned(look)):
        near = captains_near(look, group)
        items = [several(len(group), "unit")]
        for captain, name, _ in near:
            chance = orders.captains_roll(look.state.setting, captain.kind.rating).chance
            items.append(
                f"connected to {name}, so R-49 gives them to {captain.name}; rating {captain.kind.rating} orders them "
                f"{_times(chance)}"
            )
        if not near:
            items.append("connected to no captain’s formation: they can defend, not act")
        yield Draft(
            look.grave,
            look.line(group[0]).where,
            f"no captain for {listed(list(dict.fromkeys(look.called(u) for u in group)))}.",
            places=look.at(hexes(look, group)),
            working="; ".join(items),
            named=[look.force(u).rules for u in group],
            mend=_join(look, group, near),
        )


def _join(look: SetUp, group: Sequence[Counter], near: Sequence[tuple[Counter, str, str]]) -> Mend | None:
    """The formation of the only captain near, for a unit by itself."""
    if len(near) != 1 or len(group) != 1 or not near[0][2]:
        return None
    ((captain, _, formation),) = near
    where, side = look.line(group[0]).at("side"), look.force(group[0]).side
    return added(where, side, "formation", formation, f"next to the formation of {captain.name}")


def captains_near(look: SetUp, group: Sequence[Counter]) -> list[tuple[Counter, str, str]]:
    """The captains to whose formation, or to whom, the group is connected; the formation's name and id."""
    result = []
    led: dict[int, Formation] = {}
    for formation in look.scenario.formations:
        captain = captain_of(look, formation)
        if captain is not None:
            led.setdefault(captain.id, formation)
    for captain in look.units:
        if captain.kind.leader != "captain" or captain.side != group[0].side or captain.turn:
            continue
        mine = led.get(captain.id)
        members = [u for u in look.units if mine and u.formation == mine.id and u.kind.troops and not u.turn]
        heads = [u for u in (*members, captain) if look.spots(u)]
        if _reached_by(look, group, heads):
            result.append((captain, mine.name if mine else captain.name, mine.id if mine else ""))
    return result


def _times(chance: Fraction) -> str:
    numbers = ("no", "one", "two", "three", "four", "five", "six")
    if chance == 1:
        return "every time"
    return f"{numbers[chance.numerator]} time{'s' if chance.numerator != 1 else ''} in {numbers[chance.denominator]}"


# --- engines ----------------------------------------------------------------------------------------------------
