"""The first turn of a battle for its booklet, played by the engine on the battle's own set-up.

The decisions and the seed are data (`first-turn.yaml`); the dice, the results and the sentences are what the engine
and the report make of them with the catalogue as it is. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ibbprint.catalogue.models.first_turn import FirstTurn
from ibbprint.catalogue.sentences import sentences
from ibbprint.engine.api.playing import EventWords
from ibbprint.engine.refusals import Refusal
from ibbprint.engine.session import Opened, Session
from ibbprint.patterns import regex
from ibbprint.phrases import capital

_RULES = regex(r" \[[A-Z]-[A-Z]?[0-9]{1,3}(?: [A-Z]-[A-Z]?[0-9]{1,3})*\]")
"""The ids of rules behind a sentence of a report, which a booklet has in its margin or not at all."""

STANDING = "so-far"
"""The kind of sentence that says how an unfinished game stands: an example has its picture for that."""


def play_first_turn(opened: Opened[Any], turn: FirstTurn) -> tuple[Session[Any], bool]:
    """The game after the actions of a turn, and whether all of them were legal with the catalogue as it is."""
    game = opened.start(turn.seed, listen=True)
    for line in turn.actions:
        try:
            game.apply(game.parse(line))
        except Refusal:
            return game, False
    return game, True


def paragraphs(game: Session[Any], opened: Opened[Any]) -> list[dict[str, Any]]:
    """The story of a game on paper, from its first turn on: each paragraph with its `items`.

    What comes before the first turn is on the scenario sheet.
    """
    telling = sentences(opened.catalogue)
    used: dict[str, int] = {}
    result: list[dict[str, Any]] = []
    begun = False
    for passage in game.passages(game.events):
        place = "" if passage.kind == STANDING else telling[passage.kind].place
        begun = begun or place == "heading"
        if not begun:
            continue
        if place == "paragraph":
            result.append({"head": sentence(passage, telling, used), "items": []})
        elif result and place == "item":
            result[-1]["items"].append(sentence(passage, telling, used))
        elif result and place in ("under", "on"):
            addition = sentence(passage, telling, used)
            if result[-1]["items"]:
                result[-1]["items"][-1] += f" {addition}"
            else:
                result[-1]["head"] += f" {addition}"
    return result


def sentence(passage: EventWords, telling: Mapping[str, Any], used: dict[str, int]) -> str:
    """The next sentence of its kind, without ids of rules."""
    say: Sequence[str] = telling[passage.kind].say
    number = used[passage.kind] = used.get(passage.kind, -1) + 1
    return capital(_RULES.sub("", say[number % len(say)].format_map(passage.words)))
