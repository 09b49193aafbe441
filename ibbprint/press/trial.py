"""Drawing for its faults alone: what is wrong with templates, symbols and faces is reported with faults in files."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from ibbprint.components.faces.faces import Faces, Symbols, tell_missing_liveries, tell_missing_symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import Style, read_style
from ibbprint.materials import Kit
from ibbprint.press.inking import Inking
from ibbprint.press.paper import PAPERS
from ibbprint.press.records import printed, records, scale_of, size_of
from ibbprint.press.workshop import BookOptions, Workshop
from ibbprint.problems import Problem, Report, Severity, Where

NAMED_ELSEWHERE = ("draw:name", "draw:picture", "draw:symbol")
"""Faults of names: drawing meets them at every use of a name that is wrong at one place."""
IN_TEXTS = (*NAMED_ELSEWHERE, "draw:figure", "draw:font", "draw:glyph", "draw:icon", "draw:value")
"""Faults of texts and covers that no paper mends: names that nothing has, characters that no font has."""


def draw_for_faults(
    kit: Kit | None, packs: Sequence[Path], folders: Sequence[Path], inking: Inking, report: Report
) -> None:
    """Read every template of the packs, and draw every face of the kit; keep nothing.

    Without a kit, nobody knows which symbols are used: a fault in any is reported as if it were.
    `folders` are the template folders, those of the packs first. Where the style is faulty, that of the game is taken.
    """
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink, backs=inking.backs)
    stands_in = style is None
    if style is None:
        style = read_style(folders[len(packs) :], Report())
    if style is None:
        return
    if kit is not None and not stands_in:
        tell_missing_liveries(kit.liveries, style, report)
    result = Report()
    templates = Templates(folders, style, result, stands_in=stands_in)
    symbols = Symbols(folders, result, opaque=inking.press)
    _draw(kit, templates, symbols, folders[: len(packs)], result)
    symbols.pictures.prove()
    if kit is not None and any(board.beside for board in kit.boards):
        _lay_margins(kit, style, symbols, result)
    reported = {(problem.rule, problem.message) for problem in report if problem.rule in NAMED_ELSEWHERE}
    unsure = {problem.where.file for problem in report.errors if problem.rule == "read:duplicate-key"}
    for problem in result:
        if problem.where.file not in unsure and (problem.rule, problem.message) not in reported:
            report.add(problem)
    if kit is not None and not stands_in:
        report.add_all(_faults_in_texts(kit, folders, style, inking))
    warn_of_unused(symbols.texts, packs, folders, inking, report)


def _lay_margins(kit: Kit, style: Style, symbols: Symbols, report: Report) -> None:
    """Lay out the margins of each map as they are printed: overlaps and lack of room are in the report."""
    from ibbprint.components.maps.beside import margin_of
    from ibbprint.components.maps.drawing import drawn_look, scene_of, swatch

    for board in kit.boards:
        if board.beside:
            scene = scene_of(board, style, board.hex_mm, symbols)
            drawn = swatch(drawn_look(board, "atlas"), style)
            report.add_all(margin_of(board, scene.width, scene.height, style.map, drawn, symbols).faults)


def _faults_in_texts(kit: Kit, folders: Sequence[Path], style: Style, inking: Inking) -> list[Problem]:
    """What is wrong with the texts and booklets of a kit on any paper; how these fit depends on it."""
    from ibbprint.press.booklet import booklet_pages
    from ibbprint.press.text_pages import text_pages

    report = Report()
    shop = Workshop(kit, BookOptions(PAPERS["a4"], inking=inking), folders, style, report)
    for section in kit.sections:
        text_pages(shop, section)
        booklet_pages(shop, section)
    return [problem for problem in report if problem.rule in IN_TEXTS]


def _draw(kit: Kit | None, templates: Templates, symbols: Symbols, of_packs: Sequence[Path], report: Report) -> None:
    for folder in of_packs:
        for path in sorted(folder.rglob("*.j2")):
            templates.load(path.relative_to(folder).as_posix(), Where(str(path)))
    if kit is None:
        for name in _symbols_of(of_packs):
            symbols(name)
        return
    faces = Faces(templates, symbols, report)
    drawn: set[tuple[str, int, tuple[float, float], float]] = set()
    for record in records(kit):
        size, scale = size_of(record), scale_of(record)
        for template, values in printed(record):
            side = (template, id(values), size, scale)  # many pieces share a back
            if side not in drawn:
                drawn.add(side)
                faces.face(template, values, size, record.origins, scale)
    for name in kit.symbols:
        symbols(name)
    tell_missing_symbols(kit.symbols, symbols, report)


def warn_of_unused(
    used: Collection[str], packs: Sequence[Path], folders: Sequence[Path], inking: Inking, report: Report
) -> None:
    """Warn of faults in symbols of packs that nothing uses: they stop no kit now, but may stop the next."""
    result = Report()
    symbols = Symbols(folders, result, opaque=inking.press)
    for name in _symbols_of(folders[: len(packs)]):
        if name not in used:
            symbols(name)
    problems = set(report)
    for problem in result:
        if problem not in problems:
            hint = f"{problem.hint} Nothing that is printed uses it.".strip()
            report.add(problem._replace(severity=Severity.WARNING, hint=hint))


def _symbols_of(folders: Sequence[Path]) -> list[str]:
    return sorted({path.stem for folder in folders for path in (folder / "symbols").glob("*.svg")})
