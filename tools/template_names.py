"""Make docs/template-names.md, the names that templates may use: `make template-names`.

The page is taken from the records that kits are made of, so it cannot promise what is not there. `tests` renders every
name of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ibbprint.components.faces.sandbox_calls import FILTERS
from ibbprint.components.faces.template_functions import FUNCTIONS
from ibbprint.components.faces.templates import FACE_BLEED
from ibbprint.components.style import Style, read_style
from ibbprint.engine.api.kits import KitOptions
from ibbprint.materials import Kit, by_name
from ibbprint.materials.booklets import CardFigure
from ibbprint.press.records import records, sides_of
from ibbprint.problems import Report
from ibbprint.systems import games

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "template-names.md"
EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"
KITS: Sequence[tuple[str, str, bool, tuple[Path, ...]]] = (
    ("ibb", "low-tide", False, (EXAMPLE,)),
    ("ibb", "defend-the-bridge", False, ()),
    ("ibb", "hastings", False, ()),
    ("ibb", "stirling", False, ()),
    ("ibb", "ibb", True, ()),
    ("ayrenes-woods", "ayrenes-woods", False, ()),
    ("microbattle", "two-villages", False, ()),
    ("microbattle", "microbattle", True, ()),
    ("element-battle", "deep-delve", False, ()),
    ("element-battle", "element-battle", True, ()),
    ("battle-turn", "the-moon-at-the-gate", False, ()),
    ("battle-turn", "the-inn-at-three-roads", False, ()),
)
"""Game, scenario, whether its whole catalogue, packs: between them they use every template. Examples come from the
first that has a name."""
DEEPEST = 3
"""Names of names of names: what lies deeper is left to who looks for it."""
LONGEST = 44
FEWEST = 3
"""So many values of one sort under one name are told as one, by any id."""
BY_ID = "[ID]"


@dataclass
class Name:
    """A name that a template may use: its path, what it is, an example, and how many of the records have it."""

    path: str
    sort: str
    example: str
    records: int = 0
    empty: bool = False
    """True when some record has nothing under it."""


@dataclass
class Used:
    """A template: how many records it was filled in with, and their names."""

    records: int = 0
    names: dict[str, Name] = field(default_factory=dict)
    values: list[Mapping[str, Any]] = field(default_factory=list)
    """The records themselves, for the tests."""

    def add(self, values: Mapping[str, Any]) -> None:
        self.records += 1
        self.values.append(values)
        seen: dict[str, Name] = {}
        for path, sort, example in paths(values):
            known = seen.setdefault(path, Name(path, sort, example))
            known.empty = known.empty or sort == "nothing"
            if known.sort == "nothing" or not known.example:
                known.sort, known.example = sort, example or known.example
        for path, name in seen.items():
            known = self.names.setdefault(path, name)
            known.records += 1
            known.empty = known.empty or name.empty
            if known.sort == "nothing":
                known.sort, known.example = name.sort, name.example


def paths(values: Any, before: str = "", depth: int = 0) -> Iterator[tuple[str, str, str]]:
    """Every name with what it is and an example. What is in a list is named `list[].name`."""
    for name, value in _fields(values):
        path = f"{before}{name}"
        inner = _fields(value)
        if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            yield path, "list", ", ".join(str(entry) for entry in value[:3] if isinstance(entry, str | int))
            if depth < DEEPEST:
                for item in value:
                    yield from paths(item, f"{path}[].", depth + 1)
        elif isinstance(value, Mapping) and _alike(value):
            yield path, "names by id", ", ".join(map(str, value))
            for item in value.values():
                if _fields(item):
                    yield from paths(item, f"{path}{BY_ID}.", depth + 1)
                else:
                    yield f"{path}{BY_ID}", _sort(item), str(item)
        elif inner or isinstance(value, Mapping):
            yield path, "names", ""
            if depth < DEEPEST:
                yield from paths(value, f"{path}.", depth + 1)
        else:
            yield path, _sort(value), "" if value is None else str(value)


def _fields(value: Any) -> list[tuple[str, Any]]:
    """The names in a value; none of a text or a number."""
    if isinstance(value, Mapping):
        return [(str(name), item) for name, item in value.items()]
    if isinstance(value, BaseModel):
        return [(name, getattr(value, name)) for name in type(value).model_fields]
    if hasattr(value, "_fields"):
        return [(name, getattr(value, name)) for name in value._fields]
    return []


def _alike(values: Mapping[Any, Any]) -> bool:
    """Whether the values under one name are things of one sort, each under its id, and no record of its own."""
    shapes = {tuple(name for name, _ in _fields(item)) for item in values.values()}
    alike = len(values) >= FEWEST and len(shapes) == 1 and len({type(value) for value in values.values()}) == 1
    return alike and (shapes != {()} or any("-" in str(name) or str(name).isdigit() for name in values))


def _sort(value: Any) -> str:
    kinds = {bool: "yes or no", int: "number", float: "number", str: "text"}
    return "nothing" if value is None else kinds.get(type(value), type(value).__name__.lower())


def gathered() -> dict[str, Used]:
    """Every template with the names that it is given."""
    result: dict[str, Used] = {}
    for game, scenario, whole, packs in KITS:
        report = Report()
        kit = games()[game].kit(scenario, KitOptions(packs, whole=whole), report)
        if kit is None or not report.ok:
            raise SystemExit("\n".join(map(str, report)))
        for template, values in _records(kit):
            result.setdefault(template, Used()).add(values)
    return dict(sorted(result.items()))


def _records(kit: Kit) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for record in records(kit):
        for side in sides_of(record).values():
            yield side.template, by_name(side.values)
    for text in kit.texts:
        yield text.template, by_name(text.values)
        for figures in (text.figures or {}).values():
            yield from ((figure.face, by_name(figure.values)) for figure in figures if isinstance(figure, CardFigure))
    for booklet in kit.booklets:
        yield booklet.cover, by_name(booklet.values)
        yield booklet.template, by_name(booklet.values)


def shipped_style() -> Style:
    style = read_style([ROOT / "templates"], Report())
    assert style is not None
    return style


SAID = {
    "range": "numbers in order: `range(3)` is 0, 1, 2",
    "namespace": "a thing whose names can be set within a loop: `{% set seen = namespace(count=0) %}`",
}
"""What a function that is Jinja's own is for."""

BLEED = (
    f"number: how far the ground of a face runs past the cut, in mm at the size that it is drawn for: {FACE_BLEED:g},"
    " more when more is asked for with `--bleed`"
)
HEAD = """# The names that templates may use

This page is made by `make template-names` from the records that kits are printed from; a test renders every name of it.

A template is a file in `templates/` of the game or of a pack.
Faces and cards are SVG (`.svg.j2`), sheets are Markdown (`.md.j2`).
`{{ name }}` puts a value in, `{% if name %} ... {% endif %}` asks whether there is one.
`{% for one in names %} ... {% endfor %}` goes through a list.
A name that is not there is an error with its place, never an empty spot.

A list is written here with `[]`: `abilities[].symbol` is the `symbol` of `one` in `{% for one in abilities %}`.
`style.liveries[ID].fill` is that of any id of them: `style.liveries["crimson"].fill`.
*Not always* marks what only some of the records have: ask with `{% if name is defined %}` first.
*Or nothing* means that the name is always there and sometimes empty.

The SVG template of a face or card also knows its `width` and `height`, in mm at the size that it is drawn for.
With `viewBox="0 0 {{ width }} {{ height }}"` one template serves pieces of several sizes.
[texts-and-cards.md](texts-and-cards.md) explains how words wrap, and how to write icons, tables, tracks and pictures.

## In every template

| name | what it is |
|---|---|
"""


def page(found: Mapping[str, Used]) -> str:
    """The whole page."""
    lines = [HEAD.rstrip("\n")]
    for name, function in FUNCTIONS.items():
        text = " ".join((function.__doc__ or "").split()).partition(". ")[0].rstrip(".")
        lines.append(f"| `{name}(...)` | {SAID.get(name) or text} |")
    lines.append(f"| `bleed` | {BLEED} |")
    style = Used()
    style.add({"style": shipped_style()})
    lines += [f"| `{name.path}` | {name.sort}{_such_as(name.example)} |" for name in style.names.values()]
    lines += ["", f"Filters: {', '.join(f'`{name}`' for name in FILTERS)}.", ""]
    message: dict[tuple[str, ...], str] = {}
    for template, used in found.items():
        same = message.setdefault(tuple(used.names), template)
        if same != template and used.names:
            lines += [f"## {template}", "", f"The same names as {same}.", ""]
            continue
        lines += [f"## {template}", "", "| name | what it is |", "|---|---|"]
        for name in used.names.values():
            inside = any(
                f"{before.path}." == name.path[: len(before.path) + 1] for before in used.names.values() if before.empty
            )
            seldom = "" if name.records == used.records or inside or "[" in name.path else "; *not always*"
            sort = f"{name.sort} or nothing" if name.empty and name.sort != "nothing" else name.sort
            lines.append(f"| `{name.path}` | {sort}{_such_as(name.example)}{seldom} |")
        if not used.names:
            lines[-2:] = ["It has no other names."]
        lines.append("")
    return "\n".join(lines)


def _such_as(example: str) -> str:
    short = " ".join(example.split())
    if not short:
        return ""
    return f": {(short if len(short) <= LONGEST else short[: LONGEST - 1] + '…').replace('|', '/')}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(gathered()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(PAGE.read_text(encoding='utf-8').splitlines())} lines")


if __name__ == "__main__":
    main()
