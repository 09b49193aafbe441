"""A chase in words."""

from ibbprint.engine import narration
from ibbprint.phrases import small

WORDS = {
    **narration.WORDS,
    "turn": "number of",
    "moves": "unit hex rules",
    "caught": "unit needs modifiers die rules",
    "missed": "unit needs modifiers die rules",
    "over": "winner rules",
    "so-far": "number",
}
EITHER = {"catch": ("passed", "caught", "missed")}


class Tale(narration.Narration):
    WORDS, EITHER = WORDS, EITHER
    LEFT_OUT = frozenset(("ready", "turn-over"))

    def __init__(self, state, events):
        super().__init__(state, events)
        self.names = {one.key: f"the {small(one.place.unit.name)} {one.key}" for one in state.counters}

    def before(self):
        return self.headed(self.state.setting.battle.scenario.scenario.title, None)

    def modifier(self, id):
        ground = self.catalogue.terrain[id]
        return small(ground.name), ground.rules

    def word(self, name, run):
        value = run[0].values[name]
        return self.names[value] if name == "unit" else self.modifiers(value) if name == "modifiers" else str(value)
