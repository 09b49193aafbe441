"""The turn that a booklet plays through."""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from pydantic import Field

from ibbprint.catalogue.models import Id, Sentences
from ibbprint.catalogue.validate import Model


class FirstTurn(Model):
    """The decisions of the first turn of the scenario with this id, as actions of `play`, over the dice of a seed.

    The booklet of that scenario, or a sheet of its kit, says and shows what follows from them. On a sheet each of the
    two pictures is `wide` percent of the text; side by side where both fit.
    """

    id: Id
    seed: int = Field(ge=0)
    actions: Sentences = Field(min_length=1)
    wide: int = Field(default=100, ge=30, le=100)
