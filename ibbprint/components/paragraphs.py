"""Paragraphs and colours for flowing text. Imported only where text is set: ReportLab's Platypus takes long to load."""

from __future__ import annotations

from functools import cache
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Paragraph as Broken

hex_colour = cache(HexColor)
"""The colour of a `#rrggbb`; the same few are asked for thousands of times. Nobody may change one."""


class Paragraph(Broken):
    """A paragraph that breaks its lines once a width: a table asks each cell twice."""

    _broken_at: float | None = None

    def wrap(self, width: float, height: float) -> Any:
        # A paragraph that was asked to split and did not has thrown its lines away.
        if width != self._broken_at or not hasattr(self, "blPara"):
            self._broken_at = None
            super().wrap(width, height)
            self._broken_at = width
        return self.width, self.height
