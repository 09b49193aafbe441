"""Engineers and what they work at, their engines, and dragoons who change between horse and foot."""

from __future__ import annotations

import json
import random
from collections import Counter as Count
from fractions import Fraction
from functools import cache

import pytest

from ibbprint.dice import SeededDice, chances
from ibbprint.engine.state import Action
from ibbprint.systems.ibb.rules import (
    attacks,
    charge,
    combat,
    control,
    engines,
    morale,
    ordered_moves,
    orders,
    turn,
    works,
)
from ibbprint.systems.ibb.rules.counters import Setting
from ibbprint.systems.ibb.rules.ground import FORBIDDEN, OFF
from ibbprint.systems.ibb.rules.state import Activation, State
from tests.helpers import SOAK
from tests.ibb_table import Table, battle

ENGINEERS = {"side": "reds", "unit": "engineers-q3"}
FOE = {"side": "blues", "unit": "light-infantry-q3", "hexes": ["0101"]}


def table(*lines: dict[str, object], throws: tuple[int, ...] = (), turns: int = 20) -> Table:
    """Engineers R1 in 1014, an enemy far away, and whoever else is asked for."""
    return Table(_setting(json.dumps([{**ENGINEERS, "hexes": ["1014"]}, FOE, *lines]), turns), *throws)


@cache
def _setting(forces: str, turns: int) -> Setting:
    return battle(json.loads(forces), turns=turns)


def pass_turns(t: Table, number: int = 1) -> None:
    """End phases, as far as works go."""
    for _ in range(number):
        works.end_phase(t.state)
        t.state.activation = None
        t.state.turn += 1


def petards(t: Table, number: int, side: int = 0) -> None:
    t.state.petards[side] = number


def ready_to_blow(*throws: int, at: str = "1013", lines: tuple[dict[str, object], ...] = ()) -> Table:
    """Engineers who have been with a petard at a structure for a turn, and are drawn."""
    t = table(*lines, throws=throws)
    t.put("R1", at)
    petards(t, 1)
    t.state.turn = 2
    t.activate("R1")
    return t


# --- forts ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-97", "R-103", "A-121")
def test_a_fort_takes_two_quiet_turns_and_seven_for_its_second_level() -> None:
    """Level 1 stands after the second quiet End phase and level 2 after the seventh, neither a turn sooner."""
    t = table()
    t.activate("R1")
    t.do("dig R1")
    h = t.hex("1014")
    results = []
    for _ in range(8):
        pass_turns(t)
        results.append(t.state.forts.get(h, 0))
    assert results == [0, 1, 1, 1, 1, 1, 2, 2]
    assert [e["level"] for e in t.told("fort")] == [1, 2]
    assert t.at("R1").works == works.NOTHING


@pytest.mark.rule("A-97", "A-121", "R-103")
def test_forts_are_dug_in_a_real_game() -> None:
    """Engineers who are set to dig in turn 1 of a game and left alone have level 1 at the start of turn 3."""
    t = table(throws=())
    t.state.dice = SeededDice(1)
    t.activate("R1")
    t.do("dig R1", "end")
    while t.state.turn < 3:
        t.do("end")
    assert t.state.forts == {t.hex("1014"): 1}


@pytest.mark.rule("A-97")
def test_a_turn_of_moving_or_fighting_is_no_turn_of_digging() -> None:
    """The turn in which engineers come, attack or rally does not count, and whoever leaves begins anew."""
    t = table()
    t.activate("R1")
    t.do("move R1 1014-1015", "dig R1")
    pass_turns(t)
    unit = t.at("R1")
    assert unit.works == ("fort", t.hex("1015"), 0)
    pass_turns(t)
    assert unit.works[2] == 1
    unit.attacked = unit.fought = t.state.turn
    pass_turns(t)
    assert unit.works[2] == 1
    unit.rallying = t.state.turn
    pass_turns(t)
    assert unit.works[2] == 1
    t.activate("R1")
    t.do("move R1 1015-1014")
    assert unit.works == works.NOTHING


@pytest.mark.rule("A-97")
def test_a_routed_engineer_leaves_his_work() -> None:
    """Who has run from the hex has no work left."""
    t = table()
    t.activate("R1")
    t.do("dig R1")
    t.at("R1").ran = 1
    pass_turns(t)
    assert t.at("R1").works == works.NOTHING


@pytest.mark.rule("A-97")
def test_serving_an_engine_is_no_digging() -> None:
    """A turn in which the engine of the hex fired or supported does not count for the fort."""
    t = table({"side": "reds", "unit": "bombard", "hexes": ["1014"]})
    t.activate("R1")
    t.do("dig R1")
    t.at("R2").attacked = 1
    pass_turns(t, 2)
    assert t.at("R1").works[2] == 1


@pytest.mark.rule("A-100")
def test_a_turn_under_attack_is_no_turn_of_digging() -> None:
    """Engineers who were attacked before they were set to dig have no quiet turn from it."""
    t = table()
    t.at("R1").fought = 1
    t.activate("R1")
    t.do("dig R1")
    pass_turns(t)
    assert t.at("R1").works[2] == 0


@pytest.mark.rule("A-99", "R-105", "G-28")
@pytest.mark.parametrize("kind", ["melee", "fire", "bombard", "charge"])
def test_any_attack_starts_the_count_anew(kind: str) -> None:
    """After an attack that does nothing the count is 0, level 1 stays, and level 2 needs seven new turns."""
    t = table(throws=(4,))
    t.activate("R1")
    t.do("dig R1")
    pass_turns(t, 5)
    unit, h = t.at("R1"), t.hex("1014")
    foe = t.put("B1", "1013")
    combat.note(t.state, kind, [foe], [], [unit])
    assert unit.works == ("fort", h, 0)
    pass_turns(t, 1)
    assert t.state.forts[h] == 1
    assert unit.works[2] == 0
    pass_turns(t, 6)
    assert t.state.forts[h] == 1
    pass_turns(t, 1)
    assert t.state.forts[h] == 2


@pytest.mark.rule("A-99")
def test_a_spell_does_not_start_the_count_anew() -> None:
    """Only melee and missiles interrupt; a turn under a spell merely does not count."""
    t = table()
    t.activate("R1")
    t.do("dig R1")
    pass_turns(t)
    combat.note(t.state, "spell", [], [], [t.at("R1")])
    pass_turns(t)
    assert t.at("R1").works[2] == 1


@pytest.mark.rule("A-96", "A-120")
def test_no_fort_has_a_third_level() -> None:
    """Where level 2 stands nobody can dig; where level 1 stands he can."""
    t = table()
    t.state.forts[t.hex("1014")] = 1
    t.activate("R1")
    assert t.refusal("dig R1") == ""
    t.state.forts[t.hex("1014")] = 2
    assert t.refusal("dig R1") == "A-96"
    assert t.actions("dig") == []


@pytest.mark.rule("A-96")
def test_nobody_digs_in_water_or_on_a_bridge() -> None:
    """Trenches need earth."""
    t = table()
    t.activate("R1")
    for name in ("1708", "1707"):
        t.put("R1", name)
        assert t.refusal("dig R1") == "A-96"


@pytest.mark.rule("A-96")
def test_two_engineers_dig_no_faster_than_one() -> None:
    """Two groups' worth of engineers in one hex still need two turns."""
    t = table({**ENGINEERS, "hexes": ["1014"]})
    t.state.cup = [(t.at("R1").id, t.at("R2").id)]
    t.throws(1)
    orders.draw(t.state)
    t.do("dig R1", "dig R2")
    pass_turns(t)
    assert t.state.forts == {}
    pass_turns(t)
    assert t.state.forts == {t.hex("1014"): 1}


@pytest.mark.rule("A-96", "G-34")
def test_bought_forts_lie_where_the_list_puts_them() -> None:
    """Levels in the order of battle are laid one in each hex in turn, then a second one."""
    t = table({"side": "blues", "unit": "fort-level", "count": 3, "hexes": ["0513", "0514"]})
    assert t.state.forts == {t.hex("0513"): 2, t.hex("0514"): 1}


@pytest.mark.rule("A-41")
def test_only_engineers_dig_and_only_on_their_own_chit() -> None:
    """Infantry cannot; nor can engineers in a captain's activation."""
    t = table(
        {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["1014"]},
        {"side": "reds", "unit": "spearmen-q2", "hexes": ["1014"], "formation": "anna"},
    )
    t.activate("R2")
    assert t.refusal("dig R1") == "A-41"
    assert t.refusal("dig R3") == "A-41"
    assert t.actions("dig") == []


@pytest.mark.rule("A-114")
def test_rallying_engineers_do_nothing_else() -> None:
    """Engineers who declare a rally cannot be set to a work."""
    t = table()
    t.at("R1").disorganised = 0
    t.activate("R1")
    t.do("rally R1")
    assert t.refusal("dig R1") == "R-118"


@pytest.mark.rule("R-103")
def test_a_work_is_changed_once_a_turn() -> None:
    """Who digs is not set to dig again, nor to something else in the same turn."""
    t = table()
    t.put("R1", "1608")
    t.activate("R1")
    t.do("dig R1")
    assert t.refusal("dig R1") == "R-103"
    assert t.refusal("bridge R1 -> 1708") == "R-103"
    pass_turns(t)
    t.activate("R1")
    assert t.refusal("bridge R1 -> 1708") == ""


@pytest.mark.rule("A-98", "R-104", "G-19")
@pytest.mark.parametrize(
    ("kind", "level", "die", "shift"),
    [
        ("melee", 1, 1, 0),
        ("mounted", 1, 1, 0),
        ("fire", 1, 2, 0),
        ("bombard", 1, 2, 0),
        ("opportunity", 1, 2, 0),
        ("spell", 1, 0, 0),
        ("melee", 2, 1, -1),
        ("fire", 2, 2, -1),
        ("spell", 2, 0, -1),
    ],
)
def test_what_a_fort_is_worth(kind: str, level: int, die: int, shift: int) -> None:
    """+1 hand to hand, +2 against fire and bombards, nothing against spells; level 2 shifts against everything."""
    t = table()
    foe = t.put("B1", "1013")
    t.state.forts[t.hex("1014")] = level
    scene = combat.scene_at(t.state, t.hex("1014"), 1, kind, [foe])
    fight = combat.weigh(t.setting, kind, [foe], [], [t.at("R1")], scene, 1, 3)
    assert (fight.die, fight.shift) == (die, shift)


# --- pontoon bridges --------------------------------------------------------------------------------------------

CAPTAIN = {"side": "reds", "unit": "captain-4", "name": "Anna", "hexes": ["1608"]}
SPEARS = {"side": "reds", "unit": "spearmen-q2", "count": 2, "hexes": ["1608"], "formation": "anna"}


def builders(*lines: dict[str, object]) -> Table:
    """Engineers R1 at the stream in 1608, set to bridge 1708; captain and spearmen in their hex unless told else."""
    t = table(*(lines or (CAPTAIN, SPEARS)))
    t.put("R1", "1608")
    t.activate("R1")
    t.do("bridge R1 -> 1708")
    return t


@pytest.mark.rule("A-106", "R-112")
def test_a_pontoon_takes_ten_turns_in_a_row() -> None:
    """Nine turns are not enough, ten are; then the hex is a bridge that carries zones of control."""
    t = builders()
    h = t.hex("1708")
    pass_turns(t, 9)
    assert h in t.state.ground.water
    pass_turns(t)
    assert t.state.ground.changes.pontoons == {h}
    assert h not in t.state.ground.water
    assert t.state.ground.carries_zoc[h]
    assert t.state.ground.row[h] == "clear"
    assert t.at("R1").works == works.NOTHING


@pytest.mark.rule("A-106")
@pytest.mark.parametrize("gone", ["R2", "R3"])
def test_a_pontoon_needs_a_captain_and_two_infantry_every_turn(gone: str) -> None:
    """A turn without the captain, or with one unit of infantry, starts the ten anew."""
    t = builders()
    pass_turns(t, 9)
    t.put(gone, "1508")
    pass_turns(t)
    assert t.at("R1").works == ("pontoon", t.hex("1708"), 0)
    t.put(gone, "1608")
    pass_turns(t, 9)
    assert not t.state.ground.changes.pontoons
    pass_turns(t)
    assert t.state.ground.changes.pontoons


@pytest.mark.rule("R-111")
@pytest.mark.parametrize(("unit", "count"), [("spearmen-q2", 1), ("light-infantry-q2", 0)])
def test_the_builders_of_a_pontoon_keep_to_the_stacking_limit(unit: str, count: int) -> None:
    """The engineer counts: 2 + 2 + 1 points may build, 3 + 3 + 1 may not."""
    t = builders(CAPTAIN, {"side": "reds", "unit": unit, "count": 2, "hexes": ["1508"], "formation": "anna"})
    t.put("R3", "1608")
    t.put("R4", "1608")
    pass_turns(t)
    assert t.at("R1").works[2] == count


@pytest.mark.rule("A-107")
def test_building_goes_on_under_attack_but_not_in_disorder() -> None:
    """A fruitless attack costs a pontoon nothing; Disorganised engineers begin anew."""
    t = builders()
    pass_turns(t, 3)
    combat.note(t.state, "fire", [t.at("B1")], [], [t.at("R1")])
    pass_turns(t)
    assert t.at("R1").works[2] == 4
    t.at("R1").disorganised = t.state.turn
    pass_turns(t)
    assert t.at("R1").works[2] == 0


@pytest.mark.rule("A-106")
def test_a_pontoon_needs_woods_and_open_water(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused: water too far from woods, dry land, water not next to the engineers, a bridge."""
    t = table()
    near = t.setting.figures.pontoon_woods_distance
    t.put("R1", "1608")
    t.activate("R1")
    assert t.refusal("bridge R1 -> 1708") == ""
    assert t.actions("bridge") == ["bridge R1 -> 1708"]
    assert t.refusal("bridge R1 -> 1609") == "A-106"
    assert t.refusal("bridge R1 -> 1707") == "A-106"
    assert t.refusal("bridge R1 -> 1710") == "A-106"
    ground = t.state.ground
    woods = [h for h in range(ground.size) if ground.terrain[h] == "woods"]
    least = min(ground.distance(t.hex("1708"), h) for h in woods)
    assert least <= near
    for distance, rule in ((least, ""), (least - 1, "A-106")):
        monkeypatch.setattr(t.setting, "figures", t.setting.figures._replace(pontoon_woods_distance=distance))
        assert t.refusal("bridge R1 -> 1708") == rule
        assert bool(t.actions("bridge")) is not bool(rule)


@pytest.mark.rule("A-107", "R-46")
def test_all_but_engines_use_a_pontoon() -> None:
    """Engines cross permanent bridges only, are kept out of water and woods, and out of what is left of a bridge."""
    t = table({"side": "reds", "unit": "siege-engine", "hexes": ["1014"]})
    changes = t.state.ground.changes
    t.state.change_ground(changes._replace(pontoons=frozenset({t.hex("1708")})))
    ground = t.state.ground
    assert [ground.bars_engines[t.hex(name)] for name in ("1708", "1709", "1308", "1707", "1607")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert ground.costs(frozenset())[t.hex("1708")] < FORBIDDEN
    t.state.change_ground(changes._replace(rubble=frozenset({t.hex("1707"), t.hex("1013")})))
    assert t.state.ground.bars_engines[t.hex("1707")]
    assert not t.state.ground.bars_engines[t.hex("1013")]


# --- petards ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-105", "R-109")
def test_the_exact_chances_of_a_petard() -> None:
    """12 of 36 destroy, 4 of them with the engineers; 8 lose the engineers for nothing; 15 do nothing; 1 is a dud."""
    setting = battle([{**ENGINEERS, "hexes": ["1014"]}, FOE])
    odds = chances(lambda dice: works.petard_result(setting, dice.roll(6), dice.roll(6)).id)
    assert odds == {
        "both-go-up": Fraction(4, 36),
        "success": Fraction(8, 36),
        "engineer-lost": Fraction(8, 36),
        "nothing": Fraction(12, 36),
        "nothing-on-one": Fraction(3, 36),
        "dud": Fraction(1, 36),
    }
    destroyed = chances(lambda dice: works.petard_result(setting, dice.roll(6), dice.roll(6)).structure_destroyed)
    assert destroyed[True] == Fraction(12, 36)


@pytest.mark.rule("A-105", "A-108", "R-113", "A-118", "R-110")
def test_a_petard_that_works() -> None:
    """Engineer's 5 to owner's 4: rubble, the petard is spent, the engineers step back; the other side rolled."""
    t = ready_to_blow(5, 4)
    t.do("petard R1 -> 1013")
    assert t.told("petard")[0]["owner"] == "blues"
    assert t.state.ground.changes.rubble == {t.hex("1013")}
    assert t.state.petards == [0, 0]
    assert t.state.ground.terrain[t.hex("1013")] == "rubble"
    assert t.state.ground.distance(t.hex("1013"), t.hex("1014")) == 1
    back = t.actions("back")
    assert len(back) == 6
    t.do("back R1 1013-0912")
    assert t.where("R1") == "0912"
    assert t.at("R1").moved == 2
    assert t.refusal("move R1 0912-0812") == "G-46"


@pytest.mark.rule("A-105")
def test_engineers_step_back_out_of_enemy_zones() -> None:
    """Hexes next to an enemy, and with one in them, are no choice; the rubble is where they stay if there is none."""
    t = ready_to_blow(6, 1)
    t.put("B1", "1112")
    t.do("petard R1 -> 1013")
    assert t.actions("back") == ["back R1 1013-0912", "back R1 1013-0913", "back R1 1013-1014"]
    for second, end in (("0914", "0912"), ("0913", "1013")):
        t = ready_to_blow(6, 1, lines=({**FOE, "hexes": [second]},))
        t.put("B1", "1112")
        t.do("petard R1 -> 1013")
        assert t.where("R1") == end


@pytest.mark.rule("A-105", "R-110")
@pytest.mark.parametrize(("dice", "rubble"), [((5, 5), True), ((6, 6), True), ((4, 5), False), ((1, 6), False)])
def test_petards_that_cost_the_engineers(dice: tuple[int, int], rubble: bool) -> None:
    """Owner's 5 or 6: the engineers and the petard are gone, and the structure too if they also threw 5 or 6."""
    t = ready_to_blow(*dice)
    t.do("petard R1 -> 1013")
    assert t.where("R1") == ""
    assert bool(t.state.ground.changes.rubble) is rubble
    assert t.state.petards[0] == 0


@pytest.mark.rule("R-109", "G-14")
def test_nothing_happens_and_next_turn_it_may_be_tried_again() -> None:
    """Both dice 1 to 4, not both 1: petard and engineers are kept; no second try this turn, one in the next."""
    t = ready_to_blow(1, 2)
    t.do("petard R1 -> 1013")
    assert (t.state.petards[0], t.where("R1"), t.state.ground.changes.rubble) == (1, "1013", frozenset())
    assert t.refusal("petard R1 -> 1013") == "R-88"
    t.state.turn = 3
    t.activate("R1")
    assert t.actions("petard") == ["petard R1 -> 1013"]


@pytest.mark.rule("G-14")
def test_a_dud_of_turn_two_may_be_tried_again_in_turn_four() -> None:
    """Both dice 1: the petard is kept, and the next turn is left out."""
    t = ready_to_blow(1, 1)
    t.do("petard R1 -> 1013")
    assert t.state.petards[0] == 1
    t.state.turn = 3
    t.activate("R1")
    assert t.refusal("petard R1 -> 1013") == "G-14"
    assert t.actions("petard") == []
    t.state.turn = 4
    t.activate("R1")
    assert t.refusal("petard R1 -> 1013") == ""


@pytest.mark.rule("A-104", "R-110")
def test_engineers_must_have_been_with_the_petard_for_a_full_turn() -> None:
    """Not in turn 1, nor in the turn after a move, but in the turn after that; and not elsewhere than in their hex."""
    t = table()
    t.put("R1", "1013")
    petards(t, 1)
    t.activate("R1")
    assert t.refusal("petard R1 -> 1013") == "R-110"
    t.at("R1").moved = 3
    for number, rule in ((3, "R-110"), (4, "R-110"), (5, "")):
        t.state.turn = number
        t.activate("R1")
        assert t.refusal("petard R1 -> 1013") == rule
    t.put("R1", "1014")
    t.activate("R1")
    assert t.refusal("petard R1 -> 1013") == "A-104"


@pytest.mark.rule("A-104")
def test_no_petard_in_melee_but_under_fire() -> None:
    """Engineers who were shot at may; who took part in hand-to-hand fighting this turn may not."""
    t = ready_to_blow()
    combat.note(t.state, "fire", [t.at("B1")], [], [t.at("R1")])
    assert t.refusal("petard R1 -> 1013") == ""
    combat.note(t.state, "melee", [t.at("B1")], [], [t.at("R1")])
    assert t.refusal("petard R1 -> 1013") == "A-104"


@pytest.mark.rule("A-104")
def test_no_petard_without_a_petard() -> None:
    """The army has as many as its list says, and no more."""
    t = ready_to_blow()
    petards(t, 0)
    assert t.refusal("petard R1 -> 1013") == "A-104"
    assert t.actions("petard") == []


@pytest.mark.rule("A-119", "R-110")
def test_petards_are_for_structures_only() -> None:
    """In the open, with enemies all round, there is nothing to blow up."""
    t = ready_to_blow(at="1014")
    t.put("B1", "1015")
    assert t.refusal("petard R1 -> 1014") == "R-110"


@pytest.mark.rule("A-108", "R-113")
def test_what_stands_on_a_bridge_stays_in_its_rubble() -> None:
    """A bridge that falls leaves its troops in the rubble in the water; the road over it is cut."""
    t = ready_to_blow(6, 1, at="1707", lines=({"side": "reds", "unit": "spearmen-q2", "hexes": ["1707"]},))
    h = t.hex("1707")
    assert t.state.ground.roads[h]
    t.do("petard R1 -> 1707", "back R1 1707-1607")
    assert t.where("R2") == "1707"
    ground = t.state.ground
    assert h in ground.water
    assert h not in ground.structures
    assert not ground.roads[h]
    assert ground.costs(frozenset())[h] == 3 * ground.scale


@pytest.mark.rule("A-108", "R-113")
def test_rubble_helps_infantry_that_defends_in_it() -> None:
    """+1 on the die when all defenders are infantry, nothing when an engineer is among them."""
    t = table({"side": "reds", "unit": "spearmen-q2", "hexes": ["1013"]})
    works.destroy(t.state, t.hex("1013"))
    foe = t.put("B1", "1012")
    for defenders, die in (([t.at("R2")], 1), ([t.at("R2"), t.put("R1", "1013")], 0)):
        scene = combat.scene_at(t.state, t.hex("1013"), 1, "fire", [foe])
        assert combat.weigh(t.setting, "fire", [foe], [], defenders, scene, 1).die == die


@pytest.mark.rule("A-103", "R-99")
def test_no_charge_goes_through_rubble() -> None:
    """The village can be ridden through, its rubble cannot."""
    t = table()
    zones = bytearray(t.state.ground.size)
    assert charge.barred(t.state, zones, t.hex("1013"), last=True) is None
    works.destroy(t.state, t.hex("1013"))
    refused = charge.barred(t.state, zones, t.hex("1013"), last=True)
    assert refused is not None
    assert refused.rule == "R-99"


# --- engines ----------------------------------------------------------------------------------------------------


def battery(*throws: int, at: str = "1014", more: tuple[dict[str, object], ...] = ()) -> Table:
    """R1 engineers, R2 a bombard and R3 a siege engine in one hex; the engineers are drawn."""
    t = table(
        {"side": "reds", "unit": "bombard", "hexes": [at]},
        {"side": "reds", "unit": "siege-engine", "hexes": [at]},
        *more,
        throws=throws,
    )
    t.put("R1", at)
    t.activate("R1")
    return t


@pytest.mark.rule("A-102", "R-73")
def test_a_bombard_fires_at_units_and_a_siege_engine_does_not() -> None:
    """At troops in the open only the bombard fires, in Red; behind field works both do."""
    t = battery()
    t.put("B1", "1011")
    assert t.refusal("bombard R2 -> 1011") == ""
    assert t.refusal("bombard R3 -> 1011") == "R-73"
    assert [x for x in t.actions("bombard") if x.endswith("1011")] == ["bombard R2 -> 1011"]
    t.state.forts[t.hex("1011")] = 1
    assert t.refusal("bombard R3 -> 1011") == ""


@pytest.mark.rule("A-102", "A-117")
def test_engines_have_an_attack_of_their_own_against_stone() -> None:
    """Siege engine 3 against troops and 5 against stone, bombard 5 and 5; a pontoon is no stone."""
    t = battery()
    bombard, engine = t.at("R2"), t.at("R3")
    h = t.hex("1013")
    assert [engines.strength(t.state, [entry], h, "") for entry in (bombard, engine)] == [5, 3]
    assert [engines.strength(t.state, [item], h, "structure") for item in (bombard, engine)] == [5, 5]
    t.state.change_ground(t.state.ground.changes._replace(pontoons=frozenset({t.hex("1708")})))
    assert engines.strength(t.state, [engine], t.hex("1708"), "structure") == 3


@pytest.mark.rule("A-117")
def test_engines_fire_at_structures_too() -> None:
    """The village in range is a target by itself; open ground is not."""
    t = battery()
    assert t.refusal("bombard R2 structure -> 1013") == ""
    assert t.refusal("bombard R3 structure -> 1013") == ""
    assert t.refusal("bombard R2 structure -> 1012") == "R-107"


@pytest.mark.rule("R-107", "R-82")
def test_a_structure_has_defence_five_on_the_clear_row() -> None:
    """One engine is 5 to 5; of the six dice only the 3, an exchange, brings it down. Forts and troops do not matter."""
    t = battery(at="1015")
    t.put("B1", "1013")
    t.state.forts[t.hex("1013")] = 2
    fight = engines.at_structure(t.state, [t.at("R3")], t.hex("1013"), 0)
    assert (fight.attack, fight.defence, fight.row, fight.die, fight.shift) == (5, 5, "clear", 0, 0)
    falls = chances(lambda dice: engines.brings_down(t.setting.results, fight.throw(t.setting, dice)[2]))
    assert falls == {True: Fraction(1, 6), False: Fraction(5, 6)}
    three = engines.at_structure(t.state, [t.at("R2"), t.at("R3"), t.at("R3")], t.hex("1013"), 0)
    assert (three.attack, three.column(t.setting)) == (15, 7)


@pytest.mark.rule("R-107")
@pytest.mark.parametrize(("die", "falls"), [(1, False), (3, True), (6, False)])
def test_an_engine_batters_a_structure(die: int, falls: bool) -> None:
    """Where the table gives no De the structure stands; troops in it are untouched either way."""
    t = battery(die)
    foe = t.put("B1", "1013")
    t.do("bombard R2 structure -> 1013")
    assert bool(t.state.ground.changes.rubble) is falls
    assert (t.where("B1"), foe.disorganised, foe.fought) == ("1013", -9, -9)
    assert t.told("combat")[0]["strengths"] == (5, 5)
    assert t.refusal("bombard R2 -> 1013") == "R-88"


@pytest.mark.rule("R-82", "A-101")
def test_what_a_bombard_does_to_troops_does_not_come_back_to_it() -> None:
    """5 to 2 is 2-1: an exchange on a 3 removes the target alone, and the engine has made its attack."""
    t = battery(3)
    t.put("B1", "1014")
    t.put("B1", "1011")
    t.do("bombard R2 -> 1011")
    assert t.where("B1") == ""
    assert t.where("R2") == "1014"
    assert t.at("R2").attacked == 1


@pytest.mark.rule("R-46")
@pytest.mark.parametrize(("key", "reach"), [("R2", 4), ("R3", 3)])
def test_how_far_engines_reach(key: str, reach: int) -> None:
    """A bombard four hexes, a siege engine three, and not its own hex."""
    t = battery()
    for steps in range(6):
        name = f"10{14 - steps:02}"
        t.put("B1", name if steps else "1015")
        t.state.forts[t.hex(name)] = 1
        if steps:
            assert (t.refusal(f"bombard {key} -> {name}") == "") is (steps <= reach)
    t.put("R1", "1013")
    for item in ("R2", "R3"):
        t.put(item, "1013")
    assert t.refusal(f"bombard {key} structure -> 1013") == "R-46"


@pytest.mark.rule("A-101")
def test_engines_need_engineers_in_good_order_whose_turn_it_is() -> None:
    """Disorganised engineers, none at all, or those of another chit do not serve."""
    t = battery()
    t.put("B1", "1011")
    t.at("R1").disorganised = 1
    assert t.refusal("bombard R2 -> 1011") == "A-101"
    assert t.actions("bombard") == []
    t.at("R1").disorganised = -9
    t.put("R1", "1015")
    assert t.refusal("bombard R2 -> 1011") == "A-101"
    t.put("R1", "1014")
    assert t.refusal("bombard R1 -> 1011") == "A-101"
    assert t.refusal("bombard R2 -> 1011") == ""


@pytest.mark.rule("A-81", "A-83", "R-88")
def test_bombards_fire_before_siege_engines() -> None:
    """Red comes before Green; each engine has one attack a turn."""
    t = battery(6, 6)
    assert t.refusal("bombard R2+R3 structure -> 1013") == "R-72"
    t.do("bombard R3 structure -> 1013")
    assert t.refusal("bombard R3 structure -> 1013") == "R-88"
    assert t.refusal("bombard R2 structure -> 1013") == "R-72"
    t = battery(6, 6)
    t.do("bombard R2 structure -> 1013", "bombard R3 structure -> 1013")
    assert len(t.told("combat")) == 2


@pytest.mark.rule("R-81")
def test_engines_of_a_segment_may_fire_as_one() -> None:
    """Two bombards add up to 10 against a structure; the same hex cannot be fired at again in Red."""
    t = battery(6, more=({"side": "reds", "unit": "bombard", "hexes": ["1014"]},))
    assert "bombard R2+R4 structure -> 1013" in t.actions("bombard")
    other = t.play.copy()
    t.do("bombard R2+R4 structure -> 1013")
    assert t.told("combat")[0]["strengths"] == (10, 5)
    other.apply(other.parse("bombard R2 structure -> 1013"))
    refused = turn.FLOW.check(other.state, other.parse("bombard R4 structure -> 1013"))
    assert refused is not None
    assert refused.rule == "R-81"


@pytest.mark.rule("R-08")
def test_engineers_who_serve_a_firing_engine_are_turned_up() -> None:
    """The crew shows itself with the first shot; so does the target."""
    t = battery(6)
    foe = t.put("B1", "1011")
    crew = t.at("R1")
    crew.face_down = foe.face_down = True
    t.do("bombard R2 -> 1011")
    assert (crew.face_down, foe.face_down) == (False, False)


@pytest.mark.rule("A-61", "R-61")
def test_engineers_move_and_fire_in_either_order_but_not_between() -> None:
    """After a move, a shot and no more moving; after a shot, a move and no more shooting."""
    t = battery(6)
    t.do("move R1+R2+R3 1014-1015", "bombard R2 structure -> 1013")
    assert t.actions("move") == []
    t = battery(6)
    t.do("bombard R2 structure -> 1013", "move R1+R2+R3 1014-1015")
    assert t.refusal("bombard R3 structure -> 1013") == "R-61"


@pytest.mark.rule("R-46")
def test_engines_move_with_their_engineers_two_at_most() -> None:
    """With an engine along the engineers have 2 points, without it 5; an engine cannot be disorganised."""
    t = battery()
    act = t.state.activation
    assert act is not None
    riders = ordered_moves.riders_of(t.state, act, t.at("R1"))
    assert {u.key for u in riders} == {"R2", "R3"}
    assert ordered_moves.allowance(t.state, act, t.at("R1"), riders) == 2
    assert ordered_moves.allowance(t.state, act, t.at("R1")) == 5
    morale.disorganise(t.state, t.at("R2"))
    assert t.at("R2").disorganised == -9


@pytest.mark.rule("R-106", "A-102", "A-101")
def test_a_siege_engine_supports_a_melee_in_its_range() -> None:
    """It adds 3 while engineers in good order serve it; no result of the melee touches it."""
    t = battery(
        more=(
            {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["1012"]},
            {"side": "reds", "unit": "light-infantry-q3", "hexes": ["1012"], "formation": "anna"},
        )
    )
    t.put("B1", "1011")
    t.activate("R4")
    t.do("melee R5 -> 1011")
    assert t.refusal("support R3 -> 1011") == ""
    t.at("R1").disorganised = 1
    assert t.refusal("support R3 -> 1011") == "R-106"
    t.at("R1").disorganised = -9
    t.throws(1)
    t.do("support R3 -> 1011", "resolve")
    assert t.told("combat")[0]["strengths"] == (6, 2)
    assert t.at("R3").attacked == 1


@pytest.mark.rule("G-29")
def test_only_served_bombards_count_as_shooters() -> None:
    """A captain in range of a served bombard loses his -1; of one nobody serves, or of a siege engine, he does not."""
    t = battery()
    unit = t.put("B1", "1011").id
    act = Activation(1, "captain", unit, (unit,))

    def out_of_range() -> bool:
        return "out-of-range" in {used.id for used in orders.order_modifiers(t.state, act)}

    assert not out_of_range()
    t.at("R1").disorganised = 1
    assert out_of_range()
    t.at("R1").disorganised = -9
    t.put("R2", "2015")
    assert out_of_range()


@pytest.mark.rule("R-108", "G-26")
def test_an_engine_left_alone_is_lost_when_an_enemy_enters() -> None:
    """There is no capture."""
    t = battery()
    t.put("R1", "1015")
    control.overrun(t.state, t.hex("1014"), 1)
    assert t.where("R2") == ""
    assert t.at("R2").dead


# --- engineers in a fight ---------------------------------------------------------------------------------------


@pytest.mark.rule("A-42", "R-36", "G-41")
@pytest.mark.parametrize(
    ("where", "fort", "state", "kind", "die"),
    [
        ("0912", 1, "", "melee", -1),
        ("0912", 1, "", "fire", 0),
        ("0912", 0, "", "melee", 0),
        ("1013", 0, "", "melee", -2),
        ("1013", 0, "", "fire", -2),
        ("1013", 0, "", "bombard", 0),
        ("0912", 1, "disorganised", "melee", 1),
        ("0912", 1, "routed", "melee", 1),
        ("0912", 1, "away", "melee", 1),
    ],
)
def test_engineers_help_against_forts_and_structures(where: str, fort: int, state: str, kind: str, die: int) -> None:
    """2 off the die against a fort or structure, for engineers in good order with an attacker; never for engines."""
    t = table({"side": "reds", "unit": "spearmen-q2", "hexes": ["1014"]}, {**ENGINEERS, "hexes": ["1014"]})
    t.put("B1", where)
    if fort:
        t.state.forts[t.hex(where)] = fort
    for key in ("R1", "R3"):
        if state == "away":
            t.put(key, "1015")
        elif state:
            setattr(t.at(key), state, 1)
    attackers = [t.at("R2")]
    scene = combat.scene_at(t.state, t.hex(where), 0, kind, attackers)
    fight = combat.weigh(t.setting, kind, attackers, [], [t.at("B1")], scene, 1, 2)
    assert fight.die == die
    assert fight.attack == 2


@pytest.mark.rule("R-37", "A-43")
def test_engineers_have_a_chit_for_each_hex_and_no_captain() -> None:
    """Two in one hex are one chit; engineers whom a file puts into a formation act by themselves all the same."""
    t = table(
        {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["1014"]},
        {**ENGINEERS, "count": 2, "hexes": ["1014"], "formation": "anna"},
        {**ENGINEERS, "hexes": ["0914"]},
    )
    orders.fill_cup(t.state)
    ids = {key: t.at(key).id for key in ("R1", "R2", "R3", "R4", "R5")}
    assert set(t.state.cup) == {(ids["R2"],), (ids["R1"], ids["R3"], ids["R4"]), (ids["R5"],)}
    act = t.activate("R2")
    assert act.members == ()
    act = t.activate("R1")
    assert (act.mode, act.ordered) == ("engineers", True)


# --- dragoons ---------------------------------------------------------------------------------------------------


def dragoons() -> Table:
    """Anna R2 with two dragoons, R3 and R4, in 1014."""
    return table(
        {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["0814"]},
        {"side": "reds", "unit": "dragoons-q3", "count": 2, "hexes": ["0814"], "formation": "anna"},
    )


@pytest.mark.rule("A-39", "A-40", "R-33")
def test_dragoons_dismount_and_mount_again() -> None:
    """The counter is exchanged, at its own quality, and the change takes the whole move of the turn."""
    t = dragoons()
    t.activate("R2")
    unit = t.at("R3")
    assert t.actions("mount") == []
    t.do("dismount R3")
    kind = unit.kind
    assert (kind.attack, kind.defence, kind.movement, kind.quality, kind.cavalry) == (3, 2, 4, 3, False)
    assert t.refusal("move R3 0814-0815") == "G-46"
    assert t.refusal("mount R3") == "G-46"
    t.state.turn = 2
    t.activate("R2")
    assert t.actions("dismount") == ["dismount R4"]
    t.do("mount R3")
    assert (unit.kind.attack, unit.kind.movement, unit.kind.cavalry) == (3, 5, True)
    assert unit.kind is unit.original


@pytest.mark.rule("R-33")
def test_nobody_dismounts_in_an_enemy_zone() -> None:
    """Next to an enemy unit the change is refused; it is not offered either."""
    t = dragoons()
    t.put("B1", "0813")
    t.activate("R2")
    assert t.refusal("dismount R3") == "R-33"
    assert t.actions("dismount") == []


@pytest.mark.rule("A-39")
def test_only_dragoons_dismount() -> None:
    """Engineers do not, nor does other cavalry; nor is who is mounted mounted again."""
    t = table(
        {"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["0814"]},
        {"side": "reds", "unit": "light-cavalry-q2", "hexes": ["0814"], "formation": "anna"},
        {"side": "reds", "unit": "dragoons-q2", "hexes": ["0814"], "formation": "anna"},
    )
    t.activate("R2")
    assert t.actions("dismount") == ["dismount R4"]
    assert [t.refusal(line) for line in ("dismount R1", "dismount R3", "mount R4")] == ["A-39"] * 3


@pytest.mark.rule("R-33", "R-61", "G-46")
def test_dismounting_is_a_move() -> None:
    """It comes before the fighting or after it, and those who move later must end next to the dismounted."""
    t = dragoons()
    t.activate("R2")
    t.do("dismount R3")
    assert t.refusal("move R4 0814-0714-0614") == "G-46"
    act = t.state.activation
    assert act is not None
    assert act.moved_first
    act.fought = True
    assert t.refusal("dismount R4") == "R-61"


# --- all together -----------------------------------------------------------------------------------------------

SIEGE = [
    {"side": "reds", "unit": "captain-4", "name": "Anna", "hexes": ["1608"]},
    {"side": "reds", "unit": "spearmen-q2", "count": 2, "hexes": ["1608"], "formation": "anna"},
    {"side": "reds", "unit": "dragoons-q2", "count": 2, "hexes": ["1509"], "formation": "anna"},
    {"side": "reds", "unit": "engineers-q3", "hexes": ["1608"]},
    {"side": "reds", "unit": "engineers-q3", "hexes": ["1707"]},
    {"side": "reds", "unit": "engineers-q3", "count": 2, "hexes": ["1313"]},
    {"side": "reds", "unit": "bombard", "hexes": ["1313"]},
    {"side": "reds", "unit": "siege-engine", "hexes": ["1313"]},
    {"side": "reds", "unit": "light-cavalry-q2", "count": 2, "hexes": ["1314"], "formation": "anna"},
    {"side": "reds", "unit": "scouts-q3", "hexes": ["1113"]},
    {"side": "reds", "unit": "petard", "count": 3, "hexes": ["1313"]},
    {"side": "blues", "unit": "captain-5", "name": "Bert", "hexes": ["0313"]},
    {"side": "blues", "unit": "light-infantry-q3", "count": 2, "hexes": ["0313"], "formation": "bert"},
    {"side": "blues", "unit": "elven-archers-q3", "count": 2, "hexes": ["0414"], "formation": "bert"},
    {"side": "blues", "unit": "light-cavalry-q2", "count": 2, "hexes": ["0312"], "formation": "bert"},
    {"side": "blues", "unit": "engineers-q3", "count": 2, "hexes": ["0413"]},
    {"side": "blues", "unit": "bombard", "hexes": ["0413"]},
    {"side": "blues", "unit": "scouts-q2", "hexes": ["0513"]},
    {"side": "blues", "unit": "fort-level", "count": 1, "hexes": ["0313"]},
]
"""Two armies that start hidden from each other, with everything that engineers and scouts can do."""


@pytest.mark.parametrize("habit", ["wander", "work"])
def test_whatever_is_played_can_be_played(habit: str) -> None:
    """In random games every candidate is legal, nothing falls over, and all that this file is about happens."""
    setting = battle(SIEGE, turns=14)
    counts: Count[str] = Count()
    for seed in range(50 if SOAK else 4):
        state = State(setting, SeededDice(f"{habit}{seed}"))
        state.events = []
        turn.deploy.muster(state)
        turn.FLOW.settle(state)
        pick = random.Random(seed)
        while not state.over:
            result = turn.FLOW.actions(state)
            assert all(turn.FLOW.check(state, action) is None for action in result)
            assert len(set(result)) == len(result)
            turn.FLOW.do(state, _pick(state, result, pick, habit))
        counts.update(event.kind for event in state.events)
        assert all(unit.works == works.NOTHING for unit in state.units if unit.hex == OFF)
    expected = {"wander": ("scouts", "turned-up", "refuses"), "work": ("fort", "petard", "destroyed", "pontoon")}
    assert [kind for kind in ("digs", "combat", *expected[habit]) if not counts[kind]] == []


def _pick(state: State, found: list[Action], pick: random.Random, habit: str) -> Action:
    """Any action; those who work stay where they are and go on with it."""
    if habit == "work":
        stay = [a for a in found if a.verb not in ("move", "attach", "dismount", "order") or len(found) == 1]
        begun = [a for a in stay if a.verb in ("bridge", "dig")]
        begin = [a for a in begun if not state.units[a.counters[0]].works[0]]
        found = [a for a in stay if a.verb == "petard"] or begin or [a for a in stay if a not in begun] or found
    return found[int(pick.random() * len(found))]


def test_attacks_are_not_offered_to_those_who_are_no_engineers() -> None:
    """A captain's activation has no works and no shots of engines among its candidates."""
    t = battery(more=({"side": "reds", "unit": "captain-5", "name": "Anna", "hexes": ["1014"]},))
    act = t.activate("R4")
    assert works.actions(t.state, act) == []
    assert engines.actions(t.state, act) == []
    assert attacks.fighters(t.state, act) == []
