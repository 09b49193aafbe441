"""The elements of a file that have an id, as the parser gave them: what uses one of them draws it once more.

A copy takes its look from where it is used, so it is read again there, from the recording.
"""

from __future__ import annotations

from typing import NamedTuple

Event = tuple[str, list[str]] | str | None
"""A start tag with its attributes, words, or (None) an end tag."""


class _Open(NamedTuple):
    depth: int
    identity: str
    start: int


A_WORD = 10
"""What an event costs beside its characters, in characters."""


class Recording:
    """The parser's events while elements with an id were open."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ranges: dict[str, tuple[int, int]] = {}
        """Where in it each element begins and ends. Of two that have one id the first counts."""
        self._sizes: list[int] = [0]
        """How many characters there are before each event."""
        self.running = False
        self.paused = False
        self._open: list[_Open] = []

    def start(self, name: str, pairs: list[str], identity: str, depth: int) -> None:
        """A start tag at this depth; with an `identity` it is one that others may use."""
        if self.paused:
            return
        if identity:
            self._open.append(_Open(depth, identity, len(self.events)))
            self.running = True
        self._add((name, pairs), len(name) + sum(map(len, pairs)))

    def words(self, content: str) -> None:
        if not self.paused:
            self._add(content, len(content))

    def end(self, depth: int) -> None:
        """The end tag of the element at this depth."""
        if self.paused:
            return
        self._add(None, 0)
        if self._open[-1].depth == depth:
            _, identity, start = self._open.pop()
            self.ranges.setdefault(identity, (start, len(self.events)))
            self.running = bool(self._open)

    def _add(self, event: Event, characters: int) -> None:
        self.events.append(event)
        self._sizes.append(self._sizes[-1] + characters + A_WORD)

    def size(self, identity: str) -> int:
        """The size of an element to read again, in characters."""
        start, end = self.ranges[identity]
        return self._sizes[end] - self._sizes[start]

    def recorded(self, identity: str) -> list[Event]:
        """All that was said of an element."""
        start, end = self.ranges[identity]
        return self.events[start:end]
