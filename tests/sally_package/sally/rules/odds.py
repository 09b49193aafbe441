"""The chances of an attack, staged on a bit of ground and fought by the code that plays."""

from types import SimpleNamespace

from ibbprint.dice import SeededDice
from ibbprint.engine.api.odds import AskOption, BadQuestion
from ibbprint.engine.odds import as_modifiers, outcomes, sides, subject, table
from ibbprint.hexgrid import HexGrid
from ibbprint.phrases import small
from ibbprint.problems import Where
from sally.catalogue import Catalogue
from sally.rules import Counter, Setting, State, fight, targets, weighed

EXAMPLE = "For example: ibbprint odds attack grenadiers vs foot --support 1"
RESULTS = {
    "spiked": ("spiked", "The gun is spiked"),
    "destroyed": ("destroyed", "The target is destroyed"),
    "shaken": ("shaken", "The target is shaken"),
    "missed": ("missed", "Nothing happens"),
    "thrown-back": ("thrown-back", "The attacker is hit"),
}
OPTIONS = (
    AskOption("terrain", "The ground that the target is on; open ground if not given.", "text", "GROUND", "terrain"),
    AskOption("support", "How many friends are next to the target.", "number", "N"),
    AskOption("shaken", "The target is shaken.", "flag"),
    AskOption("shot", "The attacker shoots from two hexes away.", "flag"),
)


@subject(
    "attack", "The results of an attack.", "UNIT vs UNIT", "Attacker and target.", options=OPTIONS, example=EXAMPLE
)
def attack(query):
    attacker, target = query.each(lambda name: unit_of(query, name), sides(query.words, EXAMPLE))
    ground = query.entry("terrain", query.catalogue.ground.names, "ground", "clear", kind="terrain")
    state = staged(query.catalogue, ground)
    space = state.setting.space
    centre, far = space.index["0303"], space.index["0301"]
    ring = space.near[centre]
    start = far if query.has("shot") else ring[0]
    state.counters = [Counter("A", attacker, start, 0), Counter("T", target, centre, 1, shaken=query.has("shaken"))]
    friends = ring[1 : 1 + query.number("support", 0, 5)]
    state.counters += [Counter(f"F{n}", attacker, hex, 0) for n, hex in enumerate(friends)]
    pair = state.counters[:2]
    if pair[1] not in targets(state, pair[0]):
        verb = "shoot at" if query.has("shot") else "attack"
        raise BadQuestion(f"{attacker.name} cannot {verb} {small(target.name)}.", EXAMPLE)
    chances = outcomes(state, lambda twin: fight(twin, *twin.counters[:2]))
    title, roll = f"{attacker.name} against {target.name}", weighed(state, *pair)
    rows = table(chances, RESULTS, possible=True)
    return query.answer(title, rows, modifiers=as_modifiers(roll.used), figures={"needs": roll.needs})


def unit_of(query, name):
    ids = {unit.name.lower(): unit.id for unit in query.catalogue.units}
    unit = query.catalogue.named(Catalogue.units, ids.get(name.lower(), name.lower()), Where(name), "unit")
    query.check()
    return unit


def staged(catalogue, ground):
    """A game on five hexes by five of one ground, with nobody on it."""
    grid = HexGrid(5, 5, "flat-top", "even")
    head = SimpleNamespace(scenario=SimpleNamespace(turns=1))
    field = SimpleNamespace(grid=grid, terrain=dict.fromkeys(grid.hexes, ground))
    battle = SimpleNamespace(scenario=head, map=field, of=lambda side: ())
    return State(Setting(battle, catalogue), SeededDice("odds"))


SUBJECTS = (attack,)
