"""What answers the questions of a page in the process of a game or of a map, by their names, in plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ibbprint.catalogue.editing import NotEdited

Json = dict[str, Any]


class Refused(ValueError):
    """A request that cannot be met: a stale move, nothing to undo. The message is for the player."""


class Answering:
    """Answers the questions in `asks`, each by a function that takes its values."""

    asks: Mapping[str, Callable[..., Json]]

    def ask(self, name: str, values: Mapping[str, Any]) -> Json:
        """The answer to a question by its name. What cannot be met is answered by `refused`, for people to read."""
        try:
            return self.asks[name](**values)
        except (Refused, NotEdited) as refused:
            return {"refused": str(refused)}

    def after(self) -> Json:
        """What the server must know after every change: the number of the game or map, and whether policies think."""
        raise NotImplementedError
