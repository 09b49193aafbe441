"""The contents of a kit, kept inside its PDF, so that a later printout knows what has changed since.

Pieces and cards are known by their ids and compared by their faces, pages by their names and what is drawn on them.
None of it depends on the order of printing: a sheet that is laid out another way has the same pieces on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ibbprint.components.faces.faces import Faces
from ibbprint.drawing.private_data import DIGITS, read_kept
from ibbprint.materials import Card, FaceValues, Fields, Kit, Piece, key_of, named
from ibbprint.materials.signs import PATTERN
from ibbprint.patterns import regex
from ibbprint.press.records import label, printed, records, size_of
from ibbprint.problems import Report, Where

KEPT_AS = "IbbprintManifest"
MOST_BYTES = 50_000_000
"""More data than this is no manifest of ours, whoever says so."""
FORM = 1
"""The form of the manifest: it is raised when an older program could not read a newer one."""
LAYOUT = 3
"""The look of what is printed: it is raised when pieces and pages come to look different though no file is changed."""
FIRST_LAYOUT = 1
"""The look of printouts that do not say which."""
MOST_VALUES = 200
LONGEST = 60
MOST_COPIES = 100_000
LONGEST_READ = 1000
"""A manifest with more copies of one piece or longer texts was not written by this program."""
_CUT = "… "
"""Between the beginning of a long text and its hash."""
_PICTURE = regex(r"""picture:([^"'<>]+)""")
_SYMBOL = regex(rf"symbol:({PATTERN}|[\w-]+)")


class PrintedThing(NamedTuple):
    """A piece or card as it was printed: how many, the hash of its faces, and the values that they show."""

    label: str
    copies: int
    digest: str
    values: Mapping[str, str]


class Manifest(NamedTuple):
    """A printout: whose kit it is, what tells it apart, its pieces and cards by section and id, its pages by name."""

    kit: str
    title: str
    edition: str
    stamp: str
    things: Mapping[str, PrintedThing]
    pages: Mapping[str, str]
    layout: int = LAYOUT

    def to_bytes(self) -> bytes:
        """The manifest as bytes; equal manifests give equal bytes."""
        data = {
            "form": FORM,
            "layout": self.layout,
            "kit": self.kit,
            "title": self.title,
            "edition": self.edition,
            "stamp": self.stamp,
            "things": {name: list(item) for name, item in self.things.items()},
            "pages": dict(self.pages),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


# --- of a kit that is being printed --------------------------------------------------------------------------------


def printed_things(kit: Kit, faces: Faces, sections: Sequence[str]) -> dict[str, PrintedThing]:
    """The pieces and cards of some sections, from faces that have been drawn."""
    digests = Digests(faces)
    result: dict[str, PrintedThing] = {}
    for record in records(kit):
        if record.section not in sections:
            continue
        entry = PrintedThing(label(record), record.count, digests.digest(record), values_shown(record.values))
        name = key_of(record)
        before = result.get(name)
        result[name] = entry if before is None else before._replace(copies=before.copies + entry.copies)
    return result


def values_shown(values: FaceValues) -> dict[str, str]:
    """The values that a face may show, as text; long ones by their beginning and a hash, and those that lie deep last.

    It is asked for every piece of a kit, so it is plain and quick.
    """
    result: dict[str, str] = {}
    waiting: list[tuple[str, Iterable[tuple[Any, Any]]]] = [("", named(values))]
    for before, level in waiting:  # it grows: what lies deep, as the corners of a shape do, must not take the room
        if len(result) >= MOST_VALUES:
            break
        for name, value in level:
            if value is None:
                continue
            if before:
                name = f"{before}{name}"
            sort = type(value)
            if sort is str or sort is int:
                text = str(value)
                if text:
                    result[name] = text if len(text) <= LONGEST else f"{text[: LONGEST - 10]}{_CUT}{_hash(text)[:6]}"
            elif sort is dict or isinstance(value, Fields):
                waiting.append((f"{name}.", named(value)))
            elif sort is list or isinstance(value, list | tuple):
                waiting.append((f"{name}.", enumerate(value, start=1)))
            elif isinstance(value, Mapping):
                waiting.append((f"{name}.", value.items()))
            elif value != "":
                result[name] = str(value)[:LONGEST]
    return result if len(result) <= MOST_VALUES else dict(list(result.items())[:MOST_VALUES])


def _hash(*texts: str) -> str:
    return hashlib.sha256("\0".join((*texts, "")).encode()).hexdigest()[:DIGITS]


class Digests:
    """Hashes of faces: of their SVG text, and of the symbols, pictures and fonts that it names."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self._known: dict[str, str] = {}
        self._symbols: dict[str, str] = {}

    def digest(self, record: Piece | Card) -> str:
        size = size_of(record)
        texts = [self.face(self.faces.text_of(template, values, size)) for template, values in printed(record)]
        return _hash(f"{size[0]:g}x{size[1]:g}", *texts)

    def face(self, text: str) -> str:
        result = self._known.get(text)
        if result is None:
            symbols = [self.symbol(name) for name in dict.fromkeys(_SYMBOL.findall(text))]
            result = self._known[text] = _hash(text, *symbols, *self.pictures(text), *self.fonts(text))
        return result

    def pictures(self, text: str) -> list[str]:
        """The hashes of the pictures that a text names."""
        digests = self.faces.symbols.pictures.digests
        return [digests.get(name, "") for name in dict.fromkeys(_PICTURE.findall(text))] if digests else []

    def fonts(self, text: str) -> list[str]:
        """The hashes of the fonts of a game’s own that a text may name."""
        families = self.faces.symbols.families
        return [font.digest for font in families.named_in(text)] if families.own else []

    def symbol(self, name: str) -> str:
        if name not in self._symbols:
            self._symbols[name] = ""  # for one that uses itself
            text = self.faces.symbols.texts.get(name, "")
            inner = [self.symbol(inner_name) for inner_name in dict.fromkeys(_SYMBOL.findall(text))]
            self._symbols[name] = _hash(text, *inner, *self.pictures(text), *self.fonts(text))
        return self._symbols[name]


# --- of a PDF --------------------------------------------------------------------------------------------------------


def read_manifest(path: Path, kit: str, report: Report) -> Manifest | None:
    """The manifest that a PDF of the kit `kit` carries; None with the reason in the report."""
    from ibbprint.catalogue.source import read_bytes

    where = Where(str(path))
    pdf = read_bytes(path, str(path), report, most=500_000_000)
    if pdf is None:
        return None
    if pdf.lstrip()[:5] != b"%PDF-":
        report.error(where, "print:since", "this is not a PDF.", "Name the PDF of an earlier kit.")
        return None
    data = read_kept(pdf, KEPT_AS, MOST_BYTES)
    manifest = None if data is None else _of_bytes(data)
    if manifest is None:
        report.error(
            where,
            "print:since",
            "this PDF has no list of its contents, so changes since cannot be found.",
            "Use the PDF as ibbprint kit wrote it; saving it again or merging it can lose the list.",
        )
        return None
    if manifest.kit != kit:
        report.error(
            where, "print:since", f"this is the kit of {manifest.kit}, not of {kit}.", "Name a PDF of this kit."
        )
        return None
    return manifest


def _of_bytes(data: bytes) -> Manifest | None:
    """A manifest from its bytes; None for anything that is none."""
    try:
        raw = json.loads(data)
        if raw["form"] != FORM:
            return None
        things = {_text(name): _read_thing(item) for name, item in raw["things"].items()}
        pages = {_text(name): _text(digest) for name, digest in raw["pages"].items()}
        return Manifest(
            _text(raw["kit"]),
            _text(raw["title"]),
            _text(raw["edition"]),
            _text(raw["stamp"]),
            things,
            pages,
            int(raw.get("layout", FIRST_LAYOUT)),
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _read_thing(raw: Sequence[Any]) -> PrintedThing:
    label, count, digest, values = raw
    texts = {_text(name): _text(value) for name, value in values.items()}
    copies = int(count)
    if not 0 <= copies <= MOST_COPIES or len(texts) > MOST_VALUES:
        raise ValueError("more than any kit has")
    return PrintedThing(_text(label), copies, _text(digest), texts)


def _text(raw: Any) -> str:
    """A text of a manifest. ValueError for one that no kit has."""
    text = str(raw)
    if len(text) > LONGEST_READ:
        raise ValueError("longer than in any kit")
    return text


# --- what has changed ------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A line of the list of changes: the thing, before and after. `copies` are to be printed; `page` is True for
    pages.
    """

    name: str
    label: str
    was: str
    now: str
    copies: int = 0
    page: bool = False


NOTHING = "–"


def changes(old: Manifest, new: Manifest, sections: Sequence[str]) -> list[Change]:
    """The parts to print anew, then those to take out, in the order of the kit.

    Only these `sections` count; what the older printout did not hold is new.
    """
    return [*_things(old, new, sections), *_pages(old, new, sections)]


def _things(old: Manifest, new: Manifest, sections: Sequence[str]) -> Iterator[Change]:
    for name, current in new.things.items():
        was = old.things.get(name)
        if was is None:
            yield Change(name, current.label, NOTHING, _how_many("new", current.copies), current.copies)
        elif was.digest != current.digest:
            before, after = differing(was, current)
            yield Change(name, current.label, before, after, current.copies)
        elif current.copies > was.copies:
            yield Change(name, current.label, f"{was.copies}", f"{current.copies}", current.copies - was.copies)
        elif current.copies < was.copies:
            yield Change(
                name, current.label, f"{was.copies}", f"{current.copies}: take {was.copies - current.copies} out"
            )
    for name, was in old.things.items():
        if name not in new.things and name.partition("/")[0] in sections:
            yield Change(name, was.label, _how_many("there", was.copies), "take it out")


def _how_many(word: str, count: int) -> str:
    return word if count == 1 else f"{word}, {count} of them"


def differing(was: PrintedThing, current: PrintedThing) -> tuple[str, str]:
    """The values that are not the same, as they were and as they are."""
    names = [name for name in {**was.values, **current.values} if was.values.get(name) != current.values.get(name)]
    if not names:
        return SAME_VALUES, "drawn another way"
    if "unit" in names:  # another one has its place in the order of battle
        return was.label, current.label
    pairs: dict[str, tuple[str, str]] = {}
    for name in names:
        path = name.split(".")
        before, after = was.values.get(name, NOTHING), current.values.get(name, NOTHING)
        if len(path) > DEEPEST:  # the corners of a shape say nothing to anybody; that it is another one does
            pairs[" ".join(path[:DEEPEST])] = ("as it was", "altered")
        elif _CUT in before and before.partition(_CUT)[0] == after.partition(_CUT)[0]:  # nor do the hashes of two texts
            pairs[" ".join(path)] = ("as it was", "altered")
        else:
            pairs[" ".join(path)] = (before, after)
    before, after = ("; ".join(f"{name} {pairs[name][side]}" for name in list(pairs)[:MOST_NAMED]) for side in (0, 1))
    further = len(pairs) - MOST_NAMED
    return before, f"{after}; and {further} more" if further > 0 else after


SAME_VALUES = "the same values"


def by_part(changed: Sequence[Change], titles: Mapping[str, str]) -> list[Change]:
    """The changes since a printout of another layout: what has other values one by one, the rest in a line a part.

    `titles` are those of the parts.
    """
    result: list[Change] = []
    redrawn: dict[str, int] = {}
    pages: dict[str, int] = {}
    for change in changed:
        part = change.name.partition("/")[0]
        if change.page:
            pages[part] = pages.get(part, 0) + change.copies
        elif change.was == SAME_VALUES:
            redrawn[part] = redrawn.get(part, 0) + change.copies
        else:
            result.append(change)
    for part, count in redrawn.items():
        result.append(Change(part, titles.get(part, part), f"{count} with {SAME_VALUES}", "another layout", count))
    for part, count in pages.items():
        after = f"{count} page{'s' if count > 1 else ''}, another layout" if count else "take them out"
        result.append(Change(part, titles.get(part, part), "the pages before", after, count, True))
    return result


MOST_NAMED = 5
"""As many differing values are written out."""
DEEPEST = 4
"""Of what lies deeper than so many names it is only told that it differs."""


def _pages(old: Manifest, new: Manifest, sections: Sequence[str]) -> Iterator[Change]:
    for name, digest in new.pages.items():
        label = name.partition("/")[2]
        if name not in old.pages:
            yield Change(name, label, NOTHING, "new page", 1, True)
        elif old.pages[name] != digest:
            yield Change(name, label, "the page before", "altered", 1, True)
    for name in old.pages:
        section, _, label = name.partition("/")
        if name not in new.pages and section in sections:
            yield Change(name, label, "a page", "take it out", 0, True)
