"""Compiled templates are kept between runs, and nobody can tell it by what is printed."""

from __future__ import annotations

import io
import marshal
import os
import pickle
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from jinja2.bccache import bc_magic

from ibbprint.components.faces import template_cache
from ibbprint.components.faces.template_cache import KeptTemplates
from ibbprint.shipped import shipped
from tests.helpers import TEMPLATES, make_pack, printed

PARTS = ("markers",)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled templates."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    return tmp_path / "cache" / "ibbprint-templates"


def pdf(**more: object) -> bytes:
    return printed("two-villages", game="microbattle", only=PARTS, anew=True, **more).pdf


def test_a_kit_is_the_same_with_templates_compiled_now_and_before(kept: Path) -> None:
    first = pdf()
    names = sorted(path.name for path in kept.iterdir())
    times = {path: path.stat().st_mtime_ns for path in kept.iterdir()}
    assert len(names) > 2
    assert pdf() == first
    assert {path: path.stat().st_mtime_ns for path in kept.iterdir()} == times


def test_what_is_kept_is_what_is_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is compiled."""
    first = pdf()
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert pdf() == first


@pytest.mark.parametrize("damage", [b"", b"\0" * 4000, "cut", "other"])
def test_a_damaged_file_is_made_anew(kept: Path, damage: bytes | str) -> None:
    first = pdf()
    contents = {path: path.read_bytes() for path in kept.iterdir()}
    other = next(iter(contents.values()))
    for path, data in contents.items():
        path.write_bytes(data[:-9] if damage == "cut" else other if damage == "other" else damage)  # type: ignore[arg-type]
    assert pdf() == first
    assert {path: path.read_bytes() for path in kept.iterdir()} == contents


def test_a_template_that_was_changed_is_compiled_again(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = shutil.copytree(TEMPLATES, tmp_path / "templates")
    monkeypatch.setattr(template_cache, "shipped", lambda _: mine)
    result = KeptTemplates("drawn")
    environment = _environment()
    path = mine / "common" / "mine.svg.j2"
    for text in ("<svg>1</svg>", "<svg>2</svg>"):
        path.write_text(text, encoding="utf-8")
        bucket = result.get_bucket(environment, "mine", str(path), text)
        assert bucket.code is None
        bucket.code = compile(repr(text), "mine", "eval")
        result.set_bucket(bucket)
        assert eval(result.get_bucket(environment, "mine", str(path), text).code or "") == text
    assert len(list(kept.iterdir())) == 1


def test_templates_of_a_pack_are_never_kept(kept: Path, tmp_path: Path) -> None:
    name = "microbattle/commander.svg.j2"
    source = (shipped("templates") / name).read_text(encoding="utf-8")
    pack = make_pack(tmp_path / "pack", {f"templates/{name}": f"{source}<!-- mine -->"}, game="microbattle")
    pdf()
    before = sorted(kept.iterdir())
    pdf(packs=[pack])
    assert sorted(kept.iterdir()) == before


def test_where_nothing_can_be_written_a_kit_comes_out_all_the_same(kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("a file in the way", encoding="utf-8")
    assert pdf()[:5] == b"%PDF-"


def test_the_folder_is_that_of_the_user_s_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert template_cache.folder() == tmp_path / "ibbprint" / "templates"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", os.fspath(tmp_path / "home"))
    assert template_cache.folder() == tmp_path / "home" / ".cache" / "ibbprint" / "templates"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert template_cache.folder() is None


MODES = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows keeps a user's caches from others itself")


def poisoned(kept: Path, mark: Path) -> None:
    """Every compiled template in the folder as somebody else would like to have it run."""
    code = compile(f"open({str(mark)!r}, 'w').close()", "evil", "exec")
    for path in kept.iterdir():
        data = io.BytesIO(path.read_bytes())
        assert data.read(len(bc_magic)) == bc_magic
        checksum = pickle.load(data)
        path.write_bytes(bc_magic + pickle.dumps(checksum, 2) + marshal.dumps(code))


def _folder_for_all(kept: Path) -> None:
    kept.chmod(0o777)


def _folder_for_the_group(kept: Path) -> None:
    kept.chmod(0o770)


def _files_for_all(kept: Path) -> None:
    for path in kept.iterdir():
        path.chmod(0o666)


def _parent_for_all(kept: Path) -> None:
    kept.parent.chmod(0o777)


def _links(kept: Path) -> None:
    away = shutil.move(kept, kept.parent / "elsewhere")
    kept.mkdir(mode=0o700)
    for path in Path(away).iterdir():
        (kept / path.name).symlink_to(path)


def _somebody_else_s_folder(kept: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only the superuser gives folders away")
    os.chown(kept, 65534, 65534)


def _somebody_else_s_files(kept: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only the superuser gives files away")
    for path in kept.iterdir():
        os.chown(path, 65534, 65534)


@MODES
@pytest.mark.parametrize(
    "open_up",
    [
        _folder_for_all,
        _folder_for_the_group,
        _files_for_all,
        _parent_for_all,
        _links,
        _somebody_else_s_folder,
        _somebody_else_s_files,
    ],
)
def test_what_somebody_else_can_write_is_never_run(open_up: Callable[[Path], None], kept: Path, tmp_path: Path) -> None:
    """The kit comes out as ever, without a word, from templates that are compiled again."""
    first = pdf()
    mark = tmp_path / "run"
    poisoned(kept, mark)
    open_up(kept)
    assert pdf() == first
    assert not mark.exists()


@MODES
def test_a_shared_folder_where_names_are_safe_may_lie_above(kept: Path) -> None:
    """As `/tmp` does: anybody may write there, but not put another folder in the place of ours."""
    kept.parent.mkdir()
    kept.parent.chmod(0o1777)
    pdf()
    assert len(list(kept.iterdir())) > 2


@MODES
def test_the_folder_is_made_for_the_user_alone(kept: Path) -> None:
    old = os.umask(0)
    try:
        pdf()
    finally:
        os.umask(old)
    assert {path.stat().st_mode & 0o777 for path in (kept.parent, kept)} == {0o700}
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept.iterdir())


def _environment() -> jinja2.Environment:
    return jinja2.Environment(autoescape=True)
