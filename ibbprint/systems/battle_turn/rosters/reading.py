"""Rosters read: YAML with the head `roster`, a table with a row for each leader and unit, or text (`text.py`).

YAML and tables go the same way: each row is a mapping of fields to texts, with the place of each.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ibbprint.catalogue.csv_source import parse_csv
from ibbprint.catalogue.documents import SPREADSHEETS, Document, read_document
from ibbprint.catalogue.source import TOO_MANY_ROWS, Source, is_file, parse_yaml
from ibbprint.catalogue.spreadsheets import read_spreadsheet
from ibbprint.engine.lists.files import printable, slug
from ibbprint.problems import Report, Where, did_you_mean, nearest
from ibbprint.systems.battle_turn.catalogue import GAME, Catalogue
from ibbprint.systems.battle_turn.models import MOST_ROWS
from ibbprint.systems.battle_turn.rosters.fields import LEADER, NOTES, UNIT, Bad, Field, hint_for, named, named_after
from ibbprint.systems.battle_turn.rosters.records import Row, Written
from ibbprint.systems.battle_turn.rosters.signs import (
    OWN_COLUMNS,
    TABLES,
    YAML,
    columns,
    has_leader,
    is_text,
    may_be_roster,
)
from ibbprint.systems.battle_turn.rosters.text import TextReader

TABLE = "rows"
ENDINGS = ("", ".yaml", ".yml", ".csv", ".tsv", ".txt", ".md", ".list", *SPREADSHEETS)
"""The endings of files that a roster may be in."""
ARMY = "army"
"""What a row of a table has as its role that names the army."""
HEAD = ("id", "name", "letter", "livery", "race")
_OWN = frozenset(name for field in (*LEADER, *UNIT) for name in (field.name, *field.also))
Path_ = tuple[str | int, ...]


def is_roster(document: Document) -> bool:
    """Whether a document is a roster: by its head, by the columns or the leaders of its table, or by its game."""
    if not may_be_roster(document):
        return False
    return document.is_yaml or is_text(document) or has_leader(document) or _has_columns(document)


def _has_columns(document: Document) -> bool:
    """Whether the first line has the columns of a roster."""
    cells = columns(document)
    return len(cells & _OWN) >= 4 and not OWN_COLUMNS.isdisjoint(cells)


def roster_file(name: str) -> Document | None:
    """The roster that is named in place of a scenario; None where it is none."""
    path = Path(name)
    if path.suffix.lower() not in ENDINGS or not is_file(path):
        return None
    document = read_document(path, Report())
    return document if document is not None and is_roster(document) else None


def read_rosters(document: Document, reader: TextReader, report: Report) -> list[Written]:
    """The rosters of a document, with what cannot be read in the report: several of a text, else one at most."""
    if is_text(document) or not (document.name.lower().endswith((*TABLES, *YAML)) or _has_columns(document)):
        return reader.read(document, report)
    result = _read_roster(document, reader.catalogue, report)
    return [] if result is None else [result]


def _read_roster(document: Document, catalogue: Catalogue, report: Report) -> Written | None:
    """A table or YAML as a roster, with what cannot be read in the report; None where it is none."""
    if document.is_yaml:
        source = parse_yaml(document.text, document.name, report)
        return None if source is None else _from_yaml(source, catalogue, report)
    findings = Report()
    if document.name.lower().endswith(SPREADSHEETS):
        source = read_spreadsheet(Path(document.name), findings, TABLE)
    else:
        source = parse_csv(document.text, document.name, findings, TABLE, most_rows=MOST_ROWS)
    if source is not None and len(source.data[TABLE]) > MOST_ROWS:
        report.error(source.where(TABLE, MOST_ROWS), "read:size", TOO_MANY_ROWS.format(MOST_ROWS))
        return None
    if source is not None and not _has_heading(source):
        _tell_no_heading(source, report)  # and nothing of the cells, which a heading might have made sense of
        return None
    report.add_all(findings)
    return None if source is None else _from_table(source, catalogue, report)


def _from_yaml(source: Source, catalogue: Catalogue, report: Report) -> Written | None:
    data = source.data.get("roster") if isinstance(source.data, dict) else None
    if not isinstance(data, dict):
        hint = "Write roster: with name, leaders and units under it."
        report.error(source.where(), "read:roster", "this is not a roster.", hint)
        return None
    for key in data.keys() - {*HEAD, "game", "leaders", "units"}:
        hint = did_you_mean(str(key), [*HEAD, "leaders", "units"])
        report.error(source.where("roster", key, key=True), "read:field", f"{key} is not a field of a roster.", hint)
    if data.get("game", GAME) != GAME:
        where = source.where("roster", "game")
        report.error(where, "ref:game", f"this is a roster for {str(data['game'])[:40]!r}, not for {GAME}.")
    rows: dict[str, list[Row]] = {}
    for part, fields in (("leaders", LEADER), ("units", UNIT)):
        listed = data.get(part)
        if not isinstance(listed, list):
            listed = []
            if part in data:
                report.error(source.where("roster", part), "read:value", f"{part} must be a list.")
        if len(listed) > MOST_ROWS:
            message = f"{part} takes at most {MOST_ROWS} entries; it has {len(listed)}."
            report.error(source.where("roster", part, MOST_ROWS), "read:size", message)
            return None
        rows[part] = [
            _row(item, source, ("roster", part, n), fields, catalogue, report) for n, item in enumerate(listed)
        ]
    return _written(source, ("roster",), data, rows["leaders"], rows["units"], report)


def _has_heading(source: Source) -> bool:
    """Whether half of the first row of a table or more names columns of a roster: else no cell means anything."""
    columns = (source.columns or {}).keys()
    return 2 * len(columns & _OWN) >= len(columns)


def _from_table(source: Source, catalogue: Catalogue, report: Report) -> Written:
    columns, fields = source.columns or {}, named((*LEADER, *UNIT))
    leaders, units, head = [], [], {"name": named_after(source.file)}
    mistyped = set()
    for name, where in columns.items():
        if name not in fields and name not in NOTES and name not in HEAD:
            names = dict.fromkeys(field.name for field in (*LEADER, *UNIT))
            report.error(where, "read:column", f"{name} is not a roster column.", did_you_mean(name, names, most=30))
            mistyped.add(nearest(name, names))
    absent = _lacking(source, mistyped, catalogue, report)
    at: Path_ = (TABLE,)
    for number, data in enumerate(source.data[TABLE]):
        role = str(data.get("role", "")).strip().lower()
        path = (TABLE, number)
        if role == ARMY:
            head.update({key: str(data[key]) for key in HEAD if data.get(key)})
            at = path
        elif role in ("", "unit"):
            cells = {key: value for key, value in data.items() if key != "role"}
            units.append(_row(cells, source, path, UNIT, catalogue, report, table=True, absent=absent))
        else:
            leaders.append(_row(data, source, path, LEADER, catalogue, report, table=True))
    return _written(source, at, head, leaders, units, report)


def _tell_no_heading(source: Source, report: Report) -> None:
    """Say that the first row should name the columns, and which."""
    needed = ", ".join(dict.fromkeys(("role", "leadership", *(field.name for field in UNIT if field.needed))))
    first = next(iter((source.heads or {}).values()), "")
    report.error(
        source.where(),
        "read:column",
        f"the first row names no columns of a roster: it begins with {printable(first, 30)!r}.",
        f"Name them in the first row, in any order: {needed}, and what else the units have.",
    )


def _lacking(source: Source, mistyped: Collection[str | None], catalogue: Catalogue, report: Report) -> frozenset[str]:
    """The fields of units that must have a column and have none, each told once and not of every unit.

    Fields in `mistyped`, for which a column has another name, have been reported.
    """
    columns = source.columns or {}
    items = [field for field in UNIT if field.needed and not columns.keys() & {field.name, *field.also}]
    for field in items:
        if field.name not in mistyped:
            report.error(
                source.where(),
                f"{GAME}:B-41",
                f"the table has no column {field.name}, which every unit needs.",
                hint_for(field, catalogue),
            )
    return frozenset(field.name for field in items)


def _written(
    source: Source, path: Path_, data: Mapping[str, Any], leaders: Sequence[Row], units: Sequence[Row], report: Report
) -> Written:
    """The roster, its head checked."""
    head, places = {}, {}
    for key in HEAD:
        value = data.get(key)
        if value in (None, ""):
            continue
        places[key] = source.where(*path, key)
        text = str(value).strip() if isinstance(value, str) else ""
        if not text or len(text) > 60 or (key == "letter" and not re.fullmatch("[A-Z]", text)):
            expected = "one capital letter" if key == "letter" else "a short text"
            report.error(places[key], "read:value", f"{key} must be {expected}.")
            continue
        head[key] = printable(text)
    head.setdefault("name", named_after(source.file))
    head["id"] = slug(head.get("id", head["name"]), GAME)
    if "livery" in head:
        head["livery"] = slug(head["livery"], GAME)
    return Written(source.file, source.where(*path), head, leaders, units, places)


def _row(
    data: Any,
    source: Source,
    path: Path_,
    fields: Sequence[Field],
    catalogue: Catalogue,
    report: Report,
    *,
    table: bool = False,
    absent: frozenset[str] = frozenset(),
) -> Row:
    """A leader or a unit with its sound values; what is wrong with the others is in the report.

    In a table, columns of the other sort of row are passed over where they are empty. What no row can have, since its
    column is `absent`, has been told.
    """
    where = source.where(*path)
    if not isinstance(data, dict):
        report.error(where, "read:value", "each leader and each unit must be a mapping (name: value).")
        return Row(where, {}, faulty=frozenset(("name",)))
    field_by_name = named(fields)
    values, places, faulty = dict[str, Any](), dict[str, Where](), set[str]()
    kind = "leader" if fields is LEADER else "unit"
    for key, value in data.items():
        field = field_by_name.get(str(key).lower().replace("-", "_").replace(" ", "_"))
        at = source.where(*path, key)
        if field is None:
            _needless(str(key), value, at, source.where(*path, key, key=True), kind, field_by_name, report, table=table)
            continue
        if field.name in places:
            report.error(at, "read:duplicate-key", f"{field.name} and {key} are the same field.", "Keep one of them.")
            continue
        places[field.name] = at
        if isinstance(value, dict | list) or value is None:
            report.error(at, "read:value", f"{key} must be one value.")
            faulty.add(field.name)
            continue
        try:
            read = field.read(str(value).strip(), catalogue)
        except Bad as bad:
            report.error(at, "read:value", f"{field.name} {bad.message}", bad.hint)
            faulty.add(field.name)
            continue
        if read is not None:
            values[field.name] = read
    name = str(values.get("name") or f"this {kind}")
    for field in fields:
        if field.needed and field.name not in values and field.name not in faulty:
            if field.name not in absent:
                report.error(where, f"{GAME}:B-41", f"no {field.name} stated for {name}.", hint_for(field, catalogue))
            faulty.add(field.name)
    return Row(where, values, places, frozenset(faulty))


def _needless(
    key: str,
    value: Any,
    at: Where,
    key_at: Where,
    kind: str,
    fields: Mapping[str, Field],
    report: Report,
    *,
    table: bool,
) -> None:
    """A field that such a row has not."""
    if table:
        if key in _OWN and str(value).strip().lower() not in ("-", "–", "—", "no", "none", "0"):
            report.error(at, "read:column", f"a {kind} has no {key}.", "Leave the cell empty.")
    elif key not in NOTES:
        names = {field.name for field in fields.values()}
        report.error(key_at, "read:field", f"{key} is not a field of a {kind}.", did_you_mean(key, names, most=30))
