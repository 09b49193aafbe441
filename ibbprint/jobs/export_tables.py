"""The kits of an export on a table: every picture, the layout of each scenario, what players read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ibbprint.jobs.export_kits import Opened, breaches_of
from ibbprint.phrases import counted
from ibbprint.problems import Progress, Report, Where

if TYPE_CHECKING:
    from ibbprint.jobs.exports import ExportOrder
    from ibbprint.virtual.papers import Chart
    from ibbprint.virtual.pictures import Face, Pictures
    from ibbprint.virtual.plan import Plan, Scene

COARSER = (144, 120, 110, 96, 72)
"""What is tried where the picture of a map would be too large."""
MOST_SIDE, MOST_PIXELS = 6_000, 24_000_000
"""The largest picture that VASSAL shows with ease."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Kits on a table, with all of their pictures."""

    scenes: list[Scene]
    pictures: Pictures
    moved: Face
    charts: Sequence[Chart] = ()
    rules: Sequence[bytes] = ()
    """Of each scene the rules and the aids as a PDF, empty where it has none."""
    notes: Sequence[Sequence[tuple[str, str]]] = ()
    """Of each scene the texts for the Notebook, with their titles."""

    @property
    def pieces(self) -> int:
        """The number of pieces set up."""
        return sum(len(scene.layout.standing) for scene in self.scenes if scene.layout is not None)

    def plan(self, opened: Sequence[Opened]) -> Plan:
        """The contents of a module."""
        from ibbprint.version import __version__
        from ibbprint.virtual.papers import title_of
        from ibbprint.virtual.plan import Plan

        kit, several = self.scenes[0].kit, len(self.scenes) > 1
        breaches = len(breaches_of(opened))
        note = f"Nothing enforces the rules. Made by ibbprint {__version__}, edition {kit.edition}."
        zoned = any(
            box.kind == "set-up" for scene in self.scenes if scene.table is not None for box in scene.table.boxes
        )
        note += " Pieces that may be set up anywhere in a zone are in the box of that zone." if zoned else ""
        note += f" The set-up breaks the rules in {counted(breaches, 'place')}." if breaches else ""
        charts = {(chart.owner, chart.face.picture): (chart.owner, chart.name, chart.face) for chart in self.charts}
        papers = {pdf: title_of(scene.kit) for scene, pdf in reversed(list(zip(self.scenes, self.rules, strict=False)))}
        papers.pop(b"", None)
        books = [(f"Rules: {title}" if len(papers) > 1 else "Rules", pdf) for pdf, title in reversed(papers.items())]
        return Plan(
            kit.game if several else kit.id,
            opened[0].game.title if several and kit.game == opened[0].game.id else kit.title,
            kit.edition,
            note,
            self.scenes,
            self.pictures.dpi,
            self.moved,
            self.pictures.files,
            list(charts.values()),
            books,
        )


def drawn_table(
    order: ExportOrder,
    opened: Sequence[Opened],
    dpi: int,
    report: Report,
    progress: Progress,
    *,
    papers: bool = True,
    most_side: int = 0,
) -> Drawn | None:
    """Every picture of the kits, as fine as the largest map allows; None with errors in the report.

    With `most_side` only the maps are made coarser, till none has more pixels a side.
    """
    from ibbprint.virtual.layout import as_laid_out
    from ibbprint.virtual.papers import cards_of, notes_of, papers_of
    from ibbprint.virtual.pictures import INCH, Pictures, Studio, badges, components_of, moved_mark
    from ibbprint.virtual.plan import Scene

    for tried in dict.fromkeys((dpi, *(entry for entry in COARSER if entry < dpi))):
        pictures = Pictures(tried, report)
        scenes: list[Scene] = []
        charts: list[Chart] = []
        rules: list[bytes] = []
        notes: list[list[tuple[str, str]]] = []
        moved: Face | None = None
        largest = (0.0, 0.0)
        for entry in opened:
            studio = Studio.opened(entry.folders, entry.inks, report)
            table, layout = entry.kit.tabletop, None
            board_dpi = table.dpi if table is not None and table.dpi and not most_side else tried
            coarse = (
                {start.piece: board_dpi for start in table.starts if start.spot is not None}
                if table is not None
                else {}
            )
            drawn = None if studio is None else components_of(entry.kit, studio, pictures, progress, coarse)
            if studio is None or drawn is None:
                return None
            moved = moved or pictures.add_drawing(moved_mark(studio.style), clear=True)
            if table is None or table.board is None:
                message = "there is no map: the pieces, the charts and the dice are all that the table has."
                report.warning(Where(entry.kit.id), "export:map", message)
            if table is not None:
                layout = as_laid_out(entry.kit, table, drawn, studio, board_dpi, order.map_style, report)
            if not report.ok:
                return None
            if layout is not None:
                wide, high = layout.drawing.width / INCH * board_dpi, layout.drawing.height / INCH * board_dpi
                largest = max(largest, (max(wide, high), wide * high))
                if not most_side and (max(wide, high) > MOST_SIDE or wide * high > MOST_PIXELS):
                    break
            board = None
            if layout is not None:
                side = max(layout.drawing.width, layout.drawing.height)
                finest = math.floor(most_side * INCH / side) if most_side else board_dpi
                board = pictures.add_drawing(layout.drawing, dpi=min(board_dpi, finest), few=True)
            marks = [] if table is None or most_side else badges(table, drawn, studio, pictures)
            scenes.append(Scene(entry.kit, drawn, layout, board, marks))
            if most_side:
                notes.append(list(notes_of(entry.kit, studio)))
            if papers:
                printed = papers_of(entry.kit, drawn, pictures, studio, entry.inks, report)
                charts += printed.charts
                rules.append(printed.pdf)
            else:
                charts += cards_of(entry.kit, drawn)
        else:
            if tried != dpi:
                message = f"the map is too large for {dpi} dpi; the pictures have {tried} dpi."
                report.warning(Where("--dpi"), "export:size", message)
            return None if moved is None or not report.ok else Drawn(scenes, pictures, moved, charts, rules, notes)
    message = f"the map would have {largest[0]:.0f} pixels a side at {COARSER[-1]} dpi."
    report.error(Where(opened[0].kit.id), "export:size", message, f"The most is {MOST_SIDE}.")
    return None
