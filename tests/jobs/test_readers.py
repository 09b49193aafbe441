"""Every module that opens or parses a file is on a list that says what bounds it; a new reader must be added here.

How a reader draws on a budget: docs/architecture-reasons.md, “How a reader draws on the budget”.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.helpers import ROOT

PACKAGE = ROOT / "ibbprint"
GATE = "through source.read_bytes, at most"
OWN = "a file that comes with ibbprint"
AGAIN = "a line of a file that was read within its limit before, to show it"
READERS = {
    "catalogue/area_drawings.py": f"{GATE} 4,000 kB; elements and corners on budgets",
    "catalogue/csv_source.py": f"{GATE} 4,000 kB; counts rows, columns and values",
    "catalogue/documents.py": f"{GATE} 256 kB",
    "catalogue/editing.py": "text that catalogue/source.py has let pass, and text that ibbprint wrote itself",
    "catalogue/layers.py": f"{GATE} 4,000 kB",
    "catalogue/mending.py": f"{GATE} 4,000 kB",
    "catalogue/source.py": "is the gate: never waits, reads no further than a limit, counts values and levels",
    "catalogue/spreadsheets.py": f"{GATE} 4,000 kB",
    "catalogue/zipped_xml.py": "unpacks and parses on budgets of bytes and elements; readers count cells",
    "cli/shared.py": "standard input, up to the number of bytes that the caller gives",
    "components/faces/faces.py": f"{GATE} 200 kB for a symbol; else {AGAIN}",
    "components/game_files.py": f"{GATE} 32 MB of a font, to see whether it was used",
    "components/lacking.py": AGAIN,
    "components/typefaces.py": f"{GATE} 32 MB; bytes of all on a budget",
    "drawing/own_fonts.py": "at most 32 MB; font_limits.py reads what tables claim before they are unpacked",
    "components/pictures.py": f"{GATE} 20 MB, 4,000 kB of SVG; bytes and pixels of all on budgets",
    "components/style.py": f"{GATE} 8 MB for a profile",
    "components/text/inline.py": AGAIN,
    "components/text/markdown.py": AGAIN,
    "components/pack_files.py": f"{GATE} 500 kB",
    "components/faces/template_cache.py": OWN,
    "components/faces/template_faults.py": AGAIN,
    "components/faces/templates.py": f"{GATE} 500 kB; what it does is counted in steps (components/faces/work.py)",
    "drawing/private_data.py": "streams of a PDF that ibbprint made itself",
    "drawing/flate.py": "unpacks the rows of a PNG; drawing/png_rows.py asks for as much as its size says",
    "drawing/pdf_streams.py": "unpacks streams only as far as the budget of the PDF allows",
    "drawing/rasters.py": "at most 20 MB; no more pixels are decoded than 25 million, which the head says first",
    "drawing/svg.py": OWN,
    "drawing/svg_events.py": "text that a template made, counted in elements and characters",
    "engine/lists/tables.py": "a line of a document, which has at most 256 kB",
    "jobs/drafts.py": "a scenario that catalogue/source.py has let pass",
    "jobs/targets.py": f"{GATE} 4,000 kB",
    "jobs/playtest_files.py": "text that ibbprint made itself",
    "jobs/variants.py": "an argument of the command line",
    "playtest/logbook.py": "a line at a time; each record is checked by record_check.py",
    "playtest/saved.py": f"{GATE} 4,000 kB",
    "press/cut_data.py": "a stream of a PDF, unpacked on its budget",
    "press/manifest.py": f"{GATE} 500 MB, its description 50 MB",
    "press/output.py": "writes only",
    "press/picture_book.py": f"{OWN}, and maps that ibbprint drew itself",
    "press/preflight.py": f"{GATE} 500 MB; what it does is paid by a Budget",
    "press/sheet_drawings.py": "a PDF that ibbprint made itself",
    "press/svg_pages.py": "an index that ibbprint wrote itself",
    "press/watching.py": f"{OWN}, and ibbprint itself as a process",
    "problems.py": AGAIN,
    "virtual/sheets.py": "a face that ibbprint made itself",
    "virtual/tts.py": "a face that ibbprint made itself",
    "virtual/vmod.py": "writes only",
    "jobs/tables.py": f"{GATE} 4,000 kB, for its first letters",
    "table/__main__.py": "lines of JSON from the server that started it",
    "table/engine_process.py": "lines of JSON from its own process, 64 MB each and within a time limit",
    "table/map_desk.py": f"{GATE} 4,000 kB",
    "table/safety.py": "a request of a browser, 64 kB",
    "table/server.py": OWN,
    "virtual/written.py": f"{GATE} 2 MB of a list that ibbprint wrote itself, 100 MB of each file in it",
    "virtual/since.py": f"{GATE} 200 MB; of a module one file is unpacked, at most 50 MB, and searched",
    "systems/ayrenes_woods/generating.py": OWN,
    "systems/ibb/generating/land.py": f"{GATE} 4,000 kB",
    "systems/ibb/starter.py": OWN,
    "systems/printed/play.py": "the files of a folder that were read, again, for the stamp of a playtest",
    "systems/printed/starter.py": OWN,
}
CALLS = {
    "open",
    "fdopen",
    "read_bytes",
    "read_text",
    "readlines",
    "ZipFile",
    "TarFile",
    "TTFont",
    "urlopen",
    "Popen",
    "check_output",
    "ParserCreate",
    "iterparse",
    "fromstring",
    "memmap",
    "ImageReader",
}
"""What opens a file or parses one, by whatever module it is called."""
PARSERS = {
    "csv": ("reader", "DictReader"),
    "json": ("load", "loads"),
    "marshal": ("load", "loads"),
    "pickle": ("load", "loads"),
    "subprocess": ("run",),
    "sys": ("stdin",),
    "tomllib": ("load", "loads"),
    "yaml": ("load", "safe_load", "parse", "compose", "scan"),
    "zlib": ("decompress", "decompressobj"),
    "fast": ("decompress", "decompressobj"),
}
OF_GAMES = {"open"}
"""Methods of catalogues, games and previews have this name as well: a file is opened by a mode, or by its module."""
OPENERS = {"os", "io", "Image", "pikepdf", "gzip", "bz2", "lzma", "tarfile", "codecs", "webbrowser"}


def reads(node: ast.AST) -> bool:
    """Whether a node of a module opens or parses a file."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr in PARSERS.get(node.value.id, ())
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Name):
        return called.id in CALLS
    if not isinstance(called, ast.Attribute) or called.attr not in CALLS:
        return False
    if called.attr not in OF_GAMES:
        return True
    of_module = isinstance(called.value, ast.Name) and called.value.id in OPENERS
    modes = [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
    return of_module or any(isinstance(mode, ast.IfExp | ast.Constant) for mode in modes) or not node.args


def readers(text: str) -> Iterator[int]:
    """The lines of a module that open or parse a file."""
    return (node.lineno for node in ast.walk(ast.parse(text)) if reads(node))  # type: ignore[attr-defined]


def test_every_module_that_reads_files_is_on_the_list() -> None:
    reading = {
        path.relative_to(PACKAGE).as_posix(): lines
        for path in sorted(PACKAGE.rglob("*.py"))
        if (lines := list(readers(path.read_text(encoding="utf-8"))))
    }
    new = {path: lines for path, lines in reading.items() if path not in READERS}
    assert not new, "add these modules to READERS, with what bounds them; see docs/architecture-reasons.md"
    assert not READERS.keys() - reading.keys(), "these modules read no files any more"


def test_a_new_reader_is_noticed() -> None:
    for text in (
        "open('a')",
        "path.open('rb')",
        "path.open()",
        "path.open(mode=m) or path.open('r' if a else 'w')",
        "path.read_text(encoding='utf-8')",
        "zipfile.ZipFile(raw)",
        "json.loads(raw)",
        "f = yaml.safe_load",
        "sys.stdin.buffer.read()",
        "pikepdf.open(raw)",
        "TTFont(path)",
    ):
        assert list(readers(text)), text
    for text in ("game.open(scenario, options, report)", "zip(a, b)", "self.read(path)"):
        assert not list(readers(text)), text


def test_the_page_says_how_a_reader_draws_on_the_budget() -> None:
    page = Path(ROOT / "docs" / "architecture-reasons.md").read_text(encoding="utf-8")
    section = page.partition("## How a reader draws on the budget\n")[2].partition("\n## ")[0]
    for name in ("source.read_bytes", "budget.Budget", "Ledger.charge", "tests/jobs/test_readers.py", "are_digits"):
        assert name in section, name
