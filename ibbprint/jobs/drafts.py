"""A scenario with values changed: its file edited in place, opened from a folder for the time of a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copyfile, copytree
from typing import TYPE_CHECKING, Any

from yaml import nodes as yaml_nodes

from ibbprint.catalogue.editing import EditedText, NotEdited, scalar
from ibbprint.catalogue.layers import is_game_folder
from ibbprint.engine.api.evening import Edit
from ibbprint.jobs.variants import Variant
from ibbprint.problems import BadRequest

if TYPE_CHECKING:
    from ibbprint.engine.session import Opened

NEWLINE = "\r\n"
HEAD = "scenario"
EVENING = "evening"


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A scenario as it would be: the text of its file, what was changed in words, and the work that plays it."""

    text: str
    words: tuple[str, ...]
    variant: Variant
    opened: Opened[Any]
    edits: tuple[Edit, ...] = ()


@dataclass(slots=True)
class DraftFolder:
    """Where drafts are written while they are played: a folder, beside what the scenario needs beside it."""

    original: Path
    folder: Path
    text: str = ""
    """The text of the original, its lines ended by line feeds."""
    windows: bool = False
    """Whether they end as they do on Windows."""
    _written: int = field(default=0)

    def __post_init__(self) -> None:
        text = self.original.read_bytes().decode("utf-8-sig")
        self.windows = NEWLINE in text
        self.text = text.replace(NEWLINE, "\n")

    def write(self, text: str, variant: Variant) -> Variant:
        """Write a draft where it can be opened, and say how it is played: in a copy of the folder of a game made of
        files, which takes its place among the packs, else by itself with the tables beside it.
        """
        self._written += 1
        place = self.folder / f"draft-{self._written}"
        around = self.original.absolute().parent.parent
        if is_game_folder(around):
            copytree(around, place)
            (place / self.original.parent.name / self.original.name).write_text(text, encoding="utf-8")
            home = around.resolve()
            return replace(variant, packs=tuple(place if pack.resolve() == home else pack for pack in variant.packs))
        place.mkdir(parents=True)
        path = place / self.original.name
        for table in self.original.parent.glob("*.csv"):
            copyfile(table, place / table.name)
        path.write_text(text, encoding="utf-8")
        return replace(variant, scenario=str(path))

    def data(self, text: str) -> bytes:
        """The bytes of a file with this text, its lines ended as those of the original are."""
        return (text.replace("\n", NEWLINE) if self.windows else text).encode()


def edited(text: str, edits: Sequence[Edit]) -> str:
    """A YAML text with values changed in place; a share stays a share, and what is not written yet is added.

    Raises NotEdited.
    """
    yaml = EditedText(text)
    for edit in edits:
        old, node = yaml.value(edit.place), yaml.node(edit.place)
        if isinstance(node, yaml_nodes.ScalarNode) and node.style in ("|", ">"):
            yaml.drop(edit.place)
            yaml.put(edit.place[:-1], str(edit.place[-1]), scalar(edit.value, '"'))
        elif isinstance(old, str):
            yaml.set(edit.place, f"{edit.value}%" if old.endswith("%") else edit.value)
        elif isinstance(old, list):
            yaml.set_list(edit.place, edit.value)
        else:
            yaml.put(edit.place[:-1], str(edit.place[-1]), edit.value)
    return yaml.text


def with_record(text: str, key: str, record: Mapping[str, Any], id: str) -> str:
    """A scenario’s text with another id and a record under a key of its head, an older one replaced.

    A rule that evens the odds of the original is left out: its thresholds are others. Raises BadRequest for a file that
    has no room for them.
    """
    try:
        yaml = EditedText(text)
        yaml.set((HEAD, "id"), id)
        for old in (key, EVENING):
            if yaml.node((HEAD, old)) is not None:
                yaml.drop((HEAD, old))
        head = yaml.node((HEAD,))
        in_braces = isinstance(head, yaml_nodes.MappingNode) and head.flow_style
        yaml.put((HEAD,), key, _in_braces(record) if in_braces else "\n" + "\n".join(_lines(record)))
    except NotEdited as fault:
        raise BadRequest(f"the certificate cannot be written into the scenario: {fault}") from fault
    return yaml.text


def _lines(record: Mapping[str, Any]) -> list[str]:
    """A record as YAML in blocks; records in a list stand in braces."""
    lines = []
    for name, value in record.items():
        if isinstance(value, list):
            lines += [f"{name}:", *(f"  - {_item(item)}" for item in value)]
        else:
            lines.append(f"{name}: {_item(value)}")
    return lines


def _in_braces(record: Mapping[str, Any]) -> str:
    """A record as YAML in braces, a line for each key, for a head that is in braces itself."""
    lines = []
    for name, value in record.items():
        several = ",\n    ".join(map(_item, value)) if isinstance(value, list) else ""
        lines.append(f"  {name}: [{several}]" if several else f"  {name}: {_item(value)}")
    return "{\n" + ",\n".join(lines) + "}"


def _item(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_item(item)}" for name, item in value.items()) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) else scalar(str(value))
