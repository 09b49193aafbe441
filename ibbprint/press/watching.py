"""A pack watched while it is being made: a page for the browser that shows every face as the files have it now.

Each round reads the files, draws the faces that are not as before and writes what the page is to show: a small script
a face under the name of its hash, and `state.js`, which the page looks at a few times a second. Files alone do it, so
the page opens from the disk and needs no server. A fault stands in the place of the picture that it is the fault of;
where it is nobody's alone, it is over pictures that are marked as old.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint import fonts
from ibbprint.components.faces.faces import Faces, Symbols
from ibbprint.components.faces.templates import Templates
from ibbprint.components.style import read_style
from ibbprint.drawing.inks import Inks, on_screen
from ibbprint.drawing.shapes import Drawing
from ibbprint.materials import Card, FaceValues, Kit, Piece, Text, key_of
from ibbprint.materials.boards import Board
from ibbprint.materials.booklets import Booklet
from ibbprint.patterns import regex
from ibbprint.press.face_files import cut_out
from ibbprint.press.inking import USUAL, Inking
from ibbprint.press.manifest import Digests
from ibbprint.press.output import write_whole
from ibbprint.press.records import BACK, FRONT, Side, label, outline_of, records, scale_of, sides_of, size_of
from ibbprint.press.svg_pages import Sheet, changed_titles, read_index
from ibbprint.press.watched_faces import MOST_CHANGES, FaceChange, PageFace, changes
from ibbprint.problems import MOST_SHOWN, Problem, Report, Severity, Stopped, offending_line
from ibbprint.shipped import shipped

PAGE = "common/watch-page.html"
FACES, STATE = "faces", "state.js"
BACKS = "Backs"
"""The group of all backs, which stands after the fronts."""
IGNORED = ("~", ".swp", ".swx", ".tmp", ".bak")
"""Endings of files that editors leave about."""
_ADDRESS = regex(r" at 0x[0-9a-f]+")
"""What differs from round to round in the name of an object without a text of its own."""

MakeKit = Callable[[frozenset[str], Report], Kit | None]
"""Makes the kit of what is watched with some sections in it (none named: with all)."""


@dataclass(slots=True)
class Round:
    """The result of one look at the files: the number of faces drawn, and the problems."""

    drawn: int = 0
    problems: list[Problem] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def snapshot(folders: Sequence[Path], but: Sequence[Path] = ()) -> dict[str, tuple[int, int]]:
    """Every file in the folders with its time and size; what cannot be looked at is left out.

    So is what is in `but`: folders that ibbprint itself writes to while it watches.
    """
    pairs: dict[str, tuple[int, int]] = {}
    waiting = [str(folder) for folder in folders]
    left_out = {os.path.realpath(folder) for folder in but}
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:  # what is written at this moment may be gone the next
                    if entry.name.startswith(".") or entry.name.endswith(IGNORED):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        if os.path.realpath(entry.path) not in left_out:
                            waiting.append(entry.path)
                    else:
                        status = entry.stat()
                        pairs[entry.path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            continue
    return pairs


class _Drawn(NamedTuple):
    values: FaceValues
    size: tuple[float, float]
    digest: str


class _Tools(NamedTuple):
    """The tools that draw faces, until a template, a symbol or the style changes; and the faces drawn with them."""

    faces: Faces
    inks: Inks
    digests: Digests
    report: Report
    drawn: dict[str, _Drawn]


class Watched:
    """A kit that is watched, and the page that shows it. Call `round` when files have changed."""

    def __init__(self, make: MakeKit, folders: Sequence[Path], page: Path, inking: Inking = USUAL) -> None:
        self.make = make
        self.inking = inking
        self.folders = folders
        self.page = page
        self.first_section = ""
        self.shown: dict[str, dict[str, PageFace]] = {}
        """The faces of each section by their names."""
        self.title = ""
        self.problems: list[Problem] = []
        self.old = False
        """True when the pictures are not what the files say now."""
        self.changes: list[FaceChange] = []
        """What the last save that changed a face changed."""
        self.printing = ("", "")
        """What the page says of the whole kit, and the name of its file beside the page, if it was printed."""
        self.busy = False
        """True while the whole kit is being printed."""
        self.sheets: list[Sheet] = []
        """The pages of the last printing but those of pieces, each by its file beside the page."""
        self.changed_sections: list[str] = []
        """Sections whose maps, texts and booklets the last round found otherwise than the one before."""
        self._section_digests: dict[str, str] = {}
        """A hash of what the maps, texts and booklets of each section say."""
        self.changed_sheets: list[str] = []
        """Titles of the sheets that the last printing drew otherwise than the one before."""
        self.ended = False
        self._shown_faces: dict[str, PageFace] = {}
        """Each face as it was last drawn without a fault."""
        self._tools: _Tools | None = None
        self._version = 0
        self._written: set[str] = set()

    @property
    def first(self) -> Path:
        """The file to open in a browser."""
        return self.page / "index.html"

    def open(self, report: Report) -> bool:
        """Make the page and its fonts; False with the reason in the report.

        Where somebody has deleted the page since, it is made again with every face that it showed.
        """
        self._written.clear()
        self.shown, self.sheets = {}, []
        if self._tools is not None:
            self._tools.drawn.clear()
        html = (shipped("templates") / PAGE).read_text(encoding="utf-8")
        if not write_whole(self.first, html.replace("/* fonts */", _font_faces()).encode(), report):
            return False
        if not self._put_fonts(report, anew=True):
            return False
        self.tell()  # in place of what an earlier watch left there
        return True

    def round(self, *, anew: bool = False) -> Round:
        """Look at the files once more. `anew` when templates, symbols or the style may have changed.

        What somebody has deleted of the page is written again.
        The first section with faces, the counters, is made and told before all the others.
        """
        self.changed_sections = []
        if anew:
            self._tools = None
        self._written = {digest for digest in self._written if self._file_of(digest).is_file()}
        self._put_fonts(Report())
        before = dict(self._shown_faces)
        first = self._make(self.first_section) if self.first_section else Round()
        if self.first_section:
            self._tell_of(first, before)
        result = self._make("") if not first.wrong else Round()
        result.drawn += first.drawn
        result.problems += [problem for problem in first.problems if problem not in result.problems]
        self._tell_of(result, before, old=first.wrong or not self.first_section, complete=True)
        return result

    def _put_fonts(self, report: Report, *, anew: bool = False) -> bool:
        """Write the fonts that the page does not have, or all; False with the reason in the report."""
        paths = {self.page / FACES / f"{style}.ttf": fonts.font_path(style) for style in fonts.FACES}
        return all(
            write_whole(path, font.read_bytes(), report) for path, font in paths.items() if anew or not path.is_file()
        )

    def _file_of(self, digest: str) -> Path:
        """The file of the picture of this hash, for the page."""
        return self.page / FACES / f"{digest}.js"

    def _tell_of(self, done: Round, before: dict[str, PageFace], *, old: bool = True, complete: bool = False) -> None:
        """Report the faces now on the page, and how they differ from `before`."""
        current = {name: face for faces in self.shown.values() for name, face in faces.items()}
        sound = complete and not done.wrong
        if before:
            self.changes = changes(before, current, complete=sound) or self.changes
        if sound:
            self._shown_faces = current
        else:
            self._shown_faces.update({name: face for name, face in current.items() if not face.fault})
        if done.wrong:
            self._tools = None  # what could not be drawn is to be reported again next time
        self.problems = done.problems
        self.old = old and done.wrong
        self.tell()

    def _make(self, section: str) -> Round:
        """Make one section, or all of them."""
        report = Report()
        kit = self.make(frozenset({section} if section else ()), report)
        for breach in () if kit is None else kit.breaches:  # told, but no face is at fault
            report.add(breach._replace(severity=Severity.WARNING))
        tools = self._open_tools(report) if kit is not None and report.ok else None
        if kit is None or tools is None:
            self._put_faults(report)
            return Round(0, list(report))
        self.title = f"{kit.title}, edition {kit.edition}"
        before = self._digests()
        sections: dict[str, dict[str, PageFace]] = {section: {}} if section else {item.id: {} for item in kit.sections}
        number = len(tools.report)
        for record, name, face in self._faces(kit, tools):
            sections[record.section][name] = face
        if not section:
            self.shown = {id: faces for id, faces in sections.items() if faces}
            self.first_section = next(iter(self.shown), "")
            digests = _said_of(kit, tools)
            self.changed_sections = [
                id for id in digests if self._section_digests and self._section_digests.get(id) != digests[id]
            ]
            self._section_digests = digests
        else:
            self.shown.update(sections)
        return Round(len(self._digests() - before), [*report, *list(tools.report.as_added)[number:]])

    def _digests(self) -> set[str]:
        return {face.digest for faces in self.shown.values() for face in faces.values() if face.digest}

    def _open_tools(self, report: Report) -> _Tools | None:
        if self._tools is None:
            tool_report = Report()
            style = read_style(
                self.folders, tool_report, palette=self.inking.palette, ink=self.inking.ink, backs=self.inking.backs
            )
            if style is None or not tool_report.ok:
                for problem in tool_report:
                    report.add(problem)
                return None
            faces = Faces(
                Templates(self.folders, style, tool_report),
                Symbols(self.folders, tool_report),
                tool_report,
                self.inking.inks(style),
            )
            self._tools = _Tools(faces, self.inking.inks(style), Digests(faces), tool_report, {})
        return self._tools

    def _faces(self, kit: Kit, tools: _Tools) -> Iterator[tuple[Piece | Card, str, PageFace]]:
        """Every front of the kit, and every different back once."""
        titles = {section.id: section.title for section in kit.sections}
        backs: dict[str, tuple[Piece | Card, PageFace]] = {}
        for record in records(kit):
            title = titles.get(record.section, record.section)
            group = kit.blocks.get(record.block, title) if isinstance(record, Piece) else title
            size, sides = size_of(record), sides_of(record)
            digest, fault = self._draw(tools, sides[FRONT], record)
            values = sides[FRONT].values
            yield record, key_of(record), PageFace(group, label(record), size, digest, values, record.origins, fault)
            if BACK not in sides:
                continue
            digest, fault = self._draw(tools, sides[BACK], record)
            values, called = sides[BACK].values, f"back of {label(record)}"
            face = PageFace(BACKS, called, size, digest, values, record.origins, fault)
            backs.setdefault(digest or fault, (record, face))
        for record, face in backs.values():
            yield record, f"back/{key_of(record)}", face

    def _draw(self, tools: _Tools, side: Side, record: Piece | Card) -> tuple[str, str]:
        """The hash of a drawing whose file is there now, or else the fault. What has the same values is not drawn."""
        template, values = side
        size, outline = size_of(record), outline_of(record)
        key = f"{template} {outline.shape} {key_of(record)}"
        last = tools.drawn.get(key)
        if last is not None and last.size == size and last.digest in self._written and last.values == values:
            return last.digest, ""
        before = len(tools.report)
        drawing = tools.faces.face(template, values, size, record.origins, scale_of(record), outline.shape)
        if drawing is None:
            problems = list(tools.report.as_added)
            return "", str(
                problems[before] if len(problems) > before else problems[-1]
            ) if problems else f"{template} is not drawn."
        text = tools.faces.text_of(template, values, size)
        digest = tools.digests.face(f"{size[0]:g}x{size[1]:g} {text}")
        if digest not in self._written:
            try:
                self._write_face(digest, cut_out(on_screen(drawing, tools.inks), outline))
            except Stopped as stopped:  # a picture turns out to be damaged, or has just changed
                return "", str(list(stopped.report.errors)[-1])
        tools.drawn[key] = _Drawn(values, size, digest)
        return digest, ""

    def _write_face(self, digest: str, drawing: Drawing) -> None:
        from ibbprint.drawing.svg import to_svg

        svg = to_svg(drawing, own_as_shapes=True).partition("?>\n")[2]
        # Many drawings stand in one page, so what they name by id must not meet.
        svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>f{digest}-", svg)
        written = f"face({json.dumps(digest)},{_script(svg)});\n"
        if write_whole(self._file_of(digest), written.encode(), Report()):
            self._written.add(digest)

    def _put_faults(self, report: Report) -> None:
        """Put each fault in the place of the pictures that were made from its line."""
        faults: dict[tuple[str, int], str] = {}
        for problem in report.errors:
            faults.setdefault((problem.where.file, problem.where.line), str(problem))
        for faces in self.shown.values():
            for name, face in faces.items():
                places = sorted({(where.file, where.line) for where in face.origins.values()})
                messages = [faults[place] for place in places if place in faults]
                faces[name] = face._replace(fault=messages[0] if messages else "")

    # --- the page -----------------------------------------------------------------------------------------------

    def begin_printing(self) -> None:
        """Say on the page that the whole kit is being printed, so its report on the last one is out of date."""
        self.busy = True
        self.changed_sheets = []
        self.tell()

    def printed(self, output: str) -> str:
        """Take in what came of printing the whole kit: its file, its sheets, and what the page does not say already.

        Returns the line that sums it up. The page shows it when it is reported (`tell`) the next time.
        """
        self.busy = False
        for problem in self.problems:
            for same in (problem, problem._replace(severity=Severity.ERROR)):  # what only a whole kit fails at
                for phrase in ("\n".join(_with_line(same)), str(same)):
                    output = output.replace(phrase, "")
        output = output.strip()
        lines = output.splitlines()
        place = next((at for at, line in enumerate(lines) if self._kit_of(line) is not None), None)
        if place is not None:
            pdf = self._kit_of(lines[place])
            assert pdf is not None
            words = lines[place].partition(": ")[2]
            self.printing = ("\n".join([words, *lines[:place]]).strip(), pdf.name)
            self._show_sheets(pdf)
        else:
            self.printing = (output, "")
        return lines[-1 if place is None else place] if lines else ""

    def _kit_of(self, line: str) -> Path | None:
        """The PDF beside the page that a line of the printing names, if it is one."""
        file, parted, _ = line.partition(": ")
        pdf = Path(file)
        return pdf if parted and pdf.parent == self.page and pdf.suffix == ".pdf" and pdf.is_file() else None

    def _show_sheets(self, pdf: Path) -> None:
        """Show the sheets that are not of pieces, and note those that are drawn otherwise than before."""
        sheets = self._sheets_of(pdf)
        self.changed_sheets = changed_titles(self.sheets, sheets) or self.changed_sheets
        self.sheets = sheets

    def _sheets_of(self, pdf: Path) -> list[Sheet]:
        """The sheets that are written beside a PDF, but those of pieces, by their files beside the page."""
        folder = pdf.with_name(f"{pdf.stem}-svg")
        place = folder.relative_to(self.page).as_posix()
        return [sheet._replace(file=f"{place}/{sheet.file}") for sheet in read_index(folder) if sheet.digest]

    def printed_soon(self, folder: Path) -> bool:
        """Show the sheets of the sections that changed, which were printed by themselves into a folder.

        They take the places of those with their titles; the whole kit, which follows, has all in order.
        """
        pdf = max(folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime_ns, default=None)
        fresh = {} if pdf is None else {sheet.title: sheet for sheet in self._sheets_of(pdf)}
        self.changed_sheets = changed_titles(self.sheets, list(fresh.values()))
        self.sheets = [fresh.pop(sheet.title, sheet) for sheet in self.sheets] + list(fresh.values())
        self.tell()
        return bool(self.changed_sheets)

    def end(self) -> None:
        """Say on the page that watching has ended."""
        self.ended = True
        self.tell()

    def tell(self) -> None:
        """Write what the page is to show, and take away pictures that it shows no longer."""
        self._version += 1
        groups: dict[str, list[list[object]]] = {}
        for faces in self.shown.values():
            for name, face in faces.items():
                item = [name, face.label, *face.size, face.digest, face.fault]
                groups.setdefault(face.group, []).append(item)
        if BACKS in groups:
            groups[BACKS] = groups.pop(BACKS)
        state = {
            "version": f"{os.getpid()}-{self._version}",
            "title": self.title,
            "printing": self.printing,
            "busy": self.busy,
            "sheets": [[s.file, s.title, s.width, s.height, s.digest] for s in self.sheets],
            "changedSheets": self.changed_sheets,
            "old": self.old,
            "ended": self.ended,
            "problems": [[problem.severity.word, *_with_line(problem)] for problem in self.problems[:MOST_SHOWN]],
            "changes": [change._asdict() for change in self.changes[:MOST_CHANGES]],
            "changed": [change.name for change in self.changes],
            "groups": list(groups.items()),
        }
        if write_whole(self.page / STATE, f"state({_script(state)});\n".encode(), Report()):
            used = self._digests() | {face.digest for face in self._shown_faces.values()}  # a fault may hide some
            used |= {change.was for change in self.changes[:MOST_CHANGES]}
            for digest in self._written - used:
                self._file_of(digest).unlink(missing_ok=True)
            self._written &= used


def _said_of(kit: Kit, tools: _Tools) -> dict[str, str]:
    """A hash of what the maps, texts and booklets of each section of a kit say, with the text of their templates."""
    result: dict[str, str] = {}
    sheets: list[Board | Text | Booklet] = [*kit.boards, *kit.texts, *kit.booklets]
    for record in sheets:
        template = None if isinstance(record, Board) else tools.faces.templates.path(record.template)
        text = b"" if template is None or not template.is_file() else template.read_bytes()
        plain = _ADDRESS.sub("", repr(record))
        digest = sha256(f"{result.get(record.section, '')} {plain}".encode() + text)
        result[record.section] = digest.hexdigest()
    return result


def _with_line(problem: Problem) -> list[str]:
    """A problem, and the line at fault where it can be shown."""
    line = offending_line(problem.where)
    return [str(problem), line] if line else [str(problem)]


def _script(data: object) -> str:
    """Data as JavaScript that may stand anywhere."""
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("</", "<\\/")


def _font_faces() -> str:
    return "\n".join(
        f'@font-face {{ font-family: "{face.family}"; src: url("{FACES}/{style}.ttf"); font-weight: {face.weight}; '
        f"font-style: {face.slant}; }}"
        for style, face in fonts.FACES.items()
    )


class Reprint:
    """The whole kit, printed by a process of its own, so that watching goes on meanwhile."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._printed: Any = None

    def start(self, *arguments: str) -> None:
        """Print the kit, with more words of the call; a printing that is under way is given up."""
        self.stop()
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - it is open as long as the process
        self._process = subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=self._printed,
            stderr=subprocess.STDOUT,
            process_group=0,  # Ctrl-C is for who watches, and stops this one
        )

    def ended(self) -> str | None:
        """The output of the process, once, when it has ended."""
        if self._process is None or self._process.poll() is None:
            return None
        self._process = None
        self._printed.seek(0)
        output: str = self._printed.read().decode(errors="replace").strip()
        self._printed.close()
        return output

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._printed.close()
            self._process = None
