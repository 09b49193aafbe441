"""Plain data into typed models, and pydantic's complaints into problems that a player can read.

pydantic's own sentences never get out: every error type that our models can raise has a sentence here,
and a test holds the table to that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import DictSchema

from ibbprint.catalogue.models import PLACE, SIDE, STRETCH
from ibbprint.catalogue.source import Source
from ibbprint.digits import are_digits
from ibbprint.patterns import regex
from ibbprint.phrases import listed
from ibbprint.problems import Report, did_you_mean, nearest

Step = str | int


class _Closed(GenerateJsonSchema):
    """JSON Schema that refuses the names of a mapping that its pattern does not fit, as the models do."""

    def dict_schema(self, schema: DictSchema) -> dict[str, Any]:
        result = super().dict_schema(schema)
        if "patternProperties" in result:
            result["additionalProperties"] = False
        return result


class Model(BaseModel):
    """The base of everything that a file can hold: closed to unknown fields, not changed after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return super().model_json_schema(*args, **{"schema_generator": _Closed, **kwargs})


def empty_list() -> list[Any]:
    """The default of a field that is a list: pydantic looks into the signature of `list` itself for a long time."""
    return []


def empty_dict() -> dict[str, Any]:
    """The default of a field that is a mapping."""
    return {}


M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

SENTENCES: Mapping[str, str] = {
    "missing": "the field {field} is missing.",
    "extra_forbidden": "{field} is not a field here.",
    "int_parsing": "{field} must be a whole number, not {value}.",
    "int_type": "{field} must be a whole number, not {value}.",
    "int_from_float": "{field} must be a whole number, not {value}.",
    "int_parsing_size": "{field} is too large a number.",
    "float_parsing": "{field} must be a number, not {value}.",
    "float_type": "{field} must be a number, not {value}.",
    "finite_number": "{field} must be a number, not {value}.",
    "bool_parsing": "{field} must be yes or no, not {value}.",
    "bool_type": "{field} must be yes or no, not {value}.",
    "string_type": "{field} must be text, not {value}.",
    "string_pattern_mismatch": "{value} is not a valid {field}.",
    "string_too_short": "{field} must not be empty.",
    "string_too_long": "{field} is longer than {max_length} characters.",
    "list_type": "{field} must be a list, not {value}.",
    "tuple_type": "{field} must be a list, not {value}.",
    "dict_type": "{field} must be a mapping (name: value), not {value}.",
    "model_type": "{field} must be a mapping (name: value), not {value}.",
    "model_attributes_type": "{field} must be a mapping (name: value), not {value}.",
    "literal_error": "{field} must be {expected}, not {value}.",
    "enum": "{field} must be {expected}, not {value}.",
    "greater_than": "{field} must be more than {gt}, not {value}.",
    "greater_than_equal": "{field} must be at least {ge}, not {value}.",
    "less_than": "{field} must be less than {lt}, not {value}.",
    "less_than_equal": "{field} must be at most {le}, not {value}.",
    "too_short": "{field} needs {min_length} or more entries; it has {actual_length}.",
    "too_long": "{field} takes at most {max_length} entries; it has {actual_length}.",
    "union_tag_invalid": "{discriminator} must be {expected}, not {value}.",
    "unit_kind": "{discriminator} must be {expected}, not {value}.",
    "union_tag_not_found": "the field {discriminator} is missing: it says what kind of entry this is.",
    "part_kind": "this part does not say what it is: write one of {expected}.",
    "value_error": "{error}",
    "none_required": "{field} must be left empty, not {value}.",
}

_PATTERNS: Mapping[str, tuple[str, str]] = {
    r"^[0-9]{4}$": ("hex", 'Write column and row as four digits in quotes, like "0610".'),
    r"^([0-9]{4}|[0-9]{1,2},[0-9]{1,2})$": ("hex", 'Write column and row as four digits in quotes, like "0610".'),
    r"^[0-9]{1,2},[0-9]{1,2}$": ("square", 'Write column, comma, row in quotes, like "3,4".'),
    r"^[a-z0-9][a-z0-9-]*$": ("id", "Use small letters, digits and hyphens."),
    r"^[A-Za-z0-9][A-Za-z0-9-]*$": ("id", "Use letters, digits and hyphens."),
    r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$": ("id", "Use small letters, digits and hyphens."),
    r'^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)?$|^picture:[^/"<>&]+$': (
        "back",
        "Write the name of a template in faces/, or picture:NAME for a file in pictures/.",
    ),
    r"^#[0-9a-fA-F]{6}$": ("colour", 'Write a colour in quotes, like "#a1b2c3".'),
    r"^[A-Z]{1,4}-[A-Z]?[0-9]{1,3}$": ("rule id", "Write letters, a hyphen and a number, like R-74."),
    r"^[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}( ?Q[0-9])?$": (
        "rating",
        "Write attack-defence-movement and quality, like 3-4-4 Q4.",
    ),
    r"^[0-9]{1,4}%?$": ("amount", "Write a strength, like 10, or a share of it, like 75%."),
    r"^[A-Z]$": ("letter", "Write one capital."),
    r"^[A-Z0-9]{1,2}$": ("letter", "Write one or two capitals or digits."),
    r"^[1-9][0-9]{0,3}-[1-9][0-9]{0,3}$": ("pair of odds", "Write attack-defence, like 3-1."),
    r"^[0-9]{4} (N|S|E|W|NE|NW|SE|SW)$": ("side of a hex", 'Write hex and direction in quotes, like "0108 SW".'),
    SIDE: (
        "side of a hex",
        'Write hex and directions, or two hexes that touch, in quotes, like "0108 SW", "0108 S SW" or "0108 0109".',
    ),
    STRETCH: (
        "line through hexes",
        'Write its hexes in order, ... for those between two, and a side by which it leaves, like "NW 0102 ... 0902".',
    ),
    PLACE: ("place", 'Write a hex and the name of what is there, if it has one, in quotes, like "0204 Smolensk".'),
    r"^[^\s\"'\\]$": ("letter", "Write one letter or other character; no space, quote or backslash."),
    r"^[a-z][a-z_]*$": ("name", "Use small letters and underscores."),
}
"""What each pattern of a model is called, and how to write it."""

MOST_TOLD = 500
"""The most faults reported for one value; a file with more is probably something else."""

_ALMOST_A_SQUARE = regex(r"\W*([0-9]{1,2}|[A-Ia-i])\W*([0-9]{1,2})\W*")
"""A square that is not written as ours are: `3, 4`, `3.4`, `(3,4)`, `C4`."""

_NO_NUMBER = ("int_parsing", "int_from_float", "float_parsing")
_DECIMAL_COMMA = regex(r"-?[0-9]+,[0-9]+")

_WITH_EXPONENT = regex(r"[+-]?[0-9]+(\.[0-9]*)?[eE][+-]?[0-9]+")
"""A number as a spreadsheet writes one that is too long for its cell: `1e9`, `1.00E+09`."""

_RANGES = ("greater_than", "greater_than_equal", "less_than", "less_than_equal")
_OF_A_KIND = ("union_tag_invalid", "unit_kind")


def build(model: type[M], source: Source, path: tuple[Step, ...], data: Any, report: Report) -> M | None:
    """`data` (found at `path` in `source`) as a model, or None with every fault in the report."""
    if data is None and not path:
        report.error(source.where(), "read:value", "the file is empty.")
        return None
    return built(model.model_validate, model, source, path, data, report)


def built(
    validate: Callable[[Any], T], kind: Any, source: Source, path: tuple[Step, ...], data: Any, report: Report
) -> T | None:
    """The value that `validate` builds from `data`, which should be of that kind; see `build`."""
    try:
        return validated(validate, source, data)
    except ValidationError as fault:
        _Teller(kind, source, path, data, report).tell(fault)
        return None


def build_each(
    adapter: TypeAdapter[T], entry: Any, source: Source, path: tuple[Step, ...], data: Any, report: Report
) -> Iterator[tuple[int, T]]:
    """Each sound entry of a list with its index; the faults of the others are in the report."""
    for index, built in build_all(adapter, entry, source, path, data, report):
        if not isinstance(built, Faulty):
            yield index, built


class Faulty(NamedTuple):
    """An entry that has faults, by the paths that lead to them in it."""

    paths: tuple[tuple[Step, ...], ...]


def build_all(
    adapter: TypeAdapter[T], entry: Any, source: Source, path: tuple[Step, ...], data: Any, report: Report
) -> Iterator[tuple[int, T | Faulty]]:
    """Each entry of a list with its index; the faults of those that are faulty are in the report."""
    if not isinstance(data, list):
        report.error(source.where(*path), "read:value", f"{path[-1]} must be a list, not {_quoted(data)}.")
        return
    for index, item in enumerate(data):
        try:
            yield index, validated(adapter.validate_python, source, item)
        except ValidationError as fault:
            _Teller(entry, source, (*path, index), item, report).tell(fault)
            yield index, Faulty(tuple(error["loc"] for error in fault.errors(include_url=False)))


def validated(validate: Callable[[Any], T], source: Source, data: Any) -> T:
    """The validated value; where a cell of a table should be a number, its decimal comma counts as a point."""
    try:
        return validate(data)
    except ValidationError as fault:
        errors = fault.errors(include_url=False) if source.columns is not None else []
        commas = [walked(data, error["loc"]) for error in errors if error["type"] in _NO_NUMBER]
        mended = data
        for steps, value in commas:
            if isinstance(value, str) and _DECIMAL_COMMA.fullmatch(value):
                mended = _with(mended, steps, value.replace(",", "."))
        if mended is data:
            raise
    return validate(mended)


def walked(data: Any, path: Sequence[Step]) -> tuple[tuple[Step, ...], Any]:
    """The steps of pydantic's path that are steps of the data, and the data there.

    Tags of unions and names of validators are none.
    """
    items: list[Step] = []
    for step in path:
        if isinstance(data, dict):
            exists = step in data
        else:
            exists = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if exists:
            data = data[step]
            items.append(step)
    return tuple(items), data


def _with(data: Any, steps: Sequence[Step], value: Any) -> Any:
    """A copy of data with another value at one place."""
    if not steps:
        return value
    result = copy(data)
    result[steps[0]] = _with(data[steps[0]], steps[1:], value)
    return result


class _Teller:
    """Turns the faults of one value into problems; `model` is its expected model."""

    def __init__(self, model: Any, source: Source, path: tuple[Step, ...], data: Any, report: Report) -> None:
        self.model = model
        self.source = source
        self.path = path
        self.data = data
        self.report = report

    def tell(self, fault: ValidationError) -> None:
        if self.report.is_full:
            return
        every = fault.errors(include_url=False)
        errors = every[:MOST_TOLD]
        if len(every) > MOST_TOLD:
            where = self.source.where(*self.path)
            self.report.error(where, "read:size", f"{len(every) - MOST_TOLD} more faults are not shown.")
        # A misspelt field is one fault, not two: what it was meant to be is not missing as well.
        corrected = {
            (*self.steps(error)[:-1], self.nearest_field(error))
            for error in errors
            if error["type"] == "extra_forbidden"
        }
        for error in errors:
            if error["type"] != "missing" or self.steps(error) not in corrected:
                self.tell_fault(error)

    def steps(self, error: ErrorDetails) -> tuple[Step, ...]:
        """The steps of an error that are steps of the data, and the name of a missing field."""
        result, _ = walked(self.data, error["loc"])
        return (*result, error["loc"][-1]) if error["type"] == "missing" else result

    def at(self, steps: tuple[Step, ...]) -> Any:
        data = self.data
        for step in steps:
            data = data[step]
        return data

    def nearest_field(self, error: ErrorDetails) -> str | None:
        """The field that a misspelt one was meant to be, if one is near that is not there already."""
        return nearest(str(error["loc"][-1]), self.free_fields(error))

    def free_fields(self, error: ErrorDetails) -> list[str]:
        parent = self.steps(error)[:-1]
        return [name for name in _field_names(self.model, parent, self.data) if name not in self.at(parent)]

    def under_the_one(self, name: str) -> str:
        """The hint for a field at the top of a file that has everything under one: style, pack. Else nothing."""
        fields = _field_names(self.model, (), self.data)
        if len(fields) != 1:
            return ""
        inner = sorted({field for model in _fields_in(self.model, fields[0]) for field in model.model_fields})
        if name in inner:
            return f"Put it under {fields[0]}."
        return f"Everything here goes under {fields[0]}. {did_you_mean(name, inner, most=12)}" if inner else ""

    def tell_fault(self, error: ErrorDetails) -> None:
        kind = error["type"]
        steps = self.steps(error)
        context: dict[str, Any] = dict(error.get("ctx") or {})
        is_key = bool(error["loc"]) and error["loc"][-1] == "[key]"
        value = _quoted(error.get("input"))
        field = _field((*self.path[-2:], *steps)) if not is_key else value
        where = self.source.where(*self.path, *steps, key=is_key)
        rule, hint = "read:value", ""
        if kind == "missing":
            rule = "read:missing"
            where = self.source.where(*self.path, *steps[:-1])
            columns = self.source.columns
            if columns is not None and ".".join(str(step) for step in steps) not in columns:
                where = self.source.where()
                self.report.error(where, rule, f"the column {field} is missing.")
                return
            if columns is not None:
                head = columns[".".join(str(step) for step in steps)]
                if where._replace(column=head.column) not in self.source.unread:
                    self.report.error(where, rule, f"{field} is empty in this row.")
                return
        elif kind == "extra_forbidden":
            rule = "read:field"
            where = self.source.where(*self.path, *steps, key=True)
            near = self.nearest_field(error) or nearest(str(steps[-1]), _field_names(self.model, steps[:-1], self.data))
            hint = f"Did you mean {near}?" if near else did_you_mean(str(steps[-1]), self.free_fields(error))
            if not near and not self.path and len(steps) == 1:
                hint = self.under_the_one(str(steps[0])) or hint
        elif kind == "string_pattern_mismatch":
            field, hint = _PATTERNS.get(str(context.get("pattern")), (field, ""))
            hint = _likely_value(field, error.get("input")) or hint
            if self.source.columns is not None:
                hint = _in_a_cell(field, hint)
        elif kind in ("literal_error", *_OF_A_KIND):
            words = _words(str(context.get("expected", context.get("expected_tags", ""))))
            if kind in _OF_A_KIND:
                context["discriminator"] = discriminator = str(context.get("discriminator", "")).strip("'")
                value_read = self.at(steps)[discriminator]
                where, value = self.source.where(*self.path, *steps, discriminator), _quoted(value_read)
            else:
                value_read = error.get("input")
            near = nearest(value_read, words) if isinstance(value_read, str) else None
            hint = f"Did you mean {near}?" if near else ""
            context["expected"] = listed(words, "or")
        elif kind == "union_tag_not_found":
            rule = "read:missing"
            context["discriminator"] = str(context.get("discriminator", "")).strip("'")
        elif kind in _RANGES:
            value = value.strip("'")
        elif kind in _NO_NUMBER and _WITH_EXPONENT.fullmatch(str(error.get("input"))):
            least, most = _span(self.model, steps, self.data)
            hint = f"Write its digits: {least:g} to {most:g}." if least is not None and most is not None else ""
        elif kind == "string_type" and error.get("input") is None:
            hint = "Put text that starts with # in quotes."
        sentence = SENTENCES.get(kind)
        if sentence is None:  # a type that no model of ours should raise; said without pydantic's words
            sentence = "{field} cannot be read: {value}."
        if kind == "string_too_long" and context.get("max_length") == 1:
            sentence = "{field} must be one character."
        figures = {name: f"{figure:g}" for name, figure in context.items() if isinstance(figure, float)}
        self.report.error(where, rule, sentence.format_map(_Lenient(context, figures, field=field, value=value)), hint)


def slug(text: str) -> str:
    """The id that a name comes nearest to: `Stone Thrower`, `stone-thrower`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _likely_value(field: str, value: object) -> str | None:
    """The hint for a text that does not fit the pattern of this field, where its meaning is plain."""
    if not isinstance(value, str) or len(value) > 60 or not value.isascii():
        return None
    if field == "hex" and re.fullmatch(r"[0-9]{3}", value):
        return f'Write four digits in quotes. Did you mean "0{value}"?'
    if field == "square":
        return _square_meant(value)
    return f"Did you mean {slug(value)}?" if field == "id" and slug(value) else None


def _square_meant(value: str) -> str | None:
    """The hint for a square that is written otherwise than ours; none where that could be several."""
    match = _ALMOST_A_SQUARE.fullmatch(value)
    if match is None or are_digits(value):
        return None
    column = match[1] if are_digits(match[1]) else str("abcdefghi".index(match[1].lower()) + 1)
    return f"Did you mean {column},{match[2]}?"


def _in_a_cell(field: str, hint: str) -> str:
    """A hint for a spreadsheet: quotes are for YAML, and a column of numbers loses the first 0 of a hex."""
    hint = hint.replace(" in quotes", "").replace('"', "")
    return hint.replace("Write four digits.", "Format the column as text.") if field == "hex" else hint


def _field(steps: tuple[Step, ...]) -> str:
    """A place in the words of a message: `movement`, `rules (2)`, `entry 3`."""
    names = [step for step in steps if isinstance(step, str)]
    if steps and isinstance(steps[-1], int):
        return f"{names[-1]} ({steps[-1] + 1})" if names else f"entry {steps[-1] + 1}"
    return names[-1] if names else "this"


def _words(expected: str) -> list[str]:
    """The choices in pydantic's list of them: `'a', 'b' or 'c'`."""
    return [word.strip(" '") for word in expected.replace(" or ", ", ").split(",")]


class _Lenient(dict[str, Any]):
    """A sentence never fails for want of a figure."""

    def __init__(self, *parts: Mapping[str, Any], **values: Any) -> None:
        super().__init__()
        for part in parts:
            self.update(part)
        self.update(values)

    def __missing__(self, key: str) -> str:
        return "?"


def _quoted(value: object) -> str:
    """A wrong value as a sentence shows it: short, quoted if text."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:37] + "..."
        return repr(text)
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return str(value)


def _field_names(model: Any, steps: tuple[Step, ...], data: Any) -> list[str]:
    """The field names of the model found by walking `steps` from `model`; of a union, of the one that `data` picks."""
    names: set[str] = set()
    for part in _models_at(model, steps, data):
        names.update(field.alias or name for name, field in part.model_fields.items())
    return sorted(names)


def _models_at(model: Any, steps: tuple[Step, ...], data: Any) -> list[type[BaseModel]]:
    """The models found by walking `steps` from `model`; of a union, those that `data` picks."""
    current = _picked(_models_in(model), data)
    for step in steps:
        data = data[step]
        if isinstance(step, str):
            inner = [m for candidate in current if step in candidate.model_fields for m in _fields_in(candidate, step)]
            current = inner or current
        current = _picked(current, data)
    return current


def _span(model: Any, steps: tuple[Step, ...], data: Any) -> tuple[float | None, float | None]:
    """The least and the most that the number at the end of `steps` may be, where the model says so."""
    least = most = None
    for owner in _models_at(model, steps[:-1], data):
        field = owner.model_fields.get(str(steps[-1]))
        for mark in field.metadata if field is not None else ():
            least, most = getattr(mark, "ge", least), getattr(mark, "le", most)
    return least, most


def _fields_in(model: type[BaseModel], name: str) -> list[type[BaseModel]]:
    return _models_in(model.model_fields[name].annotation)


def _picked(models: list[type[BaseModel]], data: Any) -> list[type[BaseModel]]:
    """The models of a union that have the kind that the data states, or that need none stated."""
    if len(models) < 2 or not isinstance(data, dict):
        return models
    if "kind" in data:
        return [m for m in models if data["kind"] in _tags(m)] or models
    return [m for m in models if "kind" in m.model_fields and not m.model_fields["kind"].is_required()] or models


def _tags(model: type[BaseModel]) -> tuple[str, ...]:
    field = model.model_fields.get("kind")
    return tuple(str(v) for v in get_args(field.annotation)) if field is not None else ()


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    result: list[type[BaseModel]] = []
    for inner in get_args(annotation):
        result.extend(_models_in(inner))
    return result
