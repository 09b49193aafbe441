"""The tag tree of a PDF for screen readers: headings, paragraphs, tables and pictures with words for them.

Code that draws says what it draws: `content` puts what is drawn within it into the tree, `artifact` keeps it out
(marks, rules, grounds, heads and feet), `group` holds what belongs together. The tree is read in the order of drawing,
unless groups have an `order`. Content within content belongs to that.
A PDF's pages mark what is drawn for an element with a number, which is in the tree again (PDF 1.7, 14.6 to 14.8).
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ibbprint.drawing.shapes import Drawing, Group, Item, Text, Use
from ibbprint.drawing.xml_text import escaped

LONGEST_ALT = 2000
"""Words for a picture are cut off after so many characters."""
MOST_WRITTEN = 400
"""So many of the texts on a picture without a title are taken for it."""
_WITHIN = {"LI": ("L", "LI", "LBody"), "TOCI": ("TOC", "TOCI", "P")}
"""What consists of more than one element: what holds all that follow each other, and what is in that."""
_HEADINGS = ("H1", "H2", "H3")
_ESCAPES = str.maketrans({"(": "\\(", ")": "\\)", "\\": "\\\\", "\r": "\\r", "\n": "\\n"})
_END, _ARTIFACT, _HEAD = "EMC", "/Artifact BMC", "/Artifact <</Type/Pagination>> BDC"


class Element:
    """A node of the tree: its kind, its words, and its children: elements, and numbers of marks on its page."""

    __slots__ = ("alt", "kids", "kind", "order", "page", "scope", "title")

    def __init__(self, kind: str, alt: str = "", title: str = "", order: int = 0) -> None:
        self.kind = kind
        self.alt = alt
        self.title = title
        self.order = order
        self.scope = ""
        """Of which cells of a table it says what they are: those of its Column or its Row."""
        self.page = -1
        self.kids: list[Element | int] = []

    def in_order(self) -> list[Element | int]:
        """Its parts in reading order."""
        return sorted(self.kids, key=lambda kid: kid.order if isinstance(kid, Element) else 0)


class Tags:
    """The tree of a document in the making; `write` puts an operator onto the open page. Without it nothing is kept."""

    def __init__(self, write: Callable[[str], None] | None) -> None:
        self.root = Element("Document")
        self.marks: list[list[Element]] = []
        """The elements of each page, by the numbers of their marks."""
        self._write = write
        self._open = [self.root]
        self._marked: Element | None = None
        """What is marked just now: an element, or the root for an artifact."""
        self._rooms: dict[int, list[Element]] = {}

    def begin_page(self) -> None:
        """Start the next page."""
        self.marks.append([])
        self._rooms = {}

    def part(self, title: str) -> None:
        """Start a part of the document with this title."""
        element = Element("Sect", title=title)
        self.root.kids.append(element)
        self._open = [self.root, element]

    @contextmanager
    def group(self, kind: str, order: int = 0, title: str = "") -> Iterator[None]:
        """Group the content drawn within; of neighbours with an `order` the lower is read first."""
        self.begin_group(kind, order, title)
        try:
            yield
        finally:
            self.end_group()

    def begin_group(self, kind: str, order: int = 0, title: str = "") -> None:
        """As `group`, up to `end_group`."""
        element = Element(kind, order=order, title=title)
        self._open[-1].kids.append(element)
        self._open.append(element)

    def end_group(self) -> None:
        """The end of the group that was begun last; an empty one is none."""
        element = self._open.pop()
        if not element.kids:
            self._open[-1].kids.remove(element)

    @contextmanager
    def content(self, kind: str, alt: str = "") -> Iterator[None]:
        """Tag the content drawn within as one thing to read; a `Figure` has words to be read in its place."""
        if self._marked is not None:
            yield
            return
        self._begin(self._placed(kind, alt))
        try:
            yield
        finally:
            self.end()

    def begin_content(self, kind: str, scope: str = "") -> None:
        """As `content`, up to `end`; nothing is begun within anything. A TH heads what is in its `scope`."""
        element = self._placed(kind, "")
        element.scope = scope
        self._begin(element)

    @contextmanager
    def artifact(self, *, head: bool = False) -> Iterator[None]:
        """Mark the content drawn within as decoration, unless it is part of what is read; the head or foot of a
        page.
        """
        if self._marked is not None:
            yield
            return
        self.begin_artifact(head=head)
        try:
            yield
        finally:
            self.end()

    def begin_artifact(self, *, head: bool = False) -> None:
        """As `artifact`, up to `end`."""
        self._marked = self.root
        if self._write is not None:
            self._write(_HEAD if head else _ARTIFACT)

    def room_for(self, drawing: Drawing, alt: str = "") -> None:
        """Here a picture is read that is drawn on this page later: see `figure`."""
        element = Element("Figure", _shortened(alt or said_of(drawing)))
        (self._marked or self._open[-1]).kids.append(element)
        self._rooms.setdefault(id(drawing), []).append(element)

    @contextmanager
    def figure(self, drawing: Drawing, alt: str = "") -> Iterator[None]:
        """Tag the content drawn within as a picture, which is read where there is `room_for` it, else here."""
        if self._marked is not None:
            yield
            return
        rooms = self._rooms.get(id(drawing))
        self._begin(rooms.pop(0) if rooms else self._placed("Figure", alt or said_of(drawing)))
        try:
            yield
        finally:
            self.end()

    @contextmanager
    def sign(self, name: str) -> Iterator[None]:
        """Tag the content drawn within as a sign among words that is read as its name."""
        if self._write is not None:
            self._write(f"/Span <</Alt{_pdf_string(name)}>> BDC")
        try:
            yield
        finally:
            if self._write is not None:
                self._write(_END)

    def _placed(self, kind: str, alt: str) -> Element:
        """A new element in its place in the tree; of several within each other the innermost has the words."""
        parent = self._open[-1]
        outer, *inner = _WITHIN.get(kind, (kind,))
        last = parent.kids[-1] if parent.kids else None
        if inner and isinstance(last, Element) and last.kind == outer:
            parent = last
            outer, *inner = inner
        for name in (outer, *inner):
            element = Element(name)
            parent.kids.append(element)
            parent = element
        parent.alt = _shortened(alt)
        return parent

    def _begin(self, element: Element) -> None:
        self._marked = element
        if self._write is None:
            return
        marked = self.marks[-1]
        element.page = len(self.marks) - 1
        element.kids.append(len(marked))
        self._write(f"/{element.kind} <</MCID {len(marked)}>> BDC")
        marked.append(element)

    def end(self) -> None:
        """The end of what was begun."""
        self._marked = None
        if self._write is not None:
            self._write(_END)


def is_mark(operator: str) -> bool:
    """Whether what stands on a page says what is drawn, and draws nothing."""
    return operator == _END or operator.endswith((" BDC", " BMC"))


def said_of(drawing: Drawing) -> str:
    """Words for a picture: its title, or else what is written on it, lines that look alike as one sentence."""
    if drawing.title:
        return drawing.title
    result, last = "", None
    for words, look in islice(_written(drawing.items), MOST_WRITTEN):
        result += (" " if look == last else ", ") * bool(result) + words
        last = look
    return result


def _written(items: Sequence[Item]) -> Iterator[tuple[str, object]]:
    """The texts of a picture, and the titles of pictures in it, each with its look."""
    for item in items:
        if isinstance(item, Text):
            yield item.content.strip(), (item.font, item.size, item.fill)
        elif isinstance(item, Group):
            yield from _written(item.items)
        elif isinstance(item, Use) and item.drawing.title:
            yield item.drawing.title, item
        elif isinstance(item, Use):
            yield from _written(item.drawing.items)


def _shortened(words: str) -> str:
    """The words, or as many as there is patience for."""
    if len(words) <= LONGEST_ALT:
        return words
    return (words[:LONGEST_ALT].rpartition(" ")[0] or words[:LONGEST_ALT]) + " ..."


# --- in the file ----------------------------------------------------------------------------------------------------


def put_into(canvas: Any, tags: Tags) -> None:
    """Give a ReportLab document, whose pages are all shown, the tree."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject, pdfdocEnc

    document = canvas._doc

    class Written(PDFObject):
        """An object as it is in the file: ReportLab's own dictionaries take three times the room."""

        def __init__(self) -> None:
            document.Reference(self)
            self.at = f"{document.objectcounter} 0 R"
            self.text = ""

        def format(self, _: Any) -> Any:
            return pdfdocEnc(self.text)

    pages = [document.Reference(page).format(document).decode() for page in document.Pages.pages]
    objects: dict[int, Written] = {}
    root, parents = Written(), Written()

    def put(element: Element, above: Written) -> Written:
        result = objects[id(element)] = Written()
        kids = [kid if isinstance(kid, int) else put(kid, result).at for kid in element.in_order()]
        result.text = _entry(element, above.at, kids, "" if element.page < 0 else pages[element.page])
        return result

    _level(tags.root, 0)
    root_written = put(tags.root, root)
    root.text = f"<</Type/StructTreeRoot/K {root_written.at}/ParentTree {parents.at}/ParentTreeNextKey {len(pages)}>>"
    numbers = (
        f"{number}[{' '.join(objects[id(element)].at for element in elements)}]"
        for number, elements in enumerate(tags.marks)
    )
    parents.text = f"<</Nums[{' '.join(numbers)}]>>"
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    for number, page in enumerate(document.Pages.pages):
        page.StructParents, page.Tabs = number, "/S"
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]


def _level(element: Element, above: int) -> int:
    """Leave no level of headings out from here on, where the last was that `above`; the level of the last one here."""
    if element.kind in _HEADINGS:
        above = min(_HEADINGS.index(element.kind), above) + 1
        element.kind = _HEADINGS[above - 1]
    for kid in element.in_order():
        above = above if isinstance(kid, int) else _level(kid, above)
    return above


def _entry(element: Element, above: str, kids: Sequence[str | int], page: str) -> str:
    """An element as it is in the file."""
    parts = [f"<</S/{element.kind}/P {above}"]
    parts += [f"/Pg {page}"] if page else []
    parts += [f"/T{_pdf_string(element.title)}"] if element.title else []
    parts += [f"/Alt{_pdf_string(element.alt)}"] if element.alt else []
    parts += [f"/A<</O/Table/Scope/{element.scope}>>"] if element.scope else []
    if kids:
        parts.append(f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(map(str, kids))}]")
    return "".join([*parts, ">>"])


def _pdf_string(words: str) -> str:
    """Words as a string object of a PDF: literal where they are ASCII, else UTF-16 in hex (PDF 1.7, 7.3.4)."""
    if words.isascii():
        return f"({words.translate(_ESCAPES)})"
    return f"<{(BOM_UTF16_BE + words.encode('utf-16-be')).hex()}>"


_DATE = "2000-01-01T00:00:00+00:00"
"""The same input is to give the same bytes."""
_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>ibbprint</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>ibbprint</pdf:Producer><pdf:Keywords>{keywords}</pdf:Keywords>
<xmp:CreatorTool>ibbprint</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def describe(canvas: Any, title: str, subject: str, language: str, keywords: str) -> None:
    """Give a ReportLab document its XMP metadata, which says the same as its document information."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

    values = {"title": title, "subject": subject, "language": language, "keywords": keywords}
    packet = _PACKET.format(date=_DATE, **{name: escaped(value) for name, value in values.items()})
    kind = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    canvas._doc.Catalog.Metadata = PDFStream(kind, packet.encode(), filters=[])
