"""A saved object for Tabletop Simulator: a folder with its JSON, its pictures and the rules, to be copied whole.

The shape of the JSON is that of the published schema (matanlurey/tts-save-format, MIT). What nobody could try in the
program is one constant or one function each, and docs/virtual-table.md names it.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.materials.tabletop import Pile, Tabletop
from ibbprint.virtual.layout import Layout, Standing
from ibbprint.virtual.papers import Chart
from ibbprint.virtual.pictures import INCH, Component, Face, Pictures
from ibbprint.virtual.plan import Scene
from ibbprint.virtual.sheets import Sheet

TILE_UNIT = 2.0
"""How many inches wide a tile of the scale 1 is. Not tried: one for map and pieces alike, so that they fit anyway."""
TABLE_Y, LIFT, PER_PIECE = 0.96, 0.1, 0.12
"""The height of the table, of a tile over it, and of each further one on a stack."""
THICK = 0.1
SAVES, IMAGES, PDFS = "Saves/Saved Objects/ibbprint", "Mods/Images", "Mods/PDF"
MOST_SIDE = 4096
"""The most pixels of a side of a picture."""
COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Teal")
DICE = {4: "Die_4", 6: "Die_6", 8: "Die_8", 10: "Die_10", 12: "Die_12", 20: "Die_20"}
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
NO_TEXT = ""
READ_ME = """{title}, for Tabletop Simulator, made by ibbprint

1. Copy the folders Saves and Mods into the folder of the game: My Games/Tabletop Simulator in your documents,
   on Linux and macOS the data folder of the game.
2. In the game: Objects, Saved Objects, ibbprint, {id}.

Hidden pieces are face down and have no name; any player who lifts one sees it. Shake a bag before you draw from it.
Nothing enforces the rules: they are in the Notebook and in the PDF on the table.
"""


@dataclass(eq=False)
class Save:
    """The JSON of a scenario in the making. `url` makes the address of a picture from its name."""

    scene: Scene
    layout: Layout
    pictures: Pictures
    url: Callable[[str], str]
    decks: Sequence[Sheet] = ()
    count: int = 0
    """How many objects have a GUID so far: they are running numbers, which tell nothing."""
    known: dict[str, Any] = field(default_factory=dict)

    # --- sizes ------------------------------------------------------------------------------------------------

    @property
    def middle(self) -> tuple[float, float]:
        return self.layout.drawing.width / 2, self.layout.drawing.height / 2

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A place of the board on the table, in its units: the middle of the board is that of the table."""
        left, top = self.middle
        return (x - left) / INCH, (top - y) / INCH

    # --- objects ----------------------------------------------------------------------------------------------

    def object(
        self, name: str, at: tuple[float, float], height: float, scale: tuple[float, float], **fields: Any
    ) -> dict[str, Any]:
        """An object of the table: its place, its size, and its name (empty where it is hidden)."""
        self.count += 1
        hidden = bool(fields.pop("hidden", False))
        turned = float(fields.pop("turned", 0.0))
        result: dict[str, Any] = {
            "Name": name,
            "Transform": {
                "posX": round(at[0], 4),
                "posY": round(height, 4),
                "posZ": round(at[1], 4),
                "rotX": 0.0,
                "rotY": 180.0 + turned,
                "rotZ": 180.0 if hidden else 0.0,
                "scaleX": round(scale[0], 5),
                "scaleY": 1.0,
                "scaleZ": round(scale[1], 5),
            },
            "Nickname": NO_TEXT if hidden else fields.pop("nickname", NO_TEXT),
            "Description": NO_TEXT,
            "GMNotes": NO_TEXT,
            "ColorDiffuse": WHITE,
            "IgnoreFoW": False,
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": not hidden,
            "GUID": f"{self.count:06x}",
        }
        fields.pop("nickname", None)
        if hidden:
            result["HideWhenFaceDown"] = True
        return result | fields

    def tile(
        self, component: Component, at: tuple[float, float], height: float = TABLE_Y + LIFT, **fields: Any
    ) -> dict[str, Any]:
        """A counter, a marker or a chit as a tile with two sides; what has no back shows its front twice."""
        width, depth = component.size_mm
        scale = (width / INCH / TILE_UNIT, depth / INCH / TILE_UNIT)
        back = component.back or component.front
        image = self._image(component.front, back)
        return self.object("Custom_Tile", at, height, scale, nickname=component.name, CustomImage=image, **fields)

    def _image(self, front: Face, back: Face, *, stackable: bool = True) -> dict[str, Any]:
        return {
            "ImageURL": self.url(front.picture),
            "ImageSecondaryURL": self.url(back.picture),
            "WidthScale": 0.0,
            "CustomTile": {"Type": 0, "Thickness": THICK, "Stackable": stackable, "Stretch": True},
        }

    # --- the table --------------------------------------------------------------------------------------------

    def objects(self, charts: Iterable[Chart], markers: Iterable[Component], rules: str) -> Iterator[dict[str, Any]]:
        """Everything on the table: the map, the set-up, piles, markers, charts, dice, the rules."""
        yield self._map()
        stacks: dict[int, list[Standing]] = {}
        for standing in self.layout.standing:
            stacks.setdefault(standing.stack, []).append(standing)
        for stack in stacks.values():
            for number, standing in enumerate(reversed(stack)):
                yield self._piece(standing, number)
        for pile, x, y in self.layout.piles:
            pile_object = self._pile(pile, self.place(x, y))
            if pile_object is not None:
                yield pile_object
        right, top = self.place(self.layout.drawing.width, 0.0)
        for number, component in enumerate(markers):
            at = (right + 1.5 + number % 4 * 1.5, top - number // 4 * 1.5)
            inside = self.tile(component, at)
            bag = self.object("Infinite_Bag", at, TABLE_Y, (0.4, 0.4), nickname=_counted(component))
            yield bag | {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [inside]}
        left_edge, _ = self.place(0.0, 0.0)
        for number, chart in enumerate(charts):
            size = (chart.size_mm[0] / INCH / TILE_UNIT, chart.size_mm[1] / INCH / TILE_UNIT)
            at = (left_edge - 5.0 - number // 3 * 9.0, top - 6.0 - number % 3 * 12.0)
            image = self._image(chart.face, chart.face, stackable=False)
            yield self.object("Custom_Tile", at, TABLE_Y, size, nickname=chart.name, Locked=True, CustomImage=image)
        for number, dice in enumerate(self.layout.tabletop.dice):
            for die in range(dice.number):
                name = DICE.get(dice.sides, "Die_6")
                yield self.object(name, (right + 1.5 + die * 1.2, top + 2.0 + number * 1.2), TABLE_Y + 1, (1.0, 1.0))
        if rules:
            pdf = {"PDFUrl": rules, "PDFPassword": NO_TEXT, "PDFPage": 0, "PDFPageOffset": 0}
            yield self.object(
                "Custom_PDF", (left_edge - 5.0, top + 8.0), TABLE_Y, (1.0, 1.0), nickname="Rules", CustomPDF=pdf
            )

    def _map(self) -> dict[str, Any]:
        """The map with its tray, a square tile so that nothing stretches it, with a point in each cell to snap to."""
        assert self.scene.board is not None
        side = max(self.layout.drawing.width, self.layout.drawing.height) / INCH / TILE_UNIT
        image = self._image(self.scene.board, self.scene.board, stackable=False)
        points = [self._point(x, y, side) for x, y in self.layout.middles.values()]
        return self.object(
            "Custom_Tile",
            (0.0, 0.0),
            TABLE_Y,
            (side, side),
            nickname=self.layout.tabletop.title,
            Locked=True,
            CustomImage=image,
            AttachedSnapPoints=points,
        )

    def _point(self, x: float, y: float, side: float) -> dict[str, Any]:
        """A point to snap to, in the space of the map, whose halves are 1; with facings it says which way is ahead."""
        across, up = self.place(x, y)
        point: dict[str, Any] = {"Position": {"x": round(-across / side, 6), "y": THICK, "z": round(-up / side, 6)}}
        if self.layout.tabletop.facings > 1:
            point["Rotation"] = {"x": 0.0, "y": 0.0, "z": 0.0}
        return point

    def _piece(self, standing: Standing, number: int) -> dict[str, Any]:
        component = self.scene.components[standing.start.piece]
        spot = standing.start.spot
        settings: dict[str, Any] = {
            "hidden": standing.start.masked,
            "turned": spot.heading if spot is not None else 0.0,
        }
        at, height = self.place(standing.x, standing.y), TABLE_Y + LIFT + number * PER_PIECE
        piece = self.tile(component, at, height, **settings)
        if standing.start.reversed:
            piece["Transform"]["rotZ"] = 180.0
        changes = self.layout.tabletop.becomes.get(component.key, ())
        exchanges = [self.scene.components[change.piece] for change in changes if change.piece in self.scene.components]
        if exchanges:
            states = {
                str(n): self.tile(state, at, height, **dict(settings)) for n, state in enumerate(exchanges, start=2)
            }
            piece["States"] = states
        return piece

    def _pile(self, pile: Pile, at: tuple[float, float]) -> dict[str, Any] | None:
        components = sorted(
            (self.scene.components[key] for key in pile.pieces if key in self.scene.components),
            key=lambda component: component.key,
        )
        if not components:
            return None
        sheets = [sheet for sheet in self.decks if sheet.pile == pile.id]
        if sheets and len(components) > 1:
            return self._deck(pile, sheets, at)
        inside = [
            self.tile(component, at, hidden=True) for component in components for _ in range(component.record.count)
        ]
        bag = self.object("Bag", at, TABLE_Y, (0.5, 0.5), nickname=pile.name)
        return bag | {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": inside}

    def _deck(self, pile: Pile, sheets: Sequence[Sheet], at: tuple[float, float]) -> dict[str, Any]:
        """A deck of cards: sheets of faces, and each card by the number of its sheet and its place on that."""
        custom: dict[str, Any] = {}
        ids: list[int] = []
        cards: list[dict[str, Any]] = []
        for number, sheet in enumerate(sheets, start=1):
            custom[str(number)] = {
                "FaceURL": self.url(sheet.face.picture),
                "BackURL": self.url(sheet.back.picture),
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,
                "UniqueBack": False,
            }
            for index in range(len(sheet.components)):
                card = 100 * number + index
                ids.append(card)
                card_object = self.object("Card", at, TABLE_Y + LIFT, (1.0, 1.0), hidden=True)
                cards.append(card_object | {"CardID": card, "CustomDeck": {str(number): custom[str(number)]}})
        deck = self.object("DeckCustom", at, TABLE_Y + LIFT, (1.0, 1.0), nickname=pile.name)
        deck["Transform"]["rotZ"] = 180.0
        return deck | {"HideWhenFaceDown": True, "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": cards}

    # --- the whole --------------------------------------------------------------------------------------------

    def save_file(self, objects: Sequence[Mapping[str, Any]], notes: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The save: its objects, and the pages of the Notebook."""
        table = self.layout.tabletop
        tabs = {
            str(number): {
                "title": title,
                "body": body,
                "color": "Grey",
                "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
                "id": number,
            }
            for number, (title, body) in enumerate(notes)
        }
        return {
            "SaveName": table.title,
            "GameMode": table.title,
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Date": NO_TEXT,
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Note": "Nothing enforces the rules.",
            "Rules": NO_TEXT,
            "XmlUI": NO_TEXT,
            "LuaScript": NO_TEXT,
            "LuaScriptState": NO_TEXT,
            "Grid": _GRID,
            "Lighting": _LIGHTING,
            "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0, "HandTransforms": list(_hands(table))},
            "Turns": {"Enable": False, "Type": 0, "TurnOrder": [], "Reverse": False, "SkipEmpty": False},
            "ObjectStates": list(objects),
            "DecalPallet": [],
            "TabStates": tabs,
            "VersionNumber": NO_TEXT,
        }


_GRID = {
    "Type": 0,
    "Lines": False,
    "Color": {"r": 0.0, "g": 0.0, "b": 0.0},
    "Opacity": 0.75,
    "ThickLines": False,
    "Snapping": False,
    "Offset": False,
    "BothSnapping": False,
    "xSize": 2.0,
    "ySize": 2.0,
    "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0},
}
_LIGHTING = {
    "LightIntensity": 0.54,
    "LightColor": WHITE,
    "AmbientIntensity": 1.3,
    "AmbientType": 0,
    "AmbientSkyColor": WHITE,
    "AmbientEquatorColor": WHITE,
    "AmbientGroundColor": WHITE,
    "ReflectionIntensity": 1.0,
    "LutIndex": 0,
    "LutContribution": 1.0,
}


def _counted(component: Component) -> str:
    return f"{component.name} ({component.record.count})" if component.record.count > 1 else component.name


def _hands(table: Tabletop) -> Iterator[dict[str, Any]]:
    """A hand for each seat, round the table in the order of the seats."""
    for number, (colour, _) in enumerate(zip(COLOURS, table.seats, strict=False)):
        angle = 2 * math.pi * number / max(len(table.seats), 2)
        place = {"posX": round(24 * math.sin(angle), 4), "posY": 4.0, "posZ": round(-24 * math.cos(angle), 4)}
        turn = {"rotX": 0.0, "rotY": round(math.degrees(-angle) % 360, 4), "rotZ": 0.0}
        yield {"Color": colour, "Transform": place | turn | {"scaleX": 12.0, "scaleY": 6.0, "scaleZ": 4.0}}


def folder_files(
    save: Save, id: str, charts: Sequence[Chart], notes: Sequence[tuple[str, str]], rules: bytes, rules_url: str
) -> dict[str, bytes]:
    """The files of a scenario: its JSON, the pictures that it names, and the rules."""
    piled = {key for pile in save.layout.tabletop.piles for key in pile.pieces}
    exchanged = {change.piece for changes in save.layout.tabletop.becomes.values() for change in changes}
    placed = {standing.start.piece for standing in save.layout.standing}
    loose = [
        component
        for key, component in save.scene.components.items()
        if key not in piled | exchanged | placed and (not component.is_card or component.is_template)
    ]
    data = as_json(save.save_file(list(save.objects(charts, loose, rules_url)), notes))
    files = {f"{SAVES}/{id}.json": data}
    text = data.decode()
    files |= {f"{IMAGES}/{name}": png for name, png in save.pictures.files.items() if name in text}
    if rules:
        files[f"{PDFS}/{pdf_name(rules)}"] = rules
    return files


def square(data: bytes) -> bytes:
    """A picture padded to a square, itself in the middle."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        side = max(picture.size)
        padded = Image.new("RGB", (side, side), "white")
        padded.paste(picture.convert("RGB"), ((side - picture.width) // 2, (side - picture.height) // 2))
    out = io.BytesIO()
    padded.save(out, "PNG")
    return out.getvalue()


def as_json(save: Mapping[str, Any]) -> bytes:
    """The save as its file."""
    return (json.dumps(save, ensure_ascii=False, indent=1) + "\n").encode()


def pdf_name(data: bytes) -> str:
    """A name for a PDF by its content."""
    return f"{hashlib.sha256(data).hexdigest()[:16]}.pdf"
