"""The catalogue that all games share: figures, markers, rulings with their switches, sentences, texts.

A game's `Catalogue` names its kinds of files and adds its own shelves; packs are laid over what is shipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ibbprint.catalogue.layers import E, Kind, Layer, Layers, Shelf, head_of, read_pack, unknown_files
from ibbprint.catalogue.texts import UnknownPlace, fill
from ibbprint.problems import Report, Where, did_you_mean, nearest

if TYPE_CHECKING:
    from ibbprint.catalogue.models.credits import Credit
    from ibbprint.catalogue.models.figures import Figure
    from ibbprint.catalogue.models.first_turn import FirstTurn
    from ibbprint.catalogue.models.markers import Marker
    from ibbprint.catalogue.models.rulings import Ruling, Statement, Switch
    from ibbprint.catalogue.models.telling import TelledAs
    from ibbprint.catalogue.sentences import Wording

_MODELS = "ibbprint.catalogue.models"
STATEMENTS: Kind[Statement] = Kind(f"{_MODELS}.rulings:Statement", name="statements")
TELLING: Kind[TelledAs] = Kind(f"{_MODELS}.telling:TelledAs", name="telling")
THEMES: Kind[Any] = Kind(f"{_MODELS}.themes:Theme", name="themes", nested=True)
PLACE_NAMES: Kind[Any] = Kind(f"{_MODELS}.themes:PlaceNames", name="place-names", nested=True)
# The kinds that several games have, but not all: a game with one assigns it, `telling = TELLING`.


Wish = tuple[str, str, Where]
"""A switch that is asked for: its name or its ruling's id, the value, and where it was asked for."""


class Catalogue:
    """The whole catalogue of a game: an attribute for each kind of file, which is read when it is first asked for."""

    figure_entries: Kind[Figure] = Kind(f"{_MODELS}.figures:Figure", name="figures")
    markers: Kind[Marker] = Kind(f"{_MODELS}.markers:Marker")
    rulings: Kind[Ruling] = Kind(f"{_MODELS}.rulings:Ruling")
    credits: Kind[Credit] = Kind(f"{_MODELS}.credits:Credit")
    parts: Kind[Any] = Kind(f"{_MODELS}.parts:AnyPart", nested=True)
    words: Kind[Any] = Kind(f"{_MODELS}.players_words:PlayersWords", nested=True)
    first_turn: Kind[FirstTurn] = Kind(f"{_MODELS}.first_turn:FirstTurn", name="first-turn")

    GAME: ClassVar[str]
    """The game's id."""
    DATA: ClassVar[Path]
    """The folder of its shipped files."""
    KINDS: ClassVar[Mapping[str, Kind[Any]]]
    """Every kind of file of the game, by its name: those of the game, then those of every game."""
    NAMED: ClassVar[Mapping[str, Kind[Any]]] = {}
    """The kinds of file whose entries players name, by the kind of word: `unit`, `terrain`, `modifier`."""

    def proper_names(self) -> Iterable[str]:
        """The names of single units, such as those of rosters, which players use as they use the words for a kind."""
        return ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        kinds = [kind for base in cls.__mro__ for kind in vars(base).values() if isinstance(kind, Kind)]
        cls.KINDS = {kind.name: kind for kind in kinds}

    def __init__(self, layers: Layers, chosen: Mapping[str, str]) -> None:
        self.layers = layers
        self.chosen = chosen
        """The switches as they stand: every switch by its name."""

    @classmethod
    def open(cls, packs: Sequence[Path], wishes: Sequence[Wish], report: Report) -> Self | None:
        """The catalogue with these packs and switches, or None when a pack cannot be used."""
        layers = cls.layers_of(packs, report)
        return None if layers is None else cls.over(layers, wishes, report)

    @classmethod
    def over(cls, layers: Layers, wishes: Sequence[Wish], report: Report) -> Self:
        """The catalogue on these layers, its switches as they stand when all of these are wanted."""
        return cls(layers, choose(layers, cls.GAME, wishes, report))

    @classmethod
    def layers_of(cls, packs: Sequence[Path], report: Report) -> Layers | None:
        """The shipped files and the packs on them, or None when a pack cannot be used."""
        return open_layers(cls.DATA, cls.GAME, cls.KINDS, packs, report)

    @property
    def report(self) -> Report:
        return self.layers.report

    def shelf(self, kind: Kind[Any]) -> Shelf[Any]:
        return self.layers.shelf(kind)

    def entry(self, id: str) -> tuple[Kind[Any], Any] | None:
        """The entry of that id with its kind of file, whichever that is; the first of several."""
        for kind in self.KINDS.values():
            if not kind.single and id in self.shelf(kind):
                return kind, self.shelf(kind)[id]
        return None

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """Every figure by its id: never a die without faces, never a divisor of 0.

        A figure of a pack that is out of the bounds of the shipped one is an error, and stays as it was.
        """
        values = {figure.id: figure.value for figure in self.figure_entries}
        if self.touched(Catalogue.figure_entries.files):
            for shipped in self.layers.shipped.shelf(Catalogue.figure_entries):
                value = values[shipped.id]
                if not shipped.least <= value <= shipped.most:
                    values[shipped.id] = shipped.value
                    where = self.figure_entries.where(shipped.id, "value")
                    message = f"{shipped.id} must be from {shipped.least} to {shipped.most}, not {value}."
                    self.report.error(where, "read:value", message, shipped.text)
        return values

    @cached_property
    def wording(self) -> Wording:
        """The sentences of the game's reports."""
        from ibbprint.catalogue.sentences import Wording

        return Wording.from_catalogue(self)

    @property
    def credit(self) -> str:
        """The credit of the game for the first page of its kits; empty where no file has one."""
        return "" if self.box is None else self.box.text

    @property
    def box(self) -> Credit | None:
        """The credit of the game, its players and its length for the box; None where no file gives them."""
        return next(iter(self.credits), None)

    def named(self, kind: Kind[E], name: str, where: Where, word: str) -> E | None:
        """The entry named at `where` by a scenario or a question; an unknown name is reported as no `word`."""
        shelf = self.shelf(kind)
        if not shelf.knows(name):
            self.report.error(where, f"ref:{word}", f"there is no {word} {name!r}.", did_you_mean(name, shelf.names))
        return shelf.get(name)

    def read_packs(self) -> None:
        """Read every file of the packs, whether this kit needs it or not: a fault in it is best told at once."""
        for kind in self.KINDS.values():
            if self.touched(kind.files):
                if kind.single:
                    self.layers.single(kind)
                else:
                    self.layers.shelf(kind)
        _ = self.figures  # which reports what is out of bounds

    def touched(self, files: Sequence[str]) -> bool:
        """True when a pack has one of these files."""
        return any(name in layer.names for layer in self.layers.layers[1:] for name in files)

    def in_force(self, when: Mapping[str, str]) -> bool:
        """True when every switch that `when` names stands as it says."""
        return all(self.chosen.get(name) == value for name, value in when.items())

    def text(self, text: str, record: Any, where: Where) -> str:
        """A text with its figures filled in; an unknown placeholder is an error at `where`."""

        def look_up(kind: str, name: str) -> Any:
            kind_of_name = self.KINDS.get(kind)
            return None if kind_of_name is None or kind_of_name.single else self.shelf(kind_of_name).get(name)

        try:
            return fill(text, record, look_up)
        except UnknownPlace as unknown:
            fields = list(getattr(type(record), "model_fields", {})) + [f"figures.{f.id}" for f in self.figure_entries]
            self.report.error(
                where,
                "read:placeholder",
                f"{{{unknown.name}}} in the text names nothing.",
                did_you_mean(unknown.name, fields, most=0) or "Write a field of this entry, or figures.ID.",
            )
            return text


def open_layers(
    data: Path, game: str, kinds: Mapping[str, Kind[Any]], packs: Sequence[Path], report: Report
) -> Layers | None:
    """The shipped files of a game and the packs on them, or None when a pack cannot be used."""
    layers = [Layer(data)]
    for folder in packs:
        layer = read_pack(folder, report)
        if layer is None or layer.pack is None:
            return None
        if layer.pack.game != game:
            report.error(
                Where(str(head_of(folder))), "read:pack", f"this pack is for the game {layer.pack.game}, not {game}."
            )
            return None
        unknown_files(layer, kinds, report)
        layers.append(layer)
    return Layers(layers, report)


def switches(layers: Layers) -> dict[str, tuple[Ruling, Switch]]:
    """Every switch by its name, with the ruling it belongs to."""
    return {r.switch.name: (r, r.switch) for r in layers.shelf(Catalogue.rulings) if r.switch is not None}


def choose(layers: Layers, game: str, wishes: Sequence[Wish], report: Report) -> Mapping[str, str]:
    """The switches as they stand, given those that are wanted; what cannot be chosen is in the report."""
    if not wishes and not any("rulings.yaml" in layer.names for layer in layers.layers[1:]):
        # Nothing to check: the defaults are enough, and the rulings need not be read.
        return _Defaults(layers)
    options = _playable(layers, switches(layers), report)
    by_ruling = {ruling.id: name for name, (ruling, _) in options.items()}
    standing = {name: switch.default for name, (_, switch) in options.items()}
    for option, value, where in wishes:
        name = by_ruling.get(option.removeprefix(f"{game}:"), option)
        if name not in options:
            near = nearest(option, options)
            hint = f"Did you mean {near}?" if near else f"Rules with options: {', '.join(by_ruling)}."
            report.error(where, "rule:switch", f"{option} has no options.", hint)
        elif value not in options[name][1].values:
            report.error(
                where,
                f"{game}:{options[name][0].id}",
                f"{name} cannot be {value!r}.",
                f"Choose {' or '.join(options[name][1].values)}.",
            )
        else:
            standing[name] = value
    return standing


def _playable(
    layers: Layers, options: Mapping[str, tuple[Ruling, Switch]], report: Report
) -> Mapping[str, tuple[Ruling, Switch]]:
    """The switches, each with values that its game plays: a pack may choose another default and other words.

    What it leaves out, or adds, is an error, and the shipped switch stands.
    """
    if len(layers.layers) == 1:
        return options
    rulings, playable = layers.shelf(Catalogue.rulings), dict(options)
    for name, (ruling, shipped) in switches(layers.shipped).items():
        _, switch = options.get(name, (ruling, None))
        played = f"The game plays {' or '.join(shipped.values)}."
        message = ""
        if switch is None:
            message = f"{ruling.id} has the option {name}, which a pack cannot leave out."
        elif switch.values.keys() - shipped.values.keys():
            message = f"{name} cannot be {min(switch.values.keys() - shipped.values.keys())!r}."
        elif switch.default not in switch.values:
            message = f"{name} cannot be {switch.default!r}, which is none of its values."
        if message:
            report.error(rulings.where(ruling.id), "rule:switch", message, played)
            playable[name] = ruling, shipped
    return playable


class _Defaults(Mapping[str, str]):
    """Every switch at its default. The rulings are read when the first switch is asked for, for they are many."""

    def __init__(self, layers: Layers) -> None:
        self.layers = layers

    @cached_property
    def values_by_name(self) -> dict[str, str]:
        return {name: switch.default for name, (_, switch) in switches(self.layers).items()}

    def __getitem__(self, name: str) -> str:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)
