"""Plain calls are read without typer, and read as typer reads them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.exceptions import TyperException

from ibbprint.cli.commands import COMMANDS, command_named
from ibbprint.cli.parameters import TYPED, Exit, Parameter, for_typer, parameters_of, with_parameters
from ibbprint.cli.plain import all_words, flags_of, values_of

VALUES = (
    "7",
    "2.5",
    "0",
    "-1",
    "1e3",
    "abc",
    "",
    "a4",
    "no such folder",
    ".",
    "-",
    "--",
    "x=y",
    "R-22=3-2-4",
    "007",
    "٣",
)
"""Numbers, words and paths, some of them no value of any option."""


def without_callbacks(parameter: Parameter) -> Parameter:
    """The parameter as it is read; what its callback says of the value is no matter of reading."""
    info = parameter.info
    if info is None:
        assert parameter is TYPED
        return parameter
    settings = {name: value for name, value in info.settings.items() if name != "callback"}
    return parameter._replace(info=info._replace(settings=settings))


def by_typer(parameters: list[Parameter], words: list[str]) -> dict[str, Any] | None:
    """The values that typer gives a command; None where it refuses the call or shows a help."""
    calls: list[dict[str, Any]] = []
    app = typer.Typer(add_completion=False)
    app.command()(for_typer(with_parameters(lambda **values: calls.append(values), parameters)))
    try:
        typer.main.get_command(app)(words, prog_name="ibbprint", standalone_mode=False)
    except (TyperException, Exit):
        return None
    return calls[0] if calls else None


def some_words(dice: random.Random, parameters: list[Parameter]) -> list[str]:
    """Options with values and without, in both spellings, and other words between them."""
    words: list[str] = []
    flags = [flag for each in parameters if each is not TYPED for flag in flags_of(each)]
    for _ in range(dice.randrange(5)):
        flag = dice.choice([*flags, "--nonsense", "-x"] if flags else ["--nonsense"])
        value = dice.choice(VALUES)
        words += dice.choice(([flag], [flag, value], [flag, value], [f"{flag}={value}"], [f"{flag}{value}"], [value]))
    return words


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if not command.words_alone])
def test_what_is_read_without_typer_is_read_as_typer_reads_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parameters = list(map(without_callbacks, parameters_of(command_named(name))))
    dice, plain = random.Random(name), 0
    for _ in range(150):
        words = some_words(dice, parameters)
        try:
            values = values_of(parameters, words)
        except Exit:  # its parser has refused a value that is one
            assert by_typer(parameters, words) is None, words
            continue
        if values is not None:
            theirs = by_typer(parameters, words)
            assert values == theirs, words
            assert theirs is not None
            assert list(map(type, values.values())) == list(map(type, theirs.values())), words
            plain += 1
    assert plain >= 3, "hardly any call was plain"


def test_a_command_that_reads_its_words_itself_gets_all_of_them_but_a_double_hyphen() -> None:
    words = ["7", "vs", "3", "--terrain=woods", "-x", "--json"]
    assert all_words([], words) == {"words": words}
    assert all_words([], []) == {"words": None}
    assert all_words([], ["7", "--", "3"]) is None
