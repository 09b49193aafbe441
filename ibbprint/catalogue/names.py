"""Fields that name entries of the catalogue: a model says so in the type of the field, and every name is looked up.

race: Annotated[Id, Names("races", "race")] = "human"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any, get_args

from pydantic import BaseModel

from ibbprint.catalogue.layers import Kind
from ibbprint.catalogue.models import Names, words
from ibbprint.catalogue.rulebook import Catalogue
from ibbprint.problems import Where, did_you_mean

Steps = tuple[str | int, ...]


def check_names(catalogue: Catalogue, kinds: Iterable[Kind[Any]] | None = None) -> None:
    """Report every name in the entries of these kinds that the catalogue does not have, with the nearest it has.

    Without `kinds`, those of which a pack has a file are looked at: shipped entries name each other rightly, and a pack
    cannot take one away. Names in entries that have a fault elsewhere are checked too, so that one run shows both.
    """
    if kinds is None:
        kinds = [kind for kind in catalogue.KINDS.values() if not kind.single and catalogue.touched(kind.files)]
    for kind in kinds:
        shelf = catalogue.shelf(kind)
        for entry in shelf.entries.values():
            report_names(catalogue, entry.value, entry.where)
        for faulty in shelf.faulty:
            fields = {field: faulty.sound(field) for field in ("id", "name")}
            for field, names in names_in(kind.entry).items():
                if "{entry" not in names.message or all(isinstance(text, str) for text in fields.values()):
                    value = _as_read(faulty.sound(field))
                    _report(catalogue, names, (field,), value, SimpleNamespace(**fields), faulty.where)


def report_names(catalogue: Catalogue, entry: BaseModel, where: Callable[..., Where]) -> None:
    """Report the names in an entry, and in the parts of it, that the catalogue does not have.

    `where` gives the place of a path in the entry.
    """
    for names, steps, value in _fields_in(entry, ()):
        _report(catalogue, names, steps, value, entry, where)


def _report(
    catalogue: Catalogue, names: Names, steps: Steps, value: Any, entry: object, where: Callable[..., Where]
) -> None:
    shelf = catalogue.shelf(catalogue.KINDS[names.to])
    for name, step in _each(value):
        if name not in names.also and not shelf.knows(name):
            message = names.message.format(word=names.word, name=name, to=names.to, entry=entry)
            hint = did_you_mean(name, {*shelf.names, *names.also}, see=names.see)
            path = steps if step is None else (*steps, step)
            catalogue.report.error(where(*path, key=step == name), f"ref:{names.word}", message, hint)


def _fields_in(entry: BaseModel, steps: Steps) -> Iterator[tuple[Names, Steps, Any]]:
    """The fields of an entry that name others, its parts and the parts of these among them, with the way to each."""
    naming, parts = _plan(type(entry))
    for field, names in naming.items():
        yield names, (*steps, field), getattr(entry, field)
    for field in parts:
        value = getattr(entry, field)
        if isinstance(value, BaseModel):
            yield from _fields_in(value, (*steps, field))
        elif isinstance(value, list):
            for index, part in enumerate(value):
                if isinstance(part, BaseModel):
                    yield from _fields_in(part, (*steps, field, index))


@cache
def _plan(model: type[BaseModel]) -> tuple[Mapping[str, Names], tuple[str, ...]]:
    """The fields of a model that name entries, and those that hold parts which do."""
    parts = (
        field
        for field, info in model.model_fields.items()
        if any(part is not model and any(_plan(part)) for part in _models(info.annotation))
    )
    return _own(model), tuple(parts)


def names_in(entry: Any) -> Mapping[str, Names]:
    """The names that the fields of a model, or of any model of a union, refer to; without the fields of its parts."""
    return {field: names for model in _models(entry) for field, names in _own(model).items()}


def _own(model: type[BaseModel]) -> Mapping[str, Names]:
    fields = model.model_fields.items()
    return {field: item for field, info in fields for item in info.metadata if isinstance(item, Names)}


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that are named anywhere in a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _as_read(raw: Any) -> Any:
    """The names in a field of a faulty entry: the words of a cell are a list. None where these are no names.

    Nobody has looked at the fields of an entry that does not say what kind it is.
    """
    parts = words(raw) if isinstance(raw, str) else raw
    return parts if isinstance(parts, list | Mapping) and all(isinstance(name, str) for name in parts) else None


def _each(value: Any) -> Iterator[tuple[str, str | int | None]]:
    """Each name in a field, and the step from the field to it: its index in a list, itself where it is a key."""
    if isinstance(value, str):
        yield value, None
    elif isinstance(value, Mapping):
        yield from ((name, name) for name in value)
    elif value is not None:
        yield from ((name, index) for index, name in enumerate(value))
