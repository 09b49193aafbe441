"""What the entries of a catalogue name must exist: a game says what names what, and all of it is checked alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from ibbprint.catalogue.layers import Entry, Kind
from ibbprint.catalogue.map_kinds import check_look
from ibbprint.catalogue.models import words
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.problems import Report, Where, did_you_mean


class Ref(NamedTuple):
    """A field of the entries of `kind` that names entries of `to`: one name, a list, or the keys of a mapping.

    `word` is what such an entry is called, in the message and in the id of the fault (`ref:race`). `message` may use
    `{word}`, `{name}` and the fields of the entry (`{entry.name}`); `see` is the command that shows all names.
    """

    kind: Kind[Any]
    field: str
    to: Kind[Any]
    word: str
    message: str = "there is no {word} {name!r}."
    see: str = ""


def check_refs(catalogue: Catalogue, refs: Iterable[Ref]) -> None:
    """Report every name that there is not, where it is written, with the nearest that there is.

    Names in entries that have a fault elsewhere are among them, so that one run tells both.
    """
    for ref in refs:
        for entry in catalogue.shelf(ref.kind).entries.values():
            _check(catalogue, ref, getattr(entry.value, ref.field, None), entry.value, entry.where)
        for faulty in catalogue.shelf(ref.kind).faulty:
            names = {field: faulty.sound(field) for field in ("id", "name")}
            if "{entry" not in ref.message or all(isinstance(name, str) for name in names.values()):
                _check(catalogue, ref, _as_read(faulty.sound(ref.field)), SimpleNamespace(**names), faulty.where)


def _check(catalogue: Catalogue, ref: Ref, found: Any, entry: object, where: Callable[..., Where]) -> None:
    """Report every name in what was found in a field that there is not."""
    known = catalogue.shelf(ref.to)
    for name, step in _named(found):
        if not known.knows(name):
            steps = (ref.field,) if step is None else (ref.field, step)
            message = ref.message.format(word=ref.word, name=name, entry=entry)
            hint = did_you_mean(name, known.names, see=ref.see)
            catalogue.report.error(where(*steps, key=step == name), f"ref:{ref.word}", message, hint)


def _as_read(raw: Any) -> Any:
    """The names in a field of a faulty entry: the words of a cell are a list. None where these are no names.

    Nobody has looked at the fields of an entry that does not say what kind it is.
    """
    parts = words(raw) if isinstance(raw, str) else raw
    return parts if isinstance(parts, list | Mapping) and all(isinstance(name, str) for name in parts) else None


def check_looks(catalogue: Catalogue, grounds: Kind[Any]) -> None:
    """Report what a kind of ground says of its look without any effect."""
    for entry in catalogue.shelf(grounds).entries.values():
        check_look(entry.value, entry.where, catalogue.report)


def _named(value: Any) -> Iterator[tuple[str, str | int | None]]:
    """Each name in a field, and the step from the field to it: its place in a list, itself where it is a key."""
    if isinstance(value, str):
        yield value, None
    elif isinstance(value, Mapping):
        yield from ((name, name) for name in value)
    elif value is not None:
        yield from ((name, index) for index, name in enumerate(value))


def named(part: Any, field: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """What a part of a scenario has in a field, and the steps to it; `victory.all.side` looks into all of two lists.

    A part that has no such field, or None in it, is passed over.
    """
    name, _, rest = field.partition(".")
    value = getattr(part, name, None)
    places: Sequence[tuple[tuple[str | int, ...], Any]] = [((name,), value)]
    if isinstance(value, list):
        places = [((name, index), one) for index, one in enumerate(value)]
    for steps, one in places:
        if rest:
            yield from (((*steps, *more), found) for more, found in named(one, rest))
        elif one is not None:
            yield steps, one


def twice(part: Any, field: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The values of a field (see `named`) that have stood there before, and the steps to each."""
    seen = set()
    for steps, value in named(part, field):
        if value in seen:
            yield steps, value
        seen.add(value)


def check_results(entry: Entry[Any], columns: int, lowest: int, report: Report) -> None:
    """A table of results has a result in every column of each line, the first for the die `lowest`, all explained."""
    codes = [code.id for code in entry.value.codes]
    for index, line in enumerate(entry.value.results):
        if len(line) != columns:
            report.error(
                entry.where("results", index), "ref:crt",
                f"the line for die {lowest + index} has {len(line)} results, the table has {columns} columns.",
            )  # fmt: skip
        for place, code in enumerate(line):
            if code not in codes:
                report.error(
                    entry.where("results", index, place), "ref:crt", f"the result {code!r} is not among the codes.",
                    did_you_mean(code, codes),
                )  # fmt: skip
