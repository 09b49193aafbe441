"""A game made of files in play: how it begins and ends, what a side sees, and how a report words it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibbprint.catalogue import rulebook
from ibbprint.catalogue.layers import Layer, Layers
from ibbprint.catalogue.source import is_file, read_bytes
from ibbprint.engine import session
from ibbprint.engine.api.leaning import USUAL, Leaning
from ibbprint.engine.api.playing import Result
from ibbprint.engine.api.watching import Present, Watched
from ibbprint.engine.state import NOBODY, Action, Event
from ibbprint.problems import Report
from ibbprint.systems.printed.rules import movement, phases, turn
from ibbprint.systems.printed.rules.setting import Setting
from ibbprint.systems.printed.rules.state import State
from ibbprint.version import __version__

if TYPE_CHECKING:
    from ibbprint.catalogue.models.playtests import Playtests
    from ibbprint.engine.api.evening import Change
    from ibbprint.engine.api.gauges import Gauge
    from ibbprint.materials.boards import Board
    from ibbprint.systems.printed.folder import Folder
    from ibbprint.systems.printed.narration import Tale


class PlayCatalogue(rulebook.Catalogue):
    """The sentences and rulings that all games made of files share."""

    GAME = "printed"
    DATA = Path(__file__).resolve().parent / "data"

    telling = rulebook.TELLING
    game: Folder | None = None
    """The folder that is played; the rulings of all such games need none."""

    def vary(self, name: str, value: str, folder: Path) -> Path:
        """A folder over the game in which one printed cell, or one key of `play:`, is another. Raises BadRequest."""
        from ibbprint.systems.printed.varying import varied

        assert self.game is not None, "only a game that is played is varied"
        return varied(self.game, name, value, folder)


class _Wording(Layer):
    """The folder of a game as a layer of sentences: nothing else in it is of the catalogue."""

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(("telling.yaml",)) & super().names


def play_catalogue(folders: Sequence[Path], report: Report) -> PlayCatalogue:
    """The sentences and rulings, with the sentences of a game's folder and of its expansions over them."""
    layers = [Layer(PlayCatalogue.DATA), *(_Wording(folder) for folder in folders)]
    return PlayCatalogue(Layers(layers, report), {})


class PrintedPlay(session.Session[State]):
    """A game from its set-up on."""

    state_class = State
    flow = turn.FLOW
    notation = turn.NOTATION

    def set_up(self, seed: int | str) -> None:
        phases.set_up(self.state)

    @property
    def result(self) -> Result:
        state, sides = self.state, self.sides
        if not state.over or state.winner == NOBODY:
            return Result(dict.fromkeys(sides, "draw"), None)
        level = state.level or "victory"
        return Result(
            {side: level if n == state.winner else "defeat" for n, side in enumerate(sides)}, sides[state.winner]
        )

    def narration(self, events: Sequence[Event]) -> Tale:
        from ibbprint.systems.printed.narration import Tale

        return Tale(self.state, events)

    def board(self) -> Board | None:
        from ibbprint.systems.printed.moments import moments

        return moments(self.state.setting, self.events)

    def roll_call(self) -> Sequence[Present]:
        return [
            Present(
                unit.key, unit.kind.name, unit.kind.id, self.sides[unit.side], "leader" if unit.kind.leader else "unit"
            )
            for unit in self.state.counters
        ]

    def markers(self) -> Mapping[str, int]:
        counts: dict[str, int] = {}
        for unit in self.state.counters:
            marker = self.state.setting.states[unit.state].model.marker if unit.state else None
            if marker:
                counts[marker] = counts.get(marker, 0) + 1
        return counts

    def cost(self, action: Action) -> Fraction | None:
        return movement.cost(self.state, action) if action.verb == "move" else None

    def appraise(self, actions: Sequence[Action]) -> list[float]:
        from ibbprint.systems.printed.rules.appraisal import Appraiser

        return Appraiser(self.state).worths(actions)

    def best(self, leaning: Leaning = USUAL) -> Sequence[Action]:
        from ibbprint.systems.printed.rules.appraisal import Appraiser

        appraiser = Appraiser(self.state, leaning)
        if not self.state.questions and self.state.phase == "move":
            return appraiser.best_moves()
        actions = self.candidates()
        return actions if len(actions) == 1 else session.liked_best(actions, appraiser.worths(actions))

    def evaluate(self, side: str) -> float:
        from ibbprint.systems.printed.rules.evaluation import evaluate

        return evaluate(self.state, self.sides.index(side))


class OpenedScenario(session.Opened[Setting]):
    """A scenario of a folder, ready to be played any number of times."""

    session = PrintedPlay
    watched = Watched(
        removes={"eliminated": "unit"},
        attacks={"combat": "units"},
        orders={},
        notable={
            "retreats": "a retreat",
            "advances": "an advance after combat",
            "loses": "the loss of a step",
            "takes": "the capture of a place",
        },
        targets={"combat": "targets"},
        passes=("pass",),
    )

    def __init__(self, setting: Setting, rules: Mapping[str, str]) -> None:
        head = setting.scenario.head
        self.setting = setting
        self.battle = setting.scenario  # type: ignore[assignment]
        self.id, self.title, self.turns = head.id, head.title, head.turns
        folders = setting.folder.files.folders
        self.catalogue = play_catalogue(folders, setting.report)
        self.catalogue.game = setting.folder
        self._rules = dict(rules)
        setting.catalogue = self.catalogue

    @property
    def sides(self) -> Mapping[str, str]:
        return {side.id: side.name for side in self.setting.folder.sides.values()}

    @property
    def playtests(self) -> Playtests | None:
        return self.setting.scenario.head.playtests

    @property
    def rules(self) -> Mapping[str, str]:
        return self._rules

    @property
    def not_played(self) -> Sequence[str]:
        return self.setting.not_played

    @property
    def gauges(self) -> Sequence[Gauge]:
        return [gauge for clause in self.setting.goals.clauses for gauge in clause.gauges if gauge.side]

    def winner_if(self, met: Sequence[bool]) -> str | None:
        from ibbprint.systems.printed.rules.victory import winner_if

        side = winner_if(self.setting.goals, met)
        return None if side == NOBODY else self.setting.sides[side]

    @property
    def decided_by_gauges(self) -> bool:
        return self.setting.goals.decided_at_the_end

    @property
    def changes(self) -> Sequence[Change]:
        from ibbprint.systems.printed.rules.evening import changes

        return (*super().changes, *changes(self.setting))

    @property
    def level_names(self) -> Sequence[str]:
        levels = self.setting.play.levels
        return ["draw", *levels] if levels else ()

    def stamp(self) -> str:
        digest = hashlib.sha256(repr((__version__, self._rules)).encode())
        for path in sorted(self.setting.folder.files.read):
            raw = read_bytes(path, path.name, Report()) if is_file(path) else None
            if raw is not None:
                digest.update(path.name.encode() + raw)
        return digest.hexdigest()[:16]


def opened(setting: Setting, rules: Mapping[str, str]) -> Any:
    """The scenario ready for play; None where its sentences have faults, which are in the report."""
    scenario = OpenedScenario(setting, rules)
    from ibbprint.catalogue.sentences import check_telling

    if scenario.catalogue.touched(("telling.yaml",)):
        check_telling(scenario.catalogue)
    return scenario if setting.report.ok else None
