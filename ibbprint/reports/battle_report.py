"""A battle report: a game as a text that a person enjoys, or as one JSON object. Knows no game.

Promises: the same game gives the same text; of each kind of sentence the same one never comes twice running, so no
sentence stands three times in a row.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ibbprint.dice import SeededDice
from ibbprint.engine.api.playing import EventWords, Telling
from ibbprint.engine.session import Opened, Playing
from ibbprint.reports.layout import WIDTH, width_of, wrapped

INDENT, UNDER = 2, 6


@dataclass(frozen=True, slots=True)
class Story:
    """A game that is over, to be told."""

    opened: Opened[Any]
    game: Playing
    seed: int | str
    played_by: Mapping[str, str]
    """What decided for each side."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """How disputed rules were played by choice."""

    def text(self, *, brief: bool = False, width: int = WIDTH) -> str:
        """The report in so many columns; when `brief`, the summaries alone."""
        page = _Page()
        for _, place, text in self.lines(brief=brief):
            page.add(place, text)
        return page.text(min(width, WIDTH))

    def lines(self, *, brief: bool = False) -> Iterator[tuple[str, str, str]]:
        """The sentences of the report: the kind of what happened, the place of the sentence, its words."""
        opened = self.opened
        teller = Teller(opened.telling, self.seed)
        for number, item in enumerate(self.game.tale()):
            telling = opened.telling[item.kind]
            if telling.brief or not brief:
                yield item.kind, telling.place, teller.sentence(item)
            if number == 0:
                by = [f"{opened.sides.get(side, side)} played by {name}" for side, name in self.played_by.items()]
                chosen = ", ".join(f"{name}={value}" for name, value in self.rules.items())
                with_rules = [f"played with {chosen}"] if chosen else []
                yield "", "paragraph", "; ".join([f"Seed {self.seed}", *by, *with_rules]) + "."

    def json(self) -> str:
        """The game as one JSON object: how it was begun, every event, the result."""
        result = self.game.result
        values = {
            "scenario": self.opened.id,
            "title": self.opened.title,
            "seed": self.seed,
            "rules": dict(self.opened.rules),
            "policies": dict(self.played_by),
            "not_played": list(self.opened.not_played),
            "events": [_event(event) for event in self.game.events],
            "over": self.game.is_over,
            "result": {"levels": dict(result.levels), "winner": result.winner},
            "fingerprint": self.game.fingerprint(),
        }
        return json.dumps(values, ensure_ascii=False)


class Teller:
    """Chooses among the sentences, by dice of its own, and fills in the words."""

    def __init__(self, telling: Mapping[str, Telling], seed: int | str) -> None:
        self._telling = telling
        self._dice = SeededDice(f"telling:{seed}")
        self._used: dict[str, list[int]] = {}

    def sentence(self, item: EventWords) -> str:
        """The sentence for a report item, unlike the last ones of its kind."""
        say = self._telling[item.kind].say
        used = self._used.setdefault(item.kind, [])
        fresh = [number for number in range(len(say)) if number not in used] or [0]
        chosen = fresh[self._dice.roll(len(fresh)) - 1] if len(fresh) > 1 else fresh[0]
        used.append(chosen)
        del used[: max(0, len(used) - len(say) // 2)]
        return _capital(say[chosen].format_map(item.words).strip())


class _Page:
    """Lines of a text, wrapped: headings, paragraphs, items and figures under them."""

    def __init__(self) -> None:
        self._blocks: list[tuple[str, str]] = []

    def add(self, place: str, text: str) -> None:
        if place == "on" and self._blocks and self._blocks[-1][0] not in ("title", "heading"):
            kind, before = self._blocks[-1]
            self._blocks[-1] = (kind, f"{before} {text}")
        else:
            self._blocks.append(("paragraph" if place == "on" else place, text))

    def text(self, width: int) -> str:
        lines: list[str] = []
        for place, text in self._blocks:
            if place in ("title", "heading"):
                head = _wrap(text, width, 0, 0)
                lines += ["", *head, ("=" if place == "title" else "-") * max(map(width_of, head))]
            elif place == "paragraph":
                lines += ["", *_wrap(text, width, 0, 0)]
            elif place == "item":
                lines += _wrap(f"- {text}", width, INDENT, INDENT + 2)
            else:
                lines += _wrap(text, width, UNDER, UNDER)
        return "\n".join(lines[1:]) + "\n"


def _wrap(text: str, width: int, first: int, rest: int) -> list[str]:
    return wrapped(text, width, first=" " * first, rest=" " * rest) or [""]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _event(event: Any) -> dict[str, Any]:
    return {"kind": event.kind, "turn": event.turn, "rules": list(event.rules), "values": _plain(event.values)}


def _plain(value: Any) -> Any:
    """Only what JSON has."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value if isinstance(value, str | int | float | bool | None) else str(value)
    return [_plain(item) for item in (value if isinstance(value, Sequence) else sorted(value))]
