"""A sortie in play, and the rules of thumb of greedy players."""

from ibbprint.engine import session
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Present
from sally.models import NAMES, SIDES
from sally.rules import ATTACKERS, FLOW, NOTATION, Setting, State, set_up, targets, weighed


class SallyPlay(session.Session):
    state_class, flow, notation = State, FLOW, NOTATION

    def set_up(self, seed):
        set_up(self.state)

    @property
    def result(self):
        return Result.of(SIDES, self.state.winner)

    def narration(self, events):
        from sally.narration import Tale

        return Tale(self.state, events)

    def board(self):
        from sally.kit import moments

        return moments(self.state.setting, self.events)

    def roll_call(self):
        rows = [(counter, counter.unit, "engine" if counter.unit.gun else "unit") for counter in self.state.counters]
        return [Present(counter.key, unit.name, unit.id, SIDES[counter.side], role) for counter, unit, role in rows]

    def appraise(self, actions):
        goals = [counter.hex for counter in self.state.standing(1 - self.state.side)]
        if self.state.side == ATTACKERS:
            goals = [counter.hex for counter in self.state.standing(1) if counter.unit.gun]
        return [self.worth(action, goals) for action in actions]

    def worth(self, action, goals):
        """An attack for its chance, a move for the way to the nearest goal that it saves; to end is worth nothing."""
        if action.verb == "end":
            return 0.0
        counter, space = self.state.counters[action.counters[0]], self.state.setting.space
        if action.verb == "rally":
            return 3.0
        if action.verb == "attack":
            target = next(enemy for enemy in targets(self.state, counter) if enemy.hex == action.path[0])
            return 4 * float(weighed(self.state, counter, target).chance) * (1 + target.unit.gun + target.shaken) - 0.5
        far = space.distances(action.path[-1])
        saved = min(map(space.distances(counter.hex).__getitem__, goals)) - min(map(far.__getitem__, goals))
        return -1.0 if counter.shaken else saved + 0.3 * self.state.setting.ground[action.path[-1]].cover - 0.1


class OpenedScenario(session.Opened):
    setting_class, session, sides = Setting, SallyPlay, NAMES
