"""Checks of a game of files that plays: its section `play:`, its set-ups by its rules, and what is not played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ibbprint.engine.api.checking import Finding
from ibbprint.engine.checkbook import Book, Drafts, error, note, warning
from ibbprint.problems import Report, Where
from ibbprint.systems.printed.folder import Folder
from ibbprint.systems.printed.kit import PrintedKit
from ibbprint.systems.printed.rules.arrivals import set_up
from ibbprint.systems.printed.rules.forces import Start
from ibbprint.systems.printed.rules.section import read_section
from ibbprint.systems.printed.rules.setting import Setting, setting_of
from ibbprint.systems.printed.rules.state import State
from ibbprint.systems.printed.rules.worth import NO_WAY, aims, costs_to
from ibbprint.systems.printed.scenarios import Scenario


class InPlay:
    """A scenario in play as the checks see it: its setting, and the game after the set-up."""

    def __init__(self, kit: PrintedKit, scenario: Scenario, setting: Setting) -> None:
        from ibbprint.dice import SeededDice

        self.kit, self.scenario, self.setting = kit, scenario, setting
        self.state = State(setting, SeededDice("check"))
        set_up(self.state)
        self.state.questions.clear()
        self.state.turn = 1

    def where(self, start: Start) -> Where:
        """The place in the file of a force: of those of the unit the one that begins there."""
        placed = [entry for entry in self.scenario.forces if entry.force.unit == start.kind.id]
        hex = self.setting.space.names[start.hex]
        entries = [entry for entry in placed if hex in entry.force.hexes] or placed
        return entries[0].where("unit") if entries else self.scenario.where("id")

    def standing(self) -> Iterator[Start]:
        """The counters that begin on the map."""
        for start in self.setting.starts:
            if start.hex >= 0 and not start.turn and not start.pool:
                yield start


BOOK = Book("printed", InPlay)
OF_GAME: Book[PrintedKit] = Book("printed", lambda kit: kit)


def can_read(folder: Folder) -> bool:
    """Whether all names are known that the section may name, faulty or not: else more faults would be false ones."""
    tables = [folder.table(name) for name in folder.tables_in_play]
    return folder.maps_whole and all(table is None or table.named for table in tables)


def findings(kit: PrintedKit, rules: Mapping[str, str]) -> Sequence[Finding]:
    """The findings on the section and on every scenario; faults of the section go into the report of the game.

    Where names that the section may use cannot be read yet, it is checked for its own keys and words alone.
    """
    result: list[Finding] = []
    report = kit.game.report
    readable = can_read(kit.game)
    for scenario in kit.scenarios if readable else ():
        scenario_report = Report()
        setting = setting_of(kit.game, scenario, rules, scenario_report)
        _add_new(report, scenario_report)
        if setting is not None and report.ok:
            result += BOOK.findings(kit, scenario, setting)
    if not readable:
        section_report = Report()
        read_section(kit.game, rules, section_report)
        _add_new(report, section_report)
    if report.ok:
        result += OF_GAME.findings(kit)
    return result


def _add_new(report: Report, problems: Report) -> None:
    """Add the problems to the report, but for what follows from a fault of the same cell."""
    for problem in problems:
        if not report.has_error_at(problem.where):
            report.add(problem)


@BOOK.check("play-apart", "Enemies apart", "P-22")
def apart(look: InPlay) -> Drafts:
    """No hex has units of both sides at the start."""
    for hex in sorted(look.state.occupied(0) & look.state.occupied(1)):
        enemy = look.state.units_in(hex, 1)[0]
        message = f"{enemy.key} begins in {look.state.name(hex)}, where an enemy is."
        yield error(look.where(look.setting.starts[enemy.number]), message)


@BOOK.check("play-stacking", "Stacking in play", "P-30")
def stacking(look: InPlay) -> Drafts:
    """No hex has more than the limit of play.stacking at the start; leaders count only where play says so."""
    limit = look.setting.stack_limit
    last = {start.hex: start for start in look.standing()}
    for start in last.values() if limit is not None else ():
        bulk = look.state.bulk(start.hex, start.side)
        if limit is not None and bulk > limit[start.hex]:
            hex = look.state.name(start.hex)
            message = f"{hex} holds {bulk} of {look.setting.sides[start.side]}; the limit is {limit[start.hex]}."
            yield error(look.where(start), message)


@BOOK.check("play-ground", "Ground of the set-up", "P-80")
def ground(look: InPlay) -> Drafts:
    """No unit begins on ground that is closed to it, or that it can never leave."""
    units = {unit.key: unit for unit in look.state.counters}
    for start in look.standing():
        profile = look.state.profile(units[start.key])
        near = look.setting.space.near[start.hex]
        if near and not profile.ways[start.hex]:
            yield warning(look.where(start), f"{start.key} cannot leave {look.state.name(start.hex)}.")
        elif near and not any(start.hex in profile.ways[hex] for hex in near):
            ground_name = next(
                kind.name for kind in look.kit.game.terrain if kind.id == look.setting.ground.terrain[start.hex]
            )
            hex = look.state.name(start.hex)
            yield warning(look.where(start), f"{start.key} begins in {hex}, and can never enter it: {ground_name}.")


@BOOK.check("play-held", "Places held at the start", "P-91")
def held(look: InPlay) -> Drafts:
    """Each hex that `held:` names has a place of the map, or decides who wins."""
    goals = look.setting.goals
    counted = {hex for clause in goals.clauses for place in clause.places for hex in place.hexes}
    counted.update(hex for rule in goals.awards for hex in rule.hexes)
    for hex in sorted(look.setting.held):
        if hex not in look.setting.ground.places and hex not in counted:
            side = look.setting.sides[look.setting.held[hex]]
            where = look.scenario.source.where("held", side)
            message = f"{side} holds {look.state.name(hex)}, where the map has no place to hold."
            yield warning(where, message)


@BOOK.check("play-idle", "Units that can do nothing", "P-40")
def idle(look: InPlay) -> Drafts:
    """Every unit that is no leader has a strength in some combat."""
    for kind in dict.fromkeys(start.kind for start in look.setting.starts):
        has = any(pair[0] is not None for pair in (*kind.attack.values(), *kind.defence.values()))
        if not kind.leader and not has:
            yield warning(kind.row.where(), f"{kind.id} has no strength, so it can neither attack nor be attacked.")


@BOOK.check("play-victory", "Victory within reach", "P-90")
def victory(look: InPlay) -> Drafts:
    """Nobody has won before the first turn, and each place that a side needs can be reached by one of its units."""
    setting, state = look.setting, look.state
    where = setting.section.where("victory", key=True)
    for clause in setting.goals.clauses:
        if clause.at != "end" and clause.side >= 0 and clause.met(state):
            yield warning(where, f"{setting.sides[clause.side]} has won before the first turn.")
    for side, name in enumerate(setting.sides):
        units = [unit for unit in state.counters if unit.side == side and not unit.kind.leader]
        for hex in sorted(aims(state, side).targets):
            starts = ((state.profile(unit), unit.hex if unit.hex >= 0 else unit.entry) for unit in units)
            if units and not any(
                at < 0 or costs_to(setting.space, profile, hex)[at] < NO_WAY for profile, at in starts
            ):
                yield warning(where, f"no unit of {name} can ever reach {state.name(hex)}.")


@OF_GAME.check("not-played", "What is not played", "P-08")
def not_played(kit: PrintedKit) -> Drafts:
    """What is printed and not played is listed under play.not_played: cards, and special texts of units."""
    from ibbprint.catalogue.models.parts import Cards

    section = read_section(kit.game, {}, Report())
    if section is None:
        return
    listed = section.play.not_played
    for at, entry in enumerate(listed):
        yield note(section.where("not_played", at, "text"), f"not played: {entry.text.rstrip('.')}.")
    parts = {entry.part for entry in listed}
    for part in kit.game.parts.values():
        if isinstance(part.value, Cards) and part.value.id not in parts:
            message = f"the cards of {part.value.id} are neither played nor in not_played."
            yield warning(part.where("id"), message, f"Write {{part: {part.value.id}, text: ...}} there.")
    table = kit.game.table(section.play.units.table)
    texts = repr(section.play.model_dump(exclude={"not_played"}))
    listed_units = {entry.unit for entry in listed}
    for row in table.rows.values() if table is not None else ():
        if (
            row.values.get(section.play.units.special)
            and row.id not in listed_units
            and not _picked(row.id, row.values, texts)
        ):
            message = f"the special text of {row.id} is neither played nor in not_played."
            yield warning(row.where(section.play.units.special), message, "Let an entry pick it, or list it there.")


def _picked(id: str, values: Mapping[str, object], texts: str) -> bool:
    """Whether a condition of the section names a unit by its id, or by a column with its value."""
    columns = ((name, str(value)) for name, value in values.items() if value not in ("", None))
    return any(
        f"{name} = {value}" in texts or f"{name} != {value}" in texts
        for name, value in (("id", id), *columns)
        if name != "side"
    )
