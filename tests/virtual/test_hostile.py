"""Names and folders that nobody expects: a module that holds them, or a report."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from ibbprint.jobs.exports import ExportOrder, export_vassal, exported_vassal
from tests.helpers import ROOT
from tests.virtual_modules import Module, quick_pictures

ATTRIBUTES = {
    "GameModule": "name version VassalVersion description nextPieceSlotId ModuleOther1 ModuleOther2",
    "PlayerRoster": "buttonText buttonToolTip",
    "GlobalOptions": "nonOwnerUnmaskable promptString autoReport inventoryForAll",
    "PrototypeDefinition": "name description",
    "TurnTracker": "name buttonText turnFormat reportFormat lengthStyle length",
    "CounterTurnLevel": "name property start incr loop loopLimit turnFormat",
    "ListTurnLevel": "name property list configList configFirst",
    "TurnGlobalHotkey": "name hotkey match reportFormat",
    "GlobalKeyCommand": "name buttonText buttonHotkey hotkey filter reportSingle deckCount",
    "DiceButton": "name text tooltip nDice nSides plus addToTotal reportTotal prompt reportFormat",
    "ChartWindow": "name text tooltip",
    "TabWidget": "entryName",
    "Chart": "chartName fileName description",
    "Inventory": "name text groupBy nonLeafFormat leafFormat include foldersOnly sortPieces",
    "PieceWindow": "name text tooltip hidden scale",
    "ListWidget": "entryName",
    "PieceSlot": "entryName gpid width height",
    "CardSlot": "entryName gpid width height",
    "Map": "mapName markMoved markUnmovedHotkey markUnmovedText launch allowMultiple edgeWidth edgeHeight"
    " moveWithinFormat moveToFormat createFormat changeFormat",
    "BoardPicker": "title boardPrompt slotScale slotHeight slotWidth maxColumns",
    "Board": "name image width height reversible color",
    "Zone": "name path locationFormat useParentGrid useHighlight",
    "HexGrid": "color cornersLegal dotsVisible dx dy edgesLegal snapTo visible x0 y0 sideways",
    "HexGridNumbering": "color first fontSize hDescend hDrawOff hLeading hOff hType locationFormat rotateText sep"
    " stagger vDescend vDrawOff vLeading vOff vType visible",
    "StackMetrics": "exSepX exSepY unexSepX unexSepY",
    "Zoomer": "zoomStart zoomLevels",
    "CounterDetailViewer": "version minDisplayPieces showtext emptyHexReportForma summaryReportFormat"
    " counterReportFormat showDeck",
    "HighlightLastMoved": "enabled",
    "HidePiecesButton": "buttonText",
    "LOS_Thread": "threadName label drawRange snapStart snapEnd",
    "DrawPile": "name owningBoard x y width height faceDown shuffle drawFaceUp allowMultiple allowSelect reportFormat"
    " deckRestrictAccess deckOwners",
    "SetupStack": "name owningBoard useGridLocation location x y",
    "BrowserPDFFile": "title pdfFile",
}
"""What VASSAL 3.7 reads of the components that are written; a component that is not here has no attributes."""
PLAIN = (
    "BasicCommandEncoder Documentation PrototypesContainer ZonedGrid PieceMover KeyBufferer ForwardToKeyBuffer"
    " ForwardToChatter MenuDisplayer MapCenterer StackExpander SelectionHighlighters Scroller Flare entry"
)


def changed(tmp_path: Path, old: str, new: str) -> Path:
    folder = tmp_path / "ferry-point"
    shutil.copytree(ROOT / "tests" / "folders" / "ferry-point", folder)
    file = folder / "crews.csv"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_every_tag_and_attribute_is_one_that_vassal_reads(bridge: Module) -> None:
    for element in bridge.root.iter():
        tag = element.tag.rpartition(".")[2]
        assert tag in ATTRIBUTES or tag in PLAIN.split(), tag
        assert set(element.attrib) <= set(ATTRIBUTES.get(tag, "").split()), (tag, element.attrib)


@pytest.mark.parametrize("name", ["A<b>&c", "x]]>y", "../../up", "a;b,c/d|e", "half \\ way", "it's 'q'"])
def test_any_name_is_read_back_as_it_was_written(name: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, "cutter,Cutter,", f'cutter,"{name}",')
    target = tmp_path / "out" / "module.vmod"
    with quick_pictures():
        result = exported_vassal(ExportOrder((str(folder),), output=target, no_booklet=True))
    assert result.ok, str(result)
    some = Module(target.read_bytes())
    assert any(slot.name.startswith(name) for slot in some.slots)
    with zipfile.ZipFile(target) as archive:
        assert not any(".." in each or each.startswith("/") for each in archive.namelist())


def test_a_name_of_60_000_letters_and_13_000_counters_are_a_report(tmp_path: Path) -> None:
    """At the cell of the name, and at the row whose counters are more than a kit holds."""
    long = changed(tmp_path, "cutter,Cutter,", f"cutter,{'Cutter ' * 8572},")
    many = Path(shutil.copytree(ROOT / "tests" / "folders" / "ferry-point", tmp_path / "many"))
    with (many / "scenarios" / "one-night.yaml").open("a", encoding="utf-8") as scenario:
        scenario.write('  - {unit: watch, count: 500, hexes: "0603 0604"}\n' * 27)
    for folder, rule, line in ((long, "draw:size", 2), (many, "read:size", 7)):
        result = export_vassal(str(folder), output=tmp_path / "module.vmod", no_booklet=True)
        assert [(each.rule, each.where.line) for each in result.report] == [(rule, line)]
    assert not (tmp_path / "module.vmod").exists()
