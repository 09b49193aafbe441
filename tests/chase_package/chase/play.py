"""A chase in play."""

from chase.models import NAMES, SIDES
from chase.rules import FLOW, NOTATION, Setting, State, set_up
from ibbprint.engine import session
from ibbprint.engine.api.playing import Result
from ibbprint.engine.state import NOBODY


class ChasePlay(session.Session):
    state_class, flow, notation = State, FLOW, NOTATION

    def set_up(self, seed):
        set_up(self.state)

    @property
    def result(self):
        return Result.of(SIDES, int(self.state.caught) if self.is_over else NOBODY)

    def narration(self, events):
        from chase.narration import Tale

        return Tale(self.state, events)

    def board(self):
        from chase.kit import moments

        return moments(self.state.setting, self.events)

    def appraise(self, actions):
        return [self.worth(action) for action in actions]

    def worth(self, action):
        """The hare keeps away from the nearest hound; each hound comes nearer, and catches where it can."""
        if not action.path:
            return 99.0 if action.verb == "catch" else -99.0
        far = self.state.setting.space.distances(action.path[-1])
        others = (far[counter.hex] for counter in self.state.counters if counter.side != self.state.side)
        return min(others) * (1.0 - 2 * self.state.side)


class OpenedScenario(session.Opened):
    setting_class, session, sides = Setting, ChasePlay, NAMES
