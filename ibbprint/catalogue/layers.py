"""A catalogue in layers: the shipped files, and designers' packs laid over them.

A `Kind` is one sort of file (`units`, `crt`, ...). It holds entries with ids; a later layer replaces an entry of the
same id and adds new ones. A `Single` holds one thing; a later layer replaces it whole.
Each entry remembers where it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from pydantic import BaseModel, TypeAdapter, create_model

from ibbprint.catalogue.csv_source import read_csv
from ibbprint.catalogue.models.packs import GameHead, GameHeadFile, Pack, PackFile
from ibbprint.catalogue.source import Source, inside, is_folder, is_there, read_bytes, read_yaml
from ibbprint.catalogue.validate import Faulty, Model, build, build_all, slug
from ibbprint.problems import Report, Where, did_you_mean, nearest

E = TypeVar("E")


class Kind(Generic[E]):
    """A sort of catalogue file, as an attribute of a `Catalogue`: `units = Kind(Unit)` reads units.yaml or units.csv.

    The class has the kind, a catalogue its `Shelf`, read when it is first asked for. `name` is the stem of the file and
    its one key: the attribute's, with hyphens, where nothing else is said. `entry` is the model of an entry, or what
    else pydantic can make of its data, or the module and the class in it (`ibbprint.catalogue.models.themes:Theme`) of
    one that is imported when the first such file is read: most commands read a few of all kinds. `key` is the field
    that identifies an entry. Entries of a `nested` kind hold lists that do not fit into a cell of a table. A kind never
    changes.
    """

    single = False
    """Whether the file holds one thing instead of a list."""

    def __init__(self, entry: type[E] | str, *, name: str = "", nested: bool = False, key: str = "id") -> None:
        self.name = name
        self._entry = entry
        self.nested = nested
        self.key = key

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute.replace("_", "-")

    @overload
    def __get__(self, catalogue: None, owner: type) -> Self: ...

    @overload
    def __get__(self, catalogue: HasLayers, owner: type) -> Shelf[E]: ...

    def __get__(self, catalogue: HasLayers | None, owner: type) -> Self | Shelf[E]:
        return self if catalogue is None else catalogue.layers.shelf(self)

    @property
    def files(self) -> tuple[str, ...]:
        """The files of a layer that may hold it; a table has a list of entries that fit in rows."""
        return (f"{self.name}.yaml",) if self.single or self.nested else (f"{self.name}.yaml", f"{self.name}.csv")

    @cached_property
    def entry(self) -> Any:
        """The model of an entry."""
        if not isinstance(self._entry, str):
            return self._entry
        module, _, name = self._entry.partition(":")
        return getattr(import_module(module), name)

    @cached_property
    def adapter(self) -> TypeAdapter[E]:
        return TypeAdapter(self.entry)

    @cached_property
    def file_model(self) -> type[BaseModel]:
        """The model of a whole file of this kind, for its JSON Schema."""
        inner = self.entry if self.single else list[self.entry]  # type: ignore[name-defined]
        return create_model(f"{self.name.title().replace('-', '')}File", __base__=Model, **{self.name: (inner, ...)})  # type: ignore[call-overload,no-any-return]


class Single(Kind[E]):
    """A file that holds one thing; a later layer replaces it whole. A catalogue has the thing, or None without any."""

    single = True

    @overload  # type: ignore[override]
    def __get__(self, catalogue: None, owner: type) -> Self: ...

    @overload
    def __get__(self, catalogue: HasLayers, owner: type) -> E | None: ...

    def __get__(self, catalogue: HasLayers | None, owner: type) -> Self | E | None:
        if catalogue is None:
            return self
        entry = catalogue.layers.single(self)
        return None if entry is None else entry.value


class HasLayers(Protocol):
    """The interface of a catalogue for kinds."""

    layers: Layers


class Entry(NamedTuple, Generic[E]):
    """A value of the catalogue and where it was written."""

    value: E
    source: Source
    path: tuple[str | int, ...]

    def where(self, *field_path: str | int, key: bool = False) -> Where:
        return self.source.where(*self.path, *field_path, key=key)


class FaultyEntry(NamedTuple):
    """An entry that could not be read: its data, its place, and every step on the way to one of its faults."""

    raw: Mapping[str, Any]
    source: Source
    path: tuple[str | int, ...]
    faults: frozenset[str | int]

    def sound(self, field: str) -> Any:
        """The value of a field without a fault; None for another."""
        return None if field in self.faults else self.raw.get(field)

    def where(self, *field_path: str | int, key: bool = False) -> Where:
        return self.source.where(*self.path, *field_path, key=key)


class Shelf(Generic[E]):
    """The entries of one list kind, in the order of the files, and those that have a fault.

    `broken` holds the names that faulty entries give themselves, and `whole` is False when a file could not be read:
    what is named there is not held against whoever names it, for the fault is in the report already.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.entries: dict[str, Entry[E]] = {}
        self.faulty: list[FaultyEntry] = []
        self.broken: set[str] = set()
        self.whole = True

    def __getitem__(self, name: str) -> E:
        return self.entries[name].value

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[E]:
        return (entry.value for entry in self.entries.values())

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, name: str) -> E | None:
        entry = self.entries.get(name)
        return None if entry is None else entry.value

    @property
    def names(self) -> set[str]:
        """All names of entries, those of faulty ones too, to suggest for a misspelt one."""
        return {*self.entries, *self.broken}

    def knows(self, name: str) -> bool:
        """True when there is such an entry, or may be one behind a fault that has been told."""
        return name in self.entries or not self.whole or name.lower() in self.broken

    def where(self, name: str, *field_path: str | int) -> Where:
        return self.entries[name].where(*field_path)


class Layer:
    """A folder of catalogue files; `pack` is None for the shipped one. It is read once and never changes."""

    def __init__(self, folder: Path, pack: Pack | None = None, over: str | None = None) -> None:
        self.folder = folder
        self.pack = pack
        self.over = over
        """The game that it is an expansion of, where it is one."""

    @cached_property
    def names(self) -> frozenset[str]:
        """The names at the top of the folder, looked up once; empty where it cannot be read."""
        try:
            return frozenset(path.name for path in self.folder.iterdir())
        except OSError:
            return frozenset()


HEAD = "pack.yaml"
"""The file that makes a folder a pack."""
GAME_HEAD = "game.yaml"
"""The file that makes a folder a game, or an expansion of one: a pack with its templates at its top."""
PICTURES = "pictures"
FONTS = "fonts"
"""The folder of pictures beside the file that says of a folder that it is a pack."""
FOLDERS = (
    PICTURES,
    "templates",
    "templates/layouts",
    "templates/palettes",
    "templates/symbols",
    "scenarios",
    "scenarios/as-printed",
    "maps",
    "maps/as-printed",
)
"""The folders of a pack that are looked through."""
GAME_FOLDERS = ("faces", FONTS, "layouts", "maps", "palettes", PICTURES, "scenarios", "symbols", "tables", "texts")
"""The folders of a game's folder that are looked through."""


def is_game_folder(folder: Path) -> bool:
    """Whether the folder is a game by itself, or an expansion of one."""
    return is_there(folder / GAME_HEAD) and not is_there(folder / HEAD)


def head_of(folder: Path) -> Path:
    """The file that says of a folder that it is a pack."""
    return folder / (GAME_HEAD if is_game_folder(folder) else HEAD)


def templates_of(folder: Path) -> Path:
    """The folder of the templates, the symbols and the style of a pack."""
    return folder if is_game_folder(folder) else folder / "templates"


def is_sound_pack(pack: Path, report: Report) -> bool:
    """True for a folder with a pack.yaml, in which none of a pack's parts is a link out of it; else the report says it.

    Neither pack.yaml nor anything else is opened.
    """
    if not is_folder(pack):
        message = "this is a file, not a folder." if is_there(pack) else "there is no such folder."
        report.error(Where(str(pack)), "read:pack", message, f"A pack is a folder with a {HEAD}.")
        return False
    head = head_of(pack)
    if not is_there(head):
        hint = f"A game of your own has a {GAME_HEAD}."
        for name in (HEAD, GAME_HEAD):
            misnamed = Path(name).with_suffix(".yml").name
            hint = f"Rename {misnamed} to {name}." if is_there(pack / misnamed) else hint
        report.error(Where(str(pack)), "read:pack", f"this folder is not a pack: it has no {HEAD}.", hint)
        return False
    if not inside(pack, head):
        report.error(Where(str(head)), "read:pack", "this file points outside its pack.", "Copy it in.")
        return False
    return has_sound_folders(pack, report)


def has_sound_folders(pack: Path, report: Report) -> bool:
    """True when the folders of a pack are folders, and none is a link that leads out of it; else the report says it."""
    sound = True
    for path in (pack / name for name in (GAME_FOLDERS if is_game_folder(pack) else FOLDERS)):
        if not is_there(path) or not inside(pack, path.parent):  # the report has the folder above
            continue
        if not inside(pack, path):
            report.error(Where(str(path)), "read:pack", "this folder points outside its pack.", "Copy it in.")
            sound = False
        elif not is_folder(path):
            report.error(Where(str(path)), "read:pack", "this is not a folder.", "Rename it or remove it.")
            sound = False
    return sound


def read_pack(folder: Path, report: Report) -> Layer | None:
    """A designer's pack: a folder with `pack.yaml`, or with the `game.yaml` of a game of his own."""
    if not is_sound_pack(folder, report):
        return None
    source = read_yaml(head_of(folder), report)
    if source is None:
        return None
    if is_game_folder(folder):
        game_file = build(GameHeadFile, source, (), source.data, report)
        return (
            None
            if game_file is None
            else _layer(folder, source, "game", _as_pack(game_file.game), game_file.game.over, report)
        )
    file = build(PackFile, source, (), source.data, report)
    return None if file is None else _layer(folder, source, "pack", file.pack, None, report)


def _as_pack(head: GameHead) -> Pack:
    return Pack(id=head.id, title=head.title, game=head.over or head.id, edition=head.edition, silence=head.silence)


def _layer(folder: Path, source: Source, key: str, pack: Pack, over: str | None, report: Report) -> Layer:
    """The layer of a pack; what its head silences is silenced from now on."""
    for index, words in enumerate(pack.silence):
        report.silence(words, source.where(key, "silence", index))
    return Layer(folder, pack, over)


class Layers:
    """Layers of catalogue files, read kind by kind on demand and each once."""

    def __init__(self, layers: Sequence[Layer], report: Report) -> None:
        self.layers = layers
        self.report = report
        self._lists: dict[str, Shelf[Any]] = {}
        self._singles: dict[str, Entry[Any] | None] = {}

    def below(self, first: Source, second: Source) -> bool:
        """True when the first file is in a lower layer than the other."""
        return self._level(first) < self._level(second)

    def under(self, source: Source) -> Layers:
        """The layers below that of a file, with a report of their own: the catalogue’s own has their faults."""
        return Layers(self.layers[: self._level(source)], Report())

    @property
    def shipped(self) -> Layers:
        """The lowest layer alone, with a report of its own."""
        return Layers(self.layers[:1], Report())

    def is_shipped(self, where: Where) -> bool:
        """True for a place in the lowest layer, which no pack has laid over the others."""
        return Path(where.file).parent == self.layers[0].folder

    def _level(self, source: Source) -> int:
        """The number of the layer that a file stands in."""
        file = Path(source.file)
        return max((i for i, layer in enumerate(self.layers) if layer.folder in file.parents), default=0)

    def telling(self, report: Report) -> Layers:
        """The same layers with another report; both share the files that either has read."""
        layers = Layers(self.layers, report)
        layers._lists, layers._singles = self._lists, self._singles
        return layers

    def files(self, kinds: Iterable[Kind[Any]]) -> Iterator[tuple[str, bytes]]:
        """Each file of these kinds with its contents, layer by layer from below; unreadable ones are left out."""
        names = sorted({name for kind in kinds for name in kind.files})
        for layer in self.layers:
            for name in names:
                if name in layer.names:
                    raw = read_bytes(layer.folder / name, name, Report())
                    if raw is not None:
                        yield name, raw

    def shelf(self, kind: Kind[E]) -> Shelf[E]:
        """All entries of a list kind."""
        if kind.name not in self._lists:
            shelf: Shelf[E] = Shelf(kind.name)
            for source in self._sources(kind):
                if source is None:
                    shelf.whole = False
                else:
                    self._add(kind, source, shelf)
            self._lists[kind.name] = shelf
        return self._lists[kind.name]

    def single(self, kind: Kind[E]) -> Entry[E] | None:
        """The topmost of a single kind, or None when no layer has it (which is in the report)."""
        if kind.name not in self._singles:
            entry: Entry[E] | None = None
            for source in self._sources(kind):
                if source is None:
                    continue
                holder = build(kind.file_model, source, (), source.data, self.report)
                if holder is not None:
                    entry = Entry(getattr(holder, kind.name), source, (kind.name,))
            self._singles[kind.name] = entry
        return self._singles[kind.name]

    def _sources(self, kind: Kind[Any]) -> Iterable[Source | None]:
        """The files of a kind, lowest layer first; None for one that cannot be read."""
        for layer in self.layers:
            for name in kind.files:
                if name not in layer.names:
                    continue
                path = layer.folder / name
                if not inside(layer.folder, path):
                    self.report.error(
                        Where(str(path)), "read:pack", "this file points outside its pack.", "Copy it in."
                    )
                    yield None
                elif path.suffix == ".yaml":
                    yield read_yaml(path, self.report)
                else:
                    yield read_csv(path, self.report, kind.name)

    def _add(self, kind: Kind[E], source: Source, shelf: Shelf[E]) -> None:
        data = source.data
        if not isinstance(data, dict):
            subject = "the file is empty: it" if data is None else "the file"
            self.report.error(source.where(), "read:value", f"{subject} must hold one list under the key {kind.name}.")
            shelf.whole = False
            return
        for key in data:
            if key != kind.name:
                hint = did_you_mean(key, [kind.name])
                self.report.error(source.where(key, key=True), "read:field", f"{key} is not a field here.", hint)
        if kind.name not in data:
            if not any(nearest(key, [kind.name]) for key in data):
                self.report.error(source.where(), "read:missing", f"the field {kind.name} is missing.")
            shelf.whole = False
            return
        entries = data[kind.name]
        shelf.whole = shelf.whole and isinstance(entries, list)
        rows: dict[str, int] = {}
        sound, faults = _sound(kind, source, entries, self.report)
        if source.columns is not None and faults and not sound:
            shelf.whole = False  # a table of something else, for it has none of these: nobody knows what it was to hold
        for index, steps in faults.items():
            raw = entries[index]
            if isinstance(raw, dict):
                shelf.faulty.append(FaultyEntry(raw, source, (kind.name, index), steps))
                shelf.broken.update(_names(raw, kind.key))
                shelf.whole = shelf.whole and kind.key in raw  # else its name may be any
        for index, value in sound.items():
            name = str(getattr(value, kind.key))
            if name in rows:
                self.report.error(
                    source.where(kind.name, index, kind.key),
                    "read:duplicate-id",
                    f"{name} appears twice; the first is on line {source.where(kind.name, rows[name], kind.key).line}.",
                    "Give one of them another id.",
                )
                continue
            rows[name] = index
            shelf.entries[name] = Entry(value, source, (kind.name, index))


def _sound(
    kind: Kind[E], source: Source, entries: Any, report: Report
) -> tuple[Mapping[int, E], Mapping[int, frozenset[str | int]]]:
    """The sound entries of a file by their index, and the steps to the faults of the others.

    What is parsed once is validated once, for nobody changes it.
    """
    kind_read, checked, problems = source.made.get(kind.name, (None, None, ()))
    if kind_read is not kind:
        findings = Report()
        sound: dict[int, E] = {}
        faults: dict[int, frozenset[str | int]] = {}
        for index, built in build_all(kind.adapter, kind.entry, source, (kind.name,), entries, findings):
            if isinstance(built, Faulty):
                faults[index] = frozenset(step for path in built.paths for step in path)
            else:
                sound[index] = built
        checked = sound, faults
        problems = tuple(findings.as_added)
        source.made[kind.name] = kind, checked, problems
    for problem in problems:
        report.add(problem)
    result: tuple[Mapping[int, E], Mapping[int, frozenset[str | int]]] = checked
    return result


def _names(raw: Mapping[str, Any], key: str) -> Iterator[str]:
    """Every name that an entry gives itself, in small letters."""
    aliases = raw.get("aliases")
    for name in (raw.get(key), raw.get("name"), *(aliases if isinstance(aliases, list) else [aliases])):
        if isinstance(name, str):
            yield name.lower()
            yield slug(name)


KNOWN_BESIDE = {HEAD}


def unknown_files(layer: Layer, kinds: Mapping[str, Kind[Any]], report: Report) -> None:
    """Complain of a table or YAML file at the top of a pack that no kind reads."""
    try:
        paths = sorted(layer.folder.iterdir())
    except OSError as fault:
        report.error(Where(str(layer.folder)), "read:pack", f"cannot look into the folder: {fault.strerror}.")
        return
    readable = [name for kind in kinds.values() for name in kind.files]
    no_tables = {f"{kind.name}.csv": kind for kind in kinds.values() if kind.single or kind.nested}
    for path in paths:
        if path.name == "style.yaml":
            report.error(
                Where(str(path)), "read:pack", "the style belongs with the templates.", "Put it in templates/."
            )
        elif path.name in no_tables:
            kind = no_tables[path.name]
            why = "it is one thing, not a list" if kind.single else "its entries have lists in them"
            report.error(
                Where(str(path)),
                "read:pack",
                f"{kind.name} cannot be a table, because {why}.",
                f"Write it as {kind.name}.yaml; `ibbprint schema {kind.name}` lists its fields.",
            )
        elif path.suffix in (".yaml", ".yml", ".csv") and path.name not in (*KNOWN_BESIDE, *readable):
            report.error(
                Where(str(path)),
                "read:pack",
                f"{path.name} is not a file that a pack can contain.",
                did_you_mean(path.name, readable),
            )
