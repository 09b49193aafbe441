"""The sentences of battle reports: whether those of a game's catalogue, or of a pack on it, are sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter

from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.rulebook import TELLING, Catalogue
from ibbprint.problems import did_you_mean

RUNNING = ("paragraph", "item", "on")
"""Places of sentences of which there must be two, so that none comes twice running."""


def sentences(catalogue: Catalogue) -> Mapping[str, TelledAs]:
    return {entry.id: entry for entry in catalogue.shelf(TELLING)}


def check_telling(catalogue: Catalogue, words: Callable[[str], str | None], known: Iterable[str]) -> None:
    """The entries are known, name no word that they do not have, and have enough sentences.

    `words` gives the words that an entry may use, None where nothing is told by that name; `known` are all the names.
    """
    report, shelf = catalogue.report, catalogue.shelf(TELLING)
    for entry in shelf.entries.values():
        telling: TelledAs = entry.value
        own = words(telling.id)
        if own is None:
            report.error(
                entry.where("id"),
                "ref:telling",
                f"no event has the name {telling.id!r}.",
                did_you_mean(telling.id, known),
            )
            continue
        if telling.place in RUNNING and len(telling.say) < 2:
            report.error(
                entry.where("say"), "ref:telling", f"{telling.id} has one sentence, which would keep repeating.",
                "Give it another.",
            )  # fmt: skip
        for index, say in enumerate(telling.say):
            try:
                found = [
                    (name, spec or conversion)
                    for _, name, spec, conversion in Formatter().parse(say)
                    if name is not None
                ]
            except ValueError:
                report.error(
                    entry.where("say", index), "read:placeholder", "a brace is unmatched.",
                    "Write {word}, or {{ for a brace.",
                )  # fmt: skip
                continue
            for name, more in found:
                if name not in own.split() or more:
                    report.error(
                        entry.where("say", index), "read:placeholder", f"{{{name}}} in the sentence names nothing.",
                        did_you_mean(name, own.split()) or "There are no words to fill in here.",
                    )  # fmt: skip
