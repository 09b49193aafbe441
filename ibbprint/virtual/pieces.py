"""Pieces as traits: what a counter, a chit, a marker or a card can do in a module, the mask outermost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ibbprint.materials.tabletop import Tabletop
from ibbprint.virtual.elements import nameable
from ibbprint.virtual.pictures import Badge, Component, Face
from ibbprint.virtual.traits import Trait, Value, Values, key

UNKNOWN = "Unknown unit"
"""What everybody else reads of a piece that is hidden."""
MASK_KEY, TURN_KEY, MOVED_KEY, TRAIL_KEY, LOST_KEY = key("B"), key("F"), key("M"), key("T"), key("E")
RIGHT_KEY, LEFT_KEY, ANGLE_KEY, RETURN_KEY, COPY_KEY = "93,130", "91,130", key("R"), key("R", shift=True), key("C")
DELETE_KEY, RESET_KEY, RENEW_KEY = "127,0", key("N", shift=True), key("Y", shift=True)
CHANGE_KEY = key("X")
STATE_KEYS = tuple(key(figure) for figure in "123456789")
"""Of the states for which a game has markers, in their order."""
UNMOVED_KEY = key("U", shift=True)
"""Everything on the map counts as not moved."""
SHOWN_TO_SIDES = "side:"
SIDE = "Side"
TEMPLATE, MARKER = "template", "marker"
ANY_ANGLE = 1


class Role(NamedTuple):
    """What a piece is in its place: its prototype (empty: none), its pile, whether and by which side it is hidden,
    whether it shows its back as another state.
    """

    prototype: str = ""
    pile: str = ""
    hidden_by: str = ""
    reversed: bool = False


def traits_of(
    component: Component,
    table: Tabletop | None,
    components: Mapping[str, Component],
    role: Role,
    number: int,
    badges: Sequence[Badge] = (),
    at: tuple[int, int] | None = None,
    heading: float = 0.0,
) -> list[Trait]:
    """The traits of a piece, the outermost first. `number` is its gpid, `at` the pixel of its middle on the map.

    Raises Unnameable for a name that VASSAL cannot hold.
    """
    name = nameable(component.name)
    cover = component.back if _can_be_hidden(component, table, role) else None
    traits: list[Trait] = []
    if cover is not None:
        traits.append(_mask(cover, role.hidden_by))
    if role.pile:
        back: Values = {
            "command": "Put back",
            "key": RETURN_KEY,
            "version": "2",
            "select": False,
            "expression": role.pile,
        }
        traits.append(Trait("return", back))
        traits.append(Trait("immob", {"select": "g"}))
    else:
        traits += [Trait("prototype", {"name": role.prototype})] if role.prototype else []
        owner = "" if table is None else table.owners.get(component.key, "")
        if owner and table is not None:
            seat_name = next((nameable(seat.name) for seat in table.seats if seat.id == owner), owner)
            traits.append(Trait("mark", {"keys": (SIDE,)}, {"values": (seat_name,)}))
        if owner and not _is_drawn(component, table):
            states = zip(badges, STATE_KEYS, strict=False)
            traits += [_layer(badge.word, [badge.face], [f"+ ({badge.word})"], k, at=badge[2:]) for badge, k in states]
        turned = component.back if cover is None else None
        traits += _states(component, table, components, turned, reversed=role.reversed)
        if table is not None and owner and table.facings:
            traits.append(_facing(table.facings, heading))
    x, y = (0, 0) if at is None else at
    place: Values = {"map": "null", "x": x, "y": y, "gpid": str(number), "properties": 0}
    traits.append(Trait("piece", {"picture": component.front.picture, "name": name}, place))
    return traits


def _is_drawn(component: Component, table: Tabletop | None) -> bool:
    """Whether it is a chit or a card of a pile, which is in no state that a unit may be in."""
    return table is not None and any(component.key in pile.pieces for pile in table.piles)


def _can_be_hidden(component: Component, table: Tabletop | None, role: Role) -> bool:
    return bool(role.pile) or (table is not None and component.key in table.covers)


def _mask(back: Face, hidden_by: str) -> Trait:
    return Trait(
        "obs",
        {
            "key": MASK_KEY,
            "picture": back.picture,
            "command": "Turn face down",
            "others": f"G{back.picture}",
            "mask": UNKNOWN,
            "access": SHOWN_TO_SIDES,
            "peek": "Peek",
            "auto-peek": True,
        },
        {"by": hidden_by or "null", "options": ""},
    )


def _states(
    component: Component,
    table: Tabletop | None,
    components: Mapping[str, Component],
    turned: Face | None,
    *,
    reversed: bool,
) -> list[Trait]:
    """A layer for the back that is another state, and one for the pieces that it may be exchanged for."""
    traits: list[Trait] = []
    if turned is not None and turned != component.front:
        word = table.reverse if table is not None else "Turn over"
        renewed = table is not None and table.renewed
        level = 2 if reversed else 1
        traits.append(_layer(word, [turned], ["+ (turned)"], TURN_KEY, renewed=renewed, level=level))
    changes = () if table is None else [c for c in table.becomes.get(component.key, ()) if c.piece in components]
    if changes:
        word = changes[0].word if len(changes) == 1 else "Exchange"
        exchanges = [components[change.piece] for change in changes]
        traits.append(
            _layer(
                word,
                [thing_after.front for thing_after in exchanges],
                [thing_after.name for thing_after in exchanges],
                CHANGE_KEY,
            )
        )
    return traits


def _layer(
    word: str,
    faces: Sequence[Face],
    names: Sequence[str],
    up: str,
    *,
    renewed: bool = False,
    at: tuple[int, int] = (0, 0),
    level: int = 1,
) -> Trait:
    """A layer whose command shows the next of the faces, and after the last the piece itself again."""
    return Trait(
        "emb2",
        {
            "activate-modifiers": "130",
            "up": nameable(word),
            "up-modifiers": "130",
            "down-modifiers": "130",
            "level": "1",
            "x": at[0],
            "y": at[1],
            "pictures": ("", *(face.picture for face in faces)),
            "names": ("", *map(nameable, names)),
            "loop": True,
            "name": nameable(word),
            "first": 1,
            "version": 1,
            "always": True,
            "increase-key": up,
            "reset-key": RESET_KEY if renewed else "",
            "scale": "1.0",
        },
        {"layer": level},
    )


def _facing(facings: int, heading: float) -> Trait:
    """The trait that turns a piece to a heading, degrees clockwise."""
    values: dict[str, Value] = {"facings": facings, "name": "Facing", "as-facing": True}
    if facings == ANY_ANGLE:
        return Trait("rotate-free", {**values, "key": ANGLE_KEY, "command": "Turn"}, {"angle": f"{0.0 - heading:.1f}"})
    values |= {"key-right": RIGHT_KEY, "key-left": LEFT_KEY, "right": "Face right", "left": "Face left"}
    return Trait("rotate", values, {"facing": round(heading / 360 * facings) % facings})


def prototype(moved: Face, lost_in: str, *, copied: bool = False, free: bool = False) -> list[Trait]:
    """The traits of all pieces of a kind. `moved` is the picture of one that has moved, `lost_in` the zone of losses.

    `copied`: more of it can be made; `free`: it keeps to no grid, and nothing is stacked on it.
    """
    keys = (MASK_KEY, TURN_KEY, CHANGE_KEY, *STATE_KEYS, DELETE_KEY)
    traits = [
        Trait(
            "markmoved",
            {"picture": moved.picture, "x": 0, "y": 0, "command": "Mark moved", "key": MOVED_KEY, "ignore-same": True},
            {"moved": False},
        ),
        Trait(
            "footprint",
            {
                "key": TRAIL_KEY,
                "command": "Trail",
                "radius": 10,
                "fill": "255,255,255",
                "line": "0,0,0",
                "selected": 100,
                "unselected": 50,
                "edge": 20,
                "edge-display": 30,
                "width": "1.0",
                "ignore-same": True,
            },
            {"shown": False, "begun": False},
        ),
        Trait("report", {"keys": keys, "format": "$location$: $newPieceName$ *"}, {"cycle": -1}),
    ]
    if lost_in:
        traits.append(
            Trait(
                "sendto",
                {
                    "command": "Eliminate",
                    "key": LOST_KEY,
                    "x": "0",
                    "y": "0",
                    "x-index": "0",
                    "y-index": "0",
                    "x-offset": "0",
                    "y-offset": "0",
                    "destination": "Z",
                    "zone": nameable(lost_in),
                },
            )
        )
    if copied:
        traits.append(Trait("clone", {"command": "Copy", "key": COPY_KEY}))
    if free:
        traits.append(Trait("immob", {"select": "g", "stack": "R"}))
    traits += [Trait("delete", {"command": "Delete", "key": DELETE_KEY}), Trait("piece", {}, {"map": "null"})]
    return traits
