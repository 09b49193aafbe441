"""The files of a pack that nothing reads: a name with a typing error would else be noticed on paper, or never."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from ibbprint.catalogue.art_files import OF_FONTS, OF_PICTURES, OF_PIXELS, fonts_of, pictures_of
from ibbprint.catalogue.layers import FONTS, PICTURES, templates_of
from ibbprint.catalogue.source import decode, inside, is_file, is_folder, read_bytes, read_yaml, same_file
from ibbprint.components.faces.templates import MAX_TEMPLATE_BYTES
from ibbprint.components.style import FILE_NAME, PALETTES
from ibbprint.materials.signs import FILE_NAME as NATO_FILE
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import Report, Where, did_you_mean, nearest

RULE = "read:unread"
_FOLDERS = (FONTS, "scenarios", "maps", PICTURES, "templates")
_IN_TEMPLATES = (PALETTES, "layouts", "symbols")
"""The folders among the templates that do not hold templates."""
_BESIDE = regex(r"(?i)(\..*|.*(~|\.(bak|orig|swp|tmp|pdf|md|txt|game))|#.*#|thumbs\.db|desktop\.ini)")
"""Files that nobody takes for a part of a pack: hidden ones, copies that editors keep, what people write for people."""
ALIKE = 0.75
"""How much alike names of templates are that stand in other folders."""
OUTPUT = "output"
PARTS = "parts.yaml"
_OF_PARTS = {"face": ".svg.j2", "back": ".svg.j2", "cover": ".svg.j2", "text": ".md.j2", "booklet": ".md.j2"}
"""The fields of a part that name a template, with the ending of its file."""
_SPREADSHEETS = (".ods", ".xlsx", ".xls", ".numbers")
_NAMED = regex(r"""["']([^"'\n]+\.j2)["']""")


class PackFiles:
    """The files of a pack. `folders` are the template folders of its game, without those of packs.

    `game` is the folder of its templates among those of all games. `used` are files and folders that the caller reads
    or writes, wherever they lie.
    """

    def __init__(self, pack: Path, folders: Sequence[Path], used: Sequence[Path], game: str) -> None:
        self.pack = pack
        self.game = game
        self.used = [way for path in used for way in (path, *path.parents)]
        self.folders = folders

    def unread(self, report: Report) -> None:
        """Warn of every file that nothing reads, with the name that may be meant.

        Tables and YAML files beside pack.yaml are not looked at: the catalogue knows which of them it reads.
        """
        for path, hint in (*self._top(), *self._scenarios(), *self._maps(), *self._pictures(), *self._templates()):
            if any(same_file(path, used) for used in self.used):
                continue
            kind = "folder" if path.is_dir() else "file"
            report.warning(Where(str(path)), RULE, f"nothing reads this {kind}.", hint)

    def _top(self) -> Iterator[tuple[Path, str]]:
        for path in entries(self.pack):
            if path.suffix in (".yaml", ".yml", ".csv"):
                continue
            if path.is_dir():
                if path.name not in (*_FOLDERS, OUTPUT):
                    yield path, _perhaps(path.name, _FOLDERS)
            else:
                hint = save_as_table(path)
                if path.suffix == ".svg":
                    hint = "A symbol belongs in templates/symbols/, a picture in pictures/."
                elif path.suffix.lower() in OF_PIXELS:
                    hint = "A picture belongs in pictures/."
                elif path.suffix.lower() in OF_FONTS:
                    hint = "A font belongs in fonts/."
                elif path.suffix == ".j2":
                    hint = _elsewhere(path.name, self.own_templates) or "A template needs the name of a shipped one."
                if hint is not None:
                    yield path, hint

    def _scenarios(self) -> Iterator[tuple[Path, str]]:
        folder = self.pack / "scenarios"
        tables: set[Path] = set()
        understood = True
        """Whether every scenario tells of its table: else one that nobody names may be the one that is meant."""
        paths = [path for place in (folder, folder / "as-printed") for path in entries(place)]
        for path in paths:
            if path.suffix == ".yaml" and is_file(path):
                source = read_yaml(path, Report())
                data = source.data if source is not None else None
                forces = data.get("forces") if isinstance(data, dict) else None
                if isinstance(forces, str):
                    tables.add(path.parent / forces)
                understood = (
                    understood
                    and isinstance(data, dict)
                    and (isinstance(forces, list) or (path.parent / str(forces)) in paths)
                )
        for path in paths:
            if path.suffix == ".yaml" or path in tables or (path.is_dir() and path.name == "as-printed"):
                continue
            if path.suffix == ".csv" and not understood:
                continue
            if path.suffix == ".csv":
                hint: str | None = f"A scenario names its table: forces: {path.name}."
            else:
                hint = call_it_yaml(path) or save_as_table(path)
            if hint is not None:
                yield path, hint

    def _maps(self) -> Iterator[tuple[Path, str]]:
        for path in entries(self.pack / "maps"):
            if path.suffix != ".yaml":
                yield path, call_it_yaml(path)

    def _pictures(self) -> Iterator[tuple[Path, str]]:
        for place, endings in ((FONTS, OF_FONTS), (PICTURES, OF_PICTURES)):
            for path in entries(self.pack / place):
                if path.is_dir() or path.suffix.lower() not in endings:
                    yield path, f"Files here end in {listed(endings, 'or')}."

    def _templates(self) -> Iterator[tuple[Path, str]]:
        base = self.pack / "templates"
        folders = sorted({name.partition("/")[0] for name in self.shipped_templates})
        for path in entries(base):
            if path.is_dir():
                if not inside(self.pack, path):
                    yield path, "It points outside its pack."
                elif path.name in _IN_TEMPLATES:
                    yield from self._unused_in(path)
                elif path.name in folders or any(path.name == name.partition("/")[0] for name in self.named_templates):
                    yield from self._faces(path)
                else:
                    yield path, _perhaps(path.name, (*folders, *_IN_TEMPLATES))
            elif path.name not in (FILE_NAME, NATO_FILE, *self.named_templates):
                yield path, _elsewhere(path.name, self.own_templates) or _perhaps(path.name, [FILE_NAME])

    def _unused_in(self, folder: Path) -> Iterator[tuple[Path, str]]:
        """The files in a folder of symbols, palettes or layouts that are none of these."""
        ending = ".svg" if folder.name == "symbols" else ".yaml"
        for path in entries(folder):
            if path.suffix != ending:
                yield path, f"This folder is for files that end in {ending}."

    def _faces(self, folder: Path) -> Iterator[tuple[Path, str]]:
        for path in sorted(entry for entry in folder.rglob("*") if not _aside(entry)):
            name = path.relative_to(self.pack / "templates").as_posix()
            if not path.is_dir() and name not in self.shipped_templates and name not in self.named_templates:
                yield (
                    path,
                    _perhaps(name, self.own_templates if nearest(name, self.own_templates) else self.shipped_templates),
                )

    @cached_property
    def own_templates(self) -> list[str]:
        """The templates of the game itself and those that all games share, which are meant sooner than another's."""
        return [name for name in self.shipped_templates if name.partition("/")[0] in (self.game, "common")]

    @cached_property
    def shipped_templates(self) -> list[str]:
        """The templates that are shipped: a pack's own of the same name is read in their place."""
        return sorted({path.relative_to(folder).as_posix() for folder in self.folders for path in folder.rglob("*.j2")})

    @cached_property
    def named_templates(self) -> set[str]:
        """The templates that other templates name, or parts of the pack."""
        result = set(self._in_parts())
        for folder in (self.pack / "templates", *self.folders):
            for path in folder.rglob("*.j2"):
                result.update(templates_named_in(text_of(path)))
        return result

    def _in_parts(self) -> Iterator[str]:
        """The templates that the parts of the pack name."""
        path = self.pack / PARTS
        source = read_yaml(path, Report()) if is_file(path) and inside(self.pack, path) else None
        parts = source.data.get("parts") if source is not None and isinstance(source.data, dict) else None
        for part in parts if isinstance(parts, list) else ():
            for field, ending in _OF_PARTS.items():
                name = part.get(field) if isinstance(part, dict) else None
                if isinstance(name, str):
                    yield f"{name if name.startswith('common/') else f'{self.game}/{name}'}{ending}"


def is_look(pack: Path, path: Path) -> bool:
    """Whether a file of a pack is one that faces are drawn with: a template, a symbol, a picture, a font or a style."""
    if path.parent in (pictures_of(templates_of(pack)), fonts_of(templates_of(pack))):
        return True
    if not path.is_relative_to(templates_of(pack)):
        return False
    return path.suffix in (".j2", ".svg") or path.name in (FILE_NAME, NATO_FILE) or path.parent.name == PALETTES


def templates_named_in(text: str) -> list[str]:
    """The templates that a template names."""
    return _NAMED.findall(text)


def text_of(path: Path) -> str:
    """The text of a file; empty where it cannot be read, or is longer than a template may be."""
    raw = read_bytes(path, str(path), Report(), most=MAX_TEMPLATE_BYTES) if is_file(path) else None
    return "" if raw is None else decode(raw, str(path), Report()) or ""


def entries(folder: Path) -> list[Path]:
    """The entries of a folder that may be parts of a pack."""
    try:
        return sorted(path for path in folder.iterdir() if not _aside(path)) if is_folder(folder) else []
    except OSError:
        return []


def _aside(path: Path) -> bool:
    return _BESIDE.fullmatch(path.name) is not None


def _perhaps(name: str, candidates: Collection[str]) -> str:
    """The hint for a name: the nearest candidate, or all candidates if they are few."""
    return did_you_mean(name, candidates, most=4 if len(candidates) <= 4 else 0)


def _elsewhere(name: str, candidates: Collection[str]) -> str:
    """The template that may be meant by the last part of its name."""
    by_stem = {template.rpartition("/")[2].removesuffix(".j2"): template for template in candidates}
    near = get_close_matches(name.removesuffix(".j2"), by_stem, n=1, cutoff=ALIKE)
    return f"Did you mean {by_stem[near[0]]}?" if near else ""


def call_it_yaml(path: Path) -> str:
    """The hint for a YAML file with another ending; empty for any other file."""
    return f"Call it {path.stem}.yaml." if path.suffix.lower() in (".yml", ".yaml") else ""


def save_as_table(path: Path) -> str | None:
    """The hint for a spreadsheet; None for one whose table is beside it."""
    if path.suffix.lower() not in _SPREADSHEETS:
        return ""
    return None if path.with_suffix(".csv").exists() else f"Save it as a table too: {path.stem}.csv."
