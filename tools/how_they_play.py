"""What players do in a number of games: who wins, which leaders die, what of the charges and shots offered is taken.

    python -m tools.how_they_play SCENARIO... [--games N] [--policy A=NAME,B=NAME] [--seed TEXT]

Below it the faults of players are counted, by side (`tools.faults`). A charge, a shot of an engine and a rally count as
offered once a turn and counter that could have made it. A move of a disordered unit is idle where no enemy is next to
it: there it would recover by itself. Same seeds, same figures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.play import opened
from ibbprint.dice import seed_of
from ibbprint.playtest.policies import by_side, play_game, policies
from ibbprint.systems.element_battle.rules.state import FROG, LOST
from tools.faults import Faults

SEED = "how"
SEEN = ("charge", "bombard")
"""Verbs whose offers are counted."""


class Watch:
    """What is counted in one game after another."""

    def __init__(self) -> None:
        self.games = 0
        self.faults = Faults()
        self.levels: Counter[str] = Counter()
        self.dead: Counter[str] = Counter()
        self.lost: dict[str, list[float]] = {}
        self.decisions = self.fleeing = self.idle = self.attacks = 0
        self.offered: set[tuple[int, int, str, int]] = set()
        self.taken: set[tuple[int, int, str, int]] = set()

    def note(self, game: Any, action: Any) -> None:
        """See what is offered, and what is done."""
        state = game.state
        self.decisions += 1
        self.faults.note(game, action)
        # In an element battle a single fight is nobody's decision.
        self.attacks += action.verb in ("resolve", "fight") and not hasattr(state, "elements")
        for item in game.candidates():
            if item.verb in SEEN:
                self.offered |= {(self.games, state.turn, item.verb, i) for i in item.counters}
        if action.verb in SEEN:
            self.taken |= {(self.games, state.turn, action.verb, i) for i in action.counters}
        if action.verb == "move" and (unit := _counters(state)[action.counters[0]]) and _disordered(unit):
            self.fleeing += 1
            near = getattr(state.ground, "near", None) or state.ground.next
            enemies = {entry.hex for entry in state.units if entry.side != unit.side}
            self.idle += enemies.isdisjoint(near[unit.hex])

    def end(self, game: Any) -> None:
        """A game is over."""
        self.games += 1
        self.faults.end(game)
        state, result = game.state, game.result
        winner = result.winner
        self.levels["draw" if winner is None else f"{winner} {result.levels[winner]}"] += 1
        for name in _fallen(state):
            self.dead[name] += 1
        for side, share in _losses(game):
            self.lost.setdefault(side, []).append(share)


def _counters(state: Any) -> Any:
    return state.counters if hasattr(state, "counters") else state.units


def _units(state: Any) -> Any:
    """The units, or the elements, of a battle."""
    return state.units if hasattr(state, "units") else state.elements


def _disordered(unit: Any) -> bool:
    return bool(getattr(unit, "in_disorder", False) or getattr(unit, "state", 0) == 1 or getattr(unit, "markers", 0))


def _fallen(state: Any) -> Iterator[str]:
    """The leaders who have died, by name or key; of an element battle the generals, by their side's role."""
    for unit in _units(state):
        if getattr(unit, "dead", False) and unit.kind.leader:
            yield unit.name
        elif getattr(unit, "general", False) and not unit.stands:
            yield f"general of the {state.setting.sides[unit.side]}"
    for leader in getattr(state, "leaders", ()):
        if getattr(leader, "fallen", False):
            yield leader.key


def _losses(game: Any) -> Iterator[tuple[str, float]]:
    """What share of its units each side has lost."""
    for number, side in enumerate(game.sides):
        own = [u for u in _units(game.state) if u.side == number and getattr(u.kind, "troops", True)]
        gone = [u for u in own if getattr(u, "dead", False) or getattr(u, "state", 0) == 3 or _is_gone(u)]
        yield side, len(gone) / max(1, len(own))


def _is_gone(unit: Any) -> bool:
    """Whether the fate of a unit or an element is to be lost; an element that is a frog counts as lost."""
    fate = getattr(unit, "fate", 0)
    return bool(fate in (FROG, LOST) if hasattr(unit, "marked") else fate == 2)


def watched(scenario: str, games: int, policy: str, seed: str = SEED) -> Watch:
    """So many games, watched."""
    ready, watch = opened(scenario), Watch()
    names = by_side(policy, list(ready.start(0).sides))
    for number in range(games):
        own = seed_of(seed, number)
        watch.end(play_game(ready, own, policies(names, own), listen=True, noted=watch.note))
    return watch


def main() -> int:
    """Play, and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tools.how_they_play", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("scenario", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--seed", default=SEED)
    given = parser.parse_args()
    for scenario in given.scenario:
        seen = watched(scenario, given.games, given.policy, given.seed)
        print(f"{scenario}: {seen.games} games of {given.policy}, {seen.decisions / seen.games:.0f} decisions a game")
        print("  won: " + ", ".join(f"{name} {count}" for name, count in sorted(seen.levels.items())))
        print("  units lost: " + ", ".join(f"{side} {sum(each) / len(each):.0%}" for side, each in seen.lost.items()))
        dead = ", ".join(f"{name} {count / seen.games:.0%}" for name, count in sorted(seen.dead.items()))
        print(f"  leaders who died: {dead or 'none'}; {sum(seen.dead.values()) / seen.games:.1f} a game")
        for verb in SEEN:
            offered, taken = (sum(item[2] == verb for item in ones) for ones in (seen.offered, seen.taken))
            if offered:
                print(f"  {verb}: {taken} of {offered} offered")
        if seen.attacks or seen.fleeing:
            attacks, fleeing, idle = (number / seen.games for number in (seen.attacks, seen.fleeing, seen.idle))
            print(f"  attacks {attacks:.1f}, moves of disordered units {fleeing:.1f} a game, {idle:.1f} of them idle")
        for fault in seen.faults.lines():
            print(f"  {fault}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
