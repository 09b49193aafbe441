"""The budget of a template: steps, in proportion to the values that are iterated and handled.

A step is a part of a template that is evaluated, or a character or item of a value that is handled. No step takes or
keeps more than about a hundred bytes, so the one number bounds time and memory alike. It is counted, not measured: the
same template with the same values is accepted or refused alike on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import LoopContext, Macro, Undefined
from pydantic import BaseModel

MOST_STEPS = 2_000_000
"""The most steps one text may take: a face, a card, a page."""
MOST_STEPS_TOGETHER = 50_000_000
"""The most steps all texts of one run may take together."""
MOST_DEEP = 50
"""How deep lists and records may be nested where all of a value is handled."""
MOST_DIGITS = 100
"""How many digits a whole number may have."""

_ONE = frozenset((int, float, bool, type(None)))


class TooMuchWork(SecurityError):
    """A text takes more steps than it may."""


class NotCalled(SecurityError):
    """A function, method, block or macro used as a value, which is always a mistake."""

    def __init__(self, value: Any) -> None:
        self.name = str(getattr(value, "__name__", None) or getattr(value, "name", "it"))
        super().__init__(f"write {self.name}() with its brackets")


class NotWords(SecurityError):
    """A list or a mapping put out as it is, which would be printed with Python's brackets and quotes."""

    def __init__(self, value: Any) -> None:
        keyed = isinstance(value, Mapping)
        way = (
            "write the name of what is in it: NAME.KEY" if keyed else 'write NAME|join(", "), or go through it with for'
        )
        super().__init__(f"a {'mapping' if keyed else 'list'} cannot be printed as it is: {way}")


class Steps:
    """The steps that are left for all texts of one run."""

    def __init__(self, together: int = MOST_STEPS_TOGETHER) -> None:
        self.remaining = together


class Counter:
    """Counts the steps of one text after another. Raises TooMuchWork when they are too many."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.granted = self.remaining = min(MOST_STEPS, steps.remaining)

    def begin(self) -> None:
        """A new text: what the last one took is taken off what all may take together."""
        self.steps.remaining -= self.granted - max(0, self.remaining)
        self.granted = self.remaining = min(MOST_STEPS, self.steps.remaining)

    def spend(self, steps: int) -> None:
        self.remaining -= steps
        if self.remaining < 0:
            if self.granted < MOST_STEPS:
                raise TooMuchWork(f"all templates together take more than {MOST_STEPS_TOGETHER:,} steps")
            raise TooMuchWork(f"it takes more than {MOST_STEPS:,} steps")

    def handle(self, value: Any) -> None:
        """Spend the cost of printing, comparing or copying a value with all that is in it."""
        kind = type(value)
        if kind in _ONE:
            self.remaining -= 1
        elif kind is str:
            self.spend(len(value))
        else:
            self.spend(weight(value))


def weight(value: Any) -> int:
    """The characters and items in a value. What is in it twice counts twice, and is looked through once.

    Raises SecurityError for what is nested deeper than `MOST_DEEP`, and NotCalled for a function or method: printed, it
    would be the place where it is in memory, another one in every run. Macros and loops have words that stay the same.
    """
    return _weight(value, 0, {})


def _weight(value: Any, deep: int, weighed: dict[int, tuple[int, Any]]) -> int:
    if type(value) in _ONE:
        return 1
    if isinstance(value, str | bytes | range):
        return len(value) + 1
    inner = _inside(value)
    if inner is None:
        if callable(value) and not isinstance(value, Macro | LoopContext | Undefined):
            raise NotCalled(value)
        return 1
    if deep >= MOST_DEEP:
        raise SecurityError(f"a value is nested more than {MOST_DEEP} deep")
    pair = weighed.get(id(value))
    if pair is None:
        pair = weighed[id(value)] = 1 + sum(_weight(part, deep + 1, weighed) for part in inner), value
    return pair[0]


def _inside(value: Any) -> Any:
    """The parts of a value, one by one; None for a plain one."""
    if isinstance(value, Mapping):
        return (part for pair in value.items() for part in pair)
    if isinstance(value, BaseModel):
        return iter(value.__dict__.values())
    if isinstance(value, TemplateModule):
        return iter(getattr(value, "_body_stream", ()))
    if isinstance(value, Collection) and not isinstance(value, LoopContext):
        return iter(value)
    return None
