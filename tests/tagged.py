"""The tree of a tagged PDF and what is marked on its pages, for tests."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field

import pikepdf

PAINTS = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "sh", "Tj", "TJ", "'", '"', "INLINE IMAGE"}


@dataclass(slots=True)
class Node:
    """An element: what it is, words for it, what is in it, and its marks as page and number."""

    kind: str
    alt: str
    title: str
    kids: list[Node] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    words: str = ""

    def walk(self) -> Iterator[Node]:
        yield self
        for kid in self.kids:
            yield from kid.walk()

    @property
    def said(self) -> str:
        """All that is read of it."""
        return " ".join(part for node in self.walk() for part in (node.alt, node.words) if part)


@dataclass(slots=True)
class Marked:
    """A page: the numbers marked on it in order, what is painted outside of every mark, and how deep marks end."""

    numbers: list[int] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    left_open: int = 0
    nested: int = 0


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def tree(pdf: pikepdf.Pdf) -> Node:
    """The whole tree, each element checked to name the one above it."""
    pages = {page.objgen: number for number, page in enumerate(pdf.pages)}
    return _node(pdf.Root.StructTreeRoot.K, pdf.Root.StructTreeRoot, pages)


def _node(element: pikepdf.Object, above: pikepdf.Object, pages: dict[tuple[int, int], int]) -> Node:
    assert element.P.objgen == above.objgen
    result = Node(str(element.S)[1:], str(element.get("/Alt", "")), str(element.get("/T", "")))
    kids = element.get("/K", pikepdf.Array())
    for kid in list(kids) if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary):
            result.kids.append(_node(kid, element, pages))
        else:
            result.marks.append((pages[element.Pg.objgen], int(kid)))
    return result


def marked(page: pikepdf.Page) -> Marked:
    """What is marked on a page."""
    result = Marked()
    stack: list[bool] = []
    for step in pikepdf.parse_content_stream(page):
        name = str(step.operator)
        if name in ("BDC", "BMC"):
            number = step.operands[1].get("/MCID") if name == "BDC" else None
            artifact = str(step.operands[0]) == "/Artifact"
            result.nested += bool(stack) and (number is not None or artifact)
            stack.append(artifact)
            if number is not None:
                result.numbers.append(int(number))
        elif name == "EMC":
            stack.pop()
        elif name in PAINTS and not stack:
            result.outside.append(name)
    result.left_open = len(stack)
    return result


def faults(data: bytes) -> list[str]:
    """What is wrong with the tree of a PDF, or with the marks on its pages."""
    results: list[str] = []
    with opened(data) as pdf:
        top = tree(pdf)
        parents = pdf.Root.StructTreeRoot.ParentTree.Nums
        by_page = {int(parents[n]): parents[n + 1] for n in range(0, len(parents), 2)}
        used = [mark for node in top.walk() for mark in node.marks]
        results += [f"mark {mark} is in two elements" for mark in set(used) if used.count(mark) > 1]
        for number, page in enumerate(pdf.pages):
            there = marked(page)
            results += [f"page {number + 1}: {len(there.outside)} painted outside"] if there.outside else []
            results += [f"page {number + 1}: marks left open"] if there.left_open else []
            results += [f"page {number + 1}: marks within marks"] if there.nested else []
            if str(page.obj.get("/Tabs")) != "/S" or int(page.obj.get("/StructParents", -1)) != number:
                results.append(f"page {number + 1} is not tied to the tree")
            if sorted(there.numbers) != sorted(mark for on, mark in used if on == number):
                results.append(f"page {number + 1}: marks and tree differ")
            if len(by_page[number]) != len(there.numbers):
                results.append(f"page {number + 1}: marks and their parents differ")
        mute = [node for node in top.walk() if node.kind == "Figure" and not node.alt]
        results += [f"a picture without words: {node.marks}" for node in mute]
        results += [f"an empty {node.kind}" for node in top.walk() if not node.marks and not node.kids]
        if not bool(pdf.Root.MarkInfo.Marked):
            results.append("it does not say that it is tagged")
    return results
