"""Printer profiles: the offset of backs, the length printed for 100 mm, the unprintable margin.

A profile is a small YAML file in the user's configuration folder. It is measured on the sheet that `calibration` makes.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from ibbprint.catalogue.source import is_folder, is_there, read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.drawing.shapes import IDENTITY, Matrix
from ibbprint.patterns import regex
from ibbprint.press.output import plain_name
from ibbprint.press.paper import BadOption, Paper, Turn, paper_of
from ibbprint.problems import Report, did_you_mean

MOST_OFFSET_MM = 20.0
AT_ODDS_MM = 1.5
"""Offsets of one machine that differ by more than sheets do among themselves were not both read rightly."""
LEAST_SCALE, MOST_SCALE = 90.0, 110.0
MOST_MARGIN_MM = 30.0
_NAME = regex(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")
_NUMBER = regex(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class Printer(NamedTuple):
    """A printer as it was measured.

    `offset` is how far backs are right of and below their fronts, mm, looked at through the front, with the paper
    upright; `landscape_offset` with the paper across. None is not measured. Neither can be worked out from the other:
    a page that lies across goes through the machine turned by a quarter, and drivers turn it to the left or the right.
    `scale` is what it makes of 100 mm across and down upright paper, that is along its short and its long edges.
    `margin` is what it cannot reach along the edges, mm.
    """

    name: str
    offset: tuple[float, float] | None = None
    scale: tuple[float, float] = (100.0, 100.0)
    margin: float | None = None
    landscape_offset: tuple[float, float] | None = None

    def on(self, paper: Paper) -> Paper:
        """The paper with what this printer can reach of it."""
        return paper if self.margin is None else paper._replace(edge=self.margin)

    def offset_on(self, paper: Paper) -> tuple[float, float] | None:
        """The offset of backs on a paper of this orientation; None where that was not measured."""
        return self.landscape_offset if paper.lies_across else self.offset

    def lacks_offset_on(self, paper: Paper) -> bool:
        """Whether backs are known to lie off on paper that is turned otherwise, but not how far on this one."""
        return self.offset_on(paper) is None and any(self.offset_on(paper.turned()) or ())

    def aim(self, paper: Paper, turn: Turn | None) -> Matrix:
        """The transform for printing true to place: from mm on the paper to mm on the page.

        `turn` is that of the page when it is a back, else None. What is printed is taken to grow about the middle of
        the sheet. An offset that was not measured is taken for none.
        """
        across, down = self.scale if not paper.lies_across else (self.scale[1], self.scale[0])
        kx, ky = 100.0 / across, 100.0 / down
        dx = dy = 0.0
        if turn is not None:
            # Seen through the front, the back goes to where its front is; on the page itself one axis is mirrored.
            x, y = self.offset_on(paper) or (0.0, 0.0)
            dx, dy = (-x, y) if turn.level else (x, -y)
        matrix = (kx, 0.0, 0.0, ky, paper.width / 2 * (1 - kx) + kx * dx, paper.height / 2 * (1 - ky) + ky * dy)
        return IDENTITY if matrix == IDENTITY else matrix


Offset = Annotated[float, Field(ge=-MOST_OFFSET_MM, le=MOST_OFFSET_MM)]
Scale = Annotated[float, Field(ge=LEAST_SCALE, le=MOST_SCALE)]


class BackOffset(Model):
    """The offset of backs right of and below their fronts, mm, looked at through the front."""

    right: Offset = 0.0
    down: Offset = 0.0

    @property
    def pair(self) -> tuple[float, float]:
        return (self.right, self.down)


class Scales(Model):
    """The printed length of 100 mm."""

    across: Scale = 100.0
    down: Scale = 100.0


class Profile(Model):
    """The profile of a printer."""

    name: str
    back_offset: BackOffset | None = None
    landscape_back_offset: BackOffset | None = None
    scale: Scales = Scales()
    margin: Annotated[float, Field(ge=0, le=MOST_MARGIN_MM)] | None = None


class ProfileFile(Model):
    """A file in the folder `printers` of the user's settings."""

    printer: Profile


def measuring(paper: Paper, duplex: str) -> str:
    """The command for the sheet that a printer is measured with, for this paper as it lies."""
    words = ["ibbprint calibrate"]
    words += [] if paper.name == "a4" else [f"--paper {paper.name}"]
    if paper_of(paper.name).lies_across != paper.lies_across:
        words.append(f"--orientation {'landscape' if paper.lies_across else 'portrait'}")
    words += [] if duplex == "long-edge" else [f"--duplex {duplex}"]
    return " ".join(words)


def turned_offsets(offset: tuple[float, float]) -> tuple[tuple[float, float], tuple[float, float]]:
    """An offset after a quarter turn of the page: as the driver turns it, the one or the other."""
    x, y = offset
    return ((y, 0 - x), (0 - y, x))  # no -0, which people would read


def at_odds(printer: Printer) -> bool:
    """Whether the two offsets can hardly be of one machine, whichever way its driver turns pages that lie across."""
    if printer.offset is None or printer.landscape_offset is None:
        return False
    return all(math.dist(offset, printer.landscape_offset) > AT_ODDS_MM for offset in turned_offsets(printer.offset))


def config_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder of the user's settings for this program, where the platform wants it."""
    environment = os.environ if environment is None else environment
    try:
        home = Path.home()
    except RuntimeError:  # nobody's: a service, or a container without users
        home = Path()
    if platform == "win32":
        base = environment.get("APPDATA", "")
        return (Path(base) if base else home / "AppData" / "Roaming") / "ibbprint"
    base = environment.get("XDG_CONFIG_HOME", "")
    if base and Path(base).is_absolute():
        return Path(base) / "ibbprint"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "ibbprint"
    return home / ".config" / "ibbprint"


def _checked_name(name: str) -> str:
    """The name of a printer; BadOption for one that could not be the name of a file."""
    if not _NAME.fullmatch(name) or plain_name(name.replace(" ", "-")) != name.replace(" ", "-"):
        raise BadOption(
            f"invalid printer name {name[:80]!r}.", "Letters, digits, spaces, and . _ - between them: office-laser."
        )
    return name


def path_of(name: str, folder: Path | None = None) -> Path:
    """The file of a profile. Raises BadOption for a bad name."""
    return (folder or config_folder()) / "printers" / f"{_checked_name(name)}.yaml"


def printer_names(folder: Path | None = None) -> list[str]:
    """The names of the printers that have a profile."""
    place = (folder or config_folder()) / "printers"
    return sorted(path.stem for path in place.glob("*.yaml")) if is_folder(place) else []


def numbers(text: str, option: str, count: int, example: str) -> tuple[float, ...]:
    """A number of figures separated by commas. Raises BadOption for anything else."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count or not all(_NUMBER.fullmatch(part) for part in parts):
        expected = "one number" if count == 1 else f"{count} numbers with a comma between them"
        raise BadOption(f"{option} takes {expected}, not {text!r}.", f"For example: {option} {example}")
    return tuple(float(part) for part in parts)


def read_offset(text: str, option: str = "--back-offset") -> tuple[float, float]:
    """`0.5,-1.2`: how far backs lie off, mm right and down. Raises BadOption."""
    x, y = numbers(text, option, 2, "0.5,-1.2")
    if max(abs(x), abs(y)) > MOST_OFFSET_MM:
        raise BadOption(f"invalid back offset: {text} mm.", f"Use at most {MOST_OFFSET_MM:g} mm each way.")
    return (x, y)


def read_scale(text: str) -> tuple[float, float]:
    """The printed length of 100 mm, across and down: `99.6`, `99.6,99.8`, or as measured: `179.3/180,249.5/250`."""
    parts = [part.strip() for part in text.split(",")]
    items: list[float] = []
    for part in parts:
        measured, slash, nominal = part.partition("/")
        if (
            not _NUMBER.fullmatch(measured)
            or (slash and not _NUMBER.fullmatch(nominal))
            or (slash and float(nominal) == 0)
        ):
            items = []
            break
        items.append(float(measured) * 100 / float(nominal) if slash else float(measured))
    if len(items) not in (1, 2):
        message = f"--scale takes the printed length of 100 mm, not {text!r}."
        raise BadOption(
            message, "For example: --scale 99.6, or across and down as measured: --scale 179.3/180,249.5/250"
        )
    for scale in items:
        if not LEAST_SCALE <= scale <= MOST_SCALE:
            problem = f"a printer that prints 100 mm as {scale:g} mm does not print at actual size."
            raise BadOption(problem, "Choose 100% in the print window, and measure again.")
    return (round(items[0], 4), round(items[-1], 4))


def read_margin(text: str) -> float:
    """The unprintable margin along the edges, mm. Raises BadOption."""
    (margin,) = numbers(text, "--margin", 1, "5")
    if not 0 <= margin <= MOST_MARGIN_MM:
        raise BadOption(f"invalid margin: {margin:g} mm.", f"Use 0 to {MOST_MARGIN_MM:g} mm.")
    return margin


def to_yaml(printer: Printer) -> str:
    """The profile as it is kept."""
    across, down = printer.scale
    lines = ["# A printer as measured with the sheet from: ibbprint calibrate", "printer:", f'  name: "{printer.name}"']
    if printer.offset is not None:
        lines += ["  # how far backs are right of and below their fronts, in mm, seen through the front of the sheet"]
        lines += [f"  back_offset: {_offset(printer.offset)}"]
    if printer.landscape_offset is not None:
        lines += ["  # the same on landscape sheets, held so that their words can be read"]
        lines += [f"  landscape_back_offset: {_offset(printer.landscape_offset)}"]
    lines += ["  # how long 100 mm comes out, on upright paper"]
    lines += [f"  scale: {{across: {_n(across)}, down: {_n(down)}}}"]
    if printer.margin is not None:
        lines += ["  # what it cannot reach along the edges, in mm", f"  margin: {_n(printer.margin)}"]
    return "\n".join(lines) + "\n"


def _offset(offset: tuple[float, float]) -> str:
    return f"{{right: {_n(offset[0])}, down: {_n(offset[1])}}}"


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def read_printer(name: str, report: Report, folder: Path | None = None) -> Printer | None:
    """A stored profile; None with faults of its file in the report. BadOption for an unknown name."""
    path = path_of(name, folder)
    if not is_there(path):
        names = printer_names(folder)
        hint = did_you_mean(name, names) if names else "None is known yet. Make one with: ibbprint printer NAME ..."
        raise BadOption(f"there is no printer {name!r}.", hint, "--printer")
    source = read_yaml(path, report)
    file = None if source is None else build(ProfileFile, source, (), source.data, report)
    if file is None:
        return None
    profile = file.printer
    offset, landscape = (
        shift.pair if shift else None for shift in (profile.back_offset, profile.landscape_back_offset)
    )
    return Printer(name, offset, (profile.scale.across, profile.scale.down), profile.margin, landscape)
