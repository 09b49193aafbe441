"""`ibbprint kit ... --changed-since KIT.pdf`: only what is not as in an earlier printout, and the list of it.

The pack is the example of the docs. What is looked for is looked for on the pages.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from ibbprint.drawing.pdf import Book, PdfWriter
from ibbprint.drawing.private_data import read_kept
from ibbprint.press.manifest import (
    KEPT_AS,
    MOST_VALUES,
    Manifest,
    PrintedThing,
    changes,
    differing,
    read_manifest,
    values_shown,
)
from ibbprint.problems import Report
from tests.helpers import FOLDERS, ROOT, SOAK, app
from tests.inked import inked
from tests.pdf import Document, read_pdf
from tests.sheets import fronts, head

EXAMPLE = ROOT / "docs" / "examples" / "salt-marsh"
PARTS = "counters,markers,scenario,map,crib"


class Evening:
    """A designer's evening: a pack, its printouts, and what the command said."""

    def __init__(self, folder: Path, kit: str = "low-tide") -> None:
        self.pack = folder / "pack"
        self.out = folder / "out"
        self.name = kit
        shutil.copytree(FOLDERS.get(kit, EXAMPLE), self.pack)

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.pack / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def kit(self, *more: str, only: str = PARTS) -> tuple[int, str]:
        named = [str(self.pack)] if self.name in FOLDERS else [self.name, "--pack", str(self.pack)]
        arguments = ["kit", *named, "-o", str(self.out), "--only", only, *more]
        result = CliRunner().invoke(app, arguments)
        return result.exit_code, result.output

    def base(self, *, only: str = PARTS) -> Path:
        """The kit as the files were before the evening: printed once for all tests."""
        target = self.out / "base.pdf"
        self.out.mkdir()
        target.write_bytes(inked(self.name, only=tuple(only.split(","))))
        return target

    def printed(self, name: str, *, only: str = PARTS) -> Path:
        """The kit as the files are now, under a name of its own."""
        code, output = self.kit(only=only)
        assert code == 0, output
        target = self.out / name
        (self.out / f"{self.name}-{'-'.join(sorted(only.split(','), key=_order))}.pdf").rename(target)
        return target

    def changed(self, since: Path, *more: str, only: str = PARTS) -> tuple[str, Document]:
        code, output = self.kit("--changed-since", str(since), *more, only=only)
        assert code == 0, output
        (result,) = self.out.glob("*-changes.pdf")
        document = read_pdf(result.read_bytes())
        result.unlink()
        return output, document


def _order(part: str) -> int:
    return ["counters", "markers", "map", "templates", "spells", "crt", "crib", "scenario"].index(part)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def ids(document: Document) -> list[str]:
    """The ids of the counters that were printed, chits left out."""
    return [slot.id for slot in fronts(document) if "cup" not in slot.symbols]


def heads(document: Document) -> list[str]:
    """What the pages are, without the backs and the empty sides."""
    results = [re.sub(r"^[^:]+: |\s+(changes since|page \d).*$", "", head(page)) for page in document.pages]
    return [what for what in results if what and "backs" not in what]


def listed(document: Document) -> str:
    """The list of what was and is."""
    return " ".join(page.text for page in document.pages if "What has changed" in head(page))


def test_nothing_is_printed_when_nothing_has_changed(evening: Evening) -> None:
    """The same files give no sheet: the command says so, writes nothing and ends with 0."""
    base = evening.base()
    code, output = evening.kit("--changed-since", str(base))
    assert (code, "nothing has changed since" in output) == (0, True)
    assert [path.name for path in evening.out.iterdir()] == ["base.pdf"]


def test_one_rating_prints_its_counters_and_nothing_else(evening: Evening) -> None:
    """A rating in the unit list prints the counters of that unit, tells it was and is, and leaves all else alone."""
    base = evening.base(only="counters,markers")
    evening.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,6,3,4")
    output, document = evening.changed(base, only="counters,markers")
    assert sorted(ids(document)) == ["V2", "V3"]
    assert heads(document) == ["What has changed", "Counters"]
    assert "Abbey Pikes V2: defence 5 -> defence 6\n" in output
    assert re.search(r"Abbey Pikes V3\s+defence 5\s+defence 6", listed(document))
    assert "Counters: 2 changed" in document.pages[2].text


def test_larger_counters_print_no_card_that_is_drawn_as_before(evening: Evening) -> None:
    """Larger counters have larger hexes and area templates; the icons of these on spell cards keep their size."""
    base = evening.base(only="counters,spells")
    output, document = evening.changed(base, "--counter-size", "19", only="counters,spells")
    assert "Abbey Pikes V2: the same values -> drawn another way\n" in output
    assert "Fearball" not in output
    assert heads(document) == ["What has changed", "Counters"]


def test_a_change_reaches_every_page_that_shows_it_and_no_other(evening: Evening) -> None:
    """A rating is on the scenario sheet and the set-up diagram too; the crib and the map, which do not show it, are not
    printed again.
    """
    base = evening.base()
    evening.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,5,5,3,4")
    _, document = evening.changed(base)
    assert list(dict.fromkeys(heads(document))) == ["What has changed", "Scenario sheet", "Set-up diagram", "Counters"]


def test_a_hex_of_the_map_prints_the_map_anew(evening: Evening) -> None:
    """Ground that changes prints map and set-up diagram, no counter and no crib."""
    base = evening.base()
    evening.edit("maps/salt-marsh.yaml", '- "hh.ssscmss.w" # row 01', '- "hhwssscmss.w" # row 01')
    _, document = evening.changed(base)
    result = heads(document)
    assert ids(document) == []
    assert "Set-up diagram" in result
    assert any(what.startswith("The Salt Marsh, sheet") for what in result)
    assert not any("rib" in what for what in result)


def test_a_new_character_on_one_page_leaves_the_pages_after_it_alone(evening: Evening) -> None:
    """A PDF numbers its rare characters as they come; pages are compared by what they show, not by such numbers."""
    base = evening.base()
    evening.edit(
        "scenarios/low-tide.yaml", "The wardens of the marsh will pay", "Àéîõü: the wardens of the marsh will pay"
    )
    _, document = evening.changed(base)
    assert heads(document) == ["What has changed", "Scenario sheet"]


def test_a_symbol_prints_all_that_show_it(evening: Evening) -> None:
    """A symbol that is drawn another way changes every face with it, also where it is an ability's."""
    base = evening.base(only="counters")
    evening.edit(
        "templates/symbols/lantern.svg", "M50 44q18 22 0 36q-18 -14 0 -36z", "M50 44q20 22 0 36q-20 -14 0 -36z"
    )
    output, document = evening.changed(base, only="counters")
    assert ids(document) == ["M6"]
    assert "Lamp Bearer M6: the same values -> drawn another way" in output


def test_what_is_new_is_printed_and_what_is_gone_is_told(evening: Evening) -> None:
    """A line of the order of battle that is replaced prints the new counter and says which one goes."""
    base = evening.base(only="counters")
    line = '  - {side: reeve, unit: toll-riders-q3, hexes: ["1105"], formation: toll}\n'
    evening.edit("scenarios/low-tide.yaml", line, "")
    output, document = evening.changed(base, only="counters")
    assert ids(document) == []
    assert "Toll Rider V5: there -> take it out" in output
    assert "You need not print anything again" in listed(document)
    evening.printed("later.pdf", only="counters")
    evening.edit("scenarios/low-tide.yaml", "\nvictory:", f"{line}\nvictory:")
    output, document = evening.changed(evening.out / "later.pdf", only="counters")
    assert ids(document) == ["V5"]
    assert "Toll Rider V5: – -> new" in output


def test_of_more_markers_only_those_that_are_lacking_are_printed(evening: Evening) -> None:
    """Where only the number of a piece grows, the difference is printed."""
    base = evening.base(only="markers")
    count = len(_markers(base))
    line = '  - {side: reeve, unit: toll-riders-q3, hexes: ["1105"], formation: toll}\n'
    evening.edit("scenarios/low-tide.yaml", line, line + line.replace("1105", "1104"))
    _, document = evening.changed(base, only="markers")
    after = len(_markers(evening.printed("after.pdf", only="markers")))
    printed = sum(len(page.pieces) for page in document.pages if "Markers" in head(page) and "backs" not in head(page))
    assert 0 < printed == after - count


def _markers(path: Path) -> list[object]:
    document = read_pdf(path.read_bytes())
    return [p for page in document.pages for p in page.pieces if "backs" not in head(page)]


def test_both_printouts_are_named_on_every_sheet(evening: Evening) -> None:
    """Edition and hash of this printout, and the hash of the one before, stand at the head of each page."""
    base = evening.base(only="counters")
    before = read_manifest(base, "low-tide", Report())
    evening.edit("units.csv", "horse,light,5,3,9", "horse,light,5,3,8")
    _, document = evening.changed(base, only="counters")
    after = read_manifest(evening.printed("now.pdf", only="counters"), "low-tide", Report())
    assert before is not None
    assert after is not None
    assert before.stamp != after.stamp
    for page in document.pages:
        if not page.runs:
            continue  # the empty back of a sheet
        assert f"changes since {before.stamp} · page {page.number} of {len(document.pages)}" in head(page)
        assert f"edition 3 · {after.stamp}" in head(page)


def test_a_printout_of_changes_stands_for_the_whole_kit(evening: Evening) -> None:
    """What was printed and put in its place is up to date: the next comparison may be with that sheet."""
    base = evening.base(only="counters")
    evening.edit("units.csv", "horse,light,5,3,9", "horse,light,5,3,8")
    assert evening.kit("--changed-since", str(base), only="counters")[0] == 0
    (sheet,) = evening.out.glob("*-changes.pdf")
    code, output = evening.kit("--changed-since", str(sheet), only="counters")
    assert (code, "nothing has changed" in output) == (0, True)


def test_another_program_may_have_written_the_pdf_anew(evening: Evening) -> None:
    """A PDF that was opened and saved elsewhere, its objects packed, still says what it holds."""
    base = evening.base(only="counters")
    with pikepdf.open(base, allow_overwriting_input=True) as opened:
        opened.save(base, object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    code, output = evening.kit("--changed-since", str(base), only="counters")
    assert (code, "nothing has changed" in output) == (0, True)


def test_a_printout_of_another_layout_is_told(evening: Evening) -> None:
    """Since a kit from before the layout changed, all looks different: a warning and the list say so, part by part.

    What has other values as well is listed one by one, as always.
    """
    path = evening.base(only="counters,crib")
    now = read_manifest(path, "low-tide", Report())
    assert now is not None
    things = {name: product._replace(digest="before") for name, product in now.things.items()}
    data = json.loads(now._replace(things=things, pages=dict.fromkeys(now.pages, "before")).to_bytes())
    del data["layout"]  # as it was when no printout named its own
    path.write_bytes(_kept(json.dumps(data).encode()))
    evening.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,6,3,4")
    output, document = evening.changed(path, only="counters,crib")
    counters = sum(result.copies for name, result in now.things.items() if name.startswith("counters/"))
    assert f"--changed-since: warning: the layout of kits has changed since {now.stamp} was printed" in output
    assert "print the whole kit again, without --changed-since." in output
    assert "Abbey Pikes V2: defence 5 -> defence 6\n" in output
    assert f"Counters: {counters - 2} with the same values -> another layout\n" in output
    assert "the same values ->" not in output.replace("with the same values ->", "")
    assert "Player aid: the pages before -> 4 pages, another layout\n" in output
    assert "The layout of kits has changed since then." in listed(document)
    assert "replace the old pieces" not in listed(document)
    assert len(ids(document)) == counters - len([name for name in now.things if "cup-" in name])


def test_a_printout_of_the_same_layout_says_nothing_of_it(evening: Evening) -> None:
    base = evening.base(only="counters")
    evening.edit("units.csv", "foot,heavy,4,5,3,4", "foot,heavy,4,6,3,4")
    output, document = evening.changed(base, only="counters")
    assert "another layout" not in output + listed(document)
    assert "warning" not in output


def test_viewers_are_not_shown_the_manifest(evening: Evening) -> None:
    """It is private data of the catalogue: no attachment, and the same kit has the same bytes."""
    base = evening.printed("first.pdf", only="counters")
    with pikepdf.open(base) as opened:
        assert opened.Root.PieceInfo.ibbprint.Private.Type == f"/{KEPT_AS}"
        assert "/Names" not in opened.Root or "/EmbeddedFiles" not in opened.Root.Names
    assert base.read_bytes() == evening.printed("again.pdf", only="counters").read_bytes()


# --- PDFs that will not do ----------------------------------------------------------------------------------------


def _another_kit(folder: Path) -> bytes:
    writer = PdfWriter(Book("another"))
    writer.begin_page(50, 50, label="1")
    writer.end_page()
    writer.keep(KEPT_AS, Manifest("other-battle", "Other", "1", "00000000", {}, {}).to_bytes())
    return writer.bytes()


def _kept(data: bytes) -> bytes:
    writer = PdfWriter(Book("kept"))
    writer.begin_page(50, 50, label="1")
    writer.end_page()
    writer.keep(KEPT_AS, data)
    return writer.bytes()


def _no_manifest(folder: Path) -> bytes:
    writer = PdfWriter(Book("bare"))
    writer.begin_page(50, 50, label="1")
    writer.end_page()
    return writer.bytes()


UNFIT = {
    "no-manifest": (_no_manifest, "this PDF has no list of its contents, so changes since cannot be found."),
    "other-kit": (_another_kit, "this is the kit of other-battle, not of low-tide."),
    "text": (lambda _: b"What I printed last week\n", "this is not a PDF."),
    "empty": (lambda _: b"", "this is not a PDF."),
    "no-json": (lambda _: _kept(b"\xff{"), "this PDF has no list of its contents"),
    "other-json": (lambda _: _kept(b'{"form":1,"kit":"low-tide"}'), "this PDF has no list of its contents"),
    "later-form": (lambda _: _kept(b'{"form":2}'), "this PDF has no list of its contents"),
    "deep": (lambda _: _kept(b"[" * 200_000), "this PDF has no list of its contents"),
    "cut": (lambda _: _kept(b"{}" * 5000)[:700], "this PDF has no list of its contents"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_pdf_that_will_not_do_is_told(name: str, evening: Evening) -> None:
    """What is no kit of ours, or of another scenario, is an error at the file: exit 1, nothing written."""
    make, message = UNFIT[name]
    path = evening.pack.parent / "old.pdf"
    path.write_bytes(make(evening.pack))
    code, output = evening.kit("--changed-since", str(path), only="counters")
    assert code == 1
    assert f"old.pdf: error: {message}" in output.replace("\n", "")
    assert "nothing was written" in output
    assert not evening.out.exists()


def test_a_pdf_that_is_not_there_is_told(evening: Evening) -> None:
    """A path without a file, and a folder, are errors at their names."""
    for path, message in ((evening.pack / "none.pdf", "there is no such file"), (evening.pack, "is a folder")):
        code, output = evening.kit("--changed-since", str(path), only="counters")
        assert code == 1
        assert message in output


def test_data_that_unpacks_to_too_much_is_refused() -> None:
    """A few kilobytes that would fill the memory are not unpacked."""
    assert read_kept(_kept(b"0" * 3_000_000), KEPT_AS, 1_000_000) is None
    assert read_kept(_kept(b"0" * 3_000_000), KEPT_AS, 3_000_000) == b"0" * 3_000_000


# --- for any printouts ----------------------------------------------------------------------------------------------

NAMES = st.sampled_from(["counters/A1", "counters/A2", "counters/B1", "markers/rout", "crt/crt"])
VALUES = st.dictionaries(st.sampled_from(["attack", "side.name", "name"]), st.text(max_size=8), max_size=3)
MADE = st.builds(PrintedThing, st.text(max_size=10), st.integers(1, 9), st.sampled_from(["aa", "bb", "cc"]), VALUES)
PAGES = st.dictionaries(st.sampled_from(["crib/Crib", "crib/Crib, page 2", "map/Map"]), st.sampled_from("xyz"))
MANIFESTS = st.builds(
    Manifest,
    st.just("low-tide"),
    st.text(max_size=9),
    st.text(max_size=3),
    st.text(max_size=8),
    st.dictionaries(NAMES, MADE),
    PAGES,
)
SECTIONS = ["counters", "markers", "crt", "crib", "map"]


@given(manifest=MANIFESTS)
def test_what_is_kept_is_read_again(manifest: Manifest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Any manifest comes out of the PDF as it went in."""
    path = tmp_path_factory.getbasetemp() / "kept.pdf"
    path.write_bytes(_kept(manifest.to_bytes()))
    assert read_manifest(path, manifest.kit, Report()) == manifest


@given(MANIFESTS, MANIFESTS)
@settings(max_examples=3000 if SOAK else 60)
def test_old_pieces_and_the_printed_ones_make_the_new_kit(old: Manifest, new: Manifest) -> None:
    """Take out what the list says, put in what is printed: then everything is there as often as the kit has it."""
    have = {(name, result.digest): result.copies for name, result in old.things.items()}
    for change in changes(old, new, SECTIONS):
        if change.page:
            continue
        now, was = new.things.get(change.name), old.things.get(change.name)
        if now is None:
            del have[change.name, was.digest if was else ""]
        elif was is not None and was.digest != now.digest:
            del have[change.name, was.digest]
            have[change.name, now.digest] = change.copies
        elif change.copies:
            have[change.name, now.digest] = have.get((change.name, now.digest), 0) + change.copies
        else:
            have[change.name, now.digest] = now.copies
    assert have == {(name, product.digest): product.copies for name, product in new.things.items()}
    names = {change.name for change in changes(old, new, SECTIONS) if change.page and change.copies}
    assert names == {name for name, digest in new.pages.items() if old.pages.get(name) != digest}


def _sections_of(changed: Iterator[str]) -> set[str]:
    return {name.partition("/")[0] for name in changed}


@given(MANIFESTS, MANIFESTS)
def test_a_part_that_is_not_printed_is_not_called_gone(old: Manifest, new: Manifest) -> None:
    """Where only some parts are printed, the rest of the earlier kit is neither gone nor changed."""
    part = new._replace(
        things={name: result for name, result in new.things.items() if name.startswith("counters/")}, pages={}
    )
    assert _sections_of(change.name for change in changes(old, part, ["counters"])) <= {"counters"}


def test_what_lies_deep_in_the_values_does_not_hide_what_lies_on_top() -> None:
    """A spell whose template has hundreds of corners still tells that its strength is another one."""

    def card(strength: int, text: str, size: int = 1) -> PrintedThing:
        corners = [[x, x + size] for x in range(300)]
        values = {"spell": {"templates": [{"shape": corners}], "strength": strength, "text": text}}
        return PrintedThing("Ember", 1, str(strength), values_shown(values))

    assert differing(card(6, "Hot."), card(9, "Hot.")) == ("spell strength 6", "spell strength 9")
    was, now = differing(card(6, "Hot."), card(6, "Hot.", 2))
    assert (was, now) == ("spell templates 1 shape as it was", "spell templates 1 shape altered")
    long = "It glows, and whoever stands near it feels the heat of "
    assert differing(card(6, f"{long}six men."), card(6, f"{long}nine men.")) == (
        "spell text as it was",
        "spell text altered",
    )
    assert differing(card(6, f"{long}six men."), card(6, "Cold."))[1] == "spell text Cold."


def test_what_lies_deep_does_not_take_the_room_of_plain_values() -> None:
    """The manifest has a piece's own values before those that lie deeper, and never more than so many."""
    values = {"shape": [[x, -x] for x in range(MOST_VALUES)], "name": "Ferry", "side": {"letter": "N"}, "left": None}
    text = values_shown({**values, "crew": 4, "note": "", "sunk": False})
    assert list(text)[:4] == ["name", "crew", "sunk", "side.letter"]
    assert list(text.values())[:4] == ["Ferry", "4", "False", "N"]
    assert (text["shape.1.1"], text["shape.3.2"]) == ("0", "-2")
    assert len(text) == MOST_VALUES
