"""Characters that the fonts lack, told where the text that has them was written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ibbprint.drawing import fonts
from ibbprint.problems import Report, Where

HINT = "Use another character, or put a font that has it into the folder fonts and name it in style.yaml, under type."
OF_SCRIPT = "Write it in other letters, or show the words as a picture."
AROUND = 15
"""How many characters on either side show where a character is, in a text of unknown origin."""


def tell_lacking(
    content: str, words: Mapping[str, Where], where: Where, report: Report, *styles: str, excerpt: str = ""
) -> None:
    """Tell of what the fonts lack in a text that is to be printed.

    `words` says where texts were written, by the text: a character is reported at the longest of those in the content
    that have it; else where it stands in the file of `where`, with what is around it or with `excerpt`; else at the
    longest that has it, which may have been changed before it was printed.
    """
    content = content.replace("\n", " ")
    lacking = "".join(fonts.missing(content, style) for style in styles or (fonts.DEFAULT,))
    texts: dict[str, str] = {}
    for char in dict.fromkeys(lacking):
        holders = [text for text in words if char in text]
        if not (printed := [text for text in holders if text in content]) and holders and char in _template(where):
            holders = []  # the template has it by itself
        written = max(printed or holders, key=len, default="")
        texts[written] = texts.get(written, "") + char
    for written, chars in texts.items():
        at = content.index(chars[0])
        near = written or excerpt or content[max(0, at - AROUND) : at + AROUND + 1]
        place = words[written] if written else placed(chars[0], near, where)
        report.error(place, "draw:glyph", fonts.no_character(chars, near), hint_for(chars))


def hint_for(text: str) -> str:
    """What helps where these characters, or some of a text, are lacking."""
    return OF_SCRIPT if fonts.of_script(text) else HINT


def _template(where: Where) -> str:
    """The text of a template; nothing for any other file."""
    if where.line > 1 or not where.file.endswith(".j2"):
        return ""
    try:
        return Path(where.file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""


def placed(char: str, near: str, where: Where) -> Where:
    """Where a character stands in a file: with what is around it, else for the first time; `where` if it does not.

    Values and tags may be written otherwise than they are printed.
    """
    text = _template(where)
    index = text.find(near)
    at = text.find(char) if index < 0 else index + near.index(char)
    if at < 0:
        return where
    return where._replace(line=text.count("\n", 0, at) + 1, column=at - text.rfind("\n", 0, at))
