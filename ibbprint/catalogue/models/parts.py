"""The parts of a kit as files declare them: `parts:` in game.yaml, and the file parts.yaml of every other game."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

import re
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from ibbprint.catalogue.models import FromCell, Id, Line, Text
from ibbprint.catalogue.validate import Model, empty_dict, empty_list

POKER = (63.0, 88.0)
SIZES = {"poker": POKER, "bridge": (57.0, 88.0), "mini": (44.0, 67.0), "tarot": (70.0, 120.0), "square": (70.0, 70.0)}
"""The sizes of cards that have names, mm."""


def _size(value: Any) -> Any:
    """A named size or one number as two."""
    if not isinstance(value, str) or value in SIZES:
        return SIZES.get(value, value) if isinstance(value, str) else value
    if not re.fullmatch(r"[0-9.]+", value):
        raise ValueError(f"there is no size {value!r}: write {', '.join(SIZES)}, or [width, height] in mm.")
    return [value, value]


Millimetres = Annotated[float, Field(ge=4, le=400)]
Size = Annotated[list[Millimetres], Field(min_length=2, max_length=2), FromCell(_size)]
"""Width and height in mm, one number for a square, or the name of a size of cards."""
Name = Annotated[str, Text(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
"""A file without its folder and ending: a table, a face, a text, a map."""
TEMPLATE = r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$"
Template = Annotated[str, Text(pattern=TEMPLATE, max_length=60)]
"""A template without its ending, in the folder of the game, or in another: `unit`, `common/marker`."""
Back = Annotated[str, Text(pattern=rf'{TEMPLATE}|^picture:[^/"<>&]+$', max_length=100)]
"""A template, or a picture all over: `picture:dragon`."""
Count = Annotated[str, Text(min_length=1, max_length=200)]
"""How many: a whole number, a column, or a formula over the facts of a scenario."""
KitSort = Literal["scenario", "list", "whole"]
"""What a kit is of: a scenario, an army list or roster, or everything that the game has."""


class Part(Model):
    """A part of a kit.

    Parts of one `section` are printed together, under the title of the first. `extra` parts are printed only when asked
    for by `--only`. A part that is not in every kit names its `kits`.
    """

    id: Id
    title: Annotated[str, Text(max_length=80)] = ""
    section: Id | None = None
    extra: bool = False
    kits: list[KitSort] = Field(default_factory=empty_list)


class Faced(Part):
    """A part printed from rows, each on a face: of a table, of a file of the catalogue, or supplied by the game.

    `numbered` gives each copy its own number. A summary calls the pieces as they are `counted`; `secret` says how they
    are kept. What is used from the first turn on is `cut_first`: page 1 says so.

    `shape` is the outline that is cut, `radius` that of round corners and `gutter` the paper between two, both in mm.
    `paper` and `orientation` are those of its sheets. Parts with one name in `sheets` share sheets among themselves,
    and with no other part.
    """

    face: Template
    back: Back | None = None
    count: Count | None = None
    shape: Literal["round", "hex", "pointy-hex"] | None = None
    radius: Annotated[float, Field(ge=0, le=30)] | None = None
    gutter: Annotated[float, Field(ge=0, le=50)] | None = None
    paper: Annotated[str, Text(min_length=2, max_length=40)] | None = None
    orientation: Literal["portrait", "landscape"] | None = None
    sheets: Name | None = None
    numbered: bool = False
    counted: Annotated[str, Text(max_length=80)] = ""
    secret: Annotated[str, Text(max_length=400)] = ""
    cut_first: bool = False

    @property
    def rows(self) -> str:
        """The source of the rows, and which of them are picked."""
        return str(getattr(self, kind_of(self)))

    @property
    def table(self) -> str:
        """The name of the source."""
        return self.rows.split()[0]


class Pieces(Faced):
    """Counters, markers or tiles; without a back they have one side. Those of one `group` are printed together.

    `chits` are drawn blind: the first page says so. The back of `hidden` ones does not show what they are, so
    that they can be face down before an enemy.
    """

    pieces: Line
    size: Size | None = None
    group: Name | None = None
    chits: bool = False
    hidden: bool = False


class Cards(Faced):
    """Cards; without a back they are printed on one side."""

    cards: Line
    size: Size = Field(default_factory=lambda: list(POKER))


class MapPart(Part):
    """A map."""

    map: Name


class PicturePart(Part):
    """A map that is only a picture, `width` mm wide (without it: as its file says), cut into sheets like any map."""

    picture: Annotated[str, Text(pattern=r'^[^/\\"<>&]+$', max_length=100)]
    width: Annotated[float, Field(ge=20, le=3000)] | None = None


class TextPart(Part):
    """A sheet of text. `pages` is how many it should fill at most, `aid` the look of a player's aid.

    `values` names what its template is filled with, if its id does not. An aid begins on the `front` of a sheet of
    paper, unless that is off. One of `panels` takes nearly all of the paper, a `wide` one nearly all of its width; one
    that may go `below` is printed under another text, where there is room.
    """

    text: Template
    columns: Annotated[int, Field(ge=1, le=3)] = 1
    pages: Annotated[int, Field(ge=0, le=40)] = 0
    aid: bool = False
    front: bool | None = None
    values: Name | None = None
    panels: bool = False
    wide: bool = False
    below: bool = False


class BookletPart(Part):
    """A booklet of small pages with a cover; for `values` see `TextPart`."""

    booklet: Template
    cover: Template
    pages: Annotated[int, Field(ge=4, le=96)] = 48
    values: Name | None = None


class BoxPart(Part):
    """A box to be folded: `tuck` for a deck, `lid` for a tray of counters.

    Its `size` is the width, height and depth in mm of what it holds, or is worked out from the pieces or cards of the
    part that it `holds`, each of a `thickness` in mm. `board` is that of its cardboard. `face` is the template of all
    of its faces, `faces` has other ones by their names. `paper` is its own, turned as it needs.
    """

    box: Literal["tuck", "lid"]
    size: Annotated[list[Millimetres], Field(min_length=3, max_length=3)] | None = None
    holds: Id | None = None
    thickness: Annotated[float, Field(gt=0, le=20)] | None = None
    board: Annotated[float, Field(ge=0, le=3)] = 0.4
    face: Template | None = None
    faces: Annotated[dict[Id, Template], Field(max_length=6)] = Field(default_factory=empty_dict)
    paper: Annotated[str, Text(min_length=2, max_length=40)] | None = None


def _yes(value: Any) -> Any:
    """Yes as YAML has it."""
    return True if value in ("yes", "true", "on") else value


class Omitted(Model):
    """A part of the files below that is left out of the kit."""

    id: Id
    omit: Annotated[Literal[True], FromCell(_yes)]


PARTS: dict[str, type[Part]] = {
    "pieces": Pieces,
    "cards": Cards,
    "map": MapPart,
    "picture": PicturePart,
    "text": TextPart,
    "booklet": BookletPart,
    "box": BoxPart,
}
"""The kinds of parts by the word that each begins with."""


def kind_of(part: Part | Omitted) -> str:
    """The word that a part begins with."""
    return next((name for name, kind in PARTS.items() if isinstance(part, kind)), "omit")


def _tag(data: Any) -> str | None:
    """The tag of a part in the union below: its word in brackets, which no path can confuse with a field."""
    if isinstance(data, Part | Omitted):
        return f"({kind_of(data)})"
    return next((f"({name})" for name in (*PARTS, "omit") if name in data), None) if isinstance(data, dict) else None


AnyPart = Annotated[
    Annotated[Pieces, Tag("(pieces)")]
    | Annotated[Cards, Tag("(cards)")]
    | Annotated[MapPart, Tag("(map)")]
    | Annotated[PicturePart, Tag("(picture)")]
    | Annotated[TextPart, Tag("(text)")]
    | Annotated[BookletPart, Tag("(booklet)")]
    | Annotated[BoxPart, Tag("(box)")]
    | Annotated[Omitted, Tag("(omit)")],
    Discriminator(
        _tag,
        custom_error_type="part_kind",
        custom_error_message="part",
        custom_error_context={"expected": ", ".join(PARTS)},
    ),
]
"""A part, or the name of one that is left out."""
