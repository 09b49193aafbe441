"""The test for files that are army lists, where a scenario could be named too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ibbprint.catalogue.documents import Document

ENDINGS = (".txt", ".md", ".list", ".yaml", ".yml")
"""The endings of files that an army list may be in when a kit is made from it."""


def army_list(path: Path) -> Document | None:
    """The army list that is named in place of a scenario; None when it is none."""
    from ibbprint.catalogue.source import is_file

    if path.suffix.lower() not in ENDINGS or not is_file(path):
        return None
    from ibbprint.catalogue.documents import holds_list, read_document
    from ibbprint.problems import Report

    document = read_document(path, Report())
    if document is not None and document.is_yaml:
        return document if holds_list(document) else None
    return document
