"""What VASSAL's pieces are made of: a table of traits, and the one writer and the one reader that go by it.

The fields are in the order of `myGetType` and `myGetState` in VASSAL 3.7 (17fb917). No trait needs its own code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ibbprint.virtual.sequence import decode, encode

Value = str | int | bool | tuple[str, ...]
Values = Mapping[str, Value]

INNER, OUTER = "\t", "/"
"""Between a trait and what is inside it, and between the parts of the text of a slot."""
LIST = ","
"""Between the items of a list in a field."""
TRUE, FALSE = "true", "false"
NEW_PIECE = "+"
PIECE = "piece;"
FREE = "1;"
"""One facing stands for any angle."""


class Row(NamedTuple):
    """A trait: its id, the fields of its type and of its state in their order, and what parts them.

    The kind of a field follows a colon: `int`, `bool`, `list`; without one it is text.
    """

    id: str
    fields: tuple[str, ...]
    state: tuple[str, ...] = ("none",)
    between: str = ";"


def _fields(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_ROWS = (
    Row(
        "obs",
        _fields("key picture command others mask access peek description auto-peek:bool deal-key deal"),
        _fields("by options"),
    ),
    Row("prototype", ("name",)),
    Row("mark", ("keys:all",), ("values:all",), ","),
    Row(
        "emb2",
        _fields(
            "activate activate-modifiers activate-letter up up-modifiers up-letter down down-modifiers down-letter"
            " reset reset-key level under:bool x:int y:int pictures:list names:list loop:bool name random-key"
            " random-text follow:bool property first:int version:int always:bool activate-key increase-key"
            " decrease-key description scale property-name property-state"
        ),
        ("layer:int",),
    ),
    Row("piece", _fields("clone-key delete-key picture name"), _fields("map x:int y:int gpid properties:int")),
    Row(
        "markmoved",
        _fields(
            "picture x:int y:int command key description ignore-same:bool command-true key-true command-false key-false"
        ),
        ("moved:bool",),
    ),
    Row("report", _fields("keys:list format cycle-keys cycle-formats description no-suppress:bool"), ("cycle:int",)),
    Row(
        "footprint",
        _fields(
            "key command visible:bool to-all:bool radius:int fill line selected:int unselected:int edge:int"
            " edge-display:int width key-on key-off key-clear description ignore-same:bool"
        ),
        _fields("shown:bool map points:int begun:bool length:int"),
    ),
    Row(
        "rotate",
        _fields(
            "facings:int key-right key-left right left random-key random name description direct-key direct"
            " expression as-facing:bool"
        ),
        ("facing:int",),
    ),
    Row(
        "rotate-free",
        _fields(
            "facings:int key command random-key random name description direct-key direct expression as-facing:bool"
        ),
        ("angle",),
    ),
    Row(
        "sendto",
        _fields(
            "command key map board x y back back-key x-index y-index x-offset y-offset description destination zone"
            " region filter location"
        ),
        _fields("back-map back-x back-y"),
    ),
    Row("return", _fields("command key deck prompt description version select:bool expression")),
    Row("immob", _fields("select move stack description")),
    Row("delete", _fields("command key description")),
    Row("clone", _fields("command key description")),
)
TRAITS: Mapping[str, Row] = MappingProxyType({row.id: row for row in _ROWS})
"""Every trait by its id. `rotate` turns by facings; `rotate-free`, which VASSAL calls the same, by any angle."""

NAMES = MappingProxyType({"rotate-free": "rotate"})
"""What VASSAL calls a trait that is not called so here."""


class Trait(NamedTuple):
    """A trait of a piece: its id, and the values of the fields of its type and of its state; others are empty."""

    id: str
    values: Values = MappingProxyType({})
    state: Values = MappingProxyType({})


def key(letter: str, *, shift: bool = False) -> str:
    """A key with Ctrl, or with Ctrl and Shift, as VASSAL writes it."""
    return f"{ord(letter)},{195 if shift else 130}"


def encoded(traits: Sequence[Trait]) -> tuple[str, str]:
    """The type and the state of a piece, its outermost trait first. Raises Unwritable."""
    kinds, states = "", ""
    for number, trait in enumerate(reversed(traits)):
        row = TRAITS[trait.id]
        name = NAMES.get(row.id, row.id)
        kind = f"{name};{_written(row.fields, trait.values, row.between)}"
        state = _written(row.state, trait.state, row.between)
        kinds, states = (kind, state) if not number else (encode((kind, kinds), INNER), encode((state, states), INNER))
    return kinds, states


def decoded(kind: str, state: str) -> list[Trait]:
    """The traits of a piece by its type and its state, the outermost first; the innermost is the `piece` itself."""
    traits: list[Trait] = []
    while True:
        innermost = kind.startswith(PIECE)
        outer, *inner = [kind] if innermost else decode(kind, INNER)
        own_state, *inner_state = [state] if innermost else decode(state, INNER)
        name, _, text = outer.partition(";")
        if name == "rotate" and text.startswith(FREE):
            name = "rotate-free"
        row = TRAITS[name]
        traits.append(Trait(name, _read(row.fields, text, row.between), _read(row.state, own_state, row.between)))
        if innermost:
            return traits
        (kind,), (state,) = inner, inner_state


def slot(traits: Sequence[Trait]) -> str:
    """The text of a slot that holds a piece. Raises Unwritable."""
    kind, state = encoded(traits)
    return encode((NEW_PIECE, "null", kind, state), OUTER)


def slot_traits(text: str) -> list[Trait]:
    """The traits of the piece in the text of a slot. Raises ValueError for a text that holds none."""
    new, _, kind, state = decode(text, OUTER)
    if new != NEW_PIECE:
        raise ValueError(f"{text[:20]!r} begins no piece")
    return decoded(kind, state)


def _written(fields: Iterable[str], values: Values, between: str) -> str:
    tokens: list[str] = []
    for field in fields:
        name, _, kind = field.partition(":")
        value = values.get(name, 0 if kind == "int" else False if kind == "bool" else () if kind else "")
        if kind == "all":
            assert isinstance(value, tuple)
            tokens += value
        elif isinstance(value, tuple):
            tokens.append(encode(value, LIST) if value else "")
        elif kind == "bool":
            tokens.append(TRUE if value else FALSE)
        else:
            tokens.append(str(value))
    return encode(tokens, between)


def _read(fields: Sequence[str], text: str, between: str) -> dict[str, Value]:
    tokens = decode(text, between)
    values: dict[str, Value] = {}
    for field, token in zip(fields, tokens, strict=False):
        name, _, kind = field.partition(":")
        if kind == "all":
            values[name] = tuple(tokens)
        elif kind == "list":
            values[name] = tuple(decode(token, LIST)) if token else ()
        elif kind == "bool":
            values[name] = token == TRUE
        else:
            values[name] = int(token) if kind == "int" else token
    return values
