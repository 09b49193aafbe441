"""The file of a printer's profile: its form, and reading it."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ibbprint.catalogue.source import read_yaml
from ibbprint.catalogue.validate import Model, build
from ibbprint.press.printers import LEAST_SCALE, MOST_MARGIN_MM, MOST_OFFSET_MM, MOST_SCALE, Printer
from ibbprint.problems import Report

Offset = Annotated[float, Field(ge=-MOST_OFFSET_MM, le=MOST_OFFSET_MM)]
Scale = Annotated[float, Field(ge=LEAST_SCALE, le=MOST_SCALE)]


class BackOffset(Model):
    """How far backs lie right of and below their fronts, mm, looked at through the front."""

    right: Offset = 0.0
    down: Offset = 0.0

    @property
    def pair(self) -> tuple[float, float]:
        return (self.right, self.down)


class Scales(Model):
    """What comes out for 100 mm."""

    across: Scale = 100.0
    down: Scale = 100.0


class Profile(Model):
    """What is known of a printer."""

    name: str
    back_offset: BackOffset | None = None
    landscape_back_offset: BackOffset | None = None
    scale: Scales = Scales()
    margin: Annotated[float, Field(ge=0, le=MOST_MARGIN_MM)] | None = None


class ProfileFile(Model):
    """A file in the folder `printers` of the user's settings."""

    printer: Profile


def read_profile(path: Path, name: str, report: Report) -> Printer | None:
    """The printer of a file; None with what is wrong in it in the report."""
    source = read_yaml(path, report)
    made = None if source is None else build(ProfileFile, source, (), source.data, report)
    if made is None:
        return None
    own = made.printer
    offset, landscape = (each.pair if each else None for each in (own.back_offset, own.landscape_back_offset))
    return Printer(name, offset, (own.scale.across, own.scale.down), own.margin, landscape)
