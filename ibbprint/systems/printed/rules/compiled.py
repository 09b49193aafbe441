"""A combat compiled: its tables as columns and rows, what its codes do, its modifiers, what may not be attacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ibbprint.dice import thrown
from ibbprint.engine.picking import cell
from ibbprint.phrases import a_number, listed
from ibbprint.systems.printed.play_models import Combat, Modifier
from ibbprint.systems.printed.rules.conditions import Condition
from ibbprint.systems.printed.rules.effects import HINT, Clause, clauses
from ibbprint.systems.printed.rules.numbers import Change, DiceOf, Number, change, dice_of, number
from ibbprint.systems.printed.rules.reading import BarrierRule
from ibbprint.tables import IS, WRITE, Columns, least_of, odds_of, sums_of

if TYPE_CHECKING:
    from ibbprint.problems import Where
    from ibbprint.systems.printed.rules.setting import Setting
    from ibbprint.systems.printed.tables import Table

EMPTY_CODES = ("–", "—", "-", "−", "")
NOTHING = "–"
"""How the code of a result is shown that is a dash or an empty cell."""
SHIFT, DIE, STRENGTH = "shift", "die", "strength"
MEANS = {
    "ids": "It picks terrain, hexsides or places.",
    "all": "It is for conditions on units, and for the strength of attackers across a hexside.",
    "each": "It is for strengths.",
    "best": "It is for of: column.",
    "per": "It is for of: stack.",
    "from_": "It is for of: stack.",
}
"""What a key of a modifier is for."""


EXPLAIN = "Add a row, or correct the cell."


def code_of(text: object) -> str:
    """A code as it is compared (P-55)."""
    plain = str(text).strip()
    return NOTHING if plain in EMPTY_CODES else plain


class ModifierRule(NamedTuple):
    """A modifier, its amount compiled: a number, a key of the ground, or a column."""

    model: Modifier
    changes: str
    amount: Number | None
    key: str
    column: str
    strength: Change
    ids: frozenset[str]
    attackers: Condition | None
    defenders: Condition | None
    when: Condition | None
    waived_by: Condition | None
    from_: int
    name: str
    cells: dict[tuple[str, str], int | Change]
    """The amounts that kinds of ground have for its key, by file and id, as far as they were asked for."""


class TableRule(NamedTuple):
    """A combat results table, and when it is used."""

    name: str
    columns: Columns
    units: Condition | None
    when: Condition | None


@dataclass(slots=True, eq=False)
class Explained:
    """A code that results explain: whether a table gives it, of those that it is for."""

    code: str
    is_used: bool = False
    tables: set[str] = field(default_factory=set)


@dataclass(eq=False)
class Fight:
    """A combat: `id` is empty for the only one."""

    id: str
    model: Combat
    tables: Sequence[TableRule]
    dice: DiceOf
    effects: Mapping[str, tuple[Clause, ...]]
    words: Mapping[str, str]
    """What a code does in the words of its table, or of the engine."""
    modifiers: Sequence[ModifierRule]
    barriers: Sequence[BarrierRule]
    """What adjacent attackers may not attack across or into."""
    who: Condition | None
    spreads: dict[tuple[str, int, int], dict[str, Fraction]] = field(default_factory=dict)
    """The chances of the codes by table, column and modifier of the die, as far as they were asked for."""
    averages: dict[tuple[int, int, int], Any] = field(default_factory=dict)
    """What rules of thumb worked out of strengths and shifts, for all games."""

    @property
    def sums(self) -> dict[int, Fraction]:
        """The exact chance of each sum of the dice."""
        spread = thrown(self.dice.number, self.dice.faces)
        return {total: spread.exactly(total) for total in spread.ways}

    @property
    def no_effect(self) -> str:
        """The code of an attack that has no effect."""
        return next((code for code, effect in self.effects.items() if not effect), NOTHING)


def compile_fights(setting: Setting) -> dict[str, Fight]:
    """The combats of the game by their ids: `combat` where there is but one."""
    play, reader = setting.play, setting.reader
    if play.combat is not None and play.combats:
        reader.error(("combats",), "combat", "play has combat and combats.", "Write one of them.", key=True)
    explained: dict[Where, Explained] = {}
    result = {}
    if play.combat is not None:
        result["combat"] = _Compiler(setting, "combat", play.combat, ("combat",), explained).fight()
    for id, model in play.combats.items():
        result[id] = _Compiler(setting, id, model, ("combats", id), explained).fight()
    for where, entry in explained.items():
        if not entry.is_used:
            tables = listed(sorted(entry.tables))
            message = (
                f"{entry.code} is explained, but {tables} never {'gives' if len(entry.tables) == 1 else 'give'} it."
            )
            setting.report.warning(where, "play:results", message)
    return result


class _Compiler(NamedTuple):
    setting: Setting
    id: str
    model: Combat
    path: tuple[str | int, ...]
    explained: dict[Where, Explained]
    """The codes that were explained so far, each at its place: combats may share a table of results."""

    def fight(self) -> Fight:
        reader, model = self.setting.reader, self.model
        tables = []
        for at, entry in enumerate(model.table):
            path = (*self.path, "table", at) if len(model.table) > 1 else (*self.path, "table")
            table = reader.folder.table(entry.table, reader.section.where(*path))
            if table is not None:
                columns = self.columns(table)
                tables.append(
                    TableRule(
                        entry.table,
                        columns,
                        reader.condition(entry.if_, *path, "if"),
                        reader.when(entry.when, *path, "when"),
                    )
                )
        if model.choose is None and len(tables) > 1 and not all(t.units or t.when for t in tables[:-1]):
            message = "several tables, and nothing says which one is used."
            reader.error((*self.path, "table"), "combat", message, "Write if: or when: in them, or choose: attacker.")
        dice = self.dice(tables)
        effects, words = self.results(tables)
        return Fight(
            self.id,
            model,
            tables,
            dice,
            effects,
            words,
            list(self.modifiers()),
            [
                *reader.barriers(model.not_across, *self.path, "not_across"),
                *reader.barriers(model.not_into, *self.path, "not_into"),
            ],
            reader.condition(model.who, *self.path, "who"),
        )

    # --- the table ----------------------------------------------------------------------------------------------

    def columns(self, table: Table) -> Columns:
        """A table as columns: its first column has the sums of the dice, its headings what picks a column."""
        model, report = self.model, self.setting.report
        names = list(table.columns)
        if table.keyed and names[:1] == ["id"]:
            names = names[1:]
        heads = [table.heads.get(name, name) for name in names[1:]]
        rows = list(table.rows.values())
        where = rows[0].entries[0].source.where() if rows else self.setting.section.where(*self.path, "table")
        read = odds_of if model.by == "odds" else least_of
        values: list[Number] = []
        for head in heads:
            value = read(head)
            if value is None:
                read_other = least_of if model.by == "odds" else odds_of
                by = model.by
                kinds = {
                    by if read(heading) is not None else "odds" if odds_of(heading) is not None else "difference"
                    for heading in heads
                    if read(heading) is not None or read_other(heading) is not None
                }
                if read_other(head) is not None and len(kinds) > 1:
                    message, hint = f"{table.name} has odds and differences among its headings.", ""
                else:
                    message, hint = f"{head!r} is not {IS[model.by]}.", WRITE[model.by]
                at = self._head_where(table, head)
                if not report.has_error_at(at):
                    report.error(at, "play:table", message, hint)
                continue
            if values and value <= values[-1]:
                before = heads[len(values) - 1]
                message = f"{head} comes after {before}: columns must rise from left to right."
                report.error(self._head_where(table, head), "play:table", message)
            values.append(value)
        spans, cells = [], []
        for row in rows:
            text = str(cell(row.values, names[0]) if names else "")
            span = sums_of(text)
            if span is None:
                report.error(
                    row.where(names[0]), "play:table", f"{text!r} is not a sum of dice.", "Write 1, 2-3, or 6+."
                )
                continue
            spans.append(span)
            cells.append([code_of(cell(row.values, name)) for name in names[1:]])
        if not heads or not spans:
            report.error(where, "play:table", f"{table.name} has no columns or no rows.")
            spans, cells, heads, values = [(1, 1)], [[NOTHING]], ["1"], [1]
        return Columns(table.name, model.by, heads, values or [1], spans, cells, model.round, model.clamp, model.below)

    def _head_where(self, table: Table, head: str) -> Where:
        """The place of a heading."""
        name = next((name for name in table.columns if table.heads.get(name, name) == head), head)
        row = next(iter(table.rows.values()))
        columns = row.entries[0].source.columns
        return columns[name] if columns is not None and name in columns else row.where(name)

    def dice(self, tables: Sequence[TableRule]) -> DiceOf:
        """The dice that are thrown: those named, else as many faces as the rows have; each sum has one row."""
        reader, model = self.setting.reader, self.model
        dice = None if model.dice is None else reader.dice(model.dice, *self.path, "dice")
        if dice is None:
            head = ""
            if tables:
                table = reader.folder.table(tables[0].name)
                head = "" if table is None or not table.columns else table.heads.get(table.columns[0], table.columns[0])
            dice = dice_of(head)
        if dice is None:
            rows = tables[0].columns.rows if tables else []
            highest = max((high for _, high in rows if high < 999), default=6)
            lowest = min((low for low, _ in rows if low > -999), default=1)
            dice = DiceOf(2, highest // 2) if lowest == 2 and highest % 2 == 0 else DiceOf(1, max(highest, 2))
            if dice.number == 1 and dice.faces not in (2, 4, 6, 8, 10, 12, 20, 100) and dice.faces < 6:
                dice = DiceOf(1, 6)
        for rule in tables:
            self.check_rows(rule.columns, dice)
        return dice

    def check_rows(self, columns: Columns, dice: DiceOf) -> None:
        report = self.setting.report
        table = self.setting.reader.folder.table(columns.name)
        rows = [] if table is None else list(table.rows.values())
        for total in dice.sums:
            matching = [at for at, (low, high) in enumerate(columns.rows) if low <= total <= high]
            if not matching and rows:
                report.error(
                    rows[-1].entries[0].where(), "play:table", f"no row of {columns.name} is for {a_number(total)}."
                )
            if len(matching) > 1:
                texts = [str(next(iter(rows[at].entries[0].value.values()))) for at in matching[:2]]
                message = f"{texts[0]} and {texts[1]} both mean {a_number(total)}."
                report.error(rows[matching[1]].entries[0].where(), "play:table", message)
                break

    # --- results ------------------------------------------------------------------------------------------------

    def results(self, tables: Sequence[TableRule]) -> tuple[dict[str, tuple[Clause, ...]], dict[str, str]]:
        """The effect of each code, and its words; every code of a table has an effect (P-55)."""
        reader, report = self.setting.reader, self.setting.report
        written = self.model.results
        path = (*self.path, "results")
        effects: dict[str, tuple[Clause, ...]] = {}
        words: dict[str, str] = {}
        where = {}
        if written is not None and "table" not in written and written.keys() - {"code", "effect"}:
            for code, text in written.items():
                where[code_of(code)] = reader.section.where(*path, code)
                self.add(code, text, where[code_of(code)], effects)
        else:
            names = {"table": "results", "code": "result", "effect": "effect", **(written or {})}
            at = path if written is not None else self.path
            table = reader.folder.table(names["table"], reader.section.where(*at))
            for column in ("code", "effect"):
                if table is not None and names[column] not in table.columns:
                    message = f"there is no column {names[column]!r} in {table.name}."
                    reader.error(at, "column", message, reader.hint(names[column], table.columns))
                    table = None
            texts = [] if table is None else [n for n in table.columns if n not in names.values() and n != "id"]
            for row in [] if table is None else table.rows.values():
                code = code_of(row.values.get(names["code"], ""))
                where[code] = row.where(names["code"])
                self.add(code, str(row.values.get(names["effect"], "")), row.where(names["effect"]), effects)
                if texts:
                    words[code] = str(row.values.get(texts[0], ""))
        used = set()
        for rule in tables:
            source_table = reader.folder.table(rule.name)
            for number_, line in enumerate(rule.columns.cells):
                for place, code in enumerate(line):
                    used.add(code)
                    if code not in effects and source_table is not None and (where or not report.error_count):
                        row = list(source_table.rows.values())[number_]
                        names_ = [name for name in source_table.columns if name != "id"]
                        name = names_[place + 1]
                        place_ = row.where(name)
                        message, hint = f"{rule.name} has {code}, which results does not explain.", EXPLAIN
                        if not str(row.values.get(name) or "").strip():
                            message = f"{rule.name} has no result in this row under {rule.columns.heads[place]}."
                            hint = f"Write one, or explain {NOTHING}: an empty cell means it."
                        if not report.has_error_at(place_):
                            report.error(place_, "play:results", message, hint)
                        effects[code] = ()
        for code, at_ in where.items() if tables else ():
            entry = self.explained.setdefault(at_, Explained(code))
            entry.is_used |= code in used
            entry.tables |= {rule.name for rule in tables}
        return effects, words

    def add(self, code: str, text: str, where: Where, effects: dict[str, tuple[Clause, ...]]) -> None:
        """Take the effect of a code."""
        effect = clauses(text)
        report = self.setting.report
        if effect is None:
            report.error(where, "play:effect", f"{text!r} is not an effect.", HINT)
            effect = ()
        for clause in effect:
            if clause.state and clause.state not in self.setting.states:
                hint = self.setting.reader.hint(clause.state, self.setting.states)
                report.error(where, "play:state", f"there is no state {clause.state!r}.", hint)
            if clause.act in ("retreat", "either") and self.setting.play.retreat is None:
                message, hint = "units retreat, and play has no retreat.", "Write a section retreat:"
                report.error(where, "play:retreat", message, hint)
        effects[code_of(code)] = effect

    # --- modifiers and barriers ---------------------------------------------------------------------------------

    def modifiers(self) -> Iterator[ModifierRule]:
        reader = self.setting.reader
        files = {"terrain": "terrain", "hexside": "hexsides", "place": "places"}
        for at, model in enumerate(self.model.modifiers):
            path = (*self.path, "modifiers", at)
            written = [name for name in (SHIFT, DIE, STRENGTH) if getattr(model, name) is not None]
            if len(written) != 1:
                does = f"changes {' and '.join(written)} at once" if written else "changes nothing"
                reader.error(path, "modifier", f"{model.id} {does}.", "Write one of: shift, die, strength.")
                continue
            changes = written[0]
            self.check_keys(model, changes, path)
            text = getattr(model, changes)
            key = text.removeprefix("cost.") if text.startswith("cost.") else ""
            column, amount, strength = "", None, Change(plus=0)
            ids = frozenset(model.ids)
            if model.of in files:
                ids = reader.ground(files[model.of], model.ids, *path, "ids")
            elif key:
                message = f"{text}: {model.of} has no costs."
                reader.error((*path, changes), "modifier", message, "Write a number, or a column of the units.")
            if not key and text in reader.units.columns:
                column = text
            elif not key and changes == STRENGTH:
                strength = self.setting.reader.change(text, *path, changes)
            elif not key:
                amount = reader.figure(text, *path, changes)
            if key and model.of in files:
                self.check_cells(model, files[model.of], ids, key, changes, path)
            if model.of == "column" and not column:
                reader.column(text, *path, changes)
            if column and model.of not in ("column", "leader"):
                message = f"{text} is a column of the units, which counts for: leader, or column."
                reader.error((*path, changes), "modifier", message)
            name = model.name or ""
            yield ModifierRule(
                model,
                changes,
                amount,
                key,
                column,
                strength,
                ids,
                reader.condition(model.attackers, *path, "attackers"),
                reader.condition(model.defenders, *path, "defenders"),
                reader.when(model.when, *path, "when"),
                reader.condition(model.waived_by, *path, "waived_by"),
                reader.whole(model.from_, *path, "from", usual=1),
                name or model.id.replace("-", " "),
                {},
            )

    def check_keys(self, model: Modifier, changes: str, path: tuple[str | int, ...]) -> None:
        """Report keys that mean nothing in a modifier of this kind."""
        conditional = model.attackers is not None or model.defenders is not None
        means = {
            "ids": model.of in ("terrain", "hexside", "place"),
            "all": conditional or (model.of == "hexside" and changes == STRENGTH),
            "each": changes == STRENGTH,
            "best": model.of == "column",
            "per": model.of == "stack",
            "from_": model.of == "stack",
        }
        for key, does in means.items():
            if key in model.model_fields_set and not does:
                name = Modifier.model_fields[key].alias or key
                message = f"{name} means nothing for a {changes} of: {model.of}."
                self.setting.reader.error((*path, name), "modifier", message, MEANS[key])

    def check_cells(
        self, model: Modifier, file: str, ids: frozenset[str], key: str, changes: str, path: tuple[str | int, ...]
    ) -> None:
        """Report cells of the ground that are no amounts."""
        ground, kinds = self.setting.ground, self.setting.folder.of_ground(file)
        if kinds and all(ground.written(file, kind.id, key) is None for kind in kinds):
            keys = dict.fromkeys(name for kind in kinds for name in getattr(kind, "cost", {}))
            hint = self.setting.reader.hint(key, keys)
            self.setting.reader.error((*path, changes), "modifier", f"no cost of {file} has the key {key!r}.", hint)
        for kind in kinds:
            text = ground.written(file, kind.id, key)
            if text is None or not text.strip() or (ids and kind.id not in ids):
                continue
            if (change(text) if changes == STRENGTH else number(text)) is None:
                where = ground.where(file, kind.id, "cost", key)
                hint = "Write x1/2, x2 or +2." if changes == STRENGTH else "Write a number, such as -1."
                if not self.setting.report.has_error_at(where):
                    self.setting.report.error(where, "play:modifier", f"{text!r} is not a {changes}.", hint)
