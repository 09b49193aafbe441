"""What is sound of faulty data: read on, so that the faults of names come in one run with those of values."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ibbprint.catalogue.validate import Step, walked

M = TypeVar("M", bound=BaseModel)
ROUNDS = 3
"""How often faulty values are taken out: an item of a list goes when what it must have was one of them."""


def sound_part(model: type[M], data: Any) -> M | None:
    """The model of what is left of faulty data without the values that are faulty, and the items of lists that lack
    something; None where anything else is missing.
    """
    for _ in range(ROUNDS):
        try:
            return model.model_validate(data)
        except ValidationError as fault:
            errors = [(error["type"], walked(data, error["loc"])[0]) for error in fault.errors(include_url=False)]
        if any(not place or (kind == "missing" and not isinstance(place[-1], int)) for kind, place in errors):
            return None
        data = _without(data, {place for _, place in errors})
    return None


def _without(data: Any, places: Iterable[tuple[Step, ...]]) -> Any:
    """A copy of data without what is at these places."""
    sound = deepcopy(data)
    for *steps, last in sorted(places, key=lambda place: [(str(type(step)), step) for step in place], reverse=True):
        holder = sound
        for step in steps:
            holder = holder[step]
        del holder[last]
    return sound
