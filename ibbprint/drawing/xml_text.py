"""Text for XML, without `xml.sax`, which imports all that a network needs."""

from __future__ import annotations

_ESCAPE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escaped(text: str) -> str:
    """Text as it stands between two tags."""
    return text.translate(_ESCAPE)
