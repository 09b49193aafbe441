"""`python -m benchmarks.against CHECKOUT`: what whole commands, and decisions of greedy players, cost here and there.

A checkout is a folder with a `.venv` of its own, as `make` builds it. One process of each runs, then the other, in
turns, so that whatever else the machine does disturbs both. Of commands the processor time of the whole process is
shown in both, and the median of the ratios of the turns with its quartiles, beside what `promises.COSTS` allows against
that revision; 1 is the exit code where a median is above it. Of players, who play the same seeds, decisions a second of
processor time are shown; nothing is promised of them, and a line says where a checkout has no such players.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ibbprint.dice import seed_of

HERE = Path(__file__).resolve().parent.parent
SEED = "against"
SCENARIOS = ("hastings", "stirling", "ayrenes-woods", str(HERE / "benchmarks" / "meeting-90.yaml"), "defend-the-bridge")
"""With a battle of two armies of 90 gold, as `ibbprint battle` made it."""
WANTED = 3.0
"""How many times as many decisions a second as at commit 858286a are wanted."""


def play(scenario: str, policy: str, games: int, turns: IO[str]) -> None:
    """Read a number of games from each line, play them, and write the number of decisions and the seconds they took."""
    own: Any = importlib.import_module("benchmarks.play")  # the checkout's, which knows how a game is played there
    ready = own.opened(scenario)
    sides = ready.start(0).sides

    def some(turn: int) -> tuple[int, float]:
        decisions = [0]

        def noted(game: object, action: object) -> None:
            decisions[0] += 1

        start = time.process_time()
        for game in range(turn * games, (turn + 1) * games):
            seed = seed_of(SEED, game)
            own.play_game(ready, seed, own.policies(dict.fromkeys(sides, policy), seed), noted=noted)
        return decisions[0], time.process_time() - start

    some(0)  # what is imported and worked out once
    for line in turns:
        print(*some(int(line)), flush=True)


@dataclass(frozen=True, slots=True)
class Player:
    """A process of a checkout that plays in turns."""

    process: subprocess.Popen[str]

    @classmethod
    def of(cls, checkout: Path, scenario: str, policy: str, games: int) -> Player:
        command = [str(checkout / ".venv" / "bin" / "python"), __file__, "--play", scenario, policy, str(games)]
        around = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
        pipe = subprocess.PIPE
        return cls(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=around, cwd=checkout))

    def turn(self, number: int) -> float:
        """Decisions a second of processor time in a turn; `EOFError` where the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # a process that has ended gives no answer either
            self.process.stdin.write(f"{number}\n")
            self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise EOFError
        decisions, seconds = answer.split()
        return int(decisions) / float(seconds)

    def end(self) -> str:
        """The last line of what it wrote about errors, when it has ended."""
        _, output = self.process.communicate()
        return output.strip().rpartition("\n")[2]


def compare(other: Path, scenario: str, policy: str, games: int, turns: int) -> str:
    """A line of the table: decisions a second there and here, and how many times as many, with quartiles.

    Where one of the two cannot play, the line says which, and why.
    """
    players = [Player.of(checkout, scenario, policy, games) for checkout in (other, HERE)]
    rates: list[list[float]] = [[], []]
    who = 0
    try:
        for number in range(1, turns + 1):
            for who in (0, 1) if number % 2 else (1, 0):
                rates[who].append(players[who].turn(number))
    except EOFError:
        reason = players[who].end()
        return f"{Path(scenario).stem:<24}  {('the other checkout', 'this one')[who]} cannot play it: {reason}"
    finally:
        for player in players:
            player.end()
    ratios = [here / there for there, here in zip(*rates, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    there, here = map(statistics.median, rates)
    return f"{Path(scenario).stem:<24}{there:>8.0f}{here:>8.0f}{middle:>8.2f}   ({low:.2f} to {high:.2f})"


def main() -> int:
    """Measure the commands, then each scenario; 1 where a command costs more than is promised."""
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.stdin)
        return 0
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("checkout", type=Path, help="the folder of the other checkout")
    parser.add_argument("scenario", nargs="*", default=SCENARIOS, help="ids or files (default: those with an aim)")
    parser.add_argument("--policy", default="greedy", help="who plays both sides (default greedy)")
    parser.add_argument("--games", type=int, default=4, help="games of a turn (default 4; 0: none)")
    parser.add_argument("--turns", type=int, default=9, help="turns of each (default 9)")
    parser.add_argument("--runs", type=int, default=11, help="runs of each command (default 11; 0: no commands)")
    given = parser.parse_args()
    other = given.checkout.resolve()
    from benchmarks.whole import compare_commands  # not above: a player of an old checkout has its own benchmarks

    kept = compare_commands(other, given.runs) if given.runs > 1 else True
    if not given.games:
        return int(not kept)
    print()
    print(f"{'decisions a second':<24}{'there':>8}{'here':>8}{'times':>8}   (aim {WANTED:.0f})")
    for name in given.scenario:
        scenario = str(Path(name).resolve()) if name.endswith(".yaml") else name
        print(compare(other, scenario, given.policy, given.games, given.turns), flush=True)
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
