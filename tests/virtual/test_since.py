"""What has changed since an earlier module, and files that are none."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from ibbprint.jobs.exports import ExportOrder, exported_vassal
from ibbprint.problems import Report
from ibbprint.virtual import since
from tests.helpers import ROOT
from tests.virtual_modules import quick_pictures


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry-point"
    shutil.copytree(ROOT / "tests" / "folders" / "ferry-point", folder)
    with quick_pictures():
        assert exported_vassal(ExportOrder((str(folder),), output=tmp_path / "old.vmod", no_booklet=True)).ok
    return folder


def test_pieces_are_new_gone_or_changed_by_their_numbers(ferry: Path, tmp_path: Path) -> None:
    crews = ferry / "crews.csv"
    text = crews.read_text(encoding="utf-8")
    assert "skiff,Skiff,free,boat,cutter,1,,6," in text
    text = text.replace("cutter,Cutter,excise,boat,cutter,5", "cutter,Cutter,excise,boat,cutter,6")
    crews.write_text(text.replace("gig,Fast Gig", "yawl,Yawl"), encoding="utf-8")
    night = ferry / "scenarios" / "one-night.yaml"
    night.write_text(night.read_text(encoding="utf-8").replace("unit: gig", "unit: yawl"), encoding="utf-8")
    parts = ferry / "game.yaml"
    parts.write_text(parts.read_text(encoding="utf-8").replace("Fast Gig", "Yawl"), encoding="utf-8")
    order = ExportOrder((str(ferry),), output=tmp_path / "new.vmod", no_booklet=True, since=tmp_path / "old.vmod")
    with quick_pictures():
        result = exported_vassal(order)
    assert result.ok, str(result)
    assert result.changes is not None
    assert any(name.startswith("Yawl") for name in result.changes.new)
    assert any(name.startswith("Fast Gig") for name in result.changes.gone)
    assert result.changes.changed
    assert all(name.startswith("Cutter") for name in result.changes.changed)


def test_nothing_has_changed_where_nothing_has(ferry: Path, tmp_path: Path) -> None:
    order = ExportOrder((str(ferry),), output=tmp_path / "new.vmod", no_booklet=True, since=tmp_path / "old.vmod")
    with quick_pictures():
        assert exported_vassal(order).changes == ((), (), ())


def test_the_module_of_another_game_is_named_and_nothing_is_compared_with_it(ferry: Path, tmp_path: Path) -> None:
    order = ExportOrder(("two-villages",), output=tmp_path / "new.vmod", no_booklet=True, since=tmp_path / "old.vmod")
    with quick_pictures():
        result = exported_vassal(order)
    assert result.ok
    assert result.changes is None
    assert "not of Two Villages. They share no piece." in str(result)


def _zip(names: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return out.getvalue()


HOSTILE = {
    "no-build-file": _zip({"../../buildFile.xml": b"<x/>"}),
    "cut-off": _zip({"buildFile.xml": b"<x/>" * 99})[:-40],
    "spoilt": _zip({"buildFile.xml": b"<x/>" * 99}).replace(b"<x/><x/>", b"<y/><x/>", 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_zip_is_an_error_with_a_sentence(name: str, tmp_path: Path) -> None:
    (tmp_path / "odd.vmod").write_bytes(HOSTILE[name])
    report = Report()
    assert since.read_slots(tmp_path / "odd.vmod", report) is None
    assert [problem.rule for problem in report] == ["read:file"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odd.vmod"]


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", b"PK\x05\x06" + bytes(18)], ids=repr)
def test_what_is_no_module_is_an_error_with_a_sentence(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.vmod").write_bytes(data)
    report = Report()
    assert since.read_slots(tmp_path / "odd.vmod", report) is None
    assert [problem.rule for problem in report] == ["read:file"]


def test_a_build_file_that_unpacks_to_more_than_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(since, "MOST_UNPACKED", 1000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", b" " * 1001)
    (tmp_path / "big.vmod").write_bytes(out.getvalue())
    report = Report()
    assert since.read_slots(tmp_path / "big.vmod", report) is None
    assert [problem.rule for problem in report] == ["read:size"]
