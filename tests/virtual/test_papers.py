"""The whole of a module: charts, rules, sizes, and what is seen through."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from ibbprint.engine.api.kits import KitOptions
from ibbprint.jobs.exports import ExportOrder, exported_vassal
from ibbprint.press.inking import Inking
from ibbprint.problems import Report
from ibbprint.systems import games
from ibbprint.virtual.pictures import Pictures, Studio, components_of
from tests.helpers import SOAK
from tests.virtual_modules import Module


@pytest.mark.skipif(not SOAK, reason="drawing every picture takes ten seconds; see make soak")
def test_the_module_is_smaller_than_6_mb(tmp_path: Path) -> None:
    result = exported_vassal(ExportOrder(("defend-the-bridge",), output=tmp_path / "bridge.vmod"))
    assert result.ok, str(result)
    assert (tmp_path / "bridge.vmod").stat().st_size < 6_000_000


def test_the_tables_and_aids_are_charts_and_the_rules_a_pdf(whole: Module) -> None:
    charts = {chart.get("chartName") for chart in whole.all("widget.Chart")}
    assert {"Player aid", "Scenario sheet", "Test card", "Circumstances card"} <= charts, "in words, not by their ids"
    assert whole.files["rules.pdf"].startswith(b"%PDF")
    assert whole.all("module.documentation.BrowserPDFFile")[0].get("pdfFile") == "rules.pdf"


def test_every_picture_is_named_and_every_name_is_a_picture(whole: Module) -> None:
    text = whole.files["buildFile.xml"].decode()
    pictures = [name.removeprefix("images/") for name in whole.files if name.startswith("images/")]
    assert [name for name in pictures if name not in text] == []
    assert {chart.get("fileName") for chart in whole.all("widget.Chart")} <= set(pictures)


def test_pieces_are_as_large_as_their_pictures(whole: Module) -> None:
    for slot in whole.slots:
        data = whole.files[f"images/{slot.of('piece')[0][3]}"]
        declared = int(slot.element.get("width") or 0), int(slot.element.get("height") or 0)
        assert struct.unpack(">II", data[16:24]) == declared


def test_area_templates_are_seen_through_outside_their_outline() -> None:
    """With real pictures, of these two alone."""
    game, report = games()["ibb"], Report()
    kit = game.kit("defend-the-bridge", KitOptions(only=frozenset({"templates"})), report)
    studio = Studio.opened(list(game.template_folders), Inking(backs="full"), report)
    assert kit is not None
    assert studio is not None
    pictures = Pictures(72, report)
    drawn = components_of(kit, studio, pictures, lambda *_: None)
    assert drawn is not None
    assert [component.is_template for component in drawn.values()] == [True, True]
    for component in drawn.values():
        with Image.open(io.BytesIO(pictures.files[component.front.picture])) as picture:
            corner, middle = picture.getpixel((0, 0)), picture.getpixel((picture.width // 2, picture.height // 2))
        assert isinstance(corner, tuple)
        assert isinstance(middle, tuple)
        assert (corner[3], middle[3]) == (0, 255)


def test_the_zip_has_one_date_and_no_order_but_that_of_names(whole: Module) -> None:
    with zipfile.ZipFile(io.BytesIO(whole.data)) as archive:
        entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {(entry.date_time, entry.external_attr >> 16) for entry in entries} == {((1980, 1, 1, 0, 0, 0), 0o644)}
