"""Whose game it is."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from pydantic import Field

from ibbprint.catalogue.models import Line, RuleIds, Title
from ibbprint.catalogue.validate import Model, empty_list


class Credit(Model):
    """The line on the first page of every kit that says whose game it is; `title` is what the kits call it."""

    title: Title
    line: Line
    rules: RuleIds = Field(default_factory=empty_list)
