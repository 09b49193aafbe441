"""A chase in words."""

from ibbprint.engine.narration import Narration
from ibbprint.phrases import small


class Tale(Narration):
    LEFT_OUT = frozenset(("ready", "turn-over"))

    def __init__(self, state, events):
        super().__init__(state, events)
        self.names = {counter.key: f"the {small(counter.place.unit.name)} {counter.key}" for counter in state.counters}

    def before(self):
        return self.headed(self.state.setting.battle.scenario.scenario.title, None)

    def modifier(self, id):
        ground = self.catalogue.terrain[id]
        return small(ground.name), ground.rules

    def word(self, name, run):
        value = run[0].values[name]
        return self.names[value] if name == "unit" else self.modifiers(value) if name == "modifiers" else str(value)
