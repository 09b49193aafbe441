"""What a terminal is shown: nothing in a file can steer it, and it gets no sign that it cannot show.

File names, titles and whole files come from strangers. `visible` and `on_one_line` write out what a terminal would obey
or hide; the command line puts all that it says through one of them. `show_what_it_can` gives a stream that knows few
letters, such as a console of Windows or a printer's log, the nearest signs that every system has.
"""

from __future__ import annotations

import codecs
import unicodedata

from ibbprint.patterns import regex

_OUT_OF_THE_ORDINARY = regex("[^\n\t -~]")
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that take part in a word and leave no trace on the screen."""
_BREAKS = {ord("\n"): "\\n", ord("\t"): "\\t"}


class _Visible(dict[int, str]):
    """How each character is shown; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        blank = unicodedata.category(char) == "Zs"
        shown = char if char in "\n\t" or ((char.isprintable() or blank) and char not in _UNSEEN) else _escaped(code)
        self[code] = shown
        return shown


def _escaped(code: int) -> str:
    """A character as JSON writes it, so that JSON with it means the same as before."""
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


_VISIBLE = _Visible()


def visible(text: str) -> str:
    """The text with whatever steers a terminal, turns the order of letters or cannot be seen written out (`\\u001b`).

    Lines and tabs stay. JSON stays JSON of the same meaning.
    """
    return text.translate(_VISIBLE) if _OUT_OF_THE_ORDINARY.search(text) else text


def on_one_line(text: str) -> str:
    """The same on one line: a name that holds a line break cannot pass for a second message."""
    return visible(text).translate(_BREAKS)


# --- streams that know few letters -------------------------------------------------------------------------------

WHERE_LACKING = "ibbprint.lacking"
"""The name under which codecs find `_lacking`."""

_SIGNS = {
    **dict.fromkeys("‘’‛‹›′", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("•‣◦∙●■◆★☆✦✱", "*"),
    **dict.fromkeys("█▉▊▋▌▓■▐▀▄", "#"),
    **dict.fromkeys("▍▎▏▒░", "."),
    **dict.fromkeys("─━═╌┄╴╶╸╺", "-"),
    **dict.fromkeys("│┃║╎┆╵╷", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋┡┩╇", "+"),
    **dict.fromkeys("□☐❏❑⬜", "[ ]"),
    "‚": ",",
    "·": ".",
    "…": "...",
    "×": "x",
    "÷": "/",
    "±": "+/-",
    "⁄": "/",
    "∕": "/",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "↔": "<->",
    "⇒": "=>",
    "✓": "+",
    "✔": "+",
    "✗": "x",
    "✘": "x",
    "✕": "x",
    "✖": "x",
    "°": " degrees",
    "©": "(c)",
    "®": "(r)",
    "†": "+",
    "‡": "++",
    "§": "s.",
    "¶": "P",
    "€": "EUR",
    "£": "GBP",
    "¢": "c",
    "¥": "JPY",
    "µ": "u",
    "¡": "!",
    "¿": "?",
    "ß": "ss",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ı": "i",
    "ŋ": "ng",
    "ħ": "h",
    "¦": "|",
    "¬": "not ",
    **dict.fromkeys("❌⛔🚫🗙", "x"),
    **dict.fromkeys("☒🗷", "[x]"),
}


def nearest_sign(char: str) -> str:
    """ASCII for a character: its own sign, its letter without accents, or a question mark."""
    if char in _SIGNS:
        return _SIGNS[char]
    result = ""
    for part in unicodedata.normalize("NFKD", char):
        if part.isascii():
            result += part
        elif part in _SIGNS:
            result += _SIGNS[part]
        elif not unicodedata.combining(part):
            return "?"
    return result or "?"


def _lacking(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(map(nearest_sign, fault.object[fault.start : fault.end])), fault.end


codecs.register_error(WHERE_LACKING, _lacking)


def show_what_it_can(stream: object) -> None:
    """Have a text stream write the nearest sign for each that its encoding lacks, in place of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=WHERE_LACKING)
