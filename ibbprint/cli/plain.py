"""Reads the words of a call that is plainly right: its options are spelled out, and each has a value of its kind.

Anything else (a help, a mistake, a short cut that typer knows) is None here, and typer reads it from the start.
Importing typer, and building a validator for each option, is a fifth of the time of a short command. What both read,
they read alike: `tests/cli/test_plain_calls.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from ibbprint.cli.parameters import TYPED, Parameter
from ibbprint.patterns import regex

_NUMBERS = {int: regex(r"[0-9]{1,9}", re.ASCII), float: regex(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", re.ASCII)}


class _NotPlain(Exception):
    """Typer is to read this call."""


def values_of(parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, Any] | None:
    """The values of all parameters by their names; None for a call that typer is to read.

    What a parser or a callback of a parameter raises is raised here, when all of the call is known to be plain.
    """
    read = [parameter for parameter in parameters if parameter is not TYPED]
    try:
        texts_of = _texts_by_parameter(read, words)
        plain = {parameter.name: _of_kinds(parameter, texts_of.get(parameter.name, [])) for parameter in read}
    except _NotPlain:
        return None
    values = {parameter.name: _finished(parameter, plain[parameter.name]) for parameter in read}
    if TYPED in parameters:
        values[TYPED.name] = frozenset(name for name, texts in texts_of.items() if texts)
    return values


def all_words(_parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, Any] | None:
    """The values of a command that reads all its words itself."""
    return None if "--" in words or not all(map(_is_unicode, words)) else {"words": list(words) or None}


def _texts_by_parameter(parameters: Sequence[Parameter], words: Sequence[str]) -> dict[str, list[Any]]:
    """The words of the call for each parameter; True for each time that a flag is there."""
    if not all(map(_is_unicode, words)):
        raise _NotPlain
    options = {flag: parameter for parameter in parameters for flag in flags_of(parameter)}
    values: dict[str, list[Any]] = {}
    positional: list[str] = []
    words_left = iter(words)
    for word in words_left:
        if len(word) > 1 and word.startswith("-"):
            flag, equals, value = word.partition("=")
            parameter = options.get(flag)
            if parameter is None or (equals and not flag.startswith("--")) or (parameter.kind is bool and equals):
                raise _NotPlain
            if parameter.kind is not bool and not equals:
                value = next(words_left, "-")
                if value.startswith("-"):
                    raise _NotPlain
            values.setdefault(parameter.name, []).append(True if parameter.kind is bool else value)
        else:
            positional.append(word)
    values.update(
        _arguments(
            [parameter for parameter in parameters if parameter.info and not parameter.info.is_option], positional
        )
    )
    return values


def _is_unicode(word: str) -> bool:
    """Whether a word is text: bytes that are none come as half characters."""
    return word.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in word)


def flags_of(parameter: Parameter) -> tuple[str, ...]:
    """The flags of an option on the command line; none for an argument."""
    if parameter.info is None:
        raise _NotPlain
    if not parameter.info.is_option:
        return ()
    written = parameter.info.flags or (f"--{parameter.name.replace('_', '-')}",)
    return tuple(flag.partition("/")[0] for flag in written)


def _arguments(arguments: Sequence[Parameter], words: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The words of each argument: one, or for a list all that are left. A list comes last."""
    left_over = list(words)
    for place, argument in enumerate(arguments):
        several = _kind_of(argument)[1]
        if several and place < len(arguments) - 1:
            raise _NotPlain
        yield argument.name, left_over if several else left_over[:1]
        left_over = [] if several else left_over[1:]
    if left_over:
        raise _NotPlain


def _kind_of(parameter: Parameter) -> tuple[Any, bool]:
    """The type of a value, without None, and whether there may be several."""
    kinds = [parameter.kind]
    if get_origin(parameter.kind) in (Union, UnionType):
        kinds = [kind for kind in get_args(parameter.kind) if kind is not type(None)]
    if len(kinds) != 1:
        raise _NotPlain
    if get_origin(kinds[0]) is list:
        return get_args(kinds[0])[0], True
    return kinds[0], False


def _of_kinds(parameter: Parameter, words: list[Any]) -> list[Any]:
    """The words as values of the parameter's type; a parameter with a parser keeps words."""
    assert parameter.info is not None
    kind, several = _kind_of(parameter)
    if (not words and parameter.default is ...) or (len(words) > 1 and not several):
        raise _NotPlain
    settings = parameter.info.settings
    return words if "parser" in settings else [_of_kind(kind, value, settings) for value in words]


def _finished(parameter: Parameter, values: list[Any]) -> Any:
    """The value that the command gets."""
    assert parameter.info is not None
    parser, callback = parameter.info.settings.get("parser"), parameter.info.settings.get("callback")
    values = values if parser is None else list(map(parser, values))
    result = (values if _kind_of(parameter)[1] else values[0]) if values else parameter.default
    return result if callback is None else callback(result)


def _of_kind(kind: Any, value: Any, settings: Mapping[str, Any]) -> Any:
    """A word as a value of a type."""
    if kind is bool or kind is str:
        return value
    if kind is Path:
        path = Path(value)
        if not value or "\0" in value or not (os.access(path, os.R_OK) or not os.path.lexists(path)):
            raise _NotPlain
        return path
    if kind in _NUMBERS and _NUMBERS[kind].fullmatch(value):
        number = kind(value)
        if (settings.get("min") is None or number >= settings["min"]) and (
            settings.get("max") is None or number <= settings["max"]
        ):
            return number
    raise _NotPlain
