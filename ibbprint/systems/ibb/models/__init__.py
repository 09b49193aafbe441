"""What the files of Itty Bitty Battles hold, a module for each subject; here, what the models of several hold.

Making a class of pydantic takes time: import what you need from its module, and no others are made.
"""

# No `from __future__ import annotations` here: pydantic would evaluate each of them from its text, at every start.

from typing import Annotated

from ibbprint.catalogue.models import Text

UNIT_LIST = "ibbprint units"
"""The command that shows every unit and its price."""

ShortName = Annotated[str, Text(min_length=1, max_length=22)]
