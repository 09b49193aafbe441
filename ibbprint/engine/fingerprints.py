"""Values of a state whose text is the same in every process, to be hashed."""

from __future__ import annotations


def plain(value: object) -> object:
    """The same value with sets and dictionaries in order."""
    if isinstance(value, frozenset | set):
        return sorted(map(repr, value))
    if isinstance(value, dict):
        return sorted(value.items())
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value
