"""A sortie in words."""

from collections import Counter

from ibbprint.engine.narration import Narration
from ibbprint.phrases import inside, listed, small
from sally.models import NAMES, SIDES


class Tale(Narration):
    LEFT_OUT = frozenset(("ready", "turn-over"))

    def __init__(self, state, events):
        super().__init__(state, events)
        self.battle = state.setting.battle
        self.names = {place.key: f"the {small(place.unit.name)} {place.key}" for place in self.battle.places}

    def before(self):
        head = self.battle.scenario.scenario
        yield from self.headed(head.title, head.background)
        for side in SIDES:
            types = Counter(small(place.unit.name) for place in self.battle.of(side))
            units = [self.phrase("part-units", number=str(number), type=type) for type, number in types.items()]
            yield self.new_entry("army", side=inside(NAMES[side]), units=listed(units))

    def modifier(self, id):
        ground = self.catalogue.ground.get(id)
        return (small(ground.name), ground.rules) if ground else (id, ())

    def word(self, name, run):
        values = run[0].values
        match name:
            case "unit" | "target":
                return self.names[values[name]]
            case "side":
                return inside(NAMES[values["side"]])
            case "where":
                ground = self.state.setting.ground[self.state.setting.space.index[values["hex"]]]
                return f"{ground.where} at {values['hex']}"
            case "roll":
                modifiers = self.modifiers(values["modifiers"])
                return self.phrase("part-roll", die=str(values["die"]), needs=str(values["needs"]), modifiers=modifiers)
            case "ways":
                return listed(self.each("part-way", run))
            case "units":
                return listed([self.names[event.values["unit"]] for event in run])
            case "outcome":
                winner, loser = (inside(NAMES[values[side]]) for side in ("winner", "loser"))
                return self.ending(values["why"], winner, loser)
        return super().word(name, run)
