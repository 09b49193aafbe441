"""What a player reads on an aid is explained in the rules booklet of the same kit.

Promises, for every game whose kit has both, from the words as they are printed:
* no word of an aid is missing from the booklet, but plain English ones (`PLAIN`);
* what an aid sets in bold, as a heading or at the head of a row, it explains there, or the booklet has it in bold,
  as a heading, at the head of a row or in its index;
* an option that the booklet offers has its rules there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from ibbprint.components.style import read_style
from ibbprint.press.paper import PAPERS
from ibbprint.press.workshop import BookOptions, Workshop
from ibbprint.problems import Report, Where
from tests.helpers import folders_of, game_of, make_kit

KITS = {"defend-the-bridge": "ibb", "ayrenes-woods": "ayrenes-woods", "two-villages": "microbattle"}
"""A kit of each shipped game that has an aid and a booklet; the others have only the aid."""
PLAIN = frozenset(
    [
        "active",
        "adjacent",
        "afterward",
        "aimed",
        "another",
        "anything",
        "attempt",
        "avoid",
        "away",
        "beaten",
        "beside",
        "beyond",
        "both",
        "calls",
        "cancel",
        "contain",
        "corner",
        "cut",
        "destroy",
        "directly",
        "doing",
        "due",
        "effect",
        "failure",
        "fought",
        "half",
        "however",
        "later",
        "lone",
        "minimum",
        "modified",
        "moment",
        "nearby",
        "optional",
        "out",
        "page",
        "per",
        "possible",
        "prohibit",
        "reset",
        "second",
        "sheet",
        "step",
        "suffer",
        "survivor",
        "these",
        "this",
        "took",
        "true",
        "undisturbed",
        "whose",
    ]
)
"""Words of an aid that are plain English: no game gives them a meaning of its own."""
HEADS = frozenset(
    [
        "across",
        "after",
        "all",
        "apply",
        "army",
        "away",
        "before",
        "both",
        "count",
        "find",
        "from",
        "good",
        "half",
        "into",
        "last",
        "left",
        "nearby",
        "open",
        "poor",
        "power",
        "read",
        "right",
        "row",
        "same",
        "sheet",
        "step",
        "this",
    ]
)
"""The same for words in bold: the beginnings of orders, and where something is."""
_NOISE = re.compile(
    r"`\w+ \d+: |```(?:band|track|column)\b[^\n]*|!\[[^\]]*\]\([^)]*\)|:[\w-]+(?:\([^)]*\))?:|\\?\{[^{}]*\}|`"
)
_BOLD = re.compile(r"\*\*(.+?)\*\*(?=(?P<after>[^|\n]*))")
_SENTENCE = re.compile(r"^\|.*\*\* *\|[^|]*\w\.? *\|")
"""A row with its name in bold and words in the next cell."""
_WORD = re.compile(r"[A-Za-z][a-z]+")


@cache
def texts(scenario: str) -> tuple[str, str]:
    """The words of the aids and of the booklet of a kit, in Markdown, as they are printed."""
    game, report = KITS[scenario], Report()
    kit, _ = make_kit(scenario, game=game)
    assert kit is not None
    style = read_style(folders_of(scenario, game=game), report)
    assert style is not None
    shop = Workshop(kit, BookOptions(PAPERS["a4"]), folders_of(scenario, game=game), style, report)

    def filled(template: str, values: object) -> str:
        loaded = shop.templates.load(template, Where(template))
        assert loaded is not None
        return shop.templates.render(loaded, values) or ""  # type: ignore[arg-type]

    aids = [filled(text.template, text.values) for text in kit.texts if text.panels]
    booklets = [filled(booklet.template, booklet.values) for booklet in kit.booklets]
    assert report.ok, list(report)
    return "\n".join(aids), "\n".join(booklets)


def stem(word: str) -> str:
    """A word without its endings: moves, moved and moving are one."""
    word = word.lower()
    for ending, instead in (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ing", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + instead
            break
    return (word[:-1] if len(word) > 3 and word[-1] == word[-2] else word).rstrip("e")


def words(text: str) -> set[str]:
    return {stem(word) for word in _WORD.findall(_NOISE.sub(" ", text)) if len(word) > 2}


def rows(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, and whether each is a row of a table with titles over its columns (Terrain, Cost)."""
    titled = table = False
    for line in _NOISE.sub(" ", text).splitlines():
        if not line.startswith("|"):
            yield line, False
        elif table:
            yield line, titled
        else:
            titled = bool(_WORD.search(line))
            yield "# " + line.replace("|", " "), False
        table = line.startswith("|")


def emphasised(text: str, *, alone: bool) -> set[str]:
    """The words in bold, in headings, and at the heads of rows and columns.

    `alone`: without those that are explained at once, by a sentence behind them or by the other cells of their row.
    """
    result: set[str] = set()
    for line, explained in rows(text):
        if alone and explained:
            continue
        for match in _BOLD.finditer(line):
            sentence = (match[1].rstrip().endswith((".", ":")) and match["after"].strip()) or _SENTENCE.search(line)
            result |= set() if alone and sentence else words(match[1])
        if line.startswith("#"):
            result |= words(line)
        elif line.startswith("|") and not (alone and "**" in line):
            result |= words(line.strip("|").split("|")[0])
    return result


def index_of(booklet: str) -> set[str]:
    index = re.search(r"```index\n(.*?)```", booklet, re.DOTALL)
    return words(index[1]) if index else set()


@pytest.mark.parametrize("scenario", KITS)
def test_no_word_of_an_aid_is_missing_from_the_booklet(scenario: str) -> None:
    """But the rows of a table that says what each of them is, and what the aid explains itself."""
    aid, booklet = texts(scenario)
    title = words(game_of(scenario, KITS[scenario]).title)
    used = words(aid) - (emphasised(aid, alone=False) - emphasised(aid, alone=True))
    assert sorted(used - words(booklet) - {stem(word) for word in PLAIN} - title) == []


@pytest.mark.parametrize("scenario", KITS)
def test_every_term_of_an_aid_is_explained_on_it_or_in_the_booklet(scenario: str) -> None:
    aid, booklet = texts(scenario)
    terms = emphasised(aid, alone=True) - {stem(word) for word in HEADS | PLAIN}
    terms -= words(game_of(scenario, KITS[scenario]).title)
    assert len(terms) > 15
    assert sorted(terms - emphasised(booklet, alone=False) - index_of(booklet)) == []


def test_a_term_that_only_the_aid_has_is_found() -> None:
    """The check fails where it should: a word in bold without its explanation, one in a sentence, a head of a row."""
    aid = "# Battle\n\n**Ambush**\n\n**Charge.** A charge needs momentum.\n\n| Skirmish | 2 |\n|---|---|\n"
    booklet = "# Battle\n\nA charge is fast.\n"
    assert emphasised(aid, alone=True) - emphasised(booklet, alone=False) == {"ambush", "skirmish"}
    assert words(aid) - words(booklet) >= {"momentum", "ambush"}


def test_an_option_is_offered_only_with_its_rules_and_its_pieces() -> None:
    """Ayrene's Woods: the kit has one mix of combat chits, so the booklet offers no other; facing has its rules."""
    _, booklet = texts("ayrenes-woods")
    assert "64 chits" not in booklet
    for rule in ("front", "flanks", "rear", "Turning to any other corner costs 1 point", "2 columns right"):
        assert rule in booklet
