"""Models of the files of Itty Bitty Battles, a module for each subject; here, the models that several share.

Making a class of pydantic takes time: import what you need from its module, and no others are made.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from ibbprint.catalogue.models import Text

UNIT_LIST = "ibbprint units"
"""The command that shows every unit and its price."""

ShortName = Annotated[str, Text(min_length=1, max_length=22)]
