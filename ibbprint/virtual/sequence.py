"""Texts in a row as VASSAL writes them: tokens between delimiters, a delimiter inside a token after a backslash.

The rules are those of VASSAL's `SequenceEncoder`, so that its programs read what is written here and the other way
round.
"""

from __future__ import annotations

from collections.abc import Iterable

ESCAPE, QUOTE = "\\", "'"


class Unwritable(ValueError):
    """A `text` that VASSAL could not read back: it ends in a backslash."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{text!r} ends in a backslash, and VASSAL would take what follows for a part of it")


def encode(tokens: Iterable[str], delimiter: str) -> str:
    """The tokens as one text. Raises Unwritable for one that cannot be read back."""
    return delimiter.join(_escaped(token, delimiter) for token in tokens)


def decode(text: str, delimiter: str) -> list[str]:
    """The tokens of a text; of an empty text one, which is empty."""
    tokens: list[str] = []
    token, start = "", 0
    for index, letter in enumerate(text):
        if letter != delimiter:
            continue
        if index and text[index - 1] == ESCAPE:
            token += text[start : index - 1]
            start = index
        else:
            tokens.append(_bare(token + text[start:index]))
            token, start = "", index + 1
    tokens.append(_bare(token + text[start:]))
    return tokens


def _escaped(token: str, delimiter: str) -> str:
    if token.endswith(ESCAPE):
        raise Unwritable(token)
    escaped = token.replace(delimiter, ESCAPE + delimiter)
    quoted = token.startswith(ESCAPE) or (token.startswith(QUOTE) and token.endswith(QUOTE))
    return f"{QUOTE}{escaped}{QUOTE}" if quoted else escaped


def _bare(token: str) -> str:
    """A token without the quotes that it stands in."""
    return token[1:-1] if len(token) > 1 and token.startswith(QUOTE) and token.endswith(QUOTE) else token
