"""The options that a question about odds sets in words: `across a stream`, `range 3`, `under fire`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ibbprint.digits import are_digits
from ibbprint.engine.api.odds import AskOption, Subject
from ibbprint.engine.question_words import OPTION, ROLL, Token, keys_of
from ibbprint.engine.words import Match, WordRefused, Words

_OF_SIDES = frozenset(["", "terrain", "own-terrain", "attack", "modifier", "unit"])
"""What the values of options may be that are found in another way than by a word alone."""


class OptionReader:
    """Reads the options of a subject; their values are in `options`."""

    def __init__(self, subject: Subject, words: Words) -> None:
        self.subject = subject
        self.words = words
        self.options: dict[str, Any] = {}
        self.refusals: list[WordRefused] = []
        """What is wrong with words that the game knows."""

    def _option_values(self) -> dict[str, Any]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in self.options.items()}

    def _value(self, option: AskOption, value: Any) -> Any:
        """The value of an option in the exact spelling; one that is no word of its kind stays."""
        if not option.names:
            return value
        if isinstance(value, tuple | list):
            return [self._value(option, item) for item in value]
        name, equals, times = str(value).partition("=")
        match = self.words.lookup(option.names.removeprefix("own-"), name)
        kind = option.names.removeprefix("own-")
        if match is None:
            return self._unknown_value(option, kind, name, value)
        return f"{match.spelling(name) if len(match.ids) > 1 else match.ids[0]}{equals}{times}"

    def _unknown_value(self, option: AskOption, kind: str, name: str, value: Any) -> Any:
        """The value of an option that is no word of its kind. Raises `WordRefused` where one is near."""
        if self.words.near(kind, name) is None:
            return value
        raise WordRefused(f"there is no {kind} {name!r}.", self.words.hint(kind, name), f"--{option.name}")

    def _option(self, names: str) -> AskOption | None:
        return next((option for option in self.subject.options if option.names == names), None)

    def _choose(self, tokens: list[Token], typed: AbstractSet[str]) -> list[Token]:
        """The tokens without those that set an option: `across a stream`, `range 3`, `under fire`.

        What is typed as an option counts.
        """
        options = {option.name: option for option in self.subject.options}
        modifier = self._option("modifier")
        qualities = {option.names: option for option in self.subject.options if option.names not in _OF_SIDES}
        remaining: list[Token] = []
        keys = keys_of(tokens)
        start = 0
        while start < len(tokens):
            name, step = tokens[start].text.lower(), 0
            after = tokens[start + 1].text if start + 1 < len(tokens) else ""
            match = self.words.longest([OPTION], keys, start)
            numbered = name in options and options[name].kind == "number" and re.fullmatch(r"[+-]?[0-9]{1,9}", after)
            plain = numbered and match is not None and match.length == 1  # `fort 9` is no fort of level 1
            chosen, value = (None, "") if match is None or plain else self._chosen(match, options)
            if chosen is not None and match is not None:
                if chosen.name not in typed:
                    self.options[chosen.name] = self._typed(chosen, value)
                step = match.length
                # What also names the roll stays: `rally` is a roll and something that a unit does.
                if self.words.longest([ROLL], keys, start) is not None:
                    remaining += tokens[start : start + step]
            elif numbered:
                self.options.setdefault(name, int(after))
                step = 2
            elif (counted := self._counted(tokens, start, options)) is not None:
                self.options.setdefault(counted.name, int(name))
                step = 2
            elif (match := self.words.longest([*qualities], keys, start)) is not None:
                option = qualities[match.kind]
                self.options.setdefault(option.name, match.only(tokens[start].text))
                step = match.length + (tokens[start + match.length :][:1] == [Token(option.name, option.name)])
            elif modifier is not None and self.words.longest(["unit"], keys, start) is None:
                match = self.words.longest(["modifier"], keys, start)
                if match is not None:
                    ids, id = self.options.setdefault(modifier.name, []), match.only(tokens[start].text)
                    ids += [] if id in ids else [id]
                    step = match.length
            if not step:
                remaining.append(tokens[start])
            start += step or 1
        return remaining

    @staticmethod
    def _counted(tokens: Sequence[Token], start: int, options: Mapping[str, AskOption]) -> AskOption | None:
        """The option that is counted here: `3 battles`; none where its number is behind it."""
        number, after = tokens[start].text, tokens[start + 1 : start + 3]
        option = options.get(after[0].text.lower()) if after else None
        if option is None or option.kind != "number" or not option.name.endswith("s"):
            return None
        if not are_digits(number) or len(number) > 9:
            return None
        return None if len(after) > 1 and are_digits(after[1].text) else option

    def _set(self, option: AskOption, value: str) -> None:
        """Give an option a value; another value than it has is refused."""
        current = self.options.setdefault(option.name, value)
        if current != value:
            hint = f"Name one of them, for example with --{option.name} {current}."
            self.refusals.append(WordRefused(f"the question has both {current} and {value}.", hint))

    @staticmethod
    def _chosen(match: Match, options: Mapping[str, AskOption]) -> tuple[AskOption | None, str]:
        """The option of the subject that words choose, with its value: a flag has none."""
        for id in match.ids:
            name, _, value = id.partition("=")
            if name in options and (options[name].kind == "flag") == (not value):
                return options[name], value
        return None, ""

    @staticmethod
    def _typed(option: AskOption, value: str) -> Any:
        return True if option.kind == "flag" else int(value) if option.kind == "number" else value
