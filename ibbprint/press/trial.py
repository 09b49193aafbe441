"""Drawing for its faults alone: what is wrong with templates, symbols and faces is told with what is wrong in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ibbprint.components.faces import Faces, Symbols
from ibbprint.components.style import Style, read_style
from ibbprint.components.templates import Templates
from ibbprint.materials import Kit
from ibbprint.press.inking import Inking
from ibbprint.press.records import printed, records, scale_of, size_of
from ibbprint.problems import Report, Where


def draw_for_faults(
    kit: Kit | None, packs: Sequence[Path], folders: Sequence[Path], inking: Inking, report: Report
) -> None:
    """Read every template and symbol of the packs, and draw every face of the kit if there is one; keep nothing.

    `folders` are the template folders, those of the packs first. Where the style is faulty, that of the game is taken.
    """
    style = read_style(folders, report, palette=inking.palette, ink=inking.ink)
    whole = style is not None
    if style is None:
        style = read_style(folders[len(packs) :], Report())
    if style is None:
        return
    found = Report()
    _draw(kit, folders, len(packs), style, inking, found)
    known = {(problem.rule, problem.message) for problem in report}
    unsure = {problem.where.file for problem in report.errors if problem.rule == "read:duplicate-key"}
    for problem in found:
        if problem.rule == "draw:name" and not whole:
            continue  # what the faulty style would have had is not held against anybody
        if problem.where.file not in unsure and (problem.rule, problem.message) not in known:
            report.add(problem)


def _draw(kit: Kit | None, folders: Sequence[Path], packs: int, style: Style, inking: Inking, report: Report) -> None:
    templates, symbols = Templates(folders, style, report), Symbols(folders, report, opaque=inking.press)
    for folder in folders[:packs]:
        for path in sorted(folder.rglob("*.j2")):
            templates.load(path.relative_to(folder).as_posix(), Where(str(path)))
        for path in sorted((folder / "symbols").glob("*.svg")):
            symbols(path.stem)
    if kit is None:
        return
    faces = Faces(templates, symbols, report)
    for record in records(kit):
        for template, values in printed(record):
            faces.face(template, values, size_of(record), record.origins, scale_of(record))
