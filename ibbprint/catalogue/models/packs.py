"""Designers' packs."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from ibbprint.catalogue.models import Id, Text, Title
from ibbprint.catalogue.validate import Model


class Pack(Model):
    """What a designer's pack says of itself."""

    id: Id
    title: Title
    game: Id
    edition: Annotated[str, Text(min_length=1, max_length=20)] = "1"


class PackFile(Model):
    """The file `pack.yaml` of a pack."""

    pack: Pack
