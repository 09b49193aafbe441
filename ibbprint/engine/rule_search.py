"""Rules looked up by words: rulings and statements of several games, best first. Knows no game.

A word matches in any case, singular or plural, with or without its ending, as the beginning of a longer word, and by
the words that rule-words.yaml calls alike. Rules with all the words come before those with some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ibbprint.catalogue.source import read_yaml
from ibbprint.engine.api.rules import RuleText
from ibbprint.patterns import regex
from ibbprint.problems import Report, nearest

WORDS = Path(__file__).parent / "data" / "rule-words.yaml"
_WORD = regex(r"[a-z0-9]+(?:[-’'][a-z0-9]+)*")
_SHORT = regex(r"[^aeiou][aeiou][^aeioux]")
_SMALL = frozenset(
    {
        *("a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "do", "does", "for", "from", "has", "have"),
        *("how", "i", "if", "in", "is", "it", "its", "may", "me", "must", "my", "of", "on", "one", "or", "our", "so"),
        *("that", "the", "their", "them", "then", "there", "they", "this", "to", "under", "was", "we", "what", "when"),
        *("where", "which", "who", "whom", "why", "will", "with", "you", "your", "about", "rule", "rules", "happens"),
        *("work", "works"),
    }
)
"""Words that everybody uses and that say nothing of what is looked for."""

IN_TITLE, IN_TOPIC, IN_TEXT, AGAIN = 10.0, 2.0, 3.0, 0.4
"""What a word is worth in the title, in the topic, in the text, and each further time in the text up to three."""
ALIKE, BEGUN = 0.8, 0.5
"""What is left of it for a word that is only alike, and for one that only begins like it."""
WHOLE_TITLE = 12.0
"""What it is worth that a title consists of nothing but what was looked for."""
LEAST_BEGINNING, LEAST_OF_ALIKE = 3, 5
"""How long a word must be to be taken for the beginning of another; and one that has words alike."""


class Match(NamedTuple):
    """A rule that has some of the words: the id of its game, how many of them, and how well they fit."""

    game: str
    rule: RuleText
    words: int
    worth: float


class Search(NamedTuple):
    """The result of a query: the rules, best first; and the words that no rule has, each with the nearest."""

    matches: tuple[Match, ...]
    unknown: Mapping[str, str]


class Term(NamedTuple):
    """A word or a phrase of a query, and everything that stands for it: stems, with what each is worth."""

    words: str
    readings: Mapping[str, float]


class Page(NamedTuple):
    """A rule as it is searched: each part as a line of stems with a blank at either end."""

    title: str
    topic: str
    text: str

    @classmethod
    def of(cls, rule: RuleText) -> Page:
        meanings = () if rule.switch is None else (rule.switch.name.replace("_", " "), *rule.switch.values.values())
        return cls(_line(rule.title), _line(rule.topic), _line(" ".join((rule.text, *meanings))))


def search(query: str, rules: Mapping[str, Sequence[RuleText]]) -> Search:
    """The rules of these games that have words of a query, best first."""
    terms = terms_of(query)
    pages = [(game, rule, Page.of(rule)) for game, book in rules.items() for rule in book]
    by_id = {word.upper() for word in query.split()}
    results = []
    for game, rule, page in pages:
        worths = [_worth(term, page) for term in terms]
        number = sum(worth > 0 for worth in worths)
        if number or rule.id in by_id:
            results.append(Match(game, rule, number, sum(worths) + WHOLE_TITLE * _share(terms, page.title)))
    matched = [term for term in terms if any(_worth(term, page) > 0 for _, _, page in pages)]
    unknown = [term.words for term in terms if term not in matched]
    matches = sorted(results, key=lambda match: (match.rule.id not in by_id, -match.words, -match.worth))
    vocabulary = _vocabulary(rule for book in rules.values() for rule in book) if unknown else set()
    return Search(tuple(matches), {word: nearest(word, vocabulary) or "" for word in unknown})


def terms_of(query: str) -> list[Term]:
    """The words of a query, phrases that have a meaning of their own as one, small words left out."""
    words = _words(query)
    stems = [stem(word) for word in words]
    groups = synonym_groups()
    terms, at = [], 0
    while at < len(words):
        long = next((n for n in range(min(4, len(words) - at), 1, -1) if " ".join(stems[at : at + n]) in groups), 1)
        mine = " ".join(stems[at : at + long])
        if long > 1 or words[at] not in _SMALL:
            synonyms = dict.fromkeys(groups.get(mine, ()), ALIKE)
            terms.append(Term(" ".join(words[at : at + long]), {**synonyms, mine: 1.0}))
        at += long
    return terms or [Term(word, {stem(word): 1.0}) for word in words]


@cache
def synonym_groups() -> Mapping[str, tuple[str, ...]]:
    """The stems of every word and phrase of rule-words.yaml, with all that are alike."""
    source = read_yaml(WORDS, Report())
    assert source is not None
    groups: dict[str, tuple[str, ...]] = {}
    for group in source.data["alike"]:
        stems = tuple(dict.fromkeys(_line(str(words)).strip() for words in group))
        for term in stems:
            groups[term] = tuple(dict.fromkeys((*groups.get(term, ()), *stems)))
    return groups


def stem(word: str) -> str:
    """A word without its ending: `stacking`, `stacked` and `stacks` are `stack`; `charges` and `charging` `charg`."""
    word = word.removesuffix("’s").removesuffix("'s")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            elif ending != "s" and _SHORT.fullmatch(word):
                word += "e"  # moving is of move, and losing not of los
            break
    return word.removesuffix("e") if len(word) > 4 else word


def _words(text: str) -> list[str]:
    return [part for word in _WORD.findall(text.lower()) for part in word.split("-")]


def _line(text: str) -> str:
    return f" {' '.join(map(stem, _words(text)))} "


def _worth(term: Term, page: Page) -> float:
    """The score of a rule for a word of the query; 0 where it lacks the word."""
    best = 0.0
    for words, worth in term.readings.items():
        least = LEAST_BEGINNING if len(term.readings) == 1 else LEAST_OF_ALIKE
        begun = BEGUN if worth == 1.0 and len(words) >= least else 0.0
        title, topic, text = (worth * _fits(words, part, begun) for part in page)
        repeats = AGAIN * min(page.text.count(f" {words} "), 4) if text else 0.0
        best = max(best, IN_TITLE * title + IN_TOPIC * topic + IN_TEXT * text + repeats)
    return best


def _fits(words: str, line: str, begun: float) -> float:
    if f" {words} " in line:
        return 1.0
    return begun if begun and f" {words}" in line else 0.0


def _share(terms: Sequence[Term], title: str) -> float:
    """The share of a title that the query covers."""
    words = [word for word in title.split() if word not in _SMALL]
    sought = {word for term in terms for reading in term.readings for word in reading.split()}
    return sum(word in sought for word in words) / len(words) if words else 0.0


def _vocabulary(rules: Iterable[RuleText]) -> set[str]:
    """Every word of some length that the rules have, for a misspelt one."""
    words = {word for rule in rules for word in _words(f"{rule.title} {rule.text}")}
    return {word for word in words if len(word) >= LEAST_BEGINNING and word not in _SMALL}
