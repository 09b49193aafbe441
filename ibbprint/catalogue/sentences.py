"""The sentences of battle reports: their words, and whether those of a pack are sound.

A game ships telling.yaml. The words that a sentence may use are those of the shipped sentences of its entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

from ibbprint.catalogue.layers import Entry, Layers
from ibbprint.catalogue.models.telling import TelledAs
from ibbprint.catalogue.rulebook import TELLING, Catalogue
from ibbprint.materials import NONE
from ibbprint.problems import Report, did_you_mean

RUNNING = ("paragraph", "item", "on")
"""Places of sentences of which there must be two, so that none comes twice running."""
OF_THE_GAME = ("event", "when", "together", "also")
"""Fields that only the shipped entry decides: which events it tells, and the words at hand."""


def sentences(catalogue: Catalogue) -> Mapping[str, TelledAs]:
    """The entries as they are worded: a pack's where it has one, else the shipped one."""
    return {entry.id: entry for entry in catalogue.shelf(TELLING)}


def shipped(catalogue: Catalogue) -> Mapping[str, TelledAs]:
    """The entries of the game itself, without those of packs."""
    return {entry.id: entry for entry in Layers(catalogue.layers.layers[:1], Report()).shelf(TELLING)}


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentences of a game's reports, the words that they may use, and which event each entry tells."""

    telling: Mapping[str, TelledAs]
    words: Mapping[str, Sequence[str]]
    """The words of each entry by its id."""
    entries: Mapping[str, Sequence[TelledAs]]
    """The entries for each kind of event, those that tell only some of its events first."""

    @classmethod
    def from_catalogue(cls, catalogue: Catalogue) -> Wording:
        """The wording of a catalogue; `Catalogue.wording` keeps it."""
        wordings = shipped(catalogue)
        entries: dict[str, list[TelledAs]] = {}
        for entry in sorted(wordings.values(), key=lambda entry: entry.when is None):
            entries.setdefault(entry.event or entry.id, []).append(entry)
        return cls(sentences(catalogue), {id: words(entry) for id, entry in wordings.items()}, entries)


def words(entry: TelledAs) -> Sequence[str]:
    """The words that the sentences of a shipped entry may use, in their order; all but parts may name their rules."""
    items = [name for say in entry.say for name, _ in _placeholders(say)]
    return tuple(dict.fromkeys((*items, *entry.also, *(() if entry.place == "part" else ("rules",)))))


def _placeholders(say: str) -> Iterator[tuple[str, str]]:
    """The placeholders of a sentence: the name and what follows it. Raises ValueError at an unmatched brace."""
    for _, name, spec, conversion in Formatter().parse(say):
        if name is not None:
            yield name, spec or conversion or ""


def check_telling(catalogue: Catalogue, like: Mapping[str, str] = NONE) -> None:
    """Report entries that tell nothing, words that an entry does not have, and entries with too few sentences.

    `like` has beginnings of ids with the entry whose words every id that begins so has.
    """
    report, shipped_telling = catalogue.report, shipped(catalogue)
    for entry in catalogue.shelf(TELLING).entries.values():
        telling: TelledAs = entry.value
        pattern = next((name for start, name in like.items() if telling.id.startswith(start)), telling.id)
        if pattern not in shipped_telling:
            report.error(
                entry.where("id"),
                "ref:telling",
                f"no event has the name {telling.id!r}.",
                did_you_mean(telling.id, shipped_telling),
            )
            continue
        for field in OF_THE_GAME:
            if field in telling.model_fields_set and getattr(telling, field) != getattr(
                shipped_telling[pattern], field
            ):
                report.error(
                    entry.where(field), "ref:telling", f"only the game itself decides {field}.", "Leave it out."
                )
        if telling.place in RUNNING and len(telling.say) < 2:
            report.error(
                entry.where("say"),
                "ref:telling",
                f"{telling.id} has one sentence, which would keep repeating.",
                "Give it another.",
            )
        _check_words(entry, words(shipped_telling[pattern]), report)


def _check_words(entry: Entry[TelledAs], words: Sequence[str], report: Report) -> None:
    for index, say in enumerate(entry.value.say):
        try:
            unknown = [name for name, rest in _placeholders(say) if rest or name not in words]
        except ValueError:
            report.error(
                entry.where("say", index),
                "read:placeholder",
                "a brace is unmatched.",
                "Write {word}, or {{ for a brace.",
            )
            continue
        for name in unknown:
            report.error(
                entry.where("say", index),
                "read:placeholder",
                f"{{{name}}} in the sentence names nothing.",
                did_you_mean(name, words) or "There are no words to fill in here.",
            )
