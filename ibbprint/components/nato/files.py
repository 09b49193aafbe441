"""The file `nato.yaml`: branches, sizes, modifiers, frames of NATO symbols. A pack's is laid over the shipped one."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ibbprint.catalogue.models import Id, Text
from ibbprint.catalogue.source import Pile, Source
from ibbprint.catalogue.validate import Model, build, empty_dict, empty_list
from ibbprint.components.style import read_in_folders
from ibbprint.materials.signs import FILE_NAME
from ibbprint.problems import Report, Where

PathData = Annotated[str, Text(min_length=1, max_length=2000)]
Far = Annotated[float, Field(ge=-160, le=160)]
Aliases = Annotated[list[Annotated[str, Text(min_length=1, max_length=60)]], Field(max_length=40)]


class Lines(Model):
    """Path data for lines, for areas and for lines that end on the frame; letters."""

    strokes: PathData | None = None
    filled: PathData | None = None
    across: PathData | None = None
    letters: Annotated[str, Text(pattern=r"^[A-Z0-9]{1,4}$")] | None = None
    aliases: Aliases = Field(default_factory=empty_list)


class Branch(Lines):
    """A branch of an army; `of` are others that are drawn with it."""

    of: list[Id] = Field(default_factory=empty_list, max_length=4)


class Modifier(Lines):
    """A part of a symbol besides its branch. `above` is drawn beside the size, `sector` is the place of letters."""

    above: PathData | None = None
    sector: Literal["top", "bottom"] = "bottom"
    staff: bool = False
    dashed: bool = False


class Size(Model):
    """The sign of a size, above the frame: 0 0 is the middle of its foot."""

    strokes: PathData | None = None
    filled: PathData | None = None
    aliases: Aliases = Field(default_factory=empty_list)


class Affiliation(Model):
    """Whose a unit is: its frame, and how far that reaches to the corner, the side and the top.

    All of the symbol is drawn at `scale` and so far `down`; `staff` is where that of a headquarters begins.
    """

    frame: PathData
    corner: Annotated[list[Far], Field(min_length=2, max_length=2)]
    side: Far
    top: Far
    staff: Annotated[list[Far], Field(min_length=2, max_length=2)]
    scale: Annotated[float, Field(gt=0.1, le=1)] = 1.0
    down: Annotated[float, Field(ge=-100, le=100)] = 0.0
    aliases: Aliases = Field(default_factory=empty_list)


class Nato(Model):
    """The contents of `nato.yaml`."""

    affiliations: Annotated[dict[Id, Affiliation], Field(max_length=50)] = Field(default_factory=empty_dict)
    sizes: Annotated[dict[Id, Size], Field(max_length=100)] = Field(default_factory=empty_dict)
    modifiers: Annotated[dict[Id, Modifier], Field(max_length=500)] = Field(default_factory=empty_dict)
    branches: Annotated[dict[Id, Branch], Field(max_length=1000)] = Field(default_factory=empty_dict)
    letters: Annotated[dict[Annotated[str, Text(pattern=r"^[A-Z0-9]$")], PathData], Field(max_length=36)] = Field(
        default_factory=empty_dict
    )


class NatoFile(Model):
    """The file `nato.yaml`."""

    nato: Nato


class NatoFiles:
    """The contents of the NATO files of some template folders, and the place of each entry."""

    def __init__(self, nato: Nato, source: Source) -> None:
        self.nato = nato
        self._source = source

    def where(self, *path: str) -> Where:
        return self._source.where("nato", *path)


def read_nato(folders: Sequence[Path], report: Report) -> NatoFiles | None:
    """The contents of the NATO files, the first folder laid over the later ones; None with errors in the report."""
    sources = read_in_folders(folders, FILE_NAME, report)
    if not sources:
        return None
    merged: Any = {}
    for source in sources:
        merged = laid_over(merged, source.data)
    pile = Pile(sources[::-1], merged)
    file = build(NatoFile, pile, (), merged, report)
    return None if file is None else NatoFiles(file.nato, pile)


def laid_over(below: Any, above: Any, deep: int = 2) -> Any:
    """The one over the other, entry by entry: an entry takes the place of another as a whole."""
    if deep >= 0 and isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: laid_over(below.get(key), value, deep - 1) for key, value in above.items()}}
    return above
