"""The options of a job, each written once: as a field of the record that the job reads.

`option`, `flag` and the kinds of `Converted` make a field that is three things: an option of the command line
(`cli.offered` makes it from `Option`), a keyword of the Python function (`python_call` makes that from the record), and
what the job reads. A value of the wrong type is a BadRequest that names its option.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, field
from dataclasses import fields as fields_of
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar, overload

from ibbprint.jobs.games import rule_value
from ibbprint.jobs.reporting import Reported
from ibbprint.jobs.targets import of_known_games
from ibbprint.problems import BadRequest, Report, did_you_mean

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from ibbprint.engine.api.odds import AskOption

Named = str | Path
Packs = Named | Sequence[Named]
"""A folder, or several, the last on top."""

Given = TypeVar("Given")
Held = TypeVar("Held")
Value = TypeVar("Value", bound=str | Path | float | None)
Record = TypeVar("Record", bound="DataclassInstance")
Keywords = ParamSpec("Keywords")
Outcome = TypeVar("Outcome")

_WORDS: Mapping[Any, str] = {
    str: "a text",
    bool: "True or False",
    int: "a whole number",
    int | None: "a whole number or None",
    float: "a number",
    float | None: "a number or None",
    str | float: "a number or a text",
    str | int: "a text or a whole number",
    str | int | None: "a text or a whole number",
    Named: "a name or a path",
}
"""The types that an option may have, in words."""

_ARGUMENTS = ("piece", "scenario", "file", "subject", "words", "text")
"""What the command line takes without the name of an option."""
_OPTIONS = {"packs": "--pack", "rules": "--rule", "policies": "--policy", "whole": "--all", "format": "format"}
"""What the command line calls the options that have another name there; `format` is the ending of a file there."""


def wrong(name: str, value: object, expected: str) -> BadRequest:
    """The error for an option of the wrong type."""
    option = "" if name in _ARGUMENTS else _OPTIONS.get(name, f"--{name.replace('_', '-')}")
    return BadRequest(f"{name} is {expected}, not {value!r}.", option=option)


def of_type(name: str, value: Any, kind: Any) -> Any:
    """The value; raises BadRequest where it is not of that type. A whole number is a number, and no flag is one."""
    allowed = kind | int if kind in (float, float | None, str | float) else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise wrong(name, value, _WORDS[kind])
    return value


# --- fields of a record -----------------------------------------------------------------------------------------


class Option(NamedTuple):
    """An option: the type of its value in Python, and how the command line has it; without flags it is an argument."""

    kind: Any
    flags: tuple[str, ...] = ()
    help: str = ""
    metavar: str | None = None
    shown: str | bool | None = None
    """What the help says of the default, in the place of its value."""
    words: Any = None
    """The type on the command line, if it is another."""
    usual: Any = MISSING
    """The default on the command line, if it is another."""
    read: Callable[[Any], Any] | None = None
    """Makes of a value on the command line what Python takes. Raises BadRequest."""
    between: tuple[float, float] | None = None
    completes: str = ""
    """What the shell completes: `scenario`."""


_KEY = "option"
OF_COMMANDS = "of_commands"
"""Marks a field that only the command line fills, which a Python function does not have."""


def option(default: Value, kind: Any, *flags: str, **settings: Any) -> Value:
    """A field that keeps its value as given. `settings` are those of `Option`; without flags only Python has it."""
    result: Any = field(default=default, metadata={_KEY: Option(kind, flags, **settings)})
    return result  # type: ignore[no-any-return]  # a dataclass takes it for the default


def flag(name: str, help: str, *, default: bool = False, off: bool = False, **settings: Any) -> bool:
    """A field that is True or False; with `off` there is an option that switches off what a file asks for."""
    return option(default, bool, f"{name}/--no-{name[2:]}" if off else name, help=help, **settings)


class Converted(Generic[Given, Held]):
    """A field that takes more types than it holds: its converter makes one of them, or raises BadRequest.

    `given` names the types that it takes, for the signature of the Python function.
    """

    def __init__(
        self, convert: Callable[[str, Any], Held], default: Any, annotation: str, option: Option | None = None
    ) -> None:
        self.convert = convert
        self.default = default
        self.given = annotation
        self.option = option
        self.record: type[Any] | None = None
        self.parts: Sequence[str] | None = None

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, record: None, owner: type) -> Given: ...
    @overload
    def __get__(self, record: object, owner: type) -> Held: ...
    def __get__(self, record: object | None, owner: type) -> Any:
        return self.default if record is None else record.__dict__[self.name]

    def __set__(self, record: object, value: Given) -> None:
        record.__dict__[self.name] = self.convert(self.name, value)


Folders = Converted[Packs, tuple[Path, ...]]
Switches = Converted[Mapping[str, object] | None, Mapping[str, str]]
Names = Converted[str | Sequence[str], str]
Texts = Converted[Sequence[str], tuple[str, ...]]
MaybePath = Converted[Named | None, Path | None]
Seed = Converted[str | int, str]
MaybeSeed = Converted[str | int | None, str | None]
Policies = Converted[str | Mapping[str, str], str]

PACKS_HELP = "A designer's pack, which adds to or changes the catalogue."
ONLY_HELP = "Print only these parts: counters,crt. Or one kind of piece: counters:UNIT."
RULES_HELP = "Play a disputed rule another way."


def packs(help: str = PACKS_HELP) -> Folders:
    """A field of packs."""
    spelling = Option(
        Packs, ("--pack",), help, "DIR", words=list[Path] | None, usual=None, read=lambda value: value or ()
    )
    return Converted(lambda _, value: paths(value), (), "Packs", spelling)


def rules() -> Switches:
    """A field of rules that are played another way."""

    def read(texts: Sequence[str] | None) -> Mapping[str, str]:
        return dict(map(rule_value, texts or ()))

    spelling = Option(Mapping, ("--rule",), RULES_HELP, "ID=VALUE", words=list[str] | None, usual=None, read=read)
    return Converted(lambda _, texts: rule_values(texts), None, "Mapping[str, object] | None", spelling)


def names(default: str | Sequence[str], *flags: str, **settings: Any) -> Names:
    """A field of texts joined by commas."""
    return Converted(names_of, default, "str | Sequence[str]", Option(str, flags, usual="", **settings))


def texts(*flags: str, **settings: Any) -> Texts:
    """A field of texts that may each be given again."""
    spelling = Option(Sequence, flags, words=list[str] | None, usual=None, read=lambda value: value or (), **settings)
    return Converted(texts_of, (), "Sequence[str]", spelling)


def argument(kind: Any, **settings: Any) -> dict[str, Option]:
    """The metadata of a field without a default, which is an argument on the command line."""
    return {_KEY: Option(kind, **settings)}


def path(*flags: str, **settings: Any) -> MaybePath:
    """A field that may name a file or a folder."""
    spelling = Option(Path, flags, **{"words": Path | None, **settings}) if flags else None
    return Converted(path_of, None, "Named | None", spelling)


def output(metavar: str, help: str, usual: str | None = None) -> MaybePath:
    """A field that names the folder or the file to write; an empty name is a BadRequest."""

    def read(text: str | None) -> Path | None:
        if text is not None and not text:  # an unset variable of the shell
            raise BadRequest("-o names nothing.", "Name a folder, or . for the current one.", "-o")
        return None if text is None else Path(text)

    return path("--output", "-o", metavar=metavar, help=help, words=str | None, usual=usual, read=read)


def seed(default: str | None, **settings: Any) -> Any:
    """A field that is any text or number, or None where it may be missing."""
    kind = str | int | None if default is None else str | int
    spelling = Option(kind, ("--seed",), metavar="TEXT", words=str if default else str | None, **settings)
    return Converted(lambda name, value: _text_of(name, value, kind), default, str(kind), spelling)


def policies(**settings: Any) -> Policies:
    """A field of who plays."""
    metavar, help = "A=NAME,B=NAME", "greedy, planner, random or commander:500 for each side, by its id or as A, B, ..."
    spelling = Option(str, ("--policy",), help, metavar, **settings)
    return Converted(policies_of, "", "str | Mapping[str, str]", spelling)


def parts(record: type[Given], first: str, annotation: str, only: Sequence[str] | None = None) -> Any:
    """A field that is itself a record, or the first field of it. The command line has those of its fields in `only`."""
    result: Converted[Any, Any] = Converted(lambda name, value: options_as(record, name, value), first, annotation)
    result.record, result.parts = record, only
    return result


def option_of(record: type[Any], name: str) -> Option | None:
    """The option that a field of a record is on the command line; None for a field of Python alone."""
    default = vars(record).get(name)
    if isinstance(default, Converted):
        return default.option
    result: Option | None = record.__dataclass_fields__[name].metadata.get(_KEY)
    return result if result is not None and (result.flags or result.help) else None


class OptionRecord:
    """The base of a record of options: the values that are held as they are given have the right types."""

    def __post_init__(self) -> None:
        of_types(self)  # type: ignore[type-var]  # whatever has this base is a dataclass


def of_types(record: Record) -> Record:
    """The record; raises BadRequest for the first text, number or flag in it that is none."""
    for item in fields_of(record):
        if _KEY in item.metadata:
            of_type(item.name, getattr(record, item.name), item.metadata[_KEY].kind)
    return record


def python_call(
    record: Callable[Keywords, Record], outcome: Callable[[Report], Outcome]
) -> Callable[[Callable[[Record], Outcome]], Callable[Keywords, Outcome]]:
    """The Python function of a job: it takes the fields of the record, which the job takes.

    What makes no sense or cannot be read is in the report of the `outcome`, in the place of an exception.
    """

    def decorate(job: Callable[[Record], Outcome]) -> Callable[Keywords, Outcome]:
        @wraps(job)
        def call(*args: Keywords.args, **options: Keywords.kwargs) -> Outcome:
            try:
                signature.bind(*args, **options)
            except TypeError as fault:
                raise TypeError(f"{job.__name__}() {fault}") from None
            report = Report()
            with Reported(report):
                return job(record(*args, **options))
            return outcome(report)

        signature = _signature(record, job.__annotations__["return"])
        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
        call.__annotations__["return"] = signature.return_annotation
        return call

    return decorate


def _signature(record: Any, gives: str) -> inspect.Signature:
    """The signature of a function that makes the record, for `help`."""
    items = []
    for item in fields_of(record):
        if item.metadata.get(OF_COMMANDS):
            continue
        converter = vars(record).get(item.name)
        kind = inspect.Parameter.KEYWORD_ONLY if item.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
        default = inspect.Parameter.empty if item.default is MISSING else item.default
        annotation = converter.given if isinstance(converter, Converted) else item.type
        items.append(inspect.Parameter(item.name, kind, default=default, annotation=annotation))
    return inspect.Signature(items, return_annotation=gives)


# --- what is given ----------------------------------------------------------------------------------------------


def options_as(result: type[Given], name: str, value: str | Given) -> Given:
    """Options of paper or ink: as they are, or those of a name. Raises BadRequest."""
    if isinstance(value, str):
        return result(value)  # type: ignore[call-arg]  # the name is their first option
    if not isinstance(value, result):
        raise wrong(name, value, f"a name or {result.__name__}")
    return of_types(value)  # type: ignore[type-var]


def name_of(name: str, value: Named) -> str:
    """A scenario or a file as it was named. Raises BadRequest."""
    if not isinstance(value, str | Path):
        raise wrong(name, value, "a name or a path")
    return str(value)


def path_of(name: str, value: Named | None) -> Path | None:
    """A file or a folder that may be given. Raises BadRequest."""
    return None if value is None else Path(name_of(name, value))


def names_of(name: str, value: object) -> str:
    """A text, or several joined by commas. Raises BadRequest."""
    return value if isinstance(value, str) else ",".join(texts_of(name, value))


def texts_of(name: str, value: object) -> tuple[str, ...]:
    """A text or several as a tuple. Raises BadRequest."""
    several = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (None,)
    if not all(isinstance(text, str) for text in several):
        raise wrong(name, value, "a text or several")
    return several


def policies_of(name: str, value: object) -> str:
    """The players, for everybody or by side, as the command line has them. Raises BadRequest."""
    if not isinstance(value, str | Mapping):
        raise wrong(name, value, 'a name or a dictionary such as {"A": "random"}')
    return value if isinstance(value, str) else ",".join(f"{side}={policy}" for side, policy in value.items())


def _text_of(name: str, value: Any, kind: Any) -> Any:
    return None if of_type(name, value, kind) is None else str(value)


def paths(packs: object) -> tuple[Path, ...]:
    """Folders of packs as paths, whether one is named or several.

    Raises BadRequest for what is no path, and Stopped for a pack of an unknown game.
    """
    several = [packs] if isinstance(packs, str | Path) else list(packs) if isinstance(packs, Iterable) else [None]
    if not all(isinstance(folder, str | Path) for folder in several):
        raise wrong("packs", packs, "a folder or several")
    result = tuple(Path(str(folder)) for folder in several)
    of_known_games(result)
    return result


def rule_values(values: Mapping[str, object] | None) -> dict[str, str]:
    """Switches of rules as words: `{"R-22": "3-2-4"}`, `{"facing": "yes"}`. Raises BadRequest."""
    if values is not None and not isinstance(values, Mapping):
        raise wrong("rules", values, 'a dictionary such as {"R-22": "3-2-4"}')
    return {str(name): str(value) for name, value in (values or {}).items()}


def options_given(keywords: Mapping[str, Any], options: Sequence[AskOption], whose: str) -> dict[str, Any]:
    """The options of a game that were given, by their names and as the game wants them. Raises BadRequest.

    `whose` is who does not have one: `the odds of attack have`.
    """
    from ibbprint.engine.api.odds import was_given

    by_name = {option.name: option for option in options}
    values = {name.replace("_", "-"): value for name, value in keywords.items()}
    for name in values:
        if name not in by_name:
            raise BadRequest(f"{whose} no option {name!r}.", did_you_mean(name, by_name, most=99), f"--{name}")
    return {name: _option(by_name[name], value) for name, value in values.items() if was_given(value)}


def _option(option: AskOption, value: Any) -> Any:
    """A value as the game wants it: True, a whole number, a text, or texts."""
    if option.kind in ("flag", "number"):
        return of_type(option.name, value, bool if option.kind == "flag" else int)
    several = [value] if isinstance(value, str | int | float) or option.kind in ("text", "saved") else value
    if not isinstance(several, Iterable) or not all(isinstance(item, str | int | float) for item in several):
        raise wrong(option.name, value, "a text or several" if option.kind == "texts" else "a text")
    texts = tuple(map(str, several))
    return texts if option.kind == "texts" else texts[0]
