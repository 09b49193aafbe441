"""Compiled templates are kept between runs, and nobody can tell it by what is printed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import jinja2
import pytest

from ibbprint.components import template_cache
from ibbprint.components.template_cache import KeptTemplates
from ibbprint.shipped import shipped
from tests.helpers import TEMPLATES, make_pack, printed

PARTS = ("counters",)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled templates."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    return tmp_path / "cache" / "ibbprint-templates"


def pdf(**more: object) -> bytes:
    return printed("defend-the-bridge", only=PARTS, anew=True, **more).pdf


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
    whole = {path: path.read_bytes() for path in kept.iterdir()}
    other = next(iter(whole.values()))
    for path, data in whole.items():
        path.write_bytes(data[:-9] if damage == "cut" else other if damage == "other" else damage)  # type: ignore[arg-type]
    assert pdf() == first
    assert {path: path.read_bytes() for path in kept.iterdir()} == whole


def test_a_template_that_was_changed_is_compiled_again(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = shutil.copytree(TEMPLATES, tmp_path / "templates")
    monkeypatch.setattr(template_cache, "shipped", lambda _: mine)
    made = KeptTemplates("drawn")
    environment = _environment()
    path = mine / "common" / "mine.svg.j2"
    for text in ("<svg>1</svg>", "<svg>2</svg>"):
        path.write_text(text, encoding="utf-8")
        bucket = made.get_bucket(environment, "mine", str(path), text)
        assert bucket.code is None
        bucket.code = compile(repr(text), "mine", "eval")
        made.set_bucket(bucket)
        assert eval(made.get_bucket(environment, "mine", str(path), text).code or "") == text
    assert len(list(kept.iterdir())) == 1


def test_templates_of_a_pack_are_never_kept(kept: Path, tmp_path: Path) -> None:
    source = (shipped("templates") / "ibb" / "unit.svg.j2").read_text(encoding="utf-8")
    pack = make_pack(tmp_path / "pack", {"templates/unit.svg.j2": source})
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


def _environment() -> jinja2.Environment:
    return jinja2.Environment(autoescape=True)
