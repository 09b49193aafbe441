"""Plain data into typed models, and pydantic's complaints into problems that a player can read.

pydantic's own sentences never get out: every error type that our models can raise has a sentence here,
and a test holds the table to that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from ibbprint.catalogue.source import Source
from ibbprint.problems import Report, did_you_mean

Step = str | int


class Model(BaseModel):
    """The base of everything that a file can hold: closed to unknown fields, not changed after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)


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
    "string_pattern_mismatch": "{value} is not a proper {field}.",
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
    "too_short": "{field} needs at least {min_length} of them, not {actual_length}.",
    "too_long": "{field} takes at most {max_length} of them, not {actual_length}.",
    "union_tag_invalid": "{field} is of no known kind: {tag}.",
    "union_tag_not_found": "{field} does not say of which kind it is: give it {discriminator}.",
    "value_error": "{error}",
    "none_required": "{field} must be left empty, not {value}.",
}

_HINTS: Mapping[str, str] = {
    "hex": 'Write column and row as four digits in quotes, like "0610".',
    "id": "Use small letters, digits and hyphens.",
    "colour": "Write a colour like #a1b2c3.",
}

_PATTERN_NAMES: Mapping[str, str] = {
    r"^\d{4}$": "hex",
    r"^[a-z0-9][a-z0-9-]*$": "id",
    r"^#[0-9a-fA-F]{6}$": "colour",
}


def build(model: type[M], source: Source, path: tuple[Step, ...], data: Any, report: Report) -> M | None:
    """`data` (found at `path` in `source`) as a model, or None with every fault in the report."""
    try:
        return model.model_validate(data)
    except ValidationError as fault:
        seen: set[tuple[object, ...]] = set()
        for error in fault.errors(include_url=False):
            _tell(error, model, source, path, report, seen)
        return None


def build_each(
    adapter: TypeAdapter[T], entry: Any, source: Source, path: tuple[Step, ...], data: Any, report: Report
) -> Iterator[tuple[int, T]]:
    """Each sound entry of a list with its index; the faults of the others are in the report."""
    if not isinstance(data, list):
        report.error(source.where(*path), "read:value", f"{path[-1]} must be a list, not {_shown(data)}.")
        return
    for index, item in enumerate(data):
        try:
            yield index, adapter.validate_python(item)
        except ValidationError as fault:
            seen: set[tuple[object, ...]] = set()
            for error in fault.errors(include_url=False):
                _tell(error, entry, source, (*path, index), report, seen)


def _tell(
    error: ErrorDetails,
    model: Any,
    source: Source,
    path: tuple[Step, ...],
    report: Report,
    seen: set[tuple[object, ...]],
) -> None:
    loc = tuple(error["loc"])
    kind = error["type"]
    context = dict(error.get("ctx") or {})
    named = [step for step in loc if isinstance(step, str) and not step.startswith(("function-", "tagged-"))]
    field = str(named[-1]) if named else "this"
    if loc and isinstance(loc[-1], int):
        field = f"{field} ({loc[-1] + 1})" if named else f"entry {loc[-1] + 1}"
    value = _shown(error.get("input"))
    hint = ""
    rule = "read:value"
    where = source.where(*path, *loc)
    if kind == "missing":
        rule = "read:missing"
        where = source.where(*path, *loc[:-1])
    elif kind == "extra_forbidden":
        rule = "read:field"
        where = source.where(*path, *loc, key=True)
        hint = did_you_mean(str(loc[-1]), _field_names(model, loc[:-1]))
    elif kind == "string_pattern_mismatch":
        field = _PATTERN_NAMES.get(str(context.get("pattern")), field)
        hint = _HINTS.get(field, "")
    elif kind == "literal_error":
        words = [w.strip(" '") for w in str(context.get("expected", "")).replace(" or ", ", ").split(",")]
        if isinstance(error.get("input"), str):
            hint = did_you_mean(str(error["input"]), words)
            hint = hint if hint.startswith("Did") else ""
        context["expected"] = " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
    elif kind == "value_error":
        context["error"] = str(context.get("error", ""))
    sentence = SENTENCES.get(kind)
    if sentence is None:  # a type that no model of ours should raise; said without pydantic's words
        sentence = "{field} cannot be read: {value}."
    message = sentence.format_map(_Lenient(context, field=field, value=value))
    found = (where, rule, message)
    if found not in seen:
        seen.add(found)
        report.error(where, rule, message, hint)


class _Lenient(dict[str, Any]):
    """A sentence never fails for want of a figure."""

    def __init__(self, *parts: Mapping[str, Any], **more: Any) -> None:
        super().__init__()
        for part in parts:
            self.update(part)
        self.update(more)

    def __missing__(self, key: str) -> str:
        return "?"


def _shown(value: object) -> str:
    """A wrong value as a sentence shows it: short, quoted if text."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        short = value if len(value) <= 40 else value[:37] + "..."
        return repr(short)
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return str(value)


def _field_names(model: Any, loc: tuple[Step, ...]) -> list[str]:
    """The field names of the model (or union of models) found by walking `loc` from `model`."""
    current = _models_in(model)
    for step in loc:
        found: list[type[BaseModel]] = []
        for each in current:
            if isinstance(step, str) and step in each.model_fields:
                found.extend(_models_in(each.model_fields[step].annotation))
        if found:
            current = found
        elif isinstance(step, str):  # the tag of a union picks one of its models
            tagged = [m for m in current if step in _tags(m)]
            current = tagged or current
    names: set[str] = set()
    for each in current:
        names.update(field.alias or name for name, field in each.model_fields.items())
    return sorted(names)


def _tags(model: type[BaseModel]) -> tuple[str, ...]:
    field = model.model_fields.get("kind")
    return tuple(str(v) for v in get_args(field.annotation)) if field is not None else ()


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    found: list[type[BaseModel]] = []
    for inner in get_args(annotation):
        found.extend(_models_in(inner))
    return found
