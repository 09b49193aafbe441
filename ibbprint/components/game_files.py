"""The files in the folder of a game that nothing reads, each with the name that may be meant.

Where faults leave it unknown what the game names, it reports only what is wrong whatever that is: folders and
endings that no game reads, and names that nearly are those of files that may be left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ibbprint.catalogue.art_files import OF_FONTS, OF_PICTURES, OF_PIXELS, fonts_in, pictures_in
from ibbprint.catalogue.layers import FONTS, PICTURES
from ibbprint.catalogue.source import inside, read_bytes
from ibbprint.components.pack_files import (
    OUTPUT,
    RULE,
    call_it_yaml,
    entries,
    save_as_table,
    templates_named_in,
    text_of,
)
from ibbprint.components.style import FILE_NAME, PALETTES
from ibbprint.components.typefaces import MOST_BYTES
from ibbprint.engine.api.kits import FilesRead
from ibbprint.materials.signs import FILE_NAME as NATO_FILE
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, did_you_mean, nearest

_TABLE = (".csv", ".yaml", ".xlsx", ".ods")
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "faces": (".svg.j2",),
    FONTS: OF_FONTS,
    "layouts": (".yaml",),
    "maps": (".yaml",),
    PALETTES: (".yaml",),
    PICTURES: OF_PICTURES,
    "scenarios": _TABLE,
    "symbols": (".svg",),
    "tables": _TABLE,
    "texts": (".md.j2",),
}
"""The folders of a game, and how their files end."""
_FREE = (FONTS, "layouts", PALETTES, PICTURES, "symbols")
"""The folders whose files go by their names alone: what uses them is known when something is drawn."""
_BELONGS = {
    **dict.fromkeys(OF_FONTS, "A font belongs in fonts/."),
    **dict.fromkeys(OF_PIXELS, "A picture belongs in pictures/."),
    ".svg": "A symbol belongs in symbols/, a picture in pictures/.",
    ".j2": "A face belongs in faces/, a text in texts/.",
}
_SEEN = regex(r"\{[{%].*?[%}]\}|figure:\S+", re.DOTALL)
"""Where a template names a table."""
_LITERAL = regex(r"""\b(?:table|track)\(\s*["']([^"']+)""")
_ANY_TABLE = regex(r"\b(?:tables\b(?!\.\w|\[[\"'])|(?:table|track)\(\s*(?![\"'\s]))")
"""Where it names one by a name that it works out."""


class GameFiles:
    """The files of a game's folder, of those that lie over each other; `read` is what the game reads of them.

    `used` are files and folders that the caller reads or writes, wherever they lie.
    """

    def __init__(self, folder: Path, folders: Sequence[Path], read: FilesRead, used: Sequence[Path]) -> None:
        self.folder = folder
        self.read = read
        templates = [path for base in folders for path in sorted(base.glob("*/*.j2")) if inside(base, path)]
        texts = [text_of(path) for path in templates]
        self.seen = [item for text in texts for item in _SEEN.findall(text)]
        included = {folder / name for text in texts for name in templates_named_in(text)}
        self.kept = {way for path in (*read.named, *included, *used) for way in (path, *path.parents)}

    def unread(self, report: Report) -> None:
        """Warn of every file and folder that nothing reads."""
        for path, hint in (*self._top(), *self._folders()):
            kind = "folder" if path.is_dir() else "file"
            report.warning(Where(str(path)), RULE, f"nothing reads this {kind}.", hint)

    def _top(self) -> Iterator[tuple[Path, str]]:
        for path in entries(self.folder):
            if path in self.kept or path.name in (FILE_NAME, NATO_FILE):
                continue
            if path.is_dir():
                if path.name not in (*_ENDINGS, OUTPUT):
                    yield path, did_you_mean(path.name, _ENDINGS, most=99)
                continue
            wrong = _BELONGS.get(path.suffix) or self._optional(path) or _call_it(path, _TABLE)
            if wrong:
                yield path, wrong
            elif path.suffix not in _TABLE:
                hint = save_as_table(path)
                if hint is not None:
                    yield path, hint
            elif self.read.whole:
                yield path, self._missing(path) or "Name it in game.yaml, or remove it."

    def _folders(self) -> Iterator[tuple[Path, str]]:
        for place, endings in _ENDINGS.items():
            for path in entries(self.folder / place):
                if path in self.kept:
                    continue
                name = path.name.lower() if place in (FONTS, PICTURES) else path.name  # cameras write .JPG
                if path.is_dir() or not name.endswith(endings):
                    yield path, _call_it(path, endings) or f"Files here end in {listed(endings, 'or')}."
                elif self.read.whole and place not in _FREE and not self._is_shown(path):
                    yield path, self._missing(path) or _how_to_name(place, path)

    def _is_shown(self, path: Path) -> bool:
        """Whether a template names a table that is there for all of them."""
        if path not in self.read.offered:
            return False
        name = re.escape(path.stem).replace(r"\-", "[-_]")
        word = re.compile(rf"(?:(?<![\w.-])|(?<=\brows\.)|(?<=\btables\.)){name}(?![\w-])")
        return any(word.search(text) or _ANY_TABLE.search(text) for text in self.seen) or self._is_misspelt(path)

    def _is_misspelt(self, path: Path) -> bool:
        """Whether a template may mean a table by a name that none has, which is reported where it is written."""
        available = {table.stem for table in (*self.read.offered, *self.read.named)}
        names = {name for text in self.seen for name in _LITERAL.findall(text)}
        return nearest(path.stem, names - available) is not None

    def _optional(self, path: Path) -> str:
        """The name that may be meant, of those that may be left out and are."""
        near = self._nearest(path, (*self.read.optional, self.folder / FILE_NAME))
        return f"Did you mean {near}.yaml?" if near else ""

    def _missing(self, path: Path) -> str:
        """The name that may be meant, of those that were looked for and are not there."""
        near = self._nearest(path, (*self.read.named, *self.read.offered))
        return f"Did you mean {near}{path.name.removeprefix(_name(path))}?" if near else ""

    def _nearest(self, path: Path, paths: Sequence[Path]) -> str | None:
        """The name without its ending that may be meant, of those in the same folder that are not there."""
        return nearest(
            _name(path),
            [_name(candidate) for candidate in paths if candidate.parent == path.parent and self._lacks(candidate)],
        )

    def _lacks(self, path: Path) -> bool:
        """Whether the folder has no file of that name with any ending; a table has two places."""
        of_tables = (self.folder, self.folder / "tables")
        places = of_tables if path.parent in of_tables else (path.parent,)
        return path.is_relative_to(self.folder) and not any(any(place.glob(f"{_name(path)}.*")) for place in places)


def undrawn_symbols(folder: Path, drawn: Collection[str], below: Sequence[Path], report: Report) -> None:
    """Warn of the symbols in the folder of a game of which nothing is drawn; one that has faults is reported already.

    It may be meant to take the place of one that is drawn from the folders below. What a style names is no surprise.
    """
    faulty = {problem.where.file for problem in report}
    shipped = [path.stem for base in below for path in (base / "symbols").glob("*.svg") if path.stem in drawn]
    styles = [folder / FILE_NAME, *entries(folder / PALETTES)]
    words = {word for path in styles for word in re.findall(r"[\w-]+", text_of(path))}
    for path in entries(folder / "symbols"):
        if path.suffix == ".svg" and path.stem not in {*drawn, *words} and str(path) not in faulty:
            hint = did_you_mean(path.stem, shipped, most=0) or "Draw it in a face or a text, or remove it."
            report.warning(Where(str(path)), RULE, "nothing draws this symbol.", hint)


def unprinted_pictures(folder: Path, printed: Collection[str], report: Report) -> None:
    """Warn of the pictures in the folder of a game of which nothing is printed (`picture:tank`)."""
    for name, paths in pictures_in(folder / PICTURES).items():
        if f"picture:{name}" not in printed:
            hint = f'Put it on a face: <image href="picture:{name}" .../>, or into a text, or remove it.'
            report.warning(Where(str(paths[0])), RULE, "nothing prints this picture.", hint)


def unused_fonts(folder: Path, used: Collection[str], report: Report) -> None:
    """Warn of the fonts in the folder of a game that no text is set in; `used` are hashes (`font:0f3a...`)."""
    faulty = {problem.where.file for problem in report}
    for path in fonts_in(folder / FONTS):
        raw = read_bytes(path, str(path), Report(), most=MOST_BYTES) if str(path) not in faulty else None
        if raw is not None and f"font:{hashlib.sha256(raw).hexdigest()}" not in used:
            hint = "Name its family on a face (font-family) or in style.yaml (type:), or remove it."
            report.warning(Where(str(path)), RULE, "no text is set in this font.", hint)


def _call_it(path: Path, endings: Collection[str]) -> str:
    """The hint for a YAML file with another ending, where files end this way; empty for any other."""
    return call_it_yaml(path) if ".yaml" in endings and path.suffix != ".yaml" else ""


def _name(path: Path) -> str:
    """The name of a file without its ending, which may have several points."""
    return path.name.partition(".")[0]


def _how_to_name(place: str, path: Path) -> str:
    """The hint that gets a file of a folder read."""
    name = _name(path)
    if place == "scenarios":
        return f"A scenario names its table: forces: {name}."
    if place == "tables":
        return f'Show it in a text: {{{{ table("{name}") }}}}, or remove it.'
    return "Name it in game.yaml, or remove it."
