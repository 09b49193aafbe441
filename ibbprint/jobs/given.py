"""What Python hands over, as the jobs want it. A value of the wrong type is a BadRequest that names its option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ibbprint.jobs.meant import of_known_games
from ibbprint.problems import BadRequest, did_you_mean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ibbprint.engine.api.odds import AskOption

Named = str | Path
Packs = Named | Sequence[Named]
"""A folder, or several, the last on top."""

Options = TypeVar("Options")
Record = TypeVar("Record", bound="DataclassInstance")

_TYPES: Mapping[str, tuple[Any, str]] = {
    "str": (str, "a text"),
    "bool": (bool, "True or False"),
    "int": (int, "a whole number"),
    "float": (int | float, "a number"),
    "float | None": (int | float | None, "a number or None"),
    "str | float": (str | int | float, "a number or a text"),
    "str | int": (str | int, "a text or a whole number"),
}
"""What the options of a record may be, by how it declares them, and in words."""

_ARGUMENTS = ("piece", "scenario", "file", "subject", "words", "text")
"""What the command line takes without the name of an option."""
_OPTIONS = {"packs": "--pack", "rules": "--rule", "policies": "--policy", "whole": "--all", "format": "format"}
"""What the command line calls the options that have another name there; `format` is the ending of a file there."""


def wrong(name: str, value: object, wanted: str) -> BadRequest:
    """What to raise for an option of the wrong type."""
    option = "" if name in _ARGUMENTS else _OPTIONS.get(name, f"--{name.replace('_', '-')}")
    return BadRequest(f"{name} is {wanted}, not {value!r}.", option=option)


def of_type(name: str, value: Any, declared: str) -> Any:
    """The value; raises BadRequest where it is not what was declared."""
    allowed, words = _TYPES[declared]
    if not isinstance(value, allowed) or (isinstance(value, bool) and allowed is not bool):
        raise wrong(name, value, words)
    return value


def of_types(record: Record) -> Record:
    """The record; raises BadRequest for the first text, number or flag in it that is none."""
    for field in fields(record):
        if str(field.type) in _TYPES:
            of_type(field.name, getattr(record, field.name), str(field.type))
    return record


def options_as(made: type[Options], name: str, given: str | Options) -> Options:
    """Options of paper or ink: as they are, or those of a name. Raises BadRequest."""
    if isinstance(given, str):
        return made(given)  # type: ignore[call-arg]  # the name is their first option
    if not isinstance(given, made):
        raise wrong(name, given, f"a name or {made.__name__}")
    return of_types(given)  # type: ignore[type-var]


def name_of(name: str, given: Named) -> str:
    """A scenario or a file as it was named. Raises BadRequest."""
    if not isinstance(given, str | Path):
        raise wrong(name, given, "a name or a path")
    return str(given)


def path_of(name: str, given: Named | None) -> Path | None:
    """A file or a folder that may be given. Raises BadRequest."""
    return None if given is None else Path(name_of(name, given))


def names_of(name: str, given: object) -> str:
    """A text, or several joined by commas. Raises BadRequest."""
    if isinstance(given, str):
        return given
    several = list(given) if isinstance(given, Iterable) else [None]
    if not all(isinstance(each, str) for each in several):
        raise wrong(name, given, "a text or several")
    return ",".join(map(str, several))


def paths(packs: object) -> tuple[Path, ...]:
    """Folders of packs as paths, whether one is named or several.

    Raises BadRequest for what is no path, and Stopped for a pack of an unknown game.
    """
    several = [packs] if isinstance(packs, str | Path) else list(packs) if isinstance(packs, Iterable) else [None]
    if not all(isinstance(each, str | Path) for each in several):
        raise wrong("packs", packs, "a folder or several")
    found = tuple(Path(str(each)) for each in several)
    of_known_games(found)
    return found


def rule_values(given: Mapping[str, object] | None) -> dict[str, str]:
    """Switches of rules as words: `{"R-22": "3-2-4"}`, `{"facing": "yes"}`. Raises BadRequest."""
    if given is not None and not isinstance(given, Mapping):
        raise wrong("rules", given, 'a dictionary such as {"R-22": "3-2-4"}')
    return {str(name): str(value) for name, value in (given or {}).items()}


def options_given(given: Mapping[str, Any], options: Sequence[AskOption], whose: str) -> dict[str, Any]:
    """The options of a game that were given, by their names and as the game wants them. Raises BadRequest.

    `whose` is who does not have one: `the odds of attack have`.
    """
    from ibbprint.engine.api.odds import was_given

    known = {option.name: option for option in options}
    asked = {name.replace("_", "-"): value for name, value in given.items()}
    for name in asked:
        if name not in known:
            raise BadRequest(f"{whose} no option {name!r}.", did_you_mean(name, known, most=99), f"--{name}")
    return {name: _option(known[name], value) for name, value in asked.items() if was_given(value)}


def _option(option: AskOption, value: Any) -> Any:
    """A value as the game wants it: True, a whole number, a text, or texts."""
    if option.kind in ("flag", "number"):
        return of_type(option.name, value, "bool" if option.kind == "flag" else "int")
    several = [value] if isinstance(value, str | int | float) or option.kind == "text" else value
    if not isinstance(several, Iterable) or not all(isinstance(each, str | int | float) for each in several):
        raise wrong(option.name, value, "a text" if option.kind == "text" else "a text or several")
    texts = tuple(map(str, several))
    return texts[0] if option.kind == "text" else texts
