"""A module for VASSAL: its build file, its pictures and its booklet in a zip, the same bytes for the same kits."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ibbprint.materials.tabletop import Pile
from ibbprint.virtual.elements import NEXT, Element, as_file, key, nameable, numbered
from ibbprint.virtual.grids import FALSE, TRUE
from ibbprint.virtual.layout import Layout, Standing
from ibbprint.virtual.pictures import INCH, Component, Face
from ibbprint.virtual.pieces import MARKER, TEMPLATE, UNMOVED_KEY, Role, prototype, traits_of
from ibbprint.virtual.plan import Plan, Scene
from ibbprint.virtual.sequence import encode
from ibbprint.virtual.toolbar import add_charts, add_dice, add_inventory, add_turns
from ibbprint.virtual.traits import slot
from ibbprint.virtual.tray import Rectangle

VASSAL_VERSION = "3.7.0"
"""Of the program that a module is for. It is raised only for what an older program cannot read."""
BUILD_FILE, ABOUT_FILE, IMAGES = "buildFile.xml", "moduledata", "images/"
DATE = (1980, 1, 1, 0, 0, 0)
SAVED = "315532800000"
"""The same date in milliseconds."""
MODE = 0o644 << 16
MAP = "Map"
ZONE = "Field"
UNIT = "unit"
BOARD, GRIDS = "module.map.boardPicker.Board", "module.map.boardPicker.board"
SETUP, PALETTE, PILE = "setup", "palette", "pile"
"""The roles in the key of a gpid."""


def module_files(plan: Plan) -> dict[str, bytes]:
    """Every file of a module by its name in the zip. Raises Unnameable and Unwritable for a name VASSAL cannot hold."""
    files = {BUILD_FILE: as_file(_Builder(plan).root()), ABOUT_FILE: as_file(_about(plan))}
    files |= {f"{IMAGES}{name}": data for name, data in plan.pictures.items()}
    files |= {name: pdf for _, name, pdf in plan.books}
    return files


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip, sorted by name, all of one date."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = MODE
            archive.writestr(entry, files[name])
    return out.getvalue()


def _about(plan: Plan) -> Element:
    """The description that the module manager shows without opening the module."""
    root = Element("data", {"version": "1"}, bare=True)
    about = {
        "version": plan.edition,
        "extra1": "",
        "extra2": "",
        "VassalVersion": VASSAL_VERSION,
        "dateSaved": SAVED,
        "description": plan.note,
        "name": plan.title,
    }
    root.children += [Element(name, text=text, bare=True) for name, text in about.items()]
    return root


def _flag(value: bool) -> str:
    return TRUE if value else FALSE


@dataclass(eq=False)
class _Builder:
    """The build file in the making."""

    plan: Plan
    gpids: Mapping[str, int] = field(init=False)
    used: set[str] = field(default_factory=set)
    """The prototypes that pieces have."""
    stacks: int = 0
    """How many stacks there are so far: their names are numbers, which tell nothing."""

    def __post_init__(self) -> None:
        self.gpids = numbered(self._keys())

    # --- ids --------------------------------------------------------------------------------------------------

    def _key(self, scene: Scene, component: str, copy: int, role: str) -> str:
        return key(scene.kit.game, scene.kit.id, component, copy, role)

    def _keys(self) -> Iterator[str]:
        for scene in self.plan.scenes:
            for component in scene.components.values():
                yield self._key(scene, component.key, 1, PALETTE)
            for standing in scene.layout.standing if scene.layout is not None else ():
                yield self._key(scene, standing.start.piece, standing.copy, SETUP)
            for pile in scene.table.piles if scene.table is not None else ():
                for component, copy in _in_pile(pile, scene):
                    yield self._key(scene, component.key, copy, PILE)

    # --- the tree ---------------------------------------------------------------------------------------------

    def root(self) -> Element:
        plan = self.plan
        root = Element(
            "GameModule",
            {
                "name": nameable(plan.title),
                "version": nameable(plan.edition),
                "VassalVersion": VASSAL_VERSION,
                "description": nameable(plan.note),
                "nextPieceSlotId": str(NEXT),
                "ModuleOther1": "",
                "ModuleOther2": "",
            },
        )
        root.add("module.BasicCommandEncoder")
        documentation = root.add("module.Documentation")
        for title, name, _ in plan.books:
            documentation.add("module.documentation.BrowserPDFFile", {"title": nameable(title), "pdfFile": name})
        roster = root.add("module.PlayerRoster", {"buttonText": "Sides", "buttonToolTip": "Change sides"})
        for name in plan.sides:
            roster.children.append(Element("entry", text=name, bare=True))
        root.add(
            "module.GlobalOptions",
            {
                "nonOwnerUnmaskable": "Never",
                "promptString": "Opponents can unmask my pieces",
                "autoReport": "Always",
                "inventoryForAll": FALSE,
            },
        )
        prototypes = root.add("module.PrototypesContainer")
        add_turns(root, plan)
        add_dice(root, plan)
        add_charts(root, plan)
        add_inventory(root, plan)
        self._palette(root)
        self._map(root)
        prototypes.children += self._prototypes()
        return root

    def _prototypes(self) -> Iterator[Element]:
        for name, lost_in in self._kinds():
            if name in self.used:
                traits = prototype(self.plan.moved, lost_in, copied=name == MARKER, free=name == TEMPLATE)
                description = "ibbprint: what all of these can do"
                yield Element(
                    "module.PrototypeDefinition", {"name": name, "description": description}, text=slot(traits)
                )

    def _kinds(self) -> list[tuple[str, str]]:
        """Every prototype with the zone for losses of those who have it."""
        sides = dict.fromkeys(seat.name for table in self.plan.tables for seat in table.seats)
        return [(_prototype_of(name), f"Eliminated: {name}") for name in sides] + [
            (UNIT, ""),
            (MARKER, ""),
            (TEMPLATE, ""),
        ]

    # --- the palette ------------------------------------------------------------------------------------------

    def _palette(self, root: Element) -> None:
        window = root.add(
            "module.PieceWindow",
            {"name": "Pieces", "text": "Pieces", "tooltip": "Everything in the kit", "hidden": FALSE, "scale": "1.0"},
        )
        tabs = window.add("widget.TabWidget", {"entryName": "Pieces"})
        groups: dict[str, dict[tuple[str, str, str], tuple[Scene, Component, int]]] = {}
        for scene in self.plan.scenes:
            titles = {section.id: section.title for section in scene.kit.sections}
            for component in scene.components.values():
                owner = "" if scene.table is None else scene.table.owners.get(component.key, "")
                side = next((seat.name for seat in scene.table.seats if seat.id == owner), "") if scene.table else ""
                tab = groups.setdefault(side or titles.get(component.record.section, component.record.section), {})
                face = (
                    component.name,
                    component.front.picture,
                    component.back.picture if component.back is not None else "",
                )
                earlier = tab.get(face)
                count = component.record.count
                tab[face] = (scene, component, count) if earlier is None else (*earlier[:2], max(earlier[2], count))
        for name, entries in groups.items():
            listing = tabs.add("widget.ListWidget", {"entryName": nameable(name)})
            for scene, component, count in entries.values():
                words = nameable(component.name) + (f" ({count})" if count > 1 else "")
                number = self.gpids[self._key(scene, component.key, 1, PALETTE)]
                listing.children.append(self._slot(scene, component, words, self._role(scene, component), number))

    def _role(self, scene: Scene, component: Component) -> Role:
        """The role of a piece of the palette."""
        if component.is_template or (scene.table is not None and component.key in scene.table.laid):
            return Role(TEMPLATE)
        owner = "" if scene.table is None else scene.table.owners.get(component.key, "")
        seats = {seat.id: seat.name for seat in scene.table.seats} if scene.table is not None else {}
        if owner in seats:
            return Role(_prototype_of(seats[owner]))
        return Role(UNIT if component.is_card else MARKER)

    def _slot(
        self,
        scene: Scene,
        component: Component,
        words: str,
        role: Role,
        number: int,
        *,
        at: tuple[int, int] | None = None,
        heading: float = 0.0,
        tag: str = "widget.PieceSlot",
    ) -> Element:
        if role.prototype:
            self.used.add(role.prototype)
        traits = traits_of(component, scene.table, scene.components, role, number, scene.badges, at, heading)
        size = {"width": str(component.front.width), "height": str(component.front.height)}
        return Element(tag, {"entryName": words, "gpid": str(number), **size}, text=slot(traits))

    # --- the map ----------------------------------------------------------------------------------------------

    def _map(self, root: Element) -> None:
        plan = self.plan
        map_ = root.add(
            "module.Map",
            {
                "mapName": MAP,
                "markMoved": "Always",
                "markUnmovedHotkey": UNMOVED_KEY,
                "markUnmovedText": "Mark all unmoved",
                "launch": FALSE,
                "allowMultiple": FALSE,
                "edgeWidth": "0",
                "edgeHeight": "0",
                "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
                "moveToFormat": "$pieceName$ moves $previousLocation$ -> $location$ *",
                "createFormat": "$pieceName$ created in $location$ *",
                "changeFormat": "$message$",
            },
        )
        picker = map_.add(
            "module.map.BoardPicker",
            {
                "title": "Choose a scenario",
                "boardPrompt": "Choose a scenario",
                "slotScale": "0.2",
                "slotHeight": "350",
                "slotWidth": "350",
                "maxColumns": "1",
            },
        )
        for scene in plan.scenes:
            if scene.layout is not None and scene.board is not None:
                self._board(picker, scene, scene.layout, scene.board)
        side = max(self._counter_pixels(), 10)
        map_.add(
            "module.map.StackMetrics",
            {
                "exSepX": str(side // 3),
                "exSepY": str(side // 2),
                "unexSepX": str(max(side // 20, 2)),
                "unexSepY": str(max(side // 12, 3)),
            },
        )
        for tag in (
            "PieceMover",
            "KeyBufferer",
            "ForwardToKeyBuffer",
            "ForwardToChatter",
            "MenuDisplayer",
            "MapCenterer",
            "StackExpander",
            "SelectionHighlighters",
            "Scroller",
        ):
            map_.add(f"module.map.{tag}")
        map_.add("module.map.Zoomer", {"zoomStart": "3", "zoomLevels": "0.25,0.35,0.5,0.75,1.0,1.5,2.0"})
        map_.add(
            "module.map.CounterDetailViewer",
            {
                "version": "4",
                "minDisplayPieces": "0",
                "showtext": TRUE,
                "emptyHexReportForma": "$LocationName$",
                "summaryReportFormat": "$LocationName$",
                "counterReportFormat": "$pieceName$",
                "showDeck": FALSE,
            },
        )
        map_.add("module.map.HighlightLastMoved", {"enabled": TRUE})
        map_.add("module.map.HidePiecesButton", {"buttonText": "Hide pieces"})
        map_.add(
            "module.map.LOS_Thread",
            {"threadName": "Sight", "label": "Sight", "drawRange": TRUE, "snapStart": TRUE, "snapEnd": TRUE},
        )
        map_.add("module.map.Flare")
        for scene in plan.scenes:
            if scene.layout is not None:
                map_.children += self._piles(scene, scene.layout)
                map_.children += self._stacks(scene, scene.layout)

    def _counter_pixels(self) -> int:
        sides = [component.front.width for scene in self.plan.scenes for component in scene.components.values()]
        return min(sides, default=0)

    def _pixel(self, layout: Layout, length: float) -> int:
        return round(length * layout.dpi / INCH)

    def _board(self, picker: Element, scene: Scene, layout: Layout, face: Face) -> None:
        board = picker.add(
            BOARD,
            {
                "name": self._board_name(scene),
                "image": face.picture,
                "width": str(face.width),
                "height": str(face.height),
                "reversible": FALSE,
                "color": "255,255,255",
            },
        )
        zoned = board.add(f"{GRIDS}.ZonedGrid")
        lattice = layout.lattice
        if lattice.cells is not None or lattice.regions:
            zone = self._zone(zoned, layout, ZONE, layout.field, "$gridLocation$")
            if lattice.cells is not None:
                shape = "SquareGrid" if lattice.cells.shape == "square" else "HexGrid"
                grid = zone.add(f"{GRIDS}.{shape}", lattice.cells.attributes)
                grid.add(f"{GRIDS}.mapgrid.{shape}Numbering", lattice.cells.numbering)
            else:
                grid = zone.add(f"{GRIDS}.RegionGrid", {"snapto": TRUE, "visible": FALSE, "fontsize": "9"})
                for region in lattice.regions:
                    place = {"originx": str(region.x), "originy": str(region.y)}
                    grid.add(f"{GRIDS}.Region", {"name": nameable(region.name), **place})
        for box, area in layout.boxes:
            self._zone(zoned, layout, nameable(box.name), area, "$name$")

    def _zone(self, zoned: Element, layout: Layout, name: str, area: Rectangle, format: str) -> Element:
        left, top = self._pixel(layout, area.x), self._pixel(layout, area.y)
        right, foot = self._pixel(layout, area.x + area.width), self._pixel(layout, area.y + area.height)
        corners = ((left, top), (right, top), (right, foot), (left, foot))
        return zoned.add(
            f"{GRIDS}.mapgrid.Zone",
            {
                "name": name,
                "path": ";".join(f"{x},{y}" for x, y in corners),
                "locationFormat": format,
                "useParentGrid": FALSE,
                "useHighlight": FALSE,
            },
        )

    def _board_name(self, scene: Scene) -> str:
        return nameable(scene.table.title if scene.table is not None else scene.kit.title)

    def _piles(self, scene: Scene, layout: Layout) -> Iterator[Element]:
        seats = {seat.id: seat.name for seat in layout.tabletop.seats}
        for pile, x, y in layout.piles:
            cards = list(_in_pile(pile, scene))
            if not cards:
                continue
            wide = max(component.front.width for component, _ in cards)
            high = max(component.front.height for component, _ in cards)
            name = self._pile_name(scene, pile)
            owners = {}
            if pile.side in seats:
                owners = {"deckRestrictAccess": TRUE, "deckOwners": encode([nameable(seats[pile.side])], ",")}
            element = Element(
                "module.map.DrawPile",
                {
                    "name": name,
                    "owningBoard": self._board_name(scene),
                    "x": str(self._pixel(layout, x)),
                    "y": str(self._pixel(layout, y)),
                    "width": str(wide),
                    "height": str(high),
                    "faceDown": "Always",
                    "shuffle": "Always",
                    "drawFaceUp": TRUE,
                    "allowMultiple": FALSE,
                    "allowSelect": FALSE,
                    "reportFormat": "$playerName$: $deckName$, $commandName$",
                    **owners,
                },
            )
            for number, (component, copy) in enumerate(sorted(cards, key=lambda pair: (pair[0].key, pair[1])), start=1):
                gpid = self.gpids[self._key(scene, component.key, copy, PILE)]
                role = Role(pile=name)
                element.children.append(self._slot(scene, component, str(number), role, gpid, tag="widget.CardSlot"))
            yield element

    def _pile_name(self, scene: Scene, pile: Pile) -> str:
        """The name of a pile; where there are several scenarios, with that of its own."""
        several = len(self.plan.tables) > 1
        return nameable(f"{pile.name} ({self._board_name(scene)})" if several else pile.name)

    def _stacks(self, scene: Scene, layout: Layout) -> Iterator[Element]:
        """Every stack of the set-up: VASSAL takes the lowest piece first."""
        stacks: dict[int, list[Standing]] = {}
        for standing in layout.standing:
            stacks.setdefault(standing.stack, []).append(standing)
        number = 0
        for stack in stacks.values():
            self.stacks += 1
            first = stack[0]
            grid = bool(first.hex)
            pixel = (
                layout.lattice.points[first.hex]
                if grid
                else (self._pixel(layout, first.x), self._pixel(layout, first.y))
            )
            x, y = (0, 0) if grid else pixel
            element = Element(
                "module.map.SetupStack",
                {
                    "name": str(self.stacks),
                    "owningBoard": self._board_name(scene),
                    "useGridLocation": _flag(grid),
                    "location": layout.lattice.names[first.hex] if grid else "",
                    "x": str(x),
                    "y": str(y),
                },
            )
            for standing in reversed(stack):
                number += 1
                component = scene.components[standing.start.piece]
                gpid = self.gpids[self._key(scene, component.key, standing.copy, SETUP)]
                role = self._role(scene, component)._replace(reversed=standing.start.reversed)
                if standing.start.masked:
                    seats = {seat.id: nameable(seat.name) for seat in layout.tabletop.seats}
                    role = role._replace(hidden_by=seats.get(standing.start.side, ""))
                heading = standing.start.spot.heading if standing.start.spot is not None else 0.0
                element.children.append(
                    self._slot(scene, component, str(number), role, gpid, at=pixel, heading=heading)
                )
            yield element


def _prototype_of(side: str) -> str:
    return f"{UNIT}: {nameable(side)}"


def _in_pile(pile: Pile, scene: Scene) -> Iterable[tuple[Component, int]]:
    """Every chit or card of a pile, with the number of the copy."""
    for name in pile.pieces:
        component = scene.components.get(name)
        if component is not None:
            yield from ((component, copy) for copy in range(1, component.record.count + 1))
