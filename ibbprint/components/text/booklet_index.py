"""The index of a booklet: words, each with the pages on which it is a heading or printed in bold.

An index is written one word a line. What else it is called in the text may follow a colon: `orders: obey, obeyed`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ibbprint.components.text.flowables import Box, Paragraph, Table

Bold = tuple[str, int]
"""Words in bold, in small letters, and their page."""


def bold_words(flowable: Any, strong: Collection[str]) -> Iterator[str]:
    """The words in the `strong` fonts of a paragraph, a table or a box, a run of words at a time, in small letters."""
    if isinstance(flowable, Box):
        for part in flowable.content:
            yield from bold_words(part, strong)
    elif isinstance(flowable, Table):
        for row in flowable.cells:
            for cell in row:
                yield from bold_words(cell, strong)
    elif isinstance(flowable, Paragraph):
        run = ""
        for font, words in _runs(flowable):
            if font in strong:
                run += words
            elif run:
                yield " ".join(run.lower().split())
                run = ""
        if run:
            yield " ".join(run.lower().split())


def _runs(paragraph: Paragraph) -> Iterator[tuple[str, str]]:
    """The words of a paragraph with their fonts; ReportLab keeps those of a split one as lists of a word each."""
    for frag in paragraph.frags:
        if isinstance(frag, list):
            yield from ((part.fontName, f" {text}") for part, text in frag[1:])
        else:
            yield frag.fontName, getattr(frag, "text", "")  # a break or an icon has none


def indexed(lines: Sequence[str], bold: Sequence[Bold]) -> list[tuple[str, list[int]]]:
    """The words of an index in alphabetical order, each with its pages; what no page has in bold is left out."""
    pairs: list[tuple[str, list[int]]] = []
    for line in lines:
        word, _, synonyms = line.partition(":")
        names = [name.strip().lower() for name in (word, *synonyms.split(",")) if name.strip()]
        if not names:
            continue
        looked_for = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})(?:s|es)?\b")
        pages = sorted({page for words, page in bold if looked_for.search(words)})
        if pages:
            pairs.append((word.strip(), pages))
    return sorted(pairs, key=lambda entry: entry[0].lower())
