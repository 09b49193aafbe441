"""Figures of the rules."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from ibbprint.catalogue.models import Id, Line, RuleId
from ibbprint.catalogue.validate import Model


class Figure(Model):
    """One number of the rules that is not in a table: printed and applied from here."""

    id: Id
    value: int
    rule: RuleId
    text: Line
    reconstructed: bool = False
