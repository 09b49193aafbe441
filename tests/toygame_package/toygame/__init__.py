"""Scrapyard, a game of ten robots: another game, in a package of its own, printed by the same press.

It has its own models, units, scenario, templates, symbol, colours and sizes, and no table of combat results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, Field

from ibbprint.catalogue.boards import Sort, board_of
from ibbprint.catalogue.map_checks import check_square_map
from ibbprint.catalogue.maps import read_map
from ibbprint.catalogue.models import Id, Title
from ibbprint.catalogue.source import read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.engine.api.kits import COUNTER_MM, Game, KitOptions, Listed
from ibbprint.materials import Card, Kit, Piece, Section, square
from ibbprint.materials.boards import Board
from ibbprint.problems import Report, Where, did_you_mean
from ibbprint.shipped import shipped

HERE = Path(__file__).resolve().parent
ROBOT_MM = 19.0
TOKEN_MM = 12.7
CRATES = {"Crate": ((40.0, 20.0), 5), "Container": ((40.0, 30.0), 2)}
GROUNDS = (Sort("clear", "Open yard", "clear"), Sort("oil", "Oil", "water"), Sort("stacks", "Stacks", "rubble"))
POKER = (63.0, 88.0)


class Robot(Model):
    """One of the ten: how hard it hits, how far it rolls."""

    id: Id
    name: Title
    power: Annotated[int, Field(ge=0, le=99)]
    speed: Annotated[int, Field(ge=0, le=99)]


class RobotsFile(Model):
    """The file of all robots."""

    robots: list[Robot]


class Line(Model):
    """So many of a robot in a gang."""

    gang: Id
    robot: Id
    count: Annotated[int, Field(ge=1, le=50)] = 1


class Head(Model):
    """What a scenario says of itself."""

    id: Id
    title: Title
    game: Id
    edition: str = "1"
    scrap: Annotated[int, Field(ge=0, le=200)]


class Skirmish(Model):
    """A scenario: two gangs and a heap of scrap."""

    scenario: Head
    gangs: dict[Id, Id]
    robots: list[Line]


M = TypeVar("M", bound=Model)


def _read(path: Path, model: type[M], report: Report) -> M | None:
    source = read_yaml(path, report)
    return None if source is None else build(model, source, (), source.data, report)


class Scrapyard(Game):
    """The game as the commands see it."""

    id = "toy"
    title = "Scrapyard"

    @property
    def template_folders(self) -> Sequence[Path]:
        return (HERE / "templates", shipped("templates"))

    @property
    def schemas(self) -> Mapping[str, type[BaseModel]]:
        return {"robots": RobotsFile, "skirmish": Skirmish}

    def list(self, packs: Sequence[Path], report: Report) -> Sequence[Listed]:
        results = []
        for path in sorted((HERE / "scenarios").glob("*.yaml")):
            result = _read(path, Skirmish, report)
            if result is not None:
                results.append(Listed("scenario", result.scenario.id, result.scenario.title, path))
        return results

    def kit(self, scenario: str, options: KitOptions, report: Report) -> Kit | None:
        paths = {item.id: item.file for item in self.list((), report)}
        path = Path(scenario) if scenario.endswith(".yaml") else paths.get(scenario)
        if path is None:
            hint = did_you_mean(scenario, paths)
            report.error(Where(scenario), "read:scenario", f"there is no scenario {scenario!r}.", hint)
            return None
        skirmish = _read(path, Skirmish, report)
        robots = _read(HERE / "robots.yaml", RobotsFile, report)
        if skirmish is None or robots is None:
            return None
        known = {robot.id: robot for robot in robots.robots}
        pieces = []
        for line in skirmish.robots:
            robot = known[line.robot]
            pieces.append(
                Piece(
                    id=f"{line.gang}-{robot.id}",
                    section="robots",
                    face="toy/robot.svg.j2",
                    back="toy/back.svg.j2",
                    values={**robot.model_dump(), "livery": skirmish.gangs[line.gang]},
                    count=line.count,
                    size_mm=square(ROBOT_MM * (options.counter_mm / COUNTER_MM)),
                    drawn_mm=square(ROBOT_MM),
                    block=line.gang,
                    why=f"{line.gang} has {line.count}",
                )
            )
        scrap = Piece(
            id="scrap",
            section="scrap",
            face="toy/scrap.svg.j2",
            back="toy/scrap.svg.j2",
            values={},
            count=skirmish.scenario.scrap,
            size_mm=square(TOKEN_MM * (options.counter_mm / COUNTER_MM)),
            drawn_mm=square(TOKEN_MM),
            block="scrap",
            why="the heap",
        )
        scale = options.counter_mm / COUNTER_MM
        crates = [
            Piece(
                id=name.lower(),
                section="crates",
                face="toy/crate.svg.j2",
                back="toy/crate.svg.j2",
                values={"name": name},
                count=count,
                size_mm=(wide * scale, high * scale),
                drawn_mm=(wide, high),
                block="crates",
                why="the yard has them",
            )
            for name, ((wide, high), count) in CRATES.items()
        ]
        board = self._board(options.counter_mm, report)
        if board is None:
            return None
        card = Card(
            id="order",
            section="cards",
            title="Card of robots",
            template="toy/card.svg.j2",
            values={"robots": [robot.model_dump() for robot in robots.robots], "title": self.title},
            size_mm=POKER,
        )
        return Kit(
            id=skirmish.scenario.id,
            game=self.id,
            title=skirmish.scenario.title,
            edition=skirmish.scenario.edition,
            sections=(
                Section("robots", "Robots"),
                Section("scrap", "Scrap"),
                Section("cards", "Card of robots"),
                Section("crates", "Crates"),
                Section("yard", "Yard"),
            ),
            blocks={
                **{gang: f"The gang of {gang}" for gang in skirmish.gangs},
                "scrap": "A heap of scrap",
                "crates": "Crates",
            },
            pieces=[*pieces, scrap, *crates],
            cards=[card],
            boards=[board],
        )

    def _board(self, counter_mm: float, report: Report) -> Board | None:
        """The yard, its squares with room for a counter."""
        read = read_map(HERE / "maps" / "yard.yaml", report)
        result = None if read is None else check_square_map(*read, {sort.id for sort in GROUNDS}, report)
        return None if result is None else board_of(result, GROUNDS, "yard", counter_mm, cell_mm=counter_mm + 6.0)


game = Scrapyard()
